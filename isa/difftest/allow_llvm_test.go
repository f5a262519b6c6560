//go:build llvm

package difftest

import (
	"regexp"
	"strconv"
	"strings"

	"heddle/isa"
)

// rule is a difference that is meant: why it is, and the cases.
type rule struct {
	why   string
	match func(textCase) bool
}

// weRefuse are the statements that LLVM takes although it cuts a value off or
// encodes something else than what is written.
var weRefuse = []rule{
	{"LLVM cuts off a value that does not fit its field", func(c textCase) bool { return outOfRange(c.err.Msg) }},
	{"LLVM writes no dword for lit() where the encoding has no literal", func(c textCase) bool {
		return strings.Contains(c.text, "lit(") && (len(c.theirs.encoding) == 16 || manyLiterals(c))
	}},
	{"LLVM cuts off the number of a special source where a scalar register stands", func(c textCase) bool {
		return specialRegister.MatchString(c.text) && scalarField(c)
	}},
	{"LLVM does not look at the length of DPP sources", func(c textCase) bool {
		return strings.HasPrefix(c.theirs.encoding, "fa") && (strings.Contains(c.err.Msg, " bits, this operand has ") || strings.Contains(c.err.Msg, "takes no"))
	}},
	{"LLVM has no bit for abs() in VOP3B and drops it", func(c textCase) bool {
		return c.Row.Enc == isa.EncVOP3B && strings.HasSuffix(c.err.Msg, "takes no absolute value here")
	}},
	{"LLVM takes a float as an offset or a number of 0", func(c textCase) bool {
		return strings.HasPrefix(c.err.Msg, "expected byte offset") || strings.HasPrefix(c.err.Msg, "expected label") || strings.HasPrefix(c.err.Msg, "expected vmcnt")
	}},
	{"LLVM cuts bf16 constants of VOP3 to 16 bits", func(c textCase) bool { return strings.HasSuffix(c.err.Msg, "does not fit in 16 bits") }},
	{"LLVM drops elements of lists that are too long", func(c textCase) bool { return strings.HasSuffix(c.err.Msg, " elements") }},
	{"LLVM reads the name of a modifier as a symbol where an operand is missing", func(c textCase) bool {
		return strings.Contains(c.theirs.encoding, "??") && keyword.MatchString(c.text)
	}},
	{"LLVM takes malformed numbers: 1.0e, 1.5.5, +1.0, 1_0, characters", func(c textCase) bool { return malformed.MatchString(c.text) }},
	{"LLVM reads brackets as parentheses", func(c textCase) bool { return strings.Contains(c.text, "bound_ctrl:[0]") }},
	{"LLVM encodes a number beyond the range of floats as infinity", func(c textCase) bool { return strings.Contains(c.text, "1e400") }},
	{"LLVM puts 32 bits of a float in the literal of a 16-bit integer", func(c textCase) bool {
		return strings.HasSuffix(c.err.Msg, "16-bit integers take only those floats") || shortLiteral.MatchString(c.theirs.encoding) && strings.Contains(c.text, "16")
	}},
	{"LLVM writes source 255 or its low bits for 16-bit constants of SDWA", func(c textCase) bool {
		return strings.HasPrefix(c.theirs.encoding, "f9") && (strings.Contains(c.err.Msg, "cannot have a literal") || sdwaConstant.MatchString(c.text))
	}},
	{"LLVM drops sext() of a constant, or has it where the operand does not", func(c textCase) bool { return strings.Contains(c.text, "sext(") }},
	{"LLVM has words that undo modifiers: noclamp, nosc0", func(c textCase) bool { return undoing.MatchString(c.text) }},
	{"LLVM takes special sources as the accumulator of matrix instructions, and does not decode them", func(c textCase) bool {
		return c.Row.Enc == isa.EncMAI && specialRegister.MatchString(c.text)
	}},
	{"LLVM reads a number as the number of a register in v_cvt_scalef32_sr_pk_fp4_f32", func(c textCase) bool {
		return c.Row.Op == isa.V_CVT_SCALEF32_SR_PK_FP4_F32 && c.err.Msg == "expected VGPR[2]"
	}},
	{"LLVM drops nt of the cache instructions", func(c textCase) bool { return strings.HasPrefix(c.err.Msg, "nt is not a modifier of buffer_") }},
	{"LLVM takes vmcnt_sat(-1) as the largest count", func(c textCase) bool { return strings.Contains(c.text, "_sat(-1)") }},
	{"LLVM takes two signs of a symbol", func(c textCase) bool { return strings.Contains(c.text, "--") }},
	{"LLVM cuts numbers of packed f32 operands and s_setreg_imm32_b32 to 32 bits", func(c textCase) bool {
		return strings.HasSuffix(c.err.Msg, "does not fit in 32 bits") && (c.Row.Enc == isa.EncVOP3P || strings.HasPrefix(c.text, "s_setreg_imm32"))
	}},
	{"LLVM rounds f16 pairs that are too small to 0 in VOP3 only", func(c textCase) bool {
		return strings.Contains(c.err.Msg, "too large or too small") && c.Row.Enc != isa.EncVOP3P && strings.Contains(c.err.Msg, "e-")
	}},
	{"LLVM drops sc1 of returning f64 atomics of AGPRs", func(c textCase) bool {
		return strings.HasPrefix(c.err.Msg, "sc1 is not a modifier of ") && strings.HasSuffix(c.err.Msg, "_f64")
	}},
	{"LLVM encodes neg and abs of v_pk_fmac_f16_sdwa, which it then does not print", func(c textCase) bool {
		return c.Row.Op == isa.V_PK_FMAC_F16 && (strings.Contains(c.err.Msg, "takes no") || strings.Contains(c.err.Msg, "_sel is not a modifier"))
	}},
}

