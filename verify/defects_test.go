package verify

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"regexp"
	"strings"
	"testing"

	"heddle/arch"
	"heddle/asm"
	"heddle/ir"
	"heddle/ir/interp"
	"heddle/sim"
)

// The tests of this file are the defects of another compiler's backend, one by
// one (facts mlir_input.md §2.6): what it gets wrong in silence, what it emits
// and no assembler takes, which wait states it leaves out. Each has to be right
// here, or refused.

// laneKernel is a kernel of 64 lanes: %a, %b, %c … are the lane's elements of the
// arguments %m0, %m1 … of the types in, as far as %d, and %r is what it stores, of type out. %t is the lane.
type laneKernel struct {
	in   []string
	out  string
	body string
}

func (k *laneKernel) text() string {
	const loaded = 'd' - 'a' + 1
	var b, params, loads strings.Builder
	types := make([]string, 0, len(k.in)+1)
	for i, typ := range k.in {
		m := "memref<64x" + typ + ">"
		types = append(types, m)
		fmt.Fprintf(&params, "%%m%d: %s, ", i, m)
		if i >= loaded {
			continue
		}
		fmt.Fprintf(&loads, "    %%%c = \"memref.load\"(%%m%d, %%t) : (%s, index) -> %s\n", 'a'+i, i, m, typ)
	}
	out := "memref<64x" + k.out + ">"
	types = append(types, out)
	fmt.Fprintf(&b, "\"gpu.module\"() <{sym_name = \"m\"}> ({\n  \"gpu.func\"() <{function_type = (%s) -> (), known_block_size = array<i32: 64, 1, 1>}> ({\n  ^bb0(%s%%mr: %s):\n", strings.Join(types, ", "), &params, out)
	fmt.Fprintf(&b, "    %%t = \"gpu.thread_id\"() <{dimension = #gpu<dim x>}> : () -> index\n%s%s", &loads, k.body)
	fmt.Fprintf(&b, "    \"memref.store\"(%%r, %%mr, %%t) : (%s, %s, index) -> ()\n    \"gpu.return\"() : () -> ()\n  }) {gpu.kernel, sym_name = \"k\"} : () -> ()\n}) : () -> ()\n", k.out, out)
	return b.String()
}

func (k *laneKernel) run(chip *arch.Chip, o Options) (*Result, error) {
	r := rand.New(rand.NewPCG(5, 6))
	c := Case{Name: "k.mlir", Text: k.text(), Chip: chip, Grid: [3]uint32{1, 1, 1}}
	for _, typ := range append(k.in, k.out) {
		t, err := ir.ParseType("memref<64x" + typ + ">")
		if err != nil {
			return nil, err
		}
		elem := t.(*ir.MemRefType).Elem
		bits, _ := ir.BitWidth(ir.ElemType(elem))
		n := int64(1)
		if v, ok := elem.(*ir.VectorType); ok {
			n = v.Shape[0]
		}
		b := memoryBuffer(r, ir.ElemType(elem), 64*max(1, n*int64(bits)/8))
		if ir.ElemType(elem) == ir.F16 || ir.ElemType(elem) == ir.BF16 {
			for i := 1; i < len(b.Data); i += 2 {
				b.Data[i] &^= 0x40 // neither NaN, whose payload means nothing, nor infinite
			}
		}
		c.Args = append(c.Args, interp.Pointer(b))
	}
	o.Passes.Verify = true
	o.More = []sim.Options{{Schedule: sim.ScheduleLate}}
	return Run(c, o)
}

// right runs the kernel on both chips, and looks for a pattern in the code,
// which the assembler has to take.
func (k *laneKernel) right(t *testing.T, pattern string) {
	t.Helper()
	for _, chip := range arch.Chips {
		r, err := k.run(chip, Options{})
		if err != nil {
			t.Errorf("%s: %v", chip.Name, err)
			continue
		}
		if !regexp.MustCompile(pattern).Match(r.Built.Assembly()) {
			t.Errorf("%s: no %q in\n%s", chip.Name, pattern, r.Built.Assembly())
		}
		if _, err := asm.Assemble(r.Built.Assembly(), asm.Options{File: "k.s", Chip: chip}); err != nil {
			t.Errorf("%s: what we print does not assemble: %v", chip.Name, err)
		}
	}
}

// refused wants an error of the parser or compiler with these words in it, and with a line and column.
func (k *laneKernel) refused(t *testing.T, chip *arch.Chip, words ...string) {
	t.Helper()
	_, err := k.run(chip, Options{NoInterpreter: true})
	var stage *Error
	if !errors.As(err, &stage) || stage.Stage != "parse" && stage.Stage != "compile" {
		t.Errorf("%s: got %v, want it refused", chip.Name, err)
		return
	}
	for _, w := range append(words, "k.mlir:") {
		if !strings.Contains(err.Error(), w) {
			t.Errorf("%s: %v: no %q", chip.Name, err, w)
		}
	}
}

