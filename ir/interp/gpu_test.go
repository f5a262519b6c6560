package interp_test

import (
	"fmt"
	"strings"
	"testing"

	"heddle/arch"
	"heddle/ir/interp"
)

// storeAt is the end of a kernel that stores %v.
const storeAt = `
      "memref.store"(%v, %out, %t) : (i32, memref<1024xi32>, index) -> ()`

func TestShuffles(t *testing.T) {
	for _, c := range []struct {
		mode          string
		offset, width int
		source        func(lane int) int // in the wave
	}{
		{"xor", 5, 64, func(l int) int { return l ^ 5 }},
		{"xor", 3, 4, func(l int) int { return l ^ 3 }},
		{"xor", 32, 16, func(l int) int { return l ^ 32 }}, // always outside
		{"up", 3, 64, func(l int) int { return l - 3 }},
		{"up", 3, 16, func(l int) int { return l - 3 }},
		{"down", 1, 64, func(l int) int { return l + 1 }},
		{"down", 2, 8, func(l int) int { return l + 2 }},
		{"idx", 7, 64, func(int) int { return 7 }},
		{"idx", 7, 16, func(l int) int { return l&^15 + 7 }},
		{"idx", 9, 8, func(l int) int { return l&^7 + 9 }},
	} {
		// Where valid is false the value is poison: the lane takes -1.
		got, err := runKernel(t, fmt.Sprintf(`
      %%o = "arith.constant"() <{value = %d : i32}> : () -> i32
      %%w = "arith.constant"() <{value = %d : i32}> : () -> i32
      %%no = "arith.constant"() <{value = -1 : i32}> : () -> i32
      %%s, %%ok = "gpu.shuffle"(%%ti, %%o, %%w) <{mode = #gpu<shuffle_mode %s>}> : (i32, i32, i32) -> (i32, i1)
      %%v = "arith.select"(%%ok, %%s, %%no) : (i1, i32, i32) -> i32`, c.offset, c.width, c.mode)+storeAt, 128)
		if err != nil {
			t.Fatalf("%+v: %v", c, err)
		}
		wantInts(t, got, func(i int) int32 {
			wave, lane := i/64*64, i%64
			src := c.source(lane)
			if src < lane/c.width*c.width || src >= lane/c.width*c.width+c.width {
				return -1
			}
			return int32(wave + src)
		})
	}
}

