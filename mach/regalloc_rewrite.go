package mach

import (
	"math"

	"heddle/isa"
)

// home is where a spilled register lives. An instruction that uses it gets it in a
// temporary loaded right before; one that defines it is followed by a store.
//
// Lanes: a home in an AGPR or in scratch has a place for each lane, and is
// written and read under the EXEC of the instruction itself. By induction it
// holds in each lane what the register would hold: an instruction that writes
// only lanes in EXEC is followed by a store that writes those lanes only. So a
// register written under Partial needs no reload to keep the others, and a
// temporary lacks only lanes that the instruction does not read. Those
// that do (matrix instructions, v_readlane, crossing lanes: see ignoresExec)
// get all lanes, with EXEC saved and set to -1 around the moves.
// Homes in lanes of a VGPR are for scalar registers; v_writelane and
// v_readlane do not know EXEC.
type home struct {
	consts []int64 // the value of each dword: made again instead of kept
	known  []bool  // which of consts are set
	again  *Instr  // an instruction to execute again, likewise
	agpr   Reg     // the first of one register a dword, or of all of them
	tuple  bool    // agpr is one register, which instructions that can use in place
	offset int     // in scratch, if scratch is set
	memory bool
	lanes  []lanePlace
}

// lanePlace is a lane of a VGPR.
type lanePlace struct {
	reg  Reg
	lane int
}

// regKind is what the spiller made a register for.
type regKind uint8

const (
	kindPlain     regKind = iota
	kindTemporary         // around one instruction: must get a register
	kindAGPR              // the home of a dword of a spilled VGPR
	kindTuple             // the home of a spilled VGPR that some instructions use in place
	kindLanes             // the home of spilled SGPRs
)

// spiller rewrites a kernel with homes for some registers. It lives through
// all rounds of an allocation.
type spiller struct {
	f     *Func
	kinds []regKind // of registers made here; shorter than Func.Regs
	lanes lanePlace // the next free one
	homes []*home   // of this round, by register

	// origin, if not nil, gets for each instruction that is put in the one that
	// it is put in for.
	origin map[*Instr]*Instr

	out []*Instr // of the block that is being rewritten
	in  *Instr   // the instruction that is being rewritten
}

func (s *spiller) kind(r Reg) regKind {
	if int(r) < len(s.kinds) {
		return s.kinds[r]
	}
	return kindPlain
}

func (s *spiller) newReg(file File, dwords int, kind regKind) Reg {
	r := s.f.NewReg(file, dwords, "")
	for len(s.kinds) <= int(r) {
		s.kinds = append(s.kinds, kindPlain)
	}
	s.kinds[r] = kind
	return r
}

func (s *spiller) home(o *Operand) *home {
	if o.Kind == OperandReg && int(o.Part.Reg) < len(s.homes) {
		return s.homes[o.Part.Reg]
	}
	return nil
}

// agpr is the AGPR that is the home of a dword.
func (s *spiller) agpr(h *home, i int) Part {
	if h.tuple {
		return s.f.All(h.agpr).Dword(i)
	}
	return s.f.All(h.agpr + Reg(i))
}

// spilled is a register that needs a home.
type spilled struct {
	reg     Reg
	tuple   bool // if it is in AGPRs, some instructions can use it there
	web, at int  // its web, and its first dword in that
}

// rewrite moves the registers to homes.
func (s *spiller) rewrite(regs []spilled, agprs bool) {
	s.homes = make([]*home, len(s.f.Regs))
	s.findConstants(regs)
	for len(regs) > 0 {
		n := 1
		for n < len(regs) && regs[n].web == regs[0].web {
			n++
		}
		s.settleWeb(regs[:n], agprs)
		regs = regs[n:]
	}
	for _, b := range s.f.Blocks {
		if !s.touches(b) {
			continue
		}
		s.out = make([]*Instr, 0, len(b.Instrs)+len(b.Instrs)/2)
		for _, in := range b.Instrs {
			s.in = in
			switch {
			case !s.concerns(in):
				s.out = append(s.out, in)
			case in.Flags&Undef != 0:
				s.undef(in)
			case in.Flags&Copy != 0:
				s.copy(in)
			default:
				s.instr(in)
			}
		}
		b.Instrs = s.out
	}
}

