//go:build llvm

package interp_test

import (
	"encoding/binary"
	"fmt"
	"math"
	"math/rand/v2"
	"testing"
)

// memoryCases are functions on memrefs: scf, affine, memref, vector.
func memoryCases() []hostCase {
	bytesOf := func(n int) func(r *rand.Rand) []byte {
		return func(r *rand.Rand) []byte {
			b := make([]byte, n)
			for i := range b {
				b[i] = byte(r.Uint32())
			}
			return b
		}
	}
	smallFloats := func(n int) func(r *rand.Rand) []byte {
		return func(r *rand.Rand) []byte {
			var b []byte
			for range n {
				b = binary.LittleEndian.AppendUint32(b, math.Float32bits(float32(r.NormFloat64())))
			}
			return b
		}
	}
	indices := func(n, below int) func(r *rand.Rand) []byte {
		return func(r *rand.Rand) []byte {
			var b []byte
			for range n {
				b = binary.LittleEndian.AppendUint32(b, uint32(r.IntN(below)))
			}
			return b
		}
	}
	const i32s, f32s = "memref<16x16xi32>", "memref<16x16xf32>"
	var cases []hostCase
	add := func(name, t, body string) {
		fill := bytesOf(1024)
		if t == f32s {
			fill = smallFloats(256)
		}
		cases = append(cases, hostCase{name: name, memory: true, in: []string{t, t, "memref<64xi32>"}, sizes: []int{1024, 1024, 256},
			fill: []func(r *rand.Rand) []byte{fill, fill, indices(64, 16)}, body: constants + body})
	}
	add("scf.for with carried values", i32s, `
		%s, %p = scf.for %i = %c0 to %c16 step %c3 iter_args(%a = %k1, %b = %k7) -> (i32, i32) {
			%v = memref.load %a0[%i, %c2] : memref<16x16xi32>
			%x = arith.addi %a, %v : i32
			%y = arith.muli %b, %x : i32
			scf.yield %y, %x : i32, i32
		}
		memref.store %s, %a1[%c0, %c0] : memref<16x16xi32>
		memref.store %p, %a1[%c0, %c1] : memref<16x16xi32>`)
	add("scf.for of i8 and unsigned", i32s, `
		%lo = arith.constant -3 : i8
		%hi = arith.constant 5 : i8
		%st = arith.constant 2 : i8
		%s = scf.for %i = %lo to %hi step %st iter_args(%a = %k1) -> (i32) : i8 {
			%v = arith.extsi %i : i8 to i32
			%x = arith.muli %a, %k7 : i32
			%y = arith.addi %x, %v : i32
			scf.yield %y : i32
		}
		memref.store %s, %a1[%c0, %c0] : memref<16x16xi32>`)
	add("scf.while", i32s, `
		%r:2 = scf.while (%n = %k7, %f = %k1) : (i32, i32) -> (i32, i32) {
			%z = arith.constant 0 : i32
			%c = arith.cmpi sgt, %n, %z : i32
			scf.condition(%c) %f, %n : i32, i32
		} do {
		^bb0(%f2: i32, %n2: i32):
			%m = arith.subi %n2, %k1 : i32
			%g = arith.muli %f2, %n2 : i32
			scf.yield %m, %g : i32, i32
		}
		memref.store %r#0, %a1[%c0, %c0] : memref<16x16xi32>`)
	add("nested scf.if", i32s, `
		scf.for %i = %c0 to %c16 step %c1 {
			scf.for %j = %c0 to %c16 step %c1 {
				%v = memref.load %a0[%i, %j] : memref<16x16xi32>
				%w = memref.load %a1[%j, %i] : memref<16x16xi32>
				%c = arith.cmpi slt, %v, %w : i32
				%x = scf.if %c -> (i32) {
					%d = arith.cmpi ult, %v, %w : i32
					%y = scf.if %d -> (i32) { scf.yield %k1 : i32 } else { scf.yield %v : i32 }
					scf.yield %y : i32
				} else {
					scf.yield %w : i32
				}
				memref.store %x, %a1[%j, %i] : memref<16x16xi32>
			}
		}`)
	add("affine", i32s, `
		affine.for %i = 0 to 16 {
			affine.for %j = max affine_map<(d0) -> (d0 - 3, 0)>(%i) to min affine_map<(d0) -> (d0 + 4, 16)>(%i) step 2 {
				%v = affine.load %a0[%i, (%j + 5) mod 16] : memref<16x16xi32>
				affine.if affine_set<(d0, d1) : (d0 - d1 >= 0, (d0 + d1) mod 3 == 0)>(%i, %j) {
					affine.store %v, %a1[%j, (%i * 3 + %j floordiv 2) mod 16] : memref<16x16xi32>
				} else {
					affine.store %k7, %a1[%i ceildiv 2, %j] : memref<16x16xi32>
				}
				%q = affine.apply affine_map<(d0, d1)[s0] -> ((d0 * 7 - d1 * s0) mod 16)>(%i, %j)[%c3]
				memref.store %v, %a1[%q, %c0] : memref<16x16xi32>
			}
		}`)
	add("affine with carried values", i32s, `
		%r:2 = affine.for %i = 0 to 16 step 3 iter_args(%s = %k1, %p = %k7) -> (i32, i32) {
			%v = affine.load %a0[%i, symbol(%c3)] : memref<16x16xi32>
			%x = arith.addi %s, %v : i32
			%y = affine.if affine_set<(d0)[s0] : (d0 - s0 >= 0)>(%i)[%c3] -> i32 {
				%z = arith.muli %p, %x : i32
				affine.yield %z : i32
			} else {
				affine.yield %p : i32
			}
			affine.yield %x, %y : i32, i32
		}
		affine.store %r#0, %a1[0, 0] : memref<16x16xi32>
		affine.store %r#1, %a1[0, 1] : memref<16x16xi32>
		%m = affine.min affine_map<(d0)[s0] -> (d0 + 3, s0 * 2, 9)>(%c2)[%c3]
		%n = affine.max affine_map<(d0)[s0] -> (d0 - 30, s0 * -2, -9)>(%c2)[%c3]
		%mi = arith.index_cast %m : index to i32
		%ni = arith.index_cast %n : index to i32
		affine.store %mi, %a1[1, 0] : memref<16x16xi32>
		affine.store %ni, %a1[1, 1] : memref<16x16xi32>
		affine.for %i = -7 to 9 {
			%d = affine.apply affine_map<(d0) -> (d0 floordiv 3 + d0 ceildiv 4 + d0 mod 5 + 9)>(%i)
			%di = arith.index_cast %d : index to i32
			affine.store %di, %a1[2, %i + 7] : memref<16x16xi32>
		}`)
	add("vectors without dimensions", i32s, `
		%v = vector.load %a0[%c1, %c2] : memref<16x16xi32>, vector<i32>
		%e = vector.extract %v[] : i32 from vector<i32>
		%b = vector.broadcast %e : i32 to vector<i32>
		%x = arith.addi %v, %b : vector<i32>
		vector.store %x, %a1[%c0, %c0] : memref<16x16xi32>, vector<i32>
		%t = vector.transfer_read %a0[%c3, %c2], %k1 : memref<16x16xi32>, vector<i32>
		vector.transfer_write %t, %a1[%c0, %c1] : vector<i32>, memref<16x16xi32>
		%w = vector.broadcast %x : vector<i32> to vector<4xi32>
		vector.store %w, %a1[%c1, %c0] : memref<16x16xi32>, vector<4xi32>`)
	add("subview and casts", i32s, `
		%sub = memref.subview %a0[1, %c2] [%c3, 4] [2, 3] : memref<16x16xi32> to memref<?x4xi32, strided<[32, 3], offset: ?>>
		%row = memref.subview %a0[%c3, 0] [1, 16] [1, 1] : memref<16x16xi32> to memref<16xi32, strided<[1], offset: ?>>
		%one = memref.subview %a0[5, 5] [1, 1] [1, 1] : memref<16x16xi32> to memref<1xi32, strided<[1], offset: 85>>
		%d = memref.dim %sub, %c0 : memref<?x4xi32, strided<[32, 3], offset: ?>>
		scf.for %i = %c0 to %d step %c1 {
			%v = memref.load %sub[%i, %c3] : memref<?x4xi32, strided<[32, 3], offset: ?>>
			%w = memref.load %row[%i] : memref<16xi32, strided<[1], offset: ?>>
			%o = memref.load %one[%c0] : memref<1xi32, strided<[1], offset: 85>>
			%x = arith.xori %v, %w : i32
			%y = arith.addi %x, %o : i32
			memref.store %y, %a1[%i, %c0] : memref<16x16xi32>
		}
		%flat = memref.collapse_shape %a0 [[0, 1]] : memref<16x16xi32> into memref<256xi32>
		%cube = memref.expand_shape %flat [[0, 1, 2]] output_shape [4, 8, 8] : memref<256xi32> into memref<4x8x8xi32>
		%e = memref.load %cube[%c3, %c2, %c1] : memref<4x8x8xi32>
		memref.store %e, %a1[%c2, %c2] : memref<16x16xi32>
		%re = memref.reinterpret_cast %a0 to offset: [7], sizes: [3, %c3], strides: [%c16, 2] : memref<16x16xi32> to memref<3x?xi32, strided<[?, 2], offset: 7>>
		%dyn = memref.cast %re : memref<3x?xi32, strided<[?, 2], offset: 7>> to memref<?x?xi32, strided<[?, ?], offset: ?>>
		%f = memref.load %dyn[%c2, %c2] : memref<?x?xi32, strided<[?, ?], offset: ?>>
		memref.store %f, %a1[%c2, %c3] : memref<16x16xi32>
		%base, %off, %sz:2, %str:2 = memref.extract_strided_metadata %sub : memref<?x4xi32, strided<[32, 3], offset: ?>> -> memref<i32>, index, index, index, index, index
		%oi = arith.index_cast %off : index to i32
		%si = arith.index_cast %sz#0 : index to i32
		%ti = arith.index_cast %str#0 : index to i32
		memref.store %oi, %a1[%c2, %c0] : memref<16x16xi32>
		memref.store %si, %a1[%c3, %c0] : memref<16x16xi32>
		memref.store %ti, %a1[%c3, %c1] : memref<16x16xi32>
		%mixed = memref.reinterpret_cast %a0 to offset: [0], sizes: [2, 3, 4], strides: [64, %c16, 1] : memref<16x16xi32> to memref<2x3x4xi32, strided<[64, ?, 1]>>
		%kept = memref.subview %mixed[0, 0, 0] [1, 1, 4] [1, 1, 1] : memref<2x3x4xi32, strided<[64, ?, 1]>> to memref<1x4xi32, strided<[?, 1]>>
		%base2, %off2, %sz2:2, %str2:2 = memref.extract_strided_metadata %kept : memref<1x4xi32, strided<[?, 1]>> -> memref<i32>, index, index, index, index, index
		%ki = arith.index_cast %str2#0 : index to i32
		memref.store %ki, %a1[%c1, %c3] : memref<16x16xi32>`)
	add("alloc, view, copy, atomics", i32s, `
		%m = memref.alloc() : memref<64xi8>
		%v = memref.view %m[%c16][] : memref<64xi8> to memref<3x4xi32>
		%p = memref.alloca(%c3) : memref<?xi32>
		scf.for %i = %c0 to %c3 step %c1 {
			scf.for %j = %c0 to %c3 step %c1 {
				%x = memref.load %a0[%i, %j] : memref<16x16xi32>
				memref.store %x, %v[%i, %j] : memref<3x4xi32>
			}
			memref.store %k7, %p[%i] : memref<?xi32>
		}
		%q = memref.load %v[%c2, %c1] : memref<3x4xi32>
		%r = memref.load %p[%c2] : memref<?xi32>
		memref.store %q, %a1[%c0, %c0] : memref<16x16xi32>
		memref.store %r, %a1[%c0, %c1] : memref<16x16xi32>
		%t1 = memref.atomic_rmw addi %q, %a1[%c2, %c2] : (i32, memref<16x16xi32>) -> i32
		%t2 = memref.atomic_rmw maxs %k7, %a1[%c2, %c3] : (i32, memref<16x16xi32>) -> i32
		%t3 = memref.atomic_rmw minu %q, %a1[%c2, %c1] : (i32, memref<16x16xi32>) -> i32
		%t4 = memref.atomic_rmw andi %q, %a1[%c3, %c1] : (i32, memref<16x16xi32>) -> i32
		%t5 = memref.atomic_rmw ori %t4, %a1[%c3, %c2] : (i32, memref<16x16xi32>) -> i32
		%t6 = memref.atomic_rmw assign %t3, %a1[%c3, %c3] : (i32, memref<16x16xi32>) -> i32
		memref.dealloc %m : memref<64xi8>`)
	add("globals and calls", i32s, `
		%g = memref.get_global @table : memref<2x3xi32>
		%x = memref.load %g[%c1, %c2] : memref<2x3xi32>
		%y = func.call @power(%x, %k7) : (i32, i32) -> i32
		memref.store %y, %a1[%c0, %c0] : memref<16x16xi32>
		%f = func.call @gcd(%k7, %x) : (i32, i32) -> i32
		memref.store %f, %a1[%c0, %c1] : memref<16x16xi32>`)
	cases[len(cases)-1].declare = `
		memref.global "private" constant @table : memref<2x3xi32> = dense<[[1, -2, 3], [4, 5, 21]]>
		func.func private @power(%x: i32, %n: i32) -> i32 {
			%z = arith.constant 0 : i32
			%o = arith.constant 1 : i32
			%c = arith.cmpi eq, %n, %z : i32
			%r = scf.if %c -> (i32) { scf.yield %o : i32 } else {
				%m = arith.subi %n, %o : i32
				%p = func.call @power(%x, %m) : (i32, i32) -> i32
				%q = arith.muli %p, %x : i32
				scf.yield %q : i32
			}
			return %r : i32
		}
		func.func private @gcd(%a: i32, %b: i32) -> i32 {
			%z = arith.constant 0 : i32
			cf.br ^loop(%a, %b : i32, i32)
		^loop(%x: i32, %y: i32):
			%c = arith.cmpi eq, %y, %z : i32
			cf.cond_br %c, ^end(%x : i32), ^next
		^next:
			%r = arith.remsi %x, %y : i32
			cf.br ^loop(%y, %r : i32, i32)
		^end(%v: i32):
			return %v : i32
		}
`
	for _, kind := range []string{"add", "mul", "minsi", "minui", "maxsi", "maxui", "and", "or", "xor"} {
		add("vector reductions of i32: "+kind, i32s, fmt.Sprintf(`
		%%v = vector.load %%a0[%%c1, %%c0] : memref<16x16xi32>, vector<16xi32>
		%%a = memref.load %%a0[%%c2, %%c2] : memref<16x16xi32>
		%%r = vector.reduction <%[1]s>, %%v : vector<16xi32> into i32
		%%s = vector.reduction <%[1]s>, %%v, %%a : vector<16xi32> into i32
		memref.store %%r, %%a1[%%c0, %%c0] : memref<16x16xi32>
		memref.store %%s, %%a1[%%c0, %%c1] : memref<16x16xi32>
		%%m = vector.shape_cast %%v : vector<16xi32> to vector<4x4xi32>
		%%z = vector.load %%a0[%%c3, %%c0] : memref<16x16xi32>, vector<4xi32>
		%%t = vector.multi_reduction <%[1]s>, %%m, %%z [0] : vector<4x4xi32> to vector<4xi32>
		%%u = vector.multi_reduction <%[1]s>, %%m, %%z [1] : vector<4x4xi32> to vector<4xi32>
		vector.store %%t, %%a1[%%c1, %%c0] : memref<16x16xi32>, vector<4xi32>
		vector.store %%u, %%a1[%%c2, %%c0] : memref<16x16xi32>, vector<4xi32>`, kind))
	}
	for _, kind := range []string{"add", "mul", "minimumf", "maximumf", "minnumf", "maxnumf"} {
		add("vector reductions of f32: "+kind, f32s, fmt.Sprintf(`
		%%v = vector.load %%a0[%%c1, %%c0] : memref<16x16xf32>, vector<16xf32>
		%%a = memref.load %%a0[%%c2, %%c2] : memref<16x16xf32>
		%%r = vector.reduction <%[1]s>, %%v : vector<16xf32> into f32
		%%s = vector.reduction <%[1]s>, %%v, %%a : vector<16xf32> into f32
		memref.store %%r, %%a1[%%c0, %%c0] : memref<16x16xf32>
		memref.store %%s, %%a1[%%c0, %%c1] : memref<16x16xf32>
		%%m = vector.shape_cast %%v : vector<16xf32> to vector<2x2x4xf32>
		%%t = vector.multi_reduction <%[1]s>, %%m, %%a [0, 1, 2] : vector<2x2x4xf32> to f32
		memref.store %%t, %%a1[%%c0, %%c2] : memref<16x16xf32>`, kind))
	}
	add("vector arithmetic", f32s, `
		%v = vector.load %a0[%c1, %c0] : memref<16x16xf32>, vector<8xf32>
		%w = vector.load %a0[%c2, %c1] : memref<16x16xf32>, vector<8xf32>
		%x = vector.fma %v, %w, %v : vector<8xf32>
		%c = arith.cmpf olt, %v, %w : vector<8xf32>
		%y = arith.select %c, %x, %w : vector<8xi1>, vector<8xf32>
		%h = arith.truncf %y : vector<8xf32> to vector<8xf16>
		%e = arith.extf %h : vector<8xf16> to vector<8xf32>
		%i = arith.fptosi %e : vector<8xf32> to vector<8xi32>
		%f = arith.sitofp %i : vector<8xi32> to vector<8xf32>
		%b = arith.bitcast %f : vector<8xf32> to vector<8xi32>
		%p = arith.bitcast %b : vector<8xi32> to vector<8xf32>
		vector.store %x, %a1[%c0, %c0] : memref<16x16xf32>, vector<8xf32>
		vector.store %y, %a1[%c1, %c0] : memref<16x16xf32>, vector<8xf32>
		vector.store %e, %a1[%c2, %c0] : memref<16x16xf32>, vector<8xf32>
		vector.store %p, %a1[%c3, %c0] : memref<16x16xf32>, vector<8xf32>`)
	add("vector moves", i32s, `
		%v = vector.load %a0[%c1, %c0] : memref<16x16xi32>, vector<8xi32>
		%w = vector.load %a0[%c2, %c1] : memref<16x16xi32>, vector<8xi32>
		%m = vector.shape_cast %v : vector<8xi32> to vector<2x4xi32>
		%t = vector.transpose %m, [1, 0] : vector<2x4xi32> to vector<4x2xi32>
		%ts = vector.shape_cast %t : vector<4x2xi32> to vector<8xi32>
		vector.store %ts, %a1[%c0, %c0] : memref<16x16xi32>, vector<8xi32>
		%s = vector.shuffle %v, %w [0, 15, 3, 8, 7, 1] : vector<8xi32>, vector<8xi32>
		vector.store %s, %a1[%c1, %c0] : memref<16x16xi32>, vector<6xi32>
		%il = vector.interleave %v, %w : vector<8xi32> -> vector<16xi32>
		vector.store %il, %a1[%c2, %c0] : memref<16x16xi32>, vector<16xi32>
		%d0, %d1 = vector.deinterleave %v : vector<8xi32> -> vector<4xi32>
		vector.store %d1, %a1[%c3, %c0] : memref<16x16xi32>, vector<4xi32>
		vector.store %d0, %a1[%c3, %c3] : memref<16x16xi32>, vector<4xi32>
		%c5 = arith.constant 5 : index
		%c6 = arith.constant 6 : index
		%sl = vector.extract_strided_slice %m {offsets = [1, 1], sizes = [1, 2], strides = [1, 1]} : vector<2x4xi32> to vector<1x2xi32>
		%in = vector.insert_strided_slice %sl, %m {offsets = [0, 2], strides = [1, 1]} : vector<1x2xi32> into vector<2x4xi32>
		%ins = vector.shape_cast %in : vector<2x4xi32> to vector<8xi32>
		vector.store %ins, %a1[%c5, %c0] : memref<16x16xi32>, vector<8xi32>
		%e = vector.extract %m[1, 2] : i32 from vector<2x4xi32>
		%er = vector.extract %m[1] : vector<4xi32> from vector<2x4xi32>
		%ed = vector.extract %v[%c3] : i32 from vector<8xi32>
		%i1 = vector.insert %e, %v[%c2] : i32 into vector<8xi32>
		%i2 = vector.insert %ed, %i1[7] : i32 into vector<8xi32>
		%i3 = vector.insert %er, %in[0] : vector<4xi32> into vector<2x4xi32>
		%i3s = vector.shape_cast %i3 : vector<2x4xi32> to vector<8xi32>
		vector.store %i2, %a1[%c6, %c0] : memref<16x16xi32>, vector<8xi32>
		%c7 = arith.constant 7 : index
		vector.store %i3s, %a1[%c7, %c0] : memref<16x16xi32>, vector<8xi32>
		%b = vector.broadcast %e : i32 to vector<4xi32>
		%b2 = vector.broadcast %er : vector<4xi32> to vector<2x4xi32>
		%b2s = vector.shape_cast %b2 : vector<2x4xi32> to vector<8xi32>
		%c8 = arith.constant 8 : index
		%c9 = arith.constant 9 : index
		vector.store %b, %a1[%c8, %c0] : memref<16x16xi32>, vector<4xi32>
		vector.store %b2s, %a1[%c9, %c0] : memref<16x16xi32>, vector<8xi32>
		%bc = vector.bitcast %v : vector<8xi32> to vector<32xi8>
		%bs = vector.shuffle %bc, %bc [3, 2, 1, 0, 31, 12, 13, 9] : vector<32xi8>, vector<32xi8>
		%bb = vector.bitcast %bs : vector<8xi8> to vector<2xi32>
		vector.store %bb, %a1[%c8, %c5] : memref<16x16xi32>, vector<2xi32>
		%st = vector.step : vector<8xindex>
		%sti = arith.index_cast %st : vector<8xindex> to vector<8xi32>
		vector.store %sti, %a1[%c9, %c8] : memref<16x16xi32>, vector<8xi32>`)
	add("masks, gather, transfers", i32s, `
		%v = vector.load %a0[%c1, %c0] : memref<16x16xi32>, vector<8xi32>
		%n = memref.load %a2[%c0] : memref<64xi32>
		%ni = arith.index_cast %n : i32 to index
		%m = vector.create_mask %ni : vector<8xi1>
		%cm = vector.constant_mask [3] : vector<8xi1>
		%l = vector.maskedload %a0[%c2, %c3], %m, %v : memref<16x16xi32>, vector<8xi1>, vector<8xi32> into vector<8xi32>
		vector.store %l, %a1[%c0, %c0] : memref<16x16xi32>, vector<8xi32>
		vector.maskedstore %a1[%c1, %c2], %cm, %v : memref<16x16xi32>, vector<8xi1>, vector<8xi32>
		%x = vector.load %a2[%c0] : memref<64xi32>, vector<8xi32>
		%g = vector.gather %a0[%c1, %c2] [%x], %m, %v : memref<16x16xi32>, vector<8xi32>, vector<8xi1>, vector<8xi32> into vector<8xi32>
		vector.store %g, %a1[%c2, %c0] : memref<16x16xi32>, vector<8xi32>
		%c12 = arith.constant 12 : index
		%c5 = arith.constant 5 : index
		%t = vector.transfer_read %a0[%c3, %c12], %k7 : memref<16x16xi32>, vector<8xi32>
		vector.store %t, %a1[%c3, %c0] : memref<16x16xi32>, vector<8xi32>
		%t2 = vector.transfer_read %a0[%c12, %c5], %k7 {permutation_map = affine_map<(d0, d1) -> (d1, d0)>} : memref<16x16xi32>, vector<3x8xi32>
		%t2s = vector.shape_cast %t2 : vector<3x8xi32> to vector<24xi32>
		%t2a = vector.extract_strided_slice %t2s {offsets = [0], sizes = [16], strides = [1]} : vector<24xi32> to vector<16xi32>
		vector.store %t2a, %a1[%c5, %c0] : memref<16x16xi32>, vector<16xi32>
		%c6 = arith.constant 6 : index
		%t3 = vector.transfer_read %a0[%c3, %c2], %k7, %m {in_bounds = [true]} : memref<16x16xi32>, vector<8xi32>
		vector.store %t3, %a1[%c6, %c0] : memref<16x16xi32>, vector<8xi32>
		%mm = vector.shape_cast %v : vector<8xi32> to vector<2x4xi32>
		%c15 = arith.constant 15 : index
		%c13 = arith.constant 13 : index
		vector.transfer_write %mm, %a1[%c15, %c13] : vector<2x4xi32>, memref<16x16xi32>
		vector.transfer_write %v, %a1[%c12, %c5], %m {in_bounds = [true]} : vector<8xi32>, memref<16x16xi32>
		%t4 = vector.transfer_read %a0[%c3, %c2], %k7 {in_bounds = [true, true], permutation_map = affine_map<(d0, d1) -> (0, d1)>} : memref<16x16xi32>, vector<2x8xi32>
		%t4s = vector.shape_cast %t4 : vector<2x8xi32> to vector<16xi32>
		%c10 = arith.constant 10 : index
		vector.store %t4s, %a1[%c10, %c0] : memref<16x16xi32>, vector<16xi32>`)
	for _, op := range []string{"addi", "subi", "muli", "andi", "ori", "xori", "maxsi", "maxui", "minsi", "minui"} {
		add("vectors of i32: "+op, i32s, fmt.Sprintf(`
		%%v = vector.transfer_read %%a0[%%c0, %%c0], %%k1 {in_bounds = [true, true]} : memref<16x16xi32>, vector<4x8xi32>
		%%w = vector.transfer_read %%a0[%%c2, %%c3], %%k1 {in_bounds = [true, true]} : memref<16x16xi32>, vector<4x8xi32>
		%%x = arith.%[1]s %%v, %%w : vector<4x8xi32>
		%%p = arith.cmpi slt, %%x, %%w : vector<4x8xi32>
		%%y = arith.select %%p, %%x, %%v : vector<4x8xi1>, vector<4x8xi32>
		%%n = arith.trunci %%y : vector<4x8xi32> to vector<4x8xi16>
		%%s = arith.extsi %%n : vector<4x8xi16> to vector<4x8xi32>
		vector.transfer_write %%x, %%a1[%%c0, %%c0] {in_bounds = [true, true]} : vector<4x8xi32>, memref<16x16xi32>
		%%c8 = arith.constant 8 : index
		vector.transfer_write %%s, %%a1[%%c8, %%c0] {in_bounds = [true, true]} : vector<4x8xi32>, memref<16x16xi32>`, op))
	}
	for _, op := range []string{"addf", "subf", "mulf", "divf", "maximumf", "minimumf"} {
		add("vectors of f32: "+op, f32s, fmt.Sprintf(`
		%%z = arith.constant 0.0 : f32
		%%v = vector.transfer_read %%a0[%%c0, %%c0], %%z {in_bounds = [true, true]} : memref<16x16xf32>, vector<4x8xf32>
		%%w = vector.transfer_read %%a0[%%c2, %%c3], %%z {in_bounds = [true, true]} : memref<16x16xf32>, vector<4x8xf32>
		%%x = arith.%[1]s %%v, %%w : vector<4x8xf32>
		%%n = arith.negf %%x : vector<4x8xf32>
		%%f = math.floor %%n : vector<4x8xf32>
		vector.transfer_write %%f, %%a1[%%c0, %%c0] {in_bounds = [true, true]} : vector<4x8xf32>, memref<16x16xf32>
		%%c8 = arith.constant 8 : index
		vector.transfer_write %%x, %%a1[%%c8, %%c0] {in_bounds = [true, true]} : vector<4x8xf32>, memref<16x16xf32>`, op))
	}
	return cases
}

const constants = `
		%c0 = arith.constant 0 : index
		%c1 = arith.constant 1 : index
		%c2 = arith.constant 2 : index
		%c3 = arith.constant 3 : index
		%c16 = arith.constant 16 : index
		%k1 = arith.constant 1 : i32
		%k7 = arith.constant 7 : i32
`

func TestMemoryAgainstLLVM(t *testing.T) { runHost(t, memoryCases()) }
