package sim

import "sort"

// Report describes what a run did.
type Report struct {
	Kernel     string
	Workgroups int    // executed
	Waves      int    // executed
	Executed   uint64 // wave instructions: each counts once, not per lane
	Classes    []Count
	Bytes      Traffic
	// Inexact lists the executed instructions whose results are a model rather than known hardware
	// results, by name.
	Inexact []Inexact
	// TouchedBytes is the guest memory that exists after the run.
	TouchedBytes uint64
	// Early is the first instruction that touched a register before the wait that covers a load
	// into it, in the workgroup with the lowest id that has one; nil if there is none.
	Early *Early
	// Timed says how far ScheduleTimed followed its timetable.
	Timed Timed

	ops      [maxOp]uint64 // by slotOf
	swizzled uint64
	beyond   uint64
}

// Count is a number of executed wave instructions of a class.
type Count struct {
	Class string // "valu", "transcendental", "mfma", "salu", "smem", "vmem", "lds", "control"
	Count uint64
}

// Traffic is the bytes that lanes read and wrote.
type Traffic struct {
	GlobalRead     uint64 `json:"globalRead"`
	GlobalWritten  uint64 `json:"globalWritten"`
	LDSRead        uint64 `json:"ldsRead"`
	LDSWritten     uint64 `json:"ldsWritten"`
	ScratchRead    uint64 `json:"scratchRead"`
	ScratchWritten uint64 `json:"scratchWritten"`
}

// Inexact is an executed instruction that is a model.
type Inexact struct {
	Instruction string `json:"instruction"`
	Count       uint64 `json:"count"`
	Reason      string `json:"reason"`
}

func newReport(r *run) *Report { return &Report{Kernel: r.kernel.Name()} }

// add adds the counts of a workgroup that has ended.
func (r *Report) add(wg *workgroup) {
	r.Workgroups++
	r.Waves += len(wg.waves)
	if e := wg.early; e != nil && (r.Early == nil || e.Workgroup < r.Early.Workgroup) {
		r.Early = e
	}
	for _, w := range wg.waves {
		if w.timed.slots == nil {
			continue
		}
		if r.Timed.Waves++; w.timed.strayed || w.count != uint64(len(w.timed.slots)) {
			r.Timed.Strayed++
		}
	}
	wg.countRan()
	for i, n := range wg.stats.ops {
		r.ops[i] += n
	}
	r.swizzled += wg.stats.swizzled
	r.beyond += wg.stats.beyond
	b := &wg.stats.bytes
	r.Bytes.GlobalRead += b[SpaceGlobal][0]
	r.Bytes.GlobalWritten += b[SpaceGlobal][1]
	r.Bytes.LDSRead += b[SpaceLDS][0]
	r.Bytes.LDSWritten += b[SpaceLDS][1]
	r.Bytes.ScratchRead += b[SpacePrivate][0]
	r.Bytes.ScratchWritten += b[SpacePrivate][1]
}

// classes are the classes of Report.Classes in their order.
var classes = [...]string{"valu", "transcendental", "mfma", "salu", "smem", "vmem", "lds", "control"}

// Classes are the classes of Report.Classes in their order.
func Classes() []string { return classes[:] }

// complete computes the totals.
func (r *Report) complete(run *run) {
	counts := map[string]uint64{}
	for _, wg := range run.active {
		r.add(wg)
	}
	for slot, n := range r.ops {
		if n == 0 {
			continue
		}
		op, inUse := counted(slot)
		row := &run.device.target.RowsOf(op)[0]
		r.Executed += n
		counts[unitName(row.Unit)] += n
		_, reason := Fidelity(run.device.target, op)
		if a := run.launch.Approx; a.Kind != ApproxNone && IsApproximate(op) {
			reason = "its results deviate within the documented error (" + a.String() + ")"
		}
		if reason != "" && inUse != "" {
			reason += "; "
		}
		if reason += inUse; reason != "" {
			r.Inexact = append(r.Inexact, Inexact{InstructionName(row), n, reason})
		}
	}
	if r.swizzled > 0 {
		r.Inexact = append(r.Inexact, Inexact{"buffer resource", r.swizzled, swizzleReason})
	}
	if r.beyond > 0 {
		r.Inexact = append(r.Inexact, Inexact{"buffer offset", r.beyond, wrapReason})
	}
	for _, c := range classes {
		if counts[c] > 0 {
			r.Classes = append(r.Classes, Count{c, counts[c]})
		}
	}
	sort.Slice(r.Inexact, func(i, j int) bool {
		a, b := &r.Inexact[i], &r.Inexact[j]
		if a.Instruction != b.Instruction {
			return a.Instruction < b.Instruction
		}
		return a.Reason < b.Reason
	})
	r.TouchedBytes = run.device.TouchedBytes()
}
