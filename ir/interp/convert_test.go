package interp_test

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"heddle/arch"
)

// evaluated runs the operations of one lane, whose last value is %r of a type of
// some dwords, and gives them.
func evaluated(t *testing.T, chip *arch.Chip, body, result string, words int) ([]uint32, error) {
	t.Helper()
	out := make([]byte, 4*words)
	v, vector := "%r", result
	body = strings.ReplaceAll("\n"+body, "\n", "\n      ")
	if !strings.HasPrefix(result, "vector") {
		vector = "vector<1x" + result + ">"
		body += fmt.Sprintf("\n      %%rv = \"vector.broadcast\"(%%r) : (%s) -> %s", result, vector)
		v = "%rv"
	}
	if vector != fmt.Sprintf("vector<%dxi32>", words) {
		body += fmt.Sprintf("\n      %%rb = \"vector.bitcast\"(%s) : (%s) -> vector<%dxi32>", v, vector, words)
		v = "%rb"
	}
	body += fmt.Sprintf("\n      \"vector.store\"(%s, %%b0, %%c0) : (vector<%dxi32>, memref<%dxi32>, index) -> ()", v, words, words)
	err := onLanes(t, chip, 1, body, buffer{fmt.Sprintf("memref<%dxi32>", words), out})
	got := make([]uint32, words)
	for i := range got {
		got[i] = dword(out, i)
	}
	return got, err
}

// constantText is a constant named name.
func constantText(name, value, typ string) string {
	return fmt.Sprintf("%%%s = \"arith.constant\"() <{value = %s : %s}> : () -> %s\n", name, value, typ, typ)
}

