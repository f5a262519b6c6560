package random

import (
	"fmt"
	"strings"

	"heddle/arch"
	"heddle/ir"
)

// level is the scope within which something is uniform: a value, or the path through the program.
type level int

const (
	apart   level = iota // of control flow: lanes of a wave may be in different blocks, and do not meet
	perLane              // structure makes lanes reconverge
	perWave
	perGroup
)

// value is an SSA value.
type value struct {
	name  string
	ty    string  // its type as text
	t     ir.Type // nil for a memref
	level level
	// below is an exclusive upper bound of a nonnegative index; 0 if none is known.
	below int64
	top   bool // in the outermost region: affine operations take it
	loop  bool // the counter of an affine.for, which is not a symbol
	wild  bool // an index of any size that addresses are made with
	used  bool
}

// gen makes one program.
type gen struct {
	*choices
	Options
	chip                 *arch.Chip
	body                 strings.Builder
	vals                 []*value   // visible, oldest first
	consts               []constant // visible
	sized                bool       // an operation needs a stated workgroup size
	intTypes, floatTypes []ir.Type  // of the program
	shapes               [][]int64
	next                 int // number of the next value
	ops                  int
	work                 int64 // operations that lanes execute, at most
	most                 int   // operations to make

	level       level // of the control flow here
	depth       int   // of regions
	loops       int   // around here
	weight      int   // product of the iterations of the loops around here
	isolated    bool  // in a function: there are no buffers
	grid, block [3]uint32
	lanes       int64 // of a workgroup
	total       int64 // of the launch
	full        int64 // aligned groups of this many lanes of a wave are complete

	lin, gid *value // number of the lane in the workgroup and in the launch

	params   []*param
	inputs   map[string]*mem
	outs     map[string]*output
	shared   []*mem // LDS that has been written
	pools    []*mem // all LDS buffers
	ldsLeft  int64
	sharers  []*value // memrefs in LDS that are arguments of the kernel
	module   strings.Builder
	outputs  []Output
	math     int // functions of reals made
	blocks   int // of the graph
	counter  *output
	matrices int
	sides    int // blocks around here that not all lanes come to
	table    []statement
	// graph means that the program has blocks. Then a wave's lanes meet only where all of them
	// arrive: while some are in a branch, the others may continue to other blocks.
	graph bool
}

// param is a parameter of the kernel.
type param struct {
	v    *value
	args []Arg
	buf  int // number of the buffer, -1 if there is none
	name string
	data []byte
	late func() // completes data and type when the program is made
}

// mem is a memref and what is known about it.
type mem struct {
	v     *value
	elem  ir.Type
	sizes []int64
	unit  bool // the last dimension has stride 1
}

func (g *gen) has(f Features) bool { return g.Features&f == f }

// chance is true a times of b.
func (g *gen) chance(a, b int) bool { return g.n(b) >= b-a }

func pick[T any](g *gen, list ...T) T { return list[g.n(len(list))] }

// in returns the base of values' levels.
func in(vs []*value) level {
	l := perGroup
	for _, v := range vs {
		l = min(l, v.level)
	}
	return l
}

func (g *gen) fresh(t ir.Type, ty string, l level) *value {
	if t != nil {
		ty = t.String()
	}
	g.next++
	return &value{name: fmt.Sprintf("%%v%d", g.next), ty: ty, t: t, level: l, top: g.depth == 0}
}

func (g *gen) line(format string, args ...any) {
	for range g.depth + 3 {
		g.body.WriteString("  ")
	}
	fmt.Fprintf(&g.body, format, args...)
	g.body.WriteByte('\n')
}

func names(vs []*value) string {
	list := make([]string, len(vs))
	for i, v := range vs {
		list[i] = v.name
	}
	return strings.Join(list, ", ")
}

func types(vs []*value) string {
	list := make([]string, len(vs))
	for i, v := range vs {
		list[i] = v.ty
	}
	return strings.Join(list, ", ")
}

// results are new values that an operation will define.
func (g *gen) results(l level, ts []ir.Type) []*value {
	vs := make([]*value, len(ts))
	for i, t := range ts {
		vs[i] = g.fresh(t, "", l)
	}
	return vs
}

// define returns the left side of an operation: its results are numbers of one name if there are
// several.
func define(vs []*value) string {
	switch len(vs) {
	case 0:
		return ""
	case 1:
		return vs[0].name + " = "
	}
	base := vs[0].name
	for i, v := range vs {
		v.name = fmt.Sprintf("%s#%d", base, i)
	}
	return fmt.Sprintf("%s:%d = ", base, len(vs))
}

// put writes an operation.
func (g *gen) put(results []*value, name, attrs string, operands []*value) {
	g.ops++
	g.work += int64(g.weight) * g.total
	if attrs != "" {
		attrs = " <{" + attrs + "}>"
	}
	for _, o := range operands {
		o.used = true
	}
	g.line("%s\"%s\"(%s)%s : (%s) -> (%s)", define(results), name, names(operands), attrs, types(operands), types(results))
}

