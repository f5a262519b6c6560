package cache

// otherLine is the first line of the memory of others: above all allocations.
const otherLine = 1 << 50

// Fill fills the MALL with lines of which the kernel has none, as an earlier kernel or a benchmark that
// flushes the caches leaves it. A share of them, from 0 to 1, was written and has to go to the HBM
// before other lines can take their places.
func (s *System) Fill(written float64) {
	f := &s.far
	for n := range uint64(len(f.lines.line)) {
		line := otherLine + n
		_, set := f.place(line)
		at, _, _ := f.lines.insert(set, line)
		if uint64(float64(n+1)*written) > uint64(float64(n)*written) {
			f.lines.line[at] |= dirtyBit
		}
	}
}
