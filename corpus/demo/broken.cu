// Scales an image: every block takes a tile of 8 × 16 pixels.
#include <cuda_tile.h>

// Images have at least 20 × 10 pixels.
// tileproof: grid = (cdiv(width, 16), cdiv(height, 8))
// tileproof: requires = width >= 20, height >= 10
extern "C" __tile_global__ void scale_image(float* __restrict__ in, float* __restrict__ out, int height, int width,
                                            float gain) {
  namespace ct = cuda::tiles;
  using namespace ct::literals;
  auto image = ct::extents{height, width};
  auto source = ct::partition_view{ct::tensor_span{in, image}, ct::shape{8_ic, 16_ic}};
  auto target = ct::partition_view{ct::tensor_span{out, image}, ct::shape{8_ic, 16_ic}};
  int x = ct::bid().x, y = ct::bid().y;
  auto pixels = source.load(y, x);
  target.store(gain * pixels, y, x);
}
