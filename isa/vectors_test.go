package isa_test

import (
	"bufio"
	"compress/gzip"
	"encoding/hex"
	"os"
	"strings"
	"testing"

	"heddle/isa"
)

func TestScratchVectors(t *testing.T) {
	for _, target := range isa.Targets() {
		f, err := os.Open("/work/shared/facts/isa/vectors_" + target.Chip.Name + ".tsv.gz")
		if err != nil {
			t.Skip()
		}
		z, _ := gzip.NewReader(f)
		sc := bufio.NewScanner(z)
		bad, n := 0, 0
		for sc.Scan() {
			text, h, _ := strings.Cut(sc.Text(), "\t")
			b, _ := hex.DecodeString(h)
			inst, err := target.Decode(b)
			n++
			if err != nil {
				bad++
				if bad < 60 {
					t.Errorf("%s %s: %v", h, text, err)
				}
				continue
			}
			var buf [isa.MaxSize]byte
			k := inst.Encode(&buf)
			if got := inst.String(); got != text || hex.EncodeToString(buf[:k]) != h {
				bad++
				if bad < 60 {
					t.Errorf("%s %s: got %s %x", h, text, got, buf[:k])
				}
			}
		}
		t.Logf("%s: %d of %d wrong", target.Chip.Name, bad, n)
		scratchAlt(t, target, "vectors_")
		scratchAlt(t, target, "altforms_")
	}
}

func scratchAlt(t *testing.T, target *isa.Target, file string) {
	f, err := os.Open("/work/shared/facts/isa/" + file + target.Chip.Name + ".tsv.gz")
	if err != nil {
		t.Skip()
	}
	z, _ := gzip.NewReader(f)
	sc := bufio.NewScanner(z)
	bad, n := 0, 0
	for sc.Scan() {
		c := strings.Split(sc.Text(), "\t")
		n++
		inst, err := target.Parse(c[0], nil)
		if err != nil {
			bad++
			if bad < 60 {
				t.Errorf("%s: %d %v", c[0], err.Pos, err)
			}
			continue
		}
		var buf [isa.MaxSize]byte
		k := inst.Encode(&buf)
		if hex.EncodeToString(buf[:k]) != c[1] {
			bad++
			if bad < 60 {
				t.Errorf("%s: got %x want %s", c[0], buf[:k], c[1])
			}
		}
	}
	t.Logf("%s %s: %d of %d wrong", file, target.Chip.Name, bad, n)
}

func TestScratchErrors(t *testing.T) {
	for _, c := range []string{"errors_gfx942.tsv", "errors_gfx950.tsv", "lenient_gfx950.tsv"} {
		data, err := os.ReadFile("/work/shared/facts/isa/" + c)
		if err != nil {
			t.Skip()
		}
		target := isa.GFX950
		if strings.Contains(c, "942") {
			target = isa.GFX942
		}
		n := 0
		for _, l := range strings.Split(strings.TrimSpace(string(data)), "\n") {
			f := strings.Split(l, "\t")
			inst, err := target.Parse(f[0], nil)
			if strings.HasPrefix(c, "lenient") {
				var buf [isa.MaxSize]byte
				if err != nil {
					t.Logf("lenient refused: %s: %v", f[0], err)
				} else if k := inst.Encode(&buf); hex.EncodeToString(buf[:k]) != f[1] {
					t.Logf("lenient: %s %x want %s", f[0], buf[:k], f[1])
				}
			} else if err == nil {
				n++
				t.Errorf("accepted: %s   (%s)", f[0], f[1])
			}
		}
		t.Logf("%s %d accepted", c, n)
	}
}
