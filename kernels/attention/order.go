package attention

import (
	"heddle/arch"
	"heddle/tile"
)

// order is the order of workgroups: which head, of all sequences, and which block of its queries each one has. Workgroups
// go to the XCDs in turn. Each XCD has heads of its own, whose blocks share keys and values in its L2.
type order struct {
	rows   int64 // of a workgroup
	blocks int64 // of a head
	heads  int64 // of all sequences
	xcds   int64 // 1 for too few workgroups
	// falling: blocks with more keys come first, for later ones have fewer keys. Then heads that are left if each XCD has
	// own of them come before these, with blocks on all XCDs, and blocks of a group of heads take turns: at
	// the end of a grid there are only those with the fewest keys.
	falling            bool
	left, own, grouped int64
	division
}

// turns is how many workgroups a group of heads has for each one that an XCD holds at a time: enough that only short
// ones are left at the end, and not so many that they share no keys.
const turns = 4

func (p *Problem) order(c Config) order {
	o := order{rows: int64(c.Rows()), heads: p.Batch * p.Heads, xcds: 1}
	o.blocks = (p.SeqQ + o.rows - 1) / o.rows
	o.falling = p.falling()
	product := arch.DefaultProduct(p.Chip)
	if product != nil && o.total() >= 2*int64(product.XCDs) {
		o.xcds = int64(product.XCDs)
	}
	o.left, o.own = o.heads%o.xcds, o.heads/o.xcds
	least := p.Heads / p.KVHeads
	if product != nil {
		least = max(least, (turns*int64(product.CUsPerXCD())*c.workgroups(p.Chip)+o.blocks-1)/o.blocks)
	}
	for o.grouped = min(least, o.own); o.own > 0 && o.own%o.grouped != 0; {
		o.grouped++
	}
	o.division = p.divide(c, o.total())
	return o
}

// falling reports whether later blocks have more keys.
func (p *Problem) falling() bool {
	_, right := p.Band()
	return right != Unlimited
}

// total is the number of blocks.
func (o *order) total() int64 { return o.heads * o.blocks }

// inRun returns which of n things, in sequence, workgroup number id of n has: each XCD has a run of them.
func (o *order) inRun(id, n int64) int64 {
	xcd, run, more := id%o.xcds, n/o.xcds, n%o.xcds
	return xcd*run + min(xcd, more) + id/o.xcds
}

// outOfRun is the inverse of inRun.
func (o *order) outOfRun(at, n int64) int64 {
	run, more := n/o.xcds, n%o.xcds
	if longer := more * (run + 1); at >= longer {
		return (at-longer)%run*o.xcds + more + (at-longer)/run
	}
	return at%(run+1)*o.xcds + at/(run+1)
}

// at returns the head and the block of a workgroup.
func (o *order) at(id int64) (head, block int64) {
	if !o.falling {
		at := int64(0)
		if id < o.whole {
			at = o.inRun(id, o.whole)
		} else {
			at = o.whole + o.inRun(id-o.whole, o.divided*o.parts)%o.divided
		}
		return at / o.blocks, at % o.blocks
	}
	last := o.blocks - 1
	if id < o.left*o.blocks {
		return id % o.left, last - id/o.left
	}
	id -= o.left * o.blocks
	xcd, n := id%o.xcds, id/o.xcds
	group, n := n/(o.grouped*o.blocks), n%(o.grouped*o.blocks)
	return o.left + xcd*o.own + group*o.grouped + n%o.grouped, last - n/o.grouped
}

// runIndex is inRun in a kernel.
func (o *order) runIndex(id tile.Index, n int64) tile.Index {
	if o.xcds == 1 {
		return id
	}
	xcd, run, more := id.Mod(o.xcds), n/o.xcds, n%o.xcds
	return xcd.Times(run).Plus(xcd.Min(tile.I(more))).Plus(id.Div(o.xcds)).Below(n)
}

