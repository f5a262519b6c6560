package inspect

import (
	"bytes"
	"fmt"
	"io"
	"math/bits"
	"strconv"

	"heddle/hsaco"
	"heddle/isa"
	"heddle/sim"
)

// Tracer prints what instructions read, write and touch, as they are executed.
type Tracer struct {
	w       io.Writer
	filter  *Filter
	objects map[*hsaco.Object]*selector
	text    []byte // of the instruction under way
	sites   []site // by sim.Event.Site
	err     error
}

// NewTracer returns a tracer that writes what fits the filter to w.
func NewTracer(w io.Writer, f *Filter) *Tracer {
	return &Tracer{w: w, filter: f, objects: map[*hsaco.Object]*selector{}}
}

// Observe makes the tracer print a dispatch of a kernel of the object. It is called once for each
// dispatch.
func (t *Tracer) Observe(object *hsaco.Object, l *sim.Launch) {
	if t.objects[object] == nil {
		t.objects[object] = t.filter.in(object)
	}
	l.Observers = append(l.Observers[:len(l.Observers):len(l.Observers)], &dispatchTrace{t, t.objects[object]})
}

// Err returns why the tracer stopped the run: what it wrote to failed.
func (t *Tracer) Err() error { return t.err }

// dispatchTrace prints a dispatch.
type dispatchTrace struct {
	*Tracer
	selector *selector
}

func (t *dispatchTrace) WaveStarted(int, int) {}
func (t *dispatchTrace) WaveEnded(int, int)   {}

// Skips does without the events of runs that the filter leaves out.
func (t *dispatchTrace) Skips(e *sim.Event, run *sim.Run) bool { return t.selector.skips(e, run) }

// Executing prints the instruction and what it reads.
func (t *dispatchTrace) Executing(e *sim.Event) {
	if !t.selector.event(e) {
		return
	}
	s := t.site(e)
	t.text = t.text[:0]
	t.head(e, s, "")
	t.registers(e, s, e.Reads, "<")
}

// Executed prints what it wrote and touched. What a memory operation loads comes with Landed.
func (t *dispatchTrace) Executed(e *sim.Event) {
	if t.selector.event(e) {
		if s := t.site(e); !s.loads {
			t.registers(e, s, e.Writes, ">")
		}
		t.accesses(e, e.Accesses, "")
		t.accesses(e, e.Dropped, "dropped ")
		t.flush(e)
	}
}

// Landed prints what a memory operation loaded.
func (t *dispatchTrace) Landed(e *sim.Event) {
	if !t.selector.event(e) || e.Writes.Empty() && len(e.Accesses) == 0 {
		return
	}
	kept := bytes.Clone(t.text) // of a wait that covers it
	t.text = t.text[:0]
	s := t.site(e)
	t.head(e, s, "arrived: ")
	t.registers(e, s, e.Writes, ">")
	t.accesses(e, e.Accesses, "")
	t.flush(e)
	t.text = append(t.text, kept...)
}

// flush writes the text of an instruction, and stops the run if that fails.
func (t *dispatchTrace) flush(e *sim.Event) {
	if t.err == nil {
		_, t.err = t.w.Write(t.text)
	}
	t.text = t.text[:0]
	if t.err != nil {
		e.Registers.Stop(t.err)
	}
}

// loads reports whether the registers of an instruction are written when its data arrive.
func loads(inst *isa.Inst) bool {
	switch inst.Row.Unit {
	case isa.UnitVMEM, isa.UnitFlat, isa.UnitSMEM, isa.UnitLDS:
		return true
	}
	return false
}

// site is what a trace says of an instruction whenever it is executed.
type site struct {
	inst           *isa.Inst
	at, source     string // "0x1300: ", "  ; k.s:5"
	text           string // of the instruction
	loads, vector  bool
	reads, writes  *isa.RegSet // as the event had them, without VGPR indexing
	readAs, writAs []register
}

