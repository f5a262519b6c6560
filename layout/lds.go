package layout

import (
	"fmt"
	"math/bits"
	"slices"
	"strings"

	"heddle/arch"
	"heddle/gf2"
)

// Access is an LDS instruction of a chip and how it meets the banks.
type Access struct {
	Instruction string
	*arch.LDSAccess
	chip *arch.Chip
}

// LDS returns how a chip executes an LDS instruction.
func LDS(chip *arch.Chip, instruction string) (Access, error) {
	a, ok := chip.LDSAccess(instruction)
	if !ok {
		return Access{}, fmt.Errorf("the banks that %s meets on %s are not known; known are %s",
			instruction, chip.Name, strings.Join(LDSInstructions(chip), ", "))
	}
	return Access{instruction, a, chip}, nil
}

// LDSInstructions returns the instructions that LDS knows of a chip.
func LDSInstructions(chip *arch.Chip) []string {
	var names []string
	for _, a := range slices.Concat(chip.LDSReads, chip.LDSWrites) {
		names = append(names, a.Instructions...)
	}
	return names
}

// Phases returns the lanes of each phase, by their lowest.
func (a Access) Phases() [][]int {
	var phases [][]int
	seen := make([]bool, a.chip.WaveSize)
	for first := range a.chip.WaveSize {
		if seen[first] {
			continue
		}
		phase := []int{first}
		for _, g := range a.Phase {
			for _, lane := range slices.Clone(phase) {
				phase = append(phase, lane^g)
			}
		}
		slices.Sort(phase)
		for _, lane := range phase {
			seen[lane] = true
		}
		phases = append(phases, phase)
	}
	return phases
}

// slot is the power of two that holds a lane's bytes.
func (a Access) slot() int { return 1 << bits.Len(uint(a.Bytes-1)) }

// Ways counts for each phase how many different words of one bank its lanes
// want at most, which is how often the phase takes its time: 1 is without
// conflicts. Lanes that want the same word share it. addresses are the lanes'
// bytes, multiples of a bank's width; a negative one is of a lane that takes no
// part.
func (a Access) Ways(addresses []int) []int {
	phases := a.Phases()
	ways := make([]int, len(phases))
	words := make([][]int, a.Banks)
	for p, phase := range phases {
		for _, lane := range phase {
			if addresses[lane] < 0 {
				continue
			}
			for at := addresses[lane]; at < addresses[lane]+a.Bytes; at += a.chip.LDSBankBytes {
				word := at / a.chip.LDSBankBytes
				bank := word % a.Banks
				if !slices.Contains(words[bank], word) {
					words[bank] = append(words[bank], word)
					ways[p] = max(ways[p], len(words[bank]))
				}
			}
		}
		for bank := range words {
			words[bank] = words[bank][:0]
		}
	}
	return ways
}

// Conflicts returns how many ways each phase has if the lanes' addresses are
// those of l, from Lane (and perhaps others, which change nothing) to Offset: 1
// is without conflicts. It is a power of two, the same for all phases, and for
// every base that is a multiple of a row of banks.
//
// With A the addresses of a phase's generators and R the rows of A that choose
// the bank, a phase has 2^rank(A) different addresses on 2^rank(RA) different
// places of a row of banks, and as many addresses on each.
func (a Access) Conflicts(l Layout) (ways int, err error) {
	if len(l.out) != 1 || l.out[0].Name != Offset || indexDim(l.in, Lane) < 0 {
		return 0, fmt.Errorf("addresses are a layout from %s to %s, not from %s to %s", Lane, Offset, dimsString(l.in), dimsString(l.out))
	}
	m := l.Restrict(Lane).m
	if 1<<m.Cols() != a.chip.WaveSize {
		return 0, fmt.Errorf("addresses of %d lanes; waves of %s have %d", 1<<m.Cols(), a.chip.Name, a.chip.WaveSize)
	}
	for j := range m.Cols() {
		if m.Col(j)&uint64(a.slot()-1) != 0 {
			return 0, fmt.Errorf("lane %d accesses offset %d, which is no multiple of %d", 1<<j, m.Col(j), a.slot())
		}
	}
	all, banks := gf2.SpanOf(), gf2.SpanOf()
	for _, g := range a.Phase {
		offset := m.Apply(uint64(g))
		all.Add(offset)
		banks.Add(offset & uint64(a.Banks*a.chip.LDSBankBytes-1))
	}
	return 1 << (all.Dim() - banks.Dim()), nil
}

// Addresses returns the offsets of all lanes of l, a layout as Conflicts takes,
// for Ways.
func Addresses(l Layout) []int {
	m := l.Restrict(Lane).m
	addresses := make([]int, 1<<m.Cols())
	for lane := range addresses {
		addresses[lane] = int(m.Apply(uint64(lane)))
	}
	return addresses
}
