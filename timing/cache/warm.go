package cache

import "heddle/arch"

// TouchCode puts a piece of code into all instruction caches and into the MALL, as an earlier launch of
// the kernel would have left it. Of a piece larger than the instruction cache, the end stays.
func (s *System) TouchCode(addr, bytes uint64) {
	s.Touch(addr, bytes)
	for i := range s.pairs {
		t := &s.pairs[i].instruction
		sets := uint64(len(t.line) / t.ways)
		for line := addr / arch.CacheLine; line <= (addr+max(bytes, 1)-1)/arch.CacheLine; line++ {
			if set := int(line % sets); t.find(set, line) < 0 {
				t.insert(set, line)
			}
		}
	}
}
