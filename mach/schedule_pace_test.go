package mach

import (
	"math/rand/v2"
	"slices"
	"testing"

	"heddle/arch"
	"heddle/isa"
	"heddle/pass"
)

// paced is a region under construction: matrix instructions, each with an accumulator of its own,
// and memory operations.
type paced struct {
	f    *Func
	b    *Builder
	tid  Reg
	root int32
}

func newPaced(chip *arch.Chip) *paced {
	f := NewFunc("k", chip)
	f.WorkgroupSize = 256
	entry := f.NewBlock("entry")
	entry.Term = Term{Cond: CondEnd}
	f.Append(entry)
	tid := f.NewFixed(isa.V0, 1, "tid")
	f.Inputs = []Reg{tid}
	return &paced{f: f, b: &Builder{F: f, Block: entry}, tid: tid}
}

func (p *paced) all(r Reg) Operand { return P(p.f.All(r)) }

// read is an LDS read of an allocation of its own.
func (p *paced) read() Reg {
	r := p.f.NewReg(FileV, 4, "")
	p.root++
	p.b.Emit(isa.DS_READ_B128, p.all(r), p.all(p.tid)).Mem = &Mem{Read: SpaceLDS, Root: p.root, NoAlias: true}
	return r
}

func (p *paced) write(data Reg) {
	p.root++
	p.b.Emit(isa.DS_WRITE_B128, p.all(p.tid), p.all(data)).Mem = &Mem{Write: SpaceLDS, Root: p.root, NoAlias: true}
}

// matrix is a matrix instruction of 16 clocks on the gfx950, 32 on the gfx942.
func (p *paced) matrix(a, b Reg, acc Reg) {
	p.b.Emit(isa.V_MFMA_F32_16X16X16_F16, p.all(acc), P(p.f.All(a).Dwords(0, 2)), P(p.f.All(b).Dwords(0, 2)), p.all(acc))
}

func (p *paced) values(dwords, n int) (list []Reg) {
	for range n {
		r := p.f.NewReg(FileV, dwords, "")
		p.b.Undef(p.f.All(r))
		list = append(list, r)
	}
	return list
}

// gaps are the memory operations between the matrix instructions of a block.
func gaps(list []*Instr) (memory []int) {
	memory = []int{0}
	for _, in := range list {
		switch {
		case in.Row == nil:
		case in.isMatrix():
			memory = append(memory, 0)
		case in.Row.Unit == isa.UnitLDS || in.Row.Unit == isa.UnitVMEM:
			memory[len(memory)-1]++
		}
	}
	return memory
}

// What nothing hurries is spaced evenly: writes of values that are there, over all of the region.
func TestPaceEven(t *testing.T) {
	for _, chip := range arch.Chips {
		for _, n := range []int{1, 4, 8, 16, 32} {
			p := newPaced(chip)
			operands, stored := p.values(4, 2), p.values(4, n)
			accs := p.values(4, 64)
			p.b.Emit(isa.S_SETPRIO, Imm(1)).Flags |= Pinned // only what follows is one region
			for _, r := range stored {
				p.write(r)
			}
			for _, acc := range accs {
				p.matrix(operands[0], operands[1], acc)
			}
			for _, acc := range accs { // used, so that they stay
				p.b.Emit(isa.V_ADD_F32, P(p.f.All(acc).Dword(0)), P(p.f.All(acc).Dword(0)), p.all(p.tid))
			}
			if err := schedule(p.f, &pass.Options{}); err != nil {
				t.Fatal(err)
			}
			memory := gaps(p.b.Block.Instrs)
			last := 0
			for i, m := range memory {
				if m > 1 {
					t.Errorf("%s, %d writes: %d in one gap: %v", chip.Name, n, m, memory)
				}
				if m > 0 && i < 64 {
					if n > 1 && i-last > 64/n+2 {
						t.Errorf("%s, %d writes: none for %d matrix instructions: %v", chip.Name, n, i-last, memory)
					}
					last = i
				}
			}
		}
	}
}

