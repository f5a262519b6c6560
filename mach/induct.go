package mach

import (
	"cmp"
	"slices"

	"heddle/isa"
	"heddle/pass"
)

// inductBudget bounds the scalar registers of a loop that count beside its counter: they live through
// all of it.
const inductBudget = 8

// induct lets scalar numbers count that a loop computes from its counter in each iteration, such as offsets
// of buffers: instead of a shift and a sum, there is one addition of a constant.
func induct(f *Func, opt *pass.Options) error {
	f.LinkPreds()
	n := &inductor{hoister: newHoister(f)}
	for i := len(n.forest.loops) - 1; i >= 0; i-- { // inner loops first
		n.loop(n.forest.loops[i])
	}
	return deadCode(f, opt)
}

type inductor struct {
	*hoister
	written map[Reg]int // the writes of a register in the loop
}

// counter is a register that grows by a constant in the last block of each iteration, at place at.
type counter struct {
	reg  Reg
	step int64
	last *Block
	at   int
}

// chain is scalar instructions that compute one from another, beginning with a counter, and with what does
// not change in the loop.
type chain struct {
	instrs []*Instr
	needed []Reg // by other instructions
	late   bool  // where the counter has grown already
}

func (n *inductor) loop(l *loop) {
	to := n.preheader(l)
	last := n.lastBlock(l)
	if to == nil || last == nil {
		return
	}
	slices.SortFunc(l.blocks[1:], func(x, y *Block) int { return cmp.Compare(n.place[x.ID], n.place[y.ID]) })
	n.written = map[Reg]int{}
	for _, b := range l.blocks {
		for _, in := range b.Instrs {
			in.Defs(func(_ int, p Part) { n.written[p.Reg]++ })
		}
	}
	for _, c := range n.counters(last) {
		n.count(l, to, c)
	}
}

// lastBlock is the block that all iterations of a loop end with, nil if there is none.
func (n *inductor) lastBlock(l *loop) (last *Block) {
	for _, p := range l.header.Preds {
		switch {
		case !n.forest.contains(l, p):
		case last != nil || n.forest.of[p.ID] != l:
			return nil
		default:
			last = p
		}
	}
	return last
}

// counters finds the copies of sums of a register and a constant to that register, which nothing else in the
// loop writes.
func (n *inductor) counters(last *Block) (list []counter) {
	sums := map[Reg]counter{}
	for i, in := range last.Instrs {
		if in.Flags == Copy && in.Args[1].Kind == OperandReg {
			c, ok := sums[in.Args[1].Part.Reg]
			if r := in.Args[0].Part.Reg; ok && c.reg == r && n.written[r] == 1 && !n.f.Regs[r].HasFixed {
				list = append(list, counter{c.reg, c.step, last, i})
			}
			continue
		}
		if in.Row != nil && (in.Row.Op == isa.S_ADD_I32 || in.Row.Op == isa.S_ADD_U32) && in.computes() && in.Args[1].Kind == OperandReg && in.Args[2].Kind == OperandConst {
			if r := in.Args[0].Part.Reg; n.written[r] == 1 {
				sums[r] = counter{reg: in.Args[1].Part.Reg, step: in.Args[2].Value}
			}
		}
	}
	return list
}

// count lets the chains of a counter count that are longer than what is needed of them.
func (n *inductor) count(l *loop, to *Block, c counter) {
	if sccLives(c.last, c.at) {
		return
	}
	steps, chains := n.chains(l, c)
	budget := inductBudget
	moved := map[*Instr]bool{}
	var list, add []*Instr
	for _, ch := range chains {
		if ch.late || len(ch.instrs) <= len(ch.needed) || len(ch.needed) > budget {
			continue
		}
		budget -= len(ch.needed)
		for _, in := range ch.instrs {
			moved[in] = true
			list = append(list, in)
		}
		for _, r := range ch.needed {
			p := Part{Reg: r, N: 1}
			in := n.f.NewInstr(n.f.FindRow(isa.S_ADD_I32, []Operand{P(p), P(p), Const(steps[r])}), P(p), P(p), Const(steps[r]))
			in.Pos = c.last.Instrs[c.at].Pos
			add = append(add, in)
		}
	}
	if len(list) == 0 || n.early(to, list) {
		return
	}
	c.last.Instrs = slices.Insert(c.last.Instrs, c.at, add...)
	for _, b := range l.blocks {
		b.Instrs = slices.DeleteFunc(b.Instrs, func(in *Instr) bool { return moved[in] })
	}
	n.insert(to, n.begin(c, list))
}

// early reports whether instructions at the end of a block would read what comes behind them.
func (n *inductor) early(to *Block, list []*Instr) (early bool) {
	behind := map[Reg]bool{}
	for _, in := range to.Instrs[n.end(to):] {
		in.Defs(func(_ int, p Part) { behind[p.Reg] = true })
	}
	for _, in := range list {
		in.Uses(func(_ int, p Part) { early = early || behind[p.Reg] })
	}
	return early
}

