package record

import (
	"encoding/binary"
	"encoding/csv"
	"fmt"
	"math"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"

	"heddle/arch"
	"heddle/hsaco"
	"heddle/long"
	"heddle/sim"
	"heddle/timing"
)

// TestOccupancy: workgroups of a compute unit, from registers, LDS and places for waves: 4 SIMDs with 8
// places and 512 registers a lane each, in granules of 8; 64 KB of LDS in granules of 512 bytes, or 160
// KB in granules of 1280.
func TestOccupancy(t *testing.T) {
	gfx942, gfx950 := &arch.GFX942, &arch.GFX950
	for _, x := range []struct {
		chip              *arch.Chip
		vgprs, items, lds int
		want, waves       int // workgroups of a compute unit, waves of a SIMD
		limit             string
	}{
		{gfx942, 32, 256, 0, 8, 8, "waves: 4 of 32 for each workgroup"},
		{gfx942, 64, 256, 0, 8, 8, "waves: 4 of 32 for each workgroup"},
		{gfx942, 72, 256, 0, 7, 7, "VGPRs: 72 of a SIMD's 512 for each wave"}, // 512/72 = 7.1
		{gfx942, 512, 256, 0, 1, 1, "VGPRs: 512 of a SIMD's 512 for each wave"},
		{gfx942, 256, 64, 0, 8, 2, "VGPRs: 256 of a SIMD's 512 for each wave"},
		{gfx942, 64, 1024, 0, 2, 8, "waves: 16 of 32 for each workgroup"},
		{gfx942, 64, 1, 0, 32, 8, "waves: 1 of 32 for each workgroup"},
		{gfx942, 32, 64, 65536, 1, 1, "LDS: 65536 of 65536 bytes for each workgroup"},
		{gfx942, 32, 64, 20000, 3, 1, "LDS: 20480 of 65536 bytes for each workgroup"},
		{gfx950, 32, 64, 65536, 2, 1, "LDS: 66560 of 163840 bytes for each workgroup"}, // 52 granules
		{gfx950, 176, 256, 65536, 2, 2, "VGPRs: 176 of a SIMD's 512 for each wave"},
		{gfx942, 128, 192, 0, 5, 4, "VGPRs: 128 of a SIMD's 512 for each wave"}, // 16 places, 3 waves each
	} {
		d := &hsaco.Descriptor{GranulatedVGPRs: uint16(x.vgprs/x.chip.VGPRGranule - 1)}
		o, err := OccupancyOf(x.chip, d, x.items, uint32(x.lds))
		if err != nil {
			t.Errorf("%+v: %v", x, err)
			continue
		}
		if o.Workgroups != x.want || o.WavesPerSIMD != x.waves || o.Limits[0].String() != x.limit {
			t.Errorf("%s, %d registers, %d work-items, %d bytes of LDS: %d workgroups, %d waves a SIMD by %q; want %d, %d by %q",
				x.chip.Name, x.vgprs, x.items, x.lds, o.Workgroups, o.WavesPerSIMD, &o.Limits[0], x.want, x.waves, x.limit)
		}
	}
	d := &hsaco.Descriptor{GranulatedVGPRs: 511/8 - 0}
	if _, err := OccupancyOf(gfx942, d, 1024, 0); err == nil || err.Error() != "no workgroup of 16 waves fits a compute unit: VGPRs: 512 of a SIMD's 512 for each wave" {
		t.Errorf("16 waves of 512 registers: %v", err)
	}
}

// TestShares: workgroups go to the XCDs in turn.
func TestShares(t *testing.T) {
	for groups := range 40 {
		seen := make([]int, groups)
		for xcd := range 8 {
			s := share{xcd: xcd, xcds: 8, groups: groups}
			for i := range s.len() {
				if id := s.id(i); id%8 != xcd {
					t.Errorf("workgroup %d on XCD %d", id, xcd)
				} else {
					seen[id]++
				}
			}
		}
		for id, n := range seen {
			if n != 1 {
				t.Errorf("%d workgroups: workgroup %d starts %d times", groups, id, n)
			}
		}
	}
}

