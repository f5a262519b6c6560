package isa

// CounterInfo describes a counter that s_waitcnt waits for.
type CounterInfo struct {
	Name    string // in s_waitcnt: "vmcnt"
	Counter Counters
	Max     int // an instruction that would count beyond it waits
	Source  string
	Note    string
}

// Order says which instructions that bump a counter retire in the order in
// which they were issued: those with the same Order, OrderNone excepted.
type Order uint8

const (
	OrderNone Order = iota // in any order
	OrderVM                // buffer, global and scratch memory
	OrderDS                // data share
)

// CounterRule says that instructions of a class bump a counter.
type CounterRule struct {
	Counter Counters
	Class   ClassID
	N       int
	Order   Order
	Done    string // when the counter is taken back
	Source  string
	Note    string
}

// Increments is by how much an instruction bumps each counter.
type Increments struct{ VM, LGKM, EXP uint8 }

// CounterInfos returns the counters. It must not be changed.
func (t *Target) CounterInfos() []CounterInfo { return counterInfos[:] }

// CounterRules returns what bumps the counters. It must not be changed.
func (t *Target) CounterRules() []CounterRule { return counterRules[:] }

// CounterIncrements returns by how much an instruction of the target bumps
// each counter.
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
