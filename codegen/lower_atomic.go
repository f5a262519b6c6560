package codegen

import (
	"fmt"
	"strings"

	"heddle/ir"
	"heddle/isa"
	"heddle/mach"
)

// atomicLowerings: atomic operations on memory. They are relaxed and visible to the whole device;
// they do not order other accesses.
var atomicLowerings = []lowering{
	{"memref.atomic_rmw", lowerAtomic},
}

// atomicRow is the instructions of one operation, by refSpace: the global, the
// buffer one, and LDS's without and with a result. 0 is none.
type atomicRow struct {
	global, buffer, lds, ldsRet isa.Op
}

// atomics are the operations that the hardware has, by kind and type: for operations on plain bits,
// i32 and f32 mean any number of that width.
var atomics = map[string]atomicRow{
	"addi 32":   {isa.GLOBAL_ATOMIC_ADD, isa.BUFFER_ATOMIC_ADD, isa.DS_ADD_U32, isa.DS_ADD_RTN_U32},
	"addi 64":   {isa.GLOBAL_ATOMIC_ADD_X2, isa.BUFFER_ATOMIC_ADD_X2, isa.DS_ADD_U64, isa.DS_ADD_RTN_U64},
	"andi 32":   {isa.GLOBAL_ATOMIC_AND, isa.BUFFER_ATOMIC_AND, isa.DS_AND_B32, isa.DS_AND_RTN_B32},
	"andi 64":   {isa.GLOBAL_ATOMIC_AND_X2, isa.BUFFER_ATOMIC_AND_X2, isa.DS_AND_B64, isa.DS_AND_RTN_B64},
	"ori 32":    {isa.GLOBAL_ATOMIC_OR, isa.BUFFER_ATOMIC_OR, isa.DS_OR_B32, isa.DS_OR_RTN_B32},
	"ori 64":    {isa.GLOBAL_ATOMIC_OR_X2, isa.BUFFER_ATOMIC_OR_X2, isa.DS_OR_B64, isa.DS_OR_RTN_B64},
	"xori 32":   {isa.GLOBAL_ATOMIC_XOR, isa.BUFFER_ATOMIC_XOR, isa.DS_XOR_B32, isa.DS_XOR_RTN_B32},
	"xori 64":   {isa.GLOBAL_ATOMIC_XOR_X2, isa.BUFFER_ATOMIC_XOR_X2, isa.DS_XOR_B64, isa.DS_XOR_RTN_B64},
	"maxs 32":   {isa.GLOBAL_ATOMIC_SMAX, isa.BUFFER_ATOMIC_SMAX, isa.DS_MAX_I32, isa.DS_MAX_RTN_I32},
	"maxs 64":   {isa.GLOBAL_ATOMIC_SMAX_X2, isa.BUFFER_ATOMIC_SMAX_X2, isa.DS_MAX_I64, isa.DS_MAX_RTN_I64},
	"maxu 32":   {isa.GLOBAL_ATOMIC_UMAX, isa.BUFFER_ATOMIC_UMAX, isa.DS_MAX_U32, isa.DS_MAX_RTN_U32},
	"maxu 64":   {isa.GLOBAL_ATOMIC_UMAX_X2, isa.BUFFER_ATOMIC_UMAX_X2, isa.DS_MAX_U64, isa.DS_MAX_RTN_U64},
	"mins 32":   {isa.GLOBAL_ATOMIC_SMIN, isa.BUFFER_ATOMIC_SMIN, isa.DS_MIN_I32, isa.DS_MIN_RTN_I32},
	"mins 64":   {isa.GLOBAL_ATOMIC_SMIN_X2, isa.BUFFER_ATOMIC_SMIN_X2, isa.DS_MIN_I64, isa.DS_MIN_RTN_I64},
	"minu 32":   {isa.GLOBAL_ATOMIC_UMIN, isa.BUFFER_ATOMIC_UMIN, isa.DS_MIN_U32, isa.DS_MIN_RTN_U32},
	"minu 64":   {isa.GLOBAL_ATOMIC_UMIN_X2, isa.BUFFER_ATOMIC_UMIN_X2, isa.DS_MIN_U64, isa.DS_MIN_RTN_U64},
	"assign 32": {isa.GLOBAL_ATOMIC_SWAP, isa.BUFFER_ATOMIC_SWAP, isa.DS_WRXCHG_RTN_B32, isa.DS_WRXCHG_RTN_B32},
	"assign 64": {isa.GLOBAL_ATOMIC_SWAP_X2, isa.BUFFER_ATOMIC_SWAP_X2, isa.DS_WRXCHG_RTN_B64, isa.DS_WRXCHG_RTN_B64},
	// Outside of the LDS subnormal f32 numbers are read and written as 0 (ISA
	// manual §9.2.2, table 53): see exactAtomic.
	"addf f32": {isa.GLOBAL_ATOMIC_ADD_F32, isa.BUFFER_ATOMIC_ADD_F32, isa.DS_ADD_F32, isa.DS_ADD_RTN_F32},
	"addf f64": {isa.GLOBAL_ATOMIC_ADD_F64, isa.BUFFER_ATOMIC_ADD_F64, isa.DS_ADD_F64, isa.DS_ADD_RTN_F64},
}

