// kernel:    256 bins of bytes, counted in LDS with atomics, added to memory with atomics
// chips:     gfx942 gfx950
// grid:      4 1 1
// block:     256 1 1
// arg:       in i8 8192 bits
// arg:       inout i32 256 zero

"builtin.module"() ({
  "gpu.module"() <{sym_name = "kernels"}> ({
    "gpu.func"() <{function_type = (memref<8192xi8, #gpu.address_space<global>>, memref<256xi32, #gpu.address_space<global>>) -> (), known_block_size = array<i32: 256, 1, 1>}> ({
    ^bb0(%x: memref<8192xi8, #gpu.address_space<global>>, %h: memref<256xi32, #gpu.address_space<global>>, %bins: memref<256xi32, #gpu.address_space<workgroup>>):
      %tx = "gpu.thread_id"() <{dimension = #gpu<dim x>}> : () -> index
      %bx = "gpu.block_id"() <{dimension = #gpu<dim x>}> : () -> index
      %c256 = "arith.constant"() <{value = 256 : index}> : () -> index
      %c2048 = "arith.constant"() <{value = 2048 : index}> : () -> index
      %zero = "arith.constant"() <{value = 0 : i32}> : () -> i32
      %one = "arith.constant"() <{value = 1 : i32}> : () -> i32
      "memref.store"(%zero, %bins, %tx) : (i32, memref<256xi32, #gpu.address_space<workgroup>>, index) -> ()
      "gpu.barrier"() : () -> ()
      %base = "arith.muli"(%bx, %c2048) : (index, index) -> index
      "scf.for"(%tx, %c2048, %c256) ({
      ^bb0(%k: index):
        %i = "arith.addi"(%base, %k) : (index, index) -> index
        %v = "memref.load"(%x, %i) : (memref<8192xi8, #gpu.address_space<global>>, index) -> i8
        %u = "arith.index_castui"(%v) : (i8) -> index
        %old_0 = "memref.atomic_rmw"(%one, %bins, %u) <{kind = 1 : i64}> : (i32, memref<256xi32, #gpu.address_space<workgroup>>, index) -> i32
        "scf.yield"() : () -> ()
      }) : (index, index, index) -> ()
      "gpu.barrier"() : () -> ()
      %n = "memref.load"(%bins, %tx) : (memref<256xi32, #gpu.address_space<workgroup>>, index) -> i32
      %old = "memref.atomic_rmw"(%n, %h, %tx) <{kind = 1 : i64}> : (i32, memref<256xi32, #gpu.address_space<global>>, index) -> i32
      "gpu.return"() : () -> ()
    }) {gpu.kernel, sym_name = "histogram", workgroup_attributions = 1 : i64} : () -> ()
  }) : () -> ()
}) : () -> ()
