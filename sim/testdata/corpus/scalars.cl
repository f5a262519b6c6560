// Uniform arithmetic, which the compiler gives to the scalar unit, and 16-bit
// and 64-bit arithmetic that is not packed.
#include "workitem.h"
#pragma OPENCL EXTENSION cl_khr_fp16 : enable
#pragma OPENCL EXTENSION cl_khr_fp64 : enable

kernel void uniform32(global uint *o, int a, int b, uint c, uint d) {
  o[0] = abs(a);
  o[1] = abs_diff(a, b);
  o[2] = (c & 1u << (d & 31) ? 3 : 5) + (c & 0x200 ? 16 : 32);
  o[3] = c ? __builtin_clz(c) : 99;
  o[4] = c ? __builtin_ctz(c) : 99;
  o[5] = popcount(c);
  o[6] = (c >> 5 & 0x7ff) + (uint)((int)(c << 7) >> 20);
  o[7] = (c << 1) + d;
  o[8] = (c << 2) + d;
  o[9] = (c << 3) + d;
  o[10] = (c << 4) + d;
  o[11] = mul_hi(a, b);
  o[12] = mul_hi(c, d);
  o[13] = (c & 0xffff) | d << 16;
  o[14] = c >> 16 | (d & 0xffff0000);
  o[15] = (c & 0xffff) | (d & 0xffff0000);
  o[16] = (uint)(int)(char)c + (uint)(int)(short)d;
  o[17] = ~(c ^ d);
  o[18] = ~(c & d);
  o[19] = ~(c | d);
  o[20] = (c & ~d) + (c | ~d);
  o[21] = ~c;
  o[22] = (a < b) + 2 * (a <= b) + 4 * (c < d) + 8 * (c <= d) + 16 * (a == b) + 32 * (a > 1234) + 64 * (c >= 4321);
  o[23] = min(a, b) ^ max(a, b);
  o[24] = min(c, d) ^ max(c, d);
  o[25] = a * 1234 + 77;
  o[26] = a * b - (c << (d & 31)) + (c >> (a & 31)) + (uint)(a >> (d & 31));
  o[27] = __builtin_bitreverse32(c);
  o[28] = c | 1u << (d & 31);
  o[29] = c & ~(1u << (d & 31));
  o[30] = ((1u << (d & 15)) - 1) << (c & 15);
  o[31] = a < 0 ? c : d;
}

kernel void uniform64(global ulong *o, long a, long b, ulong c, ulong d) {
  o[0] = a + b;
  o[1] = a - b;
  o[2] = a * b;
  o[3] = c << (d & 63);
  o[4] = c >> (d & 63);
  o[5] = a >> (d & 63);
  o[6] = (c & d) ^ (c | ~d);
  o[7] = ~(c ^ d);
  o[8] = ~(c & d);
  o[9] = ~(c | d);
  o[10] = c & ~d;
  o[11] = c ? __builtin_clzl(c) : 99;
  o[12] = c ? __builtin_ctzl(c) : 99;
  o[13] = popcount(c);
  o[14] = __builtin_bitreverse64(c);
  o[15] = (a < b) + 2 * (c < d) + 4 * (a == b) + 8 * (c != d) + 16 * (ulong)(c >> (d & 63) & 1);
  o[16] = c >> 13 & 0xfffffff;
  o[17] = (long)(c << 20) >> 37;
  o[18] = a / (b | 1);
  o[19] = c % (d | 1);
  o[20] = mul_hi(c, d);
  o[21] = a > b ? c : d;
  o[22] = rotate(c, d);
  o[23] = ~c;
}

// A uniform loop with a uniform table on the stack.
kernel void uniform_loop(global int *out, constant int *program, int steps) {
  int r[8] = {1, 2, 3, 4, 5, 6, 7, 8}, pc = 0;
  for (int s = 0; s < steps; s++) {
    int word = program[pc++];
    int x = word >> 8 & 7, y = word >> 4 & 7;
    switch (word & 15) {
    case 0: r[x] += r[y]; break;
    case 1: r[x] -= r[y]; break;
    case 2: r[x] *= r[y] | 1; break;
    case 3: r[x] ^= r[y] << 3; break;
    case 4: r[x] = r[y]; break;
    case 5: if (r[x] & 1) pc++; break;
    case 6: r[x] = (int)((uint)r[x] >> 1); break;
    case 7: pc = (pc + r[x]) & 15; break;
    default: r[x] = ~r[x]; break;
    }
    pc &= 63;
  }
  out[get_global_id(0)] = r[get_global_id(0) & 7] + get_global_id(0);
}

kernel void half_ops(global half *out, global const half *in) {
  int i = get_global_id(0);
  half a = in[3 * i], b = in[3 * i + 1], c = in[3 * i + 2];
  global half *o = out + i * 14;
  o[0] = a + b;
  o[1] = a - b;
  o[2] = a * b;
  o[3] = __builtin_elementwise_fma(a, b, c);
  o[4] = fmax(fmax(a, b), c);
  o[5] = fmin(fmin(a, b), c);
  o[6] = __builtin_amdgcn_fmed3h(a, b, c);
  o[7] = __builtin_amdgcn_ldexph(a, 3);
  o[8] = __builtin_amdgcn_frexp_manth(a);
  o[9] = (half)__builtin_amdgcn_frexp_exph(a);
  o[10] = __builtin_amdgcn_fracth(a);
  o[11] = (half)(__builtin_amdgcn_classh(a, 0x108) + 2 * (a < b) + 4 * (a >= c) + 8 * (b != c));
  o[12] = (half)(short)a;
  o[13] = (half)(ushort)fabs(b);
}

