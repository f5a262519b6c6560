package random

import (
	"fmt"

	"heddle/ir"
)

// Views of memrefs.

// viewable returns an input of one dimension without strides, or nil.
func (g *gen) viewable() *mem {
	m := g.input(g.sharedElem())
	if len(m.sizes) != 1 || !m.unit || m.v.ty[len(m.v.ty)-2] == '>' {
		return nil
	}
	return m
}

func (g *gen) readView(v *value, e ir.Type, sizes ...int64) {
	m := &mem{v: v, elem: e, sizes: sizes}
	g.keep(g.loadFrom("memref.load", "", m, e, g.at(m, 1)))
}

const dynamic = ir.Dynamic

func makeView(g *gen) {
	m := g.viewable()
	if m == nil {
		makeShapes(g)
		return
	}
	e, n := m.elem, m.sizes[0]
	switch g.n(4) {
	case 0: // a part from a dynamic offset
		size := int64(16)
		at := g.maybeAlign(g.below(n-size+1), 4)
		attrs := fmt.Sprintf("%s, static_offsets = %s, static_sizes = %s, static_strides = %s", segments(1, 1, 0, 0), i64s(dynamic), i64s(size), i64s(1))
		v := g.opMem("memref.subview", attrs, fmt.Sprintf("memref<%dx%s, strided<[1], offset: ?>>", size, e), m.v, at)
		if g.has(Vectors) && g.chance(1, 2) {
			g.keep(g.op("vector.load", "", vec(e, 4), v, g.maybeAlign(g.below(size-3), 4)))
			return
		}
		g.readView(v, e, size)
	case 1: // of dynamic size and stride
		size, stride := g.below(9), g.below(8)
		size, stride = g.op("arith.maxui", "", ir.Index, size, g.index(1)), g.op("arith.maxui", "", ir.Index, stride, g.index(1))
		attrs := fmt.Sprintf("%s, static_offsets = %s, static_sizes = %s, static_strides = %s", segments(1, 0, 1, 1), i64s(5), i64s(dynamic), i64s(dynamic))
		v := g.opMem("memref.subview", attrs, fmt.Sprintf("memref<?x%s, strided<[?], offset: 5>>", e), m.v, size, stride)
		d := g.op("memref.dim", "", ir.Index, v, g.index(0))
		d = g.op("arith.subi", "", ir.Index, d, g.index(1))
		at := g.op("arith.minui", "", ir.Index, g.value(ir.Index), d)
		g.keep(g.op("memref.load", "", e, v, at))
	case 2: // reinterpreted with a dynamic offset
		rows := int64(8)
		off := g.below(n - 64 + 1)
		attrs := fmt.Sprintf("%s, static_offsets = %s, static_sizes = %s, static_strides = %s", segments(1, 1, 0, 0), i64s(dynamic), i64s(rows, 4), i64s(8, 1))
		v := g.opMem("memref.reinterpret_cast", attrs, fmt.Sprintf("memref<8x4x%s, strided<[8, 1], offset: ?>>", e), m.v, off)
		if g.chance(1, 2) {
			c := g.opMem("memref.cast", "", fmt.Sprintf("memref<?x4x%s, strided<[?, 1], offset: ?>>", e), v)
			d := g.op("memref.dim", "", ir.Index, c, g.index(0))
			d.below = 9
			g.keep(d)
			v = c
		}
		g.readView(v, e, rows, 4)
	default:
		makeShapes(g)
	}
}

// makeShapes joins and divides dimensions, and reads the fields of a descriptor.
func makeShapes(g *gen) {
	m := g.inputs["shape"]
	if m == nil {
		m = g.inputOf(ir.I32, "in_shape", 2)
		g.inputs["shape"] = m
	}
	rows := m.sizes[0]
	switch g.n(5) {
	case 0:
		v := g.opMem("memref.collapse_shape", "reassociation = [[0, 1]]", fmt.Sprintf("memref<%dxi32>", rows*32), m.v)
		g.readView(v, ir.I32, rows*32)
	case 1:
		v := g.opMem("memref.expand_shape", "reassociation = [[0], [1, 2]], "+fmt.Sprintf("static_output_shape = %s", i64s(rows, 4, 8)), fmt.Sprintf("memref<%dx4x8xi32>", rows), m.v)
		g.readView(v, ir.I32, rows, 4, 8)
	case 2:
		attrs := fmt.Sprintf("%s, static_offsets = %s, static_sizes = %s, static_strides = %s", segments(1, 1, 0, 0), i64s(dynamic, 3), i64s(1, 7), i64s(1, 2))
		v := g.opMem("memref.subview", attrs, "memref<7xi32, strided<[2], offset: ?>>", m.v, g.below(rows))
		g.readView(v, ir.I32, 7)
	case 3:
		r := []*value{g.fresh(nil, "memref<i32>", perGroup), g.fresh(ir.Index, "", perGroup), g.fresh(ir.Index, "", perGroup),
			g.fresh(ir.Index, "", perGroup), g.fresh(ir.Index, "", perGroup), g.fresh(ir.Index, "", perGroup)}
		g.put(r, "memref.extract_strided_metadata", "", []*value{m.v})
		for i, n := range []int64{0, 0, rows, 32, 32, 1} {
			if i > 0 {
				r[i].below = n + 1
			}
		}
		g.keep(r[1:]...)
		attrs := fmt.Sprintf("%s, static_offsets = %s, static_sizes = %s, static_strides = %s", segments(1, 1, 0, 1), i64s(dynamic), i64s(rows, 32), i64s(dynamic, 1))
		v := g.opMem("memref.reinterpret_cast", attrs, fmt.Sprintf("memref<%dx32xi32, strided<[?, 1], offset: ?>>", rows), r[0], r[1], r[4])
		g.readView(v, ir.I32, rows, 32)
	default:
		v := g.opMem("memref.memory_space_cast", "", fmt.Sprintf("memref<%dx32xi32, #gpu.address_space<global>>", rows), m.v)
		v = g.opMem("memref.assume_alignment", "alignment = 4 : i32", v.ty, v)
		g.readView(v, ir.I32, rows, 32)
	}
}

