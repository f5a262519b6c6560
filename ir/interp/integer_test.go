package interp_test

import (
	"fmt"
	"math/big"
	"strings"
	"testing"

	"heddle/ir"
	"heddle/ir/interp"
)

// binaryModule has a function @loop that computes op for n pairs, and @one for
// a single pair.
func binaryModule(op, attrs, ty string, n int) string {
	if attrs != "" {
		attrs = " <{" + attrs + "}>"
	}
	return strings.NewReplacer("OP", op, "ATTRS", attrs, "TY", ty, "N", fmt.Sprint(n)).Replace(`
"builtin.module"() ({
  "func.func"() <{function_type = (memref<NxTY>, memref<NxTY>, memref<NxTY>) -> (), sym_name = "loop"}> ({
  ^bb0(%a: memref<NxTY>, %b: memref<NxTY>, %c: memref<NxTY>):
    "affine.for"() <{lowerBoundMap = affine_map<() -> (0)>, upperBoundMap = affine_map<() -> (N)>, step = 1 : index, operandSegmentSizes = array<i32: 0, 0, 0>}> ({
    ^bb0(%i: index):
      %x = "memref.load"(%a, %i) : (memref<NxTY>, index) -> TY
      %y = "memref.load"(%b, %i) : (memref<NxTY>, index) -> TY
      %z = "OP"(%x, %y)ATTRS : (TY, TY) -> TY
      "memref.store"(%z, %c, %i) : (TY, memref<NxTY>, index) -> ()
      "affine.yield"() : () -> ()
    }) : () -> ()
    "func.return"() : () -> ()
  }) : () -> ()
  "func.func"() <{function_type = (TY, TY) -> TY, sym_name = "one"}> ({
  ^bb0(%a: TY, %b: TY):
    %z = "OP"(%a, %b)ATTRS : (TY, TY) -> TY
    "func.return"(%z) : (TY) -> ()
  }) : () -> ()
}) : () -> ()`)
}

// divisions are the functions on numbers, by school arithmetic: the quotient q
// with a = q*b + r that rounds as the name says.
var divisions = map[string]struct {
	signed bool
	f      func(a, b int) int
}{
	"arith.divui": {false, func(a, b int) int { return a / b }},
	"arith.remui": {false, func(a, b int) int { return a - a/b*b }},
	"arith.ceildivui": {false, func(a, b int) int {
		q := 0
		for q*b < a {
			q++
		}
		return q
	}},
	"arith.divsi": {true, truncated},
	"arith.remsi": {true, func(a, b int) int { return a - truncated(a, b)*b }},
	"arith.floordivsi": {true, func(a, b int) int {
		q := truncated(a, b)
		for less(a, q, b) { // a/b < q
			q--
		}
		return q
	}},
	"arith.ceildivsi": {true, func(a, b int) int {
		q := truncated(a, b)
		for less(-a, -q, b) { // a/b > q
			q++
		}
		return q
	}},
}

// truncated is the quotient toward zero, from magnitudes.
func truncated(a, b int) int {
	m, n := max(a, -a), max(b, -b)
	if (a < 0) != (b < 0) {
		return -(m / n)
	}
	return m / n
}

// less reports whether a/b < q.
func less(a, q, b int) bool {
	if b < 0 {
		return a > q*b
	}
	return a < q*b
}

func TestDivisionOfAllBytes(t *testing.T) {
	for name, d := range divisions {
		var as, bs, want []byte
		var undefined [][2]int
		for a := range 256 {
			for b := range 256 {
				x, y := a, b
				if d.signed {
					x, y = int(int8(a)), int(int8(b))
				}
				if y == 0 || d.signed && x == -128 && y == -1 {
					undefined = append(undefined, [2]int{a, b})
					continue
				}
				as, bs, want = append(as, byte(a)), append(bs, byte(b)), append(want, byte(d.f(x, y)))
			}
		}
		m := read(t, binaryModule(name, "", "i8", len(as)))
		mt := ir.MemRef(ir.I8, ir.Shape{int64(len(as))}, nil, nil)
		got := make([]byte, len(as))
		var args []interp.Value
		for _, b := range [][]byte{as, bs, got} {
			v, err := interp.MemRefOf(mt, &interp.Buffer{Data: b})
			if err != nil {
				t.Fatal(err)
			}
			args = append(args, v)
		}
		if _, err := interp.Call(m, "loop", args, interp.Limits{}); err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		for i := range got {
			if got[i] != want[i] {
				t.Fatalf("%s of %d, %d is %d, not %d", name, as[i], bs[i], got[i], want[i])
			}
		}
		for _, p := range undefined {
			text := "division by zero"
			if p[1] != 0 {
				text = "the smallest number divided by -1"
			}
			_, err := interp.Call(m, "one", []interp.Value{interp.Code(uint64(p[0])), interp.Code(uint64(p[1]))}, interp.Limits{})
			if err == nil || !strings.Contains(err.Error(), text) {
				t.Fatalf("%s of %d, %d: %v", name, p[0], p[1], err)
			}
		}
	}
}

