package lanes

// MFMA computes D = A*B + C as the matrix core does, with the operands as a matrix instruction has
// them. The registers of C are step bytes apart: 256, or 0 if one stands for all. D may be C, or
// overlap A and B; it must not overlap C in any other way. The kernel returns false, and has stored
// nothing, if it cannot give the plain engine's bits.
type MFMA func(d, a, b, c *Row, step uint64) bool

// Matrix is what an MFMA computes: the formats of A and B as package num calls
// them, rows of A and columns of B, and k.
type Matrix struct {
	A, B    string
	Size, K int
}

// RowBytes is the size of a Row.
const RowBytes = 4 * 64
