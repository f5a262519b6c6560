package vet

import (
	"slices"

	"heddle/isa"
)

// uniformity tells which values are the same in all waves of a workgroup at the same place of the code, and
// which branches all waves take in the same way.
type uniformity struct {
	*control
	v       *values
	uniform []bool
	varying []bool              // by block: its branch may be taken differently
	chooses map[valueID][]int32 // by phi: the branches that decide which value it has
	sources map[int32][]valueID // by node, of scalar instructions of whose results nothing else is known
}

// newUniformity looks at all values that have been asked for.
func newUniformity(v *values, c *control) *uniformity {
	u := &uniformity{control: c, v: v, varying: make([]bool, len(v.g.blocks)), chooses: map[valueID][]int32{}, sources: map[int32][]valueID{}}
	const passes = 10
	for range passes { // what is asked for makes further values, and so does what is found to be equal
		n := len(v.list)
		for i := 0; i < len(v.list); i++ {
			switch d := v.list[i]; d.op {
			case opBallot:
				v.condition(d.node)
				v.lanesAt(d.node)
			case opResult:
				u.askSources(d.node)
			case opSelect:
				v.chosenBy(&d)
			case opEither:
				if d.k != 0 {
					v.indexOf(d.node)
				}
			}
		}
		if v.simplify(); len(v.list) == n {
			break
		}
	}
	u.uniform = make([]bool, len(v.list))
	for i := range u.uniform {
		u.uniform[i] = true
	}
	u.uniform[0] = false
	for changed := true; changed; {
		changed = false
		for i := 1; i < len(u.uniform); i++ {
			if x := valueID(i); v.same[x] == x && u.uniform[i] && !u.find(x) {
				u.uniform[i], changed = false, true
			}
			v.steps--
		}
		for _, id := range v.g.order {
			if !u.varying[id] && u.varies(id) {
				u.varying[id], changed = true, true
			}
		}
	}
	return u
}

// askSources asks for what an instruction reads, if its result depends on nothing else: those of scalar
// instructions, and loads, which get the same from the same address unless something is wrong already.
func (u *uniformity) askSources(node int32) {
	n := &u.v.g.nodes[node]
	row := n.inst.Row
	const load = isa.MayLoad | isa.MayStore
	switch {
	case u.sources[node] != nil || row.Op == isa.S_GETREG_B32 || n.indexed:
		return
	case row.Unit == isa.UnitSMEM && effectsOf(n).class == classNone:
	case (row.Unit == isa.UnitVMEM || row.Unit == isa.UnitLDS) && row.Traits&load == isa.MayLoad && row.Reads&isa.ImpFlatScratch == 0 && touchesMemory(row.Memory):
	case row.Unit != isa.UnitSALU:
		return
	}
	list := []valueID{}
	sources := n.inst.Sources()
	eachOf(&sources, func(r int) {
		if reg := isa.Reg(r); reg != isa.ExecLo && reg != isa.ExecHi && reg != isa.Mode {
			list = append(list, u.v.vector(reg, node))
		}
	})
	u.sources[node] = list
}

// touchesMemory reports whether a load of a wave gets the same in all lanes that have the same address.
func touchesMemory(m *isa.MemoryShape) bool {
	return m != nil && !m.ToLDS && !m.AddTID && m.Kind != isa.MemoryLanes && m.Kind != isa.MemoryTranspose && m.Kind != isa.MemoryCount
}

// is reports whether a value is the same in the workgroup.
func (u *uniformity) is(x valueID) bool {
	x = u.v.find(x)
	return int(x) < len(u.uniform) && u.uniform[x]
}

