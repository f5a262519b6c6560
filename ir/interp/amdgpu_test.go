package interp_test

import (
	"encoding/binary"
	"fmt"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"heddle/arch"
	"heddle/ir"
	"heddle/ir/interp"
)

// buffer is an argument of a test's kernel: %b0, %b1, ….
type buffer struct {
	memref string
	data   []byte
}

// onLanes runs a kernel of one workgroup. %t is the lane's number as an index,
// %ti as i32, %lds a buffer of 4096 bytes in LDS.
func onLanes(t *testing.T, chip *arch.Chip, lanes int, body string, buffers ...buffer) error {
	t.Helper()
	var types, params []string
	var args []interp.Arg
	for i, b := range buffers {
		types = append(types, b.memref)
		params = append(params, fmt.Sprintf("%%b%d: %s", i, b.memref))
		args = append(args, interp.Pointer(&interp.Buffer{Name: fmt.Sprintf("b%d", i), Data: b.data}))
	}
	params = append(params, "%lds: memref<4096xi8, #gpu.address_space<workgroup>>")
	text := fmt.Sprintf(`"builtin.module"() ({
  "gpu.module"() <{sym_name = "m"}> ({
    "gpu.func"() <{function_type = (%s) -> ()}> ({
    ^bb0(%s):
      %%t = "gpu.thread_id"() <{dimension = #gpu<dim x>}> : () -> index
      %%ti = "arith.index_cast"(%%t) : (index) -> i32
      %%c0 = "arith.constant"() <{value = 0 : index}> : () -> index
%s
      "gpu.return"() : () -> ()
    }) {gpu.kernel, sym_name = "k", workgroup_attributions = 1 : i64} : () -> ()
  }) : () -> ()
}) : () -> ()
`, strings.Join(types, ", "), strings.Join(params, ", "), body)
	m, err := ir.Parse("test.mlir", text)
	if err == nil {
		err = ir.Verify(m, ir.Options{Chip: chip})
	}
	if err != nil {
		t.Fatalf("%v\n%s", err, text)
	}
	before := make([][]byte, len(buffers))
	for i, b := range buffers {
		before[i] = append([]byte(nil), b.data...)
	}
	_, err = interp.Run(m, interp.Launch{Chip: chip, Grid: [3]uint32{1, 1, 1}, Block: [3]uint32{uint32(lanes), 1, 1}, Args: args})
	if err == nil {
		compareLLVM(t, chip, lanes, text, before, buffers)
	}
	return err
}

func u32s(n int, f func(i int) uint32) []byte {
	var b []byte
	for i := range n {
		b = binary.LittleEndian.AppendUint32(b, f(i))
	}
	return b
}

func dword(b []byte, i int) uint32 { return binary.LittleEndian.Uint32(b[4*i:]) }

// wantDwords compares dwords with what they must be.
func wantDwords(t *testing.T, name string, b []byte, want func(i int) uint32) {
	t.Helper()
	for i := range len(b) / 4 {
		if got := dword(b, i); got != want(i) {
			t.Errorf("%s: dword %d is %#x, not %#x", name, i, got, want(i))
			return
		}
	}
}

