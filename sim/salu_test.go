package sim

import (
	"fmt"
	"math/big"
	"math/rand/v2"
	"strings"
	"testing"

	"heddle/isa"
)

// scalarCase is one scalar instruction: s2 and s4 (64-bit sources the pairs
// there) hold a and b, EXEC execBefore, the destination is s0 or s[0:1], which
// holds oldDst before.
type scalarCase struct {
	text string // a mnemonic alone gets the operands above
	a, b uint64
	scc  bool // before
	want uint64
	out  bool // SCC after, if the instruction sets it
}

const execBefore = 0x00ff00ff0f0f3333

// scalarText writes the operands of a case.
func scalarText(target *isa.Target, text string) string {
	op, ok := isa.LookupMnemonic(text)
	if !ok || len(target.RowsOf(op)) == 0 {
		return text
	}
	var args []string
	next := 2
	for _, spec := range target.RowsOf(op)[0].Operands {
		reg := 0
		if spec.Access&isa.Write == 0 {
			reg, next = next, next+2
		}
		if spec.Dwords > 1 {
			args = append(args, fmt.Sprintf("s[%d:%d]", reg, reg+int(spec.Dwords)-1))
		} else {
			args = append(args, fmt.Sprintf("s%d", reg))
		}
	}
	return text + " " + strings.Join(args, ", ")
}

// run executes the case with SCC as given and returns the destination.
func (c *scalarCase) run(t *testing.T, target *isa.Target, scc bool) (*wave, *instr, uint64) {
	t.Helper()
	in, w := bindText(t, target, scalarText(target, c.text)), testWave(target)
	w.setSGPR64(0, oldDst)
	w.setSGPR64(2, c.a)
	w.setSGPR64(4, c.b)
	w.setExec(execBefore)
	w.scc = scc
	in.run(w, in)
	switch {
	case in.dst == nil:
		return w, in, 0
	case in.dst.dwords == 1:
		return w, in, uint64(w.sgpr[0])
	}
	return w, in, w.sgpr64(0)
}

