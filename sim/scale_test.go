package sim

import (
	"math"
	"math/rand/v2"
	"regexp"
	"slices"
	"strings"
	"testing"

	"heddle/isa"
	"heddle/long"
)

// scaleMnemonic matches the instructions that scaleOps has to have.
var scaleMnemonic = regexp.MustCompile(`^v_cvt_(scalef32_.*|.*(fp8|bf8).*)$`)

// scaleRows are the conversions of a target, one row each: the last encoding.
func scaleRows(t *testing.T, target string) []scaleForm {
	var forms []scaleForm
	seen := map[string]bool{}
	rows := targetNamed(t, target).Rows()
	for i := range rows {
		name := strings.TrimSuffix(rows[i].Mnemonic, "_e64")
		if rows[i].Enc == isa.EncVOP3A && scaleMnemonic.MatchString(name) && !seen[name] {
			seen[name] = true
			forms = append(forms, scaleFormOf(name))
		}
	}
	return forms
}

func scaleTargets() []string { return []string{"gfx942", "gfx950"} }

// All instructions are there, on both targets.
func TestScaleRows(t *testing.T) {
	for target, want := range map[string]int{"gfx942": 8, "gfx950": 57} {
		if n := len(scaleRows(t, target)); n != want {
			t.Errorf("%s has %d conversions of small formats, want %d", target, n, want)
		}
		rows := targetNamed(t, target).Rows()
		for i := range rows {
			op := rows[i].Op
			if scaleMnemonic.MatchString(rows[i].Mnemonic) && (int(op) >= len(scaleOps) || scaleOps[op].n == 0) {
				t.Errorf("%s: nothing executes %s", target, rows[i].Mnemonic)
			}
		}
	}
}

// scaleExps are scales for the narrowing sweeps, as E8M0.
func scaleExps(f scaleForm) []int {
	if !f.scale {
		return []int{127}
	}
	return []int{127, 124, 141, 0, 1, 253, 254, 255}
}

// Every f16 and bf16 code through every narrowing conversion.
func TestScaleNarrow16(t *testing.T) {
	codes := make([]uint32, 1<<16)
	for i := range codes {
		codes[i] = uint32(i)
	}
	for _, f := range scaleRows(t, "gfx950") {
		if !f.narrow || f.wide == "f32" {
			continue
		}
		for _, ovfl := range []bool{false, true} {
			b := newScaleBench(t, "gfx950", f, ovfl)
			for k, e := range scaleExps(f) {
				if (k < 3 || ovfl == (k%2 == 0)) && long.Some(k, 3) {
					b.narrow(codes, e)
				}
			}
		}
	}
}

// scaleBoundaries are the f32 numbers around the values and midpoints of a
// format times 2^exp, special ones, and random ones.
func scaleBoundaries(o *scaleOracle, exp int) []uint32 {
	var v []uint32
	near := func(x float64) {
		f := float32(math.Ldexp(x, exp))
		p := math.Float32bits(f)
		if float64(f) != math.Ldexp(x, exp) || p == 0 || p >= 0x7f7fffff {
			return
		}
		v = append(v, p-1, p, p+1)
	}
	for i, m := range o.mags {
		near(m)
		if i > 0 {
			near((m + o.mags[i-1]) / 2)
		}
	}
	last := o.mags[len(o.mags)-1]
	near(1.5 * last)
	near(2 * last)
	v = append(v, 0, 1, 0x007fffff, 0x00800000, 0x3f800000, 0x7f7fffff, 0x7f800000, 0x7f800001, 0x7fc00000, 0x7fffffff)
	rng := rand.New(rand.NewPCG(3, uint64(exp+200)))
	for range 2000 {
		v = append(v, rng.Uint32()>>1)
		x := math.Float32bits(float32(math.Ldexp(last*rng.Float64(), exp-rng.IntN(12))))
		v = append(v, x&0x7fffffff)
	}
	for _, x := range v[:len(v):len(v)] {
		v = append(v, x|1<<31)
	}
	return v
}

// f32 through every narrowing conversion of both targets, with FP16_OVFL off
// and on, to each part of the destination.
func TestScaleNarrow32(t *testing.T) {
	for _, target := range scaleTargets() {
		for _, f := range scaleRows(t, target) {
			if !f.narrow || f.wide != "f32" {
				continue
			}
			for _, ovfl := range []bool{false, true} {
				b := newScaleBench(t, target, f, ovfl)
				for _, e := range scaleExps(f) {
					b.narrow(scaleBoundaries(b.oracle, b.exp(e)), e)
				}
				if b.runs < len(b.ins) {
					t.Errorf("%s: %d runs for %d parts", f.name, b.runs, len(b.ins))
				}
			}
		}
	}
}

