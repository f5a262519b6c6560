package isa

import (
	"fmt"
	"strings"
)

// ExprFunc parses an expression in s from byte pos on. Parse calls it where
// an operand or a modifier's value is neither a register, a keyword nor a
// plain number. It stops at the first byte that cannot continue the
// expression.
type ExprFunc func(s string, pos int) (v ExprValue, end int, err *SyntaxError)

// ExprValue is the value of an expression: a number, or a handle by which the
// assembler finds its symbolic expression again.
type ExprValue struct {
	Absolute bool
	Val      int64
	Handle   uint32
}

// SyntaxError is a fault in an instruction statement. Pos and End are byte columns in the
// statement.
type SyntaxError struct {
	Pos, End int
	Msg      string
	Notes    []string // accepted forms, suggestions
}

func (e *SyntaxError) Error() string { return e.Msg }

// Parse reads one instruction statement: a mnemonic, its operands and
// modifiers, without label and comment.
func (t *Target) Parse(s string, expr ExprFunc) (Inst, *SyntaxError) {
	p := parser{t: t, s: s, expr: expr}
	return p.parse()
}

// parser holds one statement while it is read. First the words are read as
// far as they can be understood without knowing the row, then the rows of the
// mnemonic are tried in order.
type parser struct {
	t      *Target
	s      string
	pos    int
	expr   ExprFunc
	rows   []Row
	suffix suffix
	ops    [maxWords]word
	n      int
	mods   Mods
	given  ModSet
	listed [numModifiers]uint8 // elements given in op_sel and similar modifiers
	halves uint8               // of a format: 1 dfmt, 2 nfmt
	modPos [numModifiers]int32
	modEnd [numModifiers]int32
}

const maxWords = MaxArgs + 1 // one more, to notice it

// suffix is the encoding that the mnemonic requests.
type suffix uint8

const (
	suffixNone suffix = iota
	suffixE32
	suffixE64
	suffixSDWA
	suffixDPP
)

var suffixes = [...]string{suffixE32: "_e32", suffixE64: "_e64", suffixSDWA: "_sdwa", suffixDPP: "_dpp"}

func (p *parser) errorf(pos, end int, format string, args ...any) *SyntaxError {
	return &SyntaxError{Pos: pos, End: end, Msg: fmt.Sprintf(format, args...)}
}

func (p *parser) parse() (Inst, *SyntaxError) {
	p.skipSpace()
	if err := p.mnemonic(); err != nil {
		return Inst{}, err
	}
	if err := p.words(); err != nil {
		return Inst{}, p.withForms(err)
	}
	var inst Inst
	var worst mismatch
	for i := range p.rows {
		row := &p.rows[i]
		if !p.suffixFits(row) {
			continue
		}
		m := p.match(row, &inst)
		if m.fault == 0 {
			if err := p.validate(&inst); err != nil {
				return Inst{}, p.withForms(err)
			}
			return inst, nil
		}
		if worst.row == nil || m.score > worst.score {
			worst = m
		}
	}
	return Inst{}, p.explain(worst)
}

func (p *parser) skipSpace() {
	for p.pos < len(p.s) && (p.s[p.pos] == ' ' || p.s[p.pos] == '\t') {
		p.pos++
	}
}

func (p *parser) peek() byte {
	if p.pos < len(p.s) {
		return p.s[p.pos]
	}
	return 0
}

// identEnd returns where the identifier at pos ends.
func identEnd(s string, pos int) int {
	for pos < len(s) && identByte[s[pos]] {
		pos++
	}
	return pos
}

// identByte are the bytes of identifiers, in symbols as in mnemonics.
var identByte = [256]bool{
	'a': true, 'b': true, 'c': true, 'd': true, 'e': true, 'f': true, 'g': true, 'h': true, 'i': true, 'j': true, 'k': true, 'l': true, 'm': true,
	'n': true, 'o': true, 'p': true, 'q': true, 'r': true, 's': true, 't': true, 'u': true, 'v': true, 'w': true, 'x': true, 'y': true, 'z': true,
	'A': true, 'B': true, 'C': true, 'D': true, 'E': true, 'F': true, 'G': true, 'H': true, 'I': true, 'J': true, 'K': true, 'L': true, 'M': true,
	'N': true, 'O': true, 'P': true, 'Q': true, 'R': true, 'S': true, 'T': true, 'U': true, 'V': true, 'W': true, 'X': true, 'Y': true, 'Z': true,
	'0': true, '1': true, '2': true, '3': true, '4': true, '5': true, '6': true, '7': true, '8': true, '9': true,
	'_': true, '.': true, '$': true, '@': true,
}

