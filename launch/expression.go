package launch

import (
	"errors"
	"fmt"
	"maps"
	"math"
	"math/bits"
	"slices"
	"strconv"
	"strings"

	"heddle/diag"
	"heddle/isa"
)

// expression is an expression that is being evaluated:
//
//	sum = product { ("+" | "-") product }
//	product = factor { ("*" | "/" | "%") factor }
//	factor = number | name | "(" sum ")" | "-" factor | ("ceildiv" | "min" | "max") "(" sum "," sum ")"
//
// "/" rounds towards zero. A name ends before a "-" if another name is longer: m-1 is a difference
// unless there is a name m-1.
type expression struct {
	of   *Setting
	rest string
	deep int
}

// errOverflow is the error of an expression whose value has more than 64 bits.
var errOverflow = errors.New("the value does not fit 64 bits")

// maxDepth bounds the nesting of expressions.
const maxDepth = 100

// evaluate returns the value of an expression.
func (x *Setting) evaluate(text string) (int64, error) {
	e := &expression{of: x, rest: text}
	v, err := e.sum()
	if err == nil && e.peek() != 0 {
		err = fmt.Errorf("%q is left over", e.rest)
	}
	return v, err
}

// peek is the next character other than a space, 0 at the end.
func (e *expression) peek() byte {
	if e.rest = strings.TrimLeft(e.rest, " "); e.rest == "" {
		return 0
	}
	return e.rest[0]
}

// take reads a character if it is next.
func (e *expression) take(c byte) bool {
	if e.peek() != c {
		return false
	}
	e.rest = e.rest[1:]
	return true
}

func (e *expression) sum() (int64, error) {
	return e.chain("+-", e.product)
}

func (e *expression) product() (int64, error) {
	return e.chain("*/%", e.factor)
}

// chain reads operands with operators between them, from the left.
func (e *expression) chain(operators string, operand func() (int64, error)) (int64, error) {
	v, err := operand()
	for err == nil && e.peek() != 0 && strings.IndexByte(operators, e.peek()) >= 0 {
		op := e.peek()
		e.take(op)
		var w int64
		if w, err = operand(); err == nil {
			v, err = apply(op, v, w)
		}
	}
	return v, err
}

// apply computes v op w.
func apply(op byte, v, w int64) (int64, error) {
	switch op {
	case '+':
		if sum := v + w; (sum > v) == (w > 0) {
			return sum, nil
		}
	case '-':
		if w != math.MinInt64 {
			return apply('+', v, -w)
		}
	case '*':
		high, low := bits.Mul64(magnitude(v), magnitude(w))
		if high == 0 && low <= math.MaxInt64 {
			return v * w, nil
		}
	default:
		if w == 0 {
			return 0, fmt.Errorf("division by 0")
		}
		if op == '%' {
			return v % w, nil
		}
		if v != math.MinInt64 || w != -1 {
			return v / w, nil
		}
	}
	return 0, errOverflow
}

func magnitude(v int64) uint64 {
	if v < 0 {
		return -uint64(v)
	}
	return uint64(v)
}

// functions are those of two arguments.
var functions = map[string]func(v, w int64) (int64, error){
	"min": func(v, w int64) (int64, error) { return min(v, w), nil },
	"max": func(v, w int64) (int64, error) { return max(v, w), nil },
	"ceildiv": func(v, w int64) (int64, error) {
		if v < 0 || w < 1 {
			return 0, fmt.Errorf("ceildiv(%d, %d): the first is negative or the second less than 1", v, w)
		}
		q := v / w
		if v%w != 0 {
			q++
		}
		return q, nil
	},
}

func (e *expression) factor() (int64, error) {
	if e.deep++; e.deep > maxDepth {
		return 0, fmt.Errorf("it is nested too deeply")
	}
	defer func() { e.deep-- }()
	switch c := e.peek(); {
	case c == 0:
		return 0, fmt.Errorf("a number or a name is missing")
	case e.take('('):
		v, err := e.sum()
		return v, e.need(')', err)
	case e.take('-'):
		v, err := e.factor()
		if err == nil && v == math.MinInt64 {
			err = errOverflow
		}
		return -v, err
	case '0' <= c && c <= '9':
		n := 0
		for n < len(e.rest) && '0' <= e.rest[n] && e.rest[n] <= '9' {
			n++
		}
		v, err := strconv.ParseInt(e.rest[:n], 10, 64)
		if err != nil {
			return 0, errOverflow
		}
		e.rest = e.rest[n:]
		return v, nil
	}
	return e.named()
}

// named reads a name, or a function with its arguments.
func (e *expression) named() (int64, error) {
	n := 0
	for n < len(e.rest) && isName(e.rest[:n+1]) {
		n++
	}
	if n == 0 {
		return 0, fmt.Errorf("%q is neither a number nor a name", e.rest)
	}
	word := e.rest[:n]
	if f, ok := functions[word]; ok && strings.HasPrefix(strings.TrimLeft(e.rest[n:], " "), "(") {
		e.rest = e.rest[n:]
		e.take('(')
		v, err := e.sum()
		if err = e.need(',', err); err != nil {
			return 0, err
		}
		w, err := e.sum()
		if err = e.need(')', err); err != nil {
			return 0, err
		}
		return f(v, w)
	}
	for name := word; ; {
		if v, ok := e.of.values[name]; ok {
			e.of.used[name] = true
			e.rest = e.rest[len(name):]
			return v, nil
		}
		at := strings.LastIndexByte(name, '-')
		if at < 0 {
			break
		}
		name = name[:at]
	}
	names := slices.Sorted(maps.Keys(e.of.values))
	if len(names) == 0 {
		return 0, fmt.Errorf("nothing says what %q is: give --sweep %s=VALUES", word, word)
	}
	return 0, fmt.Errorf("there is no %q; there is %s%s", word, strings.Join(names, ", "), diag.DidYouMean(isa.Nearest(word, names, 1)))
}

// need reads a character that must come next.
func (e *expression) need(c byte, err error) error {
	if err == nil && !e.take(c) {
		err = fmt.Errorf("a %q is missing", c)
	}
	return err
}
