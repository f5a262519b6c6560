package vet

import (
	"cmp"
	"fmt"
	"slices"

	"heddle/isa"
)

// Fix is the change of the code that does away with a finding.
type Fix struct {
	Insert  []string `json:"insert,omitempty"`  // instructions in front of the one that the finding is about
	Replace bool     `json:"replace,omitempty"` // they take its place

	wait   isa.Waitcnt
	states int
}

// newFix inserts a wait and wait states.
func newFix(wait isa.Waitcnt, states int) *Fix {
	f := &Fix{wait: wait, states: states}
	f.write()
	return f
}

// newReplacement is newFix instead of the instruction.
func newReplacement(wait isa.Waitcnt, states int) *Fix {
	f := newFix(wait, states)
	f.Replace = true
	return f
}

func (f *Fix) write() {
	f.Insert = nil
	if text := waitText(f.wait); text != "" {
		f.Insert = append(f.Insert, "s_waitcnt "+text)
	}
	for n := f.states; n > 0; n -= mostNops {
		f.Insert = append(f.Insert, fmt.Sprintf("s_nop %d", min(n, mostNops)-1))
	}
}

// mostNops is how many wait states one s_nop makes.
const mostNops = 16

// Change is what is to be done at a place of a code object.
type Change struct {
	Place
	Fix
	Rules []string // that ask for it
}

// Changes returns what does away with the findings that pick chooses, by address. Kernels that share
// code have findings at the same places: what covers all of them is done.
func Changes(kernels []Kernel, pick func(*Finding) bool) []Change {
	at := map[uint64]*Change{}
	for i := range kernels {
		for k := range kernels[i].Findings {
			f := &kernels[i].Findings[k]
			if f.Fix == nil || !pick(f) {
				continue
			}
			c := at[f.Addr]
			if c == nil {
				at[f.Addr] = &Change{Place: f.Place, Fix: *f.Fix, Rules: []string{f.Rule}}
				continue
			}
			c.wait, c.states = c.wait.Min(f.Fix.wait), max(c.states, f.Fix.states)
			c.write()
			if !slices.Contains(c.Rules, f.Rule) {
				c.Rules = append(c.Rules, f.Rule)
			}
		}
	}
	list := make([]Change, 0, len(at))
	for _, c := range at {
		list = append(list, *c)
	}
	slices.SortFunc(list, func(a, b Change) int { return cmp.Compare(a.Addr, b.Addr) })
	return list
}
