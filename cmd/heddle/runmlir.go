package main

import (
	"fmt"

	"heddle/build"
	"heddle/hsaco"
)

// compile makes the code object of an MLIR file, and takes the sizes of
// workgroups that kernels state over into the plan.
func (f *runFlags) compile(s *streams, file string, plan *launchFile) (*hsaco.Object, error) {
	if f.target.chip == nil {
		return nil, usagef("run %s: --mcpu TARGET is missing", file)
	}
	m, err := s.readModule(file, f.target.chip)
	if err != nil {
		return nil, s.reportModule(err)
	}
	o := build.Options{Chip: f.target.chip, Debug: true}
	if len(plan.Dispatches) == 1 {
		o.Kernel = plan.Dispatches[0].Kernel
	}
	for i := range plan.Dispatches {
		if o.Block, err = threeSizes(plan.Dispatches[i].Block); err != nil {
			return nil, err
		}
	}
	r, err := build.MLIR(m, o)
	if err != nil {
		return nil, s.reportModule(err)
	}
	for i := range plan.Dispatches {
		d := &plan.Dispatches[i]
		for _, k := range r.Kernels {
			if d.Kernel == "" || d.Kernel == k.Name {
				d.Block = blockOf(d.Block, k)
			}
		}
		if len(d.Block) == 0 {
			return nil, usagef("the size of a workgroup is missing, which the kernel does not say: --block X,Y,Z")
		}
	}
	object, err := hsaco.Open(r.Object, "")
	if err != nil {
		panic(fmt.Sprintf("BUG: the compiler's object: %v", err))
	}
	return object, nil
}

// blockOf is the size of a workgroup from the launch or, if it does not say, the
// kernel.
func blockOf(given []uint32, k *build.Kernel) []uint32 {
	if len(given) > 0 || k.Block == [3]uint32{} {
		return given
	}
	return k.Block[:]
}
