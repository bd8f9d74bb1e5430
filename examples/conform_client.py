"""A command that answers the cases of the suite: copy it, and put an implementation of Tile IR in place of `launch`.

    python3 conform_run.py SUITE python3 conform_client.py

The toy here runs kernels of one operation in three: `andi`, `ori` and `xori`. It is wrong on purpose: it computes `ori` as an
exclusive or. Of all rules it knows `memory.alignment`, and blames each buffer that may be misaligned, accessed or not. CONFORM.md
describes the lines of the protocol and the files of a case.
"""
import json
import operator
import pathlib
import sys

OPERATIONS = {"andi": operator.and_, "ori": operator.xor, "xori": operator.xor}


class Undefined(Exception):
    """The launch breaks the rule with this code."""


class Skip(Exception):
    """This implementation cannot run the case, for this reason."""


class Failed(Exception):
    """The launch did not end well, for this reason."""


def array(path):
    """The elements of a .npy file, as bytes in row-major order."""
    data = (root / path).read_bytes()
    return data[10 + int.from_bytes(data[8:10], "little"):]


def bytes_of(element):
    """The size of an element in memory, from the digits in the type's name."""
    digits = element.lstrip("abcdefghijklmnopqrstuvwxyz")
    bits = digits[:2] if digits[:2] in ("16", "32", "64") else "8"
    return int(bits) // 8


def launch(case):
    """Runs a case; gives the bytes that the launch leaves in each buffer that it wrote."""
    operands, results = [], []
    for one in case["launch"]["arguments"]:
        size, buffer = bytes_of(one["element"]), one.get("buffer")
        if buffer is None:
            operands.append(int(one["bits"], 16).to_bytes(8, "little")[:size])
        elif buffer["alignment"] % size:
            raise Undefined("memory.alignment")
        elif "contents" in buffer:
            operands.append(array(buffer["contents"]))
        else:
            results.append(one["name"])
    known = [mnemonic for mnemonic in OPERATIONS if f"/{mnemonic}/" in f"/{case['name']}"]
    if not known or len(operands) != 2 or len(results) != 1 or len(operands[0]) != len(operands[1]):
        raise Skip("the toy runs andi, ori and xori of two operands")
    return {results[0]: bytes(map(OPERATIONS[known[0]], *operands))}


def answer(question):
    """The answer to a question, one of `left`, `undefined`, `skip` and `failed`."""
    case = json.loads((root / "cases" / question["case"] / "case.json").read_text(encoding="utf-8"))
    try:
        left = launch(case)
    except Undefined as rule:
        return {"undefined": str(rule)}
    except Skip as why:
        return {"skip": str(why)}
    except Failed as why:
        return {"failed": str(why)}
    wanted = [one["name"] for one in case["expected"].get("leaves", [])]  # none where the launch breaks a rule
    return {"left": {name: left[name].hex() for name in wanted if name in left}}


def say(message):
    print(json.dumps(message), flush=True)


root = pathlib.Path(json.loads(sys.stdin.readline())["root"])
say({"schema": "tileproof.batch/1"})
for line in sys.stdin:
    asked = json.loads(line)
    say({"id": asked["id"], **answer(asked)})