func TestDPP(t *testing.T) {
	const keep = -1 // old
	for _, c := range []struct {
		attrs string
		from  func(l int) int
	}{
		{"kind = #amdgpu<dpp_perm quad_perm>, permArgument = [2, 0, 3, 3]", func(l int) int { return l/4*4 + []int{2, 0, 3, 3}[l%4] }},
		{"kind = #amdgpu<dpp_perm row_shl>, permArgument = 3 : i32", func(l int) int {
			if l%16 > 12 {
				return keep
			}
			return l + 3
		}},
		{"kind = #amdgpu<dpp_perm row_shr>, permArgument = 1 : i32", func(l int) int {
			if l%16 == 0 {
				return keep
			}
			return l - 1
		}},
		{"kind = #amdgpu<dpp_perm row_ror>, permArgument = 5 : i32", func(l int) int { return l/16*16 + (l%16+11)%16 }},
		{"kind = #amdgpu<dpp_perm wave_shl>", func(l int) int {
			if l == 63 {
				return keep
			}
			return l + 1
		}},
		{"kind = #amdgpu<dpp_perm wave_shr>", func(l int) int {
			if l == 0 {
				return keep
			}
			return l - 1
		}},
		{"kind = #amdgpu<dpp_perm wave_rol>", func(l int) int { return (l + 1) % 64 }},
		{"kind = #amdgpu<dpp_perm wave_ror>", func(l int) int { return (l + 63) % 64 }},
		{"kind = #amdgpu<dpp_perm row_mirror>", func(l int) int { return l/16*16 + 15 - l%16 }},
		{"kind = #amdgpu<dpp_perm row_half_mirror>", func(l int) int { return l/8*8 + 7 - l%8 }},
		{"kind = #amdgpu<dpp_perm row_bcast_15>", func(l int) int {
			if l < 16 {
				return keep
			}
			return l/16*16 - 1
		}},
		{"kind = #amdgpu<dpp_perm row_bcast_31>", func(l int) int {
			if l < 32 {
				return keep
			}
			return 31
		}},
		{"kind = #amdgpu<dpp_perm row_mirror>, row_mask = 10 : i32, bank_mask = 6 : i32", func(l int) int {
			if l/16%2 == 0 || l/4%4 == 0 || l/4%4 == 3 {
				return keep
			}
			return l/16*16 + 15 - l%16
		}},
	} {
		for _, bound := range []bool{false, true} {
			out := make([]byte, 256)
			attrs := c.attrs
			if bound {
				attrs += ", bound_ctrl = true"
			}
			err := onLanes(t, &arch.GFX942, 64, `
      %k = "arith.constant"() <{value = 1000 : i32}> : () -> i32
      %old = "arith.addi"(%ti, %k) : (i32, i32) -> i32
      %r = "amdgpu.dpp"(%old, %ti) <{`+attrs+`}> : (i32, i32) -> i32
      "memref.store"(%r, %b0, %t) : (i32, memref<64xi32>, index) -> ()`, buffer{"memref<64xi32>", out})
			if err != nil {
				t.Fatal(err)
			}
			wantDwords(t, attrs, out, func(l int) uint32 {
				from := c.from(l)
				switch masked := strings.Contains(attrs, "row_mask"); {
				case from == keep && bound && !masked:
					return 0
				case from == keep:
					return uint32(1000 + l)
				}
				return uint32(from)
			})
		}
	}
}

func TestLaneMoves(t *testing.T) {
	for _, c := range []struct {
		op   string
		from func(l int) int
	}{
		{`"amdgpu.swizzle_bitmode"(%v) <{and_mask = 31 : i32, or_mask = 0 : i32, xor_mask = 16 : i32}>`, func(l int) int { return l ^ 16 }},
		{`"amdgpu.swizzle_bitmode"(%v) <{and_mask = 24 : i32, or_mask = 3 : i32, xor_mask = 1 : i32}>`, func(l int) int { return l&32 | (l&24 | 3) ^ 1 }},
		{`"amdgpu.permlane_swap"(%v) <{row_length = 16 : i32}>`, func(l int) int { return l ^ 16 }},
		{`"amdgpu.permlane_swap"(%v) <{row_length = 32 : i32}>`, func(l int) int { return l ^ 32 }},
		{`"rocdl.readfirstlane"(%v)`, func(int) int { return 0 }},
		{`"llvm.call_intrinsic"(%v) <{intrin = "llvm.amdgcn.readfirstlane", op_bundle_sizes = array<i32>, operandSegmentSizes = array<i32: 1, 0>}>`, func(int) int { return 0 }},
	} {
		out := make([]byte, 512)
		err := onLanes(t, &arch.GFX950, 64, `
      %v = "vector.load"(%b0, %t, %c0) : (memref<64x2xi32>, index, index) -> vector<2xi32>
      %r = `+c.op+` : (vector<2xi32>) -> vector<2xi32>
      "vector.store"(%r, %b1, %t, %c0) : (vector<2xi32>, memref<64x2xi32>, index, index) -> ()`,
			buffer{"memref<64x2xi32>", u32s(128, func(i int) uint32 { return uint32(i) * 7 })}, buffer{"memref<64x2xi32>", out})
		if err != nil {
			t.Fatal(err)
		}
		wantDwords(t, c.op, out, func(i int) uint32 { return uint32(c.from(i/2)*2+i%2) * 7 })
	}
}

