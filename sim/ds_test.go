package sim

import (
	"fmt"
	"testing"
)

const memLanesOn = 0x8aaa_5555_f00f_3c3d

// testAppend: one addition of the number of active lanes at M0 + offset, all
// active lanes get the old value.
func testAppend(t *testing.T, chip string) {
	for _, c := range []struct {
		op   string
		exec uint64
		want uint32
	}{
		{"ds_append", ^uint64(0), 1064},
		{"ds_consume", ^uint64(0), 936},
		{"ds_append", 0x8000_0000_0000_0001, 1002},
		{"ds_consume", 0xff00, 992},
	} {
		r := memTarget(t, chip)
		r.setLDS(0x140, 1000)
		r.sgpr[m0Index] = 0x100
		r.setV(1, memSentinel)
		r.setExec(c.exec)
		r.exec(t, c.op+" v1 offset:64")
		r.good(t)
		if got := r.ldsDword(0x140); got != c.want {
			t.Errorf("%s with EXEC %#x leaves %d, want %d", c.op, c.exec, got, c.want)
		}
		for l, v := range r.vgpr[1] {
			want := uint32(memSentinel)
			if c.exec>>l&1 != 0 {
				want = 1000
			}
			if v != want {
				t.Errorf("%s: lane %d gets %#x, want %#x", c.op, l, v, want)
			}
		}
	}
}

// testAddtid: the address is M0[15:0] + offset + 4*lane (ISA manual §12.12).
func testAddtid(t *testing.T, chip string) {
	r := memTarget(t, chip)
	r.setExec(memLanesOn)
	r.sgpr[m0Index] = 0xabc0_0200
	for l := range r.vgpr[1] {
		r.vgpr[1][l] = uint32(1000 + l)
	}
	r.exec(t, "ds_write_addtid_b32 v1 offset:65")
	r.setV(2, memSentinel)
	r.exec(t, "ds_read_addtid_b32 v2 offset:65")
	r.good(t)
	for l := range waveSize {
		memory, register := uint32(0), uint32(memSentinel)
		if uint64(memLanesOn)>>l&1 != 0 {
			memory, register = uint32(1000+l), uint32(1000+l)
		}
		if got := r.ldsDword(0x241 + 4*l); got != memory {
			t.Errorf("lane %d: LDS has %d, want %d", l, got, memory)
		}
		if got := r.vgpr[2][l]; got != register {
			t.Errorf("lane %d reads %#x, want %#x", l, got, register)
		}
	}
}

// testNoAccess: no memory, no registers; the counter goes up and down.
func testNoAccess(t *testing.T, chip string) {
	for _, text := range []string{"ds_nop", "buffer_wbl2 sc1", "buffer_inv sc0 sc1"} {
		r := memTarget(t, chip)
		in := bindText(t, r.wg.device.target, text)
		in.run(r.wave, in)
		if len(r.pending.ops) != 1 {
			t.Errorf("%s: %d operations outstanding, want 1", text, len(r.pending.ops))
		}
		r.retire(0, 0)
		r.good(t)
		if len(r.pending.ops) != 0 || r.wg.stats.bytes != [3][2]uint64{} {
			t.Errorf("%s: %d operations outstanding, bytes moved %v", text, len(r.pending.ops), r.wg.stats.bytes)
		}
	}
}

// TestEqualOffsets: equal offsets mean one access with the first data (ISA
// manual §11.3.1).
func TestEqualOffsets(t *testing.T) {
	r := memTarget(t, "gfx950")
	r.setExec(1)
	r.setV(0, 64)
	r.setV(2, 11)
	r.setV(3, 22)
	r.exec(t, "ds_write2_b32 v0, v2, v3 offset0:3 offset1:3")
	if got := r.ldsDword(76); got != 11 {
		t.Errorf("write2 leaves %d, want the first data, 11", got)
	}
	if want := ([2]uint64{0, 4}); r.wg.stats.bytes[SpaceLDS] != want {
		t.Errorf("write2 reads and writes %d bytes, want %d", r.wg.stats.bytes[SpaceLDS], want)
	}
	r.exec(t, "ds_read2_b32 v[4:5], v0 offset0:3 offset1:3")
	if r.vgpr[4][0] != 11 || r.vgpr[5][0] != 11 {
		t.Errorf("read2 gives %d, %d, want 11 twice", r.vgpr[4][0], r.vgpr[5][0])
	}
	r.exec(t, "ds_wrxchg2_rtn_b32 v[4:5], v0, v3, v2 offset0:3 offset1:3")
	if got := r.ldsDword(76); got != 22 || r.vgpr[4][0] != 11 || r.vgpr[5][0] != 11 {
		t.Errorf("wrxchg2 leaves %d and returns %d, %d; want 22 and 11 twice", got, r.vgpr[4][0], r.vgpr[5][0])
	}
	r.good(t)
}

