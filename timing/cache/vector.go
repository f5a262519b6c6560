package cache

import (
	"math/bits"

	"heddle/arch"
	"heddle/timing"
)

// dwordBytes is what the lanes of a wave move with a dword each.
const dwordBytes = 256

// Vector implements timing.Memory.
func (s *System) Vector(now timing.Cycle, cu int, a *timing.Access) (taken, done timing.Cycle) {
	u := &s.cus[cu]
	begin := max(tick(now)*cycle, u.free)
	if len(a.Lines) == 0 { // all lanes are out of range: nothing to look up
		u.free = begin + s.k.dword
		return u.free.cycles(), (begin + s.k.l1Latency).cycles()
	}
	busy := s.busy(a)
	if a.Write || a.Atomic {
		u.free = begin + busy
		return u.free.cycles(), s.store(u, begin, a).cycles()
	}
	// Its lines are looked up one after the other, but take their turns elsewhere together.
	turn, at, arrived := begin, begin, tick(0)
	next := busy / tick(len(a.Lines))
	for i := range a.Lines {
		wait, ready := s.load(u, turn, at, &a.Lines[i])
		arrived = max(arrived, ready)
		turn, at = turn+wait, at+wait+next
	}
	end := max(begin+busy, at)
	// The latencies are those of accesses that keep the L1 as long as their width does; others take
	// the excess longer.
	if a.Bytes > dwordBytes {
		arrived = max(arrived, end-s.k.wide+s.k.l1WideLatency)
	} else {
		arrived = max(arrived, end-s.k.dword+s.k.l1Latency)
	}
	if s.k.inOrder {
		arrived = max(arrived, u.returned+busy)
		u.returned = arrived
	}
	u.free = end
	return end.cycles(), arrived.cycles()
}

// busy is how long an access keeps the L1: as long as its lanes take to be passed on, and as the data
// of all lines that it touches take.
func (s *System) busy(a *timing.Access) tick {
	busy := s.k.dword
	if a.Bytes > dwordBytes {
		busy = s.k.wide
	}
	var data tick
	for i := range a.Lines {
		data += tick(a.Lines[i].Halves&1+a.Lines[i].Halves>>1) * s.k.half
	}
	busy = max(busy, data)
	if s.k.setBusy > 0 {
		var sets [256]uint8
		most := uint8(0)
		for i := range a.Lines {
			n := &sets[a.Lines[i].Set]
			*n++
			most = max(most, *n)
		}
		busy = max(busy, tick(most)*s.k.setBusy)
	}
	return busy
}

// load looks up a line at the time at, and returns how long it had to wait for a place in its set, and
// when its data are there if they are not yet.
func (s *System) load(u *unit, turn, at tick, l *timing.Line) (wait, ready tick) {
	line := l.Addr / arch.CacheLine
	set := int(l.Set) % s.k.l1Sets
	if s.k.anySet {
		set = hashedSet(line, s.k.l1Sets)
	}
	count := &s.count[levelL1]
	count.Requests++
	count.ReadBytes += int64(l.Halves&1+l.Halves>>1) * arch.CacheLine / 2
	if i := u.lines.find(set, line); i >= 0 {
		count.Hits++
		return 0, u.lines.when[i]
	}
	// The line gets its place at once; if the data of all lines of the set are still on the way, the
	// L1 waits for the first.
	i, there := u.lines.insertReady(set, line, at)
	wait = max(0, there-at)
	turn, at = turn+wait, at+wait
	at = u.fill.serve(turn, at, s.k.fill) + s.translate(&u.pages, at, line)
	ready = s.read(turn, at, line)
	u.lines.when[i] = ready
	return wait, ready
}

// hashedSet is the set of a line in an L1 that hashes addresses: which function it uses is not known. Rows of a
// tensor are multiples of powers of two apart, and with this factor no such distance up to 17·2^19 lines has more than
// 25 of 64 rows in one of four sets; the golden ratio's has 45 at 2^11.
func hashedSet(line uint64, sets int) int {
	return int(line * 0xd1342543de82ef95 >> 40 % uint64(sets))
}

