package gemm

import (
	"fmt"
	"math/bits"
	"slices"

	"heddle/diag"
)

// Config is how a problem is tiled.
type Config struct {
	// BM x BN is the tile of D that a workgroup computes, BK the part of K that it has
	// in LDS at a time; powers of two.
	BM, BN, BK int
	// WavesM x WavesN waves share the tile. With Straight, WavesK of them share K instead, and
	// the others are 1.
	WavesM, WavesN, WavesK int
	// Matrix is the size of the matrix instructions' results, 16 or 32.
	Matrix int
	// Stages is the number of buffers of the tiles in LDS; 0 is 2.
	Stages   int
	Schedule Schedule // "" is Simple
	// PhasesM, PhasesN and PhasesK are the parts of the rows, of the columns and of k into which Rotate and
	// PingPong divide a step; 0 is chosen, 1 part of the columns.
	PhasesM, PhasesN, PhasesK int
	// Pieces is the number of parts of the tile's rows and of its columns, which Rotate and PingPong
	// load one by one, neighbouring workgroups in different order; 0 and 1: those of the phases.
	Pieces int
	// Direct loads the tiles directly to LDS, those whose rows are aligned for it.
	Direct bool
	// SplitK is the number of parts of K; that of the problem is used unless it is 0.
	SplitK int64
	// StreamK divides K of the tiles of the last round of workgroups, if they do not fill the chip, among
	// all compute units.
	StreamK bool
	// Reduce is who adds the sums of parts of K; "" is chosen.
	Reduce Reduce
	// RowMajor gives the workgroups of a grid their tiles in the grid's order, instead of one that
	// suits the L2 of the XCDs.
	RowMajor bool
	// RowMajorLDS leaves out the swizzle of tiles in LDS that avoids bank conflicts: to find out what it
	// is worth.
	RowMajorLDS bool
	// plain stores results in the layout of the matrix instructions: the way that tests compare with.
	plain bool
}

// Schedule is how a workgroup's main loop is arranged.
type Schedule string

// Schedules: Simple reads the operands of a step behind its barrier, and relies on other waves of the
// SIMD meanwhile. Rotate divides a step into phases, and reads the operands of the next phase while
// one multiplies, across the barrier, too. PingPong is Rotate with two groups of waves a phase apart:
// one multiplies while the other one reads. Straight is for narrow A: without LDS, the waves divide K.
const (
	Simple   Schedule = "simple"
	Rotate   Schedule = "rotate"
	PingPong Schedule = "ping-pong"
	Straight Schedule = "straight"
)

// Schedules are all of them.
var Schedules = []Schedule{Simple, Rotate, PingPong, Straight}

// Reduce is who adds the sums of parts of K.
type Reduce string

// ReduceLast: the last workgroup of a tile to arrive. ReduceKernel: a second kernel.
const (
	ReduceLast   Reduce = "last"
	ReduceKernel Reduce = "kernel"
)

// Reduces are all of them.
var Reduces = []Reduce{ReduceLast, ReduceKernel}

// minPhase is the least part of k that a phase can have: that of a matrix instruction of 16-bit elements.
const minPhase = 8

// maxStages bounds the buffers in LDS; more hide nothing that these do not.
const maxStages = 16

