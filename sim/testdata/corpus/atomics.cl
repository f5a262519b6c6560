// Atomics of memory and LDS; results that do not depend on the order.
#include "workitem.h"
#pragma OPENCL EXTENSION cl_khr_fp16 : enable
#pragma OPENCL EXTENSION cl_khr_fp64 : enable
#pragma OPENCL EXTENSION cl_khr_int64_base_atomics : enable
#pragma OPENCL EXTENSION cl_khr_int64_extended_atomics : enable
typedef short short2v __attribute__((ext_vector_type(2)));
typedef half half2v __attribute__((ext_vector_type(2)));

kernel void int_atomics(global int *cell, global const int *in) {
  int v = in[get_global_id(0)];
  atomic_add(cell, v);
  atomic_sub(cell + 1, v);
  atomic_min(cell + 2, v);
  atomic_max(cell + 3, v);
  atomic_min((volatile global uint *)cell + 4, (uint)v);
  atomic_max((volatile global uint *)cell + 5, (uint)v);
  atomic_and(cell + 6, v | 0xff00);
  atomic_or(cell + 7, v & 0xff00ff);
  atomic_xor(cell + 8, v);
  atomic_inc(cell + 9);
  atomic_dec(cell + 10);
}

kernel void long_atomics(global long *cell, global const long *in) {
  long v = in[get_global_id(0)];
  atom_add(cell, v);
  atom_sub(cell + 1, v);
  atom_min(cell + 2, v);
  atom_max(cell + 3, v);
  atom_min((volatile global ulong *)cell + 4, (ulong)v);
  atom_max((volatile global ulong *)cell + 5, (ulong)v);
  atom_and(cell + 6, v);
  atom_or(cell + 7, v);
  atom_xor(cell + 8, v);
}

// Every value that an exchange hands out is handed out once.
kernel void exchange(global int *cell, global int *got, global int *won) {
  int i = get_global_id(0);
  got[i] = atomic_xchg(cell, i + 1);
  won[i] = atomic_cmpxchg(cell + 1, 0, i + 1) == 0;
}

// Read, modify, compare and swap until nobody was faster.
kernel void cas_loop(global uint *cell, global const uint *in) {
  uint v = in[get_global_id(0)], old = *cell, seen;
  for (;;) {
    uint next = old * 1u + (v ^ 0x5a5a5a5au) % 1000u;
    seen = atomic_cmpxchg(cell, old, next);
    if (seen == old) break;
    old = seen;
  }
}

kernel void cas_loop_long(global ulong *cell, global const uint *in) {
  ulong v = in[get_global_id(0)], old = *cell, seen;
  while ((seen = atom_cmpxchg(cell, old, old + v * v)) != old) old = seen;
}

kernel void float_atomics(global float *f, global double *d, global half2v *h, global short2v *b, global const float *in) {
  float v = in[get_global_id(0)];
  __builtin_amdgcn_global_atomic_fadd_f32(f, v);
  __builtin_amdgcn_global_atomic_fadd_f64(d, (double)v * 0.5);
  __builtin_amdgcn_global_atomic_fmin_f64(d + 1, v);
  __builtin_amdgcn_global_atomic_fmax_f64(d + 2, v);
  half2v x;
  x.x = convert_half(v > 0 ? 1.0f : -2.0f);
  x.y = 0.5h;
  __builtin_amdgcn_global_atomic_fadd_v2f16(&h[0], x);
  short2v y;
  y.x = 0x3f80; // 1.0
  y.y = (short)0xbf00; // -0.5
  __builtin_amdgcn_global_atomic_fadd_v2bf16(&b[0], y);
}

