package sim

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
)

// scaleForm is what the mnemonic of a conversion says.
type scaleForm struct {
	name        string // v_cvt_…, without the encoding
	small, wide string // formats
	narrow      bool
	n           int
	random      bool
	scale       bool
	dealt       bool // 2xpk16: elements come from two sources in turn
}

func scaleFormOf(name string) scaleForm {
	f := scaleForm{name: name, n: 1}
	words := strings.Split(strings.TrimPrefix(name, "v_cvt_"), "_")
	for _, word := range words[:len(words)-2] {
		switch word {
		case "scalef32":
			f.scale = true
		case "sr":
			f.random = true
		case "pk":
			f.n = 2
		case "2xpk16":
			f.n, f.dealt = 32, true
		case "pk32":
			f.n = 32
		}
	}
	to, from := words[len(words)-2], words[len(words)-1]
	f.narrow = strings.HasPrefix(from, "f") && strings.HasSuffix(from, "32") || strings.HasSuffix(from, "16")
	if f.small, f.wide = from, to; f.narrow {
		f.small, f.wide = to, from
	}
	return f
}

func (f *scaleForm) oracle(target string) *scaleOracle { return scaleOracles[target+" "+f.small] }

// bits is the size of a code, size that of all codes of a lane.
func (f *scaleForm) bits() int { return int(f.small[2] - '0') }
func (f *scaleForm) size() int { return f.n * f.bits() }

func (f *scaleForm) wideBits() int {
	if f.wide == "f32" {
		return 32
	}
	return 16
}

// pairs reports whether two elements have a source register each.
func (f *scaleForm) pairs() bool { return f.narrow && f.n == 2 && f.wide == "f32" && !f.random }

// Registers of the tests.
const (
	scaleSrc0   = 0
	scaleSrc1   = 32
	scaleRandom = 48
	scaleScale  = 49
	scaleDst    = 64
)

func scaleRegs(first, n int) string {
	if n == 1 {
		return fmt.Sprintf("v%d", first)
	}
	return fmt.Sprintf("v[%d:%d]", first, first+n-1)
}

// dstDwords and srcDwords are the lengths of destination and first source.
func (f *scaleForm) dstDwords() int {
	if f.narrow {
		return max(1, f.size()/32)
	}
	return max(1, f.n*f.wideBits()/32)
}

func (f *scaleForm) srcDwords() int {
	switch {
	case !f.narrow:
		return max(1, f.size()/32)
	case f.pairs():
		return 1
	case f.dealt:
		return 16
	}
	return max(1, f.n*f.wideBits()/32)
}

// parts is in how many places of a dword the codes of a lane can be.
func (f *scaleForm) parts() int { return max(1, 32/f.size()) }

// text is the instruction with codes in part number part.
func (f *scaleForm) text(part, dstHalf int) string {
	operands := []string{scaleRegs(scaleDst, f.dstDwords()), scaleRegs(scaleSrc0, f.srcDwords())}
	if f.pairs() || f.dealt {
		operands = append(operands, scaleRegs(scaleSrc1, f.srcDwords()))
	}
	if f.random {
		operands = append(operands, scaleRegs(scaleRandom, 1))
	}
	if f.scale {
		operands = append(operands, scaleRegs(scaleScale, 1))
	}
	s := f.name + " " + strings.Join(operands, ", ")
	// Facts isa/semantics.md §2, "Text rule".
	switch {
	case part == 0 && dstHalf == 0:
	case !f.narrow && f.parts() == 4:
		s += fmt.Sprintf(" op_sel:[%d,%d,%d]", part&1, part>>1, dstHalf)
	case !f.narrow:
		s += fmt.Sprintf(" op_sel:[%d,0,0]", part)
	case f.parts() == 4:
		s += fmt.Sprintf(" op_sel:[0,0,%d,%d]", part&1, part>>1)
	case len(operands) == 4:
		s += fmt.Sprintf(" op_sel:[0,0,0,%d]", part)
	default:
		s += fmt.Sprintf(" op_sel:[0,0,%d]", part)
	}
	return s
}

// setWide stores element i of a narrowing conversion's sources.
func (f *scaleForm) setWide(w *wave, i, l int, x uint32) {
	switch {
	case f.pairs():
		w.vgpr[scaleSrc0+i*(scaleSrc1-scaleSrc0)][l] = x
	case f.dealt:
		w.vgpr[i%2*(scaleSrc1-scaleSrc0)+i/2][l] = x
	case f.wideBits() == 32:
		w.vgpr[scaleSrc0+i][l] = x
	case i%2 == 0:
		w.vgpr[scaleSrc0+i/2][l] = w.vgpr[scaleSrc0+i/2][l]&0xffff0000 | x
	default:
		w.vgpr[scaleSrc0+i/2][l] = w.vgpr[scaleSrc0+i/2][l]&0xffff | x<<16
	}
}

// scaleBits replaces n bits at a bit offset, one at a time.
func scaleBits(dwords []uint32, at, n int, v uint32) {
	for i := range n {
		d, mask := &dwords[(at+i)/32], uint32(1)<<((at+i)%32)
		if *d &^= mask; v>>i&1 != 0 {
			*d |= mask
		}
	}
}

// scaleBench runs one conversion many times on one wave.
type scaleBench struct {
	t      *testing.T
	form   scaleForm
	oracle *scaleOracle
	w      *wave
	rng    *rand.Rand
	ins    []*instr // by part, then destination half
	runs   int
}

