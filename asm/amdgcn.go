package asm

import (
	"debug/elf"
	"strings"

	"heddle/arch"
	"heddle/hsaco"
)

// targetPrefix is the start of the operand of .amdgcn_target as written here. The environment,
// empty here, may also be "unknown", and the architecture may be that of the processor
// (arch.Chip.Subarch), as in newer compilers.
const targetPrefix = "amdgcn-amd-amdhsa--"

// chipFromSource takes the chip from the first .amdgcn_target of the file.
func (a *assembler) chipFromSource(text string) {
	for i := 0; ; {
		n := strings.Index(text[i:], ".amdgcn_target")
		if n < 0 {
			a.report(nowhere, []string{"accepted: " + strings.Join(arch.Names(), ", ")},
				"no target: give --mcpu, or .amdgcn_target in the file")
			return
		}
		i += n
		line := text[i:]
		if end := strings.IndexByte(line, '\n'); end >= 0 {
			line = line[:end]
		}
		i += len(".amdgcn_target")
		if parts := strings.SplitN(line, `"`, 3); len(parts) == 3 {
			t, msg := parseTarget(parts[1])
			if msg != "" {
				a.errorAt(pos{0, int32(i)}.span(0), "%s", msg)
				return
			}
			a.chip, a.xnack, a.sram = t.chip, t.xnack, t.sramecc
			return
		}
	}
}

// targetID is a parsed target id, such as "amdgcn-amd-amdhsa--gfx942:sramecc+:xnack-".
type targetID struct {
	chip           *arch.Chip
	xnack, sramecc hsaco.Feature
}

func parseTarget(s string) (t targetID, msg string) {
	parts := strings.SplitN(s, "-", 5)
	if len(parts) < 5 || parts[1] != "amd" || parts[2] != "amdhsa" || parts[3] != "" && parts[3] != "unknown" {
		return t, "target \"" + s + "\" does not begin with " + targetPrefix
	}
	words := strings.Split(parts[4], ":")
	chip, ok := arch.Lookup(words[0])
	if !ok {
		return t, "unknown target \"" + words[0] + "\"; accepted: " + strings.Join(arch.Names(), ", ")
	}
	if t.chip = chip; parts[0] != "amdgcn" && parts[0] != chip.Subarch {
		return t, "\"" + parts[0] + "\" is not the architecture of " + chip.Name + ", which is amdgcn or " + chip.Subarch
	}
	for _, w := range words[1:] {
		switch w {
		case "xnack+":
			t.xnack = hsaco.FeatureOn
		case "xnack-":
			t.xnack = hsaco.FeatureOff
		case "sramecc+":
			t.sramecc = hsaco.FeatureOn
		case "sramecc-":
			t.sramecc = hsaco.FeatureOff
		default:
			return t, "unknown target feature \"" + w + "\"; accepted: xnack+, xnack-, sramecc+ and sramecc-"
		}
	}
	return t, ""
}

// text returns the target id, with features in alphabetical order.
func (t targetID) text() string {
	s := targetPrefix + t.chip.Name
	for _, f := range []struct {
		name  string
		value hsaco.Feature
	}{{"sramecc", t.sramecc}, {"xnack", t.xnack}} {
		switch f.value {
		case hsaco.FeatureOn:
			s += ":" + f.name + "+"
		case hsaco.FeatureOff:
			s += ":" + f.name + "-"
		}
	}
	return s
}

// targetDirective is ".amdgcn_target id". Features that the options leave open
// are taken from it.
func targetDirective(a *assembler, c *call) {
	c.skip()
	start := c.i
	text, ok := c.quoted()
	if !ok || !c.end() {
		return
	}
	t, msg := parseTarget(text)
	if msg != "" {
		c.fail(start, c.i, "%s", msg)
		return
	}
	if t.chip != a.chip || clash(a.xnack, t.xnack) || clash(a.sram, t.sramecc) {
		c.fail(start, c.i, "the file is for %s, but the target is %s", text, targetID{a.chip, a.xnack, a.sram}.text())
		return
	}
	a.xnack, a.sram = t.xnack, t.sramecc
}

// clash reports whether a feature setting of the options contradicts one of
// the file.
func clash(option, file hsaco.Feature) bool {
	return option != hsaco.FeatureAny && option != file
}

