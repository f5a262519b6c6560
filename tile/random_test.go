package tile_test

import (
	"flag"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"heddle/arch"
	"heddle/ir"
	"heddle/tile"
)

var (
	randomPrograms = flag.Int("tile.random", 14, "how many random programs TestRandom makes")
	randomSeed     = flag.Uint64("tile.seed", 1, "the seed of the first of them; each has the next one")
)

// A random program computes with whole numbers that floats hold exactly, so that the interpreter, the
// simulator and a reference in float64 agree to the bit in any order of sums.

// program is a random kernel: values that are computed one after the other.
type program struct {
	seed       uint64
	chip       *arch.Chip
	waves      int
	rows, cols int
	layouts    [2]int // by number in randomLayouts
	edge       int    // rows and columns by which the inputs are smaller than the tile
	trips      int    // an index in memory
	nodes      []node
}

// node is an operation on earlier values. n is a constant of it, and layout the one of the two that
// the result has.
type node struct {
	op          string
	args        []int
	n           int
	axis        tile.Axis
	form        form
	elem        byte // 'f', 'i' or 'b'
	layout      int
	body, other []node // of loops and branches: their last value is the result
	move        *movement
}

func (n node) String() string {
	s := fmt.Sprintf("%s%v n=%d axis=%d form=%d %c layout=%d", n.op, n.args, n.n, n.axis, n.form, n.elem, n.layout)
	if n.move != nil {
		s += fmt.Sprintf(" %+v", *n.move)
	}
	for _, body := range [][]node{n.body, n.other} {
		if body != nil {
			s += fmt.Sprint(" {", body, "}")
		}
	}
	return s
}

func (p *program) String() string {
	var b strings.Builder
	fmt.Fprintf(&b, "go test ./tile -run TestRandom -tile.random 1 -tile.seed %d\n%s, %d waves, %d x %d, layouts %v, edge %d, trips %d\n", p.seed, p.chip.Name, p.waves, p.rows, p.cols, p.layouts, p.edge, p.trips)
	for i, n := range p.nodes {
		fmt.Fprintf(&b, "%d: %s\n", i, n)
	}
	return b.String()
}

// form is which part of a tile a value has.
type form int

const (
	full form = iota
	row       // one row
	col       // one column
	one       // one element
)

// randomLayouts make the layouts; nil where the sizes do not fit.
var randomLayouts = []func(k *tile.Kernel, rows, cols, waves int) tile.Layout{
	func(k *tile.Kernel, rows, cols, _ int) tile.Layout { return k.Spread(rows, cols, 1) },
	func(k *tile.Kernel, rows, cols, _ int) tile.Layout { return k.Spread(rows, cols, 4) },
	func(k *tile.Kernel, rows, cols, _ int) tile.Layout { return k.SpreadDown(rows, cols, 2) },
	func(k *tile.Kernel, rows, cols, waves int) tile.Layout {
		return k.MMA(ir.BF16, ir.BF16, 16, 1, waves).C(rows, cols)
	},
	func(k *tile.Kernel, rows, cols, waves int) tile.Layout {
		return k.MMA(ir.BF16, ir.BF16, 16, waves, 1).C(rows, cols)
	},
	func(k *tile.Kernel, rows, cols, waves int) tile.Layout {
		return k.MMA(ir.BF16, ir.BF16, 16, 1, waves).A(rows, cols)
	},
	func(k *tile.Kernel, rows, cols, _ int) tile.Layout { return k.Blocks(rows, cols, 2, 2, 4) },
}