// TestCondxchgAlignment: the address is rounded down to a multiple of 8 within
// 16 bits (ISA manual §12.12).
func TestCondxchgAlignment(t *testing.T) {
	r := memTarget(t, "gfx942")
	r.setExec(1)
	r.setLDS(64, 1)
	r.setLDS(68, 2)
	r.setV(0, 0x10000+61)
	r.setV(2, 0x80000007)
	r.setV(3, 0x80000008)
	r.exec(t, "ds_condxchg32_rtn_b64 v[4:5], v0, v[2:3] offset:10")
	r.good(t)
	if r.ldsDword(64) != 7 || r.ldsDword(68) != 8 || r.vgpr[4][0] != 1 || r.vgpr[5][0] != 2 {
		t.Errorf("memory %d, %d, returned %d, %d", r.ldsDword(64), r.ldsDword(68), r.vgpr[4][0], r.vgpr[5][0])
	}
}

// TestLDSBounds: M0 does not matter, reads beyond the allocation give 0 and
// writes are dropped, unaligned accesses work, address sums have 32 bits
// (facts isa/semantics.md §4).
func TestLDSBounds(t *testing.T) {
	r := memTarget(t, "gfx950")
	r.wg.lds.bytes = r.wg.lds.bytes[:256]
	r.sgpr[m0Index] = 0
	r.setExec(1)
	r.setLDS(252, 77)
	r.setV(0, 252)
	r.setV(1, memSentinel)
	r.exec(t, "ds_read_b32 v1, v0")
	if r.vgpr[1][0] != 77 {
		t.Errorf("last dword reads %#x", r.vgpr[1][0])
	}
	r.exec(t, "ds_read_b32 v1, v0 offset:4")
	if r.vgpr[1][0] != 0 {
		t.Errorf("dword beyond the end reads %#x, want 0", r.vgpr[1][0])
	}
	r.setV(2, 99)
	r.exec(t, "ds_write_b32 v0, v2 offset:4")
	r.exec(t, "ds_add_u32 v0, v2 offset:4")
	r.setV(0, 0xffffffff)
	r.exec(t, "ds_write_b32 v0, v2 offset:6")
	r.good(t)
	if got := word(r.wg.lds.bytes[5:9]); got != 99 {
		t.Errorf("unaligned write with a carry out of 32 bits: %d at 5", got)
	}
}

// TestLDSMisalignedAtomic: an error that names the lane.
func TestLDSMisalignedAtomic(t *testing.T) {
	r := memTarget(t, "gfx950")
	r.setExec(1 << 9)
	r.setV(0, 6)
	r.exec(t, "ds_add_u32 v0, v1")
	want := "lane 9 accesses 0x6: an atomic of 4 bytes needs an address that is a multiple of 4"
	if r.wg.err == nil || r.wg.err.Error() != want {
		t.Errorf("error %v, want %s", r.wg.err, want)
	}
}

// TestDSAtomicOrder: lanes act one after the other, lowest first.
func TestDSAtomicOrder(t *testing.T) {
	r := memTarget(t, "gfx942")
	r.setV(0, 16)
	for l := range r.vgpr[2] {
		r.vgpr[2][l] = uint32(l + 1)
	}
	r.setExec(memLanesOn)
	r.exec(t, "ds_add_rtn_u32 v1, v0, v2")
	r.good(t)
	sum := uint32(0)
	for l := range waveSize {
		if uint64(memLanesOn)>>l&1 == 0 {
			continue
		}
		if r.vgpr[1][l] != sum {
			t.Errorf("lane %d gets %d, want %d", l, r.vgpr[1][l], sum)
		}
		sum += uint32(l + 1)
	}
	if got := r.ldsDword(16); got != sum {
		t.Errorf("sum %d, want %d", got, sum)
	}
}

