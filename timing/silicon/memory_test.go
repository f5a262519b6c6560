package silicon

import (
	"encoding/binary"
	"fmt"
	"testing"

	"heddle/arch"
	"heddle/long"
	"heddle/sim"
	"heddle/timing"
	"heddle/timing/cache"
	"heddle/timing/record"
)

// chase returns a buffer of so many lines, each with the address of the next one in an order that
// visits all, like the shuffled one of the measurement.
func chase(t testing.TB, d *sim.Device, lines uint64) sim.Buffer {
	t.Helper()
	var base uint64
	b, err := d.AllocFunc(lines*arch.CacheLine, func(offset uint64, page []byte) {
		for i := 0; i < len(page); i += arch.CacheLine {
			line := (offset + uint64(i)) / arch.CacheLine
			// A full period for every power of two: multiplier 1 mod 4, odd increment.
			next := (line*0x2545f4915 + 0x9e3779b1) % lines
			binary.LittleEndian.PutUint64(page[i:], base+next*arch.CacheLine)
		}
	})
	must(t, err)
	base = b.Addr
	return b
}

// TestChases: latencies of MI300X, facts performance.md §1.2: L1 112 to 119, L2 208 (213 in
// silicon/mi300x_microbenchmarks.csv), MALL 445 and more (456), HBM 862 to 876, scalar cache 48, LDS
// 52. A step of a chase is the load and its wait.
func TestChases(t *testing.T) {
	for _, c := range []struct {
		name, kernel string
		bytes        uint64
		want         float64
		steps        int // timed, after a pass over all lines
	}{
		{"LDS", "lds", 0, 52, 320},
		{"scalar cache, 8 KB", "scalar", 8 << 10, 48, 320},
		{"L1, 16 KB", "vector", 16 << 10, 118, 320},
		{"L2, 1 MB", "vector", 1 << 20, 213, 3200},
		{"MALL, 16 MB", "vector", 16 << 20, 456, 3200},
		{"MALL, 128 MB", "vector", 128 << 20, 508, 6400},
		{"HBM, 1 GB", "vector", 1 << 30, 884, 6400},
	} {
		if c.bytes > 16<<20 && !long.On() {
			continue
		}
		k := load(t, &arch.GFX942, "chase.s", c.kernel)
		steps := c.steps
		var at sim.Arg = sim.Value(uint64(64))
		if c.bytes > 0 {
			at = sim.Pointer(chase(t, k.device, c.bytes/arch.CacheLine))
		}
		cycles := func(steps int) float64 {
			r := k.time(t, part{groups: 1, block: 64, args: []sim.Arg{at, sim.Value(uint32(steps / 32))}})
			return float64(r.Cycles)
		}
		lap := max(int(c.bytes/arch.CacheLine), 320)
		if c.bytes > 256<<20 {
			lap = 64000 // nothing is visited twice; the TLB is warm
		}
		per := (cycles(lap+steps) - cycles(lap)) / float64(steps)
		within(t, c.name+", cycles a step", per, c.want, 0.05)
	}
}

