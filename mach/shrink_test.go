package mach

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"heddle/arch"
	"heddle/isa"
	"heddle/pass"
)

func TestShrink(t *testing.T) {
	for _, c := range []struct{ from, want string }{
		{"v_cmp_lt_u32_e64 vcc, v1, v2", "v_cmp_lt_u32_e32 vcc, v1, v2"},
		{"v_cmp_lt_u32_e64 s[4:5], v1, v2", "v_cmp_lt_u32_e64 s[4:5], v1, v2"},
		{"v_cmp_lt_f32_e64 vcc, v1, s3", "v_cmp_gt_f32_e32 vcc, s3, v1"},
		{"v_cmp_nge_f64_e64 vcc, v[2:3], s[4:5]", "v_cmp_nle_f64_e32 vcc, s[4:5], v[2:3]"},
		{"v_cmp_lt_f32_e64 vcc, |v1|, v2", "v_cmp_lt_f32_e64 vcc, |v1|, v2"},
		{"v_cndmask_b32_e64 v0, v1, v2, vcc", "v_cndmask_b32_e32 v0, v1, v2, vcc"},
		{"v_cndmask_b32_e64 v0, 1, v2, vcc", "v_cndmask_b32_e32 v0, 1, v2, vcc"},
		{"v_cndmask_b32_e64 v0, v1, 2, vcc", "v_cndmask_b32_e64 v0, v1, 2, vcc"},
		{"v_cndmask_b32_e64 v0, v1, v2, s[2:3]", "v_cndmask_b32_e64 v0, v1, v2, s[2:3]"},
		{"v_add_co_u32_e64 v0, vcc, v1, s2", "v_add_co_u32_e32 v0, vcc, s2, v1"},
		{"v_sub_co_u32_e64 v0, vcc, v1, s2", "v_subrev_co_u32_e32 v0, vcc, s2, v1"},
		{"v_addc_co_u32_e64 v0, vcc, v1, v2, vcc", "v_addc_co_u32_e32 v0, vcc, v1, v2, vcc"},
		{"v_addc_co_u32_e64 v0, vcc, v1, v2, s[2:3]", "v_addc_co_u32_e64 v0, vcc, v1, v2, s[2:3]"},
		{"v_addc_co_u32_e64 v0, s[2:3], v1, v2, vcc", "v_addc_co_u32_e64 v0, s[2:3], v1, v2, vcc"},
		{"v_add_u32_e64 v0, v1, s2", "v_add_u32_e32 v0, s2, v1"},
		{"v_sub_u32_e64 v0, v1, s2", "v_subrev_u32_e32 v0, s2, v1"},
		{"v_lshlrev_b32_e64 v0, v1, s2", "v_lshlrev_b32_e64 v0, v1, s2"},
		{"v_add_f32_e64 v0, v1, s2", "v_add_f32_e64 v0, v1, s2"}, // which NaN it is depends on the order
		{"v_add_f32_e64 v0, v1, 1.0", "v_add_f32_e32 v0, 1.0, v1"},
		{"v_add_f32_e64 v0, v1, v2 mul:2", "v_add_f32_e64 v0, v1, v2 mul:2"},
		{"v_fma_f32 v0, v1, v2, v0", "v_fmac_f32_e32 v0, v1, v2"},
		{"v_fma_f32 v0, s1, v2, v0", "v_fmac_f32_e32 v0, s1, v2"},
		{"v_fma_f32 v0, v1, v2, v3", "v_fma_f32 v0, v1, v2, v3"},
		{"v_fma_f32 v0, -v1, v2, v0", "v_fma_f32 v0, -v1, v2, v0"},
		{"v_fma_f64 v[0:1], v[2:3], v[4:5], v[0:1]", "v_fmac_f64_e32 v[0:1], v[2:3], v[4:5]"},
		{"v_pk_fma_f16 v0, v1, v2, v0", "v_pk_fmac_f16_e32 v0, v1, v2"},
		{"s_mov_b32 s3, 0x1234", "s_movk_i32 s3, 0x1234"},
		{"s_mov_b32 s3, 0x12345", "s_mov_b32 s3, 0x12345"},
		{"s_mov_b32 s3, 5", "s_mov_b32 s3, 5"},
		{"s_add_u32 s3, s3, 0x400", "s_addk_i32 s3, 0x400"},
		{"s_add_u32 s3, s4, 0x400", "s_add_u32 s3, s4, 0x400"},
		{"s_mul_i32 s3, s3, 0xffffff00", "s_mulk_i32 s3, 0xff00"},
		{"s_cmp_lt_u32 s3, 0xfff0", "s_cmpk_lt_u32 s3, 0xfff0"},
		{"s_cmp_lt_i32 s3, 0xfff0", "s_cmp_lt_i32 s3, 0xfff0"},
		{"s_cmp_ge_i32 s3, 0x400", "s_cmpk_ge_i32 s3, 0x400"},
	} {
		f := parseFunc(t, &arch.GFX950, c.from+"\ns_endpgm")
		if err := shrink(f, &pass.Options{}); err != nil {
			t.Fatal(err)
		}
		if err := f.Verify(); err != nil {
			t.Errorf("%s: %v", c.from, err)
		}
		got, _, _ := strings.Cut(strings.TrimSpace(listing(f)), "\n")
		if got = strings.TrimSpace(got); got != c.want {
			t.Errorf("%s became %s, want %s", c.from, got, c.want)
		}
	}
	// Who needs the carry keeps it.
	f := parseFunc(t, &arch.GFX950, "s_add_u32 s3, s3, 0x400\ns_endpgm")
	f.Blocks[0].Instrs[0].SCCDef = 1
	shrink(f, &pass.Options{})
	if f.Blocks[0].Instrs[0].Row.Op != isa.S_ADD_U32 {
		t.Error("a carry is lost")
	}
}

