package codegen_test

import (
	"encoding/binary"
	"fmt"
	"strings"
	"testing"

	"heddle/arch"
	"heddle/ir/interp"
	"heddle/pass"
	"heddle/sim"
	"heddle/verify"
)

// barrierKernel: each lane of 256 passes what it has to another wave, through
// LDS and through global memory, in three turns of a loop.
const barrierKernel = `
"gpu.module"() <{sym_name = "m"}> ({
  "gpu.func"() <{function_type = (memref<256xi32>, memref<256xi32>) -> (), known_block_size = array<i32: 256, 1, 1>}> ({
  ^bb0(%in: memref<256xi32>, %out: memref<256xi32>, %lds: memref<256xi32, #gpu.address_space<workgroup>>):
    %c0 = "arith.constant"() <{value = 0 : index}> : () -> index
    %c1 = "arith.constant"() <{value = 1 : index}> : () -> index
    %c3 = "arith.constant"() <{value = 3 : index}> : () -> index
    %c68 = "arith.constant"() <{value = 68 : index}> : () -> index
    %c255 = "arith.constant"() <{value = 255 : index}> : () -> index
    %x = "gpu.thread_id"() <{dimension = #gpu<dim x>}> : () -> index
    %far = "arith.addi"(%x, %c68) : (index, index) -> index
    %at = "arith.andi"(%far, %c255) : (index, index) -> index
    %c192 = "arith.constant"() <{value = 192 : index}> : () -> index
    %first = "gpu.subgroup_broadcast"(%x) <{broadcast_type = #gpu<broadcast first_active_lane>}> : (index) -> index
    %wave = "arith.andi"(%first, %c192) : (index, index) -> index
    %v = "memref.load"(%in, %x) : (memref<256xi32>, index) -> i32
    %r = "scf.for"(%c0, %c3, %c1, %v) ({
    ^bb1(%i: index, %a: i32):
      STORE
      BARRIER
      LOAD
      BARRIER
      %n = "arith.muli"(%got, %v) : (i32, i32) -> i32
      "scf.yield"(%n) : (i32) -> ()
    }) : (index, index, index, i32) -> i32
    "memref.store"(%r, %in, %x) : (i32, memref<256xi32>, index) -> ()
    "gpu.return"() : () -> ()
  }) {gpu.kernel, sym_name = "k", workgroup_attributions = 1 : i64} : () -> ()
}) : () -> ()
`

// TestAsyncUnawaited: nothing but its group's wait waits for an asynchronous load, and the
// simulator's checks miss it.
func TestAsyncUnawaited(t *testing.T) {
	text := strings.NewReplacer("STORE", `"amdgpu.gather_to_lds"(%in, %x, %lds, %wave) <{async, operandSegmentSizes = array<i32: 1, 1, 1, 1>, transferType = i32}> : (memref<256xi32>, index, memref<256xi32, #gpu.address_space<workgroup>>, index) -> ()`,
		"LOAD", `%got = "memref.load"(%lds, %at) : (memref<256xi32, #gpu.address_space<workgroup>>, index) -> i32`, "BARRIER", `"amdgpu.lds_barrier"() : () -> ()`).Replace(barrierKernel)
	for _, chip := range arch.Chips {
		v := verify.Case{Name: "barrier.mlir", Text: text, Chip: chip, Grid: [3]uint32{1, 1, 1}, Block: [3]uint32{256, 1, 1}, Args: []interp.Arg{
			interp.Pointer(&interp.Buffer{Name: "in", Data: make([]byte, 1024)}), interp.Pointer(&interp.Buffer{Name: "out", Data: make([]byte, 1024)})}}
		if _, err := verify.Run(v, verify.Options{}); err == nil || !strings.Contains(err.Error(), "s_waitcnt vmcnt") {
			t.Errorf("%s: %v", chip.Name, err)
		}
	}
}

