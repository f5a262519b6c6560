package asm

import (
	"cmp"
	"debug/elf"
	"fmt"
	"maps"
	"math/bits"
	"slices"

	"heddle/hsaco"
	"heddle/isa"
)

// reference is a field of a section that depends on an address.
type reference struct {
	off, size uint64
	// The target is a place in a part, or the symbol called name.
	to     *part
	at     uint64
	name   string
	suffix string // "@rel32@lo" …
	addend int64  // beyond the place or symbol
	number bool   // name is a number
	use    labelUse
	// Subtracted if written as data: the field's own place, or offset fromAt of the section.
	from   fromPlace
	fromAt uint64
	text   string // the expression text, once the labels have names
}

// fromPlace is what an expression is relative to.
type fromPlace uint8

const (
	fromNothing fromPlace = iota
	fromHere
	fromLabel
)

// gotSlots holds the contents of the slots of the global offset table.
type gotSlots struct {
	sec    *hsaco.ObjectSection
	relocs map[uint64]hsaco.Reloc // by address
}

// refFrom returns the index of the first reference at or after off.
func (p *part) refFrom(off uint64) int {
	i, _ := slices.BinarySearchFunc(p.refs, off, func(r reference, off uint64) int { return cmp.Compare(r.off, off) })
	return i
}

// refIn returns the first reference from off up to end, or nil.
func (p *part) refIn(off, end uint64) *reference {
	if i := p.refFrom(off); i < len(p.refs) && p.refs[i].off < end {
		return &p.refs[i]
	}
	return nil
}

// sortRefs sorts the references; of several at one place only the first is kept.
func (p *part) sortRefs() {
	slices.SortStableFunc(p.refs, func(a, b reference) int { return cmp.Compare(a.off, b.off) })
	p.refs = slices.CompactFunc(p.refs, func(a, b reference) bool { return a.off == b.off })
}

// partAt returns the part of a linked object that contains or ends at addr, and the offset in it.
func (s *sourceWriter) partAt(addr uint64) (*part, uint64) {
	n, _ := slices.BinarySearchFunc(s.parts, addr, func(p *part, addr uint64) int {
		if p.sec.Addr <= addr {
			return -1
		}
		return 1
	})
	if n == 0 {
		return nil, 0
	}
	p := s.parts[n-1]
	if off := addr - p.sec.Addr; off <= p.size() {
		return p, off
	}
	return nil, 0
}

// findReferences finds all references and creates their labels.
func (s *sourceWriter) findReferences() {
	s.dynamicReferences()
	for _, p := range s.parts {
		if s.o.Type == elf.ET_REL { // in a linked object the values are already in place
			s.relocReferences(p)
		}
		p.sortRefs() // descriptorReferences looks into them
	}
	s.descriptorReferences()
	for _, p := range s.parts {
		if p.code() {
			s.codeReferences(p)
		}
	}
	for _, p := range s.parts {
		p.refs = append(p.refs, p.pairs...)
		p.sortRefs()
	}
	s.makeLabels()
	for _, p := range s.parts {
		for i := range p.refs {
			s.resolve(p, &p.refs[i])
		}
	}
}

// makeLabels makes the labels that the references and the symbols outside of their sections need,
// and numbers all labels that do not represent a symbol.
func (s *sourceWriter) makeLabels() {
	for _, p := range s.parts {
		for i := range p.refs {
			s.resolve(p, &p.refs[i])
		}
		for _, sym := range p.symbols {
			if sym.off > p.size() {
				s.address(p, sym.off)
			}
			s.sizeOf(p, sym)
		}
	}
	n := 0
	for _, p := range s.parts {
		for _, off := range p.entries {
			s.label(p, off, labelBranch)
		}
		for _, off := range slices.Sorted(maps.Keys(p.local)) {
			n++
			p.local[off] = s.freeName(fmt.Sprintf(".L%d", n))
		}
	}
}

// dynamicReferences takes the references that the loader fills in.
func (s *sourceWriter) dynamicReferences() {
	s.got.relocs = map[uint64]hsaco.Reloc{}
	for _, sec := range s.o.Sections {
		if sec.Name == gotName {
			s.got.sec = sec
		}
	}
	for _, r := range s.o.DynRelocs {
		p, off := s.partAt(r.Offset)
		if p == nil || off == p.size() {
			s.got.relocs[r.Offset] = r
			continue
		}
		switch {
		case r.Type == hsaco.RelRelative64:
			to, at := s.partAt(uint64(r.Addend))
			if to == nil {
				s.fail("%v, offset %#x: the address %#x is not in a section that is written", p.sec, off, uint64(r.Addend))
				return
			}
			p.addRef(reference{off: off, size: 8, to: to, at: at})
		default:
			s.relocReference(p, off, r)
		}
	}
}

