package tiling

import "math"

// Parts are tiles whose sums over K are in parts, of several workgroups, that must be added.
type Parts struct {
	Tiles, Each int64   // tiles, and the parts of each
	Bytes       float64 // of the sums of a part
	Near        bool    // the parts of a tile are in one XCD
}

// Adding is how many cycles more a product takes for adding parts that are in the workspace: if the last workgroup of
// each tile does so, and if a second kernel does.
//
// The last workgroup reads its tile's parts with the loads that one compute unit has under way, and those of an XCD
// share the way from the MALL. All compute units together read faster, but are launched for it. At the end of the
// launch the L2s have the sums in either case, unless they had no room for them while the last workgroups read.
// Modelled, gfx950 bf16, in cycles with what is beyond the launch, last workgroup and second kernel (heddle time gemm
// --split-k P --reduce last|kernel):
//
//	512x512x8192, tiles of 128x128 in 8    33,666  28,988
//	512x2112x7168, 128x128 in 2            51,706  53,642
//	1024x1024x8192, 256x256 in 8           90,961  73,664
//	2048x2048x4096, 256x256 in 4           91,563  94,032
//	2048x2048x4096, 128x256 in 2           71,878  80,384
func (x *Product) Adding(p Parts) (last, kernel float64) {
	m := x.machine()
	return m.addedByLast(p), m.addedByKernel(p)
}

// Workgroup returns how many cycles a step of a workgroup's loop takes if it has a compute unit for itself, and what
// it takes beside its steps to store sums.
func (x *Product) Workgroup(t Tile) (step, beside float64, err error) {
	x = x.prepared()
	c, err := x.Candidate(t)
	if err != nil {
		return 0, 0, err
	}
	m := x.machine()
	_, step = x.step(&m, &c, 1, 1)
	return step, x.ends(&m, &c, 1) + float64(c.BM*c.BN*(x.AccBits-x.OutBits))/8/m.l2Write, nil
}

// adding is the time of whoever adds parts in less time. The last workgroup needs LDS in which its waves tell each
// other that it is.
func (x *Product) adding(m *machine, c *Candidate, p Parts) float64 {
	const told = 64 // bytes
	if c.LDSBytes+told > x.Chip.LDSBytes {
		return m.addedByKernel(p)
	}
	return min(m.addedByLast(p), m.addedByKernel(p))
}

// addedByLast is the time in which the last workgroups add the parts. An XCD has as many of them as others.
func (m *machine) addedByLast(p Parts) float64 {
	// Stores that leave, the counter, and bytes a cycle of one compute unit and of all of an XCD, from the MALL: as
	// above, and on gfx942 128x2560x2560 in 4 (Near), 384x480x9216 in 6.
	const arrival, one, all = 1000, 47, 235
	rate := float64(one)
	if adding := min(float64(p.Tiles), m.cus) / m.xcds; !p.Near && adding > 1 {
		rate = min(rate, all/adding)
	}
	t := arrival + math.Ceil(float64(p.Tiles)/m.cus)*float64(p.Each)*p.Bytes/rate
	if bytes := p.bytes(); bytes < m.l2Bytes*m.xcds {
		t += bytes / m.leave
	}
	return t
}

// addedByKernel is the time of a second kernel that adds the parts. It finds them in the L2s if these have twice the
// room: the model says that the last launch of the same kernel left them there.
func (m *machine) addedByKernel(p Parts) float64 {
	const least = 2000 // cycles of such a kernel: modelled, 1,860 to 2,970
	bytes, room := p.bytes(), m.l2Bytes*m.xcds
	t := m.launch + least + min(bytes, room)/m.leave
	if bytes > room/2 {
		near := min(bytes, m.mallBytes)
		t += near/m.mall + (bytes-near)/m.memory
	}
	return t
}

// bytes are those of all parts.
func (p Parts) bytes() float64 { return float64(p.Tiles*p.Each) * p.Bytes }

// PartsNear reports whether an XCD is to have all parts of its tiles, instead of one part of more tiles: its L2 holds
// the rows of A and B of those.
func (x *Product) PartsNear(bm, bn int) bool {
	m := &x.Chip.Model.Memory
	tiles := x.groups(bm, bn) / x.Batch
	run := ceil(tiles, int64(x.Card.XCDs))
	down := min(8, ceil(x.M, int64(bm)), run)
	across := ceil(run, down)
	bits := float64(down*int64(bm)*int64(x.ABits)+across*int64(bn)*int64(x.BBits)) * float64(x.K)
	return bits <= 8*m.L2Channels.Value*m.L2ChannelBytes.Value
}
