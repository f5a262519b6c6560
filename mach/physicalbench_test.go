package mach

import (
	"fmt"
	"strings"
	"testing"

	"heddle/arch"
	"heddle/pass"
)

// unrolledText is a loop as of a GEMM, unrolled to n instructions.
func unrolledText(n int) string {
	var s strings.Builder
	s.WriteString(randomSetup + "\ts_mov_b32 s20, 0\nloop:\n")
	for i := 0; i < n; i += 20 {
		r := 16 + i%64
		fmt.Fprintf(&s, "\ts_mov_b32 m0, %d\n\tbuffer_load_dword v1, s[12:15], s16 offen lds @tolds=1\n", i%4096)
		fmt.Fprintf(&s, "\tbuffer_load_dwordx4 v[%d:%d], v1, s[12:15], 0 offen\n", r, r+3)
		for k := range 4 {
			fmt.Fprintf(&s, "\tds_read_b128 v[%d:%d], v1 offset:%d @root=2\n", 96+4*k, 99+4*k, 16*k)
		}
		for k := range 8 {
			fmt.Fprintf(&s, "\tv_mfma_f32_32x32x8_f16 a[%d:%d], v[%d:%d], v[%d:%d], a[%[1]d:%[2]d]\n", 16*k, 16*k+15, 96+2*k, 97+2*k, r, r+1)
		}
		fmt.Fprintf(&s, "\tv_add_u32 v2, v3, v%d\n\tv_exp_f32 v5, v%d\n\tv_mul_f32 v6, v5, v5\n\tds_write_b32 v1, v6 offset:512 @root=2\n\ts_add_u32 s21, s21, 4\n", r, r)
	}
	s.WriteString("\ts_add_u32 s20, s20, 1\n\ts_cmp_lt_u32 s20, 3\n\ts_cbranch_scc1 loop\n")
	return s.String()
}

// copyFunc returns a copy that passes can change.
func copyFunc(f *Func) *Func {
	c := *f
	twin := map[*Block]*Block{}
	c.Blocks = nil
	for _, b := range f.Blocks {
		x := *b
		twin[b] = &x
		c.Blocks = append(c.Blocks, &x)
	}
	for _, b := range c.Blocks {
		b.Preds = nil
		instrs := make([]Instr, len(b.Instrs))
		list := make([]*Instr, len(b.Instrs))
		for i, in := range b.Instrs {
			instrs[i] = *in
			list[i] = &instrs[i]
		}
		b.Instrs = list
		if b.Term.Taken != nil {
			b.Term.Taken = twin[b.Term.Taken]
		}
		if b.Term.Next != nil {
			b.Term.Next = twin[b.Term.Next]
		}
	}
	return &c
}

func BenchmarkPhysical(b *testing.B) {
	for _, c := range []struct {
		name string
		text string
	}{
		{"unrolled-5000", unrolledText(5000)}, {"unrolled-20000", unrolledText(20000)}, {"unrolled-80000", unrolledText(80000)},
		{"branches-20000", physicalText(3, &arch.GFX950, 20000)},
	} {
		f := parseFunc(b, &arch.GFX950, c.text)
		for _, p := range []struct {
			name string
			run  func(*Func)
		}{
			{"branches", func(f *Func) { layoutBranches(f, &pass.Options{}) }}, {"m0", func(f *Func) { reuseM0(f, &pass.Options{}) }},
			{"wait", func(f *Func) { insertWaits(f, &pass.Options{}) }}, {"nops", func(f *Func) { insertNops(f, &pass.Options{}) }}, {"emit", func(f *Func) { f.Emit() }},
			{"all", func(f *Func) {
				opt := pass.Options{}
				layoutBranches(f, &opt)
				reuseM0(f, &opt)
				insertWaits(f, &opt)
				insertNops(f, &opt)
				f.Emit()
			}},
		} {
			b.Run(c.name+"/"+p.name, func(b *testing.B) {
				for range b.N {
					b.StopTimer()
					x := copyFunc(f)
					b.StartTimer()
					p.run(x)
				}
			})
		}
	}
}
