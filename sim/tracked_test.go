package sim_test

import (
	"testing"

	"heddle/sim"
)

// TestUnwritten: bytes that no kernel wrote are counted, whatever writes the
// others: stores of whole rows, of single lanes, of halves, atomics, and stores of
// a workgroup that writes to memory at once because it stands at an atomic.
func TestUnwritten(t *testing.T) {
	const head = "\ts_load_dwordx2 s[4:5], s[0:1], 0x0\n\ts_waitcnt lgkmcnt(0)\n\tv_lshlrev_b32 v1, 2, v0\n\tv_mov_b32 v2, 0\n\tv_mov_b32 v3, -1\n"
	const atomic = "\tglobal_atomic_add v2, v3, s[4:5]\n"
	for _, c := range []struct {
		name, body string
		size       uint64
		n, first   uint64
	}{
		{"nothing", "", 100, 100, 0},
		{"a row", "\tglobal_store_dword v1, v3, s[4:5] offset:4\n", 9000, 9000 - 256, 0},
		{"all of it, with what was there", "\tglobal_store_dword v1, v2, s[4:5]\n", 256, 0, 256},
		{"even bytes", "\tv_lshlrev_b32 v1, 1, v0\n\tglobal_store_byte v1, v3, s[4:5]\n", 128, 64, 1},
		{"over a page", "\tglobal_store_dword v1, v3, s[4:5] offset:3968\n\tglobal_store_dword v1, v3, s[4:5] offset:4088\n", 4352, 4352 - 376, 0},
		{"atomic", atomic, 8, 4, 4},
		{"row behind an atomic", atomic + "\tglobal_store_dword v1, v3, s[4:5] offset:8\n", 1000, 1000 - 260, 4},
		{"lanes behind an atomic", atomic + "\tv_lshlrev_b32 v1, 3, v0\n\tglobal_store_dword v1, v3, s[4:5] offset:8\n", 1000, 1000 - 260, 4},
		{"pages behind an atomic", atomic + "\tv_lshlrev_b32 v1, 12, v0\n\tglobal_store_dwordx2 v1, v[2:3], s[4:5]\n", 64 << 12, 64<<12 - 64*8, 8},
		{"bytes behind an atomic", atomic + "\tv_lshlrev_b32 v1, 1, v0\n\tglobal_store_byte v1, v3, s[4:5] offset:4\n", 132, 64, 5},
	} {
		for _, engine := range []sim.Engine{sim.EnginePlain, sim.EngineFast} {
			src := coreSource{body: head + c.body + "\ts_endpgm"}
			d, k := src.load(t)
			b, err := d.Alloc(c.size)
			if err != nil {
				t.Fatal(err)
			}
			if n, first := b.Unwritten(); n != 0 || first != c.size {
				t.Errorf("%s: %d bytes of a buffer that nobody tracks", c.name, n)
			}
			b.Track()
			if err := b.Write(make([]byte, c.size), 0); err != nil { // the host's, which does not count
				t.Fatal(err)
			}
			l := sim.Launch{Kernel: k, Grid: [3]uint32{1, 1, 1}, Block: [3]uint32{64, 1, 1}, Args: []sim.Arg{sim.Pointer(b)}, Options: sim.Options{Engine: engine}}
			if _, err := d.Run(l); err != nil {
				t.Fatalf("%s: %v", c.name, err)
			}
			if n, first := b.Unwritten(); n != c.n || first != c.first {
				t.Errorf("%s, engine %v: %d bytes from %d on are unwritten, want %d from %d", c.name, engine, n, first, c.n, c.first)
			}
		}
	}
}
