package main

import (
	"heddle/arch"
	"heddle/codegen/flow"
	"heddle/ir"
	"heddle/ir/interp"
)

// complete adds to a plan what kernels in MLIR say of their launch, and compares
// the two. Mistakes in the module or in a kernel's name are left to those who use it.
func (l *launchFile) complete(m *ir.Module, chip *arch.Chip) error {
	for _, d := range l.Dispatches {
		k, err := interp.FindKernel(m, d.Kernel)
		if err != nil {
			continue
		}
		if len(d.Grid) == 0 && len(d.Global) == 0 {
			grid := flow.LaunchOf(k.Op, chip).Grid
			if grid == [3]uint32{} {
				return l.incomplete(d, gridMissing)
			}
			d.Grid = grid[:]
		}
		params, err := k.Params()
		if err != nil {
			continue
		}
		if err := l.fit(d, interpreted(params), k.Name); err != nil {
			return err
		}
	}
	return nil
}
