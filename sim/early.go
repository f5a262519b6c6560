package sim

import (
	"fmt"
	"math/bits"

	"heddle/isa"
)

// Early is an instruction that read or wrote a register before the wait that covers a load into it:
// its result depends on timing. The waits check finds all of them (sanitize).
type Early struct {
	Workgroup int    `json:"workgroup"`
	Wave      int    `json:"wave"`
	Register  string `json:"register"`
	Reads     bool   `json:"reads"`   // it reads the register, or only writes it
	Addr      uint64 `json:"address"` // of the instruction, in the code object
	Text      string `json:"instruction"`
	File      string `json:"file,omitempty"` // source line, if the code object says
	Line      int    `json:"line,omitempty"`
	LoadAddr  uint64 `json:"loadAddress"` // of the load
	LoadText  string `json:"load"`
}

// String says it in a line.
func (e *Early) String() string {
	verb := "writes"
	if e.Reads {
		verb = "reads"
	}
	at := fmt.Sprintf("%#x: %s", e.Addr, e.Text)
	if e.File != "" {
		at += fmt.Sprintf(", %s:%d", e.File, e.Line)
	}
	return fmt.Sprintf("%s %s (at %s) before the s_waitcnt of the load at %#x (%s)", verb, e.Register, at, e.LoadAddr, e.LoadText)
}

// touched is the registers that an instruction reads and writes as words of a
// RegSet, if these are few: what step can compare quickly.
type touched struct {
	masks [3]uint64
	into  uint64 // what it writes, if it touches memory
	words [3]uint8
	word  uint8 // of into
	many  bool  // there are more
}

// meets reports whether they are among what a memory operation writes, or may
// be.
func (t *touched) meets(op *touched) bool {
	for i, word := range t.words {
		if word == op.word && t.masks[i]&op.into != 0 {
			return true
		}
	}
	return t.many || op.many
}

// numWords is the length of a RegSet, rounded up to a power of two.
const numWords = 16

var _ = [numWords - len(isa.RegSet{})]struct{}{}

// implied are registers that most instructions read and no load writes.
var implied = [...]isa.Reg{isa.ExecLo, isa.ExecHi, isa.M0, isa.SCC, isa.Mode}

// summarize makes the short forms of what in touches.
func (in *instr) summarize() {
	both := in.reads
	both.Union(&in.writes)
	in.touch = shortOf(both)
	in.from = shortOf(in.sources)
	if in.counts == (isa.Increments{}) {
		return
	}
	t := &in.touch
	for i, word := range in.writes {
		if word != 0 {
			t.many = t.many || t.into != 0
			t.into, t.word = word, uint8(i)
		}
	}
}

// shortOf is the short form of a set, which leaves out what is implied.
func shortOf(set isa.RegSet) (t touched) {
	for _, r := range implied {
		set[r/64] &^= 1 << (r % 64)
	}
	n := 0
	for i, word := range set {
		if word == 0 {
			continue
		}
		if n == len(t.masks) {
			t.many = true
			break
		}
		t.masks[n], t.words[n] = word, uint8(i)
		n++
	}
	return t
}

// enter adds what op writes to regs.
func (p *pending) enter(op *memOp) {
	t := &op.in.touch
	p.regs[t.word%numWords] |= t.into
	if t.many {
		p.destinations().Union(&op.in.writes)
	}
}

// destinations are regs.
func (p *pending) destinations() *isa.RegSet { return (*isa.RegSet)(p.regs[:]) }

// mayTouch reports whether in touches the destination of an outstanding load,
// or may.
func (p *pending) mayTouch(in *instr) bool {
	t := &in.touch
	return p.regs[t.words[0]%numWords]&t.masks[0]|p.regs[t.words[1]%numWords]&t.masks[1]|p.regs[t.words[2]%numWords]&t.masks[2] != 0 || t.many
}

