package codegen

import (
	"fmt"
	"math"

	"heddle/isa"
	"heddle/mach"
)

// place is an address as instructions take it: of the bytes [imm, imm+span)
// from there.
type place struct {
	ref    *ref
	space  refSpace
	base   mach.Part    // refGlobal: pair of scalar or vector registers; refBuffer: the resource
	vector bool         // refGlobal: base is in VGPRs
	voff   mach.Operand // a dword of the lane, in a VGPR; Kind is none if there is none
	soff   mach.Operand // refBuffer: soffset
	imm    int64
	// far, if not nil, replaces base and voff of a buffer: see eachPlace.
	far *farOffset
	// moved, if not nil, may replace base and voff.
	moved *movedPlace
}

// offsetRange is the range of the offset fields of instructions, in bytes (isa/encodings.md §3).
var offsetRange = [...]struct{ lo, hi int64 }{
	refGlobal:  {-4096, 4095},
	refBuffer:  {0, 4095},
	refLDS:     {0, 65535},
	refPrivate: {-4096, 4095},
}

// splitOffset divides an offset into a part that has to be added to an address
// and one for the offset fields of instructions that touch span bytes from
// there. Neighbouring offsets get the same part to add.
func splitOffset(ref *ref, c, span int64) (add, imm int64) {
	r := offsetRange[ref.space]
	if ref.immBelow != 0 {
		r.lo, r.hi = 0, min(r.hi, ref.immBelow+span-2)
	}
	if c >= r.lo && c <= r.hi-span+1 { // c may be anything: c+span would wrap
		return 0, c
	}
	step := offsetRange[ref.space].hi + 1
	imm = ((c % step) + step) % step
	if imm+span-1 > r.hi {
		return c, 0
	}
	return c - imm, imm
}

// splitSum divides c, in a sum with terms, into a part to add and one for the offset field. The
// address without the offset field must not be negative: if terms may be, enough of c is added to
// compensate.
func (k *kernel) splitSum(r *ref, c, span int64, terms []term) (add, imm int64) {
	if len(terms) == 0 && r.space != refBuffer {
		return splitOffset(r, c, span)
	}
	lo, _, ok := k.rangeOf(terms)
	switch {
	case k.notNegative(terms):
		add, imm = splitOffset(r, c, span)
		if r.space != refGlobal && add < 0 && !(ok && lo+add >= 0) {
			return c, 0 // the sum with the offset field need not wrap (buffers: RATIONALE.md)
		}
		return add, imm
	case ok && lo < 0 && lo > math.MinInt64 && c >= -lo:
		add, imm = splitOffset(r, c+lo, span)
		return add - lo, imm
	}
	return c, 0
}

// placeOf finds the instruction operands for an access to span bytes starting at byte at, relative
// to the ref's base.
func (k *kernel) placeOf(r *ref, at linear, span int64) place {
	switch r.space {
	case refGlobal:
		return k.globalPlace(r, at, span)
	case refBuffer:
		return k.bufferPlace(r, at, span)
	}
	return k.localPlace(r, at, span)
}

// localPlace returns a place in LDS or scratch: sums have 32 bits.
func (k *kernel) localPlace(r *ref, at linear, span int64) place {
	c := at.c
	terms := at.terms
	if b, ok := isConst(r.base[0]); ok {
		c += int64(b)
	} else {
		terms = append([]term{{v: value{dw: r.base, ext: extZero}, coef: 1}}, terms...)
	}
	add, imm := k.splitSum(r, int64(int32(c)), span, terms)
	p := place{ref: r, space: r.space, imm: imm}
	if sum := k.sum32(add, terms); r.space == refLDS || !isZero(sum) {
		p.voff = mach.P(k.inVector(sum))
	}
	return p
}

// inVector returns a dword in a VGPR, copied at most once per block.
func (k *kernel) inVector(o mach.Operand) mach.Part {
	if !k.isScalar(o) {
		return o.Part
	}
	one := []term{{v: value{dw: []mach.Operand{o}}}}
	return k.once("vector", o.Value, one, func() []mach.Operand { return []mach.Operand{mach.P(k.toVector(o, 1))} })[0].Part
}