// wideDivision is the same for numbers of any size, by Euclid's division.
func wideDivision(name string, a, b *big.Int) *big.Int {
	q, r := new(big.Int).DivMod(a, b, new(big.Int)) // 0 <= r < |b|
	one := big.NewInt(1)
	up := new(big.Int).Set(q) // the quotient rounded up, and down
	down := new(big.Int).Set(q)
	if r.Sign() != 0 {
		if b.Sign() > 0 {
			up.Add(up, one)
		} else {
			down.Sub(down, one)
		}
	}
	zero := down // rounded to zero
	if (a.Sign() < 0) != (b.Sign() < 0) {
		zero = up
	}
	switch name {
	case "arith.ceildivui", "arith.ceildivsi":
		return up
	case "arith.floordivsi":
		return down
	case "arith.remui", "arith.remsi":
		return new(big.Int).Sub(a, new(big.Int).Mul(zero, b))
	}
	return zero
}

func TestDivisionOfCorners(t *testing.T) {
	for _, w := range []int{16, 32, 64, 128} {
		var codes []*big.Int
		top := new(big.Int).Lsh(big.NewInt(1), uint(w))
		half := new(big.Int).Rsh(top, 1)
		for _, base := range []*big.Int{new(big.Int), half, top} {
			for d := int64(-3); d <= 3; d++ {
				codes = append(codes, new(big.Int).Mod(new(big.Int).Add(base, big.NewInt(d)), top))
			}
		}
		codes = append(codes, big.NewInt(7), big.NewInt(10), big.NewInt(100), new(big.Int).Rsh(half, uint(w/4)), new(big.Int).Rsh(top, uint(w/2)))
		value := func(code *big.Int) interp.Value {
			if w > 64 {
				return interp.Value{Elem: interp.Elem{Wide: code}}
			}
			return interp.Code(code.Uint64())
		}
		for name, d := range divisions {
			m := read(t, binaryModule(name, "", fmt.Sprintf("i%d", w), 1))
			for _, a := range codes {
				for _, b := range codes {
					x, y := a, b
					if d.signed {
						if x.Cmp(half) >= 0 {
							x = new(big.Int).Sub(x, top)
						}
						if y.Cmp(half) >= 0 {
							y = new(big.Int).Sub(y, top)
						}
					}
					got, err := interp.Call(m, "one", []interp.Value{value(a), value(b)}, interp.Limits{})
					text := ""
					if y.Sign() == 0 {
						text = "division by zero"
					} else if d.signed && y.Cmp(big.NewInt(-1)) == 0 && a.Cmp(half) == 0 {
						text = "divided by -1"
					}
					if text != "" {
						if err == nil || !strings.Contains(err.Error(), text) {
							t.Fatalf("%s i%d of %s, %s: %v", name, w, x, y, err)
						}
						continue
					}
					if err != nil {
						t.Fatal(err)
					}
					want := new(big.Int).Mod(wideDivision(name, x, y), top)
					code := got[0].Wide
					if w <= 64 {
						code = new(big.Int).SetUint64(got[0].Bits)
					}
					if code.Cmp(want) != 0 {
						t.Fatalf("%s i%d of %s, %s is %s, not %s", name, w, x, y, code, want)
					}
				}
			}
		}
	}
}

