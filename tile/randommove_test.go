package tile_test

import (
	"slices"
	"strings"

	"heddle/ir"
	"heddle/tile"
)

// Random programs move tiles in all ways that there are: each of these operations combines a value
// with tiles of memory that come to it through LDS.

// movements are the operations: pipelines of streams, groups of asynchronous loads, roles and groups of
// waves, transposing reads.
var movements = []string{"streams", "streams", "streams", "async", "async", "roles", "exchange", "transposed"}

// movedElems are the types of the elements that move, movedTiles how many tiles there are.
var movedElems = []ir.Type{ir.F32, ir.BF16, ir.I8}

const movedTiles = 12

// The tensors are smaller than the tiles by the edge; rows are of whole dwords.
func (p *program) movedRows() int { return p.rows - p.edge }
func (p *program) movedCols() int { return p.cols - 4*p.edge }

// moved is an element of the tiles that move.
func (p *program) moved(in *inputs, n, row, col int) float64 {
	if row >= p.movedRows() || col >= p.movedCols() {
		return 0
	}
	return in.moved[(n*p.movedRows()+row)*p.movedCols()+col]
}

// movement is how an operation moves tiles.
type movement struct {
	// steps are those of a loop, or of the parts of a pipeline; open ones are more by the number in
	// memory.
	steps []int
	open  bool
	// groups of waves.
	groups int
	phases int
	apart  bool // in groups of waves
	twice  bool // the pipeline runs twice
	inputs []movedInput
	// abandoned: loads of steps that do not exist are under way at the end.
	abandoned bool
}

// movedInput is one of the tensors.
type movedInput struct {
	input
	elem   int // of movedElems
	padded bool
	plain  bool // LDS does not know its uses
	layout int  // in a role: of randomLayouts
}

// refusals are what a move may be refused for.
var refusals = []string{"more buffers", "needs more than", "adjacent bytes are known", "the LDS of", "for each lane, which has registers", "whose addresses are sums of bits",
	"sizes must be powers of two", "it needs", "each needs", "other blocks than", "elements along k; accepted", "all 64 lanes of a wave do"}

// move completes an operation; it reports whether there is one.
func (g *generator) move(n *node, a node) bool {
	r := g.r
	m := &movement{open: r.IntN(2) == 0, groups: 2, phases: 1 + r.IntN(3)*r.IntN(2), twice: r.IntN(4) == 0, abandoned: r.IntN(2) == 0}
	n.move, n.body = m, nil
	for range 1 + r.IntN(3)/2 {
		m.steps = append(m.steps, r.IntN(4))
	}
	for range 1 + r.IntN(2) {
		in := movedInput{input: input{buffers: 1 + r.IntN(3), ahead: r.IntN(3), kind: r.IntN(3), inside: r.IntN(3) == 0}, elem: r.IntN(len(movedElems)), padded: r.IntN(2) == 0, plain: r.IntN(4) == 0}
		m.inputs = append(m.inputs, in)
	}
	switch n.op {
	case "streams":
		if m.apart = r.IntN(4) == 0; m.apart {
			m.inputs = m.inputs[:1]
		}
		for i := range m.inputs {
			g.stream(m, &m.inputs[i])
		}
	case "roles":
		if m.inputs = m.inputs[:min(len(m.inputs), g.p.waves/2)]; len(m.inputs) == 0 {
			return false
		}
		m.groups = 2 * len(m.inputs)
		for i := range m.inputs {
			in := &m.inputs[i]
			for in.layout = r.IntN(len(randomLayouts)); !g.p.fitsIn(in.layout, g.p.waves/m.groups); {
				in.layout = r.IntN(len(randomLayouts))
			}
		}
	case "exchange":
		m.groups, n.layout = min(2<<r.IntN(2), g.p.waves), 1-a.layout
	}
	if !g.p.builds(*n, a) {
		return false
	}
	if n.op == "async" || n.op == "streams" {
		n.body = g.body(a, 1+r.IntN(2), !m.apart)
		return n.body != nil
	}
	return true
}

// stream chooses when a stream of a pipeline does what.
func (g *generator) stream(m *movement, in *movedInput) {
	r := g.r
	if in.buffers += r.IntN(2); m.apart {
		in.buffers = 3 + r.IntN(2)
	}
	if in.kind == 1 && r.IntN(2) == 0 {
		in.ahead = 0
	}
	if in.kind == 0 {
		in.early = r.IntN(2) * r.IntN(3)
	}
	in.inside = in.inside && in.kind != 2
	for phase := range m.phases {
		if in.kind != 2 && !in.inside && r.IntN(2) == 0 {
			in.at = append(in.at, phase)
		}
	}
}

// fitsIn is fits for so many waves.
func (p *program) fitsIn(layout, waves int) bool {
	q := *p
	q.waves = waves
	return q.fits(layout)
}

