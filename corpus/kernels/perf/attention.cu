// Attention, forward: a block has 128 queries of a head, and goes over the keys and values that they see.
#include <cuda_bf16.h>
#include <cuda_tile.h>
namespace ct = cuda::tiles;
using namespace ct::literals;
using bf16 = __nv_bfloat16;

// keys that come after a query are not seen; scale is that of scores, times log2(e)
// tileproof: grid = (cdiv(length, 128), heads)
// tileproof: requires = length >= 1, heads >= 1, length <= 1000000, heads <= 65536
// tileproof: align query : 16
// tileproof: align key : 16
// tileproof: align value : 16
// tileproof: align out : 16
extern "C" __tile_global__ void causal_attention_128(bf16* __restrict__ query, bf16* __restrict__ key, bf16* __restrict__ value, bf16* __restrict__ out, int heads, int length, float scale) {
  using scores = ct::tile<float, ct::shape<128, 128>>;
  using rows = ct::tile<float, ct::shape<128, 1>>;
  auto extents = ct::extents{heads, length, 128_ic};
  auto queries = ct::partition_view{ct::tensor_span{query, extents}, ct::shape{1_ic, 128_ic, 128_ic}};
  auto keys = ct::partition_view{ct::tensor_span{key, extents}, ct::shape{1_ic, 128_ic, 128_ic}};
  auto values = ct::partition_view{ct::tensor_span{value, extents}, ct::shape{1_ic, 128_ic, 128_ic}};
  auto outs = ct::partition_view{ct::tensor_span{out, extents}, ct::shape{1_ic, 128_ic, 128_ic}};
  int block = ct::bid().x, head = ct::bid().y;
  auto q = ct::reshape(queries.load_masked(head, block, 0), ct::shape<128, 128>{});
  auto most = ct::full<rows>(-1.0e30f), total = ct::zeros<rows>();
  auto sums = ct::zeros<scores>();
  auto lane = ct::iota<ct::tile<int, ct::shape<128>>>();
  auto row = block * 128 + ct::reshape(lane, ct::shape<128, 1>{});
  for (auto j : ct::irange(0, block + 1)) {
    auto k = ct::transpose(ct::reshape(keys.load_masked(head, j, 0), ct::shape<128, 128>{}));
    auto score = ct::mma(q, k, ct::zeros<scores>()) * scale;
    auto column = j * 128 + ct::reshape(lane, ct::shape<1, 128>{});
    score = ct::select(row >= column, score, ct::full<scores>(-1.0e30f));
    auto next = ct::max(most, ct::reduce_max<1>(score));
    auto weight = ct::exp2(score - next);
    auto drop = ct::exp2(most - next);
    total = total * drop + ct::sum<1>(weight);
    auto v = ct::reshape(values.load_masked(head, j, 0), ct::shape<128, 128>{});
    sums = ct::mma(ct::element_cast<bf16>(weight), v, sums * drop);
    most = next;
  }
  outs.store_masked(ct::reshape(ct::element_cast<bf16>(sums / total), ct::shape<1, 128, 128>{}), head, block, 0);
}
