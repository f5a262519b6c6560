package codegen

import (
	"fmt"
	"math/bits"

	"heddle/ir"
	"heddle/isa"
	"heddle/mach"
)

// ldsLowerings: operations specific to LDS.
var ldsLowerings = []lowering{
	{"amdgpu.gather_to_lds", lowerGatherToLDS},
	{"amdgpu.transpose_load", lowerTransposeLoad},
}

// toLDSRows are the direct-to-LDS loads by bytes: a lane's data goes to a slot
// of its number, of 4 bytes, or of 16 for more than that.
var toLDSRows = map[int64]struct{ global, buffer isa.Op }{
	1:  {isa.GLOBAL_LOAD_LDS_UBYTE, isa.BUFFER_LOAD_UBYTE},
	2:  {isa.GLOBAL_LOAD_LDS_USHORT, isa.BUFFER_LOAD_USHORT},
	4:  {isa.GLOBAL_LOAD_LDS_DWORD, isa.BUFFER_LOAD_DWORD},
	12: {isa.GLOBAL_LOAD_LDS_DWORDX3, isa.BUFFER_LOAD_DWORDX3},
	16: {isa.GLOBAL_LOAD_LDS_DWORDX4, isa.BUFFER_LOAD_DWORDX4},
}

// divisor returns the largest power of two that is known to divide a linear.
func (k *kernel) divisor(l linear) int64 {
	d := int64(1) << 30
	if l.c != 0 {
		d = min(d, l.c&-l.c)
	}
	for _, t := range l.terms {
		own := int64(1) << min(bits.TrailingZeros64(uint64(t.coef)), 30)
		if t.src != nil {
			own *= int64(min(k.flow.Divisor(t.src), 1<<30))
		}
		d = min(d, own)
	}
	return d
}

// lowerGatherToLDS: the place in LDS is that of the first lane, in M0. The offset field moves both
// addresses (CDNA3 and CDNA4 ISA 9.1.9), so M0 has so much less.
func lowerGatherToLDS(k *kernel, op *ir.Operation) error {
	transfer := op.Attr("transferType").(*ir.TypeAttr).Type
	width, count, ok := elementBits(transfer)
	src, dst := k.refOf(op.Operand("src")), k.refOf(op.Operand("dst"))
	row, known := toLDSRows[int64(width*count/8)]
	switch {
	case !ok || !known || width*count%8 != 0:
		return k.refuse(op, fmt.Sprintf("a transfer of %s", transfer), "1, 2, 4, 12 or 16 bytes")
	case dst.space != refLDS:
		return k.refuse(op, "the destination is in "+refSpaceNames[dst.space], "it must be in LDS")
	case src.space != refGlobal && src.space != refBuffer:
		return k.refuse(op, "the source is in "+refSpaceNames[src.space], "it must be in global memory or a buffer")
	}
	bytes := int64(width * count / 8)
	src, indices := k.guarded(src, op.OperandGroup("srcIndices"))
	from, ok1 := k.elementBytes(src, indices)
	to, ok2 := k.elementBytes(dst, op.OperandGroup("dstIndices"))
	if !ok1 || !ok2 {
		return k.refuse(op, "elements that may start inside a byte", "")
	}
	to = to.plus(k.dwordLinear(dst.base[0]))
	if src.space == refGlobal && k.divisor(to) < 4 {
		return k.refuse(op, "the address in LDS may not be a multiple of 4 bytes", "load through a buffer (amdgpu.fat_raw_buffer_cast), or align it")
	}
	m0 := k.f.All(k.f.NewFixed(isa.M0, 1, "m0"))
	plain := *src
	plain.immBelow = k.immOfGather(from, to)
	p := k.placeOf(&plain, from, bytes)
	to.c -= p.imm
	k.setM0(m0, to)
	k.eachPlace(&p, func(p *place, _ mach.InstrFlags) {
		var in *mach.Instr
		switch {
		case p.space == refBuffer && p.voff.Kind == mach.OperandNone:
			in = k.b.EmitRow(k.f.Row(row.buffer, isa.EncMUBUF, "off lds"), mach.Off(), mach.P(p.base), p.soff)
		case p.space == refBuffer:
			in = k.b.EmitRow(k.f.Row(row.buffer, isa.EncMUBUF, "offen lds"), p.voff, mach.P(p.base), p.soff)
			p.noteMoved(in, 0)
		case p.vector:
			in = k.b.EmitRow(k.f.Row(row.global, isa.EncGLOBAL, "off"), mach.P(p.base), mach.Off())
		default:
			in = k.b.EmitRow(k.f.Row(row.global, isa.EncGLOBAL, "saddr"), p.voff, mach.P(p.base))
		}
		in.ImplicitUse = m0.Reg
		in.Mods.Offset = int32(p.imm)
		in.Mem = &mach.Mem{Read: mach.SpaceGlobal, Write: mach.SpaceLDS, Root: src.root, NoAlias: src.noAlias, ToLDS: dst.root}
		if op.HasAttr("async") {
			in.Flags |= mach.Async
		}
	})
	return nil
}