// TestBarriers: the simulator's checks find no race in any order of waves and of
// memory operations.
func TestBarriers(t *testing.T) {
	lds := []string{`"memref.store"(%a, %lds, %x) : (i32, memref<256xi32, #gpu.address_space<workgroup>>, index) -> ()`,
		`%got = "memref.load"(%lds, %at) : (memref<256xi32, #gpu.address_space<workgroup>>, index) -> i32`}
	global := []string{`"memref.store"(%a, %out, %x) : (i32, memref<256xi32>, index) -> ()`,
		`%got = "memref.load"(%out, %at) : (memref<256xi32>, index) -> i32`}
	direct := []string{`"amdgpu.gather_to_lds"(%in, %x, %lds, %wave) <{operandSegmentSizes = array<i32: 1, 1, 1, 1>, transferType = i32}> : (memref<256xi32>, index, memref<256xi32, #gpu.address_space<workgroup>>, index) -> ()`, lds[1]}
	async := []string{strings.Replace(direct[0], "transferType", "async, transferType", 1), lds[1]}
	data := make([]byte, 1024)
	for i := range 256 {
		binary.LittleEndian.PutUint32(data[4*i:], uint32(i*2654435761))
	}
	for _, c := range []struct {
		name, barrier string
		access        []string
	}{
		{"LDS", `"gpu.barrier"() : () -> ()`, lds},
		{"global memory", `"gpu.barrier"() : () -> ()`, global},
		{"lds_barrier", `"amdgpu.lds_barrier"() : () -> ()`, lds},
		{"LDS alone", `"gpu.barrier"() <{address_spaces = [#gpu.address_space<workgroup>]}> : () -> ()`, lds},
		{"global memory alone", `"gpu.barrier"() <{address_spaces = [#gpu.address_space<global>, #gpu.address_space<private>], scope = #gpu.barrier_scope<workgroup>}> : () -> ()`, global},
		{"no memory", `"gpu.barrier"() <{address_spaces = []}> : () -> ()`, lds},
		{"direct to LDS, LDS alone", `"gpu.barrier"() <{address_spaces = [#gpu.address_space<workgroup>]}> : () -> ()`, direct},
		{"own wait", "\"rocdl.s.waitcnt\"() <{bitfield = -7937 : i32}> : () -> ()\n\"rocdl.s.barrier\"() : () -> ()", lds},
		{"own counter", "\"amdgpu.memory_counter_wait\"() <{ds = 0 : i32}> : () -> ()\n\"rocdl.s.barrier\"() : () -> ()", lds},
		{"all own counters", "\"amdgpu.memory_counter_wait\"() <{load = 0 : i32, store = 0 : i32}> : () -> ()\n\"rocdl.s.barrier\"() : () -> ()", global},
		// What a kernel waits for itself says nothing of direct-to-LDS loads, or
		// nothing of this barrier.
		{"direct to LDS", "\"amdgpu.lds_barrier\"() : () -> ()", direct},
		{"direct to LDS, counted", "\"amdgpu.memory_counter_wait\"() <{load = 40 : i32}> : () -> ()\n\"amdgpu.lds_barrier\"() : () -> ()", direct},
		{"direct to LDS, own LDS wait", "\"amdgpu.memory_counter_wait\"() <{ds = 0 : i32}> : () -> ()\n\"rocdl.s.barrier\"() : () -> ()", direct},
		{"direct to LDS, own LDS waitcnt", "\"rocdl.s.waitcnt\"() <{bitfield = -16257 : i32}> : () -> ()\n\"rocdl.s.barrier\"() : () -> ()", direct},
		{"asynchronous", "\"rocdl.asyncmark\"() : () -> ()\n\"rocdl.wait.asyncmark\"() <{count = 0 : i16}> : () -> ()\n\"amdgpu.lds_barrier\"() : () -> ()", async},
		{"asynchronous, bare barrier", "\"rocdl.asyncmark\"() : () -> ()\n\"rocdl.wait.asyncmark\"() <{count = 0 : i16}> : () -> ()\n\"rocdl.s.barrier\"() : () -> ()", async},
		{"direct to LDS, own wait", "\"amdgpu.memory_counter_wait\"() <{load = 0 : i32, ds = 0 : i32}> : () -> ()\n\"rocdl.s.barrier\"() : () -> ()", direct},
	} {
		text := strings.NewReplacer("STORE", c.access[0], "LOAD", c.access[1], "BARRIER", c.barrier).Replace(barrierKernel)
		for i, schedule := range []sim.Options{{Schedule: sim.ScheduleLate}, {Schedule: sim.ScheduleRun}, {Schedule: sim.ScheduleRandom, Seed: 1}, {Schedule: sim.ScheduleRandom, Seed: 2}} {
			v := verify.Case{Name: "barrier.mlir", Text: text, Chip: arch.Chips[i%len(arch.Chips)], Grid: [3]uint32{1, 1, 1}, Block: [3]uint32{256, 1, 1}, Args: []interp.Arg{
				interp.Pointer(&interp.Buffer{Name: "in", Data: data}), interp.Pointer(&interp.Buffer{Name: "out", Data: make([]byte, 1024)})}}
			t.Run(fmt.Sprintf("%s %d", c.name, i), func(t *testing.T) {
				if _, err := verify.Run(v, verify.Options{Passes: pass.Options{Verify: true}, Sim: schedule}); err != nil {
					t.Error(err)
				}
			})
		}
	}
}

