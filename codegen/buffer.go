package codegen

import (
	"fmt"

	"heddle/ir"
	"heddle/isa"
	"heddle/mach"
)

// bufferLowerings: buffer resources.
var bufferLowerings = []lowering{
	{"amdgpu.fat_raw_buffer_cast", lowerFatRawBuffer},
}

// Word 3 of a resource: data format 32, number format float, as in LLVM; data format 0 would mean
// "no buffer". The chips of this family check the range regardless of the other fields (buffers.md
// §3.1, §3.7).
const resourceWord3 = 0x27000

// cacheSwizzle is bit 30 of word 1, here in its upper half: the stride in bits
// 29 to 16, in bytes and without a sign, chooses sets of the cache. It changes
// no result (buffers.md §3.4; arch.CacheSwizzleStride says when it helps).
const (
	cacheSwizzle = 1 << (30 - 16)
	strideMask   = 1<<14 - 1
)

// newResource makes a buffer resource in scalar registers: base is 64 bits of
// which 48 count, swizzle the stride of the cache swizzle, or none. All are
// scalar.
func (k *kernel) newResource(base []mach.Operand, swizzle mach.Operand, records mach.Operand) []mach.Operand {
	dst := k.reg(mach.FileS, 4)
	if at, ok := k.pointers[pointerKey(base)]; ok && swizzle.Kind == mach.OperandNone {
		// Load directly to the destination, which is cheaper than copying.
		k.atEntry(func() { k.loadPointer(dst.Dwords(0, 2), at) })
	} else {
		k.b.Copy(dst.Dword(0), base[0])
		k.b.Copy(dst.Dword(1), k.word1(base[1], swizzle))
	}
	k.b.Copy(dst.Dword(2), records)
	k.b.Copy(dst.Dword(3), constDword(resourceWord3)).Flags |= mach.Rematerialisable
	return dwords(dst)
}

// word1 returns the upper part of an address with the stride of a cache swizzle.
func (k *kernel) word1(high, swizzle mach.Operand) mach.Operand {
	if swizzle.Kind == mach.OperandNone {
		return high
	}
	stride := k.or(k.and(swizzle, constDword(strideMask)), constDword(cacheSwizzle))
	return k.sop1(isa.S_PACK_LL_B32_B16, high, stride)
}

// pointerKey is both dwords of an address; none of an argument is the zero key.
func pointerKey(base []mach.Operand) [2]mach.Part {
	if base[0].Kind != mach.OperandReg || base[1].Kind != mach.OperandReg {
		return [2]mach.Part{}
	}
	return [2]mach.Part{base[0].Part, base[1].Part}
}

// loadPointer loads a pointer from the kernarg segment.
func (k *kernel) loadPointer(dst mach.Part, at int) {
	in := k.b.EmitRow(k.f.Row(isa.S_LOAD_DWORDX2, isa.EncSMEM, "imm"), mach.P(dst), mach.P(k.kernarg), mach.Imm(int64(at)))
	in.Mem = &mach.Mem{Read: mach.SpaceConst}
}

// uniformDwords are dwords in scalar registers; ok is false if the lanes may
// have different ones.
func (k *kernel) uniformDwords(l linear, dw ...mach.Operand) (out []mach.Operand, ok bool) {
	ok = true
	for _, t := range l.terms {
		ok = ok && (k.allScalar(t.v) || t.src != nil && k.uniform(t.src))
	}
	for _, d := range dw {
		if ok {
			out = append(out, k.toScalar(d))
		}
	}
	return out, ok
}

