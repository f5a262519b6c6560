package mach

import (
	"slices"
	"testing"

	"heddle/arch"
	"heddle/isa"
	"heddle/pass"
)

// TestThriftyOrder: the order that keeps few registers live, and a schedule that falls back to it
// all the time, are orders that the code allows, on random blocks.
func TestThriftyOrder(t *testing.T) {
	for seed := range uint64(300) {
		g := newBlockGen(seed, arch.Chips[seed%2])
		for range 5 + int(seed%40) {
			for {
				g.statement()
				list := g.b.Block.Instrs
				if in := list[len(list)-1]; !isBoundary(in) {
					break
				}
				g.b.Block.Instrs = list[:len(list)-1]
			}
		}
		b := g.b.Block
		before := slices.Clone(b.Instrs)
		s := newScheduler(g.f, &pass.Options{})
		s.measure()
		s.now.begin(b, s.live)
		s.g.build(b.Instrs, &s.now)
		s.now.backwards(b.Instrs)
		thrifty, peak := s.g.thriftyOrder(s.now.count, s.now.peak, pressure{})
		if again := s.g.peakOf(thrifty, s.now.count); again != peak {
			t.Fatalf("seed %d: %v registers are live, not %v", seed, again, peak)
		}
		s.g.old = thrifty
		scheduled, _ := s.g.listOrder(s.now.count, pressure{}, nil)
		for _, order := range [][]int32{thrifty, scheduled} {
			place := map[int32]int{}
			for i, n := range order {
				place[n] = i
			}
			if len(place) != len(before) {
				t.Fatalf("seed %d: %d of %d instructions are left", seed, len(place), len(before))
			}
			for j := range before {
				for i := range j {
					if place[int32(i)] > place[int32(j)] && g.needed(before, i, j) {
						t.Fatalf("seed %d: %s passed %s\n%s", seed, g.f.Text(before[j]), g.f.Text(before[i]), listingOf(g.f, before))
					}
				}
			}
		}
		s.apply(b.Instrs, scheduled)
		checkSCC(t, g.f, b, before)
	}
}

// TestThriftySum: a sum of 64 loads, of halves of halves, whose source has all loads first,
// needs as many registers at once as it has levels, not 64.
func TestThriftySum(t *testing.T) {
	f := NewFunc("sum", &arch.GFX950)
	block := f.NewBlock("sum")
	f.Append(block)
	b := Builder{F: f, Block: block}
	base, lane := f.All(f.NewReg(FileS, 2, "base")), f.All(f.NewReg(FileV, 1, "lane"))
	b.Undef(base)
	b.Undef(lane)
	var values []Operand
	for i := range 64 {
		x := P(f.All(f.NewReg(FileV, 1, "")))
		b.Emit(isa.GLOBAL_LOAD_DWORD, x, P(lane), P(base)).Mods.Offset = int32(4 * i)
		values = append(values, x)
	}
	for len(values) > 1 {
		half := len(values) / 2
		for i := range half {
			x := P(f.All(f.NewReg(FileV, 1, "")))
			b.Emit(isa.V_ADD_F32, x, values[i], values[i+half])
			values[i] = x
		}
		values = values[:half]
	}
	b.Emit(isa.GLOBAL_STORE_DWORD, P(lane), values[0], P(base))
	block.Term = Term{Cond: CondEnd}
	f.LinkPreds()
	s := newScheduler(f, &pass.Options{})
	s.measure()
	s.now.begin(block, s.live)
	s.g.build(block.Instrs, &s.now)
	s.now.backwards(block.Instrs)
	_, peak := s.g.thriftyOrder(s.now.count, s.now.peak, s.limit)
	if source := s.now.peak[FileV]; source < 64 || peak[FileV] > 9 {
		t.Errorf("%d registers are live at once, %d in the source", peak[FileV], source)
	}
}
