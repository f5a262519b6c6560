package opt_test

import (
	"fmt"
	"strings"
	"testing"

	"heddle/arch"
	"heddle/codegen/opt"
	"heddle/ir"
	"heddle/ir/interp"
	"heddle/pass"
)

// straight is a kernel of n operations in one block, as unrolled kernels are.
func straight(n int) string {
	var b strings.Builder
	b.WriteString(`"builtin.module"() ({
  "func.func"() <{function_type = (memref<4096xf32>, memref<4096xf32>) -> (), sym_name = "k"}> ({
  ^bb0(%x: memref<4096xf32>, %y: memref<4096xf32>):
    %t = "gpu.thread_id"() <{dimension = #gpu<dim x>}> : () -> index
`)
	for i := range n / 5 {
		fmt.Fprintf(&b, "    %%c%d = \"arith.constant\"() <{value = %d : index}> : () -> index\n", i, i%61*64)
		fmt.Fprintf(&b, "    %%i%d = \"affine.apply\"(%%t, %%c%d) <{map = affine_map<(d0, d1) -> (d0 mod 64 + d1)>}> : (index, index) -> index\n", i, i)
		fmt.Fprintf(&b, "    %%v%d = \"memref.load\"(%%x, %%i%d) : (memref<4096xf32>, index) -> f32\n", i, i)
		fmt.Fprintf(&b, "    %%w%d = \"arith.addf\"(%%v%d, %%v%d) : (f32, f32) -> f32\n", i, i, i/2)
		fmt.Fprintf(&b, "    \"memref.store\"(%%w%d, %%y, %%i%d) : (f32, memref<4096xf32>, index) -> ()\n", i, i)
	}
	b.WriteString("    \"func.return\"() : () -> ()\n  }) {gpu.known_block_size = array<i32: 64, 1, 1>} : () -> ()\n}) : () -> ()\n")
	return b.String()
}

func benchmark(b *testing.B, n int) {
	text := straight(n)
	b.ReportAllocs()
	for range b.N {
		b.StopTimer()
		m, err := ir.Parse("bench", text)
		if err != nil {
			b.Fatal(err)
		}
		b.StartTimer()
		if err := opt.Passes.Run("k", &opt.Context{Module: m, Kernel: interp.Kernels(m)[0].Op, Chip: &arch.GFX950}, &pass.Options{}); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkRun1000(b *testing.B)  { benchmark(b, 1000) }
func BenchmarkRun20000(b *testing.B) { benchmark(b, 20000) }
