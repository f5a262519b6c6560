// Package flow analyzes the values of a kernel so that the compiler can place and address them:
// which are the same in all lanes of a wave, the range of an integer, the power of two that divides
// it, and the memory that a memref points to. It depends on the IR only.
//
// Its results hold for every defined execution; they say nothing about poison values.
package flow

import (
	"heddle/ir"
)

// Info is what is known about the values of one kernel, at the time of the analysis.
type Info struct {
	Kernel *ir.Operation
	Launch Launch

	num    map[*ir.Value]int32 // values, numbered in program order
	ranges []Interval
	lanes  []uint64 // bits that may differ between the lanes of a wave

	divergent map[*ir.Operation]bool // branches and loops in which lanes may diverge
	points    pointers
}

// Analyze analyzes a kernel. It takes time linear in the kernel's size, except for nested loops
// that carry growing integers.
func Analyze(kernel *ir.Operation, l Launch) *Info {
	f := AnalyzeRanges(kernel, l)
	f.findPointers()
	f.findLanes()
	return f
}

// AnalyzeRanges is like Analyze, but only computes ranges and divisors: nothing about uniformity or
// memrefs.
func AnalyzeRanges(kernel *ir.Operation, l Launch) *Info {
	values := 0
	kernel.Walk(func(op *ir.Operation) bool {
		values += len(op.Results) + 1
		return true
	})
	f := &Info{Kernel: kernel, Launch: l, num: make(map[*ir.Value]int32, values), divergent: map[*ir.Operation]bool{}}
	kernel.Walk(func(op *ir.Operation) bool {
		f.number(op.Results)
		for _, r := range op.Regions {
			for _, b := range r.Blocks {
				f.number(b.Args)
			}
		}
		return true
	})
	f.findRanges()
	return f
}

// Values returns the number of values in the analyzed kernel.
func (f *Info) Values() int { return len(f.num) }

func (f *Info) number(values []*ir.Value) {
	for _, v := range values {
		f.num[v] = int32(len(f.num))
	}
}

// Range returns the interval of an integer or index of up to 64 bits, for a vector that of every
// element. For other values, and for those created after the analysis, it is the full interval.
func (f *Info) Range(v *ir.Value) Interval {
	if n, ok := f.num[v]; ok && width(v) > 0 {
		return f.ranges[n]
	}
	if w := width(v); w > 0 {
		return full(w)
	}
	return full(64)
}

// FitsU32 reports whether the unsigned number fits into 32 bits.
func (f *Info) FitsU32(v *ir.Value) bool { return width(v) > 0 && f.Range(v).UMax <= 1<<32-1 }

// FitsS32 reports whether the signed number fits into 32 bits.
func (f *Info) FitsS32(v *ir.Value) bool {
	r := f.Range(v)
	return width(v) > 0 && r.SMin >= -1<<31 && r.SMax <= 1<<31-1
}

// Divisor returns the largest power of two that is known to divide the number; 1<<63 for a 0.
func (f *Info) Divisor(v *ir.Value) uint64 { return 1 << min(63, f.Range(v).Zeros) }

// Uniform reports whether the value is the same for all lanes of a wave that are
// active where it is defined.
func (f *Info) Uniform(v *ir.Value) bool { return f.LaneBits(v) == 0 }

// LaneBits returns the bits of an integer of up to 64 bits that may differ between the lanes of a
// wave; all or none of other values.
func (f *Info) LaneBits(v *ir.Value) uint64 {
	if n, ok := f.num[v]; ok && f.lanes != nil {
		return f.lanes[n]
	}
	return anyLane
}

// Divergent reports whether lanes of a wave may take a branch differently or
// leave a loop after different numbers of iterations.
func (f *Info) Divergent(op *ir.Operation) bool { return f.divergent[op] }

// width returns the number of bits of an analyzed integer, or of a vector's elements; 0 for other
// types.
func width(v *ir.Value) int { return intWidth(v.Type) }

func intWidth(t ir.Type) int {
	if vt, ok := t.(*ir.VectorType); ok {
		t = vt.Elem
	}
	switch t := t.(type) {
	case ir.IndexType:
		return 64
	case ir.IntegerType:
		if w := t.Width(); w <= 64 {
			return w
		}
	}
	return 0
}
