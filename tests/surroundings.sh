#!/bin/sh
# Checks the built program where its environment fails: closed or full streams, a reader that exits, an unknown
# locale, no room for a file, no descriptors, no memory.
#
#   surroundings.sh PROGRAM CATALOG [sanitizers]
#
# With sanitizers the limits of memory and descriptors are skipped, since the sanitizers need more of both.
program=$1 catalog=$2 sanitizers=$3
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder" || exit 1
export HOME="$folder"
unset XDG_CONFIG_HOME COLUMNS
failures=0

# expect STATUS TEXT COMMAND: COMMAND exits with STATUS and prints at most one line, which contains TEXT.
expect() {
  said=$(eval "$3" 2>&1)
  status=$?
  lines=$(printf '%s\n' "$said" | wc -l)
  case $said in *"$2"*) ;; *) lines=0 ;; esac
  [ $status -eq "$1" ] && [ "$lines" -eq 1 ] && return
  printf 'FAILED: %s\n  expected status %s and: %s\n  got status %s and: %s\n' "$3" "$1" "$2" $status "$(printf %.300s "$said")"
  failures=$((failures + 1))
}

expect 2 "cannot read '-': Bad file descriptor" '"$program" validate - <&-'
expect 2 'the output could not be written' '"$program" models >&-'
expect 2 'the output could not be written' '"$program" models >/dev/full'
expect 2 '' '"$program" nonsense 2>&-'
expect 2 '' '"$program" nonsense 2>/dev/full'
expect 0 'status 0' '{ "$program" models; echo "status $?" >&2; } | true'
ping='yes "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"ping\"}"'
expect 0 'status 0' "$ping"' | { "$program" mcp; echo "status $?" >&2; } | true'
expect 2 'the output could not be written' "$ping"' | "$program" mcp >/dev/full'
expect 0 '' '"$program" mcp </dev/null'
expect 0 '' '[ "$(LC_ALL=xx "$program" models)" = "$(LC_ALL=C "$program" models)" ]'
expect 0 '' '[ "$(env -i "$program" models)" = "$("$program" models)" ]'

# An implausible COLUMNS counts as none.
expect 0 '' '[ "$(COLUMNS=4294967297 "$program" models)" = "$("$program" models)" ]'

# A standard output that does not block, of which a slow reader takes all.
cat >slow.py <<'EOF'
import os, subprocess, sys, time
ours, theirs = os.pipe()
os.set_blocking(theirs, False)
run = subprocess.Popen(sys.argv[1:], stdout=theirs)
os.close(theirs)
time.sleep(0.2)
size = 0
while chunk := os.read(ours, 65536):
    size += len(chunk)
print("status", run.wait(), "more than a pipe holds" if size > 65536 else size)
EOF
if command -v python3 >/dev/null; then
  expect 0 'status 0 more than a pipe holds' 'python3 slow.py "$program" generate schema'
fi

# No file may grow. A failed write leaves no file behind.
echo 'card,kind,usd,basis,date,n,region,source,confidence
rtx-3090,street_used,950,sold,2026-09,12,US,ebay,high' >prices.csv
full='ulimit -f 0; trap "" XFSZ;'
import='"$program" prices import prices.csv --catalog "$catalog" --to own.json'
expect 2 "cannot write 'own.json': File too large" "($full $import)"
expect 2 'File too large' "($full"' "$program" generate files share)'
expect 0 '' '[ -z "$(find . -name "*own.json*" -o -name "*gpupick*")" ]'
expect 0 '1 price in own.json' "$import"
expect 2 "'own.json' exists" "$import"
expect 0 '' '[ "$(echo own*)" = own.json ]'

# A FIFO is rejected: opening it would block.
mkdir pipes && mkfifo pipes/cards.json
expect 2 "'pipes/cards.json' in the folder is no file" '"$program" validate pipes'
# A row of a stranger opens no file. A pipe that the user names is read: it may be <(...) of a shell.
rows='printf "card,model\nrtx-3090,./pipes/cards.json\n"'
expect 1 'is a file; rows name models of the catalog' "$rows"' | "$program" estimate --rows - --catalog "$catalog"'
expect 0 '' '{ timeout 9 sh -c "echo {} >pipes/cards.json" & }; "$program" models --config pipes/cards.json >models.txt'

if [ -z "$sanitizers" ]; then
  mkdir -p deep/er && echo '{}' >deep/er/cards.json
  expect 2 "cannot read the folder 'deep': Too many open files" '(exec 3>&-; ulimit -n 4; "$program" validate deep)'
  { printf '{"gpus":[{"id":"' && head -c 60000000 /dev/zero | tr '\0' a && printf '"}]}'; } >text.json
  { printf '{"gpus":[[' && yes 1, | head -n 10000000 | tr -d '\n' && printf '1]]}'; } >list.json
  { printf '[' && yes 0, | head -n 5000000 | tr -d '\n' && printf '0]'; } >root.json
  expect 0 1 '(ulimit -v 200000; "$program" validate root.json) | grep -c "such as .gpus., not a list"'
  for file in text.json list.json; do
    expect 2 'there is not enough memory for this input' "(ulimit -v 200000; \"\$program\" validate $file)"
  done
fi
exit $failures
