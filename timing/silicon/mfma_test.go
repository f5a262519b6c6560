package silicon

import (
	"fmt"
	"strings"
	"testing"

	"heddle/arch"
	"heddle/isa"
	"heddle/timing"
)

// mfma is a matrix instruction: the registers of its operands, and the cycles that it takes on gfx942
// and gfx950, 0 for a chip that does not have it.
type mfma struct {
	name      string
	ab, acc   int
	cdna3     int
	cdna4     int
	modifiers string
}

// mfmas are those of facts performance.md §1.4. Of v_mfma_f64_16x16x4_f64 on gfx942 it has two
// figures, 64 and 32; 32 is that of the peak rate.
var mfmas = []mfma{
	{"v_mfma_f32_32x32x8_f16", 2, 16, 32, 32, ""},
	{"v_mfma_f32_16x16x16_f16", 2, 4, 16, 16, ""},
	{"v_mfma_f32_32x32x8_bf16", 2, 16, 32, 32, ""},
	{"v_mfma_f32_16x16x16_bf16", 2, 4, 16, 16, ""},
	{"v_mfma_f32_32x32x16_f16", 4, 16, 0, 32, ""},
	{"v_mfma_f32_16x16x32_f16", 4, 4, 0, 16, ""},
	{"v_mfma_f32_32x32x16_bf16", 4, 16, 0, 32, ""},
	{"v_mfma_f32_16x16x32_bf16", 4, 4, 0, 16, ""},
	{"v_mfma_f32_32x32x4_2b_f16", 2, 32, 64, 64, ""},
	{"v_mfma_f32_16x16x4_4b_f16", 2, 16, 32, 32, ""},
	{"v_mfma_f32_4x4x4_16b_f16", 2, 4, 8, 8, ""},
	{"v_mfma_f32_32x32x4_2b_bf16", 2, 32, 64, 64, ""},
	{"v_mfma_f32_16x16x4_4b_bf16", 2, 16, 32, 32, ""},
	{"v_mfma_f32_4x4x4_16b_bf16", 2, 4, 8, 8, ""},
	{"v_mfma_f32_32x32x16_fp8_fp8", 2, 16, 32, 32, ""},
	{"v_mfma_f32_16x16x32_fp8_fp8", 2, 4, 16, 16, ""},
	{"v_mfma_f32_32x32x16_bf8_fp8", 2, 16, 32, 32, ""},
	{"v_mfma_f32_16x16x32_fp8_bf8", 2, 4, 16, 16, ""},
	{"v_mfma_f32_16x16x128_f8f6f4", 8, 4, 0, 32, ""},
	{"v_mfma_f32_16x16x128_f8f6f4", 4, 4, 0, 16, " cbsz:4 blgp:4"},
	{"v_mfma_f32_16x16x128_f8f6f4", 6, 4, 0, 16, " cbsz:2 blgp:2"},
	{"v_mfma_f32_32x32x64_f8f6f4", 8, 16, 0, 64, ""},
	{"v_mfma_f32_32x32x64_f8f6f4", 4, 16, 0, 32, " cbsz:4 blgp:4"},
	{"v_mfma_i32_32x32x16_i8", 2, 16, 32, 32, ""},
	{"v_mfma_i32_16x16x32_i8", 2, 4, 16, 16, ""},
	{"v_mfma_i32_32x32x32_i8", 4, 16, 0, 32, ""},
	{"v_mfma_i32_16x16x64_i8", 4, 4, 0, 16, ""},
	{"v_mfma_i32_32x32x4_2b_i8", 1, 32, 64, 64, ""},
	{"v_mfma_i32_16x16x4_4b_i8", 1, 16, 32, 32, ""},
	{"v_mfma_f32_32x32x2_f32", 1, 16, 64, 64, ""},
	{"v_mfma_f32_16x16x4_f32", 1, 4, 32, 32, ""},
	{"v_mfma_f32_32x32x1_2b_f32", 1, 32, 64, 64, ""},
	{"v_mfma_f32_16x16x1_4b_f32", 1, 16, 32, 32, ""},
	{"v_mfma_f32_4x4x1_16b_f32", 1, 4, 8, 8, ""},
	{"v_mfma_f32_32x32x4_xf32", 2, 16, 32, 0, ""},
	{"v_mfma_f32_16x16x8_xf32", 2, 4, 16, 0, ""},
	{"v_mfma_f64_16x16x4_f64", 2, 8, 32, 64, ""},
	{"v_mfma_f64_4x4x4_4b_f64", 2, 2, 16, 16, ""},
}

// cycles returns the cycles on a chip.
func (m *mfma) cycles(chip *arch.Chip) int {
	if chip == &arch.GFX942 {
		return m.cdna3
	}
	return m.cdna4
}

// reg returns the name of n registers from first on.
func reg(class string, first, n int) string {
	if n == 1 {
		return fmt.Sprintf("%s%d", class, first)
	}
	return fmt.Sprintf("%s[%d:%d]", class, first, first+n-1)
}

// text is the instruction with the i-th of its accumulators.
func (m *mfma) text(i int) string {
	a, b, acc := reg("v", 0, m.ab), reg("v", 8, m.ab), reg("v", 16+i*m.acc, m.acc)
	return fmt.Sprintf("%s %s, %s, %s, %s%s", m.name, acc, a, b, acc, m.modifiers)
}

