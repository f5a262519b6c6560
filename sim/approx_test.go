package sim

import (
	"math"
	"math/rand/v2"
	"testing"

	"heddle/isa"
)

// laneOf is what an instruction computes in a lane.
func laneOf(t *testing.T, target *isa.Target, op isa.Op, a Approx) (laneFunc, dtype) {
	t.Helper()
	row := &target.RowsOf(op)[0]
	inst, fault := target.Parse(caseText(row, [3]uint64{}), nil)
	if fault != nil {
		t.Fatal(fault)
	}
	file := wholeFile
	file.approx = a
	in, err := bindFor(file, target, inst, 0, inst.Size())
	if err != nil {
		t.Fatal(err)
	}
	return in.valu.lane, in.valu.dst
}

// TestApprox: results stay within the documented error, use it, and are those of the manual's
// examples where these are exact.
func TestApprox(t *testing.T) {
	const seed = 1
	rng := rand.New(rand.NewPCG(seed, 0))
	target := targetNamed(t, "gfx950")
	w := testWave(target)
	m := &w.mode
	for op, measure := range roughOps {
		exact, typ := laneOf(t, target, op, Approx{})
		worst, _ := laneOf(t, target, op, Approx{Kind: ApproxWorst})
		some, _ := laneOf(t, target, op, Approx{ApproxRandom, 1})
		other, _ := laneOf(t, target, op, Approx{ApproxRandom, 2})
		const n = 3000
		moved, half, seeds := 0, 0, 0
		for range n {
			x := math.Float64bits(math.Exp2(8 * rng.NormFloat64()))
			switch typ {
			case f32:
				x = uint64(math.Float32bits(float32(math.Float64frombits(x))))
			case f16:
				x = uint64(0x2c00 + rng.IntN(0x2000))
			}
			r := [...]uint64{exact(m, x, 0, 0), worst(m, x, 0, 0), some(m, x, 0, 0), other(m, x, 0, 0)}
			for _, v := range r[1:] {
				far := math.Abs(float64(int64(v - r[0])))
				limit := 1.0
				if typ == f64 {
					limit = 1 << 29
				}
				if far > limit {
					t.Fatalf("%s of %#x: %#x is %v from the rounded %#x (seed %d)", InstructionName(&target.RowsOf(op)[0]), x, v, far, r[0], seed)
				}
				if measure != nil && typ == f32 && v != r[0] {
					want := measure(numberF32(uint32(x)))
					ulp := math.Abs(numberF32(uint32(r[0])+1) - numberF32(uint32(r[0])))
					if e := math.Abs(numberF32(uint32(v))-want) / ulp; e > 1+1e-6 {
						t.Fatalf("%s of %#x: %#x has an error of %v ULP (seed %d)", InstructionName(&target.RowsOf(op)[0]), x, v, e, seed)
					}
				}
			}
			if r[1] != r[0] {
				moved++
			}
			if r[2] != r[0] {
				half++
			}
			if r[2] != r[3] {
				seeds++
			}
		}
		if moved < n*3/4 || half < n/3 || seeds < n/3 {
			t.Errorf("%s: of %d results %d are moved by worst and %d by random:1, %d differ from random:2", InstructionName(&target.RowsOf(op)[0]), n, moved, half, seeds)
		}
	}
	for _, c := range transcendCases {
		if _, rough := roughOps[c.op]; !rough || c.mode != 0 {
			continue
		}
		lane, typ := laneOf(t, target, c.op, Approx{Kind: ApproxWorst})
		exact, _ := laneOf(t, target, c.op, Approx{})
		bits, fraction := map[dtype]int{f16: 16, f32: 32, f64: 64}[typ], map[dtype]int{f16: 10, f32: 23, f64: 52}[typ]
		x := c.src[0] << (64 - bits) >> (64 - bits)
		if r := exact(m, x, 0, 0); exactly(r, fraction, bits) && lane(m, x, 0, 0) != r {
			t.Errorf("%s of %#x is %#x, not %#x", InstructionName(&target.RowsOf(c.op)[0]), x, lane(m, x, 0, 0), r)
		}
	}
}