// builds reports whether tile accepts an operation on a value, without its body. It refuses some
// pipelines, and tiles for which there is no layout; what else it refuses is a mistake that the test
// comes to.
func (p *program) builds(n, a node) bool {
	q := *p
	n.args, n.body = []int{0}, nil
	q.nodes = []node{{op: "load", elem: 'f', layout: a.layout}, n}
	m := tile.NewModule(p.chip)
	m.Kernel("k", tile.Waves(p.waves), func(k *tile.Kernel) { q.build(k) })
	module, err := m.IR()
	if err == nil {
		return ldsBytes(module) <= p.chip.LDSBytes/2
	}
	return !slices.ContainsFunc(refusals, func(s string) bool { return strings.Contains(err.Error(), s) })
}

// steps is a number of steps.
func (w *builder) steps(m *movement, part int) tile.Index {
	n := tile.I(int64(m.steps[part]))
	if m.open && part == 0 {
		n = w.k.LoadIndex(w.trip, tile.I(0)).Below(4).Plus(n)
	}
	return n
}

// staging is LDS for an input, loaded in a layout.
func (w *builder) staging(in movedInput, direct bool, buffers int, stored, loaded tile.Layout) *tile.LDS {
	uses := []tile.Use{tile.Stored(stored), tile.Loaded(loaded)}
	switch {
	case direct && in.padded:
		uses = []tile.Use{tile.Padded(), tile.Loaded(loaded)}
	case direct:
		uses = []tile.Use{tile.Direct(), tile.Loaded(loaded)}
	case in.plain:
		uses = nil
	}
	return w.k.LDS(movedElems[in.elem], w.rows, w.cols, buffers, uses...)
}

// mixed is what each step does: sum = factor·tile - sum + bias.
func (w *builder) mixed(sum, t *tile.Tile, factor int, bias tile.Index, more int) *tile.Tile {
	k := w.k
	t = k.Convert(t, ir.F32)
	step := k.Convert(k.Repeat(t.Layout, bias), ir.F32)
	return w.limited(k.Add(k.Sub(k.Scale(t, float64(factor)), sum), k.Add(step, k.Like(step, float64(more)))))
}

func mixed(sum, t float64, factor, bias int) float64 {
	return bounded(float64(factor)*t - sum + float64(bias))
}

func (w *builder) move(n node, env []*tile.Tile, v *tile.Tile) *tile.Tile {
	switch n.op {
	case "streams":
		return w.streams(n, env, v)
	case "async":
		return w.async(n, env, v)
	case "roles":
		return w.roles(n, v)
	case "exchange":
		return w.exchange(n, v)
	}
	return w.transposed(n, v)
}

// streams is a pipeline.
func (w *builder) streams(n node, env []*tile.Tile, v *tile.Tile) *tile.Tile {
	k, m, l, o := w.k, n.move, w.l[n.layout], tile.I(0)
	pipe := tile.Pipeline{Phases: m.phases, Apart: m.apart}
	staged := make([]*tile.LDS, len(m.inputs))
	for i, in := range m.inputs {
		x, from := w.moved[in.elem], w.l[n.n%2]
		stream := tile.Stream{Buffers: in.buffers, Ahead: in.ahead, Early: in.early, At: in.at}
		at := func(step tile.Index) tile.Index { return step.Plus(tile.I(int64(i))) }
		if in.kind != 2 {
			staged[i] = w.staging(in, in.kind == 1, in.buffers, from, l)
		}
		switch in.kind {
		case 0:
			stream.Load = func(step tile.Index) []*tile.Tile { return []*tile.Tile{k.Load(x, from, at(step), o, o)} }
			stream.Put = func(buffer tile.Index, t []*tile.Tile) { staged[i].Store(t[0], buffer, 0, 0) }
		case 1:
			stream.Direct = func(step, buffer tile.Index) { staged[i].Copy(x, buffer, at(step), o, o) }
		case 2:
			stream.Load = func(step tile.Index) []*tile.Tile { return []*tile.Tile{k.Load(x, l, at(step), o, o)} }
		}
		if in.kind != 2 && !in.inside {
			stream.Fetch = func(buffer tile.Index, _ int) []*tile.Tile { return []*tile.Tile{staged[i].Load(l, buffer, 0, 0)} }
		}
		pipe.Streams = append(pipe.Streams, stream)
	}
	compute := func(part int) func(tile.Stage, tile.Values) tile.Values {
		return func(s tile.Stage, c tile.Values) tile.Values {
			sum := c.Tile(0)
			for i, in := range m.inputs {
				tiles := s.Tiles[i]
				if in.inside {
					tiles = []*tile.Tile{staged[i].Load(l, s.Buffers[i], 0, 0)}
				}
				if len(tiles) > 0 { // fetched
					sum = w.mixed(sum, tiles[0], i+1, s.Step, part)
				}
			}
			if s.Phase == m.phases-1 {
				sum = w.body(n.body, env, sum)
			}
			return tile.Values{sum}
		}
	}
	pipe.Steps, pipe.Compute = w.steps(m, 0), compute(0)
	for i := range m.steps[1:] {
		pipe.Then = append(pipe.Then, tile.Part{Steps: w.steps(m, i+1), Compute: compute(i + 1)})
	}
	c := tile.Values{v}
	run := func() {
		c = k.Run(pipe, c)
		if m.twice {
			c = k.Run(pipe, c)
		}
	}
	if m.apart && w.waves > 1 {
		k.Barrier() // the group behind may still read what the one before overwrites
		k.Stagger(2, run)
	} else {
		run()
	}
	return c.Tile(0)
}