// translate returns how long a request waits for the address of its page.
func (s *System) translate(pages *tags, at tick, line uint64) tick {
	page := line / s.k.pageLines
	if i := pages.find(0, page); i >= 0 {
		return max(0, pages.when[i]-at)
	}
	i, _, _ := pages.insert(0, page)
	wait := s.k.tlbMiss
	set := int(page % s.l2.pageSets)
	if j := s.l2.pages.find(set, page); j >= 0 {
		wait = max(wait, s.l2.pages.when[j]-at)
	} else {
		j, _, _ = s.l2.pages.insert(set, page)
		wait += s.k.tlbWalk
		s.l2.pages.when[j] = at + wait
	}
	pages.when[i] = at + wait
	return wait
}

// read reads a line from the L2, and returns when its data are in the registers of a vector load.
func (s *System) read(turn, at tick, line uint64) tick {
	channel, set := s.l2.place(line)
	count := &s.count[levelL2]
	count.Requests++
	count.ReadBytes += arch.CacheLine
	at = s.l2.reads[channel].serve(turn, at, s.k.l2Read)
	if i := s.l2.lines.find(set, line); i >= 0 {
		count.Hits++
		return max(at+s.k.l2Latency, s.l2.lines.when[i])
	}
	i, victim, dirty := s.l2.lines.insert(set, line)
	if dirty {
		at = s.writeBack(turn, at, victim)
	}
	ready := s.fetch(turn, at, line)
	s.l2.lines.when[i] = ready
	return ready
}

// fetch reads a line from the MALL or the HBM.
func (s *System) fetch(turn, at tick, line uint64) tick {
	f := &s.far
	channel, set := f.place(line)
	count := &s.count[levelMALL]
	count.Requests++
	count.ReadBytes += arch.CacheLine
	at = f.read.serve(turn, at, s.k.fabricRead)
	at = f.channels[channel%len(f.channels)].serve(turn, at, s.k.mall)
	if i := f.lines.find(set, line); i >= 0 {
		count.Hits++
		return max(at+s.k.mallLatency+f.distance(line), f.lines.when[i])
	}
	i, victim, dirty := f.lines.insert(set, line)
	if dirty {
		at = s.writeHBM(turn, at, victim)
	}
	if f.byCopy(line) {
		count.Hits++
		return at + s.k.mallLatency + f.distance(line)
	}
	s.count[levelHBM].Requests++
	s.count[levelHBM].ReadBytes += arch.CacheLine
	ready := s.refreshed(channel, s.transfer(turn, at, channel, false)) + s.k.hbmLatency + f.distance(line)
	f.lines.when[i] = ready
	return ready
}

// byCopy reports whether a copy of this XCD brings a line from the HBM. Which lines are shared is
// drawn by a hash of the line.
func (f *beyond) byCopy(line uint64) bool {
	h := line * 0x9e3779b97f4a7c15 >> 20
	return h&1023 < f.shared && h>>10%f.copies != 0
}

// store writes to the L2, or has it do an atomic operation, and returns when that is acknowledged or
// its result in the registers.
func (s *System) store(u *unit, begin tick, a *timing.Access) tick {
	at, arrived := begin, begin+s.k.l2Store
	for i := range a.Lines {
		l := &a.Lines[i]
		line := l.Addr / arch.CacheLine
		halves := tick(l.Halves&1 + l.Halves>>1)
		arrived = max(arrived, s.write(begin, at+s.translate(&u.pages, at, line), line, halves, a.Atomic))
		at += halves * s.k.half
		s.count[levelL1].Requests++
		s.count[levelL1].WrittenBytes += int64(halves) * arch.CacheLine / 2
	}
	return arrived
}

// write is a write or an atomic operation at the L2. A write needs no data of the line; an atomic
// operation does.
func (s *System) write(turn, at tick, line uint64, halves tick, atomic bool) tick {
	channel, set := s.l2.place(line)
	count := &s.count[levelL2]
	count.Requests++
	count.WrittenBytes += int64(halves) * arch.CacheLine / 2
	cost := halves * s.k.l2WriteHalf
	if atomic {
		cost = max(cost, s.k.l2Atomic)
	}
	at = s.l2.writes[channel].serve(turn, at, cost)
	i := s.l2.lines.find(set, line)
	if i >= 0 {
		count.Hits++
	} else {
		var victim uint64
		var dirty bool
		i, victim, dirty = s.l2.lines.insert(set, line)
		if dirty {
			at = s.writeBack(turn, at, victim)
		}
		if atomic {
			s.l2.lines.when[i] = s.fetch(turn, at, line)
		}
	}
	s.l2.lines.line[i] |= dirtyBit
	ready := at + s.k.l2Store
	if atomic {
		ready = max(ready, s.l2.lines.when[i])
	}
	return ready
}

