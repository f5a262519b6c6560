package vet

import (
	"cmp"
	"fmt"
	"slices"

	"heddle/isa"
)

// The lds-race rule compares what the instructions between two barriers do to the LDS. Code is cut at its
// barriers into segments; a phase is what is executed from the beginning, or from behind a barrier, up to
// the next barriers. Two accesses of a phase, of different waves, have no order.
//
// A phase goes once round a loop at most: up to the second turn of the first loop whose end it comes to. One
// that begins in a loop is looked at in the loop's first turns, until addresses repeat.

const ruleRace = "lds-race"

// segment is code of a block without barriers in it; a barrier may end it.
type segment struct {
	block, first, last int32
	next               []int32 // segments; none behind a barrier
}

// segments cuts the code at its barriers, those that are left out excepted.
func (g *graph) segments(without map[int32]bool) (list []segment, begin []int32) {
	begin = make([]int32, len(g.blocks))
	for id := range g.blocks {
		x := &g.blocks[id]
		begin[id] = int32(len(list))
		from := x.first
		for i := x.first; i < x.last; i++ {
			if g.nodes[i].inst.Row.Op == isa.S_BARRIER && !without[i] {
				list = append(list, segment{block: int32(id), first: from, last: i + 1})
				from = i + 1
			}
		}
		list = append(list, segment{block: int32(id), first: from, last: x.last})
	}
	for k := range list {
		if x := &g.blocks[list[k].block]; list[k].last == x.last && (k+1 == len(list) || list[k+1].block != list[k].block) {
			for _, to := range x.succs {
				list[k].next = append(list[k].next, begin[to])
			}
		}
	}
	return list, begin
}

// stage is a segment, before or after the phase has gone round a loop. It is doubtful if the phase got
// there past barriers that the other way of a branch has: a loop may never be left out.
type stage struct {
	segment  int32
	turn     turn
	doubtful bool
}

// races is the state of checkRaces.
type races struct {
	*shared
	list    []segment
	begin   []int32
	places  map[int32]ldsPlaces
	prints  map[instance]*footprint
	data    map[instance][]contents
	said    map[[2]int32]bool
	past    map[[2]int32]bool // by edge: see avoids
	unsure  []bool            // by block: see uncertain
	moving  map[int32]bool    // by node: see moves
	without map[int32]bool    // barriers that are left out
	left    int               // pairs that may still be compared
	limit   int               // of checker.steps
	// endless says that the turns of the loop that is looked at do not repeat soon.
	endless bool
	certain bool         // only what is certain is reported
	notes   *[]notedPair // where pairs are noted instead of reported
}

// instance is an access at a moment.
type instance struct {
	node int32
	turn turn
}

// mostPairs limits the pairs of accesses that are compared in a kernel.
const mostPairs = 300_000

// checkLDS looks for races, and at what is read and written.
func (s *shared) checkLDS() {
	r := s.newRaces(nil)
	pairs, contents, known := r.walkGroups()
	if contents != nil {
		r.reportContents(contents)
	}
	if r.group.waves > 1 {
		r.checkRaces(pairs, known)
	}
	s.steps += (mostPairs - max(r.left, 0)) / 8
}

// checkRaces looks at each phase, and reports pairs that meet on the ways of the waves.
func (r *races) checkRaces(pairs []notedPair, known knownWays) {
	if known == waysAlways {
		pairs = append(pairs, r.checkAlso(pairs)...)
	} else {
		r.certain = known != waysUnknown
		r.check()
		r.certain = false
	}
	slices.SortStableFunc(pairs, func(p, q notedPair) int { return cmp.Compare(p.rank, q.rank) })
	for _, p := range pairs {
		if known != waysUnknown && !r.said[p.key] {
			r.pair(p.key[0], p.key[1], p.rank, p.text)
		}
	}
	if r.steps >= r.limit {
		r.giveUp(ruleRace)
	}
	if r.left < 0 {
		r.add(Finding{Rule: ruleRace, Rank: RankCantTell, Place: Place{Addr: r.v.g.addr}, Message: fmt.Sprintf("more than %d pairs of accesses to the LDS would have to be compared", mostPairs)})
	}
}

