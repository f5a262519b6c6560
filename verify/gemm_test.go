package verify_test

import (
	"bytes"
	"flag"
	"fmt"
	"math/rand/v2"
	"runtime"
	"slices"
	"sort"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"heddle/arch"
	"heddle/build"
	"heddle/kernels/gemm"
	"heddle/kernels/gemm/gemmtest"
	"heddle/long"
	"heddle/pass"
	"heddle/sim"
	"heddle/sim/sanitize"
	"heddle/verify"
)

var (
	gemmCases = flag.Int("gemm.cases", 0, "random matrix multiplications to check, two for each shape; 0 takes 24, with -long 120")
	gemmSeed  = flag.Uint64("gemm.seed", 1, "seed of the first")
	gemmCross = flag.Bool("gemm.cross", false, "check all of types x layouts x targets x epilogues on 12 shapes, not a part")
)

// TestGEMMCross checks the products of the whole cross product, or a part of it
// that has every type, layout, target, epilogue and shape.
func TestGEMMCross(t *testing.T) {
	var cases []*gemmCase
	for _, c := range crossProduct(t) {
		if n := len(cases); *gemmCross || n == 0 || c.number%long.Count(307, 37) == 0 {
			cases = append(cases, c)
		}
	}
	judgeGEMMs(t, cases)
}

// TestGEMMRandom checks random shapes, each with two random combinations of all
// else.
func TestGEMMRandom(t *testing.T) {
	var cases []*gemmCase
	count := *gemmCases
	if count == 0 {
		count = long.Count(14, 120)
	}
	for i := range uint64(count) {
		cases = append(cases, randomGEMM(t, *gemmSeed+i/2, i%2))
	}
	t.Logf("seeds %d to %d", *gemmSeed, *gemmSeed+uint64(len(cases)-1)/2)
	judgeGEMMs(t, cases)
}

// gemmCase is a problem to check, and the seed that decides how.
type gemmCase struct {
	number int
	seed   uint64
	p      gemm.Problem
	config *gemm.Config // nil is the chosen one
}

// gemmTypes are the types of A and B that there are; the mx types multiply with
// each other.
var gemmTypes = [][2]string{
	{"f16", "f16"}, {"bf16", "bf16"}, {"f32", "f32"}, {"f64", "f64"}, {"fp8", "fp8"}, {"bf8", "bf8"}, {"fp8", "bf8"}, {"bf8", "fp8"}, {"i8", "i8"},
	{"mxfp8", "mxfp8"}, {"mxfp6", "mxfp6"}, {"mxfp4", "mxfp4"}, {"mxfp8", "mxfp4"}, {"mxfp6", "mxfp8"}, {"mxfp4", "mxfp6"},
}

// gemmEpilogues are what is done to results; an output that a type does not have
// is left to the default.
var gemmEpilogues = []struct {
	out  string
	then func(p *gemm.Problem)
}{
	{"", func(*gemm.Problem) {}},
	{"f32", func(p *gemm.Problem) { p.Alpha, p.Beta, p.Bias, p.Act = -0.75, 0.5, true, gemm.GELU }},
	{"bf16", func(p *gemm.Problem) { p.Bias, p.Act, p.Scale = true, gemm.SiLU, 0.25 }},
	{"fp8", func(p *gemm.Problem) { p.Beta, p.Act, p.Scale = 2, gemm.ReLU, 0.125 }},
	{"f16", func(p *gemm.Problem) { p.Alpha, p.Act = 0.03125, gemm.GELUErf }},
}

// crossShapes are the shapes of the cross product: whole tiles, edges, slivers.
var crossShapes = [12][3]int64{
	{128, 128, 128}, {256, 128, 64}, {1, 1, 1}, {17, 13, 7}, {129, 127, 65}, {1, 257, 100}, {191, 1, 33}, {64, 64, 500}, {37, 300, 31}, {16, 16, 256}, {150, 70, 1}, {33, 65, 129},
}