// mnemonic reads the first word and finds its rows.
func (p *parser) mnemonic() *SyntaxError {
	start := p.pos
	p.pos = identEnd(p.s, p.pos)
	name := p.s[start:p.pos]
	if name == "" {
		return p.errorf(start, start+1, "expected an instruction")
	}
	if p.pos < len(p.s) && p.s[p.pos] != ' ' && p.s[p.pos] != '\t' {
		return p.errorf(p.pos, p.pos+1, "unexpected %q after the mnemonic", p.s[p.pos])
	}
	name = strings.ToLower(name)
	op, suf, ok := lookupMnemonic(name)
	if !ok {
		err := p.errorf(start, p.pos, "unknown instruction %s", name)
		if s := p.t.suggest(name); len(s) > 0 {
			err.Notes = []string{"did you mean " + strings.Join(s, ", ") + "?"}
		}
		return err
	}
	p.rows, p.suffix = p.t.RowsOf(op), suf
	if len(p.rows) == 0 {
		elsewhere := ""
		if chips := ChipsWith(op); len(chips) > 0 {
			elsewhere = ": it is an instruction of " + strings.Join(chips, " and ")
		}
		return p.errorf(start, p.pos, "%s is not supported on %s%s", op, p.t.Chip.Name, elsewhere)
	}
	for i := range p.rows {
		if p.suffixFits(&p.rows[i]) {
			return nil
		}
	}
	err := p.errorf(start, p.pos, "%s has no %s encoding", op, strings.TrimPrefix(suffixes[suf], "_"))
	err.Notes = []string{"encodings of " + op.String() + ": " + strings.Join(encodingNames(p.rows), ", ")}
	return err
}

// lookupMnemonic splits a mnemonic into instruction and encoding.
func lookupMnemonic(name string) (Op, suffix, bool) {
	base, suf := name, suffixNone
	if i := strings.LastIndexByte(name, '_'); i >= 0 {
		for s := suffixE32; s <= suffixDPP; s++ {
			if name[i:] == suffixes[s] {
				base, suf = name[:i], s
				break
			}
		}
	}
	if op, ok := LookupOp(base); ok {
		return op, suf, true
	}
	op, ok := lookupAlias(base)
	return op, suf, ok
}

// suffixFits reports whether the row is one that the mnemonic's suffix requests. An instruction
// with a single short encoding may be written with _e32, one that only VOP3 has with _e64, as LLVM
// allows it.
func (p *parser) suffixFits(row *Row) bool {
	switch p.suffix {
	case suffixE32:
		return row.Enc <= EncVOPC || row.Enc >= EncDS || row.Op == V_READLANE_B32 || row.Op == V_WRITELANE_B32
	case suffixE64:
		return row.Enc >= EncVOP3A && row.Enc <= EncPX2 && row.Op != V_READLANE_B32 && row.Op != V_WRITELANE_B32
	case suffixSDWA:
		return row.Enc >= EncSDWA1 && row.Enc <= EncSDWAC
	case suffixDPP:
		return row.Enc == EncDPP1 || row.Enc == EncDPP2
	}
	return true
}

func encodingNames(rows []Row) []string {
	var names []string
	for i := range rows {
		if n := rows[i].Enc.String(); len(names) == 0 || names[len(names)-1] != n {
			names = append(names, n)
		}
	}
	return names
}

// words reads operands and modifiers up to the end of the statement. Commas
// between them are optional, as in LLVM.
func (p *parser) words() *SyntaxError {
	for {
		p.skipSpace()
		if p.pos >= len(p.s) {
			return nil
		}
		mod, err := p.modifier()
		if err != nil {
			return err
		}
		if !mod {
			if p.n == maxWords {
				return p.errorf(p.pos, len(p.s), "too many operands")
			}
			if p.given != 0 && !p.beforeOffset() {
				return p.errorf(p.pos, len(p.s), "operands must come before the modifiers")
			}
			if err := p.operand(&p.ops[p.n]); err != nil {
				return err
			}
			p.n++
		}
		p.skipSpace()
		if p.peek() == ',' {
			comma := p.pos
			p.pos++
			p.skipSpace()
			if p.pos >= len(p.s) {
				return p.errorf(comma, comma+1, "expected an operand after the comma")
			}
		}
	}
}

// class returns the class of the operand that is to be read next, from the first row: words with
// their own syntax occur only in instructions with one operand list.
func (p *parser) class() Class {
	if ops := p.rows[0].Operands; p.n < len(ops) {
		return ops[p.n].Class
	}
	if ops := p.rows[len(p.rows)-1].Operands; p.n < len(ops) {
		return ops[p.n].Class // s_endpgm
	}
	return ClassNone
}
