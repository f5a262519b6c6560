package main

import (
	"fmt"

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
		if err := l.completeGrid(d, k, chip); err != nil {
			return err
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

// completeGrids computes the grids of kernels that come with a rule for them.
func (l *launchFile) completeGrids(dispatches []*dispatch, m *ir.Module, chip *arch.Chip) error {
	for _, d := range dispatches {
		k, err := interp.FindKernel(m, d.Kernel)
		if err != nil {
			continue
		}
		if _, computed := k.Workload(); computed || d.Workload != nil {
			if err := l.completeGrid(d, k, chip); err != nil {
				return err
			}
		}
	}
	return nil
}

// completeGrid takes the grid that the kernel states, or computes it from the
// workload.
func (l *launchFile) completeGrid(d *dispatch, k *interp.Kernel, chip *arch.Chip) error {
	given := len(d.Grid) > 0 || len(d.Global) > 0
	if d.Workload != nil {
		if given {
			return l.incomplete(d, "a workload gives the grid: leave out the sizes of the grid")
		}
		grid, err := k.Grid(d.Workload)
		if err != nil {
			return l.incomplete(d, "workload: "+err.Error())
		}
		d.Grid = grid[:]
		return nil
	}
	grid := flow.LaunchOf(k.Op, chip).Grid
	numbers, computed := k.Workload()
	switch {
	case given:
	case grid != [3]uint32{}:
		d.Grid = grid[:]
	case computed:
		return l.incomplete(d, fmt.Sprintf("the grid of kernel %s depends on %s of the dispatch: --workload N,..., or --grid X,Y,Z workgroups", k.Name, count(uint64(numbers), "number")))
	default:
		return l.incomplete(d, gridMissing)
	}
	return nil
}