// Lanes in a branch are the first lanes among themselves, and what an inactive
// lane has is 0 or not known.
func TestLaneMovesInBranch(t *testing.T) {
	branch := func(op string) string {
		return `
      %k = "arith.constant"() <{value = 5 : index}> : () -> index
      %in = "arith.cmpi"(%t, %k) <{predicate = 9 : i64}> : (index, index) -> i1
      "scf.if"(%in) ({
        %r = ` + op + `
        "memref.store"(%r, %b0, %t) : (i32, memref<64xi32>, index) -> ()
        "scf.yield"() : () -> ()
      }, {
      }) : (i1) -> ()`
	}
	out := make([]byte, 256)
	if err := onLanes(t, &arch.GFX950, 64, branch(`"rocdl.readfirstlane"(%ti) : (i32) -> i32`), buffer{"memref<64xi32>", out}); err != nil {
		t.Fatal(err)
	}
	wantDwords(t, "readfirstlane", out, func(i int) uint32 {
		if i < 5 {
			return 0
		}
		return 5
	})
	out = make([]byte, 256)
	if err := onLanes(t, &arch.GFX950, 64, branch(`"amdgpu.swizzle_bitmode"(%ti) <{and_mask = 31 : i32, or_mask = 0 : i32, xor_mask = 7 : i32}> : (i32) -> i32`), buffer{"memref<64xi32>", out}); err != nil {
		t.Fatal(err)
	}
	wantDwords(t, "swizzle", out, func(i int) uint32 {
		if i < 5 || i^7 < 5 {
			return 0
		}
		return uint32(i ^ 7)
	})
	err := onLanes(t, &arch.GFX950, 64, branch(`"amdgpu.permlane_swap"(%ti) <{row_length = 16 : i32}> : (i32) -> i32`), buffer{"memref<64xi32>", out})
	if err == nil || !strings.Contains(err.Error(), "lane 0 is not active") {
		t.Errorf("permlane_swap with inactive lanes: %v", err)
	}
}

