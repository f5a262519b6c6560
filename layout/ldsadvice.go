package layout

import (
	"cmp"
	"fmt"
	"math/bits"
	"slices"

	"heddle/gf2"
)

// LDSRank is the argument by ranks for the conflicts of linear addresses: a phase reaches 2^All
// different addresses, on 2^Banks of the 2^Places places that a row of banks has for them, so that
// 2^(All-Banks) meet at each.
type LDSRank struct {
	All, Banks, Places int
	Base               uint32 // the address of lane 0
	Layout             Layout // from Lane to Offset, without the base
}

// Ways is the number of ways of each phase.
func (r *LDSRank) Ways() int { return 1 << (r.All - r.Banks) }

// String is the argument as a sentence.
func (r *LDSRank) String() string {
	return fmt.Sprintf("addresses are linear over GF(2): a phase reaches 2^%d of them (rank %d) on 2^%d of the 2^%d places in a row of banks (rank %d), so that %s",
		r.All, r.All, r.Banks, r.Places, r.Banks, meets(r.Ways()))
}

func meets(ways int) string {
	if ways == 1 {
		return "no two meet"
	}
	return fmt.Sprintf("%d meet at each", ways)
}

// Rank returns the argument by ranks. It is not ok if the address of a lane is not the exclusive or
// of that of lane 0 and one for each bit of its number, if lanes are inactive, or if the
// instruction has no phases to which the argument applies.
func (c *BankCounter) Rank(a *LDSAddresses) (r *LDSRank, ok bool) {
	if c.Places != 1 || c.Single || !c.Shares || c.words != 1 || a.Lanes[0] != ^uint64(0) {
		return nil, false
	}
	base, top := a.At[0][0], uint32(0)
	for _, at := range a.At[0] {
		if at&c.aligned != 0 {
			return nil, false
		}
		top |= at ^ base
	}
	l, err := FromFunc([]Dim{{Lane, bits.Len(uint(len(a.At[0]) - 1))}}, []Dim{{Offset, max(1, bits.Len32(top))}},
		func(at []int) []int { return []int{int(a.At[0][at[0]] ^ base)} })
	if err != nil {
		return nil, false
	}
	r = &LDSRank{Base: base, Layout: l, Places: bits.TrailingZeros32(c.positions)}
	all, banks := gf2.SpanOf(), gf2.SpanOf()
	for _, lane := range c.Phases[0] {
		offset := a.At[0][lane] ^ a.At[0][c.Phases[0][0]]
		all.Add(uint64(offset >> c.shift)) // bytes of one word do not count
		banks.Add(uint64(offset >> c.shift & (c.positions - 1)))
	}
	r.All, r.Banks = all.Dim(), banks.Dim()
	return r, true
}

// LDSRemedy is a change of addresses x that removes the conflicts of an execution.
type LDSRemedy struct {
	// A padding inserts Bytes bytes after every Every bytes.
	Every, Bytes uint32
	// A swizzle changes Width bits of an address from bit To on, by an exclusive or with those from
	// bit From on, if Width is not 0. Or it has Keys.
	From, To, Width int
	Keys            []LDSKey
}

// LDSKey is a bit of an address, and what an exclusive or changes of the address if it is set.
type LDSKey struct {
	Bit int
	Xor uint32
}

// String is the changed address as a formula.
func (r LDSRemedy) String() string {
	if r.Width > 0 {
		return fmt.Sprintf("x ^ (x >> %d & %d) << %d", r.From, 1<<r.Width-1, r.To)
	}
	if len(r.Keys) > 0 {
		text := "x"
		for _, k := range r.Keys {
			text += fmt.Sprintf(" ^ (x >> %d & 1) * %d", k.Bit, k.Xor)
		}
		return text
	}
	return fmt.Sprintf("x + x / %d * %d", r.Every, r.Bytes)
}

