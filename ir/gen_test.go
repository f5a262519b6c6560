package ir

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
)

// templates are operations as text, for rows that random types hardly ever
// satisfy. Operands that the text does not define become values of their types.
// Dialects have theirs in gen_<dialect>_test.go.
var templates = [][]string{baseTemplates, gpuTemplates, affineTemplates, memrefTemplates, vectorTemplates, amdgpuTemplates, rocdlTemplates}

var baseTemplates = []string{
	`%0 = "arith.select"(%c, %a, %b) : (i1, memref<4xf32>, memref<4xf32>) -> memref<4xf32>`,
	`%0 = "arith.select"(%c, %a, %b) : (vector<4xi1>, vector<4xf32>, vector<4xf32>) -> vector<4xf32>`,
	`%0 = "arith.index_cast"(%a) : (memref<4xindex>) -> memref<4xi32>`,
	`%0 = "arith.bitcast"(%a) : (memref<4xf32>) -> memref<4xi32>`,
	`"func.call"(%a) <{callee = @callee}> : (i32) -> i32`,
	`%0 = "func.call"(%a) <{callee = @callee, no_inline, arg_attrs = [{llvm.noundef}]}> : (i32) -> i32`,
	`"cf.assert"(%a) <{msg = "a \22b\22"}> : (i1) -> ()`,
	`%0 = "arith.scaling_extf"(%a, %b) <{fastmath = #arith.fastmath<nnan>}> : (vector<4xf8E4M3FN>, vector<4xf8E8M0FNU>) -> vector<4xf32>`,
	`%0 = "arith.scaling_truncf"(%a, %b) <{roundingmode = 3 : i32}> : (f32, f8E8M0FNU) -> f4E2M1FN`,
	`%0 = "memref.get_global"() <{name = @global}> : () -> memref<4xf32>`,
	`%0:2 = "builtin.unrealized_conversion_cast"(%a, %b) : (i32, f32) -> (index, tuple<i32>)`,
}

// generator makes random modules out of the declarations.
type generator struct {
	*rand.Rand
	made  map[string]int  // how many of each operation
	loose bool            // do not check what is made
	tried map[string]bool // templates, and whether they ever verified
}

func newGenerator(seed uint64) *generator {
	return &generator{Rand: rand.New(rand.NewPCG(seed, 5)), made: map[string]int{}, tried: map[string]bool{}}
}

// pool is the values that can be used at a place.
type pool struct {
	block  *Block
	values []*Value
}

func pick[T any](g *generator, list []T) T { return list[g.IntN(len(list))] }

var (
	genScalars = []Type{I1, I8, I16, I32, I64, I32, I64, I4, Integer(37, Signless), Integer(128, Signless), Index, Index, Index,
		F16, BF16, F32, F32, F64, F8E4M3FN, F8E5M2, F8E4M3FNUZ, F8E5M2FNUZ, F8E8M0FNU, F6E2M3FN, F6E3M2FN, F4E2M1FN, TF32,
		Integer(8, Signed), Integer(16, Unsigned)}
	genSizes  = []int64{1, 2, 3, 4, 8, 16, 32}
	genSpaces = []Attr{nil, nil, nil, Int(I64, 3), Int(I32, 1), DialectOpaque("gpu", "address_space<workgroup>"), DialectOpaque("amdgpu", "address_space<fat_raw_buffer>")}
)

// randomType makes a type of any kind.
func (g *generator) randomType() Type {
	switch g.IntN(12) {
	case 0, 1, 2, 3, 4:
		return pick(g, genScalars)
	case 5, 6, 7:
		return g.randomVector()
	case 8, 9:
		return g.randomMemRef()
	case 10:
		return pick(g, []Type{None, Opaque("stream", "binding"), Opaque("gpu", "async.token"), Opaque("llvm", "ptr"), Opaque("llvm", "ptr<3>"),
			Function([]Type{I32, F32}, []Type{I1}), Function(nil, []Type{Function(nil, nil)}), newTuple([]Type{I32, Index}), newTuple(nil), newComplex(F32)})
	}
	return newTensor(pick(g, genScalars), Shape{pick(g, genSizes), Dynamic}[:g.IntN(3)], false, nil)
}

func (g *generator) randomVector() Type {
	var shape Shape
	var scales []bool
	for range pick(g, []int{0, 1, 1, 1, 1, 2, 2, 3}) {
		shape = append(shape, pick(g, genSizes))
		scales = append(scales, false)
	}
	if len(shape) > 0 && g.IntN(30) == 0 {
		scales[g.IntN(len(shape))] = true
	} else {
		scales = nil
	}
	return newVector(pick(g, genScalars), shape, scales)
}

