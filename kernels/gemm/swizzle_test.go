package gemm_test

import (
	"strings"
	"testing"

	"heddle/arch"
	"heddle/ir"
	"heddle/kernels/gemm"
)

// TestCacheSwizzle: which of a problem's resources swizzle the cache's sets, and
// by which stride in bytes.
func TestCacheSwizzle(t *testing.T) {
	const none = 0
	for _, c := range []struct {
		dtype         string
		swizzle       gemm.CacheSwizzle
		layout        gemm.Layout
		lda, ldb, ldd int64
		a, b, d       int64 // bytes; the result is f32 of all but i8, i32 of that
	}{
		{"f16", gemm.SwizzleAuto, gemm.NN, 512, 256, 256, 1024, 512, 1024},
		{"f16", "", gemm.NN, 4096, 4096, 4096, 8192, 8192, none},
		{"f16", gemm.SwizzleAuto, gemm.TN, 4096, 8192, 2048, 8192, none, 8192},
		{"f16", gemm.SwizzleAuto, gemm.NN, 520, 300, 1000, none, none, none},
		{"f16", gemm.SwizzleOff, gemm.NN, 512, 256, 256, none, none, none},
		{"f16", gemm.SwizzleOn, gemm.NN, 520, 300, 1000, 1040, 600, 4000},
		{"f16", gemm.SwizzleOn, gemm.NN, 8191, 8000, 4095, 16382, 16000, 16380},
		{"i8", gemm.SwizzleAuto, gemm.NN, 256, 8192, 256, 256, 8192, 1024},
		{"f64", gemm.SwizzleAuto, gemm.NN, 256, 2048, 1024, 2048, none, 8192},
	} {
		for _, chip := range arch.Chips {
			typ, err := gemm.TypeByName(c.dtype)
			if err != nil {
				t.Fatal(err)
			}
			p := &gemm.Problem{Chip: chip, M: 128, N: 128, K: 128, A: typ, B: typ, Layout: c.layout, LDA: c.lda, LDB: c.ldb, LDD: c.ldd, Alpha: 1, CacheSwizzle: c.swizzle}
			if c.dtype == "f16" {
				if p.Out, err = gemm.TypeByName("f32"); err != nil {
					t.Fatal(err)
				}
			}
			if err := p.Normalize(); err != nil {
				t.Fatal(err)
			}
			plan, err := p.Plan(gemm.Choose(p))
			if err != nil {
				t.Fatal(err)
			}
			got := map[gemm.Arg]int64{}
			for i, arg := range plan.Steps[0].Args {
				if arg != gemm.ArgWorkspace && arg != gemm.ArgCounters {
					got[arg] = strideOf(plan.Module, i)
				}
			}
			if want := (map[gemm.Arg]int64{gemm.ArgA: c.a, gemm.ArgB: c.b, gemm.ArgD: c.d}); len(got) != 3 || got[gemm.ArgA] != c.a || got[gemm.ArgB] != c.b || got[gemm.ArgD] != c.d {
				t.Errorf("%s %+v: strides %v, want %v", chip.Name, c, got, want)
			}
		}
	}
}

// TestCacheSwizzleRefused: on where the resource has no room for the stride is an
// error that names the tensor and what works, not a swizzle that is not there.
func TestCacheSwizzleRefused(t *testing.T) {
	for _, c := range []struct {
		dtype  string
		change func(p *gemm.Problem)
		want   string // empty if there is room
	}{
		{"f16", func(p *gemm.Problem) {}, ""},
		{"f16", func(p *gemm.Problem) { p.LDA = 8192 }, "A: no cache swizzle for rows that are 16384 bytes apart"},
		{"f16", func(p *gemm.Problem) { p.LDB = 8192 }, "LDB"},
		{"f16", func(p *gemm.Problem) { p.LDD = 8192 }, "LDD"},
		{"f16", func(p *gemm.Problem) { p.LDC = 8192 }, ""}, // it is not read
		{"f16", func(p *gemm.Problem) { p.LDC, p.Beta = 8192, 1 }, "LDC"},
		{"f16", func(p *gemm.Problem) { p.LDA, p.CacheSwizzle = 8192, gemm.SwizzleAuto }, ""},
		{"mxfp4", func(p *gemm.Problem) { p.LDA = 32766 }, ""},
		{"mxfp4", func(p *gemm.Problem) { p.LDA = 32768 }, "16384 bytes"},
	} {
		typ, err := gemm.TypeByName(c.dtype)
		if err != nil {
			t.Fatal(err)
		}
		p := &gemm.Problem{Chip: &arch.GFX950, M: 64, N: 64, K: 64, A: typ, B: typ, Layout: gemm.NT, Alpha: 1, CacheSwizzle: gemm.SwizzleOn}
		c.change(p)
		switch err := p.Normalize(); {
		case c.want == "" && err != nil:
			t.Errorf("%+v: %v", *p, err)
		case c.want != "" && (err == nil || !strings.HasPrefix(err.Error(), "CacheSwizzle: on is not possible for ") || !strings.Contains(err.Error(), c.want) || !strings.Contains(err.Error(), "need auto")):
			t.Errorf("%v, want %q", err, c.want)
		}
	}
}

// strideOf is the stride of the cache swizzle of the resource of the kernel's
// argument n; 0 if it has none, and -1 if there is no resource of it.
func strideOf(m *ir.Module, n int) int64 {
	stride := int64(-1)
	m.Op.Walk(func(op *ir.Operation) bool {
		if op.Name() != "amdgpu.fat_raw_buffer_cast" || op.Operands[0].Block == nil || op.Operands[0].Index != n {
			return true
		}
		stride = 0
		if v := op.Operand("cacheSwizzleStride"); v != nil {
			stride = v.Op.Attr("value").(*ir.IntegerAttr).Int64() & 0x3fff
		}
		return true
	})
	return stride
}
