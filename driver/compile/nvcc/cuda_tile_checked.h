// What the documents of Tile C++ require of a source and no bytecode says, as obligations: tileproof compiles a file a second time with this
// header before it, to check it and not to run it.
//
// `extents` and `irange` are specialized for every type, so types stay the ones that they are. Views are derived from NVIDIA's, under the names
// that sources use. Each obligation is an assertion, or a print of the numbers that it is about, whose words name the rule; the bytecode reader's
// side of that is spec/ops/source.rs.
#pragma once
#include <cuda_tile.h>
#pragma push_macro("NDEBUG")
#undef NDEBUG
#include <cassert>
#pragma pop_macro("NDEBUG")
#include <cassert>
#include <cstdio>

#define TILEPROOF_REQUIRE(condition, code) \
  ((condition) ? void(0) : __assert_fail("tileproof requires " code, "", 0, ""))
#define TILEPROOF_TILE __tile__
// An assumption of the source, in place of the attribute `assume`. The name is as long as the attribute's, so that columns stay what they are.
#define _Assum(...) TILEPROOF_REQUIRE(static_cast<bool>((__VA_ARGS__)), "source.assumption")
#define __builtin_unreachable() __assert_fail("tileproof requires source.assumption", "", 0, "")
// The end of a function whose last statement is no `return`, with the type of its result.
#define TILEPROOF_END(...) { \
  if constexpr (!::cuda::tiles::detail::is_same_v<const __VA_ARGS__, const void>) __assert_fail("tileproof requires source.return", "", 0, ""); }
#define TILEPROOF_ANYWHERE __tile__ __host__ __device__

