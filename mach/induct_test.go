package mach

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"heddle/arch"
	"heddle/isa"
	"heddle/pass"
)

// countingLoop is a kernel with a loop that computes scalar numbers from its counter and stores them.
type countingLoop struct {
	b            Builder
	count, next  Reg
	fixed        []Reg // scalars from before the loop
	out, address Reg
}

func newCountingLoop(chip *arch.Chip, first Operand, body func(c *countingLoop), end int64) *Func {
	f := NewFunc("k", chip)
	f.WorkgroupSize = 64
	entry, head, exit := f.NewBlock("entry"), f.NewBlock("loop"), f.NewBlock("exit")
	f.Append(entry, head, exit)
	c := &countingLoop{b: Builder{F: f, Block: entry}}
	tid, karg := f.NewFixed(isa.V0, 1, "tid"), f.NewFixed(isa.SGPR(0), 2, "kernarg")
	f.Inputs = []Reg{tid, karg}
	c.address, c.out = f.NewReg(FileV, 1, ""), f.NewReg(FileS, 2, "")
	c.b.Copy(f.All(c.address), P(f.All(tid)))
	c.b.Copy(f.All(c.out), P(f.All(karg)))
	for i := range 3 {
		r := f.NewReg(FileS, 1, "")
		c.b.Emit(isa.S_ADD_I32, P(f.All(r)), P(f.All(c.out).Dword(0)), Const(int64(100*i+7)))
		c.fixed = append(c.fixed, r)
	}
	c.count, c.next = f.NewReg(FileS, 1, "count"), f.NewReg(FileS, 1, "next")
	c.b.Copy(f.All(c.count), first)
	c.b.Block.Term = Term{Cond: CondNone, Next: head}
	head.Depth++
	c.b.Block = head
	body(c)
	scc := f.NewReg(FileSCC, 1, "")
	c.b.Emit(isa.S_CMP_LT_U32, P(f.All(c.next)), Const(end)).SCCDef = scc
	c.b.Block.Term = Term{Cond: CondSCC1, Reg: scc, Taken: head, Next: exit}
	c.b.Block = exit
	c.store(c.count)
	c.b.Block.Term = Term{Cond: CondEnd}
	f.LinkPreds()
	return f
}

// grow emits the end of the counting.
func (c *countingLoop) grow(step int64) {
	c.b.Emit(isa.S_ADD_I32, P(c.b.F.All(c.next)), P(c.b.F.All(c.count)), Const(step))
	c.b.Copy(c.b.F.All(c.count), P(c.b.F.All(c.next)))
}

func (c *countingLoop) emit(op isa.Op, x, y Operand) Reg {
	r := c.b.F.NewReg(FileS, 1, "")
	c.b.Emit(op, P(c.b.F.All(r)), x, y)
	return r
}

func (c *countingLoop) reg(r Reg) Operand { return P(c.b.F.All(r)) }

// store stores a scalar.
func (c *countingLoop) store(r Reg) {
	f := c.b.F
	v := f.NewReg(FileV, 1, "")
	c.b.Copy(f.All(v), P(f.All(r)))
	c.b.Emit(isa.GLOBAL_STORE_DWORD, P(f.All(c.address)), P(f.All(v)), P(f.All(c.out)))
}

