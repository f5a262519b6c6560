package isa_test

import (
	"testing"

	"heddle/isa"
)

// TestCounterIncrements: hazards.md §1.
func TestCounterIncrements(t *testing.T) {
	for _, c := range []struct {
		text string
		want isa.Increments
	}{
		{"global_load_dwordx4 v[0:3], v[4:5], off", isa.Increments{VM: 1}},
		{"global_store_dword v[4:5], v0, off", isa.Increments{VM: 1}},
		{"global_atomic_add v[4:5], v0, off", isa.Increments{VM: 1}},
		{"scratch_load_dword v0, off, s0", isa.Increments{VM: 1}},
		{"buffer_load_dword v0, off, s[0:3], 0", isa.Increments{VM: 1}},
		{"tbuffer_store_format_x v0, off, s[0:3], 0 format:1", isa.Increments{VM: 1}},
		{"buffer_load_dword off, s[0:3], 0 lds", isa.Increments{VM: 1}},
		{"global_load_lds_dword v[0:1], off", isa.Increments{VM: 1}},
		{"buffer_inv sc1", isa.Increments{VM: 1}},
		{"buffer_wbl2 sc1", isa.Increments{VM: 1}},
		{"flat_load_dword v0, v[2:3]", isa.Increments{VM: 1, LGKM: 1}},
		{"flat_store_dword v[2:3], v0", isa.Increments{VM: 1, LGKM: 1}},
		{"ds_read_b128 v[0:3], v4", isa.Increments{LGKM: 1}},
		{"ds_write_b32 v0, v1", isa.Increments{LGKM: 1}},
		{"ds_bpermute_b32 v0, v1, v2", isa.Increments{LGKM: 1}},
		{"ds_gws_init v0 gds", isa.Increments{LGKM: 1}},
		{"s_load_dword s0, s[2:3], 0x0", isa.Increments{LGKM: 1}},
		{"s_buffer_load_dword s0, s[4:7], 0x0", isa.Increments{LGKM: 1}},
		{"s_load_dwordx2 s[0:1], s[2:3], 0x0", isa.Increments{LGKM: 2}},
		{"s_load_dwordx16 s[0:15], s[16:17], 0x0", isa.Increments{LGKM: 2}},
		{"s_memtime s[0:1]", isa.Increments{LGKM: 2}},
		{"s_memrealtime s[0:1]", isa.Increments{LGKM: 2}},
		{"s_dcache_inv", isa.Increments{LGKM: 2}},
		{"s_dcache_wb", isa.Increments{LGKM: 2}},
		{"s_sendmsg sendmsg(MSG_INTERRUPT)", isa.Increments{LGKM: 1}},
		{"v_add_f32_e32 v0, v1, v2", isa.Increments{}},
		{"s_add_u32 s0, s1, s2", isa.Increments{}},
		{"s_barrier", isa.Increments{}},
		{"s_waitcnt vmcnt(0)", isa.Increments{}},
	} {
		for _, target := range isa.Targets() {
			inst := parse(t, target, c.text)
			if got := target.CounterIncrements(&inst); got != c.want {
				t.Errorf("%s: %s bumps %+v, want %+v", target.Chip.Name, c.text, got, c.want)
			}
		}
	}
}

// TestCountersOfRows: the rules bump the counters that the tables name, each
// of them by one rule.
func TestCountersOfRows(t *testing.T) {
	for _, target := range isa.Targets() {
		for i := range target.Rows() {
			row := &target.Rows()[i]
			inst := row.NewInst()
			classes := target.Classes(&inst)
			var bumped isa.Counters
			for _, r := range target.CounterRules() {
				if !classes.Has(r.Class) {
					continue
				}
				if bumped&r.Counter != 0 {
					t.Errorf("%s: two rules bump a counter for %s", target.Chip.Name, row.Mnemonic)
				}
				bumped |= r.Counter
			}
			if bumped != row.Counters {
				t.Errorf("%s: %s bumps %b by the rules and %b by the table", target.Chip.Name, row.Mnemonic, bumped, row.Counters)
			}
		}
	}
}

