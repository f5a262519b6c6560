package vet

import (
	"math/bits"

	"heddle/isa"
)

// What is written to the LDS. Two waves may write the same byte if they write the same to it.

// written is what a wave writes to a byte: that byte of a number, added to one that only the run tells; not
// known if ok is false.
type written struct {
	ok   bool
	base numberKey
	n    uint32 // the byte, or, with a base, the number
	byte uint8  // of the number
}

// contents is what a wave writes, by address.
type contents map[uint32]written

// dwords are the values of an operand.
func (v *values) dwords(o *isa.Operand, node int32) (list []valueID) {
	if o.Kind != isa.KindReg {
		return nil
	}
	for k := range o.Dwords {
		list = append(list, v.vector(o.Reg()+isa.Reg(k), node))
	}
	return list
}

// contents returns what each wave writes.
func (r *races) contents(x instance, p *ldsPlaces) []contents {
	list, ok := r.data[x]
	if ok {
		return list
	}
	list = make([]contents, r.group.waves)
	for w := range list {
		list[w] = contents{}
	}
	r.data[x] = list
	m := moment{x.turn, r.v.g.nodes[x.node].block}
	addr, in := r.eval(p.addr, m), r.active(x.node, m)
	if addr == nil || in == nil {
		return list
	}
	for s, data := range p.data {
		for k, id := range data {
			n := r.eval(id, m)
			for i, is := range in {
				if !is {
					continue
				}
				from := uint32(addr.at(i)) + p.spans[s].offset + 4*uint32(k)
				if r.words -= 4; r.words < 0 {
					return list
				}
				for b := range min(4, p.spans[s].bytes-4*uint32(k)) {
					list[i/r.lanes].put(from+b, writtenByte(n, i, uint8(b)))
				}
			}
		}
	}
	return list
}

// writtenByte is a byte of a number.
func writtenByte(n *numbers, item int, b uint8) written {
	switch {
	case !n.knows(item) || n.base.varies:
		return written{}
	case n.base.x != 0:
		return written{true, n.base, uint32(n.at(item)), b}
	}
	return written{ok: true, n: uint32(n.at(item)) >> (8 * b) & 255}
}

// put notes what a lane writes. Of several lanes the order is not known.
func (c contents) put(at uint32, x written) {
	if old, ok := c[at]; ok && old != x {
		x = written{}
	}
	c[at] = x
}

// mixed returns a byte that two waves write and that has not the same from both for certain, -1 if there is
// none; and whether what they write differs for certain.
func (r *races) mixed(x, y instance, p, q *ldsPlaces, w, u int, f, g *footprint) (at int, differ bool) {
	return mixedContents(r.contents(x, p)[w], r.contents(y, q)[u], &f.waves[w], &g.waves[u])
}

// mixedContents is mixed, for what is written to some bytes and to others.
func mixedContents(one, other contents, here, there *bytesSet) (at int, differ bool) {
	at = -1
	here.both(there, func(b int) bool {
		a, c := one[uint32(b)], other[uint32(b)]
		if a.ok && a == c {
			return true
		}
		if differ = a.ok && c.ok && a.base.x == 0 && c.base.x == 0; differ || at < 0 {
			at = b
		}
		return !differ
	})
	return at, differ
}

// both calls a function for each byte that is in two sets, until it returns false.
func (b *bytesSet) both(c *bytesSet, each func(at int) bool) {
	for w := max(b.first, c.first); w < min(b.first+len(b.bits), c.first+len(c.bits)); w++ {
		for left := b.bits[w-b.first] & c.bits[w-c.first]; left != 0; left &= left - 1 {
			if !each(64*w + bits.TrailingZeros64(left)) {
				return
			}
		}
	}
}
