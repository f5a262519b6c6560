package interp_test

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"heddle/ir"
	"heddle/ir/interp"
)

// What LLVM has no lowering for on a host, by hand. Operands and result are
// codes.
func TestMathByHand(t *testing.T) {
	f := func(x float32) uint64 { return uint64(math.Float32bits(x)) }
	const isNaN = 0x7fc00000
	for _, c := range []struct {
		op, types string // operands, result
		args      []uint64
		want      uint64
	}{
		{"math.clampf", "f32 f32 f32 f32", []uint64{f(5), f(-1), f(2)}, f(2)},
		{"math.clampf", "f32 f32 f32 f32", []uint64{f(-5), f(-1), f(2)}, f(-1)},
		{"math.clampf", "f32 f32 f32 f32", []uint64{f(0.5), f(-1), f(2)}, f(0.5)},
		{"math.fpowi", "f32 i32 f32", []uint64{f(-2), 5}, f(-32)},
		{"math.fpowi", "f32 i32 f32", []uint64{f(3), 0xffffffff}, f(float32(1) / 3)},
		{"math.fpowi", "f32 i32 f32", []uint64{isNaN, 0}, f(1)},
		{"math.fpowi", "f32 i32 f32", []uint64{f(0), 0xfffffffe}, 0x7f800000},
		{"math.fpowi", "f32 i32 f32", []uint64{0x80000000, 3}, 0x80000000},
		{"math.ipowi", "i8 i8 i8", []uint64{3, 7}, 2187 & 255},
		{"math.ipowi", "i8 i8 i8", []uint64{0xff, 0xfd}, 0xff}, // (-1)^-3
		{"math.ipowi", "i8 i8 i8", []uint64{0xff, 0xfe}, 1},
		{"math.ipowi", "i8 i8 i8", []uint64{1, 0x80}, 1},
		{"math.ipowi", "i8 i8 i8", []uint64{2, 0xff}, 0},
		{"math.isnormal", "f32 i1", []uint64{f(1)}, 1},
		{"math.isnormal", "f32 i1", []uint64{1}, 0},
		{"math.isnormal", "f32 i1", []uint64{0x80000000}, 0},
		{"math.isnormal", "f32 i1", []uint64{0x7f800000}, 0},
		{"math.isinf", "f16 i1", []uint64{0xfc00}, 1},
		{"math.isinf", "f16 i1", []uint64{0xfc01}, 0},
		{"math.expm1", "f32 f32", []uint64{f(1e-10)}, f(1e-10)},
		{"math.log1p", "f32 f32", []uint64{f(1e-10)}, f(1e-10)},
		{"math.absi", "i8 i8", []uint64{0x80}, 0x80},
		{"arith.addf", "f8E4M3FN f8E4M3FN f8E4M3FN", []uint64{0x38, 0x38}, 0x40}, // 1+1
		{"arith.mulf", "f8E4M3FN f8E4M3FN f8E4M3FN", []uint64{0x7e, 0x40}, 0x7f}, // 448*2 is NaN
		{"arith.mulf", "f8E5M2 f8E5M2 f8E5M2", []uint64{0x7b, 0x40}, 0x7c},       // 57344*2 is infinity
		{"arith.mulf", "f4E2M1FN f4E2M1FN f4E2M1FN", []uint64{7, 7}, 7},          // 36 is the largest, 6
		{"arith.subf", "f8E4M3FNUZ f8E4M3FNUZ f8E4M3FNUZ", []uint64{0x40, 0x40}, 0},
		{"arith.negf", "bf16 bf16", []uint64{0x3f80}, 0xbf80},
		{"arith.maximumf", "f32 f32 f32", []uint64{0x80000000, 0}, 0},
		{"arith.maximumf", "f32 f32 f32", []uint64{0, 0x80000000}, 0},
		{"arith.minimumf", "f32 f32 f32", []uint64{0x80000000, 0}, 0x80000000},
		{"arith.minimumf", "f32 f32 f32", []uint64{0, 0x80000000}, 0x80000000},
		{"arith.minimumf", "f32 f32 f32", []uint64{f(1), 0xffc00001}, isNaN},
		{"arith.minnumf", "f32 f32 f32", []uint64{f(1), 0xffc00001}, f(1)},
		{"arith.maxnumf", "f16 f16 f16", []uint64{0x8000, 0}, 0},
		{"arith.minnumf", "f16 f16 f16", []uint64{0, 0x8000}, 0x8000},
	} {
		types := strings.Fields(c.types)
		in, out := types[:len(types)-1], types[len(types)-1]
		var params, names []string
		for i, ty := range in {
			params = append(params, fmt.Sprintf("%%a%d: %s", i, ty))
			names = append(names, fmt.Sprintf("%%a%d", i))
		}
		list := strings.Join(in, ", ")
		m := read(t, fmt.Sprintf(`"func.func"() <{function_type = (%s) -> %s, sym_name = "f"}> ({
^bb0(%s):
  %%r = "%s"(%s) : (%s) -> %s
  "func.return"(%%r) : (%s) -> ()
}) : () -> ()`, list, out, strings.Join(params, ", "), c.op, strings.Join(names, ", "), list, out, out))
		var args []interp.Value
		for _, a := range c.args {
			args = append(args, interp.Code(a))
		}
		got, err := interp.Call(m, "f", args, interp.Limits{})
		if err != nil {
			t.Errorf("%s: %v", c.op, err)
		} else if got[0].Bits != c.want || got[0].Poison != nil {
			t.Errorf("%s %s of %#x is %#x, not %#x", c.op, c.types, c.args, got[0].Bits, c.want)
		}
	}
}

