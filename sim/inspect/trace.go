package inspect

import (
	"bytes"
	"fmt"
	"io"
	"math/bits"

	"heddle/hsaco"
	"heddle/isa"
	"heddle/sim"
)

// Tracer prints what instructions read, write and touch, as they are executed.
type Tracer struct {
	w       io.Writer
	filter  *Filter
	objects map[*hsaco.Object]*selector
	text    bytes.Buffer // of the instruction under way
	types   map[*isa.Inst]operandTypes
	err     error
}

// NewTracer returns a tracer that writes what fits the filter to w.
func NewTracer(w io.Writer, f *Filter) *Tracer {
	return &Tracer{w: w, filter: f, objects: map[*hsaco.Object]*selector{}, types: map[*isa.Inst]operandTypes{}}
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
	t.text.Reset()
	t.head(e, e.Inst.String())
	t.registers(e, e.Reads, "<")
}

// Executed prints what it wrote and touched. What a memory operation loads comes with Landed.
func (t *dispatchTrace) Executed(e *sim.Event) {
	if t.selector.event(e) {
		if !loads(e.Inst) {
			t.registers(e, e.Writes, ">")
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
	kept := bytes.Clone(t.text.Bytes()) // of a wait that covers it
	t.text.Reset()
	t.head(e, "arrived: "+e.Inst.String())
	t.registers(e, e.Writes, ">")
	t.accesses(e, e.Accesses, "")
	t.flush(e)
	t.text.Write(kept)
}

// flush writes the text of an instruction, and stops the run if that fails.
func (t *dispatchTrace) flush(e *sim.Event) {
	if t.err == nil {
		_, t.err = t.w.Write(t.text.Bytes())
	}
	t.text.Reset()
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

// head prints where and what.
func (t *dispatchTrace) head(e *sim.Event, text string) {
	fmt.Fprintf(&t.text, "wg %d wave %d #%d %#x: %s", e.Workgroup, e.Wave, e.Seq, e.CodeAddr, text)
	if e.Lanes != ^uint64(0) {
		fmt.Fprintf(&t.text, "  lanes %#x", e.Lanes)
	}
	if s := sourceAt(t.selector.lines, e.CodeAddr); s.Line > 0 {
		fmt.Fprintf(&t.text, "  ; %s", s)
	}
	t.text.WriteByte('\n')
}

// lanes are those of an event whose values are printed.
func (t *dispatchTrace) lanes(lanes uint64) uint64 {
	if t.filter.lanes != 0 {
		lanes &= t.filter.lanes
	}
	return lanes
}

// registers prints the values of registers.
func (t *dispatchTrace) registers(e *sim.Event, set *isa.RegSet, mark string) {
	types, ok := t.types[e.Inst]
	if !ok {
		types = typesOf(e.Registers, e.Inst)
		t.types[e.Inst] = types
	}
	kinds := types.reads
	if mark == ">" {
		kinds = types.writes
	}
	lanes := e.Lanes
	if e.Inst.Row.Op.Matrix() != nil {
		lanes = ^uint64(0) // they do not look at EXEC
	}
	vector := hasLanes(e.Inst)
	for w, word := range set {
		for ; word != 0; word &= word - 1 {
			reg := isa.Reg(64*w + bits.TrailingZeros64(word))
			n := 1
			switch {
			case vector && (reg == isa.ExecLo || reg == isa.ExecHi) && mark == "<", reg == isa.Mode && vector:
				continue // the lanes say it; and all of them read MODE
			case reg >= isa.V0:
				name := e.Registers.Name(reg).String()
				as := t.filter.as
				if as == "" {
					as = kinds[reg]
				}
				n := t.text.Len()
				t.text.WriteString("    " + mark + " " + name + " = ")
				prefix := min(t.text.Len()-n, len(blanks))
				t.text.Write(appendDwords(t.text.AvailableBuffer(), e.Registers.Lanes(reg), t.lanes(lanes), as, blanks[:prefix]))
				t.text.WriteByte('\n')
				continue
			case reg >= 128:
				if name, value, ok := special(e.Registers, reg); ok {
					fmt.Fprintf(&t.text, "    %s %s = %s\n", mark, name, value)
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
			fmt.Fprintf(&t.text, "    %s %s = %s\n", mark, tupleName(reg, n), scalarText(e.Registers, reg, n))
		}
	}
}

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
	for _, x := range touches(list) {
		of := ""
		if x.Seq != e.Seq {
			of = fmt.Sprintf(", of #%d", x.Seq) // a schedule has left it until now
		}
		verb := "reads"
		if x.Write {
			verb = "writes"
		}
		if x.Scalar {
			fmt.Fprintf(&t.text, "    %s%s %s %d bytes at %#x%s\n", what, spaceNames[x.Space], verb, x.Size*bits.OnesCount64(x.Lanes), x.addr[0], t.allocation(e, x, 0)+of)
			continue
		}
		lanes := t.lanes(x.Lanes)
		if lanes == 0 {
			continue
		}
		fmt.Fprintf(&t.text, "    %s%s %s %d bytes at %s%s\n", what, spaceNames[x.Space], verb, x.Size,
			appendLanes(nil, lanes, func(l int) uint64 { return x.addr[l] }, appendHex, blanks), t.allocation(e, x, bits.TrailingZeros64(lanes))+of)
		if !x.Write || x.Data == nil || what != "" {
			continue
		}
		for d := range (x.Size + 3) / 4 {
			fmt.Fprintf(&t.text, "         data = %s\n", appendDwords(nil, &x.data[d], lanes, t.filter.as, blanks))
		}
	}
}

// allocation says in which allocation the address of a lane is.
func (t *dispatchTrace) allocation(e *sim.Event, x *touch, lane int) string {
	if x.Space != sim.SpaceGlobal {
		return ""
	}
	a, ok := e.Registers.Allocation(x.addr[lane])
	if !ok || a.Name == "" {
		return ""
	}
	at := x.addr[lane] - a.Addr
	if x.Scalar {
		return fmt.Sprintf(", byte %d of %s", at, printable(a.Name))
	}
	return fmt.Sprintf(", lane %d at byte %d of %s", lane, at, printable(a.Name))
}

// spaceNames are those of sim.Space.
var spaceNames = [...]string{sim.SpaceGlobal: "global", sim.SpaceLDS: "LDS", sim.SpacePrivate: "scratch"}
