// kernel:    C = A*B for 64x128x64 f32, 4x4 elements a lane, LDS
// chips:     gfx942 gfx950
// grid:      2 1 1
// block:     16 16 1
// arg:       in f32 4096 real -1 1
// arg:       in f32 8192 real -1 1
// arg:       out f32 8192

"builtin.module"() ({
  "gpu.module"() <{sym_name = "kernels"}> ({
    "gpu.func"() <{function_type = (memref<64x64xf32, #gpu.address_space<global>>, memref<64x128xf32, #gpu.address_space<global>>, memref<64x128xf32, #gpu.address_space<global>>) -> (), known_block_size = array<i32: 16, 16, 1>}> ({
    ^bb0(%a: memref<64x64xf32, #gpu.address_space<global>>, %b: memref<64x128xf32, #gpu.address_space<global>>, %c: memref<64x128xf32, #gpu.address_space<global>>, %la: memref<64x20xf32, #gpu.address_space<workgroup>>, %lb: memref<16x64xf32, #gpu.address_space<workgroup>>):
      %tx = "gpu.thread_id"() <{dimension = #gpu<dim x>}> : () -> index
      %ty = "gpu.thread_id"() <{dimension = #gpu<dim y>}> : () -> index
      %bx = "gpu.block_id"() <{dimension = #gpu<dim x>}> : () -> index
      %by = "gpu.block_id"() <{dimension = #gpu<dim y>}> : () -> index
      %c0 = "arith.constant"() <{value = 0 : index}> : () -> index
      %c1 = "arith.constant"() <{value = 1 : index}> : () -> index
      %c4 = "arith.constant"() <{value = 4 : index}> : () -> index
      %c16 = "arith.constant"() <{value = 16 : index}> : () -> index
      %c64 = "arith.constant"() <{value = 64 : index}> : () -> index
      %zero = "arith.constant"() <{value = dense<0.000000e+00> : vector<4xf32>}> : () -> vector<4xf32>
      %row4 = "arith.muli"(%ty, %c4) : (index, index) -> index
      %col4 = "arith.muli"(%tx, %c4) : (index, index) -> index
      %lin = "affine.apply"(%ty, %tx) <{map = affine_map<(d0, d1) -> (d0 * 16 + d1)>}> : (index, index) -> index
      %sr = "arith.divui"(%lin, %c4) : (index, index) -> index
      %sc = "affine.apply"(%lin) <{map = affine_map<(d0) -> ((d0 mod 4) * 4)>}> : (index) -> index
      %br = "arith.divui"(%lin, %c16) : (index, index) -> index
      %bc = "affine.apply"(%lin) <{map = affine_map<(d0) -> ((d0 mod 16) * 4)>}> : (index) -> index
      %ar = "affine.apply"(%by, %sr) <{map = affine_map<(d0, d1) -> (d0 * 64 + d1)>}> : (index, index) -> index
      %cb = "affine.apply"(%bx, %bc) <{map = affine_map<(d0, d1) -> (d0 * 64 + d1)>}> : (index, index) -> index
      %r:4 = "scf.for"(%c0, %c64, %c16, %zero, %zero, %zero, %zero) ({
      ^bb0(%k0: index, %s0: vector<4xf32>, %s1: vector<4xf32>, %s2: vector<4xf32>, %s3: vector<4xf32>):
        %ka = "arith.addi"(%k0, %sc) : (index, index) -> index
        %kb = "arith.addi"(%k0, %br) : (index, index) -> index
        %va = "vector.load"(%a, %ar, %ka) : (memref<64x64xf32, #gpu.address_space<global>>, index, index) -> vector<4xf32>
        %vb = "vector.load"(%b, %kb, %cb) : (memref<64x128xf32, #gpu.address_space<global>>, index, index) -> vector<4xf32>
        "vector.store"(%va, %la, %sr, %sc) : (vector<4xf32>, memref<64x20xf32, #gpu.address_space<workgroup>>, index, index) -> ()
        "vector.store"(%vb, %lb, %br, %bc) : (vector<4xf32>, memref<16x64xf32, #gpu.address_space<workgroup>>, index, index) -> ()
        "gpu.barrier"() : () -> ()
        %n:4 = "scf.for"(%c0, %c16, %c1, %s0, %s1, %s2, %s3) ({
        ^bb0(%k: index, %t0: vector<4xf32>, %t1: vector<4xf32>, %t2: vector<4xf32>, %t3: vector<4xf32>):
          %bv = "vector.load"(%lb, %k, %col4) : (memref<16x64xf32, #gpu.address_space<workgroup>>, index, index) -> vector<4xf32>
          %r0 = "affine.apply"(%row4) <{map = affine_map<(d0) -> (d0)>}> : (index) -> index
          %a0 = "memref.load"(%la, %r0, %k) : (memref<64x20xf32, #gpu.address_space<workgroup>>, index, index) -> f32
          %w0 = "vector.broadcast"(%a0) : (f32) -> vector<4xf32>
          %u0 = "math.fma"(%w0, %bv, %t0) : (vector<4xf32>, vector<4xf32>, vector<4xf32>) -> vector<4xf32>
          %r1 = "affine.apply"(%row4) <{map = affine_map<(d0) -> (d0 + 1)>}> : (index) -> index
          %a1 = "memref.load"(%la, %r1, %k) : (memref<64x20xf32, #gpu.address_space<workgroup>>, index, index) -> f32
          %w1 = "vector.broadcast"(%a1) : (f32) -> vector<4xf32>
          %u1 = "math.fma"(%w1, %bv, %t1) : (vector<4xf32>, vector<4xf32>, vector<4xf32>) -> vector<4xf32>
          %r2 = "affine.apply"(%row4) <{map = affine_map<(d0) -> (d0 + 2)>}> : (index) -> index
          %a2 = "memref.load"(%la, %r2, %k) : (memref<64x20xf32, #gpu.address_space<workgroup>>, index, index) -> f32
          %w2 = "vector.broadcast"(%a2) : (f32) -> vector<4xf32>
          %u2 = "math.fma"(%w2, %bv, %t2) : (vector<4xf32>, vector<4xf32>, vector<4xf32>) -> vector<4xf32>
          %r3 = "affine.apply"(%row4) <{map = affine_map<(d0) -> (d0 + 3)>}> : (index) -> index
          %a3 = "memref.load"(%la, %r3, %k) : (memref<64x20xf32, #gpu.address_space<workgroup>>, index, index) -> f32
          %w3 = "vector.broadcast"(%a3) : (f32) -> vector<4xf32>
          %u3 = "math.fma"(%w3, %bv, %t3) : (vector<4xf32>, vector<4xf32>, vector<4xf32>) -> vector<4xf32>
          "scf.yield"(%u0, %u1, %u2, %u3) : (vector<4xf32>, vector<4xf32>, vector<4xf32>, vector<4xf32>) -> ()
        }) : (index, index, index, vector<4xf32>, vector<4xf32>, vector<4xf32>, vector<4xf32>) -> (vector<4xf32>, vector<4xf32>, vector<4xf32>, vector<4xf32>)
        "gpu.barrier"() : () -> ()
        "scf.yield"(%n#0, %n#1, %n#2, %n#3) : (vector<4xf32>, vector<4xf32>, vector<4xf32>, vector<4xf32>) -> ()
      }) : (index, index, index, vector<4xf32>, vector<4xf32>, vector<4xf32>, vector<4xf32>) -> (vector<4xf32>, vector<4xf32>, vector<4xf32>, vector<4xf32>)
      %oc = "affine.apply"(%bx, %col4) <{map = affine_map<(d0, d1) -> (d0 * 64 + d1)>}> : (index, index) -> index
      %o0 = "affine.apply"(%by, %row4) <{map = affine_map<(d0, d1) -> (d0 * 64 + d1)>}> : (index, index) -> index
      "vector.store"(%r#0, %c, %o0, %oc) : (vector<4xf32>, memref<64x128xf32, #gpu.address_space<global>>, index, index) -> ()
      %o1 = "affine.apply"(%by, %row4) <{map = affine_map<(d0, d1) -> (d0 * 64 + d1 + 1)>}> : (index, index) -> index
      "vector.store"(%r#1, %c, %o1, %oc) : (vector<4xf32>, memref<64x128xf32, #gpu.address_space<global>>, index, index) -> ()
      %o2 = "affine.apply"(%by, %row4) <{map = affine_map<(d0, d1) -> (d0 * 64 + d1 + 2)>}> : (index, index) -> index
      "vector.store"(%r#2, %c, %o2, %oc) : (vector<4xf32>, memref<64x128xf32, #gpu.address_space<global>>, index, index) -> ()
      %o3 = "affine.apply"(%by, %row4) <{map = affine_map<(d0, d1) -> (d0 * 64 + d1 + 3)>}> : (index, index) -> index
      "vector.store"(%r#3, %c, %o3, %oc) : (vector<4xf32>, memref<64x128xf32, #gpu.address_space<global>>, index, index) -> ()
      "gpu.return"() : () -> ()
    }) {gpu.kernel, sym_name = "gemm_registers_f32", workgroup_attributions = 2 : i64} : () -> ()
  }) : () -> ()
}) : () -> ()
