package asm

import (
	"encoding/binary"
	"fmt"
	"math"
	"strconv"
	"strings"

	"heddle/isa"
)

// dbgFrame is the content of the directives from .cfi_startproc to .cfi_endproc.
type dbgFrame struct {
	where span
	begin dbgPos
	end   uint64 // as in dbgPos
	cie   dbgCIE
	lsda  string
	code  []byte // the instructions without those that advance the location
	steps []dbgStep
	cfa   int64 // the CFA's offset after the steps so far
}

// dbgCIE is what frames with a common information entry share.
type dbgCIE struct {
	personality         string
	personalityEncoding uint8
	lsdaEncoding        uint8
	hasLSDA             bool
	signal              bool
	simple              bool
	returnColumn        uint32
}

// dbgStep is a call frame instruction and the place that it is about.
type dbgStep struct {
	off   uint64 // as in dbgPos
	end   int    // in code; it begins where the one before ends
	label int32  // 1 + index in dbg.marks for .cfi_label
}

// dbgDefaultReturn is the return address column, PC (16), that a frame has unless
// .cfi_return_column sets one. llvm-mc sorts it last.
const dbgDefaultReturn = math.MaxInt32

const dwarfPC = 16 // DWARF register of the program counter (AMDGPUUsage)

// Call frame instructions (DWARF 5, 7.24; LLVM's vendor extension).
const (
	cfaAdvanceLoc       = 0x40
	cfaOffset           = 0x80
	cfaRestore          = 0xc0
	cfaAdvanceLoc1      = 0x02
	cfaAdvanceLoc2      = 0x03
	cfaAdvanceLoc4      = 0x04
	cfaOffsetExtended   = 0x05
	cfaRestoreExtended  = 0x06
	cfaUndefined        = 0x07
	cfaSameValue        = 0x08
	cfaRegister         = 0x09
	cfaRememberState    = 0x0a
	cfaRestoreState     = 0x0b
	cfaDefCFA           = 0x0c
	cfaDefCFARegister   = 0x0d
	cfaDefCFAOffset     = 0x0e
	cfaOffsetExtendedSF = 0x11
	cfaValOffset        = 0x14
	cfaValOffsetSF      = 0x15
	cfaWindowSave       = 0x2d
	cfaDefAspaceCFA     = 0x30
)

// dataAlign is the unit of register save offsets.
const dataAlign = 4

func (d *dbg) cfiSections(s *dbgScan, _ dbgPos) *isa.SyntaxError {
	eh, frame := false, false
	for more := !s.atEnd(); more; {
		s.space()
		start := s.pos
		switch s.word() {
		case ".eh_frame":
			eh = true
		case ".debug_frame":
			frame = true
		default:
			err := s.wrong(start, "no such section for call frame information")
			err.Notes = []string{"accepted: .eh_frame, .debug_frame"}
			return err
		}
		if more = !s.atEnd(); more {
			if err := s.comma(); err != nil {
				return err
			}
		}
	}
	d.noEH, d.debugFrame = !eh, frame
	return nil
}

func (d *dbg) cfiStartProc(s *dbgScan, at dbgPos) *isa.SyntaxError {
	f := dbgFrame{where: s.where, begin: at, cie: dbgCIE{returnColumn: dbgDefaultReturn}}
	if !s.atEnd() {
		start := s.pos
		if s.word() != "simple" {
			return s.wrong(start, "only \"simple\" is accepted here")
		}
		f.cie.simple = true
	}
	if err := s.done(); err != nil {
		return err
	}
	if n := len(d.open); n > 0 && d.frames[d.open[n-1]].begin.sec == at.sec {
		return s.about(0, 0, "the .cfi_startproc before this one has no .cfi_endproc")
	}
	d.open = append(d.open, len(d.frames))
	d.frames = append(d.frames, f)
	return nil
}

func (d *dbg) cfiEndProc(s *dbgScan, at dbgPos) *isa.SyntaxError {
	if err := s.done(); err != nil {
		return err
	}
	f, err := d.frameAt(s, at)
	if err != nil {
		return err
	}
	f.end = at.off
	d.open = d.open[:len(d.open)-1]
	return nil
}

// frameAt returns the open frame that a directive belongs to.
func (d *dbg) frameAt(s *dbgScan, at dbgPos) (*dbgFrame, *isa.SyntaxError) {
	if len(d.open) == 0 {
		return nil, s.about(0, 0, "this directive is allowed only between .cfi_startproc and .cfi_endproc")
	}
	f := &d.frames[d.open[len(d.open)-1]]
	if f.begin.sec != at.sec {
		return nil, s.about(0, 0, "the .cfi_startproc of this directive is in another section")
	}
	return f, nil
}

