// One instruction each, through builtins and patterns that select it.
#include "workitem.h"
#pragma OPENCL EXTENSION cl_khr_fp16 : enable
#pragma OPENCL EXTENSION cl_khr_fp64 : enable
typedef short short2v __attribute__((ext_vector_type(2)));
typedef ushort ushort2v __attribute__((ext_vector_type(2)));
typedef half half2v __attribute__((ext_vector_type(2)));
typedef __bf16 bf2v __attribute__((ext_vector_type(2)));

kernel void bits(global uint *out, global const uint4 *in) {
  int i = get_global_id(0);
  uint a = in[i].x, b = in[i].y, c = in[i].z, d = in[i].w;
  global uint *o = out + i * 24;
  o[0] = __builtin_amdgcn_perm(a, b, d & 0x0f0f0f0f);
  o[1] = __builtin_amdgcn_alignbit(a, b, c);
  o[2] = __builtin_amdgcn_alignbyte(a, b, c);
  o[3] = __builtin_amdgcn_ubfe(a, b & 31, c & 31);
  o[4] = __builtin_amdgcn_sbfe(a, b & 31, c & 31);
  o[5] = popcount(a) + (popcount(b) << 8);
  o[6] = clz(a >> (b & 31));
  o[7] = __builtin_amdgcn_mbcnt_hi(b, __builtin_amdgcn_mbcnt_lo(a, c));
  o[8] = __builtin_bitreverse32(a);
  o[9] = rotate(a, b);
  o[10] = bitselect(a, b, c);
  o[11] = ((a << 3) + b) ^ ((a + b) << 5) ^ ((a & b) | c) ^ (a ^ b ^ d);
  o[12] = (a | b | c) + ((a << (d & 31)) | c);
  o[13] = a ? __builtin_ctz(a) : 77;
  o[14] = __builtin_bswap32(a);
  o[15] = (a & ~b) + ((a ^ b) + d);
  ulong w = ((ulong)a << 32 | b) & (ulong)((long)(int)c);
  o[16] = (uint)w ^ (uint)(w >> 32);
  o[17] = (uint)(ushort)(a >> 16) * (ushort)b + c;
  o[18] = (uchar)(a >> 8) + ((uchar)b << (c & 7)) + (uchar)(d >> 24);
  o[19] = (uint)((short)a >> (b & 15)) + (uint)((ushort)c >> (d & 15)) + (uint)(ushort)((ushort)a << (c & 15));
  o[20] = (uint)((char)(a >> 16) * (short)b);
  o[21] = __builtin_amdgcn_readfirstlane(a) + b;
  o[22] = a > b ? c : d;
  o[23] = (uint)(((ulong)a * b + ((ulong)c << 32 | d)) >> 17);
}

kernel void integer(global int *out, global const int4 *in) {
  int i = get_global_id(0);
  int a = in[i].x, b = in[i].y, c = in[i].z;
  uint ua = a, ub = b, uc = c;
  global int *o = out + i * 24;
  o[0] = mul24((a << 8) >> 8, (b << 8) >> 8);
  o[1] = (int)mul24(ua & 0xffffff, ub & 0xffffff);
  o[2] = mad24((a << 8) >> 8, (b << 8) >> 8, c);
  o[3] = mul_hi(a, b);
  o[4] = (int)mul_hi(ua, ub);
  o[5] = max(min(a, b), min(max(a, b), c));
  o[6] = min(min(a, b), c);
  o[7] = (int)max(max(ua, ub), uc);
  o[8] = (int)abs_diff(a, b);
  o[9] = add_sat(a, b);
  o[10] = sub_sat(a, b);
  o[11] = (int)add_sat(ua, ub);
  o[12] = (int)sub_sat(ua, ub);
  o[13] = hadd(a, b);
  o[14] = (int)rhadd(ua, ub);
  o[15] = __builtin_amdgcn_sdot4(a, b, c, false);
  o[16] = __builtin_amdgcn_sdot4(a, b, c, true);
  o[17] = (int)__builtin_amdgcn_udot4(ua, ub, uc, true);
  o[18] = __builtin_amdgcn_sdot8(a, b, c, false);
  o[19] = (int)__builtin_amdgcn_udot8(ua, ub, uc, false);
  o[20] = __builtin_amdgcn_sdot2(__builtin_astype(a, short2v), __builtin_astype(b, short2v), c, true);
  o[21] = (int)__builtin_amdgcn_udot2(__builtin_astype(ua, ushort2v), __builtin_astype(ub, ushort2v), uc, false);
  o[22] = abs(a) - (b < 0 ? -c : c);
  o[23] = clamp(a, -1000, 1000) + (int)clamp(ub, 5u, 77777u);
}

