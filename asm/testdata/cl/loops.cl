kernel void saxpy(global float *y, global const float *x, float a, int n) {
  for (int i = get_global_id(0); i < n; i += get_global_size(0))
    y[i] = a * x[i] + y[i];
}

kernel void nested(global int *out, int n, int m) {
  int id = get_global_id(0);
  int sum = 0;
  for (int i = 0; i < n; i++) {
    if (i == id) continue;
    for (int j = i; j < m; j += 3) {
      if ((j ^ id) == 12) break;
      sum += j * id - i;
    }
  }
  do { sum ^= sum >> 3; } while (sum > 1000);
  out[id] = sum;
}
