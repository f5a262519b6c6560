package sim

import (
	"compress/gzip"
	"encoding/json"
	"io"
	"os"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"heddle/isa"
)

// oracleOp is what the name of a matrix instruction says about it.
type oracleOp struct {
	target        *isa.Target
	mnemonic      string
	m, n, k       int
	blocks        int
	a, b, d       *oracleFormat
	sparse, scale bool
	byField       bool // a and b are chosen by cbsz and blgp
}

var oracleName = regexp.MustCompile(`^v_(mfma|mfma_scale|smfmac)_(f32|f64|i32)_(\d+)x(\d+)x(\d+)(?:_(\d+)b)?_([a-z0-9_]+)$`)

// oracleOps are the matrix instructions of a target.
func oracleOps(t testing.TB, target *isa.Target) []oracleOp {
	var ops []oracleOp
	for i := range target.Rows() {
		row := &target.Rows()[i]
		if row.Unit != isa.UnitXDL && row.Unit != isa.UnitSGEMM && row.Unit != isa.UnitDGEMM {
			continue
		}
		w := oracleName.FindStringSubmatch(row.Mnemonic)
		if w == nil {
			t.Fatalf("%s: cannot read the name %s", target.Chip.Name, row.Mnemonic)
		}
		size := func(i int) int { n, _ := strconv.Atoi(w[i]); return max(n, 1) }
		op := oracleOp{target: target, mnemonic: row.Mnemonic, m: size(3), n: size(4), k: size(5), blocks: size(6),
			sparse: w[1] == "smfmac", scale: w[1] == "mfma_scale"}
		op.d = map[string]*oracleFormat{"f32": oracleF32, "f64": oracleF64, "i32": oracleI32}[w[2]]
		if op.byField = w[7] == "f8f6f4"; !op.byField {
			a, b, mixed := strings.Cut(w[7], "_")
			if !mixed {
				b = a
			}
			op.a, op.b = oracleFormatNamed(t, target, a), oracleFormatNamed(t, target, b)
		}
		ops = append(ops, op)
	}
	return ops
}

func oracleFormatNamed(t testing.TB, target *isa.Target, name string) *oracleFormat {
	f := map[string]*oracleFormat{"f16": oracleF16, "bf16": oracleBF16, "f32": oracleF32, "xf32": oracleXF32,
		"f64": oracleF64, "i8": oracleI8, "fp8": oracleFP8, "bf8": oracleBF8}[name]
	switch {
	case f == nil:
		t.Fatalf("no format %q", name)
	case target.Chip.Name == "gfx942" && f == oracleFP8:
		f = oracleFP8FNUZ
	case target.Chip.Name == "gfx942" && f == oracleBF8:
		f = oracleBF8FNUZ
	}
	return f
}

// oracleFields are the formats of f8f6f4 in the order of their codes.
var oracleFields = [...]*oracleFormat{oracleFP8, oracleBF8, oracleFP6, oracleBF6, oracleFP4}

// oraclePlace is where an element is.
type oraclePlace struct{ lane, item int }

// inputPlace says where element k of row i of A is, or of column i of B: the
// formula of semantics.md §7, and its two chunks if a lane holds 8 registers
// of 8 bits or of B of a sparse instruction. A of sparse instructions goes by the position among the stored
// values.
func (op *oracleOp) inputPlace(f *oracleFormat, side, depth, block, i, k int) oraclePlace {
	perLane := depth / (64 / (side * op.blocks))
	half := 0
	if op.twoChunks(f, perLane) {
		perLane /= 2
		half, k = k/(depth/2), k%(depth/2)
	}
	return oraclePlace{i + side*(block+op.blocks*(k/perLane)), k%perLane + perLane*half}
}

func (op *oracleOp) twoChunks(f *oracleFormat, perLane int) bool {
	return (f.bits() == 8 || op.sparse) && perLane*f.bits() == 256
}

func (op *oracleOp) placeA(block, i, k int) oraclePlace {
	return op.inputPlace(op.a, op.m, op.depthA(), block, i, k)
}

// depthA is the number of values of a row of A that are stored.
func (op *oracleOp) depthA() int {
	if op.sparse {
		return op.k / 2
	}
	return op.k
}

