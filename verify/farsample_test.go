package verify_test

import (
	"encoding/binary"
	"errors"
	"fmt"
	"runtime"
	"slices"
	"strings"
	"testing"

	"heddle/arch"
	"heddle/asm"
	"heddle/build"
	"heddle/hsaco"
	"heddle/ir"
	"heddle/pass"
	"heddle/sim"
	"heddle/verify"
)

// The kernel of these tests adds 1 to a part of a matrix: D of 7.0 GiB (seed 000's
// shape), A of 10 GiB. A workgroup has 4 rows of 64 elements.
const (
	farRows, farCols, farLDA = 32768, 57344, 81920
	farTileRows, farTileCols = 4, 64
)

var farGrid = [3]uint32{farCols / farTileCols, farRows / farTileRows, 1}

// farText is the kernel; stride is that of the buffers' cache swizzle, if any.
func farText(stride string) string {
	constant, operand, typ, count := "", "", "", 0
	if stride != "" {
		constant, operand, typ, count = "    %s = \"arith.constant\"() <{value = "+stride+" : i14}> : () -> i14\n", ", %s", ", i14", 1
	}
	var b strings.Builder
	a := fmt.Sprintf("memref<%dx%dxi32, strided<[%d, 1]>", farRows, farCols, farLDA)
	d := fmt.Sprintf("memref<%dx%dxi32", farRows, farCols)
	const fat = ", #amdgpu.address_space<fat_raw_buffer>>"
	fmt.Fprintf(&b, `"gpu.module"() <{sym_name = "m"}> ({
  "gpu.func"() <{function_type = (%[1]s>, %[2]s>) -> (), known_block_size = array<i32: 64, 1, 1>}> ({
  ^bb0(%%a: %[1]s>, %%d: %[2]s>):
    %%one = "arith.constant"() <{value = 1 : i32}> : () -> i32
    %%rows = "arith.constant"() <{value = %[3]d : index}> : () -> index
    %%cols = "arith.constant"() <{value = %[4]d : index}> : () -> index
    %%t = "gpu.thread_id"() <{dimension = #gpu<dim x>}> : () -> index
    %%x = "gpu.block_id"() <{dimension = #gpu<dim x>}> : () -> index
    %%y = "gpu.block_id"() <{dimension = #gpu<dim y>}> : () -> index
    %%x0 = "arith.muli"(%%x, %%cols) : (index, index) -> index
    %%col = "arith.addi"(%%x0, %%t) : (index, index) -> index
    %%y0 = "arith.muli"(%%y, %%rows) : (index, index) -> index
%[5]s`, a, d, farTileRows, farTileCols, constant)
	for _, m := range []struct{ name, typ string }{{"a", a}, {"d", d}} {
		fmt.Fprintf(&b, "    %%f%[1]s = \"amdgpu.fat_raw_buffer_cast\"(%%%[1]s%[3]s) <{resetOffset, operandSegmentSizes = array<i32: 1, 0, %[5]d>}> : (%[2]s>%[4]s) -> %[2]s%[6]s\n",
			m.name, m.typ, operand, typ, count, fat)
	}
	for i := range farTileRows {
		fmt.Fprintf(&b, `    %%c%[1]d = "arith.constant"() <{value = %[1]d : index}> : () -> index
    %%r%[1]d = "arith.addi"(%%y0, %%c%[1]d) : (index, index) -> index
    %%v%[1]d = "memref.load"(%%fa, %%r%[1]d, %%col) : (%[2]s%[4]s, index, index) -> i32
    %%w%[1]d = "arith.addi"(%%v%[1]d, %%one) : (i32, i32) -> i32
    "memref.store"(%%w%[1]d, %%fd, %%r%[1]d, %%col) : (i32, %[3]s%[4]s, index, index) -> ()
`, i, a, d, fat)
	}
	b.WriteString("    \"gpu.return\"() : () -> ()\n  }) {gpu.kernel, sym_name = \"k\", workgroup_attributions = 0 : i64} : () -> ()\n}) : () -> ()\n")
	return b.String()
}

