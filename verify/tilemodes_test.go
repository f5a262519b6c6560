package verify_test

import (
	"encoding/csv"
	"flag"
	"math"
	"os"
	"strconv"
	"testing"

	"heddle/arch"
	"heddle/build"
	"heddle/kernels/gemm"
	"heddle/long"
	"heddle/sim"
	"heddle/tiling"
	"heddle/timing/record"
	"heddle/verify"
)

var (
	modeFirst = flag.Int("modes.first", 0, "number of the first product of testdata/mode_shapes.csv to time")
	modeEvery = flag.Int("modes.every", 1, "time each nth product")
)

// TestModes: the mode auto is never more than 2 % slower in the timing model than the faster
// of iree and seed, and at least 10 % faster in the geometric mean, over 50 products from published benchmarks; without
// -long over a few small ones. Times have a launch for each dispatch, as heddle time prints them. The tile of
// another mode gets our kernel: that of the same tile, or, if there is none, the best one whose tile of the
// result is the same (nearest).
//
//	go test ./verify -run TestModes -v -timeout 30m -args -long
func TestModes(t *testing.T) {
	const few = 3
	rows := modeRows(t)
	if !long.On() {
		rows = rows[:few]
	}
	sum, n := 0.0, 0
	for i := *modeFirst; i < len(rows); i += *modeEvery {
		p := modeProblem(t, rows[i])
		auto := gemm.Choose(p)
		timed := map[string]float64{}
		time := func(c gemm.Config) float64 {
			us, ok := timed[c.String()+strconv.Itoa(int(c.SplitK))]
			if !ok {
				us = microseconds(t, p, c)
				timed[c.String()+strconv.Itoa(int(c.SplitK))] = us
			}
			return us
		}
		ours := time(auto)
		best := math.Inf(1)
		line := ""
		for _, mode := range []tiling.Mode{tiling.IREE, tiling.Seed} {
			c, note := modeConfig(t, p, mode)
			us := time(c)
			best = min(best, us)
			line += " | " + strconv.FormatFloat(us, 'f', 2, 64) + " | " + c.String() + note
		}
		t.Logf("| %v | %.2f | %s%s | %.3f |", rows[i], ours, auto, line, ours/best)
		if ours > 1.02*best {
			t.Errorf("%v: auto takes %.2f µs, and the better of the others %.2f", rows[i], ours, best)
		}
		sum += math.Log(ours / best)
		n++
	}
	mean := math.Exp(sum / float64(n))
	t.Logf("%d products: auto takes %.3f of the better of iree and seed (geometric mean)", n, mean)
	if mean > 0.9 {
		t.Errorf("auto takes %.3f of the better of iree and seed, want 0.9", mean)
	}
}

// modeRows reads testdata/mode_shapes.csv: target, type, M, N, K, source.
func modeRows(t *testing.T) [][]string {
	f, err := os.Open("testdata/mode_shapes.csv")
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	r := csv.NewReader(f)
	r.Comment = '#'
	rows, err := r.ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	return rows[1:]
}

func modeProblem(t *testing.T, row []string) *gemm.Problem {
	chip, ok := arch.Lookup(row[0])
	if !ok {
		t.Fatalf("no chip %s", row[0])
	}
	var size [3]int64
	for i := range size {
		n, err := strconv.ParseInt(row[2+i], 10, 64)
		if err != nil {
			t.Fatal(err)
		}
		size[i] = n
	}
	p := &gemm.Problem{Chip: chip, M: size[0], N: size[1], K: size[2], A: typeNamed(t, row[1]), B: typeNamed(t, row[1]), Out: typeNamed(t, "bf16"), Layout: gemm.NT, Alpha: 1}
	if err := p.Normalize(); err != nil {
		t.Fatal(err)
	}
	return p
}

// modeConfig is our kernel with the tile of another mode; note says if it is another kernel.
func modeConfig(t *testing.T, p *gemm.Problem, mode tiling.Mode) (c gemm.Config, note string) {
	card := arch.DefaultProduct(p.Chip)
	target, err := tiling.TargetNamed(card.Name)
	if err != nil {
		t.Fatal(err)
	}
	x, err := p.TilingProduct(card)
	if err != nil {
		t.Fatal(err)
	}
	r, err := tiling.Choose(mode, target, p.TilingProblem(false), tiling.Options{Direct: true})
	if err != nil {
		t.Fatal(err)
	}
	tile, _, err := r.Tile()
	if err != nil {
		return p.Plainly(), " (plain)"
	}
	tile, _ = x.Fit(tile)
	c = gemm.ConfigOf(tile)
	if c.Check(p) == nil {
		if _, err := planned(p, c); err == nil {
			return c, ""
		}
	}
	return gemm.ChooseOf(p, func(other tiling.Tile) bool { return other.BM == tile.BM && other.BN == tile.BN && other.SplitK == 1 }), " (nearest)"
}

// planned compiles a configuration; it fails if there is no such kernel.
func planned(p *gemm.Problem, c gemm.Config) (*verify.GEMM, error) {
	plan, err := p.Plan(c)
	if err != nil {
		return nil, err
	}
	return verify.CompileGEMM(p, plan, build.Options{})
}

// microseconds is the modelled time of a kernel at the highest clock, with a launch for each dispatch.
func microseconds(t *testing.T, p *gemm.Problem, c gemm.Config) float64 {
	us := 0.0
	for _, m := range modelled(t, p, c) {
		us += float64(m.Cycles)/float64(arch.DefaultProduct(p.Chip).BoostMHz) + 1e6*m.Base
	}
	return us
}

// modelled times the dispatches of a kernel. Where workgroups have different work, all of an XCD are timed.
func modelled(t *testing.T, p *gemm.Problem, c gemm.Config) (list []*record.Timing) {
	t.Helper()
	g := compiled(t, p, c)
	o := verify.GEMMOptions{Sim: sim.Options{MaxInstructions: sim.DefaultMaxInstructions + 64*uint64(p.K)}}
	o.Simulate = func(d *sim.Device, l sim.Launch) (*sim.Report, error) {
		options := record.Options{Product: arch.DefaultProduct(p.Chip)}
		if g.Plan.Uneven() && len(list) == 0 {
			options.Instructions = math.MaxInt64
		}
		m, err := record.Time(d, l, g.Object, options)
		list = append(list, m)
		return nil, err
	}
	zero := func(uint64, []byte) {} // no time depends on the data
	in := &gemm.Inputs{A: zero, B: zero}
	if p.A.Scaled {
		in.ScaleA, in.ScaleB = zero, zero
	}
	if _, err := g.Simulate(in, o); err != nil {
		t.Fatalf("%v: %v", c, err)
	}
	return list
}