// async is a loop whose loads are groups, some of which are under way all the time.
func (w *builder) async(n node, env []*tile.Tile, v *tile.Tile) *tile.Tile {
	k, m, l, in := w.k, n.move, w.l[n.layout], n.move.inputs[0]
	ahead := 1 + in.ahead
	lds := w.staging(in, true, ahead+1, l, l)
	w.settle()
	for i := range int64(ahead) {
		w.group(lds, in, tile.I(i), tile.I(i))
	}
	sum := v
	if m.twice { // while all of them are under way
		sum = w.body(n.body, env, sum)
	}
	sum = k.For(tile.I(0), w.steps(m, 0), tile.I(1), tile.Values{sum}, func(i tile.Index, c tile.Values) tile.Values {
		k.Await(ahead - 1)
		k.Barrier()
		next := i.Plus(tile.I(int64(ahead)))
		w.group(lds, in, next, next.Mod(int64(ahead+1)))
		sum := w.mixed(c.Tile(0), lds.Load(l, i.Mod(int64(ahead+1)), 0, 0), 1, i, 0)
		return tile.Values{w.body(n.body, env, sum)}
	}).Tile(0)
	if !m.abandoned {
		w.settle()
	}
	return sum
}

// settle ends all groups under way.
func (w *builder) settle() {
	w.k.Await(0)
	w.k.Barrier()
}

// group begins the loads of a tile.
func (w *builder) group(lds *tile.LDS, in movedInput, tileNumber, buffer tile.Index) {
	w.k.Async(func() { lds.Copy(w.moved[in.elem], buffer, tileNumber, tile.I(0), tile.I(0)) })
}

// roles are groups of waves that load, and as many that compute.
func (w *builder) roles(n node, v *tile.Tile) *tile.Tile {
	k, m, l, o := w.k, n.move, w.l[n.layout], tile.I(0)
	steps, of := w.steps(m, 0), w.waves/m.groups
	results := k.LDS(ir.F32, w.rows, w.cols, len(m.inputs), tile.Loaded(l))
	w.settle()
	var load, compute []func()
	for i, in := range m.inputs {
		ahead := 1 + in.ahead
		// Only a role has its layouts; the LDS does not know them.
		in.plain = true
		lds := k.LDS(movedElems[in.elem], w.rows, w.cols, ahead+1)
		if in.kind == 1 {
			lds = k.LDS(movedElems[in.elem], w.rows, w.cols, ahead+1, tile.Direct())
		}
		load = append(load, func() {
			if in.kind == 1 {
				for i := range int64(ahead) {
					w.group(lds, in, tile.I(i), tile.I(i))
				}
			}
			k.For(o, steps, tile.I(1), nil, func(i tile.Index, _ tile.Values) tile.Values {
				if in.kind == 1 {
					k.Await(ahead - 1)
					k.Barrier()
					next := i.Plus(tile.I(int64(ahead)))
					w.group(lds, in, next, next.Mod(int64(ahead+1)))
				} else {
					from := randomLayouts[in.layout](k, w.rows, w.cols, of)
					lds.Store(k.Load(w.moved[in.elem], from, i, o, o), i.Mod(int64(ahead+1)), 0, 0)
					k.Barrier()
				}
				return nil
			})
			if !m.abandoned {
				k.Await(0)
			}
		})
		compute = append(compute, func() {
			l := randomLayouts[in.layout](k, w.rows, w.cols, of)
			sum := k.For(o, steps, tile.I(1), tile.Values{k.Fill(l, ir.F32, 1)}, func(j tile.Index, c tile.Values) tile.Values {
				k.Barrier()
				return tile.Values{w.mixed(c.Tile(0), lds.Load(l, j.Mod(int64(ahead+1)), 0, 0), i+1, j, 0)}
			}).Tile(0)
			results.Store(sum, tile.I(int64(i)), 0, 0)
		})
	}
	k.Roles(append(load, compute...)...)
	k.Barrier()
	for i := range m.inputs {
		v = w.limited(k.Sub(results.Load(l, tile.I(int64(i)), 0, 0), v))
	}
	return v
}

