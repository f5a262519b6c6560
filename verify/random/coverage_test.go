package random

import (
	"testing"

	"heddle/arch"
	"heddle/ir"
)

const wrapped = "IREE's and Wave's way to write kernels: ir/unwrap_test.go and verify/testdata/others"

// notMade are the operations that no program has, and why.
var notMade = map[string]string{
	"gpu.cluster_id":         "these chips have no clusters",
	"gpu.cluster_dim":        "these chips have no clusters",
	"gpu.cluster_block_id":   "these chips have no clusters",
	"gpu.cluster_dim_blocks": "these chips have no clusters",

	"gpu.yield":                 "ends the body of gpu.all_reduce",
	"gpu.dynamic_shared_memory": "not run by the interpreter: the launch has no size for it",
	"gpu.printf":                "not run by the interpreter",
	"memref.extract_aligned_pointer_as_index": "not run by the interpreter: addresses are the launch's affair",
	"builtin.unrealized_conversion_cast":      "not run by the interpreter",

	"stream.executable":                                      wrapped,
	"stream.executable.export":                               wrapped,
	"stream.executable.end":                                  wrapped,
	"stream.return":                                          wrapped,
	"hal.executable":                                         wrapped,
	"hal.executable.variant":                                 wrapped,
	"hal.executable.export":                                  wrapped,
	"hal.executable.variant_end":                             wrapped,
	"hal.executable_end":                                     wrapped,
	"hal.return":                                             wrapped,
	"hal.interface.binding.subspan":                          wrapped,
	"hal.interface.constant.load":                            wrapped,
	"hal.interface.workgroup.id":                             wrapped,
	"hal.interface.workgroup.count":                          wrapped,
	"hal.interface.workgroup.size":                           wrapped,
	"util.assume.int":                                        wrapped,
	"iree_codegen.dispatch_config":                           wrapped,
	"iree_codegen.yield":                                     wrapped,
	"iree_tensor_ext.dispatch.workgroup_count_from_slice":    wrapped,
	"iree_tensor_ext.dispatch.workgroup_count_from_dag_root": wrapped,

	"rocdl.asyncmark":      "orders direct-to-LDS loads, which programs here follow with a barrier",
	"rocdl.wait.asyncmark": "likewise",

	"llvm.fence":     "orders what other workgroups see, which programs here do not look at: codegen/forms_test.go",
	"llvm.intr.trap": "ends the run: codegen/forms_test.go",
	"memref.dealloc": "LDS and stack memory end by themselves; other allocations are not what a kernel has",
}

// coverage says how many programs with a focus make every operation.
var coverage = []struct {
	focus    Features
	programs uint64
}{{0, 500}, {Matrix, 3600}, {Convert, 2000}, {Math, 800}, {Resource | Atomics | Schedule, 300}}

func TestCoverage(t *testing.T) {
	made := map[string]int{}
	for _, chip := range arch.Chips {
		for _, c := range coverage {
			for seed := range c.programs {
				Options{seed, chip, 20, All, c.focus}.New().operations(made)
			}
		}
	}
	for _, d := range ir.Dialects() {
		for i := range d.Ops() {
			name := d.Ops()[i].Name
			switch _, not := notMade[name]; {
			case not && made[name] > 0:
				t.Errorf("%s is made, but listed as not made", name)
			case !not && made[name] == 0:
				t.Errorf("%s is not made", name)
			}
		}
	}
	t.Logf("made: %d operations", len(made))
}
