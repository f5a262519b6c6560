package num

import (
	"flag"
	"math"
	"testing"
)

var transExhaustive = flag.Uint64("trans.exhaustive", 0,
	"walk every n-th of all f32 patterns through both paths of every function (1: all, some ten minutes a function; 0: a small part)")

// transEvaluation has an f32 function's two approximations of one value.
type transEvaluation struct {
	neg     bool
	sig     uint64
	exp     int
	sigWide transU128
	expWide int
}

func (e transEvaluation) fast() (uint32, bool) {
	r, ok := transF32.ziv(e.neg, e.sig, e.exp)
	return uint32(r), ok
}

func (e transEvaluation) wide() uint32 {
	return uint32(transF32.zivWide(e.neg, e.sigWide, e.expWide))
}

// transEvaluate returns what function name goes through for x; ok is false for
// special and exact cases and for functions that have one way only.
func transEvaluate(name string, x uint32) (e transEvaluation, ok bool) {
	mag, neg := x&^(1<<31), x>>31 != 0
	if mag == 0 || mag >= 0x7f800000 {
		return e, false
	}
	sig, exp := transF32.unpack(uint64(x))
	switch name {
	case "exp2":
		if exp > 8-64 {
			return e, false
		}
		n, z := transSplit(neg, sig, exp)
		if n < -150 || z == (transU128{}) {
			return e, false
		}
		e.neg, e.sig, e.exp = transExp2(n, z.hi)
		_, e.sigWide, e.expWide = transExp2Wide(n, z)
	case "log2":
		if neg || sig == 1<<63 {
			return e, false
		}
		a := transReduceLog(sig, exp)
		e.neg, e.sig, e.exp = transLog2(a)
		_, e.sigWide, e.expWide = transLog2Wide(a)
	case "sin", "cos":
		a := transReduceTurns(sig, exp)
		if a.u == 0 {
			return e, false
		}
		if name == "cos" {
			a.quadrant = (a.quadrant + 1) % 4
		} else if neg {
			a = a.opposite()
		}
		e.neg, e.sig, e.exp = transSin(a)
		_, e.sigWide, e.expWide = transSinWide(a)
	default:
		return e, false
	}
	return e, true
}

// transHost evaluates an algebraic function in the host's f64 arithmetic. The
// reciprocal square root is off by up to two f64 places there, so that a few
// results stay open.
func transHost(name string, x uint32) (r uint32, ok bool) {
	v := float64(math.Float32frombits(x))
	low, high := 1/v, 1/v
	switch root := math.Sqrt(v); {
	case v != v || name != "rcp" && v <= 0:
		return 0, false
	case name == "sqrt":
		low, high = root, root
	case name == "rsq":
		low, high = 1/root*(1-0x1p-50), 1/root*(1+0x1p-50)
	}
	r = math.Float32bits(float32(low))
	return r, r == math.Float32bits(float32(high))
}

// TestTransExhaustive compares the functions with their wide evaluation, which
// panics where even 128 bits leave the rounding open, and lists the operands
// that 64 bits leave open.
func TestTransExhaustive(t *testing.T) {
	step := *transExhaustive
	if step == 0 {
		step = 49_999
	}
	for _, o := range transOracles {
		t.Run(o.name, func(t *testing.T) {
			compared, undecided := 0, 0
			for x := uint64(0); x < 1<<32; x += step {
				want, ok := transHost(o.name, uint32(x))
				if o.f64 == nil {
					var e transEvaluation
					if e, ok = transEvaluate(o.name, uint32(x)); ok {
						want = e.wide()
						if _, decided := e.fast(); !decided {
							undecided++
							t.Logf("undecided with 64 bits: %#08x", x)
						}
					}
				}
				if !ok {
					continue
				}
				compared++
				if got := o.f32(uint32(x)); got != want {
					t.Fatalf("%sF32(%#08x) = %#08x, want %#08x", o.name, x, got, want)
				}
			}
			t.Logf("%d operands compared, %d undecided with 64 bits", compared, undecided)
		})
	}
}

func BenchmarkTrans(b *testing.B) {
	for _, o := range transOracles {
		b.Run(o.name, func(b *testing.B) {
			var sum uint32
			for i := range b.N {
				x := 0x3e000000 + uint32(i)*2654435761>>6 // 1/8 to some 10^4
				sum += o.f32(x)
			}
			transSink = sum
		})
	}
}

// transSink keeps the benchmarked calls alive.
var transSink uint32
