package sanitize_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"heddle/sim"
	"heddle/sim/sanitize"
)

// raceSample is a kernel and the pairs of instructions that race, in the order
// of their texts: which of a pair is first depends on the schedule.
type raceSample struct {
	name string
	source
	pairs []string // "races: ds_read_b32 v3, v2 | ds_write_b32 v1, v2"
	says  string   // part of a message or advice
}

func racePair(f *sanitize.Finding) string {
	texts := []string{f.Text, f.Other.Text}
	slices.Sort(texts)
	return f.Check + ": " + strings.Join(texts, " | ")
}

var everySchedule = []sim.Schedule{sim.ScheduleRoundRobin, sim.ScheduleRun, sim.SchedulePrompt, sim.ScheduleLate, sim.ScheduleRandom}

func testRaces(t *testing.T, samples []raceSample) {
	for _, c := range samples {
		chips := []string{"gfx942", "gfx950"}
		if c.chip != "" {
			chips = []string{c.chip}
		}
		t.Run(c.name, func(t *testing.T) {
			for _, chip := range chips {
				for _, schedule := range everySchedule {
					k := c.source
					k.chip, k.options.Schedule, k.options.Seed = chip, schedule, 7
					found, err := k.run(t, "races,lds-dma", nil)
					if err != nil {
						t.Fatal(err)
					}
					pairs, words := []string{}, ""
					for i := range found {
						words += fmt.Sprintf("%s: %s; %s\n", found[i].Text, found[i].Message, found[i].Advice)
						if p := racePair(&found[i]); !slices.Contains(pairs, p) {
							pairs = append(pairs, p)
						}
					}
					slices.Sort(pairs)
					if !slices.Equal(pairs, c.pairs) && len(pairs)+len(c.pairs) > 0 || !strings.Contains(words, c.says) {
						t.Errorf("%s, schedule %d: found\n%s%s\nwant\n%s with %q", chip, schedule, words, strings.Join(pairs, "\n"), strings.Join(c.pairs, "\n"), c.says)
					}
				}
			}
		})
	}
}

// Lane l of wave w has 4*(64*w + l) in v1, and in v2 the same of the lane of
// the other of two waves.
const raceOffsets = `
	s_load_dwordx2 s[4:5], s[0:1], 0x0
	v_and_b32 v0, 0x3ff, v0
	v_lshlrev_b32 v1, 2, v0
	v_xor_b32 v2, 0x100, v1
	v_readfirstlane_b32 s8, v0
	s_waitcnt lgkmcnt(0)
`

