#!/usr/bin/env python3
"""Plants faults in the code and counts how many of them the tests notice.

    tests/mutants/mutate.py                    60 mutants
    tests/mutants/mutate.py --count 200 --jobs 8
    tests/mutants/mutate.py --list             name the mutants, run nothing
    tests/mutants/mutate.py --only 1f2e3d4c    run these alone

Each mutant is one small change of one line of src/. It is built at -O1 in a copy of the tree, and the
test program runs until the first check that fails. A mutant is killed if the tests or the check of the
built-in data fail, crash or hang. A mutant that does not compile does not count. Needs ninja; ccache and
mold (or lld) make it faster. The copy and its build stay in --folder, so that the next run starts warm.

A mutant's id is a hash of its file, line and change. Ids decide which mutants are taken, so that changes of
other lines do not affect the selection. tests/mutants/equivalent.txt lists by id the mutants without an
observable effect, with the reason; they do not count either.
"""
import argparse
import collections
import concurrent.futures
import contextlib
import difflib
import hashlib
import os
import pathlib
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
import time

ROOT = pathlib.Path(__file__).resolve().parents[2]
ROOMS = ("base", "schema", "cards", "prices", "models", "software", "calibration", "workloads", "catalog", "job",
         "physics", "estimate", "ranking", "render")
WANTED_SHARE = 0.95

Mutant = collections.namedtuple("Mutant", "id operator file number before after")
Result = collections.namedtuple("Result", "mutant outcome seconds")


# --- Choosing -------------------------------------------------------------------------------------

def masked(line, quoted=re.compile(r'"(?:\\.|[^"\\])*"|\'(?:\\.|[^\'\\])*\'')):
    """The line with its comment and the contents of its literals blanked out, at the same length."""
    line = quoted.sub(lambda m: m[0][0] + " " * (len(m[0]) - 2) + m[0][-1], line)
    comment = line.find("//")
    return line if comment < 0 else line[:comment] + " " * (len(line) - comment)


def swaps(pattern, table):
    """An operator that replaces each match of the pattern by its entry in the table."""
    compiled = re.compile(pattern)

    def mutate(code):
        for match in compiled.finditer(code):
            replacement = table(match[0]) if callable(table) else table.get(match[0])
            if replacement is not None and replacement != match[0]:
                yield match.start(), match.end(), replacement
    return mutate


def pairs(*two):
    return {a: b for x, y in two for a, b in ((x, y), (y, x))}


def other_number(text):
    if re.fullmatch(r"0\d+", text):  # part of a date or of an octal number
        return None
    value = float(text)
    changed = 1.0 if value == 0 else value * 2
    return f"{changed:.15g}" + (".0" if "." in text and changed == int(changed) else "")


# A statement to delete: no declaration or loop, since deleting one would not compile or would hide another change.
STATEMENT = re.compile(r"(?!(?:return|using|case|for|while|if|else|throw|static_assert)\b)"
                       r"(?![\w:<>, ]+[&*]* [&*]*\w+(?: = |;|\(|\{))[\w*(].*;$")


def negated(code):
    match = re.search(r"\bif \((.*)\)( return.*;| continue;| break;| \{)?$", code.rstrip())
    if match and match[1].count("(") == match[1].count(")") and ";" not in match[1] and "= " not in match[1]:
        yield match.start(1), match.end(1), None  # see change()


def early_exit(code):
    match = re.fullmatch(r"\s*((?:else )?if \(.*\) (?:return.*|continue|break);)\s*", code)
    if match:
        yield match.start(1), match.end(1), ""


def statement(code):
    text = code.strip()
    if STATEMENT.fullmatch(text) and ("=" in text or "(" in text):
        begin = code.index(text)
        yield begin, begin + len(text), ""


