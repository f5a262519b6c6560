package sim

import (
	"encoding/json"
	"flag"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"heddle/isa"
	"heddle/num"
)

// layoutFile is testdata/mfma_layouts.json.gz: AMD's matrix instruction
// calculator for gfx942, the tables of the CDNA4 manual for gfx950.
type layoutFile struct {
	Layouts      map[string]layoutTable
	Instructions map[string]map[string]layoutInst
}

// layoutTable says for each item of each lane which element it holds.
type layoutTable struct {
	Rows, Cols, Blocks int
	ItemBits           int `json:"item_bits"`
	ItemsPerLane       int `json:"items_per_lane"`
	Table              []int
}

type layoutInst struct {
	M, N, K, Blocks  int
	Sparse           bool
	AType            string `json:"a_type"`
	BType            string `json:"b_type"`
	CDType           string `json:"cd_type"`
	A, B, CD         string
	AByBits, BByBits map[string]string
	Index            struct {
		Sets    int
		SetBits int `json:"set_bits"`
	}
}

// UnmarshalJSON exists because two keys differ from field names by underscores
// only in part.
func (l *layoutInst) UnmarshalJSON(b []byte) error {
	type plain layoutInst
	more := struct {
		A map[string]string `json:"A_by_bits"`
		B map[string]string `json:"B_by_bits"`
	}{}
	if err := json.Unmarshal(b, (*plain)(l)); err != nil {
		return err
	}
	if err := json.Unmarshal(b, &more); err != nil {
		return err
	}
	l.AByBits, l.BByBits = more.A, more.B
	return nil
}

func readLayouts(t testing.TB) *layoutFile {
	t.Helper()
	var f layoutFile
	if err := json.NewDecoder(openGzip(t, "testdata/mfma_layouts.json.gz")).Decode(&f); err != nil {
		t.Fatal(err)
	}
	return &f
}

// where inverts a table: the place of each element.
func (l *layoutTable) where() []place {
	p := make([]place, len(l.Table))
	for i, element := range l.Table {
		p[element] = place{lane: uint8(i / l.ItemsPerLane), item: uint8(i % l.ItemsPerLane)}
	}
	return p
}

// layoutCase is an instruction with what its modifiers choose.
type layoutCase struct {
	target   *isa.Target
	name     string
	mods     string
	inst     layoutInst
	a, b, cd *layoutTable
}

func (c *layoutCase) String() string { return c.target.Chip.Name + " " + c.name + " " + c.mods }

// layoutCases lists the instructions of the file, f8f6f4 with all formats. It
// fails if that is not every matrix instruction of the targets.
func layoutCases(t testing.TB, f *layoutFile) []layoutCase {
	t.Helper()
	var cases []layoutCase
	for _, target := range isa.Targets() {
		insts := f.Instructions[target.Chip.Name]
		found := 0
		for _, row := range target.Rows() {
			if row.Unit != isa.UnitXDL && row.Unit != isa.UnitSGEMM && row.Unit != isa.UnitDGEMM {
				continue
			}
			inst, ok := insts[row.Mnemonic]
			if !ok {
				t.Errorf("%s: no layout of %s", target.Chip.Name, row.Mnemonic)
				continue
			}
			found++
			c := layoutCase{target: target, name: row.Mnemonic, inst: inst, cd: f.table(inst.CD)}
			if inst.AByBits == nil {
				c.a, c.b = f.table(inst.A), f.table(inst.B)
				cases = append(cases, c)
				continue
			}
			for i, bitsA := range []string{"8", "8", "6", "6", "4"} {
				for j, bitsB := range []string{"8", "8", "6", "6", "4"} {
					c.a, c.b = f.table(inst.AByBits[bitsA]), f.table(inst.BByBits[bitsB])
					c.mods = fmt.Sprintf("cbsz:%d blgp:%d", i, j)
					cases = append(cases, c)
				}
			}
		}
		if found != len(insts) {
			t.Errorf("%s: %d instructions in the table, %d with layouts", target.Chip.Name, found, len(insts))
		}
	}
	return cases
}

func (f *layoutFile) table(key string) *layoutTable {
	l, ok := f.Layouts[key]
	if !ok {
		panic("no layout " + key)
	}
	return &l
}

