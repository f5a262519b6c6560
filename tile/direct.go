package tile

import (
	"slices"

	"heddle/ir"
	"heddle/layout"
)

// Direct announces that tiles will come from memory directly (Copy), not through registers: chunks
// that the swizzle moves are then at least as large as what a lane loads, 16 bytes where the chip has
// such loads, or else 4.
func Direct() Use { return Use{direct: true} }

// Copy loads a tile of the size of the LDS tile from a tensor, its first element at the given
// indices, directly to a buffer: no registers hold it. Each load of a wave fills adjacent places of
// LDS; the lanes take from memory what belongs there, so that the swizzle is that of the LDS tile.
// Elements outside of the tensor are 0. The data are there after a Barrier, and in Async after Await
// and a Barrier.
func (s *LDS) Copy(t *Tensor, buffer Index, at ...Index) {
	s.CopyBy(0, s.k.waves, t, buffer, at...)
}

// CopyBy is Copy by n of the workgroup's waves, a power of two, from a multiple of it on: others may
// copy another tile at the same time.
func (s *LDS) CopyBy(first, n int, t *Tensor, buffer Index, at ...Index) {
	k := s.k
	switch {
	case first < 0 || !powers(n) || first+n > k.waves || first%n != 0:
		k.fail("waves %d to %d of a workgroup of %d copy a tile; accepted: a power of two of them, from a multiple of it on", first, first+n-1, k.waves)
	case !s.direct:
		k.fail("Copy to LDS that does not expect it; announce it with Direct")
	case !ir.SameType(t.elem, s.elem):
		k.fail("a tile of tensor %s of %s is copied to LDS of %s", t.name, t.elem, s.elem)
	case t.flipped || t.outside != 0:
		k.fail("tensor %s: Copy takes rows as they are in memory, with zeros outside; for T and Outside, Load and Store", t.name)
	}
	if s.blocks > 0 {
		s.copyBlocks(first, n, t, buffer, at)
		return
	}
	s.checkBuffer(buffer)
	c := s.copies(t, n, at)
	emit := func() {
		for i := range c.times {
			s.copyOne(&c, buffer, i)
		}
	}
	if c.waves == k.waves {
		emit()
		return
	}
	group := k.Wave().Div(int64(c.waves)).Xor(I(int64(first / c.waves)))
	k.If(group.Less(I(1)), emit)
}

// copying is how a tile goes to LDS.
type copying struct {
	w window
	// layout has the lanes' places in the tile; an item is a load.
	layout Layout
	// bytes are those of a lane; so many waves load so many times each.
	bytes, waves, times int
	inside              [2]bool
	buffer              *ir.Value
}

// copies plans the loads of a tile: 2^n adjacent pieces of LDS, first over the lanes, then over waves,
// then over loads.
func (s *LDS) copies(t *Tensor, waves int, at []Index) (c copying) {
	k := s.k
	whole := Layout{Rows: s.rows, Cols: s.cols}
	c.w = k.window(t, whole, at)
	k.begins(c.w)
	c.inside = [2]bool{c.w.inside(0), c.w.inside(1)}
	size := bitWidth(s.elem) / 8
	total := s.rows * s.cols * size
	have := c.w.aligned(s.cols, c.inside[1]) * size
	for _, bytes := range layout.DirectBytes(k.Chip) { // the widest, or the widest of which each wave has a load
		if fits := bytes >= size && bytes <= have && bytes <= s.chunk*size && bytes*k.Chip.WaveSize <= total; fits && (c.bytes == 0 || c.bytes*k.Chip.WaveSize*waves > total) {
			c.bytes = bytes
		}
	}
	if c.bytes == 0 {
		c.refused(s, t, have, total)
	}
	wave := c.bytes * k.Chip.WaveSize
	c.waves = min(waves, total/wave)
	c.times = total / wave / c.waves
	c.layout = whole
	next := c.bytes / size
	spots := func(n int) (list []spot) {
		for range log2(n) {
			list = append(list, s.origin(next))
			next *= 2
		}
		return list
	}
	c.layout.lane = spots(k.Chip.WaveSize)
	c.layout.wave = append(spots(c.waves), make([]spot, log2(k.waves/c.waves))...)
	c.layout.item = spots(c.times)
	c.buffer = t.resource()
	return c
}

