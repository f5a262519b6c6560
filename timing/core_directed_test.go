package timing

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"heddle/isa"
)

// directed is a case with cycles that follow from a rule.
type directed struct {
	name   string
	target *isa.Target
	text   string // see newLab; all waves execute it once
	simds  []int  // of the waves, one a workgroup of its own; nil is one wave on SIMD 0
	group  bool   // they are one workgroup
	cold   bool   // the vector ALU starts slowly, vector memory wakes up, and the LDS is later for SIMD 0; else never
	late   Cycle  // when waves after the first begin
	quick  bool   // instructions are fetched at once
	repeat [2]int // instructions that are executed times
	times  int
	edit   func(l *lab, w int, s *Stream)
	// want are the cycles of issue of each wave, from 28 on.
	want [][]Cycle
}

func (d *directed) lab(t testing.TB, target *isa.Target) *lab {
	l := newLab(t, target, d.text)
	if !d.cold {
		l.chip.Model.Core.RampLength.Value, l.chip.Model.Core.VMEMWake.Value, l.chip.Model.LDS.FirstSIMD.Value = 0, 0, 0
	}
	if d.quick {
		l.chip.Model.Core.FetchInterval.Value, l.chip.Model.Core.FetchSecond.Value = 0, 0
	}
	simds := d.simds
	if simds == nil {
		simds = []int{0}
	}
	var all []*Stream
	for w := range simds {
		s := &Stream{Workgroup: w, Wave: w}
		if d.times > 0 {
			l.extend(s, 0, d.repeat[0])
			for range d.times {
				l.extend(s, d.repeat[0], d.repeat[1])
			}
			l.extend(s, d.repeat[1], len(l.prog.Insts))
		} else {
			l.extend(s, 0, len(l.prog.Insts))
		}
		if d.edit != nil {
			d.edit(l, w, s)
		}
		all = append(all, s)
	}
	if d.group {
		l.place(simds, all...)
		return l
	}
	for w, s := range all {
		l.place(simds[w:w+1], s)
		if w > 0 {
			l.groups[w].Place[0].Begin = d.late
		}
	}
	return l
}

// times are the cycles of issue, from 28 on: when waves that begin at 0 issue first ("wave start").
func (l *lab) times() [][]Cycle {
	var all [][]Cycle
	for _, wave := range l.issues {
		var list []Cycle
		for _, i := range wave {
			list = append(list, i.At-28)
		}
		all = append(all, list)
	}
	return all
}

// bank gives all LDS accesses of a stream the cycles of the banks, and how many of them conflicts are.
func bank(data, conflicts int) func(*lab, int, *Stream) {
	return func(_ *lab, _ int, s *Stream) {
		for i := range s.Accesses {
			if a := &s.Accesses[i]; a.Space == LDS {
				a.Data, a.Conflicts = data, conflicts
			}
		}
	}
}

// fromEnd has the second wave execute the last instructions only.
func fromEnd(n int) func(*lab, int, *Stream) {
	return func(_ *lab, w int, s *Stream) {
		if w == 1 {
			s.Ops = s.Ops[len(s.Ops)-n:]
		}
	}
}

// apart has the first wave execute the first instructions, the second one the others.
func apart(n int) func(*lab, int, *Stream) {
	return func(_ *lab, w int, s *Stream) {
		s.Ops = [][]Op{s.Ops[:n], s.Ops[n:]}[w]
	}
}

// steps are the times 0, step, 2 step and so on.
func steps(n int, step Cycle) []Cycle {
	list := make([]Cycle, n)
	for i := range list {
		list[i] = Cycle(i) * step
	}
	return list
}

func repeat(n int, lines ...string) string { return strings.Repeat(strings.Join(lines, "\n")+"\n", n) }

