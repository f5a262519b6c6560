package launch_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"heddle/launch"
)

func TestParseSweep(t *testing.T) {
	for text, want := range map[string][]int64{
		"m=3":            {3},
		"m=1..4":         {1, 2, 3, 4},
		"m=1..10:4":      {1, 5, 9},
		"m=1,7..8,-2..0": {1, 7, 8, -2, -1, 0},
		"k-max=0x10..17": {16, 17},
		"m=9223372036854775806..9223372036854775807": {9223372036854775806, 9223372036854775807},
	} {
		s, err := launch.ParseSweep([]string{text})
		if err != nil || !slices.Equal(s[0].Values, want) {
			t.Errorf("%s: %v, %v", text, s, err)
		}
	}
	for text, want := range map[string]string{
		"m":            "is not NAME=VALUES",
		"m=":           "is not NAME=VALUES",
		"3=1":          "is not NAME=VALUES",
		"m=1..":        "is neither a number nor a range",
		"m=1..3:x":     "is neither a number nor a range",
		"m=4..3":       "a range goes up",
		"m=1..3:0":     "a range goes up",
		"m=0..1048576": "more than 1048576 values",
		"m=-9223372036854775808..9223372036854775807": "more than 1048576 values",
		"m=1 n=1..1048576 n=2":                        "n is given twice",
		"m=1,2 n=1..1000 k=1..1000":                   "more than 1048576 combinations",
	} {
		if _, err := launch.ParseSweep(strings.Fields(text)); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: error %v, want %s", text, err, want)
		}
	}
	s, err := launch.ParseSweep([]string{"m=1,2", "n=3..5"})
	if err != nil {
		t.Fatal(err)
	}
	if got := fmt.Sprint(slices.Collect(s.Points())); got != "[[1 3] [1 4] [1 5] [2 3] [2 4] [2 5]]" || s.Len() != 6 {
		t.Errorf("points %s", got)
	}
}

func TestExpand(t *testing.T) {
	s, err := launch.ParseSweep([]string{"m=100", "n=7", "seq-len=3"})
	if err != nil {
		t.Fatal(err)
	}
	for text, want := range map[string]string{
		"rand:f32[{m},{n+1}]:seed=1":   "rand:f32[100,8]:seed=1",
		"{ceildiv(m, 64)},1":           "2,1",
		"{(m+63)/64*64 - n % 4 * -2}":  "134",
		"{m-1}{max(min(m,n),-5)}":      "997",
		"{seq-len-1} {-seq-len} {n-m}": "2 -3 -93",
		"{2*3+4*5}":                    "26",
		"":                             "",
		"no names":                     "no names",
	} {
		if got, err := s.At(launch.Point{100, 7, 3}).Expand(text); err != nil || got != want {
			t.Errorf("%s: %q, %v; want %q", text, got, err, want)
		}
	}
	for text, want := range map[string]string{
		"{m":                                   "has a { without a }",
		"{}":                                   "a number or a name is missing",
		"{q}":                                  `there is no "q"; there is m, n, seq-len`,
		"{m+}":                                 "is missing",
		"{m m}":                                `"m" is left over`,
		"{(m}":                                 `a ')' is missing`,
		"{min(m)}":                             `a ',' is missing`,
		"{m/(n-7)}":                            "division by 0",
		"{ceildiv(m,0)}":                       "less than 1",
		"{9223372036854775807+n}":              "does not fit 64 bits",
		"{-9223372036854775807-n}":             "does not fit 64 bits",
		"{9223372036854775807*2}":              "does not fit 64 bits",
		"{9223372036854775808}":                "does not fit 64 bits",
		"{m$}":                                 "is left over",
		"{$}":                                  "neither a number nor a name",
		"{" + strings.Repeat("(", 1000) + "}":  "nested too deeply",
		"{" + strings.Repeat("-", 1000) + "1}": "nested too deeply",
	} {
		if got, err := s.At(launch.Point{100, 7, 3}).Expand(text); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%.40s: %q, error %v; want %s", text, got, err, want)
		}
	}
	x := s.At(launch.Point{1, 2, 3})
	if _, err := x.Expand("{n}"); err != nil || !slices.Equal(x.Unused(), []string{"m", "seq-len"}) {
		t.Errorf("unused: %v, %v", x.Unused(), err)
	}
}

// TestExpressions compares random expressions with Go's arithmetic.
func TestExpressions(t *testing.T) {
	seed := uint64(1)
	r := rand.New(rand.NewPCG(seed, 0))
	s, err := launch.ParseSweep([]string{"a=5", "b=-3"})
	if err != nil {
		t.Fatal(err)
	}
	// Each operand is in parentheses or a leaf, so precedence is what TestExpand has.
	var gen func(depth int) (string, int64)
	gen = func(depth int) (string, int64) {
		if depth == 0 {
			switch r.IntN(3) {
			case 0:
				return "a", 5
			case 1:
				return "b", -3
			}
			n := r.Int64N(100)
			return fmt.Sprint(n), n
		}
		x, v := gen(depth - 1)
		y, w := gen(depth - 1)
		switch op := r.IntN(5); {
		case op == 0:
			return "(" + x + "+" + y + ")", v + w
		case op == 1:
			return "(" + x + " - " + y + ")", v - w
		case op == 2 && max(v, -v, w, -w) < 1<<31:
			return "(" + x + "*" + y + ")", v * w
		case op == 3 && w != 0:
			return "(" + x + "/" + y + ")", v / w
		case op == 4 && w != 0:
			return "(" + x + " %" + y + ")", v % w
		}
		return "-(" + x + ")", -v
	}
	for range 2000 {
		text, want := gen(1 + r.IntN(4))
		if got, err := s.At(launch.Point{5, -3}).Expand("{" + text + "}"); err != nil || got != fmt.Sprint(want) {
			t.Fatalf("seed %d: %s: %s, %v; want %d", seed, text, got, err, want)
		}
	}
}

func TestExpandJSON(t *testing.T) {
	s, err := launch.ParseSweep([]string{"m=100"})
	if err != nil {
		t.Fatal(err)
	}
	for text, want := range map[string]string{
		`{"grid": ["{m}", 1], "args": ["zero:f32[{m}]", "{m}"], "q\"{": 1}`: `"q\\\"{" has`,
		`{"grid": ["{m}", 1], "args": ["zero:f32[{m}]", "{m}{m}"]}`:         `{"grid": [100, 1], "args": ["zero:f32[100]", "100100"]}`,
		`{"a": "x\"{m}`: `{"a": "x\"100`,
	} {
		got, err := s.At(launch.Point{100}).ExpandJSON([]byte(text))
		if err != nil {
			got = []byte(err.Error())
		}
		if !strings.HasPrefix(string(got), want) {
			t.Errorf("%s: %s; want %s", text, got, want)
		}
	}
}

// FuzzExpand: any expression has a value or an error.
func FuzzExpand(f *testing.F) {
	s, err := launch.ParseSweep([]string{"m=100", "m-1=3"})
	if err != nil {
		f.Fatal(err)
	}
	for _, text := range []string{"{m}", "{ceildiv(m,7)-(m-1)}", "{min(m", "{-9223372036854775808}", "{m%0}", "{(((", "\"{m}\\"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		x := s.At(launch.Point{100, 3})
		if full, err := x.Expand(text); err == nil && strings.Contains(full, "{") {
			t.Errorf("%q is %q", text, full)
		}
		_, _ = x.ExpandJSON([]byte(text))
	})
}
