package mach

import (
	"math/rand/v2"
	"testing"

	"heddle/arch"
	"heddle/isa"
)

// argumentReaders is a kernel that loads dwords of its arguments in the way
// selection does and reads some of them; the second result is which dword each
// reader reads first.
func argumentReaders(rnd *rand.Rand) (*Func, map[*Instr]int) {
	f := NewFunc("k", &arch.GFX950)
	entry := f.NewBlock("entry")
	f.Append(entry)
	karg := f.NewFixed(isa.SGPR(0), 2, "kernarg")
	f.Inputs, f.Kernarg = []Reg{karg}, karg
	if rnd.IntN(2) == 0 { // as selection does
		copied := f.NewReg(FileS, 2, "")
		entry.Instrs = append(entry.Instrs, &Instr{Flags: Copy, Args: [isa.MaxArgs]Operand{P(f.All(copied)), P(f.All(karg))}})
		karg = copied
	}
	entry.Term = Term{Cond: CondEnd}
	type loaded struct {
		reg   Reg
		first int
	}
	var regs []loaded
	for at := rnd.IntN(4); len(regs) < 1+rnd.IntN(5); {
		l := argumentLoads[rnd.IntN(4)]
		r := f.NewReg(FileS, l.dwords, "")
		in := f.NewInstr(f.Row(l.op, isa.EncSMEM, "imm"), P(f.All(r)), P(f.All(karg)), Imm(int64(4*at)))
		in.Mem = &Mem{Read: SpaceConst}
		entry.Instrs = append(entry.Instrs, in)
		regs = append(regs, loaded{r, at})
		at += l.dwords + rnd.IntN(2)*2
	}
	reads := map[*Instr]int{}
	for range 1 + rnd.IntN(6) {
		l := regs[rnd.IntN(len(regs))]
		sub, n, mov := rnd.IntN(int(f.Regs[l.reg].Dwords)), 1, isa.S_MOV_B32
		if sub%2 == 0 && f.Regs[l.reg].Dwords > 1 && rnd.IntN(2) == 0 {
			n, mov = 2, isa.S_MOV_B64
		}
		in := f.NewInstr(f.Row(mov, isa.EncSOP1, ""), P(f.All(f.NewReg(FileS, n, ""))), P(f.All(l.reg).Dwords(sub, n)))
		in.Flags = Pinned // so that it is not dead
		entry.Instrs = append(entry.Instrs, in)
		reads[in] = l.first + sub
	}
	f.LinkPreds()
	return f, reads
}

// What is loaded anew is what was read, at aligned registers, never with more
// instructions, dwords or bytes that nobody loaded before.
func TestTrimLoads(t *testing.T) {
	fewer := 0
	for seed := range uint64(2000) {
		f, reads := argumentReaders(rand.New(rand.NewPCG(seed, 9)))
		text := dump(f)
		loads := func() (n, dwords, low, high int, at map[Reg]int) {
			at, low = map[Reg]int{}, 1000
			for _, in := range f.Blocks[0].Instrs {
				if in.loadsConstants() {
					p := in.Args[0].Part
					n, dwords, at[p.Reg] = n+1, dwords+int(p.N), int(in.Args[2].Value)/4
					low, high = min(low, at[p.Reg]), max(high, at[p.Reg]+int(p.N))
				}
			}
			return
		}
		n, dwords, low, high, _ := loads()
		if err := trimLoads(f, nil); err != nil {
			t.Fatal(err)
		}
		if err := f.Verify(); err != nil {
			t.Fatalf("seed %d: %v\n%s\n%s", seed, err, text, dump(f))
		}
		n2, dwords2, low2, high2, at := loads()
		if n2 > n || dwords2 > dwords || low2 < low || high2 > high {
			t.Fatalf("seed %d: %d loads of %d dwords became %d of %d\n%s\n%s", seed, n, dwords, n2, dwords2, text, dump(f))
		}
		if dwords2 < dwords {
			fewer++
		}
		for in, want := range reads {
			p := in.Args[1].Part
			first, known := at[p.Reg]
			if !known || first+int(p.Sub) != want || int(p.Sub)%int(p.N) != 0 {
				t.Fatalf("seed %d: %s reads dword %d, want %d\n%s\n%s", seed, f.Text(in), first+int(p.Sub), want, text, dump(f))
			}
		}
	}
	if fewer < 1000 {
		t.Errorf("%d of 2000 kernels load less", fewer)
	}
	t.Logf("%d of 2000 kernels load less", fewer)
}
