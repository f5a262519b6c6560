package sim_test

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"strings"
	"sync/atomic"
	"testing"

	"heddle/sim"
)

// coreNoise is contents that depend on the offset alone.
func coreNoise(offset uint64, page []byte) {
	for i := range page {
		x := (offset + uint64(i)) * 0x9e3779b97f4a7c15
		page[i] = byte(x >> 56)
	}
}

// TestCoreSparse: an 8 GiB buffer costs the pages that are used, by the host
// and by a kernel, and each is filled once.
func TestCoreSparse(t *testing.T) {
	s := coreSource{body: corePrologue + `
	v_and_b32 v2, 0x3ff, v0
	v_mul_u32_u24 v2, 0x10001, v2    // dword 65537 * lane
	v_lshlrev_b32 v3, 2, v2
	v_lshrrev_b32 v4, 30, v2
	v_mov_b32 v6, s6
	v_mov_b32 v7, s7
	v_add_co_u32 v6, vcc, v6, v3
	v_addc_co_u32 v7, vcc, v7, v4, vcc
	v_add_co_u32 v6, vcc, v6, 0
	v_add_u32 v7, 1, v7              // and 4 GiB
	global_load_dword v8, v[6:7], off
	s_waitcnt vmcnt(0)
	global_store_dword v1, v8, s[4:5]
	global_store_dword v[6:7], v1, off
	s_endpgm`}
	d, k := s.load(t)
	const size = 8 << 30
	var fills atomic.Int64
	big, err := d.AllocFunc(size, func(offset uint64, page []byte) {
		fills.Add(1)
		if offset%sim.PageSize != 0 || len(page) != sim.PageSize {
			t.Errorf("fill of %d bytes at %#x", len(page), offset)
		}
		coreNoise(offset, page)
	})
	if err != nil {
		t.Fatal(err)
	}
	before := d.TouchedBytes()
	out, err := d.Alloc(256)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := d.Run(sim.Launch{Kernel: k, Grid: [3]uint32{1, 1, 1}, Block: [3]uint32{64, 1, 1}, Args: []sim.Arg{sim.Pointer(out), sim.Pointer(big)}}); err != nil {
		t.Fatal(err)
	}
	got, err := sim.Get[uint32](out)
	if err != nil {
		t.Fatal(err)
	}
	want := coreIota(64, func(i int) uint32 {
		var b [4]byte
		coreNoise(4<<30+uint64(i)*4*65537, b[:])
		return binary.LittleEndian.Uint32(b[:])
	})
	coreExpect(t, "loaded", got, want)
	if n := fills.Load(); n != 64 {
		t.Errorf("%d fills for 64 pages", n)
	}
	if touched := d.TouchedBytes() - before; touched > 80*sim.PageSize {
		t.Errorf("%d bytes touched", touched)
	}
	var b [12]byte
	if err := big.Read(b[:], 4<<30+4*65537-4); err != nil {
		t.Fatal(err)
	}
	var wantBytes [12]byte
	coreNoise(4<<30+4*65537-4, wantBytes[:])
	copy(wantBytes[4:], []byte{4, 0, 0, 0})
	if b != wantBytes {
		t.Errorf("around the store: %x, want %x", b, wantBytes)
	}
}

