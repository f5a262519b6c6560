package codegen

import (
	"fmt"
	"strings"

	"heddle/arch"
	"heddle/codegen/flow"
	iropt "heddle/codegen/opt"
	"heddle/ir"
	"heddle/mach"
	"heddle/pass"
)

// Options control Compile.
type Options struct {
	Chip *arch.Chip
	// Block is the size of a workgroup if the kernel does not state one; zeros mean unknown: then
	// any size up to the chip's limit works.
	Block [3]uint32
	// WavesPerSIMD is the number of waves that must fit a SIMD, 0 if any will do.
	WavesPerSIMD int
	// Passes steers the passes on ir and on machine IR.
	Passes pass.Options
	// Selected, if not nil, is shown the module as it is when selection begins.
	Selected func(m *ir.Module)
	// Explain fills in Kernel.Addresses.
	Explain bool
}

// Kernel is a kernel in machine IR, with the data that a launch needs.
type Kernel struct {
	Name   string
	Func   *mach.Func
	Params []Param
	// KernargBytes is the size of the explicit arguments; the hidden ones
	// follow, aligned to 8, if Hidden.
	KernargBytes int
	Hidden       bool
	// Printf are the format strings that the kernel prints by.
	Printf []string
	// Block is the size of a workgroup, zeros if any size works; Grid is the number of workgroups
	// if the kernel states it, otherwise zeros.
	Block, Grid [3]uint32
	// WorkgroupIDs says which of x, y, z the hardware passes in SGPRs; WorkitemIDs is how many of
	// the three lane numbers are packed in v0: 1 to 3.
	WorkgroupIDs [3]bool
	WorkitemIDs  int
	// Addresses are the accesses to global memory, in the order of selection, if requested in the
	// options.
	Addresses []Address
	// LDS are the arrays in the LDS, in the order of the source; some may share bytes.
	LDS []LDSArray
}

// LDSArray is an array in the LDS: its name says where it comes from, for people.
type LDSArray struct {
	Name          string
	Offset, Bytes int
}

// Param is an argument in the kernarg segment (docs/mlir-abi.md).
type Param struct {
	Name          string
	Offset, Bytes int
	Pointer       bool
	// ReadOnly means that the kernel does not write the memory that it points to.
	ReadOnly bool
	// Type is that of the parameter it belongs to, for messages.
	Type ir.Type
}

// lowering selects instructions for one operation.
type lowering struct {
	name  string
	lower lowerFunc
}

// lowerFunc selects instructions for an operation.
type lowerFunc func(*kernel, *ir.Operation) error

// lowerings returns the table of all operations that selection knows, by name, without the
// intrinsics.
func lowerings() map[string]lowerFunc {
	return lowerFuncs([][]lowering{
		basicLowerings,
		gpuLowerings,
		laneLowerings,
		laneOpLowerings,
		reduceLowerings,
		scheduleLowerings,
		conversionLowerings,
		memrefLowerings,
		viewLowerings,
		allocLowerings,
		bufferLowerings,
		maskedLowerings,
		atomicLowerings,
		fenceLowerings,
		ldsLowerings,
		rawBufferLowerings,
		cfLowerings,
		scfLowerings,
		shapeLowerings,
		mfmaLowerings,
		intLowerings,
		compareLowerings,
		divideLowerings,
		floatLowerings,
		convertLowerings,
		mathLowerings,
		powLowerings,
		bitLowerings,
	})
}

// intrinsics returns the table of rocdl's matrix operations and conversions. Few kernels have one:
// the table is made for those that do.
func intrinsics() map[string]lowerFunc {
	return lowerFuncs([][]lowering{conversionIntrinsics(), matrixIntrinsics()})
}

func lowerFuncs(lists [][]lowering) map[string]lowerFunc {
	n := 0
	for _, rows := range lists {
		n += len(rows)
	}
	table := make(map[string]lowerFunc, n)
	for _, rows := range lists {
		for _, row := range rows {
			if table[row.name] != nil {
				panic("BUG: two lowerings of " + row.name)
			}
			table[row.name] = row.lower
		}
	}
	return table
}

// lowering returns the lowering of an operation, nil if there is none.
func (k *kernel) lowering(name string) lowerFunc {
	if f := k.table[name]; f != nil || !strings.HasPrefix(name, "rocdl.") {
		return f
	}
	if k.rocdl == nil {
		k.rocdl = intrinsics()
	}
	return k.rocdl[name]
}

