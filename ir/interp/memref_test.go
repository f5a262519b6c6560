package interp_test

import (
	"encoding/binary"
	"strings"
	"testing"

	"heddle/arch"
	"heddle/ir/interp"
)

// What Wave's kernels do with memory: bindings, casts with made-up sizes, and
// memrefs of LDS that a loop swaps.
func TestBindingsAndPingPong(t *testing.T) {
	m := read(t, `
"func.func"() <{function_type = (!stream.binding, !stream.binding) -> (), sym_name = "k"}> ({
^bb0(%a: !stream.binding, %b: !stream.binding):
  %c0 = "arith.constant"() <{value = 0 : index}> : () -> index
  %c1 = "arith.constant"() <{value = 1 : index}> : () -> index
  %c4 = "arith.constant"() <{value = 4 : index}> : () -> index
  %c16 = "arith.constant"() <{value = 16 : index}> : () -> index
  %t = "gpu.thread_id"() <{dimension = #gpu<dim x>, upper_bound = 64 : index}> : () -> index
  %c64 = "arith.constant"() <{value = 64 : index}> : () -> index
  %x0 = "stream.binding.subspan"(%a, %c16) : (!stream.binding, index) -> memref<?xi32>
  %x1 = "stream.binding.subspan"(%a, %c16, %c64) : (!stream.binding, index, index) -> memref<?xi32>
  %d = "memref.dim"(%x1, %c0) : (memref<?xi32>, index) -> index
  %is64 = "arith.cmpi"(%d, %c64) <{predicate = 0 : i64}> : (index, index) -> i1
  %x = "arith.select"(%is64, %x1, %x0) : (i1, memref<?xi32>, memref<?xi32>) -> memref<?xi32>
  %y = "stream.binding.subspan"(%b, %c0) : (!stream.binding, index) -> memref<i32>
  %xr = "memref.reinterpret_cast"(%x) <{operandSegmentSizes = array<i32: 1, 0, 0, 0>, static_offsets = array<i64: 0>, static_sizes = array<i64: 1073741822>, static_strides = array<i64: 1>}> : (memref<?xi32>) -> memref<1073741822xi32, strided<[1]>>
  %yr = "memref.reinterpret_cast"(%y) <{operandSegmentSizes = array<i32: 1, 0, 0, 0>, static_offsets = array<i64: 0>, static_sizes = array<i64: 4, 64>, static_strides = array<i64: 64, 1>}> : (memref<i32>) -> memref<4x64xi32, strided<[64, 1]>>
  %l0 = "memref.alloc"() <{operandSegmentSizes = array<i32: 0, 0>}> : () -> memref<64xi32, 3>
  %l1 = "memref.alloc"() <{operandSegmentSizes = array<i32: 0, 0>}> : () -> memref<64xi32, 3>
  %v0 = "memref.load"(%xr, %t) : (memref<1073741822xi32, strided<[1]>>, index) -> i32
  "memref.store"(%v0, %l0, %t) : (i32, memref<64xi32, 3>, index) -> ()
  %r:2 = "scf.for"(%c0, %c4, %c1, %l0, %l1) ({
  ^bb0(%i: index, %from: memref<64xi32, 3>, %to: memref<64xi32, 3>):
    "gpu.barrier"() : () -> ()
    %n = "affine.apply"(%t) <{map = affine_map<(d0) -> ((d0 + 1) mod 64)>}> : (index) -> index
    %v = "memref.load"(%from, %n) : (memref<64xi32, 3>, index) -> i32
    "memref.store"(%v, %to, %t) : (i32, memref<64xi32, 3>, index) -> ()
    "memref.store"(%v, %yr, %i, %t) : (i32, memref<4x64xi32, strided<[64, 1]>>, index, index) -> ()
    "scf.yield"(%to, %from) : (memref<64xi32, 3>, memref<64xi32, 3>) -> ()
  }) : (index, index, index, memref<64xi32, 3>, memref<64xi32, 3>) -> (memref<64xi32, 3>, memref<64xi32, 3>)
  "func.return"() : () -> ()
}) {translation_info = #iree_codegen.translation_info<pipeline = None workgroup_size = [64, 1, 1] subgroup_size = 64>} : () -> ()`)
	var x []byte
	for i := range 68 {
		x = binary.LittleEndian.AppendUint32(x, uint32(100+i-4))
	}
	y := &interp.Buffer{Data: make([]byte, 1024), Undefined: true}
	_, err := interp.Run(m, interp.Launch{Chip: &arch.GFX950, Grid: [3]uint32{1, 1, 1}, Args: []interp.Arg{interp.Pointer(&interp.Buffer{Data: x}), interp.Pointer(y)}})
	if err != nil {
		t.Fatal(err)
	}
	wantInts(t, y.Data, func(i int) int32 { return int32(100 + (i%64+i/64+1)%64) })
}

