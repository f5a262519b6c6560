package vet

import (
	"fmt"
	"slices"
)

// What waves do to the LDS between the same barriers of their ways: accesses of different waves have no order.

// notedPair is what is to be said about two accesses.
type notedPair struct {
	key  [2]int32
	rank Rank
	text string
}

// mostWorkgroups is how many workgroups are looked at one by one.
const mostWorkgroups = 16

// knownWays says how much is known of the ways of waves.
type knownWays uint8

const (
	waysUnknown  knownWays = iota
	waysOfLaunch           // with its arguments
	waysAlways
)

// walkGroups looks at the ways of all waves of a workgroup, whichever it is, first without the arguments of the
// launch. Where that leaves doubts, and there are few workgroups, it looks at each.
func (r *races) walkGroups() (pairs []notedPair, contents *ldsContents, known knownWays) {
	if r.group.assumed {
		return nil, nil, waysUnknown
	}
	t := r.newRoute()
	if t == nil {
		return nil, nil, waysUnknown
	}
	defer r.reportPast(t)
	doubtful := func(list []notedPair) bool {
		return slices.ContainsFunc(list, func(p notedPair) bool { return p.rank == RankCantTell })
	}
	t.known = r.sizes
	first, contents, ok := r.walkWaves(t)
	if ok {
		if known = waysAlways; !doubtful(first) && !contents.vague() {
			return first, contents, known
		}
	}
	certain := slices.DeleteFunc(slices.Clone(first), func(p notedPair) bool { return p.rank == RankCantTell })
	t.known, t.budget = r.memory, mostWalk
	pairs, more, ok := r.walkWaves(t)
	if ok {
		contents = more
	}
	switch {
	case !ok && known == waysAlways:
		return first, contents, known
	case !ok:
	case known == waysAlways:
		pairs = append(pairs, certain...)
	default:
		known = waysOfLaunch
	}
	if ok && !doubtful(pairs) && !contents.vague() {
		return pairs, contents, known
	}
	n := int64(1)
	for _, size := range r.grid {
		if size.lo != size.hi || size.lo <= 0 || size.lo > mostWorkgroups {
			return pairs, contents, known
		}
		n *= size.lo
	}
	if n > mostWorkgroups {
		return pairs, contents, known
	}
	var all []notedPair
	t.budget = 2 * mostWalk
	for i := range n {
		x, y := r.grid[0].lo, r.grid[1].lo
		t.groups = [3]*numbers{one(uint64(i % x)), one(uint64(i / x % y)), one(uint64(i / x / y))}
		list, more, ok := r.walkWaves(t)
		if !ok {
			return pairs, contents, known
		}
		all = append(all, list...)
		if i == 0 {
			contents = more
		} else {
			contents.also(more)
		}
	}
	return append(all, certain...), contents, max(known, waysOfLaunch)
}

// bytesOfStep is how many bytes of the LDS are looked at in the time of a step.
const bytesOfStep = 16

// walkWaves looks at the ways of all waves of a workgroup. It is not ok if not all of them are known.
func (r *races) walkWaves(t *route) (pairs []notedPair, contents *ldsContents, ok bool) {
	trial := *r
	trial.said, trial.notes, trial.left = map[[2]int32]bool{}, &pairs, mostPairs
	r = &trial
	contents = newLDSContents()
	waves := make([]*walk, r.group.waves)
	for i := range waves {
		waves[i] = t.start(i)
	}
	for left := len(waves); left > 0; {
		left = 0
		for _, w := range waves {
			if !w.phase() {
				return nil, nil, false
			}
			if !w.ended {
				left++
			}
		}
		if !r.meet(waves) {
			return nil, nil, false
		}
		contents.phase(waves)
	}
	contents.end()
	r.steps += contents.looked / bytesOfStep
	return pairs, contents, true
}

// bytesOf are those that are written, changed by atomic operations, and read.
type bytesOf [3][]uint64

const (
	bytesWritten = iota
	bytesChanged
	bytesRead
)

// kind is what an access does.
func (p *ldsPlaces) kind() int {
	switch {
	case p.atomic:
		return bytesChanged
	case p.write:
		return bytesWritten
	}
	return bytesRead
}

// against are the kinds of accesses that have to be ordered with one of a kind.
var against = [3][]int{
	bytesWritten: {bytesWritten, bytesChanged, bytesRead},
	bytesChanged: {bytesWritten, bytesRead},
	bytesRead:    {bytesWritten, bytesChanged},
}

// meet compares what waves do between two barriers. It reports whether there was the time to.
func (r *races) meet(waves []*walk) bool {
	if r.apartIn(waves) {
		return true
	}
	sure := true
	for _, w := range waves {
		sure = sure && !w.waits
	}
	for u, b := range waves {
		for _, a := range waves[:u] {
			for i := range a.list {
				x := &a.list[i]
				for k := range b.list {
					y := &b.list[k]
					if !slices.Contains(against[x.p.kind()], y.p.kind()) {
						continue
					}
					if r.left--; r.left < 0 {
						return false
					}
					if x.clock > y.clock || x.clock == y.clock && x.node > y.node {
						r.meetPair(b, a, y, x, sure)
					} else {
						r.meetPair(a, b, x, y, sure)
					}
				}
			}
		}
	}
	return true
}

// isNumber reports whether the address of an access is known.
func (a *ldsAccess) isNumber() bool { return a.addr != nil && a.addr.base.x == 0 }

