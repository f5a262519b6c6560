package vet

import (
	"cmp"
	"errors"
	"fmt"
	"slices"

	"heddle/isa"
)

// region is bytes with instructions.
type region struct {
	target *isa.Target
	addr   uint64
	data   []byte
	// at is the number of the instruction at each dword, plus 1. Graphs share it one after the other:
	// each clears what it set.
	at []int32
	// reached has a bit for each dword at which an instruction of some graph begins.
	reached []uint64
}

func newRegion(t *isa.Target, addr uint64, data []byte) *region {
	return &region{target: t, addr: addr, data: data, at: make([]int32, (len(data)+3)/4), reached: make([]uint64, len(data)/256+1)}
}

// slot returns the place of an address in region.at, -1 if no instruction can be there.
func (r *region) slot(addr uint64) int {
	if off := addr - r.addr; off < uint64(len(r.data)) && off%4 == 0 {
		return int(off / 4)
	}
	return -1
}

// isReached reports whether a graph has an instruction at an address.
func (r *region) isReached(addr uint64) bool {
	s := r.slot(addr)
	return s >= 0 && r.reached[s/64]>>(s%64)&1 != 0
}

// flow is how an instruction goes on.
type flow uint8

const (
	flowNext   flow = iota // with the next instruction
	flowBranch             // with the next one or the target
	flowJump               // with the target
	flowCall               // with the target, which comes back to the next one
	flowSetPC              // where a register says: a jump or a return
	flowSwapPC             // where a register says, which comes back to the next one
	flowEnd                // not at all
	flowOdd                // somewhere that only the run tells
)

// trapAbort is the number of s_trap that ends the queue (LLVM's AMDGPUUsage, "Trap Handler ABI").
const trapAbort = 2

// flowOf classifies an instruction.
func flowOf(inst *isa.Inst) flow {
	switch inst.Row.Op {
	case isa.S_ENDPGM, isa.S_ENDPGM_SAVED, isa.S_ENDPGM_ORDERED_PS_DONE:
		return flowEnd
	case isa.S_TRAP:
		if inst.Args[0].Val == trapAbort {
			return flowEnd
		}
	case isa.S_BRANCH:
		return flowJump
	case isa.S_CALL_B64:
		return flowCall
	case isa.S_SETPC_B64:
		return flowSetPC
	case isa.S_SWAPPC_B64:
		return flowSwapPC
	case isa.S_RFE_B64, isa.S_RFE_RESTORE_B64, isa.S_CBRANCH_G_FORK, isa.S_CBRANCH_I_FORK, isa.S_CBRANCH_JOIN:
		return flowOdd
	default:
		for k := range inst.Row.Operands {
			if inst.Row.Operands[k].Class == isa.ClassLABEL {
				return flowBranch
			}
		}
	}
	return flowNext
}

// node is an instruction that can be reached.
type node struct {
	inst    isa.Inst
	addr    uint64
	block   int32
	flow    flow
	indexed bool  // VGPR indexing may be on
	index   int32 // the instruction that has turned it on for certain, -1 if that is not known
	waits   waitFacts
	states  stateFacts
}

// next is the address behind the instruction.
func (n *node) next() uint64 { return n.addr + uint64(n.inst.Size()) }

// block is a run of instructions: nodes first to last-1 of the graph. Where a function returns there is
// one without instructions, which leads to all that call it.
type block struct {
	first, last  int32
	succs, preds []int32
	// blind says that unknown code is executed between this block and its successor, which is
	// taken to leave nothing outstanding.
	blind bool
	order int32 // in reverse postorder, from 0; -1 if nothing leads here
}

// fault is something about the code itself that the analyses cannot see through.
type fault struct {
	addr uint64
	inst *isa.Inst // nil if there is none
	rule string
	rank Rank
	text string
}