// checkFrames finds faults that concern whole frames.
func (d *dbg) checkFrames() {
	for _, i := range d.open {
		d.fault(d.frames[i].where, ".cfi_startproc without .cfi_endproc")
	}
	for i := range d.frames {
		f := &d.frames[i]
		narrow := !d.noEH || d.debugFrame && d.version < 3
		if r := f.cie.returnColumn; narrow && r != dbgDefaultReturn && r > 255 {
			d.fault(f.where, fmt.Sprintf("return column %d does not fit into its byte in .eh_frame and DWARF 2", r))
		}
	}
	for _, m := range d.marks {
		if m.section != ".debug_line" && d.noEH != d.debugFrame {
			d.fault(m.where, ".cfi_label needs exactly one of .eh_frame and .debug_frame", "choose it with .cfi_sections")
		}
	}
}

// dbgCFI is a directive that makes a call frame instruction from its operands.
type dbgCFI struct {
	operands string // one letter each, see dbgOperandNames
	// code appends the instruction to that of a frame, or reports what is wrong.
	code func(f *dbgFrame, v [3]int64) string
}

var dbgOperandNames = map[byte]string{'r': "REGISTER", 'o': "OFFSET", 'a': "ADDRESS-SPACE"}

var dbgCFIs = map[string]dbgCFI{
	".cfi_def_cfa": {"ro", func(f *dbgFrame, v [3]int64) string {
		return f.defCFA(v[1], cfaDefCFA, v[0])
	}},
	".cfi_def_cfa_register": {"r", func(f *dbgFrame, v [3]int64) string {
		return f.put(cfaDefCFARegister, v[0])
	}},
	".cfi_def_cfa_offset": {"o", func(f *dbgFrame, v [3]int64) string {
		return f.defCFA(v[0], cfaDefCFAOffset)
	}},
	".cfi_adjust_cfa_offset": {"o", func(f *dbgFrame, v [3]int64) string {
		return f.defCFA(f.cfa+v[0], cfaDefCFAOffset)
	}},
	".cfi_llvm_def_aspace_cfa": {"roa", func(f *dbgFrame, v [3]int64) string {
		if msg := f.defCFA(v[1], cfaDefAspaceCFA, v[0]); msg != "" {
			return msg
		}
		f.code = binary.AppendUvarint(f.code, uint64(v[2]))
		return ""
	}},
	".cfi_offset": {"ro", func(f *dbgFrame, v [3]int64) string {
		return f.saved(v[0], v[1])
	}},
	".cfi_rel_offset": {"ro", func(f *dbgFrame, v [3]int64) string {
		return f.saved(v[0], v[1]-f.cfa)
	}},
	".cfi_val_offset": {"ro", func(f *dbgFrame, v [3]int64) string {
		return f.factored(v[0], v[1], cfaValOffset, cfaValOffsetSF)
	}},
	".cfi_undefined": {"r", func(f *dbgFrame, v [3]int64) string {
		return f.put(cfaUndefined, v[0])
	}},
	".cfi_same_value": {"r", func(f *dbgFrame, v [3]int64) string {
		return f.put(cfaSameValue, v[0])
	}},
	".cfi_register": {"rr", func(f *dbgFrame, v [3]int64) string {
		return f.put(cfaRegister, v[0], v[1])
	}},
	".cfi_restore": {"r", func(f *dbgFrame, v [3]int64) string {
		if v[0] < 64 {
			return f.put(cfaRestore | byte(v[0]))
		}
		return f.put(cfaRestoreExtended, v[0])
	}},
	".cfi_remember_state": {"", func(f *dbgFrame, _ [3]int64) string {
		return f.put(cfaRememberState)
	}},
	".cfi_restore_state": {"", func(f *dbgFrame, _ [3]int64) string {
		return f.put(cfaRestoreState)
	}},
	".cfi_window_save": {"", func(f *dbgFrame, _ [3]int64) string {
		return f.put(cfaWindowSave)
	}},
	".cfi_signal_frame": {"", func(f *dbgFrame, _ [3]int64) string {
		f.cie.signal = true
		return ""
	}},
	".cfi_return_column": {"r", func(f *dbgFrame, v [3]int64) string {
		if v[0] >= dbgDefaultReturn {
			return fmt.Sprintf("there is no register %d", v[0])
		}
		f.cie.returnColumn = uint32(v[0])
		return ""
	}},
}

// put appends an instruction with unsigned operands.
func (f *dbgFrame) put(op byte, v ...int64) string {
	f.code = append(f.code, op)
	for _, v := range v {
		f.code = binary.AppendUvarint(f.code, uint64(v))
	}
	return ""
}

