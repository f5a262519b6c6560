package mach

import (
	"slices"
	"sync"

	"heddle/arch"
	"heddle/isa"
)

// depGraph is what must stay in order in a region. Nodes are the instructions
// by their place, edges go forward. It is built in one walk with tables of who
// wrote and who read each register last, so that it has about as many edges as
// the code has operands.
type depGraph struct {
	f      *Func
	first  []int       // unit of each register's dword 0; physical registers come after them
	phys   int         // the unit of physical register 0
	timing arch.Timing // of the chip, VALU as seen beside the SIMD's other waves
	only   []bool      // see vgprsOnly
	free   bool        // only what makes the code right, not what makes it good

	old []int32 // the order to fall back to where registers are short, nil for that of the list

	list  []*Instr
	nodes []depNode
	edges []depEdge
	links []useLink
	state []unitState // by unit
	used  []int32     // units whose state is not zero
	vals  values
	mem   memoryDeps
	pipes pipelines
	rules []isa.Hazard

	machine isa.Inst // that describe asks about
	masks   map[isa.ClassSet]hazardMasks
	scc     sccState
}

// depNode is an instruction of the region or, after all of those, a join: a point that
// stands for several, so that few edges say what many would.
type depNode struct {
	out         int32 // 1 + its first edge
	preds       int32 // edges to it
	height      int32 // clocks from its issue to the end of what depends on it
	defs, uses  int32 // its values, in values.defs and values.uses, up to the next node's; of a join the node that it was made for
	issue       int32 // clocks until the wave's next instruction
	unit        isa.Pipe
	busy        int32 // clocks for which it keeps its pipe
	result      int32 // clocks to its result
	join, early bool  // early: a load waits for it
	hazards     hazardMasks
}

// depEdge says that an instruction comes at least so many clocks after
// another.
type depEdge struct {
	to, next int32 // next is 1 + the number of the node's next edge
	clocks   int32
}

// unitState is who wrote a dword last, and who read it since: 1 + the node.
type unitState struct {
	def, uses int32
	known     bool // in depGraph.used
}

type useLink struct{ node, next int32 }

// sccState is the same for SCC, of which only one value exists at a time.
type sccState struct {
	last     int32   // 1 + the last reader of the last value that is read, or its writer
	clobbers []int32 // who wrote it since without anybody reading that
}

const physicalUnits = int(isa.A0) + 256

func newDepGraph(f *Func, l *liveness, only []bool) *depGraph {
	g := &depGraph{f: f, only: only, first: l.first, phys: l.first[len(f.Regs)]}
	g.state = make([]unitState, g.phys+physicalUnits)
	g.vals.current = make([]int32, g.phys+physicalUnits)
	g.rules, g.masks = f.Target.Hazards(), map[isa.ClassSet]hazardMasks{}
	return g
}

// build makes the graph of a region; live is the set of units live after it.
func (g *depGraph) build(list []*Instr, live *livePressure) {
	g.reset(list)
	for i, in := range list {
		n := int32(i)
		g.describe(&g.nodes[n], in)
		g.nodes[n].uses, g.nodes[n].defs = int32(len(g.vals.uses)), int32(len(g.vals.defs))
		if !g.free {
			g.keepCopies(n, in)
		}
		g.reads(n, in)
		g.writes(n, in)
		g.conditionCode(n, in)
		g.memory(n, in)
		g.inGroup(n)
	}
	g.markLive(live)
	g.findHeights()
}

func (g *depGraph) reset(list []*Instr) {
	for _, u := range g.used {
		g.state[u], g.vals.current[u] = unitState{}, 0
	}
	g.list, g.used, g.edges, g.links = list, g.used[:0], g.edges[:0], g.links[:0]
	g.edges, g.links = slices.Grow(g.edges, 3*len(list)), slices.Grow(g.links, 3*len(list)) // about so many
	g.nodes = append(g.nodes[:0], make([]depNode, len(list))...)
	g.vals.reset()
	g.mem.reset()
	g.scc = sccState{clobbers: g.scc.clobbers[:0]}
}

// markLive notes which values are read after the region.
func (g *depGraph) markLive(live *livePressure) {
	for _, u := range g.used {
		if int(u) < g.phys && live.set.has(int(u)) {
			if v := g.vals.current[u]; v != 0 {
				g.vals.list[v-1].after = true
			}
		}
	}
	// A register with a fixed place has its state there, and its liveness not.
	for r := range g.f.Regs {
		info := &g.f.Regs[r]
		if !info.HasFixed || info.File == FileSCC {
			continue
		}
		for i := range int(info.Dwords) {
			if v := g.vals.current[g.phys+int(info.Fixed)+i]; v != 0 && live.set.has(g.first[r]+i) {
				g.vals.list[v-1].after = true
			}
		}
	}
}

