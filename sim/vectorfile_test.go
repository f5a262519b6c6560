package sim

import (
	"strings"
	"testing"

	"heddle/isa"
)

// bindIn binds a statement for waves with that file.
func bindIn(t *testing.T, target *isa.Target, file vectorFile, text string) (*instr, error) {
	t.Helper()
	inst, fault := target.Parse(text, nil)
	if fault != nil {
		t.Fatalf("%q: %v", text, fault)
	}
	return bindFor(file, target, inst, 0, inst.Size())
}

// TestVectorFileEnds: an instruction that names registers which the wave does
// not have is refused, whatever it does with them; the last ones are good. The
// wave has 12 registers, of which the last 4 have two names.
func TestVectorFileEnds(t *testing.T) {
	target, file := targetNamed(t, "gfx950"), vectorFile{size: 12, first: 8}
	for _, c := range []struct{ text, beyond string }{
		{"v_mov_b32 v1, v11", ""},
		{"v_mov_b32 v1, v12", "v12"},
		{"v_mov_b32 v12, v1", "v12"},
		{"v_mov_b64 v[10:11], v[0:1]", ""},
		{"v_mov_b64 v[12:13], v[0:1]", "v13"},
		{"v_accvgpr_read_b32 v1, a3", ""},
		{"v_accvgpr_read_b32 v1, a4", "a4"},
		{"v_accvgpr_write_b32 a4, v0", "a4"},
		{"v_accvgpr_mov_b32 a0, a255", "a255"},
		{"v_readlane_b32 s0, v20, 3", "v20"},
		{"v_writelane_b32 v12, s1, 3", "v12"},
		{"v_swap_b32 v1, v12", "v12"},
		{"v_cndmask_b32 v1, v20, v20, vcc", "v20"},
		{"v_mad_u64_u32 v[12:13], s[0:1], v0, v0, v[2:3]", "v13"},
		{"v_mqsad_u32_u8 v[10:13], v[2:3], v4, v[0:3]", "v13"},
		{"v_pk_add_f32 v[0:1], v[0:1], v[12:13]", "v13"},
		{"v_mov_b32_dpp v0, v12 row_shl:1 row_mask:0xf bank_mask:0xf", "v12"},
		{"v_mov_b32_sdwa v0, v12 dst_sel:BYTE_0 src0_sel:BYTE_0", "v12"},
		{"v_mfma_f32_4x4x1_16b_f32 a[0:3], v0, v1, 0", ""},
		{"v_mfma_f32_4x4x1_16b_f32 a[2:5], v0, v1, 0", "a5"},
		{"v_mfma_f32_4x4x1_16b_f32 v[8:11], a0, a4, 0", "a4"},
		{"ds_read_b128 v[8:11], v0", ""},
		{"ds_read_b128 v[10:13], v0", "v13"},
		{"ds_add_rtn_u64 v[12:13], v0, v[2:3]", "v13"},
		{"ds_bpermute_b32 v12, v0, v2", "v12"},
		{"ds_append v12", "v12"},
		{"ds_read_b64_tr_b8 v[12:13], v0", "v13"},
		{"global_load_dwordx4 a[0:3], v0, s[0:1]", ""},
		{"global_store_dwordx2 v0, a[4:5], s[0:1]", "a5"},
		{"global_load_dword v0, v[12:13], off", "v13"},
		{"buffer_load_format_xyzw v[8:11], off, s[8:11], 0", ""},
		{"buffer_load_format_xyzw v[10:13], off, s[8:11], 0", "v13"},
		{"buffer_atomic_add v12, off, s[8:11], 0 sc0", "v12"},
		{"buffer_load_dword v0, v[12:13], s[8:11], 0 idxen offen", "v13"},
		{"v_div_scale_f32 v12, vcc, v2, v2, v3", "v12"},
		{"v_cvt_sr_f16_f32 v12, v2, v3", "v12"},
		{"v_cvt_scalef32_pk32_fp6_f16 v[0:5], v[0:15], v6", "v15"},
	} {
		_, err := bindIn(t, target, file, c.text)
		switch {
		case c.beyond == "" && err != nil:
			t.Errorf("%s: %v", c.text, err)
		case c.beyond != "" && (err == nil || !strings.HasPrefix(err.Error(), c.beyond+" is beyond the wave's allocation, which ends with ")):
			t.Errorf("%s: %v, want %s to be refused", c.text, err, c.beyond)
		}
	}
	// A kernel without AGPRs; and one whose names do not reach the end of its file.
	for _, c := range []struct {
		file vectorFile
		text string
		good bool
	}{
		{vectorFile{size: 8, first: 8}, "v_accvgpr_read_b32 v1, a0", false},
		{vectorFile{size: 8, first: 32}, "v_accvgpr_read_b32 v1, a0", false},
		{vectorFile{size: 8, first: 32}, "v_mov_b32 v1, v7", true},
		{vectorFile{size: 8, first: 32}, "v_mov_b32 v1, v8", false},
		{vectorFile{size: 512, first: 4}, "v_accvgpr_mov_b32 a255, a0", true},
		{vectorFile{size: 512, first: 4}, "v_mov_b32 v255, v0", true},
		{vectorFile{size: 512, first: 256}, "v_accvgpr_mov_b32 a255, a0", true},
	} {
		if _, err := bindIn(t, target, c.file, c.text); (err == nil) != c.good {
			t.Errorf("%s with %+v: %v", c.text, c.file, err)
		}
	}
}

