// kernel:    tiles of f16 straight from memory to LDS, 16 bytes a lane, from a buffer resource
// chips:     gfx950
// grid:      2 1 1
// block:     256 1 1
// arg:       in f16 8192 real -1 1
// arg:       out f16 8192

"builtin.module"() ({
  "gpu.module"() <{sym_name = "kernels"}> ({
    "gpu.func"() <{function_type = (memref<8192xf16, #gpu.address_space<global>>, memref<8192xf16, #gpu.address_space<global>>) -> (), known_block_size = array<i32: 256, 1, 1>}> ({
    ^bb0(%x: memref<8192xf16, #gpu.address_space<global>>, %y: memref<8192xf16, #gpu.address_space<global>>, %tile: memref<4096xf16, #gpu.address_space<workgroup>>):
      %tx = "gpu.thread_id"() <{dimension = #gpu<dim x>}> : () -> index
      %bx = "gpu.block_id"() <{dimension = #gpu<dim x>}> : () -> index
      %c0 = "arith.constant"() <{value = 0 : index}> : () -> index
      %c1 = "arith.constant"() <{value = 1 : index}> : () -> index
      %c2 = "arith.constant"() <{value = 2 : index}> : () -> index
      %c64 = "arith.constant"() <{value = 64 : index}> : () -> index
      %c4096 = "arith.constant"() <{value = 4096 : index}> : () -> index
      %fx = "amdgpu.fat_raw_buffer_cast"(%x) <{boundsCheck = true, operandSegmentSizes = array<i32: 1, 0, 0>}> : (memref<8192xf16, #gpu.address_space<global>>) -> memref<8192xf16, #amdgpu.address_space<fat_raw_buffer>>
      %wave = "arith.divui"(%tx, %c64) : (index, index) -> index
      %base = "arith.muli"(%bx, %c4096) : (index, index) -> index
      "scf.for"(%c0, %c2, %c1) ({
      ^bb0(%p: index):
        %row = "affine.apply"(%p, %wave) <{map = affine_map<(d0, d1) -> (d0 * 2048 + d1 * 512)>}> : (index, index) -> index
        %off = "affine.apply"(%p, %tx) <{map = affine_map<(d0, d1) -> (d0 * 2048 + d1 * 8)>}> : (index, index) -> index
        %src = "arith.addi"(%base, %off) : (index, index) -> index
        "amdgpu.gather_to_lds"(%fx, %src, %tile, %row) <{operandSegmentSizes = array<i32: 1, 1, 1, 1>, transferType = vector<8xf16>}> : (memref<8192xf16, #amdgpu.address_space<fat_raw_buffer>>, index, memref<4096xf16, #gpu.address_space<workgroup>>, index) -> ()
        "scf.yield"() : () -> ()
      }) : (index, index, index) -> ()
      "amdgpu.memory_counter_wait"() <{load = 0 : i32}> : () -> ()
      "gpu.barrier"() : () -> ()
      "scf.for"(%c0, %c2, %c1) ({
      ^bb0(%p: index):
        %from = "affine.apply"(%p, %tx) <{map = affine_map<(d0, d1) -> ((d1 * 16 + d0 * 8 + 64) mod 4096)>}> : (index, index) -> index
        %v = "vector.load"(%tile, %from) : (memref<4096xf16, #gpu.address_space<workgroup>>, index) -> vector<8xf16>
        %to = "affine.apply"(%p, %tx, %base) <{map = affine_map<(d0, d1, d2) -> (d2 + d0 * 2048 + d1 * 8)>}> : (index, index, index) -> index
        "vector.store"(%v, %y, %to) : (vector<8xf16>, memref<8192xf16, #gpu.address_space<global>>, index) -> ()
        "scf.yield"() : () -> ()
      }) : (index, index, index) -> ()
      "gpu.return"() : () -> ()
    }) {gpu.kernel, sym_name = "gather_to_lds_wide", workgroup_attributions = 1 : i64} : () -> ()
  }) : () -> ()
}) : () -> ()
