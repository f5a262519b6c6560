package ir

import (
	"fmt"
	"strings"
	"testing"

	"heddle/arch"
)

// wrappedKernel is a kernel as IREE prints it, with a few places left open.
const wrappedKernel = `
#layout = #hal.pipeline.layout<constants = 2, bindings = [#hal.pipeline.binding<storage_buffer, "ReadOnly|Indirect">, #hal.pipeline.binding<storage_buffer, Indirect>], flags = Indirect>
"builtin.module"() ({
  "func.func"() <{function_type = () -> (), sym_name = "k"}> ({
    %c64 = "arith.constant"() <{value = 64 : index}> : () -> index
    %i = "hal.interface.workgroup.id"() <{dimension = 1 : index, upper_bound = 9 : index}> : () -> index
    %n = "hal.interface.constant.load"() <{layout = #layout, ordinal = 1 : index, alignment = 4 : index}> : () -> i32
    %x = "arith.index_castui"(%n) : (i32) -> index
    %a, %b = "util.assume.int"(%x, %i) <{assumptions = [[#util.int.assumption<umin = 1, umax = 8>], []]}> : (index, index) -> (index, index)
    %m = "hal.interface.binding.subspan"(SUBSPAN
    "func.return"() : () -> ()
  }) : () -> ()
  "iree_codegen.dispatch_config"() <{function_ref = @k, subgroup_size = 64 : i64, workgroup_size = array<i64: 96, 2>}> ({
  ^bb0(%device: !hal.device, %w: index):
    %one = "arith.constant"() <{value = 1 : index}> : () -> index
    %g = "affine.apply"(GRID) <{map = affine_map<()[s0] -> (s0 ceildiv 8)>}> : (index) -> index
    "iree_codegen.yield"(%g, %one) : (index, index) -> ()
  }) : () -> ()
}) : () -> ()`

const plainSubspan = `%c64, %a) <{binding = 1 : index, layout = #layout, operandSegmentSizes = array<i32: 1, 1>}> : (index, index) -> memref<?xf16, strided<[1], offset: ?>>`

func unwrapped(text string) (*Module, error) {
	m, err := Parse("wrapped", text)
	if err == nil {
		err = Verify(m, Options{})
	}
	if err == nil {
		err = Unwrap(m)
	}
	if err == nil {
		err = Verify(m, Options{})
	}
	return m, err
}

func TestUnwrapBindings(t *testing.T) {
	text := strings.NewReplacer("SUBSPAN", plainSubspan, "GRID", "%w").Replace(wrappedKernel)
	m, err := unwrapped(text)
	if err != nil {
		t.Fatal(err)
	}
	k, err := FindKernel(m, "k")
	if err != nil {
		t.Fatal(err)
	}
	if got := FunctionTypeOf(k.Op).String(); got != "(!stream.binding, !stream.binding, i32, i32) -> ()" {
		t.Errorf("the kernel is %s", got)
	}
	if k.Block != [3]uint32{96, 2, 1} {
		t.Errorf("the block is %v", k.Block)
	}
	if n, ok := k.Workload(); n != 1 || !ok {
		t.Errorf("the workload has %d numbers, %v", n, ok)
	}
	if _, err := k.Grid(nil); err != errWorkload {
		t.Errorf("without a workload: %v", err)
	}
	if grid, err := k.Grid([]int64{17}); grid != [3]uint32{3, 1, 1} || err != nil {
		t.Errorf("the grid is %v, %v", grid, err)
	}
	if err := k.CheckWave(&arch.GFX942); err != nil {
		t.Error(err)
	}
	printed := string(m.Print(PrintOptions{}))
	for _, want := range []string{
		`"gpu.block_id"() <{dimension = #gpu<dim y>, upper_bound = 9 : index}>`,
		`"arith.index_castui"(%arg3)`,                       // the second constant
		`"stream.binding.subspan"(%arg1,`,                   // the second binding
		`static_offsets = array<i64: -9223372036854775808>`, // 64 bytes, in elements
		`assumptions = [[#util.int.assumption<umin = 1, umax = 8>]]`,
	} {
		if !strings.Contains(printed, want) {
			t.Errorf("there is no %s in\n%s", want, printed)
		}
	}
	before := printed
	if err := Unwrap(m); err != nil || string(m.Print(PrintOptions{})) != before {
		t.Errorf("unwrapping again changes it: %v", err)
	}
}

func TestUnwrapKnownGrid(t *testing.T) {
	m, err := unwrapped(strings.NewReplacer("SUBSPAN", plainSubspan, "GRID", "%one").Replace(wrappedKernel))
	if err != nil {
		t.Fatal(err)
	}
	if got := Kernels(m)[0].Op.Ints("gpu.known_grid_size"); fmt.Sprint(got) != "[1 1 1]" {
		t.Errorf("the grid is %v", got)
	}
}

