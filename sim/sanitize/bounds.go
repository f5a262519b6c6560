package sanitize

import (
	"debug/elf"
	"errors"
	"fmt"
	"math/bits"

	"heddle/isa"
	"heddle/sim"
)

// The bounds check: stray accesses, both those after which the simulation continues and those that
// end it.
//
// What it proves: that this run did not access global memory outside allocations, LDS beyond what
// the kernel declares, scratch beyond what it has, or registers beyond its allocation, and that
// every access that must be aligned was. What it cannot find: an access that reaches another
// allocation (at least 64 KiB away) or another part of the same LDS; errors with other inputs and
// branches. Vector accesses of dwords and more may be unaligned (facts isa/semantics.md §4: ROCm
// turns that on), and are not reported.
//
// bounds-buffer, which is off by default, reports accesses that the range check of a buffer
// resource drops: many kernels rely on it.
type boundsCheck struct {
	s       *Sanitizer
	started bool
	lds     uint64 // that the kernel and the launch ask for, in bytes
	stray   bool   // the run goes on after stray accesses of global memory
}

func newBounds(s *Sanitizer) check { return &boundsCheck{s: s, stray: s.keepGoing} }

func (c *boundsCheck) waveStarted(_, _ int) {}
func (c *boundsCheck) waveEnded(_, _ int)   {}

func (c *boundsCheck) executed(e *sim.Event, f *facts) {
	if !c.started {
		c.started = true
		c.lds = uint64(e.Registers.LDSDeclared())
	}
	if e.Inst.Row.Counters == 0 && len(e.Accesses) == 0 {
		return
	}
	if e.Inst.Row.Unit == isa.UnitSMEM {
		c.scalarAddress(e)
	}
	c.accesses(e, e.Accesses)
	c.accesses(e, e.ToLDS)
	c.accesses(e, e.Dropped)
	c.wraps(e)
}

func (c *boundsCheck) landed(e *sim.Event, _ *facts) {
	c.accesses(e, e.Accesses)
}

func (c *boundsCheck) report(e *sim.Event, lane int, describe func() detail) {
	c.s.report("bounds", originOf(e, lane), origin{}, scope{}, describe)
}

// accesses looks for accesses beyond the LDS. An access outside allocations, or to a register that
// the wave does not have, ends the run; Sanitizer.Failed reports it.
func (c *boundsCheck) accesses(e *sim.Event, list []sim.Access) {
	if c.stray {
		c.strays(e, list)
	}
	bad := false
	for i := range list {
		bad = bad || list[i].Space == sim.SpaceLDS && !c.s.within(&list[i], c.lds)
	}
	if !bad {
		return
	}
	eachLane(list, func(a *sim.Access, l int) {
		if a.Space == sim.SpaceLDS && a.Addr(l)+uint64(a.Size) > c.lds {
			c.beyondLDS(e, a, l)
		}
	})
}

// strays looks for accesses of global memory after which the run goes on and should not.
func (c *boundsCheck) strays(e *sim.Event, list []sim.Access) {
	eachLane(list, func(a *sim.Access, l int) {
		if a.Space != sim.SpaceGlobal {
			return
		}
		fault := e.Registers.Stray(a.Addr(l), a.Size, a.Write)
		if fault == nil {
			return
		}
		at := originOf(e, a.Lane(l))
		at.addr, at.inst = a.Inst-(e.Addr-e.CodeAddr), c.s.facts.byAddr[a.Inst].inst
		c.s.report("bounds", at, origin{}, scope{addr: fault.Addr, size: uint8(fault.Size)}, func() detail {
			d := describeFault(fault)
			d.message += "; a card would go on"
			d.roots, d.cause = []rootKey{{rootBuffer, d.rule, fault.Addr &^ (sim.PageSize - 1)}}, at.addr
			if !a.Write {
				d.victims = []uint64{at.addr}
			}
			return d
		})
	})
}