// TestCoreReadWrite: the host's view of a buffer with odd offsets and sizes,
// against a plain array.
func TestCoreReadWrite(t *testing.T) {
	d := sim.NewDevice(coreChip(t, "gfx942"))
	const size = 3*sim.PageSize + 123
	b, err := d.AllocFunc(size, func(offset uint64, page []byte) {
		if offset+uint64(len(page)) > size {
			t.Errorf("fill beyond the buffer: %d bytes at %d", len(page), offset)
		}
		coreNoise(offset, page)
	})
	if err != nil {
		t.Fatal(err)
	}
	if b.Addr%sim.PageSize != 0 || b.Size != size {
		t.Errorf("buffer at %#x of %d bytes", b.Addr, b.Size)
	}
	mirror := make([]byte, size)
	coreNoise(0, mirror)
	for i, c := range []struct{ at, n int }{{0, 1}, {4095, 2}, {4096, 4096}, {1, size - 1}, {size - 5, 5}, {size, 0}, {8190, 4099}, {0, size}} {
		data := bytes.Repeat([]byte{byte(0x30 + i)}, c.n)
		if err := b.Write(data, uint64(c.at)); err != nil {
			t.Fatal(err)
		}
		copy(mirror[c.at:], data)
		if i == 3 || i == 7 {
			coreNoise(77, mirror)
			if err := b.Write(mirror, 0); err != nil {
				t.Fatal(err)
			}
		}
		got := make([]byte, size)
		if err := b.Read(got, 0); err != nil || !bytes.Equal(got, mirror) {
			t.Fatalf("after write %d: error %v, equal %t", i, err, bytes.Equal(got, mirror))
		}
		part := make([]byte, c.n)
		if err := b.Read(part, uint64(c.at)); err != nil || !bytes.Equal(part, mirror[c.at:c.at+c.n]) {
			t.Fatalf("part %d: error %v", i, err)
		}
	}
	for _, c := range []struct{ at, n uint64 }{{size, 1}, {size - 3, 4}, {1 << 63, 1}, {^uint64(0), 2}, {0, size + 1}} {
		p := make([]byte, c.n)
		if b.Read(p, c.at) == nil || b.Write(p, c.at) == nil {
			t.Errorf("%d bytes at %#x are taken", c.n, c.at)
		}
	}
	if err := (sim.Buffer{Size: 8}).Write(make([]byte, 4), 0); err == nil {
		t.Error("a buffer of no device is written to")
	}
}

// TestCorePutGet: every scalar type survives.
func TestCorePutGet(t *testing.T) {
	d := sim.NewDevice(coreChip(t, "gfx950"))
	corePutGet(t, d, []int8{-1, 2, -128})
	corePutGet(t, d, []uint16{1, 65535})
	corePutGet(t, d, []int64{-1 << 63, 5})
	corePutGet(t, d, []float32{1.5, -0.25})
	corePutGet(t, d, []float64{1.5, 1e300, 3})
	corePutGet(t, d, []uint64{})
	type meters float32
	corePutGet(t, d, []meters{7, 8})
}

func corePutGet[T interface {
	sim.Scalar
	comparable
}](t *testing.T, d *sim.Device, v []T) {
	t.Helper()
	b, err := sim.Put(d, v)
	if err != nil {
		t.Fatal(err)
	}
	got, err := sim.Get[T](b)
	if err != nil {
		t.Fatal(err)
	}
	coreExpect(t, fmt.Sprintf("%T", v), got, v)
}

// TestCoreAllocations do not overlap, with guard zones between them; the
// address space ends somewhere.
func TestCoreAllocations(t *testing.T) {
	d := sim.NewDevice(coreChip(t, "gfx942"))
	end := uint64(0)
	for _, size := range []uint64{0, 1, 4096, 4097, 1 << 40, 8 << 30, 100} {
		b, err := d.Alloc(size)
		if err != nil {
			t.Fatal(err)
		}
		if b.Addr < end+4096 || b.Addr+size >= 1<<47 {
			t.Errorf("%d bytes at %#x; the last allocation ends at %#x", size, b.Addr, end)
		}
		end = b.Addr + size
	}
	for _, size := range []uint64{1 << 44, 1 << 63, ^uint64(0)} {
		if _, err := d.Alloc(size); err == nil {
			t.Errorf("%d bytes are allocated", size)
		}
	}
	if d.TouchedBytes() != 0 {
		t.Errorf("%d bytes touched by allocating", d.TouchedBytes())
	}
}

