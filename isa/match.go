package isa

// mismatch is why a row does not fit a statement. The row that fits furthest explains the error to
// the user.
type mismatch struct {
	row   *Row
	score int // operands that fit, times 4, and how near the next one is
	fault fault
	spec  *OperandSpec // nil if no operand is at fault
	word  *word        // nil at the end of the statement
	mod   Modifier     // of the faults of modifiers
}

// match tries to read the words as operands of row. The fault is 0 if it
// could.
func (p *parser) match(row *Row, inst *Inst) mismatch {
	*inst = row.NewInst()
	mods := p.matchMods(row, inst)
	operands := p.matchOperands(row, inst)
	operands.score *= 4
	switch {
	case operands.fault == 0 && mods.fault == 0:
	case operands.fault == 0:
		mods.score = 4*p.n + 1
		if mods.fault > faultNoDPP { // only a value is wrong
			mods.score++
		}
		return mods
	case mods.fault == 0 && operands.fault > faultKind: // nearly correct, where another row requires something else
		operands.score += 2
	}
	return operands
}

func (p *parser) matchOperands(row *Row, inst *Inst) mismatch {
	next := 0
	for i := range row.Operands {
		spec := &row.Operands[i]
		var w *word
		if next < p.n {
			w = &p.ops[next]
		}
		switch {
		case spec.Class == ClassVCC:
			inst.Args[i] = R(VCCLo, 2)
			switch {
			case w != nil && w.isVCC() && !(row.vccOptional() && p.n-next < len(row.Operands)-i):
				next++
			case !row.vccOptional():
				return mismatch{row: row, score: next, fault: faultVCC, spec: spec, word: w}
			}
		case w == nil && spec.Class == ClassSMOFF:
			inst.Args[i] = Imm(0)
		case w == nil:
			return mismatch{row: row, score: next, fault: faultMissing, spec: spec}
		default:
			arg, fault := spec.convert(row, w, &p.mods)
			if fault != 0 {
				return mismatch{row: row, score: next, fault: fault, spec: spec, word: w}
			}
			inst.Args[i] = arg
			next++
		}
	}
	if next < p.n {
		return mismatch{row: row, score: next, fault: faultTooMany, word: &p.ops[next]}
	}
	return mismatch{row: row, score: next}
}

func (w *word) isVCC() bool {
	return w.kind == wordReg && w.reg == VCCLo && w.dwords == 2 && w.flags == 0
}

// vccOptional: the short encodings with one vcc operand may leave it out, as
// in LLVM.
func (row *Row) vccOptional() bool {
	n := 0
	for i := range row.Operands {
		if row.Operands[i].Class == ClassVCC {
			n++
		}
	}
	return n == 1 && (row.Enc == EncVOP2 || row.Enc == EncVOPC)
}

// matchMods checks the given modifiers and takes them over.
func (p *parser) matchMods(row *Row, inst *Inst) mismatch {
	accepted := row.Mods
	if accepted.Has(ModDPP64) {
		accepted |= ModDPP.bit()
	}
	if extra := p.given &^ accepted; extra != 0 {
		return mismatch{row: row, fault: faultModifier, mod: extra.first()}
	}
	if missing := row.Need &^ p.given; missing != 0 {
		return mismatch{row: row, fault: faultNeeds, mod: missing.first()}
	}
	const dpp = ModSet(1<<ModDPP | 1<<ModDPP64)
	if row.Mods&dpp != 0 && p.given&dpp == 0 {
		return mismatch{row: row, fault: faultNoDPP}
	}
	if p.given == 0 {
		return mismatch{}
	}
	inst.Mods.Set |= p.mods.Set
	for rest := p.given &^ oneBit; rest != 0; rest &= rest - 1 {
		m := rest.first()
		if fault := p.takeMod(row, inst, m); fault != 0 {
			return mismatch{row: row, fault: fault, mod: m}
		}
	}
	return mismatch{}
}

// takeMod copies one modifier into inst if its value fits the row.
func (p *parser) takeMod(row *Row, inst *Inst, m Modifier) fault {
	v := p.mods.get(m)
	switch m {
	case ModOffset:
		if lo, hi := row.OffsetRange(); p.mods.Offset < lo || p.mods.Offset > hi {
			return faultOffset
		}
	case ModDPP:
		if row.Mods.Has(ModDPP64) && (v < DPPRowNewBcast || v > dppLast) {
			return faultDPP64
		}
	case ModOpSel:
		if p.listed[m] > row.OpSelLen {
			return faultList
		}
	case ModOpSelHi, ModNegLo, ModNegHi, ModNeg:
		if p.listed[m] > row.listLen(m) {
			return faultList
		}
	}
	inst.Mods.set(m, v)
	return 0
}