func TestRacesLDS(t *testing.T) {
	const write, read = "ds_write_b32 v1, v0", "ds_read_b32 v3, v2"
	pair := []string{"races: " + read + " | " + write}
	body := func(lines ...string) source {
		return source{waves: 2, body: raceOffsets + "\t" + strings.Join(lines, "\n\t")}
	}
	const wait, barrier = "s_waitcnt lgkmcnt(0)", "s_barrier"
	testRaces(t, []raceSample{
		{"ordered", body(write, wait, barrier, read, wait), nil, ""},
		{"no barrier", body(write, wait, read, wait), pair, "with no barrier between; put s_waitcnt lgkmcnt(0) and s_barrier between the two"},
		{"no wait", body(write, barrier, read, wait), pair, "before the waves met; put s_waitcnt lgkmcnt(0) before the s_barrier"},
		{"a partial wait", body(write, "ds_write_b32 v1, v0 offset:1024", "s_waitcnt lgkmcnt(1)", barrier, read, wait), nil, ""},
		{"too weak a wait", body("ds_write_b32 v1, v0 offset:1024", write, "s_waitcnt lgkmcnt(1)", barrier, read, wait), pair, "s_waitcnt lgkmcnt(0)"},
		{"overwritten while being read", body(write, wait, barrier, read, wait, "ds_write_b32 v1, v1"),
			[]string{"races: ds_read_b32 v3, v2 | ds_write_b32 v1, v1"}, ""},
		{"overwritten after another barrier", body(write, wait, barrier, read, wait, barrier, "ds_write_b32 v1, v1"), nil, ""},
		{"read is under way at the barrier", body(write, wait, barrier, read, barrier, "ds_write_b32 v1, v1"),
			[]string{"races: ds_read_b32 v3, v2 | ds_write_b32 v1, v1"}, "before the waves met"},
		{"in a loop", body("s_mov_b32 s9, 3", "v_mov_b32 v5, 1", ".Lloop:", "v_add_u32 v5, v5, v5", "ds_write_b32 v1, v5", wait, barrier, read, wait,
			"s_sub_u32 s9, s9, 1", "s_cmp_lg_u32 s9, 0", "s_cbranch_scc1 .Lloop"), []string{"races: ds_read_b32 v3, v2 | ds_write_b32 v1, v5"}, ""},
		{"a double buffer in a loop", body("s_mov_b32 s9, 6", "v_mov_b32 v5, 1", "v_mov_b32 v6, v1", ".Lloop:", "v_add_u32 v5, v5, v5",
			"ds_write_b32 v6, v5", wait, barrier, "v_xor_b32 v7, 0x100, v6", "ds_read_b32 v3, v7", wait, "v_xor_b32 v6, 0x400, v6",
			"s_sub_u32 s9, s9, 1", "s_cmp_lg_u32 s9, 0", "s_cbranch_scc1 .Lloop"), nil, ""},
		{"both write the same", body("v_mov_b32 v4, 0", "v_mov_b32 v5, 7", "ds_write_b32 v4, v5"), nil, ""},
		{"both write", body("v_mov_b32 v4, 0", "v_mov_b32 v5, s8", "ds_write_b32 v4, v5"), []string{"races: ds_write_b32 v4, v5 | ds_write_b32 v4, v5"}, ""},
		{"neighbouring bytes", body("v_lshrrev_b32 v4, 6, v0", "ds_write_b8 v4, v4"), nil, ""},
		{"bytes of a dword", body("v_lshrrev_b32 v4, 6, v0", "ds_write_b8 v4, v4", wait, "v_mov_b32 v5, 0", "ds_read_b32 v6, v5", wait),
			[]string{"races: ds_read_b32 v6, v5 | ds_write_b8 v4, v4"}, ""},
		{"a dword and its bytes", body("v_mov_b32 v4, 0", "v_mov_b32 v5, s8", "v_cmp_eq_u32 vcc, 0, v5", "s_cbranch_vccz .Lone", "ds_write_b32 v4, v5", "s_endpgm",
			".Lone:", "ds_read_u8 v6, v4 offset:3"), []string{"races: ds_read_u8 v6, v4 offset:3 | ds_write_b32 v4, v5"}, ""},
		{"atomics", body("v_mov_b32 v4, 0", "ds_add_u32 v4, v0", "ds_max_rtn_u32 v5, v4, v0"), nil, ""},
		{"an atomic and a read", body("v_mov_b32 v4, 0", "ds_add_u32 v4, v0", wait, "ds_read_b32 v5, v4"),
			[]string{"races: ds_add_u32 v4, v0 | ds_read_b32 v5, v4"}, "one of them not atomically"},
		{"an atomic, a barrier and a read", body("v_mov_b32 v4, 0", "ds_add_u32 v4, v0", wait, barrier, "ds_read_b32 v5, v4"), nil, ""},
		{"the reader was the last to add", body("v_mov_b32 v4, 0", "s_cmp_eq_u32 s8, 0", "s_cbranch_scc0 .Lone", "s_nop 0", "s_nop 0", "s_nop 0", "ds_add_u32 v4, v0", wait, "ds_read_b32 v5, v4", "s_endpgm",
			".Lone:", "ds_add_u32 v4, v0 offset:0", wait), []string{"races: ds_add_u32 v4, v0 | ds_read_b32 v5, v4"}, ""},
		{"initialised without a barrier", body("v_mov_b32 v4, 0", "v_mov_b32 v5, s8", "v_cmp_eq_u32 vcc, 0, v5", "s_cbranch_vccz .Lone", "ds_write_b32 v4, v5", wait,
			".Lone:", "ds_add_u32 v4, v0"), []string{"races: ds_add_u32 v4, v0 | ds_write_b32 v4, v5"}, ""},
		{"two addresses", body("ds_write2_b32 v1, v0, v0 offset1:128", wait, "ds_read2st64_b32 v[4:5], v2 offset1:2", wait),
			[]string{"races: ds_read2st64_b32 v[4:5], v2 offset1:2 | ds_write2_b32 v1, v0, v0 offset1:128"}, ""},
		{"flat", body("s_mov_b64 s[10:11], src_shared_base", "v_mov_b32 v5, s11", "v_mov_b32 v4, v1", "flat_store_dword v[4:5], v0", "s_waitcnt vmcnt(0) lgkmcnt(0)", read),
			[]string{"races: ds_read_b32 v3, v2 | flat_store_dword v[4:5], v0"}, ""},
		{"flat waits for the other", body("s_mov_b64 s[10:11], src_shared_base", "v_mov_b32 v5, s11", "v_mov_b32 v4, v1", "flat_store_dword v[4:5], v0", "s_waitcnt vmcnt(0)", barrier, read),
			[]string{"races: ds_read_b32 v3, v2 | flat_store_dword v[4:5], v0"}, "put s_waitcnt lgkmcnt(0) before"},
		{"flat waits", body("s_mov_b64 s[10:11], src_shared_base", "v_mov_b32 v5, s11", "v_mov_b32 v4, v1", "flat_store_dword v[4:5], v0", wait, barrier, read), nil, ""},
		{"an atomic flag by flat instructions", body("s_mov_b64 s[10:11], src_shared_base", "v_mov_b32 v5, s11", "v_mov_b32 v4, 0x800", "v_mov_b32 v7, 1", "s_cmp_eq_u32 s8, 0", "s_cbranch_scc0 .Lone",
			"ds_write_b32 v1, v0", wait, "s_mov_b64 exec, 1", "flat_store_dword v[4:5], v7 sc0", "s_endpgm",
			".Lone:", "flat_load_dword v6, v[4:5] sc0", "s_waitcnt vmcnt(0) lgkmcnt(0)", "v_cmp_ne_u32 vcc, 0, v6", "s_cbranch_vccz .Lone", read), nil, ""},
		{"a lock", body("v_mov_b32 v4, 0", "v_mov_b32 v5, 0x900", "v_mov_b32 v6, 0", "v_mov_b32 v7, 1", "s_mov_b64 exec, 1", ".Llock:", "ds_cmpst_rtn_b32 v8, v5, v6, v7", wait, "v_cmp_eq_u32 vcc, 0, v8", "s_cbranch_vccz .Llock",
			"ds_read_b32 v9, v4", wait, "v_add_u32 v9, v9, v1", "ds_write_b32 v4, v9", wait, "ds_wrxchg_rtn_b32 v8, v5, v6"), nil, ""},
		{"one wave", source{waves: 1, body: raceOffsets + write + "\n\t" + read}, nil, ""},
		{"beyond the LDS", body("v_add_u32 v4, 0x10000, v1", "v_add_u32 v4, 0x10000, v4", "v_add_u32 v4, 0x10000, v4", "ds_write_b32 v4, v0", "v_xor_b32 v4, 0x100, v4", "ds_read_b32 v5, v4"), nil, ""},
	})
}

