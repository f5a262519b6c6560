package interp_test

import (
	"encoding/binary"
	"strings"
	"testing"

	"heddle/arch"
	"heddle/ir/interp"
)

// The last of an odd number of halves: an access of its own reads it, a vector that
// is accessed as a whole does not, as its last dword is not in range.
func TestMaskedEndOfBuffer(t *testing.T) {
	for mask, want := range map[string]uint16{
		`"vector.create_mask"(%c1) : (index) -> vector<2xi1>`:                                     0x3c00,
		`"arith.constant"() <{value = dense<[true, false]> : vector<2xi1>}> : () -> vector<2xi1>`: 0x3c00,
		`"vector.broadcast"(%on) : (i1) -> vector<2xi1>`:                                          0,
		`"arith.constant"() <{value = dense<true> : vector<2xi1>}> : () -> vector<2xi1>`:          0,
	} {
		m := read(t, `
"func.func"() <{function_type = (memref<5xf16>, memref<2xf16>) -> (), sym_name = "k"}> ({
^bb0(%a: memref<5xf16>, %b: memref<2xf16>):
  %c0 = "arith.constant"() <{value = 0 : index}> : () -> index
  %c1 = "arith.constant"() <{value = 1 : index}> : () -> index
  %c4 = "arith.constant"() <{value = 4 : index}> : () -> index
  %on = "arith.constant"() <{value = true}> : () -> i1
  %pass = "arith.constant"() <{value = dense<4.0> : vector<2xf16>}> : () -> vector<2xf16>
  %m = `+mask+`
  %r = "amdgpu.fat_raw_buffer_cast"(%a) <{boundsCheck = true, operandSegmentSizes = array<i32: 1, 0, 0>, resetOffset}> : (memref<5xf16>) -> memref<5xf16, #amdgpu.address_space<fat_raw_buffer>>
  %v = "vector.maskedload"(%r, %c4, %m, %pass) : (memref<5xf16, #amdgpu.address_space<fat_raw_buffer>>, index, vector<2xi1>, vector<2xf16>) -> vector<2xf16>
  "vector.store"(%v, %b, %c0) : (vector<2xf16>, memref<2xf16>, index) -> ()
  "func.return"() : () -> ()
}) {gpu.known_block_size = array<i32: 1, 1, 1>} : () -> ()`)
		in := &interp.Buffer{Data: []byte{0, 0x40, 0, 0x40, 0, 0x40, 0, 0x40, 0, 0x3c}}
		out := &interp.Buffer{Data: make([]byte, 4)}
		if _, err := interp.Run(m, interp.Launch{Chip: &arch.GFX942, Grid: [3]uint32{1, 1, 1}, Args: []interp.Arg{interp.Pointer(in), interp.Pointer(out)}}); err != nil {
			t.Fatal(err)
		}
		if got := binary.LittleEndian.Uint16(out.Data); got != want {
			t.Errorf("under %s the element is %#x, want %#x", mask, got, want)
		}
	}
}

// A constant that is not what the kernel assumes is an error with both.
func TestAssumption(t *testing.T) {
	const text = `
#layout = #hal.pipeline.layout<constants = 1, bindings = [#hal.pipeline.binding<storage_buffer, Indirect>]>
"func.func"() <{function_type = () -> (), sym_name = "k"}> ({
  %c0 = "arith.constant"() <{value = 0 : index}> : () -> index
  %n = "hal.interface.constant.load"() <{layout = #layout, ordinal = 0 : index}> : () -> i32
  %a = "util.assume.int"(%n) <{assumptions = [[#util.int.assumption<umin = 0, umax = 0>, #util.int.assumption<umin = 16, umax = 64, udiv = 16>]]}> : (i32) -> i32
  %m = "hal.interface.binding.subspan"(%c0) <{binding = 0 : index, layout = #layout, operandSegmentSizes = array<i32: 1, 0>}> : (index) -> memref<1xi32>
  "memref.store"(%a, %m, %c0) : (i32, memref<1xi32>, index) -> ()
  "func.return"() : () -> ()
}) {gpu.known_block_size = array<i32: 1, 1, 1>} : () -> ()`
	for n, want := range map[byte]string{0: "", 32: "", 40: "operand #0 is 40, and the assumption is that it is from 0 to 0, or from 16 to 64 and a multiple of 16"} {
		out := &interp.Buffer{Data: make([]byte, 4)}
		_, err := interp.Run(read(t, text), interp.Launch{Chip: &arch.GFX942, Grid: [3]uint32{1, 1, 1},
			Args: []interp.Arg{interp.Pointer(out), interp.Bytes([]byte{n, 0, 0, 0})}})
		switch {
		case want == "" && (err != nil || out.Data[0] != n):
			t.Errorf("%d: %v, %d", n, err, out.Data[0])
		case want != "" && (err == nil || !strings.Contains(err.Error(), want)):
			t.Errorf("%d: %v, want %s", n, err, want)
		}
	}
}