// TestStreams: bandwidth of streaming reads with 32 waves a compute unit on MI300X. L1 64 bytes a cycle
// and compute unit (39.2 TB/s), L2 27.5 TB/s in the median of 128 KB to 4 MB (28 in §1.3), MALL 5.0 to
// 7.5 TB/s for 41 to 273 MB (median 5.9): facts performance.md §1.3, silicon/mi300x_microbenchmarks.csv.
// One or all compute units of an XCD are timed, the rest are copies.
func TestStreams(t *testing.T) {
	const (
		gb       = 1e9
		chipMHz  = 2100
		chipCUs  = 304
		xcdCUs   = 38
		block    = 1024
		step     = 16 * block // bytes of a workgroup's load
		perCycle = 8 * step   // bytes of an iteration
	)
	for _, c := range []struct {
		name          string
		window, apart uint32
		cus           int
		memory        cache.Config
		few, many     int
		want, limit   float64 // GB/s of the card
	}{
		{"L1, 16 KB", 16 << 10, 0, 1, cache.Config{}, 4, 12, 38174.6, 0.10},
		{"L2, the same 512 KB for all", 512 << 10, 0, xcdCUs, cache.Config{}, 8, 16, 27592, 0.10},
		{"MALL, 72 MB for each XCD's 76 workgroups", 1 << 20, 1 << 20, xcdCUs, cache.Config{XCDs: 8, Shared: 1}, 8, 16, 5900, 0.15},
	} {
		if c.apart > 0 && !long.On() {
			continue
		}
		k := load(t, &arch.GFX942, "stream.s", "read")
		groups := 2 * c.cus
		buffer, err := k.device.Alloc(uint64(c.window) + uint64(c.apart)*uint64(groups))
		must(t, err)
		var traffic []timing.Traffic
		cycles := func(iterations int) float64 {
			r := k.time(t, part{groups: groups, block: block, cus: c.cus, memory: c.memory,
				warm: func(s *cache.System) {
					if c.apart > 0 {
						s.Touch(buffer.Addr, buffer.Size)
					}
				},
				args: []sim.Arg{sim.Pointer(buffer), sim.Value(uint32(iterations)), sim.Value(c.window), sim.Value(c.apart), sim.Value(uint32(step))}})
			traffic = r.Traffic
			return float64(r.Cycles)
		}
		each := (cycles(c.many) - cycles(c.few)) / float64(c.many-c.few)
		rate := float64(groups) * perCycle / each / float64(c.cus) * chipCUs * chipMHz * 1e6 / gb
		within(t, c.name+", GB/s", rate, c.want, c.limit)
		for _, level := range traffic {
			if level.Requests > 0 {
				t.Logf("    %s: %.1f %% hits of %d", level.Level, 100*float64(level.Hits)/float64(level.Requests), level.Requests)
			}
		}
	}
}

// TestHBM: streams over arrays of 2 GB on MI300X, one element a work-item, with few and many work-items
// on a compute unit at once: RRZE-HPC/gpu-benches 1038c5d, gpu-stream/mi300x.txt (facts performance.md
// §1.3 has the greatest: reads 4.14, writes 4.84, triads 4.00 TB/s). Few are a matter of latencies and of
// how soon a workgroup follows another one, and of the instructions before the loads, which are not known:
// they have a wide limit, and an eighth of the arrays is enough for them. None of the data are in the MALL at
// the start: that is so with 2 GB, and said with less.
func TestHBM(t *testing.T) {
	for _, c := range []struct {
		block, perCU      int
		load, init, triad float64 // GB/s
		limit             float64
	}{{64, 1, 282, 524, 839, 0.45}, {128, 2, 1049, 1948, 2647, 0.25}, {1024, 2, 4140, 4840, 4000, 0.10}} {
		array := 2 << 30
		if c.block < 1024 || !long.On() {
			array /= 8
		}
		for _, s := range []struct {
			name   string
			arrays float64
			want   float64
		}{{"load", 1, c.load}, {"init", 1, c.init}, {"triad", 4, c.triad}} {
			if (s.name != "load" || c.block == 64) && !long.On() {
				continue
			}
			k := load(t, &arch.GFX942, "stream.s", s.name)
			p := part{groups: array / 8 / c.block, block: c.block, lds: uint32(64<<10/c.perCU) &^ 1023, start: record.Rotated}
			for range 4 {
				b, err := k.device.Alloc(uint64(array))
				must(t, err)
				p.args = append(p.args, sim.Pointer(b))
			}
			p.args = append(p.args, sim.Value(uint32(8*c.block)))
			r := k.dispatch(t, "MI300X", 0, p)
			rate := s.arrays * float64(array) / (float64(r.Cycles) / 2100e6) / 1e9
			within(t, fmt.Sprintf("%s, %d x %d work-items a CU, GB/s", s.name, c.perCU, c.block), rate, s.want, c.limit)
			t.Logf("    %d of %d workgroups timed", r.Timed, r.Workgroups)
		}
	}
}
