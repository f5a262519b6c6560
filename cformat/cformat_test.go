package cformat

import (
	"encoding/binary"
	"math"
	"os"
	"strconv"
	"strings"
	"testing"
)

// TestGlibc: every flag, width, precision and modifier prints as glibc prints it.
func TestGlibc(t *testing.T) {
	text, err := os.ReadFile("testdata/printf.txt")
	if err != nil {
		t.Fatal(err)
	}
	lines := strings.Split(strings.TrimSuffix(string(text), "\n"), "\n")
	wrong := 0
	for _, line := range lines {
		f := strings.Split(line, "\t")
		bits, err := strconv.ParseUint(f[2], 16, 64)
		if err != nil {
			t.Fatal(err)
		}
		p := Parse(f[0])[0]
		var got []byte
		switch {
		case f[1] == "text":
			got = p.AppendString(nil, "words")
		case p.IsFloat():
			got = p.AppendFloat(nil, math.Float64frombits(bits))
		default:
			n := p.Bits()
			if p.Verb == 'p' {
				n = 64
			}
			got = p.AppendInt(nil, bits, n)
		}
		if string(got) != f[3] {
			if wrong++; wrong < 20 {
				t.Errorf("%q of %s %s: got %q, glibc prints %q", f[0], f[1], f[2], got, f[3])
			}
		}
	}
	if len(lines) < 5000 {
		t.Errorf("only %d cases", len(lines))
	}
}

// TestParse: what is text and what a conversion, in strings that nobody checked.
func TestParse(t *testing.T) {
	for format, want := range map[string]string{
		"":                   "",
		"100%":               "100%",
		"%%d":                "%d",
		"%y %":               "%y %",
		"%v5d":               "%v5d",
		"a%db%sc":            "a<d>b<s>c",
		"%-*.*f|":            "<f -2 -2>|",
		"%v4hlf":             "<f v4hl>",
		"%v16hhx":            "<x v16hh>",
		"%99999999999999d":   "<d 4096>",
		"%.99999999999999f":  "<f -1 4096>",
		"%99999999999999999": "%99999999999999999",
		"%5%":                "%",
	} {
		got := ""
		for _, p := range Parse(format) {
			got += p.Text
			if p.Verb == 0 {
				continue
			}
			got += "<" + string(p.Verb)
			if p.Width != None || p.Prec != None {
				got += " " + strconv.Itoa(p.Width)
			}
			if p.Prec != None {
				got += " " + strconv.Itoa(p.Prec)
			}
			if p.Vector > 0 {
				got += " v" + strconv.Itoa(p.Vector) + p.Length
			}
			got += ">"
		}
		if got != want {
			t.Errorf("%q: got %s, want %s", format, got, want)
		}
	}
}

// TestStars: widths and precisions from arguments.
func TestStars(t *testing.T) {
	for _, c := range []struct {
		format      string
		width, prec int64
		want        string
	}{
		{"%*d", 5, 0, "    7"},
		{"%*d", -5, 0, "7    "},
		{"%.*d", 0, 3, "007"},
		{"%.*d", 0, -3, "7"},
	} {
		if got := Parse(c.format)[0].With(c.width, c.prec).AppendInt(nil, 7, 32); string(got) != c.want {
			t.Errorf("%s of %d and %d: got %q, want %q", c.format, c.width, c.prec, got, c.want)
		}
	}
	if got := Parse("%*d")[0].With(math.MinInt64, 0).AppendInt(nil, 7, 32); len(got) != MaxWidth {
		t.Errorf("a width of %d bytes", len(got))
	}
}

// TestFormat: arguments in cells of eight bytes, and what there is no argument for.
func TestFormat(t *testing.T) {
	cell := func(v uint64) string { return string(binary.LittleEndian.AppendUint64(nil, v)) }
	for _, c := range []struct{ format, args, want string }{
		{"%d %u|", cell(1<<32-1) + cell(1<<32-1), "-1 4294967295|"},
		{"%*.*f|", cell(8) + cell(2) + cell(math.Float64bits(1.25)), "    1.25|"},
		{"%-*d|", cell(1<<64-4) + cell(7), "7   |"},
		{"%s,%s,%d.", "seven b\x00eight by\x00\x00\x00\x00\x00\x00\x00\x00" + cell(3), "seven b,eight by,3."},
		{"%s|", "eight by", "eight by|"},
		{"%n%d", cell(1) + cell(2), "2"},
		{"a %d b %d c", cell(1), "a 1 b "},
		{"a %*d", cell(1), "a "},
		{"a %s b", "", "a "},
		{"%p %c %hhx", cell(0) + cell('x') + cell(0x1ff), "(nil) x ff"},
	} {
		if got := Format(c.format, Cells(c.args)); string(got) != c.want {
			t.Errorf("%q with %q: got %q, want %q", c.format, c.args, got, c.want)
		}
	}
}
