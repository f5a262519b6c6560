package main

import (
	"fmt"

	"github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// Matrix kernels: D = A*B + C with the rounding of the matrix core (facts
// mfma_numerics.md, whose letters are used here), for matrices of 16 or 32
// rows and columns.
//
// Decoders (decode.go) take A and B apart into planes of one k each: the values
// in f32, and the exponents of the numbers as signed bytes. A core (core.go)
// then computes D, tile by tile. A tile is four vectors of D that follow each
// other in a VGPR; what is known of its exponents is one vector, of which byte
// p of each dword belongs to vector p of the tile.
//
// For each group of k, the maximum m of the exponents of the products gives
// s = 2^(24-m); products are exact in f32, their s-folds are truncated by the
// conversion to int32 and summed there; c gets its s-fold and is floored by a
// conversion; the sum is rounded to nearest even by the conversion back to f32.
// That holds as long as c*s is below 2^30; what is done for others is in
// last.go.

// matrix is a kernel: the calls of decoders, a check and a core.
type matrix struct {
	name    string
	size, k int // rows of A and columns of B, 16 or 32; k
	a, b    *element
	halves  bool // a lane's items are of two halves of k
}

// element is a type of the elements of A and B.
type element struct {
	name  string
	width int // bits
	frac  int // fraction bits
	bias  int
	nan   uint8 // of 8-bit elements: the least magnitude that is not a number; 0: only 0x80 is none
}

var (
	f16     = &element{"F16", 16, 10, 15, 0}
	bf16    = &element{"BF16", 16, 7, 127, 0}
	fp8     = &element{"FP8", 8, 3, 7, 0x7f}
	bf8     = &element{"BF8", 8, 2, 15, 0x7c}
	fp8fnuz = &element{"FP8FNUZ", 8, 3, 8, 0}
	bf8fnuz = &element{"BF8FNUZ", 8, 2, 16, 0}
)

// matrices are all kernels.
func matrices() (all []matrix) {
	add := func(a, b *element, halves bool, shapes ...[2]int) {
		for _, s := range shapes {
			name := fmt.Sprintf("%s%sx%dx%d", a.name, b.name, s[0], s[1])
			if a.width == 16 {
				name = fmt.Sprintf("%sx%dx%d", a.name, s[0], s[1])
			}
			all = append(all, matrix{name: name, size: s[0], k: s[1], a: a, b: b, halves: halves})
		}
	}
	for _, e := range []*element{f16, bf16} {
		add(e, e, false, [2]int{32, 8}, [2]int{16, 16}, [2]int{32, 16}, [2]int{16, 32})
	}
	for _, pair := range [][2]*element{{fp8fnuz, bf8fnuz}, {fp8, bf8}} {
		for _, a := range pair {
			for _, b := range pair {
				add(a, b, false, [2]int{32, 16}, [2]int{16, 32})
			}
		}
	}
	for _, a := range []*element{fp8, bf8} {
		for _, b := range []*element{fp8, bf8} {
			add(a, b, true, [2]int{32, 64}, [2]int{16, 128})
		}
	}
	return all
}

// The frame of a kernel, in bytes: the values of A and of B, their exponents, a
// plane of k after the other each, and other vectors. A region has room for 64
// planes of 32 rows; that its size is no power of two keeps regions apart in
// the cache.
const (
	region     = 64*32*4 + 128
	valuesAt   = 0 // of A, then of B
	expsAt     = 2 * region
	slotsAt    = 4 * region
	slots      = 16
	frameBytes = slotsAt + 64*slots
)

// mfma emits the functions of one level.
type mfma struct {
	*machine
	size   int // of the function being emitted
	suffix string
	later  []func() // code that is seldom executed
	done   map[string]bool
}

const matrixSignature = "func(d, a, b, c *[64]uint32, step uint64) bool"

func emitMFMA(m *machine, suffix string) {
	x := &mfma{machine: m, suffix: suffix, done: map[string]bool{}}
	for _, k := range matrices() {
		x.matrix(&k)
	}
}

// once emits a function if there is none of the name, which it returns.
func (x *mfma) once(name, doc, signature string, size int, body func()) string {
	name += x.suffix
	if x.done[name] {
		return name
	}
	x.done[name] = true
	x.size = size
	x.begin(name, signature, name+" "+doc)
	x.Pragma("noescape")
	body()
	for len(x.later) > 0 {
		f := x.later[0]
		x.later = x.later[1:]
		f()
	}
	return name
}

// matrix emits a kernel, and what it calls if that does not exist yet.
func (x *mfma) matrix(k *matrix) {
	groups := k.k / 8
	decodeA, decodeB, check, core := "", "", "", ""
	if k.a.width == 16 {
		decodeA, decodeB = x.decoder16(k.a, k, 0), x.decoder16(k.b, k, 1)
		core = x.core8(k.size)
		if k.a == bf16 {
			check = x.checkTiny(k.size)
		}
	} else {
		groups = k.k / 16
		decodeA, decodeB = x.decoder8(k.a, k, 0), x.decoder8(k.b, k, 1)
		core = x.core16(k.size)
	}
	x.once("mfma"+k.name, "computes D = A*B + C; the registers of C are step bytes apart.", matrixSignature, k.size, func() {
		x.Attributes(0)
		call := x.AllocLocal(48) // arguments
		frame := x.AllocLocal(frameBytes + 64)
		bad, good := x.label("bad"), x.label("good")
		at := x.GP64()
		x.LEAQ(frame, at)
		x.ADDQ(operand.I8(63), at)
		x.ANDQ(operand.I8(-64), at)
		x.MOVQ(at, call)
		status := func() reg.GPVirtual {
			r := x.GP64()
			x.MOVQ(call.Offset(16), r)
			return r
		}
		x.MOVQ(x.pointers("a")[0], call.Offset(8))
		x.call(decodeA)
		x.CMPQ(status(), operand.I8(isBad))
		x.JEQ(operand.LabelRef(bad))
		if check != "" {
			x.MOVQ(status(), call.Offset(40))
		}
		x.MOVQ(x.pointers("b")[0], call.Offset(8))
		x.call(decodeB)
		r := status()
		x.CMPQ(r, operand.I8(isBad))
		x.JEQ(operand.LabelRef(bad))
		if check != "" {
			x.ORQ(call.Offset(40), r)
			x.JEQ(operand.LabelRef(good))
			x.MOVQ(operand.U32(groups), call.Offset(8))
			x.call(check)
			x.CMPQ(status(), operand.I8(isBad))
			x.JEQ(operand.LabelRef(bad))
			x.Label(good)
		}
		for i, arg := range []string{"d", "c"} {
			x.MOVQ(x.pointers(arg)[0], call.Offset(8+8*i))
		}
		x.MOVQ(x.word("step"), call.Offset(24))
		x.MOVQ(operand.U32(groups), call.Offset(32))
		x.call(core)
		x.result(true)
		x.Label(bad)
		x.result(false)
	})
}

// call calls a function of the package, which keeps no registers.
func (x *mfma) call(name string) {
	x.CALL(operand.LabelRef("·" + name + "(SB)"))
}

// What decoders and checks return.
const (
	isGood = iota
	isTiny // there are numbers below 2^-51
	isBad  // the plain engine has to do it
)

// status is the end of a decoder or check.
func (x *mfma) status(v int) {
	to, err := x.ReturnIndex(0).Resolve()
	if err != nil {
		panic("BUG: " + err.Error())
	}
	x.MOVQ(operand.U32(v), to.Addr)
	x.end()
}

// rowChunks is the number of vectors in a row of D.
func (x *mfma) rowChunks() int { return x.size / x.lanes() }

// tileRows is the number of rows of a tile.
func (x *mfma) tileRows() int { return 4 / x.rowChunks() }

// stride is the distance of planes in the frame.
func (x *mfma) stride() int { return 4 * x.size }