// bufferPlace returns a place in a buffer. soffset stays out of it where the range check matters,
// because sources disagree on whether it counts (buffers.md §3.7); if everything is in range it may
// hold the uniform part.
func (k *kernel) bufferPlace(r *ref, at linear, span int64) place {
	if r.buffer.ready == nil {
		return k.splitPlace(r, at, span)
	}
	p := place{ref: r, space: refBuffer, base: k.tuple(mach.FileS, r.buffer.ready), soff: constDword(0)}
	scalar, vector := k.parts(at.terms)
	c := at.c
	terms := at.terms
	if len(scalar) > 0 && !r.checked && k.notNegative(scalar) && k.notNegative(vector) && c >= 0 {
		p.soff, terms = k.soffset(scalar), vector
	} else {
		scalar = nil
	}
	add, imm := k.splitSum(r, int64(int32(c)), span, terms)
	if r.checked && imm > 0 && !k.sumFits32(add+imm, terms) {
		add, imm = add+imm, 0
	}
	p.imm = imm
	k.explain(r, span, func(a *Address) {
		a.Base, a.SOffset, a.VOffset, a.Imm = k.sumText(r, linear{}), k.text(linear{terms: scalar}), k.text(linear{c: add, terms: terms}), imm
		a.Proof = "offsets of the operation have 32 bits"
		if !r.checked {
			a.Records, a.ThreadMax = fmt.Sprint(r.reach), r.reach-span
			a.Proof = "the type has so many bytes, and accesses beyond them are invalid"
		}
	})
	if sum := k.sum32(add, terms); !isZero(sum) {
		p.voff = mach.P(k.inVector(sum))
	}
	return p
}

// sumFits32 reports whether c plus the terms is below 2^32 as a whole number. What
// is added to voffset wraps there, and the sum of voffset and the offset field
// does not (RATIONALE.md): where an operation's offset may wrap, VALU has to add
// all of it.
func (k *kernel) sumFits32(c int64, terms []term) bool {
	lo, hi, ok := k.rangeOf(terms)
	return ok && lo+min(c, 0) >= 0 && hi < 1<<32-max(c, 0)
}

// globalPlace returns a place in global memory. The address is a scalar pair plus a dword of the
// lane wherever that dword is known to hold the lane's part, or all that is not in the pair; else
// it has 64 bits in VGPRs.
func (k *kernel) globalPlace(r *ref, at linear, span int64) place {
	if buffer, ok := k.asBuffer(r, at); ok {
		return k.bufferPlace(buffer, at, span)
	}
	p := place{ref: r, space: refGlobal}
	if !k.splits() && k.allScalars(r.base...) {
		p.base, p.voff = k.tuple(mach.FileS, r.base), mach.P(k.inVector(k.sum32(at.c, at.terms)))
		k.explainGlobal(r, linear{}, at, &p, 0, 0, span, splitProofs[splitOff])
		return p
	}
	startScalar, startVector := k.parts(r.start.terms)
	if k.isScalar(r.base[0]) && k.isScalar(r.base[1]) {
		const top = 1 << 32
		if r.reach > 0 && r.reach < top-span-8192 && len(startVector) == 0 {
			// Distances from the start are in [0, reach), also modulo 2^32.
			rest := at.plus(r.start.times(-1))
			c, imm := rest.c, int64(0)
			if c >= 0 || c >= offsetRange[refGlobal].lo && k.notNegative(rest.terms) {
				c, imm = k.splitSum(r, c, span, rest.terms)
			}
			p.base, p.imm = k.scalarBase(r, r.start.c, startScalar), imm
			p.voff = mach.P(k.inVector(k.sum32(c, rest.terms)))
			k.explainGlobal(r, r.start, linear{c: c, terms: rest.terms}, &p, 0, r.reach-span, span, "the type has so many bytes after the base, and accesses beyond them are invalid")
			return p
		}
		scalar, vector := k.parts(at.terms)
		if lo, hi, ok := k.rangeOf(vector); ok && hi-min(lo, 0) < top {
			// The most negative value of the lanes' part moves into the base.
			lo = min(lo, 0)
			add, imm := splitOffset(r, at.c+lo, span)
			p.base, p.imm = k.scalarBase(r, add, scalar), imm
			p.voff = mach.P(k.inVector(k.sum32(-lo, vector)))
			k.explainGlobal(r, linear{c: add, terms: scalar}, linear{c: -lo, terms: vector}, &p, 0, hi-lo, span, "the base takes the uniform terms; those of the lanes are below 2^32")
			return p
		}
	}
	add, imm := splitOffset(r, at.c, span)
	lo, hi := k.sum64(add, append([]term{{v: value{dw: r.base}, coef: 1}}, at.terms...))
	p.base, p.vector, p.imm = k.tuple(mach.FileV, []mach.Operand{lo, hi}), true, imm
	k.explainGlobal(r, linear{c: add, terms: at.terms}, linear{}, &p, 0, 0, span, "64-bit addresses in each lane")
	return p
}