// twice is a loop that executes lines twice: the second time the code is in the instruction cache.
func twice(lines []string) []string {
	all := append([]string{"s_mov_b32 s20, 2", ".p2align 7", ".Lagain:"}, lines...)
	return append(all, "s_sub_u32 s20, s20, 1", "s_cmp_lg_u32 s20, 0", "s_cbranch_scc1 .Lagain")
}

// body is a kernel that executes lines.
func body(name string, vgprs, lds int, lines []string) string {
	return fmt.Sprintf(`	.text
	.globl %[1]s
	.p2align 8
	.type %[1]s,@function
%[1]s:
	%[2]s
	s_endpgm
.Lend:
	.size %[1]s, .Lend-%[1]s
	.rodata
	.p2align 6
	.amdhsa_kernel %[1]s
		.amdhsa_next_free_vgpr %[3]d
		.amdhsa_next_free_sgpr 32
		.amdhsa_accum_offset %[4]d
		.amdhsa_user_sgpr_kernarg_segment_ptr 1
		.amdhsa_kernarg_size 64
		.amdhsa_group_segment_fixed_size %[5]d
	.end_amdhsa_kernel
`, name, strings.Join(lines, "\n\t"), vgprs, min(vgprs, 256), lds)
}

// TestMatrixRates: the cycles of each matrix instruction exactly, with independent accumulators, and
// with a chain through one (facts performance.md §1.4; chains keep the rate: silicon/timing_rules.md
// §2). The 4x4 ones need wait states in a chain, so that they have none here.
func TestMatrixRates(t *testing.T) {
	for _, chip := range arch.Chips {
		for i := range mfmas {
			m := &mfmas[i]
			want := m.cycles(chip)
			if want == 0 {
				continue
			}
			for _, accumulators := range []int{4, 1} {
				if accumulators == 1 && (want == 8 || m.acc == 2) {
					continue
				}
				gap := timing.Cycle(0)
				var last timing.Cycle
				n := 0
				lines := []string{}
				for j := range 40 {
					lines = append(lines, m.text(j%accumulators))
				}
				k := assemble(t, chip, body("rate", 160, 0, twice(lines)), "rate")
				k.time(t, part{groups: 1, block: 64, observe: func(e *timing.Issue) {
					if !matrix(k.program, e.Inst) {
						return
					}
					if n == 40+20 {
						gap = e.At
					}
					last = e.At
					n++
				}})
				got := float64(last-gap) / 19
				line := fmt.Sprintf("%s %s%s, %d accumulators: %.2f cycles", chip.Name, m.name, m.modifiers, accumulators, got)
				if got != float64(want) {
					t.Errorf("%s, want %d", line, want)
				} else {
					t.Log(line)
				}
			}
		}
	}
}

// TestMatrixAndVector: M matrix instructions of 32 cycles and N units of vector work in one wave take
// 32 M + g(max(0, N - 6 M)) at best, g(k) = 4 k up to 3, then 2 k + 6 for odd and 2 k + 8 for even k
// (facts performance.md §1.5). The best order is six additions after each matrix instruction, then
// three more, then packed ones.
func TestMatrixAndVector(t *testing.T) {
	for _, c := range []struct{ m, n int }{{4, 12}, {4, 24}, {8, 48}, {8, 51}, {16, 97}, {16, 96 + 7}, {16, 96 + 16}, {16, 96 + 33}, {32, 192 + 64}} {
		k := max(0, c.n-6*c.m)
		want := 32 * c.m
		switch {
		case k <= 3:
			want += 4 * k
		case k%2 == 1:
			want += 2*k + 6
		default:
			want += 2*k + 8
		}
		var lines []string
		units := c.n
		add := func() {
			lines = append(lines, fmt.Sprintf("v_add_f32 v%d, v%d, v%d", 100+units%50, 150+units%50, 150+units%50))
			units--
		}
		for range c.m {
			lines = append(lines, "v_mfma_f32_32x32x16_bf16 v[16:31], v[0:3], v[8:11], v[16:31]")
			for i := 0; i < 6 && units > 0; i++ {
				add()
			}
		}
		for i := 0; i < 3 && units > 0; i++ {
			add()
		}
		for units >= 2 {
			d := 100 + 2*(units%20)
			lines = append(lines, fmt.Sprintf("v_pk_add_f32 v[%d:%d], v[%d:%d], v[%d:%d]", d, d+1, d+50, d+51, d+50, d+51))
			units -= 2
		}
		for units > 0 {
			add()
		}
		kn := assemble(t, &arch.GFX950, body("optimum", 256, 0, twice(lines)), "optimum")
		first, end := timing.Cycle(0), timing.Cycle(0)
		n := 0
		kn.time(t, part{groups: 1, block: 64, observe: func(e *timing.Issue) {
			switch {
			case matrix(kn.program, e.Inst):
				if n == c.m {
					first = e.At
				}
				n++
				end = max(end, e.At+32)
			case kn.program.Insts[e.Inst].Inst.Row.Unit == isa.UnitVALU:
				end = max(end, e.At+e.Length)
			}
		}})
		limit := 0.01
		if k > 16 {
			// The formula does not know that 8-byte instructions come from the instruction cache at 32
			// bytes in 20 cycles, as thread traces have it.
			limit = 0.03
		}
		within(t, fmt.Sprintf("%d MFMA, %d units, cycles", c.m, c.n), float64(end-first), float64(want), limit)
	}
}

// matrix reports whether an instruction of the program is one of the matrix core.
func matrix(p *timing.Program, inst int) bool {
	switch p.Insts[inst].Inst.Row.Unit {
	case isa.UnitXDL, isa.UnitSGEMM, isa.UnitDGEMM:
		return true
	}
	return false
}
