// What only gfx950 has of small formats: conversions with a scale, scaled
// matrix products.
#include "workitem.h"
#pragma OPENCL EXTENSION cl_khr_fp16 : enable
typedef float f2 __attribute__((ext_vector_type(2)));
typedef float f4 __attribute__((ext_vector_type(4)));
typedef float f16 __attribute__((ext_vector_type(16)));
typedef float f32 __attribute__((ext_vector_type(32)));
typedef half h2 __attribute__((ext_vector_type(2)));
typedef half h32 __attribute__((ext_vector_type(32)));
typedef __bf16 b2 __attribute__((ext_vector_type(2)));
typedef __bf16 b32 __attribute__((ext_vector_type(32)));
typedef short s2 __attribute__((ext_vector_type(2)));
typedef uint u6 __attribute__((ext_vector_type(6)));
typedef int i8 __attribute__((ext_vector_type(8)));

// Widening: 16 results of one dword of codes; fp4 8.
#define WIDEN8(name, t)                                                                     \
  kernel void widen_##name(global f2 *out, global h2 *hout, global b2 *bout, global const uint *in, float scale) { \
    int i = get_global_id(0);                                                               \
    uint v = in[i];                                                                         \
    out[4 * i] = __builtin_amdgcn_cvt_scalef32_pk_f32_##t(v, scale, false);                 \
    out[4 * i + 1] = __builtin_amdgcn_cvt_scalef32_pk_f32_##t(v, scale, true);              \
    f2 x, y;                                                                                \
    x.x = __builtin_amdgcn_cvt_scalef32_f32_##t(v, scale, 0);                               \
    x.y = __builtin_amdgcn_cvt_scalef32_f32_##t(v, scale, 1);                               \
    y.x = __builtin_amdgcn_cvt_scalef32_f32_##t(v, scale, 2);                               \
    y.y = __builtin_amdgcn_cvt_scalef32_f32_##t(v, scale, 3);                               \
    out[4 * i + 2] = x, out[4 * i + 3] = y;                                                 \
    hout[4 * i] = __builtin_amdgcn_cvt_scalef32_pk_f16_##t(v, scale, false);                \
    hout[4 * i + 1] = __builtin_amdgcn_cvt_scalef32_pk_f16_##t(v, scale, true);             \
    h2 z = __builtin_amdgcn_cvt_scalef32_f16_##t((h2)(0), v, scale, 0, false);              \
    hout[4 * i + 2] = __builtin_amdgcn_cvt_scalef32_f16_##t(z, v, scale, 1, true);          \
    z = __builtin_amdgcn_cvt_scalef32_f16_##t((h2)(0), v, scale, 2, false);                 \
    hout[4 * i + 3] = __builtin_amdgcn_cvt_scalef32_f16_##t(z, v, scale, 3, true);          \
    bout[2 * i] = __builtin_amdgcn_cvt_scalef32_pk_bf16_##t(v, scale, false);               \
    bout[2 * i + 1] = __builtin_amdgcn_cvt_scalef32_pk_bf16_##t(v, scale, true);            \
  }
WIDEN8(fp8, fp8)
WIDEN8(bf8, bf8)

kernel void widen_fp4(global f2 *out, global h2 *hout, global b2 *bout, global const uint *in, float scale) {
  int i = get_global_id(0);
  uint v = in[i];
  out[4 * i] = __builtin_amdgcn_cvt_scalef32_pk_f32_fp4(v, scale, 0);
  out[4 * i + 1] = __builtin_amdgcn_cvt_scalef32_pk_f32_fp4(v, scale, 1);
  out[4 * i + 2] = __builtin_amdgcn_cvt_scalef32_pk_f32_fp4(v, scale, 2);
  out[4 * i + 3] = __builtin_amdgcn_cvt_scalef32_pk_f32_fp4(v, scale, 3);
  hout[4 * i] = __builtin_amdgcn_cvt_scalef32_pk_f16_fp4(v, scale, 0);
  hout[4 * i + 1] = __builtin_amdgcn_cvt_scalef32_pk_f16_fp4(v, scale, 1);
  hout[4 * i + 2] = __builtin_amdgcn_cvt_scalef32_pk_f16_fp4(v, scale, 2);
  hout[4 * i + 3] = __builtin_amdgcn_cvt_scalef32_pk_f16_fp4(v, scale, 3);
  bout[4 * i] = __builtin_amdgcn_cvt_scalef32_pk_bf16_fp4(v, scale, 0);
  bout[4 * i + 1] = __builtin_amdgcn_cvt_scalef32_pk_bf16_fp4(v, scale, 1);
  bout[4 * i + 2] = __builtin_amdgcn_cvt_scalef32_pk_bf16_fp4(v, scale, 2);
  bout[4 * i + 3] = __builtin_amdgcn_cvt_scalef32_pk_bf16_fp4(v, scale, 3);
}