// listLen returns the number of elements of a modifier that is a list.
func (row *Row) listLen(m Modifier) uint8 {
	if m == ModOpSel || row.Enc == EncPX2 {
		return row.OpSelLen
	}
	return row.Sources
}

// OffsetRange returns the smallest and largest value of the row's offset
// modifier, in bytes.
func (row *Row) OffsetRange() (lo, hi int32) {
	switch row.Enc {
	case EncGLOBAL, EncSCRATCH:
		return -1 << 12, 1<<12 - 1
	case EncSMEM:
		return row.smemRange()
	case EncDS:
		return 0, 1<<16 - 1
	}
	return 0, 1<<12 - 1
}

// smemRange: signed 21 bits, but buffer offsets are not negative.
func (row *Row) smemRange() (lo, hi int32) {
	for i := range row.Operands {
		if o := &row.Operands[i]; o.Class == ClassSBASE && o.Dwords == 4 {
			return 0, 1<<20 - 1
		}
	}
	return -1 << 20, 1<<20 - 1
}

// convert turns a word into an operand of the specification, or reports why that is not possible.
func (spec *OperandSpec) convert(row *Row, w *word, mods *Mods) (Operand, fault) {
	if w.flags != 0 {
		if f := spec.checkFlags(row, w); f != 0 {
			return Operand{}, f
		}
	}
	switch w.kind {
	case wordReg:
		arg, f := spec.register(w, mods)
		arg.Flags = w.flags
		return arg, f
	case wordOff:
		if spec.Class != ClassOFF {
			return Operand{}, faultKind
		}
		return Off, 0
	}
	if w.fixed {
		return Imm(int32(w.val)), 0
	}
	switch spec.Class {
	case ClassSRC, ClassSSRC, ClassSOFF, ClassAVI, ClassKLIT, ClassVX:
		arg, f := spec.constant(row, w)
		arg.Flags |= w.flags
		if spec.NegBit == 0 && spec.AbsBit == 0 {
			arg.Flags &^= Neg | Abs // folded into the number
		}
		return arg, f
	case ClassLABEL:
		if w.kind == wordExpr {
			return Operand{Kind: KindExpr, Val: uint32(w.val)}, 0
		}
	}
	return spec.number(row, w)
}

// numberRange returns the range of a number with its own field.
func (spec *OperandSpec) numberRange(row *Row) (lo, hi int64) {
	switch spec.Class {
	case ClassSIMM, ClassLABEL, ClassWAITCNT:
		return -0x8000, 0xffff
	case ClassHWREG, ClassSENDMSG:
		return 0, 0xffff
	case ClassSMOFF:
		lo, hi := row.smemRange()
		return int64(lo), int64(hi)
	case ClassUIMM:
		return 0, 1<<spec.Width - 1
	case ClassGPRIDX: // a mask of four bits, whatever the field
		return 0, 15
	}
	return 0, -1
}

func (spec *OperandSpec) number(row *Row, w *word) (Operand, fault) {
	lo, hi := spec.numberRange(row)
	switch {
	case lo > hi || w.kind == wordFloat:
		return Operand{}, faultKind
	case w.kind == wordExpr:
		return Operand{}, faultSymbolic
	case w.val < lo || w.val > hi:
		return Operand{}, faultRange
	}
	v := int32(w.val)
	switch spec.Class {
	case ClassSIMM, ClassLABEL:
		v = int32(int16(v))
	case ClassWAITCNT:
		v = int32(uint16(v))
	}
	return Imm(v), 0
}

// checkFlags reports a source modifier that the operand does not have. A
// negated constant of a float operand becomes another constant instead.
func (spec *OperandSpec) checkFlags(row *Row, w *word) fault {
	constant := w.kind == wordInt || w.kind == wordFloat
	fold := constant && spec.NegBit == 0 && spec.Type.isFloat() && spec.Class == ClassSRC && row.Traits&(LiteralOK|LiteralMust) == LiteralOK
	switch {
	case w.flags&Sext != 0 && spec.SextBit == 0:
		return faultSext
	case w.flags&Neg != 0 && spec.NegBit == 0 && !fold:
		return faultNeg
	case w.flags&Abs != 0 && spec.AbsBit == 0 && !fold:
		return faultAbs
	}
	return 0
}