// lowerFatRawBuffer makes a resource of a memref in global memory. CDNA checks
// the range of every access to a buffer, so boundsCheck = false changes nothing.
func lowerFatRawBuffer(k *kernel, op *ir.Operation) error {
	src := k.refOf(op.Operand("source"))
	if src.space != refGlobal {
		return k.refuse(op, fmt.Sprintf("a buffer of %s", refSpaceNames[src.space]), "buffers must be in global memory")
	}
	unit, err := ir.StorageBits(src.typ.Elem)
	if err != nil {
		return k.refuse(op, err.Error(), "")
	}
	r := *src
	move := src.shift
	if op.HasAttr("resetOffset") {
		bytes, whole := k.toBytes(src.offset, unit)
		if !whole {
			return k.refuse(op, "an offset that may be inside a byte", "")
		}
		move, r.offset = move.plus(bytes), linear{}
	}
	base := move.plus(linear{terms: []term{{v: value{dw: src.base}, coef: 1}}})
	lo, hi := k.sum64(base.c, base.terms)
	pair, ok := k.uniformDwords(move, lo, hi)
	if !ok || !k.isScalar(src.base[0]) || !k.isScalar(src.base[1]) {
		return k.refuse(op, "the buffer may differ between the lanes of a wave", "its address must be uniform")
	}
	valid, most, err := k.validBytes(op, op.Operand("validBytes"), src, unit)
	if err != nil {
		return err
	}
	forward := []term(nil)
	if op.Operand("validBytes") == nil {
		valid, forward = k.onlyForward(src, valid)
	}
	stride := mach.Operand{}
	if v := op.Operand("cacheSwizzleStride"); v != nil {
		own := k.value(v)
		if !k.allScalar(own) && !k.uniform(v) {
			return k.refuse(op, "the stride may differ between the lanes of a wave", "")
		}
		stride = k.toScalar(own.lo())
	}
	r.space, r.shift, r.start, r.reach, r.checked = refBuffer, linear{}, linear{}, 0, true
	r.base, r.buffer = pair, &buffer{valid: valid, most: most, stride: stride, forward: forward}
	if k.opt.Explain {
		r.name = k.sumText(src, move)
	}
	k.setRef(op, &r)
	k.noteOpen(op.Results[0], &r)
	k.resourceAt(&r, linear{}) // here, where it dominates all accesses; it is dropped if none needs it
	return nil
}

// mostValid bounds the number of valid bytes: no address is that far away.
const mostValid = 1<<62 - 1

// validBytes returns the number of valid bytes from a resource's base, and its bound: the operand
// of the operation, as an unsigned number, or the extent of the dimension that reaches farthest,
// without the offset.
func (k *kernel) validBytes(op *ir.Operation, valid *ir.Value, src *ref, unit int64) (dw []mach.Operand, most int64, err error) {
	if valid == nil {
		return k.extentBytes(op, src, unit)
	}
	n := k.value(valid)
	if !k.allScalar(n) && !k.uniform(valid) {
		return nil, 0, k.refuse(op, "validBytes may differ between the lanes of a wave", "")
	}
	lo, hi := k.wide(n)
	if v, ok := wideNumber(lo, hi); ok {
		most = int64(min(v, mostValid))
		lo, hi = constPair(uint64(most))
		return []mach.Operand{lo, hi}, most, nil
	}
	dw = []mach.Operand{k.toScalar(lo), k.toScalar(hi)}
	if i := k.flow.RangeAt(valid, op); i.NonNegative() && i.SMax <= mostValid {
		return dw, i.SMax, nil
	}
	dw[1] = k.op32(&minUOp, dw[1], constDword(mostValid>>32))
	return dw, mostValid, nil
}

// extentBytes returns the number of bytes that a memref's sizes and strides span.
func (k *kernel) extentBytes(op *ir.Operation, src *ref, unit int64) (dw []mach.Operand, bound int64, err error) {
	most := number(0)
	if len(src.sizes) == 0 {
		most = number(1)
	}
	overflow := false
	for i := range src.sizes {
		if unknown(src.sizes[i]) {
			return nil, 0, k.refuse(op, "the size of the buffer is not known", "give validBytes")
		}
		reach := k.product(src.sizes[i], k.forward(src.strides[i]))
		if src.sizes[i].constant() && src.strides[i].constant() {
			_, ok := mulSmall(src.sizes[i].c, src.strides[i].c)
			overflow = overflow || !ok
		}
		switch {
		case most.constant() && reach.constant():
			most.c = max(most.c, reach.c)
		case most.constant() && most.c == 0 && k.notNegative(reach.terms) && reach.c >= 0:
			most = reach
		default:
			a, b := k.indexValue(most), k.indexValue(reach)
			aLo, aHi := k.wide(a)
			bLo, bHi := k.wide(b)
			less := "slt"
			if k.notNegative(most.terms) && most.c >= 0 && k.notNegative(reach.terms) && reach.c >= 0 {
				less = "ult"
			}
			d := k.selectDwords(k.compare(less, a, b), []mach.Operand{bLo, bHi}, []mach.Operand{aLo, aHi})
			most = linear{terms: []term{{v: value{typ: ir.Index, dw: d}, coef: 1}}}
		}
	}
	if _, ok := mulSmall(most.c, unit/8); !ok || overflow {
		return nil, 0, k.refuse(op, fmt.Sprintf("%s has more than 2^61 bytes", src.typ), "give validBytes")
	}
	bytes := most.times(unit / 8)
	lo, hi := k.sum64(bytes.c, bytes.terms)
	out, ok := k.uniformDwords(linear{}, lo, hi)
	if !ok {
		return nil, 0, k.refuse(op, "the size of the buffer may differ between the lanes of a wave", "")
	}
	if v, known := wideNumber(lo, hi); known {
		return out, int64(v), nil
	}
	return out, mostValid, nil
}

