package ir

import (
	"testing"
)

// plain is an expression that is not simplified.
type plain struct {
	kind AffineKind
	v    int64
	l, r *plain
}

func (g *generator) plain(depth int) *plain {
	if depth == 0 || g.IntN(4) == 0 {
		switch k := g.IntN(4); k {
		case 0, 1:
			return &plain{kind: AffineDim, v: int64(g.IntN(3))}
		case 2:
			return &plain{kind: AffineSym, v: int64(g.IntN(2))}
		}
		return &plain{kind: AffineConst, v: int64(g.IntN(41) - 20)}
	}
	l := g.plain(depth - 1)
	k := AffineAdd + AffineKind(g.IntN(5))
	r := &plain{kind: AffineConst, v: int64(g.IntN(17) + 1)}
	if k == AffineAdd || k == AffineMul && g.IntN(3) == 0 {
		r = g.plain(depth - 1)
	} else if k == AffineMul {
		r.v = int64(g.IntN(41) - 20)
	}
	return &plain{k, 0, l, r}
}

func (e *plain) eval(dims, syms []int64) int64 {
	switch e.kind {
	case AffineConst:
		return e.v
	case AffineDim:
		return dims[e.v]
	case AffineSym:
		return syms[e.v]
	}
	a, b := e.l.eval(dims, syms), e.r.eval(dims, syms)
	switch e.kind {
	case AffineAdd:
		return a + b
	case AffineMul:
		return a * b
	case AffineMod:
		return ((a % b) + b) % b
	case AffineFloorDiv:
		return (a - ((a%b)+b)%b) / b
	}
	return -((-a - ((-a%b)+b)%b) / b)
}

func (e *plain) build() *AffineExpr {
	switch e.kind {
	case AffineConst, AffineDim, AffineSym:
		return leaf(e.kind, e.v)
	case AffineAdd:
		return e.l.build().Add(e.r.build())
	case AffineMul:
		return e.l.build().Mul(e.r.build())
	case AffineMod:
		return affineMod(e.l.build(), e.r.build())
	case AffineFloorDiv:
		return affineFloorDiv(e.l.build(), e.r.build())
	}
	return affineCeilDiv(e.l.build(), e.r.build())
}

// TestAffineMeaning compares what simplified expressions compute with what the
// written ones do.
func TestAffineMeaning(t *testing.T) {
	g := newGenerator(1)
	for range 30_000 {
		p := g.plain(5)
		e := normalize(p.build())
		for range 4 {
			dims := []int64{int64(g.IntN(201) - 100), int64(g.IntN(21) - 10), int64(g.IntN(2001))}
			syms := []int64{int64(g.IntN(201) - 100), int64(g.IntN(20))}
			got, ok := e.Eval(dims, syms)
			if want := p.eval(dims, syms); !ok || got != want {
				t.Fatalf("%s at %v %v is %d, want %d", e, dims, syms, got, want)
			}
		}
	}
}

func TestAffineEval(t *testing.T) {
	for _, c := range []struct {
		a, b, mod, floor, ceil int64
	}{{7, 2, 1, 3, 4}, {-7, 2, 1, -4, -3}, {8, 4, 0, 2, 2}, {-8, 4, 0, -2, -2}, {1, 5, 1, 0, 1}, {-1, 5, 4, -1, 0}} {
		for i, want := range []int64{c.mod, c.floor, c.ceil} {
			e := node(AffineMod+AffineKind(i), AffineDimension(0), AffineSymbol(0))
			if got, ok := e.Eval([]int64{c.a}, []int64{c.b}); !ok || got != want {
				t.Errorf("%s of %d, %d is %d, want %d", e, c.a, c.b, got, want)
			}
		}
	}
	for _, k := range []AffineKind{AffineMod, AffineFloorDiv, AffineCeilDiv} {
		if _, ok := node(k, AffineConstant(1), AffineSymbol(0)).Eval(nil, []int64{0}); ok {
			t.Error("a division by zero has a value")
		}
	}
	set, _ := ParseAttr("affine_set<(d0)[s0] : (d0 - s0 >= 0, d0 mod 2 == 0)>")
	for d, want := range map[int64]bool{4: true, 5: false, 2: false} {
		if in, ok := set.(*IntegerSetAttr).Set.Holds([]int64{d}, []int64{3}); !ok || in != want {
			t.Errorf("%d: %v", d, in)
		}
	}
}

// TestStrides checks the strides of all layouts.
func TestStrides(t *testing.T) {
	for _, c := range []struct {
		typ     string
		strides []int64
		offset  int64
		ok      bool
	}{
		{"memref<4x8x2xf32>", []int64{16, 2, 1}, 0, true},
		{"memref<4x?x2xf32>", []int64{Dynamic, 2, 1}, 0, true},
		{"memref<f32>", nil, 0, true},
		{"memref<4xf32, strided<[?], offset: 7>>", []int64{Dynamic}, 7, true},
		{"memref<4x4xf32, affine_map<(d0, d1) -> (d0 * 8 + d1 + 3)>>", []int64{8, 1}, 3, true},
		{"memref<4x4xf32, affine_map<(d0, d1)[s0, s1] -> (d0 * s0 + s1 + d1 * 2)>>", []int64{Dynamic, 2}, Dynamic, true},
		{"memref<4x4xf32, affine_map<(d0, d1) -> (d1, d0)>>", nil, 0, false},
		{"memref<4xf32, affine_map<(d0) -> (d0 floordiv 2)>>", nil, 0, false},
		{"memref<*xf32>", nil, 0, false},
	} {
		typ, err := ParseType(c.typ)
		if err != nil {
			t.Fatal(err)
		}
		strides, offset, ok := typ.(*MemRefType).Strides()
		if ok != c.ok || ok && (offset != c.offset || !Shape(strides).Equal(c.strides)) {
			t.Errorf("%s: %v offset %d, %v", c.typ, strides, offset, ok)
		}
	}
}
