package codegen

import (
	"heddle/ir"
	"heddle/isa"
	"heddle/mach"
)

// access is one element of a vector in memory: where it is, in bytes, and whether it is touched.
// For a buffer, need bytes, if not 0, must be in range for that: the dword of the vector that
// contains the element.
type access struct {
	at   linear
	on   cond
	need int64
}

// underMask selects what f emits for the lanes where c holds. No result of f may be used without
// the mask, except loads with the flag Partial.
func (k *kernel) underMask(c cond, f func()) {
	switch {
	case c.kind == condConst && !c.is:
		return
	case c.kind == condConst:
		f()
		return
	}
	saved := k.reg(mach.FileS, 2)
	k.b.Emit(isa.S_AND_SAVEEXEC_B64, mach.P(saved), mach.P(k.mask(c)))
	outer := k.masked
	k.masked = true
	f()
	k.masked = outer
	k.b.Emit(isa.S_MOV_B64, mach.Exec(), mach.P(saved))
}

// group is a range of adjacent elements that are accessed together: elements first to end.
type group struct{ first, end int }

// grouped divides accesses to elements of some bytes into groups. Elements of
// less than a dword stay alone where each has a range check of its own, and others
// where the first may be below the range and the next not.
func (k *kernel) grouped(r *ref, list []access, bytes int64) (groups []group) {
	alone := r.checked && bytes < 4
	if r.checked && r.mask == nil && !alone && len(list) > 1 {
		lo, _, ok := k.offsetRange(r, list[0].at)
		alone = !ok || lo < 0
	}
	for i := range list {
		if n := len(groups) - 1; i > 0 && !alone && list[i].on == list[i-1].on && neighbours(list[i-1].at, list[i].at, bytes) {
			groups[n].end = i + 1
			continue
		}
		groups = append(groups, group{i, i + 1})
	}
	return groups
}

// neighbours reports whether b is the given number of bytes after a.
func neighbours(a, b linear, bytes int64) bool {
	d := b.plus(a.times(-1))
	return d.constant() && d.c == bytes
}

// accessedElems gives each element of a vector type its bytes; i1s have one.
func (k *kernel) elemBytes(op *ir.Operation, t ir.Type) (int64, error) {
	bits, err := ir.StorageBits(ir.ElemType(t))
	switch {
	case err != nil:
		return 0, k.refuse(op, err.Error(), "")
	case bits%8 != 0:
		return 0, k.refuse(op, "single elements of less than a byte", "access whole bytes")
	}
	return bits / 8, nil
}

// loadElements loads the elements that are touched; pass has the others.
func (k *kernel) loadElements(op *ir.Operation, r *ref, t *ir.VectorType, list []access, pass []elem) error {
	bytes, err := k.elemBytes(op, t)
	if err != nil {
		return err
	}
	out := make([]elem, 0, len(list))
	for _, g := range k.grouped(r, list, bytes) {
		n := int64(g.end-g.first) * bytes
		on := list[g.first].on
		if on.kind == condConst && !on.is {
			out = append(out, pass[g.first:g.end]...)
			continue
		}
		dw := k.loadUnder(r, list[g.first], n, k.packed(pass[g.first:g.end], bytes))
		out = append(out, k.unpacked(t.Elem, dw, g.end-g.first, bytes)...)
	}
	k.set(op, k.assemble(t, out))
	return nil
}

// packed returns elements packed as in memory, followed by zeros.
func (k *kernel) packed(list []elem, bytes int64) []mach.Operand {
	var dw []mach.Operand
	for i, e := range list {
		switch at := int64(i) * bytes % 4; {
		case bytes == 16:
			dw = append(dw, e.dw...)
		case bytes == 8:
			lo, hi := k.pair(e)
			dw = append(dw, lo, hi)
		case bytes == 4:
			dw = append(dw, e.dw[0])
		default:
			d := mach.Operand{}
			if e.typ == ir.I1 {
				d = k.laneBool(e.bit)
			} else {
				d = k.zext(e)
			}
			if at == 0 {
				dw = append(dw, d)
			} else {
				dw[len(dw)-1] = k.shlOr(d, uint32(at*8), dw[len(dw)-1])
			}
		}
	}
	return dw
}

