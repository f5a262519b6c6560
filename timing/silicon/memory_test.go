package silicon

import (
	"encoding/binary"
	"testing"

	"heddle/arch"
	"heddle/long"
	"heddle/sim"
	"heddle/timing/cache"
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

var _ = cache.Config{}
