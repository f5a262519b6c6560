// Data of all kinds, and references to it from code and from data.
constant float table[64] = {1, 2, 3, 4, 5, 6, 7, 8.5f, 0.125f, -1};
constant char message[] = "text with \"quotes\", a \\ and\ttab\n";
constant ushort shorts[7] = {1, 2, 3, 65535, 5, 6, 7};
constant uchar bytes[5] = {1, 2, 3, 4, 255};
constant ulong wide = 0x123456789abcdef0ul;

global int counter = 42;
global int *global pointer = &counter;
global int big[1000];
global int *global middle = &big[500];
global const char *global names[3] = {0, 0, 0};
static global int hidden[16] = {1, 2, 3};
static global int *global hiddenp[2] = {&hidden[3], &counter};
global uchar odd = 3;
global ulong after_odd = 4;

kernel void globals(global float *out, global char *text, int k) {
  size_t i = get_global_id(0);
  out[i] = table[i & 63] + shorts[k] + bytes[k & 3] + (float)wide;
  text[i] = message[i % sizeof(message)];
  counter += *pointer + *middle + big[k] + hidden[k] + *hiddenp[k & 1];
  names[k & 1] = (global const char *)text;
  odd++;
  after_odd += odd;
}
