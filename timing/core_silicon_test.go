package timing

import (
	"cmp"
	"encoding/csv"
	"fmt"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"

	"heddle/isa"
)

// rows reads a table of testdata, which has figures of facts silicon (thread traces of an MI350X).
func rows(t *testing.T, name string) (list []map[string]string) {
	t.Helper()
	f, err := os.Open("testdata/" + name)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	r := csv.NewReader(f)
	r.FieldsPerRecord = -1 // some rows leave out the last ones
	all, err := r.ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	for _, row := range all[1:] {
		m := map[string]string{}
		for i, v := range row {
			m[all[0][i]] = v
		}
		list = append(list, m)
	}
	return list
}

// otherLengths are instructions whose most frequent length in the traces is not theirs, and why.
var otherLengths = map[string]string{
	"buffer_store_dwordx2": "8 in 768 of 1,056, those with an SGPR as soffset",
	"s_endpgm":             "until the stores are acknowledged",
}

// TestLengths: instructions keep their waves as long as on silicon, in most executions of each opcode.
func TestLengths(t *testing.T) {
	target := isa.GFX950
	byName := map[string]*isa.Row{}
	for i := range target.Rows() {
		r := &target.Rows()[i]
		if byName[r.Mnemonic] == nil {
			byName[r.Mnemonic] = r
		}
	}
	checked := 0
	for _, r := range rows(t, "mi350x_opcode_cycles_all.csv") {
		mode, err := strconv.Atoi(r["issue_mode"])
		row := byName[r["opcode"]]
		if err != nil || row == nil || mode == 0 || otherLengths[r["opcode"]] != "" {
			continue
		}
		inst := row.NewInst()
		for k := range row.Operands {
			inst.Args[k] = isa.R(isa.V0, int(row.Operands[k].Dwords))
		}
		chip := *target.Chip
		p := &Program{Chip: &chip, Target: target, Insts: []Inst{{Size: 4, Inst: inst}}}
		f := &facts(p)[0]
		length := f.length
		if f.scaled {
			length += cycles(chip.Model.Core.Scale) // of a fresh one
		}
		checked++
		if int(length) != mode {
			t.Errorf("%s takes %d cycles, on silicon %d in %s of %s", r["opcode"], length, mode, r["mode_share"], r["n"])
		}
	}
	if checked < 170 {
		t.Errorf("%d opcodes were found", checked)
	}
}

