package sanitize_test

import (
	"strings"
	"testing"

	"heddle/sim"
	"heddle/sim/sanitize"
)

// BenchmarkRaces: what an LDS or memory instruction of 64 lanes costs under the
// races check, and without any.
func BenchmarkRaces(b *testing.B) {
	const loop = 200
	for _, c := range []struct{ name, text string }{
		{"ds_read_b128", "ds_read_b128 v[8:11], v1"},
		{"ds_read_b32", "ds_read_b32 v8, v2"},
		{"ds_write_b128", "ds_write_b128 v1, v[8:11]"},
		{"ds_add_u32", "ds_add_u32 v2, v8"},
		{"global_load_dwordx4", "global_load_dwordx4 v[8:11], v1, s[4:5]"},
	} {
		k := source{waves: 4, body: `
	s_load_dwordx2 s[4:5], s[0:1], 0x0
	v_and_b32 v1, 0xff, v0
	v_lshlrev_b32 v2, 2, v1
	v_lshlrev_b32 v1, 4, v1
	s_movk_i32 s9, 200
	s_waitcnt lgkmcnt(0)
.Lloop:
	.rept 10
	` + c.text + `
	.endr
	s_waitcnt vmcnt(0) lgkmcnt(0)
	s_sub_u32 s9, s9, 1
	s_cmp_lg_u32 s9, 0
	s_cbranch_scc1 .Lloop`}
		object := k.object(b)
		for _, checks := range []string{"", "barriers", "races", "bounds"} {
			device := sim.NewDevice(object.Chip)
			module, err := device.Load(object)
			if err != nil {
				b.Fatal(err)
			}
			kernel, err := module.Kernel("k")
			if err != nil {
				b.Fatal(err)
			}
			buffer, err := device.Alloc(64 << 10)
			if err != nil {
				b.Fatal(err)
			}
			b.Run(c.name+"/"+checks, func(b *testing.B) {
				for b.Loop() {
					l := sim.Launch{Kernel: kernel, Grid: [3]uint32{1, 1, 1}, Block: [3]uint32{256, 1, 1}, Args: []sim.Arg{sim.Pointer(buffer)}}
					s, err := sanitize.New(sanitize.Options{Checks: strings.Fields(checks), Object: object})
					if err != nil {
						b.Fatal(err)
					}
					s.Begin(&l)
					if _, err := device.Run(l); err != nil {
						b.Fatal(err)
					}
				}
				b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N*4*loop*10), "ns/inst")
			})
		}
	}
}
