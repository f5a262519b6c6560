__attribute__((noinline)) float a(float x) { return x * x + 1.0f; }
__attribute__((noinline,nodebug)) float b(float x) { return x * x + 2.0f; }
__attribute__((noinline)) float c(float x) { return x * x + 3.0f; }
kernel void k(global float *p) { p[0] = a(p[0]) + b(p[1]) + c(p[2]); }
__attribute__((noinline,nodebug)) float d(float x) { return x * x + 4.0f; }
__attribute__((noinline,nodebug)) float e(float x) { return x * x + 4.0f; }
