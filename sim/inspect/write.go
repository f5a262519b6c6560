package inspect

import (
	"math/bits"

	"heddle/hsaco"
	"heddle/isa"
	"heddle/sim"
)

// Write is the execution of an instruction that wrote memory.
type Write struct {
	Kernel      string    `json:"kernel"`
	Group       [3]uint32 `json:"workgroup"`
	Wave        int       `json:"wave"`
	Lane        int       `json:"lane"`    // -1: a scalar instruction
	Addr        uint64    `json:"address"` // of the instruction, in the code object
	Instruction string    `json:"instruction"`
	Source
}

// LastWrite finds what wrote a piece of global memory last.
type LastWrite struct {
	from, to uint64
	last     *Write
	objects  map[*hsaco.Object]*hsaco.LineTable
}

// NewLastWrite looks for writes to size bytes at an address.
func NewLastWrite(addr uint64, size int) *LastWrite {
	return &LastWrite{from: addr, to: addr + uint64(size), objects: map[*hsaco.Object]*hsaco.LineTable{}}
}

// Observe makes it see a dispatch of a kernel of the object. It is called once for each dispatch.
func (w *LastWrite) Observe(object *hsaco.Object, l *sim.Launch) {
	if _, known := w.objects[object]; !known {
		w.objects[object] = linesOf(object)
	}
	l.Observers = append(l.Observers[:len(l.Observers):len(l.Observers)], &writes{w, l.Kernel.Name(), w.objects[object], map[uint64]*isa.Inst{}})
}

// Last is the last write, nil if there was none.
func (w *LastWrite) Last() *Write { return w.last }

// writes looks at the writes of a dispatch.
type writes struct {
	*LastWrite
	kernel string
	lines  *hsaco.LineTable
	insts  map[uint64]*isa.Inst // with accesses to memory, by guest address
}

func (w *writes) WaveStarted(int, int) {}
func (w *writes) WaveEnded(int, int)   {}

// Skips does without the events of instructions that only touch registers.
func (w *writes) Skips(*sim.Event, *sim.Run) bool { return true }

// Executed looks at the accesses, which may be of instructions before this one.
func (w *writes) Executed(e *sim.Event) {
	if e.Inst.Row.Traits&isa.MayStore != 0 {
		w.insts[e.Addr] = e.Inst
	}
	w.look(e)
}

// Landed looks at the accesses of an instruction that ended.
func (w *writes) Landed(e *sim.Event) { w.look(e) }

func (w *writes) look(e *sim.Event) {
	for i := range e.Accesses {
		a := &e.Accesses[i]
		if !a.Write || a.Space != sim.SpaceGlobal {
			continue
		}
		for lanes := a.Lanes; lanes != 0; lanes &= lanes - 1 {
			l := bits.TrailingZeros64(lanes)
			if at := a.Addr(l); at < w.to && w.from < at+uint64(a.Size) {
				w.last = w.write(e, a, l)
			}
		}
	}
}

func (w *writes) write(e *sim.Event, a *sim.Access, l int) *Write {
	code := a.Inst - (e.Addr - e.CodeAddr)
	x := &Write{Kernel: w.kernel, Group: e.Group, Wave: e.Wave, Lane: a.Lane(l), Addr: code, Source: sourceAt(w.lines, code)}
	if inst := w.insts[a.Inst]; inst != nil {
		x.Instruction = inst.String()
	}
	return x
}
