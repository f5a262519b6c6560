package codegen

import (
	"crypto/md5"
	"encoding/binary"
	"slices"

	"heddle/ir"
	"heddle/isa"
	"heddle/mach"
)

// Kernels print as HIP's do with -mprintf-kind=buffered: a lane takes room in a buffer of the host
// and stores a record. A dword has its length from bit 2 on; bit 1 says that the hash of the format
// string follows, which the code object has. Then come the arguments, eight bytes each (LLVM,
// AMDGPUEmitPrintf). The buffer begins with two dwords: the bytes in use, and how many there are.
const (
	printHead     = 8
	printConstant = 1 << 1
	printFixed    = 4 + 8 // of a record
)

// PrintfHash stands for a format string: LLVM's MD5Hash.
func PrintfHash(format string) uint64 {
	sum := md5.Sum([]byte(format))
	return binary.LittleEndian.Uint64(sum[:])
}

// lowerPrintf takes room by an addition, and gives it back where there was not enough: no other
// record finds room in between, so that those in the buffer lie without gaps.
func lowerPrintf(k *kernel, op *ir.Operation) error {
	format := op.Attr("format").(*ir.StringAttr).Value
	if !slices.Contains(k.out.Printf, format) {
		k.out.Printf = append(k.out.Printf, format)
	}
	record := uint32(printFixed + 8*len(op.Operands))
	hash := PrintfHash(format)
	dw := []mach.Operand{constDword(record<<2 | printConstant), constDword(uint32(hash)), constDword(uint32(hash >> 32))}
	for _, v := range op.Operands {
		cell, err := k.printCell(op, v)
		if err != nil {
			return err
		}
		dw = append(dw, cell...)
	}
	r := k.printfBuffer()
	used := k.placeOf(r, number(0), 4)
	add := func(n uint32, result bool) []mach.Operand {
		return k.emitAtomic(atomics["addi 32"], &used, k.toVector(constDword(n), 1), 1, result)
	}
	at := add(record, true)[0]
	end := k.add(at, constDword(record))
	fits := k.vcmp(isa.V_CMP_LE_U32, end, k.loadBytes(r, number(4), 4)[0])
	k.underMask(fits, func() {
		to := linear{c: printHead, terms: []term{{v: value{typ: ir.Index, ext: extZero, dw: []mach.Operand{at}}, coef: 1}}}
		k.storeBytes(r, to, int64(4*len(dw)), dw)
	})
	k.underMask(k.not(fits), func() { add(-record, false) })
	return nil
}

// printfBuffer is the host's buffer.
func (k *kernel) printfBuffer() *ref {
	if k.printing == nil {
		low, high := k.hiddenArg(hiddenPrintf, 4), k.hiddenArg(hiddenPrintf+4, 4)
		k.roots++
		k.printing = &ref{name: "printf", space: refGlobal, root: k.roots, base: []mach.Operand{low, high}, alignedBase: true}
	}
	return k.printing
}

// printCell is an argument as eight bytes: floats are f64, integers have zeros above, as MLIR's
// lowering to HIP leaves them.
func (k *kernel) printCell(op *ir.Operation, v *ir.Value) ([]mach.Operand, error) {
	name, to := "", ir.Type(ir.I64)
	switch t := v.Type.(type) {
	case ir.FloatType:
		if to = ir.F64; t != ir.F64 {
			name = "arith.extf"
		}
	case ir.IntegerType:
		if t.Width() < 64 {
			name = "arith.extui"
		}
	}
	x := k.vals[v]
	if name != "" {
		wide := ir.NewOp(name, []*ir.Value{v}, []ir.Type{to})
		if err := k.lowering(name)(k, wide); err != nil {
			return nil, k.refuse(op, err.Error(), "")
		}
		x = k.vals[wide.Result()]
	}
	low, high := k.wide(x)
	return []mach.Operand{low, high}, nil
}
