package inspect

import (
	"slices"
	"strconv"

	"heddle/sim"
)

// waveTrace is what a printer remembers of a wave: how its latest line began, and the texts of its vector
// registers, most of which are read, and so printed, more often than they are written.
type waveTrace struct {
	workgroup int
	seq       uint64 // of the line that text begins, 0 for none
	text      [64]byte
	number, n int // text[:n] is "wg 0 wave 1 #12 ", with the number from there on

	era       uint64 // texts of earlier ones are of values that there may no longer be
	registers []registerText
}

// registerText is the text of some lanes of a vector register.
type registerText struct {
	era, lanes uint64
	as         format
	n          uint8 // of text, 0 for none
	text       [78]byte
}

// note makes it that of an era, unless it is too long.
func (x *registerText) note(text []byte, era, lanes uint64, as format) {
	x.n = 0
	if len(text) <= len(x.text) {
		x.n = uint8(copy(x.text[:], text))
		x.era, x.lanes, x.as = era, lanes, as
	}
}

// holds reports whether it is the text to print.
func (x *registerText) holds(era, lanes uint64, as format) bool {
	return x.n > 0 && x.era == era && x.lanes == lanes && x.as == as
}

// forget makes it forget the texts: something unknown has been written.
func (w *waveTrace) forget() { w.era++ }

// register returns the text of a register.
func (w *waveTrace) register(i int) *registerText {
	if i >= len(w.registers) {
		w.registers = append(w.registers, make([]registerText, i+1-len(w.registers))...)
	}
	return &w.registers[i]
}

// wave returns that of an event.
func (t *printer) wave(e *sim.Event) *waveTrace {
	if e.Wave < len(t.waves) {
		if w := &t.waves[e.Wave]; w.workgroup == e.Workgroup {
			return w
		}
	}
	return t.waveOf(e.Workgroup, e.Wave)
}

// waveOf returns that of a wave, of whose place another workgroup's may have been before.
func (t *printer) waveOf(workgroup, wave int) *waveTrace {
	if wave >= len(t.waves) {
		t.waves = append(t.waves, make([]waveTrace, wave+1-len(t.waves))...)
	}
	w := &t.waves[wave]
	if w.workgroup != workgroup {
		w.workgroup, w.seq = workgroup, 0
		w.forget()
	}
	return w
}

// begin appends the beginning of a line of an event.
func (w *waveTrace) begin(b []byte, e *sim.Event) []byte {
	if w.seq != e.Seq && !(w.seq > 0 && w.seq+1 == e.Seq && w.next()) {
		w.name(e)
	}
	n := len(b)
	b = slices.Grow(b, len(w.text))[:n+len(w.text)]
	*(*[len(w.text)]byte)(b[n:]) = w.text
	return b[:n+w.n]
}

// name makes the beginning that of an event's line.
func (w *waveTrace) name(e *sim.Event) {
	b := w.text[:w.number]
	if w.seq == 0 {
		b = append(strconv.AppendInt(append(w.text[:0], "wg "...), int64(w.workgroup), 10), " wave "...)
		b = append(strconv.AppendInt(b, int64(e.Wave), 10), " #"...)
		w.number = len(b)
	}
	w.n = len(append(strconv.AppendUint(b, e.Seq, 10), ' '))
	w.seq = e.Seq
}

// next makes it that of the wave's next instruction, if the number stays as long as it is.
func (w *waveTrace) next() bool {
	i := w.n - 2
	for ; w.text[i] == '9'; i-- {
		w.text[i] = '0'
	}
	if w.text[i] == '#' {
		return false
	}
	w.text[i]++
	w.seq++
	return true
}
