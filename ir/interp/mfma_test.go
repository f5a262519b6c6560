package interp_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"heddle/arch"
	"heddle/ir"
	"heddle/num"
)

// codeOf is the code of a small number.
func codeOf(t ir.Type, v float64) uint64 {
	switch t {
	case ir.I8:
		return uint64(uint8(int8(v)))
	case ir.I32:
		return uint64(uint32(int32(v)))
	case ir.F64:
		return math.Float64bits(v)
	case ir.F32:
		return uint64(math.Float32bits(float32(v)))
	case ir.F16:
		return uint64(num.F32ToF16(math.Float32bits(float32(v)), num.Env{}))
	case ir.BF16:
		return uint64(math.Float32bits(float32(v)) >> 16)
	}
	return uint64(t.(ir.FloatType).Format().FromF32(math.Float32bits(float32(v)), false))
}

// image packs the codes of 64 lanes with n items each.
func image(t ir.Type, n int, value func(lane, item int) float64) []byte {
	w, _ := ir.BitWidth(t)
	b := make([]byte, (64*n*w+7)/8)
	for i := range 64 * n {
		code := codeOf(t, value(i/n, i%n))
		for k := range w {
			b[(i*w+k)/8] |= byte(code>>k&1) << ((i*w + k) % 8)
		}
	}
	return b
}

// inputPlace is where element k of row (or column) i of a block is: the formula
// of the manual (facts isa/semantics.md 7). 8-bit operands of f8f6f4 are in two
// halves.
func inputPlace(m, blocks, k, block, i, at int, halves bool) (lane, item int) {
	perLane := k / (64 / (m * blocks))
	if halves {
		half := k / 2
		return i + m*(at%half/16), at%16 + 16*(at/half)
	}
	return i + m*(block+blocks*(at/perLane)), at % perLane
}

// outputPlace is where element i, j of a block of C and D is.
func outputPlace(m, n, blocks int, f64 bool, block, i, j int) (lane, item int) {
	h := 4
	if f64 {
		h = 1
	}
	if f64 && blocks > 1 { // facts isa/semantics.md §7: not as the manual's formula
		return j + n*(block+blocks*i), 0
	}
	bi := (64*h + n*m - 1) / (n * m)
	mi := 64 / bi / n
	g := m / (h * mi)
	return j + n*(i/h%mi+mi*(block%bi)), i%h + h*(i/(h*mi)+g*(block/bi))
}

// mfmaCase is an amdgpu operation with its operands.
type mfmaCase struct {
	m                *ir.MatrixOp
	a, b, d          ir.Type
	scaled           bool
	cbsz, abid, blgp int
	negate           [3]bool
}

// text is the operation: operands from memrefs %b0 to %b2 of A, B and C, result
// to %b3; the index or the scales in %b4 and %b5.
func (c *mfmaCase) text(counts [3]int) string {
	var b strings.Builder
	vector := func(t ir.Type, n int) string {
		if n == 1 && !c.m.Sparse {
			return t.String()
		}
		return ir.Vector(t, int64(n)).String()
	}
	var types []string
	for i, t := range []ir.Type{c.a, c.b, c.d} {
		v := ir.Vector(t, int64(counts[i]))
		fmt.Fprintf(&b, "      %%w%d = \"vector.load\"(%%b%d, %%t, %%c0) : (memref<64x%dx%s>, index, index) -> %s\n", i, i, counts[i], t, v)
		types = append(types, vector(t, counts[i]))
		if types[i] == v.String() {
			fmt.Fprintf(&b, "      %%v%d = \"vector.shape_cast\"(%%w%d) : (%s) -> %s\n", i, i, v, v)
		} else {
			fmt.Fprintf(&b, "      %%v%d = \"vector.extract\"(%%w%d) <{static_position = array<i64: 0>}> : (%s) -> %s\n", i, i, v, t)
		}
	}
	fields := fmt.Sprintf("m = %d : i32, n = %d : i32, k = %d : i32", c.m.M, c.m.N, c.m.K)
	d := types[2]
	switch {
	case c.m.Sparse:
		index := "vector<4xi8>"
		if w, _ := ir.BitWidth(c.a); w == 8 {
			index = "vector<2xi16>"
		}
		fmt.Fprintf(&b, "      %%i = \"vector.load\"(%%b4, %%t, %%c0) : (memref<64x1xi32>, index, index) -> vector<1xi32>\n      %%j = \"vector.bitcast\"(%%i) : (vector<1xi32>) -> %s\n", index)
		fmt.Fprintf(&b, "      %%r = \"amdgpu.sparse_mfma\"(%%v0, %%v1, %%v2, %%j) <{%s, cbsz = %d : i32, abid = %d : i32}> : (%s, %s) -> %s\n", fields, c.cbsz, c.abid, strings.Join(types, ", "), index, d)
	case c.scaled:
		for i, n := range []string{"p", "q"} {
			fmt.Fprintf(&b, "      %%%s = \"vector.load\"(%%b%d, %%t, %%c0) : (memref<64x4xf8E8M0FNU>, index, index) -> vector<4xf8E8M0FNU>\n", n, 4+i)
		}
		fmt.Fprintf(&b, "      %%r = \"amdgpu.scaled_mfma\"(%%v0, %%v1, %%v2, %%p, %%q) <{%s, scalesIdxA = %d : i32, scalesIdxB = %d : i32}> : (%s, vector<4xf8E8M0FNU>, vector<4xf8E8M0FNU>) -> %s\n",
			fields, c.cbsz, c.abid, strings.Join(types, ", "), d)
	default:
		fields += fmt.Sprintf(", blocks = %d : i32, cbsz = %d : i32, abid = %d : i32, blgp = #amdgpu<mfma_perm_b %s>", c.m.Blocks, c.cbsz, c.abid, ir.MFMAPermBs[c.blgp])
		if c.m.A == "xf32" {
			fields += ", reducePrecision"
		}
		for i, n := range []string{", negateA", ", negateB", ", negateC"} {
			if c.negate[i] {
				fields += n
			}
		}
		fmt.Fprintf(&b, "      %%r = \"amdgpu.mfma\"(%%v0, %%v1, %%v2) <{%s}> : (%s) -> %s\n", fields, strings.Join(types, ", "), d)
	}
	v := ir.Vector(c.d, int64(counts[2]))
	if d != v.String() {
		fmt.Fprintf(&b, "      %%x = \"vector.broadcast\"(%%r) : (%s) -> %s\n", d, v)
	} else {
		fmt.Fprintf(&b, "      %%x = \"vector.shape_cast\"(%%r) : (%s) -> %s\n", d, v)
	}
	fmt.Fprintf(&b, "      \"vector.store\"(%%x, %%b3, %%t, %%c0) : (%s, memref<64x%dx%s>, index, index) -> ()", v, counts[2], c.d)
	return b.String()
}