// TestVectorFileNames: from accum_offset on a VGPR and an AGPR are one
// register, in tuples that cross it, too, by each kind of instruction.
func TestVectorFileNames(t *testing.T) {
	for _, c := range []struct {
		text  string
		place int // of the destination
		want  []uint32
	}{
		{"v_accvgpr_read_b32 v0, a2", 0, []uint32{10}},
		{"v_accvgpr_write_b32 a2, v1", 10, []uint32{1}},
		{"v_accvgpr_mov_b32 a3, a1", 11, []uint32{9}},
		{"v_mov_b32 v9, v15", 9, []uint32{15}},
		{"v_mov_b64 v[8:9], v[6:7]", 8, []uint32{6, 7}},
		{"v_mov_b32_dpp v10, v11 quad_perm:[0,1,2,3] row_mask:0xf bank_mask:0xf", 10, []uint32{11}},
		{"v_lshl_add_u64 v[12:13], v[8:9], 0, v[0:1]", 12, []uint32{8, 10}},
		{"v_mfma_f32_4x4x1_16b_f32 v[6:9], v20, v21, v[14:17]", 6, []uint32{14, 15, 16, 17}},
		{"v_mfma_f32_4x4x1_16b_f32 a[0:3], v20, v21, a[4:7]", 8, []uint32{12, 13, 14, 15}},
	} {
		target := targetNamed(t, "gfx950")
		file := vectorFile{size: 24, first: 8}
		in, err := bindIn(t, target, file, c.text)
		if err != nil {
			t.Error(err)
			continue
		}
		w := testWave(target)
		w.wg.file = file
		for r := range 20 {
			w.setV(r, uint32(r))
		}
		in.run(w, in)
		for i, want := range c.want {
			if got := w.vgpr[c.place+i][7]; got != want {
				t.Errorf("%s: register %d is %d, want %d", c.text, c.place+i, got, want)
			}
			if !in.writes.Has(isa.V0 + isa.Reg(c.place+i)) {
				t.Errorf("%s: register %d is not told as written", c.text, c.place+i)
			}
		}
	}
}

