package mach

import (
	"slices"
	"strings"
	"testing"

	"heddle/arch"
	"heddle/isa"
	"heddle/pass"
)

// pattern is the order of a block's instructions: M matrix, r and w LDS reads and writes, v vector,
// t transcendental, s scalar; others are left out.
func pattern(list []*Instr) string {
	var s strings.Builder
	for _, in := range list {
		switch m := groupClasses(in); {
		case m&GroupMatrix != 0:
			s.WriteByte('M')
		case m&GroupDSRead != 0:
			s.WriteByte('r')
		case m&GroupDSWrite != 0:
			s.WriteByte('w')
		case m&GroupTrans != 0:
			s.WriteByte('t')
		case m&GroupVALU != 0:
			s.WriteByte('v')
		case m&GroupSALU != 0:
			s.WriteByte('s')
		}
	}
	return s.String()
}

// repeated declares groups n times.
func (p *paced) repeated(n int, groups ...SchedGroup) {
	for range n {
		for _, g := range groups {
			p.b.SchedGroup(g)
		}
	}
}

// independent instructions of each class, before which a region begins.
func (p *paced) independent(matrix, reads, writes, valu, trans int) {
	operands, accs, stored := p.values(4, 2), p.values(4, matrix), p.values(4, 1)
	x := p.values(1, valu+trans)
	p.b.Emit(isa.S_SETPRIO, Imm(1)).Flags |= Pinned
	for range reads {
		p.read()
	}
	for _, acc := range accs {
		p.matrix(operands[0], operands[1], acc)
	}
	for range writes {
		p.write(stored[0])
	}
	for i, r := range x {
		if i < valu {
			p.b.Emit(isa.V_ADD_F32, p.all(r), p.all(r), p.all(p.tid))
		} else {
			p.b.Emit(isa.V_EXP_F32, p.all(r), p.all(r))
		}
	}
}

// Declared groups follow each other as declared; what is in none may be anywhere.
func TestSchedGroups(t *testing.T) {
	for _, chip := range arch.Chips {
		for _, c := range []struct {
			name                               string
			matrix, reads, writes, valu, trans int
			declare                            func(p *paced)
			want                               string // without what is in no group
		}{
			{"reads between matrix instructions", 8, 4, 0, 0, 0, func(p *paced) {
				p.repeated(4, SchedGroup{GroupMatrix, 2, 0}, SchedGroup{GroupDSRead, 1, 0})
			}, "MMrMMrMMrMMr"},
			{"all memory of the LDS", 4, 2, 2, 0, 0, func(p *paced) {
				p.repeated(4, SchedGroup{GroupDS, 1, 0}, SchedGroup{GroupMatrix, 1, 0})
			}, "rMrMwMwM"},
			{"the shadow of matrix instructions", 4, 0, 0, 12, 6, func(p *paced) {
				p.repeated(2, SchedGroup{GroupMatrix, 1, 7}, SchedGroup{GroupVALU, 6, 7}, SchedGroup{GroupMatrix, 1, 7}, SchedGroup{GroupTrans, 3, 7})
			}, "MvvvvvvMtttMvvvvvvMttt"},
			{"fewer than declared", 2, 1, 0, 0, 0, func(p *paced) {
				p.repeated(3, SchedGroup{GroupMatrix, 1, 0}, SchedGroup{GroupDSRead, 1, 0})
			}, "MrM"},
			{"no memory", 2, 2, 0, 2, 0, func(p *paced) {
				p.repeated(1, SchedGroup{GroupALU, 4, 0}, SchedGroup{GroupDSRead, 2, 0})
			}, ""},
		} {
			p := newPaced(chip)
			p.independent(c.matrix, c.reads, c.writes, c.valu, c.trans)
			c.declare(p)
			if err := schedule(p.f, &pass.Options{}); err != nil {
				t.Fatal(err)
			}
			got := pattern(p.b.Block.Instrs)
			if c.want == "" {
				c.want = got[:4] + "rr"
			}
			if got != c.want {
				t.Errorf("%s, %s: %s, want %s", chip.Name, c.name, got, c.want)
			}
		}
	}
}

// Groups of different IDs do not wait for each other, and each keeps its order.
func TestSchedGroupIDs(t *testing.T) {
	p := newPaced(&arch.GFX950)
	p.independent(4, 4, 0, 4, 4)
	for range 4 {
		p.b.SchedGroup(SchedGroup{GroupMatrix, 1, 1})
		p.b.SchedGroup(SchedGroup{GroupDSRead, 1, 1})
	}
	for range 4 {
		p.b.SchedGroup(SchedGroup{GroupTrans, 1, 2})
		p.b.SchedGroup(SchedGroup{GroupVALU, 1, 2})
	}
	if err := schedule(p.f, &pass.Options{}); err != nil {
		t.Fatal(err)
	}
	keep := func(letters string) string {
		return string(slices.DeleteFunc([]byte(pattern(p.b.Block.Instrs)), func(c byte) bool { return !strings.ContainsRune(letters, rune(c)) }))
	}
	if got := keep("Mr"); got != "MrMrMrMr" {
		t.Error(got)
	}
	if got := keep("tv"); got != "tvtvtvtv" {
		t.Error(got)
	}
}

// A group that asks for an instruction before what it depends on gets that first.
func TestSchedGroupDependence(t *testing.T) {
	p := newPaced(&arch.GFX950)
	operand := p.values(4, 1)[0]
	accs := p.values(4, 4)
	p.b.Emit(isa.S_SETPRIO, Imm(1)).Flags |= Pinned
	for _, acc := range accs {
		p.matrix(operand, p.read(), acc)
	}
	p.repeated(4, SchedGroup{GroupMatrix, 1, 0}, SchedGroup{GroupDSRead, 1, 0})
	if err := schedule(p.f, &pass.Options{}); err != nil {
		t.Fatal(err)
	}
	if got := pattern(p.b.Block.Instrs); got != "rMrMrMrM" {
		t.Error(got)
	}
}

// Whatever is declared, what depends on each other stays in order.
func TestSchedGroupsKeepOrder(t *testing.T) {
	masks := []GroupMask{GroupALU, GroupVALU, GroupSALU, GroupMatrix, GroupVMEM, GroupVMEMRead, GroupVMEMWrite, GroupDS, GroupDSRead, GroupDSWrite, GroupTrans, GroupToLDS}
	for seed := range uint64(400) {
		g := newBlockGen(seed, arch.Chips[seed%2])
		for range 20 + g.rnd.IntN(60) {
			g.statement()
			if g.rnd.IntN(4) == 0 {
				g.b.SchedGroup(SchedGroup{masks[g.rnd.IntN(len(masks))], 1 + g.rnd.IntN(3), int64(g.rnd.IntN(2))})
			}
		}
		b := g.b.Block
		before := slices.Clone(b.Instrs)
		if err := schedule(g.f, &pass.Options{}); err != nil {
			t.Fatal(err)
		}
		place := map[*Instr]int{}
		for i, in := range b.Instrs {
			place[in] = i
		}
		real := slices.DeleteFunc(before, func(in *Instr) bool { return in.Group != nil })
		for j := range real {
			for i := range j {
				if place[real[i]] > place[real[j]] && g.needed(real, i, j) {
					t.Fatalf("seed %d: %s passed %s\n%s", seed, g.f.Text(real[j]), g.f.Text(real[i]), listingOf(g.f, real))
				}
			}
		}
		checkSCC(t, g.f, b, real)
	}
}
