package sim

import (
	"bufio"
	"compress/gzip"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"strconv"
	"strings"
	"testing"

	"heddle/isa"
	"heddle/num"
)

// numericsVector is a line of testdata/mfma_numerics_vectors.csv.gz: a dot
// product of one kind with its result on gfx942 (facts mfma_numerics.md).
type numericsVector struct {
	line int
	kind string
	a, b []uint32
	c, d uint32
}

func openGzip(t testing.TB, name string) *gzip.Reader {
	t.Helper()
	f, err := os.Open(name)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { f.Close() })
	z, err := gzip.NewReader(f)
	if err != nil {
		t.Fatal(err)
	}
	return z
}

func readNumericsVectors(t testing.TB) []numericsVector {
	t.Helper()
	hex := func(s string) uint32 {
		if s == "nan" {
			return num.QNaN32
		}
		v, err := strconv.ParseUint(s, 16, 32)
		if err != nil {
			t.Fatal(err)
		}
		return uint32(v)
	}
	list := func(s string) (v []uint32) {
		for _, f := range strings.Fields(s) {
			v = append(v, hex(f))
		}
		return v
	}
	var vectors []numericsVector
	lines := bufio.NewScanner(openGzip(t, "testdata/mfma_numerics_vectors.csv.gz"))
	for n := 1; lines.Scan(); n++ {
		f := strings.Split(lines.Text(), ",")
		if n > 1 {
			vectors = append(vectors, numericsVector{n, f[0], list(f[1]), list(f[2]), hex(f[3]), hex(f[4])})
		}
	}
	if len(vectors) < 2000 {
		t.Fatalf("%d vectors", len(vectors))
	}
	return vectors
}

// numericsKinds are the element types of the vectors' kinds, and for each k
// instructions that compute them.
var numericsKinds = map[string]struct {
	typ *num.Format
	ops map[int][]string
}{
	"f16": {num.F16, map[int][]string{
		4:  {"v_mfma_f32_4x4x4_16b_f16", "v_mfma_f32_16x16x4_4b_f16", "v_mfma_f32_32x32x4_2b_f16"},
		8:  {"v_mfma_f32_32x32x8_f16"},
		16: {"v_mfma_f32_16x16x16_f16"},
	}},
	"bf16": {num.BF16, map[int][]string{
		4:  {"v_mfma_f32_4x4x4_16b_bf16", "v_mfma_f32_16x16x4_4b_bf16", "v_mfma_f32_32x32x4_2b_bf16"},
		8:  {"v_mfma_f32_32x32x8_bf16"},
		16: {"v_mfma_f32_16x16x16_bf16"},
	}},
	"xf32":     {num.XF32, map[int][]string{4: {"v_mfma_f32_32x32x4_xf32"}, 8: {"v_mfma_f32_16x16x8_xf32"}}},
	"e4m3fnuz": {num.FP8FNUZ, map[int][]string{16: {"v_mfma_f32_32x32x16_fp8_fp8"}, 32: {"v_mfma_f32_16x16x32_fp8_fp8"}}},
	"e5m2fnuz": {num.BF8FNUZ, map[int][]string{16: {"v_mfma_f32_32x32x16_bf8_bf8"}, 32: {"v_mfma_f32_16x16x32_bf8_bf8"}}},
}

// dotOf is the dot product of two vectors of codes.
func dotOf(format *num.Format, a, b []uint32, c uint32) uint32 {
	f := fusion{group: groupSize(format), split: format.Bits() <= 8, frac: 2 * fracBits(format)}
	take := func(codes []uint32) (x []term) {
		for _, c := range codes {
			x = append(x, split(format, c))
		}
		return x
	}
	return f.dot(take(a), take(b), c)
}

func TestMatrixNumericsVectors(t *testing.T) {
	for _, v := range readNumericsVectors(t) {
		if d := dotOf(numericsKinds[v.kind].typ, v.a, v.b, v.c); d != v.d {
			t.Errorf("line %d: %s %#x * %#x + %#x = %#x, want %#x", v.line, v.kind, v.a, v.b, v.c, d, v.d)
		}
	}
}

