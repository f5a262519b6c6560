package random

import (
	"fmt"
	"math/bits"

	"heddle/ir"
	"heddle/isa"
)

// Exchange between the lanes of a wave.

// laneType is what lanes exchange: numbers and vectors of them.
func (g *gen) laneType() ir.Type {
	e := pick(g, append(g.ints(), g.floats()...)...)
	if e == ir.Index || e == ir.I4 {
		e = ir.I32
	}
	if g.has(Vectors) && g.chance(1, 4) {
		return vec(e, pick[int64](g, 2, 4, 3, 8))
	}
	return e
}

// group returns a power of two of lanes that are all there.
func (g *gen) group() int64 {
	n := int64(1) << g.n(bits.Len64(uint64(g.full)))
	return min(n, g.full)
}

func makeShuffle(g *gen) {
	t := g.laneType()
	w := g.group()
	mode := pick(g, "xor", "idx", "up", "down")
	var offset *value
	if g.chance(1, 2) {
		offset = g.i32(int64(g.n(int(w) + 1)))
	} else {
		offset = g.op("arith.andi", "", ir.I32, g.value(ir.I32), g.i32(w-1))
	}
	if mode == "xor" || mode == "idx" {
		offset = g.op("arith.andi", "", ir.I32, offset, g.i32(w-1))
	}
	v := g.value(t)
	r := g.opN("gpu.shuffle", fmt.Sprintf("mode = #gpu<shuffle_mode %s>", mode), []ir.Type{t, ir.I1}, v, offset, g.i32(w))
	r[0].level, r[1].level = perLane, perLane
	if mode == "up" || mode == "down" { // out of the group it is poison
		s := g.op("arith.select", "", t, r[1], r[0], g.value(t))
		g.keep(s, r[1])
		return
	}
	g.keep(r...)
}

func makeRotate(g *gen) {
	t := g.laneType()
	w := g.group()
	r := g.opN("gpu.rotate", fmt.Sprintf("offset = %d : i32, width = %d : i32", g.n(int(w)), w), []ir.Type{t, ir.I1}, g.value(t))
	r[0].level, r[1].level = perLane, perLane
	g.keep(r[0])
}

func makeSubgroupReduce(g *gen) {
	t := g.laneType()
	attrs := fmt.Sprintf("op = #gpu<all_reduce_op %s>", pick(g, kinds(t)...))
	l := perLane
	if g.full < int64(g.chip.WaveSize) || g.chance(2, 3) {
		size := g.group()
		attrs += fmt.Sprintf(", cluster_size = %d : i32", size)
		if stride := g.full / size; stride > 1 && g.chance(1, 3) {
			attrs += fmt.Sprintf(", cluster_stride = %d : i32", int64(1)<<g.n(bits.Len64(uint64(stride))))
		}
	} else {
		l = perWave
	}
	v := g.value(t)
	r := g.op("gpu.subgroup_reduce", attrs, t, v)
	r.level = l
	g.keep(r)
}

// makeAllReduce combines a number of all lanes of the workgroup.
func makeAllReduce(g *gen) {
	t := ir.ElemType(g.laneType())
	if t == ir.Index || g.graph {
		t = ir.I32
	}
	v := g.value(t)
	g.sized = true
	r := g.results(perGroup, []ir.Type{t})
	v.used = true
	g.ops++
	g.line("%s\"gpu.all_reduce\"(%s) <{op = #gpu<all_reduce_op %s>, uniform}> ({", define(r), v.name, pick(g, kinds(t)...))
	g.line("}) : (%s) -> %s", t, t)
	g.keep(r...)
}

// makeReadLane makes a value the same for all lanes of a wave.
func makeReadLane(g *gen) {
	t := g.laneType()
	v := g.value(t)
	l := perWave
	var r *value
	switch k := g.n(4); {
	case k == 0:
		r = g.op("rocdl.readfirstlane", "", t, v)
	case k == 1 || g.level < perWave:
		r = g.op("gpu.subgroup_broadcast", "broadcast_type = #gpu<broadcast first_active_lane>", t, v)
	default:
		lane := g.i32(int64(g.n(int(g.full))))
		if g.chance(1, 3) {
			lane = g.op("arith.andi", "", ir.I32, g.valueOf(ir.I32, perWave), g.i32(g.full-1))
		}
		switch g.n(4) {
		case 0:
			r = g.op("rocdl.readlane", "", t, v, lane)
		case 1:
			r = g.op("llvm.call_intrinsic", `intrin = "llvm.amdgcn.readlane", op_bundle_sizes = array<i32>, `+segments(2, 0), t, v, lane)
		default:
			r = g.op("gpu.subgroup_broadcast", "broadcast_type = #gpu<broadcast specific_lane>", t, v, lane)
		}
	}
	r.level = max(l, v.level)
	g.keep(r)
}

