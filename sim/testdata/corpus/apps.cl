// Small programs of many kinds.
#include "workitem.h"
#pragma OPENCL EXTENSION cl_khr_fp16 : enable
#pragma OPENCL EXTENSION cl_khr_fp64 : enable
typedef float f16 __attribute__((ext_vector_type(16)));
typedef half h4 __attribute__((ext_vector_type(4)));

constant uint sha_k[64] = {
    0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5, 0xd807aa98, 0x12835b01, 0x243185be,
    0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174, 0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa,
    0x5cb0a9dc, 0x76f988da, 0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967, 0x27b70a85,
    0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85, 0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3,
    0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070, 0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f,
    0x682e6ff3, 0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2};

// SHA-256 of one padded block a work item.
kernel void sha256(global uint *out, global const uint *blocks) {
  int i = get_global_id(0);
  uint w[64], s[8] = {0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a, 0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19}, v[8];
  for (int t = 0; t < 16; t++) w[t] = __builtin_bswap32(blocks[i * 16 + t]);
  for (int t = 16; t < 64; t++) {
    uint a = w[t - 15], b = w[t - 2];
    w[t] = w[t - 16] + (rotate(a, 25u) ^ rotate(a, 14u) ^ (a >> 3)) + w[t - 7] + (rotate(b, 15u) ^ rotate(b, 13u) ^ (b >> 10));
  }
  for (int k = 0; k < 8; k++) v[k] = s[k];
  for (int t = 0; t < 64; t++) {
    uint e = v[4], a = v[0];
    uint t1 = v[7] + (rotate(e, 26u) ^ rotate(e, 21u) ^ rotate(e, 7u)) + ((e & v[5]) ^ (~e & v[6])) + sha_k[t] + w[t];
    uint t2 = (rotate(a, 30u) ^ rotate(a, 19u) ^ rotate(a, 10u)) + ((a & v[1]) ^ (a & v[2]) ^ (v[1] & v[2]));
    for (int k = 7; k > 0; k--) v[k] = v[k - 1];
    v[4] += t1;
    v[0] = t1 + t2;
  }
  for (int k = 0; k < 8; k++) out[i * 8 + k] = __builtin_bswap32(s[k] + v[k]);
}