// defCFA appends an instruction that sets the CFA's offset, its last operand.
// As in llvm-mc .cfi_restore_state leaves the offset that relative directives
// count from.
func (f *dbgFrame) defCFA(offset int64, op byte, v ...int64) string {
	if offset < 0 {
		return fmt.Sprintf("the offset of the CFA would be %d; this instruction has no room for a sign", offset)
	}
	f.cfa = offset
	return f.put(op, append(v, offset)...)
}

// saved records that a register is saved at an offset from the CFA.
func (f *dbgFrame) saved(reg, offset int64) string {
	if offset >= 0 && offset%dataAlign == 0 && reg < 64 {
		return f.put(cfaOffset|byte(reg), offset/dataAlign)
	}
	return f.factored(reg, offset, cfaOffsetExtended, cfaOffsetExtendedSF)
}

// factored appends an instruction with a register and an offset in units of
// dataAlign, in its unsigned or its signed form.
func (f *dbgFrame) factored(reg, offset int64, unsigned, signed byte) string {
	if offset%dataAlign != 0 {
		return fmt.Sprintf("offset %d from the CFA is not a multiple of %d, the data alignment factor", offset, dataAlign)
	}
	if offset >= 0 {
		return f.put(unsigned, reg, offset/dataAlign)
	}
	f.put(signed, reg)
	f.code = appendSLEB(f.code, offset/dataAlign, slebSize(offset/dataAlign))
	return ""
}

func (c dbgCFI) directive(d *dbg, s *dbgScan, at dbgPos) *isa.SyntaxError {
	f, err := d.frameAt(s, at)
	if err != nil {
		return err
	}
	var v [3]int64
	start := s.pos
	for i := range len(c.operands) {
		if i > 0 {
			if err := s.comma(); err != nil {
				return c.explain(err)
			}
		}
		s.space()
		start = s.pos
		if v[i], err = s.cfiOperand(c.operands[i]); err != nil {
			return c.explain(err)
		}
	}
	end := s.pos
	if err := s.done(); err != nil {
		return c.explain(err)
	}
	if msg := c.code(f, v); msg != "" {
		return s.about(start, end, "%s", msg)
	}
	f.step(at, 0)
	return nil
}

// step ends an instruction, if code has one more.
func (f *dbgFrame) step(at dbgPos, label int32) {
	before := 0
	if n := len(f.steps); n > 0 {
		before = f.steps[n-1].end
	}
	if len(f.code) > before || label != 0 {
		f.steps = append(f.steps, dbgStep{off: at.off, end: len(f.code), label: label})
	}
}

// explain adds the accepted form to an error about the operands.
func (c dbgCFI) explain(err *isa.SyntaxError) *isa.SyntaxError {
	var names []string
	for i := range len(c.operands) {
		names = append(names, dbgOperandNames[c.operands[i]])
	}
	if len(err.Notes) == 0 && len(names) > 0 {
		err.Notes = []string{"operands: " + strings.Join(names, ", ")}
	}
	return err
}

func (s *dbgScan) cfiOperand(kind byte) (int64, *isa.SyntaxError) {
	switch kind {
	case 'r':
		return s.dwarfRegister()
	case 'o':
		return s.value("the offset", math.MinInt64/2, math.MaxInt64/2)
	case 'a':
		return s.value("the address space", 0, math.MaxUint32)
	}
	panic("BUG: operand kind " + string(rune(kind)))
}

// dwarfRegister reads a register, or its DWARF number as an expression that starts with a digit.
func (s *dbgScan) dwarfRegister() (int64, *isa.SyntaxError) {
	s.space()
	if digitOf(s.peek()) <= 9 {
		return s.value("the register number", 0, math.MaxUint32)
	}
	start := s.pos
	name := s.word()
	if s.pos < len(s.s) && s.s[s.pos] == '[' {
		if i := strings.IndexByte(s.s[s.pos:], ']'); i >= 0 {
			s.pos += i + 1
		}
		name = s.s[start:s.pos]
	}
	n, ok := dwarfRegisterNumber(name)
	if !ok {
		err := s.wrong(start, "no such register with a DWARF number")
		err.Notes = []string{"accepted: s0 to s101, v0 to v255, a0 to a255, exec, exec_lo, pc, or a DWARF register number"}
		return 0, err
	}
	return n, nil
}

// dwarfFiles are the register files with DWARF numbers for wave64
// (AMDGPUUsage, "Register Identifier"). SGPRs from 64 on are elsewhere.
var dwarfFiles = map[byte]struct{ count, first int64 }{
	's': {102, 32},
	'v': {256, 2560},
	'a': {256, 3072},
}

