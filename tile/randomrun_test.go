package tile_test

import (
	"cmp"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"heddle/ir"
	"heddle/ir/interp"
	"heddle/tile"
)

// The limits of numbers in random programs: floats from -most to most, integers as many.
const (
	most    = 100
	outside = 7
	steps   = 3 // of the inputs of products and pipelines
	depth   = 64
)

// inputs are the tensors of a random program.
type inputs struct {
	x       []float64 // 3 tiles, smaller than the tile by the edge
	a, b, s []float64 // of products, of pipelines
	moved   []float64 // movedTiles tiles
}

func (p *program) inputs() *inputs {
	r := rand.New(rand.NewPCG(p.seed, 18))
	numbers := func(n, most int) (x []float64) {
		for range n {
			x = append(x, float64(r.IntN(2*most+1)-most))
		}
		return x
	}
	return &inputs{numbers(3*(p.rows-p.edge)*(p.cols-p.edge), 20), numbers(p.rows*depth, 2), numbers(p.cols*depth, 2), numbers(steps*p.rows*p.cols, 20), numbers(movedTiles*p.movedRows()*p.movedCols(), 20)}
}

func bytesOf(t ir.Type, x []float64) (b []byte) {
	for _, v := range x {
		b = append(b, encode(t, v)...)
	}
	return b
}

// test builds and runs a program.
func (p *program) test(t *testing.T) {
	in := p.inputs()
	want := p.reference(in)
	rig := rig{chip: p.chip, grid: [3]uint32{1, 1, 1}, waves: tile.Waves(p.waves), alone: p.lds() > p.chip.LDSBytes}
	size := p.rows * p.cols
	args := []interp.Arg{buffer("x", bytesOf(ir.F32, in.x)), buffer("trips", ints(int32(p.trips))),
		buffer("a", bytesOf(ir.BF16, in.a)), buffer("b", bytesOf(ir.BF16, in.b)), buffer("s", bytesOf(ir.F32, in.s))}
	for _, elem := range movedElems {
		args = append(args, buffer("m", bytesOf(elem, in.moved)))
	}
	out := rig.run(t, func(k *tile.Kernel) { p.build(k) }, append(args, buffer("y", make([]byte, 4*size*len(p.nodes))))...)
	got := asFloats(out[len(args)])
	for i := range p.nodes {
		for j := range size {
			if want := want[i].at(j/p.cols, j%p.cols); float64(got[i*size+j]) != want {
				t.Fatalf("value %d at (%d, %d) is %g, want %g", i, j/p.cols, j%p.cols, got[i*size+j], want)
			}
		}
	}
}

// lds is the size of all LDS tiles of a program together; 0 if it is none, which the test finds.
func (p *program) lds() int {
	m := tile.NewModule(p.chip)
	m.Kernel("k", tile.Waves(p.waves), func(k *tile.Kernel) { p.build(k) })
	module, err := m.IR()
	if err != nil {
		return 0
	}
	return ldsBytes(module)
}

// ldsBytes is the size of all LDS tiles of a module's kernel together.
func ldsBytes(module *ir.Module) (bytes int) {
	fn := module.Op.Regions[0].Entry().Ops[0].Regions[0].Entry().Ops[0]
	for _, a := range fn.Regions[0].Entry().Args {
		if ref := a.Type.(*ir.MemRefType); strings.Contains(ref.String(), "workgroup") {
			n, _ := ref.Shape.Elements()
			width, _ := ir.BitWidth(ref.Elem)
			bytes += int(n) * width / 8
		}
	}
	return bytes
}

// builder makes a program's kernel.
type builder struct {
	*program
	k                *tile.Kernel
	l                [2]tile.Layout
	x, a, b, s, trip *tile.Tensor
	moved            []*tile.Tensor // by movedElems
}

