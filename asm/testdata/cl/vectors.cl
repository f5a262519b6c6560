kernel void shuffle4(global float4 *a, global const uchar16 *b, global int8 *c, global short3 *s) {
  int i = get_global_id(0);
  a[i] = a[i].wzyx * a[i + 1].xxyy + dot(a[i], a[i + 2]);
  uchar16 v = b[i];
  c[i] = convert_int8(v.s02468ace) << (int8)(1, 2, 3, 4, 5, 6, 7, 8);
  short3 t = vload3(i, (global short *)s);
  vstore3(t.zyx + (short)i, i + 1, (global short *)s);
  a[i + 3] = as_float4(c[i].lo);
}
