package lanes

// Gather loads consecutive dwords for each lane of mask: lane l's begin at byte addr[l] + offset, a
// sum of 32 bits, of what from points to; each dword goes to a Row of its own from dst on. Other
// lanes of dst are undefined afterwards. It returns false, and has stored nothing, if the sum of a
// lane of mask is above limit, which is less than 1<<31. Byte 0 and the others of its access can be
// read.
type Gather func(dst *Row, from *byte, addr *Row, offset, limit uint32, mask uint64) bool

// Scatter stores consecutive dwords for each lane of mask, lane by lane, at the place from which
// Gather would load them, with the first dwords in the Row src, the next in the one after it. Spare
// is changed; it may be nil for one dword. The result has the bits below; it is 0, and nothing is
// stored, if the sum of a lane of mask is above limit.
type Scatter func(to *byte, src, addr *Row, offset, limit uint32, mask uint64, spare *[64][4]uint32) uint8

// The result of Scatter.
const (
	Stored  = 1 << iota
	Changed // a lane has changed memory
	Unit    // mask is all lanes, and each lane's dwords begin where those of the lane before end
)

// Memory holds the kernels for memory accesses of a level; loads and stores by the number of
// dwords.
type Memory struct {
	Gather  [5]Gather
	Scatter [5]Scatter
	// ScatterByte and ScatterShort store the low bits of one dword of each
	// lane.
	ScatterByte, ScatterShort Scatter
	// Move copies the lanes of mask of rows rows, at least one.
	Move func(dst, src *Row, rows int, mask uint64)
	// Uniform reports whether all lanes of mask are v.
	Uniform func(row *Row, v uint32, mask uint64) bool
}
