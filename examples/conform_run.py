"""Runs the suite on a command that answers its cases, without tileproof: Python 3.9 or newer, and the standard library alone.

    python3 conform_run.py [--filter TEXT] [--limit SECONDS] [--restarts N] SUITE COMMAND…

SUITE is the unpacked archive. The command is asked in lines of JSON, as CONFORM.md says; conform_client.py and conform_client.c are
such commands. Prints each case that does not agree, then tables by chapter and by rule. Exit code: 0 if every case that was run
agrees, 1 if a case disagrees, 3 if nothing agrees, 8 if the command broke the protocol.
"""
import argparse
import collections
import json
import math
import pathlib
import queue
import struct
import subprocess
import sys
import threading
import time

SCHEMA = "tileproof.batch/1"
MOST_IN_FLIGHT = 64
KINDS = ("left", "undefined", "skip", "failed")
OUTCOMES = ("agree", "disagree", "undecided", "skipped", "errors", "waived")
ANSWERS = ("found", "missed", "false alarms", "refused", "errors")
# Exponent bits, mantissa bits, the greatest finite pattern, unused low bits, digits and the exponent of the least normal number.
FLOATS = {
    "f16": (5, 10, 0x7BFF, 0, 11, -14), "bf16": (8, 7, 0x7F7F, 0, 8, -126), "f32": (8, 23, 0x7F7FFFFF, 0, 24, -126),
    "f64": (11, 52, 0x7FEFFFFFFFFFFFFF, 0, 53, -1022), "tf32": (8, 10, 0x3FBFF, 13, 11, -126), "f8E4M3FN": (4, 3, 0x7E, 0, 4, -6),
    "f8E5M2": (5, 2, 0x7B, 0, 3, -14), "f4E2M1FN": (2, 1, 0x7, 0, 2, 0), "f8E8M0FNU": (8, 0, 0xFE, 0, 1, -127),
}
SIZES = {"i16": 2, "f16": 2, "bf16": 2, "i32": 4, "f32": 4, "tf32": 4, "i64": 8, "f64": 8}  # bytes; other elements have one


class Broken(Exception):
    """The command broke the protocol."""


def number(element, bits):
    """The number of a float's bits; None for an integer type."""
    if element not in FLOATS:
        return None
    exponent, mantissa, greatest, low, _, _ = FLOATS[element]
    if element == "f8E8M0FNU":
        return math.nan if bits == 0xFF else math.ldexp(1.0, bits - 127)
    bits >>= low
    sign, magnitude = bits >> (exponent + mantissa), bits & ((1 << exponent + mantissa) - 1)
    if magnitude <= greatest:
        field, fraction = magnitude >> mantissa, magnitude & ((1 << mantissa) - 1)
        bias = (1 << exponent - 1) - 1
        value = math.ldexp(fraction | (1 << mantissa if field else 0), max(field, 1) - bias - mantissa)
    else:
        has_infinity = element not in ("f8E4M3FN", "f4E2M1FN")
        value = math.inf if has_infinity and magnitude == greatest + 1 else math.nan
    return -value if sign else value


def ulp(element, value):
    """The unit in the last place of a number."""
    _, _, _, _, digits, least = FLOATS[element]
    field = struct.unpack("<Q", struct.pack("<d", value))[0] >> 52 & 0x7FF
    power = max(field - 1023, least) - digits + 1
    return math.inf if power > 1023 else math.ldexp(1.0, power)


def is_same(element, one, other):
    """Whether two elements are equal, where one NaN is as good as another."""
    values = number(element, one), number(element, other)
    return one == other or (None not in values and all(map(math.isnan, values)))


def is_within(permitted, element, found, own, magnitude):
    """Whether an element is as near to another as permitted."""
    kind, x, a = permitted["kind"], number(element, found), number(element, own)
    if x is None or is_same(element, found, own):
        return found == own or x is not None
    if kind in ("any", "bits"):
        return kind == "any"
    size = number(element, magnitude)
    if kind == "ulps":
        away = permitted["ulps"] * ulp(element, a)
    elif kind == "terms":
        rounding = ulp(element, max((abs(x), abs(a)), key=lambda one: -1.0 if math.isnan(one) else one)) if permitted["rounded"] else 0.0
        away = permitted["factor"] * size + permitted["beside"] + rounding
    else:
        lost = size < 0 and abs(a) < math.ldexp(1.0, FLOATS[element][5])
        if lost and x == 0 and math.copysign(1, x) == math.copysign(1, a):
            return True
        away = (2 * abs(size) + 1) * ulp(element, a)
    return not math.isfinite(away) or abs(x - a) <= away