func newScaleBench(t *testing.T, target string, form scaleForm, ovfl bool) *scaleBench {
	isaTarget := targetNamed(t, target)
	b := &scaleBench{t: t, form: form, oracle: form.oracle(target), w: testWave(isaTarget), rng: rand.New(rand.NewPCG(1, 2))}
	b.w.mode.set(rocmMode)
	if ovfl {
		b.w.mode.set(rocmMode | modeFP16Ovfl)
	}
	halves := 1
	if !form.narrow && form.n == 1 && form.wideBits() == 16 {
		halves = 2
	}
	for part := range form.parts() {
		if !form.scale && !form.narrow && part != 0 {
			break // chosen by SDWA
		}
		for half := range halves {
			b.ins = append(b.ins, bindText(t, isaTarget, form.text(part, half)))
		}
	}
	return b
}

// fill gives the destination, the random numbers and the scale's sign and
// fraction any value.
func (b *scaleBench) fill(e8m0 uint32) {
	for l := range waveSize {
		for d := range b.form.dstDwords() {
			b.w.vgpr[scaleDst+d][l] = b.rng.Uint32()
		}
		b.w.vgpr[scaleRandom][l] = b.rng.Uint32()
		b.w.vgpr[scaleScale][l] = e8m0<<23 | b.rng.Uint32()&0x807fffff
	}
	b.w.setExec(^uint64(0))
	if b.rng.IntN(8) == 0 {
		b.w.setExec(b.rng.Uint64())
	}
}

// dst copies a lane's destination.
func (b *scaleBench) dst(l int) []uint32 {
	v := make([]uint32, b.form.dstDwords())
	for d := range v {
		v[d] = b.w.vgpr[scaleDst+d][l]
	}
	return v
}

// run executes the instruction of a part and compares the destination of all
// lanes with want, which is called for lanes that are on to change the old
// contents.
func (b *scaleBench) run(in *instr, want func(l int, dwords []uint32)) {
	b.t.Helper()
	var dwords [waveSize][]uint32
	for l := range dwords {
		if dwords[l] = b.dst(l); b.w.exec()>>l&1 != 0 {
			want(l, dwords[l])
		}
	}
	in.run(b.w, in)
	b.runs++
	for l := range dwords {
		if got := b.dst(l); !slices.Equal(got, dwords[l]) {
			b.t.Fatalf("%s, lane %d, sources %#x %#x %#x, random %#x, scale %#x: got %#x, want %#x", in.Row.Mnemonic, l,
				b.w.vgpr[scaleSrc0][l], b.w.vgpr[scaleSrc0+1][l], b.w.vgpr[scaleSrc1][l], b.w.vgpr[scaleRandom][l],
				b.w.vgpr[scaleScale][l], got, dwords[l])
		}
	}
}

// narrow converts all inputs with one scale; parts of the destination take
// turns.
func (b *scaleBench) narrow(inputs []uint32, e8m0 int) {
	b.t.Helper()
	f, ovfl := &b.form, b.w.mode.ovfl
	for len(inputs) > 0 {
		b.fill(uint32(e8m0))
		chunk := inputs[:min(len(inputs), waveSize*f.n)]
		if b.w.exec() == ^uint64(0) {
			inputs = inputs[len(chunk):]
		}
		at := func(l, i int) uint32 { return chunk[(l*f.n+i)%len(chunk)] }
		for l := range waveSize {
			for i := range f.n {
				f.setWide(b.w, i, l, at(l, i))
			}
		}
		part := b.runs % len(b.ins)
		b.run(b.ins[part], func(l int, dwords []uint32) {
			random := b.w.vgpr[scaleRandom][l]
			for i := range f.n {
				code := b.oracle.narrow(scaleWide(f.wide, at(l, i)), b.exp(e8m0), f.random, random, ovfl)
				scaleBits(dwords, part*f.size()+i*f.bits(), f.bits(), code)
				random = scaleNextRandom(random)
			}
		})
	}
}

// scaleNextRandom is the generator of the ISA manual's V_PRNG_B32.
func scaleNextRandom(in uint32) uint32 {
	carry := in >> 31
	return in<<1 ^ carry*197
}

func (b *scaleBench) exp(e8m0 int) int {
	if !b.form.scale {
		return 0
	}
	return e8m0 - 127
}

// widen converts all codes with one scale, with each instruction of ins.
func (b *scaleBench) widen(e8m0 int, ins []*instr) {
	b.t.Helper()
	f := &b.form
	for _, in := range ins {
		part, half := 0, 0
		switch f.parts() {
		case 4:
			part, half = int(in.Mods.OpSel&3), int(in.Mods.OpSel>>2&1)
		case 2:
			part = int(in.Mods.OpSel & 1)
		}
		for base := 0; base < 1<<f.bits(); {
			b.fill(uint32(e8m0))
			code := func(l, i int) uint32 { return uint32(base+l*f.n+i) & (1<<f.bits() - 1) }
			for l := range waveSize {
				src := make([]uint32, f.srcDwords())
				for d := range src {
					src[d] = b.rng.Uint32()
				}
				for i := range f.n {
					scaleBits(src, part*f.size()+i*f.bits(), f.bits(), code(l, i))
				}
				for d, v := range src {
					b.w.vgpr[scaleSrc0+d][l] = v
				}
			}
			b.run(in, func(l int, dwords []uint32) {
				for i := range f.n {
					v := scaleWiden(f.wide, b.oracle.decode(code(l, i)), b.exp(e8m0), b.w.mode.ovfl)
					scaleBits(dwords, half*16+i*f.wideBits(), f.wideBits(), v)
				}
			})
			if b.w.exec() == ^uint64(0) {
				base += waveSize * f.n
			}
		}
	}
}
