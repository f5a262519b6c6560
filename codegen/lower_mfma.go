package codegen

import (
	"fmt"
	"slices"
	"strings"

	"heddle/ir"
	"heddle/isa"
	"heddle/mach"
)

// mfmaLowerings: matrix operations of amdgpu.
var mfmaLowerings = []lowering{
	{"amdgpu.mfma", lowerMFMA},
	{"amdgpu.sparse_mfma", lowerMFMA},
	{"amdgpu.scaled_mfma", lowerMFMA},
}

// matrixIntrinsics: those of rocdl, which name the instruction.
func matrixIntrinsics() []lowering {
	var rows []lowering
	for i := range ir.MatrixOps() {
		m := &ir.MatrixOps()[i]
		rows = append(rows, lowering{"rocdl." + m.Rocdl, func(k *kernel, op *ir.Operation) error { return lowerRocdlMFMA(k, m, op) }})
	}
	return rows
}

// matrixArgs are the operands and fields of a matrix instruction.
type matrixArgs struct {
	a, b, c          value
	extra            []value // the index of a sparse one, the scales of a scaled one
	cbsz, abid, blgp int64
	negate           [3]bool  // f64: A, B, C
	scaleByte        [2]int64 // which byte of the scales
}

// isMatrix reports whether an operation is a matrix instruction.
func isMatrix(op *ir.Operation) bool {
	switch name := op.Name(); name {
	case "amdgpu.mfma", "amdgpu.sparse_mfma", "amdgpu.scaled_mfma":
		return true
	default:
		return strings.HasPrefix(name, "rocdl.mfma.") || strings.HasPrefix(name, "rocdl.smfmac.")
	}
}

func lowerMFMA(k *kernel, op *ir.Operation) error {
	m := ir.FindMatrixOp(op, k.opt.Chip)
	if m == nil {
		return k.refuse(op, k.opt.Chip.Name+" has no such matrix instruction", "")
	}
	x := matrixArgs{a: k.value(op.Operands[0]), b: k.value(op.Operands[1]), c: k.value(op.Operands[2])}
	for _, v := range op.Operands[3:] {
		x.extra = append(x.extra, k.value(v))
	}
	x.cbsz, x.abid = fieldOf(op, "cbsz"), fieldOf(op, "abid")
	if op.Attr("blgp") != nil {
		x.blgp = int64(max(0, slices.Index(ir.MFMAPermBs, op.EnumAttr("blgp"))))
	}
	x.negate = [3]bool{op.HasAttr("negateA"), op.HasAttr("negateB"), op.HasAttr("negateC")}
	if m.Scaled {
		types := ir.FieldElems(k.opt.Chip)
		x.cbsz = int64(slices.Index(types, ir.ElemType(op.Operands[0].Type)))
		x.blgp = int64(slices.Index(types, ir.ElemType(op.Operands[1].Type)))
	}
	if op.Name() == "amdgpu.scaled_mfma" {
		x.scaleByte = [2]int64{op.IntAttr("scalesIdxA"), op.IntAttr("scalesIdxB")}
	}
	return k.matrix(op, m, &x)
}

// fieldOf returns an integer attribute, 0 if it is not there.
func fieldOf(op *ir.Operation, name string) int64 {
	if op.Attr(name) == nil {
		return 0
	}
	return op.IntAttr(name)
}

// lowerRocdlMFMA: operands A, B, C, and what are fields of the instruction.
func lowerRocdlMFMA(k *kernel, m *ir.MatrixOp, op *ir.Operation) error {
	if !m.On(k.opt.Chip) {
		return k.refuse(op, "is not on "+k.opt.Chip.Name, "")
	}
	x := matrixArgs{a: k.value(op.Operands[0]), b: k.value(op.Operands[1]), c: k.value(op.Operands[2])}
	field := func(i int) int64 {
		c, ok := isConst(k.value(op.Operands[i]).dw[0])
		if !ok {
			panic("BUG: a field of " + m.Inst.String() + " is not constant")
		}
		return int64(c)
	}
	switch {
	case m.Scaled:
		x.cbsz, x.blgp = field(3), field(4)
		x.scaleByte = [2]int64{field(5), field(7)}
		x.extra = []value{k.value(op.Operands[6]), k.value(op.Operands[8])}
	case m.Sparse:
		x.extra = []value{k.value(op.Operands[3])}
		x.cbsz, x.abid = field(4), field(5)
	default:
		x.cbsz, x.abid, x.blgp = field(3), field(4), field(5)
	}
	if m.A == "f64" { // BLGP negates A, B and C there (ISA manual, 7.1)
		x.negate = [3]bool{x.blgp&1 != 0, x.blgp&2 != 0, x.blgp&4 != 0}
		x.blgp = 0
	}
	return k.matrix(op, m, &x)
}

