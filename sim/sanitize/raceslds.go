package sanitize

import (
	"math/bits"

	"heddle/sim"
)

// Most workgroups use the LDS in a way that is easily seen to be free of races: between two
// barriers that all waves reach with their accesses complete, no byte is written by one wave and
// accessed by another. So the accesses since such a barrier are only recorded, in ldsLog, with the
// wave that has read and written each byte. As soon as two waves meet at a byte, and before
// accesses other than plain reads and writes, the log is replayed into the shadow memory, and from
// then on until the next such barrier accesses are compared one by one (racesshadow.go).
//
// Accesses before such a barrier precede all later ones and are dropped.
type ldsLog struct {
	exact    bool // the log is empty: accesses go to the shadow memory
	entries  []ldsEntry
	accesses []sim.Access
	// Addresses and data of accesses; places and data are how many are used.
	placeRows        []*[64]uint32
	dataRows         []*[4][64]uint32
	places, data     int
	version          uint64       // a number that no other log has, nor this one had with other rows
	writers, readers *shadowBytes // by byte: 0 nobody, wave + 1, severalWaves
	wrote, read      bool         // they are not empty
	entered          int          // of accesses, which are in readers
}

// ldsEntry is an instruction.
type ldsEntry struct {
	wave     *raceWave
	view     *view
	seq, op  uint32
	from, to int // its part of ldsLog.accesses
}

const (
	severalWaves = 0xff
	// maxLDSLog is the maximum length of the log, in accesses.
	maxLDSLog = 1024
)

// note records what an instruction did to the LDS. It reports whether nothing else needs to be
// done.
func (g *raceGroup) note(w *raceWave, r *raceRecord, list []sim.Access) bool {
	if len(g.waves) == 1 {
		return true
	}
	x, op := g.log, &g.check.s.raceOps[r.op]
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
		x.add(&list[i], g.check.s)
	}
	x.entries = append(x.entries, ldsEntry{w, r.view, r.seq, r.op, from, len(x.accesses)})
	return true
}

// add copies an access to the log.
func (x *ldsLog) add(a *sim.Access, s *Sanitizer) {
	n := len(x.accesses)
	if n < cap(x.accesses) {
		x.accesses = x.accesses[:n+1]
	} else {
		x.accesses = append(x.accesses, sim.Access{})
	}
	var data *[4][64]uint32
	if a.Write {
		if x.data == len(x.dataRows) {
			x.dataRows = append(x.dataRows, new([4][64]uint32))
		}
		data = x.dataRows[x.data]
		x.data++
		for i := range dwords(a) {
			data[i&3] = a.Data[i&3]
		}
	}
	x.copy(&x.accesses[n], a, x.placesOf(a, s), data)
}

// placesOf returns a row of the log with the places of an access. Most accesses
// have places that others had.
func (x *ldsLog) placesOf(a *sim.Access, s *Sanitizer) *[64]uint32 {
	p := s.placed(a)
	if p.log == x.version {
		return x.placeRows[p.logRow]
	}
	if x.places == len(x.placeRows) {
		x.placeRows = append(x.placeRows, new([64]uint32))
	}
	p.log, p.logRow = x.version, x.places
	row := x.placeRows[x.places]
	x.places++
	*row = *a.Places
	return row
}

// copy makes to the access a with other places and data. What the garbage
// collector would have to be told is written only if it is new.
func (x *ldsLog) copy(to, a *sim.Access, places *[64]uint32, data *[4][64]uint32) {
	to.Space, to.Size, to.Write, to.Scalar, to.Inst, to.Seq, to.Lanes, to.Base, to.Offset = a.Space, a.Size, a.Write, a.Scalar, a.Inst, a.Seq, a.Lanes, a.Base, a.Offset
	if to.Places != places {
		to.Places = places
	}
	if to.Data != data {
		to.Data = data
	}
}

// claim reports whether no other wave has accessed what the wave writes, nor
// written what it accesses, and notes what it writes.
func (g *raceGroup) claim(w *raceWave, list []sim.Access) bool {
	x, me := g.log, uint8(w.id+1)
	for i := range list {
		a := &list[i]
		if !g.check.s.within(a, g.ldsBytes) {
			return false
		}
		if x.writers == nil || x.writers.size != int(g.ldsBytes) { // the log may be of an earlier dispatch
			level := g.check.s.level
			x.writers, x.readers = newShadowBytes(int(g.ldsBytes), 0, level), newShadowBytes(int(g.ldsBytes), 0, level)
		}
		if (x.wrote || a.Write) && !(x.writers.load(a) && x.writers.only(a, me)) {
			return false
		}
		if a.Write {
			g.enterReaders()
			if !x.readers.load(a) || !x.readers.only(a, me) {
				return false
			}
			x.writers.set(a, me)
			x.wrote = true
		}
	}
	return true
}

// enterReaders completes readers.
func (g *raceGroup) enterReaders() {
	x := g.log
	if x.entered == len(x.accesses) {
		return
	}
	for i := range x.entries {
		e := &x.entries[i]
		if e.to <= x.entered {
			continue
		}
		for k := max(e.from, x.entered); k < e.to; k++ {
			if a := &x.accesses[k]; !a.Write {
				x.readers.join(a, uint8(e.wave.id+1))
			}
		}
	}
	x.entered, x.read = len(x.accesses), true
}

// join adds a wave to the bytes that a touches.
func (s *shadowBytes) join(a *sim.Access, me byte) {
	s.load(a)
	if s.only(a, 0) {
		s.set(a, me)
		return
	}
	for i := range dwords(a) {
		row := &s.rows[i&3]
		for m := a.Lanes; m != 0; m &= m - 1 {
			x := &row[bits.TrailingZeros64(m)&63]
			if *x != uint32(me)*everyByte && *x != severalWaves*everyByte {
				*x = joined(*x, me)
			}
		}
	}
	s.store(a)
}

// joined adds a wave to the four bytes of x.
func joined(x uint32, me byte) (y uint32) {
	for shift := 0; shift < 32; shift += 8 {
		b := byte(x >> shift)
		if b == 0 {
			b = me
		} else if b != me {
			b = severalWaves
		}
		y |= uint32(b) << shift
	}
	return y
}

// play replays the log into the shadow memory.
func (g *raceGroup) play() {
	x, t := g.log, &g.check.touch
	for i := range x.entries {
		e := &x.entries[i]
		t.start(g.check, e.wave, &raceRecord{seq: e.seq, op: e.op, view: e.view})
		eachLane(x.accesses[e.from:e.to], t.access)
	}
	x.empty(g.check.s)
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
	if g.log.exact {
		g.lds.forget()
	}
	g.log.forget(g.check.s)
}

// newLog returns an empty log.
func (c *racesCheck) newLog() *ldsLog {
	n := len(c.logs)
	if n == 0 {
		return &ldsLog{version: c.s.newVersion()}
	}
	x := c.logs[n-1]
	c.logs = c.logs[:n-1]
	return x
}

// forget empties the log and forgets who has accessed what.
func (x *ldsLog) forget(s *Sanitizer) {
	if x.wrote {
		clear(x.writers.bytes)
	}
	if x.read {
		clear(x.readers.bytes)
	}
	x.exact, x.wrote, x.read = false, false, false
	x.empty(s)
}

// empty empties the log.
func (x *ldsLog) empty(s *Sanitizer) {
	x.entries, x.accesses, x.entered, x.places, x.data = x.entries[:0], x.accesses[:0], 0, 0, 0
	x.version = s.newVersion()
}
