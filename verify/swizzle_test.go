package verify_test

import (
	"bytes"
	"errors"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"heddle/arch"
	"heddle/build"
	"heddle/ir"
	"heddle/ir/interp"
	"heddle/sim"
	"heddle/verify"
)

// swizzledText is a kernel that reads rows of 4 floats a lane from one buffer
// and writes them to another, the last of its rows out of range: stride is that
// of both buffers' cache swizzle, none if it is empty.
func swizzledText(stride string) string {
	constant, operand, typ, count := "", "", "", 0
	if stride != "" {
		constant = "%s = \"arith.constant\"() <{value = " + stride + " : i14}> : () -> i14"
		operand, typ, count = ", %s", ", i14", 1
	}
	cast := func(name string) string {
		return fmt.Sprintf(`%%f%[1]s = "amdgpu.fat_raw_buffer_cast"(%%%[1]s%[2]s) <{operandSegmentSizes = array<i32: 1, 0, %[4]d>}> : (memref<6x256xf32>%[3]s) -> memref<6x256xf32, #amdgpu.address_space<fat_raw_buffer>>`,
			name, operand, typ, count)
	}
	return fmt.Sprintf(`"gpu.module"() <{sym_name = "m"}> ({
  "gpu.func"() <{function_type = (memref<6x256xf32>, memref<6x256xf32>) -> (), known_block_size = array<i32: 64, 1, 1>}> ({
  ^bb0(%%a: memref<6x256xf32>, %%o: memref<6x256xf32>):
    %%c4 = "arith.constant"() <{value = 4 : index}> : () -> index
    %%t = "gpu.thread_id"() <{dimension = #gpu<dim x>}> : () -> index
    %%g = "gpu.block_id"() <{dimension = #gpu<dim x>}> : () -> index
    %%x = "arith.muli"(%%t, %%c4) : (index, index) -> index
    %s
    %s
    %s
    %%v = "vector.load"(%%fa, %%g, %%x) : (memref<6x256xf32, #amdgpu.address_space<fat_raw_buffer>>, index, index) -> vector<4xf32>
    %%w = "arith.addf"(%%v, %%v) : (vector<4xf32>, vector<4xf32>) -> vector<4xf32>
    "vector.store"(%%w, %%fo, %%g, %%x) : (vector<4xf32>, memref<6x256xf32, #amdgpu.address_space<fat_raw_buffer>>, index, index) -> ()
    "gpu.return"() : () -> ()
  }) {gpu.kernel, sym_name = "k", workgroup_attributions = 0 : i64} : () -> ()
}) : () -> ()
`, constant, cast("a"), cast("o"))
}

// TestCacheSwizzleChangesNothing: the results are the same with and without a
// cache swizzle, whatever its stride, also out of range.
func TestCacheSwizzleChangesNothing(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 6))
	a := &interp.Buffer{Name: "a", Data: make([]byte, 6*256*4)}
	for i := range a.Data {
		a.Data[i] = byte(r.Uint32()) &^ 0x40 // no NaN or infinity
	}
	for _, chip := range arch.Chips {
		var want []byte
		for _, stride := range []string{"", "0", "256", "1024", "4096", "8192", "-8192", "16383"} {
			o := &interp.Buffer{Name: "o", Data: bytes.Repeat([]byte{0xa5}, 6*256*4)}
			c := verify.Case{Name: "k.mlir", Text: swizzledText(stride), Chip: chip, Grid: [3]uint32{8, 1, 1}, Args: []interp.Arg{interp.Pointer(a), interp.Pointer(o)}}
			got, err := verify.Run(c, verify.Options{More: []sim.Options{{SoffsetUnchecked: true}, {Schedule: sim.ScheduleLate}}})
			if err != nil {
				t.Errorf("%s, stride %q: %v", chip.Name, stride, err)
				continue
			}
			if want == nil {
				want = got.Got[1]
			}
			if !bytes.Equal(got.Got[1], want) {
				t.Errorf("%s, stride %q: other results than without", chip.Name, stride)
			}
		}
	}
}

