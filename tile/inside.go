package tile

import (
	"fmt"

	"heddle/ir"
)

// A tile begins inside of its tensor, unless its place says that it need not: with MayLeave, or because it
// may be negative, as the row above an image is. What tile knows when the kernel is written is refused then;
// what depends on the grid and the sizes of the launch, by Run.

// placed is a tile that every workgroup moves, at a line of the kernel.
type placed struct {
	window
	at *ir.FileLoc
}

// perhaps emits code that may not run.
func (k *Kernel) perhaps(f func()) {
	k.maybe++
	f()
	k.maybe--
}

// begins refuses a tile that is known to be outside of its tensor.
func (k *Kernel) begins(w window) {
	if k.maybe > 0 {
		return
	}
	for _, p := range w.places() {
		size := w.t.shape[p.dim]
		if lo := p.index.lo; size != Dyn && lo >= size && lo != unbounded {
			k.fail("%s", w.outside(p.dim, lo, size))
		}
	}
	at, _ := k.lines.author()
	k.windows = append(k.windows, placed{w, at})
}

// outside says that a tile is not inside of a tensor.
func (w *window) outside(dim int, index, size int64) string {
	return fmt.Sprintf("a tile at index %d of dimension %d of tensor %s, which has %d there: a tile begins inside of its tensor; with Index.MayLeave, or where the index may be negative, it need not", index, dim, w.t.name, size)
}

// placeOf is a tile's first index in a dimension of a tensor.
type placeOf struct {
	dim   int
	index Index
}

// places lists the dimensions of a window in which it begins inside, without those of views of groups.
func (w *window) places() (list []placeOf) {
	add := func(dim int, x Index) {
		if negative := x.lo < 0 && x.lo != -unbounded; !x.loose && !negative {
			list = append(list, placeOf{dim, x})
		}
	}
	for d, x := range w.outer {
		add(d, x)
	}
	for d := range 2 {
		dim := len(w.t.shape) - 2 + d
		if dim < 0 || d == 1 && w.t.groups.n != 0 {
			continue
		}
		add(dim, w.origin[d])
	}
	return list
}

// apartInMemory refuses to store a tile whose rows overlap in memory: which of two elements stays there
// is not known.
func (k *Kernel) apartInMemory(w window) {
	t, n := w.t, len(w.t.shape)
	if n < 2 || t.groups.n != 0 {
		return
	}
	rows, cols := int64(w.size[0]), int64(w.size[1])
	if t.shape[n-2] != Dyn {
		rows = min(rows, t.shape[n-2])
	}
	if t.shape[n-1] != Dyn {
		cols = min(cols, t.shape[n-1])
	}
	if step := t.strides[n-2]; step != Dyn && rows > 1 && step < cols {
		k.fail("tensor %s: a tile of %d columns is stored in rows that are %d elements apart, so that they overlap; a stored tile needs rows of its own, or AtomicAdd", t.name, cols, step)
	}
}

// launched is a workgroup of a launch, with what it knows of the kernel's arguments.
type launched struct {
	group [3]int64
	args  map[*ir.Value]*argument
	known map[*ir.Value]int64
}

// value computes an index, if it depends on nothing but the launch. In a loop it is that of the first step.
func (l *launched) value(v *ir.Value) (n int64, ok bool) {
	if n, ok = l.known[v]; ok {
		return n, true
	}
	if n, ok = l.compute(v); ok {
		l.known[v] = n
	}
	return n, ok
}

