package sim_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"heddle/sim"
)

// coreLane runs a body for one wave and returns what lane 0 has in the given
// VGPRs. The body finds the address of a buffer in s[4:5] and v[4:5], the lane
// in v0, 4*lane in v1, 0 in v2; the buffer holds 1000 + i at dword i from
// dword 64 on. s[8:11] is a raw buffer resource over it.
func coreLane(t *testing.T, o sim.Options, body string, regs ...int) []uint32 {
	t.Helper()
	var b strings.Builder
	b.WriteString(corePrologue + `
	v_mov_b32 v2, 0
	v_mov_b32 v4, s4
	v_mov_b32 v5, s5
	s_mov_b32 s8, s4
	s_mov_b32 s9, s5
	s_movk_i32 s10, 0x400
	s_mov_b32 s11, 0x20000
	s_mov_b32 m0, -1
	v_add_u32 v3, 0x440, v0         // dword 64 + lane holds 1000 + 64 + lane
	v_sub_u32 v3, v3, 24
	global_store_dword v1, v3, s[4:5] offset:256
	ds_write_b32 v1, v3 offset:256
	s_waitcnt vmcnt(0) lgkmcnt(0)
`)
	b.WriteString(body)
	b.WriteString("\n\ts_waitcnt vmcnt(0) lgkmcnt(0)\n\ts_mov_b64 exec, 1\n")
	for i, r := range regs {
		fmt.Fprintf(&b, "\tglobal_store_dword v2, v%d, s[4:5] offset:%d\n", r, 4*i)
	}
	b.WriteString("\ts_endpgm")
	s := coreSource{body: b.String(), directives: []string{"group_segment_fixed_size 1024", "private_segment_fixed_size 64", "next_free_vgpr 256", "accum_offset 256"}}
	return coreRun(t, s, 256, sim.Launch{Options: o})[:len(regs)]
}

// TestCoreLoadsLandAtTheWait: a kernel that forgets the wait reads what the
// register held before; the wait that covers the load changes it.
func TestCoreLoadsLandAtTheWait(t *testing.T) {
	const dword64 = 1064
	for _, c := range []struct {
		load, wait string
		want       uint32
	}{
		{"global_load_dword v10, v2, s[4:5] offset:256", "vmcnt(0)", dword64},
		{"global_load_dword v10, v[4:5], off offset:256", "vmcnt(0)", dword64},
		{"global_load_ushort v10, v2, s[4:5] offset:256", "vmcnt(0)", dword64},
		{"buffer_load_dword v10, off, s[8:11], 0 offset:256", "vmcnt(0)", dword64},
		{"flat_load_dword v10, v[4:5] offset:256", "vmcnt(0) lgkmcnt(0)", dword64},
		{"scratch_load_dword v10, off, off offset:8", "vmcnt(0)", 0},
		{"ds_read_b32 v10, v2 offset:256", "lgkmcnt(0)", dword64},
		{"ds_bpermute_b32 v10, v2, v3", "lgkmcnt(0)", dword64},
		{"ds_swizzle_b32 v10, v3 offset:swizzle(BITMASK_PERM, \"00000\")", "lgkmcnt(0)", dword64},
		{"ds_add_rtn_u32 v10, v2, v0 offset:256", "lgkmcnt(0)", dword64},
		{"s_mov_b64 exec, 1\n global_atomic_add v10, v2, v3, s[4:5] offset:256 sc0\n", "vmcnt(0)", dword64},
		{"s_mov_b64 exec, 1\n buffer_atomic_swap v10, off, s[8:11], 0 offset:256 sc0\n", "vmcnt(0)", dword64},
		{"v_mov_b32 v12, 5\n v_mov_b32 v13, 7\n global_load_dwordx4 v[10:13], v2, s[4:5] offset:256", "vmcnt(0)", dword64},
	} {
		for _, o := range coreSchedules {
			if o.Schedule == sim.ScheduleRandom || o.Schedule == sim.SchedulePrompt {
				continue
			}
			got := coreLane(t, o, "\tv_mov_b32 v10, 7\n\t"+c.load+"\n\tv_mov_b32 v20, v10\n\ts_waitcnt vmcnt(63) lgkmcnt(15)\n\tv_mov_b32 v21, v10\n\ts_waitcnt "+c.wait+"\n\tv_mov_b32 v22, v10\n", 20, 21, 22)
			coreExpect(t, fmt.Sprintf("%s, schedule %d", c.load, o.Schedule), got, []uint32{7, 7, c.want})
		}
	}
}