namespace cuda { namespace tiles {

namespace tileproof {

// The caller of a function, as a default argument finds it.
enum class caller { author, nvidia };
TILEPROOF_ANYWHERE consteval caller caller_in(char const* file) {
  constexpr char header[] = "crt/cuda_tile.h";
  constexpr size_t tail = sizeof(header) - 1;
  size_t length = 0;
  while (file[length]) ++length;
  if (length < tail) return caller::author;
  for (size_t at = 0; at < tail; ++at)
    if (file[length - tail + at] != header[at]) return caller::author;
  return caller::nvidia;
}

template<class T> concept every_integral = integral<T> && (sizeof(T) > 0);

template<integral I> constexpr long long least = detail::is_signed_v<I> ? (long long)(~0ull << (sizeof(I) * 8 - 1)) : 0;
template<integral I> constexpr unsigned long long greatest =
    detail::is_same_v<detail::remove_cv_t<I>, bool> ? 1 : (~0ull >> (64 - sizeof(I) * 8)) >> (detail::is_signed_v<I> ? 1 : 0);

// Whether a type has no value that an index type cannot represent.
template<integral I, class V> TILEPROOF_ANYWHERE constexpr bool always_fits() {
  if constexpr (integral<V>)
    return (detail::is_signed_v<I> || !detail::is_signed_v<V>) && greatest<V> <= greatest<I> && least<V> >= least<I>;
  else return false;
}

// Whether an index type represents each element of a tile, or a scalar.
template<integral I, class V> TILEPROOF_TILE inline auto fits(V value) {
  using element = tile_element_t<V>;
  if constexpr (integral<element>) {
    if constexpr (detail::is_signed_v<element>) {
      using wide = tile_with_element_t<V, long long>;
      const wide number(value);
      constexpr long long high = greatest<I> > greatest<long long> ? (long long)greatest<long long> : (long long)greatest<I>;
      return (number >= least<I>) & (number <= high);
    } else {
      using wide = tile_with_element_t<V, unsigned long long>;
      return wide(value) <= greatest<I>;
    }
  } else {
    // Floats between the bounds are representable where nothing lies behind the point; nothing else is converted.
    using wide = tile_with_element_t<V, double>;
    const wide number(value);
    constexpr double end = double(greatest<I> / 2 + 1) * 2.0;
    return (number >= double(least<I>)) & (number < end) & (floor(number) == number);
  }
}

// That a subscript of an array is less than its length, or equal where only an address is taken. Other subscripts are not looked at.
template<class T> constexpr size_t length_of = 0;
template<class T, size_t Length> constexpr size_t length_of<T (&)[Length]> = Length;
template<class T, size_t Length> constexpr size_t length_of<T (&&)[Length]> = Length;
template<class Array, size_t More = 0, class I> TILEPROOF_ANYWHERE constexpr I within(I index) {
  if constexpr (length_of<Array> != 0 && integral<I>)
    TILEPROOF_REQUIRE(static_cast<unsigned long long>(index) < length_of<Array> + More, "source.subscript");
  return index;
}

// An undetermined value, for a variable without one: of memory that nobody writes, at a place unknown to compilers. A constructor for the
// host may call it, too: this compilation never runs.
#pragma nv_exec_check_disable
template<class T> TILEPROOF_ANYWHERE inline T unwritten() {
  T memory[2];
  return memory[detail::bid<0>() & 1];
}
// A class whose text has the function for its values, and not a base of it.
template<class T> concept knows_values = requires { requires detail::is_same_v<decltype(T::tileproof_unset()), T>; };
struct any_value {
  template<class T> TILEPROOF_ANYWHERE constexpr operator T() const;
};
template<class T, class... Members> TILEPROOF_ANYWHERE constexpr T aggregate() {
  if constexpr (sizeof...(Members) < 128 && requires { T{Members()..., any_value()}; }) return aggregate<T, Members..., any_value>();
  else return T{Members()...};
}
#pragma nv_exec_check_disable
template<class T> TILEPROOF_ANYWHERE constexpr T unset() {
  if constexpr (detail::is_pointer_v<T> || scalar<T> || __is_enum(T) || requires { full<T>(tile_element_t<T>(1)); }) return unwritten<T>();
  else if constexpr (knows_values<T>) return T::tileproof_unset();
  else if constexpr (__is_aggregate(T) && __is_trivially_constructible(T)) return aggregate<T>();
  else return T();
}
template<class T> TILEPROOF_ANYWHERE constexpr any_value::operator T() const { return unset<T>(); }

template<class T> constexpr bool is_array = false;
template<class T, size_t Length> constexpr bool is_array<T[Length]> = true;

// The same for each element of an array.
template<size_t Place = 0, class T, size_t Length> TILEPROOF_ANYWHERE constexpr void unset_elements(T (&array)[Length]) {
  if constexpr (Place < Length && Place < 256) {
    if constexpr (is_array<T>) unset_elements(array[Place]);
    else array[Place] = unset<T>();
    unset_elements<Place + 1>(array);
  }
}

// The end of a variable, from which on it is undetermined.
template<class T> struct ended {
  T& value;
  TILEPROOF_TILE ~ended() {
    if constexpr (is_array<T>) unset_elements(value);
    else if constexpr (requires { value = unset<T>(); }) value = unset<T>();
  }
};

// Whether every element of a tile of one axis is true.
template<class T> TILEPROOF_TILE inline bool every(T truths) {
  using numbers = tile_with_element_t<T, int>;
  return bool(int(reduce_bitand<0>(numbers(truths))) != 0);
}

// That an index type represents an index: a scalar, or every element of a tile that is cut. Where nothing is cut, a row at -1 lies outside, as
// those do that stand for padding.
template<integral I, class V> TILEPROOF_TILE inline void index(V value) {
  using element = detail::remove_cv_t<tile_element_t<V>>;
  if constexpr (!always_fits<I, element>()) {
    if constexpr (scalar<V>) TILEPROOF_REQUIRE(bool(fits<I>(value)), "source.index.representable");
    else if constexpr (!integral<element> || sizeof(element) > sizeof(I)) TILEPROOF_REQUIRE(every(fits<I>(value)), "source.index.representable");
  }
}

template<size_t Axis, class Extents> TILEPROOF_TILE inline void extent(Extents const& extents) {
  using I = typename Extents::index_type;
  if constexpr (Extents::rank() > Axis) {
    constexpr size_t fixed = Extents::static_extent(Axis);
    if constexpr (fixed != dynamic_extent) {
      if constexpr (fixed > greatest<I>) TILEPROOF_REQUIRE(false, "source.extents.representable");
    } else if constexpr (detail::is_signed_v<I>) {
      TILEPROOF_REQUIRE(extents.extent(Axis) >= 0, "source.extents.negative");
    }
    extent<Axis + 1>(extents);
  }
}

// Default layouts of at most two axes keep elements apart for all extents: the only stride beside 1 is an extent. With more axes a stride is a
// product, and with padding a multiple, which the index type may cut.
template<class Mapping> constexpr bool keeps_apart = Mapping::extents_type::rank() < 2;
template<class Mapping> requires (Mapping::extents_type::rank() == 2 && detail::is_same_v<typename Mapping::layout_type, layout_right>)
constexpr bool keeps_apart<Mapping> = true;
template<class Mapping> requires (Mapping::extents_type::rank() == 2 && detail::is_same_v<typename Mapping::layout_type, layout_left>)
constexpr bool keeps_apart<Mapping> = true;

// Tests whether known extents and strides keep elements apart: along each axis one step goes farther than all axes of smaller strides reach
// together. A stride is the number that `stride` returns, so it is cut to the index type.
template<class Mapping, size_t... Axis> TILEPROOF_ANYWHERE constexpr bool steps_over(detail::index_sequence<Axis...>) {
  using extents_type = typename Mapping::extents_type;
  using I = typename Mapping::index_type;
  const size_t extents[] = {extents_type::static_extent(Axis)...}, written[] = {Mapping::static_stride(Axis)...};
  size_t strides[sizeof...(Axis)] = {};
  size_t several = 0;
  for (size_t k = 0; k < sizeof...(Axis); ++k) {
    if (extents[k] == 0) return true;
    strides[k] = written[k] == dynamic_stride ? written[k] : size_t(I(written[k]));
    several += extents[k] != 1;
  }
  if (several < 2) return true;
  for (size_t k = 0; k < sizeof...(Axis); ++k) {
    if (extents[k] > 0xffffffff || strides[k] > 0xffffffff) return false;
    size_t reach = 0;
    for (size_t r = 0; r < sizeof...(Axis); ++r) {
      if (r != k && extents[r] > 1 && strides[r] <= strides[k]) reach += (extents[r] - 1) * strides[r];
      if (reach > 0xffffffff) return false;
    }
    if (extents[k] > 1 && strides[k] <= reach) return false;
  }
  return true;
}

#define TILEPROOF_SPAN "tileproof requires source.view.injective"
#define TILEPROOF_AXIS " %llu %llu"

// That the elements of a span are apart: its extents, and then its strides.
template<class Mapping, size_t... Axis> TILEPROOF_TILE inline void apart(Mapping const& mapping, detail::index_sequence<Axis...> axes) {
  using number = unsigned long long;
  constexpr size_t rank = sizeof...(Axis);
  static_assert(rank <= 8, "tileproof knows strided spans of at most eight axes");
  if constexpr (keeps_apart<Mapping>) return;
  else if constexpr (constexpr bool known = steps_over<Mapping>(decltype(axes){}); known) return;
#define TILEPROOF_RANK(N, ...) else if constexpr (rank == N) \
    printf(TILEPROOF_SPAN __VA_ARGS__, number(mapping.extents().extent(Axis))..., number(mapping.stride(Axis))...);
  TILEPROOF_RANK(2, TILEPROOF_AXIS TILEPROOF_AXIS)
  TILEPROOF_RANK(3, TILEPROOF_AXIS TILEPROOF_AXIS TILEPROOF_AXIS)
  TILEPROOF_RANK(4, TILEPROOF_AXIS TILEPROOF_AXIS TILEPROOF_AXIS TILEPROOF_AXIS)
  TILEPROOF_RANK(5, TILEPROOF_AXIS TILEPROOF_AXIS TILEPROOF_AXIS TILEPROOF_AXIS TILEPROOF_AXIS)
  TILEPROOF_RANK(6, TILEPROOF_AXIS TILEPROOF_AXIS TILEPROOF_AXIS TILEPROOF_AXIS TILEPROOF_AXIS TILEPROOF_AXIS)
  TILEPROOF_RANK(7, TILEPROOF_AXIS TILEPROOF_AXIS TILEPROOF_AXIS TILEPROOF_AXIS TILEPROOF_AXIS TILEPROOF_AXIS TILEPROOF_AXIS)
  TILEPROOF_RANK(8, TILEPROOF_AXIS TILEPROOF_AXIS TILEPROOF_AXIS TILEPROOF_AXIS TILEPROOF_AXIS TILEPROOF_AXIS TILEPROOF_AXIS TILEPROOF_AXIS)
#undef TILEPROOF_RANK
}

// Marks an access as checked: the reader of the bytecode accepts no access through a view without this mark before it. The condition is not
// a constant expression, so nvcc keeps the assertion.
template<class View> TILEPROOF_TILE inline void mark(View const&) {
  size_t rank = View::span_type::extents_type::rank();
  ((rank < 64) ? void(0) : __assert_fail("tileproof checks this access", "", 0, ""));
}

// The requirements of an access through a view: of the view, and of its indices. Arguments that are no index, such as an order or a padding, have
// types of their own.
template<class View, class... A> TILEPROOF_TILE inline void access(View const& view, A... arguments) {
  using I = typename View::index_type;
  mark(view);
  extent<0>(view.span().extents());
  auto const& mapping = view.span().mapping();
  apart(mapping, detail::make_index_sequence<View::span_type::extents_type::rank()>{});
  ([&] { if constexpr (tile_like<A>) index<I>(arguments); }(), ...);
}

// The calls that NVIDIA's view accepts. A checked view accepts the same ones, so that a `requires` in a source gets the same answer. They are
// concepts because nvcc evaluates a `requires` of a member template wrongly if the call has template arguments of its own.
template<class View, class... A> concept accepts_load = requires(View const& view, A... a) { view.load(a...); };
template<class View, view_padding P, class... A>
concept accepts_load_masked = requires(View const& view, A... a) { view.template load_masked<P>(a...); };
template<class View, class... A> concept accepts_padded_load = requires(View const& view, A... a) { view.load_masked(a...); };
template<class View, memory_order O, thread_scope S, class... A>
concept accepts_atomic_load = requires(View const& view, A... a) { view.template atomic_load<O, S>(a...); };
template<class View, class... A> concept accepts_ordered_load = requires(View const& view, A... a) { view.atomic_load(a...); };
template<class View, view_padding P, memory_order O, thread_scope S, class... A>
concept accepts_atomic_load_masked = requires(View const& view, A... a) { view.template atomic_load_masked<P, O, S>(a...); };
template<class View, class... A> concept accepts_ordered_load_masked = requires(View const& view, A... a) { view.atomic_load_masked(a...); };
template<class View, class... A> concept accepts_store = requires(View const& view, A... a) { view.store(a...); };
template<class View, class... A> concept accepts_store_masked = requires(View const& view, A... a) { view.store_masked(a...); };
template<class View, memory_order O, thread_scope S, class... A>
concept accepts_atomic_store = requires(View const& view, A... a) { view.template atomic_store<O, S>(a...); };
template<class View, class... A> concept accepts_ordered_store = requires(View const& view, A... a) { view.atomic_store(a...); };
template<class View, memory_order O, thread_scope S, class... A>
concept accepts_atomic_store_masked = requires(View const& view, A... a) { view.template atomic_store_masked<O, S>(a...); };
template<class View, class... A> concept accepts_ordered_store_masked = requires(View const& view, A... a) { view.atomic_store_masked(a...); };
#define TILEPROOF_ACCEPTS(name) \
  template<class View, class... A> concept accepts_##name = requires(View const& view, A... a) { view.name(a...); };
#define TILEPROOF_UPDATES(each) \
  each(atomic_add) each(atomic_add_masked) each(atomic_sub) each(atomic_sub_masked) each(atomic_and) each(atomic_and_masked) each(atomic_or) \
  each(atomic_or_masked) each(atomic_xor) each(atomic_xor_masked) each(atomic_max) each(atomic_max_masked) each(atomic_min) each(atomic_min_masked)
TILEPROOF_UPDATES(TILEPROOF_ACCEPTS)

// A view whose accesses are checked.
template<class Base> struct view : Base {
  using Base::Base;
  using typename Base::view_tile_type;

#define TILEPROOF_HINTS __attribute__((applicable_tile_hints("latency", "allow_tma"))) TILEPROOF_TILE

  template<class... A> requires accepts_load<Base, A...>
  TILEPROOF_HINTS view_tile_type load(A... arguments) const noexcept {
    access(*this, arguments...);
    return Base::load(arguments...);
  }

  template<view_padding P = default_view_padding(), class... A> requires accepts_load_masked<Base, P, A...>
  TILEPROOF_HINTS view_tile_type load_masked(A... arguments) const noexcept {
    access(*this, arguments...);
    return Base::template load_masked<P>(arguments...);
  }
  template<view_padding P, class... A> requires accepts_padded_load<Base, view_padding_constant<P>, A...>
  TILEPROOF_HINTS view_tile_type load_masked(view_padding_constant<P>, A... arguments) const noexcept {
    access(*this, arguments...);
    // The constant is not handed on: nvcc would copy it once more than without this class.
    return Base::template load_masked<P>(arguments...);
  }

  template<memory_order O, thread_scope S = default_thread_scope(), class... A> requires accepts_atomic_load<Base, O, S, A...>
  TILEPROOF_HINTS view_tile_type atomic_load(A... arguments) const noexcept {
    access(*this, arguments...);
    return Base::template atomic_load<O, S>(arguments...);
  }
  template<class... A> requires accepts_ordered_load<Base, A...>
  TILEPROOF_HINTS view_tile_type atomic_load(A... arguments) const noexcept {
    access(*this, arguments...);
    return Base::atomic_load(arguments...);
  }

  template<view_padding P, memory_order O, thread_scope S = default_thread_scope(), class... A>
  requires accepts_atomic_load_masked<Base, P, O, S, A...>
  TILEPROOF_HINTS view_tile_type atomic_load_masked(A... arguments) const noexcept {
    access(*this, arguments...);
    return Base::template atomic_load_masked<P, O, S>(arguments...);
  }
  template<class... A> requires accepts_ordered_load_masked<Base, A...>
  TILEPROOF_HINTS view_tile_type atomic_load_masked(A... arguments) const noexcept {
    access(*this, arguments...);
    return Base::atomic_load_masked(arguments...);
  }

  template<class V, class... A> requires accepts_store<Base, V, A...>
  TILEPROOF_HINTS void store(V value, A... arguments) const noexcept {
    access(*this, arguments...);
    Base::store(value, arguments...);
  }
  template<class V, class... A> requires accepts_store_masked<Base, V, A...>
  TILEPROOF_HINTS void store_masked(V value, A... arguments) const noexcept {
    access(*this, arguments...);
    Base::store_masked(value, arguments...);
  }

  template<memory_order O, thread_scope S = default_thread_scope(), class V, class... A>
  requires accepts_atomic_store<Base, O, S, V, A...>
  TILEPROOF_HINTS void atomic_store(V value, A... arguments) const noexcept {
    access(*this, arguments...);
    Base::template atomic_store<O, S>(value, arguments...);
  }
  template<class V, class... A> requires accepts_ordered_store<Base, V, A...>
  TILEPROOF_HINTS void atomic_store(V value, A... arguments) const noexcept {
    access(*this, arguments...);
    Base::atomic_store(value, arguments...);
  }

  template<memory_order O, thread_scope S = default_thread_scope(), class V, class... A>
  requires accepts_atomic_store_masked<Base, O, S, V, A...>
  TILEPROOF_HINTS void atomic_store_masked(V value, A... arguments) const noexcept {
    access(*this, arguments...);
    Base::template atomic_store_masked<O, S>(value, arguments...);
  }
  template<class V, class... A> requires accepts_ordered_store_masked<Base, V, A...>
  TILEPROOF_HINTS void atomic_store_masked(V value, A... arguments) const noexcept {
    access(*this, arguments...);
    Base::atomic_store_masked(value, arguments...);
  }

#define TILEPROOF_UPDATE(name) \
  template<memory_order O, thread_scope S, class V, class... A> \
  requires accepts_##name<Base, V, memory_order_constant<O>, thread_scope_constant<S>, A...> \
  TILEPROOF_TILE void name(V value, memory_order_constant<O> order, thread_scope_constant<S> scope, A... arguments) const noexcept { \
    access(*this, arguments...); \
    Base::name(value, order, scope, arguments...); \
  }
  TILEPROOF_UPDATES(TILEPROOF_UPDATE)
};

}  // namespace tileproof

// The members are those that the documents list.
template<tileproof::every_integral I, size_t... E>
struct __tile_builtin__ extents<I, E...> : private detail::dynamic_value_storage<I, ((E == dynamic_extent) + ... + size_t(0))> {
  static_assert(!detail::is_cv_qualified_v<I>, "the index type of extents is neither const nor volatile");
  using index_type = I;
  using rank_type = size_t;

