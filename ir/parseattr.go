package ir

import (
	"fmt"
	"math/big"
	"strconv"
	"strings"
)

// maxConstWidth is the width of the widest integer type that constants may have.
const maxConstWidth = 1 << 16

// attr reads an attribute.
func (p *parser) attr() Attr {
	if !p.enter() {
		return UnitAttr{}
	}
	defer p.leave()
	switch p.tok.kind {
	case tokInt, tokFloat, '-':
		return p.number()
	case tokString:
		s := String(unquote(p.text()))
		p.next()
		if p.accept(':') {
			s.Type = p.typ()
			if s.Type == None {
				s.Type = nil
			}
		}
		return s
	case tokAt:
		return p.symbolRef()
	case tokHash:
		return p.dialectAttr()
	case '[':
		var elems []Attr
		p.next()
		p.list(']', "',' or ']'", func() { elems = append(elems, p.attr()) })
		return &ArrayAttr{elems}
	case '{':
		return &DictAttr{p.dictionary()}
	case tokBare:
		if a := p.wordAttr(); a != nil {
			return a
		}
	}
	if !p.isType() {
		p.unexpected("an attribute")
		return UnitAttr{}
	}
	return &TypeAttr{p.typ()}
}

// isType reports whether a type may begin at the current token.
func (p *parser) isType() bool { return p.is(tokBare) || p.is(tokBang) || p.is('(') }

// refused are the attributes that are not read, with the reason.
var refused = map[string]string{
	"dense_resource": "dense_resource is not read: its data is outside the operations; write dense<...>",
	"sparse":         "sparse elements are not read; write them as dense<...>",
	"distinct":       "distinct attributes are not read: two modules could not be compared",
}

// wordAttr reads an attribute that begins with a word, nil if it is not such a word.
func (p *parser) wordAttr() Attr {
	switch w := p.text(); w {
	case "unit":
		p.next()
		return UnitAttr{}
	case "true", "false":
		p.next()
		return Bool(w == "true")
	case "affine_map":
		p.next()
		p.expect('<', "'<'")
		m := p.affineMap()
		p.expect('>', "'>'")
		return &AffineMapAttr{m}
	case "affine_set":
		p.next()
		p.expect('<', "'<'")
		s := p.integerSet()
		p.expect('>', "'>'")
		return &IntegerSetAttr{s}
	case "array":
		return p.denseArray()
	case "dense":
		return p.dense()
	case "strided":
		return p.strided()
	case "loc":
		return &LocationAttr{p.location()}
	default:
		if why, ok := refused[w]; ok {
			p.fail(p.pos(), why)
		}
	}
	return nil
}

// number reads an integer or float with its type.
func (p *parser) number() Attr {
	at := p.pos()
	neg := p.accept('-')
	kind, text := p.tok.kind, p.text()
	if kind != tokInt && kind != tokFloat {
		p.unexpected("a number after '-'")
		return UnitAttr{}
	}
	at.End = int32(p.tok.end)
	p.next()
	var t Type
	switch {
	case p.accept(':'):
		t = p.typ()
	case kind == tokFloat:
		t = F64
	default:
		t = I64
	}
	if p.failed {
		return UnitAttr{}
	}
	switch t := t.(type) {
	case FloatType:
		return &FloatAttr{t, p.floatCode(at, kind, text, neg, t)}
	case IntegerType, IndexType:
		if kind == tokInt {
			return p.integer(at, text, neg, t)
		}
	}
	p.fail(at, "a number cannot be of type "+clip(t.String()))
	return UnitAttr{}
}

