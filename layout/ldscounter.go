package layout

import (
	"fmt"
	"math"
	"math/bits"
	"slices"

	"heddle/arch"
	"heddle/isa"
)

// MaxLDSPhases is the largest number of phases of an LDS instruction: 8 for each of two addresses.
const MaxLDSPhases = 16

// BankCounter counts the cycles that executions of one LDS instruction take. It does not change once
// it is made, and several goroutines can use it.
type BankCounter struct {
	// Instruction is the mnemonic; Like is the access of the chip that stands for it, the same if it
	// has one of its own.
	Instruction, Like string
	// Places is how many addresses a lane has: 2, 1, or 0 for instructions that reach no bank.
	Places int
	// Bytes is what a lane accesses at each of them, Banks how many banks its phases use.
	Bytes, Banks int
	// Phases are the lanes of each phase of one place, in the order in which they are served.
	Phases [][]int
	// Port is how many cycles an execution keeps the port of a pair of SIMDs.
	Port int
	// Shares says that lanes of a phase that need the same word are served together.
	Shares bool
	// Single says that all active lanes together access one place.
	Single bool
	// Writes says that lanes send data to the LDS.
	Writes bool
	// Fact says how this is known.
	Fact arch.Fact

	access    Access
	order     []uint8 // the lanes, phase by phase
	lanes     int     // of a phase
	bankBytes int
	conflict  float64 // arch.LDSModel.Conflict
	shift     uint8   // the bits of an address below a position in a row of banks
	positions uint32  // in a row of banks
	words     uint32  // positions that an access has from there on
	aligned   uint32  // the bits of an address that have to be 0
}

// LDSAddresses are the addresses of an execution: at place p, lane l of Lanes[p] accesses offset
// At[p][l] in the LDS, in bytes.
type LDSAddresses struct {
	Lanes [2]uint64
	At    [2][64]uint32
}

// Add notes that lanes access offset places[lane]+offset. A lane's first address is of place 0, the
// first other one is of place 1; later ones, such as those of an atomic's write, change nothing.
func (a *LDSAddresses) Add(lanes uint64, places *[64]uint32, offset uint32) {
	if lanes&a.Lanes[0] == 0 {
		if a.Lanes[0] == 0 && lanes == ^uint64(0) {
			for l := range a.At[0] {
				a.At[0][l] = places[l] + offset
			}
			a.Lanes[0] = lanes
			return
		}
	}
	for rest := lanes; rest != 0; rest &= rest - 1 {
		l := bits.TrailingZeros64(rest) & 63
		bit, at := uint64(1)<<l, places[l]+offset
		switch {
		case a.Lanes[0]&bit == 0:
			a.Lanes[0] |= bit
			a.At[0][l] = at
		case a.At[0][l] != at && a.Lanes[1]&bit == 0:
			a.Lanes[1] |= bit
			a.At[1][l] = at
		}
	}
}

// Reset forgets all addresses.
func (a *LDSAddresses) Reset() { a.Lanes = [2]uint64{} }

// LDSCount is what one execution of an LDS instruction costs. All are 0 if no lane was active.
//
// The LDS has one set of banks, and a port for each pair of SIMDs, which work at the same time.
type LDSCount struct {
	// Ways has for each phase, in the order in which they are served and place after place, how many
	// different words of one bank it needs: 1 without conflicts, 0 if none of its lanes is active.
	Ways   [MaxLDSPhases]uint8
	Phases int // how many of Ways there are, active or not
	// Banks is how often the banks are used: the sum of Ways. Conflicts is how many of these are due
	// to conflicts, which is what SQ_LDS_BANK_CONFLICT counts.
	Banks, Conflicts int
	// Repeated is how many of Conflicts take no time: a phase whose words an earlier phase of the
	// instruction has read already takes no longer than its port.
	Repeated int
	// Alone is how many cycles it takes on one pair of SIMDs if the other pair leaves the LDS alone:
	// those of the port or those of the banks, where a conflict takes arch.LDSModel.Conflict. Data is
	// the same while the other pair is as busy, so that each has the banks half of the time.
	Alone, Data int
	// Worst is the largest of Ways.
	Worst int
	// Shared is how many lanes got a word that was read, or sent one that was written, for another
	// lane of the phase.
	Shared int
	// Unaligned says that an address is no multiple of the size, so that lanes go one by one.
	Unaligned bool
}

