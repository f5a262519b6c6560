package inspect

import (
	"slices"
	"strconv"

	"heddle/isa"
	"heddle/sim"
)

// waveTrace is what a printer remembers of a wave: how its latest line began, and the texts of its vector
// registers, most of which are read, and so printed, more often than they are written.
type waveTrace struct {
	workgroup int
	seq       uint64 // of the line that text begins, 0 for none, wrapped if the number is not right
	text      [64]byte
	number, n int // text[:n] is "wg 0 wave 1 #12 ", with the number from there on

	era       uint64 // texts of earlier ones are of values that there may no longer be
	registers []registerText
}

// wrapped is the number of no instruction.
const wrapped = ^uint64(0)

// registerText is the lines of some lanes of a vector register, with the mark of what is written.
type registerText struct {
	era, lanes uint64
	as         format
	n          uint8     // of text, 0 for none
	text       [110]byte // so that all of it is in two lines of a cache, and what is before most values in one
}

// usualText is as much as most texts have at most: a copy of a size that is known is fast.
const usualText = 48

// forget makes it forget the texts: something unknown has been written.
func (w *waveTrace) forget() { w.era++ }

// appendVector appends the lines of a vector register, in an instruction that reads or has written it.
func (w *waveTrace) appendVector(b []byte, registers sim.Registers, r *register, lanes uint64, as format, written bool) []byte {
	i, n := int(r.reg-isa.V0), len(b)
	if i >= len(w.registers) {
		w.registers = append(w.registers, make([]registerText, i+1-len(w.registers))...)
	}
	x := &w.registers[i]
	if !written && x.n > 0 && x.era == w.era && x.lanes == lanes && x.as == as {
		b = slices.Grow(b, len(x.text))[:n+len(x.text)]
		if x.n <= usualText {
			*(*[usualText]byte)(b[n:]) = *(*[usualText]byte)(x.text[:])
		} else {
			copy(b[n:], x.text[:x.n])
		}
		b[n+len(beforeMark)] = reading[0]
		return b[:n+int(x.n)]
	}
	b = appendLanes(r.appendName(b), &laneValues{dwords: registers.Lanes(r.reg), lanes: lanes, as: as}, "", few)
	x.n = 0
	if length := len(b) - n; length <= len(x.text) {
		if b = slices.Grow(b, len(x.text)); length <= usualText {
			*(*[usualText]byte)(x.text[:]) = *(*[usualText]byte)(b[n : n+usualText])
		} else {
			copy(x.text[:], b[n:])
		}
		x.n = uint8(length)
		x.era, x.lanes, x.as = w.era, lanes, as
	}
	return b
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
	switch {
	case w.seq == e.Seq:
	case w.seq > e.Seq && w.seq != wrapped: // of an operation that arrives; the wave goes on where it was
		return append(strconv.AppendUint(append(b, w.text[:w.number]...), e.Seq, 10), ' ')
	default:
		w.name(e)
	}
	n := len(b)
	b = slices.Grow(b, len(w.text))[:n+len(w.text)]
	if w.n <= 32 {
		*(*[32]byte)(b[n:]) = *(*[32]byte)(w.text[:])
	} else {
		*(*[len(w.text)]byte)(b[n:]) = w.text
	}
	w.next() // now: a CPU would wait for one of these bytes if it had just been written
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
func (w *waveTrace) next() {
	i := w.n - 2
	for ; w.text[i] == '9'; i-- {
		w.text[i] = '0'
	}
	if w.text[i] != '#' {
		w.text[i]++
		w.seq++
		return
	}
	w.seq = wrapped
}
