package isa_test

import (
	"testing"

	"heddle/isa"
)

// TestMatrixShapes: every instruction of the matrix cores has a shape, and no
// other one. Its sizes are those of the registers of its operands. (package sim
// compares them with the table of AMD's calculator.)
func TestMatrixShapes(t *testing.T) {
	for _, target := range isa.Targets() {
		for i := range target.Rows() {
			row := &target.Rows()[i]
			m := row.Op.Matrix()
			cores := row.Unit == isa.UnitXDL || row.Unit == isa.UnitSGEMM || row.Unit == isa.UnitDGEMM
			if has := m != nil; has != cores {
				t.Errorf("%s: has a shape: %v", row.Mnemonic, has)
			}
			if m == nil || m.A == "" {
				continue
			}
			stored := m.K
			if m.Sparse {
				stored /= 2
			}
			dwords := func(rows, cols int, typ string) int {
				f, err := target.Chip.Format(typ)
				if err != nil {
					t.Fatal(err)
				}
				return rows * cols * m.Blocks * f.Bits() / 32 / target.Chip.WaveSize
			}
			for _, o := range []struct{ operand, want int }{
				{0, dwords(m.M, m.N, m.D)}, {1, dwords(m.M, stored, m.A)}, {2, dwords(m.K, m.N, m.B)},
			} {
				if got := int(row.Operands[o.operand].Dwords); got != o.want {
					t.Errorf("%s: operand %d has %d registers, its shape %d", row.Mnemonic, o.operand, got, o.want)
				}
			}
		}
	}
	for name, want := range map[string]isa.MatrixShape{
		"v_mfma_f32_32x32x4_2b_bf16":        {M: 32, N: 32, K: 4, Blocks: 2, A: "bf16", B: "bf16", D: "f32"},
		"v_mfma_f64_4x4x4_4b_f64":           {M: 4, N: 4, K: 4, Blocks: 4, A: "f64", B: "f64", D: "f64"},
		"v_mfma_scale_f32_16x16x128_f8f6f4": {M: 16, N: 16, K: 128, Blocks: 1, D: "f32", Scaled: true},
		"v_smfmac_f32_32x32x32_fp8_bf8":     {M: 32, N: 32, K: 32, Blocks: 1, A: "fp8", B: "bf8", D: "f32", Sparse: true},
		"v_smfmac_f32_32x32x32_f16":         {M: 32, N: 32, K: 32, Blocks: 1, A: "f16", B: "f16", D: "f32", Sparse: true, Doubled: true},
		"v_smfmac_i32_16x16x128_i8":         {M: 16, N: 16, K: 128, Blocks: 1, A: "i8", B: "i8", D: "i32", Sparse: true, Doubled: true},
		"v_smfmac_i32_16x16x64_i8":          {M: 16, N: 16, K: 64, Blocks: 1, A: "i8", B: "i8", D: "i32", Sparse: true},
	} {
		op, _ := isa.LookupOp(name)
		if got := op.Matrix(); got == nil || *got != want {
			t.Errorf("%s: %+v, want %+v", name, got, want)
		}
	}
}
