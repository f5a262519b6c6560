// kernel:    five-point stencil over 4096 f32, the ends kept
// chips:     gfx942 gfx950
// grid:      16 1 1
// block:     256 1 1
// arg:       in f32 4096 real -1 1
// arg:       out f32 4096

"builtin.module"() ({
  "gpu.module"() <{sym_name = "kernels"}> ({
    "gpu.func"() <{function_type = (memref<4096xf32, #gpu.address_space<global>>, memref<4096xf32, #gpu.address_space<global>>) -> (), known_block_size = array<i32: 256, 1, 1>}> ({
    ^bb0(%x: memref<4096xf32, #gpu.address_space<global>>, %y: memref<4096xf32, #gpu.address_space<global>>):
      %tx = "gpu.thread_id"() <{dimension = #gpu<dim x>}> : () -> index
      %bx = "gpu.block_id"() <{dimension = #gpu<dim x>}> : () -> index
      %c1 = "arith.constant"() <{value = 1 : index}> : () -> index
      %c2 = "arith.constant"() <{value = 2 : index}> : () -> index
      %c4094 = "arith.constant"() <{value = 4094 : index}> : () -> index
      %a = "arith.constant"() <{value = 6.250000e-02 : f32}> : () -> f32
      %b = "arith.constant"() <{value = 2.500000e-01 : f32}> : () -> f32
      %c = "arith.constant"() <{value = 3.750000e-01 : f32}> : () -> f32
      %i = "affine.apply"(%bx, %tx) <{map = affine_map<(d0, d1) -> (d0 * 256 + d1)>}> : (index, index) -> index
      %lo = "arith.cmpi"(%i, %c2) <{predicate = 9 : i64}> : (index, index) -> i1
      %hi = "arith.cmpi"(%i, %c4094) <{predicate = 6 : i64}> : (index, index) -> i1
      %in = "arith.andi"(%lo, %hi) : (i1, i1) -> i1
      %v2 = "memref.load"(%x, %i) : (memref<4096xf32, #gpu.address_space<global>>, index) -> f32
      %r = "scf.if"(%in) ({
        %i0 = "arith.subi"(%i, %c2) : (index, index) -> index
        %i1 = "arith.subi"(%i, %c1) : (index, index) -> index
        %i3 = "arith.addi"(%i, %c1) : (index, index) -> index
        %i4 = "arith.addi"(%i, %c2) : (index, index) -> index
        %v0 = "memref.load"(%x, %i0) : (memref<4096xf32, #gpu.address_space<global>>, index) -> f32
        %v1 = "memref.load"(%x, %i1) : (memref<4096xf32, #gpu.address_space<global>>, index) -> f32
        %v3 = "memref.load"(%x, %i3) : (memref<4096xf32, #gpu.address_space<global>>, index) -> f32
        %v4 = "memref.load"(%x, %i4) : (memref<4096xf32, #gpu.address_space<global>>, index) -> f32
        %s0 = "arith.addf"(%v0, %v4) : (f32, f32) -> f32
        %s1 = "arith.addf"(%v1, %v3) : (f32, f32) -> f32
        %m0 = "arith.mulf"(%s0, %a) : (f32, f32) -> f32
        %m1 = "arith.mulf"(%s1, %b) : (f32, f32) -> f32
        %m2 = "arith.mulf"(%v2, %c) : (f32, f32) -> f32
        %t0 = "arith.addf"(%m0, %m1) : (f32, f32) -> f32
        %t1 = "arith.addf"(%t0, %m2) : (f32, f32) -> f32
        "scf.yield"(%t1) : (f32) -> ()
      }, {
        "scf.yield"(%v2) : (f32) -> ()
      }) : (i1) -> f32
      "memref.store"(%r, %y, %i) : (f32, memref<4096xf32, #gpu.address_space<global>>, index) -> ()
      "gpu.return"() : () -> ()
    }) {gpu.kernel, sym_name = "stencil_1d", workgroup_attributions = 0 : i64} : () -> ()
  }) : () -> ()
}) : () -> ()