// farElement is element i of A.
func farElement(i uint64) uint64 { return (i + 12345) * 0x9e3779b97f4a7c15 >> 32 }

// farCase is the kernel with its check.
func farCase(t *testing.T, chip *arch.Chip, stride string, o pass.Options) *verify.Far {
	t.Helper()
	m, err := ir.Parse("far.mlir", farText(stride))
	if err == nil {
		err = ir.Verify(m, ir.Options{Chip: chip})
	}
	if err != nil {
		t.Fatal(err)
	}
	built, err := build.MLIR(m, build.Options{Chip: chip, Passes: o})
	if err != nil {
		t.Fatal(err)
	}
	a := &verify.FarBuffer{Name: "A", Size: farRows * farLDA * 4, Fill: verify.Elements(4, farElement), Guard: 1 << 33}
	// Adding the offset to this base carries.
	d := &verify.FarBuffer{Name: "D", Size: farRows * farCols * 4, Fill: verify.Elements(4, func(uint64) uint64 { return 0xdeadbeef }),
		Undefined: true, Addr: 0x80<<32 - sim.PageSize, Guard: 1 << 33}
	spans := func(b *verify.FarBuffer, lda uint64) func(int) []verify.Span {
		return func(id int) (list []verify.Span) {
			x, y := uint64(id)%uint64(farGrid[0]), uint64(id)/uint64(farGrid[0])
			for row := range uint64(farTileRows) {
				list = append(list, verify.Span{Buffer: b, Offset: ((y*farTileRows+row)*lda + x*farTileCols) * 4, Size: farTileCols * 4})
			}
			return list
		}
	}
	return &verify.Far{
		Chip: chip, Object: built.Object, Kernel: "k", Grid: farGrid, Block: [3]uint32{64, 1, 1},
		Args:   []verify.FarArg{{Buffer: a}, {Buffer: d}},
		Writes: spans(d, farCols), Reads: spans(a, farLDA),
		Check: func(s verify.Span, got []byte) error {
			first := s.Offset / 4
			for i := range uint64(len(got) / 4) {
				row, col := (first+i)/farCols, (first+i)%farCols
				if v, want := binary.LittleEndian.Uint32(got[i*4:]), uint32(farElement(row*farLDA+col))+1; v != want {
					return fmt.Errorf("row %d, column %d is %#x, not %#x", row, col, v, want)
				}
			}
			return nil
		},
	}
}

// farWorkgroups are the corners, those at the lines of 2 and 4 GiB of both
// matrices, and some at random.
func farWorkgroups(t *testing.T, random int) []int {
	t.Helper()
	ids := sim.Corners(farGrid)
	for _, line := range []uint64{2 << 30, 4 << 30, 6 << 30, 8 << 30} {
		for _, lda := range []uint64{farCols, farLDA} {
			row, col := line/4/lda, line/4%lda
			for _, at := range [][2]uint64{{row, col}, {row - farTileRows, col}, {row + farTileRows, 0}, {row, max(col, farTileCols) - farTileCols}} {
				if at[0] < farRows && at[1] < farCols {
					ids = append(ids, int(at[0]/farTileRows*uint64(farGrid[0])+at[1]/farTileCols))
				}
			}
		}
	}
	ids = append(ids, sim.RandomWorkgroups(random, farGrid, 42)...)
	slices.Sort(ids)
	return slices.Compact(ids)
}

