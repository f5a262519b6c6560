package asm

import (
	"fmt"
	"math/bits"
	"strings"

	"heddle/isa"
)

// exprID names a node of an expression; 0 is no expression.
type exprID uint32

// node is one node of an expression.
type node struct {
	op    op
	spec  specifier
	depth uint16
	l, r  uint32 // operands; opSym: the symbol; opCall: first opArg
	val   int64  // opConst; opCall: index in assembler.functions
}

type op uint8

const (
	opConst op = iota
	opSym
	opCall
	opArg // l: the argument, r: the next opArg
	opNeg
	opNot  // ~
	opLNot // !
	opAdd
	opSub
	opMul
	opDiv
	opMod
	opShl
	opShr
	opAnd
	opOr
	opXor
	opOrNot // a ! b: a | ~b
	opEQ
	opNE
	opLT
	opLE
	opGT
	opGE
	opLAnd
	opLOr
)

const (
	maxParens  = 256  // nested parentheses and unary operators
	maxDepth   = 4096 // height of an expression
	maxNodes   = 1 << 28
	maxSymbols = 1 << 28
)

// binary operators: the longer spelling of two with the same start comes first. The levels are
// those of LLVM's generic parser, where | & ^ bind tighter than + and -, and shifts as tightly as
// *.
var binaryOps = [...]struct {
	text  string
	level uint8
	op    op
}{
	{"||", 1, opLOr}, {"&&", 2, opLAnd},
	{"==", 3, opEQ}, {"!=", 3, opNE}, {"<>", 3, opNE},
	{"<<", 6, opShl}, {">>", 6, opShr},
	{"<=", 3, opLE}, {">=", 3, opGE}, {"<", 3, opLT}, {">", 3, opGT},
	{"+", 4, opAdd}, {"-", 4, opSub},
	{"|", 5, opOr}, {"&", 5, opAnd}, {"^", 5, opXor}, {"!", 5, opOrNot},
	{"*", 6, opMul}, {"/", 6, opDiv}, {"%", 6, opMod},
}

// binaryOp finds the operator at the start of s.
func binaryOp(s string) (level uint8, o op, size int) {
	switch s[0] {
	case '|', '&', '=', '!', '<', '>', '+', '-', '^', '*', '/', '%':
	default:
		return 0, 0, 0
	}
	for i := range binaryOps {
		if b := &binaryOps[i]; strings.HasPrefix(s, b.text) {
			return b.level, b.op, len(b.text)
		}
	}
	return 0, 0, 0
}

// specifier is the text after the '@' of a symbol, which selects the relocation.
type specifier uint8

const (
	specNone specifier = iota
	specGotPCRel
	specGotPCRel32Lo
	specGotPCRel32Hi
	specRel32Lo
	specRel32Hi
	specRel64
	specAbs32Lo
	specAbs32Hi
	specAbs64
)

var specifierNames = [...]string{
	specGotPCRel: "gotpcrel", specGotPCRel32Lo: "gotpcrel32@lo", specGotPCRel32Hi: "gotpcrel32@hi",
	specRel32Lo: "rel32@lo", specRel32Hi: "rel32@hi", specRel64: "rel64",
	specAbs32Lo: "abs32@lo", specAbs32Hi: "abs32@hi", specAbs64: "abs64",
}

// expr takes an expression. Constant parts are folded.
func (c *cursor) expr() (exprID, bool) {
	e, ok := c.binary(1)
	if !ok {
		return 0, false
	}
	a := c.a
	if n := &a.nodes[e]; n.op == opConst {
		return e, true
	} else if n.op == opSym && a.syms[n.l].kind != symAssigned {
		return e, true
	}
	if v, ok := a.constNow(e); ok {
		return c.constant(v), true
	}
	return e, true
}

// known takes an expression, folded with everything known at this point.
func (c *cursor) known() (exprID, bool) {
	e, ok := c.expr()
	if !ok || c.a.nodes[e].op == opConst {
		return e, ok
	}
	if v, ok := c.a.absNow(e); ok {
		return c.constant(v), true
	}
	return e, true
}

// abs takes an expression that must have a value at this point.
func (c *cursor) abs() (int64, bool) {
	c.skip()
	start := c.i
	e, ok := c.known()
	if !ok {
		return 0, false
	}
	if n := &c.a.nodes[e]; n.op == opConst {
		return n.val, true
	}
	c.fail(start, c.i, "the expression must have a known value here")
	if why := c.a.whyNotAbs(e); why != "" {
		c.note("%s", why)
	}
	return 0, false
}

