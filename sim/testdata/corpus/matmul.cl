// A product of f32 matrices in tiles of 128 x 128, of which each of 256 work
// items has 8 x 8 in registers.
#include "workitem.h"

#define TILE 128
#define STEP 16
#define PAD 4

// C = A * B, row after row: B and C have n columns, A has k; the grid has a
// workgroup for each tile.
kernel __attribute__((reqd_work_group_size(256, 1, 1))) void matmul(global float *c, global const float *a, global const float *b, int n, int k) {
  local float as[STEP][TILE + PAD] __attribute__((aligned(16))), bs[STEP][TILE] __attribute__((aligned(16)));
  int l = get_local_id(0), tx = l % 16 * 8, ty = l / 16 * 8;
  int row = get_group_id(1) * TILE, column = get_group_id(0) * TILE;
  global const float *pa = a + (row + l / 2) * k + l % 2 * 8;
  global const float *pb = b + l / 16 * n + column + l % 16 * 8;
  float sum[8][8] = {0};
  for (int step = 0; step < k; step += STEP) {
    float8 va = vload8(0, pa), vb = vload8(0, pb);
    pa += STEP;
    pb += STEP * n;
    barrier(CLK_LOCAL_MEM_FENCE);
    int at = l % 2 * 8;
    as[at + 0][l / 2] = va.s0;
    as[at + 1][l / 2] = va.s1;
    as[at + 2][l / 2] = va.s2;
    as[at + 3][l / 2] = va.s3;
    as[at + 4][l / 2] = va.s4;
    as[at + 5][l / 2] = va.s5;
    as[at + 6][l / 2] = va.s6;
    as[at + 7][l / 2] = va.s7;
    *(local float4 *)&bs[l / 16][l % 16 * 8] = vb.lo;
    *(local float4 *)&bs[l / 16][l % 16 * 8 + 4] = vb.hi;
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int kk = 0; kk < STEP; kk++) {
      float4 x[2] = {*(local float4 *)&as[kk][ty], *(local float4 *)&as[kk][ty + 4]};
      float4 y[2] = {*(local float4 *)&bs[kk][tx], *(local float4 *)&bs[kk][tx + 4]};
#pragma unroll
      for (int i = 0; i < 8; i++)
#pragma unroll
        for (int j = 0; j < 8; j++) sum[i][j] = __builtin_fmaf(x[i / 4][i % 4], y[j / 4][j % 4], sum[i][j]);
    }
  }
#pragma unroll
  for (int i = 0; i < 8; i++) {
    global float4 *to = (global float4 *)(c + (row + ty + i) * n + column + tx);
    to[0] = (float4)(sum[i][0], sum[i][1], sum[i][2], sum[i][3]);
    to[1] = (float4)(sum[i][4], sum[i][5], sum[i][6], sum[i][7]);
  }
}
