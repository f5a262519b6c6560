/* An assertion, as Triton and HIP have it: a message to standard error, then a trap. */
#include "device.h"
extern "C" __attribute__((global)) void check(int *x) {
  int i = __builtin_amdgcn_workgroup_id_x() * 64 + __builtin_amdgcn_workitem_id_x();
  if (x[i] > 100) {
    __ockl_printf_append_string_n(__ockl_fprintf_stderr_begin(), "x is too large\n", 16, 1);
    __builtin_trap();
  }
  x[i] = 1;
}
