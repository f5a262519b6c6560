package opt

import (
	"slices"

	"heddle/ir"
)

// simplifyGraphs removes branches between blocks with a known condition, unreachable blocks, and
// the boundaries between consecutive blocks.
func (s *simplifier) simplifyGraphs(kernel *ir.Operation) {
	r := kernel.Regions[0]
	if len(r.Blocks) < 2 {
		return
	}
	for _, b := range r.Blocks {
		t := b.Terminator()
		if t == nil || t.Name() != "cf.cond_br" {
			continue
		}
		k := 0
		if c, ok := s.truthOf(t.Operands[0]); !ok {
			continue
		} else if !c {
			k = 1
		}
		from, to := t.OperandRange(1 + k)
		br := ir.NewOp("cf.br", slices.Clone(t.Operands[from:to]), nil)
		br.Successors, br.Loc, br.Pos, br.Block = []*ir.Block{t.Successors[k]}, t.Loc, t.Pos, b
		b.Ops[len(b.Ops)-1] = br
	}
	comes := entries(r)
	r.Blocks = slices.DeleteFunc(r.Blocks, func(b *ir.Block) bool { return comes[b] == 0 })
	by := ir.Substitution{}
	gone := map[*ir.Block]bool{}
	for _, b := range r.Blocks {
		for !gone[b] {
			t := b.Terminator()
			if t == nil || t.Name() != "cf.br" || comes[t.Successors[0]] != 1 || t.Successors[0] == b {
				break
			}
			next := t.Successors[0]
			for i, a := range next.Args {
				by[a] = by.Of(t.Operands[i])
			}
			b.Ops = b.Ops[:len(b.Ops)-1]
			for _, op := range next.Ops {
				b.Append(op)
			}
			gone[next] = true
			next.Ops = nil
		}
	}
	r.Blocks = slices.DeleteFunc(r.Blocks, func(b *ir.Block) bool { return gone[b] })
	ir.ReplaceUses(kernel, by)
}

// entries counts, for the blocks that are reached, the edges into them; the first has one more.
func entries(r *ir.Region) map[*ir.Block]int {
	n := map[*ir.Block]int{r.Entry(): 1}
	work := []*ir.Block{r.Entry()}
	for len(work) > 0 {
		b := work[len(work)-1]
		work = work[:len(work)-1]
		t := b.Terminator()
		if t == nil {
			continue
		}
		for _, s := range t.Successors {
			if n[s]++; n[s] == 1 {
				work = append(work, s)
			}
		}
	}
	return n
}
