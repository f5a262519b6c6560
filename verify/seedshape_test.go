package verify_test

import (
	"encoding/binary"
	"fmt"
	"math"
	"strings"
	"testing"

	"heddle/arch"
	"heddle/build"
	"heddle/codegen"
	"heddle/ir"
	"heddle/pass"
	"heddle/sim"
	"heddle/verify"
)

// The shape of seed 000: C is 32768 x 57344 f32, 7.0 GiB; a workgroup of 64 lanes
// writes a tile of 128 rows and 256 columns, block_id.x down, block_id.y across.
const (
	seedRows, seedCols         = 32768, 57344
	seedTileRows, seedTileCols = 128, 256
)

var seedGrid = [3]uint32{seedRows / seedTileRows, seedCols / seedTileCols, 1}

// seedKernels are ways to write the store: %row and %col are the lane's place in
// the tile, %x and %y the tile's, %v is what to store.
var seedKernels = map[string]string{
	// As the seed has it: the workgroup's offset in the memref, the lane's in the index.
	"linearized": `
      %wg = "arith.addi"(%xo, %y0) : (index, index) -> index
      %tile = "memref.reinterpret_cast"(%c, %wg) <{operandSegmentSizes = array<i32: 1, 1, 0, 0>, static_offsets = array<i64: -9223372036854775808>, static_sizes = array<i64: 536870910>, static_strides = array<i64: 1>}> : (memref<32768x57344xf32>, index) -> memref<536870910xf32, strided<[1], offset: ?>>
      "vector.store"(%v, %tile, %th) : (vector<4xf32>, memref<536870910xf32, strided<[1], offset: ?>>, index) -> ()`,
	"linearized buffer": `
      %wg = "arith.addi"(%xo, %y0) : (index, index) -> index
      %bytes = "arith.constant"() <{value = 2147483643 : i64}> : () -> i64
      %tile = "memref.reinterpret_cast"(%c, %wg) <{operandSegmentSizes = array<i32: 1, 1, 0, 0>, static_offsets = array<i64: -9223372036854775808>, static_sizes = array<i64: 536870910>, static_strides = array<i64: 1>}> : (memref<32768x57344xf32>, index) -> memref<536870910xf32, strided<[1], offset: ?>>
      %f = "amdgpu.fat_raw_buffer_cast"(%tile, %bytes) <{boundsCheck = true, operandSegmentSizes = array<i32: 1, 1, 0>, resetOffset}> : (memref<536870910xf32, strided<[1], offset: ?>>, i64) -> memref<536870910xf32, #amdgpu.address_space<fat_raw_buffer>>
      "vector.store"(%v, %f, %th) : (vector<4xf32>, memref<536870910xf32, #amdgpu.address_space<fat_raw_buffer>>, index) -> ()`,
	// The original, which nobody has split.
	"unsplit": `
      "vector.store"(%v, %c, %r, %cc) : (vector<4xf32>, memref<32768x57344xf32>, index, index) -> ()`,
	"unsplit buffer": `
      %f = "amdgpu.fat_raw_buffer_cast"(%c) <{boundsCheck = true, operandSegmentSizes = array<i32: 1, 0, 0>, resetOffset}> : (memref<32768x57344xf32>) -> memref<32768x57344xf32, #amdgpu.address_space<fat_raw_buffer>>
      "vector.store"(%v, %f, %r, %cc) : (vector<4xf32>, memref<32768x57344xf32, #amdgpu.address_space<fat_raw_buffer>>, index, index) -> ()`,
	// The pointer is that of the last tile's first row: offsets of workgroups are
	// negative.
	"backwards": `
      %last = "arith.constant"() <{value = 1871708160 : index}> : () -> index
      %up = "arith.subi"(%xo, %last) : (index, index) -> index
      %wg = "arith.addi"(%up, %y0) : (index, index) -> index
      %tile = "memref.reinterpret_cast"(%c, %wg) <{operandSegmentSizes = array<i32: 1, 1, 0, 0>, static_offsets = array<i64: -9223372036854775808>, static_sizes = array<i64: 536870910>, static_strides = array<i64: 1>}> : (memref<32768x57344xf32>, index) -> memref<536870910xf32, strided<[1], offset: ?>>
      "vector.store"(%v, %tile, %th) : (vector<4xf32>, memref<536870910xf32, strided<[1], offset: ?>>, index) -> ()`,
}

