package sim

import (
	"bytes"
	"fmt"
	"iter"
)

// AllocOptions describes the memory that AllocWith allocates. Buffers may have many GiB: they cost
// only the pages that a kernel or the host touches, and a pointer for each 2 MiB.
type AllocOptions struct {
	// Name is the buffer's name in messages.
	Name string
	// Size is in bytes.
	Size uint64
	// Fill sets the contents, a page at a time, when the page is first touched: its arguments are
	// the page's offset in the buffer and the bytes to set, which are zero. It must give the same
	// bytes on every call, and may be called from several goroutines at once. Nil leaves zeros.
	Fill func(offset uint64, page []byte)
	// Addr is the address, a multiple of PageSize such as one just below a multiple of 4 GiB; 0
	// lets the device choose.
	Addr uint64
	// Guard is the number of bytes before and after the buffer that stay unmapped, so that an
	// offset that is wrong by up to that many bytes is an error and does not reach another buffer.
	// It is at least 64 KiB.
	Guard uint64
}

// AllocWith allocates a buffer. It fails if the address space is exhausted or
// the address is taken.
func (d *Device) AllocWith(o AllocOptions) (Buffer, error) {
	guard := max((o.Guard+PageSize-1)&^(PageSize-1), guardSize)
	base := o.Addr
	if o.Size > heapLimit || o.Guard > heapLimit {
		return Buffer{}, fmt.Errorf("allocation of %d bytes with guard zones of %d does not fit the guest's address space of %d TiB", o.Size, o.Guard, heapLimit>>40)
	}
	size := max(o.Size, 1)
	if base == 0 {
		base = d.free(size, guard)
		if base+size > heapLimit {
			return Buffer{}, fmt.Errorf("allocation of %d bytes does not fit the guest's address space of %d TiB", o.Size, heapLimit>>40)
		}
		d.next = (base+size+guard+PageSize-1)&^(PageSize-1) + guardSize
	} else if err := d.placeable(base, size, guard); err != nil {
		return Buffer{}, err
	}
	name := o.Name
	if name == "" {
		name = "an allocation"
	}
	r := &region{name: fmt.Sprintf("%s of %d bytes", name, o.Size), base: base, size: o.Size, guard: guard, fill: o.Fill}
	d.mem.add(r)
	return Buffer{Addr: base, Size: o.Size, region: r, device: d}, nil
}

// Align makes the device put what is allocated next at a multiple of n or above. Devices with other code
// can so have the same data at the same addresses.
func (d *Device) Align(n uint64) { d.next = (d.next + n - 1) / n * n }

// free finds a range that was never used, so that stale pointers are detected.
func (d *Device) free(size, guard uint64) uint64 {
	base := d.next
	if guard > guardSize {
		base += guard
	}
	for r := d.mem.blocker(base, size, guard); r != nil; r = d.mem.blocker(base, size, guard) {
		base = (r.base + max(r.size, 1) + max(guard, r.guard) + PageSize - 1) &^ (PageSize - 1)
	}
	return base
}

// placeable reports why a buffer cannot be at an address.
func (d *Device) placeable(base, size, guard uint64) error {
	switch {
	case base%PageSize != 0:
		return fmt.Errorf("allocation at %#x: the address is not a multiple of %d", base, PageSize)
	case base < guard || base > userLimit || base+size+guard > userLimit:
		return fmt.Errorf("allocation of %d bytes at %#x: allocations and their guard zones must lie from 0 to %#x", size, base, uint64(userLimit))
	}
	if r := d.mem.blocker(base, size, guard); r != nil {
		return fmt.Errorf("allocation of %d bytes at %#x: %s is at %#x to %#x, and a guard zone of %d bytes must stay free between the two",
			size, base, r.name, r.base, r.base+r.size, max(guard, r.guard))
	}
	return nil
}

// Buffers returns the device's memory in address order: all allocations and all loaded code
// objects.
func (d *Device) Buffers() []Buffer {
	var list []Buffer
	for _, r := range d.mem.regions {
		list = append(list, Buffer{Addr: r.base, Size: r.size, region: r, device: d})
	}
	return list
}

// String returns the buffer's name in messages, with its size.
func (b Buffer) String() string {
	if b.region == nil {
		return "no buffer"
	}
	return b.region.name
}

// Touched yields the offsets of the pages that kernels or the host have read or written.
func (b Buffer) Touched() iter.Seq[uint64] {
	return func(yield func(uint64) bool) {
		if b.region == nil {
			return
		}
		for offset := range b.region.touched() {
			if !yield(offset) {
				return
			}
		}
	}
}

// Change is a page whose contents differ from those that its buffer began with. Do not keep the
// slices.
type Change struct {
	Offset        uint64 // in the buffer
	Before, After []byte // shorter than a page at the buffer's end
}

// Changed yields, in the order of their offsets, the pages whose contents differ from those that
// the buffer was allocated with. A store of the value that was there before is not seen as a
// change; to see all stores, fill the buffer with values that no result can equal.
func (b Buffer) Changed() iter.Seq[Change] {
	return func(yield func(Change) bool) {
		if b.region == nil {
			return
		}
		var before page
		for offset, written := range b.region.touched() {
			if !written {
				continue
			}
			p := b.region.page(&b.device.mem, offset)
			n := min(PageSize, b.Size-offset)
			before = page{}
			if b.region.fill != nil {
				b.region.fill(offset, before[:n])
			}
			if !bytes.Equal(before[:n], p[:n]) && !yield(Change{offset, before[:n], p[:n]}) {
				return
			}
		}
	}
}

// Discard restores the contents that the buffer was allocated with, and frees its pages.
func (b Buffer) Discard() {
	if b.region != nil {
		b.device.mem.discard(b.region)
	}
}
