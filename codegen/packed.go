package codegen

import (
	"heddle/ir"
	"heddle/isa"
	"heddle/mach"
)

// Instructions on two numbers at once: halves of a dword, and f32 in pairs of registers. Either
// half of the result can come from either half of a source (op_sel, op_sel_hi), so a number that is
// for both lies in one half of a pair.

// packedFloat does two elements in an instruction if there is one and, of f32, the elements lie in
// pairs already.
func (k *kernel) packedFloat(f *floating, op *ir.Operation) bool {
	vec, isVector := op.Result().Type.(*ir.VectorType)
	if !isVector {
		return false
	}
	list := make([]value, len(op.Operands))
	for i, v := range op.Operands {
		list[i] = k.value(v)
	}
	out, ok := k.packedOp(f, vec, list)
	if ok {
		k.set(op, out)
	}
	return ok
}

// packedOp is packedFloat for values.
func (k *kernel) packedOp(f *floating, vec *ir.VectorType, list []value) (out value, ok bool) {
	out.typ = vec
	n := len(list[0].dw)
	switch {
	case vec.Elem == ir.F16 && f.pair16 != 0:
		for i := range n {
			out.dw = append(out.dw, k.pairOp(f, f.pair16, 1, func(s int) (mach.Operand, half) { return k.pairConstant(list[s].dw[i]), bothHalves }, len(list))...)
		}
	case vec.Elem == ir.F32 && f.pair32 != 0 && n > 1 && !k.multiplies && k.inPairs(list):
		for i := 0; i+1 < n; i += 2 {
			out.dw = append(out.dw, k.pairOp(f, f.pair32, 2, func(s int) (mach.Operand, half) { return k.floatPair(list[s].dw[i], list[s].dw[i+1]) }, len(list))...)
		}
		if n%2 != 0 {
			last := make([]elem, len(list))
			for i := range list {
				last[i] = elem{typ: ir.F32, dw: list[i].dw[n-1:]}
			}
			out.dw = append(out.dw, k.floatElem(f, last).dw[0])
		}
	default:
		return out, false
	}
	return out, true
}

// fmaVector is a fused multiply-add of vectors, of which minus names the sources that change their
// sign: bit 0 the first.
func (k *kernel) fmaVector(a, b, c value, minus uint8) value {
	vec, f := a.typ.(*ir.VectorType), floatFMA
	f.minus = minus
	if out, ok := k.packedOp(&f, vec, []value{a, b, c}); ok {
		return out
	}
	lists := [][]elem{k.elements(a), k.elements(b), k.elements(c)}
	elems := make([]elem, len(lists[0]))
	for i := range elems {
		in := make([]elem, len(lists))
		for j, list := range lists {
			if in[j] = list[i]; minus>>j&1 != 0 {
				in[j] = k.negElem(in[j])
			}
		}
		elems[i] = typed(k.floatElem(&f, in), vec.Elem)
	}
	return k.assemble(vec, elems)
}

// multiplies reports whether a loop has matrix instructions, other than in loops inside it. Packed f32
// in such a loop is a loss where waves share a SIMD: there it begins only when the matrix core is free,
// whoever's instruction that has (facts silicon/timing_rules.md §2, v_pk after MFMA), and two that are not
// packed take no longer than that in its shadow. They take more registers, though: it is for kernels that say
// how many waves are to fit.
func multiplies(loop *ir.Operation) bool {
	found := false
	for _, r := range loop.Regions {
		for _, b := range r.Blocks {
			for _, op := range b.Ops {
				op.Walk(func(op *ir.Operation) bool {
					found = found || isMatrix(op)
					return !found && op.Name() != "scf.for" && op.Name() != "scf.while"
				})
			}
		}
	}
	return found
}

// half says which half of a pair a packed instruction takes.
type half uint8

const (
	bothHalves half = iota // each for its own result
	lowHalf                // the low one for both
	highHalf
)

// pairOp emits a packed instruction for a result of n dwords.
func (k *kernel) pairOp(f *floating, op isa.Op, n int, src func(i int) (mach.Operand, half), count int) []mach.Operand {
	srcs, halves := make([]mach.Operand, count), make([]half, count)
	for i := range srcs {
		srcs[i], halves[i] = src(i)
	}
	dst := k.reg(mach.FileV, n)
	in := k.emitVector(op, []mach.Operand{mach.P(dst)}, srcs)
	swapped := count >= 2 && in.Args[1] != srcs[0] && in.Args[1] == srcs[1]
	for i, h := range halves {
		if swapped && i < 2 {
			i = 1 - i
		}
		switch h {
		case lowHalf:
			in.Mods.OpSelHi &^= 1 << i
		case highHalf:
			in.Mods.OpSel |= 1 << i
		}
	}
	in.Mods.NegLo, in.Mods.NegHi = in.Mods.NegLo|f.minus, in.Mods.NegHi|f.minus
	return dwords(dst)
}

// inPairs reports whether the dwords of vectors of f32 are operands of packed instructions without
// copies: pairs of registers, the same for all lanes, or one number for all elements.
func (k *kernel) inPairs(list []value) bool {
	for _, v := range list {
		for i := 0; i+1 < len(v.dw); i += 2 {
			pair := v.dw[i : i+2]
			if _, ok := k.contiguous(mach.FileV, pair); ok {
				continue
			}
			if !k.allScalars(pair...) && !(pair[0] == pair[1] && pair[0].Flags == 0 && (len(v.dw) >= 4 || k.inPair(pair[0]))) {
				return false
			}
		}
	}
	return true
}