func (op *oracleOp) placeB(block, k, j int) oraclePlace {
	return op.inputPlace(op.b, op.n, op.k, block, j, k)
}

// placeD is the output formula of semantics.md §7, with its exception.
func (op *oracleOp) placeD(b, i, j int) oraclePlace {
	h := 4
	if op.d == oracleF64 {
		h = 1
	}
	if op.mnemonic == "v_mfma_f64_4x4x4_4b_f64" {
		return oraclePlace{j + 4*b + 16*i, 0}
	}
	area := op.n * op.m / h
	bi := (64 + area - 1) / area
	mi := 64 / bi / op.n
	g := op.m / (h * mi)
	return oraclePlace{j + op.n*((i/h)%mi+mi*(b%bi)), i%h + h*(i/(h*mi)+g*(b/bi))}
}

// items is how many items of a matrix a lane holds.
func (op *oracleOp) itemsA() int { return op.m * op.depthA() * op.blocks / 64 }
func (op *oracleOp) itemsB() int { return op.n * op.k * op.blocks / 64 }
func (op *oracleOp) itemsD() int { return op.m * op.n * op.blocks / 64 }

// oracleTables is what the test needs of mfma_layouts.json.
type oracleTables struct {
	Layouts map[string]struct {
		Rows, Cols, Blocks int
		Items              int `json:"items_per_lane"`
		Table              []int
	}
	Instructions map[string]map[string]struct {
		A, B, CD string
		AByBits  map[string]string `json:"A_by_bits"`
		BByBits  map[string]string `json:"B_by_bits"`
	}
}

func readOracleTables(t testing.TB) *oracleTables {
	tables := new(oracleTables)
	if err := json.Unmarshal([]byte(readGzip(t, "testdata/mfma_layouts.json.gz")), tables); err != nil {
		t.Fatal(err)
	}
	return tables
}

// readGzip returns the contents of a compressed file.
func readGzip(t testing.TB, name string) string {
	f, err := os.Open(name)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	z, err := gzip.NewReader(f)
	if err != nil {
		t.Fatal(err)
	}
	b, err := io.ReadAll(z)
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}

func readGzipLines(t testing.TB, name string) []string {
	return strings.Split(strings.ReplaceAll(strings.TrimSpace(readGzip(t, name)), "\r\n", "\n"), "\n")
}

// TestOracleMatrixLayouts compares the formulas with the table made by AMD's
// calculator. They differ for D of one instruction, where the formula is
// followed.
func TestOracleMatrixLayouts(t *testing.T) {
	tables := readOracleTables(t)
	for _, target := range isa.Targets() {
		for _, op := range oracleOps(t, target) {
			row, ok := tables.Instructions[target.Chip.Name][op.mnemonic]
			if !ok {
				t.Errorf("%s: %s is not in the table", target.Chip.Name, op.mnemonic)
				continue
			}
			formats := []*oracleFormat{op.a}
			if op.byField {
				formats = oracleFields[:]
			}
			for _, f := range formats {
				nameA, nameB := row.A, row.B
				if op.byField {
					op.a, op.b = f, f
					nameA, nameB = row.AByBits[strconv.Itoa(f.bits())], row.BByBits[strconv.Itoa(f.bits())]
				}
				compareOracleTable(t, tables, &op, nameA, op.placeA)
				compareOracleTable(t, tables, &op, nameB, op.placeB)
			}
			compareOracleTable(t, tables, &op, row.CD, op.placeD)
		}
	}
}

func compareOracleTable(t *testing.T, tables *oracleTables, op *oracleOp, name string, place func(b, r, c int) oraclePlace) {
	t.Helper()
	l, ok := tables.Layouts[name]
	if !ok {
		t.Errorf("%s: no layout %q", op.mnemonic, name)
		return
	}
	differ := 0
	for b := range l.Blocks {
		for r := range l.Rows {
			for c := range l.Cols {
				p := place(b, r, c)
				if l.Table[p.lane*l.Items+p.item] != (b*l.Rows+r)*l.Cols+c {
					differ++
				}
			}
		}
	}
	if differ != 0 {
		t.Errorf("%s: %s: %d elements are elsewhere than the formula says", op.mnemonic, name, differ)
	}
}
