package sim

import (
	"fmt"
	"math/rand/v2"
	"strings"
)

// oracleTrial is one execution of a matrix instruction: all its operands, by
// lane and item, and what the text of the instruction says.
type oracleTrial struct {
	op      *oracleOp
	what    string
	a, b, c [64][]uint64
	index   [64]uint32    // of sparse instructions
	scale   [2][64]uint32 // registers with the block scales of A and B
	byte    [2]int        // which byte of them
	cbsz    int
	abid    int
	blgp    int // neg bits of f64
	inline  *oracleInline
	mode    uint32
	exec    uint64
	text    string
	at      oracleRegisters
}

// oracleInline is an inline constant for C.
type oracleInline struct {
	text     string
	f32, f64 uint64
}

var oracleInlines = [...]oracleInline{
	{"0", 0, 0}, {"1", 1, 1}, {"64", 64, 64},
	{"-1", 0xffffffff, 0xffffffffffffffff}, {"-16", 0xfffffff0, 0xfffffffffffffff0},
	{"0.5", 0x3f000000, 0x3fe0000000000000}, {"-0.5", 0xbf000000, 0xbfe0000000000000},
	{"1.0", 0x3f800000, 0x3ff0000000000000}, {"-1.0", 0xbf800000, 0xbff0000000000000},
	{"2.0", 0x40000000, 0x4000000000000000}, {"-2.0", 0xc0000000, 0xc000000000000000},
	{"4.0", 0x40800000, 0x4010000000000000}, {"-4.0", 0xc0800000, 0xc010000000000000},
}

// value is the constant as an operand of type f.
func (c *oracleInline) value(f *oracleFormat) uint64 {
	if f == oracleF64 {
		return c.f64
	}
	return c.f32
}

// oracleRegisters says in which registers of the wave's array (v0 to v255,
// then a0 to a255) operands begin.
type oracleRegisters struct{ d, a, b, c, index, scaleA, scaleB int }

// saturates reports MODE.fp16_ovfl.
func (x *oracleTrial) saturates() bool { return x.mode>>23&1 == 1 }

// elementA is A[b,i,k], after broadcast (semantics.md §7); of sparse
// instructions the k-th stored value of the row.
func (x *oracleTrial) elementA(b, i, k int) uint64 {
	p := x.op.placeA(b, i, k)
	if x.op.broadcasts() && x.cbsz > 0 {
		of := b - b%(1<<x.cbsz) + x.abid // the block that is read
		p.lane += x.op.m * (of - b)
	}
	return x.a[p.lane][p.item]
}

// elementB is B[b,k,j], after its permutation.
func (x *oracleTrial) elementB(b, k, j int) uint64 {
	p := x.op.placeB(b, k, j)
	if x.op.broadcasts() {
		switch l := p.lane; x.blgp {
		case 1:
			p.lane = l % 32
		case 2:
			p.lane = l%32 + 32
		case 3:
			p.lane = (l + 16) % 64
		case 4, 5, 6, 7:
			p.lane = l%16 + 16*(x.blgp-4)
		}
	}
	return x.b[p.lane][p.item]
}

// elementC is C[b,i,j].
func (x *oracleTrial) elementC(b, i, j int) uint64 {
	if x.inline != nil {
		return x.inline.value(x.op.d)
	}
	p := x.op.placeD(b, i, j)
	return x.c[p.lane][p.item]
}

// broadcasts reports whether cbsz, abid and blgp move lanes.
func (op *oracleOp) broadcasts() bool {
	return op.d != oracleF64 && !op.byField && !op.sparse
}

// trueK is which k the stored value s of row i of A belongs to.
func (x *oracleTrial) trueK(i, s int) int {
	if !x.op.sparse {
		return s
	}
	p := x.op.placeA(0, i, s)
	bits := 2 * x.op.itemsA() // of a set
	set := 0
	if sets := 32 / bits; x.cbsz%4 == 0 {
		set = x.abid % sets
	}
	return s/2*4 + int(x.index[p.lane]>>(set*bits+2*p.item)&3)
}

