package vet_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"heddle/isa"
	"heddle/vet"
)

// TestContents: kernels of one and of two waves, and what is said of bytes of the LDS that are read and not written, or
// written and not read: the rank, the rule, the line, that of the other instruction, and the byte.
func TestContents(t *testing.T) {
	const (
		own   = "v_lshlrev_b32 v1, 2, v0; " // a dword for each work-item: line 0
		write = "ds_write_b32 v1, v0; "
		read  = "ds_read_b32 v2, v1; "
		wait  = "s_waitcnt lgkmcnt(0); s_barrier; "
		end   = "s_endpgm"
		load  = "global_load_dword v3, v1, s[0:1]; s_waitcnt vmcnt(0); "
	)
	for _, c := range []struct {
		name, code string
		items      uint32
		want       string
	}{
		{"all of it", own + write + wait + read + end, 128, ""},
		{"all of it by one wave", own + write + wait + read + end, 64, ""},
		{"beyond", own + write + wait + "ds_read_b32 v2, v1 offset:4; " + end, 128, "error lds-unwritten 4 after 1 byte 0x200; note lds-unused 1 after 4 byte 0x0"},
		{"beyond, by one wave", own + write + wait + "ds_read_b32 v2, v1 offset:4; " + end, 64, "error lds-unwritten 4 after 1 byte 0x100; note lds-unused 1 after 4 byte 0x0"},
		{"written too far", own + "ds_write_b32 v1, v0 offset:4; " + wait + read + end, 128, "error lds-unwritten 4 after 1 byte 0x0; note lds-unused 1 after 4 byte 0x200"},
		{"nothing at all", own + read + end, 64, "error lds-unwritten 1 byte 0x0"},
		{"an atomic", own + "ds_add_u32 v1, v0; " + end, 64, "error lds-unwritten 1 byte 0x0"},
		{"a swap that gives what was there", own + "ds_wrxchg_rtn_b32 v2, v1, v0; " + wait + read + end, 64, "error lds-unwritten 1 byte 0x0"},
		{"a byte of a dword", "v_lshlrev_b32 v1, 2, v0; ds_write_b8 v1, v0; " + wait + "ds_read_u8 v2, v1; " + end, 64, ""},
		{"the next byte", "v_lshlrev_b32 v1, 2, v0; ds_write_b8 v1, v0; " + wait + "ds_read_u8 v2, v1 offset:1; " + end, 64, "error lds-unwritten 4 after 1 byte 0x1; note lds-unused 1 after 4 byte 0x0"},
		{"written over", own + write + write + wait + read + end, 64, "note lds-unused 1 byte 0x0"},
		{"read twice, and the next one never", own + "v_lshlrev_b32 v3, 3, v0; ds_write_b64 v3, v[0:1]; " + wait + "ds_read_b32 v2, v3; ds_read_b32 v4, v3; " + end, 64, "note lds-unused 2 after 6 byte 0x4 lines 5 and 6"},
		{"in a later turn", own + "s_mov_b32 s4, 0; " + write + wait + read + "s_waitcnt lgkmcnt(0); s_barrier; v_add_u32 v1, 0x100, v1; s_add_u32 s4, s4, 1; s_cmp_lt_u32 s4, 3; s_cbranch_scc1 @2; " + read + end, 64, "error lds-unwritten 12 after 2 byte 0x300"},
		{"an edge", own + "v_cmp_gt_u32 vcc, 60, v0; s_and_saveexec_b64 s[4:5], vcc; " + write + "s_mov_b64 exec, s[4:5]; " + wait + read + end, 64, "can't tell lds-unwritten 7 after 3 byte 0xf0"},
		{"beyond an edge", own + "v_cmp_gt_u32 vcc, 60, v0; s_and_saveexec_b64 s[4:5], vcc; " + write + "s_mov_b64 exec, s[4:5]; " + wait + "ds_read_b32 v2, v1 offset:4; " + end, 64, "error lds-unwritten 7 after 3 byte 0x100; note lds-unused 3 after 7 byte 0x0"},
		{"lanes by data", own + load + "v_cmp_eq_u32 vcc, 0, v3; s_and_saveexec_b64 s[4:5], vcc; " + write + "s_mov_b64 exec, s[4:5]; " + wait + read + end, 64, ""},
		{"a table", own + load + write + wait + "v_and_b32 v4, 63, v3; v_lshlrev_b32 v4, 2, v4; ds_read_b32 v5, v4; " + end, 64, ""},
		{"a table that is too small", own + load + write + wait + "v_bfe_u32 v4, v3, 8, 7; v_lshlrev_b32 v4, 2, v4; ds_read_b32 v5, v4; " + end, 64, "can't tell lds-unwritten 8 after 3 byte 0x100"},
		{"bytes of a table", own + "global_load_ubyte v3, v1, s[0:1]; s_waitcnt vmcnt(0); ds_write_b32 v1, v0; " + wait + "ds_read_u8 v5, v3; " + end, 64, ""},
		{"written somewhere", own + load + "ds_write_b32 v3, v0; " + wait + read + end, 64, ""},
		{"before something is written somewhere", own + load + read + "ds_write_b32 v3, v0; " + wait + read + end, 64, "error lds-unwritten 3 byte 0x0"},
		{"while others write somewhere", own + load + read + "ds_write_b32 v3, v0; " + wait + read + end, 128, ""},
		{"read somewhere", own + load + write + wait + "ds_read_b32 v4, v3; " + end, 64, ""},
		{"a loop over active lanes", own + write + "s_mov_b64 s[4:5], exec; s_waitcnt lgkmcnt(0); s_ff1_i32_b64 s6, s[4:5]; s_lshl_b64 s[8:9], 1, s6; s_andn2_b64 s[4:5], s[4:5], s[8:9]; s_cbranch_scc1 @4; " +
			"v_mbcnt_lo_u32_b32 v3, exec_lo, 0; v_mbcnt_hi_u32_b32 v3, exec_hi, v3; v_lshlrev_b32 v3, 2, v3; ds_read_b32 v4, v3 offset:4; " + end, 64, "error lds-unwritten 11 after 1 byte 0x100; note lds-unused 1 after 11 byte 0x0"},
		{"bits reversed", own + "v_bfrev_b32 v3, v0; v_lshrrev_b32 v3, 24, v3; ds_write_b32 v3, v0; " + wait + "ds_read_b32 v4, v1; " + end, 64, ""},
		{"bits reversed, half of them", own + "v_bfrev_b32 v3, v0; v_lshrrev_b32 v3, 25, v3; ds_write_b32 v3, v0; " + wait + "ds_read_b32 v4, v1; " + end, 64, "error lds-unwritten 6 after 3 byte 0x82"},
	} {
		for _, target := range isa.Targets() {
			o := workgroupKernel(t, target.Chip.Name, strings.Split(c.code, "; "))
			r, err := vet.ObjectWith(o, vet.Options{Launches: []vet.Launch{{Block: [3]uint32{c.items, 1, 1}, LDS: -1}}})
			if err != nil {
				t.Fatal(err)
			}
			line := linesOf(t, o)
			var got []string
			for _, f := range r.Kernels[0].Findings {
				if f.Rule != "lds-unwritten" && f.Rule != "lds-unused" {
					continue
				}
				text := fmt.Sprintf("%s %s %d", f.Rank, f.Rule, line[f.Addr])
				if f.Other != nil {
					text += fmt.Sprintf(" after %d", line[f.Other.Addr])
				}
				_, at, _ := strings.Cut(f.Message, "byte ")
				text += " byte " + strings.FieldsFunc(at, func(r rune) bool { return r == ' ' || r == ',' })[0]
				if _, both, ok := strings.Cut(f.Message, "; "); ok && f.Rule == "lds-unused" && strings.HasSuffix(both, "same byte near it") {
					both = both[strings.LastIndex("; "+both, "; "):]
					var a, b uint64
					if _, err := fmt.Sscanf(both, "%v and %v read", &a, &b); err != nil {
						t.Fatal(both, err)
					}
					text += fmt.Sprintf(" lines %d and %d", line[a], line[b])
				}
				got = append(got, text)
			}
			if text := strings.Join(got, "; "); text != c.want {
				t.Errorf("%s %s: %q, not %q", target.Chip.Name, c.name, text, c.want)
			}
		}
	}
}

