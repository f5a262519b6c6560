package sim

import "math/bits"

// Access is memory that an instruction touched in some lanes, one after the
// other. An instruction that does several things to each lane, as atomics do,
// has several.
type Access struct {
	Space  Space
	Size   int // bytes in each lane
	Write  bool
	Scalar bool   // of a scalar instruction: the bits of Lanes count what it touched, and there are no lanes
	Inst   uint64 // guest address of the instruction it belongs to
	Seq    uint64 // and its Event.Seq
	Lanes  uint64
	// Dense says that they are all 64, and that each one's address is Size behind
	// that of the one before. It may be so without being said.
	Dense bool
	// Addr has the address of each of Lanes, in SpaceLDS and SpacePrivate the
	// offset. Data is what was written, from the low bits on; it is not there
	// for reads, and in ToLDS and Dropped. Neither is to be changed or kept.
	Addr *[64]uint64
	Data *[64][4]uint32
}

// Lane returns the lane that bit l of Lanes stands for, -1 for none.
func (a *Access) Lane(l int) int {
	if a.Scalar {
		return -1
	}
	return l
}

// accessLog gathers accesses for the observer.
type accessLog struct {
	list []Access
	// rows hold the addresses and data of accesses, as far as operations do not
	// have them in that form; used are those in use.
	rows []*accessRow
	used int
}

// accessRow is the addresses and the data of accesses, which may share it if
// they have other lanes or the same addresses.
type accessRow struct {
	addr    [waveSize]uint64
	data    [waveSize][4]uint32
	placed  uint64 // lanes with an address
	written uint64 // and with data
}

func (g *accessLog) reset() { g.list, g.used = g.list[:0], 0 }

// row returns a row in which lane l may get an address, and data.
func (g *accessLog) row(l int, addr uint64, write bool) *accessRow {
	if g.used > 0 {
		r := g.rows[g.used-1]
		if (r.placed>>l&1 == 0 || r.addr[l] == addr) && !(write && r.written>>l&1 != 0) {
			return r
		}
	}
	return g.newRow()
}

func (g *accessLog) newRow() *accessRow {
	if g.used == len(g.rows) {
		g.rows = append(g.rows, new(accessRow))
	}
	g.used++
	r := g.rows[g.used-1]
	r.placed, r.written = 0, 0
	return r
}

// add notes an access of a lane, or for -1 of a scalar operation.
func (g *accessLog) add(op *memOp, lane int, space Space, addr uint64, size int, write bool, data []byte) {
	var last *Access
	if n := len(g.list); n > 0 {
		last = &g.list[n-1]
		if last.Seq != op.seq || last.Space != space || last.Size != size || last.Write != write {
			last = nil
		}
	}
	l := lane
	if lane < 0 {
		if l = 0; last != nil {
			l = bits.Len64(last.Lanes)
		}
	}
	if last != nil && last.Lanes>>l != 0 {
		last = nil
	}
	r := g.row(l&63, addr, write)
	r.addr[l&63] = addr
	r.placed |= 1 << l
	if write {
		r.written |= 1 << l
		d := &r.data[l&63]
		*d = [4]uint32{}
		for i, b := range data {
			d[i/4&3] |= uint32(b) << (i % 4 * 8)
		}
	}
	if last != nil && last.Addr == &r.addr {
		last.Lanes |= 1 << l
		return
	}
	g.list = append(g.list, Access{Space: space, Size: size, Write: write, Scalar: lane < 0, Inst: op.at, Seq: op.seq, Lanes: 1 << l, Addr: &r.addr, Data: &r.data})
}

// take moves the accesses of another log to this one, which is empty. Their
// operations may be used for others.
func (g *accessLog) take(from *accessLog) {
	*g, *from = *from, *g
}

// keepAccesses keeps the memory touched outside of an instruction for the
// wave's next event.
func (w *wave) keepAccesses() {
	for i := range w.wg.accesses.list {
		a := w.wg.accesses.list[i]
		r := w.unreported.newRow()
		r.addr, r.data = *a.Addr, *a.Data
		r.placed, r.written = ^uint64(0), ^uint64(0)
		a.Addr, a.Data = &r.addr, &r.data
		w.unreported.list = append(w.unreported.list, a)
	}
	w.wg.accesses.reset()
}

// report counts an access and notes it for the observer.
func (wg *workgroup) report(op *memOp, lane int, space Space, addr uint64, b []byte, write bool) {
	if space == spaceNowhere {
		return
	}
	wg.stats.bytes[space][bit(write)] += uint64(len(b))
	if wg.observer != nil {
		wg.accesses.add(op, lane, space, addr, len(b), write, b)
	}
}
