// kernel:    two views of one binding, constants, an assumption, a count of workgroups (IREE)
// chips:     gfx942 gfx950
// grid:      3 1 1
// block:     64 1 1
// arg:       in f16 256 real -1 1
// arg:       inout f16 512 int 0 0
// value: i32 250
// value: i32 256

#layout = #hal.pipeline.layout<constants = 2, bindings = [#hal.pipeline.binding<storage_buffer, "ReadOnly|Indirect">, #hal.pipeline.binding<storage_buffer, Indirect>], flags = Indirect>
"builtin.module"() ({
  "util.global"() <{initial_value = 3 : i32, sym_name = "host_only", type = i32}> : () -> ()
  "hal.executable"() <{sym_name = "halves", sym_visibility = "private"}> ({
    "hal.executable.variant"() <{sym_name = "hip", target = #hal.executable.target<"rocm", "rocm-hsaco-fb", {ukernels = "none"}>}> ({
      "hal.executable.export"() <{layout = #layout, ordinal = 0 : index, sym_name = "halve"}> ({
      ^bb0(%device: !hal.device):
        %n:3 = "iree_tensor_ext.dispatch.workgroup_count_from_slice"() : () -> (index, index, index)
        "hal.return"(%n#0, %n#1, %n#2) : (index, index, index) -> ()
      }, {
      }) : () -> ()
      "builtin.module"() ({
        "func.func"() <{function_type = () -> (), sym_name = "halve"}> ({
          %c0 = "arith.constant"() <{value = 0 : index}> : () -> index
          %c64 = "arith.constant"() <{value = 64 : index}> : () -> index
          %two = "arith.constant"() <{value = 2.0 : f16}> : () -> f16
          %half = "arith.constant"() <{value = 0.5 : f16}> : () -> f16
          %i0 = "hal.interface.constant.load"() <{layout = #layout, ordinal = 0 : index}> : () -> i32
          %i1 = "hal.interface.constant.load"() <{layout = #layout, ordinal = 1 : index}> : () -> i32
          %x0 = "arith.index_castui"(%i0) : (i32) -> index
          %x1 = "arith.index_castui"(%i1) : (i32) -> index
          %n, %at = "util.assume.int"(%x0, %x1) <{assumptions = [[#util.int.assumption<umin = 1, umax = 256>], [#util.int.assumption<umin = 0, umax = 0>, #util.int.assumption<umin = 256, umax = 512, udiv = 64>]]}> : (index, index) -> (index, index)
          %in = "hal.interface.binding.subspan"(%c0, %n) <{alignment = 64 : index, binding = 0 : index, descriptor_flags = 3 : i32, layout = #layout, operandSegmentSizes = array<i32: 1, 1>}> : (index, index) -> memref<?xf16, #gpu.address_space<global>>
          %low = "hal.interface.binding.subspan"(%c0, %n) <{alignment = 64 : index, binding = 1 : index, descriptor_flags = 2 : i32, layout = #layout, operandSegmentSizes = array<i32: 1, 1>}> {iree_gpu.use_rocdl_buffer_instructions} : (index, index) -> memref<?xf16, #gpu.address_space<global>>
          %high = "hal.interface.binding.subspan"(%at, %n) <{alignment = 64 : index, binding = 1 : index, descriptor_flags = 2 : i32, layout = #layout, operandSegmentSizes = array<i32: 1, 1>}> : (index, index) -> memref<?x2xf16, strided<[2, 1], offset: ?>, #gpu.address_space<global>>
          %lane = "gpu.thread_id"() <{dimension = #gpu.dim<x>, upper_bound = 64 : index}> : () -> index
          %group = "hal.interface.workgroup.id"() <{dimension = 0 : index, upper_bound = 2147483647 : index}> : () -> index
          %groups = "hal.interface.workgroup.count"() <{dimension = 0 : index, upper_bound = 2147483647 : index}> : () -> index
          %size = "hal.interface.workgroup.size"() <{dimension = 0 : index}> : () -> index
          %first = "arith.muli"(%group, %size) : (index, index) -> index
          %start = "arith.addi"(%first, %lane) : (index, index) -> index
          %step = "arith.muli"(%groups, %size) : (index, index) -> index
          %most = "arith.constant"() <{value = 128 : index}> : () -> index
          %end = "arith.minui"(%n, %most) : (index, index) -> index
          "cf.br"(%start)[^loop] : (index) -> ()
        ^loop(%i: index):
          %more = "arith.cmpi"(%i, %end) <{predicate = 6 : i64}> : (index, index) -> i1
          "cf.cond_br"(%more)[^body, ^done] <{operandSegmentSizes = array<i32: 1, 0, 0>}> : (i1) -> ()
        ^body:
          %v = "memref.load"(%in, %i) : (memref<?xf16, #gpu.address_space<global>>, index) -> f16
          %h = "arith.mulf"(%v, %half) : (f16, f16) -> f16
          %d = "arith.mulf"(%v, %two) : (f16, f16) -> f16
          "memref.store"(%h, %low, %i) : (f16, memref<?xf16, #gpu.address_space<global>>, index) -> ()
          "memref.store"(%d, %high, %i, %c0) : (f16, memref<?x2xf16, strided<[2, 1], offset: ?>, #gpu.address_space<global>>, index, index) -> ()
          %next = "arith.addi"(%i, %step) : (index, index) -> index
          "cf.br"(%next)[^loop] : (index) -> ()
        ^done:
          "func.return"() : () -> ()
        }) : () -> ()
        "iree_codegen.dispatch_config"() <{function_ref = @halve, subgroup_size = 64 : i64, workgroup_size = array<i64: 64, 1, 1>}> ({
        ^bb0(%device: !hal.device):
          %three = "arith.constant"() <{value = 3 : index}> : () -> index
          %one = "arith.constant"() <{value = 1 : index}> : () -> index
          "iree_codegen.yield"(%three, %one, %one) : (index, index, index) -> ()
        }) : () -> ()
      }) : () -> ()
      "hal.executable.variant_end"() : () -> ()
    }) : () -> ()
    "hal.executable_end"() : () -> ()
  }) : () -> ()
  "util.func"() <{function_type = (!hal.buffer_view) -> (), sym_name = "halves_main"}> ({
  ^bb0(%view: !hal.buffer_view):
    %t = "hal.tensor.import"(%view) <{target_encoding = tensor<256xf16>}> : (!hal.buffer_view) -> tensor<256xf16>
    "flow.dispatch"(%t) <{entry_points = [@halves::@hip::@halve]}> : (tensor<256xf16>) -> ()
    "util.return"() : () -> ()
  }) : () -> ()
}) : () -> ()
