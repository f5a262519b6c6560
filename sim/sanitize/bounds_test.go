package sanitize_test

import (
	"errors"
	"strings"
	"testing"

	"heddle/sim"
	"heddle/sim/sanitize"
)

func TestBounds(t *testing.T) {
	body := func(lines ...string) source { return source{body: "\t" + strings.Join(lines, "\n\t")} }
	const advice = "correct the address, or raise .amdhsa_group_segment_fixed_size or the dynamic LDS of the launch"
	buffer := func(lines ...string) source {
		return body(append([]string{"s_load_dwordx2 s[4:5], s[0:1], 0x0", "s_movk_i32 s6, 0x400", "s_mov_b32 s7, 0x27000", "s_waitcnt lgkmcnt(0)"}, lines...)...)
	}
	testSamples(t, "bounds", []sample{
		{"the whole LDS", body("v_lshlrev_b32 v1, 6, v0", "ds_write_b128 v1, v[2:5]", "ds_read_b128 v[2:5], v1 offset:48", "s_waitcnt lgkmcnt(0)"), nil},
		{"LDS that is rounded up", source{chip: "gfx950", body: "v_mov_b32 v1, 4096\n\tds_write_b32 v1, v0"},
			[]string{"bounds: ds_write_b32 v1, v0: writes 4 bytes of LDS at 0x1000, but the workgroup has 4096 bytes: it works because 5120 are allocated in steps | " + advice + " | -"}},
		{"a read beyond the LDS", body("v_mov_b32 v1, 0x4000", "ds_read_b32 v2, v1", "s_waitcnt lgkmcnt(0)"),
			[]string{"bounds: ds_read_b32 v2, v1: reads 4 bytes of LDS at 0x4000, but the workgroup has 4096 bytes: 0 is read instead | " + advice + " | -"}},
		{"a write across the end of the LDS", source{chip: "gfx942", body: "v_mov_b32 v1, 4090\n\tds_write_b64 v1, v[2:3]"},
			[]string{"bounds: ds_write_b64 v1, v[2:3]: writes 8 bytes of LDS at 0xffa, but the workgroup has 4096 bytes: the write is dropped | " + advice + " | -"}},
		{"an atomic beyond the LDS", body("v_mov_b32 v1, 0x8000", "ds_add_u32 v1, v0"),
			[]string{"bounds: ds_add_u32 v1, v0: reads 4 bytes of LDS at 0x8000, but the workgroup has 4096 bytes: 0 is read instead | " + advice + " | -"}},
		{"direct to LDS", body("s_load_dwordx2 s[4:5], s[0:1], 0x0", "v_lshlrev_b32 v1, 2, v0", "s_movk_i32 m0, 0xf00", "s_waitcnt lgkmcnt(0)", "global_load_lds_dword v1, s[4:5]", "s_waitcnt vmcnt(0)"), nil},
		{"direct to beyond the LDS", body("s_load_dwordx2 s[4:5], s[0:1], 0x0", "v_lshlrev_b32 v1, 2, v0", "s_mov_b32 m0, 0x2000", "s_waitcnt lgkmcnt(0)", "global_load_lds_dword v1, s[4:5]", "s_waitcnt vmcnt(0)"),
			[]string{"bounds: global_load_lds_dword v1, s[4:5]: writes 4 bytes of LDS at 0x2000, but the workgroup has 4096 bytes: the write is dropped | " + advice + " | -"}},
		{"unaligned LDS", body("v_mov_b32 v1, 1", "ds_read_b128 v[4:7], v1", "ds_read_b64 v[8:9], v1", "ds_write_b32 v1, v0", "s_waitcnt lgkmcnt(0)"), nil},
		{"a transposing read", source{chip: "gfx950", body: "v_lshlrev_b32 v1, 3, v0\n\tds_read_b64_tr_b16 v[2:3], v1\n\ts_waitcnt lgkmcnt(0)"}, nil},
		{"a scalar load", body("s_load_dword s4, s[0:1], 0x4", "s_movk_i32 s5, 8", "s_load_dword s4, s[0:1], s5", "s_waitcnt lgkmcnt(0)"), nil},
		{"a scalar load beyond the arguments", body("s_load_dwordx4 s[4:7], s[0:1], 0x38", "s_waitcnt lgkmcnt(0)"), nil},
		{"an unaligned scalar load", body("s_load_dword s4, s[0:1], 0x2", "s_waitcnt lgkmcnt(0)"),
			[]string{"bounds: s_load_dword s4, s[0:1], 0x2: accesses an address with the low bits 2: they are ignored, and the dword below is accessed | align the address, or load with a vector instruction | -"}},
		{"an unaligned offset", body("s_movk_i32 s5, 7", "s_load_dwordx2 s[6:7], s[0:1], s5", "s_waitcnt lgkmcnt(0)"),
			[]string{"bounds: s_load_dwordx2 s[6:7], s[0:1], s5: accesses an address with the low bits 3: they are ignored, and the dword below is accessed | align the address, or load with a vector instruction | -"}},
		{"offsets of a buffer that would wrap", buffer("v_mov_b32 v1, -4", "buffer_load_dword v1, v1, s[4:7], 0 offen offset:8", "s_waitcnt vmcnt(0)"),
			[]string{"bounds: buffer_load_dword v1, v1, s[4:7], 0 offen offset:8: has voffset 0xfffffffc, which with offset:8 goes beyond 32 bits: it is out of range, and would be at 0x4 if the sum wrapped | add the offset to voffset, or keep voffset from being negative | -"}},
		{"a store whose offsets would wrap", buffer("v_mov_b32 v1, -8", "buffer_store_dwordx2 v[2:3], v1, s[4:7], 4 offen offset:12"),
			[]string{"bounds: buffer_store_dwordx2 v[2:3], v1, s[4:7], 4 offen offset:12: has voffset 0xfffffff8, which with offset:12 goes beyond 32 bits: it is out of range, and would be at 0x4 if the sum wrapped | add the offset to voffset, or keep voffset from being negative | -"}},
		{"an offset far out of range", buffer("v_mov_b32 v1, 0xc0000000", "buffer_load_dword v1, v1, s[4:7], 0 offen offset:4092", "s_waitcnt vmcnt(0)"), nil},
		{"an offset at the very end", buffer("v_mov_b32 v1, -4", "buffer_load_dword v1, v1, s[4:7], 0 offen offset:3", "s_waitcnt vmcnt(0)"), nil},
		{"registers", body("v_mov_b32 v127, v126", "v_accvgpr_write_b32 a127, v0"), nil},
		{"VGPRs that are AGPRs, too", body("v_mov_b32 v1, v128", "v_add_f64 v[128:129], v[2:3], v[4:5]", "v_mov_b32 v255, v0"), nil},
		{"VGPR indexing", body("s_movk_i32 s4, 100", "s_set_gpr_idx_on s4, gpr_idx(SRC0)", "v_mov_b32 v1, v20", "v_mov_b32 v2, v40", "s_set_gpr_idx_off"), nil},
	})
}

