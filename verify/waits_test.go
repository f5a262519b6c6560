package verify

import (
	"strings"
	"testing"

	"heddle/arch"
	"heddle/build"
	"heddle/ir"
)

// TestCountedLoadsStay: a kernel that waits for all but its last n memory
// operations counts those that it has; one that nobody uses is among them.
func TestCountedLoadsStay(t *testing.T) {
	kernel := func(wait string) string {
		return `"gpu.module"() <{sym_name = "m"}> ({
  "gpu.func"() <{function_type = (memref<64xi32>, memref<64xi32>) -> (), known_block_size = array<i32: 64, 1, 1>}> ({
  ^bb0(%a: memref<64xi32>, %b: memref<64xi32>):
    %x = "gpu.thread_id"() <{dimension = #gpu<dim x>}> : () -> index
    %v = "memref.load"(%a, %x) : (memref<64xi32>, index) -> i32
    %unused = "memref.load"(%b, %x) : (memref<64xi32>, index) -> i32
    ` + wait + `
    "memref.store"(%v, %b, %x) : (i32, memref<64xi32>, index) -> ()
    "gpu.return"() : () -> ()
  }) {gpu.kernel, sym_name = "k"} : () -> ()
}) : () -> ()`
	}
	for wait, loads := range map[string]int{"": 1, `"amdgpu.memory_counter_wait"() <{load = 1 : i32}> : () -> ()`: 2} {
		for _, chip := range arch.Chips {
			m, err := ir.Parse("counted.mlir", kernel(wait))
			if err != nil {
				t.Fatal(err)
			}
			r, err := build.MLIR(m, build.Options{Chip: chip})
			if err != nil {
				t.Fatal(err)
			}
			if n := strings.Count(string(r.Assembly()), "_load_dword v"); n != loads {
				t.Errorf("%s, %q: %d loads, not %d\n%s", chip.Name, wait, n, loads, r.Assembly())
			}
		}
	}
}
