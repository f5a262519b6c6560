package mach

import (
	"math/rand/v2"
	"slices"

	"heddle/isa"
	"heddle/pass"
)

// layoutBranches orders the blocks so that few branches are needed: it removes empty
// and unreachable blocks, joins blocks with a single edge between them, and rotates
// loops so that their back edge is the conditional branch. Terminators stay; Emit
// turns them into instructions with Term.branches, given the block that follows.
func layoutBranches(f *Func, opt *pass.Options) error {
	if len(f.Blocks) == 0 {
		return nil
	}
	f.threadEmpty()
	if opt.Chosen("skips", f.Name) {
		f.dropSkips()
	}
	f.dropUnreachable()
	f.joinBlocks()
	if opt.Chosen("rotate", f.Name) {
		f.rotateLoops()
	}
	f.endEarly()
	if opt.Shuffle != 0 { // edges, not the order, say what is executed
		rest := f.Blocks[1:]
		rand.New(rand.NewPCG(opt.Shuffle, 0)).Shuffle(len(rest), func(i, j int) { rest[i], rest[j] = rest[j], rest[i] })
	}
	f.LinkPreds()
	return nil
}

// branches returns the instructions of a terminator if following is the next block: a
// branch to to under cond, or none if that is CondNone, then one to other, or none if
// that is nil.
func (t *Term) branches(following *Block) (cond Cond, to, other *Block) {
	switch {
	case t.Cond == CondEnd:
		return CondEnd, nil, nil
	case t.Cond == CondNone || t.Taken == t.Next:
		if t.Next != following {
			other = t.Next
		}
		return CondNone, nil, other
	case t.Next == following:
		return t.Cond, t.Taken, nil
	case t.Taken == following:
		return t.Cond.inverted(), t.Next, nil
	}
	return t.Cond, t.Taken, t.Next
}

// states returns the wait states of the branch instructions on the path to s.
func (t *Term) states(following, s *Block) int {
	cond, to, other := t.branches(following)
	n := 0
	if cond != CondNone {
		n = 1
	}
	if s == other && s != to {
		n++
	}
	return n
}

// inverted is the opposite condition.
func (c Cond) inverted() Cond {
	switch c {
	case CondSCC0:
		return CondSCC1
	case CondSCC1:
		return CondSCC0
	case CondVCCZ:
		return CondVCCNZ
	case CondVCCNZ:
		return CondVCCZ
	case CondEXECZ:
		return CondEXECNZ
	case CondEXECNZ:
		return CondEXECZ
	}
	panic("BUG: a branch without a condition has no opposite")
}

var condOps = [...]isa.Op{
	CondSCC1: isa.S_CBRANCH_SCC1, CondSCC0: isa.S_CBRANCH_SCC0, CondVCCNZ: isa.S_CBRANCH_VCCNZ, CondVCCZ: isa.S_CBRANCH_VCCZ,
	CondEXECZ: isa.S_CBRANCH_EXECZ, CondEXECNZ: isa.S_CBRANCH_EXECNZ, CondEnd: isa.S_ENDPGM,
}

// threadEmpty redirects terminators past empty blocks.
func (f *Func) threadEmpty() {
	for _, b := range f.Blocks {
		t := &b.Term
		if t.Cond == CondEnd {
			continue
		}
		t.Next = throughEmpty(t.Next)
		if t.Cond == CondNone {
			continue
		}
		t.Taken = throughEmpty(t.Taken)
		if t.Taken == t.Next {
			t.Cond, t.Reg, t.Taken = CondNone, 0, nil
		}
	}
}

func (b *Block) empty() bool { return len(b.Instrs) == 0 && b.Term.Cond == CondNone }

// throughEmpty follows empty blocks, but not around a loop of them.
func throughEmpty(b *Block) *Block {
	at := b
	for n := 0; at.empty(); n++ {
		if n > 1000 {
			return b
		}
		next := at.Term.Next
		if at.LoopHeader && !next.LoopHeader {
			next.LoopHeader, next.LoopPos, next.Depth = true, at.LoopPos, max(next.Depth, at.Depth)
		}
		at = next
	}
	return at
}

// endEarly replaces branches to the end by the end.
func (f *Func) endEarly() {
	changed := false
	for i, b := range f.Blocks {
		if end := b.Term.Next; b.Term.Cond == CondNone && end != f.following(i) && len(end.Instrs) == 0 && end.Term.Cond == CondEnd {
			b.Term = end.Term
			changed = true
		}
	}
	if changed {
		f.dropUnreachable()
	}
}

