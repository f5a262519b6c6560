package attention

import (
	"slices"
	"testing"

	"heddle/arch"
)

// TestDivision: the parts of a block's keys have all its steps, in order, and each ends as a loop of all steps does.
func TestDivision(t *testing.T) {
	n := 0
	for steps := int64(1); steps < 300; steps++ {
		for turn := int64(2); turn <= 4; turn++ {
			for parts := int64(2); parts <= mostParts; parts++ {
				d := division{divided: 1, parts: parts, steps: steps, turn: turn}
				if !d.possible() {
					continue
				}
				n++
				all := int64(0)
				for part := range parts {
					length := d.length(part)
					all += length
					if (steps-length)%turn != 0 || length < leastTurns*turn || d.end(part) != all || length > d.length(0) || length < d.length(0)-turn {
						t.Fatalf("%d steps, %d at a time, in %d parts: part %d has %d, up to %d", steps, turn, parts, part, length, d.end(part))
					}
				}
				if all != steps {
					t.Fatalf("%d steps, %d at a time, in %d parts: %d steps", steps, turn, parts, all)
				}
			}
		}
	}
	if n < 1000 {
		t.Errorf("%d divisions are possible", n)
	}
}

// TestDividedWorkgroups: each workgroup has one part of one block, and a block is computed if all that have its parts are there.
func TestDividedWorkgroups(t *testing.T) {
	for _, chip := range arch.Chips {
		for _, x := range []struct {
			heads, seqQ int64
			splits      int
		}{{260, 512, 3}, {3, 300, 2}, {1, 40, 5}, {310, 500, 4}, {1216, 128, 1}} {
			p := &Problem{Chip: chip, In: BF16, Batch: 2, Heads: x.heads, SeqQ: x.seqQ, SeqK: 2560, HeadDim: 64, Splits: x.splits}
			if err := p.Normalize(); err != nil {
				t.Fatal(err)
			}
			pl := &Plan{Config: p.Choose()}
			o := p.order(pl.Config)
			if !o.possible() {
				t.Fatalf("%s, %d heads: %v is not possible", chip.Name, x.heads, o.division)
			}
			seen := make([]int, o.workgroups())
			for head := range o.heads {
				for block := range o.blocks {
					batch, in, query := head/p.Heads, head%p.Heads, block*o.rows
					ids := pl.Workgroups(p, batch, in, query)
					want := Rows{batch, in, query, min(o.rows, p.SeqQ-query)}
					for _, id := range ids {
						seen[id]++
					}
					if len(ids) > 1 != (head*o.blocks+block >= o.whole && x.splits > 1) {
						t.Fatalf("block %d of head %d has workgroups %v, %d whole", block, head, ids, o.whole)
					}
					slices.Sort(ids)
					if got := pl.Rows(p, ids); !slices.Equal(got, []Rows{want}) {
						t.Fatalf("workgroups %v compute %v, want %v", ids, got, want)
					}
					if got := pl.Rows(p, ids[1:]); len(got) > 0 {
						t.Fatalf("workgroups %v of %v compute %v", ids[1:], ids, got)
					}
				}
			}
			for id, n := range seen {
				if n != 1 {
					t.Fatalf("%s, %d heads: workgroup %d has %d parts", chip.Name, x.heads, id, n)
				}
			}
		}
	}
}

// TestBestParts: keys are divided where a last round of few workgroups would take long, and not where there is none, or where there are few keys.
func TestBestParts(t *testing.T) {
	for _, x := range []struct {
		heads, seq int64
		change     func(*Problem)
		divided    bool
	}{
		{40, 32130, nil, true}, // 13.1 rounds
		{40, 32130, func(p *Problem) { p.Exp = ExpBits }, true},
		{40, 32130, func(p *Problem) { p.Causal = true }, false},
		{40, 32130, func(p *Problem) { p.Window = &Window{100, 100} }, false},
		{40, 32130, func(p *Problem) { p.Splits = 1 }, false},
		{24, 4096, nil, false}, // one round
		{8, 512, nil, false},   // less than one, but of few steps
		{8, 2048, nil, true},
		{8, 2048, func(p *Problem) { p.SeqQ = 1 }, true},
		{256, 4096, nil, false},
	} {
		p := &Problem{Chip: &arch.GFX950, In: FP8, Heads: x.heads, SeqQ: x.seq, SeqK: x.seq, HeadDim: 128}
		if x.change != nil {
			x.change(p)
		}
		if err := p.Normalize(); err != nil {
			t.Fatal(err)
		}
		if c := p.Choose(); (c.Parts > 1) != x.divided {
			t.Errorf("%d heads, %d positions: %s", x.heads, x.seq, c)
		}
	}
}