func (t Type) isFloat() bool {
	switch t {
	case TypeF32, TypeF16, TypeBF16, TypeF64, TypeV2F16, TypeV2BF16, TypeV2F32:
		return true
	}
	return false
}

// register checks a register against the specification.
func (spec *OperandSpec) register(w *word, mods *Mods) (Operand, fault) {
	n, r := spec.length(mods), w.reg
	if !spec.Class.takes(r) {
		return Operand{}, faultKind
	}
	if w.dwords != n && w.dwords != 0 {
		return Operand{}, faultLength
	}
	arg := R(r, int(n))
	if r >= V0 {
		if r&1 != 0 && (n > 1 && spec.Flags&FlagUnaligned == 0 || spec.Flags&FlagEven != 0) {
			return Operand{}, faultOdd
		}
		return arg, 0
	}
	if r >= SharedBase {
		switch {
		case n > 2:
			return Operand{}, faultKind
		case spec.Class == ClassSREG && !spec.statusBit(r):
			return Operand{}, faultReserved
		}
		return arg, 0
	}
	switch spec.Class {
	case ClassSDSTX:
		if r == M0 {
			return Operand{}, faultReserved
		}
	case ClassSDATA:
		if r == M0 || r == ExecLo || r == ExecHi {
			return Operand{}, faultReserved
		}
	case ClassSADDR:
		if spec.execAddress(r) {
			return Operand{}, faultReserved
		}
	}
	if !scalarTuple(r, n) {
		return Operand{}, faultAlign
	}
	return arg, 0
}

// execAddress reports whether r is EXEC where an address is wanted. The number
// of EXEC_HI means off.
func (spec *OperandSpec) execAddress(r Reg) bool {
	return r == ExecHi || r == ExecLo && spec.Dwords == 2
}

// statusBit reports whether the operand of a scalar register may be the special
// source r: the status bits and the wave id are 32-bit registers.
func (spec *OperandSpec) statusBit(r Reg) bool { return spec.Dwords == 1 && r >= PopsExitingWave }

// takes reports whether a register of r's file belongs to the class.
func (c Class) takes(r Reg) bool {
	special := r >= SharedBase && r < V0
	switch c {
	case ClassV:
		return r.IsVGPR()
	case ClassA:
		return r.IsAGPR()
	case ClassAV:
		return r >= V0
	case ClassAVI:
		return r >= SharedBase
	case ClassVX:
		return special || r.IsVGPR()
	case ClassSRC:
		return !r.IsAGPR()
	case ClassSSRC, ClassSOFF, ClassSREG, ClassSMASK:
		return r < V0
	case ClassSDST, ClassSDSTX, ClassSDATA, ClassSBASE, ClassSRSRC, ClassSADDR:
		return r < SharedBase
	}
	return false
}

// constant turns a number into an inline constant or a literal
// (facts isa/encodings.md §3, "Literal / inline selection rules").
func (spec *OperandSpec) constant(row *Row, w *word) (Operand, fault) {
	literalOK := row.Traits&LiteralOK != 0 && (spec.Class == ClassSRC || spec.Class == ClassSSRC) || spec.Class == ClassKLIT
	if w.kind == wordExpr {
		if !literalOK || !spec.takesSymbol() {
			return Operand{}, faultSymbolLiteral
		}
		return Operand{Kind: KindExpr, Val: uint32(w.val)}, 0
	}
	switch {
	case spec.Class == ClassVX:
		return Operand{}, faultKind
	case w.lit && w.kind == wordFloat && spec.Type == TypeI64: // a literal has 32 bits, and which would they be?
		return Operand{}, faultFloatInt
	}
	c, f := spec.Type.constantBits(w, spec.NegBit == 0 && spec.AbsBit == 0)
	arg := Literal(c.literal)
	if row.Traits&LiteralMust != 0 && w.kind == wordInt && w.flags == 0 {
		arg.Val = uint32(w.val) // v_madak_f16: not cut to 16 bits
	}
	switch {
	case f != 0:
		return Operand{}, f
	case c.inline && !w.lit && spec.Class != ClassKLIT:
		arg = Operand{Kind: KindInline, Val: c.code}
	case !literalOK:
		return Operand{}, faultLiteral
	}
	if c.rounded {
		arg.Flags = Rounded
	}
	return arg, 0
}

// takesSymbol: the value of a symbol is a number of 32 bits, no pair of floats.
func (spec *OperandSpec) takesSymbol() bool {
	return spec.Type.bits() == 32 && spec.Class != ClassKLIT && spec.Type != TypeV2F16 && spec.Type != TypeV2BF16
}
