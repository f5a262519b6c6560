package codegen_test

import (
	"encoding/binary"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"heddle/arch"
	"heddle/ir/interp"
	"heddle/mach"
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
	if _, err := verify.Run(v, verify.Options{Mach: mach.Options{Verify: true}}); err != nil {
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
	for _, mode := range []string{"xor", "up", "down", "idx"} {
		for _, width := range []int{64, 32, 16, 8, 4, 2, 1} {
			for _, offset := range []int{0, 1, 2, 3, 4, 7, 8, 15, 16, 31, 32, 63, -1} {
				if offset > width && offset != 63 {
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
