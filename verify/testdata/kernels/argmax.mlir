// kernel:    positions and values of the maxima of rows of 512 f32, tree in LDS
// chips:     gfx942 gfx950
// grid:      4 1 1
// block:     256 1 1
// arg:       in f32 2048 real -1 1
// arg:       out f32 4
// arg:       out i32 4

"builtin.module"() ({
  "gpu.module"() <{sym_name = "kernels"}> ({
    "gpu.func"() <{function_type = (memref<4x512xf32, #gpu.address_space<global>>, memref<4xf32, #gpu.address_space<global>>, memref<4xi32, #gpu.address_space<global>>) -> (), known_block_size = array<i32: 256, 1, 1>}> ({
    ^bb0(%x: memref<4x512xf32, #gpu.address_space<global>>, %v: memref<4xf32, #gpu.address_space<global>>, %n: memref<4xi32, #gpu.address_space<global>>, %lv: memref<256xf32, #gpu.address_space<workgroup>>, %ln: memref<256xi32, #gpu.address_space<workgroup>>):
      %tx = "gpu.thread_id"() <{dimension = #gpu<dim x>}> : () -> index
      %bx = "gpu.block_id"() <{dimension = #gpu<dim x>}> : () -> index
      %c0 = "arith.constant"() <{value = 0 : index}> : () -> index
      %c1 = "arith.constant"() <{value = 1 : index}> : () -> index
      %c8 = "arith.constant"() <{value = 8 : index}> : () -> index
      %c128 = "arith.constant"() <{value = 128 : index}> : () -> index
      %c256 = "arith.constant"() <{value = 256 : index}> : () -> index
      %o0 = "arith.addi"(%tx, %c256) : (index, index) -> index
      %a0 = "memref.load"(%x, %bx, %tx) : (memref<4x512xf32, #gpu.address_space<global>>, index, index) -> f32
      %b0 = "memref.load"(%x, %bx, %o0) : (memref<4x512xf32, #gpu.address_space<global>>, index, index) -> f32
      %gt0 = "arith.cmpf"(%b0, %a0) <{fastmath = #arith.fastmath<none>, predicate = 2 : i64}> : (f32, f32) -> i1
      %v0 = "arith.select"(%gt0, %b0, %a0) : (i1, f32, f32) -> f32
      %p0 = "arith.select"(%gt0, %o0, %tx) : (i1, index, index) -> index
      %p0i = "arith.index_cast"(%p0) : (index) -> i32
      "memref.store"(%v0, %lv, %tx) : (f32, memref<256xf32, #gpu.address_space<workgroup>>, index) -> ()
      "memref.store"(%p0i, %ln, %tx) : (i32, memref<256xi32, #gpu.address_space<workgroup>>, index) -> ()
      "gpu.barrier"() : () -> ()
      %end = "scf.for"(%c0, %c8, %c1, %c128) ({
      ^bb0(%k: index, %half: index):
        %on = "arith.cmpi"(%tx, %half) <{predicate = 6 : i64}> : (index, index) -> i1
        "scf.if"(%on) ({
          %j = "arith.addi"(%tx, %half) : (index, index) -> index
          %a = "memref.load"(%lv, %tx) : (memref<256xf32, #gpu.address_space<workgroup>>, index) -> f32
          %b = "memref.load"(%lv, %j) : (memref<256xf32, #gpu.address_space<workgroup>>, index) -> f32
          %an = "memref.load"(%ln, %tx) : (memref<256xi32, #gpu.address_space<workgroup>>, index) -> i32
          %bn = "memref.load"(%ln, %j) : (memref<256xi32, #gpu.address_space<workgroup>>, index) -> i32
          %gt = "arith.cmpf"(%b, %a) <{fastmath = #arith.fastmath<none>, predicate = 2 : i64}> : (f32, f32) -> i1
          %eq = "arith.cmpf"(%b, %a) <{fastmath = #arith.fastmath<none>, predicate = 1 : i64}> : (f32, f32) -> i1
          %before = "arith.cmpi"(%bn, %an) <{predicate = 2 : i64}> : (i32, i32) -> i1
          %tie = "arith.andi"(%eq, %before) : (i1, i1) -> i1
          %take = "arith.ori"(%gt, %tie) : (i1, i1) -> i1
          %m = "arith.select"(%take, %b, %a) : (i1, f32, f32) -> f32
          %mn = "arith.select"(%take, %bn, %an) : (i1, i32, i32) -> i32
          "memref.store"(%m, %lv, %tx) : (f32, memref<256xf32, #gpu.address_space<workgroup>>, index) -> ()
          "memref.store"(%mn, %ln, %tx) : (i32, memref<256xi32, #gpu.address_space<workgroup>>, index) -> ()
          "scf.yield"() : () -> ()
        }, {
        }) : (i1) -> ()
        "gpu.barrier"() : () -> ()
        %next = "arith.shrui"(%half, %c1) : (index, index) -> index
        "scf.yield"(%next) : (index) -> ()
      }) : (index, index, index, index) -> index
      %leader = "arith.cmpi"(%tx, %c0) <{predicate = 0 : i64}> : (index, index) -> i1
      "scf.if"(%leader) ({
        %m = "memref.load"(%lv, %c0) : (memref<256xf32, #gpu.address_space<workgroup>>, index) -> f32
        %mn = "memref.load"(%ln, %c0) : (memref<256xi32, #gpu.address_space<workgroup>>, index) -> i32
        "memref.store"(%m, %v, %bx) : (f32, memref<4xf32, #gpu.address_space<global>>, index) -> ()
        "memref.store"(%mn, %n, %bx) : (i32, memref<4xi32, #gpu.address_space<global>>, index) -> ()
        "scf.yield"() : () -> ()
      }, {
      }) : (i1) -> ()
      "gpu.return"() : () -> ()
    }) {gpu.kernel, sym_name = "argmax", workgroup_attributions = 2 : i64} : () -> ()
  }) : () -> ()
}) : () -> ()
