package sim

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"heddle/isa"
	"heddle/num"
)

// Approx says how far the results of transcendental instructions are from the exact ones. By
// default they are correctly rounded, which is better than a card promises: code that forgets a
// Newton step, or takes an approximation for exact, is right only here. Results depend on the
// instruction, its input and the seed, so they are the same in every order and engine.
type Approx struct {
	Kind ApproxKind
	Seed uint64 // of ApproxRandom
}

// ApproxKind is how results deviate.
type ApproxKind uint8

const (
	// ApproxNone rounds the exact result to nearest even.
	ApproxNone ApproxKind = iota
	// ApproxWorst gives the number furthest from the exact result within the documented error: of
	// f32 and f16 the neighbour on its other side, of f64 2^-23 more.
	ApproxWorst
	// ApproxRandom gives any number within the documented error.
	ApproxRandom
)

// ApproxForms are what ParseApprox reads.
const ApproxForms = "none, worst or random:SEED"

// ParseApprox reads one of ApproxForms.
func ParseApprox(text string) (Approx, error) {
	name, seed, seeded := strings.Cut(text, ":")
	switch {
	case text == "none" || text == "":
		return Approx{}, nil
	case text == "worst":
		return Approx{Kind: ApproxWorst}, nil
	case name == "random" && seeded:
		if n, err := strconv.ParseUint(seed, 0, 64); err == nil {
			return Approx{ApproxRandom, n}, nil
		}
		return Approx{}, fmt.Errorf("%q: the seed is a number, as in random:1", text)
	case name == "random":
		return Approx{}, fmt.Errorf("%q needs a seed, as in random:1", text)
	}
	return Approx{}, fmt.Errorf("%q is not one of %s", text, ApproxForms)
}

// String is the form that ParseApprox reads.
func (a Approx) String() string {
	switch a.Kind {
	case ApproxWorst:
		return "worst"
	case ApproxRandom:
		return fmt.Sprintf("random:%d", a.Seed)
	}
	return "none"
}

// roughOps are the transcendental instructions, with the function in f64 as a measure of where the
// exact result lies; those of f64 have none. The documented error is 1 ULP, of f64 2^29 ULP (ISA
// manual, descriptions of V_RCP_F32 and its kin).
var roughOps = map[isa.Op]func(float64) float64{
	isa.V_EXP_F32: math.Exp2, isa.V_LOG_F32: math.Log2, isa.V_EXP_LEGACY_F32: math.Exp2, isa.V_LOG_LEGACY_F32: math.Log2,
	isa.V_RCP_F32: reciprocal, isa.V_RCP_IFLAG_F32: reciprocal, isa.V_RSQ_F32: reciprocalRoot, isa.V_SQRT_F32: math.Sqrt,
	isa.V_SIN_F32: sinOfTurns, isa.V_COS_F32: cosOfTurns,
	isa.V_EXP_F16: math.Exp2, isa.V_LOG_F16: math.Log2, isa.V_RCP_F16: reciprocal, isa.V_RSQ_F16: reciprocalRoot, isa.V_SQRT_F16: math.Sqrt,
	isa.V_SIN_F16: sinOfTurns, isa.V_COS_F16: cosOfTurns,
	isa.V_RCP_F64: nil, isa.V_RSQ_F64: nil, isa.V_SQRT_F64: nil,
}

func reciprocal(x float64) float64     { return 1 / x }
func reciprocalRoot(x float64) float64 { return 1 / math.Sqrt(x) }
func sinOfTurns(x float64) float64     { return math.Sin(float64(2 * math.Pi * math.Remainder(x, 1))) }
func cosOfTurns(x float64) float64     { return math.Cos(float64(2 * math.Pi * math.Remainder(x, 1))) }

// seedError is the error of f64 in units of the last place, less that of rounding.
const seedError = 1<<29 - 1

// IsApproximate reports whether Approx changes results of the instruction.
func IsApproximate(op isa.Op) bool {
	_, ok := roughOps[op]
	return ok
}

// approximate has the instruction deviate.
func (in *instr) approximate(a Approx) {
	op := in.Row.Op
	if a.Kind == ApproxNone || !IsApproximate(op) {
		return
	}
	rough := *in.valu
	lane := in.valu.lane
	switch measure := roughOps[op]; {
	case measure == nil:
		rough.lane = func(m *mode, x, _, _ uint64) uint64 { return a.seed(op, x, lane(m, x, 0, 0)) }
	case rough.dst == f16:
		rough.lane = func(m *mode, x, _, _ uint64) uint64 {
			return a.neighbour(op, x, lane(m, x, 0, 0), 10, measure, func(v uint64) float64 { return numberF32(num.F16ToF32(uint16(v))) })
		}
	default:
		rough.lane = func(m *mode, x, _, _ uint64) uint64 {
			return a.neighbour(op, x, lane(m, x, 0, 0), 23, measure, func(v uint64) float64 { return numberF32(uint32(v)) })
		}
	}
	in.valu, in.rough = &rough, true
}

func numberF32(v uint32) float64 { return float64(math.Float32frombits(v)) }

// exactly reports whether a number, of which the fraction has so many bits, is 0, a power of two, an
// infinity or NaN. The manual's examples have such results, and those of the logarithm of a power of
// two, exact.
func exactly(v uint64, fraction, bits int) bool {
	exponent := v << (65 - bits) >> (65 - bits + fraction)
	return v&(1<<fraction-1) == 0 || exponent == 1<<(bits-1-fraction)-1 || exponent == 0
}

// neighbour is the result r, or the number on the other side of the exact one.
func (a Approx) neighbour(op isa.Op, x, r uint64, fraction int, measure func(float64) float64, number func(uint64) float64) uint64 {
	bits := 32
	if fraction == 10 {
		bits = 16
	}
	isLog := op == isa.V_LOG_F32 || op == isa.V_LOG_F16 || op == isa.V_LOG_LEGACY_F32
	if exactly(r, fraction, bits) || isLog && exactly(x, fraction, bits) || a.Kind == ApproxRandom && a.hash(op, x)&1 == 0 {
		return r
	}
	other := r + 1
	if math.Abs(measure(number(x))) < math.Abs(number(r)) {
		other = r - 1
	}
	if exactly(other, fraction, bits) && other&(1<<fraction-1) != 0 || math.IsInf(number(other), 0) {
		return r // a subnormal number, or none
	}
	return other
}

// seed is a result of f64 that is off by up to 2^-23.
func (a Approx) seed(op isa.Op, x, r uint64) uint64 {
	if exactly(r, 52, 64) {
		return r
	}
	by := int64(seedError)
	if a.Kind == ApproxRandom {
		by = int64(a.hash(op, x)%(2*seedError+1)) - seedError
	}
	off := r + uint64(by)
	if exactly(off, 52, 64) || (off^r)>>63 != 0 {
		return r
	}
	return off
}

// hash depends on the seed, the instruction and its input alone.
func (a Approx) hash(op isa.Op, x uint64) uint64 {
	r := random(a.Seed ^ uint64(op)<<48)
	r = random(r.next() ^ x)
	return r.next()
}
