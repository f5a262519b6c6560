package launch

import "math"

// randomFill makes random elements, uniform between lo and hi. Element i is a
// function of seed and i alone.
type randomFill struct {
	elem   *Element
	seed   uint64
	lo, hi float64
}

// page fills the bytes of a buffer from offset on.
func (r randomFill) page(offset uint64, page []byte) { r.fill(offset, page, r.element) }

// fill fills the bytes of a buffer from offset on with elements.
func (r randomFill) fill(offset uint64, page []byte, element func(i uint64) uint64) {
	bits := uint64(r.elem.Bits)
	first, last := offset*8/bits, ((offset+uint64(len(page)))*8+bits-1)/bits
	for i := first; i < last; i++ {
		raw, at := element(i), int64(i*bits)-int64(offset*8)
		for b := int64(0); b < int64(bits); b += 8 {
			r.put(page, at+b, raw>>b&0xff, min(8, int64(bits)-b))
		}
	}
}

// put stores n bits at bit position at, as far as they are in the page.
func (randomFill) put(page []byte, at int64, v uint64, n int64) {
	for k := at >> 3; k <= (at+n-1)>>3; k++ {
		if k < 0 || k >= int64(len(page)) {
			continue
		}
		if shift := at - k*8; shift >= 0 {
			page[k] |= byte(v << shift)
		} else {
			page[k] |= byte(v >> -shift)
		}
	}
}

// hash is splitmix64 of the number of an element.
func (r randomFill) hash(i uint64) uint64 {
	z := (r.seed+1)*0x9e3779b97f4a7c15 + i*0xd1342543de82ef95
	z = (z ^ z>>30) * 0xbf58476d1ce4e5b9
	z = (z ^ z>>27) * 0x94d049bb133111eb
	return z ^ z>>31
}

// element is the bits of element i.
func (r randomFill) element(i uint64) uint64 {
	unit := float64(r.hash(i)>>11) / (1 << 53)
	if r.elem.kind == 'f' {
		return r.elem.FromFloat(r.lo + float64(unit*(r.hi-r.lo)))
	}
	return r.elem.FromFloat(min(math.Floor(r.lo+float64(unit*(r.hi-r.lo+1))), r.hi))
}