// theyRefuse are the statements that isa takes in a spelling that LLVM does not.
var theyRefuse = []rule{
	{"LLVM takes an omitted vcc only with operands without modifiers", func(c textCase) bool {
		return c.inst.Row.Enc == isa.EncVOPC && strings.Contains(c.theirs.message, "not a valid operand")
	}},
	{"LLVM does not read sext(number) in v_ldexp_f16_sdwa and prints it", func(c textCase) bool {
		return c.Row.Op == isa.V_LDEXP_F16 && (strings.Contains(c.text, "sext(") || c.inst.Row.Enc == isa.EncSDWA2)
	}},
	{"LLVM takes no op_sel_hi for dot products, not even the default", func(c textCase) bool {
		return c.theirs.message == "invalid op_sel operand" && c.inst.Mods.OpSel == 0
	}},
	{"LLVM limits floats for single bf16 operands to the range of f16", func(c textCase) bool {
		return strings.Contains(c.inst.Row.Mnemonic, "_bf16") && strings.ContainsAny(c.text, ".e")
	}},
	{"LLVM does not know 1/(2*pi) in SDWA of 16 bits", func(c textCase) bool {
		return c.inst.Row.Enc <= isa.EncSDWAC && c.inst.Row.Enc >= isa.EncSDWA1 && strings.Contains(c.text, "0.159")
	}},
	{"LLVM takes the bits of floats for v_pk_fmac_f16_sdwa only with its suffix", func(c textCase) bool {
		return c.inst.Row.Op == isa.V_PK_FMAC_F16 && c.inst.Row.Enc == isa.EncSDWA2
	}},
	{"LLVM takes no sext() of a float", func(c textCase) bool { return sextFloat.MatchString(c.text) }},
	{"LLVM tells the same 32 bits apart if they are written as different numbers", func(c textCase) bool {
		return strings.HasPrefix(c.theirs.message, "only one unique literal")
	}},
	{"LLVM chooses the 32 bits of v_cndmask_b32 for a negated constant and finds no room for it", func(c textCase) bool {
		return c.Row.Op == isa.V_CNDMASK_B32 && strings.Contains(c.theirs.message, "constant bus")
	}},
	{"LLVM reads no expressions between bars", func(c textCase) bool {
		return strings.Contains(c.theirs.message, "vertical bar") || strings.Contains(c.theirs.message, "'neg' modifier")
	}},
	{"llvm-mc hangs or crashes", func(c textCase) bool { return c.theirs.message == "no answer" }},
}

