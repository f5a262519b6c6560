package mach

import (
	"fmt"
	"math/bits"
	"slices"
	"strconv"
	"strings"

	"heddle/arch"
	"heddle/isa"
)

// Code is a kernel's machine code, as bytes and as lines of assembly that
// assemble to the same bytes.
type Code struct {
	Name string
	// Prologue is what comes before Entry, where a wave begins that finds its arguments preloaded.
	// Other waves begin with it; none if nothing is preloaded.
	Prologue []Line
	Entry    int
	Lines    []Line
	Bytes    []byte // Prologue, the code from Entry on, and Data
	Data     []Data

	// SGPRs, VGPRs and AGPRs are the numbers of registers that the code names or
	// that are set when a wave begins; SGPRs does not include VCC and other special
	// registers.
	SGPRs, VGPRs, AGPRs int
	// AccumOffset is where the AGPRs begin in the unified file, a multiple of
	// 4; 0 if there are none.
	AccumOffset int
	// UsesVCC and UsesFlatScratch are the values of .amdhsa_reserve_*.
	UsesVCC, UsesFlatScratch bool

	Stats Stats
}

// NextFreeVGPR is the value of .amdhsa_next_free_vgpr: registers of both kinds, in
// the unified file.
func (c *Code) NextFreeVGPR() int {
	if c.AGPRs == 0 {
		return c.VGPRs
	}
	return c.AccumOffset + c.AGPRs
}

// Line is a line of assembly: a label, a comment, or an instruction.
type Line struct {
	Label string   // not empty: a label
	Inst  isa.Inst // Row is nil if the line is not an instruction
	// Target is the label that a branch goes to; its distance is encoded in Inst.
	Target string
	Addr   int // in bytes from the beginning of the kernel
	Pos    Position
	Note   string // comment: why the instruction is there, what the loop is

	data  int32 // number of the data whose distance the literal is, from 1
	to    int32 // label that the branch goes to, -1 if it is none
	label int32 // that it is, -1
	plain int32 // its number before islands were added, -1 for islands
}

// Emit makes the machine code of a kernel after the passes. A branch that does not
// reach its target goes there via other branches.
func (f *Func) Emit() *Code {
	e := &emitter{f: f, code: &Code{Name: f.Name}}
	f.LinkPreds()
	e.loops = f.findLoops()
	e.prologue()
	e.lines()
	e.islands()
	e.encode()
	e.registers()
	e.code.Stats = f.stats(e.loops)
	return e.code
}

// emitter is the state of Emit. Labels are numbered: blocks by their ID, then
// those of islands.
type emitter struct {
	f       *Func
	code    *Code
	loops   *loopForest
	targets []bool // by Block.ID: whether a branch goes there
	used    isa.RegSet
	pc      int // address after the kernel's s_getpc_b64
}

const noLabel = -1

func (e *emitter) lines() {
	f := e.f
	e.targets = make([]bool, f.blocks)
	for i, b := range f.Blocks {
		_, to, other := b.Term.branches(f.following(i))
		for _, t := range [...]*Block{to, other} {
			if t != nil {
				e.targets[t.ID] = true
			}
		}
	}
	n := 0
	for _, b := range f.Blocks {
		n += len(b.Instrs) + 3
	}
	e.code.Lines = make([]Line, 0, n)
	for i, b := range f.Blocks {
		e.heading(b)
		for _, in := range b.Instrs {
			e.add(in.Machine(), in.Pos, in.Note, noLabel)
			e.code.Lines[len(e.code.Lines)-1].data = in.Data
		}
		e.branches(b, f.following(i))
	}
}

func (f *Func) following(i int) *Block {
	if i+1 < len(f.Blocks) {
		return f.Blocks[i+1]
	}
	return nil
}

// heading adds the lines before a block.
func (e *emitter) heading(b *Block) {
	note := b.Name
	if l := e.loops.of[b.ID]; l != nil && l.header == b {
		note = fmt.Sprintf("loop, depth %d", l.depth)
		if b.Name != "" {
			note = b.Name + ": " + note
		}
		if b.LoopPos != 0 {
			note += ", " + e.f.Positions[b.LoopPos].String()
		}
	}
	switch {
	case e.targets[b.ID]:
		e.label(int32(b.ID), note)
	case note != "":
		e.code.Lines = append(e.code.Lines, Line{Note: note, to: noLabel, label: noLabel})
	}
}

func (e *emitter) label(id int32, note string) {
	e.code.Lines = append(e.code.Lines, Line{Label: e.labelText(id), Note: note, to: noLabel, label: id, plain: -1})
}