func (c *cursor) newNode(n node) exprID {
	c.a.nodes = append(c.a.nodes, n)
	return exprID(len(c.a.nodes) - 1)
}

func (c *cursor) constant(v int64) exprID { return c.newNode(node{op: opConst, val: v}) }

// binary takes an expression of operators that bind at least as tightly as level.
func (c *cursor) binary(level uint8) (exprID, bool) {
	l, ok := c.unary()
	for ok {
		if !c.skip() {
			break
		}
		lv, o, size := binaryOp(c.s[c.i:])
		if size == 0 || lv < level {
			break
		}
		start := c.i
		c.i += size
		var r exprID
		if c.depth++; c.depth > maxParens {
			return 0, c.fail(start, c.i, "the expression is nested too deeply")
		}
		if r, ok = c.binary(lv + 1); ok {
			l, ok = c.join(o, l, r, start, size)
		}
		c.depth--
	}
	return l, ok
}

// join makes the node of a binary operator.
func (c *cursor) join(o op, l, r exprID, at, size int) (exprID, bool) {
	a := c.a
	x, y := &a.nodes[l], &a.nodes[r]
	if x.op == opConst && y.op == opConst {
		v, msg := fold(o, x.val, y.val)
		if msg != "" {
			return 0, c.fail(at, at+size, "%s", msg)
		}
		// Both operands are the newest nodes unless they were shared: reuse.
		return c.constant(v), true
	}
	depth := max(x.depth, y.depth) + 1
	if depth > maxDepth || len(a.nodes) > maxNodes {
		return 0, c.fail(at, at+size, "the expression has too many terms")
	}
	return c.newNode(node{op: o, depth: depth, l: uint32(l), r: uint32(r)}), true
}

// unary takes an operand with the unary operators before it.
func (c *cursor) unary() (exprID, bool) {
	if !c.skip() {
		return 0, c.fail(c.i, c.i, "expected an expression")
	}
	if c.depth++; c.depth > maxParens {
		return 0, c.fail(c.i, c.i+1, "the expression is nested too deeply")
	}
	e, ok := c.factor()
	c.depth--
	return e, ok
}

func (c *cursor) factor() (exprID, bool) {
	start := c.i
	o := opConst
	switch b := c.s[c.i]; b {
	case '+':
		c.i++
		return c.unary()
	case '-':
		o = opNeg
	case '~':
		o = opNot
	case '!':
		o = opLNot
	case '(':
		c.i++
		e, ok := c.binary(1)
		if ok && !c.eat(')') {
			return 0, c.fail(c.i, c.tokenEnd(), "expected ')', not %s", c.token())
		}
		if ok && c.i < len(c.s) && c.s[c.i] == '@' {
			return c.specify(e, start)
		}
		return e, ok
	default:
		return c.primary()
	}
	c.i++
	e, ok := c.unary()
	if !ok {
		return 0, false
	}
	n := &c.a.nodes[e]
	if n.op == opConst {
		return c.constant(foldUnary(o, n.val)), true
	}
	return c.newNode(node{op: o, depth: n.depth + 1, l: uint32(e)}), true
}

// primary takes a number, character or symbol, or the call of a function.
func (c *cursor) primary() (exprID, bool) {
	b := c.s[c.i]
	switch {
	case class[b] == chDigit:
		return c.number()
	case b == '\'':
		return c.character()
	case b == '.' && (c.i+1 == len(c.s) || class[c.s[c.i+1]] < chName):
		c.i++
		if !c.mayName(c.i - 1) {
			return 0, false
		}
		return c.symbolNode(c.a.here())
	}
	start := c.i
	var name string
	if b == '"' {
		var ok bool
		if name, ok = c.symbolName(); !ok {
			return 0, false
		}
	} else {
		name = c.word()
		if name == "" {
			return 0, c.fail(start, c.tokenEnd(), "expected an expression, not %s", c.token())
		}
		if c.i < len(c.s) && c.is('(') && isExprFunction(name) {
			return c.call(name, start)
		}
	}
	if !c.mayName(start) {
		return 0, false
	}
	e, ok := c.symbolNode(c.a.lookup(name))
	if ok && c.i < len(c.s) && c.s[c.i] == '@' {
		return c.specify(e, start)
	}
	return e, ok
}

