package hsaco

import (
	"fmt"
	"strings"

	"heddle/arch"
)

// Directive is one line of an .amdhsa_kernel block.
type Directive struct {
	Name  string // with its ".amdhsa_"
	Value int64
}

// directiveUse selects the renderings of a descriptor in which a row of directiveRows appears.
type directiveUse uint8

const (
	useBoth    directiveUse = iota
	useNonzero              // both, unless the value is 0
	useObjdump              // llvm-objdump prints it, but it is redundant or would be refused
	useAsm                  // llvm-objdump omits it, but the bytes depend on it
)

// directiveRow is one directive and its value for a descriptor.
type directiveRow struct {
	name  string
	use   directiveUse
	value func(*Descriptor, *arch.Chip) int64
}

// directiveRows lists the directives in the order in which llvm-objdump-22 prints them, which was
// found by flipping each bit of a descriptor.
var directiveRows = []directiveRow{
	{"group_segment_fixed_size", useBoth, func(d *Descriptor, _ *arch.Chip) int64 { return int64(d.GroupSegmentFixedSize) }},
	{"private_segment_fixed_size", useBoth, func(d *Descriptor, _ *arch.Chip) int64 { return int64(d.PrivateSegmentFixedSize) }},
	{"kernarg_size", useBoth, func(d *Descriptor, _ *arch.Chip) int64 { return int64(d.KernargSize) }},
	{"user_sgpr_count", useAsm, func(d *Descriptor, _ *arch.Chip) int64 { return int64(d.UserSGPRCount) }},
	{"accum_offset", useBoth, func(d *Descriptor, _ *arch.Chip) int64 { return int64(d.FirstAGPR()) }},
	{"tg_split", useBoth, func(d *Descriptor, _ *arch.Chip) int64 { return bit(d.TGSplit) }},
	{"next_free_vgpr", useBoth, func(d *Descriptor, c *arch.Chip) int64 { return int64(d.UnifiedVGPRs(c)) }},
	{"reserve_vcc", useBoth, func(*Descriptor, *arch.Chip) int64 { return 0 }},
	// The assembler refuses a 0 here unless the target id has "xnack-".
	{"reserve_xnack_mask", useObjdump, func(*Descriptor, *arch.Chip) int64 { return 0 }},
	{"next_free_sgpr", useObjdump, func(d *Descriptor, c *arch.Chip) int64 { return int64(d.SGPRs(c)) }},
	// The assembler adds the extra SGPRs regardless of the reserve directives.
	{"next_free_sgpr", useAsm, func(d *Descriptor, c *arch.Chip) int64 {
		return int64(min(max(d.SGPRs(c)-c.ExtraSGPRs, 0), c.SGPRs))
	}},
	{"float_round_mode_32", useBoth, func(d *Descriptor, _ *arch.Chip) int64 { return int64(d.RoundMode32) }},
	{"float_round_mode_16_64", useBoth, func(d *Descriptor, _ *arch.Chip) int64 { return int64(d.RoundMode1664) }},
	{"float_denorm_mode_32", useBoth, func(d *Descriptor, _ *arch.Chip) int64 { return int64(d.DenormMode32) }},
	{"float_denorm_mode_16_64", useBoth, func(d *Descriptor, _ *arch.Chip) int64 { return int64(d.DenormMode1664) }},
	{"dx10_clamp", useBoth, func(d *Descriptor, _ *arch.Chip) int64 { return bit(d.DX10Clamp) }},
	{"ieee_mode", useBoth, func(d *Descriptor, _ *arch.Chip) int64 { return bit(d.IEEEMode) }},
	{"fp16_overflow", useBoth, func(d *Descriptor, _ *arch.Chip) int64 { return bit(d.FP16Overflow) }},
	{"enable_private_segment", useBoth, func(d *Descriptor, _ *arch.Chip) int64 { return bit(d.EnablePrivateSegment) }},
	{"system_sgpr_workgroup_id_x", useBoth, func(d *Descriptor, _ *arch.Chip) int64 { return bit(d.WorkgroupIDX) }},
	{"system_sgpr_workgroup_id_y", useBoth, func(d *Descriptor, _ *arch.Chip) int64 { return bit(d.WorkgroupIDY) }},
	{"system_sgpr_workgroup_id_z", useBoth, func(d *Descriptor, _ *arch.Chip) int64 { return bit(d.WorkgroupIDZ) }},
	{"system_sgpr_workgroup_info", useBoth, func(d *Descriptor, _ *arch.Chip) int64 { return bit(d.WorkgroupInfo) }},
	{"system_vgpr_workitem_id", useBoth, func(d *Descriptor, _ *arch.Chip) int64 { return int64(d.VGPRWorkitemID) }},
	{"exception_fp_ieee_invalid_op", useBoth, func(d *Descriptor, _ *arch.Chip) int64 { return bit(d.ExceptionInvalidOp) }},
	{"exception_fp_denorm_src", useBoth, func(d *Descriptor, _ *arch.Chip) int64 { return bit(d.ExceptionDenormSrc) }},
	{"exception_fp_ieee_div_zero", useBoth, func(d *Descriptor, _ *arch.Chip) int64 { return bit(d.ExceptionDivZero) }},
	{"exception_fp_ieee_overflow", useBoth, func(d *Descriptor, _ *arch.Chip) int64 { return bit(d.ExceptionOverflow) }},
	{"exception_fp_ieee_underflow", useBoth, func(d *Descriptor, _ *arch.Chip) int64 { return bit(d.ExceptionUnderflow) }},
	{"exception_fp_ieee_inexact", useBoth, func(d *Descriptor, _ *arch.Chip) int64 { return bit(d.ExceptionInexact) }},
	{"exception_int_div_zero", useBoth, func(d *Descriptor, _ *arch.Chip) int64 { return bit(d.ExceptionIntDivZero) }},
	{"user_sgpr_dispatch_ptr", useBoth, func(d *Descriptor, _ *arch.Chip) int64 { return bit(d.DispatchPtr) }},
	{"user_sgpr_queue_ptr", useBoth, func(d *Descriptor, _ *arch.Chip) int64 { return bit(d.QueuePtr) }},
	{"user_sgpr_kernarg_segment_ptr", useBoth, func(d *Descriptor, _ *arch.Chip) int64 { return bit(d.KernargSegmentPtr) }},
	{"user_sgpr_dispatch_id", useBoth, func(d *Descriptor, _ *arch.Chip) int64 { return bit(d.DispatchID) }},
	{"user_sgpr_private_segment_size", useBoth, func(d *Descriptor, _ *arch.Chip) int64 { return bit(d.PrivateSegmentSize) }},
	{"uses_dynamic_stack", useBoth, func(d *Descriptor, _ *arch.Chip) int64 { return bit(d.DynamicStack) }},
	{"user_sgpr_kernarg_preload_length", useNonzero, func(d *Descriptor, _ *arch.Chip) int64 { return int64(d.PreloadLength) }},
	{"user_sgpr_kernarg_preload_offset", useNonzero, func(d *Descriptor, _ *arch.Chip) int64 { return int64(d.PreloadOffset) }},
}

