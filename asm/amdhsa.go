package asm

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"heddle/arch"
	"heddle/hsaco"
	"heddle/isa"
)

// kernelTarget holds what the descriptor of a kernel depends on in addition to its directives.
type kernelTarget struct {
	chip  *arch.Chip
	xnack hsaco.Feature
}

// KernelSetting is one line of an .amdhsa_kernel block with its value.
type KernelSetting struct {
	Name  string // with the leading ".amdhsa_"
	Value int64
}

// kernelFault is an error in an .amdhsa_kernel block.
type kernelFault struct {
	index int    // of the setting at fault; -1: detected at .end_amdhsa_kernel
	msg   string // what is wrong
	notes []string
}

// kernelDirective is a directive of an .amdhsa_kernel block.
type kernelDirective struct {
	name string // without the ".amdhsa_"
	// max is the largest value; the smallest is always 0.
	max uint32
	// limit, if given, is the largest value on a chip, instead of max.
	limit func(*arch.Chip) int
	// sgprs is the number of user SGPRs that a 1 takes.
	sgprs int
	// put stores the value where it is one field of the descriptor; the other
	// directives are combined by kernelDescriptor.
	put func(d *hsaco.Descriptor, v uint32)
	// absent is the reason why these chips refuse the directive.
	absent string
}

// Reasons for which a directive of other targets is refused, in LLVM's words.
const (
	absentArchitected = "is not supported with architected flat scratch"
	absentGFX10       = "requires gfx10+"
	absentGFX1011     = "requires gfx10 or gfx11"
	absentGFX11       = "requires gfx11+"
	absentGFX12       = "requires gfx12+"
	absentGFX125      = "requires gfx1250+"
)

// maxUserSGPRCount is what fits the field of compute_pgm_rsrc2. The hardware
// fills 16; LLVM lets a program ask for more.
const maxUserSGPRCount = 31

