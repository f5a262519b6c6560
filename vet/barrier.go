package vet

import (
	"fmt"
	"slices"

	"heddle/arch"
	"heddle/hsaco"
	"heddle/isa"
)

// workgroups returns those that a kernel is launched with: as launches say, or as its metadata requires.
// Without either two waves along x are looked at, which every larger workgroup has. There are none if nothing is
// known.
func workgroups(k *hsaco.Kernel, o *Options, chip *arch.Chip) (list []workgroup) {
	lanes, most := chip.WaveSize, chip.MaxWorkgroup
	add := func(size [3]int, assumed bool, l *Launch) {
		w := workgroup{size: size, assumed: assumed, launch: l}
		w.waves = (w.items() + lanes - 1) / lanes
		if slices.Min(size[:]) > 0 && slices.Max(size[:]) <= most && w.items() <= most && !slices.Contains(list, w) {
			list = append(list, w)
		}
	}
	given := false
	for i := range o.Launches {
		if l := &o.Launches[i]; l.isFor(k.Name) && l.Block[0] > 0 {
			size := [3]int{}
			for d := range size {
				if size[d] = int(max(l.Block[d], 1)); l.Global[d] > 0 {
					size[d] = min(size[d], int(l.Global[d])) // a grid that is smaller than a workgroup
				}
			}
			add(size, false, l)
			given = true
		}
	}
	switch m := k.Metadata; {
	case given:
	case m != nil && len(m.ReqdWorkgroupSize) == 3:
		add([3]int(m.ReqdWorkgroupSize), false, nil)
	case k.Descriptor.VGPRWorkitemID == 0 && (m == nil || m.MaxFlatWorkgroupSize >= 2*lanes):
		add([3]int{2 * lanes, 1, 1}, true, nil)
	}
	return list
}

// shared is what the rules about several waves of a workgroup have in common.
type shared struct {
	*checker
	*evaluator
	v     *values
	u     *uniformity
	words int         // that footprints may still take
	grid  [3]interval // workgroups; zero if unknown
	sizes knownMemory // that of all launches
	given *given      // of the launch
	// privates are the accesses to private memory, and those that may be.
	privates map[int32]privatePlace
	// apart says that waves may be at different barriers at the same time.
	apart bool
}

// checkWorkgroups checks barriers and the LDS.
func (c *checker) checkWorkgroups(k *hsaco.Kernel, o *Options, rules *ruleTable) {
	g := c.g
	groups := workgroups(k, o, g.target.Chip)
	barriers, lds := false, false
	for i := range g.nodes {
		row := g.nodes[i].inst.Row
		barriers = barriers || row.Op == isa.S_BARRIER
		lds = lds || touchesLDS(row) && (row.Unit != isa.UnitFlat || k.Descriptor.GroupSegmentFixedSize > 0)
	}
	firsts := g.firstLanes()
	if !barriers && !lds && len(firsts) == 0 || len(groups) == 0 {
		return
	}
	v := newRegisterValues(g, rules.transfers, newStart(&k.Descriptor), newGiven(k, nil)) // private memory is followed by lane
	s := &shared{checker: c, v: v, privates: map[int32]privatePlace{}}
	for _, id := range g.order {
		x := &g.blocks[id]
		if kind := g.branchOf(id); kind != branchNone && kind != branchOther {
			(&uniformity{control: &control{g: g}, v: v}).branchValues(id, kind)
		}
		for i := x.first; i < x.last; i++ {
			if touchesLDS(g.nodes[i].inst.Row) {
				s.places(i)
			}
			if p, ok := s.privateAccess(i); ok {
				s.privates[i] = p
			}
			if g.back[i] != 0 {
				v.goesTo(i)
			}
		}
	}
	for _, i := range firsts {
		v.lanesAt(i)
		v.walkAny(i)
	}
	flow := newControl(g)
	if flow != nil {
		s.u = newUniformity(v, flow)
	}
	c.steps += stepsFor(len(g.nodes)) - max(v.steps, 0)
	if flow == nil || v.steps <= 0 {
		c.giveUp("barrier")
		return
	}
	for _, group := range groups {
		launch := newGiven(k, group.launch)
		memory := newKnownMemory(k, launch, group.size)
		s.grid, s.sizes, s.given = launch.grid, newSizesOnly(k, group.size), launch
		s.evaluator, s.apart, s.words = newEvaluator(v, s.u, group, memory, g.target.Chip.WaveSize), false, mostWords
		several := group.waves > 1
		if several {
			s.checkBarriers()
			s.checkEmpty()
		}
		if lds {
			s.checkLDS()
		}
		if len(groups) == 1 && several && !group.assumed {
			s.checkIdle()
		}
	}
}

// found adds a finding about several waves. Where the size of the workgroup is not known, it may be one
// wave.
func (s *shared) found(f Finding) {
	if s.group.assumed && f.Rank < RankCantTell {
		f.Rank = RankCantTell
		f.Message += "; if a workgroup has more than one wave: its size is not given"
	}
	s.add(f)
}

// checkBarriers finds branches that waves take differently, of which one way leads to other barriers than
// the other.
func (s *shared) checkBarriers() {
	g := s.v.g
	var branches []int32
	for id := range g.blocks {
		x := &g.blocks[id]
		if x.order < 0 || !s.hasBarrier(int32(id)) {
			continue
		}
		branches = append(branches, s.u.deciding(int32(id))...)
	}
	slices.Sort(branches)
	var list []Finding
	for _, b := range slices.Compact(branches) {
		if s.u.varying[b] {
			list = s.checkBranch(b, list)
		}
	}
	for _, f := range list {
		if len(list) > 1 && f.Rank == RankError {
			f.Rank = RankCantTell // waves that run half a turn apart make up for it behind the loop
			f.Message += ", unless another branch makes up for it"
		}
		s.found(f)
	}
}

