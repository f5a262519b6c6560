package mach

import (
	"fmt"
	"slices"
	"strings"

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
	machine := in.Machine()
	reads, writes := machine.Reads(), machine.Writes()
	info.touched, info.event = reads, -1
	info.touched.Union(&writes)
	if in.Row.Counters == 0 {
		return
	}
	info.event = int32(len(w.events))
	w.events = append(w.events, newEvent(w.f.Target, in, &machine, &reads, &writes))
}

func newEvent(t *isa.Target, in *Instr, machine *isa.Inst, reads, writes *isa.RegSet) memoryEvent {
	e := memoryEvent{in: in, writes: *writes, sources: *reads, loads: !writes.Empty()}
	for i := range e.sources {
		e.sources[i] &^= writes[i]
	}
	for k := range in.Row.Operands {
		if a := &machine.Args[k]; a.Kind == isa.KindReg && in.Row.Operands[k].Access == isa.Read {
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

// hoist looks for waits in loops that would be weaker but for operations from
// before the loop, which are over when it comes round: those are waited for
// in front of the loop, where that makes the loop's waits fewer or weaker.
func (w *waiter) hoist() {
	loops := w.f.findLoops()
	before := make([]int, len(loops.loops))
	if !w.findFlushes(loops, before) {
		return
	}
	w.solve()
	after := make([]int, len(loops.loops))
	w.loopCosts(loops, after)
	useless := false
	for i, l := range loops.loops {
		if after[i] >= before[i] {
			for _, p := range l.header.Preds {
				if x := &w.blocks[p.ID]; !loops.contains(l, p) && len(x.flush) > 0 {
					x.flush, useless = nil, true
				}
			}
		}
	}
	if useless {
		w.solve()
	}
}

// loopCosts sums up the waits of each loop, those of inner loops among them:
// their number counts first, then how much they wait for.
func (w *waiter) loopCosts(loops *loopForest, costs []int) {
	number := map[*loop]int{}
	for i, l := range loops.loops {
		number[l] = i
	}
	var b board
	for _, block := range w.order {
		if loops.of[block.ID] == nil {
			continue
		}
		cost := 0
		b.copyFrom(&w.blocks[block.ID].in)
		w.walk(&b, block, func(_ int, c counts, _ []reason) {
			cost += 1000 + int(noWait.vm-c.vm) + int(noWait.lgkm-c.lgkm)
		})
		for l := loops.of[block.ID]; l != nil; l = l.parent {
			costs[number[l]] += cost
		}
	}
}

// findFlushes finds what should be waited for in front of loops and reports
// whether there is something.
func (w *waiter) findFlushes(loops *loopForest, costs []int) bool {
	if len(loops.loops) == 0 {
		return false
	}
	w.loopCosts(loops, costs)
	home := make([]*Block, len(w.events))
	for _, b := range w.order {
		for i := range w.blocks[b.ID].infos {
			if e := w.blocks[b.ID].infos[i].event; e >= 0 {
				home[e] = b
			}
		}
	}
	found := false
	var b board
	for _, block := range w.order {
		if loops.of[block.ID] == nil {
			continue
		}
		b.copyFrom(&w.blocks[block.ID].in)
		w.walk(&b, block, func(_ int, _ counts, reasons []reason) {
			for _, r := range reasons {
				l := loops.outermostWithout(block, home[r.event])
				if l != nil && stricter(r, reasons, l, loops, home) && w.flushBefore(l, loops, r.event) {
					found = true
				}
			}
		})
	}
	return found
}

// outermostWithout returns the outermost loop around b that x is not in.
func (t *loopForest) outermostWithout(b, x *Block) *loop {
	var found *loop
	for l := t.of[b.ID]; l != nil && !t.contains(l, x); l = l.parent {
		found = l
	}
	return found
}

// stricter reports whether r asks for more than all reasons within the loop.
func stricter(r reason, reasons []reason, l *loop, loops *loopForest, home []*Block) bool {
	inside := noWait
	for _, other := range reasons {
		if loops.contains(l, home[other.event]) {
			inside = inside.both(other.counts)
		}
	}
	return r.vm < inside.vm || r.lgkm < inside.lgkm
}

// flushBefore makes the blocks in front of a loop wait for an event, if they
// lead nowhere else.
func (w *waiter) flushBefore(l *loop, loops *loopForest, event int32) bool {
	for _, p := range l.header.Preds {
		if !loops.contains(l, p) && len(p.Term.Succs()) != 1 {
			return false
		}
	}
	added := false
	for _, p := range l.header.Preds {
		x := &w.blocks[p.ID]
		if !loops.contains(l, p) && x.reached && !slices.Contains(x.flush, event) {
			x.flush = append(x.flush, event)
			added = true
		}
	}
	return added
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

// explain says why there is a wait: the events that decide its counts.
func (w *waiter) explain(reasons []reason, c counts) string {
	var texts []string
	for _, counter := range [...]struct {
		count, none int32
		of          func(reason) int32
	}{{c.vm, noWait.vm, func(r reason) int32 { return r.vm }}, {c.lgkm, noWait.lgkm, func(r reason) int32 { return r.lgkm }}} {
		if counter.count == counter.none {
			continue
		}
		var first *reason
		n := 0
		for i := range reasons {
			if r := &reasons[i]; counter.of(*r) < counter.none {
				n++
				if first == nil && counter.of(*r) == counter.count {
					first = r
				}
			}
		}
		text := w.explainOne(first)
		switch {
		case n > 1 && counter.count == 0:
			text += fmt.Sprintf(", and %d more", n-1)
		case n > 1:
			text += fmt.Sprintf(", the youngest of %d", n)
		}
		if len(texts) == 0 || texts[0] != text {
			texts = append(texts, text)
		}
	}
	return strings.Join(texts, "; ")
}

func (w *waiter) explainOne(r *reason) string {
	e := &w.events[r.event]
	text := e.in.Row.Mnemonic
	if p := e.in.Pos; p != 0 {
		text += " at " + w.f.Positions[p].String()
	}
	switch {
	case r.flush:
		return "before the loop: " + e.destination() + text
	case r.fence&FenceLDS != 0:
		return "fence of the LDS: " + text
	case r.fence != 0:
		return "fence of memory: " + text
	case r.lds:
		return "the same LDS: " + text
	}
	return e.destination() + text
}

// destination is "v[4:7] <- ", empty for what loads into no register.
func (e *memoryEvent) destination() string {
	for k := range e.in.Row.Operands {
		a := &e.in.Args[k]
		if e.in.Row.Operands[k].Access&isa.Write != 0 && a.Kind == OperandPhys {
			return tupleText(a.Phys, int(a.N)) + " <- "
		}
	}
	return ""
}

// tupleText is the assembler's name of n registers.
func tupleText(r isa.Reg, n int) string {
	if n == 1 {
		return r.String()
	}
	switch {
	case r.IsVGPR():
		return fmt.Sprintf("v[%d:%d]", r-isa.V0, int(r-isa.V0)+n-1)
	case r.IsAGPR():
		return fmt.Sprintf("a[%d:%d]", r-isa.A0, int(r-isa.A0)+n-1)
	case r.IsSGPR():
		return fmt.Sprintf("s[%d:%d]", r, int(r)+n-1)
	case r == isa.VCCLo:
		return "vcc"
	}
	return r.String()
}

// String is file:line:col as far as it is known.
func (p Position) String() string {
	if p.Col == 0 {
		return fmt.Sprintf("%s:%d", p.File, p.Line)
	}
	return fmt.Sprintf("%s:%d:%d", p.File, p.Line, p.Col)
}