// scalarCases: values from the manual's functional examples where it has any,
// else worked out by hand from its pseudo-code.
var scalarCases = []scalarCase{
	{"s_add_u32", 0xffffffff, 2, false, 1, true},
	{"s_add_u32", 0x7fffffff, 1, true, 0x80000000, false},
	{"s_sub_u32", 2, 3, false, 0xffffffff, true},
	{"s_sub_u32", 3, 3, false, 0, false},
	{"s_add_i32", 0x7fffffff, 1, false, 0x80000000, true},
	{"s_add_i32", 0xffffffff, 1, false, 0, false},
	{"s_sub_i32", 0x80000000, 1, false, 0x7fffffff, true},
	{"s_sub_i32", 0, 1, false, 0xffffffff, false},
	{"s_addc_u32", 0xffffffff, 0, true, 0, true},
	{"s_addc_u32", 0xffffffff, 0, false, 0xffffffff, false},
	{"s_subb_u32", 3, 3, true, 0xffffffff, true},
	{"s_subb_u32", 3, 3, false, 0, false},
	{"s_subb_u32", 0, 0xffffffff, true, 0, true},
	{"s_min_i32", 0xffffffff, 1, false, 0xffffffff, true},
	{"s_min_i32", 5, 5, true, 5, false},
	{"s_min_u32", 0xffffffff, 1, false, 1, false},
	{"s_min_u32", 5, 5, true, 5, false},
	{"s_max_i32", 0xffffffff, 1, true, 1, false},
	{"s_max_i32", 5, 5, false, 5, true}, // SCC on equal operands
	{"s_max_u32", 0xffffffff, 1, false, 0xffffffff, true},
	{"s_max_u32", 5, 5, false, 5, true},
	{"s_cselect_b32", 1, 2, true, 1, true},
	{"s_cselect_b32", 1, 2, false, 2, false},
	{"s_cselect_b64", 1 << 40, 2 << 40, true, 1 << 40, true},
	{"s_cselect_b64", 1 << 40, 2 << 40, false, 2 << 40, false},
	{"s_and_b32", 0xff00ff00, 0x0ff00ff0, false, 0x0f000f00, true},
	{"s_and_b32", 1, 2, true, 0, false},
	{"s_and_b64", 0xff00ff00ff00ff00, 0x0ff00ff000000000, false, 0x0f000f0000000000, true},
	{"s_or_b32", 0, 0, true, 0, false},
	{"s_or_b64", 1 << 63, 1, false, 1<<63 | 1, true},
	{"s_xor_b32", 0xff, 0x0f, false, 0xf0, true},
	{"s_xor_b64", 1 << 40, 1 << 40, true, 0, false},
	{"s_andn2_b32", 0xff, 0x0f, false, 0xf0, true},
	{"s_andn2_b64", 3 << 40, 1 << 40, false, 2 << 40, true},
	{"s_orn2_b32", 0, 0xfffffff0, false, 0x0f, true},
	{"s_orn2_b64", 0, ^uint64(0), true, 0, false},
	{"s_nand_b32", 0xffffffff, 0xffffffff, true, 0, false},
	{"s_nand_b64", 0, 0, false, ^uint64(0), true},
	{"s_nor_b32", 0xffff0000, 0x0000fff0, false, 0x0f, true},
	{"s_nor_b64", 1, ^uint64(1), true, 0, false},
	{"s_xnor_b32", 0x0f, 0xff, false, 0xffffff0f, true},
	{"s_xnor_b64", 5, ^uint64(5), true, 0, false},
	{"s_lshl_b32", 0x80000001, 33, false, 2, true},
	{"s_lshl_b32", 0x80000000, 1, true, 0, false},
	{"s_lshl_b64", 0x8000000080000001, 65, false, 0x100000002, true},
	{"s_lshr_b32", 0x80000001, 33, false, 0x40000000, true},
	{"s_lshr_b64", 1, 1, true, 0, false},
	{"s_ashr_i32", 0x80000001, 33, false, 0xc0000000, true},
	{"s_ashr_i64", 0x8000000000000001, 65, false, 0xc000000000000000, true},
	{"s_bfm_b32", 4, 8, false, 0xf00, false},
	{"s_bfm_b64", 4, 40, false, 0xf0000000000, false},
	{"s_mul_i32", 0xffffffff, 5, false, 0xfffffffb, false},
	{"s_mul_hi_u32", 0xffffffff, 0xffffffff, false, 0xfffffffe, false},
	{"s_mul_hi_i32", 0xffffffff, 5, false, 0xffffffff, false},
	{"s_bfe_u32", 0x12345678, 8 | 12<<16, false, 0x456, true},
	{"s_bfe_u32", 0x12345678, 8, true, 0, false},
	{"s_bfe_u32", 0x92345678, 4 | 32<<16, false, 0x09234567, true},
	{"s_bfe_u32", 0x92345678, 4 | 127<<16, false, 0x09234567, true},
	{"s_bfe_i32", 0x00000f00, 8 | 4<<16, false, 0xffffffff, true},
	{"s_bfe_i32", 0x00000700, 8 | 4<<16, false, 7, true},
	{"s_bfe_i32", 0x92345678, 4 | 32<<16, false, 0xf9234567, true},
	{"s_bfe_i32", 0xffffffff, 4, true, 0, false},
	{"s_bfe_u64", 0x123456789abcdef0, 8 | 40<<16, false, 0x56789abcde, true},
	{"s_bfe_u64", 0x923456789abcdef0, 4 | 64<<16, false, 0x0923456789abcdef, true},
	{"s_bfe_i64", 0x0000f00000000000, 44 | 4<<16, false, ^uint64(0), true},
	{"s_bfe_i64", 0x923456789abcdef0, 4 | 100<<16, false, 0xf923456789abcdef, true},
	{"s_absdiff_i32", 2, 5, false, 3, true},
	{"s_absdiff_i32", 0xffffffff, 0, false, 1, true},
	{"s_absdiff_i32", 0x80000000, 0, false, 0x80000000, true},
	{"s_absdiff_i32", 0x80000000, 1, false, 0x7fffffff, true},
	{"s_absdiff_i32", 0x80000000, 0xffffffff, false, 0x7fffffff, true},
	{"s_absdiff_i32", 0x80000000, 0xfffffffe, false, 0x7ffffffe, true},
	{"s_absdiff_i32", 7, 7, true, 0, false},
	{"s_lshl1_add_u32", 0x80000000, 5, false, 5, true},
	{"s_lshl2_add_u32", 3, 5, true, 17, false},
	{"s_lshl3_add_u32", 3, 5, true, 29, false},
	{"s_lshl4_add_u32", 0x10000001, 5, false, 21, true},
	{"s_pack_ll_b32_b16", 0x11112222, 0x33334444, false, 0x44442222, false},
	{"s_pack_lh_b32_b16", 0x11112222, 0x33334444, false, 0x33332222, false},
	{"s_pack_hh_b32_b16", 0x11112222, 0x33334444, false, 0x33331111, false},

	{"s_mov_b32", 0x12345678, 0, false, 0x12345678, false},
	{"s_mov_b64", 0x123456789abcdef0, 0, false, 0x123456789abcdef0, false},
	{"s_mov_b32 s0, 0x12345678", 0, 0, false, 0x12345678, false},
	{"s_mov_b64 s[0:1], 0x12345678", 0, 0, false, 0x12345678, false},
	{"s_mov_b64 s[0:1], -1", 0, 0, false, ^uint64(0), false},
	{"s_cmov_b32", 7, 0, true, 7, true},
	{"s_cmov_b32", 7, 0, false, oldDst & 0xffffffff, false},
	{"s_cmov_b64", 7 << 40, 0, true, 7 << 40, true},
	{"s_not_b32", 0xffffffff, 0, true, 0, false},
	{"s_not_b64", 1, 0, false, ^uint64(1), true},
	{"s_wqm_b32", 0x10000842, 0, false, 0xf0000fff, true},
	{"s_wqm_b64", 0x8000000000000001, 0, false, 0xf00000000000000f, true},
	{"s_wqm_b32", 0, 0, true, 0, false},
	{"s_brev_b32", 0x12345678, 0, false, 0x1e6a2c48, false},
	{"s_brev_b64", 1, 0, false, 1 << 63, false},
	{"s_bcnt0_i32_b32", 0x00000000, 0, false, 32, true},
	{"s_bcnt0_i32_b32", 0xcccccccc, 0, false, 16, true},
	{"s_bcnt0_i32_b32", 0xffffffff, 0, true, 0, false},
	{"s_bcnt0_i32_b64", 1, 0, false, 63, true},
	{"s_bcnt1_i32_b32", 0x00000000, 0, true, 0, false},
	{"s_bcnt1_i32_b32", 0xcccccccc, 0, false, 16, true},
	{"s_bcnt1_i32_b32", 0xffffffff, 0, false, 32, true},
	{"s_bcnt1_i32_b64", ^uint64(1), 0, false, 63, true},
	{"s_ff0_i32_b32", 0xaaaaaaaa, 0, false, 0, false},
	{"s_ff0_i32_b32", 0x55555555, 0, false, 1, false},
	{"s_ff0_i32_b32", 0x00000000, 0, false, 0, false},
	{"s_ff0_i32_b32", 0xffffffff, 0, false, 0xffffffff, false},
	{"s_ff0_i32_b32", 0xfffeffff, 0, false, 16, false},
	{"s_ff0_i32_b64", 0xffffffff, 0, false, 32, false},
	{"s_ff0_i32_b64", ^uint64(0), 0, false, 0xffffffff, false},
	{"s_ff1_i32_b32", 0xaaaaaaaa, 0, false, 1, false},
	{"s_ff1_i32_b32", 0x55555555, 0, false, 0, false},
	{"s_ff1_i32_b32", 0x00000000, 0, false, 0xffffffff, false},
	{"s_ff1_i32_b32", 0x00010000, 0, false, 16, false},
	{"s_ff1_i32_b64", 1 << 40, 0, false, 40, false},
	{"s_ff1_i32_b64", 0, 0, false, 0xffffffff, false},
	{"s_flbit_i32_b32", 0x00000000, 0, false, 0xffffffff, false},
	{"s_flbit_i32_b32", 0x0000cccc, 0, false, 16, false},
	{"s_flbit_i32_b32", 0xffff3333, 0, false, 0, false},
	{"s_flbit_i32_b32", 0x7fffffff, 0, false, 1, false},
	{"s_flbit_i32_b32", 0x80000000, 0, false, 0, false},
	{"s_flbit_i32_b64", 1, 0, false, 63, false},
	{"s_flbit_i32_b64", 0, 0, false, 0xffffffff, false},
	{"s_flbit_i32", 0x00000000, 0, false, 0xffffffff, false},
	{"s_flbit_i32", 0x0000cccc, 0, false, 16, false},
	{"s_flbit_i32", 0xffff3333, 0, false, 16, false},
	{"s_flbit_i32", 0x7fffffff, 0, false, 1, false},
	{"s_flbit_i32", 0x80000000, 0, false, 1, false},
	{"s_flbit_i32", 0xffffffff, 0, false, 0xffffffff, false},
	{"s_flbit_i32_i64", 0xffffffffffff3333, 0, false, 48, false},
	{"s_flbit_i32_i64", ^uint64(0), 0, false, 0xffffffff, false},
	{"s_sext_i32_i8", 0x12345680, 0, false, 0xffffff80, false},
	{"s_sext_i32_i16", 0x12348000, 0, false, 0xffff8000, false},
	{"s_bitset0_b32", 32 + 22, 0, false, oldDst & 0xffffffff &^ (1 << 22), false},
	{"s_bitset0_b64", 64 + 36, 0, false, oldDst &^ (1 << 36), false},
	{"s_bitset1_b32", 32 + 18, 0, false, oldDst&0xffffffff | 1<<18, false},
	{"s_bitset1_b64", 64 + 34, 0, false, oldDst | 1<<34, false},
	{"s_quadmask_b32", 0x10000842, 0, false, 0x87, true},
	{"s_quadmask_b64", 0x8000000000000001, 0, false, 0x8001, true},
	{"s_quadmask_b64", 0, 0, true, 0, false},
	{"s_abs_i32", 1, 0, false, 1, true},
	{"s_abs_i32", 0x80000000, 0, false, 0x80000000, true},
	{"s_abs_i32", 0x80000001, 0, false, 0x7fffffff, true},
	{"s_abs_i32", 0xffffffff, 0, false, 1, true},
	{"s_abs_i32", 0, 0, true, 0, false},
	{"s_bitreplicate_b64_b32", 0x80000005, 0, false, 0xc000000000000033, false},

	{"s_movk_i32 s0, 0x8000", 0, 0, false, 0xffff8000, false},
	{"s_movk_i32 s0, 5", 0, 0, false, 5, false},
	{"s_cmovk_i32 s0, -5", 0, 0, true, 0xfffffffb, true},
	{"s_cmovk_i32 s0, -5", 0, 0, false, oldDst & 0xffffffff, false},
	{"s_addk_i32 s0, -5", 0, 0, false, oldDst&0xffffffff - 5, false},
	{"s_mulk_i32 s0, -5", 0, 0, false, 0x2d2d2d31, false},

	{"s_cmp_eq_i32", 5, 5, false, 0, true},
	{"s_cmp_eq_i32", 5, 6, true, 0, false},
	{"s_cmp_lg_i32", 5, 6, false, 0, true},
	{"s_cmp_gt_i32", 1, 0xffffffff, false, 0, true},
	{"s_cmp_ge_i32", 0xffffffff, 1, true, 0, false},
	{"s_cmp_ge_i32", 1, 1, false, 0, true},
	{"s_cmp_lt_i32", 0xffffffff, 1, false, 0, true},
	{"s_cmp_le_i32", 1, 1, false, 0, true},
	{"s_cmp_eq_u32", 5, 5, false, 0, true},
	{"s_cmp_lg_u32", 5, 5, true, 0, false},
	{"s_cmp_gt_u32", 1, 0xffffffff, true, 0, false},
	{"s_cmp_ge_u32", 0xffffffff, 1, false, 0, true},
	{"s_cmp_lt_u32", 0xffffffff, 1, true, 0, false},
	{"s_cmp_le_u32", 1, 0xffffffff, false, 0, true},
	{"s_cmp_eq_u64", 1 << 40, 2 << 40, true, 0, false},
	{"s_cmp_eq_u64", 1 << 40, 1 << 40, false, 0, true},
	{"s_cmp_lg_u64", 1 << 40, 2 << 40, false, 0, true},
	{"s_bitcmp0_b32", 1 << 18, 32 + 18, true, 0, false},
	{"s_bitcmp1_b32", 1 << 18, 32 + 18, false, 0, true},
	{"s_bitcmp0_b64", 1 << 40, 64 + 41, false, 0, true},
	{"s_bitcmp1_b64", 1 << 40, 64 + 40, false, 0, true},
	{"s_cmpk_eq_i32 s2, -5", 0xfffffffb, 0, false, 0, true},
	{"s_cmpk_lg_i32 s2, -5", 0x0000fffb, 0, false, 0, true},
	{"s_cmpk_gt_i32 s2, -5", 0, 0, false, 0, true},
	{"s_cmpk_ge_i32 s2, -5", 0xfffffffa, 0, true, 0, false},
	{"s_cmpk_lt_i32 s2, -5", 0xfffffffa, 0, false, 0, true},
	{"s_cmpk_le_i32 s2, -5", 0, 0, true, 0, false},
	{"s_cmpk_eq_u32 s2, 0xfffb", 0x0000fffb, 0, false, 0, true},
	{"s_cmpk_lg_u32 s2, 0xfffb", 0xfffffffb, 0, false, 0, true},
	{"s_cmpk_gt_u32 s2, 0xfffb", 0xfffc, 0, false, 0, true},
	{"s_cmpk_ge_u32 s2, 0xfffb", 0xfffffffb, 0, false, 0, true},
	{"s_cmpk_lt_u32 s2, 0xfffb", 0xfffffffb, 0, true, 0, false},
	{"s_cmpk_le_u32 s2, 0xfffb", 0, 0, false, 0, true},

	{"s_and_saveexec_b64", 0xff, 0, false, execBefore, true},
	{"s_or_saveexec_b64", 0xff, 0, false, execBefore, true},
	{"s_xor_saveexec_b64", execBefore, 0, true, execBefore, false},
	{"s_andn2_saveexec_b64", execBefore, 0, true, execBefore, false},
	{"s_orn2_saveexec_b64", 0, 0, false, execBefore, true},
	{"s_nand_saveexec_b64", 0, 0, false, execBefore, true},
	{"s_nor_saveexec_b64", ^uint64(0), 0, true, execBefore, false},
	{"s_xnor_saveexec_b64", execBefore, 0, false, execBefore, true},
	{"s_andn1_saveexec_b64", execBefore, 0, true, execBefore, false},
	{"s_orn1_saveexec_b64", 0, 0, false, execBefore, true},
	{"s_andn1_wrexec_b64", 0xff, 0, false, execBefore &^ 0xff, true},
	{"s_andn2_wrexec_b64", 0xff, 0, false, 0xff &^ execBefore, true},
}