// NewBankCounter returns the counter of an instruction: an LDS instruction, a FLAT one as far as it
// reaches the LDS, or what a direct-to-LDS load writes. It fails for all others.
func NewBankCounter(chip *arch.Chip, row *isa.Row) (*BankCounter, error) {
	shape := row.Memory
	if shape == nil || shape.Kind == isa.MemoryNothing || row.Unit != isa.UnitLDS && row.Unit != isa.UnitFlat && !shape.ToLDS {
		return nil, fmt.Errorf("%s does not access the LDS", row.Mnemonic)
	}
	c := &BankCounter{Instruction: row.Mnemonic, Places: 1, Bytes: shape.Bytes, Shares: true, bankBytes: chip.LDSBankBytes, conflict: chip.Model.LDS.Conflict.Value,
		Writes: row.Traits&isa.MayStore != 0 || shape.ToLDS}
	rules, writes, ports := &chip.LDSRules, c.Writes, 1
	var facts []arch.Fact
	switch shape.Kind {
	case isa.MemoryLoad2, isa.MemoryStore2, isa.MemoryExchange2:
		c.Places, ports = 2, 2
		facts = append(facts, rules.Two)
	case isa.MemoryCount:
		c.Single, writes = true, true
		facts = append(facts, rules.Counter)
	case isa.MemoryLanes:
		c.Places, c.Bytes, writes = 0, 4, false
		facts = append(facts, rules.Move)
	}
	if shape.Kind == isa.MemoryAtomic || shape.Kind == isa.MemoryExchange2 {
		c.Shares = false
		facts = append(facts, rules.Atomic)
	}
	if shape.ToLDS {
		c.Bytes = chip.LDSBankBytes * shape.Dwords
		facts = append(facts, rules.Direct)
	}
	if row.Unit == isa.UnitFlat {
		facts = append(facts, rules.Flat)
	}
	if shape.AddTID {
		facts = append(facts, rules.AddTID)
	}
	if c.Bytes < chip.LDSBankBytes {
		facts = append(facts, rules.Narrow)
	}
	access, name := standsFor(chip, row.Mnemonic, c.Bytes, writes)
	if access == nil {
		return nil, fmt.Errorf("%s: no fact says which banks an access of %d bytes uses", chip.Name, c.Bytes)
	}
	c.Like, c.Fact = name, joinFacts(append(facts, arch.Fact{Evidence: access.Evidence}))
	c.Port, c.Banks = ports*access.Port, access.Banks
	if c.Places > 0 && !c.Single {
		c.access = Access{name, access, chip}
		c.serve(c.access.Served())
	}
	return c, nil
}

// standsFor returns the access of a mnemonic, or that of the narrowest plain read or write that is
// not narrower than bytes.
func standsFor(chip *arch.Chip, mnemonic string, bytes int, writes bool) (*arch.LDSAccess, string) {
	if a, ok := chip.LDSAccess(mnemonic); ok {
		return a, mnemonic
	}
	list := chip.LDSReads
	if writes {
		list = chip.LDSWrites
	}
	for i := range list {
		if list[i].Bytes >= bytes {
			return &list[i], list[i].Instructions[0]
		}
	}
	return nil, ""
}

// joinFacts is as well known as the worst of its parts.
func joinFacts(facts []arch.Fact) (all arch.Fact) {
	for _, f := range facts {
		all.Evidence = max(all.Evidence, f.Evidence)
		if f.Source != "" {
			if all.Source != "" {
				all.Source += "; "
			}
			all.Source += f.Source
		}
	}
	return all
}

// serve prepares counting with the phases.
func (c *BankCounter) serve(phases [][]int) {
	c.Phases, c.lanes = phases, len(phases[0])
	for _, phase := range phases {
		for _, lane := range phase {
			c.order = append(c.order, uint8(lane))
		}
	}
	// An aligned access is a slot of its own size; one of three words is three slots of a word.
	unit := max(c.Bytes, c.bankBytes)
	c.words, c.aligned = 1, uint32(c.Bytes-1)
	if c.Bytes == 3*c.bankBytes {
		unit, c.words, c.aligned = c.bankBytes, 3, uint32(c.bankBytes-1)
	}
	c.shift = uint8(bits.TrailingZeros(uint(unit)))
	c.positions = uint32(c.Banks * c.bankBytes / unit)
}

// Count returns what an execution with the addresses costs.
func (c *BankCounter) Count(a *LDSAddresses) (n LDSCount) {
	switch {
	case a.Lanes[0]|a.Lanes[1] == 0:
		return n
	case c.Places == 0:
		n.Data, n.Alone = c.Port, c.Port
		return n
	case c.Single:
		n.Ways[0], n.Phases, n.Banks, n.Worst = 1, 1, 1, 1
	default:
		for place := range c.Places {
			c.place(&n, &a.At[place], a.Lanes[place])
		}
	}
	n.Alone, n.Data = max(c.Port, c.busy(&n, 1)), max(c.Port, c.busy(&n, pairs))
	return n
}

// busy is how long the banks are busy with that many instructions of the cost n, in whole cycles.
func (c *BankCounter) busy(n *LDSCount, times int) int {
	conflicts := n.Conflicts - n.Repeated
	return int(math.Ceil(float64(times*(n.Banks-n.Conflicts)) + float64(float64(times*conflicts)*c.conflict)))
}

// pairs is how many pairs of SIMDs share the banks.
const pairs = 2