// graph is the code that a kernel can reach.
type graph struct {
	*region
	nodes   []node // block by block
	blocks  []block
	entries []int32 // blocks
	order   []int32 // blocks in reverse postorder
	faults  []fault
	// functions are the blocks that functions begin with, and returns those that they end with, if there
	// are calls that are not followed.
	functions, returns []int32
	// Of code in which each call has its own copy of a function (inline.go): by node, the first copy of the same
	// instruction, and by the node of a return the address that it leads to; else nil.
	alike []int32
	back  map[int32]uint64
}

// builder makes a graph.
type builder struct {
	*region
	entries []uint64
	returns bool             // the code is a function
	found   []node           // in the order in which they were found
	leader  []bool           // by number in found: a block begins here
	jumps   map[int32]uint64 // known targets of s_setpc and s_swappc
	todo    []uint64
	faults  []fault
}

// mostRounds limits how often the targets of jumps lead to code with further jumps.
const mostRounds = 100

// newGraph follows the code from its entries. A function ends in a jump to where a register says.
func newGraph(r *region, entries []uint64, function bool) *graph {
	b := &builder{region: r, entries: entries, returns: function, jumps: map[int32]uint64{}}
	for _, e := range entries {
		b.want(e, e, "the kernel begins")
	}
	b.explore()
	for range mostRounds {
		if !b.findJumps() {
			break
		}
		b.explore()
	}
	g := b.layOut()
	for i := range b.found {
		s := r.slot(b.found[i].addr)
		r.at[s] = 0
		r.reached[s/64] |= 1 << (s % 64)
	}
	return g
}

// number returns the number of the instruction at an address that has been explored, -1 if there is
// none.
func (b *builder) number(addr uint64) int32 {
	if s := b.slot(addr); s >= 0 {
		return b.at[s] - 1
	}
	return -1
}

// want says that a block begins at an address, and which instruction says so.
func (b *builder) want(addr, from uint64, what string) {
	if b.slot(addr) < 0 {
		b.fault(fault{addr: from, rule: "flow", rank: RankError, text: what + " at " + hex(addr) + ", which is outside of the code"})
		return
	}
	if n := b.number(addr); n >= 0 {
		b.leader[n] = true
		return
	}
	b.todo = append(b.todo, addr)
}

// fault notes a fault once.
func (b *builder) fault(f fault) {
	same := func(o fault) bool { return o.addr == f.addr && o.rule == f.rule && o.text == f.text }
	if len(b.faults) < maxFindings && !slices.ContainsFunc(b.faults, same) {
		b.faults = append(b.faults, f)
	}
}

// explore follows the code from the addresses in todo.
func (b *builder) explore() {
	for len(b.todo) > 0 {
		addr := b.todo[len(b.todo)-1]
		b.todo = b.todo[:len(b.todo)-1]
		if n := b.number(addr); n >= 0 {
			b.leader[n] = true
			continue
		}
		b.run(addr)
	}
}

// run follows the code from an address that a block begins at, to the end of the straight line or to
// code that is known.
func (b *builder) run(addr uint64) {
	for first := true; ; first = false {
		s := b.slot(addr)
		if s < 0 {
			b.fault(fault{addr: addr, rule: "flow", rank: RankError, text: "the code goes on behind its end"})
			return
		}
		if n := b.at[s] - 1; n >= 0 {
			b.leader[n] = true // reached from two sides
			return
		}
		b.found = append(b.found, node{addr: addr})
		n := &b.found[len(b.found)-1]
		if err := b.target.DecodeInto(&n.inst, b.data[4*s:]); err != nil {
			b.found = b.found[:len(b.found)-1]
			text := fmt.Sprintf("the code runs into bytes that are no instruction of %s", b.target.Chip.Name)
			if errors.Is(err, isa.ErrOperand) {
				text += ": an operand is no register or constant, or a tuple of registers that begins at an odd one"
			}
			b.fault(fault{addr: addr, rule: "flow", rank: RankError, text: text + "; what is behind is not checked"})
			return
		}
		n.flow = flowOf(&n.inst)
		b.leader = append(b.leader, first)
		b.at[s] = int32(len(b.found))
		target, ok := n.inst.BranchTarget(addr)
		next := n.next()
		switch n.flow {
		case flowEnd, flowSetPC, flowOdd:
			return
		case flowJump, flowBranch, flowCall:
			if !ok {
				panic("BUG: a branch without a target: " + n.inst.String())
			}
			b.want(target, addr, "goes on")
		}
		switch n.flow {
		case flowJump:
			return
		case flowBranch, flowCall, flowSwapPC:
			b.want(next, addr, "goes on")
			return
		}
		addr = next
	}
}