// Values of TestFloatAtomics.
const (
	memSub32  = 0x00000001 // smallest subnormal f32
	memHalf32 = 0x00400000 // 2^-127
	memQNaN32 = 0x7fc00001
	memSNaN32 = 0x7f800002
)

// TestFloatAtomics has the special values of the manual's §9.2: f32 additions
// flush subnormals in memory and follow MODE in the LDS, all round to nearest
// even whatever MODE says.
func TestFloatAtomics(t *testing.T) {
	const (
		flushAll = 0x300 // MODE that flushes everything
		roundUp  = 0x3f5 // rounds toward +inf, keeps subnormals
	)
	for _, c := range []struct {
		op               string
		mode             uint32
		mem, data, after uint64
	}{
		{"global_atomic_add_f32", rocmMode, memSub32, 0, 0},
		{"global_atomic_add_f32", rocmMode, memHalf32, memHalf32, 0},
		{"global_atomic_add_f32", rocmMode, 0x00800000, 0x80c00000, 0x80000000}, // 2^-126 - 1.5*2^-126
		{"global_atomic_add_f32", rocmMode, 0x80000000, 0, 0},                   // -0 + 0 = +0
		{"global_atomic_add_f32", rocmMode, 0x7f800000, 0xff800000, 0x7fc00000},
		{"global_atomic_add_f32", rocmMode, 0x7f800000, memSNaN32, 0x7fc00002},
		{"global_atomic_add_f32", rocmMode, memQNaN32, memSNaN32, memQNaN32},
		{"global_atomic_add_f32", roundUp, 0x3f800000, 0x33800000, 0x3f800000}, // 1 + 2^-24: tie, even
		{"global_atomic_pk_add_f16", flushAll, 0x00010001, 0x00000001, 0x00010002},
		{"global_atomic_pk_add_bf16", flushAll, 0x00010001, 0x00000001, 0x00010002},
		{"global_atomic_pk_add_f16", rocmMode, 0x7bff3c00, 0x7bff1000, 0x7c003c00}, // inf; 1 + 2^-11: tie
		{"global_atomic_add_f64", flushAll, 1, 1, 2},
		{"global_atomic_min_f64", flushAll, 2, 1, 1},
		{"global_atomic_min_f64", rocmMode, 0, 1 << 63, 1 << 63}, // -0 < +0
		{"global_atomic_max_f64", rocmMode, 1 << 63, 0, 0},
		{"global_atomic_min_f64", rocmMode, 0x7ff8000000000001, 0x3ff0000000000000, 0x3ff0000000000000},
		{"global_atomic_max_f64", rocmMode, 0x3ff0000000000000, 0x7ff8000000000001, 0x3ff0000000000000},
		{"global_atomic_max_f64", rocmMode, 0x3ff0000000000000, 0x7ff0000000000001, 0x7ff8000000000001},
		{"global_atomic_min_f64", rocmMode, 0xbff0000000000000, 0xfff0000000000000, 0xfff0000000000000},
		{"global_atomic_max_f64", rocmMode, 0xbff0000000000000, 0xc000000000000000, 0xbff0000000000000},

		{"ds_add_f32", rocmMode, memHalf32, memHalf32, 0x00800000},
		{"ds_add_f32", rocmMode, memSub32, 0, memSub32},
		{"ds_add_f32", flushAll, memHalf32, memHalf32, 0},
		{"ds_add_f32", flushAll, 0x00800000, 0x80c00000, 0x80000000},
		{"ds_add_f32", 0x3d0, 0x00800000, 0x80c00000, 0x80000000}, // only subnormal inputs kept
		{"ds_add_f32", roundUp, 0x3f800000, 0x33800000, 0x3f800000},
		{"ds_add_f32", rocmMode, memSNaN32, memQNaN32, 0x7fc00002},
		{"ds_pk_add_f16", flushAll, 0x00010001, 0x3c000001, 0x3c000000},
		{"ds_pk_add_bf16", flushAll, 0x00010001, 0x3f800001, 0x3f800000},
		{"ds_pk_add_f16", rocmMode, 0x00010001, 0x00000001, 0x00010002},
		{"ds_add_f64", flushAll, 1, 1, 2},
		{"ds_min_f32", rocmMode, 2, 1, 1},
		{"ds_min_f32", flushAll, 2, 1, 2}, // equal once flushed: memory's stays
		{"ds_max_f32", flushAll, 1, 2, 1},
		{"ds_min_f32", flushAll, 0x80000001, 0, 0x80000001}, // compares as -0
		{"ds_max_f32", rocmMode, memQNaN32, 0xff800000, 0xff800000},
		{"ds_min_f32", rocmMode, 0x7f800000, memQNaN32, 0x7f800000},
		{"ds_min_f32", rocmMode, 0, memSNaN32, 0x7fc00002},
		{"ds_max_f32", rocmMode, 0x80000000, 0, 0},
		{"ds_max_f32", rocmMode, 0xbf800000, 0xc0000000, 0xbf800000},
		{"ds_max_f32", rocmMode, memSNaN32, 0x7f800000, 0x7fc00002},
		{"ds_max_f32", rocmMode, 0x3f800000, memQNaN32, 0x3f800000},
		{"ds_min_f32", rocmMode, 0xbf800000, 0xc0000000, 0xc0000000},
		{"ds_min_f64", rocmMode, 0x7ff0000000000001, 0x3ff0000000000000, 0x7ff8000000000001},
		{"ds_min_f64", rocmMode, 0x3ff0000000000000, 0xfff0000000000001, 0xfff8000000000001},
		{"ds_min_f64", flushAll, 2, 1, 2},
		{"ds_min_f64", rocmMode, 2, 1, 1},
	} {
		r := memTarget(t, "gfx950")
		r.mode.set(c.mode)
		r.setExec(1)
		wide := c.op[len(c.op)-3:] == "f64"
		size, data := 4, "v2"
		if wide {
			size, data = 8, "v[2:3]"
		}
		space, text := SpaceLDS, fmt.Sprintf("%s v0, %s", c.op, data)
		if c.op[0] == 'g' {
			space, text = SpaceGlobal, fmt.Sprintf("%s v[0:1], %s, off", c.op, data)
			r.setV64(0, r.buf.Addr)
		}
		b := make([]byte, size)
		putWord(b, c.mem)
		r.setBytes(t, space, 0, 0, b)
		r.setV64(2, c.data)
		r.exec(t, text)
		r.good(t)
		if got := word(r.bytes(t, space, 0, 0, size)); got != c.after {
			t.Errorf("%s with MODE %#x: %#x and %#x leave %#x, want %#x", c.op, c.mode, c.mem, c.data, got, c.after)
		}
	}
}