// TestMatrixNumericsCases are the consequences of facts mfma_numerics.md that
// random vectors seldom meet. The bf16 codes are of powers of two: 0x3f80 is 1,
// 0x80 more doubles.
func TestMatrixNumericsCases(t *testing.T) {
	const (
		one   = 0x3f80
		minus = 0x8000
	)
	pow := func(e int) uint32 { return uint32(127+e) << 7 } // bf16 2^e
	f32 := math.Float32bits
	for _, c := range []struct {
		note string
		a, b []uint32
		c, d uint32
	}{
		{"the product sum has 31 bits: above the tie", []uint32{pow(-24), pow(-31)}, []uint32{one, one}, f32(1), f32(1 + 0x1p-23)},
		{"the 32nd bit is lost: the tie goes to even", []uint32{pow(-24), pow(-32)}, []uint32{one, one}, f32(1), f32(1)},
		{"floor, not truncation, of the sum", []uint32{minus | pow(-25), minus | pow(-32)}, []uint32{one, one}, f32(1), f32(1 - 0x1p-24)},
		{"truncation, not floor, of a product", []uint32{one, minus | pow(-25)}, []uint32{one, one}, 0, f32(1)},
		{"two truncated products make nothing", []uint32{one, pow(-25), pow(-25)}, []uint32{one, one, one}, 0, f32(1)},
		{"c is floored", []uint32{one, 0}, []uint32{one, one}, f32(-0x1p-60), f32(1 - 0x1p-24)},
		{"a positive c that small is lost", []uint32{one, 0}, []uint32{one, one}, f32(0x1p-60), f32(1)},
		{"negating b does not negate d", []uint32{minus | one, 0}, []uint32{one, one}, f32(0x1p-60), f32(-1)},
		{"a product of 2^128 is infinite, cancelled or not", []uint32{pow(64) + 0x40, minus | pow(64) + 0x40}, []uint32{pow(63) + 0x40, pow(63)}, 0, 0x7f800000},
		{"and negative", []uint32{minus | pow(64) + 0x40, pow(64) + 0x40}, []uint32{pow(63) + 0x40, pow(63)}, 0, 0xff800000},
		{"just below 2^128", []uint32{pow(64) + 0x40, minus | pow(64)}, []uint32{pow(63), pow(63)}, 0, f32(0x1p126)},
		{"four tiny products", []uint32{pow(-75), pow(-75), pow(-75), pow(-75)}, []uint32{pow(-76), pow(-76), pow(-76), pow(-76)}, 0, 1},
		{"lost beside the exponent of a zero", []uint32{pow(-75), pow(-75), pow(-75), pow(-75), 0}, []uint32{pow(-76), pow(-76), pow(-76), pow(-76), one}, 0, 0},
		{"a zero beside tiny products", []uint32{0, pow(-70)}, []uint32{one, pow(-70)}, 0, f32(0x1p-140)},
		{"subnormal result, tie to even", []uint32{pow(-75), pow(-75)}, []uint32{pow(-75), pow(-74)}, 0, f32(0x1p-148)},
		{"the zero is positive", []uint32{one, minus | one}, []uint32{one, one}, 0x80000000, 0},
		{"the second group has the first's result as c",
			[]uint32{one, 0, 0, 0, 0, 0, 0, 0, pow(-24)}, []uint32{one, one, one, one, one, one, one, one, one}, 0, f32(1)},
		{"one group, one rounding",
			[]uint32{one, 0, 0, 0, 0, 0, 0, pow(-24)}, []uint32{one, one, one, one, one, one, one, one}, f32(0x1p-24), f32(1 + 0x1p-23)},
	} {
		if d := dotOf(num.BF16, c.a, c.b, c.c); d != c.d {
			t.Errorf("%s: %#x * %#x + %#x = %#x, want %#x", c.note, c.a, c.b, c.c, d, c.d)
		}
	}
}

// TestMatrixNumericsEngine puts the vectors into rows of A and columns of B of
// whole instructions; vector r must come out at (r, r) of its block.
func TestMatrixNumericsEngine(t *testing.T) {
	batches := map[string][]numericsVector{}
	var keys []string
	for _, v := range readNumericsVectors(t) {
		for _, name := range numericsKinds[v.kind].ops[len(v.a)] {
			if batches[name] == nil {
				keys = append(keys, name)
			}
			batches[name] = append(batches[name], v)
		}
	}
	if len(keys) != 16 {
		t.Fatalf("%d instructions: %v", len(keys), keys)
	}
	for _, name := range keys {
		r := newMatrixRig(t, isa.GFX942, name, "")
		for todo := batches[name]; len(todo) > 0; {
			n := min(len(todo), min(r.x.M, r.x.N)*r.x.Blocks)
			r.checkDiagonal(todo[:n])
			todo = todo[n:]
		}
	}
}

