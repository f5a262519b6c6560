// kernel:    a tile of f32 straight from memory to LDS, then read in another order
// chips:     gfx942 gfx950
// grid:      4 1 1
// block:     256 1 1
// arg:       in f32 4096 real -1 1
// arg:       out f32 4096

"builtin.module"() ({
  "gpu.module"() <{sym_name = "kernels"}> ({
    "gpu.func"() <{function_type = (memref<4096xf32, #gpu.address_space<global>>, memref<4096xf32, #gpu.address_space<global>>) -> (), known_block_size = array<i32: 256, 1, 1>}> ({
    ^bb0(%x: memref<4096xf32, #gpu.address_space<global>>, %y: memref<4096xf32, #gpu.address_space<global>>, %tile: memref<1024xf32, #gpu.address_space<workgroup>>):
      %tx = "gpu.thread_id"() <{dimension = #gpu<dim x>}> : () -> index
      %bx = "gpu.block_id"() <{dimension = #gpu<dim x>}> : () -> index
      %c0 = "arith.constant"() <{value = 0 : index}> : () -> index
      %c1 = "arith.constant"() <{value = 1 : index}> : () -> index
      %c4 = "arith.constant"() <{value = 4 : index}> : () -> index
      %c64 = "arith.constant"() <{value = 64 : index}> : () -> index
      %c1024 = "arith.constant"() <{value = 1024 : index}> : () -> index
      %wave = "arith.divui"(%tx, %c64) : (index, index) -> index
      %base = "arith.muli"(%bx, %c1024) : (index, index) -> index
      "scf.for"(%c0, %c4, %c1) ({
      ^bb0(%p: index):
        %row = "affine.apply"(%p, %wave) <{map = affine_map<(d0, d1) -> (d0 * 256 + d1 * 64)>}> : (index, index) -> index
        %off = "affine.apply"(%p, %tx) <{map = affine_map<(d0, d1) -> (d0 * 256 + d1)>}> : (index, index) -> index
        %src = "arith.addi"(%base, %off) : (index, index) -> index
        "amdgpu.gather_to_lds"(%x, %src, %tile, %row) <{operandSegmentSizes = array<i32: 1, 1, 1, 1>, transferType = f32}> : (memref<4096xf32, #gpu.address_space<global>>, index, memref<1024xf32, #gpu.address_space<workgroup>>, index) -> ()
        "scf.yield"() : () -> ()
      }) : (index, index, index) -> ()
      "amdgpu.memory_counter_wait"() <{load = 0 : i32}> : () -> ()
      "gpu.barrier"() : () -> ()
      "scf.for"(%c0, %c4, %c1) ({
      ^bb0(%p: index):
        %from = "affine.apply"(%p, %tx) <{map = affine_map<(d0, d1) -> ((d1 * 4 + d0 + 1) mod 1024)>}> : (index, index) -> index
        %v = "memref.load"(%tile, %from) : (memref<1024xf32, #gpu.address_space<workgroup>>, index) -> f32
        %to = "affine.apply"(%p, %tx, %base) <{map = affine_map<(d0, d1, d2) -> (d2 + d0 * 256 + d1)>}> : (index, index, index) -> index
        "memref.store"(%v, %y, %to) : (f32, memref<4096xf32, #gpu.address_space<global>>, index) -> ()
        "scf.yield"() : () -> ()
      }) : (index, index, index) -> ()
      "gpu.return"() : () -> ()
    }) {gpu.kernel, sym_name = "gather_to_lds", workgroup_attributions = 1 : i64} : () -> ()
  }) : () -> ()
}) : () -> ()
