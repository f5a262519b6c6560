package sim

import "sort"

// Report is what a run did.
type Report struct {
	Kernel     string
	Workgroups int    // executed
	Waves      int    // executed
	Executed   uint64 // instructions, one for a whole wave
	Classes    []Count
	Bytes      Traffic
	// Inexact are the executed instructions whose results are a model rather
	// than what the hardware is known to give, by name.
	Inexact []Inexact
	// TouchedBytes is the guest memory that exists after the run.
	TouchedBytes uint64
	// Early is the first instruction that touched a register before the wait
	// that covers a load into it, of the workgroup with the lowest id that has
	// one; nil if none has.
	Early *Early

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
	GlobalRead, GlobalWritten   uint64
	LDSRead, LDSWritten         uint64
	ScratchRead, ScratchWritten uint64
}

// Inexact is an instruction that is a model.
type Inexact struct {
	Instruction string
	Count       uint64
	Reason      string
}

func newReport(r *run) *Report { return &Report{Kernel: r.kernel.Name()} }

// add adds what a workgroup that has ended did.
func (r *Report) add(wg *workgroup) {
	r.Workgroups++
	r.Waves += len(wg.waves)
	if e := wg.early; e != nil && (r.Early == nil || e.Workgroup < r.Early.Workgroup) {
		r.Early = e
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

// complete sums up.
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
