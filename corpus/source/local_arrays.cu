// The worked examples of the documents on arrays of the block.
#include <cuda_tile.h>
namespace ct = ::cuda::tiles;
using namespace ct::literals;
#define K extern "C" __tile_global__ void
// tileproof: grid = (1)
//@ check @lit_load => proved
K lit_load(int* r) {
int x[4][8] = {
  {0, 1, 2, 3, 4, 5, 6, 7},
  {8, 9, 10, 11, 12, 13, 14, 15},
  {16, 17, 18, 19, 20, 21, 22, 23},
  {24, 25, 26, 27, 28, 29, 30, 31}
};
ct::tensor_span t{&x[0][0], ct::extents{4_ic, 8_ic}};
ct::partition_view p{t, ct::shape{2_ic, 2_ic}};
auto v = p.load(1, 2);
ct::partition_view{ct::tensor_span{r, ct::extents{2_ic,2_ic}}, ct::shape{2_ic,2_ic}}.store(v, 0, 0);
}
// tileproof: grid = (1)
//@ check @lit_nan => proved
K lit_nan(float* r) {
float x[4][11] = {
  {0  , 1  , 2  , 3  , 4  , 5  , 6  , 7  , 8  , 9  , 10},
  {11 , 12 , 13 , 14 , 15 , 16 , 17 , 18 , 19 , 20 , 21},
  {22 , 23 , 24 , 25 , 26 , 27 , 28 , 29 , 30 , 31 , 32},
  {33 , 34 , 35 , 36 , 37 , 38 , 39 , 40 , 41 , 42 , 43}
};
ct::tensor_span t{&x[0][0], ct::extents{4_ic, 11_ic}};
ct::partition_view p{t, ct::shape{2_ic, 4_ic}};
auto v = p.load_masked(ct::view_padding_nan_t{}, 0, 2);
ct::partition_view{ct::tensor_span{r, ct::extents{2_ic,4_ic}}, ct::shape{2_ic,4_ic}}.store(v, 0, 0);
}
// tileproof: grid = (1)
//@ check @lit_store => proved
K lit_store(int* r) {
int x[4][8] = {
  {0, 1, 2, 3, 4, 5, 6, 7},
  {8, 9, 10, 11, 12, 13, 14, 15},
  {16, 17, 18, 19, 20, 21, 22, 23},
  {24, 25, 26, 27, 28, 29, 30, 31}
};
ct::tensor_span t{&x[0][0], ct::extents{4_ic, 8_ic}};
ct::partition_view p{t, ct::shape{2_ic, 2_ic}};
auto a = 100 * ct::iota<ct::tile<int, ct::shape<2, 2>>>();
p.store(a, 1, 3);
auto v = ct::partition_view{t, ct::shape{4_ic, 8_ic}}.load(0, 0);
ct::partition_view{ct::tensor_span{r, ct::extents{4_ic,8_ic}}, ct::shape{4_ic,8_ic}}.store(v, 0, 0);
}
// a global array
__tile__ int gx[4][8] = {
  {0, 1, 2, 3, 4, 5, 6, 7},
  {8, 9, 10, 11, 12, 13, 14, 15},
  {16, 17, 18, 19, 20, 21, 22, 23},
  {24, 25, 26, 27, 28, 29, 30, 31}
};
// tileproof: grid = (1)
//@ check @lit_global => proved
K lit_global(int* r) {
ct::tensor_span t{&gx[0][0], ct::extents{4_ic, 8_ic}};
ct::partition_view p{t, ct::shape{2_ic, 2_ic}};
auto v = p.load(1, 2);
ct::partition_view{ct::tensor_span{r, ct::extents{2_ic,2_ic}}, ct::shape{2_ic,2_ic}}.store(v, 0, 0);
}
// more elements than cases are told apart
// tileproof: grid = (1)
//@ check @lit_large => proved
K lit_large(int* r) {
  int x[16][12] = {
    {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11}, {1, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11}, {2, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11}, {3, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11},
    {4, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11}, {5, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11}, {6, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11}, {7, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11},
    {8, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11}, {9, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11}, {10, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11}, {11, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11},
    {12, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11}, {13, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11}, {14, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11}, {15, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11}};
  ct::partition_view p{ct::tensor_span{&x[0][0], ct::extents{16_ic, 12_ic}}, ct::shape{4_ic, 4_ic}};
  ct::partition_view{ct::tensor_span{r, ct::extents{4_ic,4_ic}}, ct::shape{4_ic,4_ic}}.store(p.load(2, 1), 0, 0);
}
// a tile that is stored to one half of an array of which the other half has no value
// tileproof: grid = (1)
//@ check @half_stored => proved
K half_stored(int* r) {
  int x[4][8];
  ct::partition_view p{ct::tensor_span{&x[0][0], ct::extents{4_ic, 8_ic}}, ct::shape{4_ic, 4_ic}};
  p.store(ct::full<ct::tile<int, ct::shape<4, 4>>>(7), 0, 0);
  ct::partition_view{ct::tensor_span{r, ct::extents{4_ic,4_ic}}, ct::shape{4_ic,4_ic}}.store(p.load(0, 0), 0, 0);
}
// tileproof: grid = (1)
//@ check @other_half => undefined undetermined.stored
K other_half(int* r) {
  int x[4][8];
  ct::partition_view p{ct::tensor_span{&x[0][0], ct::extents{4_ic, 8_ic}}, ct::shape{4_ic, 4_ic}};
  p.store(ct::full<ct::tile<int, ct::shape<4, 4>>>(7), 0, 0);
  ct::partition_view{ct::tensor_span{r, ct::extents{4_ic,4_ic}}, ct::shape{4_ic,4_ic}}.store(p.load(0, 1), 0, 0);
}