def elements(data, element):
    """The elements of an array in file format, as bits."""
    size = SIZES.get(element, 1)
    return [int.from_bytes(data[at:at + size], "little") for at in range(0, len(data), size)]


class Case:
    """A case of a suite."""

    def __init__(self, root, name):
        self.root, self.name = root, name
        self.file = json.loads((root / "cases" / name / "case.json").read_text(encoding="utf-8"))
        self.breaks = self.file["expected"].get("breaks")
        self.leaves = self.file["expected"].get("leaves", [])
        self.buffers = {one["name"]: one for one in self.file["launch"]["arguments"] if "buffer" in one}

    def array(self, path, element):
        data = (self.root / path).read_bytes()
        return elements(data[10 + int.from_bytes(data[8:10], "little"):], element)

    def difference(self, left, found):
        """The outcome of a buffer, and the first element that differs."""
        element = self.buffers[left["name"]]["element"]
        values = self.array(left["values"], element)
        counts = self.array(left["counts"], "i1") if "counts" in left else [1] * len(values)
        around = [self.array(path, element) for path in left.get("around", [])] or [values]
        sizes = self.array(left["magnitudes"], element) if "magnitudes" in left else [0] * len(values)
        undecided = None
        for at, (value, bits) in enumerate(zip(values, found)):
            own = [reading[at] for reading in around]
            if not counts[at] or any(is_same(element, bits, one) for one in [value, *own]):
                continue
            why = f"{left['name']}[{at}] is {bits:#x}, not {value:#x}"
            if left["permitted"]["kind"] == "unknown":
                undecided = undecided or ("undecided", f"{why}: {left['permitted']['why']}")
            elif not any(is_within(left["permitted"], element, bits, one, sizes[at]) for one in own):
                return "disagree", why
        return undecided or ("agree", "")

    def buffers_of(self, left):
        """The elements in an answer, buffer by buffer."""
        names = [one["name"] for one in self.leaves]
        if not isinstance(left, dict) or sorted(left) != sorted(names):
            raise Broken(f"the answer has not exactly the buffers {names}")
        found = []
        for name in names:
            kind, shape = self.buffers[name]["element"], self.buffers[name]["buffer"]["shape"]
            try:
                data = bytes.fromhex(left[name])
            except (TypeError, ValueError):
                raise Broken(f"`{name}` is not bytes in hexadecimal") from None
            if len(data) != math.prod(shape) * SIZES.get(kind, 1) or 2 * len(data) != len(left[name]):
                raise Broken(f"`{name}` has {len(data)} bytes")
            if kind in ("f4E2M1FN", "i4") and any(byte > 15 for byte in data):
                raise Broken(f"`{name}` has a byte that is no {kind}")
            found.append(elements(data, kind))
        return found

    def outcome(self, answer, rules):
        """The outcome of an answer, the reason, and the rule that the answer names."""
        kinds = [kind for kind in KINDS if kind in answer]
        if len(kinds) != 1 or set(answer) - {"id", "ends", *KINDS}:
            raise Broken(f"the answer has not exactly one of {', '.join(KINDS)}")
        if kinds != ["left"] and not isinstance(answer[kinds[0]], str):
            raise Broken(f"`{kinds[0]}` is no text")
        if "skip" in answer:
            return "skipped", answer["skip"], None
        if "failed" in answer:
            may_fail = self.breaks is None and self.file.get("asserts")
            return ("agree" if may_fail else "disagree"), answer["failed"], None
        if "undefined" in answer:
            rule = answer["undefined"]
            if rule not in rules:
                raise Broken(f"`{rule}` is no rule")
            return ("agree" if rule == self.breaks else "disagree"), f"undefined {rule}", rule
        found = self.buffers_of(answer["left"])
        if self.breaks:
            return "disagree", f"it ends well, and breaks {self.breaks}", None
        seen = [self.difference(*pair) for pair in zip(self.leaves, found)]
        worst = [next((one for one in seen if one[0] == kind), None) for kind in ("disagree", "undecided")]
        return *(worst[0] or worst[1] or ("agree", "")), None


