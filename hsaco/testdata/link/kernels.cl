// Several kernels, functions that are called, tables, LDS.
constant float table[16] = {1, 2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37, 41, 43, 47};
constant int one = 1;
constant short pairs[] = {1, 2, 3, 4, 5};

__attribute__((noinline)) float look(int i) { return table[i & 15]; }

static __attribute__((noinline)) int fold(int a, int b) {
  for (int i = 0; i < b; i++)
    a = a * 31 + pairs[i % 5];
  return a;
}

kernel void gather(global float *out, global const int *in, int n) {
  int i = __builtin_amdgcn_workitem_id_x();
  if (i < n)
    out[i] = look(in[i]) + one;
}

kernel void reduce(global int *out, global const int *in) {
  local int part[256];
  int i = __builtin_amdgcn_workitem_id_x();
  part[i] = fold(in[i], i);
  __builtin_amdgcn_s_barrier();
  for (int s = 128; s > 0; s >>= 1) {
    if (i < s)
      part[i] += part[i + s];
    __builtin_amdgcn_s_barrier();
  }
  if (i == 0)
    out[0] = part[0];
}

kernel void nothing(void) {}
