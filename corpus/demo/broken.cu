// Scales an image: every block takes a tile of 32 × 64 pixels.
#include <cuda_tile.h>

// tileproof: grid = (cdiv(width, 64), cdiv(height, 32))
// tileproof: requires = width >= 1, height >= 1
extern "C" __tile_global__ void scale_image(float* __restrict__ in, float* __restrict__ out, int height, int width,
                                            float gain) {
  namespace ct = cuda::tiles;
  using namespace ct::literals;
  auto image = ct::extents{height, width};
  auto source = ct::partition_view{ct::tensor_span{in, image}, ct::shape{32_ic, 64_ic}};
  auto target = ct::partition_view{ct::tensor_span{out, image}, ct::shape{32_ic, 64_ic}};
  int x = ct::bid().x, y = ct::bid().y;
  auto pixels = source.load(y, x);
  target.store(gain * pixels, y, x);
}
