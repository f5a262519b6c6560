package tile_test

import (
	"math"
	"strings"
	"testing"

	"heddle/arch"
	"heddle/ir"
	"heddle/tile"
)

// TestSaturate: numbers beyond the range of a type become its greatest, or without Saturate an
// infinity or a NaN; a NaN stays one.
func TestSaturate(t *testing.T) {
	x := []float32{1, -3, 1e6, -1e9, float32(math.Inf(1)), float32(math.NaN()), 0.5, 240}
	for _, chip := range arch.Chips {
		fp8 := ir.Type(ir.F8E4M3FN)
		most := float32(448)
		if chip == &arch.GFX942 {
			fp8, most = ir.F8E4M3FNUZ, 240
		}
		for elem, most := range map[ir.Type]float32{fp8: most, ir.F16: 65504, ir.I8: 127} {
			rig := rig{chip: chip, grid: [3]uint32{1, 1, 1}, waves: 1}
			out := rig.run(t, func(k *tile.Kernel) {
				x, y, z := k.Tensor("x", ir.F32, 8), k.Tensor("y", ir.F32, 8), k.Tensor("z", ir.F32, 8)
				v := k.Load(x, k.Spread(1, 8, 2), tile.I(0))
				shown := func(v *tile.Tile) *tile.Tile { // NaNs have many codes
					v = k.Convert(v, ir.F32)
					return k.Select(k.Compare(v, tile.Equal, v), v, k.Like(v, -7))
				}
				if elem == ir.I8 {
					v = k.Select(k.Compare(v, tile.Equal, v), v, k.Like(v, 0))
					k.Store(z, v, tile.I(0))
				} else {
					k.Store(z, shown(k.Convert(v, elem)), tile.I(0))
				}
				k.Store(y, shown(k.Convert(v, elem, tile.Saturate)), tile.I(0))
			}, buffer("x", floats(x...)), buffer("y", make([]byte, 32)), buffer("z", make([]byte, 32)))
			y, z := asFloats(out[1]), asFloats(out[2])
			for i, v := range x {
				want := max(min(v, most), -most)
				if elem == ir.I8 {
					want = float32(math.RoundToEven(float64(max(min(v, 127), -128))))
				}
				if v != v {
					want = choose[float32](elem == ir.I8, 0, -7)
				}
				if y[i] != want {
					t.Errorf("%s: %g in %s is %g, want %g", chip.Name, v, elem, y[i], want)
				}
				if elem != ir.I8 && (v > most || v < -most) && !math.IsInf(float64(z[i]), 0) && z[i] != -7 {
					t.Errorf("%s: %g in %s without limits is %g", chip.Name, v, elem, z[i])
				}
			}
		}
	}
}

// TestOp: an operation that tile has no method for.
func TestOp(t *testing.T) {
	for _, chip := range arch.Chips {
		x := []float32{1, -3, 2, -4, 5, -6, 7, 8}
		rig := rig{chip: chip, grid: [3]uint32{1, 1, 1}, waves: 1}
		out := rig.run(t, func(k *tile.Kernel) {
			k.WavesPerSIMD(2)
			x, y := k.Tensor("x", ir.F32, 8), k.Tensor("y", ir.F32, 8)
			l := k.Spread(1, 8, 2)
			v := k.Load(x, l, tile.I(0))
			k.Store(y, k.Op("math.copysign", ir.F32, nil, v, k.Fill(l.ColVector(), ir.F32, -1)), tile.I(0))
		}, buffer("x", floats(x...)), buffer("y", make([]byte, 32)))
		for i, got := range asFloats(out[1]) {
			if want := -float32(math.Abs(float64(x[i]))); got != want {
				t.Errorf("%s: %g, want %g", chip.Name, got, want)
			}
		}
	}
}

// TestInstruction: the name is that of the instruction in the code.
func TestInstruction(t *testing.T) {
	for _, chip := range arch.Chips {
		fp8 := ir.Type(ir.F8E4M3FN)
		if chip == &arch.GFX942 {
			fp8 = ir.F8E4M3FNUZ
		}
		for _, elem := range []ir.Type{ir.BF16, fp8} {
			name := ""
			list := assembly(t, chip, 1, func(k *tile.Kernel) {
				mma := k.MMA(elem, elem, 32, 1, 1)
				name = mma.Instruction()
				a := k.Load(k.Tensor("a", elem, 32, 64), mma.A(32, 64), tile.I(0), tile.I(0))
				k.Store(k.Tensor("c", ir.F32, 32, 32), mma.Dot(a, k.Load(k.Tensor("b", elem, 32, 64), mma.B(32, 64), tile.I(0), tile.I(0)), mma.Zero(32, 32)), tile.I(0), tile.I(0))
			})
			if counted(list, name+" ") == 0 {
				t.Errorf("%s: no %s in\n%s", chip.Name, name, strings.Join(list, "\n"))
			}
		}
	}
}
