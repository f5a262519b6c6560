package codegen

import (
	"math"
	"strings"

	"heddle/ir"
	"heddle/isa"
	"heddle/mach"
)

// rawBufferLowerings: accesses through their own resource.
var rawBufferLowerings = []lowering{
	{"amdgpu.raw_buffer_load", lowerRawBuffer},
	{"amdgpu.raw_buffer_store", lowerRawBuffer},
	{"amdgpu.raw_buffer_atomic_cmpswap", lowerRawBuffer},
	{"amdgpu.raw_buffer_atomic_fadd", lowerRawBuffer},
	{"amdgpu.raw_buffer_atomic_fmax", lowerRawBuffer},
	{"amdgpu.raw_buffer_atomic_smax", lowerRawBuffer},
	{"amdgpu.raw_buffer_atomic_umin", lowerRawBuffer},
}

// rawAtomics are the instructions by the operation's last word and, for fadd,
// the type.
var rawAtomics = map[string]isa.Op{
	"fadd f32":           isa.BUFFER_ATOMIC_ADD_F32,
	"fadd vector<2xf16>": isa.BUFFER_ATOMIC_PK_ADD_F16,
	"fmax f64":           isa.BUFFER_ATOMIC_MAX_F64,
	"smax i32":           isa.BUFFER_ATOMIC_SMAX,
	"umin i32":           isa.BUFFER_ATOMIC_UMIN,
}

func lowerRawBuffer(k *kernel, op *ir.Operation) error {
	src := k.refOf(op.Operand("memref"))
	r, err := k.rawBuffer(op, src)
	if err != nil {
		return err
	}
	unit, err := ir.StorageBits(src.typ.Elem)
	if err != nil || unit%8 != 0 {
		return k.refuse(op, "elements of "+src.typ.Elem.String()+" do not fill bytes", "")
	}
	at := k.rawOffset(op, src, unit/8)
	kind := strings.TrimPrefix(op.Name(), "amdgpu.raw_buffer_")
	switch kind {
	case "load":
		t := op.Result().Type
		width, count, ok := elementBits(t)
		if !ok {
			return k.refuse(op, "a load of "+t.String(), "")
		}
		return k.setLoaded(op, t, k.loadBytes(r, at, int64(width*count/8)))
	case "store":
		t := op.Operands[0].Type
		width, count, ok := elementBits(t)
		if !ok {
			return k.refuse(op, "a store of "+t.String(), "")
		}
		k.storeBytes(r, at, int64(width*count/8), k.stored(k.value(op.Operands[0])))
		return nil
	}
	v := k.stored(k.value(op.Operands[0]))
	p := k.placeOf(r, at, int64(4*len(v)))
	if kind == "atomic_cmpswap" {
		old := k.compareAndSwap(&p, v, k.stored(k.value(op.Operands[1])), len(v))
		k.set(op, value{typ: op.Result().Type, dw: old})
		return nil
	}
	name := strings.TrimPrefix(kind, "atomic_") + " " + op.Operands[0].Type.String()
	instruction, ok := rawAtomics[name]
	if name == "fadd vector<2xbf16>" {
		instruction, ok = isa.BUFFER_ATOMIC_PK_ADD_BF16, true
	}
	if !ok || len(k.f.Target.RowsOf(instruction)) == 0 {
		return k.refuse(op, k.f.Chip.Name+" has no such operation on "+op.Operands[0].Type.String(), "")
	}
	k.emitAtomic(atomicRow{buffer: instruction}, &p, k.tuple(mach.FileV, v), len(v), false)
	return nil
}

// rawBuffer returns the resource for a whole memref, starting at its offset.
func (k *kernel) rawBuffer(op *ir.Operation, src *ref) (*ref, error) {
	unit, err := ir.StorageBits(src.typ.Elem)
	if err != nil {
		return nil, k.refuse(op, err.Error(), "")
	}
	if src.space != refGlobal {
		return nil, k.refuse(op, "the memref is in "+refSpaceNames[src.space], "it must be in global memory")
	}
	start, whole := k.byteAt(src, src.offset, unit)
	if !whole {
		return nil, k.refuse(op, "an offset that may be inside a byte", "")
	}
	valid, most, err := k.extentBytes(op, src, unit)
	if err != nil {
		return nil, err
	}
	records := valid[0]
	switch _, known := wideNumber(valid[0], valid[1]); {
	case most <= math.MaxUint32 || isZero(valid[1]):
	case known:
		records = constDword(math.MaxUint32) // offsets have 32 bits
	default:
		records = k.selectDword(cond{kind: condScalar, op: isa.S_CMP_EQ_U32, a: valid[1], b: constDword(0)}, records, constDword(0xffffffff))
	}
	base := start.plus(linear{terms: []term{{v: value{dw: src.base}, coef: 1}}})
	lo, hi := k.sum64(base.c, base.terms)
	pair, ok := k.uniformDwords(start, lo, hi)
	if !ok || !k.isScalar(src.base[0]) {
		return nil, k.refuse(op, "the buffer may differ between the lanes of a wave", "its address must be uniform")
	}
	parts := []term{{v: value{dw: append(pair, records)}}}
	dw := k.once("resource", 0, parts, func() []mach.Operand { return k.newResource(pair, mach.Operand{}, records) })
	return &ref{typ: src.typ, space: refBuffer, root: src.root, noAlias: src.noAlias, buffer: &buffer{ready: dw}, checked: true}, nil
}

// rawOffset is where an access is, in bytes from the resource's base, modulo
// 2^32. The scalar offset does not wrap: where it would, the access is out of
// range, and so is the offset that is returned.
func (k *kernel) rawOffset(op *ir.Operation, src *ref, bytes int64) linear {
	at := number(max(0, op.IntAttr("indexOffset"))) // upstream's lowering omits a negative one
	for i, v := range op.OperandGroup("indices") {
		at = at.plus(k.product32(k.value(v), src.strides[i]))
	}
	at = at.times(bytes)
	scalar := op.Operand("sgprOffset")
	if scalar == nil {
		return at
	}
	own := k.product32(k.value(scalar), number(bytes))
	a, b := k.sum32(at.c, at.terms), k.sum32(own.c, own.terms)
	dst := k.reg(mach.FileV, 1)
	in := k.b.EmitRow(k.f.Row(isa.V_ADD_U32, isa.EncVOP3A, ""), mach.P(dst), mach.P(k.toVector(a, 1)), mach.P(k.toVector(b, 1)))
	in.Mods.Set |= 1 << isa.ModClamp
	return k.dwordLinear(mach.P(dst))
}

// product32 returns a dword times a number modulo 2^32.
func (k *kernel) product32(v value, by linear) linear {
	if c, ok := isConst(v.lo()); ok && by.constant() {
		return number(int64(uint32(c) * uint32(by.c)))
	}
	own := value{typ: ir.Index, dw: []mach.Operand{v.lo()}, ext: extZero}
	if by.constant() {
		return linear{terms: []term{{v: own, coef: int64(int32(by.c))}}}
	}
	return k.dwordLinear(k.mul(v.lo(), k.sum32(by.c, by.terms)))
}
