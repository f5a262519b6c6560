package codegen_test

import (
	"encoding/binary"
	"flag"
	"fmt"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"heddle/arch"
	"heddle/ir"
	"heddle/ir/interp"
	"heddle/layout"
	"heddle/long"
	"heddle/num"
	"heddle/pass"
	"heddle/verify"
)

// Where a lane's operands are in its 64 dwords of input.
const (
	matrixA      = 0
	matrixB      = 8
	matrixC      = 24
	matrixIndex  = 56
	matrixScaleA = 57
	matrixScaleB = 58
	matrixIn     = 64
	matrixOut    = 96 // the result, that of a loop, and twice the latter
)

// matrixTrial is a matrix instruction of rocdl with its fields.
type matrixTrial struct {
	m                *ir.MatrixOp
	chip             *arch.Chip
	cbsz, abid, blgp int
	selA, selB       int // bytes of the scales
}

func (x *matrixTrial) String() string {
	return fmt.Sprintf("%s on %s cbsz %d abid %d blgp %d scales %d %d", x.m.Rocdl, x.chip.Name, x.cbsz, x.abid, x.blgp, x.selA, x.selB)
}

// operandTypes are those of A, B and C. The scaled ones have 8, 6 or 4 dwords.
func (x *matrixTrial) operandTypes() (types []ir.Type) {
	lengths := [...]int{0, 0, 1, 1, 2}
	for i, t := range x.m.Signature()[:3] {
		n := 0
		if x.m.Scaled && i < 2 {
			n = lengths[[]int{x.cbsz, x.blgp}[i]]
		}
		types = append(types, t[n])
	}
	return types
}

func wordsOf(t ir.Type) int {
	e, n := memoryForm(t)
	w, _ := ir.BitWidth(e)
	return n * w / 32
}

// text is a kernel that stores the result at once, then that of three
// instructions in a loop that carries the accumulator, then twice that.
func (x *matrixTrial) text(groups int) string {
	var b strings.Builder
	n := 0
	line := func(format string, args ...any) string {
		n++
		fmt.Fprintf(&b, "    %%v%d = "+format+"\n", append([]any{n}, args...)...)
		return fmt.Sprintf("%%v%d", n)
	}
	in, out := fmt.Sprintf("memref<%dx%dxi32>", 64*groups, matrixIn), fmt.Sprintf("memref<%dx%dxi32>", 64*groups, matrixOut)
	load := func(t ir.Type, at int) string {
		words := wordsOf(t)
		c := line(`"arith.constant"() <{value = %d : index}> : () -> index`, at)
		v := line(`"vector.load"(%%in, %%t, %s) : (%s, index, index) -> vector<%dxi32>`, c, in, words)
		if vt, ok := t.(*ir.VectorType); ok {
			if vt.Elem == ir.I32 {
				return v
			}
			return line(`"vector.bitcast"(%s) : (vector<%dxi32>) -> %s`, v, words, t)
		}
		one := ir.Vector(t, 1)
		if t != ir.I32 {
			v = line(`"vector.bitcast"(%s) : (vector<%dxi32>) -> %s`, v, words, one)
		}
		return line(`"vector.extract"(%s) <{static_position = array<i64: 0>}> : (%s) -> %s`, v, one, t)
	}
	constant := func(k int) string { return line(`"arith.constant"() <{value = %d : i32}> : () -> i32`, k) }
	types, d := x.operandTypes(), x.m.Accumulator()
	va, vb, vc := load(types[0], matrixA), load(types[1], matrixB), load(types[2], matrixC)
	var rest []string
	switch {
	case x.m.Scaled:
		rest = []string{constant(x.cbsz), constant(x.blgp), constant(x.selA), load(ir.I32, matrixScaleA), constant(x.selB), load(ir.I32, matrixScaleB)}
	case x.m.Sparse:
		rest = []string{load(ir.I32, matrixIndex), constant(x.cbsz), constant(x.abid)}
	default:
		rest = []string{constant(x.cbsz), constant(x.abid), constant(x.blgp)}
	}
	texts := []string{types[0].String(), types[1].String(), types[2].String()}
	for range rest {
		texts = append(texts, "i32")
	}
	multiply := func(c string) string {
		return fmt.Sprintf(`"rocdl.%s"(%s) : (%s) -> %s`, x.m.Rocdl, strings.Join(append([]string{va, vb, c}, rest...), ", "), strings.Join(texts, ", "), d)
	}
	store := func(v string, at int) {
		t := d
		if _, ok := t.(*ir.VectorType); !ok {
			t = ir.Vector(t, 1)
			v = line(`"vector.broadcast"(%s) : (%s) -> %s`, v, d, t)
		}
		if ir.ElemType(t) != ir.I32 {
			v = line(`"vector.bitcast"(%s) : (%s) -> vector<%dxi32>`, v, t, wordsOf(t))
		}
		c := line(`"arith.constant"() <{value = %d : index}> : () -> index`, at)
		fmt.Fprintf(&b, "    \"vector.store\"(%s, %%out, %%t, %s) : (vector<%dxi32>, %s, index, index) -> ()\n", v, c, wordsOf(t), out)
	}
	store(line("%s", multiply(vc)), 0)
	from, to, by := line(`"arith.constant"() <{value = 0 : index}> : () -> index`), line(`"arith.constant"() <{value = 3 : index}> : () -> index`), line(`"arith.constant"() <{value = 1 : index}> : () -> index`)
	loop := line("\"scf.for\"(%s, %s, %s, %s) ({\n    ^bb1(%%i: index, %%acc: %s):\n      %%next = %s\n      \"scf.yield\"(%%next) : (%s) -> ()\n    }) : (index, index, index, %s) -> %s", from, to, by, vc, d, multiply("%acc"), d, d, d)
	add := "arith.addf"
	if ir.ElemType(d) == ir.I32 {
		add = "arith.addi"
	}
	twice := line(`%q(%s, %s) : (%s, %s) -> %s`, add, loop, loop, d, d, d)
	store(loop, 32)
	store(twice, 64)
	return fmt.Sprintf(`"gpu.module"() <{sym_name = "m"}> ({
  "gpu.func"() <{function_type = (%[1]s, %[2]s) -> (), known_block_size = array<i32: 64, 1, 1>}> ({
  ^bb0(%%in: %[1]s, %%out: %[2]s):
    %%x = "gpu.thread_id"() <{dimension = #gpu<dim x>}> : () -> index
    %%wg = "gpu.block_id"() <{dimension = #gpu<dim x>}> : () -> index
    %%c64 = "arith.constant"() <{value = 64 : index}> : () -> index
    %%first = "arith.muli"(%%wg, %%c64) : (index, index) -> index
    %%t = "arith.addi"(%%first, %%x) : (index, index) -> index
%[3]s    "gpu.return"() : () -> ()
  }) {gpu.kernel, sym_name = "k"} : () -> ()
}) : () -> ()
`, in, out, b.String())
}

