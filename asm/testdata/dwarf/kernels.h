inline float offset(float x) { return x + 0.5f; }

static int twist(int v) {
#line 1000 "twist.inc"
  v ^= v >> 3;
  v *= 77;
  return v;
}
