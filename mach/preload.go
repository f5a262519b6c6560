package mach

import (
	"slices"

	"heddle/arch"
	"heddle/isa"
	"heddle/pass"
)

// preload has the arguments at the front of the kernarg segment put into SGPRs before a wave begins
// (LLVM AMDGPU usage, "Preloaded Kernel Arguments"), as far as user SGPRs are left, so that no wave
// waits for them. What the kernel reads of them is copied at the entry: allocation decides what stays
// where it comes. Workgroup numbers follow the user SGPRs, and move.
func preload(f *Func, o *pass.Options) error {
	if f.Kernarg == 0 {
		return nil
	}
	p := newPreloader(f)
	if len(p.loads) == 0 {
		return nil
	}
	p.input = f.NewFixed(isa.SGPR(p.first), p.room, "arguments")
	p.copyAtoms()
	p.copyLoads()
	if f.Preloaded == 0 {
		return nil
	}
	f.Regs[p.input].Dwords = uint8(f.Preloaded)
	for _, r := range f.Inputs {
		if info := &f.Regs[r]; info.File == FileS && r != f.Kernarg {
			info.Fixed += isa.Reg(f.Preloaded)
		}
	}
	f.Inputs = append(f.Inputs, p.input)
	return deadCode(f, o) // loads that nothing reads any more
}

// preloader is the state of preload.
type preloader struct {
	f           *Func
	first, room int      // the user SGPRs that are left
	loads       []*Instr // from the kernarg segment, in the entry block
	input       Reg      // the preloaded dwords
}

func newPreloader(f *Func) *preloader {
	p := &preloader{f: f, first: int(f.Regs[f.Kernarg].Dwords)}
	p.room = f.Chip.MaxUserSGPRs - p.first
	defs := f.definitions()
	segment := map[Part]bool{f.All(f.Kernarg): defs.untouched(f.All(f.Kernarg))}
	for _, in := range f.Blocks[0].Instrs {
		switch {
		case in.Flags&Copy != 0 && in.Args[1].Kind == OperandReg && segment[in.Args[1].Part]:
			segment[in.Args[0].Part] = defs.stable(in.Args[0].Part)
		case in.loadsConstants() && segment[in.Args[1].Part]:
			p.loads = append(p.loads, in)
		}
	}
	return p
}

// copyAtoms gives what operands read of whole registers that were loaded, and that is preloaded,
// registers of its own.
func (p *preloader) copyAtoms() {
	f, entry := p.f, p.f.Blocks[0]
	t := newArgumentTrimmer(f, p.loads)
	if len(t.loads) == 0 {
		return
	}
	t.findAtoms()
	to := map[int]Part{}
	var copies []*Instr
	for _, a := range t.atoms {
		if a.to > p.room {
			continue
		}
		n := a.to - a.from
		dst := f.All(f.NewReg(FileS, n, ""))
		copies = append(copies, &Instr{Flags: Copy, Args: [isa.MaxArgs]Operand{P(dst), p.preloaded(a.from, n)}, Pos: t.loads[0].Pos})
		for i := range n {
			to[a.from+i] = dst.Dword(i)
		}
	}
	entry.Instrs = slices.Insert(entry.Instrs, slices.Index(entry.Instrs, t.loads[0]), copies...)
	t.moveAll(to)
}

// copyLoads replaces the loads to parts of registers, such as a resource's address.
func (p *preloader) copyLoads() {
	for _, in := range p.loads {
		dst, at := in.Args[0].Part, int(in.Args[2].Value)/4
		if dst.N != p.f.Regs[dst.Reg].Dwords && at+int(dst.N) <= p.room {
			*in = Instr{Flags: Copy, Args: [isa.MaxArgs]Operand{P(dst), p.preloaded(at, int(dst.N))}, Pos: in.Pos, Note: in.Note}
		}
	}
}

// preloaded is an operand of n dwords of the kernarg segment that are preloaded from now on.
func (p *preloader) preloaded(at, n int) Operand {
	p.f.Preloaded = max(p.f.Preloaded, at+n)
	return P(Part{Reg: p.input, Sub: uint8(at), N: uint8(n)})
}

// prologue makes the code that fills the SGPRs of preloaded arguments, for firmware that does not.
func (e *emitter) prologue() {
	f, c := e.f, e.code
	if f.Preloaded == 0 {
		return
	}
	add := func(l Line) {
		l.to, l.label, l.plain = noLabel, noLabel, -1
		c.Prologue = append(c.Prologue, l)
	}
	addr := 0
	emit := func(op isa.Op, note string, args ...isa.Operand) {
		in := f.Target.RowsOf(op)[0].NewInst()
		copy(in.Args[:], args)
		add(Line{Inst: in, Addr: addr, Note: note})
		addr += in.Size()
	}
	c.Entry = arch.PreloadPrologue
	first := int(f.Regs[f.Kernarg].Dwords)
	for at := 0; at < f.Preloaded; {
		l := argumentLoads[0]
		for _, longer := range argumentLoads {
			// Tuples of four and more SGPRs begin at a multiple of four.
			if (first+at)%min(longer.dwords, 4) == 0 && at+longer.dwords <= f.Preloaded {
				l = longer
			}
		}
		emit(l.op, "for firmware that preloads no arguments", isa.R(isa.SGPR(first+at), l.dwords), isa.R(isa.SGPR(0), first), isa.Imm(int32(4*at)))
		at += l.dwords
	}
	none := isa.NoWait()
	none.LGKM = 0
	emit(isa.S_WAITCNT, "", isa.Imm(int32(none.Pack())))
	emit(isa.S_BRANCH, "", isa.Imm(int32(c.Entry-addr)/4-1))
	entry := e.labelNamed("entry")
	c.Prologue[len(c.Prologue)-1].Target = entry
	add(Line{Label: entry, Addr: c.Entry, Note: "with preloaded arguments"})
}
