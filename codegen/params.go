package codegen

import (
	"fmt"

	"heddle/ir"
	"heddle/isa"
	"heddle/mach"
)

// layoutParams lays out the kernel's parameters in the kernarg segment, each part aligned to its
// size (docs/mlir-abi.md).
func (k *kernel) layoutParams() error {
	names := ir.ParamNames(k.op)
	for i, arg := range k.op.Regions[0].Entry().Args[:len(ir.FunctionTypeOf(k.op).Inputs)] {
		parts, err := paramParts(arg.Type)
		if err != nil {
			return k.refuse(k.op, fmt.Sprintf("parameter %d: %v", i, err), "")
		}
		for j, p := range parts {
			p.Name, p.Type = names[i], arg.Type
			p.ReadOnly = p.Pointer && k.flow.ReadOnly(arg)
			if len(parts) > 1 {
				p.Name += "." + PartName(j, (len(parts)-3)/2)
			}
			p.Offset = (k.out.KernargBytes + p.Bytes - 1) / p.Bytes * p.Bytes
			k.out.KernargBytes = p.Offset + p.Bytes
			k.out.Params = append(k.out.Params, p)
		}
	}
	return nil
}

// paramParts returns the arguments that one parameter takes.
func paramParts(t ir.Type) ([]Param, error) {
	const pointer, number = 8, 8
	switch t := t.(type) {
	case *ir.MemRefType:
		strides, offset, ok := t.Strides()
		if !ok {
			return nil, fmt.Errorf("%s has no strides", t)
		}
		if staticLayout(t, strides, offset) {
			return []Param{{Bytes: pointer, Pointer: true}}, nil
		}
		parts := []Param{{Bytes: pointer, Pointer: true}, {Bytes: pointer, Pointer: true}, {Bytes: number}}
		for range 2 * len(t.Shape) {
			parts = append(parts, Param{Bytes: number})
		}
		return parts, nil
	case *ir.OpaqueType:
		return []Param{{Bytes: pointer, Pointer: true}}, nil
	}
	bytes := 1
	if t != ir.I1 {
		bits, count, ok := elementBits(t)
		if !ok {
			return nil, fmt.Errorf("%s cannot be passed", t)
		}
		if w, isWidth := ir.BitWidth(t); isWidth && count == 1 {
			bits = w
		}
		for bytes*8 < bits*count {
			bytes *= 2
		}
	}
	return []Param{{Bytes: bytes}}, nil
}

func staticLayout(t *ir.MemRefType, strides []int64, offset int64) bool {
	static := !t.Unranked && offset != ir.Dynamic && t.Shape.Static()
	for _, s := range strides {
		static = static && s != ir.Dynamic
	}
	return static
}

// PartName names part i of the descriptor of a memref of some rank.
func PartName(i, rank int) string {
	switch {
	case i < 3:
		return [...]string{"allocated", "aligned", "offset"}[i]
	case i < 3+rank:
		return fmt.Sprintf("size%d", i-3)
	}
	return fmt.Sprintf("stride%d", i-3-rank)
}

// lowerParams loads the parameters that are used into scalar registers, at the entry, adjacent ones
// with one instruction.
func (k *kernel) lowerParams() error {
	args := k.op.Regions[0].Entry().Args
	uses := ir.Uses(k.op)
	next := 0
	dw := map[int]mach.Operand{} // by offset / 4
	var wanted []int
	type bound struct {
		arg         *ir.Value
		first, last int
	}
	var used []bound
	for i := range ir.FunctionTypeOf(k.op).Inputs {
		parts, _ := paramParts(args[i].Type)
		if len(uses[args[i]]) > 0 {
			used = append(used, bound{args[i], next, next + len(parts)})
			for _, p := range k.out.Params[next : next+len(parts)] {
				for at := p.Offset / 4; at*4 < p.Offset+p.Bytes; at++ {
					if n := len(wanted); n == 0 || wanted[n-1] != at {
						wanted = append(wanted, at)
					}
				}
			}
		}
		next += len(parts)
	}
	k.atEntry(func() { k.loadKernarg(wanted, dw) })
	for _, u := range used {
		if err := k.bindParam(u.arg, k.out.Params[u.first:u.last], dw); err != nil {
			return err
		}
	}
	return nil
}

// loadKernarg loads dwords of the kernarg segment, ascending, in as few instructions as adjacent
// dwords allow.
func (k *kernel) loadKernarg(wanted []int, dw map[int]mach.Operand) {
	for len(wanted) > 0 {
		run := 1
		for run < len(wanted) && wanted[run] == wanted[0]+run {
			run++
		}
		load := kernargLoads[0]
		for _, l := range kernargLoads {
			if l.dwords <= run {
				load = l
			}
		}
		dst := k.reg(mach.FileS, load.dwords)
		in := k.b.EmitRow(k.f.Row(load.op, isa.EncSMEM, "imm"), mach.P(dst), mach.P(k.kernarg), mach.Imm(int64(wanted[0]*4)))
		in.Mem = &mach.Mem{Read: mach.SpaceConst}
		for i := range load.dwords {
			dw[wanted[i]] = mach.P(dst.Dword(i))
		}
		wanted = wanted[load.dwords:]
	}
}

var kernargLoads = []struct {
	dwords int
	op     isa.Op
}{{1, isa.S_LOAD_DWORD}, {2, isa.S_LOAD_DWORDX2}, {4, isa.S_LOAD_DWORDX4}, {8, isa.S_LOAD_DWORDX8}}

// bindParam returns a parameter its value.
func (k *kernel) bindParam(arg *ir.Value, parts []Param, dw map[int]mach.Operand) error {
	at := parts[0].Offset
	if _, isRef := arg.Type.(*ir.MemRefType); isRef || parts[0].Pointer {
		return k.bindMemRef(arg, parts, dw)
	}
	if arg.Type == ir.I1 {
		k.vals[arg] = value{typ: arg.Type, bit: []cond{{kind: condBool, a: k.atEntry1(func() mach.Operand {
			return k.and(k.shr(dw[at/4], constDword(uint32(at%4*8))), constDword(1))
		})}}}
		return nil
	}
	v := value{typ: arg.Type}
	n, _ := dwordsOf(arg.Type)
	if v2, isVector := arg.Type.(*ir.VectorType); isVector && v2.Elem == ir.I1 {
		return k.refuse(k.op, fmt.Sprintf("a parameter of type %s", arg.Type), "pass an integer")
	}
	for i := range n {
		v.dw = append(v.dw, dw[at/4+i])
	}
	if at%4 != 0 {
		v.dw[0] = k.atEntry1(func() mach.Operand { return k.shr(v.dw[0], constDword(uint32(at%4*8))) })
	}
	k.vals[arg] = v
	return nil
}

// atEntry1 is atEntry for one dword.
func (k *kernel) atEntry1(f func() mach.Operand) (o mach.Operand) {
	k.atEntry(func() { o = f() })
	return o
}