// inPair reports whether a dword is a half of a pair of registers.
func (k *kernel) inPair(d mach.Operand) bool {
	return d.Kind == mach.OperandReg && d.Flags == 0 && k.f.Regs[d.Part.Reg].Dwords > d.Part.Sub|1
}

// floatPair is two f32 as a source of a packed instruction. A number that is for both, and is not
// in a pair, gets one.
func (k *kernel) floatPair(lo, hi mach.Operand) (mach.Operand, half) {
	if p, ok := k.contiguous(mach.FileV, []mach.Operand{lo, hi}); ok {
		return mach.P(p), bothHalves
	}
	if lo == hi && k.isScalar(lo) {
		return mach.P(k.scalarInPair(lo)), lowHalf
	}
	if k.allScalars(lo, hi) {
		return mach.P(k.tuple(mach.FileS, []mach.Operand{lo, hi})), bothHalves
	}
	if !k.inPair(lo) {
		lo = k.once("pair", 0, []term{{v: value{dw: []mach.Operand{lo}}}}, func() []mach.Operand {
			dst := k.reg(mach.FileV, 2)
			k.b.Copy(dst.Dword(0), lo)
			k.b.Undef(dst.Dword(1))
			return []mach.Operand{mach.P(dst.Dword(0))}
		})[0]
	}
	p := mach.Part{Reg: lo.Part.Reg, Sub: lo.Part.Sub &^ 1, N: 2}
	if lo.Part.Sub&1 != 0 {
		return mach.P(p), highHalf
	}
	return mach.P(p), lowHalf
}

// scalarInPair returns a pair of scalar registers with a dword in the low one.
func (k *kernel) scalarInPair(d mach.Operand) mach.Part {
	return k.once("scalar pair", d.Value, []term{{v: value{dw: []mach.Operand{d}}}}, func() []mach.Operand {
		dst := k.reg(mach.FileS, 2)
		c := k.b.Copy(dst.Dword(0), d)
		if d.Kind == mach.OperandConst {
			c.Flags |= mach.Rematerialisable
		}
		k.b.Undef(dst.Dword(1))
		return []mach.Operand{mach.P(dst)}
	})[0].Part
}

// pairing puts the results of code from instruction first of the current block on in pairs of
// registers, where it computes elements of a vector of f32 one by one that packed instructions
// read later.
func (k *kernel) pairing(op *ir.Operation, block *mach.Block, first int, list []elem) {
	if block != k.b.Block || len(op.Results) != 1 || len(list) < 2 || !k.pairsWanted(op.Result(), 3) {
		return
	}
	to := map[mach.Reg]mach.Part{}
	for i := 0; i+1 < len(list); i += 2 {
		lo, hi := list[i].dw[0], list[i+1].dw[0]
		if lo == hi || !k.single(lo) || !k.single(hi) {
			continue
		}
		if _, ok := to[lo.Part.Reg]; ok {
			continue
		}
		if _, ok := to[hi.Part.Reg]; ok {
			continue
		}
		p := k.reg(mach.FileV, 2)
		to[lo.Part.Reg], to[hi.Part.Reg] = p.Dword(0), p.Dword(1)
	}
	made := map[mach.Reg]bool{}
	for _, in := range block.Instrs[first:] {
		in.Defs(func(_ int, p mach.Part) { made[p.Reg] = true })
	}
	for i := 0; i+1 < len(list); i += 2 { // both or none
		lo, hi := list[i].dw[0], list[i+1].dw[0]
		if lo.Kind != mach.OperandReg || hi.Kind != mach.OperandReg || !made[lo.Part.Reg] || !made[hi.Part.Reg] {
			delete(to, lo.Part.Reg)
			delete(to, hi.Part.Reg)
		}
	}
	for _, in := range block.Instrs[first:] {
		for i := range in.Args {
			if a := &in.Args[i]; a.Kind == mach.OperandReg {
				if p, ok := to[a.Part.Reg]; ok {
					a.Part = p
				}
			}
		}
	}
	for i := range list {
		if d := list[i].dw[0]; d.Kind == mach.OperandReg {
			if p, ok := to[d.Part.Reg]; ok {
				list[i].dw = []mach.Operand{mach.P(p)}
			}
		}
	}
}

// single reports whether a dword is a vector register of its own.
func (k *kernel) single(d mach.Operand) bool {
	return d.Kind == mach.OperandReg && d.Flags == 0 && k.f.Regs[d.Part.Reg].Dwords == 1 && k.f.Regs[d.Part.Reg].File == mach.FileV
}

// packable are the operations on vectors of f32 that have packed instructions.
var packable = map[string]bool{"arith.addf": true, "arith.subf": true, "arith.mulf": true, "math.fma": true, "vector.fma": true}

// pairsWanted reports whether packed instructions may read a vector of f32, or a part of it.
func (k *kernel) pairsWanted(v *ir.Value, depth int) bool {
	vec, isVector := v.Type.(*ir.VectorType)
	if !isVector || vec.Elem != ir.F32 || vec.Len() < 2 || depth == 0 || k.multiplies || !k.has(isa.V_PK_ADD_F32) {
		return false
	}
	for _, u := range k.uses[v] {
		switch name := u.Op.Name(); {
		case packable[name]:
			return true
		case name == "vector.reduction" && fast(u.Op, "reassoc"):
			return true
		case name == "vector.shuffle", name == "vector.shape_cast":
			if k.pairsWanted(u.Op.Result(), depth-1) {
				return true
			}
		}
	}
	return false
}
