package mach

import (
	"testing"

	"heddle/arch"
	"heddle/isa"
	"heddle/pass"
)

// TestGaps: a write of M0 and the load to the LDS behind it are no neighbours where there is something else to
// do, before or after them. That the order stays right is for the tests of schedule and for vet.
func TestGaps(t *testing.T) {
	for _, behind := range []bool{false, true} {
		f := NewFunc("k", arch.Chips[0])
		f.WorkgroupSize = 64
		entry := f.NewBlock("entry")
		f.Append(entry)
		tid, srd, m0 := f.NewFixed(isa.V0, 1, "tid"), f.NewFixed(isa.SGPR(0), 4, "srd"), f.NewFixed(isa.M0, 1, "m0")
		f.Inputs = []Reg{tid, srd}
		b := Builder{F: f, Block: entry}
		at, resource := f.NewReg(FileV, 1, ""), f.NewReg(FileS, 4, "")
		b.Copy(f.All(at), P(f.All(tid)))
		b.Copy(f.All(resource), P(f.All(srd)))
		const loads = 4
		load := func() {
			for i := range loads {
				b.Copy(f.All(m0), Const(int64(256*i)))
				in := b.EmitRow(f.Row(isa.BUFFER_LOAD_DWORD, isa.EncMUBUF, "offen lds"), P(f.All(at)), P(f.All(resource)), Const(0))
				in.ImplicitUse = m0
				in.Mem = &Mem{Read: SpaceGlobal, Write: SpaceLDS}
			}
		}
		add := func() (sums []Reg) {
			for i := range loads {
				sums = append(sums, f.NewReg(FileV, 1, ""))
				b.Emit(isa.V_ADD_U32, P(f.All(sums[i])), Const(int64(i)), P(f.All(at)))
			}
			return sums
		}
		var sums []Reg
		if !behind {
			sums = add()
		}
		load()
		if behind {
			sums = add()
		}
		b.Emit(isa.S_BARRIER)
		for i, sum := range sums {
			b.Emit(isa.DS_WRITE_B32, P(f.All(at)), P(f.All(sum))).Mods.Offset = int32(4 * i)
		}
		entry.Term = Term{Cond: CondEnd}
		f.LinkPreds()
		if err := schedule(f, &pass.Options{}); err != nil {
			t.Fatal(err)
		}
		g := depGraph{f: f, list: entry.Instrs}
		for i := 1; i < len(g.list); i++ {
			if g.isGap(int32(i-1), int32(i)) {
				t.Errorf("behind %v: a nop would be before\n%s\n%s", behind, g.list[i].Row.Mnemonic, dump(f))
			}
		}
	}
}