func (s *spiller) touches(b *Block) bool {
	for _, in := range b.Instrs {
		if s.concerns(in) {
			return true
		}
	}
	return false
}

func (s *spiller) concerns(in *Instr) bool {
	for i := range in.Args {
		if s.home(&in.Args[i]) != nil {
			return true
		}
	}
	return false
}

// settleWeb chooses homes for the registers of a web that are not made again:
// one for all of them, since only one of them is live at a time, so that copies
// from one to another vanish. What is used in place in AGPRs has registers of
// its own, of which webs come into being again.
func (s *spiller) settleWeb(regs []spilled, agprs bool) {
	var kept []spilled
	from, to := math.MaxInt, 0
	for _, r := range regs {
		h, n := s.homes[r.reg], int(s.f.Regs[r.reg].Dwords)
		switch {
		case r.tuple:
			*h = home{tuple: true, agpr: s.newReg(FileV, n, kindTuple)}
		case h.again == nil && h.consts == nil:
			kept = append(kept, r)
			from, to = min(from, r.at), max(to, r.at+n)
		}
	}
	if len(kept) == 0 {
		return
	}
	first := kept[0].reg
	all := s.settle(s.f.Regs[first].File, to-from, s.kind(first), agprs)
	for _, r := range kept {
		h := *all
		switch i := r.at - from; {
		case h.memory:
			h.offset += 4 * i
		case h.agpr != 0:
			h.agpr += Reg(i)
		default:
			h.lanes = h.lanes[i:]
		}
		s.homes[r.reg] = &h
	}
}

// settle chooses a home for n dwords.
func (s *spiller) settle(file File, n int, kind regKind, agprs bool) *home {
	h := &home{}
	switch {
	case file == FileS:
		for range n {
			h.lanes = append(h.lanes, s.newLane())
		}
		s.f.Spills.SGPRs += n
	case agprs && kind == kindPlain:
		for i := range n {
			a := s.newReg(FileV, 1, kindAGPR)
			if i == 0 {
				h.agpr = a
			}
		}
		s.f.Spills.ToAGPR += n
	default:
		const alignment = 16
		if n >= 4 {
			s.f.ScratchBytes = (s.f.ScratchBytes + alignment - 1) &^ (alignment - 1)
		}
		s.f.ScratchBytes = (s.f.ScratchBytes + 3) &^ 3
		h.memory, h.offset = true, s.f.ScratchBytes
		s.f.ScratchBytes += 4 * n
		s.f.Spills.VGPRs += n
		if kind == kindAGPR {
			s.f.Spills.ToAGPR -= n
		}
	}
	return h
}

// samePlace reports whether two parts have the same home.
func (h *home) samePlace(p Part, other *home, q Part) bool {
	switch {
	case h.tuple || other.tuple || h.memory != other.memory || p.N != q.N:
		return false
	case h.memory:
		return h.offset+4*int(p.Sub) == other.offset+4*int(q.Sub)
	case h.agpr != 0:
		return other.agpr != 0 && h.agpr+Reg(p.Sub) == other.agpr+Reg(q.Sub)
	case len(h.lanes) > 0 && len(other.lanes) > 0:
		return h.lanes[p.Sub] == other.lanes[q.Sub]
	}
	return false
}

// newLane returns a lane of a VGPR that lives from the entry on.
func (s *spiller) newLane() lanePlace {
	if s.lanes.reg == 0 || s.lanes.lane == s.f.Chip.WaveSize {
		s.lanes = lanePlace{reg: s.newReg(FileV, 1, kindLanes)}
		entry := s.f.Blocks[0]
		undef := &Instr{Flags: Undef, Args: [isa.MaxArgs]Operand{P(s.f.All(s.lanes.reg))}}
		entry.Instrs = append([]*Instr{undef}, entry.Instrs...)
	}
	l := s.lanes
	s.lanes.lane++
	return l
}