func TestMatrixLayoutTables(t *testing.T) {
	file := readLayouts(t)
	for _, c := range layoutCases(t, file) {
		in := bindText(t, c.target, matrixText(t, c.target, c.name, c.mods))
		x := in.matrix
		if got := [4]int{x.M, x.N, x.K, x.Blocks}; got != [4]int{c.inst.M, c.inst.N, c.inst.K, c.inst.Blocks} {
			t.Errorf("%v: m, n, k, blocks are %v, in the table %d %d %d %d", &c, got, c.inst.M, c.inst.N, c.inst.K, c.inst.Blocks)
		}
		if x.Sparse != c.inst.Sparse {
			t.Errorf("%v: sparse is %v", &c, x.Sparse)
		}
		// Our elements of B are in the order b, j, k, those of the table b, k, j.
		b := c.b.where()
		turned := make([]place, len(b))
		for i := range turned {
			k, j, block := i%x.K, i/x.K%x.N, i/x.K/x.N
			turned[i] = b[(block*x.K+k)*x.N+j]
		}
		d := c.cd.where()
		for _, m := range []struct {
			name      string
			got, want []place
		}{{"A", x.a.places, c.a.where()}, {"B", x.b.places, turned}, {"D", x.d, d}} {
			if !slices.Equal(m.got, m.want) {
				t.Errorf("%v: %s is at %v, in the table at %v", &c, m.name, m.got, m.want)
			}
		}
		if x.a.width != c.a.ItemBits || x.b.width != c.b.ItemBits {
			t.Errorf("%v: widths %d and %d, in the table %d and %d", &c, x.a.width, x.b.width, c.a.ItemBits, c.b.ItemBits)
		}
	}
}

// digits are small numbers that every element type has.
var digits = [...]float64{1, 2, 3, 4, 6, -1, -2, -3, -4, -6, 0}

// elementCode is the code of a small number, by the type names of the file.
func elementCode(t testing.TB, kind string, v float64) uint64 {
	x := math.Float32bits(float32(v))
	switch kind {
	case "fp64":
		return math.Float64bits(v)
	case "fp32", "xf32":
		return uint64(x)
	case "int8", "int32":
		return uint64(uint32(int32(v)))
	case "fp16":
		return uint64(num.F16.FromF32(x, false))
	case "bf16":
		return uint64(x >> 16)
	}
	format, ok := smallFormats[kind]
	if !ok {
		t.Fatalf("element type %q", kind)
	}
	return uint64(format.FromF32(x, false))
}

var smallFormats = map[string]*num.Format{
	"amd_fp8": num.FP8FNUZ, "amd_bf8": num.BF8FNUZ, "fp8": num.FP8, "bf8": num.BF8,
	"cbsz0": num.FP8, "cbsz1": num.BF8, "cbsz2": num.FP6, "cbsz3": num.BF6, "cbsz4": num.FP4,
}

// types are the element types of a case.
func (c *layoutCase) types() (a, b string) {
	if c.inst.AByBits == nil {
		return c.inst.AType, c.inst.BType
	}
	return "cbsz" + c.mods[5:6], "cbsz" + c.mods[12:13]
}

var everyOneHot = flag.Bool("matrix.onehot", false, "have every element of every matrix instruction be the one that is not 0")

// TestMatrixLayoutEngine executes every matrix instruction with one element of
// A that is 1 and B made of digits of its elements' numbers: exactly one row of
// D must get that row of B, at the places of the table. The roles are then
// exchanged. C is random integers. All elements have their turn in the small
// instructions, a sample in the others (-matrix.onehot: all in all):
// TestMatrixLayoutTables has all of them.
func TestMatrixLayoutEngine(t *testing.T) {
	file := readLayouts(t)
	for n, c := range layoutCases(t, file) {
		r := newMatrixRig(t, c.target, c.name, strings.TrimSpace(c.mods+" "+scaleMods(c.name)))
		o := oneHot{matrixRig: r, layoutCase: &c, rng: rand.New(rand.NewPCG(7, uint64(len(c.mods))))}
		o.prepare()
		stride := 7
		switch size := len(c.b.Table); {
		case c.inst.AByBits != nil:
			stride = 2039
		case size > 512:
			stride = 211
		case size > 256:
			stride = 53
		}
		if *everyOneHot {
			stride = 1
		}
		for e := n % stride; e < len(c.a.Table); e += stride {
			o.check(rigA, c.a, e)
		}
		for e := n % stride; e < len(c.b.Table); e += stride {
			o.check(rigB, c.b, e)
		}
		if t.Failed() {
			return
		}
	}
}