// run runs the case with small integers, whose sums are exact in any order, and
// compares with a plain multiplication of matrices.
func (c *mfmaCase) run(t *testing.T, chip *arch.Chip, r *rand.Rand) {
	t.Helper()
	m := c.m
	stored := m.K
	if m.Sparse {
		stored /= 2
	}
	counts := [3]int{m.M * stored * m.Blocks / 64, m.N * m.K * m.Blocks / 64, m.M * m.N * m.Blocks / 64}
	small := func(lanes, n int) [][]float64 {
		v := make([][]float64, lanes)
		for i := range v {
			v[i] = make([]float64, n)
			for k := range v[i] {
				v[i][k] = float64(r.IntN(5) - 2)
			}
		}
		return v
	}
	a, b, acc := small(64, counts[0]), small(64, counts[1]), small(64, counts[2])
	wA, _ := ir.BitWidth(c.a)
	wB, _ := ir.BitWidth(c.b)
	index, pairs := make([]uint32, 64), [][2]int{{0, 1}, {0, 2}, {0, 3}, {1, 2}, {1, 3}, {2, 3}}
	sets := 1
	if m.Sparse { // an index has room for several sets
		sets = 32 / (2 * counts[0])
		for lane := range index {
			for k := range 8 {
				p := pairs[r.IntN(6)]
				index[lane] |= uint32(p[0]|p[1]<<2) << (4 * k)
			}
		}
	}
	var scale [2][][]float64
	for i := range scale {
		scale[i] = make([][]float64, 64)
		for l := range scale[i] {
			for range 4 {
				scale[i][l] = append(scale[i][l], math.Ldexp(1, r.IntN(5)-2))
			}
		}
	}
	at := func(v [][]float64) func(int, int) float64 {
		return func(lane, item int) float64 { return v[lane][item] }
	}
	wide, _ := ir.BitWidth(c.d)
	out := make([]byte, 64*counts[2]*wide/8)
	buffers := []buffer{
		{fmt.Sprintf("memref<64x%dx%s>", counts[0], c.a), image(c.a, counts[0], at(a))},
		{fmt.Sprintf("memref<64x%dx%s>", counts[1], c.b), image(c.b, counts[1], at(b))},
		{fmt.Sprintf("memref<64x%dx%s>", counts[2], c.d), image(c.d, counts[2], at(acc))},
		{fmt.Sprintf("memref<64x%dx%s>", counts[2], c.d), out},
	}
	switch {
	case m.Sparse:
		buffers = append(buffers, buffer{"memref<64x1xi32>", u32s(64, func(i int) uint32 { return index[i] })})
	case c.scaled:
		for i := range scale {
			bytes := make([]byte, 256)
			for k := range bytes {
				bytes[k] = byte(127 + int(math.Log2(scale[i][k/4][k%4])))
			}
			buffers = append(buffers, buffer{"memref<64x4xf8E8M0FNU>", bytes})
		}
	}
	if err := onLanes(t, chip, 64, c.text(counts), buffers...); err != nil {
		t.Errorf("%s on %s: %v", m.Rocdl, chip.Name, err)
		return
	}
	sign := func(i int) float64 {
		if c.negate[i] {
			return -1
		}
		return 1
	}
	want := make([][]float64, 64)
	for l := range want {
		want[l] = make([]float64, counts[2])
	}
	for block := range m.Blocks {
		for i := range m.M {
			for j := range m.N {
				lane, item := outputPlace(m.M, m.N, m.Blocks, m.A == "f64", block, i, j)
				sum := sign(2) * acc[lane][item]
				for k := range stored {
					la, ia := inputPlace(m.M, m.Blocks, stored, block, i, k, m.Scaled && wA == 8)
					kb := k
					if m.Sparse {
						set := 0
						if c.cbsz == 0 {
							set = c.abid % sets
						}
						kb = k/2*4 + int(index[la]>>(set*2*counts[0]+2*ia)&3)
					} else if !c.scaled {
						sets := 1 << c.cbsz
						la += m.M * (c.abid - block%sets)
					}
					lb, ib := inputPlace(m.N, m.Blocks, m.K, block, j, kb, m.Scaled && wB == 8)
					switch c.blgp {
					case 1:
						lb %= 32
					case 2:
						lb = lb%32 + 32
					case 3:
						lb = (lb + 16) % 64
					case 4, 5, 6, 7:
						lb = lb%16 + 16*(c.blgp-4)
					}
					p := sign(0) * a[la][ia] * sign(1) * b[lb][ib]
					if c.scaled {
						p *= scale[0][i+m.M*(k/32)][c.cbsz] * scale[1][j+m.N*(k/32)][c.abid]
					}
					sum += p
				}
				want[lane][item] = sum
			}
		}
	}
	if wantBytes := image(c.d, counts[2], at(want)); string(wantBytes) != string(out) {
		t.Errorf("%s on %s with %s and %s: wrong (cbsz %d, abid %d, blgp %d)", m.Rocdl, chip.Name, c.a, c.b, c.cbsz, c.abid, c.blgp)
	}
}

