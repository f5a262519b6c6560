// Function pointers, a vtable, string literals, C++ names.
struct Base {
  virtual int run(int) const;
  virtual ~Base() = default;
  void operator delete(void *) {}
};
struct Twice : Base {
  int run(int x) const override { return 2 * x; }
};
int Base::run(int x) const { return x; }

static int add(int a, int b) { return a + b; }
static int sub(int a, int b) { return a - b; }
typedef int (*op)(int, int);
extern op ops[4];
op ops[4] = {add, sub, add, nullptr};
static op const fixed[] = {sub, add};
const char *label = "a label";
const char *const labels[] = {"a label", "label", "another label", ""};
int plain = 3;
int zero[100];
namespace deep { namespace er { __attribute__((weak)) int shared(int x) { return x + plain; } } }
__attribute__((alias("_ZN4deep2er6sharedEi"))) int other(int);

#define KERNEL extern "C" __attribute__((amdgpu_kernel, visibility("protected"))) void
KERNEL calls(int *p) {
  Twice t;
  const Base *b = &t;
  p[0] = ops[p[1] & 3](p[2], p[3]) + fixed[p[4] & 1](p[5], p[6]);
  p[1] = b->run(p[7]) + label[p[8]] + labels[p[9] & 3][p[10]];
  zero[p[11]] = deep::er::shared(p[12]) + other(p[13]);
}
