package difftest

import (
	"fmt"
	"strings"

	"heddle/isa"
)

// operand returns the text of one operand.
func (g *Gen) operand(row *isa.Row, spec *isa.OperandSpec) string {
	n := int(spec.Dwords)
	switch {
	case spec.Flags&isa.FlagByCBSZ != 0:
		n = formatDwords(g.cbsz)
	case spec.Flags&isa.FlagByBLGP != 0:
		n = formatDwords(g.blgp)
	}
	if g.mood != clean && g.chance(4) {
		n = one(g, 1, 2, 3, 4, 6, 8, 16, 32)
	}
	odd := spec.Flags&isa.FlagUnaligned != 0 || g.mood != clean && g.chance(8)
	switch spec.Class {
	case isa.ClassV:
		return g.vector("v", n, odd)
	case isa.ClassA:
		return g.vector("a", n, odd)
	case isa.ClassVX:
		if g.chance(20) {
			return g.specialSource()
		}
		return g.vector("v", n, odd)
	case isa.ClassAV:
		return g.vector(g.file(spec), n, odd)
	case isa.ClassAVI:
		if g.chance(30) {
			return g.flagged(spec, g.constant(spec.Type, false))
		}
		return g.vector(g.file(spec), n, odd)
	case isa.ClassOFF:
		return "off"
	case isa.ClassVCC:
		if g.mood != clean && g.chance(5) {
			return one(g, "vcc_lo", "s[0:1]", "exec", "vcc_hi", "[vcc_lo,vcc_hi]", "s[106:107]")
		}
		return "vcc"
	case isa.ClassSRC:
		return g.flagged(spec, g.source(row, spec, n, odd))
	case isa.ClassSSRC:
		return g.scalarSource(row, spec, n, odd)
	case isa.ClassSOFF:
		if g.chance(40) {
			return g.constant(isa.TypeI32, g.mood != clean && g.chance(10))
		}
		return g.scalar(n, odd, true)
	case isa.ClassSREG, isa.ClassSMASK:
		return g.scalarOnce(n, odd, true)
	case isa.ClassSDST, isa.ClassSDSTX, isa.ClassSDATA:
		return g.scalar(n, odd, g.mood != clean && g.chance(5))
	case isa.ClassSBASE, isa.ClassSRSRC, isa.ClassSADDR:
		return g.scalar(n, odd, false)
	}
	return g.number(row, spec)
}

func formatDwords(format uint8) int { return [8]int{8, 8, 6, 6, 4, 8, 8, 8}[format&7] }

// file returns the register file of an operand that may be in both.
func (g *Gen) file(spec *isa.OperandSpec) string {
	agpr := g.agpr
	if spec.Name == "src0" || spec.Name == "src1" { // matrix inputs have acc bits of their own
		agpr = g.chance(30)
	}
	if g.mood != clean && g.chance(5) {
		agpr = !agpr
	}
	if !agpr {
		return "v"
	}
	if g.chance(10) {
		return "acc"
	}
	return "a"
}

// source returns an operand of a vector instruction that can be nearly
// anything, keeping to one scalar register or literal.
func (g *Gen) source(row *isa.Row, spec *isa.OperandSpec, n int, odd bool) string {
	free := !g.bus || g.mood != clean && g.chance(20)
	switch k := g.rng.IntN(100); {
	case k < 40 || k >= 70 && !free:
		return g.vector("v", n, odd)
	case k < 70:
		return g.constant(spec.Type, false)
	case k < 85 || row.Traits&isa.LiteralOK == 0 && g.mood == clean:
		return g.scalarOnce(n, odd, true)
	}
	g.bus = true
	return g.constant(spec.Type, true)
}

func (g *Gen) scalarSource(row *isa.Row, spec *isa.OperandSpec, n int, odd bool) string {
	switch k := g.rng.IntN(100); {
	case k < 50:
		return g.scalar(n, odd, true)
	case k < 75 || g.bus && g.mood == clean:
		return g.constant(spec.Type, false)
	}
	if row.Traits&isa.LiteralOK == 0 && g.mood == clean {
		return g.scalar(n, odd, true)
	}
	g.bus = true
	return g.constant(spec.Type, true)
}

// scalarOnce is scalar, repeating the last register now and then: the same
// register twice is one use of the constant bus.
func (g *Gen) scalarOnce(n int, odd, special bool) string {
	g.bus = true
	if g.lastReg != "" && g.chance(30) {
		return g.lastReg
	}
	g.lastReg = g.scalar(n, odd, special)
	return g.lastReg
}

