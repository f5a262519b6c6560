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

// A wave can have 64 direct-to-LDS loads outstanding while it reads the LDS, so
// neither compares itself with each of the others: ldsMap has what is being
// loaded, and a load looks only at reads of addresses near its own.

// ldsUse is what an outstanding operation has to do with the LDS: it is a
// direct-to-LDS load, or it reads.
type ldsUse struct {
	slots []ldsRange // what the load writes
	reads []ldsRead  // what has been read; when that is told depends on the schedule
	told  bool       // at its issue
	// rivals are, for a read that was not told at its issue, the direct-to-LDS
	// loads that were outstanding then, or were issued while it was outstanding.
	rivals []rival
}

// rival is a direct-to-LDS load.
type rival struct {
	origin
	seq     uint64
	earlier outstanding // the one of the two that was issued first
	slots   []ldsRange
	later   bool     // issued after the read
	wait    covering // what should stand before the later of the two
}

// ldsRange is some bytes of the LDS.
type ldsRange struct{ addr, size uint32 }

// ldsRead is what an instruction has read.
type ldsRead struct {
	sim.Access // with places for Places
	places     [64]uint32
	lo, hi     uint32 // all of it lies between; 0 if that is not known yet
}

// rangesOf returns the bytes of the LDS that accesses are about. Lanes that lie
// side by side are one range.
func rangesOf(accesses []sim.Access) []ldsRange {
	var r []ldsRange
	for i := range accesses {
		a := &accesses[i]
		if a.Space != sim.SpaceLDS {
			continue
		}
		for m := a.Lanes; m != 0; m &= m - 1 {
			addr := uint32(a.Addr(bits.TrailingZeros64(m)))
			if n := len(r); n > 0 && r[n-1].addr+r[n-1].size == addr {
				r[n-1].size += uint32(a.Size)
			} else {
				r = append(r, ldsRange{addr, uint32(a.Size)})
			}
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

// ldsMap has a bit for each dword of the LDS that a direct-to-LDS load is under
// way to.
type ldsMap struct {
	words []uint64
	// stale are ranges that were taken out, where another load may be under way
	// to.
	stale []ldsRange
}

// each calls f for the words that have bits of a range, with these bits.
func (m *ldsMap) each(r ldsRange, f func(word *uint64, bits uint64)) {
	from, to := r.addr/4, (r.addr+r.size-1)/4
	for len(m.words) <= int(to/64) {
		m.words = append(m.words, 0)
	}
	for i := from / 64; i <= to/64; i++ {
		mask := ^uint64(0)
		if i == from/64 {
			mask &= ^uint64(0) << (from % 64)
		}
		if i == to/64 {
			mask &= ^uint64(0) >> (63 - to%64)
		}
		f(&m.words[i], mask)
	}
}

func (m *ldsMap) mark(ranges []ldsRange) {
	for _, r := range ranges {
		m.each(r, func(word *uint64, bits uint64) { *word |= bits })
	}
}

func (m *ldsMap) unmark(ranges []ldsRange) {
	for _, r := range ranges {
		m.each(r, func(word *uint64, bits uint64) { *word &^= bits })
	}
	m.stale = append(m.stale, ranges...)
}

// touches reports whether a load may be under way to some of the bytes that a
// lane reads.
func (m *ldsMap) touches(addr, size uint32) bool {
	for i := addr / 4; i <= (addr+size-1)/4 && int(i/64) < len(m.words); i++ {
		if m.words[i/64]>>(i%64)&1 != 0 {
			return true
		}
	}
	return false
}

// markAgain enters the loads that are under way to where others were, too.
func (c *waits) markAgain(w *waitState) {
	if len(w.loading.stale) == 0 {
		return
	}
	lo, hi := ^uint32(0), uint32(0)
	for _, r := range w.loading.stale {
		lo, hi = min(lo, r.addr), max(hi, r.addr+r.size)
	}
	w.loading.stale = w.loading.stale[:0]
	for i := 0; w.loads > 0 && i < len(w.ops); i++ {
		if op := &w.ops[i]; op.lds != 0 && (ldsRange{lo, hi - lo}).overlaps(c.use(op).slots) {
			w.loading.mark(c.use(op).slots)
		}
	}
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

// during is the ldsUse of a read that is issued now. told says that what it
// reads is told with it.
func (c *waits) during(w *waitState, told bool) int32 {
	n := c.newUse()
	u := c.uses[n]
	u.told = told
	for i := 0; !told && w.loads > 0 && i < len(w.ops); i++ {
		if op := &w.ops[i]; op.lds != 0 && c.use(op).slots != nil {
			u.rivals = append(u.rivals, c.rival(w, op))
		}
	}
	return n
}

// rival is a direct-to-LDS load that is outstanding when a read is issued.
func (c *waits) rival(w *waitState, load *outstanding) rival {
	return rival{c.withLane(load, -1), load.seq, *load, c.use(load).slots, false, w.covering(load, &w.issued)}
}

// overRead compares a direct-to-LDS load that is issued now with the
// outstanding reads.
func (c *waits) overRead(w *waitState, load *outstanding) {
	if w.lds == w.loads {
		return
	}
	slots := c.use(load).slots
	for i := range w.ops {
		op := &w.ops[i]
		use := c.use(op)
		if use == nil || use.slots != nil {
			continue
		}
		v := rival{c.withLane(load, -1), load.seq, *op, slots, true, w.covering(op, &w.issued)}
		for i := range use.reads {
			x := &use.reads[i]
			if x.near(slots) {
				for m := x.Lanes; m != 0; m &= m - 1 {
					c.meet(w, op, ldsRange{uint32(x.Addr(bits.TrailingZeros64(m))), uint32(x.Size)}, -1, &v)
				}
			}
		}
		if !use.told {
			use.rivals = append(use.rivals, v)
		}
	}
}

// near reports whether some of the ranges may be read.
func (x *ldsRead) near(ranges []ldsRange) bool {
	x.Places = &x.places
	if x.hi == 0 {
		x.lo = ^uint32(0)
		for m := x.Lanes; m != 0; m &= m - 1 {
			addr := uint32(x.Addr(bits.TrailingZeros64(m)))
			x.lo, x.hi = min(x.lo, addr), max(x.hi, addr+uint32(x.Size))
		}
	}
	return ldsRange{x.lo, x.hi - x.lo}.overlaps(ranges)
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
			use.reads = append(use.reads, ldsRead{Access: *a, places: *a.Places})
			if use.told {
				c.readNow(w, op, a)
				break
			}
			for m := a.Lanes; m != 0 && len(use.rivals) > 0; m &= m - 1 {
				l := bits.TrailingZeros64(m) & 63
				r := ldsRange{uint32(a.Addr(l)), uint32(a.Size)}
				for n := range use.rivals {
					c.meet(w, op, r, l, &use.rivals[n])
				}
			}
			break
		}
	}
}

// readNow compares what an instruction reads with the direct-to-LDS loads that
// are outstanding.
func (c *waits) readNow(w *waitState, read *outstanding, a *sim.Access) {
	for m := a.Lanes; m != 0 && w.loads > 0; m &= m - 1 {
		l := bits.TrailingZeros64(m) & 63
		r := ldsRange{uint32(a.Addr(l)), uint32(a.Size)}
		if !w.loading.touches(r.addr, r.size) {
			continue
		}
		for i := range w.ops {
			if op := &w.ops[i]; op.lds != 0 && c.use(op).slots != nil {
				v := c.rival(w, op)
				c.meet(w, read, r, l, &v)
			}
		}
	}
}

// meet reports a read of the LDS and a direct-to-LDS load of the same bytes.
func (c *waits) meet(w *waitState, read *outstanding, r ldsRange, lane int, load *rival) {
	if !r.overlaps(load.slots) {
		return
	}
	at, other, later := c.withLane(read, lane), load.origin, read.seq
	d := detail{rule: ruleEarlyDMA, note: "the direct-to-LDS load is here", advice: load.wait.advice()}
	if load.later {
		at, other, later, d.note = load.origin, at, load.seq, "the read is here"
	}
	missing := w.missingFor(&load.earlier, later, at.addr)
	d.cover, d.first = w.covering(&load.earlier, &missing.issued), at.addr == missing.addr
	c.s.report("waits", at, other, ldsScope(uint64(r.addr), int(r.size)), func() detail {
		d.message = fmt.Sprintf("reads %s while a direct-to-LDS load of the same bytes is outstanding", c.s.ldsAt(uint64(r.addr)))
		if load.later {
			d.message = fmt.Sprintf("loads into %s while a read of the same bytes is outstanding", c.s.ldsAt(uint64(r.addr)))
		}
		d.roots, d.victims = []rootKey{{kind: rootPlace, at: missing.addr}}, []uint64{c.factsOf(read).addr}
		d.cause = c.factsOf(read).addr // another wave's data may be early for the same reason
		return d
	})
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