// Elements of less than a byte are packed, the first in the low bits; i1 has a
// byte; a vector as an element has a power of two of bytes.
func TestLayoutInMemory(t *testing.T) {
	for _, c := range []struct {
		params, body string
		in, want     string
	}{
		{"memref<4xf4E2M1FN>, memref<4xf4E2M1FN>", `
			%v = "memref.load"(%a, %c1) : (memref<4xf4E2M1FN>, index) -> f4E2M1FN
			%w = "memref.load"(%a, %c2) : (memref<4xf4E2M1FN>, index) -> f4E2M1FN
			"memref.store"(%v, %b, %c2) : (f4E2M1FN, memref<4xf4E2M1FN>, index) -> ()
			"memref.store"(%w, %b, %c1) : (f4E2M1FN, memref<4xf4E2M1FN>, index) -> ()`, "\xa5\xc3", "\x30\x0a"},
		{"memref<4xf6E2M3FN>, memref<4xf6E2M3FN>", `
			%v = "vector.load"(%a, %c0) : (memref<4xf6E2M3FN>, index) -> vector<4xf6E2M3FN>
			"vector.store"(%v, %b, %c0) : (vector<4xf6E2M3FN>, memref<4xf6E2M3FN>, index) -> ()`, "\x12\x34\x56", "\x12\x34\x56"},
		{"memref<2xi1>, memref<2xi8>", `
			%v = "memref.load"(%a, %c1) : (memref<2xi1>, index) -> i1
			%w = "arith.extsi"(%v) : (i1) -> i8
			"memref.store"(%w, %b, %c1) : (i8, memref<2xi8>, index) -> ()`, "\x00\x01", "\x00\xff"},
		{"memref<2xvector<3xi16>>, memref<2xvector<3xi16>>", `
			%v = "memref.load"(%a, %c1) : (memref<2xvector<3xi16>>, index) -> vector<3xi16>
			"memref.store"(%v, %b, %c0) : (vector<3xi16>, memref<2xvector<3xi16>>, index) -> ()`, "\x01\x02\x03\x04\x05\x06\x07\x08abcdefgh", "abcdef\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00"},
		{"memref<2xi128>, memref<2xi128>", `
			%v = "memref.load"(%a, %c1) : (memref<2xi128>, index) -> i128
			%w = "arith.addi"(%v, %v) : (i128, i128) -> i128
			"memref.store"(%w, %b, %c0) : (i128, memref<2xi128>, index) -> ()`,
			strings.Repeat("\x00", 16) + "\x80\x80" + strings.Repeat("\x00", 13) + "\x81", "\x00\x01\x01" + strings.Repeat("\x00", 12) + "\x02" + strings.Repeat("\x00", 16)},
	} {
		types := strings.Split(c.params, ", ")
		m := read(t, `"func.func"() <{function_type = (`+c.params+`) -> (), sym_name = "k"}> ({
^bb0(%a: `+types[0]+`, %b: `+types[1]+`):
  %c0 = "arith.constant"() <{value = 0 : index}> : () -> index
  %c1 = "arith.constant"() <{value = 1 : index}> : () -> index
  %c2 = "arith.constant"() <{value = 2 : index}> : () -> index
`+c.body+`
  "func.return"() : () -> ()
}) : () -> ()`)
		out := make([]byte, len(c.want))
		_, err := interp.Run(m, interp.Launch{Chip: &arch.GFX950, Grid: [3]uint32{1, 1, 1}, Block: [3]uint32{1, 1, 1},
			Args: []interp.Arg{interp.Pointer(&interp.Buffer{Data: []byte(c.in)}), interp.Pointer(&interp.Buffer{Data: out})}})
		if err != nil {
			t.Errorf("%s: %v", c.params, err)
		} else if string(out) != c.want {
			t.Errorf("%s: %q, not %q", c.params, out, c.want)
		}
	}
}

