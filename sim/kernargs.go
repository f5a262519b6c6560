package sim

import (
	"encoding/binary"
	"errors"
	"fmt"
	"strings"

	"heddle/hsaco"
)

// Arg is one kernel argument.
type Arg struct {
	bytes []byte
	// offset in the kernarg segment; -1 if the kernel's metadata decide
	offset int
	name   string // name of the kernel's argument; "" if the order decides
}

// Pointer passes the address of a buffer.
func Pointer(b Buffer) Arg { return PointerAt(b.Addr) }

// PointerAt passes a guest address.
func PointerAt(addr uint64) Arg { return Value(addr) }

// Value passes a number.
func Value[T Scalar](v T) Arg {
	b, err := binary.Append(nil, binary.LittleEndian, v)
	if err != nil {
		panic("BUG: " + err.Error())
	}
	return Arg{b, -1, ""}
}

// Bytes passes a structure as it is in memory.
func Bytes(b []byte) Arg { return Arg{append([]byte(nil), b...), -1, ""} }

// At places the argument at a byte offset of the kernarg segment, whatever the kernel's metadata
// say about that place.
func (a Arg) At(offset int) Arg { return Arg{a.bytes, offset, a.name} }

// Named makes it the argument of that name in the kernel's metadata.
func (a Arg) Named(name string) Arg { return Arg{a.bytes, a.offset, name} }

// ArgError reports an error in one of Launch.Args.
type ArgError struct {
	Index int
	msg   string
}

func (e *ArgError) Error() string { return e.msg }

// MissingArgs reports arguments of the kernel for which Launch.Args has no value.
type MissingArgs struct {
	Args []*hsaco.Arg
	msg  string
}

func (e *MissingArgs) Error() string { return e.msg }

// kernargs lays out the kernarg segment.
func (l *Launch) kernargs(g *geometry, lds uint32, queue uint64) ([]byte, error) {
	k := l.Kernel.kernel
	size := int(k.Descriptor.KernargSize)
	if k.Metadata != nil {
		size = max(size, k.Metadata.KernargSegmentSize)
	}
	if size > 1<<20 {
		return nil, fmt.Errorf("kernel %s needs %d bytes of arguments; the limit is 1 MiB", k.Name, size)
	}
	if len(l.Kernarg) > size {
		return nil, fmt.Errorf("%d bytes of arguments given, but kernel %s has %d", len(l.Kernarg), k.Name, size)
	}
	p := placement{l: l, kernel: k, bytes: make([]byte, size), owner: make([]int, size)}
	for i := range copy(p.bytes, l.Kernarg) {
		p.owner[i] = rawBytes
	}
	if k.Metadata != nil {
		for i := range k.Metadata.Args {
			if a := &k.Metadata.Args[i]; !strings.HasPrefix(a.ValueKind, "hidden_") {
				p.slots = append(p.slots, a)
			}
		}
	}
	place := p.bySlots
	if len(p.slots) == 0 && (k.Metadata == nil || len(k.Metadata.Args) == 0 && len(l.Args) > 0) {
		place = p.packed
	}
	if err := place(); err != nil {
		return nil, err
	}
	if k.Metadata != nil {
		for i := range k.Metadata.Args {
			a := &k.Metadata.Args[i]
			if v, ok := l.hidden(a.ValueKind, g, lds, queue); ok && p.free(a.Offset, min(a.Size, 8), false) {
				putArg(p.bytes, a.Offset, a.Size, v)
			}
		}
	}
	return p.bytes, nil
}

// placement is a kernarg segment that is being filled.
type placement struct {
	l      *Launch
	kernel *hsaco.Kernel
	slots  []*hsaco.Arg // explicit arguments
	bytes  []byte
	owner  []int // of each byte: 0, rawBytes, or an argument's number from 1
}

const rawBytes = -1

// free reports whether no argument has a byte of the range, and Launch.Kernarg has none either
// unless raw bytes may be overwritten.
func (p *placement) free(at, size int, overRaw bool) bool {
	for i := max(at, 0); i < at+size && i < len(p.owner); i++ {
		if o := p.owner[i]; o > 0 || o == rawBytes && !overRaw {
			return false
		}
	}
	return true
}

