package sim

import "heddle/isa"

// How the simulator understands instructions, for observers that follow what
// happens to single bits.

// OperandValue returns the value of operand i of an instruction if it is a
// scalar register, a special source or a constant, as wide as the operand.
func (r Registers) OperandValue(inst *isa.Inst, i int) uint64 {
	spec, arg := &inst.Row.Operands[i], &inst.Args[i]
	switch arg.Kind {
	case isa.KindReg:
		dwords := max(int(spec.Dwords), int(arg.Dwords))
		switch reg := arg.Reg(); {
		case int(reg) >= len(r.wave.sgpr):
			return r.wave.special(reg, dwords)
		case dwords >= 2:
			return r.wave.sgpr64(int(reg))
		default:
			return uint64(r.wave.sgpr[reg])
		}
	case isa.KindInline:
		return inlineValue(arg.Val, spec.Type)
	case isa.KindLiteral:
		return literalValue(arg.Val, spec.Type, inst.Row.Mnemonic)
	case isa.KindImm:
		return uint64(int64(arg.Imm()))
	}
	return 0
}

// LaneWidths returns how many bits of the result and of each source a vector
// ALU instruction uses in a lane; of packed instructions, in a half. A third
// source that is no operand is the old destination. It is not ok for the
// instructions that are more than a function of the lane's sources.
func LaneWidths(op isa.Op) (dst int, src [3]int, ok bool) {
	if int(op) < len(scaleOps) && scaleOps[op].n > 0 {
		return 0, src, false
	}
	for _, table := range [...][]waveFunc{crossOps[:], specialOps[:]} {
		if int(op) < len(table) && table[op] != nil {
			return 0, src, false
		}
	}
	for _, table := range [...][]valuOp{floatOps[:], integerOps[:], convertOps[:], dotOps[:], packedOps[:]} {
		if int(op) >= len(table) || table[op].lane == nil {
			continue
		}
		x := &table[op]
		for k := range src {
			if t := x.src(k); t != none {
				src[k] = t.size()
			}
		}
		return x.dst.size(), src, true
	}
	if int(op) < len(compareOps) && compareOps[op].typ != none {
		x := &compareOps[op]
		src[0], src[1] = x.typ.size(), x.typ.size()
		if x.class {
			src[1] = 32
		}
		return 1, src, true
	}
	if int(op) < len(carryOps) && carryOps[op] != nil {
		return 32, [3]int{32, 32, 0}, true
	}
	return 0, src, false
}