// Reads come in time for their use, even where each matrix instruction needs one of its own.
func TestPaceReadsInTime(t *testing.T) {
	for _, chip := range arch.Chips {
		p := newPaced(chip)
		operand := p.values(4, 1)[0]
		accs := p.values(4, 64)
		p.b.Emit(isa.S_SETPRIO, Imm(1)).Flags |= Pinned
		for _, acc := range accs {
			p.matrix(operand, p.read(), acc)
		}
		if err := schedule(p.f, &pass.Options{}); err != nil {
			t.Fatal(err)
		}
		matrix, readAt := 0, map[Reg]int{}
		late := 0
		for _, in := range p.b.Block.Instrs {
			switch {
			case in.Row == nil:
			case in.isMatrix():
				if matrix > 16 && matrix-readAt[in.Args[2].Part.Reg] < 4 {
					late++
				}
				matrix++
			case in.Row.Unit == isa.UnitLDS:
				readAt[in.Args[0].Part.Reg] = matrix
			}
		}
		if late > 0 {
			t.Errorf("%s: %d of 64 reads are less than 4 matrix instructions before their use:\n%s", chip.Name, late, dump(p.f))
		}
	}
}

// Where the order as it came has more masks at once than there are SGPRs, and another has not, that
// is found: comparisons come with their selections, as these find their data.
func TestMasksFit(t *testing.T) {
	for _, chip := range arch.Chips {
		p := newPaced(chip)
		operands, accs := p.values(4, 2), p.values(4, 16)
		var masks []Reg
		for range 64 {
			m := p.f.NewReg(FileS, 2, "")
			p.b.Emit(isa.V_CMP_EQ_U32, p.all(m), p.all(p.tid), p.all(p.tid))
			masks = append(masks, m)
		}
		for i, acc := range accs {
			p.matrix(operands[0], operands[1], acc)
			for k := range 4 {
				x := P(p.f.All(acc).Dword(k))
				p.b.Emit(isa.V_CNDMASK_B32, x, x, p.all(p.tid), p.all(masks[4*i+k]))
			}
		}
		for _, acc := range accs {
			p.write(acc)
		}
		s := newScheduler(p.f, &pass.Options{})
		s.measure()
		if s.before[FileS] <= s.limit[FileS] {
			t.Fatalf("%d SGPRs fit already", s.before[FileS])
		}
		if err := schedule(p.f, &pass.Options{}); err != nil {
			t.Fatal(err)
		}
		after := newScheduler(p.f, &pass.Options{})
		after.measure()
		if after.before[FileS] > s.limit[FileS] {
			t.Errorf("%s: %d SGPRs live at once, %d as it came, limit %d:\n%s", chip.Name, after.before[FileS], s.before[FileS], s.limit[FileS], dump(p.f))
		}
	}
}

// evenly keeps the last times, never goes back, and its rate falls.
func TestEvenly(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for range 500 {
		n := 1 + r.IntN(40)
		const step = 8
		last := make([]int32, n)
		for i := range last {
			last[i] = int32(r.IntN(4000))
		}
		slices.Sort(last)
		for i := n - 2; i >= 0; i-- {
			last[i] = min(last[i], last[i+1]-step)
		}
		times := evenly(0, last, step)
		if len(times) != n {
			t.Fatalf("%d times for %v", len(times), last)
		}
		for i := range times {
			if times[i] > max(last[i]+step, 0) {
				t.Fatalf("%d is after %d: %v for %v", times[i], last[i], times, last)
			}
			if i > 0 && times[i] < times[i-1] {
				t.Fatalf("not in order: %v for %v", times, last)
			}
		}
	}
}