// site returns that of an event.
func (t *dispatchTrace) site(e *sim.Event) *site {
	for e.Site >= len(t.sites) {
		t.sites = append(t.sites, make([]site, len(t.sites)+64)...)
	}
	s := &t.sites[e.Site]
	if s.inst == nil {
		*s = site{inst: e.Inst, at: fmt.Sprintf("%#x: ", e.CodeAddr), text: e.Inst.String(), loads: loads(e.Inst), vector: hasLanes(e.Inst), reads: e.Reads, writes: e.Writes}
		if at := sourceAt(t.selector.lines, e.CodeAddr); at.Line > 0 {
			s.source = "  ; " + at.String()
		}
		types := typesOf(e.Registers, e.Inst)
		s.readAs, s.writAs = s.registers(e, e.Reads, "<", types.reads), s.registers(e, e.Writes, ">", types.writes)
	}
	return s
}

// head prints where and what.
func (t *dispatchTrace) head(e *sim.Event, s *site, what string) {
	b := append(t.text, "wg "...)
	b = append(strconv.AppendInt(b, int64(e.Workgroup), 10), " wave "...)
	b = append(strconv.AppendInt(b, int64(e.Wave), 10), " #"...)
	b = append(strconv.AppendUint(b, e.Seq, 10), ' ')
	b = append(append(append(b, s.at...), what...), s.text...)
	if e.Lanes != ^uint64(0) {
		b = appendHex(append(b, "  lanes "...), e.Lanes)
	}
	t.text = append(append(b, s.source...), '\n')
}

// lanes are those of an event whose values are printed.
func (t *dispatchTrace) lanes(lanes uint64) uint64 {
	if t.filter.lanes != 0 {
		lanes &= t.filter.lanes
	}
	return lanes
}

// register is a register that an instruction reads or writes, or adjacent scalar ones.
type register struct {
	reg  isa.Reg
	n    int
	text string // "    < v1 = "
	as   string // of a vector register
}

