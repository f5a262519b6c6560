// kernel:    C = A*B for 64x128x64 f32, 4x4 elements a lane, LDS
// chips:     gfx942 gfx950
// grid:      2 1 1
// block:     16 16 1
// arg:       in f32 4096 real -1 1
// arg:       in f32 8192 real -1 1
// arg:       out f32 8192

gpu.module @kernels {
  gpu.func @gemm_registers_f32(%a: memref<64x64xf32, #gpu.address_space<global>>,
      %b: memref<64x128xf32, #gpu.address_space<global>>,
      %c: memref<64x128xf32, #gpu.address_space<global>>)
      workgroup(%la: memref<64x20xf32, #gpu.address_space<workgroup>>, %lb: memref<16x64xf32, #gpu.address_space<workgroup>>)
      kernel attributes {known_block_size = array<i32: 16, 16, 1>} {
    %tx = gpu.thread_id x
    %ty = gpu.thread_id y
    %bx = gpu.block_id x
    %by = gpu.block_id y
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c4 = arith.constant 4 : index
    %c16 = arith.constant 16 : index
    %c64 = arith.constant 64 : index
    %zero = arith.constant dense<0.0> : vector<4xf32>
    %row4 = arith.muli %ty, %c4 : index
    %col4 = arith.muli %tx, %c4 : index
    %lin = affine.apply affine_map<(d0, d1) -> (d0 * 16 + d1)>(%ty, %tx)
    %sr = arith.divui %lin, %c4 : index
    %sc = affine.apply affine_map<(d0) -> ((d0 mod 4) * 4)>(%lin)
    %br = arith.divui %lin, %c16 : index
    %bc = affine.apply affine_map<(d0) -> ((d0 mod 16) * 4)>(%lin)
    %ar = affine.apply affine_map<(d0, d1) -> (d0 * 64 + d1)>(%by, %sr)
    %cb = affine.apply affine_map<(d0, d1) -> (d0 * 64 + d1)>(%bx, %bc)
    %r:4 = scf.for %k0 = %c0 to %c64 step %c16 iter_args(%s0 = %zero, %s1 = %zero, %s2 = %zero, %s3 = %zero) -> (vector<4xf32>, vector<4xf32>, vector<4xf32>, vector<4xf32>) {
      %ka = arith.addi %k0, %sc : index
      %kb = arith.addi %k0, %br : index
      %va = vector.load %a[%ar, %ka] : memref<64x64xf32, #gpu.address_space<global>>, vector<4xf32>
      %vb = vector.load %b[%kb, %cb] : memref<64x128xf32, #gpu.address_space<global>>, vector<4xf32>
      vector.store %va, %la[%sr, %sc] : memref<64x20xf32, #gpu.address_space<workgroup>>, vector<4xf32>
      vector.store %vb, %lb[%br, %bc] : memref<16x64xf32, #gpu.address_space<workgroup>>, vector<4xf32>
      gpu.barrier
      %n:4 = scf.for %k = %c0 to %c16 step %c1 iter_args(%t0 = %s0, %t1 = %s1, %t2 = %s2, %t3 = %s3) -> (vector<4xf32>, vector<4xf32>, vector<4xf32>, vector<4xf32>) {
        %bv = vector.load %lb[%k, %col4] : memref<16x64xf32, #gpu.address_space<workgroup>>, vector<4xf32>
        %r0 = affine.apply affine_map<(d0) -> (d0 + 0)>(%row4)
        %a0 = memref.load %la[%r0, %k] : memref<64x20xf32, #gpu.address_space<workgroup>>
        %w0 = vector.broadcast %a0 : f32 to vector<4xf32>
        %u0 = math.fma %w0, %bv, %t0 : vector<4xf32>
        %r1 = affine.apply affine_map<(d0) -> (d0 + 1)>(%row4)
        %a1 = memref.load %la[%r1, %k] : memref<64x20xf32, #gpu.address_space<workgroup>>
        %w1 = vector.broadcast %a1 : f32 to vector<4xf32>
        %u1 = math.fma %w1, %bv, %t1 : vector<4xf32>
        %r2 = affine.apply affine_map<(d0) -> (d0 + 2)>(%row4)
        %a2 = memref.load %la[%r2, %k] : memref<64x20xf32, #gpu.address_space<workgroup>>
        %w2 = vector.broadcast %a2 : f32 to vector<4xf32>
        %u2 = math.fma %w2, %bv, %t2 : vector<4xf32>
        %r3 = affine.apply affine_map<(d0) -> (d0 + 3)>(%row4)
        %a3 = memref.load %la[%r3, %k] : memref<64x20xf32, #gpu.address_space<workgroup>>
        %w3 = vector.broadcast %a3 : f32 to vector<4xf32>
        %u3 = math.fma %w3, %bv, %t3 : vector<4xf32>
        scf.yield %u0, %u1, %u2, %u3 : vector<4xf32>, vector<4xf32>, vector<4xf32>, vector<4xf32>
      }
      gpu.barrier
      scf.yield %n#0, %n#1, %n#2, %n#3 : vector<4xf32>, vector<4xf32>, vector<4xf32>, vector<4xf32>
    }
    %oc = affine.apply affine_map<(d0, d1) -> (d0 * 64 + d1)>(%bx, %col4)
    %o0 = affine.apply affine_map<(d0, d1) -> (d0 * 64 + d1 + 0)>(%by, %row4)
    vector.store %r#0, %c[%o0, %oc] : memref<64x128xf32, #gpu.address_space<global>>, vector<4xf32>
    %o1 = affine.apply affine_map<(d0, d1) -> (d0 * 64 + d1 + 1)>(%by, %row4)
    vector.store %r#1, %c[%o1, %oc] : memref<64x128xf32, #gpu.address_space<global>>, vector<4xf32>
    %o2 = affine.apply affine_map<(d0, d1) -> (d0 * 64 + d1 + 2)>(%by, %row4)
    vector.store %r#2, %c[%o2, %oc] : memref<64x128xf32, #gpu.address_space<global>>, vector<4xf32>
    %o3 = affine.apply affine_map<(d0, d1) -> (d0 * 64 + d1 + 3)>(%by, %row4)
    vector.store %r#3, %c[%o3, %oc] : memref<64x128xf32, #gpu.address_space<global>>, vector<4xf32>
    gpu.return
  }
}
