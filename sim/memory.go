package sim

import (
	"encoding/binary"
	"fmt"
	"iter"
	"sort"
	"sync"
	"sync/atomic"
)

// PageSize is the unit in which guest memory is created, in bytes.
const PageSize = 4096

// page is one page of guest memory.
type page [PageSize]byte

// A region is a range of guest addresses that may be used. Its pages are created on first touch.
type region struct {
	name  string
	base  uint64 // page aligned
	size  uint64 // bytes that may be used; the last page may be partly used
	guard uint64 // bytes on either side that no region uses
	fill  func(offset uint64, page []byte)
	pages []atomic.Pointer[pageBlock]
	mu    sync.Mutex

	undefined bool // Buffer.Undefined
	tracked   *tracked
	fixed     []fixedRange
}

// fixedRange is memory that kernels must not write, although a card would let them: code,
// constants, data that the packet processor or other waves read.
type fixedRange struct {
	base, end uint64
	what      string // "is code (section .text of the code object)"
}

// fixedAt returns the range of r that kernels must not write and that contains one of the bytes, or
// nil.
func (r *region) fixedAt(addr uint64, size int) *fixedRange {
	for i := range r.fixed {
		if f := &r.fixed[i]; addr < f.end && f.base < addr+uint64(size) {
			return f
		}
	}
	return nil
}

// regionBlock is the number of pages of one block of a region's page table: a
// sparse region costs a pointer for each 2 MiB.
const regionBlock = 512

// pageBlock is a part of a region's page table. Any goroutine may create pages; written has a bit
// for each page that was written to, by one goroutine at a time.
type pageBlock struct {
	pages   [regionBlock]atomic.Pointer[page]
	written [regionBlock / 64]uint64
}

// memory is the guest's address space: regions in address order with unmapped guard zones between
// them. Regions change only between dispatches; any goroutine may create pages.
type memory struct {
	regions []*region
	touched atomic.Int64 // pages created
	spare   sparePages
}

// sparePages are dropped pages to be used again, so that they do not wait for the garbage collector.
// Not a sync.Pool: the runtime keeps every pool in use, and with it the device that it is a part of,
// through one garbage collection more, so that a program that makes many devices grew without bound.
type sparePages struct {
	mu    sync.Mutex
	pages []*page
}

func (s *sparePages) put(p *page) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.pages = append(s.pages, p)
}

// take returns a zeroed page.
func (s *sparePages) take() *page {
	s.mu.Lock()
	n := len(s.pages)
	if n == 0 {
		s.mu.Unlock()
		return new(page)
	}
	p := s.pages[n-1]
	s.pages[n-1], s.pages = nil, s.pages[:n-1]
	s.mu.Unlock()
	clear(p[:])
	return p
}

// add maps a region, whose range must be unused.
func (m *memory) add(r *region) {
	r.forget()
	i := sort.Search(len(m.regions), func(i int) bool { return m.regions[i].base > r.base })
	m.regions = append(m.regions, nil)
	copy(m.regions[i+1:], m.regions[i:])
	m.regions[i] = r
}

// remove unmaps a region.
func (m *memory) remove(r *region) {
	for i, x := range m.regions {
		if x == r {
			m.regions = append(m.regions[:i], m.regions[i+1:]...)
			m.discard(r)
			return
		}
	}
}

// discard drops the pages of a region.
func (m *memory) discard(r *region) {
	for offset := range r.touched() {
		m.drop(r, offset)
	}
	r.forget()
}

// forget drops the page table of a region.
func (r *region) forget() {
	blocks := (r.size + regionBlock*PageSize - 1) / (regionBlock * PageSize)
	r.pages = make([]atomic.Pointer[pageBlock], blocks)
}

