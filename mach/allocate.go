package mach

import (
	"fmt"
)

// allocate gives every virtual register physical ones.
//
// It goes in rounds. A round finds live ranges, puts registers together that
// copies connect (coalesce.go), and gives the webs that result a place, one by
// one (assign.go), in a table of what is taken when (occupancy.go). A web that
// finds no place displaces others that are cheaper to spill, or is spilled
// itself: its members get a home elsewhere and short-lived temporaries
// (rewrite.go), and the next round begins. Registers that were spilled are not
// spilled again but from an AGPR to memory, so the rounds end.
//
// Accumulators that a loop has in matrix instructions and that are scaled or
// converted behind it could only be in VGPRs, as vector instructions take
// nothing else. To give such a web a home in AGPRs is no spill but splits its
// live range: what can takes it there, and only the others need moves.
func allocate(f *Func, opt *Options) error { return allocateWithin(f, budgetOf(f), opt.Verify) }

func allocateWithin(f *Func, b budget, verify bool) error {
	b.fill(f.Chip)
	s := &spiller{f: f}
	foldCopies(f)
	s.wholeWave()
	var v *allocVerifier
	if verify {
		v = newAllocVerifier(f)
		s.origin = v.origin
	}
	if err := allocateRounds(f, b, s); err != nil {
		return err
	}
	if v != nil {
		if err := v.check(); err != nil {
			panic(fmt.Sprintf("BUG: kernel %s is allocated wrongly: %v", f.Name, err))
		}
	}
	return nil
}

func allocateRounds(f *Func, b budget, s *spiller) error {
	for {
		a := newAllocator(f, b, s)
		a.coalesce()
		homeless := a.assign()
		if len(homeless) == 0 {
			a.expand()
			return nil
		}
		if err := a.spillWebs(homeless); err != nil {
			return err
		}
		s.wholeWave()
	}
}

// spillWebs rewrites the kernel without the webs.
func (a *allocator) spillWebs(webs []int) error {
	var regs []spilled
	for _, i := range webs {
		before := len(regs)
		for _, r := range a.webs[i].regs {
			if !a.webs[i].fixed && a.spillable(r) {
				regs = append(regs, spilled{r, a.splits(r), i, a.at[r]})
			}
		}
		if len(regs) == before {
			return a.tooMany(i)
		}
	}
	a.spill.rewrite(regs, a.budget.agprs > 0)
	return nil
}

// tooMany is the user's error: the kernel does not fit. What is left when all
// has been spilled that can be is the operands of single instructions, so this
// is about tuples and a budget that is very small.
func (a *allocator) tooMany(failed int) error {
	w := &a.webs[failed]
	file, have, most, at := "vector", a.budget.vgprs+a.budget.agprs, 0, int32(0)
	if w.file == FileS {
		file, have = "scalar", a.budget.sgprs
	}
	most, at = a.pressure(w.file)
	where := ""
	if pos := a.positionAt(w.start()); pos != (Position{}) {
		where = fmt.Sprintf("%s:%d:%d: ", pos.File, pos.Line, pos.Col)
	} else if pos := a.positionAt(at); pos != (Position{}) {
		where = fmt.Sprintf("%s:%d:%d: ", pos.File, pos.Line, pos.Col)
	}
	return fmt.Errorf("%skernel %s needs %d %s registers at once, and a wave has %d with %d waves on a SIMD: ask for fewer waves or smaller workgroups, or work on smaller tiles",
		where, a.f.Name, max(most, have+1), file, have, a.budget.waves)
}

// positionAt is the source position of the instruction at a point, or of the
// last one in front of it that has any.
func (a *allocator) positionAt(point int32) Position {
	var pos Position
	now := int32(0)
	for _, b := range a.f.Blocks {
		for _, in := range b.Instrs {
			if now > point && pos != (Position{}) {
				return pos
			}
			if in.Pos != 0 {
				pos = a.f.Positions[in.Pos]
			}
			now += 2
		}
		now += 2
	}
	return pos
}
