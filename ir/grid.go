package ir

import (
	"errors"
	"fmt"
	"math"
)

// The number of workgroups that an executable computes for its kernel. The host
// evaluates it before each launch, from numbers of the dispatch, its workload.

// countRegionOf finds the region that computes the grid of a function: the region of its
// iree_codegen.dispatch_config, or that of its export. It is nil if there is none.
func countRegionOf(kernel *Operation) *Region {
	name := kernel.StringAttr("sym_name")
	module := kernel.Parent()
	if module == nil {
		return nil
	}
	for _, b := range kernel.Block.Region.Blocks {
		for _, op := range b.Ops {
			if op.Name() == "iree_codegen.dispatch_config" && op.StringAttr("function_ref") == name {
				return usable(op)
			}
		}
	}
	if export := exportOf(kernel); export != nil {
		return usable(export)
	}
	return nil
}

// exportOf finds the export of a function beside the module that has it.
func exportOf(kernel *Operation) *Operation {
	name, module := kernel.StringAttr("sym_name"), kernel.Parent()
	if module == nil || module.Block == nil {
		return nil
	}
	for _, op := range module.Block.Ops {
		switch op.Name() {
		case "stream.executable.export":
			if op.StringAttr("function_ref") == name {
				return op
			}
		case "hal.executable.export":
			if op.StringAttr("sym_name") == name {
				return op
			}
		}
	}
	return nil
}

func usable(op *Operation) *Region {
	if len(op.Regions) == 0 || op.Regions[0].Entry() == nil {
		return nil
	}
	return op.Regions[0]
}

// Workload returns how many numbers of the dispatch the grid may depend on; ok is false if the
// kernel does not come with a rule for its grid.
func (k *Kernel) Workload() (n int, ok bool) {
	r := countRegionOf(k.Op)
	if r == nil {
		return 0, false
	}
	return len(workloadOf(r)), true
}

// workloadOf returns the arguments that are numbers: the device comes first, if at all.
func workloadOf(r *Region) []*Value {
	args := r.Entry().Args
	for len(args) > 0 && args[0].Type != Index {
		args = args[1:]
	}
	return args
}

// errWorkload is the error of a grid for which the workload is missing.
var errWorkload = errors.New("the grid depends on the workload")

// Grid computes the number of workgroups for a workload, by the rule that comes with the kernel.
// The workload may be nil if the grid does not depend on it.
func (k *Kernel) Grid(workload []int64) (grid [3]uint32, err error) {
	r := countRegionOf(k.Op)
	if r == nil {
		return grid, fmt.Errorf("kernel %q comes without a rule for its grid", k.Name)
	}
	args := workloadOf(r)
	if workload != nil && len(workload) != len(args) {
		return grid, fmt.Errorf("the grid of kernel %q depends on a workload of %s, not %d", k.Name, plural(len(args), "number"), len(workload))
	}
	known := map[*Value]int64{}
	for i, n := range workload {
		known[args[i]] = n
	}
	counts, err := evaluate(r.Entry(), known)
	if err != nil {
		return grid, err
	}
	if len(counts) > 3 {
		return grid, fmt.Errorf("a grid has three dimensions, not %d", len(counts))
	}
	grid = [3]uint32{1, 1, 1}
	for i, n := range counts {
		if n < 1 || n > math.MaxInt32 {
			return grid, fmt.Errorf("the grid of kernel %q would have %d workgroups in dimension %d", k.Name, n, i)
		}
		grid[i] = uint32(n)
	}
	return grid, nil
}

// evaluate executes a block of operations on numbers and returns the operands of its terminator.
func evaluate(b *Block, known map[*Value]int64) ([]int64, error) {
	for _, op := range b.Ops {
		in := make([]int64, len(op.Operands))
		missing := false
		for i, v := range op.Operands {
			n, ok := known[v]
			in[i], missing = n, missing || !ok
		}
		switch {
		case op.Decl.Is(Terminator) && missing:
			return nil, errWorkload
		case op.Decl.Is(Terminator):
			return in, nil
		case missing:
			continue // if it is needed at all, the terminator misses it
		}
		n, err := evaluateOp(op, in)
		if err != nil {
			return nil, &OpError{Msg: err.Error(), Op: op}
		}
		if len(op.Results) == 1 {
			known[op.Results[0]] = n
		}
	}
	return nil, errors.New("the rule for the grid has no terminator")
}

