// Scalar and vector arithmetic of every width, with divisions and library
// functions that become long sequences.
#pragma OPENCL EXTENSION cl_khr_fp16 : enable
#pragma OPENCL EXTENSION cl_khr_fp64 : enable

kernel void floats(global float *out, global const float *a, global const float *b, float s) {
  size_t i = get_global_id(0);
  float x = a[i], y = b[i];
  out[4 * i] = fma(x, y, s) / (y + 1.0f);
  out[4 * i + 1] = sqrt(fabs(x)) + exp2(y) - log2(fabs(y) + 1.0f);
  out[4 * i + 2] = fmin(fmax(x, -1.5f), 2.0f) + sin(x) * native_cos(y);
  out[4 * i + 3] = clamp(ldexp(x, (int)y), 0.0f, 1.0f);
}

kernel void doubles(global double *out, global const double *a, double s) {
  size_t i = get_global_id(0);
  double x = a[i];
  out[i] = fma(x, s, 1.0 / x) + sqrt(fabs(x)) + trunc(x) + convert_double(as_ulong(x));
}

kernel void halves(global half4 *out, global const half4 *a, half s) {
  size_t i = get_global_id(0);
  half4 x = a[i];
  out[i] = fma(x, x, (half4)(s)) + max(x, (half4)(1.0h)) * convert_half4(convert_float4(x));
}

kernel void integers(global int *out, global const int *a, long l, ulong u, short h, uchar c) {
  size_t i = get_global_id(0);
  int x = a[i];
  out[i] += x / (int)(l | 1) + x % 17 + mul_hi(x, (int)u) + popcount(x) + clz(x) + (int)rotate((uint)x, 5u);
  out[i] ^= (int)((l * (long)x) >> 13) + (int)(u / 1000003ul) + abs_diff((int)h, (int)c) + mad24(x, h, (int)c);
  out[i] += bitselect(x, (int)l, 0x00ff00ff) + upsample(h, (ushort)c);
}

kernel void packed(global short2 *s, global ushort4 *u, global char8 *c) {
  size_t i = get_global_id(0);
  s[i] = s[i] * s[i] + (short2)(3, -4);
  u[i] = max(u[i] >> (ushort4)(2), u[i] - (ushort4)(7));
  c[i] = c[i] + c[i].s76543210;
}
