package mach

import (
	"fmt"
)

// allocate gives every virtual register physical ones.
func allocate(f *Func, opt *Options) error {
	a := newAllocator(f, budgetOf(f))
	a.coalesce()
	if failed := a.assign(); failed >= 0 {
		return a.tooMany(failed)
	}
	a.expand()
	return nil
}

// tooMany is the user's error: the kernel does not fit.
func (a *allocator) tooMany(failed int) error {
	w := &a.webs[failed]
	return fmt.Errorf("kernel %s needs more registers than there are for %d waves on a SIMD: no place for %s", a.f.Name, a.budget.waves, a.f.regText(w.regs[0]))
}
