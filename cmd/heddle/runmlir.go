package main

import (
	"fmt"
	"strconv"

	"heddle/arch"
	"heddle/codegen/flow"
	"heddle/ir"
	"heddle/ir/interp"
)

// completePlan adds to a plan made of flags what a kernel in MLIR says of its
// launch: the grid, and the descriptors of memrefs for which only the memory is
// given. Mistakes in the module or the kernel's name are left to those who use it.
func (f *runFlags) completePlan(m *ir.Module, plan *launchFile, chip *arch.Chip) error {
	if f.launch != "" {
		return nil
	}
	d := &plan.Dispatches[0]
	k, err := interp.FindKernel(m, d.Kernel)
	if err != nil {
		return nil
	}
	if len(d.Grid) == 0 && len(d.Global) == 0 {
		grid := flow.LaunchOf(k.Op, chip).Grid
		if grid == [3]uint32{} {
			return usagef(gridMissing)
		}
		d.Grid = grid[:]
	}
	params, err := k.Params()
	if err != nil {
		return nil
	}
	if all := partsOf(params); len(params) != len(d.Args) && len(params) < all && len(d.Args) != all {
		return usagef("kernel %s takes an --arg for each of its %d parameters, or %d with the descriptors of its memrefs written out; %d given", k.Name, len(params), all, len(d.Args))
	}
	if len(params) == len(d.Args) {
		return d.describe(params, plan.Expect)
	}
	return nil
}

// partsOf is the number of arguments of all parameters.
func partsOf(params []interp.Param) (n int) {
	for _, p := range params {
		n += len(p.Parts)
	}
	return n
}

// describe puts the descriptor of each memref whose sizes are not in its type
// around its memory. There is an argument for each parameter; expectations
// that count them are brought along.
func (d *dispatch) describe(params []interp.Param, expect []expectation) error {
	var all []launchArg
	moved := make([]int, len(params))
	for i, p := range params {
		t, isMemref := p.Type.(*ir.MemRefType)
		if !isMemref || len(p.Parts) == 1 {
			moved[i], all = len(all), append(all, d.Args[i])
			continue
		}
		a, err := parseArg(d.Args[i].Arg)
		if err != nil {
			return err
		}
		if a.value != nil {
			return nil // no memory: the number of arguments is wrong
		}
		if !admits(t.Shape, a.tensor.shape) {
			return usagef("--arg %s: the parameter is %s, and the array's shape is %s", a.text, t, shapeText(a.tensor.shape))
		}
		moved[i] = len(all) + 1
		all = append(all, launchArg{Arg: "i64:0"}, d.Args[i], launchArg{Arg: "i64:0"})
		for _, n := range append(a.tensor.shape[:len(a.tensor.shape):len(a.tensor.shape)], rowMajor(a.tensor.shape)...) {
			all = append(all, launchArg{Arg: fmt.Sprintf("i64:%d", n)})
		}
	}
	d.Args = all
	for i := range expect {
		if n, err := strconv.Atoi(expect[i].Arg); err == nil && n >= 0 && n < len(moved) {
			expect[i].Arg, expect[i].given = strconv.Itoa(moved[n]), expect[i].Arg
		}
	}
	return nil
}

// admits reports whether an array's sizes are those of a memref, as far as they
// are known.
func admits(want ir.Shape, sizes []int) bool {
	if len(sizes) != len(want) {
		return false
	}
	for i, n := range want {
		if n != ir.Dynamic && n != int64(sizes[i]) {
			return false
		}
	}
	return true
}

// rowMajor are the strides of an array without gaps.
func rowMajor(shape []int) []int {
	strides := make([]int, len(shape))
	stride := 1
	for i := len(shape) - 1; i >= 0; i-- {
		strides[i], stride = stride, stride*shape[i]
	}
	return strides
}
