#!/usr/bin/env python3
"""Measures how time and memory grow with the data.

    tests/bench/growth.py build [CARDS]

First runs `validate`, `list` and `recommend` on 1,000 to CARDS cards (default 100,000), which are copies of
the shipped ones under other ids, and nlohmann::json::parse on the same bytes for comparison. Then runs
`validate` on inputs that grow in one direction only. Prints CPU seconds, peak memory and the slope: the
exponent of n by which the time grew. Fails if a slope is above 1.3.
"""
import copy
import glob
import json
import math
import os
import subprocess
import sys
import tempfile

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
STEEPEST = 1.3


def shipped(folder, key):
    return [record for path in sorted(glob.glob(f"{ROOT}/data/{folder}/*.json"))
            for record in json.load(open(path)).get(key, [])]


GPUS = shipped("gpus", "gpus")


def cards(n):
    """n cards, copied from the shipped ones. Cards with exceptions are left out, since exceptions go by id."""
    facts = json.load(open(f"{ROOT}/data/architectures.json"))
    excused = {one["card"] for one in facts["exceptions"]}
    usable = [gpu for gpu in GPUS if gpu["id"] not in excused]
    out = []
    for i in range(n):
        gpu, copies = copy.copy(usable[i % len(usable)]), i // len(usable)
        if copies:
            gpu["id"] += f"-copy{copies}"
            gpu["name"] += f" Copy{copies}"
            gpu["aliases"] = [f"{alias} copy{copies}" for alias in gpu.get("aliases", [])]
            gpu.pop("pci_ids", None)
        out.append(gpu)
    return sorted(out, key=lambda gpu: gpu["id"])


def card(**changes):
    return {**next(gpu for gpu in GPUS if gpu["id"] == "rtx-4090"), **changes}


def price(i):
    day = f"2026-{i % 12 + 1:02}-{i % 28 + 1:02}"
    return {"card": "rtx-4090", "kind": "street_used", "usd": 1500 + i % 100, "basis": "sold", "date": day,
            "region": "US", "source": "judgement", "confidence": "medium"}


def records(kind, n, **changes):
    path = f"{ROOT}/data/calibration.json"
    first = json.load(open(path))[kind][0]
    return {kind: [{**first, "id": f"{first['id']}-{i}", **changes} for i in range(n)]}


# Inputs that grow in one direction: the name of what grows, and the data file for size n.
DIRECTIONS = {
    "cards that are empty": lambda n: {"gpus": [{}] * n},
    "keys of one object": lambda n: {"gpus": [{f"k{i}": 1 for i in range(n)}]},
    "unknown keys": lambda n: {"gpus": [card(**{f"bandwidth_gb_{i}": 1}) for i in range(n // 20)]},
    "letters of a name": lambda n: {"gpus": [card(name="nvidia" * (n // 6))]},
    "brackets of an alias": lambda n: {"gpus": [card(aliases=["[" * 1900] * (n // 1900))]},
    "aliases of one card": lambda n: {"gpus": [card(aliases=[f"some alias {i}" for i in range(n)])]},
    "cards of one name": lambda n: {"gpus": [card(id=f"c{i}", aliases=[f"4090 x{i}"]) for i in range(n // 10)]},
    "sources that are not there": lambda n: {"gpus": [card(id=f"c{i}", sources={"tdp_w": f"s{i}"}) for i in range(n // 10)]},
    "prices of one card": lambda n: {"prices": [price(i) for i in range(n)]},
    "engines": lambda n: records("engines", n // 10),
    "classes": lambda n: records("classes", n),
    "intervals": lambda n: records("intervals", n),
    "entries of a list": lambda n: {"gpus": [card(notes=["a note"] * n)]},
}


def run(command):
    """Returns CPU seconds, which other work on the machine hardly changes, and peak MiB."""
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    usage = os.wait4(process.pid, 0)[2]
    return usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1024


def slope(sizes, seconds):
    """The least-squares slope of the logarithms, without times of a few milliseconds, which are mostly start-up."""
    points = [(math.log(n), math.log(t)) for n, t in zip(sizes, seconds) if t > 0.03]
    if len(points) < 2:
        return None
    x, y = (sum(column) / len(points) for column in zip(*points))
    return sum((a - x) * (b - y) for a, b in points) / sum((a - x) ** 2 for a, _ in points)


def show(name, sizes, measured):
    grown = slope(sizes, [seconds for seconds, _ in measured])
    cells = "".join(f"{seconds:9.3f}" for seconds, _ in measured)
    print(f"{name:32}{cells}{measured[-1][1]:9.0f} MiB  {'-' if grown is None else f'{grown:.2f}'}", flush=True)
    return grown is None or grown <= STEEPEST


def main():
    build, most = sys.argv[1], int(sys.argv[2]) if len(sys.argv) > 2 else 100000
    gpupick, bench = f"{build}/gpupick", f"{build}/tests/gpupick_bench"
    fine = True
    with tempfile.TemporaryDirectory() as folder:
        sizes = [n for n in (1000, 10000, 100000, 1000000) if n <= most]
        paths = [f"{folder}/{n}.json" for n in sizes]
        for n, path in zip(sizes, paths):
            json.dump({"gpus": cards(n)}, open(path, "w"), indent=1)
        print("cards:", *(f"{n:,} ({os.path.getsize(path) / 2**20:.0f} MiB)" for n, path in zip(sizes, paths)))
        alone = [float(subprocess.check_output([bench, path])) for path in paths]
        print(f"{'nlohmann::json::parse':32}" + "".join(f"{seconds:9.3f}" for seconds in alone))
        for name, arguments in {"validate": ["validate", "PATH"], "list": ["list", "--add", "PATH"],
                                "recommend": ["recommend", "--add", "PATH"]}.items():
            measured = [run([gpupick] + [path if word == "PATH" else word for word in arguments]) for path in paths]
            fine = show(name, sizes, measured) and fine
        for name, make in DIRECTIONS.items():
            path, sizes = f"{folder}/one.json", (20000, 40000, 80000, 160000)
            measured = []
            for n in sizes:
                json.dump(make(n), open(path, "w"))
                measured.append(run([gpupick, "validate", path]))
            fine = show(name, sizes, measured) and fine
    sys.exit(0 if fine else 1)


if __name__ == "__main__":
    main()
