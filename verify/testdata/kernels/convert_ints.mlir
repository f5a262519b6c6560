// kernel:    between f32, f64, i8, i16, i32, i64 and unsigned ones
// chips:     gfx942 gfx950
// grid:      2 1 1
// block:     256 1 1
// arg:       in f32 512 real -120 120
// arg:       in i32 512 bits
// arg:       out i32 512
// arg:       out f64 512

gpu.module @kernels {
  gpu.func @convert_ints(%x: memref<512xf32, #gpu.address_space<global>>,
      %n: memref<512xi32, #gpu.address_space<global>>,
      %y: memref<512xi32, #gpu.address_space<global>>,
      %z: memref<512xf64, #gpu.address_space<global>>)
      kernel attributes {known_block_size = array<i32: 256, 1, 1>} {
    %tx = gpu.thread_id x
    %bx = gpu.block_id x
    %i = affine.apply affine_map<(d0, d1) -> (d0 * 256 + d1)>(%bx, %tx)
    %v = memref.load %x[%i] : memref<512xf32, #gpu.address_space<global>>
    %k = memref.load %n[%i] : memref<512xi32, #gpu.address_space<global>>
    %a = arith.fptosi %v : f32 to i8
    %b = arith.extsi %a : i8 to i32
    %av = math.absf %v : f32
    %c = arith.fptoui %av : f32 to i16
    %d = arith.extui %c : i16 to i32
    %e = arith.sitofp %k : i32 to f32
    %f = arith.uitofp %k : i32 to f32
    %g = arith.subf %f, %e : f32
    %h = arith.bitcast %g : f32 to i32
    %s0 = arith.addi %b, %d : i32
    %s1 = arith.xori %s0, %h : i32
    memref.store %s1, %y[%i] : memref<512xi32, #gpu.address_space<global>>
    %p = arith.sitofp %k : i32 to f64
    %q = arith.extf %v : f32 to f64
    %r = arith.mulf %p, %q : f64
    memref.store %r, %z[%i] : memref<512xf64, #gpu.address_space<global>>
    gpu.return
  }
}
