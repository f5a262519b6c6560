// Package asm assembles files in LLVM's AMDGPU syntax. It accepts the output of clang -S and
// hand-written input for llvm-mc, and returns the sections, symbols and relocations that llvm-mc
// would put into a relocatable object.
//
// A statement is read, parsed and put into its section at once; expressions that depend on later
// statements remain as fixups until the file has been read and the layout of the sections is known
// (layout.go, fixup.go).
package asm

import (
	"errors"
	"math"
	"strings"

	"heddle/arch"
	"heddle/hsaco"
	"heddle/isa"
)

// Options are the settings for assembling a file.
type Options struct {
	File string // name of the source, for messages and for .debug_line
	Dir  string // compilation directory for Debug
	// Chip may be nil if the file has a .amdgcn_target directive; if both are present, they must
	// agree.
	Chip           *arch.Chip
	XNACK, SRAMECC hsaco.Feature
	Version        int  // code object version, 0 for 6; a directive overrides it
	Debug          bool // describe the assembly source in .debug_* sections
	Producer       string
	Listing        bool
	// Open reads the files that .include and .incbin name; nil refuses these directives.
	Open Open

	// likeMC ends sequences of the line table where llvm-mc ends them, instead of where clang does
	// when it writes the object directly. For tests.
	likeMC bool
}

// DefaultVersion is the code object version of a file that does not name one.
const DefaultVersion = 6

// Result is the result of Assemble.
type Result struct {
	Module   *hsaco.Module
	Listing  []ListedLine // if requested
	Warnings Diagnostics

	// For LinkDiagnostics: where the relocations of each section come from.
	asm    *assembler
	relocs map[*hsaco.Section][]reloc
}

// assembler is the state of one file being assembled.
type assembler struct {
	opt    Options
	target *isa.Target
	chip   *arch.Chip
	xnack  hsaco.Feature
	sram   hsaco.Feature
	// version is 0 until a directive sets it.
	version int

	errs, warnings Diagnostics

	// reading (read.go, macro.go, cond.go)
	sources  []source
	frames   []frame
	macros   map[string]*macro
	conds    []cond
	skipping bool
	expanded int // bytes of expansion so far
	made     int // symbols, nodes and output when that was last counted
	calls    int // macro instantiations so far
	at       pos // of the current statement
	args     cursor

	// symbols and expressions
	names     map[string]symID
	syms      []symbol // syms[0] is unused
	order     []symID  // in the order of the symbol table
	memos     []memo
	commons   map[symID]commonSize
	sizeAt    map[symID]span // the .size directives
	numbered  map[int64]numberedLabel
	nodes     []node // nodes[0] is unused
	functions []string
	gen       int32 // generation of remembered values
	steps     int   // nodes evaluated so far
	evalFault string
	opaque    bool // distances between labels count as unknown

	// sections
	sections  []*section
	byKey     map[sectionKey]*section
	streams   []*stream
	cur       *stream
	prev      *stream
	stack     [][2]*stream
	generated int64 // bytes not written out in the source
	laid      bool  // offsets are final

	operand cursor       // of symbolic operands of instructions
	exprAt  span         // the last of them
	expr    isa.ExprFunc // parses them
	buf     [20]byte

	vgprs, sgprs symID // .amdgcn.next_free_vgpr and _sgpr

	kernels  []kernel
	inKernel bool // the last of them is open
	scratch  []byte
	identSet bool
	addrsig  bool
	addrsigs []symID
	dbg      *dbg
	dbgAt    []place // places that do not fit into a dbgPos
	listing  []listed

	// for Edit (edit.go)
	insts     []span      // with Listing
	distances []span      // those in which a distance is a number
	getpc     isa.Operand // where the last s_getpc writes, until something is added to it
}

// maxSource is the largest source: places are 32-bit offsets.
const maxSource = math.MaxInt32 - 16