class Process:
    """A run of the command: a thread puts its lines into a queue, and None behind the last one."""

    def __init__(self, command, root, limit):
        self.limit = limit
        self.child = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        self.lines = queue.Queue()
        threading.Thread(target=self.read, daemon=True).start()
        try:
            self.say({"schema": SCHEMA, "root": str(root)})
            hello = self.hear(time.monotonic() + limit)
            if hello.get("schema") != SCHEMA or set(hello) - {"schema", "in_flight", "order"}:
                raise Broken(f"its first line is no greeting: {hello}")
        except Broken as why:
            self.kill()
            raise Broken(f"the command does not begin as it should: {why}") from None
        self.in_flight = min(max(int(hello.get("in_flight", 1)), 1), MOST_IN_FLIGHT)
        self.ordered = hello.get("order", "asked") != "any"

    def read(self):
        for line in self.child.stdout:
            self.lines.put(line)
        self.lines.put(None)

    def say(self, message):
        try:
            self.child.stdin.write((json.dumps(message) + "\n").encode())
            self.child.stdin.flush()
        except OSError:
            pass  # its end is noticed where an answer is missing

    def hear(self, until):
        """The next line as an object."""
        try:
            line = self.lines.get(timeout=max(until - time.monotonic(), 0))
        except queue.Empty:
            raise Broken(f"it says nothing for {self.limit} s") from None
        if line is None:
            raise Broken(f"it ends with status {self.child.wait()}, and owes an answer")
        try:
            message = json.loads(line)
        except ValueError:
            raise Broken(f"a line is no JSON: {line[:200]!r}") from None
        if not isinstance(message, dict):
            raise Broken(f"a line is no object: {line[:200]!r}")
        return message

    def kill(self):
        self.child.kill()
        self.child.wait()

    def part(self):
        """Ends the command after its last answer; gives the reason if it does not end as it should."""
        self.child.stdin.close()
        try:
            status = self.child.wait(self.limit)
        except subprocess.TimeoutExpired:
            self.kill()
            return f"behind the last answer: it does not end in {self.limit} s"
        more = self.lines.get(timeout=self.limit)
        if more is not None:
            return f"behind the last answer: {more[:200]!r}"
        return f"behind the last answer: it ends with status {status}" if status else None


class Run:
    """The cases, and what came of each: an outcome, a reason, and the rule in the answer."""

    def __init__(self, root, names, command, options):
        self.root, self.command, self.options = root, command, options
        rules = json.loads((root / "rules.json").read_text(encoding="utf-8"))["rules"]
        self.rules = {rule["code"] for rule in rules}
        self.waiting, self.alone = collections.deque(names), collections.deque()
        self.asked, self.outcomes, self.errors, self.number = {}, {}, [], 0

    def fail(self, why, names):
        for name in names:
            self.outcomes[name] = "errors", why, None

    def all(self):
        starts = 0
        while self.waiting or self.alone:
            if starts > self.options.restarts:
                return self.fail(f"it was not run: the command was started {starts} times", [*self.alone, *self.waiting])
            starts += 1
            try:
                process = Process(self.command, self.root, self.options.limit)
            except (Broken, OSError, ValueError) as why:
                return self.fail(str(why), [*self.alone, *self.waiting])
            self.live(process)

    def live(self, process):
        """Asks one process until nothing is left or it has ended."""
        try:
            while self.ask(process) or self.asked:
                if self.hear(process):
                    break
        except Broken as why:
            process.kill()
            return self.blame(str(why))
        if self.asked:  # the process said farewell
            self.waiting.extendleft(reversed([name for name, _ in self.asked.values()]))
            self.asked.clear()
            process.kill()
        elif not (self.waiting or self.alone):
            why = process.part()
            self.errors += [why] if why else []
        else:
            process.kill()

    def ask(self, process):
        """Asks as many cases as may be in flight. After the end of a process, suspects are asked alone."""
        while self.alone or self.waiting:
            if len(self.asked) >= (1 if self.alone else process.in_flight):
                break
            name = (self.alone or self.waiting).popleft()
            self.number += 1
            self.asked[self.number] = name, time.monotonic()
            process.say({"id": self.number, "case": name})

    def hear(self, process):
        """Takes an answer; gives whether the process ends behind it."""
        first = next(iter(self.asked))
        answer = process.hear(self.asked[first][1] + self.options.limit)
        if answer.get("id") not in self.asked:
            raise Broken(f"question {answer.get('id')} was not asked")
        name, _ = self.asked.pop(answer["id"])
        if process.ordered and answer["id"] != first:
            self.fail("it is answered too early, and the command has not announced answers in any order", [name])
            return False
        try:
            self.outcomes[name] = Case(self.root, name).outcome(answer, self.rules)
        except Broken as why:
            self.fail(f"the answer is wrong: {why}", [name])
        return bool(answer.get("ends"))

    def blame(self, why):
        """A process broke off: the only case in flight is to blame; of several, each is asked again alone."""
        names = [name for name, _ in self.asked.values()]
        self.asked.clear()
        if len(names) == 1:
            self.fail(why, names)
        else:
            self.alone.extend(names)


