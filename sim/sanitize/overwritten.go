package sanitize

import "heddle/isa"

// history holds what a wave has executed in the last wait states. It tells whether a result that an
// instruction depends on has been overwritten since.
type history struct {
	list [historySize]historyEntry
	next int
}

// historySize is more instructions than any rule of wait states spans.
const historySize = 32

type historyEntry struct {
	end   int // recent.now after it
	facts int32
	exec  int32  // what is known of lanes
	lanes uint64 // EXEC, when it was executed
}

// historyEntry.exec
const (
	execKnown int32 = iota
	execUnknown
)

func (h *history) add(f *facts, end int, lanes uint64) {
	h.list[h.next%historySize] = historyEntry{end: end, facts: f.id, lanes: lanes}
	h.next++
}

// addRun adds what a run executed, with the same EXEC unless the run changes it.
// The wave is before it.
func (h *history) addRun(list []*facts, now int, lanes uint64) {
	known := execKnown
	for i, f := range list {
		now += f.waitStates
		if i >= len(list)-historySize {
			h.list[h.next%historySize] = historyEntry{end: now, facts: f.id, exec: known, lanes: lanes}
			h.next++
		}
		if f.writes.Has(isa.ExecLo) || f.writes.Has(isa.ExecHi) {
			known = execUnknown
		}
	}
}

// overwritten removes from left, which the instruction with that end wrote, the registers that
// others have overwritten since in all of its lanes. It reports whether there were any.
func (h *history) overwritten(left *isa.RegSet, end int, all []*facts) (any bool) {
	lanes := allLanes
	for i := range historySize {
		x := &h.list[i]
		if x.end == end && x.exec == execKnown && all[x.facts].inst.Row.Passes == 0 {
			lanes = x.lanes
		}
	}
	for i := range historySize {
		x := &h.list[i]
		if x.end <= end {
			continue
		}
		f := all[x.facts]
		if f.memory {
			continue
		}
		vectors := f.overwrites(x, lanes)
		for k, word := range f.writes {
			if k >= int(isa.V0)/64 {
				if !vectors {
					break
				}
				if f.inst.Row.Passes == 0 {
					word &^= f.reads[k] // it may keep a part
				}
			}
			any = any || left[k]&word != 0
			left[k] &^= word
		}
	}
	return any
}

// overwrites reports whether the VGPRs that an instruction writes are new in
// all of the lanes.
func (f *facts) overwrites(x *historyEntry, lanes uint64) bool {
	if f.inst.Row.Passes > 0 { // the matrix core does not look at EXEC
		return true
	}
	const parts = 1<<isa.HazPartialWrite | 1<<isa.HazPartialByte | 1<<isa.HazDPP | 1<<isa.HazLaneAccess
	return f.classes&parts == 0 && x.exec == execKnown && lanes&^x.lanes == 0
}
