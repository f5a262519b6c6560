package interp

import (
	"errors"
	"strings"

	"heddle/arch"
	"heddle/ir"
	"heddle/num"
)

// Conversions between f32, f16 and bf16 and the formats of 8, 6 and 4 bits, as
// the instructions do them: to nearest even or with random bits, without
// MODE.fp16_ovfl.

// widen converts an f16, bf16 or f32 to f32.
func widen(t ir.Type, code uint64) uint32 {
	switch t {
	case ir.F16:
		return num.F16ToF32(uint16(code))
	case ir.BF16:
		return num.BF16ToF32(uint16(code))
	}
	return uint32(code)
}

// blockScale is the scale operand of a conversion: the exponent field of an f32
// alone counts, 255 makes results NaN.
func blockScale(e Elem) (exp int, nan bool) { return scaleOf(Elem{Bits: e.Bits >> 23 & 255}) }

// toSmall rounds a number divided by 2^scale to a small format, with random bits
// if there are any. Poison in any operand makes the result poison.
func toSmall(to ir.Type, from ir.Type, x, scale Elem, random *Elem) Elem {
	for _, e := range []*Elem{&x, &scale, random} {
		if e != nil && e.Poison != nil {
			return Elem{Poison: e.Poison}
		}
	}
	f, v := to.(ir.FloatType).Format(), widen(from, x.Bits)
	exp, nan := blockScale(scale)
	switch {
	case nan:
		return Elem{Bits: uint64(f.FromF32(num.QNaN32, false))}
	case random != nil:
		return Elem{Bits: uint64(f.StochasticF32(v, exp, uint32(random.Bits), false))}
	}
	return Elem{Bits: uint64(f.FromF32Scaled(v, exp, false))}
}

// fromSmall is a number of a small format times 2^scale, rounded once.
func fromSmall(to ir.Type, from ir.Type, x, scale Elem) Elem {
	for _, e := range []Elem{x, scale} {
		if e.Poison != nil {
			return Elem{Poison: e.Poison}
		}
	}
	f, code := from.(ir.FloatType).Format(), uint32(x.Bits)
	exp, nan := blockScale(scale)
	if nan {
		return Elem{Bits: canonicalNaN(to.(ir.FloatType))}
	}
	switch to {
	case ir.F16:
		return Elem{Bits: uint64(f.ToF16Scaled(code, exp))}
	case ir.BF16:
		return Elem{Bits: uint64(f.ToBF16Scaled(code, exp))}
	}
	return Elem{Bits: uint64(f.ToF32Scaled(code, exp))}
}

// noScale is the scale 1.
var noScale = Elem{Bits: 127 << 23}

// nextRandom steps the random bits of a conversion from element to element:
// v_prng_b32.
func nextRandom(e Elem) Elem {
	r := uint32(e.Bits)
	n := r << 1
	if r>>31 != 0 {
		n ^= 197
	}
	return Elem{Bits: uint64(n), Poison: e.Poison}
}

// conversion makes the function of a conversion intrinsic of rocdl.
func conversion(c *ir.Conversion) maker {
	return func(b *builder, op *ir.Operation) (exec, error) {
		return onChip(func(*builder, *ir.Operation) (exec, error) {
			var of *arch.Chip // the chip whose types are used
			var to, from ir.Type
			return func(l *lane, in *inst) (err error) {
				if l.wg == nil {
					return errors.New("needs a chip")
				}
				if l.wg.chip != of {
					if to, from, err = c.Elems(l.wg.chip); err != nil {
						return err
					}
					of = l.wg.chip
				}
				args := l.values(in, 0, len(in.args))
				switch {
				case from == ir.F32 && to == ir.F16:
					l.set(in, 0, truncated(args))
				case intWidth(to) <= 8:
					l.set(in, 0, narrowing(c, op, args, to, from))
				default:
					l.set(in, 0, widening(c, op, args, to, from))
				}
				return nil
			}, nil
		})(b, op)
	}
}

// truncated is v_cvt_pkrtz_f16_f32.
func truncated(args []Value) Value {
	out := make([]Elem, len(args))
	for i, a := range args {
		out[i] = Elem{Bits: uint64(num.F32ToF16(uint32(a.Bits), num.Env{Round: num.RTZ})), Poison: a.Poison}
	}
	return Value{Vec: out}
}

// operand returns the operand with one of the names; nil if there is none.
func operandNamed(c *ir.Conversion, args []Value, names ...string) *Value {
	for i := range c.Operands {
		for _, n := range names {
			if c.Operands[i].Name == n {
				return &args[i]
			}
		}
	}
	return nil
}

func scaleOperand(c *ir.Conversion, args []Value) Elem {
	if s := operandNamed(c, args, "scale"); s != nil {
		return s.Elem
	}
	return noScale
}

// selected is the number that selects a part of a register, 0 if there is no choice.
func selected(op *ir.Operation, names ...string) int {
	for _, n := range names {
		switch a := op.Attr(n).(type) {
		case *ir.IntegerAttr:
			if a.Type == ir.I1 {
				if a.IsTrue() {
					return 1
				}
				return 0
			}
			return int(a.Int64())
		}
	}
	return 0
}

