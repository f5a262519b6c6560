__attribute__((weak)) int replaceable(int x) { return x + 1; }
int alias_of(int x) __attribute__((alias("replaceable")));
__attribute__((section(".text.special"), noinline)) int elsewhere(int x) { return x * x + 3; }
__attribute__((section("my.data"))) global int placed = 77;
__attribute__((aligned(64))) global char aligned_buffer[3] = "ab";
__attribute__((visibility("default"), used)) global int shown = 1;

__attribute__((weak)) kernel void weak_kernel(global int *out) {
  out[0] = replaceable(out[1]) + alias_of(3) + elsewhere(out[2]) + placed + aligned_buffer[out[3] & 1] + shown;
}
