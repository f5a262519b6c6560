package codegen_test

import (
	"encoding/binary"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"heddle/arch"
	"heddle/ir"
	"heddle/ir/interp"
	"heddle/long"
	"heddle/pass"
	"heddle/verify"
)

// laneCase is a kernel in which each lane loads a dword of its own and stores one.
type laneCase struct {
	name string
	body string // makes %r : i32 of %v, %lane, %u and others of laneHead
	// chip is the only one, nil for both.
	chip *arch.Chip
	// whole: only for blocks of whole waves.
	whole bool
	// plain: inputs are small floats, not any bits.
	plain bool
}

const laneHead = `
"gpu.module"() <{sym_name = "m"}> ({
  "gpu.func"() <{function_type = (memref<256xi32>, memref<256xi32>, i32) -> (), known_block_size = array<i32: BLOCK>}> ({
  ^bb0(%in: memref<256xi32>, %out: memref<256xi32>, %u: i32):
    %c0 = "arith.constant"() <{value = 0 : i32}> : () -> i32
    %c64 = "arith.constant"() <{value = 64 : i32}> : () -> i32
    %x = "gpu.thread_id"() <{dimension = #gpu<dim x>}> : () -> index
    %y = "gpu.thread_id"() <{dimension = #gpu<dim y>}> : () -> index
    %dx = "gpu.block_dim"() <{dimension = #gpu<dim x>}> : () -> index
    %ydx = "arith.muli"(%y, %dx) : (index, index) -> index
    %tid = "arith.addi"(%x, %ydx) : (index, index) -> index
    %laneid = "gpu.lane_id"() : () -> index
    %lane = "arith.index_cast"(%laneid) : (index) -> i32
    %v = "memref.load"(%in, %tid) : (memref<256xi32>, index) -> i32
`

const laneTail = `
    "memref.store"(%r, %out, %tid) : (i32, memref<256xi32>, index) -> ()
    "gpu.return"() : () -> ()
  }) {gpu.kernel, sym_name = "k"} : () -> ()
}) : () -> ()
`

func runLane(t *testing.T, c *laneCase, block [3]uint32, chip *arch.Chip) {
	t.Helper()
	rnd := rand.New(rand.NewPCG(7, 9))
	in := make([]byte, 256*4)
	for i := 0; i < len(in); i += 4 {
		binary.LittleEndian.PutUint32(in[i:], rnd.Uint32())
		if c.plain {
			binary.LittleEndian.PutUint32(in[i:], 0x3f800000+rnd.Uint32N(0x2000000))
		}
	}
	text := strings.Replace(laneHead, "BLOCK", fmt.Sprintf("%d, %d, %d", block[0], block[1], block[2]), 1) + c.body + laneTail
	v := verify.Case{Name: "lane.mlir", Text: text, Chip: chip, Grid: [3]uint32{1, 1, 1}, Block: block, Args: []interp.Arg{
		interp.Pointer(&interp.Buffer{Name: "in", Data: in}), interp.Pointer(&interp.Buffer{Name: "out", Data: make([]byte, 256*4)}),
		interp.Bytes([]byte{5, 0, 0, 0})}}
	if _, err := verify.Run(v, verify.Options{Passes: pass.Options{Verify: true}}); err != nil {
		t.Errorf("%s of %v: %v", chip.Name, block, err)
	}
}

func (c *laneCase) run(t *testing.T) {
	blocks := [][3]uint32{{64, 1, 1}, {128, 1, 1}, {8, 16, 1}}
	if !c.whole {
		blocks = append(blocks, [3]uint32{100, 1, 1}, [3]uint32{17, 1, 1}, [3]uint32{6, 7, 1})
	}
	for _, chip := range arch.Chips {
		if c.chip != nil && c.chip != chip {
			continue
		}
		for _, block := range blocks {
			runLane(t, c, block, chip)
		}
	}
}

// kept selects the value where it is not poison.
const kept = "    %r = \"arith.select\"(%ok, %s, %c0) : (i1, i32, i32) -> i32\n"

