package sim

import (
	"math/rand/v2"
	"slices"
	"testing"

	"heddle/isa"
	"heddle/long"
	simd "heddle/sim/lanes"
)

// quickWindow is how many VGPRs, and how many AGPRs, the instructions of
// TestQuickEqualsPlain use, so that sources and results overlap often.
const quickWindow = 6

// quickTouched is how many of each they reach, with VGPR indexing.
const quickTouched = quickWindow + 1

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

// value is a random dword, or with half two random f16.
func (s spice) value(r *rand.Rand, half bool) uint32 {
	if half {
		return s.word(r) | s.word(r)<<16
	}
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

// word is a random f16.
func (s spice) word(r *rand.Rand) uint32 {
	switch n := r.IntN(64); {
	case s == hot && n < 8:
		return uint32(r.IntN(1 << 16))
	case s == spiced && n < 2:
		return []uint32{0, 1 << 15, 0x7c00, 1, 0x8001, 0x3ff, 0x400, 0x7bff, 0xfbff}[r.IntN(9)]
	case s == spiced && n < 6:
		return uint32(r.IntN(1<<11)) | uint32(r.IntN(2))<<15
	}
	return uint32(r.IntN(1<<10)) | uint32(6+r.IntN(16))<<10 | uint32(r.IntN(2))<<15
}

// fill sets the registers of the window and the scalar ones.
func (s spice) fill(w *wave, r *rand.Rand, half bool) {
	for i := range w.sgpr {
		w.sgpr[i] = s.value(r, half)
	}
	w.sgpr[m0Index] = r.Uint32() & 0xf001 // with VGPR indexing, by one register
	for _, base := range [...]int{0, wholeFile.first} {
		for i := range quickTouched {
			for l := range w.vgpr[base+i] {
				w.vgpr[base+i][l] = s.value(r, half)
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

// plainForm makes a random encoding one that kernels take: with no modifiers
// but neg and abs, or of pairs of f32 op_sel, and with its VGPRs in the window.
func plainForm(inst *isa.Inst, r *rand.Rand) {
	given := inst.Mods
	inst.Mods = inst.Row.NewInst().Mods
	inst.Mods.BitOp3 = given.BitOp3
	switch inst.Row.Op {
	case isa.V_PK_ADD_F32, isa.V_PK_MUL_F32, isa.V_PK_FMA_F32:
		if r.IntN(2) == 0 {
			inst.Mods.OpSel, inst.Mods.OpSelHi, inst.Mods.NegLo, inst.Mods.NegHi = given.OpSel, given.OpSelHi, given.NegLo, given.NegHi
		}
	}
	bare := r.IntN(2) == 0
	for i := range inst.Args {
		a := &inst.Args[i]
		if bare || inst.Row.Enc == isa.EncVOP3P {
			a.Flags = 0
		}
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
	copy(to.vgpr[:quickTouched], from.vgpr[:quickTouched])
	copy(to.vgpr[wholeFile.first:wholeFile.first+quickTouched], from.vgpr[wholeFile.first:wholeFile.first+quickTouched])
}

func sameWindow(a, b *wave) bool {
	return a.sgpr == b.sgpr && a.scc == b.scc && a.mode == b.mode && a.pc == b.pc &&
		slices.Equal(a.vgpr[:quickTouched], b.vgpr[:quickTouched]) &&
		slices.Equal(a.vgpr[wholeFile.first:wholeFile.first+quickTouched], b.vgpr[wholeFile.first:wholeFile.first+quickTouched])
}

// quickTally counts what TestQuickEqualsPlain did with a row: executions by a
// kernel's function, and those bland ones with all lanes that it left to the
// plain engine.
type quickTally struct{ bound, bland, left int }

// TestQuickEqualsPlain executes every instruction that has a kernel with random
// operands and compares each level with the plain engine. Kernels must take
// what is bland themselves.
func TestQuickEqualsPlain(t *testing.T) {
	const seed = 41
	samples := long.Count(30, 60)
	r := rand.New(rand.NewPCG(seed, 0))
	var covered [len(quickOps)]bool
	for _, target := range isa.Targets() {
		q := quickRig{t: t, target: target, before: testWave(target), plain: testWave(target), quick: testWave(target)}
		rows, kernels := target.Rows(), 0
		for i := range rows {
			row := &rows[i]
			if !effectRow(row) || !quickRow(row) {
				continue
			}
			var tally [simd.AVX512 + 1]quickTally
			for n := 0; n < samples; {
				inst, ok := randomEncoding(target, row, r)
				if !ok {
					continue
				}
				plainForm(&inst, r)
				q.compare(inst, spice(n%3), n&1 != 0, r, &tally)
				n++
			}
			for level := simd.AVX2; level <= simd.Best(); level++ {
				n := tally[level]
				if n.bound > 0 {
					kernels++
				}
				if n.bound < samples/4 || n.bland >= long.Count(4, 0) && n.left == n.bland { // of few samples too few are bland to tell
					t.Errorf("%s: %s has a %v function in %d of %d samples; it left %d of %d simple executions to the plain engine",
						target.Chip.Name, row.Mnemonic, level, n.bound, samples, n.left, n.bland)
				}
			}
			if int(row.Op) < len(covered) {
				covered[row.Op] = true
			}
		}
		t.Logf("%s: %d pairs of row and level, seed %d", target.Chip.Name, kernels, seed)
	}
	for op := range quickOps {
		if quickOps[op].kernel != simd.NoOp && !covered[op] {
			t.Errorf("no target has %v", isa.Op(op))
		}
	}
}

// quickRow reports whether a row should have a kernel if its operands are
// plain.
func quickRow(row *isa.Row) bool {
	op := int(row.Op)
	switch row.Enc {
	case isa.EncSDWA1, isa.EncSDWA2, isa.EncSDWAC, isa.EncDPP1, isa.EncDPP2:
		return false
	}
	switch {
	case op < len(quickOps) && quickOps[op].kernel != simd.NoOp:
		return true
	case op < len(compareOps) && compareOps[op].typ != none:
		_, ok := relationOf(&compareOps[op])
		return ok
	case op < len(carryOps) && carryOps[op] != nil:
		return true
	}
	switch row.Op {
	case isa.V_CNDMASK_B32, isa.V_BITOP3_B32, isa.V_BITOP3_B16, isa.V_MBCNT_LO_U32_B32, isa.V_MBCNT_HI_U32_B32, isa.V_MAD_U64_U32, isa.V_MAD_I64_I32:
		return true
	}
	return false
}

// ofPositive are the operations that only positive numbers have a result of.
var ofPositive = map[isa.Op]bool{
	isa.V_SQRT_F32: true, isa.V_RSQ_F32: true, isa.V_LOG_F32: true, isa.V_LOG_LEGACY_F32: true,
}

// makePositive clears the signs in the window.
func makePositive(w *wave) {
	for i := range quickTouched {
		for l := range w.vgpr[i] {
			w.vgpr[i][l] = w.vgpr[i][l]&^(1<<31) | 1<<23
		}
	}
}

// quickRig has the waves that the engines are compared on.
type quickRig struct {
	t                    *testing.T
	target               *isa.Target
	before, plain, quick *wave
}

// compare executes an instruction in all engines.
func (q *quickRig) compare(inst isa.Inst, s spice, half bool, r *rand.Rand, tally *[simd.AVX512 + 1]quickTally) {
	in, err := bind(q.target, inst, 0, inst.Size())
	if err != nil {
		q.t.Error(err)
		return
	}
	s.fill(q.before, r, half)
	if s == bland && ofPositive[inst.Row.Op] {
		makePositive(q.before)
	}
	run := in.run
	copyWindow(q.plain, q.before)
	run(q.plain, in)
	for level, f := range in.quick {
		if f.run == nil {
			continue
		}
		left := 0
		in.run = func(w *wave, in *instr) {
			left = 1
			run(w, in)
		}
		copyWindow(q.quick, q.before)
		f.execute(q.quick, in)
		in.run = run
		n := &tally[level]
		n.bound++
		if s == bland && q.before.exec() == ^uint64(0) {
			n.bland++
			n.left += left
		}
		if !sameWindow(q.plain, q.quick) {
			reportDifference(q.t, q.target, in, simd.Level(level), q.before, q.plain, q.quick)
		}
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
	for _, base := range [...]int{0, wholeFile.first} {
		for i := base; i < base+quickTouched; i++ {
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

// TestQuickLeaves executes instructions that have kernels where those must not
// be used, or not as if nothing were special: other rounding and subnormals,
// VGPR indexing.
func TestQuickLeaves(t *testing.T) {
	const seed, samples = 43, 1500
	r := rand.New(rand.NewPCG(seed, 0))
	for _, target := range isa.Targets() {
		q := quickRig{t: t, target: target, before: testWave(target), plain: testWave(target), quick: testWave(target)}
		var rows []*isa.Row
		all := target.Rows()
		for i := range all {
			if effectRow(&all[i]) && quickRow(&all[i]) {
				rows = append(rows, &all[i])
			}
		}
		for n := 0; n < samples; {
			inst, ok := randomEncoding(target, rows[r.IntN(len(rows))], r)
			if !ok {
				continue
			}
			n++
			plainForm(&inst, r)
			bits := uint32(rocmMode)
			switch n % 4 {
			case 0:
				bits = r.Uint32() &^ modeGPRIdx
			case 1:
				bits |= modeGPRIdx
			}
			for _, w := range [...]*wave{q.before, q.plain, q.quick} {
				w.mode.set(bits)
			}
			q.compare(inst, spice(r.IntN(3)), r.IntN(2) == 0, r, &[simd.AVX512 + 1]quickTally{})
		}
	}
}
