package mach

import (
	"slices"

	"heddle/isa"
)

// insertWaits puts an s_waitcnt in front of each instruction that uses what a
// memory instruction has not finished yet, as weak as is right on all ways
// there. Nothing but a wait says that an operation is complete: no number of
// instructions in between does.
//
// What waits: reads and writes of registers that a load writes; the wave's own
// LDS accesses and direct-to-LDS loads that can meet; Fences. Loads of one
// order may overwrite each other's results, they arrive in order.
func insertWaits(f *Func, opt *Options) error {
	if len(f.Blocks) == 0 {
		return nil
	}
	f.LinkPreds()
	w := newWaiter(f)
	if len(w.events) == 0 {
		return nil
	}
	w.solve()
	if opt.Chosen("wait hoist", f.Name) {
		w.hoist()
	}
	w.insert()
	return nil
}

// waiter is the state of the pass.
type waiter struct {
	f      *Func
	order  []*Block
	events []memoryEvent
	blocks []waitBlock // by Block.ID
	place  []int32     // by event: scratch
	found  []reason    // scratch

	machine isa.Inst // that describe asks about
}

// waitBlock is what the pass knows of a block.
type waitBlock struct {
	infos   []waitInfo // of its instructions, then of its terminator
	in, out board
	visits  int
	reached bool
	flush   []int32 // events that must be complete at the end of the block
}

// waitInfo is what the pass asks about an instruction.
type waitInfo struct {
	touched isa.RegSet // registers read or written
	event   int32      // -1 if it bumps no counter
}

func newWaiter(f *Func) *waiter {
	w := &waiter{f: f, order: f.reversePostorder(), blocks: make([]waitBlock, f.blocks)}
	total, events := 0, 0
	for _, b := range w.order {
		total += len(b.Instrs) + 1
		for _, in := range b.Instrs {
			if in.Row.Counters != 0 {
				events++
			}
		}
	}
	infos := make([]waitInfo, total)
	w.events = make([]memoryEvent, 0, events)
	for _, b := range w.order {
		n := len(b.Instrs)
		x := &w.blocks[b.ID]
		x.infos, infos = infos[:n+1:n+1], infos[n+1:]
		for i, in := range b.Instrs {
			w.describe(&x.infos[i], in)
		}
		x.infos[n].event = -1
		b.Term.addReads(&x.infos[n].touched)
	}
	w.place = make([]int32, len(w.events))
	return w
}

// addReads adds the registers that the branch tests.
func (t *Term) addReads(s *isa.RegSet) {
	switch t.Cond {
	case CondVCCZ, CondVCCNZ:
		s.Add(isa.VCCLo, 2)
	case CondEXECZ, CondEXECNZ:
		s.Add(isa.ExecLo, 2)
	case CondSCC0, CondSCC1:
		s.Add(isa.SCC, 1)
	}
}

func (w *waiter) describe(info *waitInfo, in *Instr) {
	w.machine = in.Machine()
	reads, writes := w.machine.Reads(), w.machine.Writes()
	info.touched, info.event = reads, -1
	info.touched.Union(&writes)
	if in.Row.Counters == 0 {
		return
	}
	info.event = int32(len(w.events))
	w.events = append(w.events, newEvent(w.f.Target, in, &w.machine, &reads, &writes))
}

func newEvent(t *isa.Target, in *Instr, machine *isa.Inst, reads, writes *isa.RegSet) memoryEvent {
	e := memoryEvent{in: in, writes: *writes, sources: *reads, loads: !writes.Empty()}
	for i := range e.sources {
		e.sources[i] &^= writes[i]
	}
	for k := range in.Row.Operands {
		if a := &machine.Args[k]; a.Kind == isa.KindReg && in.Row.Operands[k].Access&isa.Read != 0 && !in.keepsOnly(k) {
			e.sources.Add(a.Reg(), max(int(a.Dwords), 1))
		}
	}
	bumps := t.CounterIncrements(machine)
	e.vm, e.lgkm = bumps.VM > 0, bumps.LGKM > 0
	classes := t.Classes(machine)
	for _, r := range t.CounterRules() {
		if classes.Has(r.Class) {
			e.order = r.Order
		}
	}
	e.describeMemory(classes)
	return e
}

// keepsOnly reports whether an instruction reads operand k only in that it keeps
// some of its bits (loads of a half), which are merged where results arrive, in
// order; the data of an atomic are read for good.
func (in *Instr) keepsOnly(k int) bool {
	return in.Row.Operands[k].Access == isa.Both && in.Row.Traits&isa.ReadsDst != 0
}

