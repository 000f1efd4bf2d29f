#!/usr/bin/env python3
"""Prints what a program answers, so that programs for several systems can be compared byte for byte:

    tests/systems.py build/gpupick > linux.txt
    tests/systems.py wine build/windows/gpupick.exe | cmp - linux.txt

The questions are those of README.md, docs/ and tests/cli, those of answers.txt as JSON and CSV, and some about files:
line ends of both kinds, folders, a file that is written.
"""
import concurrent.futures
import os
import pathlib
import shlex
import shutil
import subprocess
import sys
import tempfile

root = pathlib.Path(__file__).resolve().parent.parent
program = [str(pathlib.Path(word).resolve()) if os.path.exists(word) else shutil.which(word) or word for word in sys.argv[1:]]
work = pathlib.Path(tempfile.mkdtemp())


def questions():
    """Yields the folder, the command line without the program, and the variables of each question."""
    for page in [root / "README.md", *sorted((root / "docs").glob("*.md")), *sorted((root / "tests/cli").glob("*.md"))]:
        folder = page.parent if page.parent.name == "cli" else root
        inside = False
        for line in page.read_text(encoding="utf-8").splitlines():
            if line.startswith("```"):
                inside = not inside and line == "```console"
            elif inside and line.startswith("$ ") and "gpupick" in line.split():
                before, _, words = line[2:].partition("gpupick")
                yield folder, words, dict(word.split("=") for word in before.split())
    for words in (root / "tests/answers.txt").read_text().splitlines():
        for form in "json", "csv":
            yield root, f"{words} --format {form} --catalog tests/catalog", {}
    for words in (
        "prices import prices.csv --kind used --date 2026-10-01 --source shop --currency EUR=1.08 --to own.json",
        "prices import prices.csv --kind used --date 2026-10-01 --source shop --currency EUR=1.08 --to own.json",
        "validate own.json kärtchen",
        "list --add kärtchen --format json",
        "recommend --add own.json --budget 1000 --format json",
        "estimate --rows jobs.csv",
        "estimate --rows - < jobs.csv",
        "estimate 4090 --model ./model/config.json",
        "estimate 4090 --model {work}model/config.json",
        "cost 4090 --config own/config.json",
        "estimate 4090 --model model",
        "detect --from-file smi.txt",
        "show 'µ–✓'",
        "show 4090 --add kärtchen/missing.json",
    ):
        yield work, words, {}


def answer(question):
    folder, line, variables = question
    words, _, stdin = line.partition(" < ")
    # Wine has the root folder as drive Z.
    on_windows = program[-1].endswith(".exe")
    words = words.replace("{work}", f"'Z:{work}/'".replace("/", "\\") if on_windows else f"{work}/")
    environment = os.environ | {"COLUMNS": "100", "LC_ALL": "C.UTF-8", "WINEDEBUG": "-all"} | dict.fromkeys(("XDG_CONFIG_HOME", "APPDATA"), str(work))
    done = subprocess.run(
        [*program, *shlex.split(words)], cwd=folder, env=environment | variables, capture_output=True,
        input=(folder / stdin).read_bytes() if stdin else b"",
    )
    return f"$ gpupick {line.strip()}\n".encode() + done.stdout + done.stderr + b"[exit %d]\n" % done.returncode


def with_crlf(source, target):
    target.parent.mkdir(exist_ok=True)
    target.write_bytes(source.read_bytes().replace(b"\n", b"\r\n"))


for source, target in {
    "tests/cli/own.csv": "prices.csv",
    "tests/cli/jobs.csv": "jobs.csv",
    "tests/cli/card.json": "kärtchen/card.json",
    "tests/unit/config/yi-1.5-9b/config.json": "model/config.json",
    "tests/unit/nvidia-smi.txt": "smi.txt",
}.items():
    with_crlf(root / source, work / target)
(work / "own").mkdir()
(work / "own/config.json").write_bytes(b'{"kwh": 0.4,\r\n"prices": "prices.csv"}\r\n')
(work / "own/prices.csv").write_bytes(b"card,usd\r\n4090,1700\r\n")
asked = list(questions())
in_order = [question for question in asked if question[0] == work]
with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
    for text in pool.map(answer, [question for question in asked if question[0] != work]):
        sys.stdout.buffer.write(text)
for question in in_order:
    sys.stdout.buffer.write(answer(question))
sys.stdout.buffer.write((work / "own.json").read_bytes() if (work / "own.json").exists() else b"no file\n")
shutil.rmtree(work)
