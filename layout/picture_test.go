package layout

import (
	"fmt"
	"strings"
	"testing"

	"heddle/arch"
)

func TestPicture(t *testing.T) {
	for _, c := range []struct {
		name string
		op   Operand
		want string
	}{
		{"v_mfma_f32_32x32x16_f16", A, `
lanes:items  col 0-7   col 8-15
row 0-31     0-31:0-7  32-63:0-7
`},
		{"v_mfma_f32_16x16x32_f16", B, `
lanes:items  col 0-15
row 0-7      0-15:0-7
row 8-15     16-31:0-7
row 16-23    32-47:0-7
row 24-31    48-63:0-7
`},
		{"v_mfma_f32_32x32x8_f16", D, `
lanes:items  col 0-31
row 0-3      0-31:0-3
row 4-7      32-63:0-3
row 8-11     0-31:4-7
row 12-15    32-63:4-7
row 16-19    0-31:8-11
row 20-23    32-63:8-11
row 24-27    0-31:12-15
row 28-31    32-63:12-15
`},
		{"v_mfma_f64_4x4x4_4b_f64", D, `
lanes:items     col 0-3
block 0, row 0  0-3:0
block 0, row 1  16-19:0
block 0, row 2  32-35:0
block 0, row 3  48-51:0
block 1, row 0  4-7:0
`},
	} {
		m, ok := LookupMatrix(&arch.GFX950, c.name)
		if !ok {
			t.Fatal(c.name)
		}
		f, err := m.Fragment(c.op, "")
		if err != nil {
			t.Fatal(err)
		}
		if got := f.Picture(); !strings.HasPrefix(got, c.want[1:]) {
			t.Errorf("%s %s:\n%swant\n%s", c.name, c.op, got, c.want[1:])
		}
	}
	r, err := LookupTransposeRead(&arch.GFX950, "ds_read_b64_tr_b16")
	if err != nil {
		t.Fatal(err)
	}
	if got, want := r.Picture(), "lanes:items       col 0-15\nblock 0, row 0-3  0-15:0-3\nblock 1, row 0-3  16-31:0-3\n"; !strings.HasPrefix(got, want) {
		t.Errorf("%s\nwant\n%s", got, want)
	}
	a := access(t, &arch.GFX950, "ds_read_b128")
	if got, want := a.Picture(), "lanes 0-3, 12-15, 20-27\nlanes 4-11, 16-19, 28-31\n"; !strings.HasPrefix(got, want) {
		t.Errorf("%s\nwant\n%s", got, want)
	}
}

// TestPictures reads all pictures back: cells say what the layout says, and
// cover the matrix.
func TestPictures(t *testing.T) {
	for _, chip := range arch.Chips {
		for _, m := range Matrices(chip) {
			for _, op := range m.Operands() {
				format := ""
				if m.operandType(op) == "" {
					format = "fp8"
				}
				f, err := m.Fragment(op, format)
				if err != nil {
					t.Fatal(err)
				}
				if n := readPicture(t, f); n != f.Blocks*f.Rows*f.Cols {
					t.Errorf("%s %s: %d elements of %d:\n%s", m.Name, op, n, f.Blocks*f.Rows*f.Cols, f.Picture())
				}
			}
		}
	}
}

// readPicture compares a picture with the layout and counts its elements.
func readPicture(t *testing.T, f *Fragment) (elements int) {
	t.Helper()
	lines := strings.Split(strings.TrimSpace(f.Picture()), "\n")
	head := strings.Split(lines[0], "col ")[1:]
	for _, line := range lines[1:] {
		label, cells, _ := strings.Cut(line[strings.Index(line, "row ")+4:], " ")
		block := 0
		if strings.HasPrefix(line, "block ") {
			if _, err := fmt.Sscanf(line, "block %d,", &block); err != nil {
				t.Fatal(err)
			}
		}
		rows := readSpan(t, label)
		for i, cell := range strings.Fields(cells) {
			lanes, items, _ := strings.Cut(cell, ":")
			cols, l, n := readSpan(t, strings.TrimSpace(head[i])), readSpan(t, lanes), readSpan(t, items)
			for r, row := range rows {
				for c, col := range cols {
					// Which of rows and columns are the lanes shows in their numbers;
					// where both are alike, items are along K.
					lane, item := l[0], n[0]
					along := func(i, size int, rowwise bool) {
						if size == 1 {
							return
						}
						if len(l) == size && (len(n) != size || rowwise == (f.Operand == A || f.Operand == Index)) {
							lane = l[i]
						} else {
							item = n[i]
						}
					}
					along(r, len(rows), true)
					along(c, len(cols), false)
					if b, y, x := f.Element(lane, item); b != block || y != row || x != col {
						t.Fatalf("%s: lane %d, item %d is at %d, %d, %d, not at %d, %d, %d:\n%s", f.Operand, lane, item, b, y, x, block, row, col, f.Picture())
					}
					elements++
				}
			}
		}
	}
	return elements
}

func readSpan(t *testing.T, s string) []int {
	t.Helper()
	var first, last int
	if n, err := fmt.Sscanf(s, "%d-%d", &first, &last); n < 2 {
		last = first
		if n < 1 {
			t.Fatalf("%q: %v", s, err)
		}
	}
	var all []int
	for i := first; i <= last; i++ {
		all = append(all, i)
	}
	return all
}
