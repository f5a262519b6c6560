"builtin.module"() ({
  "gpu.module"() <{sym_name = "buffers"}> ({
    "gpu.func"() <{function_type = (memref<64x1xi8>, memref<64x1xi8>) -> (), known_block_size = array<i32: 64, 1, 1>}> ({
    ^bb0(%arg184: memref<64x1xi8>, %arg185: memref<64x1xi8>):
      %726 = "gpu.thread_id"() <{dimension = #gpu<dim x>}> : () -> index
      %727 = "gpu.block_id"() <{dimension = #gpu<dim x>}> : () -> index
      %728 = "arith.constant"() <{value = 0 : index}> : () -> index
      %729 = "arith.constant"() <{value = 96 : i64}> : () -> i64
      %730 = "amdgpu.fat_raw_buffer_cast"(%arg184, %729) <{boundsCheck = true, operandSegmentSizes = array<i32: 1, 1, 0>}> : (memref<64x1xi8>, i64) -> memref<64x1xi8, #amdgpu.address_space<fat_raw_buffer>>
      %731 = "amdgpu.fat_raw_buffer_cast"(%arg185, %729) <{boundsCheck = true, operandSegmentSizes = array<i32: 1, 1, 0>}> : (memref<64x1xi8>, i64) -> memref<64x1xi8, #amdgpu.address_space<fat_raw_buffer>>
      %732 = "vector.load"(%730, %726, %728) : (memref<64x1xi8, #amdgpu.address_space<fat_raw_buffer>>, index, index) -> vector<1xi8>
      "vector.store"(%732, %arg185, %726, %728) : (vector<1xi8>, memref<64x1xi8>, index, index) -> ()
      %733 = "vector.load"(%arg184, %726, %728) : (memref<64x1xi8>, index, index) -> vector<1xi8>
      "vector.store"(%733, %731, %726, %728) : (vector<1xi8>, memref<64x1xi8, #amdgpu.address_space<fat_raw_buffer>>, index, index) -> ()
      "gpu.return"() : () -> ()
    }) {gpu.kernel, sym_name = "cut_i8_1_96", workgroup_attributions = 0 : i64} : () -> ()
    "gpu.func"() <{function_type = (memref<64x1xi8>, memref<64x1xi8>) -> (), known_block_size = array<i32: 64, 1, 1>}> ({
    ^bb0(%arg182: memref<64x1xi8>, %arg183: memref<64x1xi8>):
      %718 = "gpu.thread_id"() <{dimension = #gpu<dim x>}> : () -> index
      %719 = "gpu.block_id"() <{dimension = #gpu<dim x>}> : () -> index
      %720 = "arith.constant"() <{value = 0 : index}> : () -> index
      %721 = "arith.constant"() <{value = 97 : i64}> : () -> i64
      %722 = "amdgpu.fat_raw_buffer_cast"(%arg182, %721) <{boundsCheck = true, operandSegmentSizes = array<i32: 1, 1, 0>}> : (memref<64x1xi8>, i64) -> memref<64x1xi8, #amdgpu.address_space<fat_raw_buffer>>
      %723 = "amdgpu.fat_raw_buffer_cast"(%arg183, %721) <{boundsCheck = true, operandSegmentSizes = array<i32: 1, 1, 0>}> : (memref<64x1xi8>, i64) -> memref<64x1xi8, #amdgpu.address_space<fat_raw_buffer>>
      %724 = "vector.load"(%722, %718, %720) : (memref<64x1xi8, #amdgpu.address_space<fat_raw_buffer>>, index, index) -> vector<1xi8>
      "vector.store"(%724, %arg183, %718, %720) : (vector<1xi8>, memref<64x1xi8>, index, index) -> ()
      %725 = "vector.load"(%arg182, %718, %720) : (memref<64x1xi8>, index, index) -> vector<1xi8>
      "vector.store"(%725, %723, %718, %720) : (vector<1xi8>, memref<64x1xi8, #amdgpu.address_space<fat_raw_buffer>>, index, index) -> ()
      "gpu.return"() : () -> ()
    }) {gpu.kernel, sym_name = "cut_i8_1_97", workgroup_attributions = 0 : i64} : () -> ()
    "gpu.func"() <{function_type = (memref<64x1xi8>, memref<64x1xi8>) -> (), known_block_size = array<i32: 64, 1, 1>}> ({
    ^bb0(%arg180: memref<64x1xi8>, %arg181: memref<64x1xi8>):
      %710 = "gpu.thread_id"() <{dimension = #gpu<dim x>}> : () -> index
      %711 = "gpu.block_id"() <{dimension = #gpu<dim x>}> : () -> index
      %712 = "arith.constant"() <{value = 0 : index}> : () -> index
      %713 = "arith.constant"() <{value = 98 : i64}> : () -> i64
      %714 = "amdgpu.fat_raw_buffer_cast"(%arg180, %713) <{boundsCheck = true, operandSegmentSizes = array<i32: 1, 1, 0>}> : (memref<64x1xi8>, i64) -> memref<64x1xi8, #amdgpu.address_space<fat_raw_buffer>>
      %715 = "amdgpu.fat_raw_buffer_cast"(%arg181, %713) <{boundsCheck = true, operandSegmentSizes = array<i32: 1, 1, 0>}> : (memref<64x1xi8>, i64) -> memref<64x1xi8, #amdgpu.address_space<fat_raw_buffer>>
      %716 = "vector.load"(%714, %710, %712) : (memref<64x1xi8, #amdgpu.address_space<fat_raw_buffer>>, index, index) -> vector<1xi8>
      "vector.store"(%716, %arg181, %710, %712) : (vector<1xi8>, memref<64x1xi8>, index, index) -> ()
      %717 = "vector.load"(%arg180, %710, %712) : (memref<64x1xi8>, index, index) -> vector<1xi8>
      "vector.store"(%717, %715, %710, %712) : (vector<1xi8>, memref<64x1xi8, #amdgpu.address_space<fat_raw_buffer>>, index, index) -> ()
      "gpu.return"() : () -> ()
    }) {gpu.kernel, sym_name = "cut_i8_1_98", workgroup_attributions = 0 : i64} : () -> ()
    "gpu.func"() <{function_type = (memref<64x1xi8>, memref<64x1xi8>) -> (), known_block_size = array<i32: 64, 1, 1>}> ({
    ^bb0(%arg178: memref<64x1xi8>, %arg179: memref<64x1xi8>):
      %702 = "gpu.thread_id"() <{dimension = #gpu<dim x>}> : () -> index
      %703 = "gpu.block_id"() <{dimension = #gpu<dim x>}> : () -> index
      %704 = "arith.constant"() <{value = 0 : index}> : () -> index
      %705 = "arith.constant"() <{value = 99 : i64}> : () -> i64
      %706 = "amdgpu.fat_raw_buffer_cast"(%arg178, %705) <{boundsCheck = true, operandSegmentSizes = array<i32: 1, 1, 0>}> : (memref<64x1xi8>, i64) -> memref<64x1xi8, #amdgpu.address_space<fat_raw_buffer>>
      %707 = "amdgpu.fat_raw_buffer_cast"(%arg179, %705) <{boundsCheck = true, operandSegmentSizes = array<i32: 1, 1, 0>}> : (memref<64x1xi8>, i64) -> memref<64x1xi8, #amdgpu.address_space<fat_raw_buffer>>
      %708 = "vector.load"(%706, %702, %704) : (memref<64x1xi8, #amdgpu.address_space<fat_raw_buffer>>, index, index) -> vector<1xi8>
      "vector.store"(%708, %arg179, %702, %704) : (vector<1xi8>, memref<64x1xi8>, index, index) -> ()
      %709 = "vector.load"(%arg178, %702, %704) : (memref<64x1xi8>, index, index) -> vector<1xi8>
      "vector.store"(%709, %707, %702, %704) : (vector<1xi8>, memref<64x1xi8, #amdgpu.address_space<fat_raw_buffer>>, index, index) -> ()
      "gpu.return"() : () -> ()
    }) {gpu.kernel, sym_name = "cut_i8_1_99", workgroup_attributions = 0 : i64} : () -> ()
    "gpu.func"() <{function_type = (memref<64x1xi8>, memref<64x1xi8>) -> (), known_block_size = array<i32: 64, 1, 1>}> ({
    ^bb0(%arg176: memref<64x1xi8>, %arg177: memref<64x1xi8>):
      %694 = "gpu.thread_id"() <{dimension = #gpu<dim x>}> : () -> index
      %695 = "gpu.block_id"() <{dimension = #gpu<dim x>}> : () -> index
      %696 = "arith.constant"() <{value = 0 : index}> : () -> index
      %697 = "arith.constant"() <{value = 101 : i64}> : () -> i64
      %698 = "amdgpu.fat_raw_buffer_cast"(%arg176, %697) <{boundsCheck = true, operandSegmentSizes = array<i32: 1, 1, 0>}> : (memref<64x1xi8>, i64) -> memref<64x1xi8, #amdgpu.address_space<fat_raw_buffer>>
      %699 = "amdgpu.fat_raw_buffer_cast"(%arg177, %697) <{boundsCheck = true, operandSegmentSizes = array<i32: 1, 1, 0>}> : (memref<64x1xi8>, i64) -> memref<64x1xi8, #amdgpu.address_space<fat_raw_buffer>>
      %700 = "vector.load"(%698, %694, %696) : (memref<64x1xi8, #amdgpu.address_space<fat_raw_buffer>>, index, index) -> vector<1xi8>
      "vector.store"(%700, %arg177, %694, %696) : (vector<1xi8>, memref<64x1xi8>, index, index) -> ()
      %701 = "vector.load"(%arg176, %694, %696) : (memref<64x1xi8>, index, index) -> vector<1xi8>
      "vector.store"(%701, %699, %694, %696) : (vector<1xi8>, memref<64x1xi8, #amdgpu.address_space<fat_raw_buffer>>, index, index) -> ()
      "gpu.return"() : () -> ()
    }) {gpu.kernel, sym_name = "cut_i8_1_101", workgroup_attributions = 0 : i64} : () -> ()
    "gpu.func"() <{function_type = (memref<64x2xi8>, memref<64x2xi8>) -> (), known_block_size = array<i32: 64, 1, 1>}> ({
    ^bb0(%arg174: memref<64x2xi8>, %arg175: memref<64x2xi8>):
      %686 = "gpu.thread_id"() <{dimension = #gpu<dim x>}> : () -> index
      %687 = "gpu.block_id"() <{dimension = #gpu<dim x>}> : () -> index
      %688 = "arith.constant"() <{value = 0 : index}> : () -> index
      %689 = "arith.constant"() <{value = 96 : i64}> : () -> i64
      %690 = "amdgpu.fat_raw_buffer_cast"(%arg174, %689) <{boundsCheck = true, operandSegmentSizes = array<i32: 1, 1, 0>}> : (memref<64x2xi8>, i64) -> memref<64x2xi8, #amdgpu.address_space<fat_raw_buffer>>
      %691 = "amdgpu.fat_raw_buffer_cast"(%arg175, %689) <{boundsCheck = true, operandSegmentSizes = array<i32: 1, 1, 0>}> : (memref<64x2xi8>, i64) -> memref<64x2xi8, #amdgpu.address_space<fat_raw_buffer>>
      %692 = "vector.load"(%690, %686, %688) : (memref<64x2xi8, #amdgpu.address_space<fat_raw_buffer>>, index, index) -> vector<2xi8>
      "vector.store"(%692, %arg175, %686, %688) : (vector<2xi8>, memref<64x2xi8>, index, index) -> ()
      %693 = "vector.load"(%arg174, %686, %688) : (memref<64x2xi8>, index, index) -> vector<2xi8>
      "vector.store"(%693, %691, %686, %688) : (vector<2xi8>, memref<64x2xi8, #amdgpu.address_space<fat_raw_buffer>>, index, index) -> ()
      "gpu.return"() : () -> ()
    }) {gpu.kernel, sym_name = "cut_i8_2_96", workgroup_attributions = 0 : i64} : () -> ()
    "gpu.func"() <{function_type = (memref<64x2xi8>, memref<64x2xi8>) -> (), known_block_size = array<i32: 64, 1, 1>}> ({
    ^bb0(%arg172: memref<64x2xi8>, %arg173: memref<64x2xi8>):
      %678 = "gpu.thread_id"() <{dimension = #gpu<dim x>}> : () -> index
      %679 = "gpu.block_id"() <{dimension = #gpu<dim x>}> : () -> index
      %680 = "arith.constant"() <{value = 0 : index}> : () -> index
      %681 = "arith.constant"() <{value = 97 : i64}> : () -> i64
      %682 = "amdgpu.fat_raw_buffer_cast"(%arg172, %681) <{boundsCheck = true, operandSegmentSizes = array<i32: 1, 1, 0>}> : (memref<64x2xi8>, i64) -> memref<64x2xi8, #amdgpu.address_space<fat_raw_buffer>>
      %683 = "amdgpu.fat_raw_buffer_cast"(%arg173, %681) <{boundsCheck = true, operandSegmentSizes = array<i32: 1, 1, 0>}> : (memref<64x2xi8>, i64) -> memref<64x2xi8, #amdgpu.address_space<fat_raw_buffer>>
      %684 = "vector.load"(%682, %678, %680) : (memref<64x2xi8, #amdgpu.address_space<fat_raw_buffer>>, index, index) -> vector<2xi8>
      "vector.store"(%684, %arg173, %678, %680) : (vector<2xi8>, memref<64x2xi8>, index, index) -> ()
      %685 = "vector.load"(%arg172, %678, %680) : (memref<64x2xi8>, index, index) -> vector<2xi8>
      "vector.store"(%685, %683, %678, %680) : (vector<2xi8>, memref<64x2xi8, #amdgpu.address_space<fat_raw_buffer>>, index, index) -> ()
      "gpu.return"() : () -> ()
    }) {gpu.kernel, sym_name = "cut_i8_2_97", workgroup_attributions = 0 : i64} : () -> ()
    "gpu.func"() <{function_type = (memref<64x3xi8>, memref<64x3xi8>) -> (), known_block_size = array<i32: 64, 1, 1>}> ({
    ^bb0(%arg170: memref<64x3xi8>, %arg171: memref<64x3xi8>):
      %670 = "gpu.thread_id"() <{dimension = #gpu<dim x>}> : () -> index
      %671 = "gpu.block_id"() <{dimension = #gpu<dim x>}> : () -> index
      %672 = "arith.constant"() <{value = 0 : index}> : () -> index
      %673 = "arith.constant"() <{value = 96 : i64}> : () -> i64
      %674 = "amdgpu.fat_raw_buffer_cast"(%arg170, %673) <{boundsCheck = true, operandSegmentSizes = array<i32: 1, 1, 0>}> : (memref<64x3xi8>, i64) -> memref<64x3xi8, #amdgpu.address_space<fat_raw_buffer>>
      %675 = "amdgpu.fat_raw_buffer_cast"(%arg171, %673) <{boundsCheck = true, operandSegmentSizes = array<i32: 1, 1, 0>}> : (memref<64x3xi8>, i64) -> memref<64x3xi8, #amdgpu.address_space<fat_raw_buffer>>
      %676 = "vector.load"(%674, %670, %672) : (memref<64x3xi8, #amdgpu.address_space<fat_raw_buffer>>, index, index) -> vector<3xi8>
      "vector.store"(%676, %arg171, %670, %672) : (vector<3xi8>, memref<64x3xi8>, index, index) -> ()
      %677 = "vector.load"(%arg170, %670, %672) : (memref<64x3xi8>, index, index) -> vector<3xi8>
      "vector.store"(%677, %675, %670, %672) : (vector<3xi8>, memref<64x3xi8, #amdgpu.address_space<fat_raw_buffer>>, index, index) -> ()
      "gpu.return"() : () -> ()
    }) {gpu.kernel, sym_name = "cut_i8_3_96", workgroup_attributions = 0 : i64} : () -> ()
    "gpu.func"() <{function_type = (memref<64x3xi8>, memref<64x3xi8>) -> (), known_block_size = array<i32: 64, 1, 1>}> ({
    ^bb0(%arg168: memref<64x3xi8>, %arg169: memref<64x3xi8>):
      %662 = "gpu.thread_id"() <{dimension = #gpu<dim x>}> : () -> index
      %663 = "gpu.block_id"() <{dimension = #gpu<dim x>}> : () -> index
      %664 = "arith.constant"() <{value = 0 : index}> : () -> index
      %665 = "arith.constant"() <{value = 97 : i64}> : () -> i64
      %666 = "amdgpu.fat_raw_buffer_cast"(%arg168, %665) <{boundsCheck = true, operandSegmentSizes = array<i32: 1, 1, 0>}> : (memref<64x3xi8>, i64) -> memref<64x3xi8, #amdgpu.address_space<fat_raw_buffer>>
      %667 = "amdgpu.fat_raw_buffer_cast"(%arg169, %665) <{boundsCheck = true, operandSegmentSizes = array<i32: 1, 1, 0>}> : (memref<64x3xi8>, i64) -> memref<64x3xi8, #amdgpu.address_space<fat_raw_buffer>>
      %668 = "vector.load"(%666, %662, %664) : (memref<64x3xi8, #amdgpu.address_space<fat_raw_buffer>>, index, index) -> vector<3xi8>
      "vector.store"(%668, %arg169, %662, %664) : (vector<3xi8>, memref<64x3xi8>, index, index) -> ()
      %669 = "vector.load"(%arg168, %662, %664) : (memref<64x3xi8>, index, index) -> vector<3xi8>
      "vector.store"(%669, %667, %662, %664) : (vector<3xi8>, memref<64x3xi8, #amdgpu.address_space<fat_raw_buffer>>, index, index) -> ()
      "gpu.return"() : () -> ()
    }) {gpu.kernel, sym_name = "cut_i8_3_97", workgroup_attributions = 0 : i64} : () -> ()
    "gpu.func"() <{function_type = (memref<64x3xi8>, memref<64x3xi8>) -> (), known_block_size = array<i32: 64, 1, 1>}> ({
    ^bb0(%arg166: memref<64x3xi8>, %arg167: memref<64x3xi8>):
      %654 = "gpu.thread_id"() <{dimension = #gpu<dim x>}> : () -> index
      %655 = "gpu.block_id"() <{dimension = #gpu<dim x>}> : () -> index
      %656 = "arith.constant"() <{value = 0 : index}> : () -> index
      %657 = "arith.constant"() <{value = 98 : i64}> : () -> i64
      %658 = "amdgpu.fat_raw_buffer_cast"(%arg166, %657) <{boundsCheck = true, operandSegmentSizes = array<i32: 1, 1, 0>}> : (memref<64x3xi8>, i64) -> memref<64x3xi8, #amdgpu.address_space<fat_raw_buffer>>
      %659 = "amdgpu.fat_raw_buffer_cast"(%arg167, %657) <{boundsCheck = true, operandSegmentSizes = array<i32: 1, 1, 0>}> : (memref<64x3xi8>, i64) -> memref<64x3xi8, #amdgpu.address_space<fat_raw_buffer>>
      %660 = "vector.load"(%658, %654, %656) : (memref<64x3xi8, #amdgpu.address_space<fat_raw_buffer>>, index, index) -> vector<3xi8>
      "vector.store"(%660, %arg167, %654, %656) : (vector<3xi8>, memref<64x3xi8>, index, index) -> ()
      %661 = "vector.load"(%arg166, %654, %656) : (memref<64x3xi8>, index, index) -> vector<3xi8>
      "vector.store"(%661, %659, %654, %656) : (vector<3xi8>, memref<64x3xi8, #amdgpu.address_space<fat_raw_buffer>>, index, index) -> ()
      "gpu.return"() : () -> ()
    }) {gpu.kernel, sym_name = "cut_i8_3_98", workgroup_attributions = 0 : i64} : () -> ()
    "gpu.func"() <{function_type = (memref<64x3xi8>, memref<64x3xi8>) -> (), known_block_size = array<i32: 64, 1, 1>}> ({
    ^bb0(%arg164: memref<64x3xi8>, %arg165: memref<64x3xi8>):
      %646 = "gpu.thread_id"() <{dimension = #gpu<dim x>}> : () -> index
      %647 = "gpu.block_id"() <{dimension = #gpu<dim x>}> : () -> index
      %648 = "arith.constant"() <{value = 0 : index}> : () -> index
      %649 = "arith.constant"() <{value = 99 : i64}> : () -> i64
      %650 = "amdgpu.fat_raw_buffer_cast"(%arg164, %649) <{boundsCheck = true, operandSegmentSizes = array<i32: 1, 1, 0>}> : (memref<64x3xi8>, i64) -> memref<64x3xi8, #amdgpu.address_space<fat_raw_buffer>>
      %651 = "amdgpu.fat_raw_buffer_cast"(%arg165, %649) <{boundsCheck = true, operandSegmentSizes = array<i32: 1, 1, 0>}> : (memref<64x3xi8>, i64) -> memref<64x3xi8, #amdgpu.address_space<fat_raw_buffer>>
      %652 = "vector.load"(%650, %646, %648) : (memref<64x3xi8, #amdgpu.address_space<fat_raw_buffer>>, index, index) -> vector<3xi8>
      "vector.store"(%652, %arg165, %646, %648) : (vector<3xi8>, memref<64x3xi8>, index, index) -> ()
      %653 = "vector.load"(%arg164, %646, %648) : (memref<64x3xi8>, index, index) -> vector<3xi8>
      "vector.store"(%653, %651, %646, %648) : (vector<3xi8>, memref<64x3xi8, #amdgpu.address_space<fat_raw_buffer>>, index, index) -> ()
      "gpu.return"() : () -> ()
    }) {gpu.kernel, sym_name = "cut_i8_3_99", workgroup_attributions = 0 : i64} : () -> ()
    "gpu.func"() <{function_type = (memref<64x3xi8>, memref<64x3xi8>) -> (), known_block_size = array<i32: 64, 1, 1>}> ({
    ^bb0(%arg162: memref<64x3xi8>, %arg163: memref<64x3xi8>):
      %638 = "gpu.thread_id"() <{dimension = #gpu<dim x>}> : () -> index
      %639 = "gpu.block_id"() <{dimension = #gpu<dim x>}> : () -> index
      %640 = "arith.constant"() <{value = 0 : index}> : () -> index
      %641 = "arith.constant"() <{value = 101 : i64}> : () -> i64
      %642 = "amdgpu.fat_raw_buffer_cast"(%arg162, %641) <{boundsCheck = true, operandSegmentSizes = array<i32: 1, 1, 0>}> : (memref<64x3xi8>, i64) -> memref<64x3xi8, #amdgpu.address_space<fat_raw_buffer>>
      %643 = "amdgpu.fat_raw_buffer_cast"(%arg163, %641) <{boundsCheck = true, operandSegmentSizes = array<i32: 1, 1, 0>}> : (memref<64x3xi8>, i64) -> memref<64x3xi8, #amdgpu.address_space<fat_raw_buffer>>
      %644 = "vector.load"(%642, %638, %640) : (memref<64x3xi8, #amdgpu.address_space<fat_raw_buffer>>, index, index) -> vector<3xi8>
      "vector.store"(%644, %arg163, %638, %640) : (vector<3xi8>, memref<64x3xi8>, index, index) -> ()
      %645 = "vector.load"(%arg162, %638, %640) : (memref<64x3xi8>, index, index) -> vector<3xi8>
      "vector.store"(%645, %643, %638, %640) : (vector<3xi8>, memref<64x3xi8, #amdgpu.address_space<fat_raw_buffer>>, index, index) -> ()
      "gpu.return"() : () -> ()
    }) {gpu.kernel, sym_name = "cut_i8_3_101", workgroup_attributions = 0 : i64} : () -> ()
    "gpu.func"() <{function_type = (memref<64x5xi8>, memref<64x5xi8>) -> (), known_block_size = array<i32: 64, 1, 1>}> ({
    ^bb0(%arg160: memref<64x5xi8>, %arg161: memref<64x5xi8>):
      %630 = "gpu.thread_id"() <{dimension = #gpu<dim x>}> : () -> index
      %631 = "gpu.block_id"() <{dimension = #gpu<dim x>}> : () -> index
      %632 = "arith.constant"() <{value = 0 : index}> : () -> index
      %633 = "arith.constant"() <{value = 96 : i64}> : () -> i64
      %634 = "amdgpu.fat_raw_buffer_cast"(%arg160, %633) <{boundsCheck = true, operandSegmentSizes = array<i32: 1, 1, 0>}> : (memref<64x5xi8>, i64) -> memref<64x5xi8, #amdgpu.address_space<fat_raw_buffer>>
      %635 = "amdgpu.fat_raw_buffer_cast"(%arg161, %633) <{boundsCheck = true, operandSegmentSizes = array<i32: 1, 1, 0>}> : (memref<64x5xi8>, i64) -> memref<64x5xi8, #amdgpu.address_space<fat_raw_buffer>>
      %636 = "vector.load"(%634, %630, %632) : (memref<64x5xi8, #amdgpu.address_space<fat_raw_buffer>>, index, index) -> vector<5xi8>
      "vector.store"(%636, %arg161, %630, %632) : (vector<5xi8>, memref<64x5xi8>, index, index) -> ()
      %637 = "vector.load"(%arg160, %630, %632) : (memref<64x5xi8>, index, index) -> vector<5xi8>
      "vector.store"(%637, %635, %630, %632) : (vector<5xi8>, memref<64x5xi8, #amdgpu.address_space<fat_raw_buffer>>, index, index) -> ()
      "gpu.return"() : () -> ()
    }) {gpu.kernel, sym_name = "cut_i8_5_96", workgroup_attributions = 0 : i64} : () -> ()
    "gpu.func"() <{function_type = (memref<64x5xi8>, memref<64x5xi8>) -> (), known_block_size = array<i32: 64, 1, 1>}> ({
    ^bb0(%arg158: memref<64x5xi8>, %arg159: memref<64x5xi8>):
      %622 = "gpu.thread_id"() <{dimension = #gpu<dim x>}> : () -> index
      %623 = "gpu.block_id"() <{dimension = #gpu<dim x>}> : () -> index
      %624 = "arith.constant"() <{value = 0 : index}> : () -> index
      %625 = "arith.constant"() <{value = 97 : i64}> : () -> i64
      %626 = "amdgpu.fat_raw_buffer_cast"(%arg158, %625) <{boundsCheck = true, operandSegmentSizes = array<i32: 1, 1, 0>}> : (memref<64x5xi8>, i64) -> memref<64x5xi8, #amdgpu.address_space<fat_raw_buffer>>
      %627 = "amdgpu.fat_raw_buffer_cast"(%arg159, %625) <{boundsCheck = true, operandSegmentSizes = array<i32: 1, 1, 0>}> : (memref<64x5xi8>, i64) -> memref<64x5xi8, #amdgpu.address_space<fat_raw_buffer>>
      %628 = "vector.load"(%626, %622, %624) : (memref<64x5xi8, #amdgpu.address_space<fat_raw_buffer>>, index, index) -> vector<5xi8>
      "vector.store"(%628, %arg159, %622, %624) : (vector<5xi8>, memref<64x5xi8>, index, index) -> ()
      %629 = "vector.load"(%arg158, %622, %624) : (memref<64x5xi8>, index, index) -> vector<5xi8>
      "vector.store"(%629, %627, %622, %624) : (vector<5xi8>, memref<64x5xi8, #amdgpu.address_space<fat_raw_buffer>>, index, index) -> ()
      "gpu.return"() : () -> ()
    }) {gpu.kernel, sym_name = "cut_i8_5_97", workgroup_attributions = 0 : i64} : () -> ()
    "gpu.func"() <{function_type = (memref<64x5xi8>, memref<64x5xi8>) -> (), known_block_size = array<i32: 64, 1, 1>}> ({
    ^bb0(%arg156: memref<64x5xi8>, %arg157: memref<64x5xi8>):
      %614 = "gpu.thread_id"() <{dimension = #gpu<dim x>}> : () -> index
      %615 = "gpu.block_id"() <{dimension = #gpu<dim x>}> : () -> index
      %616 = "arith.constant"() <{value = 0 : index}> : () -> index
      %617 = "arith.constant"() <{value = 98 : i64}> : () -> i64
      %618 = "amdgpu.fat_raw_buffer_cast"(%arg156, %617) <{boundsCheck = true, operandSegmentSizes = array<i32: 1, 1, 0>}> : (memref<64x5xi8>, i64) -> memref<64x5xi8, #amdgpu.address_space<fat_raw_buffer>>
      %619 = "amdgpu.fat_raw_buffer_cast"(%arg157, %617) <{boundsCheck = true, operandSegmentSizes = array<i32: 1, 1, 0>}> : (memref<64x5xi8>, i64) -> memref<64x5xi8, #amdgpu.address_space<fat_raw_buffer>>
      %620 = "vector.load"(%618, %614, %616) : (memref<64x5xi8, #amdgpu.address_space<fat_raw_buffer>>, index, index) -> vector<5xi8>
      "vector.store"(%620, %arg157, %614, %616) : (vector<5xi8>, memref<64x5xi8>, index, index) -> ()
      %621 = "vector.load"(%arg156, %614, %616) : (memref<64x5xi8>, index, index) -> vector<5xi8>
      "vector.store"(%621, %619, %614, %616) : (vector<5xi8>, memref<64x5xi8, #amdgpu.address_space<fat_raw_buffer>>, index, index) -> ()
      "gpu.return"() : () -> ()
    }) {gpu.kernel, sym_name = "cut_i8_5_98", workgroup_attributions = 0 : i64} : () -> ()
    "gpu.func"() <{function_type = (memref<64x5xi8>, memref<64x5xi8>) -> (), known_block_size = array<i32: 64, 1, 1>}> ({
    ^bb0(%arg154: memref<64x5xi8>, %arg155: memref<64x5xi8>):
      %606 = "gpu.thread_id"() <{dimension = #gpu<dim x>}> : () -> index
      %607 = "gpu.block_id"() <{dimension = #gpu<dim x>}> : () -> index
      %608 = "arith.constant"() <{value = 0 : index}> : () -> index
      %609 = "arith.constant"() <{value = 99 : i64}> : () -> i64
      %610 = "amdgpu.fat_raw_buffer_cast"(%arg154, %609) <{boundsCheck = true, operandSegmentSizes = array<i32: 1, 1, 0>}> : (memref<64x5xi8>, i64) -> memref<64x5xi8, #amdgpu.address_space<fat_raw_buffer>>
      %611 = "amdgpu.fat_raw_buffer_cast"(%arg155, %609) <{boundsCheck = true, operandSegmentSizes = array<i32: 1, 1, 0>}> : (memref<64x5xi8>, i64) -> memref<64x5xi8, #amdgpu.address_space<fat_raw_buffer>>
      %612 = "vector.load"(%610, %606, %608) : (memref<64x5xi8, #amdgpu.address_space<fat_raw_buffer>>, index, index) -> vector<5xi8>
      "vector.store"(%612, %arg155, %606, %608) : (vector<5xi8>, memref<64x5xi8>, index, index) -> ()
      %613 = "vector.load"(%arg154, %606, %608) : (memref<64x5xi8>, index, index) -> vector<5xi8>
      "vector.store"(%613, %611, %606, %608) : (vector<5xi8>, memref<64x5xi8, #amdgpu.address_space<fat_raw_buffer>>, index, index) -> ()
      "gpu.return"() : () -> ()
    }) {gpu.kernel, sym_name = "cut_i8_5_99", workgroup_attributions = 0 : i64} : () -> ()
    "gpu.func"() <{function_type = (memref<64x5xi8>, memref<64x5xi8>) -> (), known_block_size = array<i32: 64, 1, 1>}> ({
    ^bb0(%arg152: memref<64x5xi8>, %arg153: memref<64x5xi8>):
      %598 = "gpu.thread_id"() <{dimension = #gpu<dim x>}> : () -> index
      %599 = "gpu.block_id"() <{dimension = #gpu<dim x>}> : () -> index
      %600 = "arith.constant"() <{value = 0 : index}> : () -> index
      %601 = "arith.constant"() <{value = 101 : i64}> : () -> i64
      %602 = "amdgpu.fat_raw_buffer_cast"(%arg152, %601) <{boundsCheck = true, operandSegmentSizes = array<i32: 1, 1, 0>}> : (memref<64x5xi8>, i64) -> memref<64x5xi8, #amdgpu.address_space<fat_raw_buffer>>
      %603 = "amdgpu.fat_raw_buffer_cast"(%arg153, %601) <{boundsCheck = true, operandSegmentSizes = array<i32: 1, 1, 0>}> : (memref<64x5xi8>, i64) -> memref<64x5xi8, #amdgpu.address_space<fat_raw_buffer>>
      %604 = "vector.load"(%602, %598, %600) : (memref<64x5xi8, #amdgpu.address_space<fat_raw_buffer>>, index, index) -> vector<5xi8>
      "vector.store"(%604, %arg153, %598, %600) : (vector<5xi8>, memref<64x5xi8>, index, index) -> ()
      %605 = "vector.load"(%arg152, %598, %600) : (memref<64x5xi8>, index, index) -> vector<5xi8>
      "vector.store"(%605, %603, %598, %600) : (vector<5xi8>, memref<64x5xi8, #amdgpu.address_space<fat_raw_buffer>>, index, index) -> ()
      "gpu.return"() : () -> ()
    }) {gpu.kernel, sym_name = "cut_i8_5_101", workgroup_attributions = 0 : i64} : () -> ()
    "gpu.func"() <{function_type = (memref<64x7xi8>, memref<64x7xi8>) -> (), known_block_size = array<i32: 64, 1, 1>}> ({
    ^bb0(%arg150: memref<64x7xi8>, %arg151: memref<64x7xi8>):
      %590 = "gpu.thread_id"() <{dimension = #gpu<dim x>}> : () -> index
      %591 = "gpu.block_id"() <{dimension = #gpu<dim x>}> : () -> index
      %592 = "arith.constant"() <{value = 0 : index}> : () -> index
      %593 = "arith.constant"() <{value = 96 : i64}> : () -> i64
      %594 = "amdgpu.fat_raw_buffer_cast"(%arg150, %593) <{boundsCheck = true, operandSegmentSizes = array<i32: 1, 1, 0>}> : (memref<64x7xi8>, i64) -> memref<64x7xi8, #amdgpu.address_space<fat_raw_buffer>>
      %595 = "amdgpu.fat_raw_buffer_cast"(%arg151, %593) <{boundsCheck = true, operandSegmentSizes = array<i32: 1, 1, 0>}> : (memref<64x7xi8>, i64) -> memref<64x7xi8, #amdgpu.address_space<fat_raw_buffer>>
      %596 = "vector.load"(%594, %590, %592) : (memref<64x7xi8, #amdgpu.address_space<fat_raw_buffer>>, index, index) -> vector<7xi8>
      "vector.store"(%596, %arg151, %590, %592) : (vector<7xi8>, memref<64x7xi8>, index, index) -> ()
      %597 = "vector.load"(%arg150, %590, %592) : (memref<64x7xi8>, index, index) -> vector<7xi8>
      "vector.store"(%597, %595, %590, %592) : (vector<7xi8>, memref<64x7xi8, #amdgpu.address_space<fat_raw_buffer>>, index, index) -> ()
      "gpu.return"() : () -> ()
    }) {gpu.kernel, sym_name = "cut_i8_7_96", workgroup_attributions = 0 : i64} : () -> ()
    "gpu.func"() <{function_type = (memref<64x7xi8>, memref<64x7xi8>) -> (), known_block_size = array<i32: 64, 1, 1>}> ({
    ^bb0(%arg148: memref<64x7xi8>, %arg149: memref<64x7xi8>):
      %582 = "gpu.thread_id"() <{dimension = #gpu<dim x>}> : () -> index
      %583 = "gpu.block_id"() <{dimension = #gpu<dim x>}> : () -> index
      %584 = "arith.constant"() <{value = 0 : index}> : () -> index
      %585 = "arith.constant"() <{value = 97 : i64}> : () -> i64
      %586 = "amdgpu.fat_raw_buffer_cast"(%arg148, %585) <{boundsCheck = true, operandSegmentSizes = array<i32: 1, 1, 0>}> : (memref<64x7xi8>, i64) -> memref<64x7xi8, #amdgpu.address_space<fat_raw_buffer>>
      %587 = "amdgpu.fat_raw_buffer_cast"(%arg149, %585) <{boundsCheck = true, operandSegmentSizes = array<i32: 1, 1, 0>}> : (memref<64x7xi8>, i64) -> memref<64x7xi8, #amdgpu.address_space<fat_raw_buffer>>
      %588 = "vector.load"(%586, %582, %584) : (memref<64x7xi8, #amdgpu.address_space<fat_raw_buffer>>, index, index) -> vector<7xi8>
      "vector.store"(%588, %arg149, %582, %584) : (vector<7xi8>, memref<64x7xi8>, index, index) -> ()
      %589 = "vector.load"(%arg148, %582, %584) : (memref<64x7xi8>, index, index) -> vector<7xi8>
      "vector.store"(%589, %587, %582, %584) : (vector<7xi8>, memref<64x7xi8, #amdgpu.address_space<fat_raw_buffer>>, index, index) -> ()
      "gpu.return"() : () -> ()
    }) {gpu.kernel, sym_name = "cut_i8_7_97", workgroup_attributions = 0 : i64} : () -> ()
    "gpu.func"() <{function_type = (memref<64x7xi8>, memref<64x7xi8>) -> (), known_block_size = array<i32: 64, 1, 1>}> ({
    ^bb0(%arg146: memref<64x7xi8>, %arg147: memref<64x7xi8>):
      %574 = "gpu.thread_id"() <{dimension = #gpu<dim x>}> : () -> index
      %575 = "gpu.block_id"() <{dimension = #gpu<dim x>}> : () -> index
      %576 = "arith.constant"() <{value = 0 : index}> : () -> index
      %577 = "arith.constant"() <{value = 98 : i64}> : () -> i64
      %578 = "amdgpu.fat_raw_buffer_cast"(%arg146, %577) <{boundsCheck = true, operandSegmentSizes = array<i32: 1, 1, 0>}> : (memref<64x7xi8>, i64) -> memref<64x7xi8, #amdgpu.address_space<fat_raw_buffer>>
      %579 = "amdgpu.fat_raw_buffer_cast"(%arg147, %577) <{boundsCheck = true, operandSegmentSizes = array<i32: 1, 1, 0>}> : (memref<64x7xi8>, i64) -> memref<64x7xi8, #amdgpu.address_space<fat_raw_buffer>>
      %580 = "vector.load"(%578, %574, %576) : (memref<64x7xi8, #amdgpu.address_space<fat_raw_buffer>>, index, index) -> vector<7xi8>
      "vector.store"(%580, %arg147, %574, %576) : (vector<7xi8>, memref<64x7xi8>, index, index) -> ()
      %581 = "vector.load"(%arg146, %574, %576) : (memref<64x7xi8>, index, index) -> vector<7xi8>
      "vector.store"(%581, %579, %574, %576) : (vector<7xi8>, memref<64x7xi8, #amdgpu.address_space<fat_raw_buffer>>, index, index) -> ()
      "gpu.return"() : () -> ()
    }) {gpu.kernel, sym_name = "cut_i8_7_98", workgroup_attributions = 0 : i64} : () -> ()
    "gpu.func"() <{function_type = (memref<64x7xi8>, memref<64x7xi8>) -> (), known_block_size = array<i32: 64, 1, 1>}> ({
    ^bb0(%arg144: memref<64x7xi8>, %arg145: memref<64x7xi8>):
      %566 = "gpu.thread_id"() <{dimension = #gpu<dim x>}> : () -> index
      %567 = "gpu.block_id"() <{dimension = #gpu<dim x>}> : () -> index
      %568 = "arith.constant"() <{value = 0 : index}> : () -> index
      %569 = "arith.constant"() <{value = 99 : i64}> : () -> i64
      %570 = "amdgpu.fat_raw_buffer_cast"(%arg144, %569) <{boundsCheck = true, operandSegmentSizes = array<i32: 1, 1, 0>}> : (memref<64x7xi8>, i64) -> memref<64x7xi8, #amdgpu.address_space<fat_raw_buffer>>
      %571 = "amdgpu.fat_raw_buffer_cast"(%arg145, %569) <{boundsCheck = true, operandSegmentSizes = array<i32: 1, 1, 0>}> : (memref<64x7xi8>, i64) -> memref<64x7xi8, #amdgpu.address_space<fat_raw_buffer>>
      %572 = "vector.load"(%570, %566, %568) : (memref<64x7xi8, #amdgpu.address_space<fat_raw_buffer>>, index, index) -> vector<7xi8>
      "vector.store"(%572, %arg145, %566, %568) : (vector<7xi8>, memref<64x7xi8>, index, index) -> ()
      %573 = "vector.load"(%arg144, %566, %568) : (memref<64x7xi8>, index, index) -> vector<7xi8>
      "vector.store"(%573, %571, %566, %568) : (vector<7xi8>, memref<64x7xi8, #amdgpu.address_space<fat_raw_buffer>>, index, index) -> ()
      "gpu.return"() : () -> ()
    }) {gpu.kernel, sym_name = "cut_i8_7_99", workgroup_attributions = 0 : i64} : () -> ()
    "gpu.func"() <{function_type = (memref<64x7xi8>, memref<64x7xi8>) -> (), known_block_size = array<i32: 64, 1, 1>}> ({
    ^bb0(%arg142: memref<64x7xi8>, %arg143: memref<64x7xi8>):
      %558 = "gpu.thread_id"() <{dimension = #gpu<dim x>}> : () -> index
      %559 = "gpu.block_id"() <{dimension = #gpu<dim x>}> : () -> index
      %560 = "arith.constant"() <{value = 0 : index}> : () -> index
      %561 = "arith.constant"() <{value = 101 : i64}> : () -> i64
      %562 = "amdgpu.fat_raw_buffer_cast"(%arg142, %561) <{boundsCheck = true, operandSegmentSizes = array<i32: 1, 1, 0>}> : (memref<64x7xi8>, i64) -> memref<64x7xi8, #amdgpu.address_space<fat_raw_buffer>>
      %563 = "amdgpu.fat_raw_buffer_cast"(%arg143, %561) <{boundsCheck = true, operandSegmentSizes = array<i32: 1, 1, 0>}> : (memref<64x7xi8>, i64) -> memref<64x7xi8, #amdgpu.address_space<fat_raw_buffer>>
      %564 = "vector.load"(%562, %558, %560) : (memref<64x7xi8, #amdgpu.address_space<fat_raw_buffer>>, index, index) -> vector<7xi8>
      "vector.store"(%564, %arg143, %558, %560) : (vector<7xi8>, memref<64x7xi8>, index, index) -> ()
      %565 = "vector.load"(%arg142, %558, %560) : (memref<64x7xi8>, index, index) -> vector<7xi8>
      "vector.store"(%565, %563, %558, %560) : (vector<7xi8>, memref<64x7xi8, #amdgpu.address_space<fat_raw_buffer>>, index, index) -> ()
      "gpu.return"() : () -> ()
    }) {gpu.kernel, sym_name = "cut_i8_7_101", workgroup_attributions = 0 : i64} : () -> ()
    "gpu.func"() <{function_type = (memref<64x1xi16>, memref<64x1xi16>) -> (), known_block_size = array<i32: 64, 1, 1>}> ({
    ^bb0(%arg140: memref<64x1xi16>, %arg141: memref<64x1xi16>):
      %550 = "gpu.thread_id"() <{dimension = #gpu<dim x>}> : () -> index
      %551 = "gpu.block_id"() <{dimension = #gpu<dim x>}> : () -> index
      %552 = "arith.constant"() <{value = 0 : index}> : () -> index
      %553 = "arith.constant"() <{value = 96 : i64}> : () -> i64
      %554 = "amdgpu.fat_raw_buffer_cast"(%arg140, %553) <{boundsCheck = true, operandSegmentSizes = array<i32: 1, 1, 0>}> : (memref<64x1xi16>, i64) -> memref<64x1xi16, #amdgpu.address_space<fat_raw_buffer>>
      %555 = "amdgpu.fat_raw_buffer_cast"(%arg141, %553) <{boundsCheck = true, operandSegmentSizes = array<i32: 1, 1, 0>}> : (memref<64x1xi16>, i64) -> memref<64x1xi16, #amdgpu.address_space<fat_raw_buffer>>
      %556 = "vector.load"(%554, %550, %552) : (memref<64x1xi16, #amdgpu.address_space<fat_raw_buffer>>, index, index) -> vector<1xi16>
      "vector.store"(%556, %arg141, %550, %552) : (vector<1xi16>, memref<64x1xi16>, index, index) -> ()
      %557 = "vector.load"(%arg140, %550, %552) : (memref<64x1xi16>, index, index) -> vector<1xi16>
      "vector.store"(%557, %555, %550, %552) : (vector<1xi16>, memref<64x1xi16, #amdgpu.address_space<fat_raw_buffer>>, index, index) -> ()
      "gpu.return"() : () -> ()
    }) {gpu.kernel, sym_name = "cut_i16_1_96", workgroup_attributions = 0 : i64} : () -> ()
    "gpu.func"() <{function_type = (memref<64x1xi16>, memref<64x1xi16>) -> (), known_block_size = array<i32: 64, 1, 1>}> ({
    ^bb0(%arg138: memref<64x1xi16>, %arg139: memref<64x1xi16>):
      %542 = "gpu.thread_id"() <{dimension = #gpu<dim x>}> : () -> index
      %543 = "gpu.block_id"() <{dimension = #gpu<dim x>}> : () -> index
      %544 = "arith.constant"() <{value = 0 : index}> : () -> index
      %545 = "arith.constant"() <{value = 97 : i64}> : () -> i64
      %546 = "amdgpu.fat_raw_buffer_cast"(%arg138, %545) <{boundsCheck = true, operandSegmentSizes = array<i32: 1, 1, 0>}> : (memref<64x1xi16>, i64) -> memref<64x1xi16, #amdgpu.address_space<fat_raw_buffer>>
      %547 = "amdgpu.fat_raw_buffer_cast"(%arg139, %545) <{boundsCheck = true, operandSegmentSizes = array<i32: 1, 1, 0>}> : (memref<64x1xi16>, i64) -> memref<64x1xi16, #amdgpu.address_space<fat_raw_buffer>>
      %548 = "vector.load"(%546, %542, %544) : (memref<64x1xi16, #amdgpu.address_space<fat_raw_buffer>>, index, index) -> vector<1xi16>
      "vector.store"(%548, %arg139, %542, %544) : (vector<1xi16>, memref<64x1xi16>, index, index) -> ()
      %549 = "vector.load"(%arg138, %542, %544) : (memref<64x1xi16>, index, index) -> vector<1xi16>
      "vector.store"(%549, %547, %542, %544) : (vector<1xi16>, memref<64x1xi16, #amdgpu.address_space<fat_raw_buffer>>, index, index) -> ()
      "gpu.return"() : () -> ()
    }) {gpu.kernel, sym_name = "cut_i16_1_97", workgroup_attributions = 0 : i64} : () -> ()
    "gpu.func"() <{function_type = (memref<64x1xi16>, memref<64x1xi16>) -> (), known_block_size = array<i32: 64, 1, 1>}> ({
    ^bb0(%arg136: memref<64x1xi16>, %arg137: memref<64x1xi16>):
      %534 = "gpu.thread_id"() <{dimension = #gpu<dim x>}> : () -> index
      %535 = "gpu.block_id"() <{dimension = #gpu<dim x>}> : () -> index
      %536 = "arith.constant"() <{value = 0 : index}> : () -> index
      %537 = "arith.constant"() <{value = 98 : i64}> : () -> i64
      %538 = "amdgpu.fat_raw_buffer_cast"(%arg136, %537) <{boundsCheck = true, operandSegmentSizes = array<i32: 1, 1, 0>}> : (memref<64x1xi16>, i64) -> memref<64x1xi16, #amdgpu.address_space<fat_raw_buffer>>
      %539 = "amdgpu.fat_raw_buffer_cast"(%arg137, %537) <{boundsCheck = true, operandSegmentSizes = array<i32: 1, 1, 0>}> : (memref<64x1xi16>, i64) -> memref<64x1xi16, #amdgpu.address_space<fat_raw_buffer>>
      %540 = "vector.load"(%538, %534, %536) : (memref<64x1xi16, #amdgpu.address_space<fat_raw_buffer>>, index, index) -> vector<1xi16>
      "vector.store"(%540, %arg137, %534, %536) : (vector<1xi16>, memref<64x1xi16>, index, index) -> ()
      %541 = "vector.load"(%arg136, %534, %536) : (memref<64x1xi16>, index, index) -> vector<1xi16>
      "vector.store"(%541, %539, %534, %536) : (vector<1xi16>, memref<64x1xi16, #amdgpu.address_space<fat_raw_buffer>>, index, index) -> ()
      "gpu.return"() : () -> ()
    }) {gpu.kernel, sym_name = "cut_i16_1_98", workgroup_attributions = 0 : i64} : () -> ()
    "gpu.func"() <{function_type = (memref<64x1xi16>, memref<64x1xi16>) -> (), known_block_size = array<i32: 64, 1, 1>}> ({
    ^bb0(%arg134: memref<64x1xi16>, %arg135: memref<64x1xi16>):
      %526 = "gpu.thread_id"() <{dimension = #gpu<dim x>}> : () -> index
      %527 = "gpu.block_id"() <{dimension = #gpu<dim x>}> : () -> index
      %528 = "arith.constant"() <{value = 0 : index}> : () -> index
      %529 = "arith.constant"() <{value = 99 : i64}> : () -> i64
      %530 = "amdgpu.fat_raw_buffer_cast"(%arg134, %529) <{boundsCheck = true, operandSegmentSizes = array<i32: 1, 1, 0>}> : (memref<64x1xi16>, i64) -> memref<64x1xi16, #amdgpu.address_space<fat_raw_buffer>>
      %531 = "amdgpu.fat_raw_buffer_cast"(%arg135, %529) <{boundsCheck = true, operandSegmentSizes = array<i32: 1, 1, 0>}> : (memref<64x1xi16>, i64) -> memref<64x1xi16, #amdgpu.address_space<fat_raw_buffer>>
      %532 = "vector.load"(%530, %526, %528) : (memref<64x1xi16, #amdgpu.address_space<fat_raw_buffer>>, index, index) -> vector<1xi16>
      "vector.store"(%532, %arg135, %526, %528) : (vector<1xi16>, memref<64x1xi16>, index, index) -> ()
      %533 = "vector.load"(%arg134, %526, %528) : (memref<64x1xi16>, index, index) -> vector<1xi16>
      "vector.store"(%533, %531, %526, %528) : (vector<1xi16>, memref<64x1xi16, #amdgpu.address_space<fat_raw_buffer>>, index, index) -> ()
      "gpu.return"() : () -> ()
    }) {gpu.kernel, sym_name = "cut_i16_1_99", workgroup_attributions = 0 : i64} : () -> ()
    "gpu.func"() <{function_type = (memref<64x1xi16>, memref<64x1xi16>) -> (), known_block_size = array<i32: 64, 1, 1>}> ({
    ^bb0(%arg132: memref<64x1xi16>, %arg133: memref<64x1xi16>):
      %518 = "gpu.thread_id"() <{dimension = #gpu<dim x>}> : () -> index
      %519 = "gpu.block_id"() <{dimension = #gpu<dim x>}> : () -> index
      %520 = "arith.constant"() <{value = 0 : index}> : () -> index
      %521 = "arith.constant"() <{value = 101 : i64}> : () -> i64
      %522 = "amdgpu.fat_raw_buffer_cast"(%arg132, %521) <{boundsCheck = true, operandSegmentSizes = array<i32: 1, 1, 0>}> : (memref<64x1xi16>, i64) -> memref<64x1xi16, #amdgpu.address_space<fat_raw_buffer>>
      %523 = "amdgpu.fat_raw_buffer_cast"(%arg133, %521) <{boundsCheck = true, operandSegmentSizes = array<i32: 1, 1, 0>}> : (memref<64x1xi16>, i64) -> memref<64x1xi16, #amdgpu.address_space<fat_raw_buffer>>
      %524 = "vector.load"(%522, %518, %520) : (memref<64x1xi16, #amdgpu.address_space<fat_raw_buffer>>, index, index) -> vector<1xi16>
      "vector.store"(%524, %arg133, %518, %520) : (vector<1xi16>, memref<64x1xi16>, index, index) -> ()
      %525 = "vector.load"(%arg132, %518, %520) : (memref<64x1xi16>, index, index) -> vector<1xi16>
      "vector.store"(%525, %523, %518, %520) : (vector<1xi16>, memref<64x1xi16, #amdgpu.address_space<fat_raw_buffer>>, index, index) -> ()
      "gpu.return"() : () -> ()
    }) {gpu.kernel, sym_name = "cut_i16_1_101", workgroup_attributions = 0 : i64} : () -> ()
    "gpu.func"() <{function_type = (memref<64x2xi16>, memref<64x2xi16>) -> (), known_block_size = array<i32: 64, 1, 1>}> ({
    ^bb0(%arg130: memref<64x2xi16>, %arg131: memref<64x2xi16>):
      %510 = "gpu.thread_id"() <{dimension = #gpu<dim x>}> : () -> index
      %511 = "gpu.block_id"() <{dimension = #gpu<dim x>}> : () -> index
      %512 = "arith.constant"() <{value = 0 : index}> : () -> index
      %513 = "arith.constant"() <{value = 96 : i64}> : () -> i64
      %514 = "amdgpu.fat_raw_buffer_cast"(%arg130, %513) <{boundsCheck = true, operandSegmentSizes = array<i32: 1, 1, 0>}> : (memref<64x2xi16>, i64) -> memref<64x2xi16, #amdgpu.address_space<fat_raw_buffer>>
      %515 = "amdgpu.fat_raw_buffer_cast"(%arg131, %513) <{boundsCheck = true, operandSegmentSizes = array<i32: 1, 1, 0>}> : (memref<64x2xi16>, i64) -> memref<64x2xi16, #amdgpu.address_space<fat_raw_buffer>>
      %516 = "vector.load"(%514, %510, %512) : (memref<64x2xi16, #amdgpu.address_space<fat_raw_buffer>>, index, index) -> vector<2xi16>
      "vector.store"(%516, %arg131, %510, %512) : (vector<2xi16>, memref<64x2xi16>, index, index) -> ()
      %517 = "vector.load"(%arg130, %510, %512) : (memref<64x2xi16>, index, index) -> vector<2xi16>
      "vector.store"(%517, %515, %510, %512) : (vector<2xi16>, memref<64x2xi16, #amdgpu.address_space<fat_raw_buffer>>, index, index) -> ()
      "gpu.return"() : () -> ()
    }) {gpu.kernel, sym_name = "cut_i16_2_96", workgroup_attributions = 0 : i64} : () -> ()
    "gpu.func"() <{function_type = (memref<64x2xi16>, memref<64x2xi16>) -> (), known_block_size = array<i32: 64, 1, 1>}> ({
    ^bb0(%arg128: memref<64x2xi16>, %arg129: memref<64x2xi16>):
      %502 = "gpu.thread_id"() <{dimension = #gpu<dim x>}> : () -> index
      %503 = "gpu.block_id"() <{dimension = #gpu<dim x>}> : () -> index
      %504 = "arith.constant"() <{value = 0 : index}> : () -> index
      %505 = "arith.constant"() <{value = 97 : i64}> : () -> i64
      %506 = "amdgpu.fat_raw_buffer_cast"(%arg128, %505) <{boundsCheck = true, operandSegmentSizes = array<i32: 1, 1, 0>}> : (memref<64x2xi16>, i64) -> memref<64x2xi16, #amdgpu.address_space<fat_raw_buffer>>
      %507 = "amdgpu.fat_raw_buffer_cast"(%arg129, %505) <{boundsCheck = true, operandSegmentSizes = array<i32: 1, 1, 0>}> : (memref<64x2xi16>, i64) -> memref<64x2xi16, #amdgpu.address_space<fat_raw_buffer>>
      %508 = "vector.load"(%506, %502, %504) : (memref<64x2xi16, #amdgpu.address_space<fat_raw_buffer>>, index, index) -> vector<2xi16>
      "vector.store"(%508, %arg129, %502, %504) : (vector<2xi16>, memref<64x2xi16>, index, index) -> ()
      %509 = "vector.load"(%arg128, %502, %504) : (memref<64x2xi16>, index, index) -> vector<2xi16>
      "vector.store"(%509, %507, %502, %504) : (vector<2xi16>, memref<64x2xi16, #amdgpu.address_space<fat_raw_buffer>>, index, index) -> ()
      "gpu.return"() : () -> ()
    }) {gpu.kernel, sym_name = "cut_i16_2_97", workgroup_attributions = 0 : i64} : () -> ()
    "gpu.func"() <{function_type = (memref<64x3xi16>, memref<64x3xi16>) -> (), known_block_size = array<i32: 64, 1, 1>}> ({
    ^bb0(%arg126: memref<64x3xi16>, %arg127: memref<64x3xi16>):
      %494 = "gpu.thread_id"() <{dimension = #gpu<dim x>}> : () -> index
      %495 = "gpu.block_id"() <{dimension = #gpu<dim x>}> : () -> index
      %496 = "arith.constant"() <{value = 0 : index}> : () -> index
      %497 = "arith.constant"() <{value = 96 : i64}> : () -> i64
      %498 = "amdgpu.fat_raw_buffer_cast"(%arg126, %497) <{boundsCheck = true, operandSegmentSizes = array<i32: 1, 1, 0>}> : (memref<64x3xi16>, i64) -> memref<64x3xi16, #amdgpu.address_space<fat_raw_buffer>>
      %499 = "amdgpu.fat_raw_buffer_cast"(%arg127, %497) <{boundsCheck = true, operandSegmentSizes = array<i32: 1, 1, 0>}> : (memref<64x3xi16>, i64) -> memref<64x3xi16, #amdgpu.address_space<fat_raw_buffer>>
      %500 = "vector.load"(%498, %494, %496) : (memref<64x3xi16, #amdgpu.address_space<fat_raw_buffer>>, index, index) -> vector<3xi16>
      "vector.store"(%500, %arg127, %494, %496) : (vector<3xi16>, memref<64x3xi16>, index, index) -> ()
      %501 = "vector.load"(%arg126, %494, %496) : (memref<64x3xi16>, index, index) -> vector<3xi16>
      "vector.store"(%501, %499, %494, %496) : (vector<3xi16>, memref<64x3xi16, #amdgpu.address_space<fat_raw_buffer>>, index, index) -> ()
      "gpu.return"() : () -> ()
    }) {gpu.kernel, sym_name = "cut_i16_3_96", workgroup_attributions = 0 : i64} : () -> ()
    "gpu.func"() <{function_type = (memref<64x3xi16>, memref<64x3xi16>) -> (), known_block_size = array<i32: 64, 1, 1>}> ({
    ^bb0(%arg124: memref<64x3xi16>, %arg125: memref<64x3xi16>):
      %486 = "gpu.thread_id"() <{dimension = #gpu<dim x>}> : () -> index
      %487 = "gpu.block_id"() <{dimension = #gpu<dim x>}> : () -> index
      %488 = "arith.constant"() <{value = 0 : index}> : () -> index
      %489 = "arith.constant"() <{value = 97 : i64}> : () -> i64
      %490 = "amdgpu.fat_raw_buffer_cast"(%arg124, %489) <{boundsCheck = true, operandSegmentSizes = array<i32: 1, 1, 0>}> : (memref<64x3xi16>, i64) -> memref<64x3xi16, #amdgpu.address_space<fat_raw_buffer>>
      %491 = "amdgpu.fat_raw_buffer_cast"(%arg125, %489) <{boundsCheck = true, operandSegmentSizes = array<i32: 1, 1, 0>}> : (memref<64x3xi16>, i64) -> memref<64x3xi16, #amdgpu.address_space<fat_raw_buffer>>
      %492 = "vector.load"(%490, %486, %488) : (memref<64x3xi16, #amdgpu.address_space<fat_raw_buffer>>, index, index) -> vector<3xi16>
      "vector.store"(%492, %arg125, %486, %488) : (vector<3xi16>, memref<64x3xi16>, index, index) -> ()
      %493 = "vector.load"(%arg124, %486, %488) : (memref<64x3xi16>, index, index) -> vector<3xi16>
      "vector.store"(%493, %491, %486, %488) : (vector<3xi16>, memref<64x3xi16, #amdgpu.address_space<fat_raw_buffer>>, index, index) -> ()
      "gpu.return"() : () -> ()
    }) {gpu.kernel, sym_name = "cut_i16_3_97", workgroup_attributions = 0 : i64} : () -> ()
    "gpu.func"() <{function_type = (memref<64x3xi16>, memref<64x3xi16>) -> (), known_block_size = array<i32: 64, 1, 1>}> ({
    ^bb0(%arg122: memref<64x3xi16>, %arg123: memref<64x3xi16>):
      %478 = "gpu.thread_id"() <{dimension = #gpu<dim x>}> : () -> index
      %479 = "gpu.block_id"() <{dimension = #gpu<dim x>}> : () -> index
      %480 = "arith.constant"() <{value = 0 : index}> : () -> index
      %481 = "arith.constant"() <{value = 98 : i64}> : () -> i64
      %482 = "amdgpu.fat_raw_buffer_cast"(%arg122, %481) <{boundsCheck = true, operandSegmentSizes = array<i32: 1, 1, 0>}> : (memref<64x3xi16>, i64) -> memref<64x3xi16, #amdgpu.address_space<fat_raw_buffer>>
      %483 = "amdgpu.fat_raw_buffer_cast"(%arg123, %481) <{boundsCheck = true, operandSegmentSizes = array<i32: 1, 1, 0>}> : (memref<64x3xi16>, i64) -> memref<64x3xi16, #amdgpu.address_space<fat_raw_buffer>>
      %484 = "vector.load"(%482, %478, %480) : (memref<64x3xi16, #amdgpu.address_space<fat_raw_buffer>>, index, index) -> vector<3xi16>
      "vector.store"(%484, %arg123, %478, %480) : (vector<3xi16>, memref<64x3xi16>, index, index) -> ()
      %485 = "vector.load"(%arg122, %478, %480) : (memref<64x3xi16>, index, index) -> vector<3xi16>
      "vector.store"(%485, %483, %478, %480) : (vector<3xi16>, memref<64x3xi16, #amdgpu.address_space<fat_raw_buffer>>, index, index) -> ()
      "gpu.return"() : () -> ()
    }) {gpu.kernel, sym_name = "cut_i16_3_98", workgroup_attributions = 0 : i64} : () -> ()
    "gpu.func"() <{function_type = (memref<64x3xi16>, memref<64x3xi16>) -> (), known_block_size = array<i32: 64, 1, 1>}> ({
    ^bb0(%arg120: memref<64x3xi16>, %arg121: memref<64x3xi16>):
      %470 = "gpu.thread_id"() <{dimension = #gpu<dim x>}> : () -> index
      %471 = "gpu.block_id"() <{dimension = #gpu<dim x>}> : () -> index
      %472 = "arith.constant"() <{value = 0 : index}> : () -> index
      %473 = "arith.constant"() <{value = 99 : i64}> : () -> i64
      %474 = "amdgpu.fat_raw_buffer_cast"(%arg120, %473) <{boundsCheck = true, operandSegmentSizes = array<i32: 1, 1, 0>}> : (memref<64x3xi16>, i64) -> memref<64x3xi16, #amdgpu.address_space<fat_raw_buffer>>
      %475 = "amdgpu.fat_raw_buffer_cast"(%arg121, %473) <{boundsCheck = true, operandSegmentSizes = array<i32: 1, 1, 0>}> : (memref<64x3xi16>, i64) -> memref<64x3xi16, #amdgpu.address_space<fat_raw_buffer>>
      %476 = "vector.load"(%474, %470, %472) : (memref<64x3xi16, #amdgpu.address_space<fat_raw_buffer>>, index, index) -> vector<3xi16>
      "vector.store"(%476, %arg121, %470, %472) : (vector<3xi16>, memref<64x3xi16>, index, index) -> ()
      %477 = "vector.load"(%arg120, %470, %472) : (memref<64x3xi16>, index, index) -> vector<3xi16>
      "vector.store"(%477, %475, %470, %472) : (vector<3xi16>, memref<64x3xi16, #amdgpu.address_space<fat_raw_buffer>>, index, index) -> ()
      "gpu.return"() : () -> ()
    }) {gpu.kernel, sym_name = "cut_i16_3_99", workgroup_attributions = 0 : i64} : () -> ()
    "gpu.func"() <{function_type = (memref<64x3xi16>, memref<64x3xi16>) -> (), known_block_size = array<i32: 64, 1, 1>}> ({
    ^bb0(%arg118: memref<64x3xi16>, %arg119: memref<64x3xi16>):
      %462 = "gpu.thread_id"() <{dimension = #gpu<dim x>}> : () -> index
      %463 = "gpu.block_id"() <{dimension = #gpu<dim x>}> : () -> index
      %464 = "arith.constant"() <{value = 0 : index}> : () -> index
      %465 = "arith.constant"() <{value = 101 : i64}> : () -> i64
      %466 = "amdgpu.fat_raw_buffer_cast"(%arg118, %465) <{boundsCheck = true, operandSegmentSizes = array<i32: 1, 1, 0>}> : (memref<64x3xi16>, i64) -> memref<64x3xi16, #amdgpu.address_space<fat_raw_buffer>>
      %467 = "amdgpu.fat_raw_buffer_cast"(%arg119, %465) <{boundsCheck = true, operandSegmentSizes = array<i32: 1, 1, 0>}> : (memref<64x3xi16>, i64) -> memref<64x3xi16, #amdgpu.address_space<fat_raw_buffer>>
      %468 = "vector.load"(%466, %462, %464) : (memref<64x3xi16, #amdgpu.address_space<fat_raw_buffer>>, index, index) -> vector<3xi16>
      "vector.store"(%468, %arg119, %462, %464) : (vector<3xi16>, memref<64x3xi16>, index, index) -> ()
      %469 = "vector.load"(%arg118, %462, %464) : (memref<64x3xi16>, index, index) -> vector<3xi16>
      "vector.store"(%469, %467, %462, %464) : (vector<3xi16>, memref<64x3xi16, #amdgpu.address_space<fat_raw_buffer>>, index, index) -> ()
      "gpu.return"() : () -> ()
    }) {gpu.kernel, sym_name = "cut_i16_3_101", workgroup_attributions = 0 : i64} : () -> ()
    "gpu.func"() <{function_type = (memref<64x5xi16>, memref<64x5xi16>) -> (), known_block_size = array<i32: 64, 1, 1>}> ({
    ^bb0(%arg116: memref<64x5xi16>, %arg117: memref<64x5xi16>):
      %454 = "gpu.thread_id"() <{dimension = #gpu<dim x>}> : () -> index
      %455 = "gpu.block_id"() <{dimension = #gpu<dim x>}> : () -> index
      %456 = "arith.constant"() <{value = 0 : index}> : () -> index
      %457 = "arith.constant"() <{value = 96 : i64}> : () -> i64
      %458 = "amdgpu.fat_raw_buffer_cast"(%arg116, %457) <{boundsCheck = true, operandSegmentSizes = array<i32: 1, 1, 0>}> : (memref<64x5xi16>, i64) -> memref<64x5xi16, #amdgpu.address_space<fat_raw_buffer>>
      %459 = "amdgpu.fat_raw_buffer_cast"(%arg117, %457) <{boundsCheck = true, operandSegmentSizes = array<i32: 1, 1, 0>}> : (memref<64x5xi16>, i64) -> memref<64x5xi16, #amdgpu.address_space<fat_raw_buffer>>
      %460 = "vector.load"(%458, %454, %456) : (memref<64x5xi16, #amdgpu.address_space<fat_raw_buffer>>, index, index) -> vector<5xi16>
      "vector.store"(%460, %arg117, %454, %456) : (vector<5xi16>, memref<64x5xi16>, index, index) -> ()
      %461 = "vector.load"(%arg116, %454, %456) : (memref<64x5xi16>, index, index) -> vector<5xi16>
      "vector.store"(%461, %459, %454, %456) : (vector<5xi16>, memref<64x5xi16, #amdgpu.address_space<fat_raw_buffer>>, index, index) -> ()
      "gpu.return"() : () -> ()
    }) {gpu.kernel, sym_name = "cut_i16_5_96", workgroup_attributions = 0 : i64} : () -> ()
    "gpu.func"() <{function_type = (memref<64x5xi16>, memref<64x5xi16>) -> (), known_block_size = array<i32: 64, 1, 1>}> ({
    ^bb0(%arg114: memref<64x5xi16>, %arg115: memref<64x5xi16>):
      %446 = "gpu.thread_id"() <{dimension = #gpu<dim x>}> : () -> index
      %447 = "gpu.block_id"() <{dimension = #gpu<dim x>}> : () -> index
      %448 = "arith.constant"() <{value = 0 : index}> : () -> index
      %449 = "arith.constant"() <{value = 97 : i64}> : () -> i64
      %450 = "amdgpu.fat_raw_buffer_cast"(%arg114, %449) <{boundsCheck = true, operandSegmentSizes = array<i32: 1, 1, 0>}> : (memref<64x5xi16>, i64) -> memref<64x5xi16, #amdgpu.address_space<fat_raw_buffer>>
      %451 = "amdgpu.fat_raw_buffer_cast"(%arg115, %449) <{boundsCheck = true, operandSegmentSizes = array<i32: 1, 1, 0>}> : (memref<64x5xi16>, i64) -> memref<64x5xi16, #amdgpu.address_space<fat_raw_buffer>>
      %452 = "vector.load"(%450, %446, %448) : (memref<64x5xi16, #amdgpu.address_space<fat_raw_buffer>>, index, index) -> vector<5xi16>
      "vector.store"(%452, %arg115, %446, %448) : (vector<5xi16>, memref<64x5xi16>, index, index) -> ()
      %453 = "vector.load"(%arg114, %446, %448) : (memref<64x5xi16>, index, index) -> vector<5xi16>
      "vector.store"(%453, %451, %446, %448) : (vector<5xi16>, memref<64x5xi16, #amdgpu.address_space<fat_raw_buffer>>, index, index) -> ()
      "gpu.return"() : () -> ()
    }) {gpu.kernel, sym_name = "cut_i16_5_97", workgroup_attributions = 0 : i64} : () -> ()
    "gpu.func"() <{function_type = (memref<64x5xi16>, memref<64x5xi16>) -> (), known_block_size = array<i32: 64, 1, 1>}> ({
    ^bb0(%arg112: memref<64x5xi16>, %arg113: memref<64x5xi16>):
      %438 = "gpu.thread_id"() <{dimension = #gpu<dim x>}> : () -> index
      %439 = "gpu.block_id"() <{dimension = #gpu<dim x>}> : () -> index
      %440 = "arith.constant"() <{value = 0 : index}> : () -> index
      %441 = "arith.constant"() <{value = 98 : i64}> : () -> i64
      %442 = "amdgpu.fat_raw_buffer_cast"(%arg112, %441) <{boundsCheck = true, operandSegmentSizes = array<i32: 1, 1, 0>}> : (memref<64x5xi16>, i64) -> memref<64x5xi16, #amdgpu.address_space<fat_raw_buffer>>
      %443 = "amdgpu.fat_raw_buffer_cast"(%arg113, %441) <{boundsCheck = true, operandSegmentSizes = array<i32: 1, 1, 0>}> : (memref<64x5xi16>, i64) -> memref<64x5xi16, #amdgpu.address_space<fat_raw_buffer>>
      %444 = "vector.load"(%442, %438, %440) : (memref<64x5xi16, #amdgpu.address_space<fat_raw_buffer>>, index, index) -> vector<5xi16>
      "vector.store"(%444, %arg113, %438, %440) : (vector<5xi16>, memref<64x5xi16>, index, index) -> ()
      %445 = "vector.load"(%arg112, %438, %440) : (memref<64x5xi16>, index, index) -> vector<5xi16>
      "vector.store"(%445, %443, %438, %440) : (vector<5xi16>, memref<64x5xi16, #amdgpu.address_space<fat_raw_buffer>>, index, index) -> ()
      "gpu.return"() : () -> ()
    }) {gpu.kernel, sym_name = "cut_i16_5_98", workgroup_attributions = 0 : i64} : () -> ()
    "gpu.func"() <{function_type = (memref<64x5xi16>, memref<64x5xi16>) -> (), known_block_size = array<i32: 64, 1, 1>}> ({
    ^bb0(%arg110: memref<64x5xi16>, %arg111: memref<64x5xi16>):
      %430 = "gpu.thread_id"() <{dimension = #gpu<dim x>}> : () -> index
      %431 = "gpu.block_id"() <{dimension = #gpu<dim x>}> : () -> index
      %432 = "arith.constant"() <{value = 0 : index}> : () -> index
      %433 = "arith.constant"() <{value = 99 : i64}> : () -> i64
      %434 = "amdgpu.fat_raw_buffer_cast"(%arg110, %433) <{boundsCheck = true, operandSegmentSizes = array<i32: 1, 1, 0>}> : (memref<64x5xi16>, i64) -> memref<64x5xi16, #amdgpu.address_space<fat_raw_buffer>>
      %435 = "amdgpu.fat_raw_buffer_cast"(%arg111, %433) <{boundsCheck = true, operandSegmentSizes = array<i32: 1, 1, 0>}> : (memref<64x5xi16>, i64) -> memref<64x5xi16, #amdgpu.address_space<fat_raw_buffer>>
      %436 = "vector.load"(%434, %430, %432) : (memref<64x5xi16, #amdgpu.address_space<fat_raw_buffer>>, index, index) -> vector<5xi16>
      "vector.store"(%436, %arg111, %430, %432) : (vector<5xi16>, memref<64x5xi16>, index, index) -> ()
      %437 = "vector.load"(%arg110, %430, %432) : (memref<64x5xi16>, index, index) -> vector<5xi16>
      "vector.store"(%437, %435, %430, %432) : (vector<5xi16>, memref<64x5xi16, #amdgpu.address_space<fat_raw_buffer>>, index, index) -> ()
      "gpu.return"() : () -> ()
    }) {gpu.kernel, sym_name = "cut_i16_5_99", workgroup_attributions = 0 : i64} : () -> ()
    "gpu.func"() <{function_type = (memref<64x5xi16>, memref<64x5xi16>) -> (), known_block_size = array<i32: 64, 1, 1>}> ({
    ^bb0(%arg108: memref<64x5xi16>, %arg109: memref<64x5xi16>):
      %422 = "gpu.thread_id"() <{dimension = #gpu<dim x>}> : () -> index
      %423 = "gpu.block_id"() <{dimension = #gpu<dim x>}> : () -> index
      %424 = "arith.constant"() <{value = 0 : index}> : () -> index
      %425 = "arith.constant"() <{value = 101 : i64}> : () -> i64
      %426 = "amdgpu.fat_raw_buffer_cast"(%arg108, %425) <{boundsCheck = true, operandSegmentSizes = array<i32: 1, 1, 0>}> : (memref<64x5xi16>, i64) -> memref<64x5xi16, #amdgpu.address_space<fat_raw_buffer>>
      %427 = "amdgpu.fat_raw_buffer_cast"(%arg109, %425) <{boundsCheck = true, operandSegmentSizes = array<i32: 1, 1, 0>}> : (memref<64x5xi16>, i64) -> memref<64x5xi16, #amdgpu.address_space<fat_raw_buffer>>
      %428 = "vector.load"(%426, %422, %424) : (memref<64x5xi16, #amdgpu.address_space<fat_raw_buffer>>, index, index) -> vector<5xi16>
      "vector.store"(%428, %arg109, %422, %424) : (vector<5xi16>, memref<64x5xi16>, index, index) -> ()
      %429 = "vector.load"(%arg108, %422, %424) : (memref<64x5xi16>, index, index) -> vector<5xi16>
      "vector.store"(%429, %427, %422, %424) : (vector<5xi16>, memref<64x5xi16, #amdgpu.address_space<fat_raw_buffer>>, index, index) -> ()
      "gpu.return"() : () -> ()
    }) {gpu.kernel, sym_name = "cut_i16_5_101", workgroup_attributions = 0 : i64} : () -> ()
    "gpu.func"() <{function_type = (memref<64x7xi16>, memref<64x7xi16>) -> (), known_block_size = array<i32: 64, 1, 1>}> ({
    ^bb0(%arg106: memref<64x7xi16>, %arg107: memref<64x7xi16>):
      %414 = "gpu.thread_id"() <{dimension = #gpu<dim x>}> : () -> index
      %415 = "gpu.block_id"() <{dimension = #gpu<dim x>}> : () -> index
      %416 = "arith.constant"() <{value = 0 : index}> : () -> index
      %417 = "arith.constant"() <{value = 96 : i64}> : () -> i64
      %418 = "amdgpu.fat_raw_buffer_cast"(%arg106, %417) <{boundsCheck = true, operandSegmentSizes = array<i32: 1, 1, 0>}> : (memref<64x7xi16>, i64) -> memref<64x7xi16, #amdgpu.address_space<fat_raw_buffer>>
      %419 = "amdgpu.fat_raw_buffer_cast"(%arg107, %417) <{boundsCheck = true, operandSegmentSizes = array<i32: 1, 1, 0>}> : (memref<64x7xi16>, i64) -> memref<64x7xi16, #amdgpu.address_space<fat_raw_buffer>>
      %420 = "vector.load"(%418, %414, %416) : (memref<64x7xi16, #amdgpu.address_space<fat_raw_buffer>>, index, index) -> vector<7xi16>
      "vector.store"(%420, %arg107, %414, %416) : (vector<7xi16>, memref<64x7xi16>, index, index) -> ()
      %421 = "vector.load"(%arg106, %414, %416) : (memref<64x7xi16>, index, index) -> vector<7xi16>
      "vector.store"(%421, %419, %414, %416) : (vector<7xi16>, memref<64x7xi16, #amdgpu.address_space<fat_raw_buffer>>, index, index) -> ()
      "gpu.return"() : () -> ()
    }) {gpu.kernel, sym_name = "cut_i16_7_96", workgroup_attributions = 0 : i64} : () -> ()
    "gpu.func"() <{function_type = (memref<64x7xi16>, memref<64x7xi16>) -> (), known_block_size = array<i32: 64, 1, 1>}> ({
    ^bb0(%arg104: memref<64x7xi16>, %arg105: memref<64x7xi16>):
      %406 = "gpu.thread_id"() <{dimension = #gpu<dim x>}> : () -> index
      %407 = "gpu.block_id"() <{dimension = #gpu<dim x>}> : () -> index
      %408 = "arith.constant"() <{value = 0 : index}> : () -> index
      %409 = "arith.constant"() <{value = 97 : i64}> : () -> i64
      %410 = "amdgpu.fat_raw_buffer_cast"(%arg104, %409) <{boundsCheck = true, operandSegmentSizes = array<i32: 1, 1, 0>}> : (memref<64x7xi16>, i64) -> memref<64x7xi16, #amdgpu.address_space<fat_raw_buffer>>
      %411 = "amdgpu.fat_raw_buffer_cast"(%arg105, %409) <{boundsCheck = true, operandSegmentSizes = array<i32: 1, 1, 0>}> : (memref<64x7xi16>, i64) -> memref<64x7xi16, #amdgpu.address_space<fat_raw_buffer>>
      %412 = "vector.load"(%410, %406, %408) : (memref<64x7xi16, #amdgpu.address_space<fat_raw_buffer>>, index, index) -> vector<7xi16>
      "vector.store"(%412, %arg105, %406, %408) : (vector<7xi16>, memref<64x7xi16>, index, index) -> ()
      %413 = "vector.load"(%arg104, %406, %408) : (memref<64x7xi16>, index, index) -> vector<7xi16>
      "vector.store"(%413, %411, %406, %408) : (vector<7xi16>, memref<64x7xi16, #amdgpu.address_space<fat_raw_buffer>>, index, index) -> ()
      "gpu.return"() : () -> ()
    }) {gpu.kernel, sym_name = "cut_i16_7_97", workgroup_attributions = 0 : i64} : () -> ()
    "gpu.func"() <{function_type = (memref<64x7xi16>, memref<64x7xi16>) -> (), known_block_size = array<i32: 64, 1, 1>}> ({
    ^bb0(%arg102: memref<64x7xi16>, %arg103: memref<64x7xi16>):
      %398 = "gpu.thread_id"() <{dimension = #gpu<dim x>}> : () -> index
      %399 = "gpu.block_id"() <{dimension = #gpu<dim x>}> : () -> index
      %400 = "arith.constant"() <{value = 0 : index}> : () -> index
      %401 = "arith.constant"() <{value = 98 : i64}> : () -> i64
      %402 = "amdgpu.fat_raw_buffer_cast"(%arg102, %401) <{boundsCheck = true, operandSegmentSizes = array<i32: 1, 1, 0>}> : (memref<64x7xi16>, i64) -> memref<64x7xi16, #amdgpu.address_space<fat_raw_buffer>>
      %403 = "amdgpu.fat_raw_buffer_cast"(%arg103, %401) <{boundsCheck = true, operandSegmentSizes = array<i32: 1, 1, 0>}> : (memref<64x7xi16>, i64) -> memref<64x7xi16, #amdgpu.address_space<fat_raw_buffer>>
      %404 = "vector.load"(%402, %398, %400) : (memref<64x7xi16, #amdgpu.address_space<fat_raw_buffer>>, index, index) -> vector<7xi16>
      "vector.store"(%404, %arg103, %398, %400) : (vector<7xi16>, memref<64x7xi16>, index, index) -> ()
      %405 = "vector.load"(%arg102, %398, %400) : (memref<64x7xi16>, index, index) -> vector<7xi16>
      "vector.store"(%405, %403, %398, %400) : (vector<7xi16>, memref<64x7xi16, #amdgpu.address_space<fat_raw_buffer>>, index, index) -> ()
      "gpu.return"() : () -> ()
    }) {gpu.kernel, sym_name = "cut_i16_7_98", workgroup_attributions = 0 : i64} : () -> ()
    "gpu.func"() <{function_type = (memref<64x7xi16>, memref<64x7xi16>) -> (), known_block_size = array<i32: 64, 1, 1>}> ({
    ^bb0(%arg100: memref<64x7xi16>, %arg101: memref<64x7xi16>):
      %390 = "gpu.thread_id"() <{dimension = #gpu<dim x>}> : () -> index
      %391 = "gpu.block_id"() <{dimension = #gpu<dim x>}> : () -> index
      %392 = "arith.constant"() <{value = 0 : index}> : () -> index
      %393 = "arith.constant"() <{value = 99 : i64}> : () -> i64
      %394 = "amdgpu.fat_raw_buffer_cast"(%arg100, %393) <{boundsCheck = true, operandSegmentSizes = array<i32: 1, 1, 0>}> : (memref<64x7xi16>, i64) -> memref<64x7xi16, #amdgpu.address_space<fat_raw_buffer>>
      %395 = "amdgpu.fat_raw_buffer_cast"(%arg101, %393) <{boundsCheck = true, operandSegmentSizes = array<i32: 1, 1, 0>}> : (memref<64x7xi16>, i64) -> memref<64x7xi16, #amdgpu.address_space<fat_raw_buffer>>
      %396 = "vector.load"(%394, %390, %392) : (memref<64x7xi16, #amdgpu.address_space<fat_raw_buffer>>, index, index) -> vector<7xi16>
      "vector.store"(%396, %arg101, %390, %392) : (vector<7xi16>, memref<64x7xi16>, index, index) -> ()
      %397 = "vector.load"(%arg100, %390, %392) : (memref<64x7xi16>, index, index) -> vector<7xi16>
      "vector.store"(%397, %395, %390, %392) : (vector<7xi16>, memref<64x7xi16, #amdgpu.address_space<fat_raw_buffer>>, index, index) -> ()
      "gpu.return"() : () -> ()
    }) {gpu.kernel, sym_name = "cut_i16_7_99", workgroup_attributions = 0 : i64} : () -> ()
    "gpu.func"() <{function_type = (memref<64x7xi16>, memref<64x7xi16>) -> (), known_block_size = array<i32: 64, 1, 1>}> ({
    ^bb0(%arg98: memref<64x7xi16>, %arg99: memref<64x7xi16>):
      %382 = "gpu.thread_id"() <{dimension = #gpu<dim x>}> : () -> index
      %383 = "gpu.block_id"() <{dimension = #gpu<dim x>}> : () -> index
      %384 = "arith.constant"() <{value = 0 : index}> : () -> index
      %385 = "arith.constant"() <{value = 101 : i64}> : () -> i64
      %386 = "amdgpu.fat_raw_buffer_cast"(%arg98, %385) <{boundsCheck = true, operandSegmentSizes = array<i32: 1, 1, 0>}> : (memref<64x7xi16>, i64) -> memref<64x7xi16, #amdgpu.address_space<fat_raw_buffer>>
      %387 = "amdgpu.fat_raw_buffer_cast"(%arg99, %385) <{boundsCheck = true, operandSegmentSizes = array<i32: 1, 1, 0>}> : (memref<64x7xi16>, i64) -> memref<64x7xi16, #amdgpu.address_space<fat_raw_buffer>>
      %388 = "vector.load"(%386, %382, %384) : (memref<64x7xi16, #amdgpu.address_space<fat_raw_buffer>>, index, index) -> vector<7xi16>
      "vector.store"(%388, %arg99, %382, %384) : (vector<7xi16>, memref<64x7xi16>, index, index) -> ()
      %389 = "vector.load"(%arg98, %382, %384) : (memref<64x7xi16>, index, index) -> vector<7xi16>
      "vector.store"(%389, %387, %382, %384) : (vector<7xi16>, memref<64x7xi16, #amdgpu.address_space<fat_raw_buffer>>, index, index) -> ()
      "gpu.return"() : () -> ()
    }) {gpu.kernel, sym_name = "cut_i16_7_101", workgroup_attributions = 0 : i64} : () -> ()
    "gpu.func"() <{function_type = (memref<64x1xf32>, memref<64x1xf32>) -> (), known_block_size = array<i32: 64, 1, 1>}> ({
    ^bb0(%arg96: memref<64x1xf32>, %arg97: memref<64x1xf32>):
      %374 = "gpu.thread_id"() <{dimension = #gpu<dim x>}> : () -> index
      %375 = "gpu.block_id"() <{dimension = #gpu<dim x>}> : () -> index
      %376 = "arith.constant"() <{value = 0 : index}> : () -> index
      %377 = "arith.constant"() <{value = 96 : i64}> : () -> i64
      %378 = "amdgpu.fat_raw_buffer_cast"(%arg96, %377) <{boundsCheck = true, operandSegmentSizes = array<i32: 1, 1, 0>}> : (memref<64x1xf32>, i64) -> memref<64x1xf32, #amdgpu.address_space<fat_raw_buffer>>
      %379 = "amdgpu.fat_raw_buffer_cast"(%arg97, %377) <{boundsCheck = true, operandSegmentSizes = array<i32: 1, 1, 0>}> : (memref<64x1xf32>, i64) -> memref<64x1xf32, #amdgpu.address_space<fat_raw_buffer>>
      %380 = "vector.load"(%378, %374, %376) : (memref<64x1xf32, #amdgpu.address_space<fat_raw_buffer>>, index, index) -> vector<1xf32>
      "vector.store"(%380, %arg97, %374, %376) : (vector<1xf32>, memref<64x1xf32>, index, index) -> ()
      %381 = "vector.load"(%arg96, %374, %376) : (memref<64x1xf32>, index, index) -> vector<1xf32>
      "vector.store"(%381, %379, %374, %376) : (vector<1xf32>, memref<64x1xf32, #amdgpu.address_space<fat_raw_buffer>>, index, index) -> ()
      "gpu.return"() : () -> ()
    }) {gpu.kernel, sym_name = "cut_f32_1_96", workgroup_attributions = 0 : i64} : () -> ()
    "gpu.func"() <{function_type = (memref<64x1xf32>, memref<64x1xf32>) -> (), known_block_size = array<i32: 64, 1, 1>}> ({
    ^bb0(%arg94: memref<64x1xf32>, %arg95: memref<64x1xf32>):
      %366 = "gpu.thread_id"() <{dimension = #gpu<dim x>}> : () -> index
      %367 = "gpu.block_id"() <{dimension = #gpu<dim x>}> : () -> index
      %368 = "arith.constant"() <{value = 0 : index}> : () -> index
      %369 = "arith.constant"() <{value = 97 : i64}> : () -> i64
      %370 = "amdgpu.fat_raw_buffer_cast"(%arg94, %369) <{boundsCheck = true, operandSegmentSizes = array<i32: 1, 1, 0>}> : (memref<64x1xf32>, i64) -> memref<64x1xf32, #amdgpu.address_space<fat_raw_buffer>>
      %371 = "amdgpu.fat_raw_buffer_cast"(%arg95, %369) <{boundsCheck = true, operandSegmentSizes = array<i32: 1, 1, 0>}> : (memref<64x1xf32>, i64) -> memref<64x1xf32, #amdgpu.address_space<fat_raw_buffer>>
      %372 = "vector.load"(%370, %366, %368) : (memref<64x1xf32, #amdgpu.address_space<fat_raw_buffer>>, index, index) -> vector<1xf32>
      "vector.store"(%372, %arg95, %366, %368) : (vector<1xf32>, memref<64x1xf32>, index, index) -> ()
      %373 = "vector.load"(%arg94, %366, %368) : (memref<64x1xf32>, index, index) -> vector<1xf32>
      "vector.store"(%373, %371, %366, %368) : (vector<1xf32>, memref<64x1xf32, #amdgpu.address_space<fat_raw_buffer>>, index, index) -> ()
      "gpu.return"() : () -> ()
    }) {gpu.kernel, sym_name = "cut_f32_1_97", workgroup_attributions = 0 : i64} : () -> ()
    "gpu.func"() <{function_type = (memref<64x1xf32>, memref<64x1xf32>) -> (), known_block_size = array<i32: 64, 1, 1>}> ({
    ^bb0(%arg92: memref<64x1xf32>, %arg93: memref<64x1xf32>):
      %358 = "gpu.thread_id"() <{dimension = #gpu<dim x>}> : () -> index
      %359 = "gpu.block_id"() <{dimension = #gpu<dim x>}> : () -> index
      %360 = "arith.constant"() <{value = 0 : index}> : () -> index
      %361 = "arith.constant"() <{value = 98 : i64}> : () -> i64
      %362 = "amdgpu.fat_raw_buffer_cast"(%arg92, %361) <{boundsCheck = true, operandSegmentSizes = array<i32: 1, 1, 0>}> : (memref<64x1xf32>, i64) -> memref<64x1xf32, #amdgpu.address_space<fat_raw_buffer>>
      %363 = "amdgpu.fat_raw_buffer_cast"(%arg93, %361) <{boundsCheck = true, operandSegmentSizes = array<i32: 1, 1, 0>}> : (memref<64x1xf32>, i64) -> memref<64x1xf32, #amdgpu.address_space<fat_raw_buffer>>
      %364 = "vector.load"(%362, %358, %360) : (memref<64x1xf32, #amdgpu.address_space<fat_raw_buffer>>, index, index) -> vector<1xf32>
      "vector.store"(%364, %arg93, %358, %360) : (vector<1xf32>, memref<64x1xf32>, index, index) -> ()
      %365 = "vector.load"(%arg92, %358, %360) : (memref<64x1xf32>, index, index) -> vector<1xf32>
      "vector.store"(%365, %363, %358, %360) : (vector<1xf32>, memref<64x1xf32, #amdgpu.address_space<fat_raw_buffer>>, index, index) -> ()
      "gpu.return"() : () -> ()
    }) {gpu.kernel, sym_name = "cut_f32_1_98", workgroup_attributions = 0 : i64} : () -> ()
    "gpu.func"() <{function_type = (memref<64x1xf32>, memref<64x1xf32>) -> (), known_block_size = array<i32: 64, 1, 1>}> ({
    ^bb0(%arg90: memref<64x1xf32>, %arg91: memref<64x1xf32>):
      %350 = "gpu.thread_id"() <{dimension = #gpu<dim x>}> : () -> index
      %351 = "gpu.block_id"() <{dimension = #gpu<dim x>}> : () -> index
      %352 = "arith.constant"() <{value = 0 : index}> : () -> index
      %353 = "arith.constant"() <{value = 99 : i64}> : () -> i64
      %354 = "amdgpu.fat_raw_buffer_cast"(%arg90, %353) <{boundsCheck = true, operandSegmentSizes = array<i32: 1, 1, 0>}> : (memref<64x1xf32>, i64) -> memref<64x1xf32, #amdgpu.address_space<fat_raw_buffer>>
      %355 = "amdgpu.fat_raw_buffer_cast"(%arg91, %353) <{boundsCheck = true, operandSegmentSizes = array<i32: 1, 1, 0>}> : (memref<64x1xf32>, i64) -> memref<64x1xf32, #amdgpu.address_space<fat_raw_buffer>>
      %356 = "vector.load"(%354, %350, %352) : (memref<64x1xf32, #amdgpu.address_space<fat_raw_buffer>>, index, index) -> vector<1xf32>
      "vector.store"(%356, %arg91, %350, %352) : (vector<1xf32>, memref<64x1xf32>, index, index) -> ()
      %357 = "vector.load"(%arg90, %350, %352) : (memref<64x1xf32>, index, index) -> vector<1xf32>
      "vector.store"(%357, %355, %350, %352) : (vector<1xf32>, memref<64x1xf32, #amdgpu.address_space<fat_raw_buffer>>, index, index) -> ()
      "gpu.return"() : () -> ()
    }) {gpu.kernel, sym_name = "cut_f32_1_99", workgroup_attributions = 0 : i64} : () -> ()
    "gpu.func"() <{function_type = (memref<64x1xf32>, memref<64x1xf32>) -> (), known_block_size = array<i32: 64, 1, 1>}> ({
    ^bb0(%arg88: memref<64x1xf32>, %arg89: memref<64x1xf32>):
      %342 = "gpu.thread_id"() <{dimension = #gpu<dim x>}> : () -> index
      %343 = "gpu.block_id"() <{dimension = #gpu<dim x>}> : () -> index
      %344 = "arith.constant"() <{value = 0 : index}> : () -> index
      %345 = "arith.constant"() <{value = 101 : i64}> : () -> i64
      %346 = "amdgpu.fat_raw_buffer_cast"(%arg88, %345) <{boundsCheck = true, operandSegmentSizes = array<i32: 1, 1, 0>}> : (memref<64x1xf32>, i64) -> memref<64x1xf32, #amdgpu.address_space<fat_raw_buffer>>
      %347 = "amdgpu.fat_raw_buffer_cast"(%arg89, %345) <{boundsCheck = true, operandSegmentSizes = array<i32: 1, 1, 0>}> : (memref<64x1xf32>, i64) -> memref<64x1xf32, #amdgpu.address_space<fat_raw_buffer>>
      %348 = "vector.load"(%346, %342, %344) : (memref<64x1xf32, #amdgpu.address_space<fat_raw_buffer>>, index, index) -> vector<1xf32>
      "vector.store"(%348, %arg89, %342, %344) : (vector<1xf32>, memref<64x1xf32>, index, index) -> ()
      %349 = "vector.load"(%arg88, %342, %344) : (memref<64x1xf32>, index, index) -> vector<1xf32>
      "vector.store"(%349, %347, %342, %344) : (vector<1xf32>, memref<64x1xf32, #amdgpu.address_space<fat_raw_buffer>>, index, index) -> ()
      "gpu.return"() : () -> ()
    }) {gpu.kernel, sym_name = "cut_f32_1_101", workgroup_attributions = 0 : i64} : () -> ()
    "gpu.func"() <{function_type = (memref<64x2xf32>, memref<64x2xf32>) -> (), known_block_size = array<i32: 64, 1, 1>}> ({
    ^bb0(%arg86: memref<64x2xf32>, %arg87: memref<64x2xf32>):
      %334 = "gpu.thread_id"() <{dimension = #gpu<dim x>}> : () -> index
      %335 = "gpu.block_id"() <{dimension = #gpu<dim x>}> : () -> index
      %336 = "arith.constant"() <{value = 0 : index}> : () -> index
      %337 = "arith.constant"() <{value = 96 : i64}> : () -> i64
      %338 = "amdgpu.fat_raw_buffer_cast"(%arg86, %337) <{boundsCheck = true, operandSegmentSizes = array<i32: 1, 1, 0>}> : (memref<64x2xf32>, i64) -> memref<64x2xf32, #amdgpu.address_space<fat_raw_buffer>>
      %339 = "amdgpu.fat_raw_buffer_cast"(%arg87, %337) <{boundsCheck = true, operandSegmentSizes = array<i32: 1, 1, 0>}> : (memref<64x2xf32>, i64) -> memref<64x2xf32, #amdgpu.address_space<fat_raw_buffer>>
      %340 = "vector.load"(%338, %334, %336) : (memref<64x2xf32, #amdgpu.address_space<fat_raw_buffer>>, index, index) -> vector<2xf32>
      "vector.store"(%340, %arg87, %334, %336) : (vector<2xf32>, memref<64x2xf32>, index, index) -> ()
      %341 = "vector.load"(%arg86, %334, %336) : (memref<64x2xf32>, index, index) -> vector<2xf32>
      "vector.store"(%341, %339, %334, %336) : (vector<2xf32>, memref<64x2xf32, #amdgpu.address_space<fat_raw_buffer>>, index, index) -> ()
      "gpu.return"() : () -> ()
    }) {gpu.kernel, sym_name = "cut_f32_2_96", workgroup_attributions = 0 : i64} : () -> ()
    "gpu.func"() <{function_type = (memref<64x2xf32>, memref<64x2xf32>) -> (), known_block_size = array<i32: 64, 1, 1>}> ({
    ^bb0(%arg84: memref<64x2xf32>, %arg85: memref<64x2xf32>):
      %326 = "gpu.thread_id"() <{dimension = #gpu<dim x>}> : () -> index
      %327 = "gpu.block_id"() <{dimension = #gpu<dim x>}> : () -> index
      %328 = "arith.constant"() <{value = 0 : index}> : () -> index
      %329 = "arith.constant"() <{value = 97 : i64}> : () -> i64
      %330 = "amdgpu.fat_raw_buffer_cast"(%arg84, %329) <{boundsCheck = true, operandSegmentSizes = array<i32: 1, 1, 0>}> : (memref<64x2xf32>, i64) -> memref<64x2xf32, #amdgpu.address_space<fat_raw_buffer>>
      %331 = "amdgpu.fat_raw_buffer_cast"(%arg85, %329) <{boundsCheck = true, operandSegmentSizes = array<i32: 1, 1, 0>}> : (memref<64x2xf32>, i64) -> memref<64x2xf32, #amdgpu.address_space<fat_raw_buffer>>
      %332 = "vector.load"(%330, %326, %328) : (memref<64x2xf32, #amdgpu.address_space<fat_raw_buffer>>, index, index) -> vector<2xf32>
      "vector.store"(%332, %arg85, %326, %328) : (vector<2xf32>, memref<64x2xf32>, index, index) -> ()
      %333 = "vector.load"(%arg84, %326, %328) : (memref<64x2xf32>, index, index) -> vector<2xf32>
      "vector.store"(%333, %331, %326, %328) : (vector<2xf32>, memref<64x2xf32, #amdgpu.address_space<fat_raw_buffer>>, index, index) -> ()
      "gpu.return"() : () -> ()
    }) {gpu.kernel, sym_name = "cut_f32_2_97", workgroup_attributions = 0 : i64} : () -> ()
    "gpu.func"() <{function_type = (memref<64x3xf32>, memref<64x3xf32>) -> (), known_block_size = array<i32: 64, 1, 1>}> ({
    ^bb0(%arg82: memref<64x3xf32>, %arg83: memref<64x3xf32>):
      %318 = "gpu.thread_id"() <{dimension = #gpu<dim x>}> : () -> index
      %319 = "gpu.block_id"() <{dimension = #gpu<dim x>}> : () -> index
      %320 = "arith.constant"() <{value = 0 : index}> : () -> index
      %321 = "arith.constant"() <{value = 96 : i64}> : () -> i64
      %322 = "amdgpu.fat_raw_buffer_cast"(%arg82, %321) <{boundsCheck = true, operandSegmentSizes = array<i32: 1, 1, 0>}> : (memref<64x3xf32>, i64) -> memref<64x3xf32, #amdgpu.address_space<fat_raw_buffer>>
      %323 = "amdgpu.fat_raw_buffer_cast"(%arg83, %321) <{boundsCheck = true, operandSegmentSizes = array<i32: 1, 1, 0>}> : (memref<64x3xf32>, i64) -> memref<64x3xf32, #amdgpu.address_space<fat_raw_buffer>>
      %324 = "vector.load"(%322, %318, %320) : (memref<64x3xf32, #amdgpu.address_space<fat_raw_buffer>>, index, index) -> vector<3xf32>
      "vector.store"(%324, %arg83, %318, %320) : (vector<3xf32>, memref<64x3xf32>, index, index) -> ()
      %325 = "vector.load"(%arg82, %318, %320) : (memref<64x3xf32>, index, index) -> vector<3xf32>
      "vector.store"(%325, %323, %318, %320) : (vector<3xf32>, memref<64x3xf32, #amdgpu.address_space<fat_raw_buffer>>, index, index) -> ()
      "gpu.return"() : () -> ()
    }) {gpu.kernel, sym_name = "cut_f32_3_96", workgroup_attributions = 0 : i64} : () -> ()
    "gpu.func"() <{function_type = (memref<64x3xf32>, memref<64x3xf32>) -> (), known_block_size = array<i32: 64, 1, 1>}> ({
    ^bb0(%arg80: memref<64x3xf32>, %arg81: memref<64x3xf32>):
      %310 = "gpu.thread_id"() <{dimension = #gpu<dim x>}> : () -> index
      %311 = "gpu.block_id"() <{dimension = #gpu<dim x>}> : () -> index
      %312 = "arith.constant"() <{value = 0 : index}> : () -> index
      %313 = "arith.constant"() <{value = 97 : i64}> : () -> i64
      %314 = "amdgpu.fat_raw_buffer_cast"(%arg80, %313) <{boundsCheck = true, operandSegmentSizes = array<i32: 1, 1, 0>}> : (memref<64x3xf32>, i64) -> memref<64x3xf32, #amdgpu.address_space<fat_raw_buffer>>
      %315 = "amdgpu.fat_raw_buffer_cast"(%arg81, %313) <{boundsCheck = true, operandSegmentSizes = array<i32: 1, 1, 0>}> : (memref<64x3xf32>, i64) -> memref<64x3xf32, #amdgpu.address_space<fat_raw_buffer>>
      %316 = "vector.load"(%314, %310, %312) : (memref<64x3xf32, #amdgpu.address_space<fat_raw_buffer>>, index, index) -> vector<3xf32>
      "vector.store"(%316, %arg81, %310, %312) : (vector<3xf32>, memref<64x3xf32>, index, index) -> ()
      %317 = "vector.load"(%arg80, %310, %312) : (memref<64x3xf32>, index, index) -> vector<3xf32>
      "vector.store"(%317, %315, %310, %312) : (vector<3xf32>, memref<64x3xf32, #amdgpu.address_space<fat_raw_buffer>>, index, index) -> ()
      "gpu.return"() : () -> ()
    }) {gpu.kernel, sym_name = "cut_f32_3_97", workgroup_attributions = 0 : i64} : () -> ()
    "gpu.func"() <{function_type = (memref<64x3xf32>, memref<64x3xf32>) -> (), known_block_size = array<i32: 64, 1, 1>}> ({
    ^bb0(%arg78: memref<64x3xf32>, %arg79: memref<64x3xf32>):
      %302 = "gpu.thread_id"() <{dimension = #gpu<dim x>}> : () -> index
      %303 = "gpu.block_id"() <{dimension = #gpu<dim x>}> : () -> index
      %304 = "arith.constant"() <{value = 0 : index}> : () -> index
      %305 = "arith.constant"() <{value = 98 : i64}> : () -> i64
      %306 = "amdgpu.fat_raw_buffer_cast"(%arg78, %305) <{boundsCheck = true, operandSegmentSizes = array<i32: 1, 1, 0>}> : (memref<64x3xf32>, i64) -> memref<64x3xf32, #amdgpu.address_space<fat_raw_buffer>>
      %307 = "amdgpu.fat_raw_buffer_cast"(%arg79, %305) <{boundsCheck = true, operandSegmentSizes = array<i32: 1, 1, 0>}> : (memref<64x3xf32>, i64) -> memref<64x3xf32, #amdgpu.address_space<fat_raw_buffer>>
      %308 = "vector.load"(%306, %302, %304) : (memref<64x3xf32, #amdgpu.address_space<fat_raw_buffer>>, index, index) -> vector<3xf32>
      "vector.store"(%308, %arg79, %302, %304) : (vector<3xf32>, memref<64x3xf32>, index, index) -> ()
      %309 = "vector.load"(%arg78, %302, %304) : (memref<64x3xf32>, index, index) -> vector<3xf32>
      "vector.store"(%309, %307, %302, %304) : (vector<3xf32>, memref<64x3xf32, #amdgpu.address_space<fat_raw_buffer>>, index, index) -> ()
      "gpu.return"() : () -> ()
    }) {gpu.kernel, sym_name = "cut_f32_3_98", workgroup_attributions = 0 : i64} : () -> ()
    "gpu.func"() <{function_type = (memref<64x3xf32>, memref<64x3xf32>) -> (), known_block_size = array<i32: 64, 1, 1>}> ({
    ^bb0(%arg76: memref<64x3xf32>, %arg77: memref<64x3xf32>):
      %294 = "gpu.thread_id"() <{dimension = #gpu<dim x>}> : () -> index
      %295 = "gpu.block_id"() <{dimension = #gpu<dim x>}> : () -> index
      %296 = "arith.constant"() <{value = 0 : index}> : () -> index
      %297 = "arith.constant"() <{value = 99 : i64}> : () -> i64
      %298 = "amdgpu.fat_raw_buffer_cast"(%arg76, %297) <{boundsCheck = true, operandSegmentSizes = array<i32: 1, 1, 0>}> : (memref<64x3xf32>, i64) -> memref<64x3xf32, #amdgpu.address_space<fat_raw_buffer>>
      %299 = "amdgpu.fat_raw_buffer_cast"(%arg77, %297) <{boundsCheck = true, operandSegmentSizes = array<i32: 1, 1, 0>}> : (memref<64x3xf32>, i64) -> memref<64x3xf32, #amdgpu.address_space<fat_raw_buffer>>
      %300 = "vector.load"(%298, %294, %296) : (memref<64x3xf32, #amdgpu.address_space<fat_raw_buffer>>, index, index) -> vector<3xf32>
      "vector.store"(%300, %arg77, %294, %296) : (vector<3xf32>, memref<64x3xf32>, index, index) -> ()
      %301 = "vector.load"(%arg76, %294, %296) : (memref<64x3xf32>, index, index) -> vector<3xf32>
      "vector.store"(%301, %299, %294, %296) : (vector<3xf32>, memref<64x3xf32, #amdgpu.address_space<fat_raw_buffer>>, index, index) -> ()
      "gpu.return"() : () -> ()
    }) {gpu.kernel, sym_name = "cut_f32_3_99", workgroup_attributions = 0 : i64} : () -> ()
    "gpu.func"() <{function_type = (memref<64x3xf32>, memref<64x3xf32>) -> (), known_block_size = array<i32: 64, 1, 1>}> ({
    ^bb0(%arg74: memref<64x3xf32>, %arg75: memref<64x3xf32>):
      %286 = "gpu.thread_id"() <{dimension = #gpu<dim x>}> : () -> index
      %287 = "gpu.block_id"() <{dimension = #gpu<dim x>}> : () -> index
      %288 = "arith.constant"() <{value = 0 : index}> : () -> index
      %289 = "arith.constant"() <{value = 101 : i64}> : () -> i64
      %290 = "amdgpu.fat_raw_buffer_cast"(%arg74, %289) <{boundsCheck = true, operandSegmentSizes = array<i32: 1, 1, 0>}> : (memref<64x3xf32>, i64) -> memref<64x3xf32, #amdgpu.address_space<fat_raw_buffer>>
      %291 = "amdgpu.fat_raw_buffer_cast"(%arg75, %289) <{boundsCheck = true, operandSegmentSizes = array<i32: 1, 1, 0>}> : (memref<64x3xf32>, i64) -> memref<64x3xf32, #amdgpu.address_space<fat_raw_buffer>>
      %292 = "vector.load"(%290, %286, %288) : (memref<64x3xf32, #amdgpu.address_space<fat_raw_buffer>>, index, index) -> vector<3xf32>
      "vector.store"(%292, %arg75, %286, %288) : (vector<3xf32>, memref<64x3xf32>, index, index) -> ()
      %293 = "vector.load"(%arg74, %286, %288) : (memref<64x3xf32>, index, index) -> vector<3xf32>
      "vector.store"(%293, %291, %286, %288) : (vector<3xf32>, memref<64x3xf32, #amdgpu.address_space<fat_raw_buffer>>, index, index) -> ()
      "gpu.return"() : () -> ()
    }) {gpu.kernel, sym_name = "cut_f32_3_101", workgroup_attributions = 0 : i64} : () -> ()
    "gpu.func"() <{function_type = (memref<64x5xf32>, memref<64x5xf32>) -> (), known_block_size = array<i32: 64, 1, 1>}> ({
    ^bb0(%arg72: memref<64x5xf32>, %arg73: memref<64x5xf32>):
      %278 = "gpu.thread_id"() <{dimension = #gpu<dim x>}> : () -> index
      %279 = "gpu.block_id"() <{dimension = #gpu<dim x>}> : () -> index
      %280 = "arith.constant"() <{value = 0 : index}> : () -> index
      %281 = "arith.constant"() <{value = 96 : i64}> : () -> i64
      %282 = "amdgpu.fat_raw_buffer_cast"(%arg72, %281) <{boundsCheck = true, operandSegmentSizes = array<i32: 1, 1, 0>}> : (memref<64x5xf32>, i64) -> memref<64x5xf32, #amdgpu.address_space<fat_raw_buffer>>
      %283 = "amdgpu.fat_raw_buffer_cast"(%arg73, %281) <{boundsCheck = true, operandSegmentSizes = array<i32: 1, 1, 0>}> : (memref<64x5xf32>, i64) -> memref<64x5xf32, #amdgpu.address_space<fat_raw_buffer>>
      %284 = "vector.load"(%282, %278, %280) : (memref<64x5xf32, #amdgpu.address_space<fat_raw_buffer>>, index, index) -> vector<5xf32>
      "vector.store"(%284, %arg73, %278, %280) : (vector<5xf32>, memref<64x5xf32>, index, index) -> ()
      %285 = "vector.load"(%arg72, %278, %280) : (memref<64x5xf32>, index, index) -> vector<5xf32>
      "vector.store"(%285, %283, %278, %280) : (vector<5xf32>, memref<64x5xf32, #amdgpu.address_space<fat_raw_buffer>>, index, index) -> ()
      "gpu.return"() : () -> ()
    }) {gpu.kernel, sym_name = "cut_f32_5_96", workgroup_attributions = 0 : i64} : () -> ()
    "gpu.func"() <{function_type = (memref<64x5xf32>, memref<64x5xf32>) -> (), known_block_size = array<i32: 64, 1, 1>}> ({
    ^bb0(%arg70: memref<64x5xf32>, %arg71: memref<64x5xf32>):
      %270 = "gpu.thread_id"() <{dimension = #gpu<dim x>}> : () -> index
      %271 = "gpu.block_id"() <{dimension = #gpu<dim x>}> : () -> index
      %272 = "arith.constant"() <{value = 0 : index}> : () -> index
      %273 = "arith.constant"() <{value = 97 : i64}> : () -> i64
      %274 = "amdgpu.fat_raw_buffer_cast"(%arg70, %273) <{boundsCheck = true, operandSegmentSizes = array<i32: 1, 1, 0>}> : (memref<64x5xf32>, i64) -> memref<64x5xf32, #amdgpu.address_space<fat_raw_buffer>>
      %275 = "amdgpu.fat_raw_buffer_cast"(%arg71, %273) <{boundsCheck = true, operandSegmentSizes = array<i32: 1, 1, 0>}> : (memref<64x5xf32>, i64) -> memref<64x5xf32, #amdgpu.address_space<fat_raw_buffer>>
      %276 = "vector.load"(%274, %270, %272) : (memref<64x5xf32, #amdgpu.address_space<fat_raw_buffer>>, index, index) -> vector<5xf32>
      "vector.store"(%276, %arg71, %270, %272) : (vector<5xf32>, memref<64x5xf32>, index, index) -> ()
      %277 = "vector.load"(%arg70, %270, %272) : (memref<64x5xf32>, index, index) -> vector<5xf32>
      "vector.store"(%277, %275, %270, %272) : (vector<5xf32>, memref<64x5xf32, #amdgpu.address_space<fat_raw_buffer>>, index, index) -> ()
      "gpu.return"() : () -> ()
    }) {gpu.kernel, sym_name = "cut_f32_5_97", workgroup_attributions = 0 : i64} : () -> ()
    "gpu.func"() <{function_type = (memref<64x5xf32>, memref<64x5xf32>) -> (), known_block_size = array<i32: 64, 1, 1>}> ({
    ^bb0(%arg68: memref<64x5xf32>, %arg69: memref<64x5xf32>):
      %262 = "gpu.thread_id"() <{dimension = #gpu<dim x>}> : () -> index
      %263 = "gpu.block_id"() <{dimension = #gpu<dim x>}> : () -> index
      %264 = "arith.constant"() <{value = 0 : index}> : () -> index
      %265 = "arith.constant"() <{value = 98 : i64}> : () -> i64
      %266 = "amdgpu.fat_raw_buffer_cast"(%arg68, %265) <{boundsCheck = true, operandSegmentSizes = array<i32: 1, 1, 0>}> : (memref<64x5xf32>, i64) -> memref<64x5xf32, #amdgpu.address_space<fat_raw_buffer>>
      %267 = "amdgpu.fat_raw_buffer_cast"(%arg69, %265) <{boundsCheck = true, operandSegmentSizes = array<i32: 1, 1, 0>}> : (memref<64x5xf32>, i64) -> memref<64x5xf32, #amdgpu.address_space<fat_raw_buffer>>
      %268 = "vector.load"(%266, %262, %264) : (memref<64x5xf32, #amdgpu.address_space<fat_raw_buffer>>, index, index) -> vector<5xf32>
      "vector.store"(%268, %arg69, %262, %264) : (vector<5xf32>, memref<64x5xf32>, index, index) -> ()
      %269 = "vector.load"(%arg68, %262, %264) : (memref<64x5xf32>, index, index) -> vector<5xf32>
      "vector.store"(%269, %267, %262, %264) : (vector<5xf32>, memref<64x5xf32, #amdgpu.address_space<fat_raw_buffer>>, index, index) -> ()
      "gpu.return"() : () -> ()
    }) {gpu.kernel, sym_name = "cut_f32_5_98", workgroup_attributions = 0 : i64} : () -> ()
    "gpu.func"() <{function_type = (memref<64x5xf32>, memref<64x5xf32>) -> (), known_block_size = array<i32: 64, 1, 1>}> ({
    ^bb0(%arg66: memref<64x5xf32>, %arg67: memref<64x5xf32>):
      %254 = "gpu.thread_id"() <{dimension = #gpu<dim x>}> : () -> index
      %255 = "gpu.block_id"() <{dimension = #gpu<dim x>}> : () -> index
      %256 = "arith.constant"() <{value = 0 : index}> : () -> index
      %257 = "arith.constant"() <{value = 99 : i64}> : () -> i64
      %258 = "amdgpu.fat_raw_buffer_cast"(%arg66, %257) <{boundsCheck = true, operandSegmentSizes = array<i32: 1, 1, 0>}> : (memref<64x5xf32>, i64) -> memref<64x5xf32, #amdgpu.address_space<fat_raw_buffer>>
      %259 = "amdgpu.fat_raw_buffer_cast"(%arg67, %257) <{boundsCheck = true, operandSegmentSizes = array<i32: 1, 1, 0>}> : (memref<64x5xf32>, i64) -> memref<64x5xf32, #amdgpu.address_space<fat_raw_buffer>>
      %260 = "vector.load"(%258, %254, %256) : (memref<64x5xf32, #amdgpu.address_space<fat_raw_buffer>>, index, index) -> vector<5xf32>
      "vector.store"(%260, %arg67, %254, %256) : (vector<5xf32>, memref<64x5xf32>, index, index) -> ()
      %261 = "vector.load"(%arg66, %254, %256) : (memref<64x5xf32>, index, index) -> vector<5xf32>
      "vector.store"(%261, %259, %254, %256) : (vector<5xf32>, memref<64x5xf32, #amdgpu.address_space<fat_raw_buffer>>, index, index) -> ()
      "gpu.return"() : () -> ()
    }) {gpu.kernel, sym_name = "cut_f32_5_99", workgroup_attributions = 0 : i64} : () -> ()
    "gpu.func"() <{function_type = (memref<64x5xf32>, memref<64x5xf32>) -> (), known_block_size = array<i32: 64, 1, 1>}> ({
    ^bb0(%arg64: memref<64x5xf32>, %arg65: memref<64x5xf32>):
      %246 = "gpu.thread_id"() <{dimension = #gpu<dim x>}> : () -> index
      %247 = "gpu.block_id"() <{dimension = #gpu<dim x>}> : () -> index
      %248 = "arith.constant"() <{value = 0 : index}> : () -> index
      %249 = "arith.constant"() <{value = 101 : i64}> : () -> i64
      %250 = "amdgpu.fat_raw_buffer_cast"(%arg64, %249) <{boundsCheck = true, operandSegmentSizes = array<i32: 1, 1, 0>}> : (memref<64x5xf32>, i64) -> memref<64x5xf32, #amdgpu.address_space<fat_raw_buffer>>
      %251 = "amdgpu.fat_raw_buffer_cast"(%arg65, %249) <{boundsCheck = true, operandSegmentSizes = array<i32: 1, 1, 0>}> : (memref<64x5xf32>, i64) -> memref<64x5xf32, #amdgpu.address_space<fat_raw_buffer>>
      %252 = "vector.load"(%250, %246, %248) : (memref<64x5xf32, #amdgpu.address_space<fat_raw_buffer>>, index, index) -> vector<5xf32>
      "vector.store"(%252, %arg65, %246, %248) : (vector<5xf32>, memref<64x5xf32>, index, index) -> ()
      %253 = "vector.load"(%arg64, %246, %248) : (memref<64x5xf32>, index, index) -> vector<5xf32>
      "vector.store"(%253, %251, %246, %248) : (vector<5xf32>, memref<64x5xf32, #amdgpu.address_space<fat_raw_buffer>>, index, index) -> ()
      "gpu.return"() : () -> ()
    }) {gpu.kernel, sym_name = "cut_f32_5_101", workgroup_attributions = 0 : i64} : () -> ()
    "gpu.func"() <{function_type = (memref<64x7xf32>, memref<64x7xf32>) -> (), known_block_size = array<i32: 64, 1, 1>}> ({
    ^bb0(%arg62: memref<64x7xf32>, %arg63: memref<64x7xf32>):
      %238 = "gpu.thread_id"() <{dimension = #gpu<dim x>}> : () -> index
      %239 = "gpu.block_id"() <{dimension = #gpu<dim x>}> : () -> index
      %240 = "arith.constant"() <{value = 0 : index}> : () -> index
      %241 = "arith.constant"() <{value = 96 : i64}> : () -> i64
      %242 = "amdgpu.fat_raw_buffer_cast"(%arg62, %241) <{boundsCheck = true, operandSegmentSizes = array<i32: 1, 1, 0>}> : (memref<64x7xf32>, i64) -> memref<64x7xf32, #amdgpu.address_space<fat_raw_buffer>>
      %243 = "amdgpu.fat_raw_buffer_cast"(%arg63, %241) <{boundsCheck = true, operandSegmentSizes = array<i32: 1, 1, 0>}> : (memref<64x7xf32>, i64) -> memref<64x7xf32, #amdgpu.address_space<fat_raw_buffer>>
      %244 = "vector.load"(%242, %238, %240) : (memref<64x7xf32, #amdgpu.address_space<fat_raw_buffer>>, index, index) -> vector<7xf32>
      "vector.store"(%244, %arg63, %238, %240) : (vector<7xf32>, memref<64x7xf32>, index, index) -> ()
      %245 = "vector.load"(%arg62, %238, %240) : (memref<64x7xf32>, index, index) -> vector<7xf32>
      "vector.store"(%245, %243, %238, %240) : (vector<7xf32>, memref<64x7xf32, #amdgpu.address_space<fat_raw_buffer>>, index, index) -> ()
      "gpu.return"() : () -> ()
    }) {gpu.kernel, sym_name = "cut_f32_7_96", workgroup_attributions = 0 : i64} : () -> ()
    "gpu.func"() <{function_type = (memref<64x7xf32>, memref<64x7xf32>) -> (), known_block_size = array<i32: 64, 1, 1>}> ({
    ^bb0(%arg60: memref<64x7xf32>, %arg61: memref<64x7xf32>):
      %230 = "gpu.thread_id"() <{dimension = #gpu<dim x>}> : () -> index
      %231 = "gpu.block_id"() <{dimension = #gpu<dim x>}> : () -> index
      %232 = "arith.constant"() <{value = 0 : index}> : () -> index
      %233 = "arith.constant"() <{value = 97 : i64}> : () -> i64
      %234 = "amdgpu.fat_raw_buffer_cast"(%arg60, %233) <{boundsCheck = true, operandSegmentSizes = array<i32: 1, 1, 0>}> : (memref<64x7xf32>, i64) -> memref<64x7xf32, #amdgpu.address_space<fat_raw_buffer>>
      %235 = "amdgpu.fat_raw_buffer_cast"(%arg61, %233) <{boundsCheck = true, operandSegmentSizes = array<i32: 1, 1, 0>}> : (memref<64x7xf32>, i64) -> memref<64x7xf32, #amdgpu.address_space<fat_raw_buffer>>
      %236 = "vector.load"(%234, %230, %232) : (memref<64x7xf32, #amdgpu.address_space<fat_raw_buffer>>, index, index) -> vector<7xf32>
      "vector.store"(%236, %arg61, %230, %232) : (vector<7xf32>, memref<64x7xf32>, index, index) -> ()
      %237 = "vector.load"(%arg60, %230, %232) : (memref<64x7xf32>, index, index) -> vector<7xf32>
      "vector.store"(%237, %235, %230, %232) : (vector<7xf32>, memref<64x7xf32, #amdgpu.address_space<fat_raw_buffer>>, index, index) -> ()
      "gpu.return"() : () -> ()
    }) {gpu.kernel, sym_name = "cut_f32_7_97", workgroup_attributions = 0 : i64} : () -> ()
    "gpu.func"() <{function_type = (memref<64x7xf32>, memref<64x7xf32>) -> (), known_block_size = array<i32: 64, 1, 1>}> ({
    ^bb0(%arg58: memref<64x7xf32>, %arg59: memref<64x7xf32>):
      %222 = "gpu.thread_id"() <{dimension = #gpu<dim x>}> : () -> index
      %223 = "gpu.block_id"() <{dimension = #gpu<dim x>}> : () -> index
      %224 = "arith.constant"() <{value = 0 : index}> : () -> index
      %225 = "arith.constant"() <{value = 98 : i64}> : () -> i64
      %226 = "amdgpu.fat_raw_buffer_cast"(%arg58, %225) <{boundsCheck = true, operandSegmentSizes = array<i32: 1, 1, 0>}> : (memref<64x7xf32>, i64) -> memref<64x7xf32, #amdgpu.address_space<fat_raw_buffer>>
      %227 = "amdgpu.fat_raw_buffer_cast"(%arg59, %225) <{boundsCheck = true, operandSegmentSizes = array<i32: 1, 1, 0>}> : (memref<64x7xf32>, i64) -> memref<64x7xf32, #amdgpu.address_space<fat_raw_buffer>>
      %228 = "vector.load"(%226, %222, %224) : (memref<64x7xf32, #amdgpu.address_space<fat_raw_buffer>>, index, index) -> vector<7xf32>
      "vector.store"(%228, %arg59, %222, %224) : (vector<7xf32>, memref<64x7xf32>, index, index) -> ()
      %229 = "vector.load"(%arg58, %222, %224) : (memref<64x7xf32>, index, index) -> vector<7xf32>
      "vector.store"(%229, %227, %222, %224) : (vector<7xf32>, memref<64x7xf32, #amdgpu.address_space<fat_raw_buffer>>, index, index) -> ()
      "gpu.return"() : () -> ()
    }) {gpu.kernel, sym_name = "cut_f32_7_98", workgroup_attributions = 0 : i64} : () -> ()
    "gpu.func"() <{function_type = (memref<64x7xf32>, memref<64x7xf32>) -> (), known_block_size = array<i32: 64, 1, 1>}> ({
    ^bb0(%arg56: memref<64x7xf32>, %arg57: memref<64x7xf32>):
      %214 = "gpu.thread_id"() <{dimension = #gpu<dim x>}> : () -> index
      %215 = "gpu.block_id"() <{dimension = #gpu<dim x>}> : () -> index
      %216 = "arith.constant"() <{value = 0 : index}> : () -> index
      %217 = "arith.constant"() <{value = 99 : i64}> : () -> i64
      %218 = "amdgpu.fat_raw_buffer_cast"(%arg56, %217) <{boundsCheck = true, operandSegmentSizes = array<i32: 1, 1, 0>}> : (memref<64x7xf32>, i64) -> memref<64x7xf32, #amdgpu.address_space<fat_raw_buffer>>
      %219 = "amdgpu.fat_raw_buffer_cast"(%arg57, %217) <{boundsCheck = true, operandSegmentSizes = array<i32: 1, 1, 0>}> : (memref<64x7xf32>, i64) -> memref<64x7xf32, #amdgpu.address_space<fat_raw_buffer>>
      %220 = "vector.load"(%218, %214, %216) : (memref<64x7xf32, #amdgpu.address_space<fat_raw_buffer>>, index, index) -> vector<7xf32>
      "vector.store"(%220, %arg57, %214, %216) : (vector<7xf32>, memref<64x7xf32>, index, index) -> ()
      %221 = "vector.load"(%arg56, %214, %216) : (memref<64x7xf32>, index, index) -> vector<7xf32>
      "vector.store"(%221, %219, %214, %216) : (vector<7xf32>, memref<64x7xf32, #amdgpu.address_space<fat_raw_buffer>>, index, index) -> ()
      "gpu.return"() : () -> ()
    }) {gpu.kernel, sym_name = "cut_f32_7_99", workgroup_attributions = 0 : i64} : () -> ()
    "gpu.func"() <{function_type = (memref<64x7xf32>, memref<64x7xf32>) -> (), known_block_size = array<i32: 64, 1, 1>}> ({
    ^bb0(%arg54: memref<64x7xf32>, %arg55: memref<64x7xf32>):
      %206 = "gpu.thread_id"() <{dimension = #gpu<dim x>}> : () -> index
      %207 = "gpu.block_id"() <{dimension = #gpu<dim x>}> : () -> index
      %208 = "arith.constant"() <{value = 0 : index}> : () -> index
      %209 = "arith.constant"() <{value = 101 : i64}> : () -> i64
      %210 = "amdgpu.fat_raw_buffer_cast"(%arg54, %209) <{boundsCheck = true, operandSegmentSizes = array<i32: 1, 1, 0>}> : (memref<64x7xf32>, i64) -> memref<64x7xf32, #amdgpu.address_space<fat_raw_buffer>>
      %211 = "amdgpu.fat_raw_buffer_cast"(%arg55, %209) <{boundsCheck = true, operandSegmentSizes = array<i32: 1, 1, 0>}> : (memref<64x7xf32>, i64) -> memref<64x7xf32, #amdgpu.address_space<fat_raw_buffer>>
      %212 = "vector.load"(%210, %206, %208) : (memref<64x7xf32, #amdgpu.address_space<fat_raw_buffer>>, index, index) -> vector<7xf32>
      "vector.store"(%212, %arg55, %206, %208) : (vector<7xf32>, memref<64x7xf32>, index, index) -> ()
      %213 = "vector.load"(%arg54, %206, %208) : (memref<64x7xf32>, index, index) -> vector<7xf32>
      "vector.store"(%213, %211, %206, %208) : (vector<7xf32>, memref<64x7xf32, #amdgpu.address_space<fat_raw_buffer>>, index, index) -> ()
      "gpu.return"() : () -> ()
    }) {gpu.kernel, sym_name = "cut_f32_7_101", workgroup_attributions = 0 : i64} : () -> ()
    "gpu.func"() <{function_type = (memref<64x1xf64>, memref<64x1xf64>) -> (), known_block_size = array<i32: 64, 1, 1>}> ({
    ^bb0(%arg52: memref<64x1xf64>, %arg53: memref<64x1xf64>):
      %198 = "gpu.thread_id"() <{dimension = #gpu<dim x>}> : () -> index
      %199 = "gpu.block_id"() <{dimension = #gpu<dim x>}> : () -> index
      %200 = "arith.constant"() <{value = 0 : index}> : () -> index
      %201 = "arith.constant"() <{value = 96 : i64}> : () -> i64
      %202 = "amdgpu.fat_raw_buffer_cast"(%arg52, %201) <{boundsCheck = true, operandSegmentSizes = array<i32: 1, 1, 0>}> : (memref<64x1xf64>, i64) -> memref<64x1xf64, #amdgpu.address_space<fat_raw_buffer>>
      %203 = "amdgpu.fat_raw_buffer_cast"(%arg53, %201) <{boundsCheck = true, operandSegmentSizes = array<i32: 1, 1, 0>}> : (memref<64x1xf64>, i64) -> memref<64x1xf64, #amdgpu.address_space<fat_raw_buffer>>
      %204 = "vector.load"(%202, %198, %200) : (memref<64x1xf64, #amdgpu.address_space<fat_raw_buffer>>, index, index) -> vector<1xf64>
      "vector.store"(%204, %arg53, %198, %200) : (vector<1xf64>, memref<64x1xf64>, index, index) -> ()
      %205 = "vector.load"(%arg52, %198, %200) : (memref<64x1xf64>, index, index) -> vector<1xf64>
      "vector.store"(%205, %203, %198, %200) : (vector<1xf64>, memref<64x1xf64, #amdgpu.address_space<fat_raw_buffer>>, index, index) -> ()
      "gpu.return"() : () -> ()
    }) {gpu.kernel, sym_name = "cut_f64_1_96", workgroup_attributions = 0 : i64} : () -> ()
    "gpu.func"() <{function_type = (memref<64x1xf64>, memref<64x1xf64>) -> (), known_block_size = array<i32: 64, 1, 1>}> ({
    ^bb0(%arg50: memref<64x1xf64>, %arg51: memref<64x1xf64>):
      %190 = "gpu.thread_id"() <{dimension = #gpu<dim x>}> : () -> index
      %191 = "gpu.block_id"() <{dimension = #gpu<dim x>}> : () -> index
      %192 = "arith.constant"() <{value = 0 : index}> : () -> index
      %193 = "arith.constant"() <{value = 97 : i64}> : () -> i64
      %194 = "amdgpu.fat_raw_buffer_cast"(%arg50, %193) <{boundsCheck = true, operandSegmentSizes = array<i32: 1, 1, 0>}> : (memref<64x1xf64>, i64) -> memref<64x1xf64, #amdgpu.address_space<fat_raw_buffer>>
      %195 = "amdgpu.fat_raw_buffer_cast"(%arg51, %193) <{boundsCheck = true, operandSegmentSizes = array<i32: 1, 1, 0>}> : (memref<64x1xf64>, i64) -> memref<64x1xf64, #amdgpu.address_space<fat_raw_buffer>>
      %196 = "vector.load"(%194, %190, %192) : (memref<64x1xf64, #amdgpu.address_space<fat_raw_buffer>>, index, index) -> vector<1xf64>
      "vector.store"(%196, %arg51, %190, %192) : (vector<1xf64>, memref<64x1xf64>, index, index) -> ()
      %197 = "vector.load"(%arg50, %190, %192) : (memref<64x1xf64>, index, index) -> vector<1xf64>
      "vector.store"(%197, %195, %190, %192) : (vector<1xf64>, memref<64x1xf64, #amdgpu.address_space<fat_raw_buffer>>, index, index) -> ()
      "gpu.return"() : () -> ()
    }) {gpu.kernel, sym_name = "cut_f64_1_97", workgroup_attributions = 0 : i64} : () -> ()
    "gpu.func"() <{function_type = (memref<64x1xf64>, memref<64x1xf64>) -> (), known_block_size = array<i32: 64, 1, 1>}> ({
    ^bb0(%arg48: memref<64x1xf64>, %arg49: memref<64x1xf64>):
      %182 = "gpu.thread_id"() <{dimension = #gpu<dim x>}> : () -> index
      %183 = "gpu.block_id"() <{dimension = #gpu<dim x>}> : () -> index
      %184 = "arith.constant"() <{value = 0 : index}> : () -> index
      %185 = "arith.constant"() <{value = 98 : i64}> : () -> i64
      %186 = "amdgpu.fat_raw_buffer_cast"(%arg48, %185) <{boundsCheck = true, operandSegmentSizes = array<i32: 1, 1, 0>}> : (memref<64x1xf64>, i64) -> memref<64x1xf64, #amdgpu.address_space<fat_raw_buffer>>
      %187 = "amdgpu.fat_raw_buffer_cast"(%arg49, %185) <{boundsCheck = true, operandSegmentSizes = array<i32: 1, 1, 0>}> : (memref<64x1xf64>, i64) -> memref<64x1xf64, #amdgpu.address_space<fat_raw_buffer>>
      %188 = "vector.load"(%186, %182, %184) : (memref<64x1xf64, #amdgpu.address_space<fat_raw_buffer>>, index, index) -> vector<1xf64>
      "vector.store"(%188, %arg49, %182, %184) : (vector<1xf64>, memref<64x1xf64>, index, index) -> ()
      %189 = "vector.load"(%arg48, %182, %184) : (memref<64x1xf64>, index, index) -> vector<1xf64>
      "vector.store"(%189, %187, %182, %184) : (vector<1xf64>, memref<64x1xf64, #amdgpu.address_space<fat_raw_buffer>>, index, index) -> ()
      "gpu.return"() : () -> ()
    }) {gpu.kernel, sym_name = "cut_f64_1_98", workgroup_attributions = 0 : i64} : () -> ()
    "gpu.func"() <{function_type = (memref<64x1xf64>, memref<64x1xf64>) -> (), known_block_size = array<i32: 64, 1, 1>}> ({
    ^bb0(%arg46: memref<64x1xf64>, %arg47: memref<64x1xf64>):
      %174 = "gpu.thread_id"() <{dimension = #gpu<dim x>}> : () -> index
      %175 = "gpu.block_id"() <{dimension = #gpu<dim x>}> : () -> index
      %176 = "arith.constant"() <{value = 0 : index}> : () -> index
      %177 = "arith.constant"() <{value = 99 : i64}> : () -> i64
      %178 = "amdgpu.fat_raw_buffer_cast"(%arg46, %177) <{boundsCheck = true, operandSegmentSizes = array<i32: 1, 1, 0>}> : (memref<64x1xf64>, i64) -> memref<64x1xf64, #amdgpu.address_space<fat_raw_buffer>>
      %179 = "amdgpu.fat_raw_buffer_cast"(%arg47, %177) <{boundsCheck = true, operandSegmentSizes = array<i32: 1, 1, 0>}> : (memref<64x1xf64>, i64) -> memref<64x1xf64, #amdgpu.address_space<fat_raw_buffer>>
      %180 = "vector.load"(%178, %174, %176) : (memref<64x1xf64, #amdgpu.address_space<fat_raw_buffer>>, index, index) -> vector<1xf64>
      "vector.store"(%180, %arg47, %174, %176) : (vector<1xf64>, memref<64x1xf64>, index, index) -> ()
      %181 = "vector.load"(%arg46, %174, %176) : (memref<64x1xf64>, index, index) -> vector<1xf64>
      "vector.store"(%181, %179, %174, %176) : (vector<1xf64>, memref<64x1xf64, #amdgpu.address_space<fat_raw_buffer>>, index, index) -> ()
      "gpu.return"() : () -> ()
    }) {gpu.kernel, sym_name = "cut_f64_1_99", workgroup_attributions = 0 : i64} : () -> ()
    "gpu.func"() <{function_type = (memref<64x1xf64>, memref<64x1xf64>) -> (), known_block_size = array<i32: 64, 1, 1>}> ({
    ^bb0(%arg44: memref<64x1xf64>, %arg45: memref<64x1xf64>):
      %166 = "gpu.thread_id"() <{dimension = #gpu<dim x>}> : () -> index
      %167 = "gpu.block_id"() <{dimension = #gpu<dim x>}> : () -> index
      %168 = "arith.constant"() <{value = 0 : index}> : () -> index
      %169 = "arith.constant"() <{value = 101 : i64}> : () -> i64
      %170 = "amdgpu.fat_raw_buffer_cast"(%arg44, %169) <{boundsCheck = true, operandSegmentSizes = array<i32: 1, 1, 0>}> : (memref<64x1xf64>, i64) -> memref<64x1xf64, #amdgpu.address_space<fat_raw_buffer>>
      %171 = "amdgpu.fat_raw_buffer_cast"(%arg45, %169) <{boundsCheck = true, operandSegmentSizes = array<i32: 1, 1, 0>}> : (memref<64x1xf64>, i64) -> memref<64x1xf64, #amdgpu.address_space<fat_raw_buffer>>
      %172 = "vector.load"(%170, %166, %168) : (memref<64x1xf64, #amdgpu.address_space<fat_raw_buffer>>, index, index) -> vector<1xf64>
      "vector.store"(%172, %arg45, %166, %168) : (vector<1xf64>, memref<64x1xf64>, index, index) -> ()
      %173 = "vector.load"(%arg44, %166, %168) : (memref<64x1xf64>, index, index) -> vector<1xf64>
      "vector.store"(%173, %171, %166, %168) : (vector<1xf64>, memref<64x1xf64, #amdgpu.address_space<fat_raw_buffer>>, index, index) -> ()
      "gpu.return"() : () -> ()
    }) {gpu.kernel, sym_name = "cut_f64_1_101", workgroup_attributions = 0 : i64} : () -> ()
    "gpu.func"() <{function_type = (memref<64x2xf64>, memref<64x2xf64>) -> (), known_block_size = array<i32: 64, 1, 1>}> ({
    ^bb0(%arg42: memref<64x2xf64>, %arg43: memref<64x2xf64>):
      %158 = "gpu.thread_id"() <{dimension = #gpu<dim x>}> : () -> index
      %159 = "gpu.block_id"() <{dimension = #gpu<dim x>}> : () -> index
      %160 = "arith.constant"() <{value = 0 : index}> : () -> index
      %161 = "arith.constant"() <{value = 96 : i64}> : () -> i64
      %162 = "amdgpu.fat_raw_buffer_cast"(%arg42, %161) <{boundsCheck = true, operandSegmentSizes = array<i32: 1, 1, 0>}> : (memref<64x2xf64>, i64) -> memref<64x2xf64, #amdgpu.address_space<fat_raw_buffer>>
      %163 = "amdgpu.fat_raw_buffer_cast"(%arg43, %161) <{boundsCheck = true, operandSegmentSizes = array<i32: 1, 1, 0>}> : (memref<64x2xf64>, i64) -> memref<64x2xf64, #amdgpu.address_space<fat_raw_buffer>>
      %164 = "vector.load"(%162, %158, %160) : (memref<64x2xf64, #amdgpu.address_space<fat_raw_buffer>>, index, index) -> vector<2xf64>
      "vector.store"(%164, %arg43, %158, %160) : (vector<2xf64>, memref<64x2xf64>, index, index) -> ()
      %165 = "vector.load"(%arg42, %158, %160) : (memref<64x2xf64>, index, index) -> vector<2xf64>
      "vector.store"(%165, %163, %158, %160) : (vector<2xf64>, memref<64x2xf64, #amdgpu.address_space<fat_raw_buffer>>, index, index) -> ()
      "gpu.return"() : () -> ()
    }) {gpu.kernel, sym_name = "cut_f64_2_96", workgroup_attributions = 0 : i64} : () -> ()
    "gpu.func"() <{function_type = (memref<64x2xf64>, memref<64x2xf64>) -> (), known_block_size = array<i32: 64, 1, 1>}> ({
    ^bb0(%arg40: memref<64x2xf64>, %arg41: memref<64x2xf64>):
      %150 = "gpu.thread_id"() <{dimension = #gpu<dim x>}> : () -> index
      %151 = "gpu.block_id"() <{dimension = #gpu<dim x>}> : () -> index
      %152 = "arith.constant"() <{value = 0 : index}> : () -> index
      %153 = "arith.constant"() <{value = 97 : i64}> : () -> i64
      %154 = "amdgpu.fat_raw_buffer_cast"(%arg40, %153) <{boundsCheck = true, operandSegmentSizes = array<i32: 1, 1, 0>}> : (memref<64x2xf64>, i64) -> memref<64x2xf64, #amdgpu.address_space<fat_raw_buffer>>
      %155 = "amdgpu.fat_raw_buffer_cast"(%arg41, %153) <{boundsCheck = true, operandSegmentSizes = array<i32: 1, 1, 0>}> : (memref<64x2xf64>, i64) -> memref<64x2xf64, #amdgpu.address_space<fat_raw_buffer>>
      %156 = "vector.load"(%154, %150, %152) : (memref<64x2xf64, #amdgpu.address_space<fat_raw_buffer>>, index, index) -> vector<2xf64>
      "vector.store"(%156, %arg41, %150, %152) : (vector<2xf64>, memref<64x2xf64>, index, index) -> ()
      %157 = "vector.load"(%arg40, %150, %152) : (memref<64x2xf64>, index, index) -> vector<2xf64>
      "vector.store"(%157, %155, %150, %152) : (vector<2xf64>, memref<64x2xf64, #amdgpu.address_space<fat_raw_buffer>>, index, index) -> ()
      "gpu.return"() : () -> ()
    }) {gpu.kernel, sym_name = "cut_f64_2_97", workgroup_attributions = 0 : i64} : () -> ()
    "gpu.func"() <{function_type = (memref<64x3xf64>, memref<64x3xf64>) -> (), known_block_size = array<i32: 64, 1, 1>}> ({
    ^bb0(%arg38: memref<64x3xf64>, %arg39: memref<64x3xf64>):
      %142 = "gpu.thread_id"() <{dimension = #gpu<dim x>}> : () -> index
      %143 = "gpu.block_id"() <{dimension = #gpu<dim x>}> : () -> index
      %144 = "arith.constant"() <{value = 0 : index}> : () -> index
      %145 = "arith.constant"() <{value = 96 : i64}> : () -> i64
      %146 = "amdgpu.fat_raw_buffer_cast"(%arg38, %145) <{boundsCheck = true, operandSegmentSizes = array<i32: 1, 1, 0>}> : (memref<64x3xf64>, i64) -> memref<64x3xf64, #amdgpu.address_space<fat_raw_buffer>>
      %147 = "amdgpu.fat_raw_buffer_cast"(%arg39, %145) <{boundsCheck = true, operandSegmentSizes = array<i32: 1, 1, 0>}> : (memref<64x3xf64>, i64) -> memref<64x3xf64, #amdgpu.address_space<fat_raw_buffer>>
      %148 = "vector.load"(%146, %142, %144) : (memref<64x3xf64, #amdgpu.address_space<fat_raw_buffer>>, index, index) -> vector<3xf64>
      "vector.store"(%148, %arg39, %142, %144) : (vector<3xf64>, memref<64x3xf64>, index, index) -> ()
      %149 = "vector.load"(%arg38, %142, %144) : (memref<64x3xf64>, index, index) -> vector<3xf64>
      "vector.store"(%149, %147, %142, %144) : (vector<3xf64>, memref<64x3xf64, #amdgpu.address_space<fat_raw_buffer>>, index, index) -> ()
      "gpu.return"() : () -> ()
    }) {gpu.kernel, sym_name = "cut_f64_3_96", workgroup_attributions = 0 : i64} : () -> ()
    "gpu.func"() <{function_type = (memref<64x3xf64>, memref<64x3xf64>) -> (), known_block_size = array<i32: 64, 1, 1>}> ({
    ^bb0(%arg36: memref<64x3xf64>, %arg37: memref<64x3xf64>):
      %134 = "gpu.thread_id"() <{dimension = #gpu<dim x>}> : () -> index
      %135 = "gpu.block_id"() <{dimension = #gpu<dim x>}> : () -> index
      %136 = "arith.constant"() <{value = 0 : index}> : () -> index
      %137 = "arith.constant"() <{value = 97 : i64}> : () -> i64
      %138 = "amdgpu.fat_raw_buffer_cast"(%arg36, %137) <{boundsCheck = true, operandSegmentSizes = array<i32: 1, 1, 0>}> : (memref<64x3xf64>, i64) -> memref<64x3xf64, #amdgpu.address_space<fat_raw_buffer>>
      %139 = "amdgpu.fat_raw_buffer_cast"(%arg37, %137) <{boundsCheck = true, operandSegmentSizes = array<i32: 1, 1, 0>}> : (memref<64x3xf64>, i64) -> memref<64x3xf64, #amdgpu.address_space<fat_raw_buffer>>
      %140 = "vector.load"(%138, %134, %136) : (memref<64x3xf64, #amdgpu.address_space<fat_raw_buffer>>, index, index) -> vector<3xf64>
      "vector.store"(%140, %arg37, %134, %136) : (vector<3xf64>, memref<64x3xf64>, index, index) -> ()
      %141 = "vector.load"(%arg36, %134, %136) : (memref<64x3xf64>, index, index) -> vector<3xf64>
      "vector.store"(%141, %139, %134, %136) : (vector<3xf64>, memref<64x3xf64, #amdgpu.address_space<fat_raw_buffer>>, index, index) -> ()
      "gpu.return"() : () -> ()
    }) {gpu.kernel, sym_name = "cut_f64_3_97", workgroup_attributions = 0 : i64} : () -> ()
    "gpu.func"() <{function_type = (memref<64x3xf64>, memref<64x3xf64>) -> (), known_block_size = array<i32: 64, 1, 1>}> ({
    ^bb0(%arg34: memref<64x3xf64>, %arg35: memref<64x3xf64>):
      %126 = "gpu.thread_id"() <{dimension = #gpu<dim x>}> : () -> index
      %127 = "gpu.block_id"() <{dimension = #gpu<dim x>}> : () -> index
      %128 = "arith.constant"() <{value = 0 : index}> : () -> index
      %129 = "arith.constant"() <{value = 98 : i64}> : () -> i64
      %130 = "amdgpu.fat_raw_buffer_cast"(%arg34, %129) <{boundsCheck = true, operandSegmentSizes = array<i32: 1, 1, 0>}> : (memref<64x3xf64>, i64) -> memref<64x3xf64, #amdgpu.address_space<fat_raw_buffer>>
      %131 = "amdgpu.fat_raw_buffer_cast"(%arg35, %129) <{boundsCheck = true, operandSegmentSizes = array<i32: 1, 1, 0>}> : (memref<64x3xf64>, i64) -> memref<64x3xf64, #amdgpu.address_space<fat_raw_buffer>>
      %132 = "vector.load"(%130, %126, %128) : (memref<64x3xf64, #amdgpu.address_space<fat_raw_buffer>>, index, index) -> vector<3xf64>
      "vector.store"(%132, %arg35, %126, %128) : (vector<3xf64>, memref<64x3xf64>, index, index) -> ()
      %133 = "vector.load"(%arg34, %126, %128) : (memref<64x3xf64>, index, index) -> vector<3xf64>
      "vector.store"(%133, %131, %126, %128) : (vector<3xf64>, memref<64x3xf64, #amdgpu.address_space<fat_raw_buffer>>, index, index) -> ()
      "gpu.return"() : () -> ()
    }) {gpu.kernel, sym_name = "cut_f64_3_98", workgroup_attributions = 0 : i64} : () -> ()
    "gpu.func"() <{function_type = (memref<64x3xf64>, memref<64x3xf64>) -> (), known_block_size = array<i32: 64, 1, 1>}> ({
    ^bb0(%arg32: memref<64x3xf64>, %arg33: memref<64x3xf64>):
      %118 = "gpu.thread_id"() <{dimension = #gpu<dim x>}> : () -> index
      %119 = "gpu.block_id"() <{dimension = #gpu<dim x>}> : () -> index
      %120 = "arith.constant"() <{value = 0 : index}> : () -> index
      %121 = "arith.constant"() <{value = 99 : i64}> : () -> i64
      %122 = "amdgpu.fat_raw_buffer_cast"(%arg32, %121) <{boundsCheck = true, operandSegmentSizes = array<i32: 1, 1, 0>}> : (memref<64x3xf64>, i64) -> memref<64x3xf64, #amdgpu.address_space<fat_raw_buffer>>
      %123 = "amdgpu.fat_raw_buffer_cast"(%arg33, %121) <{boundsCheck = true, operandSegmentSizes = array<i32: 1, 1, 0>}> : (memref<64x3xf64>, i64) -> memref<64x3xf64, #amdgpu.address_space<fat_raw_buffer>>
      %124 = "vector.load"(%122, %118, %120) : (memref<64x3xf64, #amdgpu.address_space<fat_raw_buffer>>, index, index) -> vector<3xf64>
      "vector.store"(%124, %arg33, %118, %120) : (vector<3xf64>, memref<64x3xf64>, index, index) -> ()
      %125 = "vector.load"(%arg32, %118, %120) : (memref<64x3xf64>, index, index) -> vector<3xf64>
      "vector.store"(%125, %123, %118, %120) : (vector<3xf64>, memref<64x3xf64, #amdgpu.address_space<fat_raw_buffer>>, index, index) -> ()
      "gpu.return"() : () -> ()
    }) {gpu.kernel, sym_name = "cut_f64_3_99", workgroup_attributions = 0 : i64} : () -> ()
    "gpu.func"() <{function_type = (memref<64x3xf64>, memref<64x3xf64>) -> (), known_block_size = array<i32: 64, 1, 1>}> ({
    ^bb0(%arg30: memref<64x3xf64>, %arg31: memref<64x3xf64>):
      %110 = "gpu.thread_id"() <{dimension = #gpu<dim x>}> : () -> index
      %111 = "gpu.block_id"() <{dimension = #gpu<dim x>}> : () -> index
      %112 = "arith.constant"() <{value = 0 : index}> : () -> index
      %113 = "arith.constant"() <{value = 101 : i64}> : () -> i64
      %114 = "amdgpu.fat_raw_buffer_cast"(%arg30, %113) <{boundsCheck = true, operandSegmentSizes = array<i32: 1, 1, 0>}> : (memref<64x3xf64>, i64) -> memref<64x3xf64, #amdgpu.address_space<fat_raw_buffer>>
      %115 = "amdgpu.fat_raw_buffer_cast"(%arg31, %113) <{boundsCheck = true, operandSegmentSizes = array<i32: 1, 1, 0>}> : (memref<64x3xf64>, i64) -> memref<64x3xf64, #amdgpu.address_space<fat_raw_buffer>>
      %116 = "vector.load"(%114, %110, %112) : (memref<64x3xf64, #amdgpu.address_space<fat_raw_buffer>>, index, index) -> vector<3xf64>
      "vector.store"(%116, %arg31, %110, %112) : (vector<3xf64>, memref<64x3xf64>, index, index) -> ()
      %117 = "vector.load"(%arg30, %110, %112) : (memref<64x3xf64>, index, index) -> vector<3xf64>
      "vector.store"(%117, %115, %110, %112) : (vector<3xf64>, memref<64x3xf64, #amdgpu.address_space<fat_raw_buffer>>, index, index) -> ()
      "gpu.return"() : () -> ()
    }) {gpu.kernel, sym_name = "cut_f64_3_101", workgroup_attributions = 0 : i64} : () -> ()
    "gpu.func"() <{function_type = (memref<64x5xf64>, memref<64x5xf64>) -> (), known_block_size = array<i32: 64, 1, 1>}> ({
    ^bb0(%arg28: memref<64x5xf64>, %arg29: memref<64x5xf64>):
      %102 = "gpu.thread_id"() <{dimension = #gpu<dim x>}> : () -> index
      %103 = "gpu.block_id"() <{dimension = #gpu<dim x>}> : () -> index
      %104 = "arith.constant"() <{value = 0 : index}> : () -> index
      %105 = "arith.constant"() <{value = 96 : i64}> : () -> i64
      %106 = "amdgpu.fat_raw_buffer_cast"(%arg28, %105) <{boundsCheck = true, operandSegmentSizes = array<i32: 1, 1, 0>}> : (memref<64x5xf64>, i64) -> memref<64x5xf64, #amdgpu.address_space<fat_raw_buffer>>
      %107 = "amdgpu.fat_raw_buffer_cast"(%arg29, %105) <{boundsCheck = true, operandSegmentSizes = array<i32: 1, 1, 0>}> : (memref<64x5xf64>, i64) -> memref<64x5xf64, #amdgpu.address_space<fat_raw_buffer>>
      %108 = "vector.load"(%106, %102, %104) : (memref<64x5xf64, #amdgpu.address_space<fat_raw_buffer>>, index, index) -> vector<5xf64>
      "vector.store"(%108, %arg29, %102, %104) : (vector<5xf64>, memref<64x5xf64>, index, index) -> ()
      %109 = "vector.load"(%arg28, %102, %104) : (memref<64x5xf64>, index, index) -> vector<5xf64>
      "vector.store"(%109, %107, %102, %104) : (vector<5xf64>, memref<64x5xf64, #amdgpu.address_space<fat_raw_buffer>>, index, index) -> ()
      "gpu.return"() : () -> ()
    }) {gpu.kernel, sym_name = "cut_f64_5_96", workgroup_attributions = 0 : i64} : () -> ()
    "gpu.func"() <{function_type = (memref<64x5xf64>, memref<64x5xf64>) -> (), known_block_size = array<i32: 64, 1, 1>}> ({
    ^bb0(%arg26: memref<64x5xf64>, %arg27: memref<64x5xf64>):
      %94 = "gpu.thread_id"() <{dimension = #gpu<dim x>}> : () -> index
      %95 = "gpu.block_id"() <{dimension = #gpu<dim x>}> : () -> index
      %96 = "arith.constant"() <{value = 0 : index}> : () -> index
      %97 = "arith.constant"() <{value = 97 : i64}> : () -> i64
      %98 = "amdgpu.fat_raw_buffer_cast"(%arg26, %97) <{boundsCheck = true, operandSegmentSizes = array<i32: 1, 1, 0>}> : (memref<64x5xf64>, i64) -> memref<64x5xf64, #amdgpu.address_space<fat_raw_buffer>>
      %99 = "amdgpu.fat_raw_buffer_cast"(%arg27, %97) <{boundsCheck = true, operandSegmentSizes = array<i32: 1, 1, 0>}> : (memref<64x5xf64>, i64) -> memref<64x5xf64, #amdgpu.address_space<fat_raw_buffer>>
      %100 = "vector.load"(%98, %94, %96) : (memref<64x5xf64, #amdgpu.address_space<fat_raw_buffer>>, index, index) -> vector<5xf64>
      "vector.store"(%100, %arg27, %94, %96) : (vector<5xf64>, memref<64x5xf64>, index, index) -> ()
      %101 = "vector.load"(%arg26, %94, %96) : (memref<64x5xf64>, index, index) -> vector<5xf64>
      "vector.store"(%101, %99, %94, %96) : (vector<5xf64>, memref<64x5xf64, #amdgpu.address_space<fat_raw_buffer>>, index, index) -> ()
      "gpu.return"() : () -> ()
    }) {gpu.kernel, sym_name = "cut_f64_5_97", workgroup_attributions = 0 : i64} : () -> ()
    "gpu.func"() <{function_type = (memref<64x5xf64>, memref<64x5xf64>) -> (), known_block_size = array<i32: 64, 1, 1>}> ({
    ^bb0(%arg24: memref<64x5xf64>, %arg25: memref<64x5xf64>):
      %86 = "gpu.thread_id"() <{dimension = #gpu<dim x>}> : () -> index
      %87 = "gpu.block_id"() <{dimension = #gpu<dim x>}> : () -> index
      %88 = "arith.constant"() <{value = 0 : index}> : () -> index
      %89 = "arith.constant"() <{value = 98 : i64}> : () -> i64
      %90 = "amdgpu.fat_raw_buffer_cast"(%arg24, %89) <{boundsCheck = true, operandSegmentSizes = array<i32: 1, 1, 0>}> : (memref<64x5xf64>, i64) -> memref<64x5xf64, #amdgpu.address_space<fat_raw_buffer>>
      %91 = "amdgpu.fat_raw_buffer_cast"(%arg25, %89) <{boundsCheck = true, operandSegmentSizes = array<i32: 1, 1, 0>}> : (memref<64x5xf64>, i64) -> memref<64x5xf64, #amdgpu.address_space<fat_raw_buffer>>
      %92 = "vector.load"(%90, %86, %88) : (memref<64x5xf64, #amdgpu.address_space<fat_raw_buffer>>, index, index) -> vector<5xf64>
      "vector.store"(%92, %arg25, %86, %88) : (vector<5xf64>, memref<64x5xf64>, index, index) -> ()
      %93 = "vector.load"(%arg24, %86, %88) : (memref<64x5xf64>, index, index) -> vector<5xf64>
      "vector.store"(%93, %91, %86, %88) : (vector<5xf64>, memref<64x5xf64, #amdgpu.address_space<fat_raw_buffer>>, index, index) -> ()
      "gpu.return"() : () -> ()
    }) {gpu.kernel, sym_name = "cut_f64_5_98", workgroup_attributions = 0 : i64} : () -> ()
    "gpu.func"() <{function_type = (memref<64x5xf64>, memref<64x5xf64>) -> (), known_block_size = array<i32: 64, 1, 1>}> ({
    ^bb0(%arg22: memref<64x5xf64>, %arg23: memref<64x5xf64>):
      %78 = "gpu.thread_id"() <{dimension = #gpu<dim x>}> : () -> index
      %79 = "gpu.block_id"() <{dimension = #gpu<dim x>}> : () -> index
      %80 = "arith.constant"() <{value = 0 : index}> : () -> index
      %81 = "arith.constant"() <{value = 99 : i64}> : () -> i64
      %82 = "amdgpu.fat_raw_buffer_cast"(%arg22, %81) <{boundsCheck = true, operandSegmentSizes = array<i32: 1, 1, 0>}> : (memref<64x5xf64>, i64) -> memref<64x5xf64, #amdgpu.address_space<fat_raw_buffer>>
      %83 = "amdgpu.fat_raw_buffer_cast"(%arg23, %81) <{boundsCheck = true, operandSegmentSizes = array<i32: 1, 1, 0>}> : (memref<64x5xf64>, i64) -> memref<64x5xf64, #amdgpu.address_space<fat_raw_buffer>>
      %84 = "vector.load"(%82, %78, %80) : (memref<64x5xf64, #amdgpu.address_space<fat_raw_buffer>>, index, index) -> vector<5xf64>
      "vector.store"(%84, %arg23, %78, %80) : (vector<5xf64>, memref<64x5xf64>, index, index) -> ()
      %85 = "vector.load"(%arg22, %78, %80) : (memref<64x5xf64>, index, index) -> vector<5xf64>
      "vector.store"(%85, %83, %78, %80) : (vector<5xf64>, memref<64x5xf64, #amdgpu.address_space<fat_raw_buffer>>, index, index) -> ()
      "gpu.return"() : () -> ()
    }) {gpu.kernel, sym_name = "cut_f64_5_99", workgroup_attributions = 0 : i64} : () -> ()
    "gpu.func"() <{function_type = (memref<64x5xf64>, memref<64x5xf64>) -> (), known_block_size = array<i32: 64, 1, 1>}> ({
    ^bb0(%arg20: memref<64x5xf64>, %arg21: memref<64x5xf64>):
      %70 = "gpu.thread_id"() <{dimension = #gpu<dim x>}> : () -> index
      %71 = "gpu.block_id"() <{dimension = #gpu<dim x>}> : () -> index
      %72 = "arith.constant"() <{value = 0 : index}> : () -> index
      %73 = "arith.constant"() <{value = 101 : i64}> : () -> i64
      %74 = "amdgpu.fat_raw_buffer_cast"(%arg20, %73) <{boundsCheck = true, operandSegmentSizes = array<i32: 1, 1, 0>}> : (memref<64x5xf64>, i64) -> memref<64x5xf64, #amdgpu.address_space<fat_raw_buffer>>
      %75 = "amdgpu.fat_raw_buffer_cast"(%arg21, %73) <{boundsCheck = true, operandSegmentSizes = array<i32: 1, 1, 0>}> : (memref<64x5xf64>, i64) -> memref<64x5xf64, #amdgpu.address_space<fat_raw_buffer>>
      %76 = "vector.load"(%74, %70, %72) : (memref<64x5xf64, #amdgpu.address_space<fat_raw_buffer>>, index, index) -> vector<5xf64>
      "vector.store"(%76, %arg21, %70, %72) : (vector<5xf64>, memref<64x5xf64>, index, index) -> ()
      %77 = "vector.load"(%arg20, %70, %72) : (memref<64x5xf64>, index, index) -> vector<5xf64>
      "vector.store"(%77, %75, %70, %72) : (vector<5xf64>, memref<64x5xf64, #amdgpu.address_space<fat_raw_buffer>>, index, index) -> ()
      "gpu.return"() : () -> ()
    }) {gpu.kernel, sym_name = "cut_f64_5_101", workgroup_attributions = 0 : i64} : () -> ()
    "gpu.func"() <{function_type = (memref<64x7xf64>, memref<64x7xf64>) -> (), known_block_size = array<i32: 64, 1, 1>}> ({
    ^bb0(%arg18: memref<64x7xf64>, %arg19: memref<64x7xf64>):
      %62 = "gpu.thread_id"() <{dimension = #gpu<dim x>}> : () -> index
      %63 = "gpu.block_id"() <{dimension = #gpu<dim x>}> : () -> index
      %64 = "arith.constant"() <{value = 0 : index}> : () -> index
      %65 = "arith.constant"() <{value = 96 : i64}> : () -> i64
      %66 = "amdgpu.fat_raw_buffer_cast"(%arg18, %65) <{boundsCheck = true, operandSegmentSizes = array<i32: 1, 1, 0>}> : (memref<64x7xf64>, i64) -> memref<64x7xf64, #amdgpu.address_space<fat_raw_buffer>>
      %67 = "amdgpu.fat_raw_buffer_cast"(%arg19, %65) <{boundsCheck = true, operandSegmentSizes = array<i32: 1, 1, 0>}> : (memref<64x7xf64>, i64) -> memref<64x7xf64, #amdgpu.address_space<fat_raw_buffer>>
      %68 = "vector.load"(%66, %62, %64) : (memref<64x7xf64, #amdgpu.address_space<fat_raw_buffer>>, index, index) -> vector<7xf64>
      "vector.store"(%68, %arg19, %62, %64) : (vector<7xf64>, memref<64x7xf64>, index, index) -> ()
      %69 = "vector.load"(%arg18, %62, %64) : (memref<64x7xf64>, index, index) -> vector<7xf64>
      "vector.store"(%69, %67, %62, %64) : (vector<7xf64>, memref<64x7xf64, #amdgpu.address_space<fat_raw_buffer>>, index, index) -> ()
      "gpu.return"() : () -> ()
    }) {gpu.kernel, sym_name = "cut_f64_7_96", workgroup_attributions = 0 : i64} : () -> ()
    "gpu.func"() <{function_type = (memref<64x7xf64>, memref<64x7xf64>) -> (), known_block_size = array<i32: 64, 1, 1>}> ({
    ^bb0(%arg16: memref<64x7xf64>, %arg17: memref<64x7xf64>):
      %54 = "gpu.thread_id"() <{dimension = #gpu<dim x>}> : () -> index
      %55 = "gpu.block_id"() <{dimension = #gpu<dim x>}> : () -> index
      %56 = "arith.constant"() <{value = 0 : index}> : () -> index
      %57 = "arith.constant"() <{value = 97 : i64}> : () -> i64
      %58 = "amdgpu.fat_raw_buffer_cast"(%arg16, %57) <{boundsCheck = true, operandSegmentSizes = array<i32: 1, 1, 0>}> : (memref<64x7xf64>, i64) -> memref<64x7xf64, #amdgpu.address_space<fat_raw_buffer>>
      %59 = "amdgpu.fat_raw_buffer_cast"(%arg17, %57) <{boundsCheck = true, operandSegmentSizes = array<i32: 1, 1, 0>}> : (memref<64x7xf64>, i64) -> memref<64x7xf64, #amdgpu.address_space<fat_raw_buffer>>
      %60 = "vector.load"(%58, %54, %56) : (memref<64x7xf64, #amdgpu.address_space<fat_raw_buffer>>, index, index) -> vector<7xf64>
      "vector.store"(%60, %arg17, %54, %56) : (vector<7xf64>, memref<64x7xf64>, index, index) -> ()
      %61 = "vector.load"(%arg16, %54, %56) : (memref<64x7xf64>, index, index) -> vector<7xf64>
      "vector.store"(%61, %59, %54, %56) : (vector<7xf64>, memref<64x7xf64, #amdgpu.address_space<fat_raw_buffer>>, index, index) -> ()
      "gpu.return"() : () -> ()
    }) {gpu.kernel, sym_name = "cut_f64_7_97", workgroup_attributions = 0 : i64} : () -> ()
    "gpu.func"() <{function_type = (memref<64x7xf64>, memref<64x7xf64>) -> (), known_block_size = array<i32: 64, 1, 1>}> ({
    ^bb0(%arg14: memref<64x7xf64>, %arg15: memref<64x7xf64>):
      %46 = "gpu.thread_id"() <{dimension = #gpu<dim x>}> : () -> index
      %47 = "gpu.block_id"() <{dimension = #gpu<dim x>}> : () -> index
      %48 = "arith.constant"() <{value = 0 : index}> : () -> index
      %49 = "arith.constant"() <{value = 98 : i64}> : () -> i64
      %50 = "amdgpu.fat_raw_buffer_cast"(%arg14, %49) <{boundsCheck = true, operandSegmentSizes = array<i32: 1, 1, 0>}> : (memref<64x7xf64>, i64) -> memref<64x7xf64, #amdgpu.address_space<fat_raw_buffer>>
      %51 = "amdgpu.fat_raw_buffer_cast"(%arg15, %49) <{boundsCheck = true, operandSegmentSizes = array<i32: 1, 1, 0>}> : (memref<64x7xf64>, i64) -> memref<64x7xf64, #amdgpu.address_space<fat_raw_buffer>>
      %52 = "vector.load"(%50, %46, %48) : (memref<64x7xf64, #amdgpu.address_space<fat_raw_buffer>>, index, index) -> vector<7xf64>
      "vector.store"(%52, %arg15, %46, %48) : (vector<7xf64>, memref<64x7xf64>, index, index) -> ()
      %53 = "vector.load"(%arg14, %46, %48) : (memref<64x7xf64>, index, index) -> vector<7xf64>
      "vector.store"(%53, %51, %46, %48) : (vector<7xf64>, memref<64x7xf64, #amdgpu.address_space<fat_raw_buffer>>, index, index) -> ()
      "gpu.return"() : () -> ()
    }) {gpu.kernel, sym_name = "cut_f64_7_98", workgroup_attributions = 0 : i64} : () -> ()
    "gpu.func"() <{function_type = (memref<64x7xf64>, memref<64x7xf64>) -> (), known_block_size = array<i32: 64, 1, 1>}> ({
    ^bb0(%arg12: memref<64x7xf64>, %arg13: memref<64x7xf64>):
      %38 = "gpu.thread_id"() <{dimension = #gpu<dim x>}> : () -> index
      %39 = "gpu.block_id"() <{dimension = #gpu<dim x>}> : () -> index
      %40 = "arith.constant"() <{value = 0 : index}> : () -> index
      %41 = "arith.constant"() <{value = 99 : i64}> : () -> i64
      %42 = "amdgpu.fat_raw_buffer_cast"(%arg12, %41) <{boundsCheck = true, operandSegmentSizes = array<i32: 1, 1, 0>}> : (memref<64x7xf64>, i64) -> memref<64x7xf64, #amdgpu.address_space<fat_raw_buffer>>
      %43 = "amdgpu.fat_raw_buffer_cast"(%arg13, %41) <{boundsCheck = true, operandSegmentSizes = array<i32: 1, 1, 0>}> : (memref<64x7xf64>, i64) -> memref<64x7xf64, #amdgpu.address_space<fat_raw_buffer>>
      %44 = "vector.load"(%42, %38, %40) : (memref<64x7xf64, #amdgpu.address_space<fat_raw_buffer>>, index, index) -> vector<7xf64>
      "vector.store"(%44, %arg13, %38, %40) : (vector<7xf64>, memref<64x7xf64>, index, index) -> ()
      %45 = "vector.load"(%arg12, %38, %40) : (memref<64x7xf64>, index, index) -> vector<7xf64>
      "vector.store"(%45, %43, %38, %40) : (vector<7xf64>, memref<64x7xf64, #amdgpu.address_space<fat_raw_buffer>>, index, index) -> ()
      "gpu.return"() : () -> ()
    }) {gpu.kernel, sym_name = "cut_f64_7_99", workgroup_attributions = 0 : i64} : () -> ()
    "gpu.func"() <{function_type = (memref<64x7xf64>, memref<64x7xf64>) -> (), known_block_size = array<i32: 64, 1, 1>}> ({
    ^bb0(%arg10: memref<64x7xf64>, %arg11: memref<64x7xf64>):
      %30 = "gpu.thread_id"() <{dimension = #gpu<dim x>}> : () -> index
      %31 = "gpu.block_id"() <{dimension = #gpu<dim x>}> : () -> index
      %32 = "arith.constant"() <{value = 0 : index}> : () -> index
      %33 = "arith.constant"() <{value = 101 : i64}> : () -> i64
      %34 = "amdgpu.fat_raw_buffer_cast"(%arg10, %33) <{boundsCheck = true, operandSegmentSizes = array<i32: 1, 1, 0>}> : (memref<64x7xf64>, i64) -> memref<64x7xf64, #amdgpu.address_space<fat_raw_buffer>>
      %35 = "amdgpu.fat_raw_buffer_cast"(%arg11, %33) <{boundsCheck = true, operandSegmentSizes = array<i32: 1, 1, 0>}> : (memref<64x7xf64>, i64) -> memref<64x7xf64, #amdgpu.address_space<fat_raw_buffer>>
      %36 = "vector.load"(%34, %30, %32) : (memref<64x7xf64, #amdgpu.address_space<fat_raw_buffer>>, index, index) -> vector<7xf64>
      "vector.store"(%36, %arg11, %30, %32) : (vector<7xf64>, memref<64x7xf64>, index, index) -> ()
      %37 = "vector.load"(%arg10, %30, %32) : (memref<64x7xf64>, index, index) -> vector<7xf64>
      "vector.store"(%37, %35, %30, %32) : (vector<7xf64>, memref<64x7xf64, #amdgpu.address_space<fat_raw_buffer>>, index, index) -> ()
      "gpu.return"() : () -> ()
    }) {gpu.kernel, sym_name = "cut_f64_7_101", workgroup_attributions = 0 : i64} : () -> ()
    "gpu.func"() <{function_type = (memref<8x64xf32>, memref<3x64xf32>) -> (), known_block_size = array<i32: 64, 1, 1>}> ({
    ^bb0(%arg8: memref<8x64xf32>, %arg9: memref<3x64xf32>):
      %23 = "gpu.thread_id"() <{dimension = #gpu<dim x>}> : () -> index
      %24 = "gpu.block_id"() <{dimension = #gpu<dim x>}> : () -> index
      %25 = "arith.constant"() <{value = 0 : index}> : () -> index
      %26 = "memref.subview"(%arg8, %24) <{operandSegmentSizes = array<i32: 1, 1, 0, 0>, static_offsets = array<i64: -9223372036854775808, 0>, static_sizes = array<i64: 4, 60>, static_strides = array<i64: 1, 1>}> : (memref<8x64xf32>, index) -> memref<4x60xf32, strided<[64, 1], offset: ?>>
      %27 = "amdgpu.fat_raw_buffer_cast"(%26) <{boundsCheck = true, operandSegmentSizes = array<i32: 1, 0, 0>, resetOffset}> : (memref<4x60xf32, strided<[64, 1], offset: ?>>) -> memref<4x60xf32, strided<[64, 1]>, #amdgpu.address_space<fat_raw_buffer>>
      %28 = "arith.constant"() <{value = 2 : index}> : () -> index
      %29 = "memref.load"(%27, %28, %23) : (memref<4x60xf32, strided<[64, 1]>, #amdgpu.address_space<fat_raw_buffer>>, index, index) -> f32
      "memref.store"(%29, %arg9, %24, %23) : (f32, memref<3x64xf32>, index, index) -> ()
      "gpu.return"() : () -> ()
    }) {gpu.kernel, sym_name = "reset", workgroup_attributions = 0 : i64} : () -> ()
    "gpu.func"() <{function_type = (memref<8x64xf32>, memref<3x64xf32>) -> (), known_block_size = array<i32: 64, 1, 1>}> ({
    ^bb0(%arg6: memref<8x64xf32>, %arg7: memref<3x64xf32>):
      %17 = "gpu.thread_id"() <{dimension = #gpu<dim x>}> : () -> index
      %18 = "gpu.block_id"() <{dimension = #gpu<dim x>}> : () -> index
      %19 = "arith.constant"() <{value = 0 : index}> : () -> index
      %20 = "memref.subview"(%arg6, %18) <{operandSegmentSizes = array<i32: 1, 1, 0, 0>, static_offsets = array<i64: -9223372036854775808, 0>, static_sizes = array<i64: 2, 60>, static_strides = array<i64: 1, 1>}> : (memref<8x64xf32>, index) -> memref<2x60xf32, strided<[64, 1], offset: ?>>
      %21 = "amdgpu.fat_raw_buffer_cast"(%20) <{boundsCheck = true, operandSegmentSizes = array<i32: 1, 0, 0>}> : (memref<2x60xf32, strided<[64, 1], offset: ?>>) -> memref<2x60xf32, strided<[64, 1], offset: ?>, #amdgpu.address_space<fat_raw_buffer>>
      %22 = "memref.load"(%21, %19, %17) : (memref<2x60xf32, strided<[64, 1], offset: ?>, #amdgpu.address_space<fat_raw_buffer>>, index, index) -> f32
      "memref.store"(%22, %arg7, %18, %17) : (f32, memref<3x64xf32>, index, index) -> ()
      "gpu.return"() : () -> ()
    }) {gpu.kernel, sym_name = "noreset", workgroup_attributions = 0 : i64} : () -> ()
    "gpu.func"() <{function_type = (memref<8x64xf16>, memref<3x64xf16>) -> (), known_block_size = array<i32: 64, 1, 1>}> ({
    ^bb0(%arg4: memref<8x64xf16>, %arg5: memref<3x64xf16>):
      %11 = "gpu.thread_id"() <{dimension = #gpu<dim x>}> : () -> index
      %12 = "gpu.block_id"() <{dimension = #gpu<dim x>}> : () -> index
      %13 = "arith.constant"() <{value = 0 : index}> : () -> index
      %14 = "arith.constant"() <{value = 128 : i14}> : () -> i14
      %15 = "amdgpu.fat_raw_buffer_cast"(%arg4, %14) <{boundsCheck = false, operandSegmentSizes = array<i32: 1, 0, 1>}> : (memref<8x64xf16>, i14) -> memref<8x64xf16, #amdgpu.address_space<fat_raw_buffer>>
      %16 = "memref.load"(%15, %12, %11) : (memref<8x64xf16, #amdgpu.address_space<fat_raw_buffer>>, index, index) -> f16
      "memref.store"(%16, %arg5, %12, %11) : (f16, memref<3x64xf16>, index, index) -> ()
      "gpu.return"() : () -> ()
    }) {gpu.kernel, sym_name = "swizzle", workgroup_attributions = 0 : i64} : () -> ()
    "gpu.func"() <{function_type = (memref<?x?xf32, strided<[?, 1], offset: ?>>, memref<3x64xf32>) -> (), known_block_size = array<i32: 64, 1, 1>}> ({
    ^bb0(%arg2: memref<?x?xf32, strided<[?, 1], offset: ?>>, %arg3: memref<3x64xf32>):
      %6 = "gpu.thread_id"() <{dimension = #gpu<dim x>}> : () -> index
      %7 = "gpu.block_id"() <{dimension = #gpu<dim x>}> : () -> index
      %8 = "arith.constant"() <{value = 0 : index}> : () -> index
      %9 = "amdgpu.fat_raw_buffer_cast"(%arg2) <{boundsCheck = true, operandSegmentSizes = array<i32: 1, 0, 0>}> : (memref<?x?xf32, strided<[?, 1], offset: ?>>) -> memref<?x?xf32, strided<[?, 1], offset: ?>, #amdgpu.address_space<fat_raw_buffer>>
      %10 = "memref.load"(%9, %7, %6) : (memref<?x?xf32, strided<[?, 1], offset: ?>, #amdgpu.address_space<fat_raw_buffer>>, index, index) -> f32
      "memref.store"(%10, %arg3, %7, %6) : (f32, memref<3x64xf32>, index, index) -> ()
      "gpu.return"() : () -> ()
    }) {gpu.kernel, sym_name = "dynamic", workgroup_attributions = 0 : i64} : () -> ()
    "gpu.func"() <{function_type = (memref<1024xf16>, memref<3x64xf16>) -> (), known_block_size = array<i32: 64, 1, 1>}> ({
    ^bb0(%arg0: memref<1024xf16>, %arg1: memref<3x64xf16>):
      %0 = "gpu.thread_id"() <{dimension = #gpu<dim x>}> : () -> index
      %1 = "gpu.block_id"() <{dimension = #gpu<dim x>}> : () -> index
      %2 = "arith.constant"() <{value = 0 : index}> : () -> index
      %3 = "amdgpu.fat_raw_buffer_cast"(%arg0) <{boundsCheck = true, operandSegmentSizes = array<i32: 1, 0, 0>, resetOffset}> : (memref<1024xf16>) -> memref<1024xf16, #amdgpu.address_space<fat_raw_buffer>>
      %4 = "memref.reinterpret_cast"(%3, %1) <{operandSegmentSizes = array<i32: 1, 1, 0, 0>, static_offsets = array<i64: -9223372036854775808>, static_sizes = array<i64: 64, 8>, static_strides = array<i64: 8, 1>}> : (memref<1024xf16, #amdgpu.address_space<fat_raw_buffer>>, index) -> memref<64x8xf16, strided<[8, 1], offset: ?>, #amdgpu.address_space<fat_raw_buffer>>
      %5 = "memref.load"(%4, %0, %2) : (memref<64x8xf16, strided<[8, 1], offset: ?>, #amdgpu.address_space<fat_raw_buffer>>, index, index) -> f16
      "memref.store"(%5, %arg1, %1, %0) : (f16, memref<3x64xf16>, index, index) -> ()
      "gpu.return"() : () -> ()
    }) {gpu.kernel, sym_name = "row", workgroup_attributions = 0 : i64} : () -> ()
  }) : () -> ()
}) : () -> ()

