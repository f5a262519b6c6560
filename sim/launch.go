package sim

import (
	"encoding/binary"
	"fmt"
	"math/bits"
	"strings"

	"heddle/hsaco"
)

// Launch is one dispatch of a kernel.
type Launch struct {
	Kernel *Kernel
	// Grid is the number of workgroups in x, y and z; or Global is that of
	// work-items, which need not be a multiple of Block. One of them is zero.
	Grid, Global [3]uint32
	// Block is the size of a workgroup in work-items.
	Block [3]uint32
	// LDS is dynamic LDS in bytes, behind what the kernel has of its own.
	LDS uint32
	// Scratch raises the scratch of a lane to this many bytes, for kernels
	// whose own figure is too small: recursion that the compiler did not see.
	Scratch uint32
	// Args are the explicit arguments in order. Hidden ones are filled in.
	Args []Arg
	// Offset is the global offset of OpenCL, in work-items.
	Offset [3]uint64
	// Workgroups are the linear ids (x fastest) of those to execute; nil is
	// all of them.
	Workgroups []int
	Options
}

// Options say how a dispatch is simulated.
type Options struct {
	Engine   Engine
	Schedule Schedule
	Seed     uint64 // of ScheduleRandom
	// Workers is how many workgroups execute at the same time; 0 is one a
	// core. Results do not depend on it.
	Workers int
	// MaxInstructions is how many instructions a wave may execute; 0 is
	// DefaultMaxInstructions.
	MaxInstructions uint64
	// SoffsetUnchecked leaves soffset out of the range check of buffers. Two
	// sources disagree on it (facts isa/encodings.md §11).
	SoffsetUnchecked bool
	// LenientBarriers lets waves pass a barrier that a wave which has ended
	// never reached, as the hardware does.
	LenientBarriers bool
	Observer        Observer
	// Resident is how much guest memory, in bytes, may exist before pages that
	// nobody wrote to are dropped; they are made again when they are touched
	// again. 0 is DefaultResident. What is written stays.
	Resident uint64
	// Progress, if not nil, is called now and then with the number of
	// workgroups that have ended and that of all to execute.
	Progress func(done, all int)
}

// DefaultMaxInstructions is the instruction budget of a wave.
const DefaultMaxInstructions = 100_000_000

// DefaultResident bounds pages that are only read, in bytes.
const DefaultResident = 512 << 20

// dynamicStack is the scratch that a lane of a kernel with recursion or
// indirect calls gets beyond its own, in bytes.
const dynamicStack = 64 << 10

// maxScratch bounds the scratch of a lane, in bytes: the hardware's limit for
// a wave, 2^23 dwords less one granule, by 64 lanes, rounded down.
const maxScratch = 256 << 10

// maxGroups bounds the workgroups of a grid.
const maxGroups = 1 << 40

// Arg is one kernel argument.
type Arg struct {
	bytes []byte
	// offset in the kernarg segment; -1 is behind the one before
	offset int
}

// Pointer passes the address of a buffer.
func Pointer(b Buffer) Arg { return PointerAt(b.Addr) }

// PointerAt passes a guest address.
func PointerAt(addr uint64) Arg { return Value(addr) }

// Value passes a number.
func Value[T Scalar](v T) Arg {
	b, err := binary.Append(nil, binary.LittleEndian, v)
	if err != nil {
		panic("BUG: " + err.Error())
	}
	return Arg{b, -1}
}

// Bytes passes a structure as it lies in memory.
func Bytes(b []byte) Arg { return Arg{append([]byte(nil), b...), -1} }

// At places the argument at a byte offset of the kernarg segment, for kernels
// without metadata.
func (a Arg) At(offset int) Arg { return Arg{a.bytes, offset} }

// geometry is the shape of a dispatch.
type geometry struct {
	groups [3]uint32 // workgroups, partial ones included
	block  [3]uint32
	global [3]uint32 // work-items
}

