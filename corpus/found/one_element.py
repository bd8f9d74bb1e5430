"""A store into an array of one element."""
import sys

import cuda.tile as ct
from cuda.tile.compilation import ArrayConstraint, CallingConvention, KernelSignature, export_kernel


@ct.kernel
def one_element(o):
    ct.store(o, index=(0,), tile=ct.full((1,), 2.0, ct.float32))


array = ArrayConstraint(ct.float32, 1, index_dtype=ct.int32, stride_constant=(1,), stride_lower_bound_incl=0,
                        shape_constant=(1,), base_addr_divisible_by=16, alias_groups=(), may_alias_internally=False)
signature = KernelSignature([array], CallingConvention.cutile_python_v2(), symbol="one_element")
export_kernel(one_element, [signature], sys.argv[1], gpu_code="sm_90", output_format="tileir_bytecode")