// makeBytes is a typed view of bytes, of a constant table, or of a binding.
func makeBytes(g *gen) {
	switch g.n(4) {
	case 0:
		m := g.inputs["bytes"]
		if m == nil {
			m = g.inputOf(ir.I8, "in_bytes", 0)
			g.inputs["bytes"] = m
		}
		at := g.op("arith.muli", "", ir.Index, g.below(32), g.index(4))
		v := g.opMem("memref.view", "", "memref<16xi32>", m.v, at)
		g.readView(v, ir.I32, 16)
	case 1, 2:
		dialect := pick(g, "stream", "iree_input")
		p := g.param(nil, "!stream.binding")
		p.name, p.buf, p.args = fmt.Sprintf("binding%d", len(g.params)), 0, pointerArgs(nil)
		p.data = fill(ir.I32, inputElems, seedOf(g.Seed, p.name))
		v := g.opMem(dialect+".binding.subspan", "", "memref<?xi32>", p.v, g.index(64), g.index(inputElems-16))
		g.readView(v, ir.I32, inputElems-16)
	default:
		name := fmt.Sprintf("table%d", g.next)
		fmt.Fprintf(&g.module, "    \"memref.global\"() <{sym_name = %q, type = memref<16xi32>, constant, initial_value = dense<%s> : tensor<16xi32>}> : () -> ()\n", name, g.dense(ir.I32, []int64{16}))
		v := g.opMem("memref.get_global", "name = @"+name, "memref<16xi32>")
		g.readView(v, ir.I32, 16)
	}
}

// makeCopy copies the lane's own elements to an output.
func makeCopy(g *gen) {
	e := pick[ir.Type](g, ir.I32, ir.F32)
	o := g.output(e)
	at := g.slot(o, 4, "", 0)
	m := g.input(e)
	if len(m.sizes) != 1 || !m.unit || o.form == 2 {
		g.do("memref.store", "", g.value(e), o.v, at)
		return
	}
	src := g.part(m.v, e, g.below(m.sizes[0]-3), m.v.ty)
	dst := g.part(o.v, e, at, "")
	g.do("memref.copy", "", src, dst)
}

// part is four elements of a memref from an index on.
func (g *gen) part(v *value, e ir.Type, at *value, _ string) *value {
	attrs := fmt.Sprintf("%s, static_offsets = %s, static_sizes = %s, static_strides = %s", segments(1, 1, 0, 0), i64s(dynamic), i64s(4), i64s(1))
	return g.opMem("memref.subview", attrs, fmt.Sprintf("memref<4x%s, strided<[1], offset: ?>>", e), v, at)
}

// makeVectorElements reads and writes a memref whose elements are vectors.
func makeVectorElements(g *gen) {
	e := g.sharedElem()
	n := pick[int64](g, 4, 2)
	t := vec(e, n)
	m := g.inputs[t.String()]
	if m == nil {
		p := g.param(nil, fmt.Sprintf("memref<%dx%s>", inputElems/4, t))
		p.name, p.buf, p.args = fmt.Sprintf("in_%dx%s", n, e), 0, pointerArgs(nil)
		p.data = fill(e, n*inputElems/4, seedOf(g.Seed, p.name))
		m = &mem{v: p.v, elem: t, sizes: []int64{inputElems / 4}}
		g.inputs[t.String()] = m
	}
	g.keep(g.loadFrom(pick(g, "memref.load", "vector.load"), "", m, t, g.at(m, 1)))
}
