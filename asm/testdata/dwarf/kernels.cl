#include "kernels.h"

float helper(float x);

__attribute__((noinline)) float square(float x) { return x * x + offset(1.0f); }

kernel void saxpy(global float *y, global const float *x, float a, int n) {
  int i = __builtin_amdgcn_workgroup_id_x() * 64 + __builtin_amdgcn_workitem_id_x();
  if (i < n)
    y[i] = a * x[i] + y[i];
}

kernel void reduce(global float *out, global const float *in, int n) {
  local float part[64];
  int t = __builtin_amdgcn_workitem_id_x();
  float sum = 0;
  for (int i = t; i < n; i += 64)
    sum += square(in[i]);
  part[t] = sum;
  for (int s = 32; s > 0; s >>= 1) {
    __builtin_amdgcn_s_barrier();
    if (t < s)
      part[t] += part[t + s];
  }
  if (t == 0)
    out[0] = part[0];
}

kernel void choose(global int *p, int k) {
  switch (k) {
  case 0: p[0] = 1; break;
  case 1: p[1] = p[2] * 3; break;
  case 5: p[2] = p[1] / 7; break;
  case 9: for (int i = 0; i < 100; i++) p[i] ^= twist(p[i + 1]); break;
  default: p[k] = k;
  }
}
