package sanitize

import (
	"fmt"

	"heddle/isa"
	"heddle/sim"
)

// window compares each instruction with those that the wave executed within the wait states before
// it. It proves that on the executed path no pair of instructions is closer than isa's hazard table
// allows: for the hazards check the smaller of LLVM's figure and the manual's, for hazards-manual
// the larger one, and the rules about store data for waits.
//
// It says nothing about paths that were not taken. An s_waitcnt counts as one wait state, because
// its stall is not guaranteed.
type window struct {
	s       *Sanitizer
	kinds   rules
	waves   perWave[recent]
	indexed map[indexedInst]*facts
}

// indexedInst is an instruction with registers that VGPR indexing chose.
type indexedInst struct {
	facts *facts
	regs  [isa.MaxArgs]isa.Reg // 0 for operands that indexing does not affect
}

// rules says which rules of the hazard table a window looks at.
type rules uint8

const (
	agreedRules    rules = 1 << iota // required by both LLVM and the manual, except about store data
	loneRules                        // required by only one of them, and Hazard.Optional
	storeDataRules                   // required by LLVM about store data
)

// recent holds the instructions that a wave has executed recently.
type recent struct {
	now       int // wait states since the wave's start
	producers []producer
	entered   *windowRun // the last
	past      history
	missing   missingStates
}

// missingStates is the place before which a wave lacks wait states: the first instruction that comes
// too early. What comes too early later, after something that was executed by then, lacks no others.
type missingStates struct {
	now  int // recent.now there
	addr uint64
}

// producer is an instruction that a rule may still apply to. It has no pointers, so that copies
// need no write barriers.
type producer struct {
	rules uint64 // facts.producer
	end   int    // recent.now after it
	facts int32  // index in factTable.all
	reach int32
}

func producerOf(f *facts, end int) producer { return producer{f.producer, end, f.id, int32(f.reach)} }

// required is the distance that an instruction needs after another one, by the strictest rules of
// the table.
type required struct {
	from                      *facts
	agreed, storeData, lone   int // wait states, of agreedRules, storeDataRules, loneRules
	rule, storeRule, loneRule *isa.Hazard
}

func newHazards(s *Sanitizer) check       { return s.hazardCheck(agreedRules) }
func newManualHazards(s *Sanitizer) check { return s.hazardCheck(loneRules) }

// hazardCheck returns a check, or nil if a running one already does the work.
func (s *Sanitizer) hazardCheck(kind rules) check {
	if w := s.addWindow(kind); w != nil {
		return w
	}
	return nil
}

// addWindow makes the dispatch's window look at rules, and returns it if it is
// new: then the caller has to pass on events.
func (s *Sanitizer) addWindow(kind rules) *window {
	if s.window != nil {
		s.window.kinds |= kind
		return nil
	}
	s.window = &window{s: s, kinds: kind}
	return s.window
}

func (c *window) landed(*sim.Event, *facts)       {}
func (c *window) waveStarted(workgroup, wave int) { c.waves.start(workgroup, wave) }
func (c *window) waveEnded(workgroup, wave int)   { c.waves.end(workgroup, wave) }

func (c *window) executed(e *sim.Event, f *facts) {
	if e.Registers.Indexed() {
		f = c.chosen(e, f)
	}
	w := c.waves.of(e)
	if len(w.producers) > 0 {
		c.compare(w, e, f)
	}
	w.now += f.waitStates
	if f.producer != 0 {
		w.producers = append(w.producers, producerOf(f, w.now))
	}
	w.past.add(f, w.now, e.Lanes)
}

// chosen returns the facts of an instruction as if it named the registers that
// VGPR indexing chooses.
func (c *window) chosen(e *sim.Event, f *facts) *facts {
	if u := e.Inst.Row.Unit; u != isa.UnitVALU && u != isa.UnitTrans {
		return f
	}
	key, source, changed := indexedInst{facts: f}, 0, false
	for i := range e.Inst.Row.Operands {
		k := -1
		if e.Inst.Row.Operands[i].Access&isa.Write == 0 {
			k = source
			source++
		}
		if o := &f.placed.Args[i]; o.Kind == isa.KindReg && o.Reg() >= isa.V0 {
			n := max(int(o.Dwords), 1)
			if k < 0 {
				key.regs[i], _ = e.Registers.Destination(o.Reg(), n)
			} else {
				key.regs[i] = e.Registers.Source(k, o.Reg(), n)
			}
			changed = changed || key.regs[i] != o.Reg()
		}
	}
	if !changed {
		return f
	}
	if x := c.indexed[key]; x != nil {
		return x
	}
	inst := *f.placed
	for i, r := range key.regs {
		if r != 0 {
			inst.Args[i].Val = uint32(r)
		}
	}
	x := c.s.newFacts(f.inst, &inst, f.addr)
	if c.indexed == nil {
		c.indexed = map[indexedInst]*facts{}
	}
	c.indexed[key] = x
	return x
}

