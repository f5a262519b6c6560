package sanitize

import (
	"fmt"

	"heddle/isa"
	"heddle/sim"
)

// window compares each instruction with those that a wave executed within the
// wait states before it. It proves that on the executed path no pair of
// instructions is closer than isa's hazard table wants: for the hazards check
// the smaller of LLVM's figure and the manual's, for hazards-manual the larger
// one, and the rules about store data for waits.
//
// It cannot say anything about paths that were not taken. An s_waitcnt counts as
// one wait state, its stall is not guaranteed.
type window struct {
	s       *Sanitizer
	kinds   rules
	waves   perWave[recent]
	indexed map[indexedInst]*facts
}

// indexedInst is an instruction with registers that VGPR indexing chose.
type indexedInst struct {
	facts *facts
	regs  [isa.MaxArgs]isa.Reg // 0 for operands that it has nothing to do with
}

// rules says which rules of the hazard table a window looks at.
type rules uint8

const (
	agreedRules    rules = 1 << iota // what LLVM and the manual ask for, but for store data
	loneRules                        // what only one of them asks for, and Hazard.Optional
	storeDataRules                   // what LLVM asks for about store data
)

// recent is what a wave has executed lately.
type recent struct {
	now       int // wait states since the wave's start
	producers []producer
	entered   *windowRun // the last
	past      history
}

// producer is an instruction that a rule may still be about. It has no
// pointers: the garbage collector would have to be told of each copy.
type producer struct {
	rules uint64 // facts.producer
	end   int    // recent.now behind it
	facts int32  // index in factTable.all
	reach int32
}

func producerOf(f *facts, end int) producer { return producer{f.producer, end, f.id, int32(f.reach)} }

// required is what an instruction needs behind another one, by rules of the
// table that ask for the most.
type required struct {
	from                      *facts
	agreed, storeData, lone   int // wait states, of agreedRules, storeDataRules, loneRules
	rule, storeRule, loneRule *isa.Hazard
}

func newHazards(s *Sanitizer) check       { return s.hazardCheck(agreedRules) }
func newManualHazards(s *Sanitizer) check { return s.hazardCheck(loneRules) }

// hazardCheck returns a check unless one that runs already does the work.
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

// compare looks for rules between f and the producers that are near enough,
// and forgets the others.
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

// judge reports a pair that is closer than it may be.
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

// missing returns the check to which wait states are missing if there are only
// so many, how many there should be and the rule that says so; no check if
// none are.
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

// require returns what two instructions need. They meet again and again, and
// few others meet the second one.
func (c *window) require(from, to *facts) *required {
	for i := range to.behind {
		if to.behind[i].from == from {
			return &to.behind[i]
		}
	}
	to.behind = append(to.behind, c.ask(from, &from.writes, to))
	return &to.behind[len(to.behind)-1]
}

// ask asks isa's table; of what the first one writes only left is still there.
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
			// The rule to name is the one that both sources ask for most of.
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
	at := originOf(e, -1)
	from := at
	producer := c.s.facts.all[p.facts]
	from.addr, from.inst = producer.addr, producer.inst
	c.s.report(check, at, from, func() detail {
		by := ""
		if check == "hazards-manual" {
			by = saidBy(h, producer.inst.Passes())
		}
		return detail{
			message: fmt.Sprintf("needs %s after %s, not %d%s (rule %s)", count(need, "wait state"), from.inst.Row.Mnemonic, found, by, h.Name),
			note:    "the instruction that it depends on is here",
			advice:  "add " + nops(need-found) + " before",
		}
	})
}

// saidBy says who asks for what not both do.
func saidBy(h *isa.Hazard, passes int) string {
	switch l, m := h.LLVM.For(passes), h.Manual.For(passes); {
	case l < m:
		return ", says the manual"
	case l > m:
		return ", says LLVM"
	}
	return ", which code in the field does without"
}

// nops is what makes n wait states.
func nops(n int) string {
	const most = 16 // of one s_nop
	if n > most {
		return fmt.Sprintf("s_nop %d and %s", most-1, nops(n-most))
	}
	return fmt.Sprintf("s_nop %d", n-1)
}
