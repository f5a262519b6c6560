#pragma OPENCL EXTENSION cl_khr_fp16 : enable
constant float weights[3][3] = {{1, 2, 1}, {2, 4, 2}, {1, 2, 1}};
constant char text[] = "constant text, with \"quotes\" and \\ and \t";
constant uchar bytes[7] = {1, 2, 3, 0, 0, 0, 255};
constant struct { char c; long l; double d; short s[3]; } record = {'x', -5, 1.5, {1, 2, 3}};
constant int zeros[40] = {0};
constant long longs[2] = {0x123456789abcdef0, -1};
constant half halves[4] = {1.0h, 2.5h, -0.0h, 65504.0h};
constant constant int *where = &zeros[3];

kernel void filter(global float *out, global const float *in, int w) {
  int x = get_global_id(0), y = get_global_id(1);
  float s = 0;
  for (int j = 0; j < 3; j++)
    for (int i = 0; i < 3; i++) s += weights[j][i] * in[(y + j) * w + x + i];
  out[y * w + x] = s + text[x % sizeof(text)] + bytes[x % 7] + record.d + record.s[x % 3] + zeros[y % 40] + longs[x & 1] + *where;
  out[0] += vload_half(x & 3, (const constant half *)halves);
}
