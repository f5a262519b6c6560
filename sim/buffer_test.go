package sim

import (
	"fmt"
	"testing"
)

// setResource puts a raw buffer resource in s[8:11].
func (r *memRig) setResource(base uint64, stride, records, word3 uint32) {
	r.setSGPR64(8, base&(1<<48-1)|uint64(stride)<<48)
	r.sgpr[10], r.sgpr[11] = records, word3
}

const memRawFormat = 0x27000 // data format 32, as compilers have it

// TestBufferSentinel: with num_records 0x7ffffffe an f32 at 0x7ffffffc is out
// of range, for the range check asks where the access ends (facts buffers.md
// §3.2).
func TestBufferSentinel(t *testing.T) {
	for _, c := range []struct {
		load   string
		offset uint32
	}{{"dword", 0x7ffffffc}, {"ushort", 0x7ffffffe}, {"ubyte", 0x7fffffff}} {
		r := memTarget(t, "gfx942")
		r.setExec(1)
		r.setResource(r.buf.Addr, 0, 0x7ffffffe, memRawFormat)
		r.setV(0, c.offset)
		r.setV(1, memSentinel)
		r.exec(t, fmt.Sprintf("buffer_load_%s v1, v0, s[8:11], 0 offen", c.load))
		r.good(t)
		if r.vgpr[1][0] != 0 {
			t.Errorf("%s at %#x reads %#x, want 0", c.load, c.offset, r.vgpr[1][0])
		}
	}
	// One that does end there is an access, which fails here for want of memory.
	r := memTarget(t, "gfx942")
	r.setResource(r.buf.Addr, 0, 0x80000000, memRawFormat)
	r.setV(0, 0x7ffffffc)
	r.exec(t, "buffer_load_dword v1, v0, s[8:11], 0 offen")
	if r.wg.err == nil {
		t.Errorf("a dword that ends at num_records is not in range")
	}
}

// TestBufferPerDword: loads and stores of several dwords are checked dword by
// dword (facts buffers.md §3.7).
func TestBufferPerDword(t *testing.T) {
	for n := 2; n <= 4; n++ {
		for records := uint32(0); records <= 24; records++ {
			r := memTarget(t, "gfx950")
			r.setExec(1)
			for i := range 8 {
				r.setDword(t, 4*i, uint32(100+i))
				r.setV(4+i, uint32(200+i))
				r.setV(20+i, memSentinel)
			}
			r.setResource(r.buf.Addr, 0, records, memRawFormat)
			r.setV(0, 4)
			r.exec(t, fmt.Sprintf("buffer_load_dwordx%d v[20:%d], v0, s[8:11], 0 offen", n, 19+n))
			r.exec(t, fmt.Sprintf("buffer_store_dwordx%d v[4:%d], v0, s[8:11], 0 offen", n, 3+n))
			r.good(t)
			for i := range n {
				loaded, stored := uint32(0), uint32(101+i)
				if uint32(4+4*i+4) <= records {
					loaded, stored = uint32(101+i), uint32(200+i)
				}
				if r.vgpr[20+i][0] != loaded || r.dword(t, 4+4*i) != stored {
					t.Errorf("x%d, %d records: dword %d loads %d, leaves %d; want %d, %d", n, records, i, r.vgpr[20+i][0], r.dword(t, 4+4*i), loaded, stored)
				}
			}
		}
	}
}

// TestBufferWhole: atomics and format conversions are in range as a whole or
// not at all; an atomic out of range returns 0.
func TestBufferWhole(t *testing.T) {
	const dwords2 = 11<<resourceDataFormat | numUint<<resourceNumFormat | 0xfac
	for records := uint32(4); records <= 9; records++ {
		in := records >= 8
		r := memTarget(t, "gfx950")
		r.setExec(1)
		r.setResource(r.buf.Addr, 0, records, dwords2)
		r.setDword(t, 0, 5)
		r.setDword(t, 4, 6)
		r.setV64(0, 1<<32|1)
		r.setV64(2, 0xeeee_eeee_eeee_eeee)
		r.exec(t, "buffer_load_format_xy v[2:3], off, s[8:11], 0")
		r.exec(t, "buffer_atomic_add_x2 v[0:1], off, s[8:11], 0 sc0")
		r.good(t)
		old, sum := uint64(0), uint64(6<<32|5)
		if in {
			old, sum = 6<<32|5, 7<<32|6
		}
		if got := r.v64(2, 0); got != old {
			t.Errorf("%d records: format load gives %#x, want %#x", records, got, old)
		}
		if got := word(r.bytes(t, SpaceGlobal, 0, 0, 8)); got != sum || r.v64(0, 0) != old {
			t.Errorf("%d records: atomic leaves %#x and returns %#x, want %#x and %#x", records, got, r.v64(0, 0), sum, old)
		}
		r.setV64(0, 9<<32|9)
		r.exec(t, "buffer_store_format_xy v[0:1], off, s[8:11], 0")
		if in {
			sum = 9<<32 | 9
		}
		if got := word(r.bytes(t, SpaceGlobal, 0, 0, 8)); got != sum {
			t.Errorf("%d records: format store leaves %#x, want %#x", records, got, sum)
		}
	}
}

