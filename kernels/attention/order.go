package attention

import "heddle/arch"

// order is the order of workgroups as place in kernel.go has it, in plain numbers.
type order struct {
	p      *Problem
	rows   int64 // of a workgroup
	blocks int64 // of a sequence and head
	total  int64
	xcds   int64 // 1 if blocks are in the order of ids
}

func (pl *Plan) order(p *Problem) order {
	o := order{p: p, rows: int64(pl.Config.Rows()), total: int64(pl.Grid[0]), xcds: 1}
	o.blocks = (p.SeqQ + o.rows - 1) / o.rows
	if product := arch.DefaultProduct(p.Chip); product != nil && o.total >= 2*int64(product.XCDs) {
		o.xcds = int64(product.XCDs)
	}
	return o
}

// Rows returns the rows of O that a workgroup of the launch computes; none, with Count 0, where a
// packed sequence is shorter than the longest.
func (pl *Plan) Rows(p *Problem, id int) Rows {
	o := pl.order(p)
	xcd := int64(id) % o.xcds
	at := xcd*(o.total/o.xcds) + min(xcd, o.total%o.xcds) + int64(id)/o.xcds
	r := Rows{Batch: at / o.blocks / p.Heads, Head: at / o.blocks % p.Heads, First: o.block(at%o.blocks) * o.rows}
	r.Count = min(o.rows, max(0, p.Sequence(r.Batch).SeqQ-r.First))
	return r
}

// Workgroup returns the workgroup that computes a row of O.
func (pl *Plan) Workgroup(p *Problem, batch, head, query int64) int {
	o := pl.order(p)
	at := (batch*p.Heads+head)*o.blocks + o.block(query/o.rows)
	run, more := o.total/o.xcds, o.total%o.xcds
	xcd, n := int64(0), int64(0)
	if longer := more * (run + 1); at < longer {
		xcd, n = at/(run+1), at%(run+1)
	} else {
		xcd, n = more+(at-longer)/run, (at-longer)%run
	}
	return int(n*o.xcds + xcd)
}

// block is the place of a block among those of its head, or the block of a place: the last ones
// come first if keys after a query do not count.
func (o order) block(n int64) int64 {
	if _, right := o.p.Band(); right != Unlimited {
		return o.blocks - 1 - n
	}
	return n
}