// TestVectorFileIndex: VGPR indexing counts in the file, for sources and
// destinations, VGPRs and AGPRs. What it cannot reach ends the run: registers
// that are not there, or that have no number of the kind.
func TestVectorFileIndex(t *testing.T) {
	target := targetNamed(t, "gfx950")
	small, large := vectorFile{size: 12, first: 8}, vectorFile{size: 512, first: 160}
	for _, c := range []struct {
		file    vectorFile
		text    string
		m0      uint32
		written int    // -1: the run ends
		value   uint32 // what is written there
	}{
		{small, "v_accvgpr_read_b32 v2, a0", 0x1001, 2, 9},
		{small, "v_accvgpr_read_b32 v2, a0", 0x8001, 3, 8},
		{small, "v_accvgpr_write_b32 a1, v3", 0x8002, 11, 3},
		{small, "v_accvgpr_write_b32 a1, v3", 0x1002, 9, 5},
		{small, "v_accvgpr_mov_b32 a0, a2", 0x9001, 9, 11},
		{small, "v_mov_b32 v6, v1", 0x8003, 9, 1}, // into the AGPRs
		{small, "v_mov_b32 v6, v1", 0x1008, 6, 9},
		{small, "v_mov_b32 v6, v1", 0x0008, 6, 1},
		{small, "v_accvgpr_read_b32 v2, a0", 0x1004, -1, 0},
		{small, "v_mov_b32 v6, v1", 0x100b, -1, 0},
		{small, "v_mov_b64 v[0:1], v[2:3]", 0x8009, 9, 2},
		{small, "v_mov_b64 v[0:1], v[2:3]", 0x800b, -1, 0},
		{large, "v_accvgpr_read_b32 v2, a40", 0x1028, 2, 240},
		{large, "v_mov_b32 v2, v200", 0x1037, 2, 255},
		{large, "v_mov_b32 v2, v200", 0x1038, -1, 0},
		{large, "v_accvgpr_read_b32 v2, a200", 0x1037, 2, 415},
		{large, "v_accvgpr_read_b32 v2, a200", 0x1038, -1, 0},
		{small, "v_writelane_b32 v1, s1, 3", 0x80ff, -1, 0},
		{small, "v_pk_add_u16 v1, v0, v0", 0x80ff, -1, 0},
		{small, "v_dot2_f32_f16 v1, v0, v0, v0", 0x80ff, -1, 0},
		{small, "v_cndmask_b32 v1, v0, v0, vcc", 0x80ff, -1, 0},
		{small, "v_fma_mixlo_f16 v1, v0, v0, v0", 0x80ff, -1, 0},
		{small, "v_swap_b32 v1, v2", 0x80ff, -1, 0},
		{small, "v_readlane_b32 s0, v1, 3", 0x10ff, -1, 0},
		{small, "v_readfirstlane_b32 s0, v1", 0x10ff, -1, 0},
		{small, "v_add_co_u32 v1, vcc, v0, v0", 0x80ff, -1, 0},
		{small, "v_cvt_sr_f16_f32 v1, v0, v0", 0x80ff, -1, 0},
	} {
		in, err := bindIn(t, target, c.file, c.text)
		if err != nil {
			t.Error(err)
			continue
		}
		w := testWave(target)
		w.wg.file = c.file
		for r := range w.vgpr {
			w.setV(r, uint32(r))
		}
		before := *w
		w.sgpr[m0Index] = c.m0
		w.mode.set(rocmMode | modeGPRIdx)
		in.run(w, in)
		if c.written < 0 {
			if w.wg.err == nil || !strings.Contains(w.wg.err.Error(), "is beyond the wave's allocation") {
				t.Errorf("%s with M0 %#x: error %v", c.text, c.m0, w.wg.err)
			}
			continue
		}
		if w.wg.err != nil {
			t.Errorf("%s with M0 %#x: %v", c.text, c.m0, w.wg.err)
		}
		if got := w.vgpr[c.written][5]; got != c.value {
			t.Errorf("%s with M0 %#x: register %d is %d, want %d", c.text, c.m0, c.written, got, c.value)
		}
		for r := range w.vgpr {
			if wide := in.dst.dwords > 1 && r == c.written+1; r != c.written && !wide && w.vgpr[r] != before.vgpr[r] {
				t.Errorf("%s with M0 %#x: register %d is written", c.text, c.m0, r)
			}
		}
	}
}