// compareSwap are the compare-and-swap instructions of 4 and 8 bytes.
var compareSwap = map[int64]atomicRow{
	4: {isa.GLOBAL_ATOMIC_CMPSWAP, isa.BUFFER_ATOMIC_CMPSWAP, 0, isa.DS_CMPST_RTN_B32},
	8: {isa.GLOBAL_ATOMIC_CMPSWAP_X2, isa.BUFFER_ATOMIC_CMPSWAP_X2, 0, isa.DS_CMPST_RTN_B64},
}

// atomicFunctions are the operations of arith that the kinds stand for.
var atomicFunctions = map[string]string{
	"addf": "arith.addf", "addi": "arith.addi", "andi": "arith.andi", "maximumf": "arith.maximumf", "maxnumf": "arith.maxnumf",
	"maxs": "arith.maxsi", "maxu": "arith.maxui", "minimumf": "arith.minimumf", "minnumf": "arith.minnumf", "mins": "arith.minsi",
	"minu": "arith.minui", "mulf": "arith.mulf", "muli": "arith.muli", "ori": "arith.ori", "xori": "arith.xori",
}

func lowerAtomic(k *kernel, op *ir.Operation) error {
	r, t := k.refOf(op.Operand("memref")), op.Operand("value").Type
	kind := ir.AtomicKinds[op.IntAttr("kind")]
	bits, err := ir.StorageBits(t)
	if err != nil || bits%8 != 0 || bits > 64 || t == ir.I1 {
		return k.refuse(op, fmt.Sprintf("atomic operations on %s", t), "")
	}
	at, _ := k.byteAt(r, k.elementAt(r, op.OperandGroup("indices")), bits)
	v := k.stored(k.value(op.Operand("value")))
	used := len(k.uses[op.Result()]) > 0
	if r.space == refPrivate {
		old := value{typ: t, dw: k.loadBytes(r, at, bits/8)}
		sum, err := k.combined(op, kind, old, k.value(op.Operand("value")))
		if err != nil {
			return err
		}
		k.storeBytes(r, at, bits/8, k.stored(sum))
		k.set(op, old)
		return nil
	}
	name := fmt.Sprintf("%s %d", kind, bits)
	if strings.HasSuffix(kind, "f") {
		name = fmt.Sprintf("%s %s", kind, t)
	}
	if row, ok := atomics[name]; ok && bits >= 32 && exactAtomic(op, name, r.space) {
		p := k.placeOf(r, at, bits/8)
		k.set(op, value{typ: t, dw: k.emitAtomic(row, &p, k.tuple(mach.FileV, v), int(bits/32), used)})
		return nil
	}
	return k.swapLoop(op, kind, r, at, bits)
}

// exactAtomic reports whether the instruction for an operation does what the
// operation says, or the kernel accepts what it does instead: the discardable
// attribute amdgpu.ignore_denormal_mode, named like LLVM's metadata, says that
// subnormal numbers may be taken for 0. Without it addition is a loop of
// compare-and-swap, as in LLVM.
func exactAtomic(op *ir.Operation, name string, space refSpace) bool {
	return name != "addf f32" || space == refLDS || op.HasAttr("amdgpu.ignore_denormal_mode")
}