// mayName checks that the symbol between start and here can be used.
func (c *cursor) mayName(start int) bool {
	if c.a.cur == nil {
		return c.fail(start, c.i, "%q has no value: a single line has no symbols", c.s[start:c.i])
	}
	if len(c.a.syms) >= maxSymbols {
		return c.fail(start, c.i, "too many symbols")
	}
	return true
}

// symbolNode makes the node of a symbol; one with a constant value is that constant, so that a
// later .set does not change this expression.
func (c *cursor) symbolNode(id symID) (exprID, bool) {
	if s := &c.a.syms[id]; s.kind == symAssigned && s.expr != 0 {
		if n := &c.a.nodes[s.expr]; n.op == opConst {
			return s.expr, true
		}
	}
	return c.newNode(node{op: opSym, l: uint32(id)}), true
}

// specify takes "@rel32@lo" and similar specifiers after the expression e.
func (c *cursor) specify(e exprID, start int) (exprID, bool) {
	at := c.i
	c.i++
	for c.i < len(c.s) && (class[c.s[c.i]] >= chName || c.s[c.i] == '@') {
		c.i++
	}
	name := c.s[at+1 : c.i]
	for k, s := range specifierNames {
		if k == 0 || !strings.EqualFold(s, name) {
			continue
		}
		n := c.a.nodes[e]
		if n.spec != specNone {
			return 0, c.fail(at, c.i, "a second relocation specifier")
		}
		if n.op == opConst && start < len(c.s) && c.s[start] != '(' {
			// A symbol that was replaced by its value still counts as a symbol.
			id := c.a.lookup(strings.Trim(c.s[start:at], `"`))
			n = node{op: opSym, l: uint32(id)}
		}
		n.spec = specifier(k)
		return c.newNode(n), true
	}
	c.fail(at, c.i, "unknown relocation specifier %q", "@"+name)
	c.note("accepted: @%s", strings.Join(specifierNames[1:], ", @"))
	return 0, false
}

// call takes the arguments of a function.
func (c *cursor) call(name string, start int) (exprID, bool) {
	c.i++ // (
	a := c.a
	var first, last exprID
	depth := uint16(0)
	for !c.eat(')') {
		if first != 0 && !c.comma() {
			return 0, false
		}
		e, ok := c.binary(1)
		if !ok {
			return 0, false
		}
		depth = max(depth, a.nodes[e].depth)
		arg := c.newNode(node{op: opArg, l: uint32(e)})
		if first == 0 {
			first = arg
		} else {
			a.nodes[last].r = uint32(arg)
		}
		last = arg
	}
	if first == 0 {
		return 0, c.fail(start, c.i, "%s() needs at least one argument", name)
	}
	if depth+1 > maxDepth {
		return 0, c.fail(start, c.i, "the expression is nested too deeply")
	}
	return c.newNode(node{op: opCall, depth: depth + 1, l: uint32(first), val: a.functionIndex(name)}), true
}

func (a *assembler) functionIndex(name string) int64 {
	for i, f := range a.functions {
		if f == name {
			return int64(i)
		}
	}
	a.functions = append(a.functions, strings.Clone(name))
	return int64(len(a.functions) - 1)
}

// number takes an integer, or a reference to a numbered label (1b, 2f).
func (c *cursor) number() (exprID, bool) {
	start := c.i
	v, end, msg := parseNumber(c.s, c.i)
	if msg != "" {
		return 0, c.fail(start, end, "%s", msg)
	}
	c.i = end
	if end+1 <= len(c.s) && end < len(c.s) && class[c.s[end]] >= chName {
		dir := c.s[end]
		if (dir == 'b' || dir == 'f') && (end+1 == len(c.s) || class[c.s[end+1]] < chName) {
			c.i++
			if !c.mayName(start) {
				return 0, false
			}
			id, ok := c.a.numberedRef(v, dir == 'f')
			if !ok {
				return 0, c.fail(start, c.i, "there is no label %d: before this line", v)
			}
			return c.symbolNode(id)
		}
		return 0, c.fail(start, c.tokenEnd(), "malformed number %q", c.s[start:c.tokenEnd()])
	}
	return c.constant(v), true
}

