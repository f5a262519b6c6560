package ir

import (
	"fmt"
)

// denseArray reads array<i64: 1, 2>.
func (p *parser) denseArray() Attr {
	a := &DenseArrayAttr{}
	p.next()
	p.expect('<', "'<'")
	at := p.pos()
	a.Elem = p.typ()
	switch a.Elem {
	case I1, I8, I16, I32, I64, F32, F64:
	default:
		p.fail(at, "a dense array has elements of i1, i8, i16, i32, i64, f32 or f64, not "+clip(a.Elem.String()))
	}
	if !p.accept(':') {
		p.expect('>', "':' or '>'")
		return a
	}
	for !p.failed {
		a.Nums = append(a.Nums, p.arrayNumber(a.Elem))
		if !p.accept(',') {
			break
		}
	}
	p.expect('>', "',' or '>'")
	return a
}

func (p *parser) arrayNumber(elem Type) int64 {
	if elem == I1 && !p.is(tokBare) {
		p.unexpected("true or false")
		return 0
	}
	raw := p.element(elem, 8, nil)
	if p.failed {
		return 0
	}
	v := int64(0)
	for i, c := range raw {
		v |= int64(c) << (8 * i)
	}
	if it, ok := elem.(IntegerType); ok && it != I1 {
		shift := 64 - it.Width()
		v = v << shift >> shift
	}
	return v
}

// denseReader reads the literal of dense<...>, before its type is known: the
// elements are noted as tokens.
type denseReader struct {
	tokens []denseToken
	shape  Shape // as the brackets have it; nil for a single element
}

type denseToken struct {
	kind       tokenKind // tokInt, tokFloat or tokBare for true and false
	start, end int32
	digits     int32 // after the sign
	neg        bool
}

// dense reads dense<literal> : type.
func (p *parser) dense() Attr {
	p.next()
	at := p.pos()
	p.expect('<', "'<'")
	d := denseReader{}
	var hex string
	empty := false
	switch {
	case p.is('>'):
		empty = true
	case p.is(tokString):
		hex = unquote(p.text())
		if len(hex) < 2 || hex[:2] != "0x" {
			p.fail(p.pos(), "expected hex digits after 0x in the string")
		}
		p.next()
	default:
		p.denseLiteral(&d, 0)
	}
	p.expect('>', "'>'")
	p.expect(':', "':'")
	typeAt := p.pos()
	t := p.typ()
	typeAt.End = int32(p.last)
	if p.failed {
		return UnitAttr{}
	}
	n := p.denseType(typeAt, t)
	switch {
	case p.failed:
		return UnitAttr{}
	case empty:
		if n != 0 {
			p.fail(at, "dense<> is for types without elements, not "+clip(t.String()))
		}
		return newDense(t, false, nil)
	case hex != "":
		return p.denseHex(at, t, n, hex[2:])
	}
	return p.denseElements(at, t, n, &d)
}

// denseType checks that a type can have elements and returns their number.
func (p *parser) denseType(at Pos, t Type) int64 {
	shape, ok := ShapeOf(t)
	n, static := shape.Elements()
	switch {
	case !ok || !static:
		p.fail(at, "dense elements need a type with static sizes, not "+clip(t.String()))
		return 0
	}
	if _, isMem := t.(*MemRefType); isMem {
		p.fail(at, "dense elements are of a vector or tensor type, not "+clip(t.String()))
	}
	switch elem := ElemType(t).(type) {
	case IntegerType:
		if elem.Width() > 128 {
			p.fail(at, "dense elements have at most 128 bits, not "+elem.String())
		}
		if elem.Width() == 0 {
			p.fail(at, "dense elements of i0 are not read")
		}
	case IndexType:
	case FloatType:
		if elem.Format() == nil && elem != F8E8M0FNU {
			p.fail(at, "constants of type "+elem.String()+" are not read")
		}
	default:
		p.fail(at, "dense elements are integers, index or floats, not "+clip(elem.String()))
	}
	return n
}

// denseLiteral reads an element or a list; level is the depth of the brackets.
func (p *parser) denseLiteral(d *denseReader, level int) {
	if !p.is('[') {
		if level != len(d.shape) {
			p.fail(p.pos(), "expected a list, as there is one before this element")
		}
		p.denseToken(d)
		return
	}
	if !p.enter() {
		return
	}
	defer p.leave()
	at := p.pos()
	p.next()
	first := level == len(d.shape)
	if first {
		if len(d.tokens) > 0 {
			p.fail(at, "expected an element, as there is one before this list")
		}
		d.shape = append(d.shape, -1)
	}
	n := int64(0)
	p.list(']', "',' or ']'", func() {
		p.denseLiteral(d, level+1)
		n++
	})
	if d.shape[level] == -1 {
		d.shape[level] = n
	} else if d.shape[level] != n {
		p.fail(at, fmt.Sprintf("the list has %d elements, the one before it %d", n, d.shape[level]))
	}
}