// Every code through every widening conversion, with every scale; each part of
// the source with scales of 1 and 8.
func TestScaleWiden(t *testing.T) {
	for _, target := range scaleTargets() {
		for _, f := range scaleRows(t, target) {
			if f.narrow {
				continue
			}
			for _, ovfl := range []bool{false, true} {
				b := newScaleBench(t, target, f, ovfl)
				b.widen(127, b.ins)
				if !f.scale {
					continue
				}
				b.widen(130, b.ins)
				for e := range 256 {
					if !long.Some(e, 5) {
						continue
					}
					k := e % len(b.ins)
					b.widen(e, b.ins[k:k+1])
				}
			}
		}
	}
}

// The VOP1 conversions in their other encodings: SDWA selects bytes and words,
// DPP the lane; clamp acts in VOP3 only.
func TestScaleVOP1(t *testing.T) {
	for _, target := range scaleTargets() {
		for _, small := range []string{"fp8", "bf8"} {
			o := scaleOracles[target+" "+small]
			value := func(code uint32) uint32 { return scaleWiden("f32", o.decode(code&0xff), 0, false) }
			// Each code is in each byte once.
			for base := uint32(0); base < 256; base += waveSize {
				scaleVOP1(t, target, small, func(l int) uint32 {
					c := base + uint32(l)
					return c&0xff | (c+64)&0xff<<8 | (c+128)&0xff<<16 | (c+192)&0xff<<24
				}, value)
			}
		}
	}
}

func scaleVOP1(t *testing.T, target, small string, src func(l int) uint32, value func(code uint32) uint32) {
	row := func(l int) int { return l&^15 + 15 - l&15 }
	same := func(l int) int { return l }
	cases := []struct {
		text  string
		lane  func(l int) int
		shift int
		pair  bool
	}{
		{"v_cvt_f32_%s_e32 v2, v1", same, 0, false},
		{"v_cvt_f32_%s_e64 v2, v1", same, 0, false},
		{"v_cvt_f32_%s_sdwa v2, v1 src0_sel:BYTE_0", same, 0, false},
		{"v_cvt_f32_%s_sdwa v2, v1 src0_sel:BYTE_1", same, 8, false},
		{"v_cvt_f32_%s_sdwa v2, v1 src0_sel:BYTE_2", same, 16, false},
		{"v_cvt_f32_%s_sdwa v2, v1 src0_sel:BYTE_3", same, 24, false},
		{"v_cvt_f32_%s_sdwa v2, v1 src0_sel:WORD_1", same, 0, false},
		{"v_cvt_f32_%s_sdwa v2, v1 src0_sel:DWORD", same, 0, false},
		{"v_cvt_f32_%s_dpp v2, v1 row_mirror row_mask:0xf bank_mask:0xf", row, 0, false},
		{"v_cvt_pk_f32_%s_e32 v[2:3], v1", same, 0, true},
		{"v_cvt_pk_f32_%s_e64 v[2:3], v1", same, 0, true},
		{"v_cvt_pk_f32_%s_sdwa v[2:3], v1 src0_sel:WORD_0", same, 0, true},
		{"v_cvt_pk_f32_%s_sdwa v[2:3], v1 src0_sel:WORD_1", same, 16, true},
		{"v_cvt_pk_f32_%s_sdwa v[2:3], v1 src0_sel:DWORD", same, 0, true},
		{"v_cvt_pk_f32_%s_dpp v[2:3], v1 row_newbcast:3 row_mask:0xf bank_mask:0xf", func(l int) int { return l&^15 + 3 }, 0, true},
	}
	const exec = 0xfffffffffffffffa
	for _, c := range cases {
		text := strings.ReplaceAll(c.text, "%s", small)
		w := exec1(t, target, text, func(w *wave) {
			for l := range waveSize {
				w.vgpr[1][l] = src(l)
			}
			w.setV(2, 0xdead)
			w.setV(3, 0xbeef)
			w.setV(4, 0xcafe)
			if !strings.Contains(text, "dpp") {
				w.setExec(exec)
			}
		})
		for l := range waveSize {
			from := src(c.lane(l)) >> c.shift
			want := [3]uint32{value(from), 0xbeef, 0xcafe}
			if c.pair {
				want[1] = value(from >> 8)
			}
			if w.exec()>>l&1 == 0 {
				want = [3]uint32{0xdead, 0xbeef, 0xcafe}
			}
			if got := [3]uint32{w.vgpr[2][l], w.vgpr[3][l], w.vgpr[4][l]}; got != want {
				t.Fatalf("%s: %s, lane %d, source %#x: got %#x, want %#x", target, text, l, src(l), got, want)
			}
		}
	}
}

