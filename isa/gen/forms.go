package main

import (
	"slices"
	"strings"
)

// expand returns the rows of a line: one for each operand list that the encoding has for this
// opcode. What differs is fixed by bits of the word, and in assembly by the operands or by
// modifiers that must be there.
func expand(l *line) []*line {
	rows := []*line{l}
	switch l.enc {
	case "SOPP":
		if l.mnemonic == "s_endpgm" {
			rows = []*line{variant(l, "plain", func(r *line) {
				r.operands = nil
				r.fix(0, 16, 0)
			}), variant(l, "code", func(*line) {})}
		}
	case "DS":
		if slices.Contains(l.mods, "gds") { // these are for GDS alone, and must say so
			l.need = []string{"gds"}
			l.fix(16, 1, 1)
		}
	case "SMEM":
		rows = smemForms(l)
	case "GLOBAL":
		rows = globalForms(l)
	case "SCRATCH":
		rows = scratchForms(l)
	case "MUBUF", "MTBUF":
		rows = bufferForms(l)
	}
	switch l.enc {
	case "FLAT", "GLOBAL", "MUBUF":
		rows = returnForms(rows, "sc0", map[string]int{"FLAT": 16, "GLOBAL": 16, "MUBUF": 14}[l.enc])
	case "SMEM":
		rows = returnForms(rows, "glc", 16)
	}
	for _, r := range rows {
		place(r)
	}
	return rows
}

// variant copies l and changes the copy.
func variant(l *line, form string, change func(*line)) *line {
	r := *l
	r.operands = slices.Clone(l.operands)
	r.mods = slices.Clone(l.mods)
	r.need = slices.Clone(l.need)
	r.form = strings.TrimPrefix(l.form+" "+form, " ")
	change(&r)
	return &r
}

// fix says that the row has v in a field of the word.
func (l *line) fix(lo, width int, v uint64) {
	l.fixed.set(lo, width, v)
	l.fixMask.set(lo, width, 1<<width-1)
}

func (l *line) index(name string) int {
	return slices.IndexFunc(l.operands, func(o operand) bool { return o.name == name })
}

// drop takes an operand away; what its field has is ignored then.
func (l *line) drop(name string) {
	if i := l.index(name); i >= 0 {
		l.ignore(i)
		l.operands = slices.Delete(l.operands, i, i+1)
	}
}

// ignore adds the field of operand i to the bits that do not matter.
func (l *line) ignore(i int) {
	o := &l.operands[i]
	l.ignored.set(o.lo, o.width, 1<<o.width-1)
}

func without(mods []string, m string) []string {
	return slices.DeleteFunc(slices.Clone(mods), func(x string) bool { return x == m })
}

// smemForms: an offset that is a number, a register, or both.
// Bits: imm [17], soe [14] (facts isa/encodings.md §2).
func smemForms(l *line) []*line {
	i := l.index("offset")
	if i < 0 {
		return []*line{l}
	}
	imm := variant(l, "imm", func(r *line) {
		r.mods = without(r.mods, "offset")
		r.fix(17, 1, 1)
		r.fix(14, 1, 0)
	})
	register := operand{name: "soffset", class: "SDST", dwords: "1", typ: "-", access: "r", lo: 32, width: 7}
	reg := variant(l, "reg", func(r *line) {
		r.operands[i] = register
		r.mods = without(r.mods, "offset")
		r.fix(17, 1, 0)
		r.fix(14, 1, 0)
		r.ignored.set(39, 14, 1<<14-1)
	})
	alt := variant(l, "reg alt", func(r *line) { // as reg, but in the field of the register of reg+imm: only the decoder meets it
		r.operands[i] = register
		r.operands[i].lo = 57
		r.mods = without(r.mods, "offset")
		r.fix(17, 1, 0)
		r.fix(14, 1, 1)
		r.ignored.set(32, 21, 1<<21-1)
	})
	both := variant(l, "reg+imm", func(r *line) {
		r.operands[i] = register
		r.operands[i].lo = 57
		r.need = append(r.need, "offset")
		r.fix(17, 1, 1)
		r.fix(14, 1, 1)
	})
	return []*line{imm, reg, both, alt}
}

const noSAddr = 0x7f // saddr "off"

func (l *line) setAddress(vdwords string, off bool) {
	i := l.index("addr")
	if l.enc == "MUBUF" || l.enc == "MTBUF" {
		i = l.index("vaddr")
	}
	if off {
		l.ignore(i)
		l.operands[i] = operand{name: l.operands[i].name, class: "OFF", dwords: "0", typ: "-", access: "r"}
		return
	}
	l.operands[i].class, l.operands[i].dwords = "V", vdwords
}

func (l *line) noSAddr() {
	i := l.index("saddr")
	l.operands[i] = operand{name: "saddr", class: "OFF", dwords: "0", typ: "-", access: "r"}
	l.fix(48, 7, noSAddr)
}

// globalForms: a 64-bit address in VGPRs, or an SGPR pair and a 32-bit VGPR offset.
func globalForms(l *line) []*line {
	return []*line{
		variant(l, "off", func(r *line) { r.setAddress("2", false); r.noSAddr() }),
		variant(l, "saddr", func(r *line) { r.setAddress("1", false) }),
	}
}

