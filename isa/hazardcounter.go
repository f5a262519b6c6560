package isa

// CounterInfo describes a counter that s_waitcnt waits for.
type CounterInfo struct {
	Name    string // in s_waitcnt: "vmcnt"
	Counter Counters
	Max     int // an instruction that would count beyond it waits
	Source  string
	Note    string
}

// Order says which instructions that increment a counter retire in issue order: those with the same
// Order, except OrderNone.
type Order uint8

const (
	OrderNone Order = iota // in any order
	OrderVM                // buffer, global and scratch memory
	OrderDS                // data share
)

// CounterRule says that instructions of a class increment a counter.
type CounterRule struct {
	Counter Counters
	Class   ClassID
	N       int
	Order   Order
	Done    string // when the counter is taken back
	Source  string
	Note    string
}

// Increments says by how much an instruction increments each counter.
type Increments struct{ VM, LGKM, EXP uint8 }

// CounterInfos returns the counters. The caller must not change it.
func (t *Target) CounterInfos() []CounterInfo { return counterInfos[:] }

// CounterRules returns the rules for incrementing the counters. The caller must not change it.
func (t *Target) CounterRules() []CounterRule { return counterRules[:] }

// Order returns the order in which the results of an instruction of the target return, OrderNone if
// it increments no counter.
func (t *Target) Order(inst *Inst) Order {
	if inst.Row.Counters != 0 {
		classes := t.Classes(inst)
		for i := range counterRules {
			if classes.Has(counterRules[i].Class) {
				return counterRules[i].Order
			}
		}
	}
	return OrderNone
}

// CounterIncrements returns by how much an instruction of the target increments each counter.
func (t *Target) CounterIncrements(inst *Inst) Increments {
	var n Increments
	if inst.Row.Counters == 0 {
		return n
	}
	classes := t.Classes(inst)
	for i := range counterRules {
		r := &counterRules[i]
		if !classes.Has(r.Class) {
			continue
		}
		switch r.Counter {
		case CountVM:
			n.VM += uint8(r.N)
		case CountLGKM:
			n.LGKM += uint8(r.N)
		case CountEXP:
			n.EXP += uint8(r.N)
		}
	}
	return n
}
