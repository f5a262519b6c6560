kernel void reduce(global float *out, global const float *in, local float *dyn) {
  local float tile[256];
  local int counters[4];
  int l = get_local_id(0), g = get_global_id(0);
  tile[l] = in[g];
  dyn[l] = in[g + 1];
  if (l < 4) counters[l] = 0;
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int s = get_local_size(0) / 2; s > 0; s >>= 1) {
    if (l < s) tile[l] += tile[l + s];
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  atomic_inc(&counters[l & 3]);
  barrier(CLK_LOCAL_MEM_FENCE);
  if (l == 0) out[get_group_id(0)] = tile[0] + dyn[1] + counters[2];
}

__attribute__((reqd_work_group_size(64, 1, 1)))
kernel void transpose(global int *out, global const int *in) {
  local int t[64][65];
  int l = get_local_id(0);
  for (int i = 0; i < 64; i++) t[i][l] = in[i * 64 + l];
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int i = 0; i < 64; i++) out[i * 64 + l] = t[l][i];
}
