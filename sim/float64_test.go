package sim

import (
	"math"
	"math/big"
	"testing"

	"heddle/isa"
)

// f64 values.
const (
	f64One, f64Two, f64Three = 0x3ff0000000000000, 0x4000000000000000, 0x4008000000000000
	f64Half, f64MinusOne     = 0x3fe0000000000000, 0xbff0000000000000
	f64Inf, f64Largest       = 0x7ff0000000000000, 0x7fefffffffffffff
	f64MinusZero             = 1 << 63
	f64Qnan, f64Snan         = 0x7ff8000000000001, 0x7ff0000000000001
	f64Default               = 0x7ff8000000000000
	f64NegDefault            = 0xfff8000000000000
)

var float64Cases = []opCase{
	{isa.V_ADD_F64, 0, [3]uint64{f64One, f64Two}, f64Three},
	{isa.V_ADD_F64, 0, [3]uint64{f64One, 0x3ca0000000000000}, f64One}, // a tie
	{isa.V_ADD_F64, f16RoundUp, [3]uint64{f64One, 0x3ca0000000000000}, f64One + 1},
	{isa.V_ADD_F64, f32RoundUp, [3]uint64{f64One, 0x3ca0000000000000}, f64One},
	{isa.V_ADD_F64, f16Flush, [3]uint64{1, 1}, 0},
	{isa.V_ADD_F64, f32Flush, [3]uint64{1, 1}, 2},
	{isa.V_ADD_F64, ovflOn, [3]uint64{f64Largest, f64Largest}, f64Inf}, // fp16_ovfl is for f16
	{isa.V_ADD_F64, 0, [3]uint64{f64Snan, f64One}, f64Qnan},
	{isa.V_MUL_F64, 0, [3]uint64{f64Three, f64Two}, 0x4018000000000000},
	{isa.V_MUL_F64, 0, [3]uint64{f64MinusZero, f64Inf}, f64Default},
	{isa.V_MUL_F64, 0, [3]uint64{f64Default + 3, f64Default + 2}, f64Default + 3},
	{isa.V_ADD_F64, 0, [3]uint64{f64Default + 3, f64Default + 2}, f64Default + 3},
	{isa.V_FMA_F64, f16KeepIn, [3]uint64{1, f64One, 0}, 0},
	{isa.V_FMA_F64, 0, [3]uint64{f64Two, f64Three, f64One}, 0x401c000000000000},
	// (1 + 2^-52)^2 - (1 + 2^-51) = 2^-104
	{isa.V_FMA_F64, 0, [3]uint64{f64One + 1, f64One + 1, f64MinusOne + 2}, 0x3970000000000000},
	{isa.V_FMAC_F64, 0, [3]uint64{f64One + 1, f64One + 1, f64MinusOne + 2}, 0x3970000000000000},
	{isa.V_MIN_F64, 0, [3]uint64{f64Snan + 4, f64Snan}, f64Default + 5},
	{isa.V_MIN_F64, 0, [3]uint64{f64One, f64Two}, f64One},
	{isa.V_MIN_F64, 0, [3]uint64{0, f64MinusZero}, f64MinusZero},
	{isa.V_MIN_F64, 0, [3]uint64{f64Qnan, f64Two}, f64Two},
	{isa.V_MIN_F64, 0, [3]uint64{f64Two, f64Snan}, f64Qnan},
	{isa.V_MIN_F64, ieeeOff, [3]uint64{f64Two, f64Snan}, f64Two},
	{isa.V_MAX_F64, 0, [3]uint64{f64Snan + 4, f64Snan}, f64Default + 5},
	{isa.V_MAX_F64, 0, [3]uint64{f64One, f64Two}, f64Two},
	{isa.V_MAX_F64, 0, [3]uint64{f64MinusZero, 0}, 0},
	{isa.V_MAX_F64, f16KeepIn, [3]uint64{1, f64MinusOne}, 0},
	{isa.V_FRACT_F64, 0, [3]uint64{0x3ff8000000000000}, f64Half},
	{isa.V_FRACT_F64, 0, [3]uint64{f64MinusZero | 1}, 0x3fefffffffffffff},
	{isa.V_FRACT_F64, f16KeepIn, [3]uint64{f64MinusZero | 1}, 0},
	{isa.V_TRUNC_F64, 0, [3]uint64{0xbff8000000000000}, f64MinusOne},
	{isa.V_CEIL_F64, 0, [3]uint64{1}, f64One},
	{isa.V_CEIL_F64, f16KeepIn, [3]uint64{1}, 0},
	{isa.V_RNDNE_F64, 0, [3]uint64{0x4004000000000000}, f64Two}, // 2.5
	{isa.V_RNDNE_F64, 0, [3]uint64{0xbfe0000000000000}, f64MinusZero},
	{isa.V_FLOOR_F64, 0, [3]uint64{0xbfe0000000000000}, f64MinusOne},
	{isa.V_LDEXP_F64, 0, [3]uint64{f64One, 1}, f64Two},
	{isa.V_LDEXP_F64, 0, [3]uint64{0x3ff8000000000000, 0xfffffbce}, 2}, // 1.5 * 2^-1074, a tie
	{isa.V_LDEXP_F64, f16RoundZero, [3]uint64{0x3ff8000000000000, 0xfffffbce}, 1},
	{isa.V_FREXP_EXP_I32_F64, 0, [3]uint64{0x4020000000000000}, 4},
	{isa.V_FREXP_EXP_I32_F64, 0, [3]uint64{1}, 0xfffffbcf}, // 2^-1074 = 0.5 * 2^-1073
	{isa.V_FREXP_EXP_I32_F64, 0, [3]uint64{f64Qnan}, 0},
	{isa.V_FREXP_EXP_I32_F64, f16KeepIn, [3]uint64{1}, 0},
	{isa.V_FREXP_MANT_F64, f16KeepIn, [3]uint64{1}, 0},
	{isa.V_FREXP_MANT_F64, 0, [3]uint64{0xc008000000000000}, 0xbfe8000000000000},
	{isa.V_FREXP_MANT_F64, 0, [3]uint64{3}, 0x3fe8000000000000},
	{isa.V_FREXP_MANT_F64, 0, [3]uint64{f64Snan}, f64Qnan},
	{isa.V_TRIG_PREOP_F64, 0, [3]uint64{f64One, 0}, 0x3fe45f306dc9c882}, // 2/pi, truncated
	{isa.V_TRIG_PREOP_F64, 0, [3]uint64{f64One, 32}, 0x3fe45f306dc9c882},
}

