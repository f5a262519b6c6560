// Kernels of a workgroup that shares LDS.
#include "workitem.h"
#pragma OPENCL EXTENSION cl_khr_fp16 : enable

kernel void transpose(global int *out, global const int *in, int w, int h) {
  local int tile[16][17];
  int lx = get_local_id(0), ly = get_local_id(1);
  int x = get_group_id(0) * 16 + lx, y = get_group_id(1) * 16 + ly;
  if (x < w && y < h) tile[ly][lx] = in[y * w + x];
  barrier(CLK_LOCAL_MEM_FENCE);
  int ox = get_group_id(1) * 16 + lx, oy = get_group_id(0) * 16 + ly;
  if (ox < h && oy < w) out[oy * h + ox] = tile[lx][ly];
}

kernel void transpose_f16(global half *out, global const half *in) {
  local half tile[64][66];
  int l = get_local_id(0);
  for (int r = 0; r < 64; r++) tile[r][l] = in[r * 64 + l];
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int r = 0; r < 64; r++) out[r * 64 + l] = tile[l][r];
}

kernel void reduce(global int *out, global const int *in, int n) {
  local int part[256];
  int l = get_local_id(0), i = get_global_id(0);
  part[l] = i < n ? in[i] : 0;
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int s = get_local_size(0) / 2; s > 0; s >>= 1) {
    if (l < s) part[l] += part[l + s];
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  if (l == 0) out[get_group_id(0)] = part[0];
}

kernel void reduce_f64(global double *out, global const double *in, local double *part) {
  int l = get_local_id(0);
  part[l] = in[get_global_id(0)];
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int s = get_local_size(0) / 2; s > 0; s >>= 1) {
    if (l < s) part[l] = fmax(part[l], part[l + s]);
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  if (l == 0) out[get_group_id(0)] = part[0];
}

// Inclusive prefix sum of each workgroup (Hillis and Steele, double buffered).
kernel void scan(global uint *out, global const uint *in, local uint *buffer) {
  int n = get_local_size(0), l = get_local_id(0);
  local uint *from = buffer, *to = buffer + n;
  from[l] = in[get_global_id(0)];
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int d = 1; d < n; d <<= 1) {
    to[l] = from[l] + (l >= d ? from[l - d] : 0);
    barrier(CLK_LOCAL_MEM_FENCE);
    local uint *t = from;
    from = to;
    to = t;
  }
  out[get_global_id(0)] = from[l];
}

kernel void histogram(global uint *bins, global const uchar *in, int n) {
  local uint mine[64];
  int l = get_local_id(0);
  if (l < 64) mine[l] = 0;
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int i = get_global_id(0); i < n; i += get_global_size(0)) atomic_inc(&mine[in[i] & 63]);
  barrier(CLK_LOCAL_MEM_FENCE);
  if (l < 64) atomic_add(&bins[l], mine[l]);
}

kernel void matmul_tiled(global float *c, global const float *a, global const float *b, int n) {
  local float ta[16][16], tb[16][17];
  int x = get_local_id(0), y = get_local_id(1);
  int j = get_group_id(0) * 16 + x, i = get_group_id(1) * 16 + y;
  float sum = 0;
  for (int t = 0; t < n; t += 16) {
    ta[y][x] = a[i * n + t + x];
    tb[y][x] = b[(t + y) * n + j];
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int p = 0; p < 16; p++) sum = fma(ta[y][p], tb[p][x], sum);
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  c[i * n + j] = sum;
}

static float group_sum(local float *s, float v) {
  int l = get_local_id(0);
  barrier(CLK_LOCAL_MEM_FENCE);
  s[l] = v;
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int d = get_local_size(0) / 2; d > 0; d >>= 1) {
    if (l < d) s[l] += s[l + d];
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  return s[0];
}

// One row a workgroup.
kernel void softmax(global float *out, global const float *in, int n) {
  local float s[128];
  int l = get_local_id(0), step = get_local_size(0);
  global const float *row = in + get_group_id(0) * n;
  float top = -INFINITY;
  for (int i = l; i < n; i += step) top = fmax(top, row[i]);
  s[l] = top;
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int d = step / 2; d > 0; d >>= 1) {
    if (l < d) s[l] = fmax(s[l], s[l + d]);
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  top = s[0];
  float sum = 0;
  for (int i = l; i < n; i += step) sum += exp(row[i] - top);
  sum = group_sum(s, sum);
  for (int i = l; i < n; i += step) out[get_group_id(0) * n + i] = exp(row[i] - top) / sum;
}

kernel void layernorm(global float *out, global const float *in, global const float *gamma, global const float *beta, int n) {
  local float s[128];
  int l = get_local_id(0), step = get_local_size(0);
  global const float *row = in + get_group_id(0) * n;
  float sum = 0, square = 0;
  for (int i = l; i < n; i += step) sum += row[i];
  float mean = group_sum(s, sum) / n;
  for (int i = l; i < n; i += step) square += (row[i] - mean) * (row[i] - mean);
  float inv = rsqrt(group_sum(s, square) / n + 1e-5f);
  for (int i = l; i < n; i += step) out[get_group_id(0) * n + i] = (row[i] - mean) * inv * gamma[i] + beta[i];
}

kernel void bitonic(global int *keys) {
  local int s[256];
  int l = get_local_id(0), n = get_local_size(0);
  s[l] = keys[get_global_id(0)];
  for (int size = 2; size <= n; size <<= 1)
    for (int d = size / 2; d > 0; d >>= 1) {
      barrier(CLK_LOCAL_MEM_FENCE);
      int other = l ^ d;
      if (other > l && (s[l] > s[other]) == ((l & size) == 0)) {
        int t = s[l];
        s[l] = s[other];
        s[other] = t;
      }
    }
  barrier(CLK_LOCAL_MEM_FENCE);
  keys[get_global_id(0)] = s[l];
}

// All of the LDS that a workgroup can have.
#ifdef __gfx950__
#define WHOLE 40960
#else
#define WHOLE 16384
#endif
__attribute__((amdgpu_flat_work_group_size(1, 1024)))
kernel void whole_lds(global uint *out, uint key) {
  local uint all[WHOLE];
  int l = get_local_id(0), n = get_local_size(0);
  for (int i = l; i < WHOLE; i += n) all[i] = i * key;
  barrier(CLK_LOCAL_MEM_FENCE);
  uint sum = 0;
  for (int i = l; i < WHOLE; i += n) sum = sum * 31 + all[WHOLE - 1 - i];
  out[l] = sum;
}

// Two dynamic arrays, a static one and pointers that the compiler can't tell
// apart: flat accesses to LDS, scratch and memory.
__attribute__((noinline)) int pick(int *p, int i) { return p[i]; }
kernel void generic_pointers(global int *out, global int *in, local int *d1, local int *d2) {
  local int fixed[64];
  int mine[8];
  int l = get_local_id(0);
  for (int i = 0; i < 8; i++) mine[i] = l * 100 + i;
  fixed[l] = in[l] * 5;
  d1[l] = in[l] * 7;
  d2[l] = in[l] * 11;
  barrier(CLK_LOCAL_MEM_FENCE);
  int *p;
  switch (l % 5) {
  case 0: p = in; break;
  case 1: p = fixed; break;
  case 2: p = d1; break;
  case 3: p = d2; break;
  default: p = mine; break;
  }
  int v = pick(p, (l * 3) & 7);
  barrier(CLK_LOCAL_MEM_FENCE);
  int *q = l & 1 ? (int *)mine : (int *)d1 + l;
  *q += v;
  out[l] = v * 3 + *q + (l & 1 ? mine[0] : d1[l]);
}
