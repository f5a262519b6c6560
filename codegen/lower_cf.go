package codegen

import (
	"heddle/ir"
	"heddle/isa"
	"heddle/mach"
)

// cfLowerings: the operations of cf other than branches.
var cfLowerings = []lowering{
	{"cf.assert", lowerAssert},
	{"llvm.intr.trap", lowerTrap},
}

// abortTrap is the trap that stops the queue (LLVM AMDGPU usage, "Trap Handler
// ABI").
const abortTrap = 2

// lowerAssert traps if the condition does not hold in some lane, which stops
// the queue.
func lowerAssert(k *kernel, op *ir.Operation) error {
	c := k.value(op.Operands[0]).bit[0]
	if c.kind == condConst && c.is {
		return nil
	}
	if k.trap == nil {
		k.trap = k.f.NewBlock("assertion failed")
		k.trap.Instrs = append(k.trap.Instrs, k.f.NewInstr(k.f.Row(isa.S_TRAP, isa.EncSOPP, ""), mach.Imm(abortTrap)))
		k.trap.Term = mach.Term{Cond: mach.CondEnd}
	}
	next := k.f.NewBlock("")
	scc, inverted := k.branchSCC(k.not(c))
	test := mach.CondSCC1
	if inverted {
		test = mach.CondSCC0
	}
	k.branch(test, scc, k.trap, next)
	k.start(next)
	return nil
}

// lowerTrap stops the queue, like LLVM's code for llvm.trap.
func lowerTrap(k *kernel, _ *ir.Operation) error {
	k.b.Emit(isa.S_TRAP, mach.Imm(abortTrap)).Flags |= mach.Pinned
	return nil
}

// graph is the state of selecting a control flow graph (cf), whose branches must be uniform: one
// that package opt could not convert to scf.
type graph struct {
	blocks map[*ir.Block]*graphBlock
}

type graphBlock struct {
	begin    *mach.Block
	carriers []carrier // of the block's arguments
	ready    bool      // carriers are made
}

// lowerRegion selects a region that ends the kernel.
func (k *kernel) lowerRegion(r *ir.Region) error {
	g := &graph{blocks: map[*ir.Block]*graphBlock{}}
	order := ir.ReversePostorder(r)
	headers := loopHeaders(order)
	for i, b := range order {
		gb := &graphBlock{}
		if i > 0 {
			gb.begin = k.f.NewBlock("")
			gb.begin.LoopHeader = headers[b]
		}
		g.blocks[b] = gb
	}
	for i, b := range order {
		gb := g.blocks[b]
		if i > 0 {
			k.start(gb.begin)
			for j, arg := range b.Args {
				k.vals[arg] = k.carried(&gb.carriers[j])
			}
		}
		if err := k.lowerOps(b); err != nil {
			return err
		}
		if err := k.lowerTerminator(g, b.Terminator()); err != nil {
			return err
		}
	}
	return nil
}

// loopHeaders returns the blocks to which a later block branches back.
func loopHeaders(order []*ir.Block) map[*ir.Block]bool {
	place := map[*ir.Block]int{}
	for i, b := range order {
		place[b] = i
	}
	headers := map[*ir.Block]bool{}
	for i, b := range order {
		if t := b.Terminator(); t != nil {
			for _, s := range t.Successors {
				if place[s] <= i {
					headers[s] = true
				}
			}
		}
	}
	return headers
}

func (k *kernel) lowerTerminator(g *graph, op *ir.Operation) error {
	outer := k.b.Pos
	defer func() { k.b.Pos = outer }()
	k.b.Pos = k.position(op)
	switch op.Name() {
	case "gpu.return", "func.return":
		k.b.Block.Term = mach.Term{Cond: mach.CondEnd, Pos: k.b.Pos}
		return nil
	case "cf.br":
		return k.jump(g, op, op.Successors[0], op.Operands)
	case "cf.cond_br":
		return k.conditional(g, op)
	}
	return k.refuse(op, "the compiler does not support this terminator", "")
}

// jump passes values to the arguments of a block and branches to it.
func (k *kernel) jump(g *graph, op *ir.Operation, to *ir.Block, values []*ir.Value) error {
	gb := g.blocks[to]
	if err := k.makeCarriers(gb, to, values); err != nil {
		return err
	}
	var list []assignment
	for i, v := range values {
		more, err := k.assign(op, &gb.carriers[i], k.value(v))
		if err != nil {
			return err
		}
		list = append(list, more...)
	}
	k.copyAll(list, false)
	k.goTo(gb.begin)
	return nil
}

// makeCarriers makes the registers of a block's arguments, in a form that values from other
// predecessors can have, too.
func (k *kernel) makeCarriers(gb *graphBlock, to *ir.Block, values []*ir.Value) error {
	if gb.ready {
		return nil
	}
	gb.ready = true
	for i, arg := range to.Args {
		file := mach.FileV
		if k.uniform(arg) && k.mayBeScalar(arg.Type) {
			file = mach.FileS
		}
		gb.carriers = append(gb.carriers, k.newCarrier(k.loopForm(arg, k.value(values[i])), file))
	}
	return nil
}

func (k *kernel) conditional(g *graph, op *ir.Operation) error {
	c := k.value(op.Operands[0]).bit[0]
	yes, no := op.OperandGroup("trueDestOperands"), op.OperandGroup("falseDestOperands")
	switch {
	case c.kind == condConst && c.is:
		return k.jump(g, op, op.Successors[0], yes)
	case c.kind == condConst:
		return k.jump(g, op, op.Successors[1], no)
	case !k.uniform(op.Operands[0]):
		return k.refuse(op, "lanes may diverge here, in unstructured blocks (a loop with several entries, or memrefs allocated on the path)", "use scf.if, scf.for or scf.while")
	}
	// The values are copied in separate blocks, after the branch.
	left, right := k.f.NewBlock(""), k.f.NewBlock("")
	k.branchUnless(c, right, left)
	k.start(left)
	if err := k.jump(g, op, op.Successors[0], yes); err != nil {
		return err
	}
	k.start(right)
	return k.jump(g, op, op.Successors[1], no)
}