// hex is an address as messages have it.
func hex(addr uint64) string { return fmt.Sprintf("%#x", addr) }

// layOut sorts what was found into blocks and connects them.
func (b *builder) layOut() *graph {
	g := &graph{region: b.region, faults: b.faults, nodes: make([]node, 0, len(b.found))}
	heads := make([]int32, 0, len(b.found)/4)
	for i, is := range b.leader {
		if is {
			heads = append(heads, int32(i))
		}
	}
	slices.SortFunc(heads, func(x, y int32) int { return cmp.Compare(b.found[x].addr, b.found[y].addr) })
	blockOf := make(map[uint64]int32, len(heads)) // by the address of the first instruction
	for _, h := range heads {
		id := int32(len(g.blocks))
		blockOf[b.found[h].addr] = id
		x := block{first: int32(len(g.nodes)), order: -1}
		for i := h; ; {
			n := b.found[i]
			n.block = id
			g.nodes = append(g.nodes, n)
			if n.flow != flowNext {
				break
			}
			if i = b.number(n.next()); i < 0 || b.leader[i] {
				break
			}
		}
		x.last = int32(len(g.nodes))
		g.blocks = append(g.blocks, x)
	}
	for _, e := range b.entries {
		if id, ok := blockOf[e]; ok && !slices.Contains(g.entries, id) {
			g.entries = append(g.entries, id)
		}
	}
	b.connect(g, blockOf)
	g.sortBlocks()
	return g
}

// sortBlocks finds the reverse postorder. Blocks that nothing leads to have no place in it.
func (g *graph) sortBlocks() {
	seen := make([]bool, len(g.blocks))
	type step struct {
		block int32
		succ  int
	}
	var stack []step
	for _, e := range g.entries {
		if seen[e] {
			continue
		}
		seen[e] = true
		stack = append(stack, step{block: e})
		for len(stack) > 0 {
			top := &stack[len(stack)-1]
			succs := g.blocks[top.block].succs
			if top.succ == len(succs) {
				g.order = append(g.order, top.block)
				stack = stack[:len(stack)-1]
				continue
			}
			s := succs[top.succ]
			top.succ++
			if !seen[s] {
				seen[s] = true
				stack = append(stack, step{block: s})
			}
		}
	}
	slices.Reverse(g.order)
	for i, id := range g.order {
		g.blocks[id].order = int32(i)
	}
}

// after appends the instructions that can follow a node.
func (g *graph) after(n int32, to []int32) []int32 {
	id := g.nodes[n].block
	if x := &g.blocks[id]; n+1 < x.last || x.blind {
		if x.blind && n+1 == x.last {
			return to
		}
		return append(to, n+1)
	}
	return g.beginnings(g.blocks[id].succs, to)
}

// beginnings appends the first instructions of blocks.
func (g *graph) beginnings(blocks, to []int32) []int32 {
	for _, s := range blocks {
		if x := &g.blocks[s]; x.first < x.last {
			to = append(to, x.first)
		} else {
			to = g.beginnings(x.succs, to) // of calls: these have instructions
		}
	}
	return to
}

// before appends the instructions that can precede a node.
func (g *graph) before(n int32, to []int32) []int32 {
	id := g.nodes[n].block
	if n > g.blocks[id].first {
		return append(to, n-1)
	}
	return g.ends(g.blocks[id].preds, to)
}

// ends appends the last instructions of blocks.
func (g *graph) ends(blocks, to []int32) []int32 {
	for _, p := range blocks {
		switch x := &g.blocks[p]; {
		case x.blind || x.order < 0:
		case x.first < x.last:
			to = append(to, x.last-1)
		default:
			to = g.ends(x.preds, to)
		}
	}
	return to
}
