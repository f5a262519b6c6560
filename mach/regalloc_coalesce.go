package mach

import (
	"cmp"
	"slices"
)

// coalesce puts registers into one web where that makes a copy vanish or
// gives a matrix instruction its accumulator in place.
func (a *allocator) coalesce() {
	type candidate struct {
		dst, src Part
		depth    int
	}
	var copies []candidate
	point := int32(0)
	for _, b := range a.f.Blocks {
		for _, in := range b.Instrs {
			if c := in.accumulator(); c >= 0 && in.Args[0].Kind == OperandReg && in.Args[c].Kind == OperandReg {
				a.accumulate(in, in.Args[0].Part, in.Args[c].Part, point)
			}
			if in.Flags&Copy != 0 && in.Args[0].Kind == OperandReg && in.Args[1].Kind == OperandReg {
				copies = append(copies, candidate{in.Args[0].Part, in.Args[1].Part, b.Depth})
			}
			point += 2
		}
		point += 2
	}
	slices.SortStableFunc(copies, func(x, y candidate) int { return cmp.Compare(y.depth, x.depth) })
	for _, c := range copies {
		a.merge(c.dst, c.src)
	}
	for _, c := range copies {
		a.hint(c.dst, c.src)
	}
}

// accumulate tries to put the accumulator of a matrix instruction into its
// destination. If it stays apart and the instruction is one that writes before
// it has read everything, the two must not overlap at all.
func (a *allocator) accumulate(in *Instr, dst, src Part, point int32) {
	if a.merge(dst, src) || !in.earlyClobber() || a.webOf[src.Reg] < 0 {
		return
	}
	w := &a.webs[a.webOf[src.Reg]]
	for i := range int(src.N) {
		d := a.at[src.Reg] + int(src.Sub) + i
		w.ranges[d] = w.ranges[d].union(liveRange{{point, point + 2}})
	}
}

// widestJoin is the size in dwords up to which webs of vector registers that overlap only in part are
// joined: what loads brought is where stores of parts of it want them. Bigger ones are hard to place.
const widestJoin = 8

// merge joins the webs of two register parts so that the parts are in the same place; it
// reports whether they are.
func (a *allocator) merge(x, y Part) bool {
	wx, wy := a.webOf[x.Reg], a.webOf[y.Reg]
	if wx < 0 || wy < 0 || a.webs[wx].file != a.webs[wy].file {
		return false
	}
	// delta is where y's web begins, seen from the beginning of x's.
	delta := a.at[x.Reg] + int(x.Sub) - a.at[y.Reg] - int(y.Sub)
	if wx == wy {
		return delta == 0
	}
	if a.webs[wy].dwords > a.webs[wx].dwords {
		wx, wy, delta = wy, wx, -delta
	}
	big, small := &a.webs[wx], &a.webs[wy]
	if big.fixed || small.fixed || a.isHome(x.Reg) || a.isHome(y.Reg) || a.isTuple(x.Reg) != a.isTuple(y.Reg) {
		return false
	}
	// What sticks out of the bigger web, in front of it and behind.
	before, behind := max(0, -delta), max(0, delta+small.dwords-big.dwords)
	if before+behind > 0 && (big.file != FileV || before+big.dwords+behind > widestJoin) {
		return false
	}
	align, offset, ok := alignTogether(big.align, big.offset-before, small.align, small.offset-delta-before)
	if !ok {
		return false
	}
	kb, ks := &a.kin[a.findKin(big.kin)], &a.kin[a.findKin(small.kin)]
	if (kb.noVGPR || ks.noVGPR) && (kb.noAGPR || ks.noAGPR) {
		return false
	}
	for i, r := range small.ranges {
		if at := delta + i; at >= 0 && at < big.dwords && r.overlaps(big.ranges[at]) {
			return false
		}
	}
	if before+behind > 0 {
		big.ranges = slices.Concat(make([]liveRange, before), big.ranges, make([]liveRange, behind))
		big.dwords += before + behind
		for _, r := range big.regs {
			a.at[r] += before
		}
		delta += before
	}
	for i, r := range small.ranges {
		big.ranges[delta+i] = big.ranges[delta+i].union(r)
	}
	big.align, big.offset, big.mask = align, offset, big.mask || small.mask
	a.joinKin(big.kin, small.kin)
	for _, r := range small.regs {
		a.webOf[r] = wx
		a.at[r] += delta
	}
	big.regs = append(big.regs, small.regs...)
	small.regs, small.ranges = nil, nil
	return true
}

// alignTogether combines two demands "congruent to offset modulo align"; the
// alignments are powers of two.
func alignTogether(align1, offset1, align2, offset2 int) (align, offset int, ok bool) {
	if align1 < align2 {
		align1, offset1, align2, offset2 = align2, offset2, align1, offset1
	}
	return align1, offset1 & (align1 - 1), (offset1-offset2)&(align2-1) == 0
}

// hint notes that two parts should preferably be in the same place.
func (a *allocator) hint(x, y Part) {
	wx, wy := a.webOf[x.Reg], a.webOf[y.Reg]
	if wx < 0 || wy < 0 || wx == wy || a.webs[wx].file != a.webs[wy].file {
		return
	}
	delta := a.at[x.Reg] + int(x.Sub) - a.at[y.Reg] - int(y.Sub)
	a.webs[wx].hints = append(a.webs[wx].hints, hint{wy, -delta})
	a.webs[wy].hints = append(a.webs[wy].hints, hint{wx, delta})
}

// isHome reports whether the spiller made the register to keep others in.
func (a *allocator) isHome(r Reg) bool {
	k := a.spill.kind(r)
	return k == kindAGPR || k == kindLanes
}

// isTuple reports whether the spiller made the register to keep others in
// where instructions use them. Such homes are put together with each other
// only: what else were put with them could not be in a VGPR.
func (a *allocator) isTuple(r Reg) bool { return a.spill.kind(r) == kindTuple }
