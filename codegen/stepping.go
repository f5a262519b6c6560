package codegen

import (
	"math"
	"slices"

	"heddle/ir"
	"heddle/isa"
	"heddle/mach"
)

// Offsets that grow by the same number of bytes in each turn of a loop are not computed from its
// index again: a register is added to.

// counting is what is known of a loop that all lanes go through alike, counting by a constant.
type counting struct {
	index []mach.Operand // the register of the index
	lower term
	by    int64 // at least 1
	steps []step
	// accesses counts the operations in the loop by the memref that they take; nil until it is needed.
	accesses map[*ir.Value]int
	op       *ir.Operation
}

// mostSteps is how many accesses to a buffer get registers of their own that grow. For more, moving
// the buffer costs less.
const mostSteps = 4

// fewAccesses reports whether the current operation's memref has at most mostSteps accesses in the
// loop.
func (c *counting) fewAccesses(access *ir.Operation) bool {
	if c.accesses == nil {
		c.accesses = map[*ir.Value]int{}
		c.op.Walk(func(op *ir.Operation) bool {
			for _, v := range op.Operands {
				if _, ok := v.Type.(*ir.MemRefType); ok {
					c.accesses[v]++
				}
			}
			return true
		})
	}
	for _, v := range access.Operands {
		if c.accesses[v] > mostSteps {
			return false
		}
	}
	return true
}

// step is a register of the lanes that grows in each turn.
type step struct {
	key string
	reg mach.Part
	by  mach.Operand // an inline constant, or a scalar register
}

// startCounting notes how a for loop counts, after its carriers were made.
func (k *kernel) startCounting(op *ir.Operation, lower, step value, divergent bool) {
	by, ok := constantOf(step)
	if divergent || !ok || by < 1 || by > math.MaxInt32 || lessThan(op) == "ult" && !k.flow.Range(op.Operands[0]).NonNegative() {
		return
	}
	k.loops[len(k.loops)-1].counting = &counting{
		index: k.vals[op.Regions[0].Entry().Args[0]].dw,
		lower: term{v: lower, coef: 1, src: op.Operands[0]},
		by:    by,
		op:    op,
	}
}

// nextSteps is what the registers that grow are in the next turn.
func (k *kernel) nextSteps() (list []assignment) {
	c := k.loops[len(k.loops)-1].counting
	if c == nil {
		return nil
	}
	for _, s := range c.steps {
		next := k.reg(mach.FileV, 1)
		in := k.b.EmitRow(k.f.Row(isa.V_ADD_I32, isa.EncVOP3A, ""), mach.P(next), mach.P(s.reg), s.by)
		in.Mods.Set |= 1 << isa.ModClamp
		list = append(list, assignment{dst: s.reg, src: mach.P(next)})
	}
	return list
}

// steppingPlace returns a place in a buffer of less than 2^31 bytes whose offset, which may be any
// number in the end, grows in each turn. It is computed with a signed addition that stops at 2^31-1:
// that is out of range, as is what the offset field and the following dwords add to it.
func (k *kernel) steppingPlace(r *ref, at linear, span int64) (place, bool) {
	if len(k.loops) == 0 || r.mask != nil || !k.splits() || r.buffer.most > r.mostRecords() {
		return place{}, false
	}
	c := k.loops[len(k.loops)-1].counting
	fixed, moving := k.invariant(at.terms)
	if c == nil || !c.fewAccesses(k.current) || len(moving) != 1 || moving[0].coef < 1 || !moving[0].same(term{v: value{dw: c.index, ext: moving[0].v.ext}}) {
		return place{}, false
	}
	turn := moving[0]
	by, ok := mulSmall(turn.coef, c.by)
	if !ok || by > math.MaxInt32 {
		return place{}, false
	}
	first := c.lower
	first.coef = turn.coef
	front := append(fixed[:len(fixed):len(fixed)], first)
	if n, ok := constantOf(c.lower.v); ok {
		front, at.c = fixed, at.c+n*turn.coef
	}
	lo, hi, ok := k.rangeOf(front)
	const sane = 1 << 60
	if !ok || at.c < -sane || at.c > sane || lo+at.c < 0 || hi+at.c > math.MaxInt32 {
		return place{}, false
	}
	add, imm := splitOffset(r, at.c, span)
	if lo+add < 0 {
		add, imm = at.c, 0
	}
	resource, _ := k.resourceAt(r, linear{})
	p := place{ref: r, space: refBuffer, base: resource, soff: constDword(0), imm: imm}
	p.voff = mach.P(k.stepping(add, front, by))
	k.explainSplit(r, &split{thread: linear{c: add + imm, terms: at.terms}, lo: lo + at.c, hi: math.MaxInt32, how: splitStepping}, &p, at.terms, nil, false, span)
	return p, true
}

// stepping returns a register that is a sum, not negative, in the first turn of the innermost loop,
// and grows from turn to turn.
func (k *kernel) stepping(first int64, terms []term, by int64) mach.Part {
	l := &k.loops[len(k.loops)-1]
	key := k.key("step", by, nil) + k.key("", first, terms)
	for _, s := range l.counting.steps {
		if s.key == key {
			return s.reg
		}
	}
	s := step{key: key, reg: k.reg(mach.FileV, 1), by: mach.Const(by)}
	start := k.sum32(first, terms)
	k.beforeLoop(func() {
		k.b.Copy(s.reg, start)
		if !inlineDword(uint32(by)) {
			s.by = mach.P(k.reg(mach.FileS, 1))
			k.b.Copy(s.by.Part, constDword(uint32(by)))
		}
	})
	l.counting.steps = append(l.counting.steps, s)
	return s.reg
}

// beforeLoop runs f with the builder before the innermost loop.
func (k *kernel) beforeLoop(f func()) {
	l := &k.loops[len(k.loops)-1]
	outer := k.b.Block
	k.b.Block = l.code
	f()
	l.before.Instrs = slices.Insert(l.before.Instrs, l.at, l.code.Instrs...)
	l.at += len(l.code.Instrs)
	l.code.Instrs = nil
	k.b.Block = outer
}
