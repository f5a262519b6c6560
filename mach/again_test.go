package mach

import (
	"testing"

	"heddle/arch"
	"heddle/isa"
	"heddle/pass"
)

// TestComputeAgainRandom: programs that compute values again behind their loops do the same.
func TestComputeAgainRandom(t *testing.T) {
	changed := 0
	for seed := range uint64(300) {
		f := randomProgram(seed, arch.Chips[seed%2], 10+int(seed%60), 20, seed%5 == 0)
		f.Blocks[0].AllLanes = true
		before, came, registers := newMachine(t, f, 5).run(), dump(f), len(f.Regs)
		code := codeOf(f)
		if computeAgain(f) {
			changed++
		}
		if err := f.Verify(); err != nil {
			t.Fatalf("seed %d: %v\n%s", seed, err, dump(f))
		}
		if err := sameLog(before, newMachine(t, f, 5).run()); err != nil {
			t.Fatalf("seed %d: %v\n%s\nbefore:\n%s", seed, err, dump(f), came)
		}
		code.restore(f)
		if f.Regs = f.Regs[:registers]; dump(f) != came {
			t.Fatalf("seed %d: what is restored is\n%s\nnot\n%s", seed, dump(f), came)
		}
	}
	if changed < 20 {
		t.Errorf("%d programs computed something again: too few to mean anything", changed)
	}
}

// keepingLoop is a kernel with a loop that adds up so many numbers from memory, which it needs all the time, while it keeps others, made of
// the lane's number, for the code behind it. With own each of these is made of a number from memory of its own.
func keepingLoop(needed, kept int, own bool) *Func {
	f := NewFunc("k", &arch.GFX950)
	f.WorkgroupSize = 256
	entry, head, exit := f.NewBlock("entry"), f.NewBlock("loop"), f.NewBlock("exit")
	f.Append(entry, head, exit)
	head.Depth, head.LoopHeader = 1, true
	entry.AllLanes, head.AllLanes, exit.AllLanes = true, true, true
	tid, karg := f.NewFixed(isa.V0, 1, "tid"), f.NewFixed(isa.SGPR(0), 2, "kernarg")
	f.Inputs = []Reg{tid, karg}
	b := Builder{F: f, Block: entry}
	v := func() Operand { return P(f.All(f.NewReg(FileV, 1, ""))) }
	lane, sum, base, count, next := v(), v(), f.All(f.NewReg(FileS, 2, "")), f.All(f.NewReg(FileS, 1, "")), f.All(f.NewReg(FileS, 1, ""))
	b.Copy(lane.Part, P(f.All(tid)))
	b.Copy(base, P(f.All(karg)))
	b.Copy(count, Const(0))
	b.Copy(sum.Part, Const(0))
	loads := 0
	load := func() Operand {
		x := v()
		b.Emit(isa.GLOBAL_LOAD_DWORD, x, lane, P(base)).Mods.Offset = int32(4 * loads)
		loads++
		return x
	}
	var terms, values []Operand
	for range needed {
		terms = append(terms, load())
	}
	for i := range kept {
		of := lane
		if own {
			of = load()
		}
		row, number := v(), v()
		b.Emit(isa.V_XOR_B32, row, Const(int64(i%8)), of)
		b.Emit(isa.V_ADD_U32, number, Const(int64(i)), row)
		values = append(values, number)
	}
	b.Block.Term = Term{Cond: CondNone, Next: head}
	b.Block = head
	for _, x := range terms {
		more := v()
		b.Emit(isa.V_ADD_U32, more, sum, x)
		b.Copy(sum.Part, more)
	}
	b.Emit(isa.S_ADD_U32, P(next), P(count), Const(1))
	b.Copy(count, P(next))
	scc := f.NewReg(FileSCC, 1, "")
	b.Emit(isa.S_CMP_LT_U32, P(next), Const(4)).SCCDef = scc
	b.Block.Term = Term{Cond: CondSCC1, Reg: scc, Taken: head, Next: exit}
	b.Block = exit
	for _, x := range append(values, sum) {
		b.Emit(isa.GLOBAL_STORE_DWORD, lane, x, P(base))
	}
	b.Block.Term = Term{Cond: CondEnd}
	f.LinkPreds()
	return f
}

// TestComputeAgain: what a loop would keep for the code behind it is computed again there if one more wave fits a SIMD then,
// and only then.
func TestComputeAgain(t *testing.T) {
	for _, c := range []struct {
		needed, kept int
		own, again   bool
	}{
		{150, 10, false, false}, // fits as it is
		{150, 20, false, true},
		{150, 20, true, false}, // as many others would have to be kept instead
		{170, 20, false, false},
	} {
		f := keepingLoop(c.needed, c.kept, c.own)
		before, came := newMachine(t, f, 5).run(), instructions(f)
		if err := schedule(f, &pass.Options{}); err != nil {
			t.Fatal(err)
		}
		if err := f.Verify(); err != nil {
			t.Fatalf("%+v: %v", c, err)
		}
		if again := instructions(f) > came; again != c.again {
			t.Errorf("%+v: computes again: %v\n%s", c, again, dump(f))
		}
		if err := sameLog(before, newMachine(t, f, 5).run()); err != nil {
			t.Errorf("%+v: %v", c, err)
		}
	}
}

// TestComputeAgainMasked: behind a branch of lanes, values are computed again when all lanes are on.
func TestComputeAgainMasked(t *testing.T) {
	f := keepingLoop(150, 20, false)
	exit := f.Blocks[len(f.Blocks)-1]
	last, join := f.NewBlock("branch"), f.NewBlock("join")
	f.Append(last, join)
	exit.AllLanes, join.AllLanes = true, true
	join.Instrs, exit.Instrs = exit.Instrs, nil
	exit.Term, join.Term = Term{Cond: CondNone, Next: last}, exit.Term
	last.Term = Term{Cond: CondNone, Next: join}
	b := Builder{F: f, Block: exit}
	saved := P(f.All(f.NewReg(FileS, 2, "")))
	b.Emit(isa.S_MOV_B64, saved, Exec())
	b.Emit(isa.S_MOV_B64, Exec(), Const(1))
	stores := join.Instrs
	join.Instrs = nil
	b.Block = join
	b.Emit(isa.S_MOV_B64, Exec(), saved)
	join.Instrs = append(join.Instrs, stores...)
	f.LinkPreds()
	before, came := newMachine(t, f, 5).run(), instructions(f)
	if !computeAgain(f) || instructions(f) == came {
		t.Fatalf("nothing is computed again:\n%s", dump(f))
	}
	if err := f.Verify(); err != nil {
		t.Fatal(err)
	}
	if err := sameLog(before, newMachine(t, f, 5).run()); err != nil {
		t.Errorf("%v\n%s", err, dump(f))
	}
}
