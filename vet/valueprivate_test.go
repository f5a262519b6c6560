package vet

import (
	"fmt"
	"maps"
	"regexp"
	"strings"
	"testing"

	"heddle/arch"
	"heddle/hsaco"
)

// TestPrivateAddresses: addresses that come from private memory, from lanes of registers in which scalars are saved, from
// lanes that take turns, and from functions. The last access of a kernel is looked at, which is to 256 bytes.
func TestPrivateAddresses(t *testing.T) {
	const (
		own     = "v_lshlrev_b32 v1, 2, v0; "
		keep    = own + "scratch_store_dword off, v1, off offset:8; "
		reload  = "scratch_load_dword v2, off, off offset:8; s_waitcnt vmcnt(0); "
		store   = "global_store_dword v2, v0, s[4:5]"
		save    = "v_writelane_b32 v10, s4, 3; v_writelane_b32 v10, s5, 40; "
		all     = "s_or_saveexec_b64 s[8:9], -1; "
		some    = "s_mov_b64 exec, s[8:9]; "
		restore = own + "v_mov_b32 v2, v1; s_mov_b32 s4, 0; s_mov_b32 s5, 0; v_readlane_b32 s4, v11, 3; v_readlane_b32 s5, v11, 40; s_nop 4; "
		half    = "v_cmp_gt_u32 vcc, 32, v0; s_and_saveexec_b64 s[8:9], vcc; "
		// The resource is in v[4:7], the offset in v1.
		resource = own + "v_mov_b32 v4, s4; v_mov_b32 v5, s5; v_mov_b32 v6, 0x100; v_mov_b32 v7, 0x20000; s_mov_b32 s20, 0; "
		turns    = "L: v_readfirstlane_b32 s12, v4; v_readfirstlane_b32 s13, v5; v_readfirstlane_b32 s14, v6; v_readfirstlane_b32 s15, v7; " +
			"v_cmp_eq_u64 vcc, s[12:13], v[4:5]; v_cmp_eq_u64 s[16:17], s[14:15], v[6:7]; s_and_b64 vcc, vcc, s[16:17]; s_and_saveexec_b64 s[18:19], vcc; "
		byLoad = "v_mov_b32 v3, 0; global_load_ushort v4, v3, s[0:1] offset:10; s_waitcnt vmcnt(0); v_readfirstlane_b32 s6, v4; " // 4
		next   = "; s_xor_b64 exec, exec, s[18:19]; s_cbranch_execnz L"
	)
	for _, c := range []struct{ name, code, want string }{
		{"a dword", keep + reload + store, "inside"},
		{"past the end", keep + reload + store + " offset:4", "wrong reaches byte 259 of arg@0"},
		{"one of two", own + "v_mov_b32 v2, v1; v_mov_b32 v3, v0; scratch_store_dwordx2 off, v[2:3], off offset:4; v_mov_b32 v2, 0; scratch_load_dword v2, off, off offset:4; s_waitcnt vmcnt(0); " + store, "inside"},
		{"the other of two", own + "v_mov_b32 v2, v0; v_mov_b32 v3, v1; scratch_store_dwordx2 off, v[2:3], off offset:4; " + reload + store, "inside"},
		{"below a stack pointer", own + "s_mov_b32 s32, 16; scratch_store_dword off, v1, s32; s_add_i32 s32, s32, 32; scratch_load_dword v2, off, s32 offset:-32; s_waitcnt vmcnt(0); " + store, "inside"},
		{"a flat address", own + "s_mov_b64 s[6:7], src_private_base; v_mov_b32 v4, 8; v_mov_b32 v5, s7; flat_store_dword v[4:5], v1; s_waitcnt vmcnt(0) lgkmcnt(0); " + reload + store, "inside"},
		{"an address that is kept itself", "s_mov_b64 s[6:7], src_private_base; v_mov_b32 v4, 8; v_mov_b32 v5, s7; scratch_store_dwordx2 off, v[4:5], off offset:16; scratch_load_dwordx2 v[6:7], off, off offset:16; s_waitcnt vmcnt(0); " + own +
			"flat_store_dword v[6:7], v1; s_waitcnt vmcnt(0) lgkmcnt(0); " + reload + store, "inside"},
		{"a flat address that is not null", own + "s_mov_b32 s33, 8; s_cmp_lg_u32 s33, -1; s_mov_b64 s[6:7], src_private_base; s_cselect_b32 s8, s33, 0; s_cselect_b32 s9, s7, 0; v_mov_b32 v4, s8; v_mov_b32 v5, s9; flat_store_dword v[4:5], v1; s_waitcnt vmcnt(0) lgkmcnt(0); " + reload + store, "inside"},
		{"beside it", keep + "scratch_store_dword off, v0, off offset:4; scratch_store_dword off, v0, off offset:12; " + reload + store, "inside"},
		{"far behind it", keep + "s_mov_b32 s32, 0x4000; scratch_store_dword off, v0, s32; " + reload + store, "inside"},
		{"across the end of what is followed", keep + "s_mov_b32 s32, 0x3ffc; scratch_store_dwordx2 off, v[0:1], s32; " + reload + store, "can't tell"},
		{"over it", keep + "v_mov_b32 v3, 0x100; scratch_store_dword off, v3, off offset:8; " + reload + store, "wrong reaches byte 259 of arg@0"},
		{"over it in some lanes", keep + "v_mov_b32 v3, 0x100; " + half + "scratch_store_dword off, v3, off offset:8; s_mov_b64 exec, s[8:9]; " + reload + store, "wrong reaches byte 259 of arg@0"},
		{"over it in other lanes", keep + half + "v_mov_b32 v3, 0x100; scratch_store_dword off, v3, off offset:8; s_andn2_b64 exec, s[8:9], exec; " + reload + store, "can't tell"},
		{"over a byte of it", keep + "scratch_store_byte off, v0, off offset:9; " + reload + store, "can't tell"},
		{"anywhere", keep + "global_load_dword v3, v1, s[4:5]; s_waitcnt vmcnt(0); scratch_store_dword v3, v0, off; " + reload + store, "can't tell"},
		{"anywhere, flat", keep + "global_load_dwordx2 v[4:5], v1, s[0:1]; s_waitcnt vmcnt(0); flat_store_dword v[4:5], v0; s_waitcnt vmcnt(0) lgkmcnt(0); " + reload + store, "can't tell"},
		{"not written", own + reload + store, "can't tell"},
		{"a byte", own + "scratch_store_dword off, v1, off offset:8; scratch_load_ubyte v2, off, off offset:8; s_waitcnt vmcnt(0); " + store, "inside"},
		{"the next byte", own + "scratch_store_dword off, v1, off offset:8; scratch_load_ubyte v2, off, off offset:9; s_waitcnt vmcnt(0); " + store + " offset:252", "inside"},
		{"a loop that counts there", "v_mov_b32 v3, 0; scratch_store_dword off, v3, off; L: scratch_load_dword v2, off, off; s_waitcnt vmcnt(0); " + store + "; v_add_u32 v3, 4, v2; scratch_store_dword off, v3, off; v_readfirstlane_b32 s6, v3; s_cmp_lt_u32 s6, 0x100; s_cbranch_scc1 L", "inside"},
		{"a loop that counts too far", "v_mov_b32 v3, 0; scratch_store_dword off, v3, off; L: scratch_load_dword v2, off, off; s_waitcnt vmcnt(0); " + store + "; v_add_u32 v3, 4, v2; scratch_store_dword off, v3, off; v_readfirstlane_b32 s6, v3; s_cmp_lt_u32 s6, 0x104; s_cbranch_scc1 L", "wrong reaches byte 259 of arg@0"},

		{"saved in lanes", save + "v_mov_b32 v11, v10; " + restore + store, "open"}, // not all lanes are copied
		{"saved in all lanes", save + all + "v_mov_b32 v11, v10; " + some + restore + store, "inside"},
		{"saved in all lanes, past the end", save + all + "v_mov_b32 v11, v10; " + some + restore + store + " offset:4", "wrong reaches byte 259 of arg@0"},
		{"saved in lanes that are kept", save + all + "v_accvgpr_write_b32 a1, v10; v_accvgpr_read_b32 v12, a1; scratch_store_dword off, v12, off offset:8; scratch_load_dword v11, off, off offset:8; s_waitcnt vmcnt(0); " + some + restore + store, "inside"},
		{"another lane is written", save + "v_writelane_b32 v10, s6, 39; " + all + "v_mov_b32 v11, v10; " + some + restore + store, "inside"},
		{"the lane is written", save + "v_writelane_b32 v10, s6, 40; " + all + "v_mov_b32 v11, v10; " + some + restore + store, "open"},
		{"EXEC in lanes", keep + "s_mov_b64 s[6:7], exec; v_writelane_b32 v10, s6, 0; v_writelane_b32 v10, s7, 1; " + half + "v_readlane_b32 s6, v10, 0; v_readlane_b32 s7, v10, 1; s_nop 4; s_mov_b64 exec, s[6:7]; " + reload + store, "inside"},

		{"lanes in turn", resource + turns + "buffer_store_dword v0, v1, s[12:15], s20 offen" + next, "inside"},
		{"lanes in turn, of some", resource + half + turns + "buffer_store_dword v0, v1, s[12:15], s20 offen offset:128" + next, "guarded"},
		{"lanes in turn, of registers that only these have written", half + resource + turns + "buffer_store_dword v0, v1, s[12:15], s20 offen" + next, "inside"},
		{"lanes in turn, with a pointer as offset", resource + half + turns + "buffer_store_dword v0, v1, s[12:15], s4 offen" + next, "can't tell"},
		{"more lanes than were asked", resource + half + strings.TrimSuffix(turns, "s_and_saveexec_b64 s[18:19], vcc; ") + "s_mov_b64 exec, s[8:9]; buffer_store_dword v0, v1, s[12:15], s20 offen; s_endpgm; s_branch L", "open"},

		{"behind both sides of branches", keep + sides("A", "B") + sides("C", "D") + sides("E", "G") + reload + store, "inside"},
		{"on one side of a branch", "v_mov_b32 v1, 0x100; scratch_store_dword off, v1, off offset:8; " + strings.Replace(sides("A", "B"), "v_mov_b32 v3, 1", own+"scratch_store_dword off, v1, off offset:8", 1) + reload + store, "wrong reaches byte 259 of arg@0"},
		{"the high dword by a shift", own + "v_mov_b32 v4, s4; v_mov_b32 v5, s5; v_lshrrev_b64 v[6:7], 32, v[4:5]; v_mov_b32 v5, v6; v_lshl_add_u64 v[4:5], v[4:5], 0, 0; global_store_dword v[4:5], v0, off", "inside"},

		{"what a function is given", own + "scratch_store_dword off, v1, off offset:8; s_call_b64 s[30:31], F; v_mov_b32 v1, 0; scratch_store_dword off, v1, off offset:8; s_call_b64 s[30:31], F; s_endpgm; F: " + reload + store + "; s_setpc_b64 s[30:31]", "inside"},
		{"what one of its callers gives", own + "scratch_store_dword off, v1, off offset:8; s_call_b64 s[30:31], F; v_mov_b32 v1, 0x100; scratch_store_dword off, v1, off offset:8; s_call_b64 s[30:31], F; s_endpgm; F: " + reload + store + "; s_setpc_b64 s[30:31]", "wrong reaches byte 259 of arg@0"},
		{"what another function does", keep + "s_call_b64 s[30:31], F; " + reload + store + "; s_endpgm; F: v_mov_b32 v3, 0x100; scratch_store_dword off, v3, off offset:8; s_setpc_b64 s[30:31]", "wrong reaches byte 259 of arg@0"},

		{"a size by a vector load", byLoad + "v_mul_lo_u32 v2, s6, v0; " + store, "inside"},
		{"a size by a vector load, past the end", "v_mov_b32 v3, 0; global_load_ushort v4, v3, s[0:1] offset:8; s_waitcnt vmcnt(0); v_readfirstlane_b32 s6, v4; v_mul_lo_u32 v2, s6, v0; " + store, "wrong reaches byte"},
		{"one that is chosen", "s_cmp_lt_u32 s2, 1; s_cselect_b32 s6, 2, 0; s_add_u32 s6, s0, s6; s_addc_u32 s7, s1, 0; v_mov_b32 v3, 0; global_load_ushort v4, v3, s[6:7] offset:8; s_waitcnt vmcnt(0); v_readfirstlane_b32 s6, v4; v_mul_lo_u32 v2, s6, v0; " + store, "inside"},
		{"a loop by such a size", byLoad + "v_mov_b32 v2, 0; s_mov_b32 s8, 0; L: " + store + "; v_add_u32 v2, s6, v2; s_add_u32 s8, s8, s6; s_cmp_lt_u32 s8, 0x100; s_cbranch_scc1 L", "inside"},
		{"a pointer by such a size", byLoad + "v_mov_b32 v2, 0; s_mov_b32 s8, 0; L: " + store + "; s_add_u32 s4, s4, s6; s_addc_u32 s5, s5, 0; s_add_u32 s8, s8, 4; s_cmp_lt_u32 s8, 0x100; s_cbranch_scc1 L", "inside"},
		{"lanes that leave a loop", own + "v_mov_b32 v2, v1; s_mov_b64 s[6:7], 0; L: " + store + "; v_add_u32 v2, 64, v2; v_cmp_lt_u32 vcc, 0xfc, v2; s_or_b64 s[6:7], vcc, s[6:7]; s_andn2_b64 exec, exec, s[6:7]; s_cbranch_execnz L", "inside"},
		{"lanes that leave a loop too late", own + "v_mov_b32 v2, v1; s_mov_b64 s[6:7], 0; L: " + store + "; v_add_u32 v2, 64, v2; v_cmp_lt_u32 vcc, 0x100, v2; s_or_b64 s[6:7], vcc, s[6:7]; s_andn2_b64 exec, exec, s[6:7]; s_cbranch_execnz L", "wrong reaches byte 259 of arg@0"},
	} {
		launch := Launch{Grid: [3]uint32{1, 1, 1}, Block: [3]uint32{64, 1, 1}, Args: []Argument{{Memory: true, Bytes: 256}, {Offset: 8, Dword: true, Least: 4<<16 | 5, Most: 4<<16 | 5}}}
		code := regexp.MustCompile(`\b([A-Z]): `).ReplaceAllString(strings.ReplaceAll(c.code, "; ", "\n\t"), "$1:\n\t")
		for _, chip := range arch.Chips {
			r, err := ObjectWith(assembled(t, chip, given64+"\t"+code+"\n\ts_endpgm\n"), Options{Launches: []Launch{launch}, Addresses: true})
			if err != nil {
				t.Fatal(err)
			}
			k := &r.Kernels[0]
			var last *Address
			places := map[uint64]bool{}
			for i := range k.Addresses.List {
				if places[k.Addresses.List[i].Addr] {
					t.Errorf("%s, %s: an access is listed twice", chip.Name, c.name)
				}
				places[k.Addresses.List[i].Addr] = true
				if a := &k.Addresses.List[i]; a.Space != SpaceScalar && a.Store {
					last = a
				}
			}
			got := last.Verdict.String()
			for _, f := range k.Findings {
				if f.Rule == "address" && f.Rank == RankError && f.Addr == last.Addr {
					got += " " + f.Message
				}
			}
			if !strings.HasPrefix(got, c.want) || c.want == "" {
				t.Errorf("%s, %s: %q, not %q (%s, %d to %d)", chip.Name, c.name, got, c.want, last.Offset, last.Least, last.Most)
			}
		}
	}
}

