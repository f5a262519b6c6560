package random

import (
	"fmt"
	"strings"

	"heddle/ir"
)

// Buffers of the launch, and plain loads and stores.

// inputElems is the number of elements of an input, a power of two.
const inputElems = 256

// input returns the memref with elements of a type that loads read, made when it is first asked
// for, in one of several forms.
func (g *gen) input(e ir.Type) *mem {
	key := e.String()
	if m := g.inputs[key]; m != nil {
		return m
	}
	form := g.n(6)
	if !g.has(Views) {
		form %= 2
	}
	m := g.inputOf(e, "in_"+key, form)
	g.inputs[key] = m
	return m
}

// inputOf adds a parameter: a memref that is 0 static, 1 dynamic, 2 of two
// dimensions, 3 of two with a dynamic size, 4 with a stride and an offset, 5
// with an offset that is only known at run time.
func (g *gen) inputOf(e ir.Type, name string, form int) *mem {
	const n = inputElems
	size, text := int64(n), ""
	m := &mem{elem: e, sizes: []int64{n}, unit: true}
	var numbers []int64 // offset, sizes, strides
	switch form {
	case 0:
		text = fmt.Sprintf("memref<%dx%s>", n, e)
	case 1:
		text, numbers = fmt.Sprintf("memref<?x%s>", e), []int64{0, n, 1}
	case 2:
		m.sizes = []int64{n / 32, 32}
		text = fmt.Sprintf("memref<%dx32x%s>", n/32, e)
	case 3:
		m.sizes = []int64{n / 16, 16}
		text, numbers = fmt.Sprintf("memref<?x16x%s>", e), []int64{0, n / 16, 16, 16, 1}
	case 4:
		m.unit = false
		size = 2*n + 3
		text = fmt.Sprintf("memref<%dx%s, strided<[2], offset: 3>>", n, e)
	default:
		size = n + 8
		text, numbers = fmt.Sprintf("memref<?x%s, strided<[1], offset: ?>>", e), []int64{8, n, 1}
	}
	p := g.param(nil, text)
	p.name, p.buf = name, 0
	p.data = fill(e, size, seedOf(g.Seed, name))
	p.args = pointerArgs(numbers)
	m.v = p.v
	return m
}

// pointerArgs returns the arguments of a memref: a pointer, or a descriptor.
func pointerArgs(numbers []int64) []Arg {
	if numbers == nil {
		return []Arg{{Buffer: 0}}
	}
	args := []Arg{{-1, bytes8(0)}, {Buffer: 0}}
	for _, n := range numbers {
		args = append(args, Arg{-1, bytes8(n)})
	}
	return args
}

// at returns indices into a memref: of an element from which n follow in the last dimension.
func (g *gen) at(m *mem, n int64) []*value {
	var idx []*value
	for i, size := range m.sizes {
		if i == len(m.sizes)-1 {
			size -= n - 1
		}
		idx = append(idx, g.below(size))
	}
	return idx
}

// loadScalar reads any element.
func (g *gen) loadScalar(m *mem) *value {
	if g.has(Affine) && g.chance(1, 6) {
		return g.affineLoad(m)
	}
	return g.loadFrom("memref.load", "", m, m.elem, g.at(m, 1))
}

// loadFrom reads a memref that is only read, so that its level is that of the
// indices.
func (g *gen) loadFrom(name, attrs string, m *mem, t ir.Type, idx []*value) *value {
	operands := []*value{m.v}
	for _, i := range idx {
		operands = append(operands, g.disguise(i))
	}
	return g.op(name, attrs, t, operands...)
}

// loadVector reads n elements in a row.
func (g *gen) loadVector(m *mem, n int64) *value {
	t := vec(m.elem, n)
	if !m.unit || n > m.sizes[len(m.sizes)-1] {
		parts := make([]*value, n)
		for i := range parts {
			if i > 2 { // few loads are enough
				parts[i] = parts[g.n(3)]
			} else {
				parts[i] = g.loadScalar(m)
			}
		}
		return g.op("vector.from_elements", "", t, parts...)
	}
	if g.has(Mask) && g.chance(1, 3) {
		return g.loadMasked(m, n)
	}
	at, attrs := g.at(m, n), ""
	last := len(at) - 1
	if !g.has(Unaligned) || g.chance(1, 2) {
		at[last] = g.align(at[last], n)
		if p := (n & -n) * int64(width(m.elem)) / 8; g.chance(1, 4) && m.elem != ir.I1 && !strings.Contains(m.v.ty, "strided") {
			attrs = fmt.Sprintf("alignment = %d : i64", min(p, 16))
		}
	}
	return g.loadFrom("vector.load", attrs, m, t, at)
}

