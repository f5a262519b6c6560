package ir

import (
	"fmt"
	"strconv"
	"strings"
)

// AttrKind is a set of attributes.
type AttrKind struct {
	Text string // for messages: "must be <Text>"
	Has  func(Attr) bool
	// Samples are some members as text, for tests that make operations; nil if examples are written
	// by hand.
	Samples []string
}

func kindOf[T Attr](text string, samples ...string) *AttrKind {
	return &AttrKind{text, func(a Attr) bool { _, ok := a.(T); return ok }, samples}
}

// The kinds of attributes that are a Go type.
var (
	unitKind      = kindOf[UnitAttr]("unit attribute", "unit")
	stringKind    = kindOf[*StringAttr]("string attribute", `"s"`)
	typeKind      = kindOf[*TypeAttr]("type attribute")
	dictKind      = kindOf[*DictAttr]("dictionary attribute", `{}`)
	affineMapKind = kindOf[*AffineMapAttr]("AffineMap attribute")
	setKind       = kindOf[*IntegerSetAttr]("IntegerSet attribute")
	anyKind       = &AttrKind{Text: "any attribute", Has: func(Attr) bool { return true }}
)

// flatSymbolKind is a symbol reference without nesting: @name.
var flatSymbolKind = &AttrKind{Text: "flat symbol reference attribute", Has: func(a Attr) bool {
	s, ok := a.(*SymbolRefAttr)
	return ok && len(s.Nested) == 0
}}

// functionTypeKind is a type attribute of a function type.
var functionTypeKind = &AttrKind{Text: "type attribute of function type", Has: func(a Attr) bool {
	t, ok := a.(*TypeAttr)
	if !ok {
		return false
	}
	_, ok = t.Type.(*FunctionType)
	return ok
}}

// boolKind is true or false.
var boolKind = &AttrKind{"bool attribute", func(a Attr) bool {
	n, ok := a.(*IntegerAttr)
	return ok && n.Type == I1
}, []string{"true", "false"}}

// intKind returns an integer of one type.
func intKind(t Type, samples ...int64) *AttrKind {
	k := &AttrKind{Text: t.String() + " attribute", Has: func(a Attr) bool {
		n, ok := a.(*IntegerAttr)
		return ok && n.Type == t
	}}
	if len(samples) == 0 {
		samples = []int64{0, 1, 5}
	}
	for _, n := range samples {
		k.Samples = append(k.Samples, Int(t, n).String())
	}
	return k
}

// intRange returns an integer of one type within from..to.
func intRange(t Type, from, to int64) *AttrKind {
	k := intKind(t, from, to)
	is := k.Has
	k.Text = fmt.Sprintf("%s attribute from %d to %d", t, from, to)
	k.Has = func(a Attr) bool {
		if !is(a) {
			return false
		}
		n := a.(*IntegerAttr).Int64()
		return n >= from && n <= to
	}
	return k
}

// intOf returns an integer of one type that is one of the values.
func intOf(t Type, values ...int64) *AttrKind {
	k := intKind(t, values...)
	is := k.Has
	k.Text = t.String() + " attribute " + joinInts(values, " or ")
	k.Has = func(a Attr) bool {
		if !is(a) {
			return false
		}
		n := a.(*IntegerAttr).Int64()
		for _, v := range values {
			if n == v {
				return true
			}
		}
		return false
	}
	return k
}

// predicateKind returns an i64 that numbers the names from 0, as comparisons have it.
func predicateKind(names []string) *AttrKind {
	k := intRange(I64, 0, int64(len(names)-1))
	k.Text = "i64 attribute"
	for i, n := range names {
		k.Text += []string{" ", ", "}[min(i, 1)] + strconv.Itoa(i) + " (" + n + ")"
	}
	k.Samples = nil
	for i := range names {
		k.Samples = append(k.Samples, strconv.Itoa(i)+" : i64")
	}
	return k
}

// denseArrayKind is array<elem: ...>.
func denseArrayKind(elem Type, samples ...string) *AttrKind {
	return &AttrKind{elem.String() + " dense array attribute", func(a Attr) bool {
		d, ok := a.(*DenseArrayAttr)
		return ok && d.Elem == elem
	}, samples}
}

// arrayOf returns an array whose elements are of a kind.
func arrayOf(elem *AttrKind, samples ...string) *AttrKind {
	return &AttrKind{"array attribute of " + elem.Text, func(a Attr) bool {
		l, ok := a.(*ArrayAttr)
		if !ok {
			return false
		}
		for _, e := range l.Elems {
			if !elem.Has(e) {
				return false
			}
		}
		return true
	}, samples}
}