// TestFarSample: the chosen workgroups of a kernel on 17 GiB write what they have
// to and nothing else, under both readings of the range check, with little
// memory.
func TestFarSample(t *testing.T) {
	heap := func() uint64 {
		var m runtime.MemStats
		runtime.ReadMemStats(&m)
		return m.HeapSys - m.HeapReleased
	}
	runtime.GC()
	before := heap()
	for _, chip := range arch.Chips {
		for _, c := range []struct {
			stride    string
			unchecked bool
			schedule  sim.Schedule
			random    int
		}{{"", false, sim.ScheduleRoundRobin, 200}, {"8192", true, sim.ScheduleLate, 40}} {
			f := farCase(t, chip, c.stride, pass.Options{})
			f.Workgroups = farWorkgroups(t, c.random)
			f.Sim = sim.Options{SoffsetUnchecked: c.unchecked, Schedule: c.schedule}
			report, err := f.Run()
			if err != nil {
				t.Errorf("%s, stride %q: %v", chip.Name, c.stride, err)
			}
			if want := uint64(len(f.Workgroups)) * farTileRows * farTileCols * 4; report.Workgroups != len(f.Workgroups) || report.Written != want {
				t.Errorf("%d workgroups of %d, %d bytes of %d", report.Workgroups, len(f.Workgroups), report.Written, want)
			}
			// 16 workgroups at a time, 4 rows of two matrices, rows in at most 2 pages.
			if least, most := uint64(16*4*2)*sim.PageSize, uint64(16*4*2*2+64)*sim.PageSize; report.Peak < least || report.Peak > most {
				t.Errorf("%d bytes of guest memory at a time, not %d to %d", report.Peak, least, most)
			}
		}
	}
	if more := int64(heap() - before); more > 512<<20 {
		t.Errorf("the heap grew by %d MiB", more>>20)
	}
}

// TestFarFindsWhatIsWrong: a sample of each kind of mistake.
func TestFarFindsWhatIsWrong(t *testing.T) {
	chip := arch.Chips[1]
	last := int(farGrid[0]*farGrid[1]) - 1
	run := func(name, want string, change func(f *verify.Far)) error {
		f := farCase(t, chip, "", pass.Options{})
		f.Workgroups, f.Checks = []int{5, last}, []string{}
		change(f)
		_, err := f.Run()
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %q", name, err, want)
		}
		return err
	}
	writes := func(f *verify.Far, change func(id int, list []verify.Span) []verify.Span) {
		old := f.Writes
		f.Writes = func(id int) []verify.Span { return change(id, old(id)) }
	}
	err := run("a row too much", "is to write, and ", func(f *verify.Far) {
		writes(f, func(id int, list []verify.Span) []verify.Span {
			if id == last {
				list = list[1:]
			}
			return list
		})
	})
	var stray *verify.StrayError
	if at := uint64((farRows-farTileRows)*farCols+farCols-farTileCols) * 4; !errors.As(err, &stray) || stray.Buffer.Name != "D" || stray.Offset < at || stray.Offset > at+3 ||
		stray.Count < farTileCols*3 || stray.Count > farTileCols*4 {
		t.Errorf("a row too much: %+v, want it at %d", stray, at)
	}
	err = run("an element too much", "of D changed", func(f *verify.Far) {
		writes(f, func(_ int, list []verify.Span) []verify.Span {
			list[2].Size -= 4
			return list
		})
	})
	if !errors.As(err, &stray) || !strings.HasSuffix(stray.Error(), fmt.Sprintf("is to be written is %d", stray.Offset-1)) {
		t.Errorf("an element too much: %v, want it next to those that are to be written", err)
	}
	run("undefined contents", "undefined", func(f *verify.Far) {
		f.Args[0], f.Workgroups, f.Checks = f.Args[1], []int{5}, nil
	})
	run("a row missing", "row 7, column 320 is 0xdeadbeef", func(f *verify.Far) {
		writes(f, func(id int, list []verify.Span) []verify.Span {
			if id == 5 {
				s := list[3]
				s.Offset += farCols * farTileRows * 4
				list = append(list, s)
			}
			return list
		})
	})
	run("a page too much", "A was touched in the page at byte", func(f *verify.Far) { f.Reads = func(int) []verify.Span { return nil } })
	run("behind the end", "is to write the bytes", func(f *verify.Far) {
		writes(f, func(_ int, list []verify.Span) []verify.Span {
			list[0].Size = farRows * farCols * 4
			return list
		})
	})
	run("no memory there", "which is in no allocation", func(f *verify.Far) { f.Args[1].Offset = farRows * farCols * 4 })
	// The pass disabled: offsets wrap.
	f := farCase(t, chip, "", pass.Options{Disable: []string{"addresses"}})
	f.Workgroups, f.Checks = []int{last}, []string{}
	if _, err := f.Run(); err == nil {
		t.Error("without the pass addresses the kernel is right beyond 4 GiB, too")
	}
}

