package arch

// LDSAccess is how an LDS instruction meets the banks. The lanes of a wave are
// served in phases: only lanes of one phase can be in each other's way, which
// they are if they want different words of one bank.
type LDSAccess struct {
	// Instructions are the mnemonics.
	Instructions []string
	// Bytes is what a lane reads or writes at its address.
	Bytes int
	// Banks is how many banks, of LDSBankBytes each, the phases see.
	Banks int
	// Phase generates the first phase: its lanes are the exclusive ors of
	// subsets of these lane numbers. Any other phase is the first one with each
	// lane number exclusive or a number that is in no earlier phase.
	Phase []int
	// Evidence says how this is known.
	Evidence Evidence
}

// Evidence is how a fact about hardware is known, the best first.
type Evidence uint8

const (
	// Measured facts were found on hardware.
	Measured Evidence = iota
	// Documented facts are in AMD's documentation or libraries.
	Documented
	// Inferred facts follow from rates, or are those of a similar instruction.
	Inferred
)

func (e Evidence) String() string {
	return [...]string{"measured", "documented", "inferred"}[e]
}

// LDSAccess returns how the chip executes the LDS instruction, and whether that
// is known.
func (c *Chip) LDSAccess(instruction string) (a *LDSAccess, ok bool) {
	for _, list := range [][]LDSAccess{c.LDSReads, c.LDSWrites} {
		for i := range list {
			for _, name := range list[i].Instructions {
				if name == instruction {
					return &list[i], true
				}
			}
		}
	}
	return nil, false
}
