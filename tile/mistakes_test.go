package tile_test

import (
	"errors"
	"fmt"
	"math"
	"runtime"
	"strings"
	"testing"

	"heddle/arch"
	"heddle/ir"
	"heddle/tile"
)

func line() int {
	_, _, n, _ := runtime.Caller(1)
	return n
}

// mistakes are what authors get wrong, each within three lines of line.
var mistakes = []struct {
	line int
	body func(k *tile.Kernel)
	want string
}{
	{line(), func(k *tile.Kernel) { k.WorkgroupID(3) }, "dimension 3 of the grid"},
	{line(), func(k *tile.Kernel) { k.Printf("%ld %ld\n", tile.I(1)) }, "has 2 conversions for 1 numbers"},
	{line(), func(k *tile.Kernel) { k.Printf("%f\n", tile.I(1)) }, "%f of \"%f\\n\" is not for an Index: %ld is"},
	{line(), func(k *tile.Kernel) { k.Grid(1, 0, 1) }, "a grid of 1 x 0 x 1"},
	{line(), func(k *tile.Kernel) {
		m := k.MMA(ir.BF16, ir.BF16, 32, 2, 1)
		m.RowSums(k.Fill(m.A(64, 16), ir.F16, 0), nil)
	}, "RowSums of a tile of f16; this MMA takes bf16"},
	{line(), func(k *tile.Kernel) {
		m := k.MMA(ir.BF16, ir.BF16, 32, 2, 1)
		m.RowSums(k.Fill(m.A(64, 16), ir.BF16, 0), k.Fill(m.C(64, 32).ColVector(), ir.F32, 0))
	}, "accepted: what SumsOf or RowSums returns"},
	{line(), func(k *tile.Kernel) { k.Priority(4) }, "priority 4; accepted: 0 to 3"},
	{line(), func(k *tile.Kernel) { k.If(k.Wave().Less(tile.I(1)), k.Barrier) }, "a barrier in a branch"},
	{line(), func(k *tile.Kernel) {
		k.For(tile.I(0), k.Wave(), tile.I(1), nil, func(tile.Index, tile.Values) tile.Values { k.Barrier(); return nil })
	}, "a barrier in a branch or loop in which waves"},
	{line(), func(k *tile.Kernel) {
		k.For(tile.I(0), k.Wave(), tile.I(1), nil, func(i tile.Index, _ tile.Values) tile.Values { k.If(tile.I(0).Less(i), k.Barrier); return nil })
	}, "a barrier in a branch or loop in which waves"},
	{line(), func(k *tile.Kernel) {
		carry(k, tile.Values{tile.I(1)}, func(tile.Values) tile.Values { return tile.Values{k.Wave()} })
	}, "the value that its body returns is not"},
	{line(), func(k *tile.Kernel) {
		k.AtomicAdd(k.Tensor("x", ir.BF16, 1, 64), k.Fill(k.Spread(1, 64, 1), ir.BF16, 1), tile.I(0), tile.I(0))
	}, "AtomicAdd to tensor x of bf16; accepted: elements of 32 or 64 bits"},
	{line(), func(k *tile.Kernel) { k.Await(16) }, "Await leaves 16 groups under way; accepted: 0 to 15"},
	{line(), func(k *tile.Kernel) { k.Async(func() { k.Async(func() {}) }) }, "Async in Async"},
	{line(), func(k *tile.Kernel) { k.Stagger(4, func() {}) }, "4 groups of a workgroup of 2 waves"},
	{line(), func(k *tile.Kernel) { k.Stagger(2, func() { k.Stagger(2, func() {}) }) }, "Stagger in Stagger"},
	{line(), func(k *tile.Kernel) {
		k.Stagger(2, func() { k.Reduce(tile.Sum, k.Fill(k.Spread(128, 1, 1), ir.F32, 1), tile.OverRows) })
	}, "a reduction over waves in Stagger"},
	{line(), func(k *tile.Kernel) { k.Roles(func() {}) }, "1 roles for 2 waves"},
	{line(), func(k *tile.Kernel) { k.Roles(func() { k.Stagger(2, func() {}) }, func() {}) }, "2 groups of a workgroup of 1 waves"},
	{line(), func(k *tile.Kernel) {
		l := k.Spread(8, 16, 1)
		k.Roles(func() { k.Load(k.Tensor("x", ir.F32, 8, 16), l, tile.I(0), tile.I(0)) }, func() {})
	}, "a layout over 2 waves where there are 1"},
	{line(), func(k *tile.Kernel) {
		k.Roles(func() { k.If(k.Wave().Less(tile.I(1)), func() {}); k.If(k.Lane().Less(tile.I(1)), func() {}) }, func() {})
	}, "use Select"},
	{line(), func(k *tile.Kernel) { streams(k, tile.Stream{}) }, "stream 0 of a pipeline; it needs either Load"},
	{line(), func(k *tile.Kernel) { streams(k, tile.Stream{Direct: directly, Buffers: -1}) }, "has -1 buffers"},
	{line(), func(k *tile.Kernel) { streams(k, tile.Stream{Direct: directly, Buffers: 1}) }, "needs more buffers"},
	{line(), func(k *tile.Kernel) { streams(k, tile.Stream{Direct: directly, Ahead: 9}) }, "loads 9 steps ahead directly to 2 buffers"},
	{line(), func(k *tile.Kernel) { streams(k, tile.Stream{Direct: directly, Early: 1}) }, "puts 1 phases early"},
	{line(), func(k *tile.Kernel) { streams(k, tile.Stream{Direct: directly, At: []int{2}, Fetch: fetch}) }, "fetches at [2]"},
	{line(), func(k *tile.Kernel) { streams(k, tile.Stream{Direct: directly, At: []int{0}, Fetch: fetch, Sooner: 2}) }, "fetches at [0], and 2 phases sooner"},
	{line(), func(k *tile.Kernel) { streams(k, tile.Stream{Direct: directly, Fetch: fetch, Sooner: 1}) }, "fetches at [0 1], and 1 phases sooner"},
	{line(), func(k *tile.Kernel) {
		streams(k, tile.Stream{Direct: directly, At: []int{0}, Fetch: fetch, Sooner: -1})
	}, "and -1 phases sooner"},
	{line(), func(k *tile.Kernel) { streams(k, tile.Stream{Direct: directly, Sooner: 1}) }, "and 1 phases sooner"},
	{line(), func(k *tile.Kernel) {
		k.Run(tile.Pipeline{Steps: tile.I(1), Buffers: 2, Streams: []tile.Stream{{Direct: directly}}, Compute: computes}, nil)
	}, "they belong to the streams"},
	{line(), func(k *tile.Kernel) {
		k.Run(tile.Pipeline{Steps: tile.I(1), Buffers: 2, Phases: 17, Compute: computes}, nil)
	}, "17 phases"},
	{line(), func(k *tile.Kernel) { k.Run(tile.Pipeline{Steps: tile.I(1), Buffers: 2, Compute: computes}, nil) }, "without Load"},
	{line(), func(k *tile.Kernel) { k.WorkgroupID(0).MultipleOf(0) }, "a multiple of 0"},
	{line(), func(k *tile.Kernel) { k.Tensor("x", ir.F32, 8, tile.Dyn).MultipleOf(1, -1) }, "tensor x: a multiple of -1"},
	{line(), func(k *tile.Kernel) { k.Tensor("x", ir.F32, 8, tile.Dyn).StrideMultipleOf(0, 0) }, "tensor x: a multiple of 0"},
	{line(), func(k *tile.Kernel) { k.Tensor("x", ir.F32, 8, 8); k.Tensor("x", ir.F32, 8, 8) }, "two tensors are called x"},
	{line(), func(k *tile.Kernel) {
		x := k.Tensor("x", ir.F32, 8, 8)
		load(k, x, tile.I(0), tile.I(0))
		x.CacheSwizzle(256)
	}, "CacheSwizzle after its first access"},
	{line(), func(k *tile.Kernel) { k.Convert(ones(k, ir.F32), ir.I1) }, "use Compare"},
	{line(), func(k *tile.Kernel) { k.If(k.Lane().Less(tile.I(1)).And(always(k)), func() {}) }, "use Select"},
	{line(), func(k *tile.Kernel) { tile.I(1).Div(0) }, "a division of 1 by 0"},
	{line(), func(k *tile.Kernel) { tile.I(-1).Mod(2) }, "a remainder of -1 by 2"},
	{line(), func(k *tile.Kernel) { k.Spread(3, 5, 1) }, "a tile of 3 x 5; accepted: powers of two, of which one may be times an odd number"},
	{line(), func(k *tile.Kernel) { k.Spread(4, 4, 8) }, "pieces of 8 elements are longer than the rows of a tile, or of its blocks, of 4 x 4; accepted: up to 4"},
	{line(), func(k *tile.Kernel) { k.Blocks(4, 4, 8, 1, 1) }, "blocks of 8 x 1"},
	{line(), func(k *tile.Kernel) { k.Blocks(4, 4, 1, 2, 4) }, "blocks of 1 x 2, 4 across"},
	{line(), func(k *tile.Kernel) { k.Blocks(4, 4, 1, 3, 1) }, "powers of two"},
	{line(), func(k *tile.Kernel) { k.LDS(ir.F32, 4, 4, 0) }, "0 LDS tiles"},
	{line(), func(k *tile.Kernel) { k.LDS(ir.F32, 3, 5, 1) }, "sizes must be powers of two"},
	{line(), func(k *tile.Kernel) { k.LDS(ir.F32, 4, 4, 1, tile.Stored(k.Spread(8, 4, 1))) }, "does not fit LDS of 4 x 4"},
	{line(), func(k *tile.Kernel) { k.LDS(ir.F32, 4, 4, 2).Load(k.Spread(2, 2, 1), tile.I(0), 1, 0) }, "at (1, 0) of LDS of 4 x 4"},
	{line(), func(k *tile.Kernel) { k.LDS(ir.F32, 4, 4, 2).Load(k.Spread(2, 2, 1), tile.I(2), 0, 0) }, "buffer 2 of 2"},
	{line(), func(k *tile.Kernel) { k.LDS(ir.F32, 4, 4, 2).Load(k.Spread(2, 2, 1), k.Lane(), 0, 0) }, "buffer 0 of 2"},
	{line(), func(k *tile.Kernel) { k.LDS(ir.F32, 4, 4, 1).Store(ones(k, ir.F16), tile.I(0), 0, 0) }, "a tile of f16 is stored to LDS of f32"},
	{line(), func(k *tile.Kernel) { k.Relayout(ones(k, ir.F16), k.Spread(8, 8, 1)) }, "a tile of 4 x 4 is not one of 8 x 8"},
	{line(), func(k *tile.Kernel) { ones(k, ir.F16).Reorder(k.SpreadDown(4, 4, 1)) }, "use Relayout"},
	{line(), func(k *tile.Kernel) {
		carry(k, tile.Values{tile.I(1)}, func(c tile.Values) tile.Values { c.Tile(0); return c })
	}, "value 0 is not a tile"},
	{line(), func(k *tile.Kernel) {
		carry(k, tile.Values{ones(k, ir.F32)}, func(c tile.Values) tile.Values { c.Index(0); return c })
	}, "value 0 is not an index"},
	{line(), func(k *tile.Kernel) {
		carry(k, tile.Values{}, func(c tile.Values) tile.Values { c.Index(1); return c })
	}, "there is no value 1: values are counted from 0, and there are 0"},
	{line(), func(k *tile.Kernel) { carry(k, tile.Values{tile.I(1)}, func(tile.Values) tile.Values { return nil }) }, "carries 1 values, but its body returns 0"},
	{line(), func(k *tile.Kernel) {
		carry(k, tile.Values{ones(k, ir.F32)}, func(tile.Values) tile.Values { return tile.Values{ones(k, ir.F16)} })
	}, "a tile of f32, 4 x 4"},
	{line(), func(k *tile.Kernel) { k.For(tile.I(0), tile.I(2), tile.I(0), nil, nil) }, "a loop with step 0"},
	{line(), func(k *tile.Kernel) { k.For(tile.I(0), k.Lane(), tile.I(1), nil, nil) }, "may differ between lanes"},
	{line(), func(k *tile.Kernel) { leak := leaked(k); k.Add(leak, leak) }, "outside its kernel, loop or branch"},
	{line(), func(k *tile.Kernel) { k.Run(piped(tile.Pipeline{Steps: tile.I(-1), Buffers: 2}), nil) }, "a pipeline of -1 steps"},
	{line(), func(k *tile.Kernel) { k.Run(piped(tile.Pipeline{Steps: tile.I(1), Buffers: 0}), nil) }, "with 0 buffers"},
	{line(), func(k *tile.Kernel) { k.Run(piped(tile.Pipeline{Steps: tile.I(1), Buffers: 2, Ahead: -1}), nil) }, "loads -1 steps ahead"},
	{line(), func(k *tile.Kernel) { k.Run(piped(tile.Pipeline{Steps: k.Wave(), Buffers: 2}), nil) }, "may differ between waves"},
	{line(), func(k *tile.Kernel) { k.Run(tile.Pipeline{Steps: tile.I(1), Buffers: 2}, nil) }, "without Compute"},
	{line(), func(k *tile.Kernel) { k.Run(piped(tile.Pipeline{Steps: tile.I(20), Buffers: 2, First: k.Wave()}), nil) }, "first step may differ between waves"},
	{line(), func(k *tile.Kernel) { k.Run(piped(tile.Pipeline{Steps: k.Size(), Buffers: 2, First: tile.I(1)}), nil) }, "a number of steps that is not known"},
	{line(), func(k *tile.Kernel) {
		k.Run(piped(tile.Pipeline{Steps: tile.I(20), Buffers: 2, Fewer: k.WorkgroupID(0).Below(9)}), nil)
	}, "from 0 to 8 fewer, a multiple of 1; accepted: multiples of 2 from 0 to"},
	{line(), func(k *tile.Kernel) {
		k.Run(piped(tile.Pipeline{Steps: tile.I(20), Buffers: 2, Fewer: tile.I(18)}), nil)
	}, "from 18 to 18 fewer"},
	{line(), func(k *tile.Kernel) {
		k.Run(piped(tile.Pipeline{Steps: tile.I(20), Buffers: 2, Fewer: tile.I(2), First: tile.I(17)}), nil)
	}, "that begins with step 17 to 17"},
	{line(), func(k *tile.Kernel) { k.Run(piped(tile.Pipeline{Steps: tile.I(1), Buffers: 2, Kept: 1}), nil) }, "keeps 1 of 0"},
	{line(), func(k *tile.Kernel) { k.MMA(ir.F16, ir.F16, 16, 2, 2) }, "2 x 2 waves share the tiles of a workgroup of 2"},
	{line(), func(k *tile.Kernel) { k.MMA(ir.F16, ir.BF16, 16, 2, 1) }, "no matrix instruction of 16 x 16 for f16 and bf16; accepted: the types "},
	{line(), func(k *tile.Kernel) { k.MMA(ir.F16, ir.F16, 16, 2, 1).A(16, 64) }, "it needs 16 rows for each"},
	{line(), func(k *tile.Kernel) { k.MMA(ir.F16, ir.F16, 16, 2, 1).C(16, 64) }, "each needs 16 x 16"},
	{line(), func(k *tile.Kernel) {
		m := k.MMA(ir.F16, ir.F16, 16, 2, 1)
		m.Dot(ones(k, ir.F32), ones(k, ir.F16), m.Zero(32, 16))
	}, "tiles of f32, f16 and f32"},
	{line(), func(k *tile.Kernel) {
		m := k.MMA(ir.F16, ir.F16, 16, 2, 1)
		m.Dot(ones(k, ir.F16), ones(k, ir.F16), m.Zero(32, 16))
	}, "it needs 16 rows"},
	{line(), func(k *tile.Kernel) {
		m := k.MMA(ir.F16, ir.F16, 16, 2, 1)
		z := m.Zero(32, 16)
		m.DotScaled(z, z, z, z, z)
	}, "does not take scales"},
	{line(), func(k *tile.Kernel) { k.Reduce(7, ones(k, ir.F32), tile.OverCols) }, "reduction 7"},
	{line(), func(k *tile.Kernel) { k.Compare(ones(k, ir.F32), 9, ones(k, ir.F32)) }, "predicate 9"},
	{line(), func(k *tile.Kernel) { k.Select(ones(k, ir.F32), ones(k, ir.F32), ones(k, ir.F32)) }, "it must be of i1"},
	{line(), func(k *tile.Kernel) { k.Strided("x", ir.F32, []int64{1, 2}, []int64{1}) }, "2 sizes and 1 strides"},
	{line(), func(k *tile.Kernel) { k.Strided("x", ir.F32, []int64{1, 2}, []int64{1, 2}) }, "the last stride is 2"},
	{line(), func(k *tile.Kernel) { k.Tensor("x", ir.F4E2M1FN, 8, 8) }, "less than a byte as bytes"},
	{line(), func(k *tile.Kernel) { k.Tensor("x", ir.F32, 8, 8).CacheSwizzle(1 << 20) }, "tensor x: "},
	{line(), func(k *tile.Kernel) { k.Tensor("x", ir.F32, 8, 0) }, "a size of 0"},
	{line(), func(k *tile.Kernel) { k.Tensor("x", ir.F32, 8, 8).Groups(8, 4, 8) }, "columns 4 to 11 of each 8"},
	{line(), func(k *tile.Kernel) { k.Tensor("x", ir.F32, 8, 8).Dim(2) }, "dimension 2 of tensor x, which has 2"},
	{line(), func(k *tile.Kernel) { load(k, k.Tensor("x", ir.F32, 8, 8), k.Lane(), tile.I(0)) }, "differs between lanes"},
	{line(), func(k *tile.Kernel) { load(k, k.Tensor("x", ir.F32, 8, 8), tile.I(0)) }, "tensor x has 2 dimensions, not 1"},
	{line(), func(k *tile.Kernel) {
		load(k, k.Tensor("x", ir.F32, 8, 8).Groups(4, 0, 2), tile.I(0), k.WorkgroupID(0).Minus(tile.I(2)))
	}, "may begin before its first column"},
	{line(), func(k *tile.Kernel) {
		load(k, k.Tensor("x", ir.F32, 8, 8).Groups(4, 0, 2), tile.I(0), k.WorkgroupID(0))
	}, "not a multiple of 2"},
	{line(), func(k *tile.Kernel) { k.Store(k.Tensor("x", ir.F32, 8, 8), ones(k, ir.F16), tile.I(0), tile.I(0)) }, "a tile of f16 is stored to tensor x of f32"},
	{line(), func(k *tile.Kernel) { k.AtomicAdd(k.Tensor("x", ir.F32, 8, 8), ones(k, ir.F16), tile.I(0), tile.I(0)) }, "a tile of f16 is added to tensor x of f32"},
	{line(), func(k *tile.Kernel) { k.Broadcast(ones(k, ir.F16), k.Spread(8, 8, 1)) }, "a tile of 4 x 4 is combined with one of 8 x 8; sizes must be equal, or 1"},
	{line(), func(k *tile.Kernel) { k.Broadcast(ones(k, ir.F16), k.SpreadDown(4, 4, 4)) }, "use Relayout"},
	{line(), func(k *tile.Kernel) { k.Map("expp", ones(k, ir.F32)) }, `no function "expp"; accepted: absf acos `},
	{line(), func(k *tile.Kernel) { k.Map("exp", ones(k, ir.I32)) }, "Map of i32; it takes floats"},
	{line(), func(k *tile.Kernel) { k.Strided("x", ir.F32, []int64{4, 4}, []int64{-4, 1}) }, "tensor x: stride 0 is -4; it cannot be negative"},
	{line(), func(k *tile.Kernel) { k.Tensor("x", ir.F32, 1<<40, 1<<40, 1<<40) }, "tensor x takes more than 2^47 bytes"},
	{line(), func(k *tile.Kernel) { k.Tensor("x", ir.F32, tile.Dyn, 1<<45+1) }, "tensor x takes more than 2^47 bytes"},
	{line(), func(k *tile.Kernel) { k.Tensor("x", nil, 4) }, "tensor x has no element type"},
	{line(), func(k *tile.Kernel) { k.Load(k.Tensor("x", ir.F32, 8, 8), tile.Layout{}, tile.I(0), tile.I(0)) }, "an empty Layout"},
	{line(), func(k *tile.Kernel) { k.Fill(k.Spread(1<<12, 1<<12, 4), ir.F32, 0) }, "a tile of 4096 x 4096 is 131072 elements of f32 for each lane"},
	{line(), func(k *tile.Kernel) { k.Broadcast(k.Fill(k.Spread(1, 4, 1), ir.F32, 1), k.SpreadDown(8, 4, 1)) }, "load it with RowVector or ColVector"},
	{line(), func(k *tile.Kernel) { k.Add(ones(k, ir.F16), ones(k, ir.F32)) }, "a tile of f16 is combined with one of f32"},
	{line(), func(k *tile.Kernel) { k.Div(ones(k, ir.I32), ones(k, ir.I32)) }, "Div of i32; it takes floats: Convert makes floats"},
	{line(), func(k *tile.Kernel) { k.And(ones(k, ir.F32), ones(k, ir.F32)) }, "And of f32; it takes integers, and conditions"},
	{line(), func(k *tile.Kernel) { k.FMA(ones(k, ir.I32), ones(k, ir.I32), ones(k, ir.I32)) }, "FMA of i32"},
	{line(), func(k *tile.Kernel) { k.Neg(ones(k, ir.I32)) }, "Neg of i32; it takes floats: for integers, Sub"},
	{line(), func(k *tile.Kernel) { k.Fast(0, func() {}) }, "liberties 0; accepted: Approx, NoNaN, Contract"},
	{line(), func(k *tile.Kernel) { k.Map("exp", ones(k, ir.F32), 99) }, "liberties 99"},
	{line(), func(k *tile.Kernel) { k.LoadIndex(k.Tensor("x", ir.F32, 8), tile.I(0)) }, "an index from tensor x of f32; it can come from i32 and i64"},
	{line(), func(k *tile.Kernel) { k.LoadIndex(k.Tensor("x", ir.I32, 8), tile.I(8)) }, "tensor x: 8 is outside of its 8 elements"},
	{line(), func(k *tile.Kernel) { k.LoadIndex(k.Tensor("x", ir.I32, 8), k.Lane()) }, "differs between lanes; use Gather"},
	{line(), func(k *tile.Kernel) { k.LoadIndex(k.Tensor("x", ir.I32, 8, 8), tile.I(0)) }, "tensor x has 2 dimensions, not 1"},
	{line(), func(k *tile.Kernel) { k.LoadIndex(k.Tensor("x", ir.I32, 8, 8).T(), tile.I(0), tile.I(0)) }, "a view of tensor x"},
	{line(), func(k *tile.Kernel) { ones(k, ir.I32).Index() }, "an index from a tile of 4 x 4 of i32"},
	{line(), func(k *tile.Kernel) { k.All(ones(k, ir.I32)) }, "it must be of i1"},
	{line(), func(k *tile.Kernel) { k.Lane().Less(tile.I(3)).AllWaves() }, "use All or Any of a tile"},
	{line(), func(k *tile.Kernel) { k.IfElse(k.Lane().Less(tile.I(3)), nil, nil) }, "use Select"},
	{line(), func(k *tile.Kernel) {
		k.IfElse(always(k), func() tile.Values { return tile.Values{tile.I(1)} }, func() tile.Values { return nil })
	}, "a branch carries 1 values, but its body returns 0"},
	{line(), func(k *tile.Kernel) {
		k.IfElse(always(k), func() tile.Values { return tile.Values{ones(k, ir.I32)} }, func() tile.Values { return tile.Values{ones(k, ir.F32)} })
	}, "value 0 of a branch is a tile of i32"},
	{line(), func(k *tile.Kernel) {
		k.IfElse(k.All(k.Compare(ones(k, ir.F32), tile.Less, ones(k, ir.F32))), func() tile.Values { k.Barrier(); return nil }, func() tile.Values { return nil })
	}, "a barrier in a branch"},
	{line(), func(k *tile.Kernel) { k.Choose(always(k), ones(k, ir.F32), ones(k, ir.F16)) }, "combined with one of f16"},
	{line(), func(k *tile.Kernel) {
		k.Gather(k.Tensor("x", ir.F32, 8, 8), k.Spread(4, 4, 1), ones(k, ir.F32), tile.I(0))
	}, "rows of tensor x in a tile of f32; they are i32"},
	{line(), func(k *tile.Kernel) { k.Gather(k.Tensor("x", ir.F32, 8, 8), k.Spread(4, 4, 1), ones(k, ir.I32)) }, "it needs 1 indices, not 0"},
	{line(), func(k *tile.Kernel) {
		k.Gather(k.Tensor("x", ir.F32, 8, 8).T(), k.Spread(4, 4, 1), ones(k, ir.I32), tile.I(0))
	}, "a view of tensor x"},
	{line(), func(k *tile.Kernel) {
		k.Gather(k.Tensor("x", ir.F32, 8, 8), k.Spread(4, 8, 1), ones(k, ir.I32), tile.I(0))
	}, "a tile of 4 x 4 is combined with one of 4 x 8"},
	{line(), func(k *tile.Kernel) {
		k.Scatter(k.Tensor("x", ir.F32, 8, 8), ones(k, ir.F16), ones(k, ir.I32), tile.I(0))
	}, "a tile of f16 is stored to tensor x of f32"},
	{line(), func(k *tile.Kernel) {
		k.ScatterAdd(k.Tensor("x", ir.F32, 8, 8), ones(k, ir.F16), ones(k, ir.I32), tile.I(0))
	}, "a tile of f16 is added to tensor x of f32"},
	{line(), func(k *tile.Kernel) { ones(k, ir.F32).Below(3) }, "a tile of f32 below 3"},
	{line(), func(k *tile.Kernel) {
		k.LDS(ir.F32, 4, 4, 1).Gather(k.Spread(4, 4, 1), tile.I(0), ones(k, ir.F32), ones(k, ir.I32))
	}, "places in tiles of f32 and i32"},
	{line(), func(k *tile.Kernel) {
		k.LDS(ir.F32, 4, 4, 1).Gather(k.Spread(4, 4, 1), tile.I(1), ones(k, ir.I32), ones(k, ir.I32))
	}, "buffer 1 of 1"},
	{line(), func(k *tile.Kernel) {
		k.LDS(ir.F32, 4, 4, 1).ScatterAdd(ones(k, ir.F16), tile.I(0), ones(k, ir.I32), ones(k, ir.I32))
	}, "a tile of f16 is added to LDS of f32"},
	{line(), func(k *tile.Kernel) {
		k.LDS(ir.F32, 4, 12, 1).Scatter(ones(k, ir.F32), tile.I(0), ones(k, ir.I32), ones(k, ir.I32))
	}, "places of lanes in LDS of 3 blocks"},
	{line(), func(k *tile.Kernel) { k.LDS(ir.F32, 1<<12, 1<<12, 1) }, "LDS of 1x4096x4096xf32 takes 67108864 bytes; the LDS of gfx950 has 163840"},
	{line(), func(k *tile.Kernel) {
		k.Compare(k.ColNumbers(k.Spread(4, 64, 1), tile.I(0)), tile.Less, k.RowNumbers(k.SpreadDown(64, 4, 1), tile.I(0)))
	}, "no layout has both"},
	{line(), func(k *tile.Kernel) { k.Spread(4, 12, 8) }, "pieces of 8 elements are longer"},
	{line(), func(k *tile.Kernel) {
		k.Load(k.Tensor("x", ir.F32, 8, 96).Groups(8, 0, 4), k.Spread(4, 12, 4), tile.I(0), tile.I(0))
	}, "a tile of groups of 4 x 12 of 3 blocks of 4 x 4"},
	{line(), func(k *tile.Kernel) {
		k.Relayout(k.Fill(k.Spread(4, 12, 4), ir.F32, 0), k.Spread(12, 4, 1).T())
		k.LDS(ir.F32, 4, 12, 1).Load(k.Spread(4, 4, 1), tile.I(0), 0, 12)
	}, "behind the end of LDS of 3 blocks of 4 x 4"},
	{line(), func(k *tile.Kernel) { k.LDS(ir.F32, 4, 12, 1).Load(k.Spread(12, 4, 1).T(), tile.I(3), 0, 0) }, "buffer 3 of 1"},
	{line(), func(k *tile.Kernel) { k.Scan(5, ones(k, ir.F32), tile.OverCols) }, "Scan with reduction 5; accepted: Sum, Greatest, Least and Maximum"},
	{line(), func(k *tile.Kernel) { k.Scan(tile.Sum, k.Fill(k.Spread(4, 12, 4), ir.F32, 0), tile.OverCols) }, "a scan along 3 blocks of a tile of 4 x 12; accepted: a size along the axis that is a power of two"},
	{line(), func(k *tile.Kernel) { k.ArgReduce(tile.Sum, ones(k, ir.F32), tile.OverCols) }, "it takes Greatest and Least"},
	{line(), func(k *tile.Kernel) { k.Sort(ones(k, ir.F32), 2, tile.OverCols) }, "Sort of f32 in order 2"},
	{line(), func(k *tile.Kernel) { k.SortNumbers(ones(k, ir.F64), tile.Ascending, tile.OverCols) }, "SortNumbers of f64; elements have at most 32 bits"},
	{line(), func(k *tile.Kernel) { k.TopK(ones(k, ir.F32), 8, tile.OverCols) }, "the first 8 of 4 elements; accepted: a power of two up to 4"},
	{line(), func(k *tile.Kernel) { k.Convert(ones(k, ir.F32), ir.F16, 4) }, "conversion 4; accepted: Saturate, Away, Truncate"},
	{line(), func(k *tile.Kernel) { k.Convert(ones(k, ir.F16), ir.BF16, tile.Truncate) }, "a conversion of f16 to bf16 with Truncate; accepted: f32 to bf16"},
	{line(), func(k *tile.Kernel) { k.Convert(ones(k, ir.F32), ir.F16, tile.Away) }, "a conversion of f32 to f16 with Away; accepted: f32 to bf16"},
	{line(), func(k *tile.Kernel) { k.Halves(k.Fill(k.Spread(4, 64, 1), ir.F32, 0)) }, "the halves of a tile of layout"},
	{line(), func(k *tile.Kernel) { k.ReduceInLanes(tile.Sum, k.Fill(k.Spread(4, 12, 4), ir.F32, 0), tile.OverCols) }, "ReduceInLanes of layout"},
	{line(), func(k *tile.Kernel) { k.Beat(tile.Group{Of: tile.Matrix, Count: -1}) }, "a group of -1 instructions in a Beat; accepted: 0 or more"},
	{line(), func(k *tile.Kernel) { k.Convert(ones(k, ir.F16), ir.F32, tile.Saturate) }, "a saturating conversion of f16 to f32"},
	{line(), func(k *tile.Kernel) { k.Op("math.none", ir.F32, nil, ones(k, ir.F32)) }, `there is no operation "math.none"`},
	{line(), func(k *tile.Kernel) { k.Op("vector.load", ir.F32, nil, ones(k, ir.F32)) }, "vector.load does not work element by element"},
	{line(), func(k *tile.Kernel) { k.Op("math.copysign", ir.F32, nil, ones(k, ir.F32)) }, "math.copysign of 1 tiles; it takes 2"},
	{line(), func(k *tile.Kernel) { k.Op("math.copysign", ir.F16, nil, ones(k, ir.F32), ones(k, ir.F32)) }, "math.copysign: "},
	{line(), func(k *tile.Kernel) { k.Spread(16, 64, 3) }, "a tile of 16 x 64 in pieces of 3 elements; accepted: a power of two"},
	{line(), func(k *tile.Kernel) { k.Spread(0, 64, 4) }, "a tile of 0 x 64; sizes are at least 1"},
	{line(), func(k *tile.Kernel) { k.ShiftLeft(ones(k, ir.F32), ones(k, ir.F32)) }, "ShiftLeft of f32; it takes integers"},
	{line(), func(k *tile.Kernel) {
		k.Reduce(tile.Sum, k.Compare(ones(k, ir.F32), tile.Less, ones(k, ir.F32)), tile.OverCols)
	}, "Reduce of conditions, i1; it takes numbers"},
	{line(), func(k *tile.Kernel) { k.Reduce(tile.Sum, ones(k, ir.F32), 7) }, "axis 7; accepted: OverRows, down the columns, and OverCols"},
	{line(), func(k *tile.Kernel) { k.Scan(tile.Sum, ones(k, ir.F32), -1) }, "axis -1"},
	{line(), func(k *tile.Kernel) { k.ArgReduce(tile.Least, ones(k, ir.F32), 2) }, "axis 2"},
	{line(), func(k *tile.Kernel) { k.Sort(ones(k, ir.F32), tile.Ascending, 2) }, "axis 2"},
	{line(), func(k *tile.Kernel) { k.Fill(k.Spread(4, 4, 1), ir.I32, math.Inf(1)) }, "a tile of i32 filled with +Inf; accepted: whole numbers of 32 bits, -2147483648 to 4294967295"},
	{line(), func(k *tile.Kernel) { k.Fill(k.Spread(4, 4, 1), ir.I8, 1.5) }, "a tile of i8 filled with 1.5; accepted: whole numbers"},
	{line(), func(k *tile.Kernel) { k.Like(ones(k, ir.I8), 256) }, "a tile of i8 filled with 256"},
	{line(), func(k *tile.Kernel) { k.AtMost(ones(k, ir.I8), 200) }, "a limit of 200 for i8, which is signed; accepted: -128 to 127"},
	{line(), func(k *tile.Kernel) { k.Tensor("x", ir.I32, 8, 8).Outside(math.Inf(-1)) }, "tensor x: outside of it a number of type i32 -Inf; accepted: whole numbers of 32 bits"},
	{line(), func(k *tile.Kernel) { k.Tensor("x", ir.I8, 8, 8).Outside(1.5) }, "outside of it a number of type i8 1.5; accepted: whole numbers"},
	{line(), func(k *tile.Kernel) { k.Fill(k.Spread(512, 512, 4), ir.F32, 0) }, "a tile of 512 x 512 is 2048 elements of f32 for each lane, which has registers for 2048 bytes"},
	{line(), func(k *tile.Kernel) { k.Spread(4, 4, 1).Wide(3) }, "3 neighbours of a row; accepted: powers of two"},
	{line(), func(k *tile.Kernel) { k.WorkgroupID(0).Below(0) }, "an index is said to be below 0"},
	{line(), func(k *tile.Kernel) { tile.I(4).Below(4) }, "4 is said to be below 4"},
	{line(), func(k *tile.Kernel) { tile.I(3).MultipleOf(4) }, "3 is said to be a multiple of 4"},
	{line(), func(k *tile.Kernel) { k.Tensor("x", ir.F32, 8, 7).MultipleOf(1, 4) }, "tensor x: its size 1 is 7, which is said to be a multiple of 4"},
	{line(), func(k *tile.Kernel) { k.Tensor("", ir.F32, 8) }, "a tensor without a name"},
	{line(), func(k *tile.Kernel) { k.Clamp(ones(k, ir.F32), 2, 1) }, "Clamp to the range 2 to 1, which is empty"},
	{line(), func(k *tile.Kernel) { k.For(tile.I(0), tile.I(4), tile.I(1), nil, nil) }, "For without a body"},
	{line(), func(k *tile.Kernel) { k.Add(nil, ones(k, ir.F32)) }, "a nil tile"},
	{line(), func(k *tile.Kernel) { k.Store(k.Tensor("x", ir.F32, 8, 8), nil, tile.I(0), tile.I(0)) }, "a nil tile"},
	{line(), func(k *tile.Kernel) { k.Load(nil, k.Spread(4, 4, 1), tile.I(0), tile.I(0)) }, "a nil tensor; it is made with Kernel.Tensor"},
	{line(), func(k *tile.Kernel) { (*tile.Tile)(nil).Index() }, "a nil tile"},
	{line(), func(k *tile.Kernel) {
		carry(k, tile.Values{(*tile.Tile)(nil)}, func(c tile.Values) tile.Values { return c })
	}, "a nil tile"},
	{line(), func(k *tile.Kernel) { carry(k, tile.Values{nil}, func(c tile.Values) tile.Values { return c }) }, "value 0 is nil; it can be a tile or an index"},
	{line(), func(k *tile.Kernel) { k.Convert(ones(k, ir.F32), nil) }, "Convert to no type"},
	{line(), func(k *tile.Kernel) { k.MMA(ir.BF16, ir.BF16, 8, 2, 1) }, "no matrix instruction of 8 x 8 for bf16 and bf16; accepted: the sizes 16 and 32"},
	{line(), func(k *tile.Kernel) { k.Extend(k.Fill(k.Spread(16, 32, 8), ir.F32, 0), 96) }, "a tile of 16 x 32 is extended to 96 columns; accepted: its columns times a power of two"},
	{line(), func(k *tile.Kernel) { k.LDS(ir.BF16, 32, 64, 1, tile.Swizzled(0, 8)) }, "the keys [0 8] of LDS of 32 x 64 bf16; accepted: up to 5, each from 0 to 7, for rows of 16 bytes or more"},
	{line(), func(k *tile.Kernel) { k.LDS(ir.BF16, 32, 64, 1).First(24) }, "the first 24 rows of LDS of 32 x 64; accepted: a power of two of them"},
	{line(), func(k *tile.Kernel) { k.MMAOf(ir.BF16, ir.BF16, 16, 8, 2, 1) }, "no matrix instruction of 16 x 16 x 8 for bf16 and bf16; accepted: a depth of 16"},
	{line(), func(k *tile.Kernel) { k.MMA(ir.F32, ir.F32, 16, 2, 2) }, "accepted: powers of two whose product is 2"},
	{line(), func(k *tile.Kernel) { k.MMA(ir.BF16, ir.BF16, 16, 2, 1).A(64, 24) }, "a tile of A of 64 x 24: 24 elements along k; accepted: 32 times a power of two, or an odd number of times that"},
	{line(), func(k *tile.Kernel) { k.MMA(ir.BF16, ir.BF16, 16, 2, 1).B(8, 64) }, "a tile of B of 8 x 64: 8 rows; it needs 16 rows for each of 1 waves"},
	{line(), func(k *tile.Kernel) { k.MMA(ir.BF16, ir.BF16, 16, 2, 1).C(96, 192) }, "a tile of C of 96 x 192; accepted: powers of two, of which one may be times an odd number"},
	{line(), func(k *tile.Kernel) { k.TopK(ones(k, ir.F32), 3, tile.OverCols) }, "the first 3 of 4 elements"},
	{line(), func(k *tile.Kernel) { k.TopK(k.Fill(k.Spread(4, 12, 4), ir.F32, 0), 2, tile.OverCols) }, "TopK of a tile of 4 x 12; accepted: sizes that are both powers of two"},
	{line(), func(k *tile.Kernel) {
		copied(k, ir.BF16, k.Tensor("a", ir.BF16, 130, 161))
	}, "tensor a: only 2 adjacent bytes of a row are known to be aligned in memory, and to be inside of the tensor together; lanes load [16 4] bytes directly to LDS: pad rows in memory to a multiple of 2 elements"},
	{line(), func(k *tile.Kernel) {
		copied(k, ir.BF16, k.Tensor("a", ir.BF16, 130, tile.Dyn))
	}, "MultipleOf of the tensor states that rows are a multiple of 2 elements"},
	{line(), func(k *tile.Kernel) { load(k, k.Tensor("x", ir.F32, 16, 64), tile.I(16), tile.I(0)) }, "a tile at index 16 of dimension 0 of tensor x, which has 16 there: a tile begins inside of its tensor"},
	{line(), func(k *tile.Kernel) { load(k, k.Tensor("x", ir.F32, 3, 16, 64), tile.I(3), tile.I(0), tile.I(0)) }, "a tile at index 3 of dimension 0 of tensor x"},
	{line(), func(k *tile.Kernel) {
		k.For(tile.I(16), tile.I(20), tile.I(1), nil, func(i tile.Index, _ tile.Values) tile.Values {
			load(k, k.Tensor("x", ir.F32, 16, 64), i, tile.I(0))
			return nil
		})
	}, "a tile at index 16 of dimension 0"},
	{line(), func(k *tile.Kernel) {
		k.Store(k.Strided("x", ir.F32, []int64{8, 8}, []int64{3, 1}), ones(k, ir.F32), tile.I(0), tile.I(0))
	}, "tensor x: a tile of 4 columns is stored in rows that are 3 elements apart, so that they overlap"},
	{line(), func(k *tile.Kernel) { k.WavesPerSIMD(9) }, "9 waves on a SIMD; accepted: 1 to 8"},
}

