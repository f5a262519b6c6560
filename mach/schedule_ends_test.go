package mach

import (
	"testing"

	"heddle/arch"
	"heddle/isa"
	"heddle/pass"
)

// sums are accumulators to which two steps are added, one after the other, as in a loop over K.
func (p *paced) sums(n int) []Reg {
	operands, accs := p.values(4, 4), p.values(4, n)
	for step := range 2 {
		for _, acc := range accs {
			p.matrix(operands[2*step], operands[2*step+1], acc)
		}
	}
	return accs
}

// Results are stored while others are computed: behind the first store there are matrix instructions, and
// each sum is complete before the next one is begun to be completed.
func TestStoresAmongMatrix(t *testing.T) {
	const sums = 16
	p := newPaced(&arch.GFX950)
	accs, resource := p.sums(sums), p.f.NewReg(FileS, 4, "resource")
	p.b.Undef(p.f.All(resource))
	for i, acc := range accs {
		in := p.b.EmitRow(p.f.Row(isa.BUFFER_STORE_DWORDX4, isa.EncMUBUF, "offen"), p.all(acc), p.all(p.tid), p.all(resource), Const(0))
		in.Mem = &Mem{Write: SpaceGlobal, Root: int32(100 + i), NoAlias: true}
	}
	if err := schedule(p.f, &pass.Options{}); err != nil {
		t.Fatal(err)
	}
	matrix, first := 0, -1
	for _, in := range p.b.Block.Instrs {
		switch {
		case in.Row == nil:
		case in.isMatrix():
			matrix++
		case in.Mem != nil && first < 0:
			first = matrix
		}
	}
	if first < 0 || first > sums {
		t.Errorf("the first store is behind %d of %d matrix instructions", first, matrix)
	}
}

// fill ends the block with zeros that the next one reads, which has other registers in use, too.
func (p *paced) fill(zeros Reg, dwords, others int) {
	for i := range dwords {
		p.b.Copy(p.f.All(zeros).Dword(i), Const(0))
	}
	next := p.f.NewBlock("next")
	p.f.Append(next)
	next.Term = Term{Cond: CondEnd}
	p.b.Block.Term = Term{Next: next}
	q := Builder{F: p.f, Block: next}
	old := p.b
	p.b = &q
	list := p.values(4, others)
	for i := 0; i < dwords; i += 4 {
		q.Emit(isa.DS_WRITE_B128, p.all(p.tid), P(p.f.All(zeros).Dwords(i, 4))).Mem = &Mem{Write: SpaceLDS, Root: 100, NoAlias: true}
	}
	for _, r := range list {
		p.write(r)
	}
	p.b = old
}

// fillsKernel makes zeros of some dwords that a block behind a barrier begins with; direct loads are waited for
// at the barrier.
func fillsKernel(dwords int, then func(p *paced, zeros Reg)) *paced {
	p := newPaced(&arch.GFX950)
	zeros := p.f.NewReg(FileV, dwords, "zeros")
	data := p.read()
	p.b.AsyncMark()
	p.b.AwaitAsync(0)
	p.b.Emit(isa.S_BARRIER).Flags |= Pinned
	p.write(data)
	if then != nil {
		then(p, zeros)
	}
	p.fill(zeros, dwords, 4)
	return p
}

// fillsAhead counts the fills before the barrier.
func fillsAhead(t *testing.T, p *paced) (n int) {
	t.Helper()
	if err := schedule(p.f, &pass.Options{}); err != nil {
		t.Fatal(err)
	}
	for _, in := range p.f.Blocks[0].Instrs {
		if in.Row != nil && in.Row.Op == isa.S_BARRIER {
			return n
		}
		if p.f.isFill(in) {
			n++
		}
	}
	t.Fatal("no barrier")
	return 0
}

// Zeros are written before the barrier at which a wave waits, unless what is behind it reads or writes
// their registers, changes EXEC, or they are few.
func TestEarlyFills(t *testing.T) {
	for _, x := range []struct {
		name   string
		dwords int
		then   func(p *paced, zeros Reg)
		ahead  int
	}{
		{"zeros", 64, nil, 64},
		{"few", 8, nil, 0},
		{"written", 64, func(p *paced, zeros Reg) {
			p.b.Emit(isa.V_MOV_B32, P(p.f.All(zeros).Dword(3)), p.all(p.tid))
		}, 0},
		{"read", 64, func(p *paced, zeros Reg) {
			p.b.Undef(p.f.All(zeros))
			p.b.Emit(isa.DS_WRITE_B128, p.all(p.tid), P(p.f.All(zeros).Dwords(0, 4))).Mem = &Mem{Write: SpaceLDS, Root: 7, NoAlias: true}
		}, 0},
		{"EXEC", 64, func(p *paced, _ Reg) { p.b.Emit(isa.S_MOV_B64, Exec(), Const(1)) }, 0},
	} {
		if n := fillsAhead(t, fillsKernel(x.dwords, x.then)); n != x.ahead {
			t.Errorf("%s: %d of %d are before the barrier, want %d", x.name, n, x.dwords, x.ahead)
		}
	}
}

// Zeros stay behind a barrier before which as many registers are in use as anywhere.
func TestEarlyFillsPressure(t *testing.T) {
	p := newPaced(&arch.GFX950)
	const dwords = 64
	zeros, busy := p.f.NewReg(FileV, dwords, "zeros"), p.values(4, 24)
	p.b.Emit(isa.S_BARRIER).Flags |= Pinned
	for _, r := range busy {
		p.write(r)
	}
	p.fill(zeros, dwords, 0)
	if n := fillsAhead(t, p); n != 0 {
		t.Errorf("%d of %d are before the barrier, where they take more registers", n, dwords)
	}
}
