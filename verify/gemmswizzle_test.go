package verify_test

import (
	"bytes"
	"testing"

	"heddle/arch"
	"heddle/build"
	"heddle/kernels/gemm"
	"heddle/sim"
	"heddle/verify"
)

// TestGEMMCacheSwizzle: D is the same to the byte with the cache swizzle on, off
// and as it comes, under both readings of the range check; and on is not off.
func TestGEMMCacheSwizzle(t *testing.T) {
	for _, chip := range arch.Chips {
		for _, c := range []struct {
			types, out    string
			layout        gemm.Layout
			m, n, k       int64
			lda, ldb, ldd int64
			differ        int // kinds of code: on is another than off, and as it comes another than both
		}{
			{"bf16", "f32", gemm.NT, 128, 128, 256, 0, 0, 0, 2},
			{"f16", "f16", gemm.NN, 70, 131, 128, 520, 1024, 150, 3},
			{"fp8", "f32", gemm.TN, 33, 64, 65, 4096, 8191, 2048, 3},
			{"f64", "f64", gemm.TT, 17, 40, 30, 1023, 32, 100, 3},
		} {
			var want []byte
			texts := map[string]bool{}
			for _, swizzle := range []gemm.CacheSwizzle{gemm.SwizzleOff, gemm.SwizzleOn, gemm.SwizzleAuto} {
				p := &gemm.Problem{Chip: chip, M: c.m, N: c.n, K: c.k, Alpha: 1, LDA: c.lda, LDB: c.ldb, LDD: c.ldd, CacheSwizzle: swizzle,
					A: typeNamed(t, c.types), B: typeNamed(t, c.types), Out: typeNamed(t, c.out), Layout: c.layout}
				if err := p.Normalize(); err != nil {
					t.Fatal(err)
				}
				g := compileGEMM(t, p, build.Options{})
				texts[string(g.Built.Assembly())] = true
				in := p.Random(7).Inputs()
				for _, unchecked := range []bool{false, true} {
					run, err := g.Simulate(in, verify.GEMMOptions{Sim: sim.Options{SoffsetUnchecked: unchecked}})
					if err == nil {
						err = judgeRun(g, in, run)
					}
					if err != nil {
						t.Fatalf("%s %+v, %s: %v", chip.Name, c, swizzle, err)
					}
					m, _ := p.Tensor("d")
					got := make([]byte, m.Bytes())
					if run.D(0, got); want == nil {
						want = got
					}
					if !bytes.Equal(got, want) {
						t.Errorf("%s %+v, %s: other results", chip.Name, c, swizzle)
					}
				}
			}
			if len(texts) != c.differ {
				t.Errorf("%s %+v: %d kinds of code, want %d", chip.Name, c, len(texts), c.differ)
			}
		}
	}
}