// TestPlan: what is timed of an XCD's workgroups.
func TestPlan(t *testing.T) {
	for _, x := range []struct {
		n, resident, generations, warm int
		want                           []segment
	}{
		{5, 10, 0, 1, []segment{{0, 5}}},
		{10, 10, 1, 1, []segment{{0, 10}}},
		{15, 10, 1, 1, []segment{{0, 15}}}, // one generation and a rest: nothing to leave out
		{40, 10, 4, 1, []segment{{0, 40}}}, // there is time for all
		{80, 10, 3, 1, []segment{{0, 30}}}, // the start, and two more
		{80, 10, 1, 1, []segment{{0, 20}}}, // at least two, as the first one begins together
		{80, 10, 0, 1, []segment{{0, 20}}},
		{84, 10, 1, 1, []segment{{0, 20}, {80, 84}}},
		{20, 10, 1, 1, []segment{{0, 20}}},
		{24, 10, 1, 1, []segment{{0, 24}}},
		{80, 10, 4, 1, []segment{{0, 20}, {60, 80}}}, // a pair at the start, one at the end
		{80, 10, 6, 1, []segment{{0, 20}, {30, 50}, {60, 80}}},
		{84, 10, 3, 1, []segment{{0, 20}, {80, 84}}}, // the rest takes the place of one
		{84, 10, 5, 1, []segment{{0, 20}, {60, 84}}},
		{80, 10, 4, 4, []segment{{0, 40}}}, // the caches need as long
		{80, 10, 6, 3, []segment{{0, 40}, {60, 80}}},
	} {
		if got := plan(x.n, x.resident, x.generations, x.warm); !slices.Equal(got, x.want) {
			t.Errorf("plan(%d, %d, %d, %d) = %v, want %v", x.n, x.resident, x.generations, x.warm, got, x.want)
		}
	}
	for n := 1; n < 200; n++ { // what is left out are whole generations
		for generations := range 9 {
			list := plan(n, 7, generations, 1+n%3)
			at := 0
			for _, s := range list {
				if s.from < at || s.to <= s.from || (s.from-at)%7 != 0 {
					t.Fatalf("plan(%d, 7, %d) = %v", n, generations, list)
				}
				at = s.to
			}
			if (n-at)%7 != 0 || at > n {
				t.Fatalf("plan(%d, 7, %d) = %v", n, generations, list)
			}
		}
	}
}

// TestAlike: of a grid whose first workgroups have the same work, a few of these and all others are timed, and what that says of the whole is
// what all workgroups say. The others, of all XCDs, are executed together: they get values back from atomics.
func TestAlike(t *testing.T) {
	const places, generations, others = 304, 12, 200
	defer func(n int64) { maxInstructions = n }(maxInstructions)
	for _, from := range []int{places * generations, places*generations + 100, 5} {
		// Workgroups from number from on loop a third as often, and count themselves; each writes what it has read in the loop.
		body := fmt.Sprintf(`
	s_load_dwordx2 s[4:5], s[0:1], 0
	v_lshlrev_b32 v0, 2, v0
	s_movk_i32 s6, 0x12c
	s_lshl_b32 s8, s2, 8
	v_add_u32 v2, s8, v0
	s_waitcnt lgkmcnt(0)
	s_cmpk_lt_u32 s2, 0x%x
	s_cbranch_scc1 loop
	s_movk_i32 s6, 0x64
	v_mov_b32 v3, 1
	v_mov_b32 v4, 0
	global_atomic_add v5, v4, v3, s[4:5] sc0
	s_waitcnt vmcnt(0)
loop:
	global_load_dword v6, v2, s[4:5] offset:1024
	v_rcp_f32 v7, v7
	s_waitcnt vmcnt(0)
	s_sub_u32 s6, s6, 1
	s_cmp_lg_u32 s6, 0
	s_cbranch_scc1 loop
	global_store_dword v2, v6, s[4:5] offset:1024
`, from)
		groups := from + others
		if from < places {
			groups = from + 3*places
		}
		timed := func(o Options) *Timing {
			k := kernel{chip: &arch.GFX942, directives: []string{"group_segment_fixed_size 65536"}, body: body}
			maxInstructions = 3 * places / 8 * 1000
			if o.Alike == 0 { // with values back from atomics, not all are timed
				k.body = strings.Replace(body, "v5, v4, v3, s[4:5] sc0", "v4, v3, s[4:5]", 1)
				maxInstructions = math.MaxInt64
			}
			l := k.load(t)
			o.Product = arch.DefaultProduct(&arch.GFX942)
			r, err := Time(l.device, l.launch(t, groups, 64, 256*groups+2048), l.object, o)
			if err != nil {
				t.Fatal(err)
			}
			count := make([]byte, 4)
			if err := l.memory.Read(count, 0); o.Alike > 0 && (err != nil || binary.LittleEndian.Uint32(count) != uint32(64*(groups-from))) {
				t.Errorf("%d from %d on: counted %v, %v", groups, from, count, err)
			}
			return r
		}
		all, some := timed(Options{Instructions: math.MaxInt64}), timed(Options{Instructions: 1, Alike: int64(from)})
		t.Logf("%d of %d alike: %d cycles of all, %d of %d timed (%s)", from, groups, all.Cycles, some.Cycles, some.Timed, some.How)
		if from > places && some.Timed > all.Timed/2 {
			t.Errorf("%d of %d alike: %d are timed", from, groups, some.Timed)
		}
		near := func(what string, a, b float64) {
			if math.Abs(a/b-1) > 0.01 {
				t.Errorf("%d of %d alike: %s is %g, of all %g", from, groups, what, a, b)
			}
		}
		near("the time", float64(some.Cycles), float64(all.Cycles))
		if every := timed(Options{Everything: true, Alike: int64(from)}); every.Work != float64(groups) {
			t.Errorf("%d of %d alike, all executed: the work of %g workgroups", from, groups, every.Work)
		}
		for i := range all.Traffic {
			if level := all.Traffic[i].Level; level != "L1" && level != "instruction" { // what is brought once, or by each workgroup
				continue
			}
			near("traffic of the "+all.Traffic[i].Level, float64(some.Traffic[i].Requests), float64(all.Traffic[i].Requests))
		}
	}
}