// asBuffer returns an argument's ref as that of a buffer resource where this saves instructions: in
// loops, which have the uniform part of the offset in soffset. Everything that the kernel may
// access is in its range, whether or not the check includes soffset.
func (k *kernel) asBuffer(r *ref, at linear) (*ref, bool) {
	scalar, vector := k.parts(at.terms)
	if r.resource == nil || len(k.loops) == 0 || len(scalar) == 0 || at.c < 0 || !k.notNegative(scalar) || !k.notNegative(vector) {
		return nil, false
	}
	if r.resource.dw == nil {
		k.atEntry(func() { r.resource.dw = k.newResource(r.base, mach.Operand{}, constDword(uint32(r.reach))) })
	}
	b := *r
	b.space, b.buffer = refBuffer, &buffer{ready: r.resource.dw}
	return &b, true
}

// scalarBase returns the base of a ref with what is uniform of an offset added.
func (k *kernel) scalarBase(r *ref, add int64, scalar []term) mach.Part {
	lo, hi := k.sum64(add, append([]term{{v: value{dw: r.base}, coef: 1}}, scalar...))
	return k.tuple(mach.FileS, []mach.Operand{lo, hi})
}

// memory describes an access for the scheduler.
func (p *place) memory(load bool, delta, bytes int64) *mach.Mem {
	space := [...]mach.Space{mach.SpaceGlobal, mach.SpaceGlobal, mach.SpaceLDS, mach.SpaceScratch}[p.space]
	m := &mach.Mem{Root: p.ref.root, NoAlias: p.ref.noAlias}
	if load {
		m.Read = space
		if p.ref.readOnly {
			m.Read = mach.SpaceConst
		}
	} else {
		m.Write = space
	}
	return m
}

// accessRows are the instructions that load and store a number of bytes.
var accessRows = []struct {
	bytes         int64
	loads, stores [4]isa.Op // by refSpace
}{
	{16, [4]isa.Op{isa.GLOBAL_LOAD_DWORDX4, isa.BUFFER_LOAD_DWORDX4, isa.DS_READ_B128, isa.SCRATCH_LOAD_DWORDX4},
		[4]isa.Op{isa.GLOBAL_STORE_DWORDX4, isa.BUFFER_STORE_DWORDX4, isa.DS_WRITE_B128, isa.SCRATCH_STORE_DWORDX4}},
	{12, [4]isa.Op{isa.GLOBAL_LOAD_DWORDX3, isa.BUFFER_LOAD_DWORDX3, isa.DS_READ_B96, isa.SCRATCH_LOAD_DWORDX3},
		[4]isa.Op{isa.GLOBAL_STORE_DWORDX3, isa.BUFFER_STORE_DWORDX3, isa.DS_WRITE_B96, isa.SCRATCH_STORE_DWORDX3}},
	{8, [4]isa.Op{isa.GLOBAL_LOAD_DWORDX2, isa.BUFFER_LOAD_DWORDX2, isa.DS_READ_B64, isa.SCRATCH_LOAD_DWORDX2},
		[4]isa.Op{isa.GLOBAL_STORE_DWORDX2, isa.BUFFER_STORE_DWORDX2, isa.DS_WRITE_B64, isa.SCRATCH_STORE_DWORDX2}},
	{4, [4]isa.Op{isa.GLOBAL_LOAD_DWORD, isa.BUFFER_LOAD_DWORD, isa.DS_READ_B32, isa.SCRATCH_LOAD_DWORD},
		[4]isa.Op{isa.GLOBAL_STORE_DWORD, isa.BUFFER_STORE_DWORD, isa.DS_WRITE_B32, isa.SCRATCH_STORE_DWORD}},
	{2, [4]isa.Op{isa.GLOBAL_LOAD_USHORT, isa.BUFFER_LOAD_USHORT, isa.DS_READ_U16, isa.SCRATCH_LOAD_USHORT},
		[4]isa.Op{isa.GLOBAL_STORE_SHORT, isa.BUFFER_STORE_SHORT, isa.DS_WRITE_B16, isa.SCRATCH_STORE_SHORT}},
	{1, [4]isa.Op{isa.GLOBAL_LOAD_UBYTE, isa.BUFFER_LOAD_UBYTE, isa.DS_READ_U8, isa.SCRATCH_LOAD_UBYTE},
		[4]isa.Op{isa.GLOBAL_STORE_BYTE, isa.BUFFER_STORE_BYTE, isa.DS_WRITE_B8, isa.SCRATCH_STORE_BYTE}},
}