func shuffleBody(mode, offset, width string) string {
	var b strings.Builder
	fmt.Fprintf(&b, "    %%w = \"arith.constant\"() <{value = %s : i32}> : () -> i32\n", width)
	fmt.Fprintf(&b, "    %s\n", offset)
	fmt.Fprintf(&b, "    %%s, %%ok0 = \"gpu.shuffle\"(%%v, %%o, %%w) <{mode = #gpu<shuffle_mode %s>}> : (i32, i32, i32) -> (i32, i1)\n", mode)
	return b.String()
}

func TestShuffles(t *testing.T) {
	n := 0
	for _, mode := range []string{"xor", "up", "down", "idx"} {
		for _, width := range []int{64, 32, 16, 8, 4, 2, 1} {
			for _, offset := range []int{0, 1, 2, 3, 4, 7, 8, 15, 16, 31, 32, 63, -1} {
				if n++; offset > width && offset != 63 || !long.Some(n, 3) {
					continue
				}
				body := shuffleBody(mode, fmt.Sprintf(`%%o = "arith.constant"() <{value = %d : i32}> : () -> i32`, offset), fmt.Sprint(width))
				c := laneCase{name: fmt.Sprintf("%s %d of %d", mode, offset, width), whole: true,
					body: body + "    %ok = \"arith.andi\"(%ok0, %ok0) : (i1, i1) -> i1\n" + kept}
				t.Run(c.name, c.run)
			}
		}
	}
}

// TestRowSwap: the exchange of rows between two registers, in whole waves, also by the name of LLVM's
// intrinsic and where an operand is used again.
func TestRowSwap(t *testing.T) {
	for _, body := range []string{
		`%p = "rocdl.permlane32.swap"(%v, %lane) <{boundControl = false, fi = false}> : (i32, i32) -> !llvm.struct<(i32, i32)>`,
		`%p = "rocdl.permlane16.swap"(%v, %lane) <{boundControl = false, fi = false}> : (i32, i32) -> !llvm.struct<(i32, i32)>`,
		`%no = "arith.constant"() <{value = false}> : () -> i1
    %p = "llvm.call_intrinsic"(%v, %v, %no, %no) <{intrin = "llvm.amdgcn.permlane32.swap", op_bundle_sizes = array<i32>, operandSegmentSizes = array<i32: 4, 0>}> : (i32, i32, i1, i1) -> !llvm.struct<(i32, i32)>`,
	} {
		body += `
    %a = "llvm.extractvalue"(%p) <{position = array<i64: 0>}> : (!llvm.struct<(i32, i32)>) -> i32
    %b = "llvm.extractvalue"(%p) <{position = array<i64: 1>}> : (!llvm.struct<(i32, i32)>) -> i32
    %c3 = "arith.constant"() <{value = 3 : i32}> : () -> i32
    %d = "arith.muli"(%b, %c3) : (i32, i32) -> i32
    %e = "arith.addi"(%a, %d) : (i32, i32) -> i32
    %r = "arith.xori"(%e, %v) : (i32, i32) -> i32
`
		(&laneCase{name: "swap", body: body, chip: &arch.GFX950, whole: true}).run(t)
	}
}

