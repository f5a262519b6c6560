kernel void dense(global int *out, global const int *in, int k) {
  int i = get_global_id(0), v = in[i];
  switch (k) {
  case 0: v += 1; break;
  case 1: v *= 3;
  case 2: v ^= 0x55; break;
  case 3: v = out[v & 3]; break;
  case 4: v -= i; break;
  case 5: v = v << (i & 3); break;
  case 6: v = v / 7; break;
  case 7: return;
  default: v = -v;
  }
  out[i] = v;
}

kernel void sparse(global int *out, global const int *in) {
  int i = get_global_id(0);
  switch (in[i]) {
  case -100000: out[i] = 1; break;
  case 7: out[i] = 2; break;
  case 1 << 20: out[i] = 3; break;
  case 77777: out[i] = out[i + 1]; break;
  }
}
