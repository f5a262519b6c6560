package sanitize

import (
	"fmt"
	"math/bits"

	"heddle/isa"
	"heddle/sim"
)

// The undefined check follows bits that were never written: registers at a wave's start, LDS and
// scratch before the first write, buffers that are only outputs (sim.Buffer.Undefined). They may be
// copied, spilled, shifted and computed with; they must not reach
//
//   - an address: of memory, LDS or scratch, a resource, an index of registers,
//   - a branch: SCC, VCC or the target,
//   - EXEC,
//   - memory that others read: global memory, at the store; LDS, when another
//     wave reads what a wave stored.
//
// Every bit has its own mask bit. Moves, bitwise operations and shifts are followed exactly, sums
// and products up to the carries, comparisons of integers by the range of values that the defined
// bits leave; anything else has a wholly undefined result if any bit that matters is undefined. A
// value that was reported counts as defined from then on: one mistake, one finding.
//
// It proves that nothing that the waves did with this input and schedule depended on such a bit. It
// does not see: the effects of other input; reads of LDS or global memory that are defined only
// because an earlier wave happened to be done (the races check sees them); memory that a kernel
// expects to be zero and the host allocated as zero; undefined bits that turn into defined ones in
// arithmetic that ignores them (x*0 in floating point counts as depending on x, x&0 does not).
//
// Source: the rules follow the ISA manual's pseudo-code of each instruction,
// and facts isa/semantics.md §1 for what partial writes keep.
type undefined struct {
	s      *Sanitizer
	groups map[int]*shadowGroup

	// The workgroup and wave of the last event.
	group *shadowGroup
	last  *shadowWave
	// registers of some wave of the dispatch, to name them.
	registers sim.Registers

	cols   [3]column // sources of the instruction at hand
	walker walker
	walked bool // quiet has done what pass does
	free   []*pendingShadow
	spare  *spareShadows
}

// spareShadows are the masks of workgroups and the waves that have ended, also
// in earlier dispatches.
type spareShadows struct {
	masks []*shadowBytes
	waves []*shadowWave
}

// shadowGroup is the shadow state of a workgroup.
type shadowGroup struct {
	id    int
	waves []*shadowWave
	ended int
	masks *shadowBytes // of the bytes of its LDS
	// version is a number that no other LDS has, nor this one had before undefined
	// bits were last stored to it.
	version uint64
	stores  map[uint32]undefinedStore // of the dwords that a wave stored undefined bits to
}

// undefinedStore is a store of undefined bits to the LDS, and where they come from.
type undefinedStore struct{ at, from origin }

// shadowWave is the shadow state of a wave.
type shadowWave struct {
	shadow
	group   *shadowGroup
	id      int
	fresh   bool // no event yet
	pending map[uint64]*pendingShadow
	scc     deferredSCC
}

func newUndefined(s *Sanitizer) check {
	return &undefined{s: s, groups: map[int]*shadowGroup{}, spare: &s.shadows}
}

func (u *undefined) waveStarted(workgroup, wave int) {
	g := u.groups[workgroup]
	if g == nil {
		g = &shadowGroup{id: workgroup, version: u.s.newVersion()}
		u.groups[workgroup] = g
	}
	for len(g.waves) <= wave {
		g.waves = append(g.waves, nil)
	}
	w := u.newWave()
	w.group, w.id, w.fresh = g, wave, true
	g.waves[wave] = w
}

func (u *undefined) waveEnded(workgroup, wave int) {
	g := u.groups[workgroup]
	u.spare.waves = append(u.spare.waves, g.waves[wave])
	g.waves[wave] = nil
	u.last = nil
	if g.ended++; g.ended == len(g.waves) {
		delete(u.groups, workgroup)
		u.group = nil
		if g.masks != nil {
			u.spare.masks = append(u.spare.masks, g.masks)
		}
	}
}

// newVersion returns a number that it has not returned before, and not 0.
func (s *Sanitizer) newVersion() uint64 {
	s.versions++
	return s.versions
}

// wave returns the shadow state of the wave that an event is about.
func (u *undefined) wave(e *sim.Event) *shadowWave {
	if w := u.last; w != nil && w.id == e.Wave && w.group.id == e.Workgroup {
		return w
	}
	if u.group == nil || u.group.id != e.Workgroup {
		u.group = u.groups[e.Workgroup]
	}
	w := u.group.waves[e.Wave]
	u.last = w
	if w.fresh {
		w.fresh = false
		u.registers = e.Registers
		set := e.Registers.AtStart()
		w.start(&set)
		if g := w.group; g.masks == nil {
			g.masks = u.newMasks(e.Registers.LDSBytes())
		}
	}
	return w
}

