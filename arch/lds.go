package arch

// LDSAccess says how an LDS instruction accesses the banks. The lanes of a wave are served in
// phases: only lanes of one phase can conflict, and do if they need different words of one bank.
type LDSAccess struct {
	// Instructions are the mnemonics.
	Instructions []string
	// Bytes is the number of bytes that a lane reads or writes at its address.
	Bytes int
	// Banks is the number of banks, of LDSBankBytes each, that the phases use.
	Banks int
	// Phase generates the first phase: its lanes are the exclusive ors of all subsets of these lane
	// numbers. Each other phase is the first one with each lane number xored with a number that is
	// not in an earlier phase.
	Phase []int
	// Evidence says how the access is known.
	Evidence Evidence
	// Port is how many cycles it keeps the port between a pair of SIMDs and the LDS.
	Port int
	// Halves says that phases of the lower and of the upper half of the wave take turns. Otherwise
	// those of the lower half come first.
	Halves bool
}

// LDSRules are the facts about what the lists of accesses do not have. A rule says in its source
// which access stands for the instruction, or what holds for all.
type LDSRules struct {
	// Narrow is for reads and writes of one or two bytes, Two for instructions with two addresses a
	// lane, AddTID for those whose address is made from the lane's number.
	Narrow, Two, AddTID Fact
	// Atomic is for those that read, change and write, Counter for ds_append and ds_consume, Move for
	// those that move data between lanes.
	Atomic, Counter, Move Fact
	// Flat is for FLAT instructions whose lanes address the LDS, Direct for what direct-to-LDS loads
	// write.
	Flat, Direct Fact
	// Unaligned is for addresses that are no multiple of the size of the access.
	Unaligned Fact
	// Idle is for phases without active lanes.
	Idle Fact
}

// Evidence says how a fact about hardware is known, the best first.
type Evidence uint8

const (
	// Unknown facts have no source.
	Unknown Evidence = iota
	// Measured facts were found on hardware.
	Measured
	// Documented facts are in AMD's documentation or libraries.
	Documented
	// Fitted facts are numbers chosen so that a model agrees with measurements.
	Fitted
	// Inferred facts follow from rates, or are those of a similar instruction.
	Inferred
)

func (e Evidence) String() string {
	return [...]string{"unknown", "measured", "documented", "fitted", "inferred"}[e]
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