// rawBuffer is one access through a resource, by lane 0 to 63.
func TestRawBuffers(t *testing.T) {
	const m = "memref<32xi32>"
	input := func() []byte { return u32s(32, func(i int) uint32 { return uint32(i + 100) }) }
	store := `
      "vector.store"(%r, %b1, %t, %c0) : (vector<4xi32>, memref<64x4xi32>, index, index) -> ()`
	for _, c := range []struct {
		name, body string
		at         func(l int) int64 // the first element
		from, to   int64             // the elements in range
	}{
		{"load", `%r = "amdgpu.raw_buffer_load"(%b0, %ti) <{operandSegmentSizes = array<i32: 1, 1, 0>}> : (memref<32xi32>, i32) -> vector<4xi32>`,
			func(l int) int64 { return int64(l) }, 0, 32},
		{"load, offsets", `%k = "arith.constant"() <{value = 3 : i32}> : () -> i32
      %r = "amdgpu.raw_buffer_load"(%b0, %ti, %k) <{indexOffset = 2 : i32, boundsCheck = false, operandSegmentSizes = array<i32: 1, 1, 1>}> : (memref<32xi32>, i32, i32) -> vector<4xi32>`,
			func(l int) int64 { return int64(l) + 5 }, 0, 32},
		{"load, negative", `%k = "arith.constant"() <{value = -2 : i32}> : () -> i32
      %i = "arith.addi"(%ti, %k) : (i32, i32) -> i32
      %r = "amdgpu.raw_buffer_load"(%b0, %i) <{operandSegmentSizes = array<i32: 1, 1, 0>}> : (memref<32xi32>, i32) -> vector<4xi32>`,
			func(l int) int64 { // the address wraps in the resource's 32 bits, not in the dwords of an access
				if l < 2 {
					return 1 << 30
				}
				return int64(l) - 2
			}, 0, 32},
		{"fat", `%f = "amdgpu.fat_raw_buffer_cast"(%b0) <{operandSegmentSizes = array<i32: 1, 0, 0>}> : (memref<32xi32>) -> memref<32xi32, #amdgpu.address_space<fat_raw_buffer>>
      %r = "vector.load"(%f, %t) : (memref<32xi32, #amdgpu.address_space<fat_raw_buffer>>, index) -> vector<4xi32>`,
			func(l int) int64 { return int64(l) }, 0, 32},
		{"fat, 25 bytes", `%n = "arith.constant"() <{value = 25 : i64}> : () -> i64
      %f = "amdgpu.fat_raw_buffer_cast"(%b0, %n) <{boundsCheck = false, operandSegmentSizes = array<i32: 1, 1, 0>}> : (memref<32xi32>, i64) -> memref<32xi32, #amdgpu.address_space<fat_raw_buffer>>
      %r = "vector.load"(%f, %t) : (memref<32xi32, #amdgpu.address_space<fat_raw_buffer>>, index) -> vector<4xi32>`,
			func(l int) int64 { return int64(l) }, 0, 6},
		{"fat, offset in the index", `%v = "memref.reinterpret_cast"(%b0) <{operandSegmentSizes = array<i32: 1, 0, 0, 0>, static_offsets = array<i64: 8>, static_sizes = array<i64: 16>, static_strides = array<i64: 1>}> : (memref<32xi32>) -> memref<16xi32, strided<[1], offset: 8>>
      %f = "amdgpu.fat_raw_buffer_cast"(%v) <{operandSegmentSizes = array<i32: 1, 0, 0>}> : (memref<16xi32, strided<[1], offset: 8>>) -> memref<16xi32, strided<[1], offset: 8>, #amdgpu.address_space<fat_raw_buffer>>
      %r = "vector.load"(%f, %t) : (memref<16xi32, strided<[1], offset: 8>, #amdgpu.address_space<fat_raw_buffer>>, index) -> vector<4xi32>`,
			func(l int) int64 { return int64(l) + 8 }, 0, 16},
		{"fat, offset in the base", `%v = "memref.reinterpret_cast"(%b0) <{operandSegmentSizes = array<i32: 1, 0, 0, 0>, static_offsets = array<i64: 8>, static_sizes = array<i64: 16>, static_strides = array<i64: 1>}> : (memref<32xi32>) -> memref<16xi32, strided<[1], offset: 8>>
      %f = "amdgpu.fat_raw_buffer_cast"(%v) <{resetOffset, operandSegmentSizes = array<i32: 1, 0, 0>}> : (memref<16xi32, strided<[1], offset: 8>>) -> memref<16xi32, #amdgpu.address_space<fat_raw_buffer>>
      %r = "vector.load"(%f, %t) : (memref<16xi32, #amdgpu.address_space<fat_raw_buffer>>, index) -> vector<4xi32>`,
			func(l int) int64 { return int64(l) + 8 }, 8, 24},
	} {
		out := make([]byte, 1024)
		if err := onLanes(t, &arch.GFX942, 64, "      "+c.body+store, buffer{m, input()}, buffer{"memref<64x4xi32>", out}); err != nil {
			t.Errorf("%s: %v", c.name, err)
			continue
		}
		wantDwords(t, c.name, out, func(i int) uint32 {
			if at := c.at(i/4) + int64(i%4); at >= c.from && at < c.to {
				return uint32(at + 100)
			}
			return 0
		})
	}
}