kernel void sad(global uint *out, global const uint4 *in) {
  int i = get_global_id(0);
  uint a = in[i].x, b = in[i].y, c = in[i].z & 0xffffff, d = in[i].w;
  global uint *o = out + i * 14;
  o[0] = __builtin_amdgcn_sad_u8(a, b, c);
  o[1] = __builtin_amdgcn_msad_u8(a, b, c);
  o[2] = __builtin_amdgcn_sad_hi_u8(a, b, c);
  o[3] = __builtin_amdgcn_sad_u16(a, b, c);
  o[4] = __builtin_amdgcn_lerp(a, b, d);
  ulong w = (ulong)a << 32 | d, acc = (ulong)c << 32 | (c >> 3);
  ulong q = __builtin_amdgcn_qsad_pk_u16_u8(w, b, acc & 0x0fff0fff0fff0fffUL);
  o[5] = (uint)q, o[6] = (uint)(q >> 32);
  q = __builtin_amdgcn_mqsad_pk_u16_u8(w, b, acc & 0x0fff0fff0fff0fffUL);
  o[7] = (uint)q, o[8] = (uint)(q >> 32);
  uint4 v = __builtin_amdgcn_mqsad_u32_u8(w, b, (uint4)(a >> 8, b >> 8, c, d >> 8));
  o[9] = v.x, o[10] = v.y, o[11] = v.z, o[12] = v.w;
  o[13] = 0;
}

kernel void packed16(global uint *out, global const uint4 *in) {
  int i = get_global_id(0);
  short2v a = __builtin_astype(in[i].x, short2v), b = __builtin_astype(in[i].y, short2v), c = __builtin_astype(in[i].z, short2v);
  ushort2v ua = __builtin_astype(in[i].x, ushort2v), ub = __builtin_astype(in[i].y, ushort2v);
  global uint *o = out + i * 12;
  o[0] = __builtin_astype((short2v)(a + b), uint);
  o[1] = __builtin_astype((short2v)(a - b), uint);
  o[2] = __builtin_astype((short2v)(a * b), uint);
  o[3] = __builtin_astype((short2v)(a * b + c), uint);
  o[4] = __builtin_astype(__builtin_elementwise_min(a, b), uint);
  o[5] = __builtin_astype(__builtin_elementwise_max(a, b), uint);
  o[6] = __builtin_astype(__builtin_elementwise_min(ua, ub), uint);
  o[7] = __builtin_astype(__builtin_elementwise_max(ua, ub), uint);
  o[8] = __builtin_astype((short2v)(a << (b & (short)15)), uint);
  o[9] = __builtin_astype((short2v)(a >> (b & (short)15)), uint);
  o[10] = __builtin_astype((ushort2v)(ua >> (ub & (ushort)15)), uint);
  o[11] = __builtin_astype(__builtin_elementwise_add_sat(a, b), uint) ^ __builtin_astype(__builtin_elementwise_sub_sat(ua, ub), uint);
}

