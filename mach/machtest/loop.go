// Package machtest measures the loops of machine code, for tests: how evenly memory operations lie
// between matrix instructions, and how long before their use.
package machtest

import (
	"fmt"
	"strings"

	"heddle/isa"
	"heddle/mach"
)

// Loop describes an innermost loop of straight-line code, from its label to its branch, in its
// steady state: what is between the last matrix instruction and the first one of the next turn
// counts as one gap. Distances are numbers of matrix instructions issued in between.
type Loop struct {
	Label  string
	Matrix int // matrix instructions in a turn
	Others int // all other instructions

	// Gaps are the numbers of other instructions behind each matrix instruction, and LargestGap
	// the largest of them.
	Gaps       []int
	LargestGap int
	// MemoryInGap is the largest number of memory operations in a gap.
	MemoryInGap int

	Loads, ToLDS, Reads, Writes, Stores int // memory operations in a turn
	Waits, Barriers, EmptyWaits         int // EmptyWaits: those for vmcnt(0)

	// ReadToUse is the least distance from an LDS read to the first instruction that touches its
	// data, LoadToUse the same of loads of global memory into registers, ToLDSToWait that from a
	// direct-to-LDS load to the first wait that covers it. -1 if there are none, or if none is used
	// in the loop.
	ReadToUse, LoadToUse, ToLDSToWait int
}

// String is the numbers on one line.
func (l *Loop) String() string {
	return fmt.Sprintf("%d matrix, %d others; largest gap %d, memory in a gap %d; %d loads %d to LDS %d reads %d writes %d stores; %d waits (%d for vmcnt(0)) %d barriers; read to use %d, load to use %d, to LDS to wait %d",
		l.Matrix, l.Others, l.LargestGap, l.MemoryInGap, l.Loads, l.ToLDS, l.Reads, l.Writes, l.Stores, l.Waits, l.EmptyWaits, l.Barriers, l.ReadToUse, l.LoadToUse, l.ToLDSToWait)
}

// Loops returns the innermost loops of a kernel that have matrix instructions and no other branches,
// in their order.
func Loops(code *mach.Code) (list []*Loop) {
	labels := map[string]int{}
	for i := range code.Lines {
		l := &code.Lines[i]
		if l.Label != "" {
			labels[l.Label] = i
		}
		from, known := labels[l.Target]
		if l.Target == "" || !known {
			continue
		}
		if body := straight(code.Lines[from : i+1]); body != nil {
			if x := measure(body); x.Matrix > 0 {
				x.Label = l.Target
				list = append(list, x)
			}
		}
	}
	return list
}

// Steady returns the loop with the most matrix instructions, nil if there is none.
func Steady(code *mach.Code) (best *Loop) {
	for _, l := range Loops(code) {
		if best == nil || l.Matrix > best.Matrix {
			best = l
		}
	}
	return best
}

// straight returns the instructions of a loop whose only branch is the last, nil of another loop.
func straight(lines []mach.Line) (body []*isa.Inst) {
	for i := range lines {
		l := &lines[i]
		if l.Target != "" && i < len(lines)-1 {
			return nil
		}
		if l.Inst.Row != nil {
			body = append(body, &l.Inst)
		}
	}
	return body
}

func isMatrix(in *isa.Inst) bool {
	switch in.Row.Unit {
	case isa.UnitXDL, isa.UnitSGEMM, isa.UnitDGEMM:
		return true
	}
	return false
}

func measure(body []*isa.Inst) *Loop {
	l := &Loop{ReadToUse: -1, LoadToUse: -1, ToLDSToWait: -1}
	for _, in := range body {
		if isMatrix(in) {
			l.Matrix++
		} else {
			l.Others++
			l.count(in)
		}
	}
	if l.Matrix > 0 {
		l.gaps(body)
		l.distances(body)
	}
	return l
}

// memoryKind returns the counter of a vector memory or LDS operation, nil for other instructions.
func (l *Loop) memoryKind(in *isa.Inst) *int {
	store := in.Row.Traits&isa.MayLoad == 0
	switch {
	case in.Row.Traits&(isa.MayLoad|isa.MayStore) == 0:
		return nil
	case in.Row.Unit == isa.UnitLDS && store:
		return &l.Writes
	case in.Row.Unit == isa.UnitLDS:
		return &l.Reads
	case in.Row.Unit != isa.UnitVMEM && in.Row.Unit != isa.UnitFlat:
		return nil
	case in.Row.Memory != nil && in.Row.Memory.ToLDS:
		return &l.ToLDS
	case store:
		return &l.Stores
	}
	return &l.Loads
}