// distances are producers and consumers of mi350x_dependence_distance.csv, with instructions of which the second
// reads what the first one writes, and the s_nop that compilers have to put between (isa's hazards). Its other rows
// have minima that come from the code between the two.
var distances = []struct{ producer, consumer, text string }{
	{"VALU", "VALU", "v_add_f32 v1, v2, v3\nv_add_f32 v4, v1, v3"},
	{"VCMP", "VALU", "v_cmp_gt_u32 vcc, v1, v2\ns_nop 1\nv_cndmask_b32 v1, v2, v3, vcc"},
	{"VALU", "ds_read_b128", "v_add_u32 v1, v2, v3\nds_read_b128 v[4:7], v1"},
	{"VALU", "VPK", "v_add_f32 v2, v2, v3\nv_pk_add_f32 v[4:5], v[2:3], v[6:7]"},
	{"VALU", "buffer_load_dwordx4", "v_add_u32 v1, v2, v3\nbuffer_load_dwordx4 v[4:7], v1, s[0:3], 0 offen"},
	{"VALU", "TRANS", "v_add_f32 v1, v2, v3\nv_exp_f32 v4, v1"},
	{"VPK", "VCMP", "v_pk_add_f32 v[2:3], v[4:5], v[6:7]\nv_cmp_gt_f32 vcc, v2, v1"},
	{"VPK", "VALU", "v_pk_add_f32 v[2:3], v[4:5], v[6:7]\nv_or_b32_sdwa v1, v2, v3 dst_sel:DWORD dst_unused:UNUSED_PAD src0_sel:DWORD src1_sel:WORD_1"},
	{"VALU", "VCMP", "v_add_f32 v1, v2, v3\nv_cmp_gt_f32 vcc, v1, v2"},
	{"VALU", "v_mfma_scale_f32_16x16x128_f8f6f4", "v_add_f32 v8, v2, v3\ns_nop 1\nv_mfma_scale_f32_16x16x128_f8f6f4 v[0:3], v[8:15], v[16:23], v[0:3], v24, v25"},
	{"v_readfirstlane_b32", "s_mov_b32", "v_readfirstlane_b32 s0, v1\ns_mov_b32 s1, s0"},
	{"v_readfirstlane_b32", "s_add_i32", "v_readfirstlane_b32 s0, v1\ns_add_i32 s1, s0, s2"},
	{"v_readfirstlane_b32", "s_mul_i32", "v_readfirstlane_b32 s0, v1\ns_mul_i32 s1, s0, s2"},
	{"v_readfirstlane_b32", "s_lshl_b32", "v_readfirstlane_b32 s0, v1\ns_lshl_b32 s1, s0, 2"},
	{"v_readfirstlane_b32", "s_cmp_ge_i32", "v_readfirstlane_b32 s0, v1\ns_cmp_ge_i32 s0, s2"},
	{"v_readfirstlane_b32", "s_bfe_u32", "v_readfirstlane_b32 s0, v1\ns_bfe_u32 s1, s0, s2"},
	{"VCMP", "s_and_b64", "v_cmp_gt_u32 vcc, v1, v2\ns_and_b64 s[0:1], vcc, exec"},
	{"VCMP", "s_and_saveexec_b64", "v_cmp_gt_u32 vcc, v1, v2\ns_and_saveexec_b64 s[0:1], vcc"},
	{"VALU", "buffer_store_short", "v_add_u32 v1, v2, v3\nbuffer_store_short v1, v5, s[0:3], 0 offen"},
	{"VALU", "ds_bpermute_b32", "v_add_u32 v1, v2, v3\nds_bpermute_b32 v4, v1, v5"},
	{"VPK", "VPK", "v_pk_add_f32 v[2:3], v[4:5], v[6:7]\nv_pk_add_f32 v[4:5], v[2:3], v[6:7]"},
	{"VALU", "buffer_load_dword", "v_add_u32 v1, v2, v3\nbuffer_load_dword v4, v1, s[0:3], 0 offen"},
	{"TRANS", "VPK", "v_exp_f32 v2, v3\nv_pk_add_f32 v[4:5], v[2:3], v[6:7]"},
	{"TRANS", "VALU", "v_exp_f32 v2, v3\nv_add_f32 v4, v2, v7"},
	{"VALU", "buffer_store_dword", "v_add_u32 v1, v2, v3\nbuffer_store_dword v1, v5, s[0:3], 0 offen"},
	{"v_permlane32_swap_b32_e32", "VCMP", "v_permlane32_swap_b32 v1, v2\nv_cmp_gt_f32 vcc, v1, v2"},
	{"v_permlane16_swap_b32_e32", "VCMP", "v_permlane16_swap_b32 v1, v2\nv_cmp_gt_f32 vcc, v1, v2"},
	{"VALU", "v_permlane32_swap_b32_e32", "v_mov_b32 v1, v3\ns_nop 1\nv_permlane32_swap_b32 v1, v2"},
	{"VALU", "v_permlane16_swap_b32_e32", "v_mov_b32 v1, v3\ns_nop 1\nv_permlane16_swap_b32 v1, v2"},
	{"VALU", "ds_swizzle_b32", "v_add_u32 v1, v2, v3\nds_swizzle_b32 v4, v1 offset:0x401f"},
	{"VALU", "ds_write_b32", "v_add_u32 v1, v2, v3\nds_write_b32 v4, v1"},
	{"VALU", "ds_write2_b32", "v_add_u32 v1, v2, v3\nds_write2_b32 v4, v1, v5 offset1:1"},
	{"VALU", "ds_read_b32", "v_add_u32 v1, v2, v3\nds_read_b32 v4, v1"},
	{"VALU", "ds_write_b16", "v_add_u32 v1, v2, v3\nds_write_b16 v4, v1"},
	{"VALU", "ds_read_b64", "v_add_u32 v1, v2, v3\nds_read_b64 v[4:5], v1"},
	{"VALU", "global_load_dwordx4", "v_add_u32 v1, v2, v3\nglobal_load_dwordx4 v[4:7], v[0:1], off"},
	{"VALU", "global_store_dwordx2", "v_add_u32 v1, v2, v3\nglobal_store_dwordx2 v[4:5], v[0:1], off"},
	{"VALU", "buffer_store_dwordx4", "v_add_u32 v1, v2, v3\nbuffer_store_dwordx4 v[4:7], v1, s[0:3], 0 offen"},
	{"VALU", "ds_read2_b32", "v_add_u32 v1, v2, v3\nds_read2_b32 v[4:5], v1 offset1:1"},
	{"VALU", "ds_write2st64_b32", "v_add_u32 v1, v2, v3\nds_write2st64_b32 v4, v1, v5 offset1:1"},
	{"VPK", "buffer_store_dwordx4", "v_pk_add_f32 v[4:5], v[8:9], v[10:11]\nbuffer_store_dwordx4 v[4:7], v1, s[0:3], 0 offen"},
	{"VALU", "global_atomic_pk_add_bf16", "v_add_u32 v1, v2, v3\nglobal_atomic_pk_add_bf16 v[2:3], v1, off"},
	{"v_mfma_f32_16x16x32_fp8_fp8", "v_mfma_f32_16x16x32_fp8_fp8 (as C, same regs)", repeat(2, "v_mfma_f32_16x16x32_fp8_fp8 v[0:3], v[4:5], v[6:7], v[0:3]")},
	{"v_mfma_f32_16x16x32_bf16", "v_mfma_f32_16x16x32_bf16 (as C, same regs)", repeat(2, "v_mfma_f32_16x16x32_bf16 v[0:3], v[4:7], v[8:11], v[0:3]")},
	{"v_mfma_f32_32x32x16_bf16", "v_mfma_f32_32x32x16_bf16 (as C, same regs)", repeat(2, "v_mfma_f32_32x32x16_bf16 v[0:15], v[16:19], v[20:23], v[0:15]")},
}

