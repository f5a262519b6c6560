package vet

import (
	"maps"
	"slices"

	"heddle/isa"
)

// findJumps finds targets of s_setpc and s_swappc that were not known, and reports whether there
// were any. A register counts as known from a value that is computed in the same straight line, which goes
// on behind calls of functions that leave the register alone.
func (b *builder) findJumps() bool {
	more := false
	targets := b.branchTargets()
	functions := map[uint64]*isa.RegSet{}
	for i, is := range b.leader {
		if !is || !targets[b.found[i].addr] {
			continue
		}
		c := newConstants()
		for k := int32(i); ; {
			n := &b.found[k]
			if n.flow == flowSetPC || n.flow == flowSwapPC {
				source := &n.inst.Args[len(n.inst.Row.Operands)-1]
				lo, okLo := c.value(source, 0)
				hi, okHi := c.value(source, 1)
				if _, known := b.jumps[k]; okLo && okHi && !known {
					to := uint64(hi)<<32 | uint64(lo)
					if b.slot(to) >= 0 {
						b.jumps[k], more = to, true
						b.want(to, n.addr, "goes on")
					}
				}
			}
			c.execute(n, b.target.Chip.WaveSize)
			switch n.flow {
			case flowNext:
			case flowCall, flowSwapPC:
				to, known := b.called(k)
				if writes := b.writes(to, known, functions); writes != nil {
					c.forget(writes, savedLane{})
				} else {
					c = newConstants()
				}
			default:
				k = -1
			}
			if k < 0 {
				break
			}
			if k = b.number(n.next()); k < 0 || b.leader[k] && targets[n.next()] {
				break
			}
		}
	}
	return more
}

// branchTargets are where blocks begin, those excepted to which only the return from a call leads.
func (b *builder) branchTargets() map[uint64]bool {
	list := map[uint64]bool{}
	for _, e := range b.entries {
		list[e] = true
	}
	for _, to := range b.jumps {
		list[to] = true
	}
	for i := range b.found {
		n := &b.found[i]
		if to, ok := n.inst.BranchTarget(n.addr); ok {
			list[to] = true
		}
		if n.flow == flowBranch {
			list[n.next()] = true
		}
	}
	return list
}

// called is the function that an instruction calls; not known if ok is false.
func (b *builder) called(k int32) (to uint64, ok bool) {
	if n := &b.found[k]; n.flow == flowCall {
		return n.inst.BranchTarget(n.addr)
	}
	to, ok = b.jumps[k]
	return to, ok
}

// writes are the registers that a function and those that it calls write, nil if that is not known.
func (b *builder) writes(entry uint64, known bool, functions map[uint64]*isa.RegSet) *isa.RegSet {
	if !known {
		return nil
	}
	if w, ok := functions[entry]; ok {
		return w
	}
	functions[entry] = nil // of functions that call themselves it is not known
	all := &isa.RegSet{}
	seen := map[int32]bool{}
	todo := []uint64{entry}
	for len(todo) > 0 {
		k := b.number(todo[len(todo)-1])
		todo = todo[:len(todo)-1]
		if k < 0 {
			return nil
		}
		if seen[k] {
			continue
		}
		seen[k] = true
		n := &b.found[k]
		if writesIndexed(&n.inst) {
			return nil
		}
		own := n.inst.Writes()
		all.Union(&own)
		target, branches := n.inst.BranchTarget(n.addr)
		to, jumps := b.jumps[k]
		switch n.flow {
		case flowNext:
			todo = append(todo, n.next())
		case flowBranch:
			todo = append(todo, n.next(), target)
		case flowJump:
			todo = append(todo, target)
		case flowCall, flowSwapPC:
			if branches {
				to, jumps = target, true
			}
			more := b.writes(to, jumps, functions)
			if more == nil {
				return nil
			}
			all.Union(more)
			todo = append(todo, n.next())
		case flowSetPC: // a return, if it is not known
			if jumps {
				todo = append(todo, to)
			}
		case flowOdd:
			return nil
		}
	}
	functions[entry] = all
	return all
}