// registers lists those of a set.
func (s *site) registers(e *sim.Event, set *isa.RegSet, mark string, kinds map[isa.Reg]string) (list []register) {
	add := func(reg isa.Reg, n int, name, as string) {
		list = append(list, register{reg, n, "    " + mark + " " + name + " = ", as})
	}
	for w, word := range set {
		for ; word != 0; word &= word - 1 {
			reg := isa.Reg(64*w + bits.TrailingZeros64(word))
			n := 1
			switch {
			case s.vector && (reg == isa.ExecLo || reg == isa.ExecHi) && mark == "<", reg == isa.Mode && s.vector:
				continue // the lanes say it; and all of them read MODE
			case reg >= isa.V0:
				add(reg, 1, e.Registers.Name(reg).String(), kinds[reg])
				continue
			case reg >= 128:
				if name := specialName(reg); name != "" {
					add(reg, 1, name, "")
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
			add(reg, n, tupleName(reg, n), "")
		}
	}
	return list
}

// registers prints the values of registers.
func (t *dispatchTrace) registers(e *sim.Event, s *site, set *isa.RegSet, mark string) {
	var list []register
	switch {
	case mark == "<" && set == s.reads:
		list = s.readAs
	case mark == ">" && set == s.writes:
		list = s.writAs
	default: // of VGPR indexing, or what a load brought
		types := typesOf(e.Registers, e.Inst)
		kinds := types.reads
		if mark == ">" {
			kinds = types.writes
		}
		list = s.registers(e, set, mark, kinds)
	}
	lanes := e.Lanes
	if e.Inst.Row.Op.Matrix() != nil {
		lanes = ^uint64(0) // they do not look at EXEC
	}
	b := t.text
	for i := range list {
		r := &list[i]
		b = append(b, r.text...)
		switch {
		case r.reg >= isa.V0:
			as := t.filter.as
			if as == "" {
				as = r.as
			}
			b = appendDwords(b, e.Registers.Lanes(r.reg), t.lanes(lanes), as, blanks[:min(len(r.text), len(blanks))], t.most())
		case r.reg >= 128:
			b = appendSpecial(b, e.Registers, r.reg)
		default:
			b = appendScalars(b, e.Registers, r.reg, r.n)
		}
		b = append(b, '\n')
	}
	t.text = b
}

// most is how many lanes are printed of values that follow no rule: a few, unless the filter says
// which.
func (t *dispatchTrace) most() int {
	if t.filter.lanes != 0 {
		return 64
	}
	return fewLanes
}

const fewLanes = 4

// blanks are what further lines of a value begin with.
const blanks = "                "

// touch is accesses of one kind by different lanes.
type touch struct {
	sim.Access
	addr [64]uint64
	data [4][64]uint32
}

// touches joins the accesses of an execution that differ only in their lanes, as an atomic's do.
func touches(list []sim.Access) (joined []*touch) {
	for i := range list {
		a := &list[i]
		var to *touch
		for _, x := range joined {
			if x.Seq == a.Seq && x.Space == a.Space && x.Size == a.Size && x.Write == a.Write && x.Lanes&a.Lanes == 0 && !a.Scalar {
				to = x
				break
			}
		}
		if to == nil {
			to = &touch{Access: *a}
			joined = append(joined, to)
		}
		to.Lanes |= a.Lanes
		for m := a.Lanes; m != 0; m &= m - 1 {
			l := bits.TrailingZeros64(m)
			to.addr[l] = a.Addr(l)
			for d := range to.data {
				if a.Data != nil {
					to.data[d][l] = a.Data[d][l]
				}
			}
		}
	}
	return joined
}

// accesses prints memory that was touched.
func (t *dispatchTrace) accesses(e *sim.Event, list []sim.Access, what string) {
	if len(list) == 0 {
		return
	}
	b := t.text
	for _, x := range touches(list) {
		lanes := t.lanes(x.Lanes)
		if lanes == 0 && !x.Scalar {
			continue
		}
		b = append(append(append(b, "    "...), what...), spaceNames[x.Space]...)
		if x.Write {
			b = append(b, " writes "...)
		} else {
			b = append(b, " reads "...)
		}
		size, first := x.Size, bits.TrailingZeros64(lanes)
		if x.Scalar {
			size, first = x.Size*bits.OnesCount64(x.Lanes), 0
		}
		b = append(strconv.AppendInt(b, int64(size), 10), " bytes at "...)
		if x.Scalar {
			b = appendHex(b, x.addr[0])
		} else {
			b = appendLanes(b, lanes, func(l int) uint64 { return x.addr[l] }, appendHex, blanks, t.most())
		}
		b = t.appendAllocation(b, e, x, first)
		if x.Seq != e.Seq {
			b = strconv.AppendUint(append(b, ", of #"...), x.Seq, 10) // a schedule has left it until now
		}
		b = append(b, '\n')
		if x.Scalar || !x.Write || x.Data == nil || what != "" {
			continue
		}
		for d := range (x.Size + 3) / 4 {
			b = append(b, "         data = "...)
			b = append(appendDwords(b, &x.data[d], lanes, t.filter.as, blanks, t.most()), '\n')
		}
	}
	t.text = b
}

// appendAllocation says in which allocation the address of a lane is.
func (t *dispatchTrace) appendAllocation(b []byte, e *sim.Event, x *touch, lane int) []byte {
	if x.Space != sim.SpaceGlobal {
		return b
	}
	a, ok := e.Registers.Allocation(x.addr[lane])
	if !ok || a.Name == "" {
		return b
	}
	if !x.Scalar {
		b = strconv.AppendInt(append(b, ", lane "...), int64(lane), 10)
		b = append(b, " at byte "...)
	} else {
		b = append(b, ", byte "...)
	}
	b = append(strconv.AppendUint(b, x.addr[lane]-a.Addr, 10), " of "...)
	return append(b, printable(a.Name)...)
}

// spaceNames are those of sim.Space.
var spaceNames = [...]string{sim.SpaceGlobal: "global", sim.SpaceLDS: "LDS", sim.SpacePrivate: "scratch"}
