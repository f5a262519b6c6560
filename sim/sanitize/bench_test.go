package sanitize_test

import (
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"
	"testing"
	"time"

	"heddle/arch"
	"heddle/sim"
	"heddle/sim/sanitize"
	"heddle/sim/simtest"
)

// factorChecks are the selections of checks that BenchmarkFactor compares with
// none.
var factorChecks = []string{"waits", "hazards", "undefined", "races", "lds-torn", "bounds", "barriers", "all"}

// BenchmarkFactor: how many times as much CPU time runs take under the checks, on
// one core. Both are measured in turn and the least of each counts, so that what
// else the machine does matters little. ns/inst is what an instruction takes
// with the checks, and none-ns/inst without.
func BenchmarkFactor(b *testing.B) {
	chip := &arch.GFX942
	for _, c := range []struct {
		name string
		make func(testing.TB) func(checks string) (time.Duration, uint64)
	}{
		{"corpus", func(t testing.TB) func(string) (time.Duration, uint64) { return corpusTimer(t, chip, "") }},
		{"apps", func(t testing.TB) func(string) (time.Duration, uint64) { return corpusTimer(t, chip, "apps") }},
		{"matmul", func(t testing.TB) func(string) (time.Duration, uint64) {
			const n = 128
			return kernelTimer(t, chip, "group-O3", "matmul_tiled", [3]uint32{n / 16, n / 16, 1}, [3]uint32{16, 16, 1}, 4*n*n, n)
		}},
		{"matmul-128", func(t testing.TB) func(string) (time.Duration, uint64) {
			const n = 128
			return kernelTimer(t, chip, "matmul-O3", "matmul", [3]uint32{n / 128, n / 128, 1}, [3]uint32{256, 1, 1}, 4*n*n, n, n)
		}},
		{"mfma", func(t testing.TB) func(string) (time.Duration, uint64) {
			const k = 8192
			return kernelTimer(t, chip, "mfma-O3", "matmul_mfma", [3]uint32{4, 1, 1}, [3]uint32{64, 1, 1}, 2*32*k, k)
		}},
		{"valu", func(t testing.TB) func(string) (time.Duration, uint64) {
			return loopTimer(t, "v_fma_f32 v8, v9, v10, v8\n\tv_add_u32 v11, v2, v3\n\ts_add_u32 s10, s11, s12\n\tv_mul_f32 v12, v8, v9", 1)
		}},
		{"ds_read_b128", func(t testing.TB) func(string) (time.Duration, uint64) {
			return loopTimer(t, "ds_read_b128 v[16:19], v1\n\ts_waitcnt lgkmcnt(0)", 4)
		}},
		{"ds_write_b128", func(t testing.TB) func(string) (time.Duration, uint64) {
			return loopTimer(t, "ds_write_b128 v1, v[8:11]\n\ts_waitcnt lgkmcnt(0)", 4)
		}},
		{"global_load_dwordx4", func(t testing.TB) func(string) (time.Duration, uint64) {
			return loopTimer(t, "global_load_dwordx4 v[16:19], v1, s[4:5]\n\ts_waitcnt vmcnt(0)", 4)
		}},
		// A pipeline with 48 direct-to-LDS loads under way.
		{"dma-48", func(t testing.TB) func(string) (time.Duration, uint64) {
			return loopTimer(t, "s_movk_i32 m0, 0x800\n\ts_nop 0\n\tglobal_load_lds_dword v2, s[4:5]\n\tds_read_b128 v[16:19], v1\n\tds_read_b128 v[20:23], v1\n\t"+
				"s_waitcnt vmcnt(48) lgkmcnt(0)\n\tv_fma_f32 v8, v16, v20, v8\n\tv_fma_f32 v9, v17, v21, v9", 1)
		}},
	} {
		var run func(string) (time.Duration, uint64)
		for _, checks := range factorChecks {
			b.Run(c.name+"/"+checks, func(b *testing.B) {
				if run == nil {
					run = c.make(b)
				}
				perInst := func(checks string) float64 {
					t, n := run(checks)
					return float64(t) / float64(n)
				}
				none, with := math.Inf(1), math.Inf(1)
				for b.Loop() {
					none, with = min(none, perInst("none")), min(with, perInst(checks))
				}
				b.ReportMetric(with/none, "times")
				b.ReportMetric(with, "ns/inst")
				b.ReportMetric(none, "none-ns/inst")
				b.ReportMetric(0, "ns/op")
			})
		}
	}
}

// timed runs a launch under the checks of s, again and again for a while, since
// CPU time may be told late by a tick of the system's clock. It returns how
// long that took and how many instructions were executed.
func timed(t testing.TB, s *sanitize.Sanitizer, device *sim.Device, l sim.Launch) (took time.Duration, n uint64) {
	const enough = 40 * time.Millisecond
	l.Workers = 1
	for took < enough {
		one := l // Begin adds an observer
		s.Begin(&one)
		start := simtest.CPUTime()
		report, err := device.Run(one)
		took += simtest.CPUTime() - start
		if err != nil {
			t.Fatal(err)
		}
		n += report.Executed
	}
	return took, n
}

// sanitizers has one for each selection of checks, so that what they work out
// about instructions is worked out once.
type sanitizers map[string]*sanitize.Sanitizer

