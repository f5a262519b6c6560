package layout

import (
	"math/rand/v2"
	"slices"
	"testing"

	"heddle/gf2"
)

// random returns a layout with dimensions of the given bits.
func random(r *rand.Rand, in, out []Dim) Layout {
	cols := make([]uint64, width(in))
	for i := range cols {
		cols[i] = r.Uint64() & (1<<width(out) - 1)
	}
	return New(in, out, gf2.New(width(out), cols...))
}

func dims(pairs ...any) []Dim {
	var d []Dim
	for i := 0; i < len(pairs); i += 2 {
		d = append(d, Dim{pairs[i].(string), pairs[i+1].(int)})
	}
	return d
}

func TestFromFunc(t *testing.T) {
	l, err := FromFunc(dims("lane", 4), dims("row", 2, "col", 2), func(at []int) []int {
		return []int{at[0] % 4, (at[0] / 4) ^ (at[0] % 4)}
	})
	if err != nil {
		t.Fatal(err)
	}
	for lane := range 16 {
		if got, want := l.At(lane), []int{lane % 4, lane/4 ^ lane%4}; !slices.Equal(got, want) {
			t.Errorf("lane %d: %v, want %v", lane, got, want)
		}
	}
	if got, want := l.String(), "row[1:0] = lane[1:0]\ncol[0] = lane[0]^lane[2]\ncol[1] = lane[1]^lane[3]"; got != want {
		t.Errorf("%s\nwant %s", got, want)
	}
	if got := l.Basis("lane", 1); !slices.Equal(got, []int{2, 2}) {
		t.Errorf("bit 1 of lane: %v", got)
	}
	// Adding carries, so it is not linear.
	for _, c := range []struct {
		f    func(at []int) []int
		want string
	}{
		{func(at []int) []int { return []int{(at[0] + 1) % 4} }, "not linear: lane 0 is at row 1, the exclusive or of its bits at row 0"},
		{func(at []int) []int { return []int{at[0] * 5 % 7} }, "not linear: lane 3 is at row 1, the exclusive or of its bits at row 6"},
		{func(at []int) []int { return []int{at[0] * 4} }, "lane 2: [8] is not in (row 8)"},
		{func(at []int) []int { return at[:0] }, "lane 1: [] is not in (row 8)"},
	} {
		if _, err := FromFunc(dims("lane", 2), dims("row", 3), c.f); err == nil || err.Error() != c.want {
			t.Errorf("%v, want %s", err, c.want)
		}
	}
}

func TestThen(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 1))
	for range 200 {
		f := random(r, dims("item", 2, "lane", 3), dims("row", 3, "col", 2))
		g := random(r, dims("col", 2, "row", 3), dims("offset", 6))
		fg, err := f.Then(g)
		if err != nil {
			t.Fatal(err)
		}
		for item := range 4 {
			for lane := range 8 {
				mid := f.At(item, lane)
				if got, want := fg.At(item, lane), g.At(mid[1], mid[0]); !slices.Equal(got, want) {
					t.Fatalf("item %d, lane %d: %v, want %v", item, lane, got, want)
				}
			}
		}
	}
	f := random(r, dims("lane", 3), dims("row", 3, "col", 2))
	for _, in := range [][]Dim{dims("row", 3), dims("row", 3, "col", 3), dims("row", 3, "column", 2)} {
		if _, err := f.Then(random(r, in, dims("offset", 6))); err == nil {
			t.Errorf("%v after %v: no error", in, f.Out())
		}
	}
}

func TestInverses(t *testing.T) {
	r := rand.New(rand.NewPCG(2, 2))
	inverses, right := 0, 0
	for range 300 {
		l := random(r, dims("item", 1, "lane", 3), dims("row", 2, "col", 2))
		seen := map[[2]int]bool{}
		for x := range 16 {
			at := l.At(x%2, x/2)
			seen[[2]int{at[0], at[1]}] = true
		}
		inv, err := l.Inverse()
		if (err == nil) != (len(seen) == 16) {
			t.Fatalf("inverse: %v with %d outputs", err, len(seen))
		}
		if err == nil {
			inverses++
			both, err := l.Then(inv)
			if err != nil || !both.m.Equal(gf2.Identity(4)) {
				t.Fatal("not the inverse of", l)
			}
		}
		wide := random(r, dims("item", 2, "lane", 4), dims("row", 2, "col", 2))
		back, err := wide.RightInverse()
		if (err == nil) != (wide.m.Rank() == 4) {
			t.Fatal("right inverse:", err)
		}
		if err == nil {
			right++
			both, err := back.Then(wide)
			if err != nil || !both.m.Equal(gf2.Identity(4)) {
				t.Fatal("no right inverse of", wide)
			}
		}
	}
	if inverses < 50 || right < 200 {
		t.Errorf("only %d inverses, %d right inverses", inverses, right)
	}
}

func TestTimes(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 3))
	for range 200 {
		tile := random(r, dims("item", 2, "lane", 1), dims("row", 1, "col", 2))
		where := random(r, dims("wave", 2, "item", 1), dims("block", 1, "row", 2))
		p := tile.Times(where)
		if got, want := dimsString(p.In())+dimsString(p.Out()), "(item 8, lane 2, wave 4)(row 8, col 4, block 2)"; got != want {
			t.Fatalf("%s, want %s", got, want)
		}
		for item := range 8 {
			for lane := range 2 {
				for wave := range 4 {
					a, b := tile.At(item%4, lane), where.At(wave, item/4)
					if got, want := p.At(item, lane, wave), []int{a[0] + 2*b[1], a[1], b[0]}; !slices.Equal(got, want) {
						t.Fatalf("%v, want %v", got, want)
					}
				}
			}
		}
		q, ok := p.Divide(tile)
		if !ok || !tile.Times(q).Equal(p) {
			t.Fatal("the product is not divisible by its factor")
		}
		other := random(r, tile.In(), tile.Out())
		if q, ok := p.Divide(other); ok != other.Equal(tile) || ok && !other.Times(q).Equal(p) {
			t.Fatal("divisible by another tile")
		}
	}
	if _, ok := Identity("lane", "row", 2).Divide(Identity("lane", "row", 3)); ok {
		t.Error("divisible by something larger")
	}
}

func TestParts(t *testing.T) {
	r := rand.New(rand.NewPCG(4, 4))
	l := random(r, dims("item", 2, "lane", 3), dims("row", 3, "col", 2))
	for lane := range 8 {
		if got, want := l.Restrict("lane").At(lane), l.At(0, lane); !slices.Equal(got, want) {
			t.Errorf("Restrict: lane %d is at %v, want %v", lane, got, want)
		}
		if got, want := l.Project("col").At(3, lane), l.At(3, lane)[1:]; !slices.Equal(got, want) {
			t.Errorf("Project: lane %d is at %v, want %v", lane, got, want)
		}
		if got, want := l.Flatten("offset").At(3, lane)[0], l.At(3, lane)[0]+8*l.At(3, lane)[1]; got != want {
			t.Errorf("Flatten: lane %d is at %v, want %v", lane, got, want)
		}
	}
	if got := l.Rename("col", "k").Out()[1].Name; got != "k" || l.Out()[1].Name != "col" {
		t.Errorf("renamed to %q", got)
	}
	b := Identity("lane", "row", 2).Times(Broadcast("wave", 1))
	if got := b.At(3, 1); !slices.Equal(got, []int{3}) {
		t.Errorf("broadcast: %v", got)
	}
}
