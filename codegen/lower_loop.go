package codegen

import (
	"heddle/ir"
	"heddle/isa"
	"heddle/mach"
)

// loop is the state of selecting one loop.
type loop struct {
	op       *ir.Operation
	carriers []carrier
	// divergent: lanes leave at different times, keeping their carried values; saved is EXEC before
	// the loop.
	divergent bool
	saved     mach.Part
}

// newLoop makes carriers for the values that a loop carries, and copies their initial values into
// them. args are the block arguments that hold them inside.
func (k *kernel) newLoop(op *ir.Operation, args []*ir.Value, inits []value, divergent bool) (*loop, error) {
	l := &loop{op: op, divergent: divergent}
	var list []assignment
	for i, v := range inits {
		form := k.loopForm(args[i], v)
		file := mach.FileV
		if !divergent && k.uniform(args[i]) && k.mayBeScalar(args[i].Type) {
			file = mach.FileS
		}
		c := k.newCarrier(form, file)
		more, err := k.assign(op, &c, v)
		if err != nil {
			return nil, err
		}
		list = append(list, more...)
		l.carriers = append(l.carriers, c)
	}
	k.copyAll(list, false)
	for i := range l.carriers {
		k.vals[args[i]] = k.carried(&l.carriers[i])
	}
	return l, nil
}

// loopForm returns the form in which a loop carries a value: a 64-bit number has one dword only if
// the range analysis says so of the block argument.
func (k *kernel) loopForm(arg *ir.Value, init value) value {
	if init.ref != nil {
		init.ref = k.refCarried(init.ref)
		return init
	}
	if n, ok := dwordsOf(arg.Type); !ok || n != 2 || ir.ElemType(arg.Type) != arg.Type {
		return init
	}
	form := value{typ: arg.Type, dw: make([]mach.Operand, 1)}
	switch {
	case arg.Type != ir.Index && !isInteger(arg.Type):
		form.dw = make([]mach.Operand, 2)
	case k.fitsU32(arg):
		form.ext = extZero
	case k.fitsS32(arg):
		form.ext = extSigned
	default:
		form.dw = make([]mach.Operand, 2)
	}
	return form
}

// mayBeScalar: integers, conditions and memrefs that are the same for all lanes are kept in scalar
// registers; floats stay in vector registers.
func (k *kernel) mayBeScalar(t ir.Type) bool {
	if _, isRef := t.(*ir.MemRefType); isRef {
		return true
	}
	e := ir.ElemType(t)
	return e == ir.Index || isInteger(e)
}

func isInteger(t ir.Type) bool {
	_, ok := t.(*ir.IntegerType)
	return ok
}

// next passes values to the next iteration, or to the code after the loop.
func (k *kernel) next(l *loop, yields []*ir.Value) error {
	var list []assignment
	for i, v := range yields {
		more, err := k.assign(l.op, &l.carriers[i], k.value(v))
		if err != nil {
			return err
		}
		list = append(list, more...)
	}
	k.copyAll(list, l.divergent)
	return nil
}

// lowerFor: while i < upper { body; i += step }, tested at the end of the body; before the first
// iteration only if there may be none.
func lowerFor(k *kernel, op *ir.Operation) error {
	defer k.enterLoop()()
	body := op.Regions[0].Entry()
	iv := body.Args[0]
	lower, upper, step := k.value(op.Operands[0]), k.value(op.Operands[1]), k.value(op.Operands[2])
	divergent := false
	for i, v := range []*value{&lower, &upper, &step} {
		if !k.allScalar(*v) && k.uniform(op.Operands[i]) {
			*v = k.scalarValue(*v)
		}
		divergent = divergent || !k.allScalar(*v)
	}

	inits := []value{lower}
	for _, v := range op.Operands[3:] {
		inits = append(inits, k.value(v))
	}
	outer := k.masked
	header, exit := k.f.NewBlock("loop"), k.f.NewBlock("after loop")
	header.LoopHeader, header.LoopPos = true, k.b.Pos

	l, err := k.newForLoop(op, body.Args, inits, upper, step, divergent)
	if err != nil {
		return err
	}
	k.startCounting(op, lower, step, divergent)
	if divergent {
		l.saved = k.reg(mach.FileS, 2)
		k.b.Emit(isa.S_MOV_B64, mach.P(l.saved), mach.Exec())
	}
	upper, less := k.unsignedUpper(op, upper, divergent)
	again := less
	if n, ok := constantOf(step); ok && n == 1 && !divergent && len(k.vals[iv].dw) == 2 && k.allScalar(upper) {
		again = "ne" // one instruction, where "less" of 64 bits takes two
		lo, hi := k.wide(upper)
		upper.dw = dwords(k.tuple(mach.FileS, []mach.Operand{lo, hi}))
	}
	if !k.alwaysLess(op.Operands[0], op.Operands[1], op) {
		k.loopTest(less, k.vals[iv], upper, divergent, exit, header)
	} else {
		k.goTo(header)
	}
	k.masked = outer || divergent
	k.depth++
	outside := k.multiplies
	k.multiplies = k.f.WavesPerSIMD > 0 && multiplies(op)
	k.start(header)
	if err := k.lowerOps(body); err != nil {
		return err
	}
	yields := body.Terminator().Operands
	next, err := k.increment(iv, step)
	if err != nil {
		return err
	}
	list, err := k.assign(op, &l.carriers[0], next)
	if err != nil {
		return err
	}
	for i, v := range yields {
		more, err := k.assign(op, &l.carriers[i+1], k.value(v))
		if err != nil {
			return err
		}
		list = append(list, more...)
	}
	list = append(list, k.nextSteps()...)
	k.copyAll(list, divergent)
	k.loopTest(again, k.vals[iv], upper, divergent, exit, header)
	k.depth--
	k.multiplies = outside
	k.masked = outer
	k.start(exit)
	if divergent {
		k.b.Emit(isa.S_MOV_B64, mach.Exec(), mach.P(l.saved))
	}
	for i, r := range op.Results {
		k.vals[r] = k.carried(&l.carriers[i+1])
	}
	return nil
}