// Sub-dword elements are in range by dwords of the access; the sentinels that
// Wave uses are out of range (facts buffers.md 3.2).
func TestFatBufferEdges(t *testing.T) {
	fat := func(elem string, valid int64, index int64, width int) ([]byte, error) {
		bytes := map[string]int{"i8": 1, "i16": 2, "i32": 4}[elem]
		in := make([]byte, 64)
		for i := range in {
			in[i] = byte(i + 1)
		}
		out := make([]byte, 16)
		err := onLanes(t, &arch.GFX950, 1, fmt.Sprintf(`
      %%n = "arith.constant"() <{value = %d : i64}> : () -> i64
      %%i = "arith.constant"() <{value = %d : index}> : () -> index
      %%v = "memref.reinterpret_cast"(%%b0) <{operandSegmentSizes = array<i32: 1, 0, 0, 0>, static_offsets = array<i64: 0>, static_sizes = array<i64: 1073741822>, static_strides = array<i64: 1>}> : (memref<%dx%s>) -> memref<1073741822x%s>
      %%f = "amdgpu.fat_raw_buffer_cast"(%%v, %%n) <{operandSegmentSizes = array<i32: 1, 1, 0>}> : (memref<1073741822x%s>, i64) -> memref<1073741822x%s, #amdgpu.address_space<fat_raw_buffer>>
      %%r = "vector.load"(%%f, %%i) : (memref<1073741822x%s, #amdgpu.address_space<fat_raw_buffer>>, index) -> vector<%dx%s>
      "vector.store"(%%r, %%b1, %%c0) : (vector<%dx%s>, memref<%dx%s>, index) -> ()`,
			valid, index, 64/bytes, elem, elem, elem, elem, elem, width, elem, width, elem, 16/bytes, elem),
			buffer{fmt.Sprintf("memref<%dx%s>", 64/bytes, elem), in}, buffer{fmt.Sprintf("memref<%dx%s>", 16/bytes, elem), out})
		return out, err
	}
	for _, c := range []struct {
		elem         string
		valid, index int64
		width, bytes int // elements, and bytes that are not zero
	}{
		{"i16", 6, 0, 4, 4}, // the second dword fits only in part
		{"i16", 8, 0, 4, 8},
		{"i16", 6, 2, 1, 2},
		{"i8", 7, 0, 8, 4},
		{"i8", 7, 6, 1, 1},
		{"i8", 7, 7, 1, 0},
		{"i32", 0, 0, 4, 0},
		{"i32", 0x7ffffffb, 536870911, 1, 0},
		{"i16", 0x7ffffffd, 1073741823, 1, 0},
		{"i8", 0x7ffffffe, 0x7fffffff, 1, 0},
		{"i8", 1<<32 + 5, 4, 1, 1}, // all bits of the size count
		{"i8", 1<<32 + 5, 5, 1, 1},
		{"i8", -1, 5, 1, 1}, // of which none is negative
		{"i8", 64, -1, 1, 0},
		{"i32", 64, -1, 4, 0}, // what begins outside is out of range as a whole
		{"i8", 64, 1<<32 + 5, 1, 0},
	} {
		out, err := fat(c.elem, c.valid, c.index, c.width)
		if err != nil {
			t.Errorf("%+v: %v", c, err)
			continue
		}
		size := map[string]int{"i8": 1, "i16": 2, "i32": 4}[c.elem]
		for i, b := range out {
			want := byte(0)
			if i < c.bytes {
				want = byte(int(c.index)*size + i + 1)
			}
			if b != want {
				t.Errorf("%+v: byte %d is %d, not %d", c, i, b, want)
				break
			}
		}
	}
	// In range of the resource, but not of the memory behind it.
	if _, err := fat("i32", 0x7ffffffb, 16, 1); err == nil || !strings.Contains(err.Error(), "which has 64 bytes") {
		t.Errorf("an access behind the allocation: %v", err)
	}
}

