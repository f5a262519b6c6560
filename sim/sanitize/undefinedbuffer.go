package sanitize

import "heddle/sim"

// undefinedMemory knows which bytes of the buffers that count as undefined
// were written. It lives as long as the sanitizer.
type undefinedMemory struct {
	known map[uint64]*undefinedBuffer // by address
	last  sim.Allocation              // that was looked up
	buf   *undefinedBuffer            // and what is known of it; nil: all of it is defined
	valid bool
	// beyond is what lies outside of allocations, where accesses end the run, or else nothing ever
	// counts as written; nil if they do.
	beyond *undefinedBuffer
}

// undefinedBuffer is the bytes that were written: a bit each, by page.
type undefinedBuffer struct {
	pages map[uint64]*[sim.PageSize / 64]uint64
}

// at returns what is known of the allocation that holds an address.
func (m *undefinedMemory) at(r sim.Registers, addr uint64) *undefinedBuffer {
	if m.valid && addr-m.last.Addr < m.last.Size {
		return m.buf
	}
	a, ok := r.Allocation(addr)
	if !ok {
		return m.beyond
	}
	m.last, m.buf, m.valid = a, nil, true
	if a.Undefined {
		m.buf = m.known[a.Addr]
		if m.buf == nil {
			if m.known == nil {
				m.known = map[uint64]*undefinedBuffer{}
			}
			m.buf = &undefinedBuffer{pages: map[uint64]*[sim.PageSize / 64]uint64{}}
			m.known[a.Addr] = m.buf
		}
	}
	return m.buf
}

// begin forgets what was looked up: allocations change between dispatches.
func (m *undefinedMemory) begin(keepGoing bool) {
	if m.valid, m.beyond = false, nil; keepGoing {
		m.beyond = &undefinedBuffer{}
	}
}

func (m *undefinedMemory) load(r sim.Registers, addr uint64, masks []byte) (any bool) {
	b := m.at(r, addr)
	if b == nil {
		return false
	}
	for i := range masks {
		at := addr + uint64(i)
		page := b.pages[at/sim.PageSize]
		if page == nil || page[at%sim.PageSize/64]>>(at%64)&1 == 0 {
			masks[i], any = 0xff, true
		}
	}
	return any
}

func (m *undefinedMemory) store(r sim.Registers, addr uint64, n int) {
	b := m.at(r, addr)
	if b == nil || b == m.beyond {
		return
	}
	for i := range n {
		at := addr + uint64(i)
		page := b.pages[at/sim.PageSize]
		if page == nil {
			page = new([sim.PageSize / 64]uint64)
			b.pages[at/sim.PageSize] = page
		}
		page[at%sim.PageSize/64] |= 1 << (at % 64)
	}
}

// defined reports whether the memory from lo to hi is of one allocation that
// counts as defined.
func (m *undefinedMemory) defined(r sim.Registers, lo, hi uint64) bool {
	if m.at(r, lo) != nil || !m.valid {
		return false
	}
	return lo >= m.last.Addr && hi-m.last.Addr <= m.last.Size
}
