package inspect

import (
	"math/bits"
	"slices"
	"strconv"
)

// laneValues are values of lanes: base, plus the sum of dwords and offset, which has 32 bits. Registers
// and data have neither.
type laneValues struct {
	dwords    *[64]uint32
	lanes     uint64
	as        format
	addresses bool // hex of 64 bits
	base      uint64
	offset    uint32
}

func (v *laneValues) at(lane int) uint64 { return v.base + uint64(v.dwords[lane&63]+v.offset) }

func (v *laneValues) appendOne(b []byte, value uint64) []byte {
	if v.addresses || v.as == formatHex || v.as == formatOfUse {
		return appendHex(b, value)
	}
	return appendValue(b, uint32(value), v.as)
}

// appendLanes appends the values of lanes: one for all, a step from lane to lane, or each, but no
// more than most; lines begins each further line. Numbers with such a step are indexes or
// addresses, whatever the format.
func appendLanes(b []byte, v *laneValues, lines string, most int) []byte {
	if v.lanes == 0 {
		return append(b, "(no lane)"...)
	}
	if v.regular() {
		first := bits.TrailingZeros64(v.lanes)
		base := v.at(first)
		if v.same(base) {
			return v.appendOne(b, base)
		}
		if step, ok := v.steps(first, base); ok {
			return appendSteps(b, base-step*uint64(first), step)
		}
	}
	if v.lanes&(1<<few-1) == 1<<few-1 && v.lanes>>few != 0 && most == few { // as most are
		b = append(b, "[0] "...)
		if v.plainHex() {
			return append(v.appendFew(b), "…"...)
		}
		for l := range few {
			b = append(v.appendOne(b, v.at(l)), ' ')
		}
		return append(b, "…"...)
	}
	const perLine = 8
	started := false
	for row := 0; row < 64; row += perLine {
		if v.lanes>>row&(1<<perLine-1) == 0 {
			continue
		}
		if started {
			b = append(append(b, '\n'), lines...)
		}
		started = true
		from := bits.TrailingZeros64(v.lanes >> row << row)
		b = append(strconv.AppendInt(append(b, '['), int64(from), 10), ']')
		for l := from; l < row+perLine && v.lanes>>l&(1<<(row+perLine-l)-1) != 0; l++ {
			if most == 0 {
				return append(b, " …"...)
			}
			b = append(b, ' ')
			if v.lanes>>l&1 != 0 {
				b = v.appendOne(b, v.at(l))
				most--
			} else {
				b = append(b, '-')
			}
		}
		if most == 0 && v.lanes>>(row+perLine) != 0 {
			return append(b, " …"...)
		}
	}
	return b
}

// plainHex reports whether values are registers or data that are printed as hex, as most are.
func (v *laneValues) plainHex() bool {
	return (v.as == formatHex || v.as == formatOfUse) && v.base == 0 && v.offset == 0
}

// appendFew appends the first lanes of such values.
func (v *laneValues) appendFew(b []byte) []byte {
	b = slices.Grow(b, few*hexRoom)
	n := len(b)
	for _, value := range v.dwords[:few] {
		to := (*[hexRoom]byte)(b[n : n+hexRoom])
		length := putHex(to, value)
		to[length&15] = ' '
		n += length + 1
	}
	return b[:n]
}

// regular reports whether values may be the same or have a step: the first three of all lanes tell.
func (v *laneValues) regular() bool {
	d := v.dwords
	return d[1]-d[0] == d[2]-d[1] || v.lanes != ^uint64(0)
}

// same reports whether all lanes have the value of the first.
func (v *laneValues) same(value uint64) bool {
	if v.lanes == ^uint64(0) {
		return v.dwords[0] == v.dwords[1] && *(*[63]uint32)(v.dwords[:63]) == *(*[63]uint32)(v.dwords[1:])
	}
	for m := v.lanes & (v.lanes - 1); m != 0; m &= m - 1 {
		if v.at(bits.TrailingZeros64(m)) != value {
			return false
		}
	}
	return true
}

// steps reports whether values rise by a step from lane to lane, so that lane 0, whether it is there or
// not, would have one that is not negative. Two values say nothing.
func (v *laneValues) steps(first int, base uint64) (step uint64, ok bool) {
	rest := v.lanes & (v.lanes - 1)
	if rest&(rest-1) == 0 {
		return 0, false
	}
	second := bits.TrailingZeros64(rest)
	step = v.at(second) - base
	if gap := second - first; gap > 1 {
		step /= uint64(gap) // takes long
	}
	if step >= 1<<20 || base < step*uint64(first) {
		return 0, false
	}
	for m := rest; m != 0; m &= m - 1 {
		l := bits.TrailingZeros64(m)
		if v.at(l) != base+step*uint64(l-first) {
			return 0, false
		}
	}
	return step, true
}

// appendSteps appends base + step*lane.
func appendSteps(b []byte, base, step uint64) []byte {
	if base != 0 {
		b = append(appendHex(b, base), " + "...)
	}
	if step != 1 {
		b = append(strconv.AppendUint(b, step, 10), '*')
	}
	return append(b, "lane"...)
}
