package sim

import "heddle/num"

// mode is the MODE register and the settings that follow from it.
//
// Source: ISA manual §4.2 (MODE), facts isa/semantics.md §1.
type mode struct {
	bits   uint32
	f32    num.Env // rounding and subnormals of f32 operations
	f16    num.Env // of f16, bf16 and f64 operations
	dx10   bool    // clamp turns NaN into 0
	ieee   bool    // signaling NaNs are quieted, min and max follow IEEE 754
	ovfl   bool    // f16 and fp8 overflow gives the largest number
	gprIdx bool    // VGPR indexing is on
}

// Bits of MODE.
const (
	modeDX10Clamp = 1 << 8
	modeIEEE      = 1 << 9
	modeFP16Ovfl  = 1 << 23
	modeGPRIdx    = 1 << 27
	modeVSkip     = 1 << 28
)

// set sets MODE to a new value.
func (m *mode) set(bits uint32) {
	*m = mode{
		bits:   bits,
		f32:    modeEnv(bits, bits>>4),
		f16:    modeEnv(bits>>2, bits>>6),
		dx10:   bits&modeDX10Clamp != 0,
		ieee:   bits&modeIEEE != 0,
		ovfl:   bits&modeFP16Ovfl != 0,
		gprIdx: bits&modeGPRIdx != 0,
	}
}

// modeEnv decodes a rounding field and a subnormal field. Bit 0 of the latter allows subnormal
// inputs, bit 1 subnormal results.
func modeEnv(round, denorm uint32) num.Env {
	return num.Env{Round: num.Rounding(round & 3), FlushIn: denorm&1 == 0, FlushOut: denorm&2 == 0}
}
