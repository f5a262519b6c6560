package random

// choices is the stream of decisions a program is made from. A stream that is replayed gives the
// same program; a changed one gives another correct one: numbers are taken modulo the number of
// alternatives, and after the end of the stream every choice is 0, which is always the simplest.
type choices struct {
	replay []uint32
	rng    *rng // nil: a replay
	made   []uint32
	spans  [][2]int // of the statements in made
}

// n chooses a number from 0 to k-1.
func (c *choices) n(k int) int {
	if k <= 1 {
		return 0
	}
	var v uint32
	switch {
	case c.rng != nil:
		v = uint32(c.rng.next() >> 32)
		v = uint32(uint64(v) * uint64(k) >> 32)
	case len(c.made) < len(c.replay):
		v = c.replay[len(c.made)] % uint32(k)
	}
	c.made = append(c.made, v)
	return int(v)
}

// rng is splitmix64.
type rng struct{ state uint64 }

func (r *rng) next() uint64 {
	r.state += 0x9e3779b97f4a7c15
	z := r.state
	z = (z ^ z>>30) * 0xbf58476d1ce4e5b9
	z = (z ^ z>>27) * 0x94d049bb133111eb
	return z ^ z>>31
}