// Flags and shifts of all pairs of 5-bit numbers: poison exactly where upstream
// says so, and the wrapped result elsewhere.
func TestFlagsAndShifts(t *testing.T) {
	const w = 5
	signed := func(a int) int { return a << (64 - w) >> (64 - w) }
	fits := func(v int, isSigned bool) bool {
		if isSigned {
			return v >= -16 && v < 16
		}
		return v >= 0 && v < 32
	}
	type function func(a, b int) int
	add, sub, mul := func(a, b int) int { return a + b }, func(a, b int) int { return a - b }, func(a, b int) int { return a * b }
	shl := func(a, b int) int { return a << b }
	for _, c := range []struct {
		op, attrs string
		f         function
		signed    bool // the function takes signed numbers
		poison    func(a, b int) bool
	}{
		{"arith.addi", "", add, false, nil},
		{"arith.addi", "overflowFlags = #arith.overflow<nsw>", add, false, func(a, b int) bool { return !fits(signed(a)+signed(b), true) }},
		{"arith.addi", "overflowFlags = #arith.overflow<nuw>", add, false, func(a, b int) bool { return !fits(a+b, false) }},
		{"arith.subi", "overflowFlags = #arith.overflow<nsw>", sub, false, func(a, b int) bool { return !fits(signed(a)-signed(b), true) }},
		{"arith.subi", "overflowFlags = #arith.overflow<nuw>", sub, false, func(a, b int) bool { return a < b }},
		{"arith.muli", "overflowFlags = #arith.overflow<nsw>", mul, false, func(a, b int) bool { return !fits(signed(a)*signed(b), true) }},
		{"arith.muli", "overflowFlags = #arith.overflow<nuw>", mul, false, func(a, b int) bool { return !fits(a*b, false) }},
		{"arith.muli", "overflowFlags = #arith.overflow<nsw, nuw>", mul, false, func(a, b int) bool {
			return !fits(a*b, false) || !fits(signed(a)*signed(b), true)
		}},
		{"arith.shli", "", shl, false, func(_, b int) bool { return b >= w }},
		{"arith.shli", "overflowFlags = #arith.overflow<nsw>", shl, false, func(a, b int) bool { return b >= w || !fits(signed(a)*(1<<b), true) }},
		{"arith.shli", "overflowFlags = #arith.overflow<nuw>", shl, false, func(a, b int) bool { return b >= w || !fits(a<<b, false) }},
		{"arith.shrui", "", func(a, b int) int { return a >> b }, false, func(_, b int) bool { return b >= w }},
		{"arith.shrui", "isExact", func(a, b int) int { return a >> b }, false, func(a, b int) bool { return b >= w || a%(1<<b) != 0 }},
		{"arith.shrsi", "", func(a, b int) int { return signed(a) >> b }, false, func(_, b int) bool { return b >= w }},
		{"arith.shrsi", "isExact", func(a, b int) int { return signed(a) >> b }, false, func(a, b int) bool { return b >= w || a%(1<<b) != 0 }},
		{"arith.divui", "isExact", func(a, b int) int { return a / b }, false, func(a, b int) bool { return a%b != 0 }},
		{"arith.divsi", "isExact", func(a, b int) int { return signed(a) / signed(b) }, true, func(a, b int) bool { return signed(a)%signed(b) != 0 }},
	} {
		m := read(t, binaryModule(c.op, c.attrs, "i5", 1))
		for a := range 32 {
			for b := range 32 {
				if strings.HasPrefix(c.op, "arith.div") && (b == 0 || c.signed && signed(a) == -16 && signed(b) == -1) {
					continue
				}
				got, err := interp.Call(m, "one", []interp.Value{interp.Code(uint64(a)), interp.Code(uint64(b))}, interp.Limits{})
				if err != nil {
					t.Fatal(err)
				}
				poison := c.poison != nil && c.poison(a, b)
				if (got[0].Poison != nil) != poison {
					t.Fatalf("%s %s of %d, %d: poison is %v", c.op, c.attrs, a, b, !poison)
				}
				if want := uint64(0); !poison {
					if want = uint64(c.f(a, b)) & 31; got[0].Bits != want {
						t.Fatalf("%s %s of %d, %d is %d, not %d", c.op, c.attrs, a, b, got[0].Bits, want)
					}
				}
			}
		}
	}
}