// Sources: facts silicon/timing_rules.md §2 where nothing else is said; the tables of distances are in its
// part "Same-wave issue distance".
var cases = []directed{
	{name: "dependent VALU 4", text: "v_add_f32 v1, v2, v3\nv_add_f32 v1, v1, v3\nv_add_f32 v1, v1, v3", want: [][]Cycle{{0, 4, 8}}},
	{name: "v_pk to a reader 8, to others 4", text: "v_pk_add_f32 v[2:3], v[4:5], v[6:7]\nv_add_f32 v1, v2, v3\nv_pk_add_f32 v[2:3], v[4:5], v[6:7]\nv_add_f32 v1, v8, v9",
		want: [][]Cycle{{0, 8, 12, 16}}},
	{name: "transcendental 8, to a reader 12", text: "v_exp_f32 v1, v2\nv_add_f32 v3, v4, v5\nv_exp_f32 v1, v2\nv_add_f32 v3, v1, v5", want: [][]Cycle{{0, 8, 12, 24}}},
	{name: "permlane swap 8", text: "v_permlane32_swap_b32 v1, v2\nv_add_f32 v3, v4, v5", want: [][]Cycle{{0, 8}}},
	{name: "VALU to LDS and vector memory 12", text: "v_add_f32 v3, v4, v5\nds_read_b32 v1, v2\nv_add_f32 v3, v4, v5\nglobal_load_dword v1, v[6:7], off", want: [][]Cycle{{0, 12, 16, 28}}},
	{name: "transcendental to LDS 16", text: "v_exp_f32 v3, v4\nds_read_b32 v1, v2", want: [][]Cycle{{0, 16}}},
	{name: "transcendental to SMEM 16", text: "v_exp_f32 v3, v4\ns_load_dword s0, s[2:3], 0x0", want: [][]Cycle{{0, 16}}},
	{name: "VALU that writes SGPRs to scalar 20", text: "v_cmp_gt_u32 vcc, v1, v2\ns_mov_b32 s0, s1\nv_readfirstlane_b32 s0, v1\ns_mov_b32 s2, s1", want: [][]Cycle{{0, 20, 24, 44}}},
	{name: "VALU that writes VCC to a branch on it 24", text: "v_cmp_gt_u32 vcc, v1, v2\ns_cbranch_vccz 1\nv_mov_b32 v1, v2", want: [][]Cycle{{0, 24, 28}}},
	{name: "SALU to branch on SCC 8, otherwise 4", text: "s_cmp_lg_u32 s0, s1\ns_cbranch_scc0 1\ns_mov_b32 s0, s1\ns_cbranch_execz 1\ns_mov_b32 s0, s1", want: [][]Cycle{{0, 8, 12, 16, 20}}},
	{name: "SALU to vector memory 8, to VALU and SMEM 4", text: "s_mov_b32 s0, s1\nglobal_load_dword v1, v[6:7], off\ns_mov_b32 s0, s1\nv_mov_b32 v1, v2\ns_mov_b32 s0, s1\ns_load_dword s0, s[2:3], 0x0",
		want: [][]Cycle{{0, 8, 12, 16, 20, 24}}},
	{name: "ds_swizzle to lane move 4, ds_bpermute 8", text: "ds_swizzle_b32 v1, v2 offset:0x401f\nds_swizzle_b32 v1, v2 offset:0x401f\nds_bpermute_b32 v1, v2, v3\nds_read_b32 v1, v2", want: [][]Cycle{{0, 4, 8, 16}}},
	{name: "writes 4 and 4 a dword", text: "ds_write_b32 v1, v2\ns_mov_b32 s0, s1\nds_write_b64 v1, v[2:3]\ns_mov_b32 s0, s1\nds_write_b128 v1, v[4:7]\ns_mov_b32 s0, s1",
		want: [][]Cycle{{0, 8, 12, 24, 28, 48}}},
	{name: "s_nop N 4 times N+1, s_sleep 64 a unit", text: "s_nop 3\ns_mov_b32 s0, s1\ns_sleep 2\ns_mov_b32 s0, s1", want: [][]Cycle{{0, 16, 20, 152}}},
	// An s_waitcnt is over 48 cycles after a read of 4 or 8 bytes, and takes the last 4 of them.
	{name: "latency ds_read_b32 48", text: "ds_read_b32 v1, v2\ns_waitcnt lgkmcnt(0)\ns_mov_b32 s0, s1", want: [][]Cycle{{0, 44, 48}}},
	{name: "latency ds_read_b64 48", text: "ds_read_b64 v[4:5], v2\ns_waitcnt lgkmcnt(0)\ns_mov_b32 s0, s1", want: [][]Cycle{{0, 44, 48}}},
	{name: "latency ds_read_b128 52", text: "ds_read_b128 v[4:7], v2\ns_waitcnt lgkmcnt(0)\ns_mov_b32 s0, s1", want: [][]Cycle{{0, 48, 52}}},
	{name: "latency ds_read2_b32 52", text: "ds_read2_b32 v[4:5], v2 offset1:1\ns_waitcnt lgkmcnt(0)\ns_mov_b32 s0, s1", want: [][]Cycle{{0, 48, 52}}},
	{name: "latency ds_swizzle 48", text: "ds_swizzle_b32 v1, v2 offset:0x401f\ns_waitcnt lgkmcnt(0)\ns_mov_b32 s0, s1", want: [][]Cycle{{0, 44, 48}}},
	{name: "latency ds_bpermute 56", text: "ds_bpermute_b32 v1, v2, v3\ns_waitcnt lgkmcnt(0)\ns_mov_b32 s0, s1", want: [][]Cycle{{0, 52, 56}}},
	{name: "latency ds_write_b32 56", text: "ds_write_b32 v1, v2\ns_waitcnt lgkmcnt(0)\ns_mov_b32 s0, s1", want: [][]Cycle{{0, 52, 56}}},
	{name: "latency ds_write_b64 60", text: "ds_write_b64 v1, v[2:3]\ns_waitcnt lgkmcnt(0)\ns_mov_b32 s0, s1", want: [][]Cycle{{0, 56, 60}}},
	{name: "latency ds_write_b128 72", text: "ds_write_b128 v1, v[4:7]\ns_waitcnt lgkmcnt(0)\ns_mov_b32 s0, s1", want: [][]Cycle{{0, 68, 72}}},
	{name: "a satisfied wait 4", text: "s_waitcnt vmcnt(0)\ns_mov_b32 s0, s1", want: [][]Cycle{{0, 4}}},
	// A barrier that nobody waits at takes 8; its issue is 4 before.
	{name: "barrier 8", text: "s_barrier\ns_mov_b32 s0, s1", want: [][]Cycle{{4, 8}}},
	{name: "all leave a barrier 8 after the last came", text: "s_nop 0\ns_nop 0\ns_nop 0\ns_barrier\ns_mov_b32 s0, s1", simds: []int{0, 1}, group: true,
		edit: func(l *lab, w int, s *Stream) { s.Ops = s.Ops[2-2*w:] }, // the second one comes at 12
		want: [][]Cycle{{0, 16, 20}, {0, 4, 8, 16, 20}}},

	// MFMA: operands are read for 4, 8 and 12 cycles if A and B are 2, 4 and 8 VGPRs.
	{name: "VALU after MFMA of 2 VGPRs 4", text: "v_mfma_f32_16x16x32_fp8_fp8 v[0:3], v[4:5], v[6:7], v[0:3]\nv_add_f32 v30, v31, v32", want: [][]Cycle{{0, 4}}},
	{name: "VALU after MFMA of 4 VGPRs 8", text: "v_mfma_f32_16x16x32_bf16 v[0:3], v[4:7], v[8:11], v[0:3]\nv_add_f32 v30, v31, v32", want: [][]Cycle{{0, 8}}},
	{name: "VALU after scaled MFMA of 8 VGPRs 16", text: "v_mfma_scale_f32_16x16x128_f8f6f4 v[0:3], v[8:15], v[16:23], v[0:3], v24, v25\nv_add_f32 v30, v31, v32", want: [][]Cycle{{0, 16}}},
	{name: "LDS after MFMA 8, of 2 VGPRs 4", text: "v_mfma_f32_16x16x32_bf16 v[0:3], v[4:7], v[8:11], v[0:3]\nds_read_b32 v30, v31", want: [][]Cycle{{0, 8}}},
	{name: "LDS after scaled MFMA 12 if it had not stalled", text: "v_mfma_scale_f32_16x16x128_f8f6f4 v[0:3], v[8:15], v[16:23], v[0:3], v24, v25\nds_read_b32 v30, v31", want: [][]Cycle{{0, 12}}},
	{name: "scalar in the shadow of an MFMA", text: "v_mfma_f32_16x16x32_bf16 v[0:3], v[4:7], v[8:11], v[0:3]\ns_mov_b32 s0, s1\ns_nop 0\ns_mov_b32 s0, s1", want: [][]Cycle{{0, 4, 8, 12}}},
	// v_pk waits for the end of the pipe and 8 (2 VGPRs) or 12: 16+8, 32+12, 4+32+12.
	{name: "v_pk after MFMA of 2 VGPRs 24", text: "v_mfma_f32_16x16x32_fp8_fp8 v[0:3], v[4:5], v[6:7], v[0:3]\nv_pk_add_f32 v[30:31], v[32:33], v[34:35]", want: [][]Cycle{{0, 24}}},
	{name: "v_pk after 32x32x16 44", text: "v_mfma_f32_32x32x16_bf16 v[0:15], v[16:19], v[20:23], v[0:15]\nv_pk_add_f32 v[30:31], v[32:33], v[34:35]", want: [][]Cycle{{0, 44}}},
	{name: "v_pk after scaled MFMA 48", text: "v_mfma_scale_f32_16x16x128_f8f6f4 v[0:3], v[8:15], v[16:23], v[0:3], v24, v25\nv_pk_add_f32 v[30:31], v[32:33], v[34:35]", want: [][]Cycle{{0, 48}}},
	{name: "the shadow holds for other waves", text: "v_mfma_f32_16x16x32_bf16 v[0:3], v[4:7], v[8:11], v[0:3]\nv_add_f32 v30, v31, v32", simds: []int{0, 0},
		edit: func(l *lab, w int, s *Stream) {
			if w == 1 {
				s.Ops = s.Ops[1:]
			}
		},
		// The older wave's MFMA goes first, and both v_add_f32 share the slot at 8.
		want: [][]Cycle{{0, 8}, {8}}},
	// Its scale half goes first: 36 for the second of a wave, then 32.
	{name: "scaled MFMA 36 and 32", text: repeat(3, "v_mfma_scale_f32_16x16x128_f8f6f4 v[0:3], v[8:15], v[16:23], v[0:3], v24, v25"), want: [][]Cycle{{0, 36, 68}}},
	// Facts performance.md §1.5: a VALU that reads D of an MFMA of 4 passes needs 8 wait states on gfx950 where
	// the compiler puts 7 or 8; the model waits as if they were there.
	{name: "MFMA to a reader of its result", text: "v_mfma_f32_16x16x32_bf16 v[0:3], v[4:7], v[8:11], v[0:3]\nv_add_f32 v30, v0, v32", want: [][]Cycle{{0, 36}}},
	{name: "MFMA chain through the accumulator at the rate of the pipe", text: repeat(3, "v_mfma_f32_16x16x32_bf16 v[0:3], v[4:7], v[8:11], v[0:3]"), want: [][]Cycle{{0, 16, 32}}},

	// Arbitration.
	{name: "oldest wave first", text: repeat(3, "v_exp_f32 v1, v2"), simds: []int{0, 0}, want: [][]Cycle{{0, 8, 16}, {24, 32, 40}}},
	// The older wave's instructions want all slots. Those of the younger one get 0 and 16, when the matrix core is
	// free; the older one goes on after each has read its operands for 4 cycles.
	{name: "a matrix instruction before an older wave's VALU", text: repeat(4, "v_pk_add_f16 v30, v31, v32") + repeat(2, "v_mfma_f32_16x16x32_fp8_fp8 v[0:3], v[4:5], v[6:7], v[0:3]"), simds: []int{0, 0},
		edit: func(l *lab, w int, s *Stream) { s.Ops = [][]Op{s.Ops[:4], s.Ops[4:]}[w] },
		want: [][]Cycle{{4, 8, 12, 20}, {0, 16}}},
	{name: "two simple VALU a slot", text: repeat(3, "v_add_f32 v1, v2, v3"), simds: []int{0, 0}, want: [][]Cycle{{0, 4, 8}, {0, 4, 8}}},
	{name: "three waves, two a slot", text: repeat(2, "v_add_f32 v1, v2, v3"), simds: []int{0, 0, 0}, want: [][]Cycle{{0, 4}, {0, 4}, {8, 12}}},
	{name: "v_pk never pairs", text: repeat(2, "v_pk_add_f16 v1, v2, v3"), simds: []int{0, 0}, want: [][]Cycle{{0, 4}, {8, 12}}},
	{name: "two complex ones never pair", text: repeat(2, "v_lshlrev_b32 v1, v2, v3"), simds: []int{0, 0}, want: [][]Cycle{{0, 4}, {8, 12}}},
	{name: "two that read scalars never pair", text: repeat(2, "v_cndmask_b32 v1, v2, v3, vcc"), simds: []int{0, 0}, want: [][]Cycle{{0, 4}, {8, 12}}},
	{name: "SDWA never pairs as the younger", text: repeat(2, "v_or_b32_sdwa v1, v2, v3 dst_sel:DWORD dst_unused:UNUSED_PAD src0_sel:DWORD src1_sel:WORD_1"), simds: []int{0, 0}, want: [][]Cycle{{0, 4}, {8, 12}}},
	{name: "one scalar a slot", text: repeat(2, "s_mov_b32 s0, s1"), simds: []int{0, 0}, want: [][]Cycle{{0, 4}, {8, 12}}},
	{name: "scalar and branch in one slot", text: "s_nop 0\ns_cbranch_execz 1\ns_mov_b32 s0, s1\ns_mov_b32 s0, s1", simds: []int{0, 0},
		edit: func(l *lab, w int, s *Stream) {
			if w == 1 {
				s.Ops = s.Ops[2:]
			}
		},
		// The younger one issues at 0 and 4, where the older one has its s_nop and its branch.
		want: [][]Cycle{{0, 4, 8, 12}, {0, 4}}},
	{name: "one scalar or branch in one slot on gfx942", target: isa.GFX942, text: "s_nop 0\ns_cbranch_execz 1\ns_mov_b32 s0, s1\ns_mov_b32 s0, s1", simds: []int{0, 0},
		edit: func(l *lab, w int, s *Stream) {
			if w == 1 {
				s.Ops = s.Ops[2:]
			}
		},
		// Waves take turns: the younger one at 0, then the older one's branch.
		want: [][]Cycle{{0, 4, 12, 16}, {0, 8}}},
	{name: "priority before age", text: "s_setprio 3\nv_exp_f32 v1, v2\nv_exp_f32 v1, v2", simds: []int{0, 0},
		edit: func(l *lab, w int, s *Stream) {
			if w == 0 {
				s.Ops = s.Ops[1:]
			}
		},
		want: [][]Cycle{{0, 24}, {0, 8, 16}}},
	{name: "one LDS instruction a pair and slot", text: "ds_read_b32 v1, v2", simds: []int{0, 1, 2}, want: [][]Cycle{{0}, {4}, {0}}},
	{name: "one vector memory instruction a CU and slot, the wave that has it goes on", text: repeat(2, "global_load_dword v1, v[2:3], off"), simds: []int{0, 1, 2},
		want: [][]Cycle{{0, 4}, {8, 12}, {16, 20}}},

	// Memory and matrix instructions of a SIMD: the matrix instruction goes first in a slot, and its operands of 4
	// VGPRs keep memory away for 8. It comes 12 after a store at least, of a scaled one the half that is not the
	// scale: that has gone ahead.
	{name: "matrix instruction before a load of an older wave", text: "global_load_dword v1, v[2:3], off\n" + mfma950, simds: []int{0, 0}, edit: apart(1), want: [][]Cycle{{8}, {0}}},
	{name: "matrix instruction before an LDS read of an older wave", text: "ds_read_b32 v1, v2\n" + mfma950, simds: []int{0, 0}, edit: apart(1), want: [][]Cycle{{8}, {0}}},
	{name: "load to matrix instruction 4, store 12", text: "global_load_dword v1, v[2:3], off\n" + mfma950 + "s_nop 7\nglobal_store_dword v[2:3], v1, off\n" + mfma950, want: [][]Cycle{{0, 4, 8, 40, 52}}},
	{name: "store to matrix instruction 12 on gfx942", target: isa.GFX942, text: "global_store_dword v[2:3], v1, off\nv_mfma_f32_16x16x16_f16 v[4:7], v[8:9], v[12:13], v[4:7]\n", want: [][]Cycle{{0, 12}}},
	{name: "store to another wave's matrix instruction 12", text: "global_store_dword v[2:3], v1, off\ns_nop 0\n" + mfma950, simds: []int{0, 0}, edit: apart(1), want: [][]Cycle{{0}, {0, 12}}},
	{name: "store to scaled matrix instruction 12, also if its scale half comes late", text: "global_store_dword v[2:3], v1, off\ns_nop 0\n" + scaled950 + "s_mov_b32 s0, s1", want: [][]Cycle{{0, 4, 12, 16}}},
	{name: "store to scaled matrix instruction 12", text: "global_store_dword v[2:3], v1, off\n" + scaled950 + "s_mov_b32 s0, s1", want: [][]Cycle{{0, 12, 16}}},
	// The first one takes the matrix core from 4 to 36. The scale half of the second one is in the slot at 32, in
	// which the load is ready; the load comes 8 after the rest.
	{name: "no load in the slot of a scale half that has gone ahead", text: scaled950 + scaled950 + "s_nop 7\nglobal_load_dword v1, v[2:3], off", simds: []int{0, 0}, edit: apart(2), want: [][]Cycle{{0, 36}, {0, 44}}},
	{name: "ds_swizzle 4 on gfx942", target: isa.GFX942, text: repeat(2, "ds_swizzle_b32 v1, v2 offset:swizzle(SWAP,1)"), want: [][]Cycle{{0, 4}}},
	// A ds_bpermute keeps its wave 8, but its pair's issue a slot.
	{name: "ds_bpermute 8, the other SIMD of the pair in between", text: repeat(2, "ds_bpermute_b32 v1, v2, v3"), simds: []int{0, 1}, want: [][]Cycle{{0, 8}, {4, 12}}},
	// Data are there 44 and the port's 4 after the issue, for SIMD 0 a cycle later; the wait ends a slot before.
	{name: "the LDS is later for SIMD 0", cold: true, text: "ds_read_b32 v1, v2\ns_waitcnt lgkmcnt(0)\ns_mov_b32 s0, s1", simds: []int{0, 1}, late: 200, want: [][]Cycle{{0, 48, 52}, {200, 244, 248}}},
	// A write of b32 has 44, 8 of its issue and 2 of the banks: 54, and 55 are in the same slot.
	{name: "a write that is not later for SIMD 0", cold: true, text: "ds_write_b32 v1, v2\ns_waitcnt lgkmcnt(0)\ns_mov_b32 s0, s1", simds: []int{0, 1}, late: 200, want: [][]Cycle{{0, 52, 56}, {200, 252, 256}}},

	// Vector ALU that starts slowly: from 12 to 132 cycles after the first instruction one SIMD of the compute unit
	// issues in a slot. The one that issued last goes on for 32 cycles at most, then the next one.
	{name: "ramp", cold: true, text: repeat(5, "v_mov_b32 v1, v2"), simds: []int{0, 1, 2, 3},
		// SIMD 3 is the last to issue at 8. Each has two left.
		want: [][]Cycle{{0, 4, 8, 20, 24}, {0, 4, 8, 28, 32}, {0, 4, 8, 36, 40}, {0, 4, 8, 12, 16}}},
	{name: "the ramp ends after 132 cycles", cold: true, text: repeat(40, "v_mov_b32 v1, v2"), simds: []int{0, 1},
		// SIMD 1 has the turn from 8 to 36, 32 cycles; then they take turns of 32 until 128. From then on both issue.
		want: [][]Cycle{slices.Concat(steps(3, 4), after(steps(8, 4), 40), after(steps(29, 4), 104)), slices.Concat(steps(10, 4), after(steps(8, 4), 72), after(steps(22, 4), 132))}},
	{name: "who has the turn may pair", cold: true, text: repeat(6, "v_mov_b32 v1, v2"), simds: []int{0, 0, 1},
		// SIMD 1 is the last to issue at 8, and goes on until 20; then both waves of SIMD 0.
		want: [][]Cycle{{0, 4, 8, 24, 28, 32}, {0, 4, 8, 24, 28, 32}, {0, 4, 8, 12, 16, 20}}},
	// The first ramp is over at 132. The other SIMD's wave comes when the first one's pause ends.
	{name: "a pause of 20 cycles is none", cold: true, text: repeat(35, "v_mov_b32 v1, v2") + "s_nop 3\n" + repeat(6, "v_mov_b32 v1, v2"), simds: []int{0, 1}, edit: fromEnd(6), late: 156,
		want: [][]Cycle{append(steps(36, 4), after(steps(6, 4), 156)...), after(steps(6, 4), 156)}},
	{name: "a pause of 24 cycles is one", cold: true, text: repeat(35, "v_mov_b32 v1, v2") + "s_nop 4\n" + repeat(6, "v_mov_b32 v1, v2"), simds: []int{0, 1}, edit: fromEnd(6), late: 160,
		want: [][]Cycle{append(steps(36, 4), 160, 164, 168, 184, 188, 192), after(steps(6, 4), 160)}},

	// Vector memory: 11 wait in the queue, the path takes a dwordx4 in 16 cycles. The n-th at 4(n-1) finds
	// n-2-floor((n-1)/4) in the queue: the 16th finds 11 and waits for 64.
	{name: "queue of vector memory", quick: true, text: repeat(18, "global_load_dwordx4 v[4:7], v[2:3], off"), want: [][]Cycle{append(steps(15, 4), 64, 80, 96)}},
	{name: "dwords pass at 4", quick: true, text: repeat(18, "global_load_dword v4, v[2:3], off"), want: [][]Cycle{steps(18, 4)}},
	{name: "a buffer instruction with an SGPR as soffset 8", quick: true, text: "buffer_load_dword v4, off, s[0:3], s4\nbuffer_load_dword v4, off, s[0:3], 0\nbuffer_store_dwordx2 v[4:5], v6, s[0:3], s4 offen\ns_mov_b32 s5, s6", want: [][]Cycle{{0, 8, 12, 20}}},
	// Vector memory that has nothing under way takes 8 to wake up: at first, and at 1008. At 508 the second load is
	// under way.
	{name: "vector memory wakes up", cold: true, quick: true, text: "global_load_dword v4, v[2:3], off\nglobal_load_dword v4, v[2:3], off\ns_waitcnt vmcnt(1)\nglobal_load_dword v4, v[2:3], off\ns_waitcnt vmcnt(0)\nglobal_load_dword v4, v[2:3], off",
		want: [][]Cycle{{8, 12, 504, 508, 1004, 1016}}},
	// vmcnt counts to 63: the 64th load waits for the data of the first, which come after 500 cycles.
	{name: "vmcnt full", quick: true, text: repeat(64, "buffer_load_dword v4, off, s[0:3], 0"), want: [][]Cycle{append(steps(63, 4), 500)}},
	// lgkmcnt counts to 15.
	{name: "lgkmcnt full", quick: true, text: repeat(16, "s_load_dword s0, s[2:3], 0x0"), want: [][]Cycle{append(steps(15, 4), 200)}},
	// Loads of vector memory are done in order: vmcnt(1) waits for the first two, vmcnt(0) for the third. A
	// load's data come 500 cycles after it has come to the head of the queue, at 0, 16 and 32.
	{name: "vmcnt in order", text: repeat(3, "global_load_dwordx4 v[4:7], v[2:3], off") + "s_waitcnt vmcnt(2)\ns_waitcnt vmcnt(1)\ns_waitcnt vmcnt(0)\ns_mov_b32 s0, s1",
		want: [][]Cycle{{0, 4, 8, 496, 512, 528, 532}}},

	// LDS. A read whose banks are busy for 32 cycles: the queue holds 8, the first leaves at 32.
	{name: "queue of the LDS", quick: true, text: repeat(11, "ds_read_b128 v[4:7], v2"), edit: bank(32, 28), want: [][]Cycle{append(steps(9, 4), 64, 96)}},
	// A write of 4 dwords takes 5 of 10 data slots: the third waits until the first has left: 20 of its issue
	// and 32 of the banks.
	{name: "data slots of the LDS", text: repeat(3, "ds_write_b128 v2, v[4:7]"), edit: bank(32, 24), want: [][]Cycle{{0, 20, 52}}},
	// A write keeps the banks from both pairs: 8 of its issue and 32, then the read of the other pair.
	{name: "a write blocks both pairs", text: "ds_write_b32 v1, v2\ns_mov_b32 s0, s1\ns_mov_b32 s0, s1\nds_read_b32 v1, v2\ns_waitcnt lgkmcnt(0)\ns_mov_b32 s0, s1", simds: []int{0, 2},
		edit: func(l *lab, w int, s *Stream) {
			bank([]int{32, 2}[w], []int{30, 0}[w])(l, w, s)
			s.Ops = [][]Op{s.Ops[:1], s.Ops[1:]}[w]
		},
		want: [][]Cycle{{0}, {0, 4, 8, 84, 88}}},
	// Two waves of a pair share its port, 8 cycles a b128: the second wave's data are 8 later. Two pairs share the
	// banks only, 4 cycles.
	{name: "a pair shares its port", text: "ds_read_b128 v[4:7], v2\ns_waitcnt lgkmcnt(0)\ns_mov_b32 s0, s1", simds: []int{0, 1}, want: [][]Cycle{{0, 48, 52}, {4, 56, 60}}},
	{name: "two pairs have ports of their own", text: "ds_read_b128 v[4:7], v2\ns_waitcnt lgkmcnt(0)\ns_mov_b32 s0, s1", simds: []int{0, 2}, want: [][]Cycle{{0, 48, 52}, {0, 52, 56}}},

	// The banks take 4 cycles for a b128 (4 phases), its port 8. With 2 ways in each phase the banks take 8 on
	// gfx950 (lds.conflict 1), no longer than the port; with 4 ways 16. On gfx942 (8 phases)
	// 4 ways of 8 phases are 32 cycles, of which two and lds.fixed 48 are 112.
	{name: "two ways hide in the port", text: "ds_read_b128 v[4:7], v2\nds_read_b128 v[4:7], v2\ns_waitcnt lgkmcnt(0)\ns_mov_b32 s0, s1", edit: bank(8, 4), want: [][]Cycle{{0, 4, 56, 60}}},
	{name: "four ways", text: "ds_read_b128 v[4:7], v2\nds_read_b128 v[4:7], v2\ns_waitcnt lgkmcnt(0)\ns_mov_b32 s0, s1", edit: bank(16, 12), want: [][]Cycle{{0, 4, 72, 76}}},
	{name: "four ways on gfx942", target: isa.GFX942, text: "ds_read_b128 v[4:7], v2\nds_read_b128 v[4:7], v2\ns_waitcnt lgkmcnt(0)\ns_mov_b32 s0, s1", edit: bank(32, 24), want: [][]Cycle{{0, 4, 108, 112}}},

	// A read of 128 bits has its data after 52: 8 for the port and 44. If the wave reads again while they pass the port,
	// 2 later, in slots of 4. Reads of other waves change nothing ("a pair shares its port").
	{name: "a read before another one of its wave 56", simds: []int{1}, text: "ds_read_b128 v[4:7], v2\nds_read_b128 v[8:11], v2\ns_waitcnt lgkmcnt(1)\ns_mov_b32 s0, s1", want: [][]Cycle{{0, 4, 52, 56}}},
	// Fetch: the second block comes 16 after the first, each other 20 after the issue with which the second one before it
	// is used up. 8-byte code uses one up in 16, just when the block that is needed 20 later is asked for, unless the
	// fourth instruction reaches into the next block: that one has to wait 4.
	{name: "fetch of 8-byte code", text: repeat(20, "v_add3_u32 v1, v2, v3, v4"), want: [][]Cycle{steps(20, 4)}},
	{name: "fetch of 8-byte code off by 4 bytes", text: "v_mov_b32 v1, v2\n" + repeat(13, "v_add3_u32 v1, v2, v3, v4"), want: [][]Cycle{{0, 4, 8, 12, 16, 20, 24, 28, 36, 40, 44, 48, 56, 60}}},
	// The second half of the scaled one ends in the fourth block, which is there at 56, and issues 4 after the scale half
	// (thread traces of an MI350X, pa_mqa_logits: 0x2898, 0x2298).
	{name: "fetch of the second half of a scaled matrix instruction", text: "v_mov_b32 v1, v2\n" + repeat(10, "v_add3_u32 v1, v2, v3, v4") + scaled950, want: [][]Cycle{{0, 4, 8, 12, 16, 20, 24, 28, 36, 40, 44, 52}}},
	{name: "4-byte code is never short", text: repeat(40, "v_mov_b32 v1, v2"), want: [][]Cycle{steps(40, 4)}},
	// Blocks after a branch that is not taken are there after 20 cycles, and 20 more.
	{name: "fetch after a branch that is not taken", text: repeat(5, "v_mov_b32 v1, v2") + "s_cbranch_execz 1\n" + repeat(6, "v_mov_b32 v1, v2"),
		want: [][]Cycle{{0, 4, 8, 12, 16, 20, 24, 28, 40, 44, 48, 52}}},
	// A taken branch takes 20, and the second block comes 16 later. This branch, at 64, leads to the last 4 bytes of a
	// block, so that the first instruction needs the second block, too, and with it asks for the third, in which the
	// fifth one ends: that waits 4.
	{name: "taken branch 20", text: "v_mov_b32 v1, v2\ns_branch -2\n", repeat: [2]int{0, 2}, times: 3, want: [][]Cycle{{0, 4, 24, 28, 48, 52}}},
	{name: "second block after a taken branch 16", text: repeat(7, "v_mov_b32 v1, v2") + repeat(8, "v_add3_u32 v1, v2, v3, v4") + "s_branch -10\n", repeat: [2]int{7, 16}, times: 2,
		want: [][]Cycle{{0, 4, 8, 12, 16, 20, 24, 28, 32, 36, 40, 48, 52, 56, 60, 64, 100, 104, 108, 112, 120, 124, 128, 132, 136}}},

	// Facts silicon/mi300x_kernels.csv, FMA loops on gfx942: 36.05 cycles an iteration, 48.1 with four waves on
	// the SIMD (three scalar instructions each, one a slot), fp16 56.02.
	{name: "VALU after a conversion to fp8 on gfx942", target: isa.GFX942, text: "v_cvt_pk_fp8_f32 v1, v2, v3\nv_add_f32 v3, v4, v5", want: [][]Cycle{{0, 8}}},
	{name: "VALU, v_pk after a matrix instruction with a B of 4 VGPRs on gfx942", target: isa.GFX942, // 8; then 16 and 12
		text: "v_smfmac_f32_16x16x32_bf16 v[0:3], v[4:5], v[8:11], v12\nv_add_f32 v30, v31, v32\nv_pk_add_f32 v[30:31], v[32:33], v[34:35]", want: [][]Cycle{{0, 8, 28}}},
	{name: "fp32 loop of gfx942", target: isa.GFX942, text: fma32, repeat: [2]int{0, 5}, times: 4, want: [][]Cycle{{0, 4, 8, 12, 16, 36, 40, 44, 48, 52, 72, 76, 80, 84, 88, 108, 112, 116, 120, 124}}},
	{name: "fp16 loop of gfx942", target: isa.GFX942, text: fma16, repeat: [2]int{0, 7}, times: 3,
		want: [][]Cycle{{0, 4, 8, 12, 16, 32, 36, 56, 60, 64, 68, 72, 88, 92, 112, 116, 120, 124, 128, 144, 148}}},
}

