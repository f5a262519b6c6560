package simtest

import (
	"encoding/binary"
	"slices"

	"heddle/arch"
)

// The rows of buffers.cl.
var bufferRows = []Row{
	{File: "buffers", Kernel: "raw_loads", launch: func(g *gen) launch { return rawLoads(g, 200, 0) }},
	{File: "buffers", Kernel: "raw_loads", Note: "odd", launch: func(g *gen) launch { return rawLoads(g, 131, 0) }},
	{File: "buffers", Kernel: "raw_loads", Note: "soffset", launch: func(g *gen) launch { return rawLoads(g, 160, 24) }},
	{File: "buffers", Kernel: "raw_stores", launch: func(g *gen) launch { return rawStores(g, 4096) }},
	{File: "buffers", Kernel: "raw_stores", Note: "part", launch: func(g *gen) launch { return rawStores(g, 1300) }},
	{File: "buffers", Kernel: "raw_atomics", launch: func(g *gen) launch {
		x := values(64, func(int) int32 { return int32(g.small(100000)) })
		cell, float := []int32{1, 2, 3, 4, 5}, []float32{1, 2, 3}
		after, sums := slices.Clone(cell), slices.Clone(float)
		for l, v := range x {
			if l%5 < 4 {
				after[l%5] += v
			}
			if l%3 < 2 {
				sums[l%3] += float32(v & 1023)
			}
		}
		return launch{grid: [3]uint32{1, 1, 1}, block: [3]uint32{64, 1, 1}, args: []any{inout(cell, after), inout(float, sums), in(x)}}
	}},
	{File: "buffers", Kernel: "load_lds", launch: loadLDS},
	{File: "buffers", Kernel: "load_lds_wide", Chip: &arch.GFX950, launch: func(g *gen) launch {
		x := values(256, func(int) uint32 { return g.Uint32() })
		want := values(512, func(i int) uint32 {
			l, k := i%256/4, i%4
			switch {
			case i < 256:
				return x[l*5%64*4+k]
			case k == 3: // the fourth dword of the slot stays
				return 0xdeadbeef
			}
			return x[(63-l)*4+k]
		})
		return launch{grid: [3]uint32{1, 1, 1}, block: [3]uint32{64, 1, 1}, args: []any{out(want), in(x)}}
	}},
	{File: "buffers", Kernel: "transposing_reads", Chip: &arch.GFX950, launch: func(g *gen) launch {
		x := values(256, func(int) uint32 { return g.Uint32() })
		return launch{grid: [3]uint32{1, 1, 1}, block: [3]uint32{64, 1, 1}, args: []any{out(transposed(x)), in(x)}}
	}},
}

// fetch reads size bytes of a raw buffer: each dword of a wide load is checked separately, and
// bytes beyond the end read as 0 (facts isa/encodings.md §11).
func fetch(b []byte, records, soffset, offset, size int) (r []uint32) {
	for at := offset; at < offset+size; at += 4 {
		n := min(size, 4)
		v := uint32(0)
		if at >= 0 && at+soffset+n <= records {
			var word [4]byte
			copy(word[:], b[at+soffset:at+soffset+n])
			v = binary.LittleEndian.Uint32(word[:])
		}
		r = append(r, v)
	}
	return r
}

func rawLoads(g *gen, records, soffset int) launch {
	x := values(512, func(int) uint8 { return uint8(g.Uint32()) })
	var want []uint32
	for l := range 64 {
		get := func(offset, size int) []uint32 { return fetch(x, records, 0, offset, size) }
		want = append(want, get(l*5, 1)...)
		want = append(want, fetch(x, records, soffset, l*6, 2)...)
		want = append(want, fetch(x, records, soffset, l*4, 4)...)
		want = append(want, get(l*4, 8)...)
		want = append(want, get(l*4+8, 12)...)
		want = append(want, get(l*4+16, 16)...)
		want = append(want, uint32(int8(get(l*4+3, 1)[0])), uint32(int16(get(l*4+2, 2)[0])))
		want = append(want, get(-l, 4)...)
		want = append(want, 0)
	}
	return launch{grid: [3]uint32{1, 1, 1}, block: [3]uint32{64, 1, 1}, args: []any{out(want), in(x), int32(records), int32(soffset)}}
}

func rawStores(g *gen, records int) launch {
	x := values(64, func(int) uint32 { return g.Uint32() })
	memory := values(4096, func(int) uint8 { return uint8(g.Uint32()) })
	want := slices.Clone(memory)
	put := func(offset, size int, v uint32) {
		if offset+size <= records {
			var word [4]byte
			binary.LittleEndian.PutUint32(word[:], v)
			copy(want[offset:], word[:size])
		}
	}
	for _, s := range []struct{ base, step, size, count, add int }{
		{0, 4, 4, 1, 0}, {256, 2, 1, 1, 0}, {384, 4, 2, 1, 0}, {640, 8, 4, 2, 0}, {1152, 12, 4, 3, 2}, {1920, 16, 4, 4, 5},
	} {
		for l, v := range x {
			for k := range s.count {
				put(s.base+l*s.step+4*k, s.size, v+uint32(s.add+k))
			}
		}
	}
	return launch{grid: [3]uint32{1, 1, 1}, block: [3]uint32{64, 1, 1}, args: []any{inout(memory, want), in(x), int32(records)}}
}

func loadLDS(g *gen) launch {
	const records = 300
	x := values(1024, func(int) uint8 { return uint8(g.Uint32()) })
	want := values(256, func(i int) uint32 {
		l := i % 64
		switch i / 64 {
		case 0:
			return binary.LittleEndian.Uint32(x[l*7%64*4:])
		case 1:
			return fetch(x, records, 0, l*8, 4)[0]
		case 2:
			return uint32(x[l*3])
		}
		if l%2 == 0 {
			return 0xdeadbeef
		}
		return uint32(binary.LittleEndian.Uint16(x[l*2:]))
	})
	return launch{grid: [3]uint32{1, 1, 1}, block: [3]uint32{64, 1, 1}, args: []any{out(want), in(x), int32(records)}}
}

// transposed is what the four transposing reads of buffers.cl give: lane l gets column l of the
// matrix whose rows are consecutive in the chunks that the sixteen lanes of its group name (facts
// isa/semantics.md §4).
func transposed(x []uint32) []uint32 {
	bit := func(word, n int) uint32 { return x[word+n/32] >> (n % 32) & 1 }
	read := func(l, bits int, chunk func(l int) int) (r [3]uint32) {
		count := 64 / bits // elements of a lane, and rows
		if bits == 6 {
			count = 16
		}
		lanes := 16 / count // that hold a row
		for k := range count {
			column := l % 16
			from := l&^15 + k*lanes + column/count
			for b := range bits {
				at := k*bits + b
				r[at/32] |= bit(chunk(from), column%count*bits+b) << (at % 32)
			}
		}
		return r
	}
	var want []uint32
	for l := range 64 {
		a := read(l, 16, func(l int) int { return l * 2 })
		b := read(l, 8, func(l int) int { return (l ^ 17) * 2 })
		c := read(l, 4, func(l int) int { return l * 2 })
		d := read(l, 6, func(l int) int { return l * 4 })
		want = append(want, a[0], a[1], b[0], b[1], c[0], c[1], d[0], d[1], d[2])
	}
	return want
}
