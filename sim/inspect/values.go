package inspect

import (
	"bytes"
	"fmt"
	"math"
	"math/bits"
	"strconv"
	"strings"

	"heddle/isa"
	"heddle/num"
	"heddle/sim"
)

// appendValue appends a register as a format of a Filter says; "" is hex.
func appendValue(b []byte, v uint32, as string) []byte {
	switch as {
	case "f32":
		return appendFloat(b, v)
	case "f16":
		return appendFloat(append(appendFloat(b, num.F16ToF32(uint16(v))), ':'), num.F16ToF32(uint16(v>>16)))
	case "bf16":
		return appendFloat(append(appendFloat(b, v<<16), ':'), v&0xffff0000)
	case "i32":
		return strconv.AppendInt(b, int64(int32(v)), 10)
	}
	return appendHex(b, uint64(v))
}

func appendHex(b []byte, v uint64) []byte { return strconv.AppendUint(append(b, "0x"...), v, 16) }

// appendFloat appends an f32 so that it cannot be taken for an integer: a NaN with its bits, and what
// would be a subnormal number, but is hardly one, as hex.
func appendFloat(b []byte, v uint32) []byte {
	f := float64(math.Float32frombits(v))
	switch {
	case math.IsNaN(f):
		return append(appendHex(append(b, "nan("...), uint64(v)), ')')
	case v&0x7f800000 == 0 && v<<1 != 0:
		return appendHex(b, uint64(v))
	}
	n := len(b)
	if b = strconv.AppendFloat(b, f, 'g', -1, 32); !bytes.ContainsAny(b[n:], ".en") {
		b = append(b, ".0"...)
	}
	return b
}

// appendLanes appends the values of lanes: one for all, a step from lane to lane, or each, but no
// more than most; lines begins each further line. Numbers with such a step are indexes or
// addresses, whatever the format.
func appendLanes(b []byte, lanes uint64, value func(lane int) uint64, text func(b []byte, v uint64) []byte, lines string, most int) []byte {
	if lanes == 0 {
		return append(b, "(no lane)"...)
	}
	first := bits.TrailingZeros64(lanes)
	base := value(first)
	same, steps, step := true, bits.OnesCount64(lanes) > 2, uint64(0)
	if rest := lanes & (lanes - 1); rest != 0 {
		second := bits.TrailingZeros64(rest)
		step = (value(second) - base) / uint64(second-first)
	}
	for m := lanes; m != 0 && (same || steps); m &= m - 1 {
		l := bits.TrailingZeros64(m)
		v := value(l)
		same, steps = same && v == base, steps && v == base+step*uint64(l-first)
	}
	switch {
	case same:
		return text(b, base)
	case steps && step < 1<<20 && base >= step*uint64(first):
		return appendSteps(b, base-step*uint64(first), step)
	}
	const perLine = 8
	started := false
	for row := 0; row < 64; row += perLine {
		if lanes>>row&(1<<perLine-1) == 0 {
			continue
		}
		if started {
			b = append(append(b, '\n'), lines...)
		}
		started = true
		from := bits.TrailingZeros64(lanes >> row << row)
		b = append(strconv.AppendInt(append(b, '['), int64(from), 10), ']')
		for l := from; l < row+perLine && lanes>>l&(1<<(row+perLine-l)-1) != 0; l++ {
			if most == 0 {
				return append(b, " …"...)
			}
			b = append(b, ' ')
			if lanes>>l&1 != 0 {
				b = text(b, value(l))
				most--
			} else {
				b = append(b, '-')
			}
		}
		if most == 0 && lanes>>(row+perLine) != 0 {
			return append(b, " …"...)
		}
	}
	return b
}

// appendSteps appends base + step*lane.
func appendSteps(b []byte, base, step uint64) []byte {
	if base != 0 {
		b = append(appendHex(b, base), " + "...)
	}
	if step != 1 {
		b = append(strconv.AppendUint(b, step, 10), '*')
	}
	return append(b, "lane"...)
}

// appendDwords appends dwords of lanes in a format of a Filter.
func appendDwords(b []byte, dwords *[64]uint32, lanes uint64, as, lines string, most int) []byte {
	if lanes == ^uint64(0) && dwords[0] == dwords[1] && *dwords == uniform(dwords[0]) {
		return appendValue(b, dwords[0], as)
	}
	return appendLanes(b, lanes, func(l int) uint64 { return uint64(dwords[l&63]) }, func(b []byte, v uint64) []byte { return appendValue(b, uint32(v), as) }, lines, most)
}

// uniform is the same in all lanes.
func uniform(v uint32) (d [64]uint32) {
	for i := range d {
		d[i] = v
	}
	return d
}

// appendScalars appends n scalar registers, two of them as one number.
func appendScalars(b []byte, r sim.Registers, reg isa.Reg, n int) []byte {
	if n == 2 {
		return appendHex(b, uint64(r.Scalar(reg))|uint64(r.Scalar(reg+1))<<32)
	}
	for i := range n {
		if i > 0 {
			b = append(b, ' ')
		}
		b = appendHex(b, uint64(r.Scalar(reg+isa.Reg(i))))
	}
	return b
}

// specialName is the name of a register without a place among the scalar ones; "" if it says
// nothing.
func specialName(reg isa.Reg) string {
	switch reg {
	case isa.SCC:
		return "scc"
	case isa.Mode:
		return "mode"
	}
	return ""
}

// appendSpecial appends the value of one that has a name.
func appendSpecial(b []byte, r sim.Registers, reg isa.Reg) []byte {
	switch {
	case reg == isa.Mode:
		return appendHex(b, uint64(r.Mode()))
	case r.SCC():
		return append(b, '1')
	}
	return append(b, '0')
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