// TestCoreScalarLoadsLandAtTheWait is the same for SGPRs.
func TestCoreScalarLoadsLandAtTheWait(t *testing.T) {
	for _, load := range []string{"s_load_dword s20, s[4:5], 0x100", "s_load_dwordx2 s[20:21], s[4:5], 0x100", "s_buffer_load_dword s20, s[8:11], 0x100"} {
		got := coreLane(t, sim.Options{}, "\ts_mov_b32 s20, 7\n\t"+load+`
	v_mov_b32 v20, s20
	s_waitcnt lgkmcnt(0)
	v_mov_b32 v21, s20
`, 20, 21)
		coreExpect(t, load, got, []uint32{7, 1064})
	}
}

// strict is the order in which nothing arrives before its wait.
var strict = sim.Options{Schedule: sim.ScheduleLate}

// TestCoreVMOrder: vmcnt(N) lands all but the last N, loads, stores and
// atomics counted together.
func TestCoreVMOrder(t *testing.T) {
	for _, o := range []sim.Options{strict} {
		got := coreLane(t, o, `
	v_mov_b32 v10, 1
	v_mov_b32 v11, 2
	v_mov_b32 v12, 3
	v_mov_b32 v13, 4
	global_load_dword v10, v2, s[4:5] offset:256
	buffer_load_dword v11, off, s[8:11], 0 offset:260
	global_store_dword v1, v3, s[4:5]
	scratch_load_dword v12, off, off offset:0
	global_load_dword v13, v2, s[4:5] offset:264
	s_waitcnt vmcnt(4)
	v_mov_b32 v20, v10
	v_mov_b32 v21, v11
	s_waitcnt vmcnt(2)
	v_mov_b32 v22, v11
	v_mov_b32 v23, v12
	s_waitcnt vmcnt(1)
	v_mov_b32 v24, v12
	v_mov_b32 v25, v13
	s_waitcnt vmcnt(0)
	v_mov_b32 v26, v13
`, 20, 21, 22, 23, 24, 25, 26)
		coreExpect(t, fmt.Sprintf("schedule %d", o.Schedule), got, []uint32{1064, 2, 1065, 3, 0, 4, 1066})
	}
}

// TestCoreLGKMOrder: DS operations retire in order among themselves; of scalar
// loads only lgkmcnt(0) says anything (facts isa/hazards.md §1).
func TestCoreLGKMOrder(t *testing.T) {
	got := coreLane(t, strict, `
	v_mov_b32 v10, 1
	v_mov_b32 v11, 2
	v_mov_b32 v12, 3
	s_mov_b32 s20, 4
	s_mov_b32 s21, 5
	ds_read_b32 v10, v2 offset:256
	ds_read_b32 v11, v2 offset:260
	ds_read_b32 v12, v2 offset:264
	s_waitcnt lgkmcnt(2)
	v_mov_b32 v20, v10
	v_mov_b32 v21, v11
	s_load_dword s20, s[4:5], 0x10c
	s_load_dword s21, s[4:5], 0x110
	s_waitcnt lgkmcnt(3)           // 2 DS, 2 SMEM: one of any of them
	v_mov_b32 v22, v11
	v_mov_b32 v23, s20
	s_waitcnt lgkmcnt(1)           // at least one DS
	v_mov_b32 v24, v11
	v_mov_b32 v25, v12
	v_mov_b32 v26, s20
	v_mov_b32 v27, s21
	s_waitcnt lgkmcnt(0)
	v_mov_b32 v28, v12
	v_mov_b32 v29, s20
	v_mov_b32 v30, s21
`, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30)
	coreExpect(t, "lgkmcnt", got, []uint32{1064, 2, 2, 4, 1065, 3, 4, 5, 1066, 1067, 1068})
}

