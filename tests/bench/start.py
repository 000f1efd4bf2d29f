#!/usr/bin/env python3
"""Measures how long one question takes, from start to end of the process.

    tests/bench/start.py build [RUNS]

Runs /bin/true, `gpupick --version` and `gpupick recommend --vram 24 --budget 2000` in turn, RUNS times each
(default 300), so that other work on the machine slows all of them equally. Prints the medians of the wall
time, their ratios and the page faults; if valgrind is installed, also the instructions.
"""
import os
import re
import shutil
import statistics
import subprocess
import sys
import time

QUESTION = ["recommend", "--vram", "24", "--budget", "2000"]


def run(command, output):
    """Returns milliseconds of wall time, and page faults."""
    start = time.perf_counter()
    process = os.posix_spawn(command[0], command, os.environ,
                             file_actions=[(os.POSIX_SPAWN_DUP2, output, stream) for stream in (1, 2)])
    usage = os.wait4(process, 0)[2]
    return 1e3 * (time.perf_counter() - start), usage.ru_minflt


def instructions(command):
    if not shutil.which("valgrind"):
        return None
    counted = subprocess.run(["valgrind", "--tool=callgrind", "--callgrind-out-file=/dev/null"] + command,
                             stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True).stderr
    return int(re.search(r"Collected : (\d+)", counted)[1])


def main():
    build, runs = sys.argv[1], int(sys.argv[2]) if len(sys.argv) > 2 else 300
    gpupick = os.path.abspath(f"{build}/gpupick")
    commands = [["/bin/true"], [gpupick, "--version"], [gpupick] + QUESTION]
    output = os.open(os.devnull, os.O_WRONLY)
    measured = [[] for _ in commands]
    for _ in range(runs):
        for command, times in zip(commands, measured):
            times.append(run(command, output))
    before = None
    for command, times in zip(commands, measured):
        name = " ".join([os.path.basename(command[0])] + command[1:])
        median = statistics.median(wall for wall, _ in times)
        ratio = f"{median / before:8.2f} times" if before else " " * 14
        counted = instructions(command)
        print(f"{name:46}{median:8.2f} ms{ratio}{times[-1][1]:6} faults"
              + (f"{counted / 1e6:8.2f} million instructions" if counted else ""))
        before = median


if __name__ == "__main__":
    main()