// bit is 1 for true.
func bit(b bool) int64 {
	if b {
		return 1
	}
	return 0
}

// ObjdumpBlock returns the .amdhsa_kernel block that llvm-objdump-22 prints for the descriptor of
// the kernel called name. It fails where llvm-objdump prints bytes instead, that is, when a bit
// that must be 0 is set.
//
// The block does not assemble to the same descriptor, neither here nor in LLVM; Directives gives
// lines that do.
func (d *Descriptor) ObjdumpBlock(c *arch.Chip, name string) (string, error) {
	if bad := d.reserved(); len(bad) > 0 {
		return "", fmt.Errorf("kernel descriptor: reserved bits are set: %s", strings.Join(bad, ", "))
	}
	var b strings.Builder
	fmt.Fprintf(&b, ".amdhsa_kernel %s\n", name)
	for _, r := range d.rows(c, useObjdump) {
		fmt.Fprintf(&b, "\t%s %d\n", r.Name, r.Value)
	}
	b.WriteString(".end_amdhsa_kernel\n")
	return b.String(), nil
}

// Directives returns lines of an .amdhsa_kernel block that assemble to d, except for
// EntryByteOffset, which the linker fills in. It fails if there are none; the error names what
// cannot be expressed.
func (d *Descriptor) Directives(c *arch.Chip) ([]Directive, error) {
	bad := append(d.reserved(), d.unspeakable(c)...)
	if len(bad) > 0 {
		return nil, fmt.Errorf("kernel descriptor: no directive for %s", strings.Join(bad, ", "))
	}
	return d.rows(c, useAsm), nil
}

