package random

import (
	"fmt"
	"strings"

	"heddle/ir"
	"heddle/isa"
)

// Exchange between the lanes of a workgroup.

const sharedSpace = "#gpu.address_space<workgroup>"

// pool returns an LDS buffer of n elements of a type: one that has been used, or a new one; nil if
// LDS is full.
func (g *gen) pool(e ir.Type, n int64) *mem {
	for _, m := range g.pools {
		if m.elem == e && m.sizes[0] == n && g.chance(2, 3) {
			return m
		}
	}
	bytes := n * int64(width(e)) / 8
	if g.ldsLeft < bytes+1024 {
		return nil
	}
	g.ldsLeft -= bytes
	space := pick(g, sharedSpace, "3")
	form := g.n(4)
	if form < 2 {
		space = sharedSpace
	}
	ty := fmt.Sprintf("memref<%dx%s, %s>", n, e, space)
	m := &mem{elem: e, sizes: []int64{n}, unit: true}
	switch form {
	case 0, 1:
		m.v = &value{name: fmt.Sprintf("%%s%d", len(g.sharers)), ty: ty, level: perGroup, top: true}
		g.sharers = append(g.sharers, m.v)
	case 2:
		name := fmt.Sprintf("lds%d", g.next)
		fmt.Fprintf(&g.module, "    \"memref.global\"() <{sym_name = %q, type = %s, initial_value, alignment = 16 : i64}> : () -> ()\n", name, ty)
		m.v = g.opMem("memref.get_global", "name = @"+name, ty)
	default:
		m.v = g.opMem("memref.alloc", segments(0, 0), ty)
	}
	if form < 2 || g.depth == 0 && g.sides == 0 { // else it is visible here only
		g.pools = append(g.pools, m)
	}
	return m
}

// barrier waits for all lanes of the workgroup. direct means that loads to LDS are in flight, which
// only some barriers wait for.
func (g *gen) barrier(direct bool) {
	switch k := g.n(7); k {
	case 5:
		g.do("gpu.barrier", "address_spaces = [#gpu.address_space<workgroup>]")
	case 6:
		g.do("gpu.barrier", "address_spaces = [#gpu.address_space<workgroup>, #gpu.address_space<global>], scope = #gpu.barrier_scope<workgroup>")
	case 3:
		if direct {
			g.do("amdgpu.memory_counter_wait", "load = 0 : i32")
		}
		g.do("amdgpu.lds_barrier", "")
	case 4:
		g.do("amdgpu.memory_counter_wait", "ds = 0 : i32, load = 0 : i32, store = 0 : i32")
		g.do("rocdl.s.barrier", "")
	default:
		g.do("gpu.barrier", "")
	}
}

// own returns the lane's own element of an LDS buffer in some order: lanes and places are one to
// one.
func (g *gen) own(n int64) *value {
	v := g.lin
	switch k := g.n(4); {
	case k == 1:
		v = g.op("arith.subi", "", ir.Index, g.index(g.lanes-1), v)
	case k == 2 && g.lanes&(g.lanes-1) == 0:
		v = g.op("arith.xori", "", ir.Index, v, g.index(int64(g.n(int(g.lanes)))))
	}
	if n > 1 {
		v = g.op("arith.muli", "", ir.Index, v, g.index(n))
	}
	return v
}

// sharedElem returns an element type of LDS.
func (g *gen) sharedElem() ir.Type {
	e := pick(g, append(g.ints(), g.floats()...)...)
	if width(e) < 8 {
		return ir.I32
	}
	return e
}

// makeExchange writes LDS, waits, and reads what other lanes have written.
func makeExchange(g *gen) {
	e := g.sharedElem()
	n := int64(1)
	if g.has(Vectors) {
		n = pick[int64](g, 1, 1, 2, 4)
	}
	m := g.pool(e, n*g.lanes)
	if m == nil {
		return
	}
	v := g.value(vec(e, n))
	if n == 1 {
		v = g.value(e)
	}
	at := g.own(n)
	g.barrier(false) // of the lanes that still read the old contents
	if n == 1 {
		g.do("memref.store", "", v, m.v, at)
	} else {
		g.do("vector.store", "", v, m.v, at)
	}
	g.barrier(false)
	g.shared = append(g.shared, m)
	for range 1 + g.n(2) {
		g.keep(g.readShared(m))
	}
}

