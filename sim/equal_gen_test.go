package sim

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"heddle/isa"
)

// equalItem is an instruction of a program. Its jump is the number of the item
// it goes to, -1 if it is no branch. A literal that is the distance from item
// from to item to is of the computed jumps.
type equalItem struct {
	inst     isa.Inst
	number   int // in the program as it was generated
	jump     int
	from, to int
	random   bool // no part of what makes addresses and loops
	skewed   bool // the jump goes 4 bytes further
}

// equalProgram is a random kernel and how it is launched.
type equalProgram struct {
	number  int
	seed    uint64
	target  *isa.Target
	shape   int // of the object that has room for its code
	items   []equalItem
	launch  Launch // but for what a device gives it
	input   []byte
	work    []byte
	rsrc    [2][3]uint32 // words 1 to 3 of two of the resources
	endless bool         // no s_endpgm follows
}

// equalDeck deals rows, each as often as the others.
type equalDeck struct {
	rows []*isa.Row
	left []*isa.Row
}

func (d *equalDeck) deal(r *rand.Rand) *isa.Row {
	if len(d.left) == 0 {
		d.left = append(d.left, d.rows...)
		r.Shuffle(len(d.left), func(i, j int) { d.left[i], d.left[j] = d.left[j], d.left[i] })
	}
	row := d.left[len(d.left)-1]
	d.left = d.left[:len(d.left)-1]
	return row
}

// again puts a row back that was dealt in vain.
func (d *equalDeck) again(row *isa.Row, r *rand.Rand) {
	d.left = append(d.left, row)
	i := r.IntN(len(d.left))
	d.left[i], d.left[len(d.left)-1] = row, d.left[i]
}

// equalGen generates the programs of a target.
type equalGen struct {
	t      testing.TB
	r      *rand.Rand
	target *isa.Target
	data   *equalData
	// Rows by what they do; quick are those of alu that have kernels.
	quick, alu, scalar, matrix, control, smem, vmem, lds equalDeck
	texts                                                map[string]isa.Inst

	p *equalProgram
	equalRegs
	calm     bool // the program leaves MODE and EXEC alone
	restless int  // instructions until MODE and EXEC are made usual again
	mode     uint32
}

func newEqualGen(t testing.TB, target *isa.Target, data *equalData, r *rand.Rand) *equalGen {
	g := &equalGen{t: t, r: r, target: target, data: data, texts: map[string]isa.Inst{}}
	rows := target.Rows()
	for i := range rows {
		row := &rows[i]
		if refusal(target, row.Op) != "" {
			continue
		}
		d := g.deckOf(row)
		d.rows = append(d.rows, row)
		if d == &g.alu && quickRow(row) {
			g.quick.rows = append(g.quick.rows, row)
		}
	}
	return g
}

func (g *equalGen) deckOf(row *isa.Row) *equalDeck {
	switch row.Unit {
	case isa.UnitXDL, isa.UnitSGEMM, isa.UnitDGEMM:
		return &g.matrix
	case isa.UnitBranch, isa.UnitMsg, isa.UnitNone:
		return &g.control
	case isa.UnitSMEM:
		return &g.smem
	case isa.UnitVMEM, isa.UnitFlat:
		return &g.vmem
	case isa.UnitLDS:
		return &g.lds
	case isa.UnitSALU:
		if int(row.Op) < len(controlOps) && controlOps[row.Op] != nil {
			return &g.control
		}
		return &g.scalar
	}
	return &g.alu
}

// program generates a program.
func (g *equalGen) program(number int, seed uint64) *equalProgram {
	*g.r = *rand.New(rand.NewPCG(seed, uint64(number)))
	r := g.r
	p := &equalProgram{number: number, seed: seed, target: g.target, shape: r.IntN(len(equalShapes))}
	shape := &equalShapes[p.shape]
	g.p = p
	g.calm, g.restless, g.mode = chance(r, 40), 0, rocmMode
	g.equalRegs = equalRegs{r: r, vgprs: shape.vgprs, agprs: shape.agprs, wild: chance(r, 20), sbase: []isa.Reg{4, 4, 6}, rsrc: []isa.Reg{8, 8, 12, 16}}
	g.width = []int{6, 12, 24, 40, 300}[r.IntN(5)]
	g.low = equalVGPRs + r.IntN(max(shape.vgprs-g.width-equalVGPRs, 1))
	for i := range shape.loaded {
		g.flavour[equalVGPRs+i] = 1 + uint8(i/4%int(equalFlavours))
	}
	if chance(r, 80) {
		g.low = equalVGPRs + r.IntN(max(shape.loaded-g.width, 1))
	}
	p.input, p.work = g.data.input(r), g.data.work(r)
	for i := range p.rsrc {
		p.rsrc[i] = equalResource(r)
	}
	g.how()
	if r.IntN(250) == 0 {
		g.longLoop()
	}
	for range 1 + r.IntN(5) {
		g.segment()
		if len(p.items) > equalMost {
			break
		}
	}
	if p.endless = chance(r, 1); !p.endless {
		g.text("s_endpgm")
	}
	return p
}

