package sim

import (
	"encoding/binary"
	"fmt"
	"math/bits"
)

// Launch is one dispatch of a kernel.
type Launch struct {
	Kernel *Kernel
	// Grid is the number of workgroups in x, y and z; or Global is that of
	// work-items, which need not be a multiple of Block. One of them is zero.
	Grid, Global [3]uint32
	// Block is the size of a workgroup in work-items.
	Block [3]uint32
	// LDS is the size of the dynamic LDS in bytes, which follows the kernel's static LDS.
	LDS uint32
	// Scratch raises the scratch of a lane to this many bytes, for kernels
	// whose own figure is too small: recursion that the compiler did not see.
	Scratch uint32
	// Args are the explicit arguments: those that say no offset and no name in
	// order. Hidden ones are filled in.
	Args []Arg
	// Kernarg, if not nil, is what the kernarg segment holds from its first byte on. Args overwrite
	// it, and hidden arguments are filled in after its end.
	Kernarg []byte
	// Offset is the global offset of OpenCL, in work-items.
	Offset [3]uint64
	// Hidden are the values of hidden arguments, by their kind, that only the caller knows:
	// hidden_printf_buffer and the like. Those that are not there are 0.
	Hidden map[string]uint64
	// Doorbell, if not nil, is where the kernel calls the host.
	Doorbell *Doorbell
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
	// Reversed lets workgroups execute, and their atomics apply, from the last to the first.
	Reversed bool
	// Turns, if more than 1, lets so many neighbouring workgroups, such as those that the XCDs get at a time,
	// take turns to be the first of them: of the i-th so many it is the i-th one that executes, and whose
	// atomics apply, before the others.
	Turns int
	// Approx is how far the results of transcendental instructions are from the exact ones.
	Approx Approx
	// Timetable is what ScheduleTimed goes by.
	Timetable *Timetable
	// Workers is how many workgroups execute at the same time; 0 is one a
	// core. Results do not depend on it.
	Workers int
	// MaxInstructions is how many instructions a wave may execute; 0 is
	// DefaultMaxInstructions.
	MaxInstructions uint64
	// SoffsetUnchecked leaves soffset out of the range check of buffers. Two
	// sources disagree on it (facts isa/encodings.md §11).
	SoffsetUnchecked bool
	// NoPreload begins where firmware does that preloads no arguments: at the first byte of the code,
	// with nothing in their SGPRs.
	NoPreload bool
	// LenientBarriers lets waves pass a barrier that a wave which has ended
	// never reached, as the hardware does.
	LenientBarriers bool
	// KeepGoing goes on after accesses of global memory that end the run here, but not on a card: in
	// the last page of an allocation, behind its end, and stores to memory that kernels must not
	// write. Such loads read 0, and such stores write nothing.
	KeepGoing bool
	// Observers are told what the run does; each event goes to them in this order.
	Observers []Observer
	// Resident is how much guest memory, in bytes, may exist before pages that were never written
	// are dropped; the next touch creates them again. 0 means DefaultResident. Written pages stay.
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
		return g, fmt.Errorf("both the number of workgroups (grid) and that of work-items (global) are given; give only one")
	case l.Grid != zero:
		for i := range 3 {
			n := uint64(l.Grid[i]) * uint64(l.Block[i])
			if n == 0 || n > 1<<32-1 {
				return g, fmt.Errorf("grid %v of blocks %v has %d work-items in dimension %d; the range is 1 to 2^32-1", l.Grid, l.Block, n, i)
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
		return g, fmt.Errorf("the grid has %d x %d x %d workgroups; the simulator's limit is %d", g.groups[0], g.groups[1], g.groups[2], uint64(maxGroups))
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