func TestRacesDirectToLDS(t *testing.T) {
	const load, read = "global_load_lds_dword v1, s[4:5]", "ds_read_b32 v3, v2"
	pair := []string{"lds-dma: " + read + " | " + load}
	body := func(lines ...string) source {
		return source{waves: 2, body: raceOffsets + "\ts_lshl_b32 m0, s8, 2\n\ts_nop 0\n\t" + strings.Join(lines, "\n\t")}
	}
	testRaces(t, []raceSample{
		{"ordered", body(load, "s_waitcnt vmcnt(0)", "s_barrier", read), nil, ""},
		{"no barrier", body(load, "s_waitcnt vmcnt(0)", read), pair, "direct-to-LDS"},
		{"no wait", body(load, "s_barrier", read), pair, "put s_waitcnt vmcnt(0) before the s_barrier"},
		{"the wrong wait", body(load, "s_waitcnt lgkmcnt(0)", "s_barrier", read), pair, "vmcnt(0)"},
		{"the next tile comes too early", body(load, "s_waitcnt vmcnt(0)", "s_barrier", read, "s_waitcnt lgkmcnt(0)", "global_load_lds_dword v1, s[4:5] offset:0"),
			pair, ""},
	})
}

// TestRacesSameData: two waves that write the same to the LDS do not race,
// however their data get there. Memory is 0 but for what the waves store.
func TestRacesSameData(t *testing.T) {
	const load, wide, bytes = "global_load_lds_dword v6, s[4:5]", "global_load_lds_dwordx4 v6, s[4:5]", "global_load_lds_ubyte v6, s[4:5]"
	const done, own = "s_waitcnt vmcnt(0)", "global_store_dword v1, v0, s[4:5]"
	body := func(lines ...string) source {
		return source{waves: 2, body: raceOffsets + "\tv_and_b32 v6, 0xfc, v1\n\tv_mov_b32 v7, 0\n\tv_mov_b32 v8, 1\n\ts_mov_b32 m0, 0\n\ts_nop 0\n\t" + strings.Join(lines, "\n\t")}
	}
	wider := body(wide, done)
	wider.chip = "gfx950"
	only := func(wave int, lines ...string) []string { // the other wave passes by
		return append(append([]string{fmt.Sprintf("s_cmp_lg_u32 s8, %d", 64*wave), fmt.Sprintf("s_cbranch_scc1 .Lnot%d", wave)}, lines...), fmt.Sprintf(".Lnot%d:", wave))
	}
	one := only(0, load, done)
	other := func(lines ...string) source { return body(append(slices.Clone(one), only(1, lines...)...)...) }
	testRaces(t, []raceSample{
		{"two loads of the same", body(load, done), nil, ""},
		{"of four dwords", wider, nil, ""},
		{"of bytes", body(bytes, done), nil, ""},
		{"two loads of something else", body(own, done, "s_barrier", "global_load_lds_dword v1, s[4:5]", done), []string{"lds-dma: global_load_lds_dword v1, s[4:5] | global_load_lds_dword v1, s[4:5]"}, ""},
		{"a load and a store of the same", other("ds_write_b32 v6, v7"), nil, ""},
		{"a load and a store of something else", other("ds_write_b32 v6, v8"), []string{"lds-dma: ds_write_b32 v6, v8 | " + load}, ""},
		{"a load and a store of the same byte", other("ds_write_b8 v6, v7 offset:1"), nil, ""},
		{"a load and a store of another byte", other("ds_write_b8 v6, v8 offset:1"), []string{"lds-dma: ds_write_b8 v6, v8 offset:1 | " + load}, ""},
		{"a load and a read", other("ds_read_b32 v9, v6"), []string{"lds-dma: ds_read_b32 v9, v6 | " + load}, ""},
		{"two stores of the same", body("ds_write_b32 v6, v7"), nil, ""},
		{"two stores of something else", body("ds_write_b32 v6, v1"), []string{"races: ds_write_b32 v6, v1 | ds_write_b32 v6, v1"}, ""},
	})
	never := body(load)
	never.options.Schedule = sim.ScheduleLate
	if found, err := never.run(t, "races,lds-dma", nil); err != nil || len(found) != 1 || racePair(&found[0]) != "lds-dma: "+load+" | "+load {
		t.Errorf("loads that do not arrive before their waves end: %v, %v", found, err)
	}
}