// TestCoreFlat: a FLAT load of one memory counts where loads do that can touch
// no other; one of both needs both counters.
func TestCoreFlat(t *testing.T) {
	const both = `
	v_mov_b32 v10, 7
	s_mov_b64 s[20:21], src_shared_base
	v_mov_b32 v31, s21
	v_mov_b32 v30, v2
	v_cmp_gt_u32 vcc, %s, v0
	v_cndmask_b32 v30, v30, v4, vcc
	v_cndmask_b32 v31, v31, v5, vcc
	flat_load_dword v10, v[30:31] offset:256
	s_waitcnt %s
	v_mov_b32 v20, v10
	s_waitcnt vmcnt(0) lgkmcnt(0)
	v_mov_b32 v21, v10
`
	for _, c := range []struct {
		name, below, wait string // lanes below that one address global memory, the others the LDS
		want              uint32
	}{
		{"global memory, vmcnt", "64", "vmcnt(0)", 1064},
		{"global memory, lgkmcnt", "64", "lgkmcnt(0)", 7},
		{"LDS, lgkmcnt", "0", "lgkmcnt(0)", 1064},
		{"LDS, vmcnt", "0", "vmcnt(0)", 7},
		{"both, vmcnt", "32", "vmcnt(0)", 7},
		{"both, lgkmcnt", "32", "lgkmcnt(0)", 7},
	} {
		coreExpect(t, c.name, coreLane(t, strict, fmt.Sprintf(both, c.below, c.wait), 20, 21), []uint32{c.want, 1064})
	}
	// It retires in the order of other loads of global memory.
	got := coreLane(t, strict, `
	v_mov_b32 v10, 7
	v_mov_b32 v11, 8
	flat_load_dword v10, v[4:5] offset:256
	global_load_dword v11, v2, s[4:5] offset:260
	s_waitcnt vmcnt(1)
	v_mov_b32 v20, v10
	v_mov_b32 v21, v11
	s_waitcnt vmcnt(0)
	v_mov_b32 v22, v11
`, 20, 21, 22)
	coreExpect(t, "flat among others", got, []uint32{1064, 8, 1065})
}

// TestCoreFlatKeepsItsPlace: a FLAT load of the LDS sees the stores before it,
// whichever wait comes first.
func TestCoreFlatKeepsItsPlace(t *testing.T) {
	const store = `
	s_mov_b64 s[20:21], src_shared_base
	v_mov_b32 v30, v2
	v_mov_b32 v31, s21
	v_mov_b32 v12, 5
	%s
	ds_write_b32 v2, v12 offset:256
	flat_load_dword v10, v[30:31] offset:256
	global_load_dword v11, v2, s[4:5]
	s_waitcnt vmcnt(0)
	s_waitcnt lgkmcnt(0)
	v_readfirstlane_b32 s20, v10
	v_mov_b32 v20, s20
`
	for _, first := range []string{"", "v_cmp_eq_u32 vcc, 63, v0\n\tv_cndmask_b32 v30, v30, v4, vcc\n\tv_cndmask_b32 v31, v31, v5, vcc"} { // one lane elsewhere
		for _, o := range coreSchedules {
			coreExpect(t, fmt.Sprintf("%q, schedule %d", first, o.Schedule), coreLane(t, o, fmt.Sprintf(store, first), 20), []uint32{5})
		}
	}
}