// TestDependenceDistances: the least distance of a producer and its consumer is that of the traces.
func TestDependenceDistances(t *testing.T) {
	table := map[[2]string]string{}
	for _, r := range rows(t, "mi350x_dependence_distance.csv") {
		table[[2]string{r["producer"], r["consumer"]}] = r["issue_distance_min"]
	}
	for _, d := range distances {
		want, err := strconv.Atoi(table[[2]string{d.producer, d.consumer}])
		if err != nil {
			t.Errorf("%s to %s: no row", d.producer, d.consumer)
			continue
		}
		c := directed{text: d.text}
		l := c.lab(t, isa.GFX950)
		l.run(t)
		times := l.times()[0]
		if got := times[len(times)-1] - times[0]; int(got) != want {
			t.Errorf("%s to %s: %d cycles, on silicon %d\n%s", d.producer, d.consumer, got, want, strings.TrimSpace(d.text))
		}
	}
}

// matrixGaps are two instructions of each opcode of mi350x_mfma_gaps.csv that do not depend on each other.
var matrixGaps = map[string][2]string{
	"v_mfma_f32_16x16x32_bf16":          {"v_mfma_f32_16x16x32_bf16 v[0:3], v[8:11], v[12:15], v[0:3]", "v_mfma_f32_16x16x32_bf16 v[4:7], v[8:11], v[12:15], v[4:7]"},
	"v_mfma_f32_16x16x32_fp8_fp8":       {"v_mfma_f32_16x16x32_fp8_fp8 v[0:3], v[8:9], v[12:13], v[0:3]", "v_mfma_f32_16x16x32_fp8_fp8 v[4:7], v[8:9], v[12:13], v[4:7]"},
	"v_mfma_scale_f32_16x16x128_f8f6f4": {"v_mfma_scale_f32_16x16x128_f8f6f4 v[0:3], v[8:15], v[16:23], v[0:3], v24, v25", "v_mfma_scale_f32_16x16x128_f8f6f4 v[4:7], v[8:15], v[16:23], v[4:7], v24, v25"},
}

