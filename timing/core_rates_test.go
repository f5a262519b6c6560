package timing

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"heddle/arch"
	"heddle/isa"
)

// matrixRates are the cycles of a matrix instruction on its pipe: facts performance.md §1.4. A is 4 VGPRs
// where nothing else is said.
var matrixRates = []struct {
	target *isa.Target
	name   string
	d, a   int // VGPRs of C and D, and of A and B
	mods   string
	cycles Cycle
}{
	{isa.GFX942, "v_mfma_f32_32x32x8_f16", 16, 2, "", 32},
	{isa.GFX942, "v_mfma_f32_16x16x16_f16", 4, 2, "", 16},
	{isa.GFX942, "v_mfma_f32_32x32x8_bf16", 16, 2, "", 32},
	{isa.GFX942, "v_mfma_f32_16x16x16_bf16", 4, 2, "", 16},
	{isa.GFX950, "v_mfma_f32_32x32x8_f16", 16, 2, "", 32},
	{isa.GFX950, "v_mfma_f32_16x16x16_bf16", 4, 2, "", 16},
	{isa.GFX950, "v_mfma_f32_32x32x16_f16", 16, 4, "", 32},
	{isa.GFX950, "v_mfma_f32_32x32x16_bf16", 16, 4, "", 32},
	{isa.GFX950, "v_mfma_f32_16x16x32_f16", 4, 4, "", 16},
	{isa.GFX950, "v_mfma_f32_16x16x32_bf16", 4, 4, "", 16},
	{isa.GFX942, "v_mfma_f32_32x32x4_2b_bf16", 32, 2, "", 64},
	{isa.GFX942, "v_mfma_f32_16x16x4_4b_f16", 16, 2, "", 32},
	{isa.GFX950, "v_mfma_f32_4x4x4_16b_f16", 4, 2, "", 8},
	{isa.GFX942, "v_mfma_f32_32x32x16_fp8_fp8", 16, 2, "", 32},
	{isa.GFX942, "v_mfma_f32_16x16x32_fp8_fp8", 4, 2, "", 16},
	{isa.GFX950, "v_mfma_f32_32x32x16_fp8_fp8", 16, 2, "", 32},
	{isa.GFX950, "v_mfma_f32_16x16x32_bf8_fp8", 4, 2, "", 16},
	{isa.GFX950, "v_mfma_f32_16x16x128_f8f6f4", 4, 8, "", 32},
	{isa.GFX950, "v_mfma_f32_16x16x128_f8f6f4", 4, 4, "cbsz:4 blgp:4", 16},
	{isa.GFX950, "v_mfma_f32_16x16x128_f8f6f4", 4, 6, "cbsz:2 blgp:2", 16},
	{isa.GFX950, "v_mfma_f32_32x32x64_f8f6f4", 16, 8, "", 64},
	{isa.GFX950, "v_mfma_f32_32x32x64_f8f6f4", 16, 4, "cbsz:4 blgp:4", 32},
	{isa.GFX942, "v_mfma_i32_32x32x16_i8", 16, 2, "", 32},
	{isa.GFX942, "v_mfma_i32_16x16x32_i8", 4, 2, "", 16},
	{isa.GFX942, "v_mfma_i32_32x32x4_2b_i8", 32, 1, "", 64},
	{isa.GFX942, "v_mfma_i32_16x16x4_4b_i8", 16, 1, "", 32},
	{isa.GFX950, "v_mfma_i32_32x32x32_i8", 16, 4, "", 32},
	{isa.GFX950, "v_mfma_i32_16x16x64_i8", 4, 4, "", 16},
	{isa.GFX942, "v_mfma_f32_32x32x2_f32", 16, 1, "", 64},
	{isa.GFX950, "v_mfma_f32_16x16x4_f32", 4, 1, "", 32},
	{isa.GFX942, "v_mfma_f32_32x32x1_2b_f32", 32, 1, "", 64},
	{isa.GFX950, "v_mfma_f32_16x16x1_4b_f32", 16, 1, "", 32},
	{isa.GFX942, "v_mfma_f32_4x4x1_16b_f32", 4, 1, "", 8},
	{isa.GFX942, "v_mfma_f32_32x32x4_xf32", 16, 2, "", 32},
	{isa.GFX942, "v_mfma_f32_16x16x8_xf32", 4, 2, "", 16},
	{isa.GFX942, "v_mfma_f64_16x16x4_f64", 8, 2, "", 32},
	{isa.GFX942, "v_mfma_f64_4x4x4_4b_f64", 2, 2, "", 16},
	{isa.GFX950, "v_mfma_f64_16x16x4_f64", 8, 2, "", 64},
	{isa.GFX950, "v_mfma_f64_4x4x4_4b_f64", 2, 2, "", 16},
}

