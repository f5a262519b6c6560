//go:build llvm

package verify_test

import (
	"heddle/arch"
	"heddle/ir"
)

// ours compiles the only kernel of a verified module to a code object; nil if
// there is no compiler to compare.
var ours func(m *ir.Module, chip *arch.Chip) ([]byte, error)