// op writes an operation of one result.
func (g *gen) op(name, attrs string, t ir.Type, operands ...*value) *value {
	r := g.fresh(t, "", in(operands))
	g.put([]*value{r}, name, attrs, operands)
	return r
}

// opN writes an operation of several results.
func (g *gen) opN(name, attrs string, ts []ir.Type, operands ...*value) []*value {
	r := g.results(in(operands), ts)
	g.put(r, name, attrs, operands)
	return r
}

// do writes an operation without results.
func (g *gen) do(name, attrs string, operands ...*value) { g.put(nil, name, attrs, operands) }

// opMem writes an operation that makes a memref.
func (g *gen) opMem(name, attrs, ty string, operands ...*value) *value {
	r := g.fresh(nil, ty, in(operands))
	g.put([]*value{r}, name, attrs, operands)
	return r
}

// keep makes values visible to later operations.
func (g *gen) keep(vs ...*value) { g.vals = append(g.vals, vs...) }

// index returns a constant index.
func (g *gen) index(n int64) *value {
	v := g.known(fmt.Sprintf("value = %d : index", n), ir.Index)
	v.below = n + 1
	return v
}

// known returns a constant: one that is there already, mostly, or a new one.
func (g *gen) known(attrs string, t ir.Type) *value {
	for i := len(g.consts) - 1; i >= 0; i-- {
		if c := g.consts[i]; c.attrs == attrs && c.v.t == t && !g.chance(1, 8) {
			return c.v
		}
	}
	v := g.op("arith.constant", attrs, t)
	g.ops--
	g.consts = append(g.consts, constant{attrs, v})
	return v
}

// constant is one that is visible.
type constant struct {
	attrs string
	v     *value
}

func (g *gen) i32(n int64) *value {
	return g.known(fmt.Sprintf("value = %d : i32", n), ir.I32)
}

// segments returns the attribute that divides operands into groups.
func segments(n ...int) string {
	list := make([]string, len(n))
	for i, x := range n {
		list[i] = fmt.Sprint(x)
	}
	return "operandSegmentSizes = array<i32: " + strings.Join(list, ", ") + ">"
}

func i64s(n ...int64) string {
	if len(n) == 0 {
		return "array<i64>"
	}
	list := make([]string, len(n))
	for i, x := range n {
		list[i] = fmt.Sprint(x)
	}
	return "array<i64: " + strings.Join(list, ", ") + ">"
}

func vec(elem ir.Type, shape ...int64) ir.Type {
	if len(shape) == 0 {
		return elem
	}
	return ir.Vector(elem, shape...)
}

func lenOf(t ir.Type) int64 {
	n := int64(1)
	for _, d := range ir.VectorShape(t) {
		n *= d
	}
	return n
}

func isFloat(t ir.Type) bool { _, ok := ir.ElemType(t).(ir.FloatType); return ok }

// width returns the bits of an element.
func width(t ir.Type) int {
	w, ok := ir.BitWidth(ir.ElemType(t))
	if !ok || ir.ElemType(t) == ir.Index {
		return 64
	}
	return w
}

// scope runs f with what it makes visible only inside.
func (g *gen) scope(f func()) {
	n, s, c := len(g.vals), len(g.shared), len(g.consts)
	f()
	g.vals, g.shared, g.consts = g.vals[:n], g.shared[:s], g.consts[:c]
}

// region is scope in a nested region, with the control flow at a level.
func (g *gen) region(l level, f func()) {
	old := g.level
	if g.graph && l < perWave {
		l = apart
	}
	g.level = min(old, l)
	g.depth++
	g.scope(f)
	g.depth--
	g.level = old
}

// statements makes statements, at most most, as long as there is room.
func (g *gen) statements(most int) {
	for i := 0; i < most && g.ops < g.most && g.work < 2*mostWork; i++ {
		start := len(g.made)
		if g.n(1<<16) == 0 { // rarely, except after the end of a stream
			return
		}
		g.statement()
		g.spans = append(g.spans, [2]int{start, len(g.made)})
	}
}

// statement makes one of the statements that are allowed here.
func (g *gen) statement() {
	sum := 0
	for i := range g.table {
		if g.may(&g.table[i]) {
			sum += g.weightOf(&g.table[i])
		}
	}
	k := g.n(sum)
	for i := range g.table {
		s := &g.table[i]
		if !g.may(s) {
			continue
		}
		if k -= g.weightOf(s); k < 0 {
			s.make(g)
			return
		}
	}
}

// statement is a way to make operations.
type statement struct {
	needs  Features
	level  level // of the control flow
	full   bool  // needs complete waves
	weight int
	make   func(g *gen)
}

func (g *gen) may(s *statement) bool {
	return g.has(s.needs) && g.level >= s.level && (!s.full || g.full == int64(g.chip.WaveSize))
}

// weightOf is how often a statement is made, compared with others.
func (g *gen) weightOf(s *statement) int {
	if s.needs&g.Focus != 0 {
		return 16 * s.weight
	}
	return s.weight
}
