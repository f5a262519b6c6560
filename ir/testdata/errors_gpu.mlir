"func.func"() <{function_type = () -> (), sym_name = "f"}> ({
%0 = "gpu.thread_id"() <{dimension = #gpu<dim x>, upper_bound = 64 : i64}> : () -> index
"func.return"() : () -> ()
}) : () -> ()
// -----
"func.func"() <{function_type = () -> (), sym_name = "f"}> ({
%0 = "gpu.thread_id"() : () -> index
"func.return"() : () -> ()
}) : () -> ()
// -----
"func.func"() <{function_type = () -> (), sym_name = "f"}> ({
%0 = "gpu.thread_id"() <{dimension = #gpu<dim x>}> : () -> i32
"func.return"() : () -> ()
}) : () -> ()
// -----
"func.func"() <{function_type = () -> (), sym_name = "f"}> ({
%0 = "gpu.lane_id"() <{upper_bound = 64 : i32}> : () -> index
"func.return"() : () -> ()
}) : () -> ()
// -----
"func.func"() <{function_type = (f32, i64, i32) -> (), sym_name = "f"}> ({
^bb0(%a: f32, %b: i64, %c: i32):
%0:2 = "gpu.shuffle"(%a, %b, %c) <{mode = #gpu<shuffle_mode xor>}> : (f32, i64, i32) -> (f32, i1)
"func.return"() : () -> ()
}) : () -> ()
// -----
"func.func"() <{function_type = (f32, i32, i32) -> (), sym_name = "f"}> ({
^bb0(%a: f32, %b: i32, %c: i32):
%0:2 = "gpu.shuffle"(%a, %b, %c) <{mode = #gpu<shuffle_mode xor>}> : (f32, i32, i32) -> (f16, i1)
"func.return"() : () -> ()
}) : () -> ()
// -----
"func.func"() <{function_type = (vector<2x2xf32>, i32, i32) -> (), sym_name = "f"}> ({
^bb0(%a: vector<2x2xf32>, %b: i32, %c: i32):
%0:2 = "gpu.shuffle"(%a, %b, %c) <{mode = #gpu<shuffle_mode xor>}> : (vector<2x2xf32>, i32, i32) -> (vector<2x2xf32>, i1)
"func.return"() : () -> ()
}) : () -> ()
// -----
"func.func"() <{function_type = (f32, i32, i32) -> (), sym_name = "f"}> ({
^bb0(%a: f32, %b: i32, %c: i32):
%0:2 = "gpu.shuffle"(%a, %b, %c) <{mode = #gpu<dim x>}> : (f32, i32, i32) -> (f32, i1)
"func.return"() : () -> ()
}) : () -> ()
// -----
"func.func"() <{function_type = (i32) -> (), sym_name = "f"}> ({
^bb0(%a: i32):
%0:2 = "gpu.rotate"(%a) <{offset = 16 : i32, width = 16 : i32}> : (i32) -> (i32, i1)
"func.return"() : () -> ()
}) : () -> ()
// -----
"func.func"() <{function_type = (i32) -> (), sym_name = "f"}> ({
^bb0(%a: i32):
%0:2 = "gpu.rotate"(%a) <{offset = -1 : i32, width = 16 : i32}> : (i32) -> (i32, i1)
"func.return"() : () -> ()
}) : () -> ()
// -----
"func.func"() <{function_type = (i32) -> (), sym_name = "f"}> ({
^bb0(%a: i32):
%0:2 = "gpu.rotate"(%a) <{offset = 0 : i32, width = 12 : i32}> : (i32) -> (i32, i1)
"func.return"() : () -> ()
}) : () -> ()
// -----
"func.func"() <{function_type = (f32) -> (), sym_name = "f"}> ({
^bb0(%a: f32):
%0 = "gpu.subgroup_reduce"(%a) <{cluster_size = 3 : i32, op = #gpu<all_reduce_op add>}> : (f32) -> f32
"func.return"() : () -> ()
}) : () -> ()
// -----
"func.func"() <{function_type = (f32) -> (), sym_name = "f"}> ({
^bb0(%a: f32):
%0 = "gpu.subgroup_reduce"(%a) <{cluster_size = 4 : i32, cluster_stride = 3 : i32, op = #gpu<all_reduce_op add>}> : (f32) -> f32
"func.return"() : () -> ()
}) : () -> ()
// -----
"func.func"() <{function_type = (f32) -> (), sym_name = "f"}> ({
^bb0(%a: f32):
%0 = "gpu.subgroup_reduce"(%a) <{cluster_stride = 2 : i32, op = #gpu<all_reduce_op add>}> : (f32) -> f32
"func.return"() : () -> ()
}) : () -> ()
// -----
"func.func"() <{function_type = (f32) -> (), sym_name = "f"}> ({
^bb0(%a: f32):
%0 = "gpu.subgroup_reduce"(%a) <{op = #gpu<all_reduce_op xor>}> : (f32) -> f32
"func.return"() : () -> ()
}) : () -> ()
// -----
"func.func"() <{function_type = (vector<4xi32>) -> (), sym_name = "f"}> ({
^bb0(%a: vector<4xi32>):
%0 = "gpu.subgroup_reduce"(%a) <{op = #gpu<all_reduce_op minnumf>}> : (vector<4xi32>) -> vector<4xi32>
"func.return"() : () -> ()
}) : () -> ()
// -----
"func.func"() <{function_type = (vector<[4]xi32>) -> (), sym_name = "f"}> ({
^bb0(%a: vector<[4]xi32>):
%0 = "gpu.subgroup_reduce"(%a) <{op = #gpu<all_reduce_op add>}> : (vector<[4]xi32>) -> vector<[4]xi32>
"func.return"() : () -> ()
}) : () -> ()
// -----
"func.func"() <{function_type = (f32) -> (), sym_name = "f"}> ({
^bb0(%a: f32):
%0 = "gpu.all_reduce"(%a) ({}) : (f32) -> f32
"func.return"() : () -> ()
}) : () -> ()
// -----
"func.func"() <{function_type = (f32) -> (), sym_name = "f"}> ({
^bb0(%a: f32):
%0 = "gpu.all_reduce"(%a) <{op = #gpu<all_reduce_op and>}> ({}) : (f32) -> f32
"func.return"() : () -> ()
}) : () -> ()
// -----
"func.func"() <{function_type = (f32) -> (), sym_name = "f"}> ({
^bb0(%a: f32):
%0 = "gpu.all_reduce"(%a) <{op = #gpu<all_reduce_op add>}> ({ ^bb0(%x: f32, %y: f32): "gpu.yield"(%x) : (f32) -> () }) : (f32) -> f32
"func.return"() : () -> ()
}) : () -> ()
// -----
"func.func"() <{function_type = (f32) -> (), sym_name = "f"}> ({
^bb0(%a: f32):
%0 = "gpu.all_reduce"(%a) ({ ^bb0(%x: f32): "gpu.yield"(%x) : (f32) -> () }) : (f32) -> f32
"func.return"() : () -> ()
}) : () -> ()
// -----
"func.func"() <{function_type = (f32) -> (), sym_name = "f"}> ({
^bb0(%a: f32):
%0 = "gpu.all_reduce"(%a) ({ ^bb0(%x: f32, %y: i32): "gpu.yield"(%x) : (f32) -> () }) : (f32) -> f32
"func.return"() : () -> ()
}) : () -> ()
// -----
"func.func"() <{function_type = (f32) -> (), sym_name = "f"}> ({
^bb0(%a: f32):
%0 = "gpu.all_reduce"(%a) ({ ^bb0(%x: f32, %y: f32): "gpu.yield"() : () -> () }) : (f32) -> f32
"func.return"() : () -> ()
}) : () -> ()
// -----
"func.func"() <{function_type = (f32) -> (), sym_name = "f"}> ({
^bb0(%a: f32):
%0 = "gpu.all_reduce"(%a) ({ ^bb0(%x: f32, %y: f32): "gpu.yield"(%a) : (f32) -> () }) : (f32) -> f32
"func.return"() : () -> ()
}) : () -> ()
// -----
"func.func"() <{function_type = (f32) -> (), sym_name = "f"}> ({
^bb0(%a: f32):
%0 = "gpu.subgroup_broadcast"(%a) <{broadcast_type = #gpu<broadcast specific_lane>}> : (f32) -> f32
"func.return"() : () -> ()
}) : () -> ()
// -----
"func.func"() <{function_type = (f32, i32) -> (), sym_name = "f"}> ({
^bb0(%a: f32, %b: i32):
%0 = "gpu.subgroup_broadcast"(%a, %b) <{broadcast_type = #gpu<broadcast first_active_lane>}> : (f32, i32) -> f32
"func.return"() : () -> ()
}) : () -> ()
// -----
"func.func"() <{function_type = (f32, index) -> (), sym_name = "f"}> ({
^bb0(%a: f32, %b: index):
%0 = "gpu.subgroup_broadcast"(%a, %b) <{broadcast_type = #gpu<broadcast specific_lane>}> : (f32, index) -> f32
"func.return"() : () -> ()
}) : () -> ()
// -----
"func.func"() <{function_type = () -> (), sym_name = "f"}> ({
%0 = "gpu.dynamic_shared_memory"() : () -> memref<?xi8>
"func.return"() : () -> ()
}) : () -> ()
// -----
"func.func"() <{function_type = () -> (), sym_name = "f"}> ({
%0 = "gpu.dynamic_shared_memory"() : () -> memref<16xi8, #gpu.address_space<workgroup>>
"func.return"() : () -> ()
}) : () -> ()
// -----
"func.func"() <{function_type = () -> (), sym_name = "f"}> ({
%0 = "gpu.dynamic_shared_memory"() : () -> memref<?xf32, #gpu.address_space<workgroup>>
"func.return"() : () -> ()
}) : () -> ()
// -----
"func.func"() <{function_type = (memref<4xf32>) -> (), sym_name = "f"}> ({
^bb0(%a: memref<4xf32>):
"gpu.printf"(%a) <{format = "%d"}> : (memref<4xf32>) -> ()
"func.return"() : () -> ()
}) : () -> ()
// -----
"func.func"() <{function_type = () -> (), sym_name = "f"}> ({
"gpu.return"() : () -> ()
"func.return"() : () -> ()
}) : () -> ()
// -----
"func.func"() <{function_type = () -> (), sym_name = "f"}> ({
"gpu.func"() <{function_type = () -> ()}> ({ "gpu.return"() : () -> () }) {sym_name = "k"} : () -> ()
"func.return"() : () -> ()
}) : () -> ()
// -----
"gpu.module"() <{sym_name = "m"}> ({
  "gpu.func"() <{function_type = () -> ()}> ({
    "gpu.return"() : () -> ()
  }) : () -> ()
}) : () -> ()
// -----
"gpu.module"() <{sym_name = "m"}> ({
  "gpu.func"() <{function_type = () -> (), known_block_size = array<i32: 64, 1>}> ({
    "gpu.return"() : () -> ()
  }) {sym_name = "k"} : () -> ()
}) : () -> ()
// -----
"gpu.module"() <{sym_name = "m"}> ({
  "gpu.func"() <{function_type = () -> ()}> ({
    "gpu.return"() : () -> ()
  }) {sym_name = "k", gpu.known_block_size = array<i32: 64, 1>} : () -> ()
}) : () -> ()
// -----
"gpu.module"() <{sym_name = "m"}> ({
  "gpu.func"() <{function_type = () -> ()}> ({
  }) {sym_name = "k"} : () -> ()
}) : () -> ()
// -----
"gpu.module"() <{sym_name = "m"}> ({
  "gpu.func"() <{function_type = (i32) -> ()}> ({
  ^bb0(%a: f32):
    "gpu.return"() : () -> ()
  }) {sym_name = "k"} : () -> ()
}) : () -> ()
// -----
"gpu.module"() <{sym_name = "m"}> ({
  "gpu.func"() <{function_type = () -> i32}> ({
  ^bb0:
    %0 = "arith.constant"() <{value = 1 : i32}> : () -> i32
    "gpu.return"(%0) : (i32) -> ()
  }) {gpu.kernel, sym_name = "k"} : () -> ()
}) : () -> ()
// -----
"gpu.module"() <{sym_name = "m"}> ({
  "gpu.func"() <{function_type = () -> i32}> ({
    "gpu.return"() : () -> ()
  }) {sym_name = "k"} : () -> ()
}) : () -> ()
// -----
"gpu.module"() <{sym_name = "m"}> ({
  "gpu.func"() <{function_type = () -> ()}> ({
    "gpu.return"() : () -> ()
  }) {sym_name = "k", workgroup_attributions = 1 : i64} : () -> ()
}) : () -> ()
// -----
"gpu.module"() <{sym_name = "m"}> ({
  "gpu.func"() <{function_type = () -> ()}> ({
  ^bb0(%a: memref<4xf32, #gpu.address_space<private>>):
    "gpu.return"() : () -> ()
  }) {sym_name = "k", workgroup_attributions = 1 : i64} : () -> ()
}) : () -> ()
// -----
"gpu.module"() <{sym_name = "m"}> ({
  "gpu.func"() <{function_type = () -> ()}> ({
  ^bb0(%a: i32):
    "gpu.return"() : () -> ()
  }) {sym_name = "k"} : () -> ()
}) : () -> ()
// -----
"gpu.module"() <{sym_name = "m"}> ({
  "gpu.func"() <{function_type = (i32) -> (), arg_attrs = [{a = 1 : i32}]}> ({
  ^bb0(%a: i32):
    "gpu.return"() : () -> ()
  }) {sym_name = "k"} : () -> ()
}) : () -> ()
// -----
"gpu.module"() <{sym_name = "m"}> ({
  "gpu.func"() <{function_type = (i32) -> (), arg_attrs = [{a.b = 1 : i32}, {}]}> ({
  ^bb0(%a: i32):
    "gpu.return"() : () -> ()
  }) {sym_name = "k"} : () -> ()
}) : () -> ()
// -----
"gpu.module"() <{sym_name = "m"}> ({
  "gpu.func"() <{function_type = () -> ()}> ({
    "gpu.return"() : () -> ()
  }) {sym_name = "k"} : () -> ()
  "gpu.func"() <{function_type = () -> ()}> ({
    "gpu.return"() : () -> ()
  }) {sym_name = "k"} : () -> ()
}) : () -> ()
// -----
"gpu.module"() <{sym_name = "m"}> ({
}) : () -> ()
// -----
"gpu.module"() <{sym_name = "m"}> ({
^bb0(%a: i32):
}) : () -> ()
// -----
"gpu.module"() <{sym_name = "m", targets = []}> ({
^bb0:
}) : () -> ()
// -----
"gpu.module"() <{sym_name = "m", targets = [#gpu<dim x>]}> ({
^bb0:
}) : () -> ()
// -----
"gpu.module"() <{sym_name = "m", offloadingHandler = #gpu<dim x>}> ({
^bb0:
}) : () -> ()
