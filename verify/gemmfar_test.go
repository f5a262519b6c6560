package verify_test

import (
	"flag"
	"math/rand/v2"
	"slices"
	"testing"

	"heddle/arch"
	"heddle/build"
	"heddle/kernels/gemm"
	"heddle/long"
	"heddle/pass"
	"heddle/sim"
	"heddle/sim/sanitize"
	"heddle/verify"
)

var gemmFar = flag.Int("gemm.far", 0, "random workgroups of products with tensors of many GiB, besides those at edges; 0 takes 4, with -long 20")

// gemmFarCases have tensors beyond 4 GiB.
var gemmFarCases = []struct {
	name    string
	types   [2]string // of A and B, and of D
	layout  gemm.Layout
	m, n, k int64
	few     bool // corners only: much work each
	then    func(p *gemm.Problem)
}{
	{"seed 000", [2]string{"bf16", "f32"}, gemm.NT, 32768, 57344, 256, false, nil},
	{"seed 000, full K", [2]string{"bf16", "f32"}, gemm.NT, 32768, 57344, 16384, true, nil},
	{"C", [2]string{"f16", "f32"}, gemm.NN, 57344, 32768, 100, false, func(p *gemm.Problem) { p.Beta, p.Bias = 0.5, true }},
	{"A", [2]string{"bf16", "bf16"}, gemm.NT, 200000, 100, 16384, true, nil},
	{"A across", [2]string{"f16", "f16"}, gemm.TN, 1000, 200, 300, false, func(p *gemm.Problem) { p.LDA = 1<<24 + 64 }},
	{"B", [2]string{"fp8", "f32"}, gemm.NT, 100, 600000, 8192, true, nil},
	{"B across", [2]string{"f32", "f32"}, gemm.NN, 70, 1 << 24, 130, false, nil},
	{"batches of A and D", [2]string{"i8", "i32"}, gemm.NT, 200, 200, 128, false, func(p *gemm.Problem) {
		p.Batch, p.StrideA, p.StrideD = 3, 1<<32+100, 1<<30+1<<20
	}},
	{"rows of D", [2]string{"f16", "f32"}, gemm.NT, 300, 130, 64, false, func(p *gemm.Problem) { p.LDD = 1<<24 + 4 }},
	{"rows of A", [2]string{"f64", "f64"}, gemm.NT, 90, 50, 64, false, func(p *gemm.Problem) { p.LDA, p.LDB = 1<<26+2, 1<<25+3 }},
	{"workspace", [2]string{"bf16", "bf16"}, gemm.TT, 40000, 40000, 256, false, func(p *gemm.Problem) { p.SplitK = 2 }},
}

// TestGEMMFar runs workgroups at the edges and at the ends of 32 bits of products
// with tensors beyond 4 GiB, and random ones: each writes its elements, and
// nothing else is touched.
func TestGEMMFar(t *testing.T) {
	for i := range gemmFarCases {
		c := &gemmFarCases[i]
		if c.few && !long.Some(i, 3) {
			continue
		}
		t.Run(c.name, func(t *testing.T) {
			chip := arch.Chips[i%len(arch.Chips)]
			p := &gemm.Problem{Chip: chip, M: c.m, N: c.n, K: c.k, Alpha: 1}
			p.A, p.B, p.Out = typeNamed(t, c.types[0]), typeNamed(t, c.types[0]), typeNamed(t, c.types[1])
			p.Layout = c.layout
			if c.then != nil {
				c.then(p)
			}
			if err := p.Normalize(); err != nil {
				t.Fatal(err)
			}
			g := compileGEMM(t, p, build.Options{})
			n := *gemmFar
			if n == 0 {
				n = long.Count(2, 20)
			}
			if c.few {
				n = 0
			}
			sample := g.Edges(uint64(i), n)
			in := p.Generator(uint64(i))
			o := verify.GEMMOptions{Sample: sample, Place: belowLine(rand.New(rand.NewPCG(uint64(i), 1)))}
			for k, way := range []sim.Options{{Schedule: sim.ScheduleLate, SoffsetUnchecked: true}, {}} {
				switch o.Sim = way; {
				case c.few && long.On() != way.SoffsetUnchecked: // the checks take most of the time
					continue
				case !c.few && !long.Some(i/2+k, 2): // the chips alternate with i
					continue
				}
				if err := farRun(g, in, o, way.SoffsetUnchecked); err != nil {
					t.Error(err)
				}
			}
		})
	}
}

