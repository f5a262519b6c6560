package attention_test

import (
	"fmt"
	"slices"
	"testing"

	"heddle/kernels/attention"
)

// TestRandom: the cases of a seed are the same each time, small, and have every option among
// the 150 that a kernel is tried with.
func TestRandom(t *testing.T) {
	for seed := range uint64(20) {
		seen := map[string]int{}
		list := attention.Random(chips[int(seed)%len(chips)], seed, 150)
		again := attention.Random(chips[int(seed)%len(chips)], seed, 150)
		for i, c := range list {
			p := &c.Problem
			if c.Flags() != again[i].Flags() {
				t.Fatalf("seed %d: %s, then %s", seed, c.Flags(), again[i].Flags())
			}
			for _, name := range p.Tensors() {
				if m, _ := p.Tensor(name); m.Bytes() > 4<<20 {
					t.Errorf("tensor %s has %d bytes: %s", name, m.Bytes(), c.Flags())
				}
			}
			if work := p.Scores() * float64(p.HeadDim); work > 1<<26 {
				t.Errorf("%v products: %s", work, c.Flags())
			}
			note := func(what string, v any) { seen[fmt.Sprint(what, " ", v)]++ }
			note("type", fmt.Sprint(p.In, p.Out, p.HeadDim, p.HeadDimV))
			note("in", fmt.Sprint(p.In, p.HeadDim))
			note("out", p.Out)
			note("layout", p.Layout)
			note("packed", p.Packed())
			note("causal", p.Causal)
			note("lse", p.LSE)
			note("alibi", p.ALiBi != nil)
			note("group", p.Heads/p.KVHeads)
			note("kv heads", p.KVHeads)
			note("batch", p.Batch > 1)
			note("more queries", fmt.Sprint(p.SeqQ > p.SeqK, p.Causal))
			note("kind", c.Kind)
			note("one query", p.SeqQ == 1)
			note("one key", p.SeqK == 1)
			if p.Window != nil {
				note("left", p.Window.Left >= 0)
				note("right", p.Window.Right >= 0)
			}
			for _, list := range [][]float32{p.DescaleQ, p.DescaleK, p.DescaleV} {
				note("descales", min(len(list), 2))
			}
			plain := *p
			plain.Q, plain.K, plain.V, plain.O = attention.Strides{}, attention.Strides{}, attention.Strides{}, attention.Strides{}
			normalize(t, &plain)
			note("strides", plain.K != p.K)
		}
		for what, least := range map[string]int{"packed true": 10, "packed false": 10, "causal true": 20, "lse true": 30, "lse false": 10,
			"alibi true": 10, "group 1": 10, "group 2": 10, "group 3": 3, "kv heads 1": 10, "kv heads 2": 5, "batch true": 5, "more queries true true": 3, "one query true": 3, "one key true": 3,
			"left true": 5, "left false": 2, "right true": 5, "right false": 2, "descales 0": 3, "descales 1": 3, "descales 2": 1, "strides true": 5, "strides false": 5,
			"layout bshd": 10, "layout bhsd": 10, "out f32": 10, "out bf16": 10, "out f16": 10,
		} {
			if seen[what] < least {
				t.Errorf("seed %d: %q %d times, want %d", seed, what, seen[what], least)
			}
		}
		for _, in := range attention.InTypes {
			for _, d := range attention.HeadDims {
				if what := fmt.Sprint("in ", in, d[0]); seen[what] < 5 {
					t.Errorf("seed %d: %q %d times", seed, what, seen[what])
				}
			}
		}
		for _, k := range attention.Kinds {
			if seen[fmt.Sprint("kind ", k)] == 0 {
				t.Errorf("seed %d: no inputs of kind %s", seed, k)
			}
		}
	}
}

// TestEdgeCases: the references of the edge cases show what the cases are for.
func TestEdgeCases(t *testing.T) {
	for _, chip := range chips {
		var cases, empty, nans, infinities int
		for _, c := range attention.EdgeCases(chip) {
			p := &c.Problem
			in := p.Random(c.Seed, c.Kind)
			cases++
			for _, e := range p.Reference(attention.Config{}, in, p.Whole()) {
				for i := range e.Rows.Count {
					row := e.O[i*p.HeadDimV : (i+1)*p.HeadDimV]
					switch {
					case e.LSE[i] < -1e300:
						empty++
						if slices.ContainsFunc(row, func(v float64) bool { return v != 0 }) {
							t.Fatalf("%s: a query without keys has %v", c.Name, row[:4])
						}
					case e.LSE[i] != e.LSE[i]:
						nans++
					}
					if slices.ContainsFunc(row, func(v float64) bool { return v > 1e300 || v < -1e300 }) {
						infinities++
					}
				}
			}
		}
		if cases < 100 || empty < 100 || nans < 100 || infinities < 10 {
			t.Errorf("%d cases, %d rows without keys, %d with NaN, %d with infinities", cases, empty, nans, infinities)
		}
	}
}
