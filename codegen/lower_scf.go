package codegen

import (
	"heddle/ir"
	"heddle/isa"
	"heddle/mach"
)

// scfLowerings: structured control flow.
var scfLowerings = []lowering{
	{"scf.if", lowerIf},
	{"scf.for", lowerFor},
	{"scf.while", lowerWhile},
}

// start begins a new block of the code after the current one.
func (k *kernel) start(b *mach.Block) {
	b.Depth, b.AllLanes = k.depth, !k.masked
	k.f.Append(b)
	k.b.Block = b
}

// goTo ends the current block.
func (k *kernel) goTo(b *mach.Block) { k.b.Block.Term = mach.Term{Next: b, Pos: k.b.Pos} }

// branch ends the current block: to taken if the condition register's test
// holds.
func (k *kernel) branch(c mach.Cond, r mach.Reg, taken, next *mach.Block) {
	k.b.Block.Term = mach.Term{Cond: c, Reg: r, Taken: taken, Next: next, Pos: k.b.Pos}
}

// branchUnless ends the current block with a test of a uniform condition: to
// next if it holds, else to other.
func (k *kernel) branchUnless(c cond, other, next *mach.Block) {
	scc, inverted := k.branchSCC(c)
	test := mach.CondSCC0
	if inverted {
		test = mach.CondSCC1
	}
	k.branch(test, scc, other, next)
}

// writeExec computes EXEC anew.
func (k *kernel) writeExec(op isa.Op, a, b mach.Operand) {
	k.b.Emit(op, mach.Exec(), a, b)
}

func lowerIf(k *kernel, op *ir.Operation) error {
	c := k.value(op.Operands[0]).bit[0]
	then, other := op.Regions[0], op.Regions[1]
	if c.kind == condConst {
		taken := then
		if !c.is {
			taken = other
		}
		return k.inlineRegion(op, taken)
	}
	if c.kind != condMask || k.uniform(op.Operands[0]) {
		return k.uniformIf(op, c)
	}
	return k.divergentIf(op, c)
}

// inlineRegion selects a region in place; its terminator's operands are the
// results of op.
func (k *kernel) inlineRegion(op *ir.Operation, r *ir.Region) error {
	if len(r.Blocks) == 0 {
		return nil
	}
	if err := k.lowerOps(r.Entry()); err != nil {
		return err
	}
	for i, v := range r.Entry().Terminator().Operands {
		k.vals[op.Results[i]] = k.value(v)
	}
	return nil
}

// side is one region of an if: what it yields, and where its code ends.
type side struct {
	yields []value
	end    *mach.Block
}

// lowerSide selects a region, which may be empty, in the current block.
func (k *kernel) lowerSide(r *ir.Region) (side, error) {
	if len(r.Blocks) == 0 {
		return side{end: k.b.Block}, nil
	}
	if err := k.lowerOps(r.Entry()); err != nil {
		return side{}, err
	}
	s := side{end: k.b.Block}
	for _, v := range r.Entry().Terminator().Operands {
		s.yields = append(s.yields, k.value(v))
	}
	return s, nil
}

func (k *kernel) uniformIf(op *ir.Operation, c cond) error {
	head, then, other, join := k.b.Block, k.f.NewBlock("then"), k.f.NewBlock("else"), k.f.NewBlock("join")
	hasElse := len(op.Regions[1].Blocks) > 0
	if hasElse {
		k.branchUnless(c, other, then)
	} else {
		k.branchUnless(c, join, then)
	}
	k.start(then)
	a, err := k.lowerSide(op.Regions[0])
	if err != nil {
		return err
	}
	var b side
	if hasElse {
		k.start(other)
		if b, err = k.lowerSide(op.Regions[1]); err != nil {
			return err
		}
	}
	if err := k.joinSides(op, head, a, b, false); err != nil {
		return err
	}
	k.b.Block = a.end
	k.goTo(join)
	if hasElse {
		k.b.Block = b.end
		k.goTo(join)
	}
	k.start(join)
	return nil
}

