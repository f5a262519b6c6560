package vet

import (
	"slices"
	"strings"

	"heddle/hsaco"
	"heddle/isa"
)

// Where the arguments of a kernel and its dispatch packet are taken to be. Only loads from there need the
// addresses.
const (
	argumentsAt = 1 << 44
	packetAt    = 2 << 44
)

// knownMemory is the bytes of the arguments and of the dispatch packet that are known.
type knownMemory map[uint64]byte

// newKnownMemory returns what the first workgroup of a launch reads there: sizes, and arguments that are
// given as one number.
func newKnownMemory(k *hsaco.Kernel, g *given, size [3]int) knownMemory {
	m := knownMemory{}
	for offset, r := range g.args {
		if r.lo == r.hi {
			m.put(argumentsAt+uint64(offset), 4, uint64(r.lo))
		}
	}
	groups := [3]int{1, 1, 1} // of a grid that is not given
	for i := range groups {
		if n := g.grid[i]; n.lo == n.hi && n.lo > 0 {
			groups[i] = int(n.lo)
		}
		// The dispatch packet has the sizes of a workgroup, and those of the grid in work-items (HSA
		// Platform System Architecture, "AQL kernel dispatch packet").
		m.put(packetAt+4+2*uint64(i), 2, uint64(size[i]))
		m.put(packetAt+12+4*uint64(i), 4, uint64(size[i]*groups[i]))
	}
	m.put(packetAt+10, 2, 0) // reserved
	if k.Metadata == nil {
		return m
	}
	m.putDynamic(k)
	for i := range k.Metadata.Args {
		a := &k.Metadata.Args[i]
		dim := strings.IndexByte("xyz", (a.ValueKind + " ")[max(len(a.ValueKind)-1, 0)])
		n := -1
		switch kind := strings.TrimSuffix(strings.TrimSuffix(strings.TrimSuffix(a.ValueKind, "_x"), "_y"), "_z"); {
		case dim < 0:
		case kind == "hidden_group_size":
			n = size[dim]
		case kind == "hidden_block_count":
			n = groups[dim]
		case kind == "hidden_remainder", kind == "hidden_global_offset":
			n = 0
		}
		if n >= 0 {
			m.put(argumentsAt+uint64(a.Offset), a.Size, uint64(n))
		}
	}
	return m
}

// newSizesOnly is what every launch reads there whose workgroups have a size.
func newSizesOnly(k *hsaco.Kernel, size [3]int) knownMemory {
	m := knownMemory{}
	for i := range size {
		m.put(packetAt+4+2*uint64(i), 2, uint64(size[i]))
	}
	m.put(packetAt+10, 2, 0) // reserved
	if k.Metadata == nil {
		return m
	}
	for i := range k.Metadata.Args {
		a := &k.Metadata.Args[i]
		if dim := slices.Index([]string{"hidden_group_size_x", "hidden_group_size_y", "hidden_group_size_z"}, a.ValueKind); dim >= 0 {
			m.put(argumentsAt+uint64(a.Offset), a.Size, uint64(size[dim]))
		}
	}
	return m
}

// putDynamic notes where the first array of the dynamic LDS is: behind the static LDS.
func (m knownMemory) putDynamic(k *hsaco.Kernel) {
	for i := range k.Metadata.Args {
		if a := &k.Metadata.Args[i]; a.ValueKind == "dynamic_shared_pointer" {
			align := max(a.PointeeAlign, 1)
			m.put(argumentsAt+uint64(a.Offset), a.Size, uint64((int(k.Descriptor.GroupSegmentFixedSize)+align-1)/align*align))
			return
		}
	}
}

func (m knownMemory) put(at uint64, size int, x uint64) {
	for i := range min(size, 8) {
		m[at+uint64(i)] = byte(x >> (8 * i))
	}
}

// get returns a number of some bytes.
func (m knownMemory) get(at uint64, size int) (x uint64, ok bool) {
	for i := range size {
		b, known := m[at+uint64(i)]
		if !known {
			return 0, false
		}
		x |= uint64(b) << (8 * i)
	}
	return x, true
}

// load returns what is loaded from addresses of known memory.
func (e *evaluator) load(addr *numbers, offset int64, size int, signed bool) *numbers {
	if addr == nil || addr.base.x != 0 {
		return nil
	}
	r := &numbers{n: make([]uint64, len(addr.n))}
	for i, a := range addr.n {
		if i > 0 && a == addr.n[i-1] {
			r.n[i] = r.n[i-1]
			continue
		}
		x, ok := e.memory.get(a+uint64(offset), size)
		if !ok {
			return nil
		}
		if signed {
			x = uint64(uint32(int64(x<<(64-8*size)) >> (64 - 8*size)))
		}
		r.n[i] = x
	}
	return r
}

// result is dword k of what an instruction writes: what it computes, an address of its own, or what a vector load gets from known memory.
func (e *evaluator) result(d *value, m moment) *numbers {
	if n, ok := e.computed(d, m); ok {
		return n
	}
	if n := e.addressOf(d); n != nil {
		return n
	}
	inst := &e.v.g.nodes[d.node].inst
	shape := inst.Row.Memory
	if shape == nil || inst.Row.Unit != isa.UnitVMEM || shape.Kind != isa.MemoryLoad || shape.ToLDS || shape.D16 != isa.D16None || shape.Resource >= 0 || d.k >= 4 {
		return nil
	}
	var addr *numbers
	for _, k := range [...]int{shape.Addr, shape.SAddr} {
		if k < 0 || inst.Args[k].Kind != isa.KindReg {
			continue
		}
		o := &inst.Args[k]
		part := e.eval(e.v.vector(o.Reg(), d.node), m)
		if o.Dwords == 2 {
			part = e.eval(e.v.pair(e.v.vector(o.Reg(), d.node), e.v.vector(o.Reg()+1, d.node)), m)
		}
		if part == nil {
			return nil
		}
		if addr != nil {
			part = binaryNumbers(&value{op: opWideAdd}, addr, part, nil)
		}
		if addr = part; addr == nil {
			return nil
		}
	}
	return e.load(addr, int64(inst.Mods.Offset)+4*int64(d.k), min(shape.Bytes, 4), shape.Signed)
}