#define WIDEN6(t)                                                                                                 \
  kernel void widen_##t(global f32 *out, global h32 *hout, global b32 *bout, global const uint *in, float scale) { \
    int i = get_global_id(0);                                                                                     \
    u6 v;                                                                                                         \
    for (int k = 0; k < 6; k++) v[k] = in[6 * i + k];                                                             \
    out[i] = __builtin_amdgcn_cvt_scalef32_pk32_f32_##t(v, scale);                                                \
    hout[i] = __builtin_amdgcn_cvt_scalef32_pk32_f16_##t(v, scale);                                               \
    bout[i] = __builtin_amdgcn_cvt_scalef32_pk32_bf16_##t(v, scale);                                              \
  }
WIDEN6(fp6)
WIDEN6(bf6)

// Narrowing, from f32, f16 and bf16.
#define NARROW8(t)                                                                                          \
  kernel void narrow_##t(global uint *out, global const f2 *in, global const h2 *hin, global const b2 *bin, float scale) { \
    int i = get_global_id(0);                                                                               \
    s2 r = (s2)((short)0x1234);                                                                             \
    out[3 * i] = __builtin_astype(__builtin_amdgcn_cvt_scalef32_pk_##t##_f32(r, in[i].x, in[i].y, scale, false), uint); \
    out[3 * i + 1] = __builtin_astype(__builtin_amdgcn_cvt_scalef32_pk_##t##_f16(r, hin[i], scale, true), uint);         \
    out[3 * i + 2] = __builtin_astype(__builtin_amdgcn_cvt_scalef32_pk_##t##_bf16(r, bin[i], scale, false), uint);       \
  }
NARROW8(fp8)
NARROW8(bf8)

kernel void narrow_fp4(global uint *out, global const f2 *in, global const h2 *hin, global const b2 *bin, float scale) {
  int i = get_global_id(0);
  uint r = __builtin_amdgcn_cvt_scalef32_pk_fp4_f32(0, in[i].x, in[i].y, scale, 1);
  r = __builtin_amdgcn_cvt_scalef32_pk_fp4_f16(r, hin[i], scale, 3);
  out[i] = __builtin_amdgcn_cvt_scalef32_pk_fp4_bf16(r, bin[i], scale, 2);
}

#define NARROW6(t)                                                                                       \
  kernel void narrow_##t(global u6 *out, global const f16 *in, global const h32 *hin, global const b32 *bin, float scale) { \
    int i = get_global_id(0);                                                                            \
    out[3 * i] = __builtin_amdgcn_cvt_scalef32_2xpk16_##t##_f32(in[2 * i], in[2 * i + 1], scale);        \
    out[3 * i + 1] = __builtin_amdgcn_cvt_scalef32_pk32_##t##_f16(hin[i], scale);                        \
    out[3 * i + 2] = __builtin_amdgcn_cvt_scalef32_pk32_##t##_bf16(bin[i], scale);                       \
  }
NARROW6(fp6)
NARROW6(bf6)

// Stochastic rounding of values that are exact: any random number will do.
#define STOCHASTIC(t)                                                                                    \
  kernel void exact_sr_##t(global u6 *out, global const f32 *in, global const h32 *hin, global const b32 *bin, uint random) { \
    int i = get_global_id(0);                                                                            \
    out[3 * i] = __builtin_amdgcn_cvt_scalef32_sr_pk32_##t##_f32(in[i], random, 1.0f);                   \
    out[3 * i + 1] = __builtin_amdgcn_cvt_scalef32_sr_pk32_##t##_f16(hin[i], random, 1.0f);              \
    out[3 * i + 2] = __builtin_amdgcn_cvt_scalef32_sr_pk32_##t##_bf16(bin[i], random, 1.0f);             \
  }
STOCHASTIC(fp6)
STOCHASTIC(bf6)

