package sim

import (
	"debug/elf"
	"encoding/binary"
	"fmt"
	"sync/atomic"

	"heddle/hsaco"
	"heddle/isa"
	simd "heddle/sim/lanes"
)

// Module is a code object that was loaded into a Device.
type Module struct {
	object *hsaco.Object
	device *Device
	bias   uint64 // guest address of the object's address 0
}

// Kernel is a kernel of a loaded code object.
type Kernel struct {
	module *Module
	kernel *hsaco.Kernel
	entry  uint64 // guest address of the first instruction
}

// Name returns the kernel's name.
func (k *Kernel) Name() string { return k.kernel.Name }

// Metadata returns what the code object says about the kernel's arguments and
// resources, nil if it says nothing.
func (k *Kernel) Metadata() *hsaco.KernelMetadata { return k.kernel.Metadata }

// KernargSize is the number of bytes of arguments that the kernel descriptor states.
func (k *Kernel) KernargSize() int { return int(k.kernel.Descriptor.KernargSize) }

// LDS returns what is known of the arrays in its LDS.
func (k *Kernel) LDS() []hsaco.LDSArray { return k.kernel.LDS }

// codeSection is an executable section in guest memory.
type codeSection struct {
	object  *hsaco.Object
	section *hsaco.ObjectSection
	bias    uint64
	base    uint64 // guest address
	bytes   []byte
}

// codeRegion is a codeSection as waves with that vectorFile execute it.
// Instructions are decoded when they are first executed; insts has one slot a
// dword.
type codeRegion struct {
	*codeSection
	file  vectorFile
	insts []atomic.Pointer[instr]
	// straights has a slot a dword, too, for each level that has executed.
	straights [simd.AVX512 + 1]atomic.Pointer[[]atomic.Pointer[straight]]
}

// maxLoad bounds the memory that a code object can ask for.
const maxLoad = 1 << 30

// Load places a code object in guest memory and applies its relocations. It fails for objects of
// another chip, for relocatable objects (link them first), and for invalid segments or relocations.
func (d *Device) Load(o *hsaco.Object) (*Module, error) {
	if o.Chip != d.chip {
		return nil, fmt.Errorf("code object is for %s, the device is a %s", o.Chip.Name, d.chip.Name)
	}
	if err := d.target.Err(); err != nil {
		return nil, err
	}
	if o.Type == elf.ET_REL {
		return nil, fmt.Errorf("code object is relocatable: link it first (heddle asm does, or ld.lld -shared)")
	}
	var top uint64
	for i := range o.Segments {
		s := &o.Segments[i]
		if s.Type != elf.PT_LOAD {
			continue
		}
		if s.Addr > maxLoad || s.Memory > maxLoad || s.FileSize > s.Memory {
			return nil, fmt.Errorf("segment at %#x of %d bytes is too large; the limit for code objects is %d MiB", s.Addr, s.Memory, maxLoad>>20)
		}
		top = max(top, s.Addr+s.Memory)
	}
	image, err := d.AllocWith(AllocOptions{Name: "the code object", Size: top})
	if err != nil {
		return nil, err
	}
	m := &Module{object: o, device: d, bias: image.Addr}
	for i := range o.Segments {
		if s := &o.Segments[i]; s.Type == elf.PT_LOAD {
			if err := image.Write(s.Data, s.Addr); err != nil {
				return nil, err
			}
		}
	}
	if err := m.relocate(image); err != nil {
		return nil, err
	}
	m.fix(image)
	return m, m.mapCode(image)
}

// fix notes which sections kernels must not write. The packet processor reads
// descriptors, and instructions are fetched through a cache that no store
// reaches (ISA manual §4.4, S_ICACHE_INV): the simulator would go on with the
// instructions that it has decoded.
func (m *Module) fix(image Buffer) {
	for _, s := range m.object.Sections {
		if s.Flags&elf.SHF_ALLOC == 0 || s.Flags&elf.SHF_WRITE != 0 || s.Size == 0 {
			continue
		}
		what := "is read-only"
		if s.Flags&elf.SHF_EXECINSTR != 0 {
			what = "is code"
		}
		image.region.fixed = append(image.region.fixed, fixedRange{m.bias + s.Addr, m.bias + s.Addr + s.Size,
			fmt.Sprintf("%s (section %s of the code object)", what, s.Name)})
	}
}