var helpers = line() // stand behind this line

// copied copies a tile to LDS directly.
func copied(k *tile.Kernel, elem ir.Type, t *tile.Tensor) {
	k.LDS(elem, 64, 64, 1, tile.Direct()).Copy(t, tile.I(0), tile.I(0), tile.I(0))
}

// always is a condition that is the same in all lanes.
func always(k *tile.Kernel) tile.Condition { return k.WorkgroupID(0).Less(tile.I(9)) }

// ones is a tile of 4 x 4.
func ones(k *tile.Kernel, elem ir.Type) *tile.Tile { return k.Fill(k.Spread(4, 4, 1), elem, 1) }

func load(k *tile.Kernel, t *tile.Tensor, at ...tile.Index) { k.Load(t, k.Spread(2, 2, 1), at...) }

func carry(k *tile.Kernel, init tile.Values, body func(tile.Values) tile.Values) {
	k.For(tile.I(0), tile.I(2), tile.I(1), init, func(_ tile.Index, c tile.Values) tile.Values { return body(c) })
}

func directly(step, buffer tile.Index)                 {}
func fetch(tile.Index, int) []*tile.Tile               { return nil }
func computes(_ tile.Stage, c tile.Values) tile.Values { return c }

// streams is a pipeline of two phases.
func streams(k *tile.Kernel, s tile.Stream) {
	k.Run(tile.Pipeline{Steps: tile.I(4), Phases: 2, Streams: []tile.Stream{s}, Compute: computes}, nil)
}

