package report

import (
	"strings"
	"testing"

	"heddle/timing"
)

// The kernels of these tests are a loop of which each instruction's cycles are given.

// adviceLoop waits for a load that is issued in the loop, for a load before the loop, and for a read of the LDS.
const adviceLoop = `
1 global_load_dwordx4 v[0:3], v4, s[0:1]
2 loop: s_waitcnt vmcnt(0)
3 global_load_dwordx4 v[0:3], v4, s[0:1]
4 ds_read_b128 v[8:11], v5
5 s_waitcnt lgkmcnt(0)
6 v_mfma_f32_16x16x32_bf16 a[0:3], v[0:3], v[8:11], a[0:3]
7 s_cbranch_scc1 loop
8 s_endpgm
`

// Indexes of the instructions of adviceLoop.
const (
	beforeLoad = iota
	vmWait
	load
	ldsRead
	ldsWait
	mfma
	branch
)

// adviceReport is a report of 100 iterations of one wave on one SIMD; cycles are those of an iteration.
func adviceReport(t *testing.T, change func(r *timing.Result)) *Report {
	t.Helper()
	p := program(t, adviceLoop)
	res := &timing.Result{Program: p, Sites: make([]timing.Site, len(p.Insts)), SIMDs: 1, CUs: 1, Cycles: 50000,
		Waves: []timing.Wave{{End: 50000}}, Loops: []timing.Loop{{Begin: vmWait, End: branch, Iterations: 99, Min: 500, Median: 500, Max: 500, MFMA: 1}}}
	for n := vmWait; n <= branch; n++ {
		res.Sites[n] = timing.Site{Issues: 100, Length: 400}
	}
	change(res)
	return &Report{Kernel: "k", Product: Product{BoostMHz: 1000}, Result: res, Grid: Grid{Cycles: 50000}}
}

// waits makes the loop wait for cycles at a site, for another whose data take latency.
func waits(r *timing.Result, at, by int, cause timing.Cause, cycles, latency int64) {
	r.Sites[at].Stalls[cause] += 100 * cycles
	if r.Sites[at].By == nil {
		r.Sites[at].By = map[int32]int64{}
	}
	r.Sites[at].By[int32(by)] += 100 * cycles
	r.Sites[by].Issues = max(r.Sites[by].Issues, 1)
	r.Sites[by].Latency = latency * r.Sites[by].Issues
}

