package main

import (
	"fmt"

	"github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// vec is short for what operations compute with.
type vec = reg.VecVirtual

// op is an operation on lanes of 32 bits: what the Kernel named computes.
type op struct {
	name    string
	doc     string // what the kernel computes
	sources int
	float   bool // the kernel refuses NaN
	emit    emitFunc
	twice   bool // AVX2 has too few registers to keep the results: they are computed twice
}

// twice marks an operation.
func twice(o op) op {
	o.twice = true
	return o
}

// emitFunc computes a chunk of a row and names the f32 values of it that must
// not be NaN.
type emitFunc func(m *machine, s []vec) (r vec, watched []vec)

// integer is an operation that is right for all operands.
func integer(name, doc string, sources int, f func(m *machine, s []vec) vec) op {
	return op{name: name, doc: doc, sources: sources, emit: func(m *machine, s []vec) (vec, []vec) { return f(m, s), nil }}
}

// float is an operation that has f32 results; NaN operands show in them.
func float(name, doc string, sources int, f func(m *machine, s []vec) vec) op {
	return watching(name, doc, sources, func(m *machine, s []vec) (vec, []vec) {
		r := f(m, s)
		return r, []vec{r}
	})
}

// picky is an operation of f32 operands that must not be NaN. It must leave
// its sources as they are.
func picky(name, doc string, sources int, f func(m *machine, s []vec) vec) op {
	return watching(name, doc, sources, func(m *machine, s []vec) (vec, []vec) { return f(m, s), s })
}

// watching is an operation that says itself what must not be NaN.
func watching(name, doc string, sources int, f emitFunc) op {
	return op{name: name, doc: doc, sources: sources, float: true, emit: f}
}

// pairOp is an operation that has operands and a result of 64 bits.
type pairOp struct {
	name    string
	doc     string
	sources []int // their dwords; one that has a single dword is extended by zeros
	nan     nanCheck
	emit    func(m *machine, s []vec) vec
}

// nanCheck says which NaN in f64 a kernel leaves to the plain engine.
type nanCheck uint8

const (
	noNaN nanCheck = iota // none: not an operation of floats
	nanResult
	nanOperand
)

// twinOp is an operation on the low and the high dwords of pairs alike.
type twinOp struct {
	name string
	doc  string
	of   string // the operation on one dword, of ops
}

const kernelSignature = "func(dst, a, b, c *[64]uint32, mask uint64) bool"

// chunkFunc computes chunk i: one or two rows of the result, and the values
// that must not be NaN, in one vector for f32, as split makes them for f64.
type chunkFunc func(i int) (rows []vec, watched [][]vec)

// shape is what kernels differ in besides what they compute.
type shape struct {
	sources int
	refuses bool // it has values that must not be NaN
	// Kernels that can refuse compute all before they store. With keep the
	// results stay in registers, else they are computed twice.
	keep bool
}

// kernel emits a Kernel around the computation of its chunks.
func (m *machine) kernel(name, doc string, s shape, chunk func(p []pointer) chunkFunc) {
	m.begin(name, kernelSignature, fmt.Sprintf("%s computes %s.", name, doc))
	p := m.pointers([]string{"dst", "a", "b", "c"}[:1+s.sources]...)
	m.masked(p, s, chunk(p[1:]))
}

// masked emits a computation in the lanes of the parameter mask, with a
// shorter way for all.
func (m *machine) masked(p []pointer, s shape, chunk chunkFunc) {
	mask := m.word("mask")
	some, bad := m.label("some"), m.label("bad")
	m.CMPQ(mask, operand.I8(-1))
	m.JNE(operand.LabelRef(some))
	m.kernelBody(p, nil, s, chunk, bad)
	m.Label(some)
	m.kernelBody(p, mask, s, chunk, bad)
	if s.refuses {
		m.Label(bad)
		m.result(false)
	}
}

// kernelBody is the code for all lanes, if mask is nil, or for those of mask.
func (m *machine) kernelBody(p []pointer, mask reg.GPVirtual, s shape, chunk chunkFunc, bad string) {
	m.body()
	put := func(rows []vec, i int) {
		for row, v := range rows {
			if mask != nil {
				v = m.merge(m.laneFlags(mask, i), v, m.load(m.at(p[0], row, i)))
			}
			m.store(v, m.at(p[0], row, i))
		}
	}
	kept := make([][]vec, m.chunks())
	var nan []flags
	var watched [][]vec
	for i := range kept {
		rows, w := chunk(i)
		switch {
		case !s.refuses:
			put(rows, i)
			continue
		case mask != nil:
			f := m.both(m.laneFlags(mask, i), m.nanLanes(w))
			nan = m.accumulate(nan, f)
		default:
			watched = append(watched, w...)
			if len(watched) > 1 || i == len(kept)-1 || len(watched[0]) > 1 {
				nan = m.accumulate(nan, m.anyNaN(watched)...)
				watched = nil
			}
		}
		kept[i] = rows
	}
	if s.refuses {
		m.jumpIfEither(nan[0], nan[len(nan)-1], bad)
		for i, rows := range kept {
			if !s.keep {
				rows, _ = chunk(i)
			}
			put(rows, i)
		}
	}
	m.result(true)
}

// unordered is the predicate that holds if one of two values is NaN.
const unordered = 3

// accumulate adds flags to a list of up to two.
func (m *machine) accumulate(all []flags, more ...flags) []flags {
	for _, f := range more {
		if len(all) < 2 {
			all = append(all, f)
		} else {
			all = []flags{m.either(all[0], f), all[1]}
		}
	}
	return all
}

// nanLanes is the lanes of a chunk that have a NaN in one of the values.
func (m *machine) nanLanes(watched [][]vec) flags {
	var all flags
	for i := 0; i < len(watched); i += 2 {
		x, y := watched[i], watched[min(i+1, len(watched)-1)]
		var f flags
		if len(x) == 2 {
			f = m.compareFloat64(unordered, [2]vec(x), [2]vec(y))
		} else {
			f = m.compareFloat32(unordered, x[0], y[0])
		}
		if i == 0 {
			all = f
		} else {
			all = m.either(all, f)
		}
	}
	return all
}

// anyNaN is flags, of whichever lanes, that are set if there is a NaN.
func (m *machine) anyNaN(watched [][]vec) []flags {
	var found []flags
	if len(watched[0]) == 2 {
		for _, w := range watched {
			found = append(found, m.compareHalves(unordered, w[0], w[1]))
		}
		return found
	}
	for i := 0; i < len(watched); i += 2 {
		found = append(found, m.compareFloat32(unordered, watched[i][0], watched[min(i+1, len(watched)-1)][0]))
	}
	return found
}

func (m *machine) result(ok bool) {
	to, err := m.ReturnIndex(0).Resolve()
	if err != nil {
		panic("BUG: " + err.Error())
	}
	m.MOVB(operand.U8(map[bool]uint8{false: 0, true: 1}[ok]), to.Addr)
	m.end()
}

func (o *op) chunk(m *machine, p []pointer) chunkFunc {
	return func(i int) ([]vec, [][]vec) {
		r, watched := o.row(m, p, 0, i)
		return []vec{r}, watched
	}
}

// row computes a chunk of one row of the result.
func (o *op) row(m *machine, p []pointer, row, i int) (vec, [][]vec) {
	s := make([]vec, o.sources)
	for k := range s {
		s[k] = m.load(m.at(p[k], row, i))
	}
	r, w := o.emit(m, s)
	watched := make([][]vec, len(w))
	for k := range w {
		watched[k] = []vec{w[k]}
	}
	return r, watched
}

// chunk of a twin is that of its operation, for both rows.
func (t *twinOp) chunk(m *machine, o *op, p []pointer) chunkFunc {
	return func(i int) ([]vec, [][]vec) {
		lo, watched := o.row(m, p, 0, i)
		hi, more := o.row(m, p, 1, i)
		return []vec{lo, hi}, append(watched, more...)
	}
}

func (o *pairOp) chunk(m *machine, p []pointer) chunkFunc {
	return func(i int) ([]vec, [][]vec) {
		half := [2][]vec{make([]vec, len(o.sources)), make([]vec, len(o.sources))}
		for k, dwords := range o.sources {
			lo, hi := m.load(m.at(p[k], 0, i)), m.constant64(0)
			if dwords == 2 {
				hi = m.load(m.at(p[k], 1, i))
			}
			x := m.split(lo, hi)
			half[0][k], half[1][k] = x[0], x[1]
		}
		var watched [][]vec
		if o.nan == nanOperand {
			for k := range o.sources {
				watched = append(watched, []vec{half[0][k], half[1][k]})
			}
		}
		r := []vec{o.emit(m, half[0]), o.emit(m, half[1])}
		if o.nan == nanResult {
			watched = append(watched, r)
		}
		lo, hi := m.join([2]vec(r))
		return []vec{lo, hi}, watched
	}
}
