// Package build takes kernels in MLIR to a code object and says how to launch
// them. It is what the commands use, and what a Go program of a user can.
package build

import (
	"fmt"
	"strings"

	"heddle/arch"
	"heddle/asm"
	"heddle/codegen"
	"heddle/hsaco"
	"heddle/ir"
	"heddle/mach"
)

// Options say what to build.
type Options struct {
	Chip *arch.Chip
	// Kernel is the name of the only kernel to compile; empty for all of the
	// module.
	Kernel string
	// Block is the size of a workgroup for kernels that do not state one; zeros
	// if it is not known.
	Block [3]uint32
	// Debug puts source lines into the code object.
	Debug bool
	// Mach steers the compiler's passes.
	Mach mach.Options
}

// Result is what came out.
type Result struct {
	Chip    *arch.Chip
	Kernels []*Kernel
	// Assembly is the text of the code object, with comments; the assembler
	// makes Object of it.
	Assembly []byte
	Object   []byte
}

// Kernel is one compiled kernel.
type Kernel struct {
	*codegen.Kernel
	Code *mach.Code
}

// MLIR compiles the kernels of a module, which it changes on the way. Errors
// that are the user's are *ir.Diagnostic, or say what is missing.
func MLIR(m *ir.Module, opt Options) (*Result, error) {
	entries, err := ir.SelectKernels(m, opt.Kernel)
	if err != nil {
		return nil, err
	}
	r := &Result{Chip: opt.Chip}
	for _, e := range entries {
		block := e.Block
		if block == [3]uint32{} {
			block = opt.Block
		} else if opt.Block != [3]uint32{} && opt.Block != block {
			return nil, fmt.Errorf("kernel %q has workgroups of %d,%d,%d, not %d,%d,%d", e.Name, block[0], block[1], block[2], opt.Block[0], opt.Block[1], opt.Block[2])
		}
		k, err := codegen.Compile(m, e.Op, symbolName(e.Name), codegen.Options{Chip: opt.Chip, Block: block, Mach: opt.Mach})
		if err != nil {
			return nil, err
		}
		r.Kernels = append(r.Kernels, &Kernel{Kernel: k, Code: k.Func.Emit()})
	}
	r.Assembly = assembly(r, opt.Debug)
	assembled, err := asm.Assemble(r.Assembly, asm.Options{File: "kernel.s", Chip: opt.Chip})
	if err != nil {
		panic(fmt.Sprintf("BUG: the compiler's assembly is refused: %v\n", err))
	}
	if r.Object, err = hsaco.Link(assembled.Module); err != nil {
		panic(fmt.Sprintf("BUG: the compiler's object cannot be linked: %v", err))
	}
	return r, nil
}

// symbolName is a kernel's name in the code object: without the modules around
// it.
func symbolName(name string) string {
	if i := strings.LastIndex(name, "::"); i >= 0 {
		return name[i+2:]
	}
	return name
}