// run runs the kernel on the inputs of some workgroups and returns what it wrote.
func (x *matrixTrial) run(t *testing.T, inputs [][]uint32) []byte {
	t.Helper()
	data := make([]byte, len(inputs)*64*matrixIn*4)
	for g, in := range inputs {
		for i, w := range in {
			binary.LittleEndian.PutUint32(data[4*(g*64*matrixIn+i):], w)
		}
	}
	to := &interp.Buffer{Name: "out", Data: make([]byte, len(inputs)*64*matrixOut*4)}
	elem := ir.ElemType(x.m.Accumulator()).String()
	c := verify.Case{Name: "matrix.mlir", Text: x.text(len(inputs)), Chip: x.chip, Grid: [3]uint32{uint32(len(inputs)), 1, 1}, Block: [3]uint32{64, 1, 1},
		Args: []interp.Arg{interp.Pointer(&interp.Buffer{Name: "in", Data: data}), interp.Pointer(to)}}
	c.Same = func(b *interp.Buffer, want, got []byte) error {
		if b != to {
			return nil
		}
		for i := range len(want) * 8 / widthOf(elem) {
			p, q := get(want, elem, i), get(got, elem, i)
			if p != q && !(isNaNCode(elem, p) && isNaNCode(elem, q)) {
				return fmt.Errorf("element %d: want %#x, got %#x", i, p, q)
			}
		}
		return nil
	}
	r, err := verify.Run(c, verify.Options{Passes: pass.Options{Verify: true}})
	if err != nil {
		t.Errorf("%v: %v", x, err)
		return nil
	}
	return r.Got[1]
}

