package tile

import (
	"heddle/ir"
)

// own refuses an index of another kernel.
func (k *Kernel) own(x Index) {
	if x.v != nil && x.k != k {
		k.fail("an index belongs to another kernel")
	}
}

// tiles refuses a nil tile, and one of another kernel.
func (k *Kernel) tiles(list ...*Tile) {
	for _, t := range list {
		switch {
		case t == nil:
			k.fail("a nil tile; was a variable not set, or is a result of another function used?")
		case t.k != k:
			k.fail("a tile belongs to another kernel; tiles are made with the Kernel that uses them")
		}
	}
}

// of returns the kernel of a tile, and refuses nil.
func (t *Tile) of() *Kernel {
	if t == nil {
		(*Kernel)(nil).tiles(t)
	}
	return t.k
}

// tensor refuses a nil tensor, and one of another kernel.
func (k *Kernel) tensor(t *Tensor) {
	switch {
	case t == nil:
		k.fail("a nil tensor; it is made with Kernel.Tensor")
	case t.k != k:
		k.fail("tensor %s belongs to another kernel", t.name)
	}
}

// living refuses a kernel whose body has returned.
func (k *Kernel) living() {
	if k.ended {
		k.fail("a Kernel is used after its function has returned; use the one that the function is called with")
	}
}

// axis refuses a number that is no direction.
func (k *Kernel) axis(along Axis) {
	if along != OverRows && along != OverCols {
		k.fail("axis %d; accepted: OverRows, down the columns, and OverCols, along the rows", along)
	}
}

// numeric refuses a reduction that is none, and elements that it does not take. what is what it is for.
func (k *Kernel) numeric(what string, r Reduction, elem ir.Type) {
	switch _, known := reductions[r]; {
	case !known:
		k.fail("%s with reduction %d; accepted: Sum, Greatest, Least and Maximum", what, r)
	case elem == ir.I1:
		k.fail("%s of conditions, i1; it takes numbers: Convert makes 0 and 1 of conditions, All and Any ask whether they hold", what)
	}
}
