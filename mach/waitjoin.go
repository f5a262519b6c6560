package mach

import (
	"math"
	"slices"

	"heddle/isa"
)

// A wait costs a slot even if what it waits for is there. So a wait becomes part of the one before
// it if what it is for is under way then and estimated to be there, even if the waves that share the
// pipe access memory at the same time. The estimate is that of a block, and of the turn before if
// the block is a loop.

// join has waits wait for what the next ones in the block are for, where that has arrived. It reports
// whether there are any.
func (w *waitInserter) join() bool {
	found := false
	j := waitJoiner{w: w, sharing: int32(w.f.Chip.SIMDs), arrival: make([]int32, len(w.events))}
	for _, b := range w.order {
		found = j.block(b) || found
	}
	return found
}

// waitJoiner estimates when data arrive in a block.
type waitJoiner struct {
	w       *waitInserter
	waits   []blockWait
	arrival []int32             // by event: when the block's last execution of it is done, or unknownArrival
	free    [isa.NumPipes]int32 // when a pipe takes the wave's next instruction
	queue   [isa.NumPipes]int32 // when it is done with those of all waves that share it
	sharing int32               // so many
	clock   int32
}

// blockWait is a wait before an instruction of a block.
type blockWait struct {
	at     int
	events []int32 // waited for
}

// unknownArrival is that of an event that is not the block's.
const unknownArrival = math.MaxInt32

// block joins the waits of a block.
func (j *waitJoiner) block(b *Block) bool {
	w, x := j.w, &j.w.blocks[b.ID]
	j.waits = j.waits[:0]
	var at board
	at.copyFrom(&x.in)
	w.walk(&at, b, func(i int, _ isa.Waitcnt, reasons []reason) {
		wait := blockWait{at: i}
		for _, r := range reasons {
			wait.events = append(wait.events, r.event)
		}
		j.waits = append(j.waits, wait)
	})
	if len(j.waits) < 2 {
		return false
	}
	for i := range j.arrival {
		j.arrival[i] = unknownArrival
	}
	j.clock, j.free, j.queue = 0, [isa.NumPipes]int32{}, [isa.NumPipes]int32{}
	if slices.Contains(b.Term.Succs(), b) {
		j.walk(b) // a turn, for the next one to know when what is under way began
		j.rebase()
	}
	x.joined = j.walk(b)
	return len(x.joined) > 0
}

// rebase has the clock begin again.
func (j *waitJoiner) rebase() {
	for i, t := range j.arrival {
		if t != unknownArrival {
			j.arrival[i] = t - j.clock
		}
	}
	for i := range j.free {
		j.free[i] -= j.clock
		j.queue[i] -= j.clock
	}
	j.clock = 0
}

// walk goes through a block in time, and returns what its waits can wait for as well.
func (j *waitJoiner) walk(b *Block) (joined []joinedWait) {
	slot := int32(j.w.f.Chip.Timing.Issue)
	waits := j.waits
	for i, in := range b.Instrs {
		for len(waits) > 0 && waits[0].at == i {
			for _, e := range waits[0].events {
				if t := j.arrival[e]; t != unknownArrival {
					j.clock = max(j.clock, t)
				}
			}
			waits = waits[1:]
			for len(waits) > 0 && j.arrived(b, i, waits[0]) {
				for _, e := range waits[0].events {
					joined = append(joined, joinedWait{i, e})
				}
				waits = waits[1:]
			}
			j.clock += slot
		}
		j.issue(in, j.w.blocks[b.ID].infos[i].event)
	}
	return joined
}

// arrived reports whether all that a later wait is for is under way at instruction i, and there.
func (j *waitJoiner) arrived(b *Block, i int, wait blockWait) bool {
	for k := i; k < wait.at; k++ {
		if e := j.w.blocks[b.ID].infos[k].event; e >= 0 && slices.Contains(wait.events, e) {
			return false
		}
	}
	late := func(e int32) bool { return j.arrival[e] > j.clock }
	return len(wait.events) > 0 && !slices.ContainsFunc(wait.events, late)
}

// issue takes the time of an instruction. The other waves that share the pipe may access memory at
// the same time, and be first.
func (j *waitJoiner) issue(in *Instr, event int32) {
	j.w.machine = in.Machine()
	c := j.w.machine.Cost(&j.w.f.Chip.Timing)
	if c.Pipe != isa.PipeNone {
		j.clock = max(j.clock, j.free[c.Pipe])
		j.free[c.Pipe] = j.clock + int32(c.Busy)
	}
	if event >= 0 {
		begin := max(j.clock, j.queue[c.Pipe])
		j.queue[c.Pipe] = begin + int32(c.Busy)*j.sharing
		j.arrival[event] = j.queue[c.Pipe] - int32(c.Busy) + int32(c.Result)
	}
	j.clock += int32(c.Issue)
}

// joinedWait has the wait before an instruction of a block wait for an event, too.
type joinedWait struct {
	at    int
	event int32
}

// withJoined adds the reasons that joined waits had to those of the wait before an instruction, if
// there is one.
func (w *waitInserter) withJoined(b *board, x *waitBlock, i int, reasons []reason) []reason {
	if len(x.joined) == 0 || weakest(reasons).IsNop() {
		return reasons
	}
	for _, also := range x.joined {
		if also.at != i || slices.ContainsFunc(reasons, func(r reason) bool { return r.event == also.event }) {
			continue
		}
		for k := range b.ops {
			if op := &b.ops[k]; op.event == also.event {
				reasons = append(reasons, reason{event: op.event, wait: b.need(op, w.events[op.event].order)})
			}
		}
	}
	return reasons
}
