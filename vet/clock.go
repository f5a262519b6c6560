package vet

import "heddle/isa"

// Times are counted in slots, the time between two instructions of a wave (arch.Timing.Issue). They
// are the least that the code takes: an instruction takes a slot, and a matrix instruction does not
// begin before the matrix core is done with the one before, which takes a slot for each pass. Memory,
// other waves and taken branches only add to that.

// slots returns how many slots an instruction keeps the next one of its wave back: s_nop N takes N+1,
// s_sleep N 64 clocks times N (ISA manuals, S_NOP and S_SLEEP).
func (c *checker) slots(inst *isa.Inst) int {
	const sleep, mask = 64, 127
	if inst.Row.Op == isa.S_SLEEP {
		return int(inst.Args[0].Val&mask)*sleep/c.g.target.Chip.Timing.Issue + 1
	}
	return inst.WaitStates()
}

// forward is the time along a path, from an instruction on.
type forward struct {
	now    int // when the instruction begins
	matrix int // when the matrix core is free
}

// begin is the time at which inst begins, if it can begin at t.now.
func (t *forward) begin(inst *isa.Inst) {
	if p := inst.Passes(); p > 0 {
		t.now = max(t.now, t.matrix)
		t.matrix = t.now + p
	}
}

// backward is the time from an instruction to the end of a path, as it is found going back.
type backward struct {
	left   int // from the beginning of the instruction
	matrix int // from the beginning of the first matrix instruction that follows, -1 if there is none
}

// toEnd is the path that begins and ends with inst.
func toEnd(inst *isa.Inst) backward {
	if inst.Passes() > 0 {
		return backward{0, 0}
	}
	return backward{0, -1}
}

// before is the path with an instruction in front, which takes so many slots.
func (t backward) before(inst *isa.Inst, slots int) backward {
	t.left += slots
	if p := inst.Passes(); p > 0 {
		if t.matrix >= 0 {
			t.left = max(t.left, t.matrix+p)
		}
		t.matrix = t.left
	}
	return t
}