func TestSubgroupOperations(t *testing.T) {
	sum := func(from, to, step int) int32 {
		s := 0
		for i := from; i < to; i += step {
			s += i
		}
		return int32(s)
	}
	for _, c := range []struct {
		name, body string
		want       func(i int) int32
	}{
		{"reduce", `%v = "gpu.subgroup_reduce"(%ti) <{op = #gpu<all_reduce_op add>}> : (i32) -> i32`,
			func(i int) int32 { return sum(i/64*64, i/64*64+64, 1) }},
		{"reduce max of clusters", `%v = "gpu.subgroup_reduce"(%ti) <{op = #gpu<all_reduce_op maxsi>, cluster_size = 8 : i32}> : (i32) -> i32`,
			func(i int) int32 { return int32(i | 7) }},
		{"reduce with a stride", `%v = "gpu.subgroup_reduce"(%ti) <{op = #gpu<all_reduce_op add>, cluster_size = 4 : i32, cluster_stride = 16 : i32}> : (i32) -> i32`,
			func(i int) int32 { first := i/64*64 + i%16; return sum(first, first+64, 16) }},
		{"broadcast", `%c = "arith.constant"() <{value = 11 : i32}> : () -> i32
			%v = "gpu.subgroup_broadcast"(%ti, %c) <{broadcast_type = #gpu<broadcast specific_lane>}> : (i32, i32) -> i32`,
			func(i int) int32 { return int32(i/64*64 + 11) }},
		{"broadcast of the first active lane", `
			%c = "arith.constant"() <{value = 30 : i32}> : () -> i32
			%in = "arith.cmpi"(%ti, %c) <{predicate = 4 : i64}> : (i32, i32) -> i1
			%v = "scf.if"(%in) ({
				%b = "gpu.subgroup_broadcast"(%ti) <{broadcast_type = #gpu<broadcast first_active_lane>}> : (i32) -> i32
				"scf.yield"(%b) : (i32) -> ()
			}, {
				"scf.yield"(%ti) : (i32) -> ()
			}) : (i1) -> i32`,
			func(i int) int32 {
				switch {
				case i <= 30:
					return int32(i)
				case i < 64:
					return 31
				}
				return int32(i / 64 * 64)
			}},
		{"rotate", `%v, %ok = "gpu.rotate"(%ti) <{offset = 3 : i32, width = 16 : i32}> : (i32) -> (i32, i1)`,
			func(i int) int32 { return int32(i&^15 + (i+3)%16) }},
		{"ids", `
			%l = "gpu.lane_id"() : () -> index
			%s = "gpu.subgroup_id"() : () -> index
			%n = "gpu.num_subgroups"() : () -> index
			%z = "gpu.subgroup_size"() : () -> index
			%a = "affine.apply"(%l, %s, %n, %z) <{map = affine_map<(d0, d1, d2, d3) -> (d0 + d1 * 1000 + d2 * 10000 + d3 * 100000)>}> : (index, index, index, index) -> index
			%v = "arith.index_cast"(%a) : (index) -> i32`,
			func(i int) int32 { return int32(i%64 + i/64*1000 + 20000 + 6400000) }},
		// Lanes leave the loop after different iterations; those that are still in it
		// reduce among themselves, and all meet behind it.
		{"loop with different trip counts", `
			%c0 = "arith.constant"() <{value = 0 : index}> : () -> index
			%c1 = "arith.constant"() <{value = 1 : index}> : () -> index
			%c4 = "arith.constant"() <{value = 4 : index}> : () -> index
			%k0 = "arith.constant"() <{value = 0 : i32}> : () -> i32
			%k1 = "arith.constant"() <{value = 1 : i32}> : () -> i32
			%w = "arith.constant"() <{value = 64 : i32}> : () -> i32
			%trip = "arith.remui"(%t, %c4) : (index, index) -> index
			%n = "scf.for"(%c0, %trip, %c1, %k0) ({
			^bb0(%i: index, %acc: i32):
				%f = "gpu.subgroup_broadcast"(%ti) <{broadcast_type = #gpu<broadcast first_active_lane>}> : (i32) -> i32
				%x = "arith.addi"(%acc, %f) : (i32, i32) -> i32
				"scf.yield"(%x) : (i32) -> ()
			}) : (index, index, index, i32) -> i32
			%v, %ok = "gpu.shuffle"(%n, %k1, %w) <{mode = #gpu<shuffle_mode xor>}> : (i32, i32, i32) -> (i32, i1)`,
			func(i int) int32 {
				j, base := i^1, i/64*64
				total := 0
				for k := range j % 4 { // in iteration k the first lane that is there is k+1
					total += base + k + 1
				}
				return int32(total)
			}},
		// A lane skips an operation in an iteration: the others do not wait for its next one.
		{"a branch in a loop", `
			%c0 = "arith.constant"() <{value = 0 : index}> : () -> index
			%c1 = "arith.constant"() <{value = 1 : index}> : () -> index
			%c2 = "arith.constant"() <{value = 2 : index}> : () -> index
			%k0 = "arith.constant"() <{value = 0 : i32}> : () -> i32
			%v = "scf.for"(%c0, %c2, %c1, %k0) ({
			^bb0(%i: index, %acc: i32):
				%p = "affine.apply"(%t, %i) <{map = affine_map<(d0, d1) -> ((d0 + d1) mod 2)>}> : (index, index) -> index
				%odd = "arith.cmpi"(%p, %c0) <{predicate = 1 : i64}> : (index, index) -> i1
				%s = "scf.if"(%odd) ({
					%f = "gpu.subgroup_broadcast"(%ti) <{broadcast_type = #gpu<broadcast first_active_lane>}> : (i32) -> i32
					"scf.yield"(%f) : (i32) -> ()
				}, {
					"scf.yield"(%k0) : (i32) -> ()
				}) : (i1) -> i32
				%all = "gpu.subgroup_reduce"(%s) <{op = #gpu<all_reduce_op maxsi>}> : (i32) -> i32
				%x = "arith.addi"(%acc, %all) : (i32, i32) -> i32
				"scf.yield"(%x) : (i32) -> ()
			}) : (index, index, index, i32) -> i32`,
			// first the odd lanes, from 1; then the even ones, from 0
			func(i int) int32 { base := i / 64 * 64; return int32(base + 1 + base) }},
		{"f32 sums go by bits", `
			%f = "arith.sitofp"(%ti) : (i32) -> f32
			%big = "arith.constant"() <{value = 16777216.0 : f32}> : () -> f32
			%k0 = "arith.constant"() <{value = 0 : i32}> : () -> i32
			%is0 = "arith.cmpi"(%ti, %k0) <{predicate = 0 : i64}> : (i32, i32) -> i1
			%one = "arith.constant"() <{value = 1.0 : f32}> : () -> f32
			%x = "arith.select"(%is0, %big, %one) : (i1, f32, f32) -> f32
			%s = "gpu.subgroup_reduce"(%x) <{op = #gpu<all_reduce_op add>, cluster_size = 4 : i32}> : (f32) -> f32
			%v = "arith.fptosi"(%s) : (f32) -> i32`,
			// (2^24 + 1) + (1 + 1) = 2^24 + 2
			func(i int) int32 {
				if i < 4 {
					return 1<<24 + 2
				}
				return 4
			}},
	} {
		got, err := runKernel(t, c.body+storeAt, 128)
		if err != nil {
			t.Errorf("%s: %v", c.name, err)
			continue
		}
		t.Run(c.name, func(t *testing.T) { wantInts(t, got, c.want) })
	}
}