// TestScalar runs the table; it fails if an instruction of scalarOps has no
// case. Those that do not write SCC by the instruction table must leave it.
func TestScalar(t *testing.T) {
	covered := map[isa.Op]bool{ // by TestScalarRelative and TestGPRIndex
		isa.S_MOVRELS_B32: true, isa.S_MOVRELS_B64: true, isa.S_MOVRELD_B32: true, isa.S_MOVRELD_B64: true,
		isa.S_SET_GPR_IDX_ON: true, isa.S_SET_GPR_IDX_OFF: true, isa.S_SET_GPR_IDX_IDX: true, isa.S_SET_GPR_IDX_MODE: true,
	}
	for _, target := range isa.Targets() {
		for i := range scalarCases {
			c := &scalarCases[i]
			w, in, got := c.run(t, target, c.scc)
			covered[in.Row.Op] = true
			if got != c.want || w.scc != c.out && in.Row.Writes&isa.ImpSCC != 0 {
				t.Errorf("%s: %s of %#x, %#x with SCC %v: %#x, SCC %v; want %#x, SCC %v", target.Chip.Name, c.text, c.a, c.b, c.scc, got, w.scc, c.want, c.out)
			}
			if in.Row.Writes&isa.ImpSCC == 0 {
				for _, scc := range []bool{false, true} {
					if w, _, _ := c.run(t, target, scc); w.scc != scc {
						t.Errorf("%s changes SCC", c.text)
					}
				}
			}
			if in.Row.Writes&isa.ImpEXEC == 0 && w.exec() != execBefore {
				t.Errorf("%s changes EXEC", c.text)
			}
		}
		for _, row := range target.Rows() {
			if int(row.Op) < len(scalarOps) && scalarOps[row.Op] != nil && !covered[row.Op] {
				t.Errorf("%s has no case", row.Op)
			}
		}
	}
}

