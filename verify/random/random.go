// Package random makes random GPU kernels in MLIR to test a compiler with: each is compiled,
// simulated, and compared bit for bit with the interpreter. A program is correct by construction:
// it has no undefined behaviour, no poison that reaches memory, and no race, on the chip that it is
// made for.
//
// Correctness rests on these rules:
//
//   - A lane stores only to its own elements of a buffer; shared counters are
//     changed by atomics of one kind each, whose old value is not used.
//   - LDS is written and read with barriers between, by all lanes of the
//     workgroup, in control flow that all of them take.
//   - Operations of a whole wave stand where all lanes that they read from run.
//   - Divisors, shifts, indices and conversions to integers are brought into
//     range first.
//   - The sign and payload of a NaN mean nothing: no float that may be NaN
//     becomes an integer, and outputs are compared by type.
//   - A function of reals goes to its own output, which says the tolerance.
package random

import (
	"encoding/binary"
	"fmt"

	"heddle/arch"
	"heddle/ir"
	"heddle/ir/interp"
)

// Features is the set of constructs that a program may use.
type Features uint32

// The features. Without any, a program has integer and float arithmetic of 32
// bits, and global memory.
const (
	Control   Features = 1 << iota // scf: branches and loops
	CFG                            // cf: blocks and branches between them
	Affine                         // affine operations
	LDS                            // workgroup memory and barriers
	Shuffle                        // exchange between the lanes of a wave
	Mask                           // masked, gathering and padding accesses
	Resource                       // buffer resources of amdgpu
	Matrix                         // matrix instructions
	Div                            // division and remainder, of integers and floats
	Atomics                        // atomic operations on shared and on own memory
	Math                           // functions of reals, with a tolerance
	Int64                          // i64
	F64                            // f64
	Narrow                         // types of less than 32 bits
	Vectors                        // vectors
	Convert                        // conversions to and from formats of 8, 6 and 4 bits
	Views                          // views of memrefs
	Calls                          // functions
	Schedule                       // hints that change no result
	Unaligned                      // vectors in memory that are aligned as their elements only
	Wild                           // indices that are small sums of large parts

	// All is every feature.
	All = 1<<iota - 1
)

// FeatureNames lists the names of the features, by bit.
var FeatureNames = []string{"control", "cfg", "affine", "lds", "shuffle", "mask", "resource", "matrix", "div", "atomics", "math",
	"int64", "f64", "narrow", "vectors", "convert", "views", "calls", "schedule", "unaligned", "wild"}

// Options describe the program to make.
type Options struct {
	Seed     uint64
	Chip     *arch.Chip
	Size     int // about the number of operations: 10 to 300
	Features Features
	// Focus is the set of features to use more often.
	Focus Features
}

// Buffer is memory of the launch.
type Buffer struct {
	Name string
	Data []byte // at the start
}

// Arg is an argument of the kernel: a pointer to a buffer, or bytes if Buffer
// is negative.
type Arg struct {
	Buffer int
	Bytes  []byte
}

// Output is a range of elements stored by one place of the program.
type Output struct {
	Buffer      int
	Elem        ir.Type
	First, Size int64 // elements
	// Function is the operation that produced the result, if it may be off by ULP units in the last
	// place; "" for an exact one.
	Function string
	ULP      float64
}

// Program is a kernel and its launch.
type Program struct {
	Options
	Text        string // one kernel in a gpu.module
	Kernel      string
	Grid, Block [3]uint32
	Buffers     []Buffer
	Args        []Arg // in the order of docs/mlir-abi.md
	Outputs     []Output

	made  []uint32
	spans [][2]int
}

// New makes a program with all features.
func New(seed uint64, chip *arch.Chip, size int) *Program {
	return Options{Seed: seed, Chip: chip, Size: size, Features: All}.New()
}

// New makes a program.
func (o Options) New() *Program {
	return build(o, &choices{rng: &rng{(&rng{o.Seed}).next()}})
}

// String tells how to make the program again.
func (p *Program) String() string {
	return fmt.Sprintf("seed %d, %s, size %d, features %#x, focus %#x", p.Seed, p.Chip.Name, p.Size, uint32(p.Features), uint32(p.Focus))
}

// Parse reads and verifies the program.
func (p *Program) Parse() (*ir.Module, error) {
	m, err := ir.Parse(fmt.Sprintf("random%d.mlir", p.Seed), p.Text)
	if err != nil {
		return nil, err
	}
	return m, ir.Verify(m, ir.Options{Chip: p.Chip})
}

// Interpret runs the program and returns the contents of the buffers after it.
func (p *Program) Interpret() ([][]byte, error) {
	m, err := p.Parse()
	if err != nil {
		return nil, err
	}
	return p.run(m)
}

func (p *Program) run(m *ir.Module) ([][]byte, error) {
	buffers := make([]*interp.Buffer, len(p.Buffers))
	after := make([][]byte, len(p.Buffers))
	for i, b := range p.Buffers {
		after[i] = append([]byte(nil), b.Data...)
		buffers[i] = &interp.Buffer{Name: b.Name, Data: after[i]}
	}
	l := interp.Launch{Kernel: p.Kernel, Chip: p.Chip, Grid: p.Grid, Block: p.Block, Limits: interp.Limits{Steps: 1 << 24}}
	for _, a := range p.Args {
		if a.Buffer >= 0 {
			l.Args = append(l.Args, interp.Pointer(buffers[a.Buffer]))
		} else {
			l.Args = append(l.Args, interp.Bytes(a.Bytes))
		}
	}
	_, err := interp.Run(m, l)
	return after, err
}

func bytes8(v int64) []byte { return binary.LittleEndian.AppendUint64(nil, uint64(v)) }