// narrowing converts to a small format. Two sources alternate.
func narrowing(c *ir.Conversion, op *ir.Operation, args []Value, to, from ir.Type) Value {
	random := operandNamed(c, args, "seed")
	first, second := operandNamed(c, args, "src", "src0", "srcA"), operandNamed(c, args, "src1", "srcB")
	if strings.HasPrefix(c.Name, "cvt.sr.") { // srcB is the random bits here
		random, second = second, nil
	}
	var x []Elem
	for i, e := range first.elems() {
		x = append(x, e)
		if second != nil {
			x = append(x, second.elems()[i])
		}
	}
	scale := scaleOperand(c, args)
	codes := make([]Elem, len(x))
	var bits *Elem
	if random != nil {
		e := random.Elem
		bits = &e
	}
	for i := range x {
		codes[i] = toSmall(to, from, x[i], scale, bits)
		if bits != nil {
			*bits = nextRandom(*bits)
		}
	}
	unit, width := intWidth(c.Result), intWidth(to)
	old := operandNamed(c, args, "old", "oldVdst")
	if old == nil {
		return valueOf(c.Result, repack(codes, width, unit))
	}
	// The codes replace as much of the old register as their length.
	part := len(codes) * width
	parts := append([]Elem(nil), repack(old.elems(), unit, part)...)
	parts[selected(op, "byteSel", "wordSel", "dstSelIndex", "dstLoHiSel")] = repack(codes, width, part)[0]
	return valueOf(c.Result, repack(parts, part, unit))
}

// widening converts from a small format, for each element of the result.
func widening(c *ir.Conversion, op *ir.Operation, args []Value, to, from ir.Type) Value {
	src := operandNamed(c, args, "src", "srcA")
	scale, old := scaleOperand(c, args), operandNamed(c, args, "oldVdst")
	unit := 32 // of the source
	codes := repack(src.elems(), unit, intWidth(from))
	n := int(elemCount(c.Result))
	if old != nil {
		n = 1
	}
	codes = codes[selected(op, "byteSel", "wordSel", "srcSelIndex", "srcLoHiSel")*n:]
	out := make([]Elem, n)
	for i := range out {
		out[i] = fromSmall(to, from, codes[i], scale)
	}
	if old != nil {
		all := append([]Elem(nil), old.Vec...)
		all[selected(op, "dstLoHiSel")] = out[0]
		out = all
	}
	return valueOf(c.Result, out)
}

// pair is the two elements of a packed operand that an index selects: what is
// not there is poison.
func pair(op *ir.Operation, e []Elem, first, n int) []Elem {
	out := make([]Elem, n)
	for i := range out {
		if first+i < len(e) {
			out[i] = e[first+i]
		} else {
			out[i] = poisoned(op, "element %d of %d", first+i, len(e))
		}
	}
	return out
}

// wordFirst is the first of the two elements that an index selects. For 8-bit
// elements it is a word of a dword, and any index but 0 is 1, as in upstream's
// lowering; for 4-bit elements it is a byte.
func wordFirst(op *ir.Operation, t ir.Type, index int64) int {
	if intWidth(t) == 8 {
		index = min(index, 1)
	}
	return 2 * int(index)
}

func extPacked(op *ir.Operation, args []Value) ([]Value, error) {
	from, to := ir.ElemType(op.Operands[0].Type), op.Results[0].Type
	n, first := int(elemCount(to)), int(op.IntAttr("index"))
	if n == 2 {
		first = wordFirst(op, from, op.IntAttr("index"))
	}
	out := pair(op, args[0].elems(), first, n)
	for i := range out {
		out[i] = fromSmall(ir.ElemType(to), from, out[i], noScale)
	}
	return []Value{valueOf(to, out)}, nil
}

func scaledExt(op *ir.Operation, args []Value) ([]Value, error) {
	from, to := ir.ElemType(op.Operands[0].Type), op.Results[0].Type
	out := pair(op, args[0].elems(), wordFirst(op, from, op.IntAttr("index")), 2)
	for i := range out {
		out[i] = fromSmall(ir.ElemType(to), from, out[i], args[1].Elem)
	}
	return []Value{valueOf(to, out)}, nil
}

// insert puts elements among the existing ones, or among poison.
func insert(op *ir.Operation, args []Value, at int, e ...Elem) []Value {
	t := op.Results[0].Type
	out := splat(poisoned(op, "elements that nothing has set"), int(elemCount(t)))
	if from, to := group(op, len(op.Decl.Operands)-1); from < to {
		copy(out, args[from].Vec)
	}
	copy(out[at:], e)
	return []Value{valueOf(t, out)}
}

func packedTrunc(op *ir.Operation, args []Value) ([]Value, error) {
	t := ir.ElemType(op.Results[0].Type)
	second := poisoned(op, "elements that nothing has set")
	if from, to := group(op, 1); from < to {
		second = toSmall(t, ir.F32, args[from].Elem, noScale, nil)
	}
	return insert(op, args, 2*int(op.IntAttr("wordIndex")), toSmall(t, ir.F32, args[0].Elem, noScale, nil), second), nil
}

func packedStochRound(op *ir.Operation, args []Value) ([]Value, error) {
	t := ir.ElemType(op.Results[0].Type)
	return insert(op, args, int(op.IntAttr("storeIndex")), toSmall(t, ir.F32, args[0].Elem, noScale, &args[1].Elem)), nil
}

func scaledTrunc(op *ir.Operation, args []Value) ([]Value, error) {
	from, to := ir.ElemType(op.Operands[0].Type), ir.ElemType(op.Results[0].Type)
	out := pair(op, args[0].elems(), 0, 2)
	for i := range out {
		out[i] = toSmall(to, from, out[i], args[1].Elem, nil)
	}
	return insert(op, args, wordFirst(op, to, op.IntAttr("index")), out...), nil
}
