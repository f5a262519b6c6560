package mach

import (
	"fmt"

	"heddle/isa"
	"heddle/pass"
)

// insertNops inserts s_nop between instructions that the hardware does not interlock and
// that are closer than isa's hazard table requires, by the larger of LLVM's figure and
// the manual's. It looks back along all paths to an instruction, including loops. Each
// instruction is one wait state, including s_waitcnt and the branches at the ends of
// blocks.
func insertNops(f *Func, opt *pass.Options) error {
	if len(f.Blocks) == 0 {
		return nil
	}
	f.LinkPreds()
	n := newNopInserter(f, opt)
	n.solve()
	n.insert()
	return nil
}

// nopInserter is the state of the pass.
type nopInserter struct {
	f       *Func
	hide    func(string) bool
	order   []*Block
	blocks  []nopBlock // by Block.ID
	infos   []hazardInfo
	masks   map[isa.ClassSet]hazardMasks
	place   []int32 // by info: scratch
	hazards []isa.Hazard
}

// nopBlock is what the pass knows of a block.
type nopBlock struct {
	first     int32  // its first instruction in nopInserter.infos
	following *Block // the next one in the code
	in, out   []recent
	found     []missing // before its instructions, at the last visit
	clean     int       // the first instruction with only instructions of the block before it within reach, at the last visit
	visits    int
	reached   bool
}

// recent is an instruction that a rule may still apply to.
type recent struct {
	info  int32
	since int16 // wait states since then, the minimum over all paths
}

// hazardMasks are the rules that a class set takes part in, by number.
type hazardMasks struct{ producer, consumer isa.HazardSet }

// hazardInfo is what the pass asks about an instruction.
type hazardInfo struct {
	inst          isa.Inst
	registers     *touched      // the registers that it reads and writes, computed on demand
	holds         bool          // what it reads must not be overwritten at once: srcC, store data
	hazardMasks                 // rules that may apply, without knowing the other instruction
	blind         isa.HazardSet // rules of producer that do not need a common register
	reach, states int16         // the most wait states that a rule requires; its own wait states
}

func newNopInserter(f *Func, opt *pass.Options) *nopInserter {
	n := &nopInserter{f: f, hide: opt.HideRule, order: f.reversePostorder(), blocks: make([]nopBlock, f.blocks),
		masks: map[isa.ClassSet]hazardMasks{}, hazards: f.Target.Hazards()}
	total := 0
	for i, b := range f.Blocks {
		x := &n.blocks[b.ID]
		x.first = int32(total)
		total += len(b.Instrs)
		if i+1 < len(f.Blocks) {
			x.following = f.Blocks[i+1]
		}
	}
	n.infos = make([]hazardInfo, total)
	n.place = make([]int32, total)
	for _, b := range f.Blocks {
		for i, in := range b.Instrs {
			n.describe(&n.infos[int(n.blocks[b.ID].first)+i], in)
		}
	}
	return n
}

// Rules that do not need a common register. EXEC counts
// although the matrix core does not read it, the flags of VCC and EXEC have
// register numbers of their own.
const (
	blindDeps   = isa.DepAny | isa.DepHWReg
	specialDeps = isa.DepExec | isa.DepZFlag | isa.DepVCCHalf
)

// touched are the registers of an instruction. Few instructions come so close
// after another that they are needed.
type touched struct{ reads, writes isa.RegSet }

func (x *hazardInfo) touched() *touched {
	if x.registers == nil {
		x.registers = &touched{x.inst.Reads(), x.inst.Writes()}
	}
	return x.registers
}

func (n *nopInserter) describe(x *hazardInfo, in *Instr) {
	x.inst = in.Machine()
	x.states = int16(x.inst.WaitStates())
	x.hazardMasks = n.masksOf(n.f.Target.Classes(&x.inst))
	if x.producer.Empty() && x.consumer.Empty() {
		return
	}
	stores := in.Row.Traits&isa.MayStore != 0
	x.holds = in.Row.Passes > 0 || stores
	if !x.producer.Empty() {
		writes := x.inst.Writes()
		x.findReach(n.hazards, &writes, stores)
	}
}

