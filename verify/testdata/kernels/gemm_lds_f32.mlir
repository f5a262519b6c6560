// kernel:    C = A*B for 32x32x64 f32, tiles of 16x16 through LDS
// chips:     gfx942 gfx950
// grid:      2 2 1
// block:     16 16 1
// arg:       in f32 2048 real -1 1
// arg:       in f32 2048 real -1 1
// arg:       out f32 1024

gpu.module @kernels {
  gpu.func @gemm_lds_f32(%a: memref<32x64xf32, #gpu.address_space<global>>,
      %b: memref<64x32xf32, #gpu.address_space<global>>,
      %c: memref<32x32xf32, #gpu.address_space<global>>)
      workgroup(%la: memref<16x16xf32, #gpu.address_space<workgroup>>, %lb: memref<16x16xf32, #gpu.address_space<workgroup>>)
      kernel attributes {known_block_size = array<i32: 16, 16, 1>} {
    %tx = gpu.thread_id x
    %ty = gpu.thread_id y
    %bx = gpu.block_id x
    %by = gpu.block_id y
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c16 = arith.constant 16 : index
    %c64 = arith.constant 64 : index
    %zero = arith.constant 0.0 : f32
    %row = affine.apply affine_map<(d0, d1) -> (d0 * 16 + d1)>(%by, %ty)
    %col = affine.apply affine_map<(d0, d1) -> (d0 * 16 + d1)>(%bx, %tx)
    %sum = scf.for %k0 = %c0 to %c64 step %c16 iter_args(%acc = %zero) -> (f32) {
      %ka = arith.addi %k0, %tx : index
      %kb = arith.addi %k0, %ty : index
      %ga = memref.load %a[%row, %ka] : memref<32x64xf32, #gpu.address_space<global>>
      %gb = memref.load %b[%kb, %col] : memref<64x32xf32, #gpu.address_space<global>>
      memref.store %ga, %la[%ty, %tx] : memref<16x16xf32, #gpu.address_space<workgroup>>
      memref.store %gb, %lb[%ty, %tx] : memref<16x16xf32, #gpu.address_space<workgroup>>
      gpu.barrier
      %sum = scf.for %k = %c0 to %c16 step %c1 iter_args(%s = %acc) -> (f32) {
        %av = memref.load %la[%ty, %k] : memref<16x16xf32, #gpu.address_space<workgroup>>
        %bv = memref.load %lb[%k, %tx] : memref<16x16xf32, #gpu.address_space<workgroup>>
        %n = math.fma %av, %bv, %s : f32
        scf.yield %n : f32
      }
      gpu.barrier
      scf.yield %sum : f32
    }
    memref.store %sum, %c[%row, %col] : memref<32x32xf32, #gpu.address_space<global>>
    gpu.return
  }
}