OPERATORS = {
    "delete a statement": statement,
    "delete an early exit": early_exit,
    "delete a term": swaps(r" [-+*/] (?:std::\w+\([^()]*\)|[\w.*>:]+(?:->\w+)?(?:\([^()]*\))?)(?=[;),]| [-+<>=&|?:])",
                           lambda text: ""),
    "delete a condition": swaps(r" (?:&&|\|\|) !?\*?[\w.:]+(?:->\w+)*(?:\([^()]*\))?(?: [<>=!]=? [\w.:]+(?:\([^()]*\))?)?"
                                r"(?=[;)]| &&| \|\|| \?)", lambda text: ""),
    "shift a bound": swaps(r" (?:<=|>=|<|>) ", pairs((" < ", " <= "), (" > ", " >= "))),
    "turn a comparison": swaps(r" (?:==|!=|<|>) ", pairs((" == ", " != "), (" < ", " > "))),
    "swap + and -": swaps(r" (?:\+|-|\+=|-=) ", pairs((" + ", " - "), (" += ", " -= "))),
    "swap * and /": swaps(r" [*/] ", pairs((" * ", " / "))),
    "swap && and ||": swaps(r" (?:&&|\|\|) ", pairs((" && ", " || "))),
    "swap min and max": swaps(r"\b(?:std::min|std::max|std::floor|std::ceil|any_of|all_of)\b",
                              pairs(("std::min", "std::max"), ("std::floor", "std::ceil"), ("any_of", "all_of"))),
    "change a constant": swaps(r"(?<![\w.\"'])\d+(?:\.\d+)?(?:e-?\d+)?(?![\w.\"'])", other_number),
    "negate a condition": negated,
    "swap true and false": swaps(r"\b(?:true|false)\b", pairs(("true", "false"))),
    "take the other of a pair": swaps(
        r"(?:(?<=\.)|(?<=->))(?:first|second|low|high|front|back|starts_with|ends_with|begin|end)\b",
        pairs(("first", "second"), ("low", "high"), ("front", "back"), ("starts_with", "ends_with"))),
}


def change(line, begin, end, replacement):
    """The changed line; a condition without a replacement is negated."""
    return line[:begin] + (f"!({line[begin:end]})" if replacement is None else replacement) + line[end:]


def begins_statement(previous):
    return previous.strip() == "" or previous.rstrip().endswith((";", "{", "}", ":", ")", "else"))


def mutants_of(tree, file):
    """Every mutant of a source file, in the order of its lines."""
    lines = (tree / file).read_text().splitlines()
    code = [masked(line) for line in lines]
    seen = collections.Counter()
    for i, line in enumerate(lines):
        if not code[i].strip() or code[i].startswith(("#", "namespace", "}  // namespace")):
            continue
        for operator, mutate in OPERATORS.items():
            whole = operator in ("delete a statement", "delete an early exit")
            if whole and not begins_statement(code[i - 1] if i else ""):
                continue
            for begin, end, replacement in mutate(code[i]):
                after = change(line, begin, end, replacement)
                identity = f"{file}|{operator}|{line.strip()}|{after.strip()}"
                seen[identity] += 1
                digest = hashlib.sha256(f"{identity}|{seen[identity]}".encode()).hexdigest()[:8]
                yield Mutant(digest, operator, file, i, line, after)


def candidates(tree, seed):
    """All mutants of a tree. Operators take turns; the seed and the ids decide the order within an operator."""
    files = sorted(str(path.relative_to(tree)) for room in ROOMS for path in (tree / "src" / room).glob("*.cpp"))
    queues = {operator: [] for operator in OPERATORS}
    for file in files:
        for mutant in mutants_of(tree, file):
            queues[mutant.operator].append(mutant)
    for queue in queues.values():
        queue.sort(key=lambda mutant: hashlib.sha256(f"{seed}|{mutant.id}".encode()).digest(), reverse=True)
    taken = set()
    while any(queues.values()):
        for queue in queues.values():
            if not queue:
                continue
            mutant = queue.pop()
            if (mutant.file, mutant.before) not in taken:  # one mutant a line
                taken.add((mutant.file, mutant.before))
                yield mutant


# --- Running --------------------------------------------------------------------------------------

# Stops a mutant that allocates without end before it uses up the machine's memory.
RESTRAINED = 'ulimit -v 4194304; ulimit -c 0; exec "$0" "$@"'


@contextlib.contextmanager
def running(command, **options):
    """A process group that is killed at the end of the block."""
    run = subprocess.Popen(command, start_new_session=True, **options)
    try:
        yield run
    finally:
        if run.poll() is None:
            os.killpg(run.pid, signal.SIGKILL)
            run.wait()