// relocate applies the dynamic relocations as the ROCm loader does.
func (m *Module) relocate(image Buffer) error {
	for _, r := range m.object.DynRelocs {
		var value uint64
		if r.Symbol != nil && r.Type != hsaco.RelRelative64 {
			switch r.Symbol.Place {
			case hsaco.PlaceUndefined:
				if r.Symbol.Name != "" && r.Symbol.Bind != elf.STB_WEAK {
					return fmt.Errorf("code object needs the symbol %q, which is not defined", r.Symbol.Name)
				}
			case hsaco.PlaceAbsolute:
				value = r.Symbol.Value
			default:
				value = m.bias + m.object.Address(r.Symbol)
			}
		}
		value += uint64(r.Addend)
		if err := m.patch(image, r, value); err != nil {
			return fmt.Errorf("relocation at %#x: %w", r.Offset, err)
		}
	}
	return nil
}

func (m *Module) patch(image Buffer, r hsaco.Reloc, value uint64) error {
	var b [8]byte
	switch r.Type {
	case hsaco.RelNone:
		return nil
	case hsaco.RelRelative64:
		binary.LittleEndian.PutUint64(b[:], m.bias+uint64(r.Addend))
		return image.Write(b[:], r.Offset)
	case hsaco.RelAbs64:
		binary.LittleEndian.PutUint64(b[:], value)
		return image.Write(b[:], r.Offset)
	case hsaco.RelAbs32, hsaco.RelAbs32Lo:
		binary.LittleEndian.PutUint32(b[:], uint32(value))
		return image.Write(b[:4], r.Offset)
	case hsaco.RelAbs32Hi:
		binary.LittleEndian.PutUint32(b[:], uint32(value>>32))
		return image.Write(b[:4], r.Offset)
	}
	return fmt.Errorf("type %d is not one that a loader applies", r.Type)
}

// mapCode makes the executable sections known to the instruction fetch.
func (m *Module) mapCode(image Buffer) error {
	for _, s := range m.object.Sections {
		if s.Flags&elf.SHF_EXECINSTR == 0 || s.Type == elf.SHT_NOBITS || s.Size == 0 {
			continue
		}
		c := &codeSection{object: m.object, section: s, bias: m.bias, base: m.bias + s.Addr, bytes: make([]byte, s.Size)}
		if err := image.Read(c.bytes, s.Addr); err != nil {
			return fmt.Errorf("section %s: %w", s.Name, err)
		}
		m.device.code = append(m.device.code, c)
	}
	return nil
}

// Kernel returns the kernel called name; an empty name means the only kernel of the object. The
// error lists the existing names.
func (m *Module) Kernel(name string) (*Kernel, error) {
	var names []string
	for _, k := range m.object.Kernels {
		if k.Name == name || name == "" && len(m.object.Kernels) == 1 {
			return &Kernel{module: m, kernel: k, entry: m.bias + k.Addr}, nil
		}
		names = append(names, k.Name)
	}
	if len(names) == 0 {
		return nil, fmt.Errorf("the code object has no kernels")
	}
	if name == "" {
		return nil, fmt.Errorf("the code object has %d kernels; name one of %s", len(names), list(names))
	}
	if near := isa.Nearest(name, names, 1+len(name)/3); len(near) > 0 {
		return nil, fmt.Errorf("the code object has no kernel %q; did you mean %q?", name, near[0])
	}
	return nil, fmt.Errorf("the code object has no kernel %q; it has %s", name, list(names))
}

// list joins names for a message, at most ten of them.
func list(names []string) string {
	const most = 10
	s := ""
	for i, n := range names {
		if i == most {
			return fmt.Sprintf("%s and %d more", s, len(names)-most)
		}
		if i > 0 {
			s += ", "
		}
		s += n
	}
	return s
}

// codeFor returns the code that has been loaded as waves with that file
// execute it.
func (d *Device) codeFor(file vectorFile) []*codeRegion {
	all := d.regions[file]
	for _, c := range d.code[len(all):] { // loaded since it was asked last
		all = append(all, &codeRegion{codeSection: c, file: file, insts: make([]atomic.Pointer[instr], (len(c.bytes)+3)/4)})
	}
	d.regions[file] = all
	return all
}

// codeAt returns the executable section that holds addr as the run's waves
// execute it, nil if none does.
func (r *run) codeAt(addr uint64) *codeRegion {
	for _, c := range r.code {
		if addr-c.base < uint64(len(c.bytes)) {
			return c
		}
	}
	return nil
}

// codeAt returns the executable section that holds addr, nil if none does.
func (d *Device) codeAt(addr uint64) *codeSection {
	for _, c := range d.code {
		if addr-c.base < uint64(len(c.bytes)) {
			return c
		}
	}
	return nil
}
