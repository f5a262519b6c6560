package ir

var gpuTemplates = []string{
	`%0 = "gpu.thread_id"() <{dimension = #gpu<dim y>, upper_bound = 64 : index}> : () -> index`,
	`%0 = "gpu.block_id"() <{dimension = #gpu<dim z>}> : () -> index`,
	`%0:2 = "gpu.shuffle"(%a, %b, %c) <{mode = #gpu<shuffle_mode xor>}> : (f32, i32, i32) -> (f32, i1)`,
	`%0:2 = "gpu.shuffle"(%a, %b, %c) <{mode = #gpu<shuffle_mode down>}> : (vector<4xf16>, i32, i32) -> (vector<4xf16>, i1)`,
	`%0:2 = "gpu.rotate"(%a) <{offset = 4 : i32, width = 16 : i32}> : (i32) -> (i32, i1)`,
	`%0 = "gpu.subgroup_reduce"(%a) <{cluster_size = 16 : i32, cluster_stride = 2 : i32, op = #gpu<all_reduce_op minnumf>, uniform}> : (f32) -> f32`,
	`%0 = "gpu.subgroup_reduce"(%a) <{cluster_size = 16 : i32, op = #gpu<all_reduce_op xor>}> : (vector<4xi16>) -> vector<4xi16>`,
	`%0 = "gpu.all_reduce"(%a) <{op = #gpu<all_reduce_op maximumf>}> ({
}) : (f32) -> f32`,
	`%0 = "gpu.all_reduce"(%a) <{uniform}> ({
^bb0(%x: i32, %y: i32):
  %z = "arith.addi"(%x, %y) <{overflowFlags = #arith.overflow<none>}> : (i32, i32) -> i32
  "gpu.yield"(%z) : (i32) -> ()
}) : (i32) -> i32`,
	`%0 = "gpu.subgroup_broadcast"(%a, %b) <{broadcast_type = #gpu<broadcast specific_lane>}> : (vector<4xf32>, i32) -> vector<4xf32>`,
	`%0 = "gpu.subgroup_broadcast"(%a) <{broadcast_type = #gpu<broadcast first_active_lane>}> : (index) -> index`,
	`%0 = "gpu.dynamic_shared_memory"() : () -> memref<?xi8, #gpu.address_space<workgroup>>`,
	`"gpu.printf"(%a, %b) <{format = "%d %f\0A"}> : (i32, f32) -> ()`,
}
