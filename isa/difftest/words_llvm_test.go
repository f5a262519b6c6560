//go:build llvm

package difftest

import (
	"encoding/binary"
	"regexp"
	"strings"
	"testing"

	"heddle/isa"
)

// wordCase is one sequence of words and what the two disassemblers make of it.
type wordCase struct {
	row    *isa.Row // that the words were made for; nil for random ones
	words  [SlotSize]byte
	inst   isa.Inst
	err    error
	text   string
	theirs reading
}

// TestWords disassembles random words here and with llvm-objdump: the same
// text, or no instruction. What is printed also has to assemble.
func TestWords(t *testing.T) {
	t.Logf("seed %d", *seed)
	for _, target := range isa.Targets() {
		r := newReport(t, target)
		cases := r.words(perTarget())
		words := make([][SlotSize]byte, len(cases))
		for i := range cases {
			words[i] = cases[i].words
		}
		readings := disassemble(t, target, words)
		texts := make([]string, len(cases)) // what was printed, to be assembled
		for i := range cases {
			c := &cases[i]
			c.theirs = readings[i]
			if c.inst, c.err = target.Decode(c.words[:]); c.err == nil {
				c.text = c.inst.String()
			}
			if texts[i] = c.theirs.text; texts[i] == "" {
				texts[i] = c.text
			}
			if texts[i] == "" {
				texts[i] = "s_nop 0"
			}
		}
		for i, a := range assemble(t, target, texts) {
			r.compareWords(&cases[i], a)
		}
		r.finish(func(row *isa.Row) bool { return false })
	}
}

// words makes n word sequences, one in five of them without a row in mind.
func (r *report) words(n int) []wordCase {
	g := New(r.target, *seed)
	rows := r.target.Rows()
	var cases []wordCase
	add := func(row *isa.Row, w [SlotSize]byte) {
		defuse(&w)
		if noSelection(w[:]) { // LLVM does not survive it
			r.counts["SDWA selection that does not exist"]++
			if inst, err := r.target.Decode(w[:]); err == nil {
				r.difference("%x decodes: %s", w, inst.String())
			}
			return
		}
		cases = append(cases, wordCase{row: row, words: w})
	}
	for i := range n {
		if i%5 == 4 {
			add(nil, g.AnyWords())
			continue
		}
		add(&rows[i%len(rows)], g.Words(&rows[i%len(rows)]))
	}
	for i := range rows {
		for range 20 { // enough for one with aligned registers
			add(&rows[i], g.Words(&rows[i]))
		}
	}
	return cases
}

// compareWords counts one case. a is what llvm-mc makes of the text that was
// printed, LLVM's if there is one.
func (r *report) compareWords(c *wordCase, a answer) {
	switch {
	case c.err != nil && c.theirs.text == "":
		r.counts[noneDecodes]++
	case c.err == nil && c.text == c.theirs.text && c.inst.Size() == c.theirs.size:
		r.covered[c.inst.Row] = true
		r.counts[sameText]++
		r.roundTrip(c, a)
	case c.err != nil && c.refusal(a) != "":
		r.counts[c.refusal(a)]++
	case c.theirs.comment == "crash":
		r.counts["llvm-objdump crashes"]++
	case c.err == nil && c.theirs.text == "" && a.encoding == encode(&c.inst):
		r.covered[c.inst.Row] = true
		r.counts["LLVM does not decode what it assembles"]++
	case c.err == nil && strings.HasPrefix(c.theirs.text, "v_mfma_scale") && c.inst.Row.Op == isa.V_MFMA_LD_SCALE_B32:
		r.counts["LLVM decodes scales that are no VGPRs, which it does not assemble"]++
	default:
		r.difference("%x\n\tours %s %v\n\tLLVM %s %d %s (as text: %s%s)", c.words, c.text, c.err, c.theirs.text, c.theirs.size, c.theirs.comment, a.encoding, a.message)
	}
}

// scalarDst matches special sources as scalar destinations.
var scalarDst = regexp.MustCompile(`^v_(cmpx?_\w+|readlane_b32|readfirstlane_b32) src_`)

// refusal says why isa does not decode words that LLVM decodes.
func (c *wordCase) refusal(a answer) string {
	const vgprs, sdwa, vop3 = 256, 249, 0x34
	first := binary.LittleEndian.Uint32(c.words[:])
	switch {
	case strings.Contains(c.theirs.comment, "isn't aligned"):
		return "LLVM warns of misaligned scalar registers"
	case a.message != "":
		return "LLVM prints what it does not assemble"
	case c.theirs.size == 12 && first>>26 == vop3:
		return "LLVM decodes a literal behind VOP3, which it does not assemble"
	case strings.Contains(c.theirs.text, "/*Invalid"):
		return "LLVM marks an operand as invalid"
	case scalarDst.MatchString(c.theirs.text):
		return "LLVM decodes special sources as scalar destinations"
	case strings.Contains(c.theirs.text, "dst_unused:UNUSED_PAD"):
		return "LLVM prints the reserved dst_unused 3 as UNUSED_PAD"
	case strings.HasPrefix(c.theirs.text, "v_nop") || strings.HasPrefix(c.theirs.text, "v_clrexcp"):
		if src := first & 0x1ff; src >= sdwa && src < vgprs {
			return "LLVM ignores that v_nop and v_clrexcp ask for another dword"
		}
	}
	return ""
}

// roundTrip checks that the text gives the instruction back: the bytes that
// the encoder gives, or at least what LLVM makes of the text.
func (r *report) roundTrip(c *wordCase, a answer) {
	r.t.Helper()
	again, err := r.target.Parse(c.text, Expr)
	canonical := encode(&c.inst)
	switch {
	case err == nil && encode(&again) == canonical && (a.encoding == canonical):
	case err != nil && a.message != "":
		r.counts["text that neither assembles: too many scalars, offsets out of range"]++
	case err == nil && sameHex(encode(&again), a.encoding):
		r.counts["text that stands for other bytes too"]++
	case err == nil && encode(&again) == canonical:
		r.counts["text that only isa gives its bytes"]++
	default:
		r.difference("%x %s: %s, as text %v, LLVM %s%s", c.words, c.text, canonical, err, a.encoding, a.message)
	}
}