// laneCases are operations between lanes that are defined in partial waves too.
var laneCases = []laneCase{
	{name: "lane id", body: `%r = "arith.addi"(%lane, %v) : (i32, i32) -> i32`},
	{name: "readfirstlane", body: `%r = "rocdl.readfirstlane"(%v) : (i32) -> i32`},
	{name: "broadcast first", body: `%r = "gpu.subgroup_broadcast"(%v) <{broadcast_type = #gpu<broadcast first_active_lane>}> : (i32) -> i32`},
	{name: "broadcast 3", body: `%c3 = "arith.constant"() <{value = 3 : i32}> : () -> i32
	%r = "gpu.subgroup_broadcast"(%v, %c3) <{broadcast_type = #gpu<broadcast specific_lane>}> : (i32, i32) -> i32`},
	{name: "broadcast of an argument", body: `%r = "gpu.subgroup_broadcast"(%v, %u) <{broadcast_type = #gpu<broadcast specific_lane>}> : (i32, i32) -> i32`},
	{name: "shuffle idx of an argument", body: `%r, %ok = "gpu.shuffle"(%v, %u, %c64) <{mode = #gpu<shuffle_mode idx>}> : (i32, i32, i32) -> (i32, i1)`},
	{name: "readfirstlane of bits", body: `%b = "arith.cmpi"(%v, %lane) <{predicate = 2 : i64}> : (i32, i32) -> i1
	%f = "rocdl.readfirstlane"(%b) : (i1) -> i1
	%r = "arith.select"(%f, %v, %lane) : (i1, i32, i32) -> i32`},
	{name: "vote and", body: `%b = "arith.cmpi"(%v, %lane) <{predicate = 2 : i64}> : (i32, i32) -> i1
	%f = "gpu.subgroup_reduce"(%b) <{cluster_stride = 1 : i32, op = #gpu<all_reduce_op and>}> : (i1) -> i1
	%r = "arith.extui"(%f) : (i1) -> i32`, whole: true},
	{name: "vote or", body: `%b = "arith.cmpi"(%v, %lane) <{predicate = 2 : i64}> : (i32, i32) -> i1
	%f = "gpu.subgroup_reduce"(%b) <{cluster_stride = 1 : i32, op = #gpu<all_reduce_op or>}> : (i1) -> i1
	%r = "arith.extui"(%f) : (i1) -> i32`, whole: true},
	{name: "readfirstlane in divergent code", body: `%c7 = "arith.constant"() <{value = 7 : i32}> : () -> i32
	%c5 = "arith.constant"() <{value = 5 : i32}> : () -> i32
	%seven = "arith.andi"(%lane, %c7) : (i32, i32) -> i32
	%b = "arith.cmpi"(%seven, %c5) <{predicate = 0 : i64}> : (i32, i32) -> i1
	%r = "scf.if"(%b) ({
	  %f = "rocdl.readfirstlane"(%v) : (i32) -> i32
	  %g = "arith.addi"(%f, %lane) : (i32, i32) -> i32
	  "scf.yield"(%g) : (i32) -> ()
	}, {
	  %f = "rocdl.readfirstlane"(%v) : (i32) -> i32
	  "scf.yield"(%f) : (i32) -> ()
	}) : (i1) -> i32`},
	{name: "swizzle", body: `%r = "amdgpu.swizzle_bitmode"(%v) <{and_mask = 21 : i32, or_mask = 2 : i32, xor_mask = 9 : i32}> : (i32) -> i32`},
	{name: "swizzle of an argument", body: `%r = "amdgpu.swizzle_bitmode"(%u) <{and_mask = 31 : i32, or_mask = 0 : i32, xor_mask = 16 : i32}> : (i32) -> i32`},
	{name: "swizzle by DPP", body: `%r = "amdgpu.swizzle_bitmode"(%v) <{and_mask = 31 : i32, or_mask = 0 : i32, xor_mask = 15 : i32}> : (i32) -> i32`},
	{name: "swizzle of four halves", whole: true, body: `%p = "vector.from_elements"(%v, %lane) : (i32, i32) -> vector<2xi32>
	%h = "vector.bitcast"(%p) : (vector<2xi32>) -> vector<4xf16>
	%s = "amdgpu.swizzle_bitmode"(%h) <{and_mask = 31 : i32, or_mask = 0 : i32, xor_mask = 5 : i32}> : (vector<4xf16>) -> vector<4xf16>
	%q = "vector.bitcast"(%s) : (vector<4xf16>) -> vector<2xi32>
	%r = "vector.reduction"(%q) <{kind = #vector.kind<xor>, fastmath = #arith.fastmath<none>}> : (vector<2xi32>) -> i32`},
	{name: "waits and priorities", body: `"rocdl.s.waitcnt"() <{bitfield = -7937 : i32}> : () -> ()
	"amdgpu.memory_counter_wait"() <{load = 3 : i32, store = 100 : i32, ds = 99 : i32}> : () -> ()
	"rocdl.sched.barrier"() <{mask = 0 : i32}> : () -> ()
	"amdgpu.sched_barrier"() <{opts = #amdgpu<sched_barrier_opt valu|salu>}> : () -> ()
	"rocdl.sched.group.barrier"() <{mask = 8 : i32, size = 1 : i32, groupId = 0 : i32}> : () -> ()
	"rocdl.s.setprio"() <{priority = 2 : i16}> : () -> ()
	%r = "arith.addi"(%lane, %v) : (i32, i32) -> i32`},
}