// parseNumber reads the integer at i: decimal, 0x, 0b or octal with a leading
// 0, with suffixes of C (U, L, UL, LL, ULL) ignored. Values up to 2^64-1 are
// taken modulo 2^64.
func parseNumber(s string, i int) (v int64, end int, msg string) {
	start, base := i, 10
	if s[i] == '0' && i+1 < len(s) {
		switch n := s[i+1] | 0x20; {
		case n == 'x' && i+2 < len(s) && digitOf(s[i+2]) < 16:
			base, i = 16, i+2
		case n == 'b' && i+2 < len(s) && digitOf(s[i+2]) < 2:
			base, i = 2, i+2
		case class[s[i+1]] == chDigit:
			base = 8
		}
	}
	u, over := uint64(0), false
	for ; i < len(s); i++ {
		d := digitOf(s[i])
		if d >= base {
			if d < 10 {
				return 0, i + 1, fmt.Sprintf("digit %q in a number of base %d", s[i], base)
			}
			break
		}
		hi, lo := bits.Mul64(u, uint64(base))
		sum, carry := bits.Add64(lo, uint64(d), 0)
		u, over = sum, over || hi != 0 || carry != 0
	}
	if over {
		return 0, i, fmt.Sprintf("%s does not fit into 64 bits", s[start:i])
	}
	if i+1 < len(s) && s[i] == '.' && class[s[i+1]] == chDigit {
		return 0, i, "expected an integer, not a floating-point number"
	}
	for i < len(s) && (s[i] == 'U' || s[i] == 'L') {
		i++
	}
	return int64(u), i, ""
}

// character takes a character constant.
func (c *cursor) character() (exprID, bool) {
	start, end := c.i, quotedEnd(c.s, c.i)
	if end < start+3 {
		return 0, c.fail(start, end, "a character constant is one character between single quotes")
	}
	c.i = end
	v := c.s[start+1]
	if v == '\\' {
		if c.s[start+2] == '\'' {
			return c.constant('\''), true
		}
		var msg string
		if v, _, msg = unescape(c.s[start+1 : end-1]); msg != "" {
			return 0, c.fail(start, end, "%s", msg)
		}
	}
	return c.constant(int64(v)), true
}

func foldUnary(o op, v int64) int64 {
	switch o {
	case opNeg:
		return -v
	case opNot:
		return ^v
	}
	return truth01(v == 0)
}

// fold computes a binary operator on 64-bit integers as LLVM does: comparisons give -1, && and ||
// give 1, and >> shifts in zeros.
func fold(o op, x, y int64) (v int64, msg string) {
	switch o {
	case opAdd:
		return x + y, ""
	case opSub:
		return x - y, ""
	case opMul:
		return x * y, ""
	case opDiv, opMod:
		if y == 0 {
			return 0, "division by zero"
		}
		if o == opDiv {
			return x / y, ""
		}
		return x % y, ""
	case opShl:
		return int64(uint64(x) << uint64(y)), ""
	case opShr:
		return int64(uint64(x) >> uint64(y)), ""
	case opAnd:
		return x & y, ""
	case opOr:
		return x | y, ""
	case opXor:
		return x ^ y, ""
	case opOrNot:
		return x | ^y, ""
	case opEQ:
		return truth(x == y), ""
	case opNE:
		return truth(x != y), ""
	case opLT:
		return truth(x < y), ""
	case opLE:
		return truth(x <= y), ""
	case opGT:
		return truth(x > y), ""
	case opGE:
		return truth(x >= y), ""
	case opLAnd:
		return truth01(x != 0 && y != 0), ""
	case opLOr:
		return truth01(x != 0 || y != 0), ""
	}
	panic("BUG: fold of an operator that is not binary")
}

func truth(b bool) int64 { return -truth01(b) }

func truth01(b bool) int64 {
	if b {
		return 1
	}
	return 0
}

// instructionExpr returns the isa.ExprFunc for the instruction being assembled.
func (a *assembler) instructionExpr(s string, i int) (isa.ExprValue, int, *isa.SyntaxError) {
	return a.exprIn(s, i, a.at)
}

// exprIn parses the expression in s at i, where s is at base.
func (a *assembler) exprIn(s string, i int, base pos) (isa.ExprValue, int, *isa.SyntaxError) {
	c := &a.operand
	*c = cursor{a: a, s: s, i: i, base: base}
	e, ok := c.expr()
	if !ok {
		fault := c.fault
		return isa.ExprValue{}, c.i, &fault
	}
	for c.i > i && class[s[c.i-1]] == chBlank {
		c.i--
	}
	if n := &a.nodes[e]; n.op == opConst {
		return isa.ExprValue{Absolute: true, Val: n.val}, c.i, nil
	}
	a.exprAt = c.span(i, c.i)
	return isa.ExprValue{Handle: uint32(e)}, c.i, nil
}
