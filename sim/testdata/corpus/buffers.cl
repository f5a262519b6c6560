// Buffer resources with lanes out of range, loads straight to LDS, transposing
// reads.
#include "workitem.h"
#pragma OPENCL EXTENSION cl_khr_fp16 : enable
typedef uint u2 __attribute__((ext_vector_type(2)));
typedef uint u3 __attribute__((ext_vector_type(3)));
typedef uint u4 __attribute__((ext_vector_type(4)));
typedef half h4 __attribute__((ext_vector_type(4)));
typedef short s4 __attribute__((ext_vector_type(4)));
#define RAW 0x27000 // word 3: data format 32

kernel void raw_loads(global uint *out, global uint *in, int bytes, int soffset) {
  int l = get_local_id(0);
  __amdgpu_buffer_rsrc_t r = __builtin_amdgcn_make_buffer_rsrc(in, 0, bytes, RAW);
  global uint *o = out + l * 16;
  o[0] = __builtin_amdgcn_raw_buffer_load_b8(r, l * 5, 0, 0);
  o[1] = __builtin_amdgcn_raw_buffer_load_b16(r, l * 6, soffset, 0);
  o[2] = __builtin_amdgcn_raw_buffer_load_b32(r, l * 4, soffset, 0);
  u2 a = __builtin_amdgcn_raw_buffer_load_b64(r, l * 4, 0, 0);
  u3 b = __builtin_amdgcn_raw_buffer_load_b96(r, l * 4 + 8, 0, 0);
  u4 c = __builtin_amdgcn_raw_buffer_load_b128(r, l * 4 + 16, 0, 0);
  o[3] = a.x, o[4] = a.y;
  o[5] = b.x, o[6] = b.y, o[7] = b.z;
  o[8] = c.x, o[9] = c.y, o[10] = c.z, o[11] = c.w;
  o[12] = (uint)(int)(char)__builtin_amdgcn_raw_buffer_load_b8(r, l * 4 + 3, 0, 0);
  o[13] = (uint)(int)(short)__builtin_amdgcn_raw_buffer_load_b16(r, l * 4 + 2, 0, 0);
  o[14] = __builtin_amdgcn_raw_buffer_load_b32(r, -l, 0, 0); // only lane 0's offset is not huge
  o[15] = 0;
}

kernel void raw_stores(global uint *out, global const uint *in, int bytes) {
  int l = get_local_id(0);
  __amdgpu_buffer_rsrc_t r = __builtin_amdgcn_make_buffer_rsrc(out, 0, bytes, RAW);
  uint v = in[l];
  __builtin_amdgcn_raw_buffer_store_b32(v, r, l * 4, 0, 0);
  __builtin_amdgcn_raw_buffer_store_b8((uchar)v, r, 256 + l * 2, 0, 0);
  __builtin_amdgcn_raw_buffer_store_b16((ushort)v, r, 384 + l * 4, 0, 0);
  u2 a = {v, v + 1};
  u3 b = {v + 2, v + 3, v + 4};
  u4 c = {v + 5, v + 6, v + 7, v + 8};
  __builtin_amdgcn_raw_buffer_store_b64(a, r, 640 + l * 8, 0, 0);
  __builtin_amdgcn_raw_buffer_store_b96(b, r, 1152 + l * 12, 0, 0);
  __builtin_amdgcn_raw_buffer_store_b128(c, r, 1920 + l * 16, 0, 0);
}

kernel void raw_atomics(global int *cell, global float *fcell, global const int *in) {
  int l = get_local_id(0);
  __amdgpu_buffer_rsrc_t r = __builtin_amdgcn_make_buffer_rsrc(cell, 0, 16, RAW);
  __amdgpu_buffer_rsrc_t f = __builtin_amdgcn_make_buffer_rsrc(fcell, 0, 8, RAW);
  __builtin_amdgcn_raw_ptr_buffer_atomic_add_i32(in[l], r, (l % 5) * 4, 0, 0); // the fifth is out of range
  __builtin_amdgcn_raw_ptr_buffer_atomic_fadd_f32((float)(in[l] & 1023), f, (l % 3) * 4, 0, 0);
}

// Memory to LDS without registers: lane l's dword goes to slot l.
kernel void load_lds(global uint *out, global uint *in, int bytes) {
  local uint s[256];
  int l = get_local_id(0);
  for (int i = 0; i < 4; i++) s[i * 64 + l] = 0xdeadbeef;
  barrier(CLK_LOCAL_MEM_FENCE);
  __builtin_amdgcn_global_load_lds(in + (l * 7) % 64, s, 4, 0, 0);
  __amdgpu_buffer_rsrc_t r = __builtin_amdgcn_make_buffer_rsrc(in, 0, bytes, RAW);
  __builtin_amdgcn_raw_ptr_buffer_load_lds(r, s + 64, 4, l * 8, 0, 0, 0); // lanes behind the end give 0
  __builtin_amdgcn_global_load_lds((global uchar *)in + l * 3, s + 128, 1, 0, 0);
  if (l & 1) __builtin_amdgcn_global_load_lds((global ushort *)in + l, s + 192, 2, 0, 0); // holes at even lanes
  __builtin_amdgcn_s_waitcnt(0x0f70); // vmcnt(0)
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int i = 0; i < 4; i++) out[i * 64 + l] = s[i * 64 + l];
}

#ifdef __gfx950__
kernel void load_lds_wide(global uint *out, global uint *in) {
  local uint s[512] __attribute__((aligned(16)));
  int l = get_local_id(0);
  for (int i = 0; i < 8; i++) s[i * 64 + l] = 0xdeadbeef;
  barrier(CLK_LOCAL_MEM_FENCE);
  __builtin_amdgcn_global_load_lds(in + ((l * 5) % 64) * 4, s, 16, 0, 0);
  __builtin_amdgcn_global_load_lds(in + (63 - l) * 4, s + 256, 12, 0, 0);
  __builtin_amdgcn_s_waitcnt(0x0f70);
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int i = 0; i < 8; i++) out[i * 64 + l] = s[i * 64 + l];
}

// Each lane names its own chunk; results as dwords, lane after lane.
kernel void transposing_reads(global uint *out, global const uint *in) {
  local uint s[256] __attribute__((aligned(16)));
  int l = get_local_id(0);
  for (int i = 0; i < 4; i++) s[i * 64 + l] = in[i * 64 + l];
  barrier(CLK_LOCAL_MEM_FENCE);
  global uint *o = out + l * 9;
  typedef int v2 __attribute__((ext_vector_type(2)));
  typedef int v3 __attribute__((ext_vector_type(3)));
  u2 a = __builtin_astype(__builtin_amdgcn_ds_read_tr16_b64_v4i16((local s4 *)(s + l * 2)), u2);
  u2 b = __builtin_astype(__builtin_amdgcn_ds_read_tr8_b64_v2i32((local v2 *)(s + (l ^ 17) * 2)), u2);
  u2 c = __builtin_astype(__builtin_amdgcn_ds_read_tr4_b64_v2i32((local v2 *)(s + l * 2)), u2);
  v3 d = __builtin_amdgcn_ds_read_tr6_b96_v3i32((local v3 *)(s + l * 4));
  o[0] = a.x, o[1] = a.y, o[2] = b.x, o[3] = b.y, o[4] = c.x, o[5] = c.y;
  o[6] = d.x, o[7] = d.y, o[8] = d.z;
}
#endif
