package launch

import (
	"strings"
	"testing"
)

// named is a kernel whose parameters have names.
const named = `"builtin.module"() ({
  "gpu.module"() <{sym_name = "m"}> ({
    "gpu.func"() <{function_type = (memref<16xf32>, memref<16xf32>) -> ()}> ({
    ^bb0(%a: memref<16xf32> loc("weights"), %b: memref<16xf32> loc("out"("model.py":3:1))):
      "gpu.return"() : () -> ()
    }) {gpu.kernel, sym_name = "k", workgroup_attributions = 0 : i64} : () -> ()
  }) : () -> ()
}) : () -> ()`

// TestParameterNames: code objects have the names that parameters have in their source, and messages
// say them; arguments can be given by them.
func TestParameterNames(t *testing.T) {
	for _, interpret := range []bool{false, true} {
		o := Options{Target: "gfx950", Code: Code{Name: "k.mlir", Bytes: []byte(named)}, Interpret: interpret}
		l := &File{Dispatches: []*Dispatch{{Grid: []uint32{1}, Block: []uint32{64}, Args: []Arg{{Arg: "rand:f32[16]"}, {Arg: "zero:f32[15]"}}}}}
		if _, err := l.Run(o); err == nil || !strings.Contains(err.Error(), "parameter 1, out, is memref<16xf32>, but the array is f32[15]") {
			t.Errorf("interpreted %v: %v", interpret, err)
		}
		l = &File{Dispatches: []*Dispatch{{Grid: []uint32{1}, Block: []uint32{64}, Args: []Arg{{Arg: "zero:f32[16]", Name: "out"}, {Arg: "rand:f32[16]", Name: "weights"}}}}}
		if _, err := l.Run(o); err != nil {
			t.Errorf("interpreted %v, by name: %v", interpret, err)
		}
	}
}