kernel void crc32(global uint *out, global const uchar *text, int length) {
  local uint table[256];
  int l = get_local_id(0);
  for (int k = l; k < 256; k += get_local_size(0)) {
    uint c = k;
    for (int b = 0; b < 8; b++) c = c & 1 ? 0xedb88320 ^ (c >> 1) : c >> 1;
    table[k] = c;
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  uint c = ~0u;
  for (int k = 0; k < length; k++) c = table[(c ^ text[get_global_id(0) * length + k]) & 0xff] ^ (c >> 8);
  out[get_global_id(0)] = ~c;
}

#define MANDELBROT(name, t)                                                  \
  kernel void name(global uint *out, int w, t x0, t y0, t step, uint limit) { \
    _Pragma("OPENCL FP_CONTRACT OFF")                                        \
    int px = get_global_id(0), py = get_global_id(1);                        \
    t cx = x0 + px * step, cy = y0 + py * step, x = 0, y = 0;                \
    uint n = 0;                                                              \
    while (n < limit && x * x + y * y <= 4) {                                \
      t next = x * x - y * y + cx;                                           \
      y = 2 * x * y + cy;                                                    \
      x = next;                                                              \
      n++;                                                                   \
    }                                                                        \
    out[py * w + px] = n;                                                    \
  }
MANDELBROT(mandelbrot_f32, float)
MANDELBROT(mandelbrot_f64, double)

kernel void nbody(global float4 *out, global const float4 *in, int n) {
  local float4 tile[64];
  int i = get_global_id(0), l = get_local_id(0);
  float4 me = in[i], sum = 0;
  for (int t = 0; t < n; t += 64) {
    tile[l] = in[t + l];
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int j = 0; j < 64; j++) {
      float4 d = tile[j] - me;
      float r = rsqrt(d.x * d.x + d.y * d.y + d.z * d.z + 0.01f);
      sum += d * (tile[j].w * r * r * r);
    }
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  sum.w = 0;
  out[i] = sum;
}

// 256 points, radix 2, in LDS; the factors come from the host.
kernel void fft(global float2 *io, global const float2 *factors) {
  local float2 s[256];
  int l = get_local_id(0), base = get_group_id(0) * 256;
  for (int k = l; k < 256; k += 128) s[__builtin_bitreverse32(k) >> 24] = io[base + k];
  for (int half_size = 1; half_size < 256; half_size <<= 1) {
    barrier(CLK_LOCAL_MEM_FENCE);
    int at = l & (half_size - 1), a = ((l & ~(half_size - 1)) << 1) + at, b = a + half_size;
    float2 f = factors[at * (128 / half_size)], x = s[a], y = s[b];
    float2 p = (float2)(f.x * y.x - f.y * y.y, f.x * y.y + f.y * y.x);
    s[a] = x + p;
    s[b] = x - p;
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int k = l; k < 256; k += 128) io[base + k] = s[k];
}

// Four bits at a time; each wave counts with ballots.
kernel void radix_sort(global uint *io) {
  local uint keys[256];
  local uint count[16][4]; // digit, wave
  int l = get_local_id(0), wave = l / 64, lane = l % 64;
  uint key = io[get_global_id(0)];
  for (int shift = 0; shift < 32; shift += 4) {
    uint digit = key >> shift & 15, rank = 0;
    for (uint d = 0; d < 16; d++) {
      ulong same = __builtin_amdgcn_ballot_w64(digit == d);
      if (lane == 0) count[d][wave] = popcount(same);
      if (digit == d) rank = popcount(same & ((1UL << lane) - 1));
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    uint before = 0;
    for (uint d = 0; d < 16; d++)
      for (int w = 0; w < 4; w++)
        if (d < digit || (d == digit && w < wave)) before += count[d][w];
    keys[before + rank] = key;
    barrier(CLK_LOCAL_MEM_FENCE);
    key = keys[l];
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  io[get_global_id(0)] = key;
}

// An open hash table; then every key is looked up.
kernel void hash_insert(global uint *slots, global uint *counts, global const uint *keys, uint mask) {
  uint key = keys[get_global_id(0)], at = key * 2654435761u >> 7 & mask;
  for (;;) {
    uint seen = atomic_cmpxchg(&slots[at], 0u, key);
    if (seen == 0 || seen == key) break;
    at = (at + 1) & mask;
  }
  atomic_inc(&counts[at]);
}

kernel void convolve_f16(global float *out, global const half *in, constant half *weights, int w, int h) {
  int x = get_global_id(0), y = get_global_id(1);
  if (x >= w || y >= h) return;
  float sum = 0;
  for (int dy = -1; dy <= 1; dy++)
    for (int dx = -1; dx <= 1; dx++) {
      int px = x + dx, py = y + dy;
      if (px >= 0 && px < w && py >= 0 && py < h) sum = fma((float)in[py * w + px], (float)weights[dy * 3 + dx + 4], sum);
    }
  out[y * w + x] = sum;
}

// One wave: 32 queries, n keys, 32 dimensions; scores and output by MFMA, the
// softmax kept while it goes.
kernel void attention(global float *out, global const half *q, global const half *k, global const half *v, int n) {
  local float s[32][33];
  local half p[32][32];
  local float top[32], total[32], scale[32];
  int l = get_local_id(0), c = l % 32, g = l / 32;
  if (l < 32) top[l] = -INFINITY, total[l] = 0;
  f16 acc = 0;
  for (int t = 0; t < n; t += 32) {
    f16 score = 0;
    for (int d = 0; d < 32; d += 8) {
      h4 a, b;
      for (int i = 0; i < 4; i++) {
        a[i] = q[c * 32 + d + 4 * g + i];
        b[i] = k[(t + c) * 32 + d + 4 * g + i];
      }
      score = __builtin_amdgcn_mfma_f32_32x32x8f16(a, b, score, 0, 0, 0);
    }
    for (int i = 0; i < 16; i++) s[8 * (i / 4) + 4 * g + i % 4][c] = score[i];
    barrier(CLK_LOCAL_MEM_FENCE);
    if (l < 32) {
      float m = top[l], sum = 0;
      for (int j = 0; j < 32; j++) m = fmax(m, s[l][j]);
      for (int j = 0; j < 32; j++) {
        float e = native_exp(s[l][j] - m);
        p[l][j] = (half)e;
        sum += e;
      }
      scale[l] = native_exp(top[l] - m);
      total[l] = total[l] * scale[l] + sum;
      top[l] = m;
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int i = 0; i < 16; i++) acc[i] *= scale[8 * (i / 4) + 4 * g + i % 4];
    for (int d = 0; d < 32; d += 8) {
      h4 a, b;
      for (int i = 0; i < 4; i++) {
        a[i] = p[c][d + 4 * g + i];
        b[i] = v[(t + d + 4 * g + i) * 32 + c];
      }
      acc = __builtin_amdgcn_mfma_f32_32x32x8f16(a, b, acc, 0, 0, 0);
    }
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  for (int i = 0; i < 16; i++) {
    int row = 8 * (i / 4) + 4 * g + i % 4;
    out[row * 32 + c] = acc[i] / total[row];
  }
}

// LU decomposition without pivots of a 16 x 16 matrix a workgroup.
kernel void lu(global double *io) {
#pragma OPENCL FP_CONTRACT OFF
  local double a[16][17];
  int x = get_local_id(0), y = get_local_id(1);
  global double *m = io + get_group_id(0) * 256;
  a[y][x] = m[y * 16 + x];
  for (int k = 0; k < 15; k++) {
    barrier(CLK_LOCAL_MEM_FENCE);
    if (x == k && y > k) a[y][k] /= a[k][k];
    barrier(CLK_LOCAL_MEM_FENCE);
    if (x > k && y > k) a[y][x] -= a[y][k] * a[k][x];
  }
  m[y * 16 + x] = a[y][x];
}

// Quicksort of 32 numbers with its own stack of ranges.
kernel void quicksort(global int *io) {
  int v[32], from[16], to[16], depth = 1;
  global int *p = io + get_global_id(0) * 32;
  for (int k = 0; k < 32; k++) v[k] = p[k];
  from[0] = 0, to[0] = 31;
  while (depth > 0) {
    int lo = from[--depth], hi = to[depth];
    if (lo >= hi) continue;
    int pivot = v[(lo + hi) / 2], i = lo, j = hi;
    while (i <= j) {
      while (v[i] < pivot) i++;
      while (v[j] > pivot) j--;
      if (i <= j) {
        int t = v[i];
        v[i++] = v[j];
        v[j--] = t;
      }
    }
    // The longer part waits: the stack stays small.
    if (j - lo > hi - i) {
      from[depth] = lo, to[depth++] = j;
      from[depth] = i, to[depth++] = hi;
    } else {
      from[depth] = i, to[depth++] = hi;
      from[depth] = lo, to[depth++] = j;
    }
  }
  for (int k = 0; k < 32; k++) p[k] = v[k];
}

// A board of 64 x 64 that wraps around, a row a lane.
kernel void life(global ulong *io, int generations) {
  int l = get_local_id(0);
  ulong row = io[l];
  for (int n = 0; n < generations; n++) {
    uint lo = (uint)row, hi = (uint)(row >> 32);
    int above = (l + 63 & 63) * 4, below = (l + 1 & 63) * 4;
    ulong up = (ulong)(uint)__builtin_amdgcn_ds_bpermute(above, hi) << 32 | (uint)__builtin_amdgcn_ds_bpermute(above, lo);
    ulong down = (ulong)(uint)__builtin_amdgcn_ds_bpermute(below, hi) << 32 | (uint)__builtin_amdgcn_ds_bpermute(below, lo);
    ulong cells[8] = {up, down, rotate(up, 1UL), rotate(up, 63UL), rotate(down, 1UL), rotate(down, 63UL), rotate(row, 1UL), rotate(row, 63UL)};
    ulong one = 0, two = 0, four = 0;
    for (int k = 0; k < 8; k++) {
      ulong carry = one & cells[k];
      one ^= cells[k];
      ulong more = two & carry;
      two ^= carry;
      four |= more;
    }
    row = two & ~four & (one | row);
  }
  io[l] = row;
}

// A sparse matrix (rows of column numbers and values) times a vector, a wave a row.
kernel void spmv(global int *out, global const uint *starts, global const ushort *columns, global const short *weights, global const int *x) {
  int l = get_local_id(0), row = get_group_id(0), sum = 0;
  for (uint k = starts[row] + l; k < starts[row + 1]; k += 64) sum += weights[k] * x[columns[k]];
  for (int d = 32; d > 0; d >>= 1) sum += __builtin_amdgcn_ds_bpermute((l ^ d) * 4, sum);
  if (l == 0) out[row] = sum;
}

kernel void edit_distance(global uchar *out, global const char *a, global const char *b) {
  uchar row[25];
  int i = get_global_id(0);
  for (int k = 0; k <= 24; k++) row[k] = k;
  for (int r = 0; r < 24; r++) {
    uchar diagonal = row[0];
    row[0] = r + 1;
    for (int k = 0; k < 24; k++) {
      uchar old = row[k + 1];
      row[k + 1] = min(min((int)row[k], (int)old) + 1, diagonal + (a[i * 24 + r] != b[i * 24 + k]));
      diagonal = old;
    }
  }
  out[i] = row[24];
}

// 256-bit numbers: the whole product, and the sum modulo 2^256.
kernel void big_numbers(global ulong *product, global ulong *total, global const ulong *a, global const ulong *b) {
  int i = get_global_id(0);
  ulong x[4], y[4], p[8] = {0}, carry = 0;
  for (int k = 0; k < 4; k++) x[k] = a[4 * i + k], y[k] = b[4 * i + k];
  for (int j = 0; j < 4; j++) {
    carry = 0;
    for (int k = 0; k < 4; k++) {
      ulong lo = x[j] * y[k], hi = mul_hi(x[j], y[k]);
      lo += carry;
      hi += lo < carry;
      p[j + k] += lo;
      carry = hi + (p[j + k] < lo);
    }
    p[j + 4] = carry;
  }
  carry = 0;
  for (int k = 0; k < 4; k++) {
    ulong s = x[k] + y[k], c = s < x[k];
    total[4 * i + k] = s + carry;
    carry = c | (s + carry < s);
  }
  for (int k = 0; k < 8; k++) product[8 * i + k] = p[k];
}

static uint random(uint4 *s) { // xorshift128
  uint t = s->x ^ s->x << 11;
  s->x = s->y, s->y = s->z, s->z = s->w;
  return s->w ^= s->w >> 19 ^ t ^ t >> 8;
}
kernel void monte_carlo(global uint *out, uint rounds) {
  int i = get_global_id(0);
  uint4 s = (uint4)(123456789 + i, 362436069, 521288629 ^ i << 7, 88675123);
  uint hits = 0;
  for (uint k = 0; k < rounds; k++) {
    ulong x = random(&s) >> 1, y = random(&s) >> 1;
    hits += x * x + y * y < 1UL << 62;
  }
  out[i] = hits;
}

// Far more live values than registers: they go to AGPRs, other lanes and scratch.
__attribute__((amdgpu_num_vgpr(24), amdgpu_num_sgpr(40)))
kernel void spill(global int *out, global const int *in, int16 u) {
  int i = get_global_id(0), a[48];
#pragma unroll
  for (int k = 0; k < 48; k++) a[k] = in[i + 64 * k] * (k + 3);
#pragma unroll
  for (int k = 0; k < 48; k++) a[k] ^= a[(k * 7 + 5) % 48] + u[k % 16] * i;
  barrier(CLK_GLOBAL_MEM_FENCE);
#pragma unroll
  for (int k = 47; k >= 0; k--) a[k] += a[(k * 11 + 1) % 48] ^ u[(k + 3) % 16];
#pragma unroll
  for (int k = 0; k < 48; k++) out[i + 64 * k] = a[k];
}

// A stack whose size is known only at run time.
kernel void dynamic_stack(global int *out, int n) {
  int i = get_global_id(0);
  int *v = __builtin_alloca(n * sizeof(int));
  for (int k = 0; k < n; k++) v[k] = i * k + 1;
  for (int k = 1; k < n; k++) v[k] += v[(k * 7 + i) % k];
  int *w = __builtin_alloca((n + 3) * sizeof(int));
  for (int k = 0; k < n + 3; k++) w[k] = k < n ? v[n - 1 - k] : k;
  out[i] = w[i % (n + 3)] + v[n - 1];
}