// readShared reads LDS that has been written.
func (g *gen) readShared(m *mem) *value {
	total := m.sizes[0]
	n := int64(1)
	if g.has(Vectors) {
		n = pick[int64](g, 1, 2, 4, 8)
	}
	if n == 1 || n > total {
		r := g.op("memref.load", "", m.elem, m.v, g.below(total))
		r.level = perLane
		return r
	}
	at := g.reduce(g.value(ir.Index), total/n)
	at = g.op("arith.muli", "", ir.Index, at, g.index(n))
	if g.chance(1, 4) {
		at = g.maybeAlign(g.below(total-n+1), n)
	}
	r := g.op("vector.load", "", vec(m.elem, n), m.v, at)
	r.level = perLane
	return r
}

// makeTile exchanges through LDS of two dimensions, whose rows have some more
// elements than are used.
func makeTile(g *gen) {
	e := g.sharedElem()
	n := pick[int64](g, 4, 2, 8)
	pad := pick[int64](g, 0, 4, 1)
	if !g.has(Unaligned) {
		pad = 0
	}
	bytes := g.lanes * (n + pad) * int64(width(e)) / 8
	if g.ldsLeft < bytes+1024 {
		return
	}
	g.ldsLeft -= bytes
	ty := fmt.Sprintf("memref<%dx%dx%s, %s>", g.lanes, n+pad, e, sharedSpace)
	var m *value
	if g.chance(1, 2) {
		flat := g.opMem("memref.alloc", segments(0, 0), fmt.Sprintf("memref<%dxi8, %s>", bytes, sharedSpace))
		m = g.opMem("memref.view", "", ty, flat, g.index(0))
	} else {
		m = g.opMem("memref.alloc", segments(0, 0), ty)
	}
	row, zero := g.own(1), g.index(0)
	if g.loops > 0 {
		g.barrier(false)
	}
	g.do("vector.store", "", g.value(vec(e, n)), m, row, zero)
	g.barrier(false)
	if g.chance(1, 2) { // a column of the tile
		for range 2 {
			r := g.op("memref.load", "", e, m, g.below(g.lanes), g.below(n))
			r.level = perLane
			g.keep(r)
		}
	} else {
		r := g.op("vector.load", "", vec(e, n/2), m, g.below(g.lanes), g.maybeAlign(g.below(n/2+1), n/2))
		r.level = perLane
		g.keep(r)
	}
	g.barrier(false)
}

// makeReadShared reads LDS once more, where any lanes run.
func makeReadShared(g *gen) {
	if len(g.shared) == 0 {
		makeSelect(g)
		return
	}
	g.keep(g.readShared(pick(g, g.shared...)))
}

// makePingPong writes one of two LDS buffers and reads the other, and swaps them
// as arguments of a loop.
func makePingPong(g *gen) {
	n := g.iterations()
	if n == 0 {
		return
	}
	e := g.sharedElem()
	elems := g.lanes
	bytes := 2 * elems * int64(width(e)) / 8
	if g.ldsLeft < bytes+1024 {
		return
	}
	g.ldsLeft -= bytes
	ty := fmt.Sprintf("memref<%dx%s, %s>", elems, e, sharedSpace)
	var pair [2]*value
	for i := range pair {
		pair[i] = g.opMem("memref.alloc", segments(0, 0), ty)
		pair[i].level = perGroup
	}
	g.do("memref.store", "", g.value(e), pair[0], g.lin)
	low, step := g.index(0), g.index(1)
	high := g.belowOf(n+1, perGroup)
	g.carryPair([]*value{low, high, step}, pair, e, n, func(from, to *value, acc *value) *value {
		g.barrier(false)
		r := g.op("memref.load", "", e, from, g.reduce(g.op("arith.addi", "", ir.Index, g.lin, g.below(64)), g.lanes))
		r.level = perLane
		g.keep(r)
		g.statements(g.n(3))
		acc = g.combine(r, acc)
		g.do("memref.store", "", acc, to, g.lin)
		return acc
	})
	g.barrier(false)
}