func TestFloat64(t *testing.T) { testCases(t, float64Cases) }

// TestTrigPreop compares v_trig_preop with 2/pi computed in math/big: the 53
// bits behind the first shift bits, and every word of the table with the first
// 1201 bits.
func TestTrigPreop(t *testing.T) {
	const digits = 2600
	twoOverPi2600 := new(big.Int).Lsh(big.NewInt(2), 2*digits)
	twoOverPi2600.Div(twoOverPi2600, piFixed(digits)) // 2/pi * 2^digits
	cut := new(big.Int).Rsh(twoOverPi2600, digits-1201)
	cut.Lsh(cut, digits-1201) // the hardware has 1201 bits
	var m mode
	m.set(rocmMode)
	for _, exp := range []int{0, 1, 1023, 1077, 1078, 1200, 1967, 1968, 2000, 2046} {
		for segment := range 32 {
			shift := segment * 53
			if exp > 1077 {
				shift += exp - 1077
			}
			want := 0.0
			if shift+53 <= digits {
				bits := new(big.Int).Rsh(cut, uint(digits-shift-53))
				bits.And(bits, big.NewInt(1<<53-1))
				scale := -53 - shift
				if exp >= 1968 {
					scale += 128
				}
				want = truncatedLdexp(bits, scale)
			}
			got := math.Float64frombits(trigPreop(&m, uint64(exp)<<52|0x8000000000123, uint64(segment), 0))
			if got != want {
				t.Errorf("exponent %d, segment %d: got %x, want %x", exp, segment, got, want)
			}
		}
	}
}

// truncatedLdexp is n * 2^scale toward zero; n has at most 53 bits.
func truncatedLdexp(n *big.Int, scale int) float64 {
	if scale < -1074 {
		n = new(big.Int).Rsh(n, uint(-1074-scale))
		scale = -1074
	}
	return math.Ldexp(float64(n.Int64()), scale)
}

// piFixed is pi * 2^digits, by Machin's formula.
func piFixed(digits uint) *big.Int {
	const guard = 64
	arctanInverse := func(n int64) *big.Int {
		term := new(big.Int).Lsh(big.NewInt(1), digits+guard)
		term.Div(term, big.NewInt(n))
		sum := new(big.Int)
		for k := int64(1); term.Sign() != 0; k += 2 {
			part := new(big.Int).Div(term, big.NewInt(k))
			if k%4 == 1 {
				sum.Add(sum, part)
			} else {
				sum.Sub(sum, part)
			}
			term.Div(term, big.NewInt(n*n))
		}
		return sum
	}
	pi := arctanInverse(5)
	pi.Mul(pi, big.NewInt(16))
	pi.Sub(pi, new(big.Int).Mul(arctanInverse(239), big.NewInt(4)))
	return pi.Rsh(pi, guard)
}
