package isa_test

import (
	"debug/elf"
	"flag"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"heddle/hsaco"
	"heddle/isa"
)

var censusDir = flag.String("objects", "", "count in the code objects (*.co, *.hsaco) of this directory how often each hazard rule is kept")

// TestCensus counts, for the rules of the hazard table, the places in other
// people's code objects where they apply and where they are broken. The table
// of them is in RATIONALE.md. It asks about code as it lies there: from branch
// to branch, not across branches that are always taken.
func TestCensus(t *testing.T) {
	if *censusDir == "" {
		t.Skip("no -objects")
	}
	c := census{rules: map[string]*count{}}
	err := filepath.WalkDir(*censusDir, func(path string, d fs.DirEntry, err error) error {
		if ext := filepath.Ext(path); err != nil || ext != ".co" && ext != ".hsaco" {
			return err
		}
		data, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		if o, err := hsaco.Open(data, ""); err != nil {
			c.unread++
		} else {
			c.object(o)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	t.Logf("%d code objects, %d not read, %d instructions", c.objects, c.unread, c.insts)
	var names []string
	for name := range c.rules {
		names = append(names, name)
	}
	slices.Sort(names)
	for _, name := range names {
		n := c.rules[name]
		t.Logf("%-26s %9d places, LLVM's figure broken in %8d, the manual's in %8d, in %d objects", name, n.places, n.llvm, n.manual, len(n.objects))
	}
}

// census is what is counted.
type census struct {
	objects, unread, insts int
	rules                  map[string]*count
	past                   []past
	masks                  map[isa.ClassSet]masks
}

// count is of a rule.
type count struct {
	places, llvm, manual int
	objects              map[int]bool // in which either is broken
}

// masks are the rules that classes can be the producer and the consumer of.
type masks struct{ from, to uint64 }

// past is an instruction that was executed lately.
type past struct {
	inst isa.Inst
	left isa.RegSet // what it wrote and nothing has overwritten
	masks
	since int
}

func (c *census) object(o *hsaco.Object) {
	target := isa.For(o.Chip)
	c.objects++
	c.masks = map[isa.ClassSet]masks{}
	for _, s := range o.Sections {
		if s.Flags&elf.SHF_EXECINSTR == 0 {
			continue
		}
		c.past = c.past[:0]
		for code := s.Data; len(code) > 0; {
			inst, err := target.Decode(code)
			if err != nil {
				c.past, code = c.past[:0], code[min(4, len(code)):]
				continue
			}
			c.inst(target, inst)
			code = code[inst.Size():]
		}
	}
}

func (c *census) inst(target *isa.Target, inst isa.Inst) {
	c.insts++
	x := past{inst: inst, left: inst.Writes(), masks: c.masksOf(target, &inst)}
	var seen uint64
	rules := target.Hazards()
	for i := len(c.past) - 1; i >= 0; i-- {
		p := &c.past[i]
		if p.from&x.to&^seen == 0 {
			continue
		}
		_, _, apply := target.RequiredWaitsOf(&p.inst, &p.left, &inst)
		passes := p.inst.Passes()
		for _, h := range apply {
			k := slices.IndexFunc(rules, func(x isa.Hazard) bool { return x.Name == h.Name })
			llvm, manual := h.LLVM.For(passes), h.Manual.For(passes)
			if seen>>k&1 != 0 || max(llvm, manual) == 0 {
				continue
			}
			seen |= 1 << k
			n := c.rules[h.Name]
			if n == nil {
				n = &count{objects: map[int]bool{}}
				c.rules[h.Name] = n
			}
			n.places++
			if p.since < llvm {
				n.llvm++
				n.objects[c.objects] = true
			}
			if p.since < manual {
				n.manual++
				n.objects[c.objects] = true
			}
		}
	}
	switch inst.Row.Op {
	case isa.S_BRANCH, isa.S_ENDPGM, isa.S_SETPC_B64:
		c.past = c.past[:0]
		return
	}
	kept := c.past[:0]
	for _, p := range c.past {
		for k, word := range x.left { // others write a part of the lanes, or later
			if inst.Row.Passes > 0 || k < int(isa.V0)/64 && inst.Row.Unit != isa.UnitSMEM {
				p.left[k] &^= word
			}
		}
		if p.since += inst.WaitStates(); p.since <= target.MaxWaits() {
			kept = append(kept, p)
		}
	}
	c.past = kept
	if x.from != 0 {
		c.past = append(c.past, x)
	}
}

func (c *census) masksOf(target *isa.Target, inst *isa.Inst) masks {
	set := target.Classes(inst)
	m, ok := c.masks[set]
	if !ok {
		for i, h := range target.Hazards() {
			if h.Producer&set != 0 {
				m.from |= 1 << i
			}
			if h.Consumer&set != 0 {
				m.to |= 1 << i
			}
		}
		c.masks[set] = m
	}
	return m
}
