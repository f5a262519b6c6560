package mach

import (
	"fmt"
	"hash/fnv"
	"slices"
)

// Pass is a row of the table of passes.
type Pass struct {
	Name string
	Run  func(*Func, *Options) error
	// Required passes make the code right: only tests disable them.
	Required bool
	// Physical: the code has no virtual registers behind this pass.
	Physical bool
	// After names passes that must have run before.
	After []string
}

// Options steer Run. The zero value is what users get.
type Options struct {
	// Verify runs Func.Verify after every pass and panics if it fails.
	Verify bool
	// Disable names passes to leave out.
	Disable []string
	// Dump, if not nil, is called after each pass.
	Dump func(pass string, f *Func)
	// Shuffle, if not 0, is the seed with which the passes reorder what they
	// may reorder freely, to find what depends on an order by chance.
	Shuffle uint64
	// Bisect leaves out the optional passes for kernels, and in passes that
	// ask it for single places, whose hash does not match: see Chosen.
	Bisect *Bisect
	// HideHazard, if not nil, makes the nop pass blind to a rule (tests).
	HideHazard func(name string) bool
}

// Bisect narrows a miscompile down: an optimisation happens only where the
// hash of its place ends in Suffix, a string of 0s and 1s.
type Bisect struct {
	Suffix string
	// Trace, if not nil, is told each place where an optimisation happened.
	Trace func(pass string, place string)
}

// Chosen reports whether an optimisation of a pass may happen at a place
// (a kernel's name, or a name with a source position).
func (o *Options) Chosen(pass, place string) bool {
	if o.Bisect == nil {
		return true
	}
	h := fnv.New64a()
	h.Write([]byte(pass + " " + place))
	bits := fmt.Sprintf("%064b", h.Sum64())
	if bits[len(bits)-len(o.Bisect.Suffix):] != o.Bisect.Suffix {
		return false
	}
	if o.Bisect.Trace != nil {
		o.Bisect.Trace(pass, place)
	}
	return true
}

// Passes is the way from code selection's output to physical code, in order.
func Passes() []Pass {
	return []Pass{
		{Name: "share", Run: share},
		{Name: "hoist", Run: hoist},
		{Name: "dead code", Run: deadCode},
		{Name: "arguments", Run: trimLoads, After: []string{"dead code"}},
		{Name: "schedule", Run: schedule},
		{Name: "allocate", Run: allocate, Required: true, Physical: true},
		{Name: "shrink", Run: shrink, Physical: true, After: []string{"allocate"}},
		{Name: "branches", Run: layoutBranches, Required: true, Physical: true, After: []string{"allocate"}},
		{Name: "m0", Run: reuseM0, Physical: true, After: []string{"allocate"}},
		{Name: "wait", Run: insertWaits, Required: true, Physical: true, After: []string{"allocate"}},
		{Name: "nops", Run: insertNops, Required: true, Physical: true, After: []string{"wait"}},
	}
}

// PassNames lists the passes in their order, for --dump-after and
// --disable-pass.
func PassNames() []string {
	var names []string
	for _, p := range Passes() {
		names = append(names, p.Name)
	}
	return names
}

// Run takes the kernel through the passes. The error is the user's: the
// kernel does not fit the machine.
func Run(f *Func, opt Options) error {
	ran := map[string]bool{}
	f.check("selection", false, &opt)
	for _, p := range Passes() {
		if slices.Contains(opt.Disable, p.Name) || !p.Required && !opt.Chosen(p.Name, f.Name) {
			ran[p.Name] = true // left out on purpose
			continue
		}
		for _, before := range p.After {
			if !ran[before] {
				panic("BUG: pass " + p.Name + " runs before " + before)
			}
		}
		if err := p.Run(f, &opt); err != nil {
			return err
		}
		ran[p.Name] = true
		f.check(p.Name, p.Physical, &opt)
	}
	return nil
}

func (f *Func) check(pass string, physical bool, opt *Options) {
	if opt.Dump != nil {
		opt.Dump(pass, f)
	}
	if !opt.Verify {
		return
	}
	if err := f.Verify(physical); err != nil {
		panic(fmt.Sprintf("BUG: kernel %s after pass %s: %v", f.Name, pass, err))
	}
}
