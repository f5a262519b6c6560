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
// itself: its members get homes elsewhere and short-lived temporaries
// (rewrite.go), and the next round begins. Registers that were spilled are not
// spilled again but from an AGPR to memory, so the rounds end.
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
	var regs []Reg
	for _, i := range webs {
		before := len(regs)
		for _, r := range a.webs[i].regs {
			if !a.webs[i].fixed && a.spillable(r) {
				regs = append(regs, r)
			}
		}
		if len(regs) == before {
			return a.tooMany(i)
		}
	}
	a.spill.rewrite(regs, a.budget.agprs > 0)
	return nil
}

// tooMany is the user's error: the kernel does not fit.
func (a *allocator) tooMany(failed int) error {
	w := &a.webs[failed]
	return fmt.Errorf("kernel %s needs more registers than there are for %d waves on a SIMD: no place for %s", a.f.Name, a.budget.waves, a.f.regText(w.regs[0]))
}
