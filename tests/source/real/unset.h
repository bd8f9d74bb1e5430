// A function and a macro with variables that are declared without a value.
#pragma once
#define LOCAL int t;

__tile__ inline int one_if_positive(int n) {
  int t;
  if (n > 0) t = 1;
  return t;
}
