package mach

import "heddle/isa"

// pipe is a part of the machine that takes one instruction at a time.
type pipe uint8

const (
	pipeNone pipe = iota
	pipeMatrix
	pipeLDS
	pipeVMEM
	pipes
)

// describe fills in what an instruction costs.
func (g *depGraph) describe(x *depNode, in *Instr) {
	t := &g.f.Chip.Timing
	x.issue, x.result = int32(t.Issue), int32(t.VALU)
	if in.Row == nil {
		if in.Flags&Undef != 0 || g.f.Regs[in.Args[0].Part.Reg].File == FileS {
			x.result = int32(t.SALU)
		}
		return
	}
	wide := false
	for i := range in.Row.Operands {
		wide = wide || in.Row.Operands[i].Dwords > 2
	}
	switch in.Row.Unit {
	case isa.UnitTrans:
		x.issue, x.result = int32(t.TransIssue), int32(t.TransIssue+t.VALU-t.Issue)
	case isa.UnitXDL, isa.UnitSGEMM, isa.UnitDGEMM:
		passes := g.passes(in)
		x.unit, x.issue, x.busy, x.result = pipeMatrix, int32(t.MatrixIssue), int32(passes*t.Pass), int32(passes*t.Pass)
	case isa.UnitLDS:
		x.unit, x.busy, x.result = pipeLDS, int32(t.LDSQueue), int32(t.LDS)
		if wide {
			x.busy = int32(t.LDSWide)
		}
		if in.Row.Traits&isa.MayStore != 0 {
			x.issue += int32(t.LDSStoreDword * storedDwords(in))
		}
	case isa.UnitVMEM, isa.UnitFlat:
		x.unit, x.busy, x.result = pipeVMEM, int32(t.VMEMQueue), int32(t.VMEM)
		if wide {
			x.busy = int32(t.VMEMWide)
		}
	case isa.UnitSMEM:
		x.result = int32(t.SMEM)
	case isa.UnitSALU:
		x.result = int32(t.SALU)
	case isa.UnitBranch:
		if in.Row.Op == isa.S_BARRIER {
			x.result = int32(t.Barrier)
		}
	}
}

// passes of a matrix instruction.
func (g *depGraph) passes(in *Instr) int {
	machine := isa.Inst{Row: in.Row, Mods: in.Mods}
	return machine.Passes()
}

// storedDwords is how much data of a lane an LDS write takes.
func storedDwords(in *Instr) int {
	n := 0
	for i := range in.Row.Operands {
		if o := &in.Row.Operands[i]; o.Access&isa.Write == 0 && o.Name != "addr" {
			n += int(o.Dwords)
		}
	}
	return n
}

// afterWrite is the clocks from a write of a register to a read of it.
func (g *depGraph) afterWrite(from, to int32, operand int) int32 {
	return max(g.nodes[from].result, g.stateClocks(from, to, operand, isa.Read))
}

// overWrite is the clocks from one write of a register to the next.
func (g *depGraph) overWrite(from, to int32, operand int) int32 {
	return g.stateClocks(from, to, operand, isa.Write)
}

// overRead is the clocks from a read of a register to a write of it.
func (g *depGraph) overRead(from, to int32, operand int) int32 {
	return 0
}

// beforeFence is the clocks from a memory access to a fence that waits for it.
func (g *depGraph) beforeFence(from int32) int32 {
	return g.nodes[from].result
}

// stateClocks is what the wait states between two instructions take.
func (g *depGraph) stateClocks(from, to int32, operand int, access isa.Access) int32 {
	return 0
}

// waitCache remembers the wait states between rows.
type waitCache struct {
	target *isa.Target
}

// findHeights finds the critical path behind each node. A join stands just
// before the node that it was made for.
func (g *depGraph) findHeights() {
	join := len(g.nodes) - 1
	for n := len(g.list) - 1; n >= 0; n-- {
		g.findHeight(int32(n))
		for ; join >= len(g.list) && int(g.nodes[join].defs) == n; join-- {
			g.findHeight(int32(join))
		}
	}
}

func (g *depGraph) findHeight(n int32) {
	x := &g.nodes[n]
	x.height = g.atEnd(n)
	for e := x.out; e != 0; e = g.edges[e-1].next {
		to := &g.edges[e-1]
		x.height = max(x.height, g.nodes[to.to].height+to.clocks)
	}
}

// atEnd is the clocks that a node's results take if they are read behind the
// region.
func (g *depGraph) atEnd(n int32) int32 {
	x := &g.nodes[n]
	if x.join {
		return 0
	}
	for _, v := range g.defsOf(n) {
		if g.vals.list[v].after {
			return x.result
		}
	}
	if in := g.list[n]; in.Mem != nil && in.Mem.Write&SpaceLDS != 0 {
		return x.result
	}
	return x.issue
}
