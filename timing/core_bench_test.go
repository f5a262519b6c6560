package timing

import (
	"testing"

	"heddle/isa"
)

// gemmLike is a loop as in matrix kernels: loads, LDS, matrix and vector instructions.
const gemmLike = `
	s_mov_b32 s0, 0
	global_load_dwordx4 v[0:3], v[100:101], off
	global_load_dwordx4 v[4:7], v[102:103], off
	ds_read_b128 v[8:11], v104
	ds_read_b128 v[12:15], v104 offset:16
	s_waitcnt lgkmcnt(0)
	v_mfma_f32_16x16x32_bf16 v[32:35], v[8:11], v[12:15], v[32:35]
	v_add_u32 v104, v104, v105
	v_mfma_f32_16x16x32_bf16 v[36:39], v[8:11], v[12:15], v[36:39]
	v_mul_f32 v110, v111, v112
	v_mfma_f32_16x16x32_bf16 v[40:43], v[8:11], v[12:15], v[40:43]
	v_exp_f32 v110, v111
	s_waitcnt vmcnt(0)
	ds_write_b128 v106, v[0:3]
	ds_write_b128 v106, v[4:7] offset:16
	s_barrier
	s_add_i32 s0, s0, 1
	s_cmp_lt_u32 s0, s1
	s_cbranch_scc1 -30
	s_endpgm
`

// BenchmarkRun: 32 compute units with 8 waves each.
func BenchmarkRun(b *testing.B) {
	l := newLab(b, isa.GFX950, gemmLike)
	stream := &Stream{}
	l.extend(stream, 0, 1)
	for range 100 {
		l.extend(stream, 1, len(l.prog.Insts)-1)
	}
	l.extend(stream, len(l.prog.Insts)-1, len(l.prog.Insts))
	const cus, groups, waves = 32, 64, 8
	launch := Launch{Program: l.prog, CUs: cus, PerCU: 1, Memory: l.memory}
	ops := 0
	for b.Loop() {
		n := 0
		launch.Next = func(int) (*Group, error) {
			if n == groups {
				return nil, nil
			}
			n++
			g := &Group{Workgroup: n}
			for range waves {
				g.Streams = append(g.Streams, stream)
			}
			return g, nil
		}
		if _, err := Run(&launch); err != nil {
			b.Fatal(err)
		}
		ops += groups * waves * len(stream.Ops)
	}
	b.ReportMetric(float64(ops)/b.Elapsed().Seconds(), "instructions/s")
}