// Inputs are small multiples of 1/16: every result is exact but the fma's, which is rounded once.
kernel void packed_f16(global half2v *out, global float *fout, global const half2v *in) {
  int i = get_global_id(0);
  half2v a = in[3 * i], b = in[3 * i + 1], c = in[3 * i + 2];
  global half2v *o = out + i * 6;
  o[0] = a + b;
  o[1] = a * b;
  o[2] = __builtin_elementwise_fma(a, b, c);
  o[3] = __builtin_elementwise_min(a, b);
  o[4] = __builtin_elementwise_max(a, -b);
  o[5] = a.yx - b.xx;
  fout[4 * i] = fma((float)a.x, (float)b.y, (float)c.x);
  fout[4 * i + 1] = fma((float)a.y, -(float)b.x, 0.375f);
  fout[4 * i + 2] = __builtin_amdgcn_fdot2(a, b, (float)c.y, false);
  fout[4 * i + 3] = (float)convert_half(fma((float)a.x, (float)b.y, 3.0f));
}

kernel void packed_f32(global float2 *out, global const float2 *in) {
  int i = get_global_id(0);
  float2 a = in[3 * i], b = in[3 * i + 1], c = in[3 * i + 2];
  global float2 *o = out + i * 4;
  o[0] = fma(a, b, c);
  o[1] = a * b.yx;
  o[2] = a + (float2)(b.x, -c.y);
  o[3] = fma(a.yy, b, c.yx);
}

kernel void float_bits(global uint *out, global const float4 *in) {
  int i = get_global_id(0);
  float a = in[i].x, b = in[i].y, c = in[i].z;
  global uint *o = out + i * 12;
  o[0] = as_uint(__builtin_amdgcn_fmed3f(a, b, c));
  o[1] = as_uint(__builtin_amdgcn_fractf(a));
  o[2] = __builtin_amdgcn_frexp_expf(a);
  o[3] = as_uint(__builtin_amdgcn_frexp_mantf(a));
  o[4] = as_uint(__builtin_amdgcn_ldexpf(a, (int)(as_uint(b) & 31) - 16));
  o[5] = __builtin_amdgcn_classf(a, 0x3ff) + 2 * __builtin_amdgcn_classf(a, 0x018) + 4 * __builtin_amdgcn_classf(b, 0x1e0) + 8 * __builtin_amdgcn_classf(c, 0x204);
  o[6] = __builtin_astype(__builtin_amdgcn_cvt_pkrtz(a, b), uint);
  o[7] = __builtin_astype(__builtin_amdgcn_cvt_pk_i16(as_int(a) >> 9, as_int(b) >> 15), uint);
  o[8] = __builtin_astype(__builtin_amdgcn_cvt_pk_u16(as_uint(a) >> 15, as_uint(b) >> 17), uint);
  o[9] = as_uint(__builtin_amdgcn_cvt_off_f32_i4(as_int(a)));
  o[10] = as_uint((float)(as_uint(a) & 0xff)) ^ as_uint((float)((as_uint(b) >> 16) & 0xff));
  o[11] = as_uint(fmin(fmax(a, 0.0f), 1.0f));
}

// Values with which the result does not depend on how they are rounded.
kernel void normalized(global uint *out, global const float2 *in) {
  int i = get_global_id(0);
  out[3 * i] = __builtin_astype(__builtin_amdgcn_cvt_pknorm_i16(in[i].x, in[i].y), uint);
  out[3 * i + 1] = __builtin_astype(__builtin_amdgcn_cvt_pknorm_u16(in[i].x, in[i].y), uint);
  uint v = 0x11223344;
  v = __builtin_amdgcn_cvt_pk_u8_f32(in[i].x * 256.0f, 1, v);
  out[3 * i + 2] = __builtin_amdgcn_cvt_pk_u8_f32(in[i].y * 256.0f, 3, v);
}