// TestCoreFaults: an access outside of every allocation says where it is, by
// host and by kernel.
func TestCoreFaults(t *testing.T) {
	s := coreSource{body: corePrologue + `
	v_mov_b32 v4, s6
	v_mov_b32 v5, s7
	s_mov_b32 exec_lo, 0x80
	s_mov_b32 exec_hi, 0
	global_%s v[4:5]%s, off
	s_waitcnt vmcnt(0)
	s_endpgm`}
	for _, c := range []struct {
		offset int64
		store  bool
		want   string
	}{
		{-4, false, "4 bytes before an allocation of 4100 bytes"},
		{-100, true, "100 bytes before an allocation of 4100 bytes"},
		{4100, false, "just past the end of an allocation of 4100 bytes"},
		{4104, true, "4 bytes past the end of an allocation of 4100 bytes"},
		{4098, false, "crosses the end of an allocation of 4100 bytes"},
		{-2, true, "2 bytes before an allocation"},
		{-0x10_0000_0000, false, "in no allocation"},
		{1 << 62, true, "in no allocation"},
	} {
		k := s
		op, data := "load_dword v9,", ""
		if c.store {
			op, data = "store_dword", ", v0"
		}
		k.body = fmt.Sprintf(s.body, op, data)
		d, kernel := k.load(t)
		buf, err := d.Alloc(4100)
		if err != nil {
			t.Fatal(err)
		}
		addr := uint64(int64(buf.Addr) + c.offset)
		_, err = d.Run(sim.Launch{Kernel: kernel, Grid: [3]uint32{1, 1, 1}, Block: [3]uint32{64, 1, 1}, Args: []sim.Arg{sim.Pointer(buf), sim.PointerAt(addr)}})
		var fault *sim.Fault
		var run *sim.RunError
		if !errors.As(err, &fault) || !errors.As(err, &run) {
			t.Errorf("offset %d: %v", c.offset, err)
			continue
		}
		if fault.Addr != addr || fault.Size != 4 || fault.Write != c.store || !strings.Contains(err.Error(), c.want) || !strings.Contains(err.Error(), "lane 7") ||
			!strings.HasPrefix(run.Text, "global_") {
			t.Errorf("offset %d: %v\n%+v\nwant %q", c.offset, err, fault, c.want)
		}
	}
}

// TestCoreFree: memory that was freed is an error to access and its neighbours
// are not touched.
func TestCoreFree(t *testing.T) {
	s := coreSource{body: corePrologue + "\tglobal_store_dword v1, v0, s[6:7]\n\ts_endpgm"}
	d, k := s.load(t)
	var bufs [3]sim.Buffer
	for i := range bufs {
		var err error
		if bufs[i], err = d.Alloc(256); err != nil {
			t.Fatal(err)
		}
	}
	bufs[1].Free()
	bufs[1].Free() // again does nothing
	l := sim.Launch{Kernel: k, Grid: [3]uint32{1, 1, 1}, Block: [3]uint32{64, 1, 1}}
	for i, b := range bufs {
		l.Args = []sim.Arg{sim.Pointer(b), sim.Pointer(b)}
		_, err := d.Run(l)
		if (err != nil) != (i == 1) {
			t.Errorf("buffer %d: %v", i, err)
		}
		if _, err := sim.Get[uint32](b); (err != nil) != (i == 1) {
			t.Errorf("reading buffer %d: %v", i, err)
		}
	}
	sim.Buffer{}.Free()
}

// TestCoreUnalignedAccess: accesses of any alignment cross pages and fail only
// where they leave the allocation.
func TestCoreUnalignedAccess(t *testing.T) {
	s := coreSource{body: corePrologue + `
	s_mov_b64 exec, 1
	v_mov_b32 v2, 0
	global_load_dwordx4 v[10:13], v2, s[6:7]
	s_waitcnt vmcnt(0)
	global_store_dwordx4 v2, v[10:13], s[4:5] offset:7
	s_endpgm`}
	d, k := s.load(t)
	in, err := d.AllocFunc(8192, coreNoise)
	if err != nil {
		t.Fatal(err)
	}
	for at := 4096 - 20; at < 4096+4; at++ {
		out, err := d.Alloc(23)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := d.Run(sim.Launch{Kernel: k, Grid: [3]uint32{1, 1, 1}, Block: [3]uint32{64, 1, 1},
			Args: []sim.Arg{sim.Pointer(out), sim.PointerAt(in.Addr + uint64(at))}}); err != nil {
			t.Fatal(err)
		}
		got, want := make([]byte, 23), make([]byte, 23)
		coreNoise(uint64(at), want[7:])
		if err := out.Read(got, 0); err != nil || !bytes.Equal(got, want) {
			t.Errorf("at %d: %x, want %x (%v)", at, got, want, err)
		}
	}
}

