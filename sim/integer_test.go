package sim

import (
	"fmt"
	"strings"
	"testing"

	"heddle/isa"
)

// laneCase is one instruction on known sources: v2, v4 and v6 (64-bit ones
// the pairs there) hold a, b and c in all lanes, the destination is v0 (v1,
// …), which holds oldDst before.
type laneCase struct {
	name    string // mnemonic
	mods    string
	a, b, c uint64
	want    uint64
}

const oldDst = 0x5a5a5a5ac3c3c3c3

// laneText writes the operands of a case as the first row of the instruction
// that takes them has them.
func laneText(target *isa.Target, name, mods string) string {
	op, ok := isa.LookupMnemonic(name)
	if !ok || len(target.RowsOf(op)) == 0 {
		return ""
	}
	var args []string
	next := 2
	for _, spec := range target.RowsOf(op)[0].Operands {
		reg, file := 0, "v"
		switch {
		case spec.Class == isa.ClassVCC || spec.Class == isa.ClassSMASK || spec.Name == "sdst":
			args = append(args, "vcc")
			continue
		case spec.Class == isa.ClassA:
			file = "a"
		}
		if spec.Access&isa.Write == 0 {
			reg, next = next, next+2
		}
		if spec.Dwords > 1 {
			args = append(args, fmt.Sprintf("%s[%d:%d]", file, reg, reg+int(spec.Dwords)-1))
		} else {
			args = append(args, fmt.Sprintf("%s%d", file, reg))
		}
	}
	return strings.TrimSpace(name + " " + strings.Join(args, ", ") + " " + mods)
}

// setup fills the registers of a case.
func (c *laneCase) setup(w *wave) {
	for _, first := range []int{0, wholeFile.first} {
		w.setV64(first, oldDst)
		w.setV64(first+2, c.a)
		w.setV64(first+4, c.b)
		w.setV64(first+6, c.c)
	}
}

// run executes text with the case's sources and returns the destination,
// which must be the same in all lanes.
func (c *laneCase) run(t *testing.T, target *isa.Target, text string) uint64 {
	t.Helper()
	in, w := bindText(t, target, text), testWave(target)
	c.setup(w)
	in.run(w, in)
	result := func(l int) uint64 {
		v := uint64(w.vgpr[in.dst.reg][l])
		if in.dst.dwords > 1 {
			v |= uint64(w.vgpr[in.dst.reg+1][l]) << 32
		}
		return v
	}
	for l := range waveSize {
		if result(l) != result(0) {
			t.Fatalf("%s: lane %d has %#x, lane 0 %#x", text, l, result(l), result(0))
		}
	}
	return result(0)
}

// check runs the case on both targets, in each encoding that takes it.
func (c *laneCase) check(t *testing.T, covered map[string]bool) {
	t.Helper()
	for _, target := range isa.Targets() {
		text := laneText(target, c.name, c.mods)
		if text == "" {
			continue
		}
		if got := c.run(t, target, text); got != c.want {
			t.Errorf("%s: %s with %#x, %#x, %#x = %#x, want %#x", target.Chip.Name, text, c.a, c.b, c.c, got, c.want)
		}
		op, _ := isa.LookupMnemonic(c.name)
		covered[target.Chip.Name+" "+op.String()] = true
		if c.mods == "" {
			c.checkForms(t, target, text)
		}
	}
}

// checkForms runs the case in the other encodings, with modifiers that change
// nothing.
func (c *laneCase) checkForms(t *testing.T, target *isa.Target, text string) {
	t.Helper()
	name, args, _ := strings.Cut(text, " ")
	const quad = " quad_perm:[0,1,2,3] row_mask:0xf bank_mask:0xf"
	for _, form := range []string{
		name + "_e32 " + args, name + "_e64 " + args, name + "_dpp " + args + quad, name + "_dpp " + args + " row_newbcast:3",
		name + "_sdwa " + args + " dst_sel:DWORD src0_sel:DWORD", name + "_sdwa " + args + " dst_sel:DWORD src0_sel:DWORD src1_sel:DWORD",
	} {
		if _, fault := target.Parse(form, nil); fault != nil {
			continue
		}
		if got := c.run(t, target, form); got != c.want {
			t.Errorf("%s: %s with %#x, %#x, %#x = %#x, want %#x", target.Chip.Name, form, c.a, c.b, c.c, got, c.want)
		}
	}
}

