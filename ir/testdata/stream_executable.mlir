// A kernel in Wave's wrapping.
// mcpu: gfx942 gfx950
"builtin.module"() ({
  "stream.executable"() <{sym_name = "double"}> ({
    "stream.executable.export"() <{function_ref = @double, sym_name = "double"}> ({
    ^bb0(%arg1: index):
      %2 = "arith.constant"() <{value = 1 : index}> : () -> index
      %3 = "affine.apply"(%arg1) <{map = affine_map<()[s0] -> (s0 ceildiv 64)>}> : (index) -> index
      "stream.return"(%3, %2, %2) : (index, index, index) -> ()
    }) : () -> ()
    "builtin.module"() ({
      "func.func"() <{function_type = (!stream.binding) -> (), sym_name = "double"}> ({
      ^bb0(%arg0: !stream.binding):
        %0 = "arith.constant"() <{value = 0 : index}> : () -> index
        %1 = "stream.binding.subspan"(%arg0, %0) : (!stream.binding, index) -> memref<64xf32>
        "func.return"() : () -> ()
      }) {translation_info = #iree_codegen.translation_info<pipeline = None workgroup_size = [64, 1, 1] subgroup_size = 64>} : () -> ()
    }) : () -> ()
    "stream.executable.end"() : () -> ()
  }) : () -> ()
}) : () -> ()