// Check refuses configurations that no kernel can have. An error is a *diag.FieldError with the fields
// Tile, Waves, Matrix, Stages, Phases, Pieces, StreamK, Reduce, Schedule and Direct. What does not fit the LDS, or the registers
// beside the sums, is found when the kernel is made.
func (c Config) Check(p *Problem) error {
	for _, n := range []int{c.BM, c.BN, c.BK} {
		if bits.OnesCount(uint(n)) != 1 || n > 1024 {
			return diag.Usagef("%s: %dx%dx%d; need powers of two up to 1024", diag.Field("Tile"), c.BM, c.BN, c.BK)
		}
	}
	most := p.Chip.MaxWorkgroup / p.Chip.WaveSize
	if bits.OnesCount(uint(c.wavesK())) != 1 || bits.OnesCount(uint(c.WavesM)) != 1 || bits.OnesCount(uint(c.WavesN)) != 1 || c.Waves() > most {
		waves := fmt.Sprintf("%dx%d", c.WavesM, c.WavesN)
		if c.wavesK() > 1 {
			waves += fmt.Sprintf("x%d", c.WavesK)
		}
		return diag.Usagef("%s: %s; need powers of two, at most %d waves together", diag.Field("Waves"), waves, most)
	}
	if c.Matrix != 16 && c.Matrix != 32 || c.Matrix == 32 && p.A.Bits == 64 {
		need := "need 16 or 32"
		if p.A.Bits == 64 {
			need = "f64 needs 16"
		}
		return diag.Usagef("%s: %d; %s", diag.Field("Matrix"), c.Matrix, need)
	}
	if c.BM < c.WavesM*c.Matrix || c.BN < c.WavesN*c.Matrix {
		return diag.Usagef("%s: a tile of %dx%d for %dx%d waves leaves %dx%d for each; a matrix instruction has %dx%d: need a larger tile, fewer waves or --matrix 16",
			diag.Field("Tile"), c.BM, c.BN, c.WavesM, c.WavesN, c.BM/c.WavesM, c.BN/c.WavesN, c.Matrix, c.Matrix)
	}
	if sums, most := c.sums(p), c.registers(p); sums >= most {
		return diag.Usagef("%s: a tile of %dx%d for %dx%d waves needs %d registers of a lane for its sums, and a wave has %d for all it does: need a smaller tile or more waves",
			diag.Field("Tile"), c.BM, c.BN, c.WavesM, c.WavesN, sums, most)
	}
	if c.Schedule == Straight {
		if !p.fitsStraight() {
			return diag.Usagef("%s: straight loads rows along k of both factors, of elements of one size: it needs layout nt and no mx type", diag.Field("Schedule"))
		}
		if c.Direct {
			return diag.Usagef("%s: direct; straight loads to the registers of the matrix instructions: leave it out", diag.Field("Direct"))
		}
		if c.WavesM != 1 || c.WavesN != 1 {
			return diag.Usagef("%s: %dx%d; the waves of straight divide K only: need 1x1xK", diag.Field("Waves"), c.WavesM, c.WavesN)
		}
	} else if c.wavesK() != 1 {
		return diag.Usagef("%s: only the loop straight divides K among waves", diag.Field("Waves"))
	}
	if c.Stages < 0 || c.Stages > maxStages {
		return diag.Usagef("%s: %d buffers; need 1 to %d", diag.Field("Stages"), c.Stages, maxStages)
	}
	if n := c.ldsBytes(p); c.Schedule != Straight && n > p.Chip.LDSBytes {
		return diag.Usagef("%s: %d buffers of a tile of %dx%dx%d need %d bytes of LDS, and %s has %d: need fewer buffers or a smaller tile",
			diag.Field("Stages"), c.stages(), c.BM, c.BN, c.BK, n, p.Chip.Name, p.Chip.LDSBytes)
	}
	if rotates := c.Schedule == Rotate || c.Schedule == PingPong; c.pieces() > 1 && !rotates {
		return diag.Usagef("%s: %d; only the loops %s and %s load a tile in pieces", diag.Field("Pieces"), c.Pieces, Rotate, PingPong)
	}
	if c.pieces() > 1 && p.A.Scaled {
		return diag.Usagef("%s: %d; factors with scales are loaded whole: need 1", diag.Field("Pieces"), c.Pieces)
	}
	if n := c.pieces(); bits.OnesCount(uint(n)) != 1 || c.BM < n*c.WavesM*c.Matrix || c.BN < n*c.WavesN*c.Matrix {
		return diag.Usagef("%s: %d; need a power of two that leaves each wave %dx%d of a tile of %dx%d", diag.Field("Pieces"), n, c.Matrix, c.Matrix, c.BM, c.BN)
	}
	if err := c.checkPhases(p); err != nil {
		return err
	}
	if err := c.checkStreamK(p); err != nil {
		return err
	}
	if c.Reduce != "" && !c.StreamK && max(p.SplitK, c.SplitK) <= 1 {
		return diag.Usagef("%s: %s; there are no parts of K to add: need %s or %s", diag.Field("Reduce"), c.Reduce, diag.Field("SplitK"), diag.Field("StreamK"))
	}
	if c.Reduce == ReduceLast && !c.roomForLast(p) {
		return diag.Usagef("%s: %s needs LDS that %d buffers of a tile of %dx%dx%d leave no room for: need fewer buffers, a smaller tile or %s",
			diag.Field("Reduce"), c.Reduce, c.stages(), c.BM, c.BN, c.BK, ReduceKernel)
	}
	if c.Schedule == PingPong && c.Waves() != 8 {
		return diag.Usagef("%s: %s is for 8 waves, two on each SIMD; the tile has %d", diag.Field("Schedule"), c.Schedule, c.Waves())
	}
	// The groups of PingPong are a phase apart, and read a phase ahead: so long a buffer is in use, and a direct load of
	// at least a phase needs one that is not.
	deep, high, wide := c.phases(p)
	phases, used := deep*high*wide, (deep-1)*high*wide+3
	if need := used/phases + 1; c.Schedule == PingPong && c.Direct && c.stages() < need {
		return diag.Usagef("%s: %d buffers of a tile that %s loads directly in %d phases a step; need %d, or more parts (%s)",
			diag.Field("Stages"), c.stages(), c.Schedule, phases, need, diag.Field("Phases"))
	}
	return nil
}

