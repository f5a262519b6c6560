package ir

import "fmt"

// MemorySpace is the memory of a kernel that a memref points to.
type MemorySpace uint8

// Memory spaces.
const (
	GlobalMemory    MemorySpace = iota
	WorkgroupMemory             // LDS
	PrivateMemory               // of the lane
)

// MemorySpaceOf reads the memory space of a memref type, the words of the gpu
// and amdgpu dialects or the address spaces of the target (docs/mlir-abi.md). A
// !stream.binding is in global memory.
func MemorySpaceOf(t Type) (MemorySpace, error) {
	m, memref := t.(*MemRefType)
	if !memref {
		return GlobalMemory, nil
	}
	switch a := m.Space.(type) {
	case nil:
		return GlobalMemory, nil
	case *IntegerAttr:
		switch a.Int64() {
		case 0, 1, 7:
			return GlobalMemory, nil
		case 3:
			return WorkgroupMemory, nil
		case 5:
			return PrivateMemory, nil
		}
	case *OpaqueAttr:
		switch a.Param("address_space") {
		case "global", "fat_raw_buffer":
			return GlobalMemory, nil
		case "workgroup":
			return WorkgroupMemory, nil
		case "private":
			return PrivateMemory, nil
		}
	}
	return 0, fmt.Errorf("memory space %s is not known", m.Space)
}

// StorageBits is the number of bits from one element of a memref to the next: i1
// has a byte, types smaller than a byte are packed, and the rows of vectors have
// a power of two of at least a byte.
func StorageBits(t Type) (int64, error) {
	if v, ok := t.(*VectorType); ok {
		unit, err := StorageBits(v.Elem)
		if err != nil {
			return 0, err
		}
		rows, row := int64(1), int64(1)
		if n := len(v.Shape); n > 0 {
			row = v.Shape[n-1]
			rows, _ = v.Shape[:n-1].Elements()
		}
		size := int64(8)
		for size < row*unit {
			size *= 2
		}
		return rows * size, nil
	}
	w, ok := BitWidth(t)
	switch {
	case !ok || t == TF32 || t == F80 || t == F128:
	case w == 1:
		return 8, nil
	case w > 1 && w <= 8, w == 16, w == 32, w == 64, w == 128:
		return int64(w), nil
	}
	return 0, fmt.Errorf("%s has no layout in memory", t)
}

// VectorShape is the shape of a vector type; other types have no dimensions.
func VectorShape(t Type) Shape {
	if v, ok := t.(*VectorType); ok {
		return v.Shape
	}
	return nil
}
