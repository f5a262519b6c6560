package codegen

import (
	"fmt"

	"heddle/ir"
	"heddle/isa"
	"heddle/mach"
)

// memrefLowerings: loads and stores of package memref.
var memrefLowerings = []lowering{
	{"memref.load", func(k *kernel, op *ir.Operation) error {
		return k.lowerLoad(op, op.Operands[0], op.Operands[1:])
	}},
	{"memref.store", func(k *kernel, op *ir.Operation) error {
		return k.lowerStore(op, op.Operands[0], op.Operands[1], op.Operands[2:])
	}},
	{"memref.copy", lowerCopy},
	{"vector.load", func(k *kernel, op *ir.Operation) error {
		return k.lowerLoad(op, op.Operands[0], op.OperandGroup("indices"))
	}},
	{"vector.store", func(k *kernel, op *ir.Operation) error {
		return k.lowerStore(op, op.Operands[0], op.Operands[1], op.OperandGroup("indices"))
	}},
}

// lowerLoad loads the only result of op.
func (k *kernel) lowerLoad(op *ir.Operation, base *ir.Value, indices []*ir.Value) error {
	r := k.knowing(k.refOf(base), indices, nil)
	t := op.Result().Type
	if w, err := ir.StorageBits(t); err == nil && w < 8 {
		return k.loadBits(op, r, k.elementAt(r, indices), t, w)
	}
	runs, err := k.runsOf(op, r, t, k.elementAt(r, indices))
	if err != nil {
		return err
	}
	if dw, ok := k.scalarLoad(op, r, runs, t); ok {
		k.set(op, value{typ: t, dw: dw})
		return nil
	}
	if k.signedUses(op, t) {
		p := k.placeOf(r, runs[0].at, runs[0].bits/8)
		dst := k.reg(mach.FileV, 1)
		k.emitAccess(signedLoads[runs[0].bits/8][p.space], true, &p, 0, runs[0].bits/8, dst)
		k.set(op, value{typ: t, dw: dwords(dst), narrow: extSigned})
		return nil
	}
	return k.setLoaded(op, t, k.loadRuns(r, runs, t))
}

// signedLoads are the loads that extend a sign, by bytes and refSpace.
var signedLoads = map[int64][4]isa.Op{
	1: {isa.GLOBAL_LOAD_SBYTE, isa.BUFFER_LOAD_SBYTE, isa.DS_READ_I8, isa.SCRATCH_LOAD_SBYTE},
	2: {isa.GLOBAL_LOAD_SSHORT, isa.BUFFER_LOAD_SSHORT, isa.DS_READ_I16, isa.SCRATCH_LOAD_SSHORT},
}

// signedUses reports whether all uses of a loaded integer sign-extend it.
func (k *kernel) signedUses(op *ir.Operation, t ir.Type) bool {
	if t != ir.I8 && t != ir.I16 {
		return false
	}
	uses := k.uses[op.Result()]
	for _, use := range uses {
		switch use.Op.Name() {
		case "arith.extsi", "arith.sitofp", "arith.index_cast":
		default:
			return false
		}
	}
	return len(uses) > 0
}

// lowerStore stores v.
func (k *kernel) lowerStore(op *ir.Operation, v, base *ir.Value, indices []*ir.Value) error {
	r := k.knowing(k.refOf(base), indices, nil)
	if w, err := ir.StorageBits(v.Type); err == nil && w < 8 {
		return k.storeBits(op, r, k.elementAt(r, indices), k.value(v), w)
	}
	runs, err := k.runsOf(op, r, v.Type, k.elementAt(r, indices))
	if err != nil {
		return err
	}
	dw := k.stored(k.value(v))
	at := int64(0) // bits
	for _, run := range runs {
		k.storeBytes(r, run.at, run.bits/8, k.bitsFrom(dw, at, run.bits))
		at += run.bits
	}
	return nil
}

// run is a contiguous range of bits in memory, starting at a byte.
type run struct {
	at   linear
	bits int64
}

