package lanes

import (
	"math"
	"testing"
)

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
		for op, k := range set.Picks {
			if (k == nil) != (PickOp(op) == NoPick) {
				t.Errorf("%v: pick %d: %v", level, op, k != nil)
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

// TestPick: results come from the rows that they are told, a pair's two do not
// get in each other's way, and NaN in either is refused.
func TestPick(t *testing.T) {
	for level := AVX2; level <= Best(); level++ {
		var in [6]Row
		for i := range in {
			for l := range in[i] {
				in[i][l] = math.Float32bits(float32(i*64 + l))
			}
		}
		value := func(i, l int) float32 { return float32(i*64 + l) }
		pick := level.Kernels().Picks[FMAPair]
		for _, order := range [][6]int{{0, 1, 2, 3, 4, 5}, {1, 0, 3, 2, 5, 4}, {0, 0, 3, 3, 4, 4}, {4, 5, 5, 4, 0, 0}} {
			rows := in
			p := func(k int) *Row { return &rows[order[k]] }
			const mask uint64 = 0xffff0000ffffffff
			if !pick(&rows[4], p(0), p(1), p(2), p(3), p(4), p(5), mask) { // the destination is the pair 4 and 5
				t.Fatalf("%v: refused", level)
			}
			for l := range 64 {
				for half := range 2 {
					want := value(4+half, l)
					if mask>>l&1 != 0 {
						want = value(order[half], l)*value(order[2+half], l) + value(order[4+half], l)
					}
					if got := math.Float32frombits(rows[4+half][l]); got != want {
						t.Fatalf("%v: rows %v: half %d of lane %d is %v, want %v", level, order, half, l, got, want)
					}
				}
			}
		}
		for i := range in {
			rows := in
			rows[i][17] = 0x7fc00000
			before := rows
			if pick(&rows[4], &rows[0], &rows[1], &rows[2], &rows[3], &rows[4], &rows[5], ^uint64(0)) || rows != before {
				t.Errorf("%v: NaN in source %d was taken, or something stored", level, i)
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
