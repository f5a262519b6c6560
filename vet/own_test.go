package vet_test

import (
	"bytes"
	"strings"
	"testing"

	"heddle/arch"
	"heddle/build"
	"heddle/hsaco"
	"heddle/kernels/gemm"
	"heddle/long"
	"heddle/pass"
	"heddle/verify"
	"heddle/verify/corpus"
	"heddle/vet"
)

// TestOwn: what heddle compiles has no errors either.
func TestOwn(t *testing.T) {
	cases, err := corpus.Read("../verify/testdata/kernels")
	if err != nil {
		t.Fatal(err)
	}
	proven, others := 0, 0
	for i, c := range cases {
		for n, chip := range c.Chips {
			if !long.Some(i+n, 8) {
				continue
			}
			m, err := c.Module(chip)
			if err != nil {
				t.Fatal(err)
			}
			r, err := build.MLIR(m, build.Options{Chip: chip})
			if err != nil {
				t.Fatal(err)
			}
			l := vet.Launch{Grid: c.Grid, Block: c.Block}
			for i, a := range c.Args {
				l.Args = append(l.Args, vet.Argument{Offset: -1, Index: i, Memory: true, Bytes: int64(a.Bytes) * int64(a.Count)})
			}
			kernels := checkWith(t, r.Object, l).Kernels
			for _, k := range kernels {
				proven, others = proven+k.Addresses.Inside+k.Addresses.Guarded, others+k.Addresses.Open+k.Addresses.CantTell
			}
			var text bytes.Buffer
			if err := vet.WriteText(&text, c.File, kernels, isError); err != nil {
				t.Fatal(err)
			}
			if text.Len() > 0 {
				t.Errorf("%s:\n%s", chip.Name, &text)
			}
		}
	}
	t.Logf("%d accesses are proven, %d are not", proven, others)
}

// checkWith checks a code object for launches.
func checkWith(t testing.TB, raw []byte, launches ...vet.Launch) *vet.Report {
	t.Helper()
	o, err := hsaco.Open(raw, "")
	if err != nil {
		t.Fatal(err)
	}
	r, err := vet.ObjectWith(o, vet.Options{Launches: launches, Addresses: true})
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// checkGEMM compiles a problem without some passes and checks it for its launches.
func checkGEMM(t *testing.T, p *gemm.Problem, disable ...string) *vet.Report {
	t.Helper()
	if err := p.Normalize(); err != nil {
		t.Fatal(err)
	}
	plan, err := p.Plan(gemm.Choose(p))
	if err != nil {
		t.Fatal(err)
	}
	g, err := verify.CompileGEMM(p, plan, build.Options{Passes: pass.Options{Disable: disable}})
	if err != nil {
		t.Fatal(err)
	}
	var launches []vet.Launch
	for i := range plan.Steps {
		step := &plan.Steps[i]
		k := g.Kernel(step)
		l := vet.Launch{Kernel: k.Name, Grid: step.Grid, Block: step.Block}
		for n, a := range step.Args {
			bytes := map[gemm.Arg]int64{gemm.ArgWorkspace: plan.Workspace, gemm.ArgCounters: plan.Counters}[a]
			if m, ok := p.Tensor(string(a)); ok {
				bytes = m.Bytes()
			}
			l.Args = append(l.Args, vet.Argument{Offset: k.Params[n].Offset, Memory: true, Bytes: bytes})
		}
		launches = append(launches, l)
	}
	return checkWith(t, g.Built.Object, launches...)
}

// problem is a matrix multiplication of those sizes.
func problem(t *testing.T, chip *arch.Chip, m, n, k int64, in, out string) *gemm.Problem {
	t.Helper()
	a, err := gemm.TypeByName(in)
	if err != nil {
		t.Fatal(err)
	}
	d, err := gemm.TypeByName(out)
	if err != nil {
		t.Fatal(err)
	}
	return &gemm.Problem{Chip: chip, M: m, N: n, K: k, Alpha: 1, A: a, B: a, Out: d, Layout: gemm.NT}
}

// TestSeed: the shape of seed 000, whose D has 7.0 GiB. Without the pass that splits offsets it is
// refused, by a store and how far it would have to reach; with it all accesses are proven.
func TestSeed(t *testing.T) {
	for _, chip := range arch.Chips {
		for _, k := range checkGEMM(t, problem(t, chip, 32768, 57344, 16384, "bf16", "f32")).Kernels {
			if a := k.Addresses; a.Inside == 0 || a.Open+a.CantTell+a.Wrong > 0 {
				t.Errorf("%s: %s is not proven: %+v", chip.Name, k.Name, *a)
			}
		}
		var errors []vet.Finding
		for _, k := range checkGEMM(t, problem(t, chip, 32768, 57344, 16384, "bf16", "f32"), "addresses").Kernels {
			for _, f := range k.Findings {
				if f.Rank == vet.RankError {
					errors = append(errors, f)
				}
			}
		}
		if len(errors) != 1 || errors[0].Rule != "address" || !strings.HasPrefix(errors[0].Text, "buffer_store_dword") ||
			!strings.HasPrefix(errors[0].Found, "up to 7516") || errors[0].Required != "offsets from 0 to 4294967295" {
			t.Errorf("%s: without the pass: %+v", chip.Name, errors)
		}
	}
}

// TestGEMMAddresses: matrix multiplications of many shapes have no errors.
func TestGEMMAddresses(t *testing.T) {
	proven, others := 0, 0
	for i, s := range []struct {
		m, n, k int64
		in, out string
	}{
		{100, 100, 100, "bf16", "bf16"}, {1000, 777, 333, "f16", "f16"}, {4096, 4096, 4096, "bf16", "bf16"}, {129, 257, 65, "f32", "f32"},
		{256, 4096, 4096, "fp8", "bf16"}, {2048, 2048, 2048, "i8", "i32"}, {64, 8192, 8192, "bf16", "f32"}, {70000, 40000, 64, "bf16", "f32"}, {512, 512, 16384, "bf16", "f32"},
	} {
		for n, chip := range arch.Chips {
			if !long.Some(i+n, 6) {
				continue
			}
			for _, k := range checkGEMM(t, problem(t, chip, s.m, s.n, s.k, s.in, s.out)).Kernels {
				proven, others = proven+k.Addresses.Inside+k.Addresses.Guarded, others+k.Addresses.Open+k.Addresses.CantTell
				for _, f := range k.Findings {
					if f.Rank == vet.RankError {
						t.Errorf("%s %v: %s %s", chip.Name, s, f.Text, f.Message)
					}
				}
			}
		}
	}
	t.Logf("%d accesses are proven, %d are not", proven, others)
}