func TestRacesGlobalGroup(t *testing.T) {
	const store, load = "global_store_dword v1, v0, s[4:5]", "global_load_dword v3, v2, s[4:5]"
	pair := []string{"races: " + load + " | " + store}
	body := func(lines ...string) source {
		return source{waves: 2, body: raceOffsets + "\t" + strings.Join(lines, "\n\t")}
	}
	testRaces(t, []raceSample{
		{"ordered", body(store, "s_waitcnt vmcnt(0)", "s_barrier", load), nil, ""},
		{"no barrier", body(store, "s_waitcnt vmcnt(0)", load), pair, "put s_waitcnt vmcnt(0) and s_barrier"},
		{"no wait", body(store, "s_barrier", load), pair, "before the waves met"},
		{"the other counter", body(store, "s_waitcnt lgkmcnt(0)", "s_barrier", load), pair, "vmcnt(0)"},
		{"many loads behind", body(store, ".rept 70", "global_load_dword v4, v1, s[4:5] offset:2048", ".endr", "s_barrier", load), nil, ""},
		{"flat waits for the other", body("v_mov_b32 v5, s5", "v_mov_b32 v4, s4", "v_mov_b32 v6, 1", "flat_store_dword v[4:5], v6", "s_waitcnt lgkmcnt(0)", "s_barrier", "flat_load_dword v3, v[4:5]"),
			[]string{"races: flat_load_dword v3, v[4:5] | flat_store_dword v[4:5], v6"}, "s_waitcnt vmcnt(0)"},
		{"workgroup scope", body("v_mov_b32 v4, 0", "global_store_dword v4, v0, s[4:5] sc0", "global_load_dword v5, v4, s[4:5] sc0"), nil, ""},
	})
}

// Workgroup g has 4*(64*g + l) in v1; v2 is 4*(64*(1-g) + l).
const raceGroups = `
	s_load_dwordx2 s[4:5], s[0:1], 0x0
	v_and_b32 v0, 0x3ff, v0
	s_lshl_b32 s8, s2, 8
	v_lshl_add_u32 v1, v0, 2, s8
	v_xor_b32 v2, 0x100, v1
	v_mov_b32 v6, 0x1000
	v_mov_b32 v7, 1
	v_add_u32 v0, v0, v1
	s_cmp_eq_u32 s2, 0
	s_waitcnt lgkmcnt(0)
`

