package ir

import (
	"fmt"
	"math"
	"strconv"
	"strings"
)

// The content of IREE's attributes.

// layoutOf counts the bindings and constants of a #hal.pipeline.layout.
func layoutOf(a Attr) (bindings, constants int, err error) {
	o, _ := a.(*OpaqueAttr)
	for _, entry := range splitList(o.Param("pipeline.layout")) {
		key, value, _ := strings.Cut(entry, "=")
		value = strings.TrimSpace(value)
		switch strings.TrimSpace(key) {
		case "constants":
			if constants, err = strconv.Atoi(value); err != nil || constants < 0 || constants > maxConstants {
				return 0, 0, fmt.Errorf("%q is not a number of constants", clip(value))
			}
		case "bindings":
			if len(value) < 2 || value[0] != '[' {
				return 0, 0, fmt.Errorf("the bindings are a list, not %q", clip(value))
			}
			bindings = len(splitList(value[1 : len(value)-1]))
		}
	}
	return bindings, constants, nil
}

// maxConstants bounds the constants of a layout: a launch's arguments have 4 KB.
const maxConstants = 1024

// splitList cuts a text at its commas, but not inside brackets or strings.
func splitList(text string) []string {
	var parts []string
	depth, start, quoted := 0, 0, false
	for i := 0; i < len(text); i++ {
		switch c := text[i]; {
		case quoted && c == '\\':
			i++
		case c == '"':
			quoted = !quoted
		case quoted:
		case strings.IndexByte("<([{", c) >= 0:
			depth++
		case c == '>' && i > 0 && text[i-1] == '-': // an arrow
		case strings.IndexByte(">)]}", c) >= 0:
			depth--
		case c == ',' && depth == 0:
			parts, start = append(parts, strings.TrimSpace(text[start:i])), i+1
		}
	}
	if rest := strings.TrimSpace(text[start:]); rest != "" {
		parts = append(parts, rest)
	}
	return parts
}

// IntAssumption is an assertion of util.assume.int about a value: unsigned bounds, and a number
// that divides it (1 if none is known).
type IntAssumption struct{ Min, Max, Div uint64 }

// Assumptions returns the assertions about operand i of util.assume.int. There may be several sets,
// one for each place that the value may come from, one of which holds.
func Assumptions(op *Operation, i int) []IntAssumption {
	list, _ := op.Attr("assumptions").(*ArrayAttr)
	if list == nil || i >= len(list.Elems) {
		return nil
	}
	sets, _ := list.Elems[i].(*ArrayAttr)
	if sets == nil {
		return nil
	}
	var all []IntAssumption
	for _, e := range sets.Elems {
		a, err := parseAssumption(e)
		if err != nil {
			return nil // the verifier has said so
		}
		all = append(all, a)
	}
	return all
}

func parseAssumption(e Attr) (a IntAssumption, err error) {
	a = IntAssumption{0, math.MaxUint64, 1}
	o, ok := e.(*OpaqueAttr)
	if !ok || o.Dialect != "util" || !strings.HasPrefix(o.Body, "int.assumption") {
		return a, fmt.Errorf("an assumption is #util.int.assumption<...>, not %s", clip(e.String()))
	}
	for _, entry := range splitList(o.Param("int.assumption")) {
		key, value, _ := strings.Cut(entry, "=")
		n, err := strconv.ParseUint(strings.TrimSpace(value), 10, 64)
		if err != nil {
			return a, fmt.Errorf("%q is not a number in an assumption", clip(entry))
		}
		switch strings.TrimSpace(key) {
		case "umin":
			a.Min = n
		case "umax":
			a.Max = n
		case "udiv":
			a.Div = max(n, 1)
		default:
			return a, fmt.Errorf("an assumption has umin, umax and udiv, not %q", clip(entry))
		}
	}
	if a.Min > a.Max {
		return a, fmt.Errorf("no number is from %d to %d", a.Min, a.Max)
	}
	return a, nil
}

func verifyAssume(op *Operation) error {
	if len(op.Operands) != len(op.Results) {
		return fmt.Errorf("gives its %d operands, not %d results", len(op.Operands), len(op.Results))
	}
	for i, v := range op.Operands {
		if !SameType(v.Type, op.Results[i].Type) {
			return fmt.Errorf("result #%d must be %s, not %s", i, v.Type, op.Results[i].Type)
		}
	}
	list := op.Attr("assumptions").(*ArrayAttr).Elems
	if len(list) != len(op.Operands) {
		return fmt.Errorf("needs a list of assumptions for each of its %d operands, not %d", len(op.Operands), len(list))
	}
	for _, sets := range list {
		a, ok := sets.(*ArrayAttr)
		if !ok {
			return fmt.Errorf("the assumptions of an operand are a list, not %s", clip(sets.String()))
		}
		for _, e := range a.Elems {
			if _, err := parseAssumption(e); err != nil {
				return err
			}
		}
	}
	return nil
}

func verifyHALSubspan(op *Operation) error {
	bindings, _, err := layoutOf(op.Attr("layout"))
	if err != nil {
		return err
	}
	if n := op.IntAttr("binding"); n < 0 || n >= int64(bindings) {
		return fmt.Errorf("the layout has no binding %d, but %d", n, bindings)
	}
	t := op.Results[0].Type.(*MemRefType)
	if _, _, ok := t.Strides(); !ok {
		return fmt.Errorf("the layout of %s is not an offset and strides", t)
	}
	dynamic := 0
	for _, d := range t.Shape {
		if d == Dynamic {
			dynamic++
		}
	}
	if n := len(op.OperandGroup("dynamic_dims")); n != dynamic {
		return fmt.Errorf("expected the %d dynamic sizes of %s, got %d", dynamic, t, n)
	}
	return nil
}

func verifyHALConstant(op *Operation) error {
	_, constants, err := layoutOf(op.Attr("layout"))
	if err != nil {
		return err
	}
	if n := op.IntAttr("ordinal"); n < 0 || n >= int64(constants) {
		return fmt.Errorf("the layout has no constant %d, but %d", n, constants)
	}
	return nil
}
