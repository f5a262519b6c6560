package simtest

import (
	"math"
	"math/bits"
	"slices"
)

// What builtins.cl does across lanes.

// dppSource is the lane that lane l reads; -1 if there is none.
func dppSource(ctrl, l int) int {
	row, at := l&^15, l&15
	inRow := func(k int) int {
		if k < 0 || k > 15 {
			return -1
		}
		return row + k
	}
	switch {
	case ctrl < 0x100: // quad_perm
		return l&^3 + ctrl>>(l%4*2)&3
	case ctrl <= 0x10f: // row_shl
		return inRow(at + ctrl&15)
	case ctrl <= 0x11f: // row_shr
		return inRow(at - ctrl&15)
	case ctrl <= 0x12f: // row_ror
		return row + (at-ctrl&15)&15
	case ctrl == 0x130 && l == 63, ctrl == 0x138 && l == 0: // wave_shl:1, wave_shr:1
		return -1
	case ctrl == 0x130 || ctrl == 0x134: // and wave_rol:1
		return (l + 1) & 63
	case ctrl == 0x138 || ctrl == 0x13c: // and wave_ror:1
		return (l - 1) & 63
	case ctrl == 0x140: // row_mirror
		return row + 15 - at
	case ctrl == 0x141: // row_half_mirror
		return l&^7 + 7 - l&7
	case ctrl == 0x142: // row_bcast:15
		return row - 1
	case ctrl == 0x143: // row_bcast:31
		return l&^31 - 1
	}
	return row + ctrl&15 // row_newbcast
}

// dppMove is update_dpp of a lane, of which active says whether it runs.
func dppMove(old, v []int32, l, ctrl, rows, banks int, bound bool, active func(int) bool) int32 {
	from := dppSource(ctrl, l)
	switch {
	case rows>>(l/16)&1 == 0 || banks>>(l/4%4)&1 == 0:
		return old[l]
	case from >= 0 && active(from):
		return v[from]
	case bound:
		return 0
	}
	return old[l]
}

func dppResults(v, old []int32) []int32 {
	all := func(int) bool { return true }
	some := func(l int) bool { return l%3 != 0 }
	moves := []struct {
		ctrl, rows, banks int
		bound             bool
		active            func(int) bool
	}{
		{0x1b, 15, 15, false, all}, {0x9c, 15, 15, true, all}, {0x101, 15, 15, false, all}, {0x103, 15, 15, true, all},
		{0x111, 15, 15, false, all}, {0x11f, 15, 15, true, all}, {0x125, 15, 15, false, all}, {0x130, 15, 15, false, all},
		{0x134, 15, 15, false, all}, {0x138, 15, 15, true, all}, {0x13c, 15, 15, false, all}, {0x140, 15, 15, false, all},
		{0x141, 15, 15, false, all}, {0x142, 10, 15, false, all}, {0x143, 12, 15, false, all}, {0x155, 15, 15, false, all},
		{0x112, 5, 15, true, all}, {0x112, 15, 6, false, all},
		{0x111, 15, 15, false, some}, {0x111, 15, 15, true, some}, {0x4e, 15, 15, false, some},
	}
	var want []int32
	for _, m := range moves {
		for l := range 64 {
			r := int32(-1)
			if m.active(l) {
				r = dppMove(old, v, l, m.ctrl, m.rows, m.banks, m.bound, m.active)
			}
			want = append(want, r)
		}
	}
	zero := make([]int32, 64)
	for l := range 64 {
		want = append(want, v[l]+dppMove(zero, v, l, 0x101, 15, 15, true, all))
	}
	for l := range 64 {
		want = append(want, max(v[l], v[dppSource(0x128, l)]))
	}
	return want
}

func ballot(f func(l int) bool) (mask uint64) {
	for l := range 64 {
		if f(l) {
			mask |= 1 << l
		}
	}
	return mask
}