// TestMatrixRates: independent matrix instructions follow each other at the rate of the pipe, from one wave
// and from two.
func TestMatrixRates(t *testing.T) {
	for _, r := range matrixRates {
		t.Run(r.target.Chip.Name+" "+r.name+" "+r.mods, func(t *testing.T) {
			var text strings.Builder
			for k := range 3 {
				d := fmt.Sprintf("v[%d:%d]", 64+k*32, 64+k*32+r.d-1)
				a := fmt.Sprintf("v[0:%d], v[16:%d]", r.a-1, 16+r.a-1)
				if r.a == 1 {
					a = "v0, v16"
				}
				fmt.Fprintf(&text, "%s %s, %s, %s %s\n", r.name, d, a, d, r.mods)
			}
			d := directed{text: text.String(), quick: true}
			l := d.lab(t, r.target)
			l.run(t)
			if got, want := l.times()[0], steps(3, r.cycles); !slices.Equal(got, want) {
				t.Errorf("issue at %v, want %v", got, want)
			}
			if l.result.MatrixBusy != int64(3*r.cycles) {
				t.Errorf("the matrix core is busy for %d cycles, want %d", l.result.MatrixBusy, 3*r.cycles)
			}
			d.simds = []int{0, 0}
			l = d.lab(t, r.target)
			l.run(t)
			if got, want := l.times()[1], after(steps(3, r.cycles), 3*r.cycles); !slices.Equal(got, want) {
				t.Errorf("those of the second wave at %v, want %v", got, want)
			}
		})
	}
}

// TestMatrixAndVector: the optimum for M matrix instructions of 32 cycles and N units of vector work is
// 32M + g(max(0, N-6M)), where g(k) is 4k up to 3, then 2k+6 or 2k+8 by parity (facts performance.md §1.5):
// six in each shadow; after the last one three plain ones until packed instructions may issue, 12 cycles after
// the pipe's end, which do two units each. Packed instructions of 8 bytes at multiples of 8 are fetched in time, to
// which the s_nop brings them.
func TestMatrixAndVector(t *testing.T) {
	const m = 8
	for k := range 100 {
		plain := min(k, 3)
		packed := (k - plain + 1) / 2
		text := "s_nop 0\n" + repeat(m, "v_mfma_f32_32x32x16_bf16 v[0:15], v[16:19], v[20:23], v[0:15]\n"+strings.TrimSpace(repeat(6, "v_mul_f32 v30, v31, v32"))) +
			repeat(plain, "v_mul_f32 v30, v31, v32") + repeat(packed, "v_pk_mul_f32 v[34:35], v[36:37], v[38:39]") + "s_nop 0\n"
		d := directed{text: text}
		l := d.lab(t, isa.GFX950)
		l.run(t)
		times := l.times()[0]
		g := Cycle(4 * k)
		if k > 3 {
			g = Cycle(2*k + 6 + 2*(1-k%2))
		}
		if got, want := times[len(times)-1]-times[1], 32*m+g; got != want {
			t.Errorf("%d units beyond the shadows end at %d, want %d", k, got, want)
		}
	}
}

// TestLadder: after n reads of 16 cycles each, s_waitcnt lgkmcnt(0) takes 72, 84, 96 and 108 cycles for n = 2 to 5
// (facts performance.md §2.3, within 4): 44 and 16n after the first one's issue, less 4n for the issues.
func TestLadder(t *testing.T) {
	for n, want := range map[int]Cycle{2: 72, 3: 84, 4: 96, 5: 108} {
		d := directed{text: repeat(n, "ds_read_b128 v[4:7], v2") + "s_waitcnt lgkmcnt(0)", edit: bank(16, 12)}
		l := d.lab(t, isa.GFX950)
		l.run(t)
		var longest Cycle
		for _, wave := range l.issues {
			wait := wave[n]
			longest = max(longest, wait.At+wait.Length-wait.Ready)
		}
		if longest < want-4 || longest > want+4 {
			t.Errorf("%d reads: the wait takes %d, want %d", n, longest, want)
		}
	}
}