// aheadKernel loads what the next turn of a loop needs, while waves exchange this turn's numbers
// through LDS. Its output may be its input.
const aheadKernel = `
"gpu.module"() <{sym_name = "m"}> ({
  "gpu.func"() <{function_type = (memref<1024xi32>, memref<256xi32>) -> (), known_block_size = array<i32: 256, 1, 1>}> ({
  ^bb0(%in: memref<1024xi32>, %out: memref<256xi32>, %lds: memref<256xi32, #gpu.address_space<workgroup>>):
    %c0 = "arith.constant"() <{value = 0 : index}> : () -> index
    %c256 = "arith.constant"() <{value = 256 : index}> : () -> index
    %c768 = "arith.constant"() <{value = 768 : index}> : () -> index
    %c68 = "arith.constant"() <{value = 68 : index}> : () -> index
    %c255 = "arith.constant"() <{value = 255 : index}> : () -> index
    %x = "gpu.thread_id"() <{dimension = #gpu<dim x>}> : () -> index
    %far = "arith.addi"(%x, %c68) : (index, index) -> index
    %at = "arith.andi"(%far, %c255) : (index, index) -> index
    %first = "memref.load"(%in, %x) : (memref<1024xi32>, index) -> i32
    %r:2 = "scf.for"(%c0, %c768, %c256, %first, %first) ({
    ^bb1(%i: index, %v: i32, %a: i32):
      %s = "arith.addi"(%i, %c256) : (index, index) -> index
      %n = "arith.addi"(%s, %x) : (index, index) -> index
      %next = "memref.load"(%in, %n) : (memref<1024xi32>, index) -> i32
      "memref.store"(%v, %lds, %x) : (i32, memref<256xi32, #gpu.address_space<workgroup>>, index) -> ()
      "gpu.barrier"() : () -> ()
      %got = "memref.load"(%lds, %at) : (memref<256xi32, #gpu.address_space<workgroup>>, index) -> i32
      %b = "arith.xori"(%a, %got) : (i32, i32) -> i32
      "gpu.barrier"() : () -> ()
      "scf.yield"(%next, %b) : (i32, i32) -> ()
    }) : (index, index, index, i32, i32) -> (i32, i32)
    %sum = "arith.addi"(%r#0, %r#1) : (i32, i32) -> i32
    LAST
    "memref.store"(%sum, %out, %at) : (i32, memref<256xi32>, index) -> ()
    "gpu.return"() : () -> ()
  }) {gpu.kernel, sym_name = "k", workgroup_attributions = 1 : i64} : () -> ()
}) : () -> ()
`

// TestBarrierLeavesLoads: a barrier waits for a load from memory only if another wave may store
// there before they meet again.
func TestBarrierLeavesLoads(t *testing.T) {
	data := make([]byte, 4096)
	for i := range 1024 {
		binary.LittleEndian.PutUint32(data[4*i:], uint32(i*2654435761))
	}
	for last, waits := range map[string]int{"": 1, `"gpu.barrier"() : () -> ()`: 0} {
		for _, chip := range arch.Chips {
			in := &interp.Buffer{Name: "in", Data: data}
			v := verify.Case{Name: "ahead.mlir", Text: strings.Replace(aheadKernel, "LAST", last, 1), Chip: chip, Grid: [3]uint32{1, 1, 1}, Block: [3]uint32{256, 1, 1},
				Args: []interp.Arg{interp.Pointer(in), interp.Pointer(in)}}
			r, err := verify.Run(v, verify.Options{More: []sim.Options{{Schedule: sim.ScheduleLate}, {Schedule: sim.ScheduleRandom, Seed: 1}, {Schedule: sim.ScheduleRandom, Seed: 2}}})
			if err != nil {
				t.Errorf("%s, %q: %v", chip.Name, last, err)
				continue
			}
			if n := strings.Count(string(r.Built.Assembly()), "fence of memory"); n != waits {
				t.Errorf("%s, %q: barriers wait for memory %d times, want %d\n%s", chip.Name, last, n, waits, r.Built.Assembly())
			}
		}
	}
}
