#!/usr/bin/env python3
"""Asks what to buy over a grid of questions, and reports answers that an expert would reject.

    tests/grid/grid.py build/gpupick            counts by kind of bad answer, and the cards bought most
    tests/grid/grid.py build/gpupick --rows     each question with its answer
    tests/grid/grid.py build/gpupick --quick    every seventh question
    tests/grid/grid.py build/gpupick --move     how many answers change when a constant moves by a third

The questions combine every workload with ten budgets, three conditions (new, used, any), three preferences and
three computers; further ones have each of ten cards that a buyer may own. Exits with 1 if any answer is bad.
"""
import argparse
import collections
import concurrent.futures
import datetime
import itertools
import json
import pathlib
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
BUDGETS = (200, 300, 500, 800, 1200, 2000, 3000, 5000, 10000, 30000)
CONDITIONS = ("any", "new", "used")
PREFERENCES = ("value", "cheapest", "speed")
HOSTS = ("desktop", "workstation", "server")
OWNED = ("rtx-3060-12gb", "rtx-2070", "rtx-3080-10gb", "rtx-3090", "rtx-4070", "rtx-4090", "rx-6800-xt",
         "gtx-1080-ti", "arc-b580", "m4-max-40c")
NEEDS_ROOM = ("beginner", "general", "image-generation", "llm-finetuning", "llm-inference", "llm-serving",
              "llm-training", "video-generation")


def ask(program, *args):
    run = subprocess.run([program, *args, "--format", "json"], capture_output=True, text=True)
    if run.returncode not in (0, 1):
        sys.exit(f"{' '.join(args)}: {run.stderr}")
    return json.loads(run.stdout)


def lowest_asks(day):
    """The lowest US asking price of the last 60 days, by card and kind. Absent if the period has a sale."""
    rows = json.loads((ROOT / "data/prices/street.json").read_text())["prices"]
    asks, sold = {}, set()
    for row in rows:
        if len(row["date"]) < 7:
            continue
        seen = str(day) if row["date"] == str(day)[:7] else (row["date"] + "-28")[:10]
        if not 0 <= (day - datetime.date.fromisoformat(seen)).days <= 60 or row.get("region", "US") not in ("US", "global"):
            continue
        key = row["card"], row["kind"]
        if row["basis"] == "sold":
            sold.add(key)
        if row["basis"] in ("asked", "floor"):
            asks[key] = min(asks.get(key, row["usd"]), row["usd"])
    return {key: usd for key, usd in asks.items() if key not in sold}


class Judge:
    def __init__(self, program):
        self.program = program
        self.cards = {}
        for card in ask(program, "list", "--columns",
                        "memory_gib,form_factor,cooling,stack,status,segment,devices")["cards"]:
            self.cards[card["id"]] = card
        day = ask(program, "recommend", "--top", "1")["as_of"]
        self.asks = lowest_asks(datetime.date.fromisoformat(day))

    def memory(self, card):
        return self.cards[card["id"]].get("memory_gib", 0) / self.cards[card["id"]].get("devices", 1)

    @staticmethod
    def as_asked(card):
        return {job["label"] for job in card["jobs"] if job.get("as_asked")}

    @staticmethod
    def run(card):
        return {job["label"] for job in card["jobs"] if job["speed"]}

    @staticmethod
    def guessed(card):
        """The share of the work that the card runs whose speed is a rough estimate."""
        runs = [job for job in card["jobs"] if job["speed"]]
        return sum(job["share"] for job in runs if job["speed"].get("rough")) / sum(job["share"] for job in runs)

    def faults(self, question, answer):
        verdict = answer["verdict"]
        buy = verdict.get("buy")
        if not buy:
            if answer["ranked"] and not verdict.get("keep"):
                yield "no card to buy where cards do the work"
            return
        ranked = {(card["id"], card["count"]): card for card in answer["ranked"]}
        card = ranked[buy["id"], buy["count"]]
        facts = self.cards[card["id"]]
        trusted = [other for other in answer["ranked"] if other.get("price_trusted")]
        budget = question["budget"]
        if not card.get("price_trusted") and trusted:
            yield "bought at a price that is not trusted"
        if facts.get("status") == "discontinued" and card["price_kind"] == "new" and card["price_observations"] < 3:
            yield "discontinued, bought as new"
        room = [other for other in trusted if self.memory(other) >= 11.5]
        if question.get("prefer") == "cheapest":
            room = [other for other in room if self.as_asked(other) > self.as_asked(card)]
        if question["profile"] in NEEDS_ROOM and self.memory(card) < 11 and room:
            yield "under 12 GiB where the budget takes 12"
        if question.get("host") == "desktop" and (facts.get("cooling") == "passive" or
                                                  facts.get("form_factor") in ("sxm", "sxm2", "oam", "server")):
            yield "a module or a passive card for a desk"
        mine = self.as_asked(card)
        if question["profile"] == "llm-finetuning" and facts.get("stack") != "cuda" and any(
                self.cards[other["id"]].get("stack") == "cuda" and self.as_asked(other) >= mine for other in trusted):
            yield "tuning without CUDA where CUDA does the same"
        if question.get("host") == "server" and facts.get("form_factor") == "integrated":
            yield "a whole computer for a server"
        if budget and card["price_usd"] < budget / 3 and not verdict.get("step_up"):
            yield "under a third of the budget, and no step up"
        if question.get("have") and card["gain"]["speed"] and card["gain"]["speed"]["value"] < 1 and not card["gain"]["lets_in"]:
            yield "slower than what the buyer has"
        if question.get("prefer") == "cheapest":
            if any(other["price_usd"] < card["price_usd"] - 0.005 and self.as_asked(other) >= mine and
                   self.run(other) >= self.run(card) and self.guessed(other) <= 0.5 for other in trusted):
                yield "dearer than a card that does the same"
        kind = {"new": "street_new", "used": "street_used"}.get(card["price_kind"])
        if (card["id"], kind) in self.asks and card["price_usd"] < 0.995 * self.asks[card["id"], kind] * card["count"]:
            yield "priced below its lowest ask"
        roles = [(verdict[key]["id"], verdict[key]["count"]) for key in ("cheaper", "step_up") if key in verdict]
        level = [name.partition(":") for name in buy["level_with"]]
        entry = [(buy["id"], buy["count"])] + [(id, int(count or 1)) for id, _, count in level]
        if len(set(roles + entry)) < len(roles + entry):
            yield "two entries of one class among the roles"