// crossProduct makes all its cases.
func crossProduct(t *testing.T) []*gemmCase {
	var cases []*gemmCase
	number := 0
	for _, shape := range crossShapes {
		for _, chip := range arch.Chips {
			for _, types := range gemmTypes {
				for _, layout := range []gemm.Layout{gemm.NT, gemm.NN, gemm.TN, gemm.TT} {
					for e := range gemmEpilogues {
						c := &gemmCase{number: number, seed: uint64(number)}
						c.p = gemm.Problem{Chip: chip, M: shape[0], N: shape[1], K: shape[2], Alpha: 1}
						if c.combine(t, types, layout, e) {
							cases = append(cases, c)
							number++
						}
					}
				}
			}
		}
	}
	return cases
}

// combine sets types, layout and epilogue; it reports whether there is such a
// problem.
func (c *gemmCase) combine(t *testing.T, types [2]string, layout gemm.Layout, epilogue int) bool {
	c.p.A, c.p.B = typeNamed(t, types[0]), typeNamed(t, types[1])
	c.p.Layout = layout
	if c.p.A.On(c.p.Chip) != nil || c.p.A.Scaled && layout != gemm.NT {
		return false
	}
	e := &gemmEpilogues[epilogue]
	if e.then(&c.p); e.out != "" && types[0] != "f64" && !(types[0] == "i8" && epilogue == 1) {
		c.p.Out = typeNamed(t, e.out)
	}
	if err := c.p.Normalize(); err != nil {
		t.Fatalf("%v: %v", c.p, err)
	}
	return true
}

func typeNamed(t testing.TB, name string) *gemm.Type {
	typ, err := gemm.TypeByName(name)
	if err != nil {
		t.Fatal(err)
	}
	return typ
}

// randomGEMM draws a case: the shape from the seed, the rest from it and variant.
func randomGEMM(t *testing.T, seed, variant uint64) *gemmCase {
	c := &gemmCase{seed: seed*2 + variant}
	swizzle := gemm.SwizzleAuto
	defer func() { c.swizzle(swizzle) }()
	shape := randomShape(rand.New(rand.NewPCG(seed, 7)))
	r := rand.New(rand.NewPCG(seed, 100+variant))
	for {
		c.p = gemm.Problem{Chip: arch.Chips[r.IntN(len(arch.Chips))], M: shape[0], N: shape[1], K: shape[2], Alpha: 1}
		if r.IntN(3) == 0 && shape[0]*shape[1]*shape[2] < 1<<22 {
			c.p.Batch = 1 + r.Int64N(5)
		}
		if r.IntN(4) == 0 {
			c.p.SplitK = 1 + r.Int64N(min(6, (c.p.K+gemm.SplitKUnit-1)/gemm.SplitKUnit))
		}
		swizzle = []gemm.CacheSwizzle{gemm.SwizzleAuto, gemm.SwizzleAuto, gemm.SwizzleOn, gemm.SwizzleOff}[r.IntN(4)]
		if c.combine(t, gemmTypes[r.IntN(len(gemmTypes))], []gemm.Layout{gemm.NT, gemm.NN, gemm.TN, gemm.TT}[r.IntN(4)], r.IntN(len(gemmEpilogues))) {
			break
		}
	}
	if c.p.Integers() || r.IntN(2) == 0 {
		return c
	}
	// The gaps: a few elements or whole powers of two.
	p, unit := &c.p, int64(1)
	if p.A.Scaled {
		unit = 4
	}
	for i, ld := range []*int64{&p.LDA, &p.LDB, &p.LDC, &p.LDD} {
		if r.IntN(2) == 0 {
			*ld += []int64{4, 1, 7, 32, 100, 128}[r.IntN(6)] * []int64{unit, unit, 1, 1}[i]
		}
	}
	for i, s := range []*int64{&p.StrideA, &p.StrideB, &p.StrideC, &p.StrideD} {
		m, used := p.Tensor([]string{"a", "b", "c", "d"}[i])
		switch *s = 0; {
		case r.IntN(4) == 0 && i < 3:
			*s = gemm.SharedStride
		case r.IntN(2) == 0 || !used:
		case r.IntN(3) == 0 && i < 3: // they overlap
			*s = (m.Cols + unit - 1 + r.Int64N(m.Rows*m.LD)) / unit * unit
		case r.IntN(3) == 0: // side by side in each row
			*s = (m.Cols + unit - 1 + r.Int64N(9)) / unit * unit
			*[]*int64{&p.LDA, &p.LDB, &p.LDC, &p.LDD}[i] = p.Batch**s + r.Int64N(3)*unit
		default:
			*s = m.Rows*m.LD + unit*[]int64{0, 1, 5, 64}[r.IntN(4)]
		}
	}
	if err := p.Normalize(); err != nil {
		t.Fatalf("seed %d.%d: %s: %v", seed, variant, gemmCommand(p, 1), err)
	}
	return c
}