// align rounds an index down to a multiple of the power of two in n.
func (g *gen) align(v *value, n int64) *value {
	p := n & -n
	if p == 1 {
		return v
	}
	r := g.op("arith.andi", "", ir.Index, v, g.index(-p))
	r.below = v.below
	return r
}

// maybeAlign is align unless vectors may start anywhere.
func (g *gen) maybeAlign(v *value, n int64) *value {
	if g.has(Unaligned) {
		return v
	}
	return g.align(v, n)
}

// output is a memref whose elements are stored, divided among the places that
// store.
type output struct {
	*mem
	p    *param
	used int64 // elements
	form int
}

// output returns the one with elements of a type.
func (g *gen) output(e ir.Type) *output {
	key := e.String()
	if o := g.outs[key]; o != nil {
		return o
	}
	o := g.newOutput(e, "out_"+key, g.n(3))
	g.outs[key] = o
	return o
}

// newOutput adds a parameter whose size is known when the program is complete:
// until then its type has a mark.
func (g *gen) newOutput(e ir.Type, name string, form int) *output {
	mark := fmt.Sprintf("<<%s>>", name)
	o := &output{mem: &mem{elem: e, unit: true}, form: form}
	o.p = g.param(nil, mark)
	o.v = o.p.v
	o.p.name, o.p.buf = name, 0
	o.p.late = func() {
		n, w := o.used, int64(width(e))
		if e == ir.I1 {
			w = 8
		}
		var numbers []int64
		switch o.form {
		case 0:
			o.p.v.ty = fmt.Sprintf("memref<%dx%s>", n, e)
		case 1:
			o.p.v.ty, numbers = fmt.Sprintf("memref<?x%s>", e), []int64{0, n, 1}
		default:
			o.p.v.ty, numbers = fmt.Sprintf("memref<?x%s, strided<[1], offset: ?>>", e), []int64{16, n, 1}
			n += 16
		}
		o.p.args = pointerArgs(numbers)
		o.p.data = make([]byte, (n*w+7)/8)
		for i := range o.p.data {
			o.p.data[i] = 0xa5
			if e == ir.I1 {
				o.p.data[i] = byte(i & 1)
			}
		}
	}
	return o
}

// base returns the number of the element that is first in memory.
func (o *output) base() int64 {
	if o.form == 2 {
		return 16
	}
	return 0
}

// slot reserves n elements for each lane, and returns the index of this lane's first one.
func (g *gen) slot(o *output, n int64, function string, ulp float64) *value {
	if !g.has(Unaligned) || g.chance(1, 2) {
		o.used = (o.used + 15) &^ 15
	}
	first := o.used
	o.used += n * g.total
	g.outputs = append(g.outputs, Output{Elem: o.elem, First: first + o.base(), Size: n * g.total, Function: function, ULP: ulp, Buffer: g.number(o.p)})
	return g.disguise(g.place(first, n))
}

// number is that of a parameter.
func (g *gen) number(p *param) int {
	for i, q := range g.params {
		if p == q {
			return i
		}
	}
	panic("BUG: a parameter of another program")
}

// place is first + n*gid, computed in one of several ways.
func (g *gen) place(first, n int64) *value {
	var v *value
	switch k := g.n(3); {
	case k == 0 && g.has(Affine):
		v = g.op("affine.apply", fmt.Sprintf("map = affine_map<(d0) -> (d0 * %d + %d)>", n, first), ir.Index, g.gid)
	default:
		v = g.gid
		if n > 1 {
			v = g.op("arith.muli", "", ir.Index, v, g.index(n))
		}
		if first > 0 {
			flags := ""
			if k == 2 {
				flags = "overflowFlags = #arith.overflow<nsw, nuw>"
			}
			v = g.op("arith.addi", flags, ir.Index, v, g.index(first))
		}
	}
	return v
}

// store writes a value to a place of its own.
func (g *gen) store(v *value) { g.storeInexact(v, "", 0) }

func (g *gen) storeInexact(v *value, function string, ulp float64) {
	e, n := ir.ElemType(v.t), lenOf(v.t)
	if w := width(e); w < 8 {
		v = g.whole(v)
		e, n = ir.ElemType(v.t), lenOf(v.t)
	}
	if len(ir.VectorShape(v.t)) > 1 {
		v = g.op("vector.shape_cast", "", vec(e, n), v)
	}
	o := g.output(e)
	at := g.slot(o, n, function, ulp)
	switch {
	case ir.VectorShape(v.t) != nil:
		g.storeVector(v, o.v, at, n)
	case g.has(Affine) && at.top && g.chance(1, 5):
		g.do("affine.store", "map = affine_map<(d0) -> (d0)>", v, o.v, at)
	default:
		g.do("memref.store", "", v, o.v, at)
	}
}

