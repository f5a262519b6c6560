package mach

import (
	"math/bits"
	"math/rand/v2"

	"heddle/arch"
	"heddle/isa"
)

// progGen makes random machine programs as selection would: structured
// control flow under EXEC, tuples built and taken apart, values carried around
// loops, parts of registers written again, SCC chains.
//
// What a register holds in lanes that were off when it was written is noise,
// so a register is read only in the region of EXEC where it was made, or
// below. What a region inside writes to a register from outside is Partial.
type progGen struct {
	f     *Func
	b     Builder
	rnd   *rand.Rand
	vec   [][]Reg // live vector registers of one dword, by region
	pair  [][]Reg
	quad  [][]Reg
	sca   []Reg
	acc   []Reg // 16 dwords
	base  Reg
	depth int
	mfma  bool
	max   int // vector registers wanted live
}

func randomProgram(seed uint64, chip *arch.Chip, size, live int, mfma bool) *Func {
	f := NewFunc("k", chip)
	f.WorkgroupSize = 64
	g := &progGen{f: f, rnd: rand.New(rand.NewPCG(seed, 1)), vec: [][]Reg{nil}, pair: [][]Reg{nil}, quad: [][]Reg{nil}, mfma: mfma, max: live}
	entry := f.NewBlock("entry")
	f.Append(entry)
	g.b = Builder{F: f, Block: entry}
	tid := f.NewFixed(isa.V0, 1, "tid")
	karg := f.NewFixed(isa.SGPR(0), 2, "kernarg")
	f.Inputs = []Reg{tid, karg}
	x := f.NewReg(FileV, 1, "")
	g.b.Copy(f.All(x), P(f.All(tid)))
	g.vec[0] = append(g.vec[0], x)
	g.base = f.NewReg(FileS, 2, "base")
	g.b.Copy(f.All(g.base), P(f.All(karg)))
	g.scalars(3)
	g.code(size)
	g.finish()
	g.b.Block.Term = Term{Cond: CondEnd}
	f.LinkPreds()
	return f
}

func (g *progGen) v(r Reg) Operand { return P(g.f.All(r)) }

func (g *progGen) top() int { return len(g.vec) - 1 }

// any picks a vector register that may be read here, or a dword of a tuple.
func (g *progGen) any() Operand {
	for {
		k := g.rnd.IntN(g.top() + 1)
		switch g.rnd.IntN(4) {
		case 0, 1:
			if s := g.vec[k]; len(s) > 0 {
				return g.v(s[g.rnd.IntN(len(s))])
			}
		case 2:
			if s := g.pair[k]; len(s) > 0 {
				return P(g.f.All(s[g.rnd.IntN(len(s))]).Dword(g.rnd.IntN(2)))
			}
		case 3:
			if s := g.quad[k]; len(s) > 0 {
				return P(g.f.All(s[g.rnd.IntN(len(s))]).Dword(g.rnd.IntN(4)))
			}
		}
	}
}

func (g *progGen) newV(n int) Reg { return g.f.NewReg(FileV, n, "") }

// keep makes the register readable, and now and then forgets another one.
func (g *progGen) keep(r Reg) {
	lists := map[uint8]*[][]Reg{1: &g.vec, 2: &g.pair, 4: &g.quad}
	l := lists[g.f.Regs[r].Dwords]
	(*l)[g.top()] = append((*l)[g.top()], r)
	if live := g.liveDwords(); live > g.max {
		for _, l := range []*[][]Reg{&g.vec, &g.pair, &g.quad} {
			if s := (*l)[g.top()]; len(s) > 1 {
				i := g.rnd.IntN(len(s))
				(*l)[g.top()] = append(s[:i:i], s[i+1:]...)
			}
		}
	}
}

func (g *progGen) liveDwords() int {
	n := 0
	for k := range g.vec {
		n += len(g.vec[k]) + 2*len(g.pair[k]) + 4*len(g.quad[k])
	}
	return n
}

