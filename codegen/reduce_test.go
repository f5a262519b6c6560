package codegen_test

import (
	"fmt"
	"strings"
	"testing"

	"heddle/arch"
	"heddle/ir"
	"heddle/long"
)

var reduceKinds = map[string]string{
	"i": "add mul minui minsi maxui maxsi and or xor",
	"f": "add mul minnumf maxnumf minimumf maximumf",
}

// TestVectorReductions: every kind on several types, with and without an
// accumulator.
func TestVectorReductions(t *testing.T) {
	for _, typ := range []string{"i8", "i16", "i32", "i64", "f16", "bf16", "f32", "f64"} {
		for i, kind := range strings.Fields(reduceKinds[strings.TrimLeft(typ, "b")[:1]]) {
			for j, n := range []int{1, 3, 4, 8} {
				if !long.Some(i+j, 2) {
					continue
				}
				testReduction(t, typ, kind, n)
			}
		}
	}
}

func testReduction(t *testing.T, typ, kind string, n int) {
	vec := fmt.Sprintf("vector<%dx%s>", n, typ)
	attrs := fmt.Sprintf("<{kind = #vector.kind<%s>, fastmath = #arith.fastmath<none>}>", kind)
	row := kernelRow{in: []string{vec, vec}, out: []string{vec}, count: 256, body: fmt.Sprintf(`    %%acc = "vector.extract"(%%b) <{static_position = array<i64: 0>}> : (%[1]s) -> %[2]s
    %%r = "vector.reduction"(%%a) %[3]s : (%[1]s) -> %[2]s
    %%s = "vector.reduction"(%%a, %%acc) %[3]s : (%[1]s, %[2]s) -> %[2]s
    %%rb = "vector.broadcast"(%%r) : (%[2]s) -> %[1]s
    %%r0 = "vector.insert"(%%s, %%rb) <{static_position = array<i64: %[4]d>}> : (%[2]s, %[1]s) -> %[1]s
`, vec, typ, attrs, n-1)}
	t.Run(fmt.Sprintf("%s of %s", kind, vec), func(t *testing.T) { row.run(t, arch.Chips[n%2], 4) })
}

// TestMultiReductions: along the first, the last and all dimensions.
func TestMultiReductions(t *testing.T) {
	for _, typ := range []string{"i8", "i16", "i32", "i64", "f16", "bf16", "f32", "f64"} {
		for i, kind := range strings.Fields(reduceKinds[strings.TrimLeft(typ, "b")[:1]]) {
			for dims, to := range map[string]string{"0": "4x", "1": "2x", "0, 1": ""} {
				acc := fmt.Sprintf("vector<%s%s>", to, typ)
				n := map[string]int{"4x": 4, "2x": 2, "": 1}[to]
				if to == "" {
					acc = typ
				}
				vec := fmt.Sprintf("vector<8x%s>", typ)
				get := fmt.Sprintf("    %%acc = \"vector.extract_strided_slice\"(%%b) <{offsets = [0], sizes = [%d], strides = [1]}> : (%s) -> %s\n", n, vec, acc)
				put := fmt.Sprintf("    %%r0 = \"vector.insert_strided_slice\"(%%r, %%a) <{offsets = [2], strides = [1]}> : (%s, %s) -> %s\n", acc, vec, vec)
				if to == "" {
					get = fmt.Sprintf("    %%acc = \"vector.extract\"(%%b) <{static_position = array<i64: 2>}> : (%s) -> %s\n", vec, acc)
					put = fmt.Sprintf("    %%r0 = \"vector.insert\"(%%r, %%a) <{static_position = array<i64: 5>}> : (%s, %s) -> %s\n", acc, vec, vec)
				}
				row := kernelRow{in: []string{vec, vec}, out: []string{vec}, count: 256, body: get + fmt.Sprintf(`    %%m = "vector.shape_cast"(%%a) : (%[1]s) -> vector<2x4x%[2]s>
    %%r = "vector.multi_reduction"(%%m, %%acc) <{kind = #vector.kind<%[3]s>, reduction_dims = array<i64: %[4]s>}> : (vector<2x4x%[2]s>, %[5]s) -> %[5]s
`, vec, typ, kind, dims, acc) + put}
				t.Run(fmt.Sprintf("%s of %s along %s", kind, typ, dims), func(t *testing.T) { row.run(t, arch.Chips[i%2], 4) })
			}
		}
	}
}

