package build

import (
	"fmt"
	"path/filepath"

	"heddle/arch"
	"heddle/mach"
)

// Assembly returns the code object as text, with comments. The assembler turns it into Object.
func (r *Result) Assembly() []byte {
	var b []byte
	b = fmt.Appendf(b, "\t.amdgcn_target \"%s\"\n\t.amdhsa_code_object_version %d\n\t.text\n", r.target(), codeObjectVersion)
	opt := mach.TextOptions{Comments: true}
	files := newFiles(r)
	if r.debug {
		b = appendFiles(b, files)
		opt.Loc = files.appendLoc
	}
	for _, k := range r.Kernels {
		b = appendKernel(b, r.Chip, k, opt)
	}
	metadata, err := r.metadata().YAML()
	if err != nil {
		panic(fmt.Sprintf("BUG: the compiler's metadata has no text: %v", err))
	}
	b = append(append(append(b, "\n\t.amdgpu_metadata\n"...), metadata...), "\t.end_amdgpu_metadata\n"...)
	if r.debug {
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
	for _, line := range settings(chip, k) {
		b = fmt.Appendf(b, "\t\t%s %d\n", line.Name, line.Value)
	}
	return append(b, "\t.end_amdhsa_kernel\n\t.text\n"...)
}

// symbol quotes a name that the assembler would not accept unquoted.
func symbol(name string) string {
	if plainName(name) == name {
		return name
	}
	return fmt.Sprintf("%q", name)
}

// plainName returns a name with all characters except letters, digits and _ written as numbers.
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