// TestIntervals: an XCD starts a workgroup each launch.group cycles, but its four shader engines a wave
// each launch.wave cycles.
func TestIntervals(t *testing.T) {
	m := arch.GFX950.Model.Launch // group 4, wave 4, engines 4
	for waves, want := range map[int]timing.Cycle{1: 4, 4: 4, 8: 8, 16: 16} {
		if got, wave := intervals(&m, waves); got != want || wave != 4 {
			t.Errorf("%d waves: a workgroup each %d cycles, a wave each %d; want %d, 4", waves, got, wave, want)
		}
	}
	if got, _ := intervals(&arch.GFX942.Model.Launch, 1); got != 8 { // 8.03
		t.Errorf("a workgroup each %d cycles, want 8", got)
	}
}

// TestEmptyGrids: mi300x_kernels.csv, times of empty grids of workgroups of one wave between two events,
// within 8 %. A workgroup takes its XCD 8.03 cycles at 2.1 GHz; 1 million of them and more are left to
// the long tests.
func TestEmptyGrids(t *testing.T) {
	f, err := os.Open("testdata/mi300x_kernels.csv")
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	rows, err := csv.NewReader(f).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	product, err := arch.ProductNamed("MI300X")
	if err != nil {
		t.Fatal(err)
	}
	tried := 0
	for _, row := range rows {
		groups, _ := strconv.Atoi(row[2])
		ms, _ := strconv.ParseFloat(row[4], 64)
		if row[0] != "empty_kernel" || groups > 300_000 && !long.On() {
			continue
		}
		tried++
		l := kernel{chip: product.Chip}.load(t)
		m := l.time(t, l.launch(t, groups, 64, 64), Options{Product: product})
		us := 1e6*(float64(m.Cycles)/2.1e9+m.Base) + product.Chip.Model.Launch.Events.Value
		if off := us/(1e3*ms) - 1; math.Abs(off) > 0.08 {
			t.Errorf("%d workgroups: %.2f us, measured %.2f (%+.1f %%)", groups, us, 1e3*ms, 100*off)
		}
	}
	if tried < 8 {
		t.Errorf("%d rows of empty grids", tried)
	}
}