// generate makes a random program.
func generate(seed uint64) *program {
	r := rand.New(rand.NewPCG(seed, 17))
	p := &program{seed: seed, chip: arch.Chips[seed%uint64(len(arch.Chips))], waves: 1 << r.IntN(3), edge: r.IntN(4), trips: r.IntN(4)}
	p.rows, p.cols = 16<<r.IntN(3), 16<<r.IntN(3)
	if r.IntN(4) == 0 {
		p.rows = p.rows / 2 * 3
	} else if r.IntN(4) == 0 {
		p.cols = p.cols / 2 * 3
	}
	for i := range p.layouts {
		for p.layouts[i] = r.IntN(len(randomLayouts)); !p.fits(p.layouts[i]); {
			p.layouts[i] = r.IntN(len(randomLayouts))
		}
	}
	g := &generator{r: r, p: p, choices: slices.Concat(operations, movements)}
	for i := range 3 {
		g.add(node{op: "load", n: i, elem: 'f', layout: r.IntN(2)})
	}
	g.add(node{op: "numbers", n: r.IntN(9) - 4, elem: 'i', form: row + form(r.IntN(2))})
	if r.IntN(3) == 0 {
		g.add(node{op: []string{"product", "pipeline"}[r.IntN(2)], n: 1 + r.IntN(3), elem: 'f', layout: r.IntN(2)})
	}
	for range 4 + r.IntN(8) {
		g.step(true)
	}
	g.choices = movements
	for range r.IntN(4) {
		g.step(true)
	}
	// Tiles share LDS where they can. That many of those that move do is not certain.
	for p.nodes = g.nodes; p.lds() > p.chip.LDSBytes && slices.ContainsFunc(p.nodes, hasMoves); {
		p.nodes = p.nodes[:len(p.nodes)-1]
	}
	return p
}

// hasMoves reports whether an operation is one of the movements, or has some in its bodies.
func hasMoves(n node) bool {
	return n.move != nil || slices.ContainsFunc(n.body, hasMoves) || slices.ContainsFunc(n.other, hasMoves)
}

// fits reports whether a layout can be made.
func (p *program) fits(n int) (ok bool) {
	m := tile.NewModule(p.chip)
	m.Kernel("k", tile.Waves(p.waves), func(k *tile.Kernel) { randomLayouts[n](k, p.rows, p.cols, p.waves) })
	_, err := m.IR()
	return err == nil
}

// generator adds operations to a program, or to a body in it.
type generator struct {
	r     *rand.Rand
	p     *program
	nodes []node
	types []node // of all values that can be seen
	// choices are the operations to choose from, depth the number of bodies around.
	choices []string
	depth   int
}

func (g *generator) add(n node) {
	g.nodes = append(g.nodes, n)
	g.types = append(g.types, n)
}

// pick returns the number of a value that passes, -1 if there is none.
func (g *generator) pick(pass func(n node) bool) int {
	var list []int
	for i, n := range g.types {
		if pass(n) {
			list = append(list, i)
		}
	}
	if len(list) == 0 {
		return -1
	}
	// Mostly later ones.
	return list[max(g.r.IntN(len(list)), g.r.IntN(len(list)))]
}

// with returns a value of a type that can be combined with another.
func (g *generator) with(a node, elem byte) int {
	return g.pick(func(n node) bool {
		return n.elem == elem && (n.layout == a.layout || n.form == one && a.form == one) && (n.form == a.form || n.form == full || a.form == full || n.form == one || a.form == one || n.form+a.form == row+col)
	})
}

// joint is the form of an operation on two values.
func joint(a, b form) form {
	switch {
	case a == b || b == one:
		return a
	case a == one:
		return b
	}
	return full
}

// whole reports whether the sizes are powers of two.
func (p *program) whole() bool { return p.rows&(p.rows-1) == 0 && p.cols&(p.cols-1) == 0 }

var operations = []string{"add", "sub", "mul", "max", "min", "and", "or", "xor", "unary", "unary", "fma", "compare", "compare", "select", "select", "convert", "convert",
	"reduce", "reduce", "scan", "sort", "arg", "relayout", "gather", "scatter", "causal", "for", "if", "lazy"}

