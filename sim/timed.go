package sim

import "math"

// Timetable says when waves execute their instructions and when what they load
// arrives, for ScheduleTimed. A model makes it from an earlier run of the same
// launch (package timing). It is only read, by all workers.
type Timetable struct {
	// Waves has the times of a wave, one for each instruction it executes, in order.
	Waves map[WaveID][]Slot
}

// WaveID names a wave of a launch.
type WaveID struct{ Workgroup, Wave int }

// Slot is the time of one instruction.
type Slot struct {
	Addr uint64 // of the instruction, in the code object
	// At is when it is issued and Done when its data arrive, in slots: the 4 clocks that an
	// instruction takes at least. Done is 0 for instructions that load nothing.
	At, Done int64
}

// Timed says how far a run with ScheduleTimed followed its timetable.
type Timed struct {
	Waves   int `json:"waves"`   // that had times
	Strayed int `json:"strayed"` // of them: waves that left the path for which there were times
}

// timed is what a wave knows of the timetable.
type timed struct {
	slots   []Slot
	strayed bool
}

// slot returns the time of the wave's next instruction. From the first
// instruction on that is not the one expected there, there are no times.
func (w *wave) slot() *Slot {
	t := &w.timed
	if t.strayed || w.count >= uint64(len(t.slots)) {
		return nil
	}
	s := &t.slots[w.count]
	if s.Addr != w.pc-w.wg.run.kernel.module.bias {
		t.strayed = true
		return nil
	}
	return s
}

// soonest chooses the running wave whose next instruction comes first, the
// lowest one of equals; nil if none runs. A wave without times goes by its own clock.
func (wg *workgroup) soonest() *wave {
	var first *wave
	least := uint64(math.MaxUint64)
	for _, w := range wg.waves {
		if w.status != waveRuns {
			continue
		}
		at := w.clock
		if s := w.slot(); s != nil {
			at = uint64(s.At)
		}
		if first == nil || at < least {
			first, least = w, at
		}
	}
	return first
}

// keepTime sets the clock of w, which executes next, and lands what arrives in
// any wave up to then: direct-to-LDS loads of others, too.
func (wg *workgroup) keepTime(w *wave) {
	if s := w.slot(); s != nil {
		w.clock = max(w.clock, uint64(s.At))
	}
	for _, x := range wg.waves {
		if len(x.pending.ops) > 0 && x.pending.due <= w.clock {
			x.clock = max(x.clock, w.clock)
			x.arrive()
		}
	}
}

// dueByTable is when the data of the instruction that w has just issued arrive, if the
// timetable says so.
func (w *wave) dueByTable() (due uint64, ok bool) {
	t := &w.timed
	if w.wg.schedule != ScheduleTimed || t.strayed || w.count > uint64(len(t.slots)) {
		return 0, false
	}
	s := &t.slots[w.count-1]
	return uint64(s.Done), s.Done > 0
}
