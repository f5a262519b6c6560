// Two kernels and a function that one of them calls.

__kernel void scale(__global float *x, float f) {
  x[get_global_id(0)] *= f;
}

__attribute__((noinline)) float helper(float a, int n) {
  for (int i = 0; i < n; i++)
    a = a * a + 1.0f;
  return a;
}

__kernel void twice(__global float *x, __local float *t, int n) {
  int i = get_local_id(0);
  t[i] = x[i];
  barrier(CLK_LOCAL_MEM_FENCE);
  x[i] = helper(t[i ^ 1], n);
}