// index is at in a kernel.
func (o *order) index(id tile.Index) (head, block tile.Index, of portion) {
	switch {
	case o.falling:
		head, block = o.fallingIndex(id)
		return head, block, of
	case o.divided == 0:
		id = o.runIndex(id, o.whole)
		return id.Div(o.blocks), id.Mod(o.blocks), of
	}
	n := o.divided * o.parts
	alone := id.Less(tile.I(o.whole))
	of = o.portion(alone, o.runIndex(id.Minus(tile.I(o.whole)).Max(tile.I(0)).Below(n), n))
	at := of.number.Plus(tile.I(o.whole)).Below(o.total())
	head, block = at.Div(o.blocks), at.Mod(o.blocks)
	if o.whole > 0 { // each divided by itself, so that ranges of both are known (heddle vet)
		at = o.runIndex(id.Min(tile.I(o.whole-1)), o.whole)
		head, block = alone.Select(at.Div(o.blocks), head), alone.Select(at.Mod(o.blocks), block)
	}
	return head, block, of
}

// fallingIndex is index for falling.
func (o *order) fallingIndex(id tile.Index) (head, block tile.Index) {
	last, left := tile.I(o.blocks-1), tile.I(o.left*o.blocks)
	if o.own > 0 {
		its := id.Minus(left).Max(tile.I(0))
		xcd, n := its.Mod(o.xcds), its.Div(o.xcds)
		group, n := n.Div(o.grouped*o.blocks), n.Mod(o.grouped*o.blocks)
		head = tile.I(o.left).Plus(xcd.Times(o.own)).Plus(group.Times(o.grouped)).Plus(n.Mod(o.grouped))
		block = last.Minus(n.Div(o.grouped))
	}
	if o.left > 0 {
		first := id.Less(left)
		head, block = first.Select(id.Mod(o.left), head), first.Select(last.Minus(id.Div(o.left)), block)
	}
	return head.Below(o.heads), block.Below(o.blocks)
}

// find returns the workgroups that have a block of a head: one, or one for each part of its keys.
func (o *order) find(head, block int64) (ids []int64) {
	if !o.falling {
		at := head*o.blocks + block
		if at < o.whole {
			return []int64{o.outOfRun(at, o.whole)}
		}
		for part := range o.parts {
			ids = append(ids, o.whole+o.outOfRun(part*o.divided+at-o.whole, o.divided*o.parts))
		}
		return ids
	}
	block = o.blocks - 1 - block
	if head < o.left {
		return []int64{block*o.left + head}
	}
	head -= o.left
	xcd, head := head/o.own, head%o.own
	group, head := head/o.grouped, head%o.grouped
	n := (group*o.blocks+block)*o.grouped + head
	return []int64{o.left*o.blocks + n*o.xcds + xcd}
}

// Rows returns the rows of O that some workgroups of the launch compute, given in ascending order without repetition. Those of a block whose keys
// are divided are computed if all of its workgroups are there. A packed sequence that is shorter than the longest has none in some.
func (pl *Plan) Rows(p *Problem, ids []int) (list []Rows) {
	o, arrived := p.order(pl.Config), map[[2]int64]int64{}
	for _, id := range ids {
		head, block := o.at(int64(id))
		if int64(id) >= o.whole {
			at := [2]int64{head, block}
			if arrived[at]++; arrived[at] < o.parts {
				continue
			}
		}
		r := Rows{Batch: head / p.Heads, Head: head % p.Heads, First: block * o.rows}
		if r.Count = min(o.rows, p.Sequence(r.Batch).SeqQ-r.First); r.Count > 0 {
			list = append(list, r)
		}
	}
	return list
}

// Workgroups returns those that compute a row of O: several if they divide the keys among them.
func (pl *Plan) Workgroups(p *Problem, batch, head, query int64) (ids []int) {
	o := p.order(pl.Config)
	for _, id := range o.find(batch*p.Heads+head, query/o.rows) {
		ids = append(ids, int(id))
	}
	return ids
}

// Alike is how many workgroups, the first ones, have as much work as each other; those behind them have parts of the keys of
// blocks. It is 0 if their work differs: under a causal mask, a window, or with packed sequences.
func (pl *Plan) Alike(p *Problem) int64 {
	if !p.divisible() {
		return 0
	}
	o := p.order(pl.Config)
	return o.whole
}

// Memory is the shape of an argument that is not a tensor of the problem, where the keys of some blocks are divided: f32 for the states
// of the parts, and counters, i32 that are 0 before the launch and after it. It is nil for other arguments.
func (pl *Plan) Memory(p *Problem, arg string) []int64 {
	o := p.order(pl.Config)
	return o.memory(p, pl.Config, arg)
}