// Half a byte is defined without the other half.
func TestPackedPoison(t *testing.T) {
	m := read(t, `"func.func"() <{function_type = (i4) -> (i4, i4, i4, i4), sym_name = "f"}> ({
^bb0(%v: i4):
  %c0 = "arith.constant"() <{value = 0 : index}> : () -> index
  %c1 = "arith.constant"() <{value = 1 : index}> : () -> index
  %c2 = "arith.constant"() <{value = 2 : index}> : () -> index
  %c3 = "arith.constant"() <{value = 3 : index}> : () -> index
  %m = "memref.alloca"() <{operandSegmentSizes = array<i32: 0, 0>}> : () -> memref<4xi4>
  "memref.store"(%v, %m, %c1) : (i4, memref<4xi4>, index) -> ()
  %u = "memref.load"(%m, %c0) : (memref<4xi4>, index) -> i4
  "memref.store"(%v, %m, %c2) : (i4, memref<4xi4>, index) -> ()
  "memref.store"(%v, %m, %c3) : (i4, memref<4xi4>, index) -> ()
  "memref.store"(%u, %m, %c2) : (i4, memref<4xi4>, index) -> ()
  %0 = "memref.load"(%m, %c0) : (memref<4xi4>, index) -> i4
  %1 = "memref.load"(%m, %c1) : (memref<4xi4>, index) -> i4
  %2 = "memref.load"(%m, %c2) : (memref<4xi4>, index) -> i4
  %3 = "memref.load"(%m, %c3) : (memref<4xi4>, index) -> i4
  "func.return"(%0, %1, %2, %3) : (i4, i4, i4, i4) -> ()
}) : () -> ()`)
	got, err := interp.Call(m, "f", []interp.Value{interp.Code(9)}, interp.Limits{})
	if err != nil {
		t.Fatal(err)
	}
	for i, poison := range []bool{true, false, true, false} {
		if (got[i].Poison != nil) != poison || !poison && got[i].Bits != 9 {
			t.Errorf("element %d is %+v", i, got[i])
		}
	}
}

// Addresses that no 64-bit number holds are errors, not other addresses.
func TestAddresses(t *testing.T) {
	for _, c := range []struct{ index, want string }{
		{"-1", "load of 4 bytes at byte -4 of argument 0"},
		{"4611686018427387904", "the address of element 4611686018427387904 of argument 0 overflows"},
		{"1024", "load of 4 bytes at byte 4096 of argument 0, which has 4096 bytes"},
	} {
		m := read(t, strings.ReplaceAll(`"func.func"() <{function_type = (memref<1024xi32>) -> (), sym_name = "k"}> ({
^bb0(%a: memref<1024xi32>):
  %i = "arith.constant"() <{value = INDEX : index}> : () -> index
  %v = "memref.load"(%a, %i) : (memref<1024xi32>, index) -> i32
  "func.return"() : () -> ()
}) : () -> ()`, "INDEX", c.index))
		_, err := interp.Run(m, interp.Launch{Chip: &arch.GFX950, Grid: [3]uint32{1, 1, 1}, Block: [3]uint32{1, 1, 1},
			Args: []interp.Arg{interp.Pointer(&interp.Buffer{Data: make([]byte, 4096)})}})
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("error is %v, not %s", err, c.want)
		}
	}
}

// A buffer is made page by page, where a kernel reaches it; the rest when it is
// asked for.
func TestBufferPages(t *testing.T) {
	m := read(t, `"func.func"() <{function_type = (memref<4096xi32>) -> (), sym_name = "k"}> ({
^bb0(%a: memref<4096xi32>):
  %i = "arith.constant"() <{value = 1500 : index}> : () -> index
  %j = "arith.constant"() <{value = 4095 : index}> : () -> index
  %v = "memref.load"(%a, %i) : (memref<4096xi32>, index) -> i32
  "memref.store"(%v, %a, %j) : (i32, memref<4096xi32>, index) -> ()
  "func.return"() : () -> ()
}) : () -> ()`)
	var made []uint64
	b := &interp.Buffer{Data: make([]byte, 4*4096), Fill: func(offset uint64, page []byte) {
		made = append(made, offset)
		for i := 0; i < len(page); i += 4 {
			binary.LittleEndian.PutUint32(page[i:], uint32(offset)+uint32(i))
		}
	}}
	_, err := interp.Run(m, interp.Launch{Chip: &arch.GFX950, Grid: [3]uint32{1, 1, 1}, Block: [3]uint32{1, 1, 1}, Args: []interp.Arg{interp.Pointer(b)}})
	if err != nil {
		t.Fatal(err)
	}
	if len(made) != 2 || made[0] != 4096 || made[1] != 12288 {
		t.Errorf("the pages %v were made", made)
	}
	wantInts(t, b.Contents(), func(i int) int32 {
		if i == 4095 {
			return 6000
		}
		return int32(4 * i)
	})
	if len(made) != 4 {
		t.Errorf("the pages %v were made", made)
	}
}