func TestRawBufferStoresAndAtomics(t *testing.T) {
	f := func(v float32) uint32 { return math.Float32bits(v) }
	for _, c := range []struct {
		name, memref, body string
		before, after      func(i int) uint32
	}{
		{"store", "memref<8xi32>", `"amdgpu.raw_buffer_store"(%ti, %b0, %ti) <{operandSegmentSizes = array<i32: 1, 1, 1, 0>}> : (i32, memref<8xi32>, i32) -> ()`,
			func(int) uint32 { return 77 }, func(i int) uint32 { return uint32(i) }},
		{"smax", "memref<2xi32>", `%k = "arith.constant"() <{value = -20 : i32}> : () -> i32
      %v = "arith.addi"(%ti, %k) : (i32, i32) -> i32
      "amdgpu.raw_buffer_atomic_smax"(%v, %b0, %ti) <{operandSegmentSizes = array<i32: 1, 1, 1, 0>}> : (i32, memref<2xi32>, i32) -> ()`,
			func(i int) uint32 { return []uint32{^uint32(99), 5}[i] }, func(i int) uint32 { return []uint32{^uint32(19), 5}[i] }},
		{"umin", "memref<2xi32>", `%z = "arith.constant"() <{value = 1 : i32}> : () -> i32
      "amdgpu.raw_buffer_atomic_umin"(%ti, %b0, %z) <{operandSegmentSizes = array<i32: 1, 1, 1, 0>}> : (i32, memref<2xi32>, i32) -> ()`,
			func(i int) uint32 { return ^uint32(0) }, func(i int) uint32 { return []uint32{^uint32(0), 0}[i] }},
		{"fadd", "memref<2xf32>", `%v = "arith.sitofp"(%ti) : (i32) -> f32
      %z = "arith.constant"() <{value = 1 : i32}> : () -> i32
      "amdgpu.raw_buffer_atomic_fadd"(%v, %b0, %z) <{operandSegmentSizes = array<i32: 1, 1, 1, 0>}> : (f32, memref<2xf32>, i32) -> ()`,
			func(i int) uint32 { return f(0.5) }, func(i int) uint32 { return []uint32{f(0.5), f(2016.5)}[i] }},
		{"fadd pair", "memref<4xf16>", `%h = "arith.constant"() <{value = dense<[1.0, -2.0]> : vector<2xf16>}> : () -> vector<2xf16>
      %z = "arith.constant"() <{value = 2 : i32}> : () -> i32
      "amdgpu.raw_buffer_atomic_fadd"(%h, %b0, %z) <{operandSegmentSizes = array<i32: 1, 1, 1, 0>}> : (vector<2xf16>, memref<4xf16>, i32) -> ()`,
			func(i int) uint32 { return 0 }, func(i int) uint32 { return []uint32{0, 0xd8005400}[i] }},
		{"cmpswap", "memref<64xi32>", `%one = "arith.constant"() <{value = 1 : i32}> : () -> i32
      %two = "arith.constant"() <{value = 2 : i32}> : () -> i32
      %cmp = "arith.andi"(%ti, %one) : (i32, i32) -> i32
      %old = "amdgpu.raw_buffer_atomic_cmpswap"(%two, %cmp, %b0, %ti) <{operandSegmentSizes = array<i32: 1, 1, 1, 1, 0>}> : (i32, i32, memref<64xi32>, i32) -> i32
      %far = "arith.constant"() <{value = 64 : i32}> : () -> i32
      %zero = "amdgpu.raw_buffer_atomic_cmpswap"(%two, %two, %b0, %far) <{operandSegmentSizes = array<i32: 1, 1, 1, 1, 0>}> : (i32, i32, memref<64xi32>, i32) -> i32
      %sum = "arith.addi"(%old, %zero) : (i32, i32) -> i32
      %i = "arith.addi"(%ti, %sum) : (i32, i32) -> i32
      %odd = "arith.cmpi"(%sum, %one) <{predicate = 0 : i64}> : (i32, i32) -> i1`,
			func(i int) uint32 { return 1 }, func(i int) uint32 { return uint32(1 + i%2) }},
	} {
		b := u32s(map[string]int{"memref<8xi32>": 8, "memref<64xi32>": 64}[c.memref]+2*b2i(strings.Contains(c.memref, "<2x") || strings.Contains(c.memref, "<4x")), c.before)
		if err := onLanes(t, &arch.GFX942, 64, "      "+c.body, buffer{c.memref, b}); err != nil {
			t.Errorf("%s: %v", c.name, err)
			continue
		}
		wantDwords(t, c.name, b, c.after)
	}
}

func b2i(b bool) int {
	if b {
		return 1
	}
	return 0
}