#define DPP(k, ctrl, row, bank, bound) o[k * 64] = __builtin_amdgcn_update_dpp(old, v, ctrl, row, bank, bound)
kernel void dpp(global int *out, global const int *in) {
  int l = get_local_id(0), v = in[l], old = in[64 + l];
  global int *o = out + l;
  DPP(0, 0x1b, 0xf, 0xf, false);  // quad_perm:[3,2,1,0]
  DPP(1, 0x9c, 0xf, 0xf, true);   // quad_perm:[0,3,1,2]
  DPP(2, 0x101, 0xf, 0xf, false); // row_shl:1
  DPP(3, 0x103, 0xf, 0xf, true);  // row_shl:3
  DPP(4, 0x111, 0xf, 0xf, false); // row_shr:1
  DPP(5, 0x11f, 0xf, 0xf, true);  // row_shr:15
  DPP(6, 0x125, 0xf, 0xf, false); // row_ror:5
  DPP(7, 0x130, 0xf, 0xf, false); // wave_shl:1
  DPP(8, 0x134, 0xf, 0xf, false); // wave_rol:1
  DPP(9, 0x138, 0xf, 0xf, true);  // wave_shr:1
  DPP(10, 0x13c, 0xf, 0xf, false); // wave_ror:1
  DPP(11, 0x140, 0xf, 0xf, false); // row_mirror
  DPP(12, 0x141, 0xf, 0xf, false); // row_half_mirror
  DPP(13, 0x142, 0xa, 0xf, false); // row_bcast:15
  DPP(14, 0x143, 0xc, 0xf, false); // row_bcast:31
  DPP(15, 0x155, 0xf, 0xf, false); // row_newbcast:5
  DPP(16, 0x112, 0x5, 0xf, true);  // row_shr:2 row_mask
  DPP(17, 0x112, 0xf, 0x6, false); // row_shr:2 bank_mask
  if (l % 3) { // partly inactive sources
    DPP(18, 0x111, 0xf, 0xf, false);
    DPP(19, 0x111, 0xf, 0xf, true);
    DPP(20, 0x4e, 0xf, 0xf, false); // quad_perm:[2,3,0,1]
  } else {
    o[18 * 64] = o[19 * 64] = o[20 * 64] = -1;
  }
  // An addition that takes the lane movement into itself.
  o[21 * 64] = v + __builtin_amdgcn_update_dpp(0, v, 0x101, 0xf, 0xf, true);
  o[22 * 64] = max(v, __builtin_amdgcn_update_dpp(v, v, 0x128, 0xf, 0xf, false));
}

kernel void lanes(global uint *out, global const uint *in) {
  int l = get_local_id(0);
  uint v = in[l];
  global uint *o = out + l;
  o[0] = __builtin_amdgcn_readlane(v, 37);
  o[64] = __builtin_amdgcn_readfirstlane(v);
  o[128] = __builtin_amdgcn_ds_bpermute(((l * 7 + 3) & 63) * 4, v);
  o[192] = __builtin_amdgcn_ds_permute(((l * 5 + 1) & 63) * 4, v);
  o[256] = __builtin_amdgcn_ds_swizzle(v, 0x041f);  // xor 1
  o[320] = __builtin_amdgcn_ds_swizzle(v, 0x8000 | 0x39); // quad_perm [1,2,3,0]
  o[384] = __builtin_amdgcn_ds_swizzle(v, 0x7c1f - 0x1f + 0x10); // and 0x10, xor 0x1f
  ulong b = __builtin_amdgcn_ballot_w64(v & 1);
  o[448] = (uint)b, o[512] = (uint)(b >> 32);
  o[576] = __builtin_amdgcn_inverse_ballot_w64(0x123456789abcdef0UL ^ b) ? 5 : 6;
  uint r = 0, s = 0, t = 0;
  ulong e = 0;
  if (v & 2) {
    e = __builtin_amdgcn_read_exec();
    r = __builtin_amdgcn_readfirstlane(v);
    s = __builtin_amdgcn_ds_bpermute((l ^ 1) * 4, v);
    t = __builtin_popcountl(__builtin_amdgcn_ballot_w64(l > 20));
  }
  o[640] = (uint)e, o[704] = (uint)(e >> 32), o[768] = r, o[832] = s, o[896] = t;
  // A loop over the distinct values of the wave.
  uint rounds = 0, left = 1;
  while (left) {
    uint first = __builtin_amdgcn_readfirstlane(v & 7);
    rounds++;
    if ((v & 7) == first) left = 0;
  }
  o[960] = rounds;
  o[1024] = __builtin_amdgcn_wave_reduce_add_u32(v, 0);
  o[1088] = __builtin_amdgcn_wave_reduce_max_i32((int)v, 0);
  o[1152] = __builtin_amdgcn_wave_reduce_xor_b32(v, 0);
  o[1216] = __builtin_amdgcn_wave_reduce_min_u32(v, 0);
}

