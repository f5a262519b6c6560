package codegen_test

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"slices"
	"strings"
	"testing"

	"heddle/arch"
	"heddle/build"
	"heddle/hsaco"
	"heddle/ir"
	"heddle/ir/interp"
	"heddle/sim"
	"heddle/sim/host"
)

// printing is a kernel in which lanes that are not all of a wave print.
const printing = `"builtin.module"() ({
  "gpu.module"() <{sym_name = "m"}> ({
    "gpu.func"() <{function_type = (i8) -> ()}> ({
    ^bb0(%b: i8):
      %t = "gpu.thread_id"() <{dimension = #gpu<dim x>}> : () -> index
      %g = "gpu.block_id"() <{dimension = #gpu<dim x>}> : () -> index
      %n = "arith.index_cast"(%t) : (index) -> i32
      %v = "arith.sitofp"(%n) : (i32) -> f32
      %q = "arith.constant"() <{value = 0.125 : f32}> : () -> f32
      %w = "arith.mulf"(%v, %q) : (f32, f32) -> f32
      %h = "arith.truncf"(%w) : (f32) -> f16
      %d = "arith.extf"(%w) : (f32) -> f64
      %m = "arith.trunci"(%n) : (i32) -> i8
      %ten = "arith.constant"() <{value = 10 : i32}> : () -> i32
      %r = "arith.remui"(%n, %ten) : (i32, i32) -> i32
      %three = "arith.constant"() <{value = 3 : i32}> : () -> i32
      %p = "arith.cmpi"(%r, %three) <{predicate = 0 : i64}> : (i32, i32) -> i1
      "scf.if"(%p) ({
        "gpu.printf"(%g, %t, %w, %h, %d, %b, %m, %p) <{format = "group %ld lane %lu: %.3f %g %8.2e 100%% %d %hhd %d\0A"}> : (index, index, f32, f16, f64, i8, i8, i1) -> ()
        "scf.yield"() : () -> ()
      }, {}) : (i1) -> ()
      "gpu.return"() : () -> ()
    }) {sym_name = "k", gpu.kernel, known_block_size = array<i32: 64, 1, 1>} : () -> ()
  }) : () -> ()
}) {gpu.container_module} : () -> ()`

// compilePrinting loads the kernel.
func compilePrinting(t *testing.T) (*sim.Device, *hsaco.Object, sim.Launch) {
	t.Helper()
	m, err := ir.Parse("printing.mlir", printing)
	if err != nil {
		t.Fatal(err)
	}
	r, err := build.MLIR(m, build.Options{Chip: &arch.GFX942})
	if err != nil {
		t.Fatal(err)
	}
	o, err := hsaco.Open(r.Object, "")
	if err != nil {
		t.Fatal(err)
	}
	d := sim.NewDevice(o.Chip)
	module, err := d.Load(o)
	if err != nil {
		t.Fatal(err)
	}
	k, err := module.Kernel("k")
	if err != nil {
		t.Fatal(err)
	}
	return d, o, sim.Launch{Kernel: k, Grid: [3]uint32{3, 1, 1}, Block: [3]uint32{64, 1, 1}, Args: []sim.Arg{sim.Value(int8(-1))}}
}

// TestPrintf: compiled code prints what the interpreter prints, in the order of workgroups.
func TestPrintf(t *testing.T) {
	d, o, l := compilePrinting(t)
	var compiled, interpreted bytes.Buffer
	h, err := host.Attach(d, o, &l, host.Streams{Out: &compiled})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := d.Run(l); err != nil {
		t.Fatal(err)
	}
	if err := h.Finish(); err != nil {
		t.Fatal(err)
	}
	m, err := ir.Parse("printing.mlir", printing)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := interp.Run(m, interp.Launch{Chip: &arch.GFX942, Grid: l.Grid, Args: []interp.Arg{interp.Bytes([]byte{0xff})}, Print: &interpreted}); err != nil {
		t.Fatal(err)
	}
	if compiled.String() != interpreted.String() {
		t.Errorf("compiled code prints\n%s\nthe interpreter\n%s", compiled.String(), interpreted.String())
	}
	var want []string
	for group := range 3 {
		for lane := 3; lane < 64; lane += 10 {
			x := float64(lane) / 8
			want = append(want, fmt.Sprintf("group %d lane %d: %.3f %v %8.2e 100%% 255 %d 1", group, lane, x, x, x, lane))
		}
	}
	if got := strings.Split(strings.TrimSpace(compiled.String()), "\n"); !slices.Equal(got, want) {
		t.Errorf("printed\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
}

// TestPrintfFull: a record that does not fit is left out, and those that do lie without gaps.
func TestPrintfFull(t *testing.T) {
	d, o, l := compilePrinting(t)
	const record, fit = 12 + 8*8, 5
	b, err := d.Alloc(4096)
	if err != nil {
		t.Fatal(err)
	}
	if err := b.Write(binary.LittleEndian.AppendUint32(nil, fit*record+record/2), 4); err != nil {
		t.Fatal(err)
	}
	l.Hidden = map[string]uint64{"hidden_printf_buffer": b.Addr}
	if _, err := d.Run(l); err != nil {
		t.Fatal(err)
	}
	dwords, err := sim.Get[uint32](b)
	if err != nil {
		t.Fatal(err)
	}
	if dwords[0] != fit*record {
		t.Errorf("%d bytes are in use, want %d", dwords[0], fit*record)
	}
	for at := 2; at < 2+fit*record/4; at += record / 4 {
		if dwords[at] != record<<2|2 {
			t.Errorf("the record at dword %d begins with %#x", at, dwords[at])
		}
	}
	for at, v := range dwords[2+fit*record/4:] {
		if v != 0 {
			t.Errorf("dword %d after the last record is %#x", at, v)
		}
	}
	if len(o.Metadata.Printf) != 1 {
		t.Errorf("format strings: %q", o.Metadata.Printf)
	}
}