// runsOf returns the bytes that an access of type t at an element touches, in the order of the
// elements. The dimensions of a vector are the last ones of the memref, or the vector is one
// element.
func (k *kernel) runsOf(op *ir.Operation, r *ref, t ir.Type, at linear) ([]run, error) {
	unit, err := ir.StorageBits(r.typ.Elem)
	if err != nil {
		return nil, k.refuse(op, err.Error(), "")
	}
	start, whole := k.byteAt(r, at, unit)
	if !whole {
		return nil, k.refuse(op, fmt.Sprintf("an element of %s that may start inside a byte", r.typ), "")
	}
	v, isVector := t.(*ir.VectorType)
	if !isVector {
		if unit%8 != 0 {
			return nil, k.refuse(op, fmt.Sprintf("a single element of %s", r.typ), "access whole bytes")
		}
		return []run{{start, unit}}, nil
	}
	elem, err := ir.StorageBits(v.Elem)
	if err != nil {
		return nil, k.refuse(op, err.Error(), "")
	}
	n, ok := v.Shape.Elements()
	if !ok {
		return nil, k.refuse(op, fmt.Sprintf("%s has no fixed size", v), "")
	}
	if ir.SameType(r.typ.Elem, t) {
		row := int64(1)
		if len(v.Shape) > 0 {
			row = v.Shape[len(v.Shape)-1]
		}
		rows := n / max(row, 1)
		return k.rowRuns(op, start, row*elem, rows, number(unit/8/max(rows, 1)))
	}
	return k.vectorRuns(op, r, v, elem, start)
}

// rowRuns returns runs of equal length in bits, a step in bytes apart.
func (k *kernel) rowRuns(op *ir.Operation, start linear, bits, rows int64, step linear) ([]run, error) {
	if bits%8 != 0 {
		return nil, k.refuse(op, "rows of a vector that end inside a byte", "")
	}
	var runs []run
	for range rows {
		runs = append(runs, run{start, bits})
		start = start.plus(step)
	}
	return runs, nil
}

// vectorRuns are those of a vector whose dimensions are the last ones of r.
func (k *kernel) vectorRuns(op *ir.Operation, r *ref, v *ir.VectorType, elem int64, start linear) ([]run, error) {
	strides := r.strides[len(r.strides)-len(v.Shape):]
	runs := []run{{start, elem}}
	for d := len(v.Shape) - 1; d >= 0; d-- {
		n := v.Shape[d]
		step, whole := k.toBytes(strides[d], elem)
		dense := strides[d].constant() && strides[d].c*elem == runs[0].bits
		if len(runs) == 1 && dense {
			runs[0].bits *= n
			continue
		}
		if !whole && n > 1 || runs[0].bits%8 != 0 {
			return nil, k.refuse(op, "rows of a vector that end inside a byte", "")
		}
		var all []run
		offset := linear{}
		for range n {
			for _, one := range runs {
				all = append(all, run{one.at.plus(offset), one.bits})
			}
			offset = offset.plus(step)
		}
		runs = all
	}
	if runs[0].bits%8 != 0 {
		return nil, k.refuse(op, fmt.Sprintf("%s ends inside a byte", v), "")
	}
	return runs, nil
}

// loadRuns loads runs and packs them like the elements of a value: an i1 takes a byte.
func (k *kernel) loadRuns(r *ref, runs []run, t ir.Type) []mach.Operand {
	var dw []mach.Operand
	filled := int64(0) // bits
	for _, run := range runs {
		part := k.loadBytes(r, run.at, run.bits/8)
		dw = k.appendBits(dw, filled, part, run.bits)
		filled += run.bits
	}
	return dw
}

// appendBits appends n bits of src, followed by zeros, after the first filled bits of dw.
func (k *kernel) appendBits(dw []mach.Operand, filled int64, src []mach.Operand, n int64) []mach.Operand {
	shift := uint32(filled % 32)
	if shift == 0 {
		return append(dw, src...)
	}
	for i, s := range src {
		last := len(dw) - 1
		dw[last] = k.vop1(isa.V_LSHL_OR_B32, s, constDword(shift), dw[last])
		if left := n - int64(i)*32; left > int64(32-shift) {
			dw = append(dw, k.shr(s, constDword(32-shift)))
		}
	}
	return dw
}

