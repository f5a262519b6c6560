package gemm

import (
	"slices"

	"heddle/ir"
	"heddle/tile"
)

// factor is a tile of A or B that goes from memory through LDS to the matrix
// instructions. It is moved in planes: one, or two for 6-bit elements.
type factor struct {
	k      *tile.Kernel
	mma    *tile.MMA
	side   tile.Side
	rows   int
	depth  int
	planes []plane
	packed bool // the planes are bytes of packed elements
}

// plane is a part of a factor.
type plane struct {
	tensor *tile.Tensor
	lds    *tile.LDS
	// loaded and stored are the layouts of what is loaded from memory and stored
	// to LDS; they differ if the elements along K are not neighbours in memory.
	loaded, stored, fragment tile.Layout
	// cols is how many columns of the tensor a step takes.
	cols int64
}

// factor chooses the layouts of a tile.
func (w *writer) factor(k *tile.Kernel, mma *tile.MMA, side tile.Side) *factor {
	p := w.p
	f := &factor{k: k, mma: mma, side: side, rows: w.c.BM, depth: w.c.BK, packed: p.A.Scaled}
	tensor, trans, fragment := w.a, p.Layout.TransA(), mma.A
	if side == tile.SideB {
		f.rows, tensor, trans, fragment = w.c.BN, w.b, !p.Layout.TransB(), mma.B
	}
	if !f.packed {
		f.planes = []plane{w.plane(k, f, tensor, w.c.BK, trans, fragment(f.rows, w.c.BK))}
		return f
	}
	// A piece of 24 bytes, of 6-bit elements, is one of 16 and one of 8.
	piece := mma.PieceBytes(side)
	for from := 0; from < piece; {
		n := 16
		for from+n > piece {
			n /= 2
		}
		l := mma.Packed(side, f.rows, f.depth, n)
		view := tensor
		if n != piece {
			view = tensor.Groups(piece, from, n)
		}
		f.planes = append(f.planes, w.plane(k, f, view, l.Cols, false, l))
		from += n
	}
	return f
}

// plane chooses the layouts of a plane of rows x cols.
func (w *writer) plane(k *tile.Kernel, f *factor, t *tile.Tensor, cols int, trans bool, fragment tile.Layout) plane {
	const accessBytes = 16
	s := plane{tensor: t, fragment: fragment, cols: int64(cols)}
	bits, _ := ir.BitWidth(t.Elem())
	share := max(1, f.rows*cols/(w.c.Waves()*k.Chip.WaveSize)) // of a lane
	width := min(accessBytes*8/bits, share)
	if run := fragment.Run(); f.packed {
		width = min(width, run)
	}
	if trans {
		height := min(accessBytes*8/bits, share/width, f.rows)
		for across := 1; across*width <= cols; across *= 2 {
			s.stored = k.Blocks(f.rows, cols, height, width, across)
			ways := k.Conflicts(t.Elem(), f.rows, cols, tile.Stored(s.stored), tile.Loaded(fragment))
			if slices.Max(ways) == 1 {
				break
			}
		}
		s.loaded = s.stored.ItemsDown()
	} else {
		s.stored = k.Spread(f.rows, cols, width)
		s.loaded = s.stored
	}
	s.lds = k.LDS(t.Elem(), f.rows, cols, buffers, tile.Stored(s.stored), tile.Loaded(fragment))
	name := "A"
	if f.side == tile.SideB {
		name = "B"
	}
	w.plan.LDS = append(w.plan.LDS, LDSTile{name, s.lds, buffers})
	return s
}

// load loads the data of a step, from a row on.
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

// get loads the operand of the matrix instructions.
func (f *factor) get(buffer tile.Index) *tile.Tile {
	var parts []*tile.Tile
	for _, p := range f.planes {
		parts = append(parts, p.lds.Load(p.fragment, buffer, 0, 0))
	}
	if f.packed {
		return f.mma.Unpack(f.side, f.rows, f.depth, parts...)
	}
	return parts[0]
}