// checkAlso looks at each phase for pairs that can meet by the ways of all waves, and returns those that do for
// certain.
func (r *races) checkAlso(pairs []notedPair) (errors []notedPair) {
	var notes []notedPair
	trial := *r
	trial.said, trial.notes = map[[2]int32]bool{}, &notes
	trial.check()
	r.left = trial.left
	meets := map[[2]int32]bool{}
	for _, p := range pairs {
		meets[p.key] = true
	}
	return slices.DeleteFunc(notes, func(p notedPair) bool { return p.rank >= RankCantTell || !meets[p.key] })
}

// newRaces prepares to look at the code without some barriers.
func (s *shared) newRaces(without map[int32]bool) *races {
	g := s.v.g
	r := &races{
		shared: s, without: without, places: map[int32]ldsPlaces{}, prints: map[instance]*footprint{}, data: map[instance][]contents{}, said: map[[2]int32]bool{}, past: map[[2]int32]bool{},
		moving: map[int32]bool{}, unsure: make([]bool, len(g.blocks)), left: mostPairs, limit: s.steps + stepsFor(len(g.nodes)),
	}
	r.list, r.begin = g.segments(without)
	r.findUnsure()
	for i := range g.nodes {
		if g.blocks[g.nodes[i].block].order >= 0 && touchesLDS(g.nodes[i].inst.Row) {
			r.places[int32(i)] = s.places(int32(i))
		}
	}
	return r
}

// check looks at all phases.
func (r *races) check() {
	g := r.v.g
	var starts []int32
	for _, e := range g.entries {
		starts = append(starts, r.begin[e])
	}
	for k := range r.list {
		if k > 0 && r.list[k].block == r.list[k-1].block && g.blocks[r.list[k].block].order >= 0 {
			starts = append(starts, int32(k))
		}
	}
	slices.Sort(starts)
	for _, k := range slices.Compact(starts) {
		r.checkPhase(k)
	}
	r.checkLate()
}

// follow returns the stages behind one, in the same phase, which begins in some turn.
func (r *races) follow(at stage, first turn, to []stage) []stage {
	seg := &r.list[at.segment]
	for _, n := range seg.next {
		head := r.list[n].block
		t := at.turn
		if l := r.u.loops[head]; l != nil && l.has(seg.block) && r.v.g.blocks[seg.block].order >= r.v.g.blocks[head].order {
			if t != first || first.n > 0 && head != first.loop {
				continue // once is enough
			}
			t = turn{head, first.n + 1}
		}
		to = append(to, stage{n, t, at.doubtful || r.avoids(seg.block, head)})
	}
	return to
}

// avoids reports whether a branch leads past barriers that its other way has. Loops end at some time.
func (r *races) avoids(from, to int32) bool {
	x := &r.v.g.blocks[from]
	if len(x.succs) != 2 {
		return false
	}
	key := [2]int32{from, to}
	is, ok := r.past[key]
	if ok {
		return is
	}
	other := x.succs[0]
	if other == to {
		other = x.succs[1]
	}
	for _, l := range r.u.loops {
		if l.has(from) && !l.has(to) {
			r.past[key] = false
			return false
		}
	}
	here, _ := r.passed(to, r.u.after[from])
	there, _ := r.passed(other, r.u.after[from])
	is = here.first < 0 && there.first >= 0
	r.past[key] = is
	return is
}

// reach returns the stages from one on.
func (r *races) reach(from stage, first turn) ([]stage, map[stage]bool) {
	seen := map[stage]bool{from: true}
	list := []stage{from}
	var next []stage
	for i := 0; i < len(list) && len(list) < mostRegion; i++ {
		next = r.follow(list[i], first, next[:0])
		for _, n := range next {
			if !seen[n] {
				seen[n] = true
				list = append(list, n)
			}
		}
	}
	return list, seen
}

