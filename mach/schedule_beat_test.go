package mach

import (
	"strings"
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

// Vector instructions whose results take registers are spread over the matrix instructions too: where a
// load of the region is used long after it, the region does not last that long.
func TestBeatDespiteLoad(t *testing.T) {
	const matrix = 32
	for _, chip := range arch.Chips {
		p := newPaced(chip)
		operands, accs, x := p.values(4, 2), p.values(4, matrix), p.values(1, matrix)
		base, loaded := p.f.NewReg(FileS, 2, "base"), p.f.NewReg(FileV, 4, "loaded")
		p.b.Undef(p.f.All(base))
		p.b.Emit(isa.S_SETPRIO, Imm(1)).Flags |= Pinned
		p.b.EmitRow(p.f.Row(isa.GLOBAL_LOAD_DWORDX4, isa.EncGLOBAL, "saddr"), p.all(loaded), p.all(p.tid), p.all(base)).Mem = &Mem{Read: SpaceGlobal, Root: 1}
		results := make([]Reg, matrix)
		for i, acc := range accs {
			p.matrix(operands[0], operands[1], acc)
			results[i] = p.f.NewReg(FileV, 1, "")
			p.b.Emit(isa.V_EXP_F32, p.all(results[i]), p.all(x[i]))
			p.b.Emit(isa.V_ADD_F32, p.all(x[i]), p.all(x[i]), p.all(p.tid))
		}
		p.b.Emit(isa.S_SETPRIO, Imm(0)).Flags |= Pinned
		for i, r := range results {
			p.b.Emit(isa.V_ADD_F32, p.all(r), p.all(r), p.all(x[i]))
		}
		p.write(loaded)
		if err := schedule(p.f, &pass.Options{}); err != nil {
			t.Fatal(err)
		}
		order := pattern(p.b.Block.Instrs)
		last := order[strings.LastIndex(order, "M"):]
		if strings.Count(last, "t") > 2 {
			t.Errorf("%s: transcendentals wait for the end: %s", chip.Name, order)
		}
	}
}
