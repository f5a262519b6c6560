package gemm

import (
	"strconv"
	"strings"
)

// Layout is the pair of letters for how A and B are stored: nn, nt, tn or tt.
func (p *Problem) Layout() string {
	letter := map[bool]string{false: "n", true: "t"}
	return letter[p.TransA] + letter[p.TransB]
}

// Flags are the flags of the command that pose a normalized problem; those of
// defaults are left out.
func (p *Problem) Flags() string {
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
	if p.Out.Name != defaultOut(p.A) {
		add("--out", p.Out.Name)
	}
	add("--layout", p.Layout())
	usual := *p
	usual.LDA, usual.LDB, usual.LDC, usual.LDD = 0, 0, 0, 0
	usual.StrideA, usual.StrideB, usual.StrideC, usual.StrideD = 0, 0, 0, 0 // those given may be too small for these rows
	if err := usual.layouts(); err != nil {
		panic("BUG: " + err.Error())
	}
	number("--lda", p.LDA, usual.LDA)
	number("--ldb", p.LDB, usual.LDB)
	number("--ldc", p.LDC, usual.LDC)
	number("--ldd", p.LDD, usual.LDD)
	usual.LDA, usual.LDB, usual.LDC, usual.LDD = p.LDA, p.LDB, p.LDC, p.LDD
	usual.StrideA, usual.StrideB, usual.StrideC, usual.StrideD = 0, 0, 0, 0
	if err := usual.layouts(); err != nil {
		panic("BUG: " + err.Error())
	}
	number("--stride-a", max(p.StrideA, 0), usual.StrideA)
	number("--stride-b", max(p.StrideB, 0), usual.StrideB)
	number("--stride-c", max(p.StrideC, 0), usual.StrideC)
	number("--stride-d", p.StrideD, usual.StrideD)
	float("--alpha", p.Alpha, 1)
	float("--beta", p.Beta, 0)
	if p.Bias {
		s = append(s, "--bias")
	}
	if p.Act != None {
		add("--act", string(p.Act))
	}
	float("--scale", p.Scale, 1)
	number("--split-k", p.SplitK, 1)
	if p.CacheSwizzle != SwizzleAuto {
		add("--cache-swizzle", string(p.CacheSwizzle))
	}
	return strings.Join(s, " ")
}
