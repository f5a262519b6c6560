package sanitize

import (
	"fmt"
	"math/bits"
	"strings"

	"heddle/isa"
	"heddle/sim"
)

// waits counts, for each wave, what s_waitcnt has and has not waited for. It
// proves, on the path that was executed, whatever the schedule,
//
//   - that no register is read or written while a load into it could still be
//     under way: in the lanes that both instructions are about, all of them for
//     instructions that look at other lanes;
//   - that a wave's reads of the LDS and its own direct-to-LDS loads of the same
//     bytes do not meet: neither is issued while the other could be under way
//     (what other waves do is the races check's);
//   - that the data of a store of more than 64 bits is not overwritten by a
//     vector instruction within the wait states of the hazard table.
//
// It cannot say anything about paths that were not taken. Registers that are
// not there yet and that nobody looks at are no finding. A load over the
// result of an earlier load of the same order is none: they arrive in order,
// also where the later one keeps the other half of a register.
//
// Source of the order in which things arrive: facts isa/hazards.md §1.
type waits struct {
	s      *Sanitizer
	waves  perWave[waitState]
	window *window   // for store data; nil if another check has it
	uses   []*ldsUse // of operations; the first is nil
	unused []int32   // indexes of uses
}

// waitState is what a wave has outstanding.
type waitState struct {
	ops    []outstanding // in the order of issue
	regs   isa.RegSet    // destinations of ops
	under  [orders]int   // how many of ops are of an order
	issued [orders]int32 // and how many of the wave were
	lds    int           // operations among ops that read the LDS or load into it
	// loads is how many load into it; loading is where.
	loads   int
	loading ldsMap
	missing missingWait
}

// missingWait is the place before which a wave lacks an s_waitcnt: the first instruction that uses
// what it should have waited for. What uses loads later that had been issued by then lacks nothing
// else.
type missingWait struct {
	seq    uint64 // number of the instruction, 0 for none
	addr   uint64
	issued [orders]int32 // waitState.issued there
}

// missingFor returns the place of the wait that an operation lacks which an instruction uses.
func (w *waitState) missingFor(op *outstanding, seq, addr uint64) *missingWait {
	if m := &w.missing; m.seq == 0 || op.seq >= m.seq {
		*m = missingWait{seq, addr, w.issued}
	}
	return &w.missing
}

// orders is the number of orders in which operations retire.
const orders = 3

// outstanding is a memory operation that no wait has covered. It has no
// pointers: the garbage collector would have to be told of each copy.
type outstanding struct {
	seq       uint64 // number of its execution
	lanes     uint64
	facts     int32 // index in factTable.all
	lds       int32 // index in waits.uses, 0 for none
	workgroup int32
	nth       int32 // of its order, in the wave
	wave      int8
	order     isa.Order
	vm, lgkm  bool // this counter still counts it
	loads     bool // into registers
}

// factsOf are those of the operation's instruction.
func (c *waits) factsOf(op *outstanding) *facts { return c.s.facts.all[op.facts] }

// use is what the operation has to do with the LDS, nil if nothing.
func (c *waits) use(op *outstanding) *ldsUse { return c.uses[op.lds] }

// withLane is what the operation did in a lane, -1 for all.
func (c *waits) withLane(op *outstanding, lane int) origin {
	f := c.factsOf(op)
	return origin{addr: f.addr, inst: f.inst, workgroup: op.workgroup, wave: op.wave, lane: int8(lane)}
}

func newWaits(s *Sanitizer) check {
	return &waits{s: s, window: s.addWindow(storeDataRules), uses: make([]*ldsUse, 1)}
}

func (c *waits) waveStarted(workgroup, wave int) {
	c.waves.start(workgroup, wave)
	if c.window != nil {
		c.window.waveStarted(workgroup, wave)
	}
}

func (c *waits) waveEnded(workgroup, wave int) {
	w := c.waves.groups[workgroup][wave]
	for i := range w.ops {
		if op := &w.ops[i]; op.lds != 0 {
			c.unused = append(c.unused, op.lds)
		}
	}
	c.waves.end(workgroup, wave)
	if c.window != nil {
		c.window.waveEnded(workgroup, wave)
	}
}

