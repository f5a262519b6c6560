package interp

import (
	bytesof "encoding/binary"
	"fmt"
	"math"

	"heddle/cformat"
	"heddle/ir"
)

// makePrintf prints as compiled code does: floats are f64, and integers have zeros above. Each lane
// prints when it comes to the operation, the lanes of a workgroup one after the other up to where
// they meet.
func makePrintf(_ *builder, op *ir.Operation) (exec, error) {
	format := op.StringAttr("format")
	for _, v := range op.Operands {
		if bits, ok := ir.BitWidth(v.Type); ok && bits > 64 {
			return nil, fmt.Errorf("prints %s: integers and floats of up to 64 bits, and index", v.Type)
		}
	}
	return func(l *lane, in *inst) error {
		var cells []byte
		for i, v := range op.Operands {
			e := l.arg(in, i).Elem
			if e.Poison != nil {
				return &poisonError{fmt.Sprintf("argument %d of printf", i), e.Poison}
			}
			bits := e.Bits
			if t, ok := v.Type.(ir.FloatType); ok {
				bits = math.Float64bits(toF64(t, bits))
			}
			cells = bytesof.LittleEndian.AppendUint64(cells, bits)
		}
		if l.machine.print == nil {
			return nil
		}
		_, err := l.machine.print.Write(cformat.Format(format, cells))
		return err
	}, nil
}