// integer returns an integer attribute; the number must fit into the type, as a signed or as an
// unsigned one if the type is signless.
func (p *parser) integer(at Pos, text string, neg bool, t Type) *IntegerAttr {
	width, signless, unsigned := 64, false, false
	if it, ok := t.(IntegerType); ok {
		width, signless, unsigned = it.Width(), it.Sign() == Signless, it.Sign() == Unsigned
	}
	if neg && unsigned {
		p.fail(at, "there are no negative numbers of type "+t.String())
		return Int(I64, 0)
	}
	if width > maxConstWidth {
		p.fail(at, fmt.Sprintf("constants have at most %d bits, not %d", maxConstWidth, width))
		return Int(I64, 0)
	}
	if u, err := strconv.ParseUint(text, 0, 64); err == nil && isDecimalOrHex(text) && width <= 64 {
		fits := width == 64 || u>>width == 0
		half := uint64(1) << max(0, width-1)
		switch {
		case neg:
			// -0 is out of range for MLIR, too.
			fits = u <= half && u != 0 && width > 0
			u = -u
		case !signless && !unsigned:
			fits = u < half
		}
		if !fits {
			p.failRange(at, t)
		}
		return Int(t, int64(u))
	}
	v, ok := new(big.Int), false
	if len(text) < maxConstWidth/2 {
		if hex, isHex := strings.CutPrefix(text, "0x"); isHex {
			v, ok = v.SetString(hex, 16)
		} else {
			v, ok = v.SetString(text, 10)
		}
	}
	if !ok {
		p.failRange(at, t)
		return Int(I64, 0)
	}
	half := new(big.Int).Lsh(big.NewInt(1), uint(max(0, width-1)))
	fits := v.BitLen() <= width
	if neg {
		fits = v.Cmp(half) <= 0 && v.Sign() != 0 && width > 0
		v.Neg(v)
	} else if !signless && !unsigned {
		fits = v.Cmp(half) < 0
	}
	if !fits {
		p.failRange(at, t)
	}
	return bigInt(t, v)
}

// isDecimalOrHex reports whether Go reads the digits as MLIR does: 010 is ten.
func isDecimalOrHex(text string) bool {
	return len(text) == 1 || text[0] != '0' || text[1] == 'x'
}

func (p *parser) failRange(at Pos, t Type) {
	p.fail(at, "the number does not fit into "+t.String())
}

// floatCode returns the code of a literal: a decimal is rounded to f64 and then to the type, as
// MLIR does; hex digits are the code itself.
func (p *parser) floatCode(at Pos, kind tokenKind, text string, neg bool, t FloatType) uint64 {
	if t.Format() == nil && t != F8E8M0FNU {
		p.fail(at, "constants of type "+t.String()+" are not read")
		return 0
	}
	if kind == tokInt {
		hex, isHex := strings.CutPrefix(text, "0x")
		if !isHex {
			p.fail(at, "a number of type "+t.String()+" needs a point: "+text+".0")
			return 0
		}
		if neg {
			p.fail(at, "the hex digits of a float include its sign; there is no '-' before them")
			return 0
		}
		code, err := strconv.ParseUint(hex, 16, 64)
		if err != nil || t.Width() < 64 && code>>t.Width() != 0 {
			p.failRange(at, t)
			return 0
		}
		return code
	}
	x, err := strconv.ParseFloat(strings.TrimSuffix(text, "."), 64)
	if err != nil {
		p.fail(at, "the number does not fit into f64")
		return 0
	}
	if neg {
		x = -x
	}
	if t == F8E8M0FNU && x < 0 {
		p.fail(at, "f8E8M0FNU has no negative numbers")
	}
	return encodeFloat(t, x)
}

// symbolRef reads @root::@nested.
func (p *parser) symbolRef() *SymbolRefAttr {
	ref := &SymbolRefAttr{Root: p.symbolName()}
	for p.accept(tokColons) {
		ref.Nested = append(ref.Nested, p.symbolName())
	}
	return ref
}

// symbolName reads @name.
func (p *parser) symbolName() string {
	if !p.is(tokAt) {
		p.unexpected("a symbol such as @name")
		return ""
	}
	name := p.text()[1:]
	if name[0] == '"' {
		name = unquote(name)
	}
	p.next()
	return name
}

// dictionary reads {a = attr, b}; the entries are sorted by name.
func (p *parser) dictionary() []NamedAttr {
	base := len(p.attrs)
	p.entriesOf()
	items := append([]NamedAttr(nil), p.attrs[base:]...)
	p.attrs = p.attrs[:base]
	p.sortItems(items)
	return items
}