// TestLoopsOfFMA: facts silicon/mi300x_kernels.csv, cycles of an iteration at 2.1 GHz with one wave and with four
// on each SIMD.
func TestLoopsOfFMA(t *testing.T) {
	const iterations = 200
	for _, c := range []struct {
		text   string
		n      int
		waves  int
		cycles float64
	}{
		{fma32, 5, 1, 36.05}, {fma32, 5, 16, 48.1}, {fma16, 7, 1, 56.02}, {fma16, 7, 4, 56.02}, {fma16, 7, 16, 82.74},
	} {
		d := directed{text: c.text, target: isa.GFX942, cold: true, repeat: [2]int{0, c.n}, times: iterations}
		for w := range c.waves {
			d.simds = append(d.simds, w%4)
		}
		l := d.lab(t, isa.GFX942)
		l.run(t)
		if got := float64(l.result.Cycles) / iterations; got < c.cycles*0.98 || got > c.cycles*1.02 {
			t.Errorf("%d instructions, %d waves: %.2f cycles an iteration, want %.2f", c.n, c.waves, got, c.cycles)
		}
		if full := l.result.Loops[0].Full; full.Waves != (c.waves+3)/4 || full.MatrixBusy != 0 {
			t.Errorf("%d waves: %+v", c.waves, full)
		}
		if loops := l.result.Loops; len(loops) != 1 || loops[0].Iterations != c.waves*(iterations-2) || loops[0].Instructions != c.n {
			t.Errorf("loops %+v", loops)
		}
	}
}

// TestLoopFull: two waves that are in a loop together keep the matrix core busy for twice the share of time of one.
func TestLoopFull(t *testing.T) {
	const text = "v_mfma_f32_32x32x8_f16 a[0:15], v[0:1], v[2:3], a[0:15]\ns_nop 14\ns_add_i32 s0, s0, 1\ns_cmp_lt_i32 s0, s1\ns_cbranch_scc1 -6\n"
	for waves, want := range []float64{1: 0.35, 2: 0.70} {
		if waves == 0 {
			continue
		}
		d := directed{text: text, target: isa.GFX942, repeat: [2]int{0, 5}, times: 100, simds: make([]int, waves)}
		l := d.lab(t, isa.GFX942)
		l.run(t)
		full := l.result.Loops[0].Full
		if busy := float64(full.MatrixBusy) / float64(full.Cycles); full.Waves != waves || math.Abs(busy-want) > 0.02 {
			t.Errorf("%d waves: %+v, busy for %.3f", waves, full, busy)
		}
	}
}

// TestEveryConstantCounts: a constant of the core that is twice as large, or 8 larger, changes a directed case.
func TestEveryConstantCounts(t *testing.T) {
	for _, target := range isa.Targets() {
		run := func(d *directed, change func(m *arch.Model)) string {
			if d.target != nil && d.target != target || !has(target, d.text) {
				return ""
			}
			l := d.lab(t, target)
			change(&l.chip.Model)
			if err := l.try(); err != nil {
				return err.Error()
			}
			return fmt.Sprint(l.issues, l.result.Waves)
		}
		all := slices.Concat(cases, []directed{lines})
		var base []string
		for i := range all {
			base = append(base, run(&all[i], func(*arch.Model) {}))
		}
		for _, c := range target.Chip.Model.Constants() {
			if !ofCore(&target.Chip.Model, c) {
				continue
			}
			for k, value := range []float64{2 * c.Value, c.Value + 8, 1 - c.Value} {
				if slices.Contains(unused[target.Chip.Name], c.Name) || value == c.Value || (c.Unit == "") != (k == 2) {
					continue // switches are turned, others grow
				}
				changed := false
				for i := range all {
					changed = changed || run(&all[i], func(m *arch.Model) {
						if m.Set(c.Name, value) != nil {
							t.Fatal(c.Name)
						}
					}) != base[i]
				}
				if !changed {
					t.Errorf("%s: no case changes if %s is %v instead of %v", target.Chip.Name, c.Name, value, c.Value)
				}
			}
			for _, value := range []float64{0, 0.5, 1e30} { // which nobody should set, but can
				for i := range all {
					run(&all[i], func(m *arch.Model) { m.Set(c.Name, value) })
				}
			}
			if c.Source == "" || c.Evidence == arch.Unknown {
				t.Errorf("%s: %s has no source", target.Chip.Name, c.Name)
			}
		}
	}
}

