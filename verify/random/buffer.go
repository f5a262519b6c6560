package random

import (
	"fmt"
	"strings"

	"heddle/ir"
)

// Buffer resources, affine operations, and hints.

// makeFatBuffer reads an input through a buffer resource, also out of range,
// where there are zeros.
func makeFatBuffer(g *gen) {
	e := g.sharedElem()
	if e == ir.Index {
		e = ir.I32
	}
	m := g.input(e)
	if len(m.sizes) != 1 || !m.unit {
		g.fatRows()
		return
	}
	bytes := int64(width(e)) / 8
	offset := strings.Contains(m.v.ty, "strided")
	args, counts := []*value{m.v}, []int{1, 0, 0}
	attrs := ""
	n := m.sizes[0]
	if g.chance(1, 2) {
		n = n / 2
		at := g.op("arith.constant", fmt.Sprintf("value = %d : i64", n*bytes), ir.I64)
		args, counts[1] = append(args, at), 1
	}
	if g.chance(1, 3) {
		s := g.op("arith.constant", fmt.Sprintf("value = %d : i14", pick(g, 64, 128)), ir.Integer(14, ir.Signless))
		args, counts[2] = append(args, s), 1
	}
	if g.chance(1, 3) {
		attrs = "boundsCheck = false, "
	}
	ty := strings.TrimSuffix(m.v.ty, ">")
	switch {
	case offset: // the resource begins at the offset, so that what is in range is n elements from there
		attrs += "resetOffset, "
		ty = fmt.Sprintf("memref<?x%s", e)
	case g.chance(1, 3):
		attrs += "resetOffset, "
	}
	ty += ", #amdgpu.address_space<fat_raw_buffer>>"
	v := g.opMem("amdgpu.fat_raw_buffer_cast", attrs+segments(counts...), ty, args...)
	at := g.op("arith.andi", "", ir.Index, pick(g, g.gid, g.value(ir.Index)), g.index(4*inputElems-1))
	k := int64(1)
	if g.has(Vectors) {
		k = pick[int64](g, 1, 2, 4, 8)
	}
	if k == 1 {
		if at = g.disguise(at); g.has(Wild) && g.chance(1, 6) {
			at = g.op("arith.andi", "", ir.Index, g.wild(), g.index(1<<48-1)) // likely out of range
		}
		g.keep(g.op("memref.load", "", e, v, at))
		return
	}
	if k*bytes < 4 {
		k = 4 / bytes
	}
	at = g.op("arith.andi", "", ir.Index, at, g.index(4*inputElems-k))
	g.keep(g.op("vector.load", "", vec(e, k), v, at))
}

// makeFatStore writes through a buffer resource; some lanes write out of range, which has no
// effect.
func makeFatStore(g *gen) {
	t := g.shaped(g.sharedElem())
	if ir.ElemType(t) == ir.Index {
		t = ir.WithElem(t, ir.I32)
	}
	e, n := ir.ElemType(t), lenOf(t)
	o := g.output(e)
	if o.form == 2 || len(ir.VectorShape(t)) > 1 || n*int64(width(e)) < 32 {
		g.store(g.value(t))
		return
	}
	first, at := o.used, g.slot(o, n, "", 0)
	// In range is all that is used up to here: whole dwords, since a slot has n
	// elements for each lane.
	last := first + n*g.total
	if last*int64(width(e))%32 != 0 {
		last = first + n*(g.total-1)
		last -= last * int64(width(e)) % 32 / int64(width(e))
	}
	size := g.op("arith.constant", fmt.Sprintf("value = %d : i64", last*int64(width(e))/8), ir.I64)
	v := g.opMem("amdgpu.fat_raw_buffer_cast", segments(1, 1, 0), fatMark(o), o.v, size)
	if g.chance(1, 2) {
		far := g.op("arith.addi", "", ir.Index, at, g.index(1<<22))
		at = g.op("arith.select", "", ir.Index, g.condition(perLane), at, far)
	}
	if ir.VectorShape(t) == nil {
		g.do("memref.store", "", g.value(t), v, at)
	} else {
		g.do("vector.store", "", g.value(t), v, at)
	}
}

// fatMark stands for the type of an output as a buffer resource.
func fatMark(o *output) string { return "<<fat_" + o.p.name + ">>" }