// sides is code whose lanes take two sides, as compilers write it without optimization.
func sides(other, end string) string {
	return fmt.Sprintf("v_cmp_gt_u32 vcc, 32, v0; s_mov_b64 s[8:9], exec; s_and_b64 s[10:11], s[8:9], vcc; s_xor_b64 s[8:9], s[10:11], s[8:9]; s_mov_b64 exec, s[10:11]; s_cbranch_execz %[1]s; v_mov_b32 v3, 1; "+
		"%[1]s: s_or_saveexec_b64 s[10:11], s[8:9]; s_and_b64 s[10:11], exec, s[10:11]; s_xor_b64 exec, exec, s[10:11]; s_cbranch_execz %[2]s; v_mov_b32 v3, 2; %[2]s: s_or_b64 exec, exec, s[10:11]; ", other, end)
}

// TestHiddenSizes: what the runtime passes for the sizes of whole workgroups.
func TestHiddenSizes(t *testing.T) {
	k := &hsaco.Kernel{Metadata: &hsaco.KernelMetadata{}}
	for i, kind := range []string{"hidden_block_count_x", "hidden_group_size_x", "hidden_group_size_y", "hidden_group_size_z", "hidden_remainder_x", "hidden_remainder_y"} {
		a := hsaco.Arg{ValueKind: kind, Offset: 2 * (i + 1), Size: 2}
		if i == 0 {
			a.Offset, a.Size = 0, 4
		}
		k.Metadata.Args = append(k.Metadata.Args, a)
	}
	for _, c := range []struct {
		launch Launch
		want   map[int]interval
	}{
		{Launch{Grid: [3]uint32{5, 6, 7}, Block: [3]uint32{64, 3, 2}}, map[int]interval{0: size(5), 4: size(64 | 3<<16), 8: size(2)}}, // half of 12 is not known
		{Launch{Grid: [3]uint32{5, 6, 7}, Block: [3]uint32{64, 3, 2}, Global: [3]uint32{300, 18, 14}}, map[int]interval{}},
		{Launch{Block: [3]uint32{64, 3, 2}}, map[int]interval{}},
	} {
		if got := newGiven(k, &c.launch).args; !maps.Equal(got, c.want) {
			t.Errorf("%+v: %v, not %v", c.launch, got, c.want)
		}
	}
}
