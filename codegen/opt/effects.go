package opt

import (
	"strings"

	"heddle/ir"
)

// removable reports whether an operation without uses may be deleted.
func removable(op *ir.Operation) bool {
	if op.Decl.Is(ir.Terminator) || len(op.Regions) > 0 {
		return false
	}
	if op.Decl.Is(ir.Pure) || op.Decl.Is(ir.NoEffect) {
		return true
	}
	// An unneeded load; an allocation disappears with its uses.
	effects := false
	for i := range op.Decl.Operands {
		e := op.Decl.Operands[i].Effect
		if e&^ir.Read != 0 {
			return false
		}
		effects = effects || e != 0
	}
	for i := range op.Decl.Results {
		if op.Decl.Results[i].Effect == ir.Alloc {
			return true
		}
	}
	return effects && !op.Decl.Is(ir.Convergent)
}

// readsMemory reports whether an operation has a memory operand that it reads.
func readsMemory(op *ir.Operation) bool {
	for i := range op.Decl.Operands {
		if op.Decl.Operands[i].Effect&ir.Read != 0 {
			return true
		}
	}
	return false
}

// WaitsItself reports whether a kernel has its own waits, which count memory operations: none of
// those may be removed, or a wait for all but the last n would wait for too few.
func WaitsItself(kernel *ir.Operation) bool {
	found := false
	kernel.Walk(func(op *ir.Operation) bool {
		switch op.Name() {
		case "amdgpu.memory_counter_wait", "rocdl.s.waitcnt":
			found = true
		}
		return !found
	})
	return found
}

// equalsFor reports whether two executions with the same operands, attributes and
// lanes give the same results, and do nothing else.
func repeatable(op *ir.Operation) bool {
	return len(op.Regions) == 0 && !op.Decl.Is(ir.Terminator) && (op.Decl.Is(ir.Pure) || op.Decl.Is(ir.NoEffect)) && len(op.Results) > 0
}

// speculatable reports whether an operation may be executed where, and by lanes by which, it would
// not have been. Upstream calls divisions with a remainder pure; here they are not, unless the
// divisor is a known good one.
func speculatable(op *ir.Operation) bool {
	if len(op.Regions) > 0 || op.Decl.Is(ir.Convergent) || op.Decl.Is(ir.Terminator) {
		return false
	}
	switch op.Name() {
	case "arith.divui", "arith.divsi", "arith.remui", "arith.remsi", "arith.ceildivui", "arith.ceildivsi", "arith.floordivsi":
		return goodDivisor(op.Operands[1])
	case "affine.apply", "affine.min", "affine.max", "affine.delinearize_index":
		return false // it may divide
	case "memref.dim":
		return inShape(op)
	case "memref.cast", "memref.collapse_shape", "memref.expand_shape":
		return false // it may be undefined for a wrong descriptor
	}
	if strings.HasPrefix(op.Name(), "memref.") && !op.Decl.Is(ir.Pure) {
		return false
	}
	return op.Decl.Is(ir.Pure)
}

// goodDivisor reports whether nothing is undefined about a division by v: it is a
// constant other than 0 and -1.
func goodDivisor(v *ir.Value) bool {
	c, ok := codesOf(v)
	if !ok {
		return false
	}
	w, _ := ir.BitWidth(ir.ElemType(v.Type))
	for _, code := range c {
		if code == 0 || code == lowMask(w) {
			return false
		}
	}
	return true
}

// inShape reports whether a memref.dim asks for a dimension that there is.
func inShape(op *ir.Operation) bool {
	shape, ok := ir.ShapeOf(op.Operands[0].Type)
	n, constant := constantInt(op.Operands[1])
	return ok && constant && n >= 0 && n < int64(len(shape))
}
