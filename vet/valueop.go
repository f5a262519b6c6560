package vet

import "heddle/isa"

// reader reads the operands of an instruction.
type reader struct {
	*values
	node int32
	inst *isa.Inst
}

// transfer says what an instruction computes.
type transfer struct {
	// to is a dword of the destination.
	to func(x *reader, dword int) valueID
	// flag is SCC, or the condition for the bits of a mask of lanes; nil if nothing is known.
	flag func(x *reader) valueID
}

// implicitResult tells registers that an instruction writes without naming them, in k of opResult.
const implicitResult = 1 << 10

// operand returns the place of the i-th operand that is read, -1 if there is none.
func (x *reader) operand(i int) int {
	for k := range x.inst.Row.Operands {
		if x.inst.Row.Operands[k].Access&isa.Read != 0 {
			if i == 0 {
				return k
			}
			i--
		}
	}
	return -1
}

// src is the i-th operand that is read.
func (x *reader) src(i int) valueID { return x.dword(i, 0) }

// dword is a dword of the i-th operand that is read. It is never 0: what is unknown is at least equal to
// itself.
func (x *reader) dword(i, dword int) valueID {
	k := x.operand(i)
	if k < 0 {
		return x.result(x.node, beforeNode-1)
	}
	if id := x.value32(i, k, dword); id != 0 {
		return id
	}
	return x.result(x.node, beforeNode/2+32*k+dword)
}

func (x *reader) value32(i, k, dword int) valueID {
	o := &x.inst.Args[k]
	if o.Flags&(isa.Neg|isa.Abs) != 0 {
		return 0
	}
	var id valueID
	switch o.Kind {
	case isa.KindReg:
		switch r := o.Reg() + isa.Reg(dword); {
		case dword >= max(int(o.Dwords), 1):
			return 0
		case r >= isa.V0:
			id = x.vector(r, x.node)
		case r < isa.S0+128:
			id = x.scalar(r, x.node)
		case o.Dwords == 2 && (o.Reg() == isa.PrivateBase || o.Reg() == isa.SharedBase):
			if id = x.constant(0); dword == 1 {
				id = x.symbol(symAperture | symbol(o.Reg()))
			}
		}
	case isa.KindImm:
		if id = x.constant(o.Val & 0xffff); x.inst.Row.Operands[k].Class == isa.ClassSIMM {
			id = x.constant(uint32(int32(int16(o.Val))))
		}
	default:
		bits, ok := x.inst.Constant(k)
		if !ok {
			return 0
		}
		id = x.constant(uint32(bits >> (32 * dword)))
	}
	return x.selected(id, i, o.Flags&isa.Sext != 0)
}

// selected is the byte or word of an operand that SDWA selects.
func (x *reader) selected(id valueID, i int, signed bool) valueID {
	if !x.inst.Row.Mods.Has(isa.ModSrc0Sel) || i > 1 {
		return id
	}
	const wordFirst, all = 4, 6
	sel := [...]uint8{x.inst.Mods.Src0Sel, x.inst.Mods.Src1Sel}[i]
	if sel == all {
		return id
	}
	size, at := 8, 8*int(sel)
	if sel >= wordFirst {
		size, at = 16, 16*int(sel-wordFirst)
	}
	return x.field(id, at, size, signed)
}

// field is a run of bits.
func (x *reader) field(id valueID, at, size int, signed bool) valueID {
	if size <= 0 {
		return x.constant(0)
	}
	size = min(size, 32-at)
	if signed {
		return x.op(opSar, x.op(opShl, id, x.number(32-at-size)), x.number(32-size))
	}
	return x.op(opAnd, x.op(opShr, id, x.number(at)), x.constant(uint32(1<<size-1)))
}

func (x *reader) number(n int) valueID { return x.constant(uint32(n)) }

// pairOf is the i-th operand that is read, a pair of registers.
func (x *reader) pairOf(i int) valueID { return x.pair(x.dword(i, 0), x.dword(i, 1)) }

// not is the complement.
func (x *reader) not(a valueID) valueID { return x.op(opXor, a, x.constant(1<<32-1)) }

// laneBit is the bit of a lane in the i-th operand that is read, a mask; not ok if nothing is known.
func (x *reader) laneBit(i int) (valueID, bool) {
	low, high := x.at(x.dword(i, 0)), x.at(x.dword(i, 1))
	if low.op == opBallot && high.op == opBallot && low.node == high.node && low.k == 0 && high.k == 1 && x.writesAll(low.node, x.lanesAt(x.node)) {
		return x.condition(low.node)
	}
	return 0, false
}

// condition is what makes an instruction set a lane's bit in a mask.
func (v *values) condition(node int32) (valueID, bool) {
	x := &reader{v, node, &v.g.nodes[node].inst}
	t := v.transfers[x.inst.Row.Op]
	if t.flag == nil || !x.plain() || v.g.indexes(node) != 0 {
		return 0, false
	}
	return v.find(t.flag(x)), true
}

// plain reports whether the instruction has nothing that changes what it computes.
func (x *reader) plain() bool {
	row, m := x.inst.Row, &x.inst.Mods
	if row.Enc == isa.EncDPP1 || row.Enc == isa.EncDPP2 || m.Set.Has(isa.ModClamp) || x.inst.DstHigh() {
		return false
	}
	const dword = 6
	return !row.Mods.Has(isa.ModDstSel) || m.DstSel == dword
}