// place counts the phases of one place. The quick way finds that no two lanes of a phase are at the
// same position of a row of banks; phases where some are get a closer look.
func (c *BankCounter) place(n *LDSCount, at *[64]uint32, lanes uint64) {
	first, low := n.Phases, uint32(0)
	for from := 0; from < len(c.order); from += c.lanes {
		phase := c.order[from : from+c.lanes]
		var met, any bool
		if lanes == ^uint64(0) && c.words == 1 {
			low, met = c.meet(phase, at, low)
			any = true
		} else {
			low, met, any = c.meetActive(phase, at, lanes, low)
		}
		ways := 0
		if met {
			ways = c.crowded(n, phase, at, lanes)
		} else if any {
			ways = 1
		}
		if from > 0 && ways > c.Port && c.Shares && !c.Writes && c.words == 1 && c.again(phase, at, lanes, c.order[:from]) {
			n.Repeated += ways - c.Port
		}
		n.Ways[n.Phases&(MaxLDSPhases-1)] = uint8(ways)
		n.Phases++
	}
	if low&c.aligned != 0 {
		c.oneByOne(n, first, lanes)
	}
	for _, ways := range n.Ways[first:n.Phases] {
		n.Banks += int(ways)
		n.Conflicts += max(0, int(ways)-1)
		n.Worst = max(n.Worst, int(ways))
	}
}

// again reports whether all words that a phase needs are those of active lanes before it.
func (c *BankCounter) again(phase []uint8, at *[64]uint32, lanes uint64, before []uint8) bool {
	for _, l := range phase {
		if lanes>>(l&63)&1 != 0 && !slices.ContainsFunc(before, func(b uint8) bool {
			return lanes>>(b&63)&1 != 0 && at[b&63]>>c.shift == at[l&63]>>c.shift
		}) {
			return false
		}
	}
	return true
}

// meet reports whether two lanes of a phase are at the same position of a row of banks. It adds the
// bits of the addresses to low.
func (c *BankCounter) meet(phase []uint8, at *[64]uint32, low uint32) (bits uint32, met bool) {
	var seen, twice uint64
	shift, last := c.shift&31, c.positions-1
	for _, l := range phase {
		addr := at[l&63]
		low |= addr
		here := uint64(1) << (addr >> shift & last & 63)
		twice |= seen & here
		seen |= here
	}
	return low, twice != 0
}

// meetActive is meet for accesses of one or three words, and any reports whether a lane is active.
func (c *BankCounter) meetActive(phase []uint8, at *[64]uint32, lanes uint64, low uint32) (bits uint32, met, any bool) {
	var seen, twice uint64
	shift, last, words := c.shift&31, c.positions-1, uint64(1)<<c.words-1
	for _, l := range phase {
		if lanes>>(l&63)&1 == 0 {
			continue
		}
		addr := at[l&63]
		low |= addr
		position := addr >> shift & last & 63
		here := words<<position | words>>(c.positions-position)
		twice |= seen & here
		seen |= here
	}
	return low, twice != 0, seen != 0
}

// oneByOne counts the phases from first on with each of their active lanes for itself.
func (c *BankCounter) oneByOne(n *LDSCount, first int, lanes uint64) {
	n.Unaligned = true
	for i := first; i < n.Phases; i++ {
		ways := 0
		for _, l := range c.order[(i-first)*c.lanes : (i-first+1)*c.lanes] {
			ways += int(lanes >> (l & 63) & 1)
		}
		n.Ways[i] = uint8(ways)
	}
}

// crowded counts a phase with several lanes at a position.
func (c *BankCounter) crowded(n *LDSCount, phase []uint8, at *[64]uint32, lanes uint64) (ways int) {
	// The different slots at each position are a chain; positions and slots are numbered from 1.
	if c.Shares && together(c, n, phase, at, lanes) {
		return 1
	}
	var head, depth [64]uint8
	var next [65]uint8
	var slots [65]uint32
	used := uint8(0)
	for _, l := range phase {
		if lanes>>(l&63)&1 == 0 {
			continue
		}
		for word := range c.words {
			slot := at[l&63]>>c.shift + word
			position := slot & (c.positions - 1) & 63
			found := false
			for i := head[position]; c.Shares && i != 0; i = next[i] {
				if slots[i] == slot {
					found = true
					break
				}
			}
			if found {
				if word == 0 {
					n.Shared++
				}
				continue
			}
			used++
			slots[used], next[used], head[position] = slot, head[position], used
			depth[position]++
			ways = max(ways, int(depth[position]))
		}
	}
	return ways
}

// together reports whether all active lanes of a phase need the same words.
func together(c *BankCounter, n *LDSCount, phase []uint8, at *[64]uint32, lanes uint64) bool {
	active, all, common := 0, uint32(0), ^uint32(0)
	for _, l := range phase {
		if lanes>>(l&63)&1 != 0 {
			active++
			all |= at[l&63]
			common &= at[l&63]
		}
	}
	if all>>c.shift != common>>c.shift {
		return false
	}
	n.Shared += active - 1
	return true
}
