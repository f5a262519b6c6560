package sim

import (
	"math/rand/v2"
	"slices"
	"testing"

	"heddle/isa"
	simd "heddle/sim/lanes"
)

// quickWindow is how many VGPRs, and how many AGPRs, the instructions of
// TestQuickEqualsPlain use, so that sources and results overlap often.
const quickWindow = 6

// spice is how unusual the values in registers are.
type spice int

const (
	bland  spice = iota // numbers of like size
	spiced              // also zeros, subnormals, infinities
	hot                 // anything
)

// specials are bit patterns at the edges of f16, f32 and, as high dwords, f64,
// NaNs last.
var specials = []uint32{
	0, 1 << 31, 1, 1<<31 | 1, 0x007fffff, 0x807fffff, 0x00800000, 0x7f7fffff, 0xff7fffff, 0x3f800000, 0xbf800000,
	0x7fffffff >> 1, 0x4effffff, 0x4f000000, 0xcf000000, 0x4f7fffff, 0x4f800000, 0x477fefff, 0x477ff000, 0x33000000, 0x33000001,
	0x00080000, 0x000fffff, 0x7fe00000, 0x7f800000, 0xff800000, 0x7bff, 0x0001, 0x8000, 0xfbff, 0x03ff,
	0x7ff00000, 0xfff00000, 0x7ff80000, 0x7fc00000, 0x7fa00001, 0xffc00123, 0xffffffff, 0x7c00, 0xfc00, 0x7e01, 0x7d55,
}

const tameSpecials = 31 // those that are NaN in no format

func (s spice) value(r *rand.Rand) uint32 {
	switch n := r.IntN(64); {
	case s == hot && n < 24:
		return r.Uint32()
	case s == hot && n < 40:
		return specials[r.IntN(len(specials))]
	case s == spiced && n < 2:
		return specials[r.IntN(tameSpecials)]
	case n < 48:
		return r.Uint32()&0x807fffff | uint32(120+r.IntN(16))<<23
	case n < 60:
		return uint32(r.IntN(80)) - uint32(r.IntN(2)*int(s)*8)
	}
	return 1 << r.IntN(32)
}

// fill sets the registers of the window and the scalar ones.
func (s spice) fill(w *wave, r *rand.Rand) {
	for i := range w.sgpr {
		w.sgpr[i] = s.value(r)
	}
	for _, base := range [...]int{0, agprs} {
		for i := range quickWindow {
			for l := range w.vgpr[base+i] {
				w.vgpr[base+i][l] = s.value(r)
			}
		}
	}
	switch r.IntN(4) {
	case 0, 1:
		w.setExec(^uint64(0))
	case 2:
		w.setExec(r.Uint64())
	default:
		w.setExec(r.Uint64() & r.Uint64() & r.Uint64() & -uint64(r.IntN(2)))
	}
}

// plainForm makes a random encoding one that kernels take: without modifiers
// and with its VGPRs in the window.
func plainForm(inst *isa.Inst, r *rand.Rand) {
	table := inst.Mods.BitOp3
	inst.Mods = inst.Row.NewInst().Mods
	inst.Mods.BitOp3 = table
	for i := range inst.Args {
		a := &inst.Args[i]
		a.Flags = 0
		if a.Kind != isa.KindReg {
			continue
		}
		n := isa.Reg(r.IntN(max(quickWindow+1-int(max(a.Dwords, 1)), 1)))
		switch reg := a.Reg(); {
		case reg.IsAGPR():
			a.Val = uint32(isa.A0 + n)
		case reg.IsVGPR():
			a.Val = uint32(isa.V0 + n)
		}
	}
}

func copyWindow(to, from *wave) {
	to.sgpr, to.scc, to.mode, to.pc = from.sgpr, from.scc, from.mode, from.pc
	copy(to.vgpr[:quickWindow], from.vgpr[:quickWindow])
	copy(to.vgpr[agprs:agprs+quickWindow], from.vgpr[agprs:agprs+quickWindow])
}