// matrix emits a matrix instruction. It ignores EXEC: inactive lanes take part with the contents of
// their registers.
func (k *kernel) matrix(op *ir.Operation, m *ir.MatrixOp, x *matrixArgs) error {
	formats := int64(7)
	if m.Scaled {
		formats = int64(len(isa.MatrixFormats())) - 1
	}
	for _, f := range []struct {
		name       string
		value, max int64
	}{{"cbsz", x.cbsz, formats}, {"abid", x.abid, 15}, {"blgp", x.blgp, formats}, {"the byte of A's scale", x.scaleByte[0], 3}, {"the byte of B's scale", x.scaleByte[1], 3}} {
		if f.value < 0 || f.value > f.max {
			return k.refuse(op, fmt.Sprintf("%s is %d", f.name, f.value), fmt.Sprintf("it is from 0 to %d", f.max))
		}
	}
	inst := m.Inst
	if m.Scaled && len(x.extra) == 0 {
		name := strings.Replace(inst.String(), "_scale", "", 1)
		var ok bool
		if inst, ok = isa.LookupOp(name); !ok {
			panic("BUG: isa does not know " + name)
		}
	}
	row := &k.f.Target.RowsOf(inst)[0]
	n, _ := dwordsOf(op.Result().Type)
	dst := k.reg(mach.FileV, n)
	if m.Scaled {
		x.a.dw, x.b.dw = formatted(x.a.dw, x.cbsz), formatted(x.b.dw, x.blgp)
	}
	args := []mach.Operand{mach.P(dst), mach.P(k.sharedTuple(x.a.dw)), mach.P(k.sharedTuple(x.b.dw))}
	switch {
	case m.Sparse: // the accumulator is the destination
		k.copyInto(dst, x.c.dw)
		args = append(args, mach.P(k.toVector(x.extra[0].dw[0], 1)))
	default:
		args = append(args, k.accumulator(row, x.c))
		for _, s := range x.extra {
			args = append(args, mach.P(k.toVector(s.dw[0], 1)))
		}
	}
	in := k.b.EmitRow(row, args...)
	in.Mods.CBSZ, in.Mods.ABID, in.Mods.BLGP = uint8(x.cbsz), uint8(x.abid), uint8(x.blgp)
	for i, neg := range x.negate {
		if neg {
			in.Mods.NegLo |= 1 << i
		}
	}
	if m.Scaled && len(x.extra) > 0 {
		in.Mods.OpSel, in.Mods.OpSelHi = 0, 0
		for i, b := range x.scaleByte {
			in.Mods.OpSel |= uint8(b&1) << i
			in.Mods.OpSelHi |= uint8(b>>1&1) << i
		}
	}
	k.set(op, value{typ: op.Result().Type, dw: dwords(dst)})
	return nil
}

// accumulator is C of a matrix instruction: one inline constant if all elements
// are that, else a tuple.
func (k *kernel) accumulator(row *isa.Row, c value) mach.Operand {
	const srcC = 3
	size := 1
	if bits, _, _ := elementBits(c.typ); bits == 64 {
		size = 2
	}
	first, ok := k.constantBits(c.dw[:size])
	for i := size; i < len(c.dw) && ok; i += size {
		next, isC := k.constantBits(c.dw[i : i+size])
		ok = isC && next == first
	}
	if ok && row.Inline(srcC, uint64(first)) {
		return mach.Const(first)
	}
	return mach.P(k.tuple(mach.FileV, c.dw))
}

// constantBits returns the number that one or two constant dwords make up.
func (k *kernel) constantBits(dw []mach.Operand) (int64, bool) {
	lo, ok := isConst(dw[0])
	if !ok || len(dw) == 1 {
		return int64(int32(lo)), ok
	}
	hi, ok := isConst(dw[1])
	return int64(uint64(hi)<<32 | uint64(lo)), ok
}

// copyInto copies dwords into a register.
func (k *kernel) copyInto(dst mach.Part, dw []mach.Operand) {
	if p, ok := k.contiguous(mach.FileV, dw); ok {
		k.b.Copy(dst, mach.P(p))
		return
	}
	for i, d := range dw {
		k.b.Copy(dst.Dword(i), d)
	}
}

// formatted returns the first dwords of an operand, as many as its format has: rocdl may pass more.
func formatted(dw []mach.Operand, format int64) []mach.Operand {
	n := [...]int{8, 8, 6, 6, 4}[format]
	for len(dw) < n {
		dw = append(dw[:len(dw):len(dw)], constDword(0))
	}
	return dw[:n]
}
