package vet

import (
	"cmp"
	"fmt"
	"maps"
	"math/bits"
	"slices"
)

// What the bytes of the LDS hold on the ways of all waves: whether anything has been written where they are read,
// and whether anything reads what is written. The LDS holds nothing when a workgroup starts.

const (
	ruleUnwritten = "lds-unwritten"
	ruleUnused    = "lds-unused"
)

// ldsContents is what is known of each byte of the LDS. Where it is not known which bytes an access goes to, it may
// be any.
type ldsContents struct {
	written []uint64   // a bit for each byte: something may have written it
	taken   []uint64   // something may have read it since
	writer  []int32    // the instruction that wrote it last, -1 if that is not known
	reader  []int32    // and the one that read it last
	twice   [2][]int32 // two that read it, one after the other

	// masked has a bit for each byte that lanes would have written which were switched off: edges of arrays are left
	// out like that, and what is read there is not used.
	masked []uint64

	looked              int // bytes near odd ones that were looked at
	writesAny, readsAny bool
	unwritten, unused   map[int32]oddByte // by instruction: the first
}

// oddByte is a byte that nothing has written, or that nothing reads.
type oddByte struct {
	at     int
	wave   int      // that reads it, or has written it
	other  int32    // an instruction that writes, or reads, what is near it; -1 if there is none
	also   int32    // another one that reads there, -1
	around [2]int32 // those that write what is nearest below and above, -1
	twice  [2]int32 // those that read another byte near it, one after the other, -1
	may    bool     // it depends on data
	edge   bool     // lanes that are switched off would have written it
}

func newLDSContents() *ldsContents {
	return &ldsContents{unwritten: map[int32]oddByte{}, unused: map[int32]oddByte{}}
}

// reach makes room for bytes.
func (c *ldsContents) reach(b *bytesSet) {
	for len(c.written) < b.first+len(b.bits) {
		c.written, c.taken = append(c.written, 0), append(c.taken, 0)
		for range 64 {
			c.writer, c.reader = append(c.writer, -1), append(c.reader, -1)
			c.twice[0], c.twice[1] = append(c.twice[0], -1), append(c.twice[1], -1)
		}
	}
}

// phase goes through what waves do between two barriers.
func (c *ldsContents) phase(waves []*walk) {
	writes, sets, reads := make([][]uint64, len(waves)), make([][]uint64, len(waves)), make([][]uint64, len(waves)) // of each wave, a bit for each byte
	hidden := make([]bool, len(waves))                                                                              // of each wave: it writes where it is not known
	for i, w := range waves {
		for k := range w.list {
			a := &w.list[k]
			if a.all == nil {
				hidden[i], c.readsAny = hidden[i] || a.p.write, c.readsAny || a.p.read
				continue
			}
			c.reach(a.all)
			if a.p.write {
				writes[i] = join(writes[i], a.all)
				if c.mask(w, a); !a.p.changes {
					sets[i] = join(sets[i], a.all)
				}
			}
			if a.p.read {
				reads[i] = join(reads[i], a.all)
			}
		}
	}
	for i, w := range waves {
		var written, set, read []uint64 // by others, before or behind what this wave does
		for k := range waves {
			if k != i {
				written, set, read = join(written, &bytesSet{0, writes[k]}), join(set, &bytesSet{0, sets[k]}), join(read, &bytesSet{0, reads[k]})
			}
		}
		for word, x := range read {
			c.taken[word] |= x
		}
		before := c.writesAny
		for k := range waves {
			c.writesAny = c.writesAny || k != i && hidden[k]
		}
		for k := range w.list {
			if a := &w.list[k]; a.all != nil {
				c.access(w.wave, a, written, set, read)
			} else {
				c.writesAny = c.writesAny || a.p.write
			}
		}
		c.writesAny = before
	}
	c.writesAny = c.writesAny || slices.Contains(hidden, true)
}