// TestSubgroupReductions: every kind, size of clusters and stride, in whole
// waves and, where clusters are whole there, in partial ones.
func TestSubgroupReductions(t *testing.T) {
	for _, typ := range []string{"i32", "f32", "i16", "f16", "bf16", "i64", "f64", "vector<2xf16>", "vector<3xi32>", "i8"} {
		for i, kind := range strings.Fields(reduceKinds[strings.TrimLeft(ir.ElemType(parseType(typ)).String(), "b")[:1]]) {
			for _, c := range [][2]int{{0, 1}, {64, 1}, {32, 1}, {16, 1}, {8, 1}, {4, 1}, {2, 1}, {1, 1}, {32, 2}, {8, 8}, {4, 16}, {2, 32}, {4, 2}, {2, 4}, {2, 2}} {
				if (typ != "i32" && typ != "f32" || !long.On()) && (c[0]*c[1]+i)%3 != 0 {
					continue
				}
				attrs := fmt.Sprintf("op = #gpu<all_reduce_op %s>", kind)
				if c[0] != 0 {
					attrs += fmt.Sprintf(", cluster_size = %d : i32, cluster_stride = %d : i32", c[0], c[1])
				}
				row := kernelRow{in: []string{typ}, out: []string{typ}, count: 128,
					body: fmt.Sprintf("    %%r0 = \"gpu.subgroup_reduce\"(%%a) <{%s}> : (%s) -> %s\n", attrs, typ, typ)}
				t.Run(fmt.Sprintf("%s of %s in %d by %d", kind, typ, c[0], c[1]), func(t *testing.T) { row.run(t, arch.Chips[i%2], 4) })
			}
		}
	}
}

func parseType(text string) ir.Type {
	t, err := ir.ParseType(text)
	if err != nil {
		panic(err)
	}
	return t
}

// TestAllReductions: workgroups of whole and of partial waves, one and several,
// in a loop that carries the result.
func TestAllReductions(t *testing.T) {
	body := `({
    ^bb1(%p: i32, %q: i32):
      %pq = "arith.muli"(%p, %q) : (i32, i32) -> i32
      %s1 = "arith.addi"(%pq, %p) : (i32, i32) -> i32
      %s2 = "arith.subi"(%s1, %q) : (i32, i32) -> i32
      "gpu.yield"(%s2) : (i32) -> ()
    })`
	loop := func(one string) string {
		return fmt.Sprintf(`%%i0 = "arith.constant"() <{value = 0 : index}> : () -> index
    %%i1 = "arith.constant"() <{value = 1 : index}> : () -> index
    %%i3 = "arith.constant"() <{value = 3 : index}> : () -> index
    %%r = "scf.for"(%%i0, %%i3, %%i1, %%v) ({
    ^bb9(%%i: index, %%a: i32):
      %s
      %%n = "arith.xori"(%%z, %%v) : (i32, i32) -> i32
      "scf.yield"(%%n) : (i32) -> ()
    }) : (index, index, index, i32) -> i32`, one)
	}
	cases := []laneCase{
		{name: "sum", body: loop(`%z = "gpu.all_reduce"(%a) <{op = #gpu<all_reduce_op add>}> ({}) : (i32) -> i32`)},
		{name: "maxsi", body: loop(`%z = "gpu.all_reduce"(%a) <{op = #gpu<all_reduce_op maxsi>, uniform}> ({}) : (i32) -> i32`)},
		{name: "sum of floats", plain: true, body: `%f = "arith.bitcast"(%v) : (i32) -> f32
    %g = "gpu.all_reduce"(%f) <{op = #gpu<all_reduce_op add>}> ({}) : (f32) -> f32
    %r = "arith.bitcast"(%g) : (f32) -> i32`},
		{name: "body", body: loop(`%z = "gpu.all_reduce"(%a) ` + body + ` : (i32) -> i32`)},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			for i, block := range [][3]uint32{{64, 1, 1}, {128, 1, 1}, {8, 32, 1}, {100, 1, 1}, {17, 1, 1}, {3, 67, 1}, {1, 1, 1}} {
				runLane(t, &c, block, arch.Chips[i%2])
			}
		})
	}
}
