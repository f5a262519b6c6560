package inspect

import (
	"fmt"
	"math"
	"math/bits"
	"strconv"
	"strings"

	"heddle/isa"
	"heddle/num"
	"heddle/sim"
)

// valueText prints a register as a format of a Filter says; "" is hex.
func valueText(v uint32, as string) string {
	switch as {
	case "f32":
		return floatText(v)
	case "f16":
		return floatText(num.F16ToF32(uint16(v))) + ":" + floatText(num.F16ToF32(uint16(v>>16)))
	case "bf16":
		return floatText(v<<16) + ":" + floatText(v&0xffff0000)
	case "i32":
		return strconv.Itoa(int(int32(v)))
	}
	return fmt.Sprintf("%#x", v)
}

// stepsText is base + step*lane.
func stepsText(base, step uint64) string {
	text := "lane"
	if step != 1 {
		text = fmt.Sprintf("%d*lane", step)
	}
	if base != 0 {
		text = fmt.Sprintf("%#x + %s", base, text)
	}
	return text
}

// floatText prints an f32 so that it cannot be taken for an integer: a NaN with its bits, and what would
// be a subnormal number, but is hardly one, as hex.
func floatText(v uint32) string {
	f := float64(math.Float32frombits(v))
	switch {
	case math.IsNaN(f):
		return fmt.Sprintf("nan(%#x)", v)
	case v&0x7f800000 == 0 && v<<1 != 0:
		return fmt.Sprintf("%#x", v)
	}
	text := strconv.FormatFloat(f, 'g', -1, 32)
	if strings.ContainsAny(text, ".en") {
		return text
	}
	return text + ".0"
}

// lanesText prints the values of lanes: one for all, a step from lane to lane, or each; lines begins each
// further line. Numbers with such a step are indexes or addresses, whatever the format.
func lanesText(lanes uint64, value func(lane int) uint64, text func(v uint64) string, lines string) string {
	if lanes == 0 {
		return "(no lane)"
	}
	first := bits.TrailingZeros64(lanes)
	same, steps, step := true, bits.OnesCount64(lanes) > 2, uint64(0)
	if rest := lanes & (lanes - 1); rest != 0 {
		second := bits.TrailingZeros64(rest)
		step = (value(second) - value(first)) / uint64(second-first)
	}
	for m := lanes; m != 0; m &= m - 1 {
		l := bits.TrailingZeros64(m)
		same = same && value(l) == value(first)
		steps = steps && value(l) == value(first)+step*uint64(l-first)
	}
	switch {
	case same:
		return text(value(first))
	case steps && step < 1<<20 && value(first) >= step*uint64(first):
		return stepsText(value(first)-step*uint64(first), step)
	}
	var b strings.Builder
	const perLine = 8
	started := false
	for row := 0; row < 64; row += perLine {
		if lanes>>row&(1<<perLine-1) == 0 {
			continue
		}
		if started {
			b.WriteString("\n" + lines)
		}
		started = true
		from := bits.TrailingZeros64(lanes >> row << row)
		fmt.Fprintf(&b, "[%d]", from)
		for l := from; l < row+perLine && lanes>>l&(1<<(row+perLine-l)-1) != 0; l++ {
			if lanes>>l&1 != 0 {
				b.WriteString(" " + text(value(l)))
			} else {
				b.WriteString(" -")
			}
		}
	}
	return b.String()
}

// registerText prints lanes of a vector register.
func registerText(r sim.Registers, reg isa.Reg, lanes uint64, as, lines string) string {
	return lanesText(lanes, func(l int) uint64 { return uint64(r.Vector(reg, l)) }, func(v uint64) string { return valueText(uint32(v), as) }, lines)
}

// scalarText prints n scalar registers, two of them as one number.
func scalarText(r sim.Registers, reg isa.Reg, n int) string {
	if n == 2 {
		return fmt.Sprintf("%#x", uint64(r.Scalar(reg))|uint64(r.Scalar(reg+1))<<32)
	}
	var list []string
	for i := range n {
		list = append(list, fmt.Sprintf("%#x", r.Scalar(reg+isa.Reg(i))))
	}
	return strings.Join(list, " ")
}

// special is the name and value of a register without a place among the scalar ones; not ok if it
// says nothing.
func special(r sim.Registers, reg isa.Reg) (name, value string, ok bool) {
	switch reg {
	case isa.SCC:
		if r.SCC() {
			return "scc", "1", true
		}
		return "scc", "0", true
	case isa.Mode:
		return "mode", fmt.Sprintf("%#x", r.Mode()), true
	}
	return "", "", false
}

// tupleName names n registers from reg on.
func tupleName(reg isa.Reg, n int) string {
	switch reg {
	case isa.VCCLo, isa.ExecLo, isa.FlatScratchLo, isa.XnackMaskLo:
		if n == 2 {
			return strings.TrimSuffix(reg.String(), "_lo")
		}
	}
	name := reg.String()
	if n == 1 {
		return name
	}
	i := strings.IndexAny(name, "0123456789")
	if i < 0 {
		return name
	}
	first, _ := strconv.Atoi(name[i:])
	return fmt.Sprintf("%s[%d:%d]", name[:i], first, first+n-1)
}

// operandTypes are formats of a Filter for the vector registers that an instruction reads and writes.
type operandTypes struct{ reads, writes map[isa.Reg]string }

// typesOf returns how an instruction takes vector registers. Mnemonics tell: the first type in them is
// that of the result (v_cvt_f32_f16), the last one that of sources.
func typesOf(r sim.Registers, inst *isa.Inst) operandTypes {
	result, source := "", ""
	for _, part := range strings.Split(inst.Row.Mnemonic, "_") {
		if as := typeNames[part]; as != "" {
			if result == "" {
				result = as
			}
			source = as
		}
	}
	types := operandTypes{map[isa.Reg]string{}, map[isa.Reg]string{}}
	for i := range inst.Row.Operands {
		spec, arg := &inst.Row.Operands[i], &inst.Args[i]
		if arg.Kind != isa.KindReg {
			continue
		}
		as := source
		switch {
		case spec.Access&isa.Write != 0, spec.Name == "src2" && inst.Row.Op.Matrix() != nil:
			as = result
		case spec.Type == isa.TypeI32:
			as = "hex"
		}
		for n := range max(int(arg.Dwords), 1) {
			reg := r.Place(arg.Reg() + isa.Reg(n))
			if spec.Access&isa.Read != 0 {
				types.reads[reg] = as
			}
			if spec.Access&isa.Write != 0 {
				types.writes[reg] = as
			}
		}
	}
	return types
}

// typeNames are types in mnemonics, and the formats of a Filter that print them.
var typeNames = map[string]string{"f32": "f32", "f16": "f16", "bf16": "bf16", "i32": "hex", "u32": "hex", "b32": "hex", "i16": "hex", "u16": "hex",
	"b16": "hex", "f64": "hex", "i64": "hex", "u64": "hex", "b64": "hex", "i8": "hex", "u8": "hex", "fp8": "hex", "bf8": "hex"}
