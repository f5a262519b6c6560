package vet_test

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"slices"
	"strings"
	"testing"

	"heddle/arch"
	"heddle/build"
	"heddle/hsaco"
	"heddle/isa"
	"heddle/kernels/attention"
	"heddle/kernels/gemm"
	"heddle/long"
	"heddle/pass"
	"heddle/sim/simtest"
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

// TestOwnAttention: nor do the kernels of attention: of all types, head dimensions, masks and variants, and with divided keys, with their launches.
func TestOwnAttention(t *testing.T) {
	kernels := 0
	for n, chip := range arch.Chips {
		for i, c := range append(attention.Random(chip, 20+long.Seed(), 48), attention.SplitCases(chip)...) {
			if !long.Some(i+n, 6) {
				continue
			}
			list, all := []attention.Case{c}, long.On() && i%4 == 0 // -long.seed has others
			if all {
				list = append(list, c.Others()...)
			}
			for i, c := range list {
				p := &c.Problem
				for _, v := range p.Variants() {
					if (i > 0 || !all) && v != p.Choose().Variant {
						continue
					}
					other := v != p.Choose().Variant
					plan, err := p.Plan(p.ChooseVariant(v))
					if err != nil && other { // its steps may not be divided into as many parts
						continue
					}
					if err != nil {
						t.Fatalf("%s: %v", c.Flags(), err)
					}
					a, err := verify.CompileAttention(p, plan, build.Options{})
					if err != nil && other { // it may need more registers than there are
						continue
					}
					if err != nil {
						t.Fatalf("%s: %v", c.Flags(), err)
					}
					l := vet.Launch{Grid: plan.Grid, Block: plan.Block}
					for i, name := range plan.Args {
						l.Args = append(l.Args, vet.Argument{Offset: a.Kernel().Params[i].Offset, Memory: true, Bytes: a.Bytes(name)})
					}
					var text bytes.Buffer
					if err := vet.WriteText(&text, string(v), checkWith(t, a.Built.Object, l).Kernels, isError); err != nil {
						t.Fatal(err)
					}
					if text.Len() > 0 {
						t.Errorf("%s:\n%s", c.Flags(), &text)
					}
					kernels++
				}
			}
		}
	}
	t.Logf("%d kernels", kernels)
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
	g, launches := compileGEMM(t, p, disable...)
	return checkWith(t, g.Built.Object, launches...)
}

// compileGEMM compiles a problem without some passes, and says how its kernels are launched.
func compileGEMM(t *testing.T, p *gemm.Problem, disable ...string) (*verify.GEMM, []vet.Launch) {
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
	return g, launches
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

// pipelines are kernels that load tiles into several buffers of the LDS while they multiply others.
func pipelines(t *testing.T, chip *arch.Chip, f func(name string, direct bool, object []byte)) {
	t.Helper()
	bf16, err := gemm.TypeByName("bf16")
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		schedule gemm.Schedule
		direct   bool
		stages   int
	}{{gemm.Simple, false, 2}, {gemm.Simple, true, 3}, {gemm.Rotate, true, 3}, {gemm.Rotate, false, 2}, {gemm.PingPong, true, 2}} {
		p := &gemm.Problem{Chip: chip, M: 1024, N: 1024, K: 1024, A: bf16, B: bf16, Layout: gemm.NT, Alpha: 1}
		if err := p.Normalize(); err != nil {
			t.Fatal(err)
		}
		config := gemm.Choose(p)
		config.BM, config.BN, config.BK, config.WavesM, config.WavesN = 64, 64, 64, 2, 2
		config.Schedule, config.Direct, config.Stages = c.schedule, c.direct, c.stages
		name := fmt.Sprintf("%s, %s, direct %v, %d buffers", chip.Name, c.schedule, c.direct, c.stages)
		plan, err := p.Plan(config)
		if err != nil {
			t.Logf("%s: %v", name, err)
			continue
		}
		g, err := verify.CompileGEMM(p, plan, build.Options{})
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		f(name, c.direct, g.Built.Object)
	}
}

// TestPipelines: kernels with several buffers in the LDS have no errors, and all accesses of waves that are
// not half a turn apart are known to be ordered. Without one of their barriers, or without the wait for
// what is loaded into the LDS before it, there are errors.
func TestPipelines(t *testing.T) {
	barriers, waits, found := 0, 0, 0
	for _, chip := range arch.Chips {
		pipelines(t, chip, func(name string, direct bool, object []byte) {
			apart := false
			for _, k := range check(t, object).Kernels {
				for _, f := range k.Findings {
					apart = apart || f.Rule == "barrier"
					if f.Rank == vet.RankError || f.Rule == "lds-race" || f.Rule == "too-strong" && f.Text == "s_barrier" {
						t.Errorf("%s: %s [%s] %#x: %s: %s", name, f.Rank, f.Rule, f.Addr, f.Text, f.Message)
					}
				}
			}
			if apart {
				t.Logf("%s: waves are at different barriers", name)
				return
			}
			o, err := hsaco.Open(object, "")
			if err != nil {
				t.Fatal(err)
			}
			for _, m := range orderMutations(o, direct) {
				if m.Code[2] == 0x80 {
					barriers++
				} else {
					waits++
				}
				if r := check(t, m.Apply(object, o)); slices.ContainsFunc(r.Kernels, func(k vet.Kernel) bool {
					return slices.ContainsFunc(k.Findings, func(f vet.Finding) bool { return f.Rank <= vet.RankTiming && f.Rule == "lds-race" })
				}) {
					found++
				} else {
					t.Errorf("%s: not found: %s", name, m.What)
				}
			}
		})
	}
	t.Logf("%d barriers and %d waits before barriers removed, %d found", barriers, waits, found)
}

// orderMutations removes barriers, and, of loads into the LDS, what waits for vector memory right before
// them.
func orderMutations(o *hsaco.Object, direct bool) (list []simtest.Mutation) {
	target := isa.For(o.Chip)
	for _, k := range o.Kernels {
		var last simtest.Site
		for off := 0; off < len(k.Code); {
			inst, err := target.Decode(k.Code[off:])
			if err != nil {
				break
			}
			s := simtest.Site{Addr: k.Addr + uint64(off), Inst: inst}
			if inst.Row.Op == isa.S_BARRIER {
				list = append(list, simtest.Barriers(s)...)
				if direct && last.Inst.Row != nil && last.Inst.Row.Op == isa.S_WAITCNT {
					w := last.Inst.Waitcnt()
					if w.VM < isa.MaxVMCount {
						w.VM = isa.MaxVMCount
						code := binary.LittleEndian.AppendUint32(nil, 0xbf8c0000|uint32(w.Pack()))
						list = append(list, simtest.Mutation{Addr: last.Addr, What: last.Inst.String() + " without vmcnt", Code: code})
					}
				}
			}
			last, off = s, off+inst.Size()
		}
	}
	return list
}