// swizzle sets the cache swizzle, unless the resources have no room for the rows.
func (c *gemmCase) swizzle(to gemm.CacheSwizzle) {
	c.p.CacheSwizzle = to
	if c.p.Normalize() != nil {
		c.p.CacheSwizzle = gemm.SwizzleAuto
	}
}

// randomShape draws M, N and K: of the kinds that go wrong, and small enough to
// be simulated with all checks.
func randomShape(r *rand.Rand) [3]int64 {
	primes := []int64{2, 3, 5, 7, 11, 13, 31, 37, 61, 67, 127, 131, 251, 257, 509, 521}
	small := func() int64 { return 1 + r.Int64N(17) }
	middle := func() int64 { return 1 + r.Int64N(300) }
	large := func() int64 { return 4095 + r.Int64N(3) }
	var s [3]int64
	switch r.IntN(9) {
	case 0, 1:
		s = [3]int64{small(), small(), small()}
	case 2: // a vector
		s = [3]int64{1, middle(), middle()}
	case 3:
		s = [3]int64{middle(), 1, middle()}
	case 4:
		s = [3]int64{middle(), middle(), 1}
	case 5:
		for i := range s {
			s[i] = primes[r.IntN(len(primes))]
		}
	case 6: // tall, wide, or deep
		s = [3]int64{small(), small(), small()}
		s[r.IntN(3)] = large()
	case 7: // multiples of tiles, and what is beside them
		for i := range s {
			s[i] = 64*(1+r.Int64N(5)) + r.Int64N(3) - 1
		}
	default:
		s = [3]int64{middle(), middle(), middle()}
	}
	return s
}

// judgeGEMMs checks cases, on all cores, and reports the failures.
func judgeGEMMs(t *testing.T, cases []*gemmCase) {
	var mu sync.Mutex
	kinds := map[string]int{}
	var next atomic.Int64
	var wg sync.WaitGroup
	for range runtime.GOMAXPROCS(0) {
		wg.Go(func() {
			for i := next.Add(1) - 1; i < int64(len(cases)); i = next.Add(1) - 1 {
				c := cases[i]
				err := judgeGEMM(c)
				if err == nil {
					continue
				}
				mu.Lock()
				kind := failureKind(err)
				if kinds[kind]++; kinds[kind] <= 2 {
					t.Errorf("%s\n%v%v", gemmCommand(&c.p, c.seed), err, c.told())
				}
				mu.Unlock()
			}
		})
	}
	wg.Wait()
	var list []string
	for kind, n := range kinds {
		list = append(list, fmt.Sprintf("%5d %s", n, kind))
	}
	sort.Sort(sort.Reverse(sort.StringSlice(list)))
	if t.Logf("%d cases", len(cases)); len(list) > 0 {
		t.Errorf("failures by kind:\n%s", strings.Join(list, "\n"))
	}
}

// told says which configuration a case has, if it is not the chosen one.
func (c *gemmCase) told() string {
	if c.config == nil {
		return ""
	}
	return fmt.Sprintf("\nconfiguration: %+v", *c.config)
}

