package codegen_test

import (
	"encoding/binary"
	"fmt"
	"strings"
	"testing"

	"heddle/arch"
	"heddle/build"
	"heddle/ir"
	"heddle/ir/interp"
	"heddle/pass"
	"heddle/sim"
	"heddle/verify"
)

const ldsType = "memref<256xi32, #gpu.address_space<workgroup>>"

// reuseKernel: 256 lanes have two arrays in LDS; BODY is in a loop.
const reuseKernel = `
"gpu.module"() <{sym_name = "m"}> ({
  "gpu.func"() <{function_type = (memref<256xi32>) -> (), known_block_size = array<i32: 256, 1, 1>}> ({
  ^bb0(%out: memref<256xi32>, %a: LDS, %b: LDS):
    %c0 = "arith.constant"() <{value = 0 : index}> : () -> index
    %c1 = "arith.constant"() <{value = 1 : index}> : () -> index
    %c3 = "arith.constant"() <{value = 3 : index}> : () -> index
    %c68 = "arith.constant"() <{value = 68 : index}> : () -> index
    %c255 = "arith.constant"() <{value = 255 : index}> : () -> index
    %x = "gpu.thread_id"() <{dimension = #gpu<dim x>}> : () -> index
    %far = "arith.addi"(%x, %c68) : (index, index) -> index
    %at = "arith.andi"(%far, %c255) : (index, index) -> index
    %block = "gpu.block_id"() <{dimension = #gpu<dim x>}> : () -> index
    %never = "arith.cmpi"(%block, %c0) <{predicate = 1 : i64}> : (index, index) -> i1
    %r0 = "memref.load"(%out, %x) : (memref<256xi32>, index) -> i32
BODY
    "gpu.return"() : () -> ()
  }) {gpu.kernel, sym_name = "k", workgroup_attributions = 2 : i64} : () -> ()
}) : () -> ()
`

// reuseBody writes the lines of a body: s ARRAY stores, l ARRAY loads what
// another wave stored, bar is a barrier, for and end make a loop of three turns,
// if and fi a branch that is not taken, c ARRAY is memory allocated here.
func reuseBody(code string) string {
	var b strings.Builder
	n, before := 0, 0
	for _, line := range strings.Split(code, ";") {
		f := strings.Fields(line)
		switch f[0] {
		case "s":
			fmt.Fprintf(&b, "\"memref.store\"(%%r%d, %%%s, %%x) : (i32, LDS, index) -> ()\n", n, f[1])
		case "l":
			fmt.Fprintf(&b, "%%g%d = \"memref.load\"(%%%s, %%at) : (LDS, index) -> i32\n", n, f[1])
			fmt.Fprintf(&b, "%%r%d = \"arith.addi\"(%%g%d, %%r%d) : (i32, i32) -> i32\n", n+1, n, n)
			n++
			fmt.Fprintf(&b, "\"memref.store\"(%%r%d, %%out, %%x) : (i32, memref<256xi32>, index) -> ()\n", n)
		case "bar":
			b.WriteString("\"gpu.barrier\"() : () -> ()\n")
		case "view":
			fmt.Fprintf(&b, "%%%s = \"memref.cast\"(%%%s) : (LDS) -> LDS\n", f[1], f[2])
		case "c":
			fmt.Fprintf(&b, "%%%s = \"memref.alloc\"() <{operandSegmentSizes = array<i32: 0, 0>}> : () -> LDS\n", f[1])
		case "for":
			fmt.Fprintf(&b, "%%last%d = \"scf.for\"(%%c0, %%c3, %%c1, %%r%d) ({\n^bb1(%%i: index, %%r%d: i32):\n", n, n, n+1)
			n++
		case "end":
			fmt.Fprintf(&b, "\"scf.yield\"(%%r%d) : (i32) -> ()\n}) : (index, index, index, i32) -> i32\n", n)
			n = 0
		case "if":
			b.WriteString("\"scf.if\"(%never) ({\n")
			before = n
		case "fi":
			b.WriteString("\"scf.yield\"() : () -> ()\n}, {\n}) : (i1) -> ()\n")
			n = before
		}
	}
	return strings.NewReplacer("LDS", ldsType).Replace(b.String())
}