// integerCases: values from the manual's functional examples where it has
// any, else worked out by hand from its pseudo-code.
var integerCases = []laneCase{
	{"v_mov_b32", "", 0x12345678, 0, 0, 0x12345678},
	{"v_mov_b64", "", 0x123456789abcdef0, 0, 0, 0x123456789abcdef0},
	{"v_accvgpr_read_b32", "", 0x12345678, 0, 0, 0x12345678},
	{"v_accvgpr_write_b32", "", 0x12345678, 0, 0, 0x12345678},
	{"v_accvgpr_mov_b32", "", 0x12345678, 0, 0, 0x12345678},
	{"v_not_b32", "", 0x0f0f1234, 0, 0, 0xf0f0edcb},
	{"v_bfrev_b32", "", 0x00000001, 0, 0, 0x80000000},
	{"v_bfrev_b32", "", 0x12345678, 0, 0, 0x1e6a2c48},
	{"v_ffbh_u32", "", 0x00000000, 0, 0, 0xffffffff},
	{"v_ffbh_u32", "", 0x800000ff, 0, 0, 0},
	{"v_ffbh_u32", "", 0x100000ff, 0, 0, 3},
	{"v_ffbh_u32", "", 0x0000ffff, 0, 0, 16},
	{"v_ffbh_u32", "", 0x00000001, 0, 0, 31},
	{"v_ffbl_b32", "", 0x00000000, 0, 0, 0xffffffff},
	{"v_ffbl_b32", "", 0xff000001, 0, 0, 0},
	{"v_ffbl_b32", "", 0xff000008, 0, 0, 3},
	{"v_ffbl_b32", "", 0xffff0000, 0, 0, 16},
	{"v_ffbl_b32", "", 0x80000000, 0, 0, 31},
	{"v_ffbh_i32", "", 0x00000000, 0, 0, 0xffffffff},
	{"v_ffbh_i32", "", 0x40000000, 0, 0, 1},
	{"v_ffbh_i32", "", 0x80000000, 0, 0, 1},
	{"v_ffbh_i32", "", 0x0fffffff, 0, 0, 4},
	{"v_ffbh_i32", "", 0xffff0000, 0, 0, 16},
	{"v_ffbh_i32", "", 0xfffffffe, 0, 0, 31},
	{"v_ffbh_i32", "", 0xffffffff, 0, 0, 0xffffffff},
	{"v_sat_pk_u8_i16", "", 0x01008001, 0, 0, 0x0000ff00},
	{"v_sat_pk_u8_i16", "", 0x00120034, 0, 0, 0x00001234},
	{"v_prng_b32", "", 0x80000001, 0, 0, 0x000000c7},
	{"v_prng_b32", "", 0x40000001, 0, 0, 0x80000002},
	{"v_screen_partition_4se_b32", "", 0xabcdef00, 0, 0, 1},
	{"v_screen_partition_4se_b32", "", 0x21, 0, 0, 15},
	{"v_screen_partition_4se_b32", "", 0x12, 0, 0, 6},
	{"v_screen_partition_4se_b32", "", 0xff, 0, 0, 1},
	{"v_bcnt_u32_b32", "", 0xcccccccc, 5, 0, 21},

	{"v_add_u32", "", 0xffffffff, 2, 0, 1},
	{"v_add_u32", "clamp", 0xffffffff, 2, 0, 0xffffffff},
	{"v_sub_u32", "", 2, 3, 0, 0xffffffff},
	{"v_sub_u32", "clamp", 2, 3, 0, 0},
	{"v_sub_u32", "clamp", 5, 3, 0, 2},
	{"v_subrev_u32", "", 2, 3, 0, 1},
	{"v_subrev_u32", "clamp", 3, 2, 0, 0},
	{"v_add_i32", "", 0x7fffffff, 1, 0, 0x80000000},
	{"v_add_i32", "clamp", 0x7fffffff, 1, 0, 0x7fffffff},
	{"v_add_i32", "clamp", 0x80000000, 0xffffffff, 0, 0x80000000},
	{"v_sub_i32", "", 0x80000000, 1, 0, 0x7fffffff},
	{"v_sub_i32", "clamp", 0x80000000, 1, 0, 0x80000000},
	{"v_add_u16", "", 0x1234ffff, 0x56780002, 0, 1},
	{"v_add_u16", "clamp", 0x1234ffff, 0x56780002, 0, 0xffff},
	{"v_sub_u16", "", 0x12340002, 0x56780003, 0, 0xffff},
	{"v_sub_u16", "clamp", 0x12340002, 0x56780003, 0, 0},
	{"v_subrev_u16", "", 0x12340002, 0x56780003, 0, 1},
	{"v_subrev_u16", "clamp", 0x12340003, 0x56780002, 0, 0},
	{"v_add_i16", "", 0x7fff, 1, 0, 0x8000},
	{"v_add_i16", "clamp", 0x7fff, 1, 0, 0x7fff},
	{"v_add_i16", "op_sel:[1,0,0]", 0x00051111, 1, 0, 6},
	{"v_add_i16", "op_sel:[0,0,1]", 0x00050007, 1, 0, 0x0008c3c3},
	{"v_sub_i16", "", 0x8000, 1, 0, 0x7fff},
	{"v_sub_i16", "clamp", 0x8000, 1, 0, 0x8000},
	{"v_mul_lo_u32", "", 0x10001, 0x10001, 0, 0x20001},
	{"v_mul_lo_u16", "", 0x99990101, 0x99990101, 0, 0x0201},
	{"v_mul_hi_u32", "", 0xffffffff, 0xffffffff, 0, 0xfffffffe},
	{"v_mul_hi_i32", "", 0xffffffff, 2, 0, 0xffffffff},
	{"v_mul_u32_u24", "", 0xff000003, 0xee000005, 0, 15},
	{"v_mul_u32_u24", "clamp", 0xffffff, 0xffffff, 0, 0xffffffff},
	{"v_mul_i32_i24", "", 0x00ffffff, 5, 0, 0xfffffffb},
	{"v_mul_i32_i24", "clamp", 0x00800000, 0x007fffff, 0, 0x80000000},
	{"v_mul_hi_u32_u24", "", 0xffffff, 0xffffff, 0, 0xffff},
	{"v_mul_hi_i32_i24", "", 0x00800000, 0x007fffff, 0, 0xffffc000},
	{"v_mad_u32_u24", "", 0xff000003, 5, 0xffffffff, 14},
	{"v_mad_u32_u24", "clamp", 0xff000003, 5, 0xffffffff, 0xffffffff},
	{"v_mad_i32_i24", "", 0x00ffffff, 5, 3, 0xfffffffe},
	{"v_mad_i32_i24", "clamp", 0x00ffffff, 5, 0x80000000, 0x80000000},
	{"v_mad_u32_u16", "", 0x9999ffff, 0x9999ffff, 1, 0xfffe0002},
	{"v_mad_u32_u16", "clamp", 0xffff, 0xffff, 0x80000000, 0xffffffff},
	{"v_mad_u32_u16", "op_sel:[1,0,0,0]", 0x00031111, 5, 1, 16},
	{"v_mad_i32_i16", "", 0x9999ffff, 5, 1, 0xfffffffc},
	{"v_mad_i32_i16", "clamp", 0x7fff, 0x7fff, 0x7fffffff, 0x7fffffff},
	{"v_mad_u16", "", 0x77770100, 0x77770100, 0x77770007, 0xc3c30007},
	{"v_mad_u16", "clamp", 0x0100, 0x0100, 7, 0xc3c3ffff},
	{"v_mad_u16", "op_sel:[0,0,1,1]", 3, 5, 0x00020000, 0x0011c3c3},
	{"v_mad_i16", "", 0xffff, 5, 3, 0xc3c3fffe},
	{"v_mad_i16", "clamp", 0x8000, 0x7fff, 0, 0xc3c38000},
	{"v_mad_legacy_u16", "", 0x0100, 0x0100, 7, 7},
	{"v_mad_legacy_u16", "clamp", 0x0100, 0x0100, 7, 0xffff},
	{"v_mad_legacy_i16", "", 0xffff, 5, 3, 0xfffe},
	{"v_mad_legacy_i16", "clamp", 0x8000, 0x7fff, 0, 0x8000},

	{"v_min_u32", "", 0x80000000, 1, 0, 1},
	{"v_max_u32", "", 0x80000000, 1, 0, 0x80000000},
	{"v_min_i32", "", 0x80000000, 1, 0, 0x80000000},
	{"v_max_i32", "", 0x80000000, 1, 0, 1},
	{"v_min_u16", "", 0x11118000, 0x22220001, 0, 1},
	{"v_max_u16", "", 0x11118000, 0x22220001, 0, 0x8000},
	{"v_min_i16", "", 0x11118000, 0x22220001, 0, 0x8000},
	{"v_max_i16", "", 0x11118000, 0x22220001, 0, 1},
	{"v_min3_u32", "", 0x80000000, 5, 7, 5},
	{"v_max3_u32", "", 0x80000000, 5, 7, 0x80000000},
	{"v_med3_u32", "", 0x80000000, 5, 7, 7},
	{"v_min3_i32", "", 0x80000000, 5, 7, 0x80000000},
	{"v_max3_i32", "", 0x80000000, 5, 7, 7},
	{"v_med3_i32", "", 0x80000000, 5, 7, 5},
	{"v_min3_u16", "", 0x8000, 5, 7, 5},
	{"v_max3_u16", "", 0x8000, 5, 7, 0x8000},
	{"v_med3_u16", "", 0x8000, 5, 7, 7},
	{"v_min3_i16", "", 0x8000, 5, 7, 0x8000},
	{"v_max3_i16", "", 0x8000, 5, 7, 7},
	{"v_med3_i16", "", 0x8000, 5, 7, 5},

	{"v_and_b32", "", 0xff00ff00, 0x0ff00ff0, 0, 0x0f000f00},
	{"v_or_b32", "", 0xff00ff00, 0x0ff00ff0, 0, 0xfff0fff0},
	{"v_xor_b32", "", 0xff00ff00, 0x0ff00ff0, 0, 0xf0f0f0f0},
	{"v_xnor_b32", "", 0xff00ff00, 0x0ff00ff0, 0, 0x0f0f0f0f},
	{"v_or3_b32", "", 1, 2, 4, 7},
	{"v_and_or_b32", "", 0xff, 0x3c, 0x100, 0x13c},
	{"v_bfi_b32", "", 0xffff0000, 0x12345678, 0x9abcdef0, 0x1234def0},
	{"v_bfm_b32", "", 4, 8, 0, 0xf00},
	{"v_bfm_b32", "", 32 + 4, 32 + 8, 0, 0xf00},
	{"v_bfe_u32", "", 0x12345678, 8, 12, 0x456},
	{"v_bfe_u32", "", 0x12345678, 8, 0, 0},
	{"v_bfe_u32", "", 0x12345678, 8, 31, 0x123456},
	{"v_bfe_i32", "", 0x00000f00, 8, 4, 0xffffffff},
	{"v_bfe_i32", "", 0x00000700, 8, 4, 7},
	{"v_bfe_i32", "", 0x80000000, 8, 31, 0xff800000},
	{"v_bfe_i32", "", 0xffffffff, 8, 0, 0},

	{"v_lshlrev_b32", "", 33, 0x80000001, 0, 2},
	{"v_lshrrev_b32", "", 33, 0x80000001, 0, 0x40000000},
	{"v_ashrrev_i32", "", 33, 0x80000001, 0, 0xc0000000},
	{"v_lshlrev_b16", "", 17, 0x77778001, 0, 2},
	{"v_lshrrev_b16", "", 17, 0x77778001, 0, 0x4000},
	{"v_ashrrev_i16", "", 17, 0x77778001, 0, 0xc000},
	{"v_lshlrev_b64", "", 65, 0x8000000080000001, 0, 0x0000000100000002},
	{"v_lshrrev_b64", "", 65, 0x8000000180000001, 0, 0x40000000c0000000},
	{"v_ashrrev_i64", "", 65, 0x8000000180000001, 0, 0xc0000000c0000000},
	{"v_alignbit_b32", "", 0x12345678, 0x9abcdef0, 36, 0x89abcdef},
	{"v_alignbyte_b32", "", 0x12345678, 0x9abcdef0, 5, 0x789abcde},
	{"v_lshl_add_u32", "", 3, 36, 5, 53},
	{"v_add_lshl_u32", "", 3, 5, 36, 128},
	{"v_lshl_or_b32", "", 3, 32 + 17, 5, 0x60005},
	{"v_add3_u32", "", 0xffffffff, 2, 5, 6},
	{"v_xad_u32", "", 0xff, 0x0f, 0x10, 0x100},
	{"v_lshl_add_u64", "", 0x8000000000000001, 4, 0xffffffff00000000, 0xffffffff00000010},
	{"v_lshl_add_u64", "", 0x0000000100000001, 5, 1, 0x0000000100000002},
	{"v_lshl_add_u64", "", 0x0000000100000001, 7, 1, 0x0000000100000002},
	{"v_lshl_add_u64", "", 0x0000000100000001, 8 + 1, 1, 0x0000000200000003},

	{"v_perm_b32", "", 0x77665544, 0x33221100, 0x07050300, 0x77553300},
	{"v_perm_b32", "", 0x80008000, 0x00800080, 0x0b0a0908, 0xffff0000},
	{"v_perm_b32", "", 0x00000000, 0x80008000, 0xff0d0c09, 0xffff00ff},
	{"v_pack_b32_f16", "", 0x99993c00, 0x88884000, 0, 0x40003c00},
	{"v_pack_b32_f16", "op_sel:[1,0,0]", 0x99993c00, 0x88884000, 0, 0x40009999},
	{"v_cvt_pk_u16_u32", "", 0x12345, 0x6789, 0, 0x6789ffff},
	{"v_cvt_pk_i16_i32", "", 0x12345, 0xffff0000, 0, 0x80007fff},
	{"v_cvt_pk_i16_i32", "", 0xffffffff, 5, 0, 0x0005ffff},
	{"v_ashr_pk_i8_i32", "", 0x7f00, 0xffff0000, 4, 0x0000807f},
	{"v_ashr_pk_i8_i32", "", 0xfffffff0, 0x20, 36, 0x000002ff},
	{"v_ashr_pk_i8_i32", "op_sel:[0,0,0,1]", 0xfffffff0, 0x20, 36, 0x02ffc3c3},
	{"v_ashr_pk_u8_i32", "", 0x7f00, 0xffff0000, 4, 0x000000ff},
	{"v_ashr_pk_i8_i32", "", 0xfff00000, 0x02000000, 32 + 20, 0x000020ff},
	{"v_ashr_pk_u8_i32", "", 0x120, 0x340, 4, 0x00003412},
	{"v_ashr_pk_u8_i32", "", 0x01200000, 0x03400000, 32 + 20, 0x00003412},
	{"v_lerp_u8", "", 0xff010203, 0xff020304, 0x00010000, 0xff020203},
	{"v_sad_u8", "", 0x01ff0305, 0x02000403, 10, 10 + 1 + 255 + 1 + 2},
	{"v_sad_u8", "clamp", 1, 0, 0xffffffff, 0xffffffff},
	{"v_sad_hi_u8", "", 0x01ff0305, 0x02000403, 10, 259<<16 + 10},
	{"v_sad_hi_u8", "clamp", 1, 0, 0xffff0000, 0xffffffff},
	{"v_sad_u16", "", 0x0001ffff, 0x00030000, 10, 10 + 2 + 65535},
	{"v_sad_u16", "clamp", 1, 0, 0xffffffff, 0xffffffff},
	{"v_sad_u32", "", 1, 0xffffffff, 3, 1},
	{"v_sad_u32", "clamp", 1, 0xffffffff, 3, 0xffffffff},
	{"v_msad_u8", "", 0x01ff0305, 0x02000403, 10, 10 + 1 + 1 + 2},
	{"v_msad_u8", "clamp", 2, 1, 0xffffffff, 0xffffffff},
	{"v_qsad_pk_u16_u8", "", 0x0807060504030201, 0x04030201, 0x0004000300020001, 0x0010000b00060001},
	{"v_qsad_pk_u16_u8", "clamp", 0x0807060504030201, 0x04030201, 0xffffffffffffffff, 0xffffffffffffffff},
	{"v_mqsad_pk_u16_u8", "", 0x0807060504030201, 0x04030200, 0x0004000300020001, 0x000d000900050001},
	{"v_mqsad_pk_u16_u8", "clamp", 0x0807060504030201, 0x04030201, 0xffffffffffffffff, 0xffffffffffffffff},

	{"v_cndmask_b32", "", 1, 2, 0, 1}, // the mask is 0
	{"v_bitop3_b32", "bitop3:0x80", 0xf0f0f0f0, 0xcccccccc, 0xaaaaaaaa, 0x80808080},
	{"v_bitop3_b32", "bitop3:0x96", 0x12345678, 0x9abcdef0, 0x0f0f0f0f, 0x12345678 ^ 0x9abcdef0 ^ 0x0f0f0f0f},
	{"v_bitop3_b32", "bitop3:0xca", 0xffff0000, 0x12345678, 0x9abcdef0, 0x1234def0},
	{"v_bitop3_b16", "bitop3:0xea", 0x1111ff00, 0x22223c3c, 0x33330001, 0x3c01},
	{"v_bitop3_b16", "bitop3:0xea op_sel:[1,0,0,1]", 0xff001111, 0x22223c3c, 0x33330001, 0x3c01c3c3},
	{"v_mad_u64_u32", "", 0xffffffff, 0xffffffff, 5, 0xfffffffe00000006},
	{"v_mad_u64_u32", "clamp", 0xffffffff, 0xffffffff, 0xffffffffffffffff, 0xffffffffffffffff},
	{"v_mad_i64_i32", "", 0xffffffff, 2, 1, 0xffffffffffffffff},
	{"v_mad_i64_i32", "clamp", 0x80000000, 0x80000000, 0x7fffffffffffffff, 0x7fffffffffffffff},
	{"v_mad_i64_i32", "clamp", 0x80000000, 0x7fffffff, 0x8000000000000000, 0x8000000000000000},
}

