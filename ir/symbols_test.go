package ir

import (
	"fmt"
	"strings"
	"testing"
)

// TestSymbolsOfSymbols verifies chains in which each value is used twice, and
// one that is a circle.
func TestSymbolsOfSymbols(t *testing.T) {
	chain := func(n int, last string) string {
		var b strings.Builder
		b.WriteString(`"func.func"() <{function_type = (index) -> (), sym_name = "f"}> ({
^bb0(%v0: index):
"affine.for"() <{lowerBoundMap = affine_map<() -> (0)>, operandSegmentSizes = array<i32: 0, 0, 0>, step = 1 : index, upperBoundMap = affine_map<() -> (4)>}> ({
^bb0(%i: index):
`)
		for k := range n {
			fmt.Fprintf(&b, "%%v%d = \"arith.muli\"(%%v%d, %%v%d) : (index, index) -> index\n", k+1, k, k)
		}
		fmt.Fprintf(&b, "%%s = \"arith.addi\"(%s, %%v%d) : (index, index) -> index\n", last, n)
		b.WriteString(`"affine.for"(%s) <{lowerBoundMap = affine_map<() -> (0)>, operandSegmentSizes = array<i32: 0, 1, 0>, step = 1 : index, upperBoundMap = affine_map<()[s0] -> (s0)>}> ({
^bb0(%j: index):
"affine.yield"() : () -> ()
}) : (index) -> ()
"affine.yield"() : () -> ()
}) : () -> ()
"func.return"() : () -> ()
}) : () -> ()
`)
		return b.String()
	}
	for _, c := range []struct {
		n    int
		last string
		want string
	}{
		{200, "%v0", ""},
		{200, "%i", "affine.for: operand 0 of the upper bound cannot be used as a symbol"},
		{2 * maxSymbolSteps, "%v0", "affine.for: operand 0 of the upper bound cannot be used as a symbol"},
		{1, "%s", "affine.for: operand 0 of the upper bound cannot be used as a symbol"},
	} {
		m, err := Parse("x", chain(c.n, c.last))
		if err != nil {
			t.Fatal(err)
		}
		got := ""
		if err := Verify(m, Options{}); err != nil {
			got = err.Error()
		}
		if c.want == "" && got != "" || !strings.Contains(got, c.want) {
			t.Errorf("%d, %s: %s", c.n, c.last, got)
		}
	}
}
