package mach

import (
	"testing"

	"heddle/arch"
	"heddle/isa"
	"heddle/pass"
)

// TestReadsByUse: of a product's operands, read in the order of the tiles, those
// come first that the first matrix instructions take.
func TestReadsByUse(t *testing.T) {
	for _, chip := range arch.Chips {
		const tiles = 4
		f := NewFunc("k", chip)
		f.WorkgroupSize = 256
		entry := f.NewBlock("entry")
		f.Append(entry)
		tid := f.NewFixed(isa.V0, 1, "tid")
		f.Inputs = []Reg{tid}
		b := &Builder{F: f, Block: entry}
		v := func(r Reg) Operand { return P(f.All(r)) }
		var operands [2][tiles]Reg
		for side := range operands {
			for i := range operands[side] {
				r := f.NewReg(FileV, 4, "")
				in := b.Emit(isa.DS_READ_B128, v(r), v(tid))
				in.Mods.Offset, in.Mem = int32(side*tiles+i)*1024, &Mem{Read: SpaceLDS, Root: 1}
				operands[side][i] = r
			}
		}
		for i := range operands[0] {
			for k := range operands[1] {
				acc := f.NewReg(FileV, 16, "")
				b.Emit(isa.V_MFMA_F32_32X32X8_F16, v(acc), P(f.All(operands[0][i]).Dwords(0, 2)), P(f.All(operands[1][k]).Dwords(0, 2)), Const(0))
				b.Emit(isa.DS_WRITE_B128, v(tid), P(f.All(acc).Dwords(0, 4))).Mem = &Mem{Write: SpaceLDS, Root: 2, NoAlias: true}
			}
		}
		entry.Term = Term{Cond: CondEnd}
		if err := schedule(f, &pass.Options{}); err != nil {
			t.Fatal(err)
		}
		reads := map[Reg]int{}
	scan:
		for _, in := range entry.Instrs {
			switch in.Row.Op {
			case isa.DS_READ_B128:
				reads[in.Args[0].Part.Reg] = len(reads)
				continue
			case isa.V_MFMA_F32_32X32X8_F16:
			default:
				continue
			}
			if x, y := reads[in.Args[1].Part.Reg], reads[in.Args[2].Part.Reg]; max(x, y) > 3 {
				t.Errorf("%s: the first matrix instruction waits for read number %d:\n%s", chip.Name, max(x, y)+1, dump(f))
			}
			break scan
		}
	}
}