// TestCoreStoresTakeDataAtIssue: registers of a store may change behind it.
func TestCoreStoresTakeDataAtIssue(t *testing.T) {
	for _, o := range coreSchedules {
		got := coreLane(t, o, `
	v_mov_b32 v10, 5
	v_mov_b32 v11, 0x180
	s_mov_b64 s[20:21], s[4:5]
	s_mov_b32 s22, 0x184
	s_mov_b64 s[24:25], exec
	s_mov_b64 exec, 1
	global_store_dword v11, v10, s[20:21]
	buffer_store_dword v10, off, s[8:11], s22
	ds_write_b32 v11, v10
	s_mov_b64 exec, s[24:25]
	v_mov_b32 v10, 6
	v_mov_b32 v11, 0x188
	s_mov_b64 s[20:21], 0
	s_mov_b32 s22, 0x188
	s_mov_b32 s10, 0
	s_waitcnt vmcnt(0) lgkmcnt(0)
	global_load_dwordx3 v[20:22], v2, s[4:5] offset:384
	ds_read_b32 v23, v2 offset:384
	ds_read_b32 v24, v2 offset:388
	s_waitcnt vmcnt(0) lgkmcnt(0)
`, 20, 21, 22, 23, 24)
		coreExpect(t, fmt.Sprintf("schedule %d", o.Schedule), got, []uint32{5, 5, 1064 + 34, 5, 1064 + 33})
	}
}

// TestCoreCountersSaturate: the 64th operation of vmcnt waits for the first to
// land, the 16th of lgkmcnt likewise; nothing overflows.
func TestCoreCountersSaturate(t *testing.T) {
	var b strings.Builder
	regs := make([]int, 0, 75)
	var want []uint32
	for i := range 70 {
		fmt.Fprintf(&b, "\tv_mov_b32 v%d, 7\n", 100+i)
	}
	for i := range 70 {
		fmt.Fprintf(&b, "\tglobal_load_dword v%d, v2, s[4:5] offset:%d\n", 100+i, 256+4*(i%64))
	}
	// What has landed by now is copied.
	for i := range 70 {
		fmt.Fprintf(&b, "\tv_mov_b32 v%d, v%d\n", 180+i, 100+i)
		regs = append(regs, 180+i)
		if i < 70-63 {
			want = append(want, uint32(1064+i))
		} else {
			want = append(want, 7)
		}
	}
	for _, o := range []sim.Options{strict} {
		coreExpect(t, fmt.Sprintf("vmcnt, schedule %d", o.Schedule), coreLane(t, o, b.String(), regs[:62]...), want[:62])
	}
	b.Reset()
	for i := range 20 {
		fmt.Fprintf(&b, "\tv_mov_b32 v%d, 7\n", 100+i)
	}
	for i := range 20 {
		fmt.Fprintf(&b, "\tds_read_b32 v%d, v2 offset:%d\n", 100+i, 256+4*i)
	}
	want = want[:0]
	for i := range 20 {
		fmt.Fprintf(&b, "\tv_mov_b32 v%d, v%d\n", 180+i, 100+i)
		if i < 20-15 {
			want = append(want, uint32(1064+i))
		} else {
			want = append(want, 7)
		}
	}
	coreExpect(t, "lgkmcnt", coreLane(t, strict, b.String(), regs[:20]...), want)
}

// TestCoreManyOutstanding: counts above 15 are in two fields of s_waitcnt.
func TestCoreManyOutstanding(t *testing.T) {
	for _, n := range []int{1, 15, 16, 17, 31, 32, 39} {
		var b strings.Builder
		for i := range 40 {
			fmt.Fprintf(&b, "\tv_mov_b32 v%d, 7\n", 100+i)
		}
		for i := range 40 {
			fmt.Fprintf(&b, "\tglobal_load_dword v%d, v2, s[4:5] offset:%d\n", 100+i, 256+4*i)
		}
		fmt.Fprintf(&b, "\ts_waitcnt vmcnt(%d)\n\tv_mov_b32 v20, v%d\n\tv_mov_b32 v21, v%d\n", n, 139-n, 140-n)
		got := coreLane(t, strict, b.String(), 20, 21)
		coreExpect(t, fmt.Sprintf("vmcnt(%d)", n), got, []uint32{uint32(1064 + 39 - n), 7})
	}
}

