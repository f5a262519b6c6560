//go:build llvm

package ir

import (
	"flag"
	"fmt"
	"sort"
	"strings"
	"testing"
)

var (
	verdicts    = flag.Int("ir.verdicts", 1500, "number of operations, right and wrong, to have mlir-opt judge")
	verdictName = flag.String("ir.verdict-op", "", "only operations with this in their names")
)

// looseOperation makes an operation of a declaration that need not verify, in a
// module of its own.
func (g *generator) looseOperation(c candidate) (*Module, *Operation) {
	m := NewModule()
	f := NewOp("func.func", nil, nil, NamedAttr{"sym_name", String("f")}, NamedAttr{"function_type", &TypeAttr{Function(nil, nil)}})
	m.Op.Regions[0].Entry().Append(f)
	b := f.AddRegion().AddBlock()
	p := &pool{block: b}
	var op *Operation
	if c.template != "" {
		var err error
		if op, err = g.template(p, c.template); err != nil {
			panic(err)
		}
		if op.Name() == "func.call" {
			return nil, nil
		}
		g.mutate(p, op)
	} else {
		d := c.decl
		if len(d.Regions) > 0 || len(d.Successors) > 0 || d.Parents != nil || d.Is(Terminator) {
			return nil, nil
		}
		op = &Operation{Decl: d, Block: b}
		if !g.attributes(op) {
			return nil, nil
		}
		g.looseOperands(p, op)
		g.loose = true
		if !g.results(op) {
			g.setLooseResults(op)
		}
		g.loose = false
		if g.IntN(8) == 0 {
			g.mutate(p, op)
		}
	}
	b.Append(op)
	b.Append(NewOp("func.return", nil, nil))
	return m, op
}

func (g *generator) setLooseResults(op *Operation) {
	op.Results = nil
	op.setResults(g.resultTypes(op))
}

func (g *generator) looseOperands(p *pool, op *Operation) {
	var segments []int64
	var want Type
	for i := range op.Decl.Operands {
		d := &op.Decl.Operands[i]
		n := 1
		if d.Count != One {
			n = g.IntN(3)
		}
		for range n {
			c := d.Type
			if g.IntN(10) == 0 {
				c = anyType
			}
			t := want
			if t == nil || !c.Has(t) || g.IntN(4) == 0 {
				if t = g.typeIn(c); t == nil {
					t = I32
				}
			}
			op.Operands = append(op.Operands, g.valueOf(p, t))
			want = t
		}
		segments = append(segments, int64(n))
	}
	if op.Decl.segments {
		op.SetAttr(operandSegments, DenseArray(I32, segments...))
	}
}

// mutate changes one thing about an operation.
func (g *generator) mutate(p *pool, op *Operation) {
	switch k := g.IntN(6); {
	case k <= 1 && len(op.Operands) > 0:
		i := g.IntN(len(op.Operands))
		op.Operands[i] = g.valueOf(p, g.near(op.Operands[i].Type))
	case k == 2 && len(op.Results) > 0:
		r := pick(g, op.Results)
		r.Type = g.near(r.Type)
	case k == 3 && len(op.Decl.Attrs) > 0:
		d := pick(g, op.Decl.Attrs)
		if len(d.Kind.Samples) > 0 && !d.Newer {
			if a, err := ParseAttr(pick(g, d.Kind.Samples)); err == nil {
				op.SetAttr(d.Name, a)
			}
		}
	case k == 4 && len(op.Decl.Attrs) > 0:
		d := pick(g, op.Decl.Attrs)
		a := op.Attr(d.Name)
		switch a := a.(type) {
		case *IntegerAttr:
			op.SetAttr(d.Name, Int(a.Type, a.Int64()+pick(g, []int64{-1, 1, 2, 100})))
		case *DenseArrayAttr:
			nums := append([]int64(nil), a.Nums...)
			if len(nums) > 0 && g.IntN(2) == 0 {
				nums[g.IntN(len(nums))] += pick(g, []int64{-1, 1, 4})
			} else {
				nums = append(nums, 1)
			}
			op.SetAttr(d.Name, &DenseArrayAttr{a.Elem, nums})
		case *ArrayAttr:
			if len(a.Elems) > 0 {
				op.SetAttr(d.Name, &ArrayAttr{a.Elems[1:]})
			}
		}
	}
}

