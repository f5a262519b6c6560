package mach

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"heddle/arch"
	"heddle/isa"
	"heddle/pass"
)

// What is read of the first dwords of the arguments is copied from where the firmware puts it; what
// else was loaded still is; workgroup numbers come after the last dword that is read.
func TestPreload(t *testing.T) {
	room := arch.GFX950.MaxUserSGPRs - 2
	lengths := map[int]bool{}
	for seed := range uint64(2000) {
		f, reads := argumentReaders(rand.New(rand.NewPCG(seed, 11)))
		id := f.NewFixed(isa.SGPR(2), 1, "workgroup id")
		f.Inputs = append(f.Inputs, id)
		text := dump(f)
		if err := preload(f, nil); err != nil {
			t.Fatal(err)
		}
		if err := f.Verify(); err != nil {
			t.Fatalf("seed %d: %v\n%s\n%s", seed, err, text, dump(f))
		}
		fail := func(format string, args ...any) {
			t.Fatalf("seed %d: %s\n%s\n%s", seed, fmt.Sprintf(format, args...), text, dump(f))
		}
		at := map[Reg]int{} // the argument dword that a register begins with
		if f.Preloaded > 0 {
			in := f.Inputs[len(f.Inputs)-1]
			if info := f.Regs[in]; info.Fixed != isa.SGPR(2) || int(info.Dwords) != f.Preloaded || f.Preloaded > room {
				fail("%d dwords at %v, %d are preloaded", info.Dwords, info.Fixed, f.Preloaded)
			}
			at[in] = 0
		}
		if got := f.Regs[id].Fixed; got != isa.SGPR(2+f.Preloaded) {
			fail("the workgroup's number is in %v behind %d dwords", got, f.Preloaded)
		}
		last := 0
		for _, in := range f.Blocks[0].Instrs {
			dst, src := in.Args[0].Part, in.Args[1].Part
			want, isRead := reads[in]
			switch {
			case in.loadsConstants():
				at[dst.Reg] = int(in.Args[2].Value) / 4
			case isRead:
				first, known := at[src.Reg]
				if !known || first+int(src.Sub) != want || int(src.Sub)%int(src.N) != 0 {
					fail("%s reads dword %d, want %d", f.Text(in), first+int(src.Sub), want)
				}
			case src.Reg != f.Kernarg:
				at[dst.Reg] = at[src.Reg] + int(src.Sub)
				last = max(last, at[dst.Reg]+int(dst.N))
			}
		}
		if last != f.Preloaded {
			fail("%d dwords are preloaded, and %d read", f.Preloaded, last)
		}
		for in, first := range reads {
			n := int(in.Args[0].Part.N)
			if p := in.Args[1].Part; first+n <= room && !f.isCopied(p.Reg) {
				// It may be within an operand that goes beyond the preloaded dwords.
				if first+n > room-4 {
					continue
				}
				fail("%s reads dword %d of a load", f.Text(in), first)
			}
		}
		lengths[f.Preloaded] = true
	}
	if len(lengths) < room-2 {
		t.Errorf("%d numbers of preloaded dwords of %d", len(lengths), room+1)
	}
}

// isCopied reports whether a copy defines the register.
func (f *Func) isCopied(r Reg) bool {
	for _, in := range f.Blocks[0].Instrs {
		if in.Flags&Copy != 0 && in.Args[0].Part.Reg == r {
			return true
		}
	}
	return false
}

// The prologue loads each preloaded dword to its register, at tuples as instructions have them, waits,
// and branches to the entry.
func TestPreloadPrologue(t *testing.T) {
	for _, chip := range arch.Chips {
		for n := range chip.MaxUserSGPRs - 2 + 1 {
			f := NewFunc("k", chip)
			f.Kernarg = f.NewFixed(isa.SGPR(0), 2, "kernarg")
			f.Inputs, f.Preloaded = []Reg{f.Kernarg}, n
			entry := f.NewBlock("entry")
			entry.Term = Term{Cond: CondEnd}
			f.Append(entry)
			if err := Passes.Run("k", f, &pass.Options{}); err != nil {
				t.Fatal(err)
			}
			c := f.Emit()
			if n == 0 {
				if c.Entry != 0 || len(c.Prologue) != 0 || len(c.Bytes) != 4 {
					t.Errorf("%s: %d bytes before the entry with nothing preloaded", chip.Name, c.Entry)
				}
				continue
			}
			if c.Entry != arch.PreloadPrologue || len(c.Bytes) != c.Entry+4 {
				t.Fatalf("%s: %d dwords: the entry is at %d of %d", chip.Name, n, c.Entry, len(c.Bytes))
			}
			loaded, waited, at := 0, false, 0
			for done := false; !done; {
				inst, err := f.Target.Decode(c.Bytes[at:])
				if err != nil {
					t.Fatal(err)
				}
				at += inst.Size()
				switch inst.Row.Op {
				case isa.S_WAITCNT:
					w := isa.NoWait()
					w.LGKM = 0
					waited = inst.Waitcnt() == w
				case isa.S_BRANCH:
					done = true
					if to := at + 4*int(int16(inst.Args[0].Imm())); to != c.Entry {
						t.Errorf("%s: %d dwords: the prologue branches to %d", chip.Name, n, to)
					}
				default:
					dst := inst.Args[0]
					if want := fmt.Sprintf("s[0:1], %#x", 4*loaded); inst.Row.Unit != isa.UnitSMEM || inst.Args[1] != isa.R(isa.SGPR(0), 2) || int(inst.Args[2].Imm()) != 4*loaded ||
						dst.Reg() != isa.SGPR(2+loaded) || (2+loaded)%min(int(dst.Dwords), 4) != 0 {
						t.Errorf("%s: %d dwords: %s, want the load of s%d from %s", chip.Name, n, inst.String(), 2+loaded, want)
					}
					loaded += int(dst.Dwords)
				}
			}
			if loaded != n || !waited {
				t.Errorf("%s: the prologue loads %d dwords of %d, waits: %v", chip.Name, loaded, n, waited)
			}
			for ; at < c.Entry; at += 4 {
				if inst, err := f.Target.Decode(c.Bytes[at:]); err != nil || inst.Row.Op != isa.S_NOP {
					t.Errorf("%s: no padding at %d", chip.Name, at)
				}
			}
			if c.SGPRs < 2 {
				t.Errorf("%s: %d SGPRs", chip.Name, c.SGPRs)
			}
		}
	}
}