def line(name, counts, width, columns):
    return f"{name:<{width}}" + "".join(f"{count:>{size}}" for count, size in zip(counts, columns)) + "\n"


def by(run, key):
    """The outcomes of cases by a property, as lines."""
    counts = collections.defaultdict(collections.Counter)
    for name, (outcome, _, _) in run.outcomes.items():
        counts[key(run, name)][outcome] += 1
    columns = (8, 10, 11, 9, 8, 8)
    return "".join(line(name, [counts[name][one] for one in OUTCOMES], 14, columns) for name in sorted(counts))


def detection(run):
    """For each rule: found and missed violations, false alarms, refused cases, and errors."""
    counts = collections.defaultdict(collections.Counter)
    words = {"agree": "found", "disagree": "missed", "undecided": "missed", "skipped": "refused", "errors": "errors"}
    for name, (outcome, _, rule) in run.outcomes.items():
        breaks = run.files[name]["expected"].get("breaks")
        if breaks:
            counts[breaks][words[outcome]] += 1
        if rule and rule != breaks:
            counts[rule]["false alarms"] += 1
    if not counts:
        return ""
    columns = (7, 8, 14, 9, 8)
    lines = [line("rule", ANSWERS, 30, columns)]
    lines += [line(rule, [counts[rule][one] for one in ANSWERS], 30, columns) for rule in sorted(counts)]
    total = sum(counts.values(), collections.Counter())
    return "".join(lines) + line("all rules", [total[one] for one in ANSWERS], 30, columns)


def report(run):
    run.files = {name: Case(run.root, name).file for name in run.outcomes}
    words = {"disagree": "disagrees", "undecided": "undecided", "errors": "error"}
    text = "".join(f"error: {why}\n" for why in run.errors)
    for name, (outcome, why, _) in run.outcomes.items():
        if outcome in words:
            text += f"{words[outcome]}: {name}: {why}\n"
    skipped = collections.Counter(why for outcome, why, _ in run.outcomes.values() if outcome == "skipped")
    text += "".join(f"skipped: {count}: {why}\n" for why, count in sorted(skipped.items()))
    text += line("chapter", OUTCOMES, 14, (8, 10, 11, 9, 8, 8))
    text += by(run, lambda run, name: run.files[name]["chapter"])
    text += by(run, lambda run, name: f"({run.files[name]['provenance']['from']})")
    text += detection(run)
    total = collections.Counter(outcome for outcome, _, _ in run.outcomes.values())
    total["errors"] += len(run.errors)
    return text + line("all", [total[one] for one in OUTCOMES], 14, (8, 10, 11, 9, 8, 8)), total


def main():
    parser = argparse.ArgumentParser(usage=__doc__)
    parser.add_argument("suite", type=pathlib.Path)
    parser.add_argument("--filter", default="")
    parser.add_argument("--limit", type=float, default=60.0)
    parser.add_argument("--restarts", type=int, default=50)
    parser.add_argument("command", nargs=argparse.REMAINDER)
    options = parser.parse_args()
    command = options.command[1:] if options.command[:1] == ["--"] else options.command
    try:
        names = json.loads((options.suite / "suite.json").read_text(encoding="utf-8"))["cases"]
    except (OSError, ValueError, KeyError) as why:
        sys.exit(f"{options.suite} is no suite: {why}")
    names = [name for name in names if options.filter in name]
    if not command or not names:
        parser.error("name a command" if names else f"no case has `{options.filter}` in its name")
    run = Run(options.suite.resolve(), names, command, options)
    run.all()
    run.outcomes = {name: run.outcomes[name] for name in names}
    text, total = report(run)
    sys.stdout.write(text)
    return 1 if total["disagree"] else 8 if total["errors"] else 0 if total["agree"] else 3


if __name__ == "__main__":
    sys.exit(main())
