package att

import (
	"cmp"
	"slices"

	"heddle/timing"
)

// Trace is a thread trace of one kernel. It holds all waves of one compute unit of each shader engine
// that was traced, if the tool was asked for all SIMDs.
type Trace struct {
	Name  string // where it is from
	Lines []Line // the listing, in the order of the addresses
	// Waves are in the order of shader engine, compute unit, SIMD, slot and begin.
	Waves []Wave
	// Starts and ends of waves on all compute units of the shader engines, in order of time within each.
	Occupancy []Event
	// Apart says that each wave's cycles count from its own begin, and no two waves can be compared.
	Apart bool
}

// Line is an instruction of the listing.
type Line struct {
	Text   string
	Addr   uint64
	Object int    // code object
	Kernel string // the symbol above it in the listing
	Source string // FILE:LINE, several separated by " -> "; empty if unknown
}

// Wave is a wave that was traced.
type Wave struct {
	SE, CU, SIMD, Slot int
	ID                 int // counts the waves that had this slot
	Begin, End         timing.Cycle
	Steps              []Step
}

// Step is an instruction that a wave issued.
type Step struct {
	Line int32 // index of Trace.Lines
	// At is the cycle of the issue. That of s_waitcnt and s_barrier is when they let the wave go on, and
	// not when the wave came to them.
	At timing.Cycle
	// Stall is how long before At the wave was kept from issuing it. Gaps before that, such as those
	// after a branch, are not stalls to a trace.
	Stall timing.Cycle
	// Length is how long it kept the wave after At.
	Length timing.Cycle
}

// End is when the step had left its wave.
func (s *Step) End() timing.Cycle { return s.At + s.Length }

// Event is the start or the end of a wave somewhere on a shader engine.
type Event struct {
	At                 timing.Cycle
	SE, CU, SIMD, Slot int
	Start              bool
	Kernel             int
}

// issueSlot is how long an instruction keeps its wave at least, in cycles. All issue times of a trace
// are multiples of it.
const issueSlot = 4

// sort puts waves and events into the order that Trace promises.
func (t *Trace) sort() {
	slices.SortStableFunc(t.Waves, func(a, b Wave) int {
		return cmp.Or(cmp.Compare(a.SE, b.SE), cmp.Compare(a.CU, b.CU), cmp.Compare(a.SIMD, b.SIMD),
			cmp.Compare(a.Slot, b.Slot), cmp.Compare(a.Begin, b.Begin), cmp.Compare(a.ID, b.ID))
	})
	slices.SortStableFunc(t.Occupancy, func(a, b Event) int {
		return cmp.Or(cmp.Compare(a.SE, b.SE), cmp.Compare(a.At, b.At))
	})
}

// Steps is the number of instructions that all waves issued.
func (t *Trace) Steps() (n int) {
	for i := range t.Waves {
		n += len(t.Waves[i].Steps)
	}
	return n
}

// Untraced is how many waves started on compute units of the trace's waves without being among them.
func (t *Trace) Untraced() int {
	type unit struct{ se, cu int }
	traced := map[unit]int{}
	for i := range t.Waves {
		traced[unit{t.Waves[i].SE, t.Waves[i].CU}]--
	}
	for _, e := range t.Occupancy {
		if _, ok := traced[unit{e.SE, e.CU}]; ok && e.Start {
			traced[unit{e.SE, e.CU}]++
		}
	}
	n := 0
	for _, missing := range traced {
		n += max(missing, 0)
	}
	return n
}
