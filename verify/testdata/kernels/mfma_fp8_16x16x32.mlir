// kernel:    C = A*B^T for 64x64x256 f8E4M3FN, a tile of 16x16 a wave, mfma 16x16x32
// chips:     gfx950
// grid:      4 4 1
// block:     64 1 1
// arg:       in f8E4M3FN 16384 real -2 2
// arg:       in f8E4M3FN 16384 real -2 2
// arg:       out f32 4096

gpu.module @kernels {
  gpu.func @mfma_fp8_16x16x32(%a: memref<64x256xf8E4M3FN, #gpu.address_space<global>>,
      %b: memref<64x256xf8E4M3FN, #gpu.address_space<global>>,
      %c: memref<64x64xf32, #gpu.address_space<global>>)
      kernel attributes {known_block_size = array<i32: 64, 1, 1>} {
    %tx = gpu.thread_id x
    %bx = gpu.block_id x
    %by = gpu.block_id y
    %c0 = arith.constant 0 : index
    %c32 = arith.constant 32 : index
    %c256 = arith.constant 256 : index
    %zero = arith.constant dense<0.0> : vector<4xf32>
    %row = affine.apply affine_map<(d0, d1) -> (d0 * 16 + d1 mod 16)>(%by, %tx)
    %col = affine.apply affine_map<(d0, d1) -> (d0 * 16 + d1 mod 16)>(%bx, %tx)
    %k0 = affine.apply affine_map<(d0) -> ((d0 floordiv 16) * 8)>(%tx)
    %acc = scf.for %kt = %c0 to %c256 step %c32 iter_args(%s = %zero) -> (vector<4xf32>) {
      %k = arith.addi %kt, %k0 : index
      %av = vector.load %a[%row, %k] : memref<64x256xf8E4M3FN, #gpu.address_space<global>>, vector<8xf8E4M3FN>
      %bv = vector.load %b[%col, %k] : memref<64x256xf8E4M3FN, #gpu.address_space<global>>, vector<8xf8E4M3FN>
      %d = amdgpu.mfma 16x16x32 %av * %bv + %s blgp = none : vector<8xf8E4M3FN>, vector<8xf8E4M3FN>, vector<4xf32>
      scf.yield %d : vector<4xf32>
    }
    %cc = affine.apply affine_map<(d0, d1) -> (d0 * 16 + d1 mod 16)>(%bx, %tx)
    %e0 = vector.extract %acc[0] : f32 from vector<4xf32>
    %q0 = affine.apply affine_map<(d0, d1) -> (d0 * 16 + (d1 floordiv 16) * 4 + 0)>(%by, %tx)
    memref.store %e0, %c[%q0, %cc] : memref<64x64xf32, #gpu.address_space<global>>
    %e1 = vector.extract %acc[1] : f32 from vector<4xf32>
    %q1 = affine.apply affine_map<(d0, d1) -> (d0 * 16 + (d1 floordiv 16) * 4 + 1)>(%by, %tx)
    memref.store %e1, %c[%q1, %cc] : memref<64x64xf32, #gpu.address_space<global>>
    %e2 = vector.extract %acc[2] : f32 from vector<4xf32>
    %q2 = affine.apply affine_map<(d0, d1) -> (d0 * 16 + (d1 floordiv 16) * 4 + 2)>(%by, %tx)
    memref.store %e2, %c[%q2, %cc] : memref<64x64xf32, #gpu.address_space<global>>
    %e3 = vector.extract %acc[3] : f32 from vector<4xf32>
    %q3 = affine.apply affine_map<(d0, d1) -> (d0 * 16 + (d1 floordiv 16) * 4 + 3)>(%by, %tx)
    memref.store %e3, %c[%q3, %cc] : memref<64x64xf32, #gpu.address_space<global>>
    gpu.return
  }
}