// labelText is the label of a block or an island.
func (e *emitter) labelText(id int32) string { return e.labelNamed(strconv.Itoa(int(id))) }

// labelNamed is a label that no other kernel's code has: the kernel's name
// with everything but letters, digits and _ written as numbers, which keeps
// different names different.
func (e *emitter) labelNamed(name string) string {
	var s strings.Builder
	s.WriteString(".L")
	for i := range len(e.f.Name) {
		switch c := e.f.Name[i]; {
		case 'a' <= c && c <= 'z', 'A' <= c && c <= 'Z', '0' <= c && c <= '9', c == '_':
			s.WriteByte(c)
		default:
			fmt.Fprintf(&s, "$%02x", c)
		}
	}
	s.WriteString("." + name)
	return s.String()
}

func (e *emitter) add(inst isa.Inst, pos int32, note string, to int32) {
	reads, writes := inst.Reads(), inst.Writes()
	e.used.Union(&reads)
	e.used.Union(&writes)
	line := Line{Inst: inst, Pos: e.f.Positions[pos], Note: note, to: to, label: noLabel, plain: -1}
	if to != noLabel {
		line.Target = e.labelText(to)
	}
	e.code.Lines = append(e.code.Lines, line)
}

func (e *emitter) branches(b, following *Block) {
	t := &b.Term
	cond, to, other := t.branches(following)
	if cond == CondEnd {
		e.add(isa.Inst{Row: &e.f.Target.RowsOf(isa.S_ENDPGM)[0]}, t.Pos, t.Note, noLabel)
		return
	}
	if cond != CondNone {
		e.add(e.branch(condOps[cond]), t.Pos, t.Note, int32(to.ID))
	}
	if other != nil {
		e.add(e.branch(isa.S_BRANCH), t.Pos, t.Note, int32(other.ID))
	}
}

func (e *emitter) branch(op isa.Op) isa.Inst {
	inst := e.f.Target.RowsOf(op)[0].NewInst()
	inst.Args[0] = isa.Imm(0)
	return inst
}

// encode gives every line its address and makes the bytes.
func (e *emitter) encode() {
	c := e.code
	at, data := e.place(), e.placeData()
	if last := len(c.Lines) - 1; last >= 0 {
		c.Bytes = make([]byte, 0, c.Lines[last].Addr+isa.MaxSize)
	}
	var buf [isa.MaxSize]byte
	for i := range c.Prologue {
		if in := &c.Prologue[i].Inst; in.Row != nil {
			c.Bytes = append(c.Bytes, buf[:in.Encode(&buf)]...)
		}
	}
	for nop := e.f.Target.RowsOf(isa.S_NOP)[0].NewInst(); len(c.Bytes) < c.Entry; {
		c.Bytes = append(c.Bytes, buf[:nop.Encode(&buf)]...)
	}
	for i := range c.Lines {
		l := &c.Lines[i]
		if l.Inst.Row == nil {
			continue
		}
		if l.to != noLabel {
			dwords, ok := isa.BranchOffset(int64(at[l.to] - l.Addr))
			if !ok {
				panic("BUG: a branch goes too far")
			}
			l.Inst.Args[0] = isa.Imm(int32(dwords))
		}
		if l.data != 0 {
			l.Inst.Args[2] = isa.Literal(uint32(data[l.data-1] - e.pc))
		}
		n := l.Inst.Encode(&buf)
		c.Bytes = append(c.Bytes, buf[:n]...)
	}
	for i, d := range c.Data {
		c.Bytes = append(append(c.Bytes, make([]byte, data[i]-len(c.Bytes))...), d.Bytes...)
	}
}

// dataAlign is the alignment of constants after the code.
const dataAlign = 16

// placeData assigns addresses to the data, after the last line, and finds the address
// that s_getpc_b64 returns.
func (e *emitter) placeData() []int {
	c := e.code
	c.Data = e.f.Data
	if len(c.Data) == 0 {
		return nil
	}
	addr := 0
	for i := range c.Lines {
		if l := &c.Lines[i]; l.Inst.Row != nil {
			addr = l.Addr + l.Inst.Size()
			if l.Inst.Row.Op == isa.S_GETPC_B64 {
				e.pc = addr
			}
		}
	}
	var at []int
	for _, d := range c.Data {
		addr = (addr + dataAlign - 1) / dataAlign * dataAlign
		at = append(at, addr)
		addr += len(d.Bytes)
	}
	return at
}

