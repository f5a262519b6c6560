// Arithmetic that takes more than one instruction: division, square root,
// conversions, rounding functions. Built with
// -cl-fp32-correctly-rounded-divide-sqrt.
#include "workitem.h"
#pragma OPENCL EXTENSION cl_khr_fp16 : enable
#pragma OPENCL EXTENSION cl_khr_fp64 : enable

kernel void div_i32(global int4 *out, global uint2 *uout, global const int2 *in) {
  int i = get_global_id(0);
  int a = in[i].x, b = in[i].y;
  out[i] = (int4)(a / b, a % b, a / -13, a % 1000);
  uout[i] = (uint2)((uint)a / (uint)b, (uint)a % (uint)b);
}

kernel void div_i64(global long4 *out, global ulong4 *uout, global const long2 *in) {
  int i = get_global_id(0);
  long a = in[i].x, b = in[i].y;
  out[i] = (long4)(a / b, a % b, a / 1000000007L, a % -641);
  uout[i] = (ulong4)((ulong)a / (ulong)b, (ulong)a % (ulong)b, (ulong)a / 10, (ulong)a % 4294967297UL);
}

kernel void div_narrow(global char4 *out, global short4 *sout, global const char2 *in, global const short2 *sin) {
  int i = get_global_id(0);
  char a = in[i].x, b = in[i].y;
  short c = sin[i].x, d = sin[i].y;
  out[i] = (char4)(a / b, a % b, (uchar)a / (uchar)b, (uchar)a % (uchar)b);
  sout[i] = (short4)(c / d, c % d, (ushort)c / (ushort)d, (ushort)c % (ushort)d);
}

kernel void wide(global ulong8 *out, global const ulong2 *in) {
  int i = get_global_id(0);
  ulong a = in[i].x, b = in[i].y;
  int s = (int)(b & 63);
  out[i] = (ulong8)(a * b, mul_hi(a, b), (ulong)mul_hi((long)a, (long)b), a << s, a >> s, (ulong)((long)a >> s), rotate(a, b & 63),
                    popcount(a) + 100 * clz(b) + 10000 * (ulong)(a < b) + 100000 * (ulong)((long)a < (long)b));
}

kernel void f32_div(global float4 *out, global const float2 *in) {
  int i = get_global_id(0);
  float a = in[i].x, b = in[i].y;
  // Without optimisation, libclc's fma is a program that drops subnormal numbers.
  out[i] = (float4)(a / b, sqrt(fabs(a)), 1.0f / b, __builtin_elementwise_fma(a, b, a));
}

kernel void f64_div(global double4 *out, global const double2 *in) {
  int i = get_global_id(0);
  double a = in[i].x, b = in[i].y;
  out[i] = (double4)(a / b, sqrt(fabs(a)), 1.0 / b, fma(a, b, a));
}

kernel void f16_div(global half *out, global const half2 *in) {
  int i = get_global_id(0);
  half a = in[i].x, b = in[i].y;
  out[2 * i] = a / b;
  out[2 * i + 1] = sqrt(fabs(a));
}

kernel void round_f32(global float *out, global const float *in) {
  int i = get_global_id(0);
  float x = in[i];
  global float *o = out + i * 8;
  o[0] = floor(x), o[1] = ceil(x), o[2] = trunc(x), o[3] = rint(x), o[4] = round(x);
  int e;
  o[5] = frexp(x, &e), o[6] = e, o[7] = ldexp(x, 5 - e);
}

kernel void round_f64(global double *out, global const double *in) {
  int i = get_global_id(0);
  double x = in[i];
  global double *o = out + i * 8;
  o[0] = floor(x), o[1] = ceil(x), o[2] = trunc(x), o[3] = rint(x), o[4] = round(x);
  int e;
  o[5] = frexp(x, &e), o[6] = e, o[7] = ldexp(x, 5 - e);
}

