package ir

import "testing"

// TestStorageBits has the sizes that docs/mlir-abi.md lists.
func TestStorageBits(t *testing.T) {
	for _, c := range []struct {
		t    Type
		want int64 // 0: none
	}{
		{I1, 8}, {Integer(2, Signless), 2}, {Integer(4, Signless), 4}, {Integer(7, Signless), 7}, {Integer(8, Signless), 8}, {Integer(9, Signless), 0}, {Integer(16, Signless), 16}, {Integer(24, Signless), 0}, {I32, 32}, {I64, 64},
		{Integer(128, Signless), 128}, {Integer(256, Signless), 0}, {Index, 64}, {BF16, 16}, {F32, 32}, {F64, 64}, {TF32, 0}, {F80, 0}, {F128, 0},
		{Vector(F32, 4), 128}, {Vector(F32, 3), 128}, {Vector(I1, 3), 32}, {Vector(Integer(4, Signless), 1), 8}, {Vector(Integer(4, Signless), 5), 32},
		{Vector(F16, 2, 3), 128}, {Vector(F32, 1), 32}, {Vector(TF32, 2), 0},
	} {
		if got, err := StorageBits(c.t); got != c.want || (err != nil) != (c.want == 0) {
			t.Errorf("%s: %d bits, %v; want %d", c.t, got, err, c.want)
		}
	}
}

// TestMemorySpaceOf has the memory spaces that docs/mlir-abi.md lists.
func TestMemorySpaceOf(t *testing.T) {
	number := func(n int64) Attr { return Int(I64, n) }
	for _, c := range []struct {
		space Attr
		want  MemorySpace
		known bool
	}{
		{nil, GlobalMemory, true}, {number(0), GlobalMemory, true}, {number(1), GlobalMemory, true}, {number(7), GlobalMemory, true},
		{number(3), WorkgroupMemory, true}, {number(5), PrivateMemory, true}, {number(2), 0, false}, {number(4), 0, false}, {number(6), 0, false},
		{DialectOpaque("gpu", "address_space<global>"), GlobalMemory, true}, {DialectOpaque("gpu", "address_space<workgroup>"), WorkgroupMemory, true},
		{DialectOpaque("gpu", "address_space<private>"), PrivateMemory, true}, {DialectOpaque("amdgpu", "address_space<fat_raw_buffer>"), GlobalMemory, true},
		{DialectOpaque("amdgpu", "address_space<buffer_rsrc>"), 0, false},
	} {
		m := MemRef(F32, []int64{4}, nil, c.space)
		if got, err := MemorySpaceOf(m); got != c.want || (err == nil) != c.known {
			t.Errorf("%s: %d, %v; want %d", m, got, err, c.want)
		}
	}
}