// versionDirective is ".amdhsa_code_object_version number".
func versionDirective(a *assembler, c *call) {
	c.skip()
	start := c.i
	v, ok := c.abs()
	if !ok || !c.end() {
		return
	}
	if v < 4 || v > 6 {
		c.fail(start, c.i, "code object version %d; accepted: 4, 5, 6", v)
		return
	}
	a.version = int(v)
}

// predefine creates the predefined symbols.
func (a *assembler) predefine() {
	c := cursor{a: a}
	define := func(name string, v int64) symID {
		id := a.newSymbol(symbol{name: name, kind: symAssigned, expr: c.constant(v), memo: a.newMemo()})
		a.names[name] = id
		return id
	}
	major, minor, stepping := gfxVersion(a.chip.Name)
	define(".amdgcn.gfx_generation_number", major)
	define(".amdgcn.gfx_generation_minor", minor)
	define(".amdgcn.gfx_generation_stepping", stepping)
	a.vgprs = define(".amdgcn.next_free_vgpr", 0)
	a.sgprs = define(".amdgcn.next_free_sgpr", 0)
}

// gfxVersion parses a name such as gfx90a: the last two digits, which are hexadecimal, are minor
// version and stepping.
func gfxVersion(name string) (major, minor, stepping int64) {
	digits := strings.TrimPrefix(name, "gfx")
	n := len(digits) - 2
	for _, c := range []byte(digits[:n]) {
		major = major*10 + int64(digitOf(c))
	}
	return major, int64(digitOf(digits[n])), int64(digitOf(digits[n+1]))
}

// kernel is a .amdhsa_kernel block.
type kernel struct {
	at       span // of .end_amdhsa_kernel
	symbol   symID
	place    place // of the descriptor
	settings []setting
}

// setting is one line of a block.
type setting struct {
	name  string
	value exprID
	at    span
}

// kernelStart is ".amdhsa_kernel name".
func kernelStart(a *assembler, c *call) {
	id, ok := c.symbol()
	if !ok || !c.end() {
		return
	}
	a.kernels = append(a.kernels, kernel{at: c.at, symbol: id})
	a.inKernel = true
}

// kernelLine assembles a statement between .amdhsa_kernel and
// .end_amdhsa_kernel.
func (a *assembler) kernelLine(c *call) {
	k := &a.kernels[len(a.kernels)-1]
	if c.name == ".end_amdhsa_kernel" {
		a.inKernel = false
		if c.end() {
			k.at = c.at
			a.kernelEnd(k, c)
		}
		return
	}
	if msg, notes := checkKernelDirective(c.name); msg != "" {
		a.report(c.at, notes, "%s", msg)
		return
	}
	c.skip()
	start := c.i
	e, ok := c.expr()
	if !ok || !c.end() {
		return
	}
	k.settings = append(k.settings, setting{name: c.name, value: e, at: c.span(start, len(c.s))})
}

// kernelEnd puts the descriptor, still without its fields, at the current position: 64 bytes with
// the distance to the code at byte 16.
func (a *assembler) kernelEnd(k *kernel, c *call) {
	code := &a.syms[k.symbol]
	name := code.name + ".kd"
	bind, vis := a.binding(code), code.vis
	if code.vis == elf.STV_DEFAULT {
		// The distance must be known to the linker.
		code.vis = elf.STV_PROTECTED
	}
	a.dbg.data(a.dbgHere())
	a.defineLabel(name, k.at)
	id := a.names[name]
	kd := &a.syms[id]
	kd.bound, kd.bind, kd.vis = true, bind, vis
	kd.typ, kd.size = elf.STT_OBJECT, c.constant(hsaco.DescriptorSize)
	k.place = a.cur.place()
	if a.cur.nobits() {
		a.errorAt(k.at, "section %s has no contents: no descriptor can go there", a.cur.sec.name)
		return
	}
	var zeros [hsaco.DescriptorSize]byte
	a.emit(zeros[:16], k.at)
	a.enlistSettings(k, descriptorHead[:])
	l := c.newNode(node{op: opSym, spec: specRel64, l: uint32(k.symbol)})
	r := c.newNode(node{op: opSym, l: uint32(id)})
	distance := c.newNode(node{op: opSub, depth: 1, l: uint32(l), r: uint32(r)})
	a.emitExpr(distance, 8, fixData8, k.at)
	a.emit(zeros[24:], k.at)
	a.enlistSettings(k, descriptorTail[:])
	for _, s := range k.settings {
		a.enlistUsed(s.value)
	}
}

