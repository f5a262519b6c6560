package isa

import (
	"fmt"
	"strings"
)

// mismatch says why a row does not fit a statement. The row that fits
// furthest explains the error to the user.
type mismatch struct {
	ok       bool
	row      *Row
	score    int
	pos, end int
	msg      string
}

// match tries to read the words as operands of row.
func (p *parser) match(row *Row, inst *Inst) mismatch {
	*inst = row.NewInst()
	next := 0
	fail := func(score, pos, end int, msg string) mismatch {
		return mismatch{row: row, score: score, pos: pos, end: end, msg: msg}
	}
	if m, ok := p.matchMods(row, inst); !ok {
		m.score = p.n // operands may be wrong too; they then explain it
		if m2 := p.matchOperands(row, inst, &next); m2.row != nil {
			return m2
		}
		return m
	}
	if m := p.matchOperands(row, inst, &next); m.row != nil {
		return m
	}
	if next < p.n {
		w := &p.ops[next]
		return fail(next, int(w.pos), int(w.end), "one operand too many")
	}
	return mismatch{ok: true}
}

func (p *parser) matchOperands(row *Row, inst *Inst, next *int) mismatch {
	for i := range row.Operands {
		spec := &row.Operands[i]
		if spec.Class == ClassVCC {
			inst.Args[i] = R(VCCLo, 2)
			switch {
			case *next < p.n && p.ops[*next].isVCC():
				*next++
			case !row.vccOptional():
				pos, end := len(p.s), len(p.s)
				if *next < p.n {
					pos, end = int(p.ops[*next].pos), int(p.ops[*next].end)
				}
				return mismatch{row: row, score: *next, pos: pos, end: end, msg: "expected vcc"}
			}
			continue
		}
		if *next >= p.n {
			if spec.Class == ClassSMOFF {
				inst.Args[i] = Imm(0)
				continue
			}
			return mismatch{row: row, score: *next, pos: len(p.s), end: len(p.s), msg: fmt.Sprintf("operand %s is missing", spec.Name)}
		}
		w := &p.ops[*next]
		arg, msg := spec.convert(row, w, &p.mods)
		if msg != "" {
			return mismatch{row: row, score: *next, pos: int(w.pos), end: int(w.end), msg: msg}
		}
		inst.Args[i] = arg
		*next++
	}
	return mismatch{}
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
func (p *parser) matchMods(row *Row, inst *Inst) (mismatch, bool) {
	accepted := row.Mods
	if accepted.Has(ModDPP64) {
		accepted |= ModDPP.bit()
	}
	if extra := p.given &^ accepted; extra != 0 {
		for m := range numModifiers {
			if extra.Has(m) {
				msg := fmt.Sprintf("%s is not a modifier of %s", p.modText(m), row.Mnemonic)
				return mismatch{row: row, pos: int(p.modPos[m]), end: int(p.modEnd[m]), msg: msg}, false
			}
		}
	}
	if missing := row.Need &^ p.given; missing != 0 {
		for m := range numModifiers {
			if missing.Has(m) {
				return mismatch{row: row, pos: len(p.s), end: len(p.s), msg: "this form needs the modifier " + m.String()}, false
			}
		}
	}
	dpp := ModDPP.bit() | ModDPP64.bit()
	if row.Mods&dpp != 0 && p.given&dpp == 0 {
		return mismatch{row: row, pos: len(p.s), end: len(p.s), msg: "a DPP control is missing: quad_perm:, row_shl:, …"}, false
	}
	if p.given == 0 {
		return mismatch{}, true
	}
	inst.Mods.Set |= p.mods.Set
	for m := range numModifiers {
		if !p.given.Has(m) || oneBit.Has(m) {
			continue
		}
		if msg := p.takeMod(row, inst, m); msg != "" {
			return mismatch{row: row, pos: int(p.modPos[m]), end: int(p.modEnd[m]), msg: msg}, false
		}
	}
	return mismatch{}, true
}

func (p *parser) modText(m Modifier) string {
	s := p.s[p.modPos[m]:p.modEnd[m]]
	if i := strings.IndexByte(s, ':'); i >= 0 {
		return s[:i]
	}
	return s
}

// takeMod copies one modifier into inst if its value fits the row.
func (p *parser) takeMod(row *Row, inst *Inst, m Modifier) string {
	v := p.mods.get(m)
	switch m {
	case ModOffset:
		lo, hi := row.OffsetRange()
		if p.mods.Offset < lo || p.mods.Offset > hi {
			return fmt.Sprintf("offset %d is out of range: %d to %d for %s", p.mods.Offset, lo, hi, row.Op)
		}
	case ModDPP:
		if row.Mods.Has(ModDPP64) && (v < 0x150 || v > 0x15f) {
			return "64-bit instructions have no DPP control but row_newbcast"
		}
	case ModOpSel:
		n := p.listed[m]
		if n > row.OpSelLen {
			return fmt.Sprintf("op_sel of %s has %d elements", row.Op, row.OpSelLen)
		}
		if row.Enc == EncVOP3A && n == row.OpSelLen {
			v = v&(1<<(n-1)-1) | v>>(n-1)<<3
		}
	case ModOpSelHi, ModNegLo, ModNegHi, ModNeg:
		most := row.Sources
		if row.Enc == EncPX2 {
			most = row.OpSelLen
		}
		if p.listed[m] > most {
			return fmt.Sprintf("%s of %s has %d elements", m, row.Op, most)
		}
	}
	inst.Mods.set(m, v)
	return ""
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

// convert turns a word into an operand of the specification, or says why that
// is not possible.
func (spec *OperandSpec) convert(row *Row, w *word, mods *Mods) (Operand, string) {
	if w.flags != 0 {
		if msg := spec.checkFlags(row, w); msg != "" {
			return Operand{}, msg
		}
	}
	if w.fixed && w.kind == wordInt {
		return Imm(int32(w.val)), ""
	}
	switch w.kind {
	case wordReg:
		arg, msg := spec.register(w, mods)
		arg.Flags = w.flags
		return arg, msg
	case wordOff:
		if spec.Class != ClassOFF {
			return Operand{}, "off cannot stand here: expected " + spec.describe(row)
		}
		return Off, ""
	}
	switch spec.Class {
	case ClassSRC, ClassSSRC, ClassSOFF, ClassAVI, ClassKLIT, ClassVX:
		arg, msg := spec.constant(row, w)
		arg.Flags = w.flags
		if spec.NegBit == 0 && spec.AbsBit == 0 {
			arg.Flags &^= Neg | Abs // folded into the number
		}
		return arg, msg
	case ClassLABEL:
		if w.kind == wordExpr {
			return Operand{Kind: KindExpr, Val: uint32(w.val)}, ""
		}
		return spec.number(row, w, -0x8000, 0xffff)
	case ClassSIMM, ClassWAITCNT, ClassHWREG, ClassSENDMSG:
		return spec.number(row, w, -0x8000, 0xffff)
	case ClassGPRIDX, ClassUIMM:
		return spec.number(row, w, 0, 1<<min(spec.Width, spec.gprIdxBits())-1)
	case ClassSMOFF:
		lo, hi := row.smemRange()
		return spec.number(row, w, int64(lo), int64(hi))
	}
	return Operand{}, "expected " + spec.describe(row)
}

// gprIdxBits: gpr_idx masks have four bits, whatever their field.
func (spec *OperandSpec) gprIdxBits() uint8 {
	if spec.Class == ClassGPRIDX && spec.Width == 8 {
		return 4
	}
	return spec.Width
}

func (spec *OperandSpec) number(row *Row, w *word, lo, hi int64) (Operand, string) {
	switch {
	case w.kind == wordExpr:
		return Operand{}, "expected a number that is known here"
	case w.kind != wordInt:
		return Operand{}, "expected " + spec.describe(row)
	case w.val < lo || w.val > hi:
		return Operand{}, fmt.Sprintf("%d is out of range: %d to %d", w.val, lo, hi)
	}
	v := int32(w.val)
	if spec.Class == ClassSIMM || spec.Class == ClassLABEL {
		v = int32(int16(v))
	}
	return Imm(v), ""
}

// checkFlags reports a source modifier that the operand does not have. A
// negated constant of a float operand becomes another constant instead.
func (spec *OperandSpec) checkFlags(row *Row, w *word) string {
	constant := w.kind == wordInt || w.kind == wordFloat
	fold := constant && spec.Type.isFloat() && (spec.Class == ClassSRC || spec.Class == ClassKLIT)
	switch {
	case w.flags&Sext != 0 && spec.SextBit == 0:
		return row.Mnemonic + " takes no sext() here"
	case w.flags&Neg != 0 && spec.NegBit == 0 && !fold:
		return row.Mnemonic + " takes no negation here"
	case w.flags&Abs != 0 && spec.AbsBit == 0 && !(fold && spec.NegBit == 0):
		return row.Mnemonic + " takes no absolute value here"
	}
	return ""
}

func (t Type) isFloat() bool {
	switch t {
	case TypeF32, TypeF16, TypeBF16, TypeF64, TypeV2F16, TypeV2BF16, TypeV2F32:
		return true
	}
	return false
}

// register checks a register against the specification.
func (spec *OperandSpec) register(w *word, mods *Mods) (Operand, string) {
	n := spec.length(mods)
	r := w.reg
	arg := R(r, int(n))
	wrong := Operand{}
	vector := r >= V0
	switch spec.Class {
	case ClassV:
		if !r.IsVGPR() {
			return wrong, fmt.Sprintf("expected %s", vectorText(spec.Class, n))
		}
	case ClassA:
		if !r.IsAGPR() {
			return wrong, fmt.Sprintf("expected %s", vectorText(spec.Class, n))
		}
	case ClassAV, ClassAVI:
		if !vector && (spec.Class == ClassAV || r < SharedBase) {
			return wrong, fmt.Sprintf("expected %s", vectorText(spec.Class, n))
		}
	case ClassVX:
		if !r.IsVGPR() && r < SharedBase {
			return wrong, fmt.Sprintf("expected %s", vectorText(ClassV, n))
		}
	case ClassSRC:
		if r.IsAGPR() {
			return wrong, "AGPRs cannot stand here"
		}
	default:
		if vector {
			return wrong, "expected " + scalarText(spec.Class, n)
		}
	}
	if w.dwords != n && w.dwords != 0 {
		return wrong, fmt.Sprintf("%s has %d bits, this operand has %d", registerText(w), 32*int(w.dwords), 32*int(n))
	}
	if vector {
		if n > 1 && r&1 != 0 && spec.Flags&FlagUnaligned == 0 {
			return wrong, fmt.Sprintf("register tuples start at an even register, %s does not", registerText(w))
		}
		return arg, ""
	}
	return spec.scalar(arg, w, n)
}

// scalar checks a scalar register: the class of the operand, alignment.
func (spec *OperandSpec) scalar(arg Operand, w *word, n uint8) (Operand, string) {
	r := arg.Reg()
	special := r >= SharedBase
	switch spec.Class {
	case ClassSRC, ClassSSRC, ClassSOFF, ClassSREG, ClassSMASK, ClassAVI, ClassVX:
		if special {
			if n > 2 && spec.Class != ClassAVI {
				return Operand{}, "expected " + scalarText(spec.Class, n)
			}
			return arg, ""
		}
	case ClassSDST, ClassSDSTX, ClassSDATA, ClassSBASE, ClassSRSRC, ClassSADDR:
		if special {
			return Operand{}, registerText(w) + " is a source, it cannot stand here"
		}
		if spec.Class == ClassSDSTX && r == M0 {
			return Operand{}, "m0 cannot stand here"
		}
		if spec.Class == ClassSDATA && (r == M0 || r == ExecLo || r == ExecHi) {
			return Operand{}, registerText(w) + " cannot be the data of a scalar memory instruction"
		}
		if spec.Class == ClassSADDR && r == ExecHi {
			return Operand{}, "exec_hi cannot be an address: its number means off"
		}
	default:
		return Operand{}, "expected " + vectorText(spec.Class, n)
	}
	if !scalarTuple(r, n) {
		align := min(4, n)
		return Operand{}, fmt.Sprintf("%s is not aligned: tuples of %d SGPRs start at a multiple of %d", registerText(w), n, align)
	}
	return arg, ""
}

func registerText(w *word) string { return string(appendReg(nil, w.reg, w.dwords)) }

// constant turns a number into an inline constant or a literal
// (facts isa/encodings.md §3, "Literal / inline selection rules").
func (spec *OperandSpec) constant(row *Row, w *word) (Operand, string) {
	literalOK := row.Traits&LiteralOK != 0 && spec.Class != ClassSOFF && spec.Class != ClassAVI || spec.Class == ClassKLIT
	if w.kind == wordExpr {
		if !literalOK {
			return Operand{}, "a symbol's value needs a literal, which " + row.Mnemonic + " cannot have"
		}
		return Operand{Kind: KindExpr, Val: uint32(w.val)}, ""
	}
	c, msg := spec.Type.constantBits(w, spec.NegBit == 0 && spec.AbsBit == 0)
	if msg != "" {
		return Operand{}, msg
	}
	if c.inline && !w.lit && spec.Class != ClassKLIT {
		if spec.Class == ClassVX {
			return Operand{}, "constants cannot stand here"
		}
		return Operand{Kind: KindInline, Val: c.code}, ""
	}
	if !literalOK {
		return Operand{}, row.Mnemonic + " cannot have a literal, and this is no inline constant (-16 to 64, 0.5, 1.0, 2.0, 4.0, their negatives, 1/(2*pi))"
	}
	return Literal(c.literal), ""
}
