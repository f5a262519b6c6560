// Package sim runs code objects for gfx942 and gfx950 on the CPU: guest memory,
// dispatch as the packet processor does it, waves of 64 lanes, and every
// instruction a compute kernel can use, to the bit where the hardware's
// behaviour is known. Fidelity says of each instruction whether it is exact or a
// model.
//
// A Device holds guest memory and loaded code. Device.Run dispatches a kernel:
//
//	dev := sim.NewDevice(&arch.GFX950)
//	mod, err := dev.Load(object)
//	kernel, err := mod.Kernel("saxpy")
//	x, err := sim.Put(dev, []float32{1, 2, 3})
//	report, err := dev.Run(sim.Launch{Kernel: kernel, Grid: [3]uint32{1, 1, 1},
//		Block: [3]uint32{64, 1, 1}, Args: []sim.Arg{sim.Pointer(x), sim.Value(int32(3))}})
//	result, err := sim.Get[float32](x)
//
// The engine here is the plain one: one small function an operation, to be read
// beside the ISA manual. Results depend on neither the machine nor the number
// of its cores (grid.go says how).
package sim
