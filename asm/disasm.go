package asm

import (
	"debug/elf"
	"encoding/binary"
	"fmt"
	"iter"

	"heddle/hsaco"
	"heddle/isa"
)

// LineKind is the kind of a Line.
type LineKind uint8

const (
	LineSection    LineKind = iota // a section with code begins
	LineSymbol                     // code of the symbol Name begins at Addr
	LineInst                       // an instruction
	LineUnknown                    // Bytes are not an instruction
	LineZeros                      // Bytes are zeros that are skipped
	LineData                       // Bytes belong to a symbol that is not code
	LineDescriptor                 // Bytes are the kernel descriptor of Name
)

// Line is one item of a disassembly. It is valid only until the next one.
type Line struct {
	Kind  LineKind
	Name  string // of the section, symbol or kernel
	Addr  uint64 // offset in the section for a relocatable object
	Bytes []byte
	// Text is the instruction in LLVM's spelling.
	Text []byte
	// Inst is the decoded instruction.
	Inst isa.Inst
	// Target is the target of a branch, as symbol and offset, if there is a symbol and Text does
	// not already name it.
	Target string
	// Descriptor is the block of directives of a LineDescriptor, or Fault is the reason why there
	// is none.
	Descriptor, Fault string
}

// Runs of at least minZeros zeros, in whole dwords, are skipped: they are padding, although they
// would decode.
const minZeros = 8

// zeroRun returns how many bytes at the start of b to skip.
func zeroRun(b []byte) int {
	n := 0
	for n < len(b) && b[n] == 0 {
		n++
	}
	if n < minZeros {
		return 0
	}
	return n &^ 3
}

// Disassemble walks the sections of o that hold code. Its output, including the choice of symbols,
// matches llvm-objdump-22 -d (determined by experiment; the examples in testdata/disasm show each
// rule).
func Disassemble(o *hsaco.Object) iter.Seq[*Line] {
	return func(yield func(*Line) bool) {
		d := &disassembler{o: o, t: isa.For(o.Chip), table: newSymbolTable(o), yield: yield}
		for _, s := range o.Sections {
			if s.Flags&elf.SHF_EXECINSTR != 0 && len(s.Data) > 0 && !d.section(s) {
				return
			}
		}
	}
}

// disassembler is the state of Disassemble. Its methods report whether to go
// on.
type disassembler struct {
	o     *hsaco.Object
	t     *isa.Target
	table *symbolTable
	sec   *hsaco.ObjectSection
	// untyped are the first symbols without a type at an address of the section.
	untyped map[uint64]string
	line    Line
	yield   func(*Line) bool
}

// start clears the line for a new item.
func (d *disassembler) start(kind LineKind, name string, addr uint64) *Line {
	l := &d.line
	*l = Line{Kind: kind, Name: name, Addr: addr, Text: l.Text[:0]}
	return l
}

func (d *disassembler) emit(kind LineKind, name string, addr uint64, b []byte) bool {
	d.start(kind, name, addr).Bytes = b
	return d.yield(&d.line)
}

func (d *disassembler) section(s *hsaco.ObjectSection) bool {
	d.sec = s
	symbols := d.table.nameStart(s)
	d.untyped = map[uint64]string{}
	for _, sym := range symbols {
		if _, ok := d.untyped[sym.addr]; !ok && sym.typ == elf.STT_NOTYPE {
			d.untyped[sym.addr] = sym.name
		}
	}
	if !d.emit(LineSection, s.Name, s.Addr, s.Data) {
		return false
	}
	for i := 0; i < len(symbols); {
		here := symbols[i:]
		for i < len(symbols) && symbols[i].addr == here[0].addr {
			i++
		}
		here = here[:i-(len(symbols)-len(here))]
		start, end := here[0].addr-s.Addr, uint64(len(s.Data))
		if i < len(symbols) {
			end = min(end, symbols[i].addr-s.Addr)
		}
		if start >= end {
			continue
		}
		if !d.symbol(here, start, end) {
			return false
		}
	}
	return true
}

