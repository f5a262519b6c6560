package sim

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"sync/atomic"

	"heddle/arch"
	"heddle/isa"
)

// Device is one simulated GPU: a chip, its memory, and the code loaded into
// it. Its methods must not be called from several goroutines at once.
type Device struct {
	chip   *arch.Chip
	target *isa.Target
	mem    memory
	next   uint64 // address of the next allocation
	code   []*codeSection
	// regions holds code, by what the waves that execute it have.
	regions map[vectorFile][]*codeRegion
	// straights counts the straights that have executed.
	straights atomic.Uint32
	sites     atomic.Int32 // Event.Site numbers used so far
	runs      atomic.Int64 // and Run.Number
}

// Guest addresses. Allocations start at heapBase unless an address is asked for, with at least
// guardSize unmapped bytes between them; the flat apertures are far above the 47 bits that
// allocations use.
const (
	heapBase        = 0x10_0000_0000
	heapLimit       = 1 << 44
	userLimit       = 1 << 47
	guardSize       = 64 << 10
	sharedAperture  = 0x0001_0000_0000_0000
	privateAperture = 0x0002_0000_0000_0000
)

// NewDevice returns a device without allocations.
func NewDevice(chip *arch.Chip) *Device {
	return &Device{chip: chip, target: isa.For(chip), next: heapBase, regions: map[vectorFile][]*codeRegion{}}
}

// Chip returns the chip that the device simulates.
func (d *Device) Chip() *arch.Chip { return d.chip }

// TouchedBytes returns the size of the guest memory that has been touched so far, in whole pages.
func (d *Device) TouchedBytes() uint64 { return uint64(d.mem.touched.Load()) * PageSize }

// AllocatedBytes returns the size of all allocations, loaded code included.
func (d *Device) AllocatedBytes() (n uint64) {
	for _, r := range d.mem.regions {
		n += r.size
	}
	return n
}

// Buffer is a range of guest memory from Alloc.
type Buffer struct {
	Addr, Size uint64
	region     *region
	device     *Device
}

// Alloc returns size bytes of zeros, at a page boundary, with an unmapped guard zone on either
// side. Pages use memory only once they are touched. It fails if the address space is exhausted.
func (d *Device) Alloc(size uint64) (Buffer, error) { return d.AllocWith(AllocOptions{Size: size}) }

// AllocFunc is Alloc with contents set by fill, a page at a time, when the page is first touched:
// its arguments are the page's offset in the buffer and the bytes to set, which are zero. It must
// give the same bytes on every call, and may be called from several goroutines at once.
func (d *Device) AllocFunc(size uint64, fill func(offset uint64, page []byte)) (Buffer, error) {
	return d.AllocWith(AllocOptions{Size: size, Fill: fill})
}

// SetName sets the buffer's name in messages, such as "argument 1".
func (b Buffer) SetName(name string) {
	if b.region != nil {
		b.region.name = fmt.Sprintf("%s, %d bytes", name, b.Size)
	}
}

// Undefined marks the contents of the buffer as undefined until a kernel writes them, as those of
// an output are. Observers are told; the contents do not change. A later Write takes the mark back
// for the whole buffer.
func (b Buffer) Undefined() {
	if b.region != nil {
		b.region.undefined = true
	}
}

// Free unmaps the buffer. A later access to its addresses is an error.
func (b Buffer) Free() {
	if b.device != nil {
		b.device.mem.remove(b.region)
	}
}

// Read copies len(p) bytes at offset to p.
func (b Buffer) Read(p []byte, offset uint64) error {
	if err := b.check(len(p), offset); err != nil || len(p) == 0 {
		return err
	}
	return b.device.mem.read(b.Addr+offset, p)
}

// Write copies p to offset.
func (b Buffer) Write(p []byte, offset uint64) error {
	if err := b.check(len(p), offset); err != nil || len(p) == 0 {
		return err
	}
	b.region.undefined = false
	return b.device.mem.write(b.Addr+offset, p)
}

func (b Buffer) check(n int, offset uint64) error {
	if offset > b.Size || uint64(n) > b.Size-offset {
		return fmt.Errorf("%d bytes at offset %d are outside a buffer of %d bytes", n, offset, b.Size)
	}
	if b.device == nil && n > 0 {
		return fmt.Errorf("the buffer was not made by Device.Alloc")
	}
	return nil
}

// Scalar is an element type of Put and Get.
type Scalar interface {
	~int8 | ~int16 | ~int32 | ~int64 | ~uint8 | ~uint16 | ~uint32 | ~uint64 | ~float32 | ~float64
}

// Put allocates a buffer that contains the elements of v.
func Put[T Scalar](d *Device, v []T) (Buffer, error) {
	raw, err := binary.Append(nil, binary.LittleEndian, v)
	if err != nil {
		return Buffer{}, err
	}
	b, err := d.Alloc(uint64(len(raw)))
	if err != nil {
		return Buffer{}, err
	}
	return b, b.Write(raw, 0)
}

// Get returns the whole buffer as elements, without a remainder smaller than an element.
func Get[T Scalar](b Buffer) ([]T, error) {
	var zero T
	v := make([]T, b.Size/uint64(binary.Size(zero)))
	raw := make([]byte, len(v)*binary.Size(zero))
	if err := b.Read(raw, 0); err != nil {
		return nil, err
	}
	return v, binary.Read(bytes.NewReader(raw), binary.LittleEndian, v)
}