// scratchForms: VGPR, SGPR, both or neither. Bit: sve [13].
func scratchForms(l *line) []*line {
	return []*line{
		variant(l, "vaddr", func(r *line) { r.setAddress("1", false); r.noSAddr(); r.fix(13, 1, 1) }),
		variant(l, "none", func(r *line) { r.setAddress("", true); r.noSAddr(); r.fix(13, 1, 0) }),
		variant(l, "saddr", func(r *line) { r.setAddress("", true); r.fix(13, 1, 0) }),
		variant(l, "both", func(r *line) { r.setAddress("1", false); r.fix(13, 1, 1) }),
	}
}

// bufferForms: vaddr by offen and idxen; loads that can go to LDS also
// without vdata. Bits: offen [12], idxen [13], lds [16].
func bufferForms(l *line) []*line {
	if l.index("vaddr") < 0 {
		return []*line{l}
	}
	lds := slices.Contains(l.mods, "lds")
	var rows []*line
	for _, toLDS := range []bool{false, true} {
		if toLDS && !lds {
			break
		}
		for _, f := range []struct {
			form         string
			offen, idxen uint64
			dwords       string
		}{{"off", 0, 0, ""}, {"offen", 1, 0, "1"}, {"idxen", 0, 1, "1"}, {"bothen", 1, 1, "2"}} {
			rows = append(rows, variant(l, f.form, func(r *line) {
				r.setAddress(f.dwords, f.dwords == "")
				r.fix(12, 1, f.offen)
				r.fix(13, 1, f.idxen)
				r.mods = without(without(r.mods, "offen"), "idxen")
				if f.idxen != 0 {
					r.mods, r.need = append(r.mods, "idxen"), append(r.need, "idxen")
				}
				if f.offen != 0 {
					r.mods, r.need = append(r.mods, "offen"), append(r.need, "offen")
				}
				if toLDS {
					r.form += " lds"
					r.drop("vdata")
					r.need = append(r.need, "lds")
					r.reads = append(slices.Clone(r.reads), "M0") // the LDS address
					r.fix(16, 1, 1)
				} else {
					r.mods = without(r.mods, "lds")
					if l.enc == "MUBUF" {
						r.fix(16, 1, 0)
					}
				}
			}))
		}
	}
	return rows
}

// returnForms: an atomic that returns the old value, by sc0 or glc. FLAT and
// GLOBAL then have a destination; MUBUF and SMEM overwrite the data operand.
// Operands with the flag vret are then VGPRs, those with aret VGPRs or, without
// sc1, AGPRs: so LLVM's decoder has it.
func returnForms(rows []*line, mod string, bit int) []*line {
	if !strings.Contains(rows[0].mnemonic, "atomic") {
		return rows
	}
	var out []*line
	for _, l := range rows {
		out = append(out,
			variant(l, "ret", func(r *line) {
				r.need = append(r.need, mod)
				r.fix(bit, 1, 1)
				r.setFile("vret", "V")
				r.setFile("aret", "V")
			}))
		if r := variant(l, "ret agpr", func(r *line) {
			r.need = append(r.need, mod)
			r.mods = without(r.mods, "sc1")
			r.fix(bit, 1, 1)
			r.fix(25, 1, 0)
			r.fix(55, 1, 1)
		}); r.setFile("aret", "A") {
			out = append(out, r)
		}
		out = append(out,
			variant(l, "noret", func(r *line) {
				r.mods = without(r.mods, mod)
				r.drop("vdst")
				r.fix(bit, 1, 0)
				for i := range r.operands {
					if n := r.operands[i].name; n == "vdata" || n == "sdata" {
						r.operands[i].access = "r"
					}
				}
			}))
	}
	return out
}

// setFile gives the operands with a flag another class. It reports whether
// there are any.
func (l *line) setFile(flag, class string) bool {
	any := false
	for i := range l.operands {
		if l.operands[i].has(flag) {
			l.operands[i].class = class
			any = true
		}
	}
	return any
}

// place gives each operand its bits outside the field.
func place(l *line) {
	enc, _, _ := strings.Cut(l.enc, ":")
	for i := range l.operands {
		o := &l.operands[i]
		n := map[string]int{"src0": 0, "src1": 1, "vsrc1": 1, "src2": 2}[o.name]
		switch enc {
		case "VOP3A", "VOP3B", "VOP3P":
			o.modBits(61+n, 8+n, 0)
		case "SDWA":
			o.modBits(52+8*n, 53+8*n, 51+8*n)
			if o.class == "SRC" {
				o.sBit = 55 + 8*n
			}
			if o.class == "SDST" {
				o.sBit = 47
			}
		case "DPP":
			o.modBits(52+2*n, 53+2*n, 0)
		case "DS":
			o.acc(25)
		case "FLAT", "GLOBAL", "SCRATCH", "MUBUF", "MTBUF":
			o.acc(55)
		case "MAI", "PX2":
			shift := 0
			if enc == "PX2" {
				shift = 64
			}
			switch o.name {
			case "vdst", "src2":
				o.acc(15 + shift)
			case "src0", "src1":
				o.acc(59 + n + shift)
			}
		}
	}
}

func (o *operand) modBits(neg, abs, sext int) {
	if o.has("neg") {
		o.neg = neg
	}
	if o.has("abs") {
		o.abs = abs
	}
	if o.has("sext") {
		o.sext = sext
	}
}

func (o *operand) acc(bit int) {
	if o.class == "AV" || o.class == "AVI" {
		o.accBit = bit
	}
}
