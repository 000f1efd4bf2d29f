#!/usr/bin/env bash
# Prints the share of the lines of src that the fuzzer's inputs reach; fails below 85 %.
#
#   coverage.sh FUZZER PROFILE...
#
# Code that reads no input is left out: generated constants, manual pages and completions. FUZZER must be built with
# -fprofile-instr-generate -fcoverage-mapping. A run of it with LLVM_PROFILE_FILE=PROFILE writes a profile.
set -euo pipefail
least=85
fuzzer=$1
shift
merged=$(mktemp)
trap 'rm -f "$merged"' EXIT
llvm-profdata-14 merge -sparse "$@" -o "$merged"
llvm-cov-14 report "$fuzzer" -instr-profile="$merged" \
  -ignore-filename-regex='/tests/|/usr/|built_in_data|main.cpp|compile_data|man_page|completions' |
  awk -v least=$least '
    # Columns: file; then regions, functions and lines, each as count, missed and share.
    $1 == "TOTAL" { lines = $8; missed = $9 }
    $1 ~ /\.cpp$|\.hpp$/ { split($1, path, "/"); room = path[1]; all[room] += $8; gone[room] += $9
                           printf "%-44s %5d lines %6s\n", $1, $8, $10 }
    END {
      for (room in all) printf "%-12s %6.1f %%\n", room, 100 * (1 - gone[room] / all[room])
      share = 100 * (1 - missed / lines)
      printf "the fuzzer reaches %.1f %% of %d lines; %d %% are asked for\n", share, lines, least
      exit share < least }'
