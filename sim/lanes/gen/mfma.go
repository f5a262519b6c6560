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
	inf   uint8 // of 8-bit elements: the magnitude of infinity, 0: none
	nan   uint8 // and the least magnitude of NaN, 0: it is the code 0x80
}

var (
	f16     = &element{"F16", 16, 10, 15, 0, 0}
	bf16    = &element{"BF16", 16, 7, 127, 0, 0}
	fp8     = &element{"FP8", 8, 3, 7, 0, 0x7f}
	bf8     = &element{"BF8", 8, 2, 15, 0x7c, 0x7d}
	fp8fnuz = &element{"FP8FNUZ", 8, 3, 8, 0, 0}
	i8      = &element{"I8", 8, 0, 0, 0, 0}
	f32     = &element{"F32", 32, 0, 0, 0, 0}
	bf8fnuz = &element{"BF8FNUZ", 8, 2, 16, 0, 0}
)

// matrices are all kernels.
func matrices() (all []matrix) {
	add := func(a, b *element, halves bool, shapes ...[2]int) {
		for _, s := range shapes {
			name := fmt.Sprintf("%s%sx%dx%d", a.name, b.name, s[0], s[1])
			if a.width != 8 || a == i8 {
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
	add(i8, i8, false, [2]int{32, 16}, [2]int{16, 32}, [2]int{32, 32}, [2]int{16, 64})
	add(f32, f32, false, [2]int{32, 2}, [2]int{16, 4})
	return all
}

// The frame of a kernel, in bytes: the values of A and of B, their exponents, a
// plane of k after the other each, and other vectors. A region has room for 64
// planes of 32 rows; that its size is no power of two keeps regions apart in
// the cache.
const (
	region   = 64*32*4 + 128
	valuesAt = 0 // of A, then of B
	expsAt   = 2 * region
	slotsAt  = 4 * region
	slots    = 16
	// Of 8-bit elements, the rows of A and columns of B that have a NaN: dwords of
	// ones.
	nanAt      = slotsAt + 64*slots
	nanRegion  = 4*32 + 64
	frameBytes = nanAt + 2*nanRegion
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
func (x *mfma) matrix(m *matrix) {
	var body func(e *entry)
	switch {
	case m.a.width == 16:
		decodeA, decodeB := x.decoder16(m.a, m, 0), x.decoder16(m.b, m, 1)
		core, check := x.core8(m.size), ""
		if m.a == bf16 {
			check = x.checkTiny(m.size)
		}
		body = func(e *entry) {
			e.decode(decodeA, "a")
			if check != "" {
				x.MOVQ(e.status(), e.call.Offset(40))
			}
			e.decode(decodeB, "b")
			if check != "" {
				good, r := x.label("good"), e.status()
				x.ORQ(e.call.Offset(40), r)
				x.JEQ(operand.LabelRef(good))
				x.MOVQ(operand.U32(m.k/8), e.call.Offset(8))
				x.call(check)
				e.refuse()
				x.Label(good)
			}
			e.compute(core, m.k/8)
		}
	case m.a == i8:
		body = x.i8Body(m)
	case m.a == f32:
		body = x.f32Body(m)
	case x.wide:
		var decode [3][2]string
		for i, w := range [...]makes{makeExps, makeValues, makeWhole} {
			decode[i] = [2]string{x.decoder8(m.a, m, 0, w), x.decoder8(m.b, m, 1, w)}
		}
		core, exact, choose := x.core16(m.size), x.coreExact(m.size), x.choose(m)
		body = func(e *entry) {
			e.decode(decode[0][0], "a")
			e.decode(decode[0][1], "b")
			x.call(choose)
			general := x.label("general")
			x.CMPQ(e.status(), operand.I8(isGood))
			x.JNE(operand.LabelRef(general))
			e.decode(decode[2][0], "a")
			e.decode(decode[2][1], "b")
			e.compute(exact, m.k/16)
			x.result(true)
			x.Label(general)
			e.decode(decode[1][0], "a")
			e.decode(decode[1][1], "b")
			e.compute(core, m.k/16)
		}
	default:
		decodeA, decodeB := x.decoder8(m.a, m, 0, makeAll), x.decoder8(m.b, m, 1, makeAll)
		core := x.core16(m.size)
		body = func(e *entry) {
			e.decode(decodeA, "a")
			e.decode(decodeB, "b")
			e.compute(core, m.k/16)
		}
	}
	x.once("mfma"+m.name, "computes D = A*B + C; the registers of C are step bytes apart.", matrixSignature, m.size, func() {
		x.Attributes(0)
		e := &entry{mfma: x, call: x.AllocLocal(48), bad: x.label("bad")}
		at := x.GP64()
		x.LEAQ(x.AllocLocal(frameBytes+64), at)
		x.ADDQ(operand.I8(63), at)
		x.ANDQ(operand.I8(-64), at)
		x.MOVQ(at, e.call)
		body(e)
		x.result(true)
		x.Label(e.bad)
		x.result(false)
	})
}

// entry is a kernel that is being emitted.
type entry struct {
	*mfma
	call operand.Mem // arguments and results of what it calls; the first is the frame
	bad  string
}

func (e *entry) status() reg.GPVirtual {
	r := e.GP64()
	e.MOVQ(e.call.Offset(16), r)
	return r
}

// refuse leaves the kernel if that is what the function says that was called.
func (e *entry) refuse() {
	e.CMPQ(e.status(), operand.I8(isBad))
	e.JEQ(operand.LabelRef(e.bad))
}

// decode calls a decoder for an operand.
func (e *entry) decode(name, arg string) {
	e.MOVQ(e.pointers(arg)[0], e.call.Offset(8))
	e.mfma.call(name)
	e.refuse()
}

// compute calls a core.
func (e *entry) compute(name string, groups int) {
	for i, arg := range []string{"d", "c"} {
		e.MOVQ(e.pointers(arg)[0], e.call.Offset(8+8*i))
	}
	e.MOVQ(e.word("step"), e.call.Offset(24))
	e.MOVQ(operand.U32(groups), e.call.Offset(32))
	e.mfma.call(name)
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
