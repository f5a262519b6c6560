package sim_test

import (
	"fmt"
	"math"
	"runtime"
	"slices"
	"testing"

	"heddle/sim"
)

// coreWorkers runs a kernel with 1, 2 and 4 workers; the results must be the
// same.
func coreWorkers(t *testing.T, what string, s coreSource, n int, l sim.Launch) []uint32 {
	t.Helper()
	l.Workers = 1
	first := coreRun(t, s, n, l)
	for _, workers := range []int{2, 4} {
		l.Workers = workers
		coreExpect(t, fmt.Sprintf("%s with %d workers", what, workers), coreRun(t, s, n, l), first)
	}
	return first
}

// delay is a loop that takes longer the lower the workgroup's id is; s7 is the
// number of rounds an id counts.
const delay = `
	s_sub_u32 s20, 100, s2
	s_mul_i32 s20, s20, s6
.Ldelay:
	s_cmp_eq_u32 s20, 0
	s_cbranch_scc1 .Ldelayed
	s_sub_u32 s20, s20, 1
	s_branch .Ldelay
.Ldelayed:
`

// TestCoreTickets: returning atomics of different workgroups apply in the order
// of their ids, however long each takes to get there.
func TestCoreTickets(t *testing.T) {
	for _, per := range []uint32{0, 3, 200} {
		s := coreSource{body: corePrologue + delay + `
	v_mov_b32 v2, 0
	v_mov_b32 v3, 1
	global_atomic_add v4, v2, v3, s[4:5] sc0
	s_lshl_b32 s8, s2, 10
	v_add_u32 v1, s8, v1
	s_waitcnt vmcnt(0)
	global_store_dword v1, v4, s[4:5] offset:4
	s_endpgm`}
		l := sim.Launch{Grid: [3]uint32{20, 1, 1}, Block: [3]uint32{256, 1, 1}, Args: []sim.Arg{sim.Value(per)}}
		got := coreWorkers(t, "tickets", s, 1+20*256, l)
		coreExpect(t, fmt.Sprintf("tickets with delay %d", per), got[1:], coreIota(20*256, func(i int) uint32 { return uint32(i) }))
	}
}

// TestCoreTurns: with Turns, neighbours take turns to be the first; the last ones are fewer.
func TestCoreTurns(t *testing.T) {
	s := coreSource{body: corePrologue + delay + `
	v_mov_b32 v2, 0
	v_mov_b32 v3, 1
	s_mov_b64 exec, 1
	global_atomic_add v4, v2, v3, s[4:5] sc0
	s_lshl_b32 s8, s2, 2
	v_mov_b32 v1, s8
	s_waitcnt vmcnt(0)
	global_store_dword v1, v4, s[4:5] offset:4
	s_endpgm`}
	for _, c := range []struct {
		options sim.Options
		want    []uint32 // by workgroup, which number it takes
	}{
		{sim.Options{Turns: 3}, []uint32{0, 1, 2, 5, 3, 4, 7, 8, 6, 10, 9}},
		{sim.Options{Turns: 3, Reversed: true}, []uint32{9, 10, 6, 8, 7, 4, 3, 5, 2, 1, 0}},
		{sim.Options{Turns: 1}, coreIota(11, func(i int) uint32 { return uint32(i) })},
	} {
		got := coreWorkers(t, "turns", s, 1+11, sim.Launch{Grid: [3]uint32{11, 1, 1}, Args: []sim.Arg{sim.Value(uint32(3))}, Options: c.options})
		coreExpect(t, fmt.Sprintf("numbers with %d turns", c.options.Turns), got[1:], c.want)
	}
}

// TestCoreTicketsTwice: a workgroup's second atomic comes after its first and
// before the next workgroup's first.
func TestCoreTicketsTwice(t *testing.T) {
	s := coreSource{body: corePrologue + delay + `
	v_mov_b32 v2, 0
	v_mov_b32 v3, 1
	s_mov_b64 exec, 1
	global_atomic_add v4, v2, v3, s[4:5] sc0
	s_waitcnt vmcnt(0)
	s_nop 5
	global_atomic_add v5, v2, v3, s[4:5] sc0
	s_lshl_b32 s8, s2, 3
	v_mov_b32 v1, s8
	s_waitcnt vmcnt(0)
	global_store_dwordx2 v1, v[4:5], s[4:5] offset:4
	s_endpgm`}
	got := coreWorkers(t, "tickets", s, 1+2*30, sim.Launch{Grid: [3]uint32{30, 1, 1}, Args: []sim.Arg{sim.Value(uint32(2))}})
	coreExpect(t, "pairs of tickets", got, append([]uint32{60}, coreIota(60, func(i int) uint32 { return uint32(i) })...))
}

