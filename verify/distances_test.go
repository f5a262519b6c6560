package verify_test

import (
	"encoding/binary"
	"fmt"
	"strings"
	"testing"

	"heddle/arch"
	"heddle/ir/interp"
	"heddle/pass"
	"heddle/verify"
)

// distanceKernel compares x plus constants with y, and with y and z both.
const distanceKernel = `
"gpu.module"() <{sym_name = "m"}> ({
  "gpu.func"() <{function_type = (memref<3x64xi32>, memref<64x8xi32>) -> (), known_block_size = array<i32: 64, 1, 1>}> ({
  ^bb0(%in: memref<3x64xi32>, %out: memref<64x8xi32>):
    %c0 = "arith.constant"() <{value = 0 : index}> : () -> index
    %i1 = "arith.constant"() <{value = 1 : index}> : () -> index
    %i2 = "arith.constant"() <{value = 2 : index}> : () -> index
    %i4 = "arith.constant"() <{value = 4 : index}> : () -> index
    %c = "arith.constant"() <{value = C : i32}> : () -> i32
    %d = "arith.constant"() <{value = -2 : i32}> : () -> i32
    %e = "arith.constant"() <{value = 100 : i32}> : () -> i32
    %k = "arith.constant"() <{value = MOST : i32}> : () -> i32
    %yes = "arith.constant"() <{value = dense<1> : vector<4xi32>}> : () -> vector<4xi32>
    %no = "arith.constant"() <{value = dense<0> : vector<4xi32>}> : () -> vector<4xi32>
    %t = "gpu.thread_id"() <{dimension = #gpu<dim x>}> : () -> index
    %a = "memref.load"(%in, %c0, %t) : (memref<3x64xi32>, index, index) -> i32
    %b = "memref.load"(%in, %i1, %t) : (memref<3x64xi32>, index, index) -> i32
    %f = "memref.load"(%in, %i2, %t) : (memref<3x64xi32>, index, index) -> i32
    %x = "REM"(%a, %k) : (i32, i32) -> i32
    %y = "REM"(%b, %k) : (i32, i32) -> i32
    %z = "REM"(%f, %k) : (i32, i32) -> i32
    %x1 = "arith.addi"(%x, %c) : (i32, i32) -> i32
    %x2 = "arith.addi"(%x, %d) : (i32, i32) -> i32
    %x3 = "arith.addi"(%x, %e) : (i32, i32) -> i32
    %xs = "vector.from_elements"(%x1, %x2, %x3, %x) : (i32, i32, i32, i32) -> vector<4xi32>
    %x4 = "arith.addi"(%x, %c) : (i32, i32) -> i32
    %x5 = "arith.addi"(%x, %d) : (i32, i32) -> i32
    %x6 = "arith.addi"(%x, %e) : (i32, i32) -> i32
    %xt = "vector.from_elements"(%x4, %x5, %x6, %x) : (i32, i32, i32, i32) -> vector<4xi32>
    %ys = "vector.broadcast"(%y) : (i32) -> vector<4xi32>
    %zs = "vector.broadcast"(%z) : (i32) -> vector<4xi32>
    %p = "arith.cmpi"(FIRST) <{predicate = P : i64}> : (vector<4xi32>, vector<4xi32>) -> vector<4xi1>
    %q = "arith.cmpi"(SECOND) <{predicate = Q : i64}> : (vector<4xi32>, vector<4xi32>) -> vector<4xi1>
    %both = "arith.andi"(%p, %q) : (vector<4xi1>, vector<4xi1>) -> vector<4xi1>
    %r = "arith.select"(%q, %yes, %no) : (vector<4xi1>, vector<4xi32>, vector<4xi32>) -> vector<4xi32>
    %s = "arith.select"(%both, %yes, %no) : (vector<4xi1>, vector<4xi32>, vector<4xi32>) -> vector<4xi32>
    RESULT
    "vector.store"(%s, %out, %t, %i4) : (vector<4xi32>, memref<64x8xi32>, index, index) -> ()
    "gpu.return"() : () -> ()
  }) {gpu.kernel, sym_name = "k", workgroup_attributions = 0 : i64} : () -> ()
}) : () -> ()
`

// TestDistances: comparisons of numbers that differ by constants with one number are those of the
// constants with a distance, whatever the predicate, the order, and the range.
func TestDistances(t *testing.T) {
	var data []byte
	for i := range 3 * 64 {
		x := uint32(i * 2654435761)
		if i%3 == 0 {
			x = uint32(i%7) - 3
		}
		data = binary.LittleEndian.AppendUint32(data, x)
	}
	n := 0
	for p := range 10 {
		for _, v := range []struct{ rem, most, c string }{{"arith.remsi", "200", "1"}, {"arith.remui", "200", "70"}, {"arith.remsi", "2147483647", "1"}, {"arith.remui", "2000000000", "2147483647"}} {
			n++
			first, second, q := "%xs, %ys", "%xt, %zs", (p+n)%10
			if n%2 == 0 {
				first = "%ys, %xs"
			}
			if n%3 == 0 {
				second, q = "%zs, %xt", p
			}
			result := ""
			if n%4 == 0 { // the second has another use
				result = `"vector.store"(%r, %out, %t, %c0) : (vector<4xi32>, memref<64x8xi32>, index, index) -> ()`
			}
			text := strings.NewReplacer("FIRST", first, "SECOND", second, "REM", v.rem, "MOST", v.most, "= C ", "= "+v.c+" ", "= P ", fmt.Sprintf("= %d ", p), "= Q ", fmt.Sprintf("= %d ", q), "RESULT", result).Replace(distanceKernel)
			c := verify.Case{Name: "distance.mlir", Text: text, Chip: arch.Chips[n%len(arch.Chips)], Grid: [3]uint32{1, 1, 1},
				Args: []interp.Arg{interp.Pointer(&interp.Buffer{Name: "in", Data: data}), interp.Pointer(&interp.Buffer{Name: "out", Data: make([]byte, 2048)})}}
			if _, err := verify.Run(c, verify.Options{Passes: pass.Options{Verify: true}}); err != nil {
				t.Errorf("predicates %d and %d, %v: %v", p, q, v, err)
			}
		}
	}
}