 private:
  static constexpr size_t dynamic = ((E == dynamic_extent) + ... + size_t(0));
  using storage = detail::dynamic_value_storage<I, dynamic>;

  // That a value given for a static extent is that extent.
  template<size_t Static, class V> TILEPROOF_ANYWHERE static constexpr void same(V value) {
    if constexpr (Static != dynamic_extent) TILEPROOF_REQUIRE(index_type(value) == index_type(Static), "source.extents.static");
  }
  template<class... O> TILEPROOF_ANYWHERE static constexpr storage of(O... values) {
    (same<E>(values), ...);
    return storage::template storage_from_values<size_t, dynamic_extent, E...>(values...);
  }

 public:
  TILEPROOF_ANYWHERE static constexpr rank_type rank() noexcept { return sizeof...(E); }
  TILEPROOF_ANYWHERE static constexpr rank_type rank_dynamic() noexcept { return dynamic; }
  // NVIDIA's own concepts ask for extents beyond the rank, as constants: only its header may.
  TILEPROOF_ANYWHERE static constexpr size_t static_extent(rank_type i, tileproof::caller from = tileproof::caller_in(__builtin_FILE())) noexcept {
    TILEPROOF_REQUIRE(i < sizeof...(E) || (__builtin_is_constant_evaluated() && from == tileproof::caller::nvidia), "source.extents.rank");
    return detail::select_element<size_t>(i, E...);
  }
  TILEPROOF_ANYWHERE constexpr index_type extent(rank_type i) const noexcept {
    TILEPROOF_REQUIRE(i < sizeof...(E), "source.extents.rank");
    if constexpr (((E != dynamic_extent && E > tileproof::greatest<I>) || ...)) {
      const size_t fixed = detail::select_element<size_t>(i, E...);
      TILEPROOF_REQUIRE(fixed == dynamic_extent || fixed <= tileproof::greatest<I>, "source.extents.representable");
    }
    return this->template get_value<size_t, dynamic_extent, E...>(i);
  }

