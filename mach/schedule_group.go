package mach

import (
	"slices"

	"heddle/isa"
)

// SchedGroup is a group of instructions that a kernel declares with rocdl.sched.group.barrier: Size
// instructions of the classes in Mask, of those before the declaration in its region. Groups with
// the same ID come one after the other; other instructions may be anywhere.
type SchedGroup struct {
	Mask GroupMask
	Size int
	ID   int64
}

// MostInGroup bounds a group: no region has as many instructions.
const MostInGroup = 1 << 20

// GroupMask is a set of classes of instructions, with the bits of LLVM's
// llvm.amdgcn.sched.group.barrier (AMDGPUUsage).
type GroupMask uint16

// The classes. GroupALU has no memory operations; GroupVALU has neither matrix instructions nor
// transcendentals.
const (
	GroupALU GroupMask = 1 << iota
	GroupVALU
	GroupSALU
	GroupMatrix
	GroupVMEM
	GroupVMEMRead
	GroupVMEMWrite
	GroupDS
	GroupDSRead
	GroupDSWrite
	GroupTrans
	GroupToLDS
)

// SchedGroup appends the declaration of a group. It is gone behind the wait pass.
func (b *Builder) SchedGroup(g SchedGroup) {
	b.Fence(0).Group = &g
}

// groupClasses are the classes that an instruction belongs to.
func groupClasses(in *Instr) (m GroupMask) {
	if in.Row == nil || in.Group != nil {
		return 0
	}
	load, store := in.Row.Traits&isa.MayLoad != 0, in.Row.Traits&isa.MayStore != 0
	if load || store {
		read, write := GroupMask(0), GroupMask(0)
		switch in.Row.Unit {
		case isa.UnitLDS:
			m, read, write = GroupDS, GroupDSRead, GroupDSWrite
		case isa.UnitVMEM, isa.UnitFlat:
			m, read, write = GroupVMEM, GroupVMEMRead, GroupVMEMWrite
			if in.directToLDS() {
				m |= GroupDS | GroupToLDS
				store = false
			}
		}
		if load {
			m |= read
		}
		if store {
			m |= write
		}
		return m
	}
	switch {
	case in.isMatrix():
		return GroupALU | GroupMatrix
	case in.Row.Unit == isa.UnitTrans:
		return GroupALU | GroupTrans
	case in.Row.Unit == isa.UnitVALU, in.Row.Unit == isa.UnitDot:
		return GroupALU | GroupVALU
	case in.Row.Unit == isa.UnitSALU:
		return GroupALU | GroupSALU
	}
	return 0
}

// grouping finds which instructions of a region are in which group.
type grouping struct {
	g        *depGraph
	classes  []GroupMask
	preds    [][]int32 // by node
	group    []int32   // by node: 1 + the number of its group
	done     []bool
	declared GroupMask // of all groups
	picks    int32
	known    []int32 // by node: twice the pick at which needsGroups was found, plus 1 if it holds
	order    []int32 // a valid order in which the groups come one after the other
}

// groups orders a region with declared groups, and returns, by place in the new order, 1 + the
// number of the instruction's group (its declaration's place among all).
// first is a schedule without groups: its order decides which instructions of a class come first.
func (g *depGraph) groups(first []int32) (order, group []int32) {
	var declared []int32
	for n, in := range g.list {
		if in.Group != nil {
			declared = append(declared, int32(n))
		}
	}
	x := &grouping{g: g, classes: make([]GroupMask, len(g.list)), preds: make([][]int32, len(g.nodes)), group: make([]int32, len(g.list)), done: make([]bool, len(g.nodes)), known: make([]int32, len(g.nodes))}
	for n := range g.nodes {
		if n < len(g.list) {
			x.classes[n] = groupClasses(g.list[n])
		}
		for e := g.nodes[n].out; e != 0; e = g.edges[e-1].next {
			x.preds[g.edges[e-1].to] = append(x.preds[g.edges[e-1].to], int32(n))
		}
	}
	for _, at := range declared {
		x.declared |= g.list[at].Group.Mask
	}
	for i, at := range declared {
		for range g.list[at].Group.Size {
			n := x.pick(first, at)
			if n < 0 {
				break
			}
			x.issue(n)
			x.group[n] = int32(i + 1)
		}
	}
	for _, n := range first {
		x.issue(n)
	}
	for _, n := range x.order {
		group = append(group, x.group[n])
	}
	return x.order, group
}

