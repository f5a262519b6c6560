package att

import (
	"cmp"
	"flag"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"testing"
)

var (
	attDir    = flag.String("att.dir", "", "directory of thread traces of cards, see the package comment")
	attStalls = flag.Bool("att.stalls", false, "give the model also the stalls that memory causes")
	attOnly   = flag.String("att.only", "*", "traces to run, as a pattern")
	attReport = flag.String("att.report", "", "directory for a report of each trace")
)

// checkPairs compares the least and the most frequent distance of instructions that follow each other, where a
// trace has at least 100 such pairs, and prints those that differ.
func checkPairs(t *testing.T, pairs []PairComparison) {
	const enough = 100
	all, modes, least := 0, 0, 0
	for _, p := range pairs {
		if p.Count < enough {
			continue
		}
		all++
		if p.Measured.Mode == p.Modelled.Mode {
			modes++
		}
		if p.Measured.Min == p.Modelled.Min {
			least++
		}
		if p.Measured.Mode != p.Modelled.Mode || p.Measured.Min != p.Modelled.Min {
			fmt.Printf("%s to %s, %d pairs: least %d, mode %d; modelled %d, %d\n", p.First, p.Second, p.Count, p.Measured.Min, p.Measured.Mode, p.Modelled.Min, p.Modelled.Mode)
		}
	}
	fmt.Printf("pairs: of %d, the mode of %d and the minimum of %d are those measured\n", all, modes, least)
	if 100*modes < 95*all {
		t.Errorf("the mode of %d of %d pairs is not that measured", all-modes, all)
	}
}

// matrixGap is between the issues of two matrix instructions of a wave, with so many instructions between them.
type matrixGap struct {
	first, second string
	between       int
}

// checkGaps compares the least and the most frequent gap of matrix instructions that follow each other with less than
// nine others between, as facts silicon/mi350x_mfma_gaps.csv has them, where a trace has at least 100, and prints
// those that differ. It returns how many there are, and how many of the minima and the modes are those measured.
func checkGaps(r *Replay, m *Modelled) (all, least, modes int) {
	const enough, most = 100, 8
	gaps := map[matrixGap]*samples{}
	for w, s := range r.Streams {
		before := -1
		for i, op := range s.Ops {
			inst := &r.Program.Insts[op.Inst].Inst
			if !isMatrix(inst) {
				continue
			}
			if before >= 0 && i-before-1 <= most {
				first := &r.Program.Insts[s.Ops[before].Inst].Inst
				key := matrixGap{Class(first), Class(inst), i - before - 1}
				if gaps[key] == nil {
					gaps[key] = &samples{}
				}
				steps := r.Trace.Waves[w].Steps
				gaps[key].add(steps[i].At-steps[before].At, m.Issues[w][i].At-m.Issues[w][before].At)
			}
			before = i
		}
	}
	for _, key := range slices.SortedFunc(maps.Keys(gaps), func(a, b matrixGap) int {
		return cmp.Or(cmp.Compare(a.first, b.first), cmp.Compare(a.second, b.second), cmp.Compare(a.between, b.between))
	}) {
		g := gaps[key]
		if len(g.measured) < enough {
			continue
		}
		all++
		measured, modelled := spread(g.measured), spread(g.modelled)
		if measured.Min == modelled.Min {
			least++
		}
		if measured.Mode == modelled.Mode {
			modes++
		}
		if measured.Min != modelled.Min || measured.Mode != modelled.Mode {
			fmt.Printf("%s: %s with %d between, %d gaps: least %d, mode %d; modelled %d, %d\n", r.Trace.Name, key.first, key.between, len(g.measured), measured.Min, measured.Mode, modelled.Min, modelled.Mode)
		}
	}
	return all, least, modes
}

// TestBundles replays the traces of a directory and prints how far off the model is. The limits are
// those of the issue: with latencies of loads given, loop iterations within 3 % in the median of the
// kernels and 6 % at most, cycles outside of memory waits within 5 % in the median.
func TestBundles(t *testing.T) {
	if *attDir == "" {
		t.Skip("-att.dir names no directory of traces")
	}
	dirs, err := filepath.Glob(filepath.Join(*attDir, *attOnly))
	if err != nil || len(dirs) == 0 {
		t.Fatalf("no traces %s in %s", *attOnly, *attDir)
	}
	fmt.Printf("%-32s %6s %8s %6s | %5s %5s %5s | %6s %5s %5s %5s | %5s %5s %5s %5s | %5s\n", "trace", "waves", "instr.", "untr.",
		"wave", "med", "p90", "loops", "iter", "med", "worst", "share", "core", "med", "p90", "exact")
	var loops, cores []float64
	var pairs []PairComparison
	gaps, leastGaps, modeGaps := 0, 0, 0
	for _, dir := range dirs {
		list, err := Read(dir)
		if err != nil {
			t.Error(err)
			continue
		}
		target, _ := list[0].Target()
		if target == nil {
			target = lastTarget()
		}
		r, err := NewReplay(list[0], ReplayOptions{Target: target, Stalls: *attStalls})
		if err != nil {
			t.Error(err)
			continue
		}
		m, err := r.Run(nil)
		if err != nil {
			t.Errorf("%s: %v", dir, err)
			continue
		}
		c := Compare(r, m)
		all, least, modes := checkGaps(r, m)
		gaps, leastGaps, modeGaps = gaps+all, leastGaps+least, modeGaps+modes
		worst := 0.0
		for _, l := range c.Loops {
			worst = max(worst, l.Error, -l.Error)
		}
		fmt.Printf("%-32s %6d %8d %6d | %5s %5.1f %5.1f | %6d %5s %5.1f %5.1f | %5.2f %5s %5.1f %5.1f | %5.1f\n", list[0].Name, c.Waves, c.Instructions, c.Untraced,
			c.Wave.ratio(), c.Wave.Median, c.Wave.P90, c.Iterations.Count, c.Iterations.ratio(), c.Iterations.Median, worst,
			c.CoreShare, c.Core.ratio(), c.Core.Median, c.Core.P90, 100*c.Exact)
		if c.Iterations.Count > 0 {
			loops = append(loops, c.Iterations.Median)
			if worst > 6 {
				t.Errorf("%s: a loop is %.1f %% off", list[0].Name, worst)
			}
		}
		cores = append(cores, c.Core.Median)
		pairs = append(pairs, c.Pairs...)
		if *attReport != "" {
			f, err := os.Create(filepath.Join(*attReport, list[0].Name+".txt"))
			if err != nil {
				t.Fatal(err)
			}
			if err := c.WriteText(f); err != nil {
				t.Error(err)
			}
			f.Close()
		}
	}
	fmt.Printf("gaps of matrix instructions: of %d, the mode of %d and the minimum of %d are those measured\n", gaps, modeGaps, leastGaps)
	checkPairs(t, pairs)
	slices.Sort(loops)
	slices.Sort(cores)
	if len(loops) > 0 {
		fmt.Printf("loops: median of kernels %.1f %%\n", quantile(loops, 0.5))
		if m := quantile(loops, 0.5); m > 3 {
			t.Errorf("loops are %.1f %% off in the median of the kernels", m)
		}
	}
	if len(cores) > 0 {
		fmt.Printf("core: median of kernels %.1f %%\n", quantile(cores, 0.5))
		if m := quantile(cores, 0.5); m > 5 {
			t.Errorf("cycles outside of memory waits are %.1f %% off in the median of the kernels", m)
		}
	}
}
