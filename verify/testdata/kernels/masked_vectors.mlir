// kernel:    vectors of 4 with masks at the end of 1002 elements
// chips:     gfx942 gfx950
// grid:      1 1 1
// block:     256 1 1
// arg:       in i32 1002 bits
// arg:       out i32 1002

"builtin.module"() ({
  "gpu.module"() <{sym_name = "kernels"}> ({
    "gpu.func"() <{function_type = (memref<1002xi32, #gpu.address_space<global>>, memref<1002xi32, #gpu.address_space<global>>) -> (), known_block_size = array<i32: 256, 1, 1>}> ({
    ^bb0(%x: memref<1002xi32, #gpu.address_space<global>>, %y: memref<1002xi32, #gpu.address_space<global>>):
      %tx = "gpu.thread_id"() <{dimension = #gpu<dim x>}> : () -> index
      %c4 = "arith.constant"() <{value = 4 : index}> : () -> index
      %c1002 = "arith.constant"() <{value = 1002 : index}> : () -> index
      %pass = "arith.constant"() <{value = dense<0> : vector<4xi32>}> : () -> vector<4xi32>
      %three = "arith.constant"() <{value = dense<3> : vector<4xi32>}> : () -> vector<4xi32>
      %i = "arith.muli"(%tx, %c4) : (index, index) -> index
      %in = "arith.cmpi"(%i, %c1002) <{predicate = 6 : i64}> : (index, index) -> i1
      "scf.if"(%in) ({
        %left = "arith.subi"(%c1002, %i) : (index, index) -> index
        %mask = "vector.create_mask"(%left) : (index) -> vector<4xi1>
        %v = "vector.maskedload"(%x, %i, %mask, %pass) : (memref<1002xi32, #gpu.address_space<global>>, index, vector<4xi1>, vector<4xi32>) -> vector<4xi32>
        %w = "arith.muli"(%v, %three) : (vector<4xi32>, vector<4xi32>) -> vector<4xi32>
        "vector.maskedstore"(%y, %i, %mask, %w) : (memref<1002xi32, #gpu.address_space<global>>, index, vector<4xi1>, vector<4xi32>) -> ()
        "scf.yield"() : () -> ()
      }, {
      }) : (i1) -> ()
      "gpu.return"() : () -> ()
    }) {gpu.kernel, sym_name = "masked_vectors", workgroup_attributions = 0 : i64} : () -> ()
  }) : () -> ()
}) : () -> ()