// step adds a random operation; outside of branches also those that need barriers.
func (g *generator) step(barriers bool) {
	r := g.r
	for range 20 {
		op := g.choices[r.IntN(len(g.choices))]
		elem := []byte{'f', 'f', 'i', 'b'}[r.IntN(4)]
		x := g.pick(func(n node) bool { return n.elem == elem })
		if x < 0 {
			continue
		}
		a := g.types[x]
		n := node{op: op, args: []int{x}, n: r.IntN(6), axis: tile.Axis(r.IntN(2)), form: a.form, elem: elem, layout: a.layout}
		if g.choose(&n, a, barriers) {
			g.add(n)
			return
		}
	}
}

// choose completes an operation on a, and reports whether it is one.
func (g *generator) choose(n *node, a node, barriers bool) bool {
	r, elem := g.r, n.elem
	second := func(elem byte) bool {
		y := g.with(a, elem)
		if y < 0 {
			return false
		}
		n.args = append(n.args, y)
		n.form = joint(n.form, g.types[y].form)
		return true
	}
	number, isFull := elem != 'b', a.form == full
	switch n.op {
	case "add", "sub", "mul", "max", "min":
		return number && second(elem)
	case "and", "or", "xor":
		return elem != 'f' && second(elem)
	case "fma":
		return elem == 'f' && second('f')
	case "unary":
		return number
	case "compare":
		n.elem = 'b'
		return number && second(elem)
	case "select":
		if !second('b') {
			return false
		}
		return number && n.form == a.form
	case "convert":
		n.elem = map[byte]byte{'f': 'i', 'i': 'f', 'b': 'f'}[elem]
		return true
	case "reduce":
		n.form = row
		if n.axis == tile.OverCols {
			n.form = col
		}
		return number && isFull && barriers
	case "scan", "sort":
		return number && isFull && barriers && g.p.whole()
	case "arg":
		n.form, n.elem = row, []byte{elem, 'i'}[n.n%2]
		if n.axis == tile.OverCols {
			n.form = col
		}
		return number && isFull && barriers && g.p.whole()
	case "relayout":
		n.layout = 1 - a.layout
		return number && isFull && barriers
	case "gather":
		n.form, n.elem = full, 'f'
		return elem == 'i' && (a.form == col || isFull)
	case "scatter":
		return elem == 'f' && isFull && barriers && g.p.whole() && second('i') && second('i')
	case "causal":
		n.form, n.elem = full, 'b'
		return true
	case "for":
		n.body = g.body(a, 1+r.IntN(3), barriers)
		return number && n.body != nil
	case "if":
		if !second('b') || n.form != a.form {
			return false
		}
		n.body, n.other = g.body(a, 1+r.IntN(2), barriers), g.body(a, 1+r.IntN(2), barriers)
		return number && barriers && n.body != nil && n.other != nil
	case "lazy":
		return elem == 'f'
	case "streams", "async", "roles", "exchange", "transposed":
		return elem == 'f' && isFull && barriers && g.move(n, a)
	}
	return false
}

// body makes operations that end with a value like one that they begin with, which is the newest of
// those that they see; nil if that is not found.
func (g *generator) body(like node, steps int, barriers bool) []node {
	inner := &generator{r: g.r, p: g.p, types: append(append([]node{}, g.types...), like), choices: operations, depth: g.depth + 1}
	if g.depth == 0 {
		inner.choices = slices.Concat(operations, movements)
	}
	for range steps {
		inner.step(barriers)
	}
	x := inner.pick(func(n node) bool { return n.elem == like.elem && n.form == like.form && n.layout == like.layout })
	if x < len(g.types) || len(inner.nodes) > 8 {
		return nil
	}
	inner.add(node{op: "unary", args: []int{x}, n: 2, form: like.form, elem: like.elem, layout: like.layout})
	return inner.nodes
}

// TestRandom compares random programs with the interpreter and with a reference.
func TestRandom(t *testing.T) {
	for i := range *randomPrograms {
		p := generate(*randomSeed + uint64(i))
		if !t.Run(fmt.Sprint(p.seed), p.test) {
			t.Log(p)
		}
	}
}
