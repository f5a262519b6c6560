package gemm

import (
	"heddle/arch"
	"heddle/tiling"
)

// Choose picks the tiles of a problem: those that package tiling ranks first in its mode auto, of the
// kernels that there are. A chip without a product, and types without a choice there, get simple ones.
func Choose(p *Problem) Config { return ChooseOf(p, nil) }

// ChooseOf is Choose from the tiles that are allowed, all of them if allowed is nil. If none of these has a
// kernel that is worth to be chosen, it is that of Choose.
func ChooseOf(p *Problem, allowed func(tiling.Tile) bool) Config { return p.choose(allowed, p.Can()) }

// ChooseNamed is ChooseOf for a tile that somebody names, and that need not be worth to be chosen.
func ChooseNamed(p *Problem, allowed func(tiling.Tile) bool) Config {
	return p.choose(allowed, p.CanNamed())
}

func (p *Problem) choose(allowed, can func(tiling.Tile) bool) Config {
	card := arch.DefaultProduct(p.Chip)
	if card == nil {
		return p.Plainly()
	}
	x, err := p.TilingProduct(card)
	if err != nil {
		return p.Plainly()
	}
	o := tiling.PickOptions{Can: can, SplitK: int(p.SplitK)}
	if allowed != nil {
		o.Can = func(t tiling.Tile) bool { return allowed(t) && can(t) }
	}
	c, err := tiling.Pick(x, o)
	switch {
	case err != nil && allowed != nil:
		return Choose(p)
	case err != nil:
		return p.Plainly()
	}
	return p.refined(ConfigOf(c.Best().Tile))
}

// Alike is the choice among the configurations with the tile, the waves and the matrix instructions of c, or c
// if there is none, with direct loads where Directly has them: what somebody gets who names all three.
func Alike(p *Problem, c Config) Config {
	like := func(t Config) bool {
		return t.BM == c.BM && t.BN == c.BN && t.BK == c.BK && t.WavesM == c.WavesM && t.WavesN == c.WavesN && t.wavesK() == c.wavesK() && t.Matrix == c.Matrix
	}
	chosen := ChooseNamed(p, func(t tiling.Tile) bool { d := ConfigOf(t); return like(d) && d.Check(p) == nil })
	if !like(chosen) {
		chosen = c.Directly(p)
	}
	return chosen
}

// refined is a chosen configuration with stream-K, where its estimate says so: not of factors with scales,
// for which it was not measured, and not through registers if it is not known which step reaches the end of K.
// Each step would wait for its loads as soon as they begin, to cut off what is behind the end.
func (p *Problem) refined(c Config) Config {
	const least = 128 * 128 // elements of a tile whose sums are worth to be written and read for it
	if c.Schedule == Rotate && c.BM*c.BN >= least && p.Batch == 1 && c.SplitK <= 1 && p.SplitK <= 1 && !p.A.Scaled && (c.Direct || p.K%int64(c.BK) == 0) {
		c.StreamK = p.StreamKHelps(c)
	}
	return c
}

// Can reports for tiles whether there is a kernel for the problem that is worth to be chosen.
func (p *Problem) Can() func(tiling.Tile) bool { return p.able(2) }

// CanNamed is Can for a tile that somebody names, of which waves may also have the rows of one matrix instruction of 32
// with direct loads. Among others these come out as good in the estimate as instructions of 16, whose steps have two
// phases, and are mostly slower; among the kernels of one tile the order is right. It was not measured for factors
// with scales.
func (p *Problem) CanNamed() func(tiling.Tile) bool {
	if p.A.Scaled {
		return p.Can()
	}
	return p.able(1)
}

// able is Can with at least so many matrix instructions of rows a wave, for direct loads, if they are of 32 rows, or of
// factors with scales.
func (p *Problem) able(rows int) func(tiling.Tile) bool {
	// Of scaled factors, rows of bytes come to LDS.
	bits := func(t *Type) int {
		if t.Scaled {
			return 8
		}
		return t.Bits
	}
	direct := len(p.directBytes("a", bits(p.A), p.Layout.TransA())) > 0 && len(p.directBytes("b", bits(p.B), !p.Layout.TransB())) > 0
	return func(t tiling.Tile) bool { return p.can(t, direct, rows) }
}

func (p *Problem) can(t tiling.Tile, direct bool, rows int) bool {
	// So few rows only need the memory's bandwidth.
	const fewRows = 32
	switch {
	case t.WavesK <= 1 && p.M <= fewRows && p.fitsStraight():
		return false
	case t.WavesK > 1:
		return p.fitsStraight()
	case t.Direct:
		// Instructions of 16 rows and 8-bit elements leave no registers to spread what is between them over
		// a tile of this size.
		crowded := t.Matrix == 16 && p.A.Bits <= 8 && t.BM*t.BN/t.Waves() >= 128*128
		least := t.Matrix
		if (t.Matrix > 16 || p.A.Scaled) && t.BM > 16 {
			least *= rows
		}
		return direct && !crowded && t.BM/t.WavesM >= least && t.BN/t.WavesN >= t.Matrix
	}
	if t.Stages == 1 {
		return !p.A.Scaled && p.A.Bits == p.B.Bits && p.A.Bits <= 16
	}
	// Through registers: what waits for its operands needs other waves of the SIMD.
	return t.BM <= mostSimple && t.BN <= mostSimple && t.Stages == 2 && t.WavesM <= 2 && t.WavesN <= 2
}

// mostSimple bounds the tiles that go through registers.
const mostSimple = 128

// Plainly is a choice without an estimate, of the loop Simple: workgroups of four
// waves, or one for small results, with the largest square tile up to 128 x 128
// that is at most half empty; along K, rows of 128 bytes in LDS if two
// buffers of both tiles fit half of a compute unit's LDS, else of 64. Matrix
// instructions of 32 x 32 if a wave's share allows it (and the type: not f64):
// they need the least data from LDS per product.
func (p *Problem) Plainly() Config {
	c := Config{BM: tileSize(p.M), BN: tileSize(p.N), WavesM: 2, WavesN: 2, Matrix: 32}
	if c.BM < 32 || c.BN < 32 {
		c.WavesM, c.WavesN = 1, 1
	}
	if c.BM/c.WavesM < 32 || c.BN/c.WavesN < 32 || p.A.Bits == 64 {
		c.Matrix = 16
	}
	bits := max(p.A.Bits, p.B.Bits)
	if bits == 6 { // sizes are powers of two: rows are of 96 or 48 bytes
		bits = 8
	}
	c.BK = 128 * 8 / bits
	if 2*(c.BM+c.BN)*128 > p.Chip.LDSBytes/2 {
		c.BK = 64 * 8 / bits
	}
	return c
}

// tileSize is the smallest of the sizes that holds n, or the largest.
func tileSize(n int64) int {
	for size := 16; size < 128; size *= 2 {
		if int64(size) >= n {
			return size
		}
	}
	return 128
}