// kernelDirectives lists every directive that LLVM 22 knows, found by giving each of them in-range
// and out-of-range values on both chips, which do not differ.
var kernelDirectives = []kernelDirective{
	{name: "group_segment_fixed_size", max: 1<<32 - 1, put: func(d *hsaco.Descriptor, v uint32) { d.GroupSegmentFixedSize = v }},
	{name: "private_segment_fixed_size", max: 1<<32 - 1, put: func(d *hsaco.Descriptor, v uint32) { d.PrivateSegmentFixedSize = v }},
	{name: "kernarg_size", max: 1<<32 - 1, put: func(d *hsaco.Descriptor, v uint32) { d.KernargSize = v }},

	{name: "user_sgpr_count", max: maxUserSGPRCount},
	{name: "user_sgpr_private_segment_buffer", absent: absentArchitected},
	{name: "user_sgpr_dispatch_ptr", max: 1, sgprs: 2, put: func(d *hsaco.Descriptor, v uint32) { d.DispatchPtr = v != 0 }},
	{name: "user_sgpr_queue_ptr", max: 1, sgprs: 2, put: func(d *hsaco.Descriptor, v uint32) { d.QueuePtr = v != 0 }},
	{name: "user_sgpr_kernarg_segment_ptr", max: 1, sgprs: 2, put: func(d *hsaco.Descriptor, v uint32) { d.KernargSegmentPtr = v != 0 }},
	{name: "user_sgpr_dispatch_id", max: 1, sgprs: 2, put: func(d *hsaco.Descriptor, v uint32) { d.DispatchID = v != 0 }},
	{name: "user_sgpr_flat_scratch_init", absent: absentArchitected},
	{name: "user_sgpr_private_segment_size", max: 1, sgprs: 1, put: func(d *hsaco.Descriptor, v uint32) { d.PrivateSegmentSize = v != 0 }},
	{name: "user_sgpr_kernarg_preload_length", limit: func(c *arch.Chip) int { return c.MaxUserSGPRs }, sgprs: 1,
		put: func(d *hsaco.Descriptor, v uint32) { d.PreloadLength = uint16(v) }},
	{name: "user_sgpr_kernarg_preload_offset", max: 1<<9 - 1, put: func(d *hsaco.Descriptor, v uint32) { d.PreloadOffset = uint16(v) }},

	{name: "wavefront_size32", absent: absentGFX10},
	{name: "uses_dynamic_stack", max: 1, put: func(d *hsaco.Descriptor, v uint32) { d.DynamicStack = v != 0 }},
	{name: "system_sgpr_private_segment_wavefront_offset", absent: absentArchitected},
	{name: "enable_private_segment", max: 1, put: func(d *hsaco.Descriptor, v uint32) { d.EnablePrivateSegment = v != 0 }},
	{name: "system_sgpr_workgroup_id_x", max: 1, put: func(d *hsaco.Descriptor, v uint32) { d.WorkgroupIDX = v != 0 }},
	{name: "system_sgpr_workgroup_id_y", max: 1, put: func(d *hsaco.Descriptor, v uint32) { d.WorkgroupIDY = v != 0 }},
	{name: "system_sgpr_workgroup_id_z", max: 1, put: func(d *hsaco.Descriptor, v uint32) { d.WorkgroupIDZ = v != 0 }},
	{name: "system_sgpr_workgroup_info", max: 1, put: func(d *hsaco.Descriptor, v uint32) { d.WorkgroupInfo = v != 0 }},
	{name: "system_vgpr_workitem_id", max: 3, put: func(d *hsaco.Descriptor, v uint32) { d.VGPRWorkitemID = uint16(v) }},

	{name: "next_free_vgpr", limit: func(c *arch.Chip) int { return c.UnifiedVGPRs }},
	{name: "next_free_sgpr", limit: func(c *arch.Chip) int { return c.SGPRs }},
	{name: "accum_offset", limit: func(c *arch.Chip) int { return c.VGPRs }},
	{name: "reserve_vcc", max: 1},
	{name: "reserve_flat_scratch", absent: absentArchitected},
	{name: "reserve_xnack_mask", max: 1},

	{name: "float_round_mode_32", max: 3, put: func(d *hsaco.Descriptor, v uint32) { d.RoundMode32 = uint16(v) }},
	{name: "float_round_mode_16_64", max: 3, put: func(d *hsaco.Descriptor, v uint32) { d.RoundMode1664 = uint16(v) }},
	{name: "float_denorm_mode_32", max: 3, put: func(d *hsaco.Descriptor, v uint32) { d.DenormMode32 = uint16(v) }},
	{name: "float_denorm_mode_16_64", max: 3, put: func(d *hsaco.Descriptor, v uint32) { d.DenormMode1664 = uint16(v) }},
	{name: "dx10_clamp", max: 1, put: func(d *hsaco.Descriptor, v uint32) { d.DX10Clamp = v != 0 }},
	{name: "ieee_mode", max: 1, put: func(d *hsaco.Descriptor, v uint32) { d.IEEEMode = v != 0 }},
	{name: "fp16_overflow", max: 1, put: func(d *hsaco.Descriptor, v uint32) { d.FP16Overflow = v != 0 }},
	{name: "tg_split", max: 1, put: func(d *hsaco.Descriptor, v uint32) { d.TGSplit = v != 0 }},

	{name: "workgroup_processor_mode", absent: absentGFX10},
	{name: "memory_ordered", absent: absentGFX10},
	{name: "forward_progress", absent: absentGFX10},
	{name: "shared_vgpr_count", absent: absentGFX1011},
	{name: "inst_pref_size", absent: absentGFX11},
	{name: "round_robin_scheduling", absent: absentGFX12},
	{name: "named_barrier_count", absent: absentGFX125},

	{name: "exception_fp_ieee_invalid_op", max: 1, put: func(d *hsaco.Descriptor, v uint32) { d.ExceptionInvalidOp = v != 0 }},
	{name: "exception_fp_denorm_src", max: 1, put: func(d *hsaco.Descriptor, v uint32) { d.ExceptionDenormSrc = v != 0 }},
	{name: "exception_fp_ieee_div_zero", max: 1, put: func(d *hsaco.Descriptor, v uint32) { d.ExceptionDivZero = v != 0 }},
	{name: "exception_fp_ieee_overflow", max: 1, put: func(d *hsaco.Descriptor, v uint32) { d.ExceptionOverflow = v != 0 }},
	{name: "exception_fp_ieee_underflow", max: 1, put: func(d *hsaco.Descriptor, v uint32) { d.ExceptionUnderflow = v != 0 }},
	{name: "exception_fp_ieee_inexact", max: 1, put: func(d *hsaco.Descriptor, v uint32) { d.ExceptionInexact = v != 0 }},
	{name: "exception_int_div_zero", max: 1, put: func(d *hsaco.Descriptor, v uint32) { d.ExceptionIntDivZero = v != 0 }},
}

// kernelDirectivePrefix starts the name of each line of a block.
const kernelDirectivePrefix = ".amdhsa_"

// defaultDescriptor has the default values of directives.
func defaultDescriptor() hsaco.Descriptor {
	return hsaco.Descriptor{
		WorkgroupIDX:   true,
		DenormMode1664: 3,
		DX10Clamp:      true,
		IEEEMode:       true,
	}
}