// Clamp acts on the VOP3 forms of the widening conversions without a scale;
// SDWA ignores it (ISA manual §7.3).
func TestScaleClamp(t *testing.T) {
	for text, want := range map[string][2]uint32{
		"v_cvt_f32_fp8_e64 v2, v1 clamp":                         {0x3f800000, 7},
		"v_cvt_pk_f32_fp8_e64 v[2:3], v1 clamp":                  {0x3f800000},
		"v_cvt_pk_f32_fp8_sdwa v[2:3], v1 clamp src0_sel:WORD_0": {0x40000000, 0xbf800000},
	} {
		w := exec1(t, "gfx950", text, func(w *wave) {
			w.setV(1, 0xb840) // 2, -1
			w.setV(3, 7)
		})
		if got := [2]uint32{w.vgpr[2][5], w.vgpr[3][5]}; got != want {
			t.Errorf("%s: got %#x, want %#x", text, got, want)
		}
	}
}

// A wide destination may cover the sources.
func TestScaleOverlap(t *testing.T) {
	setup := func(w *wave) {
		for r := range 64 {
			w.setV(r, uint32(r)*0x01234567)
		}
		w.setV(80, 128<<23)
	}
	for _, c := range [][2]string{
		{"v_cvt_scalef32_pk32_f32_bf6 v[0:31], v[2:7], v80", "v_cvt_scalef32_pk32_f32_bf6 v[96:127], v[2:7], v80"},
		{"v_cvt_scalef32_pk32_bf6_f16 v[0:5], v[0:15], v80", "v_cvt_scalef32_pk32_bf6_f16 v[96:101], v[0:15], v80"},
		{"v_cvt_scalef32_pk_f32_fp8 v[0:1], v0, v1", "v_cvt_scalef32_pk_f32_fp8 v[96:97], v0, v1"},
	} {
		got, want := exec1(t, "gfx950", c[0], setup), exec1(t, "gfx950", c[1], setup)
		n := bindText(t, targetNamed(t, "gfx950"), c[0]).dst.dwords
		if !slices.Equal(got.vgpr[:n], want.vgpr[96:96+n]) {
			t.Errorf("%s depends on its destination", c[0])
		}
	}
}

// MODE's subnormal fields act on f32 and 16-bit inputs, and not on the results
// (ISA manual §7.3).
func TestScaleSubnormals(t *testing.T) {
	cases := []struct {
		text    string
		src     uint32
		scale   uint32
		kept    uint32 // with subnormals
		flush32 uint32 // with those of f32 flushed
		flush16 uint32 // with those of f16 flushed
	}{
		// 2^-128 / 2^-127 = 0.5
		{"v_cvt_scalef32_pk_fp8_f32 v2, v1, v1, v3", 0x00200000, 0, 0x3030, 0, 0x3030},
		{"v_cvt_scalef32_pk_fp4_bf16 v2, v1, v3", 0x8020, 0, 0x09, 0x09, 0x08},
		// 2^-20 / 2^-20 = 1
		{"v_cvt_scalef32_pk_bf8_f16 v2, v1, v3", 0x0010, 107 << 23, 0x3c, 0x3c, 0},
		// 2^-6 * 2^-122 = 2^-128, 1 * 2^-20
		{"v_cvt_scalef32_f32_fp8 v2, v1, v3", 0x08, 5 << 23, 0x00200000, 0x00200000, 0x00200000},
		{"v_cvt_scalef32_f16_fp8 v2, v1, v3", 0x38, 107 << 23, 0x0010, 0x0010, 0x0010},
	}
	for _, c := range cases {
		for k, denorm := range []uint32{0xf0, 0xc0, 0x30} {
			w := exec1(t, "gfx950", c.text, func(w *wave) {
				w.mode.set(rocmMode&^0xf0 | denorm)
				w.setV(1, c.src)
				w.setV(3, c.scale)
			})
			if want := [3]uint32{c.kept, c.flush32, c.flush16}[k]; w.vgpr[2][9] != want {
				t.Errorf("%s, MODE %#x: got %#x, want %#x", c.text, denorm, w.vgpr[2][9], want)
			}
		}
	}
}
