// Instructions that only builtins reach, on both targets.
#pragma OPENCL EXTENSION cl_khr_fp16 : enable
typedef float f4 __attribute__((ext_vector_type(4)));
typedef float f16 __attribute__((ext_vector_type(16)));
typedef float f32 __attribute__((ext_vector_type(32)));
typedef double d4 __attribute__((ext_vector_type(4)));
typedef half h2 __attribute__((ext_vector_type(2)));
typedef half h4 __attribute__((ext_vector_type(4)));
typedef half h8 __attribute__((ext_vector_type(8)));
typedef short s4 __attribute__((ext_vector_type(4)));
typedef short s2 __attribute__((ext_vector_type(2)));
typedef int i4 __attribute__((ext_vector_type(4)));
typedef uint u4 __attribute__((ext_vector_type(4)));
typedef int i2 __attribute__((ext_vector_type(2)));
typedef float v2f __attribute__((ext_vector_type(2)));

kernel void mfma(global f4 *o, global f16 *p, global f32 *q, global d4 *r, h4 a, h4 b, s4 c, long x, double y) {
  size_t i = get_global_id(0);
  o[i] = __builtin_amdgcn_mfma_f32_16x16x16f16(a, b, o[i], 0, 0, 0);
  o[i] = __builtin_amdgcn_mfma_f32_16x16x32_fp8_bf8(x, x, o[i], 0, 0, 0);
  o[i] = __builtin_amdgcn_mfma_f32_4x4x4f16(a, b, o[i], 1, 2, 3);
  p[i] = __builtin_amdgcn_mfma_f32_32x32x8bf16_1k(c, c, p[i], 0, 0, 0);
  p[i] = __builtin_amdgcn_mfma_f32_32x32x16_bf8_fp8(x, x, p[i], 0, 0, 0);
  q[i] = __builtin_amdgcn_mfma_f32_32x32x1f32(y, x, q[i], 1, 0, 5);
  r[i] = __builtin_amdgcn_mfma_f64_16x16x4f64(y, y, r[i], 0, 0, 0);
}

kernel void smfmac(global f4 *o, h4 a, h8 b, int k) {
  o[0] = __builtin_amdgcn_smfmac_f32_16x16x32_f16(a, b, o[0], k, 0, 0);
}

kernel void lanes(global int *p, int k) {
  int l = __builtin_amdgcn_mbcnt_hi(~0u, __builtin_amdgcn_mbcnt_lo(~0u, 0));
  int v = p[l];
  v += __builtin_amdgcn_ds_bpermute(4 * k, v) + __builtin_amdgcn_ds_permute(l, v);
  v += __builtin_amdgcn_ds_swizzle(v, 0x8055) + __builtin_amdgcn_ds_swizzle(v, 0x041f);
  v += __builtin_amdgcn_update_dpp(0, v, 0x111, 0xf, 0xf, 0) + __builtin_amdgcn_mov_dpp(v, 0x4e, 0xf, 0xf, 1);
  v += __builtin_amdgcn_readlane(v, 5) + __builtin_amdgcn_readfirstlane(v);
  v += __builtin_amdgcn_perm(v, l, 0x05040100) + __builtin_amdgcn_alignbyte(v, l, 3) + __builtin_amdgcn_ubfe(v, 3, 9);
  v += __builtin_popcountl(__builtin_amdgcn_ballot_w64(v > 3)) + __builtin_amdgcn_sad_u8(v, l, k);
  p[l] = v;
}

kernel void waves(global ulong *p, local int *l) {
  p[0] = __builtin_readcyclecounter();
  p[3] = __builtin_amdgcn_s_memtime();
  p[4] = __builtin_amdgcn_s_getreg(0xf804);
  __builtin_amdgcn_s_setprio(3);
  __builtin_amdgcn_s_sleep(7);
  __builtin_amdgcn_s_barrier();
  __builtin_amdgcn_s_waitcnt(0x3f70);
  __builtin_amdgcn_sched_barrier(0);
  __builtin_amdgcn_s_sendmsg(1, 0);
  __builtin_amdgcn_wave_barrier();
  __builtin_amdgcn_fence(__ATOMIC_ACQ_REL, "agent");
  p[1] = __builtin_amdgcn_s_memrealtime();
  if (p[2] == 7)
    __builtin_trap();
}

kernel void conversions(global int *p, global v2f *f, float a, float b) {
  int v = p[0];
  v = __builtin_amdgcn_cvt_pk_fp8_f32(a, b, v, 0);
  v = __builtin_amdgcn_cvt_pk_fp8_f32(b, a, v, 1);
  v = __builtin_amdgcn_cvt_pk_bf8_f32(a, b, v, 1);
  v = __builtin_amdgcn_cvt_sr_fp8_f32(a, v, v, 2);
  f[0] = __builtin_amdgcn_cvt_pk_f32_fp8(v, 1);
  f[1].x = __builtin_amdgcn_cvt_f32_bf8(v, 3);
  p[1] = v + as_int(__builtin_amdgcn_cvt_pkrtz(a, b)) + as_int(__builtin_amdgcn_cvt_pknorm_i16(a, b));
  f[2].x = __builtin_amdgcn_rcpf(a) + __builtin_amdgcn_fmed3f(a, b, 1.0f);
  f[3].x = __builtin_amdgcn_fdot2(as_half2(v), as_half2(p[2]), a, 0);
  p[3] = __builtin_amdgcn_sdot4(v, p[4], v, 1) + __builtin_amdgcn_sdot8(v, p[5], v, 0);
  f[4] = f[5] * f[6] + f[7];
}

kernel void buffers(global char *base, global u4 *out, int n) {
  __amdgpu_buffer_rsrc_t r = __builtin_amdgcn_make_buffer_rsrc(base, 16, n, 0x27000);
  int l = get_local_id(0);
  u4 v = __builtin_amdgcn_raw_buffer_load_b128(r, 16 * l, n, 0);
  v.x += __builtin_amdgcn_raw_buffer_load_b32(r, 4 * l + 64, 0, 1);
  v.y += __builtin_amdgcn_raw_buffer_load_b8(r, l, 0, 3);
  v.z += __builtin_amdgcn_raw_buffer_load_b16(r, 2 * l, 4095, 17);
  __builtin_amdgcn_raw_buffer_store_b64((uint2)(v.x, v.y), r, 8 * l, 0, 2);
  out[l] = v;
}

kernel void direct(global int *in, global int *out) {
  local int l[64];
  __builtin_amdgcn_global_load_lds(in + get_local_id(0), l, 4, 0, 0);
  __builtin_amdgcn_global_load_lds(in + get_local_id(0), l, 4, 16, 3);
  __builtin_amdgcn_s_waitcnt(0);
  out[get_local_id(0)] = l[get_local_id(0) ^ 1];
}

kernel void float_atomics(global float *p, global double *d, local float *l, global h2 *h) {
  __builtin_amdgcn_global_atomic_fadd_f64(d, 2.0);
  __builtin_amdgcn_ds_faddf(l, 1.0f, 0, 0, 0);
  __builtin_amdgcn_global_atomic_fadd_v2f16(h, (h2)(1));
  __builtin_amdgcn_global_atomic_fmax_f64(d + 1, 3.0);
}