// combine returns a sum of any kind of two numbers.
func (g *gen) combine(a, b *value) *value {
	if isFloat(a.t) {
		return g.op("arith.addf", "", a.t, a, b)
	}
	return g.op(pick(g, "arith.addi", "arith.xori", "arith.subi"), "", a.t, a, b)
}

// carryPair is a loop with two memrefs that are swapped in each iteration, and a
// value.
func (g *gen) carryPair(bounds []*value, pair [2]*value, e ir.Type, n int64, body func(from, to, acc *value) *value) {
	inits := []*value{pair[0], pair[1], g.value(e)}
	for _, v := range append(bounds, inits...) {
		v.used = true
	}
	all := append(append([]*value{}, bounds...), inits...)
	results := func() []*value {
		return []*value{g.fresh(nil, pair[0].ty, perLane), g.fresh(nil, pair[0].ty, perLane), g.fresh(e, "", perLane)}
	}
	rs := results()
	l := min(in(bounds), g.level)
	g.line("%s\"scf.for\"(%s) ({", define(rs), names(all))
	g.region(l, func() {
		iv := g.fresh(ir.Index, "", max(l, perLane))
		iv.below = max(bounds[1].below-1, 1)
		args := results()
		g.depth--
		g.line("^bb0(%s):", arguments(append([]*value{iv}, args...)))
		g.depth++
		g.keep(iv, args[2])
		var acc *value
		g.iterate(n, func() { acc = body(args[0], args[1], args[2]) })
		swapped := []*value{args[1], args[0], acc}
		if g.chance(1, 5) { // only one of them moves
			swapped = []*value{args[1], args[0], g.value(e)}
		}
		g.yield("scf.yield", swapped...)
	})
	g.line("}) : (%s) -> (%s)", types(all), types(rs))
	g.ops++
	g.keep(rs[2])
}

// makeGlobalPingPong is the same with the lane's own elements of two buffers.
func makeGlobalPingPong(g *gen) {
	n := g.iterations()
	if n == 0 {
		return
	}
	e := g.sharedElem()
	if e == ir.Index {
		e = ir.I32
	}
	var pair [2]*value
	var at *value
	for i := range pair {
		o := g.newOutput(e, fmt.Sprintf("swap%d_%d", len(g.params), i), 1)
		at = g.slot(o, 1, "", 0)
		pair[i] = o.v
	}
	// The marks of types that differ stand for the same one: make them equal.
	pair[1].ty = pair[0].ty
	g.do("memref.store", "", g.value(e), pair[0], at)
	high := g.belowOf(n+1, pick(g, perLane, perGroup))
	g.carryPair([]*value{g.index(0), high, g.index(1)}, pair, e, n, func(from, to, acc *value) *value {
		r := g.op("memref.load", "", e, from, at)
		r.level = perLane
		g.keep(r)
		g.statements(g.n(3))
		acc = g.combine(r, acc)
		g.do("memref.store", "", acc, to, at)
		return acc
	})
}

// makePrivate keeps values in memory of the lane.
func makePrivate(g *gen) {
	e := g.sharedElem()
	n := pick[int64](g, 4, 8, 2)
	space := pick(g, "#gpu.address_space<private>", "5")
	ty := fmt.Sprintf("memref<%dx%s, %s>", n, e, space)
	m := g.opMem("memref.alloca", segments(0, 0), ty)
	for i := range n {
		g.do("memref.store", "", g.value(e), m, g.index(i))
	}
	for range 1 + g.n(3) {
		if g.chance(1, 3) {
			g.do("memref.store", "", g.value(e), m, g.below(n))
		}
		r := g.op("memref.load", "", e, m, g.below(n))
		r.level = perLane
		g.keep(r)
	}
}