// unused are constants that change nothing: of instructions that the chip does not have, of a start of the vector
// ALU that is not slow, and a limit that the operand read of no instruction reaches.
var unused = map[string][]string{
	isa.GFX942.Chip.Name: {"mfma.scale", "mfma.shadow_8", "mfma.shadow_memory", "ramp.idle", "ramp.delay", "ramp.turn"},
}

// ofCore reports whether a constant is of the compute unit.
func ofCore(m *arch.Model, c arch.NamedConstant) bool {
	n := *m
	n.Core = arch.CoreModel{}
	for _, k := range n.Constants() {
		if k.Name == c.Name {
			return k.Value != c.Value
		}
	}
	return false
}

// has reports whether a chip has all instructions of a text.
func has(target *isa.Target, text string) bool {
	for line := range strings.Lines(text) {
		if line = strings.TrimSpace(line); line != "" {
			if _, err := target.Parse(line, nil); err != nil {
				return false
			}
		}
	}
	return true
}

// lines runs over several lines of the instruction cache, each of which takes 300 cycles to come.
var lines = directed{name: "lines of instructions", text: repeat(70, "v_mov_b32 v1, v2"), edit: func(l *lab, _ int, _ *Stream) {
	l.memory = &Given{Program: l.prog, FetchLatency: 300}
}}

// TestLines: a line is fetched once, when the wave has used up the second block before it.
func TestLines(t *testing.T) {
	l := lines.lab(t, isa.GFX950)
	l.run(t)
	// The first line is there at 300, 272 after a wave would start. The second begins with block 4, which is
	// asked for with the last instruction of block 2, 92 after that, and takes 300 and 20.
	got := l.times()[0]
	if got[0] != 272 || got[31] != 272+31*4 || got[32] != 272+92+320 {
		t.Errorf("issue at %v", got)
	}
}

// TestFaults: what cannot be is said.
func TestFaults(t *testing.T) {
	for _, c := range []struct {
		name, want string
		change     func(l *lab)
	}{
		{"an instruction that is not of the program", "program of 2", func(l *lab) { l.groups[0].Streams[0].Ops[0].Inst = 2 }},
		{"a place that is not there", "SIMD 4", func(l *lab) { l.groups[0].Place[1].SIMD = 4 }},
		{"places for others", "places for 1", func(l *lab) { l.groups[0].Place = l.groups[0].Place[:1] }},
		{"no waves", "no waves", func(l *lab) { l.groups[0] = &Group{} }},
		{"too many waves", "holds 32", func(l *lab) {
			l.groups[0].Place, l.groups[0].Streams = nil, slices.Repeat(l.groups[0].Streams, 20)
		}},
		{"an order of SIMDs that is none", "order of 4", func(l *lab) { l.launch.SIMDs = []int{0, 0, 1, 2} }},
		{"compute units that XCDs do not share", "3 XCDs", func(l *lab) { l.launch.CUs, l.launch.XCDs = 4, 3 }},
	} {
		t.Run(c.name, func(t *testing.T) {
			l := newLab(t, isa.GFX950, "s_barrier\ns_mov_b32 s0, s1")
			l.place([]int{0, 1}, l.all(0), l.all(1))
			c.change(l)
			err := l.try()
			if err == nil || !strings.Contains(err.Error(), c.want) {
				t.Errorf("error %v, want %q", err, c.want)
			}
		})
	}
	l := newLab(t, isa.GFX950, "s_barrier")
	failure := errors.New("no more")
	_, err := Run(&Launch{Program: l.prog, CUs: 1, Memory: l.memory, Next: func(int) (*Group, error) { return nil, failure }})
	if !errors.Is(err, failure) {
		t.Errorf("error %v", err)
	}
}