// TestCoreLateKeepsOrder: a wave's own accesses to one place happen in order
// with every schedule, full counters included.
func TestCoreLateKeepsOrder(t *testing.T) {
	var b strings.Builder
	for i := range 100 {
		fmt.Fprintf(&b, "\tv_mov_b32 v10, %d\n\tglobal_store_dword v2, v10, s[4:5] offset:512\n\tds_write_b32 v2, v10\n", 0x1000+i)
		if i == 50 {
			b.WriteString("\tglobal_load_dword v20, v2, s[4:5] offset:512\n\tds_read_b32 v21, v2\n")
		}
	}
	b.WriteString("\tglobal_load_dword v22, v2, s[4:5] offset:512\n\tds_read_b32 v23, v2\n")
	for _, o := range coreSchedules {
		got := coreLane(t, o, b.String(), 20, 21, 22, 23)
		coreExpect(t, fmt.Sprintf("schedule %d, seed %d", o.Schedule, o.Seed), got, []uint32{0x1000 + 50, 0x1000 + 50, 0x1000 + 99, 0x1000 + 99})
	}
}

// TestCoreLateKeepsOrderWhenFull: an operation that a full counter pushes out
// does not overtake, nor is overtaken.
func TestCoreLateKeepsOrderWhenFull(t *testing.T) {
	var b strings.Builder
	for i := range 60 {
		fmt.Fprintf(&b, "\tv_mov_b32 v10, %d\n\tglobal_store_dword v2, v10, s[4:5] offset:512\n", 0x1000+i)
	}
	b.WriteString("\t.rept 10\n\tglobal_load_dword v20, v2, s[4:5] offset:256\n\t.endr\n\ts_waitcnt vmcnt(0)\n")
	for i := range 12 {
		fmt.Fprintf(&b, "\tv_mov_b32 v10, %d\n\tds_write_b32 v2, v10\n", 0x2000+i)
	}
	b.WriteString("\t.rept 8\n\tds_read_b32 v20, v2 offset:256\n\t.endr\n\ts_waitcnt lgkmcnt(0)\n")
	b.WriteString("\tglobal_load_dword v21, v2, s[4:5] offset:512\n\tds_read_b32 v22, v2\n")
	for _, o := range coreSchedules {
		got := coreLane(t, o, b.String(), 21, 22)
		coreExpect(t, fmt.Sprintf("schedule %d, seed %d", o.Schedule, o.Seed), got, []uint32{0x1000 + 59, 0x2000 + 11})
	}
}

// TestCoreLateKeepsOrderAcrossUnits: a FLAT store that still lacks one of its
// counters comes before a later access that is complete.
func TestCoreLateKeepsOrderAcrossUnits(t *testing.T) {
	for _, o := range coreSchedules {
		got := coreLane(t, o, `
	s_mov_b64 s[12:13], src_shared_base
	v_mov_b32 v6, 0
	v_mov_b32 v7, s13
	v_mov_b32 v10, 5
	flat_store_dword v[4:5], v10 offset:512
	global_load_dword v20, v2, s[4:5] offset:512
	s_waitcnt vmcnt(0)
	v_mov_b32 v21, v20
	s_waitcnt lgkmcnt(0)
	flat_store_dword v[6:7], v10 offset:64
	ds_read_b32 v22, v2 offset:64
	s_waitcnt lgkmcnt(0)
	v_mov_b32 v23, v22
`, 21, 23)
		coreExpect(t, fmt.Sprintf("schedule %d, seed %d", o.Schedule, o.Seed), got, []uint32{5, 5})
	}
}

// TestCoreEndOfWave: stores that no wait covers are done when the wave ends.
func TestCoreEndOfWave(t *testing.T) {
	s := coreSource{body: corePrologue + "\tglobal_store_dword v1, v0, s[4:5]\n\tv_mov_b32 v0, 0\n\ts_endpgm"}
	for _, o := range coreSchedules {
		got := coreRun(t, s, 64, sim.Launch{Options: o})
		coreExpect(t, fmt.Sprintf("schedule %d", o.Schedule), got, coreIota(64, func(i int) uint32 { return uint32(i) }))
	}
}

