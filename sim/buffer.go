package sim

import (
	"math/bits"

	"heddle/isa"
)

// resource is a decoded buffer resource (V#).
//
// Source: facts isa/encodings.md §11, ISA manual §9.1.5 and §9.1.8.
type resource struct {
	base        uint64
	stride      uint64
	records     uint64
	word3       uint32
	indexStride uint64
	addTID      bool
	swizzled    bool
}

// Bits of the last dword of a resource.
const (
	resourceNumFormat   = 12 // 3 bits
	resourceDataFormat  = 15 // 4 bits
	resourceIndexStride = 21 // 2 bits: 8, 16, 32, 64
	resourceAddTID      = 23
)

// swizzleElement is the number of bytes that swizzling keeps together. The
// manual has a field for it, gfx9.4 does not (facts isa/encodings.md §11).
const swizzleElement = 4

// resourceOf reads the resource of a buffer instruction. Format conversions
// take 14 bits of stride, others 18 if the lane number is part of the index.
func (w *wave) resourceOf(in *instr) resource {
	var v [4]uint32
	for i := range v {
		v[i] = w.sgpr[(in.mem.rsrc.reg+i)&127]
	}
	r := resource{
		base:        baseOf(v[0], v[1]),
		stride:      uint64(v[1] >> 16 & 0x3fff),
		records:     uint64(v[2]),
		word3:       v[3],
		indexStride: 8 << (v[3] >> resourceIndexStride & 3),
		addTID:      v[3]>>resourceAddTID&1 != 0,
	}
	// Swizzling acts only together with add_tid: facts isa/encodings.md §11.
	swizzle := v[1]>>31 != 0
	r.swizzled = r.addTID && swizzle
	if swizzle && !r.addTID {
		w.wg.stats.swizzled++
	}
	if r.addTID && in.mem.Components == 0 {
		r.stride |= uint64(v[3]>>resourceDataFormat&0xf) << 14
	}
	return r
}

// baseOf is the base address in the first two words: 48 bits, signed.
func baseOf(low, high uint32) uint64 { return uint64(int64(uint64(high)<<48|uint64(low)<<16) >> 16) }

// unbound reports whether the resource has the data format that means "no buffer": loads give 0,
// stores do nothing (ISA manual §9.1.4). The field is part of the stride where the lane number is
// part of the index.
func (r *resource) unbound(in *instr) bool {
	return r.word3>>resourceDataFormat&0xf == 0 && !(r.addTID && in.mem.Components == 0)
}

// bufferAddress computes the addresses of a MUBUF or MTBUF instruction and checks them against the
// buffer's size. That the sum of voffset and the instruction's offset has more than 32 bits is a
// model: RATIONALE.md, "Where do the sources disagree about execution?".
func bufferAddress(w *wave, op *memOp) {
	in := op.in
	s := &in.mem
	r := w.resourceOf(in)
	elements, size := in.checkedElements(&r)
	if s.Components > 0 {
		op.sdata[slotFormat] = uint32(formatOf(in, &r))
	}
	if elements == 0 || r.unbound(in) {
		return // valid stays 0
	}
	if r.swizzled && uint64(elements)*size > swizzleElement {
		op.sdata[slotStep] = uint32(swizzleElement * r.indexStride)
	}
	idxen, offen := in.Mods.Set.Has(isa.ModIdxen), in.Mods.Set.Has(isa.ModOffen)
	soffset := uint64(w.scalar(s.soffset))
	var index, voffset *lanes
	if idxen {
		index = w.vector(s.addr, 0)
	}
	if offen {
		voffset = w.vector(s.addr, int(bit(idxen)))
	}
	beyond := false
	for mask := op.exec; mask != 0; mask &= mask - 1 {
		l := bits.TrailingZeros64(mask) & 63
		offset, i := uint64(in.Mods.Offset), uint64(0)
		if idxen {
			i = uint64(index[l])
		}
		if offen {
			offset += uint64(voffset[l]) // does not wrap, nor do the sums that follow
			beyond = beyond || offset>>32 != 0
		}
		checked := offset
		if !w.wg.soffsetUnchecked {
			checked += soffset
		}
		op.valid[l] = r.inRange(idxen, i, checked, elements, size)
		op.addr[l] = r.base + soffset + r.offset(idxen, i, uint64(l), offset)
	}
	w.wg.stats.beyond += bit(beyond)
}

// checkedElements returns how many elements of which size, in bytes, a lane
// accesses: the range check takes loads and stores of several dwords apart,
// atomics and format conversions are checked as a whole. No elements means
// that the format is no format.
func (in *instr) checkedElements(r *resource) (n int, size uint64) {
	s := &in.mem
	switch {
	case s.Components > 0:
		size = uint64(formatOf(in, r).size())
		return int(bit(size > 0)), size
	case s.Kind == isa.MemoryAtomic:
		return 1, uint64(s.Bytes)
	case s.Bytes > 4:
		return s.Bytes / 4, 4
	}
	return 1, uint64(s.Bytes)
}

// inRange returns a bit for each element that is inside of the buffer, or for
// elements that are checked as a whole, all bits.
//
// Source: facts isa/encodings.md §11 (hardware) and buffers.md §3.7: an index
// into a buffer with a stride is compared with the number of records; else the
// element has to end within num_records bytes. Buffers that add the lane
// number without an index are private ones, which have no check (ISA manual
// §9.1.5.1).
func (r *resource) inRange(idxen bool, index, offset uint64, n int, size uint64) uint8 {
	if r.addTID && !idxen {
		return allValid
	}
	if idxen && r.stride != 0 {
		if index < r.records {
			return allValid
		}
		return 0
	}
	if n == 1 {
		if offset+size <= r.records {
			return allValid
		}
		return 0
	}
	valid := uint8(0)
	for i := range n {
		if offset+uint64(i+1)*size <= r.records {
			valid |= 1 << i
		}
	}
	return valid
}

// offset is the place in the buffer of a record and an offset within it. The
// lane number counts as an index, except that a linear buffer with an index
// leaves it out (facts isa/encodings.md §11).
func (r *resource) offset(idxen bool, index, lane, offset uint64) uint64 {
	if r.addTID && (!idxen || r.swizzled) {
		index += lane
	}
	if !r.swizzled {
		return r.stride*index + offset
	}
	is := r.indexStride
	return (index/is*r.stride+offset/swizzleElement*swizzleElement)*is +
		index%is*swizzleElement + offset%swizzleElement
}
