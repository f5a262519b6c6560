package vet

import (
	"math/bits"

	"heddle/isa"
)

// touchesLDS reports whether an instruction accesses the LDS, or, if it is flat, may do so.
func touchesLDS(row *isa.Row) bool {
	m := row.Memory
	if m == nil || m.Kind == isa.MemoryNothing || m.Kind == isa.MemoryLanes {
		return false
	}
	return m.ToLDS || row.Unit == isa.UnitLDS || row.Unit == isa.UnitFlat
}

// span is bytes from an offset on.
type span struct{ offset, bytes uint32 }

// ldsPlaces is where an instruction accesses the LDS: in each lane, at a value and offsets.
type ldsPlaces struct {
	addr         valueID // of 64 bits, in any memory, if it is flat
	spans        []span
	read, write  bool
	atomic, late bool // late: it writes when a load of memory returns
	changes      bool // an atomic: what it writes depends on what is there
	adds         bool // an atomic that changes memory each time
	known        bool // that it is in the LDS, and addr
	flat         bool
	data         [][]valueID // by span: what a write writes, a value for each dword; nil where that is not known
}

// places reads the operands of an instruction that accesses the LDS.
func (s *shared) places(node int32) ldsPlaces {
	v, inst := s.v, &s.v.g.nodes[node].inst
	row := inst.Row
	m := row.Memory
	p := ldsPlaces{read: inst.Row.Traits&isa.MayLoad != 0, write: inst.Row.Traits&isa.MayStore != 0, known: true}
	if n := uint32(inst.Mods.Offset); m.Scale > 0 {
		p.spans = []span{{n * uint32(m.Scale), uint32(m.Bytes)}}
		if second := uint32(inst.Mods.Offset1); second != n {
			p.spans = append(p.spans, span{second * uint32(m.Scale), uint32(m.Bytes)})
		}
	} else {
		p.spans = []span{{n, uint32(m.Bytes)}}
	}
	lane := func(size uint32) valueID { return v.op(opMul, v.symbol(symLane), v.constant(size)) }
	switch {
	case m.ToLDS: // M0 and the instruction's offset, a slot of 4 or 16 bytes for each lane (facts isa/semantics.md)
		p.read, p.write, p.late = false, true, true
		mask, slot := uint32(1<<18-1), uint32(4)
		if inst.Row.Enc != isa.EncMUBUF {
			mask &^= 3
		}
		if m.Dwords > 2 {
			slot = 16
		}
		p.spans[0].bytes = 4 * uint32(m.Dwords)
		p.addr = v.op(opAdd, v.op(opAnd, v.scalar(isa.M0, node), v.constant(mask)), lane(slot))
	case m.AddTID:
		p.addr = v.op(opAdd, v.op(opAnd, v.scalar(isa.M0, node), v.constant(1<<16-1)), lane(4))
	case row.Unit == isa.UnitFlat && m.Addr >= 0 && inst.Args[m.Addr].Kind == isa.KindReg:
		r := inst.Args[m.Addr].Reg()
		p.known, p.flat, p.addr = false, true, v.pair(v.vector(r, node), v.vector(r+1, node))
	case row.Unit == isa.UnitFlat || m.Kind == isa.MemoryCount || m.Addr < 0 || inst.Args[m.Addr].Kind != isa.KindReg:
		p.known = false
	default:
		p.addr = v.vector(inst.Args[m.Addr].Reg(), node)
	}
	p.changes = m.Kind == isa.MemoryAtomic && !m.Swap
	p.read = p.read || p.changes
	p.adds = m.Kind == isa.MemoryAtomic && adds(row.Op)
	p.atomic = m.Kind == isa.MemoryAtomic || m.Kind == isa.MemoryExchange2 || m.Kind == isa.MemoryCount
	if both := m.Kind == isa.MemoryStore2 && len(p.spans) == 2; both || m.Kind == isa.MemoryStore && row.Unit == isa.UnitLDS && m.D16 == isa.D16None {
		for i := range p.spans {
			p.data = append(p.data, v.dwords(&inst.Args[[...]int{m.Data, m.Data1}[i]], node))
		}
	}
	v.lanesAt(node)
	return p
}

// bytesSet is bytes of the LDS, from word first on.
type bytesSet struct {
	first int
	bits  []uint64
}

func (b *bytesSet) add(from, n uint32) {
	for at := from; at < from+n; at++ {
		word := int(at/64) - b.first
		b.bits[word] |= 1 << (at % 64)
	}
}