// TestExecMasks compares the instructions that change EXEC with their names'
// functions, bit for bit.
func TestExecMasks(t *testing.T) {
	const a = 0x5555333300ff1234
	masks := map[string]uint64{
		"s_and_saveexec_b64": a & execBefore, "s_or_saveexec_b64": a | execBefore, "s_xor_saveexec_b64": a ^ execBefore,
		"s_andn2_saveexec_b64": a &^ execBefore, "s_orn2_saveexec_b64": a | ^uint64(execBefore),
		"s_nand_saveexec_b64": ^uint64(a & execBefore), "s_nor_saveexec_b64": ^uint64(a | execBefore), "s_xnor_saveexec_b64": ^uint64(a ^ execBefore),
		"s_andn1_saveexec_b64": ^uint64(a) & execBefore, "s_orn1_saveexec_b64": ^uint64(a) | execBefore,
		"s_andn1_wrexec_b64": ^uint64(a) & execBefore, "s_andn2_wrexec_b64": a &^ execBefore,
	}
	for name, want := range masks {
		c := scalarCase{text: name, a: a}
		w, _, got := c.run(t, targetNamed(t, "gfx950"), false)
		if w.exec() != want || !w.scc {
			t.Errorf("%s: EXEC %#x, want %#x; SCC %v", name, w.exec(), want, w.scc)
		}
		if strings.Contains(name, "wrexec") && got != want || !strings.Contains(name, "wrexec") && got != execBefore {
			t.Errorf("%s: destination %#x", name, got)
		}
	}
	// The source is read before the destination is written.
	w := exec1(t, "gfx950", "s_and_saveexec_b64 s[2:3], s[2:3]", func(w *wave) { w.setExec(12); w.setSGPR64(2, 10) })
	if w.exec() != 8 || w.sgpr64(2) != 12 {
		t.Errorf("s_and_saveexec_b64 s[2:3], s[2:3]: EXEC %#x, s[2:3] %#x", w.exec(), w.sgpr64(2))
	}
}

