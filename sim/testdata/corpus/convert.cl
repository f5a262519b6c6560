// fp8 and bf8, as far as both chips have them.
#include "workitem.h"
kernel void fp8_to_f32(global float *out, global const uint *in) {
  int i = get_global_id(0);
  uint v = in[i];
  global float *o = out + i * 8;
  o[0] = __builtin_amdgcn_cvt_f32_fp8(v, 0), o[1] = __builtin_amdgcn_cvt_f32_fp8(v, 1);
  o[2] = __builtin_amdgcn_cvt_f32_fp8(v, 2), o[3] = __builtin_amdgcn_cvt_f32_fp8(v, 3);
  float2 a = __builtin_amdgcn_cvt_pk_f32_fp8(v, false), b = __builtin_amdgcn_cvt_pk_f32_fp8(v, true);
  o[4] = a.x, o[5] = a.y, o[6] = b.x, o[7] = b.y;
}

kernel void bf8_to_f32(global float *out, global const uint *in) {
  int i = get_global_id(0);
  uint v = in[i];
  global float *o = out + i * 8;
  o[0] = __builtin_amdgcn_cvt_f32_bf8(v, 0), o[1] = __builtin_amdgcn_cvt_f32_bf8(v, 1);
  o[2] = __builtin_amdgcn_cvt_f32_bf8(v, 2), o[3] = __builtin_amdgcn_cvt_f32_bf8(v, 3);
  float2 a = __builtin_amdgcn_cvt_pk_f32_bf8(v, false), b = __builtin_amdgcn_cvt_pk_f32_bf8(v, true);
  o[4] = a.x, o[5] = a.y, o[6] = b.x, o[7] = b.y;
}

// Every code there and back.
kernel void round_trip(global uint *out, global const uint *in) {
  int i = get_global_id(0);
  uint v = in[i];
  float2 a = __builtin_amdgcn_cvt_pk_f32_fp8(v, false), b = __builtin_amdgcn_cvt_pk_f32_fp8(v, true);
  int r = __builtin_amdgcn_cvt_pk_fp8_f32(a.x, a.y, 0, false);
  out[4 * i] = __builtin_amdgcn_cvt_pk_fp8_f32(b.x, b.y, r, true);
  r = __builtin_amdgcn_cvt_sr_fp8_f32(a.x, 0x7ffff, 0, 0);
  r = __builtin_amdgcn_cvt_sr_fp8_f32(a.y, 0x123, r, 1);
  r = __builtin_amdgcn_cvt_sr_fp8_f32(b.x, 0, r, 2);
  out[4 * i + 1] = __builtin_amdgcn_cvt_sr_fp8_f32(b.y, 0xffff, r, 3);
  a = __builtin_amdgcn_cvt_pk_f32_bf8(v, false), b = __builtin_amdgcn_cvt_pk_f32_bf8(v, true);
  r = __builtin_amdgcn_cvt_pk_bf8_f32(a.x, a.y, 0, false);
  out[4 * i + 2] = __builtin_amdgcn_cvt_pk_bf8_f32(b.x, b.y, r, true);
  r = __builtin_amdgcn_cvt_sr_bf8_f32(a.x, 0x3ffff, 0, 0);
  r = __builtin_amdgcn_cvt_sr_bf8_f32(a.y, 0x123, r, 1);
  r = __builtin_amdgcn_cvt_sr_bf8_f32(b.x, 0, r, 2);
  out[4 * i + 3] = __builtin_amdgcn_cvt_sr_bf8_f32(b.y, 0xffff, r, 3);
}

kernel void from_f32(global uint *out, global const float *in, global const uint *random) {
  int i = get_global_id(0);
  float x = in[2 * i], y = in[2 * i + 1];
  global uint *o = out + i * 6;
  o[0] = __builtin_amdgcn_cvt_pk_fp8_f32(x, y, 0xaaaabbbb, false);
  o[1] = __builtin_amdgcn_cvt_pk_fp8_f32(-x, y, 0xaaaabbbb, true);
  o[2] = __builtin_amdgcn_cvt_pk_bf8_f32(x, -y, 0xaaaabbbb, false);
  o[3] = __builtin_amdgcn_cvt_pk_bf8_f32(x, y, 0xaaaabbbb, true);
  o[4] = __builtin_amdgcn_cvt_sr_fp8_f32(x, random[i], 0x01020304, 2);
  o[5] = __builtin_amdgcn_cvt_sr_bf8_f32(x, random[i], 0x01020304, 1);
}