// touched yields the pages that exist, in the order of their offsets, and whether they were written
// to.
func (r *region) touched() iter.Seq2[uint64, bool] {
	return func(yield func(uint64, bool) bool) {
		for b := range r.pages {
			block := r.pages[b].Load()
			if block == nil {
				continue
			}
			for i := range block.pages {
				written := block.written[i/64]>>(i%64)&1 != 0
				if block.pages[i].Load() != nil && !yield(uint64(b*regionBlock+i)*PageSize, written) {
					return
				}
			}
		}
	}
}

// writtenPage returns the page at offset in r for writing.
func (r *region) writtenPage(m *memory, offset uint64) *page {
	p := r.page(m, offset)
	n := offset / PageSize
	r.pages[n/regionBlock].Load().written[n%regionBlock/64] |= 1 << (n % 64)
	return p
}

// dropRead drops the pages of all regions that were not written to; the next touch creates them
// again.
func (m *memory) dropRead() {
	for _, r := range m.regions {
		for offset, written := range r.touched() {
			if !written {
				m.drop(r, offset)
			}
		}
	}
}

// drop drops a page that is not in use.
func (m *memory) drop(r *region, offset uint64) {
	n := offset / PageSize
	m.spare.put(r.pages[n/regionBlock].Load().pages[n%regionBlock].Swap(nil))
	m.touched.Add(-1)
}

// blocker returns a region that overlaps the given range with its guard zones, or nil.
func (m *memory) blocker(base, size, guard uint64) *region {
	for _, r := range m.regions {
		gap := max(guard, r.guard)
		if base < r.base+r.size+gap && r.base < base+size+gap {
			return r
		}
	}
	return nil
}

// regionAt returns the region that contains the address, or nil.
func (m *memory) regionAt(addr uint64) *region {
	lo, hi := 0, len(m.regions)
	for lo < hi {
		mid := (lo + hi) / 2
		if m.regions[mid].base > addr {
			hi = mid
		} else {
			lo = mid + 1
		}
	}
	if lo == 0 {
		return nil
	}
	if r := m.regions[lo-1]; addr-r.base < r.size {
		return r
	}
	return nil
}

// page returns the page at offset in r, and creates it if this is the first touch.
func (r *region) page(m *memory, offset uint64) *page {
	n := offset / PageSize
	block := r.pages[n/regionBlock].Load()
	if block == nil {
		block = r.makeBlock(n / regionBlock)
	}
	at := &block.pages[n%regionBlock]
	if p := at.Load(); p != nil {
		return p
	}
	p := m.spare.take()
	if r.fill != nil {
		start := n * PageSize
		r.fill(start, p[:min(PageSize, r.size-start)])
	}
	if at.CompareAndSwap(nil, p) {
		m.touched.Add(1)
		return p
	}
	return at.Load()
}

func (r *region) makeBlock(n uint64) *pageBlock {
	r.mu.Lock()
	defer r.mu.Unlock()
	if block := r.pages[n].Load(); block != nil {
		return block
	}
	block := new(pageBlock)
	r.pages[n].Store(block)
	return block
}

// A Fault is an access to guest memory outside every allocation, or a write to memory that kernels
// must not write.
type Fault struct {
	Addr  uint64
	Size  int
	Write bool
	Near  string // the nearest allocation, in words
	Fixed string // or the memory that kernels must not write, in words
}

func (f *Fault) Error() string {
	verb := "reads"
	if f.Write {
		verb = "writes"
	}
	if f.Fixed != "" {
		return fmt.Sprintf("%s %d bytes at %#x, which %s", verb, f.Size, f.Addr, f.Fixed)
	}
	return fmt.Sprintf("%s %d bytes at %#x, which is in no allocation%s", verb, f.Size, f.Addr, f.Near)
}

// fault describes an access outside every region, or to memory that must not be
// written.
func (m *memory) fault(addr uint64, size int, write bool) *Fault {
	if r := m.regionAt(addr); r != nil && write {
		if f := r.fixedAt(addr, size); f != nil {
			return &Fault{Addr: addr, Size: size, Write: write, Fixed: f.what}
		}
	}
	return &Fault{Addr: addr, Size: size, Write: write, Near: m.near(addr)}
}

