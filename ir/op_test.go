package ir

import (
	"strings"
	"testing"
)

// TestBuild makes a module by hand, finds its way around in it, and reads what
// it prints.
func TestBuild(t *testing.T) {
	m := NewModule()
	f := NewOp("func.func", nil, nil, NamedAttr{"sym_name", String("f")},
		NamedAttr{"function_type", &TypeAttr{Function([]Type{I32, I1}, []Type{I32})}})
	m.Op.Regions[0].Entry().Append(f)
	entry := f.AddRegion().AddBlock(I32, I1)
	x, c := entry.Args[0], entry.Args[1]
	sum := entry.Append(NewOp("arith.addi", []*Value{x, x}, nil))
	if sum.EnumAttr("overflowFlags") != "none" {
		t.Errorf("the default is %q", sum.EnumAttr("overflowFlags"))
	}
	sel := entry.Append(NewOp("arith.select", []*Value{c, sum.Result(), x}, nil))
	ret := entry.Append(NewOp("func.return", []*Value{sel.Result()}, nil))
	if err := Verify(m, Options{}); err != nil {
		t.Fatal(err)
	}
	if sel.Operand("true_value") != sum.Result() || sel.Result().Type != I32 || sel.Result().Owner() != sel || x.Owner() != f {
		t.Error("operands or owners are wrong")
	}
	if entry.Terminator() != ret || ret.Parent() != f || f.Parent() != m.Op || m.Op.Parent() != nil {
		t.Error("terminator or parents are wrong")
	}
	uses := Uses(m.Op)
	if len(uses[x]) != 3 || uses[x][2] != (Use{sel, 2}) {
		t.Errorf("uses of the argument: %v", uses[x])
	}
	if Lookup(ret, SymbolRef("f")) != f || Lookup(ret, SymbolRef("g")) != nil || Symbol(m.Op, "f") != f {
		t.Error("symbols are wrong")
	}
	count := 0
	m.Op.Walk(func(op *Operation) bool {
		count++
		return op.Name() != "func.func"
	})
	if count != 2 {
		t.Errorf("a walk that stays out of the function sees %d operations", count)
	}
	checkRoundTrip(t, "built", m)

	sel.SetAttr("b", Int(I32, 1))
	sel.SetAttr("a", UnitAttr{})
	sel.SetAttr("c", Bool(false))
	sel.SetAttr("b", Int(I32, 2))
	if got := string(appendDict(nil, sel.Attrs)); got != "{a, b = 2 : i32, c = false}" {
		t.Error(got)
	}
	if sel.IntAttr("b") != 2 || !sel.HasAttr("a") || sel.HasAttr("c") || sel.HasAttr("d") {
		t.Error("attributes are wrong")
	}
	sel.SetAttr("a", nil)
	sel.SetAttr("x", nil)
	if len(sel.Attrs) != 2 {
		t.Errorf("%s", appendDict(nil, sel.Attrs))
	}

	// Errors about what no file holds name the operation and its location.
	sum.Operands[0] = sel.Result()
	sum.Loc = &FileLoc{File: "f.py", Line: 3, Col: 4}
	err := Verify(m, Options{})
	if err == nil || !strings.Contains(err.Error(), `<module>: error: arith.addi: operand #0 is used before it is defined`) ||
		!strings.Contains(err.Error(), `at loc("f.py":3:4)`) {
		t.Errorf("%v", err)
	}
}

// TestDiff checks that each kind of difference is found.
func TestDiff(t *testing.T) {
	const text = `"func.func"() ({
^bb0(%a: i32, %c: i1):
  %0 = "arith.addi"(%a, %a) {note = 1 : i32} : (i32, i32) -> i32
  "cf.cond_br"(%c)[^bb1, ^bb2] {operandSegmentSizes = array<i32: 1, 0, 0>} : (i1) -> ()
^bb1:
  "func.return"() : () -> ()
^bb2:
  "func.return"() : () -> ()
}) {function_type = (i32, i1) -> (), sym_name = "f"} : () -> ()`
	parse := func(text string) *Module {
		m, err := Parse("m", text)
		if err != nil {
			t.Fatal(err)
		}
		return m
	}
	a := parse(text)
	if d := Diff(a, parse(strings.NewReplacer("%a", "%x", "^bb1", "^left", "%0", "%z").Replace(text))); d != "" {
		t.Errorf("other names: %s", d)
	}
	for _, change := range [][2]string{
		{"arith.addi", "arith.muli"}, {"note = 1", "note = 2"}, {"note =", "other ="}, {" {note = 1 : i32}", ""}, {"[^bb1, ^bb2]", "[^bb2, ^bb1]"},
		{"i32", "i64"}, {"\"f\"", "\"g\""}, {"%0 =", "%0 = \"arith.addi\"(%a, %a) : (i32, i32) -> i32\n %1 ="},
		{"(%a, %a) {note", "(%a, %b) {note"}, {"^bb0(%a: i32, %c: i1)", "^bb0(%a: i32, %c: i1, %d: i32)"},
	} {
		now := strings.ReplaceAll(text, change[0], change[1])
		if change[0] == "(%a, %a) {note" {
			now = strings.Replace(now, "%0 =", "%b = \"arith.constant\"() {value = 1 : i32} : () -> i32\n %0 =", 1)
		}
		if Diff(a, parse(now)) == "" {
			t.Errorf("no difference with %s", change[1])
		}
	}
}