func (p *program) build(k *tile.Kernel) {
	w := &builder{program: p, k: k}
	for i, n := range p.layouts {
		w.l[i] = randomLayouts[n](k, p.rows, p.cols, p.waves)
	}
	w.x = k.Tensor("x", ir.F32, 3, int64(p.rows-p.edge), int64(p.cols-p.edge)).Outside(outside)
	w.trip = k.Tensor("trips", ir.I32, 1)
	w.a, w.b = k.Tensor("a", ir.BF16, int64(p.rows), depth), k.Tensor("b", ir.BF16, int64(p.cols), depth)
	w.s = k.Tensor("s", ir.F32, steps, int64(p.rows), int64(p.cols))
	for _, elem := range movedElems {
		w.moved = append(w.moved, k.Tensor(fmt.Sprint("m", elem), elem, movedTiles, int64(p.movedRows()), int64(p.movedCols())))
	}
	y := k.Tensor("y", ir.F32, int64(len(p.nodes)), int64(p.rows), int64(p.cols))
	var env []*tile.Tile
	for i, n := range p.nodes {
		v := w.make(n, env)
		env = append(env, v)
		if v.Elem != ir.F32 {
			v = k.Convert(v, ir.F32)
		}
		k.Store(y, k.Broadcast(v, w.l[n.layout]), tile.I(int64(i)), tile.I(0), tile.I(0))
	}
}

// limited keeps a number in the limits, and makes -0 a 0: Max and Min may return either of them.
func (w *builder) limited(t *tile.Tile) *tile.Tile {
	return w.k.Add(w.k.Clamp(t, -most, most), w.k.Like(t, 0))
}

func (w *builder) make(n node, env []*tile.Tile) *tile.Tile {
	k, l := w.k, w.l[n.layout]
	var v [3]*tile.Tile
	for i, a := range n.args {
		v[i] = env[a]
	}
	o := tile.I(0)
	switch n.op {
	case "load":
		return k.Load(w.x, l, tile.I(int64(n.n)), o, o)
	case "numbers":
		if n.form == row {
			return k.ColNumbers(l, tile.I(int64(n.n)))
		}
		return k.RowNumbers(l, tile.I(int64(n.n)))
	case "product":
		mma := k.MMA(ir.BF16, ir.BF16, 16, 1, w.waves)
		if w.cols/w.waves < 16 || w.cols&(w.cols-1) != 0 || w.rows&(w.rows-1) != 0 {
			return k.Fill(l, ir.F32, 1)
		}
		c := mma.Dot(k.Load(w.a, mma.A(w.rows, depth), o, o), k.Load(w.b, mma.B(w.cols, depth), o, o), mma.Zero(w.rows, w.cols))
		return w.limited(k.Relayout(c, l))
	case "pipeline":
		buffers := 1 + w.rows/16%3
		lds := k.LDS(ir.F32, w.rows, w.cols, buffers, tile.Stored(l), tile.Loaded(l))
		return w.limited(k.Run(tile.Pipeline{Steps: tile.I(int64(n.n)), Buffers: buffers, Ahead: w.cols / 16 % 3,
			Load: func(step tile.Index) []*tile.Tile { return []*tile.Tile{k.Load(w.s, l, step, o, o)} },
			Put:  func(buffer tile.Index, t []*tile.Tile) { lds.Store(t[0], buffer, 0, 0) },
			Compute: func(s tile.Stage, c tile.Values) tile.Values {
				return tile.Values{k.Add(c.Tile(0), lds.Load(l, s.Buffer, 0, 0))}
			},
		}, tile.Values{k.Fill(l, ir.F32, 0)}).Tile(0))
	case "add":
		return w.limited(k.Add(v[0], v[1]))
	case "sub":
		return w.limited(k.Sub(v[0], v[1]))
	case "mul":
		return w.limited(k.Mul(v[0], v[1]))
	case "max":
		return k.Max(v[0], v[1])
	case "min":
		return k.Min(v[0], v[1])
	case "and":
		return k.And(v[0], v[1])
	case "or":
		return k.Or(v[0], v[1])
	case "xor":
		return k.Xor(v[0], v[1])
	case "fma":
		return w.limited(k.FMA(v[0], v[1], v[0]))
	case "unary":
		return w.unary(n, v[0])
	case "compare":
		return k.Compare(v[0], tile.Predicate(n.n), v[1])
	case "select":
		return k.Select(v[1], v[0], k.Like(v[0], float64(n.n)))
	case "convert":
		if n.elem == 'i' {
			return k.Convert(v[0], ir.I32)
		}
		return k.Convert(v[0], ir.F32)
	case "reduce":
		return w.limited(k.Reduce(tile.Reduction(n.n%3), v[0], n.axis))
	case "scan":
		if n.n < 3 {
			return w.limited(k.Scan(tile.Reduction(n.n%3), v[0], n.axis))
		}
		return w.limited(k.ScanBefore(tile.Reduction(n.n%3), v[0], n.axis))
	case "sort":
		if n.n < 2 {
			return k.Sort(v[0], tile.Order(n.n), n.axis)
		}
		sorted, _ := k.SortNumbers(v[0], tile.Order(n.n%2), n.axis)
		return sorted
	case "arg":
		value, number := k.ArgReduce(tile.Reduction(1+n.n/2%2), v[0], n.axis)
		if n.n%2 == 1 {
			return number
		}
		return value
	case "relayout":
		return k.Relayout(v[0], l)
	case "gather":
		return k.Gather(w.x, l, v[0], tile.I(int64(n.n%3)), o)
	case "scatter":
		lds := k.LDS(ir.F32, w.rows, w.cols, 1, tile.Stored(l), tile.Loaded(l))
		k.Barrier()
		lds.Store(k.Fill(l, ir.F32, 0), o, 0, 0)
		k.Barrier()
		lds.ScatterAdd(v[0], o, k.Broadcast(v[1], l), k.Broadcast(v[2], l))
		k.Barrier()
		return w.limited(lds.Load(l, o, 0, 0))
	case "causal":
		return k.Causal(l, tile.I(int64(n.n)), k.WorkgroupID(0))
	}
	return w.control(n, env, v)
}

