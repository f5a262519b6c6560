package timing

import "heddle/arch"

// maxLanes is the number of lanes that AppendLines takes, and maxLines the lines that they can
// touch: unaligned ones two each.
const (
	maxLanes = 64
	maxLines = 2 * maxLanes
	halfLine = arch.CacheLine / 2
)

// Touch says which bytes of memory an instruction touches.
type Touch struct {
	// Addrs are the addresses of the lanes, at most 64; of these, Exec has a bit for each that takes
	// part. A lane that a range check keeps from memory takes no part.
	Addrs []uint64
	Exec  uint64
	// Size is how many bytes each lane touches from its address on, 1 to 128.
	Size int
	// Write says that it is a store: Line.Whole is only set then.
	Write bool
	// Swizzle is the stride of the buffer resource's cache swizzle in bytes, 0 for none and for
	// accesses without a resource.
	Swizzle int
	// Sets is the number of sets of the vector L1, arch.MemoryModel.L1Sets.
	Sets int
}

// AppendLines appends the lines that t touches to dst, each once, in the order of the lanes. It
// allocates only to grow dst. Sizes out of range count as the nearest one in range, and lanes after
// the 64th are ignored.
func AppendLines(dst []Line, t *Touch) []Line {
	first := len(dst)
	size := uint64(min(max(t.Size, 1), arch.CacheLine))
	// Slots is a hash table of the lines found: their index from first on, plus 1.
	var slots [2 * maxLines]uint8
	last := -1
	for lane, addr := range t.Addrs[:min(len(t.Addrs), maxLanes)] {
		if t.Exec>>lane&1 == 0 {
			continue
		}
		for left := size; left > 0; {
			base := addr &^ (arch.CacheLine - 1)
			from := addr - base
			n := min(left, arch.CacheLine-from)
			if last < 0 || dst[first+last].Addr != base {
				last, dst = find(dst, first, &slots, base, t)
			}
			dst[first+last].Halves |= halves(from, n)
			addr, left = addr+n, left-n
		}
	}
	if t.Write {
		whole(dst[first:], t, size)
	}
	return dst
}

// whole sets Line.Whole of the lines of a store.
func whole(lines []Line, t *Touch, size uint64) {
	var written [maxLines][2]uint64 // of each line, the bytes of its halves
	last := 0
	for lane, addr := range t.Addrs[:min(len(t.Addrs), maxLanes)] {
		if t.Exec>>lane&1 == 0 {
			continue
		}
		for left := size; left > 0; {
			base := addr &^ (arch.CacheLine - 1)
			from := addr - base
			n := min(left, arch.CacheLine-from)
			for lines[last].Addr != base {
				last = (last + 1) % len(lines)
			}
			cover(&written[last], from, n)
			addr, left = addr+n, left-n
		}
	}
	for i := range lines {
		l := &lines[i]
		l.Whole = (l.Halves&1 == 0 || written[i][0] == ^uint64(0)) && (l.Halves&2 == 0 || written[i][1] == ^uint64(0))
	}
}

// find returns the index, from first on, of the line at base, which it appends if it is new.
func find(dst []Line, first int, slots *[2 * maxLines]uint8, base uint64, t *Touch) (int, []Line) {
	slot := uint8(base / arch.CacheLine * 0x9e3779b97f4a7c15 >> 56)
	for ; slots[slot] != 0; slot++ {
		if i := int(slots[slot]) - 1; dst[first+i].Addr == base {
			return i, dst
		}
	}
	dst = append(dst, Line{Addr: base, Set: uint8(arch.CacheSet(base, t.Swizzle, t.Sets))})
	slots[slot] = uint8(len(dst) - first)
	return len(dst) - first - 1, dst
}

// halves says which halves n bytes from an offset on are in.
func halves(from, n uint64) uint8 {
	switch {
	case from >= halfLine:
		return 2
	case from+n <= halfLine:
		return 1
	}
	return 3
}

// cover notes in the halves of a line that n bytes from an offset on are written.
func cover(written *[2]uint64, from, n uint64) {
	for half := range written {
		low := max(from, uint64(half)*halfLine)
		high := min(from+n, uint64(half+1)*halfLine)
		if low < high {
			written[half] |= ^uint64(0) >> (halfLine - (high - low)) << (low % halfLine)
		}
	}
}
