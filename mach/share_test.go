package mach

import (
	"math/rand/v2"
	"testing"

	"heddle/arch"
	"heddle/pass"
)

// repeatSome computes again what was computed before, into registers of its own
// that some of the later readers in the block read, and returns how often.
func repeatSome(f *Func, seed uint64) int {
	rnd := rand.New(rand.NewPCG(seed, 2))
	defs := f.definitions()
	can := map[*Instr]bool{}
	for _, b := range f.Blocks {
		for _, in := range b.Instrs {
			can[in] = f.repeatable(in, defs)
		}
	}
	added := 0
	for _, b := range f.Blocks {
		var out []*Instr
		var again []*Instr // may be computed again
		twin := map[Reg]Reg{}
		for _, in := range b.Instrs {
			for i := 1; i < len(in.Args); i++ {
				if a := &in.Args[i]; a.Kind == OperandReg && twin[a.Part.Reg] != 0 && rnd.IntN(2) == 0 {
					a.Part.Reg = twin[a.Part.Reg]
				}
			}
			out = append(out, in)
			if in.WritesExec() {
				again, twin = nil, map[Reg]Reg{}
			}
			if can[in] {
				again = append(again, in)
			}
			if len(again) > 0 && rnd.IntN(3) == 0 && in.SCCDef == 0 {
				fresh := *again[rnd.IntN(len(again))]
				dst := fresh.Args[0].Part
				if fresh.ClobbersSCC() && sccIsLive(b, in) {
					continue
				}
				info := f.Regs[dst.Reg]
				f.Regs = append(f.Regs, info)
				r := Reg(len(f.Regs) - 1)
				twin[dst.Reg] = r
				fresh.Args[0].Part.Reg = r
				out = append(out, &fresh)
				added++
			}
		}
		b.Instrs = out
	}
	return added
}

// sccIsLive reports whether a value in SCC is needed behind an instruction.
func sccIsLive(b *Block, at *Instr) bool {
	behind := false
	for _, in := range b.Instrs {
		if behind && in.SCCUse != 0 {
			return true
		}
		if behind && in.ClobbersSCC() {
			return false
		}
		behind = behind || in == at
	}
	return b.Term.Cond == CondSCC0 || b.Term.Cond == CondSCC1
}

func instructions(f *Func) (n int) {
	for _, b := range f.Blocks {
		n += len(b.Instrs)
	}
	return n
}

// TestShareRandom: programs with work done twice do the same afterwards, with
// none of it left.
func TestShareRandom(t *testing.T) {
	shared, hoisted := 0, 0
	for seed := range uint64(200) {
		f := randomProgram(seed, arch.Chips[seed%2], 10+int(seed%60), 20, seed%5 == 0)
		f.Blocks[0].AllLanes = true
		before := newMachine(t, f, 5).run()
		n := repeatSome(f, seed)
		doubled := instructions(f)
		if err := f.Verify(); err != nil {
			t.Fatalf("seed %d: the test's own: %v", seed, err)
		}
		if err := share(f, &pass.Options{}); err != nil {
			t.Fatal(err)
		}
		if left := doubled - instructions(f); left < n {
			t.Fatalf("seed %d: %d of %d repetitions removed\n%s", seed, left, n, dump(f))
		}
		shared += n
		places := dump(f)
		if err := hoist(f, &pass.Options{}); err != nil {
			t.Fatal(err)
		}
		if dump(f) != places {
			hoisted++
		}
		if err := f.Verify(); err != nil {
			t.Fatalf("seed %d: %v\n%s", seed, err, dump(f))
		}
		if err := sameLog(before, newMachine(t, f, 5).run()); err != nil {
			t.Fatalf("seed %d: %v\n%s", seed, err, dump(f))
		}
	}
	if shared < 500 || hoisted < 20 {
		t.Errorf("%d repetitions, %d programs with something to hoist: too few to mean anything", shared, hoisted)
	}
}
