package mach

import (
	"fmt"
	"maps"
	"slices"

	"heddle/isa"
)

// The verifier of an allocation runs the kernel symbolically, as it was with
// virtual registers and as it became, side by side. It knows of each place
// (physical register, dword of scratch, lane of a VGPR that keeps scalars)
// which virtual dwords it holds on every way to a point, and asks at each use
// whether the place that the physical operand names holds the dword that the
// virtual one named. It shares nothing with the allocator but isa and Instr.
//
// Instructions that were there before are known by their address; what is
// gone (copies, Undef, constants made again) happens right before the next
// one that is still there, what is new may only be moves.
type allocVerifier struct {
	f        *Func
	original map[*Instr]Instr
	order    map[*Block][]*Instr // as it was
	index    map[*Instr]int      // of instructions in order
	origin   map[*Instr]*Instr   // for which instruction a new one was put in: when, not what, it is believed
	first    []int
	again    map[string]int // texts of instructions that were made again elsewhere
	report   bool
	err      error
}

// fact is something that a place holds: a virtual dword or a constant, shifted
// by factBits, and how much of it.
type fact int64

const (
	factFull   = iota // what the virtual register holds, in all lanes where that is something
	factActive        // the same in the lanes that are on; forgotten when EXEC changes
	factOff           // the same in the lanes that are off
	factOld           // what the register held before the last write, which was Partial
	factNew           // what that write wrote: the lanes that were on
	factBits   = 3
)

// Facts about what is no virtual dword have negative numbers.
const (
	execFact  fact = -1 // a copy of EXEC as the kernel has it
	constBase      = -1 << 40
	againBase      = -1 << 50
)

// place names a physical register, or from placeScratch on a dword of
// scratch, from placeLane on a lane.
type place int32

const (
	placeScratch place = 1 << 16
	placeLane    place = 1 << 24
)

type allocState struct {
	holds map[place][]fact // sorted
	where map[fact][]place // places that hold something of a dword, and perhaps others; without kinds
	undef map[int]bool     // units without a value
	fresh map[int]bool     // units written under the EXEC of now by what obeys it
	lanes map[place]bool   // VGPRs that keep scalars in their lanes
	whole bool             // EXEC is -1 for a moment
}

// newAllocVerifier remembers the kernel as it is before allocation.
func newAllocVerifier(f *Func) *allocVerifier {
	v := &allocVerifier{f: f, original: map[*Instr]Instr{}, order: map[*Block][]*Instr{}, index: map[*Instr]int{}, origin: map[*Instr]*Instr{}, again: map[string]int{}}
	v.first = make([]int, len(f.Regs)+1)
	for r := range f.Regs {
		v.first[r+1] = v.first[r] + int(f.Regs[r].Dwords)
	}
	for _, b := range f.Blocks {
		v.order[b] = slices.Clone(b.Instrs)
		for i, in := range b.Instrs {
			v.original[in] = *in
			v.index[in] = i
		}
	}
	return v
}

// check compares what the allocation made of the kernel.
func (v *allocVerifier) check() error {
	f := v.f
	ins := map[*Block]*allocState{}
	entry := &allocState{holds: map[place][]fact{}, undef: map[int]bool{}, where: map[fact][]place{}, lanes: map[place]bool{}}
	for _, r := range f.Inputs {
		info := &f.Regs[r]
		for i := range int(info.Dwords) {
			entry.put(place(int(info.Fixed)+i), []fact{full(v.first[r] + i)})
		}
	}
	ins[f.Blocks[0]] = entry
	for changed := true; changed; {
		changed = false
		for _, b := range f.Blocks {
			if ins[b] == nil {
				continue
			}
			out := v.block(b, ins[b].clone())
			for _, s := range b.Term.Succs() {
				if ins[s] == nil {
					ins[s] = out.clone()
					changed = true
				} else if ins[s].meet(out) {
					changed = true
				}
			}
		}
	}
	v.report = true
	for _, b := range f.Blocks {
		if ins[b] != nil {
			v.block(b, ins[b].clone())
		}
	}
	return v.err
}

