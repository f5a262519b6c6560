package mach

import "heddle/isa"

// A live range is where a dword of a register holds something that will be
// read. Time is counted in points, two an instruction in the order of the
// code: the even one is where it reads, the odd one where it writes. A
// terminator counts as an instruction. So a register that is read for the last
// time and one that is written in the same instruction do not meet, unless the
// instruction must not write what it has yet to read (see earlyClobber): then
// its sources stay live until after the write.
type liveRange []segment

// segment is the points from, from+1, … to-1.
type segment struct{ from, to int32 }

// overlaps reports whether two ranges share a point. It takes the shorter one
// and looks in the longer one by bisection, so that many short ranges against
// one long one stay cheap.
func (r liveRange) overlaps(s liveRange) bool {
	if len(r) > len(s) {
		r, s = s, r
	}
	if len(r) == 0 || r[len(r)-1].to <= s[0].from || s[len(s)-1].to <= r[0].from {
		return false
	}
	for _, a := range r {
		s = s[s.after(a.from):]
		if len(s) == 0 {
			return false
		}
		if s[0].from < a.to {
			return true
		}
	}
	return false
}

// after returns the index of the first segment that ends after the point.
func (r liveRange) after(point int32) int {
	lo, hi := 0, len(r)
	for lo < hi {
		if mid := (lo + hi) / 2; r[mid].to <= point {
			lo = mid + 1
		} else {
			hi = mid
		}
	}
	return lo
}

// union returns the points of either; the result may use r's memory.
func (r liveRange) union(s liveRange) liveRange {
	switch {
	case len(s) == 0:
		return r
	case len(r) == 0:
		return s
	case r[len(r)-1].to == s[0].from && len(s) == 1:
		r[len(r)-1].to = s[0].to
		return r
	case s[len(s)-1].to == r[0].from && len(s) == 1:
		r[0].from = s[0].from
		return r
	}
	merged := make(liveRange, 0, len(r)+len(s))
	for len(r) > 0 || len(s) > 0 {
		if len(r) == 0 || len(s) > 0 && s[0].from < r[0].from {
			r, s = s, r
		}
		if n := len(merged); n > 0 && merged[n-1].to >= r[0].from {
			merged[n-1].to = max(merged[n-1].to, r[0].to)
		} else {
			merged = append(merged, r[0])
		}
		r = r[1:]
	}
	return merged
}

func (r liveRange) equal(s liveRange) bool {
	if len(r) != len(s) {
		return false
	}
	for i := range r {
		if r[i] != s[i] {
			return false
		}
	}
	return true
}

// points is how many points the range has.
func (r liveRange) points() int {
	n := int32(0)
	for _, s := range r {
		n += s.to - s.from
	}
	return int(n)
}

// rangeBuilder finds the live ranges of all dwords by one walk backwards over
// the code.
type rangeBuilder struct {
	f      *Func
	first  []int // unit of each register's dword 0
	ranges []liveRange
	end    []int32 // of the segment that is open at the point of the walk; 0 if there is none
	point  int32   // of the instruction's read
	late   int32   // where the sources of the instruction end
}

// liveRanges returns the ranges of the units (first[reg]+dword) and the number
// of points.
func (f *Func) liveRanges(l *liveness) ([]liveRange, int32) {
	units := l.first[len(f.Regs)]
	b := &rangeBuilder{f: f, first: l.first, ranges: make([]liveRange, units), end: make([]int32, units)}
	points := f.points()
	hi := points
	for i := len(f.Blocks) - 1; i >= 0; i-- {
		block := f.Blocks[i]
		lo := hi - 2*int32(len(block.Instrs)+1)
		b.block(block, lo, hi, l)
		hi = lo
	}
	for _, r := range b.ranges {
		for i, j := 0, len(r)-1; i < j; i, j = i+1, j-1 {
			r[i], r[j] = r[j], r[i]
		}
	}
	return b.ranges, points
}

func (f *Func) points() int32 {
	n := int32(0)
	for _, b := range f.Blocks {
		n += 2 * int32(len(b.Instrs)+1)
	}
	return n
}

func (b *rangeBuilder) block(block *Block, lo, hi int32, l *liveness) {
	for _, u := range l.out[block] {
		b.end[u] = hi
	}
	b.point = hi - 2
	b.late = b.point + 1
	if r := block.Term.Reg; r != 0 {
		b.use(-1, b.f.All(r))
	}
	for i := len(block.Instrs) - 1; i >= 0; i-- {
		in := block.Instrs[i]
		b.point -= 2
		in.Defs(b.def)
		early, accumulator := in.earlyClobber(), in.accumulator()
		in.Uses(func(i int, p Part) {
			b.late = b.point + 1
			if early && i != 0 && i != accumulator {
				b.late++
			}
			b.use(i, p)
		})
	}
	for _, u := range l.in[block] {
		b.add(int(u), lo, b.end[u])
		b.end[u] = 0
	}
}

func (b *rangeBuilder) def(_ int, p Part) {
	u := b.first[p.Reg] + int(p.Sub)
	for range p.N {
		b.add(u, b.point+1, max(b.end[u], b.point+2))
		b.end[u] = 0
		u++
	}
}

func (b *rangeBuilder) use(_ int, p Part) {
	u := b.first[p.Reg] + int(p.Sub)
	for range p.N {
		b.end[u] = max(b.end[u], b.late)
		u++
	}
}

// add puts a segment before the unit's others, which it may touch.
func (b *rangeBuilder) add(u int, from, to int32) {
	r := b.ranges[u]
	if n := len(r); n > 0 && r[n-1].from <= to {
		r[n-1].from = from
		return
	}
	b.ranges[u] = append(r, segment{from, to})
}

// earlyClobber reports whether the instruction's destination must not overlap
// its other operands, because it is written while they are still read: loads
// of more than one dword, which may be repeated from their addresses after a
// part has arrived (XNACK), matrix instructions of more than four dwords, and
// conversions of 32 numbers (LLVM's v_cvt_scalef32_pk32_*).
// An accumulator at the destination's own place is fine (isa's validate).
func (in *Instr) earlyClobber() bool {
	if in.Row == nil || len(in.Row.Operands) == 0 {
		return false
	}
	dst := &in.Row.Operands[0]
	if dst.Access&isa.Write == 0 {
		return false
	}
	switch in.Row.Unit {
	case isa.UnitSMEM, isa.UnitLDS, isa.UnitVMEM, isa.UnitFlat:
		return dst.Dwords > 1
	}
	return (in.Row.Enc == isa.EncMAI || in.Row.Enc == isa.EncPX2 || in.Row.Enc == isa.EncVOP3A) && dst.Dwords > 4
}

// accumulator returns the operand that a matrix instruction adds to, which is
// one of its own beside the destination; -1 if there is none.
func (in *Instr) accumulator() int {
	const srcC = 3
	if in.Row != nil && len(in.Row.Operands) > srcC && in.Row.Operands[srcC].Class == isa.ClassAVI {
		return srcC
	}
	return -1
}