// describeFault puts an access that is not allowed into words.
func describeFault(f *sim.Fault) detail {
	if f.Fixed != "" {
		return detail{rule: ruleProtected, message: f.Error(), advice: "correct the address"}
	}
	return detail{rule: ruleMemory, message: f.Error(), advice: "correct the address, or make the buffer larger"}
}

// wraps looks for offsets beyond 32 bits among the accesses that the range check of a buffer
// dropped: the sum of voffset and the instruction's offset would have another meaning if it
// wrapped. It ignores buffers that are addressed by index.
func (c *boundsCheck) wraps(e *sim.Event) {
	if len(e.Dropped) == 0 || e.Dropped[0].Space != sim.SpaceGlobal || !e.Inst.Mods.Set.Has(isa.ModOffen) || e.Inst.Mods.Set.Has(isa.ModIdxen) {
		return
	}
	buffer := resourceOf(e)
	base := buffer
	for i := range e.Inst.Row.Operands {
		if e.Inst.Row.Operands[i].Name == "soffset" {
			base += uint64(uint32(e.Registers.OperandValue(e.Inst, i)))
		}
	}
	eachLane(e.Dropped, func(a *sim.Access, l int) {
		offset := a.Addr(l) - base
		if a.Space != sim.SpaceGlobal || offset>>32 == 0 {
			return
		}
		c.report(e, a.Lane(l), func() detail {
			return detail{rule: ruleVOffset, roots: []rootKey{{kind: rootBuffer, at: buffer}}, message: fmt.Sprintf("has voffset %#x, which with offset:%d goes beyond 32 bits: it is out of range, and would be at %#x if the sum wrapped",
				offset-uint64(e.Inst.Mods.Offset), e.Inst.Mods.Offset, uint32(offset)),
				advice: "add the offset to voffset, or keep voffset from being negative"}
		})
	})
}

func (c *boundsCheck) beyondLDS(e *sim.Event, a *sim.Access, l int) {
	at := originOf(e, a.Lane(l))
	at.addr, at.inst = a.Inst-(e.Addr-e.CodeAddr), c.s.facts.byAddr[a.Inst].inst
	addr := a.Addr(l)
	c.s.report("bounds", at, origin{}, ldsScope(addr, a.Size), func() detail {
		what, effect := "reads", "0 is read instead"
		if a.Write {
			what, effect = "writes", "the write is dropped"
		}
		if has := uint64(e.Registers.LDSBytes()); addr+uint64(a.Size) <= has {
			effect = fmt.Sprintf("it works because %d are allocated in steps", has)
		}
		return detail{
			rule:    ruleLDS,
			roots:   []rootKey{{kind: rootBuffer}},
			message: fmt.Sprintf("%s %d bytes of LDS at %#x, but the workgroup has %d bytes: %s", what, a.Size, addr, c.lds, effect),
			advice:  "correct the address, or raise .amdhsa_group_segment_fixed_size or the dynamic LDS of the launch",
		}
	})
}

// scalarAddress checks the address of a scalar access; the hardware ignores its low two bits (facts
// isa/semantics.md §5).
func (c *boundsCheck) scalarAddress(e *sim.Event) {
	low := uint64(e.Inst.Mods.Offset)
	base, found := isa.Reg(0), false
	for i := range e.Inst.Row.Operands {
		o := &e.Inst.Args[i]
		switch e.Inst.Row.Operands[i].Name {
		case "sbase":
			base, found = o.Reg(), o.Kind == isa.KindReg
		case "soffset", "offset":
			switch o.Kind {
			case isa.KindReg:
				low += uint64(e.Registers.Scalar(o.Reg()))
			case isa.KindImm:
				low += uint64(o.Imm())
			case isa.KindInline, isa.KindLiteral:
				low += uint64(o.Val)
			}
		}
	}
	if !found {
		return
	}
	if low += uint64(e.Registers.Scalar(base)); low%4 == 0 {
		return
	}
	c.report(e, -1, func() detail {
		return detail{rule: ruleAlignment, message: fmt.Sprintf("accesses an address with the low bits %d: they are ignored, and the dword below is accessed", low%4),
			advice: "align the address, or load with a vector instruction"}
	})
}

