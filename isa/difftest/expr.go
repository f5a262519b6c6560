package difftest

import (
	"strconv"
	"strings"

	"heddle/isa"
)

// Expr is an isa.ExprFunc for tests: integers, the operators of GNU as with
// their precedence, and names, which stand for symbols without a value.
func Expr(s string, pos int) (isa.ExprValue, int, *isa.SyntaxError) {
	e := expression{s: s, pos: pos}
	v := e.binary(1)
	if e.err != nil {
		return isa.ExprValue{}, pos, e.err
	}
	return v, e.pos, nil
}

type expression struct {
	s     string
	pos   int
	depth int
	err   *isa.SyntaxError
}

// operators with their precedence; longer ones come first.
var operators = []struct {
	text string
	prec int
}{
	{"||", 1}, {"&&", 2}, {"==", 3}, {"!=", 3}, {"<>", 3}, {"<=", 3}, {">=", 3}, {"<<", 6}, {">>", 6}, {"<", 3}, {">", 3},
	{"+", 4}, {"-", 4}, {"|", 5}, {"^", 5}, {"&", 5}, {"*", 6}, {"/", 6}, {"%", 6},
}

func (e *expression) fail(msg string) isa.ExprValue {
	if e.err == nil {
		e.err = &isa.SyntaxError{Pos: e.pos, End: e.pos + 1, Msg: msg}
	}
	return isa.ExprValue{}
}

func (e *expression) space() {
	for e.pos < len(e.s) && (e.s[e.pos] == ' ' || e.s[e.pos] == '\t') {
		e.pos++
	}
}

func (e *expression) binary(least int) isa.ExprValue {
	left := e.unary()
	for e.err == nil {
		end := e.pos
		e.space()
		op, prec := "", 0
		for _, o := range operators {
			if strings.HasPrefix(e.s[e.pos:], o.text) {
				op, prec = o.text, o.prec
				break
			}
		}
		if op == "" || prec < least {
			e.pos = end
			return left
		}
		e.pos += len(op)
		right := e.binary(prec + 1)
		if !left.Absolute || !right.Absolute {
			left = isa.ExprValue{}
			continue
		}
		left.Val = e.apply(op, left.Val, right.Val)
	}
	return left
}

func (e *expression) apply(op string, a, b int64) int64 {
	truth := func(t bool) int64 {
		if t {
			return -1
		}
		return 0
	}
	switch op {
	case "+":
		return a + b
	case "-":
		return a - b
	case "*":
		return a * b
	case "/", "%":
		switch {
		case b == 0:
			return e.fail("division by zero").Val
		case b == -1 && op == "/":
			return -a
		case b == -1:
			return 0
		case op == "/":
			return a / b
		}
		return a % b
	case "|":
		return a | b
	case "^":
		return a ^ b
	case "&":
		return a & b
	case "<<":
		return a << uint64(b)
	case ">>":
		return int64(uint64(a) >> uint64(b))
	case "==":
		return truth(a == b)
	case "!=", "<>":
		return truth(a != b)
	case "<":
		return truth(a < b)
	case ">":
		return truth(a > b)
	case "<=":
		return truth(a <= b)
	case ">=":
		return truth(a >= b)
	case "&&":
		return truth(a != 0 && b != 0) & 1
	}
	return truth(a != 0 || b != 0) & 1
}

func (e *expression) unary() isa.ExprValue {
	const deepest = 100
	if e.depth++; e.depth > deepest {
		return e.fail("too deep")
	}
	defer func() { e.depth-- }()
	e.space()
	if e.pos >= len(e.s) {
		return e.fail("expected an expression")
	}
	c := e.s[e.pos]
	switch {
	case c == '-' || c == '+' || c == '~' || c == '!':
		e.pos++
		v := e.unary()
		if v.Absolute {
			switch c {
			case '-':
				v.Val = -v.Val
			case '~':
				v.Val = ^v.Val
			case '!':
				v.Val = e.apply("==", v.Val, 0) & 1
			}
		}
		return v
	case c == '(':
		e.pos++
		v := e.binary(1)
		e.space()
		if e.err == nil && (e.pos >= len(e.s) || e.s[e.pos] != ')') {
			return e.fail("expected a closing parenthesis")
		}
		e.pos++
		return v
	}
	return e.token()
}

// token reads a number or a name.
func (e *expression) token() isa.ExprValue {
	end := e.pos
	for end < len(e.s) && (e.s[end] == '_' || e.s[end] == '.' || e.s[end] == '$' || e.s[end] == '@' || alphanumeric(e.s[end])) {
		end++
	}
	text := e.s[e.pos:end]
	if text == "" {
		return e.fail("expected an expression")
	}
	if c := text[0]; c < '0' || c > '9' {
		e.pos = end
		return isa.ExprValue{Handle: 1}
	}
	if n := len(text) - 1; n > 0 && (text[n] == 'f' || text[n] == 'b') && !strings.HasPrefix(text, "0x") {
		e.pos = end
		return isa.ExprValue{Handle: 1} // a local label
	}
	u, err := strconv.ParseUint(text, 0, 64)
	if err != nil {
		return e.fail("malformed number")
	}
	e.pos = end
	return isa.ExprValue{Absolute: true, Val: int64(u)}
}

func alphanumeric(c byte) bool {
	return c >= '0' && c <= '9' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z'
}