func TestGatherToLDS(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	in := make([]byte, 4096)
	for i := range in {
		in[i] = byte(r.Uint32())
	}
	// Lane l reads element perm(l) of size bytes; a lane's indices but the first's
	// do not matter for the destination.
	for _, c := range []struct {
		name, transfer string
		bytes, slot    int
		fat            bool
	}{
		{"byte", "i8", 1, 4, false}, {"word", "vector<2xi8>", 2, 4, false}, {"dword", "vector<4xi8>", 4, 4, false}, {"16 bytes", "vector<16xi8>", 16, 16, false},
		{"dword, out of range", "i32", 4, 4, true}, {"16 bytes, out of range", "vector<16xi8>", 16, 16, true},
	} {
		src, cast := "memref<4096xi8>", ""
		base := "%b0"
		if c.fat { // 500 bytes only
			src, base = "memref<4096xi8, #amdgpu.address_space<fat_raw_buffer>>", "%f"
			cast = `
      %n = "arith.constant"() <{value = 500 : i64}> : () -> i64
      %f = "amdgpu.fat_raw_buffer_cast"(%b0, %n) <{operandSegmentSizes = array<i32: 1, 1, 0>}> : (memref<4096xi8>, i64) -> ` + src
		}
		out := make([]byte, 64*c.slot)
		err := onLanes(t, &arch.GFX950, 64, fmt.Sprintf(`%s
      %%size = "arith.constant"() <{value = %d : index}> : () -> index
      %%c37 = "arith.constant"() <{value = 37 : index}> : () -> index
      %%c63 = "arith.constant"() <{value = 63 : index}> : () -> index
      %%p = "arith.muli"(%%t, %%c37) : (index, index) -> index
      %%q = "arith.andi"(%%p, %%c63) : (index, index) -> index
      %%at = "arith.muli"(%%q, %%size) : (index, index) -> index
      %%c256 = "arith.constant"() <{value = 256 : index}> : () -> index
      %%dst = "arith.addi"(%%c256, %%t) : (index, index) -> index
      "amdgpu.gather_to_lds"(%s, %%at, %%lds, %%dst) <{operandSegmentSizes = array<i32: 1, 1, 1, 1>, transferType = %s}> : (%s, index, memref<4096xi8, #gpu.address_space<workgroup>>, index) -> ()
      "amdgpu.memory_counter_wait"() <{load = 0 : i32}> : () -> ()
      "amdgpu.lds_barrier"() : () -> ()
      %%slot = "arith.constant"() <{value = %d : index}> : () -> index
      %%o = "arith.muli"(%%t, %%slot) : (index, index) -> index
      %%i = "arith.addi"(%%o, %%c256) : (index, index) -> index
      %%v = "vector.load"(%%lds, %%i) : (memref<4096xi8, #gpu.address_space<workgroup>>, index) -> vector<%dxi8>
      "vector.store"(%%v, %%b1, %%o) : (vector<%dxi8>, memref<%dxi8>, index) -> ()`,
			cast, c.bytes, base, c.transfer, src, c.slot, c.slot, c.slot, 64*c.slot),
			buffer{"memref<4096xi8>", in}, buffer{fmt.Sprintf("memref<%dxi8>", 64*c.slot), out})
		if err != nil {
			t.Errorf("%s: %v", c.name, err)
			continue
		}
		for i, b := range out {
			at := i / c.slot * 37 % 64 * c.bytes
			want := byte(0)
			if k := i % c.slot; k < c.bytes && (!c.fat || at+k/4*4+4 <= 500) {
				want = in[at+k]
			}
			if b != want {
				t.Errorf("%s: byte %d of LDS is %#x, not %#x", c.name, i, b, want)
				break
			}
		}
	}
	// What 12 bytes leave of a slot is not known.
	err := onLanes(t, &arch.GFX950, 64, `
      "amdgpu.gather_to_lds"(%b0, %c0, %lds, %c0) <{operandSegmentSizes = array<i32: 1, 1, 1, 1>, transferType = vector<12xi8>}> : (memref<4096xi8>, index, memref<4096xi8, #gpu.address_space<workgroup>>, index) -> ()
      %c12 = "arith.constant"() <{value = 12 : index}> : () -> index
      %v = "memref.load"(%lds, %c12) : (memref<4096xi8, #gpu.address_space<workgroup>>, index) -> i8
      "memref.store"(%v, %b0, %c0) : (i8, memref<4096xi8>, index) -> ()`, buffer{"memref<4096xi8>", in})
	if err == nil || !strings.Contains(err.Error(), "after the first 12") {
		t.Errorf("the fourth dword of a slot: %v", err)
	}
}

// Each group of 16 lanes reads a matrix, row by row, and each lane gets a
// column.
func TestTransposeLoad(t *testing.T) {
	for _, c := range []struct {
		result     string
		bits, rows int
	}{
		{"vector<4xi16>", 16, 4}, {"vector<8xi8>", 8, 8}, {"vector<16xi4>", 4, 16}, {"vector<16xi6>", 6, 16},
	} {
		// Element (k, l) of group g is a number of its own in some bits.
		element := func(g, k, l int) uint64 { return uint64(g*91+k*16+l*5+l*l) & (1<<c.bits - 1) }
		perLane := c.rows * c.bits / 8 // bytes
		image := make([]byte, 64*16)
		for g := range 4 {
			for k := range c.rows {
				for l := range 16 {
					lane := g*16 + k*(16/c.rows) + l/c.rows
					for b := range c.bits {
						at := lane*16*8 + l%c.rows*c.bits + b
						image[at/8] |= byte(element(g, k, l)>>b&1) << (at % 8)
					}
				}
			}
		}
		out := make([]byte, 64*16)
		err := onLanes(t, &arch.GFX950, 64, fmt.Sprintf(`
      %%c16 = "arith.constant"() <{value = 16 : index}> : () -> index
      %%o = "arith.muli"(%%t, %%c16) : (index, index) -> index
      %%v = "vector.load"(%%b0, %%o) : (memref<1024xi8>, index) -> vector<16xi8>
      "vector.store"(%%v, %%lds, %%o) : (vector<16xi8>, memref<4096xi8, #gpu.address_space<workgroup>>, index) -> ()
      "amdgpu.lds_barrier"() : () -> ()
      %%r = "amdgpu.transpose_load"(%%lds, %%o) : (memref<4096xi8, #gpu.address_space<workgroup>>, index) -> %s
      %%b = "vector.bitcast"(%%r) : (%s) -> vector<%dxi8>
      "vector.store"(%%b, %%b1, %%o) : (vector<%dxi8>, memref<1024xi8>, index) -> ()`, c.result, c.result, perLane, perLane),
			buffer{"memref<1024xi8>", image}, buffer{"memref<1024xi8>", out})
		if err != nil {
			t.Errorf("%s: %v", c.result, err)
			continue
		}
		for lane := range 64 {
			for k := range c.rows {
				got := uint64(0)
				for b := range c.bits {
					at := lane*16*8 + k*c.bits + b
					got |= uint64(out[at/8]>>(at%8)&1) << b
				}
				if want := element(lane/16, k, lane%16); got != want {
					t.Fatalf("%s: element %d of lane %d is %#x, not %#x", c.result, k, lane, got, want)
				}
			}
		}
	}
}

