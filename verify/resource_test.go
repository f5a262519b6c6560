package verify_test

import (
	"fmt"
	"strings"
	"testing"

	"heddle/arch"
	"heddle/build"
	"heddle/hsaco"
	"heddle/ir"
	"heddle/isa"
	"heddle/sim"
)

// resourceCase is a way to make a buffer resource of a kernel's argument, and
// the words that facts buffers.md §3.1 wants of it.
type resourceCase struct {
	name string
	// offset is that of the memref, in elements of 4 bytes: static, or dyn for
	// the argument n.
	offset string
	// stride and valid are the operands: empty for none, a number, or dyn for
	// the argument s or n.
	stride, valid string
	attrs         string // of the cast
	// addr is the argument's address, of memory that is not there; 0: of memory
	// that is.
	addr uint64
	s    uint32
	n    int64

	base    uint64 // what the resource points to: the argument for 0
	high    uint32 // upper half of word 1
	records uint32
}

const dyn = "dyn"

// The memref is 64x1024xf32; where it is not there, nothing of it is in range.
var resourceCases = []resourceCase{
	{name: "plain", records: 64 * 1024 * 4},
	{name: "no bounds check", attrs: "boundsCheck = false, ", records: 64 * 1024 * 4},
	{name: "stride 1", stride: "1", high: 0x4001, records: 64 * 1024 * 4},
	{name: "stride 256", stride: "256", high: 0x4100, records: 64 * 1024 * 4},
	{name: "stride 4096", stride: "4096", high: 0x5000, records: 64 * 1024 * 4},
	{name: "stride 8192", stride: "8192", high: 0x6000, records: 64 * 1024 * 4},
	{name: "stride -8192 as MLIR prints 8192", stride: "-8192", high: 0x6000, records: 64 * 1024 * 4},
	{name: "stride 16383", stride: "16383", high: 0x7fff, records: 64 * 1024 * 4},
	{name: "stride -1", stride: "-1", high: 0x7fff, records: 64 * 1024 * 4},
	{name: "stride 0", stride: "0", high: 0x4000, records: 64 * 1024 * 4},
	{name: "stride of an argument", stride: dyn, s: 512, high: 0x4200, records: 64 * 1024 * 4},
	{name: "stride 8192 of an argument", stride: dyn, s: 8192, high: 0x6000, records: 64 * 1024 * 4},
	{name: "stride of an argument that is cut", stride: dyn, s: 0xffff_c200, high: 0x4200, records: 64 * 1024 * 4},
	{name: "valid bytes", valid: "1000", stride: "256", high: 0x4100, records: 1000},
	{name: "most valid bytes", valid: "2147483643", stride: "256", high: 0x4100, records: 0x7ffffffb},
	{name: "valid bytes with the top bit", valid: "4294967295", records: 0xffffffff},
	{name: "valid bytes of an argument", valid: dyn, stride: "512", n: 77, high: 0x4200, records: 77},
	{name: "all of arguments", valid: dyn, stride: dyn, s: 2048, n: 0x7ffffffe, high: 0x4800, records: 0x7ffffffe},
	{name: "an offset that stays", offset: "128", valid: "0", stride: "256", addr: 0x12_ffff_ff00, base: 0x12_ffff_ff00, high: 0x4100},
	{name: "an offset into the base", offset: "128", valid: "0", stride: "256", attrs: "resetOffset, ", addr: 0x12_ffff_ff00, base: 0x13_0000_0100, high: 0x4100},
	{name: "an offset of 4 GiB", offset: "1073741824", valid: "0", stride: "8192", attrs: "resetOffset, ", addr: 0x12_ffff_ff00, base: 0x13_ffff_ff00, high: 0x6000},
	{name: "an offset of an argument", offset: dyn, valid: "0", stride: "4096", attrs: "resetOffset, ", n: 64, addr: 0x12_ffff_ff00, base: 0x13_0000_0000, high: 0x5000},
	{name: "a large offset of an argument", offset: dyn, valid: "0", attrs: "resetOffset, ", n: 1<<33 + 64, addr: 0x12_ffff_ff00, base: 0x1b_0000_0000},
	{name: "a negative offset of an argument", offset: dyn, valid: "0", stride: "4096", attrs: "resetOffset, ", n: -65, addr: 0x13_0000_0100, base: 0x12_ffff_fffc, high: 0x5000},
	{name: "the top of the address space", offset: dyn, valid: "0", stride: "16383", attrs: "resetOffset, ", n: 1, addr: 0x7fff_ffff_fff8, base: 0x7fff_ffff_fffc, high: 0x7fff},
}

