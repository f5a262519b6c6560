package flow_test

import (
	"math"
	"testing"

	"heddle/arch"
	"heddle/codegen/flow"
	"heddle/ir"
)

const facts = `
"builtin.module"() ({
  "func.func"() <{function_type = (memref<?xi32>, memref<?xi32>, memref<64xi32>, index, index, memref<?xindex>) -> (), sym_name = "k",
      arg_attrs = [{}, {}, {llvm.noalias}, {}, {}, {}]}> ({
  ^bb0(%in: memref<?xi32>, %out: memref<?xi32>, %own: memref<64xi32>, %n: index, %m: index, %ends: memref<?xindex>):
    %t = "gpu.thread_id"() <{dimension = #gpu<dim x>}> : () -> index
    %b = "gpu.block_id"() <{dimension = #gpu<dim x>}> : () -> index
    %c6 = "arith.constant"() <{value = 6 : index}> : () -> index
    %c0 = "arith.constant"() <{value = 0 : index}> : () -> index
    %c1 = "arith.constant"() <{value = 1 : index}> : () -> index
    %c4 = "arith.constant"() <{value = 4 : index}> : () -> index
    %c40 = "arith.constant"() <{value = 40 : index}> : () -> index
    %wave = "arith.shrui"(%t, %c6) : (index, index) -> index
    %lo = "memref.alloc"() <{operandSegmentSizes = array<i32: 0, 0>}> : () -> memref<64xi32, 3>
    %hi = "memref.alloc"() <{operandSegmentSizes = array<i32: 0, 0>}> : () -> memref<64xi32, 3>
    %p = "arith.cmpi"(%t, %c40) <{predicate = 2 : i64}> : (index, index) -> i1
    %r = "scf.if"(%p) ({
      "scf.yield"(%t) : (index) -> ()
    }, {
      %d = "arith.subi"(%t, %c40) : (index, index) -> index
      "scf.yield"(%d) : (index) -> ()
    }) : (i1) -> index
    %s:4 = "scf.for"(%c0, %c40, %c4, %lo, %hi, %c0, %c0) ({
    ^bb1(%i: index, %x: memref<64xi32, 3>, %y: memref<64xi32, 3>, %a: index, %stage: index):
      %v = "memref.load"(%in, %i) : (memref<?xi32>, index) -> i32
      %w = "memref.load"(%own, %c0) : (memref<64xi32>, index) -> i32
      "memref.store"(%v, %x, %i) : (i32, memref<64xi32, 3>, index) -> ()
      %e = "arith.addi"(%a, %c6) : (index, index) -> index
      %other = "arith.xori"(%stage, %c1) : (index, index) -> index
      "scf.yield"(%y, %x, %e, %other) : (memref<64xi32, 3>, memref<64xi32, 3>, index, index) -> ()
    }) : (index, index, index, memref<64xi32, 3>, memref<64xi32, 3>, index, index) -> (memref<64xi32, 3>, memref<64xi32, 3>, index, index)
    "scf.for"(%c0, %n, %c4) ({
    ^bb1(%i: index):
      "memref.store"(%c40, %ends, %i) : (index, memref<?xindex>, index) -> ()
      "scf.yield"() : () -> ()
    }) : (index, index, index) -> ()
    "scf.for"(%c0, %n, %m) ({
    ^bb1(%i: index):
      "memref.store"(%c40, %ends, %i) : (index, memref<?xindex>, index) -> ()
      "scf.yield"() : () -> ()
    }) : (index, index, index) -> ()
    %z = "arith.constant"() <{value = 1 : i32}> : () -> i32
    "memref.store"(%z, %out, %t) : (i32, memref<?xi32>, index) -> ()
    "func.return"() : () -> ()
  }) {gpu.known_block_size = array<i32: 256, 1, 1>} : () -> ()
}) : () -> ()
`

func TestFacts(t *testing.T) {
	m, err := ir.Parse("facts.mlir", facts)
	if err != nil {
		t.Fatal(err)
	}
	if err := ir.Verify(m, ir.Options{}); err != nil {
		t.Fatal(err)
	}
	k := ir.Symbol(m.Op, "k")
	f := flow.Analyze(k, flow.LaunchOf(k, &arch.GFX950))
	var ops = map[string][]*ir.Operation{}
	k.Walk(func(op *ir.Operation) bool {
		ops[op.Name()] = append(ops[op.Name()], op)
		return true
	})
	thread, wave := ops["gpu.thread_id"][0].Result(), ops["arith.shrui"][0].Result()
	if f.Uniform(thread) || f.LaneBits(thread) != 63 || !f.Uniform(wave) || f.Range(wave).UMax != 3 {
		t.Errorf("thread %#x, wave %#x %+v", f.LaneBits(thread), f.LaneBits(wave), f.Range(wave))
	}
	sub := ops["arith.subi"][0]
	if r := f.Range(sub.Result()); r.UMin != 0 || r.UMax != 215 {
		t.Errorf("behind the guard %+v", r)
	}
	if r := f.RangeAt(thread, sub); r.UMin != 40 || r.UMax != 255 || f.Range(thread).UMin != 0 {
		t.Errorf("at the guard %+v", r)
	}
	branch, loop := ops["scf.if"][0], ops["scf.for"][0]
	if !f.Divergent(branch) || f.Divergent(loop) || f.Uniform(branch.Results[0]) || !f.Uniform(loop.Results[2]) {
		t.Error("divergence of control")
	}
	steps, leaps := ops["scf.for"][1].Regions[0].Entry().Args[0], ops["scf.for"][2].Regions[0].Entry().Args[0]
	if f.Range(steps).SMax != 4<<44 || f.Range(leaps).SMax != math.MaxInt64-1 {
		t.Errorf("counters to an unknown bound: %+v, %+v", f.Range(steps), f.Range(leaps))
	}
	body := loop.Regions[0].Entry()
	if r := f.Range(body.Args[0]); r.UMax != 36 || f.Divisor(body.Args[0]) != 4 {
		t.Errorf("counter %+v", r)
	}
	if r := f.Range(body.Args[3]); r.UMax != 54 || f.Divisor(body.Args[3]) != 2 || f.Range(loop.Results[2]).UMax != 60 {
		t.Errorf("what is carried %+v", r)
	}
	if r := f.Range(body.Args[4]); r.UMax != 1 {
		t.Errorf("one of two %+v", r)
	}
	args := k.Regions[0].Entry().Args
	if f.ReadOnly(args[0]) || f.ReadOnly(args[1]) || !f.ReadOnly(args[2]) || !f.MayAlias(args[0], args[1]) || f.MayAlias(args[0], args[2]) {
		t.Error("the first argument may be the second, but the third is alone")
	}
	x, y := body.Args[1], body.Args[2]
	if len(f.Roots(x)) != 2 || !f.MayAlias(x, y) || f.MayAlias(x, args[0]) || f.Roots(x)[0].Space != ir.WorkgroupMemory || f.ReadOnly(y) || !f.Uniform(x) {
		t.Errorf("swapped buffers have %d roots", len(f.Roots(x)))
	}
	loads := ops["memref.load"]
	if !f.Uniform(loads[0].Result()) || !f.FitsS32(thread) || f.FitsU32(args[3]) {
		t.Error("loads, or 32 bits")
	}
}
