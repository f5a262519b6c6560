// kernel:    accelerations of 128 bodies in the plane, positions in LDS, square root and division
// chips:     gfx942 gfx950
// grid:      1 1 1
// block:     128 1 1
// arg:       in f32 256 real -1 1
// arg:       in f32 128 real 0.5 1
// arg:       out f32 256

gpu.module @kernels {
  gpu.func @nbody(%p: memref<128x2xf32, #gpu.address_space<global>>,
      %m: memref<128xf32, #gpu.address_space<global>>,
      %a: memref<128x2xf32, #gpu.address_space<global>>)
      workgroup(%s: memref<128x2xf32, #gpu.address_space<workgroup>>)
      kernel attributes {known_block_size = array<i32: 128, 1, 1>} {
    %tx = gpu.thread_id x
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c128 = arith.constant 128 : index
    %zero = arith.constant 0.0 : f32
    %soft = arith.constant 0.01 : f32
    %v = vector.load %p[%tx, %c0] : memref<128x2xf32, #gpu.address_space<global>>, vector<2xf32>
    vector.store %v, %s[%tx, %c0] : memref<128x2xf32, #gpu.address_space<workgroup>>, vector<2xf32>
    gpu.barrier
    %px = vector.extract %v[0] : f32 from vector<2xf32>
    %py = vector.extract %v[1] : f32 from vector<2xf32>
    %r:2 = scf.for %k = %c0 to %c128 step %c1 iter_args(%ax = %zero, %ay = %zero) -> (f32, f32) {
      %q = vector.load %s[%k, %c0] : memref<128x2xf32, #gpu.address_space<workgroup>>, vector<2xf32>
      %mk = memref.load %m[%k] : memref<128xf32, #gpu.address_space<global>>
      %qx = vector.extract %q[0] : f32 from vector<2xf32>
      %qy = vector.extract %q[1] : f32 from vector<2xf32>
      %dx = arith.subf %qx, %px : f32
      %dy = arith.subf %qy, %py : f32
      %d0 = math.fma %dx, %dx, %soft : f32
      %d1 = math.fma %dy, %dy, %d0 : f32
      %d = math.sqrt %d1 : f32
      %d3 = arith.mulf %d, %d1 : f32
      %f = arith.divf %mk, %d3 : f32
      %nx = math.fma %f, %dx, %ax : f32
      %ny = math.fma %f, %dy, %ay : f32
      scf.yield %nx, %ny : f32, f32
    }
    memref.store %r#0, %a[%tx, %c0] : memref<128x2xf32, #gpu.address_space<global>>
    memref.store %r#1, %a[%tx, %c1] : memref<128x2xf32, #gpu.address_space<global>>
    gpu.return
  }
}
