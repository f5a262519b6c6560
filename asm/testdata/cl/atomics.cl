kernel void count(global atomic_int *a, global int *b, global long *c, global float *f, local int *l) {
  int i = get_global_id(0);
  atomic_fetch_add_explicit(a, i, memory_order_relaxed, memory_scope_device);
  atomic_fetch_max_explicit(a + 1, i, memory_order_acq_rel, memory_scope_work_group);
  int want = 3;
  if (atomic_compare_exchange_strong(a + 2, &want, i)) b[i] = want;
  b[0] = atomic_xchg(b + 1, i);
  atomic_min((volatile local int *)l, i);
  b[2] = atomic_cmpxchg(b + 3, 1, i);
  atomic_work_item_fence(CLK_GLOBAL_MEM_FENCE, memory_order_seq_cst, memory_scope_device);
  c[i] = atomic_load_explicit(a + 4, memory_order_acquire, memory_scope_all_svm_devices);
}
