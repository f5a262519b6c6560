package layout

import (
	"cmp"
	"fmt"
	"math/bits"
	"slices"
	"strings"

	"heddle/arch"
	"heddle/gf2"
)

// Access is an LDS instruction of a chip and the way it uses the banks.
type Access struct {
	Instruction string
	*arch.LDSAccess
	chip *arch.Chip
}

// LDS returns how a chip executes an LDS instruction.
func LDS(chip *arch.Chip, instruction string) (Access, error) {
	a, ok := chip.LDSAccess(instruction)
	if !ok && len(LDSInstructions(chip)) == 0 {
		return Access{}, fmt.Errorf("%s: no fact says which banks LDS instructions use", chip.Name)
	}
	if !ok {
		return Access{}, fmt.Errorf("it is not known which banks %s uses on %s; they are known for %s",
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

// Served returns the phases in the order in which they are served.
func (a Access) Served() [][]int {
	phases := a.Phases()
	if !a.Halves {
		return phases
	}
	half := a.chip.WaveSize / 2
	slices.SortStableFunc(phases, func(x, y []int) int { return cmp.Compare(x[0]%half, y[0]%half) })
	return phases
}

// slot is the power of two that holds a lane's bytes.
func (a Access) slot() int { return 1 << bits.Len(uint(a.Bytes-1)) }

// Ways returns for each phase the largest number of different words of one bank that its lanes
// need, which is the factor by which the phase takes longer: 1 is without conflicts. Lanes that
// need the same word share it. addresses are the lanes' byte addresses, multiples of a bank's
// width; negative for lanes that do not take part.
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

// Conflicts returns the number of ways of each phase if l gives the lanes' addresses, from Lane
// (and possibly other dimensions, which do not matter) to Offset: 1 is without conflicts. It is a
// power of two, the same for all phases, and for every base that is a multiple of a row of banks.
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
			return 0, fmt.Errorf("lane %d accesses offset %d, which is not a multiple of %d", 1<<j, m.Col(j), a.slot())
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

// Addresses returns the offsets of all lanes of l, a layout like that of Conflicts, for Ways.
func Addresses(l Layout) []int {
	m := l.Restrict(Lane).m
	addresses := make([]int, 1<<m.Cols())
	for lane := range addresses {
		addresses[lane] = int(m.Apply(uint64(lane)))
	}
	return addresses
}
