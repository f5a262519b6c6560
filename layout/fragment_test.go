package layout

import (
	"compress/gzip"
	"encoding/json"
	"maps"
	"os"
	"slices"
	"strings"
	"testing"

	"heddle/arch"
)

// factFile is mfma_layouts.json: AMD's matrix instruction calculator for gfx942,
// the tables of the CDNA4 manual for gfx950.
type factFile struct {
	Layouts map[string]struct {
		Rows, Cols, Blocks int
		ItemBits           int `json:"item_bits"`
		ItemsPerLane       int `json:"items_per_lane"`
		VGPRs              int `json:"vgprs"`
		Table              []int
	}
	Instructions map[string]map[string]map[string]any
}

func readFacts(t *testing.T) factFile {
	t.Helper()
	file, err := os.Open("../sim/testdata/mfma_layouts.json.gz")
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	z, err := gzip.NewReader(file)
	if err != nil {
		t.Fatal(err)
	}
	var f factFile
	if err := json.NewDecoder(z).Decode(&f); err != nil {
		t.Fatal(err)
	}
	return f
}

// factTypes are the names of types in the facts.
var factTypes = map[string]string{"fp32": "f32", "fp64": "f64", "int32": "i32", "fp16": "f16", "int8": "i8", "amd_bf8": "bf8", "amd_fp8": "fp8"}

// TestFragments compares every element of every operand of every instruction.
func TestFragments(t *testing.T) {
	facts := readFacts(t)
	elements := 0
	for _, chip := range arch.Chips {
		var names []string
		for _, m := range Matrices(chip) {
			names = append(names, m.Name)
		}
		slices.Sort(names)
		if want := slices.Sorted(maps.Keys(facts.Instructions[chip.Name])); !slices.Equal(names, want) {
			t.Fatalf("%s: instructions\n%v, want\n%v", chip.Name, names, want)
		}
		for _, m := range Matrices(chip) {
			fact := facts.Instructions[chip.Name][m.Name]
			num := func(key string) int { return int(fact[key].(float64)) }
			if m.M != num("m") || m.N != num("n") || m.K != num("k") || m.Blocks != num("blocks") || m.Sparse != fact["sparse"].(bool) || m.Scaled != (fact["scale"] != nil) {
				t.Errorf("%s: %+v, want %v", m.Name, m, fact)
			}
			for op, key := range map[Operand]string{A: "A", B: "B", C: "CD", D: "CD"} {
				layouts := map[string]string{}
				if by, ok := fact[key+"_by_bits"].(map[string]any); ok {
					for code, format := range Formats() {
						layouts[format] = by[[]string{"8", "8", "6", "6", "4"}[code]].(string)
					}
				} else {
					name := strings.ToLower(key) + "_type"
					typ := fact[name].(string)
					if short := factTypes[typ]; short != "" {
						typ = short
					}
					layouts[typ] = fact[key].(string)
				}
				for typ, name := range layouts {
					f, err := m.Fragment(op, typ)
					if err != nil {
						t.Errorf("%s %s: %v", m.Name, op, err)
						continue
					}
					want := facts.Layouts[name]
					if f.Rows != want.Rows || f.Cols != want.Cols || f.Blocks != want.Blocks || f.ItemBits != want.ItemBits || f.Items() != want.ItemsPerLane || f.VGPRs() != want.VGPRs {
						t.Errorf("%s %s: %+v, want %s", m.Name, op, f, name)
						continue
					}
					flat := f.Layout.Flatten("element")
					for i, element := range want.Table {
						elements++
						item, lane := i%f.Items(), i/f.Items()
						block, row, col := f.Element(lane, item)
						if flat.At(item, lane)[0] != element || (block*f.Rows+row)*f.Cols+col != element {
							t.Fatalf("%s %s: lane %d, item %d holds block %d, row %d, col %d; want %d of %s", m.Name, op, lane, item, block, row, col, element, name)
						}
					}
					if f.Layout.m.Rank() != f.Layout.m.Rows() {
						t.Errorf("%s %s: elements that nobody holds", m.Name, op)
					}
				}
			}
		}
	}
	t.Log(elements, "elements")
	if elements < 200000 {
		t.Errorf("only %d elements", elements)
	}
}

// TestSmallOperands is about the operands that describe others: a lane has the
// indices of its own items of A, and the scale of 32 values is in the lane of
// their row and place (facts mfma_layouts.json).
func TestSmallOperands(t *testing.T) {
	sparse, scaled := 0, 0
	for _, chip := range arch.Chips {
		for _, m := range Matrices(chip) {
			if m.Sparse {
				sparse++
				a, err := m.Fragment(A, "")
				if err != nil {
					t.Fatal(err)
				}
				if x, err := m.Fragment(Index, ""); err != nil || !x.Layout.Equal(a.Layout) || x.ItemBits != 2 || x.VGPRs() != 1 {
					t.Errorf("%s: index %+v: %v", m.Name, x, err)
				}
			} else if _, err := m.Fragment(Index, ""); err == nil {
				t.Error(m.Name, "has an index")
			}
			if !m.Scaled {
				continue
			}
			scaled++
			for lane := range 64 {
				a, errA := m.Fragment(ScaleA, "")
				b, errB := m.Fragment(ScaleB, "")
				if errA != nil || errB != nil {
					t.Fatal(errA, errB)
				}
				_, row, part := a.Element(lane, 0)
				_, partB, col := b.Element(lane, 0)
				if lane != row+m.M*part || lane != col+m.N*partB || a.Cols != m.K/32 || b.Rows != m.K/32 || a.Items() != 1 {
					t.Errorf("%s: lane %d has the scales of row %d, %d and %d, col %d", m.Name, lane, row, part, partB, col)
				}
			}
		}
	}
	if sparse != 14+28 || scaled != 2 {
		t.Errorf("%d sparse, %d scaled", sparse, scaled)
	}
}

