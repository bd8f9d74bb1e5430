"""Conditions of a proof, as the program writes them: trees of expressions, which are evaluated and never read as text."""
from __future__ import annotations

import json
from typing import Any, Callable, Sequence

SCHEMA = "tileproof.guard/1"

# Over the numbers of a launch and one element of an array.
Evaluated = Callable[[Sequence[int], Any], Any]

_OPERATORS: dict[str, Callable[[Any, Any], Any]] = {
    "+": lambda a, b: a + b, "-": lambda a, b: a - b, "*": lambda a, b: a * b,
    "/": lambda a, b: a // b, "%": lambda a, b: a % b, "cdiv": lambda a, b: -(-a // b),
    "min": min, "max": max,
    "==": lambda a, b: a == b, "!=": lambda a, b: a != b, "<": lambda a, b: a < b,
    "<=": lambda a, b: a <= b, ">": lambda a, b: a > b, ">=": lambda a, b: a >= b,
}


def evaluated(tree: Any, parameters: Sequence[str]) -> Evaluated:
    """A function of a tree. A word that no tree has is a ValueError: nothing is guessed."""
    word, *parts = tree
    if word == "number":
        number = int(parts[0])
        return lambda numbers, element: number
    if word == "name":
        return _named(parts[0], parameters)
    operands = [evaluated(part, parameters) for part in parts]
    if word in ("not", "negative") and len(operands) == 1:
        [one] = operands
        if word == "not":
            return lambda numbers, element: not one(numbers, element)
        return lambda numbers, element: -one(numbers, element)
    if len(operands) != 2:
        raise ValueError(f"`{word}` is no operator of a condition")
    a, b = operands
    if word == "&&":
        return lambda numbers, element: a(numbers, element) and b(numbers, element)
    if word == "||":
        return lambda numbers, element: a(numbers, element) or b(numbers, element)
    if word not in _OPERATORS:
        raise ValueError(f"`{word}` is no operator of a condition")
    operator = _OPERATORS[word]
    return lambda numbers, element: operator(a(numbers, element), b(numbers, element))


def _named(name: str, parameters: Sequence[str]) -> Evaluated:
    if name == "value":
        return lambda numbers, element: element
    if name not in parameters:
        raise ValueError(f"`{name}` is no parameter of the kernel")
    at = parameters.index(name)
    return lambda numbers, element: numbers[at]


class Conditions:
    """What a launch must keep, and what the arrays of it must hold."""

    def __init__(self, text: str):
        guard = json.loads(text)
        if guard["schema"] != SCHEMA:
            raise ValueError(f"{guard['schema']} is not {SCHEMA}: the program is of another version")
        self.parameters: list[str] = guard["parameters"]
        self.launch = [(one["clause"], evaluated(one["holds"], self.parameters)) for one in guard["conditions"]]
        # Of an array; without a function where several elements are related.
        self.contents = [(one["array"], one["clause"], evaluated(one["holds"], self.parameters) if one["holds"] else None)
                         for one in guard["contents"]]

    def broken_clause(self, numbers: Sequence[int]) -> str | None:
        """The first clause that a launch with these numbers breaks."""
        if len(numbers) != len(self.parameters):
            raise ValueError(f"a launch has {len(numbers)} numbers, and its conditions are about {len(self.parameters)}")
        for clause, holds in self.launch:
            if not _is_kept(holds, numbers, None):
                return clause
        return None

    def is_broken_by(self, holds: Evaluated, numbers: Sequence[int], elements: Any) -> bool:
        """Whether one of the elements breaks a clause; equal ones are looked at once."""
        return any(not _is_kept(holds, numbers, element) for element in set(elements))


def _is_kept(holds: Evaluated, numbers: Sequence[int], element: Any) -> bool:
    try:
        return bool(holds(numbers, element))
    except ZeroDivisionError:
        return False
