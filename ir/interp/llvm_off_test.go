//go:build !llvm

package interp_test

import (
	"testing"

	"heddle/arch"
)

// compareLLVM compares with LLVM's code if there is an LLVM: see amdgpu_llvm_test.go.
func compareLLVM(*testing.T, *arch.Chip, int, string, [][]byte, []buffer) {}