func (p *parser) denseToken(d *denseReader) {
	start := p.tok.start
	neg := p.accept('-')
	kind := p.tok.kind
	if kind != tokInt && kind != tokFloat && (neg || kind != tokBare || p.text() != "true" && p.text() != "false") {
		if p.is('(') {
			p.fail(p.pos(), "dense elements of complex numbers are not read")
		}
		p.unexpected("a number, true, false or a list")
		return
	}
	d.tokens = append(d.tokens, denseToken{kind, int32(start), int32(p.tok.end), int32(p.tok.start), neg})
	p.next()
}

func (p *parser) denseElements(at Pos, t Type, n int64, d *denseReader) Attr {
	elem := ElemType(t)
	shape, _ := ShapeOf(t)
	splat := d.shape == nil
	if !splat && !d.shape.Equal(shape) {
		p.fail(at, fmt.Sprintf("the list has the shape %s, the type %s", shapeText(d.shape), shapeText(shape)))
		return UnitAttr{}
	}
	if splat && n == 0 {
		splat = false
		d.tokens = nil
	}
	size := elemBytes(elem)
	raw := make([]byte, 0, size*len(d.tokens))
	for _, tok := range d.tokens {
		if raw = p.tokenCode(tok, elem, size, raw); p.failed {
			return UnitAttr{}
		}
	}
	return newDense(t, splat, raw)
}

func shapeText(s Shape) string { return "[" + joinInts(s, ", ") + "]" }

// element reads one number of a dense array and appends its code.
func (p *parser) element(elem Type, size int, raw []byte) []byte {
	d := denseReader{}
	p.denseToken(&d)
	if p.failed {
		return raw
	}
	return p.tokenCode(d.tokens[0], elem, size, raw)
}

// tokenCode appends the code of a token as an element.
func (p *parser) tokenCode(tok denseToken, elem Type, size int, raw []byte) []byte {
	at := Pos{tok.start, tok.end}
	text := p.s[tok.digits:tok.end]
	if tok.kind == tokBare {
		if elem != I1 {
			p.fail(at, "true and false are elements of type i1, not "+elem.String())
		}
		if text == "true" {
			return appendCode(raw, 1, size)
		}
		return appendCode(raw, 0, size)
	}
	if f, ok := elem.(FloatType); ok {
		return appendCode(raw, p.floatCode(at, tok.kind, text, tok.neg, f), size)
	}
	if tok.kind == tokFloat {
		p.fail(at, "expected an element of type "+elem.String())
		return raw
	}
	n := p.integer(at, text, tok.neg, elem)
	width, _ := BitWidth(elem)
	if size > 8 {
		return appendBig(raw, n, width, size)
	}
	code := uint64(n.Int64())
	if width < 64 {
		code &= 1<<width - 1
	}
	return appendCode(raw, code, size)
}

// appendBig appends the low bits of a wide number, little-endian.
func appendBig(raw []byte, n *IntegerAttr, width, size int) []byte {
	v := bigInt(Integer(width, Unsigned), n.Big()).Big()
	p := v.FillBytes(make([]byte, size))
	for i := size - 1; i >= 0; i-- {
		raw = append(raw, p[i])
	}
	return raw
}

// denseHex reads the bytes of the elements: as many as the width needs each,
// little-endian, and one bit each for i1. The bytes of one element are a splat.
func (p *parser) denseHex(at Pos, t Type, n int64, hex string) Attr {
	elem := ElemType(t)
	size := elemBytes(elem)
	raw := make([]byte, len(hex)/2)
	for i := range hex {
		if classes[hex[i]]&classHex == 0 || len(hex)%2 != 0 {
			p.fail(at, "expected pairs of hex digits after 0x in the string")
			return UnitAttr{}
		}
		raw[i/2] = raw[i/2]<<4 | hexValue(hex[i])
	}
	want := n * int64(size)
	if elem == I1 {
		want = (n + 7) / 8
	}
	whole := int64(len(raw)) == want && n <= 8*int64(len(raw))
	splat := !whole && len(raw) == size
	if !whole && !splat {
		p.fail(at, fmt.Sprintf("the string has %d bytes; %s needs %d, or %d for one element everywhere", len(raw), clip(t.String()), want, size))
		return UnitAttr{}
	}
	if elem == I1 {
		if splat {
			raw[0] = raw[0] & 1
		} else {
			bits := make([]byte, n)
			for i := range bits {
				bits[i] = raw[i/8] >> (i % 8) & 1
			}
			raw = bits
		}
	} else if w, _ := BitWidth(elem); w%8 != 0 {
		for i := size - 1; i < len(raw); i += size {
			raw[i] &= 1<<(w%8) - 1
		}
	}
	return newDense(t, splat, raw)
}