// TestCoreScalarBuffers: each dword of a scalar buffer access is in range or 0
// (ISA manual §8; facts isa/semantics.md §5).
func TestCoreScalarBuffers(t *testing.T) {
	for _, c := range []struct {
		what, setup, load string
		want              [4]uint32
	}{
		{"inside", "", "s_buffer_load_dwordx4 s[16:19], s[8:11], 0x4", [4]uint32{101, 102, 103, 104}},
		{"over the end", "", "s_buffer_load_dwordx4 s[16:19], s[8:11], 0x18", [4]uint32{106, 107, 0, 0}},
		{"a dword that fits in part", "s_mov_b32 s10, 30", "s_buffer_load_dwordx2 s[16:17], s[8:11], 0x18", [4]uint32{106, 0, 9, 9}},
		{"beyond the end", "", "s_buffer_load_dwordx4 s[16:19], s[8:11], 0x20", [4]uint32{}},
		{"an SGPR", "s_mov_b32 s20, 8", "s_buffer_load_dword s16, s[8:11], s20", [4]uint32{102, 9, 9, 9}},
		{"an SGPR and an offset", "s_mov_b32 s20, 8", "s_buffer_load_dword s16, s[8:11], s20 offset:0x4", [4]uint32{103, 9, 9, 9}},
		{"an SGPR far beyond", "s_mov_b32 s20, -4", "s_buffer_load_dword s16, s[8:11], s20", [4]uint32{0, 9, 9, 9}},
		{"low bits of the offset", "s_mov_b32 s20, 11", "s_buffer_load_dword s16, s[8:11], s20", [4]uint32{102, 9, 9, 9}},
		{"records of 8 bytes", "s_or_b32 s9, s9, 0x80000\n s_mov_b32 s10, 3", "s_buffer_load_dwordx4 s[16:19], s[8:11], 0x10", [4]uint32{104, 105, 0, 0}},
		{"no records", "s_mov_b32 s10, 0", "s_buffer_load_dword s16, s[8:11], 0x0", [4]uint32{0, 9, 9, 9}},
		{"an unaligned address", "", "s_load_dwordx2 s[16:17], s[6:7], 0x7", [4]uint32{101, 102, 9, 9}},
		{"a negative offset", "s_add_u32 s6, s6, 16", "s_load_dword s16, s[6:7], -0x4", [4]uint32{103, 9, 9, 9}},
	} {
		s := coreSource{body: corePrologue + `
	s_mov_b32 s8, s6
	s_mov_b32 s9, s7
	s_mov_b32 s10, 32
	s_mov_b32 s11, 0x20000
	s_mov_b32 s16, 9
	s_mov_b32 s17, 9
	s_mov_b32 s18, 9
	s_mov_b32 s19, 9
	` + c.setup + "\n\t" + c.load + "\n\ts_waitcnt lgkmcnt(0)\n" + coreStore(16, 4)}
		d, k := s.load(t)
		in, err := sim.Put(d, coreIota(16, func(i int) uint32 { return uint32(100 + i) }))
		if err != nil {
			t.Fatal(err)
		}
		out, err := d.Alloc(16)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := d.Run(sim.Launch{Kernel: k, Grid: [3]uint32{1, 1, 1}, Block: [3]uint32{64, 1, 1}, Args: []sim.Arg{sim.Pointer(out), sim.Pointer(in)}}); err != nil {
			t.Errorf("%s: %v", c.what, err)
			continue
		}
		got, err := sim.Get[uint32](out)
		if err != nil {
			t.Fatal(err)
		}
		coreExpect(t, c.what, got, c.want[:])
	}
}

// TestCoreScratch: every lane has its own scratch, at any offset and alignment.
func TestCoreScratch(t *testing.T) {
	for _, at := range []int{0, 4, 240, 244, 245, 250, 252, 255, 256, 500, 1000, 2032} {
		s := coreSource{body: corePrologue + fmt.Sprintf(`
	v_mul_u32_u24 v10, 0x10101, v0
	v_add_u32 v11, 1, v10
	v_add_u32 v12, 2, v10
	v_add_u32 v13, 3, v10
	v_mov_b32 v2, %d
	scratch_store_dwordx4 v2, v[10:13], off
	s_waitcnt vmcnt(0)
	scratch_load_dword v20, v2, off
	scratch_load_dword v21, v2, off offset:4
	scratch_load_dwordx2 v[22:23], v2, off offset:8
	s_waitcnt vmcnt(0)
	v_lshlrev_b32 v3, 4, v0
	global_store_dwordx4 v3, v[20:23], s[4:5]
	s_endpgm`, at), directives: []string{"private_segment_fixed_size 2048"}}
		got := coreRun(t, s, 256, sim.Launch{})
		coreExpect(t, fmt.Sprintf("at %d", at), got, coreIota(256, func(i int) uint32 { return uint32(i/4*0x10101 + i%4) }))
	}
}