// evaluateOp computes an operation on numbers.
func evaluateOp(op *Operation, in []int64) (int64, error) {
	switch op.Name() {
	case "arith.constant":
		if a, ok := op.Attr("value").(*IntegerAttr); ok {
			return a.Int64(), nil
		}
	case "affine.apply", "affine.min", "affine.max":
		return evaluateMap(op, in)
	case "arith.index_cast", "arith.index_castui", "arith.extui", "arith.extsi", "util.assume.int":
		if len(op.Results) == 1 {
			return in[0], nil
		}
	case "arith.cmpi":
		return compareInts(op.IntAttr("predicate"), in[0], in[1]), nil
	case "arith.select":
		if in[0] != 0 {
			return in[1], nil
		}
		return in[2], nil
	}
	if f := integerRules[op.Name()]; f != nil && len(in) == 2 {
		if n, ok := f(in[0], in[1]); ok {
			return n, nil
		}
		return 0, fmt.Errorf("%s of %d and %d has no result", op.Name(), in[0], in[1])
	}
	return 0, fmt.Errorf("%s is not evaluated for a grid", op.Name())
}

func evaluateMap(op *Operation, in []int64) (int64, error) {
	m := op.mapAttr("map")
	results, ok := m.Eval(in[:m.Dims], in[m.Dims:])
	if !ok || len(results) == 0 {
		return 0, fmt.Errorf("%s has no result for %v", op.Name(), in)
	}
	best := results[0]
	for _, n := range results[1:] {
		if op.Name() == "affine.min" {
			best = min(best, n)
		} else {
			best = max(best, n)
		}
	}
	return best, nil
}

// integerRules evaluate operations on two numbers; ok is false if there is no result.
var integerRules = map[string]func(a, b int64) (n int64, ok bool){
	"arith.addi":       func(a, b int64) (int64, bool) { return a + b, true },
	"arith.subi":       func(a, b int64) (int64, bool) { return a - b, true },
	"arith.muli":       func(a, b int64) (int64, bool) { return a * b, true },
	"arith.andi":       func(a, b int64) (int64, bool) { return a & b, true },
	"arith.ori":        func(a, b int64) (int64, bool) { return a | b, true },
	"arith.xori":       func(a, b int64) (int64, bool) { return a ^ b, true },
	"arith.shli":       func(a, b int64) (int64, bool) { return a << (b & 63), b >= 0 && b < 64 },
	"arith.shrui":      func(a, b int64) (int64, bool) { return int64(uint64(a) >> (b & 63)), b >= 0 && b < 64 },
	"arith.shrsi":      func(a, b int64) (int64, bool) { return a >> (b & 63), b >= 0 && b < 64 },
	"arith.maxsi":      func(a, b int64) (int64, bool) { return max(a, b), true },
	"arith.minsi":      func(a, b int64) (int64, bool) { return min(a, b), true },
	"arith.maxui":      func(a, b int64) (int64, bool) { return int64(max(uint64(a), uint64(b))), true },
	"arith.minui":      func(a, b int64) (int64, bool) { return int64(min(uint64(a), uint64(b))), true },
	"arith.divui":      unsigned(func(a, b uint64) uint64 { return a / b }),
	"arith.remui":      unsigned(func(a, b uint64) uint64 { return a % b }),
	"arith.ceildivui":  unsigned(func(a, b uint64) uint64 { return a/b + min(a%b, 1) }),
	"arith.divsi":      signed(func(a, b int64) int64 { return a / b }),
	"arith.remsi":      signed(func(a, b int64) int64 { return a % b }),
	"arith.ceildivsi":  signed(ceilDiv),
	"arith.floordivsi": signed(floorDiv),
}

func unsigned(f func(a, b uint64) uint64) func(a, b int64) (int64, bool) {
	return func(a, b int64) (int64, bool) {
		if b == 0 {
			return 0, false
		}
		return int64(f(uint64(a), uint64(b))), true
	}
}

func signed(f func(a, b int64) int64) func(a, b int64) (int64, bool) {
	return func(a, b int64) (int64, bool) {
		if b == 0 || a == math.MinInt64 && b == -1 {
			return 0, false
		}
		return f(a, b), true
	}
}

// compareInts is arith.cmpi: 1 if the comparison holds.
func compareInts(predicate, a, b int64) int64 {
	x, y := uint64(a), uint64(b)
	holds := [...]bool{a == b, a != b, a < b, a <= b, a > b, a >= b, x < y, x <= y, x > y, x >= y}
	if predicate >= 0 && predicate < int64(len(holds)) && holds[predicate] {
		return 1
	}
	return 0
}
