package inspect

import (
	"fmt"
	"math/bits"
	"slices"

	"heddle/isa"
	"heddle/sim"
)

// loads reports whether the registers of an instruction are written when its data arrive.
func loads(inst *isa.Inst) bool {
	switch inst.Row.Unit {
	case isa.UnitVMEM, isa.UnitFlat, isa.UnitSMEM, isa.UnitLDS:
		return true
	}
	return false
}

// usualLine is as much as most lines have at most, and what there is room for in all of them: a copy of a
// size that is known is fast.
const usualLine = 64

// site is what a trace says of an instruction whenever it is executed.
type site struct {
	inst          *isa.Inst
	line          []byte     // "0x1300: ", the instruction, "  ; k.s:5"
	reads, writes []register // without what VGPR indexing chooses
	at, name      int32      // of line, where the first ends, and the second
	loads         bool
	whole         bool // it does not look at EXEC
}

// register is a register that an instruction reads or writes, or adjacent scalar ones.
type register struct {
	reg    isa.Reg
	n      uint8
	as     format // of a vector register
	length uint8
	// text[:length] is "\n    < v1 = ". All of it is copied, in less time than a part of it.
	text [27]byte
}

// appendName appends what is before the value.
func (r *register) appendName(b []byte) []byte {
	n := len(b)
	b = slices.Grow(b, len(r.text))[:n+len(r.text)]
	*(*[len(r.text)]byte)(b[n:]) = r.text
	return b[:n+int(r.length)]
}

// site returns that of an event.
func (t *printer) site(e *sim.Event) *site {
	if e.Site < len(t.sites) {
		if s := t.sites[e.Site]; s != nil {
			return s
		}
	}
	return t.meet(e)
}

// meet is site for one that is new to the printer.
func (t *printer) meet(e *sim.Event) *site {
	for e.Site >= len(t.sites) {
		t.sites = append(t.sites, make([]*site, len(t.sites)+64)...)
	}
	t.sites[e.Site] = t.object.site(t, e)
	return t.sites[e.Site]
}

// site returns that of an event, for any printer.
func (o *tracedObject) site(t *printer, e *sim.Event) *site {
	t.mu.Lock()
	defer t.mu.Unlock()
	s := o.sites[e.Site]
	if s == nil {
		s = o.newSite(e)
		o.sites[e.Site] = s
	}
	return s
}

// newSite makes that of an event.
func (o *tracedObject) newSite(e *sim.Event) *site {
	s := take(&o.siteRoom, 1, 64)
	s[0] = site{inst: e.Inst, loads: loads(e.Inst), whole: e.Inst.Row.Op.Matrix() != nil}
	placed, types := e.Registers.Placed(e.Inst), typesOf(e.Registers, e.Inst)
	reads, writes := placed.Reads(), placed.Writes()
	from, to := registersOf(e, &reads, reading, types.reads), registersOf(e, &writes, writing, types.writes)
	list := take(&o.registerRoom, len(from)+len(to), 256)
	s[0].reads, s[0].writes = list[:copy(list, from)], list[len(from):]
	copy(s[0].writes, to)

	line := fmt.Appendf(nil, "%#x: ", e.CodeAddr)
	s[0].at = int32(len(line))
	line = append(line, e.Inst.String()...)
	s[0].name = int32(len(line))
	if at := sourceAt(o.selector.lines, e.CodeAddr); at.Line > 0 {
		line = append(append(line, "  ; "...), at.String()...)
	}
	s[0].line = take(&o.lineRoom, max(len(line), usualLine), 8<<10)
	s[0].line = s[0].line[:copy(s[0].line, line)]
	return &s[0]
}

// take takes n elements of room, and makes more if there are not as many.
func take[T any](room *[]T, n, more int) []T {
	if len(*room) < n {
		*room = make([]T, max(n, more))
	}
	list := (*room)[:n:n]
	*room = (*room)[n:]
	return list
}

// Marks of what is read and of what is written, and what is before them.
const reading, writing, beforeMark = "<", ">", "\n    "

// readList returns what an event reads, as it is printed.
func (s *site) readList(e *sim.Event) []register {
	if !e.Registers.Indexed() {
		return s.reads
	}
	return registersOf(e, e.Reads, reading, typesOf(e.Registers, e.Inst).reads)
}

// writeList returns what it writes.
func (s *site) writeList(e *sim.Event) []register {
	if !e.Registers.Indexed() {
		return s.writes
	}
	return registersOf(e, e.Writes, writing, typesOf(e.Registers, e.Inst).writes)
}

// registersOf lists those of a set.
func registersOf(e *sim.Event, set *isa.RegSet, mark string, formats []registerFormat) (list []register) {
	vector := hasLanes(e.Inst)
	add := func(reg isa.Reg, n int, name string, as format) {
		r := register{reg: reg, n: uint8(n), as: as}
		r.length = uint8(copy(r.text[:], beforeMark+mark+" "+name+" = "))
		list = append(list, r)
	}
	for w, word := range set {
		for ; word != 0; word &= word - 1 {
			reg := isa.Reg(64*w + bits.TrailingZeros64(word))
			n := 1
			switch {
			case vector && (reg == isa.ExecLo || reg == isa.ExecHi) && mark == reading, reg == isa.Mode && vector:
				continue // the lanes say it; and all of them read MODE
			case reg >= isa.V0:
				add(reg, 1, e.Registers.Name(reg).String(), formatIn(formats, reg))
				continue
			case reg >= 128:
				if name := specialName(reg); name != "" {
					add(reg, 1, name, formatOfUse)
				}
				continue
			}
			for reg+isa.Reg(n) < 128 && set.Has(reg+isa.Reg(n)) && (reg.IsSGPR() && (reg+isa.Reg(n)).IsSGPR() || n == 1 && reg >= isa.FlatScratchLo && reg%2 == 0) {
				word &= word - 1
				n++
				if int(reg)+n == 64*(w+1) {
					break // the rest is in the next word
				}
			}
			add(reg, n, tupleName(reg, n), formatOfUse)
		}
	}
	return list
}
