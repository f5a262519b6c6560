package gemm_test

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"heddle/arch"
	"heddle/build"
	"heddle/kernels/gemm"
	"heddle/long"
	"heddle/verify"
)

// stores is a problem whose results are stored in both ways.
type stores struct {
	p *gemm.Problem
	c gemm.Config
}

// pick returns one of a list.
func pick[T any](rnd *rand.Rand, list ...T) T { return list[rnd.IntN(len(list))] }

// randomStores makes a problem from a seed: types, epilogues, edges, rows that are not aligned, batches
// and parts of the sum.
func randomStores(t *testing.T, chip *arch.Chip, seed uint64) stores {
	rnd := rand.New(rand.NewPCG(seed, 18))
	types := map[string][]string{
		"bf16": {"f32", "bf16", "f16", "fp8"}, "fp8": {"f32", "bf16", "fp8"}, "f16": {"f16", "f32"}, "i8": {"i32", "f32", "bf16"},
		"f32": {"f32", "bf16"}, "f64": {"f64"}, "mxfp4": {"f32", "bf16", "fp8"},
	}
	dtype := pick(rnd, "bf16", "bf16", "fp8", "fp8", "f16", "i8", "f32", "f64", "mxfp4")
	if chip == &arch.GFX942 && strings.HasPrefix(dtype, "mx") {
		dtype = "bf16"
	}
	out, err := gemm.TypeByName(pick(rnd, types[dtype]...))
	if err != nil {
		t.Fatal(err)
	}
	n := pick(rnd, int64(256), 200, 129, 136, 33, 192)
	c := gemm.Config{BM: 128, BN: 128, BK: 128, WavesM: 2, WavesN: pick(rnd, 1, 2, 4), Matrix: pick(rnd, 16, 32), Stages: 2}
	if dtype == "f32" || dtype == "f64" {
		c.BM, c.BN, c.BK, c.WavesN = 64, 64, 32, 2
		if dtype == "f64" {
			c.Matrix = 16
		}
	}
	if chip == &arch.GFX942 {
		c.BK /= 2
	}
	if !strings.HasPrefix(dtype, "mx") && rnd.IntN(2) == 0 {
		c.Schedule, c.Direct = gemm.Rotate, dtype != "f64" && rnd.IntN(2) == 0
	}
	p := pose(t, chip, dtype, pick(rnd, int64(256), 192, 150, 17), n, pick(rnd, int64(128), 160), func(p *gemm.Problem) {
		p.Out, p.Layout = out, pick(rnd, gemm.NT, gemm.NT, gemm.NN)
		if strings.HasPrefix(dtype, "mx") {
			p.Layout = gemm.NT
		}
		p.Beta, p.Bias, p.Batch = pick(rnd, 0.0, 0.5), rnd.IntN(2) == 0, pick(rnd, int64(1), 1, 2)
		if dtype != "f64" && dtype != "i8" {
			p.Act = pick(rnd, gemm.None, gemm.ReLU, gemm.SiLU)
		}
		if rnd.IntN(3) == 0 {
			p.LDD, p.LDC = n+pick(rnd, int64(1), 4, 8), n+pick(rnd, int64(2), 8)
		}
		p.SplitK = pick(rnd, int64(1), 1, 2)
	})
	return stores{p, c}
}

// bits runs the problem and returns the bytes of D.
func (s stores) bits(t *testing.T, c gemm.Config) []byte {
	plan, err := s.p.Plan(c)
	if err != nil {
		t.Fatalf("%v: %v", c, err)
	}
	g, err := verify.CompileGEMM(s.p, plan, build.Options{})
	if err != nil {
		t.Fatalf("%v: %v", c, err)
	}
	run, err := g.Simulate(s.p.Generator(1), verify.GEMMOptions{})
	if err != nil {
		t.Fatalf("%v: %v", c, err)
	}
	if run.StrayCount > 0 {
		t.Fatalf("%v: %v", c, run.Strays[0])
	}
	m, _ := s.p.Tensor("d")
	data := make([]byte, m.Bytes())
	run.D(0, data)
	return data
}

// TestStores: what changes places on its way to memory are results, not their values: each bit of D is
// that of a kernel which stores them as the matrix instructions leave them.
func TestStores(t *testing.T) {
	for _, chip := range arch.Chips {
		for seed := range uint64(long.Count(8, 200)) {
			s := randomStores(t, chip, seed)
			name := fmt.Sprintf("%s seed %d: %v %v -> %v, %d x %d, %v", chip.Name, seed, s.p.A.Name, s.p.Layout, s.p.Out.Name, s.p.M, s.p.N, s.c)
			want, got := s.bits(t, s.c.Plain()), s.bits(t, s.c)
			if !bytes.Equal(want, got) {
				i := 0
				for want[i] == got[i] {
					i++
				}
				t.Errorf("%s: byte %d of D is %#x, should be %#x", name, i, got[i], want[i])
			}
		}
	}
}

// TestPartsBehind: of the last tile's parts those that begin behind D store nothing: not to what is
// between batches, nor to the next one; and a tile that is higher than D has parts that begin in D.
func TestPartsBehind(t *testing.T) {
	for _, chip := range arch.Chips {
		for _, m := range []int64{192, 17} {
			p := pose(t, chip, "bf16", m, 128, 128, func(p *gemm.Problem) { p.Batch, p.StrideD = 2, 256*128 })
			s := stores{p, gemm.Config{BM: 128, BN: 128, BK: 64, WavesM: 2, WavesN: 2, Matrix: 16, Schedule: gemm.Rotate, PhasesM: 2, PhasesK: 1}}
			s.bits(t, s.c) // finds bytes that are written beside D
		}
	}
}