// seedText is the kernel; known says whether it states its grid.
func seedText(store string, known bool) string {
	grid := ""
	if known {
		grid = fmt.Sprintf(", known_grid_size = array<i32: %d, %d, 1>", seedGrid[0], seedGrid[1])
	}
	return fmt.Sprintf(`"gpu.module"() <{sym_name = "m"}> ({
  "gpu.func"() <{function_type = (memref<32768x57344xf32>) -> (), known_block_size = array<i32: 64, 1, 1>%s}> ({
  ^bb0(%%c: memref<32768x57344xf32>):
    %%c0 = "arith.constant"() <{value = 0 : index}> : () -> index
    %%c1 = "arith.constant"() <{value = 1 : index}> : () -> index
    %%c4 = "arith.constant"() <{value = 4 : index}> : () -> index
    %%c128 = "arith.constant"() <{value = 128 : index}> : () -> index
    %%c256 = "arith.constant"() <{value = 256 : index}> : () -> index
    %%ld = "arith.constant"() <{value = 57344 : index}> : () -> index
    %%t = "gpu.thread_id"() <{dimension = #gpu<dim x>}> : () -> index
    %%x = "gpu.block_id"() <{dimension = #gpu<dim x>}> : () -> index
    %%y = "gpu.block_id"() <{dimension = #gpu<dim y>}> : () -> index
    %%x0 = "arith.muli"(%%x, %%c128) : (index, index) -> index
    %%xo = "arith.muli"(%%x0, %%ld) : (index, index) -> index
    %%y0 = "arith.muli"(%%y, %%c256) : (index, index) -> index
    %%col = "arith.muli"(%%t, %%c4) : (index, index) -> index
    "scf.for"(%%c0, %%c128, %%c1) ({
    ^bb1(%%row: index):
      %%ro = "arith.muli"(%%row, %%ld) : (index, index) -> index
      %%th = "arith.addi"(%%ro, %%col) : (index, index) -> index
      %%r = "arith.addi"(%%x0, %%row) : (index, index) -> index
      %%cc = "arith.addi"(%%y0, %%col) : (index, index) -> index
      %%x32 = "arith.index_cast"(%%x0) : (index) -> i32
      %%row32 = "arith.index_cast"(%%row) : (index) -> i32
      %%r32 = "arith.addi"(%%x32, %%row32) : (i32, i32) -> i32
      %%cc32 = "arith.index_cast"(%%cc) : (index) -> i32
      %%n32 = "arith.addi"(%%r32, %%cc32) : (i32, i32) -> i32
      %%s = "arith.sitofp"(%%n32) : (i32) -> f32
      %%v = "vector.broadcast"(%%s) : (f32) -> vector<4xf32>%s
      "scf.yield"() : () -> ()
    }) : (index, index, index) -> ()
    "gpu.return"() : () -> ()
  }) {gpu.kernel, sym_name = "k", workgroup_attributions = 0 : i64} : () -> ()
}) : () -> ()
`, grid, store)
}

func seedBuild(t *testing.T, chip *arch.Chip, text string, disable ...string) *build.Result {
	t.Helper()
	m, err := ir.Parse("seed.mlir", text)
	if err == nil {
		err = ir.Verify(m, ir.Options{Chip: chip})
	}
	if err != nil {
		t.Fatal(err)
	}
	built, err := build.MLIR(m, build.Options{Chip: chip, Passes: pass.Options{Disable: disable}, Explain: true})
	if err != nil {
		t.Fatal(err)
	}
	return built
}

// seedCase is a kernel on C, which begins so that adding an offset carries.
func seedCase(chip *arch.Chip, built *build.Result, backwards bool) *verify.Far {
	c := &verify.FarBuffer{Name: "C", Size: seedRows * seedCols * 4, Fill: verify.Elements(4, func(uint64) uint64 { return 0xdeadbeef }),
		Undefined: true, Addr: 0x80<<32 - sim.PageSize, Guard: 1 << 33}
	arg := verify.FarArg{Buffer: c}
	if backwards {
		arg.Offset = (seedRows - seedTileRows) * seedCols * 4
	}
	return &verify.Far{Chip: chip, Object: built.Object, Kernel: "k", Grid: seedGrid, Block: [3]uint32{64, 1, 1}, Args: []verify.FarArg{arg},
		Reads: func(int) []verify.Span { return nil },
		Writes: func(id int) (list []verify.Span) {
			x, y := uint64(id)%uint64(seedGrid[0]), uint64(id)/uint64(seedGrid[0])
			for row := range uint64(seedTileRows) {
				list = append(list, verify.Span{Buffer: c, Offset: ((x*seedTileRows+row)*seedCols + y*seedTileCols) * 4, Size: seedTileCols * 4})
			}
			return list
		},
		Check: func(s verify.Span, got []byte) error {
			for i := range uint64(len(got) / 4) {
				row, col := (s.Offset/4+i)/seedCols, (s.Offset/4+i)%seedCols
				if v, want := math.Float32frombits(binary.LittleEndian.Uint32(got[i*4:])), float32(row+col&^3); v != want {
					return fmt.Errorf("row %d, column %d is %g, not %g", row, col, v, want)
				}
			}
			return nil
		},
	}
}