// text is a kernel that stores through the resource.
func (c *resourceCase) text() string {
	var b strings.Builder
	layout := ""
	if c.offset != "" {
		layout = ", strided<[1024, 1], offset: " + strings.Replace(c.offset, dyn, "?", 1) + ">"
	}
	memref, arg := "memref<64x1024xf32"+layout+">", "memref<64x1024xf32"+layout+">"
	if c.offset == dyn {
		arg = "memref<64x1024xf32>"
	}
	buffer := "memref<64x1024xf32" + layout + ", #amdgpu.address_space<fat_raw_buffer>>"
	if strings.Contains(c.attrs, "resetOffset") {
		buffer = "memref<64x1024xf32, #amdgpu.address_space<fat_raw_buffer>>"
	}
	fmt.Fprintf(&b, `"gpu.module"() <{sym_name = "m"}> ({
  "gpu.func"() <{function_type = (%[1]s, i32, i64) -> (), known_block_size = array<i32: 64, 1, 1>}> ({
  ^bb0(%%a: %[1]s, %%s32: i32, %%n: i64):
    %%z = "arith.constant"() <{value = 0 : index}> : () -> index
    %%v = "arith.constant"() <{value = 1.0 : f32}> : () -> f32
    %%t = "gpu.thread_id"() <{dimension = #gpu<dim x>}> : () -> index
`, arg)
	from := "%a"
	if c.offset == dyn {
		from = "%view"
		fmt.Fprintf(&b, `    %%at = "arith.index_cast"(%%n) : (i64) -> index
    %%view = "memref.reinterpret_cast"(%%a, %%at) <{operandSegmentSizes = array<i32: 1, 1, 0, 0>, static_offsets = array<i64: -9223372036854775808>, static_sizes = array<i64: 64, 1024>, static_strides = array<i64: 1024, 1>}> : (%s, index) -> %s
`, arg, memref)
	}
	operands, types, count := from, memref, [2]int{}
	operand := func(i int, text, name, arg, typ string) {
		switch text {
		case "":
			return
		case dyn:
			operands += ", " + arg
		default:
			fmt.Fprintf(&b, "    %%%s = \"arith.constant\"() <{value = %s : %s}> : () -> %s\n", name, text, typ, typ)
			operands += ", %" + name
		}
		types += ", " + typ
		count[i] = 1
	}
	operand(0, c.valid, "bytes", "%n", "i64")
	if c.stride == dyn {
		b.WriteString("    %s = \"arith.trunci\"(%s32) : (i32) -> i14\n")
	}
	operand(1, c.stride, "stride", "%s", "i14")
	fmt.Fprintf(&b, `    %%f = "amdgpu.fat_raw_buffer_cast"(%[1]s) <{%[2]soperandSegmentSizes = array<i32: 1, %[3]d, %[4]d>}> : (%[5]s) -> %[6]s
    "memref.store"(%%v, %%f, %%z, %%t) : (f32, %[6]s, index, index) -> ()
    "gpu.return"() : () -> ()
  }) {gpu.kernel, sym_name = "k", workgroup_attributions = 0 : i64} : () -> ()
}) : () -> ()
`, operands, c.attrs, count[0], count[1], types, buffer)
	return b.String()
}

// resourceWatch keeps the resources of buffer instructions.
type resourceWatch struct {
	found [][4]uint32
}

func (w *resourceWatch) Executed(e *sim.Event) {
	shape := e.Inst.Row.Memory
	if shape == nil || shape.Resource < 0 {
		return
	}
	var v [4]uint32
	for i := range v {
		v[i] = e.Registers.Scalar(e.Inst.Args[shape.Resource].Reg() + isa.Reg(i))
	}
	w.found = append(w.found, v)
}
func (w *resourceWatch) Landed(*sim.Event)     {}
func (w *resourceWatch) WaveStarted(_, _ int)  {}
func (w *resourceWatch) WaveEnded(_, wave int) {}

// Ours have no more records than 2^31-1 less an element, so that no offset in
// range has the top bit; LLVM's have what is said.
const (
	mostRecords     = 1<<31 - 1 - 4
	mostRecordsLLVM = 1<<32 - 1
)

// check runs the code object and compares the resource that its store uses.
func (c *resourceCase) check(object []byte, chip *arch.Chip, most uint32) error {
	o, err := hsaco.Open(object, "")
	if err != nil {
		return err
	}
	d := sim.NewDevice(chip)
	module, err := d.Load(o)
	if err != nil {
		return err
	}
	kernel, err := module.Kernel("k")
	if err != nil {
		return err
	}
	addr, base := c.addr, c.base
	if addr == 0 {
		b, err := d.Alloc(64 * 1024 * 4)
		if err != nil {
			return err
		}
		addr, base = b.Addr, b.Addr
	}
	watch := &resourceWatch{}
	l := sim.Launch{Kernel: kernel, Grid: [3]uint32{1, 1, 1}, Block: [3]uint32{64, 1, 1},
		Args: []sim.Arg{sim.PointerAt(addr), sim.Value(c.s), sim.Value(c.n)}}
	l.Observers = []sim.Observer{watch}
	if _, err := d.Run(l); err != nil {
		return err
	}
	want := [4]uint32{uint32(base), uint32(base>>32) | c.high<<16, min(c.records, most), 0x27000}
	if len(watch.found) != 1 || watch.found[0] != want {
		return fmt.Errorf("the resources are %#x, want one: %#x", watch.found, want)
	}
	return nil
}

// TestResourceWords: the words of resources as the hardware gets them.
func TestResourceWords(t *testing.T) {
	for _, chip := range arch.Chips {
		for i := range resourceCases {
			c := &resourceCases[i]
			m, err := ir.Parse("k.mlir", c.text())
			if err == nil {
				err = ir.Verify(m, ir.Options{Chip: chip})
			}
			if err != nil {
				t.Fatalf("%s: %v\n%s", c.name, err, c.text())
			}
			r, err := build.MLIR(m, build.Options{Chip: chip})
			if err == nil {
				err = c.check(r.Object, chip, mostRecords)
			}
			if err != nil {
				t.Errorf("%s, %s: %v", chip.Name, c.name, err)
			}
		}
	}
}
