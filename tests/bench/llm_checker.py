#!/usr/bin/env python3
"""Compares gpupick with llm-checker (npm) on the closest question that both answer: which language models run
on an RTX 4090.

    npm install --prefix FOLDER llm-checker
    tests/bench/llm_checker.py build FOLDER [RUNS]

Runs the two in turn, RUNS times each (default 3). Prints the medians of wall and CPU time, and their ratios.
llm-checker also looks for a local Ollama first; gpupick does not.
"""
import os
import statistics
import subprocess
import sys
import time


def run(command):
    """Returns the seconds of wall time and of CPU time."""
    start = time.perf_counter()
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, stdin=subprocess.DEVNULL)
    _, status, usage = os.wait4(process.pid, 0)
    if status != 0:
        sys.exit(f"{' '.join(command)}: ended with status {os.waitstatus_to_exitcode(status)}")
    return time.perf_counter() - start, usage.ru_utime + usage.ru_stime


def main():
    build, folder, runs = sys.argv[1], sys.argv[2], int(sys.argv[3]) if len(sys.argv) > 3 else 3
    commands = {"llm-checker simulate -p rtx4090":
                ["node", f"{folder}/node_modules/llm-checker/bin/cli.js", "simulate", "-p", "rtx4090", "--no-verbose"],
                "gpupick fit rtx-4090": [f"{build}/gpupick", "fit", "rtx-4090"]}
    measured = {name: [] for name in commands}
    for _ in range(runs):
        for name, command in commands.items():
            measured[name].append(run(command))
    medians = [[statistics.median(column) for column in zip(*times)] for times in measured.values()]
    for name, (wall, processor) in zip(commands, medians):
        print(f"{name:34}{1e3 * wall:9.1f} ms{1e3 * processor:9.1f} ms of the processor")
    print(f"{'ratio':34}{medians[0][0] / medians[1][0]:9.0f}   {medians[0][1] / medians[1][1]:9.0f}")


if __name__ == "__main__":
    main()
