package sanitize

import (
	"math/bits"

	"heddle/sim"
)

// Lines of the races check's shadow memory: most accesses to global memory touch 64 bytes by
// consecutive lanes of one instruction, and later again in the same form. As long as nothing else
// happens to a line, one stamp stands for its 16 dwords. As soon as something does, or there may be
// a race, its dwords get their own.

const (
	lineSize  = 64
	pageLines = shadowPageSize / lineSize
	lineWords = lineSize / 4
)

// lineStamp is an access of a line. Its lane is that of the first dword.
type lineStamp struct {
	stamp
	size uint32 // bytes of a lane
}

// raceLine is the shadow of a line, as cells are of a dword.
type raceLine struct {
	write   lineStamp
	readers [2]lineStamp
	split   bool // bytes or shorts were accessed: its bytes are to have their own stamps
}

// at is the stamp of the i-th byte.
func (s *lineStamp) at(i int) stamp {
	x := s.stamp
	if x.seq != 0 {
		x.what += uint32(i) / s.size << laneShift
	}
	return x
}

// lines compares the accesses of a plain load or store with earlier ones, by
// lines as far as that is possible.
func (t *toucher) lines(a *sim.Access) {
	per := lineSize / a.Size
	for l := 0; l < 64; {
		switch {
		case a.Lanes>>l&1 == 0:
			l++
		case l+per <= 64 && a.Addr(l)%lineSize == 0 && inRow(a, l, per) && t.line(a, l):
			l += per
		case !a.Write && t.readInLine(a, l):
			l++
		default:
			t.access(a, l)
			l++
		}
	}
}

// readInLine is access for a plain load of dwords in one line. It reports whether they do.
func (t *toucher) readInLine(a *sim.Access, l int) bool {
	addr := a.Addr(l)
	if addr%4 != 0 || a.Size%4 != 0 || addr%lineSize+uint64(a.Size) > lineSize {
		return false
	}
	p := t.c.global.apart(addr)
	t.lds, t.lane = false, l
	t.me.what = t.me.what&^(laneMask<<laneShift|completionMask) | uint32(l)<<laneShift | uint32(t.op.class)
	if p.writes != nil {
		for i := 0; i < a.Size; i += 4 {
			t.readDword(p, addr+uint64(i))
		}
		return true
	}
	if p.reads == nil {
		p.reads = new([shadowDwords]readers)
	}
	cells, me := p.reads[addr%shadowPageSize/4:][:a.Size/4], t.me
	for i := range cells {
		if r := &cells[i]; r[0].seq == 0 || r[0].thread == me.thread && !r[0].hidden() {
			r[0] = me
		} else {
			t.note(r)
		}
	}
	return true
}

// inRow reports whether n lanes from l on are active and access consecutive memory.
func inRow(a *sim.Access, l, n int) bool {
	if want := ^uint64(0) >> (64 - n); a.Lanes>>l&want != want {
		return false
	}
	next, size := a.Places[l], uint32(a.Size)
	for _, p := range a.Places[l:][:n] {
		if p != next {
			return false
		}
		next += size
	}
	return next > a.Places[l] && next+a.Offset > a.Places[l]+a.Offset // it does not wrap
}

// line compares the access to a line, which lane l begins, with earlier ones and records it. It
// reports whether it did; if not, it has changed nothing.
func (t *toucher) line(a *sim.Access, l int) bool {
	addr := a.Addr(l)
	p := t.c.global.page(addr)
	i := int(addr % shadowPageSize / lineSize)
	if p.apart>>i&1 != 0 {
		return false
	}
	if p.lines == nil {
		p.lines = new([pageLines]raceLine)
	}
	x := &p.lines[i]
	x.split = x.split || a.Size < 4
	if w := &x.write; w.seq != 0 && w.thread != t.me.thread && t.unordered(w.stamp) {
		return false
	}
	me := lineStamp{t.me, uint32(a.Size)}
	me.what = me.what&^(laneMask<<laneShift|completionMask) | uint32(l)<<laneShift | uint32(t.op.class)
	r := &x.readers
	if !a.Write {
		switch {
		case r[0].seq == 0 || r[0].thread == me.thread:
			r[0] = me
		case r[1].seq == 0 || r[1].thread == me.thread:
			r[1] = me
		case !t.unordered(r[0].stamp):
			r[0] = me
		default:
			r[1] = me
		}
		return true
	}
	for k := range r {
		if r[k].seq != 0 && r[k].thread != me.thread && t.unordered(r[k].stamp) {
			return false
		}
	}
	if p.values == nil {
		p.values = new([shadowDwords]uint32)
	}
	*r, x.write = [2]lineStamp{}, me
	to := p.values[i*lineWords:][:lineWords]
	if a.Size < 4 {
		clear(to)
		for k := range lineSize / a.Size {
			at := k * a.Size
			to[at/4] |= a.Data[0][(l+k)&63] & (1<<(8*a.Size) - 1) << (at % 4 * 8)
		}
		return true
	}
	n := a.Size / 4
	for k := range to {
		to[k] = a.Data[k%n&3][(l+k/n)&63]
	}
	return true
}

// takeApart gives each dword of the line that holds addr, or each byte, its own shadow.
func (p *shadowPage) takeApart(addr uint64) {
	i := int(addr % shadowPageSize / lineSize)
	p.apart |= 1 << i
	if p.lines == nil || p.lines[i] == (raceLine{}) {
		return
	}
	x, first := p.lines[i], i*lineWords
	p.lines[i] = raceLine{}
	if x.write.seq != 0 {
		if p.writes == nil {
			p.writes = new([shadowDwords]written)
		}
		for k := range lineWords {
			p.writes[first+k] = written{x.write.at(4 * k), p.values[first+k]}
		}
	}
	if x.readers[0].seq|x.readers[1].seq != 0 {
		if p.reads == nil {
			p.reads = new([shadowDwords]readers)
		}
		for k := range lineWords {
			p.reads[first+k] = readers{x.readers[0].at(4 * k), x.readers[1].at(4 * k)}
		}
	}
	for k := 0; x.split && k < lineWords; k++ {
		b := p.split(addr&^(lineSize-1) + uint64(4*k))
		for i := range b {
			at := 4*k + i
			b[i].w.stamp = x.write.at(at)
			b[i].r = readers{x.readers[0].at(at), x.readers[1].at(at)}
		}
	}
}

// byLines reports whether toucher.lines is for an operation: a plain load or
// store in global memory.
func (op *raceOp) byLines(list []sim.Access) bool {
	if op.level != syncNone || op.rmw || op.toLDS || op.class == completesSMEM || len(list) > 1 {
		return false
	}
	a := &list[0]
	return a.Space == sim.SpaceGlobal && !a.Scalar && bits.OnesCount(uint(a.Size)) == 1
}