// edge orders to after from.
func (g *depGraph) edge(from, to int32, clocks int32) {
	if from == to {
		return
	}
	if e := g.nodes[from].out; e != 0 && g.edges[e-1].to == to { // the newest is first
		g.edges[e-1].clocks = max(g.edges[e-1].clocks, clocks)
		return
	}
	g.edges = append(g.edges, depEdge{to: to, next: g.nodes[from].out, clocks: clocks})
	g.nodes[from].out = int32(len(g.edges))
	g.nodes[to].preds++
}

// unit is the number of a register's first dword. Registers with the same
// fixed place are the same.
func (g *depGraph) unit(p Part) int {
	if info := &g.f.Regs[p.Reg]; info.HasFixed {
		return g.phys + int(info.Fixed) + int(p.Sub)
	}
	return g.first[p.Reg] + int(p.Sub)
}

// reads makes the edges from the definitions of what an instruction reads.
func (g *depGraph) reads(n int32, in *Instr) {
	in.Uses(func(i int, p Part) {
		if file := g.f.Regs[p.Reg].File; file != FileSCC {
			u := g.unit(p)
			for k := range int(p.N) {
				g.read(n, u+k, i, file)
				g.vals.use(n, u+k, file, g.only[p.Reg])
			}
		}
	})
	for _, r := range implicitReads(in) {
		g.read(n, g.phys+int(r), -1, FileS)
	}
	for i := range in.Args {
		if a := &in.Args[i]; a.Kind == OperandPhys && in.accesses(i)&isa.Read != 0 {
			for k := range int(a.N) {
				g.read(n, g.phys+int(a.Phys)+k, i, FileS)
			}
		}
	}
}

func (g *depGraph) writes(n int32, in *Instr) {
	in.Defs(func(_ int, p Part) {
		if file := g.f.Regs[p.Reg].File; file != FileSCC {
			u := g.unit(p)
			for k := range int(p.N) {
				g.write(n, u+k)
				g.vals.define(u+k, file, g.only[p.Reg])
			}
		}
	})
	for _, r := range implicitWrites(in) {
		g.write(n, g.phys+int(r))
	}
	for i := range in.Args {
		if a := &in.Args[i]; a.Kind == OperandPhys && in.accesses(i)&isa.Write != 0 {
			for k := range int(a.N) {
				g.write(n, g.phys+int(a.Phys)+k)
			}
		}
	}
}

// accesses is how an instruction uses an operand.
func (in *Instr) accesses(i int) isa.Access {
	if in.Row == nil {
		return [...]isa.Access{isa.Write, isa.Read}[min(i, 1)]
	}
	if i < len(in.Row.Operands) {
		return in.Row.Operands[i].Access
	}
	return 0
}

// implicitRegs are the registers that rows name by a bit; SCC has rules of its
// own.
var implicitRegs = [...]struct {
	bit  isa.Implicit
	regs []isa.Reg
}{
	{isa.ImpVCC, []isa.Reg{isa.VCCLo, isa.VCCHi}},
	{isa.ImpEXEC, []isa.Reg{isa.ExecLo, isa.ExecHi}},
	{isa.ImpM0, []isa.Reg{isa.M0}},
	{isa.ImpMODE, []isa.Reg{isa.Mode}},
	{isa.ImpFlatScratch, []isa.Reg{isa.FlatScratchLo, isa.FlatScratchHi}},
}

// implicitSets are the registers of each set of bits.
var implicitSets = sync.OnceValue(func() *[256][]isa.Reg {
	var sets [256][]isa.Reg
	for bits := range sets {
		for _, x := range implicitRegs {
			if isa.Implicit(bits)&x.bit != 0 {
				sets[bits] = append(sets[bits], x.regs...)
			}
		}
	}
	return &sets
})

func implicitReads(in *Instr) []isa.Reg {
	if in.Row == nil {
		return implicitSets()[isa.ImpEXEC] // of vector registers; for scalar ones it costs nothing much
	}
	return implicitSets()[in.Row.Reads]
}

func implicitWrites(in *Instr) []isa.Reg {
	if in.Row == nil {
		return nil
	}
	return implicitSets()[in.Row.Writes]
}

