// Instructions that gfx950 added.
#pragma OPENCL EXTENSION cl_khr_fp16 : enable
typedef float f4 __attribute__((ext_vector_type(4)));
typedef float f16 __attribute__((ext_vector_type(16)));
typedef half h8 __attribute__((ext_vector_type(8)));
typedef half h4 __attribute__((ext_vector_type(4)));
typedef int i8 __attribute__((ext_vector_type(8)));
typedef int i6 __attribute__((ext_vector_type(6)));
typedef int i4 __attribute__((ext_vector_type(4)));
typedef int i2 __attribute__((ext_vector_type(2)));
typedef uint u2 __attribute__((ext_vector_type(2)));
typedef short s4 __attribute__((ext_vector_type(4)));
typedef half h2 __attribute__((ext_vector_type(2)));
typedef float v2f __attribute__((ext_vector_type(2)));

kernel void wide(global f4 *o, global f16 *p, h8 a, i8 b, i8 c, int s, int t) {
  o[0] = __builtin_amdgcn_mfma_f32_16x16x32_f16(a, a, o[0], 0, 0, 0);
  o[1] = __builtin_amdgcn_mfma_scale_f32_16x16x128_f8f6f4(b, c, o[1], 0, 1, 1, s, 2, t);
  p[0] = __builtin_amdgcn_mfma_scale_f32_32x32x64_f8f6f4(b, c, p[0], 4, 2, 0, s, 0, t);
  p[1] = __builtin_amdgcn_mfma_scale_f32_32x32x64_f8f6f4(b, c, p[1], 3, 4, 0, 0, 0, 0);
}

kernel void swaps(global u2 *p, int k) {
  p[0] = __builtin_amdgcn_permlane16_swap(p[1].x, p[1].y, 0, 0);
  p[1] = __builtin_amdgcn_permlane32_swap(p[2].x, p[2].y, 1, 0);
  p[2].x = __builtin_amdgcn_prng_b32(k) + __builtin_amdgcn_bitop3_b32(k, p[3].x, p[3].y, 0x6c);
}

kernel void transposed(local s4 *l, global s4 *p, local i2 *m, global i2 *q) {
  p[0] = __builtin_amdgcn_ds_read_tr16_b64_v4i16(l + get_local_id(0));
  q[0] = __builtin_amdgcn_ds_read_tr8_b64_v2i32(m + get_local_id(0));
  q[1] = __builtin_amdgcn_ds_read_tr4_b64_v2i32(m + get_local_id(0) + 4);
}

kernel void scaled(global int *p, global v2f *f, float a, float b, float s) {
  s4 unused = 0;
  h2 h = as_half2(p[9]);
  p[0] = as_int(__builtin_amdgcn_cvt_scalef32_pk_fp8_f32(as_short2(p[1]), a, b, s, 1));
  p[1] = __builtin_amdgcn_cvt_scalef32_pk_fp4_f32(p[2], a, b, s, 2);
  f[0] = __builtin_amdgcn_cvt_scalef32_pk_f32_fp8(p[3], s, 1);
  p[4] = as_int(__builtin_amdgcn_cvt_scalef32_pk_f16_fp4(p[5], s, 1));
}

kernel void direct(global char *in, global i4 *out) {
  local i4 l[64];
  __builtin_amdgcn_global_load_lds(in + 16 * get_local_id(0), l, 16, 0, 0);
  __builtin_amdgcn_global_load_lds(in + 12 * get_local_id(0), l, 12, 32, 0);
  __builtin_amdgcn_s_waitcnt(0);
  out[get_local_id(0)] = l[get_local_id(0) ^ 1];
}
