#pragma OPENCL EXTENSION __cl_clang_function_pointers : enable
typedef int (*op)(int, int);
static int add(int a, int b) { return a + b; }
static int sub(int a, int b) { return a - b; }
__attribute__((noinline)) int external_like(int a, int b) { return a * b; }
static const op constant ops[3] = {add, sub, external_like};

kernel void apply(global int *out, int which) {
  int i = get_global_id(0);
  out[i] = ops[which % 3](out[i], i);
}