// exchange passes tiles between groups of waves that are barriers apart.
func (w *builder) exchange(n node, v *tile.Tile) *tile.Tile {
	k, m, l := w.k, n.move, w.l[n.layout]
	turns := 1 + m.steps[0]
	if m.groups < 2 {
		return k.Relayout(v, l)
	}
	lds := k.LDS(ir.F32, w.rows, w.cols, 2*m.groups, tile.Stored(v.Layout), tile.Loaded(l))
	k.Barrier()
	var sum *tile.Tile
	k.Stagger(m.groups, func() {
		for i := range turns + m.groups {
			buffer := func(i int) tile.Index { return tile.I(int64(i % (2 * m.groups))) }
			if i < turns {
				lds.Store(k.Add(v, k.Like(v, float64(i))), buffer(i), 0, 0)
			}
			k.Barrier()
			if at := i - m.groups + 1; at == 0 {
				sum = lds.Load(l, buffer(at), 0, 0)
			} else if at > 0 && at < turns {
				sum = k.Sub(lds.Load(l, buffer(at), 0, 0), sum)
			}
		}
	})
	return w.limited(sum)
}

// transposed reads what is stored as rows as the k of a matrix instruction.
func (w *builder) transposed(n node, v *tile.Tile) *tile.Tile {
	k, m, l, in, o := w.k, n.move, w.l[n.layout], n.move.inputs[0], tile.I(0)
	elem := movedElems[in.elem]
	to := k.MMA(elem, elem, 16, w.waves, 1).BTransposed(w.cols, w.rows)
	use := tile.Stored(l)
	switch {
	case m.open && in.padded:
		use = tile.Padded()
	case m.open:
		use = tile.Direct()
	}
	lds := k.LDS(elem, w.rows, w.cols, 1, use, tile.LoadedTransposed(to))
	k.Barrier()
	if m.open {
		lds.Copy(w.moved[in.elem], o, tile.I(int64(n.n)), o, o)
	} else {
		t := w.limited(v)
		if elem == ir.I8 {
			t = k.Convert(t, ir.I32)
		}
		lds.Store(k.Convert(t, elem), o, 0, 0)
	}
	k.Barrier()
	t := k.Convert(lds.LoadTransposed(to, o, 0, 0), ir.F32)
	return w.limited(k.Sub(k.Relayout(t.T(), l), v))
}

// steps is a number of steps.
func (p *program) steps(m *movement, part int) int {
	if m.open && part == 0 {
		return m.steps[0] + p.trips
	}
	return m.steps[part]
}

// moving is the reference of moves.
func (p *program) moving(in *inputs, n node, env []*plane, v *plane) *plane {
	m := n.move
	mix := func(sum *plane, number, factor, bias int) *plane {
		return p.filled(full, func(r, c int) float64 { return mixed(sum.at(r, c), p.moved(in, number, r, c), factor, bias) })
	}
	switch n.op {
	case "streams":
		for range map[bool]int{false: 1, true: 2}[m.twice] {
			v = p.streamed(in, n, env, v, mix)
		}
	case "async":
		if m.twice {
			v = p.body(in, n.body, env, v)
		}
		for i := range p.steps(m, 0) {
			v = p.body(in, n.body, env, mix(v, i, 1, i))
		}
	case "roles":
		for i := range m.inputs {
			sum := p.filled(full, func(int, int) float64 { return 1 })
			for step := range p.steps(m, 0) {
				sum = mix(sum, step, i+1, step)
			}
			old := v
			v = p.filled(full, func(r, c int) float64 { return bounded(sum.at(r, c) - old.at(r, c)) })
		}
	case "exchange":
		if m.groups < 2 {
			return v
		}
		return p.filled(full, func(r, c int) float64 {
			sum := v.at(r, c)
			for i := 1; i <= m.steps[0]; i++ {
				sum = v.at(r, c) + float64(i) - sum
			}
			return bounded(sum)
		})
	case "transposed":
		return p.filled(full, func(r, c int) float64 {
			x := bounded(v.at(r, c))
			if m.open {
				x = p.moved(in, n.n, r, c)
			}
			return bounded(x - v.at(r, c))
		})
	}
	return v
}

// streamed is the reference of a pipeline.
func (p *program) streamed(in *inputs, n node, env []*plane, v *plane, mix func(sum *plane, number, factor, bias int) *plane) *plane {
	m, step := n.move, 0
	for part := range m.steps {
		for range p.steps(m, part) {
			for phase := range m.phases {
				for i, x := range m.inputs {
					if len(x.at) == 0 || phase >= x.at[0] {
						v = mix(v, step+i, i+1, step+part)
					}
				}
			}
			v = p.body(in, n.body, env, v)
			step++
		}
	}
	return v
}