// judgeGEMM compiles a case and runs it with all checks: round-robin, and in
// other schedules and with the other reading of soffset, which have to give the
// same bytes.
func judgeGEMM(c *gemmCase) (err error) {
	defer func() {
		if r := recover(); r != nil {
			buf := make([]byte, 8192)
			err = fmt.Errorf("panic: %v\n%s", r, buf[:runtime.Stack(buf, false)])
		}
	}()
	ways := []sim.Options{
		{},
		{Schedule: sim.ScheduleLate, SoffsetUnchecked: true, NoPreload: true},
		{Schedule: sim.ScheduleRandom, Seed: c.seed, Reversed: true},
	}
	config := gemm.Choose(&c.p)
	if c.config != nil {
		config = *c.config
	}
	plan, err := c.p.Plan(config)
	if err != nil {
		return fmt.Errorf("plan: %w", err)
	}
	g, err := verify.CompileGEMM(&c.p, plan, build.Options{Passes: pass.Options{Verify: c.seed%4 == 0}})
	if err != nil {
		return fmt.Errorf("compile: %w", err)
	}
	in := c.p.Random(c.seed).Inputs()
	var first []byte
	for _, way := range ways {
		way.Workers = 1
		checker, err := sanitize.New(sanitize.Options{Checks: []string{"all"}, Object: g.Object})
		if err != nil {
			return err
		}
		run, err := g.Simulate(in, verify.GEMMOptions{Sim: way, Sanitizer: checker})
		if err != nil {
			return fmt.Errorf("simulate, schedule %d: %w", way.Schedule, err)
		}
		if err := judgeRun(g, in, run); err != nil {
			return fmt.Errorf("%w\n%+v", err, way)
		}
		m, _ := c.p.Tensor("d")
		out := make([]byte, m.Bytes())
		if run.D(0, out); first != nil {
			if !bytes.Equal(out, first) {
				return fmt.Errorf("other bytes in another schedule or reading of soffset: %+v", way)
			}
		}
		first = out
	}
	return nil
}

// judgeRun finds what is wrong with a run.
func judgeRun(g *verify.GEMM, in *gemm.Inputs, run *verify.GEMMRun) error {
	if len(run.Findings) > 0 {
		var text strings.Builder
		if err := sanitize.WriteText(&text, "gemm", run.Findings, 0); err != nil {
			return err
		}
		return fmt.Errorf("findings\n%s", text.String())
	}
	if run.StrayCount > 0 {
		return fmt.Errorf("strays: %d bytes%s", run.StrayCount, listOf(run.Strays))
	}
	if v := g.Compare(in, run, nil); v.Bad > 0 {
		return fmt.Errorf("compare: %d of %d elements%s", v.Bad, v.Elements, listOf(v.First))
	}
	if run.Touched > 2<<30 {
		return fmt.Errorf("memory: %d bytes are in use", run.Touched)
	}
	return nil
}

func listOf[T fmt.Stringer](list []T) string {
	text := ""
	for _, x := range list {
		text += "\n" + x.String()
	}
	return text
}

// gemmCommand is the command that does the same.
func gemmCommand(p *gemm.Problem, seed uint64) string {
	return fmt.Sprintf("heddle run gemm --check all %s --seed %d", gemmtest.Flags(p), seed)
}

// TestGEMMCommand checks that the commands that failures name mean the problem.
func TestGEMMCommand(t *testing.T) {
	p := gemm.Problem{Chip: &arch.GFX942, M: 5, N: 6, K: 7, A: typeNamed(t, "fp8"), B: typeNamed(t, "bf8"), Layout: gemm.NT, Alpha: 1, Beta: 2, Bias: true, LDA: 9, Batch: 2, StrideB: gemm.SharedStride}
	if err := p.Normalize(); err != nil {
		t.Fatal(err)
	}
	want := "-m 5 -n 6 -k 7 --batch 2 --mcpu gfx942 --a-type fp8 --b-type bf8 --layout nt --lda 9 --stride-b 0 --beta 2 --bias --seed 3"
	if got := gemmCommand(&p, 3); !strings.HasSuffix(got, want) {
		t.Errorf("got  %s\nwant %s", got, want)
	}
}