func (f *Func) dropUnreachable() {
	reached := make([]bool, f.blocks)
	for _, b := range f.reversePostorder() {
		reached[b.ID] = true
	}
	kept := f.Blocks[:0]
	for _, b := range f.Blocks {
		if reached[b.ID] {
			kept = append(kept, b)
		}
	}
	f.Blocks = kept
}

// mostSkipped is the number of instructions up to which executing them without lanes
// is cheaper than branching around them.
const mostSkipped = 4

// dropSkips removes branches that skip a few vector instructions when no lane
// is active.
func (f *Func) dropSkips() {
	f.LinkPreds()
	for _, b := range f.Blocks {
		t := &b.Term
		side, join := t.Next, t.Taken
		if t.Cond == CondEXECNZ {
			side, join = join, side
		} else if t.Cond != CondEXECZ {
			continue
		}
		if len(side.Preds) != 1 || side.Term.Cond != CondNone || side.Term.Next != join || len(side.Instrs) > mostSkipped {
			continue
		}
		if !slices.ContainsFunc(side.Instrs, (*Instr).actsWithoutLanes) {
			*t = Term{Next: side, Pos: t.Pos}
		}
	}
}

// actsWithoutLanes reports whether the instruction changes anything, or takes
// long, when EXEC is 0. Plain vector instructions that write only VGPRs don't.
func (in *Instr) actsWithoutLanes() bool {
	switch in.Row.Unit {
	case isa.UnitVALU, isa.UnitTrans, isa.UnitDot:
	default:
		return true
	}
	if in.Row.Reads&isa.ImpEXEC == 0 || in.Row.Writes != 0 || in.Flags&(WholeWave|Pinned) != 0 {
		return true
	}
	switch in.Row.Op {
	case isa.V_WRITELANE_B32, isa.V_PERMLANE16_SWAP_B32, isa.V_PERMLANE32_SWAP_B32:
		return true
	}
	for i := range in.Row.Operands {
		if a := &in.Args[i]; in.Row.Operands[i].Access&isa.Write != 0 && !(a.Kind == OperandPhys && a.Phys.IsVGPR()) {
			return true
		}
	}
	return false
}

// joinBlocks appends a block to its only predecessor if it is that one's only successor.
func (f *Func) joinBlocks() {
	f.LinkPreds()
	gone := make([]bool, f.blocks)
	for _, b := range f.Blocks {
		if gone[b.ID] {
			continue
		}
		for b.Term.Cond == CondNone {
			s := b.Term.Next
			if s == b || s == f.Blocks[0] || len(s.Preds) != 1 || s.LoopHeader {
				break
			}
			b.Instrs = append(b.Instrs, s.Instrs...)
			b.Term = s.Term
			gone[s.ID] = true
		}
	}
	kept := f.Blocks[:0]
	for _, b := range f.Blocks {
		if !gone[b.ID] {
			kept = append(kept, b)
		}
	}
	f.Blocks = kept
}

// rotateLoops moves the header of a loop after its last block if the header has the
// condition and the last block branches back unconditionally: an iteration then has
// one branch, not two. It costs a branch to the header before the loop.
func (f *Func) rotateLoops() {
	f.LinkPreds()
	loops := f.findLoops()
	place := make([]int, f.blocks)
	for k, b := range f.Blocks {
		place[b.ID] = k
	}
	for i := len(loops.loops) - 1; i >= 0; i-- { // inner ones first
		l := loops.loops[i]
		first, last := place[l.header.ID], 0
		for _, b := range l.blocks {
			first, last = min(first, place[b.ID]), max(last, place[b.ID])
		}
		h := l.header
		if first == 0 || f.Blocks[first] != h || last-first+1 != len(l.blocks) || last == first {
			continue
		}
		if t := &f.Blocks[last].Term; t.Cond != CondNone || t.Next != h {
			continue
		}
		if t := &h.Term; t.Cond == CondNone || t.Cond == CondEnd || loops.contains(l, t.Taken) == loops.contains(l, t.Next) {
			continue
		}
		copy(f.Blocks[first:last], f.Blocks[first+1:last+1])
		f.Blocks[last] = h
		for k := first; k <= last; k++ {
			place[f.Blocks[k].ID] = k
		}
	}
}
