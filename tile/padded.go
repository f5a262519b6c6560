package tile

import (
	"fmt"
	"math/bits"
	"slices"

	"heddle/layout"
)

// Padded announces like Direct that tiles will come from memory directly, and asks for padding instead
// of a swizzle: rows are dealt to blocks of 1,024 bytes, which are some bytes apart, so that no read
// conflicts. Addresses are then sums, and all reads of a tile need one register for them, where a
// swizzle may need several; the tile takes a 64th more of LDS, or a little above. If no padding is free
// of conflicts, there is a swizzle. Gather, Scatter and Pictures need one.
func Padded() Use { return Use{direct: true, padded: true} }

// blockBytes is what a wave loads to LDS at once with 16 bytes a lane; facts schedules.md §1 (LDS
// placement) has the pads of other kernels.
const blockBytes = 1024

// padding is the place of a tile in LDS whose rows are dealt to padded blocks, in elements.
type padding struct {
	layout.Padding
	size int // of an element in bytes
}

// Padding returns the number of bytes between blocks of 1,024 bytes of LDS that is Padded, 0 if it has a
// swizzle.
func (s *LDS) Padding() int {
	if s.padding == nil {
		return 0
	}
	return s.padding.Bytes
}

// padded returns where a place without padding is.
func (p *padding) padded(at int) int { return p.Padded(at*p.size) / p.size }

// place returns the place of an element, a sum over the bits of its row and column.
func (p *padding) place(s spot) int { return p.Place(s.row, s.col*p.size) / p.size }

// origin returns the element at a place without padding.
func (p *padding) origin(at int) spot {
	row, col := p.Origin(at * p.size)
	return spot{row, col / p.size}
}

// pad finds the padding for the uses, the smallest that leaves no conflicts.
func (s *LDS) pad() *padding {
	size := bitWidth(s.elem) / 8
	if size == 0 {
		return nil
	}
	tile := layout.Tile{RowBytes: s.cols * size, Rows: s.rows, ChunkBytes: size}
	var patterns []layout.Pattern
	for _, u := range s.uses {
		if !disjoint(u.Layout) {
			return nil
		}
		patterns = append(patterns, s.paddedUse(u))
	}
	p, ok := layout.FindBlockPadding(tile, blockBytes, patterns)
	if !ok {
		return nil
	}
	return &padding{p, size}
}

// paddedUse is pattern for padded LDS.
func (s *LDS) paddedUse(u Use) layout.Pattern {
	access, lanes := s.instruction(u)
	size := bitWidth(s.elem) / 8
	l := lanes.each(func(p spot) spot { return spot{p.row, p.col * size} }, s.rows, s.cols*size)
	return layout.Pattern{Access: access, Layout: l.Linear().Restrict(layout.Lane)}
}

// disjoint reports whether the bits of places go to different bits of rows and columns, so that
// addresses can be sums.
func disjoint(l Layout) bool {
	seen := spot{}
	for _, s := range slices.Concat(l.item, l.lane, l.wave) {
		if seen.row&s.row != 0 || seen.col&s.col != 0 {
			return false
		}
		seen = seen.plus(s)
	}
	return true
}

// sum returns the place of item 0 of a lane in padded LDS.
func (k *Kernel) sum(l Layout, p *padding) Index {
	key := "padded"
	var places []int
	for _, s := range slices.Concat(l.lane, l.wave) {
		places = append(places, p.place(s))
		key += fmt.Sprint(" ", p.place(s))
	}
	return k.once(key, func() Index {
		sum := I(0)
		for i := 0; i < len(places); {
			n := 1
			for places[i] > 0 && i+n < len(places) && places[i+n] == places[i]<<n {
				n++
			}
			sum = sum.Plus(k.thread.Div(1 << i).Mod(1 << n).Times(int64(places[i])))
			i += n
		}
		return sum
	})
}

// waveSum returns the place where a wave of n begins to load directly, per elements a wave.
func (k *Kernel) waveSum(p *padding, n, per int) Index {
	sum := I(0)
	for bit := range bits.Len(uint(n - 1)) {
		sum = sum.Plus(k.ScalarWave().Div(1 << bit).Mod(2).Times(int64(p.padded(per << bit))))
	}
	return sum
}

// instruction returns how a use accesses LDS, and the layout with the places that lanes address.
func (s *LDS) instruction(u Use) (layout.Access, Layout) {
	name, lanes := "", u.Layout
	read, from, transposing := s.transposing(u.Layout)
	switch {
	case u.Write:
		name = fmt.Sprintf("ds_write_b%d", max(s.piece(lanes)*bitWidth(s.elem), 32))
	case transposing:
		name, lanes = read.Name, from
	default:
		lanes = lanes.rowFirst()
		name = fmt.Sprintf("ds_read_b%d", max(s.piece(lanes)*bitWidth(s.elem), 32))
	}
	access, err := layout.LDS(s.k.Chip, name)
	if err != nil {
		s.k.fail("%v", err)
	}
	return access, lanes
}
