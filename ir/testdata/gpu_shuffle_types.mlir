// Values of other widths, and vectors of them.
"builtin.module"() ({
  "gpu.module"() <{sym_name = "m"}> ({
    "gpu.func"() <{function_type = (i32, i1, i8, i64, f16, bf16, f64, vector<4xf32>, vector<2xi16>) -> ()}> ({
    ^bb0(%arg0: i32, %arg1: i1, %arg2: i8, %arg3: i64, %arg4: f16, %arg5: bf16, %arg6: f64, %arg7: vector<4xf32>, %arg8: vector<2xi16>):
      %0:2 = "gpu.shuffle"(%arg1, %arg0, %arg0) <{mode = #gpu<shuffle_mode idx>}> : (i1, i32, i32) -> (i1, i1)
      %1:2 = "gpu.shuffle"(%arg2, %arg0, %arg0) <{mode = #gpu<shuffle_mode idx>}> : (i8, i32, i32) -> (i8, i1)
      %2:2 = "gpu.shuffle"(%arg3, %arg0, %arg0) <{mode = #gpu<shuffle_mode idx>}> : (i64, i32, i32) -> (i64, i1)
      %3:2 = "gpu.shuffle"(%arg4, %arg0, %arg0) <{mode = #gpu<shuffle_mode idx>}> : (f16, i32, i32) -> (f16, i1)
      %4:2 = "gpu.shuffle"(%arg5, %arg0, %arg0) <{mode = #gpu<shuffle_mode idx>}> : (bf16, i32, i32) -> (bf16, i1)
      %5:2 = "gpu.shuffle"(%arg6, %arg0, %arg0) <{mode = #gpu<shuffle_mode idx>}> : (f64, i32, i32) -> (f64, i1)
      %6:2 = "gpu.shuffle"(%arg7, %arg0, %arg0) <{mode = #gpu<shuffle_mode idx>}> : (vector<4xf32>, i32, i32) -> (vector<4xf32>, i1)
      %7:2 = "gpu.shuffle"(%arg8, %arg0, %arg0) <{mode = #gpu<shuffle_mode idx>}> : (vector<2xi16>, i32, i32) -> (vector<2xi16>, i1)
      "gpu.return"() : () -> ()
    }) {gpu.kernel, sym_name = "k", workgroup_attributions = 0 : i64} : () -> ()
  }) : () -> ()
}) : () -> ()