// pick finds the next instruction of the group that is declared at a place: one all of whose
// operands are there, else the first one, with what it depends on in no group.
func (x *grouping) pick(first []int32, at int32) int32 {
	mask, any := x.g.list[at].Group.Mask, int32(-1)
	x.picks++
	for _, n := range first {
		if n >= at || x.done[n] || x.classes[n]&mask == 0 {
			continue
		}
		if !x.needsGroups(n) {
			return n
		}
		if any < 0 {
			any = n
		}
	}
	return any
}

// needsGroups reports whether a node depends on one that is not issued and could be in a group, but
// for what computes addresses.
func (x *grouping) needsGroups(n int32) bool {
	if m := x.known[n]; m>>1 == x.picks {
		return m&1 != 0
	}
	x.known[n] = x.picks << 1
	for _, p := range x.preds[n] {
		if x.done[p] {
			continue
		}
		if int(p) < len(x.classes) && x.classes[p]&x.declared&^(GroupALU|GroupVALU|GroupSALU) != 0 || x.needsGroups(p) {
			x.known[n] |= 1
			return true
		}
	}
	return false
}

// issue adds a node to the order, behind all that it depends on.
func (x *grouping) issue(n int32) {
	if x.done[n] {
		return
	}
	x.done[n] = true
	for _, p := range x.preds[n] {
		x.issue(p)
	}
	if int(n) < len(x.g.list) {
		x.order = append(x.order, n)
	}
}

// pipelines are the edges between groups while a graph is built.
type pipelines struct {
	group []int32 // by node: 1 + the number of its group, nil without groups
	ids   []int64 // of the groups
	state map[int64]*pipeline
}

// pipeline is the groups of one ID.
type pipeline struct {
	group   int32   // the last one
	members []int32 // of it, so far
	before  int32   // 1 + the join of those of the groups before it
}

// inGroup orders a node behind the groups before its own.
func (g *depGraph) inGroup(n int32) {
	if g.pipes.group == nil || g.pipes.group[n] == 0 {
		return
	}
	at := g.pipes.group[n]
	id := g.pipes.ids[at-1]
	p := g.pipes.state[id]
	if p == nil {
		p = &pipeline{group: at}
		g.pipes.state[id] = p
	}
	if at != p.group {
		p.group = at
		p.before, p.members = g.join(n, p.before, p.members)
	} else if p.before != 0 {
		g.edge(p.before-1, n, 0)
	}
	p.members = append(p.members, n)
}

// declaresGroups reports whether a region has declared groups.
func declaresGroups(list []*Instr) bool {
	return slices.ContainsFunc(list, func(in *Instr) bool { return in.Group != nil })
}

// grouped schedules a region with declared groups; after are the units that are live after the region.
func (s *scheduler) grouped(list []*Instr, after unitSet) {
	first, _ := s.g.listOrder(s.now.count, s.limit, nil)
	order, group := s.g.groups(first)
	var ids []int64
	for _, in := range list {
		if in.Group != nil {
			ids = append(ids, in.Group.ID)
		}
	}
	before := slices.Clone(list)
	s.apply(list, order)
	s.g.pipes = pipelines{group, ids, map[int64]*pipeline{}}
	s.g.build(list, &livePressure{set: after})
	s.g.pipes = pipelines{}
	for _, limit := range [...]pressure{s.limit, s.before, s.now.peak} {
		order, peak := s.g.listOrder(s.now.count, limit, nil)
		if s.fits(peak) {
			s.apply(list, order)
			return
		}
	}
	copy(list, before)
}