// geometry checks and completes the sizes of the launch.
func (l *Launch) geometry(maxBlock int) (geometry, error) {
	g := geometry{block: l.Block}
	for i := range 3 {
		if l.Block[i] == 0 {
			return g, fmt.Errorf("block %v has a zero: it is the size of a workgroup in work-items, each at least 1", l.Block)
		}
	}
	if n := uint64(l.Block[0]) * uint64(l.Block[1]) * uint64(l.Block[2]); n > uint64(maxBlock) || l.Block[0] > uint32(maxBlock) || l.Block[1] > uint32(maxBlock) {
		return g, fmt.Errorf("block %v has %d work-items; at most %d make a workgroup", l.Block, n, maxBlock)
	}
	switch zero := [3]uint32{}; {
	case l.Grid == zero && l.Global == zero:
		return g, fmt.Errorf("neither the number of workgroups (grid) nor that of work-items (global) is given")
	case l.Grid != zero && l.Global != zero:
		return g, fmt.Errorf("both the number of workgroups (grid) and that of work-items (global) are given; one says it all")
	case l.Grid != zero:
		for i := range 3 {
			n := uint64(l.Grid[i]) * uint64(l.Block[i])
			if n == 0 || n > 1<<32-1 {
				return g, fmt.Errorf("grid %v of blocks %v has %d work-items in dimension %d; 1 to 2^32-1 are possible", l.Grid, l.Block, n, i)
			}
			g.groups[i], g.global[i] = l.Grid[i], uint32(n)
		}
	default:
		for i := range 3 {
			if l.Global[i] == 0 {
				return g, fmt.Errorf("global %v has a zero: it is the number of work-items, each at least 1", l.Global)
			}
			g.global[i] = l.Global[i]
			g.groups[i] = uint32((uint64(l.Global[i]) + uint64(l.Block[i]) - 1) / uint64(l.Block[i]))
		}
	}
	if hi, lo := bits.Mul64(uint64(g.groups[0])*uint64(g.groups[1]), uint64(g.groups[2])); hi != 0 || lo > maxGroups {
		return g, fmt.Errorf("the grid has %d x %d x %d workgroups; %d are the most that are simulated", g.groups[0], g.groups[1], g.groups[2], uint64(maxGroups))
	}
	return g, nil
}

// Groups is the number of workgroups in x, y and z, partial ones included;
// zeros if the sizes are refused.
func (l *Launch) Groups() [3]uint32 {
	g, err := l.geometry(1 << 31)
	if err != nil {
		return [3]uint32{}
	}
	return g.groups
}

// count is the number of workgroups.
func (g *geometry) count() uint64 {
	return uint64(g.groups[0]) * uint64(g.groups[1]) * uint64(g.groups[2])
}

// group is the coordinates of a workgroup.
func (g *geometry) group(id int) [3]uint32 {
	n := uint64(id)
	x, y := uint64(g.groups[0]), uint64(g.groups[1])
	return [3]uint32{uint32(n % x), uint32(n / x % y), uint32(n / x / y)}
}

// size is that of a workgroup: the last of a dimension may be partial.
func (g *geometry) size(group [3]uint32) [3]uint32 {
	var s [3]uint32
	for i := range s {
		s[i] = uint32(min(uint64(g.block[i]), uint64(g.global[i])-uint64(group[i])*uint64(g.block[i])))
	}
	return s
}

// dims is the number of dimensions that are in use.
func (g *geometry) dims() uint16 {
	switch {
	case g.global[2] > 1:
		return 3
	case g.global[1] > 1:
		return 2
	}
	return 1
}

// kernargs lays out the kernarg segment.
func (l *Launch) kernargs(g *geometry, lds uint32, queue uint64) ([]byte, error) {
	k := l.Kernel.kernel
	size := int(k.Descriptor.KernargSize)
	if k.Metadata != nil {
		size = max(size, k.Metadata.KernargSegmentSize)
	}
	if size > 1<<20 {
		return nil, fmt.Errorf("kernel %s wants %d bytes of arguments; 1 MiB is the most", k.Name, size)
	}
	b := make([]byte, size)
	explicit, err := l.explicit(&b)
	if err != nil {
		return nil, err
	}
	if k.Metadata != nil {
		if explicit != len(l.Args) {
			return nil, fmt.Errorf("kernel %s takes %d arguments, %d are given (%s)", k.Name, explicit, len(l.Args), signature(k.Metadata))
		}
		for i := range k.Metadata.Args {
			a := &k.Metadata.Args[i]
			if v, ok := l.hidden(a.ValueKind, g, lds, queue); ok {
				putArg(b, a.Offset, a.Size, v)
			}
		}
	}
	return b, nil
}

// explicit places the explicit arguments and returns how many the kernel has.
func (l *Launch) explicit(b *[]byte) (int, error) {
	k := l.Kernel.kernel
	if k.Metadata == nil || len(k.Metadata.Args) == 0 && len(l.Args) > 0 {
		return len(l.Args), l.packed(b)
	}
	n := 0
	for i := range k.Metadata.Args {
		a := &k.Metadata.Args[i]
		if strings.HasPrefix(a.ValueKind, "hidden_") {
			continue
		}
		if n < len(l.Args) {
			arg := l.Args[n]
			if len(arg.bytes) != a.Size {
				return 0, fmt.Errorf("argument %d%s of kernel %s has %d bytes (%s), %d are given", n, quoted(a.Name), k.Name, a.Size, a.ValueKind, len(arg.bytes))
			}
			if a.Offset < 0 || a.Offset > len(*b)-a.Size {
				return 0, fmt.Errorf("argument %d of kernel %s lies at %d, outside of its %d bytes of arguments", n, k.Name, a.Offset, len(*b))
			}
			copy((*b)[a.Offset:], arg.bytes)
		}
		n++
	}
	return n, nil
}

