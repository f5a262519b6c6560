// kernel:    C = A*B^T for 64x64x256 f16 through buffer resources, a tile of 16x16 a wave
// chips:     gfx942 gfx950
// grid:      4 4 1
// block:     64 1 1
// arg:       in f16 16384 real -1 1
// arg:       in f16 16384 real -1 1
// arg:       out f32 4096

gpu.module @kernels {
  gpu.func @gemm_mfma_buffer(%a: memref<64x256xf16, #gpu.address_space<global>>,
      %b: memref<64x256xf16, #gpu.address_space<global>>,
      %c: memref<64x64xf32, #gpu.address_space<global>>)
      kernel attributes {known_block_size = array<i32: 64, 1, 1>} {
    %tx = gpu.thread_id x
    %bx = gpu.block_id x
    %by = gpu.block_id y
    %c0 = arith.constant 0 : index
    %c16 = arith.constant 16 : index
    %c256 = arith.constant 256 : index
    %zero = arith.constant dense<0.0> : vector<4xf32>
    %fa = amdgpu.fat_raw_buffer_cast %a : memref<64x256xf16, #gpu.address_space<global>> to memref<64x256xf16, #amdgpu.address_space<fat_raw_buffer>>
    %fb = amdgpu.fat_raw_buffer_cast %b : memref<64x256xf16, #gpu.address_space<global>> to memref<64x256xf16, #amdgpu.address_space<fat_raw_buffer>>
    %fc = amdgpu.fat_raw_buffer_cast %c : memref<64x64xf32, #gpu.address_space<global>> to memref<64x64xf32, #amdgpu.address_space<fat_raw_buffer>>
    %row = affine.apply affine_map<(d0, d1) -> (d0 * 16 + d1 mod 16)>(%by, %tx)
    %col = affine.apply affine_map<(d0, d1) -> (d0 * 16 + d1 mod 16)>(%bx, %tx)
    %k0 = affine.apply affine_map<(d0) -> ((d0 floordiv 16) * 4)>(%tx)
    %acc = scf.for %kt = %c0 to %c256 step %c16 iter_args(%s = %zero) -> (vector<4xf32>) {
      %k = arith.addi %kt, %k0 : index
      %av = vector.load %fa[%row, %k] : memref<64x256xf16, #amdgpu.address_space<fat_raw_buffer>>, vector<4xf16>
      %bv = vector.load %fb[%col, %k] : memref<64x256xf16, #amdgpu.address_space<fat_raw_buffer>>, vector<4xf16>
      %d = amdgpu.mfma 16x16x16 %av * %bv + %s blgp = none : vector<4xf16>, vector<4xf16>, vector<4xf32>
      scf.yield %d : vector<4xf32>
    }
    %cc = affine.apply affine_map<(d0, d1) -> (d0 * 16 + d1 mod 16)>(%bx, %tx)
    %e0 = vector.extract %acc[0] : f32 from vector<4xf32>
    %q0 = affine.apply affine_map<(d0, d1) -> (d0 * 16 + (d1 floordiv 16) * 4 + 0)>(%by, %tx)
    memref.store %e0, %fc[%q0, %cc] : memref<64x64xf32, #amdgpu.address_space<fat_raw_buffer>>
    %e1 = vector.extract %acc[1] : f32 from vector<4xf32>
    %q1 = affine.apply affine_map<(d0, d1) -> (d0 * 16 + (d1 floordiv 16) * 4 + 1)>(%by, %tx)
    memref.store %e1, %fc[%q1, %cc] : memref<64x64xf32, #amdgpu.address_space<fat_raw_buffer>>
    %e2 = vector.extract %acc[2] : f32 from vector<4xf32>
    %q2 = affine.apply affine_map<(d0, d1) -> (d0 * 16 + (d1 floordiv 16) * 4 + 2)>(%by, %tx)
    memref.store %e2, %fc[%q2, %cc] : memref<64x64xf32, #amdgpu.address_space<fat_raw_buffer>>
    %e3 = vector.extract %acc[3] : f32 from vector<4xf32>
    %q3 = affine.apply affine_map<(d0, d1) -> (d0 * 16 + (d1 floordiv 16) * 4 + 3)>(%by, %tx)
    memref.store %e3, %fc[%q3, %cc] : memref<64x64xf32, #amdgpu.address_space<fat_raw_buffer>>
    gpu.return
  }
}
