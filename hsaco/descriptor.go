package hsaco

import (
	"encoding/binary"
	"fmt"

	"heddle/arch"
)

// DescriptorSize is the size of a kernel descriptor in bytes.
const DescriptorSize = 64

// Descriptor is the kernel descriptor that the packet processor reads: 64 bytes of .rodata under
// the symbol "name.kd". Bit fields hold the encoded value (granules, not registers). Unnamed bits
// are kept in the Reserved fields, at their position in their word, so that Marshal gives back what
// ParseDescriptor read.
//
// Sources: facts isa/encodings.md §12; LLVM AMDGPUUsage, "Kernel Descriptor".
type Descriptor struct {
	GroupSegmentFixedSize   uint32 // byte 0: static LDS of a workgroup, bytes
	PrivateSegmentFixedSize uint32 // byte 4: scratch of a lane, bytes
	KernargSize             uint32 // byte 8: bytes
	Reserved12              uint32
	// EntryByteOffset (byte 16) is the address of the code minus that of the
	// descriptor.
	EntryByteOffset int64
	Reserved24      [20]byte

	// compute_pgm_rsrc3, byte 44
	AccumOffset   uint16 // (number of the VGPR that is a0) / 4 - 1
	TGSplit       bool
	ReservedRsrc3 uint32

	// compute_pgm_rsrc1, byte 48
	GranulatedVGPRs uint16
	GranulatedSGPRs uint16
	Priority        uint16
	RoundMode32     uint16
	RoundMode1664   uint16
	DenormMode32    uint16
	DenormMode1664  uint16
	Priv            bool
	DX10Clamp       bool
	DebugMode       bool
	IEEEMode        bool
	Bulky           bool
	CDBGUser        bool
	FP16Overflow    bool
	ReservedRsrc1   uint32

	// compute_pgm_rsrc2, byte 52
	EnablePrivateSegment  bool
	UserSGPRCount         uint16
	TrapHandler           bool
	WorkgroupIDX          bool
	WorkgroupIDY          bool
	WorkgroupIDZ          bool
	WorkgroupInfo         bool
	VGPRWorkitemID        uint16 // 0: x, 1: x and y, 2: x, y and z
	ExceptionAddressWatch bool
	ExceptionMemory       bool
	GranulatedLDS         uint16
	ExceptionInvalidOp    bool
	ExceptionDenormSrc    bool
	ExceptionDivZero      bool
	ExceptionOverflow     bool
	ExceptionUnderflow    bool
	ExceptionInexact      bool
	ExceptionIntDivZero   bool
	ReservedRsrc2         uint32

	// kernel_code_properties, byte 56: which user SGPRs there are
	PrivateSegmentBuffer bool
	DispatchPtr          bool
	QueuePtr             bool
	KernargSegmentPtr    bool
	DispatchID           bool
	FlatScratchInit      bool
	PrivateSegmentSize   bool
	Wavefront32          bool
	DynamicStack         bool
	// kernarg_preload, byte 58, in dwords
	PreloadLength      uint16
	PreloadOffset      uint16
	ReservedProperties uint32

	Reserved60 uint32
}

// Byte offsets of the words made of bit fields.
const (
	offRsrc3      = 44
	offRsrc1      = 48
	offRsrc2      = 52
	offProperties = 56
)

// descriptorBits is one bit field: its position, and its member, which is a number or a flag.
type descriptorBits struct {
	word, low, width int
	number           func(*Descriptor) *uint16
	flag             func(*Descriptor) *bool
}

