package sim_test

import (
	"bytes"
	"math/rand/v2"
	"runtime"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"weak"

	"heddle/sim"
)

// TestAllocWithPlaces: a buffer is where it was wanted, no other comes near it,
// and what cannot be is refused.
func TestAllocWithPlaces(t *testing.T) {
	d := sim.NewDevice(coreChip(t, "gfx950"))
	const below = 2<<32 - sim.PageSize
	first, err := d.AllocWith(sim.AllocOptions{Name: "first", Size: 7 << 30, Addr: below, Guard: 1 << 30})
	if err != nil || first.Addr != below || first.Size != 7<<30 || first.String() != "first of 7516192768 bytes" {
		t.Fatalf("%v at %#x, error %v", first, first.Addr, err)
	}
	end := first.Addr + first.Size
	for _, c := range []struct {
		o     sim.AllocOptions
		fails string
	}{
		{sim.AllocOptions{Addr: below + 8, Size: 1}, "not a multiple of 4096"},
		{sim.AllocOptions{Addr: sim.PageSize, Size: 1}, "guard zones must lie from 0 to"},
		{sim.AllocOptions{Addr: 1<<47 - sim.PageSize, Size: 1}, "guard zones must lie from 0 to"},
		{sim.AllocOptions{Addr: 1<<64 - sim.PageSize, Size: 1 << 20}, "guard zones must lie from 0 to"},
		{sim.AllocOptions{Size: 1 << 50}, "does not fit"},
		{sim.AllocOptions{Size: 1, Guard: 1 << 63}, "does not fit"},
		{sim.AllocOptions{Size: 1, Guard: 1<<64 - 1}, "does not fit"},
		{sim.AllocOptions{Addr: end - sim.PageSize, Size: 1}, "first of 7516192768 bytes is at 0x1fffff000 to 0x3bffff000, and a guard zone of 1073741824 bytes"},
		{sim.AllocOptions{Addr: end + 1<<29, Size: 1}, "a guard zone of 1073741824 bytes"},
		{sim.AllocOptions{Addr: below - 1<<30, Size: 1}, "a guard zone of 1073741824 bytes"},
		{sim.AllocOptions{Addr: end + 1<<30, Size: 1}, ""},
		{sim.AllocOptions{Addr: below - 1<<30 - sim.PageSize, Size: sim.PageSize}, ""},
		{sim.AllocOptions{Addr: 0x10_0000_0000 + 1<<20, Size: 1 << 20}, ""}, // where the device would begin
		{sim.AllocOptions{Addr: 0x10_0000_0000 + 1<<22, Size: 1 << 20}, ""},
	} {
		b, err := d.AllocWith(c.o)
		if c.fails == "" && (err != nil || b.Addr != c.o.Addr) || c.fails != "" && (err == nil || !strings.Contains(err.Error(), c.fails)) {
			t.Errorf("%+v: at %#x, error %v, want %q", c.o, b.Addr, err, c.fails)
		}
	}
	if _, err := d.Alloc(16 << 20); err != nil { // too large for the room between the two
		t.Fatal(err)
	}
	for range 20 {
		if _, err := d.AllocWith(sim.AllocOptions{Size: 300 << 10, Guard: 100_001}); err != nil {
			t.Fatal(err)
		}
		if _, err := d.Alloc(1); err != nil {
			t.Fatal(err)
		}
	}
	at := uint64(0)
	for _, b := range d.Buffers() {
		if b.Addr < at || b.Addr%sim.PageSize != 0 {
			t.Errorf("%v is at %#x, less than 64 KiB behind the one before it", b, b.Addr)
		}
		at = b.Addr + b.Size + 64<<10
	}
	if n := len(d.Buffers()); n != 46 {
		t.Errorf("%d buffers", n)
	}
}

