package sim

import (
	"fmt"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"heddle/isa"
	"heddle/num"
)

// formatsByField are the formats by the value of cbsz or blgp.
var formatsByField = [5]*num.Format{num.FP8, num.BF8, num.FP6, num.BF6, num.FP4}

// logicalPlace is where f8f6f4 instructions have element k of a row: 32
// consecutive k a lane, or for 8-bit formats 16 of the first half of k and 16
// of the second (facts isa/semantics.md §7).
func logicalPlace(rows, kSize, width, i, k int) (lane, item int) {
	if width < 8 {
		return i + rows*(k/32), k % 32
	}
	half := k / (kSize / 2)
	k %= kSize / 2
	return i + rows*(k/16), 16*half + k%16
}

// TestMatrixScales: one nonzero element in each row of A, anywhere in its k,
// and all of B nonzero; the product must get the scales of its block of A and
// of B, from the byte that op_sel and op_sel_hi choose.
func TestMatrixScales(t *testing.T) {
	rng := rand.New(rand.NewPCG(10, 11))
	for _, name := range []string{"v_mfma_scale_f32_16x16x128_f8f6f4", "v_mfma_scale_f32_32x32x64_f8f6f4"} {
		for formats := range 25 {
			fa, fb := formatsByField[formats/5], formatsByField[formats%5]
			for sel := range 16 {
				mods := fmt.Sprintf("op_sel:[%d,%d,0] op_sel_hi:[%d,%d,0] cbsz:%d blgp:%d",
					sel&1, sel>>1&1, sel>>2&1, sel>>3&1, formats/5, formats%5)
				r := newMatrixRig(t, isa.GFX950, name, mods)
				byteA, byteB := sel&1|sel>>2&1<<1, sel>>1&1|sel>>3&1<<1
				m, kSize := r.x.M, r.x.K
				for l := range 64 {
					for _, reg := range []int{rigScaleA, rigScaleB} {
						r.w.vgpr[reg][l] = rng.Uint32()&0x1f1f1f1f + 0x70707070
					}
				}
				hot := make([]int, m)
				a, b := make([]float64, m), make([]float64, m*kSize)
				for i := range m {
					hot[i] = rng.IntN(kSize)
					a[i] = digits[rng.IntN(len(digits)-1)]
					lane, item := logicalPlace(m, kSize, fa.Bits(), i, hot[i])
					r.put(rigA, lane, item, fa.Bits(), uint64(fa.FromF32(math.Float32bits(float32(a[i])), false)))
					for k := range kSize {
						v := digits[rng.IntN(len(digits))]
						b[i*kSize+k] = v
						lane, item := logicalPlace(m, kSize, fb.Bits(), i, k)
						r.put(rigB, lane, item, fb.Bits(), uint64(fb.FromF32(math.Float32bits(float32(v)), false)))
					}
				}
				r.run()
				for i, p := range r.x.d {
					row, col := i/m, i%m
					k := hot[row]
					sa := int(r.w.vgpr[rigScaleA][row+m*(k/32)]>>(8*byteA)&0xff) - 127
					sb := int(r.w.vgpr[rigScaleB][col+m*(k/32)]>>(8*byteB)&0xff) - 127
					want := math.Ldexp(a[row]*b[col*kSize+k], sa+sb) + 0 // no -0
					if got := r.get(int(p.lane), int(p.item), 32); uint32(got) != math.Float32bits(float32(want)) {
						t.Fatalf("%s %s: element (%d, %d) is %v, want %v", name, mods, row, col, math.Float32frombits(uint32(got)), want)
					}
				}
			}
		}
	}
}

// TestMatrixScaleNaN: the scale 0xff makes its row of A, or column of B, NaN,
// whatever the values are; those of the other rows and columns are untouched.
func TestMatrixScaleNaN(t *testing.T) {
	for lane := range 64 {
		for _, scale := range []int{rigScaleA, rigScaleB} {
			r := newMatrixRig(t, isa.GFX950, "v_mfma_scale_f32_32x32x64_f8f6f4", "op_sel_hi:[0,0,0]")
			for l := range 64 {
				r.w.vgpr[rigScaleA][l], r.w.vgpr[rigScaleB][l] = 0xffffff7f, 0xffffff7f
			}
			r.w.vgpr[scale][lane] |= 0xff
			r.setAll(0, 0x38, 0)
			r.run()
			for i, p := range r.x.d {
				line := i / 32
				if scale == rigScaleB {
					line = i % 32
				}
				want := uint32(0)
				if line == lane%32 {
					want = num.QNaN32
				}
				if got := uint32(r.get(int(p.lane), int(p.item), 32)); got != want {
					t.Fatalf("scale NaN in v%d, lane %d: element (%d, %d) is %#x, want %#x", scale, lane, i/32, i%32, got, want)
				}
			}
		}
	}
}

