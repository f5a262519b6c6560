package sim

import (
	"math/bits"

	"heddle/isa"
)

// carryFunc adds or subtracts one lane with a carry or borrow in, and returns the carry or borrow
// out.
type carryFunc func(a, b uint32, in bool) (v uint32, out bool)

// carryOps are the vector additions and subtractions with a carry out.
var carryOps = [...]carryFunc{
	isa.V_ADD_CO_U32:     addCarry,
	isa.V_ADDC_CO_U32:    addCarry,
	isa.V_SUB_CO_U32:     subBorrow,
	isa.V_SUBB_CO_U32:    subBorrow,
	isa.V_SUBREV_CO_U32:  subrevBorrow,
	isa.V_SUBBREV_CO_U32: subrevBorrow,
}

func addCarry(a, b uint32, in bool) (uint32, bool) {
	sum := uint64(a) + uint64(b) + bit(in)
	return uint32(sum), sum>>32 != 0
}

func subBorrow(a, b uint32, in bool) (uint32, bool) {
	d := uint64(a) - uint64(b) - bit(in)
	return uint32(d), d>>63 != 0
}

func subrevBorrow(a, b uint32, in bool) (uint32, bool) { return subBorrow(b, a, in) }

// runCarry executes an instruction of carryOps. Inactive lanes give no carry. Clamp saturates:
// additions to all ones, subtractions to 0.
func runCarry(w *wave, in *instr) {
	f, cols := carryOps[in.Row.Op], &w.wg.columns
	cols.write = w.exec()
	w.source(in, 0, u32, &cols.src[0], cols)
	w.source(in, 1, u32, &cols.src[1], cols)
	var carryIn, carryOut uint64
	if in.mask != nil {
		carryIn = w.scalar64(in.mask)
	}
	out := resultOf(w, in, u32)
	clamp := in.Mods.Set.Has(isa.ModClamp)
	adds := in.Row.Op == isa.V_ADD_CO_U32 || in.Row.Op == isa.V_ADDC_CO_U32
	_, write := w.destination(in.dst)
	for mask := cols.write; mask != 0; mask &= mask - 1 {
		l := bits.TrailingZeros64(mask)
		v, carry := f(uint32(cols.src[0][l&63]), uint32(cols.src[1][l&63]), carryIn>>l&1 != 0)
		if carry {
			carryOut |= 1 << l
			if clamp {
				v = -uint32(bit(adds))
			}
		}
		if write {
			out.put(l&63, uint64(v))
		}
	}
	if write {
		w.setScalar64(in.sdst, carryOut)
	}
}
