package build

import (
	"fmt"
	"path/filepath"

	"heddle/arch"
	"heddle/mach"
)

// assembly writes the kernels as a file for the assembler.
func assembly(r *Result, debug bool) []byte {
	var b []byte
	b = fmt.Appendf(b, "\t.amdgcn_target \"%s\"\n\t.amdhsa_code_object_version 6\n\t.text\n", r.target())
	opt := mach.TextOptions{Comments: true}
	files := newFiles(r)
	if debug {
		b = appendFiles(b, files)
		opt.Loc = files.appendLoc
	}
	for _, k := range r.Kernels {
		b = appendKernel(b, r.Chip, k, opt)
	}
	b = appendMetadata(b, r)
	if debug {
		b = appendDebug(b, r, files)
	}
	return b
}

// appendKernel writes a kernel's code and its descriptor.
func appendKernel(b []byte, chip *arch.Chip, k *Kernel, opt mach.TextOptions) []byte {
	name := symbol(k.Name)
	b = fmt.Appendf(b, "\n\t.globl %s\n\t.protected %s\n\t.p2align 8\n\t.type %s,@function\n%s:\n", name, name, name, name)
	b = fmt.Appendf(b, "%s:\n", begin(k))
	if opt.Loc != nil && k.Pos.File != "" {
		b = opt.Loc(b, k.Pos)
	}
	b = k.Code.AppendText(b, opt)
	b = fmt.Appendf(b, "%s:\n\t.size %s, %s-%s\n", end(k), name, end(k), name)

	b = fmt.Appendf(b, "\n\t.section .rodata,\"a\",@progbits\n\t.p2align 6\n\t.amdhsa_kernel %s\n", name)
	directive := func(what string, n int) { b = fmt.Appendf(b, "\t\t.amdhsa_%s %d\n", what, n) }
	directive("group_segment_fixed_size", k.Func.LDSBytes)
	directive("private_segment_fixed_size", k.Func.ScratchBytes)
	directive("kernarg_size", kernargBytes(k))
	directive("user_sgpr_kernarg_segment_ptr", 1)
	directive("user_sgpr_count", 2)
	if k.Func.ScratchBytes > 0 {
		directive("enable_private_segment", 1)
	}
	for i, dim := range [...]string{"x", "y", "z"} {
		directive("system_sgpr_workgroup_id_"+dim, flag(k.WorkgroupIDs[i]))
	}
	directive("system_vgpr_workitem_id", max(k.WorkitemIDs-1, 0))
	directive("next_free_vgpr", max(k.Code.NextFreeVGPR(), 1))
	directive("next_free_sgpr", max(k.Code.SGPRs, 1))
	directive("accum_offset", accumOffset(chip, k.Code))
	directive("reserve_vcc", 1)
	// Denormals as numbers, and NaNs quieted as LLVM's kernels have it: the
	// interpreter's rules, and those of the comparison with LLVM.
	directive("float_denorm_mode_32", 3)
	directive("float_denorm_mode_16_64", 3)
	directive("dx10_clamp", 1)
	directive("ieee_mode", 1)
	return append(b, "\t.end_amdhsa_kernel\n\t.text\n"...)
}

func flag(is bool) int {
	if is {
		return 1
	}
	return 0
}

// accumOffset is where AGPRs begin: behind the VGPRs, a multiple of 4.
func accumOffset(chip *arch.Chip, c *mach.Code) int {
	if c.AccumOffset != 0 {
		return c.AccumOffset
	}
	return min(max((c.VGPRs+3)/4*4, 4), chip.VGPRs)
}

// kernargBytes is the size of the kernarg segment.
func kernargBytes(k *Kernel) int {
	if !k.Hidden {
		return k.KernargBytes
	}
	return align8(k.KernargBytes) + hiddenBytes
}

func align8(n int) int { return (n + 7) &^ 7 }

// symbol quotes a name that the assembler would not take as it is.
func symbol(name string) string {
	if plainName(name) == name {
		return name
	}
	return fmt.Sprintf("%q", name)
}

// plainName is a name with everything but letters, digits and _ written as
// numbers.
func plainName(name string) string {
	var b []byte
	for i := range len(name) {
		switch c := name[i]; {
		case 'a' <= c && c <= 'z', 'A' <= c && c <= 'Z', '0' <= c && c <= '9' && i > 0, c == '_':
			b = append(b, c)
		default:
			b = fmt.Appendf(b, "$%02x", c)
		}
	}
	return string(b)
}

// appendFiles names the source files.
func appendFiles(b []byte, f *files) []byte {
	for i, name := range f.names {
		b = fmt.Appendf(b, "\t.file %d %q\n", i+1, filepath.ToSlash(name))
	}
	return b
}