// blockScale is what the block of k does to the exponents of its products.
func (x *oracleTrial) blockScale(i, j, k int) (shift int, nan bool) {
	if !x.op.scale {
		return 0, false
	}
	a := int(x.scale[0][i+x.op.m*(k/32)] >> (8 * x.byte[0]) & 255)
	b := int(x.scale[1][j+x.op.n*(k/32)] >> (8 * x.byte[1]) & 255)
	return a + b - 254, a == 255 || b == 255
}

// expect is element D[b,i,j].
func (x *oracleTrial) expect(o *oracleMath, b, i, j int) uint64 {
	switch op := x.op; op.d {
	case oracleI32:
		return x.expectInteger(b, i, j)
	case oracleF64:
		return x.expectChain(o, b, i, j)
	default:
		if op.a == oracleF32 {
			return x.expectChain(o, b, i, j)
		}
	}
	terms := make([]oracleProduct, x.op.depthA())
	for s := range terms {
		k := x.trueK(i, s)
		shift, nan := x.blockScale(i, j, k)
		terms[s] = o.product(o.number(x.op.a, x.read(x.op.a, x.elementA(b, i, s))),
			o.number(x.op.b, x.read(x.op.b, x.elementB(b, k, j))), shift, nan)
	}
	size, small := 16, true
	switch x.op.a {
	case oracleXF32:
		size, small = 4, false
	case oracleF16, oracleBF16:
		size, small = 8, false
	}
	return o.groups(terms, x.elementC(b, i, j), size, small, x.saturates())
}

// read is what an input is read as. xf32 loses its bits before all else, so
// that a NaN with no other fraction bits is an infinity.
func (x *oracleTrial) read(f *oracleFormat, code uint64) uint64 {
	switch {
	case f == oracleXF32:
		return code &^ 0x1fff
	case f == oracleF32 && x.mode>>4&1 == 0 && code>>23&0xff == 0:
		return code & (1 << 31) // subnormals are read as zero: semantics.md §8
	}
	return code
}

// expectChain is D of f32 and f64 inputs.
func (x *oracleTrial) expectChain(o *oracleMath, b, i, j int) uint64 {
	d := x.elementC(b, i, j)
	var neg [3]uint64
	if x.op.d == oracleF64 {
		for n := range neg {
			neg[n] = uint64(x.blgp>>n&1) << 63
		}
	}
	d ^= neg[2]
	for k := range x.op.k {
		d = o.fma(x.op.d, x.read(x.op.a, x.elementA(b, i, k))^neg[0], x.read(x.op.b, x.elementB(b, k, j))^neg[1], d, x.saturates())
	}
	return d
}

// expectInteger is D of i8 inputs.
func (x *oracleTrial) expectInteger(b, i, j int) uint64 {
	sum := int64(int32(x.elementC(b, i, j)))
	for s := range x.op.depthA() {
		sum += int64(int8(x.elementA(b, i, s))) * int64(int8(x.elementB(b, x.trueK(i, s), j)))
	}
	if x.saturates() {
		sum = min(max(sum, -1<<31), 1<<31-1)
	}
	return uint64(uint32(sum))
}

// placeRegisters chooses registers: D apart from all, on C, half on C, on A or
// on B, on index or scales by chance.
func (x *oracleTrial) placeRegisters(rng *rand.Rand) {
	op := x.op
	dwords := func(f *oracleFormat, items int) int { return max(items*f.bits()/32, 1) }
	na, nb, nd := dwords(op.a, op.itemsA()), dwords(op.b, op.itemsB()), dwords(op.d, op.itemsD())
	var used [512]bool
	pick := func(n, file int) int {
		for {
			r := file + 2*rng.IntN((256-n)/2+1)
			free := true
			for i := r; i < r+n; i++ {
				free = free && !used[i]
			}
			if free {
				for i := r; i < r+n; i++ {
					used[i] = true
				}
				return r
			}
		}
	}
	file := func() int { return 256 * rng.IntN(2) }
	cd := file()
	single := func(file int) int { return pick(2, file) + rng.IntN(2) }
	x.at = oracleRegisters{a: pick(na, file()), b: pick(nb, file()), c: pick(nd, cd)}
	if na == 1 {
		x.at.a, x.at.b = single(file()), single(file())
	}
	if op.sparse {
		x.at.index = single(0)
	}
	if op.scale {
		x.at.scaleA, x.at.scaleB = single(0), single(0)
	}
	x.at.d = x.at.c
	if op.sparse {
		return
	}
	// Where the assembler lets D be: on C, or apart from it unless it is short.
	on := func(d int) {
		apart := d+nd <= x.at.c || d >= x.at.c+nd
		if d&256 == cd && d+nd <= cd+256 && (apart || nd == 4) {
			x.at.d = d
		}
	}
	switch rng.IntN(5) {
	case 0:
	case 1:
		on(x.at.c + 2)
	case 2:
		on(x.at.a &^ 1)
	case 3:
		on(x.at.b &^ 1)
	default:
		x.at.d = pick(nd, cd)
	}
}