func sameWindow(a, b *wave) bool {
	return a.sgpr == b.sgpr && a.scc == b.scc && a.mode == b.mode && a.pc == b.pc &&
		slices.Equal(a.vgpr[:quickWindow], b.vgpr[:quickWindow]) &&
		slices.Equal(a.vgpr[agprs:agprs+quickWindow], b.vgpr[agprs:agprs+quickWindow])
}

// TestQuickEqualsPlain executes every instruction that has a kernel with random
// operands and compares each level with the plain engine. Kernels must take
// what is bland themselves.
func TestQuickEqualsPlain(t *testing.T) {
	const seed, samples = 41, 60
	r := rand.New(rand.NewPCG(seed, 0))
	for _, target := range isa.Targets() {
		before, plain, quick := testWave(target), testWave(target), testWave(target)
		rows, kernels := target.Rows(), 0
		for i := range rows {
			row := &rows[i]
			if row.Unit != isa.UnitVALU && row.Unit != isa.UnitTrans {
				continue
			}
			var taken, bound [simd.AVX512 + 1]int
			for n := 0; n < samples; {
				inst, ok := randomEncoding(target, row, r)
				if !ok {
					continue
				}
				n++
				plainForm(&inst, r)
				in, err := bind(target, inst, 0, inst.Size())
				if err != nil {
					break
				}
				if in.quick[simd.Best()] == nil && bound[simd.Best()] == 0 && n > 10 {
					break
				}
				s := spice(n % 3)
				s.fill(before, r)
				run := in.run
				copyWindow(plain, before)
				run(plain, in)
				for level, f := range in.quick {
					if f == nil {
						continue
					}
					fell := false
					in.run = func(w *wave, in *instr) { fell = true; run(w, in) }
					copyWindow(quick, before)
					f(quick, in)
					bound[level]++
					if !fell {
						taken[level]++
					}
					if !sameWindow(plain, quick) {
						reportDifference(t, target, in, simd.Level(level), before, plain, quick)
					}
				}
			}
			for level := simd.AVX2; level <= simd.Best(); level++ {
				if bound[level] > 0 {
					kernels++
				}
				if bound[level] > samples/4 && taken[level] < bound[level]/8 {
					t.Errorf("%s: %s: of %d executions the %v kernel did %d", target.Chip.Name, row.Mnemonic, bound[level], level, taken[level])
				}
			}
		}
		if simd.Best() > simd.None && kernels == 0 {
			t.Errorf("%s: no instruction has a kernel", target.Chip.Name)
		}
		t.Logf("%s: %d rows with kernels, seed %d", target.Chip.Name, kernels, seed)
	}
}

func reportDifference(t *testing.T, target *isa.Target, in *instr, level simd.Level, before, plain, quick *wave) {
	t.Helper()
	t.Errorf("%s %v: %s differs from the plain engine, exec %#x", target.Chip.Name, level, in.String(), before.exec())
	for i := range plain.sgpr {
		if plain.sgpr[i] != quick.sgpr[i] {
			t.Errorf("  s%d: %#x, want %#x", i, quick.sgpr[i], plain.sgpr[i])
		}
	}
	for _, base := range [...]int{0, agprs} {
		for i := base; i < base+quickWindow; i++ {
			for l := range plain.vgpr[i] {
				if plain.vgpr[i][l] == quick.vgpr[i][l] {
					continue
				}
				t.Errorf("  v%d lane %d: %#x, want %#x", i, l, quick.vgpr[i][l], plain.vgpr[i][l])
				for _, o := range in.src[:in.nsrc] {
					if o.kind == operandVector {
						t.Errorf("    v%d: %#x %#x", o.reg, before.vgpr[o.reg][l], before.vgpr[o.reg+1][l])
					} else {
						t.Errorf("    %#x", before.scalar64(o))
					}
				}
				break
			}
		}
	}
}