// findKernelDirective returns the row for a name, or nil.
func findKernelDirective(name string) *kernelDirective {
	short, ok := strings.CutPrefix(name, kernelDirectivePrefix)
	if !ok {
		return nil
	}
	i := slices.IndexFunc(kernelDirectives, func(k kernelDirective) bool { return k.name == short })
	if i < 0 {
		return nil
	}
	return &kernelDirectives[i]
}

// checkKernelDirective returns why name is not a directive of an .amdhsa_kernel block on these
// chips, or an empty fault if it is.
func checkKernelDirective(name string) (fault string, notes []string) {
	k := findKernelDirective(name)
	if k == nil {
		if near := nearestDirective(name); near != "" {
			notes = []string{"did you mean " + near + "?"}
		}
		return fmt.Sprintf("%s is not a directive of an .amdhsa_kernel block", name), notes
	}
	if k.absent != "" {
		return fmt.Sprintf("%s %s", name, k.absent), nil
	}
	return "", nil
}

// ceiling returns the largest value of the directive on a chip.
func (k *kernelDirective) ceiling(c *arch.Chip) int64 {
	if k.limit != nil {
		return int64(k.limit(c))
	}
	return int64(k.max)
}

// descriptorBuilder collects the values that kernelDescriptor combines.
type descriptorBuilder struct {
	target   kernelTarget
	settings []KernelSetting
	index    map[string]int // of the first setting with this short name
	implied  int64          // user SGPRs requested
	faults   []kernelFault
}

// KernelDescriptor returns the descriptor of an .amdhsa_kernel block with these settings, for a
// chip and a target id with that setting of xnack. Its EntryByteOffset is 0. The error is the first
// fault.
func KernelDescriptor(chip *arch.Chip, xnack hsaco.Feature, settings []KernelSetting) (hsaco.Descriptor, error) {
	d, faults := kernelDescriptor(kernelTarget{chip: chip, xnack: xnack}, settings)
	if len(faults) > 0 {
		return hsaco.Descriptor{}, errors.New(faults[0].msg)
	}
	return d, nil
}

// kernelDescriptor converts the settings of an .amdhsa_kernel block, in source order, to the
// descriptor. Its EntryByteOffset stays 0. All faults are reported, those of single lines before
// those of the block.
func kernelDescriptor(t kernelTarget, settings []KernelSetting) (hsaco.Descriptor, []kernelFault) {
	b := descriptorBuilder{target: t, settings: settings, index: make(map[string]int)}
	d := defaultDescriptor()
	for i, s := range settings {
		b.setting(&d, i, s)
	}
	if len(b.faults) == 0 {
		b.checkXNACK()
		b.vgprs(&d)
		b.userSGPRs(&d)
		b.sgprs(&d)
	}
	return d, b.faults
}

// fault records an error.
func (b *descriptorBuilder) fault(index int, msg string, notes ...string) {
	b.faults = append(b.faults, kernelFault{index, msg, notes})
}

// setting checks one line by itself and stores it if it is a plain field.
func (b *descriptorBuilder) setting(d *hsaco.Descriptor, i int, s KernelSetting) {
	if fault, notes := checkKernelDirective(s.Name); fault != "" {
		b.fault(i, fault, notes...)
		return
	}
	k := findKernelDirective(s.Name)
	if _, twice := b.index[k.name]; twice {
		b.fault(i, fmt.Sprintf("%s is given twice in this block", s.Name))
		return
	}
	b.index[k.name] = i
	if top := k.ceiling(b.target.chip); s.Value < 0 || s.Value > top {
		b.outOfRange(i, s, k, top)
		return
	}
	b.implied += int64(k.sgprs) * s.Value
	if k.put != nil {
		k.put(d, uint32(s.Value))
	}
}

// outOfRange reports a value that the directive does not accept.
func (b *descriptorBuilder) outOfRange(i int, s KernelSetting, k *kernelDirective, top int64) {
	if k.name == "accum_offset" {
		b.fault(i, accumOffsetRange(top)+fmt.Sprintf(", not %d", s.Value))
		return
	}
	b.fault(i, fmt.Sprintf("value %d of %s is out of range", s.Value, s.Name), fmt.Sprintf("accepted: 0 to %d", top))
}

// accumOffsetRange describes the values that .amdhsa_accum_offset accepts.
func accumOffsetRange(top int64) string {
	return fmt.Sprintf(".amdhsa_accum_offset should be in range [4..%d] in increments of 4", top)
}

