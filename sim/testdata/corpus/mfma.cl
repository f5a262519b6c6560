// One tile through every matrix builtin: lane l's operands are element l of each
// array, as many values as the registers hold.
#include "workitem.h"
#pragma OPENCL EXTENSION cl_khr_fp16 : enable
#pragma OPENCL EXTENSION cl_khr_fp64 : enable
typedef float f4 __attribute__((ext_vector_type(4)));
typedef float f16 __attribute__((ext_vector_type(16)));
typedef float f32 __attribute__((ext_vector_type(32)));
typedef int i4 __attribute__((ext_vector_type(4)));
typedef int i8 __attribute__((ext_vector_type(8)));
typedef int i16 __attribute__((ext_vector_type(16)));
typedef int i32 __attribute__((ext_vector_type(32)));
typedef double d4 __attribute__((ext_vector_type(4)));
typedef short s4 __attribute__((ext_vector_type(4)));
typedef short s8 __attribute__((ext_vector_type(8)));
typedef half h4 __attribute__((ext_vector_type(4)));
typedef half h8 __attribute__((ext_vector_type(8)));
typedef half h16 __attribute__((ext_vector_type(16)));
typedef __bf16 b8 __attribute__((ext_vector_type(8)));
typedef __bf16 b16 __attribute__((ext_vector_type(16)));

#define NAMED(kern, name, A, C, cbsz, abid, blgp)                                                           \
  kernel void kern(global C *d, global const A *a, global const A *b, global const C *c) {                  \
    int l = get_local_id(0);                                                                                \
    d[l] = __builtin_amdgcn_##name(a[l], b[l], c[l], cbsz, abid, blgp);                                     \
  }
#define DENSE(name, A, C) NAMED(name, name, A, C, 0, 0, 0)
#define SPARSE_SET(kern, name, A, B, C, abid)                                                               \
  kernel void kern(global C *d, global const A *a, global const B *b, global const C *c, global const int *index) { \
    int l = get_local_id(0);                                                                                \
    d[l] = __builtin_amdgcn_##name(a[l], b[l], c[l], index[l], 0, abid);                                    \
  }
#define SPARSE(name, A, B, C) SPARSE_SET(name, name, A, B, C, 0)

DENSE(mfma_f32_32x32x1f32, float, f32)
DENSE(mfma_f32_16x16x1f32, float, f16)
DENSE(mfma_f32_4x4x1f32, float, f4)
DENSE(mfma_f32_32x32x2f32, float, f16)
DENSE(mfma_f32_16x16x4f32, float, f4)
DENSE(mfma_f32_32x32x4f16, h4, f32)
DENSE(mfma_f32_16x16x4f16, h4, f16)
DENSE(mfma_f32_4x4x4f16, h4, f4)
DENSE(mfma_f32_32x32x8f16, h4, f16)
DENSE(mfma_f32_16x16x16f16, h4, f4)
DENSE(mfma_f32_32x32x4bf16_1k, s4, f32)
DENSE(mfma_f32_16x16x4bf16_1k, s4, f16)
DENSE(mfma_f32_4x4x4bf16_1k, s4, f4)
DENSE(mfma_f32_32x32x8bf16_1k, s4, f16)
DENSE(mfma_f32_16x16x16bf16_1k, s4, f4)
DENSE(mfma_i32_32x32x4i8, int, i32)
DENSE(mfma_i32_16x16x4i8, int, i16)
DENSE(mfma_i32_4x4x4i8, int, i4)
DENSE(mfma_i32_32x32x16_i8, long, i16)
DENSE(mfma_i32_16x16x32_i8, long, i4)
DENSE(mfma_f64_16x16x4f64, double, d4)
DENSE(mfma_f64_4x4x4f64, double, double)
DENSE(mfma_f32_16x16x32_bf8_bf8, long, f4)
DENSE(mfma_f32_16x16x32_bf8_fp8, long, f4)
DENSE(mfma_f32_16x16x32_fp8_bf8, long, f4)
DENSE(mfma_f32_16x16x32_fp8_fp8, long, f4)
DENSE(mfma_f32_32x32x16_bf8_bf8, long, f16)
DENSE(mfma_f32_32x32x16_bf8_fp8, long, f16)
DENSE(mfma_f32_32x32x16_fp8_bf8, long, f16)
DENSE(mfma_f32_32x32x16_fp8_fp8, long, f16)

// Blocks of A broadcast, lanes of B moved, f64 operands negated.
NAMED(broadcast_32x32x4f16, mfma_f32_32x32x4f16, h4, f32, 1, 1, 0)
NAMED(broadcast_16x16x4i8, mfma_i32_16x16x4i8, int, i16, 2, 3, 0)
NAMED(broadcast_4x4x1f32, mfma_f32_4x4x1f32, float, f4, 3, 5, 2)
NAMED(rotate_16x16x4f32, mfma_f32_16x16x4f32, float, f4, 0, 0, 3)
NAMED(rotate_16x16x4bf16, mfma_f32_16x16x4bf16_1k, s4, f16, 1, 0, 6)
NAMED(negate_16x16x4f64, mfma_f64_16x16x4f64, double, d4, 0, 0, 5)