func (l *Loop) count(in *isa.Inst) {
	switch in.Row.Op {
	case isa.S_BARRIER:
		l.Barriers++
	case isa.S_WAITCNT:
		l.Waits++
		if in.Waitcnt().VM == 0 {
			l.EmptyWaits++
		}
	}
	if n := l.memoryKind(in); n != nil {
		*n++
	}
}

// gaps fills in what is between the matrix instructions; the part before the first one belongs
// to the gap behind the last one.
func (l *Loop) gaps(body []*isa.Inst) {
	l.Gaps = make([]int, l.Matrix)
	memory := make([]int, l.Matrix)
	at := l.Matrix - 1
	for _, in := range body {
		if isMatrix(in) {
			at = (at + 1) % l.Matrix
			continue
		}
		l.Gaps[at]++
		if l.memoryKind(in) != nil {
			memory[at]++
		}
	}
	for i := range l.Gaps {
		l.LargestGap, l.MemoryInGap = max(l.LargestGap, l.Gaps[i]), max(l.MemoryInGap, memory[i])
	}
}

// turns is how many turns an operation's use is looked for.
const turns = 4

// distances follows each memory operation of a turn to its use.
func (l *Loop) distances(body []*isa.Inst) {
	shorter := func(least *int, n int) {
		if n >= 0 && (*least < 0 || n < *least) {
			*least = n
		}
	}
	for i, in := range body {
		switch l.memoryKind(in) {
		case &l.Reads:
			shorter(&l.ReadToUse, toUse(body, i))
		case &l.Loads:
			shorter(&l.LoadToUse, toUse(body, i))
		case &l.ToLDS:
			shorter(&l.ToLDSToWait, toWait(body, i))
		}
	}
}

// toUse returns how many matrix instructions are between an instruction and the first one that
// touches what it writes, -1 if none does.
func toUse(body []*isa.Inst, from int) (matrix int) {
	written := body[from].Writes()
	for n := from + 1; n < from+turns*len(body); n++ {
		in := body[n%len(body)]
		reads, writes := in.Reads(), in.Writes()
		if reads.Overlaps(&written) {
			return matrix
		}
		if writes.Overlaps(&written) { // not used before it is loaded again
			return -1
		}
		if isMatrix(in) {
			matrix++
		}
	}
	return -1
}

// toWait returns how many matrix instructions are between an operation that vmcnt counts and the
// first wait that covers it, -1 if none does.
func toWait(body []*isa.Inst, from int) (matrix int) {
	after := 0
	for n := from + 1; n < from+turns*len(body); n++ {
		in := body[n%len(body)]
		switch {
		case in.Row.Op == isa.S_WAITCNT && in.Waitcnt().VM <= after:
			return matrix
		case isMatrix(in):
			matrix++
		case in.Row.Counters&isa.CountVM != 0:
			after++
		}
	}
	return -1
}

// Picture is a loop in one line: M for a matrix instruction, in between G for a load of global
// memory, D for one to the LDS, r and w for LDS reads and writes, S for a store, v and t for vector
// instructions and transcendentals, s for scalar ones, | for a wait, # for a barrier, . for others.
func Picture(code *mach.Code, label string) string {
	from := -1
	for i := range code.Lines {
		l := &code.Lines[i]
		if l.Label == label {
			from = i
		}
		if l.Target == label && from >= 0 {
			var s strings.Builder
			for k := range code.Lines[from : i+1] {
				if in := &code.Lines[from+k].Inst; in.Row != nil {
					s.WriteByte(letter(in))
				}
			}
			return s.String()
		}
	}
	return ""
}

func letter(in *isa.Inst) byte {
	var l Loop
	switch l.memoryKind(in) {
	case &l.Loads:
		return 'G'
	case &l.ToLDS:
		return 'D'
	case &l.Reads:
		return 'r'
	case &l.Writes:
		return 'w'
	case &l.Stores:
		return 'S'
	}
	switch {
	case isMatrix(in):
		return 'M'
	case in.Row.Op == isa.S_WAITCNT:
		return '|'
	case in.Row.Op == isa.S_BARRIER:
		return '#'
	}
	switch in.Row.Unit {
	case isa.UnitVALU, isa.UnitDot:
		return 'v'
	case isa.UnitTrans:
		return 't'
	case isa.UnitSALU, isa.UnitBranch, isa.UnitSMEM:
		return 's'
	}
	return '.'
}
