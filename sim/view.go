package sim

import "math/bits"

// view is how one workgroup sees guest memory. A live view reads and writes guest memory itself.
// Any other view keeps its writes to itself until commit, so that workgroups which run at the same
// time cannot see each other's progress and the outcome does not depend on how many of them run at
// once (grid.go).
type view struct {
	mem     *memory
	live    bool
	own     map[uint64]*overlay // by page address; pages written and not committed
	free    []*overlay          // to be used again, so that they do not become garbage
	changes uint64              // writes that changed what the workgroup sees
	changed bool                // guest memory itself changed since the flag was last cleared

	// known are recently used pages, at an index that follows from their address.
	known [64]knownPage
}

// knownPage is a page that a view knows.
type knownPage struct {
	base    uint64 // its address; 1: there is none
	mapped  uint32 // bytes of it that are in the region
	written bool   // the region has recorded that it was written to
	fixed   bool   // it holds bytes that must not be written
	page    *page
	own     *overlay  // what the workgroup wrote in it, nil if nothing
	marks   *byteMask // what kernels wrote in it, nil unless the buffer is tracked
}

// overlay is a page with the bytes that a workgroup wrote.
type overlay struct {
	data page
	mask byteMask // the written bytes
}

// byteMask has a bit for each byte of a page.
type byteMask [PageSize / 64]uint64

// overlayLimit is the number of pages that a view may keep before its workgroup must wait for its
// turn and write to memory itself. It bounds the memory that the simulator needs in addition to the
// guest's own pages.
const overlayLimit = 1024

func newView(mem *memory) *view {
	v := &view{mem: mem, own: map[uint64]*overlay{}}
	v.forget()
	return v
}

// forget makes the view look its pages up again.
func (v *view) forget() {
	for i := range v.known {
		v.known[i] = knownPage{base: 1}
	}
}

// full reports whether the view should not take more writes.
func (v *view) full() bool { return len(v.own) >= overlayLimit }

// lookup returns the page at a page-aligned address, nil if it is unmapped.
func (v *view) lookup(base uint64) *knownPage {
	k := v.slot(base)
	if k.base == base {
		return k
	}
	r := v.mem.regionAt(base)
	if r == nil {
		return nil
	}
	*k = knownPage{base: base, mapped: uint32(min(PageSize, r.size-(base-r.base))), page: r.page(v.mem, base-r.base), fixed: r.fixedAt(base, PageSize) != nil}
	if len(v.own) > 0 {
		k.own = v.own[base]
	}
	if r.tracked != nil {
		k.marks = r.tracked.page(base - r.base)
	}
	return k
}

// slot returns the index of the page at base if it is known. The multiplier spreads pages at any
// distance.
func (v *view) slot(base uint64) *knownPage {
	return &v.known[base/PageSize*0x9e3779b97f4a7c15>>58]
}

// data returns the page as the workgroup sees it.
func (k *knownPage) data() *page {
	if k.own != nil {
		return &k.own.data
	}
	return k.page
}

// mapped reports whether n bytes from addr on are in one allocation.
func (v *view) mapped(addr uint64, n int) bool {
	base := addr &^ (PageSize - 1)
	if k := v.slot(base); k.base == base && addr-base+uint64(n) <= uint64(k.mapped) {
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
		copy(b[:n], v.lookup(addr - uint64(at)).data()[at:])
		b, addr = b[n:], addr+uint64(n)
	}
	return true
}

// write copies b to addr. It reports whether the range is mapped and may be
// written; if not, nothing is written.
func (v *view) write(addr uint64, b []byte) bool {
	if at := int(addr % PageSize); at+len(b) <= PageSize { // as most often
		k := v.lookup(addr - uint64(at))
		if k != nil && !k.fixed && at+len(b) <= int(k.mapped) {
			v.writeKnown(k, at, b)
			return true
		}
	}
	if !v.mapped(addr, len(b)) || v.fixed(addr, len(b)) {
		return false
	}
	for len(b) > 0 {
		at := int(addr % PageSize)
		n := min(len(b), PageSize-at)
		v.writeKnown(v.lookup(addr-uint64(at)), at, b[:n])
		b, addr = b[n:], addr+uint64(n)
	}
	return true
}

// fixed reports whether a byte of a range, which is mapped, must not be written.
func (v *view) fixed(addr uint64, n int) bool {
	for base := addr &^ (PageSize - 1); base < addr+uint64(n); base += PageSize {
		if v.lookup(base).fixed {
			return v.mem.regionAt(addr).fixedAt(addr, n) != nil
		}
	}
	return false
}

// writeKnown writes to a page.
func (v *view) writeKnown(k *knownPage, at int, b []byte) {
	if v.live {
		v.writePage(v.memory(k)[at:at+len(b)], b)
		k.marks.mark(at, len(b))
		return
	}
	o := v.ownPage(k)
	v.writePage(o.data[at:at+len(b)], b)
	o.mask.mark(at, len(b))
}

// memory returns a page of guest memory itself, for writing.
func (v *view) memory(k *knownPage) *page {
	if !k.written {
		r := v.mem.regionAt(k.base)
		r.writtenPage(v.mem, k.base-r.base)
		k.written = true
	}
	return k.page
}

// writePage writes to guest memory and notes whether that changed anything.
func (v *view) writePage(to, b []byte) {
	if string(to) != string(b) {
		v.changes++
		v.changed = v.changed || v.live
		copy(to, b)
	}
}

// ownPage returns the workgroup's own copy of a page.
func (v *view) ownPage(k *knownPage) *overlay {
	if k.own == nil {
		k.own = v.newOverlay(k.page)
		v.own[k.base] = k.own
	}
	return k.own
}

// mark records that n bytes from at on were written, if the buffer is tracked.
func (m *byteMask) mark(at, n int) {
	for m != nil && n > 0 {
		bit := at % 64
		part := min(n, 64-bit)
		m[at/64] |= ^uint64(0) >> (64 - part) << bit
		at, n = at+part, n-part
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
	o.data, o.mask = *p, byteMask{}
	return o
}

// commit writes the workgroup's pages to guest memory. Pages are independent, so their order does
// not matter.
func (v *view) commit() {
	for base, o := range v.own {
		r := v.mem.regionAt(base)
		p := r.writtenPage(v.mem, base-r.base)
		if r.tracked != nil {
			r.tracked.add(base-r.base, &o.mask)
		}
		for i, mask := range o.mask {
			for mask != 0 { // one run of bytes after another
				from := bits.TrailingZeros64(mask)
				n := bits.TrailingZeros64(^(mask >> from))
				mask &^= (1<<n - 1) << from
				to, b := p[i*64+from:][:n], o.data[i*64+from:][:n]
				if string(to) != string(b) {
					copy(to, b)
					v.changed = true
				}
			}
		}
		v.free = append(v.free, o)
	}
	clear(v.own)
	for i := range v.known {
		v.known[i].own = nil
	}
}
