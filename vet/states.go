package vet

import (
	"fmt"
	"strings"

	"heddle/diag"
	"heddle/isa"
)

// The wait-states rule follows the code from each instruction that a later one must not come too
// near to, along all paths, for as many wait states as any rule asks for. A register that another
// instruction has overwritten in all lanes since no longer counts.

// stateFacts is what the rule asks about an instruction.
type stateFacts struct {
	producer, consumer isa.HazardSet // rules that it may take part in
	blind              isa.HazardSet // those of producer that do not need a register that both touch
	reach, states      uint8         // the most wait states that a rule asks for; its own wait states
	holds              bool          // what it reads must not be overwritten at once
	exec               bool          // it writes EXEC
}

// ruleTable is what isa says about wait states, ready to be asked.
type ruleTable struct {
	target  *isa.Target
	hazards []isa.Hazard
	masks   map[isa.ClassSet][2]isa.HazardSet // rules by the classes of producer, consumer
	// transfers are what instructions compute.
	transfers map[isa.Op]transfer
}

func newRuleTable(t *isa.Target) *ruleTable {
	return &ruleTable{target: t, hazards: t.Hazards(), masks: map[isa.ClassSet][2]isa.HazardSet{}, transfers: newTransfers()}
}

// masksOf returns the rules in which an instruction of these classes is the producer, the consumer.
func (r *ruleTable) masksOf(classes isa.ClassSet) [2]isa.HazardSet {
	m, ok := r.masks[classes]
	if !ok {
		for i := range r.hazards {
			if r.hazards[i].Producer&classes != 0 {
				m[0].Add(i)
			}
			if r.hazards[i].Consumer&classes != 0 {
				m[1].Add(i)
			}
		}
		r.masks[classes] = m
	}
	return m
}

// Dependences that do not need a common register, and those by flags and EXEC, whose registers have
// other names.
const (
	blindDeps   = isa.DepAny | isa.DepHWReg
	specialDeps = isa.DepExec | isa.DepZFlag | isa.DepVCCHalf
)

func (r *ruleTable) factsOf(inst *isa.Inst) stateFacts {
	m := r.masksOf(r.target.Classes(inst))
	writes := inst.Writes()
	f := stateFacts{consumer: m[1], states: uint8(inst.WaitStates()), exec: writes.Has(isa.ExecLo) || writes.Has(isa.ExecHi)}
	f.holds = inst.Row.Passes > 0 || inst.Row.Traits&isa.MayStore != 0
	special := f.exec || writes.Has(isa.VCCLo) || writes.Has(isa.VCCHi)
	gives := blindDeps
	if !writes.Empty() {
		gives = ^(isa.DepOverwriteSrcC | isa.DepOverwriteData)
	}
	if f.holds {
		gives |= isa.DepOverwriteSrcC | isa.DepOverwriteData
	}
	passes := inst.Passes()
	for i := range r.hazards {
		h := &r.hazards[i]
		waits := max(h.LLVM.For(passes), h.Manual.For(passes))
		if !m[0].Has(i) || waits == 0 || h.Dep&gives == 0 {
			continue
		}
		f.producer.Add(i)
		f.reach = max(f.reach, uint8(waits))
		if h.Dep&blindDeps != 0 || special && h.Dep&specialDeps != 0 {
			f.blind.Add(i)
		}
	}
	return f
}

// reached is an instruction within the reach of another.
type reached struct {
	node   int32
	parent int32 // in stateSearch.list, -1 for the producer itself
	since  int   // wait states between
	time   forward
	left   isa.RegSet
	exec   bool // EXEC is still that of the producer
}

// stateSearch follows the code from one instruction.
type stateSearch struct {
	c *checker
	// visit judges the producer and a consumer, the number of which in list is given.
	visit func(p, i int32)
	list  []reached
	seen  map[int32]reached // beginnings of blocks
	next  []int32
	pairs []Finding // of one producer and its copies
}

