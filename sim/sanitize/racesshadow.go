package sanitize

import (
	"heddle/sim"
)

// The shadow memory of the races check: for each dword that was touched, who
// wrote it last and who read it since.

// stamp is an access by one lane of a wave. The zero value means no access.
type stamp struct {
	seq    uint32 // of the instruction
	thread uint32 // raceWave.thread
	what   uint32 // completion, level, lane and index in Sanitizer.raceOps
}

// Fields of stamp.what; the completion is the lowest.
const (
	completionMask        = 7
	levelShift, levelMask = 3, 3
	laneShift, laneMask   = 5, 63
	hiddenWrite           = 1 << 11 // in readers: not a reader but a write before the last
	valueLater            = 1 << 11 // in written: of a direct-to-LDS load whose data are not there yet
	whatShift             = 12
)

func (s stamp) class() completion { return completion(s.what & completionMask) }
func (s stamp) level() syncLevel  { return syncLevel(s.what >> levelShift & levelMask) }
func (s stamp) hidden() bool      { return s.what&hiddenWrite != 0 }
func (s stamp) later() bool       { return s.what&valueLater != 0 }

// written is the last write.
type written struct {
	stamp
	value uint32
}

// readers are two waves that read since, as far as there are so many. Where
// the last write is atomic they may instead be writes before it: the last that
// was not atomic, then the last of another wave.
type readers [2]stamp

const (
	shadowPageSize = 4096
	shadowDwords   = shadowPageSize / 4
	// ldsPages is how many shadow pages the largest LDS has, 160 KiB.
	ldsPages = 40
)

// apart returns the page that holds addr, in which the dword there has its own
// shadow.
func (s *raceShadow) apart(addr uint64) *shadowPage {
	p := s.page(addr)
	if p.apart>>(addr%shadowPageSize/lineSize)&1 == 0 {
		p.takeApart(addr)
	}
	return p
}

// forget empties it.
func (s *raceShadow) forget() {
	for _, p := range s.near {
		if p == nil {
			continue
		}
		if p.writes != nil {
			clear(p.writes[:])
		}
		if p.reads != nil {
			clear(p.reads[:])
		}
		p.bytes = nil
	}
	clear(s.pages)
	s.recent = [64]struct {
		at   uint64
		page *shadowPage
	}{}
}

// shadowPage is the shadow of shadowPageSize bytes. Its parts exist once they
// are needed.
type shadowPage struct {
	// Lines (raceslines.go), and the values written to them. Apart are those
	// whose dwords are in what follows.
	lines  *[pageLines]raceLine
	values *[shadowDwords]uint32
	apart  uint64
	writes *[shadowDwords]written
	reads  *[shadowDwords]readers
	// bytes are the dwords that were accessed in parts. Their writes have the
	// thread inBytes.
	bytes map[uint64]*[4]shadowByte
}

type shadowByte struct {
	w written
	r readers
}

// inBytes is not a thread: threads have lower numbers, since workgroups are counted in 28 bits.
const inBytes = ^uint32(0)

// raceShadow is the shadow of an address space.
type raceShadow struct {
	near  [ldsPages]*shadowPage
	pages map[uint64]*shadowPage
	// recent are some of pages, by a part of their number.
	recent [64]struct {
		at   uint64
		page *shadowPage
	}
}

func (s *raceShadow) page(addr uint64) *shadowPage {
	at := addr / shadowPageSize
	if at < ldsPages {
		p := s.near[at]
		if p == nil {
			p = new(shadowPage)
			s.near[at] = p
		}
		return p
	}
	recent := &s.recent[(at^at>>6)%uint64(len(s.recent))]
	if recent.at == at && recent.page != nil {
		return recent.page
	}
	p := s.pages[at]
	if p == nil {
		if s.pages == nil {
			s.pages = map[uint64]*shadowPage{}
		}
		p = new(shadowPage)
		s.pages[at] = p
	}
	recent.at, recent.page = at, p
	return p
}

// toucher is an instruction of a wave whose accesses are being compared.
type toucher struct {
	c    *racesCheck
	w    *raceWave
	r    *raceRecord
	op   *raceOp
	me   stamp
	lds  bool
	lane int
	// known is a write that was found to precede the instruction.
	known  stamp
	bytes  bool     // the cells at hand are of bytes
	landed bool     // what it writes has data
	kept   *toucher // a copy, for undecided
}

// touch compares an access with the earlier ones and notes it.
func (s *raceShadow) touch(t *toucher, a *sim.Access, l int) {
	from := a.Addr(l)
	if from%4 != 0 || a.Size%4 != 0 {
		for i := range a.Size {
			addr := from + uint64(i)
			b := s.apart(addr).split(addr)
			value := uint32(0)
			if a.Write { // only writes have data
				value = a.Data[i/4&3][l&63] >> (i % 4 * 8) & 0xff
			}
			t.bytes = true
			t.cell(addr, &b[addr%4].w, &b[addr%4].r, a.Write, value)
		}
		return
	}
	for i := 0; i < a.Size; i += 4 {
		addr := from + uint64(i)
		p := s.apart(addr)
		t.bytes = false
		if a.Write {
			t.writeDword(p, addr, a.Data[i/4&3][l&63])
		} else {
			t.readDword(p, addr)
		}
	}
}

