// The value of one lane for all.
"builtin.module"() ({
  "gpu.module"() <{sym_name = "m"}> ({
    "gpu.func"() <{function_type = (f32, i32, vector<4xf16>, index) -> ()}> ({
    ^bb0(%arg0: f32, %arg1: i32, %arg2: vector<4xf16>, %arg3: index):
      %0 = "gpu.subgroup_broadcast"(%arg0) <{broadcast_type = #gpu<broadcast first_active_lane>}> : (f32) -> f32
      %1 = "gpu.subgroup_broadcast"(%arg0, %arg1) <{broadcast_type = #gpu<broadcast specific_lane>}> : (f32, i32) -> f32
      %2 = "gpu.subgroup_broadcast"(%arg2, %arg1) <{broadcast_type = #gpu<broadcast specific_lane>}> : (vector<4xf16>, i32) -> vector<4xf16>
      %3 = "gpu.subgroup_broadcast"(%arg3) <{broadcast_type = #gpu<broadcast first_active_lane>}> : (index) -> index
      "gpu.return"() : () -> ()
    }) {gpu.kernel, sym_name = "k", workgroup_attributions = 0 : i64} : () -> ()
  }) : () -> ()
}) : () -> ()