func (g *generator) randomMemRef() Type {
	var shape Shape
	for range g.IntN(4) {
		shape = append(shape, pick(g, []int64{1, 2, 4, 16, 64, Dynamic}))
	}
	elem := pick(g, genScalars)
	if g.IntN(10) == 0 {
		elem = g.randomVector()
		if elem.(*VectorType).Scalable != nil {
			elem = F32
		}
	}
	if g.IntN(20) == 0 {
		return newMemRef(elem, nil, true, nil, pick(g, genSpaces))
	}
	var layout Attr
	switch g.IntN(5) {
	case 0:
		s := &StridedAttr{Offset: pick(g, []int64{0, 5, Dynamic})}
		for range shape {
			s.Strides = append(s.Strides, pick(g, []int64{1, 4, 64, Dynamic, 1}))
		}
		layout = s
	case 1:
		if len(shape) == 2 {
			layout = &AffineMapAttr{&AffineMap{Dims: 2, Results: []*AffineExpr{AffineDimension(1), AffineDimension(0)}}}
		}
	}
	return MemRef(elem, shape, layout, pick(g, genSpaces))
}

// typeIn makes a type of a set, nil if it finds none.
func (g *generator) typeIn(c *Constraint) Type {
	for range 200 {
		if t := g.randomType(); c.Has(t) {
			return t
		}
	}
	return nil
}

// value gives a value of a set, of a wanted type if that is not nil.
func (g *generator) value(p *pool, c *Constraint, want Type) *Value {
	if want != nil && c.Has(want) {
		return g.valueOf(p, want)
	}
	if g.IntN(4) > 0 {
		for range 10 {
			if len(p.values) == 0 {
				break
			}
			if v := pick(g, p.values); c.Has(v.Type) {
				return v
			}
		}
	}
	t := g.typeIn(c)
	if t == nil {
		return nil
	}
	return g.valueOf(p, t)
}

// valueOf gives a value of a type; out of nothing if there is none.
func (g *generator) valueOf(p *pool, t Type) *Value {
	for range 4 {
		if len(p.values) > 0 {
			if v := pick(g, p.values); SameType(v.Type, t) {
				return v
			}
		}
	}
	for _, v := range p.values {
		if SameType(v.Type, t) && g.IntN(2) == 0 {
			return v
		}
	}
	op := p.block.Append(NewOp("builtin.unrealized_conversion_cast", nil, []Type{t}))
	p.values = append(p.values, op.Results[0])
	return op.Results[0]
}

// operation makes an operation of the declaration; nil if that fails.
func (g *generator) operation(p *pool, d *OpDecl) *Operation {
	if len(d.Regions) > 0 || len(d.Successors) > 0 || d.Parents != nil || d.Is(Terminator) {
		return nil
	}
	for range 20 {
		op := &Operation{Decl: d, Block: p.block}
		if !g.attributes(op) || !g.operands(p, op) {
			continue
		}
		if !g.results(op) {
			continue
		}
		return op
	}
	return nil
}

func (g *generator) attributes(op *Operation) bool {
	for i := range op.Decl.Attrs {
		d := &op.Decl.Attrs[i]
		if d.Newer || d.Optional && g.IntN(3) > 0 {
			continue
		}
		if len(d.Kind.Samples) == 0 {
			if d.Optional {
				continue
			}
			return false
		}
		a, err := ParseAttr(pick(g, d.Kind.Samples))
		if err != nil {
			panic(err)
		}
		op.SetAttr(d.Name, a)
	}
	op.addDefaults()
	return true
}

func (g *generator) operands(p *pool, op *Operation) bool {
	var segments []int64
	var want Type
	for i := range op.Decl.Operands {
		d := &op.Decl.Operands[i]
		n := 1
		switch d.Count {
		case Optional:
			n = g.IntN(2)
		case Variadic:
			n = g.IntN(4)
		}
		for range n {
			v := g.value(p, d.Type, want)
			if v == nil {
				return false
			}
			op.Operands = append(op.Operands, v)
			if g.IntN(4) > 0 {
				want = v.Type
			}
		}
		segments = append(segments, int64(n))
	}
	if op.Decl.segments {
		op.SetAttr(operandSegments, DenseArray(I32, segments...))
	}
	return true
}

