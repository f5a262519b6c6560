package sim

import (
	"math"
	"math/big"
	"math/rand/v2"
	"testing"

	"heddle/isa"
)

// roundingOps are the operations whose result is the exact one, rounded once
// as MODE says.
var roundingOps = []struct {
	op     isa.Op
	format binaryFormat
	exact  func(a, b, c *big.Float) *big.Float
}{
	{isa.V_ADD_F32, binary32, exactAdd},
	{isa.V_SUB_F32, binary32, exactSub},
	{isa.V_SUBREV_F32, binary32, exactSubrev},
	{isa.V_MUL_F32, binary32, exactMul},
	{isa.V_FMA_F32, binary32, exactFMA},
	{isa.V_FMAC_F32, binary32, exactFMA},
	{isa.V_ADD_F16, binary16, exactAdd},
	{isa.V_SUB_F16, binary16, exactSub},
	{isa.V_SUBREV_F16, binary16, exactSubrev},
	{isa.V_MUL_F16, binary16, exactMul},
	{isa.V_FMA_F16, binary16, exactFMA},
	{isa.V_ADD_F64, binary64, exactAdd},
	{isa.V_MUL_F64, binary64, exactMul},
	{isa.V_FMA_F64, binary64, exactFMA},
	{isa.V_FMAC_F64, binary64, exactFMA},
}

const exactPrec = 5000 // bits that hold every exact result

func exactFloat() *big.Float { return new(big.Float).SetPrec(exactPrec) }

func exactAdd(a, b, _ *big.Float) *big.Float    { return exactFloat().Add(a, b) }
func exactSub(a, b, _ *big.Float) *big.Float    { return exactFloat().Sub(a, b) }
func exactSubrev(a, b, _ *big.Float) *big.Float { return exactFloat().Sub(b, a) }
func exactMul(a, b, _ *big.Float) *big.Float    { return exactFloat().Mul(a, b) }
func exactFMA(a, b, c *big.Float) *big.Float    { p := exactMul(a, b, nil); return p.Add(p, c) }

// valueOf is the value of a finite pattern of a format.
func valueOf(f binaryFormat, x uint64) float64 {
	switch f {
	case binary16:
		return halfValue(x)
	case binary32:
		return float64(math.Float32frombits(uint32(x)))
	}
	return math.Float64frombits(x)
}

var exactModes = [4]big.RoundingMode{big.ToNearestEven, big.ToPositiveInf, big.ToNegativeInf, big.ToZero}

// TestRoundingModes compares operations on random normal numbers with exact
// arithmetic in all rounding modes, f32 and the others having different ones.
// Results that are not normal numbers are left to package num.
func TestRoundingModes(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 4))
	for _, op := range roundingOps {
		f := op.format
		target := isa.GFX950
		row := &target.RowsOf(op.op)[0]
		in := bindText(t, target, caseText(row, [3]uint64{}))
		w := testWave(target)
		checked := 0
		for round := range uint32(4) {
			bits := round | (round^3)<<2
			if f != binary32 {
				bits = round<<2 | round ^ 3
			}
			w.mode.set(rocmMode | bits)
			var src [3][waveSize]uint64
			for range 6 {
				for l := range waveSize {
					for k := range src {
						exp := uint64(f.bias() - 3 + rng.IntN(6))
						x := rng.Uint64()&(f.sign()|f.fraction()) | exp<<f.fracBits
						src[k][l] = x
						reg := 2 + 2*k
						if k == 2 && in.nsrc == 2 {
							reg = 0
						}
						w.vgpr[reg][l], w.vgpr[reg+1][l] = uint32(x), uint32(x>>32)
					}
				}
				in.run(w, in)
				for l := range waveSize {
					var v [3]*big.Float
					for k := range v {
						v[k] = exactFloat().SetFloat64(valueOf(f, src[k][l]))
					}
					exact := op.exact(v[0], v[1], v[2])
					want := new(big.Float).SetMode(exactModes[round]).SetPrec(f.fracBits + 1).Set(exact)
					if e := want.MantExp(nil); want.Sign() == 0 || e < 3-f.bias() {
						continue
					}
					checked++
					got := w.v64(0, l)
					if f != binary64 {
						got &= 0xffffffff
					}
					if big.NewFloat(valueOf(f, got)).Cmp(want) != 0 {
						t.Fatalf("%s of %#x, %#x, %#x, mode %d: got %#x, want %s", op.op, src[0][l], src[1][l], src[2][l], round, got, want.Text('p', 0))
					}
				}
			}
		}
		if checked < 1000 {
			t.Errorf("%s: only %d results were checked", op.op, checked)
		}
	}
}

// TestMedianMatchesSorting compares min3, med3 and max3 with the numbers'
// order, for all triples of some numbers.
func TestMedianMatchesSorting(t *testing.T) {
	values := []uint64{f32MinusInf, 0xc0000000, f32MinusOne, 0x80000001, 0, f32Sub, f32Half, f32Three, f32Inf}
	var m mode
	m.set(rocmMode)
	for i, a := range values {
		for j, b := range values {
			for k, c := range values {
				lo, hi := min(i, j, k), max(i, j, k)
				mid := i + j + k - lo - hi
				if got := min3F32(&m, a, b, c); got != values[lo] {
					t.Errorf("min3 of %#x, %#x, %#x: %#x", a, b, c, got)
				}
				if got := med3F32(&m, a, b, c); got != values[mid] {
					t.Errorf("med3 of %#x, %#x, %#x: %#x", a, b, c, got)
				}
				if got := max3F32(&m, a, b, c); got != values[hi] {
					t.Errorf("max3 of %#x, %#x, %#x: %#x", a, b, c, got)
				}
			}
		}
	}
}

// TestFract is exhaustive for f16: x - floor(x) by its definition, in all
// rounding modes, below 1.
func TestFract(t *testing.T) {
	var m mode
	for round := range uint32(4) {
		m.set(rocmMode | round<<2)
		for x := range uint64(0x10000) {
			v := halfValue(x)
			if v != v || math.IsInf(v, 0) {
				continue
			}
			exact := exactFloat().SetFloat64(v - math.Floor(v)) // exact in float64
			want := valueOf(binary16, 0x3bff)
			if f, _ := exact.Float64(); f != 0 && f < 0x1p-14 {
				continue // subnormal
			}
			if r, _ := new(big.Float).SetMode(exactModes[round]).SetPrec(11).Set(exact).Float64(); r < 1 {
				want = r
			}
			if got := halfValue(fractF16(&m, x, 0, 0)); got != want {
				t.Fatalf("fract of %#x, mode %d: got %v, want %v", x, round, got, want)
			}
		}
	}
}

// TestFrexp is exhaustive for f16: mantissa and exponent make the number.
func TestFrexp(t *testing.T) {
	var m mode
	m.set(rocmMode)
	for x := range uint64(0x10000) {
		v := halfValue(x)
		if v != v || math.IsInf(v, 0) {
			continue
		}
		frac, exp := math.Frexp(v)
		gotFrac, gotExp := halfValue(frexpMantF16(&m, x, 0, 0)), int(int16(frexpExpF16(&m, x, 0, 0)))
		if gotFrac != frac || gotExp != exp {
			t.Fatalf("frexp of %#x: got %v, %d, want %v, %d", x, gotFrac, gotExp, frac, exp)
		}
	}
}
