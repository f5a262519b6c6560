// kernel:    dot products of rows of 256 i8, 16 a step, sums by vector reductions
// chips:     gfx942 gfx950
// grid:      1 1 1
// block:     64 1 1
// arg:       in i8 16384 bits
// arg:       in i8 16384 bits
// arg:       out i32 64

"builtin.module"() ({
  "gpu.module"() <{sym_name = "kernels"}> ({
    "gpu.func"() <{function_type = (memref<64x256xi8, #gpu.address_space<global>>, memref<64x256xi8, #gpu.address_space<global>>, memref<64xi32, #gpu.address_space<global>>) -> (), known_block_size = array<i32: 64, 1, 1>}> ({
    ^bb0(%x: memref<64x256xi8, #gpu.address_space<global>>, %z: memref<64x256xi8, #gpu.address_space<global>>, %y: memref<64xi32, #gpu.address_space<global>>):
      %tx = "gpu.thread_id"() <{dimension = #gpu<dim x>}> : () -> index
      %c0 = "arith.constant"() <{value = 0 : index}> : () -> index
      %c16 = "arith.constant"() <{value = 16 : index}> : () -> index
      %c256 = "arith.constant"() <{value = 256 : index}> : () -> index
      %zero = "arith.constant"() <{value = 0 : i32}> : () -> i32
      %s = "scf.for"(%c0, %c256, %c16, %zero) ({
      ^bb0(%k: index, %acc: i32):
        %a = "vector.load"(%x, %tx, %k) : (memref<64x256xi8, #gpu.address_space<global>>, index, index) -> vector<16xi8>
        %b = "vector.load"(%z, %tx, %k) : (memref<64x256xi8, #gpu.address_space<global>>, index, index) -> vector<16xi8>
        %aw = "arith.extsi"(%a) : (vector<16xi8>) -> vector<16xi32>
        %bw = "arith.extsi"(%b) : (vector<16xi8>) -> vector<16xi32>
        %p = "arith.muli"(%aw, %bw) : (vector<16xi32>, vector<16xi32>) -> vector<16xi32>
        %n = "vector.reduction"(%p, %acc) <{fastmath = #arith.fastmath<none>, kind = #vector.kind<add>}> : (vector<16xi32>, i32) -> i32
        "scf.yield"(%n) : (i32) -> ()
      }) : (index, index, index, i32) -> i32
      "memref.store"(%s, %y, %tx) : (i32, memref<64xi32, #gpu.address_space<global>>, index) -> ()
      "gpu.return"() : () -> ()
    }) {gpu.kernel, sym_name = "dot_i8", workgroup_attributions = 0 : i64} : () -> ()
  }) : () -> ()
}) : () -> ()