// divergentIf executes both sides, each with its lanes. A side that no lane takes is skipped if
// that saves time, or if it must be because it loads scalars from addresses that may then be
// invalid.
func (k *kernel) divergentIf(op *ir.Operation, c cond) error {
	head, then, other, join := k.b.Block, k.f.NewBlock("then"), k.f.NewBlock("else"), k.f.NewBlock("join")
	hasElse := len(op.Regions[1].Blocks) > 0 && len(op.Regions[1].Entry().Ops) > 0
	outer := k.masked
	mask := k.mask(c)
	saved := k.reg(mach.FileS, 2)
	k.b.Emit(isa.S_AND_SAVEEXEC_B64, mach.P(saved), mach.P(mask))
	after := join
	if hasElse {
		after = other
	}
	k.skip(op.Regions[0], after, then)
	k.masked = true
	k.start(then)
	a, err := k.lowerSide(op.Regions[0])
	if err != nil {
		return err
	}
	k.goTo(after)
	var b side
	if hasElse {
		k.start(other)
		k.writeExec(isa.S_ANDN2_B64, mach.P(saved), mach.P(mask))
		inside := k.f.NewBlock("else body")
		k.skip(op.Regions[1], join, inside)
		k.start(inside)
		if b, err = k.lowerSide(op.Regions[1]); err != nil {
			return err
		}
		k.goTo(join)
	}
	if err := k.joinSides(op, head, a, b, true); err != nil {
		return err
	}
	k.masked = outer
	k.start(join)
	k.b.Emit(isa.S_MOV_B64, mach.Exec(), mach.P(saved))
	return nil
}

// skip ends the current block with a jump over a region if no lane is left, or without a jump if
// executing it in vain is harmless and cheap.
func (k *kernel) skip(r *ir.Region, after, next *mach.Block) {
	if cheapInVain(r) {
		k.goTo(next)
		return
	}
	k.branch(mach.CondEXECZ, 0, after, next)
}

// cheapInVain: at most a few operations, none of which touches memory, meets
// other lanes or has regions.
func cheapInVain(r *ir.Region) bool {
	const few = 8
	if len(r.Entry().Ops) > few {
		return false
	}
	for _, op := range r.Entry().Ops {
		if !op.Decl.Is(ir.Terminator) && (!op.Decl.Is(ir.Pure) || len(op.Regions) > 0 || op.Decl.Is(ir.Convergent)) {
			return false
		}
	}
	return true
}

// joinSides merges the values that the sides yield: in one register for each dword, written at the
// end of each side. head is where the sides part.
func (k *kernel) joinSides(op *ir.Operation, head *mach.Block, a, b side, divergent bool) error {
	outer := k.b.Block
	for i, result := range op.Results {
		v, w := a.yields[i], b.yields[i]
		form, err := k.joinForm(op, v, w)
		if err != nil {
			return err
		}
		file := mach.FileV
		if !divergent && k.sameForAll(v) && k.sameForAll(w) {
			file = mach.FileS
		}
		c := k.newCarrier(form, file)
		if divergent {
			k.b.Block = head
			k.undef(&c)
		}
		for j, s := range []side{a, b} {
			k.b.Block = s.end
			list, err := k.assign(op, &c, []value{v, w}[j])
			if err != nil {
				return err
			}
			k.copyAll(list, divergent)
		}
		k.vals[result] = k.carried(&c)
	}
	k.b.Block = outer
	return nil
}

// undef defines the registers of a carrier, so that what is written lane by
// lane has an old value.
func (k *kernel) undef(c *carrier) {
	for _, p := range c.dw {
		k.b.Undef(p)
	}
	for _, p := range c.bit {
		k.b.Undef(p)
	}
}

// joinForm returns a value in the form that two values can share: a 64-bit number needs both dwords
// unless both are extended alike.
func (k *kernel) joinForm(op *ir.Operation, a, b value) (value, error) {
	if a.ref != nil {
		r, err := k.refJoin(op, a.ref, b.ref)
		return value{typ: a.typ, ref: r}, err
	}
	a, b = asConstantForm(a, b), asConstantForm(b, a)
	if len(a.dw) == len(b.dw) && a.ext == b.ext {
		return a, nil
	}
	return value{typ: a.typ, dw: make([]mach.Operand, 2)}, nil
}

// asConstantForm returns a constant the form of another value if it can have it.
func asConstantForm(v, like value) value {
	if len(v.dw) != 2 || len(like.dw) != 1 {
		return v
	}
	lo, loConst := isConst(v.dw[0])
	hi, hiConst := isConst(v.dw[1])
	if !loConst || !hiConst {
		return v
	}
	if like.ext == extZero && hi == 0 || like.ext == extSigned && hi == uint32(int32(lo)>>31) {
		return value{typ: v.typ, dw: v.dw[:1], ext: like.ext}
	}
	return v
}