// writeBack passes a dirty line of the L2 on to the MALL, and returns when a request that waits for
// its place can go on.
func (s *System) writeBack(turn, at tick, line uint64) tick {
	f := &s.far
	channel, set := f.place(line)
	count := &s.count[levelMALL]
	count.Requests++
	count.WrittenBytes += arch.CacheLine
	at = f.write.serve(turn, at, s.k.fabricWrite)
	at = f.channels[channel%len(f.channels)].serve(turn, at, s.k.mall)
	i := f.lines.find(set, line)
	if i >= 0 {
		count.Hits++
	} else {
		var victim uint64
		var dirty bool
		if i, victim, dirty = f.lines.insert(set, line); dirty {
			at = s.writeHBM(turn, at, victim)
		}
	}
	f.lines.line[i] |= dirtyBit
	return at
}

// writeHBM writes a dirty line of the MALL.
func (s *System) writeHBM(turn, at tick, line uint64) tick {
	s.count[levelHBM].Requests++
	s.count[levelHBM].WrittenBytes += arch.CacheLine
	channel, _ := s.far.place(line)
	return s.transfer(turn, at, channel, true)
}

// transfer moves a line by a channel of the HBM, and returns when that begins.
func (s *System) transfer(turn, at tick, channel int, write bool) tick {
	h := &s.far.hbm[channel%len(s.far.hbm)]
	cost := s.k.hbmRead
	if write {
		cost = s.k.hbmWrite
	}
	if h.writing != write {
		h.writing = write
		cost += s.k.hbmTurnaround
	}
	return h.serve(turn, at, cost)
}

// refreshed returns when a channel of the HBM that is to read at the time at does: channels refresh
// themselves one after another. What a refresh takes of the bandwidth is in hbm.read_share.
func (s *System) refreshed(channel int, at tick) tick {
	phase := s.k.refreshInterval * tick(bits.Reverse8(uint8(channel))) / 256
	return at + max(0, s.k.refresh-(at+phase)%s.k.refreshInterval)
}

// Scalar implements timing.Memory.
func (s *System) Scalar(now timing.Cycle, cu int, a *timing.Access) (done timing.Cycle) {
	p := &s.pairs[cu/s.k.cusPerPair]
	at := tick(now) * cycle
	arrived := at + s.k.scalarLatency
	for i := range a.Lines {
		for half := range uint64(2) {
			if a.Lines[i].Halves>>half&1 == 0 {
				continue
			}
			s.count[levelScalar].ReadBytes += arch.CacheLine / 2
			line := a.Lines[i].Addr/(arch.CacheLine/2) + half
			arrived = max(arrived, s.small(p, &p.scalar, &s.count[levelScalar], at, line, line/2, s.k.scalarLatency))
		}
	}
	return arrived.cycles()
}

// Fetch implements timing.Memory.
func (s *System) Fetch(now timing.Cycle, cu int, line uint64) (done timing.Cycle) {
	p := &s.pairs[cu/s.k.cusPerPair]
	at := tick(now) * cycle
	s.count[levelInstruction].ReadBytes += arch.CacheLine
	line /= arch.CacheLine
	return s.small(p, &p.instruction, &s.count[levelInstruction], at, line, line, s.k.instructionMiss).cycles()
}

// small looks up an entry of the scalar or the instruction cache, which is in a line of the L2, and
// returns when it is there. latency is what its way takes beside that of the L2; a hit of the
// instruction cache is immediate, for the core has its time.
func (s *System) small(p *pair, t *tags, count *timing.Traffic, at tick, entry, line uint64, latency tick) tick {
	sets := uint64(len(t.line) / t.ways)
	set := int(entry % sets)
	count.Requests++
	if i := t.find(set, entry); i >= 0 {
		count.Hits++
		if t == &p.scalar {
			at += latency
		}
		return max(at, t.when[i])
	}
	i, _, _ := t.insert(set, entry)
	ready := s.read(at, at+s.translate(&p.pages, at, line), line) - s.k.l1Latency + latency
	ready = max(ready, at+latency)
	t.when[i] = ready
	return ready
}
