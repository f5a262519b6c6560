// Program-scope variables: .data, .bss, and pointers between them.
global int counter = 7;
global int zeroed;
global double big[300];
global uchar odd = 3;
global int *global where = &counter;
global int *global const fixed = &zeroed;
constant char *constant names[] = {"first", "second", "third", "first"};

kernel void bump(global int *out) {
  out[0] = counter++ + zeroed + odd;
  big[out[1]] += 1;
  *where = 5;
  out[2] = *fixed + names[out[3] & 3][out[4]];
}