func full(unit int) fact                { return fact(unit) << factBits }
func (x fact) with(kind int) fact       { return x>>factBits<<factBits | fact(kind) }
func (x fact) kind() int                { return int(x & (1<<factBits - 1)) }
func (x fact) unit() int                { return int(x >> factBits) }
func constFact(v int64) fact            { return fact(constBase+int64(uint32(v))) << factBits }
func againFact(number, i int) fact      { return fact(againBase+int64(number)*32+int64(i)) << factBits }
func has(facts []fact, x fact) bool     { _, ok := slices.BinarySearch(facts, x); return ok }
func (x fact) virtual() bool            { return x >= 0 }
func (s *allocState) at(p place) []fact { return s.holds[p] }

func (s *allocState) clone() *allocState {
	c := &allocState{holds: make(map[place][]fact, len(s.holds)), undef: map[int]bool{}, fresh: map[int]bool{}, where: make(map[fact][]place, len(s.holds)), lanes: maps.Clone(s.lanes)}
	for p, x := range s.holds {
		if len(x) > 0 {
			c.put(p, slices.Clone(x))
		}
	}
	for u := range s.undef {
		c.undef[u] = true
	}
	return c
}

// meet keeps what holds in t, too, and reports whether something was lost. A
// dword without a value on one of the ways is what it is on the other.
func (s *allocState) meet(t *allocState) bool {
	lost := false
	for p, facts := range s.holds {
		kept := slices.DeleteFunc(slices.Clone(facts), func(x fact) bool {
			return !has(t.holds[p], x) && !(x.virtual() && t.undef[x.unit()])
		})
		if len(kept) != len(facts) {
			lost = true
			s.holds[p] = kept
		}
	}
	for u := range s.undef {
		if t.undef[u] {
			continue
		}
		delete(s.undef, u)
		lost = true
		for p, facts := range t.holds {
			if has(facts, full(u)) {
				s.add(p, full(u))
			}
		}
	}
	return lost
}

func (s *allocState) add(p place, x fact) {
	facts := s.holds[p]
	if i, ok := slices.BinarySearch(facts, x); !ok {
		s.holds[p] = slices.Insert(facts, i, x)
		s.where[x>>factBits] = append(s.where[x>>factBits], p)
	}
}

// put says that a place holds something new.
func (s *allocState) put(p place, facts []fact) {
	slices.Sort(facts)
	facts = slices.Compact(facts)
	s.holds[p] = facts
	for _, x := range facts {
		s.where[x>>factBits] = append(s.where[x>>factBits], p)
	}
	if p >= place(isa.V0) && p < placeScratch {
		if s.lanes[p] {
			for lane := range place(64) {
				delete(s.holds, placeLane+p*64+lane)
			}
			delete(s.lanes, p)
		}
	}
}

// forget removes what is known of a unit.
func (s *allocState) forget(u int) {
	delete(s.undef, u)
	delete(s.fresh, u)
	key := full(u) >> factBits
	for _, p := range s.where[key] {
		s.holds[p] = slices.DeleteFunc(s.holds[p], func(x fact) bool { return x>>factBits == key })
	}
	delete(s.where, key)
}

// execChanged: what was known of the lanes that are on is worth nothing.
func (s *allocState) execChanged() {
	clear(s.fresh)
	for p, facts := range s.holds {
		s.holds[p] = slices.DeleteFunc(facts, func(x fact) bool { return x == execFact || x.kind() != factFull })
	}
}

func (v *allocVerifier) fail(in *Instr, format string, args ...any) {
	if v.report && v.err == nil {
		v.err = fmt.Errorf("%s: %s", v.f.Text(in), fmt.Sprintf(format, args...))
	}
}