// TestCounterOrder: what the answers of two instructions of a counter say
// about each other.
func TestCounterOrder(t *testing.T) {
	order := func(target *isa.Target, counter isa.Counters, s string) isa.Order {
		inst := parse(t, target, s)
		for _, r := range target.CounterRules() {
			if r.Counter == counter && target.Classes(&inst).Has(r.Class) {
				return r.Order
			}
		}
		t.Fatalf("%s: no rule for %s", target.Chip.Name, s)
		return 0
	}
	for _, target := range isa.Targets() {
		for _, c := range []struct {
			counter isa.Counters
			text    string
			want    isa.Order
		}{
			{isa.CountVM, "global_load_dword v0, v[4:5], off", isa.OrderVM},
			{isa.CountVM, "buffer_store_dword v0, off, s[0:3], 0", isa.OrderVM},
			{isa.CountVM, "flat_load_dword v0, v[2:3]", isa.OrderNone},
			{isa.CountLGKM, "flat_load_dword v0, v[2:3]", isa.OrderNone},
			{isa.CountLGKM, "ds_read_b32 v0, v1", isa.OrderDS},
			{isa.CountLGKM, "s_load_dword s0, s[2:3], 0x0", isa.OrderNone},
			{isa.CountLGKM, "s_load_dwordx2 s[0:1], s[2:3], 0x0", isa.OrderNone},
			{isa.CountLGKM, "s_sendmsg sendmsg(MSG_INTERRUPT)", isa.OrderNone},
		} {
			if got := order(target, c.counter, c.text); got != c.want {
				t.Errorf("%s: %s: order %d, want %d", target.Chip.Name, c.text, got, c.want)
			}
			if inst := parse(t, target, c.text); target.Order(&inst) != c.want {
				t.Errorf("%s: Order of %s is %d, want %d", target.Chip.Name, c.text, target.Order(&inst), c.want)
			}
		}
		infos := target.CounterInfos()
		for i, want := range []struct {
			name string
			max  int
		}{{"vmcnt", 63}, {"lgkmcnt", 15}, {"expcnt", 7}} {
			if infos[i].Name != want.name || infos[i].Max != want.max {
				t.Errorf("%s: counter %+v, want %s up to %d", target.Chip.Name, infos[i], want.name, want.max)
			}
		}
	}
}

// TestPasses: the table of hazards.md §3.
func TestPasses(t *testing.T) {
	for _, c := range []struct {
		text           string
		gfx942, gfx950 int // -1: not on that target
	}{
		{"v_mfma_f32_4x4x1_16b_f32 v[0:3], v4, v5, 0", 2, 2},
		{"v_mfma_f32_4x4x4_16b_f16 v[0:3], v[4:5], v[6:7], 0", 2, 2},
		{"v_mfma_f32_4x4x4_16b_bf16 v[0:3], v[4:5], v[6:7], 0", 2, 2},
		{"v_mfma_i32_4x4x4_16b_i8 v[0:3], v4, v5, 0", 2, 2},
		{"v_mfma_f32_16x16x16_bf16 v[0:3], v[4:5], v[6:7], 0", 4, 4},
		{"v_mfma_i32_16x16x32_i8 v[0:3], v[4:5], v[6:7], 0", 4, 4},
		{"v_mfma_f32_16x16x32_bf8_fp8 v[0:3], v[4:5], v[6:7], 0", 4, 4},
		{"v_smfmac_f32_16x16x32_f16 v[0:3], v[4:5], v[6:9], v12", 4, 4},
		{"v_mfma_f32_16x16x8_xf32 v[0:3], v[4:5], v[6:7], 0", 4, -1},
		{"v_mfma_f32_16x16x32_f16 v[0:3], v[4:7], v[8:11], 0", -1, 4},
		{"v_mfma_i32_16x16x64_i8 v[0:3], v[4:7], v[8:11], 0", -1, 4},
		{"v_mfma_f64_4x4x4_4b_f64 v[0:1], v[2:3], v[4:5], 0", 4, 4},
		{"v_mfma_f32_16x16x1_4b_f32 v[0:15], v16, v17, 0", 8, 8},
		{"v_mfma_f32_16x16x4_f32 v[0:3], v4, v5, 0", 8, 8},
		{"v_mfma_f32_16x16x4_4b_f16 v[0:15], v[16:17], v[18:19], 0", 8, 8},
		{"v_mfma_f32_32x32x8_f16 v[0:15], v[16:17], v[18:19], 0", 8, 8},
		{"v_mfma_i32_32x32x16_i8 v[0:15], v[16:17], v[18:19], 0", 8, 8},
		{"v_mfma_f32_32x32x16_fp8_fp8 v[0:15], v[16:17], v[18:19], 0", 8, 8},
		{"v_smfmac_f32_32x32x16_f16 v[0:15], v[16:17], v[18:21], v22", 8, 8},
		{"v_mfma_f32_32x32x4_xf32 v[0:15], v[16:17], v[18:19], 0", 8, -1},
		{"v_mfma_f64_16x16x4_f64 v[0:7], v[8:9], v[10:11], 0", 8, 16},
		{"v_mfma_f32_32x32x16_bf16 v[0:15], v[16:19], v[20:23], 0", -1, 8},
		{"v_mfma_i32_32x32x32_i8 v[0:15], v[16:19], v[20:23], 0", -1, 8},
		{"v_mfma_f32_32x32x1_2b_f32 v[0:31], v32, v33, 0", 16, 16},
		{"v_mfma_f32_32x32x2_f32 v[0:15], v32, v33, 0", 16, 16},
		{"v_mfma_f32_32x32x4_2b_f16 v[0:31], v[32:33], v[34:35], 0", 16, 16},
		{"v_mfma_f32_16x16x128_f8f6f4 v[0:3], v[4:7], v[8:11], 0 cbsz:4 blgp:4", -1, 4},
		{"v_mfma_f32_16x16x128_f8f6f4 v[0:3], v[4:9], v[10:15], 0 cbsz:2 blgp:3", -1, 4},
		{"v_mfma_f32_16x16x128_f8f6f4 v[0:3], v[4:11], v[12:15], 0 blgp:4", -1, 8},
		{"v_mfma_f32_16x16x128_f8f6f4 v[0:3], v[4:9], v[12:19], 0 cbsz:2 blgp:1", -1, 8},
		{"v_mfma_f32_32x32x64_f8f6f4 v[0:15], v[16:19], v[20:23], 0 cbsz:4 blgp:4", -1, 8},
		{"v_mfma_f32_32x32x64_f8f6f4 v[0:15], v[16:23], v[24:31], 0", -1, 16},
		{"v_mfma_scale_f32_32x32x64_f8f6f4 v[0:15], v[16:23], v[24:31], 0, v40, v41", -1, 16},
		{"v_mfma_scale_f32_16x16x128_f8f6f4 v[0:3], v[4:7], v[8:11], 0, v40, v41 cbsz:4 blgp:4", -1, 4},
		{"v_add_f32_e32 v0, v1, v2", 0, 0},
	} {
		for target, want := range map[*isa.Target]int{isa.GFX942: c.gfx942, isa.GFX950: c.gfx950} {
			if want < 0 {
				continue
			}
			inst := parse(t, target, c.text)
			if got := inst.Passes(); got != want {
				t.Errorf("%s: %s: %d passes, want %d", target.Chip.Name, c.text, got, want)
			}
		}
	}
}