def questions(profiles):
    for profile, budget, condition, prefer, host in itertools.product(profiles, BUDGETS, CONDITIONS, PREFERENCES, HOSTS):
        yield dict(profile=profile, budget=budget, condition=condition, prefer=prefer, host=host)
    for profile, have, budget in itertools.product(profiles, OWNED, (500, 1500, 5000)):
        yield dict(profile=profile, budget=budget, have=have)


def flags_of(question):
    flags = ["--for", question["profile"]]
    for key in ("budget", "condition", "prefer", "host", "have"):
        if key in question:
            flags += [f"--{key}", str(question[key])]
    return flags


def constants():
    """Yields each constant of judgement: its name, and a function from a factor to the record with it moved."""
    data = json.loads((ROOT / "data/score.json").read_text())
    data["hosts"] = json.loads((ROOT / "data/hosts.json").read_text())["hosts"]
    names = {"score": ("cheaper", "step_up_speed", "far", "without_room", "spare", "as_good", "as_fast", "told_apart", "clear", "tool_days", "partial_tool",
                       "years", "kwh_usd", "ram_gib"),
             "price_ages": ("evidence", "sale", "trusted_rows"),
             "preferences": ("speed", "cost"),
             "hosts": ("usd", "psu_usd", "psu_usd_per_w", "ram_usd_per_gib")}
    for kind, keys in names.items():
        for record, key in itertools.product(data[kind], keys):
            if record.get(key):
                yield f"{record['id']}.{key}", lambda factor, kind=kind, record=record, key=key: {
                    kind: [record | {key: moved(record[key], factor, key)}]}
    for ladder in data["ladders"]:
        if any("keeps" in step for step in ladder["steps"]):
            yield f"{ladder['id']}.keeps", lambda factor, ladder=ladder: {"ladders": [ladder | {"steps": [
                step | {"keeps": min(1, step["keeps"] * factor)} if "keeps" in step else step
                for step in ladder["steps"]]}]}


def moved(value, factor, key):
    if key in ("told_apart", "clear"):  # scales the part above a half
        return 0.5 + min((value - 0.5) * factor, 0.49)
    return min(value * factor, 1) if value < 1 else value * factor


def move(program, asked):
    """Prints for each constant how many answers buy another card if it is a third lower or higher."""
    def bought(extra):
        with concurrent.futures.ThreadPoolExecutor(2) as pool:
            return [answer["verdict"].get("buy", {}).get("id") for answer in pool.map(
                lambda question: ask(program, "recommend", *flags_of(question), *extra), asked)]

    usual = bought([])
    print(f"constant, of {len(asked)} answers changed at 2/3 and 4/3")
    for name, changed in constants():
        counts = []
        for factor in (2 / 3, 4 / 3):
            with tempfile.NamedTemporaryFile("w", suffix=".json") as file:
                json.dump(changed(factor), file)
                file.flush()
                counts.append(sum(a != b for a, b in zip(usual, bought(["--add", file.name]))))
        print(f"{name:<28}{counts[0]:>5}{counts[1]:>5}")
    return 0


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program")
    parser.add_argument("--rows", action="store_true", help="each question with its answer")
    parser.add_argument("--quick", action="store_true", help="every seventh question")
    parser.add_argument("--move", action="store_true", help="move each constant by a third")
    args = parser.parse_args()
    judge = Judge(args.program)
    profiles = [workload["id"] for workload in ask(args.program, "workloads")["workloads"]]
    asked = list(questions(profiles))[::7 if args.quick else 1]

    if args.move:
        return move(args.program, asked[::37])

    counts, bought, words = collections.Counter(), collections.Counter(), collections.Counter()
    with concurrent.futures.ThreadPoolExecutor(2) as pool:
        for question, result in zip(asked, pool.map(lambda one: ask(args.program, "recommend", *flags_of(one)), asked)):
            verdict = result["verdict"]
            name = verdict["buy"]["id"] if "buy" in verdict else "keep" if verdict.get("keep") else "-"
            bought[name] += 1
            words[verdict.get("certainty", "-")] += 1
            found = list(judge.faults(question, result))
            counts.update(found)
            if args.rows or found:
                print(" ".join(str(value) for value in question.values()), "->", name, "|", "; ".join(found))
    print(f"{len(asked)} questions; " + ", ".join(f"{word} {count}" for word, count in words.most_common()))
    print("bought most: " + ", ".join(f"{card} {count}" for card, count in bought.most_common(15)))
    for what, count in counts.most_common():
        print(f"{count:>5}  {what}")
    return 1 if counts else 0


if __name__ == "__main__":
    sys.exit(main())
