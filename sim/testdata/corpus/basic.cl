// Element-wise kernels, work-item functions, narrow loads and stores, structs
// by value, a stencil.
#include "workitem.h"
#pragma OPENCL EXTENSION cl_khr_fp16 : enable
#pragma OPENCL EXTENSION cl_khr_fp64 : enable

kernel void vecadd(global float *out, global const float *a, global const float *b, int n) {
  int i = get_global_id(0);
  if (i < n) out[i] = a[i] + b[i];
}

kernel void saxpy_f16(global half *y, global const half *x, half alpha, int n) {
  int i = get_global_id(0);
  if (i < n) y[i] = fma(alpha, x[i], y[i]);
}

kernel void saxpy_bf16(global __bf16 *y, global const __bf16 *x, float alpha, int n) {
  int i = get_global_id(0);
  if (i < n) y[i] = (__bf16)fma(alpha, (float)x[i], (float)y[i]);
}

kernel void saxpy_f64(global double *y, global const double *x, double alpha, int n) {
  int i = get_global_id(0);
  if (i < n) y[i] = fma(alpha, x[i], y[i]);
}

// Two roundings: nothing may be fused here.
kernel void muladd(global float *y, global const float *x, global const float *z, int n) {
#pragma OPENCL FP_CONTRACT OFF
  int i = get_global_id(0);
  if (i < n) y[i] = x[i] * y[i] + z[i];
}

kernel void vec4(global float4 *out, global const float4 *a, global const int4 *b) {
  int i = get_global_id(0);
  out[i] = a[i].wzyx * 2.0f + convert_float4(b[i]) - a[i].xxyy;
}

// What every work item finds itself to be: 32 words each.
kernel void ids(global uint *out) {
  size_t x = get_global_id(0) - get_global_offset(0), y = get_global_id(1) - get_global_offset(1), z = get_global_id(2) - get_global_offset(2);
  size_t at = (z * get_global_size(1) + y) * get_global_size(0) + x;
  global uint *o = out + at * 32;
  for (int d = 0; d < 3; d++) {
    o[d] = get_group_id(d);
    o[3 + d] = get_local_id(d);
    o[6 + d] = get_global_id(d);
    o[9 + d] = get_num_groups(d);
    o[12 + d] = get_local_size(d);
    o[15 + d] = get_global_size(d);
    o[18 + d] = get_global_offset(d);
    o[21 + d] = get_enqueued_local_size(d);
  }
  o[24] = get_work_dim();
  o[25] = get_local_id(0) + get_local_size(0) * (get_local_id(1) + get_local_size(1) * get_local_id(2));
  o[26] = get_group_id(0) + get_num_groups(0) * (get_group_id(1) + get_num_groups(1) * get_group_id(2));
  o[27] = __builtin_amdgcn_workgroup_id_y();
  o[28] = __builtin_amdgcn_workitem_id_z();
  o[29] = __builtin_amdgcn_grid_size_x();
  o[30] = __builtin_amdgcn_workgroup_size_y(); // the enqueued one
  o[31] = __builtin_amdgcn_mbcnt_hi(~0u, __builtin_amdgcn_mbcnt_lo(~0u, 0u));
}

// The AQL packet, as far as a kernel may rely on it.
kernel void packet(global uint *out, local uint *dynamic) {
  constant uint *p = (constant uint *)__builtin_amdgcn_dispatch_ptr();
  constant ushort *h = (constant ushort *)p;
  constant ulong *q = (constant ulong *)p;
  local uint fixed[64];
  int l = get_local_id(0);
  fixed[l] = h[2] + l;
  dynamic[l] = p[3];
  barrier(CLK_LOCAL_MEM_FENCE);
  if (l) return;
  out[0] = h[1] & 3;
  out[1] = fixed[1] - 1;
  out[2] = h[3];
  out[3] = h[4];
  out[4] = dynamic[5];
  out[5] = p[4];
  out[6] = p[5];
  out[7] = p[7];
  out[8] = *(constant ulong *)q[5] == (ulong)out; // the arguments' address
}

kernel void narrow(global char *c, global uchar *uc, global short *s, global ushort *us, global const int *in) {
  int i = get_global_id(0);
  c[i] = (char)(c[i] * 3 + in[i]);
  uc[i] = (uchar)((uc[i] >> 1) ^ in[i]);
  s[i] = (short)(s[i] * c[i] - (in[i] >> 7));
  us[i] = (ushort)(us[i] / 3 + uc[i]);
}

kernel void narrow_halves(global short2 *out, global const short *a, global const uchar *b) {
  int i = get_global_id(0);
  out[i] = (short2)(a[2 * i + 1], b[3 * i]);
}

typedef struct {
  char tag;
  short weights[3];
  int base;
  long wide;
  float scale;
  struct { uchar lo, hi; } pair;
} Config;

kernel void struct_arg(global long *out, Config c, global const int *in, uchar after) {
  int i = get_global_id(0);
  out[i] = c.wide + c.base * in[i] + c.weights[i % 3] + c.tag * (long)(c.scale * 4.0f) + c.pair.lo * 256 + c.pair.hi + after;
}

typedef struct { int a, b; long c; float d[4]; } Record;

static Record twist(Record r, int by) {
  r.a ^= by;
  r.c += (long)r.b << 33;
  for (int i = 0; i < 4; i++) r.d[i] *= by;
  return r;
}

kernel void struct_copy(global Record *out, global const Record *in) {
  int i = get_global_id(0);
  out[i] = twist(in[get_global_size(0) - 1 - i], i + 1);
}

// Five points, edges clamped.
kernel void stencil(global float *out, global const float *in, int w, int h) {
  int x = get_global_id(0), y = get_global_id(1);
  if (x >= w || y >= h) return;
  int l = max(x - 1, 0), r = min(x + 1, w - 1), u = max(y - 1, 0), d = min(y + 1, h - 1);
  out[y * w + x] = 4.0f * in[y * w + x] - in[y * w + l] - in[y * w + r] - in[u * w + x] - in[d * w + x];
}

kernel void matmul_naive(global float *c, global const float *a, global const float *b, int m, int n, int k) {
  int j = get_global_id(0), i = get_global_id(1);
  if (i >= m || j >= n) return;
  float sum = 0;
  for (int p = 0; p < k; p++) sum += a[i * k + p] * b[p * n + j];
  c[i * n + j] = sum;
}