// What poison does: most results of it are poison, but a choice of something
// else is not, and dividing by it is undefined.
func TestPoisonTravels(t *testing.T) {
	const head = `
"builtin.module"() ({
  "func.func"() <{function_type = (i32, i1) -> TY, sym_name = "f"}> ({
  ^bb0(%a: i32, %c: i1):
    %k = "arith.constant"() <{value = 40 : i32}> : () -> i32
    %p = "arith.shli"(%a, %k) : (i32, i32) -> i32
`
	for _, c := range []struct{ ty, body, want string }{
		{"i32", `%r = "arith.addi"(%a, %p) : (i32, i32) -> i32`, "poison"},
		{"i32", `%r = "arith.select"(%c, %a, %p) : (i1, i32, i32) -> i32`, "5"},
		{"i1", `%r = "arith.cmpi"(%a, %p) <{predicate = 0 : i64}> : (i32, i32) -> i1`, "poison"},
		{"f32", `%r = "arith.sitofp"(%p) : (i32) -> f32`, "poison"},
		{"i32", `%r = "arith.divsi"(%p, %k) : (i32, i32) -> i32`, "poison"},
		{"i32", `%r = "arith.divsi"(%a, %p) : (i32, i32) -> i32`, "poison reaches a divisor"},
		{"i32", `%v = "vector.from_elements"(%a, %p) : (i32, i32) -> vector<2xi32>
		         %r = "vector.extract"(%v) <{static_position = array<i64: 0>}> : (vector<2xi32>) -> i32`, "5"},
		{"i32", `%v = "vector.broadcast"(%a) : (i32) -> vector<2xi32>
		         %x = "arith.index_cast"(%p) : (i32) -> index
		         %r = "vector.extract"(%v, %x) <{static_position = array<i64: -9223372036854775808>}> : (vector<2xi32>, index) -> i32`, "poison"},
		{"i32", `%v = "vector.from_elements"(%a, %p) : (i32, i32) -> vector<2xi32>
		         %r = "vector.reduction"(%v) <{kind = #vector.kind<add>}> : (vector<2xi32>) -> i32`, "poison"},
		{"i32", `%v = "vector.from_elements"(%a, %p) : (i32, i32) -> vector<2xi32>
		         %b = "vector.bitcast"(%v) : (vector<2xi32>) -> vector<4xi16>
		         %s = "vector.shuffle"(%b, %b) <{mask = array<i64: 0, 1>}> : (vector<4xi16>, vector<4xi16>) -> vector<2xi16>
		         %q = "vector.bitcast"(%s) : (vector<2xi16>) -> vector<1xi32>
		         %r = "vector.extract"(%q) <{static_position = array<i64: 0>}> : (vector<1xi32>) -> i32`, "5"},
		{"i32", `%r = "scf.if"(%bad) ({
		           "scf.yield"(%a) : (i32) -> ()
		         }, {
		           "scf.yield"(%a) : (i32) -> ()
		         }) : (i1) -> i32`, "poison reaches a branch"},
		{"i32", `%m = "memref.alloca"() <{operandSegmentSizes = array<i32: 0, 0>}> : () -> memref<2xi32>
		         %i = "arith.constant"() <{value = 0 : index}> : () -> index
		         "memref.store"(%p, %m, %i) : (i32, memref<2xi32>, index) -> ()
		         %r = "memref.load"(%m, %i) : (memref<2xi32>, index) -> i32`, "poison"},
		{"i32", `%m = "memref.alloca"() <{operandSegmentSizes = array<i32: 0, 0>}> : () -> memref<2xi32>
		         %i = "arith.index_cast"(%p) : (i32) -> index
		         %r = "memref.load"(%m, %i) : (memref<2xi32>, index) -> i32`, "poison reaches an address"},
		{"f32", `%f = "arith.constant"() <{value = 0x7F800000 : f32}> : () -> f32
		         %r = "arith.mulf"(%f, %f) <{fastmath = #arith.fastmath<ninf>}> : (f32, f32) -> f32`, "poison"},
		{"f32", `%f = "arith.constant"() <{value = 0x7FC00000 : f32}> : () -> f32
		         %r = "arith.mulf"(%f, %f) <{fastmath = #arith.fastmath<nnan>}> : (f32, f32) -> f32`, "poison"},
		{"i8", `%f = "arith.constant"() <{value = 128.0 : f32}> : () -> f32
		         %r = "arith.fptosi"(%f) : (f32) -> i8`, "poison"},
		{"i8", `%f = "arith.constant"() <{value = -128.9 : f32}> : () -> f32
		         %r = "arith.fptosi"(%f) : (f32) -> i8`, "128"},
		{"i8", `%f = "arith.constant"() <{value = -0.9 : f32}> : () -> f32
		         %r = "arith.fptoui"(%f) : (f32) -> i8`, "0"},
	} {
		body := strings.ReplaceAll(c.body, "%bad", "%pb")
		pre := ""
		if body != c.body {
			pre = `%pb = "arith.trunci"(%p) : (i32) -> i1` + "\n"
		}
		text := strings.ReplaceAll(head, "TY", c.ty) + pre + body + "\n" + `"func.return"(%r) : (` + c.ty + `) -> ()
  }) : () -> ()
}) : () -> ()`
		got, err := interp.Call(read(t, text), "f", []interp.Value{interp.Code(5), interp.Code(1)}, interp.Limits{})
		result := ""
		switch {
		case err != nil:
			result = err.Error()
		case got[0].Poison != nil:
			result = "poison"
		default:
			result = fmt.Sprint(got[0].Bits)
		}
		if result != c.want && !(err != nil && strings.Contains(result, c.want)) {
			t.Errorf("%s\nis %s, not %s", c.body, result, c.want)
		}
	}
}
