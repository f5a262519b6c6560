"builtin.module"() ({
  "gpu.module"() <{sym_name = "atomics"}> ({
    "gpu.func"() <{function_type = (memref<68xi8>, memref<68xi8>, memref<68xi8>, memref<68xi8>, memref<68xi8>, memref<68xi8>, memref<68xi8>) -> (), known_block_size = array<i32: 64, 1, 1>}> ({
    ^bb0(%arg448: memref<68xi8>, %arg449: memref<68xi8>, %arg450: memref<68xi8>, %arg451: memref<68xi8>, %arg452: memref<68xi8>, %arg453: memref<68xi8>, %arg454: memref<68xi8>, %arg455: memref<68xi8, #gpu.address_space<workgroup>>):
      %666 = "gpu.thread_id"() <{dimension = #gpu<dim x>}> : () -> index
      %667 = "arith.constant"() <{value = 0 : index}> : () -> index
      %668 = "arith.constant"() <{value = 2 : index}> : () -> index
      %669 = "arith.constant"() <{value = 4 : index}> : () -> index
      %670 = "memref.load"(%arg448, %666) : (memref<68xi8>, index) -> i8
      %671 = "memref.atomic_rmw"(%670, %arg449, %666) <{kind = 1 : i64}> : (i8, memref<68xi8>, index) -> i8
      "memref.store"(%671, %arg450, %666) : (i8, memref<68xi8>, index) -> ()
      "memref.store"(%670, %arg455, %666) : (i8, memref<68xi8, #gpu.address_space<workgroup>>, index) -> ()
      %672 = "memref.atomic_rmw"(%671, %arg455, %666) <{kind = 1 : i64}> : (i8, memref<68xi8, #gpu.address_space<workgroup>>, index) -> i8
      %673 = "memref.load"(%arg455, %666) : (memref<68xi8, #gpu.address_space<workgroup>>, index) -> i8
      "memref.store"(%672, %arg451, %666) : (i8, memref<68xi8>, index) -> ()
      "memref.store"(%673, %arg452, %666) : (i8, memref<68xi8>, index) -> ()
      "gpu.return"() : () -> ()
    }) {gpu.kernel, sym_name = "addi_i8", workgroup_attributions = 1 : i64} : () -> ()
    "gpu.func"() <{function_type = (memref<68xi8>, memref<68xi8>, memref<68xi8>) -> (), known_block_size = array<i32: 64, 1, 1>}> ({
    ^bb0(%arg444: memref<68xi8>, %arg445: memref<68xi8>, %arg446: memref<68xi8>, %arg447: memref<68xi8, #gpu.address_space<workgroup>>):
      %657 = "gpu.thread_id"() <{dimension = #gpu<dim x>}> : () -> index
      %658 = "arith.constant"() <{value = 0 : index}> : () -> index
      %659 = "arith.constant"() <{value = 2 : index}> : () -> index
      %660 = "arith.constant"() <{value = 4 : index}> : () -> index
      %661 = "memref.load"(%arg444, %657) : (memref<68xi8>, index) -> i8
      %662 = "memref.atomic_rmw"(%661, %arg445, %659) <{kind = 1 : i64}> : (i8, memref<68xi8>, index) -> i8
      %663 = "memref.load"(%arg444, %658) : (memref<68xi8>, index) -> i8
      "memref.store"(%663, %arg447, %657) : (i8, memref<68xi8, #gpu.address_space<workgroup>>, index) -> ()
      "gpu.barrier"() : () -> ()
      %664 = "memref.atomic_rmw"(%661, %arg447, %660) <{kind = 1 : i64}> : (i8, memref<68xi8, #gpu.address_space<workgroup>>, index) -> i8
      "gpu.barrier"() : () -> ()
      %665 = "memref.load"(%arg447, %660) : (memref<68xi8, #gpu.address_space<workgroup>>, index) -> i8
      "memref.store"(%665, %arg446, %657) : (i8, memref<68xi8>, index) -> ()
      "gpu.return"() : () -> ()
    }) {gpu.kernel, sym_name = "many_addi_i8", workgroup_attributions = 1 : i64} : () -> ()
    "gpu.func"() <{function_type = (memref<68xi8>, memref<68xi8>, memref<68xi8>, memref<68xi8>, memref<68xi8>, memref<68xi8>, memref<68xi8>) -> (), known_block_size = array<i32: 64, 1, 1>}> ({
    ^bb0(%arg436: memref<68xi8>, %arg437: memref<68xi8>, %arg438: memref<68xi8>, %arg439: memref<68xi8>, %arg440: memref<68xi8>, %arg441: memref<68xi8>, %arg442: memref<68xi8>, %arg443: memref<68xi8, #gpu.address_space<workgroup>>):
      %649 = "gpu.thread_id"() <{dimension = #gpu<dim x>}> : () -> index
      %650 = "arith.constant"() <{value = 0 : index}> : () -> index
      %651 = "arith.constant"() <{value = 2 : index}> : () -> index
      %652 = "arith.constant"() <{value = 4 : index}> : () -> index
      %653 = "memref.load"(%arg436, %649) : (memref<68xi8>, index) -> i8
      %654 = "memref.atomic_rmw"(%653, %arg437, %649) <{kind = 6 : i64}> : (i8, memref<68xi8>, index) -> i8
      "memref.store"(%654, %arg438, %649) : (i8, memref<68xi8>, index) -> ()
      "memref.store"(%653, %arg443, %649) : (i8, memref<68xi8, #gpu.address_space<workgroup>>, index) -> ()
      %655 = "memref.atomic_rmw"(%654, %arg443, %649) <{kind = 6 : i64}> : (i8, memref<68xi8, #gpu.address_space<workgroup>>, index) -> i8
      %656 = "memref.load"(%arg443, %649) : (memref<68xi8, #gpu.address_space<workgroup>>, index) -> i8
      "memref.store"(%655, %arg439, %649) : (i8, memref<68xi8>, index) -> ()
      "memref.store"(%656, %arg440, %649) : (i8, memref<68xi8>, index) -> ()
      "gpu.return"() : () -> ()
    }) {gpu.kernel, sym_name = "maxs_i8", workgroup_attributions = 1 : i64} : () -> ()
    "gpu.func"() <{function_type = (memref<68xi8>, memref<68xi8>, memref<68xi8>) -> (), known_block_size = array<i32: 64, 1, 1>}> ({
    ^bb0(%arg432: memref<68xi8>, %arg433: memref<68xi8>, %arg434: memref<68xi8>, %arg435: memref<68xi8, #gpu.address_space<workgroup>>):
      %640 = "gpu.thread_id"() <{dimension = #gpu<dim x>}> : () -> index
      %641 = "arith.constant"() <{value = 0 : index}> : () -> index
      %642 = "arith.constant"() <{value = 2 : index}> : () -> index
      %643 = "arith.constant"() <{value = 4 : index}> : () -> index
      %644 = "memref.load"(%arg432, %640) : (memref<68xi8>, index) -> i8
      %645 = "memref.atomic_rmw"(%644, %arg433, %642) <{kind = 6 : i64}> : (i8, memref<68xi8>, index) -> i8
      %646 = "memref.load"(%arg432, %641) : (memref<68xi8>, index) -> i8
      "memref.store"(%646, %arg435, %640) : (i8, memref<68xi8, #gpu.address_space<workgroup>>, index) -> ()
      "gpu.barrier"() : () -> ()
      %647 = "memref.atomic_rmw"(%644, %arg435, %643) <{kind = 6 : i64}> : (i8, memref<68xi8, #gpu.address_space<workgroup>>, index) -> i8
      "gpu.barrier"() : () -> ()
      %648 = "memref.load"(%arg435, %643) : (memref<68xi8, #gpu.address_space<workgroup>>, index) -> i8
      "memref.store"(%648, %arg434, %640) : (i8, memref<68xi8>, index) -> ()
      "gpu.return"() : () -> ()
    }) {gpu.kernel, sym_name = "many_maxs_i8", workgroup_attributions = 1 : i64} : () -> ()
    "gpu.func"() <{function_type = (memref<68xi8>, memref<68xi8>, memref<68xi8>, memref<68xi8>, memref<68xi8>, memref<68xi8>, memref<68xi8>) -> (), known_block_size = array<i32: 64, 1, 1>}> ({
    ^bb0(%arg424: memref<68xi8>, %arg425: memref<68xi8>, %arg426: memref<68xi8>, %arg427: memref<68xi8>, %arg428: memref<68xi8>, %arg429: memref<68xi8>, %arg430: memref<68xi8>, %arg431: memref<68xi8, #gpu.address_space<workgroup>>):
      %632 = "gpu.thread_id"() <{dimension = #gpu<dim x>}> : () -> index
      %633 = "arith.constant"() <{value = 0 : index}> : () -> index
      %634 = "arith.constant"() <{value = 2 : index}> : () -> index
      %635 = "arith.constant"() <{value = 4 : index}> : () -> index
      %636 = "memref.load"(%arg424, %632) : (memref<68xi8>, index) -> i8
      %637 = "memref.atomic_rmw"(%636, %arg425, %632) <{kind = 3 : i64}> : (i8, memref<68xi8>, index) -> i8
      "memref.store"(%637, %arg426, %632) : (i8, memref<68xi8>, index) -> ()
      "memref.store"(%636, %arg431, %632) : (i8, memref<68xi8, #gpu.address_space<workgroup>>, index) -> ()
      %638 = "memref.atomic_rmw"(%637, %arg431, %632) <{kind = 3 : i64}> : (i8, memref<68xi8, #gpu.address_space<workgroup>>, index) -> i8
      %639 = "memref.load"(%arg431, %632) : (memref<68xi8, #gpu.address_space<workgroup>>, index) -> i8
      "memref.store"(%638, %arg427, %632) : (i8, memref<68xi8>, index) -> ()
      "memref.store"(%639, %arg428, %632) : (i8, memref<68xi8>, index) -> ()
      "gpu.return"() : () -> ()
    }) {gpu.kernel, sym_name = "assign_i8", workgroup_attributions = 1 : i64} : () -> ()
    "gpu.func"() <{function_type = (memref<68xi16>, memref<68xi16>, memref<68xi16>, memref<68xi16>, memref<68xi16>, memref<68xi16>, memref<68xi16>) -> (), known_block_size = array<i32: 64, 1, 1>}> ({
    ^bb0(%arg416: memref<68xi16>, %arg417: memref<68xi16>, %arg418: memref<68xi16>, %arg419: memref<68xi16>, %arg420: memref<68xi16>, %arg421: memref<68xi16>, %arg422: memref<68xi16>, %arg423: memref<68xi16, #gpu.address_space<workgroup>>):
      %624 = "gpu.thread_id"() <{dimension = #gpu<dim x>}> : () -> index
      %625 = "arith.constant"() <{value = 0 : index}> : () -> index
      %626 = "arith.constant"() <{value = 2 : index}> : () -> index
      %627 = "arith.constant"() <{value = 4 : index}> : () -> index
      %628 = "memref.load"(%arg416, %624) : (memref<68xi16>, index) -> i16
      %629 = "memref.atomic_rmw"(%628, %arg417, %624) <{kind = 1 : i64}> : (i16, memref<68xi16>, index) -> i16
      "memref.store"(%629, %arg418, %624) : (i16, memref<68xi16>, index) -> ()
      "memref.store"(%628, %arg423, %624) : (i16, memref<68xi16, #gpu.address_space<workgroup>>, index) -> ()
      %630 = "memref.atomic_rmw"(%629, %arg423, %624) <{kind = 1 : i64}> : (i16, memref<68xi16, #gpu.address_space<workgroup>>, index) -> i16
      %631 = "memref.load"(%arg423, %624) : (memref<68xi16, #gpu.address_space<workgroup>>, index) -> i16
      "memref.store"(%630, %arg419, %624) : (i16, memref<68xi16>, index) -> ()
      "memref.store"(%631, %arg420, %624) : (i16, memref<68xi16>, index) -> ()
      "gpu.return"() : () -> ()
    }) {gpu.kernel, sym_name = "addi_i16", workgroup_attributions = 1 : i64} : () -> ()
    "gpu.func"() <{function_type = (memref<68xi16>, memref<68xi16>, memref<68xi16>) -> (), known_block_size = array<i32: 64, 1, 1>}> ({
    ^bb0(%arg412: memref<68xi16>, %arg413: memref<68xi16>, %arg414: memref<68xi16>, %arg415: memref<68xi16, #gpu.address_space<workgroup>>):
      %615 = "gpu.thread_id"() <{dimension = #gpu<dim x>}> : () -> index
      %616 = "arith.constant"() <{value = 0 : index}> : () -> index
      %617 = "arith.constant"() <{value = 2 : index}> : () -> index
      %618 = "arith.constant"() <{value = 4 : index}> : () -> index
      %619 = "memref.load"(%arg412, %615) : (memref<68xi16>, index) -> i16
      %620 = "memref.atomic_rmw"(%619, %arg413, %617) <{kind = 1 : i64}> : (i16, memref<68xi16>, index) -> i16
      %621 = "memref.load"(%arg412, %616) : (memref<68xi16>, index) -> i16
      "memref.store"(%621, %arg415, %615) : (i16, memref<68xi16, #gpu.address_space<workgroup>>, index) -> ()
      "gpu.barrier"() : () -> ()
      %622 = "memref.atomic_rmw"(%619, %arg415, %618) <{kind = 1 : i64}> : (i16, memref<68xi16, #gpu.address_space<workgroup>>, index) -> i16
      "gpu.barrier"() : () -> ()
      %623 = "memref.load"(%arg415, %618) : (memref<68xi16, #gpu.address_space<workgroup>>, index) -> i16
      "memref.store"(%623, %arg414, %615) : (i16, memref<68xi16>, index) -> ()
      "gpu.return"() : () -> ()
    }) {gpu.kernel, sym_name = "many_addi_i16", workgroup_attributions = 1 : i64} : () -> ()
    "gpu.func"() <{function_type = (memref<68xi16>, memref<68xi16>, memref<68xi16>, memref<68xi16>, memref<68xi16>, memref<68xi16>, memref<68xi16>) -> (), known_block_size = array<i32: 64, 1, 1>}> ({
    ^bb0(%arg404: memref<68xi16>, %arg405: memref<68xi16>, %arg406: memref<68xi16>, %arg407: memref<68xi16>, %arg408: memref<68xi16>, %arg409: memref<68xi16>, %arg410: memref<68xi16>, %arg411: memref<68xi16, #gpu.address_space<workgroup>>):
      %607 = "gpu.thread_id"() <{dimension = #gpu<dim x>}> : () -> index
      %608 = "arith.constant"() <{value = 0 : index}> : () -> index
      %609 = "arith.constant"() <{value = 2 : index}> : () -> index
      %610 = "arith.constant"() <{value = 4 : index}> : () -> index
      %611 = "memref.load"(%arg404, %607) : (memref<68xi16>, index) -> i16
      %612 = "memref.atomic_rmw"(%611, %arg405, %607) <{kind = 11 : i64}> : (i16, memref<68xi16>, index) -> i16
      "memref.store"(%612, %arg406, %607) : (i16, memref<68xi16>, index) -> ()
      "memref.store"(%611, %arg411, %607) : (i16, memref<68xi16, #gpu.address_space<workgroup>>, index) -> ()
      %613 = "memref.atomic_rmw"(%612, %arg411, %607) <{kind = 11 : i64}> : (i16, memref<68xi16, #gpu.address_space<workgroup>>, index) -> i16
      %614 = "memref.load"(%arg411, %607) : (memref<68xi16, #gpu.address_space<workgroup>>, index) -> i16
      "memref.store"(%613, %arg407, %607) : (i16, memref<68xi16>, index) -> ()
      "memref.store"(%614, %arg408, %607) : (i16, memref<68xi16>, index) -> ()
      "gpu.return"() : () -> ()
    }) {gpu.kernel, sym_name = "minu_i16", workgroup_attributions = 1 : i64} : () -> ()
    "gpu.func"() <{function_type = (memref<68xi16>, memref<68xi16>, memref<68xi16>) -> (), known_block_size = array<i32: 64, 1, 1>}> ({
    ^bb0(%arg400: memref<68xi16>, %arg401: memref<68xi16>, %arg402: memref<68xi16>, %arg403: memref<68xi16, #gpu.address_space<workgroup>>):
      %598 = "gpu.thread_id"() <{dimension = #gpu<dim x>}> : () -> index
      %599 = "arith.constant"() <{value = 0 : index}> : () -> index
      %600 = "arith.constant"() <{value = 2 : index}> : () -> index
      %601 = "arith.constant"() <{value = 4 : index}> : () -> index
      %602 = "memref.load"(%arg400, %598) : (memref<68xi16>, index) -> i16
      %603 = "memref.atomic_rmw"(%602, %arg401, %600) <{kind = 11 : i64}> : (i16, memref<68xi16>, index) -> i16
      %604 = "memref.load"(%arg400, %599) : (memref<68xi16>, index) -> i16
      "memref.store"(%604, %arg403, %598) : (i16, memref<68xi16, #gpu.address_space<workgroup>>, index) -> ()
      "gpu.barrier"() : () -> ()
      %605 = "memref.atomic_rmw"(%602, %arg403, %601) <{kind = 11 : i64}> : (i16, memref<68xi16, #gpu.address_space<workgroup>>, index) -> i16
      "gpu.barrier"() : () -> ()
      %606 = "memref.load"(%arg403, %601) : (memref<68xi16, #gpu.address_space<workgroup>>, index) -> i16
      "memref.store"(%606, %arg402, %598) : (i16, memref<68xi16>, index) -> ()
      "gpu.return"() : () -> ()
    }) {gpu.kernel, sym_name = "many_minu_i16", workgroup_attributions = 1 : i64} : () -> ()
    "gpu.func"() <{function_type = (memref<68xi32>, memref<68xi32>, memref<68xi32>, memref<68xi32>, memref<68xi32>, memref<68xi32>, memref<68xi32>) -> (), known_block_size = array<i32: 64, 1, 1>}> ({
    ^bb0(%arg392: memref<68xi32>, %arg393: memref<68xi32>, %arg394: memref<68xi32>, %arg395: memref<68xi32>, %arg396: memref<68xi32>, %arg397: memref<68xi32>, %arg398: memref<68xi32>, %arg399: memref<68xi32, #gpu.address_space<workgroup>>):
      %588 = "gpu.thread_id"() <{dimension = #gpu<dim x>}> : () -> index
      %589 = "arith.constant"() <{value = 0 : index}> : () -> index
      %590 = "arith.constant"() <{value = 2 : index}> : () -> index
      %591 = "arith.constant"() <{value = 4 : index}> : () -> index
      %592 = "memref.load"(%arg392, %588) : (memref<68xi32>, index) -> i32
      %593 = "memref.atomic_rmw"(%592, %arg393, %588) <{kind = 1 : i64}> : (i32, memref<68xi32>, index) -> i32
      "memref.store"(%593, %arg394, %588) : (i32, memref<68xi32>, index) -> ()
      "memref.store"(%592, %arg399, %588) : (i32, memref<68xi32, #gpu.address_space<workgroup>>, index) -> ()
      %594 = "memref.atomic_rmw"(%593, %arg399, %588) <{kind = 1 : i64}> : (i32, memref<68xi32, #gpu.address_space<workgroup>>, index) -> i32
      %595 = "memref.load"(%arg399, %588) : (memref<68xi32, #gpu.address_space<workgroup>>, index) -> i32
      "memref.store"(%594, %arg395, %588) : (i32, memref<68xi32>, index) -> ()
      "memref.store"(%595, %arg396, %588) : (i32, memref<68xi32>, index) -> ()
      %596 = "amdgpu.fat_raw_buffer_cast"(%arg397) <{boundsCheck = true, operandSegmentSizes = array<i32: 1, 0, 0>}> : (memref<68xi32>) -> memref<68xi32, #amdgpu.address_space<fat_raw_buffer>>
      %597 = "memref.atomic_rmw"(%592, %596, %588) <{kind = 1 : i64}> : (i32, memref<68xi32, #amdgpu.address_space<fat_raw_buffer>>, index) -> i32
      "memref.store"(%597, %arg398, %588) : (i32, memref<68xi32>, index) -> ()
      "gpu.return"() : () -> ()
    }) {gpu.kernel, sym_name = "addi_i32", workgroup_attributions = 1 : i64} : () -> ()
    "gpu.func"() <{function_type = (memref<68xi32>, memref<68xi32>, memref<68xi32>) -> (), known_block_size = array<i32: 64, 1, 1>}> ({
    ^bb0(%arg388: memref<68xi32>, %arg389: memref<68xi32>, %arg390: memref<68xi32>, %arg391: memref<68xi32, #gpu.address_space<workgroup>>):
      %579 = "gpu.thread_id"() <{dimension = #gpu<dim x>}> : () -> index
      %580 = "arith.constant"() <{value = 0 : index}> : () -> index
      %581 = "arith.constant"() <{value = 2 : index}> : () -> index
      %582 = "arith.constant"() <{value = 4 : index}> : () -> index
      %583 = "memref.load"(%arg388, %579) : (memref<68xi32>, index) -> i32
      %584 = "memref.atomic_rmw"(%583, %arg389, %581) <{kind = 1 : i64}> : (i32, memref<68xi32>, index) -> i32
      %585 = "memref.load"(%arg388, %580) : (memref<68xi32>, index) -> i32
      "memref.store"(%585, %arg391, %579) : (i32, memref<68xi32, #gpu.address_space<workgroup>>, index) -> ()
      "gpu.barrier"() : () -> ()
      %586 = "memref.atomic_rmw"(%583, %arg391, %582) <{kind = 1 : i64}> : (i32, memref<68xi32, #gpu.address_space<workgroup>>, index) -> i32
      "gpu.barrier"() : () -> ()
      %587 = "memref.load"(%arg391, %582) : (memref<68xi32, #gpu.address_space<workgroup>>, index) -> i32
      "memref.store"(%587, %arg390, %579) : (i32, memref<68xi32>, index) -> ()
      "gpu.return"() : () -> ()
    }) {gpu.kernel, sym_name = "many_addi_i32", workgroup_attributions = 1 : i64} : () -> ()
    "gpu.func"() <{function_type = (memref<68xi32>, memref<68xi32>, memref<68xi32>, memref<68xi32>, memref<68xi32>, memref<68xi32>, memref<68xi32>) -> (), known_block_size = array<i32: 64, 1, 1>}> ({
    ^bb0(%arg380: memref<68xi32>, %arg381: memref<68xi32>, %arg382: memref<68xi32>, %arg383: memref<68xi32>, %arg384: memref<68xi32>, %arg385: memref<68xi32>, %arg386: memref<68xi32>, %arg387: memref<68xi32, #gpu.address_space<workgroup>>):
      %569 = "gpu.thread_id"() <{dimension = #gpu<dim x>}> : () -> index
      %570 = "arith.constant"() <{value = 0 : index}> : () -> index
      %571 = "arith.constant"() <{value = 2 : index}> : () -> index
      %572 = "arith.constant"() <{value = 4 : index}> : () -> index
      %573 = "memref.load"(%arg380, %569) : (memref<68xi32>, index) -> i32
      %574 = "memref.atomic_rmw"(%573, %arg381, %569) <{kind = 2 : i64}> : (i32, memref<68xi32>, index) -> i32
      "memref.store"(%574, %arg382, %569) : (i32, memref<68xi32>, index) -> ()
      "memref.store"(%573, %arg387, %569) : (i32, memref<68xi32, #gpu.address_space<workgroup>>, index) -> ()
      %575 = "memref.atomic_rmw"(%574, %arg387, %569) <{kind = 2 : i64}> : (i32, memref<68xi32, #gpu.address_space<workgroup>>, index) -> i32
      %576 = "memref.load"(%arg387, %569) : (memref<68xi32, #gpu.address_space<workgroup>>, index) -> i32
      "memref.store"(%575, %arg383, %569) : (i32, memref<68xi32>, index) -> ()
      "memref.store"(%576, %arg384, %569) : (i32, memref<68xi32>, index) -> ()
      %577 = "amdgpu.fat_raw_buffer_cast"(%arg385) <{boundsCheck = true, operandSegmentSizes = array<i32: 1, 0, 0>}> : (memref<68xi32>) -> memref<68xi32, #amdgpu.address_space<fat_raw_buffer>>
      %578 = "memref.atomic_rmw"(%573, %577, %569) <{kind = 2 : i64}> : (i32, memref<68xi32, #amdgpu.address_space<fat_raw_buffer>>, index) -> i32
      "memref.store"(%578, %arg386, %569) : (i32, memref<68xi32>, index) -> ()
      "gpu.return"() : () -> ()
    }) {gpu.kernel, sym_name = "andi_i32", workgroup_attributions = 1 : i64} : () -> ()
    "gpu.func"() <{function_type = (memref<68xi32>, memref<68xi32>, memref<68xi32>) -> (), known_block_size = array<i32: 64, 1, 1>}> ({
    ^bb0(%arg376: memref<68xi32>, %arg377: memref<68xi32>, %arg378: memref<68xi32>, %arg379: memref<68xi32, #gpu.address_space<workgroup>>):
      %560 = "gpu.thread_id"() <{dimension = #gpu<dim x>}> : () -> index
      %561 = "arith.constant"() <{value = 0 : index}> : () -> index
      %562 = "arith.constant"() <{value = 2 : index}> : () -> index
      %563 = "arith.constant"() <{value = 4 : index}> : () -> index
      %564 = "memref.load"(%arg376, %560) : (memref<68xi32>, index) -> i32
      %565 = "memref.atomic_rmw"(%564, %arg377, %562) <{kind = 2 : i64}> : (i32, memref<68xi32>, index) -> i32
      %566 = "memref.load"(%arg376, %561) : (memref<68xi32>, index) -> i32
      "memref.store"(%566, %arg379, %560) : (i32, memref<68xi32, #gpu.address_space<workgroup>>, index) -> ()
      "gpu.barrier"() : () -> ()
      %567 = "memref.atomic_rmw"(%564, %arg379, %563) <{kind = 2 : i64}> : (i32, memref<68xi32, #gpu.address_space<workgroup>>, index) -> i32
      "gpu.barrier"() : () -> ()
      %568 = "memref.load"(%arg379, %563) : (memref<68xi32, #gpu.address_space<workgroup>>, index) -> i32
      "memref.store"(%568, %arg378, %560) : (i32, memref<68xi32>, index) -> ()
      "gpu.return"() : () -> ()
    }) {gpu.kernel, sym_name = "many_andi_i32", workgroup_attributions = 1 : i64} : () -> ()
    "gpu.func"() <{function_type = (memref<68xi32>, memref<68xi32>, memref<68xi32>, memref<68xi32>, memref<68xi32>, memref<68xi32>, memref<68xi32>) -> (), known_block_size = array<i32: 64, 1, 1>}> ({
    ^bb0(%arg368: memref<68xi32>, %arg369: memref<68xi32>, %arg370: memref<68xi32>, %arg371: memref<68xi32>, %arg372: memref<68xi32>, %arg373: memref<68xi32>, %arg374: memref<68xi32>, %arg375: memref<68xi32, #gpu.address_space<workgroup>>):
      %550 = "gpu.thread_id"() <{dimension = #gpu<dim x>}> : () -> index
      %551 = "arith.constant"() <{value = 0 : index}> : () -> index
      %552 = "arith.constant"() <{value = 2 : index}> : () -> index
      %553 = "arith.constant"() <{value = 4 : index}> : () -> index
      %554 = "memref.load"(%arg368, %550) : (memref<68xi32>, index) -> i32
      %555 = "memref.atomic_rmw"(%554, %arg369, %550) <{kind = 3 : i64}> : (i32, memref<68xi32>, index) -> i32
      "memref.store"(%555, %arg370, %550) : (i32, memref<68xi32>, index) -> ()
      "memref.store"(%554, %arg375, %550) : (i32, memref<68xi32, #gpu.address_space<workgroup>>, index) -> ()
      %556 = "memref.atomic_rmw"(%555, %arg375, %550) <{kind = 3 : i64}> : (i32, memref<68xi32, #gpu.address_space<workgroup>>, index) -> i32
      %557 = "memref.load"(%arg375, %550) : (memref<68xi32, #gpu.address_space<workgroup>>, index) -> i32
      "memref.store"(%556, %arg371, %550) : (i32, memref<68xi32>, index) -> ()
      "memref.store"(%557, %arg372, %550) : (i32, memref<68xi32>, index) -> ()
      %558 = "amdgpu.fat_raw_buffer_cast"(%arg373) <{boundsCheck = true, operandSegmentSizes = array<i32: 1, 0, 0>}> : (memref<68xi32>) -> memref<68xi32, #amdgpu.address_space<fat_raw_buffer>>
      %559 = "memref.atomic_rmw"(%554, %558, %550) <{kind = 3 : i64}> : (i32, memref<68xi32, #amdgpu.address_space<fat_raw_buffer>>, index) -> i32
      "memref.store"(%559, %arg374, %550) : (i32, memref<68xi32>, index) -> ()
      "gpu.return"() : () -> ()
    }) {gpu.kernel, sym_name = "assign_i32", workgroup_attributions = 1 : i64} : () -> ()
    "gpu.func"() <{function_type = (memref<68xi32>, memref<68xi32>, memref<68xi32>, memref<68xi32>, memref<68xi32>, memref<68xi32>, memref<68xi32>) -> (), known_block_size = array<i32: 64, 1, 1>}> ({
    ^bb0(%arg360: memref<68xi32>, %arg361: memref<68xi32>, %arg362: memref<68xi32>, %arg363: memref<68xi32>, %arg364: memref<68xi32>, %arg365: memref<68xi32>, %arg366: memref<68xi32>, %arg367: memref<68xi32, #gpu.address_space<workgroup>>):
      %540 = "gpu.thread_id"() <{dimension = #gpu<dim x>}> : () -> index
      %541 = "arith.constant"() <{value = 0 : index}> : () -> index
      %542 = "arith.constant"() <{value = 2 : index}> : () -> index
      %543 = "arith.constant"() <{value = 4 : index}> : () -> index
      %544 = "memref.load"(%arg360, %540) : (memref<68xi32>, index) -> i32
      %545 = "memref.atomic_rmw"(%544, %arg361, %540) <{kind = 6 : i64}> : (i32, memref<68xi32>, index) -> i32
      "memref.store"(%545, %arg362, %540) : (i32, memref<68xi32>, index) -> ()
      "memref.store"(%544, %arg367, %540) : (i32, memref<68xi32, #gpu.address_space<workgroup>>, index) -> ()
      %546 = "memref.atomic_rmw"(%545, %arg367, %540) <{kind = 6 : i64}> : (i32, memref<68xi32, #gpu.address_space<workgroup>>, index) -> i32
      %547 = "memref.load"(%arg367, %540) : (memref<68xi32, #gpu.address_space<workgroup>>, index) -> i32
      "memref.store"(%546, %arg363, %540) : (i32, memref<68xi32>, index) -> ()
      "memref.store"(%547, %arg364, %540) : (i32, memref<68xi32>, index) -> ()
      %548 = "amdgpu.fat_raw_buffer_cast"(%arg365) <{boundsCheck = true, operandSegmentSizes = array<i32: 1, 0, 0>}> : (memref<68xi32>) -> memref<68xi32, #amdgpu.address_space<fat_raw_buffer>>
      %549 = "memref.atomic_rmw"(%544, %548, %540) <{kind = 6 : i64}> : (i32, memref<68xi32, #amdgpu.address_space<fat_raw_buffer>>, index) -> i32
      "memref.store"(%549, %arg366, %540) : (i32, memref<68xi32>, index) -> ()
      "gpu.return"() : () -> ()
    }) {gpu.kernel, sym_name = "maxs_i32", workgroup_attributions = 1 : i64} : () -> ()
    "gpu.func"() <{function_type = (memref<68xi32>, memref<68xi32>, memref<68xi32>) -> (), known_block_size = array<i32: 64, 1, 1>}> ({
    ^bb0(%arg356: memref<68xi32>, %arg357: memref<68xi32>, %arg358: memref<68xi32>, %arg359: memref<68xi32, #gpu.address_space<workgroup>>):
      %531 = "gpu.thread_id"() <{dimension = #gpu<dim x>}> : () -> index
      %532 = "arith.constant"() <{value = 0 : index}> : () -> index
      %533 = "arith.constant"() <{value = 2 : index}> : () -> index
      %534 = "arith.constant"() <{value = 4 : index}> : () -> index
      %535 = "memref.load"(%arg356, %531) : (memref<68xi32>, index) -> i32
      %536 = "memref.atomic_rmw"(%535, %arg357, %533) <{kind = 6 : i64}> : (i32, memref<68xi32>, index) -> i32
      %537 = "memref.load"(%arg356, %532) : (memref<68xi32>, index) -> i32
      "memref.store"(%537, %arg359, %531) : (i32, memref<68xi32, #gpu.address_space<workgroup>>, index) -> ()
      "gpu.barrier"() : () -> ()
      %538 = "memref.atomic_rmw"(%535, %arg359, %534) <{kind = 6 : i64}> : (i32, memref<68xi32, #gpu.address_space<workgroup>>, index) -> i32
      "gpu.barrier"() : () -> ()
      %539 = "memref.load"(%arg359, %534) : (memref<68xi32, #gpu.address_space<workgroup>>, index) -> i32
      "memref.store"(%539, %arg358, %531) : (i32, memref<68xi32>, index) -> ()
      "gpu.return"() : () -> ()
    }) {gpu.kernel, sym_name = "many_maxs_i32", workgroup_attributions = 1 : i64} : () -> ()
    "gpu.func"() <{function_type = (memref<68xi32>, memref<68xi32>, memref<68xi32>, memref<68xi32>, memref<68xi32>, memref<68xi32>, memref<68xi32>) -> (), known_block_size = array<i32: 64, 1, 1>}> ({
    ^bb0(%arg348: memref<68xi32>, %arg349: memref<68xi32>, %arg350: memref<68xi32>, %arg351: memref<68xi32>, %arg352: memref<68xi32>, %arg353: memref<68xi32>, %arg354: memref<68xi32>, %arg355: memref<68xi32, #gpu.address_space<workgroup>>):
      %521 = "gpu.thread_id"() <{dimension = #gpu<dim x>}> : () -> index
      %522 = "arith.constant"() <{value = 0 : index}> : () -> index
      %523 = "arith.constant"() <{value = 2 : index}> : () -> index
      %524 = "arith.constant"() <{value = 4 : index}> : () -> index
      %525 = "memref.load"(%arg348, %521) : (memref<68xi32>, index) -> i32
      %526 = "memref.atomic_rmw"(%525, %arg349, %521) <{kind = 7 : i64}> : (i32, memref<68xi32>, index) -> i32
      "memref.store"(%526, %arg350, %521) : (i32, memref<68xi32>, index) -> ()
      "memref.store"(%525, %arg355, %521) : (i32, memref<68xi32, #gpu.address_space<workgroup>>, index) -> ()
      %527 = "memref.atomic_rmw"(%526, %arg355, %521) <{kind = 7 : i64}> : (i32, memref<68xi32, #gpu.address_space<workgroup>>, index) -> i32
      %528 = "memref.load"(%arg355, %521) : (memref<68xi32, #gpu.address_space<workgroup>>, index) -> i32
      "memref.store"(%527, %arg351, %521) : (i32, memref<68xi32>, index) -> ()
      "memref.store"(%528, %arg352, %521) : (i32, memref<68xi32>, index) -> ()
      %529 = "amdgpu.fat_raw_buffer_cast"(%arg353) <{boundsCheck = true, operandSegmentSizes = array<i32: 1, 0, 0>}> : (memref<68xi32>) -> memref<68xi32, #amdgpu.address_space<fat_raw_buffer>>
      %530 = "memref.atomic_rmw"(%525, %529, %521) <{kind = 7 : i64}> : (i32, memref<68xi32, #amdgpu.address_space<fat_raw_buffer>>, index) -> i32
      "memref.store"(%530, %arg354, %521) : (i32, memref<68xi32>, index) -> ()
      "gpu.return"() : () -> ()
    }) {gpu.kernel, sym_name = "maxu_i32", workgroup_attributions = 1 : i64} : () -> ()
    "gpu.func"() <{function_type = (memref<68xi32>, memref<68xi32>, memref<68xi32>) -> (), known_block_size = array<i32: 64, 1, 1>}> ({
    ^bb0(%arg344: memref<68xi32>, %arg345: memref<68xi32>, %arg346: memref<68xi32>, %arg347: memref<68xi32, #gpu.address_space<workgroup>>):
      %512 = "gpu.thread_id"() <{dimension = #gpu<dim x>}> : () -> index
      %513 = "arith.constant"() <{value = 0 : index}> : () -> index
      %514 = "arith.constant"() <{value = 2 : index}> : () -> index
      %515 = "arith.constant"() <{value = 4 : index}> : () -> index
      %516 = "memref.load"(%arg344, %512) : (memref<68xi32>, index) -> i32
      %517 = "memref.atomic_rmw"(%516, %arg345, %514) <{kind = 7 : i64}> : (i32, memref<68xi32>, index) -> i32
      %518 = "memref.load"(%arg344, %513) : (memref<68xi32>, index) -> i32
      "memref.store"(%518, %arg347, %512) : (i32, memref<68xi32, #gpu.address_space<workgroup>>, index) -> ()
      "gpu.barrier"() : () -> ()
      %519 = "memref.atomic_rmw"(%516, %arg347, %515) <{kind = 7 : i64}> : (i32, memref<68xi32, #gpu.address_space<workgroup>>, index) -> i32
      "gpu.barrier"() : () -> ()
      %520 = "memref.load"(%arg347, %515) : (memref<68xi32, #gpu.address_space<workgroup>>, index) -> i32
      "memref.store"(%520, %arg346, %512) : (i32, memref<68xi32>, index) -> ()
      "gpu.return"() : () -> ()
    }) {gpu.kernel, sym_name = "many_maxu_i32", workgroup_attributions = 1 : i64} : () -> ()
    "gpu.func"() <{function_type = (memref<68xi32>, memref<68xi32>, memref<68xi32>, memref<68xi32>, memref<68xi32>, memref<68xi32>, memref<68xi32>) -> (), known_block_size = array<i32: 64, 1, 1>}> ({
    ^bb0(%arg336: memref<68xi32>, %arg337: memref<68xi32>, %arg338: memref<68xi32>, %arg339: memref<68xi32>, %arg340: memref<68xi32>, %arg341: memref<68xi32>, %arg342: memref<68xi32>, %arg343: memref<68xi32, #gpu.address_space<workgroup>>):
      %502 = "gpu.thread_id"() <{dimension = #gpu<dim x>}> : () -> index
      %503 = "arith.constant"() <{value = 0 : index}> : () -> index
      %504 = "arith.constant"() <{value = 2 : index}> : () -> index
      %505 = "arith.constant"() <{value = 4 : index}> : () -> index
      %506 = "memref.load"(%arg336, %502) : (memref<68xi32>, index) -> i32
      %507 = "memref.atomic_rmw"(%506, %arg337, %502) <{kind = 10 : i64}> : (i32, memref<68xi32>, index) -> i32
      "memref.store"(%507, %arg338, %502) : (i32, memref<68xi32>, index) -> ()
      "memref.store"(%506, %arg343, %502) : (i32, memref<68xi32, #gpu.address_space<workgroup>>, index) -> ()
      %508 = "memref.atomic_rmw"(%507, %arg343, %502) <{kind = 10 : i64}> : (i32, memref<68xi32, #gpu.address_space<workgroup>>, index) -> i32
      %509 = "memref.load"(%arg343, %502) : (memref<68xi32, #gpu.address_space<workgroup>>, index) -> i32
      "memref.store"(%508, %arg339, %502) : (i32, memref<68xi32>, index) -> ()
      "memref.store"(%509, %arg340, %502) : (i32, memref<68xi32>, index) -> ()
      %510 = "amdgpu.fat_raw_buffer_cast"(%arg341) <{boundsCheck = true, operandSegmentSizes = array<i32: 1, 0, 0>}> : (memref<68xi32>) -> memref<68xi32, #amdgpu.address_space<fat_raw_buffer>>
      %511 = "memref.atomic_rmw"(%506, %510, %502) <{kind = 10 : i64}> : (i32, memref<68xi32, #amdgpu.address_space<fat_raw_buffer>>, index) -> i32
      "memref.store"(%511, %arg342, %502) : (i32, memref<68xi32>, index) -> ()
      "gpu.return"() : () -> ()
    }) {gpu.kernel, sym_name = "mins_i32", workgroup_attributions = 1 : i64} : () -> ()
    "gpu.func"() <{function_type = (memref<68xi32>, memref<68xi32>, memref<68xi32>) -> (), known_block_size = array<i32: 64, 1, 1>}> ({
    ^bb0(%arg332: memref<68xi32>, %arg333: memref<68xi32>, %arg334: memref<68xi32>, %arg335: memref<68xi32, #gpu.address_space<workgroup>>):
      %493 = "gpu.thread_id"() <{dimension = #gpu<dim x>}> : () -> index
      %494 = "arith.constant"() <{value = 0 : index}> : () -> index
      %495 = "arith.constant"() <{value = 2 : index}> : () -> index
      %496 = "arith.constant"() <{value = 4 : index}> : () -> index
      %497 = "memref.load"(%arg332, %493) : (memref<68xi32>, index) -> i32
      %498 = "memref.atomic_rmw"(%497, %arg333, %495) <{kind = 10 : i64}> : (i32, memref<68xi32>, index) -> i32
      %499 = "memref.load"(%arg332, %494) : (memref<68xi32>, index) -> i32
      "memref.store"(%499, %arg335, %493) : (i32, memref<68xi32, #gpu.address_space<workgroup>>, index) -> ()
      "gpu.barrier"() : () -> ()
      %500 = "memref.atomic_rmw"(%497, %arg335, %496) <{kind = 10 : i64}> : (i32, memref<68xi32, #gpu.address_space<workgroup>>, index) -> i32
      "gpu.barrier"() : () -> ()
      %501 = "memref.load"(%arg335, %496) : (memref<68xi32, #gpu.address_space<workgroup>>, index) -> i32
      "memref.store"(%501, %arg334, %493) : (i32, memref<68xi32>, index) -> ()
      "gpu.return"() : () -> ()
    }) {gpu.kernel, sym_name = "many_mins_i32", workgroup_attributions = 1 : i64} : () -> ()
    "gpu.func"() <{function_type = (memref<68xi32>, memref<68xi32>, memref<68xi32>, memref<68xi32>, memref<68xi32>, memref<68xi32>, memref<68xi32>) -> (), known_block_size = array<i32: 64, 1, 1>}> ({
    ^bb0(%arg324: memref<68xi32>, %arg325: memref<68xi32>, %arg326: memref<68xi32>, %arg327: memref<68xi32>, %arg328: memref<68xi32>, %arg329: memref<68xi32>, %arg330: memref<68xi32>, %arg331: memref<68xi32, #gpu.address_space<workgroup>>):
      %483 = "gpu.thread_id"() <{dimension = #gpu<dim x>}> : () -> index
      %484 = "arith.constant"() <{value = 0 : index}> : () -> index
      %485 = "arith.constant"() <{value = 2 : index}> : () -> index
      %486 = "arith.constant"() <{value = 4 : index}> : () -> index
      %487 = "memref.load"(%arg324, %483) : (memref<68xi32>, index) -> i32
      %488 = "memref.atomic_rmw"(%487, %arg325, %483) <{kind = 11 : i64}> : (i32, memref<68xi32>, index) -> i32
      "memref.store"(%488, %arg326, %483) : (i32, memref<68xi32>, index) -> ()
      "memref.store"(%487, %arg331, %483) : (i32, memref<68xi32, #gpu.address_space<workgroup>>, index) -> ()
      %489 = "memref.atomic_rmw"(%488, %arg331, %483) <{kind = 11 : i64}> : (i32, memref<68xi32, #gpu.address_space<workgroup>>, index) -> i32
      %490 = "memref.load"(%arg331, %483) : (memref<68xi32, #gpu.address_space<workgroup>>, index) -> i32
      "memref.store"(%489, %arg327, %483) : (i32, memref<68xi32>, index) -> ()
      "memref.store"(%490, %arg328, %483) : (i32, memref<68xi32>, index) -> ()
      %491 = "amdgpu.fat_raw_buffer_cast"(%arg329) <{boundsCheck = true, operandSegmentSizes = array<i32: 1, 0, 0>}> : (memref<68xi32>) -> memref<68xi32, #amdgpu.address_space<fat_raw_buffer>>
      %492 = "memref.atomic_rmw"(%487, %491, %483) <{kind = 11 : i64}> : (i32, memref<68xi32, #amdgpu.address_space<fat_raw_buffer>>, index) -> i32
      "memref.store"(%492, %arg330, %483) : (i32, memref<68xi32>, index) -> ()
      "gpu.return"() : () -> ()
    }) {gpu.kernel, sym_name = "minu_i32", workgroup_attributions = 1 : i64} : () -> ()
    "gpu.func"() <{function_type = (memref<68xi32>, memref<68xi32>, memref<68xi32>) -> (), known_block_size = array<i32: 64, 1, 1>}> ({
    ^bb0(%arg320: memref<68xi32>, %arg321: memref<68xi32>, %arg322: memref<68xi32>, %arg323: memref<68xi32, #gpu.address_space<workgroup>>):
      %474 = "gpu.thread_id"() <{dimension = #gpu<dim x>}> : () -> index
      %475 = "arith.constant"() <{value = 0 : index}> : () -> index
      %476 = "arith.constant"() <{value = 2 : index}> : () -> index
      %477 = "arith.constant"() <{value = 4 : index}> : () -> index
      %478 = "memref.load"(%arg320, %474) : (memref<68xi32>, index) -> i32
      %479 = "memref.atomic_rmw"(%478, %arg321, %476) <{kind = 11 : i64}> : (i32, memref<68xi32>, index) -> i32
      %480 = "memref.load"(%arg320, %475) : (memref<68xi32>, index) -> i32
      "memref.store"(%480, %arg323, %474) : (i32, memref<68xi32, #gpu.address_space<workgroup>>, index) -> ()
      "gpu.barrier"() : () -> ()
      %481 = "memref.atomic_rmw"(%478, %arg323, %477) <{kind = 11 : i64}> : (i32, memref<68xi32, #gpu.address_space<workgroup>>, index) -> i32
      "gpu.barrier"() : () -> ()
      %482 = "memref.load"(%arg323, %477) : (memref<68xi32, #gpu.address_space<workgroup>>, index) -> i32
      "memref.store"(%482, %arg322, %474) : (i32, memref<68xi32>, index) -> ()
      "gpu.return"() : () -> ()
    }) {gpu.kernel, sym_name = "many_minu_i32", workgroup_attributions = 1 : i64} : () -> ()
    "gpu.func"() <{function_type = (memref<68xi32>, memref<68xi32>, memref<68xi32>, memref<68xi32>, memref<68xi32>, memref<68xi32>, memref<68xi32>) -> (), known_block_size = array<i32: 64, 1, 1>}> ({
    ^bb0(%arg312: memref<68xi32>, %arg313: memref<68xi32>, %arg314: memref<68xi32>, %arg315: memref<68xi32>, %arg316: memref<68xi32>, %arg317: memref<68xi32>, %arg318: memref<68xi32>, %arg319: memref<68xi32, #gpu.address_space<workgroup>>):
      %464 = "gpu.thread_id"() <{dimension = #gpu<dim x>}> : () -> index
      %465 = "arith.constant"() <{value = 0 : index}> : () -> index
      %466 = "arith.constant"() <{value = 2 : index}> : () -> index
      %467 = "arith.constant"() <{value = 4 : index}> : () -> index
      %468 = "memref.load"(%arg312, %464) : (memref<68xi32>, index) -> i32
      %469 = "memref.atomic_rmw"(%468, %arg313, %464) <{kind = 13 : i64}> : (i32, memref<68xi32>, index) -> i32
      "memref.store"(%469, %arg314, %464) : (i32, memref<68xi32>, index) -> ()
      "memref.store"(%468, %arg319, %464) : (i32, memref<68xi32, #gpu.address_space<workgroup>>, index) -> ()
      %470 = "memref.atomic_rmw"(%469, %arg319, %464) <{kind = 13 : i64}> : (i32, memref<68xi32, #gpu.address_space<workgroup>>, index) -> i32
      %471 = "memref.load"(%arg319, %464) : (memref<68xi32, #gpu.address_space<workgroup>>, index) -> i32
      "memref.store"(%470, %arg315, %464) : (i32, memref<68xi32>, index) -> ()
      "memref.store"(%471, %arg316, %464) : (i32, memref<68xi32>, index) -> ()
      %472 = "amdgpu.fat_raw_buffer_cast"(%arg317) <{boundsCheck = true, operandSegmentSizes = array<i32: 1, 0, 0>}> : (memref<68xi32>) -> memref<68xi32, #amdgpu.address_space<fat_raw_buffer>>
      %473 = "memref.atomic_rmw"(%468, %472, %464) <{kind = 13 : i64}> : (i32, memref<68xi32, #amdgpu.address_space<fat_raw_buffer>>, index) -> i32
      "memref.store"(%473, %arg318, %464) : (i32, memref<68xi32>, index) -> ()
      "gpu.return"() : () -> ()
    }) {gpu.kernel, sym_name = "muli_i32", workgroup_attributions = 1 : i64} : () -> ()
    "gpu.func"() <{function_type = (memref<68xi32>, memref<68xi32>, memref<68xi32>, memref<68xi32>, memref<68xi32>, memref<68xi32>, memref<68xi32>) -> (), known_block_size = array<i32: 64, 1, 1>}> ({
    ^bb0(%arg304: memref<68xi32>, %arg305: memref<68xi32>, %arg306: memref<68xi32>, %arg307: memref<68xi32>, %arg308: memref<68xi32>, %arg309: memref<68xi32>, %arg310: memref<68xi32>, %arg311: memref<68xi32, #gpu.address_space<workgroup>>):
      %454 = "gpu.thread_id"() <{dimension = #gpu<dim x>}> : () -> index
      %455 = "arith.constant"() <{value = 0 : index}> : () -> index
      %456 = "arith.constant"() <{value = 2 : index}> : () -> index
      %457 = "arith.constant"() <{value = 4 : index}> : () -> index
      %458 = "memref.load"(%arg304, %454) : (memref<68xi32>, index) -> i32
      %459 = "memref.atomic_rmw"(%458, %arg305, %454) <{kind = 14 : i64}> : (i32, memref<68xi32>, index) -> i32
      "memref.store"(%459, %arg306, %454) : (i32, memref<68xi32>, index) -> ()
      "memref.store"(%458, %arg311, %454) : (i32, memref<68xi32, #gpu.address_space<workgroup>>, index) -> ()
      %460 = "memref.atomic_rmw"(%459, %arg311, %454) <{kind = 14 : i64}> : (i32, memref<68xi32, #gpu.address_space<workgroup>>, index) -> i32
      %461 = "memref.load"(%arg311, %454) : (memref<68xi32, #gpu.address_space<workgroup>>, index) -> i32
      "memref.store"(%460, %arg307, %454) : (i32, memref<68xi32>, index) -> ()
      "memref.store"(%461, %arg308, %454) : (i32, memref<68xi32>, index) -> ()
      %462 = "amdgpu.fat_raw_buffer_cast"(%arg309) <{boundsCheck = true, operandSegmentSizes = array<i32: 1, 0, 0>}> : (memref<68xi32>) -> memref<68xi32, #amdgpu.address_space<fat_raw_buffer>>
      %463 = "memref.atomic_rmw"(%458, %462, %454) <{kind = 14 : i64}> : (i32, memref<68xi32, #amdgpu.address_space<fat_raw_buffer>>, index) -> i32
      "memref.store"(%463, %arg310, %454) : (i32, memref<68xi32>, index) -> ()
      "gpu.return"() : () -> ()
    }) {gpu.kernel, sym_name = "ori_i32", workgroup_attributions = 1 : i64} : () -> ()
    "gpu.func"() <{function_type = (memref<68xi32>, memref<68xi32>, memref<68xi32>) -> (), known_block_size = array<i32: 64, 1, 1>}> ({
    ^bb0(%arg300: memref<68xi32>, %arg301: memref<68xi32>, %arg302: memref<68xi32>, %arg303: memref<68xi32, #gpu.address_space<workgroup>>):
      %445 = "gpu.thread_id"() <{dimension = #gpu<dim x>}> : () -> index
      %446 = "arith.constant"() <{value = 0 : index}> : () -> index
      %447 = "arith.constant"() <{value = 2 : index}> : () -> index
      %448 = "arith.constant"() <{value = 4 : index}> : () -> index
      %449 = "memref.load"(%arg300, %445) : (memref<68xi32>, index) -> i32
      %450 = "memref.atomic_rmw"(%449, %arg301, %447) <{kind = 14 : i64}> : (i32, memref<68xi32>, index) -> i32
      %451 = "memref.load"(%arg300, %446) : (memref<68xi32>, index) -> i32
      "memref.store"(%451, %arg303, %445) : (i32, memref<68xi32, #gpu.address_space<workgroup>>, index) -> ()
      "gpu.barrier"() : () -> ()
      %452 = "memref.atomic_rmw"(%449, %arg303, %448) <{kind = 14 : i64}> : (i32, memref<68xi32, #gpu.address_space<workgroup>>, index) -> i32
      "gpu.barrier"() : () -> ()
      %453 = "memref.load"(%arg303, %448) : (memref<68xi32, #gpu.address_space<workgroup>>, index) -> i32
      "memref.store"(%453, %arg302, %445) : (i32, memref<68xi32>, index) -> ()
      "gpu.return"() : () -> ()
    }) {gpu.kernel, sym_name = "many_ori_i32", workgroup_attributions = 1 : i64} : () -> ()
    "gpu.func"() <{function_type = (memref<68xi32>, memref<68xi32>, memref<68xi32>, memref<68xi32>, memref<68xi32>, memref<68xi32>, memref<68xi32>) -> (), known_block_size = array<i32: 64, 1, 1>}> ({
    ^bb0(%arg292: memref<68xi32>, %arg293: memref<68xi32>, %arg294: memref<68xi32>, %arg295: memref<68xi32>, %arg296: memref<68xi32>, %arg297: memref<68xi32>, %arg298: memref<68xi32>, %arg299: memref<68xi32, #gpu.address_space<workgroup>>):
      %435 = "gpu.thread_id"() <{dimension = #gpu<dim x>}> : () -> index
      %436 = "arith.constant"() <{value = 0 : index}> : () -> index
      %437 = "arith.constant"() <{value = 2 : index}> : () -> index
      %438 = "arith.constant"() <{value = 4 : index}> : () -> index
      %439 = "memref.load"(%arg292, %435) : (memref<68xi32>, index) -> i32
      %440 = "memref.atomic_rmw"(%439, %arg293, %435) <{kind = 15 : i64}> : (i32, memref<68xi32>, index) -> i32
      "memref.store"(%440, %arg294, %435) : (i32, memref<68xi32>, index) -> ()
      "memref.store"(%439, %arg299, %435) : (i32, memref<68xi32, #gpu.address_space<workgroup>>, index) -> ()
      %441 = "memref.atomic_rmw"(%440, %arg299, %435) <{kind = 15 : i64}> : (i32, memref<68xi32, #gpu.address_space<workgroup>>, index) -> i32
      %442 = "memref.load"(%arg299, %435) : (memref<68xi32, #gpu.address_space<workgroup>>, index) -> i32
      "memref.store"(%441, %arg295, %435) : (i32, memref<68xi32>, index) -> ()
      "memref.store"(%442, %arg296, %435) : (i32, memref<68xi32>, index) -> ()
      %443 = "amdgpu.fat_raw_buffer_cast"(%arg297) <{boundsCheck = true, operandSegmentSizes = array<i32: 1, 0, 0>}> : (memref<68xi32>) -> memref<68xi32, #amdgpu.address_space<fat_raw_buffer>>
      %444 = "memref.atomic_rmw"(%439, %443, %435) <{kind = 15 : i64}> : (i32, memref<68xi32, #amdgpu.address_space<fat_raw_buffer>>, index) -> i32
      "memref.store"(%444, %arg298, %435) : (i32, memref<68xi32>, index) -> ()
      "gpu.return"() : () -> ()
    }) {gpu.kernel, sym_name = "xori_i32", workgroup_attributions = 1 : i64} : () -> ()
    "gpu.func"() <{function_type = (memref<68xi32>, memref<68xi32>, memref<68xi32>) -> (), known_block_size = array<i32: 64, 1, 1>}> ({
    ^bb0(%arg288: memref<68xi32>, %arg289: memref<68xi32>, %arg290: memref<68xi32>, %arg291: memref<68xi32, #gpu.address_space<workgroup>>):
      %426 = "gpu.thread_id"() <{dimension = #gpu<dim x>}> : () -> index
      %427 = "arith.constant"() <{value = 0 : index}> : () -> index
      %428 = "arith.constant"() <{value = 2 : index}> : () -> index
      %429 = "arith.constant"() <{value = 4 : index}> : () -> index
      %430 = "memref.load"(%arg288, %426) : (memref<68xi32>, index) -> i32
      %431 = "memref.atomic_rmw"(%430, %arg289, %428) <{kind = 15 : i64}> : (i32, memref<68xi32>, index) -> i32
      %432 = "memref.load"(%arg288, %427) : (memref<68xi32>, index) -> i32
      "memref.store"(%432, %arg291, %426) : (i32, memref<68xi32, #gpu.address_space<workgroup>>, index) -> ()
      "gpu.barrier"() : () -> ()
      %433 = "memref.atomic_rmw"(%430, %arg291, %429) <{kind = 15 : i64}> : (i32, memref<68xi32, #gpu.address_space<workgroup>>, index) -> i32
      "gpu.barrier"() : () -> ()
      %434 = "memref.load"(%arg291, %429) : (memref<68xi32, #gpu.address_space<workgroup>>, index) -> i32
      "memref.store"(%434, %arg290, %426) : (i32, memref<68xi32>, index) -> ()
      "gpu.return"() : () -> ()
    }) {gpu.kernel, sym_name = "many_xori_i32", workgroup_attributions = 1 : i64} : () -> ()
    "gpu.func"() <{function_type = (memref<68xi64>, memref<68xi64>, memref<68xi64>, memref<68xi64>, memref<68xi64>, memref<68xi64>, memref<68xi64>) -> (), known_block_size = array<i32: 64, 1, 1>}> ({
    ^bb0(%arg280: memref<68xi64>, %arg281: memref<68xi64>, %arg282: memref<68xi64>, %arg283: memref<68xi64>, %arg284: memref<68xi64>, %arg285: memref<68xi64>, %arg286: memref<68xi64>, %arg287: memref<68xi64, #gpu.address_space<workgroup>>):
      %416 = "gpu.thread_id"() <{dimension = #gpu<dim x>}> : () -> index
      %417 = "arith.constant"() <{value = 0 : index}> : () -> index
      %418 = "arith.constant"() <{value = 2 : index}> : () -> index
      %419 = "arith.constant"() <{value = 4 : index}> : () -> index
      %420 = "memref.load"(%arg280, %416) : (memref<68xi64>, index) -> i64
      %421 = "memref.atomic_rmw"(%420, %arg281, %416) <{kind = 1 : i64}> : (i64, memref<68xi64>, index) -> i64
      "memref.store"(%421, %arg282, %416) : (i64, memref<68xi64>, index) -> ()
      "memref.store"(%420, %arg287, %416) : (i64, memref<68xi64, #gpu.address_space<workgroup>>, index) -> ()
      %422 = "memref.atomic_rmw"(%421, %arg287, %416) <{kind = 1 : i64}> : (i64, memref<68xi64, #gpu.address_space<workgroup>>, index) -> i64
      %423 = "memref.load"(%arg287, %416) : (memref<68xi64, #gpu.address_space<workgroup>>, index) -> i64
      "memref.store"(%422, %arg283, %416) : (i64, memref<68xi64>, index) -> ()
      "memref.store"(%423, %arg284, %416) : (i64, memref<68xi64>, index) -> ()
      %424 = "amdgpu.fat_raw_buffer_cast"(%arg285) <{boundsCheck = true, operandSegmentSizes = array<i32: 1, 0, 0>}> : (memref<68xi64>) -> memref<68xi64, #amdgpu.address_space<fat_raw_buffer>>
      %425 = "memref.atomic_rmw"(%420, %424, %416) <{kind = 1 : i64}> : (i64, memref<68xi64, #amdgpu.address_space<fat_raw_buffer>>, index) -> i64
      "memref.store"(%425, %arg286, %416) : (i64, memref<68xi64>, index) -> ()
      "gpu.return"() : () -> ()
    }) {gpu.kernel, sym_name = "addi_i64", workgroup_attributions = 1 : i64} : () -> ()
    "gpu.func"() <{function_type = (memref<68xi64>, memref<68xi64>, memref<68xi64>) -> (), known_block_size = array<i32: 64, 1, 1>}> ({
    ^bb0(%arg276: memref<68xi64>, %arg277: memref<68xi64>, %arg278: memref<68xi64>, %arg279: memref<68xi64, #gpu.address_space<workgroup>>):
      %407 = "gpu.thread_id"() <{dimension = #gpu<dim x>}> : () -> index
      %408 = "arith.constant"() <{value = 0 : index}> : () -> index
      %409 = "arith.constant"() <{value = 2 : index}> : () -> index
      %410 = "arith.constant"() <{value = 4 : index}> : () -> index
      %411 = "memref.load"(%arg276, %407) : (memref<68xi64>, index) -> i64
      %412 = "memref.atomic_rmw"(%411, %arg277, %409) <{kind = 1 : i64}> : (i64, memref<68xi64>, index) -> i64
      %413 = "memref.load"(%arg276, %408) : (memref<68xi64>, index) -> i64
      "memref.store"(%413, %arg279, %407) : (i64, memref<68xi64, #gpu.address_space<workgroup>>, index) -> ()
      "gpu.barrier"() : () -> ()
      %414 = "memref.atomic_rmw"(%411, %arg279, %410) <{kind = 1 : i64}> : (i64, memref<68xi64, #gpu.address_space<workgroup>>, index) -> i64
      "gpu.barrier"() : () -> ()
      %415 = "memref.load"(%arg279, %410) : (memref<68xi64, #gpu.address_space<workgroup>>, index) -> i64
      "memref.store"(%415, %arg278, %407) : (i64, memref<68xi64>, index) -> ()
      "gpu.return"() : () -> ()
    }) {gpu.kernel, sym_name = "many_addi_i64", workgroup_attributions = 1 : i64} : () -> ()
    "gpu.func"() <{function_type = (memref<68xi64>, memref<68xi64>, memref<68xi64>, memref<68xi64>, memref<68xi64>, memref<68xi64>, memref<68xi64>) -> (), known_block_size = array<i32: 64, 1, 1>}> ({
    ^bb0(%arg268: memref<68xi64>, %arg269: memref<68xi64>, %arg270: memref<68xi64>, %arg271: memref<68xi64>, %arg272: memref<68xi64>, %arg273: memref<68xi64>, %arg274: memref<68xi64>, %arg275: memref<68xi64, #gpu.address_space<workgroup>>):
      %397 = "gpu.thread_id"() <{dimension = #gpu<dim x>}> : () -> index
      %398 = "arith.constant"() <{value = 0 : index}> : () -> index
      %399 = "arith.constant"() <{value = 2 : index}> : () -> index
      %400 = "arith.constant"() <{value = 4 : index}> : () -> index
      %401 = "memref.load"(%arg268, %397) : (memref<68xi64>, index) -> i64
      %402 = "memref.atomic_rmw"(%401, %arg269, %397) <{kind = 2 : i64}> : (i64, memref<68xi64>, index) -> i64
      "memref.store"(%402, %arg270, %397) : (i64, memref<68xi64>, index) -> ()
      "memref.store"(%401, %arg275, %397) : (i64, memref<68xi64, #gpu.address_space<workgroup>>, index) -> ()
      %403 = "memref.atomic_rmw"(%402, %arg275, %397) <{kind = 2 : i64}> : (i64, memref<68xi64, #gpu.address_space<workgroup>>, index) -> i64
      %404 = "memref.load"(%arg275, %397) : (memref<68xi64, #gpu.address_space<workgroup>>, index) -> i64
      "memref.store"(%403, %arg271, %397) : (i64, memref<68xi64>, index) -> ()
      "memref.store"(%404, %arg272, %397) : (i64, memref<68xi64>, index) -> ()
      %405 = "amdgpu.fat_raw_buffer_cast"(%arg273) <{boundsCheck = true, operandSegmentSizes = array<i32: 1, 0, 0>}> : (memref<68xi64>) -> memref<68xi64, #amdgpu.address_space<fat_raw_buffer>>
      %406 = "memref.atomic_rmw"(%401, %405, %397) <{kind = 2 : i64}> : (i64, memref<68xi64, #amdgpu.address_space<fat_raw_buffer>>, index) -> i64
      "memref.store"(%406, %arg274, %397) : (i64, memref<68xi64>, index) -> ()
      "gpu.return"() : () -> ()
    }) {gpu.kernel, sym_name = "andi_i64", workgroup_attributions = 1 : i64} : () -> ()
    "gpu.func"() <{function_type = (memref<68xi64>, memref<68xi64>, memref<68xi64>) -> (), known_block_size = array<i32: 64, 1, 1>}> ({
    ^bb0(%arg264: memref<68xi64>, %arg265: memref<68xi64>, %arg266: memref<68xi64>, %arg267: memref<68xi64, #gpu.address_space<workgroup>>):
      %388 = "gpu.thread_id"() <{dimension = #gpu<dim x>}> : () -> index
      %389 = "arith.constant"() <{value = 0 : index}> : () -> index
      %390 = "arith.constant"() <{value = 2 : index}> : () -> index
      %391 = "arith.constant"() <{value = 4 : index}> : () -> index
      %392 = "memref.load"(%arg264, %388) : (memref<68xi64>, index) -> i64
      %393 = "memref.atomic_rmw"(%392, %arg265, %390) <{kind = 2 : i64}> : (i64, memref<68xi64>, index) -> i64
      %394 = "memref.load"(%arg264, %389) : (memref<68xi64>, index) -> i64
      "memref.store"(%394, %arg267, %388) : (i64, memref<68xi64, #gpu.address_space<workgroup>>, index) -> ()
      "gpu.barrier"() : () -> ()
      %395 = "memref.atomic_rmw"(%392, %arg267, %391) <{kind = 2 : i64}> : (i64, memref<68xi64, #gpu.address_space<workgroup>>, index) -> i64
      "gpu.barrier"() : () -> ()
      %396 = "memref.load"(%arg267, %391) : (memref<68xi64, #gpu.address_space<workgroup>>, index) -> i64
      "memref.store"(%396, %arg266, %388) : (i64, memref<68xi64>, index) -> ()
      "gpu.return"() : () -> ()
    }) {gpu.kernel, sym_name = "many_andi_i64", workgroup_attributions = 1 : i64} : () -> ()
    "gpu.func"() <{function_type = (memref<68xi64>, memref<68xi64>, memref<68xi64>, memref<68xi64>, memref<68xi64>, memref<68xi64>, memref<68xi64>) -> (), known_block_size = array<i32: 64, 1, 1>}> ({
    ^bb0(%arg256: memref<68xi64>, %arg257: memref<68xi64>, %arg258: memref<68xi64>, %arg259: memref<68xi64>, %arg260: memref<68xi64>, %arg261: memref<68xi64>, %arg262: memref<68xi64>, %arg263: memref<68xi64, #gpu.address_space<workgroup>>):
      %378 = "gpu.thread_id"() <{dimension = #gpu<dim x>}> : () -> index
      %379 = "arith.constant"() <{value = 0 : index}> : () -> index
      %380 = "arith.constant"() <{value = 2 : index}> : () -> index
      %381 = "arith.constant"() <{value = 4 : index}> : () -> index
      %382 = "memref.load"(%arg256, %378) : (memref<68xi64>, index) -> i64
      %383 = "memref.atomic_rmw"(%382, %arg257, %378) <{kind = 3 : i64}> : (i64, memref<68xi64>, index) -> i64
      "memref.store"(%383, %arg258, %378) : (i64, memref<68xi64>, index) -> ()
      "memref.store"(%382, %arg263, %378) : (i64, memref<68xi64, #gpu.address_space<workgroup>>, index) -> ()
      %384 = "memref.atomic_rmw"(%383, %arg263, %378) <{kind = 3 : i64}> : (i64, memref<68xi64, #gpu.address_space<workgroup>>, index) -> i64
      %385 = "memref.load"(%arg263, %378) : (memref<68xi64, #gpu.address_space<workgroup>>, index) -> i64
      "memref.store"(%384, %arg259, %378) : (i64, memref<68xi64>, index) -> ()
      "memref.store"(%385, %arg260, %378) : (i64, memref<68xi64>, index) -> ()
      %386 = "amdgpu.fat_raw_buffer_cast"(%arg261) <{boundsCheck = true, operandSegmentSizes = array<i32: 1, 0, 0>}> : (memref<68xi64>) -> memref<68xi64, #amdgpu.address_space<fat_raw_buffer>>
      %387 = "memref.atomic_rmw"(%382, %386, %378) <{kind = 3 : i64}> : (i64, memref<68xi64, #amdgpu.address_space<fat_raw_buffer>>, index) -> i64
      "memref.store"(%387, %arg262, %378) : (i64, memref<68xi64>, index) -> ()
      "gpu.return"() : () -> ()
    }) {gpu.kernel, sym_name = "assign_i64", workgroup_attributions = 1 : i64} : () -> ()
    "gpu.func"() <{function_type = (memref<68xi64>, memref<68xi64>, memref<68xi64>, memref<68xi64>, memref<68xi64>, memref<68xi64>, memref<68xi64>) -> (), known_block_size = array<i32: 64, 1, 1>}> ({
    ^bb0(%arg248: memref<68xi64>, %arg249: memref<68xi64>, %arg250: memref<68xi64>, %arg251: memref<68xi64>, %arg252: memref<68xi64>, %arg253: memref<68xi64>, %arg254: memref<68xi64>, %arg255: memref<68xi64, #gpu.address_space<workgroup>>):
      %368 = "gpu.thread_id"() <{dimension = #gpu<dim x>}> : () -> index
      %369 = "arith.constant"() <{value = 0 : index}> : () -> index
      %370 = "arith.constant"() <{value = 2 : index}> : () -> index
      %371 = "arith.constant"() <{value = 4 : index}> : () -> index
      %372 = "memref.load"(%arg248, %368) : (memref<68xi64>, index) -> i64
      %373 = "memref.atomic_rmw"(%372, %arg249, %368) <{kind = 6 : i64}> : (i64, memref<68xi64>, index) -> i64
      "memref.store"(%373, %arg250, %368) : (i64, memref<68xi64>, index) -> ()
      "memref.store"(%372, %arg255, %368) : (i64, memref<68xi64, #gpu.address_space<workgroup>>, index) -> ()
      %374 = "memref.atomic_rmw"(%373, %arg255, %368) <{kind = 6 : i64}> : (i64, memref<68xi64, #gpu.address_space<workgroup>>, index) -> i64
      %375 = "memref.load"(%arg255, %368) : (memref<68xi64, #gpu.address_space<workgroup>>, index) -> i64
      "memref.store"(%374, %arg251, %368) : (i64, memref<68xi64>, index) -> ()
      "memref.store"(%375, %arg252, %368) : (i64, memref<68xi64>, index) -> ()
      %376 = "amdgpu.fat_raw_buffer_cast"(%arg253) <{boundsCheck = true, operandSegmentSizes = array<i32: 1, 0, 0>}> : (memref<68xi64>) -> memref<68xi64, #amdgpu.address_space<fat_raw_buffer>>
      %377 = "memref.atomic_rmw"(%372, %376, %368) <{kind = 6 : i64}> : (i64, memref<68xi64, #amdgpu.address_space<fat_raw_buffer>>, index) -> i64
      "memref.store"(%377, %arg254, %368) : (i64, memref<68xi64>, index) -> ()
      "gpu.return"() : () -> ()
    }) {gpu.kernel, sym_name = "maxs_i64", workgroup_attributions = 1 : i64} : () -> ()
    "gpu.func"() <{function_type = (memref<68xi64>, memref<68xi64>, memref<68xi64>) -> (), known_block_size = array<i32: 64, 1, 1>}> ({
    ^bb0(%arg244: memref<68xi64>, %arg245: memref<68xi64>, %arg246: memref<68xi64>, %arg247: memref<68xi64, #gpu.address_space<workgroup>>):
      %359 = "gpu.thread_id"() <{dimension = #gpu<dim x>}> : () -> index
      %360 = "arith.constant"() <{value = 0 : index}> : () -> index
      %361 = "arith.constant"() <{value = 2 : index}> : () -> index
      %362 = "arith.constant"() <{value = 4 : index}> : () -> index
      %363 = "memref.load"(%arg244, %359) : (memref<68xi64>, index) -> i64
      %364 = "memref.atomic_rmw"(%363, %arg245, %361) <{kind = 6 : i64}> : (i64, memref<68xi64>, index) -> i64
      %365 = "memref.load"(%arg244, %360) : (memref<68xi64>, index) -> i64
      "memref.store"(%365, %arg247, %359) : (i64, memref<68xi64, #gpu.address_space<workgroup>>, index) -> ()
      "gpu.barrier"() : () -> ()
      %366 = "memref.atomic_rmw"(%363, %arg247, %362) <{kind = 6 : i64}> : (i64, memref<68xi64, #gpu.address_space<workgroup>>, index) -> i64
      "gpu.barrier"() : () -> ()
      %367 = "memref.load"(%arg247, %362) : (memref<68xi64, #gpu.address_space<workgroup>>, index) -> i64
      "memref.store"(%367, %arg246, %359) : (i64, memref<68xi64>, index) -> ()
      "gpu.return"() : () -> ()
    }) {gpu.kernel, sym_name = "many_maxs_i64", workgroup_attributions = 1 : i64} : () -> ()
    "gpu.func"() <{function_type = (memref<68xi64>, memref<68xi64>, memref<68xi64>, memref<68xi64>, memref<68xi64>, memref<68xi64>, memref<68xi64>) -> (), known_block_size = array<i32: 64, 1, 1>}> ({
    ^bb0(%arg236: memref<68xi64>, %arg237: memref<68xi64>, %arg238: memref<68xi64>, %arg239: memref<68xi64>, %arg240: memref<68xi64>, %arg241: memref<68xi64>, %arg242: memref<68xi64>, %arg243: memref<68xi64, #gpu.address_space<workgroup>>):
      %349 = "gpu.thread_id"() <{dimension = #gpu<dim x>}> : () -> index
      %350 = "arith.constant"() <{value = 0 : index}> : () -> index
      %351 = "arith.constant"() <{value = 2 : index}> : () -> index
      %352 = "arith.constant"() <{value = 4 : index}> : () -> index
      %353 = "memref.load"(%arg236, %349) : (memref<68xi64>, index) -> i64
      %354 = "memref.atomic_rmw"(%353, %arg237, %349) <{kind = 7 : i64}> : (i64, memref<68xi64>, index) -> i64
      "memref.store"(%354, %arg238, %349) : (i64, memref<68xi64>, index) -> ()
      "memref.store"(%353, %arg243, %349) : (i64, memref<68xi64, #gpu.address_space<workgroup>>, index) -> ()
      %355 = "memref.atomic_rmw"(%354, %arg243, %349) <{kind = 7 : i64}> : (i64, memref<68xi64, #gpu.address_space<workgroup>>, index) -> i64
      %356 = "memref.load"(%arg243, %349) : (memref<68xi64, #gpu.address_space<workgroup>>, index) -> i64
      "memref.store"(%355, %arg239, %349) : (i64, memref<68xi64>, index) -> ()
      "memref.store"(%356, %arg240, %349) : (i64, memref<68xi64>, index) -> ()
      %357 = "amdgpu.fat_raw_buffer_cast"(%arg241) <{boundsCheck = true, operandSegmentSizes = array<i32: 1, 0, 0>}> : (memref<68xi64>) -> memref<68xi64, #amdgpu.address_space<fat_raw_buffer>>
      %358 = "memref.atomic_rmw"(%353, %357, %349) <{kind = 7 : i64}> : (i64, memref<68xi64, #amdgpu.address_space<fat_raw_buffer>>, index) -> i64
      "memref.store"(%358, %arg242, %349) : (i64, memref<68xi64>, index) -> ()
      "gpu.return"() : () -> ()
    }) {gpu.kernel, sym_name = "maxu_i64", workgroup_attributions = 1 : i64} : () -> ()
    "gpu.func"() <{function_type = (memref<68xi64>, memref<68xi64>, memref<68xi64>) -> (), known_block_size = array<i32: 64, 1, 1>}> ({
    ^bb0(%arg232: memref<68xi64>, %arg233: memref<68xi64>, %arg234: memref<68xi64>, %arg235: memref<68xi64, #gpu.address_space<workgroup>>):
      %340 = "gpu.thread_id"() <{dimension = #gpu<dim x>}> : () -> index
      %341 = "arith.constant"() <{value = 0 : index}> : () -> index
      %342 = "arith.constant"() <{value = 2 : index}> : () -> index
      %343 = "arith.constant"() <{value = 4 : index}> : () -> index
      %344 = "memref.load"(%arg232, %340) : (memref<68xi64>, index) -> i64
      %345 = "memref.atomic_rmw"(%344, %arg233, %342) <{kind = 7 : i64}> : (i64, memref<68xi64>, index) -> i64
      %346 = "memref.load"(%arg232, %341) : (memref<68xi64>, index) -> i64
      "memref.store"(%346, %arg235, %340) : (i64, memref<68xi64, #gpu.address_space<workgroup>>, index) -> ()
      "gpu.barrier"() : () -> ()
      %347 = "memref.atomic_rmw"(%344, %arg235, %343) <{kind = 7 : i64}> : (i64, memref<68xi64, #gpu.address_space<workgroup>>, index) -> i64
      "gpu.barrier"() : () -> ()
      %348 = "memref.load"(%arg235, %343) : (memref<68xi64, #gpu.address_space<workgroup>>, index) -> i64
      "memref.store"(%348, %arg234, %340) : (i64, memref<68xi64>, index) -> ()
      "gpu.return"() : () -> ()
    }) {gpu.kernel, sym_name = "many_maxu_i64", workgroup_attributions = 1 : i64} : () -> ()
    "gpu.func"() <{function_type = (memref<68xi64>, memref<68xi64>, memref<68xi64>, memref<68xi64>, memref<68xi64>, memref<68xi64>, memref<68xi64>) -> (), known_block_size = array<i32: 64, 1, 1>}> ({
    ^bb0(%arg224: memref<68xi64>, %arg225: memref<68xi64>, %arg226: memref<68xi64>, %arg227: memref<68xi64>, %arg228: memref<68xi64>, %arg229: memref<68xi64>, %arg230: memref<68xi64>, %arg231: memref<68xi64, #gpu.address_space<workgroup>>):
      %330 = "gpu.thread_id"() <{dimension = #gpu<dim x>}> : () -> index
      %331 = "arith.constant"() <{value = 0 : index}> : () -> index
      %332 = "arith.constant"() <{value = 2 : index}> : () -> index
      %333 = "arith.constant"() <{value = 4 : index}> : () -> index
      %334 = "memref.load"(%arg224, %330) : (memref<68xi64>, index) -> i64
      %335 = "memref.atomic_rmw"(%334, %arg225, %330) <{kind = 10 : i64}> : (i64, memref<68xi64>, index) -> i64
      "memref.store"(%335, %arg226, %330) : (i64, memref<68xi64>, index) -> ()
      "memref.store"(%334, %arg231, %330) : (i64, memref<68xi64, #gpu.address_space<workgroup>>, index) -> ()
      %336 = "memref.atomic_rmw"(%335, %arg231, %330) <{kind = 10 : i64}> : (i64, memref<68xi64, #gpu.address_space<workgroup>>, index) -> i64
      %337 = "memref.load"(%arg231, %330) : (memref<68xi64, #gpu.address_space<workgroup>>, index) -> i64
      "memref.store"(%336, %arg227, %330) : (i64, memref<68xi64>, index) -> ()
      "memref.store"(%337, %arg228, %330) : (i64, memref<68xi64>, index) -> ()
      %338 = "amdgpu.fat_raw_buffer_cast"(%arg229) <{boundsCheck = true, operandSegmentSizes = array<i32: 1, 0, 0>}> : (memref<68xi64>) -> memref<68xi64, #amdgpu.address_space<fat_raw_buffer>>
      %339 = "memref.atomic_rmw"(%334, %338, %330) <{kind = 10 : i64}> : (i64, memref<68xi64, #amdgpu.address_space<fat_raw_buffer>>, index) -> i64
      "memref.store"(%339, %arg230, %330) : (i64, memref<68xi64>, index) -> ()
      "gpu.return"() : () -> ()
    }) {gpu.kernel, sym_name = "mins_i64", workgroup_attributions = 1 : i64} : () -> ()
    "gpu.func"() <{function_type = (memref<68xi64>, memref<68xi64>, memref<68xi64>) -> (), known_block_size = array<i32: 64, 1, 1>}> ({
    ^bb0(%arg220: memref<68xi64>, %arg221: memref<68xi64>, %arg222: memref<68xi64>, %arg223: memref<68xi64, #gpu.address_space<workgroup>>):
      %321 = "gpu.thread_id"() <{dimension = #gpu<dim x>}> : () -> index
      %322 = "arith.constant"() <{value = 0 : index}> : () -> index
      %323 = "arith.constant"() <{value = 2 : index}> : () -> index
      %324 = "arith.constant"() <{value = 4 : index}> : () -> index
      %325 = "memref.load"(%arg220, %321) : (memref<68xi64>, index) -> i64
      %326 = "memref.atomic_rmw"(%325, %arg221, %323) <{kind = 10 : i64}> : (i64, memref<68xi64>, index) -> i64
      %327 = "memref.load"(%arg220, %322) : (memref<68xi64>, index) -> i64
      "memref.store"(%327, %arg223, %321) : (i64, memref<68xi64, #gpu.address_space<workgroup>>, index) -> ()
      "gpu.barrier"() : () -> ()
      %328 = "memref.atomic_rmw"(%325, %arg223, %324) <{kind = 10 : i64}> : (i64, memref<68xi64, #gpu.address_space<workgroup>>, index) -> i64
      "gpu.barrier"() : () -> ()
      %329 = "memref.load"(%arg223, %324) : (memref<68xi64, #gpu.address_space<workgroup>>, index) -> i64
      "memref.store"(%329, %arg222, %321) : (i64, memref<68xi64>, index) -> ()
      "gpu.return"() : () -> ()
    }) {gpu.kernel, sym_name = "many_mins_i64", workgroup_attributions = 1 : i64} : () -> ()
    "gpu.func"() <{function_type = (memref<68xi64>, memref<68xi64>, memref<68xi64>, memref<68xi64>, memref<68xi64>, memref<68xi64>, memref<68xi64>) -> (), known_block_size = array<i32: 64, 1, 1>}> ({
    ^bb0(%arg212: memref<68xi64>, %arg213: memref<68xi64>, %arg214: memref<68xi64>, %arg215: memref<68xi64>, %arg216: memref<68xi64>, %arg217: memref<68xi64>, %arg218: memref<68xi64>, %arg219: memref<68xi64, #gpu.address_space<workgroup>>):
      %311 = "gpu.thread_id"() <{dimension = #gpu<dim x>}> : () -> index
      %312 = "arith.constant"() <{value = 0 : index}> : () -> index
      %313 = "arith.constant"() <{value = 2 : index}> : () -> index
      %314 = "arith.constant"() <{value = 4 : index}> : () -> index
      %315 = "memref.load"(%arg212, %311) : (memref<68xi64>, index) -> i64
      %316 = "memref.atomic_rmw"(%315, %arg213, %311) <{kind = 11 : i64}> : (i64, memref<68xi64>, index) -> i64
      "memref.store"(%316, %arg214, %311) : (i64, memref<68xi64>, index) -> ()
      "memref.store"(%315, %arg219, %311) : (i64, memref<68xi64, #gpu.address_space<workgroup>>, index) -> ()
      %317 = "memref.atomic_rmw"(%316, %arg219, %311) <{kind = 11 : i64}> : (i64, memref<68xi64, #gpu.address_space<workgroup>>, index) -> i64
      %318 = "memref.load"(%arg219, %311) : (memref<68xi64, #gpu.address_space<workgroup>>, index) -> i64
      "memref.store"(%317, %arg215, %311) : (i64, memref<68xi64>, index) -> ()
      "memref.store"(%318, %arg216, %311) : (i64, memref<68xi64>, index) -> ()
      %319 = "amdgpu.fat_raw_buffer_cast"(%arg217) <{boundsCheck = true, operandSegmentSizes = array<i32: 1, 0, 0>}> : (memref<68xi64>) -> memref<68xi64, #amdgpu.address_space<fat_raw_buffer>>
      %320 = "memref.atomic_rmw"(%315, %319, %311) <{kind = 11 : i64}> : (i64, memref<68xi64, #amdgpu.address_space<fat_raw_buffer>>, index) -> i64
      "memref.store"(%320, %arg218, %311) : (i64, memref<68xi64>, index) -> ()
      "gpu.return"() : () -> ()
    }) {gpu.kernel, sym_name = "minu_i64", workgroup_attributions = 1 : i64} : () -> ()
    "gpu.func"() <{function_type = (memref<68xi64>, memref<68xi64>, memref<68xi64>) -> (), known_block_size = array<i32: 64, 1, 1>}> ({
    ^bb0(%arg208: memref<68xi64>, %arg209: memref<68xi64>, %arg210: memref<68xi64>, %arg211: memref<68xi64, #gpu.address_space<workgroup>>):
      %302 = "gpu.thread_id"() <{dimension = #gpu<dim x>}> : () -> index
      %303 = "arith.constant"() <{value = 0 : index}> : () -> index
      %304 = "arith.constant"() <{value = 2 : index}> : () -> index
      %305 = "arith.constant"() <{value = 4 : index}> : () -> index
      %306 = "memref.load"(%arg208, %302) : (memref<68xi64>, index) -> i64
      %307 = "memref.atomic_rmw"(%306, %arg209, %304) <{kind = 11 : i64}> : (i64, memref<68xi64>, index) -> i64
      %308 = "memref.load"(%arg208, %303) : (memref<68xi64>, index) -> i64
      "memref.store"(%308, %arg211, %302) : (i64, memref<68xi64, #gpu.address_space<workgroup>>, index) -> ()
      "gpu.barrier"() : () -> ()
      %309 = "memref.atomic_rmw"(%306, %arg211, %305) <{kind = 11 : i64}> : (i64, memref<68xi64, #gpu.address_space<workgroup>>, index) -> i64
      "gpu.barrier"() : () -> ()
      %310 = "memref.load"(%arg211, %305) : (memref<68xi64, #gpu.address_space<workgroup>>, index) -> i64
      "memref.store"(%310, %arg210, %302) : (i64, memref<68xi64>, index) -> ()
      "gpu.return"() : () -> ()
    }) {gpu.kernel, sym_name = "many_minu_i64", workgroup_attributions = 1 : i64} : () -> ()
    "gpu.func"() <{function_type = (memref<68xi64>, memref<68xi64>, memref<68xi64>, memref<68xi64>, memref<68xi64>, memref<68xi64>, memref<68xi64>) -> (), known_block_size = array<i32: 64, 1, 1>}> ({
    ^bb0(%arg200: memref<68xi64>, %arg201: memref<68xi64>, %arg202: memref<68xi64>, %arg203: memref<68xi64>, %arg204: memref<68xi64>, %arg205: memref<68xi64>, %arg206: memref<68xi64>, %arg207: memref<68xi64, #gpu.address_space<workgroup>>):
      %292 = "gpu.thread_id"() <{dimension = #gpu<dim x>}> : () -> index
      %293 = "arith.constant"() <{value = 0 : index}> : () -> index
      %294 = "arith.constant"() <{value = 2 : index}> : () -> index
      %295 = "arith.constant"() <{value = 4 : index}> : () -> index
      %296 = "memref.load"(%arg200, %292) : (memref<68xi64>, index) -> i64
      %297 = "memref.atomic_rmw"(%296, %arg201, %292) <{kind = 13 : i64}> : (i64, memref<68xi64>, index) -> i64
      "memref.store"(%297, %arg202, %292) : (i64, memref<68xi64>, index) -> ()
      "memref.store"(%296, %arg207, %292) : (i64, memref<68xi64, #gpu.address_space<workgroup>>, index) -> ()
      %298 = "memref.atomic_rmw"(%297, %arg207, %292) <{kind = 13 : i64}> : (i64, memref<68xi64, #gpu.address_space<workgroup>>, index) -> i64
      %299 = "memref.load"(%arg207, %292) : (memref<68xi64, #gpu.address_space<workgroup>>, index) -> i64
      "memref.store"(%298, %arg203, %292) : (i64, memref<68xi64>, index) -> ()
      "memref.store"(%299, %arg204, %292) : (i64, memref<68xi64>, index) -> ()
      %300 = "amdgpu.fat_raw_buffer_cast"(%arg205) <{boundsCheck = true, operandSegmentSizes = array<i32: 1, 0, 0>}> : (memref<68xi64>) -> memref<68xi64, #amdgpu.address_space<fat_raw_buffer>>
      %301 = "memref.atomic_rmw"(%296, %300, %292) <{kind = 13 : i64}> : (i64, memref<68xi64, #amdgpu.address_space<fat_raw_buffer>>, index) -> i64
      "memref.store"(%301, %arg206, %292) : (i64, memref<68xi64>, index) -> ()
      "gpu.return"() : () -> ()
    }) {gpu.kernel, sym_name = "muli_i64", workgroup_attributions = 1 : i64} : () -> ()
    "gpu.func"() <{function_type = (memref<68xi64>, memref<68xi64>, memref<68xi64>, memref<68xi64>, memref<68xi64>, memref<68xi64>, memref<68xi64>) -> (), known_block_size = array<i32: 64, 1, 1>}> ({
    ^bb0(%arg192: memref<68xi64>, %arg193: memref<68xi64>, %arg194: memref<68xi64>, %arg195: memref<68xi64>, %arg196: memref<68xi64>, %arg197: memref<68xi64>, %arg198: memref<68xi64>, %arg199: memref<68xi64, #gpu.address_space<workgroup>>):
      %282 = "gpu.thread_id"() <{dimension = #gpu<dim x>}> : () -> index
      %283 = "arith.constant"() <{value = 0 : index}> : () -> index
      %284 = "arith.constant"() <{value = 2 : index}> : () -> index
      %285 = "arith.constant"() <{value = 4 : index}> : () -> index
      %286 = "memref.load"(%arg192, %282) : (memref<68xi64>, index) -> i64
      %287 = "memref.atomic_rmw"(%286, %arg193, %282) <{kind = 14 : i64}> : (i64, memref<68xi64>, index) -> i64
      "memref.store"(%287, %arg194, %282) : (i64, memref<68xi64>, index) -> ()
      "memref.store"(%286, %arg199, %282) : (i64, memref<68xi64, #gpu.address_space<workgroup>>, index) -> ()
      %288 = "memref.atomic_rmw"(%287, %arg199, %282) <{kind = 14 : i64}> : (i64, memref<68xi64, #gpu.address_space<workgroup>>, index) -> i64
      %289 = "memref.load"(%arg199, %282) : (memref<68xi64, #gpu.address_space<workgroup>>, index) -> i64
      "memref.store"(%288, %arg195, %282) : (i64, memref<68xi64>, index) -> ()
      "memref.store"(%289, %arg196, %282) : (i64, memref<68xi64>, index) -> ()
      %290 = "amdgpu.fat_raw_buffer_cast"(%arg197) <{boundsCheck = true, operandSegmentSizes = array<i32: 1, 0, 0>}> : (memref<68xi64>) -> memref<68xi64, #amdgpu.address_space<fat_raw_buffer>>
      %291 = "memref.atomic_rmw"(%286, %290, %282) <{kind = 14 : i64}> : (i64, memref<68xi64, #amdgpu.address_space<fat_raw_buffer>>, index) -> i64
      "memref.store"(%291, %arg198, %282) : (i64, memref<68xi64>, index) -> ()
      "gpu.return"() : () -> ()
    }) {gpu.kernel, sym_name = "ori_i64", workgroup_attributions = 1 : i64} : () -> ()
    "gpu.func"() <{function_type = (memref<68xi64>, memref<68xi64>, memref<68xi64>) -> (), known_block_size = array<i32: 64, 1, 1>}> ({
    ^bb0(%arg188: memref<68xi64>, %arg189: memref<68xi64>, %arg190: memref<68xi64>, %arg191: memref<68xi64, #gpu.address_space<workgroup>>):
      %273 = "gpu.thread_id"() <{dimension = #gpu<dim x>}> : () -> index
      %274 = "arith.constant"() <{value = 0 : index}> : () -> index
      %275 = "arith.constant"() <{value = 2 : index}> : () -> index
      %276 = "arith.constant"() <{value = 4 : index}> : () -> index
      %277 = "memref.load"(%arg188, %273) : (memref<68xi64>, index) -> i64
      %278 = "memref.atomic_rmw"(%277, %arg189, %275) <{kind = 14 : i64}> : (i64, memref<68xi64>, index) -> i64
      %279 = "memref.load"(%arg188, %274) : (memref<68xi64>, index) -> i64
      "memref.store"(%279, %arg191, %273) : (i64, memref<68xi64, #gpu.address_space<workgroup>>, index) -> ()
      "gpu.barrier"() : () -> ()
      %280 = "memref.atomic_rmw"(%277, %arg191, %276) <{kind = 14 : i64}> : (i64, memref<68xi64, #gpu.address_space<workgroup>>, index) -> i64
      "gpu.barrier"() : () -> ()
      %281 = "memref.load"(%arg191, %276) : (memref<68xi64, #gpu.address_space<workgroup>>, index) -> i64
      "memref.store"(%281, %arg190, %273) : (i64, memref<68xi64>, index) -> ()
      "gpu.return"() : () -> ()
    }) {gpu.kernel, sym_name = "many_ori_i64", workgroup_attributions = 1 : i64} : () -> ()
    "gpu.func"() <{function_type = (memref<68xi64>, memref<68xi64>, memref<68xi64>, memref<68xi64>, memref<68xi64>, memref<68xi64>, memref<68xi64>) -> (), known_block_size = array<i32: 64, 1, 1>}> ({
    ^bb0(%arg180: memref<68xi64>, %arg181: memref<68xi64>, %arg182: memref<68xi64>, %arg183: memref<68xi64>, %arg184: memref<68xi64>, %arg185: memref<68xi64>, %arg186: memref<68xi64>, %arg187: memref<68xi64, #gpu.address_space<workgroup>>):
      %263 = "gpu.thread_id"() <{dimension = #gpu<dim x>}> : () -> index
      %264 = "arith.constant"() <{value = 0 : index}> : () -> index
      %265 = "arith.constant"() <{value = 2 : index}> : () -> index
      %266 = "arith.constant"() <{value = 4 : index}> : () -> index
      %267 = "memref.load"(%arg180, %263) : (memref<68xi64>, index) -> i64
      %268 = "memref.atomic_rmw"(%267, %arg181, %263) <{kind = 15 : i64}> : (i64, memref<68xi64>, index) -> i64
      "memref.store"(%268, %arg182, %263) : (i64, memref<68xi64>, index) -> ()
      "memref.store"(%267, %arg187, %263) : (i64, memref<68xi64, #gpu.address_space<workgroup>>, index) -> ()
      %269 = "memref.atomic_rmw"(%268, %arg187, %263) <{kind = 15 : i64}> : (i64, memref<68xi64, #gpu.address_space<workgroup>>, index) -> i64
      %270 = "memref.load"(%arg187, %263) : (memref<68xi64, #gpu.address_space<workgroup>>, index) -> i64
      "memref.store"(%269, %arg183, %263) : (i64, memref<68xi64>, index) -> ()
      "memref.store"(%270, %arg184, %263) : (i64, memref<68xi64>, index) -> ()
      %271 = "amdgpu.fat_raw_buffer_cast"(%arg185) <{boundsCheck = true, operandSegmentSizes = array<i32: 1, 0, 0>}> : (memref<68xi64>) -> memref<68xi64, #amdgpu.address_space<fat_raw_buffer>>
      %272 = "memref.atomic_rmw"(%267, %271, %263) <{kind = 15 : i64}> : (i64, memref<68xi64, #amdgpu.address_space<fat_raw_buffer>>, index) -> i64
      "memref.store"(%272, %arg186, %263) : (i64, memref<68xi64>, index) -> ()
      "gpu.return"() : () -> ()
    }) {gpu.kernel, sym_name = "xori_i64", workgroup_attributions = 1 : i64} : () -> ()
    "gpu.func"() <{function_type = (memref<68xi64>, memref<68xi64>, memref<68xi64>) -> (), known_block_size = array<i32: 64, 1, 1>}> ({
    ^bb0(%arg176: memref<68xi64>, %arg177: memref<68xi64>, %arg178: memref<68xi64>, %arg179: memref<68xi64, #gpu.address_space<workgroup>>):
      %254 = "gpu.thread_id"() <{dimension = #gpu<dim x>}> : () -> index
      %255 = "arith.constant"() <{value = 0 : index}> : () -> index
      %256 = "arith.constant"() <{value = 2 : index}> : () -> index
      %257 = "arith.constant"() <{value = 4 : index}> : () -> index
      %258 = "memref.load"(%arg176, %254) : (memref<68xi64>, index) -> i64
      %259 = "memref.atomic_rmw"(%258, %arg177, %256) <{kind = 15 : i64}> : (i64, memref<68xi64>, index) -> i64
      %260 = "memref.load"(%arg176, %255) : (memref<68xi64>, index) -> i64
      "memref.store"(%260, %arg179, %254) : (i64, memref<68xi64, #gpu.address_space<workgroup>>, index) -> ()
      "gpu.barrier"() : () -> ()
      %261 = "memref.atomic_rmw"(%258, %arg179, %257) <{kind = 15 : i64}> : (i64, memref<68xi64, #gpu.address_space<workgroup>>, index) -> i64
      "gpu.barrier"() : () -> ()
      %262 = "memref.load"(%arg179, %257) : (memref<68xi64, #gpu.address_space<workgroup>>, index) -> i64
      "memref.store"(%262, %arg178, %254) : (i64, memref<68xi64>, index) -> ()
      "gpu.return"() : () -> ()
    }) {gpu.kernel, sym_name = "many_xori_i64", workgroup_attributions = 1 : i64} : () -> ()
    "gpu.func"() <{function_type = (memref<68xf16>, memref<68xf16>, memref<68xf16>, memref<68xf16>, memref<68xf16>, memref<68xf16>, memref<68xf16>) -> (), known_block_size = array<i32: 64, 1, 1>}> ({
    ^bb0(%arg168: memref<68xf16>, %arg169: memref<68xf16>, %arg170: memref<68xf16>, %arg171: memref<68xf16>, %arg172: memref<68xf16>, %arg173: memref<68xf16>, %arg174: memref<68xf16>, %arg175: memref<68xf16, #gpu.address_space<workgroup>>):
      %246 = "gpu.thread_id"() <{dimension = #gpu<dim x>}> : () -> index
      %247 = "arith.constant"() <{value = 0 : index}> : () -> index
      %248 = "arith.constant"() <{value = 2 : index}> : () -> index
      %249 = "arith.constant"() <{value = 4 : index}> : () -> index
      %250 = "memref.load"(%arg168, %246) : (memref<68xf16>, index) -> f16
      %251 = "memref.atomic_rmw"(%250, %arg169, %246) <{kind = 0 : i64}> : (f16, memref<68xf16>, index) -> f16
      "memref.store"(%251, %arg170, %246) : (f16, memref<68xf16>, index) -> ()
      "memref.store"(%250, %arg175, %246) : (f16, memref<68xf16, #gpu.address_space<workgroup>>, index) -> ()
      %252 = "memref.atomic_rmw"(%251, %arg175, %246) <{kind = 0 : i64}> : (f16, memref<68xf16, #gpu.address_space<workgroup>>, index) -> f16
      %253 = "memref.load"(%arg175, %246) : (memref<68xf16, #gpu.address_space<workgroup>>, index) -> f16
      "memref.store"(%252, %arg171, %246) : (f16, memref<68xf16>, index) -> ()
      "memref.store"(%253, %arg172, %246) : (f16, memref<68xf16>, index) -> ()
      "gpu.return"() : () -> ()
    }) {gpu.kernel, sym_name = "addf_f16", workgroup_attributions = 1 : i64} : () -> ()
    "gpu.func"() <{function_type = (memref<68xf16>, memref<68xf16>, memref<68xf16>, memref<68xf16>, memref<68xf16>, memref<68xf16>, memref<68xf16>) -> (), known_block_size = array<i32: 64, 1, 1>}> ({
    ^bb0(%arg160: memref<68xf16>, %arg161: memref<68xf16>, %arg162: memref<68xf16>, %arg163: memref<68xf16>, %arg164: memref<68xf16>, %arg165: memref<68xf16>, %arg166: memref<68xf16>, %arg167: memref<68xf16, #gpu.address_space<workgroup>>):
      %238 = "gpu.thread_id"() <{dimension = #gpu<dim x>}> : () -> index
      %239 = "arith.constant"() <{value = 0 : index}> : () -> index
      %240 = "arith.constant"() <{value = 2 : index}> : () -> index
      %241 = "arith.constant"() <{value = 4 : index}> : () -> index
      %242 = "memref.load"(%arg160, %238) : (memref<68xf16>, index) -> f16
      %243 = "memref.atomic_rmw"(%242, %arg161, %238) <{kind = 5 : i64}> : (f16, memref<68xf16>, index) -> f16
      "memref.store"(%243, %arg162, %238) : (f16, memref<68xf16>, index) -> ()
      "memref.store"(%242, %arg167, %238) : (f16, memref<68xf16, #gpu.address_space<workgroup>>, index) -> ()
      %244 = "memref.atomic_rmw"(%243, %arg167, %238) <{kind = 5 : i64}> : (f16, memref<68xf16, #gpu.address_space<workgroup>>, index) -> f16
      %245 = "memref.load"(%arg167, %238) : (memref<68xf16, #gpu.address_space<workgroup>>, index) -> f16
      "memref.store"(%244, %arg163, %238) : (f16, memref<68xf16>, index) -> ()
      "memref.store"(%245, %arg164, %238) : (f16, memref<68xf16>, index) -> ()
      "gpu.return"() : () -> ()
    }) {gpu.kernel, sym_name = "maxnumf_f16", workgroup_attributions = 1 : i64} : () -> ()
    "gpu.func"() <{function_type = (memref<68xbf16>, memref<68xbf16>, memref<68xbf16>, memref<68xbf16>, memref<68xbf16>, memref<68xbf16>, memref<68xbf16>) -> (), known_block_size = array<i32: 64, 1, 1>}> ({
    ^bb0(%arg152: memref<68xbf16>, %arg153: memref<68xbf16>, %arg154: memref<68xbf16>, %arg155: memref<68xbf16>, %arg156: memref<68xbf16>, %arg157: memref<68xbf16>, %arg158: memref<68xbf16>, %arg159: memref<68xbf16, #gpu.address_space<workgroup>>):
      %230 = "gpu.thread_id"() <{dimension = #gpu<dim x>}> : () -> index
      %231 = "arith.constant"() <{value = 0 : index}> : () -> index
      %232 = "arith.constant"() <{value = 2 : index}> : () -> index
      %233 = "arith.constant"() <{value = 4 : index}> : () -> index
      %234 = "memref.load"(%arg152, %230) : (memref<68xbf16>, index) -> bf16
      %235 = "memref.atomic_rmw"(%234, %arg153, %230) <{kind = 0 : i64}> : (bf16, memref<68xbf16>, index) -> bf16
      "memref.store"(%235, %arg154, %230) : (bf16, memref<68xbf16>, index) -> ()
      "memref.store"(%234, %arg159, %230) : (bf16, memref<68xbf16, #gpu.address_space<workgroup>>, index) -> ()
      %236 = "memref.atomic_rmw"(%235, %arg159, %230) <{kind = 0 : i64}> : (bf16, memref<68xbf16, #gpu.address_space<workgroup>>, index) -> bf16
      %237 = "memref.load"(%arg159, %230) : (memref<68xbf16, #gpu.address_space<workgroup>>, index) -> bf16
      "memref.store"(%236, %arg155, %230) : (bf16, memref<68xbf16>, index) -> ()
      "memref.store"(%237, %arg156, %230) : (bf16, memref<68xbf16>, index) -> ()
      "gpu.return"() : () -> ()
    }) {gpu.kernel, sym_name = "addf_bf16", workgroup_attributions = 1 : i64} : () -> ()
    "gpu.func"() <{function_type = (memref<68xf32>, memref<68xf32>, memref<68xf32>, memref<68xf32>, memref<68xf32>, memref<68xf32>, memref<68xf32>) -> (), known_block_size = array<i32: 64, 1, 1>}> ({
    ^bb0(%arg144: memref<68xf32>, %arg145: memref<68xf32>, %arg146: memref<68xf32>, %arg147: memref<68xf32>, %arg148: memref<68xf32>, %arg149: memref<68xf32>, %arg150: memref<68xf32>, %arg151: memref<68xf32, #gpu.address_space<workgroup>>):
      %220 = "gpu.thread_id"() <{dimension = #gpu<dim x>}> : () -> index
      %221 = "arith.constant"() <{value = 0 : index}> : () -> index
      %222 = "arith.constant"() <{value = 2 : index}> : () -> index
      %223 = "arith.constant"() <{value = 4 : index}> : () -> index
      %224 = "memref.load"(%arg144, %220) : (memref<68xf32>, index) -> f32
      %225 = "memref.atomic_rmw"(%224, %arg145, %220) <{kind = 0 : i64}> : (f32, memref<68xf32>, index) -> f32
      "memref.store"(%225, %arg146, %220) : (f32, memref<68xf32>, index) -> ()
      "memref.store"(%224, %arg151, %220) : (f32, memref<68xf32, #gpu.address_space<workgroup>>, index) -> ()
      %226 = "memref.atomic_rmw"(%225, %arg151, %220) <{kind = 0 : i64}> : (f32, memref<68xf32, #gpu.address_space<workgroup>>, index) -> f32
      %227 = "memref.load"(%arg151, %220) : (memref<68xf32, #gpu.address_space<workgroup>>, index) -> f32
      "memref.store"(%226, %arg147, %220) : (f32, memref<68xf32>, index) -> ()
      "memref.store"(%227, %arg148, %220) : (f32, memref<68xf32>, index) -> ()
      %228 = "amdgpu.fat_raw_buffer_cast"(%arg149) <{boundsCheck = true, operandSegmentSizes = array<i32: 1, 0, 0>}> : (memref<68xf32>) -> memref<68xf32, #amdgpu.address_space<fat_raw_buffer>>
      %229 = "memref.atomic_rmw"(%224, %228, %220) <{kind = 0 : i64}> : (f32, memref<68xf32, #amdgpu.address_space<fat_raw_buffer>>, index) -> f32
      "memref.store"(%229, %arg150, %220) : (f32, memref<68xf32>, index) -> ()
      "gpu.return"() : () -> ()
    }) {gpu.kernel, sym_name = "addf_f32", workgroup_attributions = 1 : i64} : () -> ()
    "gpu.func"() <{function_type = (memref<68xf32>, memref<68xf32>, memref<68xf32>) -> (), known_block_size = array<i32: 64, 1, 1>}> ({
    ^bb0(%arg140: memref<68xf32>, %arg141: memref<68xf32>, %arg142: memref<68xf32>, %arg143: memref<68xf32, #gpu.address_space<workgroup>>):
      %211 = "gpu.thread_id"() <{dimension = #gpu<dim x>}> : () -> index
      %212 = "arith.constant"() <{value = 0 : index}> : () -> index
      %213 = "arith.constant"() <{value = 2 : index}> : () -> index
      %214 = "arith.constant"() <{value = 4 : index}> : () -> index
      %215 = "memref.load"(%arg140, %211) : (memref<68xf32>, index) -> f32
      %216 = "memref.atomic_rmw"(%215, %arg141, %213) <{kind = 0 : i64}> : (f32, memref<68xf32>, index) -> f32
      %217 = "memref.load"(%arg140, %212) : (memref<68xf32>, index) -> f32
      "memref.store"(%217, %arg143, %211) : (f32, memref<68xf32, #gpu.address_space<workgroup>>, index) -> ()
      "gpu.barrier"() : () -> ()
      %218 = "memref.atomic_rmw"(%215, %arg143, %214) <{kind = 0 : i64}> : (f32, memref<68xf32, #gpu.address_space<workgroup>>, index) -> f32
      "gpu.barrier"() : () -> ()
      %219 = "memref.load"(%arg143, %214) : (memref<68xf32, #gpu.address_space<workgroup>>, index) -> f32
      "memref.store"(%219, %arg142, %211) : (f32, memref<68xf32>, index) -> ()
      "gpu.return"() : () -> ()
    }) {gpu.kernel, sym_name = "many_addf_f32", workgroup_attributions = 1 : i64} : () -> ()
    "gpu.func"() <{function_type = (memref<68xf32>, memref<68xf32>, memref<68xf32>, memref<68xf32>, memref<68xf32>, memref<68xf32>, memref<68xf32>) -> (), known_block_size = array<i32: 64, 1, 1>}> ({
    ^bb0(%arg132: memref<68xf32>, %arg133: memref<68xf32>, %arg134: memref<68xf32>, %arg135: memref<68xf32>, %arg136: memref<68xf32>, %arg137: memref<68xf32>, %arg138: memref<68xf32>, %arg139: memref<68xf32, #gpu.address_space<workgroup>>):
      %201 = "gpu.thread_id"() <{dimension = #gpu<dim x>}> : () -> index
      %202 = "arith.constant"() <{value = 0 : index}> : () -> index
      %203 = "arith.constant"() <{value = 2 : index}> : () -> index
      %204 = "arith.constant"() <{value = 4 : index}> : () -> index
      %205 = "memref.load"(%arg132, %201) : (memref<68xf32>, index) -> f32
      %206 = "memref.atomic_rmw"(%205, %arg133, %201) <{kind = 3 : i64}> : (f32, memref<68xf32>, index) -> f32
      "memref.store"(%206, %arg134, %201) : (f32, memref<68xf32>, index) -> ()
      "memref.store"(%205, %arg139, %201) : (f32, memref<68xf32, #gpu.address_space<workgroup>>, index) -> ()
      %207 = "memref.atomic_rmw"(%206, %arg139, %201) <{kind = 3 : i64}> : (f32, memref<68xf32, #gpu.address_space<workgroup>>, index) -> f32
      %208 = "memref.load"(%arg139, %201) : (memref<68xf32, #gpu.address_space<workgroup>>, index) -> f32
      "memref.store"(%207, %arg135, %201) : (f32, memref<68xf32>, index) -> ()
      "memref.store"(%208, %arg136, %201) : (f32, memref<68xf32>, index) -> ()
      %209 = "amdgpu.fat_raw_buffer_cast"(%arg137) <{boundsCheck = true, operandSegmentSizes = array<i32: 1, 0, 0>}> : (memref<68xf32>) -> memref<68xf32, #amdgpu.address_space<fat_raw_buffer>>
      %210 = "memref.atomic_rmw"(%205, %209, %201) <{kind = 3 : i64}> : (f32, memref<68xf32, #amdgpu.address_space<fat_raw_buffer>>, index) -> f32
      "memref.store"(%210, %arg138, %201) : (f32, memref<68xf32>, index) -> ()
      "gpu.return"() : () -> ()
    }) {gpu.kernel, sym_name = "assign_f32", workgroup_attributions = 1 : i64} : () -> ()
    "gpu.func"() <{function_type = (memref<68xf32>, memref<68xf32>, memref<68xf32>, memref<68xf32>, memref<68xf32>, memref<68xf32>, memref<68xf32>) -> (), known_block_size = array<i32: 64, 1, 1>}> ({
    ^bb0(%arg124: memref<68xf32>, %arg125: memref<68xf32>, %arg126: memref<68xf32>, %arg127: memref<68xf32>, %arg128: memref<68xf32>, %arg129: memref<68xf32>, %arg130: memref<68xf32>, %arg131: memref<68xf32, #gpu.address_space<workgroup>>):
      %191 = "gpu.thread_id"() <{dimension = #gpu<dim x>}> : () -> index
      %192 = "arith.constant"() <{value = 0 : index}> : () -> index
      %193 = "arith.constant"() <{value = 2 : index}> : () -> index
      %194 = "arith.constant"() <{value = 4 : index}> : () -> index
      %195 = "memref.load"(%arg124, %191) : (memref<68xf32>, index) -> f32
      %196 = "memref.atomic_rmw"(%195, %arg125, %191) <{kind = 4 : i64}> : (f32, memref<68xf32>, index) -> f32
      "memref.store"(%196, %arg126, %191) : (f32, memref<68xf32>, index) -> ()
      "memref.store"(%195, %arg131, %191) : (f32, memref<68xf32, #gpu.address_space<workgroup>>, index) -> ()
      %197 = "memref.atomic_rmw"(%196, %arg131, %191) <{kind = 4 : i64}> : (f32, memref<68xf32, #gpu.address_space<workgroup>>, index) -> f32
      %198 = "memref.load"(%arg131, %191) : (memref<68xf32, #gpu.address_space<workgroup>>, index) -> f32
      "memref.store"(%197, %arg127, %191) : (f32, memref<68xf32>, index) -> ()
      "memref.store"(%198, %arg128, %191) : (f32, memref<68xf32>, index) -> ()
      %199 = "amdgpu.fat_raw_buffer_cast"(%arg129) <{boundsCheck = true, operandSegmentSizes = array<i32: 1, 0, 0>}> : (memref<68xf32>) -> memref<68xf32, #amdgpu.address_space<fat_raw_buffer>>
      %200 = "memref.atomic_rmw"(%195, %199, %191) <{kind = 4 : i64}> : (f32, memref<68xf32, #amdgpu.address_space<fat_raw_buffer>>, index) -> f32
      "memref.store"(%200, %arg130, %191) : (f32, memref<68xf32>, index) -> ()
      "gpu.return"() : () -> ()
    }) {gpu.kernel, sym_name = "maximumf_f32", workgroup_attributions = 1 : i64} : () -> ()
    "gpu.func"() <{function_type = (memref<68xf32>, memref<68xf32>, memref<68xf32>) -> (), known_block_size = array<i32: 64, 1, 1>}> ({
    ^bb0(%arg120: memref<68xf32>, %arg121: memref<68xf32>, %arg122: memref<68xf32>, %arg123: memref<68xf32, #gpu.address_space<workgroup>>):
      %182 = "gpu.thread_id"() <{dimension = #gpu<dim x>}> : () -> index
      %183 = "arith.constant"() <{value = 0 : index}> : () -> index
      %184 = "arith.constant"() <{value = 2 : index}> : () -> index
      %185 = "arith.constant"() <{value = 4 : index}> : () -> index
      %186 = "memref.load"(%arg120, %182) : (memref<68xf32>, index) -> f32
      %187 = "memref.atomic_rmw"(%186, %arg121, %184) <{kind = 4 : i64}> : (f32, memref<68xf32>, index) -> f32
      %188 = "memref.load"(%arg120, %183) : (memref<68xf32>, index) -> f32
      "memref.store"(%188, %arg123, %182) : (f32, memref<68xf32, #gpu.address_space<workgroup>>, index) -> ()
      "gpu.barrier"() : () -> ()
      %189 = "memref.atomic_rmw"(%186, %arg123, %185) <{kind = 4 : i64}> : (f32, memref<68xf32, #gpu.address_space<workgroup>>, index) -> f32
      "gpu.barrier"() : () -> ()
      %190 = "memref.load"(%arg123, %185) : (memref<68xf32, #gpu.address_space<workgroup>>, index) -> f32
      "memref.store"(%190, %arg122, %182) : (f32, memref<68xf32>, index) -> ()
      "gpu.return"() : () -> ()
    }) {gpu.kernel, sym_name = "many_maximumf_f32", workgroup_attributions = 1 : i64} : () -> ()
    "gpu.func"() <{function_type = (memref<68xf32>, memref<68xf32>, memref<68xf32>, memref<68xf32>, memref<68xf32>, memref<68xf32>, memref<68xf32>) -> (), known_block_size = array<i32: 64, 1, 1>}> ({
    ^bb0(%arg112: memref<68xf32>, %arg113: memref<68xf32>, %arg114: memref<68xf32>, %arg115: memref<68xf32>, %arg116: memref<68xf32>, %arg117: memref<68xf32>, %arg118: memref<68xf32>, %arg119: memref<68xf32, #gpu.address_space<workgroup>>):
      %172 = "gpu.thread_id"() <{dimension = #gpu<dim x>}> : () -> index
      %173 = "arith.constant"() <{value = 0 : index}> : () -> index
      %174 = "arith.constant"() <{value = 2 : index}> : () -> index
      %175 = "arith.constant"() <{value = 4 : index}> : () -> index
      %176 = "memref.load"(%arg112, %172) : (memref<68xf32>, index) -> f32
      %177 = "memref.atomic_rmw"(%176, %arg113, %172) <{kind = 5 : i64}> : (f32, memref<68xf32>, index) -> f32
      "memref.store"(%177, %arg114, %172) : (f32, memref<68xf32>, index) -> ()
      "memref.store"(%176, %arg119, %172) : (f32, memref<68xf32, #gpu.address_space<workgroup>>, index) -> ()
      %178 = "memref.atomic_rmw"(%177, %arg119, %172) <{kind = 5 : i64}> : (f32, memref<68xf32, #gpu.address_space<workgroup>>, index) -> f32
      %179 = "memref.load"(%arg119, %172) : (memref<68xf32, #gpu.address_space<workgroup>>, index) -> f32
      "memref.store"(%178, %arg115, %172) : (f32, memref<68xf32>, index) -> ()
      "memref.store"(%179, %arg116, %172) : (f32, memref<68xf32>, index) -> ()
      %180 = "amdgpu.fat_raw_buffer_cast"(%arg117) <{boundsCheck = true, operandSegmentSizes = array<i32: 1, 0, 0>}> : (memref<68xf32>) -> memref<68xf32, #amdgpu.address_space<fat_raw_buffer>>
      %181 = "memref.atomic_rmw"(%176, %180, %172) <{kind = 5 : i64}> : (f32, memref<68xf32, #amdgpu.address_space<fat_raw_buffer>>, index) -> f32
      "memref.store"(%181, %arg118, %172) : (f32, memref<68xf32>, index) -> ()
      "gpu.return"() : () -> ()
    }) {gpu.kernel, sym_name = "maxnumf_f32", workgroup_attributions = 1 : i64} : () -> ()
    "gpu.func"() <{function_type = (memref<68xf32>, memref<68xf32>, memref<68xf32>) -> (), known_block_size = array<i32: 64, 1, 1>}> ({
    ^bb0(%arg108: memref<68xf32>, %arg109: memref<68xf32>, %arg110: memref<68xf32>, %arg111: memref<68xf32, #gpu.address_space<workgroup>>):
      %163 = "gpu.thread_id"() <{dimension = #gpu<dim x>}> : () -> index
      %164 = "arith.constant"() <{value = 0 : index}> : () -> index
      %165 = "arith.constant"() <{value = 2 : index}> : () -> index
      %166 = "arith.constant"() <{value = 4 : index}> : () -> index
      %167 = "memref.load"(%arg108, %163) : (memref<68xf32>, index) -> f32
      %168 = "memref.atomic_rmw"(%167, %arg109, %165) <{kind = 5 : i64}> : (f32, memref<68xf32>, index) -> f32
      %169 = "memref.load"(%arg108, %164) : (memref<68xf32>, index) -> f32
      "memref.store"(%169, %arg111, %163) : (f32, memref<68xf32, #gpu.address_space<workgroup>>, index) -> ()
      "gpu.barrier"() : () -> ()
      %170 = "memref.atomic_rmw"(%167, %arg111, %166) <{kind = 5 : i64}> : (f32, memref<68xf32, #gpu.address_space<workgroup>>, index) -> f32
      "gpu.barrier"() : () -> ()
      %171 = "memref.load"(%arg111, %166) : (memref<68xf32, #gpu.address_space<workgroup>>, index) -> f32
      "memref.store"(%171, %arg110, %163) : (f32, memref<68xf32>, index) -> ()
      "gpu.return"() : () -> ()
    }) {gpu.kernel, sym_name = "many_maxnumf_f32", workgroup_attributions = 1 : i64} : () -> ()
    "gpu.func"() <{function_type = (memref<68xf32>, memref<68xf32>, memref<68xf32>, memref<68xf32>, memref<68xf32>, memref<68xf32>, memref<68xf32>) -> (), known_block_size = array<i32: 64, 1, 1>}> ({
    ^bb0(%arg100: memref<68xf32>, %arg101: memref<68xf32>, %arg102: memref<68xf32>, %arg103: memref<68xf32>, %arg104: memref<68xf32>, %arg105: memref<68xf32>, %arg106: memref<68xf32>, %arg107: memref<68xf32, #gpu.address_space<workgroup>>):
      %153 = "gpu.thread_id"() <{dimension = #gpu<dim x>}> : () -> index
      %154 = "arith.constant"() <{value = 0 : index}> : () -> index
      %155 = "arith.constant"() <{value = 2 : index}> : () -> index
      %156 = "arith.constant"() <{value = 4 : index}> : () -> index
      %157 = "memref.load"(%arg100, %153) : (memref<68xf32>, index) -> f32
      %158 = "memref.atomic_rmw"(%157, %arg101, %153) <{kind = 8 : i64}> : (f32, memref<68xf32>, index) -> f32
      "memref.store"(%158, %arg102, %153) : (f32, memref<68xf32>, index) -> ()
      "memref.store"(%157, %arg107, %153) : (f32, memref<68xf32, #gpu.address_space<workgroup>>, index) -> ()
      %159 = "memref.atomic_rmw"(%158, %arg107, %153) <{kind = 8 : i64}> : (f32, memref<68xf32, #gpu.address_space<workgroup>>, index) -> f32
      %160 = "memref.load"(%arg107, %153) : (memref<68xf32, #gpu.address_space<workgroup>>, index) -> f32
      "memref.store"(%159, %arg103, %153) : (f32, memref<68xf32>, index) -> ()
      "memref.store"(%160, %arg104, %153) : (f32, memref<68xf32>, index) -> ()
      %161 = "amdgpu.fat_raw_buffer_cast"(%arg105) <{boundsCheck = true, operandSegmentSizes = array<i32: 1, 0, 0>}> : (memref<68xf32>) -> memref<68xf32, #amdgpu.address_space<fat_raw_buffer>>
      %162 = "memref.atomic_rmw"(%157, %161, %153) <{kind = 8 : i64}> : (f32, memref<68xf32, #amdgpu.address_space<fat_raw_buffer>>, index) -> f32
      "memref.store"(%162, %arg106, %153) : (f32, memref<68xf32>, index) -> ()
      "gpu.return"() : () -> ()
    }) {gpu.kernel, sym_name = "minimumf_f32", workgroup_attributions = 1 : i64} : () -> ()
    "gpu.func"() <{function_type = (memref<68xf32>, memref<68xf32>, memref<68xf32>) -> (), known_block_size = array<i32: 64, 1, 1>}> ({
    ^bb0(%arg96: memref<68xf32>, %arg97: memref<68xf32>, %arg98: memref<68xf32>, %arg99: memref<68xf32, #gpu.address_space<workgroup>>):
      %144 = "gpu.thread_id"() <{dimension = #gpu<dim x>}> : () -> index
      %145 = "arith.constant"() <{value = 0 : index}> : () -> index
      %146 = "arith.constant"() <{value = 2 : index}> : () -> index
      %147 = "arith.constant"() <{value = 4 : index}> : () -> index
      %148 = "memref.load"(%arg96, %144) : (memref<68xf32>, index) -> f32
      %149 = "memref.atomic_rmw"(%148, %arg97, %146) <{kind = 8 : i64}> : (f32, memref<68xf32>, index) -> f32
      %150 = "memref.load"(%arg96, %145) : (memref<68xf32>, index) -> f32
      "memref.store"(%150, %arg99, %144) : (f32, memref<68xf32, #gpu.address_space<workgroup>>, index) -> ()
      "gpu.barrier"() : () -> ()
      %151 = "memref.atomic_rmw"(%148, %arg99, %147) <{kind = 8 : i64}> : (f32, memref<68xf32, #gpu.address_space<workgroup>>, index) -> f32
      "gpu.barrier"() : () -> ()
      %152 = "memref.load"(%arg99, %147) : (memref<68xf32, #gpu.address_space<workgroup>>, index) -> f32
      "memref.store"(%152, %arg98, %144) : (f32, memref<68xf32>, index) -> ()
      "gpu.return"() : () -> ()
    }) {gpu.kernel, sym_name = "many_minimumf_f32", workgroup_attributions = 1 : i64} : () -> ()
    "gpu.func"() <{function_type = (memref<68xf32>, memref<68xf32>, memref<68xf32>, memref<68xf32>, memref<68xf32>, memref<68xf32>, memref<68xf32>) -> (), known_block_size = array<i32: 64, 1, 1>}> ({
    ^bb0(%arg88: memref<68xf32>, %arg89: memref<68xf32>, %arg90: memref<68xf32>, %arg91: memref<68xf32>, %arg92: memref<68xf32>, %arg93: memref<68xf32>, %arg94: memref<68xf32>, %arg95: memref<68xf32, #gpu.address_space<workgroup>>):
      %134 = "gpu.thread_id"() <{dimension = #gpu<dim x>}> : () -> index
      %135 = "arith.constant"() <{value = 0 : index}> : () -> index
      %136 = "arith.constant"() <{value = 2 : index}> : () -> index
      %137 = "arith.constant"() <{value = 4 : index}> : () -> index
      %138 = "memref.load"(%arg88, %134) : (memref<68xf32>, index) -> f32
      %139 = "memref.atomic_rmw"(%138, %arg89, %134) <{kind = 9 : i64}> : (f32, memref<68xf32>, index) -> f32
      "memref.store"(%139, %arg90, %134) : (f32, memref<68xf32>, index) -> ()
      "memref.store"(%138, %arg95, %134) : (f32, memref<68xf32, #gpu.address_space<workgroup>>, index) -> ()
      %140 = "memref.atomic_rmw"(%139, %arg95, %134) <{kind = 9 : i64}> : (f32, memref<68xf32, #gpu.address_space<workgroup>>, index) -> f32
      %141 = "memref.load"(%arg95, %134) : (memref<68xf32, #gpu.address_space<workgroup>>, index) -> f32
      "memref.store"(%140, %arg91, %134) : (f32, memref<68xf32>, index) -> ()
      "memref.store"(%141, %arg92, %134) : (f32, memref<68xf32>, index) -> ()
      %142 = "amdgpu.fat_raw_buffer_cast"(%arg93) <{boundsCheck = true, operandSegmentSizes = array<i32: 1, 0, 0>}> : (memref<68xf32>) -> memref<68xf32, #amdgpu.address_space<fat_raw_buffer>>
      %143 = "memref.atomic_rmw"(%138, %142, %134) <{kind = 9 : i64}> : (f32, memref<68xf32, #amdgpu.address_space<fat_raw_buffer>>, index) -> f32
      "memref.store"(%143, %arg94, %134) : (f32, memref<68xf32>, index) -> ()
      "gpu.return"() : () -> ()
    }) {gpu.kernel, sym_name = "minnumf_f32", workgroup_attributions = 1 : i64} : () -> ()
    "gpu.func"() <{function_type = (memref<68xf32>, memref<68xf32>, memref<68xf32>) -> (), known_block_size = array<i32: 64, 1, 1>}> ({
    ^bb0(%arg84: memref<68xf32>, %arg85: memref<68xf32>, %arg86: memref<68xf32>, %arg87: memref<68xf32, #gpu.address_space<workgroup>>):
      %125 = "gpu.thread_id"() <{dimension = #gpu<dim x>}> : () -> index
      %126 = "arith.constant"() <{value = 0 : index}> : () -> index
      %127 = "arith.constant"() <{value = 2 : index}> : () -> index
      %128 = "arith.constant"() <{value = 4 : index}> : () -> index
      %129 = "memref.load"(%arg84, %125) : (memref<68xf32>, index) -> f32
      %130 = "memref.atomic_rmw"(%129, %arg85, %127) <{kind = 9 : i64}> : (f32, memref<68xf32>, index) -> f32
      %131 = "memref.load"(%arg84, %126) : (memref<68xf32>, index) -> f32
      "memref.store"(%131, %arg87, %125) : (f32, memref<68xf32, #gpu.address_space<workgroup>>, index) -> ()
      "gpu.barrier"() : () -> ()
      %132 = "memref.atomic_rmw"(%129, %arg87, %128) <{kind = 9 : i64}> : (f32, memref<68xf32, #gpu.address_space<workgroup>>, index) -> f32
      "gpu.barrier"() : () -> ()
      %133 = "memref.load"(%arg87, %128) : (memref<68xf32, #gpu.address_space<workgroup>>, index) -> f32
      "memref.store"(%133, %arg86, %125) : (f32, memref<68xf32>, index) -> ()
      "gpu.return"() : () -> ()
    }) {gpu.kernel, sym_name = "many_minnumf_f32", workgroup_attributions = 1 : i64} : () -> ()
    "gpu.func"() <{function_type = (memref<68xf32>, memref<68xf32>, memref<68xf32>, memref<68xf32>, memref<68xf32>, memref<68xf32>, memref<68xf32>) -> (), known_block_size = array<i32: 64, 1, 1>}> ({
    ^bb0(%arg76: memref<68xf32>, %arg77: memref<68xf32>, %arg78: memref<68xf32>, %arg79: memref<68xf32>, %arg80: memref<68xf32>, %arg81: memref<68xf32>, %arg82: memref<68xf32>, %arg83: memref<68xf32, #gpu.address_space<workgroup>>):
      %115 = "gpu.thread_id"() <{dimension = #gpu<dim x>}> : () -> index
      %116 = "arith.constant"() <{value = 0 : index}> : () -> index
      %117 = "arith.constant"() <{value = 2 : index}> : () -> index
      %118 = "arith.constant"() <{value = 4 : index}> : () -> index
      %119 = "memref.load"(%arg76, %115) : (memref<68xf32>, index) -> f32
      %120 = "memref.atomic_rmw"(%119, %arg77, %115) <{kind = 12 : i64}> : (f32, memref<68xf32>, index) -> f32
      "memref.store"(%120, %arg78, %115) : (f32, memref<68xf32>, index) -> ()
      "memref.store"(%119, %arg83, %115) : (f32, memref<68xf32, #gpu.address_space<workgroup>>, index) -> ()
      %121 = "memref.atomic_rmw"(%120, %arg83, %115) <{kind = 12 : i64}> : (f32, memref<68xf32, #gpu.address_space<workgroup>>, index) -> f32
      %122 = "memref.load"(%arg83, %115) : (memref<68xf32, #gpu.address_space<workgroup>>, index) -> f32
      "memref.store"(%121, %arg79, %115) : (f32, memref<68xf32>, index) -> ()
      "memref.store"(%122, %arg80, %115) : (f32, memref<68xf32>, index) -> ()
      %123 = "amdgpu.fat_raw_buffer_cast"(%arg81) <{boundsCheck = true, operandSegmentSizes = array<i32: 1, 0, 0>}> : (memref<68xf32>) -> memref<68xf32, #amdgpu.address_space<fat_raw_buffer>>
      %124 = "memref.atomic_rmw"(%119, %123, %115) <{kind = 12 : i64}> : (f32, memref<68xf32, #amdgpu.address_space<fat_raw_buffer>>, index) -> f32
      "memref.store"(%124, %arg82, %115) : (f32, memref<68xf32>, index) -> ()
      "gpu.return"() : () -> ()
    }) {gpu.kernel, sym_name = "mulf_f32", workgroup_attributions = 1 : i64} : () -> ()
    "gpu.func"() <{function_type = (memref<68xf64>, memref<68xf64>, memref<68xf64>, memref<68xf64>, memref<68xf64>, memref<68xf64>, memref<68xf64>) -> (), known_block_size = array<i32: 64, 1, 1>}> ({
    ^bb0(%arg68: memref<68xf64>, %arg69: memref<68xf64>, %arg70: memref<68xf64>, %arg71: memref<68xf64>, %arg72: memref<68xf64>, %arg73: memref<68xf64>, %arg74: memref<68xf64>, %arg75: memref<68xf64, #gpu.address_space<workgroup>>):
      %105 = "gpu.thread_id"() <{dimension = #gpu<dim x>}> : () -> index
      %106 = "arith.constant"() <{value = 0 : index}> : () -> index
      %107 = "arith.constant"() <{value = 2 : index}> : () -> index
      %108 = "arith.constant"() <{value = 4 : index}> : () -> index
      %109 = "memref.load"(%arg68, %105) : (memref<68xf64>, index) -> f64
      %110 = "memref.atomic_rmw"(%109, %arg69, %105) <{kind = 0 : i64}> : (f64, memref<68xf64>, index) -> f64
      "memref.store"(%110, %arg70, %105) : (f64, memref<68xf64>, index) -> ()
      "memref.store"(%109, %arg75, %105) : (f64, memref<68xf64, #gpu.address_space<workgroup>>, index) -> ()
      %111 = "memref.atomic_rmw"(%110, %arg75, %105) <{kind = 0 : i64}> : (f64, memref<68xf64, #gpu.address_space<workgroup>>, index) -> f64
      %112 = "memref.load"(%arg75, %105) : (memref<68xf64, #gpu.address_space<workgroup>>, index) -> f64
      "memref.store"(%111, %arg71, %105) : (f64, memref<68xf64>, index) -> ()
      "memref.store"(%112, %arg72, %105) : (f64, memref<68xf64>, index) -> ()
      %113 = "amdgpu.fat_raw_buffer_cast"(%arg73) <{boundsCheck = true, operandSegmentSizes = array<i32: 1, 0, 0>}> : (memref<68xf64>) -> memref<68xf64, #amdgpu.address_space<fat_raw_buffer>>
      %114 = "memref.atomic_rmw"(%109, %113, %105) <{kind = 0 : i64}> : (f64, memref<68xf64, #amdgpu.address_space<fat_raw_buffer>>, index) -> f64
      "memref.store"(%114, %arg74, %105) : (f64, memref<68xf64>, index) -> ()
      "gpu.return"() : () -> ()
    }) {gpu.kernel, sym_name = "addf_f64", workgroup_attributions = 1 : i64} : () -> ()
    "gpu.func"() <{function_type = (memref<68xf64>, memref<68xf64>, memref<68xf64>) -> (), known_block_size = array<i32: 64, 1, 1>}> ({
    ^bb0(%arg64: memref<68xf64>, %arg65: memref<68xf64>, %arg66: memref<68xf64>, %arg67: memref<68xf64, #gpu.address_space<workgroup>>):
      %96 = "gpu.thread_id"() <{dimension = #gpu<dim x>}> : () -> index
      %97 = "arith.constant"() <{value = 0 : index}> : () -> index
      %98 = "arith.constant"() <{value = 2 : index}> : () -> index
      %99 = "arith.constant"() <{value = 4 : index}> : () -> index
      %100 = "memref.load"(%arg64, %96) : (memref<68xf64>, index) -> f64
      %101 = "memref.atomic_rmw"(%100, %arg65, %98) <{kind = 0 : i64}> : (f64, memref<68xf64>, index) -> f64
      %102 = "memref.load"(%arg64, %97) : (memref<68xf64>, index) -> f64
      "memref.store"(%102, %arg67, %96) : (f64, memref<68xf64, #gpu.address_space<workgroup>>, index) -> ()
      "gpu.barrier"() : () -> ()
      %103 = "memref.atomic_rmw"(%100, %arg67, %99) <{kind = 0 : i64}> : (f64, memref<68xf64, #gpu.address_space<workgroup>>, index) -> f64
      "gpu.barrier"() : () -> ()
      %104 = "memref.load"(%arg67, %99) : (memref<68xf64, #gpu.address_space<workgroup>>, index) -> f64
      "memref.store"(%104, %arg66, %96) : (f64, memref<68xf64>, index) -> ()
      "gpu.return"() : () -> ()
    }) {gpu.kernel, sym_name = "many_addf_f64", workgroup_attributions = 1 : i64} : () -> ()
    "gpu.func"() <{function_type = (memref<68xf64>, memref<68xf64>, memref<68xf64>, memref<68xf64>, memref<68xf64>, memref<68xf64>, memref<68xf64>) -> (), known_block_size = array<i32: 64, 1, 1>}> ({
    ^bb0(%arg56: memref<68xf64>, %arg57: memref<68xf64>, %arg58: memref<68xf64>, %arg59: memref<68xf64>, %arg60: memref<68xf64>, %arg61: memref<68xf64>, %arg62: memref<68xf64>, %arg63: memref<68xf64, #gpu.address_space<workgroup>>):
      %86 = "gpu.thread_id"() <{dimension = #gpu<dim x>}> : () -> index
      %87 = "arith.constant"() <{value = 0 : index}> : () -> index
      %88 = "arith.constant"() <{value = 2 : index}> : () -> index
      %89 = "arith.constant"() <{value = 4 : index}> : () -> index
      %90 = "memref.load"(%arg56, %86) : (memref<68xf64>, index) -> f64
      %91 = "memref.atomic_rmw"(%90, %arg57, %86) <{kind = 3 : i64}> : (f64, memref<68xf64>, index) -> f64
      "memref.store"(%91, %arg58, %86) : (f64, memref<68xf64>, index) -> ()
      "memref.store"(%90, %arg63, %86) : (f64, memref<68xf64, #gpu.address_space<workgroup>>, index) -> ()
      %92 = "memref.atomic_rmw"(%91, %arg63, %86) <{kind = 3 : i64}> : (f64, memref<68xf64, #gpu.address_space<workgroup>>, index) -> f64
      %93 = "memref.load"(%arg63, %86) : (memref<68xf64, #gpu.address_space<workgroup>>, index) -> f64
      "memref.store"(%92, %arg59, %86) : (f64, memref<68xf64>, index) -> ()
      "memref.store"(%93, %arg60, %86) : (f64, memref<68xf64>, index) -> ()
      %94 = "amdgpu.fat_raw_buffer_cast"(%arg61) <{boundsCheck = true, operandSegmentSizes = array<i32: 1, 0, 0>}> : (memref<68xf64>) -> memref<68xf64, #amdgpu.address_space<fat_raw_buffer>>
      %95 = "memref.atomic_rmw"(%90, %94, %86) <{kind = 3 : i64}> : (f64, memref<68xf64, #amdgpu.address_space<fat_raw_buffer>>, index) -> f64
      "memref.store"(%95, %arg62, %86) : (f64, memref<68xf64>, index) -> ()
      "gpu.return"() : () -> ()
    }) {gpu.kernel, sym_name = "assign_f64", workgroup_attributions = 1 : i64} : () -> ()
    "gpu.func"() <{function_type = (memref<68xf64>, memref<68xf64>, memref<68xf64>, memref<68xf64>, memref<68xf64>, memref<68xf64>, memref<68xf64>) -> (), known_block_size = array<i32: 64, 1, 1>}> ({
    ^bb0(%arg48: memref<68xf64>, %arg49: memref<68xf64>, %arg50: memref<68xf64>, %arg51: memref<68xf64>, %arg52: memref<68xf64>, %arg53: memref<68xf64>, %arg54: memref<68xf64>, %arg55: memref<68xf64, #gpu.address_space<workgroup>>):
      %76 = "gpu.thread_id"() <{dimension = #gpu<dim x>}> : () -> index
      %77 = "arith.constant"() <{value = 0 : index}> : () -> index
      %78 = "arith.constant"() <{value = 2 : index}> : () -> index
      %79 = "arith.constant"() <{value = 4 : index}> : () -> index
      %80 = "memref.load"(%arg48, %76) : (memref<68xf64>, index) -> f64
      %81 = "memref.atomic_rmw"(%80, %arg49, %76) <{kind = 4 : i64}> : (f64, memref<68xf64>, index) -> f64
      "memref.store"(%81, %arg50, %76) : (f64, memref<68xf64>, index) -> ()
      "memref.store"(%80, %arg55, %76) : (f64, memref<68xf64, #gpu.address_space<workgroup>>, index) -> ()
      %82 = "memref.atomic_rmw"(%81, %arg55, %76) <{kind = 4 : i64}> : (f64, memref<68xf64, #gpu.address_space<workgroup>>, index) -> f64
      %83 = "memref.load"(%arg55, %76) : (memref<68xf64, #gpu.address_space<workgroup>>, index) -> f64
      "memref.store"(%82, %arg51, %76) : (f64, memref<68xf64>, index) -> ()
      "memref.store"(%83, %arg52, %76) : (f64, memref<68xf64>, index) -> ()
      %84 = "amdgpu.fat_raw_buffer_cast"(%arg53) <{boundsCheck = true, operandSegmentSizes = array<i32: 1, 0, 0>}> : (memref<68xf64>) -> memref<68xf64, #amdgpu.address_space<fat_raw_buffer>>
      %85 = "memref.atomic_rmw"(%80, %84, %76) <{kind = 4 : i64}> : (f64, memref<68xf64, #amdgpu.address_space<fat_raw_buffer>>, index) -> f64
      "memref.store"(%85, %arg54, %76) : (f64, memref<68xf64>, index) -> ()
      "gpu.return"() : () -> ()
    }) {gpu.kernel, sym_name = "maximumf_f64", workgroup_attributions = 1 : i64} : () -> ()
    "gpu.func"() <{function_type = (memref<68xf64>, memref<68xf64>, memref<68xf64>) -> (), known_block_size = array<i32: 64, 1, 1>}> ({
    ^bb0(%arg44: memref<68xf64>, %arg45: memref<68xf64>, %arg46: memref<68xf64>, %arg47: memref<68xf64, #gpu.address_space<workgroup>>):
      %67 = "gpu.thread_id"() <{dimension = #gpu<dim x>}> : () -> index
      %68 = "arith.constant"() <{value = 0 : index}> : () -> index
      %69 = "arith.constant"() <{value = 2 : index}> : () -> index
      %70 = "arith.constant"() <{value = 4 : index}> : () -> index
      %71 = "memref.load"(%arg44, %67) : (memref<68xf64>, index) -> f64
      %72 = "memref.atomic_rmw"(%71, %arg45, %69) <{kind = 4 : i64}> : (f64, memref<68xf64>, index) -> f64
      %73 = "memref.load"(%arg44, %68) : (memref<68xf64>, index) -> f64
      "memref.store"(%73, %arg47, %67) : (f64, memref<68xf64, #gpu.address_space<workgroup>>, index) -> ()
      "gpu.barrier"() : () -> ()
      %74 = "memref.atomic_rmw"(%71, %arg47, %70) <{kind = 4 : i64}> : (f64, memref<68xf64, #gpu.address_space<workgroup>>, index) -> f64
      "gpu.barrier"() : () -> ()
      %75 = "memref.load"(%arg47, %70) : (memref<68xf64, #gpu.address_space<workgroup>>, index) -> f64
      "memref.store"(%75, %arg46, %67) : (f64, memref<68xf64>, index) -> ()
      "gpu.return"() : () -> ()
    }) {gpu.kernel, sym_name = "many_maximumf_f64", workgroup_attributions = 1 : i64} : () -> ()
    "gpu.func"() <{function_type = (memref<68xf64>, memref<68xf64>, memref<68xf64>, memref<68xf64>, memref<68xf64>, memref<68xf64>, memref<68xf64>) -> (), known_block_size = array<i32: 64, 1, 1>}> ({
    ^bb0(%arg36: memref<68xf64>, %arg37: memref<68xf64>, %arg38: memref<68xf64>, %arg39: memref<68xf64>, %arg40: memref<68xf64>, %arg41: memref<68xf64>, %arg42: memref<68xf64>, %arg43: memref<68xf64, #gpu.address_space<workgroup>>):
      %57 = "gpu.thread_id"() <{dimension = #gpu<dim x>}> : () -> index
      %58 = "arith.constant"() <{value = 0 : index}> : () -> index
      %59 = "arith.constant"() <{value = 2 : index}> : () -> index
      %60 = "arith.constant"() <{value = 4 : index}> : () -> index
      %61 = "memref.load"(%arg36, %57) : (memref<68xf64>, index) -> f64
      %62 = "memref.atomic_rmw"(%61, %arg37, %57) <{kind = 5 : i64}> : (f64, memref<68xf64>, index) -> f64
      "memref.store"(%62, %arg38, %57) : (f64, memref<68xf64>, index) -> ()
      "memref.store"(%61, %arg43, %57) : (f64, memref<68xf64, #gpu.address_space<workgroup>>, index) -> ()
      %63 = "memref.atomic_rmw"(%62, %arg43, %57) <{kind = 5 : i64}> : (f64, memref<68xf64, #gpu.address_space<workgroup>>, index) -> f64
      %64 = "memref.load"(%arg43, %57) : (memref<68xf64, #gpu.address_space<workgroup>>, index) -> f64
      "memref.store"(%63, %arg39, %57) : (f64, memref<68xf64>, index) -> ()
      "memref.store"(%64, %arg40, %57) : (f64, memref<68xf64>, index) -> ()
      %65 = "amdgpu.fat_raw_buffer_cast"(%arg41) <{boundsCheck = true, operandSegmentSizes = array<i32: 1, 0, 0>}> : (memref<68xf64>) -> memref<68xf64, #amdgpu.address_space<fat_raw_buffer>>
      %66 = "memref.atomic_rmw"(%61, %65, %57) <{kind = 5 : i64}> : (f64, memref<68xf64, #amdgpu.address_space<fat_raw_buffer>>, index) -> f64
      "memref.store"(%66, %arg42, %57) : (f64, memref<68xf64>, index) -> ()
      "gpu.return"() : () -> ()
    }) {gpu.kernel, sym_name = "maxnumf_f64", workgroup_attributions = 1 : i64} : () -> ()
    "gpu.func"() <{function_type = (memref<68xf64>, memref<68xf64>, memref<68xf64>) -> (), known_block_size = array<i32: 64, 1, 1>}> ({
    ^bb0(%arg32: memref<68xf64>, %arg33: memref<68xf64>, %arg34: memref<68xf64>, %arg35: memref<68xf64, #gpu.address_space<workgroup>>):
      %48 = "gpu.thread_id"() <{dimension = #gpu<dim x>}> : () -> index
      %49 = "arith.constant"() <{value = 0 : index}> : () -> index
      %50 = "arith.constant"() <{value = 2 : index}> : () -> index
      %51 = "arith.constant"() <{value = 4 : index}> : () -> index
      %52 = "memref.load"(%arg32, %48) : (memref<68xf64>, index) -> f64
      %53 = "memref.atomic_rmw"(%52, %arg33, %50) <{kind = 5 : i64}> : (f64, memref<68xf64>, index) -> f64
      %54 = "memref.load"(%arg32, %49) : (memref<68xf64>, index) -> f64
      "memref.store"(%54, %arg35, %48) : (f64, memref<68xf64, #gpu.address_space<workgroup>>, index) -> ()
      "gpu.barrier"() : () -> ()
      %55 = "memref.atomic_rmw"(%52, %arg35, %51) <{kind = 5 : i64}> : (f64, memref<68xf64, #gpu.address_space<workgroup>>, index) -> f64
      "gpu.barrier"() : () -> ()
      %56 = "memref.load"(%arg35, %51) : (memref<68xf64, #gpu.address_space<workgroup>>, index) -> f64
      "memref.store"(%56, %arg34, %48) : (f64, memref<68xf64>, index) -> ()
      "gpu.return"() : () -> ()
    }) {gpu.kernel, sym_name = "many_maxnumf_f64", workgroup_attributions = 1 : i64} : () -> ()
    "gpu.func"() <{function_type = (memref<68xf64>, memref<68xf64>, memref<68xf64>, memref<68xf64>, memref<68xf64>, memref<68xf64>, memref<68xf64>) -> (), known_block_size = array<i32: 64, 1, 1>}> ({
    ^bb0(%arg24: memref<68xf64>, %arg25: memref<68xf64>, %arg26: memref<68xf64>, %arg27: memref<68xf64>, %arg28: memref<68xf64>, %arg29: memref<68xf64>, %arg30: memref<68xf64>, %arg31: memref<68xf64, #gpu.address_space<workgroup>>):
      %38 = "gpu.thread_id"() <{dimension = #gpu<dim x>}> : () -> index
      %39 = "arith.constant"() <{value = 0 : index}> : () -> index
      %40 = "arith.constant"() <{value = 2 : index}> : () -> index
      %41 = "arith.constant"() <{value = 4 : index}> : () -> index
      %42 = "memref.load"(%arg24, %38) : (memref<68xf64>, index) -> f64
      %43 = "memref.atomic_rmw"(%42, %arg25, %38) <{kind = 8 : i64}> : (f64, memref<68xf64>, index) -> f64
      "memref.store"(%43, %arg26, %38) : (f64, memref<68xf64>, index) -> ()
      "memref.store"(%42, %arg31, %38) : (f64, memref<68xf64, #gpu.address_space<workgroup>>, index) -> ()
      %44 = "memref.atomic_rmw"(%43, %arg31, %38) <{kind = 8 : i64}> : (f64, memref<68xf64, #gpu.address_space<workgroup>>, index) -> f64
      %45 = "memref.load"(%arg31, %38) : (memref<68xf64, #gpu.address_space<workgroup>>, index) -> f64
      "memref.store"(%44, %arg27, %38) : (f64, memref<68xf64>, index) -> ()
      "memref.store"(%45, %arg28, %38) : (f64, memref<68xf64>, index) -> ()
      %46 = "amdgpu.fat_raw_buffer_cast"(%arg29) <{boundsCheck = true, operandSegmentSizes = array<i32: 1, 0, 0>}> : (memref<68xf64>) -> memref<68xf64, #amdgpu.address_space<fat_raw_buffer>>
      %47 = "memref.atomic_rmw"(%42, %46, %38) <{kind = 8 : i64}> : (f64, memref<68xf64, #amdgpu.address_space<fat_raw_buffer>>, index) -> f64
      "memref.store"(%47, %arg30, %38) : (f64, memref<68xf64>, index) -> ()
      "gpu.return"() : () -> ()
    }) {gpu.kernel, sym_name = "minimumf_f64", workgroup_attributions = 1 : i64} : () -> ()
    "gpu.func"() <{function_type = (memref<68xf64>, memref<68xf64>, memref<68xf64>) -> (), known_block_size = array<i32: 64, 1, 1>}> ({
    ^bb0(%arg20: memref<68xf64>, %arg21: memref<68xf64>, %arg22: memref<68xf64>, %arg23: memref<68xf64, #gpu.address_space<workgroup>>):
      %29 = "gpu.thread_id"() <{dimension = #gpu<dim x>}> : () -> index
      %30 = "arith.constant"() <{value = 0 : index}> : () -> index
      %31 = "arith.constant"() <{value = 2 : index}> : () -> index
      %32 = "arith.constant"() <{value = 4 : index}> : () -> index
      %33 = "memref.load"(%arg20, %29) : (memref<68xf64>, index) -> f64
      %34 = "memref.atomic_rmw"(%33, %arg21, %31) <{kind = 8 : i64}> : (f64, memref<68xf64>, index) -> f64
      %35 = "memref.load"(%arg20, %30) : (memref<68xf64>, index) -> f64
      "memref.store"(%35, %arg23, %29) : (f64, memref<68xf64, #gpu.address_space<workgroup>>, index) -> ()
      "gpu.barrier"() : () -> ()
      %36 = "memref.atomic_rmw"(%33, %arg23, %32) <{kind = 8 : i64}> : (f64, memref<68xf64, #gpu.address_space<workgroup>>, index) -> f64
      "gpu.barrier"() : () -> ()
      %37 = "memref.load"(%arg23, %32) : (memref<68xf64, #gpu.address_space<workgroup>>, index) -> f64
      "memref.store"(%37, %arg22, %29) : (f64, memref<68xf64>, index) -> ()
      "gpu.return"() : () -> ()
    }) {gpu.kernel, sym_name = "many_minimumf_f64", workgroup_attributions = 1 : i64} : () -> ()
    "gpu.func"() <{function_type = (memref<68xf64>, memref<68xf64>, memref<68xf64>, memref<68xf64>, memref<68xf64>, memref<68xf64>, memref<68xf64>) -> (), known_block_size = array<i32: 64, 1, 1>}> ({
    ^bb0(%arg12: memref<68xf64>, %arg13: memref<68xf64>, %arg14: memref<68xf64>, %arg15: memref<68xf64>, %arg16: memref<68xf64>, %arg17: memref<68xf64>, %arg18: memref<68xf64>, %arg19: memref<68xf64, #gpu.address_space<workgroup>>):
      %19 = "gpu.thread_id"() <{dimension = #gpu<dim x>}> : () -> index
      %20 = "arith.constant"() <{value = 0 : index}> : () -> index
      %21 = "arith.constant"() <{value = 2 : index}> : () -> index
      %22 = "arith.constant"() <{value = 4 : index}> : () -> index
      %23 = "memref.load"(%arg12, %19) : (memref<68xf64>, index) -> f64
      %24 = "memref.atomic_rmw"(%23, %arg13, %19) <{kind = 9 : i64}> : (f64, memref<68xf64>, index) -> f64
      "memref.store"(%24, %arg14, %19) : (f64, memref<68xf64>, index) -> ()
      "memref.store"(%23, %arg19, %19) : (f64, memref<68xf64, #gpu.address_space<workgroup>>, index) -> ()
      %25 = "memref.atomic_rmw"(%24, %arg19, %19) <{kind = 9 : i64}> : (f64, memref<68xf64, #gpu.address_space<workgroup>>, index) -> f64
      %26 = "memref.load"(%arg19, %19) : (memref<68xf64, #gpu.address_space<workgroup>>, index) -> f64
      "memref.store"(%25, %arg15, %19) : (f64, memref<68xf64>, index) -> ()
      "memref.store"(%26, %arg16, %19) : (f64, memref<68xf64>, index) -> ()
      %27 = "amdgpu.fat_raw_buffer_cast"(%arg17) <{boundsCheck = true, operandSegmentSizes = array<i32: 1, 0, 0>}> : (memref<68xf64>) -> memref<68xf64, #amdgpu.address_space<fat_raw_buffer>>
      %28 = "memref.atomic_rmw"(%23, %27, %19) <{kind = 9 : i64}> : (f64, memref<68xf64, #amdgpu.address_space<fat_raw_buffer>>, index) -> f64
      "memref.store"(%28, %arg18, %19) : (f64, memref<68xf64>, index) -> ()
      "gpu.return"() : () -> ()
    }) {gpu.kernel, sym_name = "minnumf_f64", workgroup_attributions = 1 : i64} : () -> ()
    "gpu.func"() <{function_type = (memref<68xf64>, memref<68xf64>, memref<68xf64>) -> (), known_block_size = array<i32: 64, 1, 1>}> ({
    ^bb0(%arg8: memref<68xf64>, %arg9: memref<68xf64>, %arg10: memref<68xf64>, %arg11: memref<68xf64, #gpu.address_space<workgroup>>):
      %10 = "gpu.thread_id"() <{dimension = #gpu<dim x>}> : () -> index
      %11 = "arith.constant"() <{value = 0 : index}> : () -> index
      %12 = "arith.constant"() <{value = 2 : index}> : () -> index
      %13 = "arith.constant"() <{value = 4 : index}> : () -> index
      %14 = "memref.load"(%arg8, %10) : (memref<68xf64>, index) -> f64
      %15 = "memref.atomic_rmw"(%14, %arg9, %12) <{kind = 9 : i64}> : (f64, memref<68xf64>, index) -> f64
      %16 = "memref.load"(%arg8, %11) : (memref<68xf64>, index) -> f64
      "memref.store"(%16, %arg11, %10) : (f64, memref<68xf64, #gpu.address_space<workgroup>>, index) -> ()
      "gpu.barrier"() : () -> ()
      %17 = "memref.atomic_rmw"(%14, %arg11, %13) <{kind = 9 : i64}> : (f64, memref<68xf64, #gpu.address_space<workgroup>>, index) -> f64
      "gpu.barrier"() : () -> ()
      %18 = "memref.load"(%arg11, %13) : (memref<68xf64, #gpu.address_space<workgroup>>, index) -> f64
      "memref.store"(%18, %arg10, %10) : (f64, memref<68xf64>, index) -> ()
      "gpu.return"() : () -> ()
    }) {gpu.kernel, sym_name = "many_minnumf_f64", workgroup_attributions = 1 : i64} : () -> ()
    "gpu.func"() <{function_type = (memref<68xf64>, memref<68xf64>, memref<68xf64>, memref<68xf64>, memref<68xf64>, memref<68xf64>, memref<68xf64>) -> (), known_block_size = array<i32: 64, 1, 1>}> ({
    ^bb0(%arg0: memref<68xf64>, %arg1: memref<68xf64>, %arg2: memref<68xf64>, %arg3: memref<68xf64>, %arg4: memref<68xf64>, %arg5: memref<68xf64>, %arg6: memref<68xf64>, %arg7: memref<68xf64, #gpu.address_space<workgroup>>):
      %0 = "gpu.thread_id"() <{dimension = #gpu<dim x>}> : () -> index
      %1 = "arith.constant"() <{value = 0 : index}> : () -> index
      %2 = "arith.constant"() <{value = 2 : index}> : () -> index
      %3 = "arith.constant"() <{value = 4 : index}> : () -> index
      %4 = "memref.load"(%arg0, %0) : (memref<68xf64>, index) -> f64
      %5 = "memref.atomic_rmw"(%4, %arg1, %0) <{kind = 12 : i64}> : (f64, memref<68xf64>, index) -> f64
      "memref.store"(%5, %arg2, %0) : (f64, memref<68xf64>, index) -> ()
      "memref.store"(%4, %arg7, %0) : (f64, memref<68xf64, #gpu.address_space<workgroup>>, index) -> ()
      %6 = "memref.atomic_rmw"(%5, %arg7, %0) <{kind = 12 : i64}> : (f64, memref<68xf64, #gpu.address_space<workgroup>>, index) -> f64
      %7 = "memref.load"(%arg7, %0) : (memref<68xf64, #gpu.address_space<workgroup>>, index) -> f64
      "memref.store"(%6, %arg3, %0) : (f64, memref<68xf64>, index) -> ()
      "memref.store"(%7, %arg4, %0) : (f64, memref<68xf64>, index) -> ()
      %8 = "amdgpu.fat_raw_buffer_cast"(%arg5) <{boundsCheck = true, operandSegmentSizes = array<i32: 1, 0, 0>}> : (memref<68xf64>) -> memref<68xf64, #amdgpu.address_space<fat_raw_buffer>>
      %9 = "memref.atomic_rmw"(%4, %8, %0) <{kind = 12 : i64}> : (f64, memref<68xf64, #amdgpu.address_space<fat_raw_buffer>>, index) -> f64
      "memref.store"(%9, %arg6, %0) : (f64, memref<68xf64>, index) -> ()
      "gpu.return"() : () -> ()
    }) {gpu.kernel, sym_name = "mulf_f64", workgroup_attributions = 1 : i64} : () -> ()
  }) : () -> ()
}) : () -> ()