// mostTurns is how many turns of a loop are looked at.
const mostTurns = 8

// checkPhase compares the accesses of a phase. In a loop it does so for one turn after the other.
func (r *races) checkPhase(start int32) {
	loop := int32(-1)
	order := func(b int32) int32 { return r.v.g.blocks[b].order }
	for head, l := range r.u.loops {
		if l.has(r.list[start].block) && (loop < 0 || order(head) > order(loop)) {
			loop = head // the innermost
		}
	}
	t := firstTurn
	for r.checkTurn(start, t) && loop >= 0 {
		if t = (turn{loop, t.n + 1}); t.n == mostTurns {
			r.endless = true
			r.checkTurn(start, firstTurn)
			r.endless = false
			return
		}
		if r.repeats(start, t) {
			return
		}
	}
}

// repeats reports whether the accesses of a phase are the same as in the first turn of its loop.
func (r *races) repeats(start int32, t turn) bool {
	stages, _ := r.reach(stage{start, t, false}, t)
	for _, st := range stages {
		was := firstTurn
		if st.turn.n > t.n {
			was = turn{st.turn.loop, 1}
		}
		seg := &r.list[st.segment]
		for n := seg.first; n < seg.last; n++ {
			if p, ok := r.places[n]; ok && !r.print(instance{n, st.turn}, &p).equal(r.print(instance{n, was}, &p)) {
				return false
			}
		}
	}
	return true
}

// equal reports whether two accesses touch the same.
func (f *footprint) equal(g *footprint) bool {
	if f == nil || g == nil {
		return f == g // nothing is known in any turn
	}
	same := func(a, b bytesSet) bool { return a.first == b.first && slices.Equal(a.bits, b.bits) }
	return f.base == g.base && f.most == g.most && slices.EqualFunc(f.waves, g.waves, same)
}

// moves reports whether an access goes elsewhere in later turns, of a loop without a barrier, or any.
func (r *races) moves(n int32, p *ldsPlaces) bool {
	is, ok := r.moving[n]
	if ok && !r.endless {
		return is
	}
	for head, l := range r.u.loops {
		if l.has(r.v.g.nodes[n].block) && (r.endless || !r.loopHasBarrier(l, r.without)) {
			is = is || !r.print(instance{n, firstTurn}, p).equal(r.print(instance{n, turn{head, 1}}, p))
		}
	}
	if !r.endless {
		r.moving[n] = is
	}
	return is
}

// checkTurn compares the accesses of a phase that begins in some turn. It reports whether there are any
// that can meet.
func (r *races) checkTurn(start int32, first turn) bool {
	stages, _ := r.reach(stage{start, first, false}, first)
	type found struct {
		instance
		stage int
		p     ldsPlaces
		print *footprint
	}
	var list []found
	writes := false
	for i, st := range stages {
		seg := &r.list[st.segment]
		for n := seg.first; n < seg.last; n++ {
			if p, ok := r.places[n]; ok {
				x := instance{n, st.turn}
				list = append(list, found{x, i, p, r.print(x, &p)})
				writes = writes || p.write
			}
		}
	}
	if !writes {
		return false
	}
	own := make([]bytesSet, r.group.waves) // what waves write themselves
	for w := range own {
		own[w] = bytesSet{0, make([]uint64, mostLDS/64)}
	}
	blind := false // something is written that is not known
	for i := range list {
		x := &list[i]
		switch {
		case !x.p.write:
		case x.print == nil || x.print.base.x != 0 || x.print.most:
			blind = true
		default:
			for w := range own {
				from := x.print.waves[w]
				for k, word := range from.bits {
					own[w].bits[from.first+k] |= word
				}
			}
		}
	}
	sure := !blind && !r.apart && !r.polls(stages)
	for i := range list {
		a := &list[i]
		var after map[stage]bool
		for k := range list {
			b := &list[k]
			if b.node == a.node && k != i || !a.p.write && !b.p.write || a.p.atomic && b.p.atomic {
				continue
			}
			if r.left--; r.left < 0 {
				return false
			}
			if a.stage == b.stage {
				if a.node > b.node {
					continue
				}
			} else {
				if after == nil {
					_, after = r.reach(stages[a.stage], first)
				}
				if !after[stages[b.stage]] {
					continue
				}
			}
			r.compare(a.instance, b.instance, &a.p, &b.p, a.print, b.print, own, sure && !stages[b.stage].doubtful)
		}
	}
	return true
}

