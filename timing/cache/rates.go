package cache

import (
	"fmt"

	"heddle/arch"
	"heddle/timing"
)

// Rates counts which share of accesses hits where, for all XCDs of a chip and without time: accesses
// count in the order in which they are given. An access is of what an L1 does not have.
type Rates struct {
	l2Place, mallPlace geometry
	l2                 []tags
	mall               tags
	count              [numLevels]timing.Traffic
}

// NewRates returns empty caches. sample is 1, or a power of two n: the caches are then as if they were
// a sample of one line in n, for accesses of which likewise only one in n is given. It fails if a
// number is out of range.
func NewRates(m *arch.MemoryModel, xcds, sample int) (*Rates, error) {
	if err := Check(m); err != nil {
		return nil, err
	}
	if xcds < 1 || xcds > 1024 || sample < 1 {
		return nil, fmt.Errorf("%d XCDs and one line in %d; there must be 1 to 1024 XCDs and one line in at least 1", xcds, sample)
	}
	r := &Rates{l2: make([]tags, xcds)}
	var err error
	if r.l2Place, err = l2Geometry(m, sample); err != nil {
		return nil, err
	}
	if r.mallPlace, err = mallGeometry(m, sample); err != nil {
		return nil, err
	}
	for i := range r.l2 {
		r.l2[i] = newTags(r.l2Place.sets(), m.L2Ways.Int())
	}
	r.mall = newTags(r.mallPlace.sets(), m.MALLWays.Int())
	for i := range r.count {
		r.count[i].Level = levelNames[i]
	}
	return r, nil
}

// Read reads the line at an address by a compute unit of an XCD.
func (r *Rates) Read(xcd int, addr uint64) { r.access(xcd, addr/arch.CacheLine, false) }

// Write writes it.
func (r *Rates) Write(xcd int, addr uint64) { r.access(xcd, addr/arch.CacheLine, true) }

func (r *Rates) access(xcd int, line uint64, write bool) {
	t := &r.l2[xcd]
	_, set := r.l2Place.place(line)
	hit := t.find(set, line)
	r.counted(levelL2, write, hit >= 0)
	if hit < 0 {
		var victim uint64
		var dirty bool
		if hit, victim, dirty = t.insert(set, line); dirty {
			r.memory(victim, true)
		}
		if !write {
			r.memory(line, false)
		}
	}
	if write {
		t.line[hit] |= dirtyBit
	}
}

// memory is an access to the MALL.
func (r *Rates) memory(line uint64, write bool) {
	_, set := r.mallPlace.place(line)
	hit := r.mall.find(set, line)
	r.counted(levelMALL, write, hit >= 0)
	if hit < 0 {
		var dirty bool
		if hit, _, dirty = r.mall.insert(set, line); dirty {
			r.counted(levelHBM, true, false)
		}
		if !write {
			r.counted(levelHBM, false, false)
		}
	}
	if write {
		r.mall.line[hit] |= dirtyBit
	}
}

func (r *Rates) counted(level int, write, hit bool) {
	c := &r.count[level]
	c.Requests++
	if hit {
		c.Hits++
	}
	if write {
		c.WrittenBytes += arch.CacheLine
	} else {
		c.ReadBytes += arch.CacheLine
	}
}

// Traffic returns what the L2 caches together, the MALL and the HBM have served.
func (r *Rates) Traffic() []timing.Traffic {
	return append([]timing.Traffic(nil), r.count[levelL2:levelHBM+1]...)
}