// piece is one access of those that a run of bytes takes: bytes at byte at.
type piece struct{ row, at, bytes int64 }

// piecesOf divides n bytes into the widest accesses.
func piecesOf(n int64) (list []piece) {
	for at := int64(0); at < n; {
		for row := range accessRows {
			if b := accessRows[row].bytes; b <= n-at {
				list = append(list, piece{int64(row), at, b})
				at += b
				break
			}
		}
	}
	return list
}

// emitAccess emits a load into data or a store of it, delta bytes from p.
func (k *kernel) emitAccess(op isa.Op, load bool, p *place, delta, bytes int64, data mach.Part) (in *mach.Instr) {
	if load && p.far != nil && !p.far.kept {
		k.b.Undef(data)
	}
	k.eachPlace(p, func(q *place, flags mach.InstrFlags) {
		in = k.emitOne(op, load, q, delta, bytes, data)
		if load {
			in.Flags |= flags
		}
	})
	return in
}

// emitOne is emitAccess for a place of one instruction.
func (k *kernel) emitOne(op isa.Op, load bool, p *place, delta, bytes int64, data mach.Part) *mach.Instr {
	var in *mach.Instr
	d := mach.P(data)
	emit := func(enc isa.Encoding, form string, args ...mach.Operand) {
		in = k.b.EmitRow(k.f.Row(op, enc, form), args...)
	}
	// Stores have the address before the data.
	order := func(a mach.Operand, more ...mach.Operand) []mach.Operand {
		if load {
			return append([]mach.Operand{d, a}, more...)
		}
		return append([]mach.Operand{a, d}, more...)
	}
	switch p.space {
	case refGlobal:
		if p.vector {
			emit(isa.EncGLOBAL, "off", order(mach.P(p.base), mach.Off())...)
		} else {
			emit(isa.EncGLOBAL, "saddr", order(p.voff, mach.P(p.base))...)
		}
	case refBuffer:
		if p.voff.Kind == mach.OperandNone {
			emit(isa.EncMUBUF, "off", d, mach.Off(), mach.P(p.base), p.soff)
		} else {
			emit(isa.EncMUBUF, "offen", d, p.voff, mach.P(p.base), p.soff)
			p.noteMoved(in, 1)
		}
	case refLDS:
		emit(isa.EncDS, "", order(p.voff)...)
	case refPrivate:
		if p.voff.Kind == mach.OperandNone {
			emit(isa.EncSCRATCH, "none", order(mach.Off(), mach.Off())...)
		} else {
			emit(isa.EncSCRATCH, "vaddr", order(p.voff, mach.Off())...)
		}
	}
	in.Mods.Offset = int32(p.imm + delta)
	in.Mem = p.memory(load, delta, bytes)
	return in
}
