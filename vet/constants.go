package vet

import "heddle/isa"

// constants are the scalar registers whose value is known, and the lanes of VGPRs that scalars are saved in.
type constants struct {
	known  map[isa.Reg]uint32
	lanes  map[savedLane]uint32
	carry  uint32 // SCC
	hasSCC bool
}

// savedLane is a lane of a VGPR.
type savedLane struct {
	reg  isa.Reg
	lane uint32
}

func newConstants() constants {
	return constants{known: map[isa.Reg]uint32{}, lanes: map[savedLane]uint32{}}
}

// forget takes registers as not known, those of a lane that is written excepted.
func (c *constants) forget(writes *isa.RegSet, except savedLane) {
	for r := range c.known {
		if writes.Has(r) {
			delete(c.known, r)
		}
	}
	for l := range c.lanes {
		if writes.Has(l.reg) && (l.reg != except.reg || l.lane == except.lane) {
			delete(c.lanes, l)
		}
	}
	if writes.Has(isa.SCC) {
		c.hasSCC = false
	}
}

// value returns the value of one dword of a scalar operand.
func (c *constants) value(o *isa.Operand, dword int) (uint32, bool) {
	switch o.Kind {
	case isa.KindReg:
		v, ok := c.known[o.Reg()+isa.Reg(dword)]
		return v, ok
	case isa.KindLiteral:
		if dword > 0 {
			return 0, true
		}
		return o.Val, true
	case isa.KindInline:
		// 128 to 192 are 0 to 64, 193 to 208 are -1 to -16 (facts isa/encodings.md §3).
		v := int64(o.Val) - 128
		if v > 64 {
			v = 64 - v
		}
		if v >= -16 {
			return uint32(v >> (32 * dword)), true
		}
	case isa.KindImm:
		return o.Val, dword == 0
	}
	return 0, false
}

// execute follows an instruction of waves with so many lanes.
func (c *constants) execute(n *node, lanes int) {
	inst := &n.inst
	if writesIndexed(inst) {
		*c = newConstants()
	}
	var a, b [2]uint32
	var hasA, hasB bool
	if len(inst.Row.Operands) > 1 {
		a[0], hasA = c.value(&inst.Args[1], 0)
		if hi, ok := c.value(&inst.Args[1], 1); ok {
			a[1] = hi
		} else if inst.Row.Op == isa.S_MOV_B64 {
			hasA = false
		}
	}
	if len(inst.Row.Operands) > 2 {
		b[0], hasB = c.value(&inst.Args[2], 0)
	}
	carry, hasSCC := c.carry, c.hasSCC
	writes := inst.Writes()
	saved := savedLane{}
	if inst.Row.Op == isa.V_WRITELANE_B32 && hasB {
		saved = savedLane{inst.Args[0].Reg(), b[0] % uint32(lanes)}
	}
	c.forget(&writes, saved)
	if inst.Args[0].Kind != isa.KindReg {
		return
	}
	d := inst.Args[0].Reg()
	add := func(x, y, more uint64) {
		sum := x + y + more
		c.known[d] = uint32(sum)
		c.carry, c.hasSCC = uint32(sum>>32)&1, true
	}
	switch inst.Row.Op {
	case isa.S_GETPC_B64:
		c.known[d], c.known[d+1] = uint32(n.next()), uint32(n.next()>>32)
	case isa.V_WRITELANE_B32:
		if hasA && hasB {
			c.lanes[saved] = a[0]
		}
	case isa.V_READLANE_B32:
		if x, ok := c.lanes[savedLane{inst.Args[1].Reg(), b[0] % uint32(lanes)}]; ok && hasB {
			c.known[d] = x
		}
	case isa.S_MOV_B32:
		if hasA {
			c.known[d] = a[0]
		}
	case isa.S_MOV_B64:
		if hasA {
			c.known[d], c.known[d+1] = a[0], a[1]
		}
	case isa.S_MOVK_I32:
		if hasA {
			c.known[d] = uint32(int32(int16(a[0])))
		}
	case isa.S_ADD_U32:
		if hasA && hasB {
			add(uint64(a[0]), uint64(b[0]), 0)
		}
	case isa.S_ADDC_U32:
		if hasA && hasB && hasSCC {
			add(uint64(a[0]), uint64(b[0]), uint64(carry))
		}
	case isa.S_SUB_U32:
		if hasA && hasB {
			add(uint64(a[0]), -uint64(b[0]), 0)
		}
	case isa.S_SUBB_U32:
		if hasA && hasB && hasSCC {
			add(uint64(a[0]), -uint64(b[0]), -uint64(carry))
		}
	}
}

// writesIndexed reports whether an instruction writes a register that only the run tells, or lets others
// do so.
func writesIndexed(inst *isa.Inst) bool {
	switch inst.Row.Op {
	case isa.S_SET_GPR_IDX_ON, isa.S_MOVRELD_B32, isa.S_MOVRELD_B64:
		return true
	}
	return false
}