class Copy:
    """A copy of the tree with its own build."""

    def __init__(self, folder):
        self.tree, self.build = folder / "tree", folder / "build"
        self.refresh()

    def refresh(self):
        """Makes the copy equal to the tree. Writes only the files that differ."""
        names = subprocess.run(["git", "ls-files", "-co", "--exclude-standard"], cwd=ROOT, check=True,
                               capture_output=True, text=True).stdout.splitlines()
        names = [name for name in names if (ROOT / name).is_file()]
        for old in [path for path in self.tree.rglob("*") if path.is_file()]:
            if str(old.relative_to(self.tree)) not in set(names):
                old.unlink()
        for name in names:
            target = self.tree / name
            target.parent.mkdir(parents=True, exist_ok=True)
            if not target.exists() or target.read_bytes() != (ROOT / name).read_bytes():
                shutil.copyfile(ROOT / name, target)

    def configure(self):
        options = ["-G", "Ninja", "-DCMAKE_BUILD_TYPE=Debug",
                   "-DCMAKE_CXX_FLAGS_DEBUG=-O1 -w -D_GLIBCXX_ASSERTIONS"]
        if shutil.which("ccache"):
            options += ["-DCMAKE_CXX_COMPILER_LAUNCHER=ccache"]
        if linker := next((name for name in ("mold", "lld") if shutil.which(f"ld.{name}")), None):
            options += [f"-DCMAKE_EXE_LINKER_FLAGS=-fuse-ld={linker}"]
        subprocess.run(["cmake", "-S", self.tree, "-B", self.build, *options], check=True, stdout=subprocess.DEVNULL)

    def compile(self, limit=3600):
        """Returns the output of a failed build, or "". The build also checks the data."""
        with running(["cmake", "--build", self.build, "--target", "gpupick_tests"], text=True,
                     stdout=subprocess.PIPE, stderr=subprocess.STDOUT) as run:
            try:
                text = run.communicate(timeout=limit)[0]
                return text if run.returncode else ""
            except subprocess.TimeoutExpired:
                return "it hangs"

    def passes(self, limit):
        """True if the tests pass. Quick and slow ones run in parallel."""
        test = ["sh", "-c", RESTRAINED, self.build / "tests" / "gpupick_tests", "--abort"]
        silent = {"cwd": self.tree, "stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
        until = time.monotonic() + limit
        with running(test + ["~[slow]"], **silent) as quick, running(test + ["[slow]"], **silent) as slow:
            while time.monotonic() < until:
                ends = (quick.poll(), slow.poll())
                if any(ends):
                    return False
                if ends == (0, 0):
                    return True
                time.sleep(0.02)
        return False

    def try_mutant(self, mutant, limit):
        path, begun = self.tree / mutant.file, time.monotonic()
        original = path.read_text()
        lines = original.splitlines(keepends=True)
        lines[mutant.number] = mutant.after + "\n"
        path.write_text("".join(lines))
        try:
            failure = self.compile(limit + 300)
            invalid = re.search(f"FAILED: .*{re.escape(mutant.file)}", failure)
            outcome = ("does not compile" if invalid else
                       "killed" if failure or not self.passes(limit) else "survived")
        finally:
            path.write_text(original)
        return Result(mutant, outcome, time.monotonic() - begun)


def prepared(folder, jobs):
    """Returns copies that build and pass, and the time limit of a run: three times the unchanged run, six in parallel."""
    copies = [Copy(folder / str(i)) for i in range(jobs)]
    slowest = 0.0
    for copy in copies:
        copy.configure()
        if failure := copy.compile():
            sys.exit(f"{failure}\nthe tree does not build")
        begun = time.monotonic()
        if not copy.passes(1800):
            sys.exit("the tests fail without a mutant")
        slowest = max(slowest, time.monotonic() - begun)
    return copies, 10 + 3 * slowest * (1 if jobs == 1 else 2)


def run_all(mutants, count, copies, limit, equivalent):
    """Returns the results until `count` mutants have compiled. Skips equivalent ones."""
    idle, results, lock = list(copies), [], threading.Lock()

    def run_one(mutant):
        with lock:
            copy = idle.pop()
        result = copy.try_mutant(mutant, limit)
        with lock:
            idle.append(copy)
            print(f"{result.outcome:<17}{result.seconds:6.1f} s  {mutant.id}  {mutant.file}:{mutant.number + 1}  "
                  f"{mutant.operator}", flush=True)
        return result

    with concurrent.futures.ThreadPoolExecutor(len(copies)) as pool:
        pending, counted = set(), 0
        while True:
            while len(pending) < len(copies) and counted + len(pending) < count:
                mutant = next((one for one in mutants if one.id not in equivalent), None)
                if mutant is None:
                    break
                pending.add(pool.submit(run_one, mutant))
            if not pending:
                return results
            done, pending = concurrent.futures.wait(pending, return_when=concurrent.futures.FIRST_COMPLETED)
            for future in done:
                results.append(future.result())
                counted += results[-1].outcome != "does not compile"


# --- Reporting ------------------------------------------------------------------------------------

def print_table(title, key, results):
    rows = collections.defaultdict(lambda: [0, 0])
    for result in results:
        row = rows[key(result.mutant)]
        row[0] += 1
        row[1] += result.outcome == "killed"
    print(f"\n{title:<28}{'mutants':>8}{'killed':>8}")
    for name, (mutants, killed) in sorted(rows.items()):
        print(f"{name:<28}{mutants:>8}{killed:>8}")


def print_survivor(tree, mutant):
    print(f"\n{mutant.id}  {mutant.operator}")
    lines = (tree / mutant.file).read_text().splitlines(keepends=True)
    changed = list(lines)
    changed[mutant.number] = mutant.after + "\n"
    sys.stdout.writelines(difflib.unified_diff(lines, changed, mutant.file, mutant.file, n=3))


def report(tree, results):
    """Prints the results and returns the exit status."""
    counted = [result for result in results if result.outcome != "does not compile"]
    if not counted:
        sys.exit("no mutant compiles")
    killed = sum(result.outcome == "killed" for result in counted)
    print_table("room", lambda mutant: mutant.file.split("/")[1], counted)
    print_table("change", lambda mutant: mutant.operator, counted)
    for result in counted:
        if result.outcome == "survived":
            print_survivor(tree, result.mutant)
    share = killed / len(counted)
    print(f"\n{killed} of {len(counted)} killed, {100 * share:.1f} %; "
          f"{len(results) - len(counted)} more did not compile")
    return 0 if share >= WANTED_SHARE else 1


def read_equivalent():
    path = pathlib.Path(__file__).with_name("equivalent.txt")
    lines = path.read_text().splitlines() if path.exists() else []
    return {line.split()[0] for line in lines if line.strip() and not line.startswith("#")}


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--count", type=int, default=60, help="mutants that must compile (default: 60)")
    parser.add_argument("--seed", type=int, default=1, help="another selection (default: 1)")
    parser.add_argument("--jobs", type=int, default=1, help="copies of the tree that are tried at once (default: 1)")
    parser.add_argument("--folder", type=pathlib.Path, help="where the copies stand (default: a temporary folder)",
                        default=pathlib.Path(tempfile.gettempdir()) / f"gpupick-mutants-{os.getuid()}")
    parser.add_argument("--list", action="store_true", help="name the mutants, run nothing")
    parser.add_argument("--only", nargs="+", metavar="ID", help="run these alone, listed as equivalent or not")
    args = parser.parse_args()

    if args.list:
        for _, mutant in zip(range(args.count), candidates(ROOT, args.seed)):
            print(f"{mutant.id}  {mutant.file}:{mutant.number + 1}  {mutant.operator}\n"
                  f"  - {mutant.before.strip()}\n  + {mutant.after.strip()}")
        return 0
    copies, limit = prepared(args.folder, args.jobs)
    tree = copies[0].tree
    mutants, count, equivalent = iter(list(candidates(tree, args.seed))), args.count, read_equivalent()
    if args.only:
        mutants = (mutant for mutant in mutants if mutant.id in args.only)
        count, equivalent = len(args.only), set()
    return report(tree, run_all(mutants, count, copies, limit, equivalent))


if __name__ == "__main__":
    sys.exit(main())