func TestLanes(t *testing.T) {
	for i := range laneCases {
		t.Run(laneCases[i].name, laneCases[i].run)
	}
}

// moved is a lane operation on a type, its operand made of %v and %lane, its
// result folded to an i32. In partial waves lanes that read from nowhere are
// left out by %ok.
func moved(typ, op string) string {
	t := parseType(typ)
	var b strings.Builder
	e, n := memoryForm(t)
	w, _ := ir.BitWidth(e)
	// Four dwords are enough for every type.
	fmt.Fprintf(&b, `    %%n1 = "arith.xori"(%%v, %%lane) : (i32, i32) -> i32
    %%n2 = "arith.muli"(%%v, %%v) : (i32, i32) -> i32
    %%four = "vector.from_elements"(%%v, %%lane, %%n1, %%n2) : (i32, i32, i32, i32) -> vector<4xi32>
`)
	bits := fmt.Sprintf("vector<%dxi%d>", 128/w, w)
	if w == 1 {
		bits = "vector<128xi1>"
	}
	fmt.Fprintf(&b, "    %%raw = \"vector.bitcast\"(%%four) : (vector<4xi32>) -> %s\n", bits)
	fmt.Fprintf(&b, "    %%cut = \"vector.extract_strided_slice\"(%%raw) <{offsets = [0], sizes = [%d], strides = [1]}> : (%s) -> vector<%dxi%d>\n", n, bits, n, w)
	fmt.Fprintf(&b, "    %%typed = \"arith.bitcast\"(%%cut) : (vector<%dxi%d>) -> vector<%dx%s>\n", n, w, n, e)
	_, isVector := t.(*ir.VectorType)
	if isVector {
		fmt.Fprintf(&b, "    %%a = \"vector.shape_cast\"(%%typed) : (vector<%dx%s>) -> %s\n", n, e, typ)
	} else {
		fmt.Fprintf(&b, "    %%a = \"vector.extract\"(%%typed) <{static_position = array<i64: 0>}> : (vector<%dx%s>) -> %s\n", n, e, typ)
	}
	b.WriteString("    " + op + "\n")
	if isVector {
		fmt.Fprintf(&b, "    %%m = \"vector.shape_cast\"(%%s) : (%s) -> vector<%dx%s>\n", typ, n, e)
	} else {
		fmt.Fprintf(&b, "    %%m = \"vector.broadcast\"(%%s) : (%s) -> vector<%dx%s>\n", typ, n, e)
	}
	fmt.Fprintf(&b, "    %%back = \"arith.bitcast\"(%%m) : (vector<%dx%s>) -> vector<%dxi%d>\n", n, e, n, w)
	fmt.Fprintf(&b, "    %%zero = \"arith.constant\"() <{value = dense<0> : %s}> : () -> %s\n", bits, bits)
	fmt.Fprintf(&b, "    %%full = \"vector.insert_strided_slice\"(%%back, %%zero) <{offsets = [0], strides = [1]}> : (vector<%dxi%d>, %s) -> %s\n", n, w, bits, bits)
	fmt.Fprintf(&b, "    %%words = \"vector.bitcast\"(%%full) : (%s) -> vector<4xi32>\n", bits)
	b.WriteString("    %r = \"vector.reduction\"(%words) <{kind = #vector.kind<xor>, fastmath = #arith.fastmath<none>}> : (vector<4xi32>) -> i32\n")
	return b.String()
}

// laneTypes are types of each form in registers.
var laneTypes = []string{"i1", "i8", "i16", "i32", "i64", "f16", "f32", "f64", "bf16", "vector<3xi8>", "vector<4xf16>", "vector<2xf64>", "vector<4xi1>", "vector<8xf4E2M1FN>"}

