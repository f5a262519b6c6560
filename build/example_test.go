package build_test

import (
	"fmt"

	"heddle/arch"
	"heddle/build"
	"heddle/hsaco"
	"heddle/ir"
	"heddle/launch"
	"heddle/sim"
)

// doubleText doubles each element of a memref of any size, in 64 work-items a
// workgroup.
const doubleText = `
"gpu.module"() <{sym_name = "kernels"}> ({
  "gpu.func"() <{function_type = (memref<?xf32>) -> (), known_block_size = array<i32: 64, 1, 1>}> ({
  ^bb0(%x: memref<?xf32>):
    %c0 = "arith.constant"() <{value = 0 : index}> : () -> index
    %n = "memref.dim"(%x, %c0) : (memref<?xf32>, index) -> index
    %i = "gpu.global_id"() <{dimension = #gpu<dim x>}> : () -> index
    %inside = "arith.cmpi"(%i, %n) <{predicate = 6 : i64}> : (index, index) -> i1
    "scf.if"(%inside) ({
      %v = "memref.load"(%x, %i) : (memref<?xf32>, index) -> f32
      %w = "arith.addf"(%v, %v) : (f32, f32) -> f32
      "memref.store"(%w, %x, %i) : (f32, memref<?xf32>, index) -> ()
      "scf.yield"() : () -> ()
    }, {
    }) : (i1) -> ()
    "gpu.return"() : () -> ()
  }) {gpu.kernel, sym_name = "double"} : () -> ()
}) : () -> ()
`

// Text of MLIR becomes a code object, which the simulator runs.
func Example() {
	module, err := ir.Parse("double.mlir", doubleText)
	if err == nil {
		err = ir.Verify(module, ir.Options{Chip: &arch.GFX950})
	}
	if err != nil {
		fmt.Println(err) // with file, line and column
		return
	}
	built, err := build.MLIR(module, build.Options{Chip: &arch.GFX950})
	if err != nil {
		fmt.Println(err) // what the compiler refuses, with its place
		return
	}
	// built.Object is what hipModuleLoad takes.
	y, err := run(built, []float32{1, 2.5, -3})
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, p := range built.Kernels[0].Params {
		fmt.Println(p.Offset, p.Name)
	}
	fmt.Println(y)
	// Output:
	// 0 arg0.allocated
	// 8 arg0.aligned
	// 16 arg0.offset
	// 24 arg0.size0
	// 32 arg0.stride0
	// [2 5 -6]
}

// run simulates the kernel on x.
func run(built *build.Result, x []float32) ([]float32, error) {
	object, err := hsaco.Open(built.Object, "")
	if err != nil {
		return nil, err
	}
	device := sim.NewDevice(built.Chip)
	module, err := device.Load(object)
	if err != nil {
		return nil, err
	}
	kernel, err := module.Kernel("double")
	if err != nil {
		return nil, err
	}
	buffer, err := sim.Put(device, x)
	if err != nil {
		return nil, err
	}
	n := int64(len(x))
	_, err = device.Run(sim.Launch{
		Kernel: kernel,
		Grid:   [3]uint32{uint32(n+63) / 64, 1, 1},
		Block:  built.Kernels[0].Block,
		// A memref of open sizes is its descriptor (docs/mlir-abi.md).
		Args: []sim.Arg{sim.Pointer(buffer), sim.Pointer(buffer), sim.Value(int64(0)), sim.Value(n), sim.Value(int64(1))},
	})
	if err != nil {
		return nil, err
	}
	return sim.Get[float32](buffer)
}

// A launch description says what a kernel takes; `heddle run --launch` runs it.
func Example_launch() {
	module, err := ir.Parse("double.mlir", doubleText)
	if err == nil {
		err = ir.Verify(module, ir.Options{})
	}
	if err != nil {
		fmt.Println(err)
		return
	}
	built, err := build.MLIR(module, build.Options{Chip: &arch.GFX942})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Printf("%s", launch.Of(built, "double.hsaco").JSON())
	// Output:
	// {
	//   "schema": "heddle.launch/v1",
	//   "generated": "sha256:794099a97dcbf7da",
	//   "object": "double.hsaco",
	//   "dispatches": [
	//     {
	//       "kernel": "double",
	//       "grid": [1,1,1],
	//       "block": [64,1,1],
	//       "args": [
	//         {"arg":"i64:0","at":0,"name":"arg0.allocated","type":"memref<?xf32>"},
	//         {"arg":"zero:f32[64]","at":8,"name":"arg0.aligned","type":"memref<?xf32>"},
	//         {"arg":"i64:0","at":16,"name":"arg0.offset","type":"memref<?xf32>"},
	//         {"arg":"i64:64","at":24,"name":"arg0.size0","type":"memref<?xf32>"},
	//         {"arg":"i64:1","at":32,"name":"arg0.stride0","type":"memref<?xf32>"}
	//       ]
	//     }
	//   ]
	// }
}