kernel void half_functions(global half *out, global const half *in) {
  int i = get_global_id(0);
  half a = in[i], p = fabs(a);
  global half *o = out + i * 7;
  o[0] = __builtin_amdgcn_rcph(a);
  o[1] = __builtin_amdgcn_sqrth(p);
  o[2] = __builtin_amdgcn_rsqh(p);
  o[3] = __builtin_amdgcn_sinh(a);
  o[4] = __builtin_amdgcn_cosh(a);
  o[5] = __builtin_elementwise_exp2(a);
  o[6] = __builtin_elementwise_log2(p);
}

kernel void short_ops(global short *out, global const short *in) {
  int i = get_global_id(0);
  short a = in[3 * i], b = in[3 * i + 1], c = in[3 * i + 2];
  ushort ua = a, ub = b, uc = c;
  global short *o = out + i * 16;
  o[0] = a + b;
  o[1] = a - b;
  o[2] = a * b;
  o[3] = a * b + c;
  o[4] = min(a, b);
  o[5] = max(a, b);
  o[6] = min(ua, ub);
  o[7] = max(ua, ub);
  o[8] = min(min(a, b), c);
  o[9] = max(max(a, b), c);
  o[10] = min(min(ua, ub), uc);
  o[11] = max(max(ua, ub), uc);
  o[12] = max(min(a, b), min(max(a, b), c));
  o[13] = max(min(ua, ub), min(max(ua, ub), uc));
  o[14] = a << (ub & 15);
  o[15] = (a >> (ub & 15)) + (ua >> (uc & 15));
}

kernel void int_three(global int *out, global const int *in, global const float *fin) {
  int i = get_global_id(0);
  int a = in[3 * i], b = in[3 * i + 1], c = in[3 * i + 2];
  uint ua = a, ub = b, uc = c;
  float x = fin[3 * i], y = fin[3 * i + 1], z = fin[3 * i + 2];
  global int *o = out + i * 12;
  o[0] = min(min(a, b), c);
  o[1] = max(max(a, b), c);
  o[2] = min(min(ua, ub), uc);
  o[3] = max(max(ua, ub), uc);
  o[4] = max(min(ua, ub), min(max(ua, ub), uc));
  o[5] = as_int(fmin(fmin(x, y), z));
  o[6] = as_int(fmax(fmax(x, y), z));
  o[7] = (short)a * (short)b + c;
  o[8] = (ushort)a * (uint)(ushort)b + uc;
  o[9] = ~(a ^ b);
  o[10] = (int)((uchar)(a >> 24) + (uint)0) ^ as_int((float)((ua >> 24) & 0xff));
  o[11] = (int)((ulong)(ua & 0xffffff) * (ub & 0xffffff) >> 32);
}

kernel void double_ops(global double *out, global const double *in) {
  int i = get_global_id(0);
  double a = in[2 * i], b = in[2 * i + 1];
  global double *o = out + i * 10;
  o[0] = __builtin_amdgcn_fract(a);
  o[1] = __builtin_amdgcn_frexp_mant(a);
  o[2] = __builtin_amdgcn_frexp_exp(a);
  o[3] = __builtin_amdgcn_ldexp(a, -7);
  o[4] = __builtin_amdgcn_class(a, 0x108) + 2 * (a < b) + 4 * (a == -a) + 8 * __builtin_amdgcn_class(b, 0x3);
  o[5] = fmin(a, b);
  o[6] = fmax(a, b);
  o[7] = a + b;
  o[8] = a * b;
  o[9] = (float)a;
}

kernel void double_seeds(global double *out, global const double *in) {
  int i = get_global_id(0);
  out[3 * i] = __builtin_amdgcn_rcp(in[i]);
  out[3 * i + 1] = __builtin_amdgcn_rsq(fabs(in[i]));
  out[3 * i + 2] = __builtin_amdgcn_sqrt(fabs(in[i]));
}

// Halves of registers, loaded one at a time from memory, LDS and the stack.
kernel void half_registers(global int *out, global const char *bytes, global const short *shorts, int shift) {
  local short ls[256];
  local char lb[256];
  int l = get_local_id(0);
  short mine[8];
  char own[8];
  for (int k = 0; k < 8; k++) mine[k] = shorts[(l + k * 5) & 127], own[k] = bytes[(l * 3 + k) & 127];
  for (int k = 0; k < 4; k++) ls[l * 4 + k] = shorts[(l + k) & 127], lb[l * 4 + k] = bytes[(l + k * 2) & 127];
  barrier(CLK_LOCAL_MEM_FENCE);
  global int *o = out + l * 8;
  typedef short v2 __attribute__((ext_vector_type(2)));
  v2 a = {shorts[l], shorts[127 - l]}, b = {bytes[l], (uchar)bytes[l + 1]}, c = {ls[l ^ 5], ls[255 - l]}, d = {(uchar)lb[l], lb[l ^ 3]};
  v2 e = {mine[(l + shift) & 7], mine[(l * 3 + shift) & 7]}, f = {own[(l + shift) & 7], (uchar)own[(l ^ shift) & 7]};
  o[0] = __builtin_astype(a, int), o[1] = __builtin_astype(b, int), o[2] = __builtin_astype(c, int), o[3] = __builtin_astype(d, int);
  o[4] = __builtin_astype(e, int), o[5] = __builtin_astype(f, int);
  v2 g = a + c;
  v2 *p = l & 1 ? (v2 *)mine : (v2 *)ls;
  o[6] = __builtin_astype(g, int);
  o[7] = ((short *)p)[l & 7] + ((char *)p)[l & 3];
}
