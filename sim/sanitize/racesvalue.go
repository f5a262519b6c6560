package sanitize

import "heddle/sim"

// Writes of the same value are not a race. What a direct-to-LDS load writes is known only when its
// data arrive, which may be long after another wave has written there, or another such load was
// issued. Until then it is undecided.
type undecided struct {
	by      *toucher // the later of the two writes
	me      stamp
	lane    int
	earlier stamp
	addr    uint64
	bytes   bool // of a byte, not of a dword
	// Of the earlier one and of the later one.
	values [2]uint32
	known  [2]bool
}

// undecide records that two waves wrote the same memory, at least one of them by a load whose data
// have not arrived yet.
func (t *toucher) undecide(addr uint64, w *written, value uint32) {
	if w.later() && t.c.running(w.thread) == nil {
		t.conflict(addr, w.stamp, true, true) // nobody will know
		return
	}
	if t.kept == nil {
		kept, record := *t, *t.r // both are used for other instructions by then
		kept.r = &record
		t.kept = &kept
	}
	g := t.w.group
	g.undecided = append(g.undecided, undecided{by: t.kept, me: t.me, lane: t.lane, earlier: w.stamp, addr: addr, bytes: t.bytes,
		values: [2]uint32{w.value, value}, known: [2]bool{!w.later(), !t.me.later()}})
}

// arrive is access for a write whose place was noted at the issue of a
// direct-to-LDS load: now it has data.
func (t *toucher) arrive(a *sim.Access, l int) {
	if !t.landed {
		return
	}
	from := a.Addr(l)
	for i := 0; i < a.Size; {
		addr := from + uint64(i)
		p := t.w.group.lds.apart(addr)
		if p.writes == nil {
			return
		}
		w, n := &p.writes[addr%shadowPageSize/4], 4
		if w.thread == inBytes {
			w, n = &p.bytes[addr/4][addr%4].w, 1
		}
		if w.seq == t.me.seq && w.thread == t.me.thread && w.later() {
			w.value = dataAt(a, l, i, n == 1)
			w.what &^= valueLater
		}
		i += n
	}
}

// dataAt is the dword, or byte, that is written at a distance from the lane's
// address.
func dataAt(a *sim.Access, l, distance int, byte bool) uint32 {
	x := a.Data[distance/4&3][l&63]
	if byte {
		x = x >> (distance % 4 * 8) & 0xff
	}
	return x
}

// decide takes from the undecided those of an instruction whose data have
// arrived, and reports those that are races.
func (g *raceGroup) decide(thread, seq uint32, list []sim.Access) {
	kept := g.undecided[:0]
	for i := range g.undecided {
		u := &g.undecided[i]
		for k, s := range [2]stamp{u.earlier, u.me} {
			if s.thread == thread && s.seq == seq && !u.known[k] {
				u.values[k], u.known[k] = u.find(list, int(s.what>>laneShift&laneMask))
			}
		}
		switch {
		case !u.known[0] || !u.known[1]:
			kept = append(kept, *u)
		case u.values[0] != u.values[1]:
			u.report()
		}
	}
	g.undecided = kept
}

// find returns what a lane writes there.
func (u *undecided) find(list []sim.Access, lane int) (value uint32, ok bool) {
	for i := range list {
		a := &list[i]
		if !a.Write || a.Space != sim.SpaceLDS || a.Lanes>>lane&1 == 0 {
			continue
		}
		if distance := u.addr - a.Addr(lane); distance < uint64(a.Size) {
			return dataAt(a, lane, int(distance), u.bytes), true
		}
	}
	return 0, false
}

// giveUp reports the undecided races that depend on data of a wave that has ended: its loads have
// not arrived, and their data will never be known.
func (g *raceGroup) giveUp(thread uint32) {
	kept := g.undecided[:0]
	for i := range g.undecided {
		u := &g.undecided[i]
		if !u.known[0] && u.earlier.thread == thread || !u.known[1] && u.me.thread == thread {
			u.report()
		} else {
			kept = append(kept, *u)
		}
	}
	g.undecided = kept
}

func (u *undecided) report() {
	t := *u.by
	t.me, t.lane = u.me, u.lane
	t.conflict(u.addr, u.earlier, true, true)
}
