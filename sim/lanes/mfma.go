package lanes

//go:generate go run ./gen/mfma

// MFMA computes D = A*B + C as the matrix core does, with the operands as a
// matrix instruction has them. The registers of C are step bytes apart: 256,
// or 0 for one that stands for all. D may be C, or overlap A and B; it must not
// overlap C otherwise. The kernel returns false, and has stored nothing, if it
// cannot give the plain engine's bits.
type MFMA func(d, a, b, c *Row, step uint64) bool

// RowBytes is the size of a Row.
const RowBytes = 4 * 64
