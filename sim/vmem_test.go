package sim

import (
	"strings"
	"testing"
)

// TestGlobalAddresses: saddr plus an unsigned 32-bit offset plus the signed
// offset of the instruction, in 64 bits (ISA manual §10.4).
func TestGlobalAddresses(t *testing.T) {
	r := memTarget(t, "gfx942")
	const base = 0x11_ffff_f000 // a page before a multiple of 4 GiB
	r.wg.device.mem.add(&region{name: "a region", base: base, size: 2 * PageSize})
	r.setExec(1)
	r.setV(2, 0x11111111)
	write := func(text string, lo, hi uint32, saddr uint64) {
		r.setV(0, lo)
		r.setV(1, hi)
		r.setSGPR64(4, saddr)
		r.exec(t, text)
		r.good(t)
		r.setV(2, r.vgpr[2][0]+0x11111111)
	}
	write("global_store_dword v0, v2, s[4:5] offset:-8", 0xfffffffc, 0, base-0xfffffffc+PageSize)
	write("global_store_dword v[0:1], v2, off offset:8", 0xfffffff8, 0x11, 0)
	write("global_store_dword v[0:1], v2, off offset:-4096", 0x00001004, 0x12, 0)
	write("flat_store_dword v[0:1], v2 offset:4095", 0xfffff009, 0x11, 0)
	for _, c := range []struct {
		addr uint64
		want uint32
	}{{base + PageSize - 8, 0x11111111}, {base + PageSize, 0x22222222}, {base + PageSize + 4, 0x33333333}, {base + PageSize + 8, 0x44444444}} {
		var b [4]byte
		if err := r.wg.device.mem.read(c.addr, b[:]); err != nil {
			t.Fatal(err)
		}
		if got := uint32(word(b[:])); got != c.want {
			t.Errorf("%#x has %#x, want %#x", c.addr, got, c.want)
		}
	}
}

// TestUnalignedAccess: dwords may lie anywhere and cross pages.
func TestUnalignedAccess(t *testing.T) {
	r := memTarget(t, "gfx950")
	r.setExec(1)
	at := PageSize - 5
	r.setBytes(t, SpaceGlobal, 0, at, memHex(memText))
	r.setV64(0, r.buf.Addr+uint64(at))
	r.exec(t, "global_load_dwordx4 v[4:7], v[0:1], off")
	r.good(t)
	if r.v64(4, 0) != 0x8897a6b5c4d3e2f1 || r.v64(6, 0) != 0x801f2e3d4c5b6a79 {
		t.Errorf("reads %#x, %#x", r.v64(4, 0), r.v64(6, 0))
	}
}

// TestMemoryErrors: errors name the lane and what is wrong; inactive lanes'
// addresses do not matter.
func TestMemoryErrors(t *testing.T) {
	for _, c := range []struct {
		text string
		addr uint64 // of lane 7, relative to the buffer if it is small
		want string
	}{
		{"global_load_dword v2, v[0:1], off", 1 << 40, "lane 7 reads 4 bytes at 0x10000000000, which is in no allocation"},
		{"global_store_dwordx2 v[0:1], v[2:3], off", rigBytes - 4, "lane 7 writes 8 bytes at"},
		{"global_load_ubyte v2, v[0:1], off offset:-1", 0, "1 bytes before"},
		{"global_atomic_add v[0:1], v2, off", 2, "an atomic of 4 bytes needs an address that is a multiple of 4"},
		{"global_atomic_add_x2 v[0:1], v[2:3], off", 4, "an atomic of 8 bytes needs an address that is a multiple of 8"},
		{"flat_load_dword v2, v[0:1]", privateAperture + rigScratch - 2, "lane 7 reads 4 bytes at scratch offset 0x3fe; the kernel has 1024 bytes of scratch per lane"},
		{"scratch_store_dword v0, v2, off", rigScratch, "lane 7 writes 4 bytes at scratch offset"},
		{"global_load_dword v2, v[0:1], off", sharedAperture, "which is in no allocation"},
	} {
		r := memTarget(t, "gfx950")
		r.setExec(1 << 7)
		r.setV64(0, 0xdddd_dddd_dddd_dddd)
		addr := c.addr
		if addr <= rigBytes && !strings.HasPrefix(c.text, "scratch") {
			addr += r.buf.Addr
		}
		r.vgpr[0][7], r.vgpr[1][7] = uint32(addr), uint32(addr>>32)
		r.exec(t, c.text)
		if r.wg.err == nil || !strings.Contains(r.wg.err.Error(), c.want) || !strings.HasPrefix(r.wg.err.Error(), "lane 7 ") {
			t.Errorf("%s at %#x: error %v, want %q", c.text, addr, r.wg.err, c.want)
		}
	}
}