// MODE: rounding toward zero, minus infinity and plus infinity. (The compiler
// would move an addition that it knows past a change of the mode.)
#define ADD_ROUNDED(result, mode)                                                        \
  __asm__ volatile("s_setreg_imm32_b32 hwreg(HW_REG_MODE, 0, 2), " mode "\n"             \
                   "s_nop 0\n"                                                           \
                   "v_add_f32_e32 %0, %1, %2\n"                                          \
                   "s_setreg_imm32_b32 hwreg(HW_REG_MODE, 0, 2), 0\n"                    \
                   "s_nop 1" : "=v"(result) : "v"(a), "v"(b))
kernel void rounding_mode(global float *out, global const float *in) {
  int i = get_global_id(0);
  float a = in[2 * i], b = in[2 * i + 1], z, m, p;
  uint before = __builtin_amdgcn_s_getreg(1 | 7 << 11);
  ADD_ROUNDED(z, "3");
  ADD_ROUNDED(m, "2");
  ADD_ROUNDED(p, "1");
  __builtin_amdgcn_s_setreg(1 | 3 << 11, __builtin_amdgcn_readfirstlane(before));
  out[5 * i] = z, out[5 * i + 1] = m, out[5 * i + 2] = p, out[5 * i + 3] = a + b, out[5 * i + 4] = before;
}

kernel void clocks(global int *out) {
  ulong a = __builtin_amdgcn_s_memtime(), r = __builtin_amdgcn_s_memrealtime();
  __builtin_amdgcn_s_sleep(2);
  __builtin_amdgcn_s_waitcnt(0);
  ulong b = __builtin_amdgcn_s_memtime(), s = __builtin_amdgcn_s_memrealtime();
  out[get_global_id(0)] = (b > a) + 2 * (s >= r) + 4 * (__builtin_amdgcn_wavefrontsize() == 64);
}

#ifdef __gfx950__
kernel void gfx950_ops(global uint *out, global const uint4 *in) {
  int l = get_local_id(0);
  uint a = in[l].x, b = in[l].y, c = in[l].z;
  global uint *o = out + l;
  o[0] = __builtin_amdgcn_bitop3_b32(a, b, c, 0x6b);
  o[64] = (ushort)__builtin_amdgcn_bitop3_b16((short)a, (short)b, (short)c, 0x92);
  o[128] = __builtin_amdgcn_prng_b32(a);
  o[192] = (ushort)__builtin_amdgcn_ashr_pk_i8_i32(a, b, c & 31);
  o[256] = (ushort)__builtin_amdgcn_ashr_pk_u8_i32(a, b, c & 31);
  uint2 s = __builtin_amdgcn_permlane16_swap(a, b, false, false);
  o[320] = s.x, o[384] = s.y;
  s = __builtin_amdgcn_permlane32_swap(a, b, false, false);
  o[448] = s.x, o[512] = s.y;
  float f = (float)(int)a, g = (float)(int)b, h = (float)(int)c;
  o[576] = as_uint(__builtin_elementwise_minimum(__builtin_elementwise_minimum(f, g), h));
  o[640] = as_uint(__builtin_elementwise_maximum(__builtin_elementwise_maximum(f, g), h));
  o[704] = __builtin_astype((bf2v)((__bf16)f, (__bf16)g), uint);
  o[768] = as_uint(__builtin_amdgcn_fdot2_f32_bf16(__builtin_astype((a & 0x80008000u) | 0x3f803f80u, short2v), __builtin_astype((b & 0x80008000u) | 0x40004000u, short2v), 2.0f, false));
}
#endif