// The order in which a descriptor uses the symbols that clang puts into it (its fields before the
// distance to the code, and those after it) decides their order in the symbol table.
var (
	descriptorHead = [...]string{".amdhsa_group_segment_fixed_size", ".amdhsa_private_segment_fixed_size", ".amdhsa_kernarg_size"}
	descriptorTail = [...]string{".amdhsa_accum_offset", ".amdhsa_tg_split", ".amdhsa_next_free_vgpr", ".amdhsa_next_free_sgpr",
		".amdhsa_reserve_vcc", ".amdhsa_enable_private_segment", ".amdhsa_uses_dynamic_stack"}
)

func (a *assembler) enlistSettings(k *kernel, names []string) {
	for _, name := range names {
		for _, s := range k.settings {
			if s.name == name {
				a.enlistUsed(s.value)
			}
		}
	}
}

// fillKernels computes the descriptors and puts them in place.
func (a *assembler) fillKernels() {
	for i := range a.kernels {
		k := &a.kernels[i]
		settings, ok := a.kernelSettings(k)
		if !ok {
			continue
		}
		d, faults := kernelDescriptor(kernelTarget{chip: a.chip, xnack: a.xnack}, settings)
		for _, f := range faults {
			at := k.at
			if f.index >= 0 {
				at = k.settings[f.index].at
			}
			a.report(at, f.notes, "%s", f.msg)
		}
		if len(faults) > 0 {
			continue
		}
		b := d.Marshal()
		st := a.streams[k.place.stream]
		to := st.sec.final[st.offset(k.place):]
		copy(to[:16], b[:16])
		copy(to[24:hsaco.DescriptorSize], b[24:])
	}
}

func (a *assembler) kernelSettings(k *kernel) ([]KernelSetting, bool) {
	out := make([]KernelSetting, 0, len(k.settings))
	ok := true
	for _, s := range k.settings {
		a.evalFault = ""
		v, known := a.eval(s.value, false, 0)
		if !known || !v.absolute() {
			var notes []string
			if why := a.whyNotAbs(s.value); why != "" {
				notes = []string{why}
			}
			a.report(s.at, notes, "the value of %s must be a number", s.name)
			ok = false
		}
		out = append(out, KernelSetting{Name: s.name, Value: v.c})
	}
	return out, ok
}

// metadata is .amdgpu_metadata with the lines up to .end_amdgpu_metadata.
func metadata(a *assembler, c *call) {
	if !c.end() {
		return
	}
	f := &a.frames[len(a.frames)-1]
	start, end, ok := linesUpTo(f, ".end_amdgpu_metadata")
	if !ok {
		a.errorAt(c.at, ".amdgpu_metadata without .end_amdgpu_metadata")
		return
	}
	text := f.text[start:end]
	doc, err := hsaco.ParseMetadataYAML([]byte(text))
	if err != nil {
		a.metadataError(err, text, pos{f.src, int32(start)}, c.at)
		return
	}
	a.dbg.section(a.dbgHere(), elf.SHF_ALLOC)
	s, _ := a.useSection(sectionKey{name: ".note", unique: -1}, elf.SHT_NOTE, elf.SHF_ALLOC, 0)
	s.align = max(s.align, 4)
	st := s.streams[0]
	st.data = appendPattern(st.data, -st.length()&3, 0, 1)
	st.data = append(st.data, hsaco.NoteSection(doc.Note())...)
}

// linesUpTo advances past the line that consists of a directive, and returns the range of the lines
// before it.
func linesUpTo(f *frame, directive string) (start, end int, ok bool) {
	start = f.off
	for f.off < f.end {
		begin := f.off
		f.off = min(nextLine(f.text[:f.end], begin), f.end)
		line := skipBlank(f.text[:f.end], begin)
		if strings.EqualFold(f.text[line:nameEnd(f.text[:f.end], line)], directive) {
			return start, begin, true
		}
	}
	return 0, 0, false
}

// metadataError reports an error in YAML text that starts at base.
func (a *assembler) metadataError(err error, text string, base pos, at span) {
	e, ok := err.(*hsaco.MetadataError)
	if !ok {
		a.errorAt(at, "%s", err)
		return
	}
	msg := e.Msg
	if e.Path != "" {
		msg = e.Path + ": " + msg
	}
	if e.Line < 1 {
		a.errorAt(at, "%s", msg)
		return
	}
	starts := lineStarts(text)
	line := min(e.Line, len(starts)) - 1
	off := int(starts[line]) + max(e.Col-1, 0)
	a.errorAt(base.add(min(off, len(text))).span(0), "%s", msg)
}