// descriptorFields lists every named bit field.
var descriptorFields = []descriptorBits{
	{offRsrc3, 0, 6, func(d *Descriptor) *uint16 { return &d.AccumOffset }, nil},
	{offRsrc3, 16, 1, nil, func(d *Descriptor) *bool { return &d.TGSplit }},

	{offRsrc1, 0, 6, func(d *Descriptor) *uint16 { return &d.GranulatedVGPRs }, nil},
	{offRsrc1, 6, 4, func(d *Descriptor) *uint16 { return &d.GranulatedSGPRs }, nil},
	{offRsrc1, 10, 2, func(d *Descriptor) *uint16 { return &d.Priority }, nil},
	{offRsrc1, 12, 2, func(d *Descriptor) *uint16 { return &d.RoundMode32 }, nil},
	{offRsrc1, 14, 2, func(d *Descriptor) *uint16 { return &d.RoundMode1664 }, nil},
	{offRsrc1, 16, 2, func(d *Descriptor) *uint16 { return &d.DenormMode32 }, nil},
	{offRsrc1, 18, 2, func(d *Descriptor) *uint16 { return &d.DenormMode1664 }, nil},
	{offRsrc1, 20, 1, nil, func(d *Descriptor) *bool { return &d.Priv }},
	{offRsrc1, 21, 1, nil, func(d *Descriptor) *bool { return &d.DX10Clamp }},
	{offRsrc1, 22, 1, nil, func(d *Descriptor) *bool { return &d.DebugMode }},
	{offRsrc1, 23, 1, nil, func(d *Descriptor) *bool { return &d.IEEEMode }},
	{offRsrc1, 24, 1, nil, func(d *Descriptor) *bool { return &d.Bulky }},
	{offRsrc1, 25, 1, nil, func(d *Descriptor) *bool { return &d.CDBGUser }},
	{offRsrc1, 26, 1, nil, func(d *Descriptor) *bool { return &d.FP16Overflow }},

	{offRsrc2, 0, 1, nil, func(d *Descriptor) *bool { return &d.EnablePrivateSegment }},
	{offRsrc2, 1, 5, func(d *Descriptor) *uint16 { return &d.UserSGPRCount }, nil},
	{offRsrc2, 6, 1, nil, func(d *Descriptor) *bool { return &d.TrapHandler }},
	{offRsrc2, 7, 1, nil, func(d *Descriptor) *bool { return &d.WorkgroupIDX }},
	{offRsrc2, 8, 1, nil, func(d *Descriptor) *bool { return &d.WorkgroupIDY }},
	{offRsrc2, 9, 1, nil, func(d *Descriptor) *bool { return &d.WorkgroupIDZ }},
	{offRsrc2, 10, 1, nil, func(d *Descriptor) *bool { return &d.WorkgroupInfo }},
	{offRsrc2, 11, 2, func(d *Descriptor) *uint16 { return &d.VGPRWorkitemID }, nil},
	{offRsrc2, 13, 1, nil, func(d *Descriptor) *bool { return &d.ExceptionAddressWatch }},
	{offRsrc2, 14, 1, nil, func(d *Descriptor) *bool { return &d.ExceptionMemory }},
	{offRsrc2, 15, 9, func(d *Descriptor) *uint16 { return &d.GranulatedLDS }, nil},
	{offRsrc2, 24, 1, nil, func(d *Descriptor) *bool { return &d.ExceptionInvalidOp }},
	{offRsrc2, 25, 1, nil, func(d *Descriptor) *bool { return &d.ExceptionDenormSrc }},
	{offRsrc2, 26, 1, nil, func(d *Descriptor) *bool { return &d.ExceptionDivZero }},
	{offRsrc2, 27, 1, nil, func(d *Descriptor) *bool { return &d.ExceptionOverflow }},
	{offRsrc2, 28, 1, nil, func(d *Descriptor) *bool { return &d.ExceptionUnderflow }},
	{offRsrc2, 29, 1, nil, func(d *Descriptor) *bool { return &d.ExceptionInexact }},
	{offRsrc2, 30, 1, nil, func(d *Descriptor) *bool { return &d.ExceptionIntDivZero }},

	{offProperties, 0, 1, nil, func(d *Descriptor) *bool { return &d.PrivateSegmentBuffer }},
	{offProperties, 1, 1, nil, func(d *Descriptor) *bool { return &d.DispatchPtr }},
	{offProperties, 2, 1, nil, func(d *Descriptor) *bool { return &d.QueuePtr }},
	{offProperties, 3, 1, nil, func(d *Descriptor) *bool { return &d.KernargSegmentPtr }},
	{offProperties, 4, 1, nil, func(d *Descriptor) *bool { return &d.DispatchID }},
	{offProperties, 5, 1, nil, func(d *Descriptor) *bool { return &d.FlatScratchInit }},
	{offProperties, 6, 1, nil, func(d *Descriptor) *bool { return &d.PrivateSegmentSize }},
	{offProperties, 10, 1, nil, func(d *Descriptor) *bool { return &d.Wavefront32 }},
	{offProperties, 11, 1, nil, func(d *Descriptor) *bool { return &d.DynamicStack }},
	{offProperties, 16, 7, func(d *Descriptor) *uint16 { return &d.PreloadLength }, nil},
	{offProperties, 23, 9, func(d *Descriptor) *uint16 { return &d.PreloadOffset }, nil},
}

// mask returns the bits of the field in its word.
func (f *descriptorBits) mask() uint32 { return (1<<f.width - 1) << f.low }

// descriptorWord is a member for a whole word of the descriptor: a number, or the reserved bits of
// a word of bit fields.
type descriptorWord struct {
	off    int
	member *uint32
}

// words lists the words of d. Words of bit fields come first.
func (d *Descriptor) words() [9]descriptorWord {
	return [...]descriptorWord{
		{offRsrc3, &d.ReservedRsrc3},
		{offRsrc1, &d.ReservedRsrc1},
		{offRsrc2, &d.ReservedRsrc2},
		{offProperties, &d.ReservedProperties},
		{0, &d.GroupSegmentFixedSize},
		{4, &d.PrivateSegmentFixedSize},
		{8, &d.KernargSize},
		{12, &d.Reserved12},
		{60, &d.Reserved60},
	}
}

// bitWord returns the member with the reserved bits of the word at off.
func bitWord(words *[9]descriptorWord, off int) *uint32 {
	for i := range words {
		if words[i].off == off {
			return words[i].member
		}
	}
	panic(fmt.Sprintf("BUG: kernel descriptor has no bit fields at byte %d", off))
}

