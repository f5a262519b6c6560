package vet

import "slices"

// Numbers that are known in some lanes only: registers that scalars are saved in, and that lanes write which others
// do not. Only the walk of a wave has such numbers.

// knows reports whether the number of a lane is known.
func (a *numbers) knows(i int) bool { return a != nil && (a.some == nil || a.some[i]) }

// knowsAll reports whether those of some lanes are.
func (a *numbers) knowsAll(in []bool) bool {
	for i, is := range in {
		if is && !a.knows(i) {
			return false
		}
	}
	return a != nil
}

// whole is a number that is known in all lanes, or nil.
func (a *numbers) whole() *numbers {
	if a == nil || a.some != nil {
		return nil
	}
	return a
}

// knownIn returns the lanes in which several numbers are known, nil for all.
func knownIn(list ...*numbers) (some []bool) {
	for _, a := range list {
		switch {
		case a == nil || a.some == nil:
		case some == nil:
			some = slices.Clone(a.some)
		default:
			for i, is := range a.some {
				some[i] = some[i] && is
			}
		}
	}
	return some
}

// common is what is the same in two, nil if nothing is.
func (a *numbers) common(b *numbers) *numbers {
	if a == nil || b == nil || a.base != b.base {
		return nil
	}
	if a.equal(b) {
		return a
	}
	n := max(len(a.n), len(b.n), len(a.some), len(b.some))
	if n == 1 {
		return nil
	}
	r := &numbers{a.base, a.n, make([]bool, n)}
	for i := range r.some {
		r.some[i] = a.knows(i) && b.knows(i) && a.at(i) == b.at(i)
	}
	return r
}

// part is what is known of a value: in the walk of a wave, also that of some lanes.
func (e *evaluator) part(x valueID, m moment) *numbers {
	if e.walk != nil {
		return e.walk.part(e.v.find(x))
	}
	return e.eval(x, m)
}

// settle is a number without the lanes that do not exist, nil if none is known.
func (w *walk) settle(a *numbers) *numbers {
	if a == nil || a.some == nil {
		return a.short()
	}
	if len(a.some) < w.lanes {
		return nil // of all lanes nothing
	}
	all, any := true, false
	for i, is := range a.some {
		exists := w.item(i) < w.group.items()
		all, any = all && (is || !exists), any || is && exists
	}
	switch {
	case !any:
		return nil
	case all:
		return (&numbers{a.base, a.n, nil}).short()
	}
	return a
}
