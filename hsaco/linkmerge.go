package hsaco

import (
	"bytes"
	"debug/elf"
	"math"
	"sort"
)

// Mergeable sections: equal strings or constants in sections of the same kind are kept once. LLD
// hashes the pieces into shards, to merge them in parallel, and writes shard by shard; so the order
// of strings looks random.

const mergeShards = 32

// piece is a string or a constant of a mergeable section.
type piece struct {
	start uint32 // in the section
	to    uint32 // in its shard, then in the merged section
	shard uint8
}

// split cuts a mergeable section into its pieces. check has verified that it ends at the end of a
// piece.
func (s *inSection) split() {
	s.pieces = make([]piece, 0, s.countPieces())
	for start := uint64(0); start < s.size; {
		p := piece{start: uint32(start)}
		body := s.entSize
		end := start + s.entSize
		if s.flags&elf.SHF_STRINGS != 0 {
			body = stringLength(s.data[start:], s.entSize)
			end = start + body + s.entSize
		}
		p.shard = uint8(uint32(xxh3(s.data[start:start+body])) / (1 << 32 / mergeShards))
		s.pieces = append(s.pieces, p)
		start = end
	}
}

// countPieces returns the number of pieces, exact for the usual sizes of elements.
func (s *inSection) countPieces() uint64 {
	switch {
	case s.flags&elf.SHF_STRINGS == 0:
		return s.size / s.entSize
	case s.entSize == 1:
		return uint64(bytes.Count(s.data, []byte{0}))
	}
	return 0
}

// stringLength returns the length in bytes of the string at the start of b, whose characters have
// size bytes, without its terminator.
func stringLength(b []byte, size uint64) uint64 {
	if size == 1 {
		return uint64(bytes.IndexByte(b, 0))
	}
	n := uint64(0)
	for !isZero(b[n : n+size]) {
		n += size
	}
	return n
}

// mergedOffset returns the position in the merged section of the byte at offset of s.
func (s *inSection) mergedOffset(offset uint64) uint64 {
	i := sort.Search(len(s.pieces), func(i int) bool { return uint64(s.pieces[i].start) > offset })
	p := &s.pieces[i-1]
	return uint64(p.to) + offset - uint64(p.start)
}

// pieceData returns piece i of s, including the terminator of a string.
func (s *inSection) pieceData(i int) []byte {
	end := len(s.data)
	if i+1 < len(s.pieces) {
		end = int(s.pieces[i+1].start)
	}
	return s.data[s.pieces[i].start:end]
}

// mergeKind identifies mergeable sections that are merged with each other. Strings of different
// alignment are kept apart, since a shorter one could end up misaligned; for constants align is 0.
type mergeKind struct {
	flags          elf.SectionFlag
	entSize, align uint64
}

// merge is a merged section under construction.
type merge struct {
	into  *inSection
	parts []*inSection
}

// mergeInputs replaces the mergeable sections in ins with sections that hold their pieces, each at
// the position of the first section merged into it.
func (l *linker) mergeInputs(ins []*inSection) []*inSection {
	var list []*inSection
	var merges []*merge
	byKind := make(map[mergeKind]*merge)
	for _, in := range ins {
		if in.pieces == nil {
			list = append(list, in)
			continue
		}
		kind := mergeKind{flags: in.flags, entSize: in.entSize}
		if in.flags&elf.SHF_STRINGS != 0 {
			kind.align = in.align
		}
		m := byKind[kind]
		if m == nil {
			m = &merge{into: &inSection{name: in.name, typ: in.typ, flags: in.flags, entSize: in.entSize}}
			byKind[kind] = m
			merges = append(merges, m)
			list = append(list, m.into)
		}
		in.merged = m.into
		m.into.align = max(m.into.align, in.align)
		m.parts = append(m.parts, in)
	}
	for _, m := range merges {
		if !m.layOut(l.sizeLimit) {
			l.failf(m.parts[0].src, "aligning each of its elements to %d takes too much space", m.into.align)
		}
	}
	return list
}

// layOut fills the merged section. It reports whether its size stays below
// limit.
func (m *merge) layOut(limit uint64) bool {
	limit = min(limit, math.MaxUint32)
	align := m.into.align
	var sizes, starts [mergeShards]uint64
	seen := make(map[string]uint32)
	for _, in := range m.parts {
		for i := range in.pieces {
			p, data := &in.pieces[i], in.pieceData(i)
			at, ok := seen[string(data)]
			if !ok {
				start := alignClamped(sizes[p.shard], align)
				sizes[p.shard] = addClamped(start, uint64(len(data)))
				if sizes[p.shard] > limit {
					return false
				}
				at = uint32(start)
				seen[string(data)] = at
			}
			p.to = at
		}
	}
	size := uint64(0)
	for i, n := range sizes {
		if n > 0 {
			size = alignClamped(size, align)
		}
		starts[i] = size
		size = addClamped(size, n)
	}
	if size > limit {
		return false
	}
	m.into.size = size
	m.into.data = make([]byte, size)
	for _, in := range m.parts {
		for i := range in.pieces {
			p := &in.pieces[i]
			p.to += uint32(starts[p.shard])
			copy(m.into.data[p.to:], in.pieceData(i))
		}
	}
	return true
}
