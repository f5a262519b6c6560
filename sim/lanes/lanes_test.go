package lanes

import "testing"

// TestSets: every level that the CPU has has every kernel.
func TestSets(t *testing.T) {
	if None.Kernels() != nil {
		t.Error("level plain has kernels")
	}
	for level := AVX2; level <= Best(); level++ {
		set := level.Kernels()
		for op, k := range set.Kernels {
			if (k == nil) != (Op(op) == NoOp) {
				t.Errorf("%v: kernel %d: %v", level, op, k != nil)
			}
		}
		for r, k := range set.Compares {
			if (k == nil) != (Relation(r) == NoRelation) {
				t.Errorf("%v: comparison %d: %v", level, r, k != nil)
			}
		}
		for c, k := range set.Carries {
			if (k == nil) != (CarryOp(c) == NoCarry) {
				t.Errorf("%v: carry %d: %v", level, c, k != nil)
			}
		}
		if set.Select == nil || set.Logic == nil || set.Splat == nil || set.Modify == nil || set.MadU64 == nil || set.MadI64 == nil {
			t.Errorf("%v: a kernel is missing", level)
		}
	}
}

// TestRefusal: a float kernel that refuses has stored nothing, and only lanes
// of the mask make it refuse.
func TestRefusal(t *testing.T) {
	const nan, one = 0x7fc00000, 0x3f800000
	for level := AVX2; level <= Best(); level++ {
		set := level.Kernels()
		for op := AddF32; op <= RcpF32; op++ {
			for lane := range 64 {
				var src [8]Row // pairs of a, b, c
				for i := range src {
					for l := range src[i] {
						src[i][l] = one
					}
				}
				src[0][lane], src[1][lane] = nan, nan
				dst := src[6]
				if set.Kernels[op](&dst, &src[0], &src[2], &src[4], 1<<lane) || dst != src[6] {
					t.Fatalf("%v: operation %d took NaN in lane %d, or stored", level, op, lane)
				}
				if !set.Kernels[op](&dst, &src[0], &src[2], &src[4], ^(uint64(1)<<lane)) || dst[lane] != one {
					t.Fatalf("%v: operation %d minds NaN in lane %d, which is off", level, op, lane)
				}
			}
		}
	}
}

func TestLevelNames(t *testing.T) {
	for level, name := range map[Level]string{None: "plain", AVX2: "avx2", AVX512: "avx512"} {
		if level.String() != name {
			t.Errorf("level %d is %q, want %q", int(level), level, name)
		}
	}
}