// begin returns what computes the numbers of chains in front of the loop. A counter usually begins with a
// constant, and what is computed from that alone is one.
func (n *inductor) begin(c counter, list []*Instr) (out []*Instr) {
	known := map[Reg]int64{}
	if v, ok := n.first(c.reg); ok {
		known[c.reg] = v
	}
	for _, in := range list {
		x, y := n.value(&in.Args[1], known), n.value(&in.Args[2], known)
		dst := in.Args[0].Part
		sum := in.Row.Op == isa.S_ADD_I32 || in.Row.Op == isa.S_ADD_U32
		switch {
		case x.Kind == OperandConst && y.Kind == OperandConst:
			v := x.Value + y.Value
			switch in.Row.Op {
			case isa.S_LSHL_B32:
				v = x.Value << (y.Value & 31)
			case isa.S_MUL_I32:
				v = x.Value * y.Value
			}
			known[dst.Reg] = int64(int32(v))
			out = append(out, &Instr{Flags: Copy, Args: [isa.MaxArgs]Operand{P(dst), Const(known[dst.Reg])}, Pos: in.Pos})
		case sum && x.Kind == OperandConst && x.Value == 0:
			out = append(out, &Instr{Flags: Copy, Args: [isa.MaxArgs]Operand{P(dst), y}, Pos: in.Pos})
		case sum && y.Kind == OperandConst && y.Value == 0:
			out = append(out, &Instr{Flags: Copy, Args: [isa.MaxArgs]Operand{P(dst), x}, Pos: in.Pos})
		default:
			out = append(out, in)
		}
	}
	return out
}

// first returns the constant that a counter begins with, if it is one.
func (n *inductor) first(r Reg) (v int64, ok bool) {
	writes := 0
	for _, b := range n.f.Blocks {
		for _, in := range b.Instrs {
			in.Defs(func(_ int, p Part) {
				if p.Reg == r {
					writes++
				}
			})
			if in.Flags == Copy && in.Args[0].Part.Reg == r && in.Args[1].Kind == OperandConst {
				v, ok = int64(int32(in.Args[1].Value)), true
			}
		}
	}
	return v, ok && writes == 2
}

// value is an operand, or the constant that it is known to be.
func (n *inductor) value(o *Operand, known map[Reg]int64) Operand {
	if o.Kind == OperandReg {
		if v, ok := known[o.Part.Reg]; ok {
			return Const(v)
		}
	}
	return *o
}

// chains finds what is computed from a counter before it grows, and what each number grows by.
func (n *inductor) chains(l *loop, c counter) (steps map[Reg]int64, list []*chain) {
	steps = map[Reg]int64{c.reg: c.step}
	of := map[Reg]*chain{}
	needed := map[Reg]bool{}
	for _, b := range l.blocks {
		for i, in := range b.Instrs {
			late := b == c.last && i >= c.at
			from, step, ok := n.linear(in, steps)
			if ok && !late && n.forest.of[b.ID] == l {
				ch := of[from]
				if ch == nil {
					ch = &chain{}
					list = append(list, ch)
				}
				r := in.Args[0].Part.Reg
				ch.instrs, of[r], steps[r] = append(ch.instrs, in), ch, step
				continue
			}
			in.Uses(func(_ int, p Part) {
				if ch := of[p.Reg]; ch != nil {
					ch.late = ch.late || late
					if !needed[p.Reg] {
						needed[p.Reg] = true
						ch.needed = append(ch.needed, p.Reg)
					}
				}
			})
		}
	}
	return steps, list
}

// linear reports whether a scalar instruction computes a number that grows by a constant from one that does,
// from, and by what.
func (n *inductor) linear(in *Instr, steps map[Reg]int64) (from Reg, step int64, ok bool) {
	if in.Row == nil || in.Flags != 0 || !in.computes() || in.Args[0].Kind != OperandReg {
		return 0, 0, false
	}
	dst := &n.f.Regs[in.Args[0].Part.Reg]
	if dst.File != FileS || dst.Dwords != 1 || dst.HasFixed || n.written[in.Args[0].Part.Reg] != 1 || !n.defs.stable(in.Args[0].Part) {
		return 0, 0, false
	}
	x, y := &in.Args[1], &in.Args[2]
	if _, grows := n.grows(x, steps); !grows {
		x, y = y, x
	}
	step, grows := n.grows(x, steps)
	if _, both := n.grows(y, steps); !grows || both {
		return 0, 0, false
	}
	switch op := in.Row.Op; {
	case (op == isa.S_ADD_I32 || op == isa.S_ADD_U32) && n.same(y):
	case op == isa.S_LSHL_B32 && x == &in.Args[1] && y.Kind == OperandConst:
		step <<= y.Value & 31
	case op == isa.S_MUL_I32 && y.Kind == OperandConst:
		step *= int64(int32(y.Value))
	default:
		return 0, 0, false
	}
	return x.Part.Reg, int64(int32(step)), true
}

// grows returns what an operand grows by, if it does.
func (n *inductor) grows(o *Operand, steps map[Reg]int64) (step int64, ok bool) {
	if o.Kind == OperandReg {
		step, ok = steps[o.Part.Reg]
	}
	return step, ok
}

// same reports whether an operand is the same in all iterations.
func (n *inductor) same(o *Operand) bool {
	return o.Kind == OperandConst || o.Kind == OperandReg && n.written[o.Part.Reg] == 0 && !n.f.Regs[o.Part.Reg].HasFixed
}

// sccLives reports whether SCC has a value before an instruction of a block that is needed from there on.
func sccLives(b *Block, at int) bool {
	for _, in := range b.Instrs[at:] {
		if in.SCCUse != 0 {
			return true
		}
		if in.Row != nil && in.Row.Writes&isa.ImpSCC != 0 {
			return false
		}
	}
	return b.Term.Cond == CondSCC0 || b.Term.Cond == CondSCC1
}
