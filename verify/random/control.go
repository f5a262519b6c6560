package random

import (
	"fmt"
	"strings"

	"heddle/ir"
)

// Structured control flow.

// mostWeight bounds the iterations of nested loops.
const mostWeight = 16

// mostWork roughly bounds the work of the lanes: no loop begins beyond it.
const mostWork = 60_000

// mostDepth bounds how deep regions are nested.
const mostDepth = 4

// leave ends a region whose values nothing outside can see: some are stored.
func (g *gen) leave(first int) {
	for i := len(g.vals) - 1; i >= first && i >= 0; i-- {
		if v := g.vals[i]; v.t != nil && !v.used && storable(v.t) {
			g.store(v)
			return
		}
	}
}

// branchTypes returns the types of a few results of control flow.
func (g *gen) branchTypes() []ir.Type {
	ts := make([]ir.Type, g.n(3))
	for i := range ts {
		ts[i] = g.someType()
	}
	return ts
}

func (g *gen) valuesOf(ts []ir.Type) []*value {
	vs := make([]*value, len(ts))
	for i, t := range ts {
		vs[i] = g.value(t)
	}
	return vs
}

func (g *gen) yield(name string, vs ...*value) { g.do(name, "", vs...) }

// conditionLevel chooses how many lanes a condition is the same for.
func (g *gen) conditionLevel() level { return pick(g, perLane, perGroup, perLane, perWave) }

func makeIf(g *gen) {
	if g.depth >= mostDepth {
		makeSelect(g)
		return
	}
	l := g.conditionLevel()
	c := g.condition(l)
	ts := g.branchTypes()
	rs := g.results(perLane, ts)
	g.ops++
	c.used = true
	g.line("%s\"scf.if\"(%s) ({", define(rs), c.name)
	most := 1 + g.n(6)
	arm := func() {
		g.region(c.level, func() {
			n := len(g.vals)
			g.statements(most)
			g.leave(n)
			g.yield("scf.yield", g.valuesOf(ts)...)
		})
	}
	arm()
	g.line("}, {")
	if len(ts) > 0 || g.chance(1, 2) {
		arm()
	}
	g.line("}) : (i1) -> (%s)", types(rs))
	g.keep(rs...)
}

// bounds are lower and upper bound and step of a loop of at most n iterations.
func (g *gen) bounds(n int64) (low, high, step *value) {
	low = g.index(int64(g.n(4)))
	start := low.below - 1
	if g.chance(1, 4) {
		low = g.belowOf(3, perGroup)
		start = 0
	}
	by := int64(1 + g.n(3))
	step = g.index(by)
	end := start + n*by
	switch g.n(3) {
	case 0:
		high = g.index(int64(g.n(int(end + 1)))) // also none
	case 1: // an argument
		high = g.scalarParam(ir.Index, uint64(g.n(int(end+1))))
	default: // of the lane, or computed
		high = g.belowOf(end+1, pick(g, perLane, perGroup, perWave))
	}
	return low, high, step
}

// iterations chooses the most iterations of a loop, 0 if there is no room.
func (g *gen) iterations() int64 {
	room := mostWeight / g.weight
	if room < 2 || g.depth >= mostDepth || g.work > mostWork {
		return 0
	}
	return int64(1 + g.n(min(room, 5)))
}

func makeFor(g *gen) {
	n := g.iterations()
	if n == 0 {
		makeInteger(g)
		return
	}
	low, high, step := g.bounds(n)
	it := ir.Type(ir.Index)
	bound := high.below
	if g.chance(1, 5) { // a loop that counts in i32 or i64
		it = ir.I32
		if g.has(Int64) && g.chance(1, 3) {
			it = ir.I64
		}
		for _, v := range []**value{&low, &high, &step} {
			*v = g.op("arith.index_cast", "", it, *v)
		}
	}
	ts := g.branchTypes()
	inits := g.valuesOf(ts)
	l := min(in([]*value{low, high, step}), g.level)
	attrs := ""
	if g.chance(1, 8) {
		attrs = " <{unsignedCmp}>"
	}
	g.loop("scf.for", attrs, []*value{low, high, step}, inits, l, n, func(args []*value) {
		if it == ir.Index && bound > 0 {
			args[0].below = max(bound-1, 1)
		}
	})
}

// loop writes a loop with a counter and values that it carries.
func (g *gen) loop(name, attrs string, bounds, inits []*value, l level, n int64, counter func(args []*value)) {
	ts := make([]ir.Type, len(inits))
	for i, v := range inits {
		ts[i] = v.t
	}
	rs := g.results(perLane, ts)
	all := append(append([]*value{}, bounds...), inits...)
	for _, v := range all {
		v.used = true
	}
	g.ops++
	g.line("%s\"%s\"(%s)%s ({", define(rs), name, names(all), attrs)
	g.region(l, func() {
		g.depth--
		iv := ir.Type(ir.Index)
		if len(bounds) > 0 && bounds[0].t != nil {
			iv = bounds[0].t
		}
		args := g.results(perLane, append([]ir.Type{iv}, ts...))
		args[0].level = max(l, perLane)
		for _, a := range args {
			a.top = false
		}
		if name == "affine.for" {
			args[0].top, args[0].loop = true, true
		}
		counter(args)
		g.line("^bb0(%s):", arguments(args))
		g.depth++
		first := len(g.vals)
		g.keep(args...)
		g.iterate(n, func() { g.statements(2 + g.n(8)) })
		g.leave(first + len(args))
		g.yield(name[:strings.IndexByte(name, '.')]+".yield", g.valuesOf(ts)...)
	})
	g.line("}) : (%s) -> (%s)", types(all), types(rs))
	g.keep(rs...)
}