// checkStates finds pairs of instructions that are too near to each other.
func (c *checker) checkStates() {
	s := stateSearch{c: c, seen: map[int32]reached{}}
	s.visit = s.judge
	limit := c.steps + stepsFor(len(c.g.nodes))
	for copies := range c.g.together(c.g.order) {
		x := &c.g.blocks[copies[0]]
		for i := range x.last - x.first {
			if c.g.nodes[x.first+i].states.producer.Empty() {
				continue
			}
			s.pairs = s.pairs[:0]
			for _, id := range copies {
				s.from(c.g.blocks[id].first + i)
			}
			for _, f := range s.pairs {
				c.add(f)
			}
		}
		if c.steps > limit {
			c.giveUp("wait-states")
			return
		}
	}
}

// from follows the code from a producer.
func (s *stateSearch) from(p int32) {
	g := s.c.g
	from := &g.nodes[p]
	clear(s.seen)
	s.list = append(s.list[:0], reached{node: p, parent: -1, since: -int(from.states.states), left: from.inst.Writes(), exec: true})
	for i := 0; i < len(s.list) && i < mostSearchSteps; i++ {
		at := &s.list[i]
		n := &g.nodes[at.node]
		at.time.begin(&n.inst)
		if at.parent >= 0 {
			if n.states.consumer.Meets(&from.states.producer) {
				s.visit(p, int32(i))
			}
			s.overwrite(from, n, at)
		}
		next := *at
		next.parent = int32(i)
		next.since += int(n.states.states)
		next.time.now += s.c.slots(&n.inst)
		if next.since >= int(from.states.reach) {
			continue
		}
		s.next = g.after(at.node, s.next[:0])
		for _, to := range s.next {
			next.node = to
			if to == g.blocks[g.nodes[to].block].first {
				if old, ok := s.seen[to]; ok && old.covers(&next) {
					continue
				}
				s.seen[to] = next
			}
			s.list = append(s.list, next)
		}
	}
	s.c.steps += len(s.list)
}

// covers reports whether the way from x finds all that the way from y does.
func (x *reached) covers(y *reached) bool {
	if x.since > y.since || x.time.now > y.time.now || x.time.matrix > y.time.matrix || x.exec && !y.exec {
		return false
	}
	for i := range y.left {
		if y.left[i]&^x.left[i] != 0 {
			return false
		}
	}
	return true
}

// overwrite takes registers out of left that n has overwritten in all lanes. The matrix core writes
// all lanes whatever EXEC is.
func (s *stateSearch) overwrite(from, n *node, at *reached) {
	if n.states.exec {
		at.exec = false
	}
	if n.inst.Row.Counters != 0 || !n.waits.touched.Overlaps(&at.left) {
		return
	}
	const parts = 1<<isa.HazPartialWrite | 1<<isa.HazPartialByte | 1<<isa.HazDPP | 1<<isa.HazLaneAccess
	matrix := n.inst.Row.Passes > 0
	vectors := matrix || at.exec && from.inst.Row.Passes == 0 && s.c.g.target.Classes(&n.inst)&parts == 0
	writes, reads := n.inst.Writes(), n.inst.Reads()
	for k, word := range writes {
		if k >= int(isa.V0)/64 {
			if !vectors || n.indexed {
				break
			}
			if !matrix {
				word &^= reads[k] // it may keep a part
			}
		}
		at.left[k] &^= word
	}
}

// related reports whether any rule can be about two instructions. It is quicker than to ask isa.
func (s *stateSearch) related(from *node, at *reached, to *node) bool {
	both := from.states.producer.And(&to.states.consumer)
	return both.Meets(&from.states.blind) || at.left.Overlaps(&to.waits.touched) || from.states.holds && vectorsMeet(&from.waits.touched, &to.waits.touched)
}

