package codegen

import (
	"maps"
	"slices"

	iropt "heddle/codegen/opt"
	"heddle/ir"
)

// structure are the operations that selection walks without a lowering: the structure of kernels,
// and terminators.
var structure = []string{
	"builtin.module", "gpu.module", "gpu.func", "func.func", "gpu.return", "func.return",
	"scf.yield", "scf.condition", "cf.br", "cf.cond_br", "gpu.yield",
	// Operations from which ir.Unwrap extracts kernels, and which it replaces in them.
	"stream.executable", "stream.executable.export", "stream.executable.end", "stream.return",
	"hal.executable", "hal.executable.variant", "hal.executable.export", "hal.executable_end", "hal.executable.variant_end", "hal.return",
	"hal.interface.binding.subspan", "hal.interface.constant.load",
	"hal.interface.workgroup.id", "hal.interface.workgroup.count", "hal.interface.workgroup.size",
	"iree_codegen.dispatch_config", "iree_codegen.yield",
	"iree_tensor_ext.dispatch.workgroup_count_from_slice", "iree_tensor_ext.dispatch.workgroup_count_from_dag_root",
}

// Operations lists the operations that kernels may have, sorted: those that selection knows, and
// those that earlier passes replace. Some are still refused with certain types or attributes; the
// error says so.
func Operations() []string {
	known := map[string]bool{}
	for _, table := range []map[string]lowerFunc{lowerings(), intrinsics()} {
		for name := range table {
			known[name] = true
		}
	}
	for _, name := range structure {
		known[name] = true
	}
	for _, d := range ir.Dialects() {
		for i := range d.Ops() {
			if name := d.Ops()[i].Name; !iropt.Remains(name) {
				known[name] = true
			}
		}
	}
	return slices.Sorted(maps.Keys(known))
}