// TestMatrixGaps: matrix instructions that follow each other directly have the gaps of the traces. The most
// frequent one is that after an instruction that had not stalled; a scaled one that follows one that had is nearer,
// as its scale half has gone ahead. In rows with others between, these make the gap.
func TestMatrixGaps(t *testing.T) {
	checked := 0
	for _, r := range rows(t, "mi350x_mfma_gaps.csv") {
		pair, ok := matrixGaps[r["first"]]
		if !ok {
			t.Fatalf("%s: no instructions", r["first"])
		}
		if r["between"] != "adjacent" || r["dependence"] != "independent" {
			continue
		}
		checked++
		d := directed{text: strings.Join(append(pair[:], pair[0]), "\n")}
		l := d.lab(t, isa.GFX950)
		l.run(t)
		at := l.times()[0]
		least, mode := min(at[1]-at[0], at[2]-at[1]), at[1]-at[0]
		if fmt.Sprint(least, mode) != r["gap_min"]+" "+r["gap_mode"] {
			t.Errorf("%s, %s: gaps of %d and mostly %d, on silicon %s and %s", r["bundle"], r["first"], least, mode, r["gap_min"], r["gap_mode"])
		}
	}
	if checked != 4 {
		t.Errorf("%d rows were found", checked)
	}
}

// latencies are accesses of mi350x_memory_latency.csv. The row of ds_write2_b32 is of accesses after others with
// conflicts; buffer_load_dword and global_load_dword, of which there are 4 and 2, came from beyond the L1.
var latencies = map[string]string{
	"ds_read_b32":         "ds_read_b32 v1, v2",
	"ds_read2_b32":        "ds_read2_b32 v[4:5], v2 offset1:1",
	"ds_read_b128":        "ds_read_b128 v[4:7], v2",
	"ds_write_b32":        "ds_write_b32 v1, v2",
	"ds_write_b64":        "ds_write_b64 v1, v[2:3]",
	"ds_write_b128":       "ds_write_b128 v1, v[4:7]",
	"ds_swizzle_b32":      "ds_swizzle_b32 v1, v2 offset:0x401f",
	"buffer_load_dwordx2": "buffer_load_dwordx2 v[4:5], v1, s[0:3], 0 offen",
	"buffer_load_dwordx4": "buffer_load_dwordx4 v[4:7], v1, s[0:3], 0 offen",
}

// crowded are rows whose median is not that of an access alone, as others were under way.
var crowded = []string{"pa.big ds_write_b64", "preshuffle_gemm.big ds_read_b128", "pa.big buffer_load_dwordx2"}

// TestMemoryLatencies: from the issue of an access to the end of the wait for it are as many cycles as on silicon, at the
// least and in the median, if it is alone and vector memory hits the L1; so many does a barrier take that no other
// wave is late for.
func TestMemoryLatencies(t *testing.T) {
	checked := 0
	for _, r := range rows(t, "mi350x_memory_latency.csv") {
		name, _, _ := strings.Cut(r["event"], ":")
		text := latencies[name]
		barrier := r["event"] == "s_barrier cycles"
		if !barrier && text == "" {
			continue
		}
		d := directed{text: cmp.Or(text, "s_barrier") + "\ns_waitcnt vmcnt(0) lgkmcnt(0)\ns_mov_b32 s0, s1", simds: []int{1}}
		l := d.lab(t, isa.GFX950)
		l.memory = &Given{Program: l.prog, VectorLatency: cycles(l.chip.Model.Memory.L1WideLatency)}
		l.run(t)
		wait := l.issues[0][1]
		got := int(wait.At + wait.Length - l.issues[0][0].At)
		if barrier { // it issues when it lets the wave go
			got = int(wait.At - 28)
		}
		checked++
		if fmt.Sprint(got) != r["cycles_min"] {
			t.Errorf("%s, %s: %d cycles, on silicon %s at the least", r["bundle"], r["event"], got, r["cycles_min"])
		}
		if !barrier && !slices.Contains(crowded, r["bundle"]+" "+name) && fmt.Sprint(got) != r["p50"] {
			t.Errorf("%s, %s: %d cycles, on silicon %s in the median", r["bundle"], r["event"], got, r["p50"])
		}
	}
	if checked != 21 {
		t.Errorf("%d rows were found", checked)
	}
}
