package isa

import (
	"slices"
	"testing"
)

// TestHazardSet: rules beyond the first 64 are members like others, and all tables fit.
func TestHazardSet(t *testing.T) {
	for _, target := range Targets() {
		if n, room := len(target.Hazards()), 64*len(HazardSet{}); n > room {
			t.Errorf("%s has %d rules, and a HazardSet has room for %d", target.Chip.Name, n, room)
		}
	}
	var a, b HazardSet
	for _, i := range []int{0, 63, 64, 100, 127} {
		a.Add(i)
	}
	for _, i := range []int{1, 64, 127} {
		b.Add(i)
	}
	both := a.And(&b)
	var list []int
	both.Each(func(i int) { list = append(list, i) })
	if want := []int{64, 127}; !slices.Equal(list, want) || !a.Meets(&b) || both.Empty() {
		t.Errorf("%v, not %v", list, want)
	}
	c := HazardSet{}
	c.Add(65)
	if a.Has(65) || !c.Has(65) || a.Meets(&c) || !(&HazardSet{}).Empty() {
		t.Error("rule 65 is not in the set")
	}
}