// bitsFrom is n bits of dw from a bit on; the bits above them are undefined.
func (k *kernel) bitsFrom(dw []mach.Operand, from, n int64) []mach.Operand {
	first, shift := from/32, uint32(from%32)
	count := (n + 31) / 32
	if shift == 0 {
		return dw[first : first+count]
	}
	var out []mach.Operand
	for i := range count {
		lo := dw[first+i]
		if int64(len(dw)) == first+i+1 || n-i*32 <= int64(32-shift) {
			out = append(out, k.shr(lo, constDword(shift)))
			continue
		}
		out = append(out, k.vop1(isa.V_ALIGNBIT_B32, dw[first+i+1], lo, constDword(shift)))
	}
	return out
}

// setLoaded makes op's result from the loaded dwords.
func (k *kernel) setLoaded(op *ir.Operation, t ir.Type, dw []mach.Operand) error {
	if ir.ElemType(t) != ir.I1 {
		v := value{typ: t, dw: dw}
		if ir.ElemType(t) == t && typeBits(t) < 32 {
			v.narrow = extZero // as loads leave it
		}
		k.set(op, v)
		return nil
	}
	v := value{typ: t}
	n := int64(1)
	if vt, ok := t.(*ir.VectorType); ok {
		n = vt.Len()
	}
	for i := range n {
		b := k.and(k.shr(dw[i/4], constDword(uint32(i%4*8))), constDword(1))
		v.bit = append(v.bit, k.vcmp(isa.V_CMP_NE_U32, constDword(0), b))
	}
	k.set(op, v)
	return nil
}

// stored returns a value's dwords as in memory: an i1 takes a byte.
func (k *kernel) stored(v value) []mach.Operand {
	switch {
	case v.bit == nil && len(v.dw) == 1 && v.ext != extNone:
		lo, hi := k.wide(v)
		return []mach.Operand{lo, hi}
	case v.bit == nil:
		return v.dw
	}
	var dw []mach.Operand
	for i, c := range v.bit {
		b := k.laneBool(c)
		if i%4 == 0 {
			dw = append(dw, b)
			continue
		}
		last := len(dw) - 1
		dw[last] = k.or(dw[last], k.shl(b, constDword(uint32(i%4*8))))
	}
	return dw
}

// maxCopy is the largest memref.copy in bytes that is written out.
const maxCopy = 4096

// lowerCopy: each lane copies everything, element by element, or all at once if both memrefs are
// dense.
func lowerCopy(k *kernel, op *ir.Operation) error {
	src, dst := k.refOf(op.Operands[0]), k.refOf(op.Operands[1])
	unit, err := ir.StorageBits(src.typ.Elem)
	n, static := src.typ.Shape.Elements()
	switch {
	case err != nil || unit%8 != 0 || src.typ.Unranked || dst.typ.Unranked:
		return k.refuse(op, fmt.Sprintf("a copy of %s", src.typ), "")
	case !static || n*unit/8 > maxCopy:
		return k.refuse(op, fmt.Sprintf("a copy of %s, which may be more than %d bytes", src.typ, maxCopy), "write it as a loop")
	case n == 0:
		return nil
	}
	// A vector of all elements has the memref's runs.
	whole := ir.Vector(src.typ.Elem, src.typ.Shape...)
	if len(src.typ.Shape) == 0 {
		whole = ir.Vector(src.typ.Elem, 1)
	}
	for _, part := range [2]*ref{src, dst} {
		if _, nested := part.typ.Elem.(*ir.VectorType); nested {
			return k.refuse(op, fmt.Sprintf("a copy of %s", part.typ), "")
		}
	}
	from, err := k.copyRuns(op, src, whole, unit)
	if err != nil {
		return err
	}
	to, err := k.copyRuns(op, dst, whole, unit)
	if err != nil {
		return err
	}
	dw := k.loadRuns(src, from, whole)
	at := int64(0)
	for _, run := range to {
		k.storeBytes(dst, run.at, run.bits/8, k.bitsFrom(dw, at, run.bits))
		at += run.bits
	}
	return nil
}

// copyRuns returns the runs of all elements of a memref.
func (k *kernel) copyRuns(op *ir.Operation, r *ref, v *ir.VectorType, unit int64) ([]run, error) {
	start, whole := k.byteAt(r, r.offset, unit)
	if !whole {
		return nil, k.refuse(op, "elements that may start inside a byte", "")
	}
	if len(r.strides) == 0 {
		return []run{{start, unit}}, nil
	}
	return k.vectorRuns(op, r, v, unit, start)
}