// near gives a type that differs a little.
func (g *generator) near(t Type) Type {
	switch g.IntN(3) {
	case 0:
		return WithElem(t, pick(g, genScalars))
	case 1:
		switch t := t.(type) {
		case *VectorType:
			shape := append(Shape(nil), t.Shape...)
			if len(shape) > 0 && g.IntN(2) == 0 {
				shape[g.IntN(len(shape))] = pick(g, genSizes)
				return newVector(t.Elem, shape, t.Scalable)
			}
			return newVector(t.Elem, append(shape, 2), nil)
		case *MemRefType:
			shape := append(Shape(nil), t.Shape...)
			if len(shape) > 0 {
				shape[g.IntN(len(shape))] = pick(g, []int64{1, 2, 4, Dynamic})
			}
			return newMemRef(t.Elem, shape, t.Unranked, t.Layout, pick(g, genSpaces))
		}
		if vectorNumber(t) {
			return Vector(t, pick(g, genSizes))
		}
	}
	return g.randomType()
}

// TestVerdictsLLVM makes operations that are right or nearly so; our verifier
// and mlir-opt's must agree on each.
func TestVerdictsLLVM(t *testing.T) {
	t.Logf("seed %d, %d operations", *randomSeed, *verdicts)
	g := newGenerator(*randomSeed)
	var list []candidate
	for _, c := range candidates() {
		if c.decl == nil || strings.Contains(c.decl.Name, *verdictName) {
			if c.decl != nil && strings.HasSuffix(c.decl.Name, ".binding.subspan") || strings.Contains(c.template, ".binding.subspan") {
				continue // mlir-opt does not know them
			}
			if strings.Contains(c.template, "llvm.call_intrinsic") {
				continue // it looks at operands when it translates to LLVM IR
			}
			if c.template == "" || strings.Contains(c.template, *verdictName) {
				list = append(list, c)
			}
		}
	}
	const batch = 500
	accepted, refused := 0, 0
	wrong := map[string]int{}
	for done := 0; done < *verdicts; {
		var texts, ours []string
		var names []string
		for len(texts) < batch && done < *verdicts {
			m, op := g.looseOperation(pick(g, list))
			if m == nil {
				continue
			}
			done++
			// mlir-opt prints nothing for what it refuses; the name tells them apart.
			m.Op.SetAttr("sym_name", String(fmt.Sprintf("chunk%d.", len(texts))))
			text := string(m.Print(PrintOptions{}))
			msg := ""
			if back, err := Parse("x", text); err != nil {
				msg = err.Error()
			} else if err := Verify(back, Options{}); err != nil {
				msg = err.Error()
			}
			texts, ours, names = append(texts, text), append(ours, msg), append(names, op.Name())
		}
		for i, theirs := range judge(t, texts, 0) {
			switch {
			case theirs == (ours[i] == ""):
				if theirs {
					accepted++
				} else {
					refused++
				}
				continue
			case wrong[names[i]] < 2:
				_, why := mlirOpt(t, texts[i:i+1])
				t.Errorf("%s\nmlir-opt: %q\nours: %q", texts[i], firstLine(why), ours[i])
			}
			wrong[names[i]]++
		}
	}
	var names []string
	for n := range wrong {
		names = append(names, fmt.Sprintf("%s (%d)", n, wrong[n]))
	}
	sort.Strings(names)
	t.Logf("both accept %d, both refuse %d; they differ about %s", accepted, refused, strings.Join(names, ", "))
}

// judge says which texts mlir-opt accepts, by their names. Where it crashes it
// does not accept; texts before and after that are judged on their own.
func judge(t *testing.T, texts []string, first int) []bool {
	outputs, messages := mlirOpt(t, texts)
	verdict := make([]bool, len(texts))
	crashed := strings.Contains(messages, "Stack dump")
	switch {
	case !crashed && len(outputs) == len(texts):
		for i, out := range outputs {
			verdict[i] = strings.Contains(out, fmt.Sprintf("\"chunk%d.\"", first+i))
		}
	case len(texts) == 1:
		t.Logf("mlir-opt crashes on\n%s", texts[0])
	default:
		half := len(texts) / 2
		copy(verdict, judge(t, texts[:half], first))
		copy(verdict[half:], judge(t, texts[half:], first+half))
	}
	return verdict
}

func firstLine(s string) string {
	s, _, _ = strings.Cut(s, "\n")
	return s
}
