package gemm

import (
	"slices"
	"strings"

	"heddle/ir"
	"heddle/layout"
	"heddle/tile"
)

// factor is a tile of A or B that goes from memory through LDS to the matrix
// instructions. It is moved in planes: one, or two for 6-bit elements.
type factor struct {
	k     *tile.Kernel
	mma   *tile.MMA
	side  tile.Side
	rows  int
	depth int
	// height x part is what is read from LDS at a time; height is 0 for all rows.
	height, part int
	// steps is how many steps come to LDS together; 0 is 1.
	steps  int
	planes []plane
	packed bool // the planes are bytes of packed elements
}

// plane is a part of a factor.
type plane struct {
	tensor *tile.Tensor
	lds    *tile.LDS
	// direct: it comes to LDS directly. down: the rows of the LDS tile are those of memory, along k.
	direct, down bool
	// loaded and stored are the layouts of what is loaded from memory and stored
	// to LDS; they differ if the elements along K are not neighbours in memory.
	loaded, stored, fragment tile.Layout
	// cols is how many columns of the tensor a step takes, piece the bytes of packed elements that it
	// has of a piece of a lane.
	cols, piece int64
}

// factor chooses the layouts of a tile of some rows, which is read in parts along k.
func (w *writer) factor(k *tile.Kernel, mma *tile.MMA, side tile.Side, rows, parts int) *factor {
	p := w.p
	f := &factor{k: k, mma: mma, side: side, rows: rows, depth: w.c.BK, part: w.c.BK / parts, packed: p.A.Scaled}
	tensor, trans, fragment := w.a, p.Layout.TransA(), mma.A
	if side == tile.SideB {
		tensor, trans, fragment = w.b, !p.Layout.TransB(), w.columns(mma)
	}
	if !f.packed {
		f.planes = []plane{w.plane(k, f, sideNames[side], tensor, f.depth, trans, fragment(rows, f.part))}
		return f
	}
	// A piece of 24 bytes, of 6-bit elements, is one of 16 and one of 8.
	piece := mma.PieceBytes(side)
	for from := 0; from < piece; {
		n := 16
		for from+n > piece {
			n /= 2
		}
		l := mma.Packed(side, rows, f.depth, n)
		view := tensor
		if n != piece {
			view = tensor.Groups(piece, from, n)
		}
		one := w.plane(k, f, sideNames[side], view, l.Cols, false, mma.Packed(side, rows, f.part, n))
		one.piece = int64(n)
		f.planes = append(f.planes, one)
		from += n
	}
	return f
}

// sideNames are the names of the problem's tensors.
var sideNames = map[tile.Side]string{tile.SideA: "a", tile.SideB: "b"}

// plane chooses the layouts of a plane of rows x cols of one of the problem's tensors.
func (w *writer) plane(k *tile.Kernel, f *factor, name string, t *tile.Tensor, cols int, trans bool, fragment tile.Layout) plane {
	s := plane{tensor: t, fragment: fragment, cols: int64(cols)}
	if s.direct = w.direct(f, name, t, trans, cols); s.direct {
		s.down = trans
		if trans {
			s.tensor = t.T()
			s.lds = k.LDS(t.Elem(), cols, f.rows, w.c.stages(), w.uses(tile.Direct(), tile.LoadedTransposed(fragment))...)
		} else {
			s.lds = k.LDS(t.Elem(), f.rows, cols, w.c.stages(), w.uses(tile.Direct(), tile.Loaded(fragment))...)
		}
	} else {
		w.through(k, f, &s, cols, trans)
	}
	w.plan.LDS = append(w.plan.LDS, LDSTile{strings.ToUpper(name), s.lds, w.c.stages()})
	return s
}

// direct reports whether a plane comes to LDS directly: its rows in memory have to begin at
// multiples of what a lane loads, all lanes of a wave have to have a part, and of elements that are not
// neighbours along k there have to be transposing reads.
func (w *writer) direct(f *factor, name string, t *tile.Tensor, trans bool, cols int) bool {
	if !w.c.Direct || w.c.Schedule == Simple || w.c.Schedule == "" || w.trimmed(f) {
		return false
	}
	bits, _ := ir.BitWidth(t.Elem())
	return slices.ContainsFunc(w.p.directBytes(name, bits, trans), func(n int) bool {
		return n*w.p.Chip.WaveSize <= f.rows*cols*bits/8 && n <= cols*bits/8
	})
}

// directBytes are the sizes of a lane's direct loads that a tensor's rows are aligned for, none if what is
// in LDS then could not be read.
func (p *Problem) directBytes(tensor string, bits int, trans bool) (list []int) {
	if trans && !slices.ContainsFunc(layout.TransposeReads(p.Chip), func(r layout.TransposeRead) bool { return r.ItemBits == bits }) {
		return nil
	}
	adjacent := p.adjacent(tensor)
	for _, n := range layout.DirectBytes(p.Chip) {
		if n*8 >= bits && adjacent%int64(n) == 0 {
			list = append(list, n)
		}
	}
	return list
}