// TestFarWatchesTheCode: a kernel that writes to its code object is found out.
func TestFarWatchesTheCode(t *testing.T) {
	res, err := asm.Assemble([]byte(`	.amdgcn_target "amdgcn-amd-amdhsa--gfx942"
	.text
	.globl k
	.p2align 8
	.type k,@function
k:
	s_getpc_b64 s[4:5]
	s_and_b32 s4, s4, 0xfffff000
	v_mov_b32 v1, 0
	global_store_dword v1, v0, s[4:5] offset:8
	s_endpgm
.Lend:
	.size k, .Lend-k
	.rodata
	.p2align 6
	.amdhsa_kernel k
		.amdhsa_next_free_vgpr 4
		.amdhsa_next_free_sgpr 16
		.amdhsa_accum_offset 4
	.end_amdhsa_kernel
`), asm.Options{File: "k.s"})
	if err != nil {
		t.Fatal(err)
	}
	object, err := hsaco.Link(res.Module)
	if err != nil {
		t.Fatal(err)
	}
	f := &verify.Far{Chip: arch.Chips[0], Object: object, Kernel: "k", Grid: [3]uint32{1, 1, 1}, Block: [3]uint32{64, 1, 1},
		Writes: func(int) []verify.Span { return nil }, Checks: []string{}}
	if _, err := f.Run(); err == nil || !strings.Contains(err.Error(), "the code object of 12288 bytes was written to") {
		t.Errorf("%v", err)
	}
}

// TestMovedResources: resources whose base has moved by gigabytes, over a
// multiple of 4 GiB, keep the cache swizzle, and end where their matrix does.
func TestMovedResources(t *testing.T) {
	for _, chip := range arch.Chips {
		for stride, high := range map[string]uint32{"": 0, "256": 0x4100, "8192": 0x6000} {
			f := farCase(t, chip, stride, pass.Options{})
			o, err := hsaco.Open(f.Object, "")
			if err != nil {
				t.Fatal(err)
			}
			d := sim.NewDevice(chip)
			module, err := d.Load(o)
			if err != nil {
				t.Fatal(err)
			}
			kernel, err := module.Kernel("k")
			if err != nil {
				t.Fatal(err)
			}
			watch := &resourceWatch{}
			l := sim.Launch{Kernel: kernel, Grid: farGrid, Block: [3]uint32{64, 1, 1}, Workgroups: farWorkgroups(t, 20)}
			l.Observers = []sim.Observer{watch}
			var ends []uint64
			for i, a := range f.Args {
				b, err := d.AllocWith(sim.AllocOptions{Size: a.Buffer.Size, Addr: uint64(i+5)<<37 - sim.PageSize})
				if err != nil {
					t.Fatal(err)
				}
				l.Args, ends = append(l.Args, sim.Pointer(b)), append(ends, b.Addr+b.Size)
			}
			if _, err := d.Run(l); err != nil {
				t.Fatal(err)
			}
			moved := 0
			for _, w := range watch.found {
				base := uint64(w[1]&0xffff)<<32 | uint64(w[0])
				i := 0
				for i+1 < len(ends) && base >= ends[i] {
					i++
				}
				begin := ends[i] - f.Args[i].Buffer.Size
				left := ends[i] - base
				if base < begin || base > ends[i] || uint64(w[2]) != min(left, mostRecords) || w[1]>>16 != high || w[3] != 0x27000 {
					t.Fatalf("%s, stride %q: resource %#x of the matrix at %#x to %#x", chip.Name, stride, w, begin, ends[i])
				}
				if base-begin > 1<<32 && base>>32 != begin>>32 {
					moved++
				}
			}
			if len(watch.found) != len(l.Workgroups)*farTileRows*2 || moved == 0 {
				t.Errorf("%s, stride %q: %d accesses of %d workgroups, %d of them moved", chip.Name, stride, len(watch.found), len(l.Workgroups), moved)
			}
		}
	}
}
