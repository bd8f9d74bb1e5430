"""What every launch of a kernel promises, as a decorator."""
from __future__ import annotations

from typing import Any, Callable, TypeVar

Kernel = TypeVar("Kernel")


def promises(*requires: str, grid: str | None = None, clauses: tuple[str, ...] = ()) -> Callable[[Kernel], Kernel]:
    """Says what every launch of a kernel promises, as `# tileproof: …` above it does.

    `@tileproof.promises("a.shape[0] == b.shape[0]", grid="cdiv(a.shape[0], T)")` stands above or below `@ct.kernel`. `clauses`
    are those of a contract that are neither, such as `contents idx : 0 <= value && value < n`.
    """
    said = [*(f"requires = {one}" for one in requires), *([f"grid = ({grid})"] if grid else []), *clauses]

    def mark(kernel: Any) -> Any:
        annotated = getattr(kernel, "_annotated_function", None)
        function = annotated.pyfunc if annotated is not None else kernel
        function.__tileproof__ = [*said, *getattr(function, "__tileproof__", ())]
        return kernel

    return mark
