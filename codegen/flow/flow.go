// Package flow finds out about the values of a kernel what the compiler needs to
// place and to address them: which are the same in all lanes of a wave, in which
// range an integer lies, which power of two divides it, and to what memory a
// memref points. It knows the IR only.
//
// What it says holds for every execution that is defined; of a poison value it
// says nothing.
package flow

import (
	"heddle/ir"
)

// Info is what is known about the values of one kernel. It is about the kernel
// as it was when it was analyzed.
type Info struct {
	Kernel *ir.Operation
	Launch Launch

	num    map[*ir.Value]int32 // values, numbered in the order of the text
	ranges []Interval
	lanes  []uint64 // bits that may differ between the lanes of a wave

	divergent map[*ir.Operation]bool // branches and loops that lanes take differently
	points    pointers
}

// Analyze looks at a kernel. It takes time linear in its size, but for nests of
// loops that carry growing integers.
func Analyze(kernel *ir.Operation, l Launch) *Info {
	f := AnalyzeRanges(kernel, l)
	f.findPointers()
	f.findLanes()
	return f
}

// AnalyzeRanges is Analyze for those who ask for ranges and divisors only; it
// knows of nothing that it is the same in all lanes, and nothing of memrefs.
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

// Values is how many values there were in the kernel.
func (f *Info) Values() int { return len(f.num) }

func (f *Info) number(values []*ir.Value) {
	for _, v := range values {
		f.num[v] = int32(len(f.num))
	}
}

// Range is the interval of an integer or index of up to 64 bits; for a vector
// that of every element. Of other values, and those that came after the
// analysis, it is everything.
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

// Divisor is the largest power of two that is known to divide the number; 1<<63
// for a 0.
func (f *Info) Divisor(v *ir.Value) uint64 { return 1 << min(63, f.Range(v).Zeros) }

// Uniform reports whether the value is the same for all lanes of a wave that are
// active where it is defined.
func (f *Info) Uniform(v *ir.Value) bool { return f.LaneBits(v) == 0 }

// LaneBits are the bits of an integer of up to 64 bits that may differ between
// the lanes of a wave; all or none of other values.
func (f *Info) LaneBits(v *ir.Value) uint64 {
	if n, ok := f.num[v]; ok && f.lanes != nil {
		return f.lanes[n]
	}
	return anyLane
}

// Divergent reports whether lanes of a wave may take a branch differently or
// leave a loop after different numbers of iterations.
func (f *Info) Divergent(op *ir.Operation) bool { return f.divergent[op] }

// width is the number of bits of integers that are analyzed, for a vector of its
// elements; 0 for other types.
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
