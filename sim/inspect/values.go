package inspect

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"math"
	"math/bits"
	"slices"
	"strconv"
	"strings"

	"heddle/isa"
	"heddle/num"
	"heddle/sim"
)

// format is how the value of a register is printed.
type format uint8

const (
	formatOfUse format = iota // as the instruction takes it, which is hex where nothing is known
	formatF32
	formatF16
	formatBF16
	formatI32
	formatHex
)

// formatNames are the values of as=, from formatF32 on.
var formatNames = []string{"f32", "f16", "bf16", "i32", "hex"}

// appendValue appends a register.
func appendValue(b []byte, v uint32, as format) []byte {
	switch as {
	case formatF32:
		return appendFloat(b, v)
	case formatF16:
		return appendFloat(append(appendFloat(b, num.F16ToF32(uint16(v))), ':'), num.F16ToF32(uint16(v>>16)))
	case formatBF16:
		return appendFloat(append(appendFloat(b, v<<16), ':'), v&0xffff0000)
	case formatI32:
		return strconv.AppendInt(b, int64(int32(v)), 10)
	}
	return appendHex(b, uint64(v))
}

// hexRoom is what putHex needs.
const hexRoom = 24

// appendHex appends "0x" and the digits of v.
func appendHex(b []byte, v uint64) []byte {
	b = slices.Grow(b, hexRoom)
	n := len(b)
	if high := uint32(v >> 32); high != 0 {
		return b[:n+putHex64((*[hexRoom]byte)(b[n:n+hexRoom]), high, uint32(v))]
	}
	return b[:n+putHex((*[hexRoom]byte)(b[n:n+hexRoom]), uint32(v))]
}

// putHex puts "0x" and the digits of v, all eight at a time, as much of a trace is addresses and values. It
// returns how many bytes they are.
func putHex(to *[hexRoom]byte, v uint32) int {
	digits := hexLength(v)
	to[0], to[1] = '0', 'x'
	binary.LittleEndian.PutUint64(to[2:], hexDigits(v)>>((64-8*digits)&63))
	return 2 + digits
}

// putHex64 is putHex for 64 bits, of which some of the high ones are set.
func putHex64(to *[hexRoom]byte, high, low uint32) int {
	n := putHex(to, high)
	binary.LittleEndian.PutUint64(to[n&15:], hexDigits(low))
	return n + 8
}

// hexLength is the number of digits of v.
func hexLength(v uint32) int { return (bits.Len32(v|1) + 3) / 4 }

// hexDigits returns the eight digits of v, the first in the low bits: four bits to a byte, then ASCII in all
// bytes at once.
func hexDigits(v uint32) uint64 {
	x := uint64(v)
	x = (x<<16 | x) & 0x0000ffff_0000ffff
	x = (x<<8 | x) & 0x00ff00ff_00ff00ff
	x = (x<<4 | x) & 0x0f0f0f0f_0f0f0f0f
	letters := (x + 0x06060606_06060606) >> 4 & 0x01010101_01010101
	return bits.ReverseBytes64(x + 0x30303030_30303030 + letters*('a'-'0'-10))
}

// appendFloat appends an f32 so that it cannot be taken for an integer: a NaN with its bits, and what
// would be a subnormal number, but is hardly one, as hex.
func appendFloat(b []byte, v uint32) []byte {
	f := float64(math.Float32frombits(v))
	switch {
	case f == math.Trunc(f) && math.Abs(f) < 1e6 && v != 1<<31: // many are, and integers take less time
		return append(strconv.AppendInt(b, int64(f), 10), ".0"...)
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

// appendScalar appends registers that are not vector ones.
func appendScalar(b []byte, registers sim.Registers, r *register) []byte {
	if r.reg < 128 {
		return appendScalars(b, registers, r.reg, int(r.n))
	}
	return appendSpecial(b, registers, r.reg)
}

// appendScalars appends n scalar registers, two of them as one number.
func appendScalars(b []byte, r sim.Registers, reg isa.Reg, n int) []byte {
	switch n {
	case 1:
		return appendHex(b, uint64(r.Scalar(reg)))
	case 2:
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

// operandTypes are formats for the vector registers that an instruction reads and writes.
type operandTypes struct{ reads, writes []registerFormat }

// registerFormat is the format of n registers.
type registerFormat struct {
	reg isa.Reg
	n   int
	as  format
}

// formatIn looks up the format of a register; the last operand that names it says.
func formatIn(list []registerFormat, reg isa.Reg) format {
	for i := len(list) - 1; i >= 0; i-- {
		if f := &list[i]; f.reg <= reg && reg < f.reg+isa.Reg(f.n) {
			return f.as
		}
	}
	return formatOfUse
}

// typesOf returns how an instruction takes vector registers. Mnemonics tell: the first type in them is
// that of the result (v_cvt_f32_f16), the last one that of sources.
func typesOf(r sim.Registers, inst *isa.Inst) (types operandTypes) {
	result, source := formatOfUse, formatOfUse
	for part := range strings.SplitSeq(inst.Row.Mnemonic, "_") {
		if as := typeNames[part]; as != formatOfUse {
			if result == formatOfUse {
				result = as
			}
			source = as
		}
	}
	for i := range inst.Row.Operands {
		spec, arg := &inst.Row.Operands[i], &inst.Args[i]
		if arg.Kind != isa.KindReg || arg.Reg() < isa.V0 {
			continue
		}
		as := source
		switch {
		case spec.Access&isa.Write != 0, spec.Name == "src2" && inst.Row.Op.Matrix() != nil:
			as = result
		case spec.Type == isa.TypeI32:
			as = formatHex
		}
		f := registerFormat{r.Place(arg.Reg()), max(int(arg.Dwords), 1), as}
		if spec.Access&isa.Read != 0 {
			types.reads = append(types.reads, f)
		}
		if spec.Access&isa.Write != 0 {
			types.writes = append(types.writes, f)
		}
	}
	return types
}

// typeNames are types in mnemonics, and the formats that print them.
var typeNames = map[string]format{"f32": formatF32, "f16": formatF16, "bf16": formatBF16, "i32": formatHex, "u32": formatHex, "b32": formatHex,
	"i16": formatHex, "u16": formatHex, "b16": formatHex, "f64": formatHex, "i64": formatHex, "u64": formatHex, "b64": formatHex, "i8": formatHex,
	"u8": formatHex, "fp8": formatHex, "bf8": formatHex}
