package codegen

import (
	"fmt"
	"slices"

	"heddle/ir"
	"heddle/isa"
	"heddle/mach"
)

// constants puts a constant memref.global after the kernel's code, where all launches share it.
func (k *kernel) constants(op, owner *ir.Operation, t *ir.MemRefType) (*ref, error) {
	name := "@" + owner.StringAttr("sym_name")
	init, ok := owner.Attr("initial_value").(*ir.DenseAttr)
	if !ok || !owner.HasAttr("constant") {
		return nil, k.refuse(op, name+" is memory that kernels may write and that outlives them", "make it constant, or pass a memref")
	}
	bytes, err := constantBytes(t, init)
	if err != nil {
		return nil, k.refuse(op, fmt.Sprintf("%s: %v", name, err), "")
	}
	k.f.Data = append(k.f.Data, mach.Data{Name: name, Bytes: bytes})
	r := staticRef(t, refGlobal)
	k.roots++
	r.root, r.noAlias, r.readOnly, r.alignedBase = k.roots, true, true, true
	number := int32(len(k.f.Data))
	k.atEntry(func() {
		if k.pc.N == 0 {
			k.pc = k.sop(isa.S_GETPC_B64, 2)
		}
		base, carry := k.reg(mach.FileS, 2), k.f.NewReg(mach.FileSCC, 1, "")
		low := k.b.Emit(isa.S_ADD_U32, mach.P(base.Dword(0)), mach.P(k.pc.Dword(0)), mach.DataLiteral())
		low.SCCDef, low.Data = carry, number
		k.b.Emit(isa.S_ADDC_U32, mach.P(base.Dword(1)), mach.P(k.pc.Dword(1)), mach.Const(0)).SCCUse = carry
		r.base = dwords(base)
	})
	r.within()
	return r, nil
}

// constantBytes lays out the elements of a constant as in memory; rows must be contiguous.
func constantBytes(t *ir.MemRefType, init *ir.DenseAttr) ([]byte, error) {
	n, static := t.Shape.Elements()
	size, ok := extent(t)
	unit, err := ir.StorageBits(t.Elem)
	_, isVector := t.Elem.(*ir.VectorType)
	strides, offset, _ := t.Strides()
	switch {
	case err != nil:
		return nil, err
	case !static || !ok || isVector || unit > 64 || offset != 0 || !slices.Equal(strides, ir.RowMajor(t.Shape)):
		return nil, fmt.Errorf("constants of %s are not compiled", t)
	case size > 1<<24:
		return nil, fmt.Errorf("%d bytes of constants are more than 16 MiB", size)
	}
	b := make([]byte, size)
	for i := range n {
		code := init.Code(int(i))
		for bit := int64(0); bit < unit; bit++ {
			if code>>bit&1 != 0 {
				at := i*unit + bit
				b[at/8] |= 1 << (at % 8)
			}
		}
	}
	return b, nil
}