// piped is a pipeline that moves nothing.
func piped(p tile.Pipeline) tile.Pipeline {
	p.Load = func(tile.Index) []*tile.Tile { return nil }
	p.Put = func(tile.Index, []*tile.Tile) {}
	p.Compute = func(_ tile.Stage, c tile.Values) tile.Values { return c }
	return p
}

// leaked is a tile of a loop's body.
func leaked(k *tile.Kernel) (t *tile.Tile) {
	carry(k, nil, func(tile.Values) tile.Values {
		t = k.Add(ones(k, ir.F32), ones(k, ir.F32))
		return nil
	})
	return t
}

// TestMistakes: each is an error that says what is wrong, and in which line of the
// author's. Helpers of authors may stand between.
func TestMistakes(t *testing.T) {
	for _, m := range mistakes {
		written := false
		mod := tile.NewModule(&arch.GFX950)
		mod.Kernel("wrong", 2, m.body)
		mod.Kernel("behind", 2, func(k *tile.Kernel) { written = true })
		_, err := mod.IR()
		var e *tile.Error
		if !errors.As(err, &e) {
			t.Errorf("line %d: %v, want %q", m.line, err, m.want)
			continue
		}
		if e.Kernel != "wrong" || e.File != "mistakes_test.go" || (e.Line < m.line || e.Line > m.line+3 && e.Line < helpers) || !strings.Contains(e.Message, m.want) {
			t.Errorf("line %d: %q, want %q", m.line, e, m.want)
		}
		if text := fmt.Sprintf("%s:%d: kernel \"wrong\": %s", e.File, e.Line, e.Message); e.Error() != text || written {
			t.Errorf("line %d: %q, want %q; the kernel behind it was written: %v", m.line, e, text, written)
		}
	}
}