// TestIntegerLanes runs the table; and it fails if an instruction of the
// tables has no case in the cases of this package's tests.
func TestIntegerLanes(t *testing.T) {
	covered := map[string]bool{}
	for _, list := range [][]laneCase{integerCases, packedCases, dotCases, mixCases} {
		for i := range list {
			list[i].check(t, covered)
		}
	}
	// TestCross has these: they are about lanes or scalar registers.
	elsewhere := map[isa.Op]bool{isa.V_NOP: true, isa.V_CLREXCP: true, isa.V_READLANE_B32: true, isa.V_READFIRSTLANE_B32: true,
		isa.V_WRITELANE_B32: true, isa.V_SWAP_B32: true, isa.V_PERMLANE16_SWAP_B32: true, isa.V_PERMLANE32_SWAP_B32: true,
		isa.V_MBCNT_LO_U32_B32: true, isa.V_MBCNT_HI_U32_B32: true, isa.V_MQSAD_U32_U8: true}
	for _, target := range isa.Targets() {
		for _, row := range target.Rows() {
			if vectorTable(row.Op) && !elsewhere[row.Op] && !covered[target.Chip.Name+" "+row.Op.String()] {
				t.Errorf("%s: %s has no case", target.Chip.Name, row.Op)
				covered[target.Chip.Name+" "+row.Op.String()] = true
			}
		}
	}
}