// unary are operations on one value.
func (w *builder) unary(n node, v *tile.Tile) *tile.Tile {
	k := w.k
	if n.elem == 'i' {
		switch n.n % 3 {
		case 0:
			return k.ShiftRight(v, k.Like(v, 1))
		case 1:
			return w.limited(k.Sub(k.Like(v, 3), v))
		}
		return w.limited(k.ShiftLeft(k.And(v, k.Like(v, 15)), k.Like(v, 2)))
	}
	return k.Add(w.float(n, v), k.Like(v, 0))
}

// float is an operation on floats.
func (w *builder) float(n node, v *tile.Tile) (out *tile.Tile) {
	k := w.k
	switch n.n {
	case 0:
		return k.Neg(v)
	case 1:
		return k.Map("absf", v)
	case 2:
		return w.limited(k.Scale(v, -3))
	case 3: // the function of the hardware is off by little
		return k.Map("roundeven", k.Exp2(k.Clamp(v, 0, 6)))
	case 4:
		return k.Convert(k.Convert(v, ir.BF16, tile.Saturate), ir.F32)
	}
	k.Fast(tile.Approx|tile.NoNaN|tile.Contract, func() { out = k.Map("roundeven", k.Div(v, k.Like(v, 3))) })
	return out
}

// control are loops and branches.
func (w *builder) control(n node, env []*tile.Tile, v [3]*tile.Tile) *tile.Tile {
	k := w.k
	run := func(body []node, carried *tile.Tile) tile.Values {
		return tile.Values{w.body(body, env, carried)}
	}
	switch n.op {
	case "streams", "async", "roles", "exchange", "transposed":
		return w.move(n, env, v[0])
	case "for":
		trips := tile.I(int64(n.n % 3))
		if n.n > 2 {
			trips = k.LoadIndex(w.trip, tile.I(0)).Below(8).Min(tile.I(int64(n.n - 2)))
		}
		return k.For(tile.I(0), trips, tile.I(1), tile.Values{v[0]}, func(_ tile.Index, c tile.Values) tile.Values { return run(n.body, c.Tile(0)) }).Tile(0)
	case "if":
		var c tile.Condition
		if n.n < 3 {
			c = k.All(v[1]).AllWaves()
		} else {
			c = k.Any(v[1]).AnyWave()
		}
		return k.IfElse(c, func() tile.Values { return run(n.body, v[0]) }, func() tile.Values { return run(n.other, v[0]) }).Tile(0)
	default: // lazy: the same, whichever way waves take
		inside := k.Compare(v[0], tile.LessEqual, k.Like(v[0], 9))
		return k.IfElse(k.All(inside), func() tile.Values { return tile.Values{v[0]} }, func() tile.Values { return tile.Values{k.AtMost(v[0], 9)} }).Tile(0)
	}
}

