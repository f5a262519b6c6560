// Package isa is the instruction set of gfx942 and gfx950: one table per target,
// and functions that encode, decode, print and parse an instruction by walking
// it. Required wait states and counters are data here, too.
//
// The tables are generated from the TSV files in isa/gen.
package isa

import (
	"fmt"

	"heddle/arch"
)

//go:generate go run ./gen

// Op is an instruction, whatever its encoding: v_add_f32 is one Op with rows
// for e32, e64, SDWA and DPP. Ops are the same for all targets.
type Op uint16

// String returns the mnemonic without suffix.
func (op Op) String() string { return opNames[op] }

// Meaning returns one line that says what the instruction does.
func (op Op) Meaning() string { return opMeanings[op] }

// LookupOp returns the Op with the given mnemonic without suffix.
func LookupOp(name string) (Op, bool) {
	for i := hashName(name); ; i++ {
		op := opHash[i%uint32(len(opHash))]
		if op == opNone || opNames[op] == name {
			return op, op != opNone
		}
	}
}

// LookupMnemonic returns the Op of a mnemonic in lower case, with or without the suffix
// of an encoding, or in the spelling of older targets.
func LookupMnemonic(name string) (Op, bool) {
	op, _, ok := lookupMnemonic(name)
	return op, ok
}

// hashName is FNV-1a; gen fills opHash by it.
func hashName(name string) uint32 {
	h := uint32(2166136261)
	for i := range len(name) {
		h = (h ^ uint32(name[i])) * 16777619
	}
	return h
}

// Target is the instruction table of one chip.
type Target struct {
	Chip    *arch.Chip
	rows    []Row
	buckets *[numEncodings][]bucket
	order   []uint16
	byOp    *[numOps]bucket
	hazards *hazardTable
	hash    string
}

// bucket is a range of rows: of Target.order for the decoder, of Target.rows by Op.
type bucket struct{ first, n uint16 }

// The targets.
var (
	GFX942 = &Target{&arch.GFX942, rowsGFX942[:], &bucketsGFX942, orderGFX942[:], &byOpGFX942, &hazardsGFX942, hashGFX942}
	GFX950 = &Target{&arch.GFX950, rowsGFX950[:], &bucketsGFX950, orderGFX950[:], &byOpGFX950, &hazardsGFX950, hashGFX950}
)

// Targets lists the targets, oldest chip first.
func Targets() []*Target {
	targets := make([]*Target, len(arch.Chips))
	for i, c := range arch.Chips {
		targets[i] = For(c)
	}
	return targets
}

// For returns the table of a chip: its own, or that of the chip named by
// Chip.Instructions. A chip without a table has no instructions.
func For(chip *arch.Chip) *Target {
	targets := [...]*Target{GFX942, GFX950}
	for _, t := range targets {
		if t.Chip == chip {
			return t
		}
	}
	for _, t := range targets {
		if t.Chip.Name == chip.Instructions {
			own := *t
			own.Chip = chip
			return &own
		}
	}
	return &Target{Chip: chip, buckets: new([numEncodings][]bucket), byOp: new([numOps]bucket), hazards: new(hazardTable)}
}

// Err returns an error if there is no instruction table for the chip.
func (t *Target) Err() error {
	if len(t.rows) == 0 {
		return fmt.Errorf("%s: there is no instruction table for this chip", t.Chip.Name)
	}
	return nil
}

// Has reports whether the target has an instruction.
func (t *Target) Has(op Op) bool { return t.byOp[op].n > 0 }

// ChipsWith names the chips that have an instruction, oldest first.
func ChipsWith(op Op) []string {
	var names []string
	for _, t := range Targets() {
		if t.Has(op) {
			names = append(names, t.Chip.Name)
		}
	}
	return names
}

// Rows returns the whole table, with the rows of an Op adjacent. It must not be changed.
func (t *Target) Rows() []Row { return t.rows }

// Hash is the SHA-256 of the generated table, in hexadecimal: two builds with the same
// hash have the same table.
func (t *Target) Hash() string { return t.hash }

// Instructions counts the instructions that the target has.
func (t *Target) Instructions() int {
	n := 0
	for op := range numOps {
		if t.Has(op) {
			n++
		}
	}
	return n
}

// RowsOf returns the rows of an instruction in the order in which the
// assembler tries them, nil if the target does not have it.
func (t *Target) RowsOf(op Op) []Row {
	b := t.byOp[op]
	return t.rows[b.first : b.first+b.n]
}