// mask notes what lanes that are switched off would have written.
func (c *ldsContents) mask(w *walk, a *ldsAccess) {
	if a.wide || !a.isNumber() {
		return
	}
	off := *a
	off.in = make([]bool, len(a.in))
	for i := range off.in {
		off.in[i] = !a.in[i] && w.item(i) < w.group.items()
	}
	if slices.Contains(off.in, true) && off.touch() {
		c.masked = join(c.masked, &off.bytes)
	}
}

// join adds bytes to a set that begins at byte 0.
func join(to []uint64, b *bytesSet) []uint64 {
	for len(to) < b.first+len(b.bits) {
		to = append(to, 0)
	}
	for i, x := range b.bits {
		to[b.first+i] |= x
	}
	return to
}

func wordOf(list []uint64, i int) uint64 {
	if i < len(list) {
		return list[i]
	}
	return 0
}

// access goes through an access of a wave. Others write and read some bytes at the same time; some are set to what
// does not depend on what was there.
func (c *ldsContents) access(wave int, a *ldsAccess, written, set, read []uint64) {
	exact := a.exact()
	for i, touched := range a.all.bits {
		word := a.all.first + i
		if a.p.read {
			missing := touched &^ c.written[word] &^ wordOf(set, word)
			if b := (oddByte{wave: wave, also: -1, may: !exact, edge: wordOf(c.masked, word)&missing != 0}); missing != 0 && !c.writesAny && wanted(c.unwritten, a.node, b) {
				b.at = 64*word + bits.TrailingZeros64(missing)
				b.other, b.around = c.near(c.writer, b.at, mostNear), [2]int32{c.next(c.writer, b.at, -1), c.next(c.writer, b.at, 1)}
				c.unwritten[a.node] = b
			}
			eachBit(touched, func(k int) {
				at := 64*word + k
				if old := c.reader[at]; c.taken[word]>>k&1 != 0 && old >= 0 && old != a.node {
					c.twice[0][at], c.twice[1][at] = old, a.node
				}
				c.reader[at] = a.node
			})
			c.taken[word] |= touched
		}
		if !a.p.write {
			continue
		}
		others := wordOf(written, word) // what others write too has been overwritten, or overwrites
		if exact {
			eachBit(touched&^c.taken[word]&^others, func(k int) { c.leave(64*word+k, wave) })
		}
		c.written[word] |= touched
		c.taken[word] = c.taken[word]&^touched | wordOf(read, word)
		eachBit(touched, func(k int) {
			c.writer[64*word+k] = a.node
			if !exact || a.p.atomic || others>>k&1 != 0 {
				c.taken[word] |= 1 << k // whether it has to be read is not known
			}
		})
	}
}

// leave notes that nothing reads a byte.
func (c *ldsContents) leave(at, wave int) {
	if c.writer[at] < 0 || wordOf(c.taken, at/64)>>(at%64)&1 != 0 || !wanted(c.unused, c.writer[at], oddByte{}) {
		return
	}
	b := oddByte{at: at, wave: wave, other: c.next(c.reader, at, -1), also: c.next(c.reader, at, 1)}
	for i := range b.twice {
		b.twice[i] = c.near(c.twice[i], at, mostBeside)
	}
	c.unused[c.writer[at]] = b
}

// also adds what is known of another workgroup: what it reads or writes, and what it leaves.
func (c *ldsContents) also(o *ldsContents) {
	for node, b := range o.unwritten {
		note(c.unwritten, node, b)
	}
	maps.DeleteFunc(c.unused, func(node int32, _ oddByte) bool { _, both := o.unused[node]; return !both })
	c.readsAny = c.readsAny || o.readsAny
}

// end notes what is left over.
func (c *ldsContents) end() {
	for at := range c.writer {
		c.leave(at, -1)
	}
}

// vague reports whether something is written or read of which it is not known where.
func (c *ldsContents) vague() bool { return c.writesAny || c.readsAny }

// note keeps the first of an instruction.
func note(list map[int32]oddByte, node int32, b oddByte) {
	if wanted(list, node, b) {
		list[node] = b
	}
}