func (s *shared) hasBarrier(block int32) bool { return s.barrierIn(block) >= 0 }

// barrierIn returns the first barrier of a block, -1 if there is none.
func (s *shared) barrierIn(block int32) int32 {
	x := &s.v.g.blocks[block]
	for i := x.first; i < x.last; i++ {
		if s.v.g.nodes[i].inst.Row.Op == isa.S_BARRIER {
			return i
		}
	}
	return -1
}

// ways is how many barriers are passed on the ways between two places.
type ways struct {
	least, most int
	endless     bool  // in a loop
	first       int32 // a barrier, -1 if there is none
	ends        bool  // some way leads to the end of the program
}

// checkBranch compares the two ways behind a branch that waves may take differently, and adds what is wrong
// to a list.
func (s *shared) checkBranch(block int32, list []Finding) []Finding {
	g := s.v.g
	x := &g.blocks[block]
	if len(x.succs) != 2 {
		return list
	}
	a, okA := s.passed(x.succs[0], s.u.after[block])
	b, okB := s.passed(x.succs[1], s.u.after[block])
	if okA && okB && !a.endless && !b.endless && a.least == a.most && b.least == b.most && a.least == b.least {
		return list
	}
	s.apart = true
	at := max(a.first, b.first)
	if a.first >= 0 && b.first >= 0 {
		at = min(a.first, b.first)
	}
	branch := x.last - 1
	if at < 0 {
		at = branch
	}
	f := Finding{Rule: "barrier", Rank: RankCantTell, Place: s.place(at), Other: ptr(s.place(branch))}
	f.Other.Note = "the branch is here"
	differ := okA && okB && (a.most < b.least && !a.endless || b.most < a.least && !b.endless)
	switch jumps := s.jumps(block, moment{firstTurn, block}); {
	case jumps == nil:
		f.Message = "is passed by some waves of the workgroup and not by others, if they take the branch differently"
	case !slices.Contains(jumps, true) || !slices.Contains(jumps, false):
		if !s.group.assumed {
			s.apart = false
			return list
		}
		f.Message = "is passed by some waves of a larger workgroup and not by others, if they take the branch differently"
	default:
		wave, other := slices.Index(jumps, true), slices.Index(jumps, false)
		f.Message = fmt.Sprintf("is not passed by all waves of the workgroup: wave %d takes the branch, wave %d does not", wave, other)
		if differ && !s.guarded(block) {
			f.Rank = RankError
			f.Advice = "let all waves take the branch in the same way, or move the barrier to where the ways have met again"
		}
	}
	if a.ends && a.most == 0 || b.ends && b.most == 0 {
		f.Rank = min(RankNote, max(f.Rank, RankNote)) // a wave that has ended counts as one that waits
		f.Message += "; those end instead"
	}
	return append(list, f)
}

// guarded reports whether it is not known for all waves that they come to a branch.
func (s *shared) guarded(block int32) bool {
	return slices.ContainsFunc(s.u.deciding(block), func(d int32) bool { return d != block && s.u.varying[d] })
}

// mostRegion limits how many blocks are looked at between a branch and where its ways meet.
const mostRegion = 4096

// passed counts the barriers from the beginning of a block to that of another, -1 for the end. It is not ok
// if there are too many ways.
func (s *shared) passed(from, to int32) (p ways, ok bool) {
	g := s.v.g
	type counts struct{ least, most int }
	memo := map[int32]counts{}
	open := map[int32]bool{}
	p.first = -1
	ok = true
	var walk func(b int32, depth int) counts
	walk = func(b int32, depth int) counts {
		if b == to {
			return counts{}
		}
		if c, done := memo[b]; done {
			return c
		}
		if open[b] {
			if l := s.u.loops[b]; l != nil && s.loopHasBarrier(l, nil) {
				p.endless = true
			}
			return counts{}
		}
		if len(memo)+depth > mostRegion {
			ok = false
			return counts{}
		}
		open[b] = true
		own := 0
		x := &g.blocks[b]
		for i := x.first; i < x.last; i++ {
			if g.nodes[i].inst.Row.Op == isa.S_BARRIER {
				if own++; p.first < 0 {
					p.first = i
				}
			}
		}
		c := counts{-1, 0}
		for _, succ := range x.succs {
			next := walk(succ, depth+1)
			if c.least < 0 || next.least < c.least {
				c.least = next.least
			}
			c.most = max(c.most, next.most)
		}
		if len(x.succs) == 0 {
			c.least, p.ends = 0, true
		}
		open[b] = false
		c.least, c.most = c.least+own, c.most+own
		memo[b] = c
		return c
	}
	c := walk(from, 0)
	p.least, p.most = c.least, c.most
	return p, ok
}

// loopHasBarrier reports whether a loop has a barrier that is not left out.
func (s *shared) loopHasBarrier(l *loopBody, without map[int32]bool) bool {
	g := s.v.g
	for id := range g.blocks {
		if !l.has(int32(id)) {
			continue
		}
		for i := g.blocks[id].first; i < g.blocks[id].last; i++ {
			if g.nodes[i].inst.Row.Op == isa.S_BARRIER && !without[i] {
				return true
			}
		}
	}
	return false
}
