package isa

import "math/bits"

// HazardSet is a set of rules of Target.Hazards, by number.
type HazardSet [2]uint64

// Add adds rule i. A table with more rules than fit needs a longer HazardSet.
func (s *HazardSet) Add(i int) { s[i/64] |= 1 << (i % 64) }

// Has reports whether rule i is in the set.
func (s *HazardSet) Has(i int) bool { return s[i/64]>>(i%64)&1 != 0 }

// Empty reports whether there is none in the set.
func (s *HazardSet) Empty() bool { return *s == HazardSet{} }

// And is what is in both sets.
func (s *HazardSet) And(t *HazardSet) HazardSet { return HazardSet{s[0] & t[0], s[1] & t[1]} }

// Meets reports whether two sets share a rule.
func (s *HazardSet) Meets(t *HazardSet) bool { return s[0]&t[0]|s[1]&t[1] != 0 }

// Each calls f for each rule in the set, in order.
func (s *HazardSet) Each(f func(i int)) {
	for w, left := range s {
		for ; left != 0; left &= left - 1 {
			f(64*w + bits.TrailingZeros64(left))
		}
	}
}