// results tries result types until the operation verifies.
func (g *generator) results(op *Operation) bool {
	for range 20 {
		var types []Type
		if op.Decl.Infer != nil && !(g.loose && g.IntN(4) == 0) {
			if checkAttrs(op) != nil || checkOperands(op) != nil || checkTraits(op) != nil {
				return false
			}
			t, err := op.Decl.Infer(op)
			if err != nil {
				return false
			}
			types = t
		} else {
			types = g.resultTypes(op)
		}
		op.Results = nil
		op.setResults(types)
		if g.loose {
			return true
		}
		v := verifier{}
		if v.check(op) == nil {
			return true
		}
		if op.Decl.Infer != nil {
			return false
		}
	}
	return false
}

func (g *generator) resultTypes(op *Operation) []Type {
	var types []Type
	for i := range op.Decl.Results {
		d := &op.Decl.Results[i]
		n := 1
		if d.Count != One {
			n = g.IntN(3)
		}
		for range n {
			var t Type
			for range 20 {
				switch k := g.IntN(4); {
				case len(op.Operands) > 0 && k == 0:
					t = pick(g, op.Operands).Type
				case len(op.Operands) > 0 && k <= 2:
					t = pick(g, op.Operands).Type
					if elem := pick(g, genScalars); true {
						t = WithElem(t, elem)
					}
				default:
					t = g.randomType()
				}
				if d.Type.Has(t) {
					break
				}
			}
			types = append(types, t)
		}
	}
	return types
}

// template makes an operation of a text.
func (g *generator) template(p *pool, text string) (*Operation, error) {
	q := newParser("<template>", text)
	q.ssa.open()
	b := &Block{}
	q.operation(b)
	if !q.failed && !q.is(tokEOF) {
		q.unexpected("the end of the template")
	}
	if err := errorOf(&q.ds); err != nil {
		return nil, err
	}
	op := b.Ops[0]
	made := map[*Value]*Value{}
	for _, v := range q.ssa.order {
		if _, ok := q.ssa.early[v]; ok {
			made[v] = g.valueOf(p, v.Type)
		}
	}
	op.Walk(func(o *Operation) bool {
		for i, v := range o.Operands {
			if to := made[v]; to != nil {
				o.Operands[i] = to
			}
		}
		return true
	})
	return op, nil
}

// fits reports whether an operation of a template verifies at its place.
func (g *generator) fits(p *pool, op *Operation) bool {
	op.Block = p.block
	fits := true
	op.Walk(func(o *Operation) bool {
		v := verifier{}
		fits = fits && v.check(o) == nil
		return fits
	})
	return fits
}

// add puts an operation into the block and its results into the pool.
func (g *generator) add(p *pool, op *Operation) {
	if g.IntN(8) == 0 {
		op.SetAttr(pick(g, []string{"note", "other.x", "a b", "zz"}), g.randomAttr(3))
	}
	p.block.Append(op)
	p.values = append(p.values, op.Results...)
	op.Walk(func(o *Operation) bool {
		g.made[o.Name()]++
		return true
	})
}

// candidates are what can be made at random: declarations and templates.
type candidate struct {
	decl     *OpDecl
	template string
}

func candidates() []candidate {
	var list []candidate
	for _, d := range Dialects() {
		for i := range d.Ops() {
			if !wraps(d.Ops()[i].Name) {
				list = append(list, candidate{decl: &d.Ops()[i]})
			}
		}
	}
	for _, ts := range templates {
		for _, t := range ts {
			list = append(list, candidate{template: t})
		}
	}
	return list
}

// wraps reports whether an operation is one of those around kernels of IREE, which
// unwrap_test.go has.
func wraps(name string) bool {
	for _, p := range []string{"stream.executable", "stream.return", "hal.", "util.", "iree_codegen.", "iree_tensor_ext."} {
		if strings.HasPrefix(name, p) {
			return true
		}
	}
	return false
}

// step adds something random to the block.
func (g *generator) step(p *pool, list []candidate, depth int) error {
	if depth < 4 && g.IntN(10) == 0 {
		g.structured(p, list, depth)
		return nil
	}
	c := pick(g, list)
	if c.template != "" {
		op, err := g.template(p, c.template)
		if err != nil {
			return fmt.Errorf("%s\n%v", c.template, err)
		}
		fits := g.fits(p, op)
		g.tried[c.template] = g.tried[c.template] || fits
		if fits {
			g.add(p, op)
		}
		return nil
	}
	if op := g.operation(p, c.decl); op != nil {
		g.add(p, op)
	}
	return nil
}

// some gives up to n values of the pool, or new ones.
func (g *generator) some(p *pool, n int) []*Value {
	var vs []*Value
	for range g.IntN(n + 1) {
		vs = append(vs, g.value(p, anyType, nil))
	}
	return vs
}

