package gemmtest

import (
	"strconv"
	"strings"

	"heddle/kernels/gemm"
)

// Flags are the flags of `heddle run gemm` that pose a normalized problem; those of
// defaults are left out.
func Flags(p *gemm.Problem) string {
	var s []string
	add := func(flag, value string) { s = append(s, flag, value) }
	number := func(flag string, v, usual int64) {
		if v != usual {
			add(flag, strconv.FormatInt(v, 10))
		}
	}
	float := func(flag string, v, usual float64) {
		if v != usual {
			add(flag, strconv.FormatFloat(v, 'g', -1, 64))
		}
	}
	number("-m", p.M, 0)
	number("-n", p.N, 0)
	number("-k", p.K, 0)
	number("--batch", p.Batch, 1)
	add("--mcpu", p.Chip.Name)
	if p.A == p.B {
		add("--dtype", p.A.Name)
	} else {
		add("--a-type", p.A.Name)
		add("--b-type", p.B.Name)
	}
	usual := *p
	usual.Out, usual.CacheSwizzle = nil, gemm.SwizzleAuto
	usual.LDA, usual.LDB, usual.LDC, usual.LDD = 0, 0, 0, 0
	usual.StrideA, usual.StrideB, usual.StrideC, usual.StrideD = 0, 0, 0, 0 // those given may be too small for these rows
	normal(&usual)
	if p.Out != usual.Out {
		add("--out", p.Out.Name)
	}
	add("--layout", p.Layout.String())
	number("--lda", p.LDA, usual.LDA)
	number("--ldb", p.LDB, usual.LDB)
	number("--ldc", p.LDC, usual.LDC)
	number("--ldd", p.LDD, usual.LDD)
	usual = *p
	usual.StrideA, usual.StrideB, usual.StrideC, usual.StrideD = 0, 0, 0, 0
	normal(&usual)
	number("--stride-a", max(p.StrideA, 0), usual.StrideA)
	number("--stride-b", max(p.StrideB, 0), usual.StrideB)
	number("--stride-c", max(p.StrideC, 0), usual.StrideC)
	number("--stride-d", p.StrideD, usual.StrideD)
	float("--alpha", p.Alpha, 1)
	float("--beta", p.Beta, 0)
	if p.Bias {
		s = append(s, "--bias")
	}
	if p.Act != gemm.None {
		add("--act", string(p.Act))
	}
	float("--scale", p.Scale, 1)
	number("--split-k", p.SplitK, 0)
	if p.CacheSwizzle != gemm.SwizzleAuto {
		add("--cache-swizzle", string(p.CacheSwizzle))
	}
	return strings.Join(s, " ")
}
