// kernel:    reciprocals and square roots in f64, and Newton steps of their own
// chips:     gfx942 gfx950
// grid:      1 1 1
// block:     256 1 1
// arg:       in f64 256 real 0.5 100
// arg:       out f64 768

"builtin.module"() ({
  "gpu.module"() <{sym_name = "kernels"}> ({
    "gpu.func"() <{function_type = (memref<256xf64, #gpu.address_space<global>>, memref<3x256xf64, #gpu.address_space<global>>) -> (), known_block_size = array<i32: 256, 1, 1>}> ({
    ^bb0(%x: memref<256xf64, #gpu.address_space<global>>, %y: memref<3x256xf64, #gpu.address_space<global>>):
      %tx = "gpu.thread_id"() <{dimension = #gpu<dim x>}> : () -> index
      %c0 = "arith.constant"() <{value = 0 : index}> : () -> index
      %c1 = "arith.constant"() <{value = 1 : index}> : () -> index
      %c2 = "arith.constant"() <{value = 2 : index}> : () -> index
      %c12 = "arith.constant"() <{value = 12 : index}> : () -> index
      %one = "arith.constant"() <{value = 1.000000e+00 : f64}> : () -> f64
      %two = "arith.constant"() <{value = 2.000000e+00 : f64}> : () -> f64
      %half = "arith.constant"() <{value = 5.000000e-01 : f64}> : () -> f64
      %v = "memref.load"(%x, %tx) : (memref<256xf64, #gpu.address_space<global>>, index) -> f64
      %q = "arith.divf"(%one, %v) : (f64, f64) -> f64
      %r = "math.sqrt"(%v) : (f64) -> f64
      %n = "scf.for"(%c0, %c12, %c1, %v) ({
      ^bb0(%k: index, %e: f64):
        %d = "arith.divf"(%v, %e) : (f64, f64) -> f64
        %s = "arith.addf"(%d, %e) : (f64, f64) -> f64
        %m = "arith.mulf"(%s, %half) : (f64, f64) -> f64
        "scf.yield"(%m) : (f64) -> ()
      }) : (index, index, index, f64) -> f64
      "memref.store"(%q, %y, %c0, %tx) : (f64, memref<3x256xf64, #gpu.address_space<global>>, index, index) -> ()
      "memref.store"(%r, %y, %c1, %tx) : (f64, memref<3x256xf64, #gpu.address_space<global>>, index, index) -> ()
      "memref.store"(%n, %y, %c2, %tx) : (f64, memref<3x256xf64, #gpu.address_space<global>>, index, index) -> ()
      "gpu.return"() : () -> ()
    }) {gpu.kernel, sym_name = "newton_f64", workgroup_attributions = 0 : i64} : () -> ()
  }) : () -> ()
}) : () -> ()
