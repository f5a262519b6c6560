"builtin.module"() ({
  "gpu.module"() <{sym_name = "types"}> ({
    "gpu.func"() <{function_type = (memref<3x64x1xi8, strided<[133, 2, 1], offset: 3>>, memref<3x64x1xi8, strided<[133, 2, 1], offset: 3>>) -> (), known_block_size = array<i32: 64, 1, 1>}> ({
    ^bb0(%arg174: memref<3x64x1xi8, strided<[133, 2, 1], offset: 3>>, %arg175: memref<3x64x1xi8, strided<[133, 2, 1], offset: 3>>, %arg176: memref<64x2xi8, #gpu.address_space<workgroup>>):
      %348 = "gpu.thread_id"() <{dimension = #gpu<dim x>}> : () -> index
      %349 = "gpu.block_id"() <{dimension = #gpu<dim x>}> : () -> index
      %350 = "arith.constant"() <{value = 0 : index}> : () -> index
      %351 = "arith.constant"() <{value = 1 : index}> : () -> index
      %352 = "memref.load"(%arg174, %349, %348, %350) : (memref<3x64x1xi8, strided<[133, 2, 1], offset: 3>>, index, index, index) -> i8
      "memref.store"(%352, %arg176, %348, %351) : (i8, memref<64x2xi8, #gpu.address_space<workgroup>>, index, index) -> ()
      %353 = "memref.load"(%arg176, %348, %351) : (memref<64x2xi8, #gpu.address_space<workgroup>>, index, index) -> i8
      "memref.store"(%353, %arg175, %349, %348, %350) : (i8, memref<3x64x1xi8, strided<[133, 2, 1], offset: 3>>, index, index, index) -> ()
      "gpu.return"() : () -> ()
    }) {gpu.kernel, sym_name = "i8_0", workgroup_attributions = 1 : i64} : () -> ()
    "gpu.func"() <{function_type = (memref<3x64x1xi8, strided<[133, 2, 1], offset: 3>>, memref<3x64x1xi8, strided<[133, 2, 1], offset: 3>>) -> (), known_block_size = array<i32: 64, 1, 1>}> ({
    ^bb0(%arg171: memref<3x64x1xi8, strided<[133, 2, 1], offset: 3>>, %arg172: memref<3x64x1xi8, strided<[133, 2, 1], offset: 3>>, %arg173: memref<64x2xi8, #gpu.address_space<workgroup>>):
      %342 = "gpu.thread_id"() <{dimension = #gpu<dim x>}> : () -> index
      %343 = "gpu.block_id"() <{dimension = #gpu<dim x>}> : () -> index
      %344 = "arith.constant"() <{value = 0 : index}> : () -> index
      %345 = "arith.constant"() <{value = 1 : index}> : () -> index
      %346 = "vector.load"(%arg171, %343, %342, %344) : (memref<3x64x1xi8, strided<[133, 2, 1], offset: 3>>, index, index, index) -> vector<1xi8>
      "vector.store"(%346, %arg173, %342, %345) : (vector<1xi8>, memref<64x2xi8, #gpu.address_space<workgroup>>, index, index) -> ()
      %347 = "vector.load"(%arg173, %342, %345) : (memref<64x2xi8, #gpu.address_space<workgroup>>, index, index) -> vector<1xi8>
      "vector.store"(%347, %arg172, %343, %342, %344) : (vector<1xi8>, memref<3x64x1xi8, strided<[133, 2, 1], offset: 3>>, index, index, index) -> ()
      "gpu.return"() : () -> ()
    }) {gpu.kernel, sym_name = "i8_1", workgroup_attributions = 1 : i64} : () -> ()
    "gpu.func"() <{function_type = (memref<3x64x2xi8, strided<[197, 3, 1], offset: 3>>, memref<3x64x2xi8, strided<[197, 3, 1], offset: 3>>) -> (), known_block_size = array<i32: 64, 1, 1>}> ({
    ^bb0(%arg168: memref<3x64x2xi8, strided<[197, 3, 1], offset: 3>>, %arg169: memref<3x64x2xi8, strided<[197, 3, 1], offset: 3>>, %arg170: memref<64x3xi8, #gpu.address_space<workgroup>>):
      %336 = "gpu.thread_id"() <{dimension = #gpu<dim x>}> : () -> index
      %337 = "gpu.block_id"() <{dimension = #gpu<dim x>}> : () -> index
      %338 = "arith.constant"() <{value = 0 : index}> : () -> index
      %339 = "arith.constant"() <{value = 1 : index}> : () -> index
      %340 = "vector.load"(%arg168, %337, %336, %338) : (memref<3x64x2xi8, strided<[197, 3, 1], offset: 3>>, index, index, index) -> vector<2xi8>
      "vector.store"(%340, %arg170, %336, %339) : (vector<2xi8>, memref<64x3xi8, #gpu.address_space<workgroup>>, index, index) -> ()
      %341 = "vector.load"(%arg170, %336, %339) : (memref<64x3xi8, #gpu.address_space<workgroup>>, index, index) -> vector<2xi8>
      "vector.store"(%341, %arg169, %337, %336, %338) : (vector<2xi8>, memref<3x64x2xi8, strided<[197, 3, 1], offset: 3>>, index, index, index) -> ()
      "gpu.return"() : () -> ()
    }) {gpu.kernel, sym_name = "i8_2", workgroup_attributions = 1 : i64} : () -> ()
    "gpu.func"() <{function_type = (memref<3x64x3xi8, strided<[261, 4, 1], offset: 3>>, memref<3x64x3xi8, strided<[261, 4, 1], offset: 3>>) -> (), known_block_size = array<i32: 64, 1, 1>}> ({
    ^bb0(%arg165: memref<3x64x3xi8, strided<[261, 4, 1], offset: 3>>, %arg166: memref<3x64x3xi8, strided<[261, 4, 1], offset: 3>>, %arg167: memref<64x4xi8, #gpu.address_space<workgroup>>):
      %330 = "gpu.thread_id"() <{dimension = #gpu<dim x>}> : () -> index
      %331 = "gpu.block_id"() <{dimension = #gpu<dim x>}> : () -> index
      %332 = "arith.constant"() <{value = 0 : index}> : () -> index
      %333 = "arith.constant"() <{value = 1 : index}> : () -> index
      %334 = "vector.load"(%arg165, %331, %330, %332) : (memref<3x64x3xi8, strided<[261, 4, 1], offset: 3>>, index, index, index) -> vector<3xi8>
      "vector.store"(%334, %arg167, %330, %333) : (vector<3xi8>, memref<64x4xi8, #gpu.address_space<workgroup>>, index, index) -> ()
      %335 = "vector.load"(%arg167, %330, %333) : (memref<64x4xi8, #gpu.address_space<workgroup>>, index, index) -> vector<3xi8>
      "vector.store"(%335, %arg166, %331, %330, %332) : (vector<3xi8>, memref<3x64x3xi8, strided<[261, 4, 1], offset: 3>>, index, index, index) -> ()
      "gpu.return"() : () -> ()
    }) {gpu.kernel, sym_name = "i8_3", workgroup_attributions = 1 : i64} : () -> ()
    "gpu.func"() <{function_type = (memref<3x64x4xi8, strided<[325, 5, 1], offset: 3>>, memref<3x64x4xi8, strided<[325, 5, 1], offset: 3>>) -> (), known_block_size = array<i32: 64, 1, 1>}> ({
    ^bb0(%arg162: memref<3x64x4xi8, strided<[325, 5, 1], offset: 3>>, %arg163: memref<3x64x4xi8, strided<[325, 5, 1], offset: 3>>, %arg164: memref<64x5xi8, #gpu.address_space<workgroup>>):
      %324 = "gpu.thread_id"() <{dimension = #gpu<dim x>}> : () -> index
      %325 = "gpu.block_id"() <{dimension = #gpu<dim x>}> : () -> index
      %326 = "arith.constant"() <{value = 0 : index}> : () -> index
      %327 = "arith.constant"() <{value = 1 : index}> : () -> index
      %328 = "vector.load"(%arg162, %325, %324, %326) : (memref<3x64x4xi8, strided<[325, 5, 1], offset: 3>>, index, index, index) -> vector<4xi8>
      "vector.store"(%328, %arg164, %324, %327) : (vector<4xi8>, memref<64x5xi8, #gpu.address_space<workgroup>>, index, index) -> ()
      %329 = "vector.load"(%arg164, %324, %327) : (memref<64x5xi8, #gpu.address_space<workgroup>>, index, index) -> vector<4xi8>
      "vector.store"(%329, %arg163, %325, %324, %326) : (vector<4xi8>, memref<3x64x4xi8, strided<[325, 5, 1], offset: 3>>, index, index, index) -> ()
      "gpu.return"() : () -> ()
    }) {gpu.kernel, sym_name = "i8_4", workgroup_attributions = 1 : i64} : () -> ()
    "gpu.func"() <{function_type = (memref<3x64x5xi8, strided<[389, 6, 1], offset: 3>>, memref<3x64x5xi8, strided<[389, 6, 1], offset: 3>>) -> (), known_block_size = array<i32: 64, 1, 1>}> ({
    ^bb0(%arg159: memref<3x64x5xi8, strided<[389, 6, 1], offset: 3>>, %arg160: memref<3x64x5xi8, strided<[389, 6, 1], offset: 3>>, %arg161: memref<64x6xi8, #gpu.address_space<workgroup>>):
      %318 = "gpu.thread_id"() <{dimension = #gpu<dim x>}> : () -> index
      %319 = "gpu.block_id"() <{dimension = #gpu<dim x>}> : () -> index
      %320 = "arith.constant"() <{value = 0 : index}> : () -> index
      %321 = "arith.constant"() <{value = 1 : index}> : () -> index
      %322 = "vector.load"(%arg159, %319, %318, %320) : (memref<3x64x5xi8, strided<[389, 6, 1], offset: 3>>, index, index, index) -> vector<5xi8>
      "vector.store"(%322, %arg161, %318, %321) : (vector<5xi8>, memref<64x6xi8, #gpu.address_space<workgroup>>, index, index) -> ()
      %323 = "vector.load"(%arg161, %318, %321) : (memref<64x6xi8, #gpu.address_space<workgroup>>, index, index) -> vector<5xi8>
      "vector.store"(%323, %arg160, %319, %318, %320) : (vector<5xi8>, memref<3x64x5xi8, strided<[389, 6, 1], offset: 3>>, index, index, index) -> ()
      "gpu.return"() : () -> ()
    }) {gpu.kernel, sym_name = "i8_5", workgroup_attributions = 1 : i64} : () -> ()
    "gpu.func"() <{function_type = (memref<3x64x7xi8, strided<[517, 8, 1], offset: 3>>, memref<3x64x7xi8, strided<[517, 8, 1], offset: 3>>) -> (), known_block_size = array<i32: 64, 1, 1>}> ({
    ^bb0(%arg156: memref<3x64x7xi8, strided<[517, 8, 1], offset: 3>>, %arg157: memref<3x64x7xi8, strided<[517, 8, 1], offset: 3>>, %arg158: memref<64x8xi8, #gpu.address_space<workgroup>>):
      %312 = "gpu.thread_id"() <{dimension = #gpu<dim x>}> : () -> index
      %313 = "gpu.block_id"() <{dimension = #gpu<dim x>}> : () -> index
      %314 = "arith.constant"() <{value = 0 : index}> : () -> index
      %315 = "arith.constant"() <{value = 1 : index}> : () -> index
      %316 = "vector.load"(%arg156, %313, %312, %314) : (memref<3x64x7xi8, strided<[517, 8, 1], offset: 3>>, index, index, index) -> vector<7xi8>
      "vector.store"(%316, %arg158, %312, %315) : (vector<7xi8>, memref<64x8xi8, #gpu.address_space<workgroup>>, index, index) -> ()
      %317 = "vector.load"(%arg158, %312, %315) : (memref<64x8xi8, #gpu.address_space<workgroup>>, index, index) -> vector<7xi8>
      "vector.store"(%317, %arg157, %313, %312, %314) : (vector<7xi8>, memref<3x64x7xi8, strided<[517, 8, 1], offset: 3>>, index, index, index) -> ()
      "gpu.return"() : () -> ()
    }) {gpu.kernel, sym_name = "i8_7", workgroup_attributions = 1 : i64} : () -> ()
    "gpu.func"() <{function_type = (memref<3x64x8xi8, strided<[581, 9, 1], offset: 3>>, memref<3x64x8xi8, strided<[581, 9, 1], offset: 3>>) -> (), known_block_size = array<i32: 64, 1, 1>}> ({
    ^bb0(%arg153: memref<3x64x8xi8, strided<[581, 9, 1], offset: 3>>, %arg154: memref<3x64x8xi8, strided<[581, 9, 1], offset: 3>>, %arg155: memref<64x9xi8, #gpu.address_space<workgroup>>):
      %306 = "gpu.thread_id"() <{dimension = #gpu<dim x>}> : () -> index
      %307 = "gpu.block_id"() <{dimension = #gpu<dim x>}> : () -> index
      %308 = "arith.constant"() <{value = 0 : index}> : () -> index
      %309 = "arith.constant"() <{value = 1 : index}> : () -> index
      %310 = "vector.load"(%arg153, %307, %306, %308) : (memref<3x64x8xi8, strided<[581, 9, 1], offset: 3>>, index, index, index) -> vector<8xi8>
      "vector.store"(%310, %arg155, %306, %309) : (vector<8xi8>, memref<64x9xi8, #gpu.address_space<workgroup>>, index, index) -> ()
      %311 = "vector.load"(%arg155, %306, %309) : (memref<64x9xi8, #gpu.address_space<workgroup>>, index, index) -> vector<8xi8>
      "vector.store"(%311, %arg154, %307, %306, %308) : (vector<8xi8>, memref<3x64x8xi8, strided<[581, 9, 1], offset: 3>>, index, index, index) -> ()
      "gpu.return"() : () -> ()
    }) {gpu.kernel, sym_name = "i8_8", workgroup_attributions = 1 : i64} : () -> ()
    "gpu.func"() <{function_type = (memref<3x64x13xi8, strided<[901, 14, 1], offset: 3>>, memref<3x64x13xi8, strided<[901, 14, 1], offset: 3>>) -> (), known_block_size = array<i32: 64, 1, 1>}> ({
    ^bb0(%arg150: memref<3x64x13xi8, strided<[901, 14, 1], offset: 3>>, %arg151: memref<3x64x13xi8, strided<[901, 14, 1], offset: 3>>, %arg152: memref<64x14xi8, #gpu.address_space<workgroup>>):
      %300 = "gpu.thread_id"() <{dimension = #gpu<dim x>}> : () -> index
      %301 = "gpu.block_id"() <{dimension = #gpu<dim x>}> : () -> index
      %302 = "arith.constant"() <{value = 0 : index}> : () -> index
      %303 = "arith.constant"() <{value = 1 : index}> : () -> index
      %304 = "vector.load"(%arg150, %301, %300, %302) : (memref<3x64x13xi8, strided<[901, 14, 1], offset: 3>>, index, index, index) -> vector<13xi8>
      "vector.store"(%304, %arg152, %300, %303) : (vector<13xi8>, memref<64x14xi8, #gpu.address_space<workgroup>>, index, index) -> ()
      %305 = "vector.load"(%arg152, %300, %303) : (memref<64x14xi8, #gpu.address_space<workgroup>>, index, index) -> vector<13xi8>
      "vector.store"(%305, %arg151, %301, %300, %302) : (vector<13xi8>, memref<3x64x13xi8, strided<[901, 14, 1], offset: 3>>, index, index, index) -> ()
      "gpu.return"() : () -> ()
    }) {gpu.kernel, sym_name = "i8_13", workgroup_attributions = 1 : i64} : () -> ()
    "gpu.func"() <{function_type = (memref<3x64x16xi8, strided<[1093, 17, 1], offset: 3>>, memref<3x64x16xi8, strided<[1093, 17, 1], offset: 3>>) -> (), known_block_size = array<i32: 64, 1, 1>}> ({
    ^bb0(%arg147: memref<3x64x16xi8, strided<[1093, 17, 1], offset: 3>>, %arg148: memref<3x64x16xi8, strided<[1093, 17, 1], offset: 3>>, %arg149: memref<64x17xi8, #gpu.address_space<workgroup>>):
      %294 = "gpu.thread_id"() <{dimension = #gpu<dim x>}> : () -> index
      %295 = "gpu.block_id"() <{dimension = #gpu<dim x>}> : () -> index
      %296 = "arith.constant"() <{value = 0 : index}> : () -> index
      %297 = "arith.constant"() <{value = 1 : index}> : () -> index
      %298 = "vector.load"(%arg147, %295, %294, %296) : (memref<3x64x16xi8, strided<[1093, 17, 1], offset: 3>>, index, index, index) -> vector<16xi8>
      "vector.store"(%298, %arg149, %294, %297) : (vector<16xi8>, memref<64x17xi8, #gpu.address_space<workgroup>>, index, index) -> ()
      %299 = "vector.load"(%arg149, %294, %297) : (memref<64x17xi8, #gpu.address_space<workgroup>>, index, index) -> vector<16xi8>
      "vector.store"(%299, %arg148, %295, %294, %296) : (vector<16xi8>, memref<3x64x16xi8, strided<[1093, 17, 1], offset: 3>>, index, index, index) -> ()
      "gpu.return"() : () -> ()
    }) {gpu.kernel, sym_name = "i8_16", workgroup_attributions = 1 : i64} : () -> ()
    "gpu.func"() <{function_type = (memref<3x64x24xi8, strided<[1605, 25, 1], offset: 3>>, memref<3x64x24xi8, strided<[1605, 25, 1], offset: 3>>) -> (), known_block_size = array<i32: 64, 1, 1>}> ({
    ^bb0(%arg144: memref<3x64x24xi8, strided<[1605, 25, 1], offset: 3>>, %arg145: memref<3x64x24xi8, strided<[1605, 25, 1], offset: 3>>, %arg146: memref<64x25xi8, #gpu.address_space<workgroup>>):
      %288 = "gpu.thread_id"() <{dimension = #gpu<dim x>}> : () -> index
      %289 = "gpu.block_id"() <{dimension = #gpu<dim x>}> : () -> index
      %290 = "arith.constant"() <{value = 0 : index}> : () -> index
      %291 = "arith.constant"() <{value = 1 : index}> : () -> index
      %292 = "vector.load"(%arg144, %289, %288, %290) : (memref<3x64x24xi8, strided<[1605, 25, 1], offset: 3>>, index, index, index) -> vector<24xi8>
      "vector.store"(%292, %arg146, %288, %291) : (vector<24xi8>, memref<64x25xi8, #gpu.address_space<workgroup>>, index, index) -> ()
      %293 = "vector.load"(%arg146, %288, %291) : (memref<64x25xi8, #gpu.address_space<workgroup>>, index, index) -> vector<24xi8>
      "vector.store"(%293, %arg145, %289, %288, %290) : (vector<24xi8>, memref<3x64x24xi8, strided<[1605, 25, 1], offset: 3>>, index, index, index) -> ()
      "gpu.return"() : () -> ()
    }) {gpu.kernel, sym_name = "i8_24", workgroup_attributions = 1 : i64} : () -> ()
    "gpu.func"() <{function_type = (memref<3x64x1xi16, strided<[133, 2, 1], offset: 3>>, memref<3x64x1xi16, strided<[133, 2, 1], offset: 3>>) -> (), known_block_size = array<i32: 64, 1, 1>}> ({
    ^bb0(%arg141: memref<3x64x1xi16, strided<[133, 2, 1], offset: 3>>, %arg142: memref<3x64x1xi16, strided<[133, 2, 1], offset: 3>>, %arg143: memref<64x2xi16, #gpu.address_space<workgroup>>):
      %282 = "gpu.thread_id"() <{dimension = #gpu<dim x>}> : () -> index
      %283 = "gpu.block_id"() <{dimension = #gpu<dim x>}> : () -> index
      %284 = "arith.constant"() <{value = 0 : index}> : () -> index
      %285 = "arith.constant"() <{value = 1 : index}> : () -> index
      %286 = "memref.load"(%arg141, %283, %282, %284) : (memref<3x64x1xi16, strided<[133, 2, 1], offset: 3>>, index, index, index) -> i16
      "memref.store"(%286, %arg143, %282, %285) : (i16, memref<64x2xi16, #gpu.address_space<workgroup>>, index, index) -> ()
      %287 = "memref.load"(%arg143, %282, %285) : (memref<64x2xi16, #gpu.address_space<workgroup>>, index, index) -> i16
      "memref.store"(%287, %arg142, %283, %282, %284) : (i16, memref<3x64x1xi16, strided<[133, 2, 1], offset: 3>>, index, index, index) -> ()
      "gpu.return"() : () -> ()
    }) {gpu.kernel, sym_name = "i16_0", workgroup_attributions = 1 : i64} : () -> ()
    "gpu.func"() <{function_type = (memref<3x64x1xi16, strided<[133, 2, 1], offset: 3>>, memref<3x64x1xi16, strided<[133, 2, 1], offset: 3>>) -> (), known_block_size = array<i32: 64, 1, 1>}> ({
    ^bb0(%arg138: memref<3x64x1xi16, strided<[133, 2, 1], offset: 3>>, %arg139: memref<3x64x1xi16, strided<[133, 2, 1], offset: 3>>, %arg140: memref<64x2xi16, #gpu.address_space<workgroup>>):
      %276 = "gpu.thread_id"() <{dimension = #gpu<dim x>}> : () -> index
      %277 = "gpu.block_id"() <{dimension = #gpu<dim x>}> : () -> index
      %278 = "arith.constant"() <{value = 0 : index}> : () -> index
      %279 = "arith.constant"() <{value = 1 : index}> : () -> index
      %280 = "vector.load"(%arg138, %277, %276, %278) : (memref<3x64x1xi16, strided<[133, 2, 1], offset: 3>>, index, index, index) -> vector<1xi16>
      "vector.store"(%280, %arg140, %276, %279) : (vector<1xi16>, memref<64x2xi16, #gpu.address_space<workgroup>>, index, index) -> ()
      %281 = "vector.load"(%arg140, %276, %279) : (memref<64x2xi16, #gpu.address_space<workgroup>>, index, index) -> vector<1xi16>
      "vector.store"(%281, %arg139, %277, %276, %278) : (vector<1xi16>, memref<3x64x1xi16, strided<[133, 2, 1], offset: 3>>, index, index, index) -> ()
      "gpu.return"() : () -> ()
    }) {gpu.kernel, sym_name = "i16_1", workgroup_attributions = 1 : i64} : () -> ()
    "gpu.func"() <{function_type = (memref<3x64x2xi16, strided<[197, 3, 1], offset: 3>>, memref<3x64x2xi16, strided<[197, 3, 1], offset: 3>>) -> (), known_block_size = array<i32: 64, 1, 1>}> ({
    ^bb0(%arg135: memref<3x64x2xi16, strided<[197, 3, 1], offset: 3>>, %arg136: memref<3x64x2xi16, strided<[197, 3, 1], offset: 3>>, %arg137: memref<64x3xi16, #gpu.address_space<workgroup>>):
      %270 = "gpu.thread_id"() <{dimension = #gpu<dim x>}> : () -> index
      %271 = "gpu.block_id"() <{dimension = #gpu<dim x>}> : () -> index
      %272 = "arith.constant"() <{value = 0 : index}> : () -> index
      %273 = "arith.constant"() <{value = 1 : index}> : () -> index
      %274 = "vector.load"(%arg135, %271, %270, %272) : (memref<3x64x2xi16, strided<[197, 3, 1], offset: 3>>, index, index, index) -> vector<2xi16>
      "vector.store"(%274, %arg137, %270, %273) : (vector<2xi16>, memref<64x3xi16, #gpu.address_space<workgroup>>, index, index) -> ()
      %275 = "vector.load"(%arg137, %270, %273) : (memref<64x3xi16, #gpu.address_space<workgroup>>, index, index) -> vector<2xi16>
      "vector.store"(%275, %arg136, %271, %270, %272) : (vector<2xi16>, memref<3x64x2xi16, strided<[197, 3, 1], offset: 3>>, index, index, index) -> ()
      "gpu.return"() : () -> ()
    }) {gpu.kernel, sym_name = "i16_2", workgroup_attributions = 1 : i64} : () -> ()
    "gpu.func"() <{function_type = (memref<3x64x3xi16, strided<[261, 4, 1], offset: 3>>, memref<3x64x3xi16, strided<[261, 4, 1], offset: 3>>) -> (), known_block_size = array<i32: 64, 1, 1>}> ({
    ^bb0(%arg132: memref<3x64x3xi16, strided<[261, 4, 1], offset: 3>>, %arg133: memref<3x64x3xi16, strided<[261, 4, 1], offset: 3>>, %arg134: memref<64x4xi16, #gpu.address_space<workgroup>>):
      %264 = "gpu.thread_id"() <{dimension = #gpu<dim x>}> : () -> index
      %265 = "gpu.block_id"() <{dimension = #gpu<dim x>}> : () -> index
      %266 = "arith.constant"() <{value = 0 : index}> : () -> index
      %267 = "arith.constant"() <{value = 1 : index}> : () -> index
      %268 = "vector.load"(%arg132, %265, %264, %266) : (memref<3x64x3xi16, strided<[261, 4, 1], offset: 3>>, index, index, index) -> vector<3xi16>
      "vector.store"(%268, %arg134, %264, %267) : (vector<3xi16>, memref<64x4xi16, #gpu.address_space<workgroup>>, index, index) -> ()
      %269 = "vector.load"(%arg134, %264, %267) : (memref<64x4xi16, #gpu.address_space<workgroup>>, index, index) -> vector<3xi16>
      "vector.store"(%269, %arg133, %265, %264, %266) : (vector<3xi16>, memref<3x64x3xi16, strided<[261, 4, 1], offset: 3>>, index, index, index) -> ()
      "gpu.return"() : () -> ()
    }) {gpu.kernel, sym_name = "i16_3", workgroup_attributions = 1 : i64} : () -> ()
    "gpu.func"() <{function_type = (memref<3x64x4xi16, strided<[325, 5, 1], offset: 3>>, memref<3x64x4xi16, strided<[325, 5, 1], offset: 3>>) -> (), known_block_size = array<i32: 64, 1, 1>}> ({
    ^bb0(%arg129: memref<3x64x4xi16, strided<[325, 5, 1], offset: 3>>, %arg130: memref<3x64x4xi16, strided<[325, 5, 1], offset: 3>>, %arg131: memref<64x5xi16, #gpu.address_space<workgroup>>):
      %258 = "gpu.thread_id"() <{dimension = #gpu<dim x>}> : () -> index
      %259 = "gpu.block_id"() <{dimension = #gpu<dim x>}> : () -> index
      %260 = "arith.constant"() <{value = 0 : index}> : () -> index
      %261 = "arith.constant"() <{value = 1 : index}> : () -> index
      %262 = "vector.load"(%arg129, %259, %258, %260) : (memref<3x64x4xi16, strided<[325, 5, 1], offset: 3>>, index, index, index) -> vector<4xi16>
      "vector.store"(%262, %arg131, %258, %261) : (vector<4xi16>, memref<64x5xi16, #gpu.address_space<workgroup>>, index, index) -> ()
      %263 = "vector.load"(%arg131, %258, %261) : (memref<64x5xi16, #gpu.address_space<workgroup>>, index, index) -> vector<4xi16>
      "vector.store"(%263, %arg130, %259, %258, %260) : (vector<4xi16>, memref<3x64x4xi16, strided<[325, 5, 1], offset: 3>>, index, index, index) -> ()
      "gpu.return"() : () -> ()
    }) {gpu.kernel, sym_name = "i16_4", workgroup_attributions = 1 : i64} : () -> ()
    "gpu.func"() <{function_type = (memref<3x64x5xi16, strided<[389, 6, 1], offset: 3>>, memref<3x64x5xi16, strided<[389, 6, 1], offset: 3>>) -> (), known_block_size = array<i32: 64, 1, 1>}> ({
    ^bb0(%arg126: memref<3x64x5xi16, strided<[389, 6, 1], offset: 3>>, %arg127: memref<3x64x5xi16, strided<[389, 6, 1], offset: 3>>, %arg128: memref<64x6xi16, #gpu.address_space<workgroup>>):
      %252 = "gpu.thread_id"() <{dimension = #gpu<dim x>}> : () -> index
      %253 = "gpu.block_id"() <{dimension = #gpu<dim x>}> : () -> index
      %254 = "arith.constant"() <{value = 0 : index}> : () -> index
      %255 = "arith.constant"() <{value = 1 : index}> : () -> index
      %256 = "vector.load"(%arg126, %253, %252, %254) : (memref<3x64x5xi16, strided<[389, 6, 1], offset: 3>>, index, index, index) -> vector<5xi16>
      "vector.store"(%256, %arg128, %252, %255) : (vector<5xi16>, memref<64x6xi16, #gpu.address_space<workgroup>>, index, index) -> ()
      %257 = "vector.load"(%arg128, %252, %255) : (memref<64x6xi16, #gpu.address_space<workgroup>>, index, index) -> vector<5xi16>
      "vector.store"(%257, %arg127, %253, %252, %254) : (vector<5xi16>, memref<3x64x5xi16, strided<[389, 6, 1], offset: 3>>, index, index, index) -> ()
      "gpu.return"() : () -> ()
    }) {gpu.kernel, sym_name = "i16_5", workgroup_attributions = 1 : i64} : () -> ()
    "gpu.func"() <{function_type = (memref<3x64x8xi16, strided<[581, 9, 1], offset: 3>>, memref<3x64x8xi16, strided<[581, 9, 1], offset: 3>>) -> (), known_block_size = array<i32: 64, 1, 1>}> ({
    ^bb0(%arg123: memref<3x64x8xi16, strided<[581, 9, 1], offset: 3>>, %arg124: memref<3x64x8xi16, strided<[581, 9, 1], offset: 3>>, %arg125: memref<64x9xi16, #gpu.address_space<workgroup>>):
      %246 = "gpu.thread_id"() <{dimension = #gpu<dim x>}> : () -> index
      %247 = "gpu.block_id"() <{dimension = #gpu<dim x>}> : () -> index
      %248 = "arith.constant"() <{value = 0 : index}> : () -> index
      %249 = "arith.constant"() <{value = 1 : index}> : () -> index
      %250 = "vector.load"(%arg123, %247, %246, %248) : (memref<3x64x8xi16, strided<[581, 9, 1], offset: 3>>, index, index, index) -> vector<8xi16>
      "vector.store"(%250, %arg125, %246, %249) : (vector<8xi16>, memref<64x9xi16, #gpu.address_space<workgroup>>, index, index) -> ()
      %251 = "vector.load"(%arg125, %246, %249) : (memref<64x9xi16, #gpu.address_space<workgroup>>, index, index) -> vector<8xi16>
      "vector.store"(%251, %arg124, %247, %246, %248) : (vector<8xi16>, memref<3x64x8xi16, strided<[581, 9, 1], offset: 3>>, index, index, index) -> ()
      "gpu.return"() : () -> ()
    }) {gpu.kernel, sym_name = "i16_8", workgroup_attributions = 1 : i64} : () -> ()
    "gpu.func"() <{function_type = (memref<3x64x9xi16, strided<[645, 10, 1], offset: 3>>, memref<3x64x9xi16, strided<[645, 10, 1], offset: 3>>) -> (), known_block_size = array<i32: 64, 1, 1>}> ({
    ^bb0(%arg120: memref<3x64x9xi16, strided<[645, 10, 1], offset: 3>>, %arg121: memref<3x64x9xi16, strided<[645, 10, 1], offset: 3>>, %arg122: memref<64x10xi16, #gpu.address_space<workgroup>>):
      %240 = "gpu.thread_id"() <{dimension = #gpu<dim x>}> : () -> index
      %241 = "gpu.block_id"() <{dimension = #gpu<dim x>}> : () -> index
      %242 = "arith.constant"() <{value = 0 : index}> : () -> index
      %243 = "arith.constant"() <{value = 1 : index}> : () -> index
      %244 = "vector.load"(%arg120, %241, %240, %242) : (memref<3x64x9xi16, strided<[645, 10, 1], offset: 3>>, index, index, index) -> vector<9xi16>
      "vector.store"(%244, %arg122, %240, %243) : (vector<9xi16>, memref<64x10xi16, #gpu.address_space<workgroup>>, index, index) -> ()
      %245 = "vector.load"(%arg122, %240, %243) : (memref<64x10xi16, #gpu.address_space<workgroup>>, index, index) -> vector<9xi16>
      "vector.store"(%245, %arg121, %241, %240, %242) : (vector<9xi16>, memref<3x64x9xi16, strided<[645, 10, 1], offset: 3>>, index, index, index) -> ()
      "gpu.return"() : () -> ()
    }) {gpu.kernel, sym_name = "i16_9", workgroup_attributions = 1 : i64} : () -> ()
    "gpu.func"() <{function_type = (memref<3x64x1xf16, strided<[133, 2, 1], offset: 3>>, memref<3x64x1xf16, strided<[133, 2, 1], offset: 3>>) -> (), known_block_size = array<i32: 64, 1, 1>}> ({
    ^bb0(%arg117: memref<3x64x1xf16, strided<[133, 2, 1], offset: 3>>, %arg118: memref<3x64x1xf16, strided<[133, 2, 1], offset: 3>>, %arg119: memref<64x2xf16, #gpu.address_space<workgroup>>):
      %234 = "gpu.thread_id"() <{dimension = #gpu<dim x>}> : () -> index
      %235 = "gpu.block_id"() <{dimension = #gpu<dim x>}> : () -> index
      %236 = "arith.constant"() <{value = 0 : index}> : () -> index
      %237 = "arith.constant"() <{value = 1 : index}> : () -> index
      %238 = "memref.load"(%arg117, %235, %234, %236) : (memref<3x64x1xf16, strided<[133, 2, 1], offset: 3>>, index, index, index) -> f16
      "memref.store"(%238, %arg119, %234, %237) : (f16, memref<64x2xf16, #gpu.address_space<workgroup>>, index, index) -> ()
      %239 = "memref.load"(%arg119, %234, %237) : (memref<64x2xf16, #gpu.address_space<workgroup>>, index, index) -> f16
      "memref.store"(%239, %arg118, %235, %234, %236) : (f16, memref<3x64x1xf16, strided<[133, 2, 1], offset: 3>>, index, index, index) -> ()
      "gpu.return"() : () -> ()
    }) {gpu.kernel, sym_name = "f16_0", workgroup_attributions = 1 : i64} : () -> ()
    "gpu.func"() <{function_type = (memref<3x64x2xf16, strided<[197, 3, 1], offset: 3>>, memref<3x64x2xf16, strided<[197, 3, 1], offset: 3>>) -> (), known_block_size = array<i32: 64, 1, 1>}> ({
    ^bb0(%arg114: memref<3x64x2xf16, strided<[197, 3, 1], offset: 3>>, %arg115: memref<3x64x2xf16, strided<[197, 3, 1], offset: 3>>, %arg116: memref<64x3xf16, #gpu.address_space<workgroup>>):
      %228 = "gpu.thread_id"() <{dimension = #gpu<dim x>}> : () -> index
      %229 = "gpu.block_id"() <{dimension = #gpu<dim x>}> : () -> index
      %230 = "arith.constant"() <{value = 0 : index}> : () -> index
      %231 = "arith.constant"() <{value = 1 : index}> : () -> index
      %232 = "vector.load"(%arg114, %229, %228, %230) : (memref<3x64x2xf16, strided<[197, 3, 1], offset: 3>>, index, index, index) -> vector<2xf16>
      "vector.store"(%232, %arg116, %228, %231) : (vector<2xf16>, memref<64x3xf16, #gpu.address_space<workgroup>>, index, index) -> ()
      %233 = "vector.load"(%arg116, %228, %231) : (memref<64x3xf16, #gpu.address_space<workgroup>>, index, index) -> vector<2xf16>
      "vector.store"(%233, %arg115, %229, %228, %230) : (vector<2xf16>, memref<3x64x2xf16, strided<[197, 3, 1], offset: 3>>, index, index, index) -> ()
      "gpu.return"() : () -> ()
    }) {gpu.kernel, sym_name = "f16_2", workgroup_attributions = 1 : i64} : () -> ()
    "gpu.func"() <{function_type = (memref<3x64x3xf16, strided<[261, 4, 1], offset: 3>>, memref<3x64x3xf16, strided<[261, 4, 1], offset: 3>>) -> (), known_block_size = array<i32: 64, 1, 1>}> ({
    ^bb0(%arg111: memref<3x64x3xf16, strided<[261, 4, 1], offset: 3>>, %arg112: memref<3x64x3xf16, strided<[261, 4, 1], offset: 3>>, %arg113: memref<64x4xf16, #gpu.address_space<workgroup>>):
      %222 = "gpu.thread_id"() <{dimension = #gpu<dim x>}> : () -> index
      %223 = "gpu.block_id"() <{dimension = #gpu<dim x>}> : () -> index
      %224 = "arith.constant"() <{value = 0 : index}> : () -> index
      %225 = "arith.constant"() <{value = 1 : index}> : () -> index
      %226 = "vector.load"(%arg111, %223, %222, %224) : (memref<3x64x3xf16, strided<[261, 4, 1], offset: 3>>, index, index, index) -> vector<3xf16>
      "vector.store"(%226, %arg113, %222, %225) : (vector<3xf16>, memref<64x4xf16, #gpu.address_space<workgroup>>, index, index) -> ()
      %227 = "vector.load"(%arg113, %222, %225) : (memref<64x4xf16, #gpu.address_space<workgroup>>, index, index) -> vector<3xf16>
      "vector.store"(%227, %arg112, %223, %222, %224) : (vector<3xf16>, memref<3x64x3xf16, strided<[261, 4, 1], offset: 3>>, index, index, index) -> ()
      "gpu.return"() : () -> ()
    }) {gpu.kernel, sym_name = "f16_3", workgroup_attributions = 1 : i64} : () -> ()
    "gpu.func"() <{function_type = (memref<3x64x6xf16, strided<[453, 7, 1], offset: 3>>, memref<3x64x6xf16, strided<[453, 7, 1], offset: 3>>) -> (), known_block_size = array<i32: 64, 1, 1>}> ({
    ^bb0(%arg108: memref<3x64x6xf16, strided<[453, 7, 1], offset: 3>>, %arg109: memref<3x64x6xf16, strided<[453, 7, 1], offset: 3>>, %arg110: memref<64x7xf16, #gpu.address_space<workgroup>>):
      %216 = "gpu.thread_id"() <{dimension = #gpu<dim x>}> : () -> index
      %217 = "gpu.block_id"() <{dimension = #gpu<dim x>}> : () -> index
      %218 = "arith.constant"() <{value = 0 : index}> : () -> index
      %219 = "arith.constant"() <{value = 1 : index}> : () -> index
      %220 = "vector.load"(%arg108, %217, %216, %218) : (memref<3x64x6xf16, strided<[453, 7, 1], offset: 3>>, index, index, index) -> vector<6xf16>
      "vector.store"(%220, %arg110, %216, %219) : (vector<6xf16>, memref<64x7xf16, #gpu.address_space<workgroup>>, index, index) -> ()
      %221 = "vector.load"(%arg110, %216, %219) : (memref<64x7xf16, #gpu.address_space<workgroup>>, index, index) -> vector<6xf16>
      "vector.store"(%221, %arg109, %217, %216, %218) : (vector<6xf16>, memref<3x64x6xf16, strided<[453, 7, 1], offset: 3>>, index, index, index) -> ()
      "gpu.return"() : () -> ()
    }) {gpu.kernel, sym_name = "f16_6", workgroup_attributions = 1 : i64} : () -> ()
    "gpu.func"() <{function_type = (memref<3x64x7xf16, strided<[517, 8, 1], offset: 3>>, memref<3x64x7xf16, strided<[517, 8, 1], offset: 3>>) -> (), known_block_size = array<i32: 64, 1, 1>}> ({
    ^bb0(%arg105: memref<3x64x7xf16, strided<[517, 8, 1], offset: 3>>, %arg106: memref<3x64x7xf16, strided<[517, 8, 1], offset: 3>>, %arg107: memref<64x8xf16, #gpu.address_space<workgroup>>):
      %210 = "gpu.thread_id"() <{dimension = #gpu<dim x>}> : () -> index
      %211 = "gpu.block_id"() <{dimension = #gpu<dim x>}> : () -> index
      %212 = "arith.constant"() <{value = 0 : index}> : () -> index
      %213 = "arith.constant"() <{value = 1 : index}> : () -> index
      %214 = "vector.load"(%arg105, %211, %210, %212) : (memref<3x64x7xf16, strided<[517, 8, 1], offset: 3>>, index, index, index) -> vector<7xf16>
      "vector.store"(%214, %arg107, %210, %213) : (vector<7xf16>, memref<64x8xf16, #gpu.address_space<workgroup>>, index, index) -> ()
      %215 = "vector.load"(%arg107, %210, %213) : (memref<64x8xf16, #gpu.address_space<workgroup>>, index, index) -> vector<7xf16>
      "vector.store"(%215, %arg106, %211, %210, %212) : (vector<7xf16>, memref<3x64x7xf16, strided<[517, 8, 1], offset: 3>>, index, index, index) -> ()
      "gpu.return"() : () -> ()
    }) {gpu.kernel, sym_name = "f16_7", workgroup_attributions = 1 : i64} : () -> ()
    "gpu.func"() <{function_type = (memref<3x64x16xf16, strided<[1093, 17, 1], offset: 3>>, memref<3x64x16xf16, strided<[1093, 17, 1], offset: 3>>) -> (), known_block_size = array<i32: 64, 1, 1>}> ({
    ^bb0(%arg102: memref<3x64x16xf16, strided<[1093, 17, 1], offset: 3>>, %arg103: memref<3x64x16xf16, strided<[1093, 17, 1], offset: 3>>, %arg104: memref<64x17xf16, #gpu.address_space<workgroup>>):
      %204 = "gpu.thread_id"() <{dimension = #gpu<dim x>}> : () -> index
      %205 = "gpu.block_id"() <{dimension = #gpu<dim x>}> : () -> index
      %206 = "arith.constant"() <{value = 0 : index}> : () -> index
      %207 = "arith.constant"() <{value = 1 : index}> : () -> index
      %208 = "vector.load"(%arg102, %205, %204, %206) : (memref<3x64x16xf16, strided<[1093, 17, 1], offset: 3>>, index, index, index) -> vector<16xf16>
      "vector.store"(%208, %arg104, %204, %207) : (vector<16xf16>, memref<64x17xf16, #gpu.address_space<workgroup>>, index, index) -> ()
      %209 = "vector.load"(%arg104, %204, %207) : (memref<64x17xf16, #gpu.address_space<workgroup>>, index, index) -> vector<16xf16>
      "vector.store"(%209, %arg103, %205, %204, %206) : (vector<16xf16>, memref<3x64x16xf16, strided<[1093, 17, 1], offset: 3>>, index, index, index) -> ()
      "gpu.return"() : () -> ()
    }) {gpu.kernel, sym_name = "f16_16", workgroup_attributions = 1 : i64} : () -> ()
    "gpu.func"() <{function_type = (memref<3x64x1xbf16, strided<[133, 2, 1], offset: 3>>, memref<3x64x1xbf16, strided<[133, 2, 1], offset: 3>>) -> (), known_block_size = array<i32: 64, 1, 1>}> ({
    ^bb0(%arg99: memref<3x64x1xbf16, strided<[133, 2, 1], offset: 3>>, %arg100: memref<3x64x1xbf16, strided<[133, 2, 1], offset: 3>>, %arg101: memref<64x2xbf16, #gpu.address_space<workgroup>>):
      %198 = "gpu.thread_id"() <{dimension = #gpu<dim x>}> : () -> index
      %199 = "gpu.block_id"() <{dimension = #gpu<dim x>}> : () -> index
      %200 = "arith.constant"() <{value = 0 : index}> : () -> index
      %201 = "arith.constant"() <{value = 1 : index}> : () -> index
      %202 = "memref.load"(%arg99, %199, %198, %200) : (memref<3x64x1xbf16, strided<[133, 2, 1], offset: 3>>, index, index, index) -> bf16
      "memref.store"(%202, %arg101, %198, %201) : (bf16, memref<64x2xbf16, #gpu.address_space<workgroup>>, index, index) -> ()
      %203 = "memref.load"(%arg101, %198, %201) : (memref<64x2xbf16, #gpu.address_space<workgroup>>, index, index) -> bf16
      "memref.store"(%203, %arg100, %199, %198, %200) : (bf16, memref<3x64x1xbf16, strided<[133, 2, 1], offset: 3>>, index, index, index) -> ()
      "gpu.return"() : () -> ()
    }) {gpu.kernel, sym_name = "bf16_0", workgroup_attributions = 1 : i64} : () -> ()
    "gpu.func"() <{function_type = (memref<3x64x4xbf16, strided<[325, 5, 1], offset: 3>>, memref<3x64x4xbf16, strided<[325, 5, 1], offset: 3>>) -> (), known_block_size = array<i32: 64, 1, 1>}> ({
    ^bb0(%arg96: memref<3x64x4xbf16, strided<[325, 5, 1], offset: 3>>, %arg97: memref<3x64x4xbf16, strided<[325, 5, 1], offset: 3>>, %arg98: memref<64x5xbf16, #gpu.address_space<workgroup>>):
      %192 = "gpu.thread_id"() <{dimension = #gpu<dim x>}> : () -> index
      %193 = "gpu.block_id"() <{dimension = #gpu<dim x>}> : () -> index
      %194 = "arith.constant"() <{value = 0 : index}> : () -> index
      %195 = "arith.constant"() <{value = 1 : index}> : () -> index
      %196 = "vector.load"(%arg96, %193, %192, %194) : (memref<3x64x4xbf16, strided<[325, 5, 1], offset: 3>>, index, index, index) -> vector<4xbf16>
      "vector.store"(%196, %arg98, %192, %195) : (vector<4xbf16>, memref<64x5xbf16, #gpu.address_space<workgroup>>, index, index) -> ()
      %197 = "vector.load"(%arg98, %192, %195) : (memref<64x5xbf16, #gpu.address_space<workgroup>>, index, index) -> vector<4xbf16>
      "vector.store"(%197, %arg97, %193, %192, %194) : (vector<4xbf16>, memref<3x64x4xbf16, strided<[325, 5, 1], offset: 3>>, index, index, index) -> ()
      "gpu.return"() : () -> ()
    }) {gpu.kernel, sym_name = "bf16_4", workgroup_attributions = 1 : i64} : () -> ()
    "gpu.func"() <{function_type = (memref<3x64x1xi32, strided<[133, 2, 1], offset: 3>>, memref<3x64x1xi32, strided<[133, 2, 1], offset: 3>>) -> (), known_block_size = array<i32: 64, 1, 1>}> ({
    ^bb0(%arg93: memref<3x64x1xi32, strided<[133, 2, 1], offset: 3>>, %arg94: memref<3x64x1xi32, strided<[133, 2, 1], offset: 3>>, %arg95: memref<64x2xi32, #gpu.address_space<workgroup>>):
      %186 = "gpu.thread_id"() <{dimension = #gpu<dim x>}> : () -> index
      %187 = "gpu.block_id"() <{dimension = #gpu<dim x>}> : () -> index
      %188 = "arith.constant"() <{value = 0 : index}> : () -> index
      %189 = "arith.constant"() <{value = 1 : index}> : () -> index
      %190 = "memref.load"(%arg93, %187, %186, %188) : (memref<3x64x1xi32, strided<[133, 2, 1], offset: 3>>, index, index, index) -> i32
      "memref.store"(%190, %arg95, %186, %189) : (i32, memref<64x2xi32, #gpu.address_space<workgroup>>, index, index) -> ()
      %191 = "memref.load"(%arg95, %186, %189) : (memref<64x2xi32, #gpu.address_space<workgroup>>, index, index) -> i32
      "memref.store"(%191, %arg94, %187, %186, %188) : (i32, memref<3x64x1xi32, strided<[133, 2, 1], offset: 3>>, index, index, index) -> ()
      "gpu.return"() : () -> ()
    }) {gpu.kernel, sym_name = "i32_0", workgroup_attributions = 1 : i64} : () -> ()
    "gpu.func"() <{function_type = (memref<3x64x1xi32, strided<[133, 2, 1], offset: 3>>, memref<3x64x1xi32, strided<[133, 2, 1], offset: 3>>) -> (), known_block_size = array<i32: 64, 1, 1>}> ({
    ^bb0(%arg90: memref<3x64x1xi32, strided<[133, 2, 1], offset: 3>>, %arg91: memref<3x64x1xi32, strided<[133, 2, 1], offset: 3>>, %arg92: memref<64x2xi32, #gpu.address_space<workgroup>>):
      %180 = "gpu.thread_id"() <{dimension = #gpu<dim x>}> : () -> index
      %181 = "gpu.block_id"() <{dimension = #gpu<dim x>}> : () -> index
      %182 = "arith.constant"() <{value = 0 : index}> : () -> index
      %183 = "arith.constant"() <{value = 1 : index}> : () -> index
      %184 = "vector.load"(%arg90, %181, %180, %182) : (memref<3x64x1xi32, strided<[133, 2, 1], offset: 3>>, index, index, index) -> vector<1xi32>
      "vector.store"(%184, %arg92, %180, %183) : (vector<1xi32>, memref<64x2xi32, #gpu.address_space<workgroup>>, index, index) -> ()
      %185 = "vector.load"(%arg92, %180, %183) : (memref<64x2xi32, #gpu.address_space<workgroup>>, index, index) -> vector<1xi32>
      "vector.store"(%185, %arg91, %181, %180, %182) : (vector<1xi32>, memref<3x64x1xi32, strided<[133, 2, 1], offset: 3>>, index, index, index) -> ()
      "gpu.return"() : () -> ()
    }) {gpu.kernel, sym_name = "i32_1", workgroup_attributions = 1 : i64} : () -> ()
    "gpu.func"() <{function_type = (memref<3x64x2xi32, strided<[197, 3, 1], offset: 3>>, memref<3x64x2xi32, strided<[197, 3, 1], offset: 3>>) -> (), known_block_size = array<i32: 64, 1, 1>}> ({
    ^bb0(%arg87: memref<3x64x2xi32, strided<[197, 3, 1], offset: 3>>, %arg88: memref<3x64x2xi32, strided<[197, 3, 1], offset: 3>>, %arg89: memref<64x3xi32, #gpu.address_space<workgroup>>):
      %174 = "gpu.thread_id"() <{dimension = #gpu<dim x>}> : () -> index
      %175 = "gpu.block_id"() <{dimension = #gpu<dim x>}> : () -> index
      %176 = "arith.constant"() <{value = 0 : index}> : () -> index
      %177 = "arith.constant"() <{value = 1 : index}> : () -> index
      %178 = "vector.load"(%arg87, %175, %174, %176) : (memref<3x64x2xi32, strided<[197, 3, 1], offset: 3>>, index, index, index) -> vector<2xi32>
      "vector.store"(%178, %arg89, %174, %177) : (vector<2xi32>, memref<64x3xi32, #gpu.address_space<workgroup>>, index, index) -> ()
      %179 = "vector.load"(%arg89, %174, %177) : (memref<64x3xi32, #gpu.address_space<workgroup>>, index, index) -> vector<2xi32>
      "vector.store"(%179, %arg88, %175, %174, %176) : (vector<2xi32>, memref<3x64x2xi32, strided<[197, 3, 1], offset: 3>>, index, index, index) -> ()
      "gpu.return"() : () -> ()
    }) {gpu.kernel, sym_name = "i32_2", workgroup_attributions = 1 : i64} : () -> ()
    "gpu.func"() <{function_type = (memref<3x64x3xi32, strided<[261, 4, 1], offset: 3>>, memref<3x64x3xi32, strided<[261, 4, 1], offset: 3>>) -> (), known_block_size = array<i32: 64, 1, 1>}> ({
    ^bb0(%arg84: memref<3x64x3xi32, strided<[261, 4, 1], offset: 3>>, %arg85: memref<3x64x3xi32, strided<[261, 4, 1], offset: 3>>, %arg86: memref<64x4xi32, #gpu.address_space<workgroup>>):
      %168 = "gpu.thread_id"() <{dimension = #gpu<dim x>}> : () -> index
      %169 = "gpu.block_id"() <{dimension = #gpu<dim x>}> : () -> index
      %170 = "arith.constant"() <{value = 0 : index}> : () -> index
      %171 = "arith.constant"() <{value = 1 : index}> : () -> index
      %172 = "vector.load"(%arg84, %169, %168, %170) : (memref<3x64x3xi32, strided<[261, 4, 1], offset: 3>>, index, index, index) -> vector<3xi32>
      "vector.store"(%172, %arg86, %168, %171) : (vector<3xi32>, memref<64x4xi32, #gpu.address_space<workgroup>>, index, index) -> ()
      %173 = "vector.load"(%arg86, %168, %171) : (memref<64x4xi32, #gpu.address_space<workgroup>>, index, index) -> vector<3xi32>
      "vector.store"(%173, %arg85, %169, %168, %170) : (vector<3xi32>, memref<3x64x3xi32, strided<[261, 4, 1], offset: 3>>, index, index, index) -> ()
      "gpu.return"() : () -> ()
    }) {gpu.kernel, sym_name = "i32_3", workgroup_attributions = 1 : i64} : () -> ()
    "gpu.func"() <{function_type = (memref<3x64x4xi32, strided<[325, 5, 1], offset: 3>>, memref<3x64x4xi32, strided<[325, 5, 1], offset: 3>>) -> (), known_block_size = array<i32: 64, 1, 1>}> ({
    ^bb0(%arg81: memref<3x64x4xi32, strided<[325, 5, 1], offset: 3>>, %arg82: memref<3x64x4xi32, strided<[325, 5, 1], offset: 3>>, %arg83: memref<64x5xi32, #gpu.address_space<workgroup>>):
      %162 = "gpu.thread_id"() <{dimension = #gpu<dim x>}> : () -> index
      %163 = "gpu.block_id"() <{dimension = #gpu<dim x>}> : () -> index
      %164 = "arith.constant"() <{value = 0 : index}> : () -> index
      %165 = "arith.constant"() <{value = 1 : index}> : () -> index
      %166 = "vector.load"(%arg81, %163, %162, %164) : (memref<3x64x4xi32, strided<[325, 5, 1], offset: 3>>, index, index, index) -> vector<4xi32>
      "vector.store"(%166, %arg83, %162, %165) : (vector<4xi32>, memref<64x5xi32, #gpu.address_space<workgroup>>, index, index) -> ()
      %167 = "vector.load"(%arg83, %162, %165) : (memref<64x5xi32, #gpu.address_space<workgroup>>, index, index) -> vector<4xi32>
      "vector.store"(%167, %arg82, %163, %162, %164) : (vector<4xi32>, memref<3x64x4xi32, strided<[325, 5, 1], offset: 3>>, index, index, index) -> ()
      "gpu.return"() : () -> ()
    }) {gpu.kernel, sym_name = "i32_4", workgroup_attributions = 1 : i64} : () -> ()
    "gpu.func"() <{function_type = (memref<3x64x5xi32, strided<[389, 6, 1], offset: 3>>, memref<3x64x5xi32, strided<[389, 6, 1], offset: 3>>) -> (), known_block_size = array<i32: 64, 1, 1>}> ({
    ^bb0(%arg78: memref<3x64x5xi32, strided<[389, 6, 1], offset: 3>>, %arg79: memref<3x64x5xi32, strided<[389, 6, 1], offset: 3>>, %arg80: memref<64x6xi32, #gpu.address_space<workgroup>>):
      %156 = "gpu.thread_id"() <{dimension = #gpu<dim x>}> : () -> index
      %157 = "gpu.block_id"() <{dimension = #gpu<dim x>}> : () -> index
      %158 = "arith.constant"() <{value = 0 : index}> : () -> index
      %159 = "arith.constant"() <{value = 1 : index}> : () -> index
      %160 = "vector.load"(%arg78, %157, %156, %158) : (memref<3x64x5xi32, strided<[389, 6, 1], offset: 3>>, index, index, index) -> vector<5xi32>
      "vector.store"(%160, %arg80, %156, %159) : (vector<5xi32>, memref<64x6xi32, #gpu.address_space<workgroup>>, index, index) -> ()
      %161 = "vector.load"(%arg80, %156, %159) : (memref<64x6xi32, #gpu.address_space<workgroup>>, index, index) -> vector<5xi32>
      "vector.store"(%161, %arg79, %157, %156, %158) : (vector<5xi32>, memref<3x64x5xi32, strided<[389, 6, 1], offset: 3>>, index, index, index) -> ()
      "gpu.return"() : () -> ()
    }) {gpu.kernel, sym_name = "i32_5", workgroup_attributions = 1 : i64} : () -> ()
    "gpu.func"() <{function_type = (memref<3x64x6xi32, strided<[453, 7, 1], offset: 3>>, memref<3x64x6xi32, strided<[453, 7, 1], offset: 3>>) -> (), known_block_size = array<i32: 64, 1, 1>}> ({
    ^bb0(%arg75: memref<3x64x6xi32, strided<[453, 7, 1], offset: 3>>, %arg76: memref<3x64x6xi32, strided<[453, 7, 1], offset: 3>>, %arg77: memref<64x7xi32, #gpu.address_space<workgroup>>):
      %150 = "gpu.thread_id"() <{dimension = #gpu<dim x>}> : () -> index
      %151 = "gpu.block_id"() <{dimension = #gpu<dim x>}> : () -> index
      %152 = "arith.constant"() <{value = 0 : index}> : () -> index
      %153 = "arith.constant"() <{value = 1 : index}> : () -> index
      %154 = "vector.load"(%arg75, %151, %150, %152) : (memref<3x64x6xi32, strided<[453, 7, 1], offset: 3>>, index, index, index) -> vector<6xi32>
      "vector.store"(%154, %arg77, %150, %153) : (vector<6xi32>, memref<64x7xi32, #gpu.address_space<workgroup>>, index, index) -> ()
      %155 = "vector.load"(%arg77, %150, %153) : (memref<64x7xi32, #gpu.address_space<workgroup>>, index, index) -> vector<6xi32>
      "vector.store"(%155, %arg76, %151, %150, %152) : (vector<6xi32>, memref<3x64x6xi32, strided<[453, 7, 1], offset: 3>>, index, index, index) -> ()
      "gpu.return"() : () -> ()
    }) {gpu.kernel, sym_name = "i32_6", workgroup_attributions = 1 : i64} : () -> ()
    "gpu.func"() <{function_type = (memref<3x64x7xi32, strided<[517, 8, 1], offset: 3>>, memref<3x64x7xi32, strided<[517, 8, 1], offset: 3>>) -> (), known_block_size = array<i32: 64, 1, 1>}> ({
    ^bb0(%arg72: memref<3x64x7xi32, strided<[517, 8, 1], offset: 3>>, %arg73: memref<3x64x7xi32, strided<[517, 8, 1], offset: 3>>, %arg74: memref<64x8xi32, #gpu.address_space<workgroup>>):
      %144 = "gpu.thread_id"() <{dimension = #gpu<dim x>}> : () -> index
      %145 = "gpu.block_id"() <{dimension = #gpu<dim x>}> : () -> index
      %146 = "arith.constant"() <{value = 0 : index}> : () -> index
      %147 = "arith.constant"() <{value = 1 : index}> : () -> index
      %148 = "vector.load"(%arg72, %145, %144, %146) : (memref<3x64x7xi32, strided<[517, 8, 1], offset: 3>>, index, index, index) -> vector<7xi32>
      "vector.store"(%148, %arg74, %144, %147) : (vector<7xi32>, memref<64x8xi32, #gpu.address_space<workgroup>>, index, index) -> ()
      %149 = "vector.load"(%arg74, %144, %147) : (memref<64x8xi32, #gpu.address_space<workgroup>>, index, index) -> vector<7xi32>
      "vector.store"(%149, %arg73, %145, %144, %146) : (vector<7xi32>, memref<3x64x7xi32, strided<[517, 8, 1], offset: 3>>, index, index, index) -> ()
      "gpu.return"() : () -> ()
    }) {gpu.kernel, sym_name = "i32_7", workgroup_attributions = 1 : i64} : () -> ()
    "gpu.func"() <{function_type = (memref<3x64x8xi32, strided<[581, 9, 1], offset: 3>>, memref<3x64x8xi32, strided<[581, 9, 1], offset: 3>>) -> (), known_block_size = array<i32: 64, 1, 1>}> ({
    ^bb0(%arg69: memref<3x64x8xi32, strided<[581, 9, 1], offset: 3>>, %arg70: memref<3x64x8xi32, strided<[581, 9, 1], offset: 3>>, %arg71: memref<64x9xi32, #gpu.address_space<workgroup>>):
      %138 = "gpu.thread_id"() <{dimension = #gpu<dim x>}> : () -> index
      %139 = "gpu.block_id"() <{dimension = #gpu<dim x>}> : () -> index
      %140 = "arith.constant"() <{value = 0 : index}> : () -> index
      %141 = "arith.constant"() <{value = 1 : index}> : () -> index
      %142 = "vector.load"(%arg69, %139, %138, %140) : (memref<3x64x8xi32, strided<[581, 9, 1], offset: 3>>, index, index, index) -> vector<8xi32>
      "vector.store"(%142, %arg71, %138, %141) : (vector<8xi32>, memref<64x9xi32, #gpu.address_space<workgroup>>, index, index) -> ()
      %143 = "vector.load"(%arg71, %138, %141) : (memref<64x9xi32, #gpu.address_space<workgroup>>, index, index) -> vector<8xi32>
      "vector.store"(%143, %arg70, %139, %138, %140) : (vector<8xi32>, memref<3x64x8xi32, strided<[581, 9, 1], offset: 3>>, index, index, index) -> ()
      "gpu.return"() : () -> ()
    }) {gpu.kernel, sym_name = "i32_8", workgroup_attributions = 1 : i64} : () -> ()
    "gpu.func"() <{function_type = (memref<3x64x16xi32, strided<[1093, 17, 1], offset: 3>>, memref<3x64x16xi32, strided<[1093, 17, 1], offset: 3>>) -> (), known_block_size = array<i32: 64, 1, 1>}> ({
    ^bb0(%arg66: memref<3x64x16xi32, strided<[1093, 17, 1], offset: 3>>, %arg67: memref<3x64x16xi32, strided<[1093, 17, 1], offset: 3>>, %arg68: memref<64x17xi32, #gpu.address_space<workgroup>>):
      %132 = "gpu.thread_id"() <{dimension = #gpu<dim x>}> : () -> index
      %133 = "gpu.block_id"() <{dimension = #gpu<dim x>}> : () -> index
      %134 = "arith.constant"() <{value = 0 : index}> : () -> index
      %135 = "arith.constant"() <{value = 1 : index}> : () -> index
      %136 = "vector.load"(%arg66, %133, %132, %134) : (memref<3x64x16xi32, strided<[1093, 17, 1], offset: 3>>, index, index, index) -> vector<16xi32>
      "vector.store"(%136, %arg68, %132, %135) : (vector<16xi32>, memref<64x17xi32, #gpu.address_space<workgroup>>, index, index) -> ()
      %137 = "vector.load"(%arg68, %132, %135) : (memref<64x17xi32, #gpu.address_space<workgroup>>, index, index) -> vector<16xi32>
      "vector.store"(%137, %arg67, %133, %132, %134) : (vector<16xi32>, memref<3x64x16xi32, strided<[1093, 17, 1], offset: 3>>, index, index, index) -> ()
      "gpu.return"() : () -> ()
    }) {gpu.kernel, sym_name = "i32_16", workgroup_attributions = 1 : i64} : () -> ()
    "gpu.func"() <{function_type = (memref<3x64x1xf32, strided<[133, 2, 1], offset: 3>>, memref<3x64x1xf32, strided<[133, 2, 1], offset: 3>>) -> (), known_block_size = array<i32: 64, 1, 1>}> ({
    ^bb0(%arg63: memref<3x64x1xf32, strided<[133, 2, 1], offset: 3>>, %arg64: memref<3x64x1xf32, strided<[133, 2, 1], offset: 3>>, %arg65: memref<64x2xf32, #gpu.address_space<workgroup>>):
      %126 = "gpu.thread_id"() <{dimension = #gpu<dim x>}> : () -> index
      %127 = "gpu.block_id"() <{dimension = #gpu<dim x>}> : () -> index
      %128 = "arith.constant"() <{value = 0 : index}> : () -> index
      %129 = "arith.constant"() <{value = 1 : index}> : () -> index
      %130 = "memref.load"(%arg63, %127, %126, %128) : (memref<3x64x1xf32, strided<[133, 2, 1], offset: 3>>, index, index, index) -> f32
      "memref.store"(%130, %arg65, %126, %129) : (f32, memref<64x2xf32, #gpu.address_space<workgroup>>, index, index) -> ()
      %131 = "memref.load"(%arg65, %126, %129) : (memref<64x2xf32, #gpu.address_space<workgroup>>, index, index) -> f32
      "memref.store"(%131, %arg64, %127, %126, %128) : (f32, memref<3x64x1xf32, strided<[133, 2, 1], offset: 3>>, index, index, index) -> ()
      "gpu.return"() : () -> ()
    }) {gpu.kernel, sym_name = "f32_0", workgroup_attributions = 1 : i64} : () -> ()
    "gpu.func"() <{function_type = (memref<3x64x1xf32, strided<[133, 2, 1], offset: 3>>, memref<3x64x1xf32, strided<[133, 2, 1], offset: 3>>) -> (), known_block_size = array<i32: 64, 1, 1>}> ({
    ^bb0(%arg60: memref<3x64x1xf32, strided<[133, 2, 1], offset: 3>>, %arg61: memref<3x64x1xf32, strided<[133, 2, 1], offset: 3>>, %arg62: memref<64x2xf32, #gpu.address_space<workgroup>>):
      %120 = "gpu.thread_id"() <{dimension = #gpu<dim x>}> : () -> index
      %121 = "gpu.block_id"() <{dimension = #gpu<dim x>}> : () -> index
      %122 = "arith.constant"() <{value = 0 : index}> : () -> index
      %123 = "arith.constant"() <{value = 1 : index}> : () -> index
      %124 = "vector.load"(%arg60, %121, %120, %122) : (memref<3x64x1xf32, strided<[133, 2, 1], offset: 3>>, index, index, index) -> vector<1xf32>
      "vector.store"(%124, %arg62, %120, %123) : (vector<1xf32>, memref<64x2xf32, #gpu.address_space<workgroup>>, index, index) -> ()
      %125 = "vector.load"(%arg62, %120, %123) : (memref<64x2xf32, #gpu.address_space<workgroup>>, index, index) -> vector<1xf32>
      "vector.store"(%125, %arg61, %121, %120, %122) : (vector<1xf32>, memref<3x64x1xf32, strided<[133, 2, 1], offset: 3>>, index, index, index) -> ()
      "gpu.return"() : () -> ()
    }) {gpu.kernel, sym_name = "f32_1", workgroup_attributions = 1 : i64} : () -> ()
    "gpu.func"() <{function_type = (memref<3x64x3xf32, strided<[261, 4, 1], offset: 3>>, memref<3x64x3xf32, strided<[261, 4, 1], offset: 3>>) -> (), known_block_size = array<i32: 64, 1, 1>}> ({
    ^bb0(%arg57: memref<3x64x3xf32, strided<[261, 4, 1], offset: 3>>, %arg58: memref<3x64x3xf32, strided<[261, 4, 1], offset: 3>>, %arg59: memref<64x4xf32, #gpu.address_space<workgroup>>):
      %114 = "gpu.thread_id"() <{dimension = #gpu<dim x>}> : () -> index
      %115 = "gpu.block_id"() <{dimension = #gpu<dim x>}> : () -> index
      %116 = "arith.constant"() <{value = 0 : index}> : () -> index
      %117 = "arith.constant"() <{value = 1 : index}> : () -> index
      %118 = "vector.load"(%arg57, %115, %114, %116) : (memref<3x64x3xf32, strided<[261, 4, 1], offset: 3>>, index, index, index) -> vector<3xf32>
      "vector.store"(%118, %arg59, %114, %117) : (vector<3xf32>, memref<64x4xf32, #gpu.address_space<workgroup>>, index, index) -> ()
      %119 = "vector.load"(%arg59, %114, %117) : (memref<64x4xf32, #gpu.address_space<workgroup>>, index, index) -> vector<3xf32>
      "vector.store"(%119, %arg58, %115, %114, %116) : (vector<3xf32>, memref<3x64x3xf32, strided<[261, 4, 1], offset: 3>>, index, index, index) -> ()
      "gpu.return"() : () -> ()
    }) {gpu.kernel, sym_name = "f32_3", workgroup_attributions = 1 : i64} : () -> ()
    "gpu.func"() <{function_type = (memref<3x64x4xf32, strided<[325, 5, 1], offset: 3>>, memref<3x64x4xf32, strided<[325, 5, 1], offset: 3>>) -> (), known_block_size = array<i32: 64, 1, 1>}> ({
    ^bb0(%arg54: memref<3x64x4xf32, strided<[325, 5, 1], offset: 3>>, %arg55: memref<3x64x4xf32, strided<[325, 5, 1], offset: 3>>, %arg56: memref<64x5xf32, #gpu.address_space<workgroup>>):
      %108 = "gpu.thread_id"() <{dimension = #gpu<dim x>}> : () -> index
      %109 = "gpu.block_id"() <{dimension = #gpu<dim x>}> : () -> index
      %110 = "arith.constant"() <{value = 0 : index}> : () -> index
      %111 = "arith.constant"() <{value = 1 : index}> : () -> index
      %112 = "vector.load"(%arg54, %109, %108, %110) : (memref<3x64x4xf32, strided<[325, 5, 1], offset: 3>>, index, index, index) -> vector<4xf32>
      "vector.store"(%112, %arg56, %108, %111) : (vector<4xf32>, memref<64x5xf32, #gpu.address_space<workgroup>>, index, index) -> ()
      %113 = "vector.load"(%arg56, %108, %111) : (memref<64x5xf32, #gpu.address_space<workgroup>>, index, index) -> vector<4xf32>
      "vector.store"(%113, %arg55, %109, %108, %110) : (vector<4xf32>, memref<3x64x4xf32, strided<[325, 5, 1], offset: 3>>, index, index, index) -> ()
      "gpu.return"() : () -> ()
    }) {gpu.kernel, sym_name = "f32_4", workgroup_attributions = 1 : i64} : () -> ()
    "gpu.func"() <{function_type = (memref<3x64x1xi64, strided<[133, 2, 1], offset: 3>>, memref<3x64x1xi64, strided<[133, 2, 1], offset: 3>>) -> (), known_block_size = array<i32: 64, 1, 1>}> ({
    ^bb0(%arg51: memref<3x64x1xi64, strided<[133, 2, 1], offset: 3>>, %arg52: memref<3x64x1xi64, strided<[133, 2, 1], offset: 3>>, %arg53: memref<64x2xi64, #gpu.address_space<workgroup>>):
      %102 = "gpu.thread_id"() <{dimension = #gpu<dim x>}> : () -> index
      %103 = "gpu.block_id"() <{dimension = #gpu<dim x>}> : () -> index
      %104 = "arith.constant"() <{value = 0 : index}> : () -> index
      %105 = "arith.constant"() <{value = 1 : index}> : () -> index
      %106 = "memref.load"(%arg51, %103, %102, %104) : (memref<3x64x1xi64, strided<[133, 2, 1], offset: 3>>, index, index, index) -> i64
      "memref.store"(%106, %arg53, %102, %105) : (i64, memref<64x2xi64, #gpu.address_space<workgroup>>, index, index) -> ()
      %107 = "memref.load"(%arg53, %102, %105) : (memref<64x2xi64, #gpu.address_space<workgroup>>, index, index) -> i64
      "memref.store"(%107, %arg52, %103, %102, %104) : (i64, memref<3x64x1xi64, strided<[133, 2, 1], offset: 3>>, index, index, index) -> ()
      "gpu.return"() : () -> ()
    }) {gpu.kernel, sym_name = "i64_0", workgroup_attributions = 1 : i64} : () -> ()
    "gpu.func"() <{function_type = (memref<3x64x1xi64, strided<[133, 2, 1], offset: 3>>, memref<3x64x1xi64, strided<[133, 2, 1], offset: 3>>) -> (), known_block_size = array<i32: 64, 1, 1>}> ({
    ^bb0(%arg48: memref<3x64x1xi64, strided<[133, 2, 1], offset: 3>>, %arg49: memref<3x64x1xi64, strided<[133, 2, 1], offset: 3>>, %arg50: memref<64x2xi64, #gpu.address_space<workgroup>>):
      %96 = "gpu.thread_id"() <{dimension = #gpu<dim x>}> : () -> index
      %97 = "gpu.block_id"() <{dimension = #gpu<dim x>}> : () -> index
      %98 = "arith.constant"() <{value = 0 : index}> : () -> index
      %99 = "arith.constant"() <{value = 1 : index}> : () -> index
      %100 = "vector.load"(%arg48, %97, %96, %98) : (memref<3x64x1xi64, strided<[133, 2, 1], offset: 3>>, index, index, index) -> vector<1xi64>
      "vector.store"(%100, %arg50, %96, %99) : (vector<1xi64>, memref<64x2xi64, #gpu.address_space<workgroup>>, index, index) -> ()
      %101 = "vector.load"(%arg50, %96, %99) : (memref<64x2xi64, #gpu.address_space<workgroup>>, index, index) -> vector<1xi64>
      "vector.store"(%101, %arg49, %97, %96, %98) : (vector<1xi64>, memref<3x64x1xi64, strided<[133, 2, 1], offset: 3>>, index, index, index) -> ()
      "gpu.return"() : () -> ()
    }) {gpu.kernel, sym_name = "i64_1", workgroup_attributions = 1 : i64} : () -> ()
    "gpu.func"() <{function_type = (memref<3x64x2xi64, strided<[197, 3, 1], offset: 3>>, memref<3x64x2xi64, strided<[197, 3, 1], offset: 3>>) -> (), known_block_size = array<i32: 64, 1, 1>}> ({
    ^bb0(%arg45: memref<3x64x2xi64, strided<[197, 3, 1], offset: 3>>, %arg46: memref<3x64x2xi64, strided<[197, 3, 1], offset: 3>>, %arg47: memref<64x3xi64, #gpu.address_space<workgroup>>):
      %90 = "gpu.thread_id"() <{dimension = #gpu<dim x>}> : () -> index
      %91 = "gpu.block_id"() <{dimension = #gpu<dim x>}> : () -> index
      %92 = "arith.constant"() <{value = 0 : index}> : () -> index
      %93 = "arith.constant"() <{value = 1 : index}> : () -> index
      %94 = "vector.load"(%arg45, %91, %90, %92) : (memref<3x64x2xi64, strided<[197, 3, 1], offset: 3>>, index, index, index) -> vector<2xi64>
      "vector.store"(%94, %arg47, %90, %93) : (vector<2xi64>, memref<64x3xi64, #gpu.address_space<workgroup>>, index, index) -> ()
      %95 = "vector.load"(%arg47, %90, %93) : (memref<64x3xi64, #gpu.address_space<workgroup>>, index, index) -> vector<2xi64>
      "vector.store"(%95, %arg46, %91, %90, %92) : (vector<2xi64>, memref<3x64x2xi64, strided<[197, 3, 1], offset: 3>>, index, index, index) -> ()
      "gpu.return"() : () -> ()
    }) {gpu.kernel, sym_name = "i64_2", workgroup_attributions = 1 : i64} : () -> ()
    "gpu.func"() <{function_type = (memref<3x64x3xi64, strided<[261, 4, 1], offset: 3>>, memref<3x64x3xi64, strided<[261, 4, 1], offset: 3>>) -> (), known_block_size = array<i32: 64, 1, 1>}> ({
    ^bb0(%arg42: memref<3x64x3xi64, strided<[261, 4, 1], offset: 3>>, %arg43: memref<3x64x3xi64, strided<[261, 4, 1], offset: 3>>, %arg44: memref<64x4xi64, #gpu.address_space<workgroup>>):
      %84 = "gpu.thread_id"() <{dimension = #gpu<dim x>}> : () -> index
      %85 = "gpu.block_id"() <{dimension = #gpu<dim x>}> : () -> index
      %86 = "arith.constant"() <{value = 0 : index}> : () -> index
      %87 = "arith.constant"() <{value = 1 : index}> : () -> index
      %88 = "vector.load"(%arg42, %85, %84, %86) : (memref<3x64x3xi64, strided<[261, 4, 1], offset: 3>>, index, index, index) -> vector<3xi64>
      "vector.store"(%88, %arg44, %84, %87) : (vector<3xi64>, memref<64x4xi64, #gpu.address_space<workgroup>>, index, index) -> ()
      %89 = "vector.load"(%arg44, %84, %87) : (memref<64x4xi64, #gpu.address_space<workgroup>>, index, index) -> vector<3xi64>
      "vector.store"(%89, %arg43, %85, %84, %86) : (vector<3xi64>, memref<3x64x3xi64, strided<[261, 4, 1], offset: 3>>, index, index, index) -> ()
      "gpu.return"() : () -> ()
    }) {gpu.kernel, sym_name = "i64_3", workgroup_attributions = 1 : i64} : () -> ()
    "gpu.func"() <{function_type = (memref<3x64x1xf64, strided<[133, 2, 1], offset: 3>>, memref<3x64x1xf64, strided<[133, 2, 1], offset: 3>>) -> (), known_block_size = array<i32: 64, 1, 1>}> ({
    ^bb0(%arg39: memref<3x64x1xf64, strided<[133, 2, 1], offset: 3>>, %arg40: memref<3x64x1xf64, strided<[133, 2, 1], offset: 3>>, %arg41: memref<64x2xf64, #gpu.address_space<workgroup>>):
      %78 = "gpu.thread_id"() <{dimension = #gpu<dim x>}> : () -> index
      %79 = "gpu.block_id"() <{dimension = #gpu<dim x>}> : () -> index
      %80 = "arith.constant"() <{value = 0 : index}> : () -> index
      %81 = "arith.constant"() <{value = 1 : index}> : () -> index
      %82 = "memref.load"(%arg39, %79, %78, %80) : (memref<3x64x1xf64, strided<[133, 2, 1], offset: 3>>, index, index, index) -> f64
      "memref.store"(%82, %arg41, %78, %81) : (f64, memref<64x2xf64, #gpu.address_space<workgroup>>, index, index) -> ()
      %83 = "memref.load"(%arg41, %78, %81) : (memref<64x2xf64, #gpu.address_space<workgroup>>, index, index) -> f64
      "memref.store"(%83, %arg40, %79, %78, %80) : (f64, memref<3x64x1xf64, strided<[133, 2, 1], offset: 3>>, index, index, index) -> ()
      "gpu.return"() : () -> ()
    }) {gpu.kernel, sym_name = "f64_0", workgroup_attributions = 1 : i64} : () -> ()
    "gpu.func"() <{function_type = (memref<3x64x2xf64, strided<[197, 3, 1], offset: 3>>, memref<3x64x2xf64, strided<[197, 3, 1], offset: 3>>) -> (), known_block_size = array<i32: 64, 1, 1>}> ({
    ^bb0(%arg36: memref<3x64x2xf64, strided<[197, 3, 1], offset: 3>>, %arg37: memref<3x64x2xf64, strided<[197, 3, 1], offset: 3>>, %arg38: memref<64x3xf64, #gpu.address_space<workgroup>>):
      %72 = "gpu.thread_id"() <{dimension = #gpu<dim x>}> : () -> index
      %73 = "gpu.block_id"() <{dimension = #gpu<dim x>}> : () -> index
      %74 = "arith.constant"() <{value = 0 : index}> : () -> index
      %75 = "arith.constant"() <{value = 1 : index}> : () -> index
      %76 = "vector.load"(%arg36, %73, %72, %74) : (memref<3x64x2xf64, strided<[197, 3, 1], offset: 3>>, index, index, index) -> vector<2xf64>
      "vector.store"(%76, %arg38, %72, %75) : (vector<2xf64>, memref<64x3xf64, #gpu.address_space<workgroup>>, index, index) -> ()
      %77 = "vector.load"(%arg38, %72, %75) : (memref<64x3xf64, #gpu.address_space<workgroup>>, index, index) -> vector<2xf64>
      "vector.store"(%77, %arg37, %73, %72, %74) : (vector<2xf64>, memref<3x64x2xf64, strided<[197, 3, 1], offset: 3>>, index, index, index) -> ()
      "gpu.return"() : () -> ()
    }) {gpu.kernel, sym_name = "f64_2", workgroup_attributions = 1 : i64} : () -> ()
    "gpu.func"() <{function_type = (memref<3x64x4xf64, strided<[325, 5, 1], offset: 3>>, memref<3x64x4xf64, strided<[325, 5, 1], offset: 3>>) -> (), known_block_size = array<i32: 64, 1, 1>}> ({
    ^bb0(%arg33: memref<3x64x4xf64, strided<[325, 5, 1], offset: 3>>, %arg34: memref<3x64x4xf64, strided<[325, 5, 1], offset: 3>>, %arg35: memref<64x5xf64, #gpu.address_space<workgroup>>):
      %66 = "gpu.thread_id"() <{dimension = #gpu<dim x>}> : () -> index
      %67 = "gpu.block_id"() <{dimension = #gpu<dim x>}> : () -> index
      %68 = "arith.constant"() <{value = 0 : index}> : () -> index
      %69 = "arith.constant"() <{value = 1 : index}> : () -> index
      %70 = "vector.load"(%arg33, %67, %66, %68) : (memref<3x64x4xf64, strided<[325, 5, 1], offset: 3>>, index, index, index) -> vector<4xf64>
      "vector.store"(%70, %arg35, %66, %69) : (vector<4xf64>, memref<64x5xf64, #gpu.address_space<workgroup>>, index, index) -> ()
      %71 = "vector.load"(%arg35, %66, %69) : (memref<64x5xf64, #gpu.address_space<workgroup>>, index, index) -> vector<4xf64>
      "vector.store"(%71, %arg34, %67, %66, %68) : (vector<4xf64>, memref<3x64x4xf64, strided<[325, 5, 1], offset: 3>>, index, index, index) -> ()
      "gpu.return"() : () -> ()
    }) {gpu.kernel, sym_name = "f64_4", workgroup_attributions = 1 : i64} : () -> ()
    "gpu.func"() <{function_type = (memref<3x64x1xindex, strided<[133, 2, 1], offset: 3>>, memref<3x64x1xindex, strided<[133, 2, 1], offset: 3>>) -> (), known_block_size = array<i32: 64, 1, 1>}> ({
    ^bb0(%arg30: memref<3x64x1xindex, strided<[133, 2, 1], offset: 3>>, %arg31: memref<3x64x1xindex, strided<[133, 2, 1], offset: 3>>, %arg32: memref<64x2xindex, #gpu.address_space<workgroup>>):
      %60 = "gpu.thread_id"() <{dimension = #gpu<dim x>}> : () -> index
      %61 = "gpu.block_id"() <{dimension = #gpu<dim x>}> : () -> index
      %62 = "arith.constant"() <{value = 0 : index}> : () -> index
      %63 = "arith.constant"() <{value = 1 : index}> : () -> index
      %64 = "memref.load"(%arg30, %61, %60, %62) : (memref<3x64x1xindex, strided<[133, 2, 1], offset: 3>>, index, index, index) -> index
      "memref.store"(%64, %arg32, %60, %63) : (index, memref<64x2xindex, #gpu.address_space<workgroup>>, index, index) -> ()
      %65 = "memref.load"(%arg32, %60, %63) : (memref<64x2xindex, #gpu.address_space<workgroup>>, index, index) -> index
      "memref.store"(%65, %arg31, %61, %60, %62) : (index, memref<3x64x1xindex, strided<[133, 2, 1], offset: 3>>, index, index, index) -> ()
      "gpu.return"() : () -> ()
    }) {gpu.kernel, sym_name = "index_0", workgroup_attributions = 1 : i64} : () -> ()
    "gpu.func"() <{function_type = (memref<3x64x2xindex, strided<[197, 3, 1], offset: 3>>, memref<3x64x2xindex, strided<[197, 3, 1], offset: 3>>) -> (), known_block_size = array<i32: 64, 1, 1>}> ({
    ^bb0(%arg27: memref<3x64x2xindex, strided<[197, 3, 1], offset: 3>>, %arg28: memref<3x64x2xindex, strided<[197, 3, 1], offset: 3>>, %arg29: memref<64x3xindex, #gpu.address_space<workgroup>>):
      %54 = "gpu.thread_id"() <{dimension = #gpu<dim x>}> : () -> index
      %55 = "gpu.block_id"() <{dimension = #gpu<dim x>}> : () -> index
      %56 = "arith.constant"() <{value = 0 : index}> : () -> index
      %57 = "arith.constant"() <{value = 1 : index}> : () -> index
      %58 = "vector.load"(%arg27, %55, %54, %56) : (memref<3x64x2xindex, strided<[197, 3, 1], offset: 3>>, index, index, index) -> vector<2xindex>
      "vector.store"(%58, %arg29, %54, %57) : (vector<2xindex>, memref<64x3xindex, #gpu.address_space<workgroup>>, index, index) -> ()
      %59 = "vector.load"(%arg29, %54, %57) : (memref<64x3xindex, #gpu.address_space<workgroup>>, index, index) -> vector<2xindex>
      "vector.store"(%59, %arg28, %55, %54, %56) : (vector<2xindex>, memref<3x64x2xindex, strided<[197, 3, 1], offset: 3>>, index, index, index) -> ()
      "gpu.return"() : () -> ()
    }) {gpu.kernel, sym_name = "index_2", workgroup_attributions = 1 : i64} : () -> ()
    "gpu.func"() <{function_type = (memref<3x64x1xi1, strided<[133, 2, 1], offset: 3>>, memref<3x64x1xi1, strided<[133, 2, 1], offset: 3>>) -> (), known_block_size = array<i32: 64, 1, 1>}> ({
    ^bb0(%arg24: memref<3x64x1xi1, strided<[133, 2, 1], offset: 3>>, %arg25: memref<3x64x1xi1, strided<[133, 2, 1], offset: 3>>, %arg26: memref<64x2xi1, #gpu.address_space<workgroup>>):
      %48 = "gpu.thread_id"() <{dimension = #gpu<dim x>}> : () -> index
      %49 = "gpu.block_id"() <{dimension = #gpu<dim x>}> : () -> index
      %50 = "arith.constant"() <{value = 0 : index}> : () -> index
      %51 = "arith.constant"() <{value = 1 : index}> : () -> index
      %52 = "memref.load"(%arg24, %49, %48, %50) : (memref<3x64x1xi1, strided<[133, 2, 1], offset: 3>>, index, index, index) -> i1
      "memref.store"(%52, %arg26, %48, %51) : (i1, memref<64x2xi1, #gpu.address_space<workgroup>>, index, index) -> ()
      %53 = "memref.load"(%arg26, %48, %51) : (memref<64x2xi1, #gpu.address_space<workgroup>>, index, index) -> i1
      "memref.store"(%53, %arg25, %49, %48, %50) : (i1, memref<3x64x1xi1, strided<[133, 2, 1], offset: 3>>, index, index, index) -> ()
      "gpu.return"() : () -> ()
    }) {gpu.kernel, sym_name = "i1_0", workgroup_attributions = 1 : i64} : () -> ()
    "gpu.func"() <{function_type = (memref<3x64x1xi1, strided<[133, 2, 1], offset: 3>>, memref<3x64x1xi1, strided<[133, 2, 1], offset: 3>>) -> (), known_block_size = array<i32: 64, 1, 1>}> ({
    ^bb0(%arg21: memref<3x64x1xi1, strided<[133, 2, 1], offset: 3>>, %arg22: memref<3x64x1xi1, strided<[133, 2, 1], offset: 3>>, %arg23: memref<64x2xi1, #gpu.address_space<workgroup>>):
      %42 = "gpu.thread_id"() <{dimension = #gpu<dim x>}> : () -> index
      %43 = "gpu.block_id"() <{dimension = #gpu<dim x>}> : () -> index
      %44 = "arith.constant"() <{value = 0 : index}> : () -> index
      %45 = "arith.constant"() <{value = 1 : index}> : () -> index
      %46 = "vector.load"(%arg21, %43, %42, %44) : (memref<3x64x1xi1, strided<[133, 2, 1], offset: 3>>, index, index, index) -> vector<1xi1>
      "vector.store"(%46, %arg23, %42, %45) : (vector<1xi1>, memref<64x2xi1, #gpu.address_space<workgroup>>, index, index) -> ()
      %47 = "vector.load"(%arg23, %42, %45) : (memref<64x2xi1, #gpu.address_space<workgroup>>, index, index) -> vector<1xi1>
      "vector.store"(%47, %arg22, %43, %42, %44) : (vector<1xi1>, memref<3x64x1xi1, strided<[133, 2, 1], offset: 3>>, index, index, index) -> ()
      "gpu.return"() : () -> ()
    }) {gpu.kernel, sym_name = "i1_1", workgroup_attributions = 1 : i64} : () -> ()
    "gpu.func"() <{function_type = (memref<3x64x3xi1, strided<[261, 4, 1], offset: 3>>, memref<3x64x3xi1, strided<[261, 4, 1], offset: 3>>) -> (), known_block_size = array<i32: 64, 1, 1>}> ({
    ^bb0(%arg18: memref<3x64x3xi1, strided<[261, 4, 1], offset: 3>>, %arg19: memref<3x64x3xi1, strided<[261, 4, 1], offset: 3>>, %arg20: memref<64x4xi1, #gpu.address_space<workgroup>>):
      %36 = "gpu.thread_id"() <{dimension = #gpu<dim x>}> : () -> index
      %37 = "gpu.block_id"() <{dimension = #gpu<dim x>}> : () -> index
      %38 = "arith.constant"() <{value = 0 : index}> : () -> index
      %39 = "arith.constant"() <{value = 1 : index}> : () -> index
      %40 = "vector.load"(%arg18, %37, %36, %38) : (memref<3x64x3xi1, strided<[261, 4, 1], offset: 3>>, index, index, index) -> vector<3xi1>
      "vector.store"(%40, %arg20, %36, %39) : (vector<3xi1>, memref<64x4xi1, #gpu.address_space<workgroup>>, index, index) -> ()
      %41 = "vector.load"(%arg20, %36, %39) : (memref<64x4xi1, #gpu.address_space<workgroup>>, index, index) -> vector<3xi1>
      "vector.store"(%41, %arg19, %37, %36, %38) : (vector<3xi1>, memref<3x64x3xi1, strided<[261, 4, 1], offset: 3>>, index, index, index) -> ()
      "gpu.return"() : () -> ()
    }) {gpu.kernel, sym_name = "i1_3", workgroup_attributions = 1 : i64} : () -> ()
    "gpu.func"() <{function_type = (memref<3x64x4xi1, strided<[325, 5, 1], offset: 3>>, memref<3x64x4xi1, strided<[325, 5, 1], offset: 3>>) -> (), known_block_size = array<i32: 64, 1, 1>}> ({
    ^bb0(%arg15: memref<3x64x4xi1, strided<[325, 5, 1], offset: 3>>, %arg16: memref<3x64x4xi1, strided<[325, 5, 1], offset: 3>>, %arg17: memref<64x5xi1, #gpu.address_space<workgroup>>):
      %30 = "gpu.thread_id"() <{dimension = #gpu<dim x>}> : () -> index
      %31 = "gpu.block_id"() <{dimension = #gpu<dim x>}> : () -> index
      %32 = "arith.constant"() <{value = 0 : index}> : () -> index
      %33 = "arith.constant"() <{value = 1 : index}> : () -> index
      %34 = "vector.load"(%arg15, %31, %30, %32) : (memref<3x64x4xi1, strided<[325, 5, 1], offset: 3>>, index, index, index) -> vector<4xi1>
      "vector.store"(%34, %arg17, %30, %33) : (vector<4xi1>, memref<64x5xi1, #gpu.address_space<workgroup>>, index, index) -> ()
      %35 = "vector.load"(%arg17, %30, %33) : (memref<64x5xi1, #gpu.address_space<workgroup>>, index, index) -> vector<4xi1>
      "vector.store"(%35, %arg16, %31, %30, %32) : (vector<4xi1>, memref<3x64x4xi1, strided<[325, 5, 1], offset: 3>>, index, index, index) -> ()
      "gpu.return"() : () -> ()
    }) {gpu.kernel, sym_name = "i1_4", workgroup_attributions = 1 : i64} : () -> ()
    "gpu.func"() <{function_type = (memref<3x64x9xi1, strided<[645, 10, 1], offset: 3>>, memref<3x64x9xi1, strided<[645, 10, 1], offset: 3>>) -> (), known_block_size = array<i32: 64, 1, 1>}> ({
    ^bb0(%arg12: memref<3x64x9xi1, strided<[645, 10, 1], offset: 3>>, %arg13: memref<3x64x9xi1, strided<[645, 10, 1], offset: 3>>, %arg14: memref<64x10xi1, #gpu.address_space<workgroup>>):
      %24 = "gpu.thread_id"() <{dimension = #gpu<dim x>}> : () -> index
      %25 = "gpu.block_id"() <{dimension = #gpu<dim x>}> : () -> index
      %26 = "arith.constant"() <{value = 0 : index}> : () -> index
      %27 = "arith.constant"() <{value = 1 : index}> : () -> index
      %28 = "vector.load"(%arg12, %25, %24, %26) : (memref<3x64x9xi1, strided<[645, 10, 1], offset: 3>>, index, index, index) -> vector<9xi1>
      "vector.store"(%28, %arg14, %24, %27) : (vector<9xi1>, memref<64x10xi1, #gpu.address_space<workgroup>>, index, index) -> ()
      %29 = "vector.load"(%arg14, %24, %27) : (memref<64x10xi1, #gpu.address_space<workgroup>>, index, index) -> vector<9xi1>
      "vector.store"(%29, %arg13, %25, %24, %26) : (vector<9xi1>, memref<3x64x9xi1, strided<[645, 10, 1], offset: 3>>, index, index, index) -> ()
      "gpu.return"() : () -> ()
    }) {gpu.kernel, sym_name = "i1_9", workgroup_attributions = 1 : i64} : () -> ()
    "gpu.func"() <{function_type = (memref<3x64x1xf8E4M3FN, strided<[133, 2, 1], offset: 3>>, memref<3x64x1xf8E4M3FN, strided<[133, 2, 1], offset: 3>>) -> (), known_block_size = array<i32: 64, 1, 1>}> ({
    ^bb0(%arg9: memref<3x64x1xf8E4M3FN, strided<[133, 2, 1], offset: 3>>, %arg10: memref<3x64x1xf8E4M3FN, strided<[133, 2, 1], offset: 3>>, %arg11: memref<64x2xf8E4M3FN, #gpu.address_space<workgroup>>):
      %18 = "gpu.thread_id"() <{dimension = #gpu<dim x>}> : () -> index
      %19 = "gpu.block_id"() <{dimension = #gpu<dim x>}> : () -> index
      %20 = "arith.constant"() <{value = 0 : index}> : () -> index
      %21 = "arith.constant"() <{value = 1 : index}> : () -> index
      %22 = "memref.load"(%arg9, %19, %18, %20) : (memref<3x64x1xf8E4M3FN, strided<[133, 2, 1], offset: 3>>, index, index, index) -> f8E4M3FN
      "memref.store"(%22, %arg11, %18, %21) : (f8E4M3FN, memref<64x2xf8E4M3FN, #gpu.address_space<workgroup>>, index, index) -> ()
      %23 = "memref.load"(%arg11, %18, %21) : (memref<64x2xf8E4M3FN, #gpu.address_space<workgroup>>, index, index) -> f8E4M3FN
      "memref.store"(%23, %arg10, %19, %18, %20) : (f8E4M3FN, memref<3x64x1xf8E4M3FN, strided<[133, 2, 1], offset: 3>>, index, index, index) -> ()
      "gpu.return"() : () -> ()
    }) {gpu.kernel, sym_name = "f8e4m3fn_0", workgroup_attributions = 1 : i64} : () -> ()
    "gpu.func"() <{function_type = (memref<3x64x4xf8E4M3FN, strided<[325, 5, 1], offset: 3>>, memref<3x64x4xf8E4M3FN, strided<[325, 5, 1], offset: 3>>) -> (), known_block_size = array<i32: 64, 1, 1>}> ({
    ^bb0(%arg6: memref<3x64x4xf8E4M3FN, strided<[325, 5, 1], offset: 3>>, %arg7: memref<3x64x4xf8E4M3FN, strided<[325, 5, 1], offset: 3>>, %arg8: memref<64x5xf8E4M3FN, #gpu.address_space<workgroup>>):
      %12 = "gpu.thread_id"() <{dimension = #gpu<dim x>}> : () -> index
      %13 = "gpu.block_id"() <{dimension = #gpu<dim x>}> : () -> index
      %14 = "arith.constant"() <{value = 0 : index}> : () -> index
      %15 = "arith.constant"() <{value = 1 : index}> : () -> index
      %16 = "vector.load"(%arg6, %13, %12, %14) : (memref<3x64x4xf8E4M3FN, strided<[325, 5, 1], offset: 3>>, index, index, index) -> vector<4xf8E4M3FN>
      "vector.store"(%16, %arg8, %12, %15) : (vector<4xf8E4M3FN>, memref<64x5xf8E4M3FN, #gpu.address_space<workgroup>>, index, index) -> ()
      %17 = "vector.load"(%arg8, %12, %15) : (memref<64x5xf8E4M3FN, #gpu.address_space<workgroup>>, index, index) -> vector<4xf8E4M3FN>
      "vector.store"(%17, %arg7, %13, %12, %14) : (vector<4xf8E4M3FN>, memref<3x64x4xf8E4M3FN, strided<[325, 5, 1], offset: 3>>, index, index, index) -> ()
      "gpu.return"() : () -> ()
    }) {gpu.kernel, sym_name = "f8e4m3fn_4", workgroup_attributions = 1 : i64} : () -> ()
    "gpu.func"() <{function_type = (memref<3x64x6xf8E4M3FN, strided<[453, 7, 1], offset: 3>>, memref<3x64x6xf8E4M3FN, strided<[453, 7, 1], offset: 3>>) -> (), known_block_size = array<i32: 64, 1, 1>}> ({
    ^bb0(%arg3: memref<3x64x6xf8E4M3FN, strided<[453, 7, 1], offset: 3>>, %arg4: memref<3x64x6xf8E4M3FN, strided<[453, 7, 1], offset: 3>>, %arg5: memref<64x7xf8E4M3FN, #gpu.address_space<workgroup>>):
      %6 = "gpu.thread_id"() <{dimension = #gpu<dim x>}> : () -> index
      %7 = "gpu.block_id"() <{dimension = #gpu<dim x>}> : () -> index
      %8 = "arith.constant"() <{value = 0 : index}> : () -> index
      %9 = "arith.constant"() <{value = 1 : index}> : () -> index
      %10 = "vector.load"(%arg3, %7, %6, %8) : (memref<3x64x6xf8E4M3FN, strided<[453, 7, 1], offset: 3>>, index, index, index) -> vector<6xf8E4M3FN>
      "vector.store"(%10, %arg5, %6, %9) : (vector<6xf8E4M3FN>, memref<64x7xf8E4M3FN, #gpu.address_space<workgroup>>, index, index) -> ()
      %11 = "vector.load"(%arg5, %6, %9) : (memref<64x7xf8E4M3FN, #gpu.address_space<workgroup>>, index, index) -> vector<6xf8E4M3FN>
      "vector.store"(%11, %arg4, %7, %6, %8) : (vector<6xf8E4M3FN>, memref<3x64x6xf8E4M3FN, strided<[453, 7, 1], offset: 3>>, index, index, index) -> ()
      "gpu.return"() : () -> ()
    }) {gpu.kernel, sym_name = "f8e4m3fn_6", workgroup_attributions = 1 : i64} : () -> ()
    "gpu.func"() <{function_type = (memref<3x64x8xf8E5M2FNUZ, strided<[581, 9, 1], offset: 3>>, memref<3x64x8xf8E5M2FNUZ, strided<[581, 9, 1], offset: 3>>) -> (), known_block_size = array<i32: 64, 1, 1>}> ({
    ^bb0(%arg0: memref<3x64x8xf8E5M2FNUZ, strided<[581, 9, 1], offset: 3>>, %arg1: memref<3x64x8xf8E5M2FNUZ, strided<[581, 9, 1], offset: 3>>, %arg2: memref<64x9xf8E5M2FNUZ, #gpu.address_space<workgroup>>):
      %0 = "gpu.thread_id"() <{dimension = #gpu<dim x>}> : () -> index
      %1 = "gpu.block_id"() <{dimension = #gpu<dim x>}> : () -> index
      %2 = "arith.constant"() <{value = 0 : index}> : () -> index
      %3 = "arith.constant"() <{value = 1 : index}> : () -> index
      %4 = "vector.load"(%arg0, %1, %0, %2) : (memref<3x64x8xf8E5M2FNUZ, strided<[581, 9, 1], offset: 3>>, index, index, index) -> vector<8xf8E5M2FNUZ>
      "vector.store"(%4, %arg2, %0, %3) : (vector<8xf8E5M2FNUZ>, memref<64x9xf8E5M2FNUZ, #gpu.address_space<workgroup>>, index, index) -> ()
      %5 = "vector.load"(%arg2, %0, %3) : (memref<64x9xf8E5M2FNUZ, #gpu.address_space<workgroup>>, index, index) -> vector<8xf8E5M2FNUZ>
      "vector.store"(%5, %arg1, %1, %0, %2) : (vector<8xf8E5M2FNUZ>, memref<3x64x8xf8E5M2FNUZ, strided<[581, 9, 1], offset: 3>>, index, index, index) -> ()
      "gpu.return"() : () -> ()
    }) {gpu.kernel, sym_name = "f8e5m2fnuz_8", workgroup_attributions = 1 : i64} : () -> ()
  }) : () -> ()
}) : () -> ()