// ParseDescriptor reads the descriptor at the start of b. Any 64 bytes are a descriptor, though not
// necessarily one that a chip accepts.
func ParseDescriptor(b []byte) (Descriptor, error) {
	var d Descriptor
	if len(b) < DescriptorSize {
		return d, fmt.Errorf("kernel descriptor has %d bytes, not %d", len(b), DescriptorSize)
	}
	words := d.words()
	for _, w := range words {
		*w.member = binary.LittleEndian.Uint32(b[w.off:])
	}
	d.EntryByteOffset = int64(binary.LittleEndian.Uint64(b[16:]))
	copy(d.Reserved24[:], b[24:44])
	for i := range descriptorFields {
		f := &descriptorFields[i]
		w := bitWord(&words, f.word)
		v := *w & f.mask() >> f.low
		*w &^= f.mask()
		if f.flag != nil {
			*f.flag(&d) = v != 0
		} else {
			*f.number(&d) = uint16(v)
		}
	}
	return d, nil
}

// Marshal returns the descriptor's 64 bytes. A member that does not fit its bits is a bug in the
// caller.
func (d Descriptor) Marshal() [DescriptorSize]byte {
	words := d.words()
	for i := range descriptorFields {
		f := &descriptorFields[i]
		v := uint32(0)
		switch {
		case f.number != nil:
			v = uint32(*f.number(&d))
		case *f.flag(&d):
			v = 1
		}
		w := bitWord(&words, f.word)
		if v>>f.width != 0 || *w&f.mask() != 0 {
			panic(fmt.Sprintf("BUG: kernel descriptor: %#x does not fit bits %d:%d of the word at byte %d", v, f.low+f.width-1, f.low, f.word))
		}
		*w |= v << f.low
	}
	var b [DescriptorSize]byte
	for _, w := range words {
		binary.LittleEndian.PutUint32(b[w.off:], *w.member)
	}
	binary.LittleEndian.PutUint64(b[16:], uint64(d.EntryByteOffset))
	copy(b[24:44], d.Reserved24[:])
	return b
}

// UnifiedVGPRs returns the number of registers per lane, VGPRs and AGPRs together, that a wave is
// allocated.
func (d *Descriptor) UnifiedVGPRs(c *arch.Chip) int {
	return (int(d.GranulatedVGPRs) + 1) * c.VGPRGranule
}

// FirstAGPR returns the index of a0 in the unified register file.
func (d *Descriptor) FirstAGPR() int { return (int(d.AccumOffset) + 1) * 4 }

// SGPRs returns the number of SGPRs that a wave is allocated, including those for VCC, FLAT_SCRATCH
// and XNACK_MASK.
func (d *Descriptor) SGPRs(c *arch.Chip) int {
	return (int(d.GranulatedSGPRs) + 1) * c.SGPRGranule
}

// Prologue is the size of the code that waves skip whose arguments the firmware has preloaded, in bytes.
func (d *Descriptor) Prologue() int {
	if d.PreloadLength == 0 {
		return 0
	}
	return arch.PreloadPrologue
}

// PreloadedSGPRs is a run of SGPRs that hold a value when a wave starts.
type PreloadedSGPRs struct {
	Name         string
	First, Count int
}

// UserSGPRs lists what the packet processor puts into the user SGPRs, starting at s0. SGPRs that
// are counted but not initialized are left out.
//
// Source: facts isa/encodings.md §12; the order of LLVM AMDGPUUsage, "Initial Kernel Execution
// State".
func (d *Descriptor) UserSGPRs() []PreloadedSGPRs {
	return layOut(0, []sgprDemand{
		{"private_segment_buffer", d.PrivateSegmentBuffer, 4},
		{"dispatch_ptr", d.DispatchPtr, 2},
		{"queue_ptr", d.QueuePtr, 2},
		{"kernarg_segment_ptr", d.KernargSegmentPtr, 2},
		{"dispatch_id", d.DispatchID, 2},
		{"flat_scratch_init", d.FlatScratchInit, 2},
		{"private_segment_size", d.PrivateSegmentSize, 1},
		{"kernarg_preload", d.PreloadLength > 0, int(d.PreloadLength)},
	})
}

// SystemSGPRs lists the SGPRs after the user SGPRs that hold a value when a wave starts.
func (d *Descriptor) SystemSGPRs() []PreloadedSGPRs {
	return layOut(int(d.UserSGPRCount), []sgprDemand{
		{"workgroup_id_x", d.WorkgroupIDX, 1},
		{"workgroup_id_y", d.WorkgroupIDY, 1},
		{"workgroup_id_z", d.WorkgroupIDZ, 1},
		{"workgroup_info", d.WorkgroupInfo, 1},
	})
}

// sgprDemand is a value that takes count SGPRs if it is wanted.
type sgprDemand struct {
	name   string
	wanted bool
	count  int
}

// layOut places the wanted values in consecutive SGPRs starting at s[first].
func layOut(first int, all []sgprDemand) []PreloadedSGPRs {
	var placed []PreloadedSGPRs
	for _, s := range all {
		if s.wanted {
			placed = append(placed, PreloadedSGPRs{s.name, first, s.count})
			first += s.count
		}
	}
	return placed
}
