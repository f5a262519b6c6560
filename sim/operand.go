package sim

import "heddle/isa"

// scalar returns a 32-bit scalar source.
func (w *wave) scalar(o *operand) uint32 {
	switch o.kind {
	case operandScalar:
		return w.sgpr[o.reg&127]
	case operandSpecial:
		return uint32(w.special(isa.Reg(o.reg), o.dwords))
	}
	return uint32(o.value)
}

// scalar64 returns a 64-bit scalar source.
func (w *wave) scalar64(o *operand) uint64 {
	switch o.kind {
	case operandScalar:
		return w.sgpr64(o.reg)
	case operandSpecial:
		return w.special(isa.Reg(o.reg), o.dwords)
	}
	return o.value
}

// special returns the value of a source that is not a register. 64-bit operands read an aperture as
// a whole address, 32-bit ones read its high dword (ISA manual §5.2, LLVM's use of
// src_shared_base).
func (w *wave) special(r isa.Reg, dwords int) uint64 {
	switch r {
	case isa.SharedBase:
		return aperture(sharedAperture, dwords)
	case isa.SharedLimit:
		return aperture(sharedAperture|0xffffffff, dwords)
	case isa.PrivateBase:
		return aperture(privateAperture, dwords)
	case isa.PrivateLimit:
		return aperture(privateAperture|0xffffffff, dwords)
	case isa.VCCZ:
		return bit(w.vcc() == 0)
	case isa.EXECZ:
		return bit(w.exec() == 0)
	case isa.SCC:
		return bit(w.scc)
	}
	return 0
}

func aperture(addr uint64, dwords int) uint64 {
	if dwords >= 2 {
		return addr
	}
	return addr >> 32
}

// bit returns 1 for true.
func bit(b bool) uint64 {
	if b {
		return 1
	}
	return 0
}

// setScalar writes a scalar destination.
func (w *wave) setScalar(o *operand, v uint32) {
	if o.kind == operandScalar {
		w.sgpr[o.reg&127] = v
	}
}

// setScalar64 writes a pair of scalar registers.
func (w *wave) setScalar64(o *operand, v uint64) {
	if o.kind == operandScalar {
		w.setSGPR64(o.reg, v)
	}
}

// vector returns dword i of a VGPR operand.
func (w *wave) vector(o *operand, i int) *lanes { return &w.vgpr[(o.reg+i)&511] }
