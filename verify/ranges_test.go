package verify_test

import (
	"math/rand/v2"
	"slices"
	"testing"

	"heddle/arch"
	"heddle/sim"
	"heddle/verify"
)

// TestChangedOutside: random ranges and random changes, against an array with a
// flag for each byte.
func TestChangedOutside(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 9))
	d := sim.NewDevice(arch.Chips[0])
	const size = 3*sim.PageSize + 77
	fill := verify.Elements(2, func(i uint64) uint64 { return i * 0x9e37 >> 3 })
	b, err := d.AllocFunc(size, fill)
	if err != nil {
		t.Fatal(err)
	}
	strays := 0
	for round := range 400 {
		allowed := make([]bool, size)
		var list []verify.Range
		for range r.IntN(30) {
			from := r.IntN(size)
			to := min(from+r.IntN(700), size)
			list = append(list, verify.Range{From: uint64(from), To: uint64(to)})
			for i := from; i < to; i++ {
				allowed[i] = true
			}
		}
		merged := verify.Merge(list)
		for i, m := range merged {
			if m.From >= m.To || i > 0 && merged[i-1].To >= m.From {
				t.Fatalf("%v merge to %v", list, merged)
			}
		}
		var first, count uint64
		for range r.IntN(20) {
			at := r.IntN(size)
			if round%2 == 0 && len(merged) > 0 { // near or at an end of a range
				m := merged[r.IntN(len(merged))]
				at = min(max(int(m.From)+r.IntN(3)-1+r.IntN(2)*int(m.To-m.From), 0), size-1)
			}
			var was [1]byte
			if err := b.Read(was[:], uint64(at)); err != nil {
				t.Fatal(err)
			}
			was[0] ^= byte(r.IntN(2) * 0x11)
			if err := b.Write(was[:], uint64(at)); err != nil {
				t.Fatal(err)
			}
		}
		start, now := make([]byte, size), make([]byte, size)
		fill(0, start)
		if err := b.Read(now, 0); err != nil {
			t.Fatal(err)
		}
		for i := range now {
			if now[i] != start[i] && !allowed[i] {
				if count == 0 {
					first = uint64(i)
				}
				count++
			}
		}
		if at, n := verify.ChangedOutside(b, merged); at != first || n != count {
			t.Fatalf("round %d: %d changes, the first at %d; want %d, %d (%v)", round, n, at, count, first, merged)
		}
		strays += int(count)
		b.Discard()
	}
	if strays == 0 {
		t.Error("nothing was outside")
	}
}

func TestElements(t *testing.T) {
	for _, size := range []int{1, 2, 4, 8} {
		f := verify.Elements(size, func(i uint64) uint64 { return i * 0x0123456789abcdef })
		whole := make([]byte, 200)
		f(0, whole)
		if size > 1 && whole[size] != 0xef {
			t.Errorf("size %d: element 1 begins with %#x", size, whole[size])
		}
		part := make([]byte, 101)
		f(64, part)
		if !slices.Equal(part, whole[64:165]) {
			t.Errorf("size %d: a part is not that of the whole", size)
		}
	}
}