// anyBits are operands of any bits, or numbers near one.
func (x *matrixTrial) anyBits(r *rand.Rand, near bool) []uint32 {
	in := make([]uint32, 64*matrixIn)
	for i := range in {
		in[i] = r.Uint32()
	}
	if near {
		for lane := range 64 {
			x.put(in, lane, matrixA, x.m.A, 16, func() float64 { return float64(r.IntN(13)-6) / 2 })
			x.put(in, lane, matrixB, x.m.B, 16, func() float64 { return float64(r.IntN(13)-6) / 2 })
			x.put(in, lane, matrixC, x.m.D, 32, func() float64 { return float64(r.IntN(100)) })
		}
	}
	for lane := range 64 {
		p := in[lane*matrixIn:]
		if near {
			for _, at := range []int{matrixScaleA, matrixScaleB} {
				p[at] = uint32(120+r.IntN(9))<<24 | uint32(120+r.IntN(9))<<16 | uint32(120+r.IntN(9))<<8 | uint32(120+r.IntN(9))
			}
		}
		p[matrixIndex] = 0
		for k := range 8 { // pairs of places in ascending order
			i := r.IntN(3)
			p[matrixIndex] |= uint32(i|(i+1+r.IntN(3-i))<<2) << (4 * k)
		}
	}
	return in
}

// put fills some dwords of a lane with numbers of a format.
func (x *matrixTrial) put(in []uint32, lane, at int, format string, words int, f func() float64) {
	if format == "" {
		return
	}
	width := layoutWidth(format)
	for pos := 0; pos < words*32; pos += width {
		putBits(in[lane*matrixIn+at:], pos, width, encodeNumber(x.chip, format, f()))
	}
}

// putBits puts a number at a bit position.
func putBits(words []uint32, pos, width int, v uint64) {
	for i := range width {
		words[(pos+i)/32] = words[(pos+i)/32]&^(1<<((pos+i)%32)) | uint32(v>>i&1)<<((pos+i)%32)
	}
}

var matrixTypes = map[string]ir.Type{"f64": ir.F64, "f32": ir.F32, "xf32": ir.F32, "f16": ir.F16, "bf16": ir.BF16, "i8": ir.I8, "i32": ir.I32,
	"fp8": ir.F8E4M3FN, "bf8": ir.F8E5M2, "fp6": ir.F6E2M3FN, "bf6": ir.F6E3M2FN, "fp4": ir.F4E2M1FN}

// matrixType is a format's type on a chip.
func matrixType(chip *arch.Chip, format string) ir.Type {
	if chip == &arch.GFX942 {
		switch format {
		case "fp8":
			return ir.F8E4M3FNUZ
		case "bf8":
			return ir.F8E5M2FNUZ
		}
	}
	return matrixTypes[format]
}

func layoutWidth(format string) int {
	w, _ := ir.BitWidth(matrixTypes[format])
	return w
}

// encodeNumber is a small number in a format that holds it exactly, and
// decodeNumber the number of a code.
func encodeNumber(chip *arch.Chip, format string, v float64) uint64 {
	t := matrixType(chip, format)
	switch {
	case t == ir.I8 || t == ir.I32:
		return uint64(int64(v)) & (1<<layoutWidth(format) - 1)
	case t == ir.F64 || t == ir.F32 || t == ir.F16 || t == ir.BF16:
		return floatCode(t, v)
	}
	return uint64(t.(ir.FloatType).Format().FromF32(uint32(floatCode(ir.F32, v)), true))
}

// The interpreter takes most of a minute for all matrix instructions with all
// their fields, so tests take every eighth.
var matrixAll = flag.Bool("matrix.all", false, "test every matrix instruction with all fields")

func skipped(i int) bool { return i%long.Count(24, 8) != 0 && !*matrixAll }

func TestMatrixOps(t *testing.T) {
	r := rand.New(rand.NewPCG(11, 3))
	for i, x := range matrixTrials(r) {
		inputs := [][]uint32{x.anyBits(r, false), x.anyBits(r, true)}
		if !skipped(i) {
			t.Run(x.String(), func(t *testing.T) { x.run(t, inputs) })
		}
	}
}

// matrixTrials are all matrix instructions of the chips, each with the fields
// that matter for it.
func matrixTrials(r *rand.Rand) []matrixTrial {
	var list []matrixTrial
	for _, chip := range arch.Chips {
		for i := range ir.MatrixOps() {
			m := &ir.MatrixOps()[i]
			if !m.On(chip) {
				continue
			}
			x := matrixTrial{m: m, chip: chip}
			switch {
			case m.Scaled:
				for n := range 25 {
					x.cbsz, x.blgp, x.selA, x.selB = n/5, n%5, r.IntN(4), r.IntN(4)
					list = append(list, x)
				}
			case m.Sparse:
				for abid := range 4 {
					x.abid, x.cbsz = abid, abid/3*r.IntN(2)
					list = append(list, x)
				}
			default:
				list = append(list, x)
				if m.A == "f64" {
					x.blgp = 1 + r.IntN(7)
					list = append(list, x)
				} else if m.Blocks > 1 {
					for blgp := 1; blgp < 8; blgp++ {
						x.blgp, x.cbsz, x.abid = blgp, 1, r.IntN(2)
						list = append(list, x)
					}
				}
			}
		}
	}
	return list
}

