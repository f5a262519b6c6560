package launch

import (
	"fmt"

	"heddle/arch"
	"heddle/codegen/flow"
	"heddle/diag"
	"heddle/ir"
	"heddle/ir/interp"
)

// complete adds to a plan what kernels in MLIR state about their launch, and checks that
// the two agree. Errors in the module or in a kernel's name are left to its users.
func (l *File) complete(m *ir.Module, chip *arch.Chip) error {
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

// completeGrids computes the grids of kernels that have a rule for them.
func (l *File) completeGrids(dispatches []*Dispatch, m *ir.Module, chip *arch.Chip) error {
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

// completeGrid uses the grid that the kernel states, or computes it from the workload.
func (l *File) completeGrid(d *Dispatch, k *interp.Kernel, chip *arch.Chip) error {
	given := len(d.Grid) > 0 || len(d.Global) > 0
	if d.Workload != nil {
		if given {
			return l.incomplete(d, "the workload determines the grid: do not give the sizes of the grid")
		}
		grid, err := k.Grid(d.Workload)
		if err != nil {
			return l.incomplete(d, "workload: %v", err)
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
		return l.incomplete(d, "the grid of kernel %s depends on %s of the dispatch: give %s N,..., or %s X,Y,Z workgroups",
			k.Name, diag.Count(numbers, "number"), diag.Field("workload"), diag.Field("grid"))
	default:
		return l.noGrid(d)
	}
	return nil
}

// noGrid is the error of a dispatch without a size.
func (l *File) noGrid(d *Dispatch) error {
	return l.incomplete(d, "the size of the grid is missing: give %s X,Y,Z workgroups or %s X,Y,Z work-items", diag.Field("grid"), diag.Field("global"))
}

// incomplete is the error of a missing or impossible size.
func (l *File) incomplete(d *Dispatch, format string, args ...any) error {
	return l.in(d.key(), diag.Usagef(format, args...))
}

// ThreeSizes extends one or two sizes with ones; without sizes, all are zero.
func ThreeSizes(sizes []uint32) ([3]uint32, error) {
	if len(sizes) > 3 {
		return [3]uint32{}, fmt.Errorf("%v has more than three sizes", sizes)
	}
	var v [3]uint32
	if len(sizes) > 0 {
		v = [3]uint32{1, 1, 1}
		copy(v[:], sizes)
	}
	return v, nil
}
