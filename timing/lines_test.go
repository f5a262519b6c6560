package timing

import (
	"math/rand/v2"
	"slices"
	"testing"

	"heddle/arch"

	"github.com/google/go-cmp/cmp"
)

// bytesOf is the oracle of AppendLines: byte by byte, with maps.
func bytesOf(t *Touch) (lines []Line) {
	written := map[uint64]bool{}
	var bytes []uint64
	for lane, addr := range t.Addrs {
		for i := range uint64(t.Size) {
			if t.Exec>>lane&1 != 0 {
				bytes, written[addr+i] = append(bytes, addr+i), true
			}
		}
	}
	for _, b := range bytes {
		base := b &^ 127
		i := slices.IndexFunc(lines, func(l Line) bool { return l.Addr == base })
		if i < 0 {
			i = len(lines)
			lines = append(lines, Line{Addr: base, Set: uint8(arch.CacheSet(base, t.Swizzle, t.Sets)), Whole: t.Write})
		}
		lines[i].Halves |= 1 << (b / 64 & 1)
		for a := b &^ 63; a < b&^63+64; a++ {
			lines[i].Whole = lines[i].Whole && written[a]
		}
	}
	return lines
}

// TestAppendLines: random lanes, close together and far apart, aligned and not.
func TestAppendLines(t *testing.T) {
	r := rand.New(rand.NewPCG(16, 1))
	var lines []Line
	for range 4000 {
		touch := &Touch{Exec: r.Uint64() | r.Uint64(), Size: []int{1, 2, 4, 8, 12, 16, 64}[r.IntN(7)], Write: r.IntN(2) == 0,
			Swizzle: []int{0, 256, 1024, 4160}[r.IntN(4)], Sets: 4}
		span := []uint64{64, 1024, 1 << 20}[r.IntN(3)]
		base := r.Uint64() >> 16
		for lane := range uint64(64) {
			addr := base + r.Uint64N(span)
			if r.IntN(3) != 0 {
				addr = base&^63 + lane*uint64(touch.Size)
			}
			touch.Addrs = append(touch.Addrs, addr)
		}
		lines = AppendLines(lines[:0], touch)
		if want := bytesOf(touch); !cmp.Equal(want, slices.Clone(lines)) {
			t.Fatalf("%+v:\n%s", touch, cmp.Diff(want, lines))
		}
	}
	touch := &Touch{Addrs: make([]uint64, 64), Exec: ^uint64(0), Size: 16, Sets: 4}
	if n := testing.AllocsPerRun(10, func() { lines = AppendLines(lines[:0], touch) }); n != 0 {
		t.Errorf("%v allocations", n)
	}
}

// BenchmarkAppendLines: a coalesced dwordx4 and a gather of 64 lines.
func BenchmarkAppendLines(b *testing.B) {
	for _, stride := range []uint64{16, 1024} {
		touch := &Touch{Exec: ^uint64(0), Size: 16, Sets: 4}
		for lane := range uint64(64) {
			touch.Addrs = append(touch.Addrs, lane*stride)
		}
		var lines []Line
		b.Run(map[uint64]string{16: "coalesced", 1024: "gather"}[stride], func(b *testing.B) {
			for b.Loop() {
				lines = AppendLines(lines[:0], touch)
			}
		})
	}
}