kernel void float_atomics_flat(global float *gf, global double *gd, global const float *in) {
  local float lf[1];
  local double ld[3];
  int l = get_local_id(0);
  if (l == 0) lf[0] = 0, ld[0] = 0, ld[1] = 1e30, ld[2] = -1e30;
  barrier(CLK_LOCAL_MEM_FENCE);
  float v = in[get_global_id(0)];
  float *f = l & 1 ? (float *)gf : (float *)lf;
  double *d = l & 1 ? (double *)gd : (double *)ld;
  __builtin_amdgcn_flat_atomic_fadd_f32(f, v);
  __builtin_amdgcn_flat_atomic_fadd_f64(d, v);
  __builtin_amdgcn_flat_atomic_fmin_f64(d + 1, v);
  __builtin_amdgcn_flat_atomic_fmax_f64(d + 2, v);
  barrier(CLK_LOCAL_MEM_FENCE);
  if (l == 0) {
    __builtin_amdgcn_global_atomic_fadd_f32(gf, lf[0]);
    __builtin_amdgcn_global_atomic_fadd_f64(gd, ld[0]);
    __builtin_amdgcn_global_atomic_fmin_f64(gd + 1, ld[1]);
    __builtin_amdgcn_global_atomic_fmax_f64(gd + 2, ld[2]);
  }
}