func (l *launched) compute(v *ir.Value) (int64, bool) {
	if v.Op == nil {
		if loop := v.Block; loop != nil && loop.Region != nil && loop.Region.Op.Name() == "scf.for" && v == loop.Args[0] {
			return l.value(loop.Region.Op.Operands[0])
		}
		a := l.args[v]
		if a == nil || a.slice != nil || v.Type != ir.Index {
			return 0, false
		}
		code := int64(0)
		for i, b := range a.before {
			code |= int64(b) << (8 * i)
		}
		return code, true
	}
	switch v.Op.Name() {
	case "arith.constant":
		c, is := v.Op.Attr("value").(*ir.IntegerAttr)
		if !is {
			return 0, false
		}
		return c.Int64(), true
	case "gpu.block_id":
		for d := range l.group {
			if v.Op.Attr("dimension").String() == dimension(d).String() {
				return l.group[d], true
			}
		}
	case "util.assume.int":
		return l.value(v.Op.Operands[0])
	case "memref.dim":
		d, ok := l.value(v.Op.Operands[1])
		if a := l.args[v.Op.Operands[0]]; ok && a != nil && d < int64(len(a.shape)) {
			return a.shape[d], true
		}
	}
	return l.combine(v.Op)
}

// combine computes an operation on two indices.
func (l *launched) combine(op *ir.Operation) (int64, bool) {
	if len(op.Operands) != 2 {
		return 0, false
	}
	a, ok := l.value(op.Operands[0])
	if !ok {
		return 0, false
	}
	b, ok := l.value(op.Operands[1])
	if !ok {
		return 0, false
	}
	switch name := op.Name(); {
	case name == "arith.addi":
		return a + b, true
	case name == "arith.subi":
		return a - b, true
	case name == "arith.muli":
		return a * b, true
	case name == "arith.minsi":
		return min(a, b), true
	case name == "arith.maxsi":
		return max(a, b), true
	case name == "arith.xori":
		return a ^ b, true
	case name == "arith.divui" && a >= 0 && b > 0:
		return a / b, true
	case name == "arith.remui" && a >= 0 && b > 0:
		return a % b, true
	}
	return 0, false
}

// index is value for an index that may be a constant.
func (l *launched) index(x Index) (int64, bool) {
	if c, known := x.Const(); known {
		return c, true
	}
	return l.value(x.v)
}

// manyGroups is how many workgroups of a launch are looked at one by one; of more, those at the corners.
const manyGroups = 1024

// begin refuses a launch some of whose workgroups begin a tile outside of its tensor.
func (r *run) begin(m *Module) error {
	args := map[*ir.Value]*argument{}
	for i, a := range r.args {
		args[m.last.entry.Args[i]] = a
	}
	for _, group := range r.groups(m) {
		l := &launched{group: group, args: args, known: map[*ir.Value]int64{}}
		for _, w := range m.last.windows {
			for _, p := range w.places() {
				size := w.t.shape[p.dim]
				if a := args[w.t.arg]; size == Dyn && a != nil && a.shape != nil {
					size = a.shape[p.dim]
				}
				at, ok := l.index(p.index)
				if ok && size != Dyn && at >= size {
					e := &Error{Kernel: m.kernels.Ops[0].StringAttr("sym_name"), Message: fmt.Sprintf("in workgroup (%d, %d, %d), ", group[0], group[1], group[2]) + w.outside(p.dim, at, size)}
					if w.at != nil {
						e.File, e.Line = w.at.File, w.at.Line
					}
					return e
				}
			}
		}
	}
	return nil
}

// groups lists the workgroups that begin looks at.
func (r *run) groups(m *Module) (list [][3]int64) {
	grid := [3]int64{}
	for d := range grid {
		grid[d] = max(int64(r.on.Grid[d]), 1)
	}
	if states, is := m.kernels.Ops[0].Attr("known_grid_size").(*ir.DenseArrayAttr); is {
		for d := range grid {
			grid[d] = states.Nums[d]
		}
	}
	step := [3]int64{1, 1, 1}
	if grid[0]*grid[1]*grid[2] > manyGroups {
		for d := range step {
			step[d] = max(grid[d]-1, 1)
		}
	}
	for z := int64(0); z < grid[2]; z += step[2] {
		for y := int64(0); y < grid[1]; y += step[1] {
			for x := int64(0); x < grid[0]; x += step[0] {
				list = append(list, [3]int64{x, y, z})
			}
		}
	}
	return list
}
