package build

import (
	"bytes"
	"debug/elf"
	"encoding/binary"
	"errors"
	"fmt"

	"heddle/arch"
	"heddle/asm"
	"heddle/hsaco"
	"heddle/mach"
)

// codeObjectVersion is what assembly and object are made for.
const codeObjectVersion = 6

// codeAlign and descriptorAlign are the alignments of kernels and of their
// descriptors (LLVM AMDGPU usage, "Kernel Descriptor").
const (
	codeAlign       = 256
	descriptorAlign = 64
	noteAlign       = 4
)

// nop fills the space between kernels: s_nop 0, as in the assembler.
const nop = 0xbf800000

// module returns the linker's input: the same as the assembler makes from the Assembly.
func (r *Result) module() *hsaco.Module {
	code := &hsaco.Section{Name: ".text", Type: elf.SHT_PROGBITS, Flags: elf.SHF_ALLOC | elf.SHF_EXECINSTR, Align: codeAlign}
	descriptors := &hsaco.Section{Name: ".rodata", Type: elf.SHT_PROGBITS, Flags: elf.SHF_ALLOC, Align: descriptorAlign}
	note := &hsaco.Section{Name: ".note", Type: elf.SHT_NOTE, Flags: elf.SHF_ALLOC, Align: noteAlign, Data: hsaco.NoteSection(r.metadata().Note())}
	m := &hsaco.Module{Chip: r.Chip, XNACK: r.XNACK, SRAMECC: r.SRAMECC, Version: codeObjectVersion, Sections: []*hsaco.Section{code, descriptors, note}}
	for _, k := range r.Kernels {
		for len(code.Data)%codeAlign != 0 {
			code.Data = binary.LittleEndian.AppendUint32(code.Data, nop)
		}
		kernel := &hsaco.Symbol{Name: k.Name, Place: hsaco.PlaceSection, Section: code, Value: uint64(len(code.Data)), Size: uint64(len(k.Code.Bytes)),
			Type: elf.STT_FUNC, Bind: elf.STB_GLOBAL, Visibility: elf.STV_PROTECTED}
		descriptor := &hsaco.Symbol{Name: k.Name + ".kd", Place: hsaco.PlaceSection, Section: descriptors, Value: uint64(len(descriptors.Data)), Size: hsaco.DescriptorSize,
			Type: elf.STT_OBJECT, Bind: elf.STB_GLOBAL, Visibility: elf.STV_PROTECTED}
		m.Symbols = append(m.Symbols, kernel, descriptor)
		descriptors.Relocs = append(descriptors.Relocs, entry(kernel, descriptor))
		d, err := asm.KernelDescriptor(r.Chip, r.XNACK, settings(r.Chip, k))
		if err != nil {
			panic(fmt.Sprintf("BUG: the compiler's descriptor is refused: %v", err))
		}
		descriptorBytes := d.Marshal()
		code.Data, descriptors.Data = append(code.Data, k.Code.Bytes...), append(descriptors.Data, descriptorBytes[:]...)
	}
	for _, s := range m.Sections {
		s.Size = uint64(len(s.Data))
	}
	return m
}

// CheckAssembly assembles the Assembly and compares the result with Object.
func (r *Result) CheckAssembly() error {
	assembled, err := asm.Assemble(r.Assembly(), asm.Options{File: "kernel.s", Chip: r.Chip})
	if err != nil {
		return err
	}
	object, err := hsaco.Link(assembled.Module)
	if err != nil {
		return err
	}
	if !bytes.Equal(object, r.Object) {
		return errors.New("the assembly gives a different code object than the compiler")
	}
	return nil
}

// entry is the relocation that puts the distance of the code into a descriptor. Its value is
// relative to the field, not to the descriptor.
func entry(kernel, descriptor *hsaco.Symbol) hsaco.Reloc {
	const entryByteOffset = 16
	return hsaco.Reloc{Offset: descriptor.Value + entryByteOffset, Type: hsaco.RelRel64, Symbol: kernel, Addend: entryByteOffset}
}

// settings are the lines of a kernel's .amdhsa_kernel block.
func settings(chip *arch.Chip, k *Kernel) []asm.KernelSetting {
	var list []asm.KernelSetting
	set := func(what string, n int) {
		list = append(list, asm.KernelSetting{Name: ".amdhsa_" + what, Value: int64(n)})
	}
	set("group_segment_fixed_size", k.Func.LDSBytes)
	set("private_segment_fixed_size", k.Func.ScratchBytes)
	set("kernarg_size", kernargBytes(k))
	set("user_sgpr_kernarg_segment_ptr", 1)
	set("user_sgpr_count", 2+k.Func.Preloaded)
	if k.Func.Preloaded > 0 {
		set("user_sgpr_kernarg_preload_length", k.Func.Preloaded)
	}
	if k.Func.ScratchBytes > 0 {
		set("enable_private_segment", 1)
	}
	for i, dim := range [...]string{"x", "y", "z"} {
		set("system_sgpr_workgroup_id_"+dim, flag(k.WorkgroupIDs[i]))
	}
	set("system_vgpr_workitem_id", max(k.WorkitemIDs-1, 0))
	set("next_free_vgpr", max(k.Code.NextFreeVGPR(), 1))
	set("next_free_sgpr", max(k.Code.SGPRs, 1))
	set("accum_offset", accumOffset(chip, k.Code))
	set("reserve_vcc", 1)
	// Denormals are kept, and NaNs quieted as in LLVM's kernels: the rules of the interpreter and
	// of the comparison with LLVM.
	set("float_denorm_mode_32", 3)
	set("float_denorm_mode_16_64", 3)
	set("dx10_clamp", 1)
	set("ieee_mode", 1)
	return list
}

func flag(is bool) int {
	if is {
		return 1
	}
	return 0
}

// accumOffset is where AGPRs begin: after the VGPRs, at a multiple of 4.
func accumOffset(chip *arch.Chip, c *mach.Code) int {
	if c.AccumOffset != 0 {
		return c.AccumOffset
	}
	return min(max((c.VGPRs+3)/4*4, 4), chip.VGPRs)
}

// kernargBytes is the size of the kernarg segment: whole dwords, as those are what is loaded and
// preloaded.
func kernargBytes(k *Kernel) int {
	if !k.Hidden {
		return (k.KernargBytes + 3) &^ 3
	}
	return align8(k.KernargBytes) + hiddenBytes
}

func align8(n int) int { return (n + 7) &^ 7 }
