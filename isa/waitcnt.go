package isa

// Waitcnt is the wait of an s_waitcnt: until each counter is at most the number here. A
// counter's largest number, such as MaxVMCount, waits for nothing.
type Waitcnt struct{ VM, LGKM, EXP int }

// NoWait is the Waitcnt that waits for nothing.
func NoWait() Waitcnt { return Waitcnt{MaxVMCount, MaxLGKMCount, MaxEXPCount} }

// UnpackWaitcnt decodes the simm16 of an s_waitcnt: vmcnt is in bits 3:0 and 15:14,
// expcnt in 6:4, lgkmcnt in 11:8 (facts isa/encodings.md §7).
func UnpackWaitcnt(simm16 uint16) Waitcnt {
	v := int(simm16)
	return Waitcnt{VM: v&15 | v>>14<<4, LGKM: v >> 8 & 15, EXP: v >> 4 & 7}
}

// Pack is the inverse of UnpackWaitcnt. Numbers above a counter's largest also wait for
// nothing.
func (w Waitcnt) Pack() uint16 {
	vm, lgkm, exp := min(w.VM, MaxVMCount), min(w.LGKM, MaxLGKMCount), min(w.EXP, MaxEXPCount)
	return uint16(vm&15 | vm>>4<<14 | lgkm<<8 | exp<<4)
}

// Waitcnt returns the wait of the instruction, an s_waitcnt.
func (inst *Inst) Waitcnt() Waitcnt { return UnpackWaitcnt(uint16(inst.Args[0].Val)) }

// Min returns the weakest wait that covers both w and v.
func (w Waitcnt) Min(v Waitcnt) Waitcnt {
	return Waitcnt{min(w.VM, v.VM), min(w.LGKM, v.LGKM), min(w.EXP, v.EXP)}
}

// Covers reports whether w waits for everything that v waits for.
func (w Waitcnt) Covers(v Waitcnt) bool { return w.VM <= v.VM && w.LGKM <= v.LGKM && w.EXP <= v.EXP }

// IsNop reports whether w waits for nothing.
func (w Waitcnt) IsNop() bool {
	return w.VM >= MaxVMCount && w.LGKM >= MaxLGKMCount && w.EXP >= MaxEXPCount
}