// seedWorkgroups are the corners and the lines of 2, 4 and 6 GiB.
func seedWorkgroups() []int {
	ids := sim.Corners(seedGrid)
	for _, line := range []int{2 << 30, 4 << 30, 6 << 30} {
		row := line / 4 / seedCols / seedTileRows
		ids = append(ids, row, row-1, row+1, row+int(seedGrid[0])*(line/4%seedCols/seedTileCols))
	}
	return ids
}

// TestSeedShape: seed 000's store writes what it has to and nothing else, as the
// seed writes it and as it was before, and does not without the pass.
func TestSeedShape(t *testing.T) {
	for name, store := range seedKernels {
		t.Run(name, func(t *testing.T) {
			for i, chip := range arch.Chips {
				for _, known := range []bool{false, true} {
					f := seedCase(chip, seedBuild(t, chip, seedText(store, known)), name == "backwards")
					f.Workgroups, f.Sim.SoffsetUnchecked = seedWorkgroups(), i == 0
					if _, err := f.Run(); err != nil {
						t.Errorf("%s, grid known %v: %v", chip.Name, known, err)
					}
				}
			}
			f := seedCase(&arch.GFX950, seedBuild(t, &arch.GFX950, seedText(store, true), codegen.AddressesPass), name == "backwards")
			// The base of a buffer moves where the program says so.
			far := []int{int(seedGrid[0]) - 1, 0}
			f.Workgroups, f.Checks = far, []string{}
			if _, err := f.Run(); (err == nil) != (name == "linearized buffer") {
				t.Errorf("without the pass: %v", err)
			}
		})
	}
}

// TestSeedSequence: the workgroup's part is multiplied and added in 64 bits by
// scalar instructions, in front of the loop, and the resource is made of the sum.
func TestSeedSequence(t *testing.T) {
	for _, name := range []string{"unsplit buffer", "linearized buffer", "linearized"} {
		built := seedBuild(t, &arch.GFX950, seedText(seedKernels[name], false))
		text := string(built.Assembly())
		before, loop, found := strings.Cut(text, "; loop: ")
		if !found {
			t.Fatalf("%s has no loop:\n%s", name, text)
		}
		for _, op := range []string{"s_mul_i32", "s_mul_hi_u32", "s_add_u32", "s_addc_u32"} {
			if !strings.Contains(before, op) {
				t.Errorf("%s: no %s in front of the loop:\n%s", name, op, before)
			}
		}
		add := strings.LastIndex(before, "s_add_u32")
		if carry := strings.Index(before[add:], "s_addc_u32"); carry < 0 {
			t.Errorf("%s: the sum's carry is not used", name)
		}
		inLoop, _, _ := strings.Cut(loop, "s_cbranch")
		for _, op := range []string{"s_mul_hi", "s_addc_u32", "v_addc"} {
			if strings.Contains(inLoop, op) {
				t.Errorf("%s: %s in the loop:\n%s", name, op, inLoop)
			}
		}
		if strings.Contains(name, "buffer") && !strings.Contains(inLoop, "buffer_store_dwordx4") {
			t.Errorf("%s: no buffer_store_dwordx4 in the loop:\n%s", name, inLoop)
		}
	}
}

// TestExplain: what is said about the accesses of the seed's kernel.
func TestExplain(t *testing.T) {
	built := seedBuild(t, &arch.GFX950, seedText(seedKernels["unsplit buffer"], true))
	var b strings.Builder
	if err := built.Kernels[0].ExplainAddresses(&b); err != nil {
		t.Fatal(err)
	}
	want := `addresses of k
  seed.mlir:31:7  vector.store  16 bytes in a buffer
    base     arg0 + 29360128*block_id.x + 1024*block_id.y
    soffset  229376*loop@17
    voffset  16*thread_id.x
    added    0 to 29131760, at most 2^25
    records  min(max(7516192768 - (29360128*block_id.x + 1024*block_id.y), 0), 2147483643)
    proof    the base takes the terms that are uniform outside loops; the rest is below 2^31; always in range: 0 to 7516192768 of 7516192768 bytes
`
	if b.String() != want {
		t.Errorf("got\n%s\nwant\n%s", b.String(), want)
	}
}