// TestScalarArithmetic compares with exact arithmetic on random operands: a
// and the result have size bits, b 32.
func TestScalarArithmetic(t *testing.T) {
	const seed = 4
	r := rand.New(rand.NewPCG(seed, 0))
	one := big.NewInt(1)
	forms := []struct {
		name    string
		size    int
		signed  bool
		formula func(a, b, carry *big.Int) *big.Int
		scc     bool // SCC is set if the result does not fit
	}{
		{"s_add_u32", 32, false, bigAdd, true}, {"s_sub_u32", 32, false, bigSub, true},
		{"s_add_i32", 32, true, bigAdd, true}, {"s_sub_i32", 32, true, bigSub, true},
		{"s_addc_u32", 32, false, func(a, b, c *big.Int) *big.Int { return bigAdd(bigAdd(a, b, nil), c, nil) }, true},
		{"s_subb_u32", 32, false, func(a, b, c *big.Int) *big.Int { return bigSub(bigSub(a, b, nil), c, nil) }, true},
		{"s_lshl1_add_u32", 32, false, func(a, b, _ *big.Int) *big.Int { return bigAdd(new(big.Int).Lsh(a, 1), b, nil) }, true},
		{"s_lshl2_add_u32", 32, false, func(a, b, _ *big.Int) *big.Int { return bigAdd(new(big.Int).Lsh(a, 2), b, nil) }, true},
		{"s_lshl3_add_u32", 32, false, func(a, b, _ *big.Int) *big.Int { return bigAdd(new(big.Int).Lsh(a, 3), b, nil) }, true},
		{"s_lshl4_add_u32", 32, false, func(a, b, _ *big.Int) *big.Int { return bigAdd(new(big.Int).Lsh(a, 4), b, nil) }, true},
		{"s_mul_i32", 32, true, bigMul, false}, {"s_mul_hi_u32", 32, false, bigHigh, false}, {"s_mul_hi_i32", 32, true, bigHigh, false},
		{"s_lshl_b32", 32, false, func(a, b, _ *big.Int) *big.Int { return bigShift(a, b, 32) }, false},
		{"s_lshl_b64", 64, false, func(a, b, _ *big.Int) *big.Int { return bigShift(a, b, 64) }, false},
		{"s_lshr_b32", 32, false, func(a, b, _ *big.Int) *big.Int { return bigShift(a, b, -32) }, false},
		{"s_lshr_b64", 64, false, func(a, b, _ *big.Int) *big.Int { return bigShift(a, b, -64) }, false},
		{"s_ashr_i32", 32, true, func(a, b, _ *big.Int) *big.Int { return bigShift(a, b, -32) }, false},
		{"s_ashr_i64", 64, true, func(a, b, _ *big.Int) *big.Int { return bigShift(a, b, -64) }, false},
		{"s_bfm_b32", 32, false, func(a, b, _ *big.Int) *big.Int { return bigShift(bigSub(bigShift(one, a, 32), one, nil), b, 32) }, false},
		{"s_bfe_u32", 32, false, bigField(32, false), false}, {"s_bfe_u64", 64, false, bigField(64, false), false},
		{"s_bfe_i32", 32, true, bigField(32, true), false}, {"s_bfe_i64", 64, true, bigField(64, true), false},
	}
	target := targetNamed(t, "gfx950")
	for _, f := range forms {
		for range 300 {
			c := scalarCase{text: f.name, a: interesting(r) << (64 - f.size) >> (64 - f.size), b: interesting(r) & 0xffffffff, scc: r.IntN(2) == 1}
			exact := f.formula(toBig(c.a, f.size, f.signed), toBig(c.b, 32, f.signed), new(big.Int).SetUint64(bit(c.scc)))
			want := fromBig(exact, f.size, f.signed, false)
			w, _, got := c.run(t, target, c.scc)
			if fits := toBig(want, f.size, f.signed).Cmp(exact) == 0; got != want || f.scc && w.scc == fits {
				t.Fatalf("%s of %#x, %#x, SCC %v = %#x, SCC %v; exact %v", f.name, c.a, c.b, c.scc, got, w.scc, exact)
			}
		}
	}
}