// resultOf is what an instruction writes into a register.
func (v *values) resultOf(node int32, r isa.Reg) valueID {
	key := resultKey{node, r}
	if id, ok := v.made[key]; ok {
		return id
	}
	id := v.makeResult(node, r)
	v.made[key] = id
	return id
}

func (v *values) makeResult(node int32, r isa.Reg) valueID {
	if isSlot(r) {
		return v.stored(node, r)
	}
	x := &reader{v, node, &v.g.nodes[node].inst}
	t, ok := v.transfers[x.inst.Row.Op]
	implicit := implicitResult + int(r)
	if !ok && x.inst.Row.Unit == isa.UnitSMEM {
		t.to, ok = (*reader).scalarLoad, true
	}
	if _, private := v.private.at[node]; private {
		t.to, ok = (*reader).privateLoad, true
	}
	if ok && (!x.plain() || v.g.indexes(node)&indexSrc != 0) {
		ok = false
	}
	first := true
	for k := range x.inst.Row.Operands {
		if x.inst.Row.Operands[k].Access&isa.Write == 0 {
			continue
		}
		o := &x.inst.Args[k]
		d := int(r) - int(v.defs.place(o.Reg()))
		if o.Kind != isa.KindReg || d < 0 || d >= max(int(o.Dwords), 1) {
			first = false
			continue
		}
		mask := r < isa.V0 && t.flag != nil && (t.to == nil || !first)
		switch {
		case mask && r != isa.SCC:
			return v.value(value{op: opBallot, node: node, k: uint32(d)})
		case !ok || !first || t.to == nil:
			return v.result(node, 32*k+d)
		}
		return v.orResult(t.to(x, d), node, 32*k+d)
	}
	switch {
	case !ok:
	case r == isa.SCC && t.flag != nil && !isVector(x.inst):
		return v.orResult(t.flag(x), node, implicit)
	case r == isa.ExecLo || r == isa.ExecHi:
		half := int(r - isa.ExecLo)
		if t.flag != nil && isVector(x.inst) {
			return v.value(value{op: opBallot, node: node, k: uint32(half)})
		}
		if f := saveExec(x.inst.Row.Op); f != nil {
			return v.orResult(f(x, x.dword(0, half), v.scalar(r, node)), node, implicit)
		}
	case r == isa.VCCLo || r == isa.VCCHi:
		if t.flag != nil && isVector(x.inst) {
			return v.value(value{op: opBallot, node: node, k: uint32(r - isa.VCCLo)})
		}
	}
	return v.result(node, implicit)
}

// orResult is a value, or, if that is unknown, the result of an instruction, which is at least equal
// to itself.
func (v *values) orResult(x valueID, node int32, k int) valueID {
	if x = v.find(x); x == 0 {
		return v.result(node, k)
	}
	return x
}

func isVector(inst *isa.Inst) bool { return inst.Row.Unit == isa.UnitVALU }

// scalarLoad is a dword that a scalar load gets.
func (x *reader) scalarLoad(dword int) valueID {
	row := x.inst.Row
	at := -1
	offset := valueID(0)
	for k := range row.Operands {
		switch o := &x.inst.Args[k]; row.Operands[k].Name {
		case "sbase":
			if o.Dwords != 2 {
				return 0
			}
			at = k
		case "soffset":
			if o.Kind == isa.KindReg {
				offset = x.scalar(o.Reg(), x.node)
			}
		}
	}
	if at < 0 || row.Traits&isa.MayStore != 0 || row.Traits&isa.MayLoad == 0 {
		return 0
	}
	base := x.inst.Args[at].Reg()
	addr := x.pair(x.scalar(base, x.node), x.scalar(base+1, x.node))
	if offset != 0 {
		addr = x.op(opWideAdd, addr, x.zext(offset))
	}
	imm := x.inst.Mods.Offset
	for k := range row.Operands {
		if row.Operands[k].Class == isa.ClassSMOFF {
			imm = x.inst.Args[k].Imm()
		}
	}
	load := value{op: opLoad, a: addr, node: x.node, k: uint32(imm) + 4*uint32(dword)}
	if s, ok := x.loadedArgument(&load); ok { // what is loaded in a prologue is what others find preloaded
		return x.symbol(s)
	}
	return x.value(load)
}

// saveExec is EXEC behind an instruction that saves it, from its operand and the old one; nil if the
// instruction does not.
func saveExec(op isa.Op) func(x *reader, src, exec valueID) valueID {
	switch op {
	case isa.S_AND_SAVEEXEC_B64:
		return func(x *reader, s, e valueID) valueID { return x.op(opAnd, s, e) }
	case isa.S_OR_SAVEEXEC_B64:
		return func(x *reader, s, e valueID) valueID { return x.op(opOr, s, e) }
	case isa.S_XOR_SAVEEXEC_B64:
		return func(x *reader, s, e valueID) valueID { return x.op(opXor, s, e) }
	case isa.S_ANDN2_SAVEEXEC_B64:
		return func(x *reader, s, e valueID) valueID { return x.op(opAnd, s, x.not(e)) }
	case isa.S_ANDN1_SAVEEXEC_B64:
		return func(x *reader, s, e valueID) valueID { return x.op(opAnd, x.not(s), e) }
	}
	return nil
}
