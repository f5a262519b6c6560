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
	return o
}

// falling reports whether later blocks have more keys.
func (p *Problem) falling() bool {
	_, right := p.Band()
	return right != Unlimited
}

func (o *order) total() int64 { return o.heads * o.blocks }

// at returns the head and the block of a workgroup.
func (o *order) at(id int64) (head, block int64) {
	if !o.falling {
		xcd, run, more := id%o.xcds, o.total()/o.xcds, o.total()%o.xcds
		id = xcd*run + min(xcd, more) + id/o.xcds
		return id / o.blocks, id % o.blocks
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

// index is at in a kernel.
func (o *order) index(id tile.Index) (head, block tile.Index) {
	if !o.falling {
		if o.xcds > 1 {
			xcd, run, more := id.Mod(o.xcds), o.total()/o.xcds, o.total()%o.xcds
			id = xcd.Times(run).Plus(xcd.Min(tile.I(more))).Plus(id.Div(o.xcds)).Below(o.total())
		}
		return id.Div(o.blocks), id.Mod(o.blocks)
	}
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

// find returns the workgroup that has a block of a head.
func (o *order) find(head, block int64) int64 {
	if !o.falling {
		at := head*o.blocks + block
		run, more := o.total()/o.xcds, o.total()%o.xcds
		xcd, n := int64(0), int64(0)
		if longer := more * (run + 1); at < longer {
			xcd, n = at/(run+1), at%(run+1)
		} else {
			xcd, n = more+(at-longer)/run, (at-longer)%run
		}
		return n*o.xcds + xcd
	}
	block = o.blocks - 1 - block
	if head < o.left {
		return block*o.left + head
	}
	head -= o.left
	xcd, head := head/o.own, head%o.own
	group, head := head/o.grouped, head%o.grouped
	n := (group*o.blocks+block)*o.grouped + head
	return o.left*o.blocks + n*o.xcds + xcd
}

// Rows returns the rows of O that a workgroup of the launch computes; none, with Count 0, where a
// packed sequence is shorter than the longest.
func (pl *Plan) Rows(p *Problem, id int) Rows {
	o := p.order(pl.Config)
	head, block := o.at(int64(id))
	r := Rows{Batch: head / p.Heads, Head: head % p.Heads, First: block * o.rows}
	r.Count = min(o.rows, max(0, p.Sequence(r.Batch).SeqQ-r.First))
	return r
}

// Workgroup returns the workgroup that computes a row of O.
func (pl *Plan) Workgroup(p *Problem, batch, head, query int64) int {
	o := p.order(pl.Config)
	return int(o.find(batch*p.Heads+head, query/o.rows))
}