func arguments(args []*value) string {
	list := make([]string, len(args))
	for i, a := range args {
		list[i] = a.name + ": " + a.ty
	}
	return strings.Join(list, ", ")
}

// iterate makes a body that runs at most n times.
func (g *gen) iterate(n int64, f func()) {
	old := g.weight
	g.weight *= int(n)
	g.loops++
	f()
	g.loops--
	g.weight = old
}

// makeWhile makes a loop that counts down from a number of at most n, and may
// end before.
func makeWhile(g *gen) {
	n := g.iterations()
	if n == 0 {
		makeFloat(g)
		return
	}
	l := pick(g, perLane, perGroup)
	start := g.op("arith.andi", "", ir.I32, g.valueOf(ir.I32, l), g.i32(int64(pick(g, 1, 3))))
	n = min(n, 3)
	start = g.op("arith.minui", "", ir.I32, start, g.i32(n))
	ts := g.branchTypes()
	inits := g.valuesOf(ts)
	all := append([]*value{start}, inits...)
	carried := append([]ir.Type{ir.I32}, ts...)
	rs := g.results(perLane, carried)
	for _, v := range all {
		v.used = true
	}
	g.ops++
	l = min(start.level, g.level)
	g.line("%s\"scf.while\"(%s) ({", define(rs), names(all))
	g.region(l, func() {
		args := g.results(perLane, carried)
		args[0].level = max(l, perLane)
		g.depth--
		g.line("^bb0(%s):", arguments(args))
		g.depth++
		g.keep(args...)
		g.iterate(n+1, func() { g.statements(1 + g.n(2)) })
		c := g.op("arith.cmpi", "predicate = 4 : i64", ir.I1, args[0], g.i32(0))
		if l == perLane && g.chance(1, 2) { // ends early
			c = g.op("arith.andi", "", ir.I1, c, g.condition(perLane))
		}
		vs := append([]*value{args[0]}, g.valuesOf(ts)...)
		g.yield("scf.condition", append([]*value{c}, vs...)...)
	})
	g.line("}, {")
	g.region(l, func() {
		args := g.results(perLane, carried)
		args[0].level = max(l, perLane)
		g.depth--
		g.line("^bb0(%s):", arguments(args))
		g.depth++
		g.keep(args...)
		g.iterate(n, func() { g.statements(1 + g.n(5)) })
		g.leave(len(g.vals))
		next := g.op("arith.subi", "", ir.I32, args[0], g.i32(1))
		g.yield("scf.yield", append([]*value{next}, g.valuesOf(ts)...)...)
	})
	g.line("}) : (%s) -> (%s)", types(all), types(rs))
	g.keep(rs...)
}

// makeBlocks makes branches and loops of a control flow graph: at the top only.
func makeBlocks(g *gen) {
	if g.depth > 0 || g.blocks > 12 {
		makeSelect(g)
		return
	}
	switch g.n(3) {
	case 0, 1:
		g.diamond()
	default:
		g.cycle()
	}
}

func (g *gen) newBlock() string {
	g.blocks++
	return fmt.Sprintf("^b%d", g.blocks)
}

// label begins a block.
func (g *gen) label(name string, args []*value) {
	if len(args) > 0 {
		name += "(" + arguments(args) + ")"
	}
	g.depth--
	g.line("%s:", name)
	g.depth++
}

// graphLevel returns the level of blocks that a branch of a level leads to: no structure makes
// lanes reconverge.
func graphLevel(l level) level {
	if l == perGroup {
		return l
	}
	return apart
}

// side runs f in a block that not all lanes come to.
func (g *gen) side(l level, f func()) {
	old := g.level
	g.level = min(old, l)
	g.sides++
	g.scope(f)
	g.sides--
	g.level = old
}

// diamond branches and joins.
func (g *gen) diamond() {
	c := g.condition(g.conditionLevel())
	l := graphLevel(c.level)
	ts := g.branchTypes()
	left, right, join := g.newBlock(), g.newBlock(), g.newBlock()
	c.used = true
	oneArm := g.chance(1, 3)
	if oneArm {
		direct := g.valuesOf(ts)
		g.put2("cf.cond_br", append([]*value{c}, direct...), left+", "+join, segments(1, 0, len(ts)))
	} else {
		g.put2("cf.cond_br", []*value{c}, left+", "+right, segments(1, 0, 0))
	}
	arm := func(name string) {
		g.label(name, nil)
		g.side(l, func() {
			n := len(g.vals)
			g.statements(1 + g.n(5))
			g.leave(n)
			g.put2("cf.br", g.valuesOf(ts), join, "")
		})
	}
	arm(left)
	if !oneArm {
		arm(right)
	}
	rs := g.results(perLane, ts)
	g.label(join, rs)
	g.keep(rs...)
}