// Regions with a beat keep the order of what depends on each other.
func TestPaceKeepsOrder(t *testing.T) {
	spread := 0
	for seed := range uint64(300) {
		g := newBlockGen(seed, arch.Chips[seed%2])
		operands := f16Pairs(g)
		for range 60 + g.rnd.IntN(60) {
			if g.rnd.IntN(2) == 0 {
				acc := g.f.NewReg(FileV, 4, "")
				g.b.Undef(g.f.All(acc))
				g.b.Emit(isa.V_MFMA_F32_16X16X16_F16, g.all(acc), operands[0], operands[1], g.all(acc))
			}
			for {
				g.statement()
				list := g.b.Block.Instrs
				if in := list[len(list)-1]; !isBoundary(in) {
					break
				}
				g.b.Block.Instrs = list[:len(list)-1]
			}
		}
		b := g.b.Block
		before := slices.Clone(b.Instrs)
		s := newScheduler(g.f, &pass.Options{})
		s.measure()
		s.now.begin(b, s.live)
		s.g.build(b.Instrs, &s.now)
		order, _ := s.g.listOrder(s.now.count, s.limit, nil)
		p := s.g.newPace(order)
		if p == nil {
			continue
		}
		spread++
		p.after, p.used = s.nextUses(b, len(b.Instrs))
		p.ages = s.lastLoads(b, 0, len(b.Instrs), p.kinds[paceWrite])
		s.g.findPace(p, order)
		again, _ := s.g.listOrder(s.now.count, s.limit, p)
		s.apply(b.Instrs, again)
		place := map[*Instr]int{}
		for i, in := range b.Instrs {
			place[in] = i
		}
		for j := range before {
			for i := range j {
				if place[before[i]] > place[before[j]] && g.needed(before, i, j) {
					t.Fatalf("seed %d: %s passed %s\n%s", seed, g.f.Text(before[j]), g.f.Text(before[i]), listingOf(g.f, before))
				}
			}
		}
		checkSCC(t, g.f, b, before)
	}
	if spread < 100 {
		t.Errorf("%d regions with a beat", spread)
	}
}

// f16Pairs are operands of matrix instructions.
func f16Pairs(g *blockGen) [2]Operand {
	return [2]Operand{P(g.f.All(g.quad[0]).Dwords(0, 2)), P(g.f.All(g.quad[1]).Dwords(0, 2))}
}

// Asynchronous loads are spaced by when their group is waited for, and each write of M0 has a matrix
// instruction between it and its load, so that the wait state of a load behind it costs nothing.
func TestPaceAsync(t *testing.T) {
	const loads = 8
	p := newPaced(&arch.GFX950)
	operands, accs := p.values(4, 2), p.values(4, 64)
	m0, resource := p.f.NewFixed(isa.M0, 1, "m0"), p.f.NewReg(FileS, 4, "resource")
	p.b.Undef(p.f.All(resource))
	mark := func() { // a phase of 64 matrix instructions
		p.b.AsyncMark()
		for _, acc := range accs {
			p.matrix(operands[0], operands[1], acc)
		}
	}
	p.b.Emit(isa.S_SETPRIO, Imm(1)).Flags |= Pinned
	for i := range loads {
		p.b.Copy(p.f.All(m0), Imm(int64(1024*i)))
		in := p.b.EmitRow(p.f.Row(isa.BUFFER_LOAD_DWORDX4, isa.EncMUBUF, "offen lds"), p.all(p.tid), p.all(resource), Const(0))
		in.ImplicitUse, in.Flags = m0, Async
		in.Mem = &Mem{Read: SpaceGlobal, Write: SpaceLDS, Root: 1, NoAlias: true, ToLDS: 2}
	}
	mark()
	p.b.Emit(isa.S_BARRIER).Flags |= Pinned
	mark()
	p.b.Emit(isa.S_BARRIER).Flags |= Pinned
	p.b.AwaitAsync(1)
	if err := schedule(p.f, &pass.Options{}); err != nil {
		t.Fatal(err)
	}
	var at []int
	matrix, written := 0, -1
	for _, in := range p.b.Block.Instrs {
		switch {
		case in.Flags&Copy != 0:
			written = matrix
		case in.Row == nil:
		case in.isMatrix():
			matrix++
		case in.directToLDS():
			if written == matrix {
				t.Errorf("load %d is behind its write of M0", len(at))
			}
			at = append(at, matrix)
		}
	}
	// 64 instructions of the next phase count, and 80 should be in between.
	for i := range loads {
		if i > 0 && (at[i]-at[i-1] < 3 || at[i]-at[i-1] > 9) || at[i] > 50 {
			t.Fatalf("loads behind %v matrix instructions", at)
		}
	}
}
