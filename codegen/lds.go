package codegen

import (
	"fmt"

	"heddle/ir"
	"heddle/mach"
)

// memory is what selection keeps about the kernel's memory.
type memory struct {
	roots int32 // numbers given to allocations, for mach.Mem
	// sums are offsets that were computed in a block before, by kernel.key.
	sums map[string][]mach.Operand
	// globals are the LDS of memref.globals and allocations, by operation.
	allocated map[*ir.Operation]int32
}

func newMemory() memory {
	return memory{sums: map[string][]mach.Operand{}, allocated: map[*ir.Operation]int32{}}
}

// allocAlign is the alignment of allocations in LDS and scratch: that of the
// widest access.
const allocAlign = 16

// bindAttributions gives the workgroup and private attributions of a gpu.func
// their memory.
func (k *kernel) bindAttributions() error {
	args := k.op.Regions[0].Entry().Args[len(ir.FunctionTypeOf(k.op).Inputs):]
	shared := 0
	if len(args) > 0 {
		shared = int(k.op.IntAttr("workgroup_attributions"))
	}
	for i, arg := range args {
		space := refPrivate
		if i < shared {
			space = refLDS
		}
		r, err := k.allocate(k.op, fmt.Sprintf("attribution %d", i), arg.Type.(*ir.MemRefType), space)
		if err != nil {
			return err
		}
		k.vals[arg] = value{typ: arg.Type, ref: r}
	}
	return nil
}

// allocate reserves LDS or scratch for a memref of a static type.
func (k *kernel) allocate(op *ir.Operation, name string, t *ir.MemRefType, space refSpace) (*ref, error) {
	n, ok := extent(t)
	if !ok {
		return nil, k.refuse(op, fmt.Sprintf("memory for %s in %s", t, refSpaceNames[space]), "sizes have to be static")
	}
	r := staticRef(t, space)
	k.roots++
	r.root, r.noAlias = k.roots, true
	total, limit := &k.f.LDSBytes, k.f.Chip.LDSBytes
	if space == refPrivate {
		total, limit = &k.f.ScratchBytes, maxScratch
	}
	start := (*total + allocAlign - 1) / allocAlign * allocAlign
	if n > int64(limit-start) {
		return nil, k.refuse(op, k.tooLarge(name, n, start, space), "")
	}
	*total = start + int(n)
	r.base = []mach.Operand{constDword(uint32(start))}
	return r, nil
}

// maxScratch is the private memory that a lane can have: what the compiler
// hands out of the 2^18 - 1 dwords a wave that the hardware's size field can
// express (isa/hazards.md §4) leaves room for spills.
const maxScratch = 1 << 17

// tooLarge says what does not fit where.
func (k *kernel) tooLarge(name string, n int64, used int, space refSpace) string {
	if space == refPrivate {
		return fmt.Sprintf("%s has %d bytes, %d are in use, and the private memory of a lane is %d bytes at most", name, n, used, maxScratch)
	}
	return fmt.Sprintf("%s has %d bytes, %d are in use, and the LDS of %s has %d bytes", name, n, used, k.f.Chip.Name, k.f.Chip.LDSBytes)
}