// print is the footprint of an access.
func (r *races) print(x instance, p *ldsPlaces) *footprint {
	f, ok := r.prints[x]
	if !ok {
		f = r.footprint(x.node, p, x.turn)
		r.prints[x] = f
	}
	return f
}

// polls reports whether waves may wait for each other by reading memory in a loop.
func (r *races) polls(stages []stage) bool {
	for _, st := range stages {
		b := r.list[st.segment].block
		kind := r.v.g.branchOf(b)
		if kind == branchNone {
			continue
		}
		for head, l := range r.u.loops {
			if !l.has(b) || !slices.ContainsFunc(r.v.g.blocks[b].succs, func(s int32) bool { return !l.has(s) }) {
				continue
			}
			if kind == branchOther || r.readsMemory(r.u.branchValues(b, kind), head) {
				return true
			}
		}
	}
	return false
}

// readsMemory reports whether values depend on what is loaded in a loop.
func (r *races) readsMemory(list []valueID, head int32) bool {
	seen := map[valueID]bool{}
	for len(list) > 0 {
		x := r.v.find(list[len(list)-1])
		list = list[:len(list)-1]
		if seen[x] || r.v.placeOf(x) < r.v.g.blocks[head].order {
			continue
		}
		seen[x] = true
		d := r.v.list[x]
		list = append(list, d.a, d.b, d.c)
		switch d.op {
		case opUnknown:
			if x != 0 {
				return true
			}
		case opLoad:
			return true
		case opResult:
			if r.v.g.nodes[d.node].waits.mem != nil || d.k >= beforeNode/2 {
				return true
			}
			list = append(list[:len(list)-3], r.u.sources[d.node]...)
		case opPhi:
			list = append(list[:len(list)-3], r.v.args[d.a:d.b]...)
		case opBallot:
			list = list[:len(list)-3]
			if c, ok := r.v.condition(d.node); ok {
				list = append(list, c)
			} else {
				return true
			}
			m := r.v.masks[r.v.lanesAt(d.node)]
			list = append(list, m.low, m.high)
		}
	}
	return false
}

// compare reports two accesses, the second behind the first, that different waves make to the same byte.
func (r *races) compare(x, y instance, p, q *ldsPlaces, f, g *footprint, own []bytesSet, sure bool) {
	a, b := x.node, y.node
	key := r.keyOf(a, b)
	if f == nil || g == nil || f.base != g.base {
		text := "may access bytes of the LDS that another wave accesses; how far the addresses are apart is not known"
		if a == b {
			text = "may write bytes of the LDS in one wave that it writes in another one; the addresses are not known"
		}
		r.pair(a, b, RankCantTell, text)
		return
	}
	sure = sure && !f.most && !g.most
	none := &bytesSet{}
	for w := range f.waves {
		for u := range g.waves {
			if w == u || x == y && w > u {
				continue
			}
			at := f.waves[w].common(&g.waves[u], none)
			if at < 0 {
				continue
			}
			rank := RankCantTell
			var differ bool
			if p.write && q.write {
				if at, differ = r.mixed(x, y, p, q, w, u, f, g); at < 0 {
					continue // both write the same
				}
			}
			if sure && f.base.x == 0 && !r.uncertain(a) && !r.uncertain(b) {
				switch {
				case p.write && !q.write:
					at = f.waves[w].common(&g.waves[u], &own[u])
				case !p.write && q.write:
					at = f.waves[w].common(&g.waves[u], &own[w])
				case !differ:
					at = -1
				}
				if at >= 0 {
					rank = RankError
				} else if at = f.waves[w].common(&g.waves[u], none); r.said[key] {
					continue
				}
			}
			if rank == RankCantTell && r.said[key] {
				continue
			}
			first, second := verb(p), verb(q)
			text := fmt.Sprintf("%s byte %#x of the LDS in wave %d, which wave %d %s, with no barrier between", second, at, u, w, first)
			if rank == RankError && !p.write {
				if clocks, late := r.later(a, b, q); late {
					rank = RankTiming
					text += fmt.Sprintf("; at least %d clocks lie between", clocks)
				}
			}
			if f.base.x != 0 {
				text = fmt.Sprintf("%s a byte of the LDS in wave %d, which wave %d %s, with no barrier between", second, u, w, first)
			}
			r.pair(a, b, rank, text)
			if rank <= RankTiming {
				return
			}
		}
	}
	if !r.said[key] && a != b && (r.moves(a, p) || r.moves(b, q)) {
		r.pair(a, b, RankCantTell, "may access bytes of the LDS that another wave accesses, in a later turn of a loop")
	}
}

