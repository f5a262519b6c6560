package mach

import (
	"testing"

	"heddle/arch"
	"heddle/isa"
	"heddle/pass"
)

// TestExchange: what two loads brought is exchanged in halves for two stores, which takes one move for each
// dword that changes its load, whatever the order that the copies come in.
func TestExchange(t *testing.T) {
	for _, copies := range [][4][2]int{ // the store, and the load
		{{0, 0}, {0, 1}, {1, 0}, {1, 1}},
		{{1, 0}, {0, 0}, {1, 1}, {0, 1}},
		{{1, 1}, {1, 0}, {0, 1}, {0, 0}},
		{{0, 0}, {1, 0}, {0, 1}, {1, 1}},
	} {
		f := NewFunc("k", arch.Chips[0])
		f.WorkgroupSize = 64
		entry := f.NewBlock("entry")
		f.Append(entry)
		tid, karg := f.NewFixed(isa.V0, 1, "tid"), f.NewFixed(isa.SGPR(0), 2, "kernarg")
		f.Inputs = []Reg{tid, karg}
		b := Builder{F: f, Block: entry}
		at, from := f.NewReg(FileV, 1, ""), f.NewReg(FileS, 2, "")
		b.Copy(f.All(at), P(f.All(tid)))
		b.Copy(f.All(from), P(f.All(karg)))
		var loaded, stored [2]Reg
		for i := range loaded {
			loaded[i], stored[i] = f.NewReg(FileV, 4, ""), f.NewReg(FileV, 4, "")
			b.Emit(isa.GLOBAL_LOAD_DWORDX4, P(f.All(loaded[i])), P(f.All(at)), P(f.All(from))).Mods.Offset = int32(16 * i)
		}
		for _, c := range copies {
			to, half := c[0], c[1]
			b.Copy(f.All(stored[to]).Dwords(2*half, 2), P(f.All(loaded[half]).Dwords(2*to, 2)))
		}
		for i := range stored {
			b.Emit(isa.DS_WRITE_B128, P(f.All(at)), P(f.All(stored[i]))).Mods.Offset = int32(4096 * i)
		}
		entry.Term = Term{Cond: CondEnd}
		f.LinkPreds()
		sinkCopies(entry)
		if err := allocate(f, &pass.Options{}); err != nil {
			t.Fatal(err)
		}
		moves := 0
		for _, in := range f.Blocks[0].Instrs {
			switch in.Row.Op {
			case isa.V_MOV_B32:
				moves++
			case isa.V_MOV_B64, isa.V_PK_MOV_B32:
				moves += 2
			}
		}
		if moves > 4 {
			t.Errorf("copies %v: %d dwords are moved, 4 suffice\n%s", copies, moves, dump(f))
		}
	}
}