// wanted reports whether a byte is the first of an instruction, or the first that is known to matter. What is near a byte takes
// long to find, and an instruction can leave millions.
func wanted(list map[int32]oddByte, node int32, b oddByte) bool {
	old, ok := list[node]
	return !ok || (old.may || old.edge) && !b.may && !b.edge
}

// How far away something has to do with a byte.
const (
	mostNear   = 4096
	mostBeside = 256
)

// near returns what is noted for the byte that is nearest to one.
func (c *ldsContents) near(list []int32, at, most int) int32 {
	for d := range most {
		c.looked += 2
		for _, k := range [...]int{at - d, at + d} {
			if k >= 0 && k < len(list) && list[k] >= 0 {
				return list[k]
			}
		}
	}
	return -1
}

// next returns what is noted for the byte that is nearest to one in a direction.
func (c *ldsContents) next(list []int32, at, step int) int32 {
	for k := at + step; k >= 0 && k < len(list) && max(k-at, at-k) < mostNear; k += step {
		c.looked++
		if list[k] >= 0 {
			return list[k]
		}
	}
	return -1
}

// eachBit calls a function for each bit that is set.
func eachBit(x uint64, f func(k int)) {
	for ; x != 0; x &= x - 1 {
		f(bits.TrailingZeros64(x))
	}
}

// eachOnce are the instructions of a list, one of each that are copies.
func (r *races) eachOnce(list map[int32]oddByte) []int32 {
	nodes := slices.Sorted(maps.Keys(list))
	slices.SortStableFunc(nodes, func(a, b int32) int {
		x, y := list[a], list[b]
		return cmp.Or(cmp.Compare(r.v.g.copyOf(a), r.v.g.copyOf(b)), cmp.Compare(truthOf(x.may || x.edge), truthOf(y.may || y.edge)))
	})
	return slices.CompactFunc(nodes, func(a, b int32) bool { return r.v.g.copyOf(a) == r.v.g.copyOf(b) })
}

// reportContents reports what is read and not written, and what is written and not read.
func (r *races) reportContents(c *ldsContents) {
	for _, node := range r.eachOnce(c.unwritten) {
		b := c.unwritten[node]
		if r.leaves(node) {
			continue
		}
		f := Finding{Rule: ruleUnwritten, Rank: RankError, Place: r.place(node), Message: fmt.Sprintf("reads byte %#x of the LDS in wave %d, which nothing has written", b.at, b.wave)}
		if b.may {
			f.Rank, f.Message = RankCantTell, fmt.Sprintf("may read byte %#x of the LDS in wave %d, which nothing has written; where it reads depends on data", b.at, b.wave)
		}
		if b.edge {
			f.Rank = RankCantTell
			f.Message += "; lanes that are switched off would have, so it may be one that is not used"
		}
		if b.other >= 0 {
			f.Other = ptr(r.place(b.other))
			f.Other.Note = "what is near it is written here"
			for _, n := range b.around {
				if n >= 0 && n != b.other {
					f.Message += fmt.Sprintf("; %#x writes what is on the other side", r.v.g.nodes[n].addr)
				}
			}
		}
		r.found(f)
	}
	if c.readsAny {
		return
	}
	for _, node := range r.eachOnce(c.unused) {
		b := c.unused[node]
		if r.leaves(node) {
			continue
		}
		f := Finding{Rule: ruleUnused, Rank: RankNote, Place: r.place(node), Message: fmt.Sprintf("writes byte %#x of the LDS, which nothing reads", b.at)}
		if b.other < 0 {
			b.other, b.also = b.also, -1
		}
		if b.other >= 0 {
			f.Other = ptr(r.place(b.other))
			f.Other.Note = "what is near it is read here"
		}
		addr := func(n int32) uint64 { return r.v.g.nodes[n].addr }
		if b.also >= 0 && b.also != b.other {
			f.Message += fmt.Sprintf("; %#x and %#x read what is around it", addr(b.other), addr(b.also))
		}
		if b.twice[0] >= 0 {
			f.Message += fmt.Sprintf("; %#x and %#x read the same byte near it", addr(b.twice[0]), addr(b.twice[1]))
		}
		r.found(f)
	}
}
