// kernel:    accelerations of 128 bodies in the plane, positions in LDS, square root and division
// chips:     gfx942 gfx950
// grid:      1 1 1
// block:     128 1 1
// arg:       in f32 256 real -1 1
// arg:       in f32 128 real 0.5 1
// arg:       out f32 256

"builtin.module"() ({
  "gpu.module"() <{sym_name = "kernels"}> ({
    "gpu.func"() <{function_type = (memref<128x2xf32, #gpu.address_space<global>>, memref<128xf32, #gpu.address_space<global>>, memref<128x2xf32, #gpu.address_space<global>>) -> (), known_block_size = array<i32: 128, 1, 1>}> ({
    ^bb0(%p: memref<128x2xf32, #gpu.address_space<global>>, %m: memref<128xf32, #gpu.address_space<global>>, %a: memref<128x2xf32, #gpu.address_space<global>>, %s: memref<128x2xf32, #gpu.address_space<workgroup>>):
      %tx = "gpu.thread_id"() <{dimension = #gpu<dim x>}> : () -> index
      %c0 = "arith.constant"() <{value = 0 : index}> : () -> index
      %c1 = "arith.constant"() <{value = 1 : index}> : () -> index
      %c128 = "arith.constant"() <{value = 128 : index}> : () -> index
      %zero = "arith.constant"() <{value = 0.000000e+00 : f32}> : () -> f32
      %soft = "arith.constant"() <{value = 0.00999999977 : f32}> : () -> f32
      %v = "vector.load"(%p, %tx, %c0) : (memref<128x2xf32, #gpu.address_space<global>>, index, index) -> vector<2xf32>
      "vector.store"(%v, %s, %tx, %c0) : (vector<2xf32>, memref<128x2xf32, #gpu.address_space<workgroup>>, index, index) -> ()
      "gpu.barrier"() : () -> ()
      %px = "vector.extract"(%v) <{static_position = array<i64: 0>}> : (vector<2xf32>) -> f32
      %py = "vector.extract"(%v) <{static_position = array<i64: 1>}> : (vector<2xf32>) -> f32
      %r:2 = "scf.for"(%c0, %c128, %c1, %zero, %zero) ({
      ^bb0(%k: index, %ax: f32, %ay: f32):
        %q = "vector.load"(%s, %k, %c0) : (memref<128x2xf32, #gpu.address_space<workgroup>>, index, index) -> vector<2xf32>
        %mk = "memref.load"(%m, %k) : (memref<128xf32, #gpu.address_space<global>>, index) -> f32
        %qx = "vector.extract"(%q) <{static_position = array<i64: 0>}> : (vector<2xf32>) -> f32
        %qy = "vector.extract"(%q) <{static_position = array<i64: 1>}> : (vector<2xf32>) -> f32
        %dx = "arith.subf"(%qx, %px) : (f32, f32) -> f32
        %dy = "arith.subf"(%qy, %py) : (f32, f32) -> f32
        %d0 = "math.fma"(%dx, %dx, %soft) : (f32, f32, f32) -> f32
        %d1 = "math.fma"(%dy, %dy, %d0) : (f32, f32, f32) -> f32
        %d = "math.sqrt"(%d1) : (f32) -> f32
        %d3 = "arith.mulf"(%d, %d1) : (f32, f32) -> f32
        %f = "arith.divf"(%mk, %d3) : (f32, f32) -> f32
        %nx = "math.fma"(%f, %dx, %ax) : (f32, f32, f32) -> f32
        %ny = "math.fma"(%f, %dy, %ay) : (f32, f32, f32) -> f32
        "scf.yield"(%nx, %ny) : (f32, f32) -> ()
      }) : (index, index, index, f32, f32) -> (f32, f32)
      "memref.store"(%r#0, %a, %tx, %c0) : (f32, memref<128x2xf32, #gpu.address_space<global>>, index, index) -> ()
      "memref.store"(%r#1, %a, %tx, %c1) : (f32, memref<128x2xf32, #gpu.address_space<global>>, index, index) -> ()
      "gpu.return"() : () -> ()
    }) {gpu.kernel, sym_name = "nbody", workgroup_attributions = 1 : i64} : () -> ()
  }) : () -> ()
}) : () -> ()
