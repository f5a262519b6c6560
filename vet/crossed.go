package vet

import "slices"

// A kernel with two buffers has a loop of two bodies, each of which can be the last one; a branch behind
// it asks which buffer was loaded last. On the paths of the graph the branch may also go the other way,
// to code that reads the buffer that is still under way. That shows in the breaches: from each body they
// are on one side of the branch only, and from some on the one side, from others on the other.

// crossing is a branch that a path of a breach goes through: the block before it, and the one behind.
type crossing struct{ branch, from, to int32 }

// crossings lists the branches on a path that paths lead to from several blocks.
func (g *graph) crossings(from int32, between []int32, to int32) (list []crossing) {
	blocks := []int32{g.nodes[from].block}
	for _, i := range append(between, to) {
		if b := g.nodes[i].block; b != blocks[len(blocks)-1] {
			blocks = append(blocks, b)
		}
	}
	for i := 1; i+1 < len(blocks); i++ {
		if b := &g.blocks[blocks[i]]; len(b.preds) > 1 && len(b.succs) > 1 {
			list = append(list, crossing{blocks[i], blocks[i-1], blocks[i+1]})
		}
	}
	return list
}

// breach is an error, before it is known whether a branch stands against it.
type breach struct {
	key  groupKey
	pass []crossing
}

// doubtCrossed makes errors "can't tell" if all their paths go through a branch that seems to know where
// they come from.
func (c *checker) doubtCrossed() {
	side := map[[2]int32]int32{} // of a branch, by what comes before it; -1 if there are two
	sides := map[int32][]int32{}
	for _, b := range c.breaches {
		for _, p := range b.pass {
			k := [2]int32{p.branch, p.from}
			if to, ok := side[k]; ok && to != p.to {
				side[k] = -1
			} else if !ok {
				side[k] = p.to
			}
			if !slices.Contains(sides[p.branch], p.to) {
				sides[p.branch] = append(sides[p.branch], p.to)
			}
		}
	}
	knows := map[int32]bool{}
	for branch, to := range sides {
		knows[branch] = len(to) > 1
	}
	for k, to := range side {
		if to < 0 {
			knows[k[0]] = false
		}
	}
	doubted := map[groupKey]crossing{}
	certain := map[groupKey]bool{}
	for _, b := range c.breaches {
		if i := slices.IndexFunc(b.pass, func(p crossing) bool { return knows[p.branch] }); i < 0 {
			certain[b.key] = true
		} else if _, ok := doubted[b.key]; !ok {
			doubted[b.key] = b.pass[i]
		}
	}
	for key, p := range doubted {
		if i, ok := c.first[key]; ok && !certain[key] {
			f := &c.findings[i]
			branch, from := &c.g.nodes[c.g.blocks[p.branch].last-1], &c.g.nodes[c.g.blocks[p.from].last-1]
			f.Rank = RankCantTell
			f.Message += ", unless the branch at " + hex(branch.addr) + " never goes there after " + hex(from.addr)
		}
	}
}
