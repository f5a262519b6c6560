package tile_test

import (
	"heddle/ir"
	"heddle/tile"
)

// rotated is D = A·Bᵀ in bf16, in tiles of bm x bn x bk, as one pipeline. A step's phases go
// through parts of its k, and within these through parts of its rows.
type rotated struct {
	m, n, depth    int64
	bm, bn, bk     int
	wavesM, wavesN int
	kParts, mParts int
	ahead, early   int  // early: of B
	direct         bool // to LDS
}

func (p rotated) kernel(k *tile.Kernel) {
	k.Grid(p.n/int64(p.bn), p.m/int64(p.bm), 1)
	a, b := k.Tensor("a", ir.BF16, p.m, p.depth), k.Tensor("b", ir.BF16, p.n, p.depth)
	d := k.Tensor("d", ir.F32, p.m, p.n)
	row, col := k.WorkgroupID(1).Times(int64(p.bm)), k.WorkgroupID(0).Times(int64(p.bn))
	mma := k.MMA(ir.BF16, ir.BF16, 16, p.wavesM, p.wavesN)
	rows, cols := p.bm/p.mParts, p.bk/p.kParts // of a phase
	fa, fb := mma.A(rows, cols), mma.B(p.bn, cols)
	la, lb := k.Spread(p.bm, p.bk, 8), k.Spread(p.bn, p.bk, 8)
	stored := func(l tile.Layout) tile.Use {
		if p.direct {
			return tile.Direct()
		}
		return tile.Stored(l)
	}
	sa := k.LDS(ir.BF16, p.bm, p.bk, 2, stored(la), tile.Loaded(fa))
	sb := k.LDS(ir.BF16, p.bn, p.bk, 2, stored(lb), tile.Loaded(fb))
	// stream is how a factor comes to LDS.
	stream := func(t *tile.Tensor, s *tile.LDS, l tile.Layout, at tile.Index) tile.Stream {
		if p.direct {
			return tile.Stream{Direct: func(step, buffer tile.Index) { s.Copy(t, buffer, at, step.Times(int64(p.bk))) }}
		}
		return tile.Stream{
			Ahead: p.ahead,
			Load:  func(step tile.Index) []*tile.Tile { return []*tile.Tile{k.Load(t, l, at, step.Times(int64(p.bk)))} },
			Put:   func(buffer tile.Index, t []*tile.Tile) { s.Store(t[0], buffer, 0, 0) },
		}
	}
	ofA := stream(a, sa, la, row)
	ofA.Fetch = func(buffer tile.Index, phase int) []*tile.Tile {
		return []*tile.Tile{sa.Load(fa, buffer, phase%p.mParts*rows, phase/p.mParts*cols)}
	}
	ofB := stream(b, sb, lb, col)
	ofB.Early = p.early
	ofB.Fetch = func(buffer tile.Index, phase int) []*tile.Tile {
		return []*tile.Tile{sb.Load(fb, buffer, 0, phase/p.mParts*cols)}
	}
	for part := range p.kParts {
		ofB.At = append(ofB.At, part*p.mParts)
	}
	var sums tile.Values
	for range p.mParts {
		sums = append(sums, mma.Zero(rows, p.bn))
	}
	sums = k.Run(tile.Pipeline{
		Steps: tile.I(p.depth / int64(p.bk)), Phases: p.kParts * p.mParts,
		Streams: []tile.Stream{ofA, ofB},
		Compute: func(s tile.Stage, c tile.Values) tile.Values {
			out := append(tile.Values{}, c...)
			part := s.Phase % p.mParts
			out[part] = mma.Dot(s.Tiles[0][0], s.Tiles[1][0], c.Tile(part))
			return out
		},
	}, sums)
	for part := range p.mParts {
		k.Store(d, sums.Tile(part), row.Plus(tile.I(int64(part*rows))), col)
	}
}
