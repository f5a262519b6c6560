package main

import (
	"bufio"
	"fmt"
	"os"
	"slices"
	"strconv"
	"strings"
)

// line is one line of a target's TSV file: one opcode of one encoding.
type line struct {
	enc            string // encoding name, SDWA and DPP with the encoding they extend: "SDWA:VOP1"
	opcode         uint64
	mnemonic       string
	operands       []operand
	mods           []string
	reads, writes  []string // implicit registers
	unit           string
	passes         int
	opSel          int // elements of op_sel's list
	flags          []string
	ones, ignored  word // defaults of unused bits; bits that the hardware ignores
	form           string
	fixed, fixMask word // bits that choose the form
	need           []string
}

// operand is one operand of a line, as name:class:dwords:type:access@lo+width,flag,flag.
type operand struct {
	name, class    string
	dwords         string // a number, or "*" where the form decides
	typ            string
	access         string
	lo, width      int
	flags          []string
	accBit, sBit   int
	neg, abs, sext int
}

// word is a 128-bit instruction word.
type word [2]uint64

func (w *word) set(lo, width int, v uint64) {
	for i := range width {
		w[(lo+i)/64] |= (v >> i & 1) << ((lo + i) % 64)
	}
}

func (w word) or(v word) word     { return word{w[0] | v[0], w[1] | v[1]} }
func (w word) andNot(v word) word { return word{w[0] &^ v[0], w[1] &^ v[1]} }
func (w word) and(v word) word    { return word{w[0] & v[0], w[1] & v[1]} }

// base returns the mnemonic without the suffix of its encoding.
func (l *line) base() string {
	for _, s := range []string{"_e32", "_e64", "_sdwa", "_dpp"} {
		if b, ok := strings.CutSuffix(l.mnemonic, s); ok {
			return b
		}
	}
	return l.mnemonic
}

// sources counts the operands that op_sel, neg and the like have an element for.
func (l *line) sources() int {
	n := 0
	for i := range l.operands {
		if o := &l.operands[i]; o.name == "src0" || o.name == "src1" || o.name == "src2" || o.name == "vsrc1" {
			n++
		}
	}
	if l.enc == "PX2" {
		n = 2
	}
	return n
}

// readTable reads a target's TSV file.
func readTable(path string) ([]*line, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	var lines []*line
	sc := bufio.NewScanner(f)
	for n := 1; sc.Scan(); n++ {
		if strings.HasPrefix(sc.Text(), "#") {
			continue
		}
		l, err := parseLine(sc.Text())
		if err != nil {
			return nil, fmt.Errorf("%s:%d: %w", path, n, err)
		}
		lines = append(lines, l)
	}
	return lines, sc.Err()
}

func parseLine(text string) (*line, error) {
	c := strings.Split(text, "\t")
	if len(c) != 11 {
		return nil, fmt.Errorf("%d columns, want 11", len(c))
	}
	l := &line{enc: c[0], mnemonic: c[2]}
	var err error
	if l.opcode, err = strconv.ParseUint(c[1], 10, 16); err != nil {
		return nil, err
	}
	for _, s := range list(c[3], " ") {
		o, err := parseOperand(s)
		if err != nil {
			return nil, err
		}
		l.operands = append(l.operands, o)
	}
	for _, m := range list(c[4], " ") {
		m, n, given := strings.Cut(m, "=")
		l.mods = append(l.mods, m)
		if given {
			if l.opSel, err = strconv.Atoi(n); err != nil {
				return nil, err
			}
		}
	}
	if l.opSel == 0 {
		l.opSel = l.sources()
		if l.enc == "VOP3A" || l.enc == "PX2" {
			l.opSel++ // the destination; in VOP3PX2 an element that selects nothing
		}
	}
	l.reads, l.writes = list(c[5], ","), list(c[6], ",")
	unit, passes, _ := strings.Cut(c[7], ":")
	l.unit = unit
	if passes != "" {
		if l.passes, err = strconv.Atoi(passes); err != nil {
			return nil, err
		}
	}
	l.flags = list(c[8], ",")
	if l.ones, err = parseWord(c[9]); err != nil {
		return nil, err
	}
	l.ignored, err = parseWord(c[10])
	return l, err
}

func list(s, sep string) []string {
	if s == "-" {
		return nil
	}
	return strings.Split(s, sep)
}

func parseWord(s string) (word, error) {
	s = strings.Repeat("0", 32-len(s)) + s
	hi, err := strconv.ParseUint(s[:16], 16, 64)
	if err != nil {
		return word{}, err
	}
	lo, err := strconv.ParseUint(s[16:], 16, 64)
	return word{lo, hi}, err
}

func parseOperand(s string) (operand, error) {
	head, flags, _ := strings.Cut(s, ",")
	head, field, _ := strings.Cut(head, "@")
	c := strings.Split(head, ":")
	if len(c) != 5 {
		return operand{}, fmt.Errorf("operand %q: want name:class:dwords:type:access", s)
	}
	o := operand{name: c[0], class: c[1], dwords: c[2], typ: c[3], access: c[4]}
	if flags != "" {
		o.flags = strings.Split(flags, ",")
	}
	if field != "" {
		if _, err := fmt.Sscanf(field, "%d+%d", &o.lo, &o.width); err != nil {
			return operand{}, fmt.Errorf("operand %q: field: %w", s, err)
		}
	}
	return o, nil
}

func (o *operand) has(flag string) bool { return slices.Contains(o.flags, flag) }