// value returns the value of the setting with this short name, or def.
func (b *descriptorBuilder) value(name string, def int64) int64 {
	if i, ok := b.index[name]; ok {
		return b.settings[i].Value
	}
	return def
}

// required returns the value of a required setting.
func (b *descriptorBuilder) required(name string) (int64, bool) {
	i, ok := b.index[name]
	if !ok {
		b.fault(-1, fmt.Sprintf("%s%s directive is required", kernelDirectivePrefix, name))
		return 0, false
	}
	return b.settings[i].Value, true
}

// checkXNACK compares .amdhsa_reserve_xnack_mask with the target id, which
// decides: the mask is reserved unless the id says "xnack-".
func (b *descriptorBuilder) checkXNACK() {
	i, ok := b.index["reserve_xnack_mask"]
	want := int64(1)
	id := "allows xnack"
	if b.target.xnack == hsaco.FeatureOff {
		want, id = 0, "has xnack-"
	}
	if ok && b.settings[i].Value != want {
		b.fault(i, ".amdhsa_reserve_xnack_mask does not match target id", fmt.Sprintf("the target id %s: accepted: %d", id, want))
	}
}

// userSGPRs counts the user SGPRs and checks the kernarg preload.
func (b *descriptorBuilder) userSGPRs(d *hsaco.Descriptor) {
	at, given := b.index["user_sgpr_count"]
	count := b.value("user_sgpr_count", b.implied)
	if given && count < b.implied {
		b.fault(at, fmt.Sprintf(".amdhsa_user_sgpr_count %d is smaller than the %d user SGPRs that the block enables", count, b.implied))
		return
	}
	d.UserSGPRCount = uint16(count)
	end := 4 * (int64(d.PreloadLength) + int64(d.PreloadOffset))
	if d.PreloadLength != 0 && d.KernargSize != 0 && end > int64(d.KernargSize) {
		b.fault(b.index["user_sgpr_kernarg_preload_length"],
			fmt.Sprintf("kernarg preload length + offset is larger than the kernarg segment size: %d bytes of %d", end, d.KernargSize))
	}
}

// sgprs sets the granules of the SGPR file. The SGPRs after the named ones are always counted: with
// architected flat scratch the reserve directives change nothing. With a kernarg preload a wave has
// at least its user SGPRs.
func (b *descriptorBuilder) sgprs(d *hsaco.Descriptor) {
	n, ok := b.required("next_free_sgpr")
	if !ok {
		return
	}
	if d.PreloadLength != 0 {
		n = max(n, int64(d.UserSGPRCount))
	}
	c := b.target.chip
	d.GranulatedSGPRs = granules(n+int64(c.ExtraSGPRs), c.SGPRGranule)
}

// vgprs sets the granules of the unified register file and the index of a0.
func (b *descriptorBuilder) vgprs(d *hsaco.Descriptor) {
	c := b.target.chip
	next, ok := b.required("next_free_vgpr")
	accum, ok2 := b.required("accum_offset")
	if !ok || !ok2 {
		return
	}
	at := b.index["accum_offset"]
	if accum < 4 || accum%4 != 0 {
		b.fault(at, accumOffsetRange(int64(c.VGPRs))+fmt.Sprintf(", not %d", accum))
		return
	}
	if total := alignUp(max(next, 1), 4); accum > total {
		b.fault(at, fmt.Sprintf("accum_offset exceeds total VGPR allocation: %d of %d", accum, total))
		return
	}
	d.GranulatedVGPRs = granules(next, c.VGPRGranule)
	d.AccumOffset = uint16(accum/4 - 1)
}

// granules encodes a register count: the number of granules minus one.
func granules(n int64, granule int) uint16 {
	return uint16(alignUp(max(n, 1), int64(granule))/int64(granule) - 1)
}

// alignUp rounds n up to a multiple of unit.
func alignUp(n, unit int64) int64 { return (n + unit - 1) / unit * unit }

// nearestDirective returns the directive that name is a misspelling of, or "".
func nearestDirective(name string) string {
	var names []string
	for i := range kernelDirectives {
		if kernelDirectives[i].absent == "" {
			names = append(names, kernelDirectivePrefix+kernelDirectives[i].name)
		}
	}
	return nearestName(name, names, 3)
}

// nearestName returns the name with the smallest edit distance to name, at
// most limit, or "".
func nearestName(name string, names []string, limit int) string {
	if near := isa.Nearest(name, names, limit); len(near) > 0 {
		return near[0]
	}
	return ""
}