// entriesOf reads {a = attr, b} onto p.attrs.
func (p *parser) entriesOf() {
	p.expect('{', "'{'")
	base := len(p.attrs)
	p.list('}', "',' or '}'", func() {
		at := p.pos()
		var name string
		switch p.tok.kind {
		case tokString:
			name = unquote(p.text())
		case tokBare:
			name = p.text()
		}
		if name == "" {
			p.unexpected("the name of an attribute")
			return
		}
		p.next()
		// Most dictionaries are sorted already, as MLIR prints them; a repeated name in the others
		// is found after sorting.
		if n := len(p.attrs); n > base && p.attrs[n-1].Name == name {
			p.fail(at, "the attribute "+clip(name)+" is there twice")
			return
		}
		var a Attr = UnitAttr{}
		if p.accept('=') {
			a = p.attr()
		}
		p.attrs = append(p.attrs, NamedAttr{name, a})
	})
}

// sortItems sorts the entries of a dictionary that ends at the current token.
func (p *parser) sortItems(items []NamedAttr) {
	for i := 1; i < len(items); i++ {
		if items[i-1].Name > items[i].Name {
			sortAttrs(items)
			break
		}
	}
	for i := 1; i < len(items); i++ {
		if items[i-1].Name == items[i].Name {
			p.fail(Pos{int32(max(0, p.last-1)), int32(p.last)}, "the attribute "+clip(items[i].Name)+" is there twice")
		}
	}
}

// dialectAttr reads #alias, #dialect.name<...> or #dialect<...>.
func (p *parser) dialectAttr() Attr {
	start, at := p.tok.start, p.pos()
	end := plainEnd(p.s, p.tok.end)
	if end > 0 {
		if a, ok := p.opaques[p.s[start:end]]; ok {
			p.goOn(end)
			return a
		}
	}
	dialect, body := p.symbolBody()
	if p.failed {
		return UnitAttr{}
	}
	if dialect == "" {
		a, ok := p.attrDefs[body]
		if !ok {
			p.fail(at, "no attribute alias #"+clip(body)+" is defined above")
			return UnitAttr{}
		}
		p.expand(at, a.size)
		return a.to
	}
	at.End = int32(p.last)
	body = p.canonicalBody(at, dialect, body)
	if p.accept(':') {
		return newOpaque(dialect, body, p.typ())
	}
	a := DialectOpaque(dialect, body)
	if end == p.last {
		p.opaques[p.s[start:end]] = a
	}
	return a
}

// canonicalBody returns the printed form of a declared attribute.
func (p *parser) canonicalBody(at Pos, dialect, body string) string {
	text := strings.TrimSpace(body)
	n := skip(text, 0, classIdent)
	d := declaredAttr(dialect, text[:n])
	if d == nil {
		return body
	}
	param := strings.TrimSpace(text[n:])
	if strings.HasPrefix(param, "<") && closesAtEnd(param) {
		param = param[1 : len(param)-1]
	}
	param, err := d.canonical(strings.TrimSpace(param))
	if err != nil {
		var notes []string
		if e, ok := err.(*OpError); ok {
			notes = e.Notes
		}
		p.fail(at, err.Error(), notes...)
	}
	return d.body(param)
}

// strided reads strided<[4, 1], offset: 3>.
func (p *parser) strided() Attr {
	a := &StridedAttr{}
	p.next()
	p.expect('<', "'<'")
	p.expect('[', "'['")
	p.list(']', "',' or ']'", func() { a.Strides = append(a.Strides, p.sizeOrDynamic()) })
	if p.accept(',') {
		p.expectWord("offset")
		p.expect(':', "':'")
		a.Offset = p.sizeOrDynamic()
	}
	p.expect('>', "'>'")
	return a
}

// sizeOrDynamic reads a number of 64 bits or ?.
func (p *parser) sizeOrDynamic() int64 {
	if p.accept('?') {
		return Dynamic
	}
	at := p.pos()
	neg := p.accept('-')
	if !p.is(tokInt) {
		p.unexpected("a number or '?'")
		return 0
	}
	n := p.integer(Pos{at.Start, int32(p.tok.end)}, p.text(), neg && p.text() != "0", Index).Int64()
	if n == Dynamic {
		p.failRange(at, Index)
	}
	p.next()
	return n
}