// TestPastLDS: accesses that leave the 16 KiB of LDS in some lanes, which ranges of addresses cannot tell.
func TestPastLDS(t *testing.T) {
	const (
		own   = "v_lshlrev_b32 v1, 2, v0; "
		spill = "scratch_store_dword v1, v1, off; s_waitcnt vmcnt(0); scratch_load_dword v2, v1, off; s_waitcnt vmcnt(0); " // in another place in each lane
		end   = "s_endpgm"
	)
	for _, c := range []struct{ name, code, want string }{
		{"spilled address, inside", own + spill + "ds_write_b32 v2, v0 offset:16128; " + end, ""},
		{"spilled address, the last lane", own + spill + "ds_write_b32 v2, v0 offset:16132; " + end, "reaches byte 16387 of the LDS in lane 63 of wave 0"},
		{"the last lane switched off", own + spill + "v_cmp_gt_u32 vcc, 63, v0; s_and_saveexec_b64 s[4:5], vcc; ds_write_b32 v2, v0 offset:16132; " + end, ""},
		{"a second wave", own + spill + "ds_read_b32 v3, v2 offset:15876; " + end, "reaches byte 16387 of the LDS in lane 63 of wave 1"},
		{"lanes by data", own + spill + "global_load_dword v3, v1, s[0:1]; s_waitcnt vmcnt(0); v_cmp_eq_u32 vcc, 0, v3; s_and_saveexec_b64 s[4:5], vcc; ds_write_b32 v2, v0 offset:16132; " + end, ""},
		{"behind a branch by data", own + spill + "s_load_dword s4, s[0:1], 0x0; s_waitcnt lgkmcnt(0); s_cmp_eq_u32 s4, 0; s_cbranch_scc1 @10; ds_write_b32 v2, v0 offset:16132; " + end, ""},
		{"before a barrier behind a branch by data", own + spill + "ds_write_b32 v2, v0 offset:16132; s_load_dword s4, s[0:1], 0x0; s_waitcnt lgkmcnt(0); s_cmp_eq_u32 s4, 0; s_cbranch_scc1 @11; s_barrier; " + end, "reaches byte 16387 of the LDS in lane 63 of wave 0"},
		{"an address of one lane", own + "s_nop 0; v_readlane_b32 s6, v1, 63; v_mov_b32 v2, s6; ds_write_b32 v2, v0 offset:16132; " + end, "reaches byte 16387 of the LDS in lane 0 of wave 0"},
		{"the second of two", own + spill + "ds_read2st64_b32 v[4:5], v2 offset0:62 offset1:64; " + end, "reaches byte 16387 of the LDS in lane 0 of wave 0"},
	} {
		for _, target := range isa.Targets() {
			items := uint32(64)
			if c.name == "a second wave" {
				items = 128
			}
			r, err := vet.ObjectWith(workgroupKernel(t, target.Chip.Name, strings.Split(c.code, "; ")), vet.Options{Launches: []vet.Launch{{Grid: [3]uint32{1, 1, 1}, Block: [3]uint32{items, 1, 1}}}})
			if err != nil {
				t.Fatal(err)
			}
			var got []string
			for _, f := range r.Kernels[0].Findings {
				if f.Rule == "address" && f.Rank == vet.RankError {
					got = append(got, f.Message)
				}
			}
			if text := strings.Join(got, "; "); text != c.want {
				t.Errorf("%s %s: %q, not %q", target.Chip.Name, c.name, text, c.want)
			}
		}
	}
}