// emitAtomic emits an atomic operation, and returns the n dwords of its result
// if that is used.
func (k *kernel) emitAtomic(row atomicRow, p *place, data mach.Part, n int, used bool) []mach.Operand {
	if p.space == refBuffer && used {
		// The data register takes the old value.
		both := k.reg(mach.FileV, int(data.N))
		k.b.Copy(both, mach.P(data))
		k.eachPlace(p, func(q *place, flags mach.InstrFlags) {
			k.emitBufferAtomic(row.buffer, " ret", q, both, n).Flags |= flags
		})
		return dwords(both.Dwords(0, n))
	}
	if p.space == refBuffer {
		k.eachPlace(p, func(q *place, _ mach.InstrFlags) { k.emitBufferAtomic(row.buffer, " noret", q, data, n) })
		return nil
	}
	dst := mach.Part{}
	if used || p.space == refLDS && row.lds == row.ldsRet {
		dst = k.reg(mach.FileV, n)
	}
	form, d := " noret", mach.P(data)
	if dst.N != 0 {
		form = " ret"
	}
	result := func(more ...mach.Operand) []mach.Operand {
		if dst.N != 0 {
			return append([]mach.Operand{mach.P(dst)}, more...)
		}
		return more
	}
	var in *mach.Instr
	switch {
	case p.space == refLDS && dst.N == 0:
		in = k.b.EmitRow(k.f.Row(row.lds, isa.EncDS, ""), p.voff, d)
	case p.space == refLDS:
		in = k.b.EmitRow(k.f.Row(row.ldsRet, isa.EncDS, ""), mach.P(dst), p.voff, d)
	case p.vector:
		in = k.b.EmitRow(k.f.Row(row.global, isa.EncGLOBAL, "off"+form), result(mach.P(p.base), d, mach.Off())...)
	default:
		in = k.b.EmitRow(k.f.Row(row.global, isa.EncGLOBAL, "saddr"+form), result(p.voff, d, mach.P(p.base))...)
	}
	in.Mods.Offset = int32(p.imm)
	in.Mem = p.memory(false, 0, int64(4*n))
	in.Mem.Read = in.Mem.Write
	if dst.N == 0 {
		return nil
	}
	return dwords(dst)
}

// emitBufferAtomic emits one on n dwords of a buffer.
func (k *kernel) emitBufferAtomic(op isa.Op, form string, p *place, data mach.Part, n int) *mach.Instr {
	var in *mach.Instr
	if p.voff.Kind == mach.OperandNone {
		in = k.b.EmitRow(k.f.Row(op, isa.EncMUBUF, "off"+form), mach.P(data), mach.Off(), mach.P(p.base), p.soff)
	} else {
		in = k.b.EmitRow(k.f.Row(op, isa.EncMUBUF, "offen"+form), mach.P(data), p.voff, mach.P(p.base), p.soff)
	}
	in.Mods.Offset = int32(p.imm)
	in.Mem = p.memory(false, 0, int64(4*n))
	in.Mem.Read = in.Mem.Write
	return in
}

// combined returns the value that an atomic operation of a kind stores: selected as the
// corresponding operation of arith.
func (k *kernel) combined(op *ir.Operation, kind string, old, v value) (value, error) {
	if kind == "assign" {
		return v, nil
	}
	a, b := &ir.Value{Type: v.typ}, &ir.Value{Type: v.typ}
	k.vals[a], k.vals[b] = old, v
	name := atomicFunctions[kind]
	f := k.lowering(name)
	if f == nil {
		return value{}, k.refuse(op, "the compiler does not know "+name, "")
	}
	sum := ir.NewOp(name, []*ir.Value{a, b}, []ir.Type{v.typ})
	if err := f(k, sum); err != nil {
		return value{}, k.refuse(op, err.Error(), "")
	}
	return k.vals[sum.Result()], nil
}