// describeMemory fills in what the event touches, by its row and by Mem.
func (e *memoryEvent) describeMemory(classes isa.ClassSet) {
	in := e.in
	load, store := in.Row.Traits&isa.MayLoad != 0, in.Row.Traits&isa.MayStore != 0
	touches := SpaceGlobal | SpaceLDS | SpaceScratch | SpaceConst
	if m := in.Mem; m != nil {
		touches = m.Read | m.Write
		e.ldsRoot = m.Root
	}
	switch {
	case classes.Has(isa.HazLDSDMA):
		e.toLDS, e.fences, e.ldsRoot = true, FenceDMA, 0
		if in.Mem != nil {
			e.ldsRoot = in.Mem.ToLDS
		}
		return
	case classes.Has(isa.HazDS) || classes.Has(isa.HazGDS):
		touches = SpaceLDS
	case classes.Has(isa.HazFlat):
	case classes.Has(isa.HazNonFlatVMEM):
		touches &^= SpaceLDS
		if in.Row.Op == isa.BUFFER_WBL2 {
			store = true
		}
	default:
		return // scalar memory, messages
	}
	if touches&SpaceLDS != 0 && (load || store) {
		e.readsLDS, e.writesLDS = load, store
		e.fences |= FenceLDS
	}
	if touches&SpaceGlobal != 0 {
		if load {
			e.fences |= FenceLoads
		}
		if store {
			e.fences |= FenceStores
		}
	}
}

func (e *memoryEvent) touchesLDS() bool { return e.toLDS || e.readsLDS || e.writesLDS }

// meetsInLDS reports whether two events of different orders touch LDS that
// can be the same, and one writes it.
func meetsInLDS(a, b *memoryEvent) bool {
	if a.order == b.order || a.ldsRoot != 0 && b.ldsRoot != 0 && a.ldsRoot != b.ldsRoot {
		return false
	}
	return a.touchesLDS() && b.touchesLDS() && (a.toLDS || a.writesLDS || b.toLDS || b.writesLDS)
}

// reason is why something waits for an event.
type reason struct {
	event int32
	counts
	fence Fence // 0: registers, or LDS if lds
	lds   bool
	flush bool
}

// reasons returns why an instruction has to wait, one for each event. The
// result is overwritten by the next call.
func (w *waiter) reasons(b *board, info *waitInfo, fence Fence) []reason {
	var own *memoryEvent
	if info.event >= 0 {
		own = &w.events[info.event]
	}
	touchesLDS := own != nil && b.lds > 0 && own.touchesLDS() && !w.f.OwnWaits
	fence &= b.kinds
	hit := b.regs.Overlaps(&info.touched)
	if !hit && fence == 0 && !touchesLDS {
		return nil
	}
	found := w.found[:0]
	for i := range b.ops {
		op := &b.ops[i]
		e := &w.events[op.event]
		need := b.need(op, e.order)
		if hit && e.loads && e.writes.Overlaps(asked(own, e, info)) {
			found = append(found, reason{event: op.event, counts: need})
		}
		if touchesLDS && meetsInLDS(own, e) {
			found = append(found, reason{event: op.event, counts: need.only(e.toLDS, !e.toLDS), lds: true})
		}
		if both := e.fences & fence; both != 0 {
			c := need.only(both&^FenceLDS != 0, both&FenceLDS != 0)
			found = append(found, reason{event: op.event, counts: c, fence: both})
		}
	}
	w.found = found
	return found
}

// only returns the part of a wait that is about some of the counters.
func (c counts) only(vm, lgkm bool) counts {
	if !vm {
		c.vm = noWait.vm
	}
	if !lgkm {
		c.lgkm = noWait.lgkm
	}
	return c
}

// weakest returns the wait that suits all reasons.
func weakest(reasons []reason) counts {
	c := noWait
	for i := range reasons {
		c = c.both(reasons[i].counts)
	}
	return c
}

// asked returns the registers by which an instruction meets a load: all that
// it touches, but only its sources if it is of the same order.
func asked(own, e *memoryEvent, info *waitInfo) *isa.RegSet {
	if own != nil && own.order != isa.OrderNone && own.order == e.order {
		return &own.sources
	}
	return &info.touched
}

// walk goes through a block from what is outstanding at its beginning. emit
// is called where something has to be waited for in front of instruction i,
// which is the number of instructions for the terminator.
func (w *waiter) walk(b *board, block *Block, emit func(i int, c counts, reasons []reason)) {
	x := &w.blocks[block.ID]
	for i := range x.infos {
		info := &x.infos[i]
		if i == len(block.Instrs) {
			w.wait(b, i, w.flushReasons(b, x.flush), emit)
			w.wait(b, i, w.reasons(b, info, 0), emit)
			return
		}
		in := block.Instrs[i]
		if len(b.ops) > 0 {
			w.wait(b, i, w.reasons(b, info, in.Fence), emit)
			if in.Row.Op == isa.S_WAITCNT {
				c, _ := waitCounts(in)
				w.retire(b, c)
			}
		}
		if info.event >= 0 {
			w.issue(b, info.event)
		}
	}
}