// TestCoreFloatAtomics: additions that round depend on their order, which is
// that of the ids.
func TestCoreFloatAtomics(t *testing.T) {
	s := coreSource{body: corePrologue + `
	v_cvt_f32_u32 v2, s2
	v_cvt_f32_u32 v3, v0
	v_mov_b32 v4, 0x3dcccccd
	v_fma_f32 v2, v2, v4, v3
	v_add_f32 v2, v2, v4
	v_mov_b32 v5, 0
	global_atomic_add_f32 v5, v2, s[4:5]
	s_endpgm`}
	got := coreWorkers(t, "float atomics", s, 1, sim.Launch{Grid: [3]uint32{50, 1, 1}})
	var sum float32
	tenth := math.Float32frombits(0x3dcccccd)
	for id := range 50 {
		for lane := range 64 {
			// The product of two f32 is exact in f64, and so is this small sum.
			x := float32(float64(float32(id))*float64(tenth) + float64(lane))
			x = x + tenth
			sum += x
		}
	}
	coreExpect(t, "sum", got, []uint32{math.Float32bits(sum)})
}

// waits are ways to wait until the dword at v2+s[4:5] is at least s16: plain
// loads, and atomics.
var waits = []struct{ name, code string }{
	{"loads", `
	global_load_dword v6, v2, s[4:5] sc1
	s_waitcnt vmcnt(0)`},
	{"scalar loads", `
	s_dcache_inv
	s_load_dword s17, s[4:5], 0x0
	s_waitcnt lgkmcnt(0)
	v_mov_b32 v6, s17`},
	{"atomics", `
	v_mov_b32 v7, 0
	global_atomic_add v6, v2, v7, s[4:5] sc0
	s_waitcnt vmcnt(0)`},
	{"compare and swap", `
	v_mov_b32 v8, s16
	v_mov_b32 v9, s16
	global_atomic_cmpswap v6, v2, v[8:9], s[4:5] sc0
	s_waitcnt vmcnt(0)`},
	{"loads and a sleep", `
	s_sleep 10
	global_load_dword v6, v2, s[4:5] sc1
	s_waitcnt vmcnt(0)`},
}

// coreSpin is a wait as a loop with the given label.
func coreSpin(label, code string) string {
	return label + ":\n" + code + "\n\tv_readfirstlane_b32 s17, v6\n\ts_cmp_lt_u32 s17, s16\n\ts_cbranch_scc1 " + label + "\n"
}

// TestCoreChain: each workgroup waits for its neighbour to have counted: in one
// direction the lower id goes first, in the other the higher.
func TestCoreChain(t *testing.T) {
	const n = 40
	for _, w := range waits {
		for _, up := range []bool{true, false} {
			order := "\ts_mov_b32 s16, s2\n"
			if !up {
				order = fmt.Sprintf("\ts_sub_u32 s16, %d, s2\n", n-1)
			}
			for _, signal := range []string{"global_atomic_add v2, v3, s[4:5]", "v_mov_b32 v3, s18\n\tglobal_store_dword v2, v3, s[4:5]"} {
				s := coreSource{body: corePrologue + order + `
	s_mov_b64 exec, 1
	v_mov_b32 v2, 0
	v_mov_b32 v3, 1
` + coreSpin(".Lspin", w.code) + `
	s_add_u32 s18, s16, 1
	s_lshl_b32 s8, s2, 2
	v_mov_b32 v1, s8
	global_store_dword v1, v6, s[4:5] offset:4
	s_waitcnt vmcnt(0)
	` + signal + `
	s_endpgm`}
				what := fmt.Sprintf("chain with %s, up %t, signal %q", w.name, up, signal)
				got := coreWorkers(t, what, s, n+1, sim.Launch{Grid: [3]uint32{n, 1, 1}, Options: sim.Options{MaxInstructions: 20_000_000}})
				coreExpect(t, what, got, append([]uint32{n}, coreIota(n, func(i int) uint32 {
					if up {
						return uint32(i)
					}
					return uint32(n - 1 - i)
				})...))
			}
		}
	}
}