// TestReusedLDS: arrays share bytes if and only if barriers keep them apart, and
// where they do no check finds a race in any order of waves.
func TestReusedLDS(t *testing.T) {
	data := make([]byte, 1024)
	for i := range 256 {
		binary.LittleEndian.PutUint32(data[4*i:], uint32(i*2654435761))
	}
	for _, c := range []struct {
		name, code string
		bytes      int
	}{
		{"one after the other", "s a;bar;l a;bar;s b;bar;l b", 1024},
		{"the other first", "s b;bar;l b;bar;s a;bar;l a", 1024},
		{"no barrier between", "s a;bar;l a;s b;bar;l b", 2048},
		{"both in use", "s a;s b;bar;l a;l b", 2048},
		{"through a view", "view v a;s a;bar;l a;bar;s b;bar;l v", 2048},
		{"in one loop", "for;s a;bar;l a;bar;s b;bar;l b;bar;end", 2048},
		{"a loop with a barrier at its end", "for;s a;bar;l a;bar;end;s b;bar;l b", 1024},
		{"a loop without", "for;bar;s a;bar;l a;end;s b;bar;l b", 2048},
		{"before a loop with a barrier at its begin", "s a;bar;l a;for;bar;s b;bar;l b;end", 1024},
		// A barrier in a branch separates nothing that is outside of it.
		{"a branch with a barrier at its end", "s a;bar;l a;if;l a;bar;fi;s b;bar;l b", 2048},
		{"a branch with a barrier at its begin", "s a;bar;l a;if;bar;s b;fi;s b;bar;l b", 2048},
		{"the same in a loop", "for;bar;s a;bar;l a;if;l a;bar;fi;end;s b;bar;l b", 2048},
		{"in a branch only", "if;s a;bar;l a;bar;fi;s b;bar;l b", 1024},
		// Allocations in a loop are moved out of it: their contents may last.
		{"allocated in a loop", "for;c d;c e;s d;bar;l d;bar;s e;bar;l e;bar;end", 2048},
		{"allocated in a loop, none on the way back", "for;c d;c e;s d;bar;l d;bar;s e;bar;l e;end", 2048},
		{"three, of which two meet", "s a;bar;l a;bar;c d;s b;s d;bar;l b;l d", 2048},
	} {
		body := reuseBody(c.code)
		text := strings.NewReplacer("BODY", body, "LDS", ldsType).Replace(reuseKernel)
		if strings.Contains(c.name, "allocated") {
			text = strings.NewReplacer(", %a: "+ldsType+", %b: "+ldsType, "", "workgroup_attributions = 2", "workgroup_attributions = 0").Replace(text)
		}
		for _, chip := range arch.Chips {
			v := verify.Case{Name: "reuse.mlir", Text: text, Chip: chip, Grid: [3]uint32{1, 1, 1}, Block: [3]uint32{256, 1, 1},
				Args: []interp.Arg{interp.Pointer(&interp.Buffer{Name: "out", Data: data})}}
			t.Run(c.name+" "+chip.Name, func(t *testing.T) {
				res, err := verify.Run(v, verify.Options{Passes: pass.Options{Verify: true}, Sim: sim.Options{Schedule: sim.ScheduleLate}, More: []sim.Options{
					{Schedule: sim.ScheduleRun}, {Schedule: sim.ScheduleRandom, Seed: 1}, {Schedule: sim.ScheduleRandom, Seed: 2}, {Schedule: sim.ScheduleRandom, Seed: 3}}})
				if err != nil {
					t.Fatal(err)
				}
				if n := res.Built.Kernels[0].Func.LDSBytes; n != c.bytes {
					t.Errorf("%d bytes of LDS, not %d", n, c.bytes)
				}
			})
		}
	}
}

// TestBelowLDS: an element before that of the lane is addressed as it is. Nothing says that a negative address
// and the offset field wrap in their sum.
func TestBelowLDS(t *testing.T) {
	text := strings.NewReplacer("BODY", `
    %before = "arith.subi"(%x, %c1) : (index, index) -> index
    %some = "arith.cmpi"(%x, %c1) <{predicate = 9 : i64}> : (index, index) -> i1
    "scf.if"(%some) ({
      %v = "memref.load"(%a, %before) : (LDS, index) -> i32
      "memref.store"(%v, %out, %x) : (i32, memref<256xi32>, index) -> ()
      "scf.yield"() : () -> ()
    }, {
    }) : (i1) -> ()`).Replace(reuseKernel)
	text = strings.ReplaceAll(text, "LDS", ldsType)
	for _, chip := range arch.Chips {
		m, err := ir.Parse("below.mlir", text)
		if err != nil {
			t.Fatal(err)
		}
		r, err := build.MLIR(m, build.Options{Chip: chip})
		if err != nil {
			t.Fatal(err)
		}
		_, read, found := strings.Cut(string(r.Assembly()), "ds_read_b32 ")
		read, _, _ = strings.Cut(read, "\n")
		if !found || strings.Contains(read, "offset:") {
			t.Errorf("%s: an offset to a negative address: ds_read_b32 %s", chip.Name, read)
		}
	}
}
