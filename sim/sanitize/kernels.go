package sanitize

import (
	"encoding/binary"
	"math/bits"

	"heddle/sim"
	simd "heddle/sim/lanes"
)

// shadowBytes has a byte for each byte of the LDS. Accesses of all lanes use it
// through kernels of the simulator, where the CPU has them.
type shadowBytes struct {
	bytes []byte // and some more, for kernels load whole dwords
	size  int
	k     *simd.Memory // nil: there are no kernels
	splat simd.Splat
	// What the last access found or will leave, one dword per row; spare is for kernels.
	rows  [4]simd.Row
	spare [64][4]uint32
}

// shadowSlack is how far beyond the end dwords reach that kernels load.
const shadowSlack = 16

func newShadowBytes(size int, fill byte, level simd.Level) *shadowBytes {
	s := &shadowBytes{bytes: make([]byte, size+shadowSlack), size: size, k: level.Memory()}
	if set := level.Kernels(); set != nil {
		s.splat = set.Splat
	}
	if fill != 0 {
		s.fill(fill)
	}
	return s
}

// takeBytes takes one of that size from the spare ones, or makes one.
func (s *Sanitizer) takeBytes(spare *[]*shadowBytes, size int, fill byte) *shadowBytes {
	for n := len(*spare); n > 0; n-- {
		b := (*spare)[n-1]
		*spare = (*spare)[:n-1]
		if b.size == size {
			b.fill(fill)
			return b
		}
	}
	return newShadowBytes(size, fill, s.level)
}

// fill sets all bytes to v.
func (s *shadowBytes) fill(v byte) {
	for i := range s.bytes[:s.size] {
		s.bytes[i] = v
	}
}

// dwords returns the number of rows of an access.
func dwords(a *sim.Access) int { return (a.Size + 3) / 4 }

// load puts what is in the bytes that a touches in s.rows. It fails if any are
// out of range.
func (s *shadowBytes) load(a *sim.Access) bool {
	limit := s.size - a.Size
	if limit < 0 || a.Base != 0 {
		return false
	}
	n := dwords(a)
	switch {
	case s.k != nil && a.Size >= 4:
		return s.k.Gather[n](&s.rows[0], &s.bytes[0], a.Places, a.Offset, uint32(limit), a.Lanes)
	case s.k != nil:
		if !s.k.Gather[1](&s.rows[0], &s.bytes[0], a.Places, a.Offset, uint32(limit), a.Lanes) {
			return false
		}
		for l := range s.rows[0] {
			s.rows[0][l] &= 1<<(8*a.Size) - 1
		}
		return true
	}
	for m := a.Lanes; m != 0; m &= m - 1 {
		l := bits.TrailingZeros64(m) & 63
		at := a.Addr(l)
		if at > uint64(limit) {
			return false
		}
		for i := range n {
			v := binary.LittleEndian.Uint32(s.bytes[at+uint64(4*i):])
			if a.Size < 4 {
				v &= 1<<(8*a.Size) - 1
			}
			s.rows[i&3][l] = v
		}
	}
	return true
}

// store puts s.rows where load would find them. What a touches is in range.
func (s *shadowBytes) store(a *sim.Access) {
	n := dwords(a)
	if s.k != nil && a.Size >= 4 {
		s.k.Scatter[n](&s.bytes[0], &s.rows[0], a.Places, a.Offset, uint32(s.size-a.Size), a.Lanes, &s.spare)
		return
	}
	for m := a.Lanes; m != 0; m &= m - 1 {
		l := bits.TrailingZeros64(m) & 63
		to := s.bytes[a.Addr(l):][:a.Size]
		for i := range to {
			to[i] = byte(s.rows[i/4&3][l] >> (i % 4 * 8))
		}
	}
}

// setRows sets the bytes that a touches to those of rows.
func (s *shadowBytes) setRows(a *sim.Access, rows *[4]simd.Row) {
	n := dwords(a)
	if s.k != nil && a.Size >= 4 {
		s.k.Scatter[n](&s.bytes[0], &rows[0], a.Places, a.Offset, uint32(s.size-a.Size), a.Lanes, &s.spare)
		return
	}
	copy(s.rows[:n], rows[:n])
	s.store(a)
}

// set sets the bytes that a touches to v.
func (s *shadowBytes) set(a *sim.Access, v byte) {
	for i := range dwords(a) {
		row := &s.rows[i&3]
		if s.splat != nil {
			s.splat(row, uint32(v)*everyByte)
			continue
		}
		for l := range row {
			row[l] = uint32(v) * everyByte
		}
	}
	s.store(a)
}

const everyByte = 0x01010101

// only reports whether all bytes that load has found are 0 or v.
func (s *shadowBytes) only(a *sim.Access, v byte) bool {
	all := uint32(v) * everyByte
	if a.Size < 4 {
		all &= 1<<(8*a.Size) - 1
	}
	for i := range dwords(a) {
		if s.uniform(i, 0, a.Lanes) || v != 0 && s.uniform(i, all, a.Lanes) {
			continue
		}
		if v == 0 || !s.mixed(i, v, all, a.Lanes) {
			return false
		}
	}
	return true
}

// uniform reports whether a row is v in these lanes.
func (s *shadowBytes) uniform(i int, v uint32, lanes uint64) bool {
	row := &s.rows[i&3]
	if s.k != nil {
		return s.k.Uniform(row, v, lanes)
	}
	for m := lanes; m != 0; m &= m - 1 {
		if row[bits.TrailingZeros64(m)&63] != v {
			return false
		}
	}
	return true
}

// mixed reports whether the bytes of a row are 0 or v in these lanes.
func (s *shadowBytes) mixed(i int, v byte, all uint32, lanes uint64) bool {
	row := &s.rows[i&3]
	for m := lanes; m != 0; m &= m - 1 {
		x := row[bits.TrailingZeros64(m)&63]
		if x == 0 || x == all {
			continue
		}
		for ; x != 0; x >>= 8 {
			if b := byte(x); b != 0 && b != v {
				return false
			}
		}
	}
	return true
}
