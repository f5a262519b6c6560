package cache

import (
	"fmt"
	"math/bits"

	"heddle/arch"
)

// tick is a part of a cycle: service times are not whole cycles, and integers add up the same on any
// machine.
type tick int64

// cycle is a cycle in ticks.
const cycle tick = 1024

// tags are the tags of a set-associative cache with LRU replacement: for each set its lines, from the
// most recently used to the least.
type tags struct {
	ways int
	line []uint64 // number of the line, plus 1, and dirtyBit; 0 if there is none
	when []tick   // when its data are there
}

const dirtyBit = 1 << 63

func newTags(sets, ways int) tags {
	return tags{ways, make([]uint64, sets*ways), make([]tick, sets*ways)}
}

// find returns the index of a line, which becomes the most recently used of its set, or -1.
func (t *tags) find(set int, line uint64) int {
	first := set * t.ways
	lines := t.line[first : first+t.ways]
	for i, l := range lines {
		if l&^dirtyBit == line+1 {
			if i > 0 {
				t.front(first, i)
			}
			return first
		}
	}
	return -1
}

// front makes the way with index way of the set that begins at first the most recently used.
func (t *tags) front(first, way int) {
	l, w := t.line[first+way], t.when[first+way]
	copy(t.line[first+1:first+way+1], t.line[first:first+way])
	copy(t.when[first+1:first+way+1], t.when[first:first+way])
	t.line[first], t.when[first] = l, w
}

// insert puts a line into a set in place of the least recently used one, and returns its index and
// the line that had to go, if that is dirty.
func (t *tags) insert(set int, line uint64) (at int, victim uint64, dirty bool) {
	first := set * t.ways
	old := t.line[first+t.ways-1]
	t.front(first, t.ways-1)
	t.line[first], t.when[first] = line+1, 0
	return first, old&^dirtyBit - 1, old&dirtyBit != 0
}

// insertReady is like insert, but keeps lines whose data are not there yet at the time now. If that
// are all lines of the set, it returns when the first of them is there.
func (t *tags) insertReady(set int, line uint64, now tick) (at int, wait tick) {
	first := set * t.ways
	best := first + t.ways - 1
	for i := best; i >= first && t.when[best] > now; i-- {
		if t.when[i] < t.when[best] {
			best = i
		}
	}
	wait = t.when[best]
	t.front(first, best-first)
	t.line[first], t.when[first] = line+1, 0
	return first, wait
}

// geometry says in which channel and set of a cache with channels a line is. Neighbouring blocks go to
// neighbouring channels. Higher bits of the address are mixed in, so that no stride stays in one
// channel or few sets, and so that an aligned piece of memory as large as the cache fills it evenly.
// That bits are mixed in is documented for the L2, how they are is not: this is one way.
type geometry struct {
	blockBits, channelBits, setBits uint // lines of a block, channels, sets of a channel; as powers of two
}

// newGeometry fails if a number is not a power of two.
func newGeometry(name string, bytes, ways, channels, interleave int) (g geometry, err error) {
	sets := 0
	if ways > 0 && channels > 0 {
		sets = bytes / (ways * channels * arch.CacheLine)
	}
	block := interleave / arch.CacheLine
	for _, x := range []struct {
		what  string
		value int
		log   *uint
	}{
		{"number of channels", channels, &g.channelBits},
		{"number of sets of a channel", sets, &g.setBits},
		{"number of lines between channels", block, &g.blockBits},
	} {
		if x.value <= 0 || x.value&(x.value-1) != 0 || x.value > 1<<30 {
			return g, fmt.Errorf("the %s of the %s is %d; it must be a power of two", x.what, name, x.value)
		}
		*x.log = uint(bits.TrailingZeros(uint(x.value)))
	}
	if g.setBits < g.blockBits {
		return g, fmt.Errorf("the %s has %d sets in a channel, fewer than the %d lines between channels", name, sets, block)
	}
	return g, nil
}

func (g *geometry) sets() int { return 1 << (g.channelBits + g.setBits) }

// place returns the channel of a line, and its set among those of all channels.
func (g *geometry) place(line uint64) (channel, set int) {
	const odd = 0x9e3779b97f4a7c15 // spreads the bits of a number over a product's upper ones
	block := line >> g.blockBits
	bits := g.setBits - g.blockBits
	inCache := block & (1<<(g.channelBits+bits) - 1)
	tag := block >> (g.channelBits + bits) * odd
	channel = int((fold(inCache, g.channelBits) ^ tag>>32) & (1<<g.channelBits - 1))
	mask := uint64(1)<<bits - 1
	upper := inCache >> g.channelBits * odd & mask
	upper ^= upper>>(bits/2+1) ^ tag>>(63-bits)&mask
	return channel, channel<<g.setBits | int(upper<<g.blockBits|line&(1<<g.blockBits-1))
}

// fold combines all groups of n bits of x by exclusive or.
func fold(x uint64, n uint) uint64 {
	if n == 0 {
		return 0
	}
	for shift := n; shift < 64; shift *= 2 {
		x ^= x >> shift
	}
	return x & (1<<n - 1)
}

// server serves one request after another.
type server struct{ free tick }

// serve returns when a request is begun. It arrives at the time at, but takes its turn, and counts as
// load, as if it had come at the time turn: a request that is late for another reason, such as a page
// miss, does not hold up those after it.
func (s *server) serve(turn, at, cost tick) tick {
	begin := max(s.free, turn)
	s.free = begin + cost
	return max(begin, at)
}