// body makes the operations of a body, and returns the last value.
func (w *builder) body(body []node, env []*tile.Tile, carried *tile.Tile) *tile.Tile {
	inner := append(slices.Clone(env), carried)
	for _, b := range body {
		inner = append(inner, w.make(b, inner))
	}
	return inner[len(inner)-1]
}

// plane is a value of the reference.
type plane struct {
	rows, cols int
	x          []float64
}

func (m *plane) at(row, col int) float64 {
	if m.rows == 1 {
		row = 0
	}
	if m.cols == 1 {
		col = 0
	}
	return m.x[row*m.cols+col]
}

// reference computes the values of a program.
func (p *program) reference(in *inputs) (env []*plane) {
	for _, n := range p.nodes {
		env = append(env, p.value(in, n, env))
	}
	return env
}

// filled makes a values of a form.
func (p *program) filled(f form, at func(row, col int) float64) *plane {
	m := &plane{rows: p.rows, cols: p.cols}
	if f == row || f == one {
		m.rows = 1
	}
	if f == col || f == one {
		m.cols = 1
	}
	for r := range m.rows {
		for c := range m.cols {
			m.x = append(m.x, at(r, c))
		}
	}
	return m
}

func bounded(x float64) float64 { return min(max(x, -most), most) }

func truth(b bool) float64 {
	if b {
		return 1
	}
	return 0
}

// input is an element of tile n of the inputs.
func (p *program) input(in *inputs, n, row, col int) float64 {
	if row < 0 || row >= p.rows-p.edge || col >= p.cols-p.edge {
		return outside
	}
	return in.x[(n*(p.rows-p.edge)+row)*(p.cols-p.edge)+col]
}

func (p *program) value(in *inputs, n node, env []*plane) *plane {
	var v [3]*plane
	for i, a := range n.args {
		v[i] = env[a]
	}
	switch n.op {
	case "load":
		return p.filled(full, func(r, c int) float64 { return p.input(in, n.n, r, c) })
	case "numbers":
		return p.filled(n.form, func(r, c int) float64 { return float64(r + c + n.n) })
	case "product":
		if p.cols/p.waves < 16 || !p.whole() {
			return p.filled(full, func(int, int) float64 { return 1 })
		}
		return p.filled(full, func(r, c int) (sum float64) {
			for d := range depth {
				sum += in.a[r*depth+d] * in.b[c*depth+d]
			}
			return bounded(sum)
		})
	case "pipeline":
		return p.filled(full, func(r, c int) (sum float64) {
			for s := range n.n {
				sum += in.s[(s*p.rows+r)*p.cols+c]
			}
			return bounded(sum)
		})
	case "gather":
		return p.filled(full, func(r, c int) float64 { return p.input(in, n.n%3, int(v[0].at(r, c)), c) })
	case "scatter":
		sums := p.filled(full, func(int, int) float64 { return 0 })
		for r := range p.rows {
			for c := range p.cols {
				if i, j := int(v[1].at(r, c)), int(v[2].at(r, c)); i >= 0 && i < p.rows && j >= 0 && j < p.cols {
					sums.x[i*p.cols+j] += v[0].at(r, c)
				}
			}
		}
		return p.filled(full, func(r, c int) float64 { return bounded(sums.at(r, c)) })
	case "causal":
		return p.filled(full, func(r, c int) float64 { return truth(c <= r+n.n) })
	case "reduce", "scan", "sort", "arg":
		return p.along(n, v[0])
	case "for", "if":
		return p.branch(in, n, env, v)
	case "streams", "async", "roles", "exchange", "transposed":
		return p.moving(in, n, env, v[0])
	}
	return p.filled(n.form, func(r, c int) float64 {
		a, b := v[0].at(r, c), 0.0
		if v[1] != nil {
			b = v[1].at(r, c)
		}
		return element(n, a, b)
	})
}

