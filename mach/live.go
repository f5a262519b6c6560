package mach

import "math/bits"

// liveness is which dwords of virtual registers are live at the ends of
// blocks. The unit is one dword: unit(reg)+sub.
type liveness struct {
	first   []int // unit of each register's dword 0; the last element is the number of units
	in, out map[*Block]unitSet
}

type unitSet []uint64

func (s unitSet) has(u int) bool { return s[u/64]>>(u%64)&1 != 0 }
func (s unitSet) add(u int)      { s[u/64] |= 1 << (u % 64) }
func (s unitSet) remove(u int)   { s[u/64] &^= 1 << (u % 64) }

// addAll adds t and reports whether s grew.
func (s unitSet) addAll(t unitSet) bool {
	grew := false
	for i, w := range t {
		if w&^s[i] != 0 {
			s[i] |= w
			grew = true
		}
	}
	return grew
}

// each calls f for the members in increasing order.
func (s unitSet) each(f func(u int)) {
	for i, w := range s {
		for ; w != 0; w &= w - 1 {
			f(i*64 + bits.TrailingZeros64(w))
		}
	}
}

// live computes liveness backwards until nothing changes. Control flow is
// that of the code: what one side of a divergent branch defines is live
// through the other side if it is needed behind both.
func (f *Func) live() *liveness {
	l := &liveness{first: make([]int, len(f.Regs)+1), in: map[*Block]unitSet{}, out: map[*Block]unitSet{}}
	for r := range f.Regs {
		l.first[r+1] = l.first[r] + int(f.Regs[r].Dwords)
	}
	words := (l.first[len(f.Regs)] + 63) / 64
	use, def := map[*Block]unitSet{}, map[*Block]unitSet{}
	for _, b := range f.Blocks {
		sets := make(unitSet, 4*words)
		l.in[b], l.out[b] = sets[:words:words], sets[words:2*words:2*words]
		use[b], def[b] = sets[2*words:3*words:3*words], sets[3*words:]
		l.local(b, use[b], def[b])
		l.in[b].addAll(use[b])
	}
	for changed := true; changed; {
		changed = false
		for i := len(f.Blocks) - 1; i >= 0; i-- {
			b := f.Blocks[i]
			out := l.out[b]
			grew := false
			for _, s := range b.Term.Succs() {
				grew = out.addAll(l.in[s]) || grew
			}
			if !grew {
				continue
			}
			changed = true
			in, d := l.in[b], def[b]
			for w := range out {
				in[w] |= out[w] &^ d[w]
			}
		}
	}
	return l
}

// local collects what a block uses before it defines it, and what it defines.
func (l *liveness) local(b *Block, use, def unitSet) {
	reads := func(_ int, p Part) {
		for u := l.first[p.Reg] + int(p.Sub); u < l.first[p.Reg]+int(p.Sub+p.N); u++ {
			if !def.has(u) {
				use.add(u)
			}
		}
	}
	writes := func(_ int, p Part) {
		for u := l.first[p.Reg] + int(p.Sub); u < l.first[p.Reg]+int(p.Sub+p.N); u++ {
			def.add(u)
		}
	}
	for _, in := range b.Instrs {
		in.Uses(reads)
		in.Defs(writes)
	}
	if b.Term.Reg != 0 {
		reads(-1, Part{Reg: b.Term.Reg, N: uint8(l.first[b.Term.Reg+1] - l.first[b.Term.Reg])})
	}
}
