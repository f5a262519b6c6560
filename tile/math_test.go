package tile_test

import (
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"heddle/arch"
	"heddle/build"
	"heddle/ir"
	"heddle/tile"
)

// assembly builds a kernel and returns its instructions.
func assembly(t *testing.T, chip *arch.Chip, waves tile.Waves, body func(*tile.Kernel)) []string {
	t.Helper()
	m := tile.NewModule(chip)
	m.Kernel("k", waves, body)
	module, err := m.IR()
	if err != nil {
		t.Fatal(err)
	}
	r, err := build.MLIR(module, build.Options{Chip: chip})
	if err != nil {
		t.Fatal(err)
	}
	var list []string
	for _, line := range strings.Split(string(r.Assembly()), "\n") {
		line, _, _ = strings.Cut(line, ";")
		if strings.HasSuffix(strings.TrimSpace(line), ".entry:") {
			list = nil // what comes before loads arguments that are preloaded
		}
		if f := strings.Fields(line); len(f) > 0 && !strings.HasPrefix(f[0], ".") && !strings.HasSuffix(f[0], ":") {
			list = append(list, strings.Join(f, " "))
		}
		if strings.Contains(line, "s_endpgm") {
			break
		}
	}
	return list
}

// counted returns how many instructions begin with a prefix.
func counted(list []string, prefix string) (n int) {
	for _, in := range list {
		if strings.HasPrefix(in, prefix) {
			n++
		}
	}
	return n
}

// TestApproximate: functions of the hardware are near those of float64, and exp2 is one instruction
// for each element.
func TestApproximate(t *testing.T) {
	const n = 256
	for _, chip := range arch.Chips {
		x := random(rand.New(rand.NewPCG(5, 6)), n)
		body := func(exp2 func(k *tile.Kernel, t *tile.Tile) *tile.Tile) func(k *tile.Kernel) {
			return func(k *tile.Kernel) {
				l := k.Spread(1, n, 4)
				k.Store(k.Tensor("y", ir.F32, n), exp2(k, k.Load(k.Tensor("x", ir.F32, n), l, tile.I(0))), tile.I(0))
			}
		}
		for _, form := range []func(k *tile.Kernel, t *tile.Tile) *tile.Tile{
			(*tile.Kernel).Exp2,
			func(k *tile.Kernel, t *tile.Tile) *tile.Tile { return k.Map("exp2", t, tile.Approx, tile.NoNaN) },
			func(k *tile.Kernel, t *tile.Tile) (y *tile.Tile) {
				k.Fast(tile.Approx|tile.NoNaN, func() { y = k.Map("exp2", t) })
				return y
			},
		} {
			list := assembly(t, chip, 1, body(form))
			if exps, all := counted(list, "v_exp_f32"), counted(list, "v_"); exps != 4 || all > 6 {
				t.Errorf("%s: %d v_exp_f32 among %d vector instructions, want 4 and at most 6:\n%s", chip.Name, exps, all, strings.Join(list, "\n"))
			}
			rig := rig{chip: chip, grid: [3]uint32{1, 1, 1}, waves: 1, near: 1e-6}
			got := asFloats(rig.run(t, body(form), buffer("y", make([]byte, 4*n)), buffer("x", floats(x...)))[0])
			for i := range got {
				if want := math.Exp2(float64(x[i])); math.Abs(float64(got[i])-want) > 1e-6*want {
					t.Fatalf("%s: 2^%g is %g, want %g", chip.Name, x[i], got[i], want)
				}
			}
		}
	}
}

// TestLiberties: each operation on floats carries the words of its liberties, and no other.
func TestLiberties(t *testing.T) {
	m := tile.NewModule(arch.Chips[0])
	m.Kernel("k", 1, func(k *tile.Kernel) {
		l := k.Spread(1, 64, 1)
		x := k.Load(k.Tensor("x", ir.F32, 64), l, tile.I(0))
		k.Fast(tile.Approx|tile.Contract, func() {
			x = k.Div(x, x)
			k.Fast(tile.NoNaN, func() { x = k.Max(x, x) })
			x = k.Select(k.Compare(x, tile.Less, x), x, x)
		})
		k.Store(k.Tensor("y", ir.F32, 64), k.Add(x, x), tile.I(0))
	})
	module, err := m.IR()
	if err != nil {
		t.Fatal(err)
	}
	text := string(module.Print(ir.PrintOptions{}))
	for op, words := range map[string]string{"arith.divf": "arcp,contract,afn", "arith.maxnumf": "nnan,arcp,contract,afn", "arith.addf": "none"} {
		for line := range strings.Lines(text) {
			if strings.Contains(line, `"`+op+`"`) && !strings.Contains(line, "fastmath<"+words+">") {
				t.Errorf("%s, want %s", strings.TrimSpace(line), words)
			}
		}
	}
}

// TestMaximumOfMaximum: a maximum that is an operand of another one and stored, too, is kept.
func TestMaximumOfMaximum(t *testing.T) {
	const n = 64
	for _, chip := range arch.Chips {
		x := random(rand.New(rand.NewPCG(15, 6)), 3*n)
		rig := rig{chip: chip, grid: [3]uint32{1, 1, 1}, waves: 1}
		got := asFloats(rig.run(t, func(k *tile.Kernel) {
			l := k.Spread(1, n, 1)
			x, y := k.Tensor("x", ir.F32, 3, n), k.Tensor("y", ir.F32, 2, n)
			load := func(i int64) *tile.Tile { return k.Load(x, l, tile.I(i), tile.I(0)) }
			inner := k.Max(k.Scale(load(0), 2), k.Scale(load(1), 2))
			k.Store(y, inner, tile.I(0), tile.I(0))
			k.Store(y, k.Max(inner, k.Scale(load(2), 3)), tile.I(1), tile.I(0))
		}, buffer("x", floats(x...)), buffer("y", make([]byte, 8*n)))[1])
		for i := range n {
			inner := max(2*x[i], 2*x[n+i])
			if got[i] != inner || got[n+i] != max(inner, 3*x[2*n+i]) {
				t.Fatalf("%s: %g, %g of %g, %g, %g", chip.Name, got[i], got[n+i], x[i], x[n+i], x[2*n+i])
			}
		}
	}
}

// TestGreatestCost: the greatest of 32 scores of a lane takes fewer instructions, most of them on three
// numbers each, where there are no NaNs, and makes no number quiet.
func TestGreatestCost(t *testing.T) {
	for _, chip := range arch.Chips {
		list := assembly(t, chip, 4, func(k *tile.Kernel) {
			mma := k.MMA(ir.BF16, ir.BF16, 32, 4, 1)
			a, b := k.Tensor("a", ir.BF16, 128, 64), k.Tensor("b", ir.BF16, 64, 64)
			s := mma.Dot(k.Load(a, mma.A(128, 64), tile.I(0), tile.I(0)), k.Load(b, mma.B(64, 64), tile.I(0), tile.I(0)), mma.Zero(128, 64))
			k.Fast(tile.NoNaN, func() { s = k.Reduce(tile.Greatest, s, tile.OverCols) })
			k.Store(k.Tensor("y", ir.F32, 128, 1), s, tile.I(0), tile.I(0))
		})
		if maxima := counted(list, "v_max"); maxima > 22 {
			t.Errorf("%s: %d maxima, want 22", chip.Name, maxima)
		}
	}
}
