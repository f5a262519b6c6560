package isa

// Branches count dwords from the next instruction, as a signed 16-bit number (facts
// isa/encodings.md, "Branch").
const (
	branchSize = 4 // size of a branch, and its unit, in bytes
	// BranchReach is the distance, in bytes, within which a branch reaches
	// everything.
	BranchReach = branchSize * (1<<15 - 1)
)

// BranchTarget returns the target address of the branch at addr; not ok if the
// instruction does not have a target operand, or only an expression.
func (inst *Inst) BranchTarget(addr uint64) (target uint64, ok bool) {
	for i := range inst.Row.Operands {
		if inst.Row.Operands[i].Class == ClassLABEL && inst.Args[i].Kind == KindImm {
			return addr + branchSize + uint64(int64(int16(inst.Args[i].Val)))*branchSize, true
		}
	}
	return 0, false
}

// BranchOffset returns the operand of a branch to a target that is distance
// bytes after the branch; not ok if it does not fit, or if the distance is not
// a multiple of 4.
func BranchOffset(distance int64) (dwords int64, ok bool) {
	dwords = (distance - branchSize) / branchSize
	return dwords, distance%branchSize == 0 && dwords == int64(int16(dwords))
}