// TestRefusedResources: casts that make no resource, with the reason and a place.
func TestRefusedResources(t *testing.T) {
	const plain = "memref<64x1024xf32>"
	for _, c := range []struct{ body, want string }{
		{`%s = "arith.constant"() <{value = 16384 : i14}> : () -> i14`, "16384"},
		{`%s = "arith.constant"() <{value = -8193 : i14}> : () -> i14`, "-8193"},
		{`%s = "arith.constant"() <{value = 256 : i16}> : () -> i16
    %f = "amdgpu.fat_raw_buffer_cast"(%a, %s) <{operandSegmentSizes = array<i32: 1, 0, 1>}> : (memref<64x1024xf32>, i16) -> memref<64x1024xf32, #amdgpu.address_space<fat_raw_buffer>>`, "i14"},
		{`%s = "arith.index_cast"(%t) : (index) -> i14
    %f = "amdgpu.fat_raw_buffer_cast"(%a, %s) <{operandSegmentSizes = array<i32: 1, 0, 1>}> : (memref<64x1024xf32>, i14) -> memref<64x1024xf32, #amdgpu.address_space<fat_raw_buffer>>
    "memref.store"(%v, %f, %z, %t) : (f32, memref<64x1024xf32, #amdgpu.address_space<fat_raw_buffer>>, index, index) -> ()`, "the stride may differ between the lanes of a wave"},
		{`%n = "arith.index_cast"(%t) : (index) -> i64
    %f = "amdgpu.fat_raw_buffer_cast"(%a, %n) <{operandSegmentSizes = array<i32: 1, 1, 0>}> : (memref<64x1024xf32>, i64) -> memref<64x1024xf32, #amdgpu.address_space<fat_raw_buffer>>
    "memref.store"(%v, %f, %z, %t) : (f32, memref<64x1024xf32, #amdgpu.address_space<fat_raw_buffer>>, index, index) -> ()`, "validBytes may differ between the lanes of a wave"},
		{`%view = "memref.reinterpret_cast"(%a, %t) <{operandSegmentSizes = array<i32: 1, 1, 0, 0>, static_offsets = array<i64: -9223372036854775808>, static_sizes = array<i64: 64>, static_strides = array<i64: 1>}> : (memref<64x1024xf32>, index) -> memref<64xf32, strided<[1], offset: ?>>
    %f = "amdgpu.fat_raw_buffer_cast"(%view) <{resetOffset, operandSegmentSizes = array<i32: 1, 0, 0>}> : (memref<64xf32, strided<[1], offset: ?>>) -> memref<64xf32, #amdgpu.address_space<fat_raw_buffer>>
    "memref.store"(%v, %f, %z) : (f32, memref<64xf32, #amdgpu.address_space<fat_raw_buffer>>, index) -> ()`, "the buffer may differ between the lanes of a wave"},
		{`%l = "memref.alloc"() <{operandSegmentSizes = array<i32: 0, 0>}> : () -> memref<64xf32, #gpu.address_space<workgroup>>
    %f = "amdgpu.fat_raw_buffer_cast"(%l) <{operandSegmentSizes = array<i32: 1, 0, 0>}> : (memref<64xf32, #gpu.address_space<workgroup>>) -> memref<64xf32, #amdgpu.address_space<fat_raw_buffer>>
    "memref.store"(%v, %f, %z) : (f32, memref<64xf32, #amdgpu.address_space<fat_raw_buffer>>, index) -> ()`, "a buffer of LDS: buffers must be in global memory"},
	} {
		text := `"gpu.module"() <{sym_name = "m"}> ({
  "gpu.func"() <{function_type = (` + plain + `) -> (), known_block_size = array<i32: 64, 1, 1>}> ({
  ^bb0(%a: ` + plain + `):
    %z = "arith.constant"() <{value = 0 : index}> : () -> index
    %v = "arith.constant"() <{value = 1.0 : f32}> : () -> f32
    %t = "gpu.thread_id"() <{dimension = #gpu<dim x>}> : () -> index
    ` + c.body + `
    "gpu.return"() : () -> ()
  }) {gpu.kernel, sym_name = "k", workgroup_attributions = 0 : i64} : () -> ()
}) : () -> ()
`
		for _, chip := range arch.Chips {
			m, err := ir.Parse("k.mlir", text)
			if err == nil {
				err = ir.Verify(m, ir.Options{Chip: chip})
			}
			if err == nil {
				_, err = build.MLIR(m, build.Options{Chip: chip})
			}
			if err == nil {
				err = errors.New("no error")
			}
			if !strings.Contains(err.Error(), c.want) || !strings.Contains(err.Error(), "k.mlir:") {
				t.Errorf("%s: got %v, want %q and a place", chip.Name, err, c.want)
			}
		}
	}
}