// whole returns elements of less than 8 bits a form that can be stored: their bytes are not shared
// by lanes.
func (g *gen) whole(v *value) *value {
	e, n := ir.ElemType(v.t), lenOf(v.t)
	switch {
	case e == ir.I1:
		if g.chance(1, 4) {
			return v // a byte each
		}
		return g.op("arith.extui", "", ir.WithElem(v.t, ir.I8), v)
	case e == ir.I4:
		if n == 8 {
			if len(ir.VectorShape(v.t)) > 1 {
				v = g.op("vector.shape_cast", "", vec(e, n), v)
			}
			return v // a dword each
		}
		return g.op(pick(g, "arith.extsi", "arith.extui"), "", ir.WithElem(v.t, pick[ir.Type](g, ir.I32, ir.I8)), v)
	}
	// Floats of 4 and 6 bits, 32 of them or 8.
	if len(ir.VectorShape(v.t)) > 1 {
		v = g.op("vector.shape_cast", "", vec(e, n), v)
	}
	return g.op("vector.bitcast", "", vec(ir.I32, n*int64(width(e))/32), v)
}

// storeVector writes a vector of one dimension.
func (g *gen) storeVector(v, to, at *value, n int64) {
	k := g.n(6)
	if !g.has(Mask) || width(v.t) < 8 {
		k = 0
	}
	switch k {
	case 4:
		mask := g.mask(n)
		g.do("vector.maskedstore", "", to, at, mask, v)
	case 5:
		g.do("vector.transfer_write", "in_bounds = [true], "+segments(1, 1, 1, 0)+", permutation_map = affine_map<(d0) -> (d0)>", v, to, at)
	default:
		g.do("vector.store", "", v, to, at)
	}
}

// finish completes the parameters and puts the program together.
func (g *gen) finish(p *Program, body string) {
	var replace []string
	var tys, args []string
	for i, q := range g.params {
		q.buf = min(q.buf, 0)
		if q.buf == 0 {
			q.buf = len(p.Buffers)
			mark := q.v.ty
			if q.late != nil {
				q.late()
				fat := strings.TrimSuffix(q.v.ty, ">") + ", #amdgpu.address_space<fat_raw_buffer>>"
				replace = append(replace, mark, q.v.ty, "<<fat_"+q.name+">>", fat)
			}
			p.Buffers = append(p.Buffers, Buffer{q.name, q.data})
		}
		for _, a := range q.args {
			if a.Buffer == 0 {
				a.Buffer = q.buf
			}
			p.Args = append(p.Args, a)
		}
		for k := range g.outputs {
			if g.outputs[k].Buffer == i {
				o := g.outputs[k]
				o.Buffer = q.buf
				p.Outputs = append(p.Outputs, o)
			}
		}
		tys = append(tys, q.v.ty)
		args = append(args, q.v.name+": "+q.v.ty)
	}
	for _, s := range g.sharers {
		args = append(args, s.name+": "+s.ty)
	}
	p.Text = strings.NewReplacer(replace...).Replace(g.kernel(strings.Join(tys, ", "), strings.Join(args, ", "), body))
}

// kernel writes the module: the kernel is a gpu.func, or a func.func if it has no
// memory of its own.
func (g *gen) kernel(inputs, args, body string) string {
	size := fmt.Sprintf("known_block_size = array<i32: %d, %d, %d>", g.block[0], g.block[1], g.block[2])
	said := g.chance(1, 2) || g.sized
	op, inside, outside := "gpu.func", "", fmt.Sprintf(`gpu.kernel, sym_name = "k", workgroup_attributions = %d : i64`, len(g.sharers))
	switch {
	case len(g.sharers) == 0 && g.chance(1, 5):
		op, inside, outside = "func.func", `, sym_name = "k"`, ""
		if said {
			outside = "gpu." + size
		}
		body = strings.ReplaceAll(body, `"gpu.return"`, `"func.return"`)
	case said:
		inside = ", " + size
	}
	return fmt.Sprintf(`"builtin.module"() ({
  "gpu.module"() <{sym_name = "m"}> ({
%s    "%s"() <{function_type = (%s) -> ()%s}> ({
    ^bb0(%s):
%s    }) {%s} : () -> ()
  }) : () -> ()
}) : () -> ()
`, g.module.String(), op, inputs, inside, args, body, outside)
}
