package verify

import (
	"testing"

	"heddle/arch"
	"heddle/ir/interp"
	"heddle/pass"
)

// TestLoops: uniform and divergent loops, without memory.
func TestLoops(t *testing.T) {
	text := `
"gpu.module"() <{sym_name = "m"}> ({
  "gpu.func"() <{function_type = (i32, index) -> (), known_block_size = array<i32: 128, 1, 1>}> ({
  ^bb0(%n: i32, %m: index):
    %c0 = "arith.constant"() <{value = 0 : index}> : () -> index
    %c1 = "arith.constant"() <{value = 1 : index}> : () -> index
    %c10 = "arith.constant"() <{value = 10 : index}> : () -> index
    %x = "gpu.thread_id"() <{dimension = #gpu<dim x>}> : () -> index
    %b = "gpu.block_id"() <{dimension = #gpu<dim x>}> : () -> index
    %r = "scf.for"(%c0, %c10, %c1, %x) ({
    ^bb1(%i: index, %a: index):
      "scf.yield"(%i) : (index) -> ()
    }) : (index, index, index, index) -> index
    "gpu.barrier"() : () -> ()
    %s = "scf.for"(%c0, %x, %c1, %m) ({
    ^bb1(%i: index, %a: index):
      "scf.yield"(%r) : (index) -> ()
    }) : (index, index, index, index) -> index
    "gpu.return"() : () -> ()
  }) {gpu.kernel, sym_name = "k"} : () -> ()
}) : () -> ()
`
	for _, chip := range arch.Chips {
		c := Case{Name: "loops.mlir", Text: text, Chip: chip, Grid: [3]uint32{2, 1, 1}, Block: [3]uint32{128, 1, 1},
			Args: []interp.Arg{interp.Bytes([]byte{1, 0, 0, 0}), interp.Bytes([]byte{1, 0, 0, 0, 0, 0, 0, 0})}}
		if _, err := Run(c, Options{Passes: pass.Options{Verify: true}}); err != nil {
			t.Errorf("%s: %v", chip.Name, err)
		}
	}
}
