package ir

// randomAttr makes an attribute of any kind.
func (g *generator) randomAttr(depth int) Attr {
	kinds := 16
	if depth == 0 {
		kinds = 12
	}
	switch g.IntN(kinds) {
	case 0:
		return UnitAttr{}
	case 1:
		return Bool(g.IntN(2) == 0)
	case 2:
		t := pick(g, []Type{I1, I8, I32, I64, Index, Integer(37, Signless), Integer(8, Signed), Integer(64, Unsigned)})
		return Int(t, g.number())
	case 3:
		return g.randomFloat()
	case 4:
		return String(pick(g, []string{"", "text", "a\"b\\c\n\t\x00\xff", "é", "a b"}))
	case 5:
		return g.randomDense()
	case 6:
		elem := pick(g, []Type{I1, I8, I16, I32, I64, F32, F64})
		a := &DenseArrayAttr{Elem: elem}
		for range g.IntN(4) {
			switch elem := elem.(type) {
			case FloatType:
				a.Nums = append(a.Nums, int64(g.floatCode(elem)))
			default:
				n := Int(elem, g.number()).Int64()
				if elem == I1 {
					n &= 1
				}
				a.Nums = append(a.Nums, n)
			}
		}
		return a
	case 7:
		return pick(g, []Attr{SymbolRef("f"), SymbolRef("a b", "c", "d.e"), SymbolRef("x", "y")})
	case 8:
		return &TypeAttr{g.randomType()}
	case 9:
		return &AffineMapAttr{g.randomMap()}
	case 10:
		s := g.randomMap()
		eq := make([]bool, len(s.Results))
		for i := range eq {
			eq[i] = g.IntN(2) == 0
		}
		return &IntegerSetAttr{NewIntegerSet(s.Dims, s.Syms, s.Results, eq)}
	case 11:
		return pick(g, []Attr{DialectOpaque("other", "x<a, [b], {c}>"), DialectOpaque("other", "a b"), DialectOpaque("other", "word"),
			DialectOpaque("arith", "fastmath<nnan,ninf>"), DialectOpaque("arith", "overflow<nsw, nuw>"), DialectOpaque("gpu", "address_space<workgroup>"),
			DialectOpaque("other", `s<"a>b">`), &StridedAttr{[]int64{Dynamic, 1}, 3}, &LocationAttr{&FileLoc{File: "f", Line: 1, Col: 2}}})
	case 12, 13:
		a := &ArrayAttr{}
		for range g.IntN(4) {
			a.Elems = append(a.Elems, g.randomAttr(depth-1))
		}
		return a
	}
	var items []NamedAttr
	for _, n := range []string{"a", "b.c", "x y"} {
		if g.IntN(2) == 0 {
			items = append(items, NamedAttr{n, g.randomAttr(depth - 1)})
		}
	}
	return Dict(items...)
}

func (g *generator) number() int64 {
	n := int64(g.Uint64()) >> g.IntN(64)
	if g.IntN(8) == 0 {
		n = pick(g, []int64{0, 1, -1, 127, 128, -128, 255, 1 << 31, -1 << 31, 1<<63 - 1, -1 << 63})
	}
	return n
}

var genFloats = []FloatType{F16, BF16, F32, F64, TF32, F8E4M3FN, F8E5M2, F8E4M3FNUZ, F8E5M2FNUZ, F8E4M3B11FNUZ, F8E4M3, F8E3M4,
	F8E8M0FNU, F6E2M3FN, F6E3M2FN, F4E2M1FN}

func (g *generator) floatCode(t FloatType) uint64 {
	bits := g.Uint64()
	if g.IntN(2) == 0 {
		// A short decimal number.
		return encodeFloat(t, float64(g.IntN(2000)-1000*min(1, t.Width()%8))/pick(g, []float64{1, 8, 10, 1000}))
	}
	return bits & (1<<(t.Width()-1)<<1 - 1)
}

func (g *generator) randomFloat() *FloatAttr {
	t := pick(g, genFloats)
	return Float(t, g.floatCode(t))
}

func (g *generator) randomDense() *DenseAttr {
	var elem Type = pick(g, []Type{I1, I4, I8, I32, I64, Index, Integer(37, Signless), Integer(8, Signed), Integer(16, Unsigned)})
	if g.IntN(2) == 0 {
		elem = pick(g, genFloats)
	}
	var shape Shape
	for range g.IntN(4) {
		shape = append(shape, pick(g, []int64{1, 2, 3, 5, 7}))
	}
	if g.IntN(20) == 0 {
		shape = Shape{101}
	}
	var t Type = newVector(elem, shape, nil)
	if g.IntN(3) == 0 {
		t = newTensor(elem, shape, false, nil)
	}
	n, _ := shape.Elements()
	if g.IntN(4) == 0 {
		n = 1
	}
	codes := make([]uint64, n)
	for i := range codes {
		if f, ok := elem.(FloatType); ok {
			codes[i] = g.floatCode(f)
		} else {
			w, _ := BitWidth(elem)
			codes[i] = uint64(g.number()) & (1<<(w-1)<<1 - 1)
		}
	}
	return Dense(t, codes...)
}

func (g *generator) randomMap() *AffineMap {
	m := &AffineMap{Dims: g.IntN(4), Syms: g.IntN(3)}
	for range g.IntN(4) {
		m.Results = append(m.Results, g.randomExpr(m, 4))
	}
	return NewAffineMap(m.Dims, m.Syms, m.Results...)
}

func (g *generator) randomExpr(m *AffineMap, depth int) *AffineExpr {
	if depth == 0 || g.IntN(4) == 0 {
		switch k := g.IntN(4); {
		case k <= 1 && m.Dims > 0:
			return AffineDimension(g.IntN(m.Dims))
		case k == 2 && m.Syms > 0:
			return AffineSymbol(g.IntN(m.Syms))
		}
		return AffineConstant(pick(g, []int64{0, 1, -1, 2, 3, 4, 8, 16, -4, 64, -7, 1000}))
	}
	l := g.randomExpr(m, depth-1)
	if g.IntN(2) == 0 {
		return l.Add(g.randomExpr(m, depth-1))
	}
	r := AffineConstant(pick(g, []int64{1, 2, 3, 4, 8, 16, 64, -1, -2, 0}))
	if m.Syms > 0 && g.IntN(5) == 0 {
		r = g.randomExpr(&AffineMap{Syms: m.Syms}, 1)
	}
	switch g.IntN(4) {
	case 0:
		return affineFloorDiv(l, r)
	case 1:
		return affineCeilDiv(l, r)
	case 2:
		return affineMod(l, r)
	}
	return affineMul(l, r)
}