// addRef adds a reference unless directives create it.
func (p *part) addRef(r reference) {
	if r.size > p.size()-r.off || p.sec.Data == nil {
		return
	}
	if !p.meetsBlock(r.off, r.off+r.size) {
		p.refs = append(p.refs, r)
	}
}

// relocReferences takes the references that the linker fills in.
func (s *sourceWriter) relocReferences(p *part) {
	for _, r := range p.sec.Relocs {
		if r.Offset < p.size() {
			s.relocReference(p, r.Offset, r)
		}
	}
}

// relocForms describe how an expression requests a relocation.
var relocForms = map[hsaco.RelocType]struct {
	size   uint64
	suffix string
	bias   int64 // the addend that takes the reference to the symbol itself
	from   fromPlace
	use    labelUse
}{
	hsaco.RelAbs32Lo: {size: 4, suffix: "@abs32@lo"}, hsaco.RelAbs32Hi: {size: 4, suffix: "@abs32@hi"},
	hsaco.RelAbs64: {size: 8}, hsaco.RelAbs32: {size: 4},
	hsaco.RelRel32: {size: 4, from: fromHere}, hsaco.RelRel64: {size: 8, from: fromHere},
	hsaco.RelGotPCRel:     {size: 4, suffix: "@gotpcrel", use: labelGOT},
	hsaco.RelGotPCRel32Lo: {size: 4, suffix: "@gotpcrel32@lo", bias: 4, use: labelGOT},
	hsaco.RelGotPCRel32Hi: {size: 4, suffix: "@gotpcrel32@hi", bias: 12, use: labelGOT},
	hsaco.RelRel32Lo:      {size: 4, suffix: "@rel32@lo", bias: 4},
	hsaco.RelRel32Hi:      {size: 4, suffix: "@rel32@hi", bias: 12},
	hsaco.RelRel16:        {size: 2, use: labelBranch},
}

// relocReference adds the reference for a relocation at off.
func (s *sourceWriter) relocReference(p *part, off uint64, r hsaco.Reloc) {
	form, ok := relocForms[r.Type]
	if !ok {
		s.fail("%v, offset %#x: there is no expression for a relocation of type %d", p.sec, off, r.Type)
		return
	}
	ref := reference{off: off, size: form.size, suffix: form.suffix, from: form.from, use: form.use}
	if sym := r.Symbol; sym == nil || sym.Place == hsaco.PlaceAbsolute && sym.Bind == elf.STB_LOCAL {
		value := uint64(r.Addend)
		if sym != nil {
			value += sym.Value
		}
		ref.name, ref.number = fmt.Sprintf("%#x", value), true
	} else if to := s.partOf(sym); to != nil && (sym.Type == elf.STT_SECTION || !s.isOperand(sym.Name)) {
		ref.to, ref.at, ref.addend = to, sym.Value+uint64(r.Addend-form.bias), form.bias
		if ref.at > to.size() {
			ref.at, ref.addend = sym.Value, r.Addend
		}
	} else {
		ref.name, ref.addend = quoteName(sym.Name), r.Addend
	}
	p.addRef(ref)
}

// fail records why the object cannot be written as source.
func (s *sourceWriter) fail(format string, args ...any) {
	if s.err == nil {
		s.err = fmt.Errorf(format, args...)
	}
}

// descriptorReferences adds the distances to the code in the descriptors that
// are written as data.
func (s *sourceWriter) descriptorReferences() {
	const field = 16
	for _, k := range s.o.Kernels {
		p, code := s.partOf(k.Symbol), s.bySection[k.Section]
		if p == nil || code == nil || p.kernels[k.Symbol.Value] != nil || s.o.Type == elf.ET_REL {
			continue
		}
		at := k.Symbol.Value + field
		if p.refIn(at, at+8) == nil && p.nextStop(at, at+8) == at+8 {
			p.addRef(reference{
				off: at, size: 8, to: code, at: k.Addr - k.Section.Addr, from: fromLabel, fromAt: k.Symbol.Value,
			})
		}
	}
	for _, p := range s.parts {
		p.sortRefs()
	}
}

// resolve makes the text of a reference of p, and the labels that it needs.
func (s *sourceWriter) resolve(p *part, r *reference) {
	name, addend := r.name, r.addend
	if r.to != nil {
		var more uint64
		name, more = s.label(r.to, r.at, r.use)
		addend += int64(more)
	}
	if !s.spend(name) {
		s.fail("%v, offset %#x: the names of all references together are far longer than the object", p.sec, r.off)
		return
	}
	r.text = name + r.suffix + plus(addend)
	if r.from == fromLabel {
		if from, more := s.label(p, r.fromAt, labelAny); more == 0 {
			r.text += "-" + from
		} else {
			r.text += "-(" + from + plus(int64(more)) + ")"
		}
	}
}

