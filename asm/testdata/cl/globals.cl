#pragma OPENCL EXTENSION cl_khr_global_int32_base_atomics : enable
global int counter = 5;
global int zeroed[100];
global float table[8] = {1, 2, 3, 4};
static global long hidden_state;
global int *global pointer = &counter;
global struct { int a; global float *p; char tail[3]; } mixed = {1, &table[2], {7, 8, 9}};
extern global int outside __attribute__((weak));

kernel void use(global int *out) {
  int i = get_global_id(0);
  atomic_add(&counter, i);
  zeroed[i % 100] += 1;
  table[i & 7] *= 2;
  hidden_state += i;
  *pointer = 3;
  mixed.p[1] = mixed.tail[i % 3];
  out[i] = counter + (int)hidden_state + zeroed[3];
  if (&outside) out[i] += 1;
}
