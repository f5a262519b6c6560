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
	var files *files
	if r.debug {
		files = newFiles(r)
		b = appendFiles(b, files)
	}
	for _, k := range r.Kernels {
		b = appendKernel(b, r.Chip, k, files)
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

// appendKernel writes a kernel's code and its descriptor, with places in the source if files is not nil.
func appendKernel(b []byte, chip *arch.Chip, k *Kernel, files *files) []byte {
	opt := mach.TextOptions{Comments: true}
	place := func(string) {}
	if files != nil {
		opt.Loc = files.appendLoc
		place = func(flag string) {
			if k.Pos.File != "" {
				b = files.appendFlagged(b, k.Pos, flag)
			}
		}
	}
	name := symbol(k.Name)
	b = fmt.Appendf(b, "\n\t.globl %s\n\t.protected %s\n\t.p2align 8\n\t.type %s,@function\n%s:\n", name, name, name, name)
	b = fmt.Appendf(b, "%s:\n", begin(k))
	place("")
	if len(k.Code.Prologue) > 0 {
		b = k.Code.AppendPrologue(b, opt)
		place(" prologue_end") // where a breakpoint on the kernel belongs, as waves begin here
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
