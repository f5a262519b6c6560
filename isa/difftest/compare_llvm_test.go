//go:build llvm

package difftest

import (
	"encoding/hex"
	"flag"
	"fmt"
	"slices"
	"strings"
	"testing"

	"heddle/isa"
)

// The size of a run: go test -tags llvm ./isa/difftest -insts 1000000 -seed 7
var (
	insts = flag.Int("insts", 200000, "statements and words to compare, over both targets and directions")
	seed  = flag.Uint64("seed", 1, "seed of the generator")
)

// report counts the outcomes of a run by kind, and fails the test for what no
// kind explains.
type report struct {
	t       *testing.T
	target  *isa.Target
	counts  map[string]int
	failed  int
	covered map[*isa.Row]bool
}

func newReport(t *testing.T, target *isa.Target) *report {
	return &report{t: t, target: target, counts: map[string]int{}, covered: map[*isa.Row]bool{}}
}

func (r *report) difference(format string, args ...any) {
	r.t.Helper()
	const most = 40
	if r.failed++; r.failed <= most {
		r.t.Errorf("%s: %s", r.target.Chip.Name, fmt.Sprintf(format, args...))
	}
}

// finish prints the counts and the rows that were never compared.
func (r *report) finish(except func(*isa.Row) bool) {
	r.t.Helper()
	kinds := make([]string, 0, len(r.counts))
	for k := range r.counts {
		kinds = append(kinds, k)
	}
	slices.Sort(kinds)
	for _, k := range kinds {
		r.t.Logf("%s: %7d %s", r.target.Chip.Name, r.counts[k], k)
	}
	r.t.Logf("%s: %7d unexplained differences", r.target.Chip.Name, r.failed)
	rows, missed := r.target.Rows(), 0
	for i := range rows {
		if row := &rows[i]; !r.covered[row] && !except(row) {
			if missed++; missed <= 40 {
				r.t.Errorf("%s: %s %s %s was never compared", r.target.Chip.Name, row.Enc, row.Mnemonic, row.Form)
			}
		}
	}
	r.t.Logf("%s: %d of %d rows compared", r.target.Chip.Name, len(r.covered), len(rows))
}

// perTarget is how many instructions each target gets in each direction.
func perTarget() int { return *insts / (2 * len(isa.Targets())) }

// TestText assembles random statements here and with llvm-mc: the same bytes,
// or both refuse.
func TestText(t *testing.T) {
	t.Logf("seed %d", *seed)
	for _, target := range isa.Targets() {
		r := newReport(t, target)
		statements := r.statements(perTarget())
		texts := make([]string, len(statements))
		for i := range statements {
			texts[i] = statements[i].Text
		}
		var again []textCase // the same in the usual spelling
		for i, a := range assemble(t, target, texts) {
			c := parseCase(target, statements[i], texts[i], a)
			switch kind := c.kind(); {
			case kind != "":
				r.count(c, kind)
			case c.err == nil && a.message != "" && statements[i].Ordered != texts[i]:
				again = append(again, c)
			default:
				r.difference("%s", c)
			}
		}
		r.spelledUsually(again)
		r.finish(noStatement)
	}
}

// statements makes n statements, the rows in turn.
func (r *report) statements(n int) []Statement {
	g := New(r.target, *seed)
	rows := r.target.Rows()
	statements := make([]Statement, n)
	for i := range statements {
		statements[i] = g.Statement(&rows[i%len(rows)])
	}
	for i := range rows { // every row at least once
		statements = append(statements, g.Clean(&rows[i]), g.Clean(&rows[i]), g.Clean(&rows[i]), g.Clean(&rows[i]))
	}
	return statements
}

func (r *report) count(c textCase, kind string) {
	r.counts[kind]++
	if kind == sameBytes {
		r.covered[c.inst.Row] = true
	}
}

// spelledUsually compares statements that llvm-mc refused and isa took with
// what llvm-mc makes of them with the modifiers in the usual order and without
// commas: isa takes modifiers in any order.
func (r *report) spelledUsually(cases []textCase) {
	texts := make([]string, len(cases))
	for i := range cases {
		texts[i] = cases[i].Ordered
	}
	for i, a := range assemble(r.t, r.target, texts) {
		c := cases[i]
		c.theirs = a
		if kind := c.kind(); kind != "" && kind != bothRefuse {
			r.counts["LLVM refuses the order or the commas of the modifiers"]++
		} else {
			r.difference("%s\n\tin order: %s: LLVM %s %s", c, c.Ordered, a.encoding, a.message)
		}
	}
}

// noStatement reports rows that no statement leads to: another row has the
// same text and comes first.
func noStatement(row *isa.Row) bool {
	return strings.Contains(row.Form, "reg alt") || strings.Contains("v_nop v_clrexcp", row.Mnemonic) && row.Enc != isa.EncVOP1
}

// textCase is one statement and what the two assemblers make of it.
type textCase struct {
	Statement
	text   string
	inst   isa.Inst
	err    *isa.SyntaxError
	ours   string
	theirs answer
}

func parseCase(target *isa.Target, s Statement, text string, a answer) textCase {
	c := textCase{Statement: s, text: text, theirs: a}
	c.inst, c.err = target.Parse(text, Expr)
	if c.err == nil {
		c.ours = encode(&c.inst)
	}
	return c
}

func encode(inst *isa.Inst) string {
	var buf [isa.MaxSize]byte
	return hex.EncodeToString(buf[:inst.Encode(&buf)])
}

func (c textCase) String() string {
	ours, theirs := c.ours, c.theirs.encoding
	if c.err != nil {
		ours = c.err.Msg
	}
	if theirs == "" {
		theirs = c.theirs.message
	}
	return fmt.Sprintf("%s\n\tours %s\n\tLLVM %s", c.text, ours, theirs)
}

const (
	sameBytes   = "same bytes"
	bothRefuse  = "refused by both"
	sameText    = "same text"
	noneDecodes = "decoded by neither"
)

// kind says how a case turned out; it is empty for an unexplained difference.
func (c textCase) kind() string {
	switch {
	case c.err == nil && c.theirs.message == "" && sameHex(c.ours, c.theirs.encoding):
		return sameBytes
	case c.err != nil && c.theirs.message != "":
		return bothRefuse
	}
	rules := differentBytes
	switch {
	case c.err != nil:
		rules = weRefuse
	case c.theirs.message != "":
		rules = theyRefuse
	}
	for _, r := range rules {
		if r.match(c) {
			return r.why
		}
	}
	return ""
}

// sameHex compares encodings; bytes that a fixup fills are equal to any.
func sameHex(ours, theirs string) bool {
	if len(ours) != len(theirs) {
		return false
	}
	for i := range len(ours) {
		if ours[i] != theirs[i] && theirs[i] != '?' {
			return false
		}
	}
	return true
}
