"""Results of torch functions whose shape or Python value depends on the elements of their arguments.

A shape that a run on the device `meta` gives depends on no element, because tensors of that device have none. All other results are
assumed to depend on elements: no list of such functions can be complete.
"""
from __future__ import annotations

import warnings
from typing import Any, Callable

# Methods and functions whose Python value is computed from shape, type and place alone.
ABOUT_SHAPE = {
    "__dir__", "__get__", "__hash__", "__iter__", "__len__", "_is_view", "broadcast_shapes", "can_cast", "dim", "element_size",
    "get_device", "has_names", "is_coalesced", "is_complex", "is_conj", "is_contiguous", "is_floating_point", "is_inference", "is_neg",
    "is_pinned", "is_same_size", "is_set_to", "is_shared", "is_signed", "is_storage", "is_tensor", "ndimension", "nelement", "numel",
    "register_hook", "register_post_accumulate_grad_hook", "result_type", "size", "storage_offset", "stride"}
# Functions that give memory to whoever reads or writes it without torch.
SHARED = {"untyped_storage", "storage", "_typed_storage", "numpy", "__array__", "__dlpack__", "data_ptr"}
# Functions whose result has the shape of their first argument, and that cannot run on `meta`.
COPIES = {"cpu", "clone", "detach", "__deepcopy__"}
# Functions in which the elements of the first argument decide no shape. The other arguments may.
OF_OTHERS = {"__getitem__", "masked_select", "repeat_interleave", "tensor_split"}
# Functions that call code of the author, which is not watched.
CALLERS = {"apply_", "grad", "map_", "map2_"}


def name_of(function: Any) -> str:
    """The name of a function of torch."""
    return getattr(function, "__name__", "")


def calls_author(function: Any) -> bool:
    """Whether a function may run code of the author or of another library: one of torch's own does not."""
    if name_of(function) in CALLERS:
        return True
    qualified = getattr(function, "_qualified_op_name", None) or getattr(function, "_name", None)
    if isinstance(qualified, str):
        return not qualified.startswith(("aten::", "prims::", "prim::"))
    module = getattr(function, "__module__", None)
    # Methods of tensors in C have no module.
    return isinstance(module, str) and module.split(".")[0] not in ("torch", "builtins")


class Probe:
    """The arguments of one call without their elements, kept from before the call, which may change shapes."""

    def __init__(self, function: Any, args: Any, kwargs: dict[str, Any], is_unknown: Callable[[Any], bool]):
        self.function, self.name = function, name_of(function)
        deciding = [args[1:], kwargs] if self.name in OF_OTHERS else [args, kwargs]
        self.is_decided = not any(is_unknown(one) for one in tensors(deciding))
        self.first = tuple(args[0].shape) if args and is_tensor(args[0]) else None
        self.given: tuple[Any, Any] | None = None
        if not self.is_decided and self.name not in COPIES and not calls_author(function):
            named = {name: value for name, value in kwargs.items() if name != "generator"}
            try:
                self.given = _without_elements(args), _without_elements(named)
            except Exception:  # sparse and quantized tensors have no such form
                self.given = None

    def is_of_elements(self, result: Any) -> bool:
        """Whether a shape or a Python value in the result may depend on elements that are unknown."""
        found = tensors(result)
        if self.name not in ABOUT_SHAPE and not _is_of_tensors(result):
            return True
        if not found or self.is_decided or self.name == "__get__":
            return False
        if self.name in COPIES:
            return [tuple(one.shape) for one in found] != [self.first]
        return self._run() != [tuple(one.shape) for one in found]

    def _run(self) -> list[tuple[int, ...]] | None:
        """The shapes that a run on `meta` gives; none where there is no such run."""
        if self.given is None:
            return None
        import torch
        try:
            with torch.no_grad(), warnings.catch_warnings():
                warnings.simplefilter("ignore")
                return [tuple(one.shape) for one in tensors(self.function(*self.given[0], **self.given[1]))]
        except Exception:  # each function says in its own way that it needs elements
            return None


def _without_elements(value: Any) -> Any:
    """Arguments with tensors of the device `meta`."""
    import torch
    if is_tensor(value):
        return torch.empty_strided(tuple(value.shape), value.stride(), dtype=value.dtype, device="meta")
    if isinstance(value, torch.device) or isinstance(value, str) and value.split(":")[0] in ("cpu", "cuda"):
        return torch.device("meta")
    if isinstance(value, torch.Size):
        return value
    if isinstance(value, tuple):
        return tuple(_without_elements(one) for one in value)
    if isinstance(value, list):
        return [_without_elements(one) for one in value]
    if isinstance(value, dict):
        return {name: _without_elements(one) for name, one in value.items()}
    if isinstance(value, slice):
        return slice(_without_elements(value.start), _without_elements(value.stop), _without_elements(value.step))
    return value


def _is_of_tensors(result: Any) -> bool:
    """Whether a result has no Python value that elements can decide."""
    import torch
    if result is None or is_tensor(result) or isinstance(result, (torch.dtype, torch.device, torch.layout, torch.memory_format)):
        return True
    return isinstance(result, (list, tuple)) and all(_is_of_tensors(one) for one in result)


def is_tensor(value: Any) -> bool:
    """Whether a value is a tensor of torch, or behaves as one."""
    return hasattr(value, "untyped_storage")


def tensors(value: Any) -> list[Any]:
    """The tensors among arguments or results."""
    if is_tensor(value):
        return [value]
    if isinstance(value, dict):
        value = list(value.values())
    if isinstance(value, slice):
        value = [value.start, value.stop, value.step]
    return [one for item in value for one in tensors(item)] if isinstance(value, (list, tuple)) else []