// fatRows is a resource of rows, without the elements of its last dimension that
// are out of range.
func (g *gen) fatRows() {
	m := g.inputs["shape"]
	if m == nil {
		m = g.inputOf(ir.I32, "in_shape", 2)
		g.inputs["shape"] = m
	}
	ty := fmt.Sprintf("memref<%dx32xi32, #amdgpu.address_space<fat_raw_buffer>>", m.sizes[0])
	v := g.opMem("amdgpu.fat_raw_buffer_cast", segments(1, 0, 0), ty, m.v)
	g.keep(g.op("memref.load", "", ir.I32, v, g.below(4*m.sizes[0]), g.below(32)))
}

// makeRawBuffer makes accesses with indices of 32 bits.
func makeRawBuffer(g *gen) {
	e := g.sharedElem()
	if e == ir.Index || width(e) > 32 {
		e = ir.F32
	}
	k := int64(1)
	if g.has(Vectors) {
		k = pick[int64](g, 1, 2, 4)
	}
	if bits := k * int64(width(e)); bits > 32 && bits%32 != 0 {
		k = 1
	}
	t := vec(e, k)
	if k == 1 {
		t = e
	}
	switch g.n(3) {
	case 0, 1:
		m := g.input(e)
		if len(m.sizes) != 1 || !m.unit {
			m = g.plainInput()
			e, t = ir.I32, ir.I32
		}
		mask := int64(2*inputElems - 1)
		at := g.op("arith.andi", "", ir.I32, g.value(ir.I32), g.i32(mask&^(lenOf(t)-1)))
		args, attrs := []*value{m.v, at}, segments(1, 1, 0)
		if g.chance(1, 3) {
			args, attrs = append(args, g.op("arith.andi", "", ir.I32, g.valueOf(ir.I32, perWave), g.i32(60))), segments(1, 1, 1)
			if args[2].level < perWave || g.level < perWave {
				args, attrs = args[:2], segments(1, 1, 0)
			}
		}
		if g.chance(1, 3) {
			attrs += fmt.Sprintf(", indexOffset = %d : i32", 4*g.n(8))
		}
		if g.chance(1, 4) {
			attrs += ", boundsCheck = false"
		}
		g.keep(g.op("amdgpu.raw_buffer_load", attrs, t, args...))
	default: // a store, of some lanes out of range
		o := g.output(e)
		if o.form == 2 {
			g.store(g.value(t))
			return
		}
		at := g.slot(o, lenOf(t), "", 0)
		at = g.op("arith.index_cast", "", ir.I32, at)
		if g.chance(1, 2) {
			at = g.op("arith.select", "", ir.I32, g.condition(perLane), at, g.i32(1<<24))
		}
		g.do("amdgpu.raw_buffer_store", segments(1, 1, 1, 0), g.value(t), o.v, at)
	}
}

// plainInput returns a static memref of i32.
func (g *gen) plainInput() *mem {
	m := g.inputs["raw"]
	if m == nil {
		m = g.inputOf(ir.I32, "in_raw", 0)
		g.inputs["raw"] = m
	}
	return m
}

