package codegen

import (
	"slices"

	"heddle/isa"
	"heddle/mach"
)

// reg makes a register of n dwords.
func (k *kernel) reg(file mach.File, n int) mach.Part {
	return k.f.All(k.f.NewReg(file, n, ""))
}

// sop emits a scalar instruction with a destination of n dwords and returns
// that. Sources must be scalar or constant.
func (k *kernel) sop(op isa.Op, n int, srcs ...mach.Operand) mach.Part {
	dst := k.reg(mach.FileS, n)
	k.emitScalar(op, dst, srcs)
	return dst
}

// sop1 is sop with a result of one dword.
func (k *kernel) sop1(op isa.Op, srcs ...mach.Operand) mach.Operand {
	return mach.P(k.sop(op, 1, srcs...))
}

func (k *kernel) emitScalar(op isa.Op, dst mach.Part, srcs []mach.Operand) *mach.Instr {
	args := append([]mach.Operand{mach.P(dst)}, srcs...)
	for i := 1; k.f.FindRow(op, args) == nil; i++ {
		if i == len(args) {
			panic("BUG: " + op.String() + " takes none of its forms' operands")
		}
		if args[i].Kind == mach.OperandConst {
			args[i] = k.constTuple(args[i], srcDwords(k, op, i))
		}
	}
	return k.b.Emit(op, args...)
}

// srcDwords returns the length of operand i of op.
func srcDwords(k *kernel, op isa.Op, i int) int {
	return max(int(k.f.Target.RowsOf(op)[0].Operands[i].Dwords), 1)
}

// constTuple puts a constant into scalar registers: n dwords, 1 or 2.
func (k *kernel) constTuple(c mach.Operand, n int) mach.Operand {
	if n == 1 {
		return k.literal(uint32(c.Value))
	}
	return mach.P(k.literalOf(uint64(c.Value), n))
}

// literal returns a scalar register that holds a constant.
func (k *kernel) literal(bits uint32) mach.Operand { return mach.P(k.literalOf(uint64(bits), 1)) }

// literalOf is n scalar registers that hold a constant, the same ones wherever a
// block needs them.
func (k *kernel) literalOf(bits uint64, n int) mach.Part {
	key := literalKey{k.b.Block, bits, n}
	p, ok := k.literals[key]
	if !ok {
		p = k.reg(mach.FileS, n)
		for i := range n {
			k.b.Copy(p.Dword(i), constDword(uint32(bits>>(32*i)))).Flags |= mach.Rematerialisable
		}
		k.literals[key] = p
	}
	return p
}

// vop emits a vector instruction with a destination of n dwords in VGPRs and returns that. Sources
// may be any operands of the correct length: constants that the instruction cannot encode, and
// scalars beyond the one that it may read, are moved first; sources of commutative operations are
// exchanged if that avoids a move.
func (k *kernel) vop(op isa.Op, n int, srcs ...mach.Operand) mach.Part {
	dst := k.reg(mach.FileV, n)
	k.emitVector(op, []mach.Operand{mach.P(dst)}, srcs)
	return dst
}

// vop1 is vop with a result of one dword.
func (k *kernel) vop1(op isa.Op, srcs ...mach.Operand) mach.Operand {
	return mach.P(k.vop(op, 1, srcs...))
}

// vcmp emits a vector comparison; the mask has a bit for each lane, 0 for inactive lanes.
func (k *kernel) vcmp(op isa.Op, a, b mach.Operand) cond {
	dst := k.reg(mach.FileS, 2)
	k.emitVector(op, []mach.Operand{mach.P(dst)}, []mach.Operand{a, b})
	return cond{kind: condMask, mask: dst, clean: true}
}

// emitVector emits op with these destinations and legal forms of the sources.
func (k *kernel) emitVector(op isa.Op, dsts, srcs []mach.Operand) *mach.Instr {
	var room [isa.MaxArgs]mach.Operand
	args := append(append(room[:0], dsts...), srcs...)
	first := len(dsts)
	if row := k.f.FindRow(op, args); row != nil {
		return k.b.EmitRow(row, args...)
	}
	if commutes(op) && len(srcs) >= 2 {
		args[first], args[first+1] = args[first+1], args[first]
		if row := k.f.FindRow(op, args); row != nil {
			return k.b.EmitRow(row, args...)
		}
		args[first], args[first+1] = args[first+1], args[first]
	}
	// A constant that fits nowhere goes to a scalar register; the scalars beyond
	// the first go to VGPRs, the last ones first.
	for i := first; i < len(args); i++ {
		if args[i].Kind == mach.OperandConst && !k.inline(op, i, args[i]) {
			args[i] = k.constTuple(args[i], srcDwords(k, op, i)).WithFlags(args[i].Flags)
			if row := k.f.FindRow(op, args); row != nil {
				return k.b.EmitRow(row, args...)
			}
		}
	}
	for i := len(args) - 1; i >= first; i-- {
		if !k.isScalar(args[i]) || k.inline(op, i, args[i]) || k.maskOperand(op, i) {
			continue
		}
		args[i] = mach.P(k.toVector(args[i], srcDwords(k, op, i))).WithFlags(args[i].Flags)
		if row := k.f.FindRow(op, args); row != nil {
			return k.b.EmitRow(row, args...)
		}
	}
	panic("BUG: no form of " + op.String() + " takes these operands")
}