kernel void exact_sr_small(global uint *out, global const f2 *in, global const h2 *hin, global const b2 *bin, uint random) {
  int i = get_global_id(0);
  int r = __builtin_amdgcn_cvt_scalef32_sr_fp8_f32(0, in[i].x, random, 1.0f, 0);
  r = __builtin_amdgcn_cvt_scalef32_sr_fp8_f16(r, hin[i].x, random, 1.0f, 1);
  out[3 * i] = __builtin_amdgcn_cvt_scalef32_sr_fp8_bf16(r, bin[i].y, random, 1.0f, 3);
  r = __builtin_amdgcn_cvt_scalef32_sr_bf8_f32(0, in[i].x, random, 1.0f, 2);
  r = __builtin_amdgcn_cvt_scalef32_sr_bf8_f16(r, hin[i].x, random, 1.0f, 0);
  out[3 * i + 1] = __builtin_amdgcn_cvt_scalef32_sr_bf8_bf16(r, bin[i].y, random, 1.0f, 1);
  // clang-22 forgets that these keep the other bytes.
  uint u = __builtin_amdgcn_cvt_scalef32_sr_pk_fp4_f32(0, in[i], random, 1.0f, 0) & 0xff;
  u |= __builtin_amdgcn_cvt_scalef32_sr_pk_fp4_f16(0, hin[i], random, 1.0f, 3) & 0xff000000;
  out[3 * i + 2] = u | __builtin_amdgcn_cvt_scalef32_sr_pk_fp4_bf16(0, bin[i], random, 1.0f, 1) & 0xff00;
}

// f32 to f16 and bf16: the random bits are added below the last place.
kernel void stochastic_halves(global uint *out, global const float *in, global const uint *random) {
  int i = get_global_id(0);
  h2 h = __builtin_amdgcn_cvt_sr_f16_f32((h2)(0), in[2 * i], random[i], false);
  h = __builtin_amdgcn_cvt_sr_f16_f32(h, in[2 * i + 1], random[i], true);
  b2 b = 0;
  b = __builtin_amdgcn_cvt_sr_bf16_f32(b, in[2 * i], random[i], false);
  b = __builtin_amdgcn_cvt_sr_bf16_f32(b, in[2 * i + 1], random[i], true);
  out[2 * i] = __builtin_astype(h, uint);
  out[2 * i + 1] = __builtin_astype(b, uint);
}

// a_b: the codes of the formats (0 fp8, 1 bf8, 2 fp6, 3 bf6, 4 fp4); the byte of
// the scales is chosen so that every one is used.
#define TILE(shape, C, a_, b_)                                                                          \
  kernel void scaled_##shape##_##a_##_##b_(global C *d, global const i8 *a, global const i8 *b, global const C *c, \
                                           global const int *sa, global const int *sb) {               \
    int l = get_local_id(0);                                                                            \
    d[l] = __builtin_amdgcn_mfma_scale_f32_##shape##_f8f6f4(a[l], b[l], c[l], a_, b_, (a_ + b_) & 3, sa[l], (a_ * 3 + b_ + 1) & 3, sb[l]); \
  }
#define ROW(shape, C, a_) TILE(shape, C, a_, 0) TILE(shape, C, a_, 1) TILE(shape, C, a_, 2) TILE(shape, C, a_, 3) TILE(shape, C, a_, 4)
#define ALL(shape, C) ROW(shape, C, 0) ROW(shape, C, 1) ROW(shape, C, 2) ROW(shape, C, 3) ROW(shape, C, 4)
ALL(16x16x128, f4)
ALL(32x32x64, f16)

// With both scales zero the compiler takes the instruction without scales.
#define UNSCALED(shape, C, a_, b_)                                                                      \
  kernel void unscaled_##shape##_##a_##_##b_(global C *d, global const i8 *a, global const i8 *b, global const C *c) { \
    int l = get_local_id(0);                                                                            \
    d[l] = __builtin_amdgcn_mfma_scale_f32_##shape##_f8f6f4(a[l], b[l], c[l], a_, b_, 0, 0, 0, 0);      \
  }
UNSCALED(16x16x128, f4, 0, 1)
UNSCALED(16x16x128, f4, 2, 4)
UNSCALED(32x32x64, f16, 4, 3)
UNSCALED(32x32x64, f16, 1, 0)
