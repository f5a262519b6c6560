// Package lanes has the kernels of the simulator's fast engine: they execute vector instructions on
// the 64 lanes of a wave, in assembly for two levels of amd64. Kernels give the same bits as the
// plain engine, or report that they cannot.
//
// Command gen generates the kernels from a table of operations.
package lanes

//go:generate go run ./gen

// Row is one VGPR: a dword for each of the 64 lanes. The registers of a tuple
// are consecutive Rows.
type Row = [64]uint32

// Level is a set of CPU instructions that kernels use.
type Level int

// The levels, each better than the one before.
const (
	None   Level = iota // no kernels
	AVX2                // AVX2, FMA3 and F16C
	AVX512              // also AVX-512 F, BW, DQ and VL
)

// String returns the name of the level as users write it.
func (l Level) String() string { return [...]string{"plain", "avx2", "avx512"}[l] }

// Kernel computes dst in the lanes of mask and keeps it in the others. Each operand is the first
// Row of a register or of a pair; operands that the operation does not have may be nil. Dst may be,
// or overlap by whole Rows, any of the sources.
//
// Float kernels work in the default MODE: to nearest even, subnormals kept. They return false, and
// have stored nothing, if a result in a lane of mask is NaN, or an operand is NaN in an operation
// whose result does not show it. Other kernels return true.
type Kernel func(dst, a, b, c *Row, mask uint64) bool

// Pick is a float Kernel of pairs whose two results have separate sources.
type Pick func(dst, aLow, aHigh, bLow, bHigh, cLow, cHigh *Row, mask uint64) bool

// Compare returns the lanes of mask in which a relation holds between a and b.
type Compare func(a, b *Row, mask uint64) uint64

// Carry adds or subtracts with a carry or borrow for each lane, in and out.
// Lanes that are not in mask keep dst, their carry in does not matter, and
// they give no carry.
type Carry func(dst, a, b *Row, carry, mask uint64) uint64

// Select moves b in the lanes of choice and a in the others, only in the lanes of mask.
type Select func(dst, a, b *Row, choice, mask uint64)

// Logic combines the bits of a, b and c by a truth table: bit 4*a+2*b+c of it
// is the result.
type Logic func(dst, a, b, c *Row, table, mask uint64)

// Splat sets all lanes to v.
type Splat func(dst *Row, v uint32)

// Modify sets all lanes to src & keep ^ flip.
type Modify func(dst, src *Row, keep, flip uint32)

// Mad computes a * b + c, where c and the result have 64 bits. It returns the lanes of mask in
// which an unsigned result has a carry, or an exact signed one is negative.
type Mad func(dst, a, b, c *Row, mask uint64) uint64

// Set holds all kernels of a level, nil for those that it does not have.
type Set struct {
	Kernels  [numOps]Kernel
	Picks    [numPicks]Pick
	Compares [numRelations]Compare
	Carries  [numCarries]Carry
	Select   Select
	Logic    Logic
	Splat    Splat
	Modify   Modify
	MadU64   Mad
	MadI64   Mad
}