// TestCompareStoreFlushes: with subnormal inputs flushed, cmpst compares them
// as 0 and stores 0 for one (ISA manual §9.2.2).
func TestCompareStoreFlushes(t *testing.T) {
	for _, c := range []struct{ mode, mem, compare, value, after uint32 }{
		{0x300, 1, 0x80000002, 3, 0},
		{0x3f0, 1, 0x80000002, 3, 1},
		{0x3f0, 1, 1, 3, 3},
		{0x300, 0x3f800000, 0x3f800000, 0x40000000, 0x40000000},
	} {
		r := memTarget(t, "gfx942")
		r.mode.set(c.mode)
		r.setExec(1)
		r.setLDS(0, c.mem)
		r.setV(2, c.compare)
		r.setV(3, c.value)
		r.exec(t, "ds_cmpst_f32 v0, v2, v3")
		r.good(t)
		if got := r.ldsDword(0); got != c.after {
			t.Errorf("MODE %#x: memory %#x, compared with %#x, value %#x: %#x, want %#x", c.mode, c.mem, c.compare, c.value, got, c.after)
		}
	}
}

// TestFlatAtomicInLDS: in the LDS a flat f32 addition follows MODE.
func TestFlatAtomicInLDS(t *testing.T) {
	r := memTarget(t, "gfx950")
	r.setExec(1)
	r.setLDS(8, memHalf32)
	r.setV64(0, sharedAperture+8)
	r.setV(2, memHalf32)
	r.exec(t, "flat_atomic_add_f32 v[0:1], v2")
	r.good(t)
	if got := r.ldsDword(8); got != 0x00800000 {
		t.Errorf("2^-127 + 2^-127 = %#x", got)
	}
}
