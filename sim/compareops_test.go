package sim

import (
	"math"
	"strings"
	"testing"

	"heddle/isa"
)

// compareText is the instruction of a row: v2 (or a pair) compared with v4.
func compareText(row *isa.Row) string { return caseText(row, [3]uint64{}) }

// halfValue is the value of an f16 pattern, by the definition of the format.
func halfValue(x uint64) float64 {
	e, frac := int(x>>10&31), float64(x&0x3ff)
	v := math.Ldexp(1024+frac, e-25)
	switch {
	case e == 0:
		v = math.Ldexp(frac, -24)
	case e == 31 && frac == 0:
		v = math.Inf(1)
	case e == 31:
		return math.NaN()
	}
	if x&0x8000 != 0 {
		v = -v
	}
	return v
}

// compareSamples are the values that each type is tried with.
var compareSamples = map[string][]uint64{
	"f16": {0, 1, 0x8001, 0x8000, 0x3c00, 0xbc00, 0x4000, 0x7bff, 0x7c00, 0xfc00, 0x7e00, 0xfd01},
	"f32": {0, 1, 0x80000001, 1 << 31, f32One, f32MinusOne, f32Two, f32Largest, f32Inf, f32MinusInf, f32Qnan, 0xff800001},
	"f64": {0, 1, 1<<63 | 1, 1 << 63, f64One, f64MinusOne, f64Two, f64Largest, f64Inf, 0xfff0000000000000, f64Qnan, f64Snan},
	"i16": {0, 1, 0x7fff, 0x8000, 0xffff, 0x8001},
	"i32": {0, 1, 0x7fffffff, 0x80000000, 0xffffffff, 0xffff},
	"i64": {0, 1, 1<<63 - 1, 1 << 63, 1<<64 - 1, 0xffffffff, 1 << 32},
}

// trueFloat says whether a relation by name holds, from Go's own comparisons.
func trueFloat(name string, a, b float64) bool {
	switch name {
	case "f":
		return false
	case "lt":
		return a < b
	case "eq":
		return a == b
	case "le":
		return a <= b
	case "gt":
		return a > b
	case "lg":
		return a < b || a > b
	case "ge":
		return a >= b
	case "o":
		return a == a && b == b
	case "u":
		return a != a || b != b
	case "nge":
		return !(a >= b)
	case "nlg":
		return !(a < b || a > b)
	case "ngt":
		return !(a > b)
	case "nle":
		return !(a <= b)
	case "neq":
		return !(a == b)
	case "nlt":
		return !(a < b)
	}
	return name == "tru"
}

func trueInt[T int64 | uint64](name string, a, b T) bool {
	switch name {
	case "lt":
		return a < b
	case "eq":
		return a == b
	case "le":
		return a <= b
	case "gt":
		return a > b
	case "ne":
		return a != b
	case "ge":
		return a >= b
	}
	return name == "t"
}

// holds is what the comparison named "lt_f32" must give.
func holds(t *testing.T, name string, a, b uint64) bool {
	relation, typ, _ := strings.Cut(name, "_")
	bits := map[byte]uint{'1': 16, '3': 32, '6': 64}[typ[1]]
	switch {
	case typ == "f16":
		return trueFloat(relation, halfValue(a), halfValue(b))
	case typ == "f32":
		return trueFloat(relation, float64(math.Float32frombits(uint32(a))), float64(math.Float32frombits(uint32(b))))
	case typ == "f64":
		return trueFloat(relation, math.Float64frombits(a), math.Float64frombits(b))
	case typ[0] == 'i':
		return trueInt(relation, int64(a<<(64-bits))>>(64-bits), int64(b<<(64-bits))>>(64-bits))
	case typ[0] == 'u':
		return trueInt(relation, a, b)
	}
	t.Fatalf("no oracle for %s", name)
	return false
}

// TestCompare runs every comparison of both targets in every encoding on all
// pairs of sample values, 64 pairs at a time, with some lanes off.
func TestCompare(t *testing.T) {
	ops := map[isa.Op]bool{}
	for _, target := range isa.Targets() {
		w := testWave(target)
		for i := range target.Rows() {
			row := &target.Rows()[i]
			name, isCompare := strings.CutPrefix(row.Op.String(), "v_cmp_")
			isExec := false
			if !isCompare {
				name, isExec = strings.CutPrefix(row.Op.String(), "v_cmpx_")
			}
			if !isCompare && !isExec || strings.HasPrefix(name, "class") {
				continue
			}
			ops[row.Op] = true
			in := bindText(t, target, compareText(row))
			if in.Row != row {
				t.Fatalf("%q is %s", compareText(row), in.Row.Mnemonic)
			}
			samples := compareSamples[strings.Replace(name[len(name)-3:], "u", "i", 1)]
			var a, b [waveSize]uint64
			for first := 0; first < len(samples)*len(samples); first += waveSize {
				var want uint64
				exec := uint64(0xfffffffffffffbfe)
				for l := range waveSize {
					k := (first + l) % (len(samples) * len(samples))
					a[l], b[l] = samples[k/len(samples)], samples[k%len(samples)]
					w.vgpr[2][l], w.vgpr[3][l] = uint32(a[l]), uint32(a[l]>>32)
					w.vgpr[4][l], w.vgpr[5][l] = uint32(b[l]), uint32(b[l]>>32)
					if holds(t, name, a[l], b[l]) {
						want |= 1 << l & exec
					}
				}
				w.setExec(exec)
				w.setVCC(^uint64(0))
				w.setSGPR64(20, ^uint64(0))
				in.run(w, in)
				got := w.vcc()
				if strings.Contains(in.String(), "s[20:21]") {
					got = w.sgpr64(20)
				}
				if got != want {
					t.Errorf("%s: %q: got %#x, want %#x", target.Chip.Name, in.String(), got, want)
				}
				if isExec {
					exec = want
				}
				if w.exec() != exec {
					t.Errorf("%s: %q: EXEC is %#x, want %#x", target.Chip.Name, in.String(), w.exec(), exec)
				}
			}
		}
	}
	if len(ops) != 3*2*16+6*2*8 {
		t.Errorf("%d comparisons were tried", len(ops))
	}
}