// What ends the run is a finding as well.
func TestBoundsFailed(t *testing.T) {
	for _, c := range []struct{ chip, body, text, message string }{
		{"", "v_mov_b32 v1, 0x10000\n\tglobal_load_dword v2, v1, s[4:5]", "global_load_dword v2, v1, s[4:5]", "which is in no allocation (just past the end of"},
		{"", "v_mov_b32 v2, -4\n\tv_mov_b32 v3, 0\n\tglobal_store_dword v[2:3], v0, off", "global_store_dword v[2:3], v0, off", "writes 4 bytes at 0xfffffffc, which is in no allocation"},
		{"", "v_mov_b32 v1, 2\n\tglobal_atomic_add v1, v0, s[4:5]", "global_atomic_add v1, v0, s[4:5]", "an atomic of 4 bytes needs an address that is a multiple of 4"},
		{"", "v_mov_b32 v1, 6\n\tds_add_u64 v1, v[2:3]", "ds_add_u64 v1, v[2:3]", "an atomic of 8 bytes needs an address that is a multiple of 8"},
		{"", "s_getpc_b64 s[4:5]\n\tv_mov_b32 v1, 0\n\tglobal_store_short v1, v0, s[4:5]", "global_store_short v1, v0, s[4:5]", "writes 2 bytes at 0x"},
		{"", "s_getpc_b64 s[4:5]\n\tv_mov_b32 v1, 0\n\tglobal_store_short v1, v0, s[4:5]", "global_store_short v1, v0, s[4:5]", "which is code (section .text of the code object)"},
		{"", "scratch_store_dword off, v0, off offset:16", "scratch_store_dword off, v0, off offset:16", "writes 4 bytes at scratch offset 0x10; the kernel has 0 bytes of scratch per lane"},
		{"", "s_load_dword s6, s[4:5], 0x10000", "s_load_dword s6, s[4:5], 0x10000", "reads 4 bytes at"},
		{"", "v_accvgpr_write_b32 a128, v0", "v_accvgpr_write_b32 a128, v0", "a128 is beyond the wave's allocation, which ends with a127"},
		{"", "v_accvgpr_mov_b32 a1, a255", "v_accvgpr_mov_b32 a1, a255", "a255 is beyond the wave's allocation, which ends with a127"},
		{"", "s_movk_i32 s4, 100\n\ts_set_gpr_idx_on s4, gpr_idx(SRC0)\n\tv_mov_b32 v2, v160", "v_mov_b32_e32 v2, v160", "v260, to which index 100 leads, is beyond"},
		{"gfx950", "v_mov_b32 v1, 4\n\tds_read_b64_tr_b16 v[2:3], v1", "ds_read_b64_tr_b16 v[2:3], v1", "needs an address that is a multiple of 8"},
		{"gfx950", "v_mov_b32 v1, 0\n\ts_mov_b64 exec, 1\n\tds_read_b64_tr_b16 v[2:3], v1", "ds_read_b64_tr_b16 v[2:3], v1", "needs all lanes active"},
	} {
		for _, schedule := range everySchedule {
			k := source{chip: c.chip, body: "\ts_load_dwordx2 s[4:5], s[0:1], 0x0\n\ts_waitcnt lgkmcnt(0)\n\t" + c.body, options: sim.Options{Schedule: schedule}}
			found, err := k.run(t, "bounds", nil)
			if err == nil {
				t.Fatalf("%s: no error", c.text)
			}
			if len(found) != 1 || found[0].Check != "bounds" || found[0].Text != c.text || !strings.Contains(found[0].Message, c.message) || found[0].Line == 0 {
				t.Errorf("%s, schedule %d: %v: found %+v", c.text, schedule, err, found)
			}
			wantLane := 0
			if strings.HasPrefix(c.text, "s_") || strings.HasPrefix(c.text, "v_") {
				wantLane = -1
			}
			if len(found) == 1 && found[0].Lane != wantLane && !strings.Contains(c.text, "_tr_") {
				t.Errorf("%s: lane %d", c.text, found[0].Lane)
			}
		}
	}
	if found, _ := (&source{body: "\ts_trap 2"}).run(t, "bounds", nil); len(found) != 0 {
		t.Errorf("an abort: found %+v", found)
	}
	s, err := sanitize.New(sanitize.Options{Object: (&source{}).object(t)})
	if err != nil {
		t.Fatal(err)
	}
	if s.Failed(errors.New("something else")); len(s.Findings()) != 0 {
		t.Errorf("found %+v", s.Findings())
	}
}

