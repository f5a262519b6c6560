package silicon

import (
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
	"testing"

	"heddle/arch"
	"heddle/long"
	"heddle/sim"
	"heddle/timing"
)

// Kernels that others timed on an MI300X with events: facts silicon/mi300x_kernels.csv, from
// sarchlab/mgpusim 7155c64f, mi300x_ground_truth.csv; the clock was taken as 2.1 GHz. kernelLimit is
// the share by which the model may be off.
const (
	kernelMHz   = 2100
	kernelLimit = 0.08
)

// measured returns the rows of a benchmark: milliseconds by configuration and value.
func measured(t testing.TB, benchmark string) map[string]map[int]float64 {
	t.Helper()
	all := map[string]map[int]float64{}
	for _, r := range table(t, "mi300x_kernels.csv") {
		if r["benchmark"] != benchmark {
			continue
		}
		value, err := strconv.Atoi(r["value"])
		must(t, err)
		ms, err := strconv.ParseFloat(r["kernel_ms_mean"], 64)
		must(t, err)
		if all[r["config"]] == nil {
			all[r["config"]] = map[int]float64{}
		}
		all[r["config"]][value] = ms
	}
	return all
}

// baseMS is what a dispatch takes besides its waves, in milliseconds. Loops and LDS kernels leave about
// as much: 3.5 µs. Empty grids leave 8.6: for them it is emptyMS.
func baseMS(chip *arch.Chip) float64 { return chip.Model.Launch.Base.Value / 1000 }

func emptyMS(chip *arch.Chip) float64 { return baseMS(chip) + chip.Model.Launch.Events.Value/1000 }

// TestFMALoops: fp32 and fp16 FMA loops, one workgroup of 1 to 16 waves. Each iteration has four FMA
// a lane.
func TestFMALoops(t *testing.T) {
	for _, name := range []string{"fp32", "fp16"} {
		k := load(t, &arch.GFX942, name+".s", name)
		for _, block := range []int{64, 256, 1024} {
			few, many := 512, 1024 // iterations
			cycles := func(iterations int) timing.Cycle {
				return k.time(t, part{groups: 1, block: block, args: []sim.Arg{sim.Value(uint32(iterations))}}).Cycles
			}
			start, rate := line(few, cycles(few), many, cycles(many))
			times := measured(t, name+"_throughput")[fmt.Sprintf("blocks=1 tpb=%d", block)]
			for _, fmas := range slices.Sorted(maps.Keys(times)) {
				ms := times[fmas]
				model := baseMS(&arch.GFX942) + (start+rate*float64(fmas)/4)/kernelMHz/1000
				within(t, fmt.Sprintf("%s, %d work-items, %d FMA, ms", name, block, fmas), model, ms, kernelLimit)
			}
			t.Logf("%s, %d work-items: %.2f cycles an iteration", name, block, rate)
		}
	}
}

// line returns the line through two points.
func line(x0 int, y0 timing.Cycle, x1 int, y1 timing.Cycle) (at0, slope float64) {
	slope = float64(y1-y0) / float64(x1-x0)
	return float64(y0) - slope*float64(x0), slope
}

// TestLDSReads: eight reads of the LDS an iteration, without conflicts and with 32 lanes in one bank,
// one workgroup on each compute unit. Only what the LDS or the vector ALU limits has a limit here:
// conflicts with four waves and more, and 16 waves without. The instructions of the measured kernel are
// not known, and with one wave on a SIMD their order decides; in 64 iterations, the launch decides.
func TestLDSReads(t *testing.T) {
	all := measured(t, "shared_mem_bandwidth")
	for _, config := range slices.Sorted(maps.Keys(all)) {
		times := all[config]
		var pattern string
		var block int
		if _, err := fmt.Sscanf(config, "pattern=%s block=%d", &pattern, &block); err != nil {
			t.Fatal(config, err)
		}
		pattern = strings.TrimSuffix(strings.TrimPrefix(pattern, "pattern="), ",")
		name := map[string]string{"conflict": "conflict", "no_conflict": "plain"}[pattern]
		k := load(t, &arch.GFX942, "ldsread.s", name)
		few, many := 64, 128
		cycles := func(iterations int) timing.Cycle {
			return k.time(t, part{groups: 1, block: block,
				args: []sim.Arg{sim.Value(uint32(iterations)), sim.Value(uint32(block))}}).Cycles
		}
		start, rate := line(few, cycles(few), many, cycles(many))
		for _, iterations := range slices.Sorted(maps.Keys(times)) {
			ms := times[iterations]
			model := baseMS(&arch.GFX942) + (start+rate*float64(iterations))/kernelMHz/1000
			limit := kernelLimit
			if iterations == 64 || block < 256 || block < 1024 && name == "plain" {
				limit = 10
			}
			within(t, fmt.Sprintf("%s, %d work-items, %d iterations, ms", name, block, iterations), model, ms, limit)
		}
		slope := (times[65536] - times[16384]) * kernelMHz * 1000 / (65536 - 16384)
		t.Logf("%s, %d work-items: %.1f cycles an iteration, measured %.1f", name, block, rate, slope)
	}
}

// TestEmptyGrids: workgroups of one wave that end at once.
func TestEmptyGrids(t *testing.T) {
	k := load(t, &arch.GFX942, "empty.s", "empty")
	times := measured(t, "empty_kernel")["block_size=64"]
	for _, groups := range slices.Sorted(maps.Keys(times)) {
		ms := times[groups]
		if groups > 100000 && !long.On() {
			continue
		}
		r := k.dispatch(t, "MI300X", 0, part{groups: groups, block: 64})
		model := emptyMS(&arch.GFX942) + float64(r.Cycles)/kernelMHz/1000
		within(t, fmt.Sprintf("%d workgroups, ms", groups), model, ms, kernelLimit)
	}
}

// TestLDSSteps: a chain of reads and writes of the LDS with 32 lanes in one bank, 16 waves. The halves
// of a wave use different banks, so that nothing is shared.
func TestLDSSteps(t *testing.T) {
	k := load(t, &arch.GFX942, "ldsread.s", "step")
	const block = 1024
	cycles := func(iterations int) timing.Cycle {
		return k.time(t, part{groups: 1, block: block, args: []sim.Arg{sim.Value(uint32(iterations)), sim.Value(uint32(block))}}).Cycles
	}
	few, many := 4, 8
	start, rate := line(few, cycles(few), many, cycles(many))
	times := measured(t, "shared_mem_latency")["pattern=conflict block=1024 blocks=1"]
	for _, iterations := range slices.Sorted(maps.Keys(times)) {
		ms := times[iterations]
		within(t, fmt.Sprintf("%d iterations, ms", iterations), baseMS(&arch.GFX942)+(start+rate*float64(iterations))/kernelMHz/1000, ms, kernelLimit)
	}
	t.Logf("%.1f cycles a read and a write of a wave, measured 128.1", rate/12/16)
}
