package sim

import (
	"math/bits"
	"sync"
)

// tracked records which bytes of a region kernels have written.
type tracked struct {
	mu    sync.Mutex // pages are looked up by any workgroup
	pages map[uint64]*byteMask
}

// Track makes the device record which bytes of the buffer kernels write from now on, for Unwritten.
func (b Buffer) Track() {
	if b.region != nil {
		b.region.tracked = &tracked{pages: map[uint64]*byteMask{}}
	}
}

// page returns the mask of the page at an offset. Only a workgroup whose turn it is writes to it.
func (t *tracked) page(offset uint64) *byteMask {
	t.mu.Lock()
	defer t.mu.Unlock()
	m := t.pages[offset]
	if m == nil {
		m = new(byteMask)
		t.pages[offset] = m
	}
	return m
}

// add adds the bytes that a workgroup wrote in a page.
func (t *tracked) add(offset uint64, mask *byteMask) {
	m := t.page(offset)
	for i, w := range mask {
		m[i] |= w
	}
}

// Unwritten returns the number of bytes of a tracked buffer that no kernel has written, and the
// offset of the first of them.
func (b Buffer) Unwritten() (n, first uint64) {
	if b.region == nil || b.region.tracked == nil {
		return 0, b.Size
	}
	pages := b.region.tracked.pages
	n = b.Size
	for _, m := range pages {
		for _, w := range m {
			n -= uint64(bits.OnesCount64(w))
		}
	}
	for ; first < b.Size; first++ {
		m := pages[first&^(PageSize-1)]
		if at := first % PageSize; m == nil || m[at/64]>>(at%64)&1 == 0 {
			break
		}
	}
	return n, first
}