// TestLaneTypes: operations between lanes on every kind of type.
func TestLaneTypes(t *testing.T) {
	for i, typ := range laneTypes {
		cases := []laneCase{
			{name: "readfirstlane", body: `%s = "rocdl.readfirstlane"(%a) : (T) -> T`},
			{name: "broadcast", body: `%s = "gpu.subgroup_broadcast"(%a, %u) <{broadcast_type = #gpu<broadcast specific_lane>}> : (T, i32) -> T`},
			{name: "shuffle", whole: true, body: `%o = "arith.constant"() <{value = 17 : i32}> : () -> i32
    %s, %ok = "gpu.shuffle"(%a, %o, %c64) <{mode = #gpu<shuffle_mode xor>}> : (T, i32, i32) -> (T, i1)`},
			{name: "rotate", whole: true, body: `%s, %ok = "gpu.rotate"(%a) <{offset = 5 : i32, width = 16 : i32}> : (T) -> (T, i1)`},
			{name: "swizzle", body: `%s = "amdgpu.swizzle_bitmode"(%a) <{and_mask = 31 : i32, or_mask = 0 : i32, xor_mask = 20 : i32}> : (T) -> T`},
			{name: "dpp", body: `%s = "amdgpu.dpp"(%a, %a) <{kind = #amdgpu<dpp_perm row_shr>, permArgument = 3 : i32, bound_ctrl = true}> : (T, T) -> T`},
			{name: "swap", whole: true, chip: &arch.GFX950, body: `%s = "amdgpu.permlane_swap"(%a) <{row_length = 16 : i32}> : (T) -> T`},
		}
		for _, c := range cases {
			n := typ
			switch {
			case c.name == "swizzle" && !strings.HasPrefix(typ, "vector"), c.name == "swap":
			}
			if (c.name == "swizzle" || c.name == "swap" || c.name == "dpp" || c.name == "readfirstlane") && !laneOpTakes(c.name, typ) {
				continue
			}
			c.body = moved(typ, strings.ReplaceAll(c.body, "T", n))
			t.Run(c.name+" of "+typ, func(t *testing.T) { c.runOn(t, i) })
		}
	}
}

// laneOpTakes reports whether the dialects let an operation have a type.
func laneOpTakes(op, typ string) bool {
	switch op {
	case "dpp":
		return !strings.HasPrefix(typ, "vector")
	case "readfirstlane":
		return !strings.Contains(typ, "f4") && typ != "vector<3xi8>" && typ != "vector<4xi1>"
	}
	return typ == "i32" || typ == "f32" || typ == "vector<4xf16>"
}

// runOn is run with one whole and one partial block, on the chips in turn.
func (c *laneCase) runOn(t *testing.T, i int) {
	chip := arch.Chips[i%len(arch.Chips)]
	if c.chip != nil {
		chip = c.chip
	}
	runLane(t, c, [3]uint32{128, 1, 1}, chip)
	if !c.whole {
		runLane(t, c, [3]uint32{50, 2, 1}, chip)
	}
}

// TestRotations: every width with several offsets.
func TestRotations(t *testing.T) {
	for width := 1; width <= 64; width *= 2 {
		for _, offset := range []int{0, 1, 2, 3, 5, 8, 16, 31, 32, 63} {
			if offset >= width {
				continue
			}
			c := laneCase{whole: true, body: fmt.Sprintf(`%%s, %%ok = "gpu.rotate"(%%v) <{offset = %d : i32, width = %d : i32}> : (i32) -> (i32, i1)
    %%t = "arith.addi"(%%s, %%lane) : (i32, i32) -> i32
    %%r = "arith.select"(%%ok, %%t, %%s) : (i1, i32, i32) -> i32`, offset, width)}
			t.Run(fmt.Sprintf("%d of %d", offset, width), func(t *testing.T) { c.runOn(t, offset) })
		}
	}
}