func typesOf(vs []*Value) []Type {
	var types []Type
	for _, v := range vs {
		types = append(types, v.Type)
	}
	return types
}

// inside fills a block that may use the values of p and ends with end of values
// of the types.
func (g *generator) inside(p *pool, b *Block, list []candidate, depth int, end string, first []*Value, types []Type) {
	q := &pool{b, append(append([]*Value(nil), p.values...), b.Args...)}
	for range g.IntN(5) {
		if err := g.step(q, list, depth+1); err != nil {
			panic(err)
		}
	}
	vs := first
	for i := range vs {
		if vs[i] == nil {
			vs[i] = g.valueOf(q, I1)
		}
	}
	for _, t := range types {
		vs = append(vs, g.valueOf(q, t))
	}
	g.add(q, NewOp(end, vs, nil))
}

// structured adds a loop or a condition.
func (g *generator) structured(p *pool, list []candidate, depth int) {
	switch g.IntN(3) {
	case 0:
		t := pick(g, []Type{Index, I32, I64})
		bounds := []*Value{g.valueOf(p, t), g.valueOf(p, t), g.valueOf(p, t)}
		inits := g.some(p, 3)
		op := NewOp("scf.for", append(bounds, inits...), typesOf(inits))
		b := op.AddRegion().AddBlock(append([]Type{t}, typesOf(inits)...)...)
		op.Block = p.block
		g.inside(p, b, list, depth, "scf.yield", nil, typesOf(inits))
		g.add(p, op)
	case 1:
		types := typesOf(g.some(p, 3))
		op := NewOp("scf.if", []*Value{g.valueOf(p, I1)}, types)
		op.Block = p.block
		g.inside(p, op.AddRegion().AddBlock(), list, depth, "scf.yield", nil, types)
		if other := op.AddRegion(); len(types) > 0 || g.IntN(2) == 0 {
			g.inside(p, other.AddBlock(), list, depth, "scf.yield", nil, types)
		}
		g.add(p, op)
	case 2:
		inits, types := g.some(p, 2), typesOf(g.some(p, 3))
		op := NewOp("scf.while", inits, types)
		op.Block = p.block
		g.inside(p, op.AddRegion().AddBlock(typesOf(inits)...), list, depth, "scf.condition", []*Value{nil}, types)
		g.inside(p, op.AddRegion().AddBlock(types...), list, depth, "scf.yield", nil, typesOf(inits))
		g.add(p, op)
	}
}

// function adds a function of a dialect, with one block or a graph of them.
func (g *generator) function(to *Block, dialect, name string, list []candidate, size int) error {
	var in, out []Type
	for range g.IntN(5) {
		in = append(in, g.randomType())
	}
	for range g.IntN(3) {
		out = append(out, g.randomType())
	}
	op := NewOp(dialect+".func", nil, nil, NamedAttr{"sym_name", String(name)}, NamedAttr{"function_type", &TypeAttr{Function(in, out)}})
	if dialect == "gpu" && len(out) == 0 {
		op.SetAttr("gpu.kernel", UnitAttr{})
	}
	r := op.AddRegion()
	to.Append(op)
	g.made[op.Name()]++
	var blocks []*Block
	n := 1 + g.IntN(4)*g.IntN(2)
	for i := range n {
		types := in
		if i > 0 {
			types = nil
			for range g.IntN(3) {
				types = append(types, g.randomType())
			}
		}
		blocks = append(blocks, r.AddBlock(types...))
	}
	for _, b := range blocks {
		p := &pool{b, append([]*Value(nil), b.Args...)}
		if b != blocks[0] && g.IntN(2) == 0 {
			// The entry dominates all.
			for _, o := range blocks[0].Ops {
				p.values = append(p.values, o.Results...)
			}
		}
		for range g.IntN(size + 1) {
			if err := g.step(p, list, 0); err != nil {
				return err
			}
		}
		g.terminate(p, blocks, out, dialect+".return")
	}
	return nil
}

