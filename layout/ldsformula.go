package layout

import (
	"fmt"
	"math"
	"strconv"
	"strings"
)

// Formula is an expression for the address of a lane, or for the offset of a place in a tile: whole
// numbers, variables of FormulaValues, parentheses, and the operators of C with its precedence: * / % before + - before << >> before &
// before ^ before |, and a sign or ~ before all.
type Formula struct {
	text string
	root formulaNode
}

// FormulaValues are the variables of a Formula: Lane, Wave and I of an address, Row and Col, in bytes,
// of a place in a tile.
type FormulaValues struct {
	Lane, Wave, I int64
	Row, Col      int64
}

// FormulaError says what is wrong with a formula, and in which column, counted in bytes from 1.
type FormulaError struct {
	Formula string
	Column  int
	Message string
}

// Error has the message, the formula and a caret below the column.
func (e *FormulaError) Error() string {
	return fmt.Sprintf("column %d: %s\n  %s\n  %s^", e.Column, e.Message, e.Formula, strings.Repeat(" ", e.Column-1))
}

// formulaNode is an operator with its operands, a variable, or a number.
type formulaNode struct {
	op          string // "" is a number
	column      int
	number      int64
	left, right *formulaNode // right only, if op is a sign
}

const (
	maxFormula      = 4096 // bytes
	maxFormulaDepth = 100
)

// formulaLevels are the binary operators by precedence, the loosest first.
var formulaLevels = [][]string{{"|"}, {"^"}, {"&"}, {"<<", ">>"}, {"+", "-"}, {"*", "/", "%"}}

// ParseFormula reads a formula of lane, wave and i. Its errors are FormulaErrors.
func ParseFormula(text string) (*Formula, error) { return ParseFormulaOf(text, "lane", "wave", "i") }

// ParseFormulaOf reads a formula of some of the variables of FormulaValues: lane, wave, i, row and col.
// Its errors are FormulaErrors.
func ParseFormulaOf(text string, variables ...string) (*Formula, error) {
	p := formulaParser{text: text, variables: variables}
	if len(text) > maxFormula {
		return nil, &FormulaError{text[:40] + "…", 1, fmt.Sprintf("%d bytes are too many: a formula has up to %d", len(text), maxFormula)}
	}
	root, err := p.binary(0)
	if err == nil && p.peek() != "" {
		err = p.wrong("an operator or the end")
	}
	if err != nil {
		return nil, err
	}
	return &Formula{text, *root}, nil
}

// String returns the formula as it was given.
func (f *Formula) String() string { return f.text }

// Value computes the formula, in 64 bits. It fails for a division by zero, and for a shift by less
// than 0 or more than 63.
func (f *Formula) Value(v FormulaValues) (int64, error) { return f.value(&f.root, &v) }

type formulaParser struct {
	text      string
	variables []string
	at        int
	depth     int
}

// peek returns the next token without taking it: "" at the end, the byte if it is none.
func (p *formulaParser) peek() string {
	for p.at < len(p.text) && (p.text[p.at] == ' ' || p.text[p.at] == '\t') {
		p.at++
	}
	rest := p.text[p.at:]
	switch {
	case rest == "":
		return ""
	case strings.HasPrefix(rest, "<<"), strings.HasPrefix(rest, ">>"):
		return rest[:2]
	case !isWordByte(rest[0]):
		return rest[:1]
	}
	n := 1
	for n < len(rest) && isWordByte(rest[n]) {
		n++
	}
	return rest[:n]
}

func isWordByte(c byte) bool {
	return c >= '0' && c <= '9' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c == '_'
}

// wrong is the error of something else than what was expected.
func (p *formulaParser) wrong(expected string) error {
	found := strconv.Quote(p.peek())
	if p.peek() == "" {
		found = "the end"
	}
	return &FormulaError{p.text, p.at + 1, fmt.Sprintf("found %s, expected %s", found, expected)}
}

// binary parses operators of a level of formulaLevels and of those after it.
func (p *formulaParser) binary(level int) (*formulaNode, error) {
	if level == len(formulaLevels) {
		return p.operand()
	}
	left, err := p.binary(level + 1)
	for err == nil {
		op := ""
		for _, o := range formulaLevels[level] {
			if p.peek() == o {
				op = o
			}
		}
		if op == "" {
			break
		}
		node := &formulaNode{op: op, column: p.at + 1, left: left}
		p.at += len(op)
		node.right, err = p.binary(level + 1)
		left = node
	}
	return left, err
}

// operand parses a number, a variable, parentheses, or one of these with a sign.
func (p *formulaParser) operand() (node *formulaNode, err error) {
	expected := fmt.Sprintf(`a number, %s, "-", "~" or "("`, strings.Join(p.variables, ", "))
	if p.depth++; p.depth > maxFormulaDepth {
		return nil, &FormulaError{p.text, p.at + 1, fmt.Sprintf("more than %d levels of parentheses and signs", maxFormulaDepth)}
	}
	defer func() { p.depth-- }()
	token := p.peek()
	column := p.at + 1
	switch {
	case token == "-" || token == "~":
		p.at++
		node = &formulaNode{op: token, column: column}
		node.right, err = p.operand()
		return node, err
	case token == "(":
		p.at++
		if node, err = p.binary(0); err != nil {
			return nil, err
		}
		if p.peek() != ")" {
			return nil, p.wrong(fmt.Sprintf("an operator or %q for the one in column %d", ")", column))
		}
		p.at++
		return node, nil
	case token == "" || !isWordByte(token[0]):
		return nil, p.wrong(expected)
	case token[0] >= '0' && token[0] <= '9':
		n, err := strconv.ParseInt(token, 0, 64)
		if err != nil {
			return nil, &FormulaError{p.text, column, fmt.Sprintf("%s is not a number such as 64 or 0x40, up to %d", token, int64(math.MaxInt64))}
		}
		p.at += len(token)
		return &formulaNode{number: n, column: column}, nil
	}
	for _, name := range p.variables {
		if token == name {
			p.at += len(token)
			return &formulaNode{op: name, column: column}, nil
		}
	}
	return nil, p.wrong(expected)
}

func (f *Formula) value(n *formulaNode, v *FormulaValues) (int64, error) {
	switch n.op {
	case "":
		return n.number, nil
	case "lane":
		return v.Lane, nil
	case "wave":
		return v.Wave, nil
	case "i":
		return v.I, nil
	case "row":
		return v.Row, nil
	case "col":
		return v.Col, nil
	}
	right, err := f.value(n.right, v)
	if err != nil {
		return 0, err
	}
	if n.left == nil {
		if n.op == "-" {
			return -right, nil
		}
		return ^right, nil
	}
	left, err := f.value(n.left, v)
	if err != nil {
		return 0, err
	}
	return f.apply(n, left, right)
}

// apply computes a binary operator.
func (f *Formula) apply(n *formulaNode, left, right int64) (int64, error) {
	switch n.op {
	case "|":
		return left | right, nil
	case "^":
		return left ^ right, nil
	case "&":
		return left & right, nil
	case "+":
		return left + right, nil
	case "-":
		return left - right, nil
	case "*":
		return left * right, nil
	case "/", "%":
		if right == 0 {
			return 0, &FormulaError{f.text, n.column, "division by zero"}
		}
		if n.op == "/" {
			return left / right, nil
		}
		return left % right, nil
	}
	if right < 0 || right > 63 {
		return 0, &FormulaError{f.text, n.column, fmt.Sprintf("a shift by %d; shifts are by 0 to 63", right)}
	}
	if n.op == "<<" {
		return left << right, nil
	}
	return left >> right, nil
}
