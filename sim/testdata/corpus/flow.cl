// Control flow: divergence, calls, recursion, tables, stack arrays.
#include "workitem.h"
#pragma OPENCL EXTENSION __cl_clang_function_pointers : enable

kernel void collatz(global uint *steps, global const uint *start) {
  int i = get_global_id(0);
  ulong n = start[i];
  uint s = 0;
  while (n > 1) {
    n = n & 1 ? 3 * n + 1 : n / 2;
    s++;
  }
  steps[i] = s;
}

kernel void nested(global int *out, global const int *in) {
  int i = get_global_id(0), v = in[i], r = 0;
  if (v & 1) {
    if (v & 2) {
      r = v * 3;
      for (int k = 0; k < (v & 15); k++) {
        if (k == 7) continue;
        if (k * 5 > v % 60) break;
        r += k;
      }
    } else if (v & 4)
      r = v - 17;
    else {
      do {
        r += v & 7;
        v >>= 3;
        if (v & 8) r ^= 0x55;
      } while (v > 0);
    }
  } else if (v & 8) {
    r = (v & 16) ? ((v & 32) ? 1 : 2) : ((v & 64) ? 3 : 4);
  } else
    return;
  out[i] = r;
}

__attribute__((noinline)) static int gcd(int a, int b) {
  while (b) {
    int t = a % b;
    a = b;
    b = t;
  }
  return a;
}
__attribute__((noinline)) static long many(int a, int b, long c, float d, char e, int4 v, int g, int h, int k, int m) {
  return a + 2 * b + 3 * c + (long)(4.0f * d) + 5 * e + v.x - v.y + v.z * v.w + 6 * g + 7 * h + 8 * k + 9 * m + gcd(abs(a), abs(b));
}
kernel void calls(global long *out, global const int *in) {
  int i = get_global_id(0);
  int a = in[2 * i], b = in[2 * i + 1];
  out[i] = many(a, b, (long)a * b, b * 0.5f, (char)a, (int4)(a, b, 3, i), i, i + 1, b - a, i & 3) + gcd(abs(a - b), 36);
}

// OpenCL C has no recursion, and clang counts on it: the calls must go through
// a table, for which it declares a stack of unknown size.
typedef int (*recursive)(int, int, int);
static int ackermann(int m, int n, int self);
static int fibonacci(int n, int unused, int self);
static const recursive constant recursives[2] = {ackermann, fibonacci};
__attribute__((noinline)) static int ackermann(int m, int n, int self) {
  if (m == 0) return n + 1;
  if (n == 0) return recursives[self](m - 1, 1, self);
  return recursives[self](m - 1, recursives[self](m, n - 1, self), self);
}
__attribute__((noinline)) static int fibonacci(int n, int unused, int self) {
  return n < 2 ? n : recursives[self](n - 1, unused, self) + recursives[self](n - 2, unused, self);
}
kernel void recursion(global int *out, int self) {
  int i = get_global_id(0);
  out[i] = recursives[self](self ? i % 9 : 2, i % 4, self);
}
kernel void recursion_divergent(global int *out) {
  int i = get_global_id(0);
  out[i] = recursives[i & 1](i & 1 ? i % 9 : 2, i % 4, i & 1);
}

typedef int (*op)(int, int);
__attribute__((noinline)) static int add(int a, int b) { return a + b; }
__attribute__((noinline)) static int sub(int a, int b) { return a - b; }
__attribute__((noinline)) static int mul(int a, int b) { return a * b; }
__attribute__((noinline)) static int mix(int a, int b) { return (a << 4 ^ b) + gcd(abs(a), 12); }
static const op constant ops[4] = {add, sub, mul, mix};
kernel void table(global int *out, global const int *in, int which) {
  int i = get_global_id(0);
  out[i] = ops[which & 3](in[i], i);
}
kernel void table_divergent(global int *out, global const int *in) {
  int i = get_global_id(0);
  out[i] = ops[in[i] & 3](in[i], i);
}

kernel void switches(global int *out, global const int *in) {
  int i = get_global_id(0), v = in[i], r;
  switch (v) {
  case 0: r = 100; break;
  case 1: r = v * 31 + i; break;
  case 2: r = i / 3; break;
  case 3: r = i % 5; // falls through
  case 4: r = v + i * 2; break;
  case 5: r = -i; break;
  case 6: r = i * i; break;
  case 7: r = ~i; break;
  case 8: r = i << 5; break;
  case 9: r = i ^ 0x1234; break;
  case 100: r = 1; break;
  case -5: r = 2; break;
  default: r = v - 1;
  }
  out[i] = r;
}

// The same decision for the whole wave: a uniform branch tree.
kernel void switch_uniform(global int *out, int v) {
  int i = get_global_id(0), r;
  switch (v) {
  case 0: r = i + 1; break;
  case 1: r = i * 7; break;
  case 2: r = i - 3; break;
  case 3: r = i | 64; break;
  case 4: r = i & 21; break;
  case 5: r = 9; break;
  default: r = 0;
  }
  out[i] = r;
}

// Stack arrays with indices that are known only at run time.
kernel void stack_array(global int *out, global const int *in) {
  int i = get_global_id(0), a[32];
  short h[16];
  uchar b[24];
  for (int k = 0; k < 32; k++) a[k] = in[(i + k) & 63] * k;
  for (int k = 0; k < 16; k++) h[k] = (short)(a[k] ^ a[31 - k]);
  for (int k = 0; k < 24; k++) b[k] = (uchar)a[(k * 5 + i) & 31];
  uint sum = 0;
  for (int k = 0; k < 20; k++) {
    int at = (in[i] + k * 7) & 31;
    a[at] += h[at & 15] + b[at % 24];
    sum = sum * 3 + a[(at + 1) & 31];
  }
  out[i] = sum;
}

// Insertion sort of 16 longs on the stack.
kernel void stack_sort(global long *io) {
  long v[16];
  global long *p = io + get_global_id(0) * 16;
  for (int k = 0; k < 16; k++) v[k] = p[k];
  for (int k = 1; k < 16; k++) {
    long x = v[k];
    int j = k - 1;
    while (j >= 0 && v[j] > x) {
      v[j + 1] = v[j];
      j--;
    }
    v[j + 1] = x;
  }
  for (int k = 0; k < 16; k++) p[k] = v[k];
}

constant int squares[12] = {0, 1, 4, 9, 16, 25, 36, 49, 64, 81, 100, 121};
constant char letters[] = "the quick brown fox jumps over the lazy dog";
kernel void constants(global int *out) {
  int i = get_global_id(0);
  out[i] = squares[i % 12] * 256 + letters[i % 43];
}

// Variables of the program, one of which holds the address of another.
global int initialised[4] = {10, 20, 30, 40};
global int zeroed[64];
global int *global pointer = &initialised[2];
kernel void globals(global int *out) {
  int l = get_local_id(0);
  int sum = pointer[l & 1] + initialised[l & 3] * 100 + zeroed[l];
  zeroed[l] = l * l;
  barrier(CLK_GLOBAL_MEM_FENCE);
  sum += zeroed[63 - l];
  barrier(CLK_GLOBAL_MEM_FENCE);
  zeroed[l] = 0;
  if (l == 5) initialised[3]++;
  barrier(CLK_GLOBAL_MEM_FENCE);
  sum += initialised[3];
  barrier(CLK_GLOBAL_MEM_FENCE);
  if (l == 6) initialised[3]--;
  out[l] = sum;
}
