package mach

import (
	"slices"

	"heddle/isa"
	"heddle/pass"
)

// insertWaits inserts an s_waitcnt before each instruction that uses the result of a
// pending memory instruction: the weakest wait that is correct on all paths. Only a
// wait makes sure that an operation is complete; the number of instructions in
// between does not matter.
//
// Waits are needed for reads and writes of registers that a load writes, between LDS
// accesses and direct-to-LDS loads of the wave that can overlap, and for Fences. Loads
// of one order may overwrite each other's results, because they return in order.
func insertWaits(f *Func, opt *pass.Options) error {
	if len(f.Blocks) == 0 {
		return nil
	}
	f.LinkPreds()
	w := newWaitInserter(f)
	if len(w.events) == 0 {
		return nil
	}
	w.solve()
	if opt.Chosen("wait hoist", f.Name) {
		w.hoist()
	}
	if !f.OwnWaits && opt.Chosen("wait join", f.Name) && w.join() {
		w.solve()
	}
	w.insert()
	return nil
}

// waitInserter is the state of the pass.
type waitInserter struct {
	f      *Func
	order  []*Block
	events []memoryEvent
	blocks []waitBlock           // by Block.ID
	stores map[*Instr][]storedTo // storesBehind
	place  []int32               // by event: scratch
	found  []reason              // scratch

	machine isa.Inst // that describe asks about
}

// waitBlock is what the pass knows about a block.
type waitBlock struct {
	infos   []waitInfo // of its instructions, then of its terminator
	in, out board
	visits  int
	reached bool
	flush   []int32 // events that must be complete at the end of the block
	joined  []joinedWait
}

// waitInfo is what the pass needs to know about an instruction.
type waitInfo struct {
	touched isa.RegSet // registers read or written
	event   int32      // -1 if it does not increment a counter
}