// element is an operation on elements.
func element(n node, a, b float64) float64 {
	switch n.op {
	case "add":
		return bounded(a + b)
	case "sub":
		return bounded(a - b)
	case "mul":
		return bounded(a * b)
	case "max":
		return max(a, b)
	case "min":
		return min(a, b)
	case "and":
		return float64(int(a) & int(b))
	case "or":
		return float64(int(a) | int(b))
	case "xor":
		return float64(int(a) ^ int(b))
	case "fma":
		return bounded(a*b + a)
	case "compare":
		return truth([]bool{a == b, a != b, a < b, a <= b, a > b, a >= b}[n.n])
	case "select":
		if b != 0 {
			return a
		}
		return float64(n.n)
	case "lazy":
		return min(a, 9)
	case "unary":
		if n.elem == 'i' {
			return []float64{float64(int(a) >> 1), bounded(3 - a), bounded(float64(int(a) & 15 << 2))}[n.n%3]
		}
		return []float64{-a, math.Abs(a), bounded(-3 * a), math.Exp2(min(max(a, 0), 6)), a, math.RoundToEven(a / 3)}[n.n]
	}
	return a // convert
}

// along are operations along rows or columns.
func (p *program) along(n node, v *plane) *plane {
	out := p.filled(full, v.at)
	eachLine(p.rows, p.cols, n.axis, func(_ int, at []int) {
		line := make([]float64, len(at))
		for i, q := range at {
			line[i] = v.x[q]
		}
		result := onLine(n, line)
		for i, q := range at {
			out.x[q] = result[i]
		}
	})
	return p.filled(n.form, out.at)
}

// onLine is an operation along a line.
func onLine(n node, x []float64) []float64 {
	combine := func(r int, a, b float64) float64 { return []float64{a + b, max(a, b), min(a, b)}[r] }
	out := make([]float64, len(x))
	switch r := n.n % 3; n.op {
	case "sort":
		copy(out, x)
		slices.SortFunc(out, func(a, b float64) int {
			if n.n%2 == 1 {
				a, b = b, a
			}
			return cmp.Compare(a, b)
		})
	case "arg":
		best := 0
		for i := range x {
			if n.n/2%2 == 0 && x[i] > x[best] || n.n/2%2 == 1 && x[i] < x[best] {
				best = i
			}
		}
		for i := range out {
			out[i] = x[best]
			if n.n%2 == 1 {
				out[i] = float64(best)
			}
		}
	default:
		sum := []float64{0, math.Inf(-1), math.Inf(1)}[r]
		for i := range x {
			before := sum
			sum = combine(r, sum, x[i])
			out[i] = bounded(sum)
			if n.op == "scan" && n.n >= 3 {
				out[i] = bounded(before)
			}
		}
		for i := range out {
			if n.op == "reduce" {
				out[i] = bounded(sum)
			}
		}
	}
	return out
}

// branch runs bodies.
func (p *program) branch(in *inputs, n node, env []*plane, v [3]*plane) *plane {
	run := func(body []node, carried *plane) *plane { return p.body(in, body, env, carried) }
	if n.op == "if" {
		if n.n < 3 && !slices.Contains(v[1].x, 0) || n.n >= 3 && slices.Contains(v[1].x, 1) {
			return run(n.body, v[0])
		}
		return run(n.other, v[0])
	}
	trips := n.n % 3
	if n.n > 2 {
		trips = min(p.trips, n.n-2)
	}
	for range trips {
		v[0] = run(n.body, v[0])
	}
	return v[0]
}

// body runs a body.
func (p *program) body(in *inputs, body []node, env []*plane, carried *plane) *plane {
	inner := append(slices.Clone(env), carried)
	for _, b := range body {
		inner = append(inner, p.value(in, b, inner))
	}
	return inner[len(inner)-1]
}