func (g *generator) terminate(p *pool, blocks []*Block, out []Type, leave string) {
	args := func(b *Block) []*Value {
		var vs []*Value
		for _, a := range b.Args {
			vs = append(vs, g.valueOf(p, a.Type))
		}
		return vs
	}
	switch k := g.IntN(3); {
	case len(blocks) == 1 || k == 0:
		var vs []*Value
		for _, t := range out {
			vs = append(vs, g.valueOf(p, t))
		}
		g.add(p, NewOp(leave, vs, nil))
	case k == 1:
		to := pick(g, blocks[1:])
		op := NewOp("cf.br", args(to), nil)
		op.Successors = []*Block{to}
		g.add(p, op)
	default:
		c := g.valueOf(p, I1)
		a, b := pick(g, blocks[1:]), pick(g, blocks[1:])
		x, y := args(a), args(b)
		op := NewOp("cf.cond_br", append(append([]*Value{c}, x...), y...), nil,
			NamedAttr{operandSegments, DenseArray(I32, 1, int64(len(x)), int64(len(y)))})
		op.Successors = []*Block{a, b}
		if g.IntN(3) == 0 {
			op.SetAttr("branch_weights", DenseArray(I32, 1, 5))
		}
		g.add(p, op)
	}
}

// global makes the memref.global that templates use.
func (g *generator) global() *Operation {
	op := NewOp("memref.global", nil, nil, NamedAttr{"sym_name", String("global")}, NamedAttr{"type", &TypeAttr{MemRef(F32, Shape{4}, nil, nil)}})
	switch g.IntN(3) {
	case 0:
		op.SetAttr("initial_value", UnitAttr{})
	case 1:
		op.SetAttr("initial_value", Dense(newTensor(F32, Shape{4}, false, nil), 0, 0x3f800000, 0, 5))
		op.SetAttr("constant", UnitAttr{})
	default:
		op.SetAttr("sym_visibility", String("private"))
	}
	g.made["memref.global"]++
	return op
}

// module makes a random module of some operations.
func (g *generator) module(list []candidate, size int) (*Module, error) {
	m := NewModule()
	if g.IntN(4) == 0 {
		m.Op.SetAttr("sym_name", String("m"))
	}
	callee := NewOp("func.func", nil, nil, NamedAttr{"sym_name", String("callee")}, NamedAttr{"sym_visibility", String("private")},
		NamedAttr{"function_type", &TypeAttr{Function([]Type{I32}, []Type{I32})}})
	callee.AddRegion()
	body := m.Op.Regions[0].Entry()
	body.Append(callee)
	body.Append(g.global())
	for i := range 1 + g.IntN(3) {
		if err := g.function(body, "func", fmt.Sprint("f", i), list, size); err != nil {
			return nil, err
		}
	}
	if g.IntN(3) == 0 {
		kernels := body.Append(NewOp("gpu.module", nil, nil, NamedAttr{"sym_name", String("kernels")}))
		g.made["gpu.module"]++
		if err := g.function(kernels.AddRegion().AddBlock(), "gpu", "k", list, size); err != nil {
			return nil, err
		}
	}
	return m, nil
}

// TestRandomModules makes modules from the tables, and reads what it prints.
func TestRandomModules(t *testing.T) {
	const seed, modules = 1, 500
	g := newGenerator(seed)
	list := candidates()
	for i := range modules {
		m, err := g.module(list, 12)
		if err != nil {
			t.Fatal(err)
		}
		checkRoundTrip(t, fmt.Sprintf("random module %d of seed %d", i, seed), m)
		if t.Failed() {
			return
		}
	}
	var never []string
	for _, c := range list {
		if fits, tried := g.tried[c.template]; tried && !fits {
			t.Errorf("this template never fits: %s", c.template)
		}
	}
	for _, d := range Dialects() {
		for i := range d.Ops() {
			if n := d.Ops()[i].Name; g.made[n] == 0 && n != "builtin.module" && !wraps(n) {
				never = append(never, n)
			}
		}
	}
	if len(never) > 0 {
		t.Errorf("the generator never made %s: add templates", strings.Join(never, ", "))
	}
}

// checkRoundTrip verifies, prints, reads, compares, and prints again.
func checkRoundTrip(t *testing.T, name string, m *Module) {
	t.Helper()
	if err := Verify(m, Options{}); err != nil {
		t.Errorf("%s:\n%s\n%v", name, m.Print(PrintOptions{}), err)
		return
	}
	text := m.Print(PrintOptions{Locations: true})
	back, err := Parse(name, string(text))
	if err != nil {
		t.Errorf("%s:\n%s\n%v", name, text, err)
		return
	}
	if d := Diff(m, back); d != "" {
		t.Errorf("%s:\n%s\nread back: %s", name, text, d)
	}
	if again := back.Print(PrintOptions{Locations: true}); string(again) != string(text) {
		t.Errorf("%s: printed\n%s\nthen\n%s", name, text, again)
	}
	if err := Verify(back, Options{}); err != nil {
		t.Errorf("%s:\n%s\nread back: %v", name, text, err)
	}
}