// common returns a byte that is in two sets and not in a third, -1 if there is none.
func (b *bytesSet) common(c, without *bytesSet) int {
	for w := max(b.first, c.first); w < min(b.first+len(b.bits), c.first+len(c.bits)); w++ {
		both := b.bits[w-b.first] & c.bits[w-c.first]
		if k := w - without.first; k >= 0 && k < len(without.bits) {
			both &^= without.bits[k]
		}
		if both != 0 {
			return 64*w + bits.TrailingZeros64(both)
		}
	}
	return -1
}

// within reports whether all bytes of a set are in another.
func (b *bytesSet) within(c *bytesSet) bool {
	for i, word := range b.bits {
		there := uint64(0)
		if k := b.first + i - c.first; k >= 0 && k < len(c.bits) {
			there = c.bits[k]
		}
		if word&^there != 0 {
			return false
		}
	}
	return true
}

// footprint is the bytes that an access touches, by wave, from base on; nil if they are not known.
type footprint struct {
	base  numberKey
	waves []bytesSet
	most  bool // which lanes are active is not known: it is what all of them touch
}

// mostLDS is more than any chip has.
const mostLDS = 1 << 18

// footprint returns what an access touches at a moment.
func (s *shared) footprint(node int32, p *ldsPlaces, t turn) *footprint {
	if !p.known {
		return nil
	}
	m := moment{t, s.v.g.nodes[node].block}
	addr, in := s.eval(p.addr, m), s.active(node, m)
	if addr == nil {
		return nil
	}
	most := in == nil
	if most {
		in = make([]bool, s.items())
		for i := range in {
			in[i] = i < s.group.items()
		}
	}
	ends := make([][2]uint32, s.group.waves) // the first byte of each wave, and the one behind the last
	each := func(f func(wave int, from, n uint32)) {
		for i, is := range in {
			for _, sp := range p.spans {
				if is {
					f(i/s.lanes, uint32(addr.at(i))+sp.offset, sp.bytes)
				}
			}
		}
	}
	outside := false
	each(func(w int, from, n uint32) {
		outside = outside || from >= mostLDS || from+n > mostLDS
		if e := &ends[w]; e[1] == 0 {
			*e = [2]uint32{from, from + n}
		} else {
			*e = [2]uint32{min(e[0], from), max(e[1], from+n)}
		}
	})
	f := &footprint{base: addr.base, waves: make([]bytesSet, s.group.waves), most: most}
	for w, e := range ends {
		if e[1] == 0 {
			continue
		}
		words := int(e[1]-1)/64 - int(e[0])/64 + 1
		if s.words -= words; outside || s.words < 0 {
			return nil
		}
		f.waves[w] = bytesSet{int(e[0] / 64), make([]uint64, words)}
	}
	each(func(w int, from, n uint32) { f.waves[w].add(from, n) })
	return f
}

// mostWords is how much memory the accesses of a kernel may take, in words: 32 MiB.
const mostWords = 1 << 22

// adds reports whether an atomic gives something else if it is done twice: it is not a minimum, a mask or a swap.
func adds(op isa.Op) bool {
	switch op {
	case isa.DS_ADD_U32, isa.DS_ADD_RTN_U32, isa.DS_ADD_U64, isa.DS_ADD_RTN_U64, isa.DS_ADD_F32, isa.DS_ADD_RTN_F32, isa.DS_ADD_F64, isa.DS_ADD_RTN_F64,
		isa.DS_PK_ADD_F16, isa.DS_PK_ADD_RTN_F16, isa.DS_PK_ADD_BF16, isa.DS_PK_ADD_RTN_BF16,
		isa.DS_SUB_U32, isa.DS_SUB_RTN_U32, isa.DS_SUB_U64, isa.DS_SUB_RTN_U64, isa.DS_RSUB_U32, isa.DS_RSUB_RTN_U32, isa.DS_RSUB_U64, isa.DS_RSUB_RTN_U64,
		isa.DS_INC_U32, isa.DS_INC_RTN_U32, isa.DS_INC_U64, isa.DS_INC_RTN_U64, isa.DS_DEC_U32, isa.DS_DEC_RTN_U32, isa.DS_DEC_U64, isa.DS_DEC_RTN_U64,
		isa.DS_XOR_B32, isa.DS_XOR_RTN_B32, isa.DS_XOR_B64, isa.DS_XOR_RTN_B64:
		return true
	}
	return false
}
