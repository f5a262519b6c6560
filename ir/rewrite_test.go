package ir_test

import (
	"testing"

	"heddle/ir"
)

const rewritten = `
"builtin.module"() ({
  "func.func"() <{function_type = (i32, index) -> i32, sym_name = "f", sym_visibility = "private"}> ({
  ^bb0(%a: i32, %n: index):
    %c0 = "arith.constant"() <{value = 0 : index}> : () -> index
    %c1 = "arith.constant"() <{value = 1 : index}> : () -> index
    %x = "arith.addi"(%a, %a) : (i32, i32) -> i32
    %r = "scf.for"(%c0, %n, %c1, %x) ({
    ^bb1(%i: index, %v: i32):
      %y = "arith.muli"(%v, %x) : (i32, i32) -> i32
      "scf.yield"(%y) : (i32) -> ()
    }) : (index, index, index, i32) -> i32
    "func.return"(%r) : (i32) -> ()
  }) : () -> ()
}) : () -> ()
`

func parseRewritten(t *testing.T) (*ir.Module, *ir.Operation) {
	t.Helper()
	m, err := ir.Parse("r.mlir", rewritten)
	if err != nil {
		t.Fatal(err)
	}
	return m, ir.Symbol(m.Op, "f")
}

func verified(t *testing.T, m *ir.Module) {
	t.Helper()
	if err := ir.Verify(m, ir.Options{}); err != nil {
		t.Fatalf("%v\n%s", err, m.Print(ir.PrintOptions{}))
	}
}

func TestClone(t *testing.T) {
	m, f := parseRewritten(t)
	c := f.Clone(map[*ir.Value]*ir.Value{})
	other, old := parseRewritten(t)
	old.Erase()
	other.Op.Regions[0].Entry().Append(c)
	if d := ir.Diff(m, other); d != "" {
		t.Error(d)
	}
	if c.Pos != f.Pos {
		t.Error("a clone has another place")
	}
	c.Walk(func(op *ir.Operation) bool {
		for _, v := range op.Operands {
			f.Walk(func(o *ir.Operation) bool {
				for _, r := range o.Results {
					if r == v {
						t.Errorf("%s of the clone uses a value of the original", op.Name())
					}
				}
				return true
			})
		}
		return true
	})
	verified(t, other)
}

func TestRewrite(t *testing.T) {
	m, f := parseRewritten(t)
	changed := ir.Rewrite(f, func(w *ir.Rewriter, op *ir.Operation) bool {
		if op.Name() != "arith.addi" { // x + x becomes x * 2
			return true
		}
		two := w.Op("arith.constant", nil, nil, ir.NamedAttr{Name: "value", Attr: ir.Int(ir.I32, 2)})
		return w.ReplaceOp(op, w.Op("arith.muli", []*ir.Value{op.Operands[0], two}, nil))
	})
	verified(t, m)
	products := 0
	f.Walk(func(op *ir.Operation) bool {
		if op.Name() == "arith.addi" {
			t.Error("the sum is still there")
		}
		if op.Name() == "arith.muli" {
			products++
		}
		return true
	})
	if !changed || products != 2 {
		t.Errorf("changed %v, %d products", changed, products)
	}
	if ir.Rewrite(f, func(*ir.Rewriter, *ir.Operation) bool { return true }) {
		t.Error("nothing was changed")
	}
}

func TestInline(t *testing.T) {
	m, f := parseRewritten(t)
	ir.Rewrite(f, func(w *ir.Rewriter, op *ir.Operation) bool {
		if op.Name() != "scf.for" {
			return true
		}
		return w.ReplaceOp(op, w.Inline(op.Regions[0].Entry(), []*ir.Value{op.Operands[0], op.Operands[3]})...)
	})
	verified(t, m)
	names := ""
	for _, op := range f.Regions[0].Entry().Ops {
		names += op.Name() + " "
	}
	if want := "arith.constant arith.constant arith.addi arith.muli func.return "; names != want {
		t.Errorf("%s, not %s", names, want)
	}
}

func TestInsertAndErase(t *testing.T) {
	m, f := parseRewritten(t)
	b := f.Regions[0].Entry()
	ret := b.Terminator()
	mul := ir.NewOp("arith.muli", []*ir.Value{b.Args[0], b.Args[0]}, nil)
	ret.InsertBefore(mul)
	ir.ReplaceUses(f, ir.Substitution{ret.Operands[0]: b.Args[0]})
	ret.Operands[0] = mul.Results[0]
	b.Ops[3].Erase() // the loop, which nobody uses now
	verified(t, m)
	if len(b.Ops) != 5 || b.Ops[3] != mul || mul.Block != b {
		t.Errorf("%d operations", len(b.Ops))
	}
}

func TestSubstitution(t *testing.T) {
	_, f := parseRewritten(t)
	v := f.Regions[0].Entry().Ops
	a, b, c := v[0].Results[0], v[1].Results[0], v[2].Results[0]
	s := ir.Substitution{a: b, b: c}
	if s.Of(a) != c || s[a] != c || s.Of(c) != c {
		t.Error("a chain does not end")
	}
}
