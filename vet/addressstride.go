package vet

import "fmt"

// The stride rule: dword 1 of a buffer resource has the high 16 bits of the base, and above them the stride
// and the bits that say how it is used. Code that adds an offset to the base, with a carry, must not reach
// into those.

const ruleStride = "stride"

// mostBase is behind the largest base address.
const mostBase = 1 << 48

// spills reports whether what the code adds to the base of a resource may reach its stride: a part of the
// offset is added there, or the sum may have more than 48 bits.
func (a *addressCheck) spills(x *judgement) bool {
	if x.space != SpaceBuffer {
		return false
	}
	for i := range x.upper.terms {
		for k := range x.base48.terms {
			if x.upper.terms[i].atoms == x.base48.terms[k].atoms {
				return true
			}
		}
	}
	r := a.values.rangeOf(x.resource)
	return x.base >= 0 && r.bounded() && (r.lo < -mostBase/2 || r.hi > mostBase/2)
}

// wrongStride reports whether the stride is another one in the work-item, which is at the access.
func (a *addressCheck) wrongStride(w *witness, x *judgement) bool {
	if !a.spills(x) {
		return false
	}
	base, ok := w.sum(x.base48)
	more, ok2 := w.sum(x.upper)
	if !ok || !ok2 {
		return false
	}
	if base < 0 || base >= mostBase {
		more += base >> 48
	}
	if more &= 1<<16 - 1; more == 0 {
		return false
	}
	a.found(w, x, fmt.Sprintf("has a resource whose stride bits (bits 48 to 63) the offset of its base changes, by %#x", more), "a base of 48 bits", "one that is longer")
	x.finding.Rule = ruleStride
	x.finding.Advice = "add the offset to the base before the stride is put above it, and make sure that its high dword is its own"
	return true
}