// DialectAttr declares an attribute of a dialect that is a word or a list of flags:
// #arith.overflow<nsw, nuw>, #gpu<dim x>. Attributes that are declared are checked when they are
// read and kept in MLIR's form; others are kept unchanged.
type DialectAttr struct {
	Name  string   // "fastmath" of arith.fastmath
	Words []string // the accepted words; flags are printed in this order
	Bare  bool     // printed #gpu<dim x> instead of #gpu.dim<x>
	// Sep separates flags; empty for a single word.
	Sep string
	// None is the word for no flags, All (if not empty) the one for all of them.
	None, All string
	// Canon, if not nil, checks and normalizes the text in the brackets, instead of Words.
	Canon func(param string) (string, error)
}

// canonical returns the printed form of the text in the brackets.
func (d *DialectAttr) canonical(param string) (string, error) {
	if d.Canon != nil {
		return d.Canon(param)
	}
	if d.Sep == "" {
		param = strings.TrimSpace(param)
		if !contains(d.Words, param) {
			return "", d.unknown(param)
		}
		return param, nil
	}
	seen := make([]bool, len(d.Words))
	for _, w := range strings.Split(param, ",") {
		w = strings.TrimSpace(w)
		if w == d.None {
			continue
		}
		found := false
		for i, known := range d.Words {
			if w == known || w == d.All && w != "" {
				seen[i], found = true, true
			}
		}
		if !found {
			return "", d.unknown(w)
		}
	}
	var words []string
	for i, s := range seen {
		if s {
			words = append(words, d.Words[i])
		}
	}
	switch {
	case len(words) == 0:
		return d.None, nil
	case len(words) == len(d.Words) && d.All != "":
		return d.All, nil
	}
	return strings.Join(words, d.Sep), nil
}

func (d *DialectAttr) unknown(word string) error {
	words := d.Words
	if d.Sep != "" {
		words = append([]string{d.None}, words...)
		if d.All != "" {
			words = append(words, d.All)
		}
	}
	return &OpError{Msg: fmt.Sprintf("%q is no %s", word, d.Name), Notes: []string{"accepted: " + strings.Join(words, ", ")}}
}

// body returns the text of the attribute after "#dialect".
func (d *DialectAttr) body(param string) string {
	if d.Bare {
		return d.Name + " " + param
	}
	return d.Name + "<" + param + ">"
}

// enumKind returns the kind of a declared dialect attribute.
func enumKind(dialect string, d *DialectAttr) *AttrKind {
	k := &AttrKind{Text: "#" + dialectText(dialect, d.body("...")), Has: func(a Attr) bool {
		o, ok := a.(*OpaqueAttr)
		return ok && o.Dialect == dialect && o.Param(d.Name) != ""
	}}
	for _, w := range d.Words {
		k.Samples = append(k.Samples, DialectOpaque(dialect, d.body(w)).String())
	}
	return k
}

// attr returns the attribute for a word.
func (d *DialectAttr) attr(dialect, word string) Attr { return DialectOpaque(dialect, d.body(word)) }

func contains(words []string, w string) bool {
	for _, s := range words {
		if s == w {
			return true
		}
	}
	return false
}

func joinInts(nums []int64, sep string) string {
	var b []byte
	for i, n := range nums {
		if i > 0 {
			b = append(b, sep...)
		}
		b = strconv.AppendInt(b, n, 10)
	}
	return string(b)
}

// intFrom returns an integer of one type that is at least from.
func intFrom(t Type, from int64, samples ...int64) *AttrKind {
	k := intKind(t, samples...)
	is := k.Has
	k.Text = fmt.Sprintf("%s attribute of at least %d", t, from)
	k.Has = func(a Attr) bool { return is(a) && a.(*IntegerAttr).Int64() >= from }
	return k
}

// powerOfTwoKind returns a positive power of two of one type.
func powerOfTwoKind(t Type, samples ...int64) *AttrKind {
	k := intKind(t, samples...)
	is := k.Has
	k.Text = t.String() + " attribute that is a power of two"
	k.Has = func(a Attr) bool { return is(a) && isPowerOfTwo(a.(*IntegerAttr).Int64()) }
	return k
}

// denseArrayOf is array<elem: ...> of n numbers.
func denseArrayOf(elem Type, n int, samples ...string) *AttrKind {
	k := denseArrayKind(elem, samples...)
	is := k.Has
	k.Text += fmt.Sprintf(" of %d numbers", n)
	k.Has = func(a Attr) bool { return is(a) && len(a.(*DenseArrayAttr).Nums) == n }
	return k
}
