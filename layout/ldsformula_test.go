package layout

import (
	"errors"
	"strings"
	"testing"
)

func TestFormula(t *testing.T) {
	for text, want := range map[string]int64{
		"lane*16":                       5 * 16,
		"(lane%16)*64 + lane/4*0x10":    5*64 + 16,
		"lane & 3 * 2 | 1 << 4 ^ 6 - 2": 5&6 | (1<<4 ^ 4), // C's precedence
		"wave*4096+i*256+lane":          2*4096 + 3*256 + 5,
		"-lane+~0":                      -6,
		"1<<lane>>1":                    16,
		"10 - 3 - 2":                    5,
		" 7 ":                           7,
		"lane^(lane>>2&1)<<4":           5 ^ 16,
		strings.Repeat("(", 50) + "1" + strings.Repeat(")", 50): 1,
	} {
		f, err := ParseFormula(text)
		if err != nil {
			t.Errorf("%s: %v", text, err)
			continue
		}
		if got, err := f.Value(FormulaValues{Lane: 5, Wave: 2, I: 3}); got != want || err != nil {
			t.Errorf("%s = %d, %v; want %d", text, got, err, want)
		}
	}
}

// TestFormulaErrors: each error names the column.
func TestFormulaErrors(t *testing.T) {
	for _, c := range []struct {
		text   string
		column int
		want   string
	}{
		{"", 1, "found the end, expected a number, lane"},
		{"lane*", 6, "found the end"},
		{"lane 4", 6, `found "4", expected an operator or the end`},
		{"lan*4", 1, `found "lan", expected a number, lane, wave, i`},
		{"(lane*4", 8, `found the end, expected an operator or ")" for the one in column 1`},
		{"lane**4", 6, `found "*"`},
		{"lane*4)", 7, `found ")"`},
		{"lane*0x", 6, "0x is not a number"},
		{"99999999999999999999", 1, "is not a number"},
		{"lane < 4", 6, `found "<"`},
		{"lané", 1, "found"},
		{strings.Repeat("-", 101) + "1", 101, "more than 100 levels"},
		{strings.Repeat("1+", 5000), 1, "too many"},
		{"4 + lane/(lane-5)", 9, "division by zero"},
		{"1%0", 2, "division by zero"},
		{"1<<64", 2, "a shift by 64"},
		{"1>>(-1)", 2, "a shift by -1"},
	} {
		f, err := ParseFormula(c.text)
		if err == nil {
			_, err = f.Value(FormulaValues{Lane: 5})
		}
		var at *FormulaError
		if !errors.As(err, &at) || at.Column != c.column && c.text != "lané" || !strings.Contains(at.Message, c.want) {
			t.Errorf("%.40q: %v; want column %d, %s", c.text, err, c.column, c.want)
		}
	}
}

func FuzzFormula(f *testing.F) {
	for _, text := range []string{"lane*16", "((i<<3)^wave)%7", "~-lane", "1/0", "0x10|08"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		p, err := ParseFormula(text)
		if err != nil {
			if at := new(FormulaError); !errors.As(err, &at) || at.Column < 1 || at.Column > len(text)+1 {
				t.Fatalf("%q: %v", text, err)
			}
			return
		}
		p.Value(FormulaValues{Lane: 1, Wave: 2, I: 3})
	})
}
