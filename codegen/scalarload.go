package codegen

import (
	"strings"

	"heddle/ir"
	"heddle/isa"
	"heddle/mach"
)

// scalarLoads are the scalar loads, the longest first.
var scalarLoads = []struct {
	dwords int64
	op     isa.Op
}{{16, isa.S_LOAD_DWORDX16}, {8, isa.S_LOAD_DWORDX8}, {4, isa.S_LOAD_DWORDX4}, {2, isa.S_LOAD_DWORDX2}, {1, isa.S_LOAD_DWORD}}

// Offsets of scalar loads: 21 bits with a sign, and not negative together with a register
// (isa/semantics.md §5).
const maxScalarOffset = 1<<20 - 1

// scalarLoad loads uniform data through the scalar cache, from memory that nothing writes
// meanwhile. Such loads ignore EXEC, so some lane must need them, and addresses must be multiples
// of 4. A kernel that counts its loads itself counts these, too.
func (k *kernel) scalarLoad(op *ir.Operation, r *ref, runs []run, t ir.Type) ([]mach.Operand, bool) {
	if k.masked || k.ownWaits || r.space != refGlobal || !r.readOnly || len(runs) != 1 || ir.ElemType(t) == ir.I1 || !k.allScalars(r.base...) {
		return nil, false
	}
	at, n := runs[0].at, runs[0].bits/32
	_, vector := k.parts(at.terms)
	if len(vector) > 0 || runs[0].bits%32 != 0 || n > 16 || !k.aligned4(r, at) || k.onlyStored(op) {
		return nil, false
	}
	base, soff, c := k.scalarPlace(r, at)
	var dw []mach.Operand
	for done := int64(0); done < n; {
		for _, l := range scalarLoads {
			if l.dwords > n-done {
				continue
			}
			dst := k.reg(mach.FileS, int(l.dwords))
			k.emitScalarLoad(l.op, dst, base, soff, c+done*4).Mem = &mach.Mem{Read: mach.SpaceConst, Root: r.root}
			dw, done = append(dw, dwords(dst)...), done+l.dwords
			break
		}
	}
	return dw, true
}

// scalarPlace returns a base, an offset in a register (none if its kind is), and a constant one.
func (k *kernel) scalarPlace(r *ref, at linear) (base mach.Part, soff mach.Operand, c int64) {
	rest := at.plus(r.start.times(-1))
	_, startVector := k.parts(r.start.terms)
	small := r.reach > 0 && r.reach < 1<<32 && len(startVector) == 0
	if small && len(rest.terms) > 0 && rest.c >= 0 && rest.c < maxScalarOffset-64 && k.notNegative(rest.terms) {
		return k.scalarBase(r, r.start.c, r.start.terms), k.sum32(0, rest.terms), rest.c
	}
	c = at.c
	if c < -maxScalarOffset || c > maxScalarOffset-64 {
		c = 0
	}
	return k.scalarBase(r, at.c-c, at.terms), mach.Operand{}, c
}

func (k *kernel) emitScalarLoad(op isa.Op, dst, base mach.Part, soff mach.Operand, c int64) *mach.Instr {
	switch {
	case soff.Kind == mach.OperandNone:
		return k.b.EmitRow(k.f.Row(op, isa.EncSMEM, "imm"), mach.P(dst), mach.P(base), mach.Imm(c))
	case c == 0:
		return k.b.EmitRow(k.f.Row(op, isa.EncSMEM, "reg"), mach.P(dst), mach.P(base), soff)
	}
	in := k.b.EmitRow(k.f.Row(op, isa.EncSMEM, "reg+imm"), mach.P(dst), mach.P(base), soff)
	in.Mods.Offset = int32(c)
	return in
}

// aligned4 reports whether an address is a multiple of 4: arguments are aligned
// to their elements (docs/mlir-abi.md).
func (k *kernel) aligned4(r *ref, at linear) bool {
	return r.alignedBase && k.divisor(at) >= 4
}

// onlyStored reports whether a load's result is needed only in vector registers.
func (k *kernel) onlyStored(op *ir.Operation) bool {
	for _, use := range k.uses[op.Result()] {
		name := use.Op.Name()
		if !strings.Contains(name, "store") && !strings.Contains(name, "transfer_write") && !strings.Contains(name, "mfma") {
			return false
		}
	}
	return true
}