func (t *toucher) writeDword(p *shadowPage, addr uint64, value uint32) {
	if p.writes == nil {
		p.writes = new([shadowDwords]written)
	}
	i := addr % shadowPageSize / 4
	w := &p.writes[i]
	switch {
	case w.thread == inBytes:
		b := p.bytes[addr/4]
		t.bytes = true
		for k := range b {
			t.cell(addr+uint64(k), &b[k].w, &b[k].r, true, value>>(8*k)&0xff)
		}
	case p.reads == nil:
		t.cell(addr, w, nil, true, value)
	default:
		t.cell(addr, w, &p.reads[i], true, value)
	}
}

func (t *toucher) readDword(p *shadowPage, addr uint64) {
	if p.reads == nil {
		p.reads = new([shadowDwords]readers)
	}
	i := addr % shadowPageSize / 4
	r := &p.reads[i]
	if p.writes == nil {
		t.note(r)
		return
	}
	switch w := &p.writes[i]; {
	case w.thread == inBytes:
		b := p.bytes[addr/4]
		for k := range b {
			t.cell(addr+uint64(k), &b[k].w, &b[k].r, false, 0)
		}
	case r[0].thread == t.me.thread && r[0].seq != 0 && r[0].what&hiddenWrite == 0 && !r[1].hidden() && t.precedes(&w.stamp):
		r[0] = t.me
	default:
		t.cell(addr, w, r, false, 0)
	}
}

// precedes tells quickly whether a write precedes the access: true is certain, false is not.
func (t *toucher) precedes(w *stamp) bool {
	if w.seq == 0 || w.thread == t.me.thread || *w == t.known {
		return true
	}
	if t.unordered(*w) {
		return false
	}
	t.known = *w
	return true
}

// split returns the bytes of the dword that holds addr; from now on each has a
// shadow of its own.
func (p *shadowPage) split(addr uint64) *[4]shadowByte {
	if b := p.bytes[addr/4]; b != nil {
		return b
	}
	i := addr % shadowPageSize / 4
	if p.writes == nil {
		p.writes = new([shadowDwords]written)
	}
	b := new([4]shadowByte)
	for k := range b {
		b[k].w = p.writes[i]
		b[k].w.value = b[k].w.value >> (8 * k) & 0xff
		if p.reads != nil {
			b[k].r = p.reads[i]
		}
	}
	p.writes[i].thread = inBytes
	if p.bytes == nil {
		p.bytes = map[uint64]*[4]shadowByte{}
	}
	p.bytes[addr/4] = b
	return b
}

// cell compares an access with the last write and the readers of the same
// memory, and notes it. r is nil if there are no readers.
func (t *toucher) cell(addr uint64, w *written, r *readers, write bool, value uint32) {
	if w.seq != 0 && w.thread != t.me.thread && t.unordered(w.stamp) {
		switch {
		case write && (t.me.later() || w.later()):
			t.undecide(addr, w, value)
		case !write || w.value != value:
			t.conflict(addr, w.stamp, write, true)
		}
	}
	if r != nil {
		for _, x := range r {
			if x.seq != 0 && x.thread != t.me.thread && (write || x.hidden()) && t.unordered(x) {
				t.conflict(addr, x, write, x.hidden())
			}
		}
	}
	if !write {
		t.note(r)
		return
	}
	if r != nil {
		r.overwritten(w.stamp, t.me)
	}
	*w = written{t.me, value}
}

// overwritten forgets the readers: there is a new write. Other accesses that do
// not race with it because both are atomic, or of the same wave, may race with
// writes before it.
func (r *readers) overwritten(last, by stamp) {
	var kept readers
	if by.level() != syncNone {
		for _, x := range [...]stamp{r[0], r[1], last} {
			switch {
			case x.seq == 0 || !x.hidden() && x != last:
			case x.level() == syncNone:
				kept[0] = x
			case x.thread != by.thread:
				kept[1] = x
			}
		}
		for k := range kept {
			if kept[k].seq != 0 {
				kept[k].what |= hiddenWrite
			}
		}
	}
	*r = kept
}

// note adds a reader: in place of its own earlier reading, or of one that
// precedes it.
func (t *toucher) note(r *readers) {
	switch {
	case t.op.rmw: // its write follows
	case !r[0].hidden() && (r[0].seq == 0 || r[0].thread == t.me.thread):
		r[0] = t.me
	case r[1].hidden() && t.op.level != syncNone:
	case r[0].hidden() || r[1].seq == 0 || r[1].thread == t.me.thread:
		r[1] = t.me
	case !t.unordered(r[0]):
		r[0] = t.me
	default:
		r[1] = t.me
	}
}

// unordered reports whether an earlier access of another wave may be under way
// during this one, and not both are atomic.
func (t *toucher) unordered(earlier stamp) bool {
	index, wave := earlier.thread/maxGroupWaves, earlier.thread%maxGroupWaves
	need := syncAll
	if index == t.w.group.index {
		need = syncGroup
	}
	if t.op.level >= need && earlier.level() >= need {
		return false
	}
	p := t.teamOf(index)
	return p == nil || p[wave][earlier.class()] < earlier.seq
}

// teamOf is what the wave knew of a workgroup when it issued the instruction,
// nil if nothing.
func (t *toucher) teamOf(index uint32) *team {
	if index == t.w.group.index {
		return t.r.view.own
	}
	return t.r.view.others[index]
}

// met reports whether the waves met between an earlier access and this one, so
// that the earlier one was only not complete.
func (t *toucher) met(earlier stamp) bool {
	p := t.teamOf(earlier.thread / maxGroupWaves)
	return p != nil && p[earlier.thread%maxGroupWaves][atMeeting] >= earlier.seq
}
