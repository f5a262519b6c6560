package mach

import (
	"testing"

	"heddle/arch"
	"heddle/isa"
	"heddle/pass"
)

// Vector instructions are spread over the matrix instructions, no more behind each than its shadow
// has room for: TransIssue clocks each for transcendentals.
func TestBeatOfVectors(t *testing.T) {
	for _, chip := range arch.Chips {
		for _, c := range []struct{ valu, trans int }{{16, 0}, {32, 0}, {64, 0}, {0, 16}, {0, 32}} {
			p := newPaced(chip)
			operands, accs, stored := p.values(4, 2), p.values(4, 32), p.values(4, 1)
			x := p.values(1, c.valu+c.trans)
			p.b.Emit(isa.S_SETPRIO, Imm(1)).Flags |= Pinned
			for i, r := range x {
				if i < c.valu {
					p.b.Emit(isa.V_ADD_F32, p.all(r), p.all(r), p.all(p.tid))
				} else {
					p.b.Emit(isa.V_EXP_F32, p.all(r), p.all(r))
				}
			}
			p.write(stored[0])
			for _, acc := range accs {
				p.matrix(operands[0], operands[1], acc)
			}
			if err := schedule(p.f, &pass.Options{}); err != nil {
				t.Fatal(err)
			}
			behind, most, first := 0, 0, true
			for _, letter := range pattern(p.b.Block.Instrs) {
				switch letter {
				case 'M':
					if !first {
						most = max(most, behind)
					}
					behind, first = 0, false
				case 'v', 't':
					behind++
				}
			}
			if want := (c.valu+c.trans+31)/32 + 2; max(most, behind) > want {
				t.Errorf("%s: %d of %d and %d behind one matrix instruction, at most %d: %s", chip.Name, max(most, behind), c.valu, c.trans, want, pattern(p.b.Block.Instrs))
			}
		}
	}
}
