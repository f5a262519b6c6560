// A kernel in IREE's wrapping, as it is in front of the conversion to ROCDL.
"builtin.module"() ({
  "hal.executable"() <{sym_name = "e"}> ({
    "hal.executable.variant"() <{sym_name = "hip"}> ({
      "hal.executable.export"() <{layout = #hal.pipeline.layout<constants = 1, bindings = [#hal.pipeline.binding<storage_buffer, "ReadOnly|Indirect">], flags = Indirect>, sym_name = "k"}> ({
      ^bb0(%arg0: !hal.device, %arg1: index):
        %8:3 = "iree_tensor_ext.dispatch.workgroup_count_from_slice"(%arg1) : (index) -> (index, index, index)
        "hal.return"(%8#0, %8#1, %8#2) : (index, index, index) -> ()
      }, {
      }) : () -> ()
      "builtin.module"() ({
        "func.func"() <{function_type = () -> (), sym_name = "k"}> ({
          %2 = "hal.interface.constant.load"() <{layout = #hal.pipeline.layout<constants = 1, bindings = [#hal.pipeline.binding<storage_buffer, "ReadOnly|Indirect">], flags = Indirect>, ordinal = 0 : index}> : () -> i32
          %3 = "arith.index_castui"(%2) : (i32) -> index
          %4 = "util.assume.int"(%3) <{assumptions = [[#util.int.assumption<umin = 0, umax = 4096, udiv = 16>]]}> : (index) -> index
          %5 = "hal.interface.binding.subspan"(%4, %3) <{binding = 0 : index, layout = #hal.pipeline.layout<constants = 1, bindings = [#hal.pipeline.binding<storage_buffer, "ReadOnly|Indirect">], flags = Indirect>, operandSegmentSizes = array<i32: 1, 1>}> : (index, index) -> memref<?xf32, strided<[1], offset: ?>>
          %6 = "hal.interface.workgroup.id"() <{dimension = 0 : index, upper_bound = 64 : index}> : () -> index
          %7 = "hal.interface.workgroup.count"() <{dimension = 1 : index}> : () -> index
          %8 = "hal.interface.workgroup.size"() <{dimension = 2 : index}> : () -> index
          "func.return"() : () -> ()
        }) : () -> ()
        "iree_codegen.dispatch_config"() <{function_ref = @k}> ({
        ^bb0(%arg0: !hal.device, %arg1: index):
          %0 = "arith.constant"() <{value = 1 : index}> : () -> index
          %1 = "affine.min"(%arg1) <{map = affine_map<()[s0] -> (2147483647, s0)>}> : (index) -> index
          "iree_codegen.yield"(%1, %0, %0) : (index, index, index) -> ()
        }) {subgroup_size = 64 : i64, workgroup_size = array<i64: 128, 1, 1>} : () -> ()
      }) : () -> ()
      "hal.executable.variant_end"() : () -> ()
    }) : () -> ()
    "hal.executable_end"() : () -> ()
  }) : () -> ()
}) : () -> ()
// -----
"builtin.module"() ({
  "hal.executable"() <{sym_name = "e"}> ({
    "hal.executable.export"() <{layout = #hal.pipeline.layout<bindings = []>, sym_name = "k"}> ({
    ^bb0(%arg0: !hal.device, %arg1: index):
      %0:3 = "iree_tensor_ext.dispatch.workgroup_count_from_dag_root"(%arg1) : (index) -> (index, index, index)
      "hal.return"(%0#0, %0#1, %0#2) : (index, index, index) -> ()
    }, {
    }) : () -> ()
    "hal.executable_end"() : () -> ()
  }) : () -> ()
}) : () -> ()
