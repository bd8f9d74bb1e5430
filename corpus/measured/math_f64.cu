#include <cuda_tile.h>
#include <cuda_fp16.h>
#include <cuda_bf16.h>
#include <cuda_fp8.h>
#include <cuda_tf32.h>
namespace ct = cuda::tiles; using namespace ct::literals;
extern "C" __tile_global__ void exp_f64(double* x, double* o) {
  auto i = ct::iota<ct::tile<int, ct::shape<16>>>();
  auto xx = ct::load(x + i);
  ct::store(o + i, ct::exp(xx));
}
extern "C" __tile_global__ void exp2_f64(double* x, double* o) {
  auto i = ct::iota<ct::tile<int, ct::shape<16>>>();
  auto xx = ct::load(x + i);
  ct::store(o + i, ct::exp2(xx));
}
extern "C" __tile_global__ void log_f64(double* x, double* o) {
  auto i = ct::iota<ct::tile<int, ct::shape<16>>>();
  auto xx = ct::load(x + i);
  ct::store(o + i, ct::log(xx));
}
extern "C" __tile_global__ void log2_f64(double* x, double* o) {
  auto i = ct::iota<ct::tile<int, ct::shape<16>>>();
  auto xx = ct::load(x + i);
  ct::store(o + i, ct::log2(xx));
}
extern "C" __tile_global__ void sqrt_f64(double* x, double* o) {
  auto i = ct::iota<ct::tile<int, ct::shape<16>>>();
  auto xx = ct::load(x + i);
  ct::store(o + i, ct::sqrt(xx));
}
extern "C" __tile_global__ void rsqrt_f64(double* x, double* o) {
  auto i = ct::iota<ct::tile<int, ct::shape<16>>>();
  auto xx = ct::load(x + i);
  ct::store(o + i, ct::rsqrt(xx));
}
extern "C" __tile_global__ void sin_f64(double* x, double* o) {
  auto i = ct::iota<ct::tile<int, ct::shape<16>>>();
  auto xx = ct::load(x + i);
  ct::store(o + i, ct::sin(xx));
}
extern "C" __tile_global__ void cos_f64(double* x, double* o) {
  auto i = ct::iota<ct::tile<int, ct::shape<16>>>();
  auto xx = ct::load(x + i);
  ct::store(o + i, ct::cos(xx));
}
extern "C" __tile_global__ void tan_f64(double* x, double* o) {
  auto i = ct::iota<ct::tile<int, ct::shape<16>>>();
  auto xx = ct::load(x + i);
  ct::store(o + i, ct::tan(xx));
}
extern "C" __tile_global__ void sinh_f64(double* x, double* o) {
  auto i = ct::iota<ct::tile<int, ct::shape<16>>>();
  auto xx = ct::load(x + i);
  ct::store(o + i, ct::sinh(xx));
}
extern "C" __tile_global__ void cosh_f64(double* x, double* o) {
  auto i = ct::iota<ct::tile<int, ct::shape<16>>>();
  auto xx = ct::load(x + i);
  ct::store(o + i, ct::cosh(xx));
}
extern "C" __tile_global__ void tanh_f64(double* x, double* o) {
  auto i = ct::iota<ct::tile<int, ct::shape<16>>>();
  auto xx = ct::load(x + i);
  ct::store(o + i, ct::tanh(xx));
}
extern "C" __tile_global__ void floor_f64(double* x, double* o) {
  auto i = ct::iota<ct::tile<int, ct::shape<16>>>();
  auto xx = ct::load(x + i);
  ct::store(o + i, ct::floor(xx));
}
extern "C" __tile_global__ void ceil_f64(double* x, double* o) {
  auto i = ct::iota<ct::tile<int, ct::shape<16>>>();
  auto xx = ct::load(x + i);
  ct::store(o + i, ct::ceil(xx));
}
extern "C" __tile_global__ void abs_f64(double* x, double* o) {
  auto i = ct::iota<ct::tile<int, ct::shape<16>>>();
  auto xx = ct::load(x + i);
  ct::store(o + i, ct::abs(xx));
}
extern "C" __tile_global__ void rem_f64(double* x, double* y, double* o) {
  auto i = ct::iota<ct::tile<int, ct::shape<16>>>();
  auto xx = ct::load(x + i); auto yy = ct::load(y + i);
  ct::store(o + i, ct::remainder(xx, yy));
}
extern "C" __tile_global__ void atan2_f64(double* x, double* y, double* o) {
  auto i = ct::iota<ct::tile<int, ct::shape<16>>>();
  auto xx = ct::load(x + i); auto yy = ct::load(y + i);
  ct::store(o + i, ct::atan2(xx, yy));
}
extern "C" __tile_global__ void pow_f64(double* x, double* y, double* o) {
  auto i = ct::iota<ct::tile<int, ct::shape<16>>>();
  auto xx = ct::load(x + i); auto yy = ct::load(y + i);
  ct::store(o + i, ct::pow(xx, yy));
}
extern "C" __tile_global__ void powi_f64(double* x, int* y, double* o) {
  auto i = ct::iota<ct::tile<int, ct::shape<16>>>();
  auto xx = ct::load(x + i); auto yy = ct::load(y + i);
  ct::store(o + i, ct::powi(xx, yy));
}
