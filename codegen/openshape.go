package codegen

import (
	"fmt"

	"heddle/ir"
)

// A subspan of a binding need not name its dynamic sizes. Unused ones may stay open: accesses do
// not need sizes, and a memref that is only cast does not need strides.

// unknown reports whether a size or stride has been left open.
func unknown(l linear) bool { return l.constant() && l.c == ir.Dynamic }

// sizeLost reports whether a size may have been left open, also where control flow has passed it
// on.
func (k *kernel) sizeLost(l linear) bool { return unknown(l) || k.sizesLost && !l.constant() }

// anyUnknown returns the first that has been left open.
func anyUnknown(list []linear) (int, bool) {
	for i, l := range list {
		if unknown(l) {
			return i, true
		}
	}
	return 0, false
}

// noteOpen records a memref with open sizes or strides.
func (k *kernel) noteOpen(v *ir.Value, r *ref) {
	_, size := anyUnknown(r.sizes)
	_, stride := anyUnknown(r.strides)
	if !size && !stride {
		return
	}
	if k.open == nil {
		k.open = map[*ir.Value]bool{}
	}
	k.open[v] = true
}

// overShape are the operations that accept a memref with any strides: they make new ones or check
// for themselves.
var overShape = map[string]bool{
	"memref.reinterpret_cast": true, "memref.cast": true, "memref.extract_strided_metadata": true,
	"memref.dim": true, "memref.assume_alignment": true, "memref.memory_space_cast": true,
	"memref.extract_aligned_pointer_as_index": true, "amdgpu.fat_raw_buffer_cast": true,
}

// openOperands refuses an operation that needs a stride that is not known.
func (k *kernel) openOperands(op *ir.Operation) error {
	for _, v := range op.Operands {
		if !k.open[v] || overShape[op.Name()] {
			continue
		}
		r := k.value(v).ref
		if i, is := anyUnknown(r.strides); is {
			return k.refuse(op, fmt.Sprintf("stride %d of %s is not known", i, v.Type), "give its sizes where the memref is made")
		}
		if op.Decl.Is(ir.Terminator) || len(op.Regions) > 0 || op.Name() == "arith.select" {
			k.sizesLost = true
		}
	}
	return nil
}
