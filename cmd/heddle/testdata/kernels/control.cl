// Branches, loops, calls, recursion, a switch, and a branch so long that it
// needs s_setpc_b64.
__attribute__((noinline)) int collatz(int n) {
  int steps = 0;
  while (n != 1 && steps < 1000) {
    n = n & 1 ? 3 * n + 1 : n >> 1;
    steps++;
  }
  return steps;
}

__attribute__((noinline)) static int inner(int a, int b) { return a * b + 7; }

__attribute__((noinline)) int outer(int a, global int *p) {
  for (int i = 0; i < a; i++)
    p[i] = inner(p[i], i);
  return p[a];
}

kernel void calls(global int *out, global int *in) {
  size_t i = get_global_id(0);
  out[i] = collatz(in[i]) + outer(in[i] & 15, in);
}

kernel void choose(global int *out, int k) {
  size_t i = get_global_id(0);
  switch (k) {
  case 0: out[i] = 1; break;
  case 1: out[i] *= 3; break;
  case 2: out[i] -= 5; break;
  case 3: out[i] ^= 77; break;
  case 4: out[i] <<= 2; break;
  case 5: out[i] = collatz(out[i]); break;
  case 17: out[i] %= 11; break;
  default: out[i] = -1;
  }
}

kernel __attribute__((reqd_work_group_size(64, 2, 1))) void loops(global float *a, int n, int m) {
  int i = get_global_id(0), j = get_global_id(1);
  for (int k = 0; k < n; k++) {
    if (a[k] > 0.5f) {
      for (int l = 0; l < m; l++)
        a[k * m + l] += a[i] * a[j];
    } else if (a[k] < -0.5f) {
      a[i] = a[j];
      break;
    }
  }
}

#define TEN(x) x x x x x x x x x x

kernel void far(global int *p, int n) {
  size_t i = get_global_id(0);
  if (p[i] > n) {
    __asm__ volatile(TEN(TEN(TEN(TEN("s_nop 1\n s_nop 2\n s_nop 3\n s_nop 4\n")))));
    p[i] = 1;
  }
}
