//go:build llvm

package ir

import (
	"fmt"
	"strings"
	"testing"
)

// TestDominanceLLVM makes functions whose blocks branch at random and use each
// other's values at random; our verifier and mlir-opt must agree about each.
func TestDominanceLLVM(t *testing.T) {
	g := newGenerator(*randomSeed)
	t.Logf("seed %d", *randomSeed)
	var texts []string
	for i := range 1000 {
		var b strings.Builder
		fmt.Fprintf(&b, "\"builtin.module\"() <{sym_name = \"chunk%d.\"}> ({\n\"func.func\"() ({\n^bb0(%%c: i1, %%i: index):\n", i)
		n := 2 + g.IntN(6)
		value := func() string { return fmt.Sprintf("%%v%d", g.IntN(2*n)) }
		add := func(name string) {
			fmt.Fprintf(&b, "  %s = \"arith.addi\"(%%i, %s) : (index, index) -> index\n", name, pick(g, []string{"%i", "%i", "%i", value()}))
		}
		block := func() string { return fmt.Sprintf("^bb%d", 1+g.IntN(n-1)) }
		for k := range n {
			if k > 0 {
				fmt.Fprintf(&b, "^bb%d:\n", k)
			}
			add(fmt.Sprintf("%%v%d", 2*k))
			if g.IntN(4) == 0 {
				b.WriteString("  \"scf.if\"(%c) ({\n")
				if g.IntN(2) == 0 {
					add(fmt.Sprintf("%%w%d", k))
				}
				b.WriteString("  \"scf.yield\"() : () -> ()\n}, {}) : (i1) -> ()\n")
			}
			add(fmt.Sprintf("%%v%d", 2*k+1))
			switch g.IntN(4) {
			case 0:
				b.WriteString("  \"func.return\"() : () -> ()\n")
			case 1:
				fmt.Fprintf(&b, "  \"cf.br\"()[%s] : () -> ()\n", block())
			default:
				fmt.Fprintf(&b, "  \"cf.cond_br\"(%%c)[%s, %s] {operandSegmentSizes = array<i32: 1, 0, 0>} : (i1) -> ()\n", block(), block())
			}
		}
		b.WriteString("}) {function_type = (i1, index) -> (), sym_name = \"f\"} : () -> ()\n}) : () -> ()\n")
		texts = append(texts, b.String())
	}
	accepted := 0
	for i, theirs := range judge(t, texts, 0) {
		m, err := Parse("dominance", texts[i])
		if err == nil {
			err = Verify(m, Options{})
		}
		if theirs != (err == nil) {
			t.Errorf("mlir-opt accepts: %v\n%s\nours: %v", theirs, texts[i], err)
		}
		if theirs {
			accepted++
		}
	}
	t.Logf("%d of %d are right", accepted, len(texts))
}