// A subspan has the strides that its type states, and where the type leaves them
// open those of rows without gaps; an open offset is in the number of bytes.
func TestSubspanLayouts(t *testing.T) {
	m := read(t, `
"func.func"() <{function_type = (!stream.binding, !stream.binding, index) -> (), sym_name = "k"}> ({
^bb0(%a: !stream.binding, %b: !stream.binding, %n: index):
  %c0 = "arith.constant"() <{value = 0 : index}> : () -> index
  %c4 = "arith.constant"() <{value = 4 : index}> : () -> index
  %t = "gpu.thread_id"() <{dimension = #gpu<dim x>}> : () -> index
  %x = "stream.binding.subspan"(%a, %c4, %n) : (!stream.binding, index, index) -> memref<?x4xi32, strided<[10, 1], offset: ?>>
  %y = "stream.binding.subspan"(%b, %c0, %n, %c4) : (!stream.binding, index, index, index) -> memref<?x?xi32, strided<[?, 1], offset: ?>>
  %i:2 = "affine.delinearize_index"(%t) <{static_basis = array<i64: 4>}> : (index) -> (index, index)
  %v = "memref.load"(%x, %i#0, %i#1) : (memref<?x4xi32, strided<[10, 1], offset: ?>>, index, index) -> i32
  "memref.store"(%v, %y, %i#0, %i#1) : (i32, memref<?x?xi32, strided<[?, 1], offset: ?>>, index, index) -> ()
  "func.return"() : () -> ()
}) {translation_info = #iree_codegen.translation_info<pipeline = None workgroup_size = [8, 1, 1] subgroup_size = 64>} : () -> ()`)
	var x []byte
	for i := range 20 {
		x = binary.LittleEndian.AppendUint32(x, uint32(i))
	}
	y := &interp.Buffer{Data: make([]byte, 32), Undefined: true}
	two := interp.Bytes([]byte{2, 0, 0, 0, 0, 0, 0, 0})
	_, err := interp.Run(m, interp.Launch{Chip: &arch.GFX950, Grid: [3]uint32{1, 1, 1}, Args: []interp.Arg{interp.Pointer(&interp.Buffer{Data: x}), interp.Pointer(y), two}})
	if err != nil {
		t.Fatal(err)
	}
	wantInts(t, y.Data, func(i int) int32 { return int32(1 + i/4*10 + i%4) })
}

// The launch says how large gpu.dynamic_shared_memory is; all lanes of a
// workgroup have the same.
func TestDynamicShared(t *testing.T) {
	m := read(t, `"func.func"() <{function_type = (memref<8xi8>) -> (), sym_name = "k"}> ({
^bb0(%out: memref<8xi8>):
  %c7 = "arith.constant"() <{value = 7 : index}> : () -> index
  %t = "gpu.thread_id"() <{dimension = #gpu<dim x>}> : () -> index
  %v = "arith.index_cast"(%t) : (index) -> i8
  %m = "gpu.dynamic_shared_memory"() : () -> memref<?xi8, #gpu.address_space<workgroup>>
  "memref.store"(%v, %m, %t) : (i8, memref<?xi8, #gpu.address_space<workgroup>>, index) -> ()
  "gpu.barrier"() : () -> ()
  %again = "gpu.dynamic_shared_memory"() : () -> memref<?xi8, #gpu.address_space<workgroup>>
  %i = "arith.subi"(%c7, %t) : (index, index) -> index
  %w = "memref.load"(%again, %i) : (memref<?xi8, #gpu.address_space<workgroup>>, index) -> i8
  "memref.store"(%w, %out, %t) : (i8, memref<8xi8>, index) -> ()
  "func.return"() : () -> ()
}) : () -> ()`)
	run := func(bytes int64) (string, error) {
		out := make([]byte, 8)
		_, err := interp.Run(m, interp.Launch{Chip: &arch.GFX942, Grid: [3]uint32{1, 1, 1}, Block: [3]uint32{8, 1, 1}, LDS: bytes,
			Args: []interp.Arg{interp.Pointer(&interp.Buffer{Data: out})}})
		return string(out), err
	}
	if out, err := run(8); err != nil || out != "\x07\x06\x05\x04\x03\x02\x01\x00" {
		t.Errorf("%q, %v", out, err)
	}
	for bytes, want := range map[int64]string{7: "store of 1 bytes at byte 7 of workgroup memory 0, which has 7 bytes", 65537: "gfx942 has 65536", -1: "gfx942 has 65536"} {
		if _, err := run(bytes); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%d bytes: %v, want %q", bytes, err, want)
		}
	}
}