// touches reports whether the instruction reads or writes a register of a set.
func (in *instr) touches(set *isa.RegSet) bool {
	return in.reads.Overlaps(set) || in.writes.Overlaps(set)
}

// lookEarly notes that in, which is to be executed and whose data come in the
// given order, touches the destination of an outstanding load.
func (w *wave) lookEarly(in *instr, order isa.Order) {
	if !w.mode.gprIdx && !in.touches(w.pending.destinations()) {
		return
	}
	for _, op := range w.pending.ops {
		t := &in.touch
		if op.before(order) {
			t = &in.from
		}
		if !w.mode.gprIdx && !t.meets(&op.in.touch) {
			continue
		}
		if reg, reads, ok := w.touchesEarly(in, order, op); ok {
			w.noteEarly(in, op, reg, reads)
			return
		}
	}
}

// lookEarlyFlat is lookEarly for a FLAT access, which has an order once its
// addresses are known.
func (w *wave) lookEarlyFlat(op *memOp) {
	if len(w.pending.ops) > 0 && w.wg.early == nil && w.pending.mayTouch(op.in) {
		w.lookEarly(op.in, op.order)
	}
}

// touchesEarly tells which destination of op, which is outstanding, in touches
// in a lane that op loads.
func (w *wave) touchesEarly(in *instr, order isa.Order, op *memOp) (reg isa.Reg, reads, ok bool) {
	if !op.writes() || in.vector && w.mode.bits&modeVSkip != 0 {
		return 0, false, false
	}
	from, to := &in.reads, &in.writes
	if w.mode.gprIdx {
		from, to = w.addIndexed(in)
	}
	if op.before(order) {
		from, to = &in.sources, &noRegisters
	}
	reg, reads = common(&op.in.writes, from)
	if !reads {
		if reg, ok = common(&op.in.writes, to); !ok {
			return 0, false, false
		}
	}
	if reg >= isa.V0 {
		lanes := w.exec()
		if w.wg.device.target.Classes(&in.Inst)&everyLane != 0 {
			lanes = ^uint64(0)
		}
		return reg, reads, lanes&op.exec != 0
	}
	return reg, reads, true
}

// everyLane are the classes of instructions that touch VGPRs of lanes which are
// not active.
const everyLane = 1<<isa.HazMFMA | 1<<isa.HazDPP | 1<<isa.HazLaneAccess | 1<<isa.HazPermlaneSwap

// before reports whether the data of op come before those of an instruction of
// that order which follows.
func (op *memOp) before(order isa.Order) bool {
	return op.order != isa.OrderNone && op.order == order
}

// common returns the first register of both sets.
func common(a, b *isa.RegSet) (isa.Reg, bool) {
	for i := range a {
		if both := a[i] & b[i]; both != 0 {
			return isa.Reg(64*i + bits.TrailingZeros64(both)), true
		}
	}
	return 0, false
}

func (w *wave) noteEarly(in *instr, op *memOp, reg isa.Reg, reads bool) {
	r := w.wg.run
	e := &Early{Workgroup: w.wg.id, Wave: w.id, Register: in.called(r.file, reg), Reads: reads}
	e.Addr, e.Text = r.place(w, in.addr)
	e.LoadAddr, e.LoadText = r.place(w, op.at)
	if c := r.device.codeAt(in.addr); c != nil {
		e.File, e.Line = c.sourceLine(in.addr)
	}
	w.wg.early = e
}

// called is the name by which in has a register of the wave.
func (in *instr) called(file vectorFile, reg isa.Reg) string {
	if reg < isa.V0 {
		return reg.String()
	}
	n := int(reg - isa.V0)
	for k := range in.Row.Operands {
		arg := &in.Args[k]
		if arg.Kind != isa.KindReg || arg.Reg() < isa.V0 {
			continue
		}
		if first, _ := file.place(arg.Reg()); first <= n && n < first+max(int(arg.Dwords), 1) {
			return (arg.Reg() + isa.Reg(n-first)).String()
		}
	}
	return file.name(n).String()
}
