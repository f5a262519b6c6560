package mach

import (
	"slices"

	"heddle/isa"
)

// leastFills is the number of fills of a block that are worth moving.
const leastFills = 16

// earlyFills moves the fills of registers behind the last barrier of a block, the zeros of sums that a
// loop begins with, in front of it: a wave has nothing to do there, where the first data of the loop
// are on the way. They stay where they are if more registers than anywhere in the kernel would be live.
func (s *scheduler) earlyFills(b *Block) {
	at := fillsBefore(b.Instrs)
	if at < 0 {
		return
	}
	touched := map[Reg]bool{}
	for _, in := range b.Instrs[at:] {
		if in.WritesExec() {
			return
		}
		if !s.f.isFill(in) {
			in.Uses(func(_ int, p Part) { touched[p.Reg] = true })
			in.Defs(func(_ int, p Part) { touched[p.Reg] = true })
		}
	}
	var fills, rest []*Instr
	for _, in := range b.Instrs[at:] {
		if s.f.isFill(in) && !touched[in.Args[0].Part.Reg] {
			fills = append(fills, in)
		} else {
			rest = append(rest, in)
		}
	}
	if len(fills) < leastFills {
		return
	}
	old := b.Instrs
	b.Instrs = slices.Concat(old[:at], fills, rest)
	if s.now.begin(b, s.live); !s.now.peakOf(b).fits(s.before) {
		b.Instrs = old
	}
}

// fillsBefore is where fills go: before the last barrier, and before the wait for asynchronous loads in
// front of it, but not among these, which come first. It is -1 if there is no such place.
func fillsBefore(list []*Instr) int {
	at := len(list) - 1
	for at >= 0 && (list[at].Row == nil || list[at].Row.Op != isa.S_BARRIER) {
		at--
	}
	awaits := false
	for at > 0 && list[at-1].Flags&AwaitAsync != 0 {
		at--
		awaits = true
	}
	if awaits && at > 0 && !isBoundary(list[at-1]) {
		return -1
	}
	return at
}

// isFill reports whether an instruction sets a vector register to a constant.
func (f *Func) isFill(in *Instr) bool {
	return in.Row == nil && in.Flags == Copy && in.Args[1].Kind == OperandConst && in.Args[0].Kind == OperandReg && f.Regs[in.Args[0].Part.Reg].File != FileS
}

// peakOf is the pressure of the block at whose end p is.
func (p *livePressure) peakOf(b *Block) pressure {
	p.peak = p.count
	p.backwards(b.Instrs)
	return p.peak
}
