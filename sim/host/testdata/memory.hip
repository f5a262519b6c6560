/* A service that is not there. */
#include "device.h"
extern "C" __attribute__((global)) void allocate(u64 *x) {
  u64 args[8] = {0, 1 << 20};
  x[0] = call(3, args);
}
