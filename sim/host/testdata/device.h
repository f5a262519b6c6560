/* What ROCm's device libraries give printf, for the tests' kernels: written from the protocol, so that
   the tests need no device libraries. */
typedef unsigned long u64;
typedef unsigned int u32;

#ifdef __OPENCL_C_VERSION__
#define DEVICE
#define GLOBAL __global
#define CONSTANT __constant
#else
#define DEVICE extern "C" __attribute__((device, noinline))
#define GLOBAL
#define CONSTANT __attribute__((address_space(4)))
#endif

#define IMPLICIT(type, at) (*(type CONSTANT *)((CONSTANT char *)__builtin_amdgcn_implicitarg_ptr() + (at)))

/* room for a record in the printf buffer, null if there is none */
DEVICE GLOBAL char *__printf_alloc(u32 bytes) {
  GLOBAL char *buffer = (GLOBAL char *)IMPLICIT(u64, 72);
  GLOBAL u32 *used = (GLOBAL u32 *)buffer;
  u32 size = used[1], old = __scoped_atomic_load_n(used, __ATOMIC_RELAXED, __MEMORY_SCOPE_DEVICE);
  do {
    if (old + bytes > size)
      return 0;
  } while (!__scoped_atomic_compare_exchange_n(used, &old, old + bytes, 0, __ATOMIC_RELAXED, __ATOMIC_RELAXED, __MEMORY_SCOPE_DEVICE));
  return buffer + 8 + old;
}

#ifndef __OPENCL_C_VERSION__
struct header { u64 next, mask; u32 service, control; };
struct calls { header *headers; u64 (*payloads)[64][8]; u64 doorbell, free, ready, mask; };

/* a call of the host with eight dwords of a lane; the answer to the lane */
static __attribute__((device, noinline)) u64 call(u32 service, const u64 *args) {
  calls *c = (calls *)IMPLICIT(u64, 80);
  u32 lane = __builtin_amdgcn_mbcnt_hi(~0u, __builtin_amdgcn_mbcnt_lo(~0u, 0)), first = __builtin_amdgcn_readfirstlane(lane);
  u64 lanes = __builtin_amdgcn_read_exec(), packet = 0;
  if (lane == first) {
    packet = __scoped_atomic_load_n(&c->free, __ATOMIC_ACQUIRE, __MEMORY_SCOPE_SYSTEM);
    while (!__scoped_atomic_compare_exchange_n(&c->free, &packet, __scoped_atomic_load_n(&c->headers[packet & c->mask].next, __ATOMIC_RELAXED, __MEMORY_SCOPE_SYSTEM), 0,
                                        __ATOMIC_ACQUIRE, __ATOMIC_RELAXED, __MEMORY_SCOPE_SYSTEM)) ;
  }
  packet = __builtin_amdgcn_readfirstlane(packet) | (u64)__builtin_amdgcn_readfirstlane(packet >> 32) << 32;
  header *h = &c->headers[packet & c->mask];
  u64 *slot = c->payloads[packet & c->mask][lane];
  for (int i = 0; i < 8; i++)
    slot[i] = args[i];
  if (lane == first) {
    h->mask = lanes, h->service = service, h->control = 1;
    u64 ready = __scoped_atomic_load_n(&c->ready, __ATOMIC_RELAXED, __MEMORY_SCOPE_SYSTEM);
    do
      h->next = ready;
    while (!__scoped_atomic_compare_exchange_n(&c->ready, &ready, packet, 0, __ATOMIC_RELEASE, __ATOMIC_RELAXED, __MEMORY_SCOPE_SYSTEM));
    __scoped_atomic_fetch_add((u64 *)(c->doorbell + 8), 1, __ATOMIC_RELEASE, __MEMORY_SCOPE_SYSTEM);
    while (__scoped_atomic_load_n(&h->control, __ATOMIC_ACQUIRE, __MEMORY_SCOPE_SYSTEM) & 1)
      __builtin_amdgcn_s_sleep(1);
  }
  __builtin_amdgcn_fence(__ATOMIC_ACQUIRE, "");
  u64 answer = slot[0];
  if (lane == first) {
    u64 top = __scoped_atomic_load_n(&c->free, __ATOMIC_RELAXED, __MEMORY_SCOPE_SYSTEM);
    packet += c->mask + 1; /* another tag */
    do
      h->next = top;
    while (!__scoped_atomic_compare_exchange_n(&c->free, &top, packet, 0, __ATOMIC_RELEASE, __ATOMIC_RELAXED, __MEMORY_SCOPE_SYSTEM));
  }
  return answer;
}

/* a part of a message of n dwords */
static __attribute__((device, noinline)) u64 part(u64 message, const u64 *data, u32 n, u32 last) {
  u64 args[8] = {(message & ~0xe2ul) | n << 5 | last << 1};
  for (u32 i = 0; i < n; i++)
    args[1 + i] = data[i];
  return call(2, args);
}
DEVICE u64 __ockl_printf_begin(u64) { u64 out = 0; return part(1, &out, 1, 0); }
DEVICE u64 __ockl_fprintf_stderr_begin() { u64 err = 1; return part(1, &err, 1, 0); }
DEVICE u64 __ockl_printf_append_args(u64 message, u32 n, u64 a, u64 b, u64 c, u64 d, u64 e, u64 f, u64 g, u32 last) {
  u64 args[] = {a, b, c, d, e, f, g};
  return part(message, args, n, last);
}
DEVICE u64 __ockl_printf_append_string_n(u64 message, const char *s, u64 bytes, u32 last) {
  for (u64 at = 0;; at += 56) {
    u64 words[7] = {0}, n = bytes - at > 56 ? 56 : bytes - at;
    for (u64 i = 0; i < n; i++)
      words[i / 8] |= (u64)(unsigned char)s[at + i] << i % 8 * 8;
    bool end = at + n == bytes;
    message = part(message, words, (n + 7) / 8, last && end);
    if (end)
      return message;
  }
}
#endif
