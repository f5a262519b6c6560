package cache

import (
	"testing"

	"heddle/arch"
)

// TestPlace: any aligned piece of memory as large as a cache fills its sets evenly, neighbouring
// blocks are in different channels, and rows that are a power of two apart use most channels.
func TestPlace(t *testing.T) {
	m := &model(&arch.GFX942).Memory
	for _, x := range []struct {
		name                              string
		bytes, ways, channels, interleave int
	}{
		{"L2", m.L2Channels.Int() * m.L2ChannelBytes.Int(), m.L2Ways.Int(), m.L2Channels.Int(), m.L2Interleave.Int()},
		{"L2, a sample", m.L2Channels.Int() * m.L2ChannelBytes.Int() / 32, m.L2Ways.Int(), m.L2Channels.Int(), m.L2Interleave.Int()},
		{"one channel", 4096, 2, 1, 128},
		{"MALL, a sample", 8 << 20, m.MALLWays.Int(), m.MALLChannels.Int(), m.MALLInterleave.Int()},
	} {
		g, err := newGeometry(x.name, x.bytes, x.ways, x.channels, x.interleave)
		if err != nil {
			t.Fatal(err)
		}
		lines := uint64(x.bytes / arch.CacheLine)
		for _, piece := range []uint64{0, 1, 77, 1 << 20} {
			used := make([]int, g.sets())
			for i := range lines {
				_, set := g.place(piece*lines + i)
				used[set]++
			}
			for set, n := range used {
				if n != x.ways {
					t.Fatalf("%s: %d lines of piece %d in set %d, want %d", x.name, n, piece, set, x.ways)
				}
			}
			channels := map[int]bool{}
			for i := range uint64(x.channels) {
				channel, _ := g.place(piece*lines + i<<g.blockBits)
				channels[channel] = true
			}
			if len(channels) != x.channels {
				t.Errorf("%s: %d neighbouring blocks are in %d channels", x.name, x.channels, len(channels))
			}
		}
		for stride := uint64(1); stride <= 1<<16; stride *= 2 {
			channels := map[int]bool{}
			for i := range uint64(1024) {
				channel, _ := g.place(i * stride)
				channels[channel] = true
			}
			if len(channels) < x.channels/2 {
				t.Errorf("%s: lines %d apart use %d of %d channels", x.name, stride, len(channels), x.channels)
			}
		}
	}
}

// TestHashedSet: of 64 rows of a tensor, small odd multiples of powers of two apart, no set of a hashed L1 gets much more
// than its quarter. Rows of 2048 heads of 128 bytes would else wait for each other's lines.
func TestHashedSet(t *testing.T) {
	const sets, rows, most = 4, 64, 26
	for odd := uint64(1); odd <= 17; odd += 2 {
		for shift := range 20 {
			for _, base := range []uint64{0, 123457, 1 << 25} {
				var used [sets]int
				for row := range uint64(rows) {
					used[hashedSet(base+row*odd<<shift, sets)]++
				}
				if n := max(used[0], used[1], used[2], used[3]); n > most {
					t.Errorf("of %d rows %d<<%d lines apart, from line %d on, %d are in one set", rows, odd, shift, base, n)
				}
			}
		}
	}
}