// longStride is more than the elements in memory between two neighbours in any dimension.
const longStride = 1 << 48

// forward returns a stride that is not known before the launch as a number from 0 to longStride,
// and another one unchanged. A negative stride becomes some number.
func (k *kernel) forward(stride linear) linear {
	if stride.c != 0 || len(stride.terms) != 1 || k.notNegative(stride.terms) {
		return stride
	}
	t := stride.terms[0]
	if t.coef != 1 || len(t.v.dw) != 2 || !k.allScalar(t.v) {
		return stride
	}
	dw := k.once("forward", 0, stride.terms, func() []mach.Operand {
		return []mach.Operand{t.v.dw[0], k.op32(&minUOp, t.v.dw[1], constDword(longStride>>32-1))}
	})
	return linear{terms: []term{{v: value{typ: ir.Index, dw: dw}, coef: 1, most: longStride, forward: true, name: t.name}}}
}

// onlyForward returns the number of valid bytes of a buffer without validBytes, 0 if one of its
// strides is negative (how far it reaches is not known then), and the strides that this is about.
func (k *kernel) onlyForward(src *ref, valid []mach.Operand) ([]mach.Operand, []term) {
	var open []term
	negative := constDword(0)
	for _, s := range src.strides {
		if f := k.forward(s); len(f.terms) == 0 || f.terms[0].same(s.terms[0]) {
			continue
		}
		open = append(open, s.terms[0])
		negative = k.or(negative, s.terms[0].v.dw[1])
	}
	if open == nil {
		return valid, nil
	}
	sign := k.ashr(negative, constDword(31))
	return []mach.Operand{k.without(valid[0], sign), k.without(valid[1], sign)}, open
}

// strideOf returns the stride of a dimension, with what a buffer knows of it.
func (k *kernel) strideOf(r *ref, dim int) linear {
	s := r.strides[dim]
	if r.buffer != nil && len(s.terms) == 1 && s.terms[0].coef == 1 && s.c == 0 {
		for _, t := range r.buffer.forward {
			if t.same(s.terms[0]) {
				return k.forward(s)
			}
		}
	}
	return s
}

// checkedPlace returns a place for an access delta bytes from p of which size bytes have to be in
// range together, more than the instruction checks: if they end past the range, the offset goes out
// of range, too.
func (k *kernel) checkedPlace(p place, delta, size int64) place {
	if p.far != nil {
		return k.checkedFar(p, delta, size)
	}
	sum := constDword(0)
	if p.voff.Kind != mach.OperandNone {
		sum = p.voff
	}
	sum = k.add(k.add(sum, constDword(uint32(p.imm+delta))), p.soff)
	end := k.reg(mach.FileV, 1)
	in := k.b.EmitRow(k.f.Row(isa.V_ADD_U32, isa.EncVOP3A, ""), mach.P(end), mach.Const(size), mach.P(k.toVector(sum, 1)))
	in.Mods.Set |= 1 << isa.ModClamp
	inside := k.vcmp(isa.V_CMP_LE_U32, mach.P(end), mach.P(p.base.Dword(2)))
	p.imm, p.soff, p.moved = -delta, constDword(0), nil
	p.voff = mach.P(k.toVector(k.selectDword(inside, sum, constDword(outside)), 1))
	return p
}
