// kernel:    greatest common divisors by Euclid, a pair a lane
// chips:     gfx942 gfx950
// grid:      1 1 1
// block:     128 1 1
// arg:       in i32 128 int 1 100000
// arg:       in i32 128 int 1 100000
// arg:       out i32 128

"builtin.module"() ({
  "gpu.module"() <{sym_name = "kernels"}> ({
    "gpu.func"() <{function_type = (memref<128xi32, #gpu.address_space<global>>, memref<128xi32, #gpu.address_space<global>>, memref<128xi32, #gpu.address_space<global>>) -> (), known_block_size = array<i32: 128, 1, 1>}> ({
    ^bb0(%x: memref<128xi32, #gpu.address_space<global>>, %z: memref<128xi32, #gpu.address_space<global>>, %y: memref<128xi32, #gpu.address_space<global>>):
      %tx = "gpu.thread_id"() <{dimension = #gpu<dim x>}> : () -> index
      %zero = "arith.constant"() <{value = 0 : i32}> : () -> i32
      %a0 = "memref.load"(%x, %tx) : (memref<128xi32, #gpu.address_space<global>>, index) -> i32
      %b0 = "memref.load"(%z, %tx) : (memref<128xi32, #gpu.address_space<global>>, index) -> i32
      %r:2 = "scf.while"(%a0, %b0) ({
      ^bb0(%a: i32, %b: i32):
        %more = "arith.cmpi"(%b, %zero) <{predicate = 1 : i64}> : (i32, i32) -> i1
        "scf.condition"(%more, %a, %b) : (i1, i32, i32) -> ()
      }, {
      ^bb0(%a: i32, %b: i32):
        %m = "arith.remui"(%a, %b) : (i32, i32) -> i32
        "scf.yield"(%b, %m) : (i32, i32) -> ()
      }) : (i32, i32) -> (i32, i32)
      "memref.store"(%r#0, %y, %tx) : (i32, memref<128xi32, #gpu.address_space<global>>, index) -> ()
      "gpu.return"() : () -> ()
    }) {gpu.kernel, sym_name = "gcd", workgroup_attributions = 0 : i64} : () -> ()
  }) : () -> ()
}) : () -> ()
