package isa

import "strings"

// Constant returns the bits of operand k if it is an inline constant or a literal, as wide as the
// operand: 64-bit operands get integers with their sign, and literals as the high half of a double,
// with the sign of an i64, or with zeros (ISA manual §5.2).
func (inst *Inst) Constant(k int) (bits uint64, ok bool) {
	o, t := &inst.Args[k], inst.Row.Operands[k].Type
	switch o.Kind {
	case KindLiteral:
		switch {
		case t == TypeF64:
			return uint64(o.Val) << 32, true
		case t == TypeI64 && strings.Contains(inst.Row.Mnemonic, "_i64"):
			return uint64(int64(int32(o.Val))), true
		}
		return uint64(o.Val), true
	case KindInline:
		switch v := int64(o.Val) - 128; {
		case v <= 64:
			return uint64(v), true
		case v <= 80:
			return uint64(64 - v), true
		case int(o.Val)-240 < len(inlineFloats) && o.Val >= 240:
			f := &inlineFloats[o.Val-240]
			switch t {
			case TypeI16, TypeF16, TypeV2I16, TypeV2F16:
				return uint64(f.f16), true
			case TypeBF16, TypeV2BF16:
				return uint64(f.bf16), true
			case TypeI64, TypeF64:
				return f.f64, true
			case TypeV2I32, TypeV2F32:
				return uint64(f.f32)<<32 | uint64(f.f32), true
			}
			return uint64(f.f32), true
		}
	}
	return 0, false
}