// makeDirect loads to LDS without registers between, and waits.
func makeDirect(g *gen) {
	type form struct {
		e        ir.Type
		transfer ir.Type
		slot     int64 // elements of LDS a lane gets
	}
	forms := []form{{ir.F32, ir.F32, 1}, {ir.I32, ir.I32, 1}, {ir.I32, vec(ir.I32, 1), 1}}
	if g.has(Narrow) {
		forms = append(forms, form{ir.F16, vec(ir.F16, 2), 2}, form{ir.I8, vec(ir.I8, 4), 4}, form{ir.I8, ir.I8, 4}, form{ir.I16, ir.I16, 2})
	}
	if g.hasInst(isa.GLOBAL_LOAD_LDS_DWORDX4) {
		forms = append(forms, form{ir.F32, vec(ir.F32, 4), 4}, form{ir.I32, vec(ir.I32, 4), 4})
		if g.has(Narrow) {
			forms = append(forms, form{ir.F16, vec(ir.F16, 8), 8})
		}
	}
	f := pick(g, forms...)
	per := lenOf(f.transfer)
	src := g.input(f.e)
	if !src.unit || per > src.sizes[len(src.sizes)-1] {
		return
	}
	m := g.pool(f.e, f.slot*g.lanes)
	if m == nil {
		return
	}
	wave := int64(g.chip.WaveSize)
	first := g.op("arith.divui", "", ir.Index, g.lin, g.index(wave))
	first = g.op("arith.muli", "", ir.Index, first, g.index(wave*f.slot))
	if g.chance(1, 3) {
		id := g.op("gpu.subgroup_id", "", ir.Index)
		first = g.op("arith.muli", "", ir.Index, id, g.index(wave*f.slot))
	}
	at := g.aligned(src, per)
	from := src.v
	if g.has(Resource) && len(src.sizes) == 1 && !strings.Contains(src.v.ty, "strided") && g.chance(1, 3) {
		ty := strings.TrimSuffix(src.v.ty, ">") + ", #amdgpu.address_space<fat_raw_buffer>>"
		from = g.opMem("amdgpu.fat_raw_buffer_cast", segments(1, 0, 0), ty, src.v)
		if g.chance(1, 2) { // some lanes out of range: zeros
			far := g.op("arith.addi", "", ir.Index, at[0], g.index(inputElems*8))
			at[0] = g.op("arith.select", "", ir.Index, g.condition(perLane), at[0], far)
		}
	}
	g.barrier(false)
	args := append(append([]*value{from}, at...), m.v, first)
	g.do("amdgpu.gather_to_lds", fmt.Sprintf("%s, transferType = %s", segments(1, len(at), 1, 1), f.transfer), args...)
	if g.chance(1, 3) {
		g.countedWait()
	} else {
		g.barrier(true)
	}
	g.shared = append(g.shared, m)
	g.keep(g.readShared(m))
}

// countedWait waits for the operations before some loads, but not for those loads, and for all
// lanes of the workgroup.
func (g *gen) countedWait() {
	src := g.plainInput()
	n := 1 + g.n(4)
	for range n {
		v := g.op("memref.load", "", ir.I32, src.v, g.below(src.sizes[0]))
		v.level = perLane
		defer g.keep(v)
	}
	g.do("amdgpu.memory_counter_wait", fmt.Sprintf("load = %d : i32", n))
	g.do("amdgpu.lds_barrier", "")
}

// makeStaggered lets some of the waves get a barrier ahead of the others, so that
// those at different places meet, and lanes of a wave exchange values meanwhile.
func makeStaggered(g *gen) {
	wave := int64(g.chip.WaveSize)
	if g.lanes%wave != 0 || g.lanes == wave || g.graph {
		return
	}
	a, b := g.pool(ir.I32, g.lanes), g.pool(ir.I32, g.lanes)
	if a == nil || b == nil || a == b {
		return
	}
	bound := g.index(wave * int64(1+g.n(int(g.lanes/wave)-1)))
	one := func(predicate int) {
		c := g.op("arith.cmpi", fmt.Sprintf("predicate = %d : i64", predicate), ir.I1, g.lin, bound)
		c.used = true
		g.ops++
		g.line("\"scf.if\"(%s) ({", c.name)
		g.line("\"rocdl.s.barrier\"() : () -> ()")
		g.line("\"scf.yield\"() : () -> ()")
		g.line("}, {")
		g.line("}) : (i1) -> ()")
	}
	mirror := func(v *value) *value { return g.op("arith.subi", "", ir.Index, g.index(g.lanes-1), v) }
	other := func() *value { return g.op("arith.xori", "", ir.Index, g.lin, g.index(int64(g.n(int(wave))))) }
	v := g.value(ir.I32)
	g.barrier(false)
	one(9) // those from bound on
	g.do("memref.store", "", v, a.v, g.lin)
	g.do("amdgpu.lds_barrier", "")
	w := g.op("memref.load", "", ir.I32, a.v, other())
	w.level = perLane
	g.do("amdgpu.lds_barrier", "")
	g.do("memref.store", "", g.op("arith.addi", "", ir.I32, w, v), b.v, mirror(g.lin))
	g.do("amdgpu.lds_barrier", "")
	y := g.op("memref.load", "", ir.I32, b.v, mirror(other()))
	y.level = perLane
	one(6) // the others
	g.do("gpu.barrier", "")
	g.keep(w, y)
}

