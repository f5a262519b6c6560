package ir

import (
	"fmt"
	"strconv"
	"strings"
)

// floatByName finds the floating-point types.
var floatByName = func() map[string]FloatType {
	m := map[string]FloatType{}
	for t := range numFloatTypes {
		m[t.String()] = t
	}
	return m
}()

// typ reads a type.
func (p *parser) typ() Type {
	switch p.tok.kind {
	case tokBare:
		return p.builtinType()
	case tokBang:
		return p.share(p.dialectType())
	case '(':
		return p.share(p.functionType())
	}
	p.unexpected("a type")
	return None
}

// builtinType reads a type that begins with a word.
func (p *parser) builtinType() Type {
	name := p.text()
	if t, ok := scalarType(name); ok {
		p.next()
		return t
	}
	var read func() Type
	switch name {
	case "vector":
		read = p.vectorType
	case "memref":
		read = p.memrefType
	case "tensor":
		read = p.tensorType
	case "tuple":
		read = p.tupleType
	case "complex":
		read = p.complexType
	default:
		if n, ok := tooWide(name); ok {
			p.fail(p.pos(), fmt.Sprintf("integer types have at most %d bits, not %s", MaxIntegerWidth, n))
		} else {
			p.unexpected("a type")
		}
		return None
	}
	// The same text is the same type: most types of a file are repeated.
	start := p.tok.start
	end := plainEnd(p.s, p.tok.end)
	if end > 0 {
		if t, ok := p.types[p.s[start:end]]; ok {
			p.goOn(end)
			return t
		}
	}
	if !p.enter() {
		return None
	}
	defer p.leave()
	p.next()
	p.expect('<', "'<'")
	t := read()
	p.expect('>', "'>'")
	if p.failed {
		return None
	}
	t = p.share(t)
	if end == p.last {
		p.types[p.s[start:end]] = t
	}
	return t
}

// plainEnd finds the end of a <...> at i without looking at strings; 0 if it is
// long or not that plain.
func plainEnd(s string, i int) int {
	depth := 0
	for end := min(len(s), i+256); i < end; i++ {
		switch s[i] {
		case '<':
			depth++
		case '>':
			if s[i-1] == '-' {
				continue
			}
			if depth--; depth == 0 {
				return i + 1
			}
		case '"', '/':
			return 0
		}
		if depth == 0 {
			return 0
		}
	}
	return 0
}

// share returns the first type of the file that is the same as t.
func (p *parser) share(t Type) Type {
	if p.failed {
		return None
	}
	text := t.String()
	if first, ok := p.types[text]; ok {
		return first
	}
	p.types[text] = t
	return t
}

// scalarType returns the types that are one word.
func scalarType(name string) (Type, bool) {
	switch name {
	case "i32":
		return I32, true
	case "index":
		return Index, true
	case "f32":
		return F32, true
	case "i1":
		return I1, true
	case "none":
		return None, true
	}
	if t, ok := floatByName[name]; ok {
		return t, true
	}
	digits, sign := integerName(name)
	if digits == "" || len(digits) > 8 {
		return nil, false
	}
	n, _ := strconv.Atoi(digits)
	if n > MaxIntegerWidth {
		return nil, false
	}
	return Integer(n, sign), true
}

// integerName returns the digits of iN, siN and uiN, "" for other names.
func integerName(name string) (digits string, sign Signedness) {
	if len(name) > 0 && name[0] == 's' {
		sign, name = Signed, name[1:]
	} else if len(name) > 0 && name[0] == 'u' {
		sign, name = Unsigned, name[1:]
	}
	if len(name) < 2 || name[0] != 'i' || skip(name, 1, classDigit) != len(name) || name[1] == '0' && len(name) > 2 {
		return "", 0
	}
	return name[1:], sign
}

func tooWide(name string) (digits string, ok bool) {
	digits, _ = integerName(name)
	return clip(digits), digits != "" && !(len(digits) <= 8 && strings.Trim(digits, "0123456789") == "" && atoi(digits) <= MaxIntegerWidth)
}

