package ir

import (
	"encoding/hex"
	"strconv"
)

// hexAbove is the number of elements from which on MLIR prints the bytes of
// dense elements as hex digits.
const hexAbove = 100

// appendDense appends dense<...> : type.
func appendDense(b []byte, a *DenseAttr) []byte {
	b = append(b, "dense<"...)
	shape, _ := ShapeOf(a.Type)
	n := a.Len()
	switch {
	case n == 0:
	case a.Splat:
		b = a.appendElement(b, 0)
	case n > hexAbove:
		b = append(b, `"0x`...)
		b = append(appendUpperHex(b, a.hexBytes()), '"')
	default:
		i := 0
		b = a.appendList(b, shape, &i)
	}
	return append(append(b, "> : "...), a.Type.String()...)
}

// hexBytes returns the bytes of MLIR's storage: i1 has one bit an element.
func (a *DenseAttr) hexBytes() []byte {
	if ElemType(a.Type) != I1 {
		return a.Raw
	}
	p := make([]byte, (len(a.Raw)+7)/8)
	for i, c := range a.Raw {
		p[i/8] |= c << (i % 8)
	}
	return p
}

func appendUpperHex(b, p []byte) []byte {
	from := len(b)
	b = hex.AppendEncode(b, p)
	for i := from; i < len(b); i++ {
		if b[i] >= 'a' {
			b[i] -= 'a' - 'A'
		}
	}
	return b
}

func (a *DenseAttr) appendList(b []byte, shape Shape, i *int) []byte {
	if len(shape) == 0 {
		b = a.appendElement(b, *i)
		*i++
		return b
	}
	b = append(b, '[')
	for k := range shape[0] {
		if k > 0 {
			b = append(b, ", "...)
		}
		b = a.appendList(b, shape[1:], i)
	}
	return append(b, ']')
}

func (a *DenseAttr) appendElement(b []byte, i int) []byte {
	switch t := ElemType(a.Type).(type) {
	case FloatType:
		return appendFloat(b, t, a.Code(i))
	case IntegerType:
		if t == I1 {
			return strconv.AppendBool(b, a.Code(i) != 0)
		}
		if t.Width() > 64 {
			return bigInt(t, a.big(i)).Big().Append(b, 10)
		}
		n := Int(t, int64(a.Code(i)))
		if n.wide != nil {
			return n.wide.Append(b, 10)
		}
		return strconv.AppendInt(b, n.value, 10)
	}
	return strconv.AppendInt(b, int64(a.Code(i)), 10)
}