func (g *depGraph) touch(u int) *unitState {
	s := &g.state[u]
	if !s.known {
		s.known = true
		g.used = append(g.used, int32(u))
	}
	return s
}

func (g *depGraph) read(n int32, u, operand int, file File) {
	s := g.touch(u)
	if s.def != 0 {
		g.edge(s.def-1, n, g.afterWrite(s.def-1, n, operand, file))
	}
	if s.uses != 0 && g.links[s.uses-1].node == n {
		return
	}
	g.links = append(g.links, useLink{n, s.uses})
	s.uses = int32(len(g.links))
}

func (g *depGraph) write(n int32, u int) {
	s := g.touch(u)
	for l := s.uses; l != 0; l = g.links[l-1].next {
		g.edge(g.links[l-1].node, n, g.overRead(g.links[l-1].node, n))
	}
	if s.def != 0 {
		g.edge(s.def-1, n, g.overWrite(s.def-1, n))
	}
	s.def, s.uses = n+1, 0
}

// conditionCode keeps one value in SCC from its writer to its last reader:
// writes that nobody reads stay on their side of it. Readers stay in order, so
// that the last one stands for all.
func (g *depGraph) conditionCode(n int32, in *Instr) {
	s := &g.scc
	if in.Row == nil {
		return
	}
	if in.Row.Reads&isa.ImpSCC != 0 {
		g.sccEdge(s.last, n)
		s.last = n + 1
	}
	switch {
	case !in.ClobbersSCC():
	case in.SCCDef == 0:
		g.sccEdge(s.last, n)
		s.clobbers = append(s.clobbers, n)
	default:
		g.sccEdge(s.last, n)
		for _, c := range s.clobbers {
			g.edge(c, n, 0)
		}
		s.last, s.clobbers = n+1, s.clobbers[:0]
	}
}

func (g *depGraph) sccEdge(from, n int32) {
	if from != 0 {
		g.edge(from-1, n, int32(g.timing.SALU))
	}
}

// keepCopies keeps copies that can vanish: what is copied must not be written
// before the last reader of what the copy overwrites, if it was not before,
// and its other readers stay before the copy. A matrix instruction is a
// copy of its accumulator in this respect.
func (g *depGraph) keepCopies(n int32, in *Instr) {
	var from Part
	switch acc := in.accumulator(); {
	case in.Flags&Copy != 0 && in.Args[1].Kind == OperandReg:
		from = in.Args[1].Part
	case acc >= 0 && in.Args[acc].Kind == OperandReg:
		from = in.Args[acc].Part
	default:
		return
	}
	if in.Args[0].Kind != OperandReg || g.f.Regs[in.Args[0].Part.Reg].File != g.f.Regs[from.Reg].File {
		return
	}
	to := in.Args[0].Part
	for k := range int(from.N) {
		g.keepApart(n, g.unit(to.Dword(k)), g.unit(from.Dword(k)))
	}
}

// keepApart: unit to is about to be overwritten by node n with from.
func (g *depGraph) keepApart(n int32, to, from int) {
	f := g.state[from]
	for l := f.uses; l != 0; l = g.links[l-1].next {
		g.edge(g.links[l-1].node, n, 0)
	}
	if f.def == 0 || to == from {
		return
	}
	t := g.state[to]
	writer := f.def - 1
	if t.def > f.def || t.uses != 0 && g.links[t.uses-1].node > writer {
		return // they are live at once already
	}
	for l := t.uses; l != 0; l = g.links[l-1].next {
		g.edge(g.links[l-1].node, writer, 0)
	}
	if t.def != 0 {
		g.edge(t.def-1, writer, 0)
	}
}

// randomOrder is any order that keeps the edges.
func (g *depGraph) randomOrder(random *uint64) []int32 {
	var order, ready []int32
	preds := make([]int32, len(g.nodes))
	for n := range g.nodes {
		if preds[n] = g.nodes[n].preds; preds[n] == 0 {
			ready = append(ready, int32(n))
		}
	}
	for len(ready) > 0 {
		// Knuth's MMIX generator; its high bits are the good ones.
		*random = *random*6364136223846793005 + 1442695040888963407
		i := int(*random >> 33 % uint64(len(ready)))
		n := ready[i]
		ready[i] = ready[len(ready)-1]
		ready = ready[:len(ready)-1]
		if !g.nodes[n].join {
			order = append(order, n)
		}
		for e := g.nodes[n].out; e != 0; e = g.edges[e-1].next {
			to := g.edges[e-1].to
			if preds[to]--; preds[to] == 0 {
				ready = append(ready, to)
			}
		}
	}
	return order
}
