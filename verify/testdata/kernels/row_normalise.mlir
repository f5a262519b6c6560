// kernel:    |x| / sum |x| for rows of 256 f32, a row a workgroup, the sum by atomics of LDS on exact numbers
// chips:     gfx942 gfx950
// grid:      8 1 1
// block:     256 1 1
// arg:       in f32 2048 int -1000 1000
// arg:       out f32 2048

"builtin.module"() ({
  "gpu.module"() <{sym_name = "kernels"}> ({
    "gpu.func"() <{function_type = (memref<8x256xf32, #gpu.address_space<global>>, memref<8x256xf32, #gpu.address_space<global>>) -> (), known_block_size = array<i32: 256, 1, 1>}> ({
    ^bb0(%x: memref<8x256xf32, #gpu.address_space<global>>, %y: memref<8x256xf32, #gpu.address_space<global>>, %s: memref<1xf32, #gpu.address_space<workgroup>>):
      %tx = "gpu.thread_id"() <{dimension = #gpu<dim x>}> : () -> index
      %bx = "gpu.block_id"() <{dimension = #gpu<dim x>}> : () -> index
      %c0 = "arith.constant"() <{value = 0 : index}> : () -> index
      %zero = "arith.constant"() <{value = 0.000000e+00 : f32}> : () -> f32
      %leader = "arith.cmpi"(%tx, %c0) <{predicate = 0 : i64}> : (index, index) -> i1
      "scf.if"(%leader) ({
        "memref.store"(%zero, %s, %c0) : (f32, memref<1xf32, #gpu.address_space<workgroup>>, index) -> ()
        "scf.yield"() : () -> ()
      }, {
      }) : (i1) -> ()
      "gpu.barrier"() : () -> ()
      %v = "memref.load"(%x, %bx, %tx) : (memref<8x256xf32, #gpu.address_space<global>>, index, index) -> f32
      %a = "math.absf"(%v) : (f32) -> f32
      %old = "memref.atomic_rmw"(%a, %s, %c0) <{kind = 0 : i64}> : (f32, memref<1xf32, #gpu.address_space<workgroup>>, index) -> f32
      "gpu.barrier"() : () -> ()
      %sum = "memref.load"(%s, %c0) : (memref<1xf32, #gpu.address_space<workgroup>>, index) -> f32
      %q = "arith.divf"(%a, %sum) : (f32, f32) -> f32
      "memref.store"(%q, %y, %bx, %tx) : (f32, memref<8x256xf32, #gpu.address_space<global>>, index, index) -> ()
      "gpu.return"() : () -> ()
    }) {gpu.kernel, sym_name = "row_normalise", workgroup_attributions = 1 : i64} : () -> ()
  }) : () -> ()
}) : () -> ()