kernel void local_atomics(global int *out, global float *fout, global const int *in) {
  local int c[8];
  local uint u[2];
  local long w[3];
  local float f[3];
  local double d[1];
  local half2v h[1];
  local short2v b[1];
  int l = get_local_id(0), v = in[get_global_id(0)];
  if (l == 0) {
    c[0] = 0, c[1] = 1 << 30, c[2] = -(1 << 30), c[3] = -1, c[4] = 0, c[5] = 0, c[6] = 0, c[7] = 100000;
    u[0] = ~0u, u[1] = 0, w[0] = 0, w[1] = 1L << 60, w[2] = -(1L << 60);
    f[0] = 0, f[1] = 1e30f, f[2] = -1e30f, d[0] = 0, h[0] = 0, b[0] = 0;
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  atomic_add(c, v);
  atomic_min(c + 1, v);
  atomic_max(c + 2, v);
  atomic_and(c + 3, v | 0xfff);
  atomic_or(c + 4, v & 0xf0f0f0);
  atomic_xor(c + 5, v);
  atomic_inc(c + 6);
  atomic_sub(c + 7, l);
  atomic_min(u, (uint)v);
  atomic_max(u + 1, (uint)v);
  atom_add(w, (long)v << 20);
  atom_min(w + 1, (long)v << 20);
  atom_max(w + 2, (long)v << 20);
  __builtin_amdgcn_ds_atomic_fadd_f32(&f[0], v & 1023);
  __opencl_atomic_fetch_min((volatile local atomic_float *)f + 1, v & 4095, memory_order_relaxed, memory_scope_work_group);
  __opencl_atomic_fetch_max((volatile local atomic_float *)f + 2, v & 4095, memory_order_relaxed, memory_scope_work_group);
  __builtin_amdgcn_ds_atomic_fadd_f64(&d[0], v * 0.25);
  half2v x;
  x.x = 1.0h;
  x.y = -0.5h;
  __builtin_amdgcn_ds_atomic_fadd_v2f16(&h[0], x);
  short2v y;
  y.x = 0x3f80;
  y.y = (short)0xbf00;
  __builtin_amdgcn_ds_atomic_fadd_v2bf16(&b[0], y);
  barrier(CLK_LOCAL_MEM_FENCE);
  if (l) return;
  for (int k = 0; k < 8; k++) out[k] = c[k];
  out[8] = u[0], out[9] = u[1];
  for (int k = 0; k < 3; k++) out[10 + k] = (int)(w[k] >> 20), fout[k] = f[k];
  fout[3] = (float)d[0];
  fout[4] = (float)h[0].x, fout[5] = (float)h[0].y;
  out[13] = b[0].x & 0xffff, out[14] = b[0].y & 0xffff;
}

// Every lane gets one value of the counter; wrapping increments and decrements.
kernel void returning(global uint *cell, global uint *ticket, global uint *wrapped) {
  local uint lc;
  local int append;
  int i = get_global_id(0), l = get_local_id(0);
  if (l == 0) lc = 1000, append = 5;
  barrier(CLK_LOCAL_MEM_FENCE);
  ticket[i] = atomic_add(cell, 3u);
  wrapped[4 * i] = __builtin_amdgcn_atomic_inc32(cell + 1, 99u, __ATOMIC_RELAXED, "agent");
  wrapped[4 * i + 1] = __builtin_amdgcn_atomic_dec32(cell + 2, 49u, __ATOMIC_RELAXED, "agent");
  wrapped[4 * i + 2] = atomic_sub(&lc, 1u);
  wrapped[4 * i + 3] = __builtin_amdgcn_ds_append(&append);
}

// One ticket a workgroup; the last one to come adds up what the others left.
kernel void last_one(global volatile uint *cell, global uint *part, global uint *out, global const uint *in) {
  local uint ticket, sum;
  int l = get_local_id(0), n = get_local_size(0);
  if (l == 0) sum = 0;
  barrier(CLK_LOCAL_MEM_FENCE);
  atomic_add(&sum, in[get_global_id(0)]);
  barrier(CLK_LOCAL_MEM_FENCE);
  if (l == 0) {
    part[get_group_id(0)] = sum;
    __builtin_amdgcn_fence(__ATOMIC_RELEASE, "agent");
    ticket = atomic_inc(cell);
    out[1 + get_group_id(0)] = ticket;
  }
  barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
  if (ticket == get_num_groups(0) - 1 && l == 0) {
    __builtin_amdgcn_fence(__ATOMIC_ACQUIRE, "agent");
    uint total = 0;
    for (uint g = 0; g < get_num_groups(0); g++) total += part[g];
    out[0] = total;
  }
}

// Workgroup 0 waits for what workgroup 1 writes, and workgroup 1 for its answer.
kernel void ping_pong(global atomic_int *flag, global int *data, global int *out, int rounds) {
  int l = get_local_id(0), me = get_group_id(0);
  for (int r = 0; r < rounds; r++) {
    int turn = 2 * r + (me == 0 ? 1 : 0);
    if (l == 0)
      while (atomic_load_explicit(flag, memory_order_acquire, memory_scope_device) != turn) __builtin_amdgcn_s_sleep(1);
    barrier(CLK_GLOBAL_MEM_FENCE);
    data[l] = data[l] * 3 + me + l;
    barrier(CLK_GLOBAL_MEM_FENCE);
    if (l == 0) atomic_store_explicit(flag, turn + 1, memory_order_release, memory_scope_device);
  }
  if (me == 0) out[l] = data[l];
}

// OpenCL 2 atomics through generic pointers: memory for odd lanes, LDS for even.
kernel void generic_atomics(global atomic_int *g, global atomic_long *gl, global int *out) {
  local atomic_int s[2];
  local atomic_long sl[2];
  int l = get_local_id(0);
  if (l < 2) atomic_init(&s[l], l), atomic_init(&sl[l], l);
  barrier(CLK_LOCAL_MEM_FENCE);
  volatile atomic_int *p = l & 1 ? (volatile atomic_int *)g : (volatile atomic_int *)s;
  volatile atomic_long *q = l & 1 ? (volatile atomic_long *)gl : (volatile atomic_long *)sl;
  atomic_fetch_add_explicit(p, l, memory_order_relaxed, memory_scope_work_group);
  atomic_fetch_max_explicit(p + 1, l * 3, memory_order_acq_rel, memory_scope_device);
  atomic_fetch_sub_explicit(q, (long)l << 33, memory_order_seq_cst, memory_scope_device);
  atomic_fetch_xor_explicit(q + 1, (long)l << 31, memory_order_release, memory_scope_device);
  barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
  if (l == 0) {
    out[0] = atomic_load(&s[0]);
    out[1] = atomic_load(&s[1]);
    out[2] = (int)(atomic_load(&sl[0]) >> 33);
    out[3] = (int)(atomic_load(&sl[1]) >> 31);
  }
}