func TestConversions(t *testing.T) {
	const nan = 0x7fc00000
	f := math.Float32bits
	one, scale4 := constantText("one", "1.0", "f32"), constantText("s", "4.0", "f32")
	old := constantText("old", "287454020", "i32") // 0x11223344
	both := []*arch.Chip{&arch.GFX942, &arch.GFX950}
	new950 := both[1:]
	for _, c := range []struct {
		chips        []*arch.Chip
		text, result string
		want         [][]uint32 // a chip each
	}{
		{both, constantText("a", "1.0009", "f32") + constantText("b", "-1.0e-8", "f32") + `%r = "rocdl.cvt.pkrtz"(%a, %b) : (f32, f32) -> vector<2xf16>`, "vector<2xf16>", [][]uint32{{0x80003c00}, {0x80003c00}}},
		// 1 is 0x40 in FNUZ and 0x38 in OCP e4m3; 0x40 and 0x3c in e5m2.
		{both, one + constantText("b", "-2.0", "f32") + old + `%r = "rocdl.cvt.pk.fp8.f32"(%one, %b, %old) <{wordSel = false}> : (f32, f32, i32) -> i32`, "i32", [][]uint32{{0x1122c840}, {0x1122c038}}},
		{both, one + constantText("b", "-2.0", "f32") + old + `%r = "rocdl.cvt.pk.bf8.f32"(%one, %b, %old) <{wordSel = true}> : (f32, f32, i32) -> i32`, "i32", [][]uint32{{0xc4403344}, {0xc03c3344}}},
		// Too large: NaN, or infinity where there is one.
		{both, constantText("a", "1.0e6", "f32") + old + `%r = "rocdl.cvt.pk.fp8.f32"(%a, %a, %old) <{wordSel = false}> : (f32, f32, i32) -> i32`, "i32", [][]uint32{{0x11228080}, {0x11227f7f}}},
		{both, constantText("a", "-1.0e6", "f32") + old + `%r = "rocdl.cvt.pk.bf8.f32"(%a, %a, %old) <{wordSel = false}> : (f32, f32, i32) -> i32`, "i32", [][]uint32{{0x11228080}, {0x1122fcfc}}},
		{both, old + `%r = "rocdl.cvt.f32.fp8"(%old) <{byteSel = 1 : i32}> : (i32) -> f32`, "f32", [][]uint32{{f(0.34375)}, {f(0.6875)}}},
		{both, old + `%r = "rocdl.cvt.f32.bf8"(%old) <{byteSel = 3 : i32}> : (i32) -> f32`, "f32", [][]uint32{{f(0x1.4p-12)}, {f(0x1.4p-11)}}},
		{both, old + `%r = "rocdl.cvt.pk.f32.fp8"(%old) <{wordSel = true}> : (i32) -> vector<2xf32>`, "vector<2xf32>", [][]uint32{{f(0.078125), f(0.017578125)}, {f(0.15625), f(0.03515625)}}},
		// 1 + 1/16 is half way between two numbers of e4m3: random bits decide.
		{both, constantText("a", "1.0625", "f32") + constantText("n", "0", "i32") + old + `%r = "rocdl.cvt.sr.fp8.f32"(%a, %n, %old) <{byteSel = 2 : i32}> : (f32, i32, i32) -> i32`, "i32", [][]uint32{{0x11403344}, {0x11383344}}},
		{both, constantText("a", "1.0625", "f32") + constantText("n", "-1", "i32") + old + `%r = "rocdl.cvt.sr.fp8.f32"(%a, %n, %old) <{byteSel = 2 : i32}> : (f32, i32, i32) -> i32`, "i32", [][]uint32{{0x11413344}, {0x11393344}}},

		{new950, one + scale4 + constantText("v", "dense<[4369, 8738]>", "vector<2xi16>") + `%r = "rocdl.cvt.scalef32.pk.fp8.f32"(%v, %one, %s, %s) <{dstLoHiSel = true}> : (vector<2xi16>, f32, f32, f32) -> vector<2xi16>`, "vector<2xi16>", [][]uint32{{0x38281111}}},
		{new950, scale4 + old + constantText("h", "dense<[2.0, -24.0]>", "vector<2xbf16>") + `%r = "rocdl.cvt.scalef32.pk.fp4.bf16"(%old, %h, %s) <{dstSelIndex = 1 : i32}> : (i32, vector<2xbf16>, f32) -> i32`, "i32", [][]uint32{{0x1122f144}}},
		{new950, scale4 + constantText("w", "4660", "i32") + `%r = "rocdl.cvt.scalef32.pk.f16.fp4"(%w, %s) <{srcSelIndex = 0 : i32}> : (i32, f32) -> vector<2xf16>`, "vector<2xf16>", [][]uint32{{0x46004800}}},                                                                   // 4 is 2, 3 is 1.5
		{new950, scale4 + old + constantText("v", "dense<[1.0, 2.0]>", "vector<2xf16>") + `%r = "rocdl.cvt.scalef32.f16.bf8"(%v, %old, %s) <{srcSelIndex = 0 : i32, dstLoHiSel = true}> : (vector<2xf16>, i32, f32) -> vector<2xf16>`, "vector<2xf16>", [][]uint32{{0x4c003c00}}}, // 0x44 is 4
		{new950, constantText("s", "0x7F800000", "f32") + old + `%r = "rocdl.cvt.scalef32.f32.fp8"(%old, %s) <{srcSelIndex = 0 : i32}> : (i32, f32) -> f32`, "f32", [][]uint32{{nan}}},
		// 6-bit numbers one after the other: 1 is 0x8 in e2m3; 2xpk16 alternates.
		{new950, constantText("a", "dense<1.0>", "vector<16xf32>") + constantText("b", "dense<0.125>", "vector<16xf32>") + constantText("s", "1.0", "f32") + `%r = "rocdl.cvt.scalef32.2xpk16.fp6.f32"(%a, %b, %s) : (vector<16xf32>, vector<16xf32>, f32) -> vector<6xi32>`, "vector<6xi32>",
			[][]uint32{{0x48048048, 0x80480480, 0x04804804, 0x48048048, 0x80480480, 0x04804804}}},
		{new950, constantText("a", "dense<0.5>", "vector<32xf16>") + constantText("s", "0.25", "f32") + `%v = "rocdl.cvt.scalef32.pk32.bf6.f16"(%a, %s) : (vector<32xf16>, f32) -> vector<6xi32>
%b = "rocdl.cvt.scalef32.pk32.f32.bf6"(%v, %s) : (vector<6xi32>, f32) -> vector<32xf32>
%r = "vector.extract"(%b) <{static_position = array<i64: 31>}> : (vector<32xf32>) -> f32`, "f32", [][]uint32{{f(0.5)}}},
		// Random bits step from element to element: 0x80000000 to 197.
		{new950, constantText("a", "dense<1.25>", "vector<2xf32>") + constantText("n", "-2147483648", "i32") + constantText("s", "1.0", "f32") + old + `%r = "rocdl.cvt.scalef32.sr.pk.fp4.f32"(%old, %a, %n, %s) <{dstSelIndex = 0 : i32}> : (i32, vector<2xf32>, i32, f32) -> i32`, "i32", [][]uint32{{0x11223323}}},

		{both[:1], constantText("v", "dense<[1.0, 2.0, -4.0, 0.5]>", "vector<4xf8E4M3FNUZ>") + `%r = "amdgpu.ext_packed_fp8"(%v) <{index = 2 : i32}> : (vector<4xf8E4M3FNUZ>) -> f32`, "f32", [][]uint32{{f(-4)}}},
		{new950, constantText("v", "dense<[1.0, 2.0, -4.0, 0.5]>", "vector<4xf8E5M2>") + `%r = "amdgpu.ext_packed_fp8"(%v) <{index = 1 : i32}> : (vector<4xf8E5M2>) -> vector<2xf32>`, "vector<2xf32>", [][]uint32{{f(-4), f(0.5)}}},
		{new950, one + constantText("v", "dense<2.0>", "vector<4xf8E4M3FN>") + `%r = "amdgpu.packed_trunc_2xfp8"(%one, %one, %v) <{operandSegmentSizes = array<i32: 1, 1, 1>, wordIndex = 1 : i32}> : (f32, f32, vector<4xf8E4M3FN>) -> vector<4xf8E4M3FN>`, "vector<4xf8E4M3FN>", [][]uint32{{0x38384040}}},
		{new950, one + constantText("n", "0", "i32") + constantText("v", "dense<2.0>", "vector<4xf8E4M3FN>") + `%r = "amdgpu.packed_stoch_round_fp8"(%one, %n, %v) <{storeIndex = 3 : i32}> : (f32, i32, vector<4xf8E4M3FN>) -> vector<4xf8E4M3FN>`, "vector<4xf8E4M3FN>", [][]uint32{{0x38404040}}},
		{new950, scale4 + constantText("v", "dense<[0.5, 1.0, 1.5, 2.0, 3.0, 4.0, 6.0, -6.0]>", "vector<8xf4E2M1FN>") + `%r = "amdgpu.scaled_ext_packed"(%v, %s) <{index = 3 : i32}> : (vector<8xf4E2M1FN>, f32) -> vector<2xbf16>`, "vector<2xbf16>", [][]uint32{{0xc1c041c0}}},
		{new950, scale4 + constantText("h", "dense<[4.0, -8.0]>", "vector<2xf16>") + constantText("v", "dense<1.0>", "vector<4xf8E5M2>") + `%r = "amdgpu.packed_scaled_trunc"(%h, %s, %v) <{index = 0 : i32}> : (vector<2xf16>, f32, vector<4xf8E5M2>) -> vector<4xf8E5M2>`, "vector<4xf8E5M2>", [][]uint32{{0x3c3cc03c}}},
	} {
		for i, chip := range c.chips {
			got, err := evaluated(t, chip, strings.TrimSuffix(c.text, "\n"), c.result, len(c.want[i]))
			if err != nil {
				t.Errorf("%s\n%v", c.text, err)
				continue
			}
			for k := range got {
				if got[k] != c.want[i][k] {
					t.Errorf("on %s\n%s\ngives %#x, not %#x", chip.Name, c.text, got, c.want[i])
					break
				}
			}
		}
	}
}

// What nothing has set is reported where it gets out.
func TestConversionsOfNothing(t *testing.T) {
	for _, text := range []string{
		constantText("a", "1.0", "f32") + `%r = "amdgpu.packed_trunc_2xfp8"(%a) <{operandSegmentSizes = array<i32: 1, 0, 0>, wordIndex = 0 : i32}> : (f32) -> vector<4xf8E4M3FN>`,
		constantText("a", "1.0", "f8E4M3FN") + "%v = \"amdgpu.ext_packed_fp8\"(%a) <{index = 3 : i32}> : (f8E4M3FN) -> f32\n" + constantText("n", "0", "i32") + `%r = "amdgpu.packed_stoch_round_fp8"(%v, %n) <{storeIndex = 0 : i32}> : (f32, i32) -> vector<4xf8E4M3FN>`,
	} {
		if _, err := evaluated(t, &arch.GFX950, text, "vector<4xf8E4M3FN>", 1); err == nil || !strings.Contains(err.Error(), "poison reaches") {
			t.Errorf("%s\ngives %v", text, err)
		}
	}
}