// rows evaluates the rows for one rendering.
func (d *Descriptor) rows(c *arch.Chip, also directiveUse) []Directive {
	var lines []Directive
	for _, r := range directiveRows {
		v := r.value(d, c)
		if r.use == useBoth || r.use == also || r.use == useNonzero && v != 0 {
			lines = append(lines, Directive{".amdhsa_" + r.name, v})
		}
	}
	return lines
}

// reserved names the set bits that must be 0 on these chips.
func (d *Descriptor) reserved() []string {
	var bad []string
	for _, r := range []struct {
		set  bool
		what string
	}{
		{d.Reserved12 != 0, "bytes 12 to 15"},
		{d.Reserved24 != [20]byte{}, "bytes 24 to 43"},
		{d.ReservedRsrc3 != 0, fmt.Sprintf("compute_pgm_rsrc3 %#x", d.ReservedRsrc3)},
		{d.Priority != 0, "compute_pgm_rsrc1 PRIORITY"},
		{d.Priv, "compute_pgm_rsrc1 PRIV"},
		{d.DebugMode, "compute_pgm_rsrc1 DEBUG_MODE"},
		{d.Bulky, "compute_pgm_rsrc1 BULKY"},
		{d.CDBGUser, "compute_pgm_rsrc1 CDBG_USER"},
		{d.ReservedRsrc1 != 0, fmt.Sprintf("compute_pgm_rsrc1 %#x", d.ReservedRsrc1)},
		{d.ExceptionAddressWatch, "compute_pgm_rsrc2 ENABLE_EXCEPTION_ADDRESS_WATCH"},
		{d.ExceptionMemory, "compute_pgm_rsrc2 ENABLE_EXCEPTION_MEMORY"},
		{d.GranulatedLDS != 0, "compute_pgm_rsrc2 GRANULATED_LDS_SIZE"},
		{d.ReservedRsrc2 != 0, fmt.Sprintf("compute_pgm_rsrc2 %#x", d.ReservedRsrc2)},
		{d.Wavefront32, "ENABLE_WAVEFRONT_SIZE32"},
		{d.ReservedProperties != 0, fmt.Sprintf("kernel_code_properties %#x", d.ReservedProperties)},
		{d.Reserved60 != 0, "bytes 60 to 63"},
	} {
		if r.set {
			bad = append(bad, r.what)
		}
	}
	return bad
}

// unspeakable names settings that llvm-objdump prints or skips, but that no block of directives can
// express.
func (d *Descriptor) unspeakable(c *arch.Chip) []string {
	implied := 0
	for _, s := range d.UserSGPRs() {
		implied += s.Count
	}
	preloadEnd := 4 * (int64(d.PreloadOffset) + int64(d.PreloadLength))
	var bad []string
	for _, r := range []struct {
		set  bool
		what string
	}{
		{d.TrapHandler, "compute_pgm_rsrc2 ENABLE_TRAP_HANDLER"},
		{d.PrivateSegmentBuffer, "ENABLE_SGPR_PRIVATE_SEGMENT_BUFFER"},
		{d.FlatScratchInit, "ENABLE_SGPR_FLAT_SCRATCH_INIT"},
		{d.SGPRs(c)-c.SGPRGranule >= c.SGPRs+c.ExtraSGPRs, fmt.Sprintf("%d SGPRs (at most %d)", d.SGPRs(c), c.SGPRs+c.ExtraSGPRs)},
		{d.FirstAGPR() > d.UnifiedVGPRs(c), fmt.Sprintf("accum_offset %d above %d VGPRs", d.FirstAGPR(), d.UnifiedVGPRs(c))},
		{int(d.UserSGPRCount) < implied, fmt.Sprintf("%d user SGPRs, but %d are in use", d.UserSGPRCount, implied)},
		{int(d.PreloadLength) > c.MaxUserSGPRs, fmt.Sprintf("a kernarg preload of %d dwords (at most %d)", d.PreloadLength, c.MaxUserSGPRs)},
		{d.PreloadLength != 0 && d.KernargSize != 0 && preloadEnd > int64(d.KernargSize),
			fmt.Sprintf("a kernarg preload up to byte %d of %d", preloadEnd, d.KernargSize)},
		// With a preload, the assembler gives a wave at least the user SGPRs.
		{d.PreloadLength != 0 && d.SGPRs(c) < int(d.UserSGPRCount)+c.ExtraSGPRs,
			fmt.Sprintf("%d SGPRs with a kernarg preload and %d user SGPRs", d.SGPRs(c), d.UserSGPRCount)},
	} {
		if r.set {
			bad = append(bad, r.what)
		}
	}
	return bad
}
