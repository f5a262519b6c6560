package sanitize

import (
	"math/bits"

	"heddle/isa"
	"heddle/sim"
)

// land gives the destination of a memory operation its masks.
func (u *undefined) land(w *shadowWave, e *sim.Event, p *plan) {
	var x *pendingShadow
	if len(w.pending) > 0 {
		x = w.pending[e.Seq]
	}
	if x == nil && !overlap(e.Writes, &w.undefined) {
		return
	}
	switch {
	case p.inst.Row.Unit == isa.UnitSMEM:
		u.landScalars(w, e, p, x)
	case p.shape.Dst >= 0:
		u.landRegisters(w, e, p, x)
	}
	if x != nil {
		u.drop(w, e.Seq, x)
	}
}

// origin is where the undefined bits of what was loaded come from.
func (x *pendingShadow) origin() origin {
	if x.loadFrom.inst != nil {
		return x.loadFrom
	}
	return x.at
}

func (u *undefined) landScalars(w *shadowWave, e *sim.Event, p *plan, x *pendingShadow) {
	if p.inst.Row.Traits&isa.MayLoad == 0 && p.inst.Row.Traits&isa.MayStore != 0 {
		return
	}
	w.define(e.Writes, 0)
	if x == nil || !x.loaded {
		return
	}
	arg := p.arg(0)
	for d := range max(int(arg.Dwords), 1) {
		if m := x.result[d/4&63][d&3]; m != 0 && arg.Kind == isa.KindReg {
			w.setScalar(arg.Reg()+isa.Reg(d), m)
			w.from[arg.Reg()+isa.Reg(d)] = x.origin()
		}
	}
}

// landRegisters writes the masks of what the lanes loaded.
func (u *undefined) landRegisters(w *shadowWave, e *sim.Event, p *plan, x *pendingShadow) {
	s := &p.shape
	first := p.arg(s.Dst).Reg()
	if x != nil && x.loaded && s.Kind == isa.MemoryTranspose {
		x.transpose(s.Bytes, s.Element)
	}
	if x != nil && x.loaded && s.Kind == isa.MemoryLoad2 && p.inst.Mods.Offset == int32(p.inst.Mods.Offset1) {
		for l := range x.result { // one access for both
			n := (s.Bytes + 3) / 4
			copy(x.result[l][n:], x.result[l][:n])
		}
	}
	keeps := e.Registers.KeepsHalves() && s.D16 != isa.D16None
	for i := range s.Return {
		r := first + isa.Reg(i)
		if (x == nil || !x.loaded) && !keeps {
			w.defineLanes(r, e.Lanes)
			continue
		}
		masks := *w.row(r)
		for m := e.Lanes; m != 0; m &= m - 1 {
			l := bits.TrailingZeros64(m) & 63
			var got uint32
			if x != nil {
				got = x.result[l][i&3]
			}
			masks[l] = p.loadedPart(masks[l], got, keeps)
		}
		w.setRow(r, &masks)
		if w.undefined.Has(r) && x != nil {
			w.from[r] = x.origin()
		}
	}
}

// loadedPart is the mask of a register that got a loaded dword, byte or short.
func (p *plan) loadedPart(old, m uint32, keeps bool) uint32 {
	s := &p.shape
	if s.Components > 0 {
		if m != 0 {
			m = allBits
		}
		return m
	}
	if s.Bytes < 4 && s.Bytes > 0 {
		m &= uint32(lowMask(uint(8 * s.Bytes)))
		if s.Signed {
			m = uint32(val{0, uint64(m)}.signed(uint(8 * s.Bytes)).m)
		}
	}
	kept := uint32(0)
	switch {
	case s.D16 == isa.D16High:
		m, kept = m<<16, 0xffff
	case s.D16 == isa.D16Low:
		m, kept = m&0xffff, 0xffff0000
	}
	if keeps {
		m |= old & kept
	}
	return m
}

// transpose moves the masks as the transposing reads move elements: within
// each 16 lanes, seen as a matrix of 16 columns, lane l gets column l.
func (x *pendingShadow) transpose(size, element int) {
	old := x.result
	get := func(l, at int) uint32 {
		v := uint64(old[l][at/32]) >> (at % 32)
		if at%32+element > 32 {
			v |= uint64(old[l][at/32+1]) << (32 - at%32)
		}
		return uint32(v & lowMask(uint(element)))
	}
	perLane := 8 * size / element
	rowLanes := 16 / perLane
	for l := range old {
		group, column := l&^15, l&15
		from, at := group+column/perLane, column%perLane*element
		var out [4]uint32
		for i := range perLane {
			m := uint64(get((from+rowLanes*i)&63, at)) << (i * element % 32)
			out[i*element/32] |= uint32(m)
			if hi := uint32(m >> 32); hi != 0 {
				out[i*element/32+1] |= hi
			}
		}
		x.result[l] = out
	}
}