// aligned returns indices whose last one is a multiple of n.
func (g *gen) aligned(m *mem, n int64) []*value {
	at := g.at(m, n)
	last := len(at) - 1
	if n > 1 {
		k := g.reduce(g.value(ir.Index), m.sizes[last]/n)
		at[last] = g.op("arith.muli", "", ir.Index, k, g.index(n))
	}
	return at
}

// makeTranspose reads LDS with a transposing load.
func makeTransposeLoad(g *gen) {
	if !g.hasInst(isa.DS_READ_B64_TR_B16) {
		return
	}
	e, n := ir.Type(ir.F16), int64(4)
	if g.chance(1, 2) {
		e, n = ir.I8, 8
	}
	m := g.pool(e, n*g.lanes)
	if m == nil {
		return
	}
	g.barrier(false)
	g.do("vector.store", "", g.value(vec(e, n)), m.v, g.own(n))
	g.barrier(false)
	g.shared = append(g.shared, m)
	at := g.op("arith.muli", "", ir.Index, g.lin, g.index(n))
	r := g.op("amdgpu.transpose_load", "", vec(e, n), m.v, at)
	r.level = perLane
	g.keep(r)
}

// makeAtomic changes a shared counter, by any lanes in any order: the old value
// is not used.
func makeAtomic(g *gen) {
	if g.counter == nil {
		g.counter = g.newOutput(ir.I32, "counters", g.n(2))
	}
	o := g.counter
	first := o.used
	o.used += 8
	g.outputs = append(g.outputs, Output{Elem: ir.I32, First: first + o.base(), Size: 8, Buffer: g.number(o.p)})
	kind := pick(g, "addi", "ori", "andi", "xori", "maxs", "maxu", "mins", "minu", "muli")
	at := g.op("arith.addi", "", ir.Index, g.below(8), g.index(first))
	r := g.op("memref.atomic_rmw", atomicKind(kind), ir.I32, g.value(ir.I32), o.v, at)
	r.used = true
}

func atomicKind(name string) string {
	for i, k := range ir.AtomicKinds {
		if k == name {
			return fmt.Sprintf("kind = %d : i64", i)
		}
	}
	panic("BUG: no atomic kind " + name)
}

// makeOwnAtomic changes memory of the lane's own, so that the old value counts.
func makeOwnAtomic(g *gen) {
	t := pick[ir.Type](g, ir.I32, ir.F32)
	if g.has(Int64) && g.chance(1, 4) {
		t = ir.I64
	}
	kinds := []string{"addi", "assign", "maxs", "minu", "xori", "andi", "ori", "maxu", "mins", "muli"}
	if isFloat(t) {
		kinds = []string{"addf", "assign", "maxnumf", "minnumf", "maximumf", "minimumf", "mulf"}
	}
	o := g.output(t)
	at := g.slot(o, 1, "", 0)
	g.do("memref.store", "", g.value(t), o.v, at)
	r := g.op("memref.atomic_rmw", atomicKind(pick(g, kinds...)), t, g.value(t), o.v, at)
	r.level = perLane
	g.keep(r)
}

// makeSharedAtomic counts in LDS.
func makeSharedAtomic(g *gen) {
	m := g.pool(ir.I32, g.lanes)
	if m == nil {
		return
	}
	g.barrier(false)
	g.do("memref.store", "", g.constant(ir.I32), m.v, g.lin)
	g.barrier(false)
	r := g.op("memref.atomic_rmw", atomicKind(pick(g, "addi", "maxs", "ori", "minu")), ir.I32, g.value(ir.I32), m.v, g.below(g.lanes))
	r.used = true
	g.barrier(false)
	g.shared = append(g.shared, m)
	g.keep(g.readShared(m))
}
