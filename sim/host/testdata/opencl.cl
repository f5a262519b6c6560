/* OpenCL's printf: a buffer, with vectors. */
#include "device.h"
__kernel void print(__global int *x, float f) {
  int i = __builtin_amdgcn_workgroup_id_x() * 64 + __builtin_amdgcn_workitem_id_x();
  if (i % 50 == 1) {
    printf("%d: %s %5.2f %.1v4f|%v3hd|%v2hlx|%v4hhd %c %p\n", i, "words", f, (float4)(f, 2, 3, 4), (short3)(1, -2, i), (uint2)(i, -1), (char4)(1, -2, 3, 4), 'a', x);
    printf("a:b\t%f %e %g\n", 1.0f / x[i], -1.0f / x[i], x[i] * __builtin_inff());
  }
  if (i == 51)
    printf("100%% of %lx\n", 1ul << 40 | i);
}
