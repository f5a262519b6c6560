// kernel:    products of complex f32, pairs, with contraction allowed
// chips:     gfx942 gfx950
// grid:      4 1 1
// block:     256 1 1
// arg:       in f32 2048 int -50 50
// arg:       in f32 2048 int -50 50
// arg:       out f32 2048

gpu.module @kernels {
  gpu.func @complex_multiply(%x: memref<1024x2xf32, #gpu.address_space<global>>,
      %z: memref<1024x2xf32, #gpu.address_space<global>>,
      %y: memref<1024x2xf32, #gpu.address_space<global>>)
      kernel attributes {known_block_size = array<i32: 256, 1, 1>} {
    %tx = gpu.thread_id x
    %bx = gpu.block_id x
    %c0 = arith.constant 0 : index
    %i = affine.apply affine_map<(d0, d1) -> (d0 * 256 + d1)>(%bx, %tx)
    %a = vector.load %x[%i, %c0] : memref<1024x2xf32, #gpu.address_space<global>>, vector<2xf32>
    %b = vector.load %z[%i, %c0] : memref<1024x2xf32, #gpu.address_space<global>>, vector<2xf32>
    %ar = vector.extract %a[0] : f32 from vector<2xf32>
    %ai = vector.extract %a[1] : f32 from vector<2xf32>
    %br = vector.extract %b[0] : f32 from vector<2xf32>
    %bi = vector.extract %b[1] : f32 from vector<2xf32>
    %p0 = arith.mulf %ar, %br fastmath<contract> : f32
    %p1 = arith.mulf %ai, %bi fastmath<contract> : f32
    %p2 = arith.mulf %ar, %bi fastmath<contract> : f32
    %p3 = arith.mulf %ai, %br fastmath<contract> : f32
    %re = arith.subf %p0, %p1 fastmath<contract> : f32
    %im = arith.addf %p2, %p3 fastmath<contract> : f32
    %r = vector.from_elements %re, %im : vector<2xf32>
    vector.store %r, %y[%i, %c0] : memref<1024x2xf32, #gpu.address_space<global>>, vector<2xf32>
    gpu.return
  }
}