// TestFlatMixed: the lanes of one instruction may go to different memories.
func TestFlatMixed(t *testing.T) {
	r := memTarget(t, "gfx942")
	for l := range waveSize {
		addr := [3]uint64{r.buf.Addr, sharedAperture, privateAperture}[l%3] + uint64(4*l)
		r.vgpr[0][l], r.vgpr[1][l], r.vgpr[2][l] = uint32(addr), uint32(addr>>32), uint32(1000+l)
	}
	r.exec(t, "flat_store_dword v[0:1], v2")
	r.exec(t, "flat_load_dword v3, v[0:1]")
	r.good(t)
	for l := range waveSize {
		space := [3]Space{SpaceGlobal, SpaceLDS, SpacePrivate}[l%3]
		if got := word(r.bytes(t, space, l, 4*l, 4)); got != uint64(1000+l) || r.vgpr[3][l] != uint32(1000+l) {
			t.Errorf("lane %d: %s has %d, loaded %d", l, space, got, r.vgpr[3][l])
		}
	}
}

// TestAtomicOrder: lanes that hit one address act in ascending order, and the
// new value comes first in the data of cmpswap.
func TestAtomicOrder(t *testing.T) {
	r := memTarget(t, "gfx950")
	r.setV64(0, r.buf.Addr+8)
	for l := range waveSize {
		r.vgpr[2][l], r.vgpr[3][l] = uint32(l+1), uint32(l)
	}
	r.exec(t, "global_atomic_cmpswap v4, v[0:1], v[2:3], off sc0")
	r.good(t)
	for l := range waveSize {
		if r.vgpr[4][l] != uint32(l) {
			t.Errorf("lane %d finds %d, want %d", l, r.vgpr[4][l], l)
		}
	}
	if got := r.dword(t, 8); got != 64 {
		t.Errorf("counted to %d, want 64", got)
	}
}

// TestDataAtIssue: address, data and mode are those of the issue, registers
// change at the wait.
func TestDataAtIssue(t *testing.T) {
	r := memTarget(t, "gfx950")
	r.wg.schedule = ScheduleLate
	r.setExec(1)
	r.setDword(t, 0, 5)
	r.setV64(0, r.buf.Addr)
	r.setV(2, 7)
	for _, text := range []string{"global_store_dword v[0:1], v2, off offset:4", "global_load_dword v3, v[0:1], off",
		"global_load_dword v4, v[0:1], off offset:4", "ds_add_f32 v8, v9"} {
		in := bindText(t, r.wg.device.target, text)
		if text == "ds_add_f32 v8, v9" {
			r.setV(9, memSub32)
		}
		in.run(r.wave, in)
	}
	r.setV64(0, 0)
	r.setV(2, 0)
	r.setV(9, 0)
	r.mode.set(0x300)
	if r.vgpr[3][0] != 0 || r.dword(t, 4) != 0 {
		t.Errorf("something happened before the wait: v3 %d, memory %d", r.vgpr[3][0], r.dword(t, 4))
	}
	r.setExec(0)
	r.retire(0, 0)
	r.good(t)
	if r.vgpr[3][0] != 5 || r.vgpr[4][0] != 7 || r.dword(t, 4) != 7 {
		t.Errorf("v3 %d, v4 %d, memory %d; want 5, 7, 7", r.vgpr[3][0], r.vgpr[4][0], r.dword(t, 4))
	}
	if got := r.ldsDword(0); got != memSub32 {
		t.Errorf("LDS has %#x, want %#x: MODE at issue keeps subnormals", got, memSub32)
	}
}

