package build

import (
	"fmt"
	"math"
	"strconv"

	"heddle/mach"
)

// Numbers of DWARF 4, section 7.5.
const (
	dwTagCompileUnit = 0x11
	dwTagSubprogram  = 0x2e
	dwAtName         = 0x03
	dwAtStmtList     = 0x10
	dwAtLowPC        = 0x11
	dwAtHighPC       = 0x12
	dwAtDeclFile     = 0x3a
	dwAtDeclLine     = 0x3b
	dwFormAddr       = 0x01
	dwFormData4      = 0x06
	dwFormString     = 0x08
	dwFormSecOffset  = 0x17
)

// appendDebug describes the kernels in a compile unit, so that debuggers and objdump -l find the
// line table. The unit has no language (DWARF knows none for MLIR) and no directory: file names are
// relative to the reader's directory.
func appendDebug(b []byte, r *Result, f *files) []byte {
	if len(f.names) == 0 || len(r.Kernels) == 0 {
		return b
	}
	first, last := begin(r.Kernels[0]), end(r.Kernels[len(r.Kernels)-1])
	bytes := func(values ...int) {
		b = append(b, "\t.byte "...)
		for i, v := range values {
			if i > 0 {
				b = append(b, ',')
			}
			b = strconv.AppendInt(b, int64(v), 10)
		}
		b = append(b, '\n')
	}
	b = append(b, "\n\t.section .debug_abbrev,\"\",@progbits\n"...)
	bytes(1, dwTagCompileUnit, 1, dwAtName, dwFormString, dwAtStmtList, dwFormSecOffset, dwAtLowPC, dwFormAddr, dwAtHighPC, dwFormData4, 0, 0)
	bytes(2, dwTagSubprogram, 0, dwAtName, dwFormString, dwAtDeclFile, dwFormData4, dwAtDeclLine, dwFormData4, dwAtLowPC, dwFormAddr, dwAtHighPC, dwFormData4, 0, 0)
	bytes(0)

	b = append(b, "\t.section .debug_info,\"\",@progbits\n\t.long .Lunit_end-.Lunit\n.Lunit:\n\t.short 4\n\t.long .debug_abbrev\n"...)
	bytes(8, 1)
	b = fmt.Appendf(b, "\t.asciz %q\n\t.long .Llines\n\t.quad %s\n\t.long %s-%s\n", f.names[0], first, last, first)
	for _, k := range r.Kernels {
		bytes(2)
		b = fmt.Appendf(b, "\t.asciz %q\n\t.long %d, %d\n\t.quad %s\n\t.long %s-%s\n", k.Name, f.numbers[k.Pos.File], k.Pos.Line, begin(k), end(k), begin(k))
	}
	bytes(0)
	return append(b, ".Lunit_end:\n\t.section .debug_line,\"\",@progbits\n.Llines:\n"...)
}

// begin and end are labels of the assembler around a kernel's code.
func begin(k *Kernel) string { return ".Lbegin." + plainName(k.Name) }
func end(k *Kernel) string   { return ".Lend." + plainName(k.Name) }

// appendLoc says that the code from here on comes from a place in the source.
func (f *files) appendLoc(b []byte, at mach.Position) []byte { return f.appendFlagged(b, at, "") }

// appendFlagged is appendLoc with flags of the row. It leaves out a column that is too large for the
// line table.
func (f *files) appendFlagged(b []byte, at mach.Position, flags string) []byte {
	col := at.Col
	if col > math.MaxUint16 {
		col = 0
	}
	return fmt.Appendf(b, "\t.loc\t%d %d %d%s\n", f.numbers[at.File], min(at.Line, math.MaxInt32), col, flags)
}

// files numbers the source files for .loc.
type files struct {
	numbers map[string]int
	names   []string
}

func newFiles(r *Result) *files {
	f := &files{numbers: map[string]int{}}
	for _, k := range r.Kernels {
		f.add(k.Pos)
		for _, l := range k.Code.Lines {
			f.add(l.Pos)
		}
	}
	return f
}

func (f *files) add(at mach.Position) {
	if at.File != "" && f.numbers[at.File] == 0 {
		f.names = append(f.names, at.File)
		f.numbers[at.File] = len(f.names)
	}
}
