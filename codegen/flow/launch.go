package flow

import (
	"math"
	"strings"

	"heddle/arch"
	"heddle/ir"
)

// Launch is what is known about how a kernel is launched. Unknown sizes are 0.
type Launch struct {
	Block, Grid [3]uint32
	Wave        int // lanes
	// MaxBlock is the largest number of lanes of a workgroup.
	MaxBlock int
}

// maxItems is the largest number of work-items of a launch in a dimension: the
// dispatch packet has 32 bits for it (HSA specification, "Kernel dispatch
// packet").
const maxItems = math.MaxUint32

// LaunchOf reads what a kernel says about its launch (docs/mlir-abi.md): its
// attributes known_block_size, gpu.known_block_size or translation_info, and
// known_grid_size or gpu.known_grid_size.
func LaunchOf(kernel *ir.Operation, chip *arch.Chip) Launch {
	l := Launch{Wave: chip.WaveSize, MaxBlock: chip.MaxWorkgroup}
	if l.Block = ir.StatedBlock(kernel); uint64(l.Block[0])*uint64(l.Block[1]) > uint64(l.MaxBlock) || l.Threads() > l.MaxBlock {
		l.Block = [3]uint32{} // impossible in a launch
	}
	sizes := kernel.Ints("known_grid_size")
	if sizes == nil {
		sizes = kernel.Ints("gpu.known_grid_size")
	}
	l.Grid = triple(sizes)
	return l
}

// triple makes three sizes of up to three; those left out are 1. It returns zeros if one of them is
// not a size.
func triple(sizes []int64) (t [3]uint32) {
	if len(sizes) == 0 || len(sizes) > 3 {
		return t
	}
	t = [3]uint32{1, 1, 1}
	for i, n := range sizes {
		if n <= 0 || n > math.MaxInt32 {
			return [3]uint32{}
		}
		t[i] = uint32(n)
	}
	return t
}

// dimOf returns the number of an operation's dimension: 0 for x.
func dimOf(op *ir.Operation) int { return strings.Index("xyz", op.EnumAttr("dimension")) }

// maxBlock and maxGridDim are the largest sizes in a dimension.
func (l Launch) maxBlock(d int) uint64 {
	if n := l.Block[d]; n > 0 {
		return uint64(n)
	}
	return uint64(l.MaxBlock)
}

func (l Launch) maxGridDim(d int) uint64 {
	if n := l.Grid[d]; n > 0 {
		return uint64(n)
	}
	block := uint64(max(l.Block[d], 1))
	return (maxItems + block - 1) / block
}

// Threads returns the number of lanes of a workgroup, 0 if it is not known.
func (l Launch) Threads() int { return int(l.Block[0]) * int(l.Block[1]) * int(l.Block[2]) }

// threadBits returns the bits of gpu.thread_id that differ between lanes of a wave. Lanes are
// numbered x fastest.
func (l Launch) threadBits(d int) uint64 {
	wave := uint64(l.Wave)
	if l.Block == ([3]uint32{}) {
		return math.MaxUint64
	}
	inner, size := uint64(1), uint64(l.Block[d]) // lanes of one number, and numbers
	for _, n := range l.Block[:d] {
		inner *= uint64(n)
	}
	outer := uint64(l.Threads()) / (inner * size)
	switch {
	case size == 1 || inner%wave == 0:
		return 0
	case outer == 1 && wave%inner == 0 || size*inner%wave == 0 && wave%inner == 0:
		// A wave has wave/inner consecutive numbers starting at a multiple of that.
		return wave/inner - 1
	case wave%(inner*size) == 0:
		return below(size - 1) // a wave has all of them
	}
	return below(size - 1)
}

// position returns the range of the operations that return a lane's position; ok is false for
// others.
func (l Launch) position(op *ir.Operation) (i Interval, ok bool) {
	var lo, hi uint64
	known := func(n uint32, most uint64) {
		lo, hi = 1, most
		if n > 0 {
			lo, hi = uint64(n), uint64(n)
		}
	}
	waves := func(n int) uint64 { return uint64((n + l.Wave - 1) / l.Wave) }
	d := dimOf(op)
	exclusive := true
	switch op.Name() {
	case "gpu.thread_id":
		hi = l.maxBlock(d) - 1
	case "gpu.block_id":
		hi = l.maxGridDim(d) - 1
	case "gpu.global_id":
		hi = min(l.maxGridDim(d)*l.maxBlock(d), maxItems) - 1
	case "gpu.block_dim":
		known(l.Block[d], uint64(l.MaxBlock))
		exclusive = false
	case "gpu.grid_dim":
		known(l.Grid[d], l.maxGridDim(d))
		exclusive = false
	case "gpu.lane_id":
		hi = uint64(l.Wave) - 1
		if n := l.Threads(); n > 0 {
			hi = uint64(min(n, l.Wave)) - 1
		}
	case "gpu.subgroup_size":
		lo, hi = uint64(l.Wave), uint64(l.Wave)
		exclusive = false
	case "gpu.subgroup_id":
		hi = waves(l.MaxBlock) - 1
		if n := l.Threads(); n > 0 {
			hi = waves(n) - 1
		}
	case "gpu.num_subgroups":
		known(uint32(waves(l.Threads())), waves(l.MaxBlock))
		exclusive = false
	default:
		return i, false
	}
	if bound := uint64(op.IntAttr("upper_bound")); bound > 0 {
		if exclusive {
			bound--
		}
		hi = min(hi, bound)
	}
	if hi < lo {
		lo = hi
	}
	return between(64, lo, hi), true
}