// Assemble assembles a file. The error is of type Diagnostics.
func Assemble(src []byte, opt Options) (*Result, error) {
	a := newAssembler(src, opt)
	if a.errs.Count == 0 {
		a.run()
	}
	r := &Result{asm: a}
	if a.errs.Count == 0 {
		a.finish(r)
	}
	if a.errs.Count > 0 {
		return nil, a.errs
	}
	r.Listing, r.Warnings = a.makeListing(), a.warnings
	return r, nil
}

func newAssembler(src []byte, opt Options) *assembler {
	a := &assembler{
		opt:      opt,
		names:    make(map[string]symID),
		syms:     make([]symbol, 1, 64),
		nodes:    make([]node, 1, 64),
		numbered: make(map[int64]numberedLabel),
		byKey:    make(map[sectionKey]*section),
		commons:  make(map[symID]commonSize),
		sizeAt:   make(map[symID]span),
		chip:     opt.Chip,
		xnack:    opt.XNACK,
		sram:     opt.SRAMECC,
		version:  opt.Version,
	}
	if len(src) > maxSource {
		a.errorAt(nowhere, "the file has %d bytes, more than the %d that can be assembled", len(src), maxSource)
		return a
	}
	plain, err := withoutMark(src)
	if err != nil {
		a.errorAt(nowhere, "%v", err)
		return a
	}
	text := string(plain)
	a.sources = []source{{text: text}}
	if a.chip == nil {
		a.chipFromSource(text)
	}
	if a.chip == nil {
		return a
	}
	a.target = isa.For(a.chip)
	if err := a.target.Err(); err != nil {
		a.errorAt(nowhere, "%v", err)
		return a
	}
	a.args.a, a.operand.a = a, a
	a.expr = a.instructionExpr
	a.dbg = newDbg(dbgOptions{frameEnds: !opt.likeMC, gen: opt.Debug, file: opt.File, dir: opt.Dir, source: src, producer: opt.Producer})
	a.predefine()
	a.startSections()
	a.frames = []frame{{text: text, end: len(text)}}
	return a
}

// run reads and assembles all statements.
func (a *assembler) run() {
	for {
		text, at, ok := a.nextStatement()
		if !ok {
			return
		}
		a.statement(text, at)
	}
}

// AssembleLine assembles one line that is an instruction, a comment or blank
// (then the result is empty). Expressions must be constant.
func AssembleLine(t *isa.Target, line string) ([]byte, error) {
	a := lineAssembler{}
	return a.assemble(t, line)
}

// lineAssembler assembles single lines.
type lineAssembler struct {
	asm assembler
	buf [20]byte
}

func (l *lineAssembler) assemble(t *isa.Target, line string) ([]byte, error) {
	end, _, plain := scanLine(line, 0)
	text := line[:end]
	if !plain {
		var ok bool
		if text, _, ok = cleanLine(line, 0); !ok {
			return nil, errors.New("unterminated comment")
		}
	}
	start := skipBlank(text, 0)
	text = strings.TrimRight(text, " \t\v\f\x00")
	if start >= len(text) || text[start] == '#' {
		return nil, nil
	}
	a := &l.asm
	*a = assembler{target: t, chip: t.Chip, nodes: a.nodes[:0], syms: a.syms[:0]}
	a.nodes, a.syms = append(a.nodes, node{}), append(a.syms, symbol{})
	a.operand.a = a
	inst, fault := t.Parse(text, a.instructionExpr)
	if fault != nil {
		return nil, &LineError{*fault, text}
	}
	n := inst.Encode(&l.buf)
	return append([]byte(nil), l.buf[:n]...), nil
}

// LineError is the error type of AssembleLine: a fault with its place in the line.
type LineError struct {
	isa.SyntaxError
	Line string
}

// Error returns the message without the place, on one line.
func (e *LineError) Error() string {
	s := e.Msg
	for _, n := range e.Notes {
		s += "; " + n
	}
	return s
}