// makeRawAtomic makes the atomics of buffers, on memory of the lane's own or on
// shared counters.
func makeRawAtomic(g *gen) {
	if g.chance(1, 3) {
		if g.counter == nil {
			g.counter = g.newOutput(ir.I32, "counters", g.n(2))
		}
		o := g.counter
		first := o.used
		o.used += 8
		g.outputs = append(g.outputs, Output{Elem: ir.I32, First: first + o.base(), Size: 8, Buffer: g.number(o.p)})
		at := g.op("arith.addi", "", ir.I32, g.op("arith.andi", "", ir.I32, g.value(ir.I32), g.i32(7)), g.i32(first))
		g.do(pick(g, "amdgpu.raw_buffer_atomic_smax", "amdgpu.raw_buffer_atomic_umin"), segments(1, 1, 1, 0), g.value(ir.I32), o.v, at)
		return
	}
	rows := []struct {
		name string
		t    ir.Type
	}{{"smax", ir.I32}, {"umin", ir.I32}, {"cmpswap", ir.I32}, {"fadd", ir.F32}, {"cmpswap", ir.F32}}
	if g.has(F64) {
		rows = append(rows, struct {
			name string
			t    ir.Type
		}{"fmax", ir.F64})
	}
	if g.has(Narrow | Vectors) {
		rows = append(rows, struct {
			name string
			t    ir.Type
		}{"fadd", vec(ir.F16, 2)})
	}
	r := pick(g, rows...)
	o := g.output(ir.ElemType(r.t))
	if o.form == 2 {
		return
	}
	o.used = (o.used + 1) &^ 1 // atomics are aligned
	at := g.slot(o, lenOf(r.t), "", 0)
	first := g.value(r.t)
	if ir.VectorShape(r.t) == nil {
		g.do("memref.store", "", first, o.v, at)
	} else {
		g.do("vector.store", "", first, o.v, at)
	}
	at = g.op("arith.index_cast", "", ir.I32, at)
	name := "amdgpu.raw_buffer_atomic_" + r.name
	if r.name != "cmpswap" {
		g.do(name, segments(1, 1, 1, 0), g.value(r.t), o.v, at)
		return
	}
	cmp := first
	if isFloat(r.t) { // bits are compared: those of a NaN are unspecified
		cmp = g.notNaN(first)
		first = cmp
		g.do("memref.store", "", first, o.v, g.op("arith.index_cast", "", ir.Index, at))
	}
	if g.chance(1, 3) {
		cmp = g.value(r.t)
		if isFloat(r.t) {
			cmp = g.notNaN(cmp)
		}
	}
	old := g.op(name, segments(1, 1, 1, 1, 0), r.t, g.value(r.t), cmp, o.v, at)
	old.level = perLane
	g.keep(old)
}

// affineValue returns an index that affine operations take.
func (g *gen) affineValue() *value {
	var fit []*value
	for i := len(g.vals) - 1; i >= 0 && len(fit) < 6; i-- {
		if v := g.vals[i]; v.top && v.t == ir.Index && v.below > 0 && v.below < 1<<20 {
			fit = append(fit, v)
		}
	}
	fit = append(fit, g.lin, g.gid)
	return fit[g.n(len(fit))]
}

// affineLoad reads with subscripts that are a map.
func (g *gen) affineLoad(m *mem) *value {
	a, b := g.affineValue(), g.affineValue()
	subs := make([]string, len(m.sizes))
	for i, n := range m.sizes {
		subs[i] = fmt.Sprintf("(d0 * %d + d1 floordiv %d + %d) mod %d", 1+g.n(4), 1+g.n(5), g.n(9), n)
	}
	return g.op("affine.load", fmt.Sprintf("map = affine_map<(d0, d1) -> (%s)>", strings.Join(subs, ", ")), m.elem, m.v, a, b)
}

func makeApply(g *gen) {
	a, b := g.affineValue(), g.affineValue()
	if b.loop {
		b = g.gid
	}
	exprs := []string{
		fmt.Sprintf("(d0 + s0 * %d) mod %d", 1+g.n(8), 1+g.n(64)),
		fmt.Sprintf("(d0 floordiv %d) * %d", 1+g.n(16), 1+g.n(8)),
		fmt.Sprintf("(d0 + %d) ceildiv %d - s0", g.n(8), 1+g.n(7)),
		fmt.Sprintf("d0 * %d - s0 * 3 + %d", g.n(9)-4, g.n(9)-4),
		fmt.Sprintf("(d0 - s0 - 9) mod %d", 1+g.n(20)),
	}
	if g.chance(1, 2) {
		g.keep(g.op("affine.apply", fmt.Sprintf("map = affine_map<(d0)[s0] -> (%s)>", pick(g, exprs...)), ir.Index, a, b))
		return
	}
	g.keep(g.op(pick(g, "affine.min", "affine.max"), fmt.Sprintf("map = affine_map<(d0)[s0] -> (%s, %s, %d)>", pick(g, exprs...), pick(g, exprs...), g.n(50)), ir.Index, a, b))
}