// checkPhases refuses phases that leave a wave less than a matrix instruction.
func (c Config) checkPhases(p *Problem) error {
	m, n, k := max(c.PhasesM, 1), max(c.PhasesN, 1), max(c.PhasesK, 1)
	if n > 1 && p.A.Scaled {
		return diag.Usagef("%s: %d parts of the columns; factors with scales are loaded whole: need 1", diag.Field("Phases"), n)
	}
	for _, parts := range []int{m, n, k} {
		if bits.OnesCount(uint(parts)) != 1 {
			return diag.Usagef("%s: %dx%dx%d; need powers of two", diag.Field("Phases"), m, n, k)
		}
	}
	if rotates := c.Schedule == Rotate || c.Schedule == PingPong; m*n*k > 1 && !rotates {
		return diag.Usagef("%s: %dx%dx%d; only the loops %s and %s have phases", diag.Field("Phases"), m, n, k, Rotate, PingPong)
	}
	if c.BM < m*c.WavesM*c.Matrix || c.BN < n*c.WavesN*c.Matrix || c.BK < k*minPhase {
		return diag.Usagef("%s: %dx%dx%d; need parts of a tile of %dx%dx%d that leave each wave %d rows, %d columns and %d of k",
			diag.Field("Phases"), m, n, k, c.BM, c.BN, c.BK, c.Matrix, c.Matrix, minPhase)
	}
	return nil
}

// checkStreamK refuses what stream-K has no kernel for.
func (c Config) checkStreamK(p *Problem) error {
	switch {
	case !c.StreamK:
		return nil
	case p.Batch > 1:
		return diag.Usagef("%s: with %d batches; need one", diag.Field("StreamK"), p.Batch)
	case max(p.SplitK, c.SplitK) > 1:
		return diag.Usagef("%s: K is in %d parts already; need one (--split-k 1)", diag.Field("StreamK"), max(p.SplitK, c.SplitK))
	case c.Schedule == Straight:
		return diag.Usagef("%s: not with the loop straight, whose waves divide K; use --split-k", diag.Field("StreamK"))
	}
	return nil
}

