#include <cuda_tile.h>
#include <cuda_fp16.h>
#include <cuda_bf16.h>
#include <cuda_fp8.h>
#include <cuda_tf32.h>
namespace ct = cuda::tiles; using namespace ct::literals;
extern "C" __tile_global__ void add_rz_f32(float* x, float* y, float* o) {
  auto i = ct::iota<ct::tile<int, ct::shape<16>>>();
  auto xx = ct::load(x + i); auto yy = ct::load(y + i);
  ct::store(o + i, ct::add(xx, yy, ct::round_toward_zero_t{}));
}
extern "C" __tile_global__ void sub_rz_f32(float* x, float* y, float* o) {
  auto i = ct::iota<ct::tile<int, ct::shape<16>>>();
  auto xx = ct::load(x + i); auto yy = ct::load(y + i);
  ct::store(o + i, ct::sub(xx, yy, ct::round_toward_zero_t{}));
}
extern "C" __tile_global__ void mul_rz_f32(float* x, float* y, float* o) {
  auto i = ct::iota<ct::tile<int, ct::shape<16>>>();
  auto xx = ct::load(x + i); auto yy = ct::load(y + i);
  ct::store(o + i, ct::mul(xx, yy, ct::round_toward_zero_t{}));
}
extern "C" __tile_global__ void div_rz_f32(float* x, float* y, float* o) {
  auto i = ct::iota<ct::tile<int, ct::shape<16>>>();
  auto xx = ct::load(x + i); auto yy = ct::load(y + i);
  ct::store(o + i, ct::div(xx, yy, ct::round_toward_zero_t{}));
}
extern "C" __tile_global__ void sqrt_rz_f32(float* x, float* o) {
  auto i = ct::iota<ct::tile<int, ct::shape<16>>>();
  auto xx = ct::load(x + i);
  ct::store(o + i, ct::sqrt(xx, ct::round_toward_zero_t{}));
}
extern "C" __tile_global__ void fma_rz_f32(float* x, float* y, float* z, float* o) {
  auto i = ct::iota<ct::tile<int, ct::shape<16>>>();
  auto xx = ct::load(x + i); auto yy = ct::load(y + i); auto zz = ct::load(z + i);
  ct::store(o + i, ct::fma(xx, yy, zz, ct::round_toward_zero_t{}));
}
extern "C" __tile_global__ void add_rz_f64(double* x, double* y, double* o) {
  auto i = ct::iota<ct::tile<int, ct::shape<16>>>();
  auto xx = ct::load(x + i); auto yy = ct::load(y + i);
  ct::store(o + i, ct::add(xx, yy, ct::round_toward_zero_t{}));
}
extern "C" __tile_global__ void sub_rz_f64(double* x, double* y, double* o) {
  auto i = ct::iota<ct::tile<int, ct::shape<16>>>();
  auto xx = ct::load(x + i); auto yy = ct::load(y + i);
  ct::store(o + i, ct::sub(xx, yy, ct::round_toward_zero_t{}));
}
extern "C" __tile_global__ void mul_rz_f64(double* x, double* y, double* o) {
  auto i = ct::iota<ct::tile<int, ct::shape<16>>>();
  auto xx = ct::load(x + i); auto yy = ct::load(y + i);
  ct::store(o + i, ct::mul(xx, yy, ct::round_toward_zero_t{}));
}
extern "C" __tile_global__ void div_rz_f64(double* x, double* y, double* o) {
  auto i = ct::iota<ct::tile<int, ct::shape<16>>>();
  auto xx = ct::load(x + i); auto yy = ct::load(y + i);
  ct::store(o + i, ct::div(xx, yy, ct::round_toward_zero_t{}));
}
extern "C" __tile_global__ void sqrt_rz_f64(double* x, double* o) {
  auto i = ct::iota<ct::tile<int, ct::shape<16>>>();
  auto xx = ct::load(x + i);
  ct::store(o + i, ct::sqrt(xx, ct::round_toward_zero_t{}));
}
extern "C" __tile_global__ void fma_rz_f64(double* x, double* y, double* z, double* o) {
  auto i = ct::iota<ct::tile<int, ct::shape<16>>>();
  auto xx = ct::load(x + i); auto yy = ct::load(y + i); auto zz = ct::load(z + i);
  ct::store(o + i, ct::fma(xx, yy, zz, ct::round_toward_zero_t{}));
}
extern "C" __tile_global__ void add_rm_f32(float* x, float* y, float* o) {
  auto i = ct::iota<ct::tile<int, ct::shape<16>>>();
  auto xx = ct::load(x + i); auto yy = ct::load(y + i);
  ct::store(o + i, ct::add(xx, yy, ct::round_toward_negative_t{}));
}
extern "C" __tile_global__ void sub_rm_f32(float* x, float* y, float* o) {
  auto i = ct::iota<ct::tile<int, ct::shape<16>>>();
  auto xx = ct::load(x + i); auto yy = ct::load(y + i);
  ct::store(o + i, ct::sub(xx, yy, ct::round_toward_negative_t{}));
}
extern "C" __tile_global__ void mul_rm_f32(float* x, float* y, float* o) {
  auto i = ct::iota<ct::tile<int, ct::shape<16>>>();
  auto xx = ct::load(x + i); auto yy = ct::load(y + i);
  ct::store(o + i, ct::mul(xx, yy, ct::round_toward_negative_t{}));
}
extern "C" __tile_global__ void div_rm_f32(float* x, float* y, float* o) {
  auto i = ct::iota<ct::tile<int, ct::shape<16>>>();
  auto xx = ct::load(x + i); auto yy = ct::load(y + i);
  ct::store(o + i, ct::div(xx, yy, ct::round_toward_negative_t{}));
}
extern "C" __tile_global__ void sqrt_rm_f32(float* x, float* o) {
  auto i = ct::iota<ct::tile<int, ct::shape<16>>>();
  auto xx = ct::load(x + i);
  ct::store(o + i, ct::sqrt(xx, ct::round_toward_negative_t{}));
}
extern "C" __tile_global__ void fma_rm_f32(float* x, float* y, float* z, float* o) {
  auto i = ct::iota<ct::tile<int, ct::shape<16>>>();
  auto xx = ct::load(x + i); auto yy = ct::load(y + i); auto zz = ct::load(z + i);
  ct::store(o + i, ct::fma(xx, yy, zz, ct::round_toward_negative_t{}));
}
extern "C" __tile_global__ void add_rm_f64(double* x, double* y, double* o) {
  auto i = ct::iota<ct::tile<int, ct::shape<16>>>();
  auto xx = ct::load(x + i); auto yy = ct::load(y + i);
  ct::store(o + i, ct::add(xx, yy, ct::round_toward_negative_t{}));
}
extern "C" __tile_global__ void sub_rm_f64(double* x, double* y, double* o) {
  auto i = ct::iota<ct::tile<int, ct::shape<16>>>();
  auto xx = ct::load(x + i); auto yy = ct::load(y + i);
  ct::store(o + i, ct::sub(xx, yy, ct::round_toward_negative_t{}));
}
extern "C" __tile_global__ void mul_rm_f64(double* x, double* y, double* o) {
  auto i = ct::iota<ct::tile<int, ct::shape<16>>>();
  auto xx = ct::load(x + i); auto yy = ct::load(y + i);
  ct::store(o + i, ct::mul(xx, yy, ct::round_toward_negative_t{}));
}
extern "C" __tile_global__ void div_rm_f64(double* x, double* y, double* o) {
  auto i = ct::iota<ct::tile<int, ct::shape<16>>>();
  auto xx = ct::load(x + i); auto yy = ct::load(y + i);
  ct::store(o + i, ct::div(xx, yy, ct::round_toward_negative_t{}));
}
extern "C" __tile_global__ void sqrt_rm_f64(double* x, double* o) {
  auto i = ct::iota<ct::tile<int, ct::shape<16>>>();
  auto xx = ct::load(x + i);
  ct::store(o + i, ct::sqrt(xx, ct::round_toward_negative_t{}));
}
extern "C" __tile_global__ void fma_rm_f64(double* x, double* y, double* z, double* o) {
  auto i = ct::iota<ct::tile<int, ct::shape<16>>>();
  auto xx = ct::load(x + i); auto yy = ct::load(y + i); auto zz = ct::load(z + i);
  ct::store(o + i, ct::fma(xx, yy, zz, ct::round_toward_negative_t{}));
}
extern "C" __tile_global__ void add_rp_f32(float* x, float* y, float* o) {
  auto i = ct::iota<ct::tile<int, ct::shape<16>>>();
  auto xx = ct::load(x + i); auto yy = ct::load(y + i);
  ct::store(o + i, ct::add(xx, yy, ct::round_toward_positive_t{}));
}
extern "C" __tile_global__ void sub_rp_f32(float* x, float* y, float* o) {
  auto i = ct::iota<ct::tile<int, ct::shape<16>>>();
  auto xx = ct::load(x + i); auto yy = ct::load(y + i);
  ct::store(o + i, ct::sub(xx, yy, ct::round_toward_positive_t{}));
}
extern "C" __tile_global__ void mul_rp_f32(float* x, float* y, float* o) {
  auto i = ct::iota<ct::tile<int, ct::shape<16>>>();
  auto xx = ct::load(x + i); auto yy = ct::load(y + i);
  ct::store(o + i, ct::mul(xx, yy, ct::round_toward_positive_t{}));
}
extern "C" __tile_global__ void div_rp_f32(float* x, float* y, float* o) {
  auto i = ct::iota<ct::tile<int, ct::shape<16>>>();
  auto xx = ct::load(x + i); auto yy = ct::load(y + i);
  ct::store(o + i, ct::div(xx, yy, ct::round_toward_positive_t{}));
}
extern "C" __tile_global__ void sqrt_rp_f32(float* x, float* o) {
  auto i = ct::iota<ct::tile<int, ct::shape<16>>>();
  auto xx = ct::load(x + i);
  ct::store(o + i, ct::sqrt(xx, ct::round_toward_positive_t{}));
}
extern "C" __tile_global__ void fma_rp_f32(float* x, float* y, float* z, float* o) {
  auto i = ct::iota<ct::tile<int, ct::shape<16>>>();
  auto xx = ct::load(x + i); auto yy = ct::load(y + i); auto zz = ct::load(z + i);
  ct::store(o + i, ct::fma(xx, yy, zz, ct::round_toward_positive_t{}));
}
extern "C" __tile_global__ void add_rp_f64(double* x, double* y, double* o) {
  auto i = ct::iota<ct::tile<int, ct::shape<16>>>();
  auto xx = ct::load(x + i); auto yy = ct::load(y + i);
  ct::store(o + i, ct::add(xx, yy, ct::round_toward_positive_t{}));
}
extern "C" __tile_global__ void sub_rp_f64(double* x, double* y, double* o) {
  auto i = ct::iota<ct::tile<int, ct::shape<16>>>();
  auto xx = ct::load(x + i); auto yy = ct::load(y + i);
  ct::store(o + i, ct::sub(xx, yy, ct::round_toward_positive_t{}));
}
extern "C" __tile_global__ void mul_rp_f64(double* x, double* y, double* o) {
  auto i = ct::iota<ct::tile<int, ct::shape<16>>>();
  auto xx = ct::load(x + i); auto yy = ct::load(y + i);
  ct::store(o + i, ct::mul(xx, yy, ct::round_toward_positive_t{}));
}
extern "C" __tile_global__ void div_rp_f64(double* x, double* y, double* o) {
  auto i = ct::iota<ct::tile<int, ct::shape<16>>>();
  auto xx = ct::load(x + i); auto yy = ct::load(y + i);
  ct::store(o + i, ct::div(xx, yy, ct::round_toward_positive_t{}));
}
extern "C" __tile_global__ void sqrt_rp_f64(double* x, double* o) {
  auto i = ct::iota<ct::tile<int, ct::shape<16>>>();
  auto xx = ct::load(x + i);
  ct::store(o + i, ct::sqrt(xx, ct::round_toward_positive_t{}));
}
extern "C" __tile_global__ void fma_rp_f64(double* x, double* y, double* z, double* o) {
  auto i = ct::iota<ct::tile<int, ct::shape<16>>>();
  auto xx = ct::load(x + i); auto yy = ct::load(y + i); auto zz = ct::load(z + i);
  ct::store(o + i, ct::fma(xx, yy, zz, ct::round_toward_positive_t{}));
}
extern "C" __tile_global__ void add_ftz_f32(float* x, float* y, float* o) {
  auto i = ct::iota<ct::tile<int, ct::shape<16>>>();
  auto xx = ct::load(x + i); auto yy = ct::load(y + i);
  ct::store(o + i, ct::add(xx, yy, ct::round_ties_to_even_t{}, ct::round_subnormals_to_zero_t{}));
}
extern "C" __tile_global__ void sub_ftz_f32(float* x, float* y, float* o) {
  auto i = ct::iota<ct::tile<int, ct::shape<16>>>();
  auto xx = ct::load(x + i); auto yy = ct::load(y + i);
  ct::store(o + i, ct::sub(xx, yy, ct::round_ties_to_even_t{}, ct::round_subnormals_to_zero_t{}));
}
extern "C" __tile_global__ void mul_ftz_f32(float* x, float* y, float* o) {
  auto i = ct::iota<ct::tile<int, ct::shape<16>>>();
  auto xx = ct::load(x + i); auto yy = ct::load(y + i);
  ct::store(o + i, ct::mul(xx, yy, ct::round_ties_to_even_t{}, ct::round_subnormals_to_zero_t{}));
}
extern "C" __tile_global__ void div_ftz_f32(float* x, float* y, float* o) {
  auto i = ct::iota<ct::tile<int, ct::shape<16>>>();
  auto xx = ct::load(x + i); auto yy = ct::load(y + i);
  ct::store(o + i, ct::div(xx, yy, ct::round_ties_to_even_t{}, ct::round_subnormals_to_zero_t{}));
}
extern "C" __tile_global__ void exp2_ftz_f32(float* x, float* o) {
  auto i = ct::iota<ct::tile<int, ct::shape<16>>>();
  auto xx = ct::load(x + i);
  ct::store(o + i, ct::exp2(xx, ct::round_subnormals_to_zero_t{}));
}
extern "C" __tile_global__ void rsqrt_ftz_f32(float* x, float* o) {
  auto i = ct::iota<ct::tile<int, ct::shape<16>>>();
  auto xx = ct::load(x + i);
  ct::store(o + i, ct::rsqrt(xx, ct::round_subnormals_to_zero_t{}));
}
extern "C" __tile_global__ void div_approx_f32(float* x, float* y, float* o) {
  auto i = ct::iota<ct::tile<int, ct::shape<16>>>();
  auto xx = ct::load(x + i); auto yy = ct::load(y + i);
  ct::store(o + i, ct::div(xx, yy, ct::round_approximate_t{}));
}
extern "C" __tile_global__ void div_full_f32(float* x, float* y, float* o) {
  auto i = ct::iota<ct::tile<int, ct::shape<16>>>();
  auto xx = ct::load(x + i); auto yy = ct::load(y + i);
  ct::store(o + i, ct::div(xx, yy, ct::round_full_t{}));
}
extern "C" __tile_global__ void sqrt_approx_f32(float* x, float* o) {
  auto i = ct::iota<ct::tile<int, ct::shape<16>>>();
  auto xx = ct::load(x + i);
  ct::store(o + i, ct::sqrt(xx, ct::round_approximate_t{}));
}
extern "C" __tile_global__ void exp_approx_f32(float* x, float* o) {
  auto i = ct::iota<ct::tile<int, ct::shape<16>>>();
  auto xx = ct::load(x + i);
  ct::store(o + i, ct::exp(xx, ct::round_approximate_t{}));
}
extern "C" __tile_global__ void tanh_approx_f32(float* x, float* o) {
  auto i = ct::iota<ct::tile<int, ct::shape<16>>>();
  auto xx = ct::load(x + i);
  ct::store(o + i, ct::tanh(xx, ct::round_approximate_t{}));
}
extern "C" __tile_global__ void max_f32(float* x, float* y, float* o) {
  auto i = ct::iota<ct::tile<int, ct::shape<16>>>();
  auto xx = ct::load(x + i); auto yy = ct::load(y + i);
  ct::store(o + i, ct::max(xx, yy));
}
extern "C" __tile_global__ void max_nan_f32(float* x, float* y, float* o) {
  auto i = ct::iota<ct::tile<int, ct::shape<16>>>();
  auto xx = ct::load(x + i); auto yy = ct::load(y + i);
  ct::store(o + i, ct::max(xx, yy, ct::propagate_nan_t{}));
}
extern "C" __tile_global__ void min_f32(float* x, float* y, float* o) {
  auto i = ct::iota<ct::tile<int, ct::shape<16>>>();
  auto xx = ct::load(x + i); auto yy = ct::load(y + i);
  ct::store(o + i, ct::min(xx, yy));
}
extern "C" __tile_global__ void min_nan_f32(float* x, float* y, float* o) {
  auto i = ct::iota<ct::tile<int, ct::shape<16>>>();
  auto xx = ct::load(x + i); auto yy = ct::load(y + i);
  ct::store(o + i, ct::min(xx, yy, ct::propagate_nan_t{}));
}
extern "C" __tile_global__ void max_f64(double* x, double* y, double* o) {
  auto i = ct::iota<ct::tile<int, ct::shape<16>>>();
  auto xx = ct::load(x + i); auto yy = ct::load(y + i);
  ct::store(o + i, ct::max(xx, yy));
}
extern "C" __tile_global__ void max_nan_f64(double* x, double* y, double* o) {
  auto i = ct::iota<ct::tile<int, ct::shape<16>>>();
  auto xx = ct::load(x + i); auto yy = ct::load(y + i);
  ct::store(o + i, ct::max(xx, yy, ct::propagate_nan_t{}));
}
extern "C" __tile_global__ void min_f64(double* x, double* y, double* o) {
  auto i = ct::iota<ct::tile<int, ct::shape<16>>>();
  auto xx = ct::load(x + i); auto yy = ct::load(y + i);
  ct::store(o + i, ct::min(xx, yy));
}
extern "C" __tile_global__ void min_nan_f64(double* x, double* y, double* o) {
  auto i = ct::iota<ct::tile<int, ct::shape<16>>>();
  auto xx = ct::load(x + i); auto yy = ct::load(y + i);
  ct::store(o + i, ct::min(xx, yy, ct::propagate_nan_t{}));
}
extern "C" __tile_global__ void max_f16(__half* x, __half* y, __half* o) {
  auto i = ct::iota<ct::tile<int, ct::shape<16>>>();
  auto xx = ct::load(x + i); auto yy = ct::load(y + i);
  ct::store(o + i, ct::max(xx, yy));
}
extern "C" __tile_global__ void max_nan_f16(__half* x, __half* y, __half* o) {
  auto i = ct::iota<ct::tile<int, ct::shape<16>>>();
  auto xx = ct::load(x + i); auto yy = ct::load(y + i);
  ct::store(o + i, ct::max(xx, yy, ct::propagate_nan_t{}));
}
extern "C" __tile_global__ void min_f16(__half* x, __half* y, __half* o) {
  auto i = ct::iota<ct::tile<int, ct::shape<16>>>();
  auto xx = ct::load(x + i); auto yy = ct::load(y + i);
  ct::store(o + i, ct::min(xx, yy));
}
extern "C" __tile_global__ void min_nan_f16(__half* x, __half* y, __half* o) {
  auto i = ct::iota<ct::tile<int, ct::shape<16>>>();
  auto xx = ct::load(x + i); auto yy = ct::load(y + i);
  ct::store(o + i, ct::min(xx, yy, ct::propagate_nan_t{}));
}
extern "C" __tile_global__ void max_bf16(__nv_bfloat16* x, __nv_bfloat16* y, __nv_bfloat16* o) {
  auto i = ct::iota<ct::tile<int, ct::shape<16>>>();
  auto xx = ct::load(x + i); auto yy = ct::load(y + i);
  ct::store(o + i, ct::max(xx, yy));
}
extern "C" __tile_global__ void max_nan_bf16(__nv_bfloat16* x, __nv_bfloat16* y, __nv_bfloat16* o) {
  auto i = ct::iota<ct::tile<int, ct::shape<16>>>();
  auto xx = ct::load(x + i); auto yy = ct::load(y + i);
  ct::store(o + i, ct::max(xx, yy, ct::propagate_nan_t{}));
}
extern "C" __tile_global__ void min_bf16(__nv_bfloat16* x, __nv_bfloat16* y, __nv_bfloat16* o) {
  auto i = ct::iota<ct::tile<int, ct::shape<16>>>();
  auto xx = ct::load(x + i); auto yy = ct::load(y + i);
  ct::store(o + i, ct::min(xx, yy));
}
extern "C" __tile_global__ void min_nan_bf16(__nv_bfloat16* x, __nv_bfloat16* y, __nv_bfloat16* o) {
  auto i = ct::iota<ct::tile<int, ct::shape<16>>>();
  auto xx = ct::load(x + i); auto yy = ct::load(y + i);
  ct::store(o + i, ct::min(xx, yy, ct::propagate_nan_t{}));
}
