package attention_test

import (
	"slices"
	"testing"

	"heddle/arch"
	"heddle/kernels/attention"
)

// TestRows: each row of O is computed by one workgroup, which Workgroup finds.
func TestRows(t *testing.T) {
	for _, chip := range chips {
		for i, c := range attention.Random(chip, 5, 40) {
			p := &c.Problem
			if i%4 == 0 { // enough for all XCDs
				p = normalize(t, &attention.Problem{Chip: chip, In: attention.BF16, Batch: 2, Heads: 3 + int64(i), SeqQ: 300 + int64(i), SeqK: 3, HeadDim: 64, Causal: i%8 == 0})
			}
			plan, err := p.Plan(p.Choose())
			if err != nil {
				t.Fatal(err)
			}
			done := map[[3]int64]bool{}
			for id := range int(plan.Grid[0]) {
				for _, r := range plan.Rows(p, []int{id}) {
					for i := range r.Count {
						row := [3]int64{r.Batch, r.Head, r.First + i}
						if found := plan.Workgroups(p, row[0], row[1], row[2]); done[row] || len(found) != 1 || found[0] != id {
							t.Fatalf("%s: row %v of workgroup %d, which is that of %d", c.Flags(), row, id, found)
						}
						done[row] = true
					}
				}
			}
			all := int64(0)
			for _, r := range p.Whole() {
				all += r.Count
			}
			if int64(len(done)) != all {
				t.Fatalf("%s: %d rows of %d", c.Flags(), len(done), all)
			}
		}
	}
}

// TestCausalOrder: under a causal mask the compute units of all XCDs are done at about the same time, though each
// workgroup goes to the next free place in the order of ids, and blocks of a head take from one step of keys to all.
// And but for the heads that are left when XCDs have as many, each head is on one XCD.
func TestCausalOrder(t *testing.T) {
	for _, x := range []struct {
		chip           *arch.Chip
		heads, kvHeads int64
		seq            int64
	}{
		{&arch.GFX950, 64, 8, 8192}, {&arch.GFX950, 64, 64, 8192}, {&arch.GFX942, 256, 32, 8192}, {&arch.GFX942, 76, 76, 8192}, {&arch.GFX950, 7, 7, 65536},
	} {
		p := normalize(t, &attention.Problem{Chip: x.chip, In: attention.BF16, Heads: x.heads, KVHeads: x.kvHeads, SeqQ: x.seq, SeqK: x.seq, HeadDim: 128, Causal: true})
		plan, err := p.Plan(p.Choose())
		if err != nil {
			t.Fatal(err)
		}
		product := arch.DefaultProduct(x.chip)
		xcds := product.XCDs
		places := make([][]int64, xcds) // when they are free
		on := map[int64]map[int]bool{}
		all := int64(0)
		for id := range int(plan.Grid[0]) {
			r := plan.Rows(p, []int{id})[0]
			xcd := id % xcds
			if places[xcd] == nil {
				places[xcd] = make([]int64, 2*product.CUsPerXCD())
			}
			if on[r.Head] == nil {
				on[r.Head] = map[int]bool{}
			}
			on[r.Head][xcd] = true
			next := &places[xcd][0]
			for i := range places[xcd] {
				if places[xcd][i] < *next {
					next = &places[xcd][i]
				}
			}
			*next += r.First + r.Count
			all += r.First + r.Count
		}
		mean, longest := all/int64(xcds*len(places[0])), int64(0)
		for _, list := range places {
			longest = max(longest, slices.Max(list))
		}
		shared := int64(0)
		for _, list := range on {
			if len(list) > 1 {
				shared++
			}
		}
		t.Logf("%s, %d heads of %d: %.3f of the mean, %d heads on several XCDs", x.chip.Name, x.heads, x.seq, float64(longest)/float64(mean), shared)
		if float64(longest) > 1.04*float64(mean) || shared != x.heads%int64(xcds) {
			t.Errorf("%s, %d heads of %d: the last place is done after %d, all after %d in the mean; %d heads are on several XCDs, want %d",
				x.chip.Name, x.heads, x.seq, longest, mean, shared, x.heads%int64(xcds))
		}
	}
}
