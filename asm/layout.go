package asm

import "math/bits"

const (
	maxRounds = 200 // of the layout, until all sizes settle
	// maxSectionSize keeps offsets far away from overflow.
	maxSectionSize = 1 << 44
)

// layout finds the sizes of all variable pieces and the offsets of all streams. Sizes start at
// their minimum; LEB128 numbers never shrink again, so that the sizes settle.
func (a *assembler) layout() {
	a.laid = true
	for _, st := range a.streams {
		st.before = make([]int64, len(st.pieces)+1)
		for i := range st.pieces {
			if p := &st.pieces[i]; p.kind == pieceULEB || p.kind == pieceSLEB {
				p.size = 1
			}
		}
	}
	for round := 0; ; round++ {
		a.gen++
		changed := false
		for _, s := range a.sections {
			changed = a.layoutSection(s) || changed
		}
		if a.errs.Count > 0 || !changed {
			break
		}
		if round == maxRounds {
			a.errorAt(nowhere, "the sizes of .uleb128, .org, .fill and .p2align depend on each other and do not settle")
			return
		}
	}
	a.gen++
}

// layoutSection lays out one section with the offsets of the previous round, and reports whether
// one changed.
func (a *assembler) layoutSection(s *section) (changed bool) {
	off := int64(0)
	for _, st := range s.streams {
		if st.base != off {
			st.base, changed = off, true
		}
		sum := int64(0)
		for i := range st.pieces {
			p := &st.pieces[i]
			if st.before[i] != sum {
				st.before[i], changed = sum, true
			}
			size, ok := a.pieceSize(st, p, off+p.at+sum)
			if !ok {
				return false
			}
			if size != p.size {
				p.size, changed = size, true
			}
			sum += size
			if off+sum > maxSectionSize {
				a.errorAt(p.where, "section %s is too large", s.name)
				return false
			}
		}
		st.before[len(st.pieces)] = sum
		off += st.length() + sum
	}
	s.size = off
	return changed
}

// pieceSize returns the size of a piece at offset off of its section.
func (a *assembler) pieceSize(st *stream, p *piece, off int64) (int64, bool) {
	if p.kind == pieceAlign {
		return a.alignPadding(off, p)
	}
	a.evalFault = ""
	v, ok := a.eval(p.expr, false, 0)
	if p.kind == pieceOrg && ok && v.sub == 0 && v.add != 0 && v.spec == specNone {
		if pl, more, here := a.placeOf(v.add, 0); here && a.streams[pl.stream].sec == st.sec {
			v = value{c: v.c + more + a.streams[pl.stream].offset(pl)}
		}
	}
	if !ok || !v.absolute() {
		notes := []string(nil)
		if why := a.whyNotAbs(p.expr); why != "" {
			notes = []string{why}
		}
		a.report(p.where, notes, "the expression must be a number, not an address")
		return 0, false
	}
	switch p.kind {
	case pieceULEB:
		return max(p.size, int64(ulebSize(uint64(v.c)))), true
	case pieceSLEB:
		return max(p.size, int64(slebSize(v.c))), true
	case pieceOrg:
		if v.c < off || v.c > maxSectionSize {
			a.errorAt(p.where, ".org to offset %d, but the section already has %d bytes", v.c, off)
			return 0, false
		}
		return v.c - off, true
	}
	if v.c < 0 || p.width > 0 && v.c > maxSectionSize/p.width {
		a.errorAt(p.where, "a count of %d is out of range", v.c)
		return 0, false
	}
	return v.c * p.width, true
}

// alignPadding returns the number of bytes that p pads with at off. It must be a multiple of the
// pattern. (If not, llvm-mc 22 writes fewer bytes but counts as if it had written all.)
func (a *assembler) alignPadding(off int64, p *piece) (int64, bool) {
	n := -off & (p.align - 1)
	if n > p.most {
		return 0, true
	}
	if !p.asCode && n%p.width != 0 {
		a.errorAt(p.where, "the padding is %d bytes long, not a multiple of the %d-byte pattern", n, p.width)
		return 0, false
	}
	return n, true
}

func ulebSize(v uint64) int { return max(1, (bits.Len64(v)+6)/7) }

// slebSize counts the bits of v and its sign bit.
func slebSize(v int64) int { return bits.Len64(uint64(v^v>>63))/7 + 1 }

// appendULEB appends v in exactly size bytes.
func appendULEB(b []byte, v uint64, size int) []byte {
	for i := 1; i < size; i++ {
		b = append(b, byte(v)|0x80)
		v >>= 7
	}
	return append(b, byte(v)&0x7f)
}

// appendSLEB appends v in exactly size bytes.
func appendSLEB(b []byte, v int64, size int) []byte {
	for i := 1; i < size; i++ {
		b = append(b, byte(v)|0x80)
		v >>= 7
	}
	return append(b, byte(v)&0x7f)
}

// contents combines the data and pieces of a section.
func (a *assembler) contents(s *section) []byte {
	if len(s.streams) == 1 && len(s.streams[0].pieces) == 0 {
		return s.streams[0].data
	}
	b := make([]byte, 0, s.size)
	for _, st := range s.streams {
		at := int64(0)
		for i := range st.pieces {
			p := &st.pieces[i]
			b = append(b, st.data[at:p.at]...)
			at = p.at
			b = a.appendPiece(b, p)
		}
		b = append(b, st.data[at:]...)
	}
	return b
}

func (a *assembler) appendPiece(b []byte, p *piece) []byte {
	switch p.kind {
	case pieceULEB, pieceSLEB:
		v, _ := a.eval(p.expr, false, 0)
		if p.kind == pieceULEB {
			return appendULEB(b, uint64(v.c), int(p.size))
		}
		return appendSLEB(b, v.c, int(p.size))
	case pieceAlign:
		if p.asCode {
			return appendCodePadding(b, p.size)
		}
	}
	if p.width == 0 {
		return b
	}
	return appendPattern(b, p.size/p.width, p.value, p.width)
}
