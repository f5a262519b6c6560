package codegen

import (
	"slices"

	"heddle/ir"
	"heddle/mach"
)

// loopScope is a loop around the code being selected. Registers with a smaller number than first
// were made before it and do not change in it, nor do those that hoisted code before it makes.
type loopScope struct {
	first  mach.Reg
	before *mach.Block // the block that leads into the loop
	at     int         // where code can be added to it, before the test of the first iteration
	code   *mach.Block // collects that code
	scope  *ir.Block   // the block in ir that contains the loop
	// counting is nil unless the loop counts by a constant, and all lanes alike.
	counting *counting
	moved    []*movedBase
	// places is how many places of direct loads in LDS are computed before the loop.
	places int
}

// enterLoop is called when the block before a loop is current, before anything of the loop is made;
// the function that it returns ends the loop.
func (k *kernel) enterLoop() func() {
	before := k.b.Block
	k.loops = append(k.loops, loopScope{
		first: mach.Reg(len(k.f.Regs)), before: before, at: len(before.Instrs), code: &mach.Block{ID: before.ID, Depth: before.Depth},
		scope: k.current.Block,
	})
	return func() {
		last := len(k.loops) - 1
		for _, b := range k.loops[last].moved {
			k.settle(b)
		}
		k.loops = k.loops[:last]
	}
}

// hoisted runs f with the block of ir that its code belongs to, and with the builder before the
// outermost loop in which none of the registers changes. (Address arithmetic is created here, after
// loop-invariant code motion on ir.)
func (k *kernel) hoisted(used []mach.Operand, f func(scope *ir.Block)) {
	for i := range k.loops {
		l := &k.loops[i]
		if k.changesIn(i, used) {
			continue
		}
		outer := k.b.Block
		k.b.Block = l.code
		first := mach.Reg(len(k.f.Regs))
		f(l.scope)
		for r := first; int(r) < len(k.f.Regs); r++ {
			if before, ok := k.before[r]; !ok || before > i {
				k.before[r] = i
			}
		}
		l.before.Instrs = slices.Insert(l.before.Instrs, l.at, l.code.Instrs...)
		l.at += len(l.code.Instrs)
		l.code.Instrs = nil
		k.b.Block = outer
		return
	}
	f(k.current.Block)
}

// changesIn reports whether one of the operands may be written in a loop.
func (k *kernel) changesIn(loop int, used []mach.Operand) bool {
	for _, o := range used {
		if o.Kind != mach.OperandReg || o.Part.Reg < k.loops[loop].first {
			continue
		}
		if before, ok := k.before[o.Part.Reg]; !ok || before > loop {
			return true
		}
	}
	return false
}

// registers returns the dwords of terms.
func registers(terms []term) (list []mach.Operand) {
	for _, t := range terms {
		list = append(list, t.v.dw...)
	}
	return list
}

// invariant divides terms into those that the innermost loop does not change,
// and the others. Without a loop all are others.
func (k *kernel) invariant(terms []term) (fixed, moving []term) {
	if len(k.loops) == 0 {
		return nil, terms
	}
	for _, t := range terms {
		if k.changesIn(len(k.loops)-1, t.v.dw) {
			moving = append(moving, t)
		} else {
			fixed = append(fixed, t)
		}
	}
	return fixed, moving
}