// scalarValue returns a number that is the same for all lanes, in scalar registers.
func (k *kernel) scalarValue(v value) value {
	out := v
	out.dw = nil
	for _, d := range v.dw {
		out.dw = append(out.dw, k.toScalar(d))
	}
	return out
}

// newForLoop is newLoop for the induction variable and the other carried values. The induction
// variable must also hold the value after its last one, so its form depends on upper and step.
func (k *kernel) newForLoop(op *ir.Operation, args []*ir.Value, inits []value, upper, step value, divergent bool) (*loop, error) {
	iv := inits[0]
	if n, _ := dwordsOf(args[0].Type); n == 2 {
		form := value{typ: iv.typ, dw: make([]mach.Operand, 2)}
		switch {
		case k.sumFitsU32(op.Operands[1], op.Operands[2]) && k.fitsU32(args[0]):
			form = value{typ: iv.typ, dw: make([]mach.Operand, 1), ext: extZero}
		case k.sumFitsS32(op.Operands[1], op.Operands[2]) && k.fitsS32(args[0]):
			form = value{typ: iv.typ, dw: make([]mach.Operand, 1), ext: extSigned}
		}
		return k.newLoopForms(op, args, inits, form, divergent)
	}
	return k.newLoopForms(op, args, inits, iv, divergent)
}

func (k *kernel) newLoopForms(op *ir.Operation, args []*ir.Value, inits []value, ivForm value, divergent bool) (*loop, error) {
	file := mach.FileV
	if !divergent {
		file = mach.FileS
	}
	c := k.newCarrier(ivForm, file)
	list, err := k.assign(op, &c, inits[0])
	if err != nil {
		return nil, err
	}
	l, err := k.newLoop(op, args[1:], inits[1:], divergent)
	if err != nil {
		return nil, err
	}
	k.copyAll(list, false)
	k.vals[args[0]] = k.carried(&c)
	l.carriers = append([]carrier{c}, l.carriers...)
	return l, nil
}

// increment returns the induction variable of the next iteration.
func (k *kernel) increment(iv *ir.Value, step value) (value, error) {
	v := k.vals[iv]
	if len(v.dw) == 1 {
		return value{typ: v.typ, ext: v.ext, dw: []mach.Operand{k.add(v.dw[0], step.dw[0])}}, nil
	}
	lo, hi := k.wide(v)
	slo, shi := k.wide(step)
	lo, hi = k.add64(lo, hi, slo, shi)
	return value{typ: v.typ, dw: []mach.Operand{lo, hi}}, nil
}

// loopTest ends a block with the test for another iteration. Lanes that are done are switched off;
// the loop ends when none is left. Before the loop the same test may skip it.
func (k *kernel) loopTest(less string, iv, upper value, divergent bool, exit, header *mach.Block) {
	c := k.compare(less, iv, upper)
	if !divergent {
		if c.kind == condConst {
			if c.is {
				k.goTo(header)
			} else {
				k.goTo(exit)
			}
			return
		}
		scc, inverted := k.branchSCC(c)
		test := mach.CondSCC1
		if inverted {
			test = mach.CondSCC0
		}
		k.branch(test, scc, header, exit)
		return
	}
	k.writeExec(isa.S_AND_B64, mach.Exec(), mach.P(k.mask(c)))
	k.branch(mach.CondEXECNZ, 0, header, exit)
}

