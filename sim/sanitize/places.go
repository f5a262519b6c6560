package sanitize

import "heddle/sim"

// Kernels access the LDS again and again from the same registers with other offsets. Facts about
// the places of an access are kept, by the contents of the registers, for the next access.

// placed holds what is known of the places of accesses.
type placed struct {
	places [64]uint32
	lanes  uint64
	most   uint32 // the highest of places in lanes
	// In defined are accesses of these places that were found to be of defined
	// memory, as the undefined check has it: keys of them (definedKey). They are
	// about the LDS with this number (shadowGroup.version).
	version uint64
	defined [64]uint32
	// log is the ldsLog, by its version, in which they are row logRow.
	log    uint64
	logRow int
}

// placesOf holds what is known of the places that some waves accessed last.
type placesOf struct {
	waves [maxGroupWaves][4]*placed
	next  [maxGroupWaves]uint8 // of them, which to replace
	// What was asked for last, and when: several checks ask.
	event  uint64
	places *[64]uint32
	last   *placed
}

// placed returns what is known of the places of an access.
func (s *Sanitizer) placed(a *sim.Access) *placed {
	m := &s.places
	if p := m.last; m.event == s.events && s.events != 0 && m.places == a.Places && p.lanes == a.Lanes {
		return p
	}
	m.event = s.events
	if m.places != a.Places { // avoid needless pointer writes: each has a write barrier
		m.places = a.Places
	}
	p := m.of(s.wave&(maxGroupWaves-1), a)
	if m.last != p {
		m.last = p
	}
	return p
}

func (m *placesOf) of(wave int, a *sim.Access) *placed {
	known := &m.waves[wave]
	for _, p := range known {
		if p != nil && p.lanes == a.Lanes && p.places == *a.Places {
			return p
		}
	}
	i := m.next[wave] & 3
	m.next[wave]++
	if known[i] == nil {
		known[i] = new(placed)
	}
	p := known[i]
	p.places, p.lanes, p.most, p.version, p.log = *a.Places, a.Lanes, most(a), 0, 0
	return p
}

// definedKey is an access by its offset and size, and the place in
// placed.defined where it is if it is there.
func definedKey(a *sim.Access) (key uint32, at int) {
	return a.Offset<<8 | uint32(a.Size), int(a.Offset>>2^a.Offset>>8) & 63
}

// isDefined reports whether an access of the LDS is known to be of defined
// memory.
func (p *placed) isDefined(a *sim.Access, version uint64) bool {
	key, at := definedKey(a)
	return p.version == version && p.defined[at] == key
}

// setDefined makes it known.
func (p *placed) setDefined(a *sim.Access, version uint64) {
	if p.version != version {
		p.version, p.defined = version, [64]uint32{}
	}
	key, at := definedKey(a)
	p.defined[at] = key
}