// equalMost is how many instructions a program may have before it ends.
const equalMost = 700

// how chooses how the program is launched.
func (g *equalGen) how() {
	r, l := g.r, &g.p.launch
	l.Grid, l.Block = [3]uint32{1, 1, 1}, [3]uint32{64, 1, 1}
	switch k := r.IntN(20); {
	case k == 0:
		l.Block[0] = 1 + uint32(r.IntN(256)) // some lanes of the last wave are off
	case k < 5:
		l.Block[0] = 128
	case k == 5:
		l.Block[0] = 256
	}
	if k := r.IntN(8); k < 2 {
		l.Grid[k] = 2 + uint32(r.IntN(2))
	}
	l.Options = Options{Seed: r.Uint64(), Workers: 1 + r.IntN(2), MaxInstructions: 20_000, LenientBarriers: chance(r, 85),
		SoffsetUnchecked: chance(r, 20), Schedule: Schedule([]int{0, 0, 0, 0, 0, 1, 2, 3}[r.IntN(8)])}
	if chance(r, 3) {
		l.MaxInstructions = uint64(1 + r.IntN(400))
	}
	l.LDS = uint32(r.IntN(3)) * 1000
}

// equalResource is the rest of a resource whose base is in the work buffer:
// with strides, swizzled, with the lane number added, of all formats.
func equalResource(r *rand.Rand) [3]uint32 {
	stride := uint32([]int{0, 4, 8, 12, 16, 32, 1, 0}[r.IntN(8)])
	v := [3]uint32{stride << 16, uint32(equalWork-equalMiddle) / max(stride, 1), r.Uint32() & 0x7fff}
	if chance(r, 80) {
		v[2] |= uint32([]int{1, 4, 5, 6, 10, 11, 12, 13, 14}[r.IntN(9)]) << resourceDataFormat
	} else {
		v[2] |= r.Uint32() & 15 << resourceDataFormat
	}
	v[2] |= r.Uint32() & 3 << resourceIndexStride
	if chance(r, 25) {
		v[2] |= 1 << resourceAddTID
		if chance(r, 95) { // else they are part of the stride
			v[2] &^= 0xf << resourceDataFormat
		}
		v[0] |= uint32(r.IntN(2)) << 31
	}
	if chance(r, 30) {
		v[1] = uint32(r.IntN(1024)) // much is out of range
	}
	return v
}

func (g *equalGen) add(inst isa.Inst) *equalItem {
	g.p.items = append(g.p.items, equalItem{inst: inst, number: len(g.p.items), jump: -1, from: -1})
	return &g.p.items[len(g.p.items)-1]
}

// text adds an instruction given as text.
func (g *equalGen) text(format string, args ...any) *equalItem {
	g.t.Helper()
	s := format
	if len(args) > 0 {
		s = fmt.Sprintf(format, args...)
	}
	inst, ok := g.texts[s]
	if !ok {
		var fault *isa.SyntaxError
		if inst, fault = g.target.Parse(s, nil); fault != nil {
			g.t.Fatalf("%s: %q: %v", g.target.Chip.Name, s, fault)
		}
		if len(g.texts) < 1<<14 {
			g.texts[s] = inst
		}
	}
	return g.add(inst)
}

func (p *equalProgram) String() string {
	var b strings.Builder
	for i := range p.items {
		it := &p.items[i]
		fmt.Fprintf(&b, "%5d\t%s", it.number, it.inst.String())
		if it.jump >= 0 {
			fmt.Fprintf(&b, "  ; to %d", it.jump)
			if it.skewed {
				b.WriteString(" + 4 bytes")
			}
		}
		if it.from >= 0 {
			fmt.Fprintf(&b, "  ; from %d to %d", it.from, it.to)
		}
		b.WriteByte('\n')
	}
	return b.String()
}