// TestInduct: what the loop has left.
func TestInduct(t *testing.T) {
	offset := func(c *countingLoop) Reg {
		return c.emit(isa.S_ADD_I32, c.reg(c.emit(isa.S_LSHL_B32, c.reg(c.count), Const(6))), c.reg(c.fixed[0]))
	}
	for _, x := range []struct {
		name string
		body func(c *countingLoop)
		want string // the loop's scalar instructions
	}{
		{"a shift and a sum", func(c *countingLoop) { c.store(offset(c)); c.grow(2) }, "s_add_i32 2; s_add_i32 128"},
		{"two of them from one shift", func(c *countingLoop) {
			shifted := c.reg(c.emit(isa.S_LSHL_B32, c.reg(c.count), Const(4)))
			c.store(c.emit(isa.S_ADD_I32, shifted, c.reg(c.fixed[0])))
			c.store(c.emit(isa.S_ADD_I32, c.reg(c.fixed[1]), shifted))
			c.grow(1)
		}, "s_add_i32 1; s_add_i32 16; s_add_i32 16"},
		{"a multiple", func(c *countingLoop) {
			c.store(c.emit(isa.S_ADD_I32, c.reg(c.emit(isa.S_MUL_I32, c.reg(c.count), Const(24))), Const(5)))
			c.grow(-3)
		}, "s_add_i32 -3; s_add_i32 -72"},
		{"a shift alone is no more work than a sum", func(c *countingLoop) { c.store(c.emit(isa.S_LSHL_B32, c.reg(c.count), Const(6))); c.grow(2) }, "s_lshl_b32 6; s_add_i32 2"},
		{"needed behind the counting", func(c *countingLoop) {
			r := offset(c)
			c.grow(2)
			c.store(r)
		}, "s_lshl_b32 6; s_add_i32; s_add_i32 2"},
		{"computed behind the counting", func(c *countingLoop) {
			c.grow(2)
			c.store(offset(c))
		}, "s_add_i32 2; s_lshl_b32 6; s_add_i32"},
		{"of a number that the loop changes", func(c *countingLoop) {
			changes := c.emit(isa.S_MUL_I32, c.reg(c.count), c.reg(c.count))
			c.store(c.emit(isa.S_ADD_I32, c.reg(c.emit(isa.S_LSHL_B32, c.reg(c.count), Const(6))), c.reg(changes)))
			c.grow(2)
		}, "s_mul_i32; s_lshl_b32 6; s_add_i32; s_add_i32 2"},
		{"where SCC is needed", func(c *countingLoop) {
			r := offset(c)
			c.store(r)
			c.b.Emit(isa.S_ADD_I32, P(c.b.F.All(c.next)), P(c.b.F.All(c.count)), Const(2))
			scc := c.b.F.NewReg(FileSCC, 1, "")
			c.b.Emit(isa.S_CMP_LT_U32, c.reg(c.next), Const(9)).SCCDef = scc
			c.b.Copy(c.b.F.All(c.count), P(c.b.F.All(c.next)))
			c.b.Emit(isa.S_CSELECT_B32, c.reg(c.b.F.NewReg(FileS, 1, "")), Const(1), Const(2)).SCCUse = scc
		}, "s_lshl_b32 6; s_add_i32; s_add_i32 2"},
	} {
		f := newCountingLoop(arch.Chips[0], Const(0), x.body, 9)
		if err := induct(f, &pass.Options{}); err != nil {
			t.Fatal(err)
		}
		if err := f.Verify(); err != nil {
			t.Fatalf("%s: %v\n%s", x.name, err, dump(f))
		}
		if got := scalarsOf(f.Blocks[1]); got != x.want {
			t.Errorf("%s: %s, want %s\n%s", x.name, got, x.want, dump(f))
		}
	}
}

// scalarsOf are a block's scalar instructions that compute numbers, with their constants.
func scalarsOf(b *Block) string {
	var list []string
	for _, in := range b.Instrs {
		if in.Row == nil || in.Row.Unit != isa.UnitSALU || in.SCCDef != 0 || in.SCCUse != 0 {
			continue
		}
		s := in.Row.Mnemonic
		for _, a := range in.Args {
			if a.Kind == OperandConst {
				s += fmt.Sprint(" ", a.Value)
			}
		}
		list = append(list, s)
	}
	return strings.Join(list, "; ")
}

// TestInductRandom: loops store the same afterwards, whatever they compute from their counters.
func TestInductRandom(t *testing.T) {
	ops := []isa.Op{isa.S_ADD_I32, isa.S_ADD_U32, isa.S_LSHL_B32, isa.S_LSHL_B32, isa.S_MUL_I32, isa.S_XOR_B32}
	changed := 0
	for seed := range uint64(500) {
		rnd := rand.New(rand.NewPCG(seed, 17))
		step := int64(1 + rnd.IntN(5))
		first := Const(int64(rnd.IntN(3)))
		f := newCountingLoop(arch.Chips[seed%2], first, func(c *countingLoop) {
			pool := append([]Reg{c.count, c.count, c.count}, c.fixed...)
			any := func() Operand {
				if rnd.IntN(4) == 0 {
					return Const(int64(rnd.IntN(30)))
				}
				return c.reg(pool[rnd.IntN(len(pool))])
			}
			n := 2 + rnd.IntN(10)
			grows := n
			if rnd.IntN(3) == 0 {
				grows = rnd.IntN(n)
			}
			for i := range n {
				if i == grows {
					c.grow(step)
				}
				x, y := any(), any()
				if x.Kind == OperandConst && y.Kind == OperandConst {
					x = c.reg(c.count)
				}
				r := c.emit(ops[rnd.IntN(len(ops))], x, y)
				if pool = append(pool, r); rnd.IntN(2) == 0 {
					c.store(r)
				}
			}
			if grows == n {
				c.grow(step)
			}
		}, 20)
		before, text := newMachine(t, f, 3).run(), dump(f)
		if err := induct(f, &pass.Options{}); err != nil {
			t.Fatal(err)
		}
		if strings.Count(dump(f), "s_lshl") < strings.Count(text, "s_lshl") {
			changed++
		}
		if err := f.Verify(); err != nil {
			t.Fatalf("seed %d: %v\n%s", seed, err, dump(f))
		}
		if err := sameLog(before, newMachine(t, f, 3).run()); err != nil {
			t.Fatalf("seed %d: %v\n%s\nbecame\n%s", seed, err, text, dump(f))
		}
	}
	if changed < 50 {
		t.Errorf("%d programs changed: too few to mean anything", changed)
	}
}