SPARSE(smfmac_f32_16x16x32_f16, h4, h8, f4)
SPARSE(smfmac_f32_32x32x16_f16, h4, h8, f16)
SPARSE(smfmac_f32_16x16x32_bf16, s4, s8, f4)
SPARSE(smfmac_f32_32x32x16_bf16, s4, s8, f16)
SPARSE(smfmac_i32_16x16x64_i8, int2, i4, i4)
SPARSE(smfmac_i32_32x32x32_i8, int2, i4, i16)
SPARSE(smfmac_f32_16x16x64_bf8_bf8, int2, i4, f4)
SPARSE(smfmac_f32_16x16x64_bf8_fp8, int2, i4, f4)
SPARSE(smfmac_f32_16x16x64_fp8_bf8, int2, i4, f4)
SPARSE(smfmac_f32_16x16x64_fp8_fp8, int2, i4, f4)
SPARSE(smfmac_f32_32x32x32_bf8_bf8, int2, i4, f16)
SPARSE(smfmac_f32_32x32x32_bf8_fp8, int2, i4, f16)
SPARSE(smfmac_f32_32x32x32_fp8_bf8, int2, i4, f16)
SPARSE(smfmac_f32_32x32x32_fp8_fp8, int2, i4, f16)
SPARSE_SET(set2_smfmac_f32_16x16x32_f16, smfmac_f32_16x16x32_f16, h4, h8, f4, 2)
SPARSE_SET(set1_smfmac_i32_32x32x32_i8, smfmac_i32_32x32x32_i8, int2, i4, i16, 1)

#ifdef __gfx942__
DENSE(mfma_f32_16x16x8_xf32, float2, f4)
DENSE(mfma_f32_32x32x4_xf32, float2, f16)
#endif

#ifdef __gfx950__
DENSE(mfma_f32_16x16x32_f16, h8, f4)
DENSE(mfma_f32_32x32x16_f16, h8, f16)
DENSE(mfma_f32_16x16x32_bf16, b8, f4)
DENSE(mfma_f32_32x32x16_bf16, b8, f16)
DENSE(mfma_i32_16x16x64_i8, i4, i4)
DENSE(mfma_i32_32x32x32_i8, i4, i16)
SPARSE(smfmac_f32_16x16x64_f16, h8, h16, f4)
SPARSE(smfmac_f32_32x32x32_f16, h8, h16, f16)
SPARSE(smfmac_f32_16x16x64_bf16, b8, b16, f4)
SPARSE(smfmac_f32_32x32x32_bf16, b8, b16, f16)
SPARSE(smfmac_i32_16x16x128_i8, i4, i8, i4)
SPARSE(smfmac_i32_32x32x64_i8, i4, i8, i16)
SPARSE(smfmac_f32_16x16x128_bf8_bf8, i4, i8, f4)
SPARSE(smfmac_f32_16x16x128_bf8_fp8, i4, i8, f4)
SPARSE(smfmac_f32_16x16x128_fp8_bf8, i4, i8, f4)
SPARSE(smfmac_f32_16x16x128_fp8_fp8, i4, i8, f4)
SPARSE(smfmac_f32_32x32x64_bf8_bf8, i4, i8, f16)
SPARSE(smfmac_f32_32x32x64_bf8_fp8, i4, i8, f16)
SPARSE(smfmac_f32_32x32x64_fp8_bf8, i4, i8, f16)
SPARSE(smfmac_f32_32x32x64_fp8_fp8, i4, i8, f16)
SPARSE_SET(set1_smfmac_f32_16x16x64_f16, smfmac_f32_16x16x64_f16, h8, h16, f4, 1)
#endif

// A product of several tiles: the accumulator stays in registers over a loop,
// so it may live in AGPRs. C (32 x 32) = A (32 x k) * B (k x 32), row major.
kernel void matmul_mfma(global float *c, global const half *a, global const half *b, int k) {
  int l = get_local_id(0), r = l % 32, g = l / 32;
  f16 acc = 0;
  for (int p = 0; p < k; p += 8) {
    h4 x, y;
    for (int i = 0; i < 4; i++) {
      x[i] = a[r * k + p + 4 * g + i];
      y[i] = b[(p + 4 * g + i) * 32 + r];
    }
    acc = __builtin_amdgcn_mfma_f32_32x32x8f16(x, y, acc, 0, 0, 0);
  }
  for (int i = 0; i < 16; i++) c[(8 * (i / 4) + 4 * g + i % 4) * 32 + r] = acc[i];
}

// More accumulators than VGPRs: half of the registers are AGPRs.
__attribute__((reqd_work_group_size(64, 1, 1)))
kernel void many_accumulators(global f32 *out, global const float *a, global const float *b, int n) {
  int l = get_local_id(0);
  f32 acc[8];
  for (int i = 0; i < 8; i++) acc[i] = (float)i;
  for (int k = 0; k < n; k++)
#pragma unroll
    for (int i = 0; i < 8; i++) acc[i] = __builtin_amdgcn_mfma_f32_32x32x1f32(a[(k * 8 + i) * 64 + l], b[k * 64 + l], acc[i], 0, 0, 0);
  for (int i = 0; i < 8; i++) out[i * 64 + l] = acc[i];
}
