package mach

import (
	"math/rand/v2"
	"testing"

	"heddle/arch"
	"heddle/isa"
)

// An operand that is changed behind the allocator's back is found.
func TestAllocVerifierFinds(t *testing.T) {
	found, tried := 0, 0
	for seed := range uint64(12) {
		rnd := rand.New(rand.NewPCG(seed, 2))
		f := randomProgram(seed, arch.Chips[seed%2], 30, 40, false)
		b := budget{vgprs: 16, agprs: 16 * int(seed%2), sgprs: 24, waves: 1}
		b.fill(f.Chip)
		s := &spiller{f: f}
		v := newAllocVerifier(f)
		s.origin = v.origin
		if err := allocateRounds(f, b, s); err != nil {
			t.Fatal(err)
		}
		if err := v.check(); err != nil {
			t.Fatalf("seed %d: %v", seed, err)
		}
		for range 20 {
			block := f.Blocks[rnd.IntN(len(f.Blocks))]
			if len(block.Instrs) == 0 {
				continue
			}
			in := block.Instrs[rnd.IntN(len(block.Instrs))]
			i := len(in.Row.Operands) - 1
			o := &in.Args[i]
			if o.Kind != OperandPhys || in.Row.Operands[i].Access != isa.Read || o.Phys == isa.ExecLo {
				continue
			}
			was := *o
			o.Phys ^= 2
			tried++
			v.err, v.report = nil, false
			if v.check() != nil {
				found++
			}
			*o = was
		}
	}
	// A wrong register may hold the same value, or the value may be a copy that
	// nobody reads.
	if found*10 < tried*7 || tried < 50 {
		t.Errorf("%d of %d changes are found", found, tried)
	}
	t.Logf("%d of %d changes are found", found, tried)
}

func TestOccupancy(t *testing.T) {
	rnd := rand.New(rand.NewPCG(3, 3))
	const points = 200
	for _, regs := range []int{100, 200, 500} {
		o := newOccupancy(points)
		var taken [points][512]bool
		type entry struct {
			r   liveRange
			reg int
		}
		var entries []entry
		for range 2000 {
			var r liveRange
			for at := int32(rnd.IntN(points)); at < points-1 && len(r) < 3; at += int32(1 + rnd.IntN(60)) {
				to := min(at+1+int32(rnd.IntN(50)), points)
				r = append(r, segment{at, to})
				at = to
			}
			if len(r) == 0 {
				continue
			}
			var m regMask
			o.conflicts(r, &m)
			reg := rnd.IntN(regs)
			for k := range regs {
				want := false
				for _, s := range r {
					for p := s.from; p < s.to; p++ {
						want = want || taken[p][k]
					}
				}
				if m.has(k) != want {
					t.Fatalf("register %d in %v: %v, want %v", k, r, m.has(k), want)
				}
			}
			set := func(e entry, v bool) {
				for _, s := range e.r {
					for p := s.from; p < s.to; p++ {
						taken[p][e.reg] = v
					}
				}
			}
			if !m.has(reg) {
				o.enter(r, reg)
				set(entry{r, reg}, true)
				entries = append(entries, entry{r, reg})
			}
			if len(entries) > 60 {
				i := rnd.IntN(len(entries))
				o.leave(entries[i].r, entries[i].reg)
				set(entries[i], false)
				entries = append(entries[:i], entries[i+1:]...)
			}
		}
	}
}

func TestLiveRange(t *testing.T) {
	rnd := rand.New(rand.NewPCG(4, 4))
	random := func() (r liveRange, set [64]bool) {
		for at := int32(rnd.IntN(20)); at < 60; at += int32(1 + rnd.IntN(20)) {
			to := at + 1 + int32(rnd.IntN(4))
			r = append(r, segment{at, to})
			for p := at; p < to; p++ {
				set[p] = true
			}
			at = to
		}
		return r, set
	}
	for range 2000 {
		a, as := random()
		b, bs := random()
		overlap, both := false, [64]bool{}
		for p := range as {
			overlap = overlap || as[p] && bs[p]
			both[p] = as[p] || bs[p]
		}
		if a.overlaps(b) != overlap || b.overlaps(a) != overlap {
			t.Fatalf("%v and %v overlap: %v", a, b, !overlap)
		}
		u := append(liveRange(nil), a...).union(b)
		got := [64]bool{}
		for i, s := range u {
			if i > 0 && u[i-1].to >= s.from {
				t.Fatalf("%v or %v is %v", a, b, u)
			}
			for p := s.from; p < s.to; p++ {
				got[p] = true
			}
		}
		if got != both {
			t.Fatalf("%v or %v is %v", a, b, u)
		}
	}
}

// Copies between overlapping tuples go the way that works.
func TestExpandCopyOverlap(t *testing.T) {
	f := NewFunc("k", &arch.GFX942)
	for _, file := range []isa.Reg{isa.V0, isa.A0, isa.S0} {
		for n := 1; n <= 8; n++ {
			for dst := range 10 {
				for src := range 10 {
					m := newMachine(t, f, 9)
					var want []uint32
					for i := range n {
						want = append(want, m.phys(file + isa.Reg(src+i))[0])
					}
					for _, in := range f.expandCopy(nil, &Instr{Flags: Copy, Args: [isa.MaxArgs]Operand{Phys(file+isa.Reg(dst), n), Phys(file+isa.Reg(src), n)}}) {
						m.step(in)
					}
					for i := range n {
						if got := m.phys(file + isa.Reg(dst+i))[0]; got != want[i] {
							t.Fatalf("%v..%d to %d: dword %d is wrong", file+isa.Reg(src), n, dst, i)
						}
					}
				}
			}
		}
	}
}