  constexpr extents() = default;
  template<class... O>
    requires ((detail::is_convertible_v<O, I> && ...) && sizeof...(O) == dynamic && sizeof...(O) != 0)
  TILEPROOF_ANYWHERE constexpr explicit extents(O... values) noexcept : storage{index_type(values)...} {}
  template<class... O>
    requires ((detail::is_convertible_v<O, I> && ...) && sizeof...(O) == sizeof...(E) && sizeof...(O) != 0 && sizeof...(E) != dynamic)
  TILEPROOF_ANYWHERE constexpr explicit extents(O... values) noexcept : storage{of(values...)} {}
};

template<tileproof::every_integral T>
struct __tile_builtin__ irange<T> {
  static_assert(!detail::is_cv_qualified_v<T>, "the type of an irange is neither const nor volatile");
  using iterator = irange_iterator<T>;
  using const_iterator = irange_iterator<T>;

  TILEPROOF_ANYWHERE constexpr irange(T lower, T upper) noexcept : lower_(lower), upper_(upper), step_(1) {}
  TILEPROOF_ANYWHERE constexpr irange(T lower, T upper, T step) noexcept : lower_(lower), upper_(upper), step_(step) {
    TILEPROOF_REQUIRE(step > 0, "source.range.step");
  }

  TILEPROOF_ANYWHERE constexpr iterator begin() const noexcept { return iterator{lower_, step_}; }
  TILEPROOF_ANYWHERE constexpr T end() const noexcept { return upper_; }
  TILEPROOF_ANYWHERE constexpr T lower_bound() const noexcept { return lower_; }
  TILEPROOF_ANYWHERE constexpr T upper_bound() const noexcept { return upper_; }
  TILEPROOF_ANYWHERE constexpr T step() const noexcept { return step_; }
  TILEPROOF_ANYWHERE constexpr bool empty() const noexcept { return lower_ >= upper_; }
  // The arithmetic is NVIDIA's, so that both compilations have the same operations.
  TILEPROOF_ANYWHERE constexpr T size() const noexcept {
    using wide = detail::conditional_t<detail::is_signed_v<T>, int64_t, uint64_t>;
    if (empty()) return T(0);
    const wide distance = wide(upper_) - wide(lower_);
    return (int64_t(distance) - 1) / step_ + 1;
  }