// Shared is the configuration with waves that suit its tile, for a tile that nobody chose together with them:
// as many as Plainly takes, fewer where the tile leaves a wave less than a matrix instruction, more where
// the sums of a wave would need more than half of its registers.
func (c Config) Shared(p *Problem) Config {
	c.WavesM, c.WavesN, c.WavesK, c.Matrix = 2, 2, 0, 16
	if c.BM >= 2*32 && c.BN >= 2*32 && p.A.Bits != 64 {
		c.Matrix = 32
	}
	for c.WavesM > 1 && c.BM < c.WavesM*c.Matrix {
		c.WavesM /= 2
	}
	for c.WavesN > 1 && c.BN < c.WavesN*c.Matrix {
		c.WavesN /= 2
	}
	for c.Waves() < p.Chip.MaxWorkgroup/p.Chip.WaveSize && 2*c.sums(p) > c.registers(p) {
		c.WavesN *= 2
	}
	return c
}

// Directly is the configuration with direct loads of 16 bytes a lane, and the loop that suits them, where the
// rows of both factors allow these. Factors with scales, for which it was not measured, stay as they are.
func (c Config) Directly(p *Problem) Config {
	const wide = 16
	d := c
	d.Schedule, d.Direct = Rotate, true
	a, b := p.directBytes("a", p.A.Bits, p.Layout.TransA()), p.directBytes("b", p.B.Bits, !p.Layout.TransB())
	if p.A.Scaled || !slices.Contains(a, wide) || !slices.Contains(b, wide) || d.Check(p) != nil {
		return c
	}
	return d
}

// sums is the number of a lane's registers for the wave's part of the tile.
func (c Config) sums(p *Problem) int {
	dwords := max(p.A.Bits, 32) / 32
	return c.BM * c.BN * dwords / (c.WavesM * c.WavesN * p.Chip.WaveSize)
}

// registers is the most of a lane's registers that a wave of the workgroup can have.
func (c Config) registers(p *Problem) int {
	perSIMD := (c.Waves() + p.Chip.SIMDs - 1) / p.Chip.SIMDs
	return p.Chip.UnifiedVGPRs / perSIMD
}

// ldsBytes is the size of the buffers of the tiles in LDS.
func (c Config) ldsBytes(p *Problem) int {
	return c.stages() * c.BK * (c.BM*p.A.Bits + c.BN*p.B.Bits) / 8
}

// Waves is the number of waves of a workgroup.
func (c Config) Waves() int { return c.WavesM * c.WavesN * c.wavesK() }

func (c Config) wavesK() int { return max(1, c.WavesK) }

func (c Config) String() string {
	s := fmt.Sprintf("%dx%dx%d, %dx%d waves, %dx%d matrix instructions", c.BM, c.BN, c.BK, c.WavesM, c.WavesN, c.Matrix, c.Matrix)
	if c.Schedule != "" && c.Schedule != Simple {
		s += ", " + string(c.Schedule)
	}
	if c.wavesK() > 1 {
		s += fmt.Sprintf(", %d waves along k", c.WavesK)
	}
	if c.StreamK {
		s += ", stream-K"
	}
	if c.Direct {
		s += ", direct to LDS"
	}
	if c.pieces() > 1 {
		s += fmt.Sprintf(", loaded in %d pieces", c.pieces())
	}
	if c.stages() != 2 {
		s += fmt.Sprintf(", %d stages", c.stages())
	}
	if c.Reduce != "" {
		s += ", parts added by the " + map[Reduce]string{ReduceLast: "last workgroup", ReduceKernel: "second kernel"}[c.Reduce]
	}
	if c.RowMajorLDS {
		s += ", no LDS swizzle"
	}
	return s
}

// pieces is the number of parts of the tile's rows and columns that are loaded one by one.
func (c Config) pieces() int { return max(c.Pieces, 1) }

// stages is the number of buffers of the tiles in LDS.
func (c Config) stages() int {
	if c.Stages == 0 {
		return 2
	}
	return c.Stages
}
