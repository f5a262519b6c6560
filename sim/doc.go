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
//
// # Files
//
// Memory of the device, and what is loaded into it:
//
//	device.go    Device: a chip, its memory, its code
//	memory.go    guest memory in pages; reads and writes by the host
//	alloc.go     allocation, of buffers of many GiB too
//	tracked.go   which bytes of a buffer a kernel has written
//	load.go      Module and Kernel: a code object in memory
//	kernargs.go  kernel arguments, and how they lie in the kernarg segment
//
// Running a launch:
//
//	launch.go     Launch and Options
//	choose.go     a choice of workgroups to run
//	doorbell.go   calls of the host by a kernel
//	run.go        Device.Run: checks of a launch, and errors with their place
//	grid.go       rounds of workgroups, the same on any number of cores; how waves begin
//	view.go       guest memory as one workgroup sees it until its round ends
//	workgroup.go  a workgroup: its waves, LDS and barriers, and its schedule
//	timed.go      the schedule of a clock model
//	spin.go       waves that wait for ever
//	report.go     Report: what a run did
//
// Waves and instructions:
//
//	wave.go        a wave: registers and special registers
//	vectorfile.go  VGPRs and AGPRs, one file with two names
//	mode.go        the MODE register: rounding, subnormals
//	inst.go        an instruction that is ready to execute: decoded and bound to its function
//	approx.go      transcendental instructions within their documented error
//	straight.go    runs of instructions that no other wave can see
//	control.go     branches, waits, barriers, messages, the end of a wave
//
// Operands:
//
//	operand.go  scalar and vector sources and destinations
//	dpp.go      sources that come from other lanes
//
// Scalar ALU:
//
//	salu.go  scalar instructions that only compute
//
// Vector ALU:
//
//	valu.go          the pattern of instructions that compute lane by lane
//	integer.go       integers and bits: the table
//	integerlanes.go  integers and bits: lanes that are more than an expression
//	carry.go         addition and subtraction with a carry
//	float.go         floats, but for conversions and comparisons: the table
//	float16.go       f16
//	float64.go       f64
//	floatformat.go   operations on the bit patterns of any IEEE format
//	special.go       floats: instructions that are more than a function of a lane's sources
//	divide.go        the helpers of division: v_div_scale, v_div_fmas, v_div_fixup
//	transcend.go     transcendental functions
//	mix.go           v_fma_mix
//	packed.go        packed 16-bit halves
//	dot.go           dot products
//	compare.go       how comparisons execute
//	compareops.go    comparisons: the table
//	convert.go       conversions of 16 bits and more
//	scale.go         conversions of fp8 and narrower, and those with block scales: the table
//	scaleconv.go     how these execute
//	cross.go         instructions that move values between lanes
//
// Matrix instructions:
//
//	matrix.go        binding: shape, formats, refusals of modifiers
//	matrixlayout.go  where elements lie in registers
//	matrixmath.go    the arithmetic of the matrix core
//	matrixrun.go     execution
//
// Memory instructions:
//
//	memop.go         an operation under way: addresses, data, what lands where
//	pending.go       operations that have not landed, and counters
//	arrival.go       when data arrive without a wait
//	early.go         registers that are touched before the wait for them
//	memshape.go      what an instruction does to the memory of a lane
//	smem.go          scalar loads and stores
//	smematomic.go    integer read-modify-writes, and scalar atomics
//	vmem.go          FLAT, GLOBAL, SCRATCH, MUBUF and MTBUF: binding and execution
//	flat.go          addresses of FLAT, GLOBAL and SCRATCH
//	buffer.go        buffer resources, and addresses of MUBUF and MTBUF
//	bufferformat.go  format loads and stores
//	mematomic.go     atomics of vector memory, and floating-point read-modify-writes
//	ds.go            LDS: binding, addresses, loads and stores
//	dsatomic.go      LDS: atomics
//	dscross.go       ds_swizzle, ds_permute, ds_bpermute: lanes by way of the LDS
//
// Engines: the plain one is all of the above, the fast one uses the kernels of package lanes:
//
//	engine.go              which engine executes
//	quick.go               the fast engine: what is bound when, and what goes the plain way
//	quickvalu.go           vector ALU
//	quickscalar.go         scalar ALU
//	quickmatrix.go         matrix instructions that have a kernel
//	quickmatrixapart.go    matrix instructions that do not, or whose operands a kernel refuses
//	quickmemory.go         memory: when the fast way can be taken
//	quickmemoryds.go       LDS
//	quickmemoryglobal.go   global memory and buffers
//	quickmemoryscalar.go   scalar loads
//	quickmemoryscratch.go  scratch
//
// Observers:
//
//	observe.go        Observer, Event, and what an observer may ask of a wave
//	observers.go      several observers as one
//	line.go           what observers of workgroups write, in order
//	observerun.go     observers that can do without events of single instructions
//	observeaccess.go  memory that an instruction touched
//	observeshape.go   how the simulator understands an instruction
//	observestate.go   for observers that keep shadow state
//	observable.go     builds in which runs can have observers
//	unobservable.go   builds without, to measure what they cost
//
// Fidelity: which results are exact, which are a model, and why:
//
//	fidelity.go          levels, and how they are looked up
//	fidelity_integer.go  integers
//	fidelity_float.go    floats
//	fidelity_matrix.go   matrix instructions
//	fidelity_memory.go   memory
//	fidelity_use.go      ways to use an instruction that make it a model
package sim