// compare looks for rules between f and the producers that are near enough, and drops the others.
func (c *window) compare(w *recent, e *sim.Event, f *facts) {
	kept := w.producers[:0]
	for i := range w.producers {
		p := &w.producers[i]
		found := w.now - p.end
		if found >= int(p.reach) {
			continue
		}
		if p.rules&f.consumer != 0 {
			c.judge(p, e, f, found)
		}
		if len(kept) < i {
			kept = append(kept, *p)
		} else {
			kept = kept[:i+1]
		}
	}
	w.producers = kept
}

// judge reports a pair that is closer than allowed.
func (c *window) judge(p *producer, e *sim.Event, f *facts, found int) {
	from := c.s.facts.all[p.facts]
	need := c.require(from, f)
	if check, _, _ := c.missing(need, found); check == "" {
		return
	}
	left := from.writes
	if c.waves.of(e).past.overwritten(&left, p.end, c.s.facts.all) {
		again := c.ask(from, &left, f)
		need = &again
	}
	if check, states, rule := c.missing(need, found); check != "" {
		c.report(check, p, e, found, states, rule)
	}
}

// missing returns the check whose rule needs more wait states than there are, the number that it
// needs, and the rule; no check if there are enough.
func (c *window) missing(need *required, found int) (check string, states int, rule *isa.Hazard) {
	switch {
	case c.kinds&storeDataRules != 0 && found < need.storeData:
		return "waits", need.storeData, need.storeRule
	case c.kinds&agreedRules != 0 && found < need.agreed:
		return "hazards", need.agreed, need.rule
	case c.kinds&loneRules != 0 && found < need.lone && found >= max(need.agreed, need.storeData):
		return "hazards-manual", need.lone, need.loneRule
	}
	return "", 0, nil
}

// require returns the distance that two instructions need. The same few pairs meet again and again,
// so it keeps the answers.
func (c *window) require(from, to *facts) *required {
	for i := range to.follows {
		if to.follows[i].from == from {
			return &to.follows[i]
		}
	}
	to.follows = append(to.follows, c.ask(from, &from.writes, to))
	return &to.follows[len(to.follows)-1]
}

// ask looks the pair up in isa's table; of the first one's results only left is not overwritten
// yet.
func (c *window) ask(from *facts, left *isa.RegSet, to *facts) required {
	need := required{from: from}
	_, _, apply := c.s.target.RequiredWaitsOf(from.placed, left, to.placed)
	passes := from.inst.Passes()
	llvm, manual, most := 0, 0, 0
	for _, h := range apply {
		l, m := h.LLVM.For(passes), h.Manual.For(passes)
		if h.Dep == isa.DepOverwriteData {
			if l > need.storeData {
				need.storeData, need.storeRule = l, h
			}
		} else if h.Optional&to.classes == 0 {
			llvm, manual = max(llvm, l), max(manual, m)
			// Name the rule with the largest figure that both sources agree on.
			if both := min(l, m); need.rule == nil || both > most || both == most && l > need.rule.LLVM.For(passes) {
				most, need.rule = both, h
			}
		}
		if x := max(l, m); x > need.lone {
			need.lone, need.loneRule = x, h
		}
	}
	need.agreed = min(llvm, manual)
	return need
}

func (c *window) report(check string, p *producer, e *sim.Event, found, need int, h *isa.Hazard) {
	w := c.waves.of(e)
	if w.missing.addr == 0 || p.end > w.missing.now {
		w.missing = missingStates{w.now, e.CodeAddr}
	}
	at := originOf(e, -1)
	from := at
	producer := c.s.facts.all[p.facts]
	from.addr, from.inst = producer.addr, producer.inst
	c.s.report(check, at, from, scope{}, func() detail {
		by := ""
		if check == "hazards-manual" {
			by = saidBy(h, producer.inst.Passes())
		}
		return detail{
			rule:  h.Name,
			first: at.addr == w.missing.addr,
			roots: []rootKey{{rootEarlier, h.Name, from.addr}, {rootPlace, h.Name, w.missing.addr},
				{rootSequence, h.Name + " " + from.inst.Row.Mnemonic + " " + at.inst.Row.Mnemonic, uint64(need - found)}},
			message: fmt.Sprintf("needs %s after %s, not %d%s (rule %s)", count(need, "wait state"), from.inst.Row.Mnemonic, found, by, h.Name),
			note:    "the instruction that it depends on is here",
			advice:  "add " + nops(need-found) + " before",
		}
	})
}

// saidBy names the source of a figure that only one of them requires.
func saidBy(h *isa.Hazard, passes int) string {
	switch l, m := h.LLVM.For(passes), h.Manual.For(passes); {
	case l < m:
		return ", according to the manual"
	case l > m:
		return ", according to LLVM"
	}
	return ", although kernels in the field do without"
}

// nops returns the instructions that make n wait states.
func nops(n int) string {
	const most = 16 // of one s_nop
	if n > most {
		return fmt.Sprintf("s_nop %d and %s", most-1, nops(n-most))
	}
	return fmt.Sprintf("s_nop %d", n-1)
}
