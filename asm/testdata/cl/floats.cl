#pragma OPENCL EXTENSION cl_khr_fp64 : enable
#pragma OPENCL EXTENSION cl_khr_fp16 : enable
kernel void math(global double *d, global half *h, global float *f) {
  int i = get_global_id(0);
  d[i] = sqrt(d[i]) / fma(d[i + 1], 2.0, 1e-300) + ldexp(1.0, i);
  h[i] = h[i] * 3.25h + (half)f[i];
  f[i] = sin(f[i]) + native_exp2(f[i + 1]) + rsqrt(f[i + 2]) + fmod(f[i], 0.7f);
  f[i + 9] = convert_float(d[i]) + convert_int_rte(f[i]) + mad(f[i], 2.0f, f[i + 1]);
}
