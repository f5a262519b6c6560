package interp_test

import (
	"encoding/binary"
	"math"
	"testing"

	"heddle/arch"
	"heddle/ir/interp"
	"heddle/num"
)

// A tile of 64x64x64 in f16 with f32 sums: 256 lanes, A and B through LDS.
const gemm = `
"builtin.module"() ({
  "gpu.module"() <{sym_name = "m"}> ({
    "gpu.func"() <{function_type = (memref<64x64xf16>, memref<64x64xf16>, memref<64x64xf32>) -> (), known_block_size = array<i32: 256, 1, 1>}> ({
    ^bb0(%a: memref<64x64xf16>, %b: memref<64x64xf16>, %c: memref<64x64xf32>, %la: memref<64x64xf16, #gpu.address_space<workgroup>>, %lb: memref<64x64xf16, #gpu.address_space<workgroup>>):
      %t = "gpu.thread_id"() <{dimension = #gpu<dim x>}> : () -> index
      %c0 = "arith.constant"() <{value = 0 : index}> : () -> index
      %c1 = "arith.constant"() <{value = 1 : index}> : () -> index
      %c4 = "arith.constant"() <{value = 4 : index}> : () -> index
      %c16 = "arith.constant"() <{value = 16 : index}> : () -> index
      %c64 = "arith.constant"() <{value = 64 : index}> : () -> index
      %row = "affine.apply"(%t) <{map = affine_map<(d0) -> (d0 floordiv 4)>}> : (index) -> index
      %col = "affine.apply"(%t) <{map = affine_map<(d0) -> ((d0 mod 4) * 16)>}> : (index) -> index
      %va = "vector.load"(%a, %row, %col) : (memref<64x64xf16>, index, index) -> vector<16xf16>
      %vb = "vector.load"(%b, %row, %col) : (memref<64x64xf16>, index, index) -> vector<16xf16>
      "vector.store"(%va, %la, %row, %col) : (vector<16xf16>, memref<64x64xf16, #gpu.address_space<workgroup>>, index, index) -> ()
      "vector.store"(%vb, %lb, %row, %col) : (vector<16xf16>, memref<64x64xf16, #gpu.address_space<workgroup>>, index, index) -> ()
      "gpu.barrier"() : () -> ()
      "scf.for"(%c0, %c16, %c1) ({
      ^bb0(%j: index):
        %z = "arith.constant"() <{value = 0.0 : f32}> : () -> f32
        %jj = "arith.addi"(%col, %j) : (index, index) -> index
        %s = "scf.for"(%c0, %c64, %c1, %z) ({
        ^bb0(%k: index, %acc: f32):
          %x = "memref.load"(%la, %row, %k) : (memref<64x64xf16, #gpu.address_space<workgroup>>, index, index) -> f16
          %y = "memref.load"(%lb, %k, %jj) : (memref<64x64xf16, #gpu.address_space<workgroup>>, index, index) -> f16
          %xf = "arith.extf"(%x) : (f16) -> f32
          %yf = "arith.extf"(%y) : (f16) -> f32
          %n = "math.fma"(%xf, %yf, %acc) : (f32, f32, f32) -> f32
          "scf.yield"(%n) : (f32) -> ()
        }) : (index, index, index, f32) -> f32
        "memref.store"(%s, %c, %row, %jj) : (f32, memref<64x64xf32>, index, index) -> ()
        "scf.yield"() : () -> ()
      }) : (index, index, index) -> ()
      "gpu.return"() : () -> ()
    }) {gpu.kernel, sym_name = "gemm", workgroup_attributions = 2 : i64} : () -> ()
  }) : () -> ()
}) : () -> ()
`

func TestGEMM(t *testing.T) {
	half := func(f float32) uint16 { return num.F32ToF16(math.Float32bits(f), num.Env{}) }
	a, b, c := make([]byte, 8192), make([]byte, 8192), make([]byte, 16384)
	av := func(i, k int) float32 { return float32((i*7+k*3)%17-8) / 4 }
	bv := func(k, j int) float32 { return float32((k*5+j*11)%13-6) / 8 }
	for i := range 64 {
		for j := range 64 {
			binary.LittleEndian.PutUint16(a[2*(64*i+j):], half(av(i, j)))
			binary.LittleEndian.PutUint16(b[2*(64*i+j):], half(bv(i, j)))
		}
	}
	var args []interp.Arg
	for _, p := range [][]byte{a, b} {
		args = append(args, interp.Pointer(&interp.Buffer{Data: p}))
	}
	args = append(args, interp.Pointer(&interp.Buffer{Name: "c", Data: c, Undefined: true}))
	report, err := interp.Run(read(t, gemm), interp.Launch{Chip: &arch.GFX950, Grid: [3]uint32{1, 1, 1}, Args: args})
	if err != nil {
		t.Fatal(err)
	}
	t.Logf("%d operations", report.Steps)
	for i := range 64 {
		for j := range 64 {
			var want float32 // exact: small multiples of 1/32
			for k := range 64 {
				want += float32(av(i, k) * bv(k, j))
			}
			if got := math.Float32frombits(binary.LittleEndian.Uint32(c[4*(64*i+j):])); got != want {
				t.Fatalf("c[%d,%d] is %g, not %g", i, j, got, want)
			}
		}
	}
}
