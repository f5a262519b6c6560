package layout

import "fmt"

// Modifiers are the fields of a matrix instruction that make lanes of A or B read other lanes'
// registers (ISA manual §7.1.6).
type Modifiers struct {
	// CBSZ and ABID broadcast blocks of A: of each 1<<CBSZ consecutive blocks all read the ABID-th.
	// Where these are not all blocks, sources disagree: the manual's table of the fields (ABID) and
	// AMD's calculator say the same as this; §7.1.6.1 of the manual says that each 64>>CBSZ lanes
	// read the ABID-th part of that many lanes.
	CBSZ, ABID int
	// BLGP broadcasts or rotates lanes of B.
	BLGP int
}

// Reads gives the lane whose registers a lane of an operand reads: Linear applied to it, from Lane
// to Lane, exclusive or Offset.
type Reads struct {
	Linear Layout
	Offset int
}

// Lane returns the lane that is read in place of lane.
func (r Reads) Lane(lane int) int { return r.Linear.At(lane)[0] ^ r.Offset }

// blgpRotate is the value of BLGP for which lane l reads lane l+16: a sum, which
// no linear layout is.
const blgpRotate = 3

// Reads returns the lanes that are read for an operand if the instruction has modifiers. It fails
// if the instruction takes none, or if they are not linear (a rotation). For f64, BLGP negates; for
// sparse instructions, CBSZ and ABID choose among indices; for instructions with a choice of
// formats, CBSZ and BLGP choose these. In these cases lanes read their own registers.
func (m Matrix) Reads(op Operand, mod Modifiers) (Reads, error) {
	lane := Dim{Lane, log2(m.chip.WaveSize)}
	keep, offset := 1<<lane.Bits-1, 0 // the bits of the lane that count
	dense := m.Blocks > 1 && m.D != "f64"
	switch {
	case m.Sparse, m.A == "", m.D == "f64":
	case mod.CBSZ|mod.ABID != 0 && !dense:
		return Reads{}, fmt.Errorf("%s takes no cbsz and abid", m.Name)
	case mod.BLGP != 0 && !dense && m.A != "f32":
		return Reads{}, fmt.Errorf("%s takes no blgp", m.Name)
	case mod.CBSZ < 0 || 1<<mod.CBSZ > m.Blocks || mod.ABID < 0 || mod.ABID >= 1<<mod.CBSZ:
		return Reads{}, fmt.Errorf("cbsz %d, abid %d: %s has %d blocks; 1<<cbsz is at most that, and abid less than 1<<cbsz", mod.CBSZ, mod.ABID, m.Name, m.Blocks)
	case mod.BLGP < 0 || mod.BLGP > 7:
		return Reads{}, fmt.Errorf("blgp %d is not one of 0 to 7", mod.BLGP)
	case op == B && mod.BLGP == blgpRotate:
		return Reads{}, fmt.Errorf("operand B of %s with blgp:%d has no linear layout: lane l reads lane l+16", m.Name, blgpRotate)
	case op == A:
		keep &^= (1<<mod.CBSZ - 1) * m.M
		offset = mod.ABID * m.M
	case op == B && mod.BLGP >= 4:
		keep = 1<<4 - 1
		offset = (mod.BLGP - 4) << 4
	case op == B && mod.BLGP > 0:
		keep = 1<<5 - 1
		offset = (mod.BLGP - 1) << 5
	}
	linear := must(FromFunc([]Dim{lane}, []Dim{lane}, func(at []int) []int { return []int{at[0] & keep} }))
	return Reads{linear, offset}, nil
}