// newWave returns a wave of which nothing is known.
func (u *undefined) newWave() *shadowWave {
	n := len(u.spare.waves)
	if n == 0 {
		return &shadowWave{shadow: shadow{sources: &u.s.sources}}
	}
	w := u.spare.waves[n-1]
	u.spare.waves = u.spare.waves[:n-1]
	for _, x := range w.pending {
		u.free = append(u.free, x)
	}
	clear(w.pending)
	w.scc = deferredSCC{}
	w.shadow.forget()
	return w
}

// newMasks returns the masks of an LDS that was never written.
func (u *undefined) newMasks(size int) *shadowBytes {
	return u.s.takeBytes(&u.spare.masks, size, 0xff)
}

// plan returns how to follow an instruction.
func (u *undefined) plan(f *facts) *plan {
	if f.plan == nil {
		f.plan = newPlan(u.s.target, f)
	}
	return f.plan
}

// executing follows what an instruction is about to do to registers. Memory
// operations only give away their addresses and data here.
func (u *undefined) executing(e *sim.Event, f *facts) {
	p := u.plan(f)
	if p.idle {
		return
	}
	w := u.wave(e)
	if p.run == nil || p.vector && e.Registers.Skipping() {
		return
	}
	if e.Surplus > 0 {
		u.surplus(w, e, p)
	}
	indexed := p.vector && e.Registers.Indexed()
	if indexed {
		u.indexSink(w, e)
	}
	if !p.always && !indexed && !f.touches(&w.undefined) {
		return
	}
	if !p.always && !indexed && !overlap(e.Reads, &w.undefined) {
		if !p.memory && overlap(e.Writes, &w.undefined) {
			w.define(e.Writes, p.lanes(e))
		}
		return
	}
	if p.lanewise && !indexed && w.definedIn(e.Reads, e.Lanes) {
		w.define(e.Writes, e.Lanes)
		return
	}
	p.run(u, w, e, p)
}

// indexBits are those of M0 that VGPR indexing uses: the index, and which
// operands have it (ISA manual §6.6).
const indexBits = 0xf0ff

// executed follows the memory that was touched.
func (u *undefined) executed(e *sim.Event, _ *facts) {
	if len(e.Accesses) > 0 {
		u.accesses(u.wave(e), e)
	}
	if w := u.last; w != nil && w.scc.mask != 0 {
		w.decideSCC(e)
	}
}

// landed gives the destination of a load the masks of what it read.
func (u *undefined) landed(e *sim.Event, f *facts) {
	w := u.wave(e)
	if len(e.Accesses) > 0 {
		u.accesses(w, e)
	}
	if len(w.pending) > 0 || f.touches(&w.undefined) {
		u.land(w, e, u.plan(f))
	}
}

// lanes are those in which an instruction writes VGPRs.
func (p *plan) lanes(e *sim.Event) uint64 {
	if p.allLanes {
		return allLanes
	}
	return e.Lanes
}

// sink is a place that undefined bits must not reach.
type sink struct {
	rule    string
	message string // with a %s for what it reads
	advice  string
}

var (
	sinkAddress = sink{ruleAddress, "takes its address from %s, which is undefined", "initialise it on every path that leads here"}
	sinkIndex   = sink{ruleIndex, "chooses registers by %s, which is undefined", "initialise it on every path that leads here"}
	sinkBranch  = sink{ruleBranch, "branches on %s, which is undefined", "initialise what the condition is computed from on every path that leads here"}
	sinkExec    = sink{ruleExec, "writes EXEC from %s, which is undefined", "initialise what the mask is computed from on every path that leads here"}
	sinkStore   = sink{ruleStore, "stores %s, which is undefined, where others can read it", "initialise it on every path that leads here, or store only what is defined"}
	sinkRead    = sink{ruleLDSRead, "reads LDS in which %s", "initialise what the other wave stores"}
)

// report reports that undefined bits reached a sink; from is the first instruction that read them.
func (u *undefined) report(k *sink, at, from origin, m scope, what func() string) {
	other := from
	if from.addr == at.addr && from.inst == at.inst {
		other = origin{}
	}
	u.reportAs(k, at, other, from, m, what)
}