// TestEndedWaves: a barrier does not wait for waves that have ended, or that begin later and end without one.
func TestEndedWaves(t *testing.T) {
	l := newLab(t, isa.GFX950, "s_barrier\ns_mov_b32 s0, s1")
	ends := l.stream(1, 1, 2)
	ends.Ops = append(ends.Ops, ends.Ops[0], ends.Ops[0])
	l.place([]int{0, 1}, l.all(0), ends)
	l.run(t)
	// The second wave goes from instruction 1 to itself twice, which takes 20 each, and ends at 44 without an
	// s_endpgm: the first one leaves 8 later.
	if at := l.times()[0]; at[1] != 44+8 {
		t.Errorf("the wave leaves the barrier at %d, want 52", at[1])
	}
}

// TestDispatch: workgroups go to the compute units in turn, waves to the SIMDs, and places are used again after the
// turnaround.
func TestDispatch(t *testing.T) {
	l := newLab(t, isa.GFX950, "s_mov_b32 s0, s1\ns_endpgm")
	for i := range 6 {
		g := &Group{Workgroup: i}
		for w := range 3 {
			s := l.all(w)
			s.Workgroup = i
			g.Streams = append(g.Streams, s)
		}
		l.groups = append(l.groups, g)
	}
	l.launch = Launch{CUs: 2, PerCU: 2, GroupInterval: 8, WaveInterval: 4, Turnaround: 44, SIMDs: []int{0, 2, 1, 3}}
	l.run(t)
	var got []string
	for _, w := range l.result.Waves {
		got = append(got, fmt.Sprintf("%d:%d cu%d simd%d %d-%d", w.Workgroup, w.Wave, w.CU, w.SIMD, w.Begin, w.End))
	}
	// A wave takes 28 to its first instruction, 4 for that, and 16 to its end: 48. The first workgroup ends at 56,
	// so that the fifth begins at 100.
	want := []string{
		"0:0 cu0 simd0 0-48", "0:1 cu0 simd2 4-52", "0:2 cu0 simd1 8-56",
		"1:0 cu1 simd0 8-56", "1:1 cu1 simd2 12-60", "1:2 cu1 simd1 16-64",
		"2:0 cu0 simd3 16-64", "2:1 cu0 simd0 20-68", "2:2 cu0 simd2 24-72",
		"3:0 cu1 simd3 24-72", "3:1 cu1 simd0 28-76", "3:2 cu1 simd2 32-80",
		"4:0 cu0 simd1 100-148", "4:1 cu0 simd3 104-152", "4:2 cu0 simd0 108-156",
		"5:0 cu1 simd1 108-156", "5:1 cu1 simd3 112-160", "5:2 cu1 simd0 116-164",
	}
	if !slices.Equal(got, want) {
		t.Errorf("waves\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
	if l.result.CUs != 2 || l.result.SIMDs != 8 || l.result.Cycles != 164 {
		t.Errorf("%d compute units, %d SIMDs, %d cycles", l.result.CUs, l.result.SIMDs, l.result.Cycles)
	}
}

// TestSites: stalls of sites say what was waited for, and how long.
func TestSites(t *testing.T) {
	d := directed{text: "ds_read_b32 v1, v2\ns_waitcnt lgkmcnt(0)\ns_mov_b32 s0, s1\nv_add_f32 v3, v1, v1\nds_read_b32 v1, v3\ns_endpgm", times: 1, repeat: [2]int{0, 0}}
	l := d.lab(t, isa.GFX950)
	l.run(t)
	s := l.result.Sites
	if s[1].Stalls[WaitLGKM] != 40 || s[1].By[0] != 40 {
		t.Errorf("the wait stalls %d, of these %d by the read; want 40", s[1].Stalls[WaitLGKM], s[1].By[0])
	}
	if s[4].Stalls[Dependency] != 8 || s[4].By[3] != 8 {
		t.Errorf("the second read stalls %d, of these %d by the VALU; want 8", s[4].Stalls[Dependency], s[4].By[3])
	}
	if s[0].Latency != 48 || s[0].Issues != 1 {
		t.Errorf("the read's latency %d in %d issues, want 48", s[0].Latency, s[0].Issues)
	}
	// The second read is done 48 after its issue at 64.
	if l.result.Waves[0].End != 28+64+48 {
		t.Errorf("the wave ends at %d, want %d", l.result.Waves[0].End, 28+64+48)
	}
}
