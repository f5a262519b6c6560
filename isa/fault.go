package isa

import (
	"fmt"
	"strings"
)

// fault is why a word or a modifier does not fit a row. It becomes text only
// when no row fits.
type fault uint8

const (
	faultNone fault = iota
	faultMissing
	faultTooMany
	faultVCC
	faultKind
	faultLength
	faultOdd
	faultAlign
	faultReserved
	faultSext
	faultNeg
	faultAbs
	faultSymbolic
	faultSymbolLiteral
	faultRange
	faultLiteral
	faultTooWide
	faultFloatRange
	faultFloatInt
	faultSigned64
	faultModifier
	faultNeeds
	faultNoDPP
	faultOffset
	faultDPP64
	faultList
)

// place returns the columns of the fault.
func (p *parser) place(m mismatch) (pos, end int) {
	switch {
	case m.fault >= faultModifier && p.given.Has(m.mod) && m.fault != faultNeeds && m.fault != faultNoDPP:
		return int(p.modPos[m.mod]), int(p.modEnd[m.mod])
	case m.word != nil:
		return int(m.word.pos), int(m.word.end)
	}
	return len(p.s), len(p.s) + 1
}

// text describes the fault.
func (p *parser) text(m mismatch) string {
	row, spec, w := m.row, m.spec, m.word
	switch m.fault {
	case faultMissing:
		return fmt.Sprintf("operand %s is missing: %s", spec.Name, spec.describe(row))
	case faultTooMany:
		return "one operand too many"
	case faultVCC:
		return "expected vcc"
	case faultKind:
		return "expected " + spec.describe(row)
	case faultLength:
		return fmt.Sprintf("%s has %d bits, this operand has %d", registerText(w), 32*int(w.dwords), 32*int(spec.length(&p.mods)))
	case faultOdd:
		if spec.Flags&FlagEven != 0 {
			return fmt.Sprintf("%s wants an even register, %s is odd", row.Mnemonic, registerText(w))
		}
		return fmt.Sprintf("register tuples start at an even register, %s does not", registerText(w))
	case faultAlign:
		n := spec.length(&p.mods)
		return fmt.Sprintf("%s is not aligned: %d SGPRs start at a multiple of %d", registerText(w), n, min(4, n))
	case faultReserved:
		return registerText(w) + " cannot stand here"
	case faultSext:
		return row.Mnemonic + " takes no sext() here"
	case faultNeg:
		return row.Mnemonic + " takes no negation here"
	case faultAbs:
		return row.Mnemonic + " takes no absolute value here"
	case faultSymbolic:
		return "expected a number that is known here"
	case faultSymbolLiteral:
		return "a symbol's value needs a literal, which " + row.Mnemonic + " cannot have"
	case faultRange:
		lo, hi := spec.numberRange(row)
		return fmt.Sprintf("%d is out of range: %d to %d", w.val, lo, hi)
	case faultLiteral:
		return row.Mnemonic + " cannot have a literal, and this is no inline constant (-16 to 64, 0.5, 1.0, 2.0, 4.0, their negatives, 1/(2*pi))"
	case faultTooWide:
		return tooWideText(spec, w)
	case faultFloatRange:
		return fmt.Sprintf("%v is too large or too small for %d bits", w.float, min(spec.Type.bits(), 32))
	case faultFloatInt:
		return fmt.Sprintf("%v is no inline constant: %d-bit integers take only those floats", w.float, spec.Type.bits())
	case faultSigned64:
		return "a 64-bit integer takes no sign modifier here: write the number that is meant"
	}
	return p.modFaultText(m)
}

func tooWideText(spec *OperandSpec, w *word) string {
	v := fmt.Sprintf("%#x", uint64(w.val))
	if w.val < 0 {
		v = fmt.Sprint(w.val)
	}
	if spec.Type.bits() == 64 {
		return v + " does not fit in the 32 bits of a literal"
	}
	return fmt.Sprintf("%s does not fit in %d bits", v, spec.Type.bits())
}

func (p *parser) modFaultText(m mismatch) string {
	row := m.row
	switch m.fault {
	case faultModifier:
		return fmt.Sprintf("%s is not a modifier of %s", p.modText(m.mod), row.Mnemonic)
	case faultNeeds:
		return "this form needs the modifier " + m.mod.String()
	case faultNoDPP:
		return "a DPP control is missing: quad_perm:, row_shl:, …"
	case faultOffset:
		lo, hi := row.OffsetRange()
		return fmt.Sprintf("offset %d is out of range: %d to %d for %s", p.mods.Offset, lo, hi, row.Op)
	case faultDPP64:
		return "64-bit instructions have no DPP control but row_newbcast"
	case faultList:
		return fmt.Sprintf("%s of %s has %d elements", m.mod, row.Op, row.listLen(m.mod))
	}
	panic(fmt.Sprintf("BUG: no text for fault %d", m.fault))
}

// modText returns the modifier's name as it was written.
func (p *parser) modText(m Modifier) string {
	name, _, _ := strings.Cut(p.s[p.modPos[m]:p.modEnd[m]], ":")
	return name
}

func registerText(w *word) string { return string(appendReg(nil, w.reg, w.dwords)) }
