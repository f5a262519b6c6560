package sim

import (
	"math"
	"math/bits"

	"heddle/isa"
	"heddle/num"
)

// bufferFormat is how a format load or store sees an element in memory: data
// format in bits 3:0, number format in 6:4, selection of the components in
// 19:8, three bits each.
type bufferFormat uint32

// Number formats (facts isa/encodings.md §10).
const (
	numUnorm = iota
	numSnorm
	numUscaled
	numSscaled
	numUint
	numSint
	_
	numFloat
)

// componentBits are the widths of the components of the data formats, x
// first, which is in the lowest bits: the names of the formats begin with the
// highest (ISA manual §9.1.2 has the names; the order is that of the graphics
// formats they stand for).
var componentBits = [16][4]uint8{
	1:  {8},
	2:  {16},
	3:  {8, 8},
	4:  {32},
	5:  {16, 16},
	6:  {11, 11, 10},
	7:  {10, 11, 11},
	8:  {2, 10, 10, 10},
	9:  {10, 10, 10, 2},
	10: {8, 8, 8, 8},
	11: {32, 32},
	12: {16, 16, 16, 16},
	13: {32, 32, 32},
	14: {32, 32, 32, 32},
}

// Component selection: 0, 1, and from 4 on the components (facts
// isa/encodings.md §11).
const (
	selectOne      = 1
	selectX        = 4
	selectIdentity = selectX | 5<<3 | 6<<6 | 7<<9
)

// formatOf returns the format of a format load or store: the instruction's in
// MTBUF, else the resource's (ISA manual §9.1.4, table 43).
func formatOf(in *instr, r *resource) bufferFormat {
	if in.Row.Enc == isa.EncMTBUF {
		return bufferFormat(in.Mods.Format)&0x7f | selectIdentity<<8
	}
	return bufferFormat(r.word3>>resourceDataFormat&0xf | r.word3>>resourceNumFormat&7<<4 | r.word3&0xfff<<8)
}

func (f bufferFormat) widths() *[4]uint8 { return &componentBits[f&0xf] }
func (f bufferFormat) number() int       { return int(f >> 4 & 7) }

// selected is what component k of the registers stands for.
func (f bufferFormat) selected(k int) int { return int(f >> (8 + 3*k) & 7) }

// float reports whether the registers have floating-point values.
func (f bufferFormat) float() bool { return f.number() < numUint || f.number() == numFloat }

// size returns the number of bytes of an element, 0 for values that are not a data format.
func (f bufferFormat) size() int {
	n := 0
	for _, width := range f.widths() {
		n += int(width)
	}
	return n / 8
}

// packed reports whether components share bytes.
func (f bufferFormat) packed() bool { return f.widths()[0]%8 != 0 }

// runLoadFormat executes loads with format conversion.
func runLoadFormat(w *wave, in *instr) {
	op := w.newOp(in)
	in.mem.address(w, op)
	op.perform, op.land = performLoadFormat, landRegisters
	if in.mem.ToLDS {
		w.toLDS(op)
	}
	w.issue(op)
}

// performLoadFormat reads and converts elements. Lanes out of range read 0,
// but components that the resource sets to 1 are 1 (ISA manual §9.1.5.1).
func performLoadFormat(w *wave, op *memOp) {
	s := &op.in.mem
	f := bufferFormat(op.sdata[slotFormat])
	var buf [16]byte
	b := buf[:f.size()]
	for mask := op.exec; mask != 0; mask &= mask - 1 {
		l := bits.TrailingZeros64(mask) & 63
		clear(b)
		if len(b) > 0 {
			w.readLane(op, l, b)
		}
		components := f.unpack(&bits128{word(buf[:8]), word(buf[8:])})
		data := [4]uint32{}
		for k := range s.Components {
			v := f.pick(k, &components)
			if s.D16 == isa.D16None {
				data[k&3] = v
				continue
			}
			if f.float() {
				v = uint32(num.F32ToF16(v, num.Env{}))
			}
			shift := 16 * (k & 1)
			if s.D16 == isa.D16High {
				shift = 16
			}
			data[k/2&1] |= v & 0xffff << shift
		}
		op.data[l] = data
	}
}

// unpack splits an element and converts the components. Those that the format lacks are 0.
func (f bufferFormat) unpack(element *bits128) [4]uint32 {
	var v [4]uint32
	at := 0
	for k, width := range f.widths() {
		if width > 0 {
			v[k] = f.decode(element.get(at, int(width)), uint(width))
			at += int(width)
		}
	}
	return v
}

// pick chooses the value of component k of the registers.
func (f bufferFormat) pick(k int, components *[4]uint32) uint32 {
	switch sel := f.selected(k); {
	case sel >= selectX:
		return components[sel-selectX]
	case sel == selectOne && f.float():
		return math.Float32bits(1)
	case sel == selectOne:
		return 1
	}
	return 0
}

// decode converts a component of n bits to what the registers get. Components
// of 32 bits are not converted (ISA manual §9.1.3).
func (f bufferFormat) decode(v uint32, n uint) uint32 {
	if n == 32 {
		return v
	}
	extended := int32(v<<(32-n)) >> (32 - n)
	switch f.number() {
	case numUnorm:
		return fraction(float64(v), float64(uint32(1)<<n-1))
	case numSnorm:
		return fraction(float64(extended), float64(uint32(1)<<(n-1)-1))
	case numUscaled:
		return math.Float32bits(float32(v))
	case numSscaled:
		return math.Float32bits(float32(extended))
	case numSint:
		return uint32(extended)
	case numFloat:
		return decodeFloat(v, n)
	}
	return v
}