// registerName is the assembler's name of n registers.
func registerName(at, n int) string {
	file := "v"
	if at >= 256 {
		file, at = "a", at-256
	}
	if n == 1 {
		return fmt.Sprintf("%s%d", file, at)
	}
	return fmt.Sprintf("%s[%d:%d]", file, at, at+n-1)
}

// write makes the text of the instruction.
func (x *oracleTrial) write() {
	op := x.op
	tuple := func(at int, f *oracleFormat, items int) string {
		return registerName(at, max(items*f.bits()/32, 1))
	}
	words := []string{tuple(x.at.d, op.d, op.itemsD()), tuple(x.at.a, op.a, op.itemsA()), tuple(x.at.b, op.b, op.itemsB())}
	switch {
	case op.sparse:
		words = append(words, registerName(x.at.index, 1))
	case x.inline != nil:
		words = append(words, x.inline.text)
	default:
		words = append(words, tuple(x.at.c, op.d, op.itemsD()))
	}
	if op.scale {
		words = append(words, registerName(x.at.scaleA, 1), registerName(x.at.scaleB, 1))
	}
	x.text = op.mnemonic + " " + strings.Join(words, ", ")
	if op.scale {
		x.text += fmt.Sprintf(" op_sel:[%d,%d,0] op_sel_hi:[%d,%d,0]", x.byte[0]&1, x.byte[1]&1, x.byte[0]>>1, x.byte[1]>>1)
	}
	if x.cbsz != 0 {
		x.text += fmt.Sprintf(" cbsz:%d", x.cbsz)
	}
	if x.abid != 0 {
		x.text += fmt.Sprintf(" abid:%d", x.abid)
	}
	switch {
	case x.blgp == 0:
	case op.d == oracleF64:
		x.text += fmt.Sprintf(" neg:[%d,%d,%d]", x.blgp&1, x.blgp>>1&1, x.blgp>>2)
	default:
		x.text += fmt.Sprintf(" blgp:%d", x.blgp)
	}
}

// load puts the operands into a wave's registers.
func (x *oracleTrial) load(w *wave) {
	w.mode.set(x.mode)
	w.setExec(x.exec)
	op := x.op
	for l := range 64 {
		if op.sparse {
			w.vgpr[x.at.index][l] = x.index[l]
		}
		if op.scale {
			w.vgpr[x.at.scaleA][l], w.vgpr[x.at.scaleB][l] = x.scale[0][l], x.scale[1][l]
		}
		if x.inline == nil {
			packItems(w, x.at.c, l, op.d.bits(), x.c[l])
		}
		packItems(w, x.at.a, l, op.a.bits(), x.a[l])
		packItems(w, x.at.b, l, op.b.bits(), x.b[l])
	}
}

// packItems puts a lane's items into registers, lowest bits first.
func packItems(w *wave, at, lane, bits int, items []uint64) {
	for n, item := range items {
		for bit := range bits {
			pos := n*bits + bit
			r := &w.vgpr[at+pos/32][lane]
			*r = *r&^(1<<(pos%32)) | uint32(item>>bit&1)<<(pos%32)
		}
	}
}

// unpackItem reads an item.
func unpackItem(w *wave, at, lane, bits, item int) uint64 {
	v := uint64(0)
	for bit := range bits {
		pos := item*bits + bit
		v |= uint64(w.vgpr[at+pos/32][lane]>>(pos%32)&1) << bit
	}
	return v
}
