#map = affine_map<(d0, d1) -> (d1)>
#map1 = affine_map<(d0, d1) -> (d0, d1)>
#map2 = affine_map<(d0, d1) -> (d1, d0)>
#map3 = affine_map<(d0, d1) -> (d1, 0)>
"builtin.module"() ({
  "gpu.module"() <{sym_name = "masked"}> ({
    "gpu.func"() <{function_type = (memref<64x6xi8>, memref<64x6xi8>, memref<64x6xi1>, memref<64x6xi8>) -> (), known_block_size = array<i32: 64, 1, 1>}> ({
    ^bb0(%arg95: memref<64x6xi8>, %arg96: memref<64x6xi8>, %arg97: memref<64x6xi1>, %arg98: memref<64x6xi8>, %arg99: memref<64x6xi8, #gpu.address_space<workgroup>>):
      %188 = "gpu.thread_id"() <{dimension = #gpu<dim x>}> : () -> index
      %189 = "gpu.block_id"() <{dimension = #gpu<dim x>}> : () -> index
      %190 = "arith.constant"() <{value = 0 : index}> : () -> index
      %191 = "vector.load"(%arg97, %188, %190) : (memref<64x6xi1>, index, index) -> vector<6xi1>
      %192 = "vector.load"(%arg96, %188, %190) : (memref<64x6xi8>, index, index) -> vector<6xi8>
      %193 = "vector.maskedload"(%arg95, %188, %190, %191, %192) : (memref<64x6xi8>, index, index, vector<6xi1>, vector<6xi8>) -> vector<6xi8>
      "vector.maskedstore"(%arg98, %188, %190, %191, %193) : (memref<64x6xi8>, index, index, vector<6xi1>, vector<6xi8>) -> ()
      "vector.store"(%192, %arg99, %188, %190) : (vector<6xi8>, memref<64x6xi8, #gpu.address_space<workgroup>>, index, index) -> ()
      "vector.maskedstore"(%arg99, %188, %190, %191, %193) : (memref<64x6xi8, #gpu.address_space<workgroup>>, index, index, vector<6xi1>, vector<6xi8>) -> ()
      %194 = "vector.maskedload"(%arg99, %188, %190, %191, %192) : (memref<64x6xi8, #gpu.address_space<workgroup>>, index, index, vector<6xi1>, vector<6xi8>) -> vector<6xi8>
      "vector.maskedstore"(%arg96, %188, %190, %191, %194) : (memref<64x6xi8>, index, index, vector<6xi1>, vector<6xi8>) -> ()
      "gpu.return"() : () -> ()
    }) {gpu.kernel, sym_name = "masked_i8", workgroup_attributions = 1 : i64} : () -> ()
    "gpu.func"() <{function_type = (memref<64x6xi8>, memref<64x6xi8>, memref<64x6xi8>) -> (), known_block_size = array<i32: 64, 1, 1>}> ({
    ^bb0(%arg92: memref<64x6xi8>, %arg93: memref<64x6xi8>, %arg94: memref<64x6xi8>):
      %182 = "gpu.thread_id"() <{dimension = #gpu<dim x>}> : () -> index
      %183 = "gpu.block_id"() <{dimension = #gpu<dim x>}> : () -> index
      %184 = "arith.constant"() <{value = 0 : index}> : () -> index
      %185 = "vector.constant_mask"() <{mask_dim_sizes = array<i64: 4>}> : () -> vector<6xi1>
      %186 = "vector.load"(%arg93, %182, %184) : (memref<64x6xi8>, index, index) -> vector<6xi8>
      %187 = "vector.maskedload"(%arg92, %182, %184, %185, %186) : (memref<64x6xi8>, index, index, vector<6xi1>, vector<6xi8>) -> vector<6xi8>
      "vector.maskedstore"(%arg94, %182, %184, %185, %187) : (memref<64x6xi8>, index, index, vector<6xi1>, vector<6xi8>) -> ()
      "gpu.return"() : () -> ()
    }) {gpu.kernel, sym_name = "constmask_i8", workgroup_attributions = 0 : i64} : () -> ()
    "gpu.func"() <{function_type = (memref<64xi8>, memref<64x6xi8>, memref<64x6xi1>, memref<64x6xindex>, memref<64x6xi8>) -> (), known_block_size = array<i32: 64, 1, 1>}> ({
    ^bb0(%arg87: memref<64xi8>, %arg88: memref<64x6xi8>, %arg89: memref<64x6xi1>, %arg90: memref<64x6xindex>, %arg91: memref<64x6xi8>):
      %174 = "gpu.thread_id"() <{dimension = #gpu<dim x>}> : () -> index
      %175 = "gpu.block_id"() <{dimension = #gpu<dim x>}> : () -> index
      %176 = "arith.constant"() <{value = 0 : index}> : () -> index
      %177 = "vector.load"(%arg89, %174, %176) : (memref<64x6xi1>, index, index) -> vector<6xi1>
      %178 = "arith.constant"() <{value = 3 : index}> : () -> index
      %179 = "vector.load"(%arg90, %174, %176) : (memref<64x6xindex>, index, index) -> vector<6xindex>
      %180 = "vector.load"(%arg88, %174, %176) : (memref<64x6xi8>, index, index) -> vector<6xi8>
      %181 = "vector.gather"(%arg87, %178, %179, %177, %180) : (memref<64xi8>, index, vector<6xindex>, vector<6xi1>, vector<6xi8>) -> vector<6xi8>
      "vector.store"(%181, %arg91, %174, %176) : (vector<6xi8>, memref<64x6xi8>, index, index) -> ()
      "gpu.return"() : () -> ()
    }) {gpu.kernel, sym_name = "gather_i8", workgroup_attributions = 0 : i64} : () -> ()
    "gpu.func"() <{function_type = (memref<5x7xi8>, memref<?x?xi8>, memref<3x64x4xi8>, memref<5x7xi8>) -> (), known_block_size = array<i32: 7, 1, 1>}> ({
    ^bb0(%arg83: memref<5x7xi8>, %arg84: memref<?x?xi8>, %arg85: memref<3x64x4xi8>, %arg86: memref<5x7xi8>):
      %166 = "gpu.thread_id"() <{dimension = #gpu<dim x>}> : () -> index
      %167 = "gpu.block_id"() <{dimension = #gpu<dim x>}> : () -> index
      %168 = "arith.constant"() <{value = 0 : index}> : () -> index
      %169 = "arith.constant"() <{value = 7 : i8}> : () -> i8
      %170 = "vector.transfer_read"(%arg83, %167, %166, %169) <{in_bounds = [false], operandSegmentSizes = array<i32: 1, 2, 1, 0>, permutation_map = #map}> : (memref<5x7xi8>, index, index, i8) -> vector<4xi8>
      "vector.store"(%170, %arg85, %167, %166, %168) : (vector<4xi8>, memref<3x64x4xi8>, index, index, index) -> ()
      "vector.transfer_write"(%170, %arg86, %167, %166) <{in_bounds = [false], operandSegmentSizes = array<i32: 1, 1, 2, 0>, permutation_map = #map}> : (vector<4xi8>, memref<5x7xi8>, index, index) -> ()
      %171 = "arith.constant"() <{value = 2 : index}> : () -> index
      %172 = "vector.transfer_read"(%arg84, %166, %171, %169) <{in_bounds = [false, true], operandSegmentSizes = array<i32: 1, 2, 1, 0>, permutation_map = #map1}> : (memref<?x?xi8>, index, index, i8) -> vector<2x2xi8>
      %173 = "vector.shape_cast"(%172) : (vector<2x2xi8>) -> vector<4xi8>
      "vector.store"(%173, %arg85, %167, %166, %168) : (vector<4xi8>, memref<3x64x4xi8>, index, index, index) -> ()
      "gpu.return"() : () -> ()
    }) {gpu.kernel, sym_name = "transfer_i8", workgroup_attributions = 0 : i64} : () -> ()
    "gpu.func"() <{function_type = (memref<5x7xi8>, memref<3x2xi1>, memref<64x6xi8>) -> (), known_block_size = array<i32: 7, 1, 1>}> ({
    ^bb0(%arg80: memref<5x7xi8>, %arg81: memref<3x2xi1>, %arg82: memref<64x6xi8>):
      %156 = "gpu.thread_id"() <{dimension = #gpu<dim x>}> : () -> index
      %157 = "gpu.block_id"() <{dimension = #gpu<dim x>}> : () -> index
      %158 = "arith.constant"() <{value = 0 : index}> : () -> index
      %159 = "arith.constant"() <{value = 7 : i8}> : () -> i8
      %160 = "vector.load"(%arg81, %158, %158) : (memref<3x2xi1>, index, index) -> vector<3x2xi1>
      %161 = "arith.constant"() <{value = 3 : index}> : () -> index
      %162 = "vector.transfer_read"(%arg80, %161, %156, %159, %160) <{in_bounds = [false, false], operandSegmentSizes = array<i32: 1, 2, 1, 1>, permutation_map = #map2}> : (memref<5x7xi8>, index, index, i8, vector<3x2xi1>) -> vector<2x3xi8>
      %163 = "vector.shape_cast"(%162) : (vector<2x3xi8>) -> vector<6xi8>
      "vector.store"(%163, %arg82, %156, %158) : (vector<6xi8>, memref<64x6xi8>, index, index) -> ()
      %164 = "vector.transfer_read"(%arg80, %161, %161, %159) <{in_bounds = [true, true], operandSegmentSizes = array<i32: 1, 2, 1, 0>, permutation_map = #map3}> : (memref<5x7xi8>, index, index, i8) -> vector<2x3xi8>
      %165 = "vector.shape_cast"(%164) : (vector<2x3xi8>) -> vector<6xi8>
      "vector.store"(%165, %arg82, %158, %158) : (vector<6xi8>, memref<64x6xi8>, index, index) -> ()
      "gpu.return"() : () -> ()
    }) {gpu.kernel, sym_name = "permuted_i8", workgroup_attributions = 0 : i64} : () -> ()
    "gpu.func"() <{function_type = (memref<64x6xf16>, memref<64x6xf16>, memref<64x6xi1>, memref<64x6xf16>) -> (), known_block_size = array<i32: 64, 1, 1>}> ({
    ^bb0(%arg75: memref<64x6xf16>, %arg76: memref<64x6xf16>, %arg77: memref<64x6xi1>, %arg78: memref<64x6xf16>, %arg79: memref<64x6xf16, #gpu.address_space<workgroup>>):
      %149 = "gpu.thread_id"() <{dimension = #gpu<dim x>}> : () -> index
      %150 = "gpu.block_id"() <{dimension = #gpu<dim x>}> : () -> index
      %151 = "arith.constant"() <{value = 0 : index}> : () -> index
      %152 = "vector.load"(%arg77, %149, %151) : (memref<64x6xi1>, index, index) -> vector<6xi1>
      %153 = "vector.load"(%arg76, %149, %151) : (memref<64x6xf16>, index, index) -> vector<6xf16>
      %154 = "vector.maskedload"(%arg75, %149, %151, %152, %153) : (memref<64x6xf16>, index, index, vector<6xi1>, vector<6xf16>) -> vector<6xf16>
      "vector.maskedstore"(%arg78, %149, %151, %152, %154) : (memref<64x6xf16>, index, index, vector<6xi1>, vector<6xf16>) -> ()
      "vector.store"(%153, %arg79, %149, %151) : (vector<6xf16>, memref<64x6xf16, #gpu.address_space<workgroup>>, index, index) -> ()
      "vector.maskedstore"(%arg79, %149, %151, %152, %154) : (memref<64x6xf16, #gpu.address_space<workgroup>>, index, index, vector<6xi1>, vector<6xf16>) -> ()
      %155 = "vector.maskedload"(%arg79, %149, %151, %152, %153) : (memref<64x6xf16, #gpu.address_space<workgroup>>, index, index, vector<6xi1>, vector<6xf16>) -> vector<6xf16>
      "vector.maskedstore"(%arg76, %149, %151, %152, %155) : (memref<64x6xf16>, index, index, vector<6xi1>, vector<6xf16>) -> ()
      "gpu.return"() : () -> ()
    }) {gpu.kernel, sym_name = "masked_f16", workgroup_attributions = 1 : i64} : () -> ()
    "gpu.func"() <{function_type = (memref<64x6xf16>, memref<64x6xf16>, memref<64x6xf16>) -> (), known_block_size = array<i32: 64, 1, 1>}> ({
    ^bb0(%arg72: memref<64x6xf16>, %arg73: memref<64x6xf16>, %arg74: memref<64x6xf16>):
      %143 = "gpu.thread_id"() <{dimension = #gpu<dim x>}> : () -> index
      %144 = "gpu.block_id"() <{dimension = #gpu<dim x>}> : () -> index
      %145 = "arith.constant"() <{value = 0 : index}> : () -> index
      %146 = "vector.constant_mask"() <{mask_dim_sizes = array<i64: 4>}> : () -> vector<6xi1>
      %147 = "vector.load"(%arg73, %143, %145) : (memref<64x6xf16>, index, index) -> vector<6xf16>
      %148 = "vector.maskedload"(%arg72, %143, %145, %146, %147) : (memref<64x6xf16>, index, index, vector<6xi1>, vector<6xf16>) -> vector<6xf16>
      "vector.maskedstore"(%arg74, %143, %145, %146, %148) : (memref<64x6xf16>, index, index, vector<6xi1>, vector<6xf16>) -> ()
      "gpu.return"() : () -> ()
    }) {gpu.kernel, sym_name = "constmask_f16", workgroup_attributions = 0 : i64} : () -> ()
    "gpu.func"() <{function_type = (memref<64xf16>, memref<64x6xf16>, memref<64x6xi1>, memref<64x6xindex>, memref<64x6xf16>) -> (), known_block_size = array<i32: 64, 1, 1>}> ({
    ^bb0(%arg67: memref<64xf16>, %arg68: memref<64x6xf16>, %arg69: memref<64x6xi1>, %arg70: memref<64x6xindex>, %arg71: memref<64x6xf16>):
      %135 = "gpu.thread_id"() <{dimension = #gpu<dim x>}> : () -> index
      %136 = "gpu.block_id"() <{dimension = #gpu<dim x>}> : () -> index
      %137 = "arith.constant"() <{value = 0 : index}> : () -> index
      %138 = "vector.load"(%arg69, %135, %137) : (memref<64x6xi1>, index, index) -> vector<6xi1>
      %139 = "arith.constant"() <{value = 3 : index}> : () -> index
      %140 = "vector.load"(%arg70, %135, %137) : (memref<64x6xindex>, index, index) -> vector<6xindex>
      %141 = "vector.load"(%arg68, %135, %137) : (memref<64x6xf16>, index, index) -> vector<6xf16>
      %142 = "vector.gather"(%arg67, %139, %140, %138, %141) : (memref<64xf16>, index, vector<6xindex>, vector<6xi1>, vector<6xf16>) -> vector<6xf16>
      "vector.store"(%142, %arg71, %135, %137) : (vector<6xf16>, memref<64x6xf16>, index, index) -> ()
      "gpu.return"() : () -> ()
    }) {gpu.kernel, sym_name = "gather_f16", workgroup_attributions = 0 : i64} : () -> ()
    "gpu.func"() <{function_type = (memref<5x7xf16>, memref<?x?xf16>, memref<3x64x4xf16>, memref<5x7xf16>) -> (), known_block_size = array<i32: 7, 1, 1>}> ({
    ^bb0(%arg63: memref<5x7xf16>, %arg64: memref<?x?xf16>, %arg65: memref<3x64x4xf16>, %arg66: memref<5x7xf16>):
      %127 = "gpu.thread_id"() <{dimension = #gpu<dim x>}> : () -> index
      %128 = "gpu.block_id"() <{dimension = #gpu<dim x>}> : () -> index
      %129 = "arith.constant"() <{value = 0 : index}> : () -> index
      %130 = "arith.constant"() <{value = 0.000000e+00 : f16}> : () -> f16
      %131 = "vector.transfer_read"(%arg63, %128, %127, %130) <{in_bounds = [false], operandSegmentSizes = array<i32: 1, 2, 1, 0>, permutation_map = #map}> : (memref<5x7xf16>, index, index, f16) -> vector<4xf16>
      "vector.store"(%131, %arg65, %128, %127, %129) : (vector<4xf16>, memref<3x64x4xf16>, index, index, index) -> ()
      "vector.transfer_write"(%131, %arg66, %128, %127) <{in_bounds = [false], operandSegmentSizes = array<i32: 1, 1, 2, 0>, permutation_map = #map}> : (vector<4xf16>, memref<5x7xf16>, index, index) -> ()
      %132 = "arith.constant"() <{value = 2 : index}> : () -> index
      %133 = "vector.transfer_read"(%arg64, %127, %132, %130) <{in_bounds = [false, true], operandSegmentSizes = array<i32: 1, 2, 1, 0>, permutation_map = #map1}> : (memref<?x?xf16>, index, index, f16) -> vector<2x2xf16>
      %134 = "vector.shape_cast"(%133) : (vector<2x2xf16>) -> vector<4xf16>
      "vector.store"(%134, %arg65, %128, %127, %129) : (vector<4xf16>, memref<3x64x4xf16>, index, index, index) -> ()
      "gpu.return"() : () -> ()
    }) {gpu.kernel, sym_name = "transfer_f16", workgroup_attributions = 0 : i64} : () -> ()
    "gpu.func"() <{function_type = (memref<5x7xf16>, memref<3x2xi1>, memref<64x6xf16>) -> (), known_block_size = array<i32: 7, 1, 1>}> ({
    ^bb0(%arg60: memref<5x7xf16>, %arg61: memref<3x2xi1>, %arg62: memref<64x6xf16>):
      %117 = "gpu.thread_id"() <{dimension = #gpu<dim x>}> : () -> index
      %118 = "gpu.block_id"() <{dimension = #gpu<dim x>}> : () -> index
      %119 = "arith.constant"() <{value = 0 : index}> : () -> index
      %120 = "arith.constant"() <{value = 0.000000e+00 : f16}> : () -> f16
      %121 = "vector.load"(%arg61, %119, %119) : (memref<3x2xi1>, index, index) -> vector<3x2xi1>
      %122 = "arith.constant"() <{value = 3 : index}> : () -> index
      %123 = "vector.transfer_read"(%arg60, %122, %117, %120, %121) <{in_bounds = [false, false], operandSegmentSizes = array<i32: 1, 2, 1, 1>, permutation_map = #map2}> : (memref<5x7xf16>, index, index, f16, vector<3x2xi1>) -> vector<2x3xf16>
      %124 = "vector.shape_cast"(%123) : (vector<2x3xf16>) -> vector<6xf16>
      "vector.store"(%124, %arg62, %117, %119) : (vector<6xf16>, memref<64x6xf16>, index, index) -> ()
      %125 = "vector.transfer_read"(%arg60, %122, %122, %120) <{in_bounds = [true, true], operandSegmentSizes = array<i32: 1, 2, 1, 0>, permutation_map = #map3}> : (memref<5x7xf16>, index, index, f16) -> vector<2x3xf16>
      %126 = "vector.shape_cast"(%125) : (vector<2x3xf16>) -> vector<6xf16>
      "vector.store"(%126, %arg62, %119, %119) : (vector<6xf16>, memref<64x6xf16>, index, index) -> ()
      "gpu.return"() : () -> ()
    }) {gpu.kernel, sym_name = "permuted_f16", workgroup_attributions = 0 : i64} : () -> ()
    "gpu.func"() <{function_type = (memref<64x6xi32>, memref<64x6xi32>, memref<64x6xi1>, memref<64x6xi32>) -> (), known_block_size = array<i32: 64, 1, 1>}> ({
    ^bb0(%arg55: memref<64x6xi32>, %arg56: memref<64x6xi32>, %arg57: memref<64x6xi1>, %arg58: memref<64x6xi32>, %arg59: memref<64x6xi32, #gpu.address_space<workgroup>>):
      %110 = "gpu.thread_id"() <{dimension = #gpu<dim x>}> : () -> index
      %111 = "gpu.block_id"() <{dimension = #gpu<dim x>}> : () -> index
      %112 = "arith.constant"() <{value = 0 : index}> : () -> index
      %113 = "vector.load"(%arg57, %110, %112) : (memref<64x6xi1>, index, index) -> vector<6xi1>
      %114 = "vector.load"(%arg56, %110, %112) : (memref<64x6xi32>, index, index) -> vector<6xi32>
      %115 = "vector.maskedload"(%arg55, %110, %112, %113, %114) : (memref<64x6xi32>, index, index, vector<6xi1>, vector<6xi32>) -> vector<6xi32>
      "vector.maskedstore"(%arg58, %110, %112, %113, %115) : (memref<64x6xi32>, index, index, vector<6xi1>, vector<6xi32>) -> ()
      "vector.store"(%114, %arg59, %110, %112) : (vector<6xi32>, memref<64x6xi32, #gpu.address_space<workgroup>>, index, index) -> ()
      "vector.maskedstore"(%arg59, %110, %112, %113, %115) : (memref<64x6xi32, #gpu.address_space<workgroup>>, index, index, vector<6xi1>, vector<6xi32>) -> ()
      %116 = "vector.maskedload"(%arg59, %110, %112, %113, %114) : (memref<64x6xi32, #gpu.address_space<workgroup>>, index, index, vector<6xi1>, vector<6xi32>) -> vector<6xi32>
      "vector.maskedstore"(%arg56, %110, %112, %113, %116) : (memref<64x6xi32>, index, index, vector<6xi1>, vector<6xi32>) -> ()
      "gpu.return"() : () -> ()
    }) {gpu.kernel, sym_name = "masked_i32", workgroup_attributions = 1 : i64} : () -> ()
    "gpu.func"() <{function_type = (memref<64x6xi32>, memref<64x6xi32>, memref<64x6xi32>) -> (), known_block_size = array<i32: 64, 1, 1>}> ({
    ^bb0(%arg52: memref<64x6xi32>, %arg53: memref<64x6xi32>, %arg54: memref<64x6xi32>):
      %104 = "gpu.thread_id"() <{dimension = #gpu<dim x>}> : () -> index
      %105 = "gpu.block_id"() <{dimension = #gpu<dim x>}> : () -> index
      %106 = "arith.constant"() <{value = 0 : index}> : () -> index
      %107 = "vector.constant_mask"() <{mask_dim_sizes = array<i64: 4>}> : () -> vector<6xi1>
      %108 = "vector.load"(%arg53, %104, %106) : (memref<64x6xi32>, index, index) -> vector<6xi32>
      %109 = "vector.maskedload"(%arg52, %104, %106, %107, %108) : (memref<64x6xi32>, index, index, vector<6xi1>, vector<6xi32>) -> vector<6xi32>
      "vector.maskedstore"(%arg54, %104, %106, %107, %109) : (memref<64x6xi32>, index, index, vector<6xi1>, vector<6xi32>) -> ()
      "gpu.return"() : () -> ()
    }) {gpu.kernel, sym_name = "constmask_i32", workgroup_attributions = 0 : i64} : () -> ()
    "gpu.func"() <{function_type = (memref<64xi32>, memref<64x6xi32>, memref<64x6xi1>, memref<64x6xindex>, memref<64x6xi32>) -> (), known_block_size = array<i32: 64, 1, 1>}> ({
    ^bb0(%arg47: memref<64xi32>, %arg48: memref<64x6xi32>, %arg49: memref<64x6xi1>, %arg50: memref<64x6xindex>, %arg51: memref<64x6xi32>):
      %96 = "gpu.thread_id"() <{dimension = #gpu<dim x>}> : () -> index
      %97 = "gpu.block_id"() <{dimension = #gpu<dim x>}> : () -> index
      %98 = "arith.constant"() <{value = 0 : index}> : () -> index
      %99 = "vector.load"(%arg49, %96, %98) : (memref<64x6xi1>, index, index) -> vector<6xi1>
      %100 = "arith.constant"() <{value = 3 : index}> : () -> index
      %101 = "vector.load"(%arg50, %96, %98) : (memref<64x6xindex>, index, index) -> vector<6xindex>
      %102 = "vector.load"(%arg48, %96, %98) : (memref<64x6xi32>, index, index) -> vector<6xi32>
      %103 = "vector.gather"(%arg47, %100, %101, %99, %102) : (memref<64xi32>, index, vector<6xindex>, vector<6xi1>, vector<6xi32>) -> vector<6xi32>
      "vector.store"(%103, %arg51, %96, %98) : (vector<6xi32>, memref<64x6xi32>, index, index) -> ()
      "gpu.return"() : () -> ()
    }) {gpu.kernel, sym_name = "gather_i32", workgroup_attributions = 0 : i64} : () -> ()
    "gpu.func"() <{function_type = (memref<5x7xi32>, memref<?x?xi32>, memref<3x64x4xi32>, memref<5x7xi32>) -> (), known_block_size = array<i32: 7, 1, 1>}> ({
    ^bb0(%arg43: memref<5x7xi32>, %arg44: memref<?x?xi32>, %arg45: memref<3x64x4xi32>, %arg46: memref<5x7xi32>):
      %88 = "gpu.thread_id"() <{dimension = #gpu<dim x>}> : () -> index
      %89 = "gpu.block_id"() <{dimension = #gpu<dim x>}> : () -> index
      %90 = "arith.constant"() <{value = 0 : index}> : () -> index
      %91 = "arith.constant"() <{value = 7 : i32}> : () -> i32
      %92 = "vector.transfer_read"(%arg43, %89, %88, %91) <{in_bounds = [false], operandSegmentSizes = array<i32: 1, 2, 1, 0>, permutation_map = #map}> : (memref<5x7xi32>, index, index, i32) -> vector<4xi32>
      "vector.store"(%92, %arg45, %89, %88, %90) : (vector<4xi32>, memref<3x64x4xi32>, index, index, index) -> ()
      "vector.transfer_write"(%92, %arg46, %89, %88) <{in_bounds = [false], operandSegmentSizes = array<i32: 1, 1, 2, 0>, permutation_map = #map}> : (vector<4xi32>, memref<5x7xi32>, index, index) -> ()
      %93 = "arith.constant"() <{value = 2 : index}> : () -> index
      %94 = "vector.transfer_read"(%arg44, %88, %93, %91) <{in_bounds = [false, true], operandSegmentSizes = array<i32: 1, 2, 1, 0>, permutation_map = #map1}> : (memref<?x?xi32>, index, index, i32) -> vector<2x2xi32>
      %95 = "vector.shape_cast"(%94) : (vector<2x2xi32>) -> vector<4xi32>
      "vector.store"(%95, %arg45, %89, %88, %90) : (vector<4xi32>, memref<3x64x4xi32>, index, index, index) -> ()
      "gpu.return"() : () -> ()
    }) {gpu.kernel, sym_name = "transfer_i32", workgroup_attributions = 0 : i64} : () -> ()
    "gpu.func"() <{function_type = (memref<5x7xi32>, memref<3x2xi1>, memref<64x6xi32>) -> (), known_block_size = array<i32: 7, 1, 1>}> ({
    ^bb0(%arg40: memref<5x7xi32>, %arg41: memref<3x2xi1>, %arg42: memref<64x6xi32>):
      %78 = "gpu.thread_id"() <{dimension = #gpu<dim x>}> : () -> index
      %79 = "gpu.block_id"() <{dimension = #gpu<dim x>}> : () -> index
      %80 = "arith.constant"() <{value = 0 : index}> : () -> index
      %81 = "arith.constant"() <{value = 7 : i32}> : () -> i32
      %82 = "vector.load"(%arg41, %80, %80) : (memref<3x2xi1>, index, index) -> vector<3x2xi1>
      %83 = "arith.constant"() <{value = 3 : index}> : () -> index
      %84 = "vector.transfer_read"(%arg40, %83, %78, %81, %82) <{in_bounds = [false, false], operandSegmentSizes = array<i32: 1, 2, 1, 1>, permutation_map = #map2}> : (memref<5x7xi32>, index, index, i32, vector<3x2xi1>) -> vector<2x3xi32>
      %85 = "vector.shape_cast"(%84) : (vector<2x3xi32>) -> vector<6xi32>
      "vector.store"(%85, %arg42, %78, %80) : (vector<6xi32>, memref<64x6xi32>, index, index) -> ()
      %86 = "vector.transfer_read"(%arg40, %83, %83, %81) <{in_bounds = [true, true], operandSegmentSizes = array<i32: 1, 2, 1, 0>, permutation_map = #map3}> : (memref<5x7xi32>, index, index, i32) -> vector<2x3xi32>
      %87 = "vector.shape_cast"(%86) : (vector<2x3xi32>) -> vector<6xi32>
      "vector.store"(%87, %arg42, %80, %80) : (vector<6xi32>, memref<64x6xi32>, index, index) -> ()
      "gpu.return"() : () -> ()
    }) {gpu.kernel, sym_name = "permuted_i32", workgroup_attributions = 0 : i64} : () -> ()
    "gpu.func"() <{function_type = (memref<64x6xf64>, memref<64x6xf64>, memref<64x6xi1>, memref<64x6xf64>) -> (), known_block_size = array<i32: 64, 1, 1>}> ({
    ^bb0(%arg35: memref<64x6xf64>, %arg36: memref<64x6xf64>, %arg37: memref<64x6xi1>, %arg38: memref<64x6xf64>, %arg39: memref<64x6xf64, #gpu.address_space<workgroup>>):
      %71 = "gpu.thread_id"() <{dimension = #gpu<dim x>}> : () -> index
      %72 = "gpu.block_id"() <{dimension = #gpu<dim x>}> : () -> index
      %73 = "arith.constant"() <{value = 0 : index}> : () -> index
      %74 = "vector.load"(%arg37, %71, %73) : (memref<64x6xi1>, index, index) -> vector<6xi1>
      %75 = "vector.load"(%arg36, %71, %73) : (memref<64x6xf64>, index, index) -> vector<6xf64>
      %76 = "vector.maskedload"(%arg35, %71, %73, %74, %75) : (memref<64x6xf64>, index, index, vector<6xi1>, vector<6xf64>) -> vector<6xf64>
      "vector.maskedstore"(%arg38, %71, %73, %74, %76) : (memref<64x6xf64>, index, index, vector<6xi1>, vector<6xf64>) -> ()
      "vector.store"(%75, %arg39, %71, %73) : (vector<6xf64>, memref<64x6xf64, #gpu.address_space<workgroup>>, index, index) -> ()
      "vector.maskedstore"(%arg39, %71, %73, %74, %76) : (memref<64x6xf64, #gpu.address_space<workgroup>>, index, index, vector<6xi1>, vector<6xf64>) -> ()
      %77 = "vector.maskedload"(%arg39, %71, %73, %74, %75) : (memref<64x6xf64, #gpu.address_space<workgroup>>, index, index, vector<6xi1>, vector<6xf64>) -> vector<6xf64>
      "vector.maskedstore"(%arg36, %71, %73, %74, %77) : (memref<64x6xf64>, index, index, vector<6xi1>, vector<6xf64>) -> ()
      "gpu.return"() : () -> ()
    }) {gpu.kernel, sym_name = "masked_f64", workgroup_attributions = 1 : i64} : () -> ()
    "gpu.func"() <{function_type = (memref<64x6xf64>, memref<64x6xf64>, memref<64x6xf64>) -> (), known_block_size = array<i32: 64, 1, 1>}> ({
    ^bb0(%arg32: memref<64x6xf64>, %arg33: memref<64x6xf64>, %arg34: memref<64x6xf64>):
      %65 = "gpu.thread_id"() <{dimension = #gpu<dim x>}> : () -> index
      %66 = "gpu.block_id"() <{dimension = #gpu<dim x>}> : () -> index
      %67 = "arith.constant"() <{value = 0 : index}> : () -> index
      %68 = "vector.constant_mask"() <{mask_dim_sizes = array<i64: 4>}> : () -> vector<6xi1>
      %69 = "vector.load"(%arg33, %65, %67) : (memref<64x6xf64>, index, index) -> vector<6xf64>
      %70 = "vector.maskedload"(%arg32, %65, %67, %68, %69) : (memref<64x6xf64>, index, index, vector<6xi1>, vector<6xf64>) -> vector<6xf64>
      "vector.maskedstore"(%arg34, %65, %67, %68, %70) : (memref<64x6xf64>, index, index, vector<6xi1>, vector<6xf64>) -> ()
      "gpu.return"() : () -> ()
    }) {gpu.kernel, sym_name = "constmask_f64", workgroup_attributions = 0 : i64} : () -> ()
    "gpu.func"() <{function_type = (memref<64xf64>, memref<64x6xf64>, memref<64x6xi1>, memref<64x6xindex>, memref<64x6xf64>) -> (), known_block_size = array<i32: 64, 1, 1>}> ({
    ^bb0(%arg27: memref<64xf64>, %arg28: memref<64x6xf64>, %arg29: memref<64x6xi1>, %arg30: memref<64x6xindex>, %arg31: memref<64x6xf64>):
      %57 = "gpu.thread_id"() <{dimension = #gpu<dim x>}> : () -> index
      %58 = "gpu.block_id"() <{dimension = #gpu<dim x>}> : () -> index
      %59 = "arith.constant"() <{value = 0 : index}> : () -> index
      %60 = "vector.load"(%arg29, %57, %59) : (memref<64x6xi1>, index, index) -> vector<6xi1>
      %61 = "arith.constant"() <{value = 3 : index}> : () -> index
      %62 = "vector.load"(%arg30, %57, %59) : (memref<64x6xindex>, index, index) -> vector<6xindex>
      %63 = "vector.load"(%arg28, %57, %59) : (memref<64x6xf64>, index, index) -> vector<6xf64>
      %64 = "vector.gather"(%arg27, %61, %62, %60, %63) : (memref<64xf64>, index, vector<6xindex>, vector<6xi1>, vector<6xf64>) -> vector<6xf64>
      "vector.store"(%64, %arg31, %57, %59) : (vector<6xf64>, memref<64x6xf64>, index, index) -> ()
      "gpu.return"() : () -> ()
    }) {gpu.kernel, sym_name = "gather_f64", workgroup_attributions = 0 : i64} : () -> ()
    "gpu.func"() <{function_type = (memref<5x7xf64>, memref<?x?xf64>, memref<3x64x4xf64>, memref<5x7xf64>) -> (), known_block_size = array<i32: 7, 1, 1>}> ({
    ^bb0(%arg23: memref<5x7xf64>, %arg24: memref<?x?xf64>, %arg25: memref<3x64x4xf64>, %arg26: memref<5x7xf64>):
      %49 = "gpu.thread_id"() <{dimension = #gpu<dim x>}> : () -> index
      %50 = "gpu.block_id"() <{dimension = #gpu<dim x>}> : () -> index
      %51 = "arith.constant"() <{value = 0 : index}> : () -> index
      %52 = "arith.constant"() <{value = 0.000000e+00 : f64}> : () -> f64
      %53 = "vector.transfer_read"(%arg23, %50, %49, %52) <{in_bounds = [false], operandSegmentSizes = array<i32: 1, 2, 1, 0>, permutation_map = #map}> : (memref<5x7xf64>, index, index, f64) -> vector<4xf64>
      "vector.store"(%53, %arg25, %50, %49, %51) : (vector<4xf64>, memref<3x64x4xf64>, index, index, index) -> ()
      "vector.transfer_write"(%53, %arg26, %50, %49) <{in_bounds = [false], operandSegmentSizes = array<i32: 1, 1, 2, 0>, permutation_map = #map}> : (vector<4xf64>, memref<5x7xf64>, index, index) -> ()
      %54 = "arith.constant"() <{value = 2 : index}> : () -> index
      %55 = "vector.transfer_read"(%arg24, %49, %54, %52) <{in_bounds = [false, true], operandSegmentSizes = array<i32: 1, 2, 1, 0>, permutation_map = #map1}> : (memref<?x?xf64>, index, index, f64) -> vector<2x2xf64>
      %56 = "vector.shape_cast"(%55) : (vector<2x2xf64>) -> vector<4xf64>
      "vector.store"(%56, %arg25, %50, %49, %51) : (vector<4xf64>, memref<3x64x4xf64>, index, index, index) -> ()
      "gpu.return"() : () -> ()
    }) {gpu.kernel, sym_name = "transfer_f64", workgroup_attributions = 0 : i64} : () -> ()
    "gpu.func"() <{function_type = (memref<5x7xf64>, memref<3x2xi1>, memref<64x6xf64>) -> (), known_block_size = array<i32: 7, 1, 1>}> ({
    ^bb0(%arg20: memref<5x7xf64>, %arg21: memref<3x2xi1>, %arg22: memref<64x6xf64>):
      %39 = "gpu.thread_id"() <{dimension = #gpu<dim x>}> : () -> index
      %40 = "gpu.block_id"() <{dimension = #gpu<dim x>}> : () -> index
      %41 = "arith.constant"() <{value = 0 : index}> : () -> index
      %42 = "arith.constant"() <{value = 0.000000e+00 : f64}> : () -> f64
      %43 = "vector.load"(%arg21, %41, %41) : (memref<3x2xi1>, index, index) -> vector<3x2xi1>
      %44 = "arith.constant"() <{value = 3 : index}> : () -> index
      %45 = "vector.transfer_read"(%arg20, %44, %39, %42, %43) <{in_bounds = [false, false], operandSegmentSizes = array<i32: 1, 2, 1, 1>, permutation_map = #map2}> : (memref<5x7xf64>, index, index, f64, vector<3x2xi1>) -> vector<2x3xf64>
      %46 = "vector.shape_cast"(%45) : (vector<2x3xf64>) -> vector<6xf64>
      "vector.store"(%46, %arg22, %39, %41) : (vector<6xf64>, memref<64x6xf64>, index, index) -> ()
      %47 = "vector.transfer_read"(%arg20, %44, %44, %42) <{in_bounds = [true, true], operandSegmentSizes = array<i32: 1, 2, 1, 0>, permutation_map = #map3}> : (memref<5x7xf64>, index, index, f64) -> vector<2x3xf64>
      %48 = "vector.shape_cast"(%47) : (vector<2x3xf64>) -> vector<6xf64>
      "vector.store"(%48, %arg22, %41, %41) : (vector<6xf64>, memref<64x6xf64>, index, index) -> ()
      "gpu.return"() : () -> ()
    }) {gpu.kernel, sym_name = "permuted_f64", workgroup_attributions = 0 : i64} : () -> ()
    "gpu.func"() <{function_type = (memref<64x6xi1>, memref<64x6xi1>, memref<64x6xi1>, memref<64x6xi1>) -> (), known_block_size = array<i32: 64, 1, 1>}> ({
    ^bb0(%arg15: memref<64x6xi1>, %arg16: memref<64x6xi1>, %arg17: memref<64x6xi1>, %arg18: memref<64x6xi1>, %arg19: memref<64x6xi1, #gpu.address_space<workgroup>>):
      %32 = "gpu.thread_id"() <{dimension = #gpu<dim x>}> : () -> index
      %33 = "gpu.block_id"() <{dimension = #gpu<dim x>}> : () -> index
      %34 = "arith.constant"() <{value = 0 : index}> : () -> index
      %35 = "vector.load"(%arg17, %32, %34) : (memref<64x6xi1>, index, index) -> vector<6xi1>
      %36 = "vector.load"(%arg16, %32, %34) : (memref<64x6xi1>, index, index) -> vector<6xi1>
      %37 = "vector.maskedload"(%arg15, %32, %34, %35, %36) : (memref<64x6xi1>, index, index, vector<6xi1>, vector<6xi1>) -> vector<6xi1>
      "vector.maskedstore"(%arg18, %32, %34, %35, %37) : (memref<64x6xi1>, index, index, vector<6xi1>, vector<6xi1>) -> ()
      "vector.store"(%36, %arg19, %32, %34) : (vector<6xi1>, memref<64x6xi1, #gpu.address_space<workgroup>>, index, index) -> ()
      "vector.maskedstore"(%arg19, %32, %34, %35, %37) : (memref<64x6xi1, #gpu.address_space<workgroup>>, index, index, vector<6xi1>, vector<6xi1>) -> ()
      %38 = "vector.maskedload"(%arg19, %32, %34, %35, %36) : (memref<64x6xi1, #gpu.address_space<workgroup>>, index, index, vector<6xi1>, vector<6xi1>) -> vector<6xi1>
      "vector.maskedstore"(%arg16, %32, %34, %35, %38) : (memref<64x6xi1>, index, index, vector<6xi1>, vector<6xi1>) -> ()
      "gpu.return"() : () -> ()
    }) {gpu.kernel, sym_name = "masked_i1", workgroup_attributions = 1 : i64} : () -> ()
    "gpu.func"() <{function_type = (memref<64x6xi1>, memref<64x6xi1>, memref<64x6xi1>) -> (), known_block_size = array<i32: 64, 1, 1>}> ({
    ^bb0(%arg12: memref<64x6xi1>, %arg13: memref<64x6xi1>, %arg14: memref<64x6xi1>):
      %26 = "gpu.thread_id"() <{dimension = #gpu<dim x>}> : () -> index
      %27 = "gpu.block_id"() <{dimension = #gpu<dim x>}> : () -> index
      %28 = "arith.constant"() <{value = 0 : index}> : () -> index
      %29 = "vector.constant_mask"() <{mask_dim_sizes = array<i64: 4>}> : () -> vector<6xi1>
      %30 = "vector.load"(%arg13, %26, %28) : (memref<64x6xi1>, index, index) -> vector<6xi1>
      %31 = "vector.maskedload"(%arg12, %26, %28, %29, %30) : (memref<64x6xi1>, index, index, vector<6xi1>, vector<6xi1>) -> vector<6xi1>
      "vector.maskedstore"(%arg14, %26, %28, %29, %31) : (memref<64x6xi1>, index, index, vector<6xi1>, vector<6xi1>) -> ()
      "gpu.return"() : () -> ()
    }) {gpu.kernel, sym_name = "constmask_i1", workgroup_attributions = 0 : i64} : () -> ()
    "gpu.func"() <{function_type = (memref<64xi1>, memref<64x6xi1>, memref<64x6xi1>, memref<64x6xindex>, memref<64x6xi1>) -> (), known_block_size = array<i32: 64, 1, 1>}> ({
    ^bb0(%arg7: memref<64xi1>, %arg8: memref<64x6xi1>, %arg9: memref<64x6xi1>, %arg10: memref<64x6xindex>, %arg11: memref<64x6xi1>):
      %18 = "gpu.thread_id"() <{dimension = #gpu<dim x>}> : () -> index
      %19 = "gpu.block_id"() <{dimension = #gpu<dim x>}> : () -> index
      %20 = "arith.constant"() <{value = 0 : index}> : () -> index
      %21 = "vector.load"(%arg9, %18, %20) : (memref<64x6xi1>, index, index) -> vector<6xi1>
      %22 = "arith.constant"() <{value = 3 : index}> : () -> index
      %23 = "vector.load"(%arg10, %18, %20) : (memref<64x6xindex>, index, index) -> vector<6xindex>
      %24 = "vector.load"(%arg8, %18, %20) : (memref<64x6xi1>, index, index) -> vector<6xi1>
      %25 = "vector.gather"(%arg7, %22, %23, %21, %24) : (memref<64xi1>, index, vector<6xindex>, vector<6xi1>, vector<6xi1>) -> vector<6xi1>
      "vector.store"(%25, %arg11, %18, %20) : (vector<6xi1>, memref<64x6xi1>, index, index) -> ()
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