// TestHugeGrid: of 2^32 empty workgroups few are timed, and the rest takes what the dispatcher needs for it:
// 8 cycles for each of an XCD, as TestEmptyGrids has it.
func TestHugeGrid(t *testing.T) {
	product, err := arch.ProductNamed("MI300X")
	if err != nil {
		t.Fatal(err)
	}
	l := kernel{chip: product.Chip}.load(t)
	launch := l.launch(t, 1, 1, 1)
	launch.Grid = [3]uint32{1 << 16, 1 << 16, 1}
	m := l.time(t, launch, Options{Product: product, Instructions: 1_000_000})
	if want := 8 * float64(1<<32) / 8; math.Abs(float64(m.Cycles)/want-1) > 0.001 || m.Timed > 100_000 {
		t.Errorf("%d cycles from %d workgroups, want %.0f from at most 100000", m.Cycles, m.Timed, want)
	}
}

// streaming loads 16 bytes in each lane, and stores them.
const streaming = `
	s_load_dwordx2 s[4:5], s[0:1], 0x0
	v_lshlrev_b32_e32 v1, 4, v0
	s_lshl_b32 s3, s2, 12
	v_add_u32_e32 v1, s3, v1
	s_waitcnt lgkmcnt(0)
	global_load_dwordx4 v[4:7], v1, s[4:5]
	s_waitcnt vmcnt(0)
	v_add_f32_e32 v4, v4, v4
	global_store_dwordx4 v1, v[4:7], s[4:5]`

// TestEstimate: what is estimated from a few generations is near to what there is if all workgroups of
// an XCD are timed, and its spread says so.
func TestEstimate(t *testing.T) {
	const groups = 8 * 38 * 8 * 30 // 30 generations of 8 workgroups a compute unit
	l := kernel{body: streaming}.load(t)
	launch := l.launch(t, groups, 256, groups*4096)
	all := l.time(t, launch, Options{Instructions: 1 << 40})
	if all.Timed != groups/8 || all.Low != all.Cycles || all.High != all.Cycles {
		t.Errorf("all: %d timed of %d, cycles %d from %d to %d", all.Timed, groups, all.Cycles, all.Low, all.High)
	}
	generation := int64(38 * 8)
	some := l.time(t, launch, Options{Instructions: 4 * generation * 4 * 12})
	// The L2 of 4 MB is filled three times by 10.1 generations of 1.2 MB.
	if want := 11 * generation; some.Timed != want {
		t.Errorf("%d workgroups timed, want %d", some.Timed, want)
	}
	if off := float64(some.Cycles)/float64(all.Cycles) - 1; math.Abs(off) > 0.05 {
		t.Errorf("%d cycles estimated from %d to %d, %d with all timed (%+.1f %%)", some.Cycles, some.Low, some.High, all.Cycles, 100*off)
	}
	if some.Low > some.Cycles || some.High < some.Cycles {
		t.Errorf("%d cycles, from %d to %d", some.Cycles, some.Low, some.High)
	}
	for i, x := range some.Traffic { // as much as all of them
		if y := all.Traffic[i]; x.Level == levelL1 && math.Abs(float64(x.ReadBytes)/float64(y.ReadBytes)-1) > 0.01 {
			t.Errorf("L1 read %d bytes, %d with all timed", x.ReadBytes, y.ReadBytes)
		}
	}
}

// TestReduced: of workgroups too long for one generation, some compute units are timed.
func TestReduced(t *testing.T) {
	l := kernel{body: `
	s_mov_b32 s4, 4000
loop:
	s_sub_u32 s4, s4, 1
	s_cmp_lg_u32 s4, 0
	s_cbranch_scc1 loop`}.load(t)
	launch := l.launch(t, 8*38, 64, 64)
	whole := l.time(t, launch, Options{})
	defer func(most int64) { maxInstructions = most }(maxInstructions)
	maxInstructions = 40_000
	part := l.time(t, launch, Options{})
	if part.CUs >= whole.CUs || part.Timed >= whole.Timed {
		t.Errorf("%d workgroups on %d compute units, %d on %d in whole", part.Timed, part.CUs, whole.Timed, whole.CUs)
	}
	if off := float64(part.Cycles)/float64(whole.Cycles) - 1; math.Abs(off) > 0.02 {
		t.Errorf("%d cycles, in whole %d", part.Cycles, whole.Cycles)
	}
	if !strings.Contains(part.How, "compute units") {
		t.Errorf("how: %s", part.How)
	}
}