// bigField is the field of a at b, modulo size, that is b[22:16] wide, with a
// sign if signed.
func bigField(size int64, signed bool) func(a, b, _ *big.Int) *big.Int {
	return func(a, b, _ *big.Int) *big.Int {
		width := uint(new(big.Int).And(new(big.Int).Rsh(b, 16), big.NewInt(127)).Uint64())
		modulus := new(big.Int).Lsh(big.NewInt(1), width)
		field := new(big.Int).Mod(bigShift(a, b, -size), modulus)
		if signed && width > 0 && field.Bit(int(width)-1) != 0 {
			field.Sub(field, modulus)
		}
		return field
	}
}

// TestScalarLogic compares the instructions on bits with their truth tables:
// bit 2a+b is the result for a and b.
func TestScalarLogic(t *testing.T) {
	for _, op := range []struct {
		name  string
		table uint64
	}{{"and", 0x8}, {"or", 0xe}, {"xor", 0x6}, {"andn2", 0x4}, {"orn2", 0xd}, {"nand", 0x7}, {"nor", 0x1}, {"xnor", 0x9}} {
		for suffix, want := range map[string]uint64{"_b32": op.table * 0x11111111, "_b64": op.table * 0x1111111111111111} {
			c := scalarCase{text: "s_" + op.name + suffix, a: 0xcccccccccccccccc, b: 0xaaaaaaaaaaaaaaaa}
			if w, _, got := c.run(t, targetNamed(t, "gfx942"), false); got != want || !w.scc {
				t.Errorf("%s: %#x, want %#x; SCC %v", c.text, got, want, w.scc)
			}
		}
	}
}