func newWaitInserter(f *Func) *waitInserter {
	w := &waitInserter{f: f, order: f.reversePostorder(), blocks: make([]waitBlock, f.blocks)}
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
	w.stores = storesBehind(f, w.order)
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

func (w *waitInserter) describe(info *waitInfo, in *Instr) {
	w.machine = in.Machine()
	reads, writes := w.machine.Reads(), w.machine.Writes()
	info.touched, info.event = reads, -1
	info.touched.Union(&writes)
	if in.Row.Counters == 0 {
		return
	}
	info.event = int32(len(w.events))
	w.events = append(w.events, newEvent(w.f.Target, in, &w.machine, &writes))
}

func newEvent(t *isa.Target, in *Instr, machine *isa.Inst, writes *isa.RegSet) memoryEvent {
	e := memoryEvent{in: in, writes: *writes, sources: machine.Sources(), loads: !writes.Empty(), order: t.Order(machine)}
	bumps := t.CounterIncrements(machine)
	e.vm, e.lgkm = bumps.VM > 0, bumps.LGKM > 0
	e.describeMemory()
	return e
}

// describeMemory fills in what the event touches, by its row and by Mem.
func (e *memoryEvent) describeMemory() {
	in := e.in
	load, store := in.Row.Traits&isa.MayLoad != 0, in.Row.Traits&isa.MayStore != 0
	touches := SpaceGlobal | SpaceLDS | SpaceScratch | SpaceConst
	if m := in.Mem; m != nil {
		touches = m.Read | m.Write
		e.ldsRoot = m.Root
	}
	if in.directToLDS() {
		if in.Flags&Async != 0 {
			e.ldsRoot = 0
			return
		}
		e.toLDS, e.fences, e.ldsRoot = true, FenceDMA, 0
		if in.Mem != nil {
			e.ldsRoot = in.Mem.ToLDS
		}
		return
	}
	switch in.Row.Unit {
	case isa.UnitLDS:
		touches = SpaceLDS
	case isa.UnitFlat:
	case isa.UnitVMEM:
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

// directToLDS reports whether the instruction loads from memory to the LDS.
func (in *Instr) directToLDS() bool { return in.Row.Memory != nil && in.Row.Memory.ToLDS }

func (e *memoryEvent) touchesLDS() bool { return e.toLDS || e.readsLDS || e.writesLDS }

// meetsInLDS reports whether two events of different orders touch LDS that
// can be the same, and one writes it.
func meetsInLDS(a, b *memoryEvent) bool {
	if a.order == b.order || a.ldsRoot != 0 && b.ldsRoot != 0 && a.ldsRoot != b.ldsRoot {
		return false
	}
	return a.touchesLDS() && b.touchesLDS() && (a.toLDS || a.writesLDS || b.toLDS || b.writesLDS)
}

// reason is why an instruction waits for an event.
type reason struct {
	event int32
	wait  isa.Waitcnt // the wait that it needs
	fence Fence       // 0: registers, or LDS if lds
	lds   bool
	flush bool
}

// reasons returns why an instruction has to wait, one for each event. A fence is for loads of
// what the stores may write. The result is overwritten by the next call.
func (w *waitInserter) reasons(b *board, info *waitInfo, fence Fence, stores []storedTo) []reason {
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
			found = append(found, reason{event: op.event, wait: need})
		}
		if touchesLDS && meetsInLDS(own, e) {
			found = append(found, reason{event: op.event, wait: only(need, e.toLDS, !e.toLDS), lds: true})
		}
		both := e.fences & fence
		if both == FenceLoads && !e.meets(stores) {
			both = 0
		}
		if both != 0 {
			c := only(need, both&^FenceLDS != 0, both&FenceLDS != 0)
			found = append(found, reason{event: op.event, wait: c, fence: both})
		}
	}
	w.found = found
	return found
}

// only returns the part of a wait that concerns some of the counters.
func only(c isa.Waitcnt, vm, lgkm bool) isa.Waitcnt {
	if !vm {
		c.VM = isa.MaxVMCount
	}
	if !lgkm {
		c.LGKM = isa.MaxLGKMCount
	}
	return c
}

// weakest returns the weakest wait that satisfies all reasons.
func weakest(reasons []reason) isa.Waitcnt {
	c := isa.NoWait()
	for i := range reasons {
		c = c.Min(reasons[i].wait)
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

// walk goes through a block, starting with what is outstanding at its beginning. It calls
// emit if a wait is needed before instruction i, which is the number of instructions
// for the terminator.
func (w *waitInserter) walk(b *board, block *Block, emit func(i int, c isa.Waitcnt, reasons []reason)) {
	x := &w.blocks[block.ID]
	for i := range x.infos {
		info := &x.infos[i]
		if i == len(block.Instrs) {
			w.wait(b, i, w.flushReasons(b, x.flush), emit)
			w.wait(b, i, w.reasons(b, info, 0, nil), emit)
			return
		}
		in := block.Instrs[i]
		if len(b.ops) > 0 {
			w.wait(b, i, w.withJoined(b, x, i, w.reasons(b, info, in.Fence, w.stores[in])), emit)
			if in.Row.Op == isa.S_WAITCNT {
				w.retire(b, in.waitcnt())
			}
		}
		w.asyncGroups(b, i, in, emit)
		if info.event >= 0 {
			w.issue(b, info.event)
		}
	}
}

// wait waits for the reasons, if they need a wait.
func (w *waitInserter) wait(b *board, i int, reasons []reason, emit func(i int, c isa.Waitcnt, reasons []reason)) {
	c := weakest(reasons)
	if c.IsNop() {
		return
	}
	if emit != nil {
		emit(i, c, reasons)
	}
	w.retire(b, c)
}

// asyncGroups keeps the books of groups of asynchronous loads, and waits for them.
func (w *waitInserter) asyncGroups(b *board, i int, in *Instr, emit func(i int, c isa.Waitcnt, reasons []reason)) {
	if in.Flags&AsyncMark != 0 {
		b.mark()
	}
	if in.Flags&AwaitAsync == 0 || int(in.Groups) >= b.marks {
		return
	}
	c := isa.NoWait()
	c.VM = min(c.VM, int(b.vm-b.marked[in.Groups]))
	if c.IsNop() {
		return
	}
	if emit != nil {
		emit(i, c, nil)
	}
	w.retire(b, c)
}

// flushReasons returns a reason for each outstanding event.
func (w *waitInserter) flushReasons(b *board, flush []int32) []reason {
	if len(flush) == 0 {
		return nil
	}
	found := w.found[:0]
	for i := range b.ops {
		op := &b.ops[i]
		if slices.Contains(flush, op.event) {
			found = append(found, reason{event: op.event, wait: b.need(op, w.events[op.event].order), flush: true})
		}
	}
	w.found = found
	return found
}

// mostVisits is the number of visits of a block with exactly the state of its
// predecessors. A stronger wait makes others weaker, so this may not converge;
// afterwards, states only grow.
const mostVisits = 8

// solve finds what is outstanding at the beginning of each block.
func (w *waitInserter) solve() {
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
func (w *waitInserter) insert() {
	var b board
	for _, block := range w.order {
		x := &w.blocks[block.ID]
		type found struct {
			at   int
			c    isa.Waitcnt
			note string
		}
		var waits []found
		b.copyFrom(&x.in)
		w.walk(&b, block, func(i int, c isa.Waitcnt, reasons []reason) {
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
func (w *waitInserter) addWait(out []*Instr, c isa.Waitcnt, note string, pos int32) []*Instr {
	in := w.f.NewInstr(&w.f.Target.RowsOf(isa.S_WAITCNT)[0], Imm(int64(c.Pack())))
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

// mergeWaits merges adjacent waits and removes fences that turned out to wait for nothing.
func mergeWaits(code []*Instr) []*Instr {
	kept := code[:0]
	for _, in := range code {
		if in.Row.Op != isa.S_WAITCNT {
			kept = append(kept, in)
			continue
		}
		c := in.waitcnt()
		if c.IsNop() {
			continue
		}
		if n := len(kept); n > 0 && kept[n-1].Row.Op == isa.S_WAITCNT {
			kept[n-1].Args[0] = Imm(int64(kept[n-1].waitcnt().Min(c).Pack()))
			kept[n-1].addNote(in.Note)
			continue
		}
		kept = append(kept, in)
	}
	return kept
}

// waitcnt returns the wait of an s_waitcnt.
func (in *Instr) waitcnt() isa.Waitcnt { return isa.UnpackWaitcnt(uint16(in.Args[0].Value)) }