func TestUnwrapRefuses(t *testing.T) {
	for _, c := range []struct{ old, new, want string }{
		{"subgroup_size = 64 : i64", "subgroup_size = 64 : i64", ""},
		{"array<i64: 96, 2>", "array<i64: 96, 0>", "a workgroup cannot have 0 in dimension 1"},
		{"ordinal = 1", "ordinal = 2", "the layout has no constant 2, but 2"},
		{"binding = 1", "binding = 2", "the layout has no binding 2, but 2"},
		{"offset: ?>>", "offset: 8>>", "the offset of memref<?xf16, strided<[1], offset: 8>> is not its byte_offset"},
		{"umin = 1, umax = 8", "umin = 9, umax = 8", "no number is from 9 to 8"},
		{"umin = 1, umax = 8", "umin = 1, smax = 8", `an assumption has umin, umax and udiv, not "smax = 8"`},
		{`"affine.apply"(%w)`, `"arith.constant"() <{value = 0 : index}> : () -> index
    %h = "affine.apply"(%g)`, "would have 0 workgroups in dimension 0"},
		{`"affine.apply"(%w)`, `"arith.divui"(%one, %one) : (index, index) -> index
    %f = "gpu.lane_id"() : () -> index
    %h = "affine.apply"(%f)`, "gpu.lane_id is not evaluated for a grid"},
	} {
		text := strings.NewReplacer("SUBSPAN", plainSubspan, "GRID", "%w").Replace(wrappedKernel)
		if !strings.Contains(text, c.old) {
			t.Fatalf("no %q in the kernel", c.old)
		}
		_, err := unwrapped(strings.ReplaceAll(text, c.old, c.new))
		switch {
		case c.want == "" && err != nil:
			t.Errorf("%s: %v", c.new, err)
		case c.want != "" && (err == nil || !strings.Contains(err.Error(), c.want)):
			t.Errorf("%s: %v, want %s", c.new, err, c.want)
		}
	}
}

func TestStatedWave(t *testing.T) {
	for text, want := range map[string]string{
		"pipeline = None workgroup_size = [64, 1, 1] subgroup_size = 64": "",
		"pipeline = None workgroup_size = [64, 1, 1] subgroup_size = 32": `kernel "f" is made for waves of 32 lanes: gfx950 has 64`,
		"pipeline = None workgroup_size = [64, 1, 1]":                    "",
	} {
		m, err := unwrapped(`"func.func"() <{function_type = () -> (), sym_name = "f"}> ({
  "func.return"() : () -> ()
}) {translation_info = #iree_codegen.translation_info<` + text + `>} : () -> ()`)
		if err != nil {
			t.Fatal(err)
		}
		k := Kernels(m)[0]
		got := ""
		if err := k.CheckWave(&arch.GFX950); err != nil {
			got = err.Error()
		}
		if got != want {
			t.Errorf("%s: %q, want %q", text, got, want)
		}
	}
}

// What stands beside executables is the host's; elsewhere it is an error.
func TestHostSide(t *testing.T) {
	const kernel = `"stream.executable"() <{sym_name = "e"}> ({
    "builtin.module"() ({
      "func.func"() <{function_type = () -> (), sym_name = "k"}> ({
        INSIDE"func.return"() : () -> ()
      }) : () -> ()
    }) : () -> ()
    "stream.executable.end"() : () -> ()
  }) : () -> ()
`
	const host = `  "util.func"() <{sym_name = "main"}> ({
    %0 = "tensor.empty"() : () -> tensor<4xf32>
    "flow.dispatch"(%0) <{entry_points = [@e::@k]}> : (tensor<4xf32>) -> ()
    "util.return"() : () -> ()
  }) : () -> ()
`
	for _, order := range []string{kernel + host, host + kernel} {
		m, err := unwrapped("\"builtin.module\"() ({\n" + strings.ReplaceAll(order, "INSIDE", "") + "}) : () -> ()")
		if err != nil {
			t.Fatal(err)
		}
		if n := len(m.Op.Regions[0].Blocks[0].Ops); n != 1 || len(Kernels(m)) != 1 {
			t.Errorf("%d operations and %d kernels are left", n, len(Kernels(m)))
		}
	}
	for text, want := range map[string]string{
		strings.ReplaceAll(kernel, "INSIDE", `"flow.dispatch"() : () -> () `): "the dialect flow is not read",
		host: "flow are not read",
		`"func.func"() <{function_type = () -> (), sym_name = "hal.executable"}> ({
  "flow.note"() {as = "\22hal.executable\22("} : () -> () // "hal.executable"(
  "func.return"() : () -> ()
}) : () -> ()`: "the dialect flow is not read",
	} {
		if _, err := unwrapped(text); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v, want %s in\n%s", err, want, text)
		}
	}
}