// unsignedUpper returns a loop's upper bound and the comparison with it. Scalars of 64 bits are
// compared as unsigned ones where the index is not negative, and so its next one is not either.
func (k *kernel) unsignedUpper(op *ir.Operation, upper value, divergent bool) (value, string) {
	less := lessThan(op)
	if divergent || less != "slt" || !isWide(op.Operands[0].Type) || !k.flow.Range(op.Regions[0].Entry().Args[0]).NonNegative() {
		return upper, less
	}
	if k.flow.Range(op.Operands[1]).NonNegative() {
		return upper, "ult"
	}
	if !k.flow.Range(op.Operands[0]).NonNegative() || len(upper.dw) != 2 {
		return upper, less
	}
	sign := k.ashr(upper.dw[1], constDword(31))
	return value{typ: upper.typ, dw: []mach.Operand{k.without(upper.dw[0], sign), k.without(upper.dw[1], sign)}}, "ult"
}

// lessThan returns the comparison of a loop's induction variable.
func lessThan(op *ir.Operation) string {
	if op.HasAttr("unsignedCmp") {
		return "ult"
	}
	return "slt"
}

// lowerWhile: before; while the condition holds { after; before }.
func lowerWhile(k *kernel, op *ir.Operation) error {
	defer k.enterLoop()()
	before, after := op.Regions[0].Entry(), op.Regions[1].Entry()
	var inits []value
	for _, v := range op.Operands {
		inits = append(inits, k.value(v))
	}
	test := before.Terminator() // scf.condition
	divergent := !k.uniform(test.Operands[0])
	outer := k.masked
	header, inside, exit := k.f.NewBlock("loop"), k.f.NewBlock("loop body"), k.f.NewBlock("after loop")
	header.LoopHeader, header.LoopPos = true, k.b.Pos

	l, err := k.newLoop(op, before.Args, inits, divergent)
	if err != nil {
		return err
	}
	preheader := k.b.Block
	if divergent {
		l.saved = k.reg(mach.FileS, 2)
		k.b.Emit(isa.S_MOV_B64, mach.P(l.saved), mach.Exec())
	}
	k.goTo(header)
	k.masked = outer || divergent
	k.depth++
	outside := k.multiplies
	k.multiplies = k.f.WavesPerSIMD > 0 && multiplies(op)
	k.start(header)
	if err := k.lowerOps(before); err != nil {
		return err
	}
	results, err := k.whileResults(l, preheader, test, divergent)
	if err != nil {
		return err
	}
	c := k.value(test.Operands[0]).bit[0]
	if divergent {
		k.writeExec(isa.S_AND_B64, mach.Exec(), mach.P(k.mask(c)))
		k.branch(mach.CondEXECZ, 0, exit, inside)
	} else {
		k.branchUnlessConst(c, exit, inside)
	}
	k.start(inside)
	for i, v := range test.Operands[1:] {
		k.vals[after.Args[i]] = k.value(v)
	}
	if err := k.lowerOps(after); err != nil {
		return err
	}
	if err := k.next(l, after.Terminator().Operands); err != nil {
		return err
	}
	k.goTo(header)
	k.depth--
	k.multiplies = outside
	k.masked = outer
	k.start(exit)
	if divergent {
		k.b.Emit(isa.S_MOV_B64, mach.Exec(), mach.P(l.saved))
	}
	for i, r := range op.Results {
		k.vals[r] = results[i]
	}
	return nil
}

// branchUnlessConst is branchUnless for a condition that may be known.
func (k *kernel) branchUnlessConst(c cond, other, next *mach.Block) {
	switch {
	case c.kind != condConst:
		k.branchUnless(c, other, next)
	case c.is:
		k.goTo(next)
	default:
		k.goTo(other)
	}
}

// whileResults returns the results of a while: in a uniform loop the arguments of its last test,
// which no longer change; in a divergent one they are kept lane by lane, since each lane has its
// own last test.
func (k *kernel) whileResults(l *loop, preheader *mach.Block, test *ir.Operation, divergent bool) ([]value, error) {
	var results []value
	for _, a := range test.Operands[1:] {
		v := k.value(a)
		if !divergent {
			results = append(results, v)
			continue
		}
		form := v
		if v.ref != nil {
			form.ref = k.refCarried(v.ref)
		}
		c := k.newCarrier(form, mach.FileV)
		here := k.b.Block
		k.b.Block = preheader
		k.undef(&c)
		k.b.Block = here
		list, err := k.assign(l.op, &c, v)
		if err != nil {
			return nil, err
		}
		k.copyAll(list, true)
		results = append(results, k.carried(&c))
	}
	return results, nil
}