// TestIntegers checks the values of integer attributes.
func TestIntegers(t *testing.T) {
	for _, c := range []struct {
		text  string
		value int64
		big   string
	}{
		{"-1 : i8", -1, "-1"}, {"255 : i8", -1, "-1"}, {"255 : ui8", 255, "255"}, {"true", -1, "-1"}, {"0x80 : i8", -128, "-128"}, {"5", 5, "5"},
		{"18446744073709551615 : ui64", -1, "18446744073709551615"}, {"18446744073709551615 : i64", -1, "-1"},
		{"170141183460469231731687303715884105728 : i128", 0, "-170141183460469231731687303715884105728"},
		{"-7 : i128", -7, "-7"}, {"9223372036854775807 : index", 1<<63 - 1, "9223372036854775807"},
	} {
		a, err := ParseAttr(c.text)
		if err != nil {
			t.Errorf("%v", err)
			continue
		}
		if n := a.(*IntegerAttr); n.Int64() != c.value || n.Big().String() != c.big {
			t.Errorf("%s: %d, %s", c.text, n.Int64(), n.Big())
		}
	}
	for _, text := range []string{"256 : i8", "-129 : i8", "128 : si8", "256 : ui8", "-1 : ui8", "9223372036854775808 : index", "-0 : i32", "2 : i1"} {
		if a, err := ParseAttr(text); err == nil {
			t.Errorf("%s is read as %s", text, a)
		}
	}
}

// TestDense checks the elements of dense attributes.
func TestDense(t *testing.T) {
	for _, c := range []struct {
		text  string
		codes []uint64
	}{
		{"dense<[1, -2]> : vector<2xi8>", []uint64{1, 0xfe}},
		{"dense<-1> : vector<3xi4>", []uint64{15, 15, 15}},
		{`dense<"0x0100020003000400"> : vector<4xi16>`, []uint64{1, 2, 3, 4}},
		{`dense<"0x05"> : vector<3xi1>`, []uint64{1, 0, 1}},
		{"dense<[1.0, 0x7FC0]> : vector<2xbf16>", []uint64{0x3f80, 0x7fc0}},
		{"dense<[[1], [2]]> : tensor<2x1xindex>", []uint64{1, 2}},
	} {
		a, err := ParseAttr(c.text)
		if err != nil {
			t.Errorf("%v", err)
			continue
		}
		d := a.(*DenseAttr)
		if d.Len() != int64(len(c.codes)) {
			t.Errorf("%s has %d elements", c.text, d.Len())
		}
		for i, want := range c.codes {
			if d.Code(i) != want {
				t.Errorf("%s: element %d is %#x", c.text, i, d.Code(i))
			}
		}
		if made := Dense(d.Type, c.codes...); !SameAttr(made, d) {
			t.Errorf("%s is made as %s", c.text, made)
		}
	}
}

// TestTables checks what every row must have.
func TestTables(t *testing.T) {
	seen := map[string]bool{}
	for _, d := range Dialects() {
		for i := range d.Ops() {
			op := &d.Ops()[i]
			if !strings.HasPrefix(op.Name, d.Name+".") || seen[op.Name] || Declared(op.Name) != op {
				t.Errorf("%s in dialect %s", op.Name, d.Name)
			}
			seen[op.Name] = true
			names := map[string]bool{}
			for _, rows := range [][]ValueDecl{op.Operands, op.Results} {
				for _, v := range rows {
					if v.Name == "" || v.Type == nil || v.Type.Has == nil || v.Type.Text == "" || names[v.Name] {
						t.Errorf("%s: row %q", op.Name, v.Name)
					}
					names[v.Name] = true
				}
			}
			for _, s := range op.Successors {
				if s.Operands != "" && !names[s.Operands] {
					t.Errorf("%s: successor %s takes %s", op.Name, s.Name, s.Operands)
				}
			}
			attrs := map[string]bool{}
			for _, a := range op.Attrs {
				if a.Name == "" || a.Kind == nil || attrs[a.Name] || a.Name == operandSegments {
					t.Errorf("%s: attribute %q", op.Name, a.Name)
				}
				attrs[a.Name] = true
				if a.Default != nil && !a.Kind.Has(a.Default) {
					t.Errorf("%s: the default of %s is no %s", op.Name, a.Name, a.Kind.Text)
				}
				for _, s := range a.Kind.Samples {
					v, err := ParseAttr(s)
					if err != nil || !a.Kind.Has(v) || v.String() != s {
						t.Errorf("%s: sample %s of %s: %v %v", op.Name, s, a.Name, v, err)
					}
				}
			}
			if op.Is(Terminator) && op.Is(IsSymbol) || op.Is(Pure) && (op.Is(Barrier) || op.Is(BodyEffects)) {
				t.Errorf("%s: traits", op.Name)
			}
		}
	}
}