// survives reports whether a card would go on after an access for which there is a fault: its memory
// comes in pages, and kernels can write all of it. inside is how many bytes from the first one on are
// in an allocation, where they may be accessed.
func (m *memory) survives(addr uint64, size int, write bool) (inside int, ok bool) {
	i := sort.Search(len(m.regions), func(i int) bool { return m.regions[i].base > addr })
	if i == 0 {
		return 0, false
	}
	r := m.regions[i-1]
	end := r.base + r.size
	if addr+uint64(size) <= end {
		return 0, write && r.fixedAt(addr, size) != nil
	}
	if addr < end && !(write && r.fixedAt(addr, size) != nil) {
		inside = int(end - addr)
	}
	return inside, addr+uint64(size) <= (end+PageSize-1)&^(PageSize-1)
}

// near describes where addr is relative to the closest region.
func (m *memory) near(addr uint64) string {
	var best *region
	var distance uint64
	for _, r := range m.regions {
		d := r.base - addr
		if addr >= r.base {
			d = addr - (r.base + r.size)
			if addr < r.base+r.size {
				d = 0
			}
		}
		if best == nil || d < distance {
			best, distance = r, d
		}
	}
	const far = 1 << 30
	switch {
	case addr < PageSize:
		return " (a null pointer?)"
	case best == nil || distance > far:
		return ""
	case addr < best.base:
		return fmt.Sprintf(" (%d bytes before %s, %#x to %#x)", distance, best.name, best.base, best.base+best.size)
	case addr < best.base+best.size:
		return fmt.Sprintf(" as a whole (it crosses the end of %s, %#x to %#x)", best.name, best.base, best.base+best.size)
	case distance == 0:
		return fmt.Sprintf(" (just past the end of %s, %#x to %#x)", best.name, best.base, best.base+best.size)
	}
	return fmt.Sprintf(" (%d bytes past the end of %s, %#x to %#x)", distance, best.name, best.base, best.base+best.size)
}

// span calls f with each piece of the range, split at pages. It fails before the first call if any
// byte is unmapped.
func (m *memory) span(addr uint64, size int, write bool, f func(p *page, at, n int)) error {
	r := m.regionAt(addr)
	if r == nil || uint64(size) > r.size-(addr-r.base) {
		return m.fault(addr, size, write)
	}
	for size > 0 {
		offset := addr - r.base
		at := int(offset % PageSize)
		n := min(size, PageSize-at)
		if write {
			f(r.writtenPage(m, offset), at, n)
		} else {
			f(r.page(m, offset), at, n)
		}
		addr += uint64(n)
		size -= n
	}
	return nil
}

// read copies guest memory to b.
func (m *memory) read(addr uint64, b []byte) error {
	return m.span(addr, len(b), false, func(p *page, at, n int) {
		copy(b[:n], p[at:])
		b = b[n:]
	})
}

// write copies b to guest memory.
func (m *memory) write(addr uint64, b []byte) error {
	return m.span(addr, len(b), true, func(p *page, at, n int) {
		copy(p[at:], b[:n])
		b = b[n:]
	})
}

// word reads 1, 2, 4 or 8 little-endian bytes.
func word(b []byte) uint64 {
	switch len(b) {
	case 1:
		return uint64(b[0])
	case 2:
		return uint64(binary.LittleEndian.Uint16(b))
	case 4:
		return uint64(binary.LittleEndian.Uint32(b))
	case 8:
		return binary.LittleEndian.Uint64(b)
	}
	panic("BUG: word of odd size")
}

// putWord writes the low 1, 2, 4 or 8 bytes of v.
func putWord(b []byte, v uint64) {
	switch len(b) {
	case 1:
		b[0] = byte(v)
	case 2:
		binary.LittleEndian.PutUint16(b, uint16(v))
	case 4:
		binary.LittleEndian.PutUint32(b, uint32(v))
	case 8:
		binary.LittleEndian.PutUint64(b, v)
	default:
		panic("BUG: word of odd size")
	}
}