// TestAddkOverflow checks SCC of s_addk_i32.
func TestAddkOverflow(t *testing.T) {
	for _, c := range []struct {
		before uint32
		imm    int
		want   bool
	}{{0x7fffffff, 1, true}, {0x7fffffff, -1, false}, {0x80000000, -1, true}, {0xffffffff, 1, false}} {
		w := exec1(t, "gfx950", fmt.Sprintf("s_addk_i32 s0, %d", c.imm), func(w *wave) { w.sgpr[0] = c.before })
		if w.scc != c.want || w.sgpr[0] != c.before+uint32(c.imm) {
			t.Errorf("%#x + %d: %#x, SCC %v", c.before, c.imm, w.sgpr[0], w.scc)
		}
	}
}

// TestScalarRelative moves SGPRs that M0 selects; the first two cases are the
// manual's examples.
func TestScalarRelative(t *testing.T) {
	cases := []struct {
		text string
		m0   uint32
		at   int
		want uint32
	}{
		{"s_movrels_b32 s5, s7", 10, 5, 1017},
		{"s_movreld_b32 s5, s7", 10, 15, 1007},
		{"s_movrels_b64 s[4:5], s[6:7]", 10, 4, 1016},
		{"s_movrels_b64 s[4:5], s[6:7]", 10, 5, 1017},
		{"s_movreld_b64 s[4:5], s[6:7]", 10, 15, 1007},
		{"s_movrels_b32 s5, s7", 94, 5, 1101},
		{"s_movrels_b32 s5, s7", 95, 5, 1000}, // out of range: s0
		{"s_movrels_b64 s[4:5], s[6:7]", 95, 4, 1000},
		{"s_movreld_b32 s5, s7", 97, 102, 1102}, // out of range: nothing is written
		{"s_movreld_b32 s5, s7", 0x80000000, 5, 1005},
	}
	for _, c := range cases {
		w := exec1(t, "gfx942", c.text, func(w *wave) {
			for i := range 104 {
				w.sgpr[i] = uint32(1000 + i)
			}
			w.sgpr[m0Index] = c.m0
		})
		if got := w.sgpr[c.at]; got != c.want {
			t.Errorf("%s with M0 = %d: s%d is %d, want %d", c.text, c.m0, c.at, got, c.want)
		}
	}
}

