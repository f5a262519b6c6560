/* HIP's printf, by hostcalls and by a buffer. */
#include "device.h"
extern "C" __attribute__((device)) int printf(const char *, ...);

extern "C" __attribute__((global)) void print(int *returned, double d, const char *s) {
  int i = __builtin_amdgcn_workgroup_id_x() * 128 + __builtin_amdgcn_workitem_id_x();
  if (i % 100 == 3)
    returned[i] = printf("item %d: %s|%-8s|%.3f %lld %hhd %#x %p %c %*d %%\n", i,
                         "a string of more than fifty-six bytes, so that a packet is too small for it", "ab", d, 1ll << 40, 255, 255, s, 'c', 6, i);
  if (i % 128 == 127)
    printf("wave %d\n", i / 64);
}
