package simtest

import (
	"fmt"
	"math"
	"slices"
)

// The rows of atomics.cl.
var atomicRows = []Row{
	{File: "atomics", Kernel: "int_atomics", launch: func(g *gen) launch {
		x := values(192, func(int) int32 { return int32(g.Uint32()) })
		cell := []int32{5, 6, 7, 8, -1, 0, -1, 1, 3, 100, 200}
		want := slices.Clone(cell)
		for _, v := range x {
			want[0] += v
			want[1] -= v
			want[2] = min(want[2], v)
			want[3] = max(want[3], v)
			want[4] = int32(min(uint32(want[4]), uint32(v)))
			want[5] = int32(max(uint32(want[5]), uint32(v)))
			want[6] &= v | 0xff00
			want[7] |= v & 0xff00ff
			want[8] ^= v
			want[9]++
			want[10]--
		}
		return launch{grid: [3]uint32{3, 1, 1}, block: [3]uint32{64, 1, 1}, args: []any{inout(cell, want), in(x)}}
	}},
	{File: "atomics", Kernel: "long_atomics", launch: func(g *gen) launch {
		x := values(192, func(int) int64 { return int64(g.Uint64()) })
		cell := []int64{5, 6, 7, 8, -1, 0, -1, 1, 3}
		want := slices.Clone(cell)
		for _, v := range x {
			want[0] += v
			want[1] -= v
			want[2] = min(want[2], v)
			want[3] = max(want[3], v)
			want[4] = int64(min(uint64(want[4]), uint64(v)))
			want[5] = int64(max(uint64(want[5]), uint64(v)))
			want[6] &= v
			want[7] |= v
			want[8] ^= v
		}
		return launch{grid: [3]uint32{3, 1, 1}, block: [3]uint32{64, 1, 1}, args: []any{inout(cell, want), in(x)}}
	}},
	{File: "atomics", Kernel: "exchange", launch: func(*gen) launch {
		const n = 128
		var last []int32
		cell := &memory{encode([]int32{0, 0}), judge(func(got []int32) error { last = got; return nil })}
		return launch{grid: [3]uint32{2, 1, 1}, block: [3]uint32{64, 1, 1}, args: []any{cell,
			judged(n, func(got []int32) error { return permutation(append(slices.Clone(got), last[0]), 0, 1) }),
			judged(n, func(won []int32) error {
				if winner := slices.Index(won, 1); winner < 0 || slices.Contains(won[winner+1:], 1) || last[1] != int32(winner+1) {
					return fmt.Errorf("winners %v, cell %d", won, last[1])
				}
				return nil
			})}}
	}},
	{File: "atomics", Kernel: "cas_loop", launch: func(g *gen) launch {
		x := values(128, func(int) uint32 { return g.Uint32() })
		want := uint32(17)
		for _, v := range x {
			want += (v ^ 0x5a5a5a5a) % 1000
		}
		return launch{grid: [3]uint32{2, 1, 1}, block: [3]uint32{64, 1, 1}, args: []any{inout([]uint32{17}, []uint32{want}), in(x)}}
	}},
	{File: "atomics", Kernel: "cas_loop_long", launch: func(g *gen) launch {
		x := values(128, func(int) uint32 { return g.Uint32() })
		want := uint64(1 << 63)
		for _, v := range x {
			want += uint64(v) * uint64(v)
		}
		return launch{grid: [3]uint32{1, 1, 1}, block: [3]uint32{128, 1, 1}, args: []any{inout([]uint64{1 << 63}, []uint64{want}), in(x)}}
	}},
	{File: "atomics", Kernel: "float_atomics", launch: func(g *gen) launch {
		x := values(128, func(int) float32 { return float32(g.small(1000)) })
		var sum, half float64
		least, most := math.Inf(1), math.Inf(-1)
		for _, v := range x {
			sum, least, most = sum+float64(v), min(least, float64(v)), max(most, float64(v))
			if v > 0 {
				half++
			} else {
				half -= 2
			}
		}
		return launch{grid: [3]uint32{2, 1, 1}, block: [3]uint32{64, 1, 1}, args: []any{
			inout([]float32{0.5}, []float32{float32(sum + 0.5)}),
			inout([]float64{0, 1e9, -1e9}, []float64{sum / 2, least, most}),
			inout([]uint16{f16(-3), f16(0.25)}, []uint16{f16(half - 3), f16(64.25)}),
			inout([]uint16{bf16(0), bf16(8)}, []uint16{bf16(128), bf16(8 - 64)}), in(x)}}
	}},
	{File: "atomics", Kernel: "float_atomics_flat", launch: func(g *gen) launch {
		x := values(192, func(int) float32 { return float32(g.small(5000)) })
		sum := 0.0
		for _, v := range x {
			sum += float64(v)
		}
		return launch{grid: [3]uint32{2, 1, 1}, block: [3]uint32{96, 1, 1}, args: []any{
			inout([]float32{1}, []float32{float32(sum + 1)}),
			inout([]float64{2, 1e9, -1e9}, []float64{sum + 2, float64(slices.Min(x)), float64(slices.Max(x))}), in(x)}}
	}},
	{File: "atomics", Kernel: "local_atomics", launch: localAtomics},
	{File: "atomics", Kernel: "returning", launch: func(*gen) launch {
		const groups, block = 3, 64
		const n = groups * block
		cells := []uint32{7, 90, 10}
		after := []uint32{7 + 3*n, (90 + n) % 100, (10 + 50*4 - n) % 50}
		return launch{grid: [3]uint32{groups, 1, 1}, block: [3]uint32{block, 1, 1}, args: []any{inout(cells, after),
			judged(n, func(got []uint32) error { return permutation(got, 7, 3) }),
			judged(4*n, func(got []uint32) error { return wrapped(got, groups, block) })}}
	}},
	{File: "atomics", Kernel: "last_one", launch: func(g *gen) launch {
		const groups, block = 6, 64
		x := values(groups*block, func(int) uint32 { return g.Uint32() })
		part, total := make([]uint32, groups), uint32(0)
		for i, v := range x {
			part[i/block] += v
			total += v
		}
		return launch{grid: [3]uint32{groups, 1, 1}, block: [3]uint32{block, 1, 1}, args: []any{
			inout([]uint32{0}, []uint32{groups}), out(part),
			judged(1+groups, func(got []uint32) error {
				if got[0] != total {
					return fmt.Errorf("the last workgroup's sum is %d, want %d", got[0], total)
				}
				return permutation(got[1:], 0, 1)
			}), in(x)}}
	}},
	{File: "atomics", Kernel: "ping_pong", launch: func(*gen) launch {
		const block, rounds = 64, 5
		want := make([]int32, block)
		for l := range want {
			for range rounds {
				want[l] = want[l]*3 + 1 + int32(l) // workgroup 1
				want[l] = want[l]*3 + int32(l)     // workgroup 0
			}
		}
		return launch{grid: [3]uint32{2, 1, 1}, block: [3]uint32{block, 1, 1}, args: []any{
			inout([]int32{0}, []int32{2 * rounds}), inout(make([]int32, block), want), out(want), int32(rounds)}}
	}},
	{File: "atomics", Kernel: "generic_atomics", launch: func(*gen) launch {
		var ints, longs [2][2]int64 // of the even and the odd lanes
		ints[0], longs[0] = [2]int64{0, 1}, [2]int64{0, 1}
		for l := range int64(64) {
			i, q := &ints[l&1], &longs[l&1]
			i[0] += l
			i[1] = max(i[1], 3*l)
			q[0] -= l << 33
			q[1] ^= l << 31
		}
		want := []int32{int32(ints[0][0]), int32(ints[0][1]), int32(longs[0][0] >> 33), int32(longs[0][1] >> 31)}
		return launch{grid: [3]uint32{1, 1, 1}, block: [3]uint32{64, 1, 1}, args: []any{
			inout([]int32{0, 0}, []int32{int32(ints[1][0]), int32(ints[1][1])}), inout([]int64{0, 0}, longs[1][:]), out(want)}}
	}},
}