// swapLoop uses compare-and-swap for operations that the hardware lacks: each lane repeats it until
// no other access intervenes. It starts with the guess that memory holds 0; a failed attempt
// returns the actual contents.
func (k *kernel) swapLoop(op *ir.Operation, kind string, r *ref, at linear, bits int64) error {
	v := k.value(op.Operand("value"))
	bytes := max(bits/8, 4)
	p := k.placeOf(r, at, bytes)
	var shift mach.Operand
	if bits < 32 {
		if r.space == refBuffer {
			return k.refuse(op, fmt.Sprintf("atomic operations on %s in a buffer", v.typ), "32 or 64 bits")
		}
		p, shift = k.dwordAround(p)
	}
	n := int(bytes / 4)
	held := k.reg(mach.FileV, n) // memory contents when last read
	k.b.Copy(held, constDword(0))
	v.dw = append([]mach.Operand{}, v.dw...)
	for i := range v.dw {
		v.dw[i] = mach.P(k.toVector(v.dw[i], 1))
	}
	saved := k.reg(mach.FileS, 2)
	k.b.Emit(isa.S_MOV_B64, mach.P(saved), mach.Exec())
	header, exit := k.f.NewBlock("compare and swap"), k.f.NewBlock("swapped")
	header.LoopHeader, header.LoopPos = true, k.b.Pos
	defer k.enterLoop()()
	k.goTo(header)
	k.depth++
	k.start(header)
	masked := k.masked
	k.masked = true
	old := value{typ: v.typ, dw: dwords(held)}
	if bits < 32 {
		old.dw = []mach.Operand{k.vop1(isa.V_LSHRREV_B32, shift, mach.P(held))}
	}
	sum, err := k.combined(op, kind, old, v)
	if err != nil {
		return err
	}
	next := k.stored(sum)
	if bits < 32 {
		field := k.shl(constDword(uint32(1)<<bits-1), shift)
		next = []mach.Operand{k.vop1(isa.V_BFI_B32, field, k.shl(next[0], shift), mach.P(held))}
	}
	got := k.compareAndSwap(&p, next, dwords(held), n)
	differ := isa.V_CMP_NE_U32
	if n == 2 {
		differ = isa.V_CMP_NE_U64
	}
	again := k.vcmp(differ, mach.P(k.tuple(mach.FileV, got)), mach.P(held))
	k.b.Copy(held, mach.P(k.tuple(mach.FileV, got))).Flags |= mach.Partial
	k.b.Emit(isa.S_MOV_B64, mach.Exec(), mach.P(again.mask))
	k.branch(mach.CondEXECNZ, 0, header, exit)
	k.depth--
	k.masked = masked
	k.start(exit)
	k.b.Emit(isa.S_MOV_B64, mach.Exec(), mach.P(saved))
	result := value{typ: v.typ, dw: dwords(held)}
	if bits < 32 {
		result.dw = []mach.Operand{k.vop1(isa.V_LSHRREV_B32, shift, mach.P(held))}
	}
	k.set(op, result)
	return nil
}

// compareAndSwap writes next where memory holds old, and returns what it held.
func (k *kernel) compareAndSwap(p *place, next, old []mach.Operand, n int) []mach.Operand {
	row := compareSwap[int64(4*n)]
	if p.space == refLDS {
		dst := k.reg(mach.FileV, n)
		in := k.b.EmitRow(k.f.Row(row.ldsRet, isa.EncDS, ""), mach.P(dst), p.voff, mach.P(k.tuple(mach.FileV, old)), mach.P(k.tuple(mach.FileV, next)))
		in.Mods.Offset = int32(p.imm)
		in.Mem = p.memory(false, 0, int64(4*n))
		in.Mem.Read = in.Mem.Write
		return dwords(dst)
	}
	// The new value stands before the one to compare with (isa/semantics.md §5).
	data := k.reg(mach.FileV, 2*n)
	for i := range n {
		k.b.Copy(data.Dword(i), next[i])
		k.b.Copy(data.Dword(n+i), old[i])
	}
	return k.emitAtomic(row, p, data, n, true)
}

// dwordAround returns the place of the dword that contains an element of less than 4 bytes, and the
// bit position of the element in it.
func (k *kernel) dwordAround(p place) (place, mach.Operand) {
	mask, imm := constDword(^uint32(3)), p.imm
	p.imm = 0
	low := mach.Operand{}
	if p.space == refLDS {
		sum := k.add(p.voff, constDword(uint32(imm)))
		low = sum
		p.voff = k.vop1(isa.V_AND_B32, mask, sum)
	} else {
		lo, hi := constPair(uint64(imm))
		if p.vector {
			lo, hi = k.plus64(mach.P(p.base.Dword(0)), mach.P(p.base.Dword(1)), lo, hi)
		} else {
			bLo, bHi := k.plus64(mach.P(p.base.Dword(0)), mach.P(p.base.Dword(1)), lo, hi)
			lo, hi = k.add64(p.voff, constDword(0), bLo, bHi)
		}
		low = lo
		p.base, p.vector, p.voff = k.tuple(mach.FileV, []mach.Operand{k.and(mach.P(k.toVector(lo, 1)), mask), hi}), true, mach.Operand{}
	}
	return p, k.shl(k.and(mach.P(k.toVector(low, 1)), constDword(3)), constDword(3))
}