// findConstants gives the registers homes, and finds those whose value can be
// made again: all their definitions copy constants, one for each dword, or the
// only one is an instruction that is Rematerialisable. A register that has one
// definition only is defined wherever it is used.
func (s *spiller) findConstants(regs []spilled) {
	defs := make([]int, len(s.homes))
	for _, r := range regs {
		n := int(s.f.Regs[r.reg].Dwords)
		s.homes[r.reg] = &home{consts: make([]int64, n), known: make([]bool, n)}
	}
	for _, b := range s.f.Blocks {
		for _, in := range b.Instrs {
			in.Defs(func(_ int, p Part) {
				h := s.homes[p.Reg]
				if h == nil {
					return
				}
				defs[p.Reg]++
				if again := in.canRepeat(); again && p.N == s.f.Regs[p.Reg].Dwords {
					h.again = in
				}
				if in.Flags&Copy == 0 || in.Flags&Partial != 0 || in.Args[1].Kind != OperandConst {
					h.consts = nil
				}
				for i := p.Sub; i < p.Sub+p.N && h.consts != nil; i++ {
					if h.known[i] {
						h.consts = nil
						break
					}
					h.consts[i], h.known[i] = in.Args[1].Value, true
				}
			})
		}
	}
	for _, r := range regs {
		if defs[r.reg] != 1 {
			s.homes[r.reg].again = nil
		}
	}
}

// canRepeat reports whether the instruction may be executed again anywhere.
func (in *Instr) canRepeat() bool {
	if in.Flags&(Copy|Undef|Partial) != 0 || in.Flags&Rematerialisable == 0 || in.ClobbersSCC() || in.SCCUse != 0 || in.ImplicitUse != 0 || in.ImplicitDef != 0 {
		return false
	}
	uses, defs := 0, 0
	in.Uses(func(int, Part) { uses++ })
	in.Defs(func(int, Part) { defs++ })
	return uses == 0 && defs == 1
}

// ignoresExec reports whether the instruction reads or writes lanes of vector
// registers that are not in EXEC, or may do so.
func (in *Instr) ignoresExec() bool {
	if in.Row == nil {
		return in.Flags&WholeWave != 0
	}
	if in.Row.Reads&isa.ImpEXEC == 0 || in.Flags&WholeWave != 0 || in.Row.Enc >= isa.EncDPP1 && in.Row.Enc <= isa.EncDPP2 {
		return true
	}
	switch in.Row.Op {
	case isa.V_READFIRSTLANE_B32, isa.DS_BPERMUTE_B32, isa.DS_PERMUTE_B32, isa.DS_SWIZZLE_B32, isa.V_PERMLANE32_SWAP_B32, isa.V_PERMLANE16_SWAP_B32:
		return true
	}
	return false
}

func (s *spiller) emit(in *Instr) *Instr {
	in.Pos = s.in.Pos
	s.out = append(s.out, in)
	s.putIn(in, s.in)
	return in
}

func (s *spiller) putIn(in, cause *Instr) {
	if s.origin == nil {
		return
	}
	if o := s.origin[cause]; o != nil {
		cause = o
	}
	s.origin[in] = cause
}

func (s *spiller) emitCopy(dst Part, src Operand, flags InstrFlags) {
	s.emit(&Instr{Flags: Copy | flags, Args: [isa.MaxArgs]Operand{P(dst), src}})
}

func (s *spiller) undef(in *Instr) {
	p := in.Args[0].Part
	h := s.homes[p.Reg]
	for i := range int(p.N) {
		if h.agpr != 0 {
			s.emit(&Instr{Flags: Undef, Args: [isa.MaxArgs]Operand{P(s.agpr(h, int(p.Sub)+i))}})
		}
	}
}

