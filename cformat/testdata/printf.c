/* Prints one line a case: the format, the argument's kind and bits, and what glibc makes of it.
   TestGlibc compares testdata/printf.txt, which is its output, with cformat. glibc 2.36 prints 999999.5
   as 1.e+06 by %#g, where C wants 1.00000e+06; such a number is not here. */
#include <stdio.h>
#include <stdint.h>
#include <string.h>

static void text(const char *fmt, const char *kind, uint64_t bits, const char *out) {
  printf("%s\t%s\t%016llx\t%s\n", fmt, kind, (unsigned long long)bits, out);
}

int main(void) {
  static char out[8192], fmt[64];
  const char *flags[] = {"", "-", "+", " ", "#", "0", "#0", "-+", "0+", " 0", "-#"};
  const char *widths[] = {"", "1", "12", ".0", ".3", "15.4", "4.20", "9."};
  const char *lengths[] = {"", "hh", "h", "l", "ll"};
  uint64_t ints[] = {0, 1, 0x7f, 0xff, 0x1234, 0xffff8001, 0xffffffff80000000, 0x8000000000000000, 0xfedcba9876543210};
  double floats[] = {0.0, -0.0, 1, -1.5, 0.1, 123456, 1234567, 999999.25, 9.9999995, 1e-4, 1e-5, 0.00001234567, 1e100, 0x1p-1074,
    0x1.8p-1023, 0x1.fffffffffffffp1023, 2.5, 3.5, 0.5, 1e22, 1.0 / 0.0, -1.0 / 0.0, 0.0 / 0.0 };
  for (size_t f = 0; f < sizeof flags / sizeof *flags; f++)
    for (size_t w = 0; w < sizeof widths / sizeof *widths; w++) {
      for (const char *c = "dioxXu"; *c; c++)
        for (size_t l = 0; l < sizeof lengths / sizeof *lengths; l++)
          for (size_t i = (f + w + l + *c) % 7; i < sizeof ints / sizeof *ints; i += 7) {
            snprintf(fmt, sizeof fmt, "%%%s%s%s%c", flags[f], widths[w], lengths[l], *c);
            snprintf(out, sizeof out, fmt, ints[i]);
            text(fmt, "int", ints[i], out);
          }
      for (const char *c = "fFeEgGaA"; *c; c++)
        for (size_t i = (f + w + *c) % 5; i < sizeof floats / sizeof *floats; i += 5) {
          uint64_t bits;
          memcpy(&bits, &floats[i], 8);
          snprintf(fmt, sizeof fmt, "%%%s%s%c", flags[f], widths[w], *c);
          snprintf(out, sizeof out, fmt, floats[i]);
          text(fmt, "float", bits, out);
        }
      if (!strchr(flags[f], '0') && !strchr(flags[f], '#')) {
        snprintf(fmt, sizeof fmt, "%%%s%ss", flags[f], widths[w]);
        snprintf(out, sizeof out, fmt, "words");
        text(fmt, "text", 0, out);
        snprintf(fmt, sizeof fmt, "%%%s%sp", flags[f], widths[w]);
        for (size_t i = 0; i < 5; i += 4) {
          snprintf(out, sizeof out, fmt, (void *)ints[i]);
          text(fmt, "int", ints[i], out);
        }
      }
    }
  return 0;
}