// TestCompareFlush: comparisons read subnormals as MODE says for their type.
func TestCompareFlush(t *testing.T) {
	for _, c := range []struct {
		text string
		x    uint64
		mode uint32
		want uint64
	}{
		{"v_cmp_eq_f32 vcc, 0, v2", 1, 0, 0},
		{"v_cmp_eq_f32 vcc, 0, v2", 1, f32KeepIn, ^uint64(0)},
		{"v_cmp_eq_f32 vcc, 0, v2", 1, f16Flush | f32KeepOut, 0},
		{"v_cmp_lt_f16 vcc, 0, v2", 1, 0, ^uint64(0)},
		{"v_cmp_lt_f16 vcc, 0, v2", 1, f16KeepIn, 0},
		{"v_cmp_lt_f64 vcc, 0, v[2:3]", 1, f32Flush, ^uint64(0)},
		{"v_cmp_lt_f64 vcc, 0, v[2:3]", 1, f16KeepIn, 0},
		{"v_cmp_gt_f32 vcc, |v2|, -v2", f32One, 0, ^uint64(0)},
		{"v_cmp_gt_f32 s[30:31], 1.0, v2 clamp", f32Half, 0, 0}, // clamp asks for exceptions only; VCC stays
	} {
		w := exec1(t, "gfx942", c.text, func(w *wave) {
			w.mode.set(rocmMode ^ c.mode)
			w.setV64(2, c.x)
		})
		if got := w.vcc(); got != c.want {
			t.Errorf("%s of %#x, MODE %#x: got %#x", c.text, c.x, rocmMode^c.mode, got)
		}
	}
}

// TestCompareClass runs the class tests in every encoding: each of the ten
// classes (signaling and quiet NaN; from -Inf to +Inf) is selected by its bit
// and by no other.
func TestCompareClass(t *testing.T) {
	classes := map[string][10]uint64{
		"f16": {f16Snan, 0xfe00, 0xfc00, 0xbc00, 0x83ff, 0x8000, 0, 1, 0x0400, f16Inf},
		"f32": {0xff800001, f32Qnan, f32MinusInf, f32MinusOne, 0x80000001, f32MinusZero, 0, 0x007fffff, 0x00800000, f32Inf},
		"f64": {f64Snan, f64NegDefault, 0xfff0000000000000, f64MinusOne, f64MinusZero | 1, f64MinusZero, 0, 1<<52 - 1, f64Largest, f64Inf},
	}
	count := 0
	for _, target := range isa.Targets() {
		w := testWave(target)
		for i := range target.Rows() {
			row := &target.Rows()[i]
			_, typ, ok := strings.Cut(row.Op.String(), "_class_")
			if !ok {
				continue
			}
			count++
			in := bindText(t, target, compareText(row))
			for k, x := range classes[typ] {
				for _, flush := range []uint32{0, f16Flush | f32Flush} {
					w.mode.set(rocmMode ^ flush) // a class test looks at the bits
					w.setExec(^uint64(0))
					w.setV64(2, x)
					for l := range waveSize {
						w.vgpr[4][l] = 1 << (l % 10)
						if l >= 32 {
							w.vgpr[4][l] ^= 0x3ff
						}
					}
					in.run(w, in)
					got := w.vcc()
					if strings.Contains(in.String(), "s[20:21]") {
						got = w.sgpr64(20)
					}
					for l := range waveSize {
						if want := (l%10 == k) != (l >= 32); got>>l&1 != bit(want) {
							t.Errorf("%s: %q of %#x, mask %#x: want %t", target.Chip.Name, in.String(), x, w.vgpr[4][l], want)
						}
					}
					exec := ^uint64(0)
					if strings.HasPrefix(row.Op.String(), "v_cmpx") {
						exec = got
					}
					if w.exec() != exec {
						t.Errorf("%s: %q: EXEC is %#x, want %#x", target.Chip.Name, in.String(), w.exec(), exec)
					}
				}
			}
		}
	}
	if count != 32 { // f64 has no SDWA
		t.Errorf("%d rows were tried", count)
	}
}