 private:
  T lower_;
  T upper_;
  T step_;
};

template<tensor_span_like Span, tile_shape Shape> requires (Shape::rank() == Span::extents_type::rank())
struct tileproof_part : tileproof::view<partition_view<Span, Shape>> {
  TILEPROOF_ANYWHERE constexpr tileproof_part(Span span, Shape shape) noexcept
      : tileproof::view<partition_view<Span, Shape>>(span, shape) {}
};
template<class Span, class Shape> tileproof_part(Span, Shape) -> tileproof_part<Span, Shape>;

template<tensor_span_like Span, tile_shape Shape, strides_like Strides, offsets_like Offsets = detail::zero_offsets_of_rank_t<Shape::rank()>>
struct tileproof_st : tileproof::view<strided_view<Span, Shape, Strides, Offsets>> {
  TILEPROOF_ANYWHERE constexpr tileproof_st(Span span, Shape shape, Strides strides, Offsets offsets = {}) noexcept
      : tileproof::view<strided_view<Span, Shape, Strides, Offsets>>(span, shape, strides, offsets) {}
};
template<class Span, class Shape, class Strides, class Offsets = detail::zero_offsets_of_rank_t<Shape::rank()>>
tileproof_st(Span, Shape, Strides, Offsets = {}) -> tileproof_st<Span, Shape, Strides, Offsets>;

template<tensor_span_like Span, tile_shape Shape, size_t Axis>
struct tileproof_gath_view : tileproof::view<gather_scatter_view<Span, Shape, Axis>> {
  template<class T> requires detail::is_convertible_v<T, size_t>
  TILEPROOF_ANYWHERE constexpr tileproof_gath_view(Span span, Shape shape, T axis) noexcept
      : tileproof::view<gather_scatter_view<Span, Shape, Axis>>(span, shape, axis) {}
};
template<class Span, class Shape, auto Axis>
tileproof_gath_view(Span, Shape, integral_constant<Axis>) -> tileproof_gath_view<Span, Shape, size_t(Axis)>;

}}

// The names are as long as those that they stand for, so that columns stay what they are.
#define partition_view tileproof_part
#define strided_view tileproof_st
#define gather_scatter_view tileproof_gath_view
