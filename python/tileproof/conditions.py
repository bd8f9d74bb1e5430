"""Conditions of a proof, as the program writes them: trees of expressions, from which functions of Python are generated."""
from __future__ import annotations

import json
import re
from typing import Any, Callable, Mapping, Sequence

SCHEMA = "tileproof.guard/1"

# A name in a clause.
_NAME = re.compile(r"[A-Za-z_][\w.\[\]]*")

# Over the numbers of a launch and one element of an array.
Evaluated = Callable[[Sequence[int], Any], Any]

# Operators with a sign of their own in Python; division and remainder round down in both.
_SIGNS = {"+": "+", "-": "-", "*": "*", "/": "//", "%": "%", "==": "==", "!=": "!=", "<": "<", "<=": "<=", ">": ">", ">=": ">=",
          "&&": "and", "||": "or"}
_FUNCTIONS = ("cdiv", "min", "max")

# The only names of a generated function, beside its parameters.
SCOPE: dict[str, Any] = {"__builtins__": {}, "cdiv": lambda a, b: -(-a // b), "min": min, "max": max, "bool": bool,
                         "ZeroDivisionError": ZeroDivisionError}


def expression(tree: Any, names: Mapping[str, str]) -> str:
    """A tree as an expression of Python, with a Python expression for each name. An unknown word is a ValueError: nothing is guessed."""
    word, *parts = tree
    if word == "number":
        return f"({int(parts[0])})"
    if word == "name":
        if parts[0] not in names:
            raise ValueError(f"`{parts[0]}` is no parameter of the kernel")
        return names[parts[0]]
    operands = [expression(part, names) for part in parts]
    if word in ("not", "negative") and len(operands) == 1:
        return f"(not {operands[0]})" if word == "not" else f"(-{operands[0]})"
    if len(operands) == 2 and word in _SIGNS:
        return f"({operands[0]} {_SIGNS[word]} {operands[1]})"
    if len(operands) == 2 and word in _FUNCTIONS:
        return f"{word}({operands[0]}, {operands[1]})"
    raise ValueError(f"`{word}` is no operator of a condition")


def generated(source: str, name: str) -> Any:
    """The function of that name in generated Python code."""
    scope = dict(SCOPE)
    exec(source, scope)
    return scope[name]


def evaluated(tree: Any, parameters: Sequence[str]) -> Evaluated:
    """A function of a tree. An unknown word is a ValueError."""
    names = {name: f"numbers[{at}]" for at, name in enumerate(parameters)}
    source = f"def holds(numbers, element):\n    return {expression(tree, {**names, 'value': 'element'})}\n"
    found: Evaluated = generated(source, "holds")
    return found


class Conditions:
    """What a launch must keep, and what the arrays of it must hold."""

    def __init__(self, guard: Any):
        """Of the guard's text, or of the object in it."""
        guard = json.loads(guard) if isinstance(guard, str) else guard
        if guard["schema"] != SCHEMA:
            raise ValueError(f"{guard['schema']} is not {SCHEMA}: the program is of another version")
        self.parameters: list[str] = guard["parameters"]
        self.launch = [(one["clause"], evaluated(one["holds"], self.parameters)) for one in guard["conditions"]]
        # Of an array; without a function where several elements are related.
        self.contents = [(one["array"], one["clause"], evaluated(one["holds"], self.parameters) if one["holds"] else None)
                         for one in guard["contents"]]

    def broken_clause(self, numbers: Sequence[int]) -> str | None:
        """The first clause that a launch with these numbers breaks, with the values of its names."""
        if len(numbers) != len(self.parameters):
            raise ValueError(f"a launch has {len(numbers)} numbers, and its conditions are about {len(self.parameters)}")
        for clause, holds in self.launch:
            if not _is_kept(holds, numbers, None):
                values = self._values(clause, numbers)
                return f"`{clause}` ({', '.join(values)})" if values else f"`{clause}`"
        return None

    def _values(self, clause: str, numbers: Sequence[int]) -> list[str]:
        """The numbers of a clause by their names in it: `c.shape[0]` is the parameter `arg_c_shape_0`."""
        found = []
        for name in dict.fromkeys(_NAME.findall(clause)):
            spelled = re.sub(r"\W", "_", name)
            known = [one for one in (spelled, f"arg_{spelled}") if one in self.parameters]
            found += [f"{name} = {numbers[self.parameters.index(one)]}" for one in known[:1]]
        return found

    def is_broken_by(self, holds: Evaluated, numbers: Sequence[int], elements: Any) -> bool:
        """Whether one of the elements breaks a clause; equal ones are looked at once."""
        return any(not _is_kept(holds, numbers, element) for element in set(elements))


def _is_kept(holds: Evaluated, numbers: Sequence[int], element: Any) -> bool:
    try:
        return bool(holds(numbers, element))
    except ZeroDivisionError:
        return False
