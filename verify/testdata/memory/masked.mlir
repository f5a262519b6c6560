#map = affine_map<(d0, d1) -> (d1)>
#map1 = affine_map<(d0, d1) -> (d0, d1)>
#map2 = affine_map<(d0, d1) -> (d1, d0)>
#map3 = affine_map<(d0, d1) -> (d1, 0)>
"builtin.module"() ({
  "gpu.module"() <{sym_name = "masked"}> ({
    "gpu.func"() <{function_type = (memref<64x6xi8>, memref<64x6xi8>, memref<64x6xi1>, memref<64x6xi8>) -> (), known_block_size = array<i32: 64, 1, 1>}> ({
    ^bb0(%arg95: memref<64x6xi8>, %arg96: memref<64x6xi8>, %arg97: memref<64x6xi1>, %arg98: memref<64x6xi8>, %arg99: memref<64x6xi8, #gpu.address_space<workgroup>>):
      %183 = "gpu.thread_id"() <{dimension = #gpu<dim x>}> : () -> index
      %184 = "gpu.block_id"() <{dimension = #gpu<dim x>}> : () -> index
      %185 = "arith.constant"() <{value = 0 : index}> : () -> index
      %186 = "vector.load"(%arg97, %183, %185) : (memref<64x6xi1>, index, index) -> vector<6xi1>
      %187 = "vector.load"(%arg96, %183, %185) : (memref<64x6xi8>, index, index) -> vector<6xi8>
      %188 = "vector.maskedload"(%arg95, %183, %185, %186, %187) : (memref<64x6xi8>, index, index, vector<6xi1>, vector<6xi8>) -> vector<6xi8>
      "vector.maskedstore"(%arg98, %183, %185, %186, %188) : (memref<64x6xi8>, index, index, vector<6xi1>, vector<6xi8>) -> ()
      "vector.store"(%187, %arg99, %183, %185) : (vector<6xi8>, memref<64x6xi8, #gpu.address_space<workgroup>>, index, index) -> ()
      "vector.maskedstore"(%arg99, %183, %185, %186, %188) : (memref<64x6xi8, #gpu.address_space<workgroup>>, index, index, vector<6xi1>, vector<6xi8>) -> ()
      %189 = "vector.maskedload"(%arg99, %183, %185, %186, %187) : (memref<64x6xi8, #gpu.address_space<workgroup>>, index, index, vector<6xi1>, vector<6xi8>) -> vector<6xi8>
      "vector.maskedstore"(%arg96, %183, %185, %186, %189) : (memref<64x6xi8>, index, index, vector<6xi1>, vector<6xi8>) -> ()
      "gpu.return"() : () -> ()
    }) {gpu.kernel, sym_name = "masked_i8", workgroup_attributions = 1 : i64} : () -> ()
    "gpu.func"() <{function_type = (memref<64x6xi8>, memref<64x6xi8>, memref<64x6xi8>) -> (), known_block_size = array<i32: 64, 1, 1>}> ({
    ^bb0(%arg92: memref<64x6xi8>, %arg93: memref<64x6xi8>, %arg94: memref<64x6xi8>):
      %177 = "gpu.thread_id"() <{dimension = #gpu<dim x>}> : () -> index
      %178 = "gpu.block_id"() <{dimension = #gpu<dim x>}> : () -> index
      %179 = "arith.constant"() <{value = 0 : index}> : () -> index
      %180 = "vector.constant_mask"() <{mask_dim_sizes = array<i64: 4>}> : () -> vector<6xi1>
      %181 = "vector.load"(%arg93, %177, %179) : (memref<64x6xi8>, index, index) -> vector<6xi8>
      %182 = "vector.maskedload"(%arg92, %177, %179, %180, %181) : (memref<64x6xi8>, index, index, vector<6xi1>, vector<6xi8>) -> vector<6xi8>
      "vector.maskedstore"(%arg94, %177, %179, %180, %182) : (memref<64x6xi8>, index, index, vector<6xi1>, vector<6xi8>) -> ()
      "gpu.return"() : () -> ()
    }) {gpu.kernel, sym_name = "constmask_i8", workgroup_attributions = 0 : i64} : () -> ()
    "gpu.func"() <{function_type = (memref<64xi8>, memref<64x6xi8>, memref<64x6xi1>, memref<64x6xindex>, memref<64x6xi8>) -> (), known_block_size = array<i32: 64, 1, 1>}> ({
    ^bb0(%arg87: memref<64xi8>, %arg88: memref<64x6xi8>, %arg89: memref<64x6xi1>, %arg90: memref<64x6xindex>, %arg91: memref<64x6xi8>):
      %170 = "gpu.thread_id"() <{dimension = #gpu<dim x>}> : () -> index
      %171 = "gpu.block_id"() <{dimension = #gpu<dim x>}> : () -> index
      %172 = "arith.constant"() <{value = 0 : index}> : () -> index
      %173 = "vector.load"(%arg89, %170, %172) : (memref<64x6xi1>, index, index) -> vector<6xi1>
      %174 = "vector.load"(%arg90, %170, %172) : (memref<64x6xindex>, index, index) -> vector<6xindex>
      %175 = "vector.load"(%arg88, %170, %172) : (memref<64x6xi8>, index, index) -> vector<6xi8>
      %176 = "vector.gather"(%arg87, %171, %174, %173, %175) : (memref<64xi8>, index, vector<6xindex>, vector<6xi1>, vector<6xi8>) -> vector<6xi8>
      "vector.store"(%176, %arg91, %170, %172) : (vector<6xi8>, memref<64x6xi8>, index, index) -> ()
      "gpu.return"() : () -> ()
    }) {gpu.kernel, sym_name = "gather_i8", workgroup_attributions = 0 : i64} : () -> ()
    "gpu.func"() <{function_type = (memref<5x7xi8>, memref<?x?xi8>, memref<3x64x4xi8>, memref<5x7xi8>) -> (), known_block_size = array<i32: 7, 1, 1>}> ({
    ^bb0(%arg83: memref<5x7xi8>, %arg84: memref<?x?xi8>, %arg85: memref<3x64x4xi8>, %arg86: memref<5x7xi8>):
      %162 = "gpu.thread_id"() <{dimension = #gpu<dim x>}> : () -> index
      %163 = "gpu.block_id"() <{dimension = #gpu<dim x>}> : () -> index
      %164 = "arith.constant"() <{value = 0 : index}> : () -> index
      %165 = "arith.constant"() <{value = 7 : i8}> : () -> i8
      %166 = "vector.transfer_read"(%arg83, %163, %162, %165) <{in_bounds = [false], operandSegmentSizes = array<i32: 1, 2, 1, 0>, permutation_map = #map}> : (memref<5x7xi8>, index, index, i8) -> vector<4xi8>
      "vector.store"(%166, %arg85, %163, %162, %164) : (vector<4xi8>, memref<3x64x4xi8>, index, index, index) -> ()
      "vector.transfer_write"(%166, %arg86, %163, %162) <{in_bounds = [false], operandSegmentSizes = array<i32: 1, 1, 2, 0>, permutation_map = #map}> : (vector<4xi8>, memref<5x7xi8>, index, index) -> ()
      %167 = "arith.constant"() <{value = 2 : index}> : () -> index
      %168 = "vector.transfer_read"(%arg84, %162, %167, %165) <{in_bounds = [false, true], operandSegmentSizes = array<i32: 1, 2, 1, 0>, permutation_map = #map1}> : (memref<?x?xi8>, index, index, i8) -> vector<2x2xi8>
      %169 = "vector.shape_cast"(%168) : (vector<2x2xi8>) -> vector<4xi8>
      "vector.store"(%169, %arg85, %163, %162, %164) : (vector<4xi8>, memref<3x64x4xi8>, index, index, index) -> ()
      "gpu.return"() : () -> ()
    }) {gpu.kernel, sym_name = "transfer_i8", workgroup_attributions = 0 : i64} : () -> ()
    "gpu.func"() <{function_type = (memref<5x7xi8>, memref<3x2xi1>, memref<64x6xi8>) -> (), known_block_size = array<i32: 7, 1, 1>}> ({
    ^bb0(%arg80: memref<5x7xi8>, %arg81: memref<3x2xi1>, %arg82: memref<64x6xi8>):
      %152 = "gpu.thread_id"() <{dimension = #gpu<dim x>}> : () -> index
      %153 = "gpu.block_id"() <{dimension = #gpu<dim x>}> : () -> index
      %154 = "arith.constant"() <{value = 0 : index}> : () -> index
      %155 = "arith.constant"() <{value = 7 : i8}> : () -> i8
      %156 = "vector.load"(%arg81, %154, %154) : (memref<3x2xi1>, index, index) -> vector<3x2xi1>
      %157 = "arith.constant"() <{value = 3 : index}> : () -> index
      %158 = "vector.transfer_read"(%arg80, %157, %152, %155, %156) <{in_bounds = [false, false], operandSegmentSizes = array<i32: 1, 2, 1, 1>, permutation_map = #map2}> : (memref<5x7xi8>, index, index, i8, vector<3x2xi1>) -> vector<2x3xi8>
      %159 = "vector.shape_cast"(%158) : (vector<2x3xi8>) -> vector<6xi8>
      "vector.store"(%159, %arg82, %152, %154) : (vector<6xi8>, memref<64x6xi8>, index, index) -> ()
      %160 = "vector.transfer_read"(%arg80, %157, %157, %155) <{in_bounds = [true, true], operandSegmentSizes = array<i32: 1, 2, 1, 0>, permutation_map = #map3}> : (memref<5x7xi8>, index, index, i8) -> vector<2x3xi8>
      %161 = "vector.shape_cast"(%160) : (vector<2x3xi8>) -> vector<6xi8>
      "vector.store"(%161, %arg82, %154, %154) : (vector<6xi8>, memref<64x6xi8>, index, index) -> ()
      "gpu.return"() : () -> ()
    }) {gpu.kernel, sym_name = "permuted_i8", workgroup_attributions = 0 : i64} : () -> ()
    "gpu.func"() <{function_type = (memref<64x6xf16>, memref<64x6xf16>, memref<64x6xi1>, memref<64x6xf16>) -> (), known_block_size = array<i32: 64, 1, 1>}> ({
    ^bb0(%arg75: memref<64x6xf16>, %arg76: memref<64x6xf16>, %arg77: memref<64x6xi1>, %arg78: memref<64x6xf16>, %arg79: memref<64x6xf16, #gpu.address_space<workgroup>>):
      %145 = "gpu.thread_id"() <{dimension = #gpu<dim x>}> : () -> index
      %146 = "gpu.block_id"() <{dimension = #gpu<dim x>}> : () -> index
      %147 = "arith.constant"() <{value = 0 : index}> : () -> index
      %148 = "vector.load"(%arg77, %145, %147) : (memref<64x6xi1>, index, index) -> vector<6xi1>
      %149 = "vector.load"(%arg76, %145, %147) : (memref<64x6xf16>, index, index) -> vector<6xf16>
      %150 = "vector.maskedload"(%arg75, %145, %147, %148, %149) : (memref<64x6xf16>, index, index, vector<6xi1>, vector<6xf16>) -> vector<6xf16>
      "vector.maskedstore"(%arg78, %145, %147, %148, %150) : (memref<64x6xf16>, index, index, vector<6xi1>, vector<6xf16>) -> ()
      "vector.store"(%149, %arg79, %145, %147) : (vector<6xf16>, memref<64x6xf16, #gpu.address_space<workgroup>>, index, index) -> ()
      "vector.maskedstore"(%arg79, %145, %147, %148, %150) : (memref<64x6xf16, #gpu.address_space<workgroup>>, index, index, vector<6xi1>, vector<6xf16>) -> ()
      %151 = "vector.maskedload"(%arg79, %145, %147, %148, %149) : (memref<64x6xf16, #gpu.address_space<workgroup>>, index, index, vector<6xi1>, vector<6xf16>) -> vector<6xf16>
      "vector.maskedstore"(%arg76, %145, %147, %148, %151) : (memref<64x6xf16>, index, index, vector<6xi1>, vector<6xf16>) -> ()
      "gpu.return"() : () -> ()
    }) {gpu.kernel, sym_name = "masked_f16", workgroup_attributions = 1 : i64} : () -> ()
    "gpu.func"() <{function_type = (memref<64x6xf16>, memref<64x6xf16>, memref<64x6xf16>) -> (), known_block_size = array<i32: 64, 1, 1>}> ({
    ^bb0(%arg72: memref<64x6xf16>, %arg73: memref<64x6xf16>, %arg74: memref<64x6xf16>):
      %139 = "gpu.thread_id"() <{dimension = #gpu<dim x>}> : () -> index
      %140 = "gpu.block_id"() <{dimension = #gpu<dim x>}> : () -> index
      %141 = "arith.constant"() <{value = 0 : index}> : () -> index
      %142 = "vector.constant_mask"() <{mask_dim_sizes = array<i64: 4>}> : () -> vector<6xi1>
      %143 = "vector.load"(%arg73, %139, %141) : (memref<64x6xf16>, index, index) -> vector<6xf16>
      %144 = "vector.maskedload"(%arg72, %139, %141, %142, %143) : (memref<64x6xf16>, index, index, vector<6xi1>, vector<6xf16>) -> vector<6xf16>
      "vector.maskedstore"(%arg74, %139, %141, %142, %144) : (memref<64x6xf16>, index, index, vector<6xi1>, vector<6xf16>) -> ()
      "gpu.return"() : () -> ()
    }) {gpu.kernel, sym_name = "constmask_f16", workgroup_attributions = 0 : i64} : () -> ()
    "gpu.func"() <{function_type = (memref<64xf16>, memref<64x6xf16>, memref<64x6xi1>, memref<64x6xindex>, memref<64x6xf16>) -> (), known_block_size = array<i32: 64, 1, 1>}> ({
    ^bb0(%arg67: memref<64xf16>, %arg68: memref<64x6xf16>, %arg69: memref<64x6xi1>, %arg70: memref<64x6xindex>, %arg71: memref<64x6xf16>):
      %132 = "gpu.thread_id"() <{dimension = #gpu<dim x>}> : () -> index
      %133 = "gpu.block_id"() <{dimension = #gpu<dim x>}> : () -> index
      %134 = "arith.constant"() <{value = 0 : index}> : () -> index
      %135 = "vector.load"(%arg69, %132, %134) : (memref<64x6xi1>, index, index) -> vector<6xi1>
      %136 = "vector.load"(%arg70, %132, %134) : (memref<64x6xindex>, index, index) -> vector<6xindex>
      %137 = "vector.load"(%arg68, %132, %134) : (memref<64x6xf16>, index, index) -> vector<6xf16>
      %138 = "vector.gather"(%arg67, %133, %136, %135, %137) : (memref<64xf16>, index, vector<6xindex>, vector<6xi1>, vector<6xf16>) -> vector<6xf16>
      "vector.store"(%138, %arg71, %132, %134) : (vector<6xf16>, memref<64x6xf16>, index, index) -> ()
      "gpu.return"() : () -> ()
    }) {gpu.kernel, sym_name = "gather_f16", workgroup_attributions = 0 : i64} : () -> ()
    "gpu.func"() <{function_type = (memref<5x7xf16>, memref<?x?xf16>, memref<3x64x4xf16>, memref<5x7xf16>) -> (), known_block_size = array<i32: 7, 1, 1>}> ({
    ^bb0(%arg63: memref<5x7xf16>, %arg64: memref<?x?xf16>, %arg65: memref<3x64x4xf16>, %arg66: memref<5x7xf16>):
      %124 = "gpu.thread_id"() <{dimension = #gpu<dim x>}> : () -> index
      %125 = "gpu.block_id"() <{dimension = #gpu<dim x>}> : () -> index
      %126 = "arith.constant"() <{value = 0 : index}> : () -> index
      %127 = "arith.constant"() <{value = 0.000000e+00 : f16}> : () -> f16
      %128 = "vector.transfer_read"(%arg63, %125, %124, %127) <{in_bounds = [false], operandSegmentSizes = array<i32: 1, 2, 1, 0>, permutation_map = #map}> : (memref<5x7xf16>, index, index, f16) -> vector<4xf16>
      "vector.store"(%128, %arg65, %125, %124, %126) : (vector<4xf16>, memref<3x64x4xf16>, index, index, index) -> ()
      "vector.transfer_write"(%128, %arg66, %125, %124) <{in_bounds = [false], operandSegmentSizes = array<i32: 1, 1, 2, 0>, permutation_map = #map}> : (vector<4xf16>, memref<5x7xf16>, index, index) -> ()
      %129 = "arith.constant"() <{value = 2 : index}> : () -> index
      %130 = "vector.transfer_read"(%arg64, %124, %129, %127) <{in_bounds = [false, true], operandSegmentSizes = array<i32: 1, 2, 1, 0>, permutation_map = #map1}> : (memref<?x?xf16>, index, index, f16) -> vector<2x2xf16>
      %131 = "vector.shape_cast"(%130) : (vector<2x2xf16>) -> vector<4xf16>
      "vector.store"(%131, %arg65, %125, %124, %126) : (vector<4xf16>, memref<3x64x4xf16>, index, index, index) -> ()
      "gpu.return"() : () -> ()
    }) {gpu.kernel, sym_name = "transfer_f16", workgroup_attributions = 0 : i64} : () -> ()
    "gpu.func"() <{function_type = (memref<5x7xf16>, memref<3x2xi1>, memref<64x6xf16>) -> (), known_block_size = array<i32: 7, 1, 1>}> ({
    ^bb0(%arg60: memref<5x7xf16>, %arg61: memref<3x2xi1>, %arg62: memref<64x6xf16>):
      %114 = "gpu.thread_id"() <{dimension = #gpu<dim x>}> : () -> index
      %115 = "gpu.block_id"() <{dimension = #gpu<dim x>}> : () -> index
      %116 = "arith.constant"() <{value = 0 : index}> : () -> index
      %117 = "arith.constant"() <{value = 0.000000e+00 : f16}> : () -> f16
      %118 = "vector.load"(%arg61, %116, %116) : (memref<3x2xi1>, index, index) -> vector<3x2xi1>
      %119 = "arith.constant"() <{value = 3 : index}> : () -> index
      %120 = "vector.transfer_read"(%arg60, %119, %114, %117, %118) <{in_bounds = [false, false], operandSegmentSizes = array<i32: 1, 2, 1, 1>, permutation_map = #map2}> : (memref<5x7xf16>, index, index, f16, vector<3x2xi1>) -> vector<2x3xf16>
      %121 = "vector.shape_cast"(%120) : (vector<2x3xf16>) -> vector<6xf16>
      "vector.store"(%121, %arg62, %114, %116) : (vector<6xf16>, memref<64x6xf16>, index, index) -> ()
      %122 = "vector.transfer_read"(%arg60, %119, %119, %117) <{in_bounds = [true, true], operandSegmentSizes = array<i32: 1, 2, 1, 0>, permutation_map = #map3}> : (memref<5x7xf16>, index, index, f16) -> vector<2x3xf16>
      %123 = "vector.shape_cast"(%122) : (vector<2x3xf16>) -> vector<6xf16>
      "vector.store"(%123, %arg62, %116, %116) : (vector<6xf16>, memref<64x6xf16>, index, index) -> ()
      "gpu.return"() : () -> ()
    }) {gpu.kernel, sym_name = "permuted_f16", workgroup_attributions = 0 : i64} : () -> ()
    "gpu.func"() <{function_type = (memref<64x6xi32>, memref<64x6xi32>, memref<64x6xi1>, memref<64x6xi32>) -> (), known_block_size = array<i32: 64, 1, 1>}> ({
    ^bb0(%arg55: memref<64x6xi32>, %arg56: memref<64x6xi32>, %arg57: memref<64x6xi1>, %arg58: memref<64x6xi32>, %arg59: memref<64x6xi32, #gpu.address_space<workgroup>>):
      %107 = "gpu.thread_id"() <{dimension = #gpu<dim x>}> : () -> index
      %108 = "gpu.block_id"() <{dimension = #gpu<dim x>}> : () -> index
      %109 = "arith.constant"() <{value = 0 : index}> : () -> index
      %110 = "vector.load"(%arg57, %107, %109) : (memref<64x6xi1>, index, index) -> vector<6xi1>
      %111 = "vector.load"(%arg56, %107, %109) : (memref<64x6xi32>, index, index) -> vector<6xi32>
      %112 = "vector.maskedload"(%arg55, %107, %109, %110, %111) : (memref<64x6xi32>, index, index, vector<6xi1>, vector<6xi32>) -> vector<6xi32>
      "vector.maskedstore"(%arg58, %107, %109, %110, %112) : (memref<64x6xi32>, index, index, vector<6xi1>, vector<6xi32>) -> ()
      "vector.store"(%111, %arg59, %107, %109) : (vector<6xi32>, memref<64x6xi32, #gpu.address_space<workgroup>>, index, index) -> ()
      "vector.maskedstore"(%arg59, %107, %109, %110, %112) : (memref<64x6xi32, #gpu.address_space<workgroup>>, index, index, vector<6xi1>, vector<6xi32>) -> ()
      %113 = "vector.maskedload"(%arg59, %107, %109, %110, %111) : (memref<64x6xi32, #gpu.address_space<workgroup>>, index, index, vector<6xi1>, vector<6xi32>) -> vector<6xi32>
      "vector.maskedstore"(%arg56, %107, %109, %110, %113) : (memref<64x6xi32>, index, index, vector<6xi1>, vector<6xi32>) -> ()
      "gpu.return"() : () -> ()
    }) {gpu.kernel, sym_name = "masked_i32", workgroup_attributions = 1 : i64} : () -> ()
    "gpu.func"() <{function_type = (memref<64x6xi32>, memref<64x6xi32>, memref<64x6xi32>) -> (), known_block_size = array<i32: 64, 1, 1>}> ({
    ^bb0(%arg52: memref<64x6xi32>, %arg53: memref<64x6xi32>, %arg54: memref<64x6xi32>):
      %101 = "gpu.thread_id"() <{dimension = #gpu<dim x>}> : () -> index
      %102 = "gpu.block_id"() <{dimension = #gpu<dim x>}> : () -> index
      %103 = "arith.constant"() <{value = 0 : index}> : () -> index
      %104 = "vector.constant_mask"() <{mask_dim_sizes = array<i64: 4>}> : () -> vector<6xi1>
      %105 = "vector.load"(%arg53, %101, %103) : (memref<64x6xi32>, index, index) -> vector<6xi32>
      %106 = "vector.maskedload"(%arg52, %101, %103, %104, %105) : (memref<64x6xi32>, index, index, vector<6xi1>, vector<6xi32>) -> vector<6xi32>
      "vector.maskedstore"(%arg54, %101, %103, %104, %106) : (memref<64x6xi32>, index, index, vector<6xi1>, vector<6xi32>) -> ()
      "gpu.return"() : () -> ()
    }) {gpu.kernel, sym_name = "constmask_i32", workgroup_attributions = 0 : i64} : () -> ()
    "gpu.func"() <{function_type = (memref<64xi32>, memref<64x6xi32>, memref<64x6xi1>, memref<64x6xindex>, memref<64x6xi32>) -> (), known_block_size = array<i32: 64, 1, 1>}> ({
    ^bb0(%arg47: memref<64xi32>, %arg48: memref<64x6xi32>, %arg49: memref<64x6xi1>, %arg50: memref<64x6xindex>, %arg51: memref<64x6xi32>):
      %94 = "gpu.thread_id"() <{dimension = #gpu<dim x>}> : () -> index
      %95 = "gpu.block_id"() <{dimension = #gpu<dim x>}> : () -> index
      %96 = "arith.constant"() <{value = 0 : index}> : () -> index
      %97 = "vector.load"(%arg49, %94, %96) : (memref<64x6xi1>, index, index) -> vector<6xi1>
      %98 = "vector.load"(%arg50, %94, %96) : (memref<64x6xindex>, index, index) -> vector<6xindex>
      %99 = "vector.load"(%arg48, %94, %96) : (memref<64x6xi32>, index, index) -> vector<6xi32>
      %100 = "vector.gather"(%arg47, %95, %98, %97, %99) : (memref<64xi32>, index, vector<6xindex>, vector<6xi1>, vector<6xi32>) -> vector<6xi32>
      "vector.store"(%100, %arg51, %94, %96) : (vector<6xi32>, memref<64x6xi32>, index, index) -> ()
      "gpu.return"() : () -> ()
    }) {gpu.kernel, sym_name = "gather_i32", workgroup_attributions = 0 : i64} : () -> ()
    "gpu.func"() <{function_type = (memref<5x7xi32>, memref<?x?xi32>, memref<3x64x4xi32>, memref<5x7xi32>) -> (), known_block_size = array<i32: 7, 1, 1>}> ({
    ^bb0(%arg43: memref<5x7xi32>, %arg44: memref<?x?xi32>, %arg45: memref<3x64x4xi32>, %arg46: memref<5x7xi32>):
      %86 = "gpu.thread_id"() <{dimension = #gpu<dim x>}> : () -> index
      %87 = "gpu.block_id"() <{dimension = #gpu<dim x>}> : () -> index
      %88 = "arith.constant"() <{value = 0 : index}> : () -> index
      %89 = "arith.constant"() <{value = 7 : i32}> : () -> i32
      %90 = "vector.transfer_read"(%arg43, %87, %86, %89) <{in_bounds = [false], operandSegmentSizes = array<i32: 1, 2, 1, 0>, permutation_map = #map}> : (memref<5x7xi32>, index, index, i32) -> vector<4xi32>
      "vector.store"(%90, %arg45, %87, %86, %88) : (vector<4xi32>, memref<3x64x4xi32>, index, index, index) -> ()
      "vector.transfer_write"(%90, %arg46, %87, %86) <{in_bounds = [false], operandSegmentSizes = array<i32: 1, 1, 2, 0>, permutation_map = #map}> : (vector<4xi32>, memref<5x7xi32>, index, index) -> ()
      %91 = "arith.constant"() <{value = 2 : index}> : () -> index
      %92 = "vector.transfer_read"(%arg44, %86, %91, %89) <{in_bounds = [false, true], operandSegmentSizes = array<i32: 1, 2, 1, 0>, permutation_map = #map1}> : (memref<?x?xi32>, index, index, i32) -> vector<2x2xi32>
      %93 = "vector.shape_cast"(%92) : (vector<2x2xi32>) -> vector<4xi32>
      "vector.store"(%93, %arg45, %87, %86, %88) : (vector<4xi32>, memref<3x64x4xi32>, index, index, index) -> ()
      "gpu.return"() : () -> ()
    }) {gpu.kernel, sym_name = "transfer_i32", workgroup_attributions = 0 : i64} : () -> ()
    "gpu.func"() <{function_type = (memref<5x7xi32>, memref<3x2xi1>, memref<64x6xi32>) -> (), known_block_size = array<i32: 7, 1, 1>}> ({
    ^bb0(%arg40: memref<5x7xi32>, %arg41: memref<3x2xi1>, %arg42: memref<64x6xi32>):
      %76 = "gpu.thread_id"() <{dimension = #gpu<dim x>}> : () -> index
      %77 = "gpu.block_id"() <{dimension = #gpu<dim x>}> : () -> index
      %78 = "arith.constant"() <{value = 0 : index}> : () -> index
      %79 = "arith.constant"() <{value = 7 : i32}> : () -> i32
      %80 = "vector.load"(%arg41, %78, %78) : (memref<3x2xi1>, index, index) -> vector<3x2xi1>
      %81 = "arith.constant"() <{value = 3 : index}> : () -> index
      %82 = "vector.transfer_read"(%arg40, %81, %76, %79, %80) <{in_bounds = [false, false], operandSegmentSizes = array<i32: 1, 2, 1, 1>, permutation_map = #map2}> : (memref<5x7xi32>, index, index, i32, vector<3x2xi1>) -> vector<2x3xi32>
      %83 = "vector.shape_cast"(%82) : (vector<2x3xi32>) -> vector<6xi32>
      "vector.store"(%83, %arg42, %76, %78) : (vector<6xi32>, memref<64x6xi32>, index, index) -> ()
      %84 = "vector.transfer_read"(%arg40, %81, %81, %79) <{in_bounds = [true, true], operandSegmentSizes = array<i32: 1, 2, 1, 0>, permutation_map = #map3}> : (memref<5x7xi32>, index, index, i32) -> vector<2x3xi32>
      %85 = "vector.shape_cast"(%84) : (vector<2x3xi32>) -> vector<6xi32>
      "vector.store"(%85, %arg42, %78, %78) : (vector<6xi32>, memref<64x6xi32>, index, index) -> ()
      "gpu.return"() : () -> ()
    }) {gpu.kernel, sym_name = "permuted_i32", workgroup_attributions = 0 : i64} : () -> ()
    "gpu.func"() <{function_type = (memref<64x6xf64>, memref<64x6xf64>, memref<64x6xi1>, memref<64x6xf64>) -> (), known_block_size = array<i32: 64, 1, 1>}> ({
    ^bb0(%arg35: memref<64x6xf64>, %arg36: memref<64x6xf64>, %arg37: memref<64x6xi1>, %arg38: memref<64x6xf64>, %arg39: memref<64x6xf64, #gpu.address_space<workgroup>>):
      %69 = "gpu.thread_id"() <{dimension = #gpu<dim x>}> : () -> index
      %70 = "gpu.block_id"() <{dimension = #gpu<dim x>}> : () -> index
      %71 = "arith.constant"() <{value = 0 : index}> : () -> index
      %72 = "vector.load"(%arg37, %69, %71) : (memref<64x6xi1>, index, index) -> vector<6xi1>
      %73 = "vector.load"(%arg36, %69, %71) : (memref<64x6xf64>, index, index) -> vector<6xf64>
      %74 = "vector.maskedload"(%arg35, %69, %71, %72, %73) : (memref<64x6xf64>, index, index, vector<6xi1>, vector<6xf64>) -> vector<6xf64>
      "vector.maskedstore"(%arg38, %69, %71, %72, %74) : (memref<64x6xf64>, index, index, vector<6xi1>, vector<6xf64>) -> ()
      "vector.store"(%73, %arg39, %69, %71) : (vector<6xf64>, memref<64x6xf64, #gpu.address_space<workgroup>>, index, index) -> ()
      "vector.maskedstore"(%arg39, %69, %71, %72, %74) : (memref<64x6xf64, #gpu.address_space<workgroup>>, index, index, vector<6xi1>, vector<6xf64>) -> ()
      %75 = "vector.maskedload"(%arg39, %69, %71, %72, %73) : (memref<64x6xf64, #gpu.address_space<workgroup>>, index, index, vector<6xi1>, vector<6xf64>) -> vector<6xf64>
      "vector.maskedstore"(%arg36, %69, %71, %72, %75) : (memref<64x6xf64>, index, index, vector<6xi1>, vector<6xf64>) -> ()
      "gpu.return"() : () -> ()
    }) {gpu.kernel, sym_name = "masked_f64", workgroup_attributions = 1 : i64} : () -> ()
    "gpu.func"() <{function_type = (memref<64x6xf64>, memref<64x6xf64>, memref<64x6xf64>) -> (), known_block_size = array<i32: 64, 1, 1>}> ({
    ^bb0(%arg32: memref<64x6xf64>, %arg33: memref<64x6xf64>, %arg34: memref<64x6xf64>):
      %63 = "gpu.thread_id"() <{dimension = #gpu<dim x>}> : () -> index
      %64 = "gpu.block_id"() <{dimension = #gpu<dim x>}> : () -> index
      %65 = "arith.constant"() <{value = 0 : index}> : () -> index
      %66 = "vector.constant_mask"() <{mask_dim_sizes = array<i64: 4>}> : () -> vector<6xi1>
      %67 = "vector.load"(%arg33, %63, %65) : (memref<64x6xf64>, index, index) -> vector<6xf64>
      %68 = "vector.maskedload"(%arg32, %63, %65, %66, %67) : (memref<64x6xf64>, index, index, vector<6xi1>, vector<6xf64>) -> vector<6xf64>
      "vector.maskedstore"(%arg34, %63, %65, %66, %68) : (memref<64x6xf64>, index, index, vector<6xi1>, vector<6xf64>) -> ()
      "gpu.return"() : () -> ()
    }) {gpu.kernel, sym_name = "constmask_f64", workgroup_attributions = 0 : i64} : () -> ()
    "gpu.func"() <{function_type = (memref<64xf64>, memref<64x6xf64>, memref<64x6xi1>, memref<64x6xindex>, memref<64x6xf64>) -> (), known_block_size = array<i32: 64, 1, 1>}> ({
    ^bb0(%arg27: memref<64xf64>, %arg28: memref<64x6xf64>, %arg29: memref<64x6xi1>, %arg30: memref<64x6xindex>, %arg31: memref<64x6xf64>):
      %56 = "gpu.thread_id"() <{dimension = #gpu<dim x>}> : () -> index
      %57 = "gpu.block_id"() <{dimension = #gpu<dim x>}> : () -> index
      %58 = "arith.constant"() <{value = 0 : index}> : () -> index
      %59 = "vector.load"(%arg29, %56, %58) : (memref<64x6xi1>, index, index) -> vector<6xi1>
      %60 = "vector.load"(%arg30, %56, %58) : (memref<64x6xindex>, index, index) -> vector<6xindex>
      %61 = "vector.load"(%arg28, %56, %58) : (memref<64x6xf64>, index, index) -> vector<6xf64>
      %62 = "vector.gather"(%arg27, %57, %60, %59, %61) : (memref<64xf64>, index, vector<6xindex>, vector<6xi1>, vector<6xf64>) -> vector<6xf64>
      "vector.store"(%62, %arg31, %56, %58) : (vector<6xf64>, memref<64x6xf64>, index, index) -> ()
      "gpu.return"() : () -> ()
    }) {gpu.kernel, sym_name = "gather_f64", workgroup_attributions = 0 : i64} : () -> ()
    "gpu.func"() <{function_type = (memref<5x7xf64>, memref<?x?xf64>, memref<3x64x4xf64>, memref<5x7xf64>) -> (), known_block_size = array<i32: 7, 1, 1>}> ({
    ^bb0(%arg23: memref<5x7xf64>, %arg24: memref<?x?xf64>, %arg25: memref<3x64x4xf64>, %arg26: memref<5x7xf64>):
      %48 = "gpu.thread_id"() <{dimension = #gpu<dim x>}> : () -> index
      %49 = "gpu.block_id"() <{dimension = #gpu<dim x>}> : () -> index
      %50 = "arith.constant"() <{value = 0 : index}> : () -> index
      %51 = "arith.constant"() <{value = 0.000000e+00 : f64}> : () -> f64
      %52 = "vector.transfer_read"(%arg23, %49, %48, %51) <{in_bounds = [false], operandSegmentSizes = array<i32: 1, 2, 1, 0>, permutation_map = #map}> : (memref<5x7xf64>, index, index, f64) -> vector<4xf64>
      "vector.store"(%52, %arg25, %49, %48, %50) : (vector<4xf64>, memref<3x64x4xf64>, index, index, index) -> ()
      "vector.transfer_write"(%52, %arg26, %49, %48) <{in_bounds = [false], operandSegmentSizes = array<i32: 1, 1, 2, 0>, permutation_map = #map}> : (vector<4xf64>, memref<5x7xf64>, index, index) -> ()
      %53 = "arith.constant"() <{value = 2 : index}> : () -> index
      %54 = "vector.transfer_read"(%arg24, %48, %53, %51) <{in_bounds = [false, true], operandSegmentSizes = array<i32: 1, 2, 1, 0>, permutation_map = #map1}> : (memref<?x?xf64>, index, index, f64) -> vector<2x2xf64>
      %55 = "vector.shape_cast"(%54) : (vector<2x2xf64>) -> vector<4xf64>
      "vector.store"(%55, %arg25, %49, %48, %50) : (vector<4xf64>, memref<3x64x4xf64>, index, index, index) -> ()
      "gpu.return"() : () -> ()
    }) {gpu.kernel, sym_name = "transfer_f64", workgroup_attributions = 0 : i64} : () -> ()
    "gpu.func"() <{function_type = (memref<5x7xf64>, memref<3x2xi1>, memref<64x6xf64>) -> (), known_block_size = array<i32: 7, 1, 1>}> ({
    ^bb0(%arg20: memref<5x7xf64>, %arg21: memref<3x2xi1>, %arg22: memref<64x6xf64>):
      %38 = "gpu.thread_id"() <{dimension = #gpu<dim x>}> : () -> index
      %39 = "gpu.block_id"() <{dimension = #gpu<dim x>}> : () -> index
      %40 = "arith.constant"() <{value = 0 : index}> : () -> index
      %41 = "arith.constant"() <{value = 0.000000e+00 : f64}> : () -> f64
      %42 = "vector.load"(%arg21, %40, %40) : (memref<3x2xi1>, index, index) -> vector<3x2xi1>
      %43 = "arith.constant"() <{value = 3 : index}> : () -> index
      %44 = "vector.transfer_read"(%arg20, %43, %38, %41, %42) <{in_bounds = [false, false], operandSegmentSizes = array<i32: 1, 2, 1, 1>, permutation_map = #map2}> : (memref<5x7xf64>, index, index, f64, vector<3x2xi1>) -> vector<2x3xf64>
      %45 = "vector.shape_cast"(%44) : (vector<2x3xf64>) -> vector<6xf64>
      "vector.store"(%45, %arg22, %38, %40) : (vector<6xf64>, memref<64x6xf64>, index, index) -> ()
      %46 = "vector.transfer_read"(%arg20, %43, %43, %41) <{in_bounds = [true, true], operandSegmentSizes = array<i32: 1, 2, 1, 0>, permutation_map = #map3}> : (memref<5x7xf64>, index, index, f64) -> vector<2x3xf64>
      %47 = "vector.shape_cast"(%46) : (vector<2x3xf64>) -> vector<6xf64>
      "vector.store"(%47, %arg22, %40, %40) : (vector<6xf64>, memref<64x6xf64>, index, index) -> ()
      "gpu.return"() : () -> ()
    }) {gpu.kernel, sym_name = "permuted_f64", workgroup_attributions = 0 : i64} : () -> ()
    "gpu.func"() <{function_type = (memref<64x6xi1>, memref<64x6xi1>, memref<64x6xi1>, memref<64x6xi1>) -> (), known_block_size = array<i32: 64, 1, 1>}> ({
    ^bb0(%arg15: memref<64x6xi1>, %arg16: memref<64x6xi1>, %arg17: memref<64x6xi1>, %arg18: memref<64x6xi1>, %arg19: memref<64x6xi1, #gpu.address_space<workgroup>>):
      %31 = "gpu.thread_id"() <{dimension = #gpu<dim x>}> : () -> index
      %32 = "gpu.block_id"() <{dimension = #gpu<dim x>}> : () -> index
      %33 = "arith.constant"() <{value = 0 : index}> : () -> index
      %34 = "vector.load"(%arg17, %31, %33) : (memref<64x6xi1>, index, index) -> vector<6xi1>
      %35 = "vector.load"(%arg16, %31, %33) : (memref<64x6xi1>, index, index) -> vector<6xi1>
      %36 = "vector.maskedload"(%arg15, %31, %33, %34, %35) : (memref<64x6xi1>, index, index, vector<6xi1>, vector<6xi1>) -> vector<6xi1>
      "vector.maskedstore"(%arg18, %31, %33, %34, %36) : (memref<64x6xi1>, index, index, vector<6xi1>, vector<6xi1>) -> ()
      "vector.store"(%35, %arg19, %31, %33) : (vector<6xi1>, memref<64x6xi1, #gpu.address_space<workgroup>>, index, index) -> ()
      "vector.maskedstore"(%arg19, %31, %33, %34, %36) : (memref<64x6xi1, #gpu.address_space<workgroup>>, index, index, vector<6xi1>, vector<6xi1>) -> ()
      %37 = "vector.maskedload"(%arg19, %31, %33, %34, %35) : (memref<64x6xi1, #gpu.address_space<workgroup>>, index, index, vector<6xi1>, vector<6xi1>) -> vector<6xi1>
      "vector.maskedstore"(%arg16, %31, %33, %34, %37) : (memref<64x6xi1>, index, index, vector<6xi1>, vector<6xi1>) -> ()
      "gpu.return"() : () -> ()
    }) {gpu.kernel, sym_name = "masked_i1", workgroup_attributions = 1 : i64} : () -> ()
    "gpu.func"() <{function_type = (memref<64x6xi1>, memref<64x6xi1>, memref<64x6xi1>) -> (), known_block_size = array<i32: 64, 1, 1>}> ({
    ^bb0(%arg12: memref<64x6xi1>, %arg13: memref<64x6xi1>, %arg14: memref<64x6xi1>):
      %25 = "gpu.thread_id"() <{dimension = #gpu<dim x>}> : () -> index
      %26 = "gpu.block_id"() <{dimension = #gpu<dim x>}> : () -> index
      %27 = "arith.constant"() <{value = 0 : index}> : () -> index
      %28 = "vector.constant_mask"() <{mask_dim_sizes = array<i64: 4>}> : () -> vector<6xi1>
      %29 = "vector.load"(%arg13, %25, %27) : (memref<64x6xi1>, index, index) -> vector<6xi1>
      %30 = "vector.maskedload"(%arg12, %25, %27, %28, %29) : (memref<64x6xi1>, index, index, vector<6xi1>, vector<6xi1>) -> vector<6xi1>
      "vector.maskedstore"(%arg14, %25, %27, %28, %30) : (memref<64x6xi1>, index, index, vector<6xi1>, vector<6xi1>) -> ()
      "gpu.return"() : () -> ()
    }) {gpu.kernel, sym_name = "constmask_i1", workgroup_attributions = 0 : i64} : () -> ()
    "gpu.func"() <{function_type = (memref<64xi1>, memref<64x6xi1>, memref<64x6xi1>, memref<64x6xindex>, memref<64x6xi1>) -> (), known_block_size = array<i32: 64, 1, 1>}> ({
    ^bb0(%arg7: memref<64xi1>, %arg8: memref<64x6xi1>, %arg9: memref<64x6xi1>, %arg10: memref<64x6xindex>, %arg11: memref<64x6xi1>):
      %18 = "gpu.thread_id"() <{dimension = #gpu<dim x>}> : () -> index
      %19 = "gpu.block_id"() <{dimension = #gpu<dim x>}> : () -> index
      %20 = "arith.constant"() <{value = 0 : index}> : () -> index
      %21 = "vector.load"(%arg9, %18, %20) : (memref<64x6xi1>, index, index) -> vector<6xi1>
      %22 = "vector.load"(%arg10, %18, %20) : (memref<64x6xindex>, index, index) -> vector<6xindex>
      %23 = "vector.load"(%arg8, %18, %20) : (memref<64x6xi1>, index, index) -> vector<6xi1>
      %24 = "vector.gather"(%arg7, %19, %22, %21, %23) : (memref<64xi1>, index, vector<6xindex>, vector<6xi1>, vector<6xi1>) -> vector<6xi1>
      "vector.store"(%24, %arg11, %18, %20) : (vector<6xi1>, memref<64x6xi1>, index, index) -> ()
      "gpu.return"() : () -> ()
    }) {gpu.kernel, sym_name = "gather_i1", workgroup_attributions = 0 : i64} : () -> ()
    "gpu.func"() <{function_type = (memref<5x7xi1>, memref<?x?xi1>, memref<3x64x4xi1>, memref<5x7xi1>) -> (), known_block_size = array<i32: 1, 1, 1>}> ({
    ^bb0(%arg3: memref<5x7xi1>, %arg4: memref<?x?xi1>, %arg5: memref<3x64x4xi1>, %arg6: memref<5x7xi1>):
      %10 = "gpu.thread_id"() <{dimension = #gpu<dim x>}> : () -> index
      %11 = "gpu.block_id"() <{dimension = #gpu<dim x>}> : () -> index
      %12 = "arith.constant"() <{value = 0 : index}> : () -> index
      %13 = "arith.constant"() <{value = false}> : () -> i1
      %14 = "vector.transfer_read"(%arg3, %11, %10, %13) <{in_bounds = [false], operandSegmentSizes = array<i32: 1, 2, 1, 0>, permutation_map = #map}> : (memref<5x7xi1>, index, index, i1) -> vector<4xi1>
      "vector.store"(%14, %arg5, %11, %10, %12) : (vector<4xi1>, memref<3x64x4xi1>, index, index, index) -> ()
      "vector.transfer_write"(%14, %arg6, %11, %10) <{in_bounds = [false], operandSegmentSizes = array<i32: 1, 1, 2, 0>, permutation_map = #map}> : (vector<4xi1>, memref<5x7xi1>, index, index) -> ()
      %15 = "arith.constant"() <{value = 2 : index}> : () -> index
      %16 = "vector.transfer_read"(%arg4, %10, %15, %13) <{in_bounds = [false, true], operandSegmentSizes = array<i32: 1, 2, 1, 0>, permutation_map = #map1}> : (memref<?x?xi1>, index, index, i1) -> vector<2x2xi1>
      %17 = "vector.shape_cast"(%16) : (vector<2x2xi1>) -> vector<4xi1>
      "vector.store"(%17, %arg5, %11, %10, %12) : (vector<4xi1>, memref<3x64x4xi1>, index, index, index) -> ()
      "gpu.return"() : () -> ()
    }) {gpu.kernel, sym_name = "transfer_i1", workgroup_attributions = 0 : i64} : () -> ()
    "gpu.func"() <{function_type = (memref<5x7xi1>, memref<3x2xi1>, memref<64x6xi1>) -> (), known_block_size = array<i32: 7, 1, 1>}> ({
    ^bb0(%arg0: memref<5x7xi1>, %arg1: memref<3x2xi1>, %arg2: memref<64x6xi1>):
      %0 = "gpu.thread_id"() <{dimension = #gpu<dim x>}> : () -> index
      %1 = "gpu.block_id"() <{dimension = #gpu<dim x>}> : () -> index
      %2 = "arith.constant"() <{value = 0 : index}> : () -> index
      %3 = "arith.constant"() <{value = false}> : () -> i1
      %4 = "vector.load"(%arg1, %2, %2) : (memref<3x2xi1>, index, index) -> vector<3x2xi1>
      %5 = "arith.constant"() <{value = 3 : index}> : () -> index
      %6 = "vector.transfer_read"(%arg0, %5, %0, %3, %4) <{in_bounds = [false, false], operandSegmentSizes = array<i32: 1, 2, 1, 1>, permutation_map = #map2}> : (memref<5x7xi1>, index, index, i1, vector<3x2xi1>) -> vector<2x3xi1>
      %7 = "vector.shape_cast"(%6) : (vector<2x3xi1>) -> vector<6xi1>
      "vector.store"(%7, %arg2, %0, %2) : (vector<6xi1>, memref<64x6xi1>, index, index) -> ()
      %8 = "vector.transfer_read"(%arg0, %5, %5, %3) <{in_bounds = [true, true], operandSegmentSizes = array<i32: 1, 2, 1, 0>, permutation_map = #map3}> : (memref<5x7xi1>, index, index, i1) -> vector<2x3xi1>
      %9 = "vector.shape_cast"(%8) : (vector<2x3xi1>) -> vector<6xi1>
      "vector.store"(%9, %arg2, %2, %2) : (vector<6xi1>, memref<64x6xi1>, index, index) -> ()
      "gpu.return"() : () -> ()
    }) {gpu.kernel, sym_name = "permuted_i1", workgroup_attributions = 0 : i64} : () -> ()
  }) : () -> ()
}) : () -> ()

