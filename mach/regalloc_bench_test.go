package mach

import (
	"fmt"
	"testing"

	"heddle/arch"
	"heddle/isa"
	"heddle/pass"
)

// unrolled is a kernel as an unrolled matrix product has it: so many
// accumulators of 16 dwords through one loop, operands loaded and multiplied.
func unrolled(chip *arch.Chip, accumulators, instructions int) *Func {
	f := NewFunc("k", chip)
	f.WorkgroupSize = 256
	entry, loop, exit := f.NewBlock("entry"), f.NewBlock("loop"), f.NewBlock("exit")
	loop.Depth, loop.LoopHeader = 1, true
	f.Append(entry, loop, exit)
	tid, karg := f.NewFixed(isa.V0, 1, "tid"), f.NewFixed(isa.SGPR(0), 2, "kernarg")
	f.Inputs = []Reg{tid, karg}
	b := &Builder{F: f, Block: entry}
	v := func(r Reg) Operand { return P(f.All(r)) }
	addr, base, count := f.NewReg(FileV, 1, "addr"), f.NewReg(FileS, 2, "base"), f.NewReg(FileS, 1, "i")
	b.Copy(f.All(addr), v(tid))
	b.Copy(f.All(base), v(karg))
	b.Copy(f.All(count), Const(0))
	acc := make([]Reg, accumulators)
	for i := range acc {
		acc[i] = f.NewReg(FileV, 16, "acc")
		b.Copy(f.All(acc[i]), Const(0))
	}
	entry.Term = Term{Next: loop}
	b.Block = loop
	now := append([]Reg(nil), acc...)
	for n := 0; n < instructions-6; n += 6 {
		a, c := f.NewReg(FileV, 4, "a"), f.NewReg(FileV, 1, "next")
		in := b.Emit(isa.GLOBAL_LOAD_DWORDX4, v(a), v(addr), v(base))
		in.Mods.Offset = int32(n % 4096)
		b.Emit(isa.V_ADD_U32, v(c), Const(64), v(addr))
		x := f.NewReg(FileV, 1, "x")
		b.Emit(isa.V_XOR_B32, v(x), v(c), P(f.All(a).Dword(1)))
		pair := f.NewReg(FileV, 2, "pair")
		b.Copy(f.All(pair).Dword(0), v(x))
		b.Copy(f.All(pair).Dword(1), P(f.All(a).Dword(3)))
		k := n / 6 % accumulators
		next := f.NewReg(FileV, 16, "acc")
		b.Emit(isa.V_MFMA_F32_32X32X8_F16, v(next), P(f.All(a).Dwords(0, 2)), v(pair), v(now[k]))
		now[k] = next
	}
	for i := range acc {
		b.Copy(f.All(acc[i]), v(now[i]))
	}
	scc, next := f.NewReg(FileSCC, 1, ""), f.NewReg(FileS, 1, "")
	b.Emit(isa.S_ADD_U32, v(next), v(count), Const(1))
	b.Copy(f.All(count), v(next))
	b.Emit(isa.S_CMP_LT_U32, v(next), Const(2)).SCCDef = scc
	loop.Term = Term{Cond: CondSCC1, Reg: scc, Taken: loop, Next: exit}
	b.Block = exit
	for i := range acc {
		for k := range 16 {
			b.Emit(isa.GLOBAL_STORE_DWORD, v(addr), P(f.All(acc[i]).Dword(k)), v(base))
		}
	}
	exit.Term = Term{Cond: CondEnd}
	f.LinkPreds()
	return f
}

func BenchmarkAllocate(b *testing.B) {
	for _, n := range []int{1000, 5000, 20000} {
		for name, make := range map[string]func() *Func{
			"unrolled": func() *Func { return unrolled(&arch.GFX950, 16, n) },
			"branches": func() *Func { return randomProgram(1, &arch.GFX950, n*2/5, 60, false) },
		} {
			b.Run(fmt.Sprint(name, n), func(b *testing.B) {
				count := 0
				for range b.N {
					b.StopTimer()
					f := make()
					count = 0
					for _, block := range f.Blocks {
						count += len(block.Instrs)
					}
					b.StartTimer()
					if err := allocate(f, &pass.Options{}); err != nil {
						b.Fatal(err)
					}
				}
				b.ReportMetric(float64(count), "instructions")
			})
		}
	}
}

// Accumulators that fill the file stay in registers.
func TestAllocateFullFile(t *testing.T) {
	f := unrolled(&arch.GFX950, 30, 2000)
	if err := tryAllocate(t, f, budgetOf(f)); err != nil {
		t.Fatal(err)
	}
	if f.Spills != (Spills{}) {
		t.Errorf("480 accumulator dwords and a few others spill: %+v", f.Spills)
	}
	copies := 0
	for _, in := range f.Blocks[1].Instrs {
		if in.Row.Op == isa.V_MOV_B32 || in.Row.Op == isa.V_ACCVGPR_MOV_B32 || in.Row.Op == isa.V_ACCVGPR_READ_B32 {
			copies++
		}
	}
	if copies > 334 { // one a step: a dword of a quad that another tuple needs, too
		t.Errorf("%d copies are left in the loop", copies)
	}
}