// Waves wait for each other at s_barrier wherever they stand, at lds_barrier
// only at the same one, unless there are others of hardware beside it.
func TestBarriersOfWaves(t *testing.T) {
	body := func(barrier string) string {
		return `
      %c64 = "arith.constant"() <{value = 64 : index}> : () -> index
      %c63 = "arith.constant"() <{value = 63 : index}> : () -> index
      %c4 = "arith.constant"() <{value = 4 : index}> : () -> index
      %four = "arith.muli"(%t, %c4) : (index, index) -> index
      %ldsi = "memref.view"(%lds, %c0) : (memref<4096xi8, #gpu.address_space<workgroup>>, index) -> memref<1024xi32, #gpu.address_space<workgroup>>
      %first = "arith.cmpi"(%t, %c64) <{predicate = 6 : i64}> : (index, index) -> i1
      "scf.if"(%first) ({
        "memref.store"(%ti, %ldsi, %t) : (i32, memref<1024xi32, #gpu.address_space<workgroup>>, index) -> ()
        "` + barrier + `"() : () -> ()
        "scf.yield"() : () -> ()
      }, {
        "` + barrier + `"() : () -> ()
        %i = "arith.andi"(%t, %c63) : (index, index) -> index
        %v = "memref.load"(%ldsi, %i) : (memref<1024xi32, #gpu.address_space<workgroup>>, index) -> i32
        "memref.store"(%v, %b0, %i) : (i32, memref<64xi32>, index) -> ()
        "scf.yield"() : () -> ()
      }) : (i1) -> ()`
	}
	out := make([]byte, 256)
	if err := onLanes(t, &arch.GFX942, 128, body("rocdl.s.barrier"), buffer{"memref<64xi32>", out}); err != nil {
		t.Fatal(err)
	}
	wantDwords(t, "s.barrier", out, func(i int) uint32 { return uint32(i) })
	mixed := strings.Replace(body("rocdl.s.barrier"), "rocdl.s.barrier", "amdgpu.lds_barrier", 1)
	if err := onLanes(t, &arch.GFX942, 128, mixed, buffer{"memref<64xi32>", out}); err != nil {
		t.Errorf("lds_barrier of one wave, s.barrier of the other: %v", err)
	}
	if err := onLanes(t, &arch.GFX942, 128, body("amdgpu.lds_barrier"), buffer{"memref<64xi32>", out}); err == nil || !strings.Contains(err.Error(), "not every lane reaches this barrier") {
		t.Errorf("lds_barrier in two places: %v", err)
	}
}

// What a chip does not have is refused where it is executed, if nobody has
// verified the module for the chip.
func TestWrongChip(t *testing.T) {
	m := read(t, kernel(`
      %v = "amdgpu.permlane_swap"(%ti) <{row_length = 16 : i32}> : (i32) -> i32`))
	out := &interp.Buffer{Name: "out", Data: make([]byte, 4096)}
	_, err := interp.Run(m, interp.Launch{Chip: &arch.GFX942, Grid: [3]uint32{1, 1, 1}, Block: [3]uint32{64, 1, 1}, Args: []interp.Arg{interp.Pointer(out)}})
	if err == nil || !strings.Contains(err.Error(), "is only supported on gfx950, not on gfx942") {
		t.Errorf("permlane_swap on gfx942: %v", err)
	}
}
