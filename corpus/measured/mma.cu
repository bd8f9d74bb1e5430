#include <cuda_tile.h>
#include <cuda_fp16.h>
#include <cuda_bf16.h>
#include <cuda_fp8.h>
#include <cuda_tf32.h>
namespace ct = cuda::tiles; using namespace ct::literals;
extern "C" __tile_global__ void mma_f16_f32(__half* x, __half* y, float* z, float* o) {
  auto va = ct::partition_view{ct::tensor_span{x, ct::extents<int, 8, 16>{}}, ct::shape<8, 16>{}};
  auto vb = ct::partition_view{ct::tensor_span{y, ct::extents<int, 16, 8>{}}, ct::shape<16, 8>{}};
  auto vc = ct::partition_view{ct::tensor_span{z, ct::extents<int, 8, 8>{}}, ct::shape<8, 8>{}};
  auto vo = ct::partition_view{ct::tensor_span{o, ct::extents<int, 8, 8>{}}, ct::shape<8, 8>{}};
  vo.store(ct::mma(va.load(0, 0), vb.load(0, 0), vc.load(0, 0)), 0, 0);
}
extern "C" __tile_global__ void mma_f16_f16(__half* x, __half* y, __half* z, __half* o) {
  auto va = ct::partition_view{ct::tensor_span{x, ct::extents<int, 8, 16>{}}, ct::shape<8, 16>{}};
  auto vb = ct::partition_view{ct::tensor_span{y, ct::extents<int, 16, 8>{}}, ct::shape<16, 8>{}};
  auto vc = ct::partition_view{ct::tensor_span{z, ct::extents<int, 8, 8>{}}, ct::shape<8, 8>{}};
  auto vo = ct::partition_view{ct::tensor_span{o, ct::extents<int, 8, 8>{}}, ct::shape<8, 8>{}};
  vo.store(ct::mma(va.load(0, 0), vb.load(0, 0), vc.load(0, 0)), 0, 0);
}
extern "C" __tile_global__ void mma_bf16_f32(__nv_bfloat16* x, __nv_bfloat16* y, float* z, float* o) {
  auto va = ct::partition_view{ct::tensor_span{x, ct::extents<int, 8, 16>{}}, ct::shape<8, 16>{}};
  auto vb = ct::partition_view{ct::tensor_span{y, ct::extents<int, 16, 8>{}}, ct::shape<16, 8>{}};
  auto vc = ct::partition_view{ct::tensor_span{z, ct::extents<int, 8, 8>{}}, ct::shape<8, 8>{}};
  auto vo = ct::partition_view{ct::tensor_span{o, ct::extents<int, 8, 8>{}}, ct::shape<8, 8>{}};
  vo.store(ct::mma(va.load(0, 0), vb.load(0, 0), vc.load(0, 0)), 0, 0);
}
extern "C" __tile_global__ void mma_f32(float* x, float* y, float* z, float* o) {
  auto va = ct::partition_view{ct::tensor_span{x, ct::extents<int, 8, 16>{}}, ct::shape<8, 16>{}};
  auto vb = ct::partition_view{ct::tensor_span{y, ct::extents<int, 16, 8>{}}, ct::shape<16, 8>{}};
  auto vc = ct::partition_view{ct::tensor_span{z, ct::extents<int, 8, 8>{}}, ct::shape<8, 8>{}};
  auto vo = ct::partition_view{ct::tensor_span{o, ct::extents<int, 8, 8>{}}, ct::shape<8, 8>{}};
  vo.store(ct::mma(va.load(0, 0), vb.load(0, 0), vc.load(0, 0)), 0, 0);
}
extern "C" __tile_global__ void mma_f64(double* x, double* y, double* z, double* o) {
  auto va = ct::partition_view{ct::tensor_span{x, ct::extents<int, 8, 16>{}}, ct::shape<8, 16>{}};
  auto vb = ct::partition_view{ct::tensor_span{y, ct::extents<int, 16, 8>{}}, ct::shape<16, 8>{}};
  auto vc = ct::partition_view{ct::tensor_span{z, ct::extents<int, 8, 8>{}}, ct::shape<8, 8>{}};
  auto vo = ct::partition_view{ct::tensor_span{o, ct::extents<int, 8, 8>{}}, ct::shape<8, 8>{}};
  vo.store(ct::mma(va.load(0, 0), vb.load(0, 0), vc.load(0, 0)), 0, 0);
}
extern "C" __tile_global__ void mma_e4m3_f32(__nv_fp8_e4m3* x, __nv_fp8_e4m3* y, float* z, float* o) {
  auto va = ct::partition_view{ct::tensor_span{x, ct::extents<int, 8, 16>{}}, ct::shape<8, 16>{}};
  auto vb = ct::partition_view{ct::tensor_span{y, ct::extents<int, 16, 8>{}}, ct::shape<16, 8>{}};
  auto vc = ct::partition_view{ct::tensor_span{z, ct::extents<int, 8, 8>{}}, ct::shape<8, 8>{}};
  auto vo = ct::partition_view{ct::tensor_span{o, ct::extents<int, 8, 8>{}}, ct::shape<8, 8>{}};
  vo.store(ct::mma(va.load(0, 0), vb.load(0, 0), vc.load(0, 0)), 0, 0);
}
extern "C" __tile_global__ void mma_e4m3_f16(__nv_fp8_e4m3* x, __nv_fp8_e4m3* y, __half* z, __half* o) {
  auto va = ct::partition_view{ct::tensor_span{x, ct::extents<int, 8, 16>{}}, ct::shape<8, 16>{}};
  auto vb = ct::partition_view{ct::tensor_span{y, ct::extents<int, 16, 8>{}}, ct::shape<16, 8>{}};
  auto vc = ct::partition_view{ct::tensor_span{z, ct::extents<int, 8, 8>{}}, ct::shape<8, 8>{}};
  auto vo = ct::partition_view{ct::tensor_span{o, ct::extents<int, 8, 8>{}}, ct::shape<8, 8>{}};
  vo.store(ct::mma(va.load(0, 0), vb.load(0, 0), vc.load(0, 0)), 0, 0);
}
extern "C" __tile_global__ void mma_e5m2_f32(__nv_fp8_e5m2* x, __nv_fp8_e5m2* y, float* z, float* o) {
  auto va = ct::partition_view{ct::tensor_span{x, ct::extents<int, 8, 16>{}}, ct::shape<8, 16>{}};
  auto vb = ct::partition_view{ct::tensor_span{y, ct::extents<int, 16, 8>{}}, ct::shape<16, 8>{}};
  auto vc = ct::partition_view{ct::tensor_span{z, ct::extents<int, 8, 8>{}}, ct::shape<8, 8>{}};
  auto vo = ct::partition_view{ct::tensor_span{o, ct::extents<int, 8, 8>{}}, ct::shape<8, 8>{}};
  vo.store(ct::mma(va.load(0, 0), vb.load(0, 0), vc.load(0, 0)), 0, 0);
}
extern "C" __tile_global__ void mma_i8(signed char* x, signed char* y, int* z, int* o) {
  auto va = ct::partition_view{ct::tensor_span{x, ct::extents<int, 8, 16>{}}, ct::shape<8, 16>{}};
  auto vb = ct::partition_view{ct::tensor_span{y, ct::extents<int, 16, 8>{}}, ct::shape<16, 8>{}};
  auto vc = ct::partition_view{ct::tensor_span{z, ct::extents<int, 8, 8>{}}, ct::shape<8, 8>{}};
  auto vo = ct::partition_view{ct::tensor_span{o, ct::extents<int, 8, 8>{}}, ct::shape<8, 8>{}};
  vo.store(ct::mma(va.load(0, 0), vb.load(0, 0), vc.load(0, 0)), 0, 0);
}
extern "C" __tile_global__ void mma_u8(unsigned char* x, unsigned char* y, int* z, int* o) {
  auto va = ct::partition_view{ct::tensor_span{x, ct::extents<int, 8, 16>{}}, ct::shape<8, 16>{}};
  auto vb = ct::partition_view{ct::tensor_span{y, ct::extents<int, 16, 8>{}}, ct::shape<16, 8>{}};
  auto vc = ct::partition_view{ct::tensor_span{z, ct::extents<int, 8, 8>{}}, ct::shape<8, 8>{}};
  auto vo = ct::partition_view{ct::tensor_span{o, ct::extents<int, 8, 8>{}}, ct::shape<8, 8>{}};
  vo.store(ct::mma(va.load(0, 0), vb.load(0, 0), vc.load(0, 0)), 0, 0);
}
extern "C" __tile_global__ void mma_i8_u8(signed char* x, unsigned char* y, int* z, int* o) {
  auto va = ct::partition_view{ct::tensor_span{x, ct::extents<int, 8, 16>{}}, ct::shape<8, 16>{}};
  auto vb = ct::partition_view{ct::tensor_span{y, ct::extents<int, 16, 8>{}}, ct::shape<16, 8>{}};
  auto vc = ct::partition_view{ct::tensor_span{z, ct::extents<int, 8, 8>{}}, ct::shape<8, 8>{}};
  auto vo = ct::partition_view{ct::tensor_span{o, ct::extents<int, 8, 8>{}}, ct::shape<8, 8>{}};
  vo.store(ct::mma(va.load(0, 0), vb.load(0, 0), vc.load(0, 0)), 0, 0);
}
extern "C" __tile_global__ void mma_u8_i8(unsigned char* x, signed char* y, int* z, int* o) {
  auto va = ct::partition_view{ct::tensor_span{x, ct::extents<int, 8, 16>{}}, ct::shape<8, 16>{}};
  auto vb = ct::partition_view{ct::tensor_span{y, ct::extents<int, 16, 8>{}}, ct::shape<16, 8>{}};
  auto vc = ct::partition_view{ct::tensor_span{z, ct::extents<int, 8, 8>{}}, ct::shape<8, 8>{}};
  auto vo = ct::partition_view{ct::tensor_span{o, ct::extents<int, 8, 8>{}}, ct::shape<8, 8>{}};
  vo.store(ct::mma(va.load(0, 0), vb.load(0, 0), vc.load(0, 0)), 0, 0);
}
extern "C" __tile_global__ void mma_tf32(float* x, float* y, float* z, float* o) {
  auto va = ct::partition_view{ct::tensor_span{x, ct::extents<int, 8, 16>{}}, ct::shape<8, 16>{}};
  auto vb = ct::partition_view{ct::tensor_span{y, ct::extents<int, 16, 8>{}}, ct::shape<16, 8>{}};
  auto vc = ct::partition_view{ct::tensor_span{z, ct::extents<int, 8, 8>{}}, ct::shape<8, 8>{}};
  auto vo = ct::partition_view{ct::tensor_span{o, ct::extents<int, 8, 8>{}}, ct::shape<8, 8>{}};
  vo.store(ct::mma(ct::element_cast<__nv_tf32>(va.load(0, 0)), ct::element_cast<__nv_tf32>(vb.load(0, 0)), vc.load(0, 0)), 0, 0);
}