func TestMeetingFaults(t *testing.T) {
	for _, c := range []struct {
		name, body string
		lanes      int
		want       string
	}{
		{"inactive source", `
      %one = "arith.constant"() <{value = 1 : i32}> : () -> i32
      %w = "arith.constant"() <{value = 64 : i32}> : () -> i32
      %b = "arith.trunci"(%ti) : (i32) -> i1
      "scf.if"(%b) ({
        %v, %ok = "gpu.shuffle"(%ti, %one, %w) <{mode = #gpu<shuffle_mode xor>}> : (i32, i32, i32) -> (i32, i1)
        "memref.store"(%v, %out, %t) : (i32, memref<1024xi32>, index) -> ()
        "scf.yield"() : () -> ()
      }, {
      }) : (i1) -> ()`, 64, "lane 0 is not active"},
		{"barriers in both branches", `
      %b = "arith.trunci"(%ti) : (i32) -> i1
      "scf.if"(%b) ({
        "gpu.barrier"() : () -> ()
        "scf.yield"() : () -> ()
      }, {
        "gpu.barrier"() : () -> ()
        "scf.yield"() : () -> ()
      }) : (i1) -> ()`, 64, "not every lane of the wave reaches this barrier: lane 0 waits at another place, at gpu.barrier"},
		{"different barriers of two waves", `
      %w = "gpu.subgroup_id"() : () -> index
      %c0 = "arith.constant"() <{value = 0 : index}> : () -> index
      %b = "arith.cmpi"(%w, %c0) <{predicate = 0 : i64}> : (index, index) -> i1
      "scf.if"(%b) ({
        "gpu.barrier"() : () -> ()
        "scf.yield"() : () -> ()
      }, {
        "gpu.barrier"() : () -> ()
        "scf.yield"() : () -> ()
      }) : (i1) -> ()`, 128, "not every lane reaches this barrier: lane 64 waits at another one"},
		{"control flow graph", `
      %b = "arith.trunci"(%ti) : (i32) -> i1
      "cf.cond_br"(%b)[^one, ^two] <{operandSegmentSizes = array<i32: 1, 0, 0>}> : (i1) -> ()
    ^one:
      %r = "gpu.subgroup_reduce"(%ti) <{op = #gpu<all_reduce_op add>}> : (i32) -> i32
      "cf.br"()[^end] : () -> ()
    ^two:
      %r2 = "gpu.subgroup_reduce"(%ti) <{op = #gpu<all_reduce_op add>}> : (i32) -> i32
      "cf.br"()[^end] : () -> ()
    ^end:`, 64, "lanes of a wave wait in different blocks of a control flow graph"},
		{"lane of a broadcast", `%v = "gpu.subgroup_broadcast"(%ti, %ti) <{broadcast_type = #gpu<broadcast specific_lane>}> : (i32, i32) -> i32`, 64,
			"the lane of a broadcast is 1 here and 0 in lane 0"},
		{"lane of a readlane", `%v = "rocdl.readlane"(%ti, %ti) : (i32, i32) -> i32`, 64, "the lane of a broadcast is 1 here and 0 in lane 0"},
		{"trap", `
      %b = "arith.trunci"(%ti) : (i32) -> i1
      "scf.if"(%b) ({
        "llvm.intr.trap"() : () -> ()
        "scf.yield"() : () -> ()
      }, {
      }) : (i1) -> ()`, 64, "the kernel aborts (llvm.intr.trap)"},
		{"width", `%w = "arith.constant"() <{value = 12 : i32}> : () -> i32
      %v, %ok = "gpu.shuffle"(%ti, %w, %w) <{mode = #gpu<shuffle_mode xor>}> : (i32, i32, i32) -> (i32, i1)`, 64, "the width is 12, but it must be a power of two up to 64"},
		{"upper bound", `%i = "gpu.thread_id"() <{dimension = #gpu<dim x>, upper_bound = 32 : index}> : () -> index
      "memref.store"(%ti, %out, %i) : (i32, memref<1024xi32>, index) -> ()`, 64, "32 contradicts upper_bound 32"},
		{"too much LDS", `%m = "memref.alloc"() <{operandSegmentSizes = array<i32: 0, 0>}> : () -> memref<16000xi32, #gpu.address_space<workgroup>>`, 64,
			"workgroup memory is more than the 65536 bytes of gfx942"},
		{"freed", `%m = "memref.alloc"() <{operandSegmentSizes = array<i32: 0, 0>}> : () -> memref<4xi32>
      %c0 = "arith.constant"() <{value = 0 : index}> : () -> index
      "memref.store"(%ti, %m, %c0) : (i32, memref<4xi32>, index) -> ()
      "memref.dealloc"(%m) : (memref<4xi32>) -> ()
      "memref.store"(%ti, %m, %c0) : (i32, memref<4xi32>, index) -> ()`, 1, "store of the memory of memref.alloc at 8:6, which has been freed"},
	} {
		_, err := runKernel(t, c.body, c.lanes)
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: error is %v, without %q", c.name, err, c.want)
		}
	}
}