// permutation says whether got is first, first + step, … in any order.
func permutation[T int32 | uint32](got []T, first, step T) error {
	sorted := slices.Sorted(slices.Values(got))
	for i, v := range sorted {
		if v != first+T(i)*step {
			return fmt.Errorf("not each of %d values once: %v", len(got), sorted)
		}
	}
	return nil
}

// wrapped checks what atomics.cl's returning got from its wrapping counters.
func wrapped(got []uint32, groups, block int) error {
	n := groups * block
	column := func(k, from, to int) []uint32 {
		return values(to-from, func(i int) uint32 { return got[4*(from+i)+k] })
	}
	up := values(n, func(i int) uint32 { return uint32(90+i) % 100 })
	down := values(n, func(i int) uint32 { return uint32(10+50*4-i) % 50 })
	for k, want := range [][]uint32{up, down} {
		slices.Sort(want)
		if have := slices.Sorted(slices.Values(column(k, 0, n))); !slices.Equal(have, want) {
			return fmt.Errorf("counter %d handed out %v, want %v", k, have, want)
		}
	}
	for b := 0; b < n; b += block {
		if err := permutation(column(2, b, b+block), uint32(1000-block+1), 1); err != nil {
			return err
		}
	}
	// ds_append adds the number of active lanes for the whole wave.
	for i, v := range column(3, 0, n) {
		if v != 5 {
			return fmt.Errorf("work item %d: append returned %d, want 5", i, v)
		}
	}
	return nil
}

func localAtomics(g *gen) launch {
	const n = 128
	x := values(n, func(int) int32 { return int32(g.Uint32()) >> 2 })
	want := []int32{0, 1 << 30, -(1 << 30), -1, 0, 0, 0, 100000, -1, 0, 0, 1 << 30, -1 << 30, int32(bf16(n)), int32(bf16(-n / 2))}
	f := []float64{0, 1e30, -1e30, 0, n, -n / 2}
	wideSum := int64(0)
	for l, v := range x {
		want[0] += v
		want[1], want[2] = min(want[1], v), max(want[2], v)
		want[3] &= v | 0xfff
		want[4] |= v & 0xf0f0f0
		want[5] ^= v
		want[6]++
		want[7] -= int32(l)
		want[8] = int32(min(uint32(want[8]), uint32(v)))
		want[9] = int32(max(uint32(want[9]), uint32(v)))
		wideSum += int64(v) << 20
		want[11], want[12] = min(want[11], v), max(want[12], v)
		f[0] += float64(v & 1023)
		f[1], f[2] = min(f[1], float64(v&4095)), max(f[2], float64(v&4095))
		f[3] += float64(v) * 0.25
	}
	want[10] = int32(wideSum >> 20)
	return launch{grid: [3]uint32{1, 1, 1}, block: [3]uint32{n, 1, 1}, args: []any{out(want),
		out(values(len(f), func(i int) float32 { return float32(f[i]) })), in(x)}}
}