// adjacent is a number of bytes that divides the places in memory of all rows of a factor, and their
// length.
func (p *Problem) adjacent(tensor string) int64 {
	m, _ := p.Tensor(tensor)
	bits := gcd(gcd(m.LD, m.Cols), max(m.Stride, 0)) * int64(m.Type.Bits)
	if bits%8 != 0 {
		return 1
	}
	return bits / 8
}

func gcd(a, b int64) int64 {
	for b != 0 {
		a, b = b, a%b
	}
	return a
}

// through chooses the layouts of a plane that goes through registers.
func (w *writer) through(k *tile.Kernel, f *factor, s *plane, cols int, trans bool) {
	const accessBytes = 16
	t := s.tensor
	bits, _ := ir.BitWidth(t.Elem())
	share := max(1, f.rows*cols/(w.c.Waves()*k.Chip.WaveSize)) // of a lane
	width := min(accessBytes*8/bits, share)
	if run := s.fragment.Run(); f.packed {
		width = min(width, run)
	}
	if trans {
		height := min(accessBytes*8/bits, share/width, f.rows)
		if height*4 <= width && height*2 <= f.rows { // loads as wide as stores, rather than narrower by four
			height, width = height*2, width/2
		}
		for across := 1; across*width <= cols; across *= 2 {
			s.stored = k.Blocks(f.rows, cols, height, width, across)
			ways := k.Conflicts(t.Elem(), f.rows, cols, tile.Stored(s.stored), tile.Loaded(s.fragment))
			if slices.Max(ways) == 1 {
				break
			}
		}
		s.loaded = s.stored.ItemsDown()
	} else {
		s.stored = k.Spread(f.rows, cols, width)
		s.loaded = s.stored
	}
	s.lds = k.LDS(t.Elem(), f.rows, cols, w.c.stages(), w.uses(tile.Stored(s.stored), tile.Loaded(s.fragment))...)
}

// uses are those of an LDS tile.
func (w *writer) uses(list ...tile.Use) []tile.Use {
	if w.c.RowMajorLDS {
		list = append(list, tile.RowMajor())
	}
	return list
}

// load loads the data of a step to registers, from a row on.
func (f *factor) load(batch, row, step tile.Index) (list []*tile.Tile) {
	for _, p := range f.planes {
		list = append(list, f.k.Load(p.tensor, p.loaded, batch, row, step.Times(p.cols)))
	}
	return list
}

// put stores the loaded tile to LDS and returns the other tiles of the list.
func (f *factor) put(list []*tile.Tile, buffer tile.Index) []*tile.Tile {
	for i, p := range f.planes {
		p.lds.Store(list[i].Reorder(p.stored), buffer, 0, 0)
	}
	return list[len(f.planes):]
}

// copy loads the data of a step directly to LDS, or those of some steps if it is the first of them.
func (f *factor) copy(batch, row, step, buffer tile.Index) {
	buffer, of := f.share(buffer)
	if of > 0 {
		return
	}
	if f.steps > 1 {
		step = step.MultipleOf(int64(f.steps))
	}
	for _, p := range f.planes {
		at := []tile.Index{batch, row, step.Times(p.cols)}
		if p.down {
			at[1], at[2] = at[2], at[1]
		}
		p.lds.Copy(p.tensor, buffer, at...)
	}
}

// isDirect reports whether the factor comes to LDS directly.
func (f *factor) isDirect() bool {
	return !slices.ContainsFunc(f.planes, func(p plane) bool { return !p.direct })
}

// get loads the planes of a part's operand of the matrix instructions: the number of the part of the
// rows, if they are read in parts, and along k.
func (f *factor) get(buffer tile.Index, high, deep int) (list []*tile.Tile) {
	buffer, of := f.share(buffer)
	for _, p := range f.planes {
		if p.down {
			list = append(list, p.lds.LoadTransposed(p.fragment, buffer, deep*f.part, 0))
			continue
		}
		list = append(list, p.lds.Load(p.fragment, buffer, high*f.height, of*int(p.cols)+deep*p.fragment.Cols))
	}
	return list
}

// share is the buffer in LDS of what the pipeline calls a buffer, and the number of the step in it.
func (f *factor) share(buffer tile.Index) (tile.Index, int) {
	if f.steps < 2 {
		return buffer, 0
	}
	n, known := buffer.Const()
	if !known {
		panic("BUG: a pipeline that is not unrolled by its buffers")
	}
	return tile.I(n / int64(f.steps)), int(n) % f.steps
}

// operand makes the operand from its planes.
func (f *factor) operand(planes []*tile.Tile) *tile.Tile {
	if f.packed {
		return f.mma.Unpack(f.side, f.rows, f.part, planes...)
	}
	return planes[0]
}
