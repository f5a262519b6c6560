package mach

import (
	"cmp"
	"slices"

	"heddle/pass"
)

// hoistBudget bounds the dwords of scalar registers, of about a hundred, that hoisting
// may use in a loop.
const hoistBudget = 24

// hoist moves scalar instructions with loop-invariant operands out of loops: constants
// and parts of addresses, which selection makes where they are needed. (Computations
// of the source are hoisted on ir.)
func hoist(f *Func, opt *pass.Options) error {
	f.LinkPreds()
	h := newHoister(f)
	for i := len(h.forest.loops) - 1; i >= 0; i-- { // inner loops first
		h.loop(h.forest.loops[i])
	}
	return nil
}

func newHoister(f *Func) *hoister {
	h := &hoister{f: f, defs: f.definitions(), home: make([]*Block, len(f.Regs)), forest: f.findLoops(), place: make([]int, f.blocks), inside: make([]*loop, f.blocks)}
	for i, b := range f.Blocks {
		h.place[b.ID] = i
		for _, in := range b.Instrs {
			in.Defs(func(_ int, p Part) { h.home[p.Reg] = b })
		}
	}
	return h
}

type hoister struct {
	f      *Func
	defs   *definitions
	home   []*Block // by register: a block that writes it
	forest *loopForest
	place  []int   // by Block.ID: its position in the code
	inside []*loop // by Block.ID: the last loop visited that contains the block
}

// loop moves instructions from the blocks of a loop to its preheader.
func (h *hoister) loop(l *loop) {
	to := h.preheader(l)
	if to == nil {
		return
	}
	for _, b := range l.blocks {
		h.inside[b.ID] = l
	}
	slices.SortFunc(l.blocks[1:], func(x, y *Block) int { return cmp.Compare(h.place[x.ID], h.place[y.ID]) })
	budget := hoistBudget
	var moved []*Instr
	for _, b := range l.blocks {
		kept := b.Instrs[:0]
		for _, in := range b.Instrs {
			if budget > 0 && h.invariant(in, l) {
				moved = append(moved, in)
				h.home[in.Args[0].Part.Reg] = to
				budget -= int(in.Args[0].Part.N)
				continue
			}
			kept = append(kept, in)
		}
		b.Instrs = kept
	}
	h.insert(to, moved)
}

// preheader is the only block from which a loop is entered, nil if there are several or
// it is in another loop.
func (h *hoister) preheader(l *loop) *Block {
	var entry *Block
	for _, p := range l.header.Preds {
		if h.forest.contains(l, p) {
			continue
		}
		if entry != nil {
			return nil
		}
		entry = p
	}
	return entry
}

// invariant reports whether a scalar instruction computes the same in every iteration
// of a loop. Blocks are visited in order, so operands that can be moved are already
// outside.
func (h *hoister) invariant(in *Instr, l *loop) bool {
	if !h.f.repeatable(in, h.defs) || h.f.Regs[in.Args[0].Part.Reg].File != FileS {
		return false
	}
	if in.Flags&Copy == 0 && in.IsVector() {
		return false // a lane mask: it depends on EXEC
	}
	outside := true
	in.Uses(func(_ int, p Part) { outside = outside && (h.home[p.Reg] == nil || h.inside[h.home[p.Reg].ID] != l) })
	return outside
}

// insert puts instructions at the end of a block, before the test of its terminator,
// since they may change SCC.
func (h *hoister) insert(b *Block, moved []*Instr) {
	if len(moved) > 0 {
		b.Instrs = slices.Insert(b.Instrs, h.end(b), moved...)
	}
}

// end is the place before the test of a block's terminator.
func (h *hoister) end(b *Block) int {
	at := len(b.Instrs)
	if b.Term.Cond == CondSCC0 || b.Term.Cond == CondSCC1 {
		for at > 0 && b.Instrs[at-1].SCCDef != b.Term.Reg {
			at--
		}
		for at--; at > 0 && h.f.needsSCC(b.Instrs[at]); at-- {
		}
		at = max(at, 0)
	}
	return at
}

// needsSCC reports whether an instruction continues a chain of values in SCC, so that
// nothing that changes SCC may come before it.
func (f *Func) needsSCC(in *Instr) bool { return in.SCCUse != 0 }
