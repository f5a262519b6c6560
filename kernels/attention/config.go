package attention

import (
	"fmt"

	"heddle/arch"
	"heddle/diag"
	"heddle/ir"
	"heddle/isa"
	"heddle/tile"
)

// Config is how a kernel computes a problem. Choose makes one.
type Config struct {
	// Waves of a workgroup: 1, 2, 4, 8 or 16. Each has Matrix queries.
	Waves int
	// Keys of a step: the rows of K and V in a buffer of LDS; a power of two, Matrix or more.
	Keys int
	// Matrix is the size of the matrix instructions' results, 32 or 16.
	Matrix int
	// WavesPerSIMD are to fit the registers of a SIMD; 0 for any number.
	WavesPerSIMD int
	// Packed: the tiles in LDS have no pads between rows, which takes less LDS and more registers for
	// addresses.
	Packed bool
}

// String names the configuration as flags do.
func (c Config) String() string {
	return fmt.Sprintf("%d waves of %d queries, %d keys a step", c.Waves, c.Matrix, c.Keys)
}

// Rows is the number of queries of a workgroup.
func (c Config) Rows() int { return c.Waves * c.Matrix }

// Choose returns the configuration for a problem, which must be normalized.
func (p *Problem) Choose() Config {
	c := Config{Waves: 4, Keys: 32, Matrix: 32, WavesPerSIMD: 2}
	if p.HeadDim > 128 {
		c.WavesPerSIMD = 1
	}
	// Few queries, or values whose transposition takes the registers that 32 of them need.
	few := p.SeqQ <= 16 || p.HeadDim > 192 && p.In.Bytes() > 1 && !isa.For(p.Chip).Has(isa.DS_READ_B64_TR_B16)
	if few && p.HeadDim%int64(p.depth(16)) == 0 {
		c.Matrix = 16
	}
	c.Keys = max(c.Keys, p.depth(c.Matrix))
	rows := (p.SeqQ + int64(c.Matrix) - 1) / int64(c.Matrix)
	for int64(c.Waves) >= 2*rows && c.Waves > 1 {
		c.Waves /= 2
	}
	// Two buffers of K and V for each of the workgroups that are to be on a compute unit.
	for c.WavesPerSIMD > 1 && p.ldsBytes(c)*c.workgroups(p.Chip) > int64(p.Chip.LDSBytes) {
		c.WavesPerSIMD--
	}
	if pads := p.ldsBytes(c) / 8; (p.ldsBytes(c)+pads)*c.workgroups(p.Chip) > int64(p.Chip.LDSBytes) {
		c.Packed = true
	}
	return c
}

// workgroups is how many a compute unit has if as many waves are on a SIMD as demanded.
func (c Config) workgroups(chip *arch.Chip) int64 {
	return int64(max(1, max(1, c.WavesPerSIMD)*chip.SIMDs/c.Waves))
}

// ldsBytes is the size of the buffers without pads.
func (p *Problem) ldsBytes(c Config) int64 {
	return 2 * int64(c.Keys) * (p.HeadDim + p.HeadDimV) * p.In.Bytes()
}

// depth divides the number of elements along which a matrix instruction of a size multiplies: 64 keys, say.
func (p *Problem) depth(size int) int {
	elem := p.In.Elem(p.Chip)
	return tile.StepOf(p.Chip, elem, elem, size)
}

// check returns an error for a configuration that there is no kernel of.
func (p *Problem) check(c Config) error {
	switch {
	case c.Waves < 1 || c.Waves > 16 || c.Waves&(c.Waves-1) != 0:
		return diag.Usagef("%s: %d is not a number of waves; need 1, 2, 4, 8 or 16", diag.Field("Waves"), c.Waves)
	case c.Matrix != 16 && c.Matrix != 32:
		return diag.Usagef("%s: %d queries of a wave; need 16 or 32", diag.Field("Matrix"), c.Matrix)
	case c.Keys < c.Matrix || c.Keys&(c.Keys-1) != 0 || c.Keys > 256:
		return diag.Usagef("%s: %d keys of a step; need a power of two from %d to 256", diag.Field("Keys"), c.Keys, c.Matrix)
	case c.Keys < p.depth(c.Matrix):
		return diag.Usagef("%s: %d keys of a step are less than an instruction multiplies by; need %d or more", diag.Field("Keys"), c.Keys, p.depth(c.Matrix))
	case p.HeadDim%int64(p.depth(c.Matrix)) != 0:
		return diag.Usagef("%s: instructions of %[2]d x %[2]d multiply %d elements of a row, which do not divide %d; need %d", diag.Field("Matrix"), c.Matrix, p.depth(c.Matrix), p.HeadDim, 48-c.Matrix)
	case p.ldsBytes(c) > int64(p.Chip.LDSBytes):
		return diag.Usagef("%s: %d keys of %d and %d elements, two buffers, take %d bytes of LDS; %s has %d", diag.Field("Keys"), c.Keys, p.HeadDim, p.HeadDimV, p.ldsBytes(c), p.Chip.Name, p.Chip.LDSBytes)
	}
	return nil
}

// Plan is a module with the kernel of a problem, and its launch.
type Plan struct {
	Module      *ir.Module
	Config      Config
	Kernel      string
	Grid, Block [3]uint32
	// Args are the names of the tensors (Problem.Tensor) that the kernel's parameters point to.
	Args []string
}