func (c *waits) executed(e *sim.Event, f *facts) {
	if c.window != nil {
		c.window.executed(e, f)
	}
	w := c.waves.of(e)
	if len(w.ops) > 0 && (f.touches(&w.regs) || e.Registers.Indexed() && (overlap(&w.regs, e.Reads) || overlap(&w.regs, e.Writes))) {
		c.conflicts(w, e, f)
	}
	if f.counts.VM|f.counts.LGKM != 0 {
		c.issue(w, e, f)
	}
	if w.lds > 0 {
		c.readsLDS(w, e)
	}
	switch {
	case f.inst.Row.Op == isa.S_WAITCNT:
		wait := f.inst.Waitcnt()
		c.retire(w, wait.VM, wait.LGKM)
	case f.counts.VM|f.counts.LGKM != 0:
		c.retire(w, isa.MaxVMCount, isa.MaxLGKMCount) // a full counter holds the issue back
	}
}

// landed: what is touched late is told here too.
func (c *waits) landed(e *sim.Event, _ *facts) {
	if w := c.waves.of(e); w.lds > 0 {
		c.readsLDS(w, e)
	}
}

// issue adds the memory operation of an event.
func (c *waits) issue(w *waitState, e *sim.Event, f *facts) {
	op := outstanding{facts: f.id, order: e.Order, seq: e.Seq, lanes: e.Lanes, workgroup: int32(e.Workgroup), wave: int8(e.Wave), loads: !f.writes.Empty()}
	op.vm, op.lgkm = f.counts.VM > 0 && e.Order != isa.OrderDS, f.counts.LGKM > 0 && e.Order != isa.OrderVM
	w.issued[op.order]++
	op.nth = w.issued[op.order]
	const lds = 1<<isa.HazLDS | 1<<isa.HazFlat
	if f.classes.Has(isa.HazLDSDMA) {
		op.lds = c.newUse()
		c.use(&op).slots = rangesOf(e.ToLDS)
		c.overRead(w, &op)
		if slots := c.use(&op).slots; slots != nil {
			w.loads++
			w.loading.mark(slots)
		}
	} else if c.s.dma && f.classes&lds != 0 && e.Order != isa.OrderVM && f.inst.Row.Traits&isa.MayLoad != 0 {
		n := len(e.Accesses)
		op.lds = c.during(w, n > 0 && e.Accesses[n-1].Seq == e.Seq)
	}
	w.lds += bit(op.lds != 0)
	w.under[op.order]++
	w.ops = append(w.ops, op)
	f.addWrites(&w.regs)
}

// addWrites adds what the instruction writes to a set.
func (f *facts) addWrites(to *isa.RegSet) {
	for i := f.writeWords[0]; i < f.writeWords[1]; i++ {
		to[i] |= f.writes[i]
	}
}

func bit(b bool) int {
	if b {
		return 1
	}
	return 0
}

// retire drops what is done once the counters are not above the given
// counts: all but the last so many of those that retire in order, and the
// others when the count is 0.
func (c *waits) retire(w *waitState, vm, lgkm int) {
	if w.under[isa.OrderVM] <= vm && w.under[isa.OrderDS] <= lgkm && (w.under[isa.OrderNone] == 0 || vm > 0 && lgkm > 0) {
		return
	}
	younger, youngerDS, done, first := 0, 0, 0, len(w.ops)
	for i := len(w.ops) - 1; i >= 0; i-- {
		op := &w.ops[i]
		switch op.order {
		case isa.OrderVM:
			op.vm = younger < vm
			younger++
		case isa.OrderDS:
			op.lgkm = youngerDS < lgkm
			youngerDS++
		default:
			op.vm, op.lgkm = op.vm && vm > 0, op.lgkm && lgkm > 0
		}
		if op.vm || op.lgkm {
			first = i
		} else {
			done++
		}
	}
	if done == 0 {
		return
	}
	kept := w.ops[:0]
	if done == first { // as most often: the oldest are done
		for i := range done {
			c.forget(w, &w.ops[i])
		}
		kept = w.ops[:copy(w.ops, w.ops[done:])]
	} else {
		for i := range w.ops {
			if op := &w.ops[i]; op.vm || op.lgkm {
				kept = append(kept, *op)
			} else {
				c.forget(w, op)
			}
		}
	}
	w.ops, w.regs = kept, isa.RegSet{}
	for i := range w.ops {
		if op := &w.ops[i]; op.loads {
			c.factsOf(op).addWrites(&w.regs)
		}
	}
	c.markAgain(w)
}

// forget takes an operation that is done out of what waitState counts.
func (c *waits) forget(w *waitState, op *outstanding) {
	w.under[op.order]--
	if op.lds == 0 {
		return
	}
	w.lds--
	if use := c.use(op); use.slots != nil {
		w.loads--
		w.loading.unmark(use.slots)
	}
	c.unused = append(c.unused, op.lds)
}

