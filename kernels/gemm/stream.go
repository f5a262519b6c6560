package gemm

import (
	"heddle/ir"
	"heddle/tile"
)

// straight emits the product of a narrow A: memory bandwidth is all that counts, so the operands go
// from memory straight to the registers of the matrix instructions, as many steps ahead as Stages
// says, and the waves divide K: in a step they have adjacent parts of the rows. Their sums are added
// through LDS.
func (w *writer) straight(k *tile.Kernel, at origin) *tile.Tile {
	p, c := w.p, w.c
	waves := c.Waves()
	mma := k.MMA(p.A.Elem(p.Chip), p.B.Elem(p.Chip), c.Matrix, waves, 1)
	// Every wave has its own sum: the sums of all of them are a tile whose rows are those of each wave
	// in sequence. A has the layout of a tile that all waves have, each from its own place.
	own, all := mma.B(c.BM, c.BK), mma.A(waves*c.BM, c.BK)
	cols := mma.B(c.BN, c.BK)
	wave := k.ScalarWave()
	place := func(step tile.Index) tile.Index {
		x := at.first.Plus(step).Times(int64(waves)).Plus(wave)
		if p.K%int64(waves*c.BK) != 0 || at.loose {
			x = x.MayLeave()
		}
		return x.Times(int64(c.BK))
	}
	sums := k.Run(tile.Pipeline{
		Steps: tile.I(w.perPart),
		Streams: []tile.Stream{{
			Ahead: max(1, c.stages()-1),
			Load: func(step tile.Index) []*tile.Tile {
				// A load brings half of a cache line, the next one the other half: they stay together, and apart from
				// those of other steps. Otherwise the L1 would not have the line any longer.
				defer k.Fence()
				return []*tile.Tile{k.Load(w.a, own, at.batch, at.row, place(step)), k.Load(w.b, cols, at.batch, at.col, place(step))}
			},
		}},
		Compute: func(s tile.Stage, sums tile.Values) tile.Values {
			defer k.Fence()
			return tile.Values{mma.Dot(s.Tiles[0][0].As(all), s.Tiles[0][1], sums.Tile(0))}
		},
	}, tile.Values{mma.Zero(waves*c.BM, c.BN)})
	return w.added(k, sums.Tile(0), waves)
}

// added adds the sums of the waves, which are the rows of a tile in sequence.
func (w *writer) added(k *tile.Kernel, sums *tile.Tile, waves int) *tile.Tile {
	c := w.c
	bits, _ := ir.BitWidth(sums.Elem)
	l := k.Spread(c.BM, c.BN, max(1, min(16*8/bits, c.BM*c.BN/(waves*k.Chip.WaveSize))))
	s := k.LDS(sums.Elem, waves*c.BM, c.BN, 1, tile.Stored(sums.Layout), tile.Loaded(l))
	s.Store(sums, tile.I(0), 0, 0)
	k.Barrier()
	total := s.Load(l, tile.I(0), 0, 0)
	for i := 1; i < waves; i++ {
		total = k.Add(total, s.Load(l, tile.I(0), i*c.BM, 0))
	}
	return total
}

// fitsStraight reports whether the operands are stored as straight loads them: along k, in elements
// of the same size.
func (p *Problem) fitsStraight() bool {
	return !p.A.Scaled && p.A.Bits == p.B.Bits && !p.Layout.TransA() && p.Layout.TransB()
}
