__attribute__((noinline)) static int local_helper(int x, int y) {
  volatile int a[8];
  a[x & 7] = y;
  return a[y & 7] + x;
}

__attribute__((noinline)) int exported(int x, float4 v, global int *p) {
  *p = x;
  return local_helper(x, (int)v.x) + (int)v.w;
}

__attribute__((noinline)) int fib(int n) { return n < 2 ? n : fib(n - 1) + fib(n - 2); }

int even(int n);
__attribute__((noinline)) int odd(int n) { return n == 0 ? 0 : even(n - 1); }
__attribute__((noinline)) int even(int n) { return n == 0 ? 1 : odd(n - 1); }

kernel void calls(global int *out, int n) {
  int i = get_global_id(0);
  float4 v = (float4)(i, 1, 2, n);
  out[i] = exported(i, v, out + n) + fib(n & 7) + odd(i & 15) + local_helper(n, i);
}

kernel void leaf(global int *out) { out[get_local_id(0)] = local_helper(1, 2); }
