"""A command of the batch protocol that leaves what is expected, or is broken in the way that its first argument says, at the cases
whose name ends as the second does."""
import json
import os
import pathlib
import sys
import time

how, victim = (sys.argv[1:] + ["right", "/special"][len(sys.argv) - 1:])[:2]
if how == "mute":
    time.sleep(60)
root = pathlib.Path(json.loads(sys.stdin.readline())["root"])


def say(message):
    print(message if isinstance(message, str) else json.dumps(message), flush=True)


def right(question):
    case = json.loads((root / "cases" / question["case"] / "case.json").read_text())
    answer = {"id": question["id"]}
    if "breaks" in case["expected"]:
        return answer | {"undefined": case["expected"]["breaks"]}
    left = answer["left"] = {}
    for one in case["expected"]["leaves"]:
        data = (root / one["values"]).read_bytes()
        left[one["name"]] = data[10 + int.from_bytes(data[8:10], "little"):].hex()
    return answer


def flipped(answer):
    return answer | {"left": {name: f"{int(data[1], 16) ^ 1:x}".join([data[0], data[2:]]) for name, data in answer["left"].items()}}


if how == "wrong greeting":
    say("hello")
elif how == "no greeting":
    sys.exit("no GPU here")
else:
    say({"schema": "tileproof.batch/1", "in_flight": 4, "order": "any" if how.startswith("any ") else "asked"})
held = []
for question in map(json.loads, sys.stdin):
    answer, hit = right(question), question["case"].endswith(victim) and how not in ("talks on", "ends badly")
    what = how.removeprefix("any ") if hit else "right"
    if what == "dies":
        print("cannot go on", file=sys.stderr)
        os._exit(7)
    elif what == "hangs":
        time.sleep(60)
    elif what == "leaves":
        say({"id": question["id"], "failed": "the context is gone", "ends": True})
        sys.exit()
    elif what == "late":
        held.append(answer)
    else:
        say({"right": answer, "wrong": flipped(answer) if "left" in answer else answer,
             "nonsense": "warning: I talk", "NaN": '{"id": NaN, "left": {}}', "list": "[1]", "torn": json.dumps(answer)[:-4],
             "other": {"id": 10 ** 6, "skip": "x"}, "giant": "9" * 300000, "empty": {"id": question["id"]},
             "both": answer | {"skip": "x"}, "unknown": answer | {"mood": "good"}, "rule": {"id": question["id"], "undefined": "a.b"},
             "odd": {"id": question["id"], "left": {name: data[1:] for name, data in answer.get("left", {}).items()}},
             "short": {"id": question["id"], "left": {name: data[2:] for name, data in answer.get("left", {}).items()}},
             "missing": {"id": question["id"], "left": {}}, "more": {"id": question["id"], "left": answer.get("left", {}) | {"z": ""}},
             "twice": answer}[what])
        if what == "twice":
            say(answer)
        while what == "right" and held:
            say(held.pop())
while held:
    say(held.pop())
if how == "talks on":
    say("goodbye")
if how == "ends badly":
    sys.exit("I fell over")