// connect adds the edges. A call leads to its target; where that returns, each of its callers goes
// on. Which caller it was is not followed.
func (b *builder) connect(g *graph, blockOf map[uint64]int32) {
	edge := func(from int32, to uint64) {
		if id, ok := blockOf[to]; ok && (len(g.blocks[from].succs) != 1 || g.blocks[from].succs[0] != id) {
			g.blocks[from].succs = append(g.blocks[from].succs, id)
		}
	}
	back := map[uint64][]uint64{} // where calls of a function come back to
	if b.returns {
		back[b.entries[0]] = nil
	}
	type open struct {
		block int32
		node  *node
	}
	var returns []open
	unknown := b.returns
	for id := range g.blocks {
		n := &g.nodes[g.blocks[id].last-1]
		target, _ := n.inst.BranchTarget(n.addr)
		to, known := b.jumps[b.number(n.addr)]
		switch from := int32(id); n.flow {
		case flowNext:
			edge(from, n.next())
		case flowBranch:
			edge(from, n.next())
			edge(from, target)
		case flowJump:
			edge(from, target)
		case flowCall:
			edge(from, target)
			back[target] = append(back[target], n.next())
		case flowSwapPC:
			if known {
				edge(from, to)
				back[to] = append(back[to], n.next())
				break
			}
			edge(from, n.next())
			g.blocks[from].blind, unknown = true, true
			g.fault(n, "calls a function that only the run tells; the code behind is checked as if it left nothing outstanding")
		case flowSetPC:
			if known {
				edge(from, to)
			} else {
				returns = append(returns, open{from, n})
			}
		case flowOdd:
			g.fault(n, "goes on where only the run tells; the code there is not checked")
		}
	}
	inFunction := map[int32]bool{}
	budget := stepsFor(len(g.nodes))
	for _, f := range slices.Sorted(maps.Keys(back)) {
		hub := int32(-1)
		for _, id := range b.function(g, blockOf, f, &budget) {
			n := &g.nodes[g.blocks[id].last-1]
			if _, known := b.jumps[b.number(n.addr)]; n.flow != flowSetPC || known {
				continue
			}
			if hub < 0 {
				hub = int32(len(g.blocks))
				g.blocks = append(g.blocks, block{order: -1})
				for _, to := range back[f] {
					edge(hub, to)
				}
			}
			inFunction[id] = true
			g.blocks[id].succs = append(g.blocks[id].succs, hub)
		}
	}
	if budget <= 0 {
		g.faults = append(g.faults, fault{addr: g.addr, rule: "flow", rank: RankCantTell, text: "there are too many functions to follow which returns where"})
	}
	for f := range back {
		if id, ok := blockOf[f]; ok && unknown {
			g.functions = append(g.functions, id)
		}
	}
	slices.Sort(g.functions)
	for _, r := range returns {
		if inFunction[r.block] && unknown {
			g.returns = append(g.returns, r.block)
		}
		if !inFunction[r.block] {
			g.fault(r.node, "jumps where only the run tells; the code there is not checked")
		}
	}
	for id := range g.blocks {
		for _, s := range g.blocks[id].succs {
			g.blocks[s].preds = append(g.blocks[s].preds, int32(id))
		}
	}
}

// fault notes that the control flow is not known behind a node.
func (g *graph) fault(n *node, text string) {
	if len(g.faults) < maxFindings {
		g.faults = append(g.faults, fault{addr: n.addr, inst: &n.inst, rule: "flow", rank: RankCantTell, text: text})
	}
}

// function returns the blocks of a function, without those of functions that it calls. There are
// none when the budget of steps is used up.
func (b *builder) function(g *graph, blockOf map[uint64]int32, entry uint64, budget *int) []int32 {
	first, ok := blockOf[entry]
	if !ok {
		return nil
	}
	seen := map[int32]bool{first: true}
	list := []int32{first}
	for i := 0; i < len(list); i++ {
		if *budget--; *budget <= 0 {
			return nil
		}
		n := &g.nodes[g.blocks[list[i]].last-1]
		var next []int32
		_, known := b.jumps[b.number(n.addr)]
		switch {
		case n.flow == flowCall || n.flow == flowSwapPC:
			if id, ok := blockOf[n.next()]; ok {
				next = []int32{id}
			}
		case n.flow == flowSetPC && !known: // a return, whose edges may be there already
		default:
			next = g.blocks[list[i]].succs
		}
		for _, id := range next {
			if !seen[id] {
				seen[id] = true
				list = append(list, id)
			}
		}
	}
	return list
}