// TestMatrixElements puts matrices in place by package layout: with A a part of
// the identity every element of B is seen in D, and the other way round.
func TestMatrixElements(t *testing.T) {
	r := rand.New(rand.NewPCG(12, 3))
	for c, chip := range arch.Chips {
		for i := range ir.MatrixOps() {
			m := &ir.MatrixOps()[i]
			if !m.On(chip) || m.Sparse || skipped(i+3*c) {
				continue
			}
			x := matrixTrial{m: m, chip: chip}
			formats := []string{""}
			if m.Scaled {
				formats = layout.Formats()
			}
			for n, f := range formats {
				x.cbsz, x.blgp = n, n
				t.Run(x.String(), func(t *testing.T) { x.elements(t, r, f) })
			}
		}
	}
}

// product is a matrix multiplication with its operands, by block, row, column.
type product struct{ a, b, c map[[3]int]float64 }

func (x *matrixTrial) elements(t *testing.T, r *rand.Rand, format string) {
	m, ok := layout.LookupMatrix(x.chip, x.m.Inst.String())
	if !ok {
		t.Fatalf("layout does not know %s", x.m.Inst)
	}
	frags := map[layout.Operand]*layout.Fragment{}
	for _, op := range []layout.Operand{layout.A, layout.B, layout.C} {
		f := format
		if op == layout.C {
			f = ""
		}
		frag, err := m.Fragment(op, f)
		if err != nil {
			t.Fatal(err)
		}
		frags[op] = frag
	}
	var inputs [][]uint32
	var products []product
	for shift := 0; shift < x.m.K; shift += x.m.N {
		for side := range 2 {
			p := product{map[[3]int]float64{}, map[[3]int]float64{}, map[[3]int]float64{}}
			in := make([]uint32, 64*matrixIn)
			for lane := range 64 {
				in[lane*matrixIn+matrixScaleA], in[lane*matrixIn+matrixScaleB] = 0x7f7f7f7f, 0x7f7f7f7f
			}
			x.place(in, matrixA, frags[layout.A], p.a, func(_, row, col int) float64 {
				if side == 0 {
					return float64(1 + r.IntN(4))
				}
				return float64(oneIf(col == row+shift))
			})
			x.place(in, matrixB, frags[layout.B], p.b, func(_, row, col int) float64 {
				if side == 1 {
					return float64(1 + r.IntN(4))
				}
				return float64(oneIf(row == col+shift))
			})
			x.place(in, matrixC, frags[layout.C], p.c, func(_, _, _ int) float64 { return float64(r.IntN(1000)) })
			inputs, products = append(inputs, in), append(products, p)
		}
	}
	got := x.run(t, inputs)
	if got == nil {
		return
	}
	c := frags[layout.C]
	elem := matrixType(x.chip, x.m.D)
	w, _ := ir.BitWidth(elem)
	for g, p := range products {
		for lane := range 64 {
			for item := range c.Items() {
				block, row, col := c.Element(lane, item)
				want := p.c[[3]int{block, row, col}]
				for k := range x.m.K {
					want += p.a[[3]int{block, row, k}] * p.b[[3]int{block, k, col}]
				}
				at := (g*64+lane)*matrixOut*32/w + item
				if code := get(got, elem.String(), at); code != encodeNumber(x.chip, x.m.D, want) {
					t.Fatalf("%v: product %d: D[%d][%d] of block %d is %#x, want %v", x, g, row, col, block, code, want)
				}
			}
		}
	}
}

func oneIf(b bool) int {
	if b {
		return 1
	}
	return 0
}

// place fills an operand.
func (x *matrixTrial) place(in []uint32, at int, f *layout.Fragment, into map[[3]int]float64, value func(block, row, col int) float64) {
	for lane := range 64 {
		for item := range f.Items() {
			block, row, col := f.Element(lane, item)
			v := value(block, row, col)
			into[[3]int{block, row, col}] = v
			word, bit := f.Place(item)
			putBits(in[lane*matrixIn+at:], word*32+bit, f.ItemBits, encodeNumber(x.chip, f.Type, v))
		}
	}
}

