package launch

import (
	"testing"

	"heddle/hsaco"
	"heddle/ir"
)

// TestFits: which arrays are those of a memref.
func TestFits(t *testing.T) {
	for _, c := range []struct {
		typ, array string
		want       bool
	}{
		{"memref<1000xf32>", "f32[1000]", true},
		{"memref<1000xf32>", "f64[1000]", false},
		{"memref<1000xf32>", "f64[500]", false},
		{"memref<1000xf32>", "i32[1000]", false},
		{"memref<1000xf32>", "f32[1001]", false},
		{"memref<1000xf32>", "f32[10,100]", false},
		{"memref<1000xf32>", "u8[4000]", true},
		{"memref<1000xf32>", "u8[4001]", false},
		{"memref<1000xf32>", "i8[4000]", false},
		{"memref<1x20x30xf16>", "f16[20,30]", true},
		{"memref<20x30xf16>", "f16[30,20]", false},
		{"memref<20x30xf16>", "f16[600]", false},
		{"memref<20xf16>", "bf16[20]", false},
		{"memref<20xbf16>", "u16[20]", true},
		{"memref<20xbf16>", "i16[20]", true},
		{"memref<20xi16>", "bf16[20]", true},
		{"memref<20xi32>", "u32[20]", true},
		{"memref<20xi32>", "i64[20]", false},
		{"memref<20xindex>", "u64[20]", true},
		{"memref<20xf8E4M3FN>", "fp8[20]", true},
		{"memref<20xf8E4M3FN>", "u8[20]", true},
		{"memref<20xf8E4M3FN>", "i8[20]", true},
		{"memref<20xf8E4M3FN>", "bf8[20]", false},
		{"memref<20xf8E4M3FN>", "fp8fnuz[20]", false},
		{"memref<20xi8>", "fp8[20]", true},
		{"memref<32xf4E2M1FN>", "fp4[32]", true},
		{"memref<32xf4E2M1FN>", "fp4[4,8]", true},
		{"memref<32xf4E2M1FN>", "u8[16]", true},
		{"memref<32xf4E2M1FN>", "u8[32]", false},
		{"memref<24xi8>", "fp6[32]", true},
		{"memref<f32>", "f32[1]", true},
		{"memref<f32>", "f32[2]", false},
		{"memref<8xvector<4xf32>>", "f32[8,4]", true},
		{"memref<8xvector<4xf32>>", "f32[32]", true},
		{"memref<2x8xvector<4xf32>>", "f32[2,32]", true},
		{"memref<8xvector<4xf32>>", "f32[8]", false},
		{"memref<4x8xf32, strided<[16, 1]>>", "f32[56]", true},
		{"memref<4x8xf32, strided<[16, 1]>>", "f32[4,16]", true},
		{"memref<4x8xf32, strided<[16, 1]>>", "f32[4,8]", false},
		{"memref<4x8xf32, strided<[16, 1]>>", "f64[56]", false},
		{"memref<1x8xf32, strided<[16, 1]>>", "f32[16]", true},
		{"memref<1x8xf32, strided<[16, 1]>>", "u8[64]", true},
		{"memref<1x8xf32, strided<[16, 1]>>", "f32[7]", false},
		{"memref<8xi1>", "f64[3]", true}, // --arg has no name for i1
	} {
		typ, err := ir.ParseType(c.typ)
		if err != nil {
			t.Fatal(err)
		}
		a, err := parseTensor(c.array)
		if err != nil {
			t.Fatal(err)
		}
		if got := fits(typ.(*ir.MemRefType), &a, true, false); got != c.want {
			t.Errorf("%s for %s: %t", c.array, c.typ, got)
		}
	}
}

// TestParametersOf: metadata that nobody here wrote, or that do not come out
// even, are arguments of which nothing is known.
func TestParametersOf(t *testing.T) {
	dynamic := func(n int) *hsaco.KernelMetadata {
		m := &hsaco.KernelMetadata{}
		for range n {
			m.Args = append(m.Args, hsaco.Arg{TypeName: "memref<?xf32>", ValueKind: "by_value", Size: 8})
		}
		m.Args = append(m.Args, hsaco.Arg{ValueKind: "hidden_none"})
		return m
	}
	other := dynamic(5)
	other.Args[3].TypeName = "f32"
	for _, c := range []struct {
		m           *hsaco.KernelMetadata
		params, all int
		known       bool
	}{
		{nil, 0, 0, false},
		{dynamic(5), 1, 5, true},
		{dynamic(4), 4, 4, false},
		{other, 1, 5, false},
		{&hsaco.KernelMetadata{Args: []hsaco.Arg{{TypeName: "float*"}, {TypeName: "memref<"}, {}}}, 3, 3, false},
	} {
		params := parametersOf(c.m)
		if len(params) != c.params || partsOf(params) != c.all {
			t.Errorf("%d parameters with %d parts, want %d with %d", len(params), partsOf(params), c.params, c.all)
		}
		for _, p := range params {
			if (p.typ != nil) != c.known {
				t.Errorf("a parameter of type %v", p.typ)
			}
		}
	}
}