func (v *allocVerifier) block(b *Block, s *allocState) *allocState {
	order, next := v.order[b], 0
	for _, in := range b.Instrs {
		_, known := v.original[in]
		at := in
		if !known {
			at = v.origin[in]
		}
		for at != nil && next < v.index[at] {
			v.gone(s, order[next])
			next++
		}
		switch {
		case !known:
			v.move(s, in)
		case order[next] != in:
			v.fail(in, "the order of instructions changed")
			return s
		default:
			v.instr(s, in)
			next++
		}
	}
	for _, in := range order[next:] {
		v.gone(s, in)
	}
	if s.whole {
		v.fail(b.Instrs[len(b.Instrs)-1], "EXEC is not restored")
	}
	return s
}

// eachUnit calls f for the dwords of a part with the places where they are
// now.
func (v *allocVerifier) eachUnit(p Part, at *Operand, f func(u int, where place)) {
	where := place(at.Phys)
	if info := &v.f.Regs[p.Reg]; info.HasFixed {
		where = place(info.Fixed) + place(p.Sub)
	}
	for i := range int(p.N) {
		f(v.first[p.Reg]+int(p.Sub)+i, where+place(i))
	}
}

// instr runs an instruction that was there before.
func (v *allocVerifier) instr(s *allocState, in *Instr) {
	was := v.original[in]
	if s.whole {
		v.fail(in, "runs with all lanes on")
	}
	lanes := was.ignoresExec()
	split := map[int]bool{} // units of which only the lanes that are on are here
	was.Uses(func(i int, p Part) {
		if v.f.Regs[p.Reg].File == FileSCC {
			return
		}
		at := &Operand{}
		if i >= 0 {
			at = &in.Args[i]
			if at.Kind != OperandPhys || at.N != p.N {
				v.fail(in, "operand %d is not physical", i)
			}
		}
		keepsOnly := i >= 0 && was.Flags&Partial != 0 && was.Row.Operands[i].Access == isa.Write && !(i == 0 && was.keepsDst())
		v.eachUnit(p, at, func(u int, where place) {
			facts := s.at(where)
			switch {
			case s.undef[u] || has(facts, full(u)) || !lanes && !keepsOnly && has(facts, full(u).with(factActive)):
			case keepsOnly:
				split[u] = true
			default:
				v.fail(in, "%v does not hold dword %d of %s", isa.Reg(where), u-v.first[p.Reg], v.f.regText(p.Reg))
			}
		})
	})
	v.clobbers(in, &was)
	was.Defs(func(i int, p Part) {
		if v.f.Regs[p.Reg].File == FileSCC {
			return
		}
		at := &Operand{}
		if i >= 0 {
			at = &in.Args[i]
		}
		v.eachUnit(p, at, func(u int, where place) {
			if split[u] {
				for _, q := range slices.Clone(s.where[full(u)>>factBits]) {
					if facts := s.holds[q]; has(facts, full(u)) {
						s.put(q, append(slices.DeleteFunc(facts, func(x fact) bool { return x.virtual() && x.unit() == u }), full(u).with(factOld)))
					}
				}
				s.put(where, []fact{full(u).with(factNew)})
				return
			}
			s.forget(u)
			s.put(where, []fact{full(u)})
			if !lanes {
				s.fresh[u] = true
			}
		})
	})
	if was.Row != nil && was.Row.Writes&isa.ImpVCC != 0 && was.ImplicitDef == 0 && !was.namesVCC() {
		s.put(place(isa.VCCLo), nil)
		s.put(place(isa.VCCHi), nil)
	}
	if was.WritesExec() {
		s.execChanged()
	}
}

// clobbers checks that what must not overlap does not.
func (v *allocVerifier) clobbers(in, was *Instr) {
	if !was.earlyClobber() {
		return
	}
	d := &in.Args[0]
	was.Uses(func(i int, _ Part) {
		if i <= 0 {
			return
		}
		u := &in.Args[i]
		overlap := u.Kind == OperandPhys && u.Phys < d.Phys+isa.Reg(d.N) && d.Phys < u.Phys+isa.Reg(u.N)
		if overlap && !(i == was.accumulator() && u.Phys == d.Phys) {
			v.fail(in, "operand %d overlaps the destination", i)
		}
	})
}