func makeDPP(g *gen) {
	t := g.laneType()
	if ir.VectorShape(t) != nil || width(t) < 8 {
		t = ir.I32
	}
	kind := pick(g, ir.DPPPerms...)
	attrs := fmt.Sprintf("kind = #amdgpu<dpp_perm %s>", kind)
	switch kind {
	case "quad_perm":
		attrs += fmt.Sprintf(", permArgument = [%d, %d, %d, %d]", g.n(4), g.n(4), g.n(4), g.n(4))
	case "row_shl", "row_shr", "row_ror":
		attrs += fmt.Sprintf(", permArgument = %d : i32", 1+g.n(15))
	}
	if g.chance(1, 3) {
		attrs += fmt.Sprintf(", row_mask = %d : i32, bank_mask = %d : i32", g.n(16), g.n(16))
	}
	if g.chance(1, 2) {
		attrs += ", bound_ctrl = true"
	}
	old, v := g.value(t), g.value(t)
	r := g.op("amdgpu.dpp", attrs, t, old, v)
	r.level = perLane
	g.keep(r)
}

func makeSwizzle(g *gen) {
	t := g.laneType()
	and := 31
	if g.chance(1, 2) {
		and = g.n(32)
	}
	v := g.value(t)
	r := g.op("amdgpu.swizzle_bitmode", fmt.Sprintf("and_mask = %d : i32, or_mask = %d : i32, xor_mask = %d : i32", and, g.n(32)&^and, g.n(32)), t, v)
	r.level = perLane
	g.keep(r)
}

func makePermlaneSwap(g *gen) {
	if !g.hasInst(isa.V_PERMLANE16_SWAP_B32) {
		makeSwizzle(g)
		return
	}
	t := g.laneType()
	attrs := fmt.Sprintf("row_length = %d : i32", pick(g, 16, 32))
	v := g.value(t)
	r := g.op("amdgpu.permlane_swap", attrs, t, v)
	r.level = perLane
	g.keep(r)
}

// makeRowSwap exchanges rows of lanes between two registers and combines what both have then.
func makeRowSwap(g *gen) {
	if !g.hasInst(isa.V_PERMLANE16_SWAP_B32) {
		makeSwizzle(g)
		return
	}
	a, b := g.value(ir.I32), g.value(ir.I32)
	pair := g.op(pick(g, "rocdl.permlane16.swap", "rocdl.permlane32.swap"), "boundControl = false, fi = false", ir.Pair, a, b)
	for n := range 2 {
		r := g.op("llvm.extractvalue", fmt.Sprintf("position = array<i64: %d>", n), ir.I32, pair)
		r.level = perLane
		g.keep(r)
	}
}

// makeNumbers asks where the lane is.
func makeNumbers(g *gen) {
	type row struct {
		name  string
		n     int64
		level level
	}
	d := g.n(3)
	dim := fmt.Sprintf("dimension = #gpu<dim %c>", "xyz"[d])
	waves := (g.lanes + int64(g.chip.WaveSize) - 1) / int64(g.chip.WaveSize)
	b, n := int64(g.block[d]), int64(g.grid[d])
	rows := []row{
		{"gpu.thread_id", b, perLane}, {"gpu.block_id", n, perGroup}, {"gpu.block_dim", b + 1, perGroup}, {"gpu.grid_dim", n + 1, perGroup},
		{"gpu.global_id", b * n, perLane}, {"gpu.lane_id", min(g.lanes, int64(g.chip.WaveSize)), perLane}, {"gpu.subgroup_id", waves, perWave},
		{"gpu.num_subgroups", waves + 1, perGroup}, {"gpu.subgroup_size", int64(g.chip.WaveSize) + 1, perGroup},
	}
	r := rows[g.n(len(rows))]
	attrs := dim
	switch r.name {
	case "gpu.lane_id", "gpu.subgroup_id", "gpu.num_subgroups", "gpu.subgroup_size":
		attrs = ""
	default:
		if g.chance(1, 4) {
			attrs += fmt.Sprintf(", upper_bound = %d : index", r.n)
		}
	}
	v := g.op(r.name, attrs, ir.Index)
	v.level, v.below = r.level, r.n
	g.keep(v)
}