// TestCoreEndOfWaveToLDS: a wave ends when its direct-to-LDS loads have arrived,
// so whoever passes a barrier because of its end finds their data.
func TestCoreEndOfWaveToLDS(t *testing.T) {
	s := coreSource{body: corePrologue + `
	v_readfirstlane_b32 s8, v0
	v_mov_b32 v10, 5
	global_store_dword v1, v10, s[4:5] offset:512
	s_waitcnt vmcnt(0)
	s_mov_b32 m0, 0
	s_cmp_lg_u32 s8, 0
	s_cbranch_scc1 .Lreader
	global_load_lds_dword v1, s[4:5] offset:512
	s_endpgm
.Lreader:
	s_barrier
	ds_read_b32 v11, v1 offset:256
	s_waitcnt lgkmcnt(0)
	global_store_dword v1, v11, s[4:5]
	s_endpgm`, directives: []string{"group_segment_fixed_size 1024"}}
	for _, o := range coreSchedules {
		o.LenientBarriers = true
		got := coreRun(t, s, 256, sim.Launch{Block: [3]uint32{128, 1, 1}, Options: o})
		coreExpect(t, fmt.Sprintf("schedule %d", o.Schedule), got[64:128], coreIota(64, func(int) uint32 { return 5 }))
	}
}

// handOver has wave 0 hand 64 dwords to wave 1 across a barrier; store, wait
// and load are filled in.
const handOver = corePrologue + `
	v_readfirstlane_b32 s8, v0
	v_mov_b32 v10, 1
	v_mov_b32 v11, 5
	v_and_b32 v12, 0xfc, v1
	s_cmp_lg_u32 s8, 0
	s_cbranch_scc1 .Lreader
	%s
	%s
	s_barrier
	s_nop 0
	s_endpgm
.Lreader:
	s_barrier
	%s
	s_waitcnt vmcnt(0) lgkmcnt(0)
	global_store_dword v12, v10, s[4:5]
	s_endpgm`

// TestCoreLateFindsMissingWaits: without the wait before the barrier the
// default schedule hides the mistake and ScheduleLate shows it.
func TestCoreLateFindsMissingWaits(t *testing.T) {
	for _, c := range []struct{ store, wait, load string }{
		{"ds_write_b32 v1, v11", "s_waitcnt lgkmcnt(0)", "ds_read_b32 v10, v12"},
		{"global_store_dword v1, v11, s[4:5] offset:512", "s_waitcnt vmcnt(0)", "global_load_dword v10, v12, s[4:5] offset:512"},
		{"s_mov_b32 m0, 0\n s_nop 0\n s_mov_b32 s12, s4\n s_mov_b32 s13, s5\n s_movk_i32 s14, 0x400\n s_mov_b32 s15, 0x20000\n buffer_load_dword off, s[12:15], 0 offset:512 lds",
			"s_waitcnt vmcnt(0)", "v_mov_b32 v12, 0x200\n ds_read_b32 v10, v12"},
	} {
		direct := strings.Contains(c.store, "lds")
		for _, waits := range []bool{true, false} {
			for _, schedule := range []sim.Schedule{sim.ScheduleRoundRobin, sim.ScheduleLate} {
				wait := "s_nop 0"
				if waits {
					wait = c.wait
				}
				body := fmt.Sprintf(handOver, c.store, wait, c.load)
				if direct { // gives the dword at 512 of the arguments' buffer: 5
					body = strings.Replace(body, "s_mov_b32 m0, 0", "global_store_dword v1, v11, s[4:5] offset:512\n s_waitcnt vmcnt(0)\n s_mov_b32 m0, 0", 1)
				}
				out := coreRun(t, coreSource{body: body, directives: []string{"group_segment_fixed_size 2048"}}, 256,
					sim.Launch{Block: [3]uint32{128, 1, 1}, Options: sim.Options{Schedule: schedule}})
				got := out[0]
				if direct {
					got = out[128]
				}
				want := uint32(5)
				if !waits && schedule == sim.ScheduleLate || !waits && direct {
					want = 0
				}
				if got != want {
					t.Errorf("%s, wait %t, schedule %d: %d, want %d", c.store, waits, schedule, got, want)
				}
			}
		}
	}
}

