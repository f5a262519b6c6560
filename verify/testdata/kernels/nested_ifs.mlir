// kernel:    classes of numbers by nested conditions, each with its own arithmetic
// chips:     gfx942 gfx950
// grid:      4 1 1
// block:     256 1 1
// arg:       in i32 1024 int -1000 1000
// arg:       out i32 1024

"builtin.module"() ({
  "gpu.module"() <{sym_name = "kernels"}> ({
    "gpu.func"() <{function_type = (memref<1024xi32, #gpu.address_space<global>>, memref<1024xi32, #gpu.address_space<global>>) -> (), known_block_size = array<i32: 256, 1, 1>}> ({
    ^bb0(%x: memref<1024xi32, #gpu.address_space<global>>, %y: memref<1024xi32, #gpu.address_space<global>>):
      %tx = "gpu.thread_id"() <{dimension = #gpu<dim x>}> : () -> index
      %bx = "gpu.block_id"() <{dimension = #gpu<dim x>}> : () -> index
      %zero = "arith.constant"() <{value = 0 : i32}> : () -> i32
      %k3 = "arith.constant"() <{value = 3 : i32}> : () -> i32
      %k7 = "arith.constant"() <{value = 7 : i32}> : () -> i32
      %k100 = "arith.constant"() <{value = 100 : i32}> : () -> i32
      %one = "arith.constant"() <{value = 1 : i32}> : () -> i32
      %i = "affine.apply"(%bx, %tx) <{map = affine_map<(d0, d1) -> (d0 * 256 + d1)>}> : (index, index) -> index
      %v = "memref.load"(%x, %i) : (memref<1024xi32, #gpu.address_space<global>>, index) -> i32
      %neg = "arith.cmpi"(%v, %zero) <{predicate = 2 : i64}> : (i32, i32) -> i1
      %r = "scf.if"(%neg) ({
        %a = "arith.subi"(%zero, %v) : (i32, i32) -> i32
        %big = "arith.cmpi"(%a, %k100) <{predicate = 4 : i64}> : (i32, i32) -> i1
        %s = "scf.if"(%big) ({
          %m = "arith.remsi"(%a, %k7) : (i32, i32) -> i32
          %even = "arith.andi"(%a, %one) : (i32, i32) -> i32
          %is = "arith.cmpi"(%even, %zero) <{predicate = 0 : i64}> : (i32, i32) -> i1
          %t = "scf.if"(%is) ({
            %u = "arith.muli"(%m, %a) : (i32, i32) -> i32
            "scf.yield"(%u) : (i32) -> ()
          }, {
            %u = "arith.shli"(%a, %m) : (i32, i32) -> i32
            "scf.yield"(%u) : (i32) -> ()
          }) : (i1) -> i32
          "scf.yield"(%t) : (i32) -> ()
        }, {
          %m = "arith.muli"(%a, %a) : (i32, i32) -> i32
          "scf.yield"(%m) : (i32) -> ()
        }) : (i1) -> i32
        "scf.yield"(%s) : (i32) -> ()
      }, {
        %m = "arith.remui"(%v, %k3) : (i32, i32) -> i32
        %is = "arith.cmpi"(%m, %zero) <{predicate = 0 : i64}> : (i32, i32) -> i1
        %s = "scf.if"(%is) ({
          %q = "arith.divui"(%v, %k3) : (i32, i32) -> i32
          "scf.yield"(%q) : (i32) -> ()
        }, {
          %j = "arith.index_cast"(%v) : (i32) -> index
          %other = "memref.load"(%x, %j) : (memref<1024xi32, #gpu.address_space<global>>, index) -> i32
          %q = "arith.xori"(%other, %v) : (i32, i32) -> i32
          "scf.yield"(%q) : (i32) -> ()
        }) : (i1) -> i32
        "scf.yield"(%s) : (i32) -> ()
      }) : (i1) -> i32
      "memref.store"(%r, %y, %i) : (i32, memref<1024xi32, #gpu.address_space<global>>, index) -> ()
      "gpu.return"() : () -> ()
    }) {gpu.kernel, sym_name = "nested_ifs", workgroup_attributions = 0 : i64} : () -> ()
  }) : () -> ()
}) : () -> ()