// Apply changes an address.
func (r LDSRemedy) Apply(x uint32) uint32 {
	if r.Width > 0 {
		return x ^ (x>>r.From&(1<<r.Width-1))<<r.To
	}
	if len(r.Keys) > 0 {
		changed := x
		for _, k := range r.Keys {
			changed ^= x >> k.Bit & 1 * k.Xor
		}
		return changed
	}
	return x + x/r.Every*r.Bytes
}

// Remedies returns the swizzle of the fewest bits and the padding of the fewest bytes in proportion
// that leave an execution without conflicts, as far as there are. Both keep aligned accesses whole.
// Other accesses to the same data, such as those that wrote it, have to change in the same way.
func (c *BankCounter) Remedies(a *LDSAddresses) (list []LDSRemedy) {
	if c.Places == 0 || c.Single || c.Count(a).Conflicts == 0 || c.Count(a).Unaligned {
		return nil
	}
	cures := func(r LDSRemedy) bool {
		changed := *a
		for place := range changed.At {
			for lane, at := range changed.At[place] {
				changed.At[place][lane] = r.Apply(at)
			}
		}
		n := c.Count(&changed)
		return n.Conflicts == 0 && !n.Unaligned
	}
	first := func(candidates []LDSRemedy) {
		if i := slices.IndexFunc(candidates, cures); i >= 0 {
			list = append(list, candidates[i])
		}
	}
	if first(c.swizzles()); list == nil {
		first(c.keyed(a))
	}
	first(c.paddings())
	return list
}

// swizzles are the swizzles that Remedies tries, those of the fewest bits first.
func (c *BankCounter) swizzles() (list []LDSRemedy) {
	low, row := int(c.shift), bits.TrailingZeros(uint(c.Banks*c.bankBytes))
	if c.words > 1 {
		return nil // an access is no power of two, and an exclusive or would take it apart
	}
	for width := 1; width <= row-low; width++ {
		for from := low + width; from <= maxSwizzleBit; from++ {
			for to := low; to+width <= min(row, from); to++ {
				list = append(list, LDSRemedy{From: from, To: to, Width: width})
			}
		}
	}
	return list
}

const (
	maxSwizzleBit = 16   // of an address that chooses a swizzle: the LDS is not much larger
	maxPadEvery   = 4096 // bytes between two paddings
	maxPadUnits   = 4    // accesses that a padding is long
)

// keyed is the swizzle that FindSwizzle finds for linear addresses, for those that no run of bits
// helps.
func (c *BankCounter) keyed(a *LDSAddresses) []LDSRemedy {
	r, ok := c.Rank(a)
	row := bits.TrailingZeros(uint(c.Banks * c.bankBytes))
	if !ok || c.Bytes < c.bankBytes || r.Ways() == 1 {
		return nil
	}
	offsets := r.Layout.Out()[0].Bits
	if offsets <= row {
		return nil
	}
	tile := Tile{RowBytes: 1 << row, Rows: 1 << (offsets - row), ChunkBytes: c.Bytes}
	l := New(r.Layout.In(), []Dim{{Col, row}, {Row, offsets - row}}, r.Layout.Matrix())
	s, _, err := FindSwizzle(tile, []Pattern{{c.access, l}})
	if err != nil {
		return nil
	}
	remedy := LDSRemedy{}
	for bit, key := range s.Keys {
		if key != 0 {
			remedy.Keys = append(remedy.Keys, LDSKey{row + bit, uint32(key * s.ChunkBytes)})
		}
	}
	if remedy.Keys == nil {
		return nil
	}
	return []LDSRemedy{remedy}
}

// paddings are the paddings that Remedies tries, those that waste the least first.
func (c *BankCounter) paddings() (list []LDSRemedy) {
	unit := uint32(1) << c.shift
	for every := uint32(maxPadEvery); every >= unit; every /= 2 {
		for bytes := unit; bytes <= min(maxPadUnits*unit, every); bytes += unit {
			list = append(list, LDSRemedy{Every: every, Bytes: bytes})
		}
	}
	slices.SortStableFunc(list, func(x, y LDSRemedy) int { return cmp.Compare(x.Bytes*y.Every, y.Bytes*x.Every) })
	return list
}