// flagged adds source modifiers that the operand takes, seldom others.
func (g *Gen) flagged(spec *isa.OperandSpec, s string) string {
	neg, abs, sext := spec.Flags&isa.FlagNeg != 0, spec.Flags&isa.FlagAbs != 0, spec.Flags&isa.FlagSext != 0
	if g.mood != clean && g.chance(4) {
		neg, abs, sext = true, true, true
	}
	if !g.chance(35) {
		return s
	}
	var forms []string
	if neg {
		forms = append(forms, "-%s", "neg(%s)")
		if strings.HasPrefix(s, "-") {
			forms = []string{"neg(%s)"}
			if g.mood != clean {
				forms = append(forms, "-%s")
			}
		}
	}
	if abs {
		forms = append(forms, "|%s|", "abs(%s)")
	}
	if neg && abs {
		forms = append(forms, "-|%s|", "-abs(%s)", "neg(|%s|)", "neg(abs(%s))")
	}
	if sext {
		forms = append(forms, "sext(%s)")
		if g.mood != clean && g.chance(10) {
			forms = append(forms, "-sext(%s)", "sext(-%s)", "sext(|%s|)", "sext(abs(%s))", "abs(-%s)", "|-%s|", "--%s", "neg(neg(%s))")
		}
	}
	if len(forms) == 0 {
		return s
	}
	return fmt.Sprintf(one(g, forms...), s)
}

// vector returns a tuple of n registers of a vector file.
func (g *Gen) vector(file string, n int, odd bool) string {
	first := one(g, 0, 1, 2, 4, 254, 255, 253, g.rng.IntN(256), g.rng.IntN(256))
	first = min(first, 256-n)
	if n > 1 && !odd {
		first &^= 1
	}
	if g.mood != clean && g.chance(1) {
		first = one(g, 256-n+1, 256, 257, 999)
	}
	return g.tuple(file, first, n)
}

// tuple spells n registers of a file from first on.
func (g *Gen) tuple(file string, first, n int) string {
	last := first + n - 1
	if g.chance(4) { // as expressions
		return fmt.Sprintf("%s[%s:%s]", file, g.sum(first), g.sum(last))
	}
	if n == 1 {
		switch g.rng.IntN(20) {
		case 0:
			return fmt.Sprintf("%s[%d]", file, first)
		case 1:
			return fmt.Sprintf("%s[%d:%d]", file, first, first)
		case 2:
			return fmt.Sprintf("[%s%d]", file, first)
		}
		return fmt.Sprintf("%s%d", file, first)
	}
	switch g.rng.IntN(20) {
	case 0:
		var regs []string
		for i := range n {
			regs = append(regs, fmt.Sprintf("%s%d", file, first+i))
		}
		return "[" + strings.Join(regs, one(g, ",", ", ")) + "]"
	case 1:
		return fmt.Sprintf("%s[ %d : %d ]", file, first, last)
	}
	return fmt.Sprintf("%s[%d:%d]", file, first, last)
}

// sum spells a number as an expression.
func (g *Gen) sum(v int) string {
	k := g.rng.IntN(4)
	switch g.rng.IntN(4) {
	case 0:
		return fmt.Sprintf("%d+%d", v-min(k, v), min(k, v))
	case 1:
		return fmt.Sprintf("%d-%d", v+k, k)
	case 2:
		return fmt.Sprintf("%#x", v)
	}
	return fmt.Sprintf("(%d)", v)
}

// scalar returns a tuple of n scalar registers; special sources are among
// them if it may be one.
func (g *Gen) scalar(n int, odd, special bool) string {
	if special && n <= 2 && g.chance(15) {
		return g.specialSource()
	}
	if g.mood != clean && g.chance(3) {
		return one(g, "null", "tba", "tma", "tba_lo", "tma_hi", "s102", "s[102:103]", "ttmp16", "ttmp[14:17]", "lds_direct", "src_lds_direct",
			"flat_scr", "pc", "s256", "s104", "src_flat_scratch_base_lo", "ttmp[1:2]", "s[100:103]", "s[101:102]", "a1", "v1")
	}
	if g.chance(25) {
		return g.namedScalar(n, odd)
	}
	align := min(n, 4)
	if n == 3 {
		align = 4
	}
	if odd {
		align = 1
	}
	first := one(g, 0, 1, 2, 4, 96, 100, 101, g.rng.IntN(102), g.rng.IntN(102))
	first = min(first, 102-n)
	return g.tuple("s", first/align*align, n)
}

func (g *Gen) namedScalar(n int, odd bool) string {
	switch n {
	case 1:
		return one(g, "vcc_lo", "vcc_hi", "m0", "exec_lo", "exec_hi", "flat_scratch_lo", "flat_scratch_hi",
			"xnack_mask_lo", "xnack_mask_hi", "ttmp0", "ttmp15", "ttmp[3]", "[m0]", "[vcc_lo]")
	case 2:
		return one(g, "vcc", "exec", "flat_scratch", "xnack_mask", "ttmp[0:1]", "ttmp[14:15]", "[ttmp2,ttmp3]",
			"[vcc_lo,vcc_hi]", "[exec_lo,exec_hi]")
	}
	align := 4
	if odd {
		align = 1
	}
	if n > 16 {
		n = 16
	}
	first := g.rng.IntN(16-n+1) / align * align
	return g.tuple("ttmp", first, n)
}

func (g *Gen) specialSource() string {
	return one(g, "src_shared_base", "src_shared_limit", "src_private_base", "src_private_limit", "src_pops_exiting_wave_id",
		"src_vccz", "src_execz", "src_scc", "shared_base", "shared_limit", "private_base", "private_limit",
		"pops_exiting_wave_id", "vccz", "execz", "scc")
}