// copy moves to or from a home without a temporary where that is possible.
func (s *spiller) copy(in *Instr) {
	dst, src := in.Args[0], in.Args[1]
	flags := in.Flags & (WholeWave | Partial)
	if to, from := s.home(&dst), s.home(&src); to != nil && from != nil && to.samePlace(dst.Part, from, src.Part) {
		return
	}
	if s.copyInPlace(in) {
		return
	}
	if h := s.home(&src); h != nil {
		to := dst.Part
		direct := s.home(&dst) == nil && !s.f.Regs[to.Reg].HasFixed && s.f.Regs[to.Reg].File == s.f.Regs[src.Part.Reg].File
		if !direct {
			to = s.f.All(s.newReg(s.f.Regs[src.Part.Reg].File, int(src.Part.N), kindTemporary))
		}
		loadFlags := flags & WholeWave
		if direct {
			loadFlags = flags
		}
		s.load(to, h, src.Part, loadFlags)
		if direct {
			return
		}
		src = P(to)
	}
	if s.home(&dst) == nil {
		s.emitCopy(dst.Part, src, flags)
		return
	}
	s.store(s.homes[dst.Part.Reg], dst.Part, src, flags)
}

// copyInPlace emits a copy of a tuple's home to another, or of a constant
// that an AGPR takes.
func (s *spiller) copyInPlace(in *Instr) bool {
	dst, src := s.home(&in.Args[0]), s.home(&in.Args[1])
	if dst == nil || !dst.tuple {
		return false
	}
	from := in.Args[1]
	switch {
	case src != nil && src.tuple:
		from.Part.Reg = src.agpr
	case from.Kind == OperandConst && s.f.accInline(from.Value):
	default:
		return false
	}
	to := in.Args[0].Part
	to.Reg = dst.agpr
	s.emitCopy(to, from, in.Flags&(WholeWave|Partial))
	return true
}

// inPlace reports whether an instruction can use operand i in an AGPR that is
// its home: not if one bit says where that and another operand are, which has
// no such home.
func (s *spiller) inPlace(in *Instr, i int) bool {
	spec := &in.Row.Operands[i]
	if !takesAGPR(spec) {
		return false
	}
	for k := range in.Row.Operands {
		o := &in.Args[k]
		if o.Kind != OperandReg || spec.AccBit == 0 || in.Row.Operands[k].AccBit != spec.AccBit {
			continue
		}
		if h := s.home(o); (h == nil || !h.tuple) && s.kind(o.Part.Reg) != kindTuple {
			return false
		}
	}
	return true
}

// instr gives an instruction temporaries for its spilled operands.
func (s *spiller) instr(in *Instr) {
	read := [isa.MaxArgs]bool{}
	in.Uses(func(i int, p Part) {
		if i >= 0 {
			read[i] = true
		}
	})
	var flags InstrFlags
	if in.ignoresExec() {
		flags = WholeWave
	}
	type stored struct {
		home  *home
		part  Part
		temp  Reg
		flags InstrFlags
	}
	var stores []stored
	var loaded [isa.MaxArgs]Operand
	for i := range in.Row.Operands {
		o := in.Args[i]
		h := s.home(&o)
		if h == nil {
			continue
		}
		if h.tuple && s.inPlace(in, i) {
			in.Args[i].Part.Reg = h.agpr
			continue
		}
		writes := in.Row.Operands[i].Access&isa.Write != 0
		onlyPartial := writes && in.Row.Operands[i].Access&isa.Read == 0 && in.Flags&Partial != 0 && !(i == 0 && in.keepsDst())
		var temp Reg
		for k := range i {
			if !writes && loaded[k].Kind == OperandReg && loaded[k].Part == o.Part {
				temp = in.Args[k].Part.Reg // the same register twice
			}
		}
		if temp == 0 {
			temp = s.newReg(s.f.Regs[o.Part.Reg].File, int(o.Part.N), kindTemporary)
			switch {
			case onlyPartial: // the other lanes stay in the home
				s.emit(&Instr{Flags: Undef, Args: [isa.MaxArgs]Operand{P(s.f.All(temp))}})
			case read[i]:
				s.load(s.f.All(temp), h, o.Part, flags)
				if !writes {
					loaded[i] = o
				}
			}
		}
		in.Args[i].Part = s.f.All(temp)
		if writes {
			// What the instruction does not write stays in the home: where it
			// keeps other lanes, the home is live before the store.
			keeps := flags
			if read[i] && flags&WholeWave == 0 {
				keeps |= Partial
			}
			stores = append(stores, stored{h, o.Part, temp, keeps})
		}
	}
	if len(stores) == 1 && stores[0].home.again != nil {
		return // it is executed where it is needed
	}
	s.out = append(s.out, in)
	for _, st := range stores {
		s.store(st.home, st.part, P(s.f.All(st.temp)), st.flags)
	}
}