func scaleMods(name string) string {
	if strings.Contains(name, "scale") {
		return "op_sel_hi:[0,0,0]"
	}
	return ""
}

// oneHot executes an instruction with one nonzero element.
type oneHot struct {
	*matrixRig
	*layoutCase
	rng   *rand.Rand
	trueK []int // k of each stored element of A
	c     []float64
	round int
}

// prepare sets what stays: scales of 1, and indices. A sparse A has the k of a
// stored element in two bits of the index register of its lane (the key
// "index" of the file).
func (o *oneHot) prepare() {
	for l := range 64 {
		var v uint32
		for bit := 0; bit < 32; bit += 4 {
			i := o.rng.IntN(3)
			j := i + 1 + o.rng.IntN(3-i)
			v |= uint32(i|j<<2) << bit
		}
		o.w.vgpr[rigIndex][l] = v
		o.w.vgpr[rigScaleA][l], o.w.vgpr[rigScaleB][l] = 0x7f7f7f7f, 0x7f7f7f7f
	}
	for e, p := range o.a.where() {
		k := e % o.a.Cols
		if o.inst.Sparse {
			k = 4*(k/2) + int(o.w.vgpr[rigIndex][p.lane]>>(2*p.item)&3)
		}
		o.trueK = append(o.trueK, k)
	}
}

// check executes with element e of the matrix at register base being 1.
func (o *oneHot) check(base int, hot *layoutTable, e int) {
	kindA, kindB := o.types()
	other, otherBase, hotKind, otherKind := o.layoutCase.b, rigB, kindA, kindB
	if base == rigB {
		other, otherBase, hotKind, otherKind = o.layoutCase.a, rigA, kindB, kindA
	}
	o.round++
	values := make([]float64, len(other.Table))
	for element := range values {
		// Another digit of the number each time.
		v := element
		for range o.round % 4 {
			v /= len(digits)
		}
		values[element] = digits[v%len(digits)]
	}
	one := make([]float64, len(hot.Table))
	one[e] = 1
	o.fill(otherBase, other, otherKind, values)
	o.fill(base, hot, hotKind, one)
	o.setC()
	want := slices.Clone(o.c)
	m, n, ka, kb := o.inst.M, o.inst.N, o.a.Cols, o.layoutCase.b.Rows
	if base == rigA {
		row, k := e/ka, o.trueK[e]
		for j := range n {
			want[row*n+j] += values[(row/m*kb+k)*n+j]
		}
	} else {
		block, k, j := e/(kb*n), e/n%kb, e%n
		for i := block * m * ka; i < (block+1)*m*ka; i++ {
			if o.trueK[i] == k {
				want[i/ka*n+j] += values[i]
			}
		}
	}
	o.run()
	o.compare(base, e, want)
}

// fill sets the elements of an operand.
func (o *oneHot) fill(base int, l *layoutTable, kind string, values []float64) {
	codes := map[float64]uint64{}
	for i, element := range l.Table {
		v := values[element]
		code, ok := codes[v]
		if !ok {
			code = elementCode(o.t, kind, v)
			codes[v] = code
		}
		o.put(base, i/l.ItemsPerLane, i%l.ItemsPerLane, l.ItemBits, code)
	}
}

// setC fills C, or D if the instruction accumulates.
func (o *oneHot) setC() {
	base := rigC
	if o.inst.Sparse {
		base = rigD
	}
	o.c = make([]float64, len(o.cd.Table))
	for element := range o.c {
		o.c[element] = float64(o.rng.IntN(1<<10) - 1<<9)
	}
	o.fill(base, o.cd, o.inst.CDType, o.c)
}

func (o *oneHot) compare(base, e int, want []float64) {
	for i, element := range o.cd.Table {
		got := o.get(i/o.cd.ItemsPerLane, i%o.cd.ItemsPerLane, o.cd.ItemBits)
		if w := elementCode(o.t, o.inst.CDType, want[element]); got != w {
			o.t.Fatalf("%v: with element %d of the operand at v%d being 1, element %d of D (lane %d, item %d) is %#x, want %#x (%v)",
				o.layoutCase, e, base, element, i/o.cd.ItemsPerLane, i%o.cd.ItemsPerLane, got, w, want[element])
		}
	}
}
