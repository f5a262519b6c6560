package sim_test

import (
	"errors"
	"fmt"
	"testing"

	"heddle/sim"
)

// TestCoreSurplus: a scalar load may read beyond the allocation in which it
// begins, up to the end of the page in which that ends. It gets zeros there and
// they count as no access; all of that in every engine and with an observer.
func TestCoreSurplus(t *testing.T) {
	const page = sim.PageSize
	for _, c := range []struct {
		size   uint64 // of the buffer, whose bytes count up from 1
		load   string // from s[4:5]
		want   [4]uint32
		read   uint64 // bytes
		refuse bool
	}{
		{size: 20, load: "s_load_dwordx4 s[8:11], s[4:5], 0x8", want: [4]uint32{0x0c0b0a09, 0x100f0e0d, 0x14131211, 0}, read: 12},
		{size: 13, load: "s_load_dwordx2 s[8:9], s[4:5], 0xc", want: [4]uint32{0x0d, 0, 7, 7}, read: 1},
		{size: 15, load: "s_load_dword s8, s[4:5], 0xc", want: [4]uint32{0x0f0e0d, 7, 7, 7}, read: 3},
		{size: 16, load: "s_load_dwordx4 s[8:11], s[4:5], 0x0", want: [4]uint32{0x04030201, 0x08070605, 0x0c0b0a09, 0x100f0e0d}, read: 16},
		{size: page + 4, load: "s_load_dwordx2 s[8:9], s[4:5], 0xffc", want: [4]uint32{0x00fffefd, 0x04030201, 7, 7}, read: 8},
		{size: page + 4, load: "s_load_dwordx4 s[8:11], s[4:5], 0xffc", want: [4]uint32{0x00fffefd, 0x04030201, 0, 0}, read: 8},
		{size: page - 4, load: "s_load_dwordx2 s[8:9], s[4:5], 0xff8", want: [4]uint32{0xfcfbfaf9, 0, 7, 7}, read: 4},
		// Out of the page, and wholly beyond.
		{size: page, load: "s_load_dwordx2 s[8:9], s[4:5], 0xffc", refuse: true},
		{size: page - 4, load: "s_load_dwordx4 s[8:11], s[4:5], 0xff8", refuse: true},
		{size: 20, load: "s_load_dword s8, s[4:5], 0x14", refuse: true},
		{size: 20, load: "s_load_dwordx2 s[8:9], s[4:5], 0x20", refuse: true},
		{size: 20, load: "s_load_dwordx2 s[8:9], s[4:5], -0x4", refuse: true},
		// What has a range of its own is held to it.
		{size: 20, load: "s_mov_b32 s6, 32\n\ts_mov_b32 s7, 0x20000\n\ts_buffer_load_dwordx4 s[8:11], s[4:7], 0x8", refuse: true},
		{size: 20, load: "global_load_dwordx4 v[4:7], v1, s[4:5] offset:8", refuse: true},
	} {
		chips := []string{"gfx942", "gfx950"}
		for _, chip := range chips {
			k := coreSource{chip: chip, body: `
	s_load_dwordx2 s[4:5], s[0:1], 0x8
	v_mov_b32 v1, 0
	s_mov_b32 s8, 7
	s_mov_b32 s9, 7
	s_mov_b32 s10, 7
	s_mov_b32 s11, 7
	s_waitcnt lgkmcnt(0)
	` + c.load + "\n\ts_waitcnt vmcnt(0) lgkmcnt(0)\n" + coreStore(8, 4)}
			for _, engine := range engines() {
				for _, schedule := range []sim.Schedule{sim.ScheduleRoundRobin, sim.ScheduleLate} {
					for _, observers := range [][]sim.Observer{nil, {&coreRecord{}}} {
						what := fmt.Sprintf("%s, %s of %d bytes, engine %v, schedule %d, observed %t", chip, c.load, c.size, engine, schedule, observers != nil)
						d, kernel := k.load(t)
						out, err := d.Alloc(16)
						if err != nil {
							t.Fatal(err)
						}
						in, err := d.Alloc(c.size)
						if err != nil {
							t.Fatal(err)
						}
						b := make([]byte, c.size)
						for i := range b {
							b[i] = byte(i + 1)
						}
						if err := in.Write(b, 0); err != nil {
							t.Fatal(err)
						}
						report, err := d.Run(sim.Launch{Kernel: kernel, Grid: [3]uint32{1, 1, 1}, Block: [3]uint32{64, 1, 1},
							Args: []sim.Arg{sim.Pointer(out), sim.Pointer(in)}, Options: sim.Options{Engine: engine, Schedule: schedule, Observers: observers}})
						if fault := (*sim.Fault)(nil); c.refuse {
							if !errors.As(err, &fault) {
								t.Errorf("%s: %v, want a fault", what, err)
							}
							continue
						}
						if err != nil {
							t.Errorf("%s: %v", what, err)
							continue
						}
						got, err := sim.Get[uint32](out)
						if err != nil {
							t.Fatal(err)
						}
						coreExpect(t, what, got, c.want[:])
						if report.Bytes.GlobalRead != 8+c.read+8 {
							t.Errorf("%s: %d bytes read, want %d", what, report.Bytes.GlobalRead, 8+c.read+8)
						}
					}
				}
			}
		}
	}
}
