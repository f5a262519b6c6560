// Kernels for the metadata tests: every kind of argument that OpenCL C has,
// and the attributes that leave a trace in the metadata.

typedef struct { int a; float b[3]; char c; } S;
typedef union { double d; uchar16 v; } U;
typedef struct __attribute__((packed)) { char c; long l; } P;

kernel void scalars(char a, uchar b, short c, ushort d, int e, uint f, long g, ulong h, float i, double j) {}

kernel void vectors(char2 a, uchar3 b, short4 c, int8 d, float16 e, double3 f, long2 g, half4 h) {}

kernel void aggregates(S s, U u, P p, S t, int n) {}

kernel void pointers(global int *restrict p, const global float *q, global volatile double *r, constant S *s, local int *t, local float4 *u, global void *v,
                     global int *const restrict w, int n) {
  int i = get_global_id(0);
  t[i] = n;
  barrier(CLK_LOCAL_MEM_FENCE);
  p[i] = (int)(q[i] + r[i] + s[i].a + t[i + 1] + u[i].x);
}

kernel void access_kinds(global const int *in, global int *out, global int *both) {
  out[0] = in[0];
  both[1] += in[1];
}

kernel void images(read_only image2d_t a, write_only image2d_t b, read_write image2d_t c, read_only image3d_t d, read_only image1d_buffer_t e,
                   read_only image2d_array_t f, sampler_t s) {}

kernel void pipes(read_only pipe int a, write_only pipe float4 b) {}

kernel void queues(queue_t q, global int *p) {}

__attribute__((reqd_work_group_size(64, 2, 1))) kernel void sized(global int *p) { p[get_local_id(0)] = 1; }

__attribute__((work_group_size_hint(8, 8, 4))) __attribute__((vec_type_hint(float4))) kernel void hinted(global int *p) { p[get_group_id(1)] = 2; }

__attribute__((amdgpu_flat_work_group_size(1, 512))) __attribute__((amdgpu_num_vgpr(32))) kernel void bounded(global int *p) { p[get_num_groups(2)] = 3; }

kernel void prints(global int *p, int n) {
  printf("plain %d\n", n);
  printf("quotes ' \" back\\slash; semicolon // slashes # hash\t%s|%v4hlf\n", "text", (float4)(1, 2, 3, 4));
  printf("percent %% and bell \a, delete \x7f, caf\xc3\xa9 \xe2\x82\xac\n");
  printf("5");
}

int deep(int n, global int *p) { return n < 2 ? p[n] : deep(n - 1, p) + deep(n - 2, p); }

kernel void recursive(global int *p, int n) { p[0] = deep(n, p); }

kernel void lds(global int *p) {
  local int tile[1024];
  tile[get_local_id(0)] = p[get_global_id(0)];
  barrier(CLK_LOCAL_MEM_FENCE);
  p[get_global_id(0)] = tile[get_local_size(0) - 1 - get_local_id(0)];
}

kernel void scratch(global int *p, int n) {
  int a[100];
  for (int i = 0; i < 100; i++) a[i] = p[i] * n;
  p[n] = a[n];
}

kernel void a_kernel_with_a_name_that_is_longer_than_a_line_of_eighty_columns_so_that_folding_would_show(int an_argument_with_a_name_of_some_length_as_well) {}

kernel void inf(int nan) {}
