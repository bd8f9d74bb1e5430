"""The sum of arrays in a list."""
import sys

import cuda.tile as ct
from cuda.tile.compilation import (ArrayConstraint, CallingConvention, KernelSignature, ListConstraint,
                                   export_kernel)


@ct.kernel
def add_all(arrays, o, T: ct.Constant[int]):
    i = ct.bid(0)
    total = ct.full((T,), 0.0, dtype=ct.float32)
    for k in range(len(arrays)):
        total = total + ct.load(arrays[k], index=(i,), shape=(T,), padding_mode=ct.PaddingMode.ZERO)
    ct.store(o, index=(i,), tile=total)


array = ArrayConstraint(ct.float32, 1, index_dtype=ct.int32, stride_constant=(1,), stride_lower_bound_incl=0,
                        base_addr_divisible_by=16, alias_groups=(), may_alias_internally=False)
several = ListConstraint(array, alias_groups=(), elements_may_alias=True)
signature = KernelSignature([several, array, 16], CallingConvention.cutile_python_v2(), symbol="add_all")
export_kernel(add_all, [signature], sys.argv[1], gpu_code="sm_90", output_format="tileir_bytecode")
