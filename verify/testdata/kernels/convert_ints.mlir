// kernel:    between f32, f64, i8, i16, i32, i64 and unsigned ones
// chips:     gfx942 gfx950
// grid:      2 1 1
// block:     256 1 1
// arg:       in f32 512 real -120 120
// arg:       in i32 512 bits
// arg:       out i32 512
// arg:       out f64 512

"builtin.module"() ({
  "gpu.module"() <{sym_name = "kernels"}> ({
    "gpu.func"() <{function_type = (memref<512xf32, #gpu.address_space<global>>, memref<512xi32, #gpu.address_space<global>>, memref<512xi32, #gpu.address_space<global>>, memref<512xf64, #gpu.address_space<global>>) -> (), known_block_size = array<i32: 256, 1, 1>}> ({
    ^bb0(%x: memref<512xf32, #gpu.address_space<global>>, %n: memref<512xi32, #gpu.address_space<global>>, %y: memref<512xi32, #gpu.address_space<global>>, %z: memref<512xf64, #gpu.address_space<global>>):
      %tx = "gpu.thread_id"() <{dimension = #gpu<dim x>}> : () -> index
      %bx = "gpu.block_id"() <{dimension = #gpu<dim x>}> : () -> index
      %i = "affine.apply"(%bx, %tx) <{map = affine_map<(d0, d1) -> (d0 * 256 + d1)>}> : (index, index) -> index
      %v = "memref.load"(%x, %i) : (memref<512xf32, #gpu.address_space<global>>, index) -> f32
      %k = "memref.load"(%n, %i) : (memref<512xi32, #gpu.address_space<global>>, index) -> i32
      %a = "arith.fptosi"(%v) : (f32) -> i8
      %b = "arith.extsi"(%a) : (i8) -> i32
      %av = "math.absf"(%v) : (f32) -> f32
      %c = "arith.fptoui"(%av) : (f32) -> i16
      %d = "arith.extui"(%c) : (i16) -> i32
      %e = "arith.sitofp"(%k) : (i32) -> f32
      %f = "arith.uitofp"(%k) : (i32) -> f32
      %g = "arith.subf"(%f, %e) : (f32, f32) -> f32
      %h = "arith.bitcast"(%g) : (f32) -> i32
      %s0 = "arith.addi"(%b, %d) : (i32, i32) -> i32
      %s1 = "arith.xori"(%s0, %h) : (i32, i32) -> i32
      "memref.store"(%s1, %y, %i) : (i32, memref<512xi32, #gpu.address_space<global>>, index) -> ()
      %p = "arith.sitofp"(%k) : (i32) -> f64
      %q = "arith.extf"(%v) : (f32) -> f64
      %r = "arith.mulf"(%p, %q) : (f64, f64) -> f64
      "memref.store"(%r, %z, %i) : (f64, memref<512xf64, #gpu.address_space<global>>, index) -> ()
      "gpu.return"() : () -> ()
    }) {gpu.kernel, sym_name = "convert_ints", workgroup_attributions = 0 : i64} : () -> ()
  }) : () -> ()
}) : () -> ()