// differentBytes are statements with another meaning in LLVM.
var differentBytes = []rule{
	{"LLVM drops sext() of a constant and encodes without SDWA", func(c textCase) bool {
		return strings.Contains(c.text, "sext(") && c.inst.Row.Enc >= isa.EncSDWA1 && c.inst.Row.Enc <= isa.EncSDWAC
	}},
	{"LLVM applies the modifiers of constants of v_cndmask_b32 and encodes in 32 bits", func(c textCase) bool { return c.Row.Op == isa.V_CNDMASK_B32 }},
	{"LLVM forgets lit() between bars", func(c textCase) bool { return strings.Contains(c.text, "lit(") && strings.ContainsAny(c.text, "|-") }},
	{"LLVM cuts the bits of a float to 16 in the class of v_cmp_class_f16_sdwa", func(c textCase) bool {
		return c.Row.Op == isa.V_CMP_CLASS_F16 || c.Row.Op == isa.V_CMPX_CLASS_F16
	}},
	{"LLVM encodes 0 for a float in s_setreg_imm32_b32", func(c textCase) bool {
		return c.Row.Op == isa.S_SETREG_IMM32_B32 && strings.HasSuffix(c.theirs.encoding, "00000000")
	}},
}

var (
	rangeText       = regexp.MustCompile(`(-?\d+) is out of range(?:: (-?\d+) to (-?\d+))?`)
	specialRegister = regexp.MustCompile(`\b(src_)?(shared_base|shared_limit|private_base|private_limit|pops_exiting_wave_id|vccz|execz|scc)\b`)
	keyword         = regexp.MustCompile(`\b(off|clamp|sc0|sc1|nt|glc|slc|dlc|gds|lds|offen|idxen|tfe|lwe|unorm|da|r128|a16|d16|high|scc|sc2|vm|done|compr|bogus|offset|mul|div|addr64|swz|quad_perm|row_mirror|row_half_mirror|no\w+)\b`)
	malformed       = regexp.MustCompile(`\d\.\d*e([\s,)|]|$)|1\.5\.5|\b0e0\b|\+ ?1\.0|1_0|'a'|\b1\.([\s,)|]|$)`)
	sextFloat       = regexp.MustCompile(`sext\(-?\d*\.`)
	undoing         = regexp.MustCompile(`\bno(clamp|sc0|nt|gds|offen|lds)\b`)
	sdwaConstant    = regexp.MustCompile(`0xfff|655\d\d|0[xX]FFF|0b1111111111|0177`)
	shortLiteral    = regexp.MustCompile(`^ff.{14}$`)
)

// outOfRange reports whether a message says that a number is not in a range,
// and it is not.
func outOfRange(msg string) bool {
	m := rangeText.FindStringSubmatch(msg)
	if m == nil {
		return strings.Contains(msg, "takes 0 or 1") || strings.Contains(msg, "does not fit 16 bits") || strings.Contains(msg, "expected 16-bit number") || strings.Contains(msg, "expected number of")
	}
	if m[2] == "" {
		return true
	}
	v, _ := strconv.ParseInt(m[1], 10, 64)
	lo, _ := strconv.ParseInt(m[2], 10, 64)
	hi, _ := strconv.ParseInt(m[3], 10, 64)
	return v < lo || v > hi
}

// manyLiterals reports whether two literals share a scalar instruction's dword.
func manyLiterals(c textCase) bool { return strings.Contains(c.err.Msg, "at most one literal") }

// scalarField reports whether LLVM encoded a special source in a field of
// seven bits: a scalar destination, or an operand of a scalar memory
// instruction or address.
func scalarField(c textCase) bool {
	ops := strings.FieldsFunc(c.text, func(r rune) bool { return r == ' ' || r == ',' || r == '\t' })
	switch c.Row.Enc {
	case isa.EncSMEM, isa.EncSCRATCH, isa.EncGLOBAL, isa.EncVOP3B, isa.EncSOPK:
		return true
	}
	return len(ops) > 1 && (specialRegister.MatchString(ops[1]) || c.Row.Op == isa.V_READLANE_B32)
}