// Workgroup memory that lanes allocate themselves is one for all of them, new in
// every workgroup, and undefined in the beginning.
func TestAllocatedLDS(t *testing.T) {
	const body = `
      %m = "memref.alloc"() <{operandSegmentSizes = array<i32: 0, 0>}> : () -> memref<256xi8, #gpu.address_space<workgroup>>
      %c0 = "arith.constant"() <{value = 0 : index}> : () -> index
      %view = "memref.view"(%m, %c0) : (memref<256xi8, #gpu.address_space<workgroup>>, index) -> memref<64xi32, #gpu.address_space<workgroup>>
      %r = "affine.apply"(%t) <{map = affine_map<(d0) -> (63 - d0)>}> : (index) -> index
      "memref.store"(%ti, %view, %r) : (i32, memref<64xi32, #gpu.address_space<workgroup>>, index) -> ()
      "gpu.barrier"() : () -> ()
      %v = "memref.load"(%view, %t) : (memref<64xi32, #gpu.address_space<workgroup>>, index) -> i32` + storeAt
	got, err := runKernel(t, body, 64)
	if err != nil {
		t.Fatal(err)
	}
	wantInts(t, got, func(i int) int32 { return int32(63 - i) })
}

// Threads and blocks in three dimensions, x fastest.
func TestGrid(t *testing.T) {
	m := read(t, `
"func.func"() <{function_type = (memref<4x3x2x2x4x8xi32>) -> (), sym_name = "k"}> ({
^bb0(%out: memref<4x3x2x2x4x8xi32>):
  %x = "gpu.thread_id"() <{dimension = #gpu<dim x>}> : () -> index
  %y = "gpu.thread_id"() <{dimension = #gpu<dim y>}> : () -> index
  %z = "gpu.thread_id"() <{dimension = #gpu<dim z>}> : () -> index
  %bx = "gpu.block_id"() <{dimension = #gpu<dim x>}> : () -> index
  %by = "gpu.block_id"() <{dimension = #gpu<dim y>}> : () -> index
  %bz = "gpu.block_id"() <{dimension = #gpu<dim z>}> : () -> index
  %sx = "gpu.block_dim"() <{dimension = #gpu<dim x>}> : () -> index
  %sy = "gpu.block_dim"() <{dimension = #gpu<dim y>}> : () -> index
  %gx = "gpu.grid_dim"() <{dimension = #gpu<dim x>}> : () -> index
  %gy = "gpu.grid_dim"() <{dimension = #gpu<dim y>}> : () -> index
  %s = "arith.muli"(%sx, %sy) : (index, index) -> index
  %g = "arith.muli"(%gx, %gy) : (index, index) -> index
  %l = "gpu.lane_id"() : () -> index
  %a = "affine.apply"(%l, %s, %g) <{map = affine_map<(d0, d1, d2) -> (d0 + d1 * 100 + d2 * 10000)>}> : (index, index, index) -> index
  %v = "arith.index_cast"(%a) : (index) -> i32
  "memref.store"(%v, %out, %bz, %by, %bx, %z, %y, %x) : (i32, memref<4x3x2x2x4x8xi32>, index, index, index, index, index, index) -> ()
  "func.return"() : () -> ()
}) {translation_info = #iree_codegen.translation_info<pipeline = None workgroup_size = [8, 4, 2] subgroup_size = 64>} : () -> ()`)
	out := &interp.Buffer{Data: make([]byte, 4*24*64), Undefined: true}
	report, err := interp.Run(m, interp.Launch{Chip: &arch.GFX950, Grid: [3]uint32{2, 3, 4}, Args: []interp.Arg{interp.Pointer(out)}})
	if err != nil {
		t.Fatal(err)
	}
	if report.Block != [3]uint32{8, 4, 2} {
		t.Errorf("the block is %v", report.Block)
	}
	wantInts(t, out.Data, func(i int) int32 { return int32(i%64 + 3200 + 60000) })
}