// A buffer of 100 bytes at the first argument, in s[8:11].
const buffer100 = `
	s_load_dwordx2 s[8:9], s[0:1], 0x0
	v_lshlrev_b32 v1, 2, v0
	s_movk_i32 s10, 100
	s_mov_b32 s11, 0x20000
	s_waitcnt lgkmcnt(0)
`

func TestBoundsBuffer(t *testing.T) {
	const advice = "if this is not intended, correct num_records or the offset"
	body := func(lines ...string) source { return source{body: buffer100 + "\t" + strings.Join(lines, "\n\t")} }
	const some, tail = "s_mov_b64 exec, 0x1ffffff", "s_waitcnt vmcnt(0) lgkmcnt(0)"
	finding := func(text, does string) []string {
		return []string{"bounds-buffer: " + text + ": " + does + " outside the range of its buffer resource: the hardware skips them | " + advice + " | -"}
	}
	testSamples(t, "bounds-buffer", []sample{
		{"in range", body(some, "buffer_load_dword v2, v1, s[8:11], 0 offen", "buffer_store_dword v2, v1, s[8:11], 0 offen", "s_buffer_load_dword s4, s[8:11], 0x60", tail), nil},
		{"a load", body("buffer_load_dword v2, v1, s[8:11], 0 offen", tail), finding("buffer_load_dword v2, v1, s[8:11], 0 offen", "loads 4 bytes")},
		{"a store", body(some, "buffer_store_dwordx2 v[2:3], v1, s[8:11], 0 offen", tail), finding("buffer_store_dwordx2 v[2:3], v1, s[8:11], 0 offen", "stores 4 bytes")},
		{"a scalar load", body("s_buffer_load_dwordx2 s[4:5], s[8:11], 0x60", tail), finding("s_buffer_load_dwordx2 s[4:5], s[8:11], 0x60", "loads 4 bytes")},
	})
	testSamples(t, "bounds", []sample{{"not asked for", body("buffer_load_dword v2, v1, s[8:11], 0 offen", tail), nil}})
}
