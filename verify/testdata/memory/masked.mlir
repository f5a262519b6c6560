#map = affine_map<(d0, d1) -> (d1)>
#map1 = affine_map<(d0, d1) -> (d0, d1)>
#map2 = affine_map<(d0, d1) -> (d1, d0)>
#map3 = affine_map<(d0, d1) -> (d1, 0)>
"builtin.module"() ({
  "gpu.module"() <{sym_name = "masked"}> ({
    "gpu.func"() <{function_type = (memref<64x6xi8>, memref<64x6xi8>, memref<64x6xi1>, memref<64x6xi8>) -> (), known_block_size = array<i32: 64, 1, 1>}> ({
    ^bb0(%arg140: memref<64x6xi8>, %arg141: memref<64x6xi8>, %arg142: memref<64x6xi1>, %arg143: memref<64x6xi8>, %arg144: memref<64x6xi8, #gpu.address_space<workgroup>>):
      %269 = "gpu.thread_id"() <{dimension = #gpu<dim x>}> : () -> index
      %270 = "gpu.block_id"() <{dimension = #gpu<dim x>}> : () -> index
      %271 = "arith.constant"() <{value = 0 : index}> : () -> index
      %272 = "vector.load"(%arg142, %269, %271) : (memref<64x6xi1>, index, index) -> vector<6xi1>
      %273 = "vector.load"(%arg141, %269, %271) : (memref<64x6xi8>, index, index) -> vector<6xi8>
      %274 = "vector.maskedload"(%arg140, %269, %271, %272, %273) : (memref<64x6xi8>, index, index, vector<6xi1>, vector<6xi8>) -> vector<6xi8>
      "vector.maskedstore"(%arg143, %269, %271, %272, %274) : (memref<64x6xi8>, index, index, vector<6xi1>, vector<6xi8>) -> ()
      "vector.store"(%273, %arg144, %269, %271) : (vector<6xi8>, memref<64x6xi8, #gpu.address_space<workgroup>>, index, index) -> ()
      "vector.maskedstore"(%arg144, %269, %271, %272, %274) : (memref<64x6xi8, #gpu.address_space<workgroup>>, index, index, vector<6xi1>, vector<6xi8>) -> ()
      %275 = "vector.maskedload"(%arg144, %269, %271, %272, %273) : (memref<64x6xi8, #gpu.address_space<workgroup>>, index, index, vector<6xi1>, vector<6xi8>) -> vector<6xi8>
      "vector.maskedstore"(%arg141, %269, %271, %272, %275) : (memref<64x6xi8>, index, index, vector<6xi1>, vector<6xi8>) -> ()
      "gpu.return"() : () -> ()
    }) {gpu.kernel, sym_name = "masked_i8", workgroup_attributions = 1 : i64} : () -> ()
    "gpu.func"() <{function_type = (memref<64x6xi8>, memref<64x6xi8>, memref<64x6xi8>) -> (), known_block_size = array<i32: 64, 1, 1>}> ({
    ^bb0(%arg137: memref<64x6xi8>, %arg138: memref<64x6xi8>, %arg139: memref<64x6xi8>):
      %263 = "gpu.thread_id"() <{dimension = #gpu<dim x>}> : () -> index
      %264 = "gpu.block_id"() <{dimension = #gpu<dim x>}> : () -> index
      %265 = "arith.constant"() <{value = 0 : index}> : () -> index
      %266 = "vector.constant_mask"() <{mask_dim_sizes = array<i64: 4>}> : () -> vector<6xi1>
      %267 = "vector.load"(%arg138, %263, %265) : (memref<64x6xi8>, index, index) -> vector<6xi8>
      %268 = "vector.maskedload"(%arg137, %263, %265, %266, %267) : (memref<64x6xi8>, index, index, vector<6xi1>, vector<6xi8>) -> vector<6xi8>
      "vector.maskedstore"(%arg139, %263, %265, %266, %268) : (memref<64x6xi8>, index, index, vector<6xi1>, vector<6xi8>) -> ()
      "gpu.return"() : () -> ()
    }) {gpu.kernel, sym_name = "constmask_i8", workgroup_attributions = 0 : i64} : () -> ()
    "gpu.func"() <{function_type = (memref<64xi8>, memref<64x6xi8>, memref<64x6xi1>, memref<64x6xindex>, memref<64x6xi8>) -> (), known_block_size = array<i32: 64, 1, 1>}> ({
    ^bb0(%arg132: memref<64xi8>, %arg133: memref<64x6xi8>, %arg134: memref<64x6xi1>, %arg135: memref<64x6xindex>, %arg136: memref<64x6xi8>):
      %255 = "gpu.thread_id"() <{dimension = #gpu<dim x>}> : () -> index
      %256 = "gpu.block_id"() <{dimension = #gpu<dim x>}> : () -> index
      %257 = "arith.constant"() <{value = 0 : index}> : () -> index
      %258 = "vector.load"(%arg134, %255, %257) : (memref<64x6xi1>, index, index) -> vector<6xi1>
      %259 = "arith.constant"() <{value = 3 : index}> : () -> index
      %260 = "vector.load"(%arg135, %255, %257) : (memref<64x6xindex>, index, index) -> vector<6xindex>
      %261 = "vector.load"(%arg133, %255, %257) : (memref<64x6xi8>, index, index) -> vector<6xi8>
      %262 = "vector.gather"(%arg132, %259, %260, %258, %261) : (memref<64xi8>, index, vector<6xindex>, vector<6xi1>, vector<6xi8>) -> vector<6xi8>
      "vector.store"(%262, %arg136, %255, %257) : (vector<6xi8>, memref<64x6xi8>, index, index) -> ()
      "gpu.return"() : () -> ()
    }) {gpu.kernel, sym_name = "gather_i8", workgroup_attributions = 0 : i64} : () -> ()
    "gpu.func"() <{function_type = (memref<5x7xi8>, memref<?x?xi8>, memref<3x64x4xi8>, memref<5x7xi8>) -> (), known_block_size = array<i32: 7, 1, 1>}> ({
    ^bb0(%arg128: memref<5x7xi8>, %arg129: memref<?x?xi8>, %arg130: memref<3x64x4xi8>, %arg131: memref<5x7xi8>):
      %247 = "gpu.thread_id"() <{dimension = #gpu<dim x>}> : () -> index
      %248 = "gpu.block_id"() <{dimension = #gpu<dim x>}> : () -> index
      %249 = "arith.constant"() <{value = 0 : index}> : () -> index
      %250 = "arith.constant"() <{value = 7 : i8}> : () -> i8
      %251 = "vector.transfer_read"(%arg128, %248, %247, %250) <{in_bounds = [false], operandSegmentSizes = array<i32: 1, 2, 1, 0>, permutation_map = #map}> : (memref<5x7xi8>, index, index, i8) -> vector<4xi8>
      "vector.store"(%251, %arg130, %248, %247, %249) : (vector<4xi8>, memref<3x64x4xi8>, index, index, index) -> ()
      "vector.transfer_write"(%251, %arg131, %248, %247) <{in_bounds = [false], operandSegmentSizes = array<i32: 1, 1, 2, 0>, permutation_map = #map}> : (vector<4xi8>, memref<5x7xi8>, index, index) -> ()
      %252 = "arith.constant"() <{value = 2 : index}> : () -> index
      %253 = "vector.transfer_read"(%arg129, %247, %252, %250) <{in_bounds = [false, true], operandSegmentSizes = array<i32: 1, 2, 1, 0>, permutation_map = #map1}> : (memref<?x?xi8>, index, index, i8) -> vector<2x2xi8>
      %254 = "vector.shape_cast"(%253) : (vector<2x2xi8>) -> vector<4xi8>
      "vector.store"(%254, %arg130, %248, %247, %249) : (vector<4xi8>, memref<3x64x4xi8>, index, index, index) -> ()
      "gpu.return"() : () -> ()
    }) {gpu.kernel, sym_name = "transfer_i8", workgroup_attributions = 0 : i64} : () -> ()
    "gpu.func"() <{function_type = (memref<5x7xi8>, memref<3x2xi1>, memref<64x6xi8>) -> (), known_block_size = array<i32: 7, 1, 1>}> ({
    ^bb0(%arg125: memref<5x7xi8>, %arg126: memref<3x2xi1>, %arg127: memref<64x6xi8>):
      %237 = "gpu.thread_id"() <{dimension = #gpu<dim x>}> : () -> index
      %238 = "gpu.block_id"() <{dimension = #gpu<dim x>}> : () -> index
      %239 = "arith.constant"() <{value = 0 : index}> : () -> index
      %240 = "arith.constant"() <{value = 7 : i8}> : () -> i8
      %241 = "vector.load"(%arg126, %239, %239) : (memref<3x2xi1>, index, index) -> vector<3x2xi1>
      %242 = "arith.constant"() <{value = 3 : index}> : () -> index
      %243 = "vector.transfer_read"(%arg125, %242, %237, %240, %241) <{in_bounds = [false, false], operandSegmentSizes = array<i32: 1, 2, 1, 1>, permutation_map = #map2}> : (memref<5x7xi8>, index, index, i8, vector<3x2xi1>) -> vector<2x3xi8>
      %244 = "vector.shape_cast"(%243) : (vector<2x3xi8>) -> vector<6xi8>
      "vector.store"(%244, %arg127, %237, %239) : (vector<6xi8>, memref<64x6xi8>, index, index) -> ()
      %245 = "vector.transfer_read"(%arg125, %242, %242, %240) <{in_bounds = [true, true], operandSegmentSizes = array<i32: 1, 2, 1, 0>, permutation_map = #map3}> : (memref<5x7xi8>, index, index, i8) -> vector<2x3xi8>
      %246 = "vector.shape_cast"(%245) : (vector<2x3xi8>) -> vector<6xi8>
      "vector.store"(%246, %arg127, %239, %239) : (vector<6xi8>, memref<64x6xi8>, index, index) -> ()
      "gpu.return"() : () -> ()
    }) {gpu.kernel, sym_name = "permuted_i8", workgroup_attributions = 0 : i64} : () -> ()
    "gpu.func"() <{function_type = (memref<64x6xf16>, memref<64x6xf16>, memref<64x6xi1>, memref<64x6xf16>) -> (), known_block_size = array<i32: 64, 1, 1>}> ({
    ^bb0(%arg120: memref<64x6xf16>, %arg121: memref<64x6xf16>, %arg122: memref<64x6xi1>, %arg123: memref<64x6xf16>, %arg124: memref<64x6xf16, #gpu.address_space<workgroup>>):
      %230 = "gpu.thread_id"() <{dimension = #gpu<dim x>}> : () -> index
      %231 = "gpu.block_id"() <{dimension = #gpu<dim x>}> : () -> index
      %232 = "arith.constant"() <{value = 0 : index}> : () -> index
      %233 = "vector.load"(%arg122, %230, %232) : (memref<64x6xi1>, index, index) -> vector<6xi1>
      %234 = "vector.load"(%arg121, %230, %232) : (memref<64x6xf16>, index, index) -> vector<6xf16>
      %235 = "vector.maskedload"(%arg120, %230, %232, %233, %234) : (memref<64x6xf16>, index, index, vector<6xi1>, vector<6xf16>) -> vector<6xf16>
      "vector.maskedstore"(%arg123, %230, %232, %233, %235) : (memref<64x6xf16>, index, index, vector<6xi1>, vector<6xf16>) -> ()
      "vector.store"(%234, %arg124, %230, %232) : (vector<6xf16>, memref<64x6xf16, #gpu.address_space<workgroup>>, index, index) -> ()
      "vector.maskedstore"(%arg124, %230, %232, %233, %235) : (memref<64x6xf16, #gpu.address_space<workgroup>>, index, index, vector<6xi1>, vector<6xf16>) -> ()
      %236 = "vector.maskedload"(%arg124, %230, %232, %233, %234) : (memref<64x6xf16, #gpu.address_space<workgroup>>, index, index, vector<6xi1>, vector<6xf16>) -> vector<6xf16>
      "vector.maskedstore"(%arg121, %230, %232, %233, %236) : (memref<64x6xf16>, index, index, vector<6xi1>, vector<6xf16>) -> ()
      "gpu.return"() : () -> ()
    }) {gpu.kernel, sym_name = "masked_f16", workgroup_attributions = 1 : i64} : () -> ()
    "gpu.func"() <{function_type = (memref<64x6xf16>, memref<64x6xf16>, memref<64x6xf16>) -> (), known_block_size = array<i32: 64, 1, 1>}> ({
    ^bb0(%arg117: memref<64x6xf16>, %arg118: memref<64x6xf16>, %arg119: memref<64x6xf16>):
      %224 = "gpu.thread_id"() <{dimension = #gpu<dim x>}> : () -> index
      %225 = "gpu.block_id"() <{dimension = #gpu<dim x>}> : () -> index
      %226 = "arith.constant"() <{value = 0 : index}> : () -> index
      %227 = "vector.constant_mask"() <{mask_dim_sizes = array<i64: 4>}> : () -> vector<6xi1>
      %228 = "vector.load"(%arg118, %224, %226) : (memref<64x6xf16>, index, index) -> vector<6xf16>
      %229 = "vector.maskedload"(%arg117, %224, %226, %227, %228) : (memref<64x6xf16>, index, index, vector<6xi1>, vector<6xf16>) -> vector<6xf16>
      "vector.maskedstore"(%arg119, %224, %226, %227, %229) : (memref<64x6xf16>, index, index, vector<6xi1>, vector<6xf16>) -> ()
      "gpu.return"() : () -> ()
    }) {gpu.kernel, sym_name = "constmask_f16", workgroup_attributions = 0 : i64} : () -> ()
    "gpu.func"() <{function_type = (memref<64xf16>, memref<64x6xf16>, memref<64x6xi1>, memref<64x6xindex>, memref<64x6xf16>) -> (), known_block_size = array<i32: 64, 1, 1>}> ({
    ^bb0(%arg112: memref<64xf16>, %arg113: memref<64x6xf16>, %arg114: memref<64x6xi1>, %arg115: memref<64x6xindex>, %arg116: memref<64x6xf16>):
      %216 = "gpu.thread_id"() <{dimension = #gpu<dim x>}> : () -> index
      %217 = "gpu.block_id"() <{dimension = #gpu<dim x>}> : () -> index
      %218 = "arith.constant"() <{value = 0 : index}> : () -> index
      %219 = "vector.load"(%arg114, %216, %218) : (memref<64x6xi1>, index, index) -> vector<6xi1>
      %220 = "arith.constant"() <{value = 3 : index}> : () -> index
      %221 = "vector.load"(%arg115, %216, %218) : (memref<64x6xindex>, index, index) -> vector<6xindex>
      %222 = "vector.load"(%arg113, %216, %218) : (memref<64x6xf16>, index, index) -> vector<6xf16>
      %223 = "vector.gather"(%arg112, %220, %221, %219, %222) : (memref<64xf16>, index, vector<6xindex>, vector<6xi1>, vector<6xf16>) -> vector<6xf16>
      "vector.store"(%223, %arg116, %216, %218) : (vector<6xf16>, memref<64x6xf16>, index, index) -> ()
      "gpu.return"() : () -> ()
    }) {gpu.kernel, sym_name = "gather_f16", workgroup_attributions = 0 : i64} : () -> ()
    "gpu.func"() <{function_type = (memref<5x7xf16>, memref<?x?xf16>, memref<3x64x4xf16>, memref<5x7xf16>) -> (), known_block_size = array<i32: 7, 1, 1>}> ({
    ^bb0(%arg108: memref<5x7xf16>, %arg109: memref<?x?xf16>, %arg110: memref<3x64x4xf16>, %arg111: memref<5x7xf16>):
      %208 = "gpu.thread_id"() <{dimension = #gpu<dim x>}> : () -> index
      %209 = "gpu.block_id"() <{dimension = #gpu<dim x>}> : () -> index
      %210 = "arith.constant"() <{value = 0 : index}> : () -> index
      %211 = "arith.constant"() <{value = 0.000000e+00 : f16}> : () -> f16
      %212 = "vector.transfer_read"(%arg108, %209, %208, %211) <{in_bounds = [false], operandSegmentSizes = array<i32: 1, 2, 1, 0>, permutation_map = #map}> : (memref<5x7xf16>, index, index, f16) -> vector<4xf16>
      "vector.store"(%212, %arg110, %209, %208, %210) : (vector<4xf16>, memref<3x64x4xf16>, index, index, index) -> ()
      "vector.transfer_write"(%212, %arg111, %209, %208) <{in_bounds = [false], operandSegmentSizes = array<i32: 1, 1, 2, 0>, permutation_map = #map}> : (vector<4xf16>, memref<5x7xf16>, index, index) -> ()
      %213 = "arith.constant"() <{value = 2 : index}> : () -> index
      %214 = "vector.transfer_read"(%arg109, %208, %213, %211) <{in_bounds = [false, true], operandSegmentSizes = array<i32: 1, 2, 1, 0>, permutation_map = #map1}> : (memref<?x?xf16>, index, index, f16) -> vector<2x2xf16>
      %215 = "vector.shape_cast"(%214) : (vector<2x2xf16>) -> vector<4xf16>
      "vector.store"(%215, %arg110, %209, %208, %210) : (vector<4xf16>, memref<3x64x4xf16>, index, index, index) -> ()
      "gpu.return"() : () -> ()
    }) {gpu.kernel, sym_name = "transfer_f16", workgroup_attributions = 0 : i64} : () -> ()
    "gpu.func"() <{function_type = (memref<5x7xf16>, memref<3x2xi1>, memref<64x6xf16>) -> (), known_block_size = array<i32: 7, 1, 1>}> ({
    ^bb0(%arg105: memref<5x7xf16>, %arg106: memref<3x2xi1>, %arg107: memref<64x6xf16>):
      %198 = "gpu.thread_id"() <{dimension = #gpu<dim x>}> : () -> index
      %199 = "gpu.block_id"() <{dimension = #gpu<dim x>}> : () -> index
      %200 = "arith.constant"() <{value = 0 : index}> : () -> index
      %201 = "arith.constant"() <{value = 0.000000e+00 : f16}> : () -> f16
      %202 = "vector.load"(%arg106, %200, %200) : (memref<3x2xi1>, index, index) -> vector<3x2xi1>
      %203 = "arith.constant"() <{value = 3 : index}> : () -> index
      %204 = "vector.transfer_read"(%arg105, %203, %198, %201, %202) <{in_bounds = [false, false], operandSegmentSizes = array<i32: 1, 2, 1, 1>, permutation_map = #map2}> : (memref<5x7xf16>, index, index, f16, vector<3x2xi1>) -> vector<2x3xf16>
      %205 = "vector.shape_cast"(%204) : (vector<2x3xf16>) -> vector<6xf16>
      "vector.store"(%205, %arg107, %198, %200) : (vector<6xf16>, memref<64x6xf16>, index, index) -> ()
      %206 = "vector.transfer_read"(%arg105, %203, %203, %201) <{in_bounds = [true, true], operandSegmentSizes = array<i32: 1, 2, 1, 0>, permutation_map = #map3}> : (memref<5x7xf16>, index, index, f16) -> vector<2x3xf16>
      %207 = "vector.shape_cast"(%206) : (vector<2x3xf16>) -> vector<6xf16>
      "vector.store"(%207, %arg107, %200, %200) : (vector<6xf16>, memref<64x6xf16>, index, index) -> ()
      "gpu.return"() : () -> ()
    }) {gpu.kernel, sym_name = "permuted_f16", workgroup_attributions = 0 : i64} : () -> ()
    "gpu.func"() <{function_type = (memref<64x6xi32>, memref<64x6xi32>, memref<64x6xi1>, memref<64x6xi32>) -> (), known_block_size = array<i32: 64, 1, 1>}> ({
    ^bb0(%arg100: memref<64x6xi32>, %arg101: memref<64x6xi32>, %arg102: memref<64x6xi1>, %arg103: memref<64x6xi32>, %arg104: memref<64x6xi32, #gpu.address_space<workgroup>>):
      %191 = "gpu.thread_id"() <{dimension = #gpu<dim x>}> : () -> index
      %192 = "gpu.block_id"() <{dimension = #gpu<dim x>}> : () -> index
      %193 = "arith.constant"() <{value = 0 : index}> : () -> index
      %194 = "vector.load"(%arg102, %191, %193) : (memref<64x6xi1>, index, index) -> vector<6xi1>
      %195 = "vector.load"(%arg101, %191, %193) : (memref<64x6xi32>, index, index) -> vector<6xi32>
      %196 = "vector.maskedload"(%arg100, %191, %193, %194, %195) : (memref<64x6xi32>, index, index, vector<6xi1>, vector<6xi32>) -> vector<6xi32>
      "vector.maskedstore"(%arg103, %191, %193, %194, %196) : (memref<64x6xi32>, index, index, vector<6xi1>, vector<6xi32>) -> ()
      "vector.store"(%195, %arg104, %191, %193) : (vector<6xi32>, memref<64x6xi32, #gpu.address_space<workgroup>>, index, index) -> ()
      "vector.maskedstore"(%arg104, %191, %193, %194, %196) : (memref<64x6xi32, #gpu.address_space<workgroup>>, index, index, vector<6xi1>, vector<6xi32>) -> ()
      %197 = "vector.maskedload"(%arg104, %191, %193, %194, %195) : (memref<64x6xi32, #gpu.address_space<workgroup>>, index, index, vector<6xi1>, vector<6xi32>) -> vector<6xi32>
      "vector.maskedstore"(%arg101, %191, %193, %194, %197) : (memref<64x6xi32>, index, index, vector<6xi1>, vector<6xi32>) -> ()
      "gpu.return"() : () -> ()
    }) {gpu.kernel, sym_name = "masked_i32", workgroup_attributions = 1 : i64} : () -> ()
    "gpu.func"() <{function_type = (memref<64x6xi32>, memref<64x6xi32>, memref<64x6xi32>) -> (), known_block_size = array<i32: 64, 1, 1>}> ({
    ^bb0(%arg97: memref<64x6xi32>, %arg98: memref<64x6xi32>, %arg99: memref<64x6xi32>):
      %185 = "gpu.thread_id"() <{dimension = #gpu<dim x>}> : () -> index
      %186 = "gpu.block_id"() <{dimension = #gpu<dim x>}> : () -> index
      %187 = "arith.constant"() <{value = 0 : index}> : () -> index
      %188 = "vector.constant_mask"() <{mask_dim_sizes = array<i64: 4>}> : () -> vector<6xi1>
      %189 = "vector.load"(%arg98, %185, %187) : (memref<64x6xi32>, index, index) -> vector<6xi32>
      %190 = "vector.maskedload"(%arg97, %185, %187, %188, %189) : (memref<64x6xi32>, index, index, vector<6xi1>, vector<6xi32>) -> vector<6xi32>
      "vector.maskedstore"(%arg99, %185, %187, %188, %190) : (memref<64x6xi32>, index, index, vector<6xi1>, vector<6xi32>) -> ()
      "gpu.return"() : () -> ()
    }) {gpu.kernel, sym_name = "constmask_i32", workgroup_attributions = 0 : i64} : () -> ()
    "gpu.func"() <{function_type = (memref<64xi32>, memref<64x6xi32>, memref<64x6xi1>, memref<64x6xindex>, memref<64x6xi32>) -> (), known_block_size = array<i32: 64, 1, 1>}> ({
    ^bb0(%arg92: memref<64xi32>, %arg93: memref<64x6xi32>, %arg94: memref<64x6xi1>, %arg95: memref<64x6xindex>, %arg96: memref<64x6xi32>):
      %177 = "gpu.thread_id"() <{dimension = #gpu<dim x>}> : () -> index
      %178 = "gpu.block_id"() <{dimension = #gpu<dim x>}> : () -> index
      %179 = "arith.constant"() <{value = 0 : index}> : () -> index
      %180 = "vector.load"(%arg94, %177, %179) : (memref<64x6xi1>, index, index) -> vector<6xi1>
      %181 = "arith.constant"() <{value = 3 : index}> : () -> index
      %182 = "vector.load"(%arg95, %177, %179) : (memref<64x6xindex>, index, index) -> vector<6xindex>
      %183 = "vector.load"(%arg93, %177, %179) : (memref<64x6xi32>, index, index) -> vector<6xi32>
      %184 = "vector.gather"(%arg92, %181, %182, %180, %183) : (memref<64xi32>, index, vector<6xindex>, vector<6xi1>, vector<6xi32>) -> vector<6xi32>
      "vector.store"(%184, %arg96, %177, %179) : (vector<6xi32>, memref<64x6xi32>, index, index) -> ()
      "gpu.return"() : () -> ()
    }) {gpu.kernel, sym_name = "gather_i32", workgroup_attributions = 0 : i64} : () -> ()
    "gpu.func"() <{function_type = (memref<5x7xi32>, memref<?x?xi32>, memref<3x64x4xi32>, memref<5x7xi32>) -> (), known_block_size = array<i32: 7, 1, 1>}> ({
    ^bb0(%arg88: memref<5x7xi32>, %arg89: memref<?x?xi32>, %arg90: memref<3x64x4xi32>, %arg91: memref<5x7xi32>):
      %169 = "gpu.thread_id"() <{dimension = #gpu<dim x>}> : () -> index
      %170 = "gpu.block_id"() <{dimension = #gpu<dim x>}> : () -> index
      %171 = "arith.constant"() <{value = 0 : index}> : () -> index
      %172 = "arith.constant"() <{value = 7 : i32}> : () -> i32
      %173 = "vector.transfer_read"(%arg88, %170, %169, %172) <{in_bounds = [false], operandSegmentSizes = array<i32: 1, 2, 1, 0>, permutation_map = #map}> : (memref<5x7xi32>, index, index, i32) -> vector<4xi32>
      "vector.store"(%173, %arg90, %170, %169, %171) : (vector<4xi32>, memref<3x64x4xi32>, index, index, index) -> ()
      "vector.transfer_write"(%173, %arg91, %170, %169) <{in_bounds = [false], operandSegmentSizes = array<i32: 1, 1, 2, 0>, permutation_map = #map}> : (vector<4xi32>, memref<5x7xi32>, index, index) -> ()
      %174 = "arith.constant"() <{value = 2 : index}> : () -> index
      %175 = "vector.transfer_read"(%arg89, %169, %174, %172) <{in_bounds = [false, true], operandSegmentSizes = array<i32: 1, 2, 1, 0>, permutation_map = #map1}> : (memref<?x?xi32>, index, index, i32) -> vector<2x2xi32>
      %176 = "vector.shape_cast"(%175) : (vector<2x2xi32>) -> vector<4xi32>
      "vector.store"(%176, %arg90, %170, %169, %171) : (vector<4xi32>, memref<3x64x4xi32>, index, index, index) -> ()
      "gpu.return"() : () -> ()
    }) {gpu.kernel, sym_name = "transfer_i32", workgroup_attributions = 0 : i64} : () -> ()
    "gpu.func"() <{function_type = (memref<5x7xi32>, memref<3x2xi1>, memref<64x6xi32>) -> (), known_block_size = array<i32: 7, 1, 1>}> ({
    ^bb0(%arg85: memref<5x7xi32>, %arg86: memref<3x2xi1>, %arg87: memref<64x6xi32>):
      %159 = "gpu.thread_id"() <{dimension = #gpu<dim x>}> : () -> index
      %160 = "gpu.block_id"() <{dimension = #gpu<dim x>}> : () -> index
      %161 = "arith.constant"() <{value = 0 : index}> : () -> index
      %162 = "arith.constant"() <{value = 7 : i32}> : () -> i32
      %163 = "vector.load"(%arg86, %161, %161) : (memref<3x2xi1>, index, index) -> vector<3x2xi1>
      %164 = "arith.constant"() <{value = 3 : index}> : () -> index
      %165 = "vector.transfer_read"(%arg85, %164, %159, %162, %163) <{in_bounds = [false, false], operandSegmentSizes = array<i32: 1, 2, 1, 1>, permutation_map = #map2}> : (memref<5x7xi32>, index, index, i32, vector<3x2xi1>) -> vector<2x3xi32>
      %166 = "vector.shape_cast"(%165) : (vector<2x3xi32>) -> vector<6xi32>
      "vector.store"(%166, %arg87, %159, %161) : (vector<6xi32>, memref<64x6xi32>, index, index) -> ()
      %167 = "vector.transfer_read"(%arg85, %164, %164, %162) <{in_bounds = [true, true], operandSegmentSizes = array<i32: 1, 2, 1, 0>, permutation_map = #map3}> : (memref<5x7xi32>, index, index, i32) -> vector<2x3xi32>
      %168 = "vector.shape_cast"(%167) : (vector<2x3xi32>) -> vector<6xi32>
      "vector.store"(%168, %arg87, %161, %161) : (vector<6xi32>, memref<64x6xi32>, index, index) -> ()
      "gpu.return"() : () -> ()
    }) {gpu.kernel, sym_name = "permuted_i32", workgroup_attributions = 0 : i64} : () -> ()
    "gpu.func"() <{function_type = (memref<64x6xf64>, memref<64x6xf64>, memref<64x6xi1>, memref<64x6xf64>) -> (), known_block_size = array<i32: 64, 1, 1>}> ({
    ^bb0(%arg80: memref<64x6xf64>, %arg81: memref<64x6xf64>, %arg82: memref<64x6xi1>, %arg83: memref<64x6xf64>, %arg84: memref<64x6xf64, #gpu.address_space<workgroup>>):
      %152 = "gpu.thread_id"() <{dimension = #gpu<dim x>}> : () -> index
      %153 = "gpu.block_id"() <{dimension = #gpu<dim x>}> : () -> index
      %154 = "arith.constant"() <{value = 0 : index}> : () -> index
      %155 = "vector.load"(%arg82, %152, %154) : (memref<64x6xi1>, index, index) -> vector<6xi1>
      %156 = "vector.load"(%arg81, %152, %154) : (memref<64x6xf64>, index, index) -> vector<6xf64>
      %157 = "vector.maskedload"(%arg80, %152, %154, %155, %156) : (memref<64x6xf64>, index, index, vector<6xi1>, vector<6xf64>) -> vector<6xf64>
      "vector.maskedstore"(%arg83, %152, %154, %155, %157) : (memref<64x6xf64>, index, index, vector<6xi1>, vector<6xf64>) -> ()
      "vector.store"(%156, %arg84, %152, %154) : (vector<6xf64>, memref<64x6xf64, #gpu.address_space<workgroup>>, index, index) -> ()
      "vector.maskedstore"(%arg84, %152, %154, %155, %157) : (memref<64x6xf64, #gpu.address_space<workgroup>>, index, index, vector<6xi1>, vector<6xf64>) -> ()
      %158 = "vector.maskedload"(%arg84, %152, %154, %155, %156) : (memref<64x6xf64, #gpu.address_space<workgroup>>, index, index, vector<6xi1>, vector<6xf64>) -> vector<6xf64>
      "vector.maskedstore"(%arg81, %152, %154, %155, %158) : (memref<64x6xf64>, index, index, vector<6xi1>, vector<6xf64>) -> ()
      "gpu.return"() : () -> ()
    }) {gpu.kernel, sym_name = "masked_f64", workgroup_attributions = 1 : i64} : () -> ()
    "gpu.func"() <{function_type = (memref<64x6xf64>, memref<64x6xf64>, memref<64x6xf64>) -> (), known_block_size = array<i32: 64, 1, 1>}> ({
    ^bb0(%arg77: memref<64x6xf64>, %arg78: memref<64x6xf64>, %arg79: memref<64x6xf64>):
      %146 = "gpu.thread_id"() <{dimension = #gpu<dim x>}> : () -> index
      %147 = "gpu.block_id"() <{dimension = #gpu<dim x>}> : () -> index
      %148 = "arith.constant"() <{value = 0 : index}> : () -> index
      %149 = "vector.constant_mask"() <{mask_dim_sizes = array<i64: 4>}> : () -> vector<6xi1>
      %150 = "vector.load"(%arg78, %146, %148) : (memref<64x6xf64>, index, index) -> vector<6xf64>
      %151 = "vector.maskedload"(%arg77, %146, %148, %149, %150) : (memref<64x6xf64>, index, index, vector<6xi1>, vector<6xf64>) -> vector<6xf64>
      "vector.maskedstore"(%arg79, %146, %148, %149, %151) : (memref<64x6xf64>, index, index, vector<6xi1>, vector<6xf64>) -> ()
      "gpu.return"() : () -> ()
    }) {gpu.kernel, sym_name = "constmask_f64", workgroup_attributions = 0 : i64} : () -> ()
    "gpu.func"() <{function_type = (memref<64xf64>, memref<64x6xf64>, memref<64x6xi1>, memref<64x6xindex>, memref<64x6xf64>) -> (), known_block_size = array<i32: 64, 1, 1>}> ({
    ^bb0(%arg72: memref<64xf64>, %arg73: memref<64x6xf64>, %arg74: memref<64x6xi1>, %arg75: memref<64x6xindex>, %arg76: memref<64x6xf64>):
      %138 = "gpu.thread_id"() <{dimension = #gpu<dim x>}> : () -> index
      %139 = "gpu.block_id"() <{dimension = #gpu<dim x>}> : () -> index
      %140 = "arith.constant"() <{value = 0 : index}> : () -> index
      %141 = "vector.load"(%arg74, %138, %140) : (memref<64x6xi1>, index, index) -> vector<6xi1>
      %142 = "arith.constant"() <{value = 3 : index}> : () -> index
      %143 = "vector.load"(%arg75, %138, %140) : (memref<64x6xindex>, index, index) -> vector<6xindex>
      %144 = "vector.load"(%arg73, %138, %140) : (memref<64x6xf64>, index, index) -> vector<6xf64>
      %145 = "vector.gather"(%arg72, %142, %143, %141, %144) : (memref<64xf64>, index, vector<6xindex>, vector<6xi1>, vector<6xf64>) -> vector<6xf64>
      "vector.store"(%145, %arg76, %138, %140) : (vector<6xf64>, memref<64x6xf64>, index, index) -> ()
      "gpu.return"() : () -> ()
    }) {gpu.kernel, sym_name = "gather_f64", workgroup_attributions = 0 : i64} : () -> ()
    "gpu.func"() <{function_type = (memref<5x7xf64>, memref<?x?xf64>, memref<3x64x4xf64>, memref<5x7xf64>) -> (), known_block_size = array<i32: 7, 1, 1>}> ({
    ^bb0(%arg68: memref<5x7xf64>, %arg69: memref<?x?xf64>, %arg70: memref<3x64x4xf64>, %arg71: memref<5x7xf64>):
      %130 = "gpu.thread_id"() <{dimension = #gpu<dim x>}> : () -> index
      %131 = "gpu.block_id"() <{dimension = #gpu<dim x>}> : () -> index
      %132 = "arith.constant"() <{value = 0 : index}> : () -> index
      %133 = "arith.constant"() <{value = 0.000000e+00 : f64}> : () -> f64
      %134 = "vector.transfer_read"(%arg68, %131, %130, %133) <{in_bounds = [false], operandSegmentSizes = array<i32: 1, 2, 1, 0>, permutation_map = #map}> : (memref<5x7xf64>, index, index, f64) -> vector<4xf64>
      "vector.store"(%134, %arg70, %131, %130, %132) : (vector<4xf64>, memref<3x64x4xf64>, index, index, index) -> ()
      "vector.transfer_write"(%134, %arg71, %131, %130) <{in_bounds = [false], operandSegmentSizes = array<i32: 1, 1, 2, 0>, permutation_map = #map}> : (vector<4xf64>, memref<5x7xf64>, index, index) -> ()
      %135 = "arith.constant"() <{value = 2 : index}> : () -> index
      %136 = "vector.transfer_read"(%arg69, %130, %135, %133) <{in_bounds = [false, true], operandSegmentSizes = array<i32: 1, 2, 1, 0>, permutation_map = #map1}> : (memref<?x?xf64>, index, index, f64) -> vector<2x2xf64>
      %137 = "vector.shape_cast"(%136) : (vector<2x2xf64>) -> vector<4xf64>
      "vector.store"(%137, %arg70, %131, %130, %132) : (vector<4xf64>, memref<3x64x4xf64>, index, index, index) -> ()
      "gpu.return"() : () -> ()
    }) {gpu.kernel, sym_name = "transfer_f64", workgroup_attributions = 0 : i64} : () -> ()
    "gpu.func"() <{function_type = (memref<5x7xf64>, memref<3x2xi1>, memref<64x6xf64>) -> (), known_block_size = array<i32: 7, 1, 1>}> ({
    ^bb0(%arg65: memref<5x7xf64>, %arg66: memref<3x2xi1>, %arg67: memref<64x6xf64>):
      %120 = "gpu.thread_id"() <{dimension = #gpu<dim x>}> : () -> index
      %121 = "gpu.block_id"() <{dimension = #gpu<dim x>}> : () -> index
      %122 = "arith.constant"() <{value = 0 : index}> : () -> index
      %123 = "arith.constant"() <{value = 0.000000e+00 : f64}> : () -> f64
      %124 = "vector.load"(%arg66, %122, %122) : (memref<3x2xi1>, index, index) -> vector<3x2xi1>
      %125 = "arith.constant"() <{value = 3 : index}> : () -> index
      %126 = "vector.transfer_read"(%arg65, %125, %120, %123, %124) <{in_bounds = [false, false], operandSegmentSizes = array<i32: 1, 2, 1, 1>, permutation_map = #map2}> : (memref<5x7xf64>, index, index, f64, vector<3x2xi1>) -> vector<2x3xf64>
      %127 = "vector.shape_cast"(%126) : (vector<2x3xf64>) -> vector<6xf64>
      "vector.store"(%127, %arg67, %120, %122) : (vector<6xf64>, memref<64x6xf64>, index, index) -> ()
      %128 = "vector.transfer_read"(%arg65, %125, %125, %123) <{in_bounds = [true, true], operandSegmentSizes = array<i32: 1, 2, 1, 0>, permutation_map = #map3}> : (memref<5x7xf64>, index, index, f64) -> vector<2x3xf64>
      %129 = "vector.shape_cast"(%128) : (vector<2x3xf64>) -> vector<6xf64>
      "vector.store"(%129, %arg67, %122, %122) : (vector<6xf64>, memref<64x6xf64>, index, index) -> ()
      "gpu.return"() : () -> ()
    }) {gpu.kernel, sym_name = "permuted_f64", workgroup_attributions = 0 : i64} : () -> ()
    "gpu.func"() <{function_type = (memref<64x6xi1>, memref<64x6xi1>, memref<64x6xi1>, memref<64x6xi1>) -> (), known_block_size = array<i32: 64, 1, 1>}> ({
    ^bb0(%arg60: memref<64x6xi1>, %arg61: memref<64x6xi1>, %arg62: memref<64x6xi1>, %arg63: memref<64x6xi1>, %arg64: memref<64x6xi1, #gpu.address_space<workgroup>>):
      %113 = "gpu.thread_id"() <{dimension = #gpu<dim x>}> : () -> index
      %114 = "gpu.block_id"() <{dimension = #gpu<dim x>}> : () -> index
      %115 = "arith.constant"() <{value = 0 : index}> : () -> index
      %116 = "vector.load"(%arg62, %113, %115) : (memref<64x6xi1>, index, index) -> vector<6xi1>
      %117 = "vector.load"(%arg61, %113, %115) : (memref<64x6xi1>, index, index) -> vector<6xi1>
      %118 = "vector.maskedload"(%arg60, %113, %115, %116, %117) : (memref<64x6xi1>, index, index, vector<6xi1>, vector<6xi1>) -> vector<6xi1>
      "vector.maskedstore"(%arg63, %113, %115, %116, %118) : (memref<64x6xi1>, index, index, vector<6xi1>, vector<6xi1>) -> ()
      "vector.store"(%117, %arg64, %113, %115) : (vector<6xi1>, memref<64x6xi1, #gpu.address_space<workgroup>>, index, index) -> ()
      "vector.maskedstore"(%arg64, %113, %115, %116, %118) : (memref<64x6xi1, #gpu.address_space<workgroup>>, index, index, vector<6xi1>, vector<6xi1>) -> ()
      %119 = "vector.maskedload"(%arg64, %113, %115, %116, %117) : (memref<64x6xi1, #gpu.address_space<workgroup>>, index, index, vector<6xi1>, vector<6xi1>) -> vector<6xi1>
      "vector.maskedstore"(%arg61, %113, %115, %116, %119) : (memref<64x6xi1>, index, index, vector<6xi1>, vector<6xi1>) -> ()
      "gpu.return"() : () -> ()
    }) {gpu.kernel, sym_name = "masked_i1", workgroup_attributions = 1 : i64} : () -> ()
    "gpu.func"() <{function_type = (memref<64x6xi1>, memref<64x6xi1>, memref<64x6xi1>) -> (), known_block_size = array<i32: 64, 1, 1>}> ({
    ^bb0(%arg57: memref<64x6xi1>, %arg58: memref<64x6xi1>, %arg59: memref<64x6xi1>):
      %107 = "gpu.thread_id"() <{dimension = #gpu<dim x>}> : () -> index
      %108 = "gpu.block_id"() <{dimension = #gpu<dim x>}> : () -> index
      %109 = "arith.constant"() <{value = 0 : index}> : () -> index
      %110 = "vector.constant_mask"() <{mask_dim_sizes = array<i64: 4>}> : () -> vector<6xi1>
      %111 = "vector.load"(%arg58, %107, %109) : (memref<64x6xi1>, index, index) -> vector<6xi1>
      %112 = "vector.maskedload"(%arg57, %107, %109, %110, %111) : (memref<64x6xi1>, index, index, vector<6xi1>, vector<6xi1>) -> vector<6xi1>
      "vector.maskedstore"(%arg59, %107, %109, %110, %112) : (memref<64x6xi1>, index, index, vector<6xi1>, vector<6xi1>) -> ()
      "gpu.return"() : () -> ()
    }) {gpu.kernel, sym_name = "constmask_i1", workgroup_attributions = 0 : i64} : () -> ()
    "gpu.func"() <{function_type = (memref<64xi1>, memref<64x6xi1>, memref<64x6xi1>, memref<64x6xindex>, memref<64x6xi1>) -> (), known_block_size = array<i32: 64, 1, 1>}> ({
    ^bb0(%arg52: memref<64xi1>, %arg53: memref<64x6xi1>, %arg54: memref<64x6xi1>, %arg55: memref<64x6xindex>, %arg56: memref<64x6xi1>):
      %99 = "gpu.thread_id"() <{dimension = #gpu<dim x>}> : () -> index
      %100 = "gpu.block_id"() <{dimension = #gpu<dim x>}> : () -> index
      %101 = "arith.constant"() <{value = 0 : index}> : () -> index
      %102 = "vector.load"(%arg54, %99, %101) : (memref<64x6xi1>, index, index) -> vector<6xi1>
      %103 = "arith.constant"() <{value = 3 : index}> : () -> index
      %104 = "vector.load"(%arg55, %99, %101) : (memref<64x6xindex>, index, index) -> vector<6xindex>
      %105 = "vector.load"(%arg53, %99, %101) : (memref<64x6xi1>, index, index) -> vector<6xi1>
      %106 = "vector.gather"(%arg52, %103, %104, %102, %105) : (memref<64xi1>, index, vector<6xindex>, vector<6xi1>, vector<6xi1>) -> vector<6xi1>
      "vector.store"(%106, %arg56, %99, %101) : (vector<6xi1>, memref<64x6xi1>, index, index) -> ()
      "gpu.return"() : () -> ()
    }) {gpu.kernel, sym_name = "gather_i1", workgroup_attributions = 0 : i64} : () -> ()
    "gpu.func"() <{function_type = (memref<5x7xi1>, memref<?x?xi1>, memref<3x64x4xi1>, memref<5x7xi1>) -> (), known_block_size = array<i32: 1, 1, 1>}> ({
    ^bb0(%arg48: memref<5x7xi1>, %arg49: memref<?x?xi1>, %arg50: memref<3x64x4xi1>, %arg51: memref<5x7xi1>):
      %91 = "gpu.thread_id"() <{dimension = #gpu<dim x>}> : () -> index
      %92 = "gpu.block_id"() <{dimension = #gpu<dim x>}> : () -> index
      %93 = "arith.constant"() <{value = 0 : index}> : () -> index
      %94 = "arith.constant"() <{value = false}> : () -> i1
      %95 = "vector.transfer_read"(%arg48, %92, %91, %94) <{in_bounds = [false], operandSegmentSizes = array<i32: 1, 2, 1, 0>, permutation_map = #map}> : (memref<5x7xi1>, index, index, i1) -> vector<4xi1>
      "vector.store"(%95, %arg50, %92, %91, %93) : (vector<4xi1>, memref<3x64x4xi1>, index, index, index) -> ()
      "vector.transfer_write"(%95, %arg51, %92, %91) <{in_bounds = [false], operandSegmentSizes = array<i32: 1, 1, 2, 0>, permutation_map = #map}> : (vector<4xi1>, memref<5x7xi1>, index, index) -> ()
      %96 = "arith.constant"() <{value = 2 : index}> : () -> index
      %97 = "vector.transfer_read"(%arg49, %91, %96, %94) <{in_bounds = [false, true], operandSegmentSizes = array<i32: 1, 2, 1, 0>, permutation_map = #map1}> : (memref<?x?xi1>, index, index, i1) -> vector<2x2xi1>
      %98 = "vector.shape_cast"(%97) : (vector<2x2xi1>) -> vector<4xi1>
      "vector.store"(%98, %arg50, %92, %91, %93) : (vector<4xi1>, memref<3x64x4xi1>, index, index, index) -> ()
      "gpu.return"() : () -> ()
    }) {gpu.kernel, sym_name = "transfer_i1", workgroup_attributions = 0 : i64} : () -> ()
    "gpu.func"() <{function_type = (memref<5x7xi1>, memref<3x2xi1>, memref<64x6xi1>) -> (), known_block_size = array<i32: 7, 1, 1>}> ({
    ^bb0(%arg45: memref<5x7xi1>, %arg46: memref<3x2xi1>, %arg47: memref<64x6xi1>):
      %81 = "gpu.thread_id"() <{dimension = #gpu<dim x>}> : () -> index
      %82 = "gpu.block_id"() <{dimension = #gpu<dim x>}> : () -> index
      %83 = "arith.constant"() <{value = 0 : index}> : () -> index
      %84 = "arith.constant"() <{value = false}> : () -> i1
      %85 = "vector.load"(%arg46, %83, %83) : (memref<3x2xi1>, index, index) -> vector<3x2xi1>
      %86 = "arith.constant"() <{value = 3 : index}> : () -> index
      %87 = "vector.transfer_read"(%arg45, %86, %81, %84, %85) <{in_bounds = [false, false], operandSegmentSizes = array<i32: 1, 2, 1, 1>, permutation_map = #map2}> : (memref<5x7xi1>, index, index, i1, vector<3x2xi1>) -> vector<2x3xi1>
      %88 = "vector.shape_cast"(%87) : (vector<2x3xi1>) -> vector<6xi1>
      "vector.store"(%88, %arg47, %81, %83) : (vector<6xi1>, memref<64x6xi1>, index, index) -> ()
      %89 = "vector.transfer_read"(%arg45, %86, %86, %84) <{in_bounds = [true, true], operandSegmentSizes = array<i32: 1, 2, 1, 0>, permutation_map = #map3}> : (memref<5x7xi1>, index, index, i1) -> vector<2x3xi1>
      %90 = "vector.shape_cast"(%89) : (vector<2x3xi1>) -> vector<6xi1>
      "vector.store"(%90, %arg47, %83, %83) : (vector<6xi1>, memref<64x6xi1>, index, index) -> ()
      "gpu.return"() : () -> ()
    }) {gpu.kernel, sym_name = "permuted_i1", workgroup_attributions = 0 : i64} : () -> ()
    "gpu.func"() <{function_type = (memref<64x6xi8>, memref<64x6xi8>, memref<64x6xi1>, memref<64x6xi8>, memref<64x6xi8>) -> (), known_block_size = array<i32: 64, 1, 1>}> ({
    ^bb0(%arg40: memref<64x6xi8>, %arg41: memref<64x6xi8>, %arg42: memref<64x6xi1>, %arg43: memref<64x6xi8>, %arg44: memref<64x6xi8>):
      %72 = "gpu.thread_id"() <{dimension = #gpu<dim x>}> : () -> index
      %73 = "gpu.block_id"() <{dimension = #gpu<dim x>}> : () -> index
      %74 = "arith.constant"() <{value = 0 : index}> : () -> index
      %75 = "arith.constant"() <{value = 100 : i64}> : () -> i64
      %76 = "amdgpu.fat_raw_buffer_cast"(%arg40, %75) <{boundsCheck = true, operandSegmentSizes = array<i32: 1, 1, 0>}> : (memref<64x6xi8>, i64) -> memref<64x6xi8, #amdgpu.address_space<fat_raw_buffer>>
      %77 = "amdgpu.fat_raw_buffer_cast"(%arg44, %75) <{boundsCheck = true, operandSegmentSizes = array<i32: 1, 1, 0>}> : (memref<64x6xi8>, i64) -> memref<64x6xi8, #amdgpu.address_space<fat_raw_buffer>>
      %78 = "vector.load"(%arg42, %72, %74) : (memref<64x6xi1>, index, index) -> vector<6xi1>
      %79 = "vector.load"(%arg41, %72, %74) : (memref<64x6xi8>, index, index) -> vector<6xi8>
      %80 = "vector.maskedload"(%76, %72, %74, %78, %79) : (memref<64x6xi8, #amdgpu.address_space<fat_raw_buffer>>, index, index, vector<6xi1>, vector<6xi8>) -> vector<6xi8>
      "vector.store"(%80, %arg43, %72, %74) : (vector<6xi8>, memref<64x6xi8>, index, index) -> ()
      "vector.maskedstore"(%77, %72, %74, %78, %79) : (memref<64x6xi8, #amdgpu.address_space<fat_raw_buffer>>, index, index, vector<6xi1>, vector<6xi8>) -> ()
      "gpu.return"() : () -> ()
    }) {gpu.kernel, sym_name = "fatmask_i8_100", workgroup_attributions = 0 : i64} : () -> ()
    "gpu.func"() <{function_type = (memref<64x6xi8>, memref<64x6xi8>, memref<64x6xi1>, memref<64x6xi8>, memref<64x6xi8>) -> (), known_block_size = array<i32: 64, 1, 1>}> ({
    ^bb0(%arg35: memref<64x6xi8>, %arg36: memref<64x6xi8>, %arg37: memref<64x6xi1>, %arg38: memref<64x6xi8>, %arg39: memref<64x6xi8>):
      %63 = "gpu.thread_id"() <{dimension = #gpu<dim x>}> : () -> index
      %64 = "gpu.block_id"() <{dimension = #gpu<dim x>}> : () -> index
      %65 = "arith.constant"() <{value = 0 : index}> : () -> index
      %66 = "arith.constant"() <{value = 101 : i64}> : () -> i64
      %67 = "amdgpu.fat_raw_buffer_cast"(%arg35, %66) <{boundsCheck = true, operandSegmentSizes = array<i32: 1, 1, 0>}> : (memref<64x6xi8>, i64) -> memref<64x6xi8, #amdgpu.address_space<fat_raw_buffer>>
      %68 = "amdgpu.fat_raw_buffer_cast"(%arg39, %66) <{boundsCheck = true, operandSegmentSizes = array<i32: 1, 1, 0>}> : (memref<64x6xi8>, i64) -> memref<64x6xi8, #amdgpu.address_space<fat_raw_buffer>>
      %69 = "vector.load"(%arg37, %63, %65) : (memref<64x6xi1>, index, index) -> vector<6xi1>
      %70 = "vector.load"(%arg36, %63, %65) : (memref<64x6xi8>, index, index) -> vector<6xi8>
      %71 = "vector.maskedload"(%67, %63, %65, %69, %70) : (memref<64x6xi8, #amdgpu.address_space<fat_raw_buffer>>, index, index, vector<6xi1>, vector<6xi8>) -> vector<6xi8>
      "vector.store"(%71, %arg38, %63, %65) : (vector<6xi8>, memref<64x6xi8>, index, index) -> ()
      "vector.maskedstore"(%68, %63, %65, %69, %70) : (memref<64x6xi8, #amdgpu.address_space<fat_raw_buffer>>, index, index, vector<6xi1>, vector<6xi8>) -> ()
      "gpu.return"() : () -> ()
    }) {gpu.kernel, sym_name = "fatmask_i8_101", workgroup_attributions = 0 : i64} : () -> ()
    "gpu.func"() <{function_type = (memref<64x6xi8>, memref<64x6xi8>, memref<64x6xi1>, memref<64x6xi8>, memref<64x6xi8>) -> (), known_block_size = array<i32: 64, 1, 1>}> ({
    ^bb0(%arg30: memref<64x6xi8>, %arg31: memref<64x6xi8>, %arg32: memref<64x6xi1>, %arg33: memref<64x6xi8>, %arg34: memref<64x6xi8>):
      %54 = "gpu.thread_id"() <{dimension = #gpu<dim x>}> : () -> index
      %55 = "gpu.block_id"() <{dimension = #gpu<dim x>}> : () -> index
      %56 = "arith.constant"() <{value = 0 : index}> : () -> index
      %57 = "arith.constant"() <{value = 103 : i64}> : () -> i64
      %58 = "amdgpu.fat_raw_buffer_cast"(%arg30, %57) <{boundsCheck = true, operandSegmentSizes = array<i32: 1, 1, 0>}> : (memref<64x6xi8>, i64) -> memref<64x6xi8, #amdgpu.address_space<fat_raw_buffer>>
      %59 = "amdgpu.fat_raw_buffer_cast"(%arg34, %57) <{boundsCheck = true, operandSegmentSizes = array<i32: 1, 1, 0>}> : (memref<64x6xi8>, i64) -> memref<64x6xi8, #amdgpu.address_space<fat_raw_buffer>>
      %60 = "vector.load"(%arg32, %54, %56) : (memref<64x6xi1>, index, index) -> vector<6xi1>
      %61 = "vector.load"(%arg31, %54, %56) : (memref<64x6xi8>, index, index) -> vector<6xi8>
      %62 = "vector.maskedload"(%58, %54, %56, %60, %61) : (memref<64x6xi8, #amdgpu.address_space<fat_raw_buffer>>, index, index, vector<6xi1>, vector<6xi8>) -> vector<6xi8>
      "vector.store"(%62, %arg33, %54, %56) : (vector<6xi8>, memref<64x6xi8>, index, index) -> ()
      "vector.maskedstore"(%59, %54, %56, %60, %61) : (memref<64x6xi8, #amdgpu.address_space<fat_raw_buffer>>, index, index, vector<6xi1>, vector<6xi8>) -> ()
      "gpu.return"() : () -> ()
    }) {gpu.kernel, sym_name = "fatmask_i8_103", workgroup_attributions = 0 : i64} : () -> ()
    "gpu.func"() <{function_type = (memref<64x6xf16>, memref<64x6xf16>, memref<64x6xi1>, memref<64x6xf16>, memref<64x6xf16>) -> (), known_block_size = array<i32: 64, 1, 1>}> ({
    ^bb0(%arg25: memref<64x6xf16>, %arg26: memref<64x6xf16>, %arg27: memref<64x6xi1>, %arg28: memref<64x6xf16>, %arg29: memref<64x6xf16>):
      %45 = "gpu.thread_id"() <{dimension = #gpu<dim x>}> : () -> index
      %46 = "gpu.block_id"() <{dimension = #gpu<dim x>}> : () -> index
      %47 = "arith.constant"() <{value = 0 : index}> : () -> index
      %48 = "arith.constant"() <{value = 100 : i64}> : () -> i64
      %49 = "amdgpu.fat_raw_buffer_cast"(%arg25, %48) <{boundsCheck = true, operandSegmentSizes = array<i32: 1, 1, 0>}> : (memref<64x6xf16>, i64) -> memref<64x6xf16, #amdgpu.address_space<fat_raw_buffer>>
      %50 = "amdgpu.fat_raw_buffer_cast"(%arg29, %48) <{boundsCheck = true, operandSegmentSizes = array<i32: 1, 1, 0>}> : (memref<64x6xf16>, i64) -> memref<64x6xf16, #amdgpu.address_space<fat_raw_buffer>>
      %51 = "vector.load"(%arg27, %45, %47) : (memref<64x6xi1>, index, index) -> vector<6xi1>
      %52 = "vector.load"(%arg26, %45, %47) : (memref<64x6xf16>, index, index) -> vector<6xf16>
      %53 = "vector.maskedload"(%49, %45, %47, %51, %52) : (memref<64x6xf16, #amdgpu.address_space<fat_raw_buffer>>, index, index, vector<6xi1>, vector<6xf16>) -> vector<6xf16>
      "vector.store"(%53, %arg28, %45, %47) : (vector<6xf16>, memref<64x6xf16>, index, index) -> ()
      "vector.maskedstore"(%50, %45, %47, %51, %52) : (memref<64x6xf16, #amdgpu.address_space<fat_raw_buffer>>, index, index, vector<6xi1>, vector<6xf16>) -> ()
      "gpu.return"() : () -> ()
    }) {gpu.kernel, sym_name = "fatmask_f16_100", workgroup_attributions = 0 : i64} : () -> ()
    "gpu.func"() <{function_type = (memref<64x6xf16>, memref<64x6xf16>, memref<64x6xi1>, memref<64x6xf16>, memref<64x6xf16>) -> (), known_block_size = array<i32: 64, 1, 1>}> ({
    ^bb0(%arg20: memref<64x6xf16>, %arg21: memref<64x6xf16>, %arg22: memref<64x6xi1>, %arg23: memref<64x6xf16>, %arg24: memref<64x6xf16>):
      %36 = "gpu.thread_id"() <{dimension = #gpu<dim x>}> : () -> index
      %37 = "gpu.block_id"() <{dimension = #gpu<dim x>}> : () -> index
      %38 = "arith.constant"() <{value = 0 : index}> : () -> index
      %39 = "arith.constant"() <{value = 101 : i64}> : () -> i64
      %40 = "amdgpu.fat_raw_buffer_cast"(%arg20, %39) <{boundsCheck = true, operandSegmentSizes = array<i32: 1, 1, 0>}> : (memref<64x6xf16>, i64) -> memref<64x6xf16, #amdgpu.address_space<fat_raw_buffer>>
      %41 = "amdgpu.fat_raw_buffer_cast"(%arg24, %39) <{boundsCheck = true, operandSegmentSizes = array<i32: 1, 1, 0>}> : (memref<64x6xf16>, i64) -> memref<64x6xf16, #amdgpu.address_space<fat_raw_buffer>>
      %42 = "vector.load"(%arg22, %36, %38) : (memref<64x6xi1>, index, index) -> vector<6xi1>
      %43 = "vector.load"(%arg21, %36, %38) : (memref<64x6xf16>, index, index) -> vector<6xf16>
      %44 = "vector.maskedload"(%40, %36, %38, %42, %43) : (memref<64x6xf16, #amdgpu.address_space<fat_raw_buffer>>, index, index, vector<6xi1>, vector<6xf16>) -> vector<6xf16>
      "vector.store"(%44, %arg23, %36, %38) : (vector<6xf16>, memref<64x6xf16>, index, index) -> ()
      "vector.maskedstore"(%41, %36, %38, %42, %43) : (memref<64x6xf16, #amdgpu.address_space<fat_raw_buffer>>, index, index, vector<6xi1>, vector<6xf16>) -> ()
      "gpu.return"() : () -> ()
    }) {gpu.kernel, sym_name = "fatmask_f16_101", workgroup_attributions = 0 : i64} : () -> ()
    "gpu.func"() <{function_type = (memref<64x6xf16>, memref<64x6xf16>, memref<64x6xi1>, memref<64x6xf16>, memref<64x6xf16>) -> (), known_block_size = array<i32: 64, 1, 1>}> ({
    ^bb0(%arg15: memref<64x6xf16>, %arg16: memref<64x6xf16>, %arg17: memref<64x6xi1>, %arg18: memref<64x6xf16>, %arg19: memref<64x6xf16>):
      %27 = "gpu.thread_id"() <{dimension = #gpu<dim x>}> : () -> index
      %28 = "gpu.block_id"() <{dimension = #gpu<dim x>}> : () -> index
      %29 = "arith.constant"() <{value = 0 : index}> : () -> index
      %30 = "arith.constant"() <{value = 103 : i64}> : () -> i64
      %31 = "amdgpu.fat_raw_buffer_cast"(%arg15, %30) <{boundsCheck = true, operandSegmentSizes = array<i32: 1, 1, 0>}> : (memref<64x6xf16>, i64) -> memref<64x6xf16, #amdgpu.address_space<fat_raw_buffer>>
      %32 = "amdgpu.fat_raw_buffer_cast"(%arg19, %30) <{boundsCheck = true, operandSegmentSizes = array<i32: 1, 1, 0>}> : (memref<64x6xf16>, i64) -> memref<64x6xf16, #amdgpu.address_space<fat_raw_buffer>>
      %33 = "vector.load"(%arg17, %27, %29) : (memref<64x6xi1>, index, index) -> vector<6xi1>
      %34 = "vector.load"(%arg16, %27, %29) : (memref<64x6xf16>, index, index) -> vector<6xf16>
      %35 = "vector.maskedload"(%31, %27, %29, %33, %34) : (memref<64x6xf16, #amdgpu.address_space<fat_raw_buffer>>, index, index, vector<6xi1>, vector<6xf16>) -> vector<6xf16>
      "vector.store"(%35, %arg18, %27, %29) : (vector<6xf16>, memref<64x6xf16>, index, index) -> ()
      "vector.maskedstore"(%32, %27, %29, %33, %34) : (memref<64x6xf16, #amdgpu.address_space<fat_raw_buffer>>, index, index, vector<6xi1>, vector<6xf16>) -> ()
      "gpu.return"() : () -> ()
    }) {gpu.kernel, sym_name = "fatmask_f16_103", workgroup_attributions = 0 : i64} : () -> ()
    "gpu.func"() <{function_type = (memref<64x6xf32>, memref<64x6xf32>, memref<64x6xi1>, memref<64x6xf32>, memref<64x6xf32>) -> (), known_block_size = array<i32: 64, 1, 1>}> ({
    ^bb0(%arg10: memref<64x6xf32>, %arg11: memref<64x6xf32>, %arg12: memref<64x6xi1>, %arg13: memref<64x6xf32>, %arg14: memref<64x6xf32>):
      %18 = "gpu.thread_id"() <{dimension = #gpu<dim x>}> : () -> index
      %19 = "gpu.block_id"() <{dimension = #gpu<dim x>}> : () -> index
      %20 = "arith.constant"() <{value = 0 : index}> : () -> index
      %21 = "arith.constant"() <{value = 100 : i64}> : () -> i64
      %22 = "amdgpu.fat_raw_buffer_cast"(%arg10, %21) <{boundsCheck = true, operandSegmentSizes = array<i32: 1, 1, 0>}> : (memref<64x6xf32>, i64) -> memref<64x6xf32, #amdgpu.address_space<fat_raw_buffer>>
      %23 = "amdgpu.fat_raw_buffer_cast"(%arg14, %21) <{boundsCheck = true, operandSegmentSizes = array<i32: 1, 1, 0>}> : (memref<64x6xf32>, i64) -> memref<64x6xf32, #amdgpu.address_space<fat_raw_buffer>>
      %24 = "vector.load"(%arg12, %18, %20) : (memref<64x6xi1>, index, index) -> vector<6xi1>
      %25 = "vector.load"(%arg11, %18, %20) : (memref<64x6xf32>, index, index) -> vector<6xf32>
      %26 = "vector.maskedload"(%22, %18, %20, %24, %25) : (memref<64x6xf32, #amdgpu.address_space<fat_raw_buffer>>, index, index, vector<6xi1>, vector<6xf32>) -> vector<6xf32>
      "vector.store"(%26, %arg13, %18, %20) : (vector<6xf32>, memref<64x6xf32>, index, index) -> ()
      "vector.maskedstore"(%23, %18, %20, %24, %25) : (memref<64x6xf32, #amdgpu.address_space<fat_raw_buffer>>, index, index, vector<6xi1>, vector<6xf32>) -> ()
      "gpu.return"() : () -> ()
    }) {gpu.kernel, sym_name = "fatmask_f32_100", workgroup_attributions = 0 : i64} : () -> ()
    "gpu.func"() <{function_type = (memref<64x6xf32>, memref<64x6xf32>, memref<64x6xi1>, memref<64x6xf32>, memref<64x6xf32>) -> (), known_block_size = array<i32: 64, 1, 1>}> ({
    ^bb0(%arg5: memref<64x6xf32>, %arg6: memref<64x6xf32>, %arg7: memref<64x6xi1>, %arg8: memref<64x6xf32>, %arg9: memref<64x6xf32>):
      %9 = "gpu.thread_id"() <{dimension = #gpu<dim x>}> : () -> index
      %10 = "gpu.block_id"() <{dimension = #gpu<dim x>}> : () -> index
      %11 = "arith.constant"() <{value = 0 : index}> : () -> index
      %12 = "arith.constant"() <{value = 101 : i64}> : () -> i64
      %13 = "amdgpu.fat_raw_buffer_cast"(%arg5, %12) <{boundsCheck = true, operandSegmentSizes = array<i32: 1, 1, 0>}> : (memref<64x6xf32>, i64) -> memref<64x6xf32, #amdgpu.address_space<fat_raw_buffer>>
      %14 = "amdgpu.fat_raw_buffer_cast"(%arg9, %12) <{boundsCheck = true, operandSegmentSizes = array<i32: 1, 1, 0>}> : (memref<64x6xf32>, i64) -> memref<64x6xf32, #amdgpu.address_space<fat_raw_buffer>>
      %15 = "vector.load"(%arg7, %9, %11) : (memref<64x6xi1>, index, index) -> vector<6xi1>
      %16 = "vector.load"(%arg6, %9, %11) : (memref<64x6xf32>, index, index) -> vector<6xf32>
      %17 = "vector.maskedload"(%13, %9, %11, %15, %16) : (memref<64x6xf32, #amdgpu.address_space<fat_raw_buffer>>, index, index, vector<6xi1>, vector<6xf32>) -> vector<6xf32>
      "vector.store"(%17, %arg8, %9, %11) : (vector<6xf32>, memref<64x6xf32>, index, index) -> ()
      "vector.maskedstore"(%14, %9, %11, %15, %16) : (memref<64x6xf32, #amdgpu.address_space<fat_raw_buffer>>, index, index, vector<6xi1>, vector<6xf32>) -> ()
      "gpu.return"() : () -> ()
    }) {gpu.kernel, sym_name = "fatmask_f32_101", workgroup_attributions = 0 : i64} : () -> ()
    "gpu.func"() <{function_type = (memref<64x6xf32>, memref<64x6xf32>, memref<64x6xi1>, memref<64x6xf32>, memref<64x6xf32>) -> (), known_block_size = array<i32: 64, 1, 1>}> ({
    ^bb0(%arg0: memref<64x6xf32>, %arg1: memref<64x6xf32>, %arg2: memref<64x6xi1>, %arg3: memref<64x6xf32>, %arg4: memref<64x6xf32>):
      %0 = "gpu.thread_id"() <{dimension = #gpu<dim x>}> : () -> index
      %1 = "gpu.block_id"() <{dimension = #gpu<dim x>}> : () -> index
      %2 = "arith.constant"() <{value = 0 : index}> : () -> index
      %3 = "arith.constant"() <{value = 103 : i64}> : () -> i64
      %4 = "amdgpu.fat_raw_buffer_cast"(%arg0, %3) <{boundsCheck = true, operandSegmentSizes = array<i32: 1, 1, 0>}> : (memref<64x6xf32>, i64) -> memref<64x6xf32, #amdgpu.address_space<fat_raw_buffer>>
      %5 = "amdgpu.fat_raw_buffer_cast"(%arg4, %3) <{boundsCheck = true, operandSegmentSizes = array<i32: 1, 1, 0>}> : (memref<64x6xf32>, i64) -> memref<64x6xf32, #amdgpu.address_space<fat_raw_buffer>>
      %6 = "vector.load"(%arg2, %0, %2) : (memref<64x6xi1>, index, index) -> vector<6xi1>
      %7 = "vector.load"(%arg1, %0, %2) : (memref<64x6xf32>, index, index) -> vector<6xf32>
      %8 = "vector.maskedload"(%4, %0, %2, %6, %7) : (memref<64x6xf32, #amdgpu.address_space<fat_raw_buffer>>, index, index, vector<6xi1>, vector<6xf32>) -> vector<6xf32>
      "vector.store"(%8, %arg3, %0, %2) : (vector<6xf32>, memref<64x6xf32>, index, index) -> ()
      "vector.maskedstore"(%5, %0, %2, %6, %7) : (memref<64x6xf32, #amdgpu.address_space<fat_raw_buffer>>, index, index, vector<6xi1>, vector<6xf32>) -> ()
      "gpu.return"() : () -> ()
    }) {gpu.kernel, sym_name = "fatmask_f32_103", workgroup_attributions = 0 : i64} : () -> ()
  }) : () -> ()
}) : () -> ()