// farRun simulates and compares.
func farRun(g *verify.GEMM, in *gemm.Inputs, o verify.GEMMOptions, checks bool) error {
	if checks {
		var err error
		if o.Sanitizer, err = sanitize.New(sanitize.Options{Checks: []string{"all"}, Object: g.Object}); err != nil {
			return err
		}
	}
	run, err := g.Simulate(in, o)
	if err != nil {
		return err
	}
	return judgeRun(g, in, run)
}

// belowLine puts tensors just below multiples of 4 GiB, so that adding an offset
// to the low half of an address carries.
func belowLine(r *rand.Rand) func(*sim.AllocOptions) {
	next := uint64(64) << 32
	return func(o *sim.AllocOptions) {
		o.Addr = next - sim.PageSize*(1+r.Uint64N(3))
		o.Guard = 1 << 32
		next += (o.Size>>32 + 4) << 32
	}
}

// TestGEMMFarNeedsThePass checks that the tests above fail without the pass that
// splits offsets.
func TestGEMMFarNeedsThePass(t *testing.T) {
	p := &gemm.Problem{Chip: &arch.GFX950, M: 32768, N: 57344, K: 64, Alpha: 1, A: typeNamed(t, "bf16"), B: typeNamed(t, "bf16"), Out: typeNamed(t, "f32"), Layout: gemm.NT}
	if err := p.Normalize(); err != nil {
		t.Fatal(err)
	}
	plan, err := p.Plan(gemm.Choose(p))
	if err != nil {
		t.Fatal(err)
	}
	g, err := verify.CompileGEMM(p, plan, build.Options{Passes: pass.Options{Disable: []string{"addresses"}}})
	if err != nil {
		return // refused
	}
	ids := sim.Corners(g.Plan.Steps[0].Grid)
	if err := farRun(g, p.Generator(1), verify.GEMMOptions{Sample: g.Of(slices.Clone(ids))}, false); err == nil {
		t.Error("the corners of 7 GiB are right without the pass addresses")
	}
}

func compileGEMM(t testing.TB, p *gemm.Problem, o build.Options) *verify.GEMM {
	t.Helper()
	plan, err := p.Plan(gemm.Choose(p))
	if err != nil {
		t.Fatal(err)
	}
	g, err := verify.CompileGEMM(p, plan, o)
	if err != nil {
		t.Fatal(err)
	}
	return g
}

// BenchmarkGEMMCompare compares the whole of 1024 x 1024 x 1024 with the
// reference.
func BenchmarkGEMMCompare(b *testing.B) {
	g, in := benchmarkGEMM(b)
	run, err := g.Simulate(in, verify.GEMMOptions{})
	if err != nil {
		b.Fatal(err)
	}
	for b.Loop() {
		if r := g.Compare(in, run, nil); r.Bad > 0 {
			b.Fatal(r.First)
		}
	}
}

func benchmarkGEMM(b *testing.B) (*verify.GEMM, *gemm.Inputs) {
	p := benchmarkProblem(b)
	return compileGEMM(b, p, build.Options{}), p.Random(1).Inputs()
}

func benchmarkProblem(b *testing.B) *gemm.Problem {
	bf16, err := gemm.TypeByName("bf16")
	if err != nil {
		b.Fatal(err)
	}
	p := &gemm.Problem{Chip: &arch.GFX950, M: 1024, N: 1024, K: 1024, Alpha: 1, A: bf16, B: bf16, Layout: gemm.NT}
	if err := p.Normalize(); err != nil {
		b.Fatal(err)
	}
	return p
}