// apartIn reports whether no two waves touch the same bytes, where all addresses are known.
func (r *races) apartIn(waves []*walk) bool {
	base, first := numberKey{}, true
	relative, absolute := true, true
	for _, w := range waves {
		for i := range w.list {
			a := &w.list[i]
			relative = relative && a.addr != nil && (first || a.addr.base == base)
			absolute = absolute && a.all != nil
			if a.addr != nil {
				base, first = a.addr.base, false
			}
		}
	}
	if !relative && !absolute {
		return !slices.ContainsFunc(waves, (*walk).writes)
	}
	touched := func(a *ldsAccess) *bytesSet {
		if relative {
			return &a.bytes
		}
		return a.all
	}
	words := 0
	for _, w := range waves {
		for i := range w.list {
			b := touched(&w.list[i])
			words = max(words, b.first+len(b.bits))
		}
	}
	var before bytesOf // what the waves before one touch
	for k := range before {
		before[k] = make([]uint64, words)
	}
	for _, w := range waves {
		for i := range w.list {
			a := &w.list[i]
			b := touched(a)
			for _, k := range against[a.p.kind()] {
				for n, word := range b.bits {
					if before[k][b.first+n]&word != 0 {
						return false
					}
				}
			}
		}
		for i := range w.list {
			a := &w.list[i]
			b := touched(a)
			to := before[a.p.kind()][b.first:]
			for n, word := range b.bits {
				to[n] |= word
			}
		}
	}
	return true
}

// writes reports whether a wave writes something.
func (w *walk) writes() bool {
	return slices.ContainsFunc(w.list, func(a ldsAccess) bool { return a.p.write })
}

// meetPair compares two accesses, of which a comes first where waves go alike.
func (r *races) meetPair(w, u *walk, a, b *ldsAccess, sure bool) {
	if a.addr == nil || b.addr == nil || a.addr.base != b.addr.base {
		if a.all != nil && b.all != nil && a.all.common(b.all, &bytesSet{}) < 0 {
			return
		}
		text := "may access bytes of the LDS that another wave accesses; how far the addresses are apart is not known"
		if a.node == b.node {
			text = "may write bytes of the LDS in one wave that it writes in another one; the addresses are not known"
		}
		r.pair(a.node, b.node, RankCantTell, text)
		return
	}
	none := &bytesSet{}
	at := a.bytes.common(&b.bytes, none)
	if at < 0 {
		return
	}
	key := r.keyOf(a.node, b.node)
	sure = sure && surelyMeet(a, b)
	differ := false
	switch both := a.p.write && b.p.write; {
	case both:
		if at, differ = mixedAccesses(a, b); at < 0 {
			return // both write the same
		}
		sure = sure && (differ || a.p.adds || b.p.adds) // one writes over what the other has added
	case sure && a.p.write:
		sure, at = u.notItsOwn(a, b, at)
	case sure:
		sure, at = w.notItsOwn(b, a, at)
	}
	if !sure && r.said[key] {
		return
	}
	text := fmt.Sprintf("%s byte %#x of the LDS in wave %d, which wave %d %s, with no barrier between", verb(b.p), at, u.wave, w.wave, verb(a.p))
	if a.addr.base.x != 0 {
		text = fmt.Sprintf("%s a byte of the LDS in wave %d, which wave %d %s, with no barrier between", verb(b.p), u.wave, w.wave, verb(a.p))
	}
	rank := RankCantTell
	if sure {
		rank = RankError
		if !a.p.write {
			if clocks, late := r.later(a.node, b.node, b.p); late {
				rank = RankTiming
				text += fmt.Sprintf("; at least %d clocks lie between", clocks)
			}
		}
	}
	r.pair(a.node, b.node, rank, text)
}

// surelyMeet reports whether two accesses touch a byte in common, whatever the data are: where one of them depends on
// data, the other one touches all that it may.
func surelyMeet(a, b *ldsAccess) bool {
	switch {
	case a.exact() && b.exact():
		return true
	case a.exact() && b.certain && b.wide:
		return b.bytes.within(&a.bytes)
	case b.exact() && a.certain && a.wide:
		return a.bytes.within(&b.bytes)
	}
	return false
}

// notItsOwn reports whether a wave reads a byte that another one writes and that it does not write itself: it may be
// the same. What it adds is not.
func (w *walk) notItsOwn(write, read *ldsAccess, at int) (is bool, first int) {
	left := bytesSet{read.bytes.first, slices.Clone(read.bytes.bits)}
	for i := range w.list {
		own := &w.list[i]
		if !own.p.write || own.p.adds || own.clock > read.clock {
			continue
		}
		if own.all == nil {
			return false, at
		}
		for n, word := range own.all.bits {
			if k := own.all.first + n - left.first; k >= 0 && k < len(left.bits) {
				left.bits[k] &^= word
			}
		}
	}
	b := left.common(&write.bytes, &bytesSet{})
	if b < 0 || write.wide && !write.bytes.within(&left) || read.wide && !read.bytes.within(&left) {
		return false, at
	}
	return true, b
}

// contents is what an access writes.
func (a *ldsAccess) contents() contents {
	c := contents{}
	a.each(func(lane, span int, from, n uint32) {
		for b := range n {
			x := written{}
			if span < len(a.data) && int(b/4) < len(a.data[span]) {
				x = writtenByte(a.data[span][b/4], lane, uint8(b%4))
			}
			c.put(from+b, x)
		}
	})
	return c
}

// mixedAccesses is mixed for two accesses.
func mixedAccesses(a, b *ldsAccess) (at int, differ bool) {
	return mixedContents(a.contents(), b.contents(), &a.bytes, &b.bytes)
}