// findReach leaves only the rules that an instruction with those results can
// be the producer of.
func (x *hazardInfo) findReach(hazards []isa.Hazard, writes *isa.RegSet, stores bool) {
	const scalarDeps = isa.DepConst | isa.DepMask | isa.DepLaneSelect | isa.DepScalarAddr | isa.DepZFlag | isa.DepVCCHalf
	gives := blindDeps
	if writes[0]|writes[1] != 0 {
		gives |= scalarDeps | isa.DepExec | isa.DepM0
	}
	for _, word := range writes[isa.V0/64:] {
		if word != 0 {
			gives |= ^(scalarDeps | isa.DepExec | isa.DepM0 | isa.DepOverwriteSrcC | isa.DepOverwriteData)
		}
	}
	passes := x.inst.Passes()
	if passes > 0 {
		gives |= isa.DepOverwriteSrcC
	}
	if stores {
		gives |= isa.DepOverwriteData
	}
	special := writes.Has(isa.ExecLo) || writes.Has(isa.ExecHi) || writes.Has(isa.VCCLo) || writes.Has(isa.VCCHi)
	rules := x.producer
	x.producer = isa.HazardSet{}
	for i := range hazards {
		h := &hazards[i]
		if !rules.Has(i) || h.Dep&gives == 0 {
			continue
		}
		waits := int16(max(h.LLVM.For(passes), h.Manual.For(passes)))
		if waits == 0 {
			continue
		}
		x.producer.Add(i)
		x.reach = max(x.reach, waits)
		if h.Dep&blindDeps != 0 || special && h.Dep&specialDeps != 0 {
			x.blind.Add(i)
		}
	}
}

func (n *nopInserter) masksOf(classes isa.ClassSet) hazardMasks {
	m, ok := n.masks[classes]
	if ok {
		return m
	}
	for i := range n.hazards {
		h := &n.hazards[i]
		if n.hide != nil && n.hide(h.Name) {
			continue
		}
		if h.Producer&classes != 0 {
			m.producer.Add(i)
		}
		if h.Consumer&classes != 0 {
			m.consumer.Add(i)
		}
	}
	n.masks[classes] = m
	return m
}

// meets reports whether a later instruction touches what x writes, or
// overwrites what x holds.
func (x *hazardInfo) meets(to *hazardInfo) bool {
	from, by := x.touched(), to.touched()
	return from.writes.Overlaps(&by.reads) || from.writes.Overlaps(&by.writes) || x.holds && from.reads.Overlaps(&by.writes)
}

// required returns the wait states required between two instructions and the rule that
// requires them.
func (n *nopInserter) required(from, to *hazardInfo) (states int, rule *isa.Hazard) {
	both := from.producer.And(&to.consumer)
	if both.Empty() || !both.Meets(&from.blind) && !from.meets(to) {
		return 0, nil
	}
	passes := from.inst.Passes()
	_, _, rules := n.f.Target.RequiredWaits(&from.inst, &to.inst)
	for _, h := range rules {
		if waits := max(h.LLVM.For(passes), h.Manual.For(passes)); waits > states && (n.hide == nil || !n.hide(h.Name)) {
			states, rule = waits, h
		}
	}
	return states, rule
}

// missing is the wait states that an instruction lacks.
type missing struct {
	at     int // instruction of the block
	states int
	have   int
	rule   *isa.Hazard
	from   *hazardInfo
}

// walk goes through a block, starting with the recent instructions at its beginning,
// which it overwrites. It records missing wait states and the recent instructions at
// the end. Once the instructions before the block are out of reach, and the missing
// wait states are those of the last visit, the rest is unchanged.
func (n *nopInserter) walk(list []recent, b *Block) {
	x := &n.blocks[b.ID]
	last, lastClean := x.found, x.clean
	if !x.reached {
		lastClean = len(b.Instrs) + 1
	}
	found := make([]missing, 0, len(last))
	x.clean = -1
	for i := range b.Instrs {
		at := x.first + int32(i)
		if x.clean < 0 && within(list, x.first, at) {
			x.clean = i
		}
		if x.clean >= 0 && i >= lastClean && sameMissing(found, last, i) {
			x.clean = max(x.clean, lastClean)
			x.found = append(found, last[len(found):]...)
			return // x.out is still correct
		}
		to := &n.infos[at]
		m := n.missing(list, to)
		if m.states > 0 {
			m.at = i
			found = append(found, m)
		}
		list = n.age(list, int16(m.states)+to.states)
		if !to.producer.Empty() {
			list = n.push(list, at)
		}
	}
	if x.clean < 0 {
		x.clean = len(b.Instrs) + 1
	}
	x.found = found
	x.out = append(x.out[:0], list...)
}

// within reports whether all of a list are instructions from first on, before end.
func within(list []recent, first, end int32) bool {
	for _, r := range list {
		if r.info < first || r.info >= end {
			return false
		}
	}
	return true
}

// sameMissing reports whether found is what last has before instruction i.
func sameMissing(found, last []missing, i int) bool {
	if len(found) > len(last) || len(found) < len(last) && last[len(found)].at < i {
		return false
	}
	for k := range found {
		if found[k].at != last[k].at || found[k].states != last[k].states {
			return false
		}
	}
	return true
}

