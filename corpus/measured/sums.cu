#include <cuda_tile.h>
#include <cuda_fp16.h>
#include <cuda_bf16.h>
#include <cuda_fp8.h>
#include <cuda_tf32.h>
namespace ct = cuda::tiles; using namespace ct::literals;
extern "C" __tile_global__ void sum_f32(float* x, float* o) {
  auto i = ct::iota<ct::tile<int, ct::shape<32>>>();
  auto xx = ct::load(x + i);
  ct::store(o + i, ct::broadcast(ct::sum<0>(xx), ct::shape<32>{}));
}
extern "C" __tile_global__ void psum_f32(float* x, float* o) {
  auto i = ct::iota<ct::tile<int, ct::shape<32>>>();
  auto xx = ct::load(x + i);
  ct::store(o + i, ct::partial_sum<0>(xx));
}
extern "C" __tile_global__ void psum_back_f32(float* x, float* o) {
  auto i = ct::iota<ct::tile<int, ct::shape<32>>>();
  auto xx = ct::load(x + i);
  ct::store(o + i, ct::partial_sum(xx, 0_ic, ct::scan_backward_t{}));
}
extern "C" __tile_global__ void pprod_f32(float* x, float* o) {
  auto i = ct::iota<ct::tile<int, ct::shape<32>>>();
  auto xx = ct::load(x + i);
  ct::store(o + i, ct::partial_prod<0>(xx));
}
extern "C" __tile_global__ void sum_f64(double* x, double* o) {
  auto i = ct::iota<ct::tile<int, ct::shape<32>>>();
  auto xx = ct::load(x + i);
  ct::store(o + i, ct::broadcast(ct::sum<0>(xx), ct::shape<32>{}));
}
extern "C" __tile_global__ void psum_f64(double* x, double* o) {
  auto i = ct::iota<ct::tile<int, ct::shape<32>>>();
  auto xx = ct::load(x + i);
  ct::store(o + i, ct::partial_sum<0>(xx));
}
extern "C" __tile_global__ void psum_back_f64(double* x, double* o) {
  auto i = ct::iota<ct::tile<int, ct::shape<32>>>();
  auto xx = ct::load(x + i);
  ct::store(o + i, ct::partial_sum(xx, 0_ic, ct::scan_backward_t{}));
}
extern "C" __tile_global__ void pprod_f64(double* x, double* o) {
  auto i = ct::iota<ct::tile<int, ct::shape<32>>>();
  auto xx = ct::load(x + i);
  ct::store(o + i, ct::partial_prod<0>(xx));
}
extern "C" __tile_global__ void sum_f16(__half* x, __half* o) {
  auto i = ct::iota<ct::tile<int, ct::shape<32>>>();
  auto xx = ct::load(x + i);
  ct::store(o + i, ct::broadcast(ct::sum<0>(xx), ct::shape<32>{}));
}
extern "C" __tile_global__ void psum_f16(__half* x, __half* o) {
  auto i = ct::iota<ct::tile<int, ct::shape<32>>>();
  auto xx = ct::load(x + i);
  ct::store(o + i, ct::partial_sum<0>(xx));
}
extern "C" __tile_global__ void psum_back_f16(__half* x, __half* o) {
  auto i = ct::iota<ct::tile<int, ct::shape<32>>>();
  auto xx = ct::load(x + i);
  ct::store(o + i, ct::partial_sum(xx, 0_ic, ct::scan_backward_t{}));
}
extern "C" __tile_global__ void pprod_f16(__half* x, __half* o) {
  auto i = ct::iota<ct::tile<int, ct::shape<32>>>();
  auto xx = ct::load(x + i);
  ct::store(o + i, ct::partial_prod<0>(xx));
}
extern "C" __tile_global__ void sum_bf16(__nv_bfloat16* x, __nv_bfloat16* o) {
  auto i = ct::iota<ct::tile<int, ct::shape<32>>>();
  auto xx = ct::load(x + i);
  ct::store(o + i, ct::broadcast(ct::sum<0>(xx), ct::shape<32>{}));
}
extern "C" __tile_global__ void psum_bf16(__nv_bfloat16* x, __nv_bfloat16* o) {
  auto i = ct::iota<ct::tile<int, ct::shape<32>>>();
  auto xx = ct::load(x + i);
  ct::store(o + i, ct::partial_sum<0>(xx));
}
extern "C" __tile_global__ void psum_back_bf16(__nv_bfloat16* x, __nv_bfloat16* o) {
  auto i = ct::iota<ct::tile<int, ct::shape<32>>>();
  auto xx = ct::load(x + i);
  ct::store(o + i, ct::partial_sum(xx, 0_ic, ct::scan_backward_t{}));
}
extern "C" __tile_global__ void pprod_bf16(__nv_bfloat16* x, __nv_bfloat16* o) {
  auto i = ct::iota<ct::tile<int, ct::shape<32>>>();
  auto xx = ct::load(x + i);
  ct::store(o + i, ct::partial_prod<0>(xx));
}
extern "C" __tile_global__ void psum_i32(int* x, int* o) {
  auto i = ct::iota<ct::tile<int, ct::shape<32>>>();
  auto xx = ct::load(x + i);
  ct::store(o + i, ct::partial_sum<0>(xx));
}
extern "C" __tile_global__ void psum_back_i32(int* x, int* o) {
  auto i = ct::iota<ct::tile<int, ct::shape<32>>>();
  auto xx = ct::load(x + i);
  ct::store(o + i, ct::partial_sum(xx, 0_ic, ct::scan_backward_t{}));
}
extern "C" __tile_global__ void pprod_i32(int* x, int* o) {
  auto i = ct::iota<ct::tile<int, ct::shape<32>>>();
  auto xx = ct::load(x + i);
  ct::store(o + i, ct::partial_prod<0>(xx));
}
extern "C" __tile_global__ void argmax_i32(int* x, unsigned* o) {
  auto i = ct::iota<ct::tile<int, ct::shape<32>>>();
  auto xx = ct::load(x + i);
  ct::store(o + i, ct::broadcast(ct::max_element<0>(xx), ct::shape<32>{}));
}
extern "C" __tile_global__ void argmin_i32(int* x, unsigned* o) {
  auto i = ct::iota<ct::tile<int, ct::shape<32>>>();
  auto xx = ct::load(x + i);
  ct::store(o + i, ct::broadcast(ct::min_element<0>(xx), ct::shape<32>{}));
}
extern "C" __tile_global__ void psum_u32(unsigned* x, unsigned* o) {
  auto i = ct::iota<ct::tile<int, ct::shape<32>>>();
  auto xx = ct::load(x + i);
  ct::store(o + i, ct::partial_sum<0>(xx));
}
extern "C" __tile_global__ void psum_back_u32(unsigned* x, unsigned* o) {
  auto i = ct::iota<ct::tile<int, ct::shape<32>>>();
  auto xx = ct::load(x + i);
  ct::store(o + i, ct::partial_sum(xx, 0_ic, ct::scan_backward_t{}));
}
extern "C" __tile_global__ void pprod_u32(unsigned* x, unsigned* o) {
  auto i = ct::iota<ct::tile<int, ct::shape<32>>>();
  auto xx = ct::load(x + i);
  ct::store(o + i, ct::partial_prod<0>(xx));
}
extern "C" __tile_global__ void argmax_u32(unsigned* x, unsigned* o) {
  auto i = ct::iota<ct::tile<int, ct::shape<32>>>();
  auto xx = ct::load(x + i);
  ct::store(o + i, ct::broadcast(ct::max_element<0>(xx), ct::shape<32>{}));
}
extern "C" __tile_global__ void argmin_u32(unsigned* x, unsigned* o) {
  auto i = ct::iota<ct::tile<int, ct::shape<32>>>();
  auto xx = ct::load(x + i);
  ct::store(o + i, ct::broadcast(ct::min_element<0>(xx), ct::shape<32>{}));
}
extern "C" __tile_global__ void psum_i64(long long* x, long long* o) {
  auto i = ct::iota<ct::tile<int, ct::shape<32>>>();
  auto xx = ct::load(x + i);
  ct::store(o + i, ct::partial_sum<0>(xx));
}
extern "C" __tile_global__ void psum_back_i64(long long* x, long long* o) {
  auto i = ct::iota<ct::tile<int, ct::shape<32>>>();
  auto xx = ct::load(x + i);
  ct::store(o + i, ct::partial_sum(xx, 0_ic, ct::scan_backward_t{}));
}
extern "C" __tile_global__ void pprod_i64(long long* x, long long* o) {
  auto i = ct::iota<ct::tile<int, ct::shape<32>>>();
  auto xx = ct::load(x + i);
  ct::store(o + i, ct::partial_prod<0>(xx));
}
extern "C" __tile_global__ void argmax_i64(long long* x, unsigned* o) {
  auto i = ct::iota<ct::tile<int, ct::shape<32>>>();
  auto xx = ct::load(x + i);
  ct::store(o + i, ct::broadcast(ct::max_element<0>(xx), ct::shape<32>{}));
}
extern "C" __tile_global__ void argmin_i64(long long* x, unsigned* o) {
  auto i = ct::iota<ct::tile<int, ct::shape<32>>>();
  auto xx = ct::load(x + i);
  ct::store(o + i, ct::broadcast(ct::min_element<0>(xx), ct::shape<32>{}));
}
extern "C" __tile_global__ void psum_i8(signed char* x, signed char* o) {
  auto i = ct::iota<ct::tile<int, ct::shape<32>>>();
  auto xx = ct::load(x + i);
  ct::store(o + i, ct::partial_sum<0>(xx));
}
extern "C" __tile_global__ void psum_back_i8(signed char* x, signed char* o) {
  auto i = ct::iota<ct::tile<int, ct::shape<32>>>();
  auto xx = ct::load(x + i);
  ct::store(o + i, ct::partial_sum(xx, 0_ic, ct::scan_backward_t{}));
}
extern "C" __tile_global__ void pprod_i8(signed char* x, signed char* o) {
  auto i = ct::iota<ct::tile<int, ct::shape<32>>>();
  auto xx = ct::load(x + i);
  ct::store(o + i, ct::partial_prod<0>(xx));
}
extern "C" __tile_global__ void argmax_i8(signed char* x, unsigned* o) {
  auto i = ct::iota<ct::tile<int, ct::shape<32>>>();
  auto xx = ct::load(x + i);
  ct::store(o + i, ct::broadcast(ct::max_element<0>(xx), ct::shape<32>{}));
}
extern "C" __tile_global__ void argmin_i8(signed char* x, unsigned* o) {
  auto i = ct::iota<ct::tile<int, ct::shape<32>>>();
  auto xx = ct::load(x + i);
  ct::store(o + i, ct::broadcast(ct::min_element<0>(xx), ct::shape<32>{}));
}
extern "C" __tile_global__ void argmax_f32(float* x, unsigned* o) {
  auto i = ct::iota<ct::tile<int, ct::shape<32>>>();
  auto xx = ct::load(x + i);
  ct::store(o + i, ct::broadcast(ct::max_element<0>(xx), ct::shape<32>{}));
}
extern "C" __tile_global__ void argmin_f32(float* x, unsigned* o) {
  auto i = ct::iota<ct::tile<int, ct::shape<32>>>();
  auto xx = ct::load(x + i);
  ct::store(o + i, ct::broadcast(ct::min_element<0>(xx), ct::shape<32>{}));
}
extern "C" __tile_global__ void argmax_f64(double* x, unsigned* o) {
  auto i = ct::iota<ct::tile<int, ct::shape<32>>>();
  auto xx = ct::load(x + i);
  ct::store(o + i, ct::broadcast(ct::max_element<0>(xx), ct::shape<32>{}));
}
extern "C" __tile_global__ void argmin_f64(double* x, unsigned* o) {
  auto i = ct::iota<ct::tile<int, ct::shape<32>>>();
  auto xx = ct::load(x + i);
  ct::store(o + i, ct::broadcast(ct::min_element<0>(xx), ct::shape<32>{}));
}
extern "C" __tile_global__ void argmax_f16(__half* x, unsigned* o) {
  auto i = ct::iota<ct::tile<int, ct::shape<32>>>();
  auto xx = ct::load(x + i);
  ct::store(o + i, ct::broadcast(ct::max_element<0>(xx), ct::shape<32>{}));
}
extern "C" __tile_global__ void argmin_f16(__half* x, unsigned* o) {
  auto i = ct::iota<ct::tile<int, ct::shape<32>>>();
  auto xx = ct::load(x + i);
  ct::store(o + i, ct::broadcast(ct::min_element<0>(xx), ct::shape<32>{}));
}
extern "C" __tile_global__ void argmax_bf16(__nv_bfloat16* x, unsigned* o) {
  auto i = ct::iota<ct::tile<int, ct::shape<32>>>();
  auto xx = ct::load(x + i);
  ct::store(o + i, ct::broadcast(ct::max_element<0>(xx), ct::shape<32>{}));
}
extern "C" __tile_global__ void argmin_bf16(__nv_bfloat16* x, unsigned* o) {
  auto i = ct::iota<ct::tile<int, ct::shape<32>>>();
  auto xx = ct::load(x + i);
  ct::store(o + i, ct::broadcast(ct::min_element<0>(xx), ct::shape<32>{}));
}
