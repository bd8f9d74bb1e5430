// Structs, unions and pointers to locals: fields of several sizes lie at byte offsets, and are read in other widths than written.
#include <cuda_tile.h>
namespace ct = cuda::tiles;
using namespace ct::literals;

struct Mixed { char c; int n; short s; long long big; float f; };
struct Row { float* data; int len; short step; };
struct Cursor { int* at; long long count; };
union Halves { long long whole; int half[2]; };
union Padded { struct { char c; int n; } fields; int word[2]; };
union Bytes { int word; unsigned char byte[4]; };

__tile__ auto view(Row const& row) {
  return ct::partition_view{ct::tensor_span{row.data, ct::extents{row.len}}, ct::shape{8_ic}};
}
template <class T> __tile__ void exchange(T& x, T& y) { T kept = x; x = y; y = kept; }
__tile__ int total(Mixed const& m) { return m.c + m.n + m.s; }
__tile__ void step(Cursor& cursor) { *cursor.at += 1; cursor.count += 1; }

// Fields of five sizes.
extern "C" __tile_global__ void sum_fields(int* o, int k) {
  Mixed m{1, k, 2, k, 2.0f};
  Mixed* p = &m;
  auto sum = [&] { return total(*p) + int(p->big); };
  ct::store(o + sum(), k);
}

// One more than the array has.
extern "C" __tile_global__ void sum_too_much(int* o, int k) {
  Mixed m{1, k, 2, k, 2.0f};
  Mixed* p = &m;
  p->s += 1;
  auto sum = [&] { return total(*p) + int(p->big); };
  ct::store(o + sum(), k);
}

// An i64 is stored, and its low half read.
extern "C" __tile_global__ void low_half(int* o, long long k) {
  Halves h;
  h.whole = k;
  ct::store(o + h.half[0], 1);
}

// The other half has other bits.
extern "C" __tile_global__ void high_half(int* o, long long k) {
  Halves h;
  h.whole = k;
  ct::store(o + h.half[1], 1);
}

// Two halves are stored, and the whole is read.
extern "C" __tile_global__ void whole(int* o, int k) {
  struct Two { int lo, hi; } two{k, 0};
  ct::store(o + __builtin_bit_cast(long long, two), 1);
}

// The byte that was changed is the second.
extern "C" __tile_global__ void second_byte(int* o, int k) {
  Bytes b;
  b.word = k;
  b.byte[1] = 1;
  ct::store(o + b.word, 1);
}

// Two rows change places, with all that belongs to them.
extern "C" __tile_global__ void exchange_rows(float* a, float* b, int n, int m) {
  Row x{a, n, 1}, y{b, m, 2};
  exchange(x, y);
  int i = ct::bid().x;
  if (8 * i < n && 8 * i < m) view(x).store_masked(view(y).load_masked(i), i);
}

// Their data alone change places.
extern "C" __tile_global__ void exchange_data(float* a, float* b, int n, int m) {
  Row x{a, n, 1}, y{b, m, 2};
  exchange(x.data, y.data);
  int i = ct::bid().x;
  if (8 * i < n && 8 * i < m) view(x).store_masked(view(y).load_masked(i), i);
}

// A pointer to a local in a struct, which a function steps through.
extern "C" __tile_global__ void through_cursor(int* o, int k) {
  int place = k;
  Cursor cursor{&place, 0};
  step(cursor);
  step(cursor);
  ct::store(o + place - cursor.count, 1);
}

// The places that were stepped over are not taken off again.
extern "C" __tile_global__ void past_cursor(int* o, int k) {
  int place = k;
  Cursor cursor{&place, 0};
  step(cursor);
  step(cursor);
  ct::store(o + place, int(cursor.count));
}

// Bytes of padding were never written.
extern "C" __tile_global__ void read_padding(int* o, int k) {
  Padded p;
  p.fields.c = 1;
  p.fields.n = k;
  ct::store(o + p.word[0], 1);
}