// conflicts reports the outstanding loads into registers that the instruction
// of the event touches.
func (c *waits) conflicts(w *waitState, e *sim.Event, f *facts) {
	lanes := e.Lanes
	if f.everyLane {
		lanes = ^uint64(0)
	}
	for i := len(w.ops) - 1; i >= 0; i-- {
		op := &w.ops[i]
		if !op.loads {
			continue
		}
		writes, reg, reads := &c.factsOf(op).writes, -1, true
		if op.order != isa.OrderNone && op.order == e.Order {
			reg = firstCommon(writes, &f.sources)
		} else if reg = firstCommon(writes, e.Reads); reg < 0 {
			reg, reads = firstCommon(writes, e.Writes), false
		}
		lane, both := -1, uint64(0)
		if reg >= int(isa.V0) {
			if both = lanes & op.lanes; both == 0 {
				continue
			}
			lane = bits.TrailingZeros64(both)
		}
		if reg >= 0 {
			missing := w.missingFor(op, e.Seq, e.CodeAddr)
			c.s.report("waits", originOf(e, lane), c.withLane(op, lane), scope{lanes: both}, func() detail {
				rule, verb := ruleEarlyWrite, "writes"
				if reads {
					rule, verb = ruleEarlyRead, "reads"
				}
				return detail{
					rule:    rule,
					message: fmt.Sprintf("%s %s while a load into it is outstanding", verb, registerName(called(e.Inst, e.Registers, isa.Reg(reg)))),
					note:    "the load is here",
					advice:  w.covering(op, &w.issued).advice(),
					roots:   []rootKey{{kind: rootPlace, at: missing.addr}},
					cover:   w.covering(op, &missing.issued),
					victims: []uint64{e.CodeAddr},
					first:   e.CodeAddr == missing.addr,
				}
			})
		}
	}
}

// firstCommon returns the first register of both sets, -1 if there is none.
func firstCommon(a, b *isa.RegSet) int {
	for i := range a {
		if both := a[i] & b[i]; both != 0 {
			return 64*i + bits.TrailingZeros64(both)
		}
	}
	return -1
}

// registerName is the assembler's name of a register.
func registerName(r isa.Reg) string {
	switch {
	case r >= isa.A0:
		return fmt.Sprintf("a%d", r-isa.A0)
	case r >= isa.V0:
		return fmt.Sprintf("v%d", r-isa.V0)
	case r.IsSGPR():
		return fmt.Sprintf("s%d", r)
	}
	for _, n := range [...]struct {
		reg  isa.Reg
		name string
	}{{isa.FlatScratchLo, "flat_scratch_lo"}, {isa.FlatScratchHi, "flat_scratch_hi"}, {isa.XnackMaskLo, "xnack_mask_lo"}, {isa.XnackMaskHi, "xnack_mask_hi"},
		{isa.VCCLo, "vcc_lo"}, {isa.VCCHi, "vcc_hi"}, {isa.M0, "m0"}, {isa.ExecLo, "exec_lo"}, {isa.ExecHi, "exec_hi"}, {isa.SCC, "scc"}, {isa.Mode, "mode"}} {
		if n.reg == r {
			return n.name
		}
	}
	return fmt.Sprintf("ttmp%d", r-isa.TTMP0)
}

// covering is the weakest s_waitcnt that covers an operation.
type covering struct {
	vm, lgkm     bool  // the counters that it names
	vmAt, lgkmAt int32 // and their values
}

// covering returns that of op, one of w.ops, when so many operations of each order had been issued.
func (w *waitState) covering(op *outstanding, issued *[orders]int32) covering {
	x := covering{vm: op.vm, lgkm: op.lgkm}
	if op.order != isa.OrderNone {
		younger := issued[op.order] - op.nth
		x.vmAt, x.lgkmAt = younger, younger
	}
	return x
}

// both is the weakest s_waitcnt that is no weaker than either of two.
func (x covering) both(y covering) covering {
	switch {
	case !x.vm:
		x.vm, x.vmAt = y.vm, y.vmAt
	case y.vm:
		x.vmAt = min(x.vmAt, y.vmAt)
	}
	switch {
	case !x.lgkm:
		x.lgkm, x.lgkmAt = y.lgkm, y.lgkmAt
	case y.lgkm:
		x.lgkmAt = min(x.lgkmAt, y.lgkmAt)
	}
	return x
}

func (x covering) String() string {
	var counts []string
	if x.vm {
		counts = append(counts, fmt.Sprintf("vmcnt(%d)", x.vmAt))
	}
	if x.lgkm {
		counts = append(counts, fmt.Sprintf("lgkmcnt(%d)", x.lgkmAt))
	}
	return "s_waitcnt " + strings.Join(counts, " ")
}

// advice says what to add.
func (x covering) advice() string { return "add " + x.String() + " before" }