// matrixRig executes one matrix instruction on a wave. D is in v0 to v31, C in
// v32 to v63, A in v64 on, B in v80 on, indices in v100, scales in v101 and
// v102.
type matrixRig struct {
	t  testing.TB
	in *instr
	x  *matrixInst
	w  *wave
}

const rigD, rigC, rigA, rigB, rigIndex, rigScaleA, rigScaleB = 0, 32, 64, 80, 100, 101, 102

// newMatrixRig binds the instruction with some modifiers, as text.
func newMatrixRig(t testing.TB, target *isa.Target, name, mods string) *matrixRig {
	t.Helper()
	in := bindText(t, target, matrixText(t, target, name, mods))
	w := testWave(target)
	w.setExec(0x5a5a) // to be ignored
	return &matrixRig{t: t, in: in, x: in.matrix, w: w}
}

// matrixText is the instruction on the registers of a matrixRig.
func matrixText(t testing.TB, target *isa.Target, name, mods string) string {
	t.Helper()
	for _, row := range target.Rows() {
		if row.Mnemonic != name {
			continue
		}
		base := map[string]int{"vdst": rigD, "src0": rigA, "src1": rigB, "src2": rigC, "s_src0": rigScaleA, "s_src1": rigScaleB}
		var args []string
		for _, o := range row.Operands {
			reg, n := base[o.Name], int(o.Dwords)
			switch {
			case o.Name == "src2" && n == 1:
				reg = rigIndex
			case o.Flags&isa.FlagByCBSZ != 0:
				n = fieldDwords(mods, "cbsz:")
			case o.Flags&isa.FlagByBLGP != 0:
				n = fieldDwords(mods, "blgp:")
			}
			if n == 1 {
				args = append(args, fmt.Sprintf("v%d", reg))
			} else {
				args = append(args, fmt.Sprintf("v[%d:%d]", reg, reg+n-1))
			}
		}
		return name + " " + strings.Join(args, ", ") + " " + mods
	}
	t.Fatalf("%s has no %s", target.Chip.Name, name)
	return ""
}

// fieldDwords is the length of an f8f6f4 operand.
func fieldDwords(mods, field string) int {
	i := strings.Index(mods, field)
	if i < 0 {
		return 8
	}
	return [...]int{8, 8, 6, 6, 4}[mods[i+len(field)]-'0']
}

// put sets an item of an operand at register base.
func (r *matrixRig) put(base int, lane, item, width int, v uint64) {
	for at := item * width; width > 0; {
		n := min(width, 32-at%32)
		reg, mask := &r.w.vgpr[base+at/32][lane], uint32(1<<n-1)<<(at%32)
		*reg = *reg&^mask | uint32(v)<<(at%32)&mask
		at, width, v = at+n, width-n, v>>n
	}
}

// get reads an item of D.
func (r *matrixRig) get(lane, item, width int) uint64 {
	if width == 64 {
		return uint64(r.w.vgpr[rigD+2*item+1][lane])<<32 | uint64(r.w.vgpr[rigD+2*item][lane])
	}
	return uint64(r.w.vgpr[rigD+item][lane])
}

func (r *matrixRig) run() { r.in.run(r.w, r.in) }

func (r *matrixRig) checkDiagonal(vectors []numericsVector) {
	rng := rand.New(rand.NewPCG(1, uint64(len(vectors))))
	for reg := range rigIndex {
		for l := range r.w.vgpr[reg] {
			r.w.vgpr[reg][l] = rng.Uint32()
		}
	}
	size := min(r.x.M, r.x.N)
	result := resultLayout{r.x.M, r.x.N, r.x.Blocks, 4}
	for n, v := range vectors {
		b, i := n/size, n%size
		for k := range v.a {
			pa, pb := r.x.a.at(b, i, k), r.x.b.at(b, i, k)
			r.put(rigA, int(pa.lane), int(pa.item), r.x.a.width, uint64(v.a[k]))
			r.put(rigB, int(pb.lane), int(pb.item), r.x.b.width, uint64(v.b[k]))
		}
		pd := result.at(b, i, i)
		r.w.vgpr[rigC+int(pd.item)][pd.lane] = v.c
	}
	r.run()
	for n, v := range vectors {
		pd := result.at(n/size, n%size, n%size)
		if d := r.get(int(pd.lane), int(pd.item), 32); uint32(d) != v.d {
			r.t.Errorf("%s, line %d: %#x * %#x + %#x = %#x, want %#x", r.in.Row.Mnemonic, v.line, v.a, v.b, v.c, d, v.d)
		}
	}
}
