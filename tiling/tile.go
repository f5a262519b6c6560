package tiling

import (
	"fmt"
	"math/bits"
)

// Tile is how our GEMM cuts a product into tiles. All modes end in one.
type Tile struct {
	// BM x BN is the tile of the result that a workgroup computes, BK the step along K, in elements.
	BM, BN, BK int
	// WavesM x WavesN waves share it.
	WavesM, WavesN int
	// Matrix is the size of the matrix instructions' results, 16 or 32.
	Matrix int
	// Stages is the number of buffers of the tiles in LDS. Direct loads them directly to LDS.
	Stages int
	Direct bool
	// SplitK is the number of parts of K; 1 if it is not split.
	SplitK int
	// WavesK is more than 1 if so many waves divide K instead of the tile, and load operands straight to
	// registers; WavesM and WavesN are 1 then.
	WavesK int
}

// Waves is the number of waves of a workgroup.
func (t Tile) Waves() int { return t.WavesM * t.WavesN * max(1, t.WavesK) }

// String is the tile in a line.
func (t Tile) String() string {
	s := fmt.Sprintf("%dx%dx%d, %dx%d waves, %dx%d matrix instructions, %d stages, ", t.BM, t.BN, t.BK, t.WavesM, t.WavesN, t.Matrix, t.Matrix, t.Stages)
	switch {
	case t.WavesK > 1:
		s += fmt.Sprintf("straight to the registers of %d waves along K", t.WavesK)
	case t.Direct:
		s += "direct to LDS"
	default:
		s += "through registers"
	}
	if t.SplitK > 1 {
		s += fmt.Sprintf(", K in %d parts", t.SplitK)
	}
	return s
}

// Tile is the choice for our GEMM, which has powers of two only: changed says what was rounded, "" if
// nothing was. Several loops of M, of N or of K count as one. It fails if the choice has no matrix
// instruction.
func (r *Result) Tile() (t Tile, changed string, err error) {
	if r.Intrinsic == nil {
		return Tile{}, "", fmt.Errorf("no tile: %s", r.NoMatrix)
	}
	t = Tile{
		BM: int(r.TileM), BN: int(r.TileN), BK: int(r.TileK), WavesM: int(r.SubgroupsM), WavesN: int(r.SubgroupsN),
		Matrix: int(max(r.Intrinsic.M, r.Intrinsic.N)), Stages: max(2, r.Stages), Direct: r.Direct.Used, SplitK: int(max(1, r.Problem.SplitK)),
	}
	// Through registers, stages are those of registers; our loops have two buffers in LDS.
	if !t.Direct {
		t.Stages = 2
	}
	was := t
	t.Matrix = max(16, t.Matrix)
	t.WavesM, t.WavesN = powerDown(t.WavesM), powerDown(t.WavesN)
	t.BM, t.BN, t.BK = max(powerUp(t.BM), t.Matrix*t.WavesM), max(powerUp(t.BN), t.Matrix*t.WavesN), powerUp(t.BK)
	if t != was {
		changed = fmt.Sprintf("%dx%dx%d with %dx%d waves, rounded to powers of two", was.BM, was.BN, was.BK, was.WavesM, was.WavesN)
	}
	return t, changed, nil
}

// Fit is the tile as a GEMM for the product can have it: steps along K have room for a matrix
// instruction and for 16 bytes a lane, and buffers in LDS are as many as fit, up to those of the tile.
// changed says what is different, "" if nothing is.
func (x *Product) Fit(t Tile) (fits Tile, changed string) {
	x = x.prepared()
	fits = t
	least := x.stepBytes(t.Matrix) * 8 / elementBits(max(x.ABits, x.BBits))
	if fits.BK < least {
		fits.BK = least
		changed = fmt.Sprintf("steps of %d along K, raised to %d", t.BK, least)
	}
	for fits.Stages > 1 && x.ldsBytes(fits) > x.Chip.LDSBytes {
		fits.Stages--
	}
	if fits.Stages < t.Stages {
		if changed != "" {
			changed += "; "
		}
		changed += fmt.Sprintf("%d stages, of which %d fit the LDS", t.Stages, fits.Stages)
	}
	return fits, changed
}

// powerUp is the least power of two that is not below n, powerDown the largest that is not above.
func powerUp(n int) int   { return 1 << bits.Len(uint(n-1)) }
func powerDown(n int) int { return 1 << (bits.Len(uint(n)) - 1) }
