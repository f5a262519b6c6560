package sanitize

import (
	"debug/elf"
	"encoding/binary"
	"fmt"
	"math/bits"
	"strings"

	"heddle/hsaco"
	"heddle/isa"
	"heddle/sim"
)

// ldsUse is what an outstanding operation has to do with the LDS: it is a
// direct-to-LDS load, or it reads.
type ldsUse struct {
	slots []ldsRange // what the load writes
	reads []ldsRead  // what has been read; when that is told depends on the schedule
	// rivals are, for a read, the direct-to-LDS loads that were outstanding when
	// it was issued, or were issued while it was outstanding.
	rivals []rival
}

// rival is a direct-to-LDS load.
type rival struct {
	origin
	slots  []ldsRange
	later  bool   // issued after the read
	advice string // what should stand before the later of the two
}

// ldsRange is some bytes of the LDS.
type ldsRange struct{ addr, size uint32 }

// ldsRead is what an instruction has read.
type ldsRead struct {
	sim.Access // with places for Places
	places     [64]uint32
}

func rangesOf(accesses []sim.Access) []ldsRange {
	var r []ldsRange
	for i := range accesses {
		a := &accesses[i]
		if a.Space != sim.SpaceLDS {
			continue
		}
		for m := a.Lanes; m != 0; m &= m - 1 {
			r = append(r, ldsRange{uint32(a.Addr(bits.TrailingZeros64(m))), uint32(a.Size)})
		}
	}
	return r
}

func (r ldsRange) overlaps(others []ldsRange) bool {
	for _, o := range others {
		if r.addr < o.addr+o.size && o.addr < r.addr+r.size {
			return true
		}
	}
	return false
}

// newUse returns the index of an empty ldsUse.
func (c *waits) newUse() int32 {
	n := len(c.unused)
	if n == 0 {
		c.uses = append(c.uses, &ldsUse{})
		return int32(len(c.uses) - 1)
	}
	i := c.unused[n-1]
	c.unused = c.unused[:n-1]
	u := c.uses[i]
	*u = ldsUse{reads: u.reads[:0], rivals: u.rivals[:0]}
	return i
}

// during is the ldsUse of a read that is issued now.
func (c *waits) during(w *waitState) int32 {
	n := c.newUse()
	u := c.uses[n]
	for i := range w.ops {
		if op := &w.ops[i]; w.lds > 0 && op.lds != 0 && c.use(op).slots != nil {
			u.rivals = append(u.rivals, rival{c.withLane(op, -1), c.use(op).slots, false, w.advice(op)})
		}
	}
	return n
}

// overRead compares a direct-to-LDS load that is issued now with the
// outstanding reads.
func (c *waits) overRead(w *waitState, load *outstanding) {
	for i := range w.ops {
		op := &w.ops[i]
		use := c.use(op)
		if use == nil || use.slots != nil {
			continue
		}
		v := rival{c.withLane(load, -1), c.use(load).slots, true, w.advice(op)}
		for i := range use.reads {
			x := &use.reads[i]
			x.Places = &x.places
			for m := x.Lanes; m != 0; m &= m - 1 {
				c.meet(op, ldsRange{uint32(x.Addr(bits.TrailingZeros64(m))), uint32(x.Size)}, -1, &v)
			}
		}
		use.rivals = append(use.rivals, v)
	}
}

// readsLDS compares the LDS that was read with the rivals of the reads.
func (c *waits) readsLDS(w *waitState, e *sim.Event) {
	for i := range e.Accesses {
		a := &e.Accesses[i]
		if a.Space != sim.SpaceLDS || a.Write {
			continue
		}
		for k := len(w.ops) - 1; k >= 0; k-- {
			op := &w.ops[k]
			use := c.use(op)
			if op.seq != a.Seq || use == nil {
				continue
			}
			use.reads = append(use.reads, ldsRead{*a, *a.Places})
			for m := a.Lanes; m != 0 && len(use.rivals) > 0; m &= m - 1 {
				l := bits.TrailingZeros64(m) & 63
				r := ldsRange{uint32(a.Addr(l)), uint32(a.Size)}
				for n := range use.rivals {
					c.meet(op, r, l, &use.rivals[n])
				}
			}
			break
		}
	}
}

// meet reports a read of the LDS and a direct-to-LDS load of the same bytes.
func (c *waits) meet(read *outstanding, r ldsRange, lane int, load *rival) {
	if !r.overlaps(load.slots) {
		return
	}
	at, other := c.withLane(read, lane), load.origin
	d := detail{fmt.Sprintf("reads LDS at %#x while a direct-to-LDS load of the same bytes is outstanding", r.addr), "the direct-to-LDS load is here", "add " + load.advice + " before"}
	if load.later {
		at, other = load.origin, at
		d = detail{fmt.Sprintf("loads to LDS at %#x while a read of the same bytes is outstanding", r.addr), "the read is here", "add " + load.advice + " before"}
	}
	c.s.report("waits", at, other, func() detail { return d })
}

// mayLoadToLDS reports whether there may be a direct-to-LDS load in the code of
// an object: a dword that looks like one.
func mayLoadToLDS(o *hsaco.Object, t *isa.Target) bool {
	const (
		mubuf, lds = 0x38 << 26, 1 << 16
		encoding   = 0x3f << 26
	)
	var masks, bits []uint32
	for i := range t.Rows() {
		row := &t.Rows()[i]
		if strings.Contains(row.Mnemonic, "_load_lds_") {
			masks, bits = append(masks, uint32(row.Mask[0])), append(bits, uint32(row.Bits[0]))
		}
	}
	for _, s := range o.Sections {
		if s.Flags&elf.SHF_EXECINSTR == 0 {
			continue
		}
		for b := s.Data; len(b) >= 4; b = b[4:] {
			word := binary.LittleEndian.Uint32(b)
			if word&(encoding|lds) == mubuf|lds {
				return true
			}
			for i := range masks {
				if word&masks[i] == bits[i] {
					return true
				}
			}
		}
	}
	return false
}
