// C = A*B for one tile of 64x64x64 in f16 with f32 accumulation. A and B go through
// LDS; each of 256 work-items computes 16 elements of a row of C.
//
//	heddle run examples/matmul.mlir --interp --mcpu gfx950 --grid 1 \
//		--arg rand:f16[64,64]:seed=1 --arg rand:f16[64,64]:seed=2 --arg out:c.npy:f32[64,64]
"builtin.module"() ({
  "gpu.module"() <{sym_name = "kernels"}> ({
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
    }) {gpu.kernel, sym_name = "matmul", workgroup_attributions = 2 : i64} : () -> ()
  }) : () -> ()
}) : () -> ()