// gone runs an instruction that is there no more.
func (v *allocVerifier) gone(s *allocState, in *Instr) {
	was := v.original[in]
	switch {
	case was.Flags&Undef != 0:
		p := was.Args[0].Part
		for i := range int(p.N) {
			u := v.first[p.Reg] + int(p.Sub) + i
			s.forget(u)
			s.undef[u] = true
		}
	case was.Flags&Copy != 0:
		v.goneCopy(s, &was)
	case was.canRepeat():
		key := repeatKey(&was)
		if _, ok := v.again[key]; !ok {
			v.again[key] = len(v.again)
		}
		was.Defs(func(_ int, p Part) {
			for i := range int(p.N) {
				u := v.first[p.Reg] + int(p.Sub) + i
				s.forget(u)
				made := againFact(v.again[key], i)
				for _, q := range s.where[made>>factBits] {
					if has(s.holds[q], made) {
						s.add(q, full(u))
					}
				}
				s.add(constPlace(made), made)
				s.add(constPlace(made), full(u))
			}
		})
	default:
		v.fail(in, "is gone")
	}
}

// repeatKey tells instructions apart that only have constants as sources.
func repeatKey(in *Instr) string {
	key := fmt.Sprint(in.Row.Mnemonic, in.Row.Form, in.Mods)
	for i := range in.Row.Operands {
		if in.Row.Operands[i].Access&isa.Write == 0 {
			key += fmt.Sprint(" ", in.Args[i].Value, in.Args[i].Flags)
		}
	}
	return key
}

// constPlace is a place for what can be made at any time.
func constPlace(x fact) place { return place(x%(1<<20)) - 1<<30 }

func (v *allocVerifier) goneCopy(s *allocState, was *Instr) {
	dst, src := was.Args[0].Part, &was.Args[1]
	n := int(dst.N)
	vector := v.f.Regs[dst.Reg].File == FileV
	found, active := make([][]place, n), make([][]place, n)
	undefined := make([]bool, n)
	for i := range n {
		d := full(v.first[dst.Reg] + int(dst.Sub) + i)
		var from fact
		switch src.Kind {
		case OperandConst:
			from = constFact(src.Value)
			s.add(constPlace(from), from)
		case OperandReg:
			from = full(v.first[src.Part.Reg] + int(src.Part.Sub) + i)
			undefined[i] = s.undef[from.unit()]
		default:
			from = constFact(int64(src.Phys)<<8 + int64(i)) // a physical source is what it is
			if was.Args[1].Phys == isa.ExecLo {
				from = execFact
			}
		}
		for _, p := range s.where[from>>factBits] {
			facts := s.holds[p]
			ok := has(facts, from) || vector && has(facts, from.with(factActive))
			switch {
			case !ok:
			case was.Flags&Partial == 0 || s.undef[d.unit()] || has(facts, d) || has(facts, d.with(factOff)):
				found[i] = append(found[i], p)
			default: // only in the lanes that are on
				active[i] = append(active[i], p)
			}
		}
	}
	for i := range n {
		s.forget(v.first[dst.Reg] + int(dst.Sub) + i)
	}
	for i := range n {
		u := v.first[dst.Reg] + int(dst.Sub) + i
		for _, p := range found[i] {
			s.add(p, full(u))
		}
		for _, p := range active[i] {
			s.add(p, full(u).with(factActive))
		}
		s.fresh[u] = true
		if undefined[i] && was.Flags&Partial == 0 {
			s.undef[u] = true
		}
	}
}