// reportAs does so with another instruction for the note.
func (u *undefined) reportAs(k *sink, at, other, from origin, m scope, what func() string) {
	u.s.report("undefined", at, other, m, func() detail {
		d := detail{rule: k.rule, message: fmt.Sprintf(k.message, what()), note: u.s.sources.of(from.source).firstRead(u.s, from.inst, u.registers), advice: k.advice}
		if k == &sinkRead {
			d.note = "the store is here"
		}
		if from.source != 0 {
			d.roots = append(d.roots, rootKey{kind: rootSource, at: u.s.sources.of(from.source).root()})
		}
		d.cause = from.addr
		if k == &sinkAddress || k == &sinkIndex {
			d.victims = []uint64{at.addr}
		}
		if from.inst != nil {
			d.roots = append(d.roots, rootKey{kind: rootEarlier, at: from.addr})
		}
		return d
	})
}

// someBits names a value in which the bits of mask are undefined.
func someBits(name string, mask uint32) string {
	if mask == allBits {
		return name
	}
	return fmt.Sprintf("bits %#x of %s", mask, name)
}

// regName is the assembler's name of a register.
func regName(r isa.Reg) string {
	switch {
	case r.IsVGPR():
		return fmt.Sprintf("v%d", r-isa.V0)
	case r.IsAGPR():
		return fmt.Sprintf("a%d", r-isa.A0)
	case r.IsSGPR():
		return fmt.Sprintf("s%d", r)
	}
	for _, x := range specialNames {
		if x.reg == r {
			return x.name
		}
	}
	return fmt.Sprintf("register %d", r)
}

var specialNames = [...]struct {
	reg  isa.Reg
	name string
}{
	{isa.VCCLo, "vcc_lo"}, {isa.VCCHi, "vcc_hi"}, {isa.M0, "m0"}, {isa.ExecLo, "exec_lo"}, {isa.ExecHi, "exec_hi"}, {isa.SCC, "scc"},
	{isa.FlatScratchLo, "flat_scratch_lo"}, {isa.FlatScratchHi, "flat_scratch_hi"},
}

// scalarSink reports the undefined ones among n scalar registers and makes
// them defined.
func (u *undefined) scalarSink(k *sink, w *shadowWave, e *sim.Event, r isa.Reg, n int) {
	for i := range n {
		x := r + isa.Reg(i)
		m := w.scalarMask(x)
		if m == 0 {
			continue
		}
		if x == isa.SCC {
			m = allBits // it has no more
		}
		at := originOf(e, -1)
		u.report(k, at, w.fromOrHere(x, at), scope{}, func() string { return someBits(regName(x), m) })
		w.setScalar(x, 0)
	}
}

// vectorSink reports the undefined lanes of n VGPRs and makes them defined.
func (u *undefined) vectorSink(k *sink, w *shadowWave, e *sim.Event, r isa.Reg, n int) {
	for i := range n {
		x := r + isa.Reg(i)
		if !w.undefined.Has(x) {
			continue
		}
		m := w.row(x)
		for lanes := e.Lanes; lanes != 0; lanes &= lanes - 1 {
			l := bits.TrailingZeros64(lanes)
			if bad := m[l&63]; bad != 0 {
				at := originOf(e, l)
				u.report(k, at, w.fromOrHere(x, at), scope{lanes: e.Lanes & w.bad[x-isa.V0]}, func() string { return someBits(regName(called(e.Inst, e.Registers, x)), bad) })
				w.defineLanes(x, e.Lanes)
				break
			}
		}
	}
}

// indexSink reports an index of registers that is undefined.
func (u *undefined) indexSink(w *shadowWave, e *sim.Event) {
	m := w.scalarMask(isa.M0)
	if m&indexBits == 0 {
		return
	}
	at := originOf(e, -1)
	u.report(&sinkIndex, at, w.fromOrHere(isa.M0, at), scope{}, func() string { return someBits("m0", m&indexBits) })
	w.setScalar(isa.M0, m&^indexBits)
}

// execSink reports EXEC if an instruction made it undefined.
func (u *undefined) execSink(w *shadowWave, e *sim.Event, from origin) {
	lo, hi := w.scalarMask(isa.ExecLo), w.scalarMask(isa.ExecHi)
	if lo|hi == 0 {
		return
	}
	u.report(&sinkExec, originOf(e, -1), from, scope{}, func() string {
		return fmt.Sprintf("a value with undefined bits (lanes %#x)", uint64(hi)<<32|uint64(lo))
	})
	w.setPair(isa.ExecLo, 0)
}