// place gives every line its address and returns those of the labels.
func (e *emitter) place() []int {
	c := e.code
	addr, most := c.Entry, int32(0)
	for i := range c.Lines {
		most = max(most, c.Lines[i].label)
	}
	at := make([]int, most+1)
	for i := range c.Lines {
		l := &c.Lines[i]
		l.Addr = addr
		switch {
		case l.label != noLabel:
			at[l.label] = addr
		case l.Inst.Row != nil:
			addr += l.Inst.Size()
		}
	}
	return at
}

// registers counts the registers used, including those set when a wave begins.
func (e *emitter) registers() {
	c, f := e.code, e.f
	for _, r := range f.Inputs {
		if info := &f.Regs[r]; info.HasFixed && info.Fixed != isa.SCC {
			e.used.Add(info.Fixed, int(info.Dwords))
		}
	}
	for n := 0; n < f.Chip.VGPRs; n++ {
		if e.used.Has(isa.VGPR(n)) {
			c.VGPRs = n + 1
		}
		if e.used.Has(isa.AGPR(n)) {
			c.AGPRs = n + 1
		}
	}
	for n := 0; n < f.Chip.SGPRs; n++ {
		if e.used.Has(isa.SGPR(n)) {
			c.SGPRs = n + 1
		}
	}
	if c.AGPRs > 0 {
		c.AccumOffset = max((c.VGPRs+3)&^3, 4)
	}
	c.UsesVCC = e.used.Has(isa.VCCLo) || e.used.Has(isa.VCCHi)
	c.UsesFlatScratch = e.used.Has(isa.FlatScratchLo) || e.used.Has(isa.FlatScratchHi)
}

// TextOptions say how to write assembly.
type TextOptions struct {
	// Comments are the source positions, loops and notes.
	Comments bool
	// Loc, if not nil, appends the directive for a place of the source.
	Loc func(b []byte, at Position) []byte
}

// lineBytes is the approximate length of a line of assembly with its comments.
const lineBytes = 64

// AppendPrologue appends the assembly of the prologue, after the kernel's label.
func (c *Code) AppendPrologue(b []byte, opt TextOptions) []byte {
	for i := range c.Prologue {
		l := &c.Prologue[i]
		if l.Label != "" {
			b = fmt.Appendf(b, "\t.p2align %d\n", bits.TrailingZeros(arch.PreloadPrologue))
		}
		b = l.appendText(b, opt.Comments)
	}
	return b
}

// AppendText appends the assembly from the entry on.
func (c *Code) AppendText(b []byte, opt TextOptions) []byte {
	b = slices.Grow(b, len(c.Lines)*lineBytes)
	var pos Position
	for i := range c.Lines {
		l := &c.Lines[i]
		if l.Inst.Row != nil && l.Pos != pos && l.Pos.File != "" {
			pos = l.Pos
			if opt.Loc != nil {
				b = opt.Loc(b, pos)
			}
			if opt.Comments {
				b = append(b, "\t; "+comment(pos.String())+"\n"...)
			}
		}
		b = l.appendText(b, opt.Comments)
	}
	for _, d := range c.Data {
		b = d.appendText(b)
	}
	return b
}

// appendText writes the bytes as directives.
func (d *Data) appendText(b []byte) []byte {
	const inLine = 16
	b = fmt.Appendf(b, "\t.p2align 4, 0\n; %s\n", comment(d.Name))
	for i := 0; i < len(d.Bytes); i += inLine {
		b = append(b, "\t.byte "...)
		for j, x := range d.Bytes[i:min(i+inLine, len(d.Bytes))] {
			if j > 0 {
				b = append(b, ", "...)
			}
			b = fmt.Appendf(b, "0x%02x", x)
		}
		b = append(b, '\n')
	}
	return b
}

// noteColumn is where notes begin.
const noteColumn = 56

func (l *Line) appendText(b []byte, comments bool) []byte {
	start := len(b)
	switch {
	case l.Label != "":
		b = append(b, l.Label+":"...)
	case l.Inst.Row == nil:
		if !comments || l.Note == "" {
			return b
		}
		return append(b, "; "+comment(l.Note)+"\n"...)
	case l.Target != "":
		b = append(b, "\t"+l.Inst.Row.Mnemonic+" "+l.Target...)
	default:
		b = append(b, '\t')
		b = l.Inst.AppendText(b)
	}
	if comments && l.Note != "" {
		for n := max(noteColumn-(len(b)-start), 1); n > 0; n-- {
			b = append(b, ' ')
		}
		b = append(b, "; "+comment(l.Note)...)
	}
	return append(b, '\n')
}

// comment replaces line breaks in a text.
func comment(s string) string {
	return strings.Map(func(r rune) rune {
		if r < ' ' {
			return ' '
		}
		return r
	}, s)
}