// TestDirectToLDS: where the data go, in all families. M0 and the
// instruction's offset count, sub-dwords are widened, inactive lanes leave
// holes, three dwords leave the fourth alone (ISA manual §9.1.9, §10.3, facts
// isa/semantics.md §5).
func TestDirectToLDS(t *testing.T) {
	for _, c := range []struct {
		text      string
		m0        uint32
		at, pitch int // of lane 0's data, and from lane to lane
		from      int // buffer offset of lane l's data: from + 16*l
		dwords    int
	}{
		{"buffer_load_dword v0, s[8:11], s12 offen offset:32 lds", 0x102, 0x122, 4, 32 + 64, 1},
		{"buffer_load_dword v0, s[8:11], 0 offen lds", 0xfffc_0100, 0x100, 4, 0, 1}, // M0[17:0]
		{"buffer_load_dwordx4 v0, s[8:11], s12 offen offset:32 lds", 0x100, 0x120, 16, 32 + 64, 4},
		{"buffer_load_dwordx3 v0, s[8:11], s12 offen offset:32 lds", 0x100, 0x120, 16, 32 + 64, 3},
		{"global_load_lds_dword v0, s[4:5] offset:32", 0x103, 0x120, 4, 32, 1}, // M0[17:2]
		{"global_load_lds_dword v0, s[4:5] offset:-32", 0x103, 0xe0, 4, -32, 1},
		{"global_load_lds_dwordx4 v0, s[4:5] offset:16", 0x100, 0x110, 16, 16, 4},
		{"global_load_lds_dwordx3 v0, s[4:5] offset:16", 0x100, 0x110, 16, 16, 3},
	} {
		r := memTarget(t, "gfx950")
		r.setExec(memLanesOn)
		const start = 4096
		for i := range 1024 {
			r.setDword(t, start-512+4*i, uint32(i))
		}
		for i := range 1024 {
			r.setLDS(4*i, memSentinel)
		}
		for l := range waveSize {
			r.vgpr[0][l] = uint32(16 * l)
		}
		r.setSGPR64(4, r.buf.Addr+start)
		r.setSGPR64(8, r.buf.Addr+start)
		r.setSGPR64(10, 0x27000<<32|32768)
		r.sgpr[12] = 64
		r.sgpr[m0Index] = c.m0
		r.exec(t, c.text)
		r.good(t)
		for l := range waveSize {
			for i := range c.pitch / 4 {
				want := uint32(memSentinel)
				if uint64(memLanesOn)>>l&1 != 0 && i < c.dwords {
					want = uint32((512+c.from+16*l)/4 + i)
				}
				at := c.at + c.pitch*l + 4*i
				if got := r.ldsDword(at); got != want && at%4 == 0 || got != want && want != memSentinel {
					t.Fatalf("%s: lane %d has %#x at %#x, want %#x", c.text, l, got, at, want)
				}
			}
		}
	}
}

// TestDirectToLDSBounds: lanes outside of the buffer write 0, lanes outside of
// the LDS allocation do nothing, not even read.
func TestDirectToLDSBounds(t *testing.T) {
	r := memTarget(t, "gfx950")
	r.wg.lds.bytes = r.wg.lds.bytes[:256+32*4]
	for i := range len(r.wg.lds.bytes) / 4 {
		r.setLDS(4*i, memSentinel)
	}
	for l := range waveSize {
		r.setDword(t, 4*l, uint32(l+1))
		r.vgpr[0][l] = uint32(4 * l)
	}
	r.vgpr[0][60] = 0xfffffff0
	r.setSGPR64(8, r.buf.Addr)
	r.setSGPR64(10, 0x27000<<32|10*4+3)
	r.sgpr[m0Index] = 256
	r.exec(t, "buffer_load_dword v0, s[8:11], 0 offen lds")
	r.good(t)
	for l := range 32 {
		want := uint32(l + 1)
		if l >= 10 {
			want = 0
		}
		if got := r.ldsDword(256 + 4*l); got != want {
			t.Errorf("lane %d puts %d, want %d", l, got, want)
		}
	}
	if want := ([3][2]uint64{SpaceGlobal: {10 * 4, 0}, SpaceLDS: {0, 32 * 4}}); r.wg.stats.bytes != want {
		t.Errorf("bytes moved %v, want %v", r.wg.stats.bytes, want)
	}
	// A negative offset puts the first lanes before the allocation.
	r.sgpr[m0Index] = 8
	r.setSGPR64(4, r.buf.Addr+16)
	r.setExec(0xff)
	r.exec(t, "global_load_lds_dword v0, s[4:5] offset:-16")
	r.good(t)
	for l, want := range []uint32{3, 4, 5, 6, 7, 8, memSentinel} {
		if got := r.ldsDword(4 * l); got != want {
			t.Errorf("dword %d has %#x, want %#x", l, got, want)
		}
	}
}

// TestDirectToLDSWidens: bytes and shorts fill the 4 bytes of their lane.
func TestDirectToLDSWidens(t *testing.T) {
	for text, want := range map[string]uint32{
		"buffer_load_ubyte off, s[8:11], 0 offset:4 lds":    0xf1,
		"buffer_load_sbyte off, s[8:11], 0 offset:4 lds":    0xfffffff1,
		"buffer_load_ushort off, s[8:11], 0 offset:4 lds":   0xe2f1,
		"buffer_load_sshort off, s[8:11], 0 offset:4 lds":   0xffffe2f1,
		"buffer_load_format_x off, s[8:11], 0 offset:4 lds": 0xc4d3e2f1,
		"scratch_load_lds_sbyte off, off offset:4":          0xfffffff1,
		"global_load_lds_ushort v0, s[8:9] offset:4":        0xe2f1,
	} {
		r := memTarget(t, "gfx942")
		r.setExec(1 << 3)
		r.setBytes(t, SpaceGlobal, 0, 4, memHex(memText))
		r.setBytes(t, SpacePrivate, 3, 4, memHex(memText))
		r.setSGPR64(8, r.buf.Addr)
		r.setSGPR64(10, 0x27fac<<32|20)
		r.exec(t, text)
		r.good(t)
		if got := r.ldsDword(4 + 3*4); got != want {
			t.Errorf("%s: %#x, want %#x", text, got, want)
		}
	}
}