func (g *progGen) scalars(n int) {
	for range n {
		r := g.f.NewReg(FileS, 1, "")
		g.b.Copy(g.f.All(r), Const(int64(g.rnd.Uint32())))
		g.sca = append(g.sca, r)
	}
}

func (g *progGen) scalar() Operand { return g.v(g.sca[g.rnd.IntN(len(g.sca))]) }

func (g *progGen) code(n int) {
	for range n {
		g.statement()
	}
}

func (g *progGen) statement() {
	f, b := g.f, &g.b
	switch k := g.rnd.IntN(26); k {
	case 0, 1, 2:
		ops := []isa.Op{isa.V_ADD_U32, isa.V_XOR_B32}
		d := g.newV(1)
		b.Emit(ops[g.rnd.IntN(2)], g.v(d), g.any(), g.any())
		g.keep(d)
	case 3:
		d := g.newV(1)
		b.Emit(isa.V_MUL_LO_U32, g.v(d), g.any(), g.any())
		g.keep(d)
	case 4: // a tuple from parts
		n := 2 << g.rnd.IntN(2)
		d := g.newV(n)
		for i := range n {
			src := g.any()
			if g.rnd.IntN(4) == 0 {
				src = Const(int64(g.rnd.IntN(2) * 12345678))
			}
			b.Copy(f.All(d).Dword(i), src)
		}
		g.keep(d)
	case 5: // part of a tuple
		if s := g.quad[g.top()]; len(s) > 0 {
			d := g.newV(2)
			b.Copy(f.All(d), P(f.All(s[g.rnd.IntN(len(s))]).Dwords(2*g.rnd.IntN(2), 2)))
			g.keep(d)
		}
	case 6:
		if s := g.pair[g.top()]; len(s) > 0 {
			d := g.newV(2)
			b.Emit(isa.V_LSHLREV_B64, g.v(d), Const(int64(g.rnd.IntN(20))), g.v(s[g.rnd.IntN(len(s))]))
			g.keep(d)
		}
	case 7, 8:
		n := 1 << g.rnd.IntN(3)
		d := g.newV(n)
		op := []isa.Op{isa.GLOBAL_LOAD_DWORD, isa.GLOBAL_LOAD_DWORDX2, isa.GLOBAL_LOAD_DWORDX4}[bits.Len(uint(n))-1]
		b.Emit(op, g.v(d), g.any(), g.v(g.base))
		g.keep(d)
	case 9, 10: // write a register or a part of one again
		s := g.vec[g.rnd.IntN(g.top()+1)]
		if len(s) == 0 {
			return
		}
		d := f.All(s[g.rnd.IntN(len(s))])
		in := b.Emit(isa.V_ADD_U32, P(d), g.any(), g.any())
		in.Flags |= Partial
	case 11:
		if s := g.quad[g.rnd.IntN(g.top()+1)]; len(s) > 0 {
			in := b.Copy(f.All(s[g.rnd.IntN(len(s))]).Dword(g.rnd.IntN(4)), g.any())
			in.Flags |= Partial
		}
	case 12: // scalar arithmetic
		d := f.NewReg(FileS, 1, "")
		b.Emit(isa.S_MUL_I32, g.v(d), g.scalar(), g.scalar())
		g.sca = append(g.sca, d)
		if len(g.sca) > 8+g.max/8 {
			g.sca = g.sca[1:]
		}
	case 13: // a carry chain
		lo, hi := f.NewReg(FileS, 1, ""), f.NewReg(FileS, 1, "")
		scc := f.NewReg(FileSCC, 1, "")
		in := b.Emit(isa.S_ADD_U32, g.v(lo), g.scalar(), g.scalar())
		in.SCCDef = scc
		if g.rnd.IntN(2) == 0 {
			c := f.NewReg(FileS, 1, "")
			b.Copy(f.All(c), g.scalar())
			g.sca = append(g.sca, c)
		}
		in = b.Emit(isa.S_ADDC_U32, g.v(hi), g.scalar(), g.scalar())
		in.SCCUse = scc
		g.sca = append(g.sca, lo, hi)
	case 14:
		d := g.newV(1)
		b.Emit(isa.V_ADD_U32, g.v(d), g.scalar(), g.any())
		g.keep(d)
	case 15:
		d := f.NewReg(FileS, 1, "")
		if g.top() == 0 { // of lane 0, whatever the region
			b.Emit(isa.V_READFIRSTLANE_B32, g.v(d), g.any())
			g.sca = append(g.sca, d)
		}
	case 16, 17:
		m := f.NewReg(FileS, 2, "")
		b.EmitRow(f.Row(isa.V_CMP_LT_U32, isa.EncVOP3A, ""), g.v(m), g.any(), g.any())
		d := g.newV(1)
		b.EmitRow(f.Row(isa.V_CNDMASK_B32, isa.EncVOP3A, ""), g.v(d), g.any(), g.any(), g.v(m))
		g.keep(d)
	case 18, 19:
		if g.depth < 3 {
			g.branch()
		}
	case 20:
		if g.depth < 3 {
			g.loop()
		}
	case 21, 22:
		b.Emit(isa.GLOBAL_STORE_DWORD, g.any(), g.any(), g.v(g.base))
	case 23, 24, 25:
		if g.mfma {
			g.matrix()
		}
	}
}