func TestWaitStates(t *testing.T) {
	for text, want := range map[string]int{"s_nop 0": 1, "s_nop 7": 8, "s_nop 15": 16, "s_waitcnt vmcnt(0)": 1, "v_mov_b32_e32 v0, v1": 1,
		"v_mfma_f32_32x32x2_f32 v[0:15], v32, v33, 0": 1} {
		inst := parse(t, isa.GFX950, text)
		if got := inst.WaitStates(); got != want {
			t.Errorf("%s: %d wait states, want %d", text, got, want)
		}
	}
}

// Whoever walks code asks for classes and counters of every instruction.
func TestClassesAllocateNothing(t *testing.T) {
	inst := parse(t, isa.GFX950, "v_cvt_pk_fp8_f32 v0, v1, v2 op_sel:[0,0,1]")
	load := parse(t, isa.GFX950, "flat_load_dword v0, v[2:3]")
	var classes isa.ClassSet
	n := testing.AllocsPerRun(100, func() {
		classes |= isa.GFX950.Classes(&inst)
		isa.GFX950.CounterIncrements(&load)
	})
	if n != 0 || !classes.Has(isa.HazPartialWrite) {
		t.Errorf("%v allocations, classes %x", n, classes)
	}
}

func BenchmarkClasses(b *testing.B) {
	inst, err := isa.GFX950.Parse("v_cvt_pk_fp8_f32 v0, v1, v2 op_sel:[0,0,1]", nil)
	if err != nil {
		b.Fatal(err)
	}
	b.ReportAllocs()
	for b.Loop() {
		isa.GFX950.Classes(&inst)
	}
}

// TestWaitcnt: facts isa/encodings.md §7, and the order of waits.
func TestWaitcnt(t *testing.T) {
	for _, c := range []struct {
		simm16 uint16
		want   isa.Waitcnt
	}{{0xcf7f, isa.NoWait()}, {0, isa.Waitcnt{}}, {0x4f71, isa.Waitcnt{VM: 17, LGKM: 15, EXP: 7}}, {0xc53e, isa.Waitcnt{VM: 62, LGKM: 5, EXP: 3}}} {
		if got := isa.UnpackWaitcnt(c.simm16); got != c.want || got.Pack() != c.simm16 {
			t.Errorf("%#x is %+v, want %+v; packed %#x", c.simm16, got, c.want, got.Pack())
		}
	}
	a, b := isa.Waitcnt{VM: 3, LGKM: 15, EXP: 7}, isa.Waitcnt{VM: 63, LGKM: 2, EXP: 7}
	both := isa.Waitcnt{VM: 3, LGKM: 2, EXP: 7}
	if a.Min(b) != both || !both.Covers(a) || !both.Covers(b) || a.Covers(b) || a.IsNop() || !isa.NoWait().IsNop() {
		t.Error("Min, Covers or IsNop")
	}
	if got := (isa.Waitcnt{VM: 64, LGKM: 100, EXP: 8}).Pack(); got != 0xcf7f {
		t.Errorf("counts beyond the limits pack to %#x", got)
	}
}