// What is exchanged gives the same in the simulator.
func TestShrinkRuns(t *testing.T) {
	values := []uint32{0, 1, 0x7fffffff, 0x80000000, 0xffffffff, 0x3f800000, 0xbfc00000, 0x40490fdb, 0x00010002, 0x12345678, 0x7f800000, 0x3c00c000}
	var body strings.Builder
	body.WriteString("s_load_dwordx2 s[4:5], s[0:1], 0x0\nv_lshlrev_b32 v1, 2, v0\n")
	for i, v := range values { // lane i has value i, and the scalar register another one
		fmt.Fprintf(&body, "s_mov_b32 s8, 0x%x\nv_mov_b32 v6, s8\nv_cmp_eq_u32_e64 s[6:7], v0, %d\nv_cndmask_b32_e64 v2, v2, v6, s[6:7]\nv_cndmask_b32_e64 v3, v3, v6, s[6:7]\n", v, i)
	}
	body.WriteString("v_mov_b32 v7, 0\nv_mov_b32 v8, 0\n")
	fold := "v_mul_lo_u32 v7, v7, 0x11\nv_xor_b32 v7, v7, v4\nv_mul_lo_u32 v8, v8, 0x13\nv_addc_co_u32_e64 v8, s[10:11], v8, v8, vcc\n"
	fold = strings.ReplaceAll(strings.ReplaceAll(fold, "0x11", "17"), "0x13", "19")
	emit := func(op isa.Op) {
		rows := isa.GFX950.RowsOf(op)
		i := slices.IndexFunc(rows, func(r isa.Row) bool { return r.Enc == isa.EncVOP3A || r.Enc == isa.EncVOP3B })
		row := &rows[i]
		for _, v := range []uint32{0, 3, 0x80000001, 0x3f800000, 0xc0000000} {
			var args []string
			for k := range row.Operands {
				o := &row.Operands[k]
				switch {
				case o.Name == "vdst":
					args = append(args, "v4")
				case o.Name == "sdst":
					args = append(args, "vcc")
				case o.Name == "src0" && o.Dwords == 2:
					args = append(args, "v[2:3]")
				case o.Name == "src0":
					args = append(args, "v2")
				case o.Name == "src1" && o.Dwords == 2:
					args = append(args, "s[8:9]")
				case o.Name == "src1" && slices.ContainsFunc(exchangeableFloat[:], func(p [2]isa.Op) bool { return p[0] == op }):
					args = append(args, "2.0")
				case o.Name == "src1" && len(row.Operands) == 5: // the carry is the scalar register
					args = append(args, "7")
				case o.Name == "src1":
					args = append(args, "s8")
				case o.Name == "src2":
					args = append(args, "vcc")
				}
			}
			fmt.Fprintf(&body, "s_mov_b32 s8, 0x%x\ns_mov_b32 s9, s8\ns_mov_b64 vcc, 0x35\n%s %s\n%s", v, row.Mnemonic, strings.Join(args, ", "), fold)
		}
	}
	for _, table := range [][][2]isa.Op{exchangeable[:], exchangeableFloat[:]} {
		for _, p := range table {
			emit(p[0])
			if p[0] != p[1] && !slices.ContainsFunc(exchangeableFloat[:], func(q [2]isa.Op) bool { return p == q }) {
				emit(p[1])
			}
		}
	}
	body.WriteString("s_waitcnt lgkmcnt(0)\nglobal_store_dword v1, v7, s[4:5]\nglobal_store_dword v1, v8, s[4:5] offset:256\ns_endpgm\n")
	var results [2][]uint32
	for i := range results {
		f := parseFunc(t, &arch.GFX950, strings.ReplaceAll(body.String(), "s_mov_b64 vcc, 0x35", "s_mov_b64 vcc, 53"))
		before := len(f.Emit().Bytes)
		if i == 1 {
			shrink(f, &pass.Options{})
			if after := len(f.Emit().Bytes); after >= before {
				t.Errorf("%d bytes became %d", before, after)
			}
		}
		physicalPasses(t, f, pass.Options{})
		results[i], _ = runKernel(t, &arch.GFX950, f.Emit(), "hazards", 0)
	}
	if !slices.Equal(results[0], results[1]) {
		t.Errorf("%x\n%x", results[0][:128], results[1][:128])
	}
}
