package codegen

import (
	"heddle/ir"
	"heddle/mach"
)

// How memrefs travel through the results of an if and the arguments of a loop
// (carry.go): as the dwords that can differ, in a form that all values share
// which meet there.

// refDwords are the registers of a memref in a form that can be carried.
func (k *kernel) refDwords(r *ref) []mach.Operand { return nil }

// refLike is the memref of a form whose registers are dw.
func (k *kernel) refLike(form *ref, dw []mach.Operand) *ref { return form }

// refDwordsLike are the registers of r in a form, which r is brought into if it
// has another; the error names what cannot be.
func (k *kernel) refDwordsLike(op *ir.Operation, r, form *ref) ([]mach.Operand, error) {
	return nil, k.refuse(op, "memrefs as results are not compiled", "")
}

// refJoin is the form that can stand for both a and b.
func (k *kernel) refJoin(op *ir.Operation, a, b *ref) (*ref, error) {
	return nil, k.refuse(op, "memrefs as results are not compiled", "")
}

// refCarried is the form in which a loop carries a memref that begins as r:
// what may change from turn to turn is in registers.
func (k *kernel) refCarried(r *ref) *ref { return r }

// refScalar reports whether all registers of a memref are scalar.
func (k *kernel) refScalar(r *ref) bool { return false }