// put places argument i.
func (p *placement) put(i, at int) error {
	a := &p.l.Args[i]
	if at > len(p.bytes)-len(a.bytes) {
		return p.fault(i, "argument %d of kernel %s ends at byte %d, but the kernel has %d bytes of arguments", i, p.kernel.Name, at+len(a.bytes), len(p.bytes))
	}
	for k := range a.bytes {
		if o := p.owner[at+k]; o > 0 {
			return p.fault(i, "argument %d of kernel %s has bytes %d to %d, where argument %d is already", i, p.kernel.Name, at, at+len(a.bytes), o-1)
		}
		p.owner[at+k] = i + 1
	}
	copy(p.bytes[at:], a.bytes)
	return nil
}

func (p *placement) fault(i int, format string, args ...any) error {
	return &ArgError{i, fmt.Sprintf(format, args...)}
}

// bySlots places arguments where the metadata say, and those with an offset at that offset.
// Arguments without offset and name take the remaining slots in order.
func (p *placement) bySlots() error {
	for i := range p.l.Args {
		a := &p.l.Args[i]
		at := a.offset
		if a.name != "" {
			s, err := p.named(i)
			if err != nil {
				return err
			}
			if at >= 0 && at != s.Offset {
				return p.fault(i, "argument %d of kernel %s is given offset %d, but %s is at %d", i, p.kernel.Name, at, s.Name, s.Offset)
			}
			if at = s.Offset; len(a.bytes) != s.Size {
				return p.wrongSize(i, s)
			}
		}
		if at < 0 {
			continue
		}
		if s := p.cut(at, len(a.bytes)); s != nil {
			return p.wrongSize(i, s)
		}
		if err := p.put(i, at); err != nil {
			return err
		}
	}
	left := p.slots
	for i := range p.l.Args {
		a := &p.l.Args[i]
		if a.offset >= 0 || a.name != "" {
			continue
		}
		for len(left) > 0 && !p.free(left[0].Offset, left[0].Size, true) {
			left = left[1:]
		}
		if len(left) == 0 {
			return p.missing()
		}
		s := left[0]
		left = left[1:]
		if len(a.bytes) != s.Size {
			return p.wrongSize(i, s)
		}
		if s.Offset < 0 || s.Offset > len(p.bytes)-s.Size {
			return p.fault(i, "argument %d of kernel %s is at %d, outside its %d bytes of arguments", i, p.kernel.Name, s.Offset, len(p.bytes))
		}
		if err := p.put(i, s.Offset); err != nil {
			return err
		}
	}
	for _, s := range p.slots {
		for i := s.Offset; i < s.Offset+s.Size; i++ {
			if i < 0 || i >= len(p.owner) || p.owner[i] == 0 {
				return p.missing()
			}
		}
	}
	return nil
}

// named returns the metadata of the kernel's argument that has the name of argument i.
func (p *placement) named(i int) (*hsaco.Arg, error) {
	var names []string
	for _, s := range p.slots {
		if s.Name == p.l.Args[i].name {
			return s, nil
		}
		names = append(names, s.Name)
	}
	return nil, p.fault(i, "kernel %s has no argument %q; it has %s", p.kernel.Name, p.l.Args[i].name, strings.Join(names, ", "))
}

// cut returns an argument that a number or an address at an offset would overlap in part, or would
// exceed together with others. Larger values are structures, which may have padding anywhere.
func (p *placement) cut(at, size int) *hsaco.Arg {
	if size > 8 {
		return nil
	}
	var first, last *hsaco.Arg
	for _, s := range p.slots {
		if at < s.Offset+s.Size && s.Offset < at+size {
			if first == nil {
				first = s
			}
			last = s
		}
	}
	switch {
	case first == nil:
		return nil
	case first.Offset != at:
		return first
	case last.Offset+last.Size != at+size:
		return last
	}
	return nil
}

// wrongSize is the error of argument i in the place of s.
func (p *placement) wrongSize(i int, s *hsaco.Arg) error {
	a := &p.l.Args[i]
	if a.offset >= 0 && a.name == "" {
		return p.fault(i, "argument %d of kernel %s has bytes %d to %d, which is not the whole of the kernel's argument%s of %d bytes at %d (%s)",
			i, p.kernel.Name, a.offset, a.offset+len(a.bytes), quoted(s.Name), s.Size, s.Offset, s.ValueKind)
	}
	return p.fault(i, "argument %d%s of kernel %s has %d bytes (%s), %d are given", i, quoted(s.Name), p.kernel.Name, s.Size, s.ValueKind, len(a.bytes))
}