func dwarfRegisterNumber(name string) (int64, bool) {
	switch name {
	case "":
		return 0, false
	case "pc":
		return dwarfPC, true
	case "exec":
		return 17, true
	case "exec_lo":
		return 1, true
	}
	file, ok := dwarfFiles[name[0]]
	if !ok {
		return 0, false
	}
	digits := name[1:]
	if strings.HasPrefix(digits, "[") {
		digits = strings.TrimSpace(strings.TrimSuffix(digits[1:], "]"))
	}
	n, err := strconv.ParseUint(digits, 10, 16)
	switch {
	case err != nil || int64(n) >= file.count || len(digits) > 1 && digits[0] == '0':
		return 0, false
	case name[0] == 's' && n >= 64:
		return 1088 + int64(n) - 64, true
	}
	return file.first + int64(n), true
}

// cfiEscape is `.cfi_escape BYTE, BYTE, ...`: instructions in numbers.
func (d *dbg) cfiEscape(s *dbgScan, at dbgPos) *isa.SyntaxError {
	f, err := d.frameAt(s, at)
	if err != nil {
		return err
	}
	var b []byte
	for {
		v, err := s.value("a byte", -128, 255)
		if err != nil {
			return err
		}
		b = append(b, byte(v))
		if s.atEnd() {
			break
		}
		if err := s.comma(); err != nil {
			return err
		}
	}
	f.code = append(f.code, b...)
	f.step(at, 0)
	return nil
}

// cfiLabel is `.cfi_label NAME`: a symbol at this point of the frame's
// instructions.
func (d *dbg) cfiLabel(s *dbgScan, at dbgPos) *isa.SyntaxError {
	name := s.word()
	if name == "" {
		return s.expected("a symbol name")
	}
	if err := s.done(); err != nil {
		return err
	}
	f, err := d.frameAt(s, at)
	if err != nil {
		return err
	}
	d.marks = append(d.marks, dbgLabel{name: name, where: s.where})
	f.step(at, int32(len(d.marks)))
	return nil
}

func (d *dbg) cfiPersonality(s *dbgScan, at dbgPos) *isa.SyntaxError {
	f, encoding, symbol, err := d.cfiPointer(s, at)
	if err == nil && symbol != "" {
		f.cie.personality, f.cie.personalityEncoding = symbol, encoding
	}
	return err
}

func (d *dbg) cfiLSDA(s *dbgScan, at dbgPos) *isa.SyntaxError {
	f, encoding, symbol, err := d.cfiPointer(s, at)
	if err == nil && symbol != "" {
		f.lsda, f.cie.lsdaEncoding, f.cie.hasLSDA = symbol, encoding, true
	}
	return err
}

// ehOmit is the pointer encoding for "no pointer".
const ehOmit = 0xff

// cfiPointer reads `ENCODING, SYMBOL`; without a symbol after ehOmit.
func (d *dbg) cfiPointer(s *dbgScan, at dbgPos) (f *dbgFrame, encoding uint8, symbol string, err *isa.SyntaxError) {
	if f, err = d.frameAt(s, at); err != nil {
		return nil, 0, "", err
	}
	s.space()
	start := s.pos
	v, err := s.value("the pointer encoding", 0, 255)
	if err != nil {
		return nil, 0, "", err
	}
	encoding = uint8(v)
	if encoding == ehOmit {
		return f, encoding, "", s.done()
	}
	if ehPointerSize(encoding) == 0 {
		err := s.wrong(start, "this pointer encoding cannot be assembled")
		err.Notes = []string{"accepted: 4- and 8-byte formats (0, 3, 4, 8, 11, 12), plus 0x10 for relative to the place, plus 0x80 for indirect; or 0xff"}
		return nil, 0, "", err
	}
	if err := s.comma(); err != nil {
		return nil, 0, "", err
	}
	if symbol = s.word(); symbol == "" {
		return nil, 0, "", s.expected("a symbol name")
	}
	return f, encoding, symbol, s.done()
}

// ehPointerSize returns the size of a pointer in an encoding (DW_EH_PE_*), 0 for those that have no
// relocation or no fixed size.
func ehPointerSize(encoding uint8) int {
	if a := encoding & 0x70; a != 0 && a != ehPCRel {
		return 0
	}
	switch encoding & 0x0f {
	case 0x00, 0x04, 0x08, 0x0c:
		return 8
	case 0x03, 0x0b:
		return 4
	}
	return 0
}

const ehPCRel = 0x10