// put2 writes a terminator with successors.
func (g *gen) put2(name string, operands []*value, to, attrs string) {
	g.ops++
	if attrs != "" {
		attrs = " <{" + attrs + "}>"
	}
	for _, o := range operands {
		o.used = true
	}
	g.line("\"%s\"(%s)[%s]%s : (%s) -> ()", name, names(operands), to, attrs, types(operands))
}

// cycle is a loop of blocks.
func (g *gen) cycle() {
	n := g.iterations()
	if n == 0 {
		return
	}
	head, body, exit := g.newBlock(), g.newBlock(), g.newBlock()
	high := g.belowOf(n+1, pick(g, perGroup, perLane))
	ts := g.branchTypes()
	zero := g.index(0)
	g.put2("cf.br", append([]*value{zero}, g.valuesOf(ts)...), head, "")
	l := graphLevel(high.level)
	args := g.results(perLane, append([]ir.Type{ir.Index}, ts...))
	args[0].level, args[0].below = max(l, perLane), n+1
	g.label(head, args)
	first := len(g.vals)
	shared := len(g.shared)
	g.keep(args...)
	c := g.op("arith.cmpi", "predicate = 6 : i64", ir.I1, args[0], high)
	g.put2("cf.cond_br", []*value{c}, body+", "+exit, segments(1, 0, 0))
	g.label(body, nil)
	g.side(l, func() {
		args[0].below = n
		g.iterate(n, func() { g.statements(1 + g.n(6)) })
		args[0].below = n + 1
		g.leave(first + len(args))
		next := g.op("arith.addi", "", ir.Index, args[0], g.index(1))
		g.put2("cf.br", append([]*value{next}, g.valuesOf(ts)...), head, "")
	})
	g.label(exit, nil)
	g.shared = g.shared[:shared]
	for _, a := range args { // they are the same for all lanes no more
		a.level = perLane
	}
}

// earlyOut lets lanes end here. What follows is not met by all lanes.
func (g *gen) earlyOut(c *value) {
	exit, on := g.newBlock(), g.newBlock()
	g.put2("cf.cond_br", []*value{c}, exit+", "+on, segments(1, 0, 0))
	g.label(exit, nil)
	g.do("gpu.return", "")
	g.label(on, nil)
	g.level = min(g.level, graphLevel(c.level))
}

// makeEarlyOut ends the lanes above a limit, or a part of the workgroups.
func makeEarlyOut(g *gen) {
	if g.depth > 0 || g.sides > 0 || g.ops < g.most/2 {
		makeCompare(g)
		return
	}
	if g.chance(1, 2) {
		n := g.scalarParam(ir.Index, uint64(g.n(int(g.total)+1)))
		g.earlyOut(g.op("arith.cmpi", "predicate = 9 : i64", ir.I1, g.gid, n))
		return
	}
	g.earlyOut(g.condition(g.conditionLevel()))
}

// makeCall calls a function of its own, of arithmetic.
func makeCall(g *gen) {
	if g.depth > 2 {
		return
	}
	ts := []ir.Type{g.someType(), g.someType()}
	result := g.someType()
	f := &gen{choices: g.choices, Options: g.Options, chip: g.chip, most: g.n(8), weight: mostWeight, isolated: true, next: g.next, depth: -1,
		inputs: map[string]*mem{}, outs: map[string]*output{}, intTypes: g.intTypes, floatTypes: g.floatTypes, shapes: g.shapes}
	args := f.results(perLane, ts)
	f.keep(args...)
	f.depth = 0
	for f.ops < f.most {
		pick(g, makeInteger, makeFloat, makeSelectOf, makeShift, makeResize, makeUnaryFloat)(f)
	}
	r := f.value(result)
	f.do("func.return", "", r)
	g.next = f.next
	name := fmt.Sprintf("f%d", g.next)
	fmt.Fprintf(&g.module, `    "func.func"() <{function_type = (%s) -> %s, sym_name = "%s", sym_visibility = "private"}> ({
    ^bb0(%s):
%s    }) : () -> ()
`, types(args), result, name, arguments(args), f.body.String())
	g.keep(g.op("func.call", "callee = @"+name, result, g.valuesOf(ts)...))
}

// makeSelectOf is a selection by a comparison.
func makeSelectOf(g *gen) {
	t := g.someType()
	c := g.op("arith.cmpi", fmt.Sprintf("predicate = %d : i64", g.n(10)), ir.I1, g.value(ir.I32), g.value(ir.I32))
	g.keep(g.op("arith.select", "", t, c, g.value(t), g.value(t)))
}

// makeAssert asserts a true condition.
func makeAssert(g *gen) {
	a := g.value(ir.I32)
	c := g.op("arith.cmpi", "predicate = 7 : i64", ir.I1, a, g.op("arith.ori", "", ir.I32, a, g.value(ir.I32)))
	g.do("cf.assert", `msg = "a <= a | b"`, c)
}