func (m sanitizers) of(t testing.TB, l *simtest.Loaded, checks string) *sanitize.Sanitizer {
	s := m[checks]
	if s == nil {
		var err error
		if s, err = sanitize.New(sanitize.Options{Checks: strings.Split(checks, ","), Object: l.Object}); err != nil {
			t.Fatal(err)
		}
		m[checks] = s
	}
	return s
}

// corpusTimer runs the corpus, or a file of it, as clang -O0 and -O3 made it.
// Each file has one device.
func corpusTimer(t testing.TB, chip *arch.Chip, file string) func(string) (time.Duration, uint64) {
	objects := archived(t, chip)
	loaded := map[string]*simtest.Loaded{}
	made := map[string]sanitizers{}
	return func(checks string) (took time.Duration, n uint64) {
		for _, level := range []string{"O0", "O3"} {
			for _, r := range simtest.RowsOf(chip, level) {
				if file != "" && r.File != file {
					continue
				}
				name := r.File + "-" + level
				if loaded[name] == nil {
					var err error
					if loaded[name], err = simtest.Load(chip, objects[name]); err != nil {
						t.Fatal(err)
					}
					made[name] = sanitizers{}
				}
				l := loaded[name]
				s := made[name].of(t, l, checks)
				l.Clock = simtest.CPUTime
				if _, err := l.Run(r, sim.Options{Workers: 1}, s.Begin); err != nil {
					t.Fatal(err)
				}
				took += l.Took
				n += l.Report.Executed
			}
		}
		return took, n
	}
}

// kernelTimer runs a kernel of the corpus on three buffers of its own and
// numbers.
func kernelTimer(t testing.TB, chip *arch.Chip, file, name string, grid, block [3]uint32, size uint64, numbers ...int32) func(string) (time.Duration, uint64) {
	l, err := simtest.Load(chip, archived(t, chip)[file])
	if err != nil {
		t.Fatal(err)
	}
	kernel, err := l.Module.Kernel(name)
	if err != nil {
		t.Fatal(err)
	}
	var args []sim.Arg
	for range 3 {
		buffer, err := l.Device.Alloc(size)
		if err != nil {
			t.Fatal(err)
		}
		args = append(args, sim.Pointer(buffer))
	}
	for _, n := range numbers {
		args = append(args, sim.Value(n))
	}
	made := sanitizers{}
	return func(checks string) (time.Duration, uint64) {
		return timed(t, made.of(t, l, checks), l.Device, sim.Launch{Kernel: kernel, Grid: grid, Block: block, Args: args})
	}
}

// loopTimer runs a loop over ten copies of some instructions and a barrier. Lane l of v1
// has 16*l; everything else is defined, too.
func loopTimer(t testing.TB, text string, waves uint32) func(string) (time.Duration, uint64) {
	var define strings.Builder
	for r := range 32 {
		if r > 2 {
			fmt.Fprintf(&define, "\tv_mov_b32 v%d, 1.0\n\ts_mov_b32 s%d, 0\n", r, r+10)
		}
	}
	k := source{waves: waves, body: "\ts_setreg_imm32_b32 hwreg(HW_REG_MODE, 4, 2), 3\n\ts_load_dwordx2 s[4:5], s[0:1], 0x0\n" + define.String() + `
	s_mov_b32 s10, 0
	s_mov_b32 s11, 0
	s_mov_b32 s12, 0
	v_and_b32 v1, 0xff, v0
	v_lshlrev_b32 v2, 2, v1
	v_lshlrev_b32 v1, 4, v1
	s_movk_i32 s9, 2000
	ds_write_b128 v1, v[8:11]
	s_waitcnt lgkmcnt(0)
	s_barrier
.Lloop:
	.rept 10
	` + text + `
	.endr
	s_barrier
	s_sub_u32 s9, s9, 1
	s_cmp_lg_u32 s9, 0
	s_cbranch_scc1 .Lloop`}
	object := k.object(t)
	device := sim.NewDevice(object.Chip)
	module, err := device.Load(object)
	if err != nil {
		t.Fatal(err)
	}
	kernel, err := module.Kernel("k")
	if err != nil {
		t.Fatal(err)
	}
	buffer, err := device.Alloc(64 << 10)
	if err != nil {
		t.Fatal(err)
	}
	made := sanitizers{}
	return func(checks string) (time.Duration, uint64) {
		l := sim.Launch{Kernel: kernel, Grid: [3]uint32{1, 1, 1}, Block: [3]uint32{64 * waves, 1, 1}, Args: []sim.Arg{sim.Pointer(buffer)}}
		return timed(t, made.of(t, &simtest.Loaded{Object: object}, checks), device, l)
	}
}

// TestFactorKernels: what BenchmarkFactor measures has no findings.
func TestFactorKernels(t *testing.T) {
	var names []string
	files := map[string]bool{}
	for _, r := range simtest.RowsOf(&arch.GFX942, "O3") {
		files[r.File] = true
		if r.Kernel == "matmul_tiled" || r.Kernel == "matmul_mfma" {
			names = append(names, r.Kernel)
		}
	}
	if slices.Sort(names); !slices.Equal(names, []string{"matmul_mfma", "matmul_tiled"}) {
		t.Errorf("the corpus has %v of the kernels that are measured, in %v", names, slices.Sorted(maps.Keys(files)))
	}
}