// spend reports whether another reference can name a symbol.
func (s *sourceWriter) spend(name string) bool {
	s.names -= len(name)
	return s.names >= 0
}

// operandText returns the text of the reference as operand of an instruction that begins at off.
// There, a symbol is implicitly relative and a number is not.
func (r *reference) operandText(off uint64) string {
	if r.from == fromHere && r.number {
		return r.text + "-." + plus(-int64(r.off-off))
	}
	return r.text
}

// dataText returns the text of the reference as data: there is no instruction that would make it
// relative.
func (r *reference) dataText() string {
	if r.from == fromHere {
		return r.text + "-."
	}
	return r.text
}

// plus returns the text that adds n to an expression.
func plus(n int64) string {
	if n == 0 {
		return ""
	}
	return fmt.Sprintf("%+d", n)
}

// address returns the text for a place.
func (s *sourceWriter) address(p *part, off uint64) string {
	at := min(off, p.size())
	name, more := s.label(p, at, labelAny)
	return name + plus(int64(more+off-at))
}

// labelUse is the purpose of a label.
type labelUse uint8

const (
	labelAny    labelUse = iota
	labelBranch          // a branch, which only reaches local symbols
	labelGOT             // the global offset table, where any symbol can be
)

// label returns the name of a symbol or label at off, or a little before it, and the distance from
// there. It creates a label if there is none.
func (s *sourceWriter) label(p *part, off uint64, use labelUse) (name string, more uint64) {
	if name, ok := s.symbolFor(p, off, use); ok {
		return name, 0
	}
	at := off
	if p.boundaries != nil && off < p.size() {
		at = p.boundaryBefore(off) // a label inside an instruction would split it
	}
	if _, ok := p.local[at]; !ok {
		p.local[at] = "" // makeLabels gives it a name
	}
	return p.local[at], off - at
}

// usableAt is a query to symbolFor.
type usableAt struct {
	off uint64
	use labelUse
}

// symbolFor returns a symbol at off that a reference can name.
func (s *sourceWriter) symbolFor(p *part, off uint64, use labelUse) (string, bool) {
	q := usableAt{off, use}
	name, known := p.usable[q]
	if known {
		return name, name != ""
	}
	for _, sym := range p.symbolsAt(off) {
		if sym.reachable(use) && s.isOperand(sym.name) {
			name = sym.name
			break
		}
	}
	p.usable[q] = name
	return name, name != ""
}

// reachable reports whether a reference to the symbol means this definition:
// the loader may replace a global symbol of default visibility by another.
func (sym placedSymbol) reachable(use labelUse) bool {
	switch use {
	case labelBranch:
		return sym.Bind == elf.STB_LOCAL
	case labelGOT:
		return true
	}
	return sym.Bind == elf.STB_LOCAL || sym.Visibility != elf.STV_DEFAULT
}

// isOperand reports whether the assembler reads name as a symbol where an operand is expected; it
// does not if name looks like a register, or needs quotes.
func (s *sourceWriter) isOperand(name string) bool {
	ok, known := s.operands[name]
	if known {
		return ok
	}
	if quoteName(name) == name {
		inst, err := s.t.Parse("s_mov_b32 s0, "+name, symbolicOperand)
		ok = err == nil && inst.Args[1].Kind == isa.KindExpr
	}
	s.operands[name] = ok
	return ok
}

// symbolicOperand returns an isa.ExprFunc that takes everything up to the next operand as an
// expression, without parsing it.
func symbolicOperand(s string, pos int) (isa.ExprValue, int, *isa.SyntaxError) {
	for pos < len(s) && s[pos] != ',' && s[pos] != ' ' {
		pos++
	}
	return isa.ExprValue{Handle: 1}, pos, nil
}

// setBoundary records that an instruction, or data, begins at off.
func (p *part) setBoundary(off uint64) {
	if off%4 == 0 {
		p.boundaries[off/256] |= 1 << (off / 4 % 64)
	}
}

// isBoundary reports whether an instruction begins at off.
func (p *part) isBoundary(off uint64) bool {
	return off%4 == 0 && off < p.size() && p.boundaries[off/256]>>(off/4%64)&1 != 0
}