// makeLinear takes an index apart by a basis, with or without its outer bound, and
// puts indices together.
func makeLinear(g *gen) {
	basis := make([]int64, 1+g.n(3))
	text := make([]string, len(basis))
	var dynamic []*value
	for i := range basis {
		basis[i] = int64(1 + g.n(20))
		text[i] = fmt.Sprint(basis[i])
		if g.chance(1, 4) {
			text[i] = fmt.Sprint(int64(ir.Dynamic))
			d := g.op("arith.andi", "", ir.Index, g.value(ir.Index), g.index(15))
			dynamic = append(dynamic, g.op("arith.addi", "", ir.Index, d, g.index(1)))
		}
	}
	attr := "static_basis = array<i64: " + strings.Join(text, ", ") + ">"
	n := len(basis)
	if g.chance(1, 2) { // the outermost index has no bound
		n++
	}
	ts := make([]ir.Type, n)
	for i := range ts {
		ts[i] = ir.Index
	}
	parts := g.opN("affine.delinearize_index", attr, ts, append([]*value{g.affineValue()}, dynamic...)...)
	g.keep(parts...)
	if g.chance(1, 2) {
		disjoint := ""
		if g.chance(1, 2) { // they were apart, so they are in range
			disjoint = ", disjoint"
		} else {
			parts[g.n(n)] = g.affineValue()
		}
		g.keep(g.op("affine.linearize_index", attr+disjoint+", "+segments(n, len(dynamic)), ir.Index, append(parts, dynamic...)...))
	}
}

func makeAffineFor(g *gen) {
	n := g.iterations()
	if n == 0 || !g.affineHere() {
		makeApply(g)
		return
	}
	step := int64(1 + g.n(3))
	ts := g.branchTypes()
	inits := g.valuesOf(ts)
	var bounds []*value
	upper, count := fmt.Sprintf("affine_map<() -> (%d)>", n*step-int64(g.n(int(step)))), 0
	if g.chance(1, 2) {
		v := g.affineValue()
		bounds, count = []*value{v}, 1
		upper = fmt.Sprintf("affine_map<(d0) -> (d0, %d)>", n*step)
	}
	attrs := fmt.Sprintf(" <{lowerBoundMap = affine_map<() -> (0)>, upperBoundMap = %s, step = %d : index, %s}>", upper, step, segments(0, count, len(ts)))
	g.loop("affine.for", attrs, bounds, inits, min(in(bounds), g.level), n, func(args []*value) { args[0].below = n * step })
}

// affineHere reports whether operations of affine are allowed here with the values that affineValue
// gives: those of the outermost region.
func (g *gen) affineHere() bool { return g.depth < mostDepth }

func makeAffineIf(g *gen) {
	if !g.affineHere() {
		makeApply(g)
		return
	}
	a := g.affineValue()
	ts := g.branchTypes()
	rs := g.results(perLane, ts)
	a.used = true
	set := pick(g, "d0 - %d >= 0", "d0 mod 4 - %d == 0", "-d0 + %d >= 0, d0 mod 2 == 0")
	g.ops++
	g.line("%s\"affine.if\"(%s) <{condition = affine_set<(d0) : (%s)>}> ({", define(rs), a.name, fmt.Sprintf(set, g.n(32)))
	arm := func() {
		g.region(a.level, func() {
			n := len(g.vals)
			g.statements(1 + g.n(4))
			g.leave(n)
			g.yield("affine.yield", g.valuesOf(ts)...)
		})
	}
	arm()
	g.line("}, {")
	if len(ts) > 0 || g.chance(1, 2) {
		arm()
	}
	g.line("}) : (index) -> (%s)", types(rs))
	g.keep(rs...)
}

func makeHint(g *gen) {
	switch g.n(6) {
	case 0:
		g.do("rocdl.sched.barrier", fmt.Sprintf("mask = %d : i32", g.n(2)))
	case 1:
		g.do("rocdl.s.setprio", fmt.Sprintf("priority = %d : i16", g.n(4)))
	case 2:
		g.do("rocdl.s.waitcnt", "bitfield = 0 : i32")
	case 3:
		g.do("amdgpu.sched_barrier", "opts = #amdgpu.sched_barrier_opt<"+pick(g, "none", "valu", "all_ds")+">")
	case 4:
		g.do("amdgpu.memory_counter_wait", fmt.Sprintf("load = %d : i32", g.n(4)))
	default:
		g.do("rocdl.sched.group.barrier", fmt.Sprintf("mask = %d : i32, size = %d : i32, groupId = %d : i32", 1<<g.n(12), g.n(4), g.n(2)))
	}
}
