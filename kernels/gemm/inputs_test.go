package gemm_test

import (
	"bytes"
	"hash/crc32"
	"math"
	"math/rand/v2"
	"testing"

	"heddle/arch"
	"heddle/kernels/gemm"
	"heddle/kernels/gemm/gemmtest"
)

// TestGenerator: pages from anywhere hold the same bytes as all of it.
func TestGenerator(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for seed := range uint64(150) {
		p := gemmtest.Random(seed)
		d, in := p.Random(seed), p.Generator(seed)
		for _, name := range p.Tensors() {
			m, _ := p.Tensor(name)
			if name == "d" {
				if in.Tensor(name) != nil || d.Tensor(name) != nil {
					t.Fatal("D is an input")
				}
				continue
			}
			want := d.Tensor(name)
			if int64(len(want)) != m.Bytes() {
				t.Fatalf("seed %d: %s has %d bytes, want %d", seed, name, len(want), m.Bytes())
			}
			for range 5 {
				from := r.IntN(len(want))
				page := make([]byte, 1+r.IntN(200))
				in.Tensor(name)(uint64(from), page)
				n := copy(page, page[:min(len(page), len(want)-from)])
				if !bytes.Equal(page[:n], want[from:from+n]) {
					t.Fatalf("seed %d: %s: %s differs at %d", seed, gemmtest.Flags(p), name, from)
				}
				if rest := page[n:]; !bytes.Equal(rest, make([]byte, len(rest))) {
					t.Fatalf("seed %d: %s is not 0 behind its end", seed, name)
				}
			}
		}
	}
}

// TestRandomIsFixed: the data of a seed are what they always were, since reports
// name seeds.
func TestRandomIsFixed(t *testing.T) {
	for dtype, want := range map[string]uint32{
		"f16": 0x9e4cfbcc, "bf16": 0x3f06e3a4, "f32": 0xffcf4180, "f64": 0x93298cc3, "fp8": 0xc0c38171, "bf8": 0x69faf58b, "i8": 0xe6fe6b10, "mxfp8": 0xe45e5e26, "mxfp6": 0xcc9a8772, "mxfp4": 0x951559ca,
	} {
		p := pose(t, &arch.GFX950, dtype, 5, 7, 40, func(p *gemm.Problem) {
			p.Batch, p.Beta, p.Bias = 2, 1, true
			if dtype != "f64" {
				p.LDA = 44
			}
		})
		d := p.Random(7)
		sum := crc32.NewIEEE()
		for _, name := range p.Tensors() {
			sum.Write(d.Tensor(name))
		}
		if got := sum.Sum32(); got != want {
			t.Errorf("%s: the data have the sum %#x, want %#x", dtype, got, want)
		}
	}
}

// TestDistribution: mean 0, deviation 1 (1.5 for fp6 and fp4), no NaN and no
// infinity among elements, in gaps nothing else (or the largest number).
func TestDistribution(t *testing.T) {
	for _, chip := range arch.Chips {
		for _, pair := range gemmtest.Pairs(chip) {
			if pair.A != pair.B {
				continue
			}
			p := pose(t, chip, pair.A, 100, 10, 400, func(p *gemm.Problem) { p.Batch, p.LDA, p.StrideA = 2, 412, 412*100+48 })
			d := p.Random(3)
			o := oracle{p, d}
			m, _ := p.Tensor("a")
			var n, sum, squares float64
			for i := range (p.Batch-1)*p.StrideA + 99*p.LDA + p.K {
				x := o.element(d.A, p.A, i)
				at := i % p.StrideA
				if at%p.LDA >= p.K || at/p.LDA >= 100 {
					if largest := math.Abs(x); !math.IsNaN(x) && largest != 127 && largest != 7.5 && largest != 6 {
						t.Fatalf("%s: gap at %d holds %v", pair.A, i, x)
					}
					continue
				}
				if math.IsNaN(x) || math.IsInf(x, 0) {
					t.Fatalf("%s: element %d is %v", pair.A, i, x)
				}
				n, sum, squares = n+1, sum+x, squares+x*x
			}
			mean, deviation := sum/n, math.Sqrt(squares/n)
			want := 1.0
			switch pair.A {
			case "mxfp6", "mxfp4":
				want = 1.5
			case "i8":
				want = 73.9
			}
			if math.Abs(mean) > 0.02*want || math.Abs(deviation/want-1) > 0.03 {
				t.Errorf("%s %s: mean %.4f, deviation %.4f of %v numbers in %d bytes", chip.Name, pair.A, mean, deviation, n, m.Bytes())
			}
		}
	}
	p := pose(t, &arch.GFX950, "mxfp8", 64, 64, 512, nil)
	var count [256]int
	for _, s := range p.Random(1).ScaleA {
		count[s]++
	}
	for s, n := range count {
		if (n > 100) != (s >= 125 && s <= 129) {
			t.Errorf("scale %d: %d times", s, n)
		}
	}
}
