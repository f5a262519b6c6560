package vet

import (
	"maps"
	"slices"

	"heddle/isa"
)

// constants are the scalar registers whose value is known.
type constants struct {
	known  map[isa.Reg]uint32
	carry  uint32 // SCC
	hasSCC bool
}

// value returns the value of one dword of a scalar operand.
func (c *constants) value(o *isa.Operand, dword int) (uint32, bool) {
	switch o.Kind {
	case isa.KindReg:
		v, ok := c.known[o.Reg()+isa.Reg(dword)]
		return v, ok
	case isa.KindLiteral:
		if dword > 0 {
			return 0, true
		}
		return o.Val, true
	case isa.KindInline:
		// 128 to 192 are 0 to 64, 193 to 208 are -1 to -16 (facts isa/encodings.md §3).
		v := int64(o.Val) - 128
		if v > 64 {
			v = 64 - v
		}
		if v >= -16 {
			return uint32(v >> (32 * dword)), true
		}
	case isa.KindImm:
		return o.Val, dword == 0
	}
	return 0, false
}

// execute follows an instruction.
func (c *constants) execute(n *node) {
	inst := &n.inst
	var a, b [2]uint32
	var hasA, hasB bool
	if len(inst.Row.Operands) > 1 {
		a[0], hasA = c.value(&inst.Args[1], 0)
		if hi, ok := c.value(&inst.Args[1], 1); ok {
			a[1] = hi
		} else if inst.Row.Op == isa.S_MOV_B64 {
			hasA = false
		}
	}
	if len(inst.Row.Operands) > 2 {
		b[0], hasB = c.value(&inst.Args[2], 0)
	}
	carry, hasSCC := c.carry, c.hasSCC
	writes := inst.Writes()
	for r := range c.known {
		if writes.Has(r) {
			delete(c.known, r)
		}
	}
	if writes.Has(isa.SCC) {
		c.hasSCC = false
	}
	if inst.Args[0].Kind != isa.KindReg {
		return
	}
	d := inst.Args[0].Reg()
	add := func(x, y, more uint64) {
		sum := x + y + more
		c.known[d] = uint32(sum)
		c.carry, c.hasSCC = uint32(sum>>32)&1, true
	}
	switch inst.Row.Op {
	case isa.S_GETPC_B64:
		c.known[d], c.known[d+1] = uint32(n.next()), uint32(n.next()>>32)
	case isa.S_MOV_B32:
		if hasA {
			c.known[d] = a[0]
		}
	case isa.S_MOV_B64:
		if hasA {
			c.known[d], c.known[d+1] = a[0], a[1]
		}
	case isa.S_MOVK_I32:
		if hasA {
			c.known[d] = uint32(int32(int16(a[0])))
		}
	case isa.S_ADD_U32:
		if hasA && hasB {
			add(uint64(a[0]), uint64(b[0]), 0)
		}
	case isa.S_ADDC_U32:
		if hasA && hasB && hasSCC {
			add(uint64(a[0]), uint64(b[0]), uint64(carry))
		}
	case isa.S_SUB_U32:
		if hasA && hasB {
			add(uint64(a[0]), -uint64(b[0]), 0)
		}
	case isa.S_SUBB_U32:
		if hasA && hasB && hasSCC {
			add(uint64(a[0]), -uint64(b[0]), -uint64(carry))
		}
	}
}

// findJumps finds targets of s_setpc and s_swappc that were not known, and reports whether there
// were any. A register counts as known from a value that is computed in the same straight line.
func (b *builder) findJumps() bool {
	more := false
	for i, is := range b.leader {
		if !is || !b.endsInJump(int32(i)) {
			continue
		}
		c := constants{known: map[isa.Reg]uint32{}}
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
			if n.flow != flowNext {
				break
			}
			c.execute(n)
			if k = b.number(n.next()); k < 0 || b.leader[k] {
				break
			}
		}
	}
	return more
}

// endsInJump reports whether a block ends in s_setpc or s_swappc.
func (b *builder) endsInJump(i int32) bool {
	for {
		n := &b.found[i]
		if n.flow != flowNext {
			return n.flow == flowSetPC || n.flow == flowSwapPC
		}
		if i = b.number(n.next()); i < 0 || b.leader[i] {
			return false
		}
	}
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
