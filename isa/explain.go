package isa

import (
	"fmt"
	"sort"
	"strings"
)

// explain makes the error of a statement that no row fits.
func (p *parser) explain(m mismatch) *SyntaxError {
	pos, end := p.place(m)
	err := &SyntaxError{Pos: pos, End: end, Msg: p.text(m)}
	return p.withForms(err)
}

// withForms adds the accepted operand lists to an error that has no notes of
// its own.
func (p *parser) withForms(err *SyntaxError) *SyntaxError {
	if len(err.Notes) > 0 {
		return err
	}
	const most = 6
	seen := map[string]bool{}
	for i := range p.rows {
		row := &p.rows[i]
		if !p.suffixFits(row) {
			continue
		}
		if s := row.Syntax(); !seen[s] && len(err.Notes) < most {
			seen[s] = true
			err.Notes = append(err.Notes, "accepted: "+s)
		}
	}
	return err
}

// Syntax returns the row as a line of assembly with a description in place of
// each operand.
func (row *Row) Syntax() string {
	var b strings.Builder
	b.WriteString(row.Mnemonic)
	for i := range row.Operands {
		if i > 0 {
			b.WriteByte(',')
		}
		b.WriteByte(' ')
		o := &row.Operands[i]
		if o.Class == ClassOFF || o.Class == ClassVCC {
			b.WriteString(o.describe(row))
			continue
		}
		fmt.Fprintf(&b, "<%s: %s>", o.Name, o.describe(row))
	}
	for m := range numModifiers {
		if row.Need.Has(m) {
			b.WriteString(" " + m.String())
		}
	}
	for m := range numModifiers {
		if row.Mods.Has(m) && !row.Need.Has(m) {
			b.WriteString(" [" + m.String() + "]")
		}
	}
	return b.String()
}

// describe returns what an operand may be.
func (spec *OperandSpec) describe(row *Row) string {
	n := spec.Dwords
	literal := ""
	if row.Traits&LiteralOK != 0 {
		literal = ", literal"
	}
	switch spec.Class {
	case ClassV, ClassA, ClassAV, ClassVX:
		if spec.Flags&(FlagByCBSZ|FlagByBLGP) != 0 {
			return "VGPR or AGPR tuple of 8, 6 or 4 by format"
		}
		return vectorText(spec.Class, n)
	case ClassAVI:
		return vectorText(spec.Class, n) + " or inline constant"
	case ClassSRC:
		return fmt.Sprintf("VGPR%s, SGPR%s, inline constant%s", tuple(n), tuple(n), literal)
	case ClassSSRC:
		return fmt.Sprintf("SGPR%s, inline constant%s", tuple(n), literal)
	case ClassSOFF:
		return "SGPR or inline constant"
	case ClassOFF:
		return "off"
	case ClassVCC:
		return "vcc"
	case ClassSIMM:
		return "16-bit number"
	case ClassUIMM:
		return fmt.Sprintf("number of %d bits", spec.Width)
	case ClassSMOFF:
		lo, hi := row.smemRange()
		return fmt.Sprintf("byte offset from %#x to %#x", lo, hi)
	case ClassLABEL:
		return "label, or distance in dwords"
	case ClassHWREG:
		return "hwreg(NAME, offset, size)"
	case ClassGPRIDX:
		return "gpr_idx(SRC0,SRC1,SRC2,DST)"
	case ClassSENDMSG:
		return "sendmsg(NAME, OP, STREAM)"
	case ClassWAITCNT:
		return "vmcnt(n) expcnt(n) lgkmcnt(n)"
	case ClassKLIT:
		return "32-bit number"
	}
	return scalarText(spec.Class, n)
}

func tuple(n uint8) string {
	if n <= 1 {
		return ""
	}
	return fmt.Sprintf("[%d]", n)
}

func vectorText(c Class, n uint8) string {
	switch c {
	case ClassA:
		return "AGPR" + tuple(n)
	case ClassAV, ClassAVI:
		return fmt.Sprintf("VGPR%s or AGPR%s", tuple(n), tuple(n))
	}
	return "VGPR" + tuple(n)
}

func scalarText(c Class, n uint8) string {
	switch c {
	case ClassSDSTX:
		return "SGPR, not m0"
	case ClassSDATA:
		return fmt.Sprintf("SGPR%s, not m0 or exec", tuple(n))
	}
	return "SGPR" + tuple(n)
}

// suggest returns mnemonics of the target that look like name.
func (t *Target) suggest(name string) []string {
	var names []string
	for op := opNone + 1; op < numOps; op++ {
		if t.Has(op) {
			names = append(names, opNames[op])
		}
	}
	for suf := suffixE32; suf <= suffixDPP; suf++ {
		name = strings.TrimSuffix(name, suffixes[suf])
	}
	return Nearest(name, names, typos(name))
}

// typos returns the maximum edit distance between a mistyped word and a suggestion.
func typos(name string) int { return 1 + len(name)/6 }

// Nearest returns up to three of the names, those with the smallest edit distance to name, if that
// is at most limit.
func Nearest(name string, names []string, limit int) []string {
	const most = 3
	type near struct {
		name string
		d    int
	}
	var found []near
	for _, n := range names {
		if d := editDistance(name, n, limit); d <= limit && n != "" {
			found = append(found, near{n, d})
		}
	}
	sort.SliceStable(found, func(i, j int) bool { return found[i].d < found[j].d })
	var out []string
	for _, f := range found {
		if len(out) < most && f.d == found[0].d {
			out = append(out, f.name)
		}
	}
	return out
}

// editDistance returns the number of insertions, deletions and substitutions that turn a into b, or
// limit+1 if it is more than limit.
func editDistance(a, b string, limit int) int {
	const longest = 64 // no mnemonic is longer
	if len(a)-len(b) > limit || len(b)-len(a) > limit || len(a) > longest || len(b) > longest {
		return limit + 1
	}
	var row [longest + 1]int
	for j := range len(b) + 1 {
		row[j] = j
	}
	for i := range len(a) {
		diag := row[0]
		row[0] = i + 1
		for j := range len(b) {
			cost := diag
			if a[i] != b[j] {
				cost++
			}
			diag = row[j+1]
			row[j+1] = min(cost, row[j+1]+1, row[j]+1)
		}
	}
	return row[len(b)]
}
