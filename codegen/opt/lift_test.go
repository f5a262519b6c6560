package opt_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"heddle/arch"
	"heddle/ir"
	"heddle/ir/interp"
)

// randomGraph is a kernel of n blocks that branch forward and back where they like.
// A counter bounds how often they do. A block may use what any that dominates it has
// computed. Many of the graphs are reducible.
func randomGraph(r *rand.Rand, n int) string {
	to := make([][]int, n+1)
	for k := range n {
		to[k] = []int{min(n, k+1+r.IntN(3))}
		switch r.IntN(8) {
		case 0, 1:
		case 2, 3:
			to[k] = append(to[k], r.IntN(n))
		default:
			to[k] = append(to[k], min(n, k+1+r.IntN(3)))
		}
	}
	var b strings.Builder
	line := func(format string, args ...any) { fmt.Fprintf(&b, "    "+format+"\n", args...) }
	line(`"cf.br"(%%i, %%i)[^b0] : (i32, i32) -> ()`)
	for k := range n + 1 {
		fmt.Fprintf(&b, "  ^b%d(%%f%d: i32, %%x%d: i32):\n", k, k, k)
		other := fmt.Sprintf("%%x%d", k)
		if d := r.IntN(k + 1); d < k && dominates(to, d, k) {
			other = fmt.Sprintf("%%y%d", d)
		}
		line(`%%k%d = "arith.constant"() <{value = %d : i32}> : () -> i32`, k, r.IntN(90))
		line(`%%z%d = "arith.xori"(%%x%d, %s) : (i32, i32) -> i32`, k, k, other)
		line(`%%y%d = "arith.addi"(%%z%d, %%k%d) : (i32, i32) -> i32`, k, k, k)
		line(`%%ofs%d = "arith.constant"() <{value = %d : index}> : () -> index`, k, 64*k)
		line(`%%p%d = "arith.addi"(%%t, %%ofs%d) : (index, index) -> index`, k, k)
		line(`"memref.store"(%%y%d, %%o, %%p%d) : (i32, memref<4096xi32>, index) -> ()`, k, k)
		if k == n {
			break
		}
		line(`%%one%d = "arith.constant"() <{value = 1 : i32}> : () -> i32`, k)
		line(`%%g%d = "arith.subi"(%%f%d, %%one%d) : (i32, i32) -> i32`, k, k, k)
		if len(to[k]) == 1 {
			line(`"cf.br"(%%g%d, %%y%d)[^b%d] : (i32, i32) -> ()`, k, k, to[k][0])
			continue
		}
		line(`%%bits%d = "arith.andi"(%%y%d, %%one%d) : (i32, i32) -> i32`, k, k, k)
		line(`%%odd%d = "arith.cmpi"(%%bits%d, %%one%d) <{predicate = 0 : i64}> : (i32, i32) -> i1`, k, k, k)
		line(`%%zero%d = "arith.constant"() <{value = 0 : i32}> : () -> i32`, k)
		line(`%%more%d = "arith.cmpi"(%%g%d, %%zero%d) <{predicate = 4 : i64}> : (i32, i32) -> i1`, k, k, k)
		line(`%%br%d = "arith.andi"(%%odd%d, %%more%d) : (i1, i1) -> i1`, k, k, k)
		line(`"cf.cond_br"(%%br%d, %%g%d, %%y%d, %%g%d, %%x%d)[^b%d, ^b%d] <{operandSegmentSizes = array<i32: 1, 2, 2>}> : (i1, i32, i32, i32, i32) -> ()`,
			k, k, k, k, k, to[k][1], to[k][0])
	}
	line(`"memref.store"(%%x%d, %%m, %%t) : (i32, memref<4096xi32>, index) -> ()`, n)
	return body(b.String())
}

// dominates reports whether block b cannot be reached around block d.
func dominates(to [][]int, d, b int) bool {
	seen := make([]bool, len(to))
	var visit func(k int)
	visit = func(k int) {
		if k == d || seen[k] {
			return
		}
		seen[k] = true
		for _, s := range to[k] {
			visit(s)
		}
	}
	visit(0)
	return !seen[b]
}

// Random graphs of blocks, reducible or not, do the same as structured control
// flow.
func TestLiftRandom(t *testing.T) {
	r := rand.New(rand.NewPCG(11, 3))
	lifted, kept := 0, 0
	for i := range 150 {
		text := randomGraph(r, 2+r.IntN(12))
		list := baselines(t, fmt.Sprint("graph", i), text, &arch.GFX950)
		if len(list) != 1 {
			t.Fatalf("graph %d does not run\n%s", i, text)
		}
		m := list[0].same(t, "lift")
		if blocksOf(m) == 1 {
			lifted++
		} else {
			kept++
		}
		if i%4 == 0 {
			list[0].same(t)
		}
	}
	if t.Logf("%d lifted, %d kept", lifted, kept); lifted < 80 || kept == 0 {
		t.Errorf("%d lifted, %d kept", lifted, kept)
	}
}

func blocksOf(m *ir.Module) int { return len(interp.Kernels(m)[0].Op.Regions[0].Blocks) }