// TestCoreGridBarrier: 64 workgroups meet three times and see what the others
// wrote before.
func TestCoreGridBarrier(t *testing.T) {
	const n = 64
	for _, w := range waits {
		if w.name == "compare and swap" {
			continue // would not leave the counter as it is
		}
		body := corePrologue + `
	s_mov_b64 exec, 1
	v_mov_b32 v2, 0
	v_mov_b32 v3, 1
	s_lshl_b32 s8, s2, 2
	s_add_u32 s9, s2, 7
	s_and_b32 s9, s9, 63
	s_lshl_b32 s9, s9, 2
	v_mov_b32 v10, s8               // own place
	v_mov_b32 v11, s9               // that of the workgroup 7 further
	v_mov_b32 v12, s2
	s_mov_b32 s16, 0
`
		for round := range 3 {
			body += fmt.Sprintf(`
	global_store_dword v10, v12, s[4:5] offset:%d
	s_waitcnt vmcnt(0)
	buffer_wbl2 sc1
	global_atomic_add v2, v3, s[4:5]
	s_add_u32 s16, s16, %d
%s
	buffer_inv sc1
	global_load_dword v12, v11, s[4:5] offset:%d
	s_waitcnt vmcnt(0)
	v_add_u32 v12, 1, v12
`, 4+256*round, n, coreSpin(fmt.Sprintf(".Lspin%d", round), w.code), 4+256*round)
		}
		s := coreSource{body: body + "\tglobal_store_dword v10, v12, s[4:5] offset:772\n\ts_endpgm"}
		got := coreWorkers(t, w.name, s, 1+4*n, sim.Launch{Grid: [3]uint32{n, 1, 1}, Options: sim.Options{MaxInstructions: 20_000_000}})
		want := append([]uint32{3 * n}, coreIota(4*n, func(i int) uint32 { return uint32((i%n+7*(i/n))%n + i/n) })...)
		coreExpect(t, "grid barrier with "+w.name, got, want)
	}
}

// TestCoreSpinWithSideEffects: a lower workgroup that waits for a higher one's
// atomic while it changes memory of its own all the time.
func TestCoreSpinWithSideEffects(t *testing.T) {
	s := coreSource{body: corePrologue + `
	s_mov_b64 exec, 1
	v_mov_b32 v2, 0
	v_mov_b32 v3, 1
	v_mov_b32 v5, 0
	s_cmp_lg_u32 s2, 0
	s_cbranch_scc1 .Lsignal
.Lspin:
	v_add_u32 v5, 1, v5
	global_store_dword v2, v5, s[4:5] offset:4
	global_load_dword v6, v2, s[4:5] sc1
	.rept 200
	s_nop 0
	.endr
	s_waitcnt vmcnt(0)
	v_readfirstlane_b32 s17, v6
	s_cmp_lt_u32 s17, 3
	s_cbranch_scc1 .Lspin
	global_store_dword v2, v6, s[4:5] offset:8
	s_endpgm
.Lsignal:
	global_atomic_add v2, v3, s[4:5]
	s_endpgm`}
	got := coreWorkers(t, "heartbeat", s, 3, sim.Launch{Grid: [3]uint32{4, 1, 1}})
	if got[0] != 3 || got[2] != 3 || got[1] == 0 {
		t.Errorf("got %v", got)
	}
}

// TestCoreRaces: workgroups that write to the same places without order give
// one result, whatever the number of workers.
func TestCoreRaces(t *testing.T) {
	s := coreSource{body: corePrologue + `
	s_movk_i32 s8, 50
	s_mov_b32 s9, s2
	v_mov_b32 v10, s2
.Lloop:
	v_mul_u32_u24 v11, 37, v0
	v_add_u32 v11, s9, v11
	v_and_b32 v11, 0xff, v11
	v_lshlrev_b32 v11, 2, v11
	global_load_dword v12, v11, s[4:5]
	s_waitcnt vmcnt(0)
	v_lshl_add_u32 v10, v12, 1, v10
	v_add_u32 v10, v10, v0
	global_store_dword v11, v10, s[4:5]
	s_add_u32 s9, s9, 11
	s_sub_u32 s8, s8, 1
	s_cmp_lg_u32 s8, 0
	s_cbranch_scc1 .Lloop
	s_lshl_b32 s8, s2, 8
	v_add_u32 v1, s8, v1
	global_store_dword v1, v10, s[4:5] offset:1024
	s_endpgm`}
	for _, o := range coreSchedules {
		l := sim.Launch{Grid: [3]uint32{30, 1, 1}, Block: [3]uint32{64, 1, 1}, Options: o}
		first := coreWorkers(t, fmt.Sprintf("races, schedule %d", o.Schedule), s, 256+30*64, l)
		l.Workers = 2
		for range 5 {
			if !slices.Equal(coreRun(t, s, 256+30*64, l), first) {
				t.Fatal("the same run gives another result")
			}
		}
	}
}

// TestCoreManyPages: workgroups that write to more pages than the simulator
// keeps for them, each its own dword of every page.
func TestCoreManyPages(t *testing.T) {
	const rounds, groups = 50, 5
	s := coreSource{body: corePrologue + fmt.Sprintf(`
	v_lshlrev_b32 v2, 12, v0
	s_lshl_b32 s8, s2, 2
	v_add_u32 v2, s8, v2
	v_mov_b32 v3, v0
	s_movk_i32 s9, %d
.Lloop:
	global_load_dword v4, v2, s[4:5]
	s_waitcnt vmcnt(0)
	v_add_u32 v5, v3, v4
	global_store_dword v2, v5, s[4:5]
	v_add_u32 v2, 0x40000, v2
	v_add_u32 v3, 64, v3
	s_sub_u32 s9, s9, 1
	s_cmp_lg_u32 s9, 0
	s_cbranch_scc1 .Lloop
	s_endpgm`, rounds)}
	got := coreWorkers(t, "many pages", s, rounds*64*1024, sim.Launch{Grid: [3]uint32{groups, 1, 1}})
	for page := range rounds * 64 {
		for i, v := range got[page*1024:][:groups+1] {
			if want := uint32(page); v != want && i < groups || i == groups && v != 0 {
				t.Fatalf("page %d, dword %d: %d", page, i, v)
			}
		}
	}
}