// find is is, from the operands.
func (u *uniformity) find(x valueID) bool {
	d := &u.v.list[x]
	switch d.op {
	case opUnknown, opEither:
		return false
	case opConst, opCount:
		return true
	case opSymbol:
		switch s := symbol(d.k); s.kind() {
		case symItem, symLane:
			return false
		case symRegister: // the last wave may have fewer lanes, which is nothing that branches are taken by
			r := isa.Reg(s.number())
			return r == isa.ExecLo || r == isa.ExecHi
		}
		return true
	case opResult:
		list, ok := u.sources[d.node]
		return ok && d.k < beforeNode/2 && !slices.ContainsFunc(list, func(s valueID) bool { return !u.is(s) })
	case opLoad:
		return u.is(d.a)
	case opFirst:
		return u.is(d.a)
	case opBallot:
		c, ok := u.v.condition(d.node)
		m := u.v.masks[u.v.lanesAt(d.node)]
		return ok && c != 0 && u.is(c) && u.is(m.low) && u.is(m.high)
	case opPhi:
		for _, a := range u.v.args[d.a:d.b] {
			if a == 0 || !u.is(a) {
				return false
			}
		}
		return d.a < d.b && !slices.ContainsFunc(u.choosing(x), func(b int32) bool { return u.varying[b] })
	case opSelect:
		return d.c != 0 && u.is(d.a) && u.is(d.b) && u.is(d.c)
	}
	return (d.a == 0 || u.is(d.a)) && (d.b == 0 || u.is(d.b)) && (d.c == 0 || u.is(d.c))
}

// choosing returns the branches that decide which argument a phi of a block has, and, of a loop, how many
// turns there were.
func (u *uniformity) choosing(x valueID) []int32 {
	if list, ok := u.chooses[x]; ok {
		return list
	}
	d := u.v.list[x]
	block := d.node
	loop := u.loops[block]
	above := u.deciding(block)
	ways := map[valueID][]int32{} // blocks by what they give, of the loop and of its beginning apart
	at := int(d.a) + u.v.extra(block)
	var list []int32
	for _, p := range u.g.blocks[block].preds {
		if u.g.blocks[p].order < 0 {
			continue
		}
		arg := u.v.find(u.v.args[at])
		if at++; loop != nil && loop.has(p) {
			arg = -1 - arg
		}
		ways[arg] = append(ways[arg], p)
	}
	several := [2]int{}
	for arg := range ways {
		several[truthOf(arg < 0)]++
	}
	for arg, preds := range ways {
		if several[truthOf(arg < 0)] < 2 {
			continue
		}
		for _, p := range preds {
			for _, by := range append(u.deciding(p), p) {
				if len(u.g.blocks[by].succs) > 1 && (loop != nil && loop.has(by) || !slices.Contains(above, by)) {
					list = append(list, by)
				}
			}
		}
	}
	if loop != nil {
		for id := range u.g.blocks {
			leaves := func(to int32) bool { return !loop.has(to) }
			if loop.has(int32(id)) && len(u.g.blocks[id].succs) > 1 && slices.ContainsFunc(u.g.blocks[id].succs, leaves) {
				list = append(list, int32(id))
			}
		}
	}
	slices.Sort(list)
	list = slices.Compact(list)
	u.chooses[x] = list
	return list
}

// varies reports whether waves can take the branch of a block differently.
func (u *uniformity) varies(block int32) bool {
	kind := u.g.branchOf(block)
	switch kind {
	case branchNone:
		return false
	case branchOther:
		return true
	}
	return slices.ContainsFunc(u.branchValues(block, kind), func(x valueID) bool { return !u.is(x) })
}

// branchValues are what a branch depends on: SCC, or the halves of a mask.
func (u *uniformity) branchValues(block int32, kind branchKind) []valueID {
	last := u.g.blocks[block].last - 1
	switch kind {
	case branchSCC:
		return []valueID{u.v.scalar(isa.SCC, last)}
	case branchVCC:
		return []valueID{u.v.scalar(isa.VCCLo, last), u.v.scalar(isa.VCCHi, last)}
	}
	return []valueID{u.v.scalar(isa.ExecLo, last), u.v.scalar(isa.ExecHi, last)}
}

// jumps returns for each wave whether it takes the branch of a block, nil if that is not known.
func (e *evaluator) jumps(block int32, m moment) []bool {
	u := e.uniform
	kind := u.g.branchOf(block)
	if kind == branchNone || kind == branchOther {
		return nil
	}
	to := make([]bool, e.group.waves)
	for _, x := range u.branchValues(block, kind) {
		n := e.eval(x, m)
		if n == nil || n.base.x != 0 {
			return nil
		}
		for w := range to {
			to[w] = to[w] || n.at(w*e.lanes) != 0
		}
	}
	switch u.g.nodes[u.g.blocks[block].last-1].inst.Row.Op {
	case isa.S_CBRANCH_SCC0, isa.S_CBRANCH_VCCZ, isa.S_CBRANCH_EXECZ:
		for w := range to {
			to[w] = !to[w]
		}
	}
	return to
}
