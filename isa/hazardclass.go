package isa

// Classes returns the classes of an instruction of the target.
func (t *Target) Classes(inst *Inst) ClassSet {
	table := t.hazards
	s := table.sets[table.setOf[t.rowIndex(inst.Row)]]
	for i := range conditionalClasses {
		c := &conditionalClasses[i]
		if s.Has(c.id) && !c.holds(inst) {
			s &^= 1 << c.id
		}
	}
	return s
}

// rowIndex returns the place of a row in the table.
func (t *Target) rowIndex(row *Row) int {
	b := t.byOp[row.Op]
	for i := b.first; i < b.first+b.n; i++ {
		if &t.rows[i] == row {
			return int(i)
		}
	}
	panic("BUG: " + row.Mnemonic + " is not a row of " + t.Chip.Name)
}

// conditionalClass is a class that depends on more than the row.
type conditionalClass struct {
	id    ClassID
	holds func(*Inst) bool
}

// partialWrite: SDWA into a byte or word, VOP3 into the high half (hazards.md
// §2). Conversions that write one byte number it by elements 2 and 3 of op_sel.
func (inst *Inst) partialWrite() bool {
	const dword = 6
	if inst.Row.Mods.Has(ModDstSel) {
		return inst.Mods.DstSel != dword
	}
	return inst.DstHigh()
}

func (inst *Inst) oddByte() bool { return inst.Mods.OpSel>>2&1 != 0 }

// plainSOffset: with a scalar register as soffset the store's data is read in
// time (hazards.md §2, "buffer form with SGPR soffset").
func (inst *Inst) plainSOffset() bool {
	for k := range inst.Row.Operands {
		if inst.Row.Operands[k].Class == ClassSOFF {
			return inst.Args[k].Kind != KindReg
		}
	}
	return true
}

// Hardware registers of hwreg(…), and the bit of MODE that skips vector
// instructions (facts isa/encodings.md, "hwreg").
const (
	hwregMode    = 1
	hwregTrapSts = 3
	modeVSkip    = 28
)

func (inst *Inst) setsTrapSts() bool {
	id, _, _ := inst.hwregField()
	return id == hwregTrapSts
}

func (inst *Inst) setsVSkip() bool {
	id, lo, width := inst.hwregField()
	return id == hwregMode && lo <= modeVSkip && modeVSkip < lo+width
}

// hwregField returns the hardware register that the instruction names, and the
// bits of it; -1 if it names none.
func (inst *Inst) hwregField() (id, lo, width int) {
	for k := range inst.Row.Operands {
		if inst.Row.Operands[k].Class == ClassHWREG {
			v := int(inst.Args[k].Val)
			return v & 63, v >> 6 & 31, v>>11&31 + 1
		}
	}
	return -1, 0, 0
}

// hwreg returns the hardware register that the instruction gets or sets, or -1.
func (inst *Inst) hwreg() int {
	if inst.Row.Op == S_SETVSKIP {
		return hwregMode
	}
	id, _, _ := inst.hwregField()
	return id
}