// TestMatrixScaleExtremes: scales reach beyond f32; the product of 1 and 1 is
// scaled by 2^-254 to 2^254.
func TestMatrixScaleExtremes(t *testing.T) {
	for _, c := range []struct {
		a, b uint32
		mode uint32
		want uint32
	}{
		{0, 0, rocmMode, 0},
		{0, 0x7f, rocmMode, math.Float32bits(0x1p-127)},
		{0xfe, 0xfe, rocmMode, 0x7f800000},
		{0xfe, 0xfe, rocmMode | modeFP16Ovfl, 0x7f7fffff},
		{0xfe, 0x7e, rocmMode, math.Float32bits(0x1p126)},
		{0, 0xfe, rocmMode, math.Float32bits(1)},
	} {
		r := newMatrixRig(t, isa.GFX950, "v_mfma_scale_f32_16x16x128_f8f6f4", "op_sel_hi:[0,0,0] cbsz:4 blgp:4")
		r.w.mode.set(c.mode)
		for l := range 64 {
			r.w.vgpr[rigScaleA][l], r.w.vgpr[rigScaleB][l] = c.a, c.b
		}
		r.put(rigA, 0, 0, 4, 2) // 1
		r.put(rigB, 0, 0, 4, 2)
		r.run()
		if got := uint32(r.get(0, 0, 32)); got != c.want {
			t.Errorf("scales %#x and %#x: %#x, want %#x", c.a, c.b, got, c.want)
		}
	}
}

// TestMatrixUnscaled: f8f6f4 without scales is f8f6f4 with scales of 1.
func TestMatrixUnscaled(t *testing.T) {
	for formats := range 25 {
		mods := fmt.Sprintf("cbsz:%d blgp:%d", formats/5, formats%5)
		for _, shape := range []string{"16x16x128", "32x32x64"} {
			plain := newMatrixRig(t, isa.GFX950, "v_mfma_f32_"+shape+"_f8f6f4", mods)
			with := newMatrixRig(t, isa.GFX950, "v_mfma_scale_f32_"+shape+"_f8f6f4", "op_sel_hi:[0,0,0] "+mods)
			plain.randomize(rand.New(rand.NewPCG(12, uint64(formats))), ^uint32(0))
			with.w.vgpr = plain.w.vgpr
			for l := range 64 {
				with.w.vgpr[rigScaleA][l], with.w.vgpr[rigScaleB][l] = 0x7f, 0x7f
			}
			plain.run()
			with.run()
			sameRegisters(t, shape+" "+mods, with.result(), plain.result())
		}
	}
}

// sparseSets says for a sparse instruction, by the number of values of A that a
// lane holds, how many index sets a register has and how wide they are.
var sparseSets = map[int]struct{ sets, bits int }{4: {4, 8}, 8: {2, 16}, 16: {1, 32}}

// TestMatrixSparse compares every sparse instruction, with all index sets, with
// the dense product of A with zeros put in. Values are small integers.
func TestMatrixSparse(t *testing.T) {
	file := readLayouts(t)
	for _, c := range layoutCases(t, file) {
		if !c.inst.Sparse {
			continue
		}
		for sel := range 8 {
			cbsz, abid := sel>>2, sel&3
			mods := strings.TrimSpace(fmt.Sprintf("cbsz:%d abid:%d", cbsz, abid))
			r := newMatrixRig(t, c.target, c.name, mods)
			o := oneHot{matrixRig: r, layoutCase: &c, rng: rand.New(rand.NewPCG(13, uint64(sel)))}
			o.prepare()
			sets, ok := sparseSets[c.a.ItemsPerLane]
			if !ok {
				t.Fatalf("%s: %d values of A a lane", c.name, c.a.ItemsPerLane)
			}
			set := 0
			if cbsz == 0 {
				set = abid % sets.sets
			}
			kindA, kindB := o.types()
			a, b := make([]float64, len(c.a.Table)), make([]float64, len(c.b.Table))
			for _, v := range [][]float64{a, b} {
				for i := range v {
					v[i] = digits[o.rng.IntN(len(digits))]
				}
			}
			o.fill(rigA, c.a, kindA, a)
			o.fill(rigB, c.b, kindB, b)
			o.setC()
			want := append([]float64(nil), o.c...)
			for e, p := range c.a.where() {
				ka := e % c.a.Cols
				index := r.w.vgpr[rigIndex][p.lane] >> (set * sets.bits)
				k := ka/2*4 + int(index>>(2*p.item)&3)
				for j := range c.inst.N {
					want[e/c.a.Cols*c.inst.N+j] += a[e] * b[k*c.inst.N+j]
				}
			}
			r.run()
			o.compare(rigA, -1, want)
		}
	}
}

func TestMatrixFidelity(t *testing.T) {
	for _, c := range []struct {
		target *isa.Target
		op     isa.Op
		model  bool
	}{
		{isa.GFX942, isa.V_MFMA_F32_32X32X8_F16, false},
		{isa.GFX942, isa.V_MFMA_F32_16X16X8_XF32, false},
		{isa.GFX942, isa.V_MFMA_F64_16X16X4_F64, false},
		{isa.GFX942, isa.V_MFMA_F64_4X4X4_4B_F64, false},
		{isa.GFX942, isa.V_SMFMAC_F32_16X16X32_F16, true},
		{isa.GFX942, isa.V_SMFMAC_I32_16X16X64_I8, false},
		{isa.GFX942, isa.V_ADD_F32, false},
		{isa.GFX950, isa.V_MFMA_F32_32X32X8_F16, true},
		{isa.GFX950, isa.V_MFMA_I32_32X32X32_I8, false},
		{isa.GFX950, isa.V_SMFMAC_I32_32X32X64_I8, true},
		{isa.GFX950, isa.V_MFMA_SCALE_F32_32X32X64_F8F6F4, true},
	} {
		if reason := matrixFidelity(c.target, c.op); (reason != "") != c.model {
			t.Errorf("%s %v: model for %q", c.target.Chip.Name, c.op, reason)
		}
	}
}
