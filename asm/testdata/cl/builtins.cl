typedef float f4 __attribute__((ext_vector_type(4)));
typedef float f16 __attribute__((ext_vector_type(16)));
typedef half h4 __attribute__((ext_vector_type(4)));
typedef half h8 __attribute__((ext_vector_type(8)));

kernel void matrix(global f4 *out, global const h4 *a, global const h4 *b) {
  int l = get_local_id(0);
  f4 acc = 0;
  for (int i = 0; i < 8; i++)
    acc = __builtin_amdgcn_mfma_f32_16x16x16f16(a[l + 64 * i], b[l + 64 * i], acc, 0, 0, 0);
  out[l] = acc;
}

kernel void big(global f16 *out, global const f16 *in) {
  int l = get_local_id(0);
  f16 x[6];
  for (int i = 0; i < 6; i++) x[i] = in[l + i];
  for (int k = 0; k < 4; k++)
    for (int i = 0; i < 6; i++) x[i] = __builtin_amdgcn_mfma_f32_32x32x2f32(x[(i + 1) % 6].s0, x[i].s1, x[i], 0, 0, 0);
  for (int i = 0; i < 6; i++) out[l + i] = x[i];
}

kernel void odds(global int *out, global float *f) {
  int l = get_local_id(0);
  out[l] = __builtin_amdgcn_readfirstlane(out[l]) + __builtin_amdgcn_ds_bpermute(l * 4, out[l + 1]) +
           __builtin_amdgcn_mov_dpp(out[l], 0x101, 0xf, 0xf, true) + __builtin_popcount(out[l + 2]);
  f[l] = __builtin_amdgcn_rcpf(f[l]) + __builtin_amdgcn_fmed3f(f[l], 0.0f, 1.0f);
  __builtin_amdgcn_s_sleep(3);
  __builtin_amdgcn_sched_barrier(0);
  out[l + 64] = (int)__builtin_amdgcn_s_memtime();
  if (out[l] == 3) __builtin_trap();
}
