// LDS, scratch, atomics, fences, barriers, and generic addresses.
kernel void reduce(global float *out, global const float *in, local float *dynamic) {
  local float fixed[256];
  uint l = get_local_id(0);
  fixed[l & 255] = in[get_global_id(0)];
  dynamic[l] = fixed[l & 255] * 2;
  barrier(CLK_LOCAL_MEM_FENCE);
  for (uint s = 128; s > 0; s >>= 1) {
    if (l < s)
      fixed[l] += fixed[l + s];
    barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
  }
  if (l == 0)
    out[get_group_id(0)] = fixed[0] + dynamic[1];
}

kernel void scratch(global int *out, int n) {
  int a[200];
  for (int i = 0; i < 200; i++)
    a[i] = i * n;
  out[get_global_id(0)] = a[n % 200] + a[(n * 7) % 200];
}

kernel void atomics(global atomic_int *p, volatile global uint *q, local volatile uint *r, volatile global ulong *w) {
  atomic_fetch_add_explicit(p, 3, memory_order_relaxed, memory_scope_device);
  atomic_fetch_min_explicit(p + 1, 3, memory_order_acq_rel, memory_scope_work_group);
  atomic_store_explicit(p + 2, 9, memory_order_release, memory_scope_all_svm_devices);
  int old = 4;
  atomic_compare_exchange_strong_explicit(p + 3, &old, 5, memory_order_seq_cst, memory_order_relaxed, memory_scope_device);
  atomic_xchg(q, 7);
  atomic_inc(r);
  atomic_or(r + 1, 12);
  q[1] = atomic_max(q + 2, old);
}

kernel void anywhere(global int *g, int k) {
  local int l[64];
  int s[4] = {1, 2, 3, k};
  l[get_local_id(0) & 63] = g[0];
  barrier(CLK_LOCAL_MEM_FENCE);
  int *p = k > 3 ? (int *)&g[k] : k > 1 ? (int *)&l[k & 63] : &s[k & 3];
  g[1] = *p;
  *p = 12;
}

kernel void vectors(global float16 *a, global uchar3 *b, global double2 *c, global short8 *d) {
  size_t i = get_global_id(0);
  a[i] = a[i + 1].sfedcba9876543210;
  b[i] = b[i + 7].zxy;
  c[i] += c[i].yx;
  d[i] = vload8(i, (global short *)d + 1);
}