// TestDefect1UnknownOperations: what is not known is no comment, and a loop's
// body that cannot be compiled is no warning.
func TestDefect1UnknownOperations(t *testing.T) {
	for _, op := range []string{
		`"arith.addq"(%x, %x) : (i32, i32) -> i32`, `"wave.magic"(%x) : (i32) -> i32`} {
		k := laneKernel{[]string{"i32"}, "i32", `    %zero = "arith.constant"() <{value = 0 : index}> : () -> index
    %one = "arith.constant"() <{value = 1 : index}> : () -> index
    %r = "scf.for"(%zero, %t, %one, %a) ({
    ^bb1(%i: index, %x: i32):
      %q = ` + op + `
      "scf.yield"(%x) : (i32) -> ()
    }) : (index, index, index, i32) -> i32
`}
		name, _, _ := strings.Cut(op[1:], `"`)
		for _, chip := range arch.Chips {
			k.refused(t, chip, name, "k.mlir:10:")
		}
	}
}

// product is a matrix product of one wave.
func product(a, b, acc string, m, n, k int) *laneKernel {
	return &laneKernel{[]string{a, b, acc}, acc, fmt.Sprintf(`    %%r = "amdgpu.mfma"(%%a, %%b, %%c) <{abid = 0 : i32, blgp = #amdgpu<mfma_perm_b none>, blocks = 1 : i32, cbsz = 0 : i32, k = %d : i32, m = %d : i32, n = %d : i32}> : (%s, %s, %s) -> %[6]s
`, k, m, n, a, b, acc)}
}

// TestDefect2MatrixShapes: no shape or type becomes another one.
func TestDefect2MatrixShapes(t *testing.T) {
	for _, x := range []struct {
		k    *laneKernel
		chip *arch.Chip // nil for both
		name string     // of the instruction, or the refusal's words behind a '!'
	}{
		{product("vector<8xf8E4M3FN>", "vector<8xf8E5M2>", "vector<4xf32>", 16, 16, 32), &arch.GFX950, "v_mfma_f32_16x16x32_fp8_bf8 "},
		{product("vector<8xf8E4M3FNUZ>", "vector<8xf8E5M2FNUZ>", "vector<16xf32>", 32, 32, 16), &arch.GFX942, "v_mfma_f32_32x32x16_fp8_bf8 "},
		{product("vector<8xf8E4M3FN>", "vector<8xf8E4M3FN>", "vector<4xf32>", 16, 16, 32), &arch.GFX942, "!amdgpu.mfma"},
		{product("vector<4xbf16>", "vector<4xbf16>", "vector<4xf32>", 16, 16, 16), nil, "v_mfma_f32_16x16x16_bf16 "},
		{product("vector<8xi8>", "vector<8xi8>", "vector<4xi32>", 16, 16, 32), nil, "v_mfma_i32_16x16x32_i8 "},
		{product("f32", "f32", "vector<16xf32>", 32, 32, 2), nil, "v_mfma_f32_32x32x2_f32 "},
		{product("f64", "f64", "vector<4xf64>", 16, 16, 4), nil, "v_mfma_f64_16x16x4_f64 "},
		{product("vector<8xf16>", "vector<8xf16>", "vector<4xf32>", 16, 16, 32), &arch.GFX950, "v_mfma_f32_16x16x32_f16 "},
		{product("vector<8xf16>", "vector<8xf16>", "vector<4xf32>", 16, 16, 32), &arch.GFX942, "!amdgpu.mfma"},
		{product("vector<4xf16>", "vector<4xf16>", "vector<4xf32>", 16, 16, 8), nil, "!amdgpu.mfma"},
		{product("vector<2xf32>", "vector<2xf32>", "vector<4xf32>", 16, 16, 8), &arch.GFX950, "!amdgpu.mfma"}, // xf32 is gfx942's alone
	} {
		for _, chip := range arch.Chips {
			if x.chip != nil && x.chip != chip {
				continue
			}
			if words, ok := strings.CutPrefix(x.name, "!"); ok {
				x.k.refused(t, chip, words)
				continue
			}
			r, err := x.k.run(chip, Options{})
			if err != nil {
				t.Errorf("%s: %s: %v", chip.Name, x.name, err)
			} else if strings.Count(string(r.Built.Assembly()), "\tv_mfma_") != 1 || !strings.Contains(string(r.Built.Assembly()), x.name) {
				t.Errorf("%s: no %s in\n%s", chip.Name, x.name, r.Built.Assembly())
			}
		}
	}
}
