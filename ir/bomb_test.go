package ir

import (
	"fmt"
	"runtime"
	"strings"
	"testing"
	"time"
)

// TestBombs reads small texts that ask for much: deep nesting, aliases that
// double, huge shapes, long expressions. Each is refused or is cheap.
func TestBombs(t *testing.T) {
	deep := func(open, close string, n int) string { return strings.Repeat(open, n) + strings.Repeat(close, n) }
	attr := func(a string) string {
		return `"builtin.unrealized_conversion_cast"() {a = ` + a + `} : () -> i32`
	}
	doubling := func(first, next string) string {
		var b strings.Builder
		b.WriteString(first)
		for i := 1; i < 60; i++ {
			fmt.Fprintf(&b, next, i, i-1, i-1)
		}
		return b.String()
	}
	const n = 100_000
	var long strings.Builder
	for i := range n {
		fmt.Fprintf(&long, "d0 mod %d + ", i+2)
	}
	for _, c := range []struct {
		name, text string
		msg        string // of the error; "" if it is read
	}{
		{"brackets", attr(deep("[", "]", n)), "nested more than"},
		{"braces", attr(deep("{a=", "}", n)), "nested more than"},
		{"dense lists", attr("dense<" + deep("[", "]", n) + "> : vector<1xi8>"), "nested more than"},
		{"opaque", attr("#other.x" + deep("<", ">", n)), "nested more than"},
		{"function types", attr(strings.Repeat("()->(", n)), "nested more than"},
		{"tuples", attr(deep("tuple<", ">", n)), "nested more than"},
		{"memrefs", attr(deep("memref<4x", ">", n)), "nested more than"},
		{"regions", strings.Repeat(`"builtin.module"() ({`, n), "nested more than"},
		{"locations", `"x"() : () -> () loc(` + strings.Repeat(`callsite(`, n), "nested more than"},
		{"affine parentheses", attr("affine_map<(d0) -> (" + deep("(", ")", n) + ")>"), "nested more than"},
		{"affine minus", attr("affine_map<(d0) -> (" + strings.Repeat("-", 100) + strings.Repeat("- ", n) + "d0)>"), "nested more than"},
		{"long affine", attr("affine_map<(d0) -> (" + long.String() + "d0)>"), "terms"},
		{"attribute aliases", doubling("#a0 = [1, 2, 3]\n", "#a%d = [#a%d, #a%d]\n"), "aliases stand for"},
		{"type aliases", doubling("!a0 = i32\n", "!a%d = tuple<!a%d, !a%d>\n"), "aliases stand for"},
		{"opaque aliases", doubling("#a0 = #llvm.x<abc>\n", "#a%d = #llvm.x<#a%d, #a%d>\n"), "aliases stand for"},
		{"many results", "%0:1000000000 = \"builtin.unrealized_conversion_cast\"() : () -> i32", "1000000000 results"},
		{"large splat", attr("dense<1> : tensor<4611686018427387904xi8>"), ""},
		{"too large", attr("dense<1> : tensor<4611686018427387904x4611686018427387904xi8>"), "static sizes"},
		{"empty hex", attr(`dense<"0x"> : tensor<4611686018427387904x4xi64>`), "static sizes"},
		{"empty hex, wrapping", attr(`dense<"0x"> : tensor<2305843009213693952xi64>`), "bytes"},
		{"wide integers", attr("dense<[1, 2]> : tensor<2xi16777215>"), "at most 128 bits"},
		{"wide integer", attr("-1 : i16777215"), "at most 65536 bits"},
		{"long number", attr(strings.Repeat("9", 10*n) + " : i65536"), "does not fit"},
		{"long float", attr(strings.Repeat("9", 10*n) + ".0 : f64"), "does not fit"},
		{"huge vector", attr("vector<4611686018427387904x4xi8>"), "too many elements"},
		{"symbols", strings.Repeat("\"func.func\"() ({}) {sym_name = \"f\", sym_visibility = \"private\", function_type = () -> ()} : () -> ()\n", 2000), ""},
	} {
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		start := time.Now()
		m, err := Parse(c.name, c.text)
		took := time.Since(start)
		if err == nil {
			Verify(m, Options{})
			m.Print(PrintOptions{})
		}
		runtime.ReadMemStats(&after)
		switch {
		case c.msg == "" && err != nil:
			t.Errorf("%s: %v", c.name, err)
		case c.msg != "" && (err == nil || !strings.Contains(err.Error(), c.msg)):
			t.Errorf("%s: got %.300v, want %s", c.name, err, c.msg)
		}
		if took > 10*time.Second {
			t.Errorf("%s took %v", c.name, took)
		}
		if used := after.TotalAlloc - before.TotalAlloc; used > 64<<20+40*uint64(len(c.text)) {
			t.Errorf("%s: %d bytes allocated for a text of %d", c.name, used, len(c.text))
		}
	}
}

// TestManyBlocks verifies functions whose graphs are hard for simple algorithms.
func TestManyBlocks(t *testing.T) {
	const n = 20_000
	var b strings.Builder
	b.WriteString("\"func.func\"() ({\n^bb0(%c: i1):\n  %0 = \"arith.constant\"() {value = 1 : i32} : () -> i32\n  \"cf.br\"()[^b1] : () -> ()\n")
	for i := 1; i <= n; i++ {
		fmt.Fprintf(&b, "^b%d:\n  %%x%d = \"arith.addi\"(%%0, %%0) : (i32, i32) -> i32\n", i, i)
		if i > 1 {
			fmt.Fprintf(&b, "  %%y%d = \"arith.addi\"(%%x%d, %%x1) : (i32, i32) -> i32\n", i, i-1)
		}
		if i == n {
			b.WriteString("  \"func.return\"() : () -> ()\n")
		} else {
			fmt.Fprintf(&b, "  \"cf.cond_br\"(%%c)[^b%d, ^b%d] {operandSegmentSizes = array<i32: 1, 0, 0>} : (i1) -> ()\n", i+1, max(1, i-1))
		}
	}
	b.WriteString("}) {function_type = (i1) -> (), sym_name = \"f\"} : () -> ()\n")
	m, err := Parse("blocks", b.String())
	if err != nil {
		t.Fatal(err)
	}
	start := time.Now()
	if err := Verify(m, Options{}); err != nil {
		t.Fatal(err)
	}
	if took := time.Since(start); took > 10*time.Second {
		t.Errorf("took %v", took)
	}
}
