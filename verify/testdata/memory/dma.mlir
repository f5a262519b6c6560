"builtin.module"() ({
  "gpu.module"() <{sym_name = "dma"}> ({
    "gpu.func"() <{function_type = (memref<128x2xi8>, memref<128x4xi8>) -> (), known_block_size = array<i32: 128, 1, 1>}> ({
    ^bb0(%arg76: memref<128x2xi8>, %arg77: memref<128x4xi8>, %arg78: memref<576xi8, #gpu.address_space<workgroup>>):
      %285 = "gpu.thread_id"() <{dimension = #gpu<dim x>}> : () -> index
      %286 = "arith.constant"() <{value = 0 : index}> : () -> index
      %287 = "arith.constant"() <{value = 2 : index}> : () -> index
      %288 = "arith.constant"() <{value = 4 : index}> : () -> index
      %289 = "arith.constant"() <{value = 8 : index}> : () -> index
      %290 = "arith.constant"() <{value = 64 : index}> : () -> index
      %291 = "arith.constant"() <{value = 256 : index}> : () -> index
      %292 = "arith.constant"() <{value = 4 : index}> : () -> index
      %293 = "arith.divui"(%285, %290) : (index, index) -> index
      %294 = "arith.muli"(%293, %291) <{overflowFlags = #arith.overflow<none>}> : (index, index) -> index
      %295 = "arith.addi"(%294, %289) <{overflowFlags = #arith.overflow<none>}> : (index, index) -> index
      %296 = "arith.constant"() <{value = 127 : index}> : () -> index
      %297 = "arith.subi"(%296, %285) <{overflowFlags = #arith.overflow<none>}> : (index, index) -> index
      "amdgpu.gather_to_lds"(%arg76, %297, %286, %arg78, %295) <{operandSegmentSizes = array<i32: 1, 2, 1, 1>, transferType = vector<1xi8>}> : (memref<128x2xi8>, index, index, memref<576xi8, #gpu.address_space<workgroup>>, index) -> ()
      "gpu.barrier"() : () -> ()
      %298 = "arith.muli"(%285, %292) <{overflowFlags = #arith.overflow<none>}> : (index, index) -> index
      %299 = "arith.addi"(%298, %289) <{overflowFlags = #arith.overflow<none>}> : (index, index) -> index
      %300 = "vector.load"(%arg78, %299) : (memref<576xi8, #gpu.address_space<workgroup>>, index) -> vector<4xi8>
      "vector.store"(%300, %arg77, %285, %286) : (vector<4xi8>, memref<128x4xi8>, index, index) -> ()
      "gpu.return"() : () -> ()
    }) {gpu.kernel, sym_name = "gather_i8_1_plain", workgroup_attributions = 1 : i64} : () -> ()
    "gpu.func"() <{function_type = (memref<128x2xi8>, memref<128x4xi8>) -> (), known_block_size = array<i32: 128, 1, 1>}> ({
    ^bb0(%arg73: memref<128x2xi8>, %arg74: memref<128x4xi8>, %arg75: memref<576xi8, #gpu.address_space<workgroup>>):
      %267 = "gpu.thread_id"() <{dimension = #gpu<dim x>}> : () -> index
      %268 = "arith.constant"() <{value = 0 : index}> : () -> index
      %269 = "arith.constant"() <{value = 2 : index}> : () -> index
      %270 = "arith.constant"() <{value = 4 : index}> : () -> index
      %271 = "arith.constant"() <{value = 202 : i64}> : () -> i64
      %272 = "amdgpu.fat_raw_buffer_cast"(%arg73, %271) <{boundsCheck = true, operandSegmentSizes = array<i32: 1, 1, 0>}> : (memref<128x2xi8>, i64) -> memref<128x2xi8, #amdgpu.address_space<fat_raw_buffer>>
      %273 = "arith.constant"() <{value = 8 : index}> : () -> index
      %274 = "arith.constant"() <{value = 64 : index}> : () -> index
      %275 = "arith.constant"() <{value = 256 : index}> : () -> index
      %276 = "arith.constant"() <{value = 4 : index}> : () -> index
      %277 = "arith.divui"(%267, %274) : (index, index) -> index
      %278 = "arith.muli"(%277, %275) <{overflowFlags = #arith.overflow<none>}> : (index, index) -> index
      %279 = "arith.addi"(%278, %273) <{overflowFlags = #arith.overflow<none>}> : (index, index) -> index
      %280 = "arith.constant"() <{value = 127 : index}> : () -> index
      %281 = "arith.subi"(%280, %267) <{overflowFlags = #arith.overflow<none>}> : (index, index) -> index
      "amdgpu.gather_to_lds"(%272, %281, %268, %arg75, %279) <{operandSegmentSizes = array<i32: 1, 2, 1, 1>, transferType = vector<1xi8>}> : (memref<128x2xi8, #amdgpu.address_space<fat_raw_buffer>>, index, index, memref<576xi8, #gpu.address_space<workgroup>>, index) -> ()
      "gpu.barrier"() : () -> ()
      %282 = "arith.muli"(%267, %276) <{overflowFlags = #arith.overflow<none>}> : (index, index) -> index
      %283 = "arith.addi"(%282, %273) <{overflowFlags = #arith.overflow<none>}> : (index, index) -> index
      %284 = "vector.load"(%arg75, %283) : (memref<576xi8, #gpu.address_space<workgroup>>, index) -> vector<4xi8>
      "vector.store"(%284, %arg74, %267, %268) : (vector<4xi8>, memref<128x4xi8>, index, index) -> ()
      "gpu.return"() : () -> ()
    }) {gpu.kernel, sym_name = "gather_i8_1_fat", workgroup_attributions = 1 : i64} : () -> ()
    "gpu.func"() <{function_type = (memref<128x2xi16>, memref<128x2xi16>) -> (), known_block_size = array<i32: 128, 1, 1>}> ({
    ^bb0(%arg70: memref<128x2xi16>, %arg71: memref<128x2xi16>, %arg72: memref<320xi16, #gpu.address_space<workgroup>>):
      %251 = "gpu.thread_id"() <{dimension = #gpu<dim x>}> : () -> index
      %252 = "arith.constant"() <{value = 0 : index}> : () -> index
      %253 = "arith.constant"() <{value = 2 : index}> : () -> index
      %254 = "arith.constant"() <{value = 4 : index}> : () -> index
      %255 = "arith.constant"() <{value = 8 : index}> : () -> index
      %256 = "arith.constant"() <{value = 64 : index}> : () -> index
      %257 = "arith.constant"() <{value = 128 : index}> : () -> index
      %258 = "arith.constant"() <{value = 2 : index}> : () -> index
      %259 = "arith.divui"(%251, %256) : (index, index) -> index
      %260 = "arith.muli"(%259, %257) <{overflowFlags = #arith.overflow<none>}> : (index, index) -> index
      %261 = "arith.addi"(%260, %255) <{overflowFlags = #arith.overflow<none>}> : (index, index) -> index
      %262 = "arith.constant"() <{value = 127 : index}> : () -> index
      %263 = "arith.subi"(%262, %251) <{overflowFlags = #arith.overflow<none>}> : (index, index) -> index
      "amdgpu.gather_to_lds"(%arg70, %263, %252, %arg72, %261) <{operandSegmentSizes = array<i32: 1, 2, 1, 1>, transferType = vector<1xi16>}> : (memref<128x2xi16>, index, index, memref<320xi16, #gpu.address_space<workgroup>>, index) -> ()
      "gpu.barrier"() : () -> ()
      %264 = "arith.muli"(%251, %258) <{overflowFlags = #arith.overflow<none>}> : (index, index) -> index
      %265 = "arith.addi"(%264, %255) <{overflowFlags = #arith.overflow<none>}> : (index, index) -> index
      %266 = "vector.load"(%arg72, %265) : (memref<320xi16, #gpu.address_space<workgroup>>, index) -> vector<2xi16>
      "vector.store"(%266, %arg71, %251, %252) : (vector<2xi16>, memref<128x2xi16>, index, index) -> ()
      "gpu.return"() : () -> ()
    }) {gpu.kernel, sym_name = "gather_i16_1_plain", workgroup_attributions = 1 : i64} : () -> ()
    "gpu.func"() <{function_type = (memref<128x2xi16>, memref<128x2xi16>) -> (), known_block_size = array<i32: 128, 1, 1>}> ({
    ^bb0(%arg67: memref<128x2xi16>, %arg68: memref<128x2xi16>, %arg69: memref<320xi16, #gpu.address_space<workgroup>>):
      %233 = "gpu.thread_id"() <{dimension = #gpu<dim x>}> : () -> index
      %234 = "arith.constant"() <{value = 0 : index}> : () -> index
      %235 = "arith.constant"() <{value = 2 : index}> : () -> index
      %236 = "arith.constant"() <{value = 4 : index}> : () -> index
      %237 = "arith.constant"() <{value = 402 : i64}> : () -> i64
      %238 = "amdgpu.fat_raw_buffer_cast"(%arg67, %237) <{boundsCheck = true, operandSegmentSizes = array<i32: 1, 1, 0>}> : (memref<128x2xi16>, i64) -> memref<128x2xi16, #amdgpu.address_space<fat_raw_buffer>>
      %239 = "arith.constant"() <{value = 8 : index}> : () -> index
      %240 = "arith.constant"() <{value = 64 : index}> : () -> index
      %241 = "arith.constant"() <{value = 128 : index}> : () -> index
      %242 = "arith.constant"() <{value = 2 : index}> : () -> index
      %243 = "arith.divui"(%233, %240) : (index, index) -> index
      %244 = "arith.muli"(%243, %241) <{overflowFlags = #arith.overflow<none>}> : (index, index) -> index
      %245 = "arith.addi"(%244, %239) <{overflowFlags = #arith.overflow<none>}> : (index, index) -> index
      %246 = "arith.constant"() <{value = 127 : index}> : () -> index
      %247 = "arith.subi"(%246, %233) <{overflowFlags = #arith.overflow<none>}> : (index, index) -> index
      "amdgpu.gather_to_lds"(%238, %247, %234, %arg69, %245) <{operandSegmentSizes = array<i32: 1, 2, 1, 1>, transferType = vector<1xi16>}> : (memref<128x2xi16, #amdgpu.address_space<fat_raw_buffer>>, index, index, memref<320xi16, #gpu.address_space<workgroup>>, index) -> ()
      "gpu.barrier"() : () -> ()
      %248 = "arith.muli"(%233, %242) <{overflowFlags = #arith.overflow<none>}> : (index, index) -> index
      %249 = "arith.addi"(%248, %239) <{overflowFlags = #arith.overflow<none>}> : (index, index) -> index
      %250 = "vector.load"(%arg69, %249) : (memref<320xi16, #gpu.address_space<workgroup>>, index) -> vector<2xi16>
      "vector.store"(%250, %arg68, %233, %234) : (vector<2xi16>, memref<128x2xi16>, index, index) -> ()
      "gpu.return"() : () -> ()
    }) {gpu.kernel, sym_name = "gather_i16_1_fat", workgroup_attributions = 1 : i64} : () -> ()
    "gpu.func"() <{function_type = (memref<128x3xf16>, memref<128x2xf16>) -> (), known_block_size = array<i32: 128, 1, 1>}> ({
    ^bb0(%arg64: memref<128x3xf16>, %arg65: memref<128x2xf16>, %arg66: memref<320xf16, #gpu.address_space<workgroup>>):
      %217 = "gpu.thread_id"() <{dimension = #gpu<dim x>}> : () -> index
      %218 = "arith.constant"() <{value = 0 : index}> : () -> index
      %219 = "arith.constant"() <{value = 2 : index}> : () -> index
      %220 = "arith.constant"() <{value = 4 : index}> : () -> index
      %221 = "arith.constant"() <{value = 8 : index}> : () -> index
      %222 = "arith.constant"() <{value = 64 : index}> : () -> index
      %223 = "arith.constant"() <{value = 128 : index}> : () -> index
      %224 = "arith.constant"() <{value = 2 : index}> : () -> index
      %225 = "arith.divui"(%217, %222) : (index, index) -> index
      %226 = "arith.muli"(%225, %223) <{overflowFlags = #arith.overflow<none>}> : (index, index) -> index
      %227 = "arith.addi"(%226, %221) <{overflowFlags = #arith.overflow<none>}> : (index, index) -> index
      %228 = "arith.constant"() <{value = 127 : index}> : () -> index
      %229 = "arith.subi"(%228, %217) <{overflowFlags = #arith.overflow<none>}> : (index, index) -> index
      "amdgpu.gather_to_lds"(%arg64, %229, %218, %arg66, %227) <{operandSegmentSizes = array<i32: 1, 2, 1, 1>, transferType = vector<2xf16>}> : (memref<128x3xf16>, index, index, memref<320xf16, #gpu.address_space<workgroup>>, index) -> ()
      "gpu.barrier"() : () -> ()
      %230 = "arith.muli"(%217, %224) <{overflowFlags = #arith.overflow<none>}> : (index, index) -> index
      %231 = "arith.addi"(%230, %221) <{overflowFlags = #arith.overflow<none>}> : (index, index) -> index
      %232 = "vector.load"(%arg66, %231) : (memref<320xf16, #gpu.address_space<workgroup>>, index) -> vector<2xf16>
      "vector.store"(%232, %arg65, %217, %218) : (vector<2xf16>, memref<128x2xf16>, index, index) -> ()
      "gpu.return"() : () -> ()
    }) {gpu.kernel, sym_name = "gather_f16_2_plain", workgroup_attributions = 1 : i64} : () -> ()
    "gpu.func"() <{function_type = (memref<128x3xf16>, memref<128x2xf16>) -> (), known_block_size = array<i32: 128, 1, 1>}> ({
    ^bb0(%arg61: memref<128x3xf16>, %arg62: memref<128x2xf16>, %arg63: memref<320xf16, #gpu.address_space<workgroup>>):
      %199 = "gpu.thread_id"() <{dimension = #gpu<dim x>}> : () -> index
      %200 = "arith.constant"() <{value = 0 : index}> : () -> index
      %201 = "arith.constant"() <{value = 2 : index}> : () -> index
      %202 = "arith.constant"() <{value = 4 : index}> : () -> index
      %203 = "arith.constant"() <{value = 602 : i64}> : () -> i64
      %204 = "amdgpu.fat_raw_buffer_cast"(%arg61, %203) <{boundsCheck = true, operandSegmentSizes = array<i32: 1, 1, 0>}> : (memref<128x3xf16>, i64) -> memref<128x3xf16, #amdgpu.address_space<fat_raw_buffer>>
      %205 = "arith.constant"() <{value = 8 : index}> : () -> index
      %206 = "arith.constant"() <{value = 64 : index}> : () -> index
      %207 = "arith.constant"() <{value = 128 : index}> : () -> index
      %208 = "arith.constant"() <{value = 2 : index}> : () -> index
      %209 = "arith.divui"(%199, %206) : (index, index) -> index
      %210 = "arith.muli"(%209, %207) <{overflowFlags = #arith.overflow<none>}> : (index, index) -> index
      %211 = "arith.addi"(%210, %205) <{overflowFlags = #arith.overflow<none>}> : (index, index) -> index
      %212 = "arith.constant"() <{value = 127 : index}> : () -> index
      %213 = "arith.subi"(%212, %199) <{overflowFlags = #arith.overflow<none>}> : (index, index) -> index
      "amdgpu.gather_to_lds"(%204, %213, %200, %arg63, %211) <{operandSegmentSizes = array<i32: 1, 2, 1, 1>, transferType = vector<2xf16>}> : (memref<128x3xf16, #amdgpu.address_space<fat_raw_buffer>>, index, index, memref<320xf16, #gpu.address_space<workgroup>>, index) -> ()
      "gpu.barrier"() : () -> ()
      %214 = "arith.muli"(%199, %208) <{overflowFlags = #arith.overflow<none>}> : (index, index) -> index
      %215 = "arith.addi"(%214, %205) <{overflowFlags = #arith.overflow<none>}> : (index, index) -> index
      %216 = "vector.load"(%arg63, %215) : (memref<320xf16, #gpu.address_space<workgroup>>, index) -> vector<2xf16>
      "vector.store"(%216, %arg62, %199, %200) : (vector<2xf16>, memref<128x2xf16>, index, index) -> ()
      "gpu.return"() : () -> ()
    }) {gpu.kernel, sym_name = "gather_f16_2_fat", workgroup_attributions = 1 : i64} : () -> ()
    "gpu.func"() <{function_type = (memref<128x2xf32>, memref<128x1xf32>) -> (), known_block_size = array<i32: 128, 1, 1>}> ({
    ^bb0(%arg58: memref<128x2xf32>, %arg59: memref<128x1xf32>, %arg60: memref<192xf32, #gpu.address_space<workgroup>>):
      %183 = "gpu.thread_id"() <{dimension = #gpu<dim x>}> : () -> index
      %184 = "arith.constant"() <{value = 0 : index}> : () -> index
      %185 = "arith.constant"() <{value = 2 : index}> : () -> index
      %186 = "arith.constant"() <{value = 4 : index}> : () -> index
      %187 = "arith.constant"() <{value = 4 : index}> : () -> index
      %188 = "arith.constant"() <{value = 64 : index}> : () -> index
      %189 = "arith.constant"() <{value = 64 : index}> : () -> index
      %190 = "arith.constant"() <{value = 1 : index}> : () -> index
      %191 = "arith.divui"(%183, %188) : (index, index) -> index
      %192 = "arith.muli"(%191, %189) <{overflowFlags = #arith.overflow<none>}> : (index, index) -> index
      %193 = "arith.addi"(%192, %187) <{overflowFlags = #arith.overflow<none>}> : (index, index) -> index
      %194 = "arith.constant"() <{value = 127 : index}> : () -> index
      %195 = "arith.subi"(%194, %183) <{overflowFlags = #arith.overflow<none>}> : (index, index) -> index
      "amdgpu.gather_to_lds"(%arg58, %195, %184, %arg60, %193) <{operandSegmentSizes = array<i32: 1, 2, 1, 1>, transferType = vector<1xf32>}> : (memref<128x2xf32>, index, index, memref<192xf32, #gpu.address_space<workgroup>>, index) -> ()
      "gpu.barrier"() : () -> ()
      %196 = "arith.muli"(%183, %190) <{overflowFlags = #arith.overflow<none>}> : (index, index) -> index
      %197 = "arith.addi"(%196, %187) <{overflowFlags = #arith.overflow<none>}> : (index, index) -> index
      %198 = "vector.load"(%arg60, %197) : (memref<192xf32, #gpu.address_space<workgroup>>, index) -> vector<1xf32>
      "vector.store"(%198, %arg59, %183, %184) : (vector<1xf32>, memref<128x1xf32>, index, index) -> ()
      "gpu.return"() : () -> ()
    }) {gpu.kernel, sym_name = "gather_f32_1_plain", workgroup_attributions = 1 : i64} : () -> ()
    "gpu.func"() <{function_type = (memref<128x2xf32>, memref<128x1xf32>) -> (), known_block_size = array<i32: 128, 1, 1>}> ({
    ^bb0(%arg55: memref<128x2xf32>, %arg56: memref<128x1xf32>, %arg57: memref<192xf32, #gpu.address_space<workgroup>>):
      %165 = "gpu.thread_id"() <{dimension = #gpu<dim x>}> : () -> index
      %166 = "arith.constant"() <{value = 0 : index}> : () -> index
      %167 = "arith.constant"() <{value = 2 : index}> : () -> index
      %168 = "arith.constant"() <{value = 4 : index}> : () -> index
      %169 = "arith.constant"() <{value = 802 : i64}> : () -> i64
      %170 = "amdgpu.fat_raw_buffer_cast"(%arg55, %169) <{boundsCheck = true, operandSegmentSizes = array<i32: 1, 1, 0>}> : (memref<128x2xf32>, i64) -> memref<128x2xf32, #amdgpu.address_space<fat_raw_buffer>>
      %171 = "arith.constant"() <{value = 4 : index}> : () -> index
      %172 = "arith.constant"() <{value = 64 : index}> : () -> index
      %173 = "arith.constant"() <{value = 64 : index}> : () -> index
      %174 = "arith.constant"() <{value = 1 : index}> : () -> index
      %175 = "arith.divui"(%165, %172) : (index, index) -> index
      %176 = "arith.muli"(%175, %173) <{overflowFlags = #arith.overflow<none>}> : (index, index) -> index
      %177 = "arith.addi"(%176, %171) <{overflowFlags = #arith.overflow<none>}> : (index, index) -> index
      %178 = "arith.constant"() <{value = 127 : index}> : () -> index
      %179 = "arith.subi"(%178, %165) <{overflowFlags = #arith.overflow<none>}> : (index, index) -> index
      "amdgpu.gather_to_lds"(%170, %179, %166, %arg57, %177) <{operandSegmentSizes = array<i32: 1, 2, 1, 1>, transferType = vector<1xf32>}> : (memref<128x2xf32, #amdgpu.address_space<fat_raw_buffer>>, index, index, memref<192xf32, #gpu.address_space<workgroup>>, index) -> ()
      "gpu.barrier"() : () -> ()
      %180 = "arith.muli"(%165, %174) <{overflowFlags = #arith.overflow<none>}> : (index, index) -> index
      %181 = "arith.addi"(%180, %171) <{overflowFlags = #arith.overflow<none>}> : (index, index) -> index
      %182 = "vector.load"(%arg57, %181) : (memref<192xf32, #gpu.address_space<workgroup>>, index) -> vector<1xf32>
      "vector.store"(%182, %arg56, %165, %166) : (vector<1xf32>, memref<128x1xf32>, index, index) -> ()
      "gpu.return"() : () -> ()
    }) {gpu.kernel, sym_name = "gather_f32_1_fat", workgroup_attributions = 1 : i64} : () -> ()
    "gpu.func"() <{function_type = (memref<128x5xi8>, memref<128x4xi8>) -> (), known_block_size = array<i32: 128, 1, 1>}> ({
    ^bb0(%arg52: memref<128x5xi8>, %arg53: memref<128x4xi8>, %arg54: memref<576xi8, #gpu.address_space<workgroup>>):
      %149 = "gpu.thread_id"() <{dimension = #gpu<dim x>}> : () -> index
      %150 = "arith.constant"() <{value = 0 : index}> : () -> index
      %151 = "arith.constant"() <{value = 2 : index}> : () -> index
      %152 = "arith.constant"() <{value = 4 : index}> : () -> index
      %153 = "arith.constant"() <{value = 8 : index}> : () -> index
      %154 = "arith.constant"() <{value = 64 : index}> : () -> index
      %155 = "arith.constant"() <{value = 256 : index}> : () -> index
      %156 = "arith.constant"() <{value = 4 : index}> : () -> index
      %157 = "arith.divui"(%149, %154) : (index, index) -> index
      %158 = "arith.muli"(%157, %155) <{overflowFlags = #arith.overflow<none>}> : (index, index) -> index
      %159 = "arith.addi"(%158, %153) <{overflowFlags = #arith.overflow<none>}> : (index, index) -> index
      %160 = "arith.constant"() <{value = 127 : index}> : () -> index
      %161 = "arith.subi"(%160, %149) <{overflowFlags = #arith.overflow<none>}> : (index, index) -> index
      "amdgpu.gather_to_lds"(%arg52, %161, %150, %arg54, %159) <{operandSegmentSizes = array<i32: 1, 2, 1, 1>, transferType = vector<4xi8>}> : (memref<128x5xi8>, index, index, memref<576xi8, #gpu.address_space<workgroup>>, index) -> ()
      "gpu.barrier"() : () -> ()
      %162 = "arith.muli"(%149, %156) <{overflowFlags = #arith.overflow<none>}> : (index, index) -> index
      %163 = "arith.addi"(%162, %153) <{overflowFlags = #arith.overflow<none>}> : (index, index) -> index
      %164 = "vector.load"(%arg54, %163) : (memref<576xi8, #gpu.address_space<workgroup>>, index) -> vector<4xi8>
      "vector.store"(%164, %arg53, %149, %150) : (vector<4xi8>, memref<128x4xi8>, index, index) -> ()
      "gpu.return"() : () -> ()
    }) {gpu.kernel, sym_name = "gather_i8_4_plain", workgroup_attributions = 1 : i64} : () -> ()
    "gpu.func"() <{function_type = (memref<128x5xi8>, memref<128x4xi8>) -> (), known_block_size = array<i32: 128, 1, 1>}> ({
    ^bb0(%arg49: memref<128x5xi8>, %arg50: memref<128x4xi8>, %arg51: memref<576xi8, #gpu.address_space<workgroup>>):
      %131 = "gpu.thread_id"() <{dimension = #gpu<dim x>}> : () -> index
      %132 = "arith.constant"() <{value = 0 : index}> : () -> index
      %133 = "arith.constant"() <{value = 2 : index}> : () -> index
      %134 = "arith.constant"() <{value = 4 : index}> : () -> index
      %135 = "arith.constant"() <{value = 502 : i64}> : () -> i64
      %136 = "amdgpu.fat_raw_buffer_cast"(%arg49, %135) <{boundsCheck = true, operandSegmentSizes = array<i32: 1, 1, 0>}> : (memref<128x5xi8>, i64) -> memref<128x5xi8, #amdgpu.address_space<fat_raw_buffer>>
      %137 = "arith.constant"() <{value = 8 : index}> : () -> index
      %138 = "arith.constant"() <{value = 64 : index}> : () -> index
      %139 = "arith.constant"() <{value = 256 : index}> : () -> index
      %140 = "arith.constant"() <{value = 4 : index}> : () -> index
      %141 = "arith.divui"(%131, %138) : (index, index) -> index
      %142 = "arith.muli"(%141, %139) <{overflowFlags = #arith.overflow<none>}> : (index, index) -> index
      %143 = "arith.addi"(%142, %137) <{overflowFlags = #arith.overflow<none>}> : (index, index) -> index
      %144 = "arith.constant"() <{value = 127 : index}> : () -> index
      %145 = "arith.subi"(%144, %131) <{overflowFlags = #arith.overflow<none>}> : (index, index) -> index
      "amdgpu.gather_to_lds"(%136, %145, %132, %arg51, %143) <{operandSegmentSizes = array<i32: 1, 2, 1, 1>, transferType = vector<4xi8>}> : (memref<128x5xi8, #amdgpu.address_space<fat_raw_buffer>>, index, index, memref<576xi8, #gpu.address_space<workgroup>>, index) -> ()
      "gpu.barrier"() : () -> ()
      %146 = "arith.muli"(%131, %140) <{overflowFlags = #arith.overflow<none>}> : (index, index) -> index
      %147 = "arith.addi"(%146, %137) <{overflowFlags = #arith.overflow<none>}> : (index, index) -> index
      %148 = "vector.load"(%arg51, %147) : (memref<576xi8, #gpu.address_space<workgroup>>, index) -> vector<4xi8>
      "vector.store"(%148, %arg50, %131, %132) : (vector<4xi8>, memref<128x4xi8>, index, index) -> ()
      "gpu.return"() : () -> ()
    }) {gpu.kernel, sym_name = "gather_i8_4_fat", workgroup_attributions = 1 : i64} : () -> ()
    "gpu.func"() <{function_type = (memref<128x3xi8>, memref<128x4xi8>) -> (), known_block_size = array<i32: 128, 1, 1>}> ({
    ^bb0(%arg46: memref<128x3xi8>, %arg47: memref<128x4xi8>, %arg48: memref<576xi8, #gpu.address_space<workgroup>>):
      %115 = "gpu.thread_id"() <{dimension = #gpu<dim x>}> : () -> index
      %116 = "arith.constant"() <{value = 0 : index}> : () -> index
      %117 = "arith.constant"() <{value = 2 : index}> : () -> index
      %118 = "arith.constant"() <{value = 4 : index}> : () -> index
      %119 = "arith.constant"() <{value = 8 : index}> : () -> index
      %120 = "arith.constant"() <{value = 64 : index}> : () -> index
      %121 = "arith.constant"() <{value = 256 : index}> : () -> index
      %122 = "arith.constant"() <{value = 4 : index}> : () -> index
      %123 = "arith.divui"(%115, %120) : (index, index) -> index
      %124 = "arith.muli"(%123, %121) <{overflowFlags = #arith.overflow<none>}> : (index, index) -> index
      %125 = "arith.addi"(%124, %119) <{overflowFlags = #arith.overflow<none>}> : (index, index) -> index
      %126 = "arith.constant"() <{value = 127 : index}> : () -> index
      %127 = "arith.subi"(%126, %115) <{overflowFlags = #arith.overflow<none>}> : (index, index) -> index
      "amdgpu.gather_to_lds"(%arg46, %127, %116, %arg48, %125) <{operandSegmentSizes = array<i32: 1, 2, 1, 1>, transferType = vector<2xi8>}> : (memref<128x3xi8>, index, index, memref<576xi8, #gpu.address_space<workgroup>>, index) -> ()
      "gpu.barrier"() : () -> ()
      %128 = "arith.muli"(%115, %122) <{overflowFlags = #arith.overflow<none>}> : (index, index) -> index
      %129 = "arith.addi"(%128, %119) <{overflowFlags = #arith.overflow<none>}> : (index, index) -> index
      %130 = "vector.load"(%arg48, %129) : (memref<576xi8, #gpu.address_space<workgroup>>, index) -> vector<4xi8>
      "vector.store"(%130, %arg47, %115, %116) : (vector<4xi8>, memref<128x4xi8>, index, index) -> ()
      "gpu.return"() : () -> ()
    }) {gpu.kernel, sym_name = "gather_i8_2_plain", workgroup_attributions = 1 : i64} : () -> ()
    "gpu.func"() <{function_type = (memref<128x3xi8>, memref<128x4xi8>) -> (), known_block_size = array<i32: 128, 1, 1>}> ({
    ^bb0(%arg43: memref<128x3xi8>, %arg44: memref<128x4xi8>, %arg45: memref<576xi8, #gpu.address_space<workgroup>>):
      %97 = "gpu.thread_id"() <{dimension = #gpu<dim x>}> : () -> index
      %98 = "arith.constant"() <{value = 0 : index}> : () -> index
      %99 = "arith.constant"() <{value = 2 : index}> : () -> index
      %100 = "arith.constant"() <{value = 4 : index}> : () -> index
      %101 = "arith.constant"() <{value = 302 : i64}> : () -> i64
      %102 = "amdgpu.fat_raw_buffer_cast"(%arg43, %101) <{boundsCheck = true, operandSegmentSizes = array<i32: 1, 1, 0>}> : (memref<128x3xi8>, i64) -> memref<128x3xi8, #amdgpu.address_space<fat_raw_buffer>>
      %103 = "arith.constant"() <{value = 8 : index}> : () -> index
      %104 = "arith.constant"() <{value = 64 : index}> : () -> index
      %105 = "arith.constant"() <{value = 256 : index}> : () -> index
      %106 = "arith.constant"() <{value = 4 : index}> : () -> index
      %107 = "arith.divui"(%97, %104) : (index, index) -> index
      %108 = "arith.muli"(%107, %105) <{overflowFlags = #arith.overflow<none>}> : (index, index) -> index
      %109 = "arith.addi"(%108, %103) <{overflowFlags = #arith.overflow<none>}> : (index, index) -> index
      %110 = "arith.constant"() <{value = 127 : index}> : () -> index
      %111 = "arith.subi"(%110, %97) <{overflowFlags = #arith.overflow<none>}> : (index, index) -> index
      "amdgpu.gather_to_lds"(%102, %111, %98, %arg45, %109) <{operandSegmentSizes = array<i32: 1, 2, 1, 1>, transferType = vector<2xi8>}> : (memref<128x3xi8, #amdgpu.address_space<fat_raw_buffer>>, index, index, memref<576xi8, #gpu.address_space<workgroup>>, index) -> ()
      "gpu.barrier"() : () -> ()
      %112 = "arith.muli"(%97, %106) <{overflowFlags = #arith.overflow<none>}> : (index, index) -> index
      %113 = "arith.addi"(%112, %103) <{overflowFlags = #arith.overflow<none>}> : (index, index) -> index
      %114 = "vector.load"(%arg45, %113) : (memref<576xi8, #gpu.address_space<workgroup>>, index) -> vector<4xi8>
      "vector.store"(%114, %arg44, %97, %98) : (vector<4xi8>, memref<128x4xi8>, index, index) -> ()
      "gpu.return"() : () -> ()
    }) {gpu.kernel, sym_name = "gather_i8_2_fat", workgroup_attributions = 1 : i64} : () -> ()
    "gpu.func"() <{function_type = (memref<60x1xi8>, memref<64x1xi8>, memref<60x1xi8>, i32) -> (), known_block_size = array<i32: 64, 1, 1>}> ({
    ^bb0(%arg39: memref<60x1xi8>, %arg40: memref<64x1xi8>, %arg41: memref<60x1xi8>, %arg42: i32):
      %89 = "gpu.thread_id"() <{dimension = #gpu<dim x>}> : () -> index
      %90 = "arith.constant"() <{value = 0 : index}> : () -> index
      %91 = "arith.constant"() <{value = 2 : index}> : () -> index
      %92 = "arith.constant"() <{value = 4 : index}> : () -> index
      %93 = "arith.index_cast"(%89) : (index) -> i32
      %94 = "arith.constant"() <{value = 0 : i32}> : () -> i32
      %95 = "amdgpu.raw_buffer_load"(%arg39, %93, %94, %arg42) <{boundsCheck = true, indexOffset = 1 : i32, operandSegmentSizes = array<i32: 1, 2, 1>}> : (memref<60x1xi8>, i32, i32, i32) -> i8
      %96 = "vector.broadcast"(%95) : (i8) -> vector<1xi8>
      "vector.store"(%96, %arg40, %89, %90) : (vector<1xi8>, memref<64x1xi8>, index, index) -> ()
      "amdgpu.raw_buffer_store"(%95, %arg41, %93, %94) <{boundsCheck = true, operandSegmentSizes = array<i32: 1, 1, 2, 0>}> : (i8, memref<60x1xi8>, i32, i32) -> ()
      "gpu.return"() : () -> ()
    }) {gpu.kernel, sym_name = "raw_i8_1", workgroup_attributions = 0 : i64} : () -> ()
    "gpu.func"() <{function_type = (memref<60x1xf16>, memref<64x1xf16>, memref<60x1xf16>, i32) -> (), known_block_size = array<i32: 64, 1, 1>}> ({
    ^bb0(%arg35: memref<60x1xf16>, %arg36: memref<64x1xf16>, %arg37: memref<60x1xf16>, %arg38: i32):
      %81 = "gpu.thread_id"() <{dimension = #gpu<dim x>}> : () -> index
      %82 = "arith.constant"() <{value = 0 : index}> : () -> index
      %83 = "arith.constant"() <{value = 2 : index}> : () -> index
      %84 = "arith.constant"() <{value = 4 : index}> : () -> index
      %85 = "arith.index_cast"(%81) : (index) -> i32
      %86 = "arith.constant"() <{value = 0 : i32}> : () -> i32
      %87 = "amdgpu.raw_buffer_load"(%arg35, %85, %86, %arg38) <{boundsCheck = true, indexOffset = 1 : i32, operandSegmentSizes = array<i32: 1, 2, 1>}> : (memref<60x1xf16>, i32, i32, i32) -> f16
      %88 = "vector.broadcast"(%87) : (f16) -> vector<1xf16>
      "vector.store"(%88, %arg36, %81, %82) : (vector<1xf16>, memref<64x1xf16>, index, index) -> ()
      "amdgpu.raw_buffer_store"(%87, %arg37, %85, %86) <{boundsCheck = true, operandSegmentSizes = array<i32: 1, 1, 2, 0>}> : (f16, memref<60x1xf16>, i32, i32) -> ()
      "gpu.return"() : () -> ()
    }) {gpu.kernel, sym_name = "raw_f16_1", workgroup_attributions = 0 : i64} : () -> ()
    "gpu.func"() <{function_type = (memref<60x1xf32>, memref<64x1xf32>, memref<60x1xf32>, i32) -> (), known_block_size = array<i32: 64, 1, 1>}> ({
    ^bb0(%arg31: memref<60x1xf32>, %arg32: memref<64x1xf32>, %arg33: memref<60x1xf32>, %arg34: i32):
      %73 = "gpu.thread_id"() <{dimension = #gpu<dim x>}> : () -> index
      %74 = "arith.constant"() <{value = 0 : index}> : () -> index
      %75 = "arith.constant"() <{value = 2 : index}> : () -> index
      %76 = "arith.constant"() <{value = 4 : index}> : () -> index
      %77 = "arith.index_cast"(%73) : (index) -> i32
      %78 = "arith.constant"() <{value = 0 : i32}> : () -> i32
      %79 = "amdgpu.raw_buffer_load"(%arg31, %77, %78, %arg34) <{boundsCheck = true, indexOffset = 1 : i32, operandSegmentSizes = array<i32: 1, 2, 1>}> : (memref<60x1xf32>, i32, i32, i32) -> f32
      %80 = "vector.broadcast"(%79) : (f32) -> vector<1xf32>
      "vector.store"(%80, %arg32, %73, %74) : (vector<1xf32>, memref<64x1xf32>, index, index) -> ()
      "amdgpu.raw_buffer_store"(%79, %arg33, %77, %78) <{boundsCheck = true, operandSegmentSizes = array<i32: 1, 1, 2, 0>}> : (f32, memref<60x1xf32>, i32, i32) -> ()
      "gpu.return"() : () -> ()
    }) {gpu.kernel, sym_name = "raw_f32_1", workgroup_attributions = 0 : i64} : () -> ()
    "gpu.func"() <{function_type = (memref<60x4xi8>, memref<64x4xi8>, memref<60x4xi8>, i32) -> (), known_block_size = array<i32: 64, 1, 1>}> ({
    ^bb0(%arg27: memref<60x4xi8>, %arg28: memref<64x4xi8>, %arg29: memref<60x4xi8>, %arg30: i32):
      %65 = "gpu.thread_id"() <{dimension = #gpu<dim x>}> : () -> index
      %66 = "arith.constant"() <{value = 0 : index}> : () -> index
      %67 = "arith.constant"() <{value = 2 : index}> : () -> index
      %68 = "arith.constant"() <{value = 4 : index}> : () -> index
      %69 = "arith.index_cast"(%65) : (index) -> i32
      %70 = "arith.constant"() <{value = 0 : i32}> : () -> i32
      %71 = "amdgpu.raw_buffer_load"(%arg27, %69, %70, %arg30) <{boundsCheck = true, indexOffset = 4 : i32, operandSegmentSizes = array<i32: 1, 2, 1>}> : (memref<60x4xi8>, i32, i32, i32) -> vector<4xi8>
      %72 = "vector.broadcast"(%71) : (vector<4xi8>) -> vector<4xi8>
      "vector.store"(%72, %arg28, %65, %66) : (vector<4xi8>, memref<64x4xi8>, index, index) -> ()
      "amdgpu.raw_buffer_store"(%71, %arg29, %69, %70) <{boundsCheck = true, operandSegmentSizes = array<i32: 1, 1, 2, 0>}> : (vector<4xi8>, memref<60x4xi8>, i32, i32) -> ()
      "gpu.return"() : () -> ()
    }) {gpu.kernel, sym_name = "raw_i8_4", workgroup_attributions = 0 : i64} : () -> ()
    "gpu.func"() <{function_type = (memref<60x2xf16>, memref<64x2xf16>, memref<60x2xf16>, i32) -> (), known_block_size = array<i32: 64, 1, 1>}> ({
    ^bb0(%arg23: memref<60x2xf16>, %arg24: memref<64x2xf16>, %arg25: memref<60x2xf16>, %arg26: i32):
      %57 = "gpu.thread_id"() <{dimension = #gpu<dim x>}> : () -> index
      %58 = "arith.constant"() <{value = 0 : index}> : () -> index
      %59 = "arith.constant"() <{value = 2 : index}> : () -> index
      %60 = "arith.constant"() <{value = 4 : index}> : () -> index
      %61 = "arith.index_cast"(%57) : (index) -> i32
      %62 = "arith.constant"() <{value = 0 : i32}> : () -> i32
      %63 = "amdgpu.raw_buffer_load"(%arg23, %61, %62, %arg26) <{boundsCheck = true, indexOffset = 2 : i32, operandSegmentSizes = array<i32: 1, 2, 1>}> : (memref<60x2xf16>, i32, i32, i32) -> vector<2xf16>
      %64 = "vector.broadcast"(%63) : (vector<2xf16>) -> vector<2xf16>
      "vector.store"(%64, %arg24, %57, %58) : (vector<2xf16>, memref<64x2xf16>, index, index) -> ()
      "amdgpu.raw_buffer_store"(%63, %arg25, %61, %62) <{boundsCheck = true, operandSegmentSizes = array<i32: 1, 1, 2, 0>}> : (vector<2xf16>, memref<60x2xf16>, i32, i32) -> ()
      "gpu.return"() : () -> ()
    }) {gpu.kernel, sym_name = "raw_f16_2", workgroup_attributions = 0 : i64} : () -> ()
    "gpu.func"() <{function_type = (memref<60x4xf32>, memref<64x4xf32>, memref<60x4xf32>, i32) -> (), known_block_size = array<i32: 64, 1, 1>}> ({
    ^bb0(%arg19: memref<60x4xf32>, %arg20: memref<64x4xf32>, %arg21: memref<60x4xf32>, %arg22: i32):
      %49 = "gpu.thread_id"() <{dimension = #gpu<dim x>}> : () -> index
      %50 = "arith.constant"() <{value = 0 : index}> : () -> index
      %51 = "arith.constant"() <{value = 2 : index}> : () -> index
      %52 = "arith.constant"() <{value = 4 : index}> : () -> index
      %53 = "arith.index_cast"(%49) : (index) -> i32
      %54 = "arith.constant"() <{value = 0 : i32}> : () -> i32
      %55 = "amdgpu.raw_buffer_load"(%arg19, %53, %54, %arg22) <{boundsCheck = true, indexOffset = 4 : i32, operandSegmentSizes = array<i32: 1, 2, 1>}> : (memref<60x4xf32>, i32, i32, i32) -> vector<4xf32>
      %56 = "vector.broadcast"(%55) : (vector<4xf32>) -> vector<4xf32>
      "vector.store"(%56, %arg20, %49, %50) : (vector<4xf32>, memref<64x4xf32>, index, index) -> ()
      "amdgpu.raw_buffer_store"(%55, %arg21, %53, %54) <{boundsCheck = true, operandSegmentSizes = array<i32: 1, 1, 2, 0>}> : (vector<4xf32>, memref<60x4xf32>, i32, i32) -> ()
      "gpu.return"() : () -> ()
    }) {gpu.kernel, sym_name = "raw_f32_4", workgroup_attributions = 0 : i64} : () -> ()
    "gpu.func"() <{function_type = (memref<60x1xf64>, memref<64x1xf64>, memref<60x1xf64>, i32) -> (), known_block_size = array<i32: 64, 1, 1>}> ({
    ^bb0(%arg15: memref<60x1xf64>, %arg16: memref<64x1xf64>, %arg17: memref<60x1xf64>, %arg18: i32):
      %41 = "gpu.thread_id"() <{dimension = #gpu<dim x>}> : () -> index
      %42 = "arith.constant"() <{value = 0 : index}> : () -> index
      %43 = "arith.constant"() <{value = 2 : index}> : () -> index
      %44 = "arith.constant"() <{value = 4 : index}> : () -> index
      %45 = "arith.index_cast"(%41) : (index) -> i32
      %46 = "arith.constant"() <{value = 0 : i32}> : () -> i32
      %47 = "amdgpu.raw_buffer_load"(%arg15, %45, %46, %arg18) <{boundsCheck = true, indexOffset = 1 : i32, operandSegmentSizes = array<i32: 1, 2, 1>}> : (memref<60x1xf64>, i32, i32, i32) -> f64
      %48 = "vector.broadcast"(%47) : (f64) -> vector<1xf64>
      "vector.store"(%48, %arg16, %41, %42) : (vector<1xf64>, memref<64x1xf64>, index, index) -> ()
      "amdgpu.raw_buffer_store"(%47, %arg17, %45, %46) <{boundsCheck = true, operandSegmentSizes = array<i32: 1, 1, 2, 0>}> : (f64, memref<60x1xf64>, i32, i32) -> ()
      "gpu.return"() : () -> ()
    }) {gpu.kernel, sym_name = "raw_f64_1", workgroup_attributions = 0 : i64} : () -> ()
    "gpu.func"() <{function_type = (memref<60x1xi64>, memref<64x1xi64>, memref<60x1xi64>, i32) -> (), known_block_size = array<i32: 64, 1, 1>}> ({
    ^bb0(%arg11: memref<60x1xi64>, %arg12: memref<64x1xi64>, %arg13: memref<60x1xi64>, %arg14: i32):
      %33 = "gpu.thread_id"() <{dimension = #gpu<dim x>}> : () -> index
      %34 = "arith.constant"() <{value = 0 : index}> : () -> index
      %35 = "arith.constant"() <{value = 2 : index}> : () -> index
      %36 = "arith.constant"() <{value = 4 : index}> : () -> index
      %37 = "arith.index_cast"(%33) : (index) -> i32
      %38 = "arith.constant"() <{value = 0 : i32}> : () -> i32
      %39 = "amdgpu.raw_buffer_load"(%arg11, %37, %38, %arg14) <{boundsCheck = true, indexOffset = 1 : i32, operandSegmentSizes = array<i32: 1, 2, 1>}> : (memref<60x1xi64>, i32, i32, i32) -> i64
      %40 = "vector.broadcast"(%39) : (i64) -> vector<1xi64>
      "vector.store"(%40, %arg12, %33, %34) : (vector<1xi64>, memref<64x1xi64>, index, index) -> ()
      "amdgpu.raw_buffer_store"(%39, %arg13, %37, %38) <{boundsCheck = true, operandSegmentSizes = array<i32: 1, 1, 2, 0>}> : (i64, memref<60x1xi64>, i32, i32) -> ()
      "gpu.return"() : () -> ()
    }) {gpu.kernel, sym_name = "raw_i64_1", workgroup_attributions = 0 : i64} : () -> ()
    "gpu.func"() <{function_type = (memref<64xf32>, memref<60xf32>) -> (), known_block_size = array<i32: 64, 1, 1>}> ({
    ^bb0(%arg9: memref<64xf32>, %arg10: memref<60xf32>):
      %27 = "gpu.thread_id"() <{dimension = #gpu<dim x>}> : () -> index
      %28 = "arith.constant"() <{value = 0 : index}> : () -> index
      %29 = "arith.constant"() <{value = 2 : index}> : () -> index
      %30 = "arith.constant"() <{value = 4 : index}> : () -> index
      %31 = "arith.index_cast"(%27) : (index) -> i32
      %32 = "memref.load"(%arg9, %27) : (memref<64xf32>, index) -> f32
      "amdgpu.raw_buffer_atomic_fadd"(%32, %arg10, %31) <{boundsCheck = true, operandSegmentSizes = array<i32: 1, 1, 1, 0>}> : (f32, memref<60xf32>, i32) -> ()
      "gpu.return"() : () -> ()
    }) {gpu.kernel, sym_name = "raw_fadd_f32", workgroup_attributions = 0 : i64} : () -> ()
    "gpu.func"() <{function_type = (memref<64xi32>, memref<60xi32>) -> (), known_block_size = array<i32: 64, 1, 1>}> ({
    ^bb0(%arg7: memref<64xi32>, %arg8: memref<60xi32>):
      %21 = "gpu.thread_id"() <{dimension = #gpu<dim x>}> : () -> index
      %22 = "arith.constant"() <{value = 0 : index}> : () -> index
      %23 = "arith.constant"() <{value = 2 : index}> : () -> index
      %24 = "arith.constant"() <{value = 4 : index}> : () -> index
      %25 = "arith.index_cast"(%21) : (index) -> i32
      %26 = "memref.load"(%arg7, %21) : (memref<64xi32>, index) -> i32
      "amdgpu.raw_buffer_atomic_smax"(%26, %arg8, %25) <{boundsCheck = true, operandSegmentSizes = array<i32: 1, 1, 1, 0>}> : (i32, memref<60xi32>, i32) -> ()
      "gpu.return"() : () -> ()
    }) {gpu.kernel, sym_name = "raw_smax_i32", workgroup_attributions = 0 : i64} : () -> ()
    "gpu.func"() <{function_type = (memref<64xi32>, memref<60xi32>) -> (), known_block_size = array<i32: 64, 1, 1>}> ({
    ^bb0(%arg5: memref<64xi32>, %arg6: memref<60xi32>):
      %15 = "gpu.thread_id"() <{dimension = #gpu<dim x>}> : () -> index
      %16 = "arith.constant"() <{value = 0 : index}> : () -> index
      %17 = "arith.constant"() <{value = 2 : index}> : () -> index
      %18 = "arith.constant"() <{value = 4 : index}> : () -> index
      %19 = "arith.index_cast"(%15) : (index) -> i32
      %20 = "memref.load"(%arg5, %15) : (memref<64xi32>, index) -> i32
      "amdgpu.raw_buffer_atomic_umin"(%20, %arg6, %19) <{boundsCheck = true, operandSegmentSizes = array<i32: 1, 1, 1, 0>}> : (i32, memref<60xi32>, i32) -> ()
      "gpu.return"() : () -> ()
    }) {gpu.kernel, sym_name = "raw_umin_i32", workgroup_attributions = 0 : i64} : () -> ()
    "gpu.func"() <{function_type = (memref<64xf64>, memref<60xf64>) -> (), known_block_size = array<i32: 64, 1, 1>}> ({
    ^bb0(%arg3: memref<64xf64>, %arg4: memref<60xf64>):
      %9 = "gpu.thread_id"() <{dimension = #gpu<dim x>}> : () -> index
      %10 = "arith.constant"() <{value = 0 : index}> : () -> index
      %11 = "arith.constant"() <{value = 2 : index}> : () -> index
      %12 = "arith.constant"() <{value = 4 : index}> : () -> index
      %13 = "arith.index_cast"(%9) : (index) -> i32
      %14 = "memref.load"(%arg3, %9) : (memref<64xf64>, index) -> f64
      "amdgpu.raw_buffer_atomic_fmax"(%14, %arg4, %13) <{boundsCheck = true, operandSegmentSizes = array<i32: 1, 1, 1, 0>}> : (f64, memref<60xf64>, i32) -> ()
      "gpu.return"() : () -> ()
    }) {gpu.kernel, sym_name = "raw_fmax_f64", workgroup_attributions = 0 : i64} : () -> ()
    "gpu.func"() <{function_type = (memref<64xi32>, memref<60xi32>, memref<64xi32>) -> (), known_block_size = array<i32: 64, 1, 1>}> ({
    ^bb0(%arg0: memref<64xi32>, %arg1: memref<60xi32>, %arg2: memref<64xi32>):
      %0 = "gpu.thread_id"() <{dimension = #gpu<dim x>}> : () -> index
      %1 = "arith.constant"() <{value = 0 : index}> : () -> index
      %2 = "arith.constant"() <{value = 2 : index}> : () -> index
      %3 = "arith.constant"() <{value = 4 : index}> : () -> index
      %4 = "arith.index_cast"(%0) : (index) -> i32
      %5 = "memref.load"(%arg0, %0) : (memref<64xi32>, index) -> i32
      %6 = "arith.constant"() <{value = 5 : i32}> : () -> i32
      %7 = "amdgpu.raw_buffer_atomic_cmpswap"(%5, %6, %arg1, %4) <{boundsCheck = true, operandSegmentSizes = array<i32: 1, 1, 1, 1, 0>}> : (i32, i32, memref<60xi32>, i32) -> i32
      "memref.store"(%7, %arg2, %0) : (i32, memref<64xi32>, index) -> ()
      %8 = "amdgpu.raw_buffer_atomic_cmpswap"(%6, %7, %arg1, %4) <{boundsCheck = true, operandSegmentSizes = array<i32: 1, 1, 1, 1, 0>}> : (i32, i32, memref<60xi32>, i32) -> i32
      "gpu.return"() : () -> ()
    }) {gpu.kernel, sym_name = "raw_cmpswap", workgroup_attributions = 0 : i64} : () -> ()
  }) : () -> ()
}) : () -> ()