// judge notes a pair that is too near.
func (s *stateSearch) judge(p, i int32) {
	c, at := s.c, &s.list[i]
	from, to := &c.g.nodes[p], &c.g.nodes[at.node]
	if !s.related(from, at, to) {
		return
	}
	r := c.requires(from, &at.left, to)
	var f Finding
	switch {
	case at.since < r.agreed && at.time.now > r.agreed:
		f = s.finding(p, i, r.agreed, r.rule, RankTiming)
		f.Message += fmt.Sprintf("; what lies between takes the time of %d", at.time.now-1)
	case at.since < r.agreed:
		f = s.finding(p, i, r.agreed, r.rule, RankError)
	case at.since < r.lone:
		f = s.finding(p, i, r.lone, r.loneRule, RankNote)
		f.Message += saidBy(r.loneRule, from.inst.Passes())
	default:
		return
	}
	if from.indexed || to.indexed {
		f.Rank = RankCantTell
		f.Message += ", unless VGPR indexing chooses other registers"
	}
	for k := range s.pairs { // the gravest finding, the shortest path to it
		if old := &s.pairs[k]; old.Addr == f.Addr {
			if f.Rank < old.Rank || f.Rank == old.Rank && at.since < old.between {
				*old = f
			}
			return
		}
	}
	s.pairs = append(s.pairs, f)
}

// vectorsMeet reports whether two sets share a VGPR or AGPR.
func vectorsMeet(a, b *isa.RegSet) bool {
	for i := int(isa.V0) / 64; i < len(a); i++ {
		if a[i]&b[i] != 0 {
			return true
		}
	}
	return false
}

// distance is the number of wait states that two instructions need between them.
type distance struct {
	agreed, lone   int // by LLVM and the manual, by one of them
	rule, loneRule *isa.Hazard
}

// requires asks isa's table about a pair.
func (c *checker) requires(from *node, left *isa.RegSet, to *node) distance {
	var d distance
	_, _, rules := c.g.target.RequiredWaitsOf(&from.inst, left, &to.inst)
	passes := from.inst.Passes()
	classes := c.g.target.Classes(&to.inst)
	llvm, manual, most := 0, 0, 0
	for _, h := range rules {
		l, m := h.LLVM.For(passes), h.Manual.For(passes)
		if h.Optional&classes == 0 {
			llvm, manual = max(llvm, l), max(manual, m)
			if both := min(l, m); d.rule == nil || both > most {
				most, d.rule = both, h
			}
		}
		if x := max(l, m); x > d.lone {
			d.lone, d.loneRule = x, h
		}
	}
	d.agreed = min(llvm, manual)
	return d
}

// finding is that of a pair with too few wait states.
func (s *stateSearch) finding(p, i int32, needed int, h *isa.Hazard, rank Rank) Finding {
	c, at := s.c, &s.list[i]
	from := &c.g.nodes[p]
	f := Finding{Rule: "wait-states", Rank: rank, Place: c.place(at.node), Other: ptr(c.place(p)), between: at.since}
	f.Other.Note = "the instruction that it depends on is here"
	f.Message = fmt.Sprintf("needs %s after %s, not %d (%s)", diag.Count(needed, "wait state"), from.inst.Row.Mnemonic, at.since, h.Name)
	f.Required, f.Found = diag.Count(needed, "wait state"), fmt.Sprint(at.since)
	var path []int32
	for k := at.parent; k > 0; k = s.list[k].parent {
		path = append(path, s.list[k].node)
	}
	for a, b := 0, len(path)-1; a < b; a, b = a+1, b-1 {
		path[a], path[b] = path[b], path[a]
	}
	f.Path = c.path(p, path, at.node)
	f.Fix = newFix(isa.NoWait(), needed-at.since)
	f.Advice = "insert " + strings.Join(f.Fix.Insert, " and ") + " before"
	f.Source = h.Source
	return f
}

// saidBy names the source of a figure that only one of them has.
func saidBy(h *isa.Hazard, passes int) string {
	switch l, m := h.LLVM.For(passes), h.Manual.For(passes); {
	case l < m:
		return ", according to the manual; LLVM does without"
	case l > m:
		return ", according to LLVM; the manual does without"
	}
	return ", although kernels in the field do without"
}