// TestCoreDirectToLDS: data of direct-to-LDS loads is in the LDS at the wait
// and not before, lane after lane from M0 and the offset on (facts
// isa/semantics.md §5).
func TestCoreDirectToLDS(t *testing.T) {
	for _, load := range []string{
		"buffer_load_dword v1, s[8:11], 0 offen offset:256 lds",
		"global_load_lds_dword v1, s[4:5] offset:256",
	} {
		for _, o := range coreSchedules[:3] {
			got := coreLane(t, o, `
	s_movk_i32 m0, 0x80
	v_mov_b32 v10, 9
	ds_write_b32 v1, v10 offset:384
	s_waitcnt lgkmcnt(0)
	`+load+`
	ds_read_b32 v20, v2 offset:384
	s_waitcnt lgkmcnt(0)
	s_waitcnt vmcnt(0)
	ds_read_b32 v21, v2 offset:384
	ds_read_b32 v22, v2 offset:636
	ds_read_b32 v23, v2 offset:640
	s_waitcnt lgkmcnt(0)
`, 20, 21, 22, 23)
			coreExpect(t, fmt.Sprintf("%s, schedule %d", load, o.Schedule), got, []uint32{9, 1064, 1064 + 63, 0})
		}
	}
}

// TestCoreReadAtIssue: by default memory is read when the load is issued; with
// ScheduleLate at the wait.
func TestCoreReadAtIssue(t *testing.T) {
	s := coreSource{body: corePrologue + `
	v_readfirstlane_b32 s8, v0
	v_mov_b32 v2, 0
	v_mov_b32 v11, 5
	s_mov_b64 exec, 1
	s_cmp_lg_u32 s8, 0
	s_cbranch_scc1 .Lwriter
	global_load_dword v10, v2, s[4:5] offset:64
	s_barrier
	s_barrier
	s_waitcnt vmcnt(0)
	global_store_dword v2, v10, s[4:5]
	s_endpgm
.Lwriter:
	s_barrier
	global_store_dword v2, v11, s[4:5] offset:64
	s_waitcnt vmcnt(0)
	s_barrier
	s_endpgm`}
	for _, o := range coreSchedules[:3] {
		want := uint32(0)
		if o.Schedule == sim.ScheduleLate {
			want = 5
		}
		if got := coreRun(t, s, 64, sim.Launch{Block: [3]uint32{128, 1, 1}, Options: o})[0]; got != want {
			t.Errorf("schedule %d: %d, want %d", o.Schedule, got, want)
		}
	}
}

// TestCoreRandomBySeed: a kernel that is right by luck gives the same for one
// seed, whatever the number of workers, and different results for several.
func TestCoreRandomBySeed(t *testing.T) {
	s := coreSource{body: corePrologue + `
	v_mov_b32 v10, 0
	v_mov_b32 v2, 0
	v_mov_b32 v3, 1
	s_movk_i32 s8, 20
.Lloop:
	ds_read_b32 v11, v2
	v_add_u32 v10, v10, v11          // no wait
	s_waitcnt lgkmcnt(0)
	v_add_u32 v11, v11, v3
	ds_write_b32 v2, v11
	s_sub_u32 s8, s8, 1
	s_cmp_lg_u32 s8, 0
	s_cbranch_scc1 .Lloop
	s_lshl_b32 s2, s2, 10
	v_add_u32 v1, s2, v1
	global_store_dword v1, v10, s[4:5]
	s_endpgm`, directives: []string{"group_segment_fixed_size 4"}}
	l := sim.Launch{Grid: [3]uint32{4, 1, 1}, Block: [3]uint32{256, 1, 1}, Options: sim.Options{Schedule: sim.ScheduleRandom}}
	var results [][]uint32
	for seed := range uint64(8) {
		l.Seed = seed
		l.Workers = 1
		first := coreRun(t, s, 1024, l)
		for workers := range 3 {
			l.Workers = 1 + workers
			if got := coreRun(t, s, 1024, l); !slices.Equal(got, first) {
				t.Fatalf("seed %d gives another result with %d workers", seed, l.Workers)
			}
		}
		if !slices.ContainsFunc(results, func(r []uint32) bool { return slices.Equal(r, first) }) {
			results = append(results, first)
		}
	}
	if len(results) < 4 {
		t.Errorf("8 seeds give %d results", len(results))
	}
}