// TestBufferOffsets: no sum of offsets wraps at 32 bits; soffset takes part in
// the check unless the run says otherwise (facts isa/encodings.md §11).
func TestBufferOffsets(t *testing.T) {
	for _, c := range []struct {
		voffset, soffset, records uint32
		offset                    int
		unchecked                 bool
		at                        int // where the access goes; -1: out of range
	}{
		{0, 0, 64, 60, false, 60},
		{0, 0, 63, 60, false, -1},
		{0xfffffff0, 0, 64, 32, false, -1},
		{0xfffffff0, 0, 0xffffffff, 32, false, -1},
		{0xfffffff0, 0, 64, 32, true, -1},
		{0xfffffff0, 0, 64, 0, false, -1},
		{16, 44, 64, 0, false, 60},
		{16, 48, 64, 0, false, -1},
		{16, 48, 64, 0, true, 64},
		{16, 4, 64, 44, false, -1},
		{16, 4, 64, 44, true, 64},
		{0xfffffff0, 32, 64, 0, false, -1},
		{0xfffffff0, 32, 0xffffffff, 0, false, -1},
		{0, 4, 0, 0, true, -1},
	} {
		r := memTarget(t, "gfx950")
		r.wg.soffsetUnchecked = c.unchecked
		r.setExec(1)
		r.setResource(r.buf.Addr, 0, c.records, memRawFormat)
		for i := range 32 {
			r.setDword(t, 4*i, uint32(1000+4*i))
		}
		r.setV(0, c.voffset)
		r.sgpr[12] = c.soffset
		r.exec(t, fmt.Sprintf("buffer_load_dword v1, v0, s[8:11], s12 offen offset:%d", c.offset))
		r.good(t)
		want := uint32(1000 + c.at)
		if c.at < 0 {
			want = 0
		}
		if r.vgpr[1][0] != want {
			t.Errorf("%+v: reads %d, want %d", c, r.vgpr[1][0], want)
		}
	}
}

// TestBufferBase: the base is a signed 48-bit address, and sums with it carry
// into all of it (facts isa/encodings.md §11, buffers.md §3.3).
func TestBufferBase(t *testing.T) {
	for _, c := range []struct {
		region, base    uint64
		voffset, offset uint32
	}{
		{0x11_ffff_f000, 0x11_ffff_fff0, 0x20, 8},
		{0x12_0000_0000, 0x11_8000_0000, 0x80000000, 16},
		{0xffff_8000_0000_0000, 0xffff_8000_0000_0000, 8, 0},
		{0xffff_ffff_ffff_0000, 0xffff_ffff_fffe_0000, 0x10000, 4},
	} {
		r := memTarget(t, "gfx942")
		r.wg.device.mem.add(&region{name: "a region", base: c.region, size: 2 * PageSize})
		r.setExec(1)
		r.setResource(c.base, 0, 0xffffffff, memRawFormat)
		r.setV(0, c.voffset)
		r.setV(1, 4711)
		r.exec(t, fmt.Sprintf("buffer_store_dword v1, v0, s[8:11], 0 offen offset:%d", c.offset))
		r.good(t)
		var b [4]byte
		if err := r.wg.device.mem.read(c.base+uint64(c.voffset)+uint64(c.offset), b[:]); err != nil || word(b[:]) != 4711 {
			t.Errorf("%+v: memory has %d (%v)", c, word(b[:]), err)
		}
	}
}