// packed places arguments without metadata: each at its own offset, or behind
// the one before at a multiple of its size.
func (l *Launch) packed(b *[]byte) error {
	at := 0
	for i, a := range l.Args {
		if a.offset >= 0 {
			at = a.offset
		} else if n := len(a.bytes); n > 0 && n <= 8 && n&(n-1) == 0 {
			at = (at + n - 1) &^ (n - 1)
		} else {
			at = (at + 7) &^ 7
		}
		if at > len(*b)-len(a.bytes) {
			return fmt.Errorf("argument %d of kernel %s ends at byte %d, but the kernel has %d bytes of arguments", i, l.Kernel.kernel.Name, at+len(a.bytes), len(*b))
		}
		copy((*b)[at:], a.bytes)
		at += len(a.bytes)
	}
	return nil
}

func quoted(name string) string {
	if name == "" {
		return ""
	}
	return fmt.Sprintf(" (%s)", name)
}

// signature lists the explicit arguments of a kernel.
func signature(m *hsaco.KernelMetadata) string {
	var parts []string
	for i := range m.Args {
		a := &m.Args[i]
		if strings.HasPrefix(a.ValueKind, "hidden_") {
			continue
		}
		what := a.ValueKind
		if a.TypeName != "" {
			what = a.TypeName
		}
		if a.Name != "" {
			what += " " + a.Name
		}
		parts = append(parts, what)
	}
	return strings.Join(parts, ", ")
}

// hidden is the value of a hidden argument (facts isa/encodings.md §13).
func (l *Launch) hidden(kind string, g *geometry, lds uint32, queue uint64) (uint64, bool) {
	dim := 0
	if n := len(kind); n > 0 && kind[n-1] >= 'x' && kind[n-1] <= 'z' {
		dim = int(kind[n-1] - 'x')
	}
	switch kind {
	case "hidden_block_count_x", "hidden_block_count_y", "hidden_block_count_z":
		return uint64(g.global[dim] / g.block[dim]), true // only whole workgroups count
	case "hidden_group_size_x", "hidden_group_size_y", "hidden_group_size_z":
		return uint64(g.block[dim]), true
	case "hidden_remainder_x", "hidden_remainder_y", "hidden_remainder_z":
		return uint64(g.global[dim] % g.block[dim]), true
	case "hidden_global_offset_x", "hidden_global_offset_y", "hidden_global_offset_z":
		return l.Offset[dim], true
	case "hidden_grid_dims":
		return uint64(g.dims()), true
	case "hidden_dynamic_lds_size":
		return uint64(l.LDS), true
	case "hidden_private_base":
		return privateAperture >> 32, true
	case "hidden_shared_base":
		return sharedAperture >> 32, true
	case "hidden_queue_ptr":
		return queue, true
	}
	return 0, false
}

// putArg writes v in size bytes at offset, if they are there.
func putArg(b []byte, offset, size int, v uint64) {
	if offset < 0 || size < 0 || offset > len(b) || size > len(b)-offset {
		return
	}
	for i := range min(size, 8) {
		b[offset+i] = byte(v >> (8 * i))
	}
}

// packet is the AQL dispatch packet (LLVM AMDGPUUsage, "AQL Packets"; HSA
// kernel dispatch packet).
func (l *Launch) packet(g *geometry, lds, private uint32, kernarg uint64) []byte {
	const header = 2 | 1<<8 | 2<<9 | 2<<11 // kernel dispatch, barrier, system scope fences
	b := make([]byte, 64)
	le := binary.LittleEndian
	le.PutUint16(b[0:], header)
	le.PutUint16(b[2:], g.dims())
	for i := range 3 {
		le.PutUint16(b[4+2*i:], uint16(g.block[i]))
		le.PutUint32(b[12+4*i:], g.global[i])
	}
	le.PutUint32(b[24:], private)
	le.PutUint32(b[28:], lds)
	le.PutUint64(b[32:], l.Kernel.module.bias+l.Kernel.kernel.DescriptorAddr)
	le.PutUint64(b[40:], kernarg)
	return b
}

// queueStructure is the part of the queue structure that kernels look at: the high
// halves of the apertures (amd_queue_t, as LLVM's lowering of
// addrspacecast reads it).
func queueStructure() []byte {
	b := make([]byte, 256)
	binary.LittleEndian.PutUint32(b[64:], uint32(sharedAperture>>32))
	binary.LittleEndian.PutUint32(b[68:], uint32(privateAperture>>32))
	return b
}
