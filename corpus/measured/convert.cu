#include <cuda_tile.h>
#include <cuda_fp16.h>
#include <cuda_bf16.h>
#include <cuda_fp8.h>
#include <cuda_tf32.h>
namespace ct = cuda::tiles; using namespace ct::literals;
extern "C" __tile_global__ void ftof_f32_f64(float* x, double* o) {
  auto i = ct::iota<ct::tile<int, ct::shape<16>>>();
  auto xx = ct::load(x + i);
  ct::store(o + i, ct::element_cast<double>(xx));
}
extern "C" __tile_global__ void ftof2_f32_f64(float* x, double* o) {
  auto i = ct::iota<ct::tile<int, ct::shape<16>>>();
  auto xx = ct::load(x + i);
  ct::store(o + i, ct::element_cast<double>(xx));
}
extern "C" __tile_global__ void ftof_f32_f16(float* x, __half* o) {
  auto i = ct::iota<ct::tile<int, ct::shape<16>>>();
  auto xx = ct::load(x + i);
  ct::store(o + i, ct::element_cast<__half>(xx));
}
extern "C" __tile_global__ void ftof2_f32_f16(float* x, __half* o) {
  auto i = ct::iota<ct::tile<int, ct::shape<16>>>();
  auto xx = ct::load(x + i);
  ct::store(o + i, ct::element_cast<__half>(xx));
}
extern "C" __tile_global__ void ftof_f32_bf16(float* x, __nv_bfloat16* o) {
  auto i = ct::iota<ct::tile<int, ct::shape<16>>>();
  auto xx = ct::load(x + i);
  ct::store(o + i, ct::element_cast<__nv_bfloat16>(xx));
}
extern "C" __tile_global__ void ftof2_f32_bf16(float* x, __nv_bfloat16* o) {
  auto i = ct::iota<ct::tile<int, ct::shape<16>>>();
  auto xx = ct::load(x + i);
  ct::store(o + i, ct::element_cast<__nv_bfloat16>(xx));
}
extern "C" __tile_global__ void ftof_f32_f8E4M3FN(float* x, __nv_fp8_e4m3* o) {
  auto i = ct::iota<ct::tile<int, ct::shape<16>>>();
  auto xx = ct::load(x + i);
  ct::store(o + i, ct::element_cast<__nv_fp8_e4m3>(xx));
}
extern "C" __tile_global__ void ftof2_f32_f8E4M3FN(float* x, __nv_fp8_e4m3* o) {
  auto i = ct::iota<ct::tile<int, ct::shape<16>>>();
  auto xx = ct::load(x + i);
  ct::store(o + i, ct::element_cast<__nv_fp8_e4m3>(xx));
}
extern "C" __tile_global__ void ftof_f32_f8E5M2(float* x, __nv_fp8_e5m2* o) {
  auto i = ct::iota<ct::tile<int, ct::shape<16>>>();
  auto xx = ct::load(x + i);
  ct::store(o + i, ct::element_cast<__nv_fp8_e5m2>(xx));
}
extern "C" __tile_global__ void ftof2_f32_f8E5M2(float* x, __nv_fp8_e5m2* o) {
  auto i = ct::iota<ct::tile<int, ct::shape<16>>>();
  auto xx = ct::load(x + i);
  ct::store(o + i, ct::element_cast<__nv_fp8_e5m2>(xx));
}
extern "C" __tile_global__ void ftof_f32_tf32(float* x, __nv_tf32* o) {
  auto i = ct::iota<ct::tile<int, ct::shape<16>>>();
  auto xx = ct::load(x + i);
  ct::store(o + i, ct::element_cast<__nv_tf32>(xx));
}
extern "C" __tile_global__ void ftof2_f32_tf32(float* x, __nv_tf32* o) {
  auto i = ct::iota<ct::tile<int, ct::shape<16>>>();
  auto xx = ct::load(x + i);
  ct::store(o + i, ct::element_cast<__nv_tf32>(xx));
}
extern "C" __tile_global__ void ftof_f64_f32(double* x, float* o) {
  auto i = ct::iota<ct::tile<int, ct::shape<16>>>();
  auto xx = ct::load(x + i);
  ct::store(o + i, ct::element_cast<float>(xx));
}
extern "C" __tile_global__ void ftof2_f64_f32(double* x, float* o) {
  auto i = ct::iota<ct::tile<int, ct::shape<16>>>();
  auto xx = ct::load(x + i);
  ct::store(o + i, ct::element_cast<float>(xx));
}
extern "C" __tile_global__ void ftof_f64_f16(double* x, __half* o) {
  auto i = ct::iota<ct::tile<int, ct::shape<16>>>();
  auto xx = ct::load(x + i);
  ct::store(o + i, ct::element_cast<__half>(xx));
}
extern "C" __tile_global__ void ftof2_f64_f16(double* x, __half* o) {
  auto i = ct::iota<ct::tile<int, ct::shape<16>>>();
  auto xx = ct::load(x + i);
  ct::store(o + i, ct::element_cast<__half>(xx));
}
extern "C" __tile_global__ void ftof_f64_bf16(double* x, __nv_bfloat16* o) {
  auto i = ct::iota<ct::tile<int, ct::shape<16>>>();
  auto xx = ct::load(x + i);
  ct::store(o + i, ct::element_cast<__nv_bfloat16>(xx));
}
extern "C" __tile_global__ void ftof2_f64_bf16(double* x, __nv_bfloat16* o) {
  auto i = ct::iota<ct::tile<int, ct::shape<16>>>();
  auto xx = ct::load(x + i);
  ct::store(o + i, ct::element_cast<__nv_bfloat16>(xx));
}
extern "C" __tile_global__ void ftof_f64_f8E4M3FN(double* x, __nv_fp8_e4m3* o) {
  auto i = ct::iota<ct::tile<int, ct::shape<16>>>();
  auto xx = ct::load(x + i);
  ct::store(o + i, ct::element_cast<__nv_fp8_e4m3>(xx));
}
extern "C" __tile_global__ void ftof2_f64_f8E4M3FN(double* x, __nv_fp8_e4m3* o) {
  auto i = ct::iota<ct::tile<int, ct::shape<16>>>();
  auto xx = ct::load(x + i);
  ct::store(o + i, ct::element_cast<__nv_fp8_e4m3>(xx));
}
extern "C" __tile_global__ void ftof_f64_f8E5M2(double* x, __nv_fp8_e5m2* o) {
  auto i = ct::iota<ct::tile<int, ct::shape<16>>>();
  auto xx = ct::load(x + i);
  ct::store(o + i, ct::element_cast<__nv_fp8_e5m2>(xx));
}
extern "C" __tile_global__ void ftof2_f64_f8E5M2(double* x, __nv_fp8_e5m2* o) {
  auto i = ct::iota<ct::tile<int, ct::shape<16>>>();
  auto xx = ct::load(x + i);
  ct::store(o + i, ct::element_cast<__nv_fp8_e5m2>(xx));
}
extern "C" __tile_global__ void ftof_f16_f32(__half* x, float* o) {
  auto i = ct::iota<ct::tile<int, ct::shape<16>>>();
  auto xx = ct::load(x + i);
  ct::store(o + i, ct::element_cast<float>(xx));
}
extern "C" __tile_global__ void ftof2_f16_f32(__half* x, float* o) {
  auto i = ct::iota<ct::tile<int, ct::shape<16>>>();
  auto xx = ct::load(x + i);
  ct::store(o + i, ct::element_cast<float>(xx));
}
extern "C" __tile_global__ void ftof_f16_f64(__half* x, double* o) {
  auto i = ct::iota<ct::tile<int, ct::shape<16>>>();
  auto xx = ct::load(x + i);
  ct::store(o + i, ct::element_cast<double>(xx));
}
extern "C" __tile_global__ void ftof2_f16_f64(__half* x, double* o) {
  auto i = ct::iota<ct::tile<int, ct::shape<16>>>();
  auto xx = ct::load(x + i);
  ct::store(o + i, ct::element_cast<double>(xx));
}
extern "C" __tile_global__ void ftof_f16_bf16(__half* x, __nv_bfloat16* o) {
  auto i = ct::iota<ct::tile<int, ct::shape<16>>>();
  auto xx = ct::load(x + i);
  ct::store(o + i, ct::element_cast<__nv_bfloat16>(xx));
}
extern "C" __tile_global__ void ftof2_f16_bf16(__half* x, __nv_bfloat16* o) {
  auto i = ct::iota<ct::tile<int, ct::shape<16>>>();
  auto xx = ct::load(x + i);
  ct::store(o + i, ct::element_cast<__nv_bfloat16>(xx));
}
extern "C" __tile_global__ void ftof_f16_f8E4M3FN(__half* x, __nv_fp8_e4m3* o) {
  auto i = ct::iota<ct::tile<int, ct::shape<16>>>();
  auto xx = ct::load(x + i);
  ct::store(o + i, ct::element_cast<__nv_fp8_e4m3>(xx));
}
extern "C" __tile_global__ void ftof2_f16_f8E4M3FN(__half* x, __nv_fp8_e4m3* o) {
  auto i = ct::iota<ct::tile<int, ct::shape<16>>>();
  auto xx = ct::load(x + i);
  ct::store(o + i, ct::element_cast<__nv_fp8_e4m3>(xx));
}
extern "C" __tile_global__ void ftof_f16_f8E5M2(__half* x, __nv_fp8_e5m2* o) {
  auto i = ct::iota<ct::tile<int, ct::shape<16>>>();
  auto xx = ct::load(x + i);
  ct::store(o + i, ct::element_cast<__nv_fp8_e5m2>(xx));
}
extern "C" __tile_global__ void ftof2_f16_f8E5M2(__half* x, __nv_fp8_e5m2* o) {
  auto i = ct::iota<ct::tile<int, ct::shape<16>>>();
  auto xx = ct::load(x + i);
  ct::store(o + i, ct::element_cast<__nv_fp8_e5m2>(xx));
}
extern "C" __tile_global__ void ftof_bf16_f32(__nv_bfloat16* x, float* o) {
  auto i = ct::iota<ct::tile<int, ct::shape<16>>>();
  auto xx = ct::load(x + i);
  ct::store(o + i, ct::element_cast<float>(xx));
}
extern "C" __tile_global__ void ftof2_bf16_f32(__nv_bfloat16* x, float* o) {
  auto i = ct::iota<ct::tile<int, ct::shape<16>>>();
  auto xx = ct::load(x + i);
  ct::store(o + i, ct::element_cast<float>(xx));
}
extern "C" __tile_global__ void ftof_bf16_f64(__nv_bfloat16* x, double* o) {
  auto i = ct::iota<ct::tile<int, ct::shape<16>>>();
  auto xx = ct::load(x + i);
  ct::store(o + i, ct::element_cast<double>(xx));
}
extern "C" __tile_global__ void ftof2_bf16_f64(__nv_bfloat16* x, double* o) {
  auto i = ct::iota<ct::tile<int, ct::shape<16>>>();
  auto xx = ct::load(x + i);
  ct::store(o + i, ct::element_cast<double>(xx));
}
extern "C" __tile_global__ void ftof_bf16_f16(__nv_bfloat16* x, __half* o) {
  auto i = ct::iota<ct::tile<int, ct::shape<16>>>();
  auto xx = ct::load(x + i);
  ct::store(o + i, ct::element_cast<__half>(xx));
}
extern "C" __tile_global__ void ftof2_bf16_f16(__nv_bfloat16* x, __half* o) {
  auto i = ct::iota<ct::tile<int, ct::shape<16>>>();
  auto xx = ct::load(x + i);
  ct::store(o + i, ct::element_cast<__half>(xx));
}
extern "C" __tile_global__ void ftof_bf16_f8E4M3FN(__nv_bfloat16* x, __nv_fp8_e4m3* o) {
  auto i = ct::iota<ct::tile<int, ct::shape<16>>>();
  auto xx = ct::load(x + i);
  ct::store(o + i, ct::element_cast<__nv_fp8_e4m3>(xx));
}
extern "C" __tile_global__ void ftof2_bf16_f8E4M3FN(__nv_bfloat16* x, __nv_fp8_e4m3* o) {
  auto i = ct::iota<ct::tile<int, ct::shape<16>>>();
  auto xx = ct::load(x + i);
  ct::store(o + i, ct::element_cast<__nv_fp8_e4m3>(xx));
}
extern "C" __tile_global__ void ftof_bf16_f8E5M2(__nv_bfloat16* x, __nv_fp8_e5m2* o) {
  auto i = ct::iota<ct::tile<int, ct::shape<16>>>();
  auto xx = ct::load(x + i);
  ct::store(o + i, ct::element_cast<__nv_fp8_e5m2>(xx));
}
extern "C" __tile_global__ void ftof2_bf16_f8E5M2(__nv_bfloat16* x, __nv_fp8_e5m2* o) {
  auto i = ct::iota<ct::tile<int, ct::shape<16>>>();
  auto xx = ct::load(x + i);
  ct::store(o + i, ct::element_cast<__nv_fp8_e5m2>(xx));
}
extern "C" __tile_global__ void ftof_f8E4M3FN_f32(__nv_fp8_e4m3* x, float* o) {
  auto i = ct::iota<ct::tile<int, ct::shape<16>>>();
  auto xx = ct::load(x + i);
  ct::store(o + i, ct::element_cast<float>(xx));
}
extern "C" __tile_global__ void ftof_f8E4M3FN_f64(__nv_fp8_e4m3* x, double* o) {
  auto i = ct::iota<ct::tile<int, ct::shape<16>>>();
  auto xx = ct::load(x + i);
  ct::store(o + i, ct::element_cast<double>(xx));
}
extern "C" __tile_global__ void ftof_f8E4M3FN_f16(__nv_fp8_e4m3* x, __half* o) {
  auto i = ct::iota<ct::tile<int, ct::shape<16>>>();
  auto xx = ct::load(x + i);
  ct::store(o + i, ct::element_cast<__half>(xx));
}
extern "C" __tile_global__ void ftof_f8E4M3FN_bf16(__nv_fp8_e4m3* x, __nv_bfloat16* o) {
  auto i = ct::iota<ct::tile<int, ct::shape<16>>>();
  auto xx = ct::load(x + i);
  ct::store(o + i, ct::element_cast<__nv_bfloat16>(xx));
}
extern "C" __tile_global__ void ftof_f8E5M2_f32(__nv_fp8_e5m2* x, float* o) {
  auto i = ct::iota<ct::tile<int, ct::shape<16>>>();
  auto xx = ct::load(x + i);
  ct::store(o + i, ct::element_cast<float>(xx));
}
extern "C" __tile_global__ void ftof_f8E5M2_f64(__nv_fp8_e5m2* x, double* o) {
  auto i = ct::iota<ct::tile<int, ct::shape<16>>>();
  auto xx = ct::load(x + i);
  ct::store(o + i, ct::element_cast<double>(xx));
}
extern "C" __tile_global__ void ftof_f8E5M2_f16(__nv_fp8_e5m2* x, __half* o) {
  auto i = ct::iota<ct::tile<int, ct::shape<16>>>();
  auto xx = ct::load(x + i);
  ct::store(o + i, ct::element_cast<__half>(xx));
}
extern "C" __tile_global__ void ftof_f8E5M2_bf16(__nv_fp8_e5m2* x, __nv_bfloat16* o) {
  auto i = ct::iota<ct::tile<int, ct::shape<16>>>();
  auto xx = ct::load(x + i);
  ct::store(o + i, ct::element_cast<__nv_bfloat16>(xx));
}
extern "C" __tile_global__ void ftof_rz_f32_tf32(float* x, __nv_tf32* o) {
  auto i = ct::iota<ct::tile<int, ct::shape<16>>>();
  auto xx = ct::load(x + i);
  ct::store(o + i, ct::element_cast<__nv_tf32>(xx, ct::round_toward_zero_t{}));
}
extern "C" __tile_global__ void ftof_ra_f32_tf32(float* x, __nv_tf32* o) {
  auto i = ct::iota<ct::tile<int, ct::shape<16>>>();
  auto xx = ct::load(x + i);
  ct::store(o + i, ct::element_cast<__nv_tf32>(xx, ct::round_ties_to_away_t{}));
}
extern "C" __tile_global__ void ftof_rz_f32_f16(float* x, __half* o) {
  auto i = ct::iota<ct::tile<int, ct::shape<16>>>();
  auto xx = ct::load(x + i);
  ct::store(o + i, ct::element_cast<__half>(xx, ct::round_toward_zero_t{}));
}
extern "C" __tile_global__ void ftof_rz_f32_bf16(float* x, __nv_bfloat16* o) {
  auto i = ct::iota<ct::tile<int, ct::shape<16>>>();
  auto xx = ct::load(x + i);
  ct::store(o + i, ct::element_cast<__nv_bfloat16>(xx, ct::round_toward_zero_t{}));
}
extern "C" __tile_global__ void ftof_rz_f64_f32(double* x, float* o) {
  auto i = ct::iota<ct::tile<int, ct::shape<16>>>();
  auto xx = ct::load(x + i);
  ct::store(o + i, ct::element_cast<float>(xx, ct::round_toward_zero_t{}));
}
extern "C" __tile_global__ void ftof_rm_f64_f32(double* x, float* o) {
  auto i = ct::iota<ct::tile<int, ct::shape<16>>>();
  auto xx = ct::load(x + i);
  ct::store(o + i, ct::element_cast<float>(xx, ct::round_toward_negative_t{}));
}
extern "C" __tile_global__ void ftof_rp_f64_f32(double* x, float* o) {
  auto i = ct::iota<ct::tile<int, ct::shape<16>>>();
  auto xx = ct::load(x + i);
  ct::store(o + i, ct::element_cast<float>(xx, ct::round_toward_positive_t{}));
}
extern "C" __tile_global__ void itof_i8_f32(signed char* x, float* o) {
  auto i = ct::iota<ct::tile<int, ct::shape<16>>>();
  auto xx = ct::load(x + i);
  ct::store(o + i, ct::element_cast<float>(xx));
}
extern "C" __tile_global__ void itof_i8_f64(signed char* x, double* o) {
  auto i = ct::iota<ct::tile<int, ct::shape<16>>>();
  auto xx = ct::load(x + i);
  ct::store(o + i, ct::element_cast<double>(xx));
}
extern "C" __tile_global__ void itof_i8_f16(signed char* x, __half* o) {
  auto i = ct::iota<ct::tile<int, ct::shape<16>>>();
  auto xx = ct::load(x + i);
  ct::store(o + i, ct::element_cast<__half>(xx));
}
extern "C" __tile_global__ void itof_i8_bf16(signed char* x, __nv_bfloat16* o) {
  auto i = ct::iota<ct::tile<int, ct::shape<16>>>();
  auto xx = ct::load(x + i);
  ct::store(o + i, ct::element_cast<__nv_bfloat16>(xx));
}
extern "C" __tile_global__ void itof_i8_f8E4M3FN(signed char* x, __nv_fp8_e4m3* o) {
  auto i = ct::iota<ct::tile<int, ct::shape<16>>>();
  auto xx = ct::load(x + i);
  ct::store(o + i, ct::element_cast<__nv_fp8_e4m3>(xx));
}
extern "C" __tile_global__ void itof_i8_f8E5M2(signed char* x, __nv_fp8_e5m2* o) {
  auto i = ct::iota<ct::tile<int, ct::shape<16>>>();
  auto xx = ct::load(x + i);
  ct::store(o + i, ct::element_cast<__nv_fp8_e5m2>(xx));
}
extern "C" __tile_global__ void itof_u8_f32(unsigned char* x, float* o) {
  auto i = ct::iota<ct::tile<int, ct::shape<16>>>();
  auto xx = ct::load(x + i);
  ct::store(o + i, ct::element_cast<float>(xx));
}
extern "C" __tile_global__ void itof_u8_f64(unsigned char* x, double* o) {
  auto i = ct::iota<ct::tile<int, ct::shape<16>>>();
  auto xx = ct::load(x + i);
  ct::store(o + i, ct::element_cast<double>(xx));
}
extern "C" __tile_global__ void itof_u8_f16(unsigned char* x, __half* o) {
  auto i = ct::iota<ct::tile<int, ct::shape<16>>>();
  auto xx = ct::load(x + i);
  ct::store(o + i, ct::element_cast<__half>(xx));
}
extern "C" __tile_global__ void itof_u8_bf16(unsigned char* x, __nv_bfloat16* o) {
  auto i = ct::iota<ct::tile<int, ct::shape<16>>>();
  auto xx = ct::load(x + i);
  ct::store(o + i, ct::element_cast<__nv_bfloat16>(xx));
}
extern "C" __tile_global__ void itof_u8_f8E4M3FN(unsigned char* x, __nv_fp8_e4m3* o) {
  auto i = ct::iota<ct::tile<int, ct::shape<16>>>();
  auto xx = ct::load(x + i);
  ct::store(o + i, ct::element_cast<__nv_fp8_e4m3>(xx));
}
extern "C" __tile_global__ void itof_u8_f8E5M2(unsigned char* x, __nv_fp8_e5m2* o) {
  auto i = ct::iota<ct::tile<int, ct::shape<16>>>();
  auto xx = ct::load(x + i);
  ct::store(o + i, ct::element_cast<__nv_fp8_e5m2>(xx));
}
extern "C" __tile_global__ void itof_i16_f32(short* x, float* o) {
  auto i = ct::iota<ct::tile<int, ct::shape<16>>>();
  auto xx = ct::load(x + i);
  ct::store(o + i, ct::element_cast<float>(xx));
}
extern "C" __tile_global__ void itof_i16_f64(short* x, double* o) {
  auto i = ct::iota<ct::tile<int, ct::shape<16>>>();
  auto xx = ct::load(x + i);
  ct::store(o + i, ct::element_cast<double>(xx));
}
extern "C" __tile_global__ void itof_i16_f16(short* x, __half* o) {
  auto i = ct::iota<ct::tile<int, ct::shape<16>>>();
  auto xx = ct::load(x + i);
  ct::store(o + i, ct::element_cast<__half>(xx));
}
extern "C" __tile_global__ void itof_i16_bf16(short* x, __nv_bfloat16* o) {
  auto i = ct::iota<ct::tile<int, ct::shape<16>>>();
  auto xx = ct::load(x + i);
  ct::store(o + i, ct::element_cast<__nv_bfloat16>(xx));
}
extern "C" __tile_global__ void itof_i16_f8E4M3FN(short* x, __nv_fp8_e4m3* o) {
  auto i = ct::iota<ct::tile<int, ct::shape<16>>>();
  auto xx = ct::load(x + i);
  ct::store(o + i, ct::element_cast<__nv_fp8_e4m3>(xx));
}
extern "C" __tile_global__ void itof_i16_f8E5M2(short* x, __nv_fp8_e5m2* o) {
  auto i = ct::iota<ct::tile<int, ct::shape<16>>>();
  auto xx = ct::load(x + i);
  ct::store(o + i, ct::element_cast<__nv_fp8_e5m2>(xx));
}
extern "C" __tile_global__ void itof_u16_f32(unsigned short* x, float* o) {
  auto i = ct::iota<ct::tile<int, ct::shape<16>>>();
  auto xx = ct::load(x + i);
  ct::store(o + i, ct::element_cast<float>(xx));
}
extern "C" __tile_global__ void itof_u16_f64(unsigned short* x, double* o) {
  auto i = ct::iota<ct::tile<int, ct::shape<16>>>();
  auto xx = ct::load(x + i);
  ct::store(o + i, ct::element_cast<double>(xx));
}
extern "C" __tile_global__ void itof_u16_f16(unsigned short* x, __half* o) {
  auto i = ct::iota<ct::tile<int, ct::shape<16>>>();
  auto xx = ct::load(x + i);
  ct::store(o + i, ct::element_cast<__half>(xx));
}
extern "C" __tile_global__ void itof_u16_bf16(unsigned short* x, __nv_bfloat16* o) {
  auto i = ct::iota<ct::tile<int, ct::shape<16>>>();
  auto xx = ct::load(x + i);
  ct::store(o + i, ct::element_cast<__nv_bfloat16>(xx));
}
extern "C" __tile_global__ void itof_u16_f8E4M3FN(unsigned short* x, __nv_fp8_e4m3* o) {
  auto i = ct::iota<ct::tile<int, ct::shape<16>>>();
  auto xx = ct::load(x + i);
  ct::store(o + i, ct::element_cast<__nv_fp8_e4m3>(xx));
}
extern "C" __tile_global__ void itof_u16_f8E5M2(unsigned short* x, __nv_fp8_e5m2* o) {
  auto i = ct::iota<ct::tile<int, ct::shape<16>>>();
  auto xx = ct::load(x + i);
  ct::store(o + i, ct::element_cast<__nv_fp8_e5m2>(xx));
}
extern "C" __tile_global__ void itof_i32_f32(int* x, float* o) {
  auto i = ct::iota<ct::tile<int, ct::shape<16>>>();
  auto xx = ct::load(x + i);
  ct::store(o + i, ct::element_cast<float>(xx));
}
extern "C" __tile_global__ void itof_i32_f64(int* x, double* o) {
  auto i = ct::iota<ct::tile<int, ct::shape<16>>>();
  auto xx = ct::load(x + i);
  ct::store(o + i, ct::element_cast<double>(xx));
}
extern "C" __tile_global__ void itof_i32_f16(int* x, __half* o) {
  auto i = ct::iota<ct::tile<int, ct::shape<16>>>();
  auto xx = ct::load(x + i);
  ct::store(o + i, ct::element_cast<__half>(xx));
}
extern "C" __tile_global__ void itof_i32_bf16(int* x, __nv_bfloat16* o) {
  auto i = ct::iota<ct::tile<int, ct::shape<16>>>();
  auto xx = ct::load(x + i);
  ct::store(o + i, ct::element_cast<__nv_bfloat16>(xx));
}
extern "C" __tile_global__ void itof_i32_f8E4M3FN(int* x, __nv_fp8_e4m3* o) {
  auto i = ct::iota<ct::tile<int, ct::shape<16>>>();
  auto xx = ct::load(x + i);
  ct::store(o + i, ct::element_cast<__nv_fp8_e4m3>(xx));
}
extern "C" __tile_global__ void itof_i32_f8E5M2(int* x, __nv_fp8_e5m2* o) {
  auto i = ct::iota<ct::tile<int, ct::shape<16>>>();
  auto xx = ct::load(x + i);
  ct::store(o + i, ct::element_cast<__nv_fp8_e5m2>(xx));
}
extern "C" __tile_global__ void itof_u32_f32(unsigned* x, float* o) {
  auto i = ct::iota<ct::tile<int, ct::shape<16>>>();
  auto xx = ct::load(x + i);
  ct::store(o + i, ct::element_cast<float>(xx));
}
extern "C" __tile_global__ void itof_u32_f64(unsigned* x, double* o) {
  auto i = ct::iota<ct::tile<int, ct::shape<16>>>();
  auto xx = ct::load(x + i);
  ct::store(o + i, ct::element_cast<double>(xx));
}
extern "C" __tile_global__ void itof_u32_f16(unsigned* x, __half* o) {
  auto i = ct::iota<ct::tile<int, ct::shape<16>>>();
  auto xx = ct::load(x + i);
  ct::store(o + i, ct::element_cast<__half>(xx));
}
extern "C" __tile_global__ void itof_u32_bf16(unsigned* x, __nv_bfloat16* o) {
  auto i = ct::iota<ct::tile<int, ct::shape<16>>>();
  auto xx = ct::load(x + i);
  ct::store(o + i, ct::element_cast<__nv_bfloat16>(xx));
}
extern "C" __tile_global__ void itof_u32_f8E4M3FN(unsigned* x, __nv_fp8_e4m3* o) {
  auto i = ct::iota<ct::tile<int, ct::shape<16>>>();
  auto xx = ct::load(x + i);
  ct::store(o + i, ct::element_cast<__nv_fp8_e4m3>(xx));
}
extern "C" __tile_global__ void itof_u32_f8E5M2(unsigned* x, __nv_fp8_e5m2* o) {
  auto i = ct::iota<ct::tile<int, ct::shape<16>>>();
  auto xx = ct::load(x + i);
  ct::store(o + i, ct::element_cast<__nv_fp8_e5m2>(xx));
}
extern "C" __tile_global__ void itof_i64_f32(long long* x, float* o) {
  auto i = ct::iota<ct::tile<int, ct::shape<16>>>();
  auto xx = ct::load(x + i);
  ct::store(o + i, ct::element_cast<float>(xx));
}
extern "C" __tile_global__ void itof_i64_f64(long long* x, double* o) {
  auto i = ct::iota<ct::tile<int, ct::shape<16>>>();
  auto xx = ct::load(x + i);
  ct::store(o + i, ct::element_cast<double>(xx));
}
extern "C" __tile_global__ void itof_i64_f16(long long* x, __half* o) {
  auto i = ct::iota<ct::tile<int, ct::shape<16>>>();
  auto xx = ct::load(x + i);
  ct::store(o + i, ct::element_cast<__half>(xx));
}
extern "C" __tile_global__ void itof_i64_bf16(long long* x, __nv_bfloat16* o) {
  auto i = ct::iota<ct::tile<int, ct::shape<16>>>();
  auto xx = ct::load(x + i);
  ct::store(o + i, ct::element_cast<__nv_bfloat16>(xx));
}
extern "C" __tile_global__ void itof_i64_f8E4M3FN(long long* x, __nv_fp8_e4m3* o) {
  auto i = ct::iota<ct::tile<int, ct::shape<16>>>();
  auto xx = ct::load(x + i);
  ct::store(o + i, ct::element_cast<__nv_fp8_e4m3>(xx));
}
extern "C" __tile_global__ void itof_i64_f8E5M2(long long* x, __nv_fp8_e5m2* o) {
  auto i = ct::iota<ct::tile<int, ct::shape<16>>>();
  auto xx = ct::load(x + i);
  ct::store(o + i, ct::element_cast<__nv_fp8_e5m2>(xx));
}
extern "C" __tile_global__ void itof_u64_f32(unsigned long long* x, float* o) {
  auto i = ct::iota<ct::tile<int, ct::shape<16>>>();
  auto xx = ct::load(x + i);
  ct::store(o + i, ct::element_cast<float>(xx));
}
extern "C" __tile_global__ void itof_u64_f64(unsigned long long* x, double* o) {
  auto i = ct::iota<ct::tile<int, ct::shape<16>>>();
  auto xx = ct::load(x + i);
  ct::store(o + i, ct::element_cast<double>(xx));
}
extern "C" __tile_global__ void itof_u64_f16(unsigned long long* x, __half* o) {
  auto i = ct::iota<ct::tile<int, ct::shape<16>>>();
  auto xx = ct::load(x + i);
  ct::store(o + i, ct::element_cast<__half>(xx));
}
extern "C" __tile_global__ void itof_u64_bf16(unsigned long long* x, __nv_bfloat16* o) {
  auto i = ct::iota<ct::tile<int, ct::shape<16>>>();
  auto xx = ct::load(x + i);
  ct::store(o + i, ct::element_cast<__nv_bfloat16>(xx));
}
extern "C" __tile_global__ void itof_u64_f8E4M3FN(unsigned long long* x, __nv_fp8_e4m3* o) {
  auto i = ct::iota<ct::tile<int, ct::shape<16>>>();
  auto xx = ct::load(x + i);
  ct::store(o + i, ct::element_cast<__nv_fp8_e4m3>(xx));
}
extern "C" __tile_global__ void itof_u64_f8E5M2(unsigned long long* x, __nv_fp8_e5m2* o) {
  auto i = ct::iota<ct::tile<int, ct::shape<16>>>();
  auto xx = ct::load(x + i);
  ct::store(o + i, ct::element_cast<__nv_fp8_e5m2>(xx));
}
extern "C" __tile_global__ void ftoi_f32_i8(float* x, signed char* o) {
  auto i = ct::iota<ct::tile<int, ct::shape<16>>>();
  auto xx = ct::load(x + i);
  ct::store(o + i, ct::element_cast<signed char>(xx));
}
extern "C" __tile_global__ void ftoi_sat_f32_i8(float* x, signed char* o) {
  auto i = ct::iota<ct::tile<int, ct::shape<16>>>();
  auto xx = ct::load(x + i);
  ct::store(o + i, ct::element_cast<signed char>(xx, ct::saturate_finite_t{}));
}
extern "C" __tile_global__ void ftoi_f64_i8(double* x, signed char* o) {
  auto i = ct::iota<ct::tile<int, ct::shape<16>>>();
  auto xx = ct::load(x + i);
  ct::store(o + i, ct::element_cast<signed char>(xx));
}
extern "C" __tile_global__ void ftoi_sat_f64_i8(double* x, signed char* o) {
  auto i = ct::iota<ct::tile<int, ct::shape<16>>>();
  auto xx = ct::load(x + i);
  ct::store(o + i, ct::element_cast<signed char>(xx, ct::saturate_finite_t{}));
}
extern "C" __tile_global__ void ftoi_f16_i8(__half* x, signed char* o) {
  auto i = ct::iota<ct::tile<int, ct::shape<16>>>();
  auto xx = ct::load(x + i);
  ct::store(o + i, ct::element_cast<signed char>(xx));
}
extern "C" __tile_global__ void ftoi_sat_f16_i8(__half* x, signed char* o) {
  auto i = ct::iota<ct::tile<int, ct::shape<16>>>();
  auto xx = ct::load(x + i);
  ct::store(o + i, ct::element_cast<signed char>(xx, ct::saturate_finite_t{}));
}
extern "C" __tile_global__ void ftoi_bf16_i8(__nv_bfloat16* x, signed char* o) {
  auto i = ct::iota<ct::tile<int, ct::shape<16>>>();
  auto xx = ct::load(x + i);
  ct::store(o + i, ct::element_cast<signed char>(xx));
}
extern "C" __tile_global__ void ftoi_sat_bf16_i8(__nv_bfloat16* x, signed char* o) {
  auto i = ct::iota<ct::tile<int, ct::shape<16>>>();
  auto xx = ct::load(x + i);
  ct::store(o + i, ct::element_cast<signed char>(xx, ct::saturate_finite_t{}));
}
extern "C" __tile_global__ void ftoi_f32_u8(float* x, unsigned char* o) {
  auto i = ct::iota<ct::tile<int, ct::shape<16>>>();
  auto xx = ct::load(x + i);
  ct::store(o + i, ct::element_cast<unsigned char>(xx));
}
extern "C" __tile_global__ void ftoi_sat_f32_u8(float* x, unsigned char* o) {
  auto i = ct::iota<ct::tile<int, ct::shape<16>>>();
  auto xx = ct::load(x + i);
  ct::store(o + i, ct::element_cast<unsigned char>(xx, ct::saturate_finite_t{}));
}
extern "C" __tile_global__ void ftoi_f64_u8(double* x, unsigned char* o) {
  auto i = ct::iota<ct::tile<int, ct::shape<16>>>();
  auto xx = ct::load(x + i);
  ct::store(o + i, ct::element_cast<unsigned char>(xx));
}
extern "C" __tile_global__ void ftoi_sat_f64_u8(double* x, unsigned char* o) {
  auto i = ct::iota<ct::tile<int, ct::shape<16>>>();
  auto xx = ct::load(x + i);
  ct::store(o + i, ct::element_cast<unsigned char>(xx, ct::saturate_finite_t{}));
}
extern "C" __tile_global__ void ftoi_f16_u8(__half* x, unsigned char* o) {
  auto i = ct::iota<ct::tile<int, ct::shape<16>>>();
  auto xx = ct::load(x + i);
  ct::store(o + i, ct::element_cast<unsigned char>(xx));
}
extern "C" __tile_global__ void ftoi_sat_f16_u8(__half* x, unsigned char* o) {
  auto i = ct::iota<ct::tile<int, ct::shape<16>>>();
  auto xx = ct::load(x + i);
  ct::store(o + i, ct::element_cast<unsigned char>(xx, ct::saturate_finite_t{}));
}
extern "C" __tile_global__ void ftoi_bf16_u8(__nv_bfloat16* x, unsigned char* o) {
  auto i = ct::iota<ct::tile<int, ct::shape<16>>>();
  auto xx = ct::load(x + i);
  ct::store(o + i, ct::element_cast<unsigned char>(xx));
}
extern "C" __tile_global__ void ftoi_sat_bf16_u8(__nv_bfloat16* x, unsigned char* o) {
  auto i = ct::iota<ct::tile<int, ct::shape<16>>>();
  auto xx = ct::load(x + i);
  ct::store(o + i, ct::element_cast<unsigned char>(xx, ct::saturate_finite_t{}));
}
extern "C" __tile_global__ void ftoi_f32_i16(float* x, short* o) {
  auto i = ct::iota<ct::tile<int, ct::shape<16>>>();
  auto xx = ct::load(x + i);
  ct::store(o + i, ct::element_cast<short>(xx));
}
extern "C" __tile_global__ void ftoi_sat_f32_i16(float* x, short* o) {
  auto i = ct::iota<ct::tile<int, ct::shape<16>>>();
  auto xx = ct::load(x + i);
  ct::store(o + i, ct::element_cast<short>(xx, ct::saturate_finite_t{}));
}
extern "C" __tile_global__ void ftoi_f64_i16(double* x, short* o) {
  auto i = ct::iota<ct::tile<int, ct::shape<16>>>();
  auto xx = ct::load(x + i);
  ct::store(o + i, ct::element_cast<short>(xx));
}
extern "C" __tile_global__ void ftoi_sat_f64_i16(double* x, short* o) {
  auto i = ct::iota<ct::tile<int, ct::shape<16>>>();
  auto xx = ct::load(x + i);
  ct::store(o + i, ct::element_cast<short>(xx, ct::saturate_finite_t{}));
}
extern "C" __tile_global__ void ftoi_f16_i16(__half* x, short* o) {
  auto i = ct::iota<ct::tile<int, ct::shape<16>>>();
  auto xx = ct::load(x + i);
  ct::store(o + i, ct::element_cast<short>(xx));
}
extern "C" __tile_global__ void ftoi_sat_f16_i16(__half* x, short* o) {
  auto i = ct::iota<ct::tile<int, ct::shape<16>>>();
  auto xx = ct::load(x + i);
  ct::store(o + i, ct::element_cast<short>(xx, ct::saturate_finite_t{}));
}
extern "C" __tile_global__ void ftoi_bf16_i16(__nv_bfloat16* x, short* o) {
  auto i = ct::iota<ct::tile<int, ct::shape<16>>>();
  auto xx = ct::load(x + i);
  ct::store(o + i, ct::element_cast<short>(xx));
}
extern "C" __tile_global__ void ftoi_sat_bf16_i16(__nv_bfloat16* x, short* o) {
  auto i = ct::iota<ct::tile<int, ct::shape<16>>>();
  auto xx = ct::load(x + i);
  ct::store(o + i, ct::element_cast<short>(xx, ct::saturate_finite_t{}));
}
extern "C" __tile_global__ void ftoi_f32_u16(float* x, unsigned short* o) {
  auto i = ct::iota<ct::tile<int, ct::shape<16>>>();
  auto xx = ct::load(x + i);
  ct::store(o + i, ct::element_cast<unsigned short>(xx));
}
extern "C" __tile_global__ void ftoi_sat_f32_u16(float* x, unsigned short* o) {
  auto i = ct::iota<ct::tile<int, ct::shape<16>>>();
  auto xx = ct::load(x + i);
  ct::store(o + i, ct::element_cast<unsigned short>(xx, ct::saturate_finite_t{}));
}
extern "C" __tile_global__ void ftoi_f64_u16(double* x, unsigned short* o) {
  auto i = ct::iota<ct::tile<int, ct::shape<16>>>();
  auto xx = ct::load(x + i);
  ct::store(o + i, ct::element_cast<unsigned short>(xx));
}
extern "C" __tile_global__ void ftoi_sat_f64_u16(double* x, unsigned short* o) {
  auto i = ct::iota<ct::tile<int, ct::shape<16>>>();
  auto xx = ct::load(x + i);
  ct::store(o + i, ct::element_cast<unsigned short>(xx, ct::saturate_finite_t{}));
}
extern "C" __tile_global__ void ftoi_f16_u16(__half* x, unsigned short* o) {
  auto i = ct::iota<ct::tile<int, ct::shape<16>>>();
  auto xx = ct::load(x + i);
  ct::store(o + i, ct::element_cast<unsigned short>(xx));
}
extern "C" __tile_global__ void ftoi_sat_f16_u16(__half* x, unsigned short* o) {
  auto i = ct::iota<ct::tile<int, ct::shape<16>>>();
  auto xx = ct::load(x + i);
  ct::store(o + i, ct::element_cast<unsigned short>(xx, ct::saturate_finite_t{}));
}
extern "C" __tile_global__ void ftoi_bf16_u16(__nv_bfloat16* x, unsigned short* o) {
  auto i = ct::iota<ct::tile<int, ct::shape<16>>>();
  auto xx = ct::load(x + i);
  ct::store(o + i, ct::element_cast<unsigned short>(xx));
}
extern "C" __tile_global__ void ftoi_sat_bf16_u16(__nv_bfloat16* x, unsigned short* o) {
  auto i = ct::iota<ct::tile<int, ct::shape<16>>>();
  auto xx = ct::load(x + i);
  ct::store(o + i, ct::element_cast<unsigned short>(xx, ct::saturate_finite_t{}));
}
extern "C" __tile_global__ void ftoi_f32_i32(float* x, int* o) {
  auto i = ct::iota<ct::tile<int, ct::shape<16>>>();
  auto xx = ct::load(x + i);
  ct::store(o + i, ct::element_cast<int>(xx));
}
extern "C" __tile_global__ void ftoi_sat_f32_i32(float* x, int* o) {
  auto i = ct::iota<ct::tile<int, ct::shape<16>>>();
  auto xx = ct::load(x + i);
  ct::store(o + i, ct::element_cast<int>(xx, ct::saturate_finite_t{}));
}
extern "C" __tile_global__ void ftoi_f64_i32(double* x, int* o) {
  auto i = ct::iota<ct::tile<int, ct::shape<16>>>();
  auto xx = ct::load(x + i);
  ct::store(o + i, ct::element_cast<int>(xx));
}
extern "C" __tile_global__ void ftoi_sat_f64_i32(double* x, int* o) {
  auto i = ct::iota<ct::tile<int, ct::shape<16>>>();
  auto xx = ct::load(x + i);
  ct::store(o + i, ct::element_cast<int>(xx, ct::saturate_finite_t{}));
}
extern "C" __tile_global__ void ftoi_f16_i32(__half* x, int* o) {
  auto i = ct::iota<ct::tile<int, ct::shape<16>>>();
  auto xx = ct::load(x + i);
  ct::store(o + i, ct::element_cast<int>(xx));
}
extern "C" __tile_global__ void ftoi_sat_f16_i32(__half* x, int* o) {
  auto i = ct::iota<ct::tile<int, ct::shape<16>>>();
  auto xx = ct::load(x + i);
  ct::store(o + i, ct::element_cast<int>(xx, ct::saturate_finite_t{}));
}
extern "C" __tile_global__ void ftoi_bf16_i32(__nv_bfloat16* x, int* o) {
  auto i = ct::iota<ct::tile<int, ct::shape<16>>>();
  auto xx = ct::load(x + i);
  ct::store(o + i, ct::element_cast<int>(xx));
}
extern "C" __tile_global__ void ftoi_sat_bf16_i32(__nv_bfloat16* x, int* o) {
  auto i = ct::iota<ct::tile<int, ct::shape<16>>>();
  auto xx = ct::load(x + i);
  ct::store(o + i, ct::element_cast<int>(xx, ct::saturate_finite_t{}));
}
extern "C" __tile_global__ void ftoi_f32_u32(float* x, unsigned* o) {
  auto i = ct::iota<ct::tile<int, ct::shape<16>>>();
  auto xx = ct::load(x + i);
  ct::store(o + i, ct::element_cast<unsigned>(xx));
}
extern "C" __tile_global__ void ftoi_sat_f32_u32(float* x, unsigned* o) {
  auto i = ct::iota<ct::tile<int, ct::shape<16>>>();
  auto xx = ct::load(x + i);
  ct::store(o + i, ct::element_cast<unsigned>(xx, ct::saturate_finite_t{}));
}
extern "C" __tile_global__ void ftoi_f64_u32(double* x, unsigned* o) {
  auto i = ct::iota<ct::tile<int, ct::shape<16>>>();
  auto xx = ct::load(x + i);
  ct::store(o + i, ct::element_cast<unsigned>(xx));
}
extern "C" __tile_global__ void ftoi_sat_f64_u32(double* x, unsigned* o) {
  auto i = ct::iota<ct::tile<int, ct::shape<16>>>();
  auto xx = ct::load(x + i);
  ct::store(o + i, ct::element_cast<unsigned>(xx, ct::saturate_finite_t{}));
}
extern "C" __tile_global__ void ftoi_f16_u32(__half* x, unsigned* o) {
  auto i = ct::iota<ct::tile<int, ct::shape<16>>>();
  auto xx = ct::load(x + i);
  ct::store(o + i, ct::element_cast<unsigned>(xx));
}
extern "C" __tile_global__ void ftoi_sat_f16_u32(__half* x, unsigned* o) {
  auto i = ct::iota<ct::tile<int, ct::shape<16>>>();
  auto xx = ct::load(x + i);
  ct::store(o + i, ct::element_cast<unsigned>(xx, ct::saturate_finite_t{}));
}
extern "C" __tile_global__ void ftoi_bf16_u32(__nv_bfloat16* x, unsigned* o) {
  auto i = ct::iota<ct::tile<int, ct::shape<16>>>();
  auto xx = ct::load(x + i);
  ct::store(o + i, ct::element_cast<unsigned>(xx));
}
extern "C" __tile_global__ void ftoi_sat_bf16_u32(__nv_bfloat16* x, unsigned* o) {
  auto i = ct::iota<ct::tile<int, ct::shape<16>>>();
  auto xx = ct::load(x + i);
  ct::store(o + i, ct::element_cast<unsigned>(xx, ct::saturate_finite_t{}));
}
extern "C" __tile_global__ void ftoi_f32_i64(float* x, long long* o) {
  auto i = ct::iota<ct::tile<int, ct::shape<16>>>();
  auto xx = ct::load(x + i);
  ct::store(o + i, ct::element_cast<long long>(xx));
}
extern "C" __tile_global__ void ftoi_sat_f32_i64(float* x, long long* o) {
  auto i = ct::iota<ct::tile<int, ct::shape<16>>>();
  auto xx = ct::load(x + i);
  ct::store(o + i, ct::element_cast<long long>(xx, ct::saturate_finite_t{}));
}
extern "C" __tile_global__ void ftoi_f64_i64(double* x, long long* o) {
  auto i = ct::iota<ct::tile<int, ct::shape<16>>>();
  auto xx = ct::load(x + i);
  ct::store(o + i, ct::element_cast<long long>(xx));
}
extern "C" __tile_global__ void ftoi_sat_f64_i64(double* x, long long* o) {
  auto i = ct::iota<ct::tile<int, ct::shape<16>>>();
  auto xx = ct::load(x + i);
  ct::store(o + i, ct::element_cast<long long>(xx, ct::saturate_finite_t{}));
}
extern "C" __tile_global__ void ftoi_f16_i64(__half* x, long long* o) {
  auto i = ct::iota<ct::tile<int, ct::shape<16>>>();
  auto xx = ct::load(x + i);
  ct::store(o + i, ct::element_cast<long long>(xx));
}
extern "C" __tile_global__ void ftoi_sat_f16_i64(__half* x, long long* o) {
  auto i = ct::iota<ct::tile<int, ct::shape<16>>>();
  auto xx = ct::load(x + i);
  ct::store(o + i, ct::element_cast<long long>(xx, ct::saturate_finite_t{}));
}
extern "C" __tile_global__ void ftoi_bf16_i64(__nv_bfloat16* x, long long* o) {
  auto i = ct::iota<ct::tile<int, ct::shape<16>>>();
  auto xx = ct::load(x + i);
  ct::store(o + i, ct::element_cast<long long>(xx));
}
extern "C" __tile_global__ void ftoi_sat_bf16_i64(__nv_bfloat16* x, long long* o) {
  auto i = ct::iota<ct::tile<int, ct::shape<16>>>();
  auto xx = ct::load(x + i);
  ct::store(o + i, ct::element_cast<long long>(xx, ct::saturate_finite_t{}));
}
extern "C" __tile_global__ void ftoi_f32_u64(float* x, unsigned long long* o) {
  auto i = ct::iota<ct::tile<int, ct::shape<16>>>();
  auto xx = ct::load(x + i);
  ct::store(o + i, ct::element_cast<unsigned long long>(xx));
}
extern "C" __tile_global__ void ftoi_sat_f32_u64(float* x, unsigned long long* o) {
  auto i = ct::iota<ct::tile<int, ct::shape<16>>>();
  auto xx = ct::load(x + i);
  ct::store(o + i, ct::element_cast<unsigned long long>(xx, ct::saturate_finite_t{}));
}
extern "C" __tile_global__ void ftoi_f64_u64(double* x, unsigned long long* o) {
  auto i = ct::iota<ct::tile<int, ct::shape<16>>>();
  auto xx = ct::load(x + i);
  ct::store(o + i, ct::element_cast<unsigned long long>(xx));
}
extern "C" __tile_global__ void ftoi_sat_f64_u64(double* x, unsigned long long* o) {
  auto i = ct::iota<ct::tile<int, ct::shape<16>>>();
  auto xx = ct::load(x + i);
  ct::store(o + i, ct::element_cast<unsigned long long>(xx, ct::saturate_finite_t{}));
}
extern "C" __tile_global__ void ftoi_f16_u64(__half* x, unsigned long long* o) {
  auto i = ct::iota<ct::tile<int, ct::shape<16>>>();
  auto xx = ct::load(x + i);
  ct::store(o + i, ct::element_cast<unsigned long long>(xx));
}
extern "C" __tile_global__ void ftoi_sat_f16_u64(__half* x, unsigned long long* o) {
  auto i = ct::iota<ct::tile<int, ct::shape<16>>>();
  auto xx = ct::load(x + i);
  ct::store(o + i, ct::element_cast<unsigned long long>(xx, ct::saturate_finite_t{}));
}
extern "C" __tile_global__ void ftoi_bf16_u64(__nv_bfloat16* x, unsigned long long* o) {
  auto i = ct::iota<ct::tile<int, ct::shape<16>>>();
  auto xx = ct::load(x + i);
  ct::store(o + i, ct::element_cast<unsigned long long>(xx));
}
extern "C" __tile_global__ void ftoi_sat_bf16_u64(__nv_bfloat16* x, unsigned long long* o) {
  auto i = ct::iota<ct::tile<int, ct::shape<16>>>();
  auto xx = ct::load(x + i);
  ct::store(o + i, ct::element_cast<unsigned long long>(xx, ct::saturate_finite_t{}));
}