// TestTooLong: memory is bounded.
func TestTooLong(t *testing.T) {
	l := kernel{body: `
	s_mov_b32 s4, 100000
loop:
	s_sub_u32 s4, s4, 1
	s_cmp_lg_u32 s4, 0
	s_cbranch_scc1 loop`}.load(t)
	defer func(most int64) { maxHeld = most }(maxHeld)
	maxHeld = 250_000
	_, err := Time(l.device, l.launch(t, 100, 64, 64), l.object, Options{Product: arch.DefaultProduct(l.device.Chip())})
	if err == nil || !strings.Contains(err.Error(), "too long to be timed: more than 250000 instructions") {
		t.Errorf("300000 instructions a wave: %v", err)
	}
}

// TestTickets: workgroups that wait for each other and take numbers from an atomic are all executed,
// though few are timed: each waits for the one with the number before it.
func TestTickets(t *testing.T) {
	const groups = 60_000
	l := kernel{body: `
	s_load_dwordx2 s[4:5], s[0:1], 0x0
	s_mov_b64 s[6:7], exec
	s_mov_b64 exec, 1
	v_mov_b32_e32 v1, 0
	v_mov_b32_e32 v2, 1
	s_waitcnt lgkmcnt(0)
	global_atomic_add v3, v1, v2, s[4:5] sc0
	s_waitcnt vmcnt(0)
	v_lshlrev_b32_e32 v3, 2, v3
	global_store_dword v3, v2, s[4:5] offset:4
	s_waitcnt vmcnt(0)`}.load(t)
	launch := l.launch(t, groups, 64, 4*groups+64)
	m := l.time(t, launch, Options{})
	if m.Timed >= groups/8 {
		t.Errorf("%d of an XCD's %d workgroups timed; the test is of a part", m.Timed, groups/8)
	}
	data, err := sim.Get[uint32](l.memory)
	if err != nil {
		t.Fatal(err)
	}
	if data[0] != groups || slices.Contains(data[1:groups+1], 0) {
		t.Errorf("%d of %d workgroups took a number", data[0], groups)
	}
	if m.Shared == 0 {
		t.Error("no lines are shared with other XCDs, which all count in one place")
	}
}

// TestLast: what the last of eight neighbours does is timed for an eighth of the workgroups of an XCD, though
// XCDs always arrive in the same order: here the last one multiplies.
func TestLast(t *testing.T) {
	const groups, all = 8 * 64, 8
	l := kernel{body: `
	s_load_dwordx2 s[4:5], s[0:1], 0x0
	s_mov_b64 exec, 1
	s_lshr_b32 s6, s2, 3
	s_lshl_b32 s6, s6, 2
	v_mov_b32_e32 v1, s6
	v_mov_b32_e32 v2, 1
	s_waitcnt lgkmcnt(0)
	global_atomic_add v3, v1, v2, s[4:5] sc0
	s_waitcnt vmcnt(0)
	v_readfirstlane_b32 s7, v3
	s_cmp_eq_u32 s7, 7
	s_cbranch_scc0 .Lothers
	v_mul_lo_u32 v4, v3, v3
.Lothers:`}.load(t)
	m := l.time(t, l.launch(t, groups, 64, 4096), Options{Keep: true})
	last := 0
	for _, g := range m.groups {
		for _, s := range g.Streams {
			for _, op := range s.Ops {
				if m.Program.Insts[op.Inst].Inst.Row.Mnemonic == "v_mul_lo_u32" {
					last++
				}
			}
		}
	}
	if m.Timed != groups/all || last != groups/all/all {
		t.Errorf("%d of %d timed workgroups are the last ones, want %d", last, m.Timed, groups/all/all)
	}
}