func laneOps(v []uint32) []uint32 {
	odd := ballot(func(l int) bool { return v[l]&1 == 1 })
	active := ballot(func(l int) bool { return v[l]&2 == 2 })
	on := func(mask uint64, l int) bool { return mask>>l&1 == 1 }
	pushed := make([]uint32, 64)
	var order []uint32 // the low three bits, as they come first
	var sum, xor uint32
	top, least := int32(math.MinInt32), uint32(math.MaxUint32)
	for l, x := range v {
		pushed[(l*5+1)&63] = x
		if !slices.Contains(order, x&7) {
			order = append(order, x&7)
		}
		sum, xor, top, least = sum+x, xor^x, max(top, int32(x)), min(least, x)
	}
	columns := []func(l int) uint32{
		func(int) uint32 { return v[37] },
		func(int) uint32 { return v[0] },
		func(l int) uint32 { return v[(l*7+3)&63] },
		func(l int) uint32 { return pushed[l] },
		func(l int) uint32 { return v[l^1] },
		func(l int) uint32 { return v[l&^3+(l+1)&3] },
		func(l int) uint32 { return v[l&32|(l&16^31)] },
		func(int) uint32 { return uint32(odd) },
		func(int) uint32 { return uint32(odd >> 32) },
		func(l int) uint32 { return 6 - uint32((0x123456789abcdef0^odd)>>l&1) },
	}
	inside := []func(l int) uint32{ // 0 in lanes that do not take the branch
		func(int) uint32 { return uint32(active) },
		func(int) uint32 { return uint32(active >> 32) },
		func(int) uint32 { return v[bits.TrailingZeros64(active)] },
		func(l int) uint32 {
			if on(active, l^1) {
				return v[l^1]
			}
			return 0
		},
		func(int) uint32 { return uint32(bits.OnesCount64(active &^ (1<<21 - 1))) },
	}
	for _, f := range inside {
		columns = append(columns, func(l int) uint32 {
			if !on(active, l) {
				return 0
			}
			return f(l)
		})
	}
	columns = append(columns, func(l int) uint32 { return uint32(slices.Index(order, v[l]&7) + 1) },
		func(int) uint32 { return sum }, func(int) uint32 { return uint32(top) },
		func(int) uint32 { return xor }, func(int) uint32 { return least })
	return values(64*len(columns), func(i int) uint32 { return columns[i/64](i % 64) })
}

// gfx950Ops is one wave of builtins.cl's gfx950_ops; x has four words a lane.
func gfx950Ops(x []uint32) []uint32 {
	at := func(k int) func(l int) uint32 { return func(l int) uint32 { return x[4*l+k] } }
	a, b, c := at(0), at(1), at(2)
	table := func(l int, ttbl uint32) (r uint32) {
		for k := range 32 {
			index := a(l)>>k&1<<2 | b(l)>>k&1<<1 | c(l)>>k&1
			r |= ttbl >> index & 1 << k
		}
		return r
	}
	packed := func(l int, lo, hi int32) uint32 {
		s := func(v uint32) uint32 { return uint32(min(max(int32(v)>>(c(l)&31), lo), hi)) & 0xff }
		return s(b(l))<<8 | s(a(l))
	}
	float := func(f func(int) uint32, l int) float32 { return float32(int32(f(l))) }
	sign := func(v uint32, k int) float32 { return 1 - 2*float32(v>>k&1) }
	columns := []func(l int) uint32{
		func(l int) uint32 { return table(l, 0x6b) },
		func(l int) uint32 { return table(l, 0x92) & 0xffff },
		func(l int) uint32 { return a(l)<<1 ^ a(l)>>31*197 },
		func(l int) uint32 { return packed(l, -128, 127) },
		func(l int) uint32 { return packed(l, 0, 255) },
	}
	for _, half := range []int{16, 32} { // a's upper halves change places with b's lower ones
		columns = append(columns, func(l int) uint32 {
			if l&half == 0 {
				return a(l)
			}
			return b(l - half)
		}, func(l int) uint32 {
			if l&half != 0 {
				return b(l)
			}
			return a(l + half)
		})
	}
	columns = append(columns,
		func(l int) uint32 { return math.Float32bits(min(float(a, l), float(b, l), float(c, l))) },
		func(l int) uint32 { return math.Float32bits(max(float(a, l), float(b, l), float(c, l))) },
		func(l int) uint32 {
			return uint32(bf16(float64(float(b, l))))<<16 | uint32(bf16(float64(float(a, l))))
		},
		func(l int) uint32 {
			return math.Float32bits(2 + 2*sign(a(l), 15)*sign(b(l), 15) + 2*sign(a(l), 31)*sign(b(l), 31))
		})
	return values(64*len(columns), func(i int) uint32 { return columns[i/64](i % 64) })
}