// wait waits for the reasons, if they ask for something.
func (w *waiter) wait(b *board, i int, reasons []reason, emit func(i int, c counts, reasons []reason)) {
	c := weakest(reasons)
	if !c.waits() {
		return
	}
	if emit != nil {
		emit(i, c, reasons)
	}
	w.retire(b, c)
}

// flushReasons returns a reason for each of the events that is outstanding.
func (w *waiter) flushReasons(b *board, flush []int32) []reason {
	if len(flush) == 0 {
		return nil
	}
	found := w.found[:0]
	for i := range b.ops {
		op := &b.ops[i]
		if slices.Contains(flush, op.event) {
			found = append(found, reason{event: op.event, counts: b.need(op, w.events[op.event].order), flush: true})
		}
	}
	w.found = found
	return found
}

// mostVisits is how often a block is looked at with exactly what its
// predecessors say. A wait that gets stronger makes others weaker, so this
// need not come to rest; afterwards what was said once stays.
const mostVisits = 8

// solve finds what is outstanding at the beginning of each block.
func (w *waiter) solve() {
	for i := range w.blocks {
		x := &w.blocks[i]
		x.visits, x.reached = 0, false
	}
	var in board
	for changed := true; changed; {
		changed = false
		for _, b := range w.order {
			x := &w.blocks[b.ID]
			in.copyFrom(&board{})
			if x.visits >= mostVisits {
				in.copyFrom(&x.in)
			}
			for _, p := range b.Preds {
				if from := &w.blocks[p.ID]; from.reached {
					w.merge(&in, &from.out)
				}
			}
			if x.reached && w.same(&in, &x.in) {
				continue
			}
			changed = true
			x.in.copyFrom(&in)
			x.out.copyFrom(&in)
			w.walk(&x.out, b, nil)
			x.reached = true
			x.visits++
		}
	}
}

// insert puts the waits into the code.
func (w *waiter) insert() {
	var b board
	for _, block := range w.order {
		x := &w.blocks[block.ID]
		type found struct {
			at   int
			c    counts
			note string
		}
		var waits []found
		b.copyFrom(&x.in)
		w.walk(&b, block, func(i int, c counts, reasons []reason) {
			waits = append(waits, found{i, c, w.explain(reasons, c)})
		})
		out := make([]*Instr, 0, len(block.Instrs)+len(waits))
		for i := 0; i <= len(block.Instrs); i++ {
			for len(waits) > 0 && waits[0].at == i {
				pos := block.Term.Pos
				if i < len(block.Instrs) {
					pos = block.Instrs[i].Pos
				}
				out = w.addWait(out, waits[0].c, waits[0].note, pos)
				waits = waits[1:]
			}
			if i < len(block.Instrs) {
				out = append(out, block.Instrs[i])
			}
		}
		block.Instrs = mergeWaits(out)
	}
}

// addWait appends a wait.
func (w *waiter) addWait(out []*Instr, c counts, note string, pos int32) []*Instr {
	in := w.f.NewInstr(&w.f.Target.RowsOf(isa.S_WAITCNT)[0], Imm(waitImm(c, expNone)))
	in.Pos, in.Note = pos, note
	return append(out, in)
}

func (in *Instr) addNote(note string) {
	switch {
	case in.Note == "":
		in.Note = note
	case note != "":
		in.Note += "; " + note
	}
}

// mergeWaits makes one of waits that stand side by side, and removes fences
// that turned out to wait for nothing.
func mergeWaits(code []*Instr) []*Instr {
	kept := code[:0]
	for _, in := range code {
		if in.Row.Op != isa.S_WAITCNT {
			kept = append(kept, in)
			continue
		}
		c, rest := waitCounts(in)
		if !c.waits() && rest == expNone {
			continue
		}
		if n := len(kept); n > 0 && kept[n-1].Row.Op == isa.S_WAITCNT {
			have, restHave := waitCounts(kept[n-1])
			kept[n-1].Args[0] = Imm(waitImm(have.both(c), min(rest, restHave)))
			kept[n-1].addNote(in.Note)
			continue
		}
		kept = append(kept, in)
	}
	return kept
}

// expNone is expcnt(7), which waits for nothing, in its place.
const expNone = 7 << 4

// waitCounts returns what an s_waitcnt waits for, and its other bits: vmcnt
// is in bits 3:0 and 15:14, lgkmcnt in 11:8 (facts isa/encodings.md).
func waitCounts(in *Instr) (c counts, rest int64) {
	v := in.Args[0].Value
	return counts{int32(v&15 | v>>14&3<<4), int32(v >> 8 & 15)}, v & expNone
}

func waitImm(c counts, rest int64) int64 {
	return int64(c.vm&15) | int64(c.vm>>4)<<14 | int64(c.lgkm)<<8 | rest
}