// TestKernels: mistakes about kernels as a whole.
func TestKernels(t *testing.T) {
	nothing := func(k *tile.Kernel) {}
	for _, c := range []struct {
		build func(m *tile.Module)
		want  string
	}{
		{func(m *tile.Module) { m.Kernel("k", 3, nothing) }, "3 waves in a workgroup; accepted: a power of two from 1 to 16"},
		{func(m *tile.Module) { m.Kernel("k", 32, nothing) }, "32 waves"},
		{func(m *tile.Module) { m.Kernel("k", 1, nothing); m.Kernel("k", 1, nothing) }, `kernel "k": kernel names must be unique`},
		{func(m *tile.Module) { m.Kernel("", 1, nothing) }, "not empty"},
		{func(m *tile.Module) {
			var x *tile.Tensor
			m.Kernel("a", 1, func(k *tile.Kernel) { x = k.Tensor("x", ir.F32, 8, 8) })
			m.Kernel("b", 1, func(k *tile.Kernel) { load(k, x, tile.I(0), tile.I(0)) })
		}, `kernel "b": tensor x belongs to another kernel`},
		{func(m *tile.Module) {
			var id tile.Index
			m.Kernel("a", 1, func(k *tile.Kernel) { id = k.WorkgroupID(0) })
			m.Kernel("b", 1, func(k *tile.Kernel) { load(k, k.Tensor("x", ir.F32, 8, 8), id, tile.I(0)) })
		}, "an index belongs to another kernel"},
		{func(m *tile.Module) {
			var x *tile.Tile
			m.Kernel("a", 1, func(k *tile.Kernel) { x = k.Neg(ones(k, ir.F32)) })
			m.Kernel("b", 1, func(k *tile.Kernel) { k.Neg(x) })
		}, "a tile belongs to another kernel"},
		{func(m *tile.Module) {
			var before *tile.Kernel
			m.Kernel("a", 1, func(k *tile.Kernel) { before = k })
			m.Kernel("b", 1, func(*tile.Kernel) { ones(before, ir.F32) })
		}, `kernel "b": a Kernel is used after its function has returned`},
		{func(m *tile.Module) {
			var x *tile.Tile
			m.Kernel("a", 1, func(k *tile.Kernel) { x = ones(k, ir.F32) })
			m.Kernel("b", 1, func(k *tile.Kernel) { k.Store(k.Tensor("x", ir.F32, 4, 4), x, tile.I(0), tile.I(0)) })
		}, `kernel "b": a tile belongs to another kernel`},
		{func(m *tile.Module) { m.Kernel("a", 1, nil) }, "a kernel without a function"},
	} {
		m := tile.NewModule(&arch.GFX942)
		c.build(m)
		if _, err := m.IR(); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("got %v, want %q", err, c.want)
		}
	}
	// A panic of the author's own goes on.
	defer func() {
		if recover() != "mine" {
			t.Error("a panic of the author is lost")
		}
	}()
	tile.NewModule(&arch.GFX942).Kernel("k", 1, func(*tile.Kernel) { panic("mine") })
}