// move runs an instruction that allocation put in.
func (v *allocVerifier) move(s *allocState, in *Instr) {
	a := &in.Args
	switch in.Row.Op {
	case isa.S_MOV_B32, isa.S_MOV_B64, isa.V_MOV_B32, isa.V_MOV_B64, isa.V_ACCVGPR_READ_B32, isa.V_ACCVGPR_WRITE_B32, isa.V_ACCVGPR_MOV_B32:
		if a[0].Phys == isa.ExecLo {
			switch {
			case a[1].Kind == OperandConst && a[1].Value == -1:
				s.whole = true
			case a[1].Kind == OperandPhys && has(s.at(place(a[1].Phys)), execFact):
				s.whole = false
			default:
				v.fail(in, "EXEC is not what it was")
			}
			return
		}
		var got [2][]fact
		for i := range int(a[0].N) {
			switch {
			case a[1].Kind == OperandConst:
				x := constFact(a[1].Value)
				got[i] = append(slices.Clone(s.at(constPlace(x))), x)
			case a[1].Phys == isa.ExecLo && !s.whole:
				got[i] = []fact{execFact}
			default:
				got[i] = slices.Clone(s.at(place(a[1].Phys) + place(i)))
			}
		}
		for i := range int(a[0].N) {
			s.transfer(got[i], place(a[0].Phys)+place(i), a[0].Phys >= isa.V0)
		}
	case isa.V_WRITELANE_B32:
		s.put(lanePlaceOf(&a[0], &a[2]), slices.Clone(s.at(place(a[1].Phys))))
		s.holds[place(a[0].Phys)] = nil
		s.lanes[place(a[0].Phys)] = true
	case isa.V_READLANE_B32:
		s.put(place(a[0].Phys), slices.Clone(s.at(lanePlaceOf(&a[1], &a[2]))))
	default:
		v.scratchMove(s, in)
	}
}

func lanePlaceOf(reg, lane *Operand) place {
	return placeLane + place(reg.Phys)*64 + place(lane.Value)
}

func (v *allocVerifier) scratchMove(s *allocState, in *Instr) {
	data, base := 1, 2
	load := slices.Contains(scratchLoads[:], in.Row.Op)
	if load {
		data = 0
	} else if !slices.Contains(scratchStores[:], in.Row.Op) {
		number, ok := v.again[repeatKey(in)]
		if !ok {
			v.fail(in, "is new")
			return
		}
		for i := range int(in.Args[0].N) {
			x := againFact(number, i)
			s.transfer(append(slices.Clone(s.at(constPlace(x))), x), place(in.Args[0].Phys)+place(i), in.Args[0].Phys >= isa.V0)
		}
		return
	}
	at := int64(in.Mods.Offset)
	if in.Args[base].Kind == OperandPhys {
		found := false
		for _, x := range s.at(place(in.Args[base].Phys)) {
			if c := int64(x>>factBits) - constBase; !x.virtual() && x != execFact && c >= 0 && c < 1<<32 {
				at, found = at+c, true
			}
		}
		if !found {
			v.fail(in, "the address is not known")
		}
	}
	for i := range int(in.Args[data].N) {
		reg, memory := place(in.Args[data].Phys)+place(i), placeScratch+place(at/4)+place(i)
		if load {
			s.transfer(slices.Clone(s.at(memory)), reg, true)
		} else {
			s.transfer(slices.Clone(s.at(reg)), memory, true)
		}
	}
}

// transfer moves what is known from one place to another: under EXEC, if the
// other one has lanes.
func (s *allocState) transfer(facts []fact, to place, lanes bool) {
	if !lanes || s.whole {
		s.put(to, slices.DeleteFunc(facts, func(x fact) bool { return x.kind() != factFull && x != execFact }))
		return
	}
	before := s.at(to)
	var now []fact
	for _, x := range facts {
		switch {
		case x == execFact:
		case x.kind() == factNew && has(before, x.with(factOld)):
			now = append(now, x.with(factFull))
		case x.kind() == factFull && (!x.virtual() || s.fresh[x.unit()]):
			now = append(now, x)
			if !x.virtual() {
				now = append(now, x.with(factActive))
			}
		case x.kind() == factFull || x.kind() == factActive:
			now = append(now, x.with(factActive))
		}
	}
	for _, x := range before {
		if x.virtual() && (x.kind() == factFull || x.kind() == factOff) {
			now = append(now, x.with(factOff))
		}
	}
	s.put(to, now)
}
