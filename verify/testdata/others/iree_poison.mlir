// kernel:    poison as padding, in vectors that are filled and in choices that are not made (upstream, LLVM 22)
// chips:     gfx942 gfx950
// grid:      2 1 1
// block:     64 1 1
// arg:       in f16 100 real -1 1
// arg:       inout f16 128 zero
// arg:       inout i32 128 zero

"builtin.module"() ({
  "gpu.module"() <{sym_name = "m"}> ({
    "gpu.func"() <{function_type = (memref<100xf16>, memref<128xf16>, memref<128xi32>) -> (), known_block_size = array<i32: 64, 1, 1>}> ({
    ^bb0(%arg0: memref<100xf16>, %arg1: memref<128xf16>, %arg2: memref<128xi32>):
      %0 = "gpu.thread_id"() <{dimension = #gpu<dim x>}> : () -> index
      %1 = "gpu.block_id"() <{dimension = #gpu<dim x>}> : () -> index
      %2 = "affine.apply"(%0, %1) <{map = affine_map<()[s0, s1] -> (s0 + s1 * 64)>}> : (index, index) -> index
      %3 = "arith.constant"() <{value = 100 : index}> : () -> index
      %4 = "ub.poison"() <{value = #ub.poison}> : () -> f16
      %5 = "ub.poison"() <{value = #ub.poison}> : () -> vector<4xi32>
      %6 = "ub.poison"() <{value = #ub.poison}> : () -> index
      %7 = "ub.poison"() <{value = #ub.poison}> : () -> i1
      %8 = "arith.cmpi"(%2, %3) <{predicate = 2 : i64}> : (index, index) -> i1
      %9 = "arith.select"(%8, %2, %6) : (i1, index, index) -> index
      "scf.if"(%8) ({
        %10 = "vector.transfer_read"(%arg0, %9, %4) <{in_bounds = [false], operandSegmentSizes = array<i32: 1, 1, 1, 0>, permutation_map = affine_map<(d0) -> (d0)>}> : (memref<100xf16>, index, f16) -> vector<1xf16>
        %11 = "vector.extract"(%10) <{static_position = array<i64: 0>}> : (vector<1xf16>) -> f16
        "memref.store"(%11, %arg1, %2) : (f16, memref<128xf16>, index) -> ()
        %12 = "arith.index_cast"(%2) : (index) -> i32
        %13 = "vector.insert"(%12, %5) <{static_position = array<i64: 0>}> : (i32, vector<4xi32>) -> vector<4xi32>
        %14 = "vector.insert"(%12, %13) <{static_position = array<i64: 1>}> : (i32, vector<4xi32>) -> vector<4xi32>
        %15 = "vector.extract"(%14) <{static_position = array<i64: 1>}> : (vector<4xi32>) -> i32
        "memref.store"(%15, %arg2, %2) : (i32, memref<128xi32>, index) -> ()
        "scf.yield"() : () -> ()
      }, {
      }) : (i1) -> ()
      "gpu.return"() : () -> ()
    }) {gpu.kernel, sym_name = "k", workgroup_attributions = 0 : i64} : () -> ()
  }) : () -> ()
}) : () -> ()