func TestRacesGlobal(t *testing.T) {
	const store, load = "global_store_dword v1, v0, s[4:5]", "global_load_dword v3, v2, s[4:5]"
	pair := []string{"races: " + load + " | " + store}
	body := func(lines ...string) source {
		return source{groups: 2, body: raceGroups + "\t" + strings.Join(lines, "\n\t")}
	}
	// Workgroup 0 stores and then sets a flag with set; workgroup 1 waits for it
	// with get, then loads.
	flag := func(wait, set, get string) source {
		return body("s_cbranch_scc0 .Lone", store, wait, "s_mov_b64 exec, 1", set, "s_endpgm",
			".Lone:", get, "s_waitcnt vmcnt(0)", "v_cmp_ne_u32 vcc, 0, v8", "s_cbranch_vccz .Lone", load)
	}
	const wait = "s_waitcnt vmcnt(0)"
	const scalarGet = "s_load_dword s12, s[4:5], 0x1000 glc\n\ts_waitcnt lgkmcnt(0)\n\tv_mov_b32 v8, s12"
	testRaces(t, []raceSample{
		{"apart", body(store, wait, "global_load_dword v3, v1, s[4:5]"), nil, ""},
		{"read of the other's", body(store, wait, load), pair, "of workgroup 0 writes with no atomic between"},
		{"both write", body("v_mov_b32 v4, 0", "v_mov_b32 v5, s2", "global_store_dword v4, v5, s[4:5]"),
			[]string{"races: global_store_dword v4, v5, s[4:5] | global_store_dword v4, v5, s[4:5]"}, ""},
		{"both write the same", body("v_mov_b32 v4, 0", "v_mov_b32 v5, 3", "global_store_dword v4, v5, s[4:5]"), nil, ""},
		{"both add", body("v_mov_b32 v4, 0", "global_atomic_add v4, v7, s[4:5]"), nil, ""},
		{"add and load", body("v_mov_b32 v4, 0", "global_atomic_add v4, v7, s[4:5]", "global_load_dword v5, v4, s[4:5]"),
			[]string{"races: global_atomic_add v4, v7, s[4:5] | global_load_dword v5, v4, s[4:5]"}, "not atomically"},
		{"compare and swap", body("v_mov_b32 v4, 0", "global_load_dword v9, v4, s[4:5]", wait, "v_add_u32 v8, v9, v7", "global_atomic_cmpswap v9, v4, v[8:9], s[4:5] sc0", wait), nil, ""},
		{"compare and swap of another dword", body("v_mov_b32 v4, 0", "global_load_dword v9, v4, s[4:5] offset:4", wait, "v_add_u32 v8, v9, v7",
			"global_atomic_cmpswap v9, v4, v[8:9], s[4:5] sc0", "global_atomic_add v4, v7, s[4:5] offset:4", wait),
			[]string{"races: global_atomic_add v4, v7, s[4:5] offset:4 | global_load_dword v9, v4, s[4:5] offset:4"}, "one of them not atomically"},
		{"neighbouring bytes", body("v_mov_b32 v4, s2", "global_store_byte v4, v7, s[4:5]"), nil, ""},
		{"a flag", flag(wait, "global_store_dword v6, v7, s[4:5] sc1", "global_load_dword v8, v6, s[4:5] sc1"), nil, ""},
		{"a flag by atomics", flag(wait, "global_atomic_or v6, v7, s[4:5]", "v_mov_b32 v8, 0\n\tglobal_atomic_or v8, v6, v8, s[4:5] sc0"), nil, ""},
		{"a flag that does not wait", flag("s_nop 0", "global_store_dword v6, v7, s[4:5] sc1", "global_load_dword v8, v6, s[4:5] sc1"), pair, "before the s_barrier or the atomic"},
		{"a flag that scalar loads ask for", flag(wait, "s_mov_b32 s12, 1\n\ts_store_dword s12, s[4:5], 0x1000 glc", scalarGet), nil, ""},
		{"a flag that is set by a vector store", flag(wait, "v_mov_b32 v6, 0x1000\n\tglobal_store_dword v6, v7, s[4:5] sc1", scalarGet), nil, ""},
		{"a flag that the scalar cache may keep", flag(wait, "s_mov_b32 s12, 1\n\ts_store_dword s12, s[4:5], 0x1000 glc", strings.Replace(scalarGet, " glc", "", 1)),
			[]string{"races: " + load + " | " + store, "races: s_load_dword s12, s[4:5], 0x1000 | s_store_dword s12, s[4:5], 0x1000 glc"}, "one of them not atomically"},
		{"a flag of two dwords", flag(wait, "s_mov_b64 s[12:13], 1\n\ts_store_dwordx2 s[12:13], s[4:5], 0x1000 glc", scalarGet),
			[]string{"races: " + load + " | " + store, "races: s_load_dword s12, s[4:5], 0x1000 glc | s_store_dwordx2 s[12:13], s[4:5], 0x1000 glc"}, ""},
		{"a flag that is no atomic", flag(wait, "global_store_dword v6, v7, s[4:5] sc0", "global_load_dword v8, v6, s[4:5] sc1"),
			[]string{"races: global_load_dword v8, v6, s[4:5] sc1 | global_store_dword v6, v7, s[4:5] sc0"}, ""},
	})
}