// Operations that move whole values around: copies, memrefs of vectors, globals
// of wide numbers, sine and cosine at once.
func TestMoves(t *testing.T) {
	m := read(t, `
"builtin.module"() ({
  "memref.global"() <{constant, initial_value = dense<[1, -2, 340282366920938463463374607431768211455]> : tensor<3xi128>, sym_name = "wide", sym_visibility = "private", type = memref<3xi128>}> : () -> ()
  "func.func"() <{function_type = (memref<8xindex>, memref<8xindex>) -> (i128, i64, f32), sym_name = "f"}> ({
  ^bb0(%a: memref<8xindex>, %b: memref<8xindex>):
    %c1 = "arith.constant"() <{value = 1 : index}> : () -> index
    %g = "memref.get_global"() <{name = @wide}> : () -> memref<3xi128>
    %w = "memref.load"(%g, %c1) : (memref<3xi128>, index) -> i128
    "memref.copy"(%a, %b) : (memref<8xindex>, memref<8xindex>) -> ()
    %i = "arith.index_cast"(%b) : (memref<8xindex>) -> memref<8xi64>
    %x = "memref.load"(%i, %c1) : (memref<8xi64>, index) -> i64
    %m = "memref.alloca"() <{operandSegmentSizes = array<i32: 0, 0>}> : () -> memref<2xvector<2xf32>>
    %v = "arith.constant"() <{value = dense<[0.0, 1.0]> : vector<2xf32>}> : () -> vector<2xf32>
    "vector.store"(%v, %m, %c1) : (vector<2xf32>, memref<2xvector<2xf32>>, index) -> ()
    %u = "vector.load"(%m, %c1) : (memref<2xvector<2xf32>>, index) -> vector<2xf32>
    %s, %c = "math.sincos"(%u) : (vector<2xf32>) -> (vector<2xf32>, vector<2xf32>)
    %p = "arith.addf"(%s, %c) : (vector<2xf32>, vector<2xf32>) -> vector<2xf32>
    %r = "vector.extract"(%p) <{static_position = array<i64: 0>}> : (vector<2xf32>) -> f32
    "func.return"(%w, %x, %r) : (i128, i64, f32) -> ()
  }) : () -> ()
}) : () -> ()`)
	a, b := make([]byte, 64), make([]byte, 64)
	a[8], a[15] = 7, 0x80
	params := m.Op.Regions[0].Blocks[0].Ops[1].Regions[0].Blocks[0].Args
	var args []interp.Value
	for i, data := range [][]byte{a, b} {
		v, err := interp.MemRefOf(params[i].Type.(*ir.MemRefType), &interp.Buffer{Data: data})
		if err != nil {
			t.Fatal(err)
		}
		args = append(args, v)
	}
	got, err := interp.Call(m, "f", args, interp.Limits{})
	if err != nil {
		t.Fatal(err)
	}
	if w := got[0].Wide.Text(16); w != strings.Repeat("f", 31)+"e" {
		t.Errorf("the wide number is %s", w)
	}
	if got[1].Bits != 1<<63|7 || got[2].Bits != 0x3f800000 {
		t.Errorf("results are %#x and %#x", got[1].Bits, got[2].Bits)
	}
	if _, err := interp.Call(m, "f", []interp.Value{{}, {}}, interp.Limits{}); err == nil || !strings.Contains(err.Error(), "parameter 0 of f: the value is no memref<8xindex>") {
		t.Errorf("error is %v", err)
	}
}
