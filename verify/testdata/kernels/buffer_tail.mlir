// kernel:    y = 3*x where the resource has fewer bytes than the grid has lanes: reads outside give 0, writes nothing
// chips:     gfx942 gfx950
// grid:      4 1 1
// block:     256 1 1
// arg:       in f32 1000 real -1 1
// arg:       inout f32 1000 zero

"builtin.module"() ({
  "gpu.module"() <{sym_name = "kernels"}> ({
    "gpu.func"() <{function_type = (memref<1000xf32, #gpu.address_space<global>>, memref<1000xf32, #gpu.address_space<global>>) -> (), known_block_size = array<i32: 256, 1, 1>}> ({
    ^bb0(%x: memref<1000xf32, #gpu.address_space<global>>, %y: memref<1000xf32, #gpu.address_space<global>>):
      %tx = "gpu.thread_id"() <{dimension = #gpu<dim x>}> : () -> index
      %bx = "gpu.block_id"() <{dimension = #gpu<dim x>}> : () -> index
      %three = "arith.constant"() <{value = 3.000000e+00 : f32}> : () -> f32
      %vx = "memref.reinterpret_cast"(%x) <{operandSegmentSizes = array<i32: 1, 0, 0, 0>, static_offsets = array<i64: 0>, static_sizes = array<i64: 1024>, static_strides = array<i64: 1>}> : (memref<1000xf32, #gpu.address_space<global>>) -> memref<1024xf32, strided<[1]>, #gpu.address_space<global>>
      %vy = "memref.reinterpret_cast"(%y) <{operandSegmentSizes = array<i32: 1, 0, 0, 0>, static_offsets = array<i64: 0>, static_sizes = array<i64: 1024>, static_strides = array<i64: 1>}> : (memref<1000xf32, #gpu.address_space<global>>) -> memref<1024xf32, strided<[1]>, #gpu.address_space<global>>
      %bytes = "arith.constant"() <{value = 4000 : i64}> : () -> i64
      %fx = "amdgpu.fat_raw_buffer_cast"(%vx, %bytes) <{boundsCheck = true, operandSegmentSizes = array<i32: 1, 1, 0>}> : (memref<1024xf32, strided<[1]>, #gpu.address_space<global>>, i64) -> memref<1024xf32, strided<[1]>, #amdgpu.address_space<fat_raw_buffer>>
      %fy = "amdgpu.fat_raw_buffer_cast"(%vy, %bytes) <{boundsCheck = true, operandSegmentSizes = array<i32: 1, 1, 0>}> : (memref<1024xf32, strided<[1]>, #gpu.address_space<global>>, i64) -> memref<1024xf32, strided<[1]>, #amdgpu.address_space<fat_raw_buffer>>
      %i = "affine.apply"(%bx, %tx) <{map = affine_map<(d0, d1) -> (d0 * 256 + d1)>}> : (index, index) -> index
      %v = "memref.load"(%fx, %i) : (memref<1024xf32, strided<[1]>, #amdgpu.address_space<fat_raw_buffer>>, index) -> f32
      %m = "arith.mulf"(%v, %three) : (f32, f32) -> f32
      "memref.store"(%m, %fy, %i) : (f32, memref<1024xf32, strided<[1]>, #amdgpu.address_space<fat_raw_buffer>>, index) -> ()
      "gpu.return"() : () -> ()
    }) {gpu.kernel, sym_name = "buffer_tail", workgroup_attributions = 0 : i64} : () -> ()
  }) : () -> ()
}) : () -> ()