// TestChanged: touched and changed pages and what is in them, against a plain
// array; discarding gives it all back.
func TestChanged(t *testing.T) {
	const size = 10*sim.PageSize + 123
	r := rand.New(rand.NewPCG(1, 2))
	d := sim.NewDevice(coreChip(t, "gfx942"))
	for _, fill := range []func(uint64, []byte){nil, coreNoise} {
		b, err := d.AllocWith(sim.AllocOptions{Size: size, Fill: fill})
		if err != nil {
			t.Fatal(err)
		}
		start := make([]byte, size)
		if fill != nil {
			fill(0, start)
		}
		for round := range 20 {
			now := bytes.Clone(start)
			touched := map[uint64]bool{}
			for range r.IntN(4) {
				at := r.IntN(size)
				data := make([]byte, r.IntN(min(size-at, 6000)+1))
				write := r.IntN(2) == 0
				if round%2 == 0 {
					copy(data, now[at:]) // changes nothing
				} else {
					data = bytes.Map(func(rune) rune { return rune(r.IntN(128)) }, data)
				}
				if write {
					err = b.Write(data, uint64(at))
					copy(now[at:], data)
				} else {
					err = b.Read(data, uint64(at))
				}
				if err != nil {
					t.Fatal(err)
				}
				for i := range data {
					touched[uint64(at+i)/sim.PageSize*sim.PageSize] = true
				}
			}
			var want []uint64
			for o := uint64(0); o < size; o += sim.PageSize {
				if touched[o] {
					want = append(want, o)
				}
			}
			if got := slices.Collect(b.Touched()); !slices.Equal(got, want) {
				t.Fatalf("touched %v, want %v", got, want)
			}
			if got := d.TouchedBytes(); got != uint64(len(want))*sim.PageSize {
				t.Fatalf("%d bytes touched, want %d pages", got, len(want))
			}
			want = slices.DeleteFunc(want, func(o uint64) bool {
				end := min(o+sim.PageSize, size)
				return bytes.Equal(now[o:end], start[o:end])
			})
			for c := range b.Changed() {
				end := min(c.Offset+sim.PageSize, size)
				if len(want) == 0 || c.Offset != want[0] || !bytes.Equal(c.Before, start[c.Offset:end]) || !bytes.Equal(c.After, now[c.Offset:end]) {
					t.Fatalf("a change at %d, want those at %v", c.Offset, want)
				}
				want = want[1:]
			}
			if len(want) > 0 {
				t.Fatalf("no changes at %v", want)
			}
			b.Discard()
			if n := len(slices.Collect(b.Touched())); n != 0 || d.TouchedBytes() != 0 {
				t.Fatalf("%d pages are left", n)
			}
		}
		got := make([]byte, size)
		if err := b.Read(got, 0); err != nil || !bytes.Equal(got, start) {
			t.Errorf("not as at first, error %v", err)
		}
		b.Free()
		b.Discard()
		if d.TouchedBytes() != 0 {
			t.Errorf("%d bytes are left", d.TouchedBytes())
		}
	}
	for range (sim.Buffer{}).Changed() {
		t.Error("no buffer has changed")
	}
}

// TestFarBuffersAreCheap: buffers of many GiB cost what is touched of them, and
// nothing once it is discarded; a kernel's store carries over 4 GiB.
func TestFarBuffersAreCheap(t *testing.T) {
	s := coreSource{body: corePrologue + `
	v_lshlrev_b32 v2, 14, v0                    // a page and more to the next lane
	global_load_dword v3, v2, s[4:5]
	s_waitcnt vmcnt(0)
	v_not_b32 v3, v3
	global_store_dword v2, v3, s[4:5]
	s_endpgm`}
	d, k := s.load(t)
	heap := func() int64 {
		var m runtime.MemStats
		runtime.GC()
		runtime.ReadMemStats(&m)
		return int64(m.HeapAlloc)
	}
	before, code := heap(), d.TouchedBytes()
	var bufs []sim.Buffer
	for i := range 4 {
		b, err := d.AllocWith(sim.AllocOptions{Size: 60 << 30, Fill: coreNoise, Addr: uint64(i+2)*(64<<30) - 8*sim.PageSize})
		if err != nil {
			t.Fatal(err)
		}
		bufs = append(bufs, b)
	}
	if cost := heap() - before; cost > 2<<20 {
		t.Errorf("240 GiB cost %d bytes untouched", cost)
	}
	for range 3 {
		for _, b := range bufs {
			if _, err := d.Run(sim.Launch{Kernel: k, Grid: [3]uint32{1, 1, 1}, Block: [3]uint32{64, 1, 1}, Args: []sim.Arg{sim.Pointer(b)}}); err != nil {
				t.Fatal(err)
			}
			n := uint64(0)
			for c := range b.Changed() {
				for i := range c.After {
					if want := c.Before[i] ^ byte(-bit(i < 4)); c.After[i] != want || c.Offset != n<<14 {
						t.Fatalf("byte %d at %#x is %#x, want %#x", i, c.Offset, c.After[i], want)
					}
				}
				n++
			}
			if touched := uint64(len(slices.Collect(b.Touched()))); n != 64 || touched != 64 {
				t.Errorf("%d pages changed and %d touched of 64", n, touched)
			}
			b.Discard()
		}
		if left := d.TouchedBytes(); left != code {
			t.Errorf("%d bytes are left of %d", left, code)
		}
		if cost := heap() - before; cost > 8<<20 {
			t.Errorf("%d bytes are left", cost)
		}
	}
}

