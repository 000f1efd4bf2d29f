#!/usr/bin/env python3
"""Asks for the best card of every profile, budget and preference, and tells what would not be signed.

    tests/grid/grid.py build/gpupick            the counts, and the leaders
    tests/grid/grid.py build/gpupick --rows     each question with its answer

A leader is doubtful where its price rests on fewer than three rows, or where more than half of its jobs'
speeds are guesses. Leaders that the host can't take or that current software does not serve are faults:
there must be none, and the script exits with 1 where there is one.
"""
import argparse
import collections
import json
import subprocess
import sys

BUDGETS = (300, 500, 800, 1200, 2000, 3000, 5000, 10000, 30000)
PREFERENCES = ("balanced", "speed", "value", "cheapest", "efficiency")


def ask(program, *args):
    run = subprocess.run([program, *args, "--format", "json"], capture_output=True, text=True)
    if run.returncode not in (0, 1):
        sys.exit(run.stderr)
    return json.loads(run.stdout)


def guessed_share(card):
    return sum(job["share"] for job in card["jobs"] if job["speed"] and job["speed"].get("guess"))


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program")
    parser.add_argument("--rows", action="store_true", help="each question with its answer")
    args = parser.parse_args()

    profiles = [workload["id"] for workload in ask(args.program, "workloads")["workloads"]]
    leaders, counts = collections.Counter(), collections.Counter()
    for profile in profiles:
        for budget in BUDGETS:
            for preference in PREFERENCES:
                answer = ask(args.program, "recommend", "--for", profile, "--budget", str(budget),
                             "--prefer", preference, "--top", "1")
                if not answer["ranked"]:
                    counts["without an answer"] += 1
                    continue
                card = answer["ranked"][0]
                counts["answers"] += 1
                leaders[card["id"]] += 1
                thin = card["price_kind"] in ("new", "used") and card["price_observations"] < 3
                guess = guessed_share(card) > 0.5
                unserved = card.get("support", {}).get("level") == "none"
                counts["led by a card of one or two prices"] += thin
                counts["led by a card whose speed is a guess"] += guess
                counts["led by a card that software does not serve"] += unserved
                if args.rows:
                    print(f"{profile:<18}{budget:>6}  {preference:<11}{card['id']:<24}{card['score']:>5}"
                          f"{'  thin' if thin else ''}{'  guess' if guess else ''}")
    for what, count in counts.items():
        print(f"{count:>5}  {what}")
    print("leaders: " + ", ".join(f"{card} {count}" for card, count in leaders.most_common(12)))
    return 1 if counts["led by a card that software does not serve"] else 0


if __name__ == "__main__":
    sys.exit(main())