// TestSensitivity: a loop without memory depends on the branch, and not on caches.
func TestSensitivity(t *testing.T) {
	l := kernel{body: `
	s_mov_b32 s4, 1000
loop:
	v_add_f32_e32 v1, v1, v1
	s_sub_u32 s4, s4, 1
	s_cmp_lg_u32 s4, 0
	s_cbranch_scc1 loop`}.load(t)
	m := l.time(t, l.launch(t, 16, 64, 64), Options{Keep: true})
	effects, noise, err := m.Sensitivity(nil)
	if err != nil {
		t.Fatal(err)
	}
	// An iteration takes 4 + 4 + 8 + 20 cycles: 4 of 36 are 11 %.
	taken := slices.IndexFunc(effects, func(e Effect) bool { return e.Name == "branch.taken" })
	if e := effects[taken]; taken > 2 || e.AtHigh < 1.08 || e.AtHigh > 1.13 || e.AtLow < 0.87 || e.AtLow > 0.92 {
		t.Errorf("effect %d is that of %s: %.3f and %.3f; want about 0.89 and 1.11", taken, e.Name, e.AtLow, e.AtHigh)
	}
	for _, e := range effects {
		if group, _, _ := strings.Cut(e.Name, "."); (group == "hbm" || group == "lds" || group == "mall") && e.Largest() > 0.01 {
			t.Errorf("%s changes the cycles by %.1f %%", e.Name, 100*e.Largest())
		}
		if strings.HasPrefix(e.Name, "clock.") {
			t.Errorf("%s is there, which changes no cycles", e.Name)
		}
	}
	// Where nothing runs past anything, a cycle more in a latency is nearly none in 36,000.
	if noise > 0.001 {
		t.Errorf("the noise is %.2f %%", 100*noise)
	}
	if _, _, err := l.time(t, l.launch(t, 1, 64, 64), Options{}).Sensitivity(nil); err == nil {
		t.Error("workgroups were not kept: no error")
	}
}

// TestCheckModel: what a run cannot do with is refused by name, with what is accepted.
func TestCheckModel(t *testing.T) {
	for _, x := range []struct {
		name  string
		value float64
		want  string
	}{
		{"l1.sets", 0, "l1.sets is 0; it must be 1 to 256"},
		{"hbm.refresh", 1e18, "hbm.refresh is 1e+18; it must be 0 to 1e+06"},
		{"mall.channels", 12, "the number of channels of the MALL is 12; it must be a power of two"},
		{"launch.wave", 1e18, "launch.wave is 1e+18; it must be 0 to 1e+06"},
		{"fetch.line", 48, "fetch.line is 48; it must be a power of two"},
		{"fabric.hop", 0, ""},
	} {
		m := arch.GFX942.Model
		if err := m.Set(x.name, x.value); err != nil {
			t.Fatal(err)
		}
		if err := CheckModel(&m); err == nil && x.want != "" || err != nil && err.Error() != x.want {
			t.Errorf("%s=%v: %v, want %q", x.name, x.value, err, x.want)
		}
	}
	for _, chip := range arch.Chips {
		if err := CheckModel(&chip.Model); err != nil {
			t.Errorf("%s: %v", chip.Name, err)
		}
	}
}

// TestAround: values 20 % apart; those of whole numbers are whole, and not the same.
func TestAround(t *testing.T) {
	for v, want := range map[float64][2]float64{100: {80, 120}, 4: {3, 5}, 1: {0, 2}, 0: {0, 1}, 0.5: {0.4, 0.6}} {
		if low, high := around(v); low != want[0] || high != want[1] {
			t.Errorf("around(%v) = %v, %v, want %v", v, low, high, want)
		}
	}
}

// TestSettled: issues come in their order, each with the time at which its data arrived, whenever that
// became known.
func TestSettled(t *testing.T) {
	l := kernel{body: header + `
	global_load_dword v2, v1, s[4:5]
	global_load_dword v3, v1, s[4:5] offset:2048
	ds_read_b32 v4, v1
	v_add_u32_e32 v5, v1, v1
	s_waitcnt vmcnt(0)`, directives: []string{"group_segment_fixed_size 1024"}}.load(t)
	p, err := ProgramNamed(l.object, "k")
	if err != nil {
		t.Fatal(err)
	}
	var got []timing.Issue
	s := NewSettled(p, func(i *timing.Issue) { got = append(got, *i) })
	var plain []string
	m := l.time(t, l.launch(t, 3, 128, 4096), Options{Served: s.Served, Observe: func(i *timing.Issue) {
		plain = append(plain, fmt.Sprint(i.Wave, i.Seq, i.At))
		s.Observe(i)
	}})
	s.Flush()
	if len(got) != len(plain) || int64(len(got)) != m.Executed {
		t.Fatalf("%d issues of %d, %d executed", len(got), len(plain), m.Executed)
	}
	for i := range got {
		if text := fmt.Sprint(got[i].Wave, got[i].Seq, got[i].At); text != plain[i] {
			t.Fatalf("issue %d is %s, was %s", i, text, plain[i])
		}
		name := p.Insts[got[i].Inst].Inst.Row.Mnemonic
		if loads := strings.HasPrefix(name, "global_load") || strings.HasPrefix(name, "ds_read"); loads && got[i].Done <= got[i].At {
			t.Errorf("%s at %d: data at %d", name, got[i].At, got[i].Done)
		}
	}
	if len(s.waits)+len(s.early) > 0 {
		t.Errorf("%d issues and %d times are left", len(s.waits), len(s.early))
	}
}

