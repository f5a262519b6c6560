package sim

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"heddle/isa"
	"heddle/long"
)

// TestSwiftEqualsPlain: every scalar instruction with a swift function, with
// registers, constants and literals as sources, does what the plain one does.
func TestSwiftEqualsPlain(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 7))
	seen := map[isa.Op]bool{}
	for _, target := range isa.Targets() {
		plain, swift := testWave(target), testWave(target)
		for op := range isa.Op(len(swiftOps)) {
			if swiftOps[op] == nil {
				continue
			}
			for i := range target.RowsOf(op) {
				row := &target.RowsOf(op)[i]
				for range long.Count(100, 300) {
					inst, err := target.Parse(statementOf(r, row), nil)
					if err != nil {
						t.Fatalf("%s: %v", statementOf(r, row), err)
					}
					in, berr := bind(target, inst, 0, inst.Size())
					if berr != nil {
						t.Fatal(berr)
					}
					f, q := in.swift()
					if f == nil {
						t.Fatalf("%s has no swift function", row.Mnemonic)
					}
					seen[op] = true
					for k := range plain.sgpr {
						plain.sgpr[k] = cornerDword(r)
					}
					plain.scc = r.Uint32()&1 != 0
					swift.sgpr, swift.scc = plain.sgpr, plain.scc
					in.run(plain, in)
					f(swift, &step{in: in, quickScalar: q})
					if swift.sgpr != plain.sgpr || swift.scc != plain.scc {
						t.Fatalf("%s: %s: swift gives %x, SCC %t; plain %x, SCC %t", target.Chip.Name, row.Mnemonic, swift.sgpr, swift.scc, plain.sgpr, plain.scc)
					}
				}
			}
		}
	}
	for op, f := range swiftOps {
		if f != nil && !seen[isa.Op(op)] {
			t.Errorf("op %d was not tried", op)
		}
	}
}

// statementOf makes a statement of row with random operands. Few registers, so
// that destinations are sources, and one dword of a pair is.
func statementOf(r *rand.Rand, row *isa.Row) string {
	text, literal := row.Mnemonic, false
	for i := range row.Operands {
		o := &row.Operands[i]
		operand := ""
		switch {
		case o.Name == "simm16":
			operand = fmt.Sprint(r.IntN(8))
		case o.Access&isa.Write == 0 && r.IntN(3) == 0 && (row.Enc != isa.EncSOPK || i > 0):
			operand = [...]string{"0", "-1", "17", "64", "-16", "1.0", "0x12345678"}[r.IntN(7-int(bit(literal)))]
			literal = literal || operand[0] == '0' && len(operand) > 1
		case o.Dwords >= 2:
			operand = [...]string{"s[2:3]", "s[4:5]", "vcc", "exec"}[r.IntN(4)]
		default:
			operand = [...]string{"s2", "s3", "s4", "s5", "m0", "vcc_lo", "exec_hi"}[r.IntN(7)]
		}
		if i > 0 {
			text += ","
		}
		text += " " + operand
	}
	return text
}

func cornerDword(r *rand.Rand) uint32 {
	switch r.IntN(4) {
	case 0:
		return [...]uint32{0, 1, 31, 32, 63, 1<<31 - 1, 1 << 31, 1<<32 - 1}[r.IntN(8)]
	case 1:
		return uint32(r.IntN(64))
	}
	return r.Uint32()
}