func TestFragmentErrors(t *testing.T) {
	m, ok := LookupMatrix(&arch.GFX950, "v_mfma_f32_32x32x64_f8f6f4")
	if !ok {
		t.Fatal("no v_mfma_f32_32x32x64_f8f6f4")
	}
	if _, ok := LookupMatrix(&arch.GFX942, m.Name); ok {
		t.Error("gfx942 has", m.Name)
	}
	for _, c := range []struct {
		op     Operand
		format string
		want   string
	}{
		{A, "", "operand A of v_mfma_f32_32x32x64_f8f6f4 needs a format; formats are fp8, bf8, fp6, bf6, fp4"},
		{B, "f16", "operand B of v_mfma_f32_32x32x64_f8f6f4 needs a format"},
		{D, "fp8", "operand D of v_mfma_f32_32x32x64_f8f6f4 is of type f32, not fp8"},
		{ScaleA, "", "v_mfma_f32_32x32x64_f8f6f4 has no operand scaleA"},
	} {
		if _, err := m.Fragment(c.op, c.format); err == nil || !strings.HasPrefix(err.Error(), c.want) {
			t.Errorf("%v %q: %v, want %s", c.op, c.format, err, c.want)
		}
	}
	if _, err := ParseOperand("E"); err == nil || err.Error() != `no operand "E"; operands are A, B, C, D, index, scaleA, scaleB` {
		t.Error(err)
	}
}

// TestPlaces is about items of 6 bits, which lie in two registers.
func TestPlaces(t *testing.T) {
	m, _ := LookupMatrix(&arch.GFX950, "v_mfma_f32_16x16x128_f8f6f4")
	f, err := m.Fragment(B, "bf6")
	if err != nil {
		t.Fatal(err)
	}
	if vgpr, bit := f.Place(5); vgpr != 0 || bit != 30 || f.VGPRs() != 6 {
		t.Errorf("item 5 at v%d[%d] of %d", vgpr, bit, f.VGPRs())
	}
}

// TestTransposeReads has the tables of facts attention_fp8.md §1.
func TestTransposeReads(t *testing.T) {
	if got := TransposeReads(&arch.GFX942); got != nil {
		t.Error("gfx942 has", got)
	}
	formulas := map[string]func(e, l int) (lane, item int){
		"ds_read_b64_tr_b8":  func(e, l int) (int, int) { return 2*e + l>>3, l & 7 },
		"ds_read_b64_tr_b16": func(e, l int) (int, int) { return 4*e + l>>2, l & 3 },
		"ds_read_b64_tr_b4":  func(e, l int) (int, int) { return e, l },
		"ds_read_b96_tr_b6":  func(e, l int) (int, int) { return e, l },
	}
	reads := TransposeReads(&arch.GFX950)
	if len(reads) != len(formulas) {
		t.Errorf("%d transposing reads", len(reads))
	}
	for _, r := range reads {
		back, err := r.Source.Inverse()
		if err != nil {
			t.Fatal(err)
		}
		for lane := range 64 {
			for e := range r.Items {
				sl, si := formulas[r.Name](e, lane&15)
				sl += lane &^ 15
				if got := r.Source.At(e, lane); !slices.Equal(got, []int{si, sl}) {
					t.Fatalf("%s: item %d of lane %d is item %d of lane %d, want %d of %d", r.Name, e, lane, got[0], got[1], si, sl)
				}
				if got := back.At(si, sl); !slices.Equal(got, []int{e, lane}) {
					t.Fatalf("%s: inverse %v", r.Name, got)
				}
				if got := r.Tile.At(e, lane); !slices.Equal(got, []int{lane & 15, e, lane >> 4}) {
					t.Fatalf("%s: item %d of lane %d is at %v of the tile", r.Name, e, lane, got)
				}
			}
		}
	}
	if _, err := LookupTransposeRead(&arch.GFX942, "ds_read_b64_tr_b8"); err == nil || err.Error() != "gfx942 has no transposing LDS reads" {
		t.Error(err)
	}
	if _, err := LookupTransposeRead(&arch.GFX950, "ds_read_b64"); err == nil || !strings.HasPrefix(err.Error(), "ds_read_b64 is not a transposing LDS read; gfx950 has ds_read_b64_tr_b16,") {
		t.Error(err)
	}
}