// floatCode is a number in f16, bf16, f32 or f64, which hold it exactly.
func floatCode(t ir.Type, v float64) uint64 {
	switch t {
	case ir.F64:
		return math.Float64bits(v)
	case ir.F32:
		return uint64(math.Float32bits(float32(v)))
	case ir.BF16:
		return uint64(math.Float32bits(float32(v)) >> 16)
	}
	return uint64(num.F32ToF16(math.Float32bits(float32(v)), num.Env{}))
}

// TestMatrixForms: the operations of amdgpu, which have the fields as
// attributes.
func TestMatrixForms(t *testing.T) {
	scales := ir.Vector(ir.F8E8M0FNU, 4)
	for _, c := range []struct {
		chip *arch.Chip
		op   string
		in   []ir.Type
	}{
		{nil, "mfma <{m = 16 : i32, n = 16 : i32, k = 4 : i32, negateA, negateC}>", []ir.Type{ir.F64, ir.F64, ir.Vector(ir.F64, 4)}},
		{nil, "mfma <{m = 4 : i32, n = 4 : i32, k = 4 : i32, blocks = 4 : i32, negateB}>", []ir.Type{ir.F64, ir.F64, ir.F64}},
		{nil, "mfma <{m = 32 : i32, n = 32 : i32, k = 1 : i32, blocks = 2 : i32, cbsz = 1 : i32, abid = 1 : i32, blgp = #amdgpu<mfma_perm_b bcast_second_32>}>",
			[]ir.Type{ir.F32, ir.F32, ir.Vector(ir.F32, 32)}},
		{nil, "mfma <{m = 16 : i32, n = 16 : i32, k = 16 : i32}>", []ir.Type{ir.Vector(ir.BF16, 4), ir.Vector(ir.BF16, 4), ir.Vector(ir.F32, 4)}},
		{nil, "mfma <{m = 32 : i32, n = 32 : i32, k = 16 : i32}>", []ir.Type{ir.Vector(ir.I8, 8), ir.Vector(ir.I8, 8), ir.Vector(ir.I32, 16)}},
		{&arch.GFX942, "mfma <{m = 32 : i32, n = 32 : i32, k = 4 : i32, reducePrecision}>", []ir.Type{ir.Vector(ir.F32, 2), ir.Vector(ir.F32, 2), ir.Vector(ir.F32, 16)}},
		{&arch.GFX942, "mfma <{m = 32 : i32, n = 32 : i32, k = 16 : i32}>", []ir.Type{ir.Vector(ir.F8E4M3FNUZ, 8), ir.Vector(ir.F8E5M2FNUZ, 8), ir.Vector(ir.F32, 16)}},
		{&arch.GFX950, "mfma <{m = 16 : i32, n = 16 : i32, k = 128 : i32}>", []ir.Type{ir.Vector(ir.F6E2M3FN, 32), ir.Vector(ir.F4E2M1FN, 32), ir.Vector(ir.F32, 4)}},
		{nil, "sparse_mfma <{m = 16 : i32, n = 16 : i32, k = 32 : i32, cbsz = 0 : i32, abid = 2 : i32}>",
			[]ir.Type{ir.Vector(ir.F16, 4), ir.Vector(ir.F16, 8), ir.Vector(ir.F32, 4), ir.Vector(ir.I8, 4)}},
		{&arch.GFX950, "scaled_mfma <{m = 16 : i32, n = 16 : i32, k = 128 : i32, scalesIdxA = 1 : i32, scalesIdxB = 2 : i32}>",
			[]ir.Type{ir.Vector(ir.F4E2M1FN, 32), ir.Vector(ir.F8E5M2, 32), ir.Vector(ir.F32, 4), scales, scales}},
		{&arch.GFX950, "scaled_mfma <{m = 32 : i32, n = 32 : i32, k = 64 : i32, scalesIdxA = 3 : i32, scalesIdxB = 0 : i32}>",
			[]ir.Type{ir.Vector(ir.F6E3M2FN, 32), ir.Vector(ir.F6E2M3FN, 32), ir.Vector(ir.F32, 16), scales, scales}},
	} {
		name, attrs, _ := strings.Cut(c.op, " ")
		var operands, types []string
		for i, typ := range c.in {
			operands, types = append(operands, fmt.Sprintf("%%a%d", i)), append(types, typ.String())
		}
		k := &mixedKernel{in: c.in, out: c.in[2], op: fmt.Sprintf("%%r = \"amdgpu.%s\"(%s) %s : (%s) -> %s", name, strings.Join(operands, ", "), attrs, strings.Join(types, ", "), c.in[2])}
		for _, chip := range arch.Chips {
			if c.chip == nil || c.chip == chip {
				k.run(t, chip, 8)
			}
		}
	}
}