// TestStart: code and data that are there save time, and data do, too; what is allocated and not touched does not matter.
func TestStart(t *testing.T) {
	cycles := func(start Start, bytes int) timing.Cycle {
		l := kernel{body: streaming}.load(t)
		return l.time(t, l.launch(t, 8*38, 256, bytes), Options{Start: start}).Cycles
	}
	const small, large = 8 * 38 * 4096, 300 << 20
	if cold, flushed, warm := cycles(Cold, small), cycles(Flushed, small), cycles(Warm, small); flushed >= cold || warm >= flushed {
		t.Errorf("cold %d, flushed %d, warm %d cycles", cold, flushed, warm)
	}
	if rotated, warm := cycles(Rotated, small), cycles(Warm, small); rotated <= warm {
		t.Errorf("rotated %d, warm %d cycles", rotated, warm)
	}
	if rotated, warm := cycles(Rotated, large), cycles(Warm, large); rotated <= warm {
		t.Errorf("with 300 MB allocated: rotated %d, warm %d cycles", rotated, warm)
	}
	if _, err := ParseStart("hot"); err == nil || err.Error() != `"hot" is not one of warm, rotated, flushed, cold` {
		t.Errorf("hot: %v", err)
	}
}

// TestErrors: what cannot be timed.
func TestErrors(t *testing.T) {
	l := kernel{}.load(t)
	launch := l.launch(t, 1, 64, 64)
	late := launch
	late.Schedule = sim.ScheduleLate
	o := Options{Product: arch.DefaultProduct(l.device.Chip())}
	if _, err := Time(l.device, late, l.object, o); err == nil || !strings.Contains(err.Error(), "round-robin") {
		t.Errorf("late: %v", err)
	}
	empty := launch
	empty.Grid = [3]uint32{}
	if _, err := Time(l.device, empty, l.object, o); err == nil {
		t.Error("no grid: no error")
	}
	fault := kernel{body: "s_load_dwordx2 s[4:5], s[0:1], 0x0\nv_lshlrev_b32_e32 v1, 20, v0\ns_waitcnt lgkmcnt(0)\nglobal_load_dword v2, v1, s[4:5]\ns_waitcnt vmcnt(0)"}.load(t)
	if _, err := Time(fault.device, fault.launch(t, 1000, 64, 64), fault.object, o); err == nil || !strings.Contains(err.Error(), "lane 1") {
		t.Errorf("an access out of bounds: %v", err)
	}
}

// TestClock: the clock follows from what the whole card does. A grid that keeps every matrix core busy meets
// the power limit; a quarter of it, on as few compute units, does not.
func TestClock(t *testing.T) {
	k := kernel{chip: &arch.GFX942, body: strings.Repeat("v_mfma_f32_32x32x8_bf16 v[0:15], v[20:21], v[22:23], v[0:15]\n", 200)}
	product := arch.DefaultProduct(k.chip)
	mhz := func(groups int) float64 {
		l := k.load(t)
		r, err := l.time(t, l.launch(t, groups, 256, 64), Options{}).Report(0)
		if err != nil {
			t.Fatal(err)
		}
		return r.Clock.MHz
	}
	if all := mhz(product.CUs); all >= float64(product.BoostMHz) {
		t.Errorf("all matrix cores busy: %v MHz, the highest clock", all)
	}
	if some := mhz(product.CUs / 4); some != float64(product.BoostMHz) {
		t.Errorf("a quarter of the matrix cores busy: %v MHz, want the highest clock", some)
	}
}
