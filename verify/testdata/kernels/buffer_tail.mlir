// kernel:    y = 3*x where the resource has fewer bytes than the grid has lanes: reads outside give 0, writes nothing
// chips:     gfx942 gfx950
// grid:      4 1 1
// block:     256 1 1
// arg:       in f32 1000 real -1 1
// arg:       inout f32 1000 zero

gpu.module @kernels {
  gpu.func @buffer_tail(%x: memref<1000xf32, #gpu.address_space<global>>,
      %y: memref<1000xf32, #gpu.address_space<global>>)
      kernel attributes {known_block_size = array<i32: 256, 1, 1>} {
    %tx = gpu.thread_id x
    %bx = gpu.block_id x
    %three = arith.constant 3.0 : f32
    %vx = memref.reinterpret_cast %x to offset: [0], sizes: [1024], strides: [1] : memref<1000xf32, #gpu.address_space<global>> to memref<1024xf32, strided<[1]>, #gpu.address_space<global>>
    %vy = memref.reinterpret_cast %y to offset: [0], sizes: [1024], strides: [1] : memref<1000xf32, #gpu.address_space<global>> to memref<1024xf32, strided<[1]>, #gpu.address_space<global>>
    %bytes = arith.constant 4000 : i64
    %fx = amdgpu.fat_raw_buffer_cast %vx validBytes(%bytes) : memref<1024xf32, strided<[1]>, #gpu.address_space<global>> to memref<1024xf32, strided<[1]>, #amdgpu.address_space<fat_raw_buffer>>
    %fy = amdgpu.fat_raw_buffer_cast %vy validBytes(%bytes) : memref<1024xf32, strided<[1]>, #gpu.address_space<global>> to memref<1024xf32, strided<[1]>, #amdgpu.address_space<fat_raw_buffer>>
    %i = affine.apply affine_map<(d0, d1) -> (d0 * 256 + d1)>(%bx, %tx)
    %v = memref.load %fx[%i] : memref<1024xf32, strided<[1]>, #amdgpu.address_space<fat_raw_buffer>>
    %m = arith.mulf %v, %three : f32
    memref.store %m, %fy[%i] : memref<1024xf32, strided<[1]>, #amdgpu.address_space<fat_raw_buffer>>
    gpu.return
  }
}
