// Lane numbers as symbols, and what is computed from them as dimensions.
"builtin.module"() ({
  "gpu.module"() <{sym_name = "m"}> ({
    "gpu.func"() <{function_type = (memref<256xf32>) -> ()}> ({
    ^bb0(%arg0: memref<256xf32>):
      %0 = "gpu.thread_id"() <{dimension = #gpu<dim x>}> : () -> index
      %1 = "affine.apply"(%0) <{map = affine_map<()[s0] -> (s0 floordiv 8)>}> : (index) -> index
      "affine.for"() <{lowerBoundMap = affine_map<() -> (0)>, operandSegmentSizes = array<i32: 0, 0, 0>, step = 1 : index, upperBoundMap = affine_map<() -> (4)>}> ({
      ^bb0(%arg1: index):
        %2 = "affine.linearize_index"(%arg1, %0) <{disjoint, operandSegmentSizes = array<i32: 2, 0>, static_basis = array<i64: 64>}> : (index, index) -> index
        %3 = "affine.load"(%arg0, %2) <{map = affine_map<(d0) -> (d0)>}> : (memref<256xf32>, index) -> f32
        %4 = "arith.muli"(%0, %1) <{overflowFlags = #arith.overflow<none>}> : (index, index) -> index
        "affine.if"(%2, %4) <{condition = affine_set<(d0)[s0] : (d0 - s0 >= 0)>}> ({
          "affine.store"(%3, %arg0, %arg1, %1) <{map = affine_map<(d0, d1) -> (d0 * 64 + d1)>}> : (f32, memref<256xf32>, index, index) -> ()
          "affine.yield"() : () -> ()
        }, {
        }) : (index, index) -> ()
        "affine.yield"() : () -> ()
      }) : () -> ()
      "gpu.return"() : () -> ()
    }) {gpu.kernel, sym_name = "k", workgroup_attributions = 0 : i64} : () -> ()
  }) : () -> ()
}) : () -> ()