// TestBufferUnbound: a data format of 0 stands for no buffer, whatever else
// the resource says (ISA manual §9.1.4).
func TestBufferUnbound(t *testing.T) {
	r := memTarget(t, "gfx950")
	r.setExec(1)
	r.setDword(t, 0, 5)
	r.setResource(r.buf.Addr, 0, 64, 0)
	for i := range 4 {
		r.setV(4+i, memSentinel)
	}
	r.exec(t, "buffer_load_dwordx4 v[4:7], off, s[8:11], 0")
	r.exec(t, "buffer_store_dword v0, off, s[8:11], 0")
	r.exec(t, "buffer_atomic_or v4, off, s[8:11], 0")
	r.exec(t, "tbuffer_load_format_x v5, off, s[8:11], 0 format:[BUF_DATA_FORMAT_32,BUF_NUM_FORMAT_UINT]")
	r.good(t)
	if r.v64(4, 0) != 0 || r.v64(6, 0) != 0 || r.dword(t, 0) != 5 {
		t.Errorf("loads %#x %#x, memory %d", r.v64(4, 0), r.v64(6, 0), r.dword(t, 0))
	}
}

// bufferPlace returns where buffer loads of a dword in one lane read, -1 if
// out of range: the buffer holds its own offsets.
func bufferPlace(t *testing.T, text string, lane int, setup func(r *memRig)) int {
	t.Helper()
	r := memTarget(t, "gfx950")
	b := make([]byte, rigBytes)
	for i := 0; i < rigBytes; i += 4 {
		putWord(b[i:i+4], uint64(i+1))
	}
	r.setBytes(t, SpaceGlobal, 0, 0, b)
	r.setExec(1 << lane)
	setup(r)
	r.exec(t, text)
	r.good(t)
	return int(r.vgpr[4][lane]) - 1
}

// TestBufferStructured: with an index and a stride, the index alone is
// checked; without a stride, the bytes.
func TestBufferStructured(t *testing.T) {
	for _, c := range []struct {
		stride, records, index, voffset uint32
		want                            int
	}{
		{48, 10, 9, 4, 9*48 + 4 + 8},
		{48, 10, 10, 0, -1},
		{48, 10, 9, 4096, 9*48 + 4096 + 8}, // the offset may leave the record
		{48, 1, 0, 60, 68},
		{0, 100, 3, 88, 96},
		{0, 99, 3, 88, -1},
		{0, 2, 0, 0, -1}, // bytes, not records
		{16383, 4, 0xffffffff, 0, -1},
	} {
		got := bufferPlace(t, "buffer_load_dword v4, v[0:1], s[8:11], 0 idxen offen offset:8", 0, func(r *memRig) {
			r.setResource(r.buf.Addr, c.stride, c.records, memRawFormat)
			r.setV(0, c.index)
			r.setV(1, c.voffset)
		})
		if got != c.want {
			t.Errorf("%+v: reads at %d", c, got)
		}
	}
}

const (
	memAddTID   = 1 << resourceAddTID
	memSwizzled = 1 << 15 // of the upper half of dword 1, where the stride is
)

// TestBufferAddTID: the lane number is added to the index; other accesses than
// format conversions have 18 bits of stride, four of them in the data format;
// there is no range check without an index (facts isa/encodings.md §11).
func TestBufferAddTID(t *testing.T) {
	const lane = 21
	for _, c := range []struct {
		text          string
		stride, word3 uint32
		want          int
	}{
		{"buffer_load_dword v4, v1, s[8:11], s12 offen offset:8", 16, memAddTID, 16*lane + 40 + 4 + 8},
		{"buffer_load_dword v4, off, s[8:11], s12", 4, memAddTID, 4*lane + 4},
		{"buffer_load_format_x v4, off, s[8:11], 0", 8, memAddTID | 4<<resourceDataFormat | numUint<<resourceNumFormat | 4, 8 * lane},
		{"buffer_load_dword v4, v0, s[8:11], 0 idxen", 16, memAddTID, 16 * 3}, // linear with an index: no lane
	} {
		got := bufferPlace(t, c.text, lane, func(r *memRig) {
			records := uint32(0)
			if c.want == 16*3 {
				records = 4
			}
			r.setResource(r.buf.Addr, c.stride, records, c.word3)
			r.setV(0, 3)
			r.setV(1, 40)
			r.sgpr[12] = 4
		})
		if got != c.want {
			t.Errorf("%s: reads at %d, want %d", c.text, got, c.want)
		}
	}
	for _, high := range []uint32{0, 5, 15} {
		stride := high<<14 | 0x3ffc
		got := bufferPlace(t, "buffer_load_dword v4, off, s[8:11], 0", lane, func(r *memRig) {
			r.setResource(r.buf.Addr+16-uint64(lane*stride), 0x3ffc, 0, memAddTID|high<<resourceDataFormat)
		})
		if got != 16 {
			t.Errorf("stride %d: reads at %d, want 16", stride, got)
		}
	}
}