// inline reports whether a is an inline constant in operand i of some form.
func (k *kernel) inline(op isa.Op, i int, a mach.Operand) bool {
	if a.Kind != mach.OperandConst {
		return false
	}
	rows := k.f.Target.RowsOf(op)
	for r := range rows {
		if i < len(rows[r].Operands) && rows[r].Inline(i, uint64(a.Value)) {
			return true
		}
	}
	return false
}

// maskOperand reports whether operand i of op is a lane mask, which has to be
// scalar.
func (k *kernel) maskOperand(op isa.Op, i int) bool {
	rows := k.f.Target.RowsOf(op)
	for r := range rows {
		if i < len(rows[r].Operands) && rows[r].Operands[i].Class == isa.ClassSMASK {
			return true
		}
	}
	return false
}

// toVector returns an operand of n dwords in VGPRs, copied there if it is not.
func (k *kernel) toVector(a mach.Operand, n int) mach.Part {
	if a.Kind == mach.OperandReg && !k.isScalar(a) {
		return a.Part
	}
	dst := k.reg(mach.FileV, n)
	if a.Kind == mach.OperandConst {
		for i := range n {
			k.b.Copy(dst.Dword(i), constDword(uint32(uint64(a.Value)>>(32*i)))).Flags |= mach.Rematerialisable
		}
		return dst
	}
	a.Flags = 0
	k.b.Copy(dst, a)
	return dst
}

// toScalar returns a dword in a scalar register: it must be the same for all active lanes.
func (k *kernel) toScalar(a mach.Operand) mach.Operand {
	if k.isScalar(a) {
		return a
	}
	dst := k.reg(mach.FileS, 1)
	k.b.Emit(isa.V_READFIRSTLANE_B32, mach.P(dst), a)
	return mach.P(dst)
}

// tuple returns dwords in consecutive registers of a file: they are there already, or are copied
// (the allocator removes the copies where it can).
func (k *kernel) tuple(file mach.File, dw []mach.Operand) mach.Part {
	if p, ok := k.contiguous(file, dw); ok {
		return p
	}
	dst := k.reg(file, len(dw))
	for i, d := range dw {
		if file == mach.FileS {
			d = k.toScalar(d)
		}
		k.b.Copy(dst.Dword(i), d)
	}
	return dst
}

// sharedTuple returns a tuple of vector registers that is never written: a row of a tile that was
// read in pieces is assembled once for all its products.
func (k *kernel) sharedTuple(dw []mach.Operand) mach.Part {
	if p, ok := k.contiguous(mach.FileV, dw); ok {
		return p
	}
	fresh := func() []mach.Operand { return []mach.Operand{mach.P(k.tuple(mach.FileV, dw))} }
	if slices.ContainsFunc(dw, func(d mach.Operand) bool { return d.Kind != mach.OperandReg || d.Flags != 0 }) {
		return fresh()[0].Part
	}
	return k.once("tuple", 0, []term{{v: value{dw: dw}}}, fresh)[0].Part
}

// contiguous finds the register part that the dwords are, in order.
func (k *kernel) contiguous(file mach.File, dw []mach.Operand) (mach.Part, bool) {
	first := dw[0]
	if first.Kind != mach.OperandReg || k.f.Regs[first.Part.Reg].File != file {
		return mach.Part{}, false
	}
	for i, d := range dw {
		if d.Kind != mach.OperandReg || d.Part.Reg != first.Part.Reg || int(d.Part.Sub) != int(first.Part.Sub)+i || d.Flags != 0 {
			return mach.Part{}, false
		}
	}
	align := tupleAlign(file, len(dw))
	if k.f.Regs[first.Part.Reg].Align < align || first.Part.Sub%align != 0 {
		return mach.Part{}, false
	}
	return mach.Part{Reg: first.Part.Reg, Sub: first.Part.Sub, N: uint8(len(dw))}, true
}

// tupleAlign is what the number of the first register of a tuple must be a
// multiple of.
func tupleAlign(file mach.File, n int) uint8 {
	switch {
	case n == 1:
		return 1
	case file == mach.FileS && n > 2:
		return 4
	}
	return 2
}

// dwords returns the single dwords of a part.
func dwords(p mach.Part) []mach.Operand {
	d := make([]mach.Operand, p.N)
	for i := range d {
		d[i] = mach.P(p.Dword(i))
	}
	return d
}