// The same run twice gives the same bytes, and a part of the grid leaves the rest
// alone.
func TestSomeWorkgroups(t *testing.T) {
	m := read(t, saxpy)
	run := func(groups []int) []byte {
		y := &interp.Buffer{Data: make([]byte, 1024)}
		i64 := func(v byte) interp.Arg { return interp.Bytes([]byte{v, 0, 0, 0, 0, 0, 0, 0}) }
		x := make([]byte, 1024)
		for i := range x {
			x[i] = byte(i % 61)
		}
		_, err := interp.Run(m, interp.Launch{Chip: &arch.GFX950, Grid: [3]uint32{4, 1, 1}, Workgroups: groups, Args: []interp.Arg{
			interp.Pointer(&interp.Buffer{Data: x}), i64(0), interp.Pointer(y), i64(0), {Bytes: []byte{0, 1, 0, 0, 0, 0, 0, 0}}, i64(1), interp.Bytes(floats(3)), i64(255)}})
		if err != nil {
			t.Fatal(err)
		}
		return y.Data
	}
	all, again, one := run(nil), run(nil), run([]int{2})
	if string(all) != string(again) {
		t.Error("two runs differ")
	}
	if string(one[512:768]) != string(all[512:768]) || strings.Trim(string(one[:512]), "\x00") != "" || strings.Trim(string(one[768:]), "\x00") != "" {
		t.Error("workgroup 2 alone does not what it does among the others")
	}
}