// symbol disassembles bytes start to end of the section, where here are the symbols at the start.
func (d *disassembler) symbol(here []dumpSymbol, start, end uint64) bool {
	sym := here[len(here)-1]
	for i := range here {
		if here[i].typ != elf.STT_OBJECT {
			sym = here[i]
		}
	}
	if !d.emit(LineSymbol, sym.name, sym.addr, nil) {
		return false
	}
	if sym.typ != elf.STT_OBJECT {
		return d.code(start, end)
	}
	if sym.kernel != nil {
		size := min(hsaco.DescriptorSize, end-start)
		if !d.descriptor(sym, d.sec.Data[start:start+size]) {
			return false
		}
		start += size
	}
	return start == end || d.emit(LineData, sym.name, d.sec.Addr+start, d.sec.Data[start:end])
}

func (d *disassembler) descriptor(sym dumpSymbol, b []byte) bool {
	l := d.start(LineDescriptor, sym.kernel.Name, sym.addr)
	l.Bytes = b
	block, err := sym.kernel.Descriptor.ObjdumpBlock(d.o.Chip, sym.kernel.Name)
	l.Descriptor = block
	if err != nil {
		l.Fault = err.Error()
	}
	return d.yield(l)
}

// code disassembles bytes from off to end. An instruction that begins before end may extend beyond
// it.
func (d *disassembler) code(off, end uint64) bool {
	for off < end {
		addr := d.sec.Addr + off
		if n := zeroRun(d.sec.Data[off:end]); n > 0 {
			if !d.emit(LineZeros, "", addr, d.sec.Data[off:off+uint64(n)]) {
				return false
			}
			off += uint64(n)
			continue
		}
		l := d.start(LineInst, "", addr)
		size := 0
		if err := d.t.DecodeInto(&l.Inst, d.sec.Data[off:]); err == nil {
			size = l.Inst.Size()
			l.Text = l.Inst.AppendText(l.Text)
			d.branch(l, size)
		} else {
			l.Kind = LineUnknown
			size = min(4, len(d.sec.Data)-int(off))
			l.Text = appendRaw(l.Text, d.sec.Data[off:off+uint64(size)])
		}
		l.Bytes = d.sec.Data[off : off+uint64(size)]
		if !d.yield(l) {
			return false
		}
		off += uint64(size)
	}
	return true
}

// appendRaw appends the directive for up to four bytes that are not an instruction.
func appendRaw(text, b []byte) []byte {
	if len(b) == 4 {
		return fmt.Appendf(text, ".long 0x%08x", binary.LittleEndian.Uint32(b))
	}
	text = append(text, ".byte "...)
	for i, c := range b {
		if i > 0 {
			text = append(text, ", "...)
		}
		text = fmt.Appendf(text, "0x%02x", c)
	}
	return text
}

// branch names the target of the branch in l: as the operand where a symbol
// without a type is there, else after the instruction if the target is its
// first operand.
func (d *disassembler) branch(l *Line, size int) {
	target, ok := l.Inst.BranchTarget(l.Addr)
	if !ok {
		return
	}
	if name, ok := d.untyped[target]; ok {
		l.Text = appendSymbolName(withoutLastOperand(l.Text), name)
		return
	}
	if l.Inst.Row.Operands[0].Class != isa.ClassLABEL {
		return
	}
	if s, ok := d.table.before(d.sec, target); ok {
		l.Target = s.name
		if distance := target - s.addr; distance != 0 {
			l.Target += fmt.Sprintf("+0x%x", distance)
		}
	}
}

// withoutLastOperand cuts off the last operand of an instruction that has no
// modifiers.
func withoutLastOperand(text []byte) []byte {
	n := len(text)
	for n > 0 && text[n-1] != ' ' {
		n--
	}
	return text[:n]
}

// appendSymbolName appends the name of a symbol as LLVM spells it in
// operands.
func appendSymbolName(b []byte, name string) []byte {
	for i := range len(name) {
		if c := name[i]; class[c] < chName || c == '?' {
			return appendQuotedName(b, name)
		}
	}
	return append(b, name...)
}

func appendQuotedName(b []byte, s string) []byte {
	b = append(b, '"')
	for i := range len(s) {
		switch c := s[i]; c {
		case '\n':
			b = append(b, `\n`...)
		case '"', '\\':
			b = append(b, '\\', c)
		default:
			b = append(b, c)
		}
	}
	return append(b, '"')
}
