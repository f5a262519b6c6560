package ir

import (
	"fmt"
	"strings"
	"testing"
)

// bigModule is a module of n operations as a kernel has them: a loop with
// integer and float arithmetic on scalars and vectors, comparisons, constants.
func bigModule(n int) string {
	var b strings.Builder
	b.WriteString("\"builtin.module\"() ({\n")
	const perFunction = 1000
	for f := 0; n > 0; f++ {
		fmt.Fprintf(&b, "  \"func.func\"() <{function_type = (index, vector<4xf32>, memref<64x?xf16, strided<[?, 1], offset: ?>, #gpu.address_space<workgroup>>) -> (), sym_name = \"f%d\"}> ({\n", f)
		b.WriteString("  ^bb0(%arg0: index, %arg1: vector<4xf32>, %arg2: memref<64x?xf16, strided<[?, 1], offset: ?>, #gpu.address_space<workgroup>>):\n")
		v := 0
		last, vec := "%arg0", "%arg1"
		for i := 0; i < perFunction-2 && n > 2; i++ {
			switch i % 4 {
			case 0:
				fmt.Fprintf(&b, "    %%%d = \"arith.constant\"() <{value = %d : index}> : () -> index\n", v, i)
			case 1:
				fmt.Fprintf(&b, "    %%%d = \"arith.addi\"(%s, %%%d) <{overflowFlags = #arith.overflow<nsw>}> : (index, index) -> index\n", v, last, v-1)
				last = fmt.Sprintf("%%%d", v)
			case 2:
				fmt.Fprintf(&b, "    %%%d = \"math.fma\"(%s, %s, %%arg1) <{fastmath = #arith.fastmath<none>}> : (vector<4xf32>, vector<4xf32>, vector<4xf32>) -> vector<4xf32>\n", v, vec, vec)
				vec = fmt.Sprintf("%%%d", v)
			case 3:
				fmt.Fprintf(&b, "    %%%d = \"arith.cmpi\"(%s, %%arg0) <{predicate = 2 : i64}> : (index, index) -> i1\n", v, last)
			}
			v++
			n--
		}
		b.WriteString("    \"func.return\"() : () -> ()\n  }) : () -> ()\n")
		n -= 2
	}
	b.WriteString("}) : () -> ()\n")
	return b.String()
}

func BenchmarkParsePrint(b *testing.B) {
	text := bigModule(100_000)
	b.SetBytes(int64(len(text)))
	b.ReportAllocs()
	for b.Loop() {
		m, err := Parse("bench", text)
		if err != nil {
			b.Fatal(err)
		}
		if len(m.Print(PrintOptions{})) == 0 {
			b.Fatal("nothing printed")
		}
	}
}

func BenchmarkVerify(b *testing.B) {
	m, err := Parse("bench", bigModule(100_000))
	if err != nil {
		b.Fatal(err)
	}
	b.ReportAllocs()
	for b.Loop() {
		if err := Verify(m, Options{}); err != nil {
			b.Fatal(err)
		}
	}
}