const (
	mfma950   = "v_mfma_f32_16x16x32_bf16 v[20:23], v[24:27], v[28:31], v[20:23]\n"
	scaled950 = "v_mfma_scale_f32_16x16x128_f8f6f4 v[20:23], v[24:31], v[32:39], v[20:23], v40, v41 op_sel_hi:[0,0,0]\n"

	fma32 = "v_pk_fma_f32 v[2:3], v[4:5], v[6:7], v[2:3]\nv_pk_fma_f32 v[8:9], v[4:5], v[6:7], v[8:9]\ns_add_i32 s0, s0, 1\ns_cmp_lt_i32 s0, s1\ns_cbranch_scc1 -7\n"
	fma16 = "s_add_i32 s0, s0, 1\nv_pk_add_f16 v2, v3, v2\nv_pk_add_f16 v4, v3, v4\nv_pk_add_f16 v5, v3, v5\ns_cmp_lt_i32 s0, s1\nv_pk_add_f16 v6, v3, v6\ns_cbranch_scc1 -11\n"
)

// after moves times.
func after(list []Cycle, by Cycle) []Cycle {
	for i := range list {
		list[i] += by
	}
	return list
}

func TestDirected(t *testing.T) {
	for i := range cases {
		d := &cases[i]
		t.Run(d.name, func(t *testing.T) {
			target := d.target
			if target == nil {
				target = isa.GFX950
			}
			l := d.lab(t, target)
			l.run(t)
			got := l.times()
			if fmt.Sprint(got) != fmt.Sprint(d.want) {
				t.Errorf("waves issue at\n%v, want\n%v", got, d.want)
			}
		})
	}
}
