package vet

import (
	"fmt"
	"math"
	"slices"
)

// guess is a work-item, and how far an access reaches in it.
type guess struct {
	group, item [3]uint32
	place       int64
}

const (
	mostGroups  = 512  // workgroups that are looked at
	mostItems   = 64   // work-items of a workgroup, in each workgroup
	allItems    = 1024 // in those that reach farthest
	mostGuesses = 8    // of workgroups for each access, those that reach farthest
	// mostBlocks limits the way of a witness through the code.
	mostBlocks = 20000
	// searchSteps limits the search of a kernel, in values that are computed.
	searchSteps = 3 << 20
)

// search looks for work-items in which the open accesses go wrong. Those that reach farthest are tried.
func (a *addressCheck) search() {
	v := a.values
	saved := v.steps
	v.steps = searchSteps
	defer func() { v.steps = saved }()
	w := newWitness(v)
	groups, items := sample(v.given.grid, mostGroups), sample(v.given.block, mostItems)
	last := items[len(items)-1]
	for _, x := range a.open {
		x.conditions, x.mayCut = v.conditionsAt(x.node), a.cut(x)
	}
	// Most that go wrong do so in the last work-items. Others may be masked: then the first shows the workgroup.
	for _, round := range [...]struct {
		item  [3]uint32
		items [][3]uint32
	}{{last, items}, {items[0], sample(v.given.block, allItems)}} {
		for _, g := range groups {
			w.of(g, round.item, true)
			for _, x := range a.open {
				if x.finding == nil {
					x.consider(w, g, round.item)
				}
			}
		}
		for _, x := range a.open {
			if x.finding == nil {
				a.try(w, x, groups[len(groups)-1], round.items)
			}
		}
	}
}

// try follows an access in the work-items that are guessed to reach farthest, and in the first and last.
func (a *addressCheck) try(w *witness, x *judgement, end [3]uint32, items [][3]uint32) {
	first, last := items[0], items[len(items)-1]
	for i := range x.guesses {
		x.guesses[i].item = x.farthest(w, x.guesses[i], items)
	}
	for _, t := range append(x.guesses, guess{item: first}, guess{item: last}, guess{end, last, 0}, guess{end, first, 0}) {
		if x.finding != nil {
			return
		}
		if w.given.exists(t.group, t.item) {
			w.of(t.group, t.item, false)
			w.walk(x.node, mostBlocks, func() bool { return !a.wrong(w, x) })
		}
	}
}

// farthest is the work-item of a workgroup in which an access reaches farthest, of those that come to it.
func (x *judgement) farthest(w *witness, best guess, items [][3]uint32) [3]uint32 {
	w.of(best.group, best.item, true)
	comes := x.comes(w) && x.turns(w)
	for _, item := range items {
		w.of(best.group, item, true)
		if place, ok := w.sum(x.whole); ok && x.comes(w) && x.turns(w) && (place > best.place || !comes) {
			best.item, best.place, comes = item, place, true
		}
	}
	return best.item
}

// turns reports whether nothing that is known keeps the work-item from the last turns of the loops that the access
// counts: lanes leave loops one after the other.
func (x *judgement) turns(w *witness) bool {
	for i := range x.whole.terms {
		for _, a := range x.whole.terms[i].factorsIn() {
			d := w.at(a)
			if d.op != opCount || w.loops[d.node] == nil {
				continue
			}
			for _, b := range w.loops[d.node].bounds {
				if n, ok := w.sum(b.p); ok && n > b.most {
					return false
				}
			}
		}
	}
	return true
}

// comes reports whether nothing that is known keeps the work-item from the access, nor the access from memory.
func (x *judgement) comes(w *witness) bool {
	if x.space == SpaceBuffer && !x.stride && !x.mayCut {
		offset, ok := w.sum(x.checked)
		records, ok2 := w.eval(x.records)
		if ok && ok2 && uint64(max(offset, 0)) >= records {
			return false
		}
	}
	for _, c := range x.conditions {
		if n, ok := w.eval(c.cmp); ok && (n != 0) != c.holds {
			return false
		}
	}
	return w.given.exists(w.group, w.item)
}

// consider keeps a work-item if an access reaches farther in it than in others.
func (x *judgement) consider(w *witness, group, item [3]uint32) {
	place, ok := w.sum(x.whole)
	if !ok || !x.comes(w) {
		return
	}
	i := len(x.guesses)
	for i > 0 && x.guesses[i-1].place < place {
		i--
	}
	if i < mostGuesses {
		x.guesses = slices.Insert(x.guesses, i, guess{group, item, place})
		x.guesses = x.guesses[:min(len(x.guesses), mostGuesses)]
	}
}

// sample lists coordinates, at most so many: the first, the last, the corners, and others in between.
func sample(sizes [3]interval, most int) [][3]uint32 {
	n := [3]uint64{}
	total := uint64(1)
	for i := range n {
		n[i] = uint64(max(sizes[i].hi, 1))
		total *= min(n[i], 1<<20)
	}
	at := func(i uint64) [3]uint32 {
		return [3]uint32{uint32(i % n[0]), uint32(i / n[0] % n[1]), uint32(i / n[0] / n[1])}
	}
	var list [][3]uint32
	for corner := range 8 {
		c := [3]uint32{}
		for i := range c {
			if corner>>i&1 != 0 {
				c[i] = uint32(n[i] - 1)
			}
		}
		list = append(list, c)
	}
	step := max(1, total/uint64(most-8))
	for i := uint64(0); i < total; i += step {
		list = append(list, at(i))
	}
	return append(list, at(n[0]*n[1]*n[2]-1))
}