kernel void round_f16(global half *out, global const half *in) {
  int i = get_global_id(0);
  half x = in[i];
  global half *o = out + i * 8;
  o[0] = floor(x), o[1] = ceil(x), o[2] = trunc(x), o[3] = rint(x);
  o[4] = fabs(x), o[5] = fmin(x, in[i ^ 1]), o[6] = fmax(x, in[i ^ 1]), o[7] = -x;
}

kernel void minmax_f32(global float4 *out, global const float *in) {
  int i = get_global_id(0);
  float a = in[i], b = in[i ^ 3], c = in[i ^ 5];
  out[i] = (float4)(fmin(a, b), fmax(a, b), fmin(fmin(a, b), c), copysign(a, b));
}

kernel void float_to_int(global long *out, global const float *f, global const double *d, global const half *h) {
  int i = get_global_id(0);
  global long *o = out + i * 12;
  o[0] = convert_int_sat(f[i]), o[1] = convert_uint_sat(f[i]), o[2] = convert_char_sat(f[i]), o[3] = convert_ushort_sat_rte(f[i]);
  o[4] = convert_int_sat(d[i]), o[5] = convert_uint_sat_rte(d[i]), o[6] = convert_int_rtp((float)(d[i] > 1e6 ? 1e6 : d[i] < -1e6 ? -1e6 : d[i]));
  o[7] = (long)(fabs(f[i]) < 1e18f ? f[i] : 3.0f), o[8] = (long)(fabs(d[i]) < 1e18 ? d[i] : 5.0);
  o[9] = (long)(ulong)(f[i] > 0 && f[i] < 1e19f ? f[i] : 7.0f), o[10] = (long)(ulong)(d[i] > 0 && d[i] < 1e19 ? d[i] : 9.0);
  o[11] = (short)h[i];
}

kernel void int_to_float(global float *out, global double *dout, global half *hout, global const long *in) {
  int i = get_global_id(0);
  long v = in[i];
  global float *o = out + i * 6;
  o[0] = (int)v, o[1] = (uint)v, o[2] = v, o[3] = (ulong)v, o[4] = (uchar)(v >> 8), o[5] = (short)v;
  dout[3 * i] = v, dout[3 * i + 1] = (ulong)v, dout[3 * i + 2] = (uint)v;
  hout[2 * i] = (short)v, hout[2 * i + 1] = (ushort)(v >> 3);
}

kernel void float_to_float(global half *h, global __bf16 *b, global float *f, global double *dbl, global const double *in) {
  int i = get_global_id(0);
  float x = (float)in[i];
  f[2 * i] = x;
  f[2 * i + 1] = (float)h[i];
  dbl[i] = x;
  h[i] = convert_half(x);
  b[i] = (__bf16)x;
}

kernel void subnormal(global float *out, global const float2 *in) {
#pragma OPENCL FP_CONTRACT OFF
  int i = get_global_id(0);
  float a = in[i].x, b = in[i].y;
  out[3 * i] = a + b;
  out[3 * i + 1] = a * 0.5f - b;
  out[3 * i + 2] = a * (b * 8388608.0f);
}

kernel void transcendental(global float *out, global const float *in) {
  int i = get_global_id(0);
  float x = in[i];
  global float *o = out + i * 8;
  o[0] = exp(x), o[1] = exp2(x), o[2] = log(fabs(x)), o[3] = log2(fabs(x));
  o[4] = sin(x), o[5] = cos(x), o[6] = pow(fabs(x), 1.7f), o[7] = rsqrt(fabs(x));
}

kernel void native_transcendental(global float *out, global const float *in) {
  int i = get_global_id(0);
  float x = in[i];
  global float *o = out + i * 8;
  o[0] = native_exp2(x), o[1] = native_log2(fabs(x)), o[2] = native_sin(x), o[3] = native_cos(x);
  o[4] = native_recip(x), o[5] = native_rsqrt(fabs(x)), o[6] = native_sqrt(fabs(x)), o[7] = native_exp(x);
}

kernel void transcendental_f64(global double *out, global const double *in) {
  int i = get_global_id(0);
  double x = in[i];
  global double *o = out + i * 3;
  o[0] = exp(x), o[1] = log(fabs(x)), o[2] = rsqrt(fabs(x));
}