// boundaryBefore returns the last offset up to off where an instruction
// begins; 0 if there is none.
func (p *part) boundaryBefore(off uint64) uint64 {
	word := off / 256
	set := p.boundaries[word] & (1<<(off/4%64+1) - 1)
	if off/4%64 == 63 {
		set = p.boundaries[word]
	}
	for set == 0 && word > 0 {
		word--
		set = p.boundaries[word]
	}
	if set == 0 {
		return 0
	}
	return word*256 + uint64(4*(bits.Len64(set)-1))
}

// codeReferences scans the code of p, records where instructions begin, and adds labels for
// branches and for references that instructions compute.
func (s *sourceWriter) codeReferences(p *part) {
	p.boundaries = make([]uint64, p.size()/256+1)
	var pc pcReference
	var targets []uint64
	for c := range s.chunks(p) {
		if c.kind != chunkInst || p.refIn(c.off, c.end) != nil {
			pc = pcReference{}
		} else if pc.follow(&c.inst, c.end) {
			s.pcReference(p, &pc)
		}
		if c.kind == chunkInst || c.kind == chunkData {
			p.setBoundary(c.off)
		}
		if c.kind != chunkInst {
			continue
		}
		if to, ok := c.inst.BranchTarget(c.off); ok && p.refIn(c.off, c.end) == nil {
			targets = append(targets, to)
		}
	}
	for _, to := range targets {
		if to == p.size() || p.isBoundary(to) {
			s.label(p, to, labelBranch)
		}
	}
}

// pcReference is what is known of the instructions
//
//	s_getpc_b64 s[N:N+1]
//	s_add_u32   …, sN, lo
//	s_addc_u32  …, sN+1, hi
//
// that add a distance to the address after the first one.
type pcReference struct {
	seen       int // how many of them
	reg        isa.Reg
	base       uint64 // after s_getpc_b64
	lo, hi     uint32
	loAt, hiAt uint64 // where the literals are
}

// follow takes the next instruction, which ends at end. It reports whether it
// was the last one of the three.
func (pc *pcReference) follow(inst *isa.Inst, end uint64) bool {
	args := &inst.Args
	switch op := inst.Row.Op; {
	case op == isa.S_GETPC_B64:
		*pc = pcReference{seen: 1, reg: args[0].Reg(), base: end}
		return false
	case pc.seen == 1 && op == isa.S_ADD_U32 && pc.adds(args, 0):
		pc.seen, pc.lo, pc.loAt = 2, args[2].Val, end-4
		return false
	case pc.seen == 2 && op == isa.S_ADDC_U32 && pc.adds(args, 1):
		pc.seen, pc.hi, pc.hiAt = 3, args[2].Val, end-4
		return true
	}
	pc.seen = 0
	return false
}

// adds reports whether the operands add a literal to half of the address.
func (pc *pcReference) adds(args *[isa.MaxArgs]isa.Operand, half int) bool {
	return args[1].Kind == isa.KindReg && args[1].Reg() == pc.reg+isa.Reg(half) && args[2].Kind == isa.KindLiteral
}

// pcReference adds the references for the two literals of pc, if they lead to
// something that is written.
func (s *sourceWriter) pcReference(p *part, pc *pcReference) {
	target := p.sec.Addr + pc.base + (uint64(pc.hi)<<32 | uint64(pc.lo))
	var to reference
	lo, hi := relocForms[hsaco.RelRel32Lo], relocForms[hsaco.RelRel32Hi]
	switch got := s.got.sec; {
	case s.o.Type == elf.ET_REL:
		if to.to, to.at = p, target; target > p.size() {
			return
		}
	case got != nil && target-got.Addr < got.Size:
		if !s.gotEntry(&to, target) {
			return
		}
		lo, hi = relocForms[hsaco.RelGotPCRel32Lo], relocForms[hsaco.RelGotPCRel32Hi]
	default:
		if to.to, to.at = s.partAt(target); to.to == nil {
			return
		}
	}
	for _, half := range []struct {
		off    uint64
		suffix string
		bias   int64
	}{{pc.loAt, lo.suffix, lo.bias}, {pc.hiAt, hi.suffix, hi.bias}} {
		r := to
		r.off, r.size, r.suffix, r.addend = half.off, 4, half.suffix, half.bias
		p.pairs = append(p.pairs, r)
	}
}

// gotEntry returns the contents of the slot of the global offset table at addr.
func (s *sourceWriter) gotEntry(r *reference, addr uint64) bool {
	slot, ok := s.got.relocs[addr]
	r.use = labelGOT
	switch {
	case !ok:
		return false
	case slot.Type == hsaco.RelRelative64:
		r.to, r.at = s.partAt(uint64(slot.Addend))
		return r.to != nil
	case slot.Type == hsaco.RelAbs64 && slot.Symbol != nil && slot.Addend == 0:
		r.name = quoteName(slot.Symbol.Name)
		return true
	}
	return false
}
