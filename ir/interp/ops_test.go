package interp

import (
	"testing"

	"heddle/ir"
)

// notRun are operations that are read and checked, but not run: what has no
// meaning for one kernel on one chip, or is not asked for.
var notRun = map[string]bool{
	"builtin.module": true, "builtin.unrealized_conversion_cast": true, "func.func": true, "gpu.module": true, "gpu.func": true,
	"gpu.cluster_id": true, "gpu.cluster_dim": true, "gpu.cluster_block_id": true, "gpu.cluster_dim_blocks": true,
	"memref.extract_aligned_pointer_as_index": true,
	// ir.Unwrap leaves none of these in a kernel.
	"stream.executable": true, "stream.executable.export": true, "hal.executable": true, "hal.executable.variant": true, "hal.executable.export": true,
	"hal.interface.binding.subspan": true, "hal.interface.constant.load": true,
	"hal.interface.workgroup.id": true, "hal.interface.workgroup.count": true, "hal.interface.workgroup.size": true,
	"iree_codegen.dispatch_config": true, "iree_tensor_ext.dispatch.workgroup_count_from_slice": true,
	"iree_tensor_ext.dispatch.workgroup_count_from_dag_root": true,
}

// Every operation of the tables of package ir is run, or known not to be; and no
// other has a function here.
func TestTable(t *testing.T) {
	for _, d := range ir.Dialects() {
		for i := range d.Ops() {
			name := d.Ops()[i].Name
			if Supported(name) == notRun[name] {
				t.Errorf("%s: run is %v", name, Supported(name))
			}
		}
	}
	for name := range operations() {
		if d := ir.Declared(name); d == nil || d.Is(ir.Terminator) {
			t.Errorf("%s has a function, but is no operation that needs one", name)
		}
	}
}
