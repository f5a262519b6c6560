// kernel:    C = A*B^T for 64x64x256 i8, a tile of 16x16 a wave, mfma 16x16x64
// chips:     gfx950
// grid:      4 4 1
// block:     64 1 1
// arg:       in i8 16384 bits
// arg:       in i8 16384 bits
// arg:       out i32 4096

gpu.module @kernels {
  gpu.func @mfma_i8_16x16x64(%a: memref<64x256xi8, #gpu.address_space<global>>,
      %b: memref<64x256xi8, #gpu.address_space<global>>,
      %c: memref<64x64xi32, #gpu.address_space<global>>)
      kernel attributes {known_block_size = array<i32: 64, 1, 1>} {
    %tx = gpu.thread_id x
    %bx = gpu.block_id x
    %by = gpu.block_id y
    %c0 = arith.constant 0 : index
    %c64 = arith.constant 64 : index
    %c256 = arith.constant 256 : index
    %zero = arith.constant dense<0> : vector<4xi32>
    %row = affine.apply affine_map<(d0, d1) -> (d0 * 16 + d1 mod 16)>(%by, %tx)
    %col = affine.apply affine_map<(d0, d1) -> (d0 * 16 + d1 mod 16)>(%bx, %tx)
    %k0 = affine.apply affine_map<(d0) -> ((d0 floordiv 16) * 16)>(%tx)
    %acc = scf.for %kt = %c0 to %c256 step %c64 iter_args(%s = %zero) -> (vector<4xi32>) {
      %k = arith.addi %kt, %k0 : index
      %av = vector.load %a[%row, %k] : memref<64x256xi8, #gpu.address_space<global>>, vector<16xi8>
      %bv = vector.load %b[%col, %k] : memref<64x256xi8, #gpu.address_space<global>>, vector<16xi8>
      %d = amdgpu.mfma 16x16x64 %av * %bv + %s blgp = none : vector<16xi8>, vector<16xi8>, vector<4xi32>
      scf.yield %d : vector<4xi32>
    }
    %cc = affine.apply affine_map<(d0, d1) -> (d0 * 16 + d1 mod 16)>(%bx, %tx)
    %e0 = vector.extract %acc[0] : i32 from vector<4xi32>
    %q0 = affine.apply affine_map<(d0, d1) -> (d0 * 16 + (d1 floordiv 16) * 4 + 0)>(%by, %tx)
    memref.store %e0, %c[%q0, %cc] : memref<64x64xi32, #gpu.address_space<global>>
    %e1 = vector.extract %acc[1] : i32 from vector<4xi32>
    %q1 = affine.apply affine_map<(d0, d1) -> (d0 * 16 + (d1 floordiv 16) * 4 + 1)>(%by, %tx)
    memref.store %e1, %c[%q1, %cc] : memref<64x64xi32, #gpu.address_space<global>>
    %e2 = vector.extract %acc[2] : i32 from vector<4xi32>
    %q2 = affine.apply affine_map<(d0, d1) -> (d0 * 16 + (d1 floordiv 16) * 4 + 2)>(%by, %tx)
    memref.store %e2, %c[%q2, %cc] : memref<64x64xi32, #gpu.address_space<global>>
    %e3 = vector.extract %acc[3] : i32 from vector<4xi32>
    %q3 = affine.apply affine_map<(d0, d1) -> (d0 * 16 + (d1 floordiv 16) * 4 + 3)>(%by, %tx)
    memref.store %e3, %c[%q3, %cc] : memref<64x64xi32, #gpu.address_space<global>>
    gpu.return
  }
}
