package cache

import (
	"math/rand/v2"

	"heddle/arch"
	"heddle/timing"
)

var _ timing.Memory = (*System)(nil)

// model returns a copy of a chip's constants, to be changed.
func model(chip *arch.Chip) *arch.Model {
	m := chip.Model
	return &m
}

// must returns a System, or panics.
func must(c Config) *System {
	s, err := New(c)
	if err != nil {
		panic(err)
	}
	return s
}

// one is an access of n bytes at an address by one lane.
func one(addr uint64, n int) *timing.Access {
	return &timing.Access{Bytes: n, Lines: timing.AppendLines(nil, &timing.Touch{Addrs: []uint64{addr}, Exec: 1, Size: n, Sets: 4})}
}

// wave is an access of a whole wave, size bytes a lane, the lanes stride bytes apart.
func wave(addr uint64, size int, stride uint64) *timing.Access {
	t := timing.Touch{Exec: ^uint64(0), Size: size, Sets: 4}
	for lane := range uint64(64) {
		t.Addrs = append(t.Addrs, addr+lane*stride)
	}
	return &timing.Access{Bytes: 64 * size, Lines: timing.AppendLines(nil, &t)}
}

func write(a *timing.Access) *timing.Access {
	a.Write = true
	return a
}

// chase walks a random ring of lines of a working set, as gpu-latency of RRZE-HPC/gpu-benches does:
// some laps to warm up, then steps of which it returns the mean. The
// address of an access is the data of the one before it.
func chase(s *System, bytes int, steps int) float64 {
	lines := bytes / arch.CacheLine
	r := rand.New(rand.NewPCG(uint64(bytes), 16))
	ring := make([]uint32, lines)
	for i, j := range r.Perm(lines) {
		ring[i] = uint32(j)
	}
	now := timing.Cycle(0)
	a := one(1<<32, 8)
	step := func(i int) {
		addr := 1<<32 + uint64(ring[i%lines])*arch.CacheLine
		a.Lines[0].Addr, a.Lines[0].Set = addr, uint8(arch.CacheSet(addr, 0, 4))
		_, now = s.Vector(now, 0, a)
	}
	for i := range lines {
		step(i)
	}
	begin := now
	for i := range steps {
		step(i)
	}
	return float64(now-begin) / float64(steps)
}