func TestLaunchErrors(t *testing.T) {
	m := read(t, saxpy)
	for _, c := range []struct {
		launch interp.Launch
		want   string
	}{
		{interp.Launch{Grid: [3]uint32{1, 1, 1}}, "no chip is given"},
		{interp.Launch{Chip: &arch.GFX950, Grid: [3]uint32{0, 1, 1}}, "the grid (0, 1, 1) is empty"},
		{interp.Launch{Chip: &arch.GFX950, Grid: [3]uint32{1, 1, 1}, Block: [3]uint32{32, 1, 1}}, `kernel "m::saxpy" has workgroups of (64, 1, 1), not (32, 1, 1)`},
		{interp.Launch{Chip: &arch.GFX950, Grid: [3]uint32{1, 1, 1}, Kernel: "y"}, `there is no kernel "y"; the module has m::saxpy`},
		{interp.Launch{Chip: &arch.GFX950, Grid: [3]uint32{1, 1, 1}}, `kernel "m::saxpy" takes 8 arguments, not 0; memref<256xf32> takes pointer; memref<?xf32> takes pointer, pointer, i64, i64, i64; f32 takes f32; index takes i64`},
		{interp.Launch{Chip: &arch.GFX950, Grid: [3]uint32{1, 1, 1}, Workgroups: []int{1}, Args: []interp.Arg{{Buffer: &interp.Buffer{}}, {}, {Buffer: &interp.Buffer{}},
			{Bytes: make([]byte, 8)}, {Bytes: make([]byte, 8)}, {Bytes: make([]byte, 8)}, {Bytes: make([]byte, 4)}, {Bytes: make([]byte, 8)}}}, "stride 0 is 0, but the type is memref<?xf32>"},
	} {
		_, err := interp.Run(m, c.launch)
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("error is %v, not %s", err, c.want)
		}
	}
}

// What a limit says is kept: memory and calls, before anything is made.
func TestLimits(t *testing.T) {
	for _, c := range []struct{ body, want string }{
		{`%v = "arith.constant"() <{value = dense<0.0> : vector<100000x100000xf32>}> : () -> vector<100000x100000xf32>
		  "func.return"() : () -> ()`, "the values of function \"f\" need"},
		{`%n = "arith.constant"() <{value = 1000000000000 : index}> : () -> index
		  %m = "memref.alloc"(%n) <{operandSegmentSizes = array<i32: 1, 0>}> : (index) -> memref<?xf32>
		  "func.return"() : () -> ()`, "needs 4000000000000 bytes"},
		{`%n = "arith.constant"() <{value = 9000000000000000000 : index}> : () -> index
		  %m = "memref.alloc"(%n, %n) <{operandSegmentSizes = array<i32: 2, 0>}> : (index, index) -> memref<?x?xf32>
		  "func.return"() : () -> ()`, "is too large"},
		{`"func.call"() <{callee = @f}> : () -> ()
		  "func.return"() : () -> ()`, "calls are nested deeper than 200"},
	} {
		m := read(t, `"func.func"() <{function_type = () -> (), sym_name = "f"}> ({
`+c.body+`
}) : () -> ()`)
		_, err := interp.Call(m, "f", nil, interp.Limits{})
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("error is %v, not %s", err, c.want)
		}
	}
	if interp.Supported("gpu.barrier") == false || interp.Supported("func.return") == false || interp.Supported("gpu.cluster_id") {
		t.Error("Supported is wrong")
	}
}
