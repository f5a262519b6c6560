package silicon

import (
	"testing"

	"heddle/arch"
	"heddle/build"
	"heddle/kernels/gemm"
	"heddle/long"
	"heddle/sim"
	"heddle/timing"
	"heddle/timing/record"
	"heddle/verify"
)

// TestCacheSwizzle: a matrix multiplication whose rows are a power of two apart, with the cache swizzle
// of its buffer resources on and off. The L1 has 4 sets, by address bits 7 and 8, so that without the
// swizzle the lines of a column of a tile share one (seed 002; facts performance.md §3). Others saw
// about 5 %: they lost as much when a compiler stopped setting it, and gained as much by rows that are
// an odd number of lines apart (TestRowsApart); tiles of 128x128, which load twice as much for each matrix
// instruction, lose far more in the model. The mechanism is neither hits (the L1 has few either way) nor the
// rate of a set: a line that is on the way from the L2 is taken to have its place in its set already, so that
// a compute unit has 64 lines under way instead of 256. Nobody measured that.
func TestCacheSwizzle(t *testing.T) {
	size := int64(long.Count(2048, 4096))
	for _, chip := range arch.Chips[:long.Count(1, len(arch.Chips))] {
		off, offTraffic := timeGEMM(t, chip, size, gemm.SwizzleOff)
		on, onTraffic := timeGEMM(t, chip, size, gemm.SwizzleOn)
		t.Logf("%s: off %d cycles, on %d: %+.1f %%", chip.Name, off, on, 100*(float64(off)/float64(on)-1))
		for i := range onTraffic {
			if r := onTraffic[i].Requests; r > 0 {
				rate := func(l timing.Traffic) float64 { return 100 * float64(l.Hits) / float64(max(l.Requests, 1)) }
				t.Logf("    %s hits: off %.1f %% of %d, on %.1f %% of %d", onTraffic[i].Level, rate(offTraffic[i]), offTraffic[i].Requests, rate(onTraffic[i]), r)
			}
		}
		least, most := 0.97, 1.03 // where a hash chooses the set
		if chip.Model.Memory.L1DirectSets.Int() != 0 {
			least, most = 1.1, 2
		}
		if ratio := float64(off) / float64(on); ratio < least || ratio > most {
			t.Errorf("%s: without the swizzle %.2f times the cycles, want %v to %v", chip.Name, ratio, least, most)
		}
	}
}

func timeGEMM(t testing.TB, chip *arch.Chip, size int64, swizzle gemm.CacheSwizzle) (timing.Cycle, []timing.Traffic) {
	t.Helper()
	bf16, err := gemm.TypeByName("bf16")
	must(t, err)
	nt, err := gemm.ParseLayout("nt")
	must(t, err)
	p := &gemm.Problem{Chip: chip, M: size, N: size, K: size, Batch: 1, A: bf16, B: bf16, Layout: nt, Alpha: 1, Scale: 1, SplitK: 1, CacheSwizzle: swizzle}
	must(t, p.Normalize())
	plan, err := p.Plan(gemm.Choose(p))
	must(t, err)
	g, err := verify.CompileGEMM(p, plan, build.Options{})
	must(t, err)
	var cycles timing.Cycle
	var traffic []timing.Traffic
	// A kernel that adds the parts of sums can follow.
	_, err = g.Simulate(p.Generator(1), verify.GEMMOptions{Simulate: func(d *sim.Device, l sim.Launch) (*sim.Report, error) {
		r, err := record.Time(d, l, g.Object, record.Options{Product: arch.DefaultProduct(chip), Instructions: 2_000_000})
		if err != nil {
			return nil, err
		}
		cycles += r.Cycles
		if traffic == nil {
			traffic = make([]timing.Traffic, len(r.Traffic))
		}
		for i, x := range r.Traffic {
			traffic[i].Level = x.Level
			traffic[i].Hits += x.Hits
			traffic[i].Requests += x.Requests
		}
		return nil, nil
	}})
	must(t, err)
	return cycles, traffic
}