// TestCoreWorkgroupSubset: only the chosen workgroups execute, in their order.
func TestCoreWorkgroupSubset(t *testing.T) {
	s := coreSource{body: corePrologue + `
	v_mov_b32 v2, 0
	v_mov_b32 v3, 1
	s_mov_b64 exec, 1
	global_atomic_add v4, v2, v3, s[4:5] sc0
	s_mul_i32 s8, s3, 10
	s_add_u32 s8, s8, s2
	s_lshl_b32 s8, s8, 2
	v_mov_b32 v1, s8
	s_waitcnt vmcnt(0)
	v_add_u32 v4, 1, v4
	global_store_dword v1, v4, s[4:5] offset:4
	s_endpgm`, directives: []string{"system_sgpr_workgroup_id_y 1"}}
	for _, ids := range [][]int{{}, {99}, {0}, {42, 7, 3, 50}, {98, 99, 0, 1, 2, 3, 4, 5, 6, 8, 9}} {
		out, report, err := coreTry(t, s, 101, sim.Launch{Grid: [3]uint32{10, 10, 1}, Workgroups: ids})
		if err != nil {
			t.Fatal(err)
		}
		want := make([]uint32, 101)
		want[0] = uint32(len(ids))
		for i, id := range slices.Sorted(slices.Values(ids)) {
			want[1+id] = uint32(i + 1)
		}
		coreExpect(t, fmt.Sprint(ids), out, want)
		if report.Workgroups != len(ids) || report.Waves != len(ids) {
			t.Errorf("%v: report of %d workgroups, %d waves", ids, report.Workgroups, report.Waves)
		}
	}
}

// TestCoreProgress: progress never goes back and ends at all.
func TestCoreProgress(t *testing.T) {
	last := 0
	coreRun(t, coreSource{body: "\ts_endpgm"}, 1, sim.Launch{Grid: [3]uint32{100, 1, 1}, Options: sim.Options{Progress: func(done, all int) {
		if done < last || all != 100 {
			t.Errorf("progress %d of %d after %d", done, all, last)
		}
		last = done
	}}})
	if last != 100 {
		t.Errorf("progress ends at %d of 100", last)
	}
}

// TestCoreMemoryIsBounded: a run of many workgroups, with LDS, scratch and
// writes to many pages, needs little beside the guest's own pages.
func TestCoreMemoryIsBounded(t *testing.T) {
	s := coreSource{body: corePrologue + `
	s_lshl_b32 s8, s2, 12
	s_add_u32 s4, s4, s8
	s_addc_u32 s5, s5, 0
	v_mov_b32 v2, v0
	scratch_store_dword off, v2, off offset:60
	scratch_load_dword v3, off, off offset:60
	ds_write_b32 v1, v2
	s_waitcnt vmcnt(0) lgkmcnt(0)
	s_barrier
	global_store_dword v1, v3, s[4:5]
	s_endpgm`, directives: []string{"group_segment_fixed_size 65536", "private_segment_fixed_size 65536", "next_free_vgpr 512", "accum_offset 256"}}
	d, k := s.load(t)
	buf, err := d.Alloc(2000 << 12)
	if err != nil {
		t.Fatal(err)
	}
	var before, after runtime.MemStats
	runtime.GC()
	runtime.ReadMemStats(&before)
	peak := uint64(0)
	l := sim.Launch{Kernel: k, Grid: [3]uint32{2000, 1, 1}, Block: [3]uint32{256, 1, 1}, Args: []sim.Arg{sim.Pointer(buf)}}
	l.Progress = func(done, all int) {
		if done%100 == 0 {
			runtime.ReadMemStats(&after)
			peak = max(peak, after.HeapAlloc)
		}
	}
	if _, err := d.Run(l); err != nil {
		t.Fatal(err)
	}
	if extra := int64(peak) - int64(before.HeapAlloc) - int64(d.TouchedBytes()); extra > 100<<20 {
		t.Errorf("%d MiB beyond the %d MiB of the guest's pages", extra>>20, d.TouchedBytes()>>20)
	}
	t.Logf("heap %d MiB -> %d MiB, guest pages %d MiB", before.HeapAlloc>>20, peak>>20, d.TouchedBytes()>>20)
}
