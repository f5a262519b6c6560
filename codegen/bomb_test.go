package codegen_test

import (
	"fmt"
	"strings"
	"testing"

	"heddle/arch"
	"heddle/build"
	"heddle/ir"
)

// bombKernel is a kernel whose first operations are a lane's number and number.
func bombKernel(before, body string) string {
	return `"builtin.module"() ({
` + before + `
"func.func"() <{function_type = (memref<64xf32>) -> (), sym_name = "k"}> ({
^bb0(%a: memref<64xf32>):
  %c0 = "arith.constant"() <{value = 0 : index}> : () -> index
  %t = "gpu.thread_id"() <{dimension = #gpu<dim x>}> : () -> index
  %s = "memref.load"(%a, %t) : (memref<64xf32>, index) -> f32
` + body + `
  "func.return"() : () -> ()
}) {gpu.known_block_size = array<i32: 128, 1, 1>} : () -> ()
}) : () -> ()
`
}

// callTree is functions each of which calls the one before four times; body is
// that of the first one.
func callTree(depth int, body string) string {
	var b strings.Builder
	f := func(i int, body string) {
		fmt.Fprintf(&b, "\"func.func\"() <{function_type = (index) -> (), sym_name = \"f%d\", sym_visibility = \"private\"}> ({\n^bb0(%%i: index):\n%s\"func.return\"() : () -> ()\n}) : () -> ()\n", i, body)
	}
	f(0, body)
	for i := range depth {
		f(i+1, strings.Repeat(fmt.Sprintf("\"func.call\"(%%i) <{callee = @f%d}> : (index) -> ()\n", i), 4))
	}
	return b.String()
}

// Small texts that would be large kernels are refused before they are: what it
// takes to say so is bounded by numbers of operations, instructions, and blocks
// and registers.
func TestBombs(t *testing.T) {
	const callBoth = `"func.call"(%t) <{callee = @f12}> : (index) -> ()`
	blocks := `%c = "arith.constant"() <{value = 3 : index}> : () -> index
  %b = "arith.cmpi"(%i, %c) <{predicate = 0 : i64}> : (index, index) -> i1
  "cf.cond_br"(%b)[^x, ^y] <{operandSegmentSizes = array<i32: 1, 0, 0>}> : (i1) -> ()
^x:
  "gpu.barrier"() : () -> ()
  "cf.br"()[^y] : () -> ()
^y:
  `
	gathers := func(n, times int) string {
		v, m, x := fmt.Sprintf("vector<%dxf32>", n), fmt.Sprintf("vector<%dxi1>", n), fmt.Sprintf("vector<%dxindex>", n)
		text := fmt.Sprintf("%%m = \"vector.create_mask\"(%%t) : (index) -> %s\n%%x = \"vector.step\"() : () -> %s\n%%w0 = \"arith.constant\"() <{value = dense<1.0> : %s}> : () -> %[3]s\n", m, x, v)
		for i := range times {
			text += fmt.Sprintf("%%w%d = \"vector.gather\"(%%a, %%t, %%x, %%m, %%w%d) : (memref<64xf32>, index, %s, %s, %s) -> %[5]s\n", i+1, i, x, m, v)
		}
		return text + fmt.Sprintf("\"vector.scatter\"(%%a, %%t, %%x, %%m, %%w%d) : (memref<64xf32>, index, %s, %s, %s) -> ()\n", times, x, m, v)
	}
	pow := func(n int) string {
		v := fmt.Sprintf("vector<%dxf32>", n)
		return fmt.Sprintf("%%x = \"vector.load\"(%%a, %%c0) : (memref<64xf32>, index) -> %[2]s\n%%v = \"arith.extf\"(%%x) : (%[2]s) -> %[1]s\n%%w = \"math.powf\"(%%v, %%v) : (%[1]s, %[1]s) -> %[1]s\n%%n = \"arith.truncf\"(%%w) : (%[1]s) -> %[2]s\n\"vector.store\"(%%n, %%a, %%c0) : (%[2]s, memref<64xf32>, index) -> ()\n",
			strings.Replace(v, "f32", "f64", 1), v)
	}
	for _, c := range []struct{ name, text, want string }{
		{"calls", bombKernel(callTree(12, "\"gpu.barrier\"() : () -> ()\n"), callBoth), "func.call: with it the kernel has more than 131072 operations, as @f"},
		{"calls of blocks", bombKernel(callTree(12, blocks), callBoth), "func.call: with it the kernel has more than 131072 operations, as @f"},
		{"gathers", bombKernel("", gathers(1<<14, 3)), "operations, as its vectors are split into elements"},
		{"masks", bombKernel("", gathers(1<<11, 3)), "and their product is above 134217728: use loops, and fewer branches or masked elements"},
		{"powers", bombKernel("", pow(1<<11)), "math.powf: with it the kernel has more than 262144 instructions: use loops, and smaller vectors"},
		{"elements", strings.ReplaceAll(bombKernel("", `%v = "memref.load"(%b, %c0) : (MEM, index) -> vector<1073741824xf32>
  "memref.store"(%v, %b, %c0) : (vector<1073741824xf32>, MEM, index) -> ()`), "MEM", "memref<8xvector<1073741824xf32>>"), "memref.load: vector<1073741824xf32> has more than 16384 elements"},
		// What is far from the bounds is compiled.
		{"few calls", bombKernel(callTree(4, "\"gpu.barrier\"() : () -> ()\n"), strings.Replace(callBoth, "12", "4", 1)), ""},
		{"few gathers", bombKernel("", gathers(16, 2)), ""},
	} {
		if c.name == "elements" {
			c.text = strings.NewReplacer("(memref<64xf32>) -> ()", "(memref<64xf32>, memref<8xvector<1073741824xf32>>) -> ()", "^bb0(%a: memref<64xf32>)", "^bb0(%a: memref<64xf32>, %b: memref<8xvector<1073741824xf32>>)").Replace(c.text)
		}
		m, err := ir.Parse("bomb.mlir", c.text)
		if err == nil {
			err = ir.Verify(m, ir.Options{})
		}
		if err != nil {
			t.Errorf("%s: %v", c.name, err)
			continue
		}
		_, err = build.MLIR(m, build.Options{Chip: &arch.GFX942})
		if c.want == "" && err == nil {
			continue
		}
		if c.want == "" || err == nil || !strings.Contains(err.Error(), c.want) || !strings.Contains(err.Error(), "bomb.mlir:") {
			t.Errorf("%s: %v, want %q and a place", c.name, err, c.want)
		}
	}
}