// kernel is the state of selection for one kernel.
type kernel struct {
	m    *ir.Module
	op   *ir.Operation // gpu.func or func.func
	opt  *Options
	out  *Kernel
	f    *mach.Func
	b    mach.Builder
	vals map[*ir.Value]value
	// scratch is space for the elements that each is working on.
	scratch []elem
	flow    *flow.Info
	// table is the table of lowerings by the operations' names, rocdl that of
	// intrinsics once there was one.
	table, rocdl map[string]lowerFunc

	// masked: EXEC may have lost lanes of the wave here (more than a partial
	// last wave has).
	masked bool
	// ownWaits: the kernel waits for its memory operations itself.
	ownWaits bool
	// open are the memrefs of which a size or a stride is not known; sizesLost: control flow has
	// passed one on.
	open      map[*ir.Value]bool
	sizesLost bool
	depth     int // loops around the current block
	// multiplies: the innermost of them has matrix instructions, those of loops inside it left out.
	multiplies bool
	trap       *mach.Block // where failed assertions go; nil if there are none
	printing   *ref        // the buffer of printf; nil until it is needed

	entry     *mach.Block  // ends where atEntry adds; the body begins in the next block
	pc        mach.Part    // result of s_getpc_b64; N is 0 until requested
	kernarg   mach.Part    // pointer to the kernarg segment
	ids       [3]mach.Part // workgroup numbers; N is 0 until requested
	threads   [3]mach.Operand
	workitem  mach.Part // packed lane numbers as set by the hardware
	places    *ir.Places
	positions map[mach.Position]int32
	literals  map[literalKey]mach.Part
	pairs     map[pairKey]mach.Operand // f64 constants
	lane      laneState
	memory
}

type literalKey struct {
	block  *mach.Block
	bits   uint64
	dwords int
}

// lowerBlock selects the operations of a block except its terminator.
func (k *kernel) lowerOps(b *ir.Block) error {
	for _, op := range b.Ops {
		if op.Decl.Is(ir.Terminator) {
			return nil
		}
		if err := k.lower(op); err != nil {
			return err
		}
	}
	return nil
}

// lower selects instructions for one operation.
func (k *kernel) lower(op *ir.Operation) error {
	f := k.lowering(op.Name())
	if f == nil {
		return k.refuse(op, "the compiler does not know this operation", "")
	}
	if len(k.open) > 0 {
		if err := k.openOperands(op); err != nil {
			return err
		}
	}
	outer, around := k.b.Pos, k.current
	k.b.Pos, k.current = k.position(op), op
	err := k.checkVectors(op)
	if err == nil {
		err = f(k, op)
	}
	k.b.Pos, k.current = outer, around
	if err == nil && k.f.Made() > maxInstrs {
		err = k.refuse(op, fmt.Sprintf("with it the kernel has more than %d instructions", maxInstrs), manySmall)
	}
	return err
}

// Bounds on the size of compiled kernels, whatever the source: vectors are split into their
// elements.
const (
	maxInstrs = 1 << 18
	// maxLive bounds blocks times registers: liveness has a bit per register and block.
	maxLive   = 1 << 27
	manySmall = "use loops, and smaller vectors"
)

// checkVectors refuses vectors that are too large to be split.
func (k *kernel) checkVectors(op *ir.Operation) error {
	for _, v := range op.Results {
		if t, ok := v.Type.(*ir.VectorType); ok && t.Len() > iropt.MaxVector {
			return k.refuse(op, fmt.Sprintf("%s has more than %d elements", t, iropt.MaxVector), manySmall)
		}
	}
	return nil
}

// refuse returns the error for unsupported input: the operation's name and place come from op;
// advice, if not empty, says what to use instead.
func (k *kernel) refuse(op *ir.Operation, what, advice string) error {
	text := fmt.Sprintf("%s: %s", op.Name(), what)
	if advice != "" {
		text += ": " + advice
	}
	return k.m.At(op, text)
}

// position returns the number of an operation's place in the source.
func (k *kernel) position(op *ir.Operation) int32 {
	file, line, col := k.places.Of(op)
	at := mach.Position{File: file, Line: line, Col: col}
	if line == 0 {
		return 0
	}
	n, ok := k.positions[at]
	if !ok {
		n = int32(len(k.f.Positions))
		k.f.Positions = append(k.f.Positions, at)
		k.positions[at] = n
	}
	return n
}

// set gives an operation's only result its value.
func (k *kernel) set(op *ir.Operation, v value) { k.vals[op.Result()] = v }

// value returns the value of v, which dominance guarantees to exist.
func (k *kernel) value(v *ir.Value) value {
	got, ok := k.vals[v]
	if !ok {
		panic("BUG: " + "a value is used before it is selected")
	}
	return got
}

// atEntry runs f with the builder at the end of the entry block's prologue, so
// that what it emits dominates everything.
func (k *kernel) atEntry(f func()) {
	outer := k.b
	k.b.Block, k.b.Pos = k.entry, 0
	f()
	k.b.Block, k.b.Pos = outer.Block, outer.Pos
}