// TestAdvice: what is said follows from the numbers. Without waits an iteration takes 24 cycles: 6 instructions of 4.
func TestAdvice(t *testing.T) {
	for _, c := range []struct {
		name   string
		change func(r *timing.Result)
		report func(r *Report)
		want   []string
		not    []string
	}{{
		// The load is issued 800-476 = 324 cycles before the wait, and an iteration takes 300 without the wait: the
		// 476 cycles that are missing are ceil(476/300) = 2 iterations.
		name: "two buffers",
		change: func(r *timing.Result) {
			r.Sites[mfma].Stalls[timing.Dependency] = 100 * 276
			waits(r, vmWait, load, timing.WaitVM, 476, 800)
		},
		want: []string{"61 % is waiting at s_waitcnt (vmcnt), for the load at line 3, issued 324 cycles earlier; it takes 800 cycles.",
			"2 more buffers would hide it", "at best 300 cycles an iteration", "36 % for the result of an earlier instruction"},
	}, {
		// An iteration takes 500, 200 of them the wait. The load is issued 1000-200 = 800 before it: one iteration lies
		// between, whose wait will be gone: 600 remain, 400 are missing, ceil(400/300 - 0.05) = 2.
		name: "a load two iterations ahead",
		change: func(r *timing.Result) {
			r.Sites[mfma].Stalls[timing.Dependency] = 100 * 276
			waits(r, vmWait, load, timing.WaitVM, 200, 1000)
		},
		want: []string{"issued 800 cycles earlier", "2 more buffers would hide it"},
	}, {
		name:   "memory is the limit",
		change: func(r *timing.Result) { waits(r, vmWait, load, timing.WaitVM, 476, 800) },
		// 50000 cycles at 1000 MHz are 50 us: 300 MB in it are 6 of 8 TB/s.
		report: func(r *Report) { r.Roofline.Roofs = []Roof{{Level: "HBM", BytesPerSecond: 8e12, Bytes: 3e8}} },
		want:   []string{"More loads in flight would not help: HBM is at 75 % of its bandwidth."},
		not:    []string{"buffer"},
	}, {
		// 30 waves on the SIMD: their matrix instructions take 30*16 = 480 of an iteration's 500 cycles.
		name: "the matrix core is busy",
		change: func(r *timing.Result) {
			waits(r, vmWait, load, timing.WaitVM, 476, 800)
			for range 29 {
				r.Waves = append(r.Waves, r.Waves[0])
			}
		},
		want: []string{"gain little: other waves keep the matrix core of the SIMD busy", "30 waves share a SIMD"},
		not:  []string{"buffer"},
	}, {
		name:   "a load before the loop",
		change: func(r *timing.Result) { waits(r, vmWait, beforeLoad, timing.WaitVM, 476, 800) },
		want:   []string{"for the load at line 1"},
		not:    []string{"would hide"},
	}, {
		// 476 cycles with 24 a turn would need 20 buffers.
		name:   "far too many buffers",
		change: func(r *timing.Result) { waits(r, vmWait, load, timing.WaitVM, 476, 800) },
		want:   []string{"line 3"},
		not:    []string{"would hide", "buffer"},
	}, {
		name:   "a read of the LDS",
		change: func(r *timing.Result) { waits(r, ldsWait, ldsRead, timing.WaitLGKM, 60, 64) },
		want:   []string{"(lgkmcnt), for the LDS read at line 4, issued 4 cycles earlier; it takes 64 cycles.", "Issuing it 60 cycles earlier would hide it: at best 24 cycles"},
	}, {
		// 1 of 25 cycles is below what is worth saying.
		name:   "a short wait",
		change: func(r *timing.Result) { waits(r, vmWait, load, timing.WaitVM, 1, 30) },
		want:   []string{"The loop at 0x1008 (gemm.mlir:2) takes"},
		not:    []string{"waiting"},
	}, {
		name: "conflicts",
		change: func(r *timing.Result) {
			waits(r, ldsWait, ldsRead, timing.WaitLGKM, 60, 64)
			r.Sites[ldsRead].Conflicts = 1600
		},
		want: []string{"Bank conflicts keep the LDS 16 cycles longer at each LDS read at line 4"},
	}} {
		t.Run(c.name, func(t *testing.T) {
			r := adviceReport(t, c.change)
			if c.report != nil {
				c.report(r)
			}
			for i := range r.Result.Loops[0].Stalls {
				for n := vmWait; n <= branch; n++ {
					r.Result.Loops[0].Stalls[i] += r.Result.Sites[n].Stalls[i] / 100
				}
			}
			views := loopViews(r.Result)
			text := strings.Join(sentences(r, hottest(views)), " ")
			for _, want := range c.want {
				if !strings.Contains(text, want) {
					t.Errorf("%q is missing in\n%s", want, text)
				}
			}
			for _, not := range c.not {
				if strings.Contains(text, not) {
					t.Errorf("%q is not so, but in\n%s", not, text)
				}
			}
		})
	}
}

// TestHottest: of nested loops, the one with most cycles of its own is described.
func TestHottest(t *testing.T) {
	r := adviceReport(t, func(r *timing.Result) {
		r.Loops = append([]timing.Loop{{Begin: load, End: ldsWait, Iterations: 300, Median: 30}}, r.Loops...)
		r.Sites[ldsRead].Length, r.Sites[ldsWait].Issues = 9000, 300
	})
	views := loopViews(r.Result)
	// The inner loop has 400 + 9000 + 400 cycles, the outer one 3 * 400 without them.
	if l := hottest(views); l.index != 0 || l.own != 9800 || views[1].own != 1200 || views[1].cycles != 11000 {
		t.Errorf("%+v", views)
	}
}

// TestNoLoop: straight code has its slowest instructions named.
func TestNoLoop(t *testing.T) {
	r := adviceReport(t, func(r *timing.Result) {
		r.Loops = nil
		waits(r, vmWait, load, timing.WaitVM, 76, 800)
	})
	// Six instructions of 400 cycles, and 7600 of the wait: 8000 of 10000.
	text := strings.Join(summary(r, loopViews(r.Result)), " ")
	if want := "No loop ran. Waves spend most time at s_waitcnt at 0x1008 (gemm.mlir:2), 80 %, for vector memory (s_waitcnt vmcnt); "; !strings.HasPrefix(text, want) {
		t.Errorf("%s\nwant %s", text, want)
	}
}
