package sanitize

import (
	"encoding/binary"
	"math/bits"

	"heddle/sim"
)

// Most workgroups use the LDS in a way of which it is easy to tell that there
// is no race: between two barriers that all waves reach with their accesses
// complete, no dword is written by one wave and accessed by another. So the
// accesses since such a barrier are only noted, in ldsLog, together with which
// wave has read and written each dword. As soon as two waves meet at a dword, and
// before accesses of any other kind than plain reads and writes, the log is
// played to the shadow memory, and from there on until the next such barrier
// accesses are compared one by one (racesshadow.go).
//
// Accesses before such a barrier precede all that follow. They are forgotten.
type ldsLog struct {
	exact            bool // the log is empty: accesses go to the shadow memory
	entries          []ldsEntry
	accesses         []sim.Access
	rows             []*ldsRow // of accesses
	writers, readers []uint8   // by dword: 0 nobody, wave + 1, severalWaves
	wrote            bool      // writers is not empty
	entered          int       // of accesses, which are in readers
}

// ldsEntry is an instruction.
type ldsEntry struct {
	wave     *raceWave
	record   raceRecord
	from, to int // its part of ldsLog.accesses
}

// ldsRow is the addresses and data of a sim.Access.
type ldsRow struct {
	addr [64]uint64
	data [64][4]uint32
}

const (
	severalWaves = 0xff
	// maxLDSLog bounds the log, in accesses.
	maxLDSLog = 1024
)

// note notes what an instruction did to the LDS. It reports whether that is
// all there is to do.
func (g *raceGroup) note(w *raceWave, r *raceRecord, list []sim.Access) bool {
	if len(g.waves) == 1 {
		return true
	}
	x, op := &g.log, &g.check.s.raceOps[r.op]
	if x.exact {
		return false
	}
	if op.level != syncNone || op.rmw || op.toLDS || !g.claim(w, list) {
		g.play()
		x.exact = true
		return false
	}
	if len(x.accesses)+len(list) > maxLDSLog {
		g.enterReaders()
		g.play()
	}
	from := len(x.accesses)
	for i := range list {
		x.add(&list[i])
	}
	x.entries = append(x.entries, ldsEntry{w, raceRecord{seq: r.seq, op: r.op, view: r.view}, from, len(x.accesses)})
	return true
}

// add copies an access to the log.
func (x *ldsLog) add(a *sim.Access) {
	n := len(x.accesses)
	if n == len(x.rows) {
		x.rows = append(x.rows, new(ldsRow))
	}
	row := x.rows[n]
	row.addr = *a.Addr
	if a.Write {
		row.data = *a.Data
	}
	x.accesses = append(x.accesses, *a)
	x.accesses[n].Addr, x.accesses[n].Data = &row.addr, &row.data
}

// claim reports whether no other wave has accessed what the wave writes, nor
// written what it accesses, and notes what it writes.
func (g *raceGroup) claim(w *raceWave, list []sim.Access) bool {
	x, me := &g.log, uint8(w.id+1)
	for i := range list {
		a := &list[i]
		if !within(a, g.ldsBytes) {
			return false
		}
		if x.writers == nil {
			n := g.ldsBytes/4 + 8 // some more, for dwords are looked at several at a time
			x.writers, x.readers = make([]uint8, n), make([]uint8, n)
		}
		switch {
		case a.Write:
			g.enterReaders()
			x.wrote = true
			if !x.each(a, func(d uint64, n int) bool {
				return only(x.writers, d, n, me) && only(x.readers, d, n, me) && mark(x.writers, d, n, me)
			}) {
				return false
			}
		case x.wrote && !x.each(a, func(d uint64, n int) bool { return only(x.writers, d, n, me) }):
			return false
		}
	}
	return true
}

// enterReaders completes readers.
func (g *raceGroup) enterReaders() {
	x := &g.log
	if x.entered == len(x.accesses) {
		return
	}
	for i := range x.entries {
		e := &x.entries[i]
		if e.to <= x.entered {
			continue
		}
		me := uint8(e.wave.id + 1)
		for k := max(e.from, x.entered); k < e.to; k++ {
			if a := &x.accesses[k]; !a.Write {
				x.each(a, func(d uint64, n int) bool { return mark(x.readers, d, n, me) })
			}
		}
	}
	x.entered = len(x.accesses)
}

// each calls f for the dwords of each lane, n from d on, until it fails.
func (x *ldsLog) each(a *sim.Access, f func(d uint64, n int) bool) bool {
	last := uint64(a.Size) - 1
	for m := a.Lanes; m != 0; m &= m - 1 {
		addr := a.Addr[bits.TrailingZeros64(m)&63]
		if d := addr / 4; !f(d, int((addr+last)/4-d)+1) {
			return false
		}
	}
	return true
}

// only reports whether nobody but me is in n owners from d on.
func only(owners []uint8, d uint64, n int, me uint8) bool {
	if n == 4 {
		v := binary.LittleEndian.Uint32(owners[d:])
		if v == 0 || v == uint32(me)*0x01010101 {
			return true
		}
	}
	for _, o := range owners[d:][:n] {
		if o != 0 && o != me {
			return false
		}
	}
	return true
}

// mark adds me to n owners from d on.
func mark(owners []uint8, d uint64, n int, me uint8) bool {
	if n == 4 {
		v := binary.LittleEndian.Uint32(owners[d:])
		switch all := uint32(me) * 0x01010101; v {
		case all:
			return true
		case 0:
			binary.LittleEndian.PutUint32(owners[d:], all)
			return true
		}
	}
	for i := range owners[d:][:n] {
		switch o := &owners[d+uint64(i)]; *o {
		case 0, me:
			*o = me
		default:
			*o = severalWaves
		}
	}
	return true
}

// play gives the log to the shadow memory.
func (g *raceGroup) play() {
	x, t := &g.log, &g.check.touch
	for i := range x.entries {
		e := &x.entries[i]
		t.start(g.check, e.wave, &e.record)
		eachLane(x.accesses[e.from:e.to], t.access)
	}
	x.entries, x.accesses, x.entered = x.entries[:0], x.accesses[:0], 0
	t.r = nil
}

// allMeet is called when a wave arrives at a barrier. If it is the last one, and
// nobody's accesses of the LDS are under way, they are forgotten.
func (g *raceGroup) allMeet(barrier int) {
	for _, w := range g.waves {
		if !w.ended && (w.arrived == nil || w.barriers != barrier || w.underWay) {
			return
		}
	}
	x := &g.log
	if x.exact {
		g.lds.forget()
	}
	if x.wrote || x.exact || x.entered > 0 {
		clear(x.writers)
		clear(x.readers)
	}
	x.exact, x.wrote, x.entered = false, false, 0
	x.entries, x.accesses = x.entries[:0], x.accesses[:0]
}