// vectorTable reports whether op is in one of the tables that these tests are
// about.
func vectorTable(op isa.Op) bool {
	for _, table := range [][]valuOp{integerOps[:], packedOps[:], dotOps[:]} {
		if int(op) < len(table) && table[op].lane != nil {
			return true
		}
	}
	return int(op) < len(crossOps) && crossOps[op] != nil
}

// TestBitOp3 compares all 256 truth tables with a lookup bit by bit.
func TestBitOp3(t *testing.T) {
	const a, b, c = 0x6b8b4567327b23c6, 0x643c986966334873, 0x74b0dc5119495cff
	for table := range 256 {
		got := bitOp3(uint8(table), a, b, c)
		for i := range 64 {
			index := a>>i&1<<2 | b>>i&1<<1 | c>>i&1
			if got>>i&1 != uint64(table)>>index&1 {
				t.Fatalf("table %#x: bit %d is %d", table, i, got>>i&1)
			}
		}
	}
}

// TestPermuteBytes compares every selector in every place with the manual's
// list.
func TestPermuteBytes(t *testing.T) {
	for _, data := range []uint64{0x8877665544332211, 0x0180028003800480, 0xff7fff7f00800080} {
		for sel := range uint64(256) {
			var want uint64
			switch {
			case sel >= 13:
				want = 0xff
			case sel == 12:
			case sel >= 8:
				want = uint64(uint8(int8(data>>(8*(2*(sel-8)+1))) >> 7))
			default:
				want = uint64(uint8(data >> (8 * sel)))
			}
			for place := range 4 {
				got := permuteBytes(nil, data>>32, data&0xffffffff, sel<<(8*place)|0x0c0c0c0c&^(0xff<<(8*place)))
				if got != want<<(8*place) {
					t.Fatalf("selector %#x of %#x at byte %d: %#x, want %#x", sel, data, place, got, want<<(8*place))
				}
			}
		}
	}
}

// TestPRNGPeriod checks that the generator is the linear shift register that
// the manual describes: it is linear and never gives 0 for what is not 0.
func TestPRNGPeriod(t *testing.T) {
	x := uint32(1)
	for range 1 << 16 {
		if next := nextRandom(x); next == 0 || next^nextRandom(x^0x12345678) != nextRandom(0x12345678) {
			t.Fatalf("nextRandom(%#x) = %#x", x, next)
		}
		x = nextRandom(x)
	}
	if nextRandom(0) != 0 {
		t.Error("nextRandom(0) is not 0")
	}
}