// TestGEMMCompare: D is compared once, all of it, in strips of which progress hears.
func TestGEMMCompare(t *testing.T) {
	f32 := typeNamed(t, "f32")
	p := &gemm.Problem{Chip: &arch.GFX942, M: 40000, N: 130, K: 1, Batch: 2, A: f32, B: f32, Alpha: 1}
	if err := p.Normalize(); err != nil {
		t.Fatal(err)
	}
	in := p.Random(3).Inputs()
	wrong := func(_ uint64, page []byte) { clear(page) }
	g := &verify.GEMM{Problem: p}
	run := &verify.GEMMRun{Sample: &verify.Sample{Parts: []gemm.Rect{p.Whole(0), p.Whole(1)}}, D: wrong}
	var heard []int
	r := g.Compare(in, run, func(done, all int) {
		if all != 2*40000*130 {
			t.Errorf("%d elements in all", all)
		}
		heard = append(heard, done)
	})
	if r.Elements != 2*40000*130 || r.Bad < r.Elements*9/10 || len(r.First) == 0 || r.First[0].Batch != 0 || r.First[0].Row != 0 {
		t.Errorf("%d elements, %d bad, the first are %v", r.Elements, r.Bad, r.First)
	}
	if len(heard) < 4 || !slices.IsSorted(heard) || heard[len(heard)-1] != 2*40000*130 {
		t.Errorf("progress is %v", heard)
	}
}

// TestGEMMJudges checks that what is wrong is found: products with another factor,
// a column too many, a tile that was not computed.
func TestGEMMJudges(t *testing.T) {
	bf16 := typeNamed(t, "bf16")
	problem := func(change func(p *gemm.Problem)) *gemm.Problem {
		p := &gemm.Problem{Chip: &arch.GFX942, M: 300, N: 64, K: 40, Alpha: 1, A: bf16, B: bf16}
		if change != nil {
			change(p)
		}
		if err := p.Normalize(); err != nil {
			t.Fatal(err)
		}
		return p
	}
	right := problem(nil)
	g := compileGEMM(t, right, build.Options{})
	for _, c := range []struct {
		name, want string
		p          *gemm.Problem
		sample     []int
	}{
		{"nothing", "", right, nil},
		{"another factor", "compare: ", problem(func(p *gemm.Problem) { p.Alpha = 1.25 }), nil},
		{"one product less", "compare: ", problem(func(p *gemm.Problem) { p.K, p.LDA = 39, 40 }), nil},
		{"a column too many", "strays: 600 bytes", problem(func(p *gemm.Problem) { p.N, p.LDB, p.LDD = 63, 64, 64 }), nil},
		{"a part that is not there", "compare: ", right, []int{1}},
	} {
		wrong := *g
		wrong.Problem = c.p
		in := c.p.Random(1).Inputs()
		o := verify.GEMMOptions{Place: func(o *sim.AllocOptions) { o.Size = (o.Size + 255) / 256 * 256 }}
		if c.sample != nil {
			o.Sample = &verify.Sample{Workgroups: [][]int{c.sample}, Parts: []gemm.Rect{c.p.Whole(0)}}
		}
		run, err := wrong.Simulate(in, o)
		if err == nil {
			err = judgeRun(&wrong, in, run)
		}
		if got := fmt.Sprint(err); c.want == "" && err != nil || !strings.HasPrefix(got, c.want) && c.want != "" {
			t.Errorf("%s: %v, want %q", c.name, err, c.want)
		}
	}
}

// TestGEMMStrayInputs: a kernel that takes A for D is found to write to A.
func TestGEMMStrayInputs(t *testing.T) {
	bf16 := typeNamed(t, "bf16")
	p := &gemm.Problem{Chip: &arch.GFX942, M: 64, N: 64, K: 64, Alpha: 1, A: bf16, B: bf16}
	if err := p.Normalize(); err != nil {
		t.Fatal(err)
	}
	g := compileGEMM(t, p, build.Options{})
	for i, a := range g.Plan.Steps[0].Args {
		switch a {
		case gemm.ArgA:
			g.Plan.Steps[0].Args[i] = gemm.ArgD
		case gemm.ArgD:
			g.Plan.Steps[0].Args[i] = gemm.ArgA
		}
	}
	run, err := g.Simulate(p.Random(1).Inputs(), verify.GEMMOptions{})
	if err != nil || run.StrayCount < 64*64 || run.StrayCount > 64*64*2 || len(run.Strays) != 8 || run.Strays[0].Tensor != "a" {
		t.Errorf("%d strays, %v, error %v", run.StrayCount, run.Strays, err)
	}
}
