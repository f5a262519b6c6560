// Functions that several places call, in OpenCL C and HIP, for TestCallMutations: loads are under way where a function is
// called, and where it returns.
#ifdef __OPENCL_C_VERSION__
#define KERNEL __kernel
#define FUNCTION __attribute__((noinline))
#define GLOBAL __global
#define LOCAL __local
#define SHARED __local
#else
#define KERNEL extern "C" __attribute__((global))
#define FUNCTION __attribute__((device, noinline))
#define GLOBAL __attribute__((address_space(1)))
#define LOCAL __attribute__((address_space(3)))
#define SHARED __attribute__((shared))
#endif
typedef unsigned u32;
typedef u32 u32x4 __attribute__((ext_vector_type(4)));
typedef float f32x4 __attribute__((ext_vector_type(4)));
typedef _Float16 f16x4 __attribute__((ext_vector_type(4)));
#define BARRIER __builtin_amdgcn_fence(__ATOMIC_RELEASE, "workgroup"); __builtin_amdgcn_s_barrier(); __builtin_amdgcn_fence(__ATOMIC_ACQUIRE, "workgroup")
#define ITEM __builtin_amdgcn_workitem_id_x()

FUNCTION u32 load(GLOBAL const u32 *in, u32 i) { return in[i & 255]; }
FUNCTION u32 mix(u32 a, u32 b) { return (a ^ b >> 3) * 0x9e3779b1u + b; }
FUNCTION u32 both(GLOBAL const u32 *in, u32 i) { return mix(load(in, i), load(in, i + 17)); }
FUNCTION u32 either(GLOBAL const u32 *in, u32 i, u32 m) {
  if (m & 1) return load(in, i * 3);
  return both(in, i);
}
FUNCTION u32 swap(LOCAL u32 *lds, u32 i, u32 x) {
  u32 old = lds[i & 127];
  lds[i & 127] = x + old;
  return old;
}
FUNCTION u32x4 wide(GLOBAL const u32 *in, u32 i) { return *(GLOBAL const u32x4 *)(in + 4 * (i & 31)); }
FUNCTION u32 sum(GLOBAL const u32 *in, u32 n) {
  u32 s = 0;
  for (u32 i = 0; i < (n & 7); i++) s += load(in, i * n) + in[(s + i) & 255];
  return s;
}
FUNCTION f32x4 product(f16x4 a, f32x4 c) { return __builtin_amdgcn_mfma_f32_16x16x16f16(a, a, c, 0, 0, 0); }

KERNEL void places(GLOBAL u32 *out, GLOBAL const u32 *in, u32 n, u32 m) {
  u32 t = ITEM, a = in[t], b = in[t + n];
  u32 x = load(in, t + 1);
  u32 y = mix(a, x);
  u32 c = in[(y & 63) + 64];
  u32 z = load(in, b);
  out[t] = mix(c, z) + y + load(in, m) + a;
}
KERNEL void nested(GLOBAL u32 *out, GLOBAL const u32 *in, u32 n, u32 m) {
  u32 t = ITEM, a = in[t + n];
  u32 x = both(in, t);
  u32 b = in[(x & 127) + m];
  u32 y = either(in, a, m);
  out[t] = x + y * both(in, b) + either(in, b, n) + mix(a, b);
}
KERNEL void shared(GLOBAL u32 *out, GLOBAL const u32 *in, u32 n, u32 m) {
  SHARED u32 lds[128];
  u32 t = ITEM;
  lds[t] = in[t];
  BARRIER;
  u32 x = swap((LOCAL u32 *)lds, t, n);
  BARRIER;
  u32 y = lds[(t + m) & 63];
  BARRIER;
  u32 z = swap((LOCAL u32 *)lds, t, x + load(in, y));
  out[t] = mix(x, y) + z + swap((LOCAL u32 *)lds, t, z);
}
KERNEL void loops(GLOBAL u32 *out, GLOBAL const u32 *in, u32 n, u32 m) {
  u32 t = ITEM, x = t;
  for (u32 i = 0; i < (n & 15) + 3; i++) {
    u32 a = in[(x + i) & 255], b = sum(in, i + m);
    if (x & 1) x += load(in, a);
    u32x4 v = wide(in, x + i);
    x = mix(x, v.x ^ v.y) + a * b + (i & 1 ? load(in, v.z) : both(in, v.w));
  }
  out[t] = x;
}
KERNEL void matrix(GLOBAL u32 *out, GLOBAL const u32 *in, u32 n, u32 m) {
  u32 t = ITEM;
  f16x4 a = {(_Float16)(float)(in[t] & 7), 1, (_Float16)(float)(n & 3), 2};
  f32x4 c = {(float)(in[t + 64] & 15), 0, 1, 2};
  c = product(a, c);
  a.x = (_Float16)(float)(load(in, t + m) & 3);
  c = product(a, c);
  u32x4 v = wide(in, t);
  f32x4 d = product(a, (f32x4){(float)(v.x & 7), 1, 2, 3});
  out[t] = (u32)c.x + (u32)c.w * 3 + (u32)d.y + (u32)d.z * 5 + v.y;
}
