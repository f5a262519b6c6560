// kernel:    a row a workgroup, its length a number of the dispatch (Wave)
// chips:     gfx942 gfx950
// grid:      5 1 1
// block:     64 1 1
// arg:       in f32 640 real -1 1
// arg:       out f32 5
// value: index 5

#rows = affine_map<()[s0] -> (s0 ceildiv 1)>
#lane = affine_map<()[s0] -> (s0 * 2)>
#translation = #iree_codegen.translation_info<pipeline = None workgroup_size = [64, 1, 1] subgroup_size = 64>
"builtin.module"() ({
  "stream.executable"() <{sym_name = "sums", sym_visibility = "private"}> ({
    "stream.executable.export"() <{function_ref = @sums, sym_name = "sums", sym_visibility = "public"}> ({
    ^bb0(%m: index):
      %one = "arith.constant"() <{value = 1 : index}> : () -> index
      %n = "affine.apply"(%m) <{map = #rows}> : (index) -> index
      "stream.return"(%n, %one, %one) : (index, index, index) -> ()
    }) : () -> ()
    "builtin.module"() ({
      "func.func"() <{function_type = (!stream.binding, !stream.binding, index) -> (), sym_name = "sums"}> ({
      ^bb0(%a: !stream.binding, %c: !stream.binding, %m: index):
        %c0 = "arith.constant"() <{value = 0 : index}> : () -> index
        %from = "stream.binding.subspan"(%a, %c0) : (!stream.binding, index) -> memref<f32>
        %to = "stream.binding.subspan"(%c, %c0) : (!stream.binding, index) -> memref<f32>
        %row = "gpu.block_id"() <{dimension = #gpu<dim x>}> : () -> index
        %lane = "gpu.thread_id"() <{dimension = #gpu<dim x>, upper_bound = 64 : index}> : () -> index
        %rows = "memref.reinterpret_cast"(%from, %m) <{operandSegmentSizes = array<i32: 1, 0, 1, 0>, static_offsets = array<i64: 0>, static_sizes = array<i64: -9223372036854775808, 128>, static_strides = array<i64: 128, 1>}> : (memref<f32>, index) -> memref<?x128xf32, strided<[128, 1]>>
        %sums = "memref.reinterpret_cast"(%to, %m) <{operandSegmentSizes = array<i32: 1, 0, 1, 0>, static_offsets = array<i64: 0>, static_sizes = array<i64: -9223372036854775808>, static_strides = array<i64: 1>}> : (memref<f32>, index) -> memref<?xf32, strided<[1]>>
        %at = "affine.apply"(%lane) <{map = #lane}> : (index) -> index
        %v = "vector.load"(%rows, %row, %at) : (memref<?x128xf32, strided<[128, 1]>>, index, index) -> vector<2xf32>
        %two = "vector.reduction"(%v) <{kind = #vector.kind<add>}> : (vector<2xf32>) -> f32
        %all = "gpu.subgroup_reduce"(%two) <{op = #gpu<all_reduce_op add>}> : (f32) -> f32
        %is0 = "arith.cmpi"(%lane, %c0) <{predicate = 0 : i64}> : (index, index) -> i1
        "scf.if"(%is0) ({
          "memref.store"(%all, %sums, %row) : (f32, memref<?xf32, strided<[1]>>, index) -> ()
          "scf.yield"() : () -> ()
        }, {
        }) : (i1) -> ()
        "func.return"() : () -> ()
      }) {translation_info = #translation} : () -> ()
    }) : () -> ()
    "stream.executable.end"() : () -> ()
  }) : () -> ()
  "func.func"() <{function_type = (!hal.buffer_view) -> !hal.buffer_view, sym_name = "sums$async"}> ({
  ^bb0(%view: !hal.buffer_view):
    %t = "hal.tensor.import"(%view) <{target_encoding = tensor<5x128xf32>}> : (!hal.buffer_view) -> tensor<5x128xf32>
    %zero = "arith.constant"() <{value = 0 : index}> : () -> index
    %n = "tensor.dim"(%t, %zero) : (tensor<5x128xf32>, index) -> index
    %r = "flow.dispatch"(%n, %t, %n) <{entry_points = [@sums::@sums], operandSegmentSizes = array<i32: 1, 2, 0, 0>}> : (index, tensor<5x128xf32>, index) -> tensor<5xf32>
    %out = "hal.tensor.export"(%r) <{source_encoding = tensor<5xf32>}> : (tensor<5xf32>) -> !hal.buffer_view
    "func.return"(%out) : (!hal.buffer_view) -> ()
  }) : () -> ()
}) {transform.with_named_sequence} : () -> ()