// later returns the least time between a read and the write of another wave behind it, and whether that is
// so long that kernels are known to rely on it. A direct-to-LDS load takes longer than any read.
func (r *races) later(read, write int32, q *ldsPlaces) (clocks int, enough bool) {
	g := r.v.g
	t := &g.target.Chip.Timing
	if q.late {
		return t.LDSAhead, true
	}
	seen := map[int32]bool{read: true}
	list := []int32{read}
	var next []int32
	for clocks = 0; len(list) > 0 && clocks < t.LDSAhead; clocks += t.Issue {
		var further []int32
		for _, n := range list {
			for _, to := range g.after(n, next[:0]) {
				if to == write {
					return clocks, false
				}
				if !seen[to] {
					seen[to] = true
					further = append(further, to)
				}
			}
		}
		list = further
	}
	return clocks, true
}

// verb is what an access does.
func verb(p *ldsPlaces) string {
	switch {
	case p.atomic:
		return "changes"
	case p.write:
		return "writes"
	}
	return "reads"
}

// keyOf is the same for all copies of a pair.
func (r *races) keyOf(a, b int32) [2]int32 { return [2]int32{r.v.g.copyOf(a), r.v.g.copyOf(b)} }

// pair reports a pair once, an error in place of a doubt.
func (r *races) pair(a, b int32, rank Rank, text string) {
	key := r.keyOf(a, b)
	if rank == RankCantTell && (r.said[key] || r.certain) {
		return
	}
	if r.said[key] = true; r.notes != nil {
		*r.notes = append(*r.notes, notedPair{key, rank, text})
		return
	}
	f := Finding{Rule: ruleRace, Rank: rank, Place: r.place(b), Other: ptr(r.place(a)), Message: text}
	f.Other.Note = "the other access is here"
	if rank <= RankTiming {
		f.Advice = "insert a barrier between them, with a wait for the first access before it"
	}
	r.found(f)
}

// uncertain reports whether it is not known that waves come to an instruction.
func (r *races) uncertain(node int32) bool { return r.unsure[r.v.g.nodes[node].block] }

// findUnsure finds the blocks behind a branch that waves may take differently. Where that depends on EXEC,
// the lanes tell.
func (r *races) findUnsure() {
	g := r.v.g
	decides := make([][]int32, len(g.blocks))
	var todo []int32
	for b, list := range r.u.direct {
		for _, d := range list {
			decides[d] = append(decides[d], int32(b))
			if r.u.varying[d] && g.branchOf(d) != branchExec && !r.unsure[b] {
				r.unsure[b] = true
				todo = append(todo, int32(b))
			}
		}
	}
	for len(todo) > 0 {
		d := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		for _, b := range decides[d] {
			if !r.unsure[b] {
				r.unsure[b] = true
				todo = append(todo, b)
			}
		}
	}
}