// load emits what brings a part of a spilled register into dst.
func (s *spiller) load(dst Part, h *home, p Part, flags InstrFlags) {
	switch {
	case h.again != nil:
		again := *h.again
		full := s.newReg(s.f.Regs[p.Reg].File, int(s.f.Regs[p.Reg].Dwords), kindTemporary)
		again.Defs(func(i int, _ Part) { again.Args[i].Part = s.f.All(full) })
		again.Flags |= flags & WholeWave
		s.emit(&again)
		s.emitCopy(dst, P(s.f.All(full).Dwords(int(p.Sub), int(p.N))), flags)
	case h.consts != nil:
		for i := range int(p.N) {
			s.emitCopy(dst.Dword(i), Const(h.consts[int(p.Sub)+i]), flags)
		}
	case h.agpr != 0:
		for i := range int(p.N) {
			s.emitCopy(dst.Dword(i), P(s.agpr(h, int(p.Sub)+i)), flags)
		}
		s.f.Spills.Reloads += int(p.N)
	case h.memory:
		s.scratch(dst, h.offset+4*int(p.Sub), flags, false)
	default:
		for i := range int(p.N) {
			l := h.lanes[int(p.Sub)+i]
			s.emit(s.f.NewInstr(s.f.Row(isa.V_READLANE_B32, isa.EncVOP3A, ""), P(dst.Dword(i)), P(s.f.All(l.reg)), Const(int64(l.lane))))
		}
		s.f.Spills.Reloads += int(p.N)
	}
}

// store emits what puts a value into a part of a spilled register.
func (s *spiller) store(h *home, p Part, src Operand, flags InstrFlags) {
	dword := func(i int) Operand {
		if src.Kind == OperandReg {
			return P(src.Part.Dword(i))
		}
		return subOperand(&src, i, 1)
	}
	switch {
	case h.again != nil || h.consts != nil:
	case h.agpr != 0:
		if src.Kind == OperandConst && !s.f.accInline(src.Value) {
			t := s.f.All(s.newReg(FileV, 1, kindTemporary)) // each dword is the constant
			s.emitCopy(t, src, flags&WholeWave)
			dword = func(int) Operand { return P(t) }
		}
		for i := range int(p.N) {
			s.emitCopy(s.agpr(h, int(p.Sub)+i), dword(i), flags)
		}
		s.f.Spills.Stores += int(p.N)
	case h.memory:
		if src.Kind != OperandReg || s.f.Regs[src.Part.Reg].File != FileV {
			t := s.f.All(s.newReg(FileV, int(p.N), kindTemporary))
			s.emitCopy(t, src, flags&WholeWave)
			src = P(t)
		}
		s.scratch(src.Part, h.offset+4*int(p.Sub), flags, true)
	default:
		if src.Kind == OperandConst {
			t := s.f.All(s.newReg(FileS, int(p.N), kindTemporary))
			s.emitCopy(t, src, 0)
			src = P(t)
		}
		for i := range int(p.N) {
			l := h.lanes[int(p.Sub)+i]
			s.emit(s.f.NewInstr(s.f.Row(isa.V_WRITELANE_B32, isa.EncVOP3A, ""), P(s.f.All(l.reg)), dword(i), Const(int64(l.lane))))
		}
		s.f.Spills.Stores += int(p.N)
	}
}

