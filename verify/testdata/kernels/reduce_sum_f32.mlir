// kernel:    sums of 2048 f32 each, tree in LDS
// chips:     gfx942 gfx950
// grid:      4 1 1
// block:     256 1 1
// arg:       in f32 8192 real -1 1
// arg:       out f32 4

"builtin.module"() ({
  "gpu.module"() <{sym_name = "kernels"}> ({
    "gpu.func"() <{function_type = (memref<8192xf32, #gpu.address_space<global>>, memref<4xf32, #gpu.address_space<global>>) -> (), known_block_size = array<i32: 256, 1, 1>}> ({
    ^bb0(%x: memref<8192xf32, #gpu.address_space<global>>, %y: memref<4xf32, #gpu.address_space<global>>, %part: memref<256xf32, #gpu.address_space<workgroup>>):
      %tx = "gpu.thread_id"() <{dimension = #gpu<dim x>}> : () -> index
      %bx = "gpu.block_id"() <{dimension = #gpu<dim x>}> : () -> index
      %c0 = "arith.constant"() <{value = 0 : index}> : () -> index
      %c1 = "arith.constant"() <{value = 1 : index}> : () -> index
      %c128 = "arith.constant"() <{value = 128 : index}> : () -> index
      %c256 = "arith.constant"() <{value = 256 : index}> : () -> index
      %c2048 = "arith.constant"() <{value = 2048 : index}> : () -> index
      %zero = "arith.constant"() <{value = 0.000000e+00 : f32}> : () -> f32
      %base = "arith.muli"(%bx, %c2048) : (index, index) -> index
      %sum = "scf.for"(%tx, %c2048, %c256, %zero) ({
      ^bb0(%k: index, %acc: f32):
        %i = "arith.addi"(%base, %k) : (index, index) -> index
        %v = "memref.load"(%x, %i) : (memref<8192xf32, #gpu.address_space<global>>, index) -> f32
        %s = "arith.addf"(%acc, %v) : (f32, f32) -> f32
        "scf.yield"(%s) : (f32) -> ()
      }) : (index, index, index, f32) -> f32
      "memref.store"(%sum, %part, %tx) : (f32, memref<256xf32, #gpu.address_space<workgroup>>, index) -> ()
      "gpu.barrier"() : () -> ()
      %last = "scf.while"(%c128) ({
      ^bb0(%half: index):
        %more = "arith.cmpi"(%half, %c0) <{predicate = 8 : i64}> : (index, index) -> i1
        "scf.condition"(%more, %half) : (i1, index) -> ()
      }, {
      ^bb0(%half: index):
        %low = "arith.cmpi"(%tx, %half) <{predicate = 6 : i64}> : (index, index) -> i1
        "scf.if"(%low) ({
          %j = "arith.addi"(%tx, %half) : (index, index) -> index
          %a = "memref.load"(%part, %tx) : (memref<256xf32, #gpu.address_space<workgroup>>, index) -> f32
          %b = "memref.load"(%part, %j) : (memref<256xf32, #gpu.address_space<workgroup>>, index) -> f32
          %s = "arith.addf"(%a, %b) : (f32, f32) -> f32
          "memref.store"(%s, %part, %tx) : (f32, memref<256xf32, #gpu.address_space<workgroup>>, index) -> ()
          "scf.yield"() : () -> ()
        }, {
        }) : (i1) -> ()
        "gpu.barrier"() : () -> ()
        %next = "arith.shrui"(%half, %c1) : (index, index) -> index
        "scf.yield"(%next) : (index) -> ()
      }) : (index) -> index
      %leader = "arith.cmpi"(%tx, %c0) <{predicate = 0 : i64}> : (index, index) -> i1
      "scf.if"(%leader) ({
        %s = "memref.load"(%part, %c0) : (memref<256xf32, #gpu.address_space<workgroup>>, index) -> f32
        "memref.store"(%s, %y, %bx) : (f32, memref<4xf32, #gpu.address_space<global>>, index) -> ()
        "scf.yield"() : () -> ()
      }, {
      }) : (i1) -> ()
      "gpu.return"() : () -> ()
    }) {gpu.kernel, sym_name = "reduce_sum_f32", workgroup_attributions = 1 : i64} : () -> ()
  }) : () -> ()
}) : () -> ()