// missing is the error for too many or too few arguments.
func (p *placement) missing() error {
	var list []string
	var missing []*hsaco.Arg
	for n, s := range p.slots {
		for i := s.Offset; i < s.Offset+s.Size; i++ {
			if i < 0 || i >= len(p.owner) || p.owner[i] == 0 {
				name := s.Name
				if name == "" {
					name = fmt.Sprintf("argument %d", n)
				}
				list = append(list, fmt.Sprintf("%s (%d bytes at %d)", name, s.Size, s.Offset))
				missing = append(missing, s)
				break
			}
		}
	}
	text := fmt.Sprintf("kernel %s takes %d arguments, %d are given (%s)", p.kernel.Name, len(p.slots), len(p.l.Args), signature(p.kernel.Metadata))
	if len(list) == 0 {
		return errors.New(text)
	}
	return &MissingArgs{missing, text + ": no value for " + strings.Join(list, ", ")}
}

// packed places arguments without metadata: each at its own offset, or after the previous one at a
// multiple of its size.
func (p *placement) packed() error {
	at := 0
	for i, a := range p.l.Args {
		if a.name != "" && a.offset < 0 {
			return p.fault(i, "kernel %s has no argument names in its metadata, so %q needs an offset", p.kernel.Name, a.name)
		}
		if a.offset >= 0 {
			at = a.offset
		} else if n := len(a.bytes); n > 0 && n <= 8 && n&(n-1) == 0 {
			at = (at + n - 1) &^ (n - 1)
		} else {
			at = (at + 7) &^ 7
		}
		if err := p.put(i, at); err != nil {
			return err
		}
		at += len(a.bytes)
	}
	return nil
}

func quoted(name string) string {
	if name == "" {
		return ""
	}
	return fmt.Sprintf(" (%s)", name)
}

// signature lists the explicit arguments of a kernel.
func signature(m *hsaco.KernelMetadata) string {
	var parts []string
	for i := range m.Args {
		a := &m.Args[i]
		if strings.HasPrefix(a.ValueKind, "hidden_") {
			continue
		}
		what := a.ValueKind
		if a.TypeName != "" {
			what = a.TypeName
		}
		if a.Name != "" {
			what += " " + a.Name
		}
		parts = append(parts, what)
	}
	return strings.Join(parts, ", ")
}

// hidden returns the value of a hidden argument (facts isa/encodings.md §13).
func (l *Launch) hidden(kind string, g *geometry, lds uint32, queue uint64) (uint64, bool) {
	dim := 0
	if n := len(kind); n > 0 && kind[n-1] >= 'x' && kind[n-1] <= 'z' {
		dim = int(kind[n-1] - 'x')
	}
	switch kind {
	case "hidden_block_count_x", "hidden_block_count_y", "hidden_block_count_z":
		return uint64(g.global[dim] / g.block[dim]), true // only whole workgroups count
	case "hidden_group_size_x", "hidden_group_size_y", "hidden_group_size_z":
		return uint64(g.block[dim]), true
	case "hidden_remainder_x", "hidden_remainder_y", "hidden_remainder_z":
		return uint64(g.global[dim] % g.block[dim]), true
	case "hidden_global_offset_x", "hidden_global_offset_y", "hidden_global_offset_z":
		return l.Offset[dim], true
	case "hidden_grid_dims":
		return uint64(g.dims()), true
	case "hidden_dynamic_lds_size":
		return uint64(l.LDS), true
	case "hidden_private_base":
		return privateAperture >> 32, true
	case "hidden_shared_base":
		return sharedAperture >> 32, true
	case "hidden_queue_ptr":
		return queue, true
	}
	v, ok := l.Hidden[kind]
	return v, ok
}

// putArg writes v in size bytes at offset, if the segment has them.
func putArg(b []byte, offset, size int, v uint64) {
	if offset < 0 || size < 0 || offset > len(b) || size > len(b)-offset {
		return
	}
	for i := range min(size, 8) {
		b[offset+i] = byte(v >> (8 * i))
	}
}