// bufferBounds is the check bounds-buffer.
type bufferBounds struct{ s *Sanitizer }

func newBufferBounds(s *Sanitizer) check { return &bufferBounds{s} }

func (c *bufferBounds) landed(*sim.Event, *facts) {}
func (c *bufferBounds) waveStarted(_, _ int)      {}
func (c *bufferBounds) waveEnded(_, _ int)        {}

func (c *bufferBounds) executed(e *sim.Event, _ *facts) {
	if len(e.Dropped) == 0 || e.Dropped[0].Space != sim.SpaceGlobal {
		return
	}
	a := &e.Dropped[0]
	c.s.report("bounds-buffer", originOf(e, a.Lane(bits.TrailingZeros64(a.Lanes))), origin{}, scope{lanes: a.Lanes}, func() detail {
		rule, what := ruleLoads, "loads"
		if a.Write {
			rule, what = ruleStores, "stores"
		}
		return detail{rule: rule, roots: []rootKey{{rootBuffer, rule, resourceOf(e)}}, message: fmt.Sprintf("%s %d bytes outside the range of its buffer resource: the hardware skips them", what, a.Size),
			advice: "if this is not intended, correct num_records or the offset"}
	})
}

// resourceOf is the address in the buffer resource of an instruction, 0 if it has none.
func resourceOf(e *sim.Event) uint64 {
	for i := range e.Inst.Row.Operands {
		if e.Inst.Row.Operands[i].Name == "srsrc" {
			r := e.Inst.Args[i].Reg()
			words := uint64(e.Registers.Scalar(r+1))<<48 | uint64(e.Registers.Scalar(r))<<16
			return uint64(int64(words) >> 16)
		}
	}
	return 0
}

// Failed reports the error that ended a run, as Device.Run returned it, if it is an illegal access
// and the bounds check is on.
func (s *Sanitizer) Failed(err error) {
	on := false
	for _, row := range s.rows {
		on = on || row.name == "bounds"
	}
	var at *sim.RunError
	if !on || !errors.As(err, &at) {
		return
	}
	inst, ok := s.instAt(at.Addr)
	if !ok {
		return
	}
	from := origin{addr: at.Addr, inst: inst, workgroup: int32(at.Workgroup), wave: int8(at.Wave), lane: -1}
	if reg := (*sim.RegisterError)(nil); errors.As(err, &reg) {
		s.report("bounds", from, origin{}, scope{}, func() detail { return detail{rule: ruleRegister, message: reg.Problem(), advice: reg.Advice()} })
		return
	}
	var access *sim.AccessError
	if !errors.As(err, &access) {
		return
	}
	from.lane = int8(access.Lane)
	s.report("bounds", from, origin{}, scope{}, func() detail {
		d := detail{rule: ruleOther, message: access.Err.Error(), advice: "correct the address", cause: at.Addr}
		if fault := (*sim.Fault)(nil); errors.As(access, &fault) {
			d = describeFault(fault)
			d.cause = at.Addr
		} else if scratch := (*sim.ScratchFault)(nil); errors.As(access, &scratch) {
			d.rule = ruleScratch
		}
		return d
	})
}

// instAt decodes the instruction at an address of the code object.
func (s *Sanitizer) instAt(addr uint64) (*isa.Inst, bool) {
	for _, section := range s.object.Sections {
		if offset := addr - section.Addr; section.Flags&elf.SHF_EXECINSTR != 0 && offset < uint64(len(section.Data)) {
			inst, err := s.target.Decode(section.Data[offset:])
			return &inst, err == nil
		}
	}
	return nil, false
}