// refused says why no load fits: have adjacent bytes are known to be aligned in memory, and the tile has
// total bytes.
func (c *copying) refused(s *LDS, t *Tensor, have, total int) {
	k, size := s.k, bitWidth(s.elem)/8
	accepted := slices.DeleteFunc(layout.DirectBytes(k.Chip), func(bytes int) bool { return bytes < size })
	if len(accepted) == 0 {
		k.fail("tensor %s of %s: lanes load %v bytes directly to LDS on %s, less than an element; use Load and Store", t.name, t.elem, layout.DirectBytes(k.Chip), k.Chip.Name)
	}
	least := slices.Min(accepted)
	if have >= least {
		k.fail("tensor %s: the tile has %d bytes, in chunks of %d; lanes load %v bytes directly to LDS, and all %d lanes of a wave do: use a larger tile, or Load and Store", t.name, total, s.chunk*size, accepted, k.Chip.WaveSize)
	}
	n := int64(least / size)
	advice := "let the tile begin at a column that is a multiple of %d (Index.MultipleOf says so of one that tile does not see)"
	last := len(t.shape) - 1
	for d := range last {
		switch {
		case t.strideAlign(d)%n == 0 || t.shape[d] == 1:
		case t.strides[d] != Dyn:
			advice = "pad rows in memory to a multiple of %d elements, and declare the tensor with that size"
		default:
			advice = "MultipleOf or StrideMultipleOf of the tensor states that rows are a multiple of %d elements"
		}
	}
	if size, mult := c.w.limit(1); !c.inside[1] && mult%n != 0 {
		advice = "MultipleOf of the tensor states that rows are a multiple of %d elements"
		if _, known := size.Const(); known {
			advice = "pad rows in memory to a multiple of %d elements, and declare the tensor with that size"
		}
	}
	k.fail("tensor %s: only %d adjacent bytes of a row are known to be aligned in memory, and to be inside of the tensor together; lanes load %v bytes directly to LDS: "+advice+", or use Load and Store", t.name, have, accepted, n)
}

// origin returns the element of the tile that is at a place of LDS: a number of elements from the
// buffer's first, with one bit set.
func (s *LDS) origin(at int) spot {
	if s.padding != nil {
		return s.padding.origin(at)
	}
	row, col := s.swizzle.Origin(at * bitWidth(s.elem) / 8)
	at = (row*s.swizzle.RowBytes + col) * 8 / bitWidth(s.elem)
	return spot{at / s.cols, at % s.cols}
}

// copyOne emits one load of each wave.
func (s *LDS) copyOne(c *copying, buffer Index, i int) {
	k, t := s.k, c.w.t
	item := c.layout.at(i)
	ownRow := k.mixed(c.layout, item.row, func(p spot) int { return p.row })
	ownCol := k.mixed(c.layout, item.col, func(p spot) int { return p.col })
	row, col := c.w.origin[0].Plus(ownRow), t.groups.column(c.w.origin[1].Plus(ownCol))
	rows, _ := c.w.limit(0)
	cols, _ := c.w.limit(1)
	src, cond := k.outer(c.w)
	switch {
	case c.inside[0]:
	case c.w.any(0):
		row = c.w.kept(0, ownRow, 1)
	default:
		cond = cond.And(row.Less(rows))
	}
	switch {
	case c.inside[1]:
	case c.w.any(1) && t.groups.n == 0:
		col = c.w.kept(1, ownCol, c.bytes*8/bitWidth(s.elem))
	default:
		cond = cond.And(col.Less(cols))
	}
	if len(t.shape) > 1 {
		src = append(src, k.value(row))
	}
	src = append(src, k.value(k.orOutside(cond, col)))
	// The wave's first place in LDS.
	per := c.bytes * 8 / bitWidth(s.elem) * k.Chip.WaveSize
	dst := []*ir.Value{k.value(buffer)}
	if p := s.padding; p != nil {
		first := I(int64(p.padded(i * c.waves * per)))
		dst = append(dst, k.value(k.waveSum(p, c.waves, per).Plus(first)))
	} else {
		wide := int64(s.cols * s.fold)
		place := I(int64(i * c.waves * per))
		if c.waves > 1 {
			place = k.ScalarWave().Mod(int64(c.waves)).Times(int64(per)).Plus(place)
		}
		dst = append(dst, k.value(place.Div(wide)), k.value(place.Mod(wide)))
	}
	n := int64(c.bytes * 8 / bitWidth(s.elem))
	attrs := append(k.async(), attr("operandSegmentSizes", ir.DenseArray(ir.I32, 1, int64(len(src)), 1, int64(len(dst)))),
		attr("transferType", &ir.TypeAttr{Type: ir.Vector(s.elem, n)}))
	k.do("amdgpu.gather_to_lds", append(append(append([]*ir.Value{c.buffer}, src...), s.arg), dst...), attrs...)
}

// ScalarWave returns Wave as a value that needs no vector registers, for the places of tiles that differ
// between waves.
func (k *Kernel) ScalarWave() Index {
	wave := k.Wave()
	return k.once("scalar wave", func() Index {
		n := k.op("arith.index_cast", []*ir.Value{wave.v}, []ir.Type{ir.I32})
		n = k.op("rocdl.readfirstlane", []*ir.Value{n}, []ir.Type{ir.I32})
		x := wave
		x.v, x.terms = k.op("arith.index_cast", []*ir.Value{n}, []ir.Type{ir.Index}), nil
		return x
	})
}

// beyond is the number of an element that no buffer resource has: their sizes have 32 bits.
const beyond = 1 << 40

// orOutside returns x where a condition holds, elsewhere an index that is outside of all tensors.
func (k *Kernel) orOutside(c Condition, x Index) Index {
	switch {
	case c.known && c.holds:
		return x
	case c.known:
		return I(beyond)
	}
	v := k.op("arith.select", []*ir.Value{c.v, k.value(x), k.value(I(beyond))}, []ir.Type{ir.Index})
	return Index{k: k, v: v, lo: x.lo, hi: unbounded, mult: 1, varies: max(c.varies, x.varies)}
}