// missing returns the wait states that an instruction lacks after those in the list.
func (n *nopInserter) missing(list []recent, to *hazardInfo) missing {
	var m missing
	if to.consumer.Empty() {
		return m
	}
	for _, r := range list {
		from := &n.infos[r.info]
		if !from.producer.Meets(&to.consumer) || int(from.reach)-int(r.since) <= m.states {
			continue
		}
		if states, rule := n.required(from, to); states-int(r.since) > m.states {
			m = missing{states: states - int(r.since), have: int(r.since), rule: rule, from: from}
		}
	}
	return m
}

// age adds wait states to the recent instructions.
func (n *nopInserter) age(list []recent, states int16) []recent {
	kept := list[:0]
	for _, r := range list {
		if r.since += states; r.since < n.infos[r.info].reach {
			kept = append(kept, r)
		}
	}
	return kept
}

// push adds an instruction that was just executed.
func (n *nopInserter) push(list []recent, at int32) []recent {
	for i := range list {
		if list[i].info == at {
			list[i].since = 0
			return list
		}
	}
	return append(list, recent{info: at})
}

// merge adds another path to the point of list.
func (n *nopInserter) merge(list, from []recent, states int) []recent {
	for i, r := range list {
		n.place[r.info] = int32(i + 1)
	}
	known := len(list)
	for _, r := range from {
		r.since += int16(states)
		if at := n.place[r.info]; at != 0 {
			list[at-1].since = min(list[at-1].since, r.since)
		} else if r.since < n.infos[r.info].reach {
			list = append(list, r)
		}
	}
	for _, r := range list[:known] {
		n.place[r.info] = 0
	}
	return list
}

// same reports whether two lists are equal.
func (n *nopInserter) same(a, b []recent) bool {
	if len(a) != len(b) {
		return false
	}
	for _, r := range a {
		n.place[r.info] = int32(r.since) + 1
	}
	same := true
	for _, r := range b {
		same = same && n.place[r.info] == int32(r.since)+1
	}
	for _, r := range a {
		n.place[r.info] = 0
	}
	return same
}

// solve finds the recent instructions at the beginning of each block.
func (n *nopInserter) solve() {
	var in []recent
	for changed := true; changed; {
		changed = false
		for _, b := range n.order {
			x := &n.blocks[b.ID]
			in = in[:0]
			if x.visits >= mostVisits {
				in = append(in, x.in...)
			}
			for _, p := range b.Preds {
				if from := &n.blocks[p.ID]; from.reached {
					in = n.merge(in, from.out, p.Term.states(from.following, b))
				}
			}
			if x.reached && n.same(in, x.in) {
				continue
			}
			changed = true
			x.in = append(x.in[:0], in...)
			n.walk(in, b)
			x.reached = true
			x.visits++
		}
	}
}

// insert puts the s_nops into the code.
func (n *nopInserter) insert() {
	nop := &n.f.Target.RowsOf(isa.S_NOP)[0]
	for _, b := range n.order {
		found := n.blocks[b.ID].found
		if len(found) == 0 {
			continue
		}
		out := make([]*Instr, 0, len(b.Instrs)+len(found)+4)
		done := 0
		for _, m := range found {
			out = append(out, b.Instrs[done:m.at]...)
			done = m.at
			out = n.addNops(out, nop, m, b.Instrs[m.at].Pos)
		}
		b.Instrs = append(out, b.Instrs[done:]...)
	}
}

// mostOfNop is the most wait states of one s_nop.
const mostOfNop = 16

// addNops appends m.states wait states.
func (n *nopInserter) addNops(out []*Instr, row *isa.Row, m missing, pos int32) []*Instr {
	note := m.rule.Name + ": " + m.from.inst.Row.Mnemonic
	if m.have > 0 {
		note += fmt.Sprintf(", %d of %d", m.states, m.states+m.have)
	}
	left := m.states
	if k := len(out); k > 0 && out[k-1].Row.Op == isa.S_NOP {
		more := min(left, mostOfNop-1-int(out[k-1].Args[0].Value&(mostOfNop-1)))
		if more > 0 {
			out[k-1].Args[0].Value = out[k-1].Args[0].Value&(mostOfNop-1) + int64(more)
			out[k-1].addNote(note)
			left -= more
		}
	}
	for ; left > 0; left -= mostOfNop {
		in := n.f.NewInstr(row, Imm(int64(min(left, mostOfNop)-1)))
		in.Pos, in.Note = pos, note
		out = append(out, in)
	}
	return out
}
