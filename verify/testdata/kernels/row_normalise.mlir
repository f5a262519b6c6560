// kernel:    |x| / sum |x| for rows of 256 f32, a row a workgroup, the sum by atomics of LDS on exact numbers
// chips:     gfx942 gfx950
// grid:      8 1 1
// block:     256 1 1
// arg:       in f32 2048 int -1000 1000
// arg:       out f32 2048

gpu.module @kernels {
  gpu.func @row_normalise(%x: memref<8x256xf32, #gpu.address_space<global>>,
      %y: memref<8x256xf32, #gpu.address_space<global>>)
      workgroup(%s: memref<1xf32, #gpu.address_space<workgroup>>)
      kernel attributes {known_block_size = array<i32: 256, 1, 1>} {
    %tx = gpu.thread_id x
    %bx = gpu.block_id x
    %c0 = arith.constant 0 : index
    %zero = arith.constant 0.0 : f32
    %leader = arith.cmpi eq, %tx, %c0 : index
    scf.if %leader {
      memref.store %zero, %s[%c0] : memref<1xf32, #gpu.address_space<workgroup>>
    }
    gpu.barrier
    %v = memref.load %x[%bx, %tx] : memref<8x256xf32, #gpu.address_space<global>>
    %a = math.absf %v : f32
    %old = memref.atomic_rmw addf %a, %s[%c0] : (f32, memref<1xf32, #gpu.address_space<workgroup>>) -> f32
    gpu.barrier
    %sum = memref.load %s[%c0] : memref<1xf32, #gpu.address_space<workgroup>>
    %q = arith.divf %a, %sum : f32
    memref.store %q, %y[%bx, %tx] : memref<8x256xf32, #gpu.address_space<global>>
    gpu.return
  }
}
