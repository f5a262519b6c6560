package ir

import (
	"fmt"
	"strings"
	"sync"

	"heddle/arch"
	"heddle/isa"
)

// Conversion is a conversion intrinsic of rocdl as data.
type Conversion struct {
	Name     string      // the operation of rocdl without the dialect: "cvt.pk.fp8.f32"
	Inst     isa.Op      // the instruction: v_cvt_pk_fp8_f32
	Operands []NamedType // in order
	Attr     []NamedType // the constants: i32, or i1
	Result   Type
	// open: rocdl does not fix the type of the result.
	open bool
}

// NamedType is a row of a [Conversion].
type NamedType struct {
	Name string
	Type Type
}

// Conversions are the conversions of the targets of isa, from LLVM's
// ROCDLOps.td and IntrinsicsAMDGPU.td. (Those by 8 and 16 elements are
// gfx1250's.) The table must not be changed.
func Conversions() []Conversion { return conversions() }

var conversions = sync.OnceValue(allConversions)

// conversionSigns spells the types in the table of conversions.
var conversionSigns = map[string]Type{
	"i1": I1, "i32": I32, "f16": F16, "bf16": BF16, "f32": F32,
	"v2i16": Vector(I16, 2), "v2f16": Vector(F16, 2), "v2bf16": Vector(BF16, 2), "v2f32": Vector(F32, 2),
	"v6i32": Vector(I32, 6), "v16f32": Vector(F32, 16),
	"v32f16": Vector(F16, 32), "v32bf16": Vector(BF16, 32), "v32f32": Vector(F32, 32),
}

// conversionTable has a row for each kind: the name, operands, constants and
// result; S stands for each of the small formats in braces, L for each of the
// large ones. A small format's name says its type where it is packed by 32.
var conversionTable = []struct {
	open         bool
	name         string
	small, large string
	operands     string
	attr, result string
}{
	{true, "cvt.pkrtz", "-", "-", "srcA:f32 srcB:f32", "", "v2f16"},
	{true, "cvt.f32.S", "bf8 fp8", "-", "srcA:i32", "byteSel:i32", "f32"},
	{true, "cvt.pk.f32.S", "bf8 fp8", "-", "src:i32", "wordSel:i1", "v2f32"},
	{true, "cvt.pk.S.f32", "bf8 fp8", "-", "srcA:f32 srcB:f32 old:i32", "wordSel:i1", "i32"},
	{true, "cvt.sr.S.f32", "bf8 fp8", "-", "srcA:f32 srcB:i32 old:i32", "byteSel:i32", "i32"},

	{false, "cvt.scalef32.pk32.S.L", "fp6 bf6", "f16 bf16", "src:v32L scale:f32", "", "v6i32"},
	{false, "cvt.scalef32.sr.pk32.S.L", "fp6 bf6", "f16 bf16 f32", "src:v32L seed:i32 scale:f32", "", "v6i32"},
	{false, "cvt.scalef32.pk32.L.S", "fp6 bf6", "f16 bf16 f32", "src:v6i32 scale:f32", "", "v32L"},
	{false, "cvt.scalef32.2xpk16.S.f32", "fp6 bf6", "-", "src0:v16f32 src1:v16f32 scale:f32", "", "v6i32"},

	{false, "cvt.scalef32.f16.S", "fp8 bf8", "-", "oldVdst:v2f16 src:i32 scale:f32", "srcSelIndex:i32 dstLoHiSel:i1", "v2f16"},
	{false, "cvt.scalef32.f32.S", "fp8 bf8", "-", "src:i32 scale:f32", "srcSelIndex:i32", "f32"},
	{false, "cvt.scalef32.pk.S.f32", "fp8 bf8", "-", "oldVdst:v2i16 src0:f32 src1:f32 scale:f32", "dstLoHiSel:i1", "v2i16"},
	{false, "cvt.scalef32.pk.S.L", "fp8 bf8", "f16 bf16", "oldVdst:v2i16 src0:v2L scale:f32", "dstLoHiSel:i1", "v2i16"},
	{false, "cvt.scalef32.pk.L.S", "fp8 bf8", "f16 bf16 f32", "src:i32 scale:f32", "srcLoHiSel:i1", "v2L"},
	{false, "cvt.scalef32.sr.S.L", "fp8 bf8", "f32 f16 bf16", "oldVdst:i32 src0:L seed:i32 scale:f32", "dstSelIndex:i32", "i32"},

	{false, "cvt.scalef32.pk.fp4.L", "-", "f16 bf16", "oldVdst:i32 src:v2L scale:f32", "dstSelIndex:i32", "i32"},
	{false, "cvt.scalef32.sr.pk.fp4.L", "-", "f16 bf16 f32", "oldVdst:i32 src:v2L seed:i32 scale:f32", "dstSelIndex:i32", "i32"},
	{false, "cvt.scalef32.pk.L.fp4", "-", "f16 bf16 f32", "src:i32 scale:f32", "srcSelIndex:i32", "v2L"},
	{false, "cvt.scalef32.pk.fp4.f32", "-", "-", "oldVdst:i32 src0:f32 src1:f32 scale:f32", "dstSelIndex:i32", "i32"},
}

