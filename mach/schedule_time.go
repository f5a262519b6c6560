package mach

import (
	"slices"

	"heddle/isa"
)

// describe fills in the costs of an instruction.
func (g *depGraph) describe(x *depNode, in *Instr) {
	t := &g.timing
	if in.Row == nil {
		x.issue, x.result = int32(t.Issue), int32(t.VALU)
		if in.Flags&Undef != 0 || g.f.Regs[in.Args[0].Part.Reg].File == FileS {
			x.result = int32(t.SALU)
		}
		if g.setsM0(in) {
			g.machine = isa.Inst{Row: g.row(in)}
			x.hazards = g.masksOf(&g.machine)
		}
		return
	}
	g.machine = isa.Inst{Row: in.Row, Mods: in.Mods}
	x.hazards = g.masksOf(&g.machine)
	c := g.machine.Cost(t)
	x.issue, x.unit, x.busy, x.result = int32(c.Issue), c.Pipe, int32(c.Busy), int32(c.Result)
}

// setsM0 reports whether an instruction is a copy to M0. No other register can take its place.
func (g *depGraph) setsM0(in *Instr) bool {
	if in.Flags&Copy == 0 || in.Args[0].Kind != OperandReg {
		return false
	}
	to := &g.f.Regs[in.Args[0].Part.Reg]
	return to.HasFixed && to.Fixed == isa.M0
}

// vanishes reports whether a node is a copy that will be gone, as a rule.
func (g *depGraph) vanishes(n int32) bool {
	in := g.list[n]
	return in.Flags&Copy != 0 && !g.setsM0(in)
}

// row is the row of an instruction, nil for a copy to a register that it can share.
func (g *depGraph) row(in *Instr) *isa.Row {
	if in.Row == nil && g.setsM0(in) {
		return &g.f.Target.RowsOf(isa.S_MOV_B32)[0]
	}
	return in.Row
}

// passes of a matrix instruction.
func (g *depGraph) passes(in *Instr) int {
	machine := isa.Inst{Row: g.row(in), Mods: in.Mods}
	return machine.Passes()
}

// afterWrite is the clocks from a write of a register to a read of it as an
// operand, -1 for one without a name.
func (g *depGraph) afterWrite(from, to int32, operand int, file File) int32 {
	return max(g.nodes[from].result, g.states(from, to, g.readDeps(from, to, operand, file)))
}

// overWrite is the clocks from one write of a register to the next.
func (g *depGraph) overWrite(from, to int32) int32 {
	return g.states(from, to, isa.DepOverwrite)
}

// overRead is the clocks from a read of a register to a write of it.
func (g *depGraph) overRead(from, to int32) int32 {
	if g.nodes[from].unit == isa.PipeMatrix {
		return g.states(from, to, isa.DepOverwriteSrcC)
	}
	return g.states(from, to, isa.DepOverwriteData)
}

// beforeFence is the clocks from a memory access to a fence that waits for it.
func (g *depGraph) beforeFence(from int32) int32 {
	return g.nodes[from].result
}

const (
	scalarReads = isa.DepConst | isa.DepMask | isa.DepLaneSelect | isa.DepScalarAddr
	hiddenReads = isa.DepMask | isa.DepExec | isa.DepM0
	keptReads   = isa.DepAcc | isa.DepOld | isa.DepKept
)

// readDeps are the ways in which a node depends on a register that it reads.
func (g *depGraph) readDeps(from, to int32, operand int, file File) isa.DepSet {
	in := g.list[to]
	switch {
	case in.Row == nil:
		return 0
	case operand < 0:
		return hiddenReads
	}
	deps := in.Row.OperandDep(operand)
	if file == FileS {
		return deps & scalarReads
	}
	deps &^= scalarReads
	if deps == 0 && operand == 0 {
		return keptReads
	}
	if in.Args[operand] == g.list[from].Args[0] {
		return deps &^ isa.DepSrcCOverlap
	}
	return deps &^ isa.DepSrcCExact
}