// TestDPP: every kind, with masks of rows and banks, in whole and partial waves.
func TestDPP(t *testing.T) {
	for i, kind := range ir.DPPPerms {
		arg := ""
		switch kind {
		case "quad_perm":
			arg = ", permArgument = [2 : i32, 0 : i32, 3 : i32, 3 : i32]"
		case "row_shl", "row_shr", "row_ror":
			arg = ", permArgument = 5 : i32"
		}
		for j, masks := range [][2]int{{15, 15}, {5, 15}, {15, 6}, {9, 3}} {
			for _, bound := range []bool{false, true} {
				c := laneCase{body: fmt.Sprintf(`%%r = "amdgpu.dpp"(%%lane, %%v) <{kind = #amdgpu<dpp_perm %s>%s, row_mask = %d : i32, bank_mask = %d : i32, bound_ctrl = %v}> : (i32, i32) -> i32`,
					kind, arg, masks[0], masks[1], bound)}
				t.Run(fmt.Sprintf("%s %v %v", kind, masks, bound), func(t *testing.T) { c.runOn(t, i+j) })
			}
		}
	}
}

// TestDynamicShuffles: offsets and widths that are arguments or differ between
// lanes; the value is used where it is valid.
func TestDynamicShuffles(t *testing.T) {
	for i, mode := range []string{"xor", "up", "down", "idx"} {
		for name, offset := range map[string]string{
			"argument": `%o = "arith.addi"(%u, %c0) : (i32, i32) -> i32`,
			"lane":     "%c3 = \"arith.constant\"() <{value = 3 : i32}> : () -> i32\n    %o = \"arith.andi\"(%v, %c3) : (i32, i32) -> i32",
			"any":      "%c3 = \"arith.constant\"() <{value = 127 : i32}> : () -> i32\n    %o1 = \"arith.andi\"(%v, %c3) : (i32, i32) -> i32\n    %o = \"arith.subi\"(%o1, %c64) : (i32, i32) -> i32",
		} {
			for _, width := range []int{64, 16, 0} {
				w := fmt.Sprintf("%%w = \"arith.constant\"() <{value = %d : i32}> : () -> i32\n", width)
				if width == 0 { // 32, or 8 in the upper lanes
					w = "%t5 = \"arith.constant\"() <{value = 4 : i32}> : () -> i32\n    %bit = \"arith.shrui\"(%lane, %t5) : (i32, i32) -> i32\n    %one = \"arith.constant\"() <{value = 2 : i32}> : () -> i32\n    %sh = \"arith.andi\"(%bit, %one) : (i32, i32) -> i32\n    %c32 = \"arith.constant\"() <{value = 32 : i32}> : () -> i32\n    %w = \"arith.shrui\"(%c32, %sh) : (i32, i32) -> i32\n"
				}
				c := laneCase{whole: true, body: "    " + w + "    " + offset + fmt.Sprintf(`
    %%s, %%ok = "gpu.shuffle"(%%v, %%o, %%w) <{mode = #gpu<shuffle_mode %s>}> : (i32, i32, i32) -> (i32, i1)
`, mode) + kept}
				t.Run(fmt.Sprintf("%s by %s in %d", mode, name, width), func(t *testing.T) { c.runOn(t, i) })
			}
		}
	}
}

// TestDivergentShuffles: half of the lanes of each quad shuffle among
// themselves, and keep what they got from an active lane.
func TestDivergentShuffles(t *testing.T) {
	for i, offset := range []int{1, 4, 8, 16, 17, 32} {
		c := laneCase{body: fmt.Sprintf(`%%one = "arith.constant"() <{value = 2 : i32}> : () -> i32
    %%bit = "arith.andi"(%%lane, %%one) : (i32, i32) -> i32
    %%cond = "arith.cmpi"(%%bit, %%c0) <{predicate = 0 : i64}> : (i32, i32) -> i1
    %%o = "arith.constant"() <{value = %d : i32}> : () -> i32
    %%r = "scf.if"(%%cond) ({
      %%s, %%ok = "gpu.shuffle"(%%v, %%o, %%c64) <{mode = #gpu<shuffle_mode xor>}> : (i32, i32, i32) -> (i32, i1)
      %%t = "arith.addi"(%%s, %%lane) : (i32, i32) -> i32
      "scf.yield"(%%t) : (i32) -> ()
    }, {
      "scf.yield"(%%lane) : (i32) -> ()
    }) : (i1) -> i32`, offset), whole: true}
		t.Run(fmt.Sprint(offset), func(t *testing.T) { c.runOn(t, i) })
	}
}