func allConversions() []Conversion {
	var all []Conversion
	for _, row := range conversionTable {
		for _, small := range strings.Fields(row.small) {
			for _, large := range strings.Fields(row.large) {
				put := func(s string) string { return strings.ReplaceAll(strings.ReplaceAll(s, "S", small), "L", large) }
				all = append(all, Conversion{put(row.name), conversionInst(put(row.name)), namedTypes(put(row.operands)), namedTypes(row.attr),
					conversionSigns[put(row.result)], row.open})
			}
		}
	}
	return all
}

// conversionInst is the instruction of a conversion of rocdl.
func conversionInst(name string) isa.Op {
	if name == "cvt.pkrtz" {
		return isa.V_CVT_PKRTZ_F16_F32
	}
	op, ok := isa.LookupOp("v_" + strings.ReplaceAll(name, ".", "_"))
	if !ok {
		panic("BUG: isa has no instruction for rocdl." + name)
	}
	return op
}

// namedTypes reads "src:i32 scale:f32".
func namedTypes(s string) []NamedType {
	var list []NamedType
	for _, f := range strings.Fields(s) {
		name, sign, _ := strings.Cut(f, ":")
		list = append(list, NamedType{name, conversionSigns[sign]})
	}
	return list
}

// On reports whether the chip has the conversion.
func (c *Conversion) On(chip *arch.Chip) bool { return isa.For(chip).Has(c.Inst) }

// Elems are the element types of the result and of the source on a chip, by the end of
// the name. It is an error if the chip's facts do not define them.
func (c *Conversion) Elems(chip *arch.Chip) (to, from Type, err error) {
	if c.Inst == isa.V_CVT_PKRTZ_F16_F32 {
		return F16, F32, nil
	}
	names := strings.Split(c.Name, ".")
	names = names[len(names)-2:]
	if err := chip.CheckFormats(names...); err != nil {
		return nil, nil, err
	}
	toFormat, _ := chip.Format(names[0])
	fromFormat, _ := chip.Format(names[1])
	return TypeOf(toFormat), TypeOf(fromFormat), nil
}

// exactly is the set of one type; a vector may have more dimensions.
func exactly(t Type) *Constraint {
	if v, ok := t.(*VectorType); ok {
		return fixedVectorOfLength(oneOf(v.Elem), v.Len())
	}
	return oneOf(t)
}

func (c *Conversion) decl() OpDecl {
	d := OpDecl{Name: "rocdl." + c.Name, Traits: Pure, VerifyChip: c.verifyChip, Results: []ValueDecl{{Name: "res", Type: exactly(c.Result)}}}
	if c.open {
		d.Results[0].Type = llvmType
	}
	for _, o := range c.Operands {
		d.Operands = append(d.Operands, ValueDecl{Name: o.Name, Type: exactly(o.Type)})
	}
	for _, a := range c.Attr {
		kind := boolKind
		if a.Type != I1 {
			kind = intKind(I32, 0, 1, 3)
		}
		d.Attrs = append(d.Attrs, AttrDecl{Name: a.Name, Kind: kind})
	}
	return d
}

func (c *Conversion) verifyChip(op *Operation, chip *arch.Chip) error {
	if !c.On(chip) {
		return fmt.Errorf("is not on %s", chip.Name)
	}
	if _, _, err := c.Elems(chip); err != nil {
		return err
	}
	if t := op.Results[0].Type; !SameType(t, c.Result) {
		return fmt.Errorf("the result must be %s, not %s", c.Result, t)
	}
	for i := range c.Attr {
		if n := op.IntAttr(c.Attr[i].Name); c.Attr[i].Type == I32 && (n < 0 || n > 3) {
			return fmt.Errorf("%s selects a byte of a dword and must be from 0 to 3, not %d", c.Attr[i].Name, n)
		}
	}
	return needPlain(op.Operands...)
}