// TestBufferSwizzle: element 4 bytes, index stride from the resource (ISA
// manual §9.1.5.2); without add_tid nothing is memSwizzled.
func TestBufferSwizzle(t *testing.T) {
	// Stride 32 bytes, 16 indices side by side: dword d of record i is at
	// (i/16*32 + 4*d)*16 + i%16*4.
	place := func(i, d int) int { return (i/16*32+4*d)*16 + i%16*4 }
	const word3 = memAddTID | 1<<resourceIndexStride
	for _, lane := range []int{0, 1, 15, 16, 37, 63} {
		for d := range 5 {
			got := bufferPlace(t, fmt.Sprintf("buffer_load_dword v4, off, s[8:11], s12 offset:%d", 4*d), lane, func(r *memRig) {
				r.setResource(r.buf.Addr, 32|memSwizzled, 0, word3)
				r.sgpr[12] = 8
			})
			if want := place(lane, d) + 8; got != want {
				t.Errorf("lane %d dword %d: reads at %d, want %d", lane, d, got, want)
			}
		}
		got := bufferPlace(t, "buffer_load_dword v4, v0, s[8:11], 0 idxen offset:4", lane, func(r *memRig) {
			r.setResource(r.buf.Addr, 32|memSwizzled, 1000, word3)
			r.setV(0, 5)
		})
		if want := place(lane+5, 1); got != want {
			t.Errorf("lane %d with index 5: reads at %d, want %d", lane, got, want)
		}
		got = bufferPlace(t, "buffer_load_dword v4, v0, s[8:11], 0 idxen offset:4", lane, func(r *memRig) {
			r.setResource(r.buf.Addr, 32|memSwizzled, 1000, word3&^memAddTID|memRawFormat)
			r.setV(0, 5)
		})
		if want := 5*32 + 4; got != want {
			t.Errorf("without add_tid: reads at %d, want %d", got, want)
		}
	}
	// The dwords of one access are apart.
	r := memTarget(t, "gfx942")
	r.setResource(r.buf.Addr, 32|memSwizzled, 0, word3)
	for l := range waveSize {
		for i := range 4 {
			r.vgpr[4+i][l] = uint32(100*l + i)
		}
	}
	r.exec(t, "buffer_store_dwordx4 v[4:7], off, s[8:11], 0 offset:8")
	r.exec(t, "buffer_load_dwordx4 v[20:23], off, s[8:11], 0 offset:8")
	r.good(t)
	for l := range waveSize {
		for i := range 4 {
			if got := r.dword(t, place(l, 2+i)); got != uint32(100*l+i) || r.vgpr[20+i][l] != got {
				t.Errorf("lane %d dword %d: memory %d, loaded %d", l, i, got, r.vgpr[20+i][l])
			}
		}
	}
	// So are the components of one element.
	r = memTarget(t, "gfx950")
	r.setExec(1 << 20)
	r.setResource(r.buf.Addr, 32|memSwizzled, 0, word3|14<<resourceDataFormat|0xfac)
	for i := range 4 {
		r.setV(4+i, uint32(100+i))
	}
	r.exec(t, "buffer_store_format_xyzw v[4:7], off, s[8:11], 0 offset:8")
	r.exec(t, "buffer_load_format_xyzw v[20:23], off, s[8:11], 0 offset:8")
	r.good(t)
	for i := range 4 {
		if got := r.dword(t, place(20, 2+i)); got != uint32(100+i) || r.vgpr[20+i][20] != got {
			t.Errorf("component %d: memory %d, loaded %d", i, got, r.vgpr[20+i][20])
		}
	}
}

// TestBufferAtomicReturn: with sc0 the old value replaces the data, without it
// the data stay.
func TestBufferAtomicReturn(t *testing.T) {
	for _, c := range []struct {
		sc0  string
		want uint32
	}{{"", 7}, {" sc0", 5}} {
		r := memTarget(t, "gfx950")
		r.setExec(1)
		r.setDword(t, 0, 5)
		r.setResource(r.buf.Addr, 0, 4, memRawFormat)
		r.setV(1, 7)
		r.exec(t, "buffer_atomic_swap v1, off, s[8:11], 0"+c.sc0)
		r.good(t)
		if r.dword(t, 0) != 7 || r.vgpr[1][0] != c.want {
			t.Errorf("%q: memory %d, register %d", c.sc0, r.dword(t, 0), r.vgpr[1][0])
		}
	}
}