// TestMFMA runs each matrix operation of amdgpu against a plain multiplication,
// with the places of elements by the manual's formula and not by the tables.
func TestMFMA(t *testing.T) {
	r := rand.New(rand.NewPCG(11, 12))
	small := []ir.Type{ir.F8E4M3FN, ir.F8E5M2, ir.F6E2M3FN, ir.F6E3M2FN, ir.F4E2M1FN}
	for _, chip := range arch.Chips {
		for i := range ir.MatrixOps() {
			m := &ir.MatrixOps()[i]
			if !m.On(chip) {
				continue
			}
			c := mfmaCase{m: m}
			c.a, c.b, c.d = m.Elems(chip)
			switch {
			case m.Scaled:
				for _, c.a = range small {
					for _, c.b = range small {
						c.scaled, c.cbsz, c.abid = true, r.IntN(4), r.IntN(4) // bytes of the scales
						c.run(t, chip, r)
					}
					c.scaled, c.cbsz, c.abid = false, 0, 0
					c.run(t, chip, r)
				}
			case m.Sparse:
				if !m.On(&arch.GFX942) { // K doubled: in halves, which is no formula
					continue
				}
				c.run(t, chip, r)
				c.abid = 1
				c.run(t, chip, r)
				c.cbsz = 1
				c.run(t, chip, r)
			default:
				c.run(t, chip, r)
				if m.A == "f64" {
					c.negate = [3]bool{true, false, true}
					c.run(t, chip, r)
				} else if m.Blocks > 1 {
					for c.blgp = range 8 {
						c.cbsz = 1
						c.abid = r.IntN(2)
						c.run(t, chip, r)
					}
				}
			}
		}
	}
}

// A wave with lanes missing has operands that nobody knows.
func TestMFMAOfPartialWave(t *testing.T) {
	c := mfmaCase{m: &ir.MatrixOps()[4], a: ir.F32, b: ir.F32, d: ir.F32} // 16x16x4
	err := onLanes(t, &arch.GFX942, 48, c.text([3]int{1, 1, 4}), buffer{"memref<64x1xf32>", make([]byte, 256)}, buffer{"memref<64x1xf32>", make([]byte, 256)},
		buffer{"memref<64x4xf32>", make([]byte, 1024)}, buffer{"memref<64x4xf32>", make([]byte, 1024)})
	if err == nil || !strings.Contains(err.Error(), "of a matrix operation is not active") {
		t.Errorf("a wave of 48 lanes: %v", err)
	}
}
