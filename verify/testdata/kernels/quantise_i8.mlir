// kernel:    q = clamp(round(x / scale of the row)) to int8, 16 a lane
// chips:     gfx942 gfx950
// grid:      2 1 1
// block:     64 4 1
// arg:       in f32 8192 real -3 3
// arg:       in f32 8 real 0.01 0.02
// arg:       out i8 8192

gpu.module @kernels {
  gpu.func @quantise_i8(%x: memref<8x1024xf32, #gpu.address_space<global>>,
      %scale: memref<8xf32, #gpu.address_space<global>>,
      %q: memref<8x1024xi8, #gpu.address_space<global>>)
      kernel attributes {known_block_size = array<i32: 64, 4, 1>} {
    %tx = gpu.thread_id x
    %ty = gpu.thread_id y
    %bx = gpu.block_id x
    %lo = arith.constant dense<-128.0> : vector<16xf32>
    %hi = arith.constant dense<127.0> : vector<16xf32>
    %one = arith.constant 1.0 : f32
    %half = arith.constant dense<0.5> : vector<16xf32>
    %row = affine.apply affine_map<(d0, d1) -> (d0 * 4 + d1)>(%bx, %ty)
    %col = affine.apply affine_map<(d0) -> (d0 * 16)>(%tx)
    %s = memref.load %scale[%row] : memref<8xf32, #gpu.address_space<global>>
    %inv = arith.divf %one, %s : f32
    %invs = vector.broadcast %inv : f32 to vector<16xf32>
    %v = vector.load %x[%row, %col] : memref<8x1024xf32, #gpu.address_space<global>>, vector<16xf32>
    %m = arith.mulf %v, %invs : vector<16xf32>
    %c0f = arith.maxnumf %m, %lo : vector<16xf32>
    %c1f = arith.minnumf %c0f, %hi : vector<16xf32>
    %signed = math.copysign %half, %c1f : vector<16xf32>
    %r = arith.addf %c1f, %signed : vector<16xf32>
    %r1 = arith.minnumf %r, %hi : vector<16xf32>
    %r2 = arith.maxnumf %r1, %lo : vector<16xf32>
    %n = arith.fptosi %r2 : vector<16xf32> to vector<16xi8>
    vector.store %n, %q[%row, %col] : memref<8x1024xi8, #gpu.address_space<global>>, vector<16xi8>
    gpu.return
  }
}
