// Package difftest makes random instruction statements and instruction words
// from the tables of package isa, for tests that compare isa with another
// assembler and disassembler. It reads what a row declares (operands,
// modifiers, fixed bits) and shares nothing with isa's parser, encoder,
// decoder and printer.
package difftest

import (
	"math/rand/v2"
	"slices"
	"strings"

	"heddle/isa"
)

// Gen makes statements and words for one target. The same seed gives the same
// sequence.
type Gen struct {
	target *isa.Target
	rng    *rand.Rand

	// What the operands of one statement must agree on.
	mood     mood
	agpr     bool  // operands after the shared acc bit are AGPRs
	bus      bool  // a vector instruction has used its scalar register or literal
	cbsz     uint8 // formats of f8f6f4 instructions; they give operand lengths
	blgp     uint8
	lastReg  string
	anywhere bool // the statement is in disorder: modifiers may be of any row
}

// mood is how far a statement strays from what its row allows.
type mood uint8

const (
	clean  mood = iota // allowed throughout
	edge               // values at the edges of ranges and beyond them
	broken             // operands or modifiers that do not belong there
)

// New returns a generator.
func New(t *isa.Target, seed uint64) *Gen {
	return &Gen{target: t, rng: rand.New(rand.NewPCG(seed, uint64(len(t.Rows()))))}
}

// chance is true in percent of cases.
func (g *Gen) chance(percent int) bool { return g.rng.IntN(100) < percent }

// one returns one of its arguments.
func one[T any](g *Gen, from ...T) T { return from[g.rng.IntN(len(from))] }

// Statement is an instruction statement for a row.
type Statement struct {
	Row     *isa.Row
	Text    string
	Ordered string // the same with modifiers in the usual order and the usual separators
}

// Statement returns a statement for row: mostly one that the row allows,
// sometimes one with values out of range or with parts of other statements.
func (g *Gen) Statement(row *isa.Row) Statement {
	switch n := g.rng.IntN(100); {
	case n < 60:
		return g.statement(row, clean)
	case n < 85:
		return g.statement(row, edge)
	}
	return g.statement(row, broken)
}

// Clean returns a statement that row allows.
func (g *Gen) Clean(row *isa.Row) Statement { return g.statement(row, clean) }

func (g *Gen) statement(row *isa.Row, m mood) Statement {
	g.mood, g.agpr, g.bus, g.lastReg = m, g.chance(25), row.Traits&isa.ConstBusVCC != 0, ""
	g.anywhere = m == broken && g.chance(50)
	g.cbsz, g.blgp = uint8(g.rng.IntN(5)), uint8(g.rng.IntN(5))
	if m != clean && g.chance(10) {
		g.cbsz, g.blgp = uint8(g.rng.IntN(8)), uint8(g.rng.IntN(8))
	}
	var ops []string
	for i := range row.Operands {
		spec := &row.Operands[i]
		if spec.Class == isa.ClassSMOFF && g.chance(5) {
			continue // may be left out
		}
		ops = append(ops, g.operand(row, spec))
	}
	if m == broken && g.chance(60) {
		ops = g.disturb(row, ops)
	}
	mods := g.modifiers(row)
	if row.Mods.Has(isa.ModFormat) && len(ops) == 4 && g.chance(15) {
		ops = slices.Insert(ops, 3, g.formatHalves())
		mods = slices.DeleteFunc(mods, func(m string) bool { return g.mood == clean && strings.HasPrefix(m, "format:") })
	}
	mnemonic := g.mnemonic(row)
	s := Statement{Row: row, Ordered: g.assemble(mnemonic, ops, mods, false)}
	if g.chance(10) {
		g.rng.Shuffle(len(mods), func(i, j int) { mods[i], mods[j] = mods[j], mods[i] })
	}
	s.Text = g.assemble(mnemonic, ops, mods, g.chance(8))
	return s
}

// mnemonic returns the row's mnemonic, with or without its suffix, seldom
// with another.
func (g *Gen) mnemonic(row *isa.Row) string {
	suffixed, plain := row.Mnemonic, row.Op.String()
	switch {
	case g.mood == broken && g.chance(10):
		return plain + one(g, "_e32", "_e64", "_sdwa", "_dpp", "_e64_dpp")
	case g.mood == broken && g.chance(2):
		return strings.ToUpper(plain)
	case g.chance(50):
		return plain
	}
	return suffixed
}

// disturb drops, repeats, exchanges or replaces an operand.
func (g *Gen) disturb(row *isa.Row, ops []string) []string {
	if len(ops) == 0 {
		return []string{g.anyOperand()}
	}
	i, j := g.rng.IntN(len(ops)), g.rng.IntN(len(ops))
	switch g.rng.IntN(6) {
	case 0:
		return append(ops[:i:i], ops[i+1:]...)
	case 1:
		return append(ops, g.anyOperand())
	case 2:
		ops[i], ops[j] = ops[j], ops[i]
	default:
		ops[i] = g.anyOperand()
	}
	return ops
}

// anyOperand returns an operand of some other row.
func (g *Gen) anyOperand() string {
	rows := g.target.Rows()
	for {
		row := &rows[g.rng.IntN(len(rows))]
		if n := len(row.Operands); n > 0 {
			return g.operand(row, &row.Operands[g.rng.IntN(n)])
		}
	}
}

// assemble joins the parts, with odd separators if so wished.
func (g *Gen) assemble(mnemonic string, ops, mods []string, odd bool) string {
	var b strings.Builder
	if odd {
		b.WriteString(one(g, "", " ", "\t", "  "))
	}
	b.WriteString(mnemonic)
	for i, op := range ops {
		switch {
		case i == 0:
			b.WriteString(" ")
		case odd:
			b.WriteString(one(g, ",", " ,", " , ", ",\t", "  , ", " "))
		default:
			b.WriteString(", ")
		}
		b.WriteString(op)
	}
	for i, m := range mods {
		sep := " "
		if odd {
			sep = one(g, " ", "\t", "  ", ", ", " ,")
		}
		if i == 0 && len(ops) == 0 {
			sep = " "
		}
		b.WriteString(sep)
		b.WriteString(m)
	}
	if odd {
		b.WriteString(one(g, "", " ", "\t"))
	}
	return b.String()
}