func atoi(s string) int {
	n, _ := strconv.Atoi(s)
	return n
}

// sizes reads 4x?x up to the element type. Words such as x8xf32 are not tokens of the language, so
// it reads characters.
func (p *parser) sizes(dynamic, scalable bool) (shape Shape, scales []bool) {
	i := p.tok.start
	any := false
	for !p.failed && i < len(p.s) {
		start, size, scale := i, int64(0), false
		switch c := p.s[i]; {
		case c == '?' && !dynamic:
			p.fail(Pos{int32(i), int32(i + 1)}, "a vector has no sizes that are known at run time only")
		case c == '?' && dynamic:
			size, i = Dynamic, i+1
		case c == '[' && scalable:
			end := skip(p.s, i+1, classDigit)
			size, scale = p.size(i+1, end), true
			if i = end; i >= len(p.s) || p.s[i] != ']' {
				p.fail(Pos{int32(i), int32(i + 1)}, "expected ']' after the scalable size")
			}
			i++
		case isDigit(c):
			end := skip(p.s, i, classDigit)
			size, i = p.size(i, end), end
		default:
			i = -1
		}
		if i < 0 || p.failed {
			i = start
			break
		}
		for i < len(p.s) && classes[p.s[i]]&classSpace != 0 {
			i++
		}
		if i >= len(p.s) || p.s[i] != 'x' {
			p.fail(Pos{int32(i), int32(i + 1)}, "expected 'x' after the size")
			break
		}
		i++
		for i < len(p.s) && classes[p.s[i]]&classSpace != 0 {
			i++
		}
		if scalable && size == 0 {
			p.fail(Pos{int32(start), int32(start + 1)}, "a vector has sizes above 0")
		}
		shape = append(shape, size)
		scales = append(scales, scale)
		any = any || scale
	}
	if len(shape) > 0 {
		p.goOn(i)
	}
	if !any {
		scales = nil
	}
	return shape, scales
}

func (p *parser) size(start, end int) int64 {
	n, err := strconv.ParseInt(p.s[start:end], 10, 64)
	if err != nil {
		p.fail(Pos{int32(start), int32(end)}, "the size does not fit into 64 bits")
	}
	return n
}

func (p *parser) vectorType() Type {
	at := p.pos()
	shape, scales := p.sizes(false, true)
	if _, ok := shape.Elements(); !ok {
		p.fail(at, "the vector has too many elements")
	}
	elem := p.typ()
	switch elem.(type) {
	case IntegerType, IndexType, FloatType:
	default:
		if !isPointer(elem) {
			p.failElem("vector", elem)
		}
	}
	if p.failed {
		return None
	}
	return newVector(elem, shape, scales)
}

func (p *parser) failElem(what string, elem Type) {
	p.fail(Pos{int32(max(0, p.last-1)), int32(p.last)}, "a "+what+" cannot have elements of type "+clip(elem.String()))
}

// isPointer reports whether t is !llvm.ptr, the one type of another dialect that
// vectors may have as elements.
func isPointer(t Type) bool {
	o, ok := t.(*OpaqueType)
	return ok && o.Dialect == "llvm" && (o.Body == "ptr" || strings.HasPrefix(o.Body, "ptr<"))
}

func (p *parser) unranked() bool {
	if !p.is('*') {
		return false
	}
	p.next()
	// "xf32" is one word.
	if !p.is(tokBare) || p.s[p.tok.start] != 'x' {
		p.unexpected("'x' after '*'")
		return true
	}
	p.goOn(p.tok.start + 1)
	return true
}

