package attention_test

import (
	"testing"

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
				r := plan.Rows(p, id)
				for i := range r.Count {
					row := [3]int64{r.Batch, r.Head, r.First + i}
					if done[row] || plan.Workgroup(p, row[0], row[1], row[2]) != id {
						t.Fatalf("%s: row %v of workgroup %d, which is that of %d", c.Flags(), row, id, plan.Workgroup(p, row[0], row[1], row[2]))
					}
					done[row] = true
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