// unpacked returns the elements of loaded bytes.
func (k *kernel) unpacked(t ir.Type, dw []mach.Operand, n int, bytes int64) []elem {
	list := make([]elem, n)
	for i := range list {
		at := int64(i) * bytes
		e := elem{typ: t, dw: dw[at/4 : at/4+max(bytes/4, 1)], pos: uint8(at % 4 * 8)}
		if t == ir.I1 {
			b := k.and(k.shr(e.dw[0], constDword(uint32(e.pos))), constDword(1))
			e = elem{typ: t, bit: k.vcmp(isa.V_CMP_NE_U32, constDword(0), b)}
		}
		list[i] = e
	}
	return list
}

// loadUnder loads n bytes in the lanes that a is on in; the others have pass, which is followed by
// zeros.
func (k *kernel) loadUnder(r *ref, a access, n int64, pass []mach.Operand) []mach.Operand {
	if a.on.kind == condConst && a.need == 0 {
		return k.loadBytes(r, a.at, n)
	}
	p := k.neededPlace(r, a, n)
	if p.far != nil {
		p.far.kept = true
	}
	type loaded struct {
		piece
		dst mach.Part
	}
	var parts []loaded
	for _, pc := range piecesOf(n) {
		dst := k.reg(mach.FileV, int((pc.bytes+3)/4))
		for i, d := range pass[pc.at/4 : pc.at/4+int64(dst.N)] {
			if pc.at%4 != 0 {
				d = k.shr(d, constDword(uint32(pc.at%4*8)))
			} else if n-pc.at == 3 {
				d = k.and(d, constDword(0xffff))
			}
			k.b.Copy(dst.Dword(i), d)
		}
		parts = append(parts, loaded{pc, dst})
	}
	k.underMask(a.on, func() {
		for _, l := range parts {
			k.emitAccess(accessRows[l.row].loads[p.space], true, &p, l.at, l.bytes, l.dst).Flags |= mach.Partial
		}
	})
	var dw []mach.Operand
	for _, l := range parts {
		if l.at%4 == 0 {
			dw = append(dw, dwords(l.dst)...)
		} else {
			last := len(dw) - 1
			dw[last] = k.shlOr(mach.P(l.dst), uint32(l.at%4*8), dw[last])
		}
	}
	return dw
}

// neededPlace returns the place of n bytes of which a says how many have to be in range.
func (k *kernel) neededPlace(r *ref, a access, n int64) place {
	p := k.placeOf(r, a.at, n)
	if a.need > 0 {
		p = k.checkedPlace(p, 0, a.need)
	}
	return p
}

// storeElements stores the elements that are touched.
func (k *kernel) storeElements(op *ir.Operation, r *ref, list []access, v value) error {
	bytes, err := k.elemBytes(op, v.typ)
	if err != nil {
		return err
	}
	elems := k.elements(v)
	for _, g := range k.grouped(r, list, bytes) {
		on := list[g.first].on
		if on.kind == condConst && !on.is {
			continue
		}
		n := int64(g.end-g.first) * bytes
		dw := k.packed(elems[g.first:g.end], bytes)
		p := k.neededPlace(r, list[g.first], n)
		pieces := piecesOf(n)
		type stored struct {
			op   isa.Op
			data mach.Part
		}
		parts := make([]stored, len(pieces))
		for i, pc := range pieces {
			parts[i].op, parts[i].data = k.pieceStore(p.space, pc, dw)
		}
		if e := elems[g.first]; n < 4 && len(pieces) == 1 && e.typ != ir.I1 && len(e.dw) == 1 && e.pos == 16 && !k.isScalar(e.dw[0]) {
			parts[0] = stored{highStores[n][p.space], e.dw[0].Part}
		}
		k.underMask(on, func() {
			for i, pc := range pieces {
				k.emitAccess(parts[i].op, false, &p, pc.at, pc.bytes, parts[i].data)
			}
		})
	}
	return nil
}