func (p *parser) memrefType() Type {
	var shape Shape
	unranked := p.unranked()
	if !unranked {
		shape, _ = p.sizes(true, false)
	}
	elem := p.typ()
	switch elem.(type) {
	case IntegerType, IndexType, FloatType, *VectorType, *MemRefType, *ComplexType:
	default:
		p.failElem("memref", elem)
	}
	var layout, space Attr
	for p.accept(',') {
		at := p.pos()
		a := p.attr()
		switch a := a.(type) {
		case *StridedAttr:
			p.checkLayout(at, layout, space, unranked, len(a.Strides), len(shape))
			layout = a
		case *AffineMapAttr:
			p.checkLayout(at, layout, space, unranked, a.Map.Dims, len(shape))
			layout = a
		case *IntegerAttr, *StringAttr, *DictAttr, *OpaqueAttr:
			if o, ok := a.(*OpaqueAttr); ok && !inMLIR(o.Dialect) {
				p.fail(at, "a memory space cannot be an attribute of "+clip(o.Dialect)+", which is not a dialect of MLIR")
			}
			if space != nil {
				p.fail(at, "the memref has two memory spaces")
			}
			space = a
		default:
			p.fail(at, "expected a layout or a memory space, not "+clip(a.String()))
		}
	}
	if p.failed {
		return None
	}
	return newMemRef(elem, shape, unranked, layout, space)
}

func (p *parser) checkLayout(at Pos, layout, space Attr, unranked bool, rank, want int) {
	switch {
	case unranked:
		p.fail(at, "an unranked memref has no layout")
	case layout != nil:
		p.fail(at, "the memref has two layouts")
	case space != nil:
		p.fail(at, "the layout goes before the memory space")
	case rank != want:
		p.fail(at, fmt.Sprintf("the layout is for rank %d, the memref has rank %d", rank, want))
	}
}

func (p *parser) tensorType() Type {
	var shape Shape
	unranked := p.unranked()
	if !unranked {
		shape, _ = p.sizes(true, false)
	}
	elem := p.typ()
	switch elem.(type) {
	case IntegerType, IndexType, FloatType, *OpaqueType, *VectorType, *ComplexType:
	default:
		p.failElem("tensor", elem)
	}
	var encoding Attr
	if p.accept(',') {
		encoding = p.attr()
	}
	if p.failed {
		return None
	}
	return newTensor(elem, shape, unranked, encoding)
}

func (p *parser) tupleType() Type {
	var types []Type
	if p.is('>') {
		return newTuple(nil)
	}
	for !p.failed {
		types = append(types, p.typ())
		if !p.accept(',') {
			break
		}
	}
	return newTuple(types)
}

func (p *parser) complexType() Type {
	elem := p.typ()
	switch elem.(type) {
	case IntegerType, FloatType:
	default:
		p.failElem("complex", elem)
	}
	return newComplex(elem)
}

func (p *parser) dialectType() Type {
	at := p.pos()
	dialect, body := p.symbolBody()
	if p.failed {
		return None
	}
	if dialect == "" {
		a, ok := p.typeDefs[body]
		if !ok {
			p.fail(at, "no type alias !"+clip(body)+" is defined above")
			return None
		}
		p.expand(at, a.size)
		return a.to
	}
	return Opaque(dialect, body)
}

// functionType reads (types) -> type or (types) -> (types).
func (p *parser) functionType() Type {
	inputs, results := p.signature()
	if p.failed {
		return None
	}
	return Function(inputs, results)
}

// signature reads the types of a function; the slices are the caller's.
func (p *parser) signature() (inputs, results []Type) {
	if !p.enter() {
		return nil, nil
	}
	defer p.leave()
	inputs = p.typeParens()
	p.expect(tokArrow, "'->'")
	if p.is('(') {
		return inputs, p.typeParens()
	}
	return inputs, []Type{p.typ()}
}

// typeParens reads (type, type).
func (p *parser) typeParens() []Type {
	base := len(p.typeList)
	p.expect('(', "'('")
	p.list(')', "',' or ')'", func() {
		t := p.typ()
		p.typeList = append(p.typeList, t)
	})
	types := append([]Type(nil), p.typeList[base:]...)
	p.typeList = p.typeList[:base]
	return types
}