var scratchLoads = [...]isa.Op{1: isa.SCRATCH_LOAD_DWORD, 2: isa.SCRATCH_LOAD_DWORDX2, 3: isa.SCRATCH_LOAD_DWORDX3, 4: isa.SCRATCH_LOAD_DWORDX4}
var scratchStores = [...]isa.Op{1: isa.SCRATCH_STORE_DWORD, 2: isa.SCRATCH_STORE_DWORDX2, 3: isa.SCRATCH_STORE_DWORDX3, 4: isa.SCRATCH_STORE_DWORDX4}

// scratch emits loads or stores of a register part, up to four dwords each.
// Beyond the reach of the instruction's offset (signed 13 bits) the rest of
// the address is in a scalar register.
func (s *spiller) scratch(p Part, offset int, flags InstrFlags, store bool) {
	const reach = 1 << 12
	for i := 0; i < int(p.N); {
		n := min(int(p.N)-i, 4)
		if (int(p.Sub)+i)%2 != 0 { // tuples are even
			n = 1
		}
		at := offset + 4*i
		form, base := "none", Off()
		if at >= reach {
			t := s.f.All(s.newReg(FileS, 1, kindTemporary))
			s.emitCopy(t, Const(int64(at&^(reach-1))), 0)
			form, base = "saddr", P(t)
			at &= reach - 1
		}
		var in *Instr
		part := P(p.Dwords(i, n))
		if store {
			in = s.f.NewInstr(s.f.Row(scratchStores[n], isa.EncSCRATCH, form), Off(), part, base)
			in.Mem = &Mem{Write: SpaceScratch}
			in.Flags = flags & WholeWave
			s.f.Spills.Stores++
		} else {
			in = s.f.NewInstr(s.f.Row(scratchLoads[n], isa.EncSCRATCH, form), part, Off(), base)
			in.Mem = &Mem{Read: SpaceScratch}
			in.Flags = flags
			s.f.Spills.Reloads++
		}
		in.Mods.Offset = int32(at)
		in.Note = "spill"
		s.emit(in)
		i += n
	}
}

// wholeWave puts what is executed with all lanes on between a save of EXEC
// and its restoration. None of that writes SCC, so it may stand anywhere.
func (s *spiller) wholeWave() {
	for _, b := range s.f.Blocks {
		var out []*Instr
		for i := 0; i < len(b.Instrs); {
			in := b.Instrs[i]
			if in.Flags&WholeWave == 0 {
				if out != nil {
					out = append(out, in)
				}
				i++
				continue
			}
			if out == nil {
				out = append(make([]*Instr, 0, len(b.Instrs)+16), b.Instrs[:i]...)
			}
			saved := s.f.All(s.newReg(FileS, 2, kindTemporary))
			mov := s.f.Row(isa.S_MOV_B64, isa.EncSOP1, "")
			note := func(in *Instr) *Instr { in.Pos, in.Note = b.Instrs[i].Pos, "all lanes"; return in }
			out = append(out, note(s.f.NewInstr(mov, P(saved), Exec())), note(s.f.NewInstr(mov, Exec(), Const(-1))))
			first := b.Instrs[i]
			for ; i < len(b.Instrs) && (b.Instrs[i].Flags&WholeWave != 0 || s.scalarCopy(b.Instrs[i])); i++ {
				b.Instrs[i].Flags &^= WholeWave
				out = append(out, b.Instrs[i])
			}
			restore := s.f.NewInstr(mov, Exec(), P(saved))
			restore.Pos = first.Pos
			out = append(out, restore)
		}
		if out != nil {
			b.Instrs = out
		}
	}
}

// scalarCopy reports whether the instruction is a copy between scalar
// registers, which does not look at EXEC.
func (s *spiller) scalarCopy(in *Instr) bool {
	return in.Flags&Copy != 0 && s.f.Regs[in.Args[0].Part.Reg].File == FileS && in.Args[1].Kind != OperandPhys
}
