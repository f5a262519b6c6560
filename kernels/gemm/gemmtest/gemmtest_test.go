package gemmtest

import (
	"fmt"
	"testing"

	"heddle/arch"
	"heddle/kernels/gemm"
)

// TestRandom: the problems of many seeds are good, the same each time, small, and
// have everything among them.
func TestRandom(t *testing.T) {
	seen := map[string]int{}
	for seed := range uint64(2000) {
		p, q := Random(seed), Random(seed)
		if Flags(p) != Flags(q) {
			t.Fatalf("seed %d: %s, then %s", seed, Flags(p), Flags(q))
		}
		if o := Random(seed ^ 1); o.M != p.M || o.N != p.N || o.K != p.K {
			t.Fatalf("seed %d: not the shape of its neighbour", seed)
		}
		if p.M*p.N*p.K*p.Batch > 12e6 {
			t.Errorf("seed %d: too large: %s", seed, Flags(p))
		}
		for _, name := range p.Tensors() {
			if m, _ := p.Tensor(name); m.Bytes() > 16<<20 {
				t.Errorf("seed %d: tensor %s has %d bytes: %s", seed, name, m.Bytes(), Flags(p))
			}
		}
		note := func(f string, v any) { seen[fmt.Sprint(f, " ", v)]++ }
		note("chip", p.Chip.Name)
		note("pair", Pair{p.A.Name, p.B.Name})
		note("layout", p.Layout.String())
		note("out", p.A.Name+" "+p.Out.Name)
		note("act", p.Act)
		note("bias", p.Bias)
		note("alpha", p.Alpha != 1)
		note("beta", p.Beta != 0)
		note("scale", p.Scale != 1)
		note("split", p.SplitK)
		note("batch", p.Batch)
		note("swizzle", p.CacheSwizzle)
		note("integers", p.Integers())
		for _, v := range [...]struct {
			name string
			size int64
		}{{"m", p.M}, {"n", p.N}, {"k", p.K}} {
			if v.size <= 17 || v.size >= 4095 && v.size <= 4097 {
				note(v.name, v.size)
			}
		}
	}
	var want []string
	for _, c := range arch.Chips {
		want = append(want, "chip "+c.Name)
	}
	for _, p := range pairs {
		want = append(want, fmt.Sprint("pair ", p))
		for _, o := range Outs(typ(p.A)) {
			want = append(want, fmt.Sprint("out ", p.A, " ", o))
		}
	}
	for _, l := range []string{"nn", "nt", "tn", "tt"} {
		want = append(want, "layout "+l)
	}
	for _, a := range gemm.Activations {
		want = append(want, "act "+string(a))
	}
	for _, f := range []string{"bias", "alpha", "beta", "scale", "integers"} {
		want = append(want, f+" true", f+" false")
	}
	for n := 1; n <= 5; n++ {
		want = append(want, fmt.Sprint("split ", n), fmt.Sprint("batch ", n))
	}
	for _, d := range "mnk" {
		for n := 1; n <= 17; n++ {
			want = append(want, fmt.Sprintf("%c %d", d, n))
		}
		for _, n := range big {
			want = append(want, fmt.Sprintf("%c %d", d, n))
		}
	}
	for _, w := range want {
		if seen[w] < 2 {
			t.Errorf("%s: %d times", w, seen[w])
		}
	}
}

// TestCross: every combination is there once for each shape.
func TestCross(t *testing.T) {
	if len(Shapes) != 12 {
		t.Errorf("%d shapes, want 12", len(Shapes))
	}
	seen := map[string]bool{}
	for p := range Cross(Shapes[2]) {
		seen[Flags(p)] = true
	}
	// 9 combinations of types in 4 layouts on both chips, 9 in one on one.
	if want := (9*4*2 + 9) * len(Epilogues); len(seen) != want {
		t.Errorf("%d problems, want %d", len(seen), want)
	}
}