func bit(b bool) int {
	if b {
		return 1
	}
	return 0
}

// TestDeviceIsCollected: nothing in the program keeps a device that is no longer
// used, not even through one garbage collection. A program that makes a device
// for each launch would otherwise grow without bound.
func TestDeviceIsCollected(t *testing.T) {
	use := func() weak.Pointer[sim.Device] {
		d := sim.NewDevice(coreChip(t, "gfx950"))
		b, err := d.Alloc(1 << 20)
		if err != nil {
			t.Fatal(err)
		}
		if err := b.Write([]byte{1}, 0); err != nil {
			t.Fatal(err)
		}
		return weak.Make(d)
	}
	device := use()
	runtime.GC()
	if device.Value() != nil {
		t.Error("the device is still in use after a garbage collection")
	}
}

// TestResident: pages that are only read come and go, and results and what was
// written are the same.
func TestResident(t *testing.T) {
	// Each lane adds 1 to the first dword of its page, or not, as bit 2 of the lane
	// says, and stores what it found.
	s := coreSource{body: corePrologue + `
	v_lshlrev_b32 v2, 12, v0
	s_lshl_b32 s8, s2, 18
	v_add_u32 v2, s8, v2
	global_load_dword v3, v2, s[6:7]
	s_lshl_b32 s9, s2, 8
	v_add_u32 v1, s9, v1
	s_waitcnt vmcnt(0)
	global_store_dword v1, v3, s[4:5]
	v_add_u32 v3, 1, v3
	v_and_b32 v4, 4, v0
	v_cmp_ne_u32 vcc, 0, v4
	s_and_b64 exec, exec, vcc
	global_store_dword v2, v3, s[6:7]
	s_endpgm`}
	const groups = 256
	var want [3][]uint32
	for _, c := range []struct {
		resident uint64
		engine   sim.Engine
	}{{0, sim.EngineFast}, {1, sim.EngineFast}, {1 << 20, sim.EngineFast}, {1 << 20, sim.EnginePlain}} {
		d, k := s.load(t)
		var fills atomic.Int64
		in, err := d.AllocFunc(groups*64*sim.PageSize, func(offset uint64, page []byte) {
			fills.Add(1)
			coreNoise(offset, page)
		})
		if err != nil {
			t.Fatal(err)
		}
		out, err := d.Alloc(groups * 256)
		if err != nil {
			t.Fatal(err)
		}
		most := uint64(0)
		l := sim.Launch{Kernel: k, Grid: [3]uint32{groups, 1, 1}, Block: [3]uint32{64, 1, 1}, Args: []sim.Arg{sim.Pointer(out), sim.Pointer(in)},
			Options: sim.Options{Resident: c.resident, Engine: c.engine, Progress: func(int, int) { most = max(most, d.TouchedBytes()) }}}
		made := int64(0)
		for turn := range want {
			before := fills.Load()
			if _, err := d.Run(l); err != nil {
				t.Fatal(err)
			}
			made += fills.Load() - before
			got, err := sim.Get[uint32](out)
			if err != nil {
				t.Fatal(err)
			}
			changed := 0
			for range in.Changed() {
				changed++
			}
			if changed != groups*32 {
				t.Errorf("resident %d: %d pages changed", c.resident, changed)
			}
			if want[turn] == nil {
				want[turn] = got
			}
			if !slices.Equal(got, want[turn]) {
				t.Errorf("resident %d, turn %d: other results", c.resident, turn)
			}
		}
		// Half of the 64 MiB is written to and stays; rounds have 8 workgroups.
		written := uint64(groups*32)*sim.PageSize + groups*256 + 1<<20
		if c.resident > 0 && most > written+max(c.resident, 8*64*sim.PageSize)*3/2 {
			t.Errorf("resident %d: %d bytes existed", c.resident, most)
		}
		if all := int64(groups * 64); c.resident == 0 && made != all || c.resident > 0 && made <= all {
			t.Errorf("resident %d: %d pages were filled", c.resident, made)
		}
	}
}