// TestContentsWork: where the LDS is written again and again and nothing reads it, what is near a byte is looked for once for each
// instruction, and not for each byte.
func TestContentsWork(t *testing.T) {
	const bytes, turns = 60 << 10, 8
	lines := strings.Split(fmt.Sprintf("v_lshlrev_b32 v1, 4, v0; s_movk_i32 s4, %d; "+ // four waves write 4 KiB
		"v_mov_b32 v2, v1; s_movk_i32 s5, %d; "+
		"ds_write_b128 v2, v[4:7]; v_add_u32 v2, 0x1000, v2; s_sub_u32 s5, s5, 1; s_cmp_lg_u32 s5, 0; s_cbranch_scc1 @4; "+
		"s_waitcnt lgkmcnt(0); s_barrier; s_sub_u32 s4, s4, 1; s_cmp_lg_u32 s4, 0; s_cbranch_scc1 @2; s_endpgm", turns, bytes>>12), "; ")
	o := workgroupKernel(t, isa.Targets()[0].Chip.Name, lines)
	r, err := vet.ObjectWith(o, vet.Options{Launches: []vet.Launch{{Block: [3]uint32{256, 1, 1}, LDS: bytes - int64(o.Kernels[0].Descriptor.GroupSegmentFixedSize)}}})
	if err != nil {
		t.Fatal(err)
	}
	k := &r.Kernels[0]
	if !slices.ContainsFunc(k.Findings, func(f vet.Finding) bool { return f.Rule == "lds-unused" }) {
		t.Fatalf("nothing is said of what nothing reads: %+v", k.Findings)
	}
	if k.Steps > bytes*turns {
		t.Errorf("%d steps for %d bytes", k.Steps, bytes*turns)
	}
}