func (g *progGen) matrix() {
	if len(g.pair[0]) == 0 || g.top() != 0 {
		return
	}
	d := g.newV(16)
	c := Const(0)
	if len(g.acc) > 0 && g.rnd.IntN(4) > 0 {
		c = g.v(g.acc[g.rnd.IntN(len(g.acc))])
	}
	a := g.v(g.pair[0][g.rnd.IntN(len(g.pair[0]))])
	g.b.Emit(isa.V_MFMA_F32_32X32X8_F16, g.v(d), a, g.v(g.pair[0][g.rnd.IntN(len(g.pair[0]))]), c)
	g.acc = append(g.acc, d)
	if len(g.acc) > 1+g.max/32 {
		g.acc = g.acc[1:]
	}
	if g.rnd.IntN(3) == 0 {
		x := g.newV(1)
		g.b.Copy(g.f.All(x), P(g.f.All(d).Dword(g.rnd.IntN(16))))
		g.keep(x)
	}
}

func (g *progGen) block(name string) *Block {
	b := g.f.NewBlock(name)
	b.Depth = g.depth
	return b
}

// enter goes into a region: what it makes is forgotten behind it.
func (g *progGen) enter() (leave func()) {
	g.vec, g.pair, g.quad = append(g.vec, nil), append(g.pair, nil), append(g.quad, nil)
	acc, sca := g.acc, g.sca[:len(g.sca):len(g.sca)]
	return func() {
		n := g.top()
		g.vec, g.pair, g.quad, g.acc, g.sca = g.vec[:n], g.pair[:n], g.quad[:n], acc, sca
	}
}

