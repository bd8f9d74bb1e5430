// A function and a macro with an assumption.
#pragma once
#define POSITIVE(n) [[assume((n) > 0)]]

__tile__ inline int half_of_even(int n) {
  [[assume(n % 2 == 0)]];
  return n / 2;
}