// fraction is v/most, at least -1, as an f32. The quotient of two such small
// integers is too far from the middle between two f32 for the second rounding
// to matter.
func fraction(v, most float64) uint32 { return math.Float32bits(float32(max(v/most, -1))) }

// decodeFloat widens f16 and the unsigned floats of 10 and 11 bits, which are
// f16 without the sign and the last fraction bits.
func decodeFloat(v uint32, n uint) uint32 {
	switch n {
	case 10, 11:
		return num.F16ToF32(uint16(v << (15 - n)))
	case 16:
		return num.F16ToF32(uint16(v))
	}
	return v
}

// runStoreFormat executes stores with format conversion.
func runStoreFormat(w *wave, in *instr) {
	op := w.newOp(in)
	in.mem.address(w, op)
	w.takeData(op, in.mem.data, 0, in.mem.Dwords)
	op.perform = performStoreFormat
	w.issue(op)
}

// performStoreFormat converts and writes elements. Components that the
// instruction does not have stay as they are in memory, or become 0 where they
// share bytes with others.
func performStoreFormat(w *wave, op *memOp) {
	f := bufferFormat(op.sdata[slotFormat])
	for mask := op.exec; mask != 0; mask &= mask - 1 {
		l := bits.TrailingZeros64(mask) & 63
		if op.valid[l] == 0 {
			continue
		}
		var element bits128
		given := f.packComponents(op, l, &element)
		var b [16]byte
		putWord(b[:8], element[0])
		putWord(b[8:], element[1])
		if f.packed() {
			w.store(op, l, SpaceGlobal, op.addr[l], b[:f.size()])
			continue
		}
		at := 0
		for k, width := range f.widths() {
			n := int(width / 8)
			if given>>k&1 != 0 {
				w.store(op, l, SpaceGlobal, op.byteAddr(l, at), b[at:at+n])
			}
			at += n
		}
	}
}

// packComponents puts the components that a lane gives in their places in an
// element. It returns a bit for each of them.
func (f bufferFormat) packComponents(op *memOp, l int, element *bits128) (given uint8) {
	s := &op.in.mem
	for k := range s.Components {
		c := f.selected(k) - selectX
		if c < 0 || f.widths()[c] == 0 {
			continue
		}
		v := op.data[l][k]
		if s.D16 != isa.D16None {
			v = f.widen(op.data[l][k/2], k&1 != 0 || s.D16 == isa.D16High)
		}
		at := 0
		for _, width := range f.widths()[:c] {
			at += int(width)
		}
		element.put(at, f.encode(v, uint(f.widths()[c])))
		given |= 1 << c
	}
	return given
}

// widen makes 32 bits of a half of a register.
func (f bufferFormat) widen(v uint32, high bool) uint32 {
	if high {
		v >>= 16
	}
	switch {
	case f.float():
		return num.F16ToF32(uint16(v))
	case f.number() == numSint:
		return uint32(int32(int16(v)))
	}
	return v & 0xffff
}

// byteAddr is the address of byte k of lane l's element.
func (op *memOp) byteAddr(l, k int) uint64 {
	if step := op.sdata[slotStep]; step != 0 {
		return op.addr[l] + uint64(k/4)*uint64(step) + uint64(k%4)
	}
	return op.addr[l] + uint64(k)
}

// encode converts a value to a component of n bits. Values out of range become
// the nearest in range, NaN 0; normalised values round to nearest even, scaled
// ones toward zero, which the manual does not say.
func (f bufferFormat) encode(v uint32, n uint) uint32 {
	if n == 32 {
		return v
	}
	mask := uint32(1)<<n - 1
	most := int64(mask)
	half := most >> 1
	x := float64(math.Float32frombits(v))
	switch f.number() {
	case numUnorm:
		return uint32(math.RoundToEven(float64(limit(x, 0, 1) * float64(most))))
	case numSnorm:
		return uint32(int32(math.RoundToEven(float64(limit(x, -1, 1)*float64(half))))) & mask
	case numUscaled:
		return uint32(limit(x, 0, float64(most)))
	case numSscaled:
		return uint32(int32(limit(x, float64(-half-1), float64(half)))) & mask
	case numSint:
		return uint32(min(max(int64(int32(v)), -half-1), half)) & mask
	case numFloat:
		return encodeFloat(v, n)
	}
	return min(v, mask)
}

// limit brings x into a range; NaN becomes 0.
func limit(x, least, most float64) float64 {
	if x != x {
		return 0
	}
	return min(max(x, least), most)
}

// encodeFloat narrows to f16, to nearest even, or to the unsigned floats of 10 and 11 bits, toward
// zero, with 0 for negative numbers.
func encodeFloat(v uint32, n uint) uint32 {
	switch n {
	case 10, 11:
		if v>>31 != 0 && !num.IsNaN32(v) {
			return 0
		}
		return uint32(num.F32ToF16(v&^(1<<31), num.Env{Round: num.RTZ}) >> (15 - n))
	case 16:
		return uint32(num.F32ToF16(v, num.Env{}))
	}
	return v & (1<<n - 1)
}