// branch is a divergent if, with values that come together in registers
// written under Partial.
func (g *progGen) branch() {
	f, b := g.f, &g.b
	cond, saved := f.NewReg(FileS, 2, ""), f.NewReg(FileS, 2, "")
	b.EmitRow(f.Row(isa.V_CMP_LT_U32, isa.EncVOP3A, ""), g.v(cond), g.any(), g.any())
	merged := g.newV(1)
	if g.rnd.IntN(2) == 0 {
		b.Copy(f.All(merged), g.any())
	} else {
		b.Undef(f.All(merged))
	}
	in := b.Emit(isa.S_AND_SAVEEXEC_B64, g.v(saved), g.v(cond))
	_ = in
	then, other, join := g.block("then"), g.block("else"), g.block("join")
	b.Block.Term = Term{Cond: CondEXECZ, Taken: other, Next: then}
	f.Append(then)
	b.Block = then
	g.depth++
	leave := g.enter()
	g.code(1 + g.rnd.IntN(6))
	b.Copy(f.All(merged), g.any()).Flags |= Partial
	leave()
	b.Block.Term = Term{Cond: CondNone, Next: other}
	f.Append(other)
	b.Block = other
	b.Emit(isa.S_ANDN2_B64, Exec(), g.v(saved), g.v(cond))
	leave = g.enter()
	g.code(1 + g.rnd.IntN(6))
	x := g.newV(1)
	b.Emit(isa.V_XOR_B32, g.v(x), g.any(), g.any())
	b.Copy(f.All(merged), g.v(x)).Flags |= Partial
	leave()
	g.depth--
	b.Block.Term = Term{Cond: CondNone, Next: join}
	f.Append(join)
	b.Block = join
	b.Copy(f.All(f.NewReg(FileS, 1, "")), Const(7))
	b.Emit(isa.S_MOV_B64, Exec(), g.v(saved))
	g.keep(merged)
}

// loop counts in a scalar register and carries two vector values.
func (g *progGen) loop() {
	f, b := g.f, &g.b
	count := f.NewReg(FileS, 1, "")
	b.Copy(f.All(count), Const(0))
	x, y := g.newV(1), g.newV(4)
	b.Copy(f.All(x), g.any())
	for i := range 4 {
		b.Copy(f.All(y).Dword(i), g.any())
	}
	head, exit := g.block("loop"), g.block("exit")
	exit.AllLanes = g.depth == 0
	head.Depth++
	b.Block.Term = Term{Cond: CondNone, Next: head}
	f.Append(head)
	b.Block = head
	g.depth++
	// What is written again in the loop is there before: the lists of what
	// may be read inside are those of outside and of the loop's own region.
	leave := g.enter()
	g.vec[g.top()] = append(g.vec[g.top()], x)
	g.quad[g.top()] = append(g.quad[g.top()], y)
	g.code(1 + g.rnd.IntN(8))
	xn, yn := g.newV(1), g.newV(4)
	b.Emit(isa.V_ADD_U32, g.v(xn), g.any(), P(f.All(y).Dword(1)))
	if g.rnd.IntN(2) == 0 {
		b.Emit(isa.GLOBAL_LOAD_DWORDX4, g.v(yn), g.v(x), g.v(g.base))
	} else { // turned around
		for i := range 4 {
			b.Copy(f.All(yn).Dword(i), P(f.All(y).Dword((i+1)%4)))
		}
	}
	b.Copy(f.All(y), g.v(yn))
	b.Copy(f.All(x), g.v(xn))
	next := f.NewReg(FileS, 1, "")
	b.Emit(isa.S_ADD_U32, g.v(next), g.v(count), Const(1))
	b.Copy(f.All(count), g.v(next))
	leave()
	scc := f.NewReg(FileSCC, 1, "")
	b.Emit(isa.S_CMP_LT_U32, g.v(next), Const(int64(1+g.rnd.IntN(3)))).SCCDef = scc
	g.depth--
	b.Block.Term = Term{Cond: CondSCC1, Reg: scc, Taken: head, Next: exit}
	f.Append(exit)
	b.Block = exit
	g.keep(x)
	g.keep(y)
}

// finish stores what is left.
func (g *progGen) finish() {
	store := func(p Part) {
		g.b.Emit(isa.GLOBAL_STORE_DWORD, g.v(g.vec[0][0]), P(p), g.v(g.base))
	}
	for _, list := range [][]Reg{g.vec[0], g.pair[0], g.quad[0], g.acc} {
		for _, r := range list {
			for i := range int(g.f.Regs[r].Dwords) {
				store(g.f.All(r).Dword(i))
			}
		}
	}
	for _, r := range g.sca {
		v := g.newV(1)
		g.b.Copy(g.f.All(v), g.v(r))
		store(g.f.All(v))
	}
}
