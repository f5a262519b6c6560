package sanitize

import "fmt"

// race is a pair of accesses that nothing orders.
type race struct {
	at, from access // the later and the earlier of the two
	lds      bool
	size     uint8 // of a byte, or a dword
	addr     uint64
	met      bool // the waves met between the two, when the earlier one was not complete
	// interval is, between two waves of a workgroup, the barrier before the two accesses, 0 for
	// none; if they met, it is the barrier between them.
	interval uint64
}

// access is one of the two.
type access struct {
	op        *raceOp
	level     syncLevel
	class     completion
	write     bool
	workgroup int32
	wave      int8
	lane      int8
}

func (a *access) origin() origin {
	return origin{addr: a.op.addr, inst: a.op.inst, workgroup: a.workgroup, wave: a.wave, lane: a.lane}
}

// race puts together what is known of the access and an earlier one.
func (t *toucher) race(addr uint64, earlier stamp, write, earlierWrite bool) race {
	c := t.c
	r := race{lds: t.lds, size: 4, addr: addr, met: t.met(earlier)}
	if t.bytes {
		r.size = 1
	}
	r.at = access{t.op, t.op.level, t.class(), write, int32(t.w.group.id), int8(t.w.id), int8(t.lane)}
	r.from = access{&c.s.raceOps[earlier.what>>whatShift], earlier.level(), earlier.class(), earlierWrite,
		c.ids[earlier.thread/maxGroupWaves], int8(earlier.thread % maxGroupWaves), int8(earlier.what >> laneShift & laneMask)}
	if r.from.op.class == completesSMEM {
		r.from.lane = -1
	}
	if r.from.workgroup != r.at.workgroup {
		return r
	}
	from := &t.w.group.waves[r.from.wave].barrierPlaces
	if r.met {
		r.interval = from.after(earlier.seq)
		return r
	}
	// Waves that execute the same code are at different places in it: what comes later in the
	// code is the later one, though this wave may have come to it first.
	before, seq := from.before(earlier.seq)
	own, ownSeq := t.w.barrierPlaces.before(t.me.seq)
	if r.interval = own; before == own && earlier.seq-seq > t.me.seq-ownSeq {
		r.at, r.from = r.from, r.at
	}
	return r
}

// barrierPlaces are the last barriers that a wave came to.
type barrierPlaces struct {
	list [8]struct {
		seq  uint32 // the number of the instruction in the wave
		addr uint64
	}
	n uint
}

func (b *barrierPlaces) add(seq uint32, addr uint64) {
	x := &b.list[b.n%uint(len(b.list))]
	x.seq, x.addr = seq, addr
	b.n++
}

// before returns the last barrier before the instruction with that number; zeros if there is none, or
// it was long ago.
func (b *barrierPlaces) before(seq uint32) (addr uint64, at uint32) {
	for i := b.n; i > 0 && i+uint(len(b.list)) > b.n; i-- {
		if x := &b.list[(i-1)%uint(len(b.list))]; x.seq < seq {
			return x.addr, x.seq
		}
	}
	return 0, 0
}

// after returns the first barrier that is known after the instruction with that number.
func (b *barrierPlaces) after(seq uint32) (addr uint64) {
	for i := b.n; i > 0 && i+uint(len(b.list)) > b.n; i-- {
		x := &b.list[(i-1)%uint(len(b.list))]
		if x.seq <= seq {
			break
		}
		addr = x.addr
	}
	return addr
}

// check is the check whose finding the race is.
func (r *race) check() string {
	if r.direct() {
		return "lds-dma"
	}
	return "races"
}

// direct reports whether it is about data of a direct-to-LDS load.
func (r *race) direct() bool {
	return r.lds && (r.at.op.toLDS && r.at.write || r.from.op.toLDS && r.from.write)
}

// found reports a race.
func (c *racesCheck) found(r *race) {
	c.s.report(r.check(), r.at.origin(), r.from.origin(), scope{lds: r.lds, size: r.size, addr: r.addr}, func() detail { return c.describe(r) })
}

// describe puts a race into words.
func (c *racesCheck) describe(r *race) detail {
	at, from := &r.at, &r.from
	sameGroup := at.workgroup == from.workgroup
	who := fmt.Sprintf("wave %d", from.wave)
	if !sameGroup {
		who += fmt.Sprintf(" of workgroup %d", from.workgroup)
	}
	d := detail{message: fmt.Sprintf("%s %s, which %s %s", verb(at.write), c.memory(r), who, verb(from.write))}
	d.note = "the " + noun(from.write) + " is here"
	switch {
	case at.level != syncNone || from.level != syncNone:
		d.rule = ruleNotAtomic
		d.message += ", one of them not atomically"
		d.advice = "make both accesses atomic, or order them"
		if sameGroup {
			d.advice = "put s_barrier between them"
		}
	case r.met:
		d.rule, d.cover = ruleNoWait, from.class.counter()
		if sameGroup && len(c.sync) == 0 { // no atomic has ordered them
			d.barrier = r.interval
		}
		d.message += fmt.Sprintf("; %s did not wait for this access to complete before the waves met", who)
		d.advice = fmt.Sprintf("put %s before the s_barrier or the atomic that orders the two", d.cover)
	case sameGroup:
		d.rule, d.cover = ruleNoBarrier, from.class.counter()
		d.message += " with no barrier between"
		d.advice = fmt.Sprintf("put %s and s_barrier between the two", d.cover)
	default:
		d.rule = ruleNoAtomic
		d.message += " with no atomic between"
		d.advice = "let one workgroup signal the other with an atomic access when it is done, or divide the memory between them"
	}
	if r.direct() {
		d.message += " (data of a direct-to-LDS load; pipelined kernels may do this on purpose)"
	}
	d.roots = c.rootsOf(r, d.rule)
	for _, a := range [...]*access{at, from} {
		if !a.write || a.op.rmw {
			d.victims = append(d.victims, a.op.addr)
		}
	}
	return d
}

// rootsOf are what a race has in common with others of the same mistake: the interval between two
// barriers that lacks a third, the barrier that lacks a wait, or the memory that workgroups share.
func (c *racesCheck) rootsOf(r *race, rule string) []rootKey {
	if r.at.workgroup == r.from.workgroup {
		return []rootKey{{rootInterval, rule, r.interval}}
	}
	if a, ok := c.registers.Allocation(r.addr); ok && !r.lds {
		return []rootKey{{rootBuffer, rule, a.Addr}}
	}
	return nil
}

// memory names the memory that a race is about.
func (c *racesCheck) memory(r *race) string {
	if r.lds {
		return c.s.ldsAt(r.addr)
	}
	if a, ok := c.registers.Allocation(r.addr); ok {
		return fmt.Sprintf("memory at %#x (byte %d of %s)", r.addr, r.addr-a.Addr, a.Name)
	}
	return fmt.Sprintf("memory at %#x", r.addr)
}

func verb(write bool) string {
	if write {
		return "writes"
	}
	return "reads"
}

func noun(write bool) string {
	if write {
		return "write"
	}
	return "read"
}

// counter is the wait for accesses of the class.
func (c completion) counter() covering {
	if c == completesVM || c == completesFlatVM {
		return covering{vm: true}
	}
	return covering{lgkm: true}
}