// TestGPRIndex switches VGPR indexing on, changes and uses it, and switches it
// off.
func TestGPRIndex(t *testing.T) {
	target := targetNamed(t, "gfx942")
	w := testWave(target)
	for r := range 40 {
		w.setV(r, uint32(100+r))
	}
	w.sgpr[m0Index] = 0xabcd0f55
	w.sgpr[3] = 0x1207
	do := func(text string) {
		in := bindText(t, target, text)
		in.run(w, in)
	}
	expect := func(what string, got, want uint32) {
		t.Helper()
		if got != want {
			t.Errorf("%s: %#x, want %#x", what, got, want)
		}
	}
	do("s_set_gpr_idx_on s3, gpr_idx(SRC0,DST)")
	expect("M0 after on", w.sgpr[m0Index], 0xabcd9f07)
	expect("MODE after on", w.mode.bits, rocmMode|modeGPRIdx)
	do("v_add_u32 v1, v2, v3")
	expect("v8 = v9 + v3", w.vgpr[8][5], 109+103)
	expect("v1", w.vgpr[1][5], 101)
	do("v_readlane_b32 s0, v2, 5")
	expect("readlane v9", w.sgpr[0], 109)
	do("v_readfirstlane_b32 s0, v3")
	expect("readfirstlane v10", w.sgpr[0], 110)
	do("v_writelane_b32 v2, 33, 5")
	expect("writelane v9", w.vgpr[9][5], 33)
	expect("writelane v9, other lane", w.vgpr[9][6], 109)
	do("s_set_gpr_idx_idx 20")
	expect("M0 after idx", w.sgpr[m0Index], 0xabcd9f14)
	do("s_set_gpr_idx_mode gpr_idx(SRC1)")
	expect("M0 after mode", w.sgpr[m0Index], 0xabcd2f14)
	do("v_add_u32 v1, v2, v3")
	expect("v1 = v2 + v23", w.vgpr[1][5], 102+123)
	do("v_mul_lo_u32 v1, v2, v3")
	expect("v1 = v2 * v23", w.vgpr[1][5], 102*123)
	do("s_set_gpr_idx_off")
	expect("M0 after off", w.sgpr[m0Index], 0xabcd2f14)
	expect("MODE after off", w.mode.bits, rocmMode)
	do("v_add_u32 v1, v2, v3")
	expect("v1 = v2 + v3", w.vgpr[1][5], 102+103)
}
