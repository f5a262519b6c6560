package sim

import "math/bits"

// view is how one workgroup sees guest memory. A live view reads and writes
// guest memory itself. Any other keeps its writes to itself until commit, so
// that workgroups which run at the same time cannot see each other's progress
// and the outcome does not depend on how many of them run at once (grid.go).
type view struct {
	mem     *memory
	live    bool
	own     map[uint64]*overlay // by page address; pages written and not committed
	free    []*overlay          // to use again: as garbage they would pile up
	changes uint64              // writes that changed what the workgroup sees
	changed bool                // guest memory itself changed since the flag was last cleared

	// The page of the last read and of the last write.
	region      *region
	lastPage    *page
	lastAddr    uint64 // of lastPage; 1 if there is none
	lastOwn     *overlay
	lastOwnAddr uint64
}

// overlay is a page with the bytes that a workgroup wrote.
type overlay struct {
	data page
	mask [PageSize / 64]uint64 // bit i: byte i was written
}

// overlayLimit is how many pages a view may keep before its workgroup has to
// wait for its turn and write to memory itself: it bounds what the simulator
// needs beside the guest's own pages.
const overlayLimit = 1024

func newView(mem *memory) *view {
	return &view{mem: mem, own: map[uint64]*overlay{}, lastAddr: 1, lastOwnAddr: 1}
}

// full reports whether the view should not take more writes.
func (v *view) full() bool { return len(v.own) >= overlayLimit }

// page returns the guest page that holds addr, nil if addr is unmapped.
func (v *view) page(addr uint64) *page {
	base := addr &^ (PageSize - 1)
	if base == v.lastAddr && addr-v.region.base < v.region.size {
		return v.lastPage
	}
	r := v.mem.regionAt(addr)
	if r == nil {
		return nil
	}
	v.region, v.lastAddr, v.lastPage = r, base, r.page(v.mem, addr-r.base)
	return v.lastPage
}

// ownPage returns what the workgroup wrote in the page that holds addr.
func (v *view) ownPage(addr uint64) *overlay {
	if len(v.own) == 0 {
		return nil
	}
	base := addr &^ (PageSize - 1)
	if base != v.lastOwnAddr {
		v.lastOwn, v.lastOwnAddr = v.own[base], base
	}
	return v.lastOwn
}

// mapped reports whether n bytes from addr on lie in one allocation.
func (v *view) mapped(addr uint64, n int) bool {
	if v.lastAddr == addr&^(PageSize-1) && addr-v.region.base+uint64(n) <= v.region.size && addr >= v.region.base {
		return true
	}
	r := v.mem.regionAt(addr)
	return r != nil && addr-r.base+uint64(n) <= r.size
}

// read copies len(b) bytes at addr to b. It reports whether they are mapped.
func (v *view) read(addr uint64, b []byte) bool {
	if !v.mapped(addr, len(b)) {
		return false
	}
	for len(b) > 0 {
		at := int(addr % PageSize)
		n := min(len(b), PageSize-at)
		if o := v.ownPage(addr); o != nil {
			copy(b[:n], o.data[at:])
		} else {
			copy(b[:n], v.page(addr)[at:])
		}
		b, addr = b[n:], addr+uint64(n)
	}
	return true
}

// write copies b to addr. It reports whether the range is mapped; if not,
// nothing is written.
func (v *view) write(addr uint64, b []byte) bool {
	if !v.mapped(addr, len(b)) {
		return false
	}
	for len(b) > 0 {
		at := int(addr % PageSize)
		n := min(len(b), PageSize-at)
		if v.live {
			v.writePage(v.page(addr)[at:at+n], b[:n])
		} else {
			v.writeOwn(addr, at, b[:n])
		}
		b, addr = b[n:], addr+uint64(n)
	}
	return true
}

// writePage writes to guest memory and notes whether that changed anything.
func (v *view) writePage(to, b []byte) {
	if string(to) != string(b) {
		v.changes++
		v.changed = v.changed || v.live
		copy(to, b)
	}
}

func (v *view) writeOwn(addr uint64, at int, b []byte) {
	o := v.ownPage(addr)
	if o == nil {
		o = v.newOverlay(v.page(addr))
		base := addr &^ (PageSize - 1)
		v.own[base] = o
		v.lastOwn, v.lastOwnAddr = o, base
	}
	v.writePage(o.data[at:at+len(b)], b)
	for i := at; i < at+len(b); i++ {
		o.mask[i/64] |= 1 << (i % 64)
	}
}

// newOverlay returns a copy of p in which nothing has been written.
func (v *view) newOverlay(p *page) *overlay {
	n := len(v.free)
	if n == 0 {
		return &overlay{data: *p}
	}
	o := v.free[n-1]
	v.free = v.free[:n-1]
	o.data, o.mask = *p, [PageSize / 64]uint64{}
	return o
}

// commit writes what the workgroup kept to guest memory. Pages are
// independent, so their order does not matter.
func (v *view) commit() {
	for base, o := range v.own {
		p := v.mem.regionPage(base)
		for i, mask := range o.mask {
			for mask != 0 {
				k := bits.TrailingZeros64(mask)
				mask &= mask - 1
				if p[i*64+k] != o.data[i*64+k] {
					p[i*64+k], v.changed = o.data[i*64+k], true
				}
			}
		}
		v.free = append(v.free, o)
	}
	clear(v.own)
	v.lastOwnAddr = 1
}

// regionPage returns the page at a page-aligned address that is mapped.
func (m *memory) regionPage(base uint64) *page {
	r := m.regionAt(base)
	return r.page(m, base-r.base)
}