// states is the clocks that the wait states take which an instruction must be
// away from another that it depends on in those ways. The nop pass finds out
// exactly, for physical registers; this is to need it less.
func (g *depGraph) states(from, to int32, deps isa.DepSet) int32 {
	x, y := &g.nodes[from], &g.nodes[to]
	both := x.hazards.producer.And(&y.hazards.consumer)
	if both.Empty() || deps == 0 {
		return 0
	}
	p, c := g.list[from], g.list[to]
	px, cx := g.row(p), g.row(c)
	passes := g.passes(p)
	most := 0
	both.Each(func(i int) {
		h := &g.rules[i]
		if h.Dep&deps == 0 {
			return
		}
		same := px.Op == cx.Op && px.Enc == cx.Enc
		if h.If == isa.IfSameOp && !same || h.If == isa.IfOtherOp && same || h.If == isa.IfOtherPasses && passes == g.passes(c) {
			return
		}
		most = max(most, h.LLVM.For(passes), h.Manual.For(passes))
	})
	if most == 0 {
		return 0
	}
	return int32((most + 1) * g.timing.Issue)
}

// masksOf are the rules that an instruction takes part in.
func (g *depGraph) masksOf(machine *isa.Inst) hazardMasks {
	classes := g.f.Target.Classes(machine)
	m, ok := g.masks[classes]
	if ok {
		return m
	}
	for i := range g.rules {
		h := &g.rules[i]
		if h.Producer&classes != 0 {
			m.producer.Add(i)
		}
		if h.Consumer&classes != 0 {
			m.consumer.Add(i)
		}
	}
	g.masks[classes] = m
	return m
}

// findHeights finds the critical path after each node. A join is just
// before the node that it was made for.
//
// Beside matrix instructions, the stores behind a store are part of its path: they take the memory
// longer than the wave, and where the first results are stored while the last ones are computed, the
// memory is not idle before and the matrix core not behind.
func (g *depGraph) findHeights() {
	join, queue := len(g.nodes)-1, int32(0)
	matrix := slices.ContainsFunc(g.nodes, func(x depNode) bool { return x.unit == isa.PipeMatrix })
	for n := len(g.list) - 1; n >= 0; n-- {
		g.findHeight(int32(n))
		if matrix && g.storesResults(int32(n)) {
			x := &g.nodes[n]
			x.height = max(x.height, x.issue+queue)
			queue += storeClocks
		}
		for ; join >= len(g.list) && int(g.nodes[join].defs) == n; join-- {
			g.findHeight(int32(join))
		}
	}
}

// storeClocks is what a store of 16 bytes a lane takes the L1, 64 bytes a cycle (facts performance.md
// §1.3), which four waves share, one of each SIMD.
const storeClocks = 64

// storesResults reports whether a node stores to memory, and loads nothing.
func (g *depGraph) storesResults(n int32) bool {
	in := g.list[n]
	return in.Row != nil && g.nodes[n].unit == isa.PipeVMEM && in.Row.Traits&isa.MayStore != 0 && in.Row.Traits&isa.MayLoad == 0 && !in.directToLDS()
}

func (g *depGraph) findHeight(n int32) {
	x := &g.nodes[n]
	x.height = g.atEnd(n)
	if !x.join && g.isLoad(n) {
		x.early = true
	}
	for e := x.out; e != 0; e = g.edges[e-1].next {
		to := &g.edges[e-1]
		x.height = max(x.height, g.nodes[to.to].height+to.clocks)
		x.early = x.early || g.nodes[to.to].early
	}
	if !x.join && g.isLoad(n) { // what matters little leaves loads in their order, in which they are used
		x.height = (x.height + x.result - 1) / x.result * x.result
	}
}

// arrival is when the data of a load are assumed to arrive: those of consecutive loads
// at once, so that one wait is enough for them.
func (g *depGraph) arrival(n, t int32) int32 {
	const part = 8 // of the latency
	step := max(g.nodes[n].result/part, 1)
	return (t + step - 1) / step * step
}

// isLoad reports whether a node reads memory, which takes an unknown time.
func (g *depGraph) isLoad(n int32) bool {
	in := g.list[n]
	return in.Row != nil && in.Row.Counters != 0 && in.Row.Traits&isa.MayLoad != 0
}

// atEnd is the clocks that a node's results take if they are read after the region.
func (g *depGraph) atEnd(n int32) int32 {
	x := &g.nodes[n]
	if x.join {
		return 0
	}
	for _, v := range g.defsOf(n) {
		if g.vals.list[v].after {
			return x.result + x.issue
		}
	}
	if in := g.list[n]; in.Mem != nil && in.Mem.Write&SpaceLDS != 0 {
		return x.result
	}
	return x.issue
}

// isMatrix reports whether the matrix core executes the instruction.
func (in *Instr) isMatrix() bool {
	return in.Row.Unit == isa.UnitXDL || in.Row.Unit == isa.UnitSGEMM || in.Row.Unit == isa.UnitDGEMM
}
