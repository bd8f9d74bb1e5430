"""A driver of Triton for a GPU that is not there: it answers questions about the device, and neither loads nor launches anything."""
from __future__ import annotations

import types
from typing import Any

ARCHITECTURE = 90

# An H100, as `driver.active.utils.get_device_properties` describes it.
PROPERTIES = {"max_shared_mem": 232448, "max_num_regs": 65536, "multiprocessor_count": 132, "warpSize": 32, "sm_clock_rate": 1980000,
              "mem_clock_rate": 2619000, "mem_bus_width": 5120}


def target() -> Any:
    """The target that kernels are compiled for."""
    from triton.backends.compiler import GPUTarget
    return GPUTarget("cuda", ARCHITECTURE, 32)


def active() -> Any:
    """An object that Triton takes for its active driver."""
    from triton.backends.driver import DriverBase

    class Absent(DriverBase):
        """A driver without a device."""

        def __init__(self) -> None:
            self.utils = types.SimpleNamespace(get_device_properties=lambda *_: dict(PROPERTIES))
            self.get_device_capability = lambda *_: divmod(ARCHITECTURE, 10)

        @classmethod
        def is_active(cls) -> bool:
            return True

        def map_python_to_cpp_type(self, ty: str) -> str:
            return ty

        def get_current_target(self) -> Any:
            return target()

        def get_current_device(self) -> int:
            return 0

        def set_current_device(self, device: Any) -> None:
            """Nothing: the device is the only one."""

        def get_current_stream(self, device: Any = None) -> int:
            return 0

        def get_active_torch_device(self) -> Any:
            # Tensors of torch are on the host, and scripts compare this device with a tensor's.
            try:
                import torch
            except ImportError:
                return "cpu"
            return torch.device("cpu")

        def get_device_interface(self) -> Any:
            import torch
            return torch.cuda

        def get_benchmarker(self) -> Any:
            return lambda call, quantiles=None, **_: [1.0] * len(quantiles) if quantiles else 1.0

        def get_empty_cache_for_benchmark(self) -> Any:
            return types.SimpleNamespace(zero_=lambda: None)

        def clear_cache(self, cache: Any) -> None:
            """Nothing: no cache is there."""

    return Absent()
