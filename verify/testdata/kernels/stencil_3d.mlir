// kernel:    seven-point stencil over 16x16x32 f64, inside only, loop over z
// chips:     gfx942 gfx950
// grid:      2 2 1
// block:     16 8 1
// arg:       in f64 8192 int -100 100
// arg:       inout f64 8192 zero

"builtin.module"() ({
  "gpu.module"() <{sym_name = "kernels"}> ({
    "gpu.func"() <{function_type = (memref<16x16x32xf64, #gpu.address_space<global>>, memref<16x16x32xf64, #gpu.address_space<global>>) -> (), known_block_size = array<i32: 16, 8, 1>}> ({
    ^bb0(%x: memref<16x16x32xf64, #gpu.address_space<global>>, %y: memref<16x16x32xf64, #gpu.address_space<global>>):
      %tx = "gpu.thread_id"() <{dimension = #gpu<dim x>}> : () -> index
      %ty = "gpu.thread_id"() <{dimension = #gpu<dim y>}> : () -> index
      %bx = "gpu.block_id"() <{dimension = #gpu<dim x>}> : () -> index
      %by = "gpu.block_id"() <{dimension = #gpu<dim y>}> : () -> index
      %c0 = "arith.constant"() <{value = 0 : index}> : () -> index
      %c1 = "arith.constant"() <{value = 1 : index}> : () -> index
      %c15 = "arith.constant"() <{value = 15 : index}> : () -> index
      %c31 = "arith.constant"() <{value = 31 : index}> : () -> index
      %six = "arith.constant"() <{value = 6.000000e+00 : f64}> : () -> f64
      %r = "affine.apply"(%by, %ty) <{map = affine_map<(d0, d1) -> (d0 * 8 + d1)>}> : (index, index) -> index
      %c = "affine.apply"(%bx, %tx) <{map = affine_map<(d0, d1) -> (d0 * 16 + d1)>}> : (index, index) -> index
      %r0 = "arith.cmpi"(%r, %c1) <{predicate = 9 : i64}> : (index, index) -> i1
      %r1 = "arith.cmpi"(%r, %c15) <{predicate = 6 : i64}> : (index, index) -> i1
      %k0 = "arith.cmpi"(%c, %c1) <{predicate = 9 : i64}> : (index, index) -> i1
      %k1 = "arith.cmpi"(%c, %c31) <{predicate = 6 : i64}> : (index, index) -> i1
      %ra = "arith.andi"(%r0, %r1) : (i1, i1) -> i1
      %ka = "arith.andi"(%k0, %k1) : (i1, i1) -> i1
      %in = "arith.andi"(%ra, %ka) : (i1, i1) -> i1
      "scf.if"(%in) ({
        %first = "memref.load"(%x, %c0, %r, %c) : (memref<16x16x32xf64, #gpu.address_space<global>>, index, index, index) -> f64
        %second = "memref.load"(%x, %c1, %r, %c) : (memref<16x16x32xf64, #gpu.address_space<global>>, index, index, index) -> f64
        %last:2 = "scf.for"(%c1, %c15, %c1, %first, %second) ({
        ^bb0(%z: index, %below: f64, %here: f64):
          %z1 = "arith.addi"(%z, %c1) : (index, index) -> index
          %above = "memref.load"(%x, %z1, %r, %c) : (memref<16x16x32xf64, #gpu.address_space<global>>, index, index, index) -> f64
          %rm = "arith.subi"(%r, %c1) : (index, index) -> index
          %rp = "arith.addi"(%r, %c1) : (index, index) -> index
          %cm = "arith.subi"(%c, %c1) : (index, index) -> index
          %cp = "arith.addi"(%c, %c1) : (index, index) -> index
          %n = "memref.load"(%x, %z, %rm, %c) : (memref<16x16x32xf64, #gpu.address_space<global>>, index, index, index) -> f64
          %s = "memref.load"(%x, %z, %rp, %c) : (memref<16x16x32xf64, #gpu.address_space<global>>, index, index, index) -> f64
          %w = "memref.load"(%x, %z, %r, %cm) : (memref<16x16x32xf64, #gpu.address_space<global>>, index, index, index) -> f64
          %e = "memref.load"(%x, %z, %r, %cp) : (memref<16x16x32xf64, #gpu.address_space<global>>, index, index, index) -> f64
          %a = "arith.addf"(%n, %s) : (f64, f64) -> f64
          %b = "arith.addf"(%w, %e) : (f64, f64) -> f64
          %d = "arith.addf"(%below, %above) : (f64, f64) -> f64
          %f = "arith.addf"(%a, %b) : (f64, f64) -> f64
          %g = "arith.addf"(%f, %d) : (f64, f64) -> f64
          %h = "arith.mulf"(%here, %six) : (f64, f64) -> f64
          %v = "arith.subf"(%g, %h) : (f64, f64) -> f64
          "memref.store"(%v, %y, %z, %r, %c) : (f64, memref<16x16x32xf64, #gpu.address_space<global>>, index, index, index) -> ()
          "scf.yield"(%here, %above) : (f64, f64) -> ()
        }) : (index, index, index, f64, f64) -> (f64, f64)
        "scf.yield"() : () -> ()
      }, {
      }) : (i1) -> ()
      "gpu.return"() : () -> ()
    }) {gpu.kernel, sym_name = "stencil_3d", workgroup_attributions = 0 : i64} : () -> ()
  }) : () -> ()
}) : () -> ()