// wrong reports whether an access goes wrong in the work-item, which is at it, and makes the finding.
func (a *addressCheck) wrong(w *witness, x *judgement) bool {
	place, ok := w.sum(x.place)
	if !ok {
		return false
	}
	whole, ok := w.sum(x.whole)
	if !ok {
		whole = place
	}
	bytes := x.memory.bytes
	from, meant := place+x.memory.at, whole+x.memory.at
	inside := func(at int64) bool { return at >= 0 && at+x.need <= bytes }
	switch name := a.nameOf(x); {
	case from != meant && inside(meant) && (meant > from || !inside(from)):
		farthest := fmt.Sprintf("up to %d", x.reach.hi-x.size)
		if x.reach.hi <= 1<<32 {
			farthest = fmt.Sprint(whole)
		}
		required := "offsets from 0 to 4294967295"
		if place < 0 { // the sign of a sum of 32 bits has been extended
			required, farthest = "an index from -2147483648 to 2147483647 before it is scaled", "offsets "+farthest
		}
		a.found(w, x, fmt.Sprintf("is meant to reach byte %d of %s, but 32 bits do not hold the offset: it reaches byte %d", meant, name, from), required, farthest)
		return true
	case x.space == SpaceBuffer:
		return a.wrongBuffer(w, x, from, inside(from)) || a.wrongStride(w, x)
	case !inside(from):
		a.found(w, x, fmt.Sprintf("reaches byte %d of %s%s", outer(from, x.need, bytes), name, signedNote(place)),
			fmt.Sprintf("bytes 0 to %d", bytes-1), fmt.Sprintf("%d", outer(from, x.need, bytes)))
		return true
	}
	return false
}

// outer is a byte of an access that is outside of memory.
func outer(from, size, bytes int64) int64 {
	if from < 0 {
		return from
	}
	return max(from+size-1, bytes)
}

// signedNote explains offsets just below 2^32.
func signedNote(place int64) string {
	if n := place - 1<<32; n < 0 && n >= math.MinInt32 {
		return fmt.Sprintf(": the offset is %d as a signed number, and the hardware takes it as %d", n, place)
	}
	return ""
}

// wrongBuffer is wrong for an access whose resource checks it. What the check is compared with, the
// sources disagree on: with soffset or without.
func (a *addressCheck) wrongBuffer(w *witness, x *judgement, from int64, inside bool) bool {
	checked, ok := w.sum(x.checked)
	soffset, ok2 := w.sum(x.soffset)
	records, ok3 := w.eval(x.records)
	if !ok || !ok2 || !ok3 || x.stride {
		return false
	}
	// The bytes that the check lets pass, with soffset and without.
	dword := min(x.size, 4)
	pass := func(offset int64) int64 { return max(0, min(x.size, (int64(records)-offset)/dword*dword)) }
	with, without := pass(checked+soffset), pass(checked)
	name, bytes := a.nameOf(x), x.memory.bytes
	out := func(passed int64) bool { return passed > 0 && (from < 0 || from+passed > bytes) }
	switch {
	case out(with) && out(without):
		a.found(w, x, fmt.Sprintf("reaches byte %d of %s, and the %d records of its resource let it pass", outer(from, with, bytes), name, records),
			fmt.Sprintf("bytes 0 to %d", bytes-1), fmt.Sprintf("%d", outer(from, with, bytes)))
		return true
	case out(with) || out(without):
		a.found(w, x, fmt.Sprintf("reaches byte %d of %s if the range check of its resource (%d records) leaves soffset (%d) out, which the sources disagree on", outer(from, x.need, bytes), name, records, soffset),
			"a resource that ends with the memory", fmt.Sprintf("%d records", records))
		x.finding.Rank, x.verdict = RankCantTell, VerdictCantTell
		return true
	case inside && with < x.size && without < x.size && a.cut(x) && a.values.isPlain(x):
		what := "reads zeros"
		if x.store {
			what = "is dropped"
		}
		a.found(w, x, fmt.Sprintf("%s: it reaches byte %d of %s, which has %d, but its resource ends after %d", what, from, name, bytes, records),
			fmt.Sprintf("more than %d records", checked+x.size-1), fmt.Sprintf("%d", records))
		return true
	}
	return false
}

// isPlain reports whether nothing chooses the offset of an access: kernels choose offsets past the
// resource for work-items that have nothing to do.
func (v *values) isPlain(x *judgement) bool {
	const most = 1000
	todo := append([]valueID{}, x.parts...)
	seen := map[valueID]bool{}
	for len(todo) > 0 {
		id := v.find(todo[len(todo)-1])
		todo = todo[:len(todo)-1]
		if seen[id] {
			continue
		}
		if seen[id] = true; len(seen) > most {
			return false
		}
		switch d := &v.list[id]; d.op {
		case opSelect, opEither, opMin, opMax, opMinS, opMaxS, opCmp, opUnknown:
			return false
		case opPhi:
			if p := v.poly(id); len(p.terms) > 0 {
				if at, same := p.isAtom(); same && at == id {
					return false
				}
			}
		case opConst, opSymbol, opCount, opResult, opLoad, opBallot:
		default:
			todo = append(todo, d.a, d.b)
		}
	}
	return true
}

// found makes the finding of an access that goes wrong in the work-item.
func (a *addressCheck) found(w *witness, x *judgement, message, required, found string) {
	x.verdict = VerdictWrong
	x.finding = &Finding{Rule: "address", Rank: RankError, Place: a.place(x.node),
		Message:  fmt.Sprintf("%s (workgroup %s, work-item %s)", message, coordinates(w.group), coordinates(w.item)),
		Required: required, Found: found}
	if x.space == SpaceLDS {
		*x.finding = w.given.leavesLDS(*x.finding)
	}
}

func coordinates(c [3]uint32) string { return fmt.Sprintf("%d,%d,%d", c[0], c[1], c[2]) }