// immOfGather is above what the offset field of a load to LDS may hold: M0 stays a place in LDS, of whole
// dwords.
func (k *kernel) immOfGather(from, to linear) int64 {
	if to.c < 0 || !k.notNegative(to.terms) || k.divisor(from) < 4 {
		return 1
	}
	return to.c + 1
}

// mostPlaces is how many places of direct loads in LDS are computed before a loop: each takes a scalar register, of
// about a hundred, for as long as the loop runs. Without any left, the schedule could not spread the loads.
const mostPlaces = 32

// setM0 writes a place in LDS to M0. Of one that is not computed before a loop the sum is what all loads of a tile
// share, and the constant of each is added on the way to M0.
func (k *kernel) setM0(m0 mach.Part, to linear) {
	scalar, vector := k.parts(to.terms)
	if to.c != 0 && len(scalar) > 0 && len(vector) == 0 && !k.placedBefore(scalar) {
		k.b.Emit(isa.S_ADD_I32, mach.P(m0), k.sum32(0, to.terms), constDword(uint32(to.c)))
		return
	}
	k.b.Copy(m0, k.toScalar(k.sum32(to.c, to.terms)))
}

// placedBefore reports whether a place in LDS is to be computed before the innermost loop.
func (k *kernel) placedBefore(scalar []term) bool {
	if len(k.loops) == 0 {
		return false
	}
	l := &k.loops[len(k.loops)-1]
	if _, moving := k.invariant(scalar); len(moving) > 0 || l.places == mostPlaces {
		return false
	}
	l.places++
	return true
}

// guarded returns a checked buffer and indices without the choice of an element that is outside of all
// buffers: the lanes that make it get an offset out of range instead, which has 32 bits.
func (k *kernel) guarded(src *ref, indices []*ir.Value) (*ref, []*ir.Value) {
	if len(indices) == 0 || src.space != refBuffer || !src.checked || src.buffer.ready != nil || !k.splits() {
		return src, indices
	}
	last := len(indices) - 1
	if n, known := k.flow.Range(indices[last]).Constant(); known && int64(n) >= beyondBuffers {
		return k.outside(src), indices
	}
	choice := indices[last].Op
	if choice == nil || choice.Name() != "arith.select" || !src.strides[last].constant() || src.strides[last].c != 1 {
		return src, indices
	}
	if n, known := k.flow.Range(choice.Operands[2]).Constant(); !known || int64(n) < beyondBuffers {
		return src, indices
	}
	on := k.value(choice.Operands[0]).bit[0]
	inside := append(indices[:last:last], choice.Operands[1])
	switch {
	case on.kind == condConst && on.is:
		return src, inside
	case on.kind == condConst:
		return k.outside(src), indices
	}
	indices = inside
	own := *k.knowing(src, indices, choice.Operands[0])
	own.mask = &on
	return &own, indices
}

// outside returns a buffer of which no lane accesses anything, whatever the indices.
func (k *kernel) outside(src *ref) *ref {
	off, own := cond{kind: condMask, mask: k.mask(constCond(false))}, *src
	own.mask, own.strides = &off, make([]linear, len(src.strides))
	return &own
}

// beyondBuffers is the number of an element that no buffer has: records have 32 bits.
const beyondBuffers = 1 << 40

// elementBytes is where an element at indices starts, in bytes from the base.
func (k *kernel) elementBytes(r *ref, indices []*ir.Value) (linear, bool) {
	unit, err := ir.StorageBits(r.typ.Elem)
	if err != nil {
		return linear{}, false
	}
	return k.byteAt(r, k.elementAt(r, indices), unit)
}

// transposeRows are the transposing reads by the bits of an element.
var transposeRows = map[int]struct {
	op     isa.Op
	dwords int
}{
	16: {isa.DS_READ_B64_TR_B16, 2},
	8:  {isa.DS_READ_B64_TR_B8, 2},
	6:  {isa.DS_READ_B96_TR_B6, 3},
	4:  {isa.DS_READ_B64_TR_B4, 2},
}

func lowerTransposeLoad(k *kernel, op *ir.Operation) error {
	r, t := k.refOf(op.Operand("src")), op.Result().Type
	width, _, _ := elementBits(t)
	row, ok := transposeRows[width]
	if !ok || r.space != refLDS {
		return k.refuse(op, fmt.Sprintf("%s from %s", t, refSpaceNames[r.space]), "elements of 4, 6, 8 or 16 bits in LDS")
	}
	at, whole := k.elementBytes(r, op.OperandGroup("srcIndices"))
	if !whole {
		return k.refuse(op, "elements that may start inside a byte", "")
	}
	p := k.placeOf(r, at, int64(row.dwords*4))
	dst := k.reg(mach.FileV, row.dwords)
	in := k.b.EmitRow(k.f.Row(row.op, isa.EncDS, ""), mach.P(dst), p.voff)
	in.Mods.Offset = int32(p.imm)
	in.Mem = p.memory(true, 0, 0)
	k.set(op, value{typ: t, dw: dwords(dst)})
	return nil
}
