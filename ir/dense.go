package ir

import (
	binenc "encoding/binary"
	"math/big"
)

// DenseAttr is dense<...>: numbers for every element of a vector, tensor or
// memref type with static sizes.
type DenseAttr struct {
	Type  Type
	Splat bool // every element is the one in Raw
	// Raw has the elements' codes, each in as many bytes as its width needs,
	// little-endian; integers are zero-extended, i1 is 0 or 1.
	Raw []byte
}

// Dense returns an attribute with these codes (of at most 64 bits) as elements; one code is a
// splat, and codes that are all the same become one.
func Dense(t Type, codes ...uint64) *DenseAttr {
	size := elemBytes(ElemType(t))
	raw := make([]byte, 0, size*len(codes))
	for _, c := range codes {
		raw = appendCode(raw, c, size)
	}
	return newDense(t, len(codes) == 1, raw)
}

func appendCode(raw []byte, c uint64, size int) []byte {
	for range size {
		raw = append(raw, byte(c))
		c >>= 8
	}
	return raw
}

// newDense makes a splat of elements that are all the same.
func newDense(t Type, splat bool, raw []byte) *DenseAttr {
	size := elemBytes(ElemType(t))
	if !splat && len(raw) > 0 {
		splat = true
		for i := size; i < len(raw) && splat; i++ {
			splat = raw[i] == raw[i-size]
		}
		if splat {
			raw = raw[:size:size]
		}
	}
	return &DenseAttr{t, splat, raw}
}

func elemBytes(t Type) int {
	w, _ := BitWidth(t)
	return max(1, (w+7)/8)
}

// Len returns the number of elements of the type.
func (a *DenseAttr) Len() int64 {
	s, _ := ShapeOf(a.Type)
	n, _ := s.Elements()
	return n
}

// Code returns the code of element i, zero-extended, or its low 64 bits.
func (a *DenseAttr) Code(i int) uint64 {
	size := elemBytes(ElemType(a.Type))
	if a.Splat {
		i = 0
	}
	var p [8]byte
	copy(p[:], a.Raw[i*size:(i+1)*size])
	return binenc.LittleEndian.Uint64(p[:])
}

// big returns the code of element i.
func (a *DenseAttr) big(i int) *big.Int {
	size := elemBytes(ElemType(a.Type))
	if a.Splat {
		i = 0
	}
	p := make([]byte, size)
	for k := range p {
		p[size-1-k] = a.Raw[i*size+k]
	}
	return new(big.Int).SetBytes(p)
}
