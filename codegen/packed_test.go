package codegen_test

import (
	"strings"
	"testing"
)

// Packed f32 waits for the matrix core: a loop with matrix instructions has none, in branches and
// reductions neither, if the kernel says how many waves share a SIMD. What is around the loop has.
func TestPackedBesideMatrix(t *testing.T) {
	const (
		shared = "rocdl.waves_per_eu = 2 : i32, "
		vector = `%s = "arith.addf"(%h, %h) : (vector<4xf32>, vector<4xf32>) -> vector<4xf32>`
		matrix = `%s = "amdgpu.mfma"(%f, %f, %h) <{k = 1 : i32, m = 4 : i32, n = 4 : i32, blocks = 16 : i32}> : (f32, f32, vector<4xf32>) -> vector<4xf32>`
	)
	for _, c := range []struct {
		attrs, inner  string
		inside, after int // packed multiplications in the inner loop, and elsewhere
	}{{shared, vector, 2 + 2, 2}, {shared, matrix, 0, 2}, {"", matrix, 2 + 2, 2}} {
		r := buildLaneWith(t, c.attrs, `%f = "arith.bitcast"(%v) : (i32) -> f32
    %i0 = "arith.constant"() <{value = 0 : index}> : () -> index
    %i1 = "arith.constant"() <{value = 1 : index}> : () -> index
    %i9 = "arith.index_cast"(%u) : (i32) -> index
    %i = "arith.constant"() <{value = 0 : i32}> : () -> i32
    %b = "arith.cmpi"(%u, %i) <{predicate = 2 : i64}> : (i32, i32) -> i1
    %k = "vector.from_elements"(%f, %f, %f, %f) : (f32, f32, f32, f32) -> vector<4xf32>
    %o = "scf.for"(%i0, %i9, %i1, %k) ({
    ^bb1(%n: index, %j: vector<4xf32>):
      %w = "scf.for"(%i0, %i9, %i1, %j) ({
      ^bb2(%m: index, %h: vector<4xf32>):
        `+c.inner+`
        %p = "arith.mulf"(%s, %h) : (vector<4xf32>, vector<4xf32>) -> vector<4xf32>
        %q = "scf.if"(%b) ({
          %d = "arith.mulf"(%p, %p) : (vector<4xf32>, vector<4xf32>) -> vector<4xf32>
          "scf.yield"(%d) : (vector<4xf32>) -> ()
        }, {
          "scf.yield"(%p) : (vector<4xf32>) -> ()
        }) : (i1) -> vector<4xf32>
        "scf.yield"(%q) : (vector<4xf32>) -> ()
      }) : (index, index, index, vector<4xf32>) -> vector<4xf32>
      %e = "arith.mulf"(%w, %w) : (vector<4xf32>, vector<4xf32>) -> vector<4xf32>
      "scf.yield"(%e) : (vector<4xf32>) -> ()
    }) : (index, index, index, vector<4xf32>) -> vector<4xf32>
    %g = "vector.reduction"(%o) <{kind = #vector.kind<add>}> : (vector<4xf32>) -> f32
    %r = "arith.bitcast"(%g) : (f32) -> i32`)
		text := string(r.Assembly())
		if n := strings.Count(text, "v_pk_mul_f32"); n != c.inside+c.after {
			t.Errorf("%s: %d packed multiplications, want %d:\n%s", c.inner, n, c.inside+c.after, text)
		}
	}
}
