// kernel:    sparse matrix times vector, rows of different length, a row a lane
// chips:     gfx942 gfx950
// grid:      2 1 1
// block:     64 1 1
// arg:       in i32 129 sorted 0 1024
// arg:       in i32 1024 int 0 255
// arg:       in f32 1024 real -1 1
// arg:       in f32 256 real -1 1
// arg:       out f32 128

gpu.module @kernels {
  gpu.func @spmv_csr(%start: memref<129xi32, #gpu.address_space<global>>,
      %col: memref<1024xi32, #gpu.address_space<global>>,
      %val: memref<1024xf32, #gpu.address_space<global>>,
      %x: memref<256xf32, #gpu.address_space<global>>,
      %y: memref<128xf32, #gpu.address_space<global>>)
      kernel attributes {known_block_size = array<i32: 64, 1, 1>} {
    %tx = gpu.thread_id x
    %bx = gpu.block_id x
    %c1 = arith.constant 1 : index
    %zero = arith.constant 0.0 : f32
    %row = affine.apply affine_map<(d0, d1) -> (d0 * 64 + d1)>(%bx, %tx)
    %next = arith.addi %row, %c1 : index
    %a0 = memref.load %start[%row] : memref<129xi32, #gpu.address_space<global>>
    %b0 = memref.load %start[%next] : memref<129xi32, #gpu.address_space<global>>
    %a = arith.index_cast %a0 : i32 to index
    %b = arith.index_cast %b0 : i32 to index
    %sum = scf.for %k = %a to %b step %c1 iter_args(%s = %zero) -> (f32) {
      %c = memref.load %col[%k] : memref<1024xi32, #gpu.address_space<global>>
      %v = memref.load %val[%k] : memref<1024xf32, #gpu.address_space<global>>
      %j = arith.index_cast %c : i32 to index
      %xv = memref.load %x[%j] : memref<256xf32, #gpu.address_space<global>>
      %p = arith.mulf %v, %xv : f32
      %n = arith.addf %s, %p : f32
      scf.yield %n : f32
    }
    memref.store %sum, %y[%row] : memref<128xf32, #gpu.address_space<global>>
    gpu.return
  }
}
