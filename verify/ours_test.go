//go:build llvm

package verify_test

import (
	"heddle/arch"
	"heddle/build"
	"heddle/ir"
)

// ours compiles the only kernel of a verified module to a code object.
func ours(m *ir.Module, chip *arch.Chip) ([]byte, error) {
	r, err := build.MLIR(m, build.Options{Chip: chip})
	if err != nil {
		return nil, err
	}
	return r.Object, nil
}