// A chain: each workgroup waits for the flag of the one before it, and one of
// two waves stores what the other reads after a barrier.
func TestRacesChain(t *testing.T) {
	const load = "global_load_dword v3, v4, s[4:5]"
	chain := func(barrier string) source {
		return source{waves: 2, groups: 5, body: raceOffsets + `
	v_mov_b32 v4, 0
	v_mov_b32 v6, 0x1000
	v_mov_b32 v7, s2
	s_cmp_lg_u32 s8, 0
	s_cbranch_scc1 .Lmeet
.Lwait:
	global_load_dword v8, v6, s[4:5] sc1
	s_waitcnt vmcnt(0)
	v_cmp_eq_u32 vcc, v7, v8
	s_cbranch_vccz .Lwait
.Lmeet:
	s_barrier
	s_cmp_lg_u32 s8, 0
	s_cbranch_scc0 .Lleave
	` + load + `
	s_waitcnt vmcnt(0)
	v_add_u32 v3, v3, v7
	global_store_dword v4, v3, s[4:5]
	s_waitcnt vmcnt(0)
.Lleave:
	` + barrier + `
	s_cmp_lg_u32 s8, 0
	s_cbranch_scc1 .Lout
	v_add_u32 v7, v7, 1
	global_store_dword v6, v7, s[4:5] sc1
.Lout:`}
	}
	const store = "global_store_dword v4, v3, s[4:5]"
	testRaces(t, []raceSample{{"ordered", chain("s_barrier"), nil, ""}})
	k := chain("s_nop 0")
	found, err := k.run(t, "races", nil)
	if err != nil {
		t.Fatal(err)
	}
	var pairs []string
	for i := range found {
		pairs = append(pairs, racePair(&found[i]))
	}
	if !slices.Contains(pairs, "races: "+load+" | "+store) {
		t.Errorf("without the second barrier: %q", pairs)
	}
}

// Dispatches come one after the other: what one did races with nothing of the
// next.
func TestRacesDispatches(t *testing.T) {
	k := source{groups: 2, body: raceGroups + `
	global_load_dword v3, v2, s[4:5]
	s_waitcnt vmcnt(0)
	global_store_dword v1, v0, s[4:5]`}
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
	buffer, err := device.Alloc(4096)
	if err != nil {
		t.Fatal(err)
	}
	s, err := sanitize.New(sanitize.Options{Checks: []string{"races"}, Object: object})
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		groups []int
		found  int
	}{{[]int{0}, 0}, {[]int{1}, 0}, {[]int{0, 1}, 2}} {
		l := sim.Launch{Kernel: kernel, Grid: [3]uint32{2, 1, 1}, Block: [3]uint32{64, 1, 1}, Args: []sim.Arg{sim.Pointer(buffer)}, Workgroups: c.groups}
		s.Begin(&l)
		if _, err := device.Run(l); err != nil {
			t.Fatal(err)
		}
		if got := len(s.Findings()); got != c.found {
			t.Errorf("workgroups %v: %d findings, want %d", c.groups, got, c.found)
		}
	}
	// What a finding says about its place.
	f := s.Findings()[0]
	if f.Workgroup != 1 || f.Group != [3]uint32{1, 0, 0} || f.Other.Workgroup != 0 || f.Wave != 0 || f.Lane != 0 || f.Other.Lane != 0 || f.Line == 0 || f.Other.Line != f.Line+2 || f.Count != 64 {
		t.Errorf("finding %+v, other %+v", f, f.Other)
	}
}
